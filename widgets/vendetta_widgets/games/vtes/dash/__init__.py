"""V:TES's dashboards: pool, blood, the ring of players, bots to watch."""
