"""The table in HTML, from one seat's view: where the game is, the Locations, the players, the final score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.card_tables import PLANNING_TURNS
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
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
from ...page_parts import seat_name, table, track
from .card_html import ally_card, back, mark
from .game_words import numbers_of
from .win_reason import signed, why_won

__all__ = ["NUMBER_SIGNS", "agenda", "clock", "delta", "places", "players", "power_words", "result"]

PHASES: Final[tuple[str, ...]] = ("feed", "location_setup", "hand_building", "planning", "resolution")
STEPS: Final = ("withdraw", "revelation", "preparation", "conflict", "aftermath")
MOST_TO_COME: Final = 5


class _Frame(NamedTuple):
    """What all that a reader is shown depends on beside the thing itself."""

    lang: str
    names: tuple[str, ...]
    me: int | None
    counts: bool


# Where the game is -----------------------------------------------------------------------------------------


def clock(view: View, pen: HtmlWriter) -> Html:
    """The three nested clocks: round, phase, and in Resolution the Location and its step."""
    rows = [_track(pen, "round", [pen.say("round", n=n) for n in range(1, ROUNDS + 1)], view.round - 1)]
    names = PHASES
    if view.phase not in PHASES:
        names = (view.phase, *PHASES) if view.phase == "set_up" else (*PHASES, view.phase)
    phases = [pen.game("phase", name) for name in names]
    now = names.index(view.phase)
    rows.append(_track(pen, "phase", phases, now))
    if view.phase == "resolution" and view.at is not None:
        ats = [place.at for place in view.locations]
        rows.append(_track(pen, "place", [pen.place(at) for at in ats], ats.index(view.at)))
        steps = [pen.game("step", name) for name in STEPS]
        rows.append(_track(pen, "step", steps, STEPS.index(view.step) if view.step in STEPS else -1))
    elif view.phase == "planning" and view.turn_number:
        turns = PLANNING_TURNS[len(view.seats)][view.round - 1]
        rows.append(tag("p", pen.say("turn", n=view.turn_number, all=turns), cls="vk-turn"))
    return tag("div", rows, cls="vk-clock", role="group", aria_label=pen.say("clock"), lang=pen.lang)


def _track(pen: HtmlWriter, name: str, words: Sequence[str], now: int) -> Html:
    return track(words, now, pen.say(f"clock.{name}"), f"vk-track vk-track-{name}")


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


def places(
    view: View,
    pen: HtmlWriter,
    counts: bool = True,
    aims: Mapping[int | str, Html] | None = None,
    before: View | None = None,
) -> Html:
    """The Locations in a row, each with its Ally and what lies on the Positions there.

    ``counts``: whether the Power that lies open is added up. ``aims``: what stands at a Location to be pressed.
    ``before``: what has changed since that view is marked.
    """
    found = [_place(view, pen, place, counts, (aims or {}).get(place.at), before) for place in view.locations]
    return tag(
        "section",
        tag("h2", pen.say("table"), cls="vk-unseen"),
        tag("div", found, cls=f"vk-places vk-places-{len(found)}"),
        aria_label=pen.say("table"),
        lang=pen.lang,
    )


def _place(
    view: View, pen: HtmlWriter, place: LocationView, counts: bool, aim: Html | None, before: View | None
) -> Html:
    tile = str(place.at)
    outcome = _outcome(view, place.at)
    now = view.at == place.at and view.phase == "resolution" and not outcome.resolved
    name = pen.name(tile)
    head = [tag("h3", pen.place(place.at), cls="vk-place-name")]
    if name != pen.place(place.at):
        head.append(tag("p", name, " ", mark(pen, tile, name="span", signs_only=True), cls="vk-place-sub"))
    if now:
        head.append(tag("p", "▸ ", pen.say("place.now"), cls="vk-place-now"))
    if place.location_card is not None:
        head.append(pen.chip(place.location_card))
    scene = f"place-{place.location_card or place.at}"
    if place.ally is not None:
        ally = ally_card(pen, place.ally)
    else:
        ally = tag("p", pen.say("ally.none"), cls="vk-empty")
    frame = _Frame(pen.lang, view.names, view.me, counts)
    powers = {
        found.seat: found
        for found in (flows.powers(view, place.at) if counts else ())
        if found.counted or not (outcome.resolved or outcome.winner is not None)  # who is alone there wins uncounted
    }
    lying = {seat: _at(view, seat, place.at) for seat in view.order}
    old = {seat: _at(before, seat, place.at) if before is not None else None for seat in view.order}
    rows = [
        _written_position(found, seat, frame, old[seat], outcome, powers.get(seat))
        for seat, found in lying.items()
        if found.blood or found.cards or seat in outcome.leaving
    ]
    fresh = before is not None and (lying != old or place not in before.locations)
    there: Html | None = tag("ul", rows, cls="vk-positions")
    if not rows:
        there = tag("p", pen.say("place.empty"), cls="vk-empty") if view.phase == "planning" else None
    banner = tag("div", art.use(scene), cls="vk-scene")
    return tag(
        "article",
        banner,
        tag("header", head),
        aim,
        ally,
        there,
        data_place=place.at,
        cls="vk-place"
        + (" vk-place-on" if now else "")
        + (" vk-place-open" if aim else "")
        + (" vk-fresh" if fresh else ""),
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
) -> Html:
    """A Position's HTML; most of them are the same after a move as before it. What ``old`` has not is marked."""
    pen = HtmlWriter(frame.lang)
    left = [seat_name(frame.names, seat, frame.me, pen)]
    for token, seats in (("stay", outcome.staying), ("withdraw", outcome.leaving)):
        if seat in seats:
            left.append(tag("span", art.use(token), " ", pen.game("token", token), cls=f"vk-token vk-token-{token}"))
    if seat == outcome.winner:
        left.append(tag("span", "♛\ufe0e ", pen.say("recap.winner"), cls="vk-badge"))
    moved = delta(found.blood, old.blood if old is not None else found.blood)
    if found.blood:
        left.append(tag("span", art.use("blood"), " ", pen.say("blood.some", n=found.blood), moved, cls="vk-blood"))
    elif moved:
        left.append(moved)
    if power is not None:
        said = power_words(power, pen)
        number, _, of = said.partition(" ")
        words = joined([tag("b", number), " ", of]) if power.counted else said  # the sum first, and large
        cls = "vk-open-power vk-counted" if power.counted else "vk-open-power"
        left.append(tag("span", art.use("power"), " ", words, cls=cls))
    before = list(old.cards if old is not None else found.cards)
    counts = {part.card: part.power for part in power.parts if part.up} if power is not None else {}
    own = COUNTS_BY_TEXT - outcome.changed
    lying = [
        _lying(frame.names, pen, seat, item, not _had(before, item), counts.get(item.card), item.card in own)
        for item in found.cards
    ]
    who, what = tag("div", left, cls="vk-position-who"), tag("ul", lying, cls="vk-position-cards")
    return tag("li", who, what, cls=f"vk-position vk-edge{seat}")


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
    """Power as it counts now, or as it was counted; apart from it what lies face down, known to this reader or not."""
    key = "power.counted" if found.counted else "power.open"
    words = [pen.say(key, n=found.power, cards=found.power - found.blood_power, blood=found.blood_power)]
    if found.known != found.power:
        words.append(pen.say("power.open.down", n=found.known))
    hidden = sum(part.card is None for part in found.parts)
    if hidden and not found.counted:
        words.append(pen.say("power.open.more", n=hidden))
    return " ".join(words)


