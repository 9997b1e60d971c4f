"""A review as text, in English or German, for the command and for the page.

The templates are in ``data/lang/<language>/coach.json``; the game adds the texts of its actions and log lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit import rulebook
from vendetta_kit.course.lessons import LessonHeading, taught_by
from vendetta_kit.data_paths import read_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.log import LogLine

from .game_for_coach import ReviewedGame
from .move_marks import MoveMark
from .review import Highlight, JudgedDecision, Review
from .review_depths import LEAST_GAMES
from .win_curve import PhaseChange, TurningPoint, phase_changes

_TELLING: Final = ("won", "frenzy", "eliminated", "ally", "diablerie", "victim")
"""What follows a choice, what tells most first."""
_TIMES: Final = {1: "one", 2: "two"}
"""How often a pattern was there, in keys that say it in words."""
_NEARLY: Final = 0.9
"""What follows in this share of the imagined games follows nearly always."""


class ReviewSentence(NamedTuple):
    """A sentence, and the ids of the rules behind it."""

    text: str
    rules: tuple[str, ...] = ()


class HighlightText(NamedTuple):
    """One of the first moments as text."""

    when: str
    """When it was; empty for a pattern over the game."""
    what: str
    """What the player did, or what happened several times."""
    better: str
    """What would have been better, or how much it won; empty if its ``why`` says so."""
    why: str
    rule: str
    """The rule that mattered there."""
    heading: LessonHeading | None
    """The lesson that teaches it."""
    worth: str
    """What it cost, won or decided, in a few words; empty if that rests on too few games."""


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
        """Return the player's action as text, or with ``best`` the coach's, which stands beside the player's."""
        return self._said(decision, decision.verdict.best.action if best else decision.chosen, best)

    def question(self, decision: JudgedDecision) -> str:
        """Return the question of a card that a decision answered; empty for any other choice."""
        whole, answer = (self._said(decision, decision.chosen, brief) for brief in (False, True))
        return whole.removesuffix(answer).strip()

    def answer(self, decision: JudgedDecision) -> str:
        """Return what the player chose, without the question of a card."""
        return self._said(decision, decision.chosen, True)

    def _said(self, decision: JudgedDecision, action: Action, brief: bool) -> str:
        asked = self.game.fork(decision.action).decision(decision.verdict.seat)
        return self.coaching.said(asked, action, self.game.names, self.lang, brief)

    def turn(self, turn: TurningPoint) -> ReviewSentence:
        """Return the sentence on a turning point: its log line, and how the chance to win changed."""
        own = [line for line in self.log if turn.first <= line.n <= turn.last]
        line = self.coaching.headline(own)
        said = line.text if line is not None else ""
        values = {"before": _percent(turn.before), "after": _percent(turn.after), "name": self.game.names[turn.seat]}
        return ReviewSentence(self.say("turn", line=said, **values).strip(), line.rules if line is not None else ())

    def phase_changes(self, review: Review) -> list[PhaseChange]:
        """Return the phases over which the player's chance to win surely changed."""
        moments = [self.game.fork(point.after).moment for point in review.points]
        return phase_changes(review.points, [(moment.round, moment.phase) for moment in moments], review.seat)

    def change(self, change: PhaseChange) -> ReviewSentence:
        """Return the sentence on a phase over which the player's chance to win changed."""
        line = self.coaching.headline([line for line in self.log if change.first <= line.n <= change.last])
        number, phase = change.phase if line is None else (line.moment.round, line.moment.phase)
        when = self.say("when" if number else "when.set_up", round=number, phase=phase)
        values = {"before": _percent(change.before.won), "after": _percent(change.after.won), "when": when}
        key = "turn.rose" if change.after.won > change.before.won else "turn.fell"
        said = self.say(key, line=line.text if line is not None else "", **values)
        return ReviewSentence(said.strip(), line.rules if line is not None else ())

    def line_of(self, turn: TurningPoint | PhaseChange) -> int:
        """Return the running number of the log line of a turning point."""
        line = self.coaching.headline([line for line in self.log if turn.first <= line.n <= turn.last])
        return line.n if line is not None else turn.last

    def decision(self, decision: JudgedDecision) -> list[ReviewSentence]:
        """Return the sentences on a decision, by what its seat could know."""
        return list(self._decision(decision))

    def _decision(self, decision: JudgedDecision) -> Iterator[ReviewSentence]:
        own, mark, tokens = decision.verdict.chosen, decision.mark, decision.tokens
        rules = decision.rules[:1]
        share = _percent(tokens.share) if tokens is not None else 0
        if mark is MoveMark.ONLY or mark is MoveMark.BRIEF:
            yield ReviewSentence(self.means(mark), rules)
        elif decision.answered is not None:
            yield ReviewSentence(self.defended(decision), rules)
        elif decision.simulated is not None:
            action = self.action(decision, best=True)
            yield ReviewSentence(self.say("tokens.both", action=action, share=share), rules)
        elif decision.better is not None:
            yield ReviewSentence(self.say("better", action=self.action(decision, best=True)), rules)
            yield self.why(decision)
            if tokens is not None:
                yield ReviewSentence(self.say("tokens", share=share), rules)
        elif tokens is not None and not tokens.even:
            yield ReviewSentence(self.say("tokens.rare", share=share), rules)
        elif mark is MoveMark.CLOSE and own is not None and own.loss is not None:
            yield ReviewSentence(self.say("close", n=_percent(own.loss.high)), rules)
        else:
            yield ReviewSentence(self.means(mark) if mark is MoveMark.UNCLEAR else self.say("as_best"), rules)
            if decision.other is not None and self.figures(decision):
                yield ReviewSentence(self.say("next_best", action=self._said(decision, decision.other.action, True)))

    def defended(self, decision: JudgedDecision) -> str:
        """Return the sentence on why two choices are both defensible though the simulations favour one."""
        answered = decision.answered
        assert answered is not None
        action, games = self.action(decision, best=True), _percent(decision.loss)
        if not games:
            return self.say("answered.score", action=action, score=self.number(decision.loss_score))
        values = {"own": _percent(answered.chosen), "other": _percent(answered.best)}
        return self.say("answered", action=action, n=games, **values)

    def why(self, decision: JudgedDecision) -> ReviewSentence:
        """Return one sentence on why the better action is better, from what differed in the imagined games."""
        ways = sorted((way for way in decision.ways if way.speaks_for_best), key=lambda way: _TELLING.index(way.key))
        for way in ways:
            key, values = f"why.{way.key}", {"at": way.at}
            mine, here = way.after_best, way.after_chosen
            if way.key == "frenzy":
                surely = way.chosen >= _NEARLY and way.best <= 1 - _NEARLY
                key += (".surely" if surely else "") + (".at" if way.at is not None else "")
            elif way.key == "won" and mine is not None and mine[0] >= mine[1] and (here is None or here[0] <= here[1]):
                key = "why.won.absent" if here is None else "why.won"
                values |= {"mine": mine[0], "theirs": mine[1]}
                values |= {"own": here[0], "other": here[1]} if here is not None else {}
            elif way.key == "won" and here is not None and 0 < here[1] >= here[0]:
                key, values = "why.won.free", {"at": way.at, "own": here[0], "other": here[1]}
            elif way.key == "won":
                key = "why.won.plain"
            return ReviewSentence(self.say(key, **values), way.rules)
        if decision.loss_score >= 1:
            return ReviewSentence(self.say("why.score", n=self.number(decision.loss_score)), decision.rules[:1])
        return ReviewSentence(self.say("why.chance"), decision.rules[:1])

    def figures(self, decision: JudgedDecision) -> list[ReviewSentence]:
        """Return the figures that compare the player's choice with the other one; none that rest on too few games."""
        own, other = decision.verdict.chosen, decision.other
        if own is None or other is None or min(own.tried, other.tried) < LEAST_GAMES:
            return []
        turned = own is decision.verdict.best
        losses = (other.loss, other.loss_score) if turned else (own.loss, own.loss_score)
        gain, score = (one if turned or one is None else one.turned() for one in losses)
        if gain is None or score is None:
            return []
        found = [
            self.say(
                "chances",
                action=self._said(decision, other.action, brief=True),
                best=_percent(other.chance),
                own=_percent(own.chance),
                gain=_signed(gain.mean),
                low=_signed(gain.low),
                high=_signed(gain.high),
            )
        ]
        more = score.mean >= 0
        size = score if more else score.turned()
        found.append(
            self.say(
                "score" if more else "score.less",
                score=self.number(size.mean),
                of=self.say("score_of"),
                low=self.number(size.low),
                high=self.number(size.high),
            )
        )
        found.append(self.say("games", n=own.tried))
        return [ReviewSentence(words) for words in found]

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

    def highlight(self, one: Highlight) -> HighlightText:
        """Return one of the first moments as text, with the first of its rules that a lesson teaches."""
        worth = self._worth(one)
        if one.pattern is not None:
            pattern = one.pattern
            values = {**pattern.values, "cost": round(pattern.cost)}
            key = f"pattern.{pattern.key}"
            times = f"{key}.{_TIMES.get(pattern.times)}"
            what = self.say(times if times in self._words else key, **values)
            whose = f"{key}.why" if f"{key}.why" in self._words else f"pattern.{pattern.key.partition('.')[0]}.why"
            rule = self._rule(one.rules)
            when = "" if pattern.mistake else self.say("when", round=pattern.values["round"], phase="resolution")
            return HighlightText(when, what, "", self.say(whose, **values), rule, taught_by(rule), worth)
        decision = one.decision
        assert decision is not None
        asked = self.game.fork(decision.action).decision(decision.verdict.seat)
        did = self.coaching.did(asked, decision.chosen, decision.at, self.game.names, self.lang)
        when, what = self.when(decision.moment), f"{did}."
        if decision.answered is not None:
            rule = self._rule(one.rules)
            return HighlightText(when, what, "", self.defended(decision), rule, taught_by(rule), worth)
        if one.cost:
            because = self.why(decision)
            rule = self._rule((*because.rules, *one.rules))
            better = self.say("highlight.better", action=self.action(decision, best=True))
            return HighlightText(when, what, better, because.text, rule, taught_by(rule), worth)
        other = decision.other
        assert other is not None
        rule = self._rule(one.rules)
        values = {"action": self._said(decision, other.action, brief=True), "n": _percent(decision.lead)}
        return HighlightText(when, what, self.say("highlight.lead", **values), "", rule, taught_by(rule), worth)

    def _worth(self, one: Highlight) -> str:
        """Return what a moment cost, won or decided, in a few words."""
        if one.pattern is not None:
            return self.say(f"worth.{one.kind}.score", n=round(one.pattern.cost))
        decision = one.decision
        assert decision is not None
        if one.kind != "cost":
            return self._words[f"worth.{one.kind}"]
        if not self.figures(decision):
            return ""
        games = _percent(decision.loss)
        return self.say("worth.cost", n=games) if games else self.say("worth.cost.score", n=round(decision.loss_score))

    def _rule(self, rules: Sequence[str]) -> str:
        """Return the first rule of the rulebook itself that a lesson teaches, else the first that one teaches."""
        taught = [rule for rule in rules if taught_by(rule) is not None]
        book = rulebook.GAMES[self.coaching.game]
        printed = [rule for rule in taught if book.find(rule, self.lang).kind == "printed"]
        return (*printed, *taught, *rules)[0]

    def result(self, seat: int) -> str:
        """Return how the game ended for a seat, in one sentence."""
        scores, won = self.game.scores, seat in self.game.winners
        mine = scores[seat]
        if mine is None:
            return self.say("head.result.out")
        side = self.game.winners if won else (seat,)
        theirs = max(score or 0 for other, score in enumerate(scores) if other not in side)
        return self.say("head.result.won" if won else "head.result.lost", mine=mine, theirs=theirs)

    def number(self, value: float) -> str:
        """Return a number with one decimal, as the language writes it."""
        return f"{value:.1f}".replace("-", "−").replace(".", self.say("decimal"))


