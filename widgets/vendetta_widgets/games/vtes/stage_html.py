"""The great moments of V:TES on a stage in the table's place: a master, a bleed and a block, a combat, a referendum.

What goes on is read from the view; what is over, and is being told, from its events.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.public_progress import (
    SeenAction,
    SeenReferendum,
    Target,
)
from vendetta_kit.games.vtes.engine.rule_numbers import VOTES_OF_PRISCI
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.events import Event

from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of, seat_name
from ...parts import Side as StageSide
from ...parts import card, portrait, side, stage
from . import fight_html
from .beat_text import bled_row, last_bleed, pool_change
from .card_html import brief, hand_face, minion, record
from .offers import could_add, in_play, intercept_of
from .ring_html import face_of, tint_of
from .stage_parts import (
    block_of_prisci,
    cards_of_fight,
    may_block,
    may_stop,
    shown_card,
    side_of,
    since_last,
    small_card,
    steps_html,
    votes_by_player,
    what_it_does,
    where_is,
    who_html,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


NO_VOTES: Final = ("POL-07", "POL-09", "POL-11")
"""Why somebody has no votes."""
TURN: Final = 22
"""So many degrees the needle of the balance turns for each point that a side is ahead …"""
MOST_AHEAD: Final = 3
"""… up to so many."""
MOST_TOLD: Final = 4
"""So many lines of what has come of a Diablerie stand on its stage."""
MOST_PLAYED: Final = 3
"""So many of the cards that were played for or against an action lie on the stage; the log has all."""


def going_on(view: View, pen: HtmlWriter) -> Html:
    """What goes on now, innermost first; empty between actions."""
    if view.over:
        return Html("")
    if view.combat is not None:
        return fight_html.combat(view, view.combat, pen)
    if _is_after_diablerie(view):
        return _diablerie(view, since_last(view, "diablerie"), pen)
    if view.referendum is not None:
        return _referendum(view, view.referendum, pen)
    if view.action is not None:
        return _action(view, view.action, pen)
    if view.decision is not None and view.decision.kind == "out_of_turn" and view.master:
        return _master(view, pen)
    return Html("")


def told(view: View, since: int, pen: HtmlWriter, fighters: Sequence[Target] = (), remarks: bool = False) -> Html:
    """The great moment that ended among the events from number ``since`` on; empty if there was none.

    ``fighters`` are the two of a combat, where they are known; else they are found by their names. ``remarks``: whether
    the others are bots, who say a word about it.
    """
    kinds = {event.kind for event in view.events if event.n >= since}
    if {"ousted", "withdrawn"} & kinds:
        return _oust(view, [event for event in view.events if event.n >= since], pen, remarks)
    if "diablerie" in kinds:
        return _diablerie(view, since_last(view, "diablerie"), pen)
    if "outcome" in kinds:
        return _outcome(view, since_last(view, "referendum"), pen, remarks)
    if "combat_over" in kinds:
        return fight_html.fought(view, since_last(view, "combat"), pen, fighters)
    if "bled" in kinds and view.me is not None:
        return _bled(view, since, view.me, pen)
    return Html("")


# A master ----------------------------------------------------------------------------------------------------


def _master(view: View, pen: HtmlWriter) -> Html:
    """The master that is being played, which may be answered: by whom, at what, and what it does."""
    played = next(event for event in reversed(view.events) if event.kind == "played")
    name, at_card, at_seat = (played.data[key] for key in ("card", "at_card", "at_seat"))
    assert played.seat is not None
    aim: object = pen.chip(at_card) if at_card else None
    if at_seat is not None:
        aim = seat_name(view.names, at_seat, view.me, pen)
    words = tag(
        "div",
        tag("h2", seat_name(view.names, played.seat, view.me, pen), " ", pen.say("vtes.strip.master")),
        tag("p", pen.say("vtes.strip.at"), " ", aim) if aim else None,
        tag("p", what_it_does(view, name, pen, played.seat), cls="vt-does"),
    )
    shown = tag("div", card(pen, hand_face(pen, name), "stage"), words, cls="vt-master")
    return stage(pen, pen.say("vtes.strip.master"), [], shown, [], cls="vt-stage-master")


# An action against a block -----------------------------------------------------------------------------------


def attempt(view: View, block: Event, pen: HtmlWriter) -> Html:
    """The block that is tried against the action of a view, which has come to nothing yet; empty without an action."""
    if view.action is None or block.seat is None:
        return Html("")
    numbers = {key: block.data[key] for key in ("intercept", "stealth")}
    blocker = where_is(view, block.data["minion"], block.seat)
    return _action(view, replace(view.action, blocker=blocker, **numbers), pen, open_yet=True)


def _action(view: View, action: SeenAction, pen: HtmlWriter, open_yet: bool = False) -> Html:
    """Who acts, against whom; stealth and intercept as a balance, with the cards that each side has played."""
    events = since_last(view, "action")
    changed = {event.data["card"]: event for event in events if event.kind == "changed" and event.data["card"]}
    mine: list[Html] = []
    theirs: list[Html] = []
    for event in events:
        name = event.data.get("card") if event.kind in ("played", "used") else None
        if not name or name == action.card:
            continue
        change = changed.get(name)
        note = "" if change is None else f"{change.data['new'] - change.data['old']:+d}".replace("-", "−")
        (mine if event.seat == action.actor.seat else theirs).append(small_card(view, name, pen, note=note))
    deed = pen.game("did", action.kind)
    if action.kind == "bleed":
        at = view.names[action.target.seat] if action.target else ""
        deed = pen.say("vtes.stage.bleeds", name=at, n=action.bleed)
    left = side_of(view, action.actor, pen, deed, _cards(mine, pen, "for"))
    unblocked = action.blocker is None and any(event.kind == "unblocked" for event in events)
    right = None
    if action.blocker is not None:
        right = side_of(view, action.blocker, pen, pen.say("vtes.stage.blocks"), _cards(theirs, pen, "against"))
    elif action.target is not None:
        beside = _cards(theirs, pen, "against") or (None if unblocked else may_stop(view, action.target, pen))
        right = side_of(view, action.target, pen, pen.say("vtes.stage.target"), beside)
    elif action.may_block and not unblocked:
        right = may_block(view, action, pen)
    now = 3 if unblocked else 2 if action.blocker is not None else 1
    middle = tag(
        "div",
        steps_html(pen, ("announced", "block", "attempt", "resolved"), now),
        _balance(view, action, pen, unblocked),
        None if open_yet else _standing(action, pen, unblocked),
        _by(view, action, pen),
        _others(view, action, pen),
        cls="vt-middle",
    )
    return stage(
        pen, pen.say("vtes.strip.action"), [left], middle, [right] if right is not None else [], cls="vt-stage-action"
    )


def _by(view: View, action: SeenAction, pen: HtmlWriter) -> Html | None:
    """The card of the action, with what it does at the level at which it was played."""
    if action.card is None:
        return None
    aim = action.target.card if action.target is not None else None
    at = tag("b", pen.say("vtes.at", name=pen.name(aim)), " · ") if aim is not None else None
    does = tag("p", at, brief(action.card, pen.lang, action.superior), cls="vt-does")
    return tag("div", small_card(view, action.card, pen), does, cls="vt-by")


def _cards(played: Sequence[Html], pen: HtmlWriter, key: str) -> Html | None:
    """The last cards that were played on a side."""
    if not played:
        return None
    return tag(
        "div", list(played[-MOST_PLAYED:]), cls=f"vt-played-row vt-{key}", aria_label=pen.say(f"vtes.played.{key}")
    )


def _could_block(view: View, pen: HtmlWriter) -> str:
    """Return the best intercept of who could block for the one who is asked; unknown where somebody else is."""
    asked = view.decision
    blocks = [] if asked is None else [action for action in asked.legal if isinstance(action, do.Block)]
    if asked is None or not blocks:
        return "?"
    known = in_play(view)
    best = max((known[action.minion] for action in blocks), key=intercept_of)
    n, more = intercept_of(best), any(could_add(view, asked.seat, known[action.minion]) for action in blocks)
    return pen.say("vtes.known_and_more", n=n) if more else str(n)


def _balance(view: View, action: SeenAction, pen: HtmlWriter, unblocked: bool = False) -> Html:
    """Stealth and intercept as two arcs and a needle between them, all at stealth where nobody has blocked."""
    turn = 0
    if unblocked:
        turn = -TURN * MOST_AHEAD
    elif action.blocker is not None:
        ahead = max(-MOST_AHEAD, min(MOST_AHEAD, action.intercept - action.stealth))
        turn = TURN * ahead + (TURN if ahead >= 0 else 0) // 2
    else:
        turn = -TURN * min(MOST_AHEAD, action.stealth)
    arcs = (
        '<path class="vt-arc-stealth" d="M12 76A58 58 0 0 1 67 18"/>'
        '<path class="vt-arc-intercept" d="M73 18A58 58 0 0 1 128 76"/>'
        f'<g class="vt-needle" style="--turn:{turn}deg">'
        '<path d="M66 72 70 24 74 72Z"/></g><circle class="vt-hub" cx="70" cy="74" r="6"/>'
    )
    drawn = tag("svg", Html(arcs), viewBox="0 0 140 84", cls="vt-gauge", aria_hidden="true", focusable="false")
    stealth = tag(
        "span", tag("b", str(action.stealth), data_count="stealth"), " ", pen.game("what", "stealth"), cls="vt-stealth"
    )
    held = str(action.intercept) if action.blocker is not None else "–" if unblocked else _could_block(view, pen)
    intercept = tag(
        "span", tag("b", held, data_count="intercept"), " ", pen.game("what", "intercept"), cls="vt-intercept"
    )
    return tag("div", drawn, tag("p", stealth, intercept, cls="vt-scales"), cls="vt-balance")


def _standing(action: SeenAction, pen: HtmlWriter, unblocked: bool = False) -> Html | None:
    """What comes of the attempt as it stands; or that nobody has blocked."""
    if unblocked:
        return tag("p", pen.say("vtes.stage.unblocked"), cls="vt-verdict vt-verdict-slips")
    if action.blocker is None:
        return None
    blocks = action.intercept >= action.stealth
    key = "blocks" if blocks else "slips"
    return tag("p", pen.say("vtes.stage.blocked" if blocks else "vtes.stage.slips"), cls=f"vt-verdict vt-verdict-{key}")


def _others(view: View, action: SeenAction, pen: HtmlWriter) -> Html | None:
    """Who may still block, and whose attempt has failed."""
    lines = []
    failed = [one for one in action.tried if one.card and one != action.blocker]
    if failed:
        tried = pen.say("comma").join(pen.name(one.card) for one in failed if one.card)
        lines.append(tag("p", pen.say("vtes.strip.tried", names=tried)))
    return tag("div", lines, cls="vt-small") if lines else None


# A bleed that has got through --------------------------------------------------------------------------------


def _bled(view: View, since: int, me: int, pen: HtmlWriter) -> Html:
    """A bleed of the reader, or by her, as it came out: who, whom, the pool before and after; empty for the others'."""
    events = [event for event in since_last(view, "action") if event.n >= since]
    bled = next((event for event in reversed(events) if event.kind == "bled"), None)
    if bled is None or bled.seat is None or me not in (bled.seat, bled.data["target"]):
        return Html("")
    target, (old, new) = bled.data["target"], pool_change(view, [bled])
    by, awake = where_is(view, bled.data["minion"], bled.seat), bool(view.seats[me].untapped)
    left = side_of(view, by, pen, pen.say("vtes.stage.bled", n=bled.data["amount"]))
    right = side_of(view, Target(target, None), pen, pen.say("vtes.stage.loses", n=old - new))
    middle = tag(
        "div",
        steps_html(pen, ("announced", "block", "attempt", "resolved"), 3),
        _pools(old, new, pen),
        cards_of_fight(view, (), pen),
        tag("p", pen.say("vtes.stage.all_tapped"), cls="vt-does") if target == me and not awake else None,
        cls="vt-middle",
    )
    return stage(pen, pen.say("vtes.strip.action"), [left], middle, [right], cls="vt-stage-action vt-stage-bled")


