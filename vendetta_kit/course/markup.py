"""The light markup of a lesson's words: **bold**, *italic*, and [[references]] that become chips to click.

A reference is the id of a rule or ruling (``[[PLAN-11]]``), of a card (``[[BR07]]``) or the key of a glossary term
(``[[pool]]``). Behind a bar stand the words that are shown for it where its own name does not fit into the sentence:
``[[pool|Pools]]``. What there is to refer to is the game's: a :class:`Markup` knows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from vendetta_kit.input_errors import Message
from vendetta_kit.rulebook import Rulebook

__all__ = ["Markup", "markup_of", "parse", "ref", "refs"]

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


def refs(text: str) -> tuple[str, ...]:
    """All that a text refers to.

    >>> refs("[[PLAN-11]] and [[pool|Pools]]")
    ('PLAN-11', 'pool')
    """
    return tuple(ref(words)[0] for kind, words in parse(text) if kind == "ref")


class Markup:
    """The markup of one game's words.

    Args:
        kind_of: what a name stands for: ``rule``, ``card``, ``term``, or ``None`` if there is no such thing.
        name_of: its name in a language, by its kind and the name that the reference gives.
    """

    def __init__(self, kind_of: Callable[[str], str | None], name_of: Callable[[str, str, str], str]) -> None:
        self.kind_of = kind_of
        self._name_of = name_of

    def rules_of(self, text: str) -> tuple[str, ...]:
        """The rules and rulings that a text refers to."""
        return tuple(name for name in refs(text) if self.kind_of(name) == "rule")

    def fault(self, text: str) -> Message | None:
        """What is wrong with a text's markup; ``None`` if it reads well."""
        for kind, words in parse(text):
            if kind == "ref":
                if self.kind_of(ref(words)[0]) is None:
                    return Message("nothing_called", name=ref(words)[0])
            elif found := _LEFT_OVER.search(words):
                return Message("stands_alone", value=found[0])
        return None

    def plain(self, text: str, lang: str = "en") -> str:
        """The text without markup, each reference by its name."""
        return "".join(self._name(words, lang) if kind == "ref" else words for kind, words in parse(text))

    def markdown(self, text: str, lang: str = "en") -> str:
        """Return the text as a notebook's Markdown: bold and italic stay, each reference becomes its name."""
        signs = {"bold": "**", "italic": "*"}
        return "".join(
            self._name(words, lang) if kind == "ref" else f"{signs.get(kind, '')}{words}{signs.get(kind, '')}"
            for kind, words in parse(text)
        )

    def _name(self, words: str, lang: str) -> str:
        name, shown = ref(words)
        kind = self.kind_of(name)
        if shown or kind is None:
            return shown or name
        return f"({name})" if kind == "rule" else self._name_of(kind, name, lang)


def markup_of(book: Rulebook, is_card: Callable[[str], bool], card_name: Callable[[str, str], str]) -> Markup:
    """The markup of a game with this rulebook and these cards: its rules and rulings, terms, and cards by their ids.

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
