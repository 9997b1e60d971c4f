"""The kernel of pages before a page is chosen: it imports what all pages need, then is forked."""

from __future__ import annotations

import gc
import logging
import sys
from typing import Any

import ipywidgets

from vendetta_widgets import drill, front, lesson, play
from vendetta_widgets.play_session import Session

__all__ = ["drill", "front", "lesson", "play", "run"]

_ = Session(1).view  # loads the data of a game; it fixes nothing of later games
# pages need no debugger, which would be half of the remaining imports
sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
# a kernel that is ended while it answers would log its closed socket
logging.getLogger("tornado.general").setLevel(logging.CRITICAL)
gc.collect()
gc.freeze()  # objects that are never collected stay shared between forks


def run(arguments: list[str]) -> None:
    """Run a kernel until it is ended, as ``python -m ipykernel_launcher`` with these arguments."""
    from ipykernel.kernelapp import IPKernelApp

    app: Any = IPKernelApp.instance()
    app.initialize(arguments)
    ipywidgets.load_ipython_extension(app.shell)  # there was no kernel at import
    app.start()
