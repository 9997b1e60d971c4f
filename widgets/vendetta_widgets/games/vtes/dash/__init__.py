"""V:TES's dashboards: pool, blood, the ring of players, and bots to watch."""
