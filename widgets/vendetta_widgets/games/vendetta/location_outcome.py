"""A Location's outcome in brief: each Position's Power, the winner and why, and what each player has more or less.

It is made of two views and says no more than the later one knows: before the winner is told there is no crown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.games.vendetta.wording.message_text import event_text
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.log import next_row_number

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of, seat_name
from .table_html import NUMBER_SIGNS, delta

if TYPE_CHECKING:
    from collections.abc import Collection


VERDICTS: Final = ("winner", "lone", "nobody")
"""The events that say who has won a Location."""
CROWN: Final = "♛\ufe0e "


class _Side(NamedTuple):
    """A player at an outcome: the Power that was counted, and how she stood before and stands now."""

    power: int | None
    then: SeatView | None
    now: SeatView


def standings(view: View, before: View | None, span: Collection[int], pen: HtmlWriter) -> Html:
    """Show who has how much Power, who wears the crown, and whose Pool or Alliance has changed since ``before``.

    Args:
        view: what the reader knows at that moment.
        before: what she knew before it; ``None`` if nothing is compared.
        span: running numbers of the events of this Location.
        pen: writes.
    """
    events = [event for event in view.events if event.n in span]
    won = next((event for event in reversed(events) if event.kind in VERDICTS), None)
    power = {event.seat: event.data["power"] for event in events if event.kind == "count"}
    ranked = won.data.get("ranking", (won.seat,)) if won is not None else ()
    order = [seat for seat in ranked if seat is not None]
    order += [seat for seat in view.order if seat not in order]
    rows = []
    for seat in order:
        side = _Side(power.get(seat), before.seats[seat] if before is not None else None, view.seats[seat])
        crowned = won is not None and won.seat == seat
        told = [*_power(side, pen), *_counters(side, pen), *_people(side, pen)]
        if told or crowned:
            crown = tag("span", CROWN, pen.unseen(pen.say("recap.winner")), cls="vk-badge") if crowned else None
            name = seat_name(view.names, seat, view.me, pen)
            cls = f"vk-standing vk-edge{colour_of(seat, view.me)}" + (" vk-crowned" if crowned else "")
            rows.append(tag("li", crown, name, *(joined([" ", piece]) for piece in told), cls=cls))
    return tag("ul", rows, cls="vk-standings") if rows else Html("")


def own_sum(view: View, span: Collection[int], pen: HtmlWriter, said: str = "") -> Html | None:
    """Return what the reader's Pool and Influence were before these numbers of a Location, and are now.

    The cards that brought Blood, and others' that took of it, are named, unless they are ``said`` already. ``None``
    where nothing has changed.
    """
    if view.me is None:
        return None
    own, parts = view.seats[view.me], []
    for token, name, now in (("blood", "change.pool", own.blood), ("influence", "influence.brief", own.influence)):
        came, went = _own_changes(view, span, token)
        if came or went:
            why = _takers(view, span, token, pen, said)
            gave = _givers(view, span, token, pen, said)
            if came and went:
                why = [*(gave or [f"+{came}"]), *why] if why or gave else [f"+{came} −{went}"]
            else:
                why = [*gave, *why]
            because = f" ({pen.say('comma').join(why)})" if why else ""
            parts.append(joined([_changed(token, name, now - came + went, now, pen), because]))
    drained = sum(event.n in span and event.kind == "drain" and event.seat == view.me for event in view.events)
    if drained:
        parts.append(Html(pen.say("recap.drained", n=drained)))
    if not parts:
        return None
    told = [joined([" · " if k else " ", part]) for k, part in enumerate(parts)]
    return tag("small", pen.say("recap.you"), told, cls="vk-losses")


def _takers(view: View, span: Collection[int], token: str, pen: HtmlWriter, said: str) -> list[str]:
    """Return which others' cards have taken how much of a token from the reader in these numbers, if it is not said."""
    sums: dict[str, int] = {}
    for entry in view.ledger:
        of_hers = (entry.token, entry.source.seat, entry.source.kind) == (token, view.me, "pool")
        if entry.n in span and of_hers and entry.card is not None and entry.by != view.me:
            sums[entry.card] = sums.get(entry.card, 0) + entry.amount
    return [f"{pen.name(card)} −{n}" for card, n in sums.items() if pen.name(card) not in said]


def _givers(view: View, span: Collection[int], token: str, pen: HtmlWriter, said: str) -> list[str]:
    """Return which cards, among them an Ally who was won, have brought the reader how much Blood in these numbers."""
    sums: dict[str, int] = {}
    for entry in view.ledger:
        to_hers = (entry.token, entry.target.seat, entry.target.kind) == (token, view.me, "pool")
        if entry.n in span and to_hers and entry.card is not None and token == "blood" and entry.cause != "drain":
            sums[entry.card] = sums.get(entry.card, 0) + entry.amount
    return [f"{pen.name(card)} +{n}" for card, n in sums.items() if pen.name(card) not in said]


def _changed(token: str, name: str, was: int, now: int, pen: HtmlWriter) -> Html:
    return joined([art.use(token), pen.unseen(pen.say(name)), f" {was} → {now}"])


