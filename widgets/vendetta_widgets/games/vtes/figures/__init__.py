"""V:TES's figures from rows: plain plotly data in the kit's colours. The rows come from the flows of the game."""
