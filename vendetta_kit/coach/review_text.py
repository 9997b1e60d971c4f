"""A review as text, in English or German, for the command and for the page.

The templates are in ``data/lang/<language>/coach.json``; the game adds the texts of its actions and log lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vendetta_kit import rulebook
from vendetta_kit.course.lessons import LessonHeading, taught_by
from vendetta_kit.data_paths import read_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.log import LogLine

from .game_for_coach import ReviewedGame
from .move_marks import MoveMark
from .review import JudgedDecision, Review, Takeaway
from .win_curve import TurningPoint

__all__ = ["ReviewSentence", "ReviewText", "TakeawayText", "progress_line", "review_lines"]


class ReviewSentence(NamedTuple):
    """A sentence, and the ids of the rules behind it."""

    text: str
    rules: tuple[str, ...] = ()


class TakeawayText(NamedTuple):
    """A takeaway as text: what happened, the rule that mattered, and the lesson that teaches it."""

    what: str
    rule: str
    heading: LessonHeading | None
    n: int
    """The running number in the log before the decision."""


class ReviewText:
    """Makes the texts of a review in one language.

    Args:
        game: the game that was reviewed.
        coaching: the game's functions for the coach.
        lang: ``en`` or ``de``.
    """

    def __init__(self, game: AnyGame, coaching: ReviewedGame, lang: str = "en") -> None:
        self.game = game
        self.coaching = coaching
        self.lang = lang
        self._words: dict[str, str] = read_words("coach.json", lang)
        self._lines: Sequence[LogLine] | None = None

    def say(self, key: str, **values: Any) -> str:
        """Return a text of the coach by its key, filled with ``values``."""
        return self.coaching.fill(self._words[key], self.lang, values)

    @property
    def log(self) -> Sequence[LogLine]:
        """The log as a spectator could read it."""
        if self._lines is None:
            self._lines = self.coaching.lines(self.game.view(None), self.lang)
        return self._lines

    def when(self, moment: Any) -> str:
        """Return a moment as text: ``Round 2, Planning``."""
        key = "when" if moment.round else "when.set_up"
        return self.say(key, round=moment.round, phase=moment.phase)

    def mark(self, mark: MoveMark) -> str:
        """Return the name of a mark."""
        return self._words[f"mark.{mark.value}"]

    def means(self, mark: MoveMark) -> str:
        """Return what a mark means."""
        return self._words[f"means.{mark.value}"]

    @property
    def beforehand(self) -> str:
        """The text above the hidden cards: that the player could not know them at the time."""
        return self._words["hindsight"]

    def action(self, decision: JudgedDecision, best: bool = False) -> str:
        """Return the player's action as text, or with ``best`` the coach's."""
        return self._said(decision, decision.verdict.best.action if best else decision.chosen)

    def _said(self, decision: JudgedDecision, action: Action) -> str:
        asked = self.game.fork(decision.action).decision(decision.verdict.seat)
        return self.coaching.said(asked, action, self.game.names, self.lang)

    def turn(self, turn: TurningPoint) -> ReviewSentence:
        """Return the sentence on a turning point: its log line, and how the chance to win changed."""
        own = [line for line in self.log if turn.first <= line.n <= turn.last]
        line = self.coaching.headline(own)
        said = line.text if line is not None else ""
        values = {"before": _percent(turn.before), "after": _percent(turn.after), "name": self.game.names[turn.seat]}
        return ReviewSentence(self.say("turn", line=said, **values).strip(), line.rules if line is not None else ())

    def line_of(self, turn: TurningPoint) -> int:
        """Return the running number of the log line of a turning point."""
        line = self.coaching.headline([line for line in self.log if turn.first <= line.n <= turn.last])
        return line.n if line is not None else turn.last

    def decision(self, decision: JudgedDecision) -> list[ReviewSentence]:
        """Return the sentences on a decision, by what its seat could know."""
        return list(self._decision(decision))

    def _decision(self, decision: JudgedDecision) -> Iterator[ReviewSentence]:
        verdict = decision.verdict
        own, best = verdict.chosen, verdict.best
        assert own is not None
        if own is best:
            yield ReviewSentence(self.say("as_best"), decision.rules[:1])
            if verdict.estimated[1:]:
                yield ReviewSentence(self.say("alone", best=_percent(best.chance)))
        else:
            yield ReviewSentence(self.say("best", action=self.action(decision, best=True)), decision.rules[:1])
            yield from self._figures(decision)
        if decision.mark is MoveMark.BRILLIANT:
            first = self._said(decision, verdict.first.action)
            yield ReviewSentence(self.say("first", action=first))
        if decision.mark is MoveMark.UNCLEAR:
            yield ReviewSentence(self.say("unclear"))
        if decision.tokens is not None:
            key = "tokens.even" if decision.tokens.even else "tokens"
            yield ReviewSentence(self.say(key, share=_percent(decision.tokens.share)), decision.rules[:1])
        for number, way in enumerate(decision.ways):
            what = self.say(f"way.{way.key}", at=way.at)
            said = self.say("way", what=what, chosen=_percent(way.chosen), best=_percent(way.best))
            yield ReviewSentence(said if number else f"{self.say('ways')} {said}", way.rules)

    def _figures(self, decision: JudgedDecision) -> Iterator[ReviewSentence]:
        """Yield the sentences that compare the player's choice with the coach's."""
        own, best = decision.verdict.chosen, decision.verdict.best
        if own is None or own.loss is None or own.loss_score is None:
            return
        loss, score = own.loss, own.loss_score
        yield ReviewSentence(
            self.say(
                "chances",
                best=_percent(best.chance),
                own=_percent(own.chance),
                loss=_signed(loss.mean),
                low=_signed(loss.low),
                high=_signed(loss.high),
            )
        )
        more = score.mean >= 0
        ends = (score.low, score.high) if more else (-score.high, -score.low)
        yield ReviewSentence(
            self.say(
                "score" if more else "score.less",
                score=self.number(abs(score.mean)),
                of=self.say("score_of"),
                low=self.number(ends[0]),
                high=self.number(ends[1]),
            )
        )

    def hindsight(self, decision: JudgedDecision) -> list[ReviewSentence]:
        """Return the sentences on the hidden cards of others; they do not affect the mark."""
        return [
            ReviewSentence(
                self.say(
                    "hindsight.hand" if hidden.at is None else "hindsight.down",
                    name=self.game.names[hidden.seat],
                    at=hidden.at,
                    cards=hidden.cards,
                )
            )
            for hidden in decision.hidden
        ]

    def lesson(self, found: Takeaway) -> TakeawayText:
        """Return a takeaway as text, with the first of its rules that a lesson teaches."""
        decision = found.decision
        rule = next((rule for rule in found.rules if taught_by(rule) is not None), found.rules[0])
        if decision.mark.bad or decision.loss_score < 1:
            cost = self.say("cost.chance", n=max(1, _percent(decision.loss)))
        else:
            cost = self.say("cost.score", n=self.number(decision.loss_score))
        what = self.say("lesson", when=self.when(decision.moment), action=self.action(decision), cost=cost)
        return TakeawayText(what, rule, taught_by(rule), decision.n)

    def number(self, value: float) -> str:
        """Return a number with one decimal, as the language writes it."""
        said = f"{value:.1f}".replace("-", "−")
        return said.replace(".", ",") if self.lang == "de" else said


def progress_line(review: Review, lang: str) -> str:
    """Return the progress of a review, as a line for a terminal."""
    words: str = read_words("coach.json", lang)["working"]
    return words.format(done=review.done, of=review.of, simulations=review.simulations)


def review_lines(review: Review, game: AnyGame, coaching: ReviewedGame, lang: str = "en") -> list[str]:
    """Return a review as lines for a terminal, as far as it has come."""
    told = ReviewText(game, coaching, lang)
    say, names = told.say, game.names
    name = names[review.seat]
    rows = [say("head", names=", ".join(names), name=name)]
    rows.append(say("head.depth", depth=review.depth, simulations=review.simulations))
    if not review.finished:
        rows.append(say("head.stopped", done=review.done, of=review.of))
    key = "ended" if len(game.winners) == 1 else "ended.all"
    winners = [names[seat] for seat in game.winners]
    rows += [say(key, name=winners[0], names=", ".join(winners)), "", f"{say('curve')}:"]
    for point in _by_phase(review, game):
        chances = ", ".join(f"{names[s]} {_percent(c.won)} %" for s, c in enumerate(point.seats))
        rows.append("  " + say("curve.round", when=told.when(game.fork(point.after).moment), chances=chances))
    rows += ["", f"{say('turns')}:"]
    rows += ["  " + _with_rules(told.turn(turn)) for turn in review.turns] or ["  " + say("turns.none")]
    rows += ["", f"{say('decisions', name=name)}:"]
    for decision in review.decisions:
        rows.append(f"  {told.when(decision.moment)}: {told.action(decision)}. [{told.mark(decision.mark)}]")
        rows += ["    " + _with_rules(sentence) for sentence in told.decision(decision)]
        after = told.hindsight(decision)
        if after and decision.mark.bad:
            rows.append(f"    {told.beforehand}")
            rows += ["      " + sentence.text for sentence in after]
    rows += ["", f"{say('lessons')}:"]
    if not review.lessons:
        rows.append("  " + say("lessons.none"))
    for number, found in enumerate(review.lessons, 1):
        lesson = told.lesson(found)
        title = rulebook.GAMES[coaching.game].find(lesson.rule, lang).title
        rows.append(f"  {number}. {lesson.what}")
        rows.append("     " + say("lesson.rule", rule=lesson.rule, title=title))
        if lesson.heading is not None:
            rows.append("     " + say("lesson.trains", lesson=lesson.heading.title[lang]))
    return rows


def _by_phase(review: Review, game: AnyGame) -> list[Any]:
    """Return the last point of each phase, as a terminal has no room for all."""
    found: dict[Any, Any] = {}
    for point in review.points:
        moment = game.fork(point.after).moment
        found[moment.round, moment.phase] = point
    return list(found.values())


def _with_rules(sentence: ReviewSentence) -> str:
    return f"{sentence.text} ({', '.join(sentence.rules)})" if sentence.rules else sentence.text


def _percent(share: float) -> int:
    return round(100 * share)


def _signed(share: float) -> str:
    return f"{round(100 * share)}".replace("-", "−")
