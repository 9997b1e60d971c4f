"""Cancelling a card when it is played: the other seats are asked before it takes effect (COMP-14, LIB-10).

The window opens only for types of cards that some card of the game can cancel. Masters have their own window (LIB-14).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.kernel import window
from vendetta_kit.kernel.state import Step

from . import actions as do
from .action_codes import PASS, code_of
from .blocking import against_reactor, priority, reactors
from .board import is_card, lies_in, printed, put, refill, seat_of
from .card_play import (
    No,
    against_choice,
    against_cost,
    against_needs,
    against_out_of_turn,
    done,
    effects,
    is_used,
    levels,
    pay,
    play,
    remember,
)
from .decision_kinds import ANSWER
from .rule_numbers import BASIC, SUPERIOR
from .state import ANSWERED, ASH, DEBT, HAND, PLAYED

if TYPE_CHECKING:
    from .game import Game

_KINDS: Final = {"political_action": "action"}
"""Political action cards are action cards too (LIB-17)."""


def kind_of(g: Game, card: int) -> str:
    """Return the type as which a card can be cancelled: ``action``, ``action_modifier`` or ``reaction``."""
    name = printed(g, card).type
    return _KINDS.get(name, name)


def waits(g: Game, card: int) -> bool:
    """Check whether a played card needs the window for cancelling."""
    cancelling = g.table.cancelling
    return bool(cancelling) and kind_of(g, card) in cancelling


def wait(g: Game, card: int, then: Step) -> None:
    """Open the window for cancelling a card that is being played, with a step to do after it."""
    n = g.n
    player = seat_of(g, card)
    g.agenda += [then, (answered_all, n[ANSWERED])]
    n[ANSWERED] = card
    window.open_window(g, ANSWER, [seat for seat in priority(g) if seat != player])


def answered_all(g: Game, step: Step) -> None:
    """Restore the card that was being played before. Step: ``(…, card or -1)``."""
    g.n[ANSWERED] = step[1]


def against_cancelling(g: Game, seat: int, action: do.Play) -> No | None:
    """Return why a seat cannot cancel the card being played by this action, or ``None``."""
    card, minion = action.card, action.minion
    record = printed(g, card)
    answered = g.n[ANSWERED]
    if answered < 0 or not lies_in(g, answered, PLAYED) or seat_of(g, answered) == seat:
        return "COMP-14", "nothing_being_played", {}
    level = SUPERIOR if action.superior else BASIC
    if record.does("cancel", level) != kind_of(g, answered):
        return "COMP-14", "cancels_other", {"type": printed(g, answered).type}
    if record.type == "out_of_turn":
        return against_out_of_turn(g, seat, card)
    if not is_card(g, minion):
        return "LIB-01", "needs_minion", {}
    return (
        against_reactor(g, seat, card, minion)
        or against_choice(g, seat, action)
        or (("LIB-20", "used", {}) if is_used(g, minion, card) else None)
        or against_needs(g, seat, card, minion, action.superior)
        or against_cost(g, seat, card, minion)
    )


def cancel_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's plays that cancel the card being played, and of passing."""
    codes = []
    cards = g.table.cancelling.get(kind_of(g, g.n[ANSWERED]), ())
    seen = set()
    for card in g.z[HAND + seat]:
        record = printed(g, card)
        if card not in cards or record.id in seen:
            continue
        seen.add(record.id)
        for minion in (-1,) if record.type == "out_of_turn" else reactors(g, seat):
            for superior in levels(record):
                action = do.Play(card, minion, -1, superior)
                if against_cancelling(g, seat, action) is None:
                    codes.append(code_of(do.Play, card, minion, -1, superior))
    return [*codes, PASS]


def cancel_answered(g: Game, seat: int, code: int) -> None:
    """Play a card that cancels, or pass."""
    if code == PASS:
        window.passed(g)
        return
    window.used(g)
    action = g.rules.actions[code]
    assert isinstance(action, do.Play)
    card, minion = action.card, action.minion
    play(g, seat, card, minion, -1, action.superior)
    if minion < 0:
        g.n[DEBT + seat] = 1
    if not pay(g, seat, card, minion):
        return
    if minion >= 0:
        remember(g, minion, card)
    step = (cancelled, seat, card, minion, action.part, g.n[ANSWERED])
    if waits(g, card):
        refill(g, seat)
        wait(g, card, step)
    else:
        cancelled(g, step)


def cancelled(g: Game, step: Step) -> None:
    """Burn the cancelled card without effect (COMP-14). Step: ``(…, seat, card, minion, part, which)``."""
    _, seat, card, minion, part, which = step
    if not lies_in(g, card, PLAYED):
        return
    if lies_in(g, which, PLAYED):
        if g.rec is not None:
            g.rec.event(g, "cancelled", seat, ("COMP-14",), card=g.rules.card(g, which))
        put(g, which, ASH, g.table.owner[which])
    done(g, seat, card)
    effects(g, seat, card, minion, -1, part)
