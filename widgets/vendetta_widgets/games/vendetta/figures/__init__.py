"""Figures from rows: plain plotly data in the kit's colours. The rows come from the flows of the game."""

from __future__ import annotations

from vendetta_widgets.figures.style import Spec, figure

__all__ = ["Spec", "figure"]