def progress_line(review: Review, lang: str, seconds: float = 0.0) -> str:
    """Return the progress of a review that has taken so many seconds, as a line for a terminal."""
    words = read_words("coach.json", lang)
    if not review.whole:
        return str(words["working.moments"]).format(done=len(review.early), of=len(review.deciding))
    if not review.simulations:
        return str(words["working.cost"]).format(of=review.of, left=review.left)
    minutes = math.ceil(seconds / review.simulations * review.left / 60)
    key = "working.left" if seconds else "working"
    return str(words[key]).format(done=review.done, of=review.of, simulations=review.simulations, minutes=minutes)


def review_lines(review: Review, game: AnyGame, coaching: ReviewedGame, lang: str = "en") -> list[str]:
    """Return a review as lines for a terminal, as far as it has come."""
    told = ReviewText(game, coaching, lang)
    say, names = told.say, game.names
    name = names[review.seat]
    rows = [say("head", names=", ".join(names), name=name)]
    rows.append(say("head.depth", depth=review.depth, simulations=review.simulations))
    if review.whole and not review.finished:
        rows.append(say("head.stopped", done=review.done, of=review.of))
    if not review.whole:
        rows.append(say("head.moments", done=len(review.early), of=len(review.deciding)))
    key = "ended" if len(game.winners) == 1 else "ended.all"
    winners = [names[seat] for seat in game.winners]
    rows.append(say(key, name=winners[0], names=", ".join(winners)))
    if review.whole:
        rows += ["", f"{say('highlights')}:", *_highlight_lines(review, told, coaching), "", f"{say('curve')}:"]
        for point in _by_phase(review, game):
            chances = ", ".join(f"{names[s]} {_percent(c.won)} %" for s, c in enumerate(point.seats))
            rows.append("  " + say("curve.round", when=told.when(game.fork(point.after).moment), chances=chances))
        rows += ["", f"{say('turns')}:"]
        turns = [*map(told.change, told.phase_changes(review)), *map(told.turn, review.turns)]
        rows += ["  " + _with_rules(turn) for turn in turns] or ["  " + say("turns.none")]
    rows += ["", f"{say('decisions', name=name)}:"]
    for decision in review.told:
        rows.append(f"  {told.when(decision.moment)}: {told.action(decision)}. [{told.mark(decision.mark)}]")
        rows += ["    " + _with_rules(sentence) for sentence in (*told.decision(decision), *told.figures(decision))]
        after = told.hindsight(decision)
        if after and decision.mark.bad:
            rows.append(f"    {told.beforehand}")
            rows += ["      " + sentence.text for sentence in after]
    return rows


def _highlight_lines(review: Review, told: ReviewText, coaching: ReviewedGame) -> Iterator[str]:
    """Yield the lines of the first moments."""
    if review.settled and not review.highlights:
        yield "  " + told.say("highlights.none")
    for number, one in enumerate(review.highlights, 1):
        text = told.highlight(one)
        yield f"  {number}. " + " ".join(words for words in (f"{text.when}:" if text.when else "", text.what) if words)
        yield from (f"     {words}" for words in (text.better, text.why) if words)
        title = rulebook.GAMES[coaching.game].find(text.rule, told.lang).title
        yield "     " + told.say("lesson.rule", rule=text.rule, title=title)
        if text.heading is not None:
            yield "     " + told.say("lesson.trains", lesson=text.heading.title[told.lang])


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
    """Return a difference of shares in percent; the end of an interval may lie beyond what there can be."""
    return f"{round(100 * max(-1.0, min(1.0, share))):+}".replace("-", "−")
