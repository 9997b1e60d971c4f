"""Makes a :class:`Scenario` from a YAML file; every key, name, card and number is checked before anything is played.

The key ``format`` names the game of a file. The parts that all games share are read here: id, title, rules, the steps
``refused``, ``run_to``, ``check`` and ``order``; a game adds its position, its actions and its expectations.

In YAML, ``yes``, ``no``, ``on`` and ``off`` without quotes are truth values; a player called No is written ``"No"``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from vendetta_kit.argument_checks import CONTENT, takes
from vendetta_kit.input_errors import Message, Path, cut
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.refusal import BadPosition
from vendetta_kit.registered_games import named_in, registered

from .dialect import STEP, Dialect
from .model import Check, Do, Expectation, Order, Puzzle, RefusedStep, RunTo, Scenario, SourceMark, Step
from .yaml_document import Document, yaml_line
from .yaml_values import SLUG, Values

LONGEST_STEP: Final = 120
"""The most characters of a step that are told where it is no step."""
GRADES: Final = 3
"""The hardest grade of a puzzle; 1 is the easiest."""


def parse(file: str, dialect: Dialect | None = None) -> Scenario:
    """Return the scenario in a file.

    Args:
        file: path of the file.
        dialect: the dialect of its game; by default the one that its ``format`` names.

    Raises:
        BadScenario: it is not usable; the message is one line with file, line, key, fault and what was expected.

    >>> from vendetta_kit import scenarios
    >>> scenarios.load(scenarios.find("auction-01-bids")).id
    'auction-01-bids'
    """
    document = Document(file)
    document.read()
    return parse_part(document, dialect)


@takes(text=CONTENT)
def parse_text(text: str | bytes, name: str = "scenario", dialect: Dialect | None = None) -> Scenario:
    """Return the scenario in a text; messages call it ``name``. Raises :class:`BadScenario`.

    >>> from vendetta_kit import scenarios
    >>> with open(scenarios.find("auction-01-bids"), encoding="utf-8") as file:
    ...     scenarios.loads(file.read()).id
    'auction-01-bids'
    """
    document = Document(name)
    document.take(text)
    return parse_part(document, dialect)


def parse_part(document: Document, dialect: Dialect | None = None) -> Scenario:
    """Return the scenario in a document that was read: a file, or a part of one. Raises :class:`BadScenario`."""
    if dialect is None:
        dialect = registered(named_in(document.value)).dialect()
    return dialect.reader(document, dialect).scenario()


def parse_expectation(row: Mapping[str, Any], names: tuple[str, ...], dialect: Dialect) -> Expectation:
    """Return one expectation about a game of these players. Raises :class:`BadScenario`."""
    parser = dialect.reader(Document("expectation"), dialect)
    parser.names = names
    return parser.expectation(row, ())


class Parser(Values):
    """Reads the values of a document and checks them; ``path`` is the place of a value in it.

    A game lists the words of its actions in :attr:`acts`, with the further keys of such a step, and reads each with a
    method ``act_<word>(row, path)``; :attr:`plain` has the actions without arguments: ``{seat: Ann, pass: yes}``. A
    game that does not override the methods for places, cards and accounts accepts any text there.
    """

    acts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    plain: ClassVar[Mapping[str, Action]] = {}

    def __init__(self, document: Document, dialect: Dialect) -> None:
        super().__init__(document)
        self.dialect = dialect
        self.names: tuple[str, ...] = ()
        self.loose = False  # true inside ``refused``, where an action need not be possible

    # The whole

    def scenario(self) -> Scenario:
        """Return the scenario in the document. Raises :class:`BadScenario`."""
        dialect = self.dialect
        row = self.mapping(self.document.value, (), dialect.keys)
        begins = next((key for key in dialect.begins if key in row), dialect.begins[0])
        for key in ("format", "id", "title", begins):
            expected = {"format": Message("want.format", format=dialect.format), "id": Message("want.a_slug")}
            self.key(row, key, (), expected.get(key, Message("want.key", key=key)))
        if row["format"] != dialect.format:
            self.found(("format",), row["format"], Message("want.format", format=dialect.format))
        name = row["id"]
        if not isinstance(name, str) or not SLUG.fullmatch(name):
            self.found(("id",), name, Message("want.slug"))
        title = self.title(row["title"], ("title",))
        rules = tuple(self.rule(r, ("rules", k)) for k, r in enumerate(self.items(row.get("rules", []), ("rules",))))
        table: dict[str, Any] = {key: row[key] for key in dialect.table if key in row}
        try:
            self.names = dialect.prepare(table, False).names
        except BadPosition as bad:
            self.fail(bad.path, bad.fault, bad.expected)
        steps = [self.step(s, ("steps", k)) for k, s in enumerate(self.items(row.get("steps", []), ("steps",)))]
        expect = [
            self.expectation(e, ("expect", k)) for k, e in enumerate(self.items(row.get("expect", []), ("expect",)))
        ]
        puzzle = self.puzzle(row["puzzle"], steps, ("puzzle",)) if "puzzle" in row else None
        file, text = self.document.file, self.document.text
        return Scenario(dialect, file, name, title, rules, self.names, table, tuple(steps), tuple(expect), text, puzzle)

    def puzzle(self, value: Any, steps: Sequence[Step], path: Path) -> Puzzle:
        """Return the puzzle of a scenario; the step that follows ``after`` others is the solution."""
        keys = ("themes", "grade", "gap", "interval", "simulations", "after", "asks", "answers", "wins")
        row = self.mapping(value, path, keys)
        after = self.whole(row.get("after", 0), (*path, "after"))
        before, solution = steps[:after], steps[after : after + 1]
        if not solution or not all(isinstance(step, Do) for step in (*before, *solution)):
            self.fail(("steps",), Message("missing"), Message("want.solution"))
        best = solution[0]
        assert isinstance(best, Do)
        themes = self.key(row, "themes", path, Message("want.one_of", words=self.dialect.themes))
        found = tuple(
            self.one_of(theme, (*path, "themes", k), self.dialect.themes)
            for k, theme in enumerate(self.items(themes, (*path, "themes")))
        )
        if not found:
            self.found((*path, "themes"), themes, Message("want.one_of", words=self.dialect.themes))
        grade = self.whole(self.key(row, "grade", path, Message("want.grade")), (*path, "grade"), 1, GRADES)
        gap = self.whole(row["gap"], (*path, "gap"), -100, 100) if "gap" in row else None
        interval = None
        if "interval" in row:
            both = self.items(row["interval"], (*path, "interval"), Message("want.two_bounds"))
            if len(both) != 2:
                self.found((*path, "interval"), row["interval"], Message("want.two_bounds"))
            low, high = (self.whole(bound, (*path, "interval", k), -100, 100) for k, bound in enumerate(both))
            interval = (low, high)
        simulations = None
        if "simulations" in row:
            simulations = self.whole(row["simulations"], (*path, "simulations"), 1)
        fields = tuple(key for key in best.action.to_json() if key != "do")
        asks = tuple(
            self.one_of(field, (*path, "asks", k), fields)
            for k, field in enumerate(self.items(row.get("asks", []), (*path, "asks")))
        )
        answers = self.whole(row["answers"], (*path, "answers"), 2) if "answers" in row else None
        wins = row.get("wins")
        if not isinstance(wins, bool | None):
            self.found((*path, "wins"), wins, Message("want.true"))
        return Puzzle(best.seat, found, grade, gap, interval, simulations, after, asks, answers, wins)

    # Values

    def is_rule(self, text: str) -> bool:
        return self.dialect.is_rule(text)

    def seat(self, value: Any, path: Path) -> int:
        if not isinstance(value, str) or value not in self.names:
            self.fail(path, Message("nobody", value=value), Message("want.one_of", words=self.names))
        return self.names.index(value)

    def at(self, value: Any, path: Path) -> int | str:
        """Return the place that a value names."""
        if type(value) not in (int, str):
            self.found(path, value, Message("want.place"))
        place: int | str = value
        return place

    def card(self, value: Any, path: Path) -> str:
        """Return the id of the card that a value names."""
        if type(value) not in (int, str):
            self.found(path, value, Message("want.card"))
        return str(value)

    def account(self, value: Any, path: Path) -> Account:
        """Return the account that a value names: its kind, or ``{kind, seat, at, card}``."""
        if isinstance(value, str):
            return Account(value)
        row = self.mapping(value, path, Account._fields)
        kind = self.key(row, "kind", path, Message("want.key", key="kind"))
        read: dict[str, Callable[[Any, Path], Any]] = {"seat": self.seat, "at": self.at, "card": self.card}
        return Account(str(kind), **{key: read[key](row[key], (*path, key)) for key in read if key in row})

    # Steps

    def step(self, value: Any, path: Path) -> Step:
        row = self.mapping(value, path, None)
        mark = self.mark(path, row)
        if "refused" in row:
            return self.refused(self.mapping(row, path, ("refused", "because")), path, mark)
        if "run_to" in row:
            return RunTo(mark, self.goal(self.mapping(row, path, ("run_to",))["run_to"], (*path, "run_to")))
        if "check" in row:
            inner = self.mapping(row, path, ("check",))["check"]
            return Check(mark, self.expectation(inner, (*path, "check")))
        if "order" in row:
            self.mapping(row, path, ("seat", "order"))
            return Order(mark, self.whose(row, path), self.in_order(row["order"], (*path, "order")))
        seat, action = self.act(row, path)
        return Do(mark, seat, action)

    def refused(self, row: Mapping[str, Any], path: Path, mark: SourceMark) -> RefusedStep:
        self.loose = True
        seat, action = self.act(self.mapping(row["refused"], (*path, "refused"), None), (*path, "refused"))
        self.loose = False
        return RefusedStep(mark, seat, action, tuple(self.some_rules(row.get("because", []), (*path, "because"))))

    def goal(self, value: Any, path: Path) -> str:
        steps, ends = self.dialect.steps, self.dialect.ends
        if isinstance(value, dict):
            row = self.mapping(value, path, ("step",))
            return f"{STEP}{self.one_of(row.get('step'), (*path, 'step'), steps)}"
        if isinstance(value, str) and value.startswith(STEP):
            return f"{STEP}{self.one_of(value.removeprefix(STEP).strip(), path, steps)}"
        if value not in ends:
            self.found(path, value, Message("want.goal", goals=ends, steps=steps))
        return str(value)

    def whose(self, row: Mapping[str, Any], path: Path) -> int:
        name = self.key(row, "seat", path, Message("want.who", names=self.names))
        return self.seat(name, (*path, "seat"))

    def act(self, row: Mapping[str, Any], path: Path) -> tuple[int, Action]:
        kinds = [key for key in row if key in self.acts]
        if len(kinds) != 1:
            found = cut(yaml_line(row), LONGEST_STEP)
            fault = Message("several_in_step", words=kinds) if kinds else Message("no_action", words=found)
            self.fail(path, fault, Message("want.step", words=(*self.acts, "order")))
        kind = kinds[0]
        self.mapping(row, path, ("seat", kind, *self.acts[kind]))
        seat = self.whose(row, path)
        if kind in self.plain:
            self.must(row[kind], (*path, kind))
            return seat, self.plain[kind]
        make: Callable[[Mapping[str, Any], Path], Action] = getattr(self, f"act_{kind}")
        return seat, make(row, path)

    # Expectations

    def expectation(self, value: Any, path: Path) -> Expectation:
        """Return one expectation; its keys decide which form it has."""
        row = self.mapping(value, path, None)
        mark = self.mark(path, row)
        for form in self.dialect.forms:
            if form.fits(row):
                return Expectation(mark, form.kind, *form.read(self, row, path))
        told_by = dict.fromkeys(keys[0] for form in self.dialect.forms for keys in form.told_by)
        self.fail(path, Message("nothing_expected_in", words=mark.text), Message("want.one_of", words=tuple(told_by)))

    def cards(self, value: Any, path: Path) -> list[str]:
        """Return the ids of the cards in a list."""
        return [self.card(card, (*path, k)) for k, card in enumerate(self.items(value, path))]

    def in_order(self, value: Any, path: Path) -> tuple[str, ...]:
        """Return the ids of the cards that ``order`` lists."""
        return tuple(self.cards(value, path))

    def seats(self, value: Any, path: Path) -> list[int]:
        """Return the seats of the players named in a list."""
        return [self.seat(name, (*path, k)) for k, name in enumerate(self.items(value, path))]

    def some_seats(self, value: Any, path: Path) -> list[int]:
        """Return the seats of one named player or of a list of them."""
        return self.seats(value, path) if isinstance(value, list) else [self.seat(value, path)]

    def some_rules(self, value: Any, path: Path) -> list[str]:
        """Return the rule ids in a value that is one id or a list of them."""
        if isinstance(value, list):
            return [self.rule(r, (*path, k)) for k, r in enumerate(value)]
        return [self.rule(value, path)]

    def wants_some(
        self, row: Mapping[str, Any], path: Path, named: tuple[str, ...], keys: tuple[str, ...]
    ) -> Mapping[str, Any]:
        """Check that a row has no other keys, and at least one of ``keys``; return those of ``keys`` that it has."""
        self.mapping(row, path, (*named, *keys))
        wanted = {key: row[key] for key in keys if key in row}
        if not wanted:
            self.fail(path, Message("nothing_expected"), Message("want.some_of", words=keys))
        return wanted
