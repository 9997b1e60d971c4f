"""What people do in a story of Rivals, read from a file, and written as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vendetta_kit.games.rivals.engine import actions as do
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios.parser import Parser
from vendetta_kit.validation import one_of

__all__ = ["StepReader", "step_of"]


class StepReader(Parser):
    """Reads what is done in Rivals."""

    acts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "take": (), "done": (), "unhosted": (), "move": (), "act": (), "regroup": ("party",), "mend": ("discard",),
    }  # fmt: skip
    plain: ClassVar[Mapping[str, Action]] = {"take": do.TakeToken(), "done": do.Done(), "unhosted": do.Unhosted()}

    def card(self, value: Any, path: Path) -> str:
        """A card by its id, such as ``1-V1``."""
        if not isinstance(value, str) or value not in s.numbers():
            self.found(path, value, one_of(tuple(s.numbers()), value))
        return str(value)

    def named(self, row: Mapping[str, Any], key: str, path: Path) -> int:
        """Return the number of the card that a key of a step names."""
        return s.numbers()[self.card(self.key(row, key, path, Message("want.key", key=key)), (*path, key))]

    def account(self, value: Any, path: Path) -> Account:
        """The supply, somebody's Prestige, or what lies on a card."""
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
    """Return the step of a story in which a seat does this."""
    row: dict[str, Any] = {"seat": g.names[seat]}
    if isinstance(action, do.Mend):
        return {**row, "mend": s.card_id(action.vampire), "discard": s.card_id(action.card)}
    if isinstance(action, do.Regroup):
        return {**row, "regroup": s.card_id(action.vampire), "party": action.party}
    vampire = getattr(action, "vampire", None)
    return {**row, action.do: True if vampire is None else s.card_id(vampire)}
