"""The format as it is written down: one file that uses every key, and each key by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from vendetta_kit.scenarios import Do, ScenarioRun, check_files, load, loads, run
from vendetta_kit.scenarios.model import RefusedStep

EVERY_KEY = """\
format: vendetta-scenario/1
id: claudia-drains                # a slug, unique
title: {en: Claudia drains a Victim, de: Claudia saugt ein Opfer aus}
rules: [PLAN-09, DRAIN-04]
variants: {location_cards: [LC01, LC02], relics: true, teams: [[Claudia, Mina], [Louis, Oscar]]}
rulings: {last_blood: forbid}
seed: 7
round: 2
ambition: Claudia
seats:
  - name: Claudia
    clan: brujah
    blood: 3
    influence: 3
    hand: [BR07, BR01, BR09]
    deck: [BR02, BR03]
    alliance: [VI30, AL19]
    drained: []
    diablerie: {up: 0, down: 0}
    relic: {id: RE01, used: false}
  - {name: Louis, clan: toreador, hand: [TO08, TO09, TO03], deck: [TO05, TO06]}
  - {name: Mina, clan: tremere, hand: [TR08, TR09, TR03]}
  - {name: Oscar, clan: ventrue, hand: [VE06, VE08, VE09], relic: {id: RE05, used: true}}
locations: [AL16, AL17, AL18]
deployed:
  - {seat: Claudia, at: 1, cards: [BR04], face: down, blood: 2}
  - {seat: Louis, at: haven, cards: [TO01], face: up}
  - {seat: Oscar, at: haven, cards: [VE01], face: up}
  - {seat: Oscar, at: 2, blood: 1}
start: {phase: planning, turn: Claudia}
next_random: {frenzy: [VI30], ally: [AL20], victim: [VI31], deck: [TO06]}
steps:
  - {seat: Claudia, drain: VI30}
  - {seat: Claudia, play: BR07, at: 1, face: down, blood: 3, flip: 0}
  - {seat: Claudia, end_turn: true}
  - {refused: {seat: Louis, play: TO09, at: 1, face: up, blood: 4}, because: PLAN-12}
  - {seat: Louis, play: TO08, at: 1}
  - {seat: Mina, play: TR08, at: 2, face: up, blood: 1}
  - {seat: Oscar, play: VE06, at: haven}
  - {seat: Oscar, end_turn: true}
  - {run_to: end_of_phase}
  - {run_to: end_of_location}
  - {seat: Mina, stay: true}
  - {seat: Oscar, withdraw: true}
  - {run_to: {step: conflict}}
  - {run_to: end_of_location}
  - {seat: Oscar, order: [VE06, VE01]}
  - {run_to: end_of_round}
  - {seat: Louis, keep: [TO06]}
expect:
  - {seat: Claudia, drained: [VI30], diablerie: 0, out: false}
  - {event: drain, seat: Claudia, card: VI30, rule: DRAIN-04}
  - {transfer: blood, from: bank, to: Claudia, amount: 3}
  - {transfer: blood, from: {seat: Oscar, at: 2}, to: Oscar, amount: 1}
  - {at: 1, ally: AL20}
  - {hidden_from: Louis, cards: [BR02]}
"""


def told(steps: str, expect: str = "[]", table: str = "") -> str:
    """A small scenario: four seats, Planning of Ann in round 1."""
    return f"""\
