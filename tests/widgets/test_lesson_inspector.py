"""Under the hood of a lesson's parts: the tables hold what the engine holds, and only what the own seat may know."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from typing import Any

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import Reader, assert_hides, hidden_cards
from tests.widgets.vtes.hidden import hidden_names
from tests.widgets.walking import step, walk_through
from vendetta_kit.course import lessons
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Choose, Play, Stay
from vendetta_kit.games.vtes.engine import actions as vtes_do
from vendetta_widgets import StepByStep, step_by_step
from vendetta_widgets.games.vendetta.lesson_inspector import VendettaInspector
from vendetta_widgets.games.vtes.lesson_inspector import VtesInspector
from vendetta_widgets.lesson_inspector import Lines, NotHere

LANGS = ("en", "de")
LESSONS = [case for game in ("vendetta", "vtes") for case in ((game, name) for name in lessons.ids(game))]
LESSONS.remove(("vendetta", "first_steps"))
COUNTED = {"vendetta": ("in_hand", "hand_size"), "vtes": ("library", "library")}
"""A column of what is known of all seats, and the seats' own value that it holds."""

Inspector = VendettaInspector | VtesInspector


def ledgers(hood: Inspector) -> list[tuple[Any, list[Any]]]:
    """The tables of what was moved, the first with the Pools' tokens, and the entries that each is to hold."""
    entries = list(hood.view.ledger)
    if isinstance(hood, VtesInspector):
        return [(hood.ledger(), entries)]
    return [(hood.ledger(token), [e for e in entries if e.token == token]) for token in ("blood", "influence")]


def shown(hood: Inspector) -> str:
    """All that a notebook would show of what the own seat may know, tables whole."""
    found = [repr(hood), hood.knows().to_csv(), *(table.to_csv() for table, _ in ledgers(hood))]
    if isinstance(hood, VendettaInspector):
        found += [hood.power(here.at).to_csv() for here in hood.view.locations]
        figure = hood.blood()
        found.append(figure if isinstance(figure, Lines) else json.dumps(figure.to_plotly_json(), default=list))
    return "\n".join(found)


@cache
def opened(game: str, name: str) -> StepByStep:
    """A lesson, in one of the languages."""
    return step_by_step(name, lang=LANGS[len(name) % 2], game=game)


