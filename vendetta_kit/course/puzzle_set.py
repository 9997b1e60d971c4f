"""Puzzles: decisions with one clearly best action, as scenario files. Each game registers one :class:`PuzzleSet`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TextIO, TypeVar

import yaml

from vendetta_kit.course.lesson_model import Beat, Lesson, LessonPart, Steps, YourMove, lesson_words
from vendetta_kit.data_paths import data_dir
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.registered_games import registered, with_part
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario, Scenario, check_files, load
from vendetta_kit.scenarios.model import Do
from vendetta_kit.scenarios.yaml_writing import scenario_yaml

MINUTES: Final = 2
_START: Final = re.compile(r"^start: .*\bat: (\w+)")
_LYING: Final = re.compile(r"^  - \{seat: \w+, at: (\w+), cards: \[(.*?)\]")
"""Where a file says at which Location a decision is, and which cards lie there: read without the rest of the file."""
WORLDS: Final = 24
"""Number of imagined games that are tried if the puzzle's own one does not show why the best move is better."""

P = TypeVar("P")
"""What a game's half tells of a move that was played on."""


class Outcome(Protocol):
    """What a move leads to."""

    @property
    def action(self) -> Action:
        """The move."""


class Figure(NamedTuple):
    """A number that a move leads to, with its label; ``decides``: whether it is one that makes the difference."""

    label: str
    value: str
    decides: bool


class AnswerLine(NamedTuple):
    """A move, what it leads to in short sentences, one a line, and in numbers."""

    move: str
    told: str
    figures: tuple[Figure, ...]


class Answer(Protocol):
    """The answer to a puzzle: the best and another move, a line on each, and one sentence why."""

    @property
    def best(self) -> Outcome:
        """The best move."""

    @property
    def tempting(self) -> Outcome:
        """The move that the puzzle warns of, or the learner's."""

    @property
    def third(self) -> Outcome | None:
        """The move that the puzzle warns of, where the learner's was another one."""

    @property
    def lines(self) -> Mapping[str, tuple[AnswerLine, ...]]:
        """What these two or three moves lead to, by language."""

    @property
    def lost(self) -> Mapping[str, str]:
        """What is lost by the tempting move, in figures and without the best one, by language."""

    @property
    def why(self) -> Mapping[str, str]:
        """The sentence why the best move is better, by language."""

    @property
    def hint(self) -> Mapping[str, str]:
        """A line on where to look that does not say what to do, by language."""


