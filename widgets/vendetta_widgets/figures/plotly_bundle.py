"""plotly.js out of the installed package, and the browser's side of pages with figures."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from vendetta_widgets.base_page import script as surface_script

from .figure_style import light

__all__ = ["NoPlotly", "packed_plotly", "script"]

_HERE: Final = Path(__file__).parent
_LAST: Final = "export default { render };"
"""How surface.js ends; what figures add stands in its place."""


class NoPlotly(RuntimeError):
    """plotly is not installed, so there are no figures."""


@cache
def packed_plotly() -> bytes:
    """plotly.js, packed: one and a half megabytes travel in place of five. plotly itself is not imported.

    Raises:
        NoPlotly: it is not installed.
    """
    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(folder, "package_data", "plotly.min.js")
        if path.is_file():
            return gzip.compress(path.read_bytes(), 5)
    raise NoPlotly("plotly is missing: expected an installation with vendetta-kit[learn]")


@cache
def script() -> str:
    """The browser's side: that of all pages, and figures on top."""
    surface = surface_script()
    assert surface.rstrip().endswith(_LAST)
    own = f"const BRIGHT = {json.dumps(light())};\n{(_HERE / 'figures.js').read_text('utf-8')}"
    return surface.rstrip().removesuffix(_LAST) + own
