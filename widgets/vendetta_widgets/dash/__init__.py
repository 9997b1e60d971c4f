"""What the dashboards of all games share: a page of figures, one game to look at, a table of bots to watch."""
