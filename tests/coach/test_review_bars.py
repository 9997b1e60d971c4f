"""The worst moment that a review names, beside what many more simulations say (all 30: ``benchmarks.coach``)."""

from __future__ import annotations

import pytest

from benchmarks.coach import game_of, mistakes, named_worst, reviewed
from vendetta_kit.coach import review_depths
from vendetta_kit.coach.review_depths import Depth


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 2])
def test_the_worst_moment_of_a_random_seat_is_among_the_three_worst(number: int) -> None:
    came = named_worst(game_of("random", number), depth=1, times=10)
    assert came.named
    assert 1 <= came.place <= 3, came.losses


def test_a_review_without_the_curve_names_each_mistake_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(review_depths.DEPTHS, 1, Depth(2, 1, 1, 2, 2, 1, 2, 6, 1))
    found = reviewed(game_of("random", 1), 1)
    assert found.finished
    assert not found.points
    groups = [decision.together for decision in mistakes(found)]
    assert len(set(groups)) == len(groups)
