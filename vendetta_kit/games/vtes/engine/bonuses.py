"""Effects on a fighter for a round or a combat: strength, first strike, restrictions.

They come from cards played before range (RANGE-03), for a round or with ``whole_combat`` for the combat, and from
cards in play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import state as s
from .board import given, seat_of, strength, worn
from .card_verbs import VERBS
from .cards import Effects
from .game import Game

_GIVEN: Final = {
    s.FIRST_STRIKES: ("first_strike", 0),
    s.AGGRAVATED_HANDS: ("aggravated_hands", 0),
    s.NO_MANEUVER: ("no_maneuver", 1),
    s.NO_PRESS: ("no_press", 1),
}
"""The verb by which a card in play gives each mode, and 1 if the card is on the opponent's side, else 0."""


def in_mode(g: Game, k: int, mode: int) -> bool:
    """Check whether a mode holds for fighter ``k`` now, by a card played or in play."""
    if g.n[s.MODES + k] & mode:
        return True
    given_by = _GIVEN.get(mode)
    if given_by is None or given_by[0] not in g.table.given_verbs:
        return False
    return bool(worn(g, g.n[s.FIGHTER + (k ^ given_by[1])], given_by[0]))


def power(g: Game, k: int) -> int:
    """Return fighter ``k``'s current strength (EFF-01)."""
    total = strength(g, g.n[s.FIGHTER + k]) + g.n[s.STRENGTH + k]
    if "weaken" in g.table.given_verbs:
        total -= given(g, g.n[s.FIGHTER + 1 - k], "weaken")
    return max(0, total)


def begin_combat(g: Game) -> None:
    """Clear the effects at the start of a combat."""
    n = g.n
    for k in (0, 1):
        n[s.COMBAT_MODES + k] = n[s.COMBAT_STRENGTH + k] = 0


def begin_round(g: Game) -> None:
    """Keep only the effects for the whole combat at the start of a round."""
    n = g.n
    for k in (0, 1):
        n[s.MODES + k], n[s.STRENGTH + k] = n[s.COMBAT_MODES + k], n[s.COMBAT_STRENGTH + k]


def take_hold(g: Game, k: int, what: Effects) -> None:
    """Carry out the effects of fighter ``k``'s card before range."""
    whole = any(effect.verb == "whole_combat" for effect in what)
    for effect in what:
        act = _BEFORE.get(effect.verb)
        if act is not None:
            act(g, k, effect.value, whole)


def _strength(g: Game, k: int, value: int, whole: bool) -> None:
    n = g.n
    n[s.STRENGTH + k] += value
    if whole:
        n[s.COMBAT_STRENGTH + k] += value
    if g.rec is not None:
        minion = n[s.FIGHTER + k]
        g.rec.event(g, "stronger", seat_of(g, minion), minion=g.rules.card(g, minion), amount=value, whole=whole)


def _weaken(g: Game, k: int, value: int, whole: bool) -> None:
    _strength(g, 1 - k, -value, whole)


def _hold(g: Game, k: int, mode: int, verb: str, whole: bool) -> None:
    n = g.n
    n[s.MODES + k] |= mode
    if whole:
        n[s.COMBAT_MODES + k] |= mode
    if g.rec is not None:
        minion = n[s.FIGHTER + k]
        rules, name = VERBS[verb].rules, g.rules.card(g, minion)
        g.rec.event(g, "holds", seat_of(g, minion), rules, minion=name, what=verb, whole=whole)


def _first_strike(g: Game, k: int, value: Any, whole: bool) -> None:
    _hold(g, k, s.FIRST_STRIKES, "first_strike", whole)


def _aggravated_hands(g: Game, k: int, value: Any, whole: bool) -> None:
    _hold(g, k, s.AGGRAVATED_HANDS, "aggravated_hands", whole)


def _no_maneuver(g: Game, k: int, value: Any, whole: bool) -> None:
    _hold(g, 1 - k, s.NO_MANEUVER, "no_maneuver", whole)


def _no_press(g: Game, k: int, value: Any, whole: bool) -> None:
    _hold(g, 1 - k, s.NO_PRESS, "no_press", whole)


def _hands_only(g: Game, k: int, value: str, whole: bool) -> None:
    if value == "both":
        _hold(g, k, s.HANDS_ONLY, "hands_only", whole)
    _hold(g, 1 - k, s.HANDS_ONLY, "hands_only", whole)


def _set_range(g: Game, k: int, value: str, whole: bool) -> None:
    n = g.n
    n[s.RANGE] = s.LONG if value == "long" else s.CLOSE
    n[s.MODES] |= s.NO_MANEUVER
    n[s.MODES + 1] |= s.NO_MANEUVER
    if g.rec is not None:
        minion = n[s.FIGHTER + k]
        g.rec.event(g, "range_set", seat_of(g, minion), minion=g.rules.card(g, minion), long=n[s.RANGE] == s.LONG)


_BEFORE: Final[dict[str, Callable[[Any, int, Any, bool], None]]] = {
    "strength": _strength,
    "weaken": _weaken,
    "first_strike": _first_strike,
    "aggravated_hands": _aggravated_hands,
    "no_maneuver": _no_maneuver,
    "no_press": _no_press,
    "hands_only": _hands_only,
    "set_range": _set_range,
}
