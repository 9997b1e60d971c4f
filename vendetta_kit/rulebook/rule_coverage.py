"""A report of which rule is checked by which test or scenario.

A test names the rules that it checks with ``@pytest.mark.rules("PLAN-11", ...)`` (on a function, a class, a module's
``pytestmark`` or a ``pytest.param``), a scenario file with its ``rules:`` list. In a test, a rule of a game other than
Vendetta has the game as a prefix, as in ``vtes:BLOCK-07``; the rules of a scenario are its own game's. The files are
only read here, not run. The test run writes the same report from the tests that passed.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from vendetta_kit.data_paths import data_dir
from vendetta_kit.registered_games import FIRST
from vendetta_kit.rulebook.lookup import GAMES, Rulebook, game_and_name
from vendetta_kit.rulebook.rule_records import Rule, Ruling, Term, UnknownGame, UnknownRule

_NOT_RUN = {"skip", "skipif", "xfail"}


class CoverageError(ValueError):
    """Error: the report cannot be made. The message is one line and says what is missing and where."""


@dataclass
class Coverage:
    """The tests and scenarios that check each rule of a game, and the marks that cannot be read."""

    game: str = FIRST
    holders: dict[str, list[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def add(self, rule_id: object, holder: str, place: str) -> None:
        """Record that a test or scenario checks a rule, at this place; rules of other games are ignored."""
        if not is_mark(rule_id):
            self.errors.append(f"{place}: {unknown_mark(rule_id)}")
            return
        game, name = game_and_name(str(rule_id))
        if game != self.game:
            return
        known = self.holders.setdefault(name, [])
        if holder not in known:
            known.append(holder)

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return GAMES[self.game]

    @property
    def without_effect(self) -> dict[str, str]:
        """The rules that no test can check, each with the key of the reason."""
        return {entry.id: entry.no_effect for entry in self._numbered() if entry.no_effect is not None}

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of the rules and rulings with an effect that no test or scenario checks."""
        return tuple(entry.id for entry in self._numbered() if entry.id not in self.holders and entry.no_effect is None)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing and every mark can be read."""
        return not self.missing and not self.errors

    def to_json(self) -> dict[str, Any]:
        return {
            "complete": self.complete,
            "missing": list(self.missing),
            "without_effect": {
                rule_id: self.book.word("no_effect", reason) for rule_id, reason in self.without_effect.items()
            },
            "errors": list(self.errors),
            "holders": {entry.id: list(self.holders.get(entry.id, ())) for entry in self._numbered()},
        }

    def lines(self, *, most: int = 3) -> list[str]:
        """Return the report as lines; for each rule at most ``most`` tests and scenarios are named."""
        lines: list[str] = []
        without = self.without_effect
        tables: tuple[tuple[str, Sequence[Rule | Ruling]], ...] = (
            ("Rules", self.book.all_rules()),
            ("Rulings", self.book.all_rulings()),
        )
        for heading, entries in tables:
            held = sum(1 for entry in entries if entry.id in self.holders)
            excused = sum(1 for entry in entries if entry.id in without and entry.id not in self.holders)
            summary = f"{heading}: {held} of {len(entries)} held by a test or scenario"
            lines += [summary + (f", {excused} without an effect to hold" if excused else ""), ""]
            for entry in entries:
                names = self.holders.get(entry.id, [])
                if names:
                    shown = f"{len(names):>3}  {', '.join(names[:most])}"
                    shown += f", and {len(names) - most} more" if len(names) > most else ""
                elif entry.id in without:
                    shown = "  -  (no effect to hold)"
                else:
                    shown = "  0  NOT HELD"
                lines.append(f"  {entry.id:<9}{shown}")
            lines.append("")
        if without:
            lines += ["Without an effect to hold:", ""]
            lines += [f"  {rule_id:<9}{self.book.word('no_effect', reason)}" for rule_id, reason in without.items()]
            lines.append("")
        if self.missing:
            lines += [f"Left without a test or scenario: {len(self.missing)}", ""]
            lines += [f"  {rule_id}" for rule_id in self.missing]
            lines.append("")
        if self.errors:
            lines += ["Marks that cannot be read:", "", *(f"  {error}" for error in self.errors), ""]
        if self.complete:
            lines.append("No rule and no ruling is left without a test or scenario.")
        else:
            lines.append(f"Not complete: {len(self.missing)} left, {len(self.errors)} unreadable.")
        return lines

    def _numbered(self) -> tuple[Rule | Ruling, ...]:
        return (*self.book.all_rules(), *self.book.all_rulings())


def is_mark(rule_id: object) -> bool:
    """Return whether this is the id of a rule or ruling in the form that tests use.

    >>> is_mark("PLAN-11"), is_mark("vtes:BLOCK-07"), is_mark("vtes:PLAN-11"), is_mark("whist:TRICK-01"), is_mark(3)
    (True, True, False, False, False)
    """
    if not isinstance(rule_id, str):
        return False
    try:
        game, name = game_and_name(rule_id)
    except UnknownGame:
        return False
    return GAMES[game].is_id(name)


def unknown_mark(rule_id: object) -> str:
    """Return the message for a mark that names no rule, as one line."""
    if not isinstance(rule_id, str):
        return f"a rule id is a string such as 'PLAN-11', not {rule_id!r}"
    try:
        game, name = game_and_name(rule_id)
        found = GAMES[game].find(name)
        if isinstance(found, Term):
            return f"{rule_id!r} is a term: expected one of its rules, such as {found.rules[0]!r}"
        written = found.id if game == FIRST else f"{game}:{found.id}"
        return f"{rule_id!r} is no rule id: write {written!r}"
    except (UnknownGame, UnknownRule) as fault:
        return str(fault)


def read_coverage(tests: str | None = None, scenarios: str | None = None, game: str = FIRST) -> Coverage:
    """Return the coverage of a game's rules by the files in these folders; by default those of the checkout."""
    data = data_dir()
    tests = os.path.join(os.path.dirname(data), "tests") if tests is None else tests
    scenarios = os.path.join(data, game, "scenarios") if scenarios is None else scenarios
    if not os.path.isdir(tests):
        raise CoverageError(f"There is no folder {tests}: expected the tests of the kit there (see --tests)")
    coverage = Coverage(game)
    root = os.path.dirname(os.path.abspath(tests))
    for path in _files(tests, ".py"):
        _read_tests(path, os.path.relpath(path, root).replace(os.sep, "/"), coverage)
    for path in _files(scenarios, ".yaml", ".yml"):
        _read_scenario(path, os.path.relpath(path, os.path.dirname(data)).replace(os.sep, "/"), coverage)
    return coverage


