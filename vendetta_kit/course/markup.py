"""The markup of a lesson's texts: **bold**, *italic*, and [[references]], which pages show as chips to click.

A reference is the id of a rule or ruling (``[[PLAN-11]]``), of a card (``[[BR07]]``) or the key of a glossary term
(``[[pool]]``). The text after a bar is shown in place of its name: ``[[pool|Pools]]``. A :class:`Markup` knows what a
game's texts can refer to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from vendetta_kit.input_errors import Message
from vendetta_kit.rulebook import Rulebook

_PIECE: Final = re.compile(r"\*\*(?P<bold>[^*\[\]]+)\*\*|\*(?P<italic>[^*\[\]]+)\*|\[\[(?P<ref>[^\[\]]+)\]\]")
_LEFT_OVER: Final = re.compile(r"\*|\[\[|\]\]")


def parse(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text as ``(kind, content)``, where kind is ``plain``, ``bold``, ``italic`` or ``ref``.

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


def parse_reference(text: str) -> tuple[str, str]:
    """Return what a reference names, and the text to show for it (empty: its own name).

    >>> parse_reference("PLAN-11"), parse_reference("pool|Pools")
    (('PLAN-11', ''), ('pool', 'Pools'))
    """
    name, _, words = text.partition("|")
    return name.strip(), words.strip()


def references_in(text: str) -> tuple[str, ...]:
    """Return the names of all references in a text.

    >>> references_in("[[PLAN-11]] and [[pool|Pools]]")
    ('PLAN-11', 'pool')
    """
    return tuple(parse_reference(words)[0] for kind, words in parse(text) if kind == "ref")


class Markup:
    """The markup of one game's texts.

    Args:
        kind_of: returns what a reference names: ``rule``, ``card`` or ``term``, or ``None`` if it is unknown.
        name_of: returns the name to show for a reference: ``(kind, reference, language)``.
    """

    def __init__(self, kind_of: Callable[[str], str | None], name_of: Callable[[str, str, str], str]) -> None:
        self.kind_of = kind_of
        self._name_of = name_of

    def rules_of(self, text: str) -> tuple[str, ...]:
        """Return the ids of the rules and rulings that a text refers to."""
        return tuple(name for name in references_in(text) if self.kind_of(name) == "rule")

    def fault(self, text: str) -> Message | None:
        """Return the fault in a text's markup; ``None`` if it has none."""
        for kind, words in parse(text):
            if kind == "ref":
                if self.kind_of(parse_reference(words)[0]) is None:
                    return Message("nothing_called", name=parse_reference(words)[0])
            elif found := _LEFT_OVER.search(words):
                return Message("stands_alone", value=found[0])
        return None

    def plain(self, text: str, lang: str = "en") -> str:
        """Return the text without markup, with names in place of references."""
        return "".join(self._name(words, lang) if kind == "ref" else words for kind, words in parse(text))

    def markdown(self, text: str, lang: str = "en") -> str:
        """Return the text as Markdown, with names in place of references."""
        signs = {"bold": "**", "italic": "*"}
        return "".join(
            self._name(words, lang) if kind == "ref" else f"{signs.get(kind, '')}{words}{signs.get(kind, '')}"
            for kind, words in parse(text)
        )

    def _name(self, words: str, lang: str) -> str:
        name, shown = parse_reference(words)
        kind = self.kind_of(name)
        if shown or kind is None:
            return shown or name
        return f"({name})" if kind == "rule" else self._name_of(kind, name, lang)


def markup_of(book: Rulebook, is_card: Callable[[str], bool], card_name: Callable[[str, str], str]) -> Markup:
    """Return the markup of a game whose texts can refer to the entries of this rulebook and to its cards.

    >>> from vendetta_kit.rulebook import VTES
    >>> words = markup_of(VTES, ["WL02"].__contains__, lambda card, lang: "Whispers")
    >>> [words.kind_of(name) for name in ("BLOCK-07", "WL02", "pool", "PLAN-99")]
    ['rule', 'card', 'term', None]
    """

    @cache
    def kind_of(name: str) -> str | None:
        if book.is_id(name):
            return "rule"
        if any(entry.key == name for entry in book.all_terms()):
            return "term"
        return "card" if is_card(name) else None

    def name_of(kind: str, name: str, lang: str) -> str:
        return book.term(name, lang).term if kind == "term" else card_name(name, lang)

    return Markup(kind_of, name_of)
