"""The base class of pages with the learner's progress, which is stored only in the learner's browser."""

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

KEPT: Final = "progress"
"""The name under which the browser stores the progress."""
SKIP_TO: Final = ":is(.vk-panel, .vk-coach):not([hidden]), .vk-drill, .vk-frame main, .vk-hero"
"""The target of the skip link: the open question, or the page's main part."""
ABOUT: Final = 2
"""The number of a question's first rules whose due time an answer changes."""


class LearnerPage(BasePage):
    """A page with the learner's progress. Subclasses note what the learner does; it is stored with the next drawing."""

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self.progress = Progress(game=self.GAME)
        self._noted = False
        self._met: set[str] = set()  # rules met on this page, which count once
        self._unreadable = False

    # Stored in the browser ----------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        self.read_progress()

    def read_progress(self) -> None:
        """Read the progress that the browser stores; an unreadable one gives an error and is not overwritten."""
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
        """Merge a progress file into the learner's progress.

        Raises:
            BadProgress: the file is no progress file; nothing has changed.
        """
        self.progress = self.progress.merge(Progress.loads(content, name))
        self._unreadable = False
        self._noted = True

    def save_progress(self) -> None:
        """Download the learner's progress as a file."""
        self.download("vendetta-progress.json", self.progress.dumps())

    def keep(self) -> None:
        if self._noted and not self._unreadable:
            self.store(KEPT, self.progress.dumps())
            self._noted = False

    # Noting what the learner does ---------------------------------------------------------------------------

    def _is_rule(self, name: str) -> bool:
        """Check whether a name is a rule or ruling of the page's game."""
        return writing(self.game_id).book.is_id(name)

    def note_met(self, rules: Iterable[str]) -> None:
        """Note that the learner met these rules; each counts once a page."""
        new = [rule for rule in dict.fromkeys(rules) if rule not in self._met and self._is_rule(rule)]
        if new:
            self._met.update(new)
            self.progress.met(new)
            self._noted = True

    def note_used(self, rules: Iterable[str]) -> None:
        """Note that the learner made a move that rests on these rules."""
        self.progress.used(rules)
        self._note_play()

    def note_refused(self, rules: Any) -> None:
        """Note that the learner tried what these rules forbid."""
        known = [rule for rule in rules if isinstance(rule, str) and self._is_rule(rule)] if rules else []
        if known:
            self.progress.refused(known)
            self._note_play()

    def note_answer(self, question: Question, given: Sequence[str]) -> bool:
        """Note the learner's answer to a question; return whether it is right."""
        right = question.grade(given)
        self.progress.answered(question.rules[:ABOUT], right, question.id, datetime.now(UTC))
        self._note_play()
        return right

    def note_lesson(self, lesson: str, moment: str | None = None, finished: bool = False) -> None:
        """Note that the learner did a part of a lesson, or finished it."""
        self.progress.lesson(lesson, moment, finished)
        self._note_play()

    def note_done(self, what: str) -> None:
        """Note that the learner did an item of an assignment: ``scenario:`` or ``drill:`` and its id."""
        if what not in self.progress.done:
            self.progress.mark_done(what)
            self._note_play()

    def _note_play(self) -> None:
        """Note that the learner has done something today."""
        self.progress.play_day(datetime.now(UTC))
        self._noted = True

    @property
    def due_now(self) -> int:
        """The number of rules that are due."""
        return self.progress.count_due(datetime.now(UTC))

    # Common parts ---------------------------------------------------------------------------------------------

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadProgress):
            return self.pen().say("bad.progress", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def home(self, pen: HtmlWriter) -> tuple[Html, Html]:
        """Return the link that skips the head, and the way home."""
        home = link(pen.say("title"), "00_start_here", cls="vk-home")
        skip = tag("button", pen.say("skip"), type="button", data_go=SKIP_TO, cls="vk-skip-link vk-button")
        return skip, tag("p", home, cls="vk-brand")

    def top(self, pen: HtmlWriter, *more: Html | None) -> Html:
        """Return the head of a course page: the way home, ``more``, and the tools of every page."""
        return joined([*self.home(pen), *more, tools(self.pen("tools"), self.looks)])
