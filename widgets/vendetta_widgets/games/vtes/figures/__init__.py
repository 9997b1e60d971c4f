"""Figures of V:TES from the rows of its flows, as plotly's data."""
