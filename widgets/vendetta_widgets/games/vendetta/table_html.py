"""The table in HTML, from one seat's view: where the game is, the Locations, the players, the final score."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.card_tables import PLANNING_TURNS
from vendetta_kit.games.vendetta.engine.views import (
    AgendaItem,
    CardView,
    LocationView,
    PositionView,
    SeatView,
    View,
)
from vendetta_kit.games.vendetta.wording.message_text import COUNTS_BY_TEXT, event_text

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of, seat_name, table
from ...parts import back, ghost, mini, tokens
from .card_html import face, four_numbers, mark
from .game_words import numbers_of
from .win_reason import signed

PHASES: Final[tuple[str, ...]] = ("feed", "location_setup", "hand_building", "planning", "resolution")
STEPS: Final = ("withdraw", "revelation", "preparation", "conflict", "aftermath")
STEP_SIGNS: Final = ("withdraw", "eye", "preparation", "conflict", "aftermath")
ROMAN: Final = ("", "I", "II", "III")
MOST_TO_COME: Final = 5
MOST_ROOMY: Final = 3
"""With more Positions at a Location than these, or more cards on one than the next, they lie closer."""
MOST_CARDS: Final = 3
MOST_DROPS: Final = 5
"""More Blood on a Position is one drop with a number: a Position is as narrow as a phone's."""


class _Frame(NamedTuple):
    """What all that a reader is shown depends on beside the thing itself."""

    lang: str
    names: tuple[str, ...]
    me: int | None
    counts: bool


# Where the game is -----------------------------------------------------------------------------------------


def clock(view: View, pen: HtmlWriter) -> Html:
    """Write the round, its phases (in Resolution the steps at a Location), and how many turns of Planning there are."""
    signs: Sequence[str] = ()
    if view.phase == "resolution" and view.at is not None:
        names, now, track_name = [pen.game("step", name) for name in STEPS], -1, "step"
        signs = STEP_SIGNS
        now = STEPS.index(view.step) if view.step in STEPS else -1
    else:
        phases = PHASES
        if view.phase not in PHASES:
            phases = (view.phase, *PHASES) if view.phase == "set_up" else (*PHASES, view.phase)
        names, track_name = [pen.game("phase", name) for name in phases], "phase"
        now = phases.index(view.phase)
    items = []
    for k, word in enumerate(names):
        state = "vk-now" if k == now else "vk-past" if k < now else "vk-later"
        sign = art.use(signs[k]) if signs else None
        items.append(tag("li", sign, word, cls=state, aria_current="step" if k == now else None))
    rows = [
        tag("span", pen.say("round.short"), " ", tag("b", ROMAN[view.round]), cls="vk-round") if view.round else None,
        tag("ol", items, cls=f"vk-track vk-track-{track_name}", aria_label=pen.say(f"clock.{track_name}")),
    ]
    if view.phase == "planning" and view.turn_number:
        turns = PLANNING_TURNS[len(view.seats)][view.round - 1]
        pips = [
            tag("i", cls="vk-now" if k == view.turn_number else "vk-past" if k < view.turn_number else None)
            for k in range(1, turns + 1)
        ]
        rows.append(tag("span", pips, pen.unseen(pen.say("turn", n=view.turn_number, all=turns)), cls="vk-pips"))
    return tag("div", rows, cls="vk-clock-row", role="group", aria_label=pen.say("clock"), lang=pen.lang)


def agenda(view: View, pen: HtmlWriter) -> Html:
    """What comes next, as far as it is settled: turns, phases, Locations and steps."""
    shown = [item for item in view.agenda if item.name not in ("turn", "rest_of_turn") or item.seat is not None]
    if not shown or view.over:
        return Html("")
    items = [tag("li", _to_come(view, item, pen)) for item in shown[:MOST_TO_COME]]
    return joined([tag("p", pen.say("agenda"), cls="vk-label"), tag("ol", items, cls="vk-agenda")])


def _to_come(view: View, item: AgendaItem, pen: HtmlWriter) -> str:
    if item.name in STEPS:
        return pen.game("step", item.name)
    if item.name in (*PHASES, "end_of_round", "scoring"):
        return pen.game("phase", item.name)
    values: dict[str, object] = {}
    if item.seat is not None:
        values["name"] = view.names[item.seat]
    if item.at is not None:
        values["at"] = pen.place(item.at)
    return pen.say(f"agenda.{item.name}", **values)