class PuzzleHeading(NamedTuple):
    """What is known of a puzzle without playing it; ``kind`` is the theme that says what is decided."""

    path: str
    themes: tuple[str, ...]
    grade: int
    kind: str
    round: int
    """Its round; 0 where a file has none."""
    answers: int
    """How many answers there are; 0 where the file does not say."""
    cards: int
    """How many cards lie at the Location of the decision, or in all where there is none."""
    plain: bool
    """Whether these are few enough to be read by who is new, and none of them asks anything else."""
    asking: frozenset[str]
    """Those of them that ask something, where a card's question is decided."""


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a ``game``, in ``folder_parts`` below the data; ``kinds`` are the themes that say what is decided.

    Without them each theme does. Up to ``few`` cards can be read by who is new; ``asking`` are those that ask a player.
    """

    game: str
    folder_parts: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    few: int = 6
    asking: frozenset[str] = frozenset()
    wide: frozenset[str] = frozenset()
    """The kinds that are decided over the whole table."""
    late: frozenset[str] = frozenset()
    """Those of them in which much hangs on how a move is made, and on what others do then: they come later."""

    def is_plain(self, cards: Collection[str], asked: bool = False) -> bool:
        """Return whether cards can be read by who is new: few, and none asks, or the one that has ``asked``."""
        return len(cards) <= self.few and len(self.asking & {*cards}) <= asked

    def answer(self, scenario: Scenario, tried: Action | None = None) -> Answer:
        """Return the answer to a puzzle, given the learner's move."""
        found: Answer = registered(self.game).puzzle_answers().answer_of(scenario, tried)
        return found

    @property
    def folder(self) -> str:
        """The folder of the kit's own puzzles."""
        return os.path.join(data_dir(), *self.folder_parts)

    def shipped(self) -> tuple[str, ...]:
        """Return the paths of the kit's own puzzles, by name."""
        return tuple(
            os.path.join(self.folder, name) for name in sorted(os.listdir(self.folder)) if name.endswith(".yaml")
        )

    @cached_property
    def headings(self) -> Mapping[str, PuzzleHeading]:
        """The kit's own puzzles by id, in order, without playing any of them."""
        found = {}
        for path in self.shipped():
            with open(path, encoding="utf-8") as file:
                every = file.readlines()
            lines = [line for line in every if line.startswith(("puzzle:", "round:"))]
            at = next((hit[1] for line in every if (hit := _START.search(line))), "")
            lying = [hit[2] for line in every if (hit := _LYING.search(line)) and at in ("", hit[1])]
            cards = [card.strip() for row in lying if row for card in row.split(",")]
            row = yaml.safe_load("".join(lines))
            told = row["puzzle"]
            name = os.path.basename(path).removesuffix(".yaml")
            kind = next((theme for theme in self.kinds if theme in told["themes"]), told["themes"][0])
            themes = tuple(told["themes"])
            found[name] = PuzzleHeading(
                path,
                themes,
                told["grade"],
                kind,
                row.get("round", 0),
                told.get("answers", 0),
                len(cards),
                self.is_plain(cards, kind == "effect"),
                self.asking & {*cards} if kind == "effect" else frozenset(),
            )
        return found

    def is_obvious(self, scenario: Scenario) -> bool:
        """Return whether a puzzle needs no thought."""
        assert scenario.puzzle is not None
        best = solution(scenario).action
        found: bool = registered(self.game).puzzle_answers().is_obvious(game_at(scenario), scenario.puzzle.seat, best)
        return found

    def lesson_of(self, scenario: Scenario) -> Lesson:
        """Return a lesson with one part, in which the learner makes the move of a puzzle."""
        first = solution(scenario)
        names = {"name": scenario.names[first.seat]}
        title = {lang: scenario.title.get(lang, scenario.id) for lang in languages()}
        assert scenario.puzzle is not None
        more = scenario.puzzle.asks or (() if scenario.puzzle.wins is None else ("wins",))
        asked = ".".join(("puzzle.ask", *more))
        ask = {lang: words.format(**names) for lang, words in lesson_words(asked).items()}
        other = {lang: words.format(**names) for lang, words in lesson_words("puzzle.other").items()}
        before: tuple[Beat, ...] = ()
        if scenario.puzzle.after:
            before = (Steps(scenario.steps[0].mark, scenario.rules, scenario.puzzle.after),)
        beats = (*before, YourMove(first.mark, scenario.rules, ask, other))
        moment = LessonPart(first.mark, "puzzle", lesson_words("puzzle.goal"), scenario, first.seat, None, beats)
        return Lesson(
            subject=registered(self.game).subject(),
            file=scenario.file,
            id=scenario.id,
            number=0,
            title=title,
            goal=lesson_words("puzzle.goal"),
            minutes=MINUTES,
            moments=(moment,),
            learned=(),
            rules=scenario.rules,
            drill_count=0,
            next=None,
            lines={},
        )


def puzzles_of(game: str) -> PuzzleSet:
    """Return the puzzles of a game.

    >>> len(puzzles_of("vtes").headings) == len(puzzles_of("vtes").shipped())
    True
    """
    found: PuzzleSet = registered(game).puzzles()
    return found


def open_puzzle(path: str) -> Scenario:
    """Return a puzzle: a scenario with a ``puzzle`` key whose solution is legal where it stands.

    Raises:
        BadScenario: it is no scenario or no puzzle, or its solution is not legal.
    """
    scenario = load(path)
    if scenario.puzzle is None:
        raise BadScenario(path, 1, "puzzle", Message("missing"), Message("want.a_puzzle"))
    _require_legal(scenario, game_at(scenario), solution(scenario))
    return scenario


def _require_legal(scenario: Scenario, game: Any, step: Do) -> None:
    """Raise :class:`.BadScenario` if a step is not legal in a game of the puzzle."""
    why = game.why_not(step.seat, step.action)
    if why is not None:
        fault = Message("cannot_why", name=scenario.names[step.seat], why=why)
        where = f"{step.mark.key}.{step.action.do}"
        raise BadScenario(scenario.file, step.mark.line, where, fault, Message("want.solution"))


