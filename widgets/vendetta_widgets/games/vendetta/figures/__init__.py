"""Figures of Vendetta from the rows of its flows, as plotly's data."""