# The Locations ---------------------------------------------------------------------------------------------


class OnTable(NamedTuple):
    """What else stands at the Locations, by Location.

    What is pressed there, the play that is put together, and what goes along with a card on one's own Position; and
    whether a card is taken, which a press at one's own Position lays there.
    """

    targets: Mapping[int | str, Html] = {}
    ghosts: Mapping[int | str, Html] = {}
    along: Mapping[int | str, Html] = {}
    taken: bool = False


def places(
    view: View,
    pen: HtmlWriter,
    counts: bool = True,
    on: OnTable = OnTable(),  # noqa: B008  # it cannot be changed
    before: View | None = None,
) -> Html:
    """Write the Locations in a row, each with its Ally's portrait and the Positions there.

    Args:
        view: the table as its reader knows it.
        pen: writes.
        counts: whether the Power that lies open is added up.
        on: what else stands at a Location.
        before: what has changed since that view is marked.
    """
    found = [_place(view, pen, place, counts, on, before) for place in view.locations]
    return tag(
        "section",
        tag("h2", pen.say("table"), cls="vk-unseen"),
        tag("div", found, cls=f"vk-places vk-places-{len(found)}"),
        aria_label=pen.say("table"),
        lang=pen.lang,
    )


def _place(view: View, pen: HtmlWriter, place: LocationView, counts: bool, on: OnTable, before: View | None) -> Html:
    at = place.at
    outcome = _outcome(view, at)
    now = view.at == at and view.phase == "resolution" and not outcome.resolved
    target, ghost_here, along = on.targets.get(at), on.ghosts.get(at), on.along.get(at)
    powers = {
        found.seat: found
        for found in (flows.powers(view, at) if counts else ())
        if found.counted or not (outcome.resolved or outcome.winner is not None)  # who is alone there wins uncounted
    }
    lying = {seat: _at(view, seat, at) for seat in view.order}
    old = {seat: _at(before, seat, at) if before is not None else None for seat in view.order}
    frame = _Frame(pen.lang, view.names, view.me, counts)
    rows = []
    for seat, found in lying.items():
        mine, more = (ghost_here, along) if seat == view.me else (None, None)
        if found.blood or found.cards or seat in outcome.leaving or mine is not None:
            rows.append(_written_position(found, seat, frame, old[seat], outcome, powers.get(seat), mine, more))
    own = lying.get(view.me) if view.me is not None else None
    if target is not None and ghost_here is None and (own is None or not (own.cards or own.blood)):
        empty = ghost(pen.say("position.yours"), "vk-your-place")
        rows.append(tag("li", empty, along, cls="vk-position vk-position-empty"))
    there: Html | None = tag("ul", rows, cls=f"vk-positions vk-positions-{len(rows)}")
    if not rows:
        there = tag("p", pen.say("place.empty"), cls="vk-empty") if view.phase == "planning" else None
    fresh = before is not None and (lying != old or place not in before.locations)
    states = {
        "vk-place-on": now,
        "vk-place-open": target is not None,
        "vk-place-aimed": on.taken and target is not None,
        "vk-chosen": ghost_here is not None,
        "vk-fresh": fresh,
        "vk-crowded": len(rows) > MOST_ROOMY or any(len(found.cards) > MOST_CARDS for found in lying.values()),
    }
    return tag(
        "article",
        _banner(view, pen, place, now, fresh),
        target,
        tag("div", tag("div", art.use(_scene(place)), cls="vk-scene"), there, cls="vk-ground"),
        data_place=at,
        cls=" ".join(["vk-place", *(cls for cls, holds in states.items() if holds)]),
    )


def _scene(place: LocationView) -> str:
    return f"place-{place.location_card or place.at}"


