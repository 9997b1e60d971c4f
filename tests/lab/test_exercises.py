"""The exercises of the data class: right answers are right whatever tables they are about, others get a hint."""

from __future__ import annotations

import pytest

from vendetta_kit.games.vendetta import lab
from vendetta_kit.games.vendetta.lab.exercises import EXERCISES, check
from vendetta_kit.lab import Tables


@pytest.fixture(scope="module", params=[1, 2])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    plan = {"games": 30, "bots": "random", "seed": request.param, "tables": ["games", "seats", "rounds", "locations"]}
    return lab.simulate(plan, out=tmp_path_factory.mktemp("exercises"), workers=1, progress=False)


def by_hand(made: Tables) -> dict[str, float]:
    """The same answers with pandas."""
    seats, rounds, places = made["seats"], made["rounds"], made["locations"]
    left = places[(places["at"] == "haven") & (places["token"] == "withdraw")][["game", "seat"]].drop_duplicates()
    return {
        "tied": int(made["games"]["tied"].sum()),
        "face_down": seats["plays_down"].sum() / seats["plays"].sum(),
        "best_round": int(rounds.groupby("round")["allies"].sum().idxmax()),
        "fees": int(rounds["fees"].sum()),
        "withdrew_and_won": float(left.merge(seats, on=["game", "seat"])["won"].mean()),
    }


def test_right_answers_are_right_also_rounded(made: Tables) -> None:
    answers = by_hand(made)
    assert set(answers) == {exercise.key for exercise in EXERCISES}
    rounded = {key: round(value, 2) for key, value in answers.items()}
    for given in (answers, rounded):
        assert check(made, given).splitlines() == [f"{exercise.key}: right" for exercise in EXERCISES]


def test_an_answer_may_be_what_a_query_gives(made: Tables) -> None:
    assert "fees: right" in check(made, {"fees": made.sql("SELECT sum(fees) FROM rounds")}).splitlines()


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.key)
def test_a_wrong_answer_gets_its_hint(made: Tables, exercise: object) -> None:
    key, hint = exercise.key, exercise.hint  # type: ignore[attr-defined]
    assert f"{key}: not yet; {hint}" in check(made, {key: by_hand(made)[key] + 1}).splitlines()
    assert f"{key}: 'many' is no number; expected one" in check(made, {key: "many"}).splitlines()
