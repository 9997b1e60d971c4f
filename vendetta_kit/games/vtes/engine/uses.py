"""Limits on the use of cards in a combat: once in a round, once in the combat, or by counters."""

from __future__ import annotations

from typing import Any

from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from . import actions as do
from .board import blood, burn, lies_in, on, printed, seat_of, worn
from .card_play import OTHER, No, done, forget, play_at_once, play_open, used_code, wait, waits
from .card_verbs import steps_of
from .cards import Effects
from .game import Game
from .rule_numbers import BASIC
from .state import BANK, FIGHTER, PLAYED, USED

_ROUND = OTHER  # above all codes of played cards
_COMBAT = 1 << 24
_CARD_IN_COMBAT = 1 << 25
_BROUGHT = 1 << 26  # a card played in this round with verbs for later steps
_BROUGHT_END = 1 << 27
_VERBS = ("maneuver", "strike", "prevent", "additional_strikes", "press")


def against_using(g: Game, card: int, verb: str) -> No | None:
    """Return why a fighter's card cannot be used for a verb now, or ``None``; ``prevent`` means all prevention."""
    used = g.z[USED]
    if used and _round_code(card, verb) in used:
        return "COMP-14", "used_in_round", {}
    if card not in g.table.limited:
        return None
    record = printed(g, card)
    if used and _CARD_IN_COMBAT + card in used:
        return "COMP-14", "used_in_combat", {}
    if not blood(g, card) and (
        record.given("uses") is not None
        or (record.given("ammunition") is not None and (verb == "strike" or record.given("strike") is not None))
    ):
        return "COMP-14", "used_up", {}
    return None


def _round_code(card: int, verb: str) -> int:
    return _ROUND + card * len(_VERBS) + _VERBS.index(verb)


def usable_for(g: Game, minion: int, verb: str) -> list[int]:
    """Return the cards among a minion and those on it that it can use for a verb now."""
    cards = worn(g, minion, verb)
    if g.z[USED]:
        cards += [card for card, level in brought(g, minion) if printed(g, card).does(verb, level) is not None]
    return [card for card in cards if against_using(g, card, verb) is None]


def brought(g: Game, minion: int) -> list[tuple[int, int]]:
    """Return the combat cards, with levels, that a fighter played in this round and that have verbs left to use."""
    k = 0 if minion == g.n[FIGHTER] else 1
    found = [code - _BROUGHT for code in g.z[USED] if _BROUGHT <= code < _BROUGHT_END]
    return [(code >> 2, (code >> 1 & 1) + 1) for code in found if code & 1 == k]


def brings(g: Game, card: int) -> Effects:
    """Return a card's effects for its fighter: ``gives`` for a card in play, the played level for a combat card."""
    record = printed(g, card)
    return record.effects(level_brought(g, card)) if record.type == "combat" else record.gives


def level_brought(g: Game, card: int) -> int:
    """Return the level at which a combat card was played in this round; ``BASIC`` for any other card."""
    for minion in (g.n[FIGHTER], g.n[FIGHTER + 1]):
        for other, level in brought(g, minion):
            if other == card:
                return level
    return BASIC


def value_brought(g: Game, card: int, verb: str) -> Any:
    """Return the argument of a verb among a card's effects for its fighter; ``None`` if it is not there."""
    return next((effect.value for effect in brings(g, card) if effect.verb == verb), None)


def used_now(g: Game, card: int, verb: str) -> None:
    """Note that a card was used for a verb, and burn a counter for it."""
    if verb != "strike" or printed(g, card).type == "combat":  # a weapon may strike again
        g.z[USED] += (_round_code(card, verb),)
    if card not in g.table.limited:
        return
    record = printed(g, card)
    if record.given("once_each_combat"):
        g.z[USED] += (_CARD_IN_COMBAT + card,)
    if record.given("ammunition" if verb == "strike" else "uses") is not None:
        move(g, g.table.purse[card], BANK, 1, "spent", card, seat_of(g, card))
        if verb != "strike" and not blood(g, card):
            burn(g, card)


def burn_empty(g: Game) -> None:
    """Burn the fighters' weapons without counters that are burned when empty, after their strike."""
    if not g.table.limited:
        return
    for minion in (g.n[FIGHTER], g.n[FIGHTER + 1]):
        for card in on(g, minion):
            if card in g.table.limited and printed(g, card).given("burned_empty") and not blood(g, card):
                burn(g, card)


def played_already(g: Game, minion: int, card: int) -> bool:
    """Check whether a minion has played this combat card, or another copy, in this combat."""
    return _COMBAT + used_code(minion, printed(g, card), g) in g.z[USED]


def play_in_combat(
    g: Game, seat: int, action: do.Play, level: int, verb: str, then: Step, again: Step | None = None
) -> None:
    """Play and pay a combat card, which then takes effect, unless somebody cancels it (COMP-14).

    Whoever has paid her last pool is out before that, as :func:`.card_play.pay` says.

    Args:
        verb: for which of its verbs it is played; ``""`` before range. What it has for later is remembered.
        then: the step by which it takes effect.
        again: the step that asks again if it was cancelled; ``None`` if what asked still lies on the agenda.
    """
    card, minion = action.card, action.minion
    once = printed(g, card).does("once_each_combat", level)
    if not waits(g, card):
        if play_at_once(g, seat, action):
            if once:
                g.z[USED] += (_COMBAT + used_code(minion, printed(g, card), g),)
            _bring(g, card, minion, level, verb)
            then[0](g, then)
        return
    if play_open(g, seat, action):
        if once:
            g.z[USED] += (_COMBAT + used_code(minion, printed(g, card), g),)
        g.agenda += [then] if again is None else [again, then]
        wait(g, card, (_card_answered, seat, action.code, level, verb, again is not None))


def _card_answered(g: Game, step: Step) -> None:
    """Let a combat card take effect, if nobody has cancelled it, else ask again.

    Step: ``(…, seat, code, level, verb, whether there is a step that asks again)``; the step by which it takes effect
    lies on top of the agenda, and below it the one that asks again.
    """
    _, seat, code, level, verb, asks_again = step
    action = g.rules.actions[code]
    assert isinstance(action, do.Play)
    then = g.agenda.pop()
    again = [g.agenda.pop()] if asks_again else []
    if lies_in(g, action.card, PLAYED):
        done(g, seat, action.card)
        _bring(g, action.card, action.minion, level, verb)
        again = [then]
    g.agenda += again


def _bring(g: Game, card: int, minion: int, level: int, verb: str) -> None:
    """Remember a combat card that has more to use in this round."""
    if steps_of({effect.verb: effect.value for effect in printed(g, card).effects(level)})[1]:
        k = 0 if minion == g.n[FIGHTER] else 1
        g.z[USED] += (_BROUGHT + (card * 2 + level - 1) * 2 + k,)
        if verb:
            g.z[USED] += (_round_code(card, verb),)


def begin_round(g: Game) -> None:
    """Clear what was noted for a round."""
    if g.z[USED]:
        lasting = [code for code in g.z[USED] if code >= _COMBAT and not _BROUGHT <= code < _BROUGHT_END]
        forget(g)
        g.z[USED] += tuple(lasting)
