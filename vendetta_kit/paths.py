"""Where the kit's data lies, and how it is read.

The data folder is found in two places: inside the installed package (a wheel carries a copy as ``_data``), or
beside the package in a checkout. Nothing is ever written there.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

__all__ = ["data_dir", "read_json"]

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


@cache
def data_dir() -> str:
    """The folder that holds all data files, as an absolute path.

    >>> import os.path
    >>> os.path.isdir(os.path.join(data_dir(), "cards"))
    True
    """
    bundled = os.path.join(_PACKAGE, "_data")
    checkout = os.path.join(os.path.dirname(_PACKAGE), "data")
    for folder in (bundled, checkout):
        if os.path.isdir(os.path.join(folder, "cards")):
            return folder
    raise FileNotFoundError(f"The kit's data is missing: neither {bundled} nor {checkout} holds it.")


@cache
def read_json(*parts: str) -> Any:
    """The content of one JSON file of the data folder, named by its path below that folder.

    Each file is read once, and every caller gets the same object: look at it, do not change it.

    >>> read_json("cards", "clans.json")[0]["id"]
    'brujah'
    """
    with open(os.path.join(data_dir(), *parts), encoding="utf-8") as file:
        return json.load(file)
