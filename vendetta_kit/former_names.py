"""Keeps the earlier names of public classes and functions working, as ``docs/public.md`` promises."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any


def former(module: str, names: Mapping[str, Any], name: str) -> Any:
    """Return the object that a module called ``name`` before; a :class:`DeprecationWarning` gives today's name.

    Args:
        module: the ``__name__`` of the module.
        names: the class or function of today for each earlier name.

    Raises:
        AttributeError: the module has never had such a name.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     found = former("kit.numbers", {"Number": int}, "Number")
    >>> found, str(caught[0].message)
    (<class 'int'>, 'kit.numbers.Number is now called int')
    """
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    today = names[name]
    warnings.warn(f"{module}.{name} is now called {today.__name__}", DeprecationWarning, stacklevel=3)
    return today
