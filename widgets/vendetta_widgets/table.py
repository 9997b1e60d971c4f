"""The table in HTML, from one seat's view: where the game is, the Locations, the players, the final score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vendetta_kit import box
from vendetta_kit.engine.game import ROUNDS
from vendetta_kit.engine.tables import PLANNING_TURNS
from vendetta_kit.rulebook.words import event_text

from .cards import TYPE_SIGNS, back, card, chip, mark, seat_name
from .pen import Html, Pen, joined, tag

if TYPE_CHECKING:
    from vendetta_kit.engine.views import CardView, LocationView, PositionView, SeatView, View

__all__ = ["clock", "places", "players", "result"]

PHASES: Final[tuple[str, ...]] = ("feed", "location_setup", "hand_building", "planning", "resolution")
STEPS: Final = ("withdraw", "revelation", "preparation", "conflict", "aftermath")


# Where the game is -----------------------------------------------------------------------------------------


def clock(view: View, pen: Pen) -> Html:
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


def _track(pen: Pen, name: str, words: Sequence[str], now: int) -> Html:
    items = []
    for k, word in enumerate(words):
        state = "vk-now" if k == now else "vk-past" if k < now else "vk-later"
        items.append(tag("li", word, cls=state, aria_current="step" if k == now else None))
    return tag("ol", items, cls=f"vk-track vk-track-{name}", aria_label=pen.say(f"clock.{name}"))


# The Locations ---------------------------------------------------------------------------------------------


def places(view: View, pen: Pen) -> Html:
    """The Locations in a row, each with its Ally and what lies on the Positions there."""
    return tag(
        "section",
        tag("h2", pen.say("table")),
        tag("div", [_place(view, pen, place) for place in view.locations], cls="vk-places"),
        aria_label=pen.say("table"),
        lang=pen.lang,
    )


def _place(view: View, pen: Pen, place: LocationView) -> Html:
    tile = str(place.at)
    now = view.at == place.at and view.phase == "resolution"
    name = pen.name(tile)
    head = [tag("h3", pen.place(place.at), cls="vk-place-name")]
    if name != pen.place(place.at):
        head.append(tag("p", name, " ", mark(pen, tile, name="span"), cls="vk-place-sub"))
    if now:
        head.append(tag("p", "▸ ", pen.say("place.now"), cls="vk-place-now"))
    if place.location_card is not None:
        head.append(chip(pen, place.location_card))
    ally = card(pen, place.ally) if place.ally is not None else tag("p", pen.say("ally.none"), cls="vk-empty")
    rows = [row for seat in view.order if (row := _position(view, pen, view.seats[seat], place.at)) is not None]
    there: Html | None = tag("ul", rows, cls="vk-positions")
    if not rows:
        there = tag("p", pen.say("place.empty"), cls="vk-empty") if view.phase == "planning" else None
    return tag("article", tag("header", head), ally, there, cls="vk-place" + (" vk-place-on" if now else ""))


def _position(view: View, pen: Pen, seat: SeatView, at: int | str) -> Html | None:
    found: PositionView = next(position for position in seat.positions if position.at == at)
    if not found.blood and not found.cards:
        return None
    left = [seat_name(view.names, seat.seat, view.me, pen)]
    if found.blood:
        drop = tag("span", cls="vk-drop", aria_hidden="true")
        left.append(tag("span", drop, " ", pen.say("blood.some", n=found.blood), cls="vk-blood"))
    lying = [_lying(view, pen, seat.seat, item) for item in found.cards]
    who, what = tag("div", left, cls="vk-position-who"), tag("div", lying, cls="vk-position-cards")
    return tag("li", who, what, cls="vk-position")


def _lying(view: View, pen: Pen, at_seat: int, item: CardView) -> Html:
    """One Clan card on a Position."""
    whose = joined([" · ", view.names[item.owner]]) if item.owner != at_seat else None
    if item.card is None:
        return tag("span", back(pen), whose, cls="vk-lying")
    record = box.find(item.card)
    assert isinstance(record, box.ClanCard)
    if item.face == "up":
        sign = tag("span", TYPE_SIGNS[record.type], aria_hidden="true")
        power = tag("span", " ", str(record.power), pen.unseen(" " + pen.say("power")), cls="vk-chip-power")
        return tag("span", chip(pen, item.card, sign, " "), power, whose, cls="vk-lying")
    down = tag("span", " ", pen.say("face_down"), cls="vk-small")
    return tag("span", chip(pen, item.card, cls="vk-down"), down, whose, cls="vk-lying")


# The players -----------------------------------------------------------------------------------------------


def players(view: View, pen: Pen) -> Html:
    """All players in turn order: Pool, cards, Alliance, and what is known of their hands."""
    order = [*view.order, *(seat.seat for seat in view.seats if seat.seat not in view.order)]
    return tag(
        "section",
        tag("h2", pen.say("players")),
        tag("p", pen.say("players.order"), cls="vk-small"),
        tag("div", [_player(view, pen, view.seats[seat], k) for k, seat in enumerate(order)], cls="vk-players"),
        aria_label=pen.say("players"),
        lang=pen.lang,
    )


def _player(view: View, pen: Pen, seat: SeatView, place: int) -> Html:
    tags = []
    if seat.seat == view.ambition:
        tags.append(tag("span", "♛\ufe0e ", pen.game("token", "ambition"), cls="vk-badge"))
    if seat.seat == view.active:
        tags.append(tag("span", "▸ ", pen.say("active"), cls="vk-badge"))
    if seat.out:
        tags.append(tag("span", "✕ ", pen.say("out"), cls="vk-badge"))
    clan = tag("span", chip(pen, seat.clan), cls="vk-clan-name") if seat.clan else None
    head = tag("header", tag("h3", seat_name(view.names, seat.seat, view.me, pen)), clan, tags)
    numbers = [("blood", seat.blood), ("influence", seat.influence), ("hand", seat.hand_size), ("deck", seat.deck_size)]
    tokens = seat.tokens_up + seat.tokens_down
    if tokens:
        numbers.append(("diablerie", tokens))
    if seat.score is not None:
        numbers.append(("score", seat.score))
    facts = tag("ul", [_number(pen, key, n, seat) for key, n in numbers], cls="vk-numbers")
    rows = [
        _row(pen, "alliance", seat.alliance),
        _row(pen, "drained", seat.drained),
        _row(pen, "hand.own", seat.hand or ()),
        _row(pen, "hand.known", seat.known_hand),
        _row(pen, "hand.among", seat.among),
        _row(pen, "deck.bottom", seat.deck_bottom or ()),
    ]
    if seat.relic is not None:
        rows.append(_row(pen, "relic.used" if seat.relic_used else "relic", (seat.relic,)))
    cls = f"vk-player vk-seat{seat.seat}" + (" vk-me" if seat.seat == view.me else "") + (" vk-out" if seat.out else "")
    return tag("article", head, facts, rows, cls=cls)


def _number(pen: Pen, key: str, n: int, seat: SeatView) -> Html:
    note = pen.say("number.tokens_down", n=seat.tokens_down) if key == "diablerie" and seat.tokens_down else None
    return tag("li", tag("b", str(n)), " ", tag("span", pen.say(f"number.{key}"), f" {note}" if note else None))


def _row(pen: Pen, key: str, cards: Sequence[str]) -> Html | None:
    if not cards:
        return None
    name = tag("span", pen.say(f"row.{key}"), cls="vk-row-name")
    return tag("p", name, " ", [chip(pen, item) for item in cards], cls="vk-row")


# The end ---------------------------------------------------------------------------------------------------

_PARTS: Final = ("score_tokens", "score_alliance", "score_drained", "score_ability", "score_relic", "score_diablerie")


def result(view: View, pen: Pen) -> Html:
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
        cells = [tag("td", _signed(sums.get((seat, part), 0)) if total is not None else "–") for part in parts]
        total_cell = tag("td", tag("b", str(total) if total is not None else pen.say("out")), cls="vk-total")
        won = tag("span", " ♛\ufe0e ", pen.say("won"), cls="vk-badge") if seat in view.winners else None
        name = tag("th", seat_name(view.names, seat, view.me, pen), won, scope="row")
        rows.append(tag("tr", name, total_cell, cells))
    head = tag(
        "tr",
        tag("th", pen.say("players"), scope="col"),
        tag("th", pen.say("result.total"), scope="col"),
        [tag("th", pen.say(f"result.{part}"), " ", pen.rules(rules[part][:2]), scope="col") for part in parts],
    )
    winners = [view.names[seat] for seat in view.winners]
    title = pen.say("result.won", names=pen.say("and").join(winners), score=_best(view))
    if view.me in view.winners:
        title = pen.say("result.you")
    table = tag("table", tag("thead", head), tag("tbody", rows), cls="vk-result")
    why = None
    if end is not None:
        why = tag("p", event_text(end, view.names, pen.lang, view.me), " ", pen.rules(end.rules), cls="vk-hint")
    return tag("div", tag("h2", title), why, tag("div", table, cls="vk-wide"), cls="vk-over", lang=pen.lang)


def _best(view: View) -> int:
    return sum(view.scores[seat] or 0 for seat in view.winners)


def _signed(n: int) -> str:
    return str(n) if n >= 0 else f"−{-n}"