def _banner(view: View, pen: HtmlWriter, place: LocationView, now: bool, fresh: bool) -> Html:
    """Who can be won there, large, with the four numbers; and where that is."""
    tile = str(place.at)
    name, other = pen.name(tile), None
    if place.at != "haven":
        other = tag("small", pen.say("place.number", n=place.at), " ", mark(pen, tile, name="span", signs_only=True))
    card = pen.chip(place.location_card) if place.location_card is not None else None
    sign = tag("small", "▸ ", pen.say("place.now"), cls="vk-place-now") if now else None
    title = tag("header", tag("h3", name, cls="vk-place-name"), other, sign, card, cls="vk-title-plate")
    if place.ally is None:
        picture = tag("div", art.use(_scene(place)), cls="vk-banner-picture vk-banner-scene")
        return tag("div", picture, title, tag("p", pen.say("ally.none"), cls="vk-empty"), cls="vk-banner-of-place")
    ally = place.ally
    key = f"person-{ally}"
    left, right = four_numbers(pen, ally)
    record = box.find(ally)
    assert isinstance(record, box.Person)
    kind = pen.say(f"creature.{record.creature}")
    text = box.text(ally, pen.lang)
    says = tag("p", text, cls="vk-ally-text") if text else None
    opens = pen.opens_card(ally, pen.name(ally), "vk-ally-name vk-opens")
    return tag(
        "div",
        tag("div", art.wide(key), cls="vk-banner-picture", data_fly=key),
        pen.opens(f"card:{ally}", "", "vk-banner-press", tabindex="-1", aria_hidden="true"),  # as her name below does
        title,
        left,
        right,
        tag("div", opens, tag("small", kind), says, cls="vk-ally-line"),
        cls="vk-banner-of-place" + (" vk-new-ally" if fresh else ""),
    )


def _at(view: View, seat: int, at: int | str) -> PositionView:
    return next(position for position in view.seats[seat].positions if position.at == at)


class _Outcome(NamedTuple):
    """What was revealed and won at a Location this round: seats, nobody's yet where they are empty."""

    staying: tuple[int, ...]
    leaving: tuple[int, ...]
    winner: int | None
    resolved: bool
    changed: frozenset[str]
    """Cards whose printed Power another card has changed."""


def _outcome(view: View, at: int | str) -> _Outcome:
    here = [event for event in view.events if event.at == at and event.moment.round == view.round]
    tokens = [event.data for event in here if event.kind == "tokens"]
    winner = next((event.seat for event in here if event.kind in ("winner", "lone")), None)
    resolved = any(event.kind == "resolved" for event in here)
    last = tokens[-1] if tokens else {"staying": (), "leaving": ()}
    changed = frozenset(str(event.data["card"]) for event in here if event.kind == "printed")
    return _Outcome(last["staying"], last["leaving"], winner, resolved, changed)


@lru_cache(maxsize=256)
def _written_position(
    found: PositionView,
    seat: int,
    frame: _Frame,
    old: PositionView | None,
    outcome: _Outcome,
    power: flows.Powers | None,
    planned: Html | None,
    along: Html | None,
) -> Html:
    """A Position's HTML; most of them are the same after a move as before it. What ``old`` has not is marked."""
    pen = HtmlWriter(frame.lang)
    before = list(old.cards if old is not None else found.cards)
    counts = {part.card: part.power for part in power.parts if part.up} if power is not None else {}
    own = COUNTS_BY_TEXT - outcome.changed
    lying = []
    for k, item in enumerate(found.cards):
        new = not _had(before, item)
        lying.append(_lying(frame, pen, (seat, found.at, k), item, new, counts.get(item.card), item.card in own))
    if planned is not None:
        lying.append(tag("li", planned, cls="vk-lying"))
    moved = delta(found.blood, old.blood if old is not None else found.blood)
    said = pen.say("blood.some", n=found.blood)
    blood = tag(
        "span",
        tokens(found.blood, said, most=MOST_DROPS),
        moved,
        cls="vk-blood",
        data_spot=f"position-{seat}-{found.at}",
    )
    tint = colour_of(seat, frame.me)
    states = [
        tag("span", sign, pen.unseen(pen.game("token", token)), cls=f"vk-token vk-token-{token}")
        for token, seats in (("stay", outcome.staying), ("withdraw", outcome.leaving))
        if seat in seats
        for sign in (art.use(token) if seat != outcome.winner else None,)  # the crown stands there: one sign has room
    ]
    if seat == outcome.winner:
        states.append(tag("span", "♛\ufe0e", pen.unseen(pen.say("recap.winner")), cls="vk-badge"))
    foot = tag(
        "span",
        art.use(f"seat{tint}", "vk-sign"),
        tag("span", frame.names[seat], cls="vk-position-name"),
        states,
        _power(power, pen) if power is not None else None,
        cls="vk-position-foot",
    )
    cards = tag("ul", lying, cls=f"vk-position-cards vk-position-cards-{len(lying)}")
    cls = f"vk-position vk-tint{tint}" + (" vk-mine" if seat == frame.me else "")
    key = f"position-{seat}-{found.at}"
    return tag("li", cards, blood, foot, along, cls=cls, data_key=key, data_thing=f"{key} seat-{seat}")


