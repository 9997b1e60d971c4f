"""What is in the kernel of every page before it knows which page it is for: imported once, and then forked."""

from __future__ import annotations

import gc
import logging
import sys
from typing import Any

import ipywidgets

from vendetta_widgets import drill, front, lesson, play
from vendetta_widgets.play_session import Session

__all__ = ["drill", "front", "lesson", "play", "run"]

_ = Session(1).view  # what the first game reads; nothing that a learner will see is fixed by it
# nobody debugs a page, and a debugger would be half of what a kernel still has to import
sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
# a kernel that is ended while it answers complains of its closed socket; like the server itself it does not say so
logging.getLogger("tornado.general").setLevel(logging.CRITICAL)
gc.collect()
gc.freeze()  # what is never looked through again stays shared


def run(arguments: list[str]) -> None:
    """Be a kernel, as ``python -m ipykernel_launcher`` with these arguments would be, until it is ended."""
    from ipykernel.kernelapp import IPKernelApp

    app: Any = IPKernelApp.instance()
    app.initialize(arguments)
    ipywidgets.load_ipython_extension(app.shell)  # when it was imported there was no kernel yet
    app.start()
