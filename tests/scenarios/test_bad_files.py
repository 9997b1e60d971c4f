"""Whatever is wrong with a file: one line with file, line, key, fault and what was expected; exit code 2."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.scenarios.spoiling import spoiled
from vendetta_kit.cli import main
from vendetta_kit.games.vendetta.scenarios import DIALECT
from vendetta_kit.scenarios import BadScenario, load, loads, run, shipped

FORM = "expected keys and values, well indented"

GOOD = """\
format: vendetta-scenario/1
id: small
title: {en: Small}
rules: [PLAN-12]
seed: 5
round: 1
ambition: Ann
seats:
  - {name: Ann, clan: brujah, hand: [BR08, BR09, BR07], alliance: [VI01]}
  - {name: Bob, clan: toreador, hand: [TO08, TO09, TO03], alliance: [VI02]}
  - {name: Cy, clan: tremere, hand: [TR08, TR09, TR03], alliance: [VI03]}
  - {name: Dee, clan: malkavian, hand: [MA08, MA09, MA03], alliance: [VI04]}
locations: [AL16, AL17, AL18]
deployed:
  - {seat: Ann, at: 1, cards: [BR04], face: down, blood: 2}
start: {phase: planning, turn: Ann}
steps:
  - {seat: Ann, play: BR07, at: 1, face: down, blood: 3}
  - {refused: {seat: Bob, play: TO08, at: 1, blood: 4}, because: PLAN-12}
expect:
  - {seat: Ann, blood: 2}
