"""The figures' parts for all games: plotly in the page, colours and fonts, step charts, flow diagrams."""
