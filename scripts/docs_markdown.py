"""Turn docstrings into Markdown for the pages of the reference: what scripts/docs.py hands to griffe.

Names in Sphinx's form, such as :mod:`.state`, become code. An example begins at ``>>>`` wherever it stands and ends at
the next empty line, as doctest has it; Markdown would read it as quotations and links.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from griffe import Extension, Module, Object

_NAME = re.compile(r":(?:attr|class|const|data|exc|func|meth|mod|obj|ref):`[~.]*([^`]+)`")
_EXAMPLE = re.compile(r"^([ ]*)>>> .*(?:\n\1(?=\S).*)*", re.M)


def markdown(text: str) -> str:
    """Return a docstring with names as code and each example between fences, indented as it was.

    >>> markdown("See :func:`.markdown`.")
    'See `markdown`.'
    >>> markdown("Return 2.\\n\\n>>> 1 + 1\\n2").splitlines()
    ['Return 2.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    return _EXAMPLE.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", _NAME.sub(r"`\1`", text))


class Docstrings(Extension):
    """What griffe calls for each module, class and function that it has read."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Turn the docstring of an object into Markdown."""
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)

    def on_module_members(self, *, mod: Module, **_: Any) -> None:
        """Have the page of a package show what its stub lists, which the package imports when it is first used."""
        if isinstance(mod.filepath, Path) and mod.filepath.suffix == ".pyi":
            mod.exports = [name for name, member in mod.members.items() if member.is_alias]
