"""The command ``vendetta rules``, and what bad input gets."""

from __future__ import annotations

import json
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from vendetta_kit import rulebook
from vendetta_kit.cli import main
from vendetta_kit.server.voila_server import Room

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _plain_english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


def run(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_rule_with_page_kind_neighbours_and_rulings(capsys: Captured) -> None:
    code, out, err = run(capsys, "rules", "PLAN-11")
    assert (code, err) == (0, "")
    assert out.startswith("PLAN-11 · Face down needs 2 Blood\np. 8, 24 · deduced · Planning\n")
    assert rulebook.rule("PLAN-11").text[:40] in out
    assert "GLOS-10  Spend" in out
    assert "RUL-03  What if a card makes you play face down" in out


def test_what_was_a_ruling_is_told_as_a_rule(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "RUL-11")
    assert out.startswith("RUL-11 · Influence that is not there\np. 16, 17 · deduced · Frenzy\n")
    assert "What is open" not in out


def test_a_switch_shows_its_other_reading(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "RUL-32")
    assert "Other reading: After the Withdraw step" in out
    assert "nobody_left: after_conflict | after_withdraw" in out
    assert "Read: p. 14 Conflict: the winner" in out
    assert "What is open: The printings differ" in out
    _, out, _ = run(capsys, "rules", "PLAN-26")
    assert "p. 9, 16 · open" in out
    assert "Other reading: Yes." in out


def test_a_rule_without_effect_says_why(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "VTAG-03")
    assert "No test can hold this" in out


def test_search(capsys: Captured) -> None:
    code, out, err = run(capsys, "rules", "--search", "frenzy")
    assert (code, err) == (0, "")
    assert out.startswith("Frenzy")
    assert "FRZ-01 · When Frenzy strikes" in out
    assert "p. 16 · printed" in out


def test_search_in_a_section(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "--search", "frenzy", "--section", "vtag", "--json")
    assert [entry["id"] for entry in json.loads(out)] == ["VTAG-06"]


def test_a_search_without_a_hit_says_so(capsys: Captured) -> None:
    assert run(capsys, "rules", "--search", "qqqq") == (1, "", "Nothing speaks of 'qqqq'.\n")


@pytest.mark.parametrize("section", ["PLAN", "plan", "RUL"])
def test_a_whole_section(capsys: Captured, section: str) -> None:
    code, out, _ = run(capsys, "rules", "--section", section)
    assert code == 0
    for entry in (*rulebook.all_rules(), *rulebook.all_rulings()):
        if entry.section == section.upper():
            assert f"{entry.id} · " in out


def test_without_a_wish_the_sections_are_listed(capsys: Captured) -> None:
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert "263 rules" in out
    assert "PLAN    27  Planning" in out


def test_german(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    _, out, _ = run(capsys, "rules", "PLAN-11", "--lang", "de")
    assert "S. 8, 24 · abgeleitet · Planung" in out
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert run(capsys, "rules", "PLAN-11")[1] == out
    assert "S. " not in run(capsys, "rules", "PLAN-11", "--lang", "en")[1]


@pytest.mark.parametrize("spoken", ["C.UTF-8", "fr_FR.UTF-8", "", "x"])
def test_any_other_language_of_the_terminal_is_english(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, spoken: str
) -> None:
    monkeypatch.setenv("LANG", spoken)
    assert "deduced" in run(capsys, "rules", "PLAN-11")[1]


def test_both_languages_of_an_entry_stand_together(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "FRZ-01", "Vorrat", "--lang", "both")
    places = [out.index(piece) for piece in ("When Frenzy strikes", "Wann Raserei eintritt", "Pool\n", "Vorrat\n")]
    assert places == sorted(places)


def test_a_term_may_be_named_in_any_language(capsys: Captured) -> None:
    assert run(capsys, "rules", "Vorrat")[1] == run(capsys, "rules", "pool")[1]


def test_json(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "PLAN-11", "RUL-01", "pool", "--json")
    rule, ruling, term = json.loads(out)
    assert (rule["entry"], rule["kind"], rule["pages"]) == ("rule", "deduced", [8, 24])
    assert (ruling["entry"], ruling["switch"], ruling["options"]) == ("ruling", "last_blood", ["forbid", "allow"])
    assert (term["entry"], term["term"]) == ("term", "Pool")


@pytest.mark.parametrize("game", rulebook.GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("columns", ["20", "50", "80", "300"])
def test_no_line_is_wider_than_the_terminal(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, game: str, lang: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    widest, book = max(40, min(100, int(columns))), rulebook.GAMES[game]
    ids = [entry.id for entry in (*book.all_rules(lang), *book.all_rulings(lang), *book.all_terms(lang))]
    for wish in (ids, ["--search", "blood blut"], ["--section", "RUL"], []):
        code, out, _ = run(capsys, "rules", "--game", game, "--lang", lang, *wish)
        assert code == 0
        assert max(map(len, out.splitlines())) <= widest
        assert "\033" not in out


def test_the_command_knows_several_games(capsys: Captured) -> None:
    def told(*arguments: str) -> str:
        return run(capsys, "rules", *arguments)[1]

    code, out, err = run(capsys, "rules", "vtes:BLOCK-07")
    assert (code, err) == (0, "")
    assert out.startswith("BLOCK-07 · Only when it is needed\nl. 854–861 · printed · Acting and blocking")
    assert "1998" in out
    assert told("BLOCK-07", "--game", "vtes") == told("block-07", "--game", "VTES") == out
    assert told("vendetta:PLAN-11") == told("PLAN-11") == told("vendetta:PLAN-11", "--game", "vtes")
    assert told("COMP-01") != told("vtes:COMP-01")
    assert "1998" not in told("COMP-01")
    assert told("vtes:Beute") == told("vtes:prey")
    entries = json.loads(told("vtes:COMP-01", "COMP-01", "--json"))
    assert [(entry["game"], entry["id"]) for entry in entries] == [("vtes", "COMP-01"), ("vendetta", "COMP-01")]


def test_the_command_searches_and_lists_within_a_game(capsys: Captured) -> None:
    _, out, _ = run(capsys, "rules", "--search", "stealth", "--game", "vtes")
    assert out.startswith("Stealth ")
    assert "BLOCK-06 · Stealth against intercept" in out
    assert out.endswith("today's differ.\n")
    assert run(capsys, "rules", "--search", "stealth") == (1, "", "Nothing speaks of 'stealth'.\n")
    assert "195 rules and 22 rulings" in run(capsys, "rules", "--game", "vtes")[1]
    _, out, _ = run(capsys, "rules", "--game", "vtes", "--section", "end", "--lang", "de")
    assert "Z. 1548" not in out
    assert "END-07 · Zugleich mit der Beute draußen" in out


BAD = [
    (["rules", "chess:BLOCK-07"], "game: found 'chess'; expected one of vendetta, vtes, rivals"),
    (["rules", "--game", "whist", "--search", "x"], "game: found 'whist'; expected one of vendetta, vtes, rivals"),
    (["rules", "--game", ""], "game: found ''"),
    (["rules", "vtes:PLAN-11"], "rule: found 'PLAN-11'; expected an id such as BLOCK-07, RUL-01 or pool"),
    (["rules", "vtes:"], "rule: found ''"),
    (["rules", "--game", "vtes", "--section", "FRZ"], "section: found 'FRZ'; expected one of OBJ"),
    (["rules", "--game", "vtes", "--section", "KIT"], "section: found 'KIT'; expected one of OBJ"),
    (["rules", "PLAN-99"], "rule: found 'PLAN-99'; expected an id such as PLAN-11"),
    (["rules", "PLAN-11", "frenzie"], "nearest: frenzy"),
    (["rules", "a\nb"], "rule: found"),
    (["rules", ""], "rule: found ''"),
    (["rules", "--section", "NOPE"], "section: found 'NOPE'; expected one of COMP"),
    (["rules", "--lang", "fr", "PLAN-11"], "unknown language 'fr': expected de, en or both"),
    (["rules", "--search"], "--search: expected one argument"),
    (["rules", "--search", "?!"], "nothing to search for in '?!': expected a word"),
    (["rules", "PLAN-11", "--search", "frenzy"], "expected one or the other"),
    (["rules", "PLAN-11", "--coverage"], "ID and --coverage do not go together"),
    (["rules", "--tests", "tests"], "--tests without --coverage"),
    (["rules", "--coverage", "--tests", "no/such/folder"], "There is no folder no/such/folder"),
    (["rules", "--nonsense"], "unrecognized arguments: --nonsense"),
    (["scenario"], "ACTION"),
    (["scenario", "check"], "FILE"),
    (["learn", "--port", "many"], "'many' is no port: expected a number from 1 to 65535"),
    (["learn", "--port", "70000"], "expected a number from 1 to 65535"),
    (["plya"], "invalid choice: 'plya'"),
]


@pytest.mark.parametrize(
    ("arguments", "said"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_gets_one_line_and_code_2(capsys: Captured, arguments: list[str], said: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("vendetta")
    assert err.count("\n") == 1


def test_version_and_help(capsys: Captured) -> None:
    assert run(capsys, "--version")[1].startswith("vendetta-kit")
    for arguments in ([], ["--help"], ["rules", "--help"], ["scenario", "check", "--help"]):
        code, out, err = run(capsys, *arguments)
        assert (code, err) == (0, "")
        assert "usage: vendetta" in out


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **parts: Any) -> None:
    module = types.ModuleType(name)
    for part, value in parts.items():
        setattr(module, part, value)
    monkeypatch.setitem(sys.modules, name, module)
    package, _, last = name.rpartition(".")
    monkeypatch.setattr(import_module(package), last, module, raising=False)


def test_scenario_check_hands_over(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def check_files(paths: list[str], as_json: bool, out: Any) -> int:
        asked.append((paths, as_json, out is sys.stdout))
        return 1

    stand_in(monkeypatch, "vendetta_kit.scenarios", check_files=check_files)
    assert run(capsys, "scenario", "check", "--json", "a.yaml", "b.yaml")[0] == 1
    assert asked == [(["a.yaml", "b.yaml"], True, True)]


def test_learn_hands_over(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def learn(port: int | None, open_browser: bool, room: Room) -> int:
        asked.append((port, open_browser, room))
        return 0

    stand_in(monkeypatch, "vendetta_kit.server.voila_server", learn=learn, Room=Room)
    assert run(capsys, "learn")[0] == 0
    assert run(capsys, "learn", "--port", "8899", "--no-browser")[0] == 0
    assert run(capsys, "learn", "--class", "20", "--ip", "0.0.0.0", "--places", "25")[0] == 0
    assert run(capsys, "learn", "--warm", "0", "--idle", "5")[0] == 0
    assert run(capsys, "learn", "--each", "2", "--each-address", "9", "--host", "a.example", "--host", "b")[0] == 0
    assert asked == [
        (None, True, Room()),
        (8899, False, Room()),
        (None, True, Room("0.0.0.0", 20, 25, 30, 4, 20)),
        (None, True, Room(warm=0, idle=5)),
        (None, True, Room(each=2, each_address=9, names=("a.example", "b"))),
    ]


@pytest.mark.parametrize(
    "given", [("--class", "0"), ("--class", "x"), ("--warm", "-1"), ("--places", "1.5"), ("--idle", "٣")]
)
def test_a_number_that_is_none_is_named_in_one_line(capsys: Captured, given: tuple[str, str]) -> None:
    code, out, err = run(capsys, "learn", *given)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert given[0] in err
    assert "expected a number from" in err


@pytest.mark.parametrize("name", ["", "a b", "kit.example/", "-x.example", "ä.example", "a" * 254])
def test_a_name_that_no_machine_can_have_is_named_in_one_line(capsys: Captured, name: str) -> None:
    code, out, err = run(capsys, "learn", f"--host={name}")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "--host" in err
    assert "expected one such as" in err


def test_learn_without_its_packages_says_what_to_install(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vendetta_kit.server.voila_server", None)
    monkeypatch.delattr("vendetta_kit.server.voila_server", raising=False)
    code, _, err = run(capsys, "learn")
    assert code == 2
    assert "expected an installation with vendetta-kit[learn]" in err


def test_control_c_ends_quietly(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vendetta_kit.cli._print_entries", stopped)
    code, out, err = run(capsys, "rules", "PLAN-11")
    assert (code, out, err.strip()) == (130, "", "")


def test_coverage_of_a_folder(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text(
        'import pytest\n\n@pytest.mark.rules("PLAN-11")\ndef test_it():\n    pass\n', encoding="utf-8"
    )
    code, out, err = run(capsys, "rules", "--coverage", "--tests", str(tmp_path / "tests"))
    assert (code, err) == (1, "")
    assert "tests/test_one.py::test_it" in out
    assert "PLAN-11" not in out.partition("Left without a test or scenario")[2]
    code, out, _ = run(capsys, "rules", "--coverage", "--json", "--tests", str(tmp_path / "tests"))
    assert code == 1
    assert "tests/test_one.py::test_it" in json.loads(out)["holders"]["PLAN-11"]
