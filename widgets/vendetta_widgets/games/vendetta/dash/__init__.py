"""Vendetta's dashboards: Blood, Influence, Locations, balance, review, bots to watch."""
