"""What every bot is: it looks at a view, chooses a legal action, and can say why.

A bot is given a view and chance, nothing else: it cannot look into a game, keeps nothing between two decisions, and so
one bot may play all seats. The same view and the same chance give the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from vendetta_kit.bots import Advice
from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.words import fill
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


__all__ = ["MOST_REASONS", "Advice", "Bot", "ChoiceReason", "NothingToDecide", "advice", "asked", "in_words"]

MOST_REASONS: Final = 3
"""A learner reads three sentences, not ten."""


class NothingToDecide(ValueError):
    """The view is of somebody who has nothing to decide now."""


@dataclass(frozen=True, slots=True)
class ChoiceReason:
    """One thing that spoke for a choice: a key of ``bots.json``, what fills it in, and the rules it rests on.

    ``weight`` says how much it spoke for it, in Influence; the weightiest are told first.
    """

    key: str
    weight: float = 0.0
    values: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


class Bot(Protocol):
    """Somebody who plays by looking at views."""

    @property
    def name(self) -> str:
        """The name it is made by."""

    def choose(self, view: View, rng: Random) -> Action:
        """One of the legal actions of the view's open decision."""

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """What it would choose there, and why, in words; without ``rng`` the same each time."""


def asked(view: View) -> Decision:
    """The view's open decision.

    Raises:
        NothingToDecide: there is none.
    """
    if view.decision is None:
        raise NothingToDecide("this view has no open decision; ask for a view of a seat in game.pending")
    return view.decision


def in_words(reason: ChoiceReason, view: View, lang: str) -> str:
    """A reason as a sentence.

    Of its values ``name`` is a seat, ``hidden`` counts face-down cards, ``text`` is a card whose text is told, ``tie``
    (``won`` or ``lost``) says that Power is even, and ``about`` that ``mine`` is only expected.
    """
    values: dict[str, Any] = dict(reason.values)
    if "name" in values:
        values["name"] = view.names[values["name"]]
    if "hidden" in values:
        values["also"] = fill(_template("part.hidden", lang), lang, values) if values["hidden"] else ""
        if values.get("tie"):
            values["also"] += fill(_template(f"part.tie.{values['tie']}", lang), lang, values)
    if values.get("about"):
        values["mine"] = fill(_template("part.about", lang), lang, {"n": values["mine"]})
    if "text" in values:
        values["text"] = box.text(values["text"], lang)
    return fill(_template(reason.key, lang), lang, values)


def _template(key: str, lang: str) -> str:
    return str(read_words("bots.json", lang)[key])


def advice(action: Action, reasons: Sequence[ChoiceReason], view: View, lang: str) -> Advice:
    """The weightiest reasons in words."""
    told = sorted(reasons, key=lambda reason: -reason.weight)[:MOST_REASONS]
    rules = tuple(dict.fromkeys(rule for reason in told for rule in reason.rules))
    return Advice(action, tuple(in_words(reason, view, lang) for reason in told), rules)
