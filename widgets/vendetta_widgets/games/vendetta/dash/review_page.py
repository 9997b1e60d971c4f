"""The review page: the coach judges a finished game, in steps, so that the page can be used meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from vendetta_kit import Game
from vendetta_kit.coach.move_marks import MoveMark
from vendetta_kit.coach.review import JudgedDecision, Review, checked_ended, moments_in_steps, review_in_steps
from vendetta_kit.coach.review_depths import DEPTHS
from vendetta_kit.coach.review_file import BadReview, dump_review, load_review
from vendetta_kit.coach.review_text import ReviewText
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.input_checks import number_of
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_widgets.controls import Option, button, link, row
from vendetta_widgets.dash.dashboard_page import table_of
from vendetta_widgets.dash.game_source import Source
from vendetta_widgets.figures.figure_style import Spec
from vendetta_widgets.game_traits import table_html
from vendetta_widgets.games.vendetta.figures.win_chance_figure import curve_figure, point_words
from vendetta_widgets.games.vendetta.session_setup import BEFORE, KEPT
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.learner_page import KEPT as PROGRESS
from vendetta_widgets.learner_page import LearnerPage
from vendetta_widgets.page_arguments import checked_game, language_by_name
from vendetta_widgets.page_parts import framed, hole
from vendetta_widgets.page_phrases import UserError, languages

from .game_dashboard import TABLE
from .review_cards import ReviewCards

KEPT_REVIEW: Final = "review"
"""The name under which the browser stores the last review, as far as it has come."""
_POINTS: Final = 8
"""The review is stored again after so many more points of the curve."""
_NOTABLE: Final = (MoveMark.BRILLIANT, MoveMark.SECOND, MoveMark.MISTAKE, MoveMark.BLUNDER)
_LITTLE: Final = (MoveMark.BRIEF, MoveMark.ONLY)
"""On what had no more than a first look, or no other way, little hung: it stands behind a press."""


@language_by_name()
def review(
    game: Game | None = None, *, seat: int | None = None, depth: int | None = None, lang: str | None = None
) -> ReviewPage:
    """Return the review page of a finished game; ``?depth=1`` in the address begins the review at once.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whose decisions are judged.
        depth: how deep the coach looks, 1 to 3, at once; ``None`` to choose on the page.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of Vendetta, is not over, or has no such seat.

    ``review(game, seat=0, depth=1).wait()`` judges before the cell ends, so that a saved notebook has the answer.

    >>> review(lang="en").names
    ('curve',)
    """
    return ReviewPage(game, seat=seat, depth=depth, lang=lang)


class ReviewPage(ReviewCards, LearnerPage):
    """A finished game with the coach's review. ``found``: the review so far."""

    NOUN: ClassVar[str] = "review"
    TOLD: ClassVar[tuple[str, ...]] = (*LearnerPage.TOLD, "found", "wait")
    page: ClassVar[str] = "review"
    names: ClassVar[tuple[str, ...]] = ("curve",)

    def __init__(
        self,
        game: AnyGame | None = None,
        *,
        seat: int | None = None,
        depth: int | None = None,
        lang: str | None = None,
    ) -> None:
        super().__init__(game, seat=seat, lang=lang)
        if self._own is not None:
            checked_ended(self._own)
        self.depth = 0
        self.notable = True
        self._steps: Iterator[Review] | None = None
        self._wanted = 0 if depth is None else SetupChecks().whole(depth, ("depth",), 1, max(DEPTHS))
        """The depth at which the review begins as soon as the game is loaded; 0 for none."""
        self._all = False
        """Whether all decisions are to be judged, not only those at the moments that decided."""
        self._review_stored_at: tuple[int, int, int, bool, bool] | None = None
        self._looked_for: tuple[Source | None, int] | None = None
        self._looked_from: int | None = None
        """The value of the button by which the reader went to look at the table; ``None`` if she did not come so."""

    # The game, and its review -----------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        self.read_progress()
        self._wanted = number_of(query.get("depth"), 1, max(DEPTHS)) or self._wanted
        super().arrived(query)

    def _show(self, source: Source, recorded: str = "") -> None:
        self._forget_review()
        super()._show(source, recorded)

    def _forget_review(self) -> None:
        self.found, self._steps, self._telling, self.depth, self._tried = None, None, {}, 0, None

    def _begin(self, depth: int, kept: Review | None = None) -> None:
        """Begin a review of the chosen seat, or go on with ``kept`` or else with the one that the browser stores.

        The moments that decided come first; at the first depth the rest waits for the reader to ask for it.
        """
        game = self.source.whole()
        if game is None:
            raise UserError("dash.review.answer.secret")
        kept = kept or self._stored_review(game)
        kept = kept if kept is not None and kept.depth == depth else None
        self._forget_review()
        self.depth = depth
        self._telling = {lang: ReviewText(game, COACHING, lang) for lang in languages()}
        self._all = depth > 1 or (kept is not None and kept.whole)
        if kept is not None and kept.finished:
            self.found = kept
            return
        self._steps = moments_in_steps(game, self.seat, COACHING, depth, kept=kept)
        self.found = next(self._steps)

    def _begin_rest(self) -> None:
        """Go on with the decisions that were not at one of the moments that decided."""
        game = self.source.whole()
        assert game is not None
        self._steps = review_in_steps(game, self.seat, COACHING, self.depth, kept=self.found)
        self.found = next(self._steps)

    def _stored_review(self, game: AnyGame) -> Review | None:
        """Return what the browser stores of a review of this game and the chosen seat; ``None`` if nothing."""
        text = self.stored.get(KEPT_REVIEW)
        if text is None:
            return None
        try:
            return load_review(text, game, self.seat, COACHING)
        except BadReview:
            return None

    def _store_review(self) -> None:
        """Store the review in the browser at each step that took long, and where it stops."""
        found, game = self.found, self.source.whole()
        if found is None or game is None:
            return
        closely = sum(decision.close_look for decision in found.decisions)
        now = len(found.early), closely, len(found.points) // _POINTS, found.finished, self._halted
        if now != self._review_stored_at:
            self._review_stored_at = now
            self.store(KEPT_REVIEW, dump_review(found, game))

    def work_on(self) -> bool:
        if super().work_on():
            return True
        if self._wanted and self._coming is None:
            depth, self._wanted = self._wanted, 0
            if self.source.whole() is not None:
                self._begin(depth)
        if self.found is None and self._coming is None and not self._wanted:
            self._show_kept()
        if self._steps is None or self._halted:
            return False
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
            assert self.found is not None
            if self._all and not self.found.whole:
                self._begin_rest()
            else:
                self._take_along()
        self._store_review()
        return self._steps is not None

    def works_behind(self) -> object:
        found = self.found
        if found is None or self._coming is not None:
            return None
        return len(found.early), found.done, found.settled, len(found.points)

    def _show_kept(self) -> None:
        """Show what the browser stores of a review of this game; it goes on where it stopped."""
        if KEPT_REVIEW not in self.stored or self._looked_for == (self._source, self.seat):
            return
        self._looked_for = self._source, self.seat
        game = self.source.whole()
        kept = self._stored_review(game) if game is not None else None
        if kept is not None:
            self._begin(kept.depth, kept)

    def _take_along(self) -> None:
        """Mark the rules of what cost most as due in the learner's progress, if it is the learner's own game."""
        if self.found is not None and self.source.me == self.found.seat:
            rules = [self.told.highlight(one).rule for one in self._costly(self.found)]
            if rules:
                self.progress.make_due(rules, datetime.now(UTC))
                self._noted = True

    def doing(self) -> str:
        if self.found is None or self._coming is not None:
            return super().doing()
        return self._progress_words(self.pen())

    def _progress_words(self, pen: HtmlWriter) -> str:
        """Return how far the review has come."""
        found = self.found
        assert found is not None
        if not found.whole:
            return pen.say("dash.review.first", done=len(found.early), of=len(found.deciding))
        return pen.say("dash.review.seconds", done=found.done, of=found.of)

    def stop(self) -> None:
        if self.found is None or self._coming is not None:
            super().stop()
        else:
            self._halted, self.working = True, False
            self._store_review()

    def stored_elsewhere(self, key: str, text: str) -> None:
        if key == PROGRESS:
            LearnerPage.stored_elsewhere(self, key, text)
        elif self._steps is None:
            super().stored_elsewhere(key, text)

    def wait(self) -> ReviewPage:
        """Judge all that ``depth`` asks for before this returns, and return the page, so that its cell is saved whole.

        At depth 1 that is the choices at the moments that decided the game, at 2 and 3 every decision, which takes as
        long as :func:`vendetta_kit.games.vendetta.coach.review` says. ``page.found`` is the review then.

        Raises:
            BadSetup: the page was given no game, or no depth.
            KeyboardInterrupt: the cell was interrupted; what has been judged is kept, and the page can go on.
        """
        if self._source is None:
            checked_game(self._own, self.GAME)
            self._choose({})
        if not self.depth:
            self._wanted = SetupChecks().whole(self._wanted or None, ("depth",), 1, max(DEPTHS))
        self._halted = False
        try:
            while self.work_on():
                pass
        except KeyboardInterrupt:
            if self.found is not None:
                self._begin(self.depth, self.found)
                self.stop()
            raise
        finally:
            self._draw()
        return self

    # Handling messages ------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        if do == "depth" and number_of(value, 1, max(DEPTHS)):
            self._halted = False
            self._begin(int(value))
        elif do == "review_on":
            self._halted = False
        elif do == "closer" and self.found is not None:
            self._halted, self._all = False, True
            if self._steps is None and not self.found.whole:
                self._begin_rest()
        elif do == "who" and type(value) is int and value in self.story.seats:
            self.who = value
            self._review_stored_at = None
            if self.found is not None and self.found.seat != value:
                self._begin(self.depth)
        elif do == "notable":
            self.notable = value == "notable"
        elif do == "try" and type(value) is int:
            self._try(value)
        elif do == "point" and str(value).startswith("curve n"):
            n = number_of(str(value).removeprefix("curve n"), 0, self.story.last)
            if n is not None:
                self._go_to(self._step_of(n))
            super().handle(do, value)
            self._looked_from = None
            self.focus_on(".vk-then > h2")
        elif do == "look_at" and type(value) is int:
            super().handle(do, value)
            self._looked_from = value
            self.focus_on(".vk-then > h2")
        elif do == "back_to_reading" and self._looked_from is not None:
            self.focus_on(f'[data-do=look_at][data-value="{self._looked_from}"]')
            self._looked_from = None
        else:
            super().handle(do, value)

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        title, numbers = super().lines_behind(name, key)
        return (title, (self.steps[self._step_of(numbers[0])],)) if numbers else (title, numbers)

    def _try(self, after: int) -> None:
        """Store the game after so many moves in the browser, and show a link to play on from there."""
        if self.found is None or after not in [decision.action for decision in self.found.decisions]:
            raise UserError("bad.click", what="try")
        kept = self.source.save_from(after)
        if kept is not None:
            if KEPT in self.stored:
                self.store(BEFORE, self.stored[KEPT])
            self.store(KEPT, kept)
        self._tried = after
        self.focus_on(".vk-tried a")

    # HTML -------------------------------------------------------------------------------------------------------

    def question(self, pen: HtmlWriter) -> str:
        if self.is_reader(self.seat):
            return pen.say("dash.review.question.you")
        return pen.say("dash.review.question", name=self.story.names[self.seat])

    def answer(self, pen: HtmlWriter) -> str:
        found = self.found
        if found is None:
            return pen.say("dash.review.answer.before" if self.source.whole() else "dash.review.answer.secret")
        kinds = {one.kind for one in found.highlights}
        key = "none" if not kinds else "decided" if "cost" not in kinds else "cost" if len(kinds) == 1 else "some"
        if not found.settled:
            key = (
                "moments"
                if self._steps is None
                else "stopped"
                if self._halted
                else "weighing"
                if found.whole
                else "begun"
            )
        return f"{self.told.result(found.seat)} {pen.say(f'dash.review.answer.{key}')}"

    def hero_more(self, pen: HtmlWriter) -> Html:
        found = self.found
        if self._coming is not None or found is None:
            return joined([super().hero_more(pen), self._depths(pen)])
        kept = self.source.origin.kind == "kept"
        back = link(pen.say("dash.yours.go"), self._played_at, "vk-link vk-review-back") if kept else None
        if self.working:
            done, of = (found.done, found.of) if found.whole else (len(found.early), len(found.deciding))
            bar = tag("progress", value=done, max=of, aria_label=self._progress_words(pen), cls="vk-progress")
            return tag("div", back, bar, self.work_box(pen), cls="vk-review-way")
        if self._halted:
            words = tag("p", pen.say("dash.review.halted"), " ", self._progress_words(pen), role="status")
            return tag("div", back, words, button(pen.say("dash.review.go_on"), "review_on"), cls="vk-review-way")
        if not found.whole:
            closer = button(pen.say("dash.review.closer"), "closer", data_key="closer")
            hint = tag("span", pen.say("dash.review.closer.hint", n=found.of), cls="vk-hint")
            return tag("div", back, closer, hint, cls="vk-review-way")
        made = pen.say("dash.review.made", depth=pen.say(f"dash.review.depth.{found.depth}"), n=found.simulations)
        return tag("div", back, tag("span", made, cls="vk-hint"), cls="vk-review-way")

    def answers_meanwhile(self) -> bool:
        return self._coming is None and self.found is not None

    def _depths(self, pen: HtmlWriter) -> Html:
        if self.source.whole() is None:
            return Html("")
        options = [Option(depth, pen.say(f"dash.review.depth.{depth}")) for depth in DEPTHS]
        hint = tag("p", pen.say("dash.review.depth.hint"), cls="vk-hint")
        return tag("div", row(pen, pen.say("dash.review.depth"), "depth", options, self.depth), hint, cls="vk-depths")

    def query(self) -> dict[str, str]:
        found = super().query()
        return {**found, "depth": str(self.depth)} if self.depth else found

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        points = self.found.points if self.found is not None else []
        return {"curve": curve_figure(points, self.charted_game(pen))}

    def rows(self, name: str) -> Sequence[Any]:
        return [
            {"n": point.n, "seat": seat, **chance._asdict(), "simulations": point.simulations}
            for point in (self.found.points if self.found is not None else [])
            for seat, chance in enumerate(point.seats)
        ]

    def table(self, name: str, pen: HtmlWriter) -> Html:
        rows: list[Sequence[object]] = []
        for point in self.found.points if self.found is not None else []:
            for seat, chance in enumerate(point.seats):
                if self.who in (None, seat):
                    who = self.row_button(self.story.names[seat], "curve", f"n{point.n}")
                    line = self.lines(pen.lang)[self._step_of(point.n)]
                    words = point_words(chance, "", pen.say).removeprefix(": ")
                    rows.append((who, self.where(line, pen), words))
        return self.rows_of(("player", "round", "chance"), rows, name, pen)

    def frame(self, pen: HtmlWriter) -> Html:
        return framed("vk-dash vk-beginner", ("head", "pages", "hero"), self.body(pen), hole("foot"))

    def body(self, pen: HtmlWriter) -> Html:
        then = tag(
            "section",
            tag("h2", pen.say("dash.review.table"), tabindex="-1"),
            hole("back"),
            [hole(part) for part in TABLE],
            cls="vk-panel-of vk-then",
        )
        whole = self.found is None or self.found.whole  # else there is nothing to draw, and nothing comes unasked
        found = joined([hole(name) for name in (("turns", "decisions", "how") if whole else ("how",))])
        figures = joined([self.section(name, pen) for name in self.names if whole])
        felt = tag("div", hole("which"), hole("slider"), figures, found, then, cls="vk-felt")
        return joined([hole("highlights"), tag("div", self.side(pen), felt, cls="vk-main")])

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        after = self.source.actions if self.at is None else self.source.moment_of(self.at)
        view = self.source.view_at(after, self.seat if self.source.open else None)
        return {
            **super().more_parts(pen),
            "highlights": self._highlights(pen),
            "turns": self._turns(pen),
            "decisions": self._decisions(pen),
            "how": self._how(pen),
            "back": self._back(pen),
            **dict(zip(TABLE, pen.writing.table(view, pen, True), strict=True)),
        }

    def _back(self, pen: HtmlWriter) -> Html:
        """Return the way back from the table to where the reader was; nothing if she did not come from there."""
        if self._looked_from is None:
            return Html("")
        return tag("p", button(pen.say("dash.review.back"), "back_to_reading", cls="vk-quiet"))

    def still_picture(self) -> str:
        """Return question, answer, chances and judged decisions; before a review the table, and how to get one."""
        shown, pen = super().still_picture(), HtmlWriter(self.lang, "vk-still", self.game_id)
        if not shown:
            return shown
        if self.found is None:
            way = tag("p", pen.say("dash.review.still")) if self.source.whole() is not None else ""
            view = self.source.view_at(self.source.actions, self.seat if self.source.open else None)
            return shown + way + table_html(view, self.lang)
        told = self.told
        rows = [
            tag(
                "li",
                f"{told.when(one.moment)}: {told.action(one)}. [{told.mark(one.mark)}] ",
                " ".join(sentence.text for sentence in told.decision(one)),
            )
            for one in self.found.told
        ]
        return shown + tag("ul", rows)

    def choice(self, pen: HtmlWriter) -> list[Html]:
        return [self.player_choice(pen, everybody=False)]

    def _turns(self, pen: HtmlWriter) -> Html:
        found = self.found
        if found is None:
            return Html("")
        told, points = self.told, tuple(point.after for point in found.points)
        changes = self.kept(f"phases-{pen.lang}", (found, points), lambda: told.phase_changes(found))
        items = []
        for turn, sentence in [(t, told.change(t)) for t in changes] + [(t, told.turn(t)) for t in found.turns]:
            n = self.steps[self._step_of(told.line_of(turn))]
            items.append(tag("li", self._sentence(sentence, pen), " ", self._then(n, pen)))
        none = "dash.review.turns.none" if found.finished else "dash.review.turns.wait"
        shown = tag("ol", items, cls="vk-turns") if items else tag("p", pen.say(none), cls="vk-hint")
        return tag("section", tag("h2", pen.say("dash.review.turns")), shown, cls="vk-panel-of", lang=pen.lang)

    def _decisions(self, pen: HtmlWriter) -> Html:
        found = self.found
        if found is None:
            return Html("")
        options = [Option("notable", pen.say("dash.review.notable")), Option("all", pen.say("dash.review.all"))]
        which = row(pen, pen.say("dash.review.show"), "notable", options, "notable" if self.notable else "all")
        own = [decision for decision in found.decisions if not self.notable or decision.mark in _NOTABLE]
        items = [self._decision(decision, pen) for decision in own if decision.mark not in _LITTLE]
        little = [self._decision(decision, pen) for decision in own if decision.mark in _LITTLE]
        key = "none" if found.finished else "so_far" if found.decisions else "wait"
        words = pen.say(f"dash.review.decisions.{key}", n=len(found.decisions))
        wait = None if items or little else tag("p", words, cls="vk-hint")
        shown: list[Html | None] = [tag("h2", pen.say("dash.review.decisions")), which, wait]
        shown.append(tag("ol", items, cls="vk-decisions") if items else None)
        if little:
            summary = tag("summary", pen.say("dash.review.little", n=len(little)))
            told = tag("p", self.told.means(MoveMark.BRIEF), cls="vk-hint")
            shown.append(tag("details", summary, told, tag("ol", little, cls="vk-decisions"), data_key="little"))
        return tag("section", shown, cls="vk-panel-of", lang=pen.lang)

    def _decision(self, decision: JudgedDecision, pen: HtmlWriter) -> Html:
        told = self.told
        action = told.action(decision)
        when = tag("small", told.when(decision.moment), cls="vk-hint")
        head = tag("p", when, " ", action, " ", self._badge(decision))
        sentences = told.decision(decision) if decision.mark is not MoveMark.BRIEF else ()  # one word for all of them
        reasons = [tag("p", self._sentence(sentence, pen)) for sentence in sentences]
        key = f"d{decision.action}"
        sure = self._figures(decision, key, pen)
        hidden = [tag("li", sentence.text) for sentence in told.hindsight(decision)]
        after = (
            tag(
                "details",
                tag("summary", pen.say("dash.review.hindsight")),
                tag("p", told.beforehand, cls="vk-hint"),
                tag("ul", hidden),
                data_key=f"{key}-hindsight",
            )
            if hidden
            else None
        )
        ways = [self._then(decision.n, pen), *self._try_ways(decision, pen)]
        tried = self._tried_way(decision, pen) if self._tried == decision.action else None
        return tag("li", head, reasons, sure, after, tag("div", ways, cls="vk-buttons"), tried, cls="vk-decision")

    def _how(self, pen: HtmlWriter) -> Html:
        words = tag("p", pen.say("dash.review.how.words"))
        kept = read_json("vendetta", "coach", "calibration.json")
        tenths = kept["tenths"]
        said = pen.say("dash.review.how.kept", games=kept["games"], simulations=kept["simulations"])
        rows = [(f"{_percent(t['said'])} %", f"{_percent(t['won'])} %", str(t["cases"])) for t in tenths]
        head = [pen.say(f"dash.review.how.{key}") for key in ("said", "won", "cases")]
        shown = table_of(head, rows, pen.say("dash.review.how.caption"))
        summary = tag("summary", pen.say("dash.review.how"))
        how = tag("details", summary, words, tag("p", said), shown, data_key="how")
        deeper = self._depths(pen) if self.found is not None and self.found.finished else None
        return tag("div", how, deeper, lang=pen.lang)


def _percent(share: float) -> int:
    return round(100 * share)
