"""What every bot must do: choose a legal action from a view, and give reasons.

A bot gets a view and a random generator and keeps nothing between decisions, so one bot may play all seats. The same
view and generator state give the same choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from vendetta_kit.bots import Advice
from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.message_text import fill
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision

from .imagined_worlds import ImaginedWorlds

__all__ = ["MOST_REASONS", "Advice", "Bot", "ChoiceReason", "NothingToDecide", "advice", "asked", "in_words"]

MOST_REASONS: Final = 3
"""The most reasons that advice gives: a learner can read three sentences."""


class NothingToDecide(ValueError):
    """Raised for a view of a seat that has nothing to decide."""


@dataclass(frozen=True, slots=True)
class ChoiceReason:
    """One reason for a choice: a key of ``bots.json``, values to fill in, and rules.

    ``weight`` is its importance in Influence; the most important reasons are given first.
    """

    key: str
    weight: float = 0.0
    values: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


class Bot(Protocol):
    """A player that chooses from views."""

    @property
    def name(self) -> str:
        """Return the name for :func:`make`."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return one of the legal actions of the view's open decision."""

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return the action it would choose, with reasons in words; without ``rng`` the same each time."""


def asked(view: View) -> Decision:
    """Return the view's open decision.

    Raises:
        NothingToDecide: the view has none.
    """
    if view.decision is None:
        raise NothingToDecide("this view has no open decision; ask for a view of a seat in game.pending")
    return view.decision


def in_words(reason: ChoiceReason, view: View, lang: str) -> str:
    """Return a reason as a sentence.

    Some values are special: ``name`` is a seat, ``hidden`` counts face-down cards, ``text`` is a card whose text is
    quoted, ``tie`` (``won`` or ``lost``) says that Power is equal, ``about`` that ``mine`` is only expected, ``curbs``
    are the cards that leave no more than ``mine``.
    """
    values: dict[str, Any] = dict(reason.values)
    if "name" in values:
        values["name"] = view.names[values["name"]]
    if "hidden" in values:
        values["also"] = fill(_template("part.hidden", lang), lang, values) if values["hidden"] else ""
        if values.get("tie"):
            values["also"] += fill(_template(f"part.tie.{values['tie']}", lang), lang, values)
    if "curbs" in values:
        curbs = [box.name(card, lang) for card in values["curbs"]]
        sums = {"open": values["mine"] + values["lost"], "lost": values["lost"], "n": values["mine"]}
        values["mine"] = fill(_template("part.curbed", lang), lang, {**sums, "curbs": curbs})
    if values.get("about"):
        values["mine"] = fill(_template("part.about", lang), lang, {"n": values["mine"]})
    if "text" in values:
        values["text"] = box.text(values["text"], lang)
    return fill(_template(reason.key, lang), lang, values)


def _template(key: str, lang: str) -> str:
    return str(read_words("bots.json", lang)[key])


def advice(action: Action, reasons: Sequence[ChoiceReason], view: View, lang: str) -> Advice:
    """Return the most important reasons in words."""
    told = sorted(reasons, key=lambda reason: -reason.weight)[:MOST_REASONS]
    rules = tuple(dict.fromkeys(rule for reason in told for rule in reason.rules))
    return Advice(action, tuple(in_words(reason, view, lang) for reason in told), rules)


class WeighedChoice(NamedTuple):
    """An action; ``why`` calculates its reasons when called."""

    action: Action
    why: Callable[[], Sequence[ChoiceReason]]


class ReasonedChoice(Protocol):
    """A choice with a function that gives its reasons."""

    @property
    def action(self) -> Action: ...
    @property
    def why(self) -> Callable[[], Sequence[ChoiceReason]]: ...


class ImaginingBot:
    """A bot that also gets imagined games; without them it chooses as the greedy bot does."""

    name = ""

    def choose(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> Action:
        """Return the choice after trying it in imagined games."""
        return self.think(view, rng, worlds).action

    def advise(
        self, view: View, lang: str = "en", rng: Random | None = None, worlds: ImaginedWorlds | None = None
    ) -> Advice:
        """Return the same choice with reasons in words."""
        thought = self.think(view, rng if rng is not None else Random(0), worlds)
        return advice(thought.action, thought.why(), view, lang)

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> ReasonedChoice:
        """Return the choice with its reasons."""
        raise NotImplementedError
