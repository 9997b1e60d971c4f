"""Questions of V:TES that a person is not asked, as they leave no choice, and answers that she has decided before.

What stands here follows from a hand. A page asks it only where nobody else at the table could see that its person was
not asked; what she has decided herself holds anywhere.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.cards import Effects
from vendetta_kit.games.vtes.engine.public_progress import Ballot
from vendetta_kit.games.vtes.engine.rule_numbers import VOTES_OF_PRISCI
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Event

from .card_html import record
from .offers import ballot_of, could_add, in_play, intercept_of

if TYPE_CHECKING:
    from collections.abc import Collection


def only_answer(view: View, let_on: LetOn | None = None) -> Action | None:
    """Return the answer to what is asked in a view if it leaves no choice; else ``None``.

    There is none where only one thing can be done, where 1 pool can be taken for the Edge, where no block could
    succeed, and in a referendum that the reader has let go on (``let_on``) and that is as it was, or that all her votes
    could not turn.
    """
    asked = view.decision
    if asked is None:
        return None
    if len(asked.legal) == 1:
        return None if asked.legal[0] == do.Pass() else asked.legal[0]  # a pass alone: she wants to be asked always
    if do.Pass() not in asked.legal:
        return None
    if asked.kind == "untap" and do.TakeEdge() in asked.legal:
        return do.TakeEdge()  # whatever else is done then, it is 1 pool more
    futile = asked.kind == "block" and _blocks_fail(view, asked)
    return do.Pass() if futile or (let_on is not None and _is_settled(view, asked, let_on)) else None


HAND_CARD: Final = -2
"""The source of votes that stands for all political action cards of a hand: of these one counts."""


class LetOn(NamedTuple):
    """A referendum that a person has let go on: which of the game's, the votes, and what she could have done."""

    number: int
    votes: tuple[int, int]
    legal: frozenset[Action]


def let_on(view: View) -> LetOn | None:
    """Return the referendum that goes on where the reader is asked for votes; ``None`` if she is not."""
    asked, poll = view.decision, view.referendum
    if asked is None or poll is None or asked.kind != "vote":
        return None
    number = sum(event.kind == "referendum" for event in view.events)
    return LetOn(number, poll.standing, frozenset(asked.legal))


def _is_settled(view: View, asked: Decision, before: LetOn) -> bool:
    """Whether a referendum that the reader has let go on is as it was; or as it comes out, whatever she does now."""
    now, poll = let_on(view), view.referendum
    if now is None or poll is None or now.number != before.number or not now.legal <= before.legal:
        return False
    if now.votes == before.votes:
        return True
    passes = now.votes[0] > now.votes[1]
    if passes is not (before.votes[0] > before.votes[1]):
        return False
    known, most = in_play(view), dict[int, Ballot]()
    for action in asked.legal:
        if isinstance(action, do.Vote):
            ballot, seen = ballot_of(view, action), known.get(action.source)
            held = action.minion < 0 and ballot.card is None and seen is not None  # one such card of a hand (POL-08)
            source = HAND_CARD if held else action.source
            most[source] = max(most.get(source, ballot), ballot, key=lambda one: one.votes)
        elif action != do.Pass():
            return False  # a card, which may do more
    votes = sum(ballot.votes for ballot in most.values())
    if any(ballot.priscus for ballot in most.values()):
        votes += 2 * VOTES_OF_PRISCI  # their block may leave one side and go to the other
    return now.votes[1] + votes < now.votes[0] if passes else now.votes[0] + votes <= now.votes[1]


def _blocks_fail(view: View, asked: Decision) -> bool:
    """Whether no block that could be tried can succeed: all that could be added falls short of the stealth."""
    blocks = [action for action in asked.legal if isinstance(action, do.Block)]
    if view.action is None or len(blocks) + 1 != len(asked.legal):  # something else can be done
        return False
    known = in_play(view)
    can_add = ((known[a.minion], could_add(view, asked.seat, known[a.minion])) for a in blocks)
    return all(intercept_of(blocker) + more < view.action.stealth for blocker, more in can_add)


# Cards that were armed before -------------------------------------------------------------------------------------


_ARMED: Final = {
    "blocked": ("action_modifier", "stealth"),
    "block": ("reaction", "intercept"),
    "bleed": ("action_modifier", "bleed"),
}
"""When an armed card is used, with the type of card and the verb of its effect that help then; the first that fits.

``blocked``: an action of her own would be blocked; ``block``: her own block would fall short; ``bleed``: nobody has
blocked her bleed. A location in play that is tapped for such an effect helps at the same times.
"""
_UNTAP: Final = "untap"
"""A location in play that is used in its owner's untap phase, without a target."""