@cache
def points(lesson: StepByStep, moment: str) -> list[Inspector]:
    """A part under its hood at its start and after each thing that the learner does; of Vendetta's three of them."""
    reader = Reader(lesson.moment(moment))
    found: list[Any] = [lesson.at(moment), *(lesson.at(moment) for _ in walk_through(reader))]
    return found if reader.page.game_id == "vtes" else [found[0], found[len(found) // 2], found[-1]]


@pytest.mark.parametrize(("game", "name"), mostly_long(LESSONS, quick=8))
def test_nothing_that_the_own_seat_may_not_know_is_shown(game: str, name: str) -> None:
    lesson = opened(game, name)
    for moment in lesson.lesson.moments:
        if moment.scenario is None or moment.you is None:
            continue
        for hood in points(lesson, moment.id):
            assert hood.view.to_json() == hood._game.view(moment.you).to_json()
            where = f"{name}: {moment.id}"
            if isinstance(hood, VendettaInspector):
                assert_hides(shown(hood), hidden_cards(hood._game, hood.view, moment.you), where)
                continue
            told, moved = shown(hood), json.dumps([entry.card for entry in hood.view.ledger])
            for hidden in hidden_names(hood._game, hood.view, LANGS[len(name) % 2], moved):
                assert hidden not in told, f"{where}: {hidden}"


@pytest.mark.parametrize(("game", "name"), mostly_long(LESSONS, quick=6))
def test_the_tables_hold_what_the_view_holds(game: str, name: str) -> None:
    lesson, (column, value) = opened(game, name), COUNTED[game]
    for moment in lesson.lesson.moments:
        if moment.scenario is None:
            continue
        start, *_, end = points(lesson, moment.id)
        for table, entries in ledgers(end):
            assert list(table.index) == [entry.n for entry in entries]
            assert list(table["amount"]) == [entry.amount for entry in entries]
            assert all(table["rules"].str.len() > 0)
        before = [e for e in ledgers(start)[0][1] if "pool" in (e.source.kind, e.target.kind)]
        if not before and (game == "vtes" or all(seat.clan for seat in start.view.seats)):
            moved = ledgers(end)[0][1]
            for k, (had, has) in enumerate(zip(pools(start), pools(end), strict=True)):
                into = [e.amount for e in moved if (e.target.kind, e.target.seat) == ("pool", k)]
                out = [e.amount for e in moved if (e.source.kind, e.source.seat) == ("pool", k)]
                assert has == had + sum(into) - sum(out), f"{moment.id}: {k}"
        known = end.knows()
        assert list(known.index) == list(end.view.names)
        assert list(known[column]) == [getattr(seat, value) for seat in end.view.seats]


def pools(hood: Inspector) -> list[int]:
    """What each seat has in its Pool."""
    return [seat.pool if isinstance(hood, VtesInspector) else seat.blood for seat in hood.view.seats]


def test_the_curtain_is_lifted_only_by_its_name() -> None:
    hood = step_by_step("withdraw_and_revelation", lang="en").at("leave")
    behind = hood.lift_the_curtain()
    assert "Summon (2)" in behind.loc["Cy", "face_down"]
    assert "Arcane Drain" in behind.loc["Dee", "hand"]
    assert "Summon" not in shown(hood)
    assert hood.knows().loc["Cy", "face_down"] == "? (2)"


@pytest.mark.rules("CONF-03")
def test_power_is_worked_out_before_and_after_the_count() -> None:
    lesson = step_by_step("withdraw_and_revelation", lang="en")
    reader = Reader(lesson.moment("revelation"))
    before = lesson.at("revelation").power(1)
    assert "face down 0" in before.loc["Ann", "cards"]
    assert not before["counted"].any()
    for _ in walk_through(reader):
        pass
    after = lesson.at("revelation").power(1)
    assert after["counted"].all()
    counts = [e for e in lesson.at("revelation").view.events if e.kind == "count"]
    assert {name: n for name, n in after["power"].items()} == {
        lesson.at("revelation").view.names[e.seat or 0]: e.data["power"] for e in counts
    }


@pytest.mark.rules("PLAN-12", "PLAN-04")
@pytest.mark.parametrize("lang", LANGS)
def test_why_not_tells_every_rule_with_its_page(lang: str) -> None:
    hood = step_by_step("planning", lang=lang).at("first-turn")
    told = hood.why_not(Play("VE07", 1, blood=4))
    assert re.search(r"\[PLAN-04 · (p|S)\. 8", told)
    assert "PLAN-12" in told
    assert told.splitlines()[-1].startswith("→")
    assert hood.why_not(hood.legal[0]).startswith("✓")
    assert repr(told) == told


def test_figures_are_drawn_in_the_theme_of_the_pages() -> None:
    lesson = step_by_step("planning", lang="en")
    grounds = {}
    for theme in ("dark", "light"):
        reader = Reader(lesson.moment("blood"), light=theme == "light")
        step(reader)
        grounds[theme] = lesson.at("blood").blood().layout.paper_bgcolor
    assert grounds == {"dark": "#1d1716", "light": "#fffaf3"}


# What if ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-12")
def test_a_play_is_tried_with_more_and_with_less_blood() -> None:
    trial = step_by_step("planning", lang="en").what_if("blood")
    assert isinstance(trial.usual, Play)
    assert trial.hand[0] == (box.name(trial.usual.card, "en"), trial.usual.card)
    assert trial.places[0] == ("The Rack", 1)
    for blood in range(4):
        came = trial.play(card=trial.usual.card, at=1, blood=blood)
        if blood == trial.usual.blood:
            assert came == "Nothing comes out otherwise."
        else:
            assert list(came.loc["Blood in the Pool · Ann"]) == [2, 5 - blood]
            assert list(came.loc["Power · Ann · The Rack"]) == [11, 8 + blood]
    assert "PLAN-12" in trial.play(blood=4)


def test_a_choice_is_tried_and_what_comes_of_it_compared() -> None:
    trial = step_by_step("withdraw_and_revelation", lang="de").what_if("leave", 2)
    (_, usual), (words, other) = trial.moves
    assert (usual, words) == (Stay(), "Rückzug")
    came = trial.do(other)
    assert list(came.columns) == ["in der Geschichte", "was wäre, wenn"]
    assert list(came.loc["Sieg · The Asylum"]) == ["Ann", "Cy"]


# Bad calls: one line ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: step_by_step("plannig"), "There is no lesson 'plannig': expected first_steps, set_up"),
        (
            lambda: step_by_step("planning").moment("nothing"),
            "This lesson has no part 'nothing': expected 'first-turn'",
        ),
        (
            lambda: step_by_step("planning", lang="de").at(""),
            "Einen Teil '' hat diese Lektion nicht: erwartet wird 'fir",
        ),
        (
            lambda: step_by_step("planning").at("blood").ledger("gold"),
            "token='gold' is none that there is: expected 'b",
        ),
        (lambda: step_by_step("planning").at("blood").power(7), "at=7 is none that there is: expected 1, 2, 'haven'"),
        (lambda: step_by_step("planning").what_if("blood", 9), "move=9 is none that there is: expected 1 … 2."),
        (lambda: step_by_step("planning").what_if("blood").play(speed=1), "play=speed is none that there is: expected"),
        (lambda: step_by_step("seven_clans").at("false-friends"), "The part 'false-friends' has no table to look at."),
        (lambda: step_by_step("seven_clans").what_if("false-friends"), "move=1 is none that there is: expected –."),
        (lambda: step_by_step("set_up").what_if("clans").play(blood=1), "The story plays no card at this move"),
    ],
)
def test_a_bad_call_says_in_one_line_what_was_expected(call: Any, expected: str) -> None:
    with pytest.raises(NotHere) as told:
        call()
    (line,) = told.value._render_traceback_()
    assert line.startswith(expected)
    assert "\n" not in line