format: vendetta-scenario/1
id: small
title: {{en: Small}}
seed: 5
ambition: Ann
seats:
  - {{name: Ann, clan: brujah, hand: [BR08, BR09, BR07], alliance: [VI01]}}
  - {{name: Bob, clan: toreador, hand: [TO08, TO09, TO03], alliance: [VI02]}}
  - {{name: Cy, clan: tremere, hand: [TR08, TR09, TR03], alliance: [VI03]}}
  - {{name: Dee, clan: malkavian, hand: [MA08, MA09, MA03], alliance: [VI04]}}
{table}
steps: {steps}
expect: {expect}
"""


def failures(steps: str, expect: str = "[]", table: str = "") -> list[str]:
    return [failure.found for failure in run(loads(told(steps, expect, table))).failures]


def test_a_file_with_every_key_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "claudia.yaml"
    path.write_text(EVERY_KEY, encoding="utf-8")
    assert check_files([str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: claudia-drains: ok (6 expectations)\n"


def test_the_parts_of_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "claudia.yaml"
    path.write_text(EVERY_KEY, encoding="utf-8")
    scenario = load(str(path))
    assert scenario.title["de"].startswith("Claudia")
    assert scenario.names == ("Claudia", "Louis", "Mina", "Oscar")
    step = scenario.steps[1]
    assert isinstance(step, Do)
    assert repr(step.action) == "Play('BR07', at=1, face='down', blood=3)"
    assert step.mark.line == 34
    assert step.mark.text == "{seat: Claudia, play: BR07, at: 1, face: down, blood: 3, flip: 0}"
    refused = scenario.steps[3]
    assert isinstance(refused, RefusedStep)
    assert refused.because == ("PLAN-12",)


def test_only_what_is_named_is_compared_and_cards_are_sets() -> None:
    assert not failures("[]", "[{seat: Ann, hand: [BR07, BR08, BR09]}, {seat: Ann, blood: 6}]")


def test_ranking_has_an_order() -> None:
    table = """\
deployed:
  - {seat: Ann, at: 1, cards: [BR02], blood: 3}
  - {seat: Bob, at: 1, cards: [TO02], blood: 1}
start: {phase: resolution, at: 1, step: conflict}"""
    steps = "[{run_to: end_of_location}]"
    assert not failures(steps, "[{at: 1, ranking: [Ann, Bob], winner: Ann}]", table)
    assert failures(steps, "[{at: 1, ranking: [Bob, Ann], winner: Bob}]", table) == [
        "winner: expected Bob, found Ann",
        "ranking: expected [Bob, Ann], found [Ann, Bob]",
    ]


def test_the_end_of_a_turn_is_taken_as_read() -> None:
    steps = "[{seat: Ann, play: BR08, at: 1}, {seat: Bob, play: TO08, at: 1}]"
    assert not failures(steps, "[{seat: Bob, at: 1, cards: [TO08]}]")


def test_an_end_of_turn_where_nothing_could_be_done_is_no_fault() -> None:
    steps = "[{seat: Ann, drain: VI01}, {seat: Ann, play: BR08, at: 1}, {seat: Ann, end_turn: true}]"
    assert not failures(steps, "[{turn: Bob}]")


def test_who_is_left_out_in_the_withdraw_step_stays() -> None:
    table = """\
deployed:
  - {seat: Ann, at: 1, cards: [BR02]}
  - {seat: Bob, at: 1, cards: [TO02]}
  - {seat: Cy, at: 1, cards: [TR01]}
start: {phase: resolution, at: 1}"""
    expect = "[{event: tokens, staying: [Ann, Cy], leaving: [Bob]}]"
    assert not failures("[{seat: Bob, withdraw: true}, {run_to: end_of_location}]", expect, table)


def test_order_may_be_said_where_there_is_nothing_to_order() -> None:
    table = "deployed: [{seat: Cy, at: 1, cards: [TR07]}]\nstart: {phase: resolution, at: 1, step: preparation}"
    assert not failures("[{seat: Cy, order: [TR07, TR02]}, {run_to: end_of_location}]", "[]", table)


@pytest.mark.parametrize(
    ("goal", "moment"),
    [
        ("end_of_location", "{round: 1, phase: resolution}"),
        ("end_of_phase", "{round: 1, phase: planning}"),
        ("end_of_round", "{round: 1, phase: end_of_round}"),
        ("end_of_game", "{round: 3, phase: scoring, over: true}"),
        ("{step: withdraw}", "{round: 1, phase: resolution}"),
        ("{step: conflict}", "{round: 1, step: preparation}"),
        ("'step: aftermath'", "{round: 1, step: conflict}"),
    ],
)
def test_run_to_stops_where_it_says(goal: str, moment: str) -> None:
    assert not failures(f"[{{run_to: {goal}}}]", f"[{moment}]")


def test_run_to_again_goes_on() -> None:
    steps = "[{run_to: end_of_location}, {run_to: end_of_location}, {run_to: end_of_location}, {run_to: end_of_phase}]"
    assert not failures(steps, "[{event: location, count: 3}, {round: 1, phase: resolution}]")


def test_run_to_stays_where_the_story_has_just_come_to_by_itself() -> None:
    table = """\