def _power(power: flows.Powers, pen: HtmlWriter) -> Html:
    """Power as far as it is known, ``?`` for what this reader may not know; the whole in words."""
    unknown = 0 if power.counted else sum(part.card is None for part in power.parts)
    n = power.power if power.counted else power.known
    shown = tag("b", str(n), tag("small", "+?") if unknown else None, aria_hidden="true")
    said = pen.unseen(f" {power_words(power, pen)}")
    return tag("span", art.use("power"), shown, said, cls="vk-power-of" + (" vk-counted" if power.counted else ""))


def _had(before: list[CardView], item: CardView) -> bool:
    """Whether such a card was there; it is taken from ``before``."""
    if item not in before:
        return False
    before.remove(item)
    return True


def delta(now: int, then: int) -> Html | None:
    """Write by how much a number has changed, if it has."""
    return tag("b", f" {'+' if now > then else '−'}{abs(now - then)}", cls="vk-delta") if now != then else None


def power_words(found: flows.Powers, pen: HtmlWriter) -> str:
    """Write Power as it counts now, or as it was counted; apart from it what lies face down, known or not."""
    key = "power.counted" if found.counted else "power.open"
    words = [pen.say(key, n=found.power, cards=found.power - found.blood_power, blood=found.blood_power)]
    if found.known != found.power:
        words.append(pen.say("power.open.down", n=found.known))
    hidden = sum(part.card is None for part in found.parts)
    if hidden and not found.counted:
        words.append(pen.say("power.open.more", n=hidden))
    return " ".join(words)


def card_key(card: CardView, seat: int, at: int | str, k: int, me: int | None) -> str:
    """What tells a lying card from all others: it glides and is turned over. A card that is unknown bears no name."""
    return f"card-{card.card}" if card.owner == me and card.card is not None else f"down-{seat}-{at}-{k}"


def _lying(
    frame: _Frame,
    pen: HtmlWriter,
    lies: tuple[int, int | str, int],
    item: CardView,
    new: bool,
    counts: int | None,
    own: bool,
) -> Html:
    """One Clan card on a Position; ``new``: it has just come there, or was turned; ``counts``: its Power now.

    ``own``: if that is not what is printed, its own text says so.
    """
    seat, at, k = lies
    key = card_key(item, seat, at, k, frame.me)
    start = f"seat-{seat}"
    cls = "vk-lying vk-fresh" if new else "vk-lying"
    whose = pen.unseen(f" {frame.names[item.owner]}") if item.owner != seat else None
    if item.card is None:
        return tag("li", back(pen.say("face_down"), key=key, start=start), whose, cls=cls)
    shown = face(pen, item.card)
    record = box.find(item.card)
    assert isinstance(record, box.ClanCard)
    why = "power.counts.own" if own else "power.counts"
    other = pen.say(why, n=counts) if counts is not None and counts != record.power else None
    down = item.face == "down"
    more = [pen.unseen(f" {pen.say('face_down')}") if down else None, pen.unseen(f" {other}") if other else None]
    drawn = mini(pen, shown, key, "vk-own-down" if down else "", start)
    now = tag("b", str(counts), cls="vk-counts-now", aria_hidden="true") if other else None
    return tag("li", pen.opens_card(item.card, joined([drawn, now, *more]), "vk-mini-card"), whose, cls=cls)


# The players -----------------------------------------------------------------------------------------------


def players(
    view: View,
    pen: HtmlWriter,
    knows: bool = True,
    before: View | None = None,
    only: Collection[int] = (),
) -> Html:
    """All players, the reader first: Pool, cards, Alliance, and what is known of their hands.

    ``knows``: whether what follows from open information is kept in mind for the person (hands, the score now).
    ``before``: numbers that have changed since that view are marked. ``only``: these seats alone, without a heading.
    """
    order = [*view.order, *(seat.seat for seat in view.seats if seat.seat not in view.order)]
    places = {seat: k for k, seat in enumerate(order)}
    order.sort(key=lambda seat: seat != view.me)  # her own things first, the others in turn order
    found = [_player(view, pen, seat, places[seat], knows, before) for seat in order if not only or seat in only]
    return tag(
        "section",
        joined([tag("h2", pen.say("players")), _turn_order(view, pen)]) if not only else None,
        tag("div", found, cls="vk-players vk-players-alike" if len(only) > 1 else "vk-players"),
        aria_label=pen.say("players"),
        lang=pen.lang,
    )