@pytest.mark.parametrize("bad", [Play("nothing", 1), Play("BR07", 12), Play("BR07", 1, "sideways"), Choose(object())])
def test_moves_that_are_none_are_refused_in_words(bad: Any) -> None:
    lesson = step_by_step("planning", lang="en")
    assert "✗" in lesson.at("blood").why_not(bad)
    assert "✗" in lesson.what_if("blood").do(bad)


@pytest.mark.parametrize(("name", "call"), [("pandas", "ledger"), ("plotly.io", "blood")])
@pytest.mark.parametrize("lang", LANGS)
def test_where_a_library_is_missing_one_line_names_the_command(
    name: str, call: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(NotHere) as told:
        getattr(step_by_step("planning", lang=lang).at("blood"), call)()
    assert name.partition(".")[0] in str(told.value)
    assert "make lab" in str(told.value)


# V:TES ---------------------------------------------------------------------------------------------------------


def test_the_curtain_of_vtes_is_lifted_only_by_its_name() -> None:
    hood = step_by_step("other_strikes", lang="en", game="vtes").at("not-a-finger")
    assert "Heavy Hand" in hood.lift_the_curtain().loc["Cy", "hand"]
    assert "Heavy Hand" not in shown(hood)
    assert hood.knows().loc["Cy", "hand"] == "?"


@pytest.mark.rules("vtes:COMP-02")
@pytest.mark.parametrize("lang", LANGS)
def test_why_not_tells_the_rule_of_vtes(lang: str) -> None:
    hood = step_by_step("block", lang=lang, game="vtes").at("your-bleed")
    told = hood.why_not(vtes_do.Withdraw())
    assert isinstance(told, Lines)
    assert told.startswith("✗")
    assert "vtes:" not in told
    assert hood.why_not(hood.legal[0]).startswith("✓")


def test_another_move_of_vtes_is_tried_and_what_is_different_is_said() -> None:
    trial = step_by_step("servants_and_gear", lang="en", game="vtes").what_if("a-word", move=1)
    label, usual = trial.moves[0]
    assert "A Word in the Dark" in label
    assert usual == trial.usual
    assert isinstance(trial.do(usual), Lines)
    passed = trial.do(vtes_do.Pass())
    assert passed.loc["pool · Bob", "what if"] == 18
    assert trial.do(vtes_do.Withdraw()).startswith("✗")


def test_what_vtes_has_not_is_said_in_one_line() -> None:
    with pytest.raises(NotHere, match="There is no lesson 'planning': expected first_bleed, "):
        step_by_step("planning", lang="en", game="vtes")
    with pytest.raises(NotHere, match="no table"):
        step_by_step("first_bleed", lang="en", game="vtes").at("friends")
