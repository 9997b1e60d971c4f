"""Sentences about what is wrong with a file: every one that the code names is there, in both languages."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from vendetta_kit.coach.review_command import CannotReview, review
from vendetta_kit.course.first_game_guide import BadGuide
from vendetta_kit.course.puzzle_rating import PuzzleRecord
from vendetta_kit.games.vendetta.course.first_game import first_game
from vendetta_kit.games.vendetta.course.first_game_guide import Guide
from vendetta_kit.games.vendetta.flows.win_shares import BadShareTable, read_table
from vendetta_kit.input_checks import clean_name, is_name, number_of
from vendetta_kit.input_errors import Message, cut, path_text, quoted
from vendetta_kit.safe_files import Unreadable, json_of

ROOT = Path(__file__).resolve().parents[1]
SAME = {"want.format", "want.relics", "want.aftermath", "want.true", "want.words", "want.position", "want.line"}
SAME |= {"want.question", "want.scoring", "want.recorded", "want.view"}
"""Sentences of words of a file's format alone, which has no languages."""
LEFT_OUT = {"yaml", "file.unreadable"}
"""Sentences that quote another program, in English: the German ones do not."""


@cache
def written(lang: str) -> dict[str, str]:
    rows = json.loads((ROOT / "data/lang" / lang / "faults.json").read_text("utf-8"), object_pairs_hook=list)
    assert len(rows) == len(dict(rows)), "a key twice"
    return dict(rows)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@cache
def trees() -> tuple[ast.Module, ...]:
    paths = [*(ROOT / "vendetta_kit").rglob("*.py"), *(ROOT / "widgets/vendetta_widgets").rglob("*.py")]
    return tuple(ast.parse(path.read_text("utf-8")) for path in paths if "_data" not in path.parts)


def calls() -> Iterator[ast.Call]:
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                yield node


def keys_of(node: ast.expr) -> list[str]:
    """The sentences that a call may name."""
    if isinstance(node, ast.IfExp):
        return [*keys_of(node.body), *keys_of(node.orelse)]
    if isinstance(node, ast.JoinedStr):
        start = node.values[0]
        assert isinstance(start, ast.Constant)
        return [key for key in written("en") if key.startswith(str(start.value))]
    return [str(node.value)] if isinstance(node, ast.Constant) else []


def test_every_sentence_that_is_named_is_there_with_all_that_stands_in_it() -> None:
    found = 0
    for call in calls():
        given = {keyword.arg for keyword in call.keywords}
        for key in keys_of(call.args[0]):
            assert key in written("en"), key
            if None not in given:
                assert fields(written("en")[key]) <= given, key
            found += 1
    assert found > 200


def test_no_sentence_is_left_over() -> None:
    named = {key for call in calls() for key in keys_of(call.args[0])}
    constants = {node.value for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    formats = {spec for text in written("de").values() for _, _, spec, _ in Formatter().parse(text) if spec}
    assert not set(written("en")) - named - formats - {key for key in constants if isinstance(key, str)}


def test_both_languages_say_the_same() -> None:
    english, german = written("en"), written("de")
    assert list(english) == list(german)
    for key, text in english.items():
        assert fields(german[key]) == (set() if key in LEFT_OUT else fields(text)), key
        if key not in SAME | LEFT_OUT and len(fields(text)) * 12 < len(text):
            assert german[key] != text, key


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, ["x" * 10**6] * 9, list(range(10**5)), {"k" * 10**5: "v" * 10**5}, 10**5000, -(10**4999), "\ud800\n"],
    ids=lambda value: repr(type(value)),
)
def test_what_is_quoted_is_short_and_can_be_shown(value: Any) -> None:
    for text in (
        quoted(value),
        Message("found", value=value).text("de"),
        cut(str(type(value)) * 99),
        path_text(("x" * 999, 3)),
    ):
        assert len(text) < 80
        assert text.isprintable()
        assert text.encode()


def test_a_number_that_nobody_writes_out_is_told_in_words() -> None:
    assert quoted(10**5000, "de") == "eine riesige Zahl"


def test_depth_without_end_is_quoted_too() -> None:
    value: list[Any] = []
    for _ in range(10**5):
        value = [value]
    assert len(quoted(value)) < 30


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李", "No Name At All", "O'Brien", "D" * 40, "a\xa0b"])
def test_names(name: str) -> None:
    assert is_name(name)
    assert is_name(clean_name(name))


@pytest.mark.parametrize(
    "name", ["", " ", "D" * 41, "a\nb", "a\x00", "\ud83d", "\u202eA", "A\u200f", "\u2028", None, 7]
)
def test_no_names(name: Any) -> None:
    assert not is_name(name)
    assert not isinstance(name, str) or clean_name(name) == "" or is_name(clean_name(name))


@pytest.mark.parametrize(
    "text", ["²", "٣", "", " ", "-1", "+1", "1.0", "1e3", "0x1", "1_0", "9" * 5000, None, True, [1]]
)
def test_no_numbers(text: Any) -> None:
    assert number_of(text, 0, 10**15) is None


DEEP = [
    pytest.param(start * deep + end * deep, id=f"{deep} {'closed' if end else 'open'} {start[:1]}")
    for deep in (22, 900, 20_000, 150_000)
    for start, end in (("[", ""), ("[", "]"), ('{"a":', ""))
]


@pytest.mark.parametrize("text", DEEP)
def test_what_goes_too_deep_is_told_alike_wherever_python_gives_up(text: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as told:
        json_of(text)
    assert told.value.fault.text("en") == "deeper than 20 levels"
    assert PuzzleRecord.loads(text) == PuzzleRecord()
    assert PuzzleRecord.loads(f'{{"format": {text}') == PuzzleRecord()
    with pytest.raises(BadGuide, match="expected JSON"):
        Guide.loads(text, first_game())
    with pytest.raises(BadShareTable, match="no JSON"):
        read_table(text.encode(), "rows.json")
    save = tmp_path / "game.json"
    save.write_text(text)
    with pytest.raises(CannotReview, match="deeper than 20 levels"):
        review(str(save), 0, 1, "en", False)


@pytest.mark.parametrize(
    "text", ['"' + "[" * 50, '{"a": "' + '\\"[' * 50 + '", ', "[" * 20, "[]," * 50, '"\\' + "[" * 50]
)
def test_what_is_cut_off_is_not_called_deep(text: str) -> None:
    with pytest.raises(Unreadable) as told:
        json_of(text)
    assert "deeper" not in told.value.fault.text("en")