def _turn_order(view: View, pen: HtmlWriter) -> Html:
    """Who is when in turn order now, and what that is for; whose things stand first below."""
    said = pen.say("players.order", names=pen.say("comma").join(view.names[seat] for seat in view.order))
    own = joined([" ", pen.say("players.own")]) if view.me is not None else None
    return tag("p", pen.told(said, ("SET-03", "SET-04")), own, cls="vk-small")


def _player(view: View, pen: HtmlWriter, number: int, place: int, knows: bool, before: View | None) -> Html:
    seat = view.seats[number]
    now = "active" if seat.seat == view.active else ""
    if not now and seat.seat in view.pending and len(view.pending) > 1:
        now = "choosing"
    frame = _Frame(pen.lang, view.names, view.me, knows)
    old = before.seats[number] if before is not None else None
    return _written_player(seat, place, seat.seat == view.ambition, now, frame, old)


@lru_cache(maxsize=64)
def _written_player(seat: SeatView, place: int, ambition: bool, now: str, frame: _Frame, old: SeatView | None) -> Html:
    """A player's HTML; most of them are the same after a move as before it. Numbers that ``old`` has not are marked."""
    pen, knows = HtmlWriter(frame.lang), frame.counts
    tags = [tag("span", pen.say("player.place", n=place + 1), cls="vk-place-in-order")] if not seat.out else []
    if ambition:
        tags.append(tag("span", art.use("ambition"), " ", pen.game("token", "ambition"), cls="vk-badge"))
    if now:
        tags.append(tag("span", "▸ " if now == "active" else "… ", pen.say(now), cls="vk-badge"))
    if seat.mate is not None:
        tags.append(tag("span", pen.say("mate", name=frame.names[seat.mate]), cls="vk-badge"))
    if seat.out:
        tags.append(tag("span", "✕ ", pen.say("out"), cls="vk-badge"))
    clan = (
        tag("span", art.use(f"clan-{seat.clan}"), " ", pen.chip(seat.clan), cls="vk-clan-name") if seat.clan else None
    )
    head = tag("header", tag("h3", seat_name(frame.names, seat.seat, frame.me, pen)), clan, tags)
    numbers = [("blood", seat.blood), ("influence", seat.influence), ("hand", seat.hand_size), ("deck", seat.deck_size)]
    tokens = seat.tokens_up + seat.tokens_down
    if tokens:
        numbers.append(("diablerie", tokens))
    if seat.score is not None and knows:
        numbers.append(("score", seat.score))
    then = {"blood": old.blood, "influence": old.influence} if old is not None else {}
    facts = tag("ul", [_number(pen, key, n, seat, then.get(key, n)) for key, n in numbers], cls="vk-numbers")
    people = [
        _people(pen, "alliance", seat.alliance),
        _people(pen, "drained", seat.drained),
    ]
    rows = [_row(pen, "hand.own", seat.hand or ())]
    if knows:
        rows += [_row(pen, "hand.known", seat.known_hand), _row(pen, "hand.among", seat.among)]
    rows.append(_row(pen, "deck.bottom", seat.deck_bottom or ()))
    if seat.relic is not None:
        rows.append(_row(pen, "relic.used" if seat.relic_used else "relic", (seat.relic,)))
    whose = (" vk-me" if seat.seat == frame.me else "") + (" vk-out" if seat.out else "")
    cls = f"vk-player vk-tint{colour_of(seat.seat, frame.me)}{whose}"
    return tag("article", head, facts, people, rows, cls=cls, data_thing=f"seat-{seat.seat}")


NUMBER_SIGNS: Final = {
    "blood": "blood",
    "influence": "influence",
    "hand": "hand",
    "deck": "deck",
    "diablerie": "diablerie",
    "score": "round",
}


def _number(pen: HtmlWriter, key: str, n: int, seat: SeatView, then: int) -> Html:
    note = pen.say("number.tokens_down", n=seat.tokens_down) if key == "diablerie" and seat.tokens_down else None
    words = tag("span", pen.say(f"number.{key}"), f" {note}" if note else None)
    return tag("li", tag("b", art.use(NUMBER_SIGNS[key]), str(n), delta(n, then)), " ", words, cls=f"vk-number-{key}")


