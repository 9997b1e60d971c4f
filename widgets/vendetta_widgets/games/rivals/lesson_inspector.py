"""The Python objects of a lesson of Rivals: its table as DataFrames, its moves to try, and the page of a part.

The objects show what the learner's seat may know, except for :meth:`RivalsInspector.lift_the_curtain` and
:class:`RivalsMoveTrial`, which plays the story on.
"""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.message_text import account_text, action_text
from vendetta_kit.games.rivals.wording.message_text import say as game_word
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account

from ...lesson_inspector import LessonInspector, MoveTrial, Named
from ...lesson_part_page import LessonPartPage, LessonPartTools
from ...page_phrases import say
from .lesson_page import RivalsLessonPage


class _Rivals(Named):
    GAME = "rivals"
    view: View

    def said(self, action: Action) -> str:
        return action_text(action, self.lang, self.view.decision)


class RivalsInspector(_Rivals, LessonInspector):
    """The table of a part of a lesson of Rivals (:class:`vendetta_widgets.lesson_inspector.LessonInspector`)."""

    def account(self, account: Account) -> str:
        return account_text(account, self.view.names, self.lang)

    def knows(self) -> Any:
        """Return what the learner's seat knows of every player's cards as a DataFrame.

        Columns: ``player``, ``hand`` (? is a card that this seat does not know), ``haven``, ``streets``, ``torpor``,
        ``rival``, and how many cards are left in ``library`` and ``faction``.

        Raises:
            NotHere: pandas is missing.
        """
        view = self.view
        rows = []
        for seat, name in enumerate(view.names):
            rival = view.rivals[seat]
            own = view.hand if seat == view.me and view.hand is not None else None
            rows.append(
                {
                    "player": name,
                    "hand": self._names(own) if own is not None else ", ".join("?" * view.hands[seat]),
                    "haven": self._names(view.haven[seat]),
                    "streets": self._names(view.out[seat]),
                    "torpor": self._names(view.torpor[seat]),
                    "rival": "?" if rival is None else view.names[rival],
                    "library": view.libraries[seat],
                    "faction": view.factions[seat],
                }
            )
        return self._frame(rows)

    def lift_the_curtain(self) -> Any:
        """Return every player's hand as a DataFrame, which the learner's seat may **not** know.

        Raises:
            NotHere: pandas is missing.
        """
        names = self.view.names
        rows = [{"player": name, "hand": self._names(self._game.view(k).hand or ())} for k, name in enumerate(names)]
        return self._frame(rows)


class RivalsMoveTrial(_Rivals, MoveTrial):
    """A move of Rivals to try otherwise (:class:`vendetta_widgets.lesson_inspector.MoveTrial`)."""

    def outcome(self, view: View) -> dict[str, object]:
        found: dict[str, object] = {}
        for seat, name in enumerate(view.names):
            found[f"{game_word('board', 'prestige', self.lang)} · {name}"] = view.prestige[seat]
            for key, cards in (("haven", view.haven), ("out", view.out), ("torpor", view.torpor)):
                words = say("rivals.streets" if key == "out" else f"rivals.{key}", self.lang)
                shown = ", ".join(f"{self.name(card)} {view.blood[card]}" for card in cards[seat])
                found[f"{words} · {name}"] = shown or "–"
        return found


class RivalsLessonPartPage(LessonPartPage, RivalsLessonPage):
    """The page of a part of a lesson of Rivals (:class:`~vendetta_widgets.lesson_part_page.LessonPartPage`).

    >>> from vendetta_kit.course.lessons import find
    >>> page = RivalsLessonPartPage(find("set_up", "rivals"), 0)
    >>> page.GAME, len(page.lesson.moments), page.ends_lesson
    ('rivals', 1, False)
    """


PARTS: Final = LessonPartTools(RivalsLessonPartPage, RivalsInspector, RivalsMoveTrial)