def _pools(old: int, new: int, pen: HtmlWriter) -> Html:
    """A pool before and after, large."""
    arrow = tag("span", " → ", cls="vk-arrow", aria_hidden="true")
    return tag(
        "p",
        tag("span", str(old)),
        arrow,
        tag("b", str(new)),
        " ",
        tag("small", pen.say("vtes.what.pool")),
        cls="vt-pools",
    )


# A referendum ------------------------------------------------------------------------------------------------


def has_none(view: View, poll: SeenReferendum) -> bool:
    """Whether the reader has had no votes in this referendum, and will have none."""
    if view.me is None or not view.seats[view.me].here or any(ballot.seat == view.me for ballot in poll.ballots):
        return False
    hand = [record(seen.card) for seen in view.seats[view.me].hand if seen.card]
    if any(printed.type == "political_action" or printed.does("votes", 1) for printed in hand):
        return False
    return not any(event.kind == "vote" and event.seat == view.me for event in since_last(view, "referendum"))


def _referendum(view: View, poll: SeenReferendum, pen: HtmlWriter) -> Html:
    """What is voted on, one bar for and against with each seat's votes, and who can still cast."""
    events = since_last(view, "referendum")
    none = (
        tag("p", pen.told(pen.say("vtes.strip.no_votes"), NO_VOTES), cls="vt-small") if has_none(view, poll) else None
    )
    what: list[object] = []
    if poll.card is not None:
        what.append(small_card(view, poll.card, pen))
    words: list[object] = [
        tag("h2", seat_name(view.names, poll.caller, view.me, pen), " ", pen.say("vtes.stage.calls"))
    ]
    if poll.card is not None:
        words.append(tag("p", what_it_does(view, poll.card, pen, poll.caller), cls="vt-does"))
    elif poll.about is not None:
        what.append(_hunted(view, poll.about, pen))
        words.append(tag("p", pen.say("vtes.strip.hunt"), " ", who_html(view, poll.about, pen)))
    if poll.terms is not None:
        words.append(tag("p", pen.say("vtes.strip.at"), " ", who_html(view, poll.terms, pen), cls="vt-aimed-at"))
    yes, no = poll.standing
    lacking, over = max(0, no - yes + 1), yes - no
    verdict = pen.say("vtes.stage.passes", n=over) if over > 0 else pen.say("vtes.stage.fails", n=lacking)
    if over == 0:
        verdict = pen.say("vtes.stage.tie")
    notes: list[object] = []
    if poll.still_open:
        notes += [" · ", tag("span", pen.say("vtes.stage.open", n=poll.still_open), cls="vt-fact")]
    if poll.prisci_for or poll.prisci_against:
        prisci = f"{pen.say('vtes.strip.prisci')} {poll.prisci_for} : {poll.prisci_against}"
        hint = pen.say("vtes.strip.prisci.hint")
        notes += [" · ", tag("span", pen.told(prisci, ("POL-12",)), cls="vt-fact", title=hint)]
    return stage(
        pen,
        pen.say("vtes.strip.referendum"),
        [],
        tag(
            "div",
            tag("div", what, tag("div", words), cls="vt-poll-head"),
            _votes(view, events, yes, no, pen, poll, tag("p", verdict, notes, cls="vt-poll-verdict")),
            _ballots(view, poll, pen),
            none,
            cls="vt-poll",
        ),
        [],
        cls="vt-stage-poll",
    )


