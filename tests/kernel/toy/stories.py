"""Stories of *Hush*: what its scenario files say, and how they are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import tests.kernel.toy as hush
from vendetta_kit.input_errors import Path
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.refusal import BadPosition, BadSetup
from vendetta_kit.kernel.state import ASK
from vendetta_kit.scenarios import expectations
from vendetta_kit.scenarios.dialect import Dialect
from vendetta_kit.scenarios.parser import Parser

PARTS: expectations.Parts = {"round": None}
FITS = {hush.Stay: (hush.STAY_OR_LEAVE,), hush.Lay: (hush.LAY, hush.GIVE), hush.Pass: (hush.LAY, hush.GIVE)}


class Reader(Parser):
    """Reads what is done in *Hush*."""

    acts: ClassVar = {"stay": (), "lay": (), "pass": ()}
    plain: ClassVar = {"pass": hush.Pass()}

    def act_stay(self, row: Mapping[str, Any], path: Path) -> Action:
        return hush.Stay(self.truth(row["stay"], (*path, "stay")))

    def act_lay(self, row: Mapping[str, Any], path: Path) -> Action:
        return hush.Lay(int(self.card(row["lay"], (*path, "lay"))[1:]))

    def card(self, value: Any, path: Path) -> str:
        return str(self.one_of(value, path, tuple(map(hush.name, hush.CARDS))))

    def account(self, value: Any, path: Path) -> Account:
        return Account("bank") if value == "bank" else Account("coins", self.seat(value, path))


def prepare(table: Mapping[str, Any], record: bool) -> hush.Hush:
    try:
        return hush.Hush.dealt(table["seats"], table.get("seed", 0), record=record)
    except BadSetup as bad:
        raise BadPosition((bad.where,), bad.fault, bad.expected) from bad


def step(g: hush.Hush, seat: int, action: Action) -> dict[str, Any]:
    done = hush.name(action.card) if isinstance(action, hush.Lay) else getattr(action, "stays", True)
    return {"seat": g.names[seat], action.do: done}


def default(g: hush.Hush, seat: int) -> Action:
    return hush.Stay() if g.n[ASK] == hush.STAY_OR_LEAVE else hush.Pass()


def pauses(g: hush.Hush) -> Iterator[tuple[int, str]]:
    for k in range(len(g.agenda) - 2, -1, -1):
        if g.agenda[k][0] in (hush.begin_round, hush.give_away):
            yield k, "end_of_round"


DIALECT = Dialect(
    format="hush-scenario/1",
    rules=hush.RULES,
    table=("seats", "seed"),
    reader=Reader,
    prepare=prepare,
    forms=(
        expectations.event_form(PARTS),
        expectations.transfer_form(PARTS, hush.SCHEMA, lambda names, at: "bank" if at.seat is None else names[at.seat]),
        expectations.HIDDEN,
        expectations.state_form(
            "coins",
            {"seat": expectations.SEAT},
            {
                **expectations.numbers_of(hush.SCHEMA, of_seats=True),
                "hand": (expectations.CARDS, lambda g, seat: list(map(hush.name, g.z[hush.HAND + seat]))),
            },
        ),
        expectations.END,
        expectations.moment_form(PARTS),
    ),
    fits=FITS,
    default=default,
    is_rule=lambda text: text in {f"HUSH-{k:02}" for k in range(6)},
    step=step,
    goals=("end_of_round",),
    pauses=pauses,
)
