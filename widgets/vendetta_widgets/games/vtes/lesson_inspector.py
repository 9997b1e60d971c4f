"""The Python objects of a lesson of V:TES: its table as DataFrames, its moves to try, and the page of a part.

The objects show what the learner's seat may know, except for :meth:`VtesInspector.lift_the_curtain` and
:class:`VtesMoveTrial`, which plays the story on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account

from ...lesson_inspector import LessonInspector, MoveTrial, Named
from ...lesson_part_page import LessonPartPage, LessonPartTools
from ...page_phrases import say
from .lesson_page import VtesLessonPage
from .offers import action_words

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Vtes(Named):
    GAME = "vtes"
    view: View

    def said(self, action: Action) -> str:
        return action_words(action, self.view, self.lang, self.view.decision)


class VtesInspector(_Vtes, LessonInspector):
    """The table of a part of a lesson of V:TES (:class:`vendetta_widgets.lesson_inspector.LessonInspector`)."""

    def account(self, account: Account) -> str:
        return practice_words().account_text(account, self.view.names, self.lang)

    def knows(self) -> Any:
        """Return what the learner's seat knows of every player's cards as a DataFrame.

        Columns: ``player``, ``hand`` and ``uncontrolled`` (? is a card that this seat does not know), ``ready``,
        ``torpor``, ``ash_heap``, and how many cards are left in ``library`` and ``crypt``.

        Raises:
            NotHere: pandas is missing.
        """
        rows = [
            {
                "player": seat.name,
                "hand": self._seen(seat.hand),
                "uncontrolled": self._seen(seat.uncontrolled),
                "ready": self._seen(seat.ready),
                "torpor": self._seen(seat.torpor),
                "ash_heap": self._names(seat.ash),
                "library": seat.library,
                "crypt": seat.crypt,
            }
            for seat in self.view.seats
        ]
        return self._frame(rows)

    def lift_the_curtain(self) -> Any:
        """Return every player's hand and uncontrolled cards, which the learner's seat may **not** know, as a DataFrame.

        Raises:
            NotHere: pandas is missing.
        """
        own = [self._game.view(k).seats[k] for k in range(len(self.view.seats))]
        rows = [
            {"player": seat.name, "hand": self._seen(seat.hand), "uncontrolled": self._seen(seat.uncontrolled)}
            for seat in own
        ]
        return self._frame(rows)

    def _seen(self, cards: Iterable[SeenCard]) -> str:
        return self._names(card.card for card in cards)


class VtesMoveTrial(_Vtes, MoveTrial):
    """A move of V:TES to try otherwise (:class:`vendetta_widgets.lesson_inspector.MoveTrial`)."""

    def outcome(self, view: View) -> dict[str, object]:
        found: dict[str, object] = {}
        for seat in view.seats:
            counted = {"pool": seat.pool, "points": seat.points}
            for key, value in counted.items():
                found[f"{say(f'watch.{key}', self.lang)} · {seat.name}"] = value
            for key, cards in (("ready", seat.ready), ("torpor", seat.torpor)):
                label = f"{say(f'watch.{key}', self.lang)} · {seat.name}"
                found[label] = ", ".join(f"{self.name(card.card)} {card.counters}" for card in cards) or "–"
        found[say("hood.edge", self.lang)] = "–" if view.edge is None else view.names[view.edge]
        return found


class VtesLessonPartPage(LessonPartPage, VtesLessonPage):
    """The page of a part of a lesson of V:TES (:class:`~vendetta_widgets.lesson_part_page.LessonPartPage`).

    >>> from vendetta_kit.course.lessons import find
    >>> page = VtesLessonPartPage(find("block", "vtes"), 0)
    >>> page.GAME, len(page.lesson.moments), page.ends_lesson
    ('vtes', 1, False)
    """


PARTS: Final = LessonPartTools(VtesLessonPartPage, VtesInspector, VtesMoveTrial)
