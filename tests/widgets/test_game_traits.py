"""What a page tells Python: traits, calls after moves, errors with their traceback, and a hood that follows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import traitlets

import vendetta_kit
from tests.widgets.helpers import Reader, assert_hides, hidden_cards, move_any
from tests.widgets.walking import walk_through
from vendetta_kit.games.vendetta.engine.actions import PickClan
from vendetta_kit.games.vendetta.lab import train
from vendetta_kit.games.vtes.engine.game import Game as VtesGame
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_widgets import notebook_cell, play, play_vtes, step_by_step
from vendetta_widgets.game_traits import GameTraits
from vendetta_widgets.lesson_by_part import LiveOutput


@pytest.mark.parametrize("opens", [play, play_vtes])
def test_the_traits_follow_the_game_and_cannot_be_set(opens: Any) -> None:
    page: GameTraits = opens(seed=7, lang="en")
    seen: list[int] = []
    page.observe(lambda change: seen.append(change["new"]), "moves")
    reader = Reader(page)
    before = page.moves
    reader.do("act", page.game_state.decision.legal[0].to_json())
    session = page.session  # type: ignore[attr-defined]
    assert (page.moves, page.over, page.seat) == (session.actions, False, 0)
    assert page.game_state is session.view
    assert seen == [page.moves]
    assert page.moves > before
    reader.do("menu", "undo")
    assert page.moves <= seen[0]
    for name in ("moves", "over", "seat", "game_state"):
        with pytest.raises(traitlets.TraitError, match="read-only"):
            setattr(page, name, None)


def test_nothing_of_the_game_is_in_the_saved_state_of_the_widget() -> None:
    page, rng = play(seed=7, lang="en"), random.Random(7)
    reader = Reader(page)
    for _ in range(12):
        move_any(reader, rng)
        state = {key: value for key, value in page.get_state().items() if key not in ("_esm", "_css")}
        assert not {"moves", "over", "seat", "game_state"} & set(state)
        assert_hides(json.dumps(state, default=repr), hidden_cards(page.session._game, page.session.view), "the state")


def test_a_function_is_called_once_after_each_move_with_what_the_seat_may_know() -> None:
    page, rng = play(seed=7, players=3, lang="en"), random.Random(7)
    told: list[tuple[int, Any]] = []

    @page.on_move
    def follow(page: GameTraits) -> None:
        told.append((page.moves, page.game_state))

    reader = Reader(page)
    for k in range(5):
        move_any(reader, rng)
        assert len(told) == k + 1
        assert told[-1] == (page.session.actions, page.session.view)
    reader.do("lang", "de")
    assert len(told) == 5, "the game has not changed"
    page.on_move(follow)
    move_any(reader, rng)
    assert len(told) == 6, "it is called once, however often it was given"
    page.on_move(follow, remove=True)
    move_any(reader, rng)
    assert len(told) == 6


@pytest.mark.parametrize("opens", [play, play_vtes])
@pytest.mark.parametrize("seen", [False, True], ids=["no browser", "a browser"])
def test_a_program_moves_as_a_press_does(opens: Any, seen: bool) -> None:
    page, pressed = opens(seed=7, lang="en"), opens(seed=7, lang="en")
    told: list[int] = []
    page.on_move(lambda page: told.append(page.moves))
    reader, other = Reader(page) if seen else None, Reader(pressed)
    for k in range(4):
        action = page.game_state.decision.legal[0]
        page.apply(action)
        other.do("act", action.to_json())
        assert page.session.actions == pressed.session.actions == page.moves
        assert page.session._game.n == pressed.session._game.n
        assert len(told) == k + 1
    if reader is not None:
        assert reader.words == other.words
    before = page.moves
    with pytest.raises(IllegalAction):
        page.apply(PickClan("tremere"))
    assert (page.moves, len(told)) == (before, 4)
    assert "apply" in dir(page)


def test_while_somebody_else_is_to_take_the_machine_nothing_is_told() -> None:
    page = play(lang="en")
    reader = Reader(page, query="?players=3&name=Ada&others=Bo&seed=7")
    seats: list[int | None] = []
    page.on_move(lambda page: seats.append(page.seat))
    if page.curtain.seat is not None:
        assert page.game_now() is None
        reader.do("lift")
    for _ in range(3):
        reader.do("act", page.session.view.decision.legal[0].to_json())
        if page.curtain.seat is not None:
            before = len(seats)
            assert page.game_now() is None
            reader.do("lift")
            assert seats[before:] == [page.session.me]


def test_an_error_of_the_readers_function_is_shown_with_its_traceback_and_the_game_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = play(seed=7, lang="en")

    def wrong(page: GameTraits) -> None:
        raise KeyError("my own mistake")

    page.on_move(wrong)
    page.observe(wrong, "moves")
    reader = Reader(page)
    reader.do("act", page.game_state.decision.legal[0].to_json())
    said = capsys.readouterr().err
    assert said.count("KeyError: 'my own mistake'") == 2
    assert "in wrong" in said
    assert reader.alert == ""
    assert "my own mistake" not in "".join(reader.messages), "a page says nothing of what went wrong in Python"
    assert page.moves == page.session.actions


class Kernel:
    """A shell whose output goes to the cell that was set last."""

    def __init__(self) -> None:
        self.parent: Any = "first cell"
        self.shown: list[tuple[Any, str]] = []

    def get_parent(self) -> Any:
        return self.parent

    def set_parent(self, parent: Any) -> None:
        self.parent = parent

    def showtraceback(self, fault: Any, tb_offset: int) -> None:
        self.shown.append((self.parent, str(fault[1])))


def test_output_and_errors_go_to_the_cell_that_asked_for_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel()
    notebook_cell.save_boxes()  # once in a kernel, and this is none
    monkeypatch.setattr(notebook_cell, "_shell", lambda: kernel)
    page = play(seed=7, lang="en")
    kernel.parent = "second cell"
    where: list[Any] = []

    def wrong(page: GameTraits) -> None:
        where.append(kernel.parent)
        raise ValueError("mine")

    page.on_move(wrong)
    kernel.parent = "a message"
    reader = Reader(page)
    reader.do("act", page.game_state.decision.legal[0].to_json())
    assert where == ["second cell"]
    assert kernel.shown == [("second cell", "mine")]
    assert kernel.parent == "a message", "what comes next goes where it went before"
    kernel.parent = later = {"header": {"msg_type": "execute_request"}}
    page.apply(page.game_state.decision.legal[0])
    assert where[-1] is later, "a cell that makes a move shows what comes of it"
    assert kernel.shown[-1] == (later, "mine")


def test_a_bot_that_fails_is_told_on_the_page_and_in_the_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = (
        "class Weak:\n    moved = 0\n    def choose(self, view, rng):\n        self.moved += 1\n"
        "        return view.legal[0] if self.moved < 4 else view.nothing_like_it\n"
    )
    (tmp_path / "weak_bots.py").write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    page = play(seed=7, players=3, bots="weak_bots:Weak", lang="en")
    reader = Reader(page)
    for _ in range(5):
        if not reader.alert:
            reader.do("act", page.session.view.decision.legal[0].to_json())
    assert "Your bot weak_bots:Weak has failed (AttributeError)" in reader.alert
    said = capsys.readouterr().err
    assert "weak_bots.py" in said
    assert "nothing_like_it" in said


def test_the_hood_of_a_part_follows_its_moves() -> None:
    lesson, part = step_by_step("feed_and_hand_building", lang="en"), "one-mouth-less"
    early = lesson.at(part).live.ledger()
    page = lesson.moment(part)
    shown = lesson.at(part).live.ledger()
    assert isinstance(shown, LiveOutput)
    before = shown.outputs[0]["data"]["text/html"]
    moves = {page.moves for _ in walk_through(Reader(page))}
    after = shown.outputs[0]["data"]["text/html"]
    assert len(moves) > 1
    assert before != after == lesson.at(part).ledger()._repr_html_()
    assert early.outputs[0]["data"]["text/html"] == before, "the older one of the same call follows no more"
    lesson.moment(part)  # begun again
    assert shown.outputs[0]["data"]["text/html"] == before
    assert "ledger" in dir(lesson.at(part).live)
    with pytest.raises(AttributeError, match="nothing_like_it: expected a method"):
        lesson.at(part).live.nothing_like_it  # noqa: B018


def test_completion_offers_what_is_for_a_program() -> None:
    page = play(seed=7, players=3)
    own = {"moves", "over", "seat", "game_state", "on_move", "apply"}
    told = {*own, "lang", "layout", "observe", "unobserve", "close"}
    assert {name for name in dir(page) if not name.startswith("__")} == told
    for game in (vendetta_kit.Game.new(seed=7), VtesGame.new(seed=7)):
        assert {"legal", "apply", "why_not", "view", "pending", "copy", "frame", "seats"} <= set(dir(game))
        assert game.INSIDE.isdisjoint(dir(game))
        assert all(hasattr(game, name) for name in game.INSIDE)
    for module in (vendetta_kit, train):
        listed = dir(module)
        assert set(module.__all__) <= set(listed)
        assert not {name for name in listed if not name.startswith("__")} - set(module.__all__)


def test_what_follows_is_static_where_no_widget_can_be_shown() -> None:
    shown = step_by_step("planning", lang="en").at("blood").live.knows()
    bundle = shown._repr_mimebundle_()
    assert bundle["text/html"].startswith("<div>")
    assert LiveOutput.WIDGET in bundle
