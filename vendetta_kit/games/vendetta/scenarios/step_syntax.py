"""The syntax of Vendetta's scenario files: actions, Locations and cards.

In addition to the keys of every scenario file (format, id, title, seats and the rest of the table, steps, expect):

- steps: ``{bid: n}`` in an Auction of Blood; ``{look: {seat: Bob, at: 1, slot: 0}}`` with Ambrus Maropis;
  ``{use_relic: VI01}`` with the Isaac Chalice, ``{use_relic: yes}`` or ``no`` where a Relic is offered;
  ``{pick_clan: brujah}`` and ``{pick_relic: RE01}`` in the set-up; ``{keep: [BR01, BR02], give: BR03}`` with Roberta
  Urbani; ``{check: {…}}``: an expectation that must hold at this point of the story already;
- expectations: of a seat also ``deck``, ``hand_size``, ``deck_size``, ``relic`` and ``clan``; of a Position also
  ``face_up``; of a Location also ``location_card``; of events and transfers ``count``, how many there must be; and
  ``{round: 2, phase: planning, step: …, turn: Ann, pending: [Ann, Bob]}``: what the game waits for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from vendetta_kit.games.vendetta.engine import actions as do
from vendetta_kit.games.vendetta.engine.card_tables import (
    AT,
    CLAN_CARDS,
    CLANS,
    FIRST_ALLY,
    FIRST_LOCATION_CARD,
    FIRST_RELIC,
    NUMBER,
)
from vendetta_kit.games.vendetta.engine.rule_numbers import MOST_BLOOD
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios.parser import Parser

ACTS: Final = {
    "drain": (),
    "play": ("at", "face", "blood", "flip", "flips"),
    "end_turn": (),
    "keep": ("give",),
    "stay": (),
    "withdraw": (),
    "choose": (),
    "bid": (),
    "look": (),
    "use_relic": (),
    "pick_clan": (),
    "pick_relic": (),
}
"""The actions, with the further keys of their steps."""


class StepReader(Parser):
    """Reads the scenario files of Vendetta."""

    acts = ACTS
    plain: ClassVar[Mapping[str, Action]] = {"end_turn": do.EndTurn(), "stay": do.Stay(), "withdraw": do.Withdraw()}

    # Values

    def at(self, value: Any, path: Path) -> int | str:
        places = AT if self.loose or len(self.names) > 4 else (1, 2, "haven")
        place: int | str = self.one_of(value, path, places)
        return place

    def card(self, value: Any, path: Path, first: int = 0, end: int = 10**6, what: str = "want.card") -> str:
        number = NUMBER.get(value, -1) if isinstance(value, str) else -1
        if number < 0:
            self.fail(path, Message("no_card", value=value), Message(what))
        if not first <= number < end and not self.loose:
            self.fail(path, Message("card_is_none", card=value), Message(what))
        return str(value)

    def clan_card(self, value: Any, path: Path) -> str:
        return self.card(value, path, 0, CLAN_CARDS, "a.clan_card")

    def person(self, value: Any, path: Path) -> str:
        return self.card(value, path, FIRST_ALLY, FIRST_LOCATION_CARD, "a.person")

    def clan_cards(self, value: Any, path: Path) -> tuple[str, ...]:
        return tuple(self.clan_card(card, (*path, k)) for k, card in enumerate(self.items(value, path)))

    def in_order(self, value: Any, path: Path) -> tuple[str, ...]:
        return self.clan_cards(value, path)

    def account(self, value: Any, path: Path) -> Account:
        if value == "bank":
            return Account("bank")
        if isinstance(value, dict):
            if "card" in value:
                self.mapping(value, path, ("card",))
                return Account("card", card=self.card(value["card"], (*path, "card")))
            self.mapping(value, path, ("seat", "at"))
            for key in ("seat", "at"):
                self.key(value, key, path, Message("want.position"))
            return Account("position", self.seat(value["seat"], (*path, "seat")), self.at(value["at"], (*path, "at")))
        if isinstance(value, str) and value in self.names:
            return Account("pool", self.names.index(value))
        self.found(path, value, Message("want.account", names=self.names))

    # Steps

    def act_drain(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Drain(self.person(row["drain"], (*path, "drain")))

    def act_play(self, row: Mapping[str, Any], path: Path) -> Action:
        card = self.clan_card(row["play"], (*path, "play"))
        at = self.at(self.key(row, "at", path, Message("want.play_at")), (*path, "at"))
        face = self.one_of(row.get("face", "up"), (*path, "face"), ("up", "down"))
        blood = self.whole(row.get("blood", 0), (*path, "blood"), None if self.loose else 0)
        if blood > MOST_BLOOD and not self.loose:
            self.fail((*path, "blood"), Message("blood", blood=blood), Message("want.blood"))
        if "flip" in row and "flips" in row:
            self.fail((*path, "flips"), Message("several_in_step", words=("flip", "flips")), Message("want.just_one"))
        key = "flips" if "flips" in row else "flip"
        flips = self.whole(row.get(key, 0), (*path, key), None if self.loose else 0)
        return do.Play(card, at, face, blood, flips)

    def act_keep(self, row: Mapping[str, Any], path: Path) -> Action:
        cards = self.clan_cards(row["keep"], (*path, "keep"))
        give = self.clan_card(row["give"], (*path, "give")) if row.get("give") is not None else None
        if not cards and not self.loose:
            self.fail((*path, "keep"), Message("no_cards"), Message("want.kept"))
        return do.Keep(cards, give)

    def act_choose(self, row: Mapping[str, Any], path: Path) -> Action:
        value = row["choose"]
        if isinstance(value, str) and value in self.names:
            return do.Choose(self.names.index(value))
        if isinstance(value, str) and value in ("yes", "no"):
            return do.Choose(value == "yes")
        if isinstance(value, bool) or value == "haven" or (isinstance(value, str) and value in NUMBER):
            return do.Choose(value)
        if isinstance(value, int) and 0 <= value < do.MOST_BLOOD:
            return do.Choose(value)
        self.found((*path, "choose"), value, Message("want.choice"))

    def act_bid(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Bid(self.whole(row["bid"], (*path, "bid")))

    def act_look(self, row: Mapping[str, Any], path: Path) -> Action:
        inner = self.mapping(row["look"], (*path, "look"), ("seat", "at", "slot"))
        where = self.key(inner, "at", (*path, "look"), Message("want.look_at"))
        seat = self.whose(inner, (*path, "look"))
        at = self.at(where, (*path, "look", "at"))
        return do.Look(seat, at, self.whole(inner.get("slot", 0), (*path, "look", "slot")))

    def act_use_relic(self, row: Mapping[str, Any], path: Path) -> Action:
        value = row["use_relic"]
        if isinstance(value, bool):
            return do.Choose(value)
        return do.UseRelic(self.person(value, (*path, "use_relic")))

    def act_pick_clan(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.PickClan(self.one_of(row["pick_clan"], (*path, "pick_clan"), CLANS))

    def act_pick_relic(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.PickRelic(self.card(row["pick_relic"], (*path, "pick_relic"), FIRST_RELIC, 10**6, "a.relic"))
