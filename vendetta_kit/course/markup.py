"""The light markup of a lesson's words: **bold**, *italic*, and [[references]] that become chips to click.

A reference is the id of a rule or ruling (``[[PLAN-11]]``), of a card (``[[BR07]]``) or the key of a glossary term
(``[[pool]]``). Behind a bar stand the words that are shown for it where its own name does not fit into the sentence:
``[[pool|Pools]]``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from vendetta_kit.faults import Said
from vendetta_kit.games.vendetta import box
from vendetta_kit.rulebook import all_terms, is_id, term

__all__ = ["fault", "kind_of", "markdown", "parse", "plain", "ref", "refs", "rules_of"]

_PIECE: Final = re.compile(r"\*\*(?P<bold>[^*\[\]]+)\*\*|\*(?P<italic>[^*\[\]]+)\*|\[\[(?P<ref>[^\[\]]+)\]\]")
_LEFT_OVER: Final = re.compile(r"\*|\[\[|\]\]")


def parse(text: str) -> list[tuple[str, str]]:
    """A text in pieces: ``plain``, ``bold``, ``italic`` or ``ref``, each with its words.

    >>> parse("Now **play** [[BR07]]!")
    [('plain', 'Now '), ('bold', 'play'), ('plain', ' '), ('ref', 'BR07'), ('plain', '!')]
    """
    pieces = []
    end = 0
    for found in _PIECE.finditer(text):
        if found.start() > end:
            pieces.append(("plain", text[end : found.start()]))
        kind = str(found.lastgroup)
        pieces.append((kind, found[kind]))
        end = found.end()
    if end < len(text):
        pieces.append(("plain", text[end:]))
    return pieces


def ref(text: str) -> tuple[str, str]:
    """What a reference names, and the words to show for it (empty: its own name).

    >>> ref("PLAN-11"), ref("pool|Pools")
    (('PLAN-11', ''), ('pool', 'Pools'))
    """
    name, _, words = text.partition("|")
    return name.strip(), words.strip()


@cache
def kind_of(name: str) -> str | None:
    """What the name of a reference stands for: ``rule``, ``card``, ``term``, or ``None`` if there is no such thing.

    >>> kind_of("RUL-01"), kind_of("AL16"), kind_of("pool"), kind_of("PLAN-99")
    ('rule', 'card', 'term', None)
    """
    if is_id(name):
        return "rule"
    if any(entry.key == name for entry in all_terms()):
        return "term"
    try:
        box.find(name)
    except box.UnknownCard:
        return None
    return "card" if name[:1].isupper() else None


def refs(text: str) -> tuple[str, ...]:
    """All that a text refers to.

    >>> refs("[[PLAN-11]] and [[pool|Pools]]")
    ('PLAN-11', 'pool')
    """
    return tuple(ref(words)[0] for kind, words in parse(text) if kind == "ref")


def rules_of(text: str) -> tuple[str, ...]:
    """The rules and rulings that a text refers to."""
    return tuple(name for name in refs(text) if is_id(name))


def fault(text: str) -> Said | None:
    """What is wrong with a text's markup; ``None`` if it reads well.

    >>> fault("**all** is [[pool|well]]"), str(fault("a * alone")), str(fault("[[PLAN-99]]"))
    (None, "'*' stands alone", 'nothing is called PLAN-99')
    """
    for kind, words in parse(text):
        if kind == "ref":
            if kind_of(ref(words)[0]) is None:
                return Said("nothing_called", name=ref(words)[0])
        elif found := _LEFT_OVER.search(words):
            return Said("stands_alone", value=found[0])
    return None


def plain(text: str, lang: str = "en") -> str:
    """The text without markup, each reference by its name.

    >>> plain("**Your** [[pool]] [[PLAN-11]]", "de")
    'Your Vorrat (PLAN-11)'
    """
    return "".join(_name(words, lang) if kind == "ref" else words for kind, words in parse(text))


def markdown(text: str, lang: str = "en") -> str:
    """Return the text as a notebook's Markdown: bold and italic stay, each reference becomes its name.

    >>> markdown("**Your** [[pool]] [[PLAN-11]]", "de")
    '**Your** Vorrat (PLAN-11)'
    """
    signs = {"bold": "**", "italic": "*"}
    return "".join(
        _name(words, lang) if kind == "ref" else f"{signs.get(kind, '')}{words}{signs.get(kind, '')}"
        for kind, words in parse(text)
    )


def _name(words: str, lang: str) -> str:
    name, shown = ref(words)
    kind = kind_of(name)
    if shown:
        return shown
    if kind == "rule":
        return f"({name})"
    return term(name, lang).term if kind == "term" else box.name(name, lang) if kind == "card" else name
