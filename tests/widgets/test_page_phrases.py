"""The page's own words: every key that the code names exists, none is left over, and the languages say the same."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import vendetta_widgets
from tests.widgets.helpers import TEMPLATE_LEFT
from vendetta_kit import games
from vendetta_kit.games.vendetta import bots, box
from vendetta_kit.games.vendetta.engine.views import SHOWN
from vendetta_kit.registered_games import registered
from vendetta_widgets import page_phrases
from vendetta_widgets.games.vendetta import table_html

HOME = Path(vendetta_widgets.__file__).parent
SAYS = ("say", "tell", "Told")
LANGUAGES = page_phrases.languages()


def written(lang: str) -> Iterator[tuple[str, str, str]]:
    """File, key and words of a language, as they stand in the files."""
    for path in sorted((HOME / "lang" / lang).glob("*.json")):
        rows = json.loads(path.read_text("utf-8"), object_pairs_hook=lambda pairs: pairs)
        for key, text in rows:
            yield path.name, key, text


@cache
def code() -> tuple[tuple[str, ast.Module], ...]:
    makes_notebooks = Path(__file__).parents[2] / "scripts" / "lesson_notebooks.py"
    return tuple(
        (path.name, ast.parse(path.read_text("utf-8"))) for path in (*sorted(HOME.rglob("*.py")), makes_notebooks)
    )


def literals(node: ast.expr) -> Iterator[str | re.Pattern[str]]:
    """The keys that an argument may stand for: itself, or a pattern where a part of it is worked out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield re.compile("".join(map(_piece, node.values)))


def _piece(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    assert isinstance(node, ast.FormattedValue)
    if isinstance(node.value, ast.IfExp):
        ways = [re.escape(str(found)) for found in literals(node.value)]
        return f"({'|'.join(ways)})"
    return r"\w+(\.\w+)?"


def named() -> Iterator[tuple[str, str | re.Pattern[str]]]:
    """Where the code says something, and with which key."""
    for name, tree in code():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in SAYS:
                    for key in literals(node.args[0]):
                        yield f"{name}:{node.lineno}", key


def test_every_key_that_the_code_names_exists() -> None:
    keys = {key for _, key, _ in written("en")}
    missing = []
    for where, key in named():
        if isinstance(key, str):
            known = key in keys
        else:
            known = any(key.fullmatch(found) for found in keys)
        if not known:
            missing.append((where, key))
    assert not missing
    assert len(list(named())) > 150


def test_no_words_are_left_over() -> None:
    strings = {
        node.value
        for _, tree in code()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    patterns = [key for _, key in named() if not isinstance(key, str)]
    unused = [
        f"{file}: {key}"
        for file, key, _ in written("en")
        if key not in strings and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert not unused


@pytest.mark.parametrize(
    ("prefix", "parts"),
    [
        ("watch.", {what for game in games.TAUGHT for what in registered(game).subject().watched}),
        ("bots.", set(bots.names())),
        (
            "agenda.",
            {name for name, _, _ in SHOWN.values()}
            - {*table_html.PHASES, *table_html.STEPS, "end_of_round", "scoring"},
        ),
        ("type.", {card.type for card in box.clan_cards()}),
        ("number.", {*table_html.NUMBER_SIGNS, "tokens_down"}),
        ("clock.", {"phase", "step"}),
    ],
)
def test_what_is_worked_out_has_exactly_the_words_that_it_needs(prefix: str, parts: set[str]) -> None:
    assert {key.removeprefix(prefix) for _, key, _ in written("en") if key.startswith(prefix)} == parts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_stands_twice(lang: str) -> None:
    twice = [key for key, n in Counter(key for _, key, _ in written(lang)).items() if n > 1]
    assert not twice


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys_in_the_same_files_with_the_same_fields(lang: str) -> None:
    english = {(file, key): fields(text) for file, key, text in written("en")}
    assert {(file, key): fields(text) for file, key, text in written(lang)} == english


def fields(text: str) -> set[str]:
    """The names that are filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_whole(lang: str) -> None:
    for file, key, text in written(lang):
        where = f"{lang}/{file}: {key}"
        assert text.strip() or key == "comma", where
        assert "  " not in re.sub(r"\n +", "\n", text), where  # an indented line of YAML is whole
        values = dict.fromkeys(fields(text), "x")
        assert not TEMPLATE_LEFT.search(page_phrases.say(key, lang, **values)), where


def test_german_is_german() -> None:
    english = {key: text for _, key, text in written("en")}
    placeholders = re.compile(r"\{[^}]*\}")  # signs between numbers are of no language
    same = [
        key
        for _, key, text in written("de")
        if text == english[key] and len(text.split()) > 2 and re.search("[A-Za-z]", placeholders.sub("", text))
    ]
    assert same == ["title"], "the kit's name is its name"
    german = re.sub(r"`[^`]*`", "", " ".join(text for _, _, text in written("de")))  # what is Python stays Python
    assert '"' not in german, "German quotation marks"


def test_an_unknown_key_is_a_fault() -> None:
    with pytest.raises(KeyError):
        page_phrases.say("no such words")
