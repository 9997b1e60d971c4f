"""The references that V:TES's light markup knows: its rules, its terms and the cards of the practice set."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.markup import markup_of
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.rulebook import VTES


def is_card(name: str) -> bool:
    """Return whether a card of the practice set has this id."""
    return name in practice_set()


def _name(card: str, lang: str) -> str:
    return practice_set()[card].named(lang)


MARKUP: Final = markup_of(VTES, is_card, _name)
