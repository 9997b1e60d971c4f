"""The kit's version, for all who write it down or compare it; ``vendetta_kit.__version__`` is the public name."""

from __future__ import annotations

__version__ = "0.2.0"
