"""What an expectation that does not hold says: what was expected, what was found, and the line where it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vendetta_kit.scenarios import BadScenario, check_files, find, loads, run

HEAD = """\
format: vendetta-scenario/1
id: small
title: {en: Small}
seed: 5
ambition: Ann
seats:
  - {name: Ann, clan: brujah, blood: 5, hand: [BR08, BR09], alliance: [VI01], relic: {id: RE01}}
  - {name: Bob, clan: toreador, blood: 1, hand: [TO08, TO09], alliance: [VI02]}
  - {name: Cy, clan: tremere, hand: [TR08, TR09], alliance: [VI03], diablerie: {up: 1, down: 1}}
  - {name: Dee, clan: malkavian, hand: [MA08, MA09], alliance: [VI04]}
locations: [AL16, AL17, null]
deployed:
  - {seat: Ann, at: 1, cards: [BR07], face: down, blood: 2}
  - {seat: Bob, at: 1, cards: [TO04], face: up, blood: 2}
start: {phase: resolution, at: 1}
steps:
  - {seat: Ann, stay: true}
  - {run_to: end_of_location}
expect:
"""


def found(expectation: str) -> list[str]:
    """What a single expectation of the small story finds wrong; it stands in line 20."""
    verdict = run(loads(f"{HEAD}  - {expectation}\n", "small.yaml"))
    for failure in verdict.failures:
        assert failure.line == 20
        assert str(failure).startswith(f"small.yaml:20: {failure.expectation}: ")
    return [failure.found for failure in verdict.failures]


@pytest.mark.parametrize(
    "expectation",
    [
        "{seat: Ann, blood: 6, influence: 5, hand: [BR09, BR08], alliance: [AL16, VI01], drained: [], diablerie: 0}",
        "{seat: Ann, score: 8, out: false, relic: {id: RE01, used: false}, clan: brujah, hand_size: 2}",
        "{seat: Cy, diablerie: 2}",
        "{seat: Cy, diablerie: {up: 1}}",
        "{seat: Ann, relic: RE01}",
        "{seat: Ann, at: 1, deployed_blood: 2, cards: [BR07], face_down: [], face_up: [BR07], power: 5}",
        "{seat: Cy, at: haven, deployed_blood: 0, cards: [], power: 0}",
        "{at: 1, winner: Ann, ranking: [Ann, Bob], ally: null, location_card: null}",
        "{at: haven, ally: null}",
        "{ambition: Ann, first: Ann}",
        "{first: Ann}",
        "{event: frenzy, seat: Bob, causer: Ann, count: 1}",
        "{event: frenzy, seat: Ann, count: 0}",
        "{event: drain, seat: Bob, card: VI02, rule: DRAIN-04, round: 1, phase: resolution, step: preparation, at: 1}",
        "{event: drain, rule: [DRAIN-03, FRZ-04]}",
        "{event: count, seat: Ann, cards: {BR07: 3}, blood: 2, power: 5}",
        "{event: count, seat: Ann, cards: [BR07]}",
        "{event: tokens, staying: [Bob, Ann], leaving: []}",
        "{event: winner, ranking: [Ann, Bob]}",
        "{event: revealed, cards: [BR07]}",
        "{transfer: blood, from: Bob, to: Ann, amount: 1, cause: steal, card: BR07, by: Ann, rule: GLOS-12}",
        "{transfer: influence, from: bank, to: Ann}",
        "{transfer: blood, from: bank, count: 1}",
        "{hidden_from: [Bob, Cy], cards: [BR08X, BR02]}",
        "{round: 1, phase: resolution}",
        "{over: false}",
        "{pending: []}",
    ],
)
def test_what_holds_finds_nothing(expectation: str) -> None:
    assert found(expectation.replace("BR08X, ", "")) == []


@pytest.mark.parametrize(
    ("expectation", "message"),
    [
        ("{seat: Ann, blood: 7}", "blood: expected 7, found 6"),
        ("{seat: Ann, hand: [BR08]}", "hand: expected [BR08], found [BR08, BR09]"),
        ("{seat: Ann, alliance: [VI01]}", "alliance: expected [VI01], found [VI01, AL16]"),
        ("{seat: Bob, out: true}", "out: expected true, found false"),
        ("{seat: Bob, score: null}", "score: expected null, found 7"),
        ("{seat: Cy, diablerie: 1}", "diablerie: expected 1, found 2"),
        ("{seat: Cy, diablerie: {down: 2}}", "diablerie: expected {down: 2}, found {down: 1}"),
        ("{seat: Ann, relic: {used: true}}", "relic: expected {used: true}, found {used: false}"),
        ("{seat: Ann, relic: null}", "relic: expected {id: null}, found {id: RE01}"),
        ("{seat: Ann, at: 1, face_down: [BR07]}", "face_down: expected [BR07], found []"),
        ("{seat: Ann, at: 1, power: 3}", "power: expected 3, found 5"),
        ("{at: 1, winner: Bob}", "winner: expected Bob, found Ann"),
        ("{at: 1, winner: null}", "winner: expected null, found Ann"),
        ("{at: 1, ranking: [Bob, Ann]}", "ranking: expected [Bob, Ann], found [Ann, Bob]"),
        ("{at: 1, ally: AL16}", "ally: expected AL16, found null"),
        ("{at: 2, winner: Ann}", "winner: expected Ann, found null"),
        ("{ambition: Bob}", "ambition: expected Bob, found Ann"),
        ("{winner: Ann}", "the game is not over: it is round 1, resolution"),
        ("{final: {Ann: 3}}", "the game is not over: it is round 1, resolution"),
        ("{hidden_from: Bob, cards: [BR07, BR09, BR02]}", "the view of Bob holds BR07, BR09"),
        ("{phase: planning}", "phase: expected planning, found resolution"),
        ("{turn: Ann}", "turn: expected Ann, found null"),
        (
            "{event: eliminated, seat: Bob}",
            "expected at least 1 such event, found 0; of this kind there were: none at all",
        ),
        (
            "{transfer: influence, from: Bob}",
            "expected at least 1 such transfer, found 0; of this kind there were: "
            "{from: bank, to: Ann, amount: 1, cause: frenzy_paid}; {from: bank, to: Ann, amount: 1, cause: reward}; "
            "{from: bank, to: Bob, amount: 1, cause: reward}",
        ),
    ],
)
def test_what_does_not_hold_is_told(expectation: str, message: str) -> None:
    assert found(expectation) == [message]


def test_an_event_that_is_not_there_shows_those_that_are() -> None:
    (message,) = found("{event: frenzy, seat: Bob, causer: Cy, count: 2}")
    assert message.startswith(
        "expected 2 such event, found 0; of this kind there were: {event: frenzy, seat: Bob, at: 1"
    )
    assert "causer: Ann" in message


def test_what_should_have_been_refused_is_a_failure() -> None:
    steps = """\
  - {refused: {seat: Ann, withdraw: true}}
  - {refused: {seat: Ann, drain: VI01}, because: [DRAIN-01, PLAN-03]}
  - {seat: Ann, stay: true}