def solution(scenario: Scenario) -> Do:
    """Return the best action of a puzzle's seat, as a step."""
    assert scenario.puzzle is not None
    step = scenario.steps[scenario.puzzle.after]
    assert isinstance(step, Do)
    return step


def is_right(scenario: Scenario, action: Action) -> bool:
    """Return whether a move solves a puzzle: it is the solution, or shares with it all that the puzzle asks."""
    assert scenario.puzzle is not None
    best, asks = solution(scenario).action, scenario.puzzle.asks
    if not asks:
        return action == best
    return type(action) is type(best) and all(getattr(action, field) == getattr(best, field) for field in asks)


def game_at(scenario: Scenario) -> Any:
    """Return the game of a puzzle where its seat decides: after the steps before the solution.

    Raises:
        BadScenario: one of these steps is not legal.
    """
    assert scenario.puzzle is not None
    game = scenario.game()
    for step in scenario.steps[: scenario.puzzle.after]:
        assert isinstance(step, Do)
        _require_legal(scenario, game, step)
        game.apply(step.seat, step.action)
    return game


def most_telling(
    scenario: Scenario,
    here: Any,
    moves: tuple[Action, Action],
    outcome: Callable[[Any, int, Action, str], P],
    shows: Callable[[tuple[P, P]], float],
    clearly: float,
    third: Action | None,
) -> tuple[tuple[P, P], P | None]:
    """Return what the best and another move lead to in the game that shows best why the one is better; and a third.

    Both are played on in the puzzle's own game, then in games that the seat imagines, up to the first that shows it
    clearly.

    Args:
        scenario: the puzzle.
        here: its game where the seat decides.
        moves: the best and the other move.
        outcome: plays a move on: ``(game, seat, move, key of the chance in it)``.
        shows: how well a pair of outcomes shows it.
        clearly: how much of that is enough.
        third: a move that is played on in the game that is found, too; ``None`` for none.
    """
    assert scenario.puzzle is not None
    seat, (best, other) = scenario.puzzle.seat, moves
    found: list[tuple[tuple[P, P], Any, str]] = []
    for number in range(-1, WORLDS):
        world = here
        if number >= 0:
            world = here.imagine(seat, Random(f"puzzles/answer/{scenario.id}/{number}"))
            world.rec = Recorder()
        key = f"puzzles/answer/{scenario.id}/{number + 1}"
        found.append(((outcome(world, seat, best, key), outcome(world, seat, other, key)), world, key))
        if shows(found[-1][0]) >= clearly:
            break
    pair, world, key = max(found, key=lambda one: shows(one[0]))
    return pair, outcome(world, seat, third, key) if third is not None else None


def check_puzzles(paths: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Play puzzles to their end, check all that they expect, and write a line for each.

    Args:
        paths: their files, of any game; none for all of the kit's.
        out: where results are written.
        err: where a line is written for a file that is no puzzle.

    Returns:
        0 if everything holds, 1 if not, 2 if a file is no puzzle.
    """
    code = 0
    good: list[str] = []
    for path in paths or [path for game in with_part("puzzles") for path in puzzles_of(game).shipped()]:
        try:
            open_puzzle(path)
            good.append(path)
        except BadScenario as bad:
            print(bad, file=err)
            code = 2
    return max(code, check_files(good, out=out))


def mined(
    game: str, count: int, seed: int, told: TextIO | None = None, drawn: bool = False
) -> Iterator[tuple[str, bytes]]:
    """Find puzzles in one game of bots after another until there are enough.

    Args:
        game: of which game.
        count: how many.
        seed: seed of the first game; each further game uses the next number.
        told: where progress is written; ``None`` for nowhere.
        drawn: whether clans or decks are drawn by lot.

    Yields:
        The name and the content of a file.
    """
    found = looked = 0

    def tell() -> None:
        nonlocal looked
        looked += 1
        if told is not None:
            print(f"\r{found}/{count} puzzles, {looked} decisions, game {seed}", end="", file=told)

    while found < count:
        for document in registered(game).puzzle_mining().mine_game(seed, tell, drawn):
            yield f"{document['id']}.yaml", scenario_yaml(document).encode()
            found += 1
            if found == count:
                return
        seed += 1