def _lying(
    names: tuple[str, ...], pen: HtmlWriter, at_seat: int, item: CardView, new: bool, counts: int | None, own: bool
) -> Html:
    """One Clan card on a Position; ``new``: it has just come there, or was turned; ``counts``: its Power now.

    ``own``: if that is not what is printed, its own text says so.
    """
    cls = "vk-lying vk-fresh" if new else "vk-lying"
    sign = joined([" ", tag("small", pen.say("card.new"), cls="vk-delta")]) if new else None
    whose = joined([" · ", names[item.owner]]) if item.owner != at_seat else None
    if item.card is None:
        return tag("li", back(pen), whose, sign, cls=cls)
    record = box.find(item.card)
    assert isinstance(record, box.ClanCard)
    why = "power.counts.own" if own else "power.counts"
    other = pen.say(why, n=counts) if counts is not None and counts != record.power else None
    power = tag("b", str(record.power), pen.unseen(" " + pen.say("power")), cls="vk-mini-power")
    kind = tag("span", art.use(record.type), pen.unseen(pen.say(f"type.{record.type}")), cls="vk-mini-type")
    face = tag("small", pen.say("face_down")) if item.face == "down" else None
    mini = "vk-mini" + (" vk-down" if item.face == "down" else "")
    card = pen.opens_card(item.card, joined([power, pen.name(item.card), kind, face]), mini)
    worth = tag("small", other, cls="vk-counts") if other else None
    return tag("li", card, worth, whose, sign, cls=cls)


# The players -----------------------------------------------------------------------------------------------


def players(view: View, pen: HtmlWriter, knows: bool = True, before: View | None = None) -> Html:
    """All players, the reader first: Pool, cards, Alliance, and what is known of their hands.

    ``knows``: whether what follows from open information is kept in mind for the person (hands, the score now).
    ``before``: numbers that have changed since that view are marked.
    """
    order = [*view.order, *(seat.seat for seat in view.seats if seat.seat not in view.order)]
    places = {seat: k for k, seat in enumerate(order)}
    order.sort(key=lambda seat: seat != view.me)  # her own things first, the others in turn order
    found = [_player(view, pen, seat, places[seat], knows, before) for seat in order]
    return tag(
        "section",
        tag("h2", pen.say("players")),
        _turn_order(view, pen),
        tag("div", found, cls="vk-players"),
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
    cls = f"vk-player vk-edge{seat.seat}{whose}"
    return tag("article", head, facts, people, rows, cls=cls)


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
    return pen.opens(f"card:{card}", inside, f"vk-person-chip vk-{key}", aria_description=said)


def _row(pen: HtmlWriter, key: str, cards: Sequence[str]) -> Html | None:
    if not cards:
        return None
    name = tag("span", pen.say(f"row.{key}"), cls="vk-row-name")
    return tag("p", name, " ", [pen.chip(item) for item in cards], cls="vk-row")


# The end ---------------------------------------------------------------------------------------------------

_PARTS: Final = ("score_tokens", "score_alliance", "score_drained", "score_ability", "score_relic", "score_diablerie")


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
    winners = [view.names[seat] for seat in view.winners]
    title = pen.say("result.won", names=pen.say("and").join(winners), score=_best(view))
    if view.me in view.winners:
        title = pen.say("result.you")
    why = None
    if end is not None:
        why = tag("div", pen.told(event_text(end, view.names, pen.lang, view.me), end.rules), cls="vk-hint")
    head = tag("h2", tag("span", "♛\ufe0e ", aria_hidden="true"), title, data_home=True)
    scores = table(heads, rows, "vk-result")
    return tag("div", head, why, why_won(view, pen), scores, cls="vk-over", lang=pen.lang)


def _best(view: View) -> int:
    return sum(view.scores[seat] or 0 for seat in view.winners)