def _hunted(view: View, about: Target, pen: HtmlWriter) -> Html:
    """The vampire about whom a blood hunt is voted on."""
    return tag("div", minion(pen, replace(shown_card(view, about), tapped=False)), cls="vt-hunted")


def _votes(
    view: View,
    events: Sequence[Event],
    yes: int,
    no: int,
    pen: HtmlWriter,
    poll: SeenReferendum | None = None,
    verdict: Html | None = None,
) -> Html:
    """One bar to scale: votes for it from the left, against it from the right, what can still be cast between them.

    Each player's votes are one block, as wide as their number. The line in the middle is half of all votes.
    """
    cast = [event for event in events if event.kind == "vote" and not event.data["priscus"]]
    sides: list[Html] = []
    for side_cast, total in ((True, yes), (False, no)):
        votes = [
            (event.seat, event.data["votes"], event.data["source"])
            for event in cast
            if event.seat is not None and bool(event.data["yes"]) is side_cast and event.data["votes"]
        ]
        blocks, counted = votes_by_player(view, votes, pen), sum(n for _, n, _ in votes)
        if total > counted:  # where the block of the Prisci goes is counted last
            blocks.append(block_of_prisci(total - counted, pen))
        looks = "vt-pro" if side_cast else "vt-con"
        sides.append(tag("span", blocks if side_cast else blocks[::-1], cls=looks, style=f"flex-grow:{total}"))
    ballots = poll.ballots if poll is not None else ()
    left = [(ballot.seat, ballot.votes, ballot.card) for ballot in ballots if ballot.votes]
    open_votes = votes_by_player(view, left, pen, "?")
    n = sum(votes for _, votes, _ in left)
    if any(ballot.priscus for ballot in ballots):
        open_votes.append(block_of_prisci(VOTES_OF_PRISCI, pen, "?"))
        n += VOTES_OF_PRISCI
    sums = (
        tag("span", pen.say("vtes.strip.for"), " ", tag("b", str(yes), data_count="votes-for"), cls="vt-for"),
        verdict,
        tag(
            "span", pen.say("vtes.strip.against"), " ", tag("b", str(no), data_count="votes-against"), cls="vt-against"
        ),
    )
    between = tag("span", open_votes, cls="vt-open", style=f"flex-grow:{n}") if open_votes else None
    bar = tag("div", sides[0], between, sides[1], cls="vt-votebar")
    return tag("div", tag("div", sums, cls="vt-sums"), bar, cls="vt-votes")


