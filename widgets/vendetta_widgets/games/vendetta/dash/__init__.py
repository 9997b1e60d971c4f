"""The dashboards: Blood, Influence, Locations, balance, and bots to watch."""
