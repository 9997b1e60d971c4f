"""Kernels of notebooks under test listen at sockets of their own: a port that is free may be another's a moment later.

A plugin for nbval's run: ``pytest -p nbval.plugin -p tests.notebooks.own_sockets --nbval-lax notebooks``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4

import nbval.kernel
from jupyter_client.manager import KernelManager

_FOLDER = tempfile.TemporaryDirectory(prefix="nbval-")


def manager(**more: Any) -> KernelManager:
    """Return a manager of a kernel that listens at sockets of its own."""
    return KernelManager(transport="ipc", connection_file=str(Path(_FOLDER.name) / f"{uuid4().hex}.json"), **more)


nbval.kernel.KernelManager = manager
