"""The dashboards' parts for all games: pages of figures, one game's dashboards, a table of bots to watch."""
