"""A review that is kept as text: read again it is the same, and what is no review of the game is refused."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from tests.coach.test_review import ended
from vendetta_kit.coach import review_depths
from vendetta_kit.coach.review import Review, review_in_steps
from vendetta_kit.coach.review_depths import Depth
from vendetta_kit.coach.review_file import BadReview, dump_review, load_review
from vendetta_kit.games.vendetta.coach import COACHING


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(review_depths.DEPTHS, 1, Depth(6, 2, 2, 3, 2, 2, 6, 8, 1))


def begun(steps: int) -> Review:
    return list(islice(review_in_steps(ended(), 0, COACHING), steps))[-1]


@pytest.mark.parametrize("steps", [1, 20, 100_000])
def test_a_review_is_read_again_as_it_was(steps: int) -> None:
    found = begun(steps)
    kept = load_review(dump_review(found, ended()), ended(), 0, COACHING)
    assert kept.to_json() == found.to_json()
    assert [(d.at, d.together, d.moment) for d in kept.decisions] == [
        (d.at, d.together, d.moment) for d in found.decisions
    ]


def test_it_goes_on_to_the_same_end() -> None:
    kept = load_review(dump_review(begun(40), ended()), ended(), 0, COACHING)
    assert len(kept.decisions) > 0
    *_, found = review_in_steps(ended(), 0, COACHING, kept=kept)
    assert found.to_json() == begun(100_000).to_json()
    assert found.left == 0


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"game": "another"},
        {"done": -1},
        {"depth": True},
        {"points": [[0, 0, 1, [0.5, 0.1, 0.9, float("nan")]]]},
        {"decisions": [{}]},
        {"weightiest": [1, 2, 3]},
        {"turns": "no"},
    ],
)
def test_what_was_changed_is_refused_in_one_line(change: dict[str, object]) -> None:
    row = json.loads(dump_review(begun(20), ended()))
    with pytest.raises(BadReview) as fault:
        load_review(json.dumps({**row, **change}), ended(), 0, COACHING)
    assert "\n" not in str(fault.value)
