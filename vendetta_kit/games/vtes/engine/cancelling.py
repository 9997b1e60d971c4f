"""Cancelling a card as it is played: the others are asked before it takes effect (COMP-14, LIB-10)."""

from __future__ import annotations

from vendetta_kit.kernel.state import Step

from . import actions as do
from .action_codes import PASS
from .board import lies_in, one_of_each, printed, put, seat_of
from .card_play import No, cancel_type, done, effects, play_open, wait, waits, window_action
from .game import Game
from .modifiers_and_reactions import against_play, plays_in_action
from .state import ANSWERED, ASH, DEBT, PLAYED


def _against_effect(g: Game, seat: int, minion: int, card: int, part: int) -> No | None:
    """Return why what a card does at a level does not cancel what is being played, or ``None``."""
    answered = g.n[ANSWERED]
    if printed(g, card).does("cancel", part) != cancel_type(g, answered):
        return "COMP-14", "cancels_other", {"type": printed(g, answered).type}
    return None


def against_cancelling(g: Game, seat: int, action: do.Play) -> No | None:
    """Return why a seat cannot cancel the card that is being played with this one, or ``None``."""
    answered = g.n[ANSWERED]
    if answered < 0 or not lies_in(g, answered, PLAYED) or seat_of(g, answered) == seat:
        return "COMP-14", "nothing_being_played", {}
    return _against_effect(g, seat, -1, action.card, action.part) or against_play(g, seat, action, _against_effect)


def cancel_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's plays that cancel the card being played, and of passing."""
    answered = g.n[ANSWERED]
    if not lies_in(g, answered, PLAYED) or seat_of(g, answered) == seat:
        return [PASS]
    cards = one_of_each(g, seat, g.table.cancelling.get(cancel_type(g, answered), set()))
    return [*plays_in_action(g, seat, cards, _against_effect), PASS]


def cancel_answered(g: Game, seat: int, code: int) -> None:
    """Play a card that cancels, or pass."""
    action = window_action(g, code)
    if action is None:
        return
    assert isinstance(action, do.Play)
    card, minion = action.card, action.minion
    if minion < 0:
        g.n[DEBT + seat] = 1
    if not play_open(g, seat, action):
        return
    step = (cancelled, seat, card, minion, action.target, action.part, g.n[ANSWERED])
    if waits(g, card):
        wait(g, card, step)
    else:
        cancelled(g, step)


def cancelled(g: Game, step: Step) -> None:
    """Burn the card that was cancelled: it does nothing (COMP-14).

    Step: ``(…, seat, card, minion, target, part, which)``.
    """
    _, seat, card, minion, target, part, which = step
    if not lies_in(g, card, PLAYED):
        return
    if lies_in(g, which, PLAYED):
        if g.rec is not None:
            g.rec.event(g, "cancelled", seat, ("COMP-14",), card=g.rules.card(g, which))
        put(g, which, ASH, g.table.owner[which])
    done(g, seat, card)
    effects(g, seat, card, minion, target, part)
