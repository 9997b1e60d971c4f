"""From a YAML file to a :class:`Scenario`: every key, name, card and number is checked before anything is played.

Beside what a scenario file holds (format, id, title, seats and the rest of the table, steps, expect), a few more keys
are understood here:

- steps: ``{bid: n}`` in an Auction of Blood; ``{look: {seat: Bob, at: 1, slot: 0}}`` with Ambrus Maropis;
  ``{use_relic: VI01}`` with the Isaac Chalice, ``{use_relic: yes}`` or ``no`` where a Relic is offered;
  ``{pick_clan: brujah}`` and ``{pick_relic: RE01}`` in the set-up; ``{keep: [BR01, BR02], give: BR03}`` with Roberta
  Urbani; ``{check: {…}}``: an expectation that must hold at this point of the story already;
- expectations: of a seat also ``deck``, ``hand_size``, ``deck_size``, ``relic`` and ``clan``; of a Position also
  ``face_up``; of a Location also ``location_card``; of events and transfers ``count``, how many there must be; and
  ``{round: 2, phase: planning, step: …, turn: Ann, pending: [Ann, Bob]}``: what the game waits for.

``yes``, ``no``, ``on`` and ``off`` without quotes are truth values in YAML; who is called No writes ``"No"``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vendetta_kit.faults import Path, Said
from vendetta_kit.games.vendetta.engine import actions as do
from vendetta_kit.games.vendetta.engine.numbers import MOST_BLOOD
from vendetta_kit.games.vendetta.engine.position import TABLE_KEYS, prepare
from vendetta_kit.games.vendetta.engine.reading import BadPosition
from vendetta_kit.games.vendetta.engine.state import STEPS
from vendetta_kit.games.vendetta.engine.tables import (
    AT,
    CLAN_CARDS,
    CLANS,
    FIRST_ALLY,
    FIRST_LOCATION_CARD,
    FIRST_RELIC,
    NUMBER,
)
from vendetta_kit.kernel.actions import Action

from .document import Document, flow
from .expectations import expectation
from .model import Check, Do, Expectation, Mark, Order, Refused, RunTo, Scenario, Step
from .values import SLUG, Values

FORMAT: Final = "vendetta-scenario/1"
KEYS: Final = ("format", "id", "title", "rules", *TABLE_KEYS, "steps", "expect")
GOALS: Final = ("end_of_location", "end_of_phase", "end_of_round", "end_of_game")
_ACTIONS: Final = {
    "drain": (),
    "play": ("at", "face", "blood", "flip", "flips"),
    "end_turn": (),
    "keep": ("give",),
    "stay": (),
    "withdraw": (),
    "choose": (),
    "order": (),
    "bid": (),
    "look": (),
    "use_relic": (),
    "pick_clan": (),
    "pick_relic": (),
}


def parse(file: str) -> Scenario:
    """Read a scenario file.

    Raises:
        BadScenario: it is not usable; the message is one line with file, line, key, fault and what was expected.
    """
    document = Document(file)
    document.read()
    return _Parser(document).scenario()


def parse_text(text: str | bytes, name: str = "scenario") -> Scenario:
    """Read a scenario from its text; ``name`` stands in the messages. Raises :class:`BadScenario`."""
    document = Document(name)
    document.take(text)
    return _Parser(document).scenario()


def parse_part(document: Document) -> Scenario:
    """Read a scenario from a document that holds it already: a file, or a part of one."""
    return _Parser(document).scenario()


def parse_expectation(row: Mapping[str, Any], names: tuple[str, ...]) -> Expectation:
    """Read one expectation about a table at which these people sit. Raises :class:`BadScenario`."""
    parser = _Parser(Document("expectation"))
    parser.names = names
    return parser.expectation(row, ())


class _Parser(Values):
    """Walks through a document. Every ``path`` says where a value stands."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.names: tuple[str, ...] = ()
        self.loose = False  # inside ``refused``, where an action need not be possible

    # The whole

    def scenario(self) -> Scenario:
        row = self.mapping(self.document.value, (), KEYS)
        for key in ("format", "id", "title", "seats"):
            expected = {"format": Said("want.format", format=FORMAT), "id": Said("want.a_slug")}
            self.key(row, key, (), expected.get(key, Said("want.key", key=key)))
        if row["format"] != FORMAT:
            self.found(("format",), row["format"], Said("want.format", format=FORMAT))
        name = row["id"]
        if not isinstance(name, str) or not SLUG.fullmatch(name):
            self.found(("id",), name, Said("want.slug"))
        title = self.title(row["title"], ("title",))
        rules = tuple(self.rule(r, ("rules", k)) for k, r in enumerate(self.items(row.get("rules", []), ("rules",))))
        table: dict[str, Any] = {key: row[key] for key in TABLE_KEYS if key in row}
        try:
            self.names = prepare(table, record=False).names
        except BadPosition as bad:
            self.fail(bad.path, bad.fault, bad.expected)
        steps = [self.step(s, ("steps", k)) for k, s in enumerate(self.items(row.get("steps", []), ("steps",)))]
        expect = [
            self.expectation(e, ("expect", k)) for k, e in enumerate(self.items(row.get("expect", []), ("expect",)))
        ]
        return Scenario(
            self.document.file, name, title, rules, self.names, table, tuple(steps), tuple(expect), self.document.text
        )

    # Values

    def seat(self, value: Any, path: Path) -> int:
        if not isinstance(value, str) or value not in self.names:
            self.fail(path, Said("nobody", value=value), Said("want.one_of", words=self.names))
        return self.names.index(value)

    def at(self, value: Any, path: Path) -> int | str:
        places = AT if self.loose or len(self.names) > 4 else (1, 2, "haven")
        place: int | str = self.one_of(value, path, places)
        return place

    def card(self, value: Any, path: Path, first: int = 0, end: int = 10**6, what: str = "want.card") -> str:
        number = NUMBER.get(value, -1) if isinstance(value, str) else -1
        if number < 0:
            self.fail(path, Said("no_card", value=value), Said(what))
        if not first <= number < end and not self.loose:
            self.fail(path, Said("card_is_none", card=value), Said(what))
        return str(value)

    def clan_card(self, value: Any, path: Path) -> str:
        return self.card(value, path, 0, CLAN_CARDS, "a.clan_card")

    def person(self, value: Any, path: Path) -> str:
        return self.card(value, path, FIRST_ALLY, FIRST_LOCATION_CARD, "a.person")

    def clan_cards(self, value: Any, path: Path) -> tuple[str, ...]:
        return tuple(self.clan_card(card, (*path, k)) for k, card in enumerate(self.items(value, path)))

    # Steps

    def step(self, value: Any, path: Path) -> Step:
        row = self.mapping(value, path, None)
        mark = self.mark(path, row)
        if "refused" in row:
            return self.refused(self.mapping(row, path, ("refused", "because")), path, mark)
        if "run_to" in row:
            return RunTo(mark, self.goal(self.mapping(row, path, ("run_to",))["run_to"], (*path, "run_to")))
        if "check" in row:
            inner = self.mapping(row, path, ("check",))["check"]
            return Check(mark, self.expectation(inner, (*path, "check")))
        if "order" in row:
            self.mapping(row, path, ("seat", "order"))
            return Order(mark, self.whose(row, path), self.clan_cards(row["order"], (*path, "order")))
        seat, action = self.act(row, path)
        return Do(mark, seat, action)

    def refused(self, row: Mapping[str, Any], path: Path, mark: Mark) -> Refused:
        self.loose = True
        seat, action = self.act(self.mapping(row["refused"], (*path, "refused"), None), (*path, "refused"))
        self.loose = False
        because = row.get("because", [])
        if isinstance(because, list):
            rules = tuple(self.rule(r, (*path, "because", k)) for k, r in enumerate(because))
        else:
            rules = (self.rule(because, (*path, "because")),)
        return Refused(mark, seat, action, rules)

    def goal(self, value: Any, path: Path) -> str:
        if isinstance(value, dict):
            row = self.mapping(value, path, ("step",))
            return f"step:{self.one_of(row.get('step'), (*path, 'step'), STEPS[1:])}"
        if isinstance(value, str) and value.startswith("step:"):
            return f"step:{self.one_of(value[5:].strip(), path, STEPS[1:])}"
        if value not in GOALS:
            self.found(path, value, Said("want.goal", goals=GOALS, steps=STEPS[1:]))
        return str(value)

    def whose(self, row: Mapping[str, Any], path: Path) -> int:
        name = self.key(row, "seat", path, Said("want.who", names=self.names))
        return self.seat(name, (*path, "seat"))

    def act(self, row: Mapping[str, Any], path: Path) -> tuple[int, Action]:
        kinds = [key for key in row if key in _ACTIONS]
        if len(kinds) != 1:
            fault = Said("several_in_step", words=kinds) if kinds else Said("no_action", words=flow(row))
            self.fail(path, fault, Said("want.step", words=tuple(_ACTIONS)))
        kind = kinds[0]
        self.mapping(row, path, ("seat", kind, *_ACTIONS[kind]))
        seat = self.whose(row, path)
        make: Callable[[Mapping[str, Any], Path], Action] = getattr(self, f"_{kind}")
        return seat, make(row, path)

    def _drain(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Drain(self.person(row["drain"], (*path, "drain")))

    def _play(self, row: Mapping[str, Any], path: Path) -> Action:
        card = self.clan_card(row["play"], (*path, "play"))
        at = self.at(self.key(row, "at", path, Said("want.play_at")), (*path, "at"))
        face = self.one_of(row.get("face", "up"), (*path, "face"), ("up", "down"))
        blood = self.whole(row.get("blood", 0), (*path, "blood"), None if self.loose else 0)
        if blood > MOST_BLOOD and not self.loose:
            self.fail((*path, "blood"), Said("blood", blood=blood), Said("want.blood"))
        if "flip" in row and "flips" in row:
            self.fail((*path, "flips"), Said("several_in_step", words=("flip", "flips")), Said("want.just_one"))
        key = "flips" if "flips" in row else "flip"
        flips = self.whole(row.get(key, 0), (*path, key), None if self.loose else 0)
        return do.Play(card, at, face, blood, flips)

    def _end_turn(self, row: Mapping[str, Any], path: Path) -> Action:
        self.must(row["end_turn"], (*path, "end_turn"))
        return do.EndTurn()

    def _keep(self, row: Mapping[str, Any], path: Path) -> Action:
        cards = self.clan_cards(row["keep"], (*path, "keep"))
        give = self.clan_card(row["give"], (*path, "give")) if row.get("give") is not None else None
        if not cards and not self.loose:
            self.fail((*path, "keep"), Said("no_cards"), Said("want.kept"))
        return do.Keep(cards, give)

    def _stay(self, row: Mapping[str, Any], path: Path) -> Action:
        self.must(row["stay"], (*path, "stay"))
        return do.Stay()

    def _withdraw(self, row: Mapping[str, Any], path: Path) -> Action:
        self.must(row["withdraw"], (*path, "withdraw"))
        return do.Withdraw()

    def _choose(self, row: Mapping[str, Any], path: Path) -> Action:
        value = row["choose"]
        if isinstance(value, str) and value in self.names:
            return do.Choose(self.names.index(value))
        if isinstance(value, str) and value in ("yes", "no"):
            return do.Choose(value == "yes")
        if isinstance(value, bool) or value == "haven" or (isinstance(value, str) and value in NUMBER):
            return do.Choose(value)
        if isinstance(value, int) and 0 <= value < do.MOST_BLOOD:
            return do.Choose(value)
        self.found((*path, "choose"), value, Said("want.choice"))

    def _bid(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Bid(self.whole(row["bid"], (*path, "bid")))

    def _look(self, row: Mapping[str, Any], path: Path) -> Action:
        inner = self.mapping(row["look"], (*path, "look"), ("seat", "at", "slot"))
        where = self.key(inner, "at", (*path, "look"), Said("want.look_at"))
        seat = self.whose(inner, (*path, "look"))
        at = self.at(where, (*path, "look", "at"))
        return do.Look(seat, at, self.whole(inner.get("slot", 0), (*path, "look", "slot")))

    def _use_relic(self, row: Mapping[str, Any], path: Path) -> Action:
        value = row["use_relic"]
        if isinstance(value, bool):
            return do.Choose(value)
        return do.UseRelic(self.person(value, (*path, "use_relic")))

    def _pick_clan(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.PickClan(self.one_of(row["pick_clan"], (*path, "pick_clan"), CLANS))

    def _pick_relic(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.PickRelic(self.card(row["pick_relic"], (*path, "pick_relic"), FIRST_RELIC, 10**6, "a.relic"))

    # Expectations

    def expectation(self, value: Any, path: Path) -> Expectation:
        return expectation(self, value, path)


__all__ = ["FORMAT", "parse", "parse_expectation", "parse_part", "parse_text"]