def armed_for(card: str) -> str:
    """Return when a card is used that was armed, a key of ``_ARMED`` or ``untap``; empty if it cannot be armed."""
    printed = record(card)
    located = printed.type == "master" and printed.kind == "location"
    for when, (kind, verb) in _ARMED.items():
        if (located or printed.type == kind) and _most(card, verb) > 0:
            return when
    return _UNTAP if located and printed.untap else ""


def _most(card: str, verb: str) -> int:
    """How much a card gives at the most: at one of its levels, or when it is tapped."""
    printed = record(card)
    return max(_amount(effects, verb) for effects in (printed.effects(1), printed.effects(2), printed.tap))


def _gives(card: str, action: do.Play | do.Use, verb: str) -> int:
    """How much this way to use a card gives, as far as it is printed as a number."""
    printed = record(card)
    return _amount(printed.tap if isinstance(action, do.Use) else printed.effects(2 if action.superior else 1), verb)


def _amount(effects: Effects, verb: str) -> int:
    return sum(e.value for e in effects if e.verb == verb and isinstance(e.value, int))


def _due(view: View, seat: int) -> tuple[str, int]:
    """Return which armed cards are to be used now, and how much is missing; empty if none."""
    now = view.action
    assert now is not None
    if now.blocker is None:
        unblocked = any(event.kind == "unblocked" for event in _of_action(view))
        return ("bleed", 0) if unblocked and now.kind == "bleed" and view.moment.seat == seat else ("", 0)
    if view.moment.seat == seat:
        return ("blocked", now.intercept - now.stealth + 1) if now.intercept >= now.stealth else ("", 0)
    if now.blocker.seat == seat and now.intercept < now.stealth:
        return "block", now.stealth - now.intercept
    return "", 0


def _of_action(view: View) -> list[Event]:
    """Return what has happened since the last action was announced, the latest first."""
    return list(takewhile(lambda event: event.kind != "action", reversed(view.events)))


def completed_block(view: View) -> Action | None:
    """Return what makes an own block that falls short succeed, with no more than it takes; ``None`` if nothing does."""
    asked = view.decision
    if asked is None or view.action is None or asked.kind != "react" or view.combat is not None:
        return None
    when, missing = _due(view, asked.seat)
    known = in_play(view)
    ways = [
        (a, _gives(known[a.card].card or "", a, "intercept")) for a in asked.legal if isinstance(a, do.Play | do.Use)
    ]
    enough = [(gives, a) for a, gives in ways if gives >= missing]
    return min(enough, key=lambda one: one[0])[1] if when == "block" and enough else None


def armed_answer(view: View, armed: Collection[int]) -> Action | None:
    """Return what the reader does by a card that she has armed: it is used when it is due.

    Until then she passes, if nothing but such cards could be used; ``None``: she is asked.
    """
    asked, now = view.decision, view.action
    if asked is None:
        return None
    who = view.seats[asked.seat]
    hand = {seen.number: seen.card or "" for seen in who.hand}
    in_play = {seen.number: seen.card or "" for seen in who.held if seen.number in armed}
    if asked.kind == _UNTAP:
        uses = [a for a in asked.legal if isinstance(a, do.Use) and a.target < 0 and a.card in in_play]
        return next((action for action in uses if armed_for(in_play[action.card]) == _UNTAP), None)
    if now is None or asked.kind != "react" or view.combat is not None or view.referendum is not None:
        return None
    held = {card for number, card in hand.items() if number in armed}  # of equal ones one is on offer
    cards = {number: card for number, card in hand.items() if card in held} | in_play
    ways = [a for a in asked.legal if isinstance(a, do.Play | do.Use) and a.card in cards]
    if not cards:
        return None
    when, missing = _due(view, asked.seat)
    if when:
        verb = _ARMED[when][1]

        def reaches(action: do.Play | do.Use) -> tuple[bool, bool, int]:
            more = _gives(cards[action.card], action, verb)
            return more >= missing, isinstance(action, do.Use), more if when == "bleed" else -more

        def helps(action: do.Play | do.Use) -> bool:
            minion = -1 if isinstance(action, do.Use) else action.minion
            blocks = when != "block" or now.blocker is None or minion in (-1, now.blocker.number)
            card = cards[action.card]
            return armed_for(card) == when and blocks and _gives(card, action, verb) > 0

        helping = [action for action in ways if helps(action)]
        if helping:
            return max(helping, key=reaches)
        if when == "blocked":
            return None
    others = [action for action in asked.legal if action not in ways and action != do.Pass()]
    return do.Pass() if not others and do.Pass() in asked.legal else None
