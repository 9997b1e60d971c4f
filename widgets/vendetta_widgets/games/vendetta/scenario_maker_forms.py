"""The forms of the scenario maker for the game, a player and the Locations, as HTML from a draft.

The ``data-do`` of a field is the path of what it sets: ``make.seat/2/blood`` is the Blood in the third player's Pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS, LOCATIONS
from vendetta_kit.games.vendetta.engine.state import PHASES, STEPS
from vendetta_kit.games.vendetta.engine.views import COUNTERS, SeatView, View
from vendetta_kit.games.vendetta.scenarios.draft import Draft

from ...controls import Option, button, options_of, row, text_field
from ...html import Html, HtmlWriter, joined, tag

Choices = Iterable[tuple[Any, str]]


def field(pen: HtmlWriter, label: str, do: str, value: object, numeric: bool = False, most: int = 80) -> Html:
    """Return a labelled field for words or a number."""
    name = pen.id()
    mode = "numeric" if numeric else None
    put = text_field(name, value, do, 3 if numeric else most, inputmode=mode, data_key=do)
    return tag("div", tag("label", label, for_=name), put)


def select(pen: HtmlWriter, label: str, do: str, options: Choices, chosen: Any) -> Html:
    """Return a labelled list to choose from."""
    name = pen.id()
    field = tag("select", options_of(options, chosen), id=name, data_do=do, data_key=do)
    return tag("div", tag("label", label, for_=name), field)


def parts_of_table(draft: Draft, pen: HtmlWriter) -> list[tuple[str, str]]:
    """Return the ids and titles of the parts of the table that have a form: the game, each player, the Locations."""
    players = [(str(k), name) for k, name in enumerate(draft.scenario.names)]
    return [("game", pen.say("make.part.game")), *players, ("locations", pen.say("make.part.locations"))]


def form(draft: Draft, view: View, part: str, pen: HtmlWriter) -> Html:
    """Return the form of a part; ``view`` is that of the part's player before the story begins."""
    if part == "game":
        return _game(draft, view, pen)
    if part == "locations":
        return _locations(draft, view, pen)
    return _player(draft, view, int(part), pen)


def _game(draft: Draft, view: View, pen: HtmlWriter) -> Html:
    document, names = draft.document, draft.scenario.names
    start, variants = document.get("start", {}), document.get("variants", {})
    phase = start.get("phase", "planning")
    fields = [
        select(pen, pen.say("make.first"), "make.ambition", [(name, name) for name in names], names[view.ambition]),
        select(
            pen, pen.say("make.phase"), "make.start/phase", [(key, pen.game("phase", key)) for key in PHASES], phase
        ),
    ]
    if phase == "planning":
        turns = [("", pen.say("make.by_rule")), *((name, name) for name in names)]
        fields.append(select(pen, pen.say("make.turn"), "make.start/turn", turns, start.get("turn", "")))
    if phase == "resolution":
        places = [("", pen.say("make.by_rule")), *((str(at), pen.place(at)) for at in _places(draft))]
        fields.append(select(pen, pen.say("make.at"), "make.start/at", places, str(start.get("at", ""))))
        steps = [("", pen.say("make.by_rule")), *((key, pen.game("step", key)) for key in STEPS[1:])]
        fields.append(select(pen, pen.say("make.step"), "make.start/step", steps, start.get("step", "")))
    fields.append(field(pen, pen.say("make.seed"), "make.seed", document.get("seed", 0), most=15))
    rounds = [Option(n, str(n)) for n in (1, 2, 3)]
    counts = [Option(n, str(n)) for n in (3, 4, 5, 6)]
    switches = [
        button(pen.say(f"make.variant.{key}"), "make.variant", key, on=bool(variants.get(key)))
        for key in ("location_cards", "relics", "teams")
    ]
    return joined(
        [
            row(pen, pen.say("make.count"), "make.count", counts, len(names)),
            row(pen, pen.say("make.round"), "make.round", rounds, view.round or document.get("round", 1)),
            tag("div", fields, cls="vk-fields"),
            tag("div", tag("p", pen.say("make.variants"), cls="vk-label"), tag("div", switches, cls="vk-buttons")),
            _next_random(document.get("next_random", {}), pen),
            _readings(document.get("rulings", {}), pen),
        ]
    )


def _next_random(chosen: Mapping[str, Sequence[str]], pen: HtmlWriter) -> Html:
    """Return the fields for the results of the next random draws."""
    people = {"frenzy": (*box.allies(), *box.victims()), "ally": box.allies(), "victim": box.victims()}
    fields = []
    for key, among in people.items():
        options = [("", pen.say("make.by_seed")), *((one.id, pen.name(one.id)) for one in among)]
        here = next(iter(chosen.get(key, ())), "")
        fields.append(select(pen, pen.say(f"make.next.{key}"), f"make.next/{key}", options, here))
    summary = tag("summary", pen.say("make.next"))
    return tag("details", summary, tag("div", fields, cls="vk-fields"), data_key="make-next")


def _readings(chosen: Mapping[str, str], pen: HtmlWriter) -> Html:
    """Return the fields for the readings of points that the rulebook leaves open."""
    fields = []
    for switch, ruling in rulebook.switches(pen.lang).items():
        words = zip(ruling.options, (ruling.default, ruling.other or ""), strict=True)
        here = chosen.get(switch, ruling.options[0])
        fields.append(select(pen, ruling.question, f"make.ruling/{switch}", words, here))
    summary = tag("summary", pen.say("rulings.choose"))
    return tag("details", summary, tag("div", fields, cls="vk-fields vk-make-readings"), data_key="make-readings")


def _places(draft: Draft) -> list[int | str]:
    return [AT[loc] for loc in LOCATIONS[len(draft.scenario.names)]]


