"""What if: a story goes on from any of the learner's moves, as it is told or otherwise, and loses nothing."""

from __future__ import annotations

import pytest

from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import FreeMove, Lesson, YourMove
from vendetta_kit.course.what_if import Fork, NoMove
from vendetta_kit.games.vendetta.engine.actions import Choose, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.scenarios.model import Check
from vendetta_kit.scenarios.runner import ScenarioRun

MOMENTS = [
    (lesson, moment.id, sum(isinstance(beat, YourMove | FreeMove) for beat in moment.beats))
    for lesson in lessons.shipped()
    for moment in lesson.moments
]


def told(lesson: Lesson, moment: str) -> View:
    """A moment's story as its file tells it, seen by the learner at its end."""
    here = lesson.moments[lesson.find(moment)]
    assert here.scenario is not None
    telling = ScenarioRun(here.scenario)
    for step in here.scenario.steps:
        if not isinstance(step, Check):
            telling.do(step)
    telling.settle()
    return telling.game.view(here.you)


@pytest.mark.parametrize(("lesson", "moment", "moves"), MOMENTS, ids=[f"{a.id}-{b}" for a, b, _ in MOMENTS])
def test_the_storys_own_move_leads_to_the_storys_own_end(lesson: Lesson, moment: str, moves: int) -> None:
    for move in range(1, moves + 1):
        fork = Fork(lesson, moment, move)
        assert fork.why_not(fork.usual) is None
        there, here = told(lesson, moment), fork.after(fork.usual)
        assert here.to_json(log=False) == there.to_json(log=False), f"move {move}"
        assert len(here.ledger) == len(there.ledger)
    with pytest.raises(NoMove):
        Fork(lesson, moment, moves + 1)


@pytest.mark.parametrize(("lesson", "moment", "moves"), MOMENTS, ids=[f"{a.id}-{b}" for a, b, _ in MOMENTS])
def test_every_other_move_can_be_tried(lesson: Lesson, moment: str, moves: int) -> None:
    for move in range(1, moves + 1):
        fork = Fork(lesson, moment, move)
        decision = fork.view.decision
        assert decision is not None
        before = fork.view.to_json()
        for k in range(0, len(decision.legal), max(1, len(decision.legal) // 6)):
            after = fork.after(decision.legal[k])
            for token in ("blood", "influence"):
                assert all(getattr(seat, token) >= 0 for seat in after.seats)
        assert fork.view.to_json() == before, "a fork is not changed by what is tried on it"


def test_what_the_others_cannot_do_any_more_they_leave() -> None:
    """Ann leaves Location 2 in place of staying: Cy is alone there, nobody is asked what the story asks later there."""
    fork = Fork(lessons.find("withdraw_and_revelation"), "leave", 2)
    stayed, left = fork.after(Stay()), fork.after(Withdraw())
    first = {
        name: [event.seat for event in view.events if event.kind in ("winner", "lone") and event.at == 2]
        for name, view in (("stayed", stayed), ("left", left))
    }
    assert first == {"stayed": [0], "left": [2]}


@pytest.mark.rules("PLAN-12")
def test_what_the_rules_forbid_is_refused_with_the_rule() -> None:
    fork = Fork(lessons.find("planning"), "blood")
    with pytest.raises(IllegalAction) as refused:
        fork.after(Play("BR04", 1, "up", blood=4))
    assert refused.value.rule == "PLAN-12"
    why = fork.why_not(Choose(True))
    assert why is not None


@pytest.mark.parametrize("move", [0, -1, 3, True, "1", None])
def test_a_move_that_there_is_not_is_told_with_how_many_there_are(move: object) -> None:
    with pytest.raises(NoMove) as told_of:
        Fork(lessons.find("planning"), "first-turn", move)  # type: ignore[arg-type]
    assert told_of.value.most == 2
    assert "expected 1 to 2" in str(told_of.value)


def test_a_moment_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        Fork(lessons.find("planning"), "nothing")