"""
    verdict = run(loads(HEAD.replace("  - {seat: Ann, stay: true}\n", steps) + "  - {seat: Ann, blood: 6}\n", "s.yaml"))
    assert [str(failure) for failure in verdict.failures] == [
        "s.yaml:17: {refused: {seat: Ann, withdraw: true}}: it is possible for Ann",
        "s.yaml:18: {refused: {seat: Ann, drain: VI01}, because: [DRAIN-01, PLAN-03]}: "
        "it is refused by DRAIN-01, not by PLAN-03",
    ]


END = """\
format: vendetta-scenario/1
id: end
title: {en: End}
ambition: Ann
seats:
  - {name: Ann, clan: brujah, influence: 9, alliance: []}
  - {name: Bob, clan: toreador, influence: 8, alliance: []}
  - {name: Cy, clan: tremere, influence: 2, alliance: []}
  - {name: Dee, clan: malkavian, influence: 5, alliance: []}
start: {phase: scoring}
"""


def test_winner_and_final_scores() -> None:
    expect = "expect: [{winner: Bob, final: {Ann: 9, Bob: 9}}]\n"
    assert [failure.found for failure in run(loads(END + expect)).failures] == [
        "winner: expected Bob, found Ann",
        "final: Bob: expected 9, found 8",
    ]


def test_a_team_wins_together_and_may_be_named_by_one_of_it() -> None:
    text = END + "variants: {teams: true}\nexpect: [{winner: Bob}, {winner: [Dee, Bob]}, {winner: [Bob, Ann]}]\n"
    assert [failure.found for failure in run(loads(text)).failures] == ["winner: expected [Bob, Ann], found [Bob, Dee]"]


def test_the_command_names_failures_with_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(f"{HEAD}  - {{seat: Ann, blood: 7}}\n", encoding="utf-8")
    assert check_files([str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{path}:20: {{seat: Ann, blood: 7}}: blood: expected 7, found 6",
        f"{path}: small: 1 failed (1 expectation)",
    ]
    assert check_files([str(path)], as_json=True) == 1
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert json.loads(line) == {
        "id": "small",
        "ok": False,
        "failures": [f"{path}:20: {{seat: Ann, blood: 7}}: blood: expected 7, found 6"],
    }


def test_a_file_that_is_not_usable_outweighs_one_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, failing, bad = tmp_path / "good.yaml", tmp_path / "failing.yaml", tmp_path / "bad.yaml"
    good.write_text(END, encoding="utf-8")
    failing.write_text(END.replace("id: end", "id: other") + "expect: [{winner: Bob}]", encoding="utf-8")
    bad.write_text("format: 3\n", encoding="utf-8")
    assert check_files([str(good)]) == 0
    assert check_files([str(good), str(failing)]) == 1
    assert check_files([str(bad), str(failing), str(good)]) == 2
    capsys.readouterr()
    assert check_files([str(bad), str(good)], as_json=True) == 2
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        {"id": None, "ok": False, "failures": [f"{bad}:1: id: missing; expected a slug"], "unusable": True},
        {"id": "end", "ok": True, "failures": []},
    ]


def test_two_files_with_one_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text(END, encoding="utf-8")
    two.write_text(END, encoding="utf-8")
    assert check_files([str(one), str(two)]) == 2
    assert capsys.readouterr().err == f"{two}:2: id: end is the id of {one} too; expected its own id\n"
    assert check_files([str(one), str(one)]) == 0


def test_a_field_that_this_kind_of_event_has_not_is_told() -> None:
    with pytest.raises(BadScenario, match="causer: unknown key; expected one of event, rule, count, card, owner, face"):
        loads(HEAD + "  - {event: play, causer: Bob}\n", "small.yaml")


@pytest.mark.parametrize(("ties", "holds"), [("[[Ann, Bob]]", True), ("[[Bob, Ann]]", False), ("[]", False)])
def test_seats_in_groups_are_given_by_name(ties: str, holds: bool) -> None:
    text = Path(find("lesson-01-tie")).read_text(encoding="utf-8")
    tied = "tied: [Ann, Bob], "
    assert tied in text
    assert run(loads(text.replace(tied, f"{tied}ties: {ties}, "), "tie.yaml")).ok is holds