def _files(folder: str, *endings: str) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(where, name)


def _read_tests(path: str, shown: str, coverage: Coverage) -> None:
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
    except (SyntaxError, UnicodeDecodeError) as fault:
        line = fault.lineno if isinstance(fault, SyntaxError) else 1
        coverage.errors.append(f"{shown}:{line}: this is no Python file that can be read")
        return
    _Marks(shown, coverage).read(tree)


class _Marks:
    """Collects the marks of one test file, each with the name of its test."""

    def __init__(self, file: str, coverage: Coverage) -> None:
        self.file = file
        self.coverage = coverage
        self.constants: dict[str, ast.expr] = {}

    def read(self, tree: ast.Module) -> None:
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self.constants[node.targets[0].id] = node.value
        for node in tree.body:
            self._visit(node, ())

    def _visit(self, node: ast.AST, names: tuple[str, ...]) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.lower().startswith("test"):
                return
            if any(_mark_name(decorator) in _NOT_RUN for decorator in node.decorator_list):
                return
            names = (*names, node.name)
        elif isinstance(node, ast.Call) and _mark_name(node) == "rules":
            self._note(node, names)
        for child in ast.iter_child_nodes(node):
            self._visit(child, names)

    def _note(self, call: ast.Call, names: tuple[str, ...]) -> None:
        holder = "::".join((self.file, *names))
        for argument in call.args:
            for value in self._values(argument):
                place = f"{self.file}:{value.lineno}"
                if isinstance(value, ast.Constant):
                    self.coverage.add(value.value, holder, place)
                elif not isinstance(argument, ast.Starred):
                    self.coverage.errors.append(f"{place}: rule ids must stand here as strings")

    def _values(self, argument: ast.expr) -> list[ast.expr]:
        """Return the single ids of an argument, without those computed at run time (``*ids``)."""
        if not isinstance(argument, ast.Starred):
            return [argument]
        inner = argument.value
        if isinstance(inner, ast.Name):
            inner = self.constants.get(inner.id, inner)
        return list(inner.elts) if isinstance(inner, ast.Tuple | ast.List) else []


def _mark_name(node: ast.AST) -> str | None:
    """Return the ``x`` of ``pytest.mark.x`` or ``pytest.mark.x(...)``."""
    if isinstance(node, ast.Call):
        node = node.func
    if not isinstance(node, ast.Attribute):
        return None
    owner = node.value
    named = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else None
    return node.attr if named == "mark" else None


def _read_scenario(path: str, shown: str, coverage: Coverage) -> None:
    try:
        import yaml
    except ImportError:
        raise CoverageError(f"{shown} cannot be read: expected the package PyYAML") from None
    try:
        with open(path, encoding="utf-8") as file:
            document = yaml.compose(file, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        mark = getattr(fault, "problem_mark", None)
        coverage.errors.append(f"{shown}:{mark.line + 1 if mark else 1}: this is no YAML that can be read")
        return
    if not isinstance(document, yaml.MappingNode):
        coverage.errors.append(f"{shown}:1: expected a scenario, with keys and values")
        return
    for key, value in document.value:
        if key.value == "rules" and isinstance(value, yaml.SequenceNode):
            for item in value.value:
                coverage.add(f"{coverage.game}:{item.value}", shown, f"{shown}:{item.start_mark.line + 1}")
