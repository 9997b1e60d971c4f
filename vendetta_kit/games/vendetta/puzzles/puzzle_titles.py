"""Titles of mined puzzles, made from the table: whose decision it is, its theme and what is at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS, IDS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import ALLY_AT, BLOOD, CARDS, CLAN, INFL, LOC, OUT, TURN_NUMBER
from vendetta_kit.games.vendetta.wording.message_text import say
from vendetta_kit.rulebook import languages

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["puzzle_words", "title_of"]

_STAKES = ("frenzy", "diablerie", "ties")
"""Themes that a title names, the rarest first."""


def puzzle_words(lang: str) -> dict[str, str]:
    """Return the texts of puzzles in a language: titles, and those of the printed sheet.

    >>> puzzle_words("de")["stake.frenzy"]
    'Raserei ist im Spiel'
    """
    found: dict[str, str] = read_json("lang", lang, "puzzles.json")
    return found


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
    values: dict[str, Any] = {"clan": box.name(CLANS[n[CLAN + seat]], lang), "turn": n[TURN_NUMBER]}
    key = next((theme for theme in ("face_down", "drain") if theme in themes), "planning")
    if n[LOC] >= 0:
        there = [s for s in range(here.seats) if s != seat and _is_at(here, s, n[LOC])]
        rivals = [box.name(CLANS[n[CLAN + s]], lang) for s in there]
        key = "withdraw" if rivals else "alone"
        values["rivals"] = words["and"].join(filter(None, (", ".join(rivals[:-1]), *rivals[-1:])))
        where = "in.haven" if AT[n[LOC]] == "haven" else "in.number"
        values["at"] = say("place", where, lang, {"n": AT[n[LOC]]})
    parts = filter(None, (_stake(here, themes, lang), _stands(here, seat, words)))
    rest = ", ".join(parts)
    return f"{words[f'title.{key}'].format(**values)} {rest[0].upper()}{rest[1:]}"


def _is_at(here: Game, seat: int, loc: int) -> bool:
    return bool(here.z[CARDS + seat * 4 + loc] or here.n[BLOOD + seat * 4 + loc])


def _stake(here: Game, themes: Sequence[str], lang: str) -> str:
    words, n = puzzle_words(lang), here.n
    for theme in _STAKES:
        if theme in themes:
            return words[f"stake.{theme}"]
    ally = n[ALLY_AT + n[LOC]] if n[LOC] >= 0 else -1
    return words["stake.ally"].format(ally=box.name(IDS[ally], lang)) if ally >= 0 else ""


def _stands(here: Game, seat: int, words: dict[str, str]) -> str:
    """Return how the seat stands in Influence, which is public."""
    n = here.n
    best = max(n[INFL + s] for s in range(here.seats) if s != seat and not n[OUT] >> s & 1)
    mine = n[INFL + seat]
    if mine > best:
        return words["stands.first"]
    return words["stands.level"] if mine == best else words["stands.behind"].format(n=best - mine)
