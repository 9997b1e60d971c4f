"""The steps of a story of Rivals, read from a file and written to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vendetta_kit.games.rivals.engine import actions as do
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios.parser import Parser


class StepReader(Parser):
    """Reads the actions in a story of Rivals."""

    acts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "take": (), "done": (), "unhosted": (), "move": (), "act": (), "regroup": ("party",), "mend": ("discard",),
    }  # fmt: skip
    plain: ClassVar[Mapping[str, Action]] = {"take": do.TakeToken(), "done": do.Done(), "unhosted": do.Unhosted()}

    def card(self, value: Any, path: Path) -> str:
        """Return a card's id, such as ``1-V1``, after checking it."""
        if not isinstance(value, str) or value not in s.numbers():
            self.found(path, value, one_of(tuple(s.numbers()), value))
        return str(value)

    def named(self, row: Mapping[str, Any], key: str, path: Path) -> int:
        """Return the number of the card that a step names under ``key``."""
        return s.numbers()[self.card(self.key(row, key, path, Message("want.key", key=key)), (*path, key))]

    def account(self, value: Any, path: Path) -> Account:
        """Return an account: the supply, a player's Prestige, or the tokens on a card."""
        if value == "supply":
            return Account("supply")
        if value in self.names:
            return Account("prestige", self.names.index(value))
        card = self.card(value, path)
        return Account("event", None, card) if card.startswith("C") else Account("blood", int(card[0]) - 1, card)

    def act_move(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Move(self.named(row, "move", path))

    def act_act(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Act(self.named(row, "act", path))

    def act_regroup(self, row: Mapping[str, Any], path: Path) -> Action:
        party = self.key(row, "party", path, Message("want.key", key="party"))
        return do.Regroup(self.named(row, "regroup", path), self.whole(party, (*path, "party"), 1, s.FACTION_SIZE))

    def act_mend(self, row: Mapping[str, Any], path: Path) -> Action:
        return do.Mend(self.named(row, "mend", path), self.named(row, "discard", path))


def step_of(g: Any, seat: int, action: Action) -> dict[str, Any]:
    """Return an action of a seat as a step of a story."""
    row: dict[str, Any] = {"seat": g.names[seat]}
    if isinstance(action, do.Mend):
        return {**row, "mend": s.card_id(action.vampire), "discard": s.card_id(action.card)}
    if isinstance(action, do.Regroup):
        return {**row, "regroup": s.card_id(action.vampire), "party": action.party}
    vampire = getattr(action, "vampire", None)
    return {**row, action.do: True if vampire is None else s.card_id(vampire)}