def _ballots(view: View, poll: SeenReferendum, pen: HtmlWriter) -> Html:
    """Each player with the votes that are in sight: cards in hand may bring more."""
    rows = []
    for seat, who in enumerate(view.seats):
        if not who.here:
            continue
        n = sum(ballot.votes for ballot in poll.ballots if ballot.seat == seat)
        much = pen.say("vtes.can_cast.more" if who.hand else "vtes.can_cast", n=n)
        words = tag("span", seat_name(view.names, seat, view.me, pen), tag("small", much))
        asked = " vt-asked" if seat in view.asked else ""
        rows.append(
            tag(
                "li",
                portrait(face_of(view, seat), tint_of(view, seat), cls="vk-por-mid"),
                words,
                cls=f"{tint_of(view, seat)}{asked}",
            )
        )
    return tag("ul", rows, cls="vt-voters", aria_label=pen.say("vtes.strip.ballots"))


REMARKS: Final = 3
"""So many remarks there are for each kind of moment."""


def _remark(view: View, seat: int | None, event: Event, key: str, pen: HtmlWriter) -> Html | None:
    """What a bot says at a great moment, the same whenever it is looked at; ``None``: it is the reader."""
    if seat is None or seat == view.me:
        return None
    return tag("q", pen.say(f"vtes.remark.{key}.{(event.n + seat) % REMARKS}"), cls="vt-remark")