def _player(draft: Draft, view: View, k: int, pen: HtmlWriter) -> Html:
    own, document = view.seats[k], draft.document["seats"][k]
    path = f"make.seat/{k}"
    numbers = [
        field(pen, pen.say(f"make.{key}"), f"{path}/{key}", getattr(own, key), numeric=True)
        for key in (*COUNTERS, "tokens_up", "tokens_down")
    ]
    clans = [(clan, pen.name(clan)) for clan in CLANS]
    fields = [
        field(pen, pen.say("make.name"), f"{path}/name", own.name, most=40),
        select(pen, pen.say("make.clan"), f"{path}/clan", clans, own.clan),
        *numbers,
    ]
    if draft.document.get("variants", {}).get("relics"):
        relics = [("", pen.say("make.by_seed")), *((relic.id, pen.name(relic.id)) for relic in box.relics())]
        relic = document.get("relic", {})
        fields.append(select(pen, pen.say("make.relic"), f"{path}/relic", relics, relic.get("id", "")))
        if relic:
            used = button(
                pen.say("make.used"), f"{path}/used", not relic.get("used", False), on=relic.get("used", False)
            )
            fields.append(tag("div", used))
    return joined(
        [
            tag("div", fields, cls="vk-fields"),
            tag("h3", pen.say("make.cards")),
            tag("p", pen.say("make.cards.hint" if "hand" in document else "make.cards.dealt"), cls="vk-hint"),
            tag("div", [_card(draft, view, k, card.id, pen) for card in _of_clan(own)], cls="vk-fields vk-make-cards"),
            tag("h3", pen.say("make.deployed")),
            tag("div", [_deployed(own, k, at, pen) for at in _places(draft)], cls="vk-fields"),
            *(_people(own, k, zone, pen) for zone in ("alliance", "drained")),
        ]
    )


def _of_clan(seat: SeatView) -> Sequence[box.ClanCard]:
    return [card for card in box.clan_cards() if card.clan == seat.clan]


def _card(draft: Draft, view: View, k: int, card: str, pen: HtmlWriter) -> Html:
    """Return the field for the place of a Clan card: hand, deck, or a Position face up or down."""
    own = view.seats[k]
    options = [("deck", pen.say("make.in_deck")), ("hand", pen.say("make.in_hand"))]
    for at in _places(draft):
        options += [(f"{at}/{face}", f"{pen.place(at)}, {pen.say(f'face.{face}.short')}") for face in ("up", "down")]
    here = "hand" if card in (own.hand or ()) else "deck"
    for position in own.positions:
        here = next((f"{position.at}/{item.face}" for item in position.cards if item.card == card), here)
    if here == "deck":
        other = next((s for s in view.seats for p in s.positions for item in p.cards if item.card == card), None)
        if other is not None:
            here = "other"
            options.append((here, pen.say("make.with", name=other.name)))
    return select(pen, pen.name(card), f"make.card/{k}/{card}", options, here)


def _deployed(own: SeatView, k: int, at: int | str, pen: HtmlWriter) -> Html:
    blood = next(position.blood for position in own.positions if position.at == at)
    label = pen.say("make.blood_at", place=pen.place(at))
    return field(pen, label, f"make.deployed/{k}/{at}", blood, numeric=True)


def _people(own: SeatView, k: int, zone: str, pen: HtmlWriter) -> Html:
    """Return the fields for an Alliance or the Drained cards: remove any, add others."""
    there = [
        button(
            joined([pen.name(card), " ✕"]),
            f"make.people/{k}/{zone}",
            card,
            "vk-quiet",
            aria_label=pen.say("make.take_out", name=pen.name(card)),
        )
        for card in getattr(own, zone)
    ]
    name = pen.id()
    groups = [
        tag(
            "optgroup",
            [tag("option", pen.name(person.id), value=person.id) for person in people],
            label=pen.say(f"make.{key}"),
        )
        for key, people in (("allies", box.allies()), ("victims", box.victims()))
    ]
    chosen = tag("select", groups, id=name, name="card", data_key=f"people-{zone}")
    add = tag(
        "button", pen.say("class.add"), pen.unseen(f": {pen.say(f'make.{zone}')}"), type="submit", cls="vk-button"
    )
    more = tag(
        "form",
        tag("label", pen.say("make.person"), for_=name),
        tag("span", chosen, add, cls="vk-with-button"),
        data_do=f"make.people/{k}/{zone}",
    )
    empty = tag("p", pen.say("make.nobody"), cls="vk-hint")
    inside = tag("div", there, cls="vk-buttons") if there else empty
    return tag("div", tag("h3", pen.say(f"make.{zone}")), inside, more, cls="vk-make-people")


def _locations(draft: Draft, view: View, pen: HtmlWriter) -> Html:
    named = draft.document.get("locations")
    fields = []
    for k, place in enumerate(view.locations):
        card = place.ally if named is None else named[k]
        options = [("", pen.say("ally.none")), *((ally.id, pen.name(ally.id)) for ally in box.allies())]
        fields.append(select(pen, pen.place(place.at), f"make.ally/{k}", options, card or ""))
    cards = []
    for k, place in enumerate(view.locations):
        if place.location_card is not None:
            every = [(card.id, pen.name(card.id)) for card in box.location_cards()]
            label = pen.say("make.location_card", place=pen.place(place.at))
            cards.append(select(pen, label, f"make.location_card/{k}", every, place.location_card))
    return joined(
        [
            tag("p", pen.say("make.allies.dealt" if named is None else "make.allies.hint"), cls="vk-hint"),
            tag("div", fields, cls="vk-fields"),
            tag("div", cards, cls="vk-fields") if cards else None,
        ]
    )
