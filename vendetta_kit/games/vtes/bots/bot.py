"""What every bot is: it looks at what its seat may know, chooses a legal action, and can say why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from vendetta_kit.bots import Advice
from vendetta_kit.data_paths import read_json
from vendetta_kit.kernel.actions import Action

from .bot_view import BotView

if TYPE_CHECKING:
    from random import Random


MOST_REASONS: Final = 3


@dataclass(frozen=True, slots=True)
class ChoiceReason:
    """One thing that spoke for a choice: a key of ``vtes/lang/…/bots.json``, what fills it in, the rules behind it."""

    key: str
    weight: float
    rules: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str = "en") -> str:
        """Return it in words."""
        words: Mapping[str, str] = read_json("vtes", "lang", lang, "bots.json")
        return words[self.key].format(**self.values)


class Bot(Protocol):
    """Somebody who plays by looking at what a seat may know."""

    @property
    def name(self) -> str:
        """The name it is made by."""

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return one of the legal actions."""

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return what it would choose there, and why, in words."""


def advice(action: Action, reasons: Sequence[ChoiceReason], lang: str) -> Advice:
    """Return an action with its weightiest reasons in words."""
    told = sorted(reasons, key=lambda reason: -abs(reason.weight))[:MOST_REASONS]
    rules = tuple(dict.fromkeys(rule for reason in told for rule in reason.rules))
    return Advice(action, tuple(reason.text(lang) for reason in told), rules)