deployed: [{seat: Ann, at: 1, cards: [BR02]}, {seat: Bob, at: 1, cards: [TO02]}]
start: {phase: resolution, at: 1}"""
    steps = "[{seat: Ann, stay: true}, {seat: Bob, stay: true}, {run_to: {step: revelation}}]"
    assert not failures(steps, "[{step: withdraw}, {event: location, count: 1}]", table)


def test_run_to_the_end_of_round_3_is_the_end_of_the_game() -> None:
    assert not failures("[{run_to: end_of_round}]", "[{over: true}]", "round: 3")


def test_a_story_without_run_to_ends_at_the_next_decision_or_the_end_of_its_location() -> None:
    table = """\
deployed: [{seat: Ann, at: 1, cards: [BR04], blood: 1}, {seat: Bob, at: 1, cards: [TO02]}]
start: {phase: resolution, at: 1, step: conflict}"""
    expect = "[{seat: Ann, at: 1, deployed_blood: 1}, {event: location, count: 1}, {event: act, card: BR04}]"
    assert not failures("[]", expect, table)


def test_defaults_are_stay_no_first_and_no_blood() -> None:
    table = """\
deployed:
  - {seat: Dee, at: 1, cards: [MA02], face: down}
  - {seat: Dee, at: 1, cards: [MA05], face: up}
  - {seat: Cy, at: 1, cards: [TR07], face: up}
start: {phase: resolution, at: 1}"""
    expect = """[{event: bids, bids: {Cy: 0, Dee: 0}}, {seat: Dee, at: 1, cards: [MA02, MA05]}, {seat: Cy, blood: 6},
      {event: tokens, leaving: []}]"""
    assert not failures("[{run_to: end_of_location}]", expect, table)


def test_a_play_that_run_to_must_pass_is_the_first_card_face_up_without_blood() -> None:
    expect = (
        "[{seat: Ann, at: 1, cards: [BR08, BR09], face_up: [BR08, BR09], deployed_blood: 0}, {seat: Ann, blood: 6}]"
    )
    assert not failures("[{run_to: end_of_phase}]", expect)


def test_refused_is_tried_before_the_turn_of_another_is_taken_as_ended() -> None:
    steps = """
  - {seat: Ann, play: BR08, at: 1}
  - {refused: {seat: Bob, play: TO08, at: 1}, because: PLAN-01}
  - {refused: {seat: Bob, play: TO08, at: 1, face: down, blood: 3, flip: 1}, because: DIAB-04}
  - {seat: Ann, drain: VI01}"""
    assert not failures(steps, "[{seat: Ann, drained: [VI01]}]")


def test_check_holds_in_the_middle() -> None:
    steps = "[{check: {seat: Ann, blood: 6}}, {seat: Ann, drain: VI01}, {check: {seat: Ann, blood: 6}}]"
    assert failures(steps) == ["blood: expected 6, found 9"]


def test_a_name_that_yaml_takes_for_a_truth_value_can_be_quoted() -> None:
    steps = "[{seat: 'No', play: BR08, at: 1}, {seat: 'No', end_turn: true}]"
    text = told(steps, "[{turn: Bob}]").replace("Ann", "'No'")
    assert run(loads(text)).ok


def test_a_teller_goes_step_by_step() -> None:
    telling = ScenarioRun(
        loads(told("[{seat: Ann, drain: VI01}, {seat: Ann, play: BR08, at: 1}]", "[{seat: Ann, blood: 9}]"))
    )
    assert [event.kind for event in telling.game.events] == ["round", "phase"]
    telling.do(telling.scenario.steps[0])
    assert [event.kind for event in telling.game.events][-1] == "drain"
    telling.do(telling.scenario.steps[1])
    assert telling.finish().ok


def test_title_rules_steps_and_expectations_may_be_short() -> None:
    text = "format: vendetta-scenario/1\nid: a\ntitle: {en: A}\nseats: [{name: Ann}, {name: Bob}, {name: Cy}]\n"
    verdict = run(loads(text))
    assert verdict.ok
    assert verdict.to_json() == {"id": "a", "ok": True, "failures": []}