def _outcome(view: View, events: Sequence[Event], pen: HtmlWriter, remarks: bool = False) -> Html:
    """A referendum, with which these events begin, as it came out."""
    call = events[0]
    out = next(event for event in reversed(events) if event.kind == "outcome")
    passes = bool(out.data["passes"])
    name = call.data.get("card")
    about = call.data.get("about")
    head = [small_card(view, name, pen)] if name else []
    if about:
        head.append(_hunted(view, where_is(view, about, None), pen))
    hunted = f"{pen.say('vtes.strip.hunt')} {pen.name(about)}" if about else pen.say("vtes.strip.hunt")
    words = [tag("h2", pen.name(name) if name else hunted)]
    if name:
        words.append(tag("p", what_it_does(view, name, pen, call.seat), cls="vt-does"))
    terms = next((event.data for event in events if event.kind == "terms"), {})
    aimed = terms.get("at_seat")
    aim = pen.chip(terms["at_card"]) if terms.get("at_card") else None
    if aim is None and aimed is not None:
        aim = seat_name(view.names, aimed, view.me, pen)
    if aim is not None:
        words.append(tag("p", pen.say("vtes.strip.at"), " ", aim, cls="vt-aimed-at"))
    if remarks and name and (said := _remark(view, call.seat, out, "passes" if passes else "fails", pen)) is not None:
        words.append(tag("p", seat_name(view.names, call.seat or 0, view.me, pen), ": ", said, cls="vt-said"))
    stamp = tag(
        "span",
        pen.say(f"vtes.end.{'passed' if passes else 'failed'}"),
        cls=f"vt-stamped vt-end-{'passed' if passes else 'failed'}",
    )
    return stage(
        pen,
        pen.say("vtes.strip.referendum"),
        [],
        tag(
            "div",
            tag("div", head, tag("div", words), stamp, cls="vt-poll-head"),
            _votes(view, events, out.data["total_for"], out.data["total_against"], pen),
            cls="vt-poll",
        ),
        [],
        cls="vt-stage-poll vt-stage-told",
    )


# Diablerie ---------------------------------------------------------------------------------------------------


def _is_after_diablerie(view: View) -> bool:
    """Whether what goes on comes of a diablerie: what the diabolist takes and learns, a call for a blood hunt."""
    called = view.referendum is not None or view.action is None
    return not called and any(event.kind == "diablerie" for event in since_last(view, "action"))


