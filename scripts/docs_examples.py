"""Show the examples in docstrings as code on the pages of the reference: what scripts/docs.py hands to griffe.

An example begins at ``>>>`` wherever it stands in a docstring and ends at the next empty line, as doctest has it.
Markdown would read it as quotations and links.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLE = re.compile(r"^([ ]*)>>> .*(?:\n\1(?=\S).*)*", re.M)


def fenced(text: str) -> str:
    """Return a docstring with each example between fences, indented as it was.

    >>> print(fenced("Return 2.\\n\\n>>> 1 + 1\\n2").replace("`", "'"))
    Return 2.
    <BLANKLINE>
    '''pycon
    >>> 1 + 1
    2
    '''
    """
    return _EXAMPLE.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)


class Examples(Extension):
    """What griffe calls for each module, class and function that it has read."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Put the examples of an object's docstring between fences."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
