"""The game behind the page, and the play that is built step by step: no widgets."""

from __future__ import annotations

import itertools
import random

import pytest

from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_widgets.games.vendetta.play_builder import STEPS, PlayBuilder
from vendetta_widgets.page_phrases import UserError
from vendetta_widgets.play_session import ME, Session, seed_of, tidy_name


def play_on(session: Session, rng: random.Random) -> None:
    """Any legal move of the person."""
    asked = session.view.decision
    assert asked is not None
    session.act(asked.legal.sample(rng))


def test_a_session_gives_out_the_view_of_its_own_seat_only() -> None:
    session, rng = Session(seed=3), random.Random(3)
    while not session.view.over and session.view.decision is not None:
        assert isinstance(session.view, View)
        assert session.view.me == ME
        assert session.view.pending == (ME,), "the others never wait"
        play_on(session, rng)
    assert session.view.over


def test_the_same_seed_and_moves_make_the_same_game() -> None:
    one, two = Session(seed=5), Session(seed=5)
    first, second = random.Random(1), random.Random(1)
    while not one.view.over and one.view.decision is not None:
        assert one.view.to_json() == two.view.to_json()
        play_on(one, first)
        play_on(two, second)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Mina \n Harker ", "Mina Harker"),
        ("a\x00b\u202ec", "a bc"),
        ("x" * 99, "x" * 24),
        ("\u200b", ""),
        ("Søren 王", "Søren 王"),
    ],
)
def test_a_name_is_tidied(typed: str, name: str) -> None:
    assert tidy_name(typed) == name
    assert Session(seed=1, name=typed).view.names[ME] == (name or "Ann")


def test_a_seed_is_a_whole_number_or_nothing() -> None:
    assert (seed_of(""), seed_of(" 7 "), seed_of("0"), seed_of("1000000000000000")) == (None, 7, 0, 10**15)
    for typed in ("-1", "1e3", "1000000000000001", "²", "9" * 5000):
        with pytest.raises(UserError):
            seed_of(typed)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_building_a_play_step_by_step_reaches_every_legal_play_and_no_other(seed: int) -> None:
    session, rng, built = Session(seed=seed), random.Random(seed), 0
    while not session.view.over and session.view.decision is not None:
        asked = session.view.decision
        if asked.kind == "plan":
            built += 1
            build = PlayBuilder(asked.legal)
            assert reached(build, {}) == {action for action in asked.legal if isinstance(action, Play)}
            assert build.others == [action for action in asked.legal if not isinstance(action, Play)]
        play_on(session, rng)
    assert built >= 5


def reached(build: PlayBuilder, chosen: dict[str, object]) -> set[Play]:
    """All plays that can be put together from here on."""
    step = STEPS[len(chosen)]
    plays: set[Play] = set()
    for value in build.options(step):
        build.choose(step, value)
        if step == STEPS[-1]:
            assert build.play is not None
            plays.add(build.play)
        else:
            plays |= reached(build, {**chosen, step: value})
            for name, before in chosen.items():
                build.choose(name, before)
    return plays


def test_a_step_keeps_what_is_still_legal() -> None:
    plays = [Play("BR01", at, face, blood) for at, face, blood in itertools.product((1, 2), ("up", "down"), (0, 1, 2))]
    plays += [Play("BR02", 1, "down", 0)]
    build = PlayBuilder(plays)
    with pytest.raises(ValueError, match="not on offer"):
        build.choose("at", 3)
    build.choose("card", "BR01")
    assert build.play is None
    build.choose("at", 2)
    assert build.play == Play("BR01", 2)
    build.choose("blood", 2)
    build.choose("face", "down")
    assert build.play == Play("BR01", 2, "down", 2)
    build.choose("at", 1)
    assert build.play == Play("BR01", 1, "down", 2)
    build.choose("card", "BR02")
    assert build.play == Play("BR02", 1, "down", 0)