def _people(pen: HtmlWriter, key: str, cards: Sequence[str]) -> Html | None:
    """Allies and Victims: name, and the numbers that count while they lie here; all four in words on focus."""
    if not cards:
        return None
    items = [tag("li", _person(pen, key, card)) for card in cards]
    name = tag("span", pen.say(f"row.{key}"), cls="vk-row-name")
    return tag("div", name, tag("ul", items, cls="vk-people"), cls="vk-row")


def _person(pen: HtmlWriter, key: str, card: str) -> Html:
    person = box.find(card)
    assert isinstance(person, box.Person)
    influence = person.influence if key == "alliance" else person.drained_influence
    worth = [tag("span", art.use("influence"), str(influence), cls="vk-worth")]
    if key == "alliance" and person.feed:
        worth.append(tag("span", art.use("feed"), str(person.feed), cls="vk-worth vk-worth-feed"))
    said = pen.described(card) if key == "alliance" else pen.say("person.tip.drained", **numbers_of(person))
    portrait = art.use(f"person-{card}")
    inside = joined([portrait, tag("span", pen.name(card), cls="vk-person-name"), *worth])
    thing = f"person-{card}"
    return pen.opens(f"card:{card}", inside, f"vk-person-chip vk-{key}", aria_description=said, data_thing=thing)


def _row(pen: HtmlWriter, key: str, cards: Sequence[str]) -> Html | None:
    if not cards:
        return None
    name = tag("span", pen.say(f"row.{key}"), cls="vk-row-name")
    return tag("p", name, " ", [pen.chip(item) for item in cards], cls="vk-row")


# The end ---------------------------------------------------------------------------------------------------

_PARTS: Final = ("score_tokens", "score_alliance", "score_drained", "score_ability", "score_relic", "score_diablerie")


def score_parts(view: View, seat: int) -> list[tuple[str, int]]:
    """Return what a player's score is made of, as the ledger says: the causes with their amounts."""
    sums: dict[str, int] = {}
    for entry in view.ledger:
        if entry.cause in _PARTS:
            adds = entry.target.kind == "score"
            if (entry.target.seat if adds else entry.source.seat) == seat:
                sums[entry.cause] = sums.get(entry.cause, 0) + (entry.amount if adds else -entry.amount)
    return [(part, sums[part]) for part in _PARTS if part in sums]


def result(view: View, pen: HtmlWriter) -> Html:
    """Who won, and what each score is made of, as the ledger says."""
    sums: dict[tuple[int, str], int] = {}
    rules: dict[str, tuple[str, ...]] = {}
    for entry in view.ledger:
        if entry.cause in _PARTS:
            sign = 1 if entry.target.kind == "score" else -1
            seat = entry.target.seat if sign == 1 else entry.source.seat
            assert seat is not None
            sums[seat, entry.cause] = sums.get((seat, entry.cause), 0) + sign * entry.amount
            rules[entry.cause] = tuple(dict.fromkeys((*rules.get(entry.cause, ()), *entry.rules)))
    parts = [part for part in _PARTS if any(key[1] == part for key in sums)]
    end = next((event for event in reversed(view.events) if event.kind == "game_over"), None)
    ranked = end.data["ranking"] if end is not None else view.order
    rows = []
    for seat in [*ranked, *(seat.seat for seat in view.seats if seat.seat not in ranked)]:
        total = view.scores[seat]
        cells = [tag("td", signed(sums.get((seat, part), 0)) if total is not None else "–") for part in parts]
        total_cell = tag("td", tag("b", str(total) if total is not None else pen.say("out")), cls="vk-total")
        won = tag("span", " ♛\ufe0e ", pen.say("won"), cls="vk-badge") if seat in view.winners else None
        name = tag("th", seat_name(view.names, seat, view.me, pen), won, scope="row")
        rows.append(tag("tr", name, total_cell, cells))
    heads = [pen.say("players"), pen.say("result.total")]
    heads += [pen.told(pen.say(f"result.{part}"), rules[part][:2]) for part in parts]
    why = None
    if end is not None:
        why = tag("div", pen.told(event_text(end, view.names, pen.lang, view.me), end.rules), cls="vk-hint")
    return tag("div", why, table(heads, rows, "vk-result"), cls="vk-over", lang=pen.lang)
