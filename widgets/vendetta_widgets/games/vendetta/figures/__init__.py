"""Figures from rows: plain plotly data in the kit's colours. The rows come from the flows of the game."""
