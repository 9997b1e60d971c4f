"""Titles of mined puzzles, of at most six words: whose decision it is, and what about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import CLAN, LOC, ROUND, TURN_NUMBER
from vendetta_kit.rulebook import languages

if TYPE_CHECKING:
    from collections.abc import Sequence


def puzzle_words(lang: str) -> dict[str, str]:
    """Return the texts of puzzles in a language: titles, answers, and those of the printed sheet.

    >>> puzzle_words("de")["title.haven"]
    'in der Zuflucht'
    """
    found: dict[str, str] = read_words("puzzles.json", lang)
    return found


def at_place(at: int | str, lang: str) -> str:
    """Return where a Location is.

    >>> at_place(1, "en"), at_place("haven", "en")
    ('at The Rack', 'at the Haven')
    """
    words = puzzle_words(lang)
    return words["title.haven"] if at == "haven" else words["title.place"].format(name=box.name(str(at), lang))


def title_of(here: Game, seat: int, themes: Sequence[str]) -> dict[str, str]:
    """Return a title in each language, made from public information and without a hint at the solution.

    Args:
        here: the game at the decision.
        seat: the seat that decides.
        themes: the themes of the puzzle.
    """
    return {lang: _title(here, seat, themes, lang) for lang in languages()}


def _title(here: Game, seat: int, themes: Sequence[str], lang: str) -> str:
    words, n = puzzle_words(lang), here.n
    values: dict[str, Any] = {"clan": box.name(CLANS[n[CLAN + seat]], lang), "turn": n[TURN_NUMBER], "round": n[ROUND]}
    key = next((theme for theme in ("effect", "hand", "drain") if theme in themes), "planning")
    if key == "drain" and any(isinstance(action, Play) for action in here.legal(seat)):
        key = "turn"
    if n[LOC] < 0:
        key += ".planning" if key == "effect" else ""
    else:
        at = AT[n[LOC]]
        key = "effect" if key == "effect" else "withdraw"
        values["at"] = at_place(at, lang)
    return words[f"title.{key}"].format(**values)
