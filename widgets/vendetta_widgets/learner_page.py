"""Pages that know what a learner has met, used, been refused by and answered: kept in her browser, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from vendetta_kit.course.progress import BadProgress, Progress
from vendetta_kit.course.questions import Question

from .base_page import BasePage
from .controls import link
from .games import writing
from .html import Html, HtmlWriter, joined, tag
from .page_parts import tools

__all__ = ["LearnerPage"]

KEPT: Final = "progress"
"""Under this name the browser keeps the progress."""
SKIP_TO: Final = ":is(.vk-panel, .vk-coach):not([hidden]), .vk-drill, .vk-frame main, .vk-hero"
"""Where the skip link leads: past head and menus to what is asked, or to what the page is about."""
ABOUT: Final = 2
"""So many of a question's rules are planned anew by its answer: those that it is most about."""


class LearnerPage(BasePage):
    """A page with the learner's progress. Subclasses note what happens to her; it is kept once the page is drawn."""

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(lang)
        self.progress = Progress(game=self.GAME)
        self._noted = False
        self._met: set[str] = set()  # on this page: counted once
        self._unreadable = False

    # Kept in the browser ------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        self.read_progress()

    def read_progress(self) -> None:
        """The progress that the browser has kept; what cannot be read is told, and is not written over."""
        kept = self.stored.get(KEPT)
        if kept is None:
            return
        try:
            self.progress = self.progress.merge(Progress.loads(kept, "progress"))
        except BadProgress as fault:
            self._unreadable = True
            self._tell_fault(fault)

    def stored_elsewhere(self, key: str, text: str) -> None:
        if key == KEPT:
            self.progress = self.progress.merge(Progress.loads(text, "progress"))

    def load_progress(self, content: bytes, name: str) -> None:
        """A file that the learner has chosen: joined with what is there, so that nothing is lost.

        Raises:
            BadProgress: the file is no progress; nothing has changed.
        """
        self.progress = self.progress.merge(Progress.loads(content, name))
        self._unreadable = False
        self._noted = True

    def save_progress(self) -> None:
        """Give the learner her progress as a file."""
        self.download("vendetta-progress.json", self.progress.dumps())

    def keep(self) -> None:
        if self._noted and not self._unreadable:
            self.store(KEPT, self.progress.dumps())
            self._noted = False

    # What happens to her ------------------------------------------------------------------------------------

    def _is_rule(self, name: str) -> bool:
        """Whether this is a rule or ruling of the page's game."""
        return writing(self.GAME).book.is_id(name)

    def note_met(self, rules: Iterable[str]) -> None:
        """She came across these rules; each counts once a page."""
        new = [rule for rule in dict.fromkeys(rules) if rule not in self._met and self._is_rule(rule)]
        if new:
            self._met.update(new)
            self.progress.met(new)
            self._noted = True

    def note_used(self, rules: Iterable[str]) -> None:
        """She made a move that stands on these rules."""
        self.progress.used(rules)
        self._noted = True

    def note_refused(self, rules: Any) -> None:
        """She tried what these rules forbid."""
        known = [rule for rule in rules if isinstance(rule, str) and self._is_rule(rule)] if rules else []
        if known:
            self.progress.refused(known)
            self._noted = True

    def note_answer(self, question: Question, given: Sequence[str]) -> bool:
        """She answered a question; gives whether rightly."""
        right = question.grade(given)
        self.progress.answered(question.rules[:ABOUT], right, question.id, datetime.now(UTC))
        self._noted = True
        return right

    def note_lesson(self, lesson: str, moment: str | None = None, finished: bool = False) -> None:
        """She did a moment of a lesson, or came to its end."""
        self.progress.lesson(lesson, moment, finished)
        self._noted = True

    def note_done(self, what: str) -> None:
        """She did something that a teacher may have given to do: ``scenario:`` or ``drill:`` and its id."""
        if what not in self.progress.done:
            self.progress.has_done(what)
            self._noted = True

    @property
    def due_now(self) -> int:
        """How many rules it is time to ask about again."""
        return self.progress.count_due(datetime.now(UTC))

    # Shared by all of them ------------------------------------------------------------------------------------

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadProgress):
            return self.pen().say("bad.progress", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def top(self, pen: HtmlWriter, *more: Html | None) -> Html:
        """The head of a page of the course: the way home, more, and the tools of every page."""
        home = link(pen.say("title"), "00_start_here", cls="vk-home")
        skip = tag("button", pen.say("skip"), type="button", data_go=SKIP_TO, cls="vk-skip-link vk-button")
        return joined([skip, tag("p", home, cls="vk-brand"), *more, tools(self.pen("tools"), self.looks)])
