"""Under the hood of V:TES's lessons: the tables hold what the view holds, and only what the own seat may know."""

from __future__ import annotations

from functools import cache

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import Reader
from tests.widgets.walking import walk_through
from vendetta_kit.course import lessons
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_widgets import StepByStep, step_by_step
from vendetta_widgets.games.vtes.lesson_inspector import VtesInspector
from vendetta_widgets.lesson_inspector import Lines, NotHere

LANGS = ("en", "de")
LESSONS = lessons.ids("vtes")


@cache
def names(lang: str) -> dict[str, str]:
    """The names of all cards by id."""
    return {card: record.named(lang) for card, record in practice_set().items()}


def shown(hood: VtesInspector) -> str:
    """All that a notebook would show of what the own seat may know."""
    return "\n".join((repr(hood), hood.knows().to_csv(), hood.ledger().to_csv()))


@cache
def points(lesson: StepByStep, moment: str) -> list[VtesInspector]:
    """A part under its hood at its start and after each thing that the learner does: to be looked at."""
    reader = Reader(lesson.moment(moment))
    return [lesson.at(moment), *(lesson.at(moment) for _ in walk_through(reader))]


@cache
def opened(name: str) -> StepByStep:
    """A lesson, in one of the languages."""
    return step_by_step(name, lang=LANGS[len(name) % 2], game="vtes")


@pytest.mark.parametrize("name", mostly_long(LESSONS, quick=4))
def test_nothing_that_the_own_seat_may_not_know_is_shown(name: str) -> None:
    lang = LANGS[len(name) % 2]
    lesson = opened(name)
    for moment in lesson.lesson.moments:
        if moment.scenario is None or moment.you is None:
            continue
        for hood in points(lesson, moment.id):
            known = str(hood.view.to_json()) + str(
                [(entry.card, entry.source, entry.target) for entry in hood.view.ledger]
            )
            told = shown(hood)
            for k in range(len(hood.view.seats)):
                own = hood._game.view(k).seats[k]
                for seen in (*own.hand, *own.uncontrolled):
                    if k != moment.you and seen.card is not None and repr(seen.card) not in known:
                        assert names(lang)[seen.card] not in told, f"{name}: {moment.id}: {seen.card}"


@pytest.mark.parametrize("name", mostly_long(LESSONS, quick=3))
def test_the_tables_hold_what_the_view_holds(name: str) -> None:
    lesson = opened(name)
    for moment in lesson.lesson.moments:
        if moment.scenario is None:
            continue
        start, *_, end = points(lesson, moment.id)
        table = end.ledger()
        assert list(table.index) == [entry.n for entry in end.view.ledger]
        assert list(table["amount"]) == [entry.amount for entry in end.view.ledger]
        assert all(table["rules"].str.len() > 0)
        for k, (before, after) in enumerate(zip(start.view.seats, end.view.seats, strict=True)):
            into = [e.amount for e in end.view.ledger if e.target.kind == "pool" and e.target.seat == k]
            out = [e.amount for e in end.view.ledger if e.source.kind == "pool" and e.source.seat == k]
            told = [e for e in start.view.ledger if "pool" in (e.source.kind, e.target.kind)]
            if not told:
                assert after.pool == before.pool + sum(into) - sum(out), f"{moment.id}: {after.name}"
        assert list(end.knows()["library"]) == [seat.library for seat in end.view.seats]


def test_the_curtain_is_lifted_only_by_its_name() -> None:
    hood = step_by_step("other_strikes", lang="en", game="vtes").at("not-a-finger")
    assert "Heavy Hand" in hood.lift_the_curtain().loc["Cy", "hand"]
    assert "Heavy Hand" not in shown(hood)
    assert hood.knows().loc["Cy", "hand"] == "?"


@pytest.mark.rules("vtes:COMP-02")
@pytest.mark.parametrize("lang", LANGS)
def test_why_not_tells_the_rule(lang: str) -> None:
    hood = step_by_step("block", lang=lang, game="vtes").at("your-bleed")
    told = hood.why_not(do.Withdraw())
    assert isinstance(told, Lines)
    assert told.startswith("✗")
    assert "vtes:" not in told
    assert hood.why_not(hood.legal[0]).startswith("✓")


def test_another_move_is_tried_and_what_is_different_is_said() -> None:
    trial = step_by_step("servants_and_gear", lang="en", game="vtes").what_if("a-word", move=1)
    label, usual = trial.moves[0]
    assert "A Word in the Dark" in label
    assert usual == trial.usual
    assert isinstance(trial.do(usual), Lines)
    passed = trial.do(do.Pass())
    assert passed.loc["pool · Bob", "what if"] == 20
    assert trial.do(do.Withdraw()).startswith("✗")


def test_what_is_not_there_is_said_in_one_line() -> None:
    with pytest.raises(NotHere, match="There is no lesson 'planning': expected first_bleed, "):
        step_by_step("planning", lang="en", game="vtes")
    with pytest.raises(NotHere, match="no table"):
        step_by_step("first_bleed", lang="en", game="vtes").at("friends")
