"""What goes on at the table of V:TES, each as its own strip: a master, the action, the combat, the referendum.

Each says what the card does that it is about: nobody is asked about a card that she would have to look up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.public_progress import (
    SeenAction,
    SeenCombat,
    SeenFighter,
    SeenReferendum,
    Target,
)
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.events import Event

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import seat_name
from .card_html import brief, record

if TYPE_CHECKING:
    from collections.abc import Iterable


__all__ = ["NO_VOTES", "strip"]

NO_VOTES: Final = ("POL-07", "POL-09", "POL-11")
"""Why somebody has no votes."""


def strip(view: View, pen: HtmlWriter) -> Html:
    """What goes on now, outermost first; empty between actions."""
    shown: list[Html] = []
    if view.decision is not None and view.decision.kind == "out_of_turn":
        shown.append(_master(view, pen))
    if view.action is not None:
        shown.append(_action(view, view.action, pen))
    if view.referendum is not None:
        shown.append(_referendum(view, view.referendum, pen))
    if view.combat is not None:
        shown.append(_combat(view, view.combat, pen))
    return tag("div", shown, cls="vt-strips", lang=pen.lang) if shown else Html("")


def _who(view: View, aim: Target, pen: HtmlWriter) -> Html:
    """A player, or a card with its player."""
    player = seat_name(view.names, aim.seat, view.me, pen)
    return player if aim.card is None else joined([pen.chip(aim.card), " ", tag("small", player)])


def _since(view: View, kind: str) -> list[Event]:
    """Return what has happened since the last event of a kind, which begins it."""
    found: list[Event] = []
    for event in reversed(view.events):
        found.append(event)
        if event.kind == kind:
            break
    return found[::-1]


def _arrow() -> Html:
    return tag("span", " ▸ ", cls="vk-arrow", aria_hidden="true")


def _fact(words: str, n: object, cls: str = "") -> Html:
    return tag("span", words, " ", tag("b", str(n)), cls=f"vt-fact {cls}".strip())


def _does(card: str, pen: HtmlWriter) -> Html:
    return tag("p", brief(card, pen.lang), cls="vt-strip-does")


# The master ------------------------------------------------------------------------------------------------


def _master(view: View, pen: HtmlWriter) -> Html:
    """The master that is being played, which may be answered: by whom, at what, and what it does."""
    played = next(event for event in reversed(view.events) if event.kind == "played")
    card, at_card, at_seat = (played.data[key] for key in ("card", "at_card", "at_seat"))
    aim: object = pen.chip(at_card) if at_card else None
    if at_seat is not None:
        aim = seat_name(view.names, at_seat, view.me, pen)
    arrow = _arrow() if aim else None
    assert played.seat is not None
    who = seat_name(view.names, played.seat, view.me, pen)
    head = tag("p", who, " · ", pen.chip(card), arrow, aim, cls="vt-strip-head")
    return tag("section", tag("h2", pen.say("vtes.strip.master")), head, _does(card, pen), cls="vt-strip")


# The action ------------------------------------------------------------------------------------------------


def _action(view: View, action: SeenAction, pen: HtmlWriter) -> Html:
    """Who acts, against whom, stealth against intercept, who may block, and what was played for it."""
    aim = [_arrow(), _who(view, action.target, pen)] if action.target else None
    by = [" · ", pen.chip(action.card)] if action.card is not None else None
    head = tag(
        "p", _who(view, action.actor, pen), " · ", tag("b", pen.game("did", action.kind)), by, aim, cls="vt-strip-head"
    )
    facts = [_fact(pen.game("what", "stealth"), action.stealth)]
    if action.kind == "bleed":
        facts.insert(0, _fact(pen.game("what", "bleed"), action.bleed, "vt-fact-blood"))
    if action.blocker is not None:
        facts.append(_fact(pen.game("what", "intercept"), action.intercept))
        facts.append(tag("span", pen.say("vtes.strip.blocker"), " ", _who(view, action.blocker, pen), cls="vt-fact"))
    else:
        names = pen.say("comma").join(view.names[seat] for seat in action.may_block)
        facts.append(tag("span", pen.say("vtes.strip.may_block", names=names), cls="vt-fact"))
    if action.tried:
        tried = pen.say("comma").join(pen.name(one.card) for one in action.tried if one.card)
        facts.append(tag("span", pen.say("vtes.strip.tried", names=tried), cls="vt-fact"))
    played = [event for event in _since(view, "action") if event.kind in ("played", "used")]
    modifiers = tag("span", pen.say("vtes.strip.played"), " ", _played(played, pen), cls="vt-fact") if played else None
    title = pen.say("vtes.strip.action")
    does = _does(action.card, pen) if action.card is not None else None
    told = tag("p", facts, modifiers, cls="vt-strip-facts")
    return tag("section", tag("h2", title), head, does, told, cls="vt-strip")


def _played(events: Iterable[Event], pen: HtmlWriter) -> list[Html]:
    return [pen.chip(card) for event in events if (card := event.data.get("card"))]


# The combat ------------------------------------------------------------------------------------------------


def _combat(view: View, combat: SeenCombat, pen: HtmlWriter) -> Html:
    """Round and range; each fighter's strike and the damage that it has taken in this round."""
    facts = [
        _fact(pen.say("vtes.strip.round"), combat.round),
        tag("span", pen.say("vtes.strip.long" if combat.long else "vtes.strip.close"), cls="vt-fact"),
    ]
    events = _since(view, "round")
    sides = [_side(view, one, events, pen) for one in combat.fighters]
    versus = tag("span", art.use("conflict"), cls="vt-versus", aria_hidden="true")
    return tag(
        "section",
        tag("h2", pen.say("vtes.strip.combat")),
        tag("p", facts, cls="vt-strip-facts vt-strip-head"),
        tag("div", sides[0], versus, sides[1], cls="vt-sides"),
        cls="vt-strip vt-strip-combat",
    )


