"""Whatever is handed over as a file: it is read, or refused with one short line in either language, and soon."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from yaml.nodes import ScalarNode

from tests.properties.games import begin, playing
from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.faults import BadInput
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.scenarios import run
from vendetta_kit.scenarios.document import MOST_BYTES, MOST_VALUES
from vendetta_widgets.session import Session

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = 30
LONGEST = 400
"""So long is a line at most: lists of the words that a format knows are the longest."""

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from([10**18, -(10**40), 10**4000, 1.5, float("inf"), float("nan")]),
    st.sampled_from(["", "x" * 9000, "two\nlines", "\ud800", "\u202eAnn", "\x00", "no", "²", "haven", "Ann", "BR07"]),
    st.text(max_size=8),
)
KEYS = st.sampled_from(["seat", "do", "at", "x" * 900, "é\n", "record", "position", "refused", "check"])
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)
CHANGES = st.tuples(
    st.integers(0, 10**6), st.sampled_from(["put", "drop", "double", "deep", "many", "key"]), VALUES, KEYS
)


def _save() -> Any:
    start = begin("4-base", 0, "outside")
    for _, _ in zip(range(25), playing(start), strict=False):
        pass
    return saves.to_json(start.game)


def _played() -> Any:
    session = Session(3)
    for _ in range(4):
        decision = session.view.decision
        assert decision is not None
        session.act(decision.legal[0])
    return json.loads(session.save_text())


def _played_from_a_save() -> Any:
    session = Session(3)
    session.load_bytes(json.dumps(_save()), "f")
    return json.loads(session.save_text())


def _progress() -> Any:
    progress = Progress()
    progress.met(["PLAN-11", "RUL-01"])
    progress.lesson("planning", "fee", True)
    progress.answered(["PLAN-11"], True, "q", datetime(2026, 1, 1, tzinfo=UTC))
    return progress.to_json()


def _yaml(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def _scenario(text: str) -> None:
    for failure in run(scenarios.loads(text, "f")).failures:
        assert len(str(failure)) <= LONGEST
        assert "\n" not in str(failure)


FILES: dict[str, tuple[Callable[[], Any], Callable[[str], object]]] = {
    "save": (_save, lambda text: saves.loads(text, "f")),
    "played": (_played, lambda text: Session(1).load_bytes(text, "f")),
    "played from a save": (_played_from_a_save, lambda text: Session(1).load_bytes(text, "f")),
    "progress": (_progress, lambda text: Progress.loads(text, "f")),
    "scenario": (lambda: _yaml("data/vendetta/scenarios/frenzy-02-vampire.yaml"), _scenario),
    "lesson": (lambda: _yaml("tests/course/small_lesson.yaml"), lambda text: lessons.loads(text, "f")),
}
GOOD = cache(lambda kind: json.dumps(FILES[kind][0]()))


def spoiled(kind: str, changes: Sequence[tuple[int, str, Any, str]]) -> str:
    """A good file with some changes, as JSON, which is YAML too."""
    whole: Any = {"": json.loads(GOOD(kind))}
    for number, change, value, key in changes:
        places = list(_places(whole))
        spot, here = places[number % len(places)]
        if change == "put":
            spot[here] = value
        elif change == "double":
            spot[here] = [spot[here], spot[here]]
        elif change == "deep":
            for _ in range(number % 60):
                spot[here] = [spot[here]] if number % 2 else {key: spot[here]}
        elif change == "many":
            spot[here] = [spot[here]] * (number % 1000)
        elif change == "key" and isinstance(spot, dict):
            spot[key] = value
        elif len(places) > 1 and spot is not whole:
            del spot[here]
    return json.dumps(whole[""], ensure_ascii=bool(changes[0][0] % 2))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def told(kind: str, text: str) -> str:
    """What is said of a file, nothing if it is read."""
    said: dict[str, str] = {}
    try:
        FILES[kind][1](text)
    except BadInput as bad:
        said = {"": str(bad), "en": bad.text("en"), "de": bad.text("de")}
    for line in said.values():
        assert line.startswith("f:")
        assert line.isprintable()
        assert line.encode()
        assert len(line) <= LONGEST, line
    assert not said or said[""] == said["en"] != said["de"]
    return said.get("", "")


@pytest.mark.parametrize("kind", FILES)
def test_the_good_ones_are_good(kind: str) -> None:
    assert told(kind, GOOD(kind)) == ""


@pytest.mark.parametrize("kind", FILES)
def test_a_spoiled_file_is_read_or_gets_one_line(kind: str) -> None:
    said = []

    @given(st.lists(CHANGES, min_size=1, max_size=3))
    @settings(max_examples=EXAMPLES, deadline=None)
    def spoil(changes: list[tuple[int, str, Any, str]]) -> None:
        said.append(told(kind, spoiled(kind, changes)))

    spoil()
    assert sum(map(bool, said)) > EXAMPLES // 3


LARGE = {
    "flow list": "a: [" + "1," * 245_000 + "1]",
    "flow map": "{" + "a," * 245_000 + "}",
    "block": "- 1\n" * 122_000,
    "keys": "".join(f"k{k}: 1\n" for k in range(40_000)),
    "lists": '- ["a", "b"]\n' * 37_000,
    "tags": "a: [" + "!x 1," * 80_000 + "]",
    "aliases": "a: [&a 1," + "*a ," * 120_000 + "]",
}


@pytest.mark.parametrize("kind", ["scenario", "lesson"])
@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_of_a_file_with_too_much_in_it_only_the_beginning_is_made_into_nodes(
    text: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python a scanned value of YAML takes some 15 microseconds: a quarter of a million were four seconds."""
    assert len(text) < MOST_BYTES
    made = []
    count = ScalarNode.__init__

    def counted(self: ScalarNode, *given: Any, **named: Any) -> None:
        made.append(1)
        count(self, *given, **named)

    monkeypatch.setattr(ScalarNode, "__init__", counted)
    assert f"more than {MOST_VALUES} values" in told(kind, text)
    assert len(made) <= 2 * MOST_VALUES


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize(
    "text",
    ["[" * 400_000, "[" * 30 + "]" * 30, '{"a":' * 900 + "1" + "}" * 900, "9" * 5000, '{"format": ' + "9" * 5000 + "}"],
    ids=lambda text: text[:6],
)
def test_depth_and_length_have_a_bound(text: str, kind: str) -> None:
    assert told(kind, text)


def test_a_wrong_word_of_any_length_is_cut() -> None:
    row = _yaml("data/vendetta/scenarios/frenzy-02-vampire.yaml")
    for place, text in (("steps", [{"x" * 9000: "y" * 9000}]), ("expect", [{"z" * 9000: 1}]), ("id", "I" * 9000)):
        assert 0 < len(told("scenario", json.dumps(row | {place: text}))) < 330
