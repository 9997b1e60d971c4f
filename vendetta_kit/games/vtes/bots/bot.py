"""The protocol of bots and the reasons for their choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from vendetta_kit.bots import Advice
from vendetta_kit.data_paths import read_words
from vendetta_kit.kernel.actions import Action

from .bot_view import BotView

if TYPE_CHECKING:
    from random import Random


MOST_REASONS: Final = 3


@dataclass(frozen=True, slots=True)
class ChoiceReason:
    """One reason for a choice: a key of ``vtes/lang/…/bots.json``, its weight in pool, its rules, its values."""

    key: str
    weight: float
    rules: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str = "en") -> str:
        """Return the reason in words."""
        words: Mapping[str, str] = read_words("bots.json", lang, "vtes")
        return words[self.key].format(**self.values)


class Bot(Protocol):
    """A player that chooses by what a seat may know."""

    @property
    def name(self) -> str:
        """Return its name, as :func:`..bots.make` takes it."""

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return one of the legal actions."""

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return the action that it would choose, with its reasons in words."""


def advice(action: Action, reasons: Sequence[ChoiceReason], lang: str) -> Advice:
    """Return an action with its reasons of the largest weights, in words."""
    told = sorted(reasons, key=lambda reason: -abs(reason.weight))[:MOST_REASONS]
    rules = tuple(dict.fromkeys(rule for reason in told for rule in reason.rules))
    return Advice(action, tuple(reason.text(lang) for reason in told), rules)