def _side(view: View, one: SeenFighter, events: Iterable[Event], pen: HtmlWriter) -> Html:
    lines = []
    if one.strike is None:
        lines.append(tag("p", pen.say("vtes.strip.no_strike"), cls="vk-small"))
    else:
        own = one.strike == one.minion.card
        strike = pen.chip(one.strike) if one.strike and not own else pen.say(f"vtes.strip.{'own' if own else 'hands'}")
        at = [" ▸ ", _who(view, one.aim, pen)] if one.aim is not None else None
        lines.append(tag("p", pen.say("vtes.strip.strike"), " ", strike, at))
    if one.stronger:
        lines.append(_fact(pen.say("vtes.strength"), f"{one.stronger:+d}"))
    if one.more_strikes:
        lines.append(_fact(pen.say("vtes.strip.more"), one.more_strikes))
    taken = [event for event in events if event.kind == "damage" and event.data["minion"] == one.minion.card]
    damage = sum(event.data["amount"] for event in taken)
    aggravated = sum(event.data["aggravated"] for event in taken)
    for key, n in (("hurt", one.hurt), ("hurt_badly", one.aggravated), ("taken", damage), ("taken_badly", aggravated)):
        if n:
            lines.append(_fact(pen.say(f"vtes.strip.{key}"), n, "vt-fact-blood"))
    return tag("div", tag("p", _who(view, one.minion, pen)), lines, cls="vt-side")


# The referendum --------------------------------------------------------------------------------------------


def _has_none(view: View, poll: SeenReferendum) -> bool:
    """Whether the reader has had no votes in this referendum, and will have none."""
    if view.me is None or not view.seats[view.me].here or any(ballot.seat == view.me for ballot in poll.ballots):
        return False
    hand = [record(seen.card) for seen in view.seats[view.me].hand if seen.card]
    if any(card.type == "political_action" or card.does("votes", 1) for card in hand):
        return False
    return not any(event.kind == "vote" and event.seat == view.me for event in _since(view, "referendum"))


def _referendum(view: View, poll: SeenReferendum, pen: HtmlWriter) -> Html:
    """What is voted on, the votes so far, and who still has votes in sight."""
    if poll.card is not None:
        what: list[object] = [pen.chip(poll.card), " · ", seat_name(view.names, poll.caller, view.me, pen)]
    else:
        what = [pen.say("vtes.strip.hunt"), " ", _who(view, poll.about, pen) if poll.about else None]
    terms = [_arrow(), _who(view, poll.terms, pen)] if poll.terms else None
    sums = [
        _fact(pen.say("vtes.strip.for"), poll.votes_for, "vt-for"),
        _fact(pen.say("vtes.strip.against"), poll.votes_against, "vt-against"),
    ]
    if poll.prisci_for or poll.prisci_against:
        prisci = f"{poll.prisci_for} : {poll.prisci_against}"
        sums.append(_fact(pen.say("vtes.strip.prisci"), prisci))
    left = []
    for seat in dict.fromkeys(ballot.seat for ballot in poll.ballots):
        mine = [ballot for ballot in poll.ballots if ballot.seat == seat]
        sources = [
            tag("span", pen.name(b.card) if b.card else pen.say("vtes.edge"), " ", tag("b", str(b.votes))) for b in mine
        ]
        listed = joined([piece for source in sources for piece in (source, ", ")][:-1])
        left.append(tag("li", seat_name(view.names, seat, view.me, pen), ": ", listed))
    ballots = None
    if left:
        ballots = tag("div", tag("p", pen.say("vtes.strip.ballots"), cls="vk-small"), tag("ul", left, cls="vt-ballots"))
    none = tag("p", pen.told(pen.say("vtes.strip.no_votes"), NO_VOTES)) if _has_none(view, poll) else None
    return tag(
        "section",
        tag("h2", pen.say("vtes.strip.referendum")),
        tag("p", what, terms, cls="vt-strip-head"),
        _does(poll.card, pen) if poll.card is not None and view.action is None else None,
        tag("p", sums, cls="vt-strip-facts vt-sums"),
        ballots,
        none,
        cls="vt-strip vt-strip-poll",
    )