def _diablerie(view: View, events: Sequence[Event], pen: HtmlWriter) -> Html:
    """Who devours whom, the blood that goes over, and what has come of it: the events begin with the diablerie."""
    deed = events[0]
    fell = any(event.kind == "burned" and event.data["cause"] == "blood_hunt" for event in events)
    blood = sum(entry.amount for entry in view.ledger if entry.n >= deed.n and entry.cause == "diablerie")
    gains = tag("p", tag("span", tag("b", f"+{blood}"), " ", pen.say("vtes.what.blood")), cls="vt-gains")
    ends = tag("span", pen.say("vtes.end.destroyed"), cls="vt-stamped vt-end-destroyed") if fell else None
    diabolist, victim = deed.data["card"], deed.data["victim"]
    left = side_of(
        view, where_is(view, diabolist, None if fell else deed.seat), pen, pen.say("vtes.stage.devours"),
        tag("div", gains, ends), "vt-ends-destroyed" if fell else "",
    )  # fmt: skip
    right = side_of(
        view, where_is(view, victim, None), pen, pen.say("vtes.stage.devoured"),
        tag("span", pen.say("vtes.end.devoured"), cls="vt-stamped vt-end-destroyed"), "vt-ends-destroyed",
    )  # fmt: skip
    kinds = ("learned", "outcome", "burned", "equipped")
    lines = [line for line in pen.lines(view) if line.n >= deed.n and line.kind in kinds]
    told = tag("ul", [tag("li", pen.told(line.text, line.rules)) for line in lines[:MOST_TOLD]], cls="vk-lines")
    middle = tag("div", tag("h2", pen.say("vtes.stage.diablerie")), told, cls="vt-middle")
    cls = "vt-stage-combat vt-stage-told vt-stage-diablerie"
    return stage(pen, pen.say("vtes.stage.diablerie"), [left], middle, [right], cls=cls)


# An oust -----------------------------------------------------------------------------------------------------


def _oust(view: View, events: Sequence[Event], pen: HtmlWriter, remarks: bool = False) -> Html:
    """Who is out of the game, by whom, and what the predator gets."""
    out = next(event for event in reversed(events) if event.kind in ("ousted", "withdrawn"))
    assert out.seat is not None
    gone = portrait(face_of(view, out.seat), tint_of(view, out.seat), cls="vt-large-face")
    predator = out.data.get("predator") if out.kind == "ousted" else None
    last = (
        _remark(view, out.seat, out, "last", pen) if remarks and predator is not None and predator == view.me else None
    )
    left = side(
        StageSide(
            tint_of(view, out.seat),
            view.names[out.seat],
            f"seat{colour_of(out.seat, view.me)}",
            cards=(gone,),
            beside=last,
            lost=True,
        )
    )
    lines = [
        line
        for line in pen.lines(view)
        if line.n >= events[0].n and line.kind in ("ousted", "withdrawn", "point", "entry.prey_ousted")
    ]
    blow = last_bleed(events, out)
    words = tag(
        "div",
        tag("p", bled_row(view, [blow], pen), cls="vt-last-blow") if blow is not None else None,
        tag("span", pen.say(f"vtes.end.{out.kind}"), cls="vt-stamped vt-end-destroyed"),
        tag("ul", [tag("li", pen.told(line.text, line.rules)) for line in lines], cls="vk-lines"),
        cls="vt-middle",
    )
    right = []
    if isinstance(predator, int):
        shown = portrait(face_of(view, predator), tint_of(view, predator), cls="vt-large-face")
        pool = sum(e.amount for e in view.ledger if e.n >= events[0].n and e.cause == "prey_ousted")
        gains = [("+1", pen.say("vtes.point")), (f"+{pool}", pen.say("vtes.what.pool"))][: 1 + (pool > 0)]
        gets = tag("p", [tag("span", tag("b", n), " ", what) for n, what in gains], cls="vt-gains", aria_hidden="true")
        sign, name = f"seat{colour_of(predator, view.me)}", view.names[predator]
        beside = joined([gets, _remark(view, predator, out, "ousts", pen) if remarks else None])
        right.append(side(StageSide(tint_of(view, predator), name, sign, cards=(shown,), beside=beside)))
    return stage(pen, pen.say(f"vtes.end.{out.kind}"), [left], words, right, cls="vt-stage-oust vt-stage-told")
