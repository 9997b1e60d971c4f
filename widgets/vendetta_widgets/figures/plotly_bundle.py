"""plotly.js from the installed package, and the JavaScript of pages with figures."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from vendetta_widgets.base_page import script as surface_script

from .figure_style import light

_HERE: Final = Path(__file__).parent
_LAST: Final = "export default { render };"
"""The end of surface.js, which the JavaScript of figures replaces."""


class NoPlotly(RuntimeError):
    """plotly, which draws figures, is not installed."""


@cache
def packed_plotly() -> bytes:
    """Return plotly.js, gzipped (1.5 MB instead of 5), without importing plotly.

    Raises:
        NoPlotly: plotly is not installed.
    """
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(folder, "package_data", "plotly.min.js")
        if path.is_file():
            return gzip.compress(path.read_bytes(), 5)
    raise NoPlotly("plotly is missing: expected an installation with vendetta-kit[learn]")


@cache
def script() -> str:
    """Return the JavaScript of pages with figures."""
    surface = surface_script()
    assert surface.rstrip().endswith(_LAST)
    own = f"const BRIGHT = {json.dumps(light())};\n{(_HERE / 'figures.js').read_text('utf-8')}"
    return surface.rstrip().removesuffix(_LAST) + own