def _own_change(view: View, span: Collection[int], token: str, but: str = "") -> int:
    """Return by how much the reader's Blood or Influence has changed in these numbers, without those of a cause."""
    came, went = _own_changes(view, span, token, but)
    return came - went


def _own_changes(view: View, span: Collection[int], token: str, but: str = "") -> tuple[int, int]:
    """Return how much of a token has come to the reader in these numbers, and gone, without those of a cause."""
    came = went = 0
    for entry in view.ledger:
        if entry.n in span and entry.token == token and entry.cause != but:
            came += entry.amount * ((entry.target.seat, entry.target.kind) == (view.me, "pool"))
            went += entry.amount * ((entry.source.seat, entry.source.kind) == (view.me, "pool"))
    return came, went


def round_sum(view: View, begun: Event, fed: int, pen: HtmlWriter) -> Html:
    """Return in a few words what the round before the one that begins has done to the reader, and what she is fed now.

    Her Blood after the Feed and at the end, her Influence, and how many Allies she has won.
    """
    assert view.me is not None
    own = view.seats[view.me]
    since = max((event.n for event in view.events if event.kind == "round" and event.n < begun.n), default=0)
    told: list[object] = []
    for token, name, now in (("blood", "change.pool", own.blood), ("influence", "influence.brief", own.influence)):
        at_end = now - _own_change(view, range(begun.n, next_row_number(view)), token)
        if change := _own_change(view, range(since, begun.n), token, but="feed"):
            told.append(_changed(token, name, at_end - change, at_end, pen))
    allies = sum(since < event.n < begun.n and event.kind == "ally" and event.seat == view.me for event in view.events)
    if allies:
        told.append(pen.say("beat.round.ally" if allies == 1 else "beat.round.allies", n=allies))
    told.append(joined([pen.unseen(pen.say("beat.round.fed")), f" +{fed} ", art.use("blood")]))
    over = pen.say("beat.round.over", n=begun.moment.round - 1)
    return tag("span", over, " ", [piece for one in told for piece in (one, " · ")][:-1])


def verdict(event: Event, view: View, pen: HtmlWriter) -> Html:
    """Say in one sentence who has won and why, with its rules."""
    crown = tag("span", CROWN, aria_hidden="true", cls="vk-badge") if event.seat is not None else None
    return tag("p", crown, pen.told(event_text(event, view.names, pen.lang, view.me), event.rules), cls="vk-verdict")


def verdict_in_brief(view: View, event: Event, pen: HtmlWriter) -> str:
    """Return who has won a Location, and with which Power against which, in a few words."""
    at = pen.name(str(event.at))
    if event.seat is None:
        return pen.say("beat.crown.nobody", at=at)
    here = [one for one in view.events if one.at == event.at and one.moment.round == event.moment.round]
    powers = {one.seat: int(one.data["power"]) for one in here if one.kind == "count" and one.n <= event.n}
    others = [n for seat, n in powers.items() if seat != event.seat]
    how, power, most = "won", powers.get(event.seat, 0), max(others, default=0)
    if event.kind == "lone" or not others:
        how = "lone"
    elif power == most:  # whose the tie is (CONF-05, RUL-40)
        how = "tie.fiorenza" if "RUL-40" in event.rules else "tie"
    values = {"name": view.names[event.seat], "at": at, "n": power, "other": most}
    return pen.say(f"beat.crown.{how}{'.you' if event.seat == view.me else ''}", **values)


def _power(side: _Side, pen: HtmlWriter) -> list[Html]:
    if side.power is None:
        return []
    return [tag("span", art.use("power"), tag("b", str(side.power)), " ", pen.say("power"), cls="vk-standing-power")]


def _counters(side: _Side, pen: HtmlWriter) -> list[Html]:
    """The numbers of a player that have changed, as they stand now and by how much."""
    if side.then is None:
        return []
    numbers = {
        "blood": (side.then.blood, side.now.blood),
        "influence": (side.then.influence, side.now.influence),
        "diablerie": tuple(one.tokens_up + one.tokens_down for one in (side.then, side.now)),
    }
    shown = []
    for key, (then, now) in numbers.items():
        if now != then:
            number = tag("b", str(now), delta(now, then))
            shown.append(
                tag("span", art.use(NUMBER_SIGNS[key]), number, " ", pen.say(f"number.{key}"), cls="vk-counter")
            )
    return shown


def _people(side: _Side, pen: HtmlWriter) -> list[Html]:
    """Who has come to the Alliance, and who was Drained."""
    if side.then is None:
        return []
    known = (*side.then.alliance, *side.then.drained)
    came = [card for card in (*side.now.alliance, *side.now.drained) if card not in known]
    drained = [card for card in side.now.drained if card not in side.then.drained]
    return [
        tag("span", pen.say(key), [joined([" ", pen.chip(card)]) for card in cards], cls="vk-counter")
        for key, cards in (("outcome.came", came), ("row.drained", drained))
        if cards
    ]