"""


def bad(text: str) -> str:
    """The line that a text gets."""
    with pytest.raises(BadScenario) as caught:
        run(loads(text, "f.yaml"))
    message = str(caught.value)
    assert "\n" not in message
    assert (
        message
        == f"f.yaml:{caught.value.line}: {caught.value.key}: {caught.value.fault}; expected {caught.value.expected}"
    )
    return message.removeprefix("f.yaml:")


def test_the_good_one_is_good() -> None:
    assert run(loads(GOOD)).ok


@pytest.mark.parametrize(("old", "new", "message"), spoiled(Path(__file__).parent / "bad_files.txt"))
def test_what_is_wrong_gets_one_line(old: str, new: str, message: str) -> None:
    assert old in GOOD
    assert bad(GOOD.replace(old, new, 1)) == message


@pytest.mark.parametrize(
    ("old", "new", "start", "rule"),
    [
        ("play: BR07", "play: BR02", "18: steps[0].play: Ann cannot do that: ", "[PLAN-04]"),
        ("  - {refused", "  - {seat: Ann, stay: true}\n  - {refused", "19: steps[1].stay: Ann cannot ", "[WDR-01]"),
        ("  - {refused", "  - {seat: Cy, play: TR08, at: 1}\n  - {refused", "19: steps[1].play: Cy ", "[PLAN-01]"),
    ],
)
def test_a_step_that_the_rules_refuse_names_the_rule(old: str, new: str, start: str, rule: str) -> None:
    line = bad(GOOD.replace(old, new, 1))
    assert line.startswith(start)
    assert rule in line
    assert "; expected " in line


def test_unknown_events_and_fields_list_what_there_is() -> None:
    assert "eliminated" in bad(GOOD.replace("{seat: Ann, blood: 2}", "{event: frenzied}"))
    assert "causer" in bad(GOOD.replace("{seat: Ann, blood: 2}", "{event: frenzy, cause: Ann}"))


def test_a_question_that_is_never_asked() -> None:
    start = "start: {phase: resolution, at: 1, step: preparation}"
    steps = "steps:\n  - {seat: Dee, choose: MA02}\n"
    text = GOOD[: GOOD.index("start:")] + start + "\n" + steps
    text = text.replace(
        "- {seat: Ann, at: 1, cards: [BR04], face: down, blood: 2}", "- {seat: Dee, at: 1, cards: [MA07, MA05]}"
    )
    line = bad(text)
    assert line.startswith("18: steps[0].choose: Dee cannot do that: ")
    assert "an answer to the question order with one of MA07, MA05" in line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: file: empty; expected a scenario: format, id, title, seats, steps, expect"),
        ("# nothing\n", "1: file: empty; expected a scenario: format, id, title, seats, steps, expect"),
        ("just words", f"1: file: found 'just words'; expected keys and values: {', '.join(DIALECT.keys)}"),
        ("- a\n- b\n", f"1: file: found ['a', 'b']; expected keys and values: {', '.join(DIALECT.keys)}"),
        ("a: b\n---\nc: d\n", f"2: file: not YAML (but found another document); {FORM}"),
        ("a: *b\n", f"1: file: not YAML (found undefined alias 'b'); {FORM}"),
        ("a: 'b\x07'\n", f"1: file: not YAML (special characters are not allowed); {FORM}"),
        ("a: &x [*x]\n", "1: a[0][0]: deeper than 20 levels; expected a scenario, which is flatter"),
    ],
)
def test_files_that_hold_no_scenario(text: str, message: str) -> None:
    assert bad(text) == message


SLIPS = [
    ("id: x\ntitle: Night one: the feast\n", 2, "colon", 17),
    ("title: {en: Night one: the feast, de: x}\n", 1, "colon", 22),
    ("title: {en: A feast,\n  de: Nacht: ein Fest}\n", 2, "colon", 12),
    ("seats:\n\t- {name: Ann}\n", 2, "tab", 1),
    ("id: x\ntitle: {en: 'A feast, de: Ein Fest}\nround: 1\n", 2, "quote", 13),
    ('title: {en: "A feast, de: Ein Fest}\n', 1, "quote", 13),
    ("title: {en: 'Ann's turn', de: x}\n", 1, "after_quote", 18),
    ('id: "x" y\n', 1, "after_quote", 9),
    ("title: @home\n", 1, "sign", 8),
    ("id: x\nsteps: [1, 2\nround: 1\n", 2, "bracket", 8),
    ("steps: [1, 2\n", 1, "bracket", 8),
    ("title: {en: x\nround: 1\n", 1, "bracket", 8),
]


@pytest.mark.parametrize(("text", "line", "kind", "column"), SLIPS)
def test_the_commonest_slips_are_named_with_their_remedy(text: str, line: int, kind: str, column: int) -> None:
    with pytest.raises(BadScenario) as caught:
        loads(text, "f.yaml")
    fault, expected = caught.value.fault, caught.value.expected
    assert (caught.value.line, fault.key, fault.values["column"]) == (line, f"yaml.{kind}", column)
    assert expected is not None
    assert {"colon": "quotation marks", "tab": "spaces", "quote": "once more", "sign": "quotation marks"}.get(
        kind, ""
    ) in str(expected)
    assert f"f.yaml:{line}: " in str(caught.value)
    assert f"column {column}" in str(caught.value)
    assert f"Spalte {column}" in caught.value.text("de")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_title_with_a_colon_is_told_to_be_put_in_quotes(lang: str) -> None:
    text = "\n".join(line if not line.startswith("title") else "title: {en: Night: one}" for line in GOOD.split("\n"))
    with pytest.raises(BadScenario) as caught:
        loads(text)
    assert {"en": "quotation marks", "de": "Anführungszeichen"}[lang] in caught.value.text(lang)
    assert loads(text.replace("{en: Night: one}", '{en: "Night: one"}')).title["en"] == "Night: one"


def test_a_file_that_grows_when_it_is_read() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]" for k in range(1, 12)]
    assert bad("\n".join(rows)).endswith("more than 4000 values; expected a scenario, which is smaller")


def test_a_file_that_is_very_deep() -> None:
    assert bad("a: " + "[" * 5000 + "]" * 5000).endswith("deeper than 20 levels; expected a scenario, which is flatter")


def _refuses(path: Path, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == message.format(path=path) + "\n"


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.yaml"
    _refuses(missing, "{path}:1: file: cannot be read (No such file or directory); expected a scenario file", capsys)
    _refuses(tmp_path, "{path}:1: file: cannot be read (Is a directory); expected a scenario file", capsys)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"format: vendetta-scenario/1\ntitle: Gr\xfc\xdfe\n")
    _refuses(latin, "{path}:2: file: not UTF-8 text (byte 37); expected a scenario file", capsys)
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * 600_000)
    _refuses(large, "{path}:1: file: larger than 500000 bytes; expected a scenario file", capsys)
    text = tmp_path / "binary.yaml"
    text.write_bytes(bytes(range(1, 32)))
    assert main(["scenario", "check", str(text)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert run(load(str(path))).ok


def test_files_that_were_mangled_get_a_line_or_run() -> None:
    """Words of good files exchanged, lines dropped or cut: never anything but a verdict or one line."""
    rng = random.Random(1)
    texts = [Path(path).read_text(encoding="utf-8") for path in shipped()[:40]]
    words = [
        "[]", "{}", "null", "-1", "yes", "haven", "BR01", "VI01", "Ann", "99999999999999999999", "''", "1.5", "[[1]]",
        "{a: b}",
    ]  # fmt: skip
    said = []
    for _ in range(400):
        lines = rng.choice(texts).splitlines()
        k = rng.randrange(len(lines))
        kind = rng.randrange(4)
        if kind == 0:
            del lines[k]
        elif kind == 1:
            lines[k] = lines[k][: rng.randrange(len(lines[k]) + 1)]
        else:
            parts = lines[k].split(" ")
            parts[rng.randrange(len(parts))] = rng.choice(words) + ("," if kind == 2 else "")
            lines[k] = " ".join(parts)
        try:
            run(loads("\n".join(lines), "mangled.yaml"))
        except BadScenario as error:
            said.append(str(error))
    assert said
    assert all("\n" not in line and line.startswith("mangled.yaml:") for line in said)


def test_a_turn_cannot_end_before_its_play() -> None:
    line = bad(
        GOOD.replace("  - {seat: Ann, play: BR07", "  - {seat: Ann, end_turn: true}\n  - {seat: Ann, play: BR07")
    )
    assert line.startswith("18: steps[0].end_turn: Ann cannot do that: ")
    assert "[PLAN-03]" in line


def test_a_question_of_rivals_offers_names() -> None:
    start = "start: {phase: resolution, at: 1, step: preparation}\nsteps:\n  - {seat: Dee, choose: Cy}\n"
    text = GOOD[: GOOD.index("start:")] + start
    lies = "{seat: Dee, at: 1, cards: [MA01]}\n  - {seat: Bob, at: 1, cards: [TO01]}\n  - {seat: Ann, at: 1, blood: 1}"
    line = bad(text.replace("{seat: Ann, at: 1, cards: [BR04], face: down, blood: 2}", lies))
    assert "an answer to the question rival of MA01 with one of Ann, Bob" in line
