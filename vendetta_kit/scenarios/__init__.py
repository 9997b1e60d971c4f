"""Scenarios: YAML files that describe a position, what the players do, and what must be true afterwards.

A scenario serves as an example, a test and a quiz. :mod:`.yaml_document` reads YAML with line numbers, :mod:`.parser`
and :mod:`.expectations` check every value, :mod:`.runner` plays the steps as ordinary actions and checks what is
expected. An error in a file is reported in one line: file, line, key, fault, and what was expected.

>>> verdict = run(load(find("w-01a-claudia-with-three")))
>>> verdict.ok
True
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TextIO

from vendetta_kit.argument_checks import LIST, STREAM, takes
from vendetta_kit.data_paths import data_dir
from vendetta_kit.former_names import former
from vendetta_kit.input_checks import UnknownName
from vendetta_kit.input_errors import Message
from vendetta_kit.registered_games import FIRST, registered
from vendetta_kit.rulebook import sections

from .model import BadScenario, Do, Expectation, Failure, Scenario, ScenarioResult, Step
from .parser import parse as load
from .parser import parse_text as loads
from .runner import ScenarioRun
from .runner import run_scenario as run

__all__ = [
    "BadScenario",
    "Do",
    "Expectation",
    "Failure",
    "Scenario",
    "ScenarioHeading",
    "ScenarioResult",
    "ScenarioRun",
    "Step",
    "by_topic",
    "check_files",
    "find",
    "headings",
    "load",
    "loads",
    "run",
    "shipped",
    "tell_unusable",
]


def shipped(game: str = FIRST) -> tuple[str, ...]:
    """Return the paths of the scenario files that the kit has for a game, sorted by name.

    Raises:
        UnknownName: there is no such game.

    >>> all(path.endswith(".yaml") for path in shipped("vtes"))
    True
    """
    folder = os.path.join(data_dir(), registered(game).id, "scenarios")
    return tuple(os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".yaml"))


def find(name: str) -> str:
    """Return the path of a scenario file of the kit by the scenario's id.

    Raises:
        UnknownName: the kit has no scenario with this id.

    >>> load(find("auction-01-bids")).id
    'auction-01-bids'
    """
    for path in shipped():
        if os.path.basename(path) == f"{name}.yaml":
            return path
    raise UnknownName("scenario", name, [os.path.basename(path).removesuffix(".yaml") for path in shipped()])


_BESIDE: Final = ("GLOS", "RUL", "KIT")
"""Sections that are the topic of a scenario only if it shows no rule of any other section."""


class ScenarioHeading(NamedTuple):
    """The heading of a scenario file: id, title by language, and the ids of the rules that it shows."""

    id: str
    title: Mapping[str, str]
    rules: tuple[str, ...]

    @property
    def topic(self) -> str:
        """The section of the rulebook of the first rule that it shows; sections of rulings count last."""
        topics = [rule.partition("-")[0] for rule in self.rules]
        return next((topic for topic in topics if topic not in _BESIDE), topics[0] if topics else "")

    def words(self, lang: str) -> str:
        """Return the title in a language, or in English if it has none in that language."""
        return self.title.get(lang, self.title["en"])


@cache
def headings() -> tuple[ScenarioHeading, ...]:
    """Return the headings of the kit's scenarios, except those of lessons, without loading the scenarios."""
    import yaml

    found = []
    for path in shipped():
        if not os.path.basename(path).startswith("lesson-"):
            with open(path, encoding="utf-8") as file:
                row = yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            found.append(ScenarioHeading(row["id"], row["title"], tuple(row.get("rules", ()))))
    return tuple(found)


@cache
def by_topic() -> tuple[tuple[str, tuple[ScenarioHeading, ...]], ...]:
    """Return the sections of the rulebook in order, each with the headings of the kit's scenarios on it.

    >>> [topic for topic, _ in by_topic()][:2]
    ['CARD', 'SET']
    """
    found = ((section, tuple(one for one in headings() if one.topic == section)) for section in sections())
    return tuple((section, headings_) for section, headings_ in found if headings_)


@takes(paths=LIST)
def check_files(paths: Sequence[str], as_json: bool = False, out: TextIO | None = None) -> int:
    """Run scenario files and print the results, as text or as one JSON object a line.

    They go to ``out``; a line on an unusable file goes to the standard error output, unless ``as_json``.

    Returns:
        0 if all expectations hold, 1 if one does not, 2 if a file is not usable.

    >>> check_files([find("auction-01-bids")])  # doctest: +ELLIPSIS
    /...auction-01-bids.yaml: auction-01-bids: ok (7 expectations)
    0
    """
    out = sys.stdout if out is None else out
    code = 0
    ids: dict[str, str] = {}
    for path in paths:
        try:
            scenario = load(path)
            other = ids.setdefault(scenario.id, path)
            if os.path.realpath(other) != os.path.realpath(path):
                fault = Message("id_twice", id=scenario.id, file=other)
                raise BadScenario(path, _line_of_id(scenario), "id", fault, Message("want.own_id"))
            verdict = run(scenario)
        except BadScenario as bad:
            code = 2
            tell_unusable(bad, as_json, out)
            continue
        if not verdict.ok:
            code = max(code, 1)
        if as_json:
            print(json.dumps(verdict.to_json(), ensure_ascii=False), file=out)
            continue
        for failure in verdict.failures:
            print(failure, file=out)
        total = len(scenario.expect)
        said = "ok" if verdict.ok else f"{len(verdict.failures)} failed"
        print(f"{path}: {scenario.id}: {said} ({total} expectation{'' if total == 1 else 's'})", file=out)
    return code


@takes(out=STREAM)
def tell_unusable(bad: BadScenario, as_json: bool, out: TextIO) -> None:
    """Print that a scenario or lesson file is not usable: as JSON to ``out``, or as text to the standard error.

    >>> import sys
    >>> try:
    ...     scenario = loads("id: x\\n")
    ... except BadScenario as bad:
    ...     tell_unusable(bad, True, sys.stdout)  # doctest: +ELLIPSIS
    {...}
    """
    if as_json:
        row = {"id": None, "ok": False, "failures": [str(bad)], "unusable": True}
        print(json.dumps(row, ensure_ascii=False), file=out)
    else:
        print(bad, file=sys.stderr)


def _line_of_id(scenario: Scenario) -> int:
    lines = scenario.text.splitlines()
    return next((k for k, line in enumerate(lines, 1) if line.startswith("id:")), 1)


def __getattr__(name: str) -> Any:
    return former(__name__, {"Heading": ScenarioHeading, "Telling": ScenarioRun, "Verdict": ScenarioResult}, name)
