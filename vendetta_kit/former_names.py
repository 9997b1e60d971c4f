"""Names that public modules had in an earlier version and go on answering to, as ``docs/public.md`` promises."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

__all__ = ["former"]


def former(module: str, names: Mapping[str, Any], name: str) -> Any:
    """Return what a module called ``name`` before, with a :class:`DeprecationWarning` that tells today's name.

    Args:
        module: the module that is asked, its ``__name__``.
        names: what each earlier name stands for, a class or function of today.

    Raises:
        AttributeError: the module has never had such a name.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     found = former("kit.numbers", {"Number": int}, "Number")
    >>> found, str(told[0].message)
    (<class 'int'>, 'kit.numbers.Number is now called int')
    """
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    today = names[name]
    warnings.warn(f"{module}.{name} is now called {today.__name__}", DeprecationWarning, stacklevel=3)
    return today
