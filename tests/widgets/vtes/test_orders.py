"""What is decided before on V:TES's page: bleeds and votes with one press, cards used each time; none of it tells."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from tests.vtes.table import At
from tests.widgets.helpers import Reader, pressables
from tests.widgets.vtes.hidden import names_nothing_hidden
from tests.widgets.vtes.pressing import press
from tests.widgets.vtes.test_game_page import played, reader_at, session_of
from tests.widgets.vtes.test_pace import ends_early, moments, way
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.actions import Pass
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_widgets import VtesPage, play_vtes
from vendetta_widgets.games.vtes.unasked import armed_answer, armed_for, only_answer
from vendetta_widgets.play_session import ME


def offers(what: str, where: Callable[[Any], bool], *seeds: int) -> Iterator[tuple[Reader, Any, int]]:
    """Pages on which one press stands for several decisions, the view before it, and the actions until then."""
    for seed, point in moments(*seeds, where=lambda view, _: only_answer(view) is None and where(view)):
        reader = reader_at(seed, point)
        session = session_of(reader)
        if any(button.do == what for button in reader.buttons("panel")):
            yield reader, session.view, len(session._game.actions)


def own(reader: Reader, since: int) -> list[Any]:
    """What she has done since then."""
    return [action for seat, action in session_of(reader)._game.actions[since:] if seat == ME]


def contested() -> Game:
    """Ann's untap phase, in which she must settle two contests."""
    bob = {"uncontrolled": [{"card": "WV03", "blood": 4}, {"card": "WV01", "blood": 9}]}
    t = At({"ready": ["WV03", "WV01"]}, bob, {}, turn="Bob", phase="influence")
    while (t.who, t.asked) != (ME, "untap"):
        legal = t.g.legal(t.who)
        t.g.apply(t.who, Pass() if Pass() in legal else legal[0])
    return t.g


@pytest.mark.parametrize("k", range(4))
def test_two_contests_are_settled_with_one_press_each_as_she_wants(k: int) -> None:
    reader = Reader(play_vtes(game=contested(), lang="en"))
    session, page = session_of(reader), reader.page
    assert isinstance(page, VtesPage)
    n, pool = len(session._game.actions), session.view.seats[ME].pool
    buttons = [button for button in reader.buttons("panel") if button.do == "settle"]
    assert len(buttons) == 4, "they stand for all that can be done"
    assert not [b for b in reader.buttons("panel") if b.do == "act" and b.value["do"] in ("pay", "yield")]
    assert sum("vk-primary" in button.attributes["class"] for button in buttons) == 1
    row = page.panel.settlements(session.view)[k]
    reader.press(buttons[k])
    assert reader.alert == ""
    assert tuple(own(reader, n))[:2] == row
    paid = sum(isinstance(action, do.Pay) for action in row)
    assert f"{pool} → {pool - paid}" in buttons[k].text or not paid


def test_all_minions_bleed_with_one_press_until_one_falls_or_the_prey_is_out() -> None:
    several = 0
    for reader, before, n in islice(offers("bleed_all", lambda view: view.decision.kind == "minion", 8), 4):
        page, session = reader.page, session_of(reader)
        assert isinstance(page, VtesPage)
        wanted, points = page.panel.bleeds(before), session.actions
        button = next(one for one in pressables("".join(reader.parts.values())) if one.do == "bleed_all")
        stays = sum(not one.tapped for one in before.seats[ME].ready) - len(wanted)
        assert ("none of yours left to block" in button.text) is not bool(stays)
        reader.do("bleed_all", None)
        assert reader.alert == ""
        names_nothing_hidden(reader, session._game, session.view)
        done = [action for action in own(reader, n) if isinstance(action, do.Bleed)]
        assert done == wanted[: len(done)]
        several += len(done) > 1
        after = session.view
        fell = len(after.seats[ME].ready) < len(before.seats[ME].ready)
        out = after.seats[ME].prey != before.seats[ME].prey
        asked = after.decision is not None and after.decision.kind != "minion"
        assert len(done) == len(wanted) or fell or out or asked or after.over
        reader.do("undo", None)
        if session.actions > points:  # what she has seen since is said first
            reader.do("undo", None)
        assert session.actions == points, "all of them are taken back at once"
        if before.decision is not None and do.Pass() in before.decision.legal:
            press(reader, Pass())
            assert not [action for action in own(reader, n) if isinstance(action, do.Bleed)], (
                "taken back, it holds no more"
            )
    assert several


@pytest.mark.parametrize("yes", [True, False])
def test_all_her_votes_are_cast_with_one_press_and_the_referendum_goes_on_while_it_stands_as_she_wants(
    yes: bool,
) -> None:
    t = At({"ready": ["OV01", "OV02"], "hand": ["OL01"]}, {}, {}, edge="Ann")
    reader = Reader(play_vtes(game=t.g, lang="en"))
    page, session = reader.page, session_of(reader)
    assert isinstance(page, VtesPage)
    while session.view.decision is not None and session.view.decision.kind != "vote":
        plays = [action for action in session.view.decision.legal if isinstance(action, do.Play | do.Choose)]
        press(reader, plays[0] if plays else Pass())
    n, ballots = len(session._game.actions), page.panel.ballots(session.view, yes)
    assert [type(action) for action in ballots] == [do.Vote] * 3 + [Pass], "two vampires and the card"
    reader.do("vote_all", yes)
    assert reader.alert == ""
    assert own(reader, n)[:4] == ballots, "the Edge is kept"
    outcome = next(event for event in session.view.events if event.kind == "outcome")
    assert outcome.data["passes"] is yes


def test_a_location_is_used_each_time_until_that_is_ended() -> None:
    for seed, point in moments(7, where=lambda view, _: bool(usable(view)) and view.moment.seat == ME):
        reader = reader_at(seed, point)
        page, session = reader.page, session_of(reader)
        assert isinstance(page, VtesPage)
        number, n = usable(session.view)[0], len(session._game.actions)
        reader.do("arm", number)
        assert own(reader, n)[0] == do.Use(number)
        assert number in page.panel.armed, "a card in play is used each time"
        while not session.view.over and own(reader, n).count(do.Use(number)) < 2:
            press(reader, session.advice("en").action)
        mark = next(b for b in reader.buttons("ring_table") if b.do == "arm" and b.value == number)
        reader.press(mark)
        assert number not in page.panel.armed
        return
    raise AssertionError("no location could be used")


def usable(view: Any) -> list[int]:
    """The own locations that can be used now and help at once."""
    held = {seen.number: seen.card for seen in view.seats[ME].held}
    if view.decision is None or view.decision.kind != "react" or only_answer(view) is not None:
        return []
    uses = [a.card for a in view.decision.legal if isinstance(a, do.Use) and a.card in held]
    return [number for number in uses if armed_answer(view, {number}) == do.Use(number)]


def test_a_location_for_the_untap_phase_is_used_by_itself_and_the_edge_is_never_asked_about() -> None:
    game, rng, bot, edges = Game.new(["court", "whispers", "claw"], seed=5), random.Random(5), bots.make("greedy"), 0
    while (seat := game.to_act) is not None:
        view = game.view(seat)
        if view.decision is not None and view.decision.kind == "untap":
            if do.TakeEdge() in view.decision.legal:
                assert only_answer(view) == do.TakeEdge()
                edges += 1
            held = {seen.number for seen in view.seats[seat].held if seen.card == "OL15" and seen.number is not None}
            uses = [action for action in view.decision.legal if isinstance(action, do.Use) and action.card in held]
            assert armed_answer(view, set()) is None
            assert armed_answer(view, held) == (uses[0] if uses else None)
            if uses and edges:
                return
        game.apply(seat, bots.move(game, seat, bot, rng))
    raise AssertionError("no such location was in play")


def armed(t: At, seat: int, name: str) -> list[Any]:
    """What somebody who has armed a card does in the windows of an action, until she is asked, or has played it."""
    done: list[Any] = []
    while t.g.to_act is not None and t.asked in ("react", "block"):
        who = t.g.to_act
        action = armed_answer(t.g.view(who), {t.number(name)}) if who == seat and t.asked == "react" else Pass()
        if action is None:
            return [*done, None]
        t.g.apply(who, action)
        done += [action] if who == seat else []
        if action != Pass():
            break
    return done


def test_a_bleed_is_raised_by_an_armed_card_as_soon_as_nobody_has_blocked_it() -> None:
    for blocks in (False, True):
        t = At({"ready": ["WV04"], "hand": ["WL02"]}, {"ready": ["WV01"]}, {})
        t.do(0, do.Bleed, "WV04")
        if blocks:
            t.on("block").do(1, do.Block, "WV01")
        done = armed(t, 0, "WL02")
        assert set(done[:-1]) <= {Pass()}
        assert (done[-1:] == [t.action(do.Play, "WL02", "WV04", superior=True)]) is not blocks
    assert [armed_for(card) for card in ("WL02", "WL04", "CL02", "WL11", "WV04")] == [
        "bleed",
        "blocked",
        "block",
        "",
        "",
    ]


def test_a_block_that_would_fall_short_is_helped_by_an_armed_card() -> None:
    for sneaks in (True, False):
        t = At({"ready": ["WV01"], "hand": ["WL04"]}, {"ready": ["WV04"], "hand": ["CL02"]}, {})
        t.do(0, do.Bleed, "WV01").on("block").do(1, do.Block, "WV04")
        if sneaks:
            t.on("react").do(0, do.Play, "WL04", "WV01")
        done = armed(t, 1, "CL02")
        assert (done[-1:] == [t.action(do.Play, "CL02", "WV04")]) is sneaks


def shows_no_more(game: Game, seat: int, action: Any, rng: random.Random) -> int:
    """Assert that what others see of an answer is the same in each game that they can imagine, as far as both go."""
    alike = 0
    for reader in range(game.seats):
        world = game.imagine(reader, rng) if reader != seat else game
        if reader == seat or action not in world.legal(seat):
            continue  # another hidden card was played
        assert game.view(reader, log=False).to_json() == world.view(reader, log=False).to_json()
        rows = []
        for each in (game.copy(), world):
            before = len(each.view(reader).events)
            each.apply(seat, action)
            rows.append([(event.kind, event.seat, event.data) for event in each.view(reader).events[before:]])
        assert all(a == b for a, b in zip(*rows, strict=False))
        alike += 1
    return alike


def all_armed(view: Any) -> Any:
    """What the reader does by herself who has armed whatever can be."""
    own_cards = (*view.seats[view.me].hand, *view.seats[view.me].held)
    return armed_answer(view, {seen.number for seen in own_cards if seen.card and armed_for(seen.card)})


def test_what_an_armed_card_does_by_itself_tells_others_of_no_hand() -> None:
    """Neither that it waits nor what she passes for it: the views are those of a table where she has other cards."""
    waits = used = 0
    for seed in (1, 2):
        game = Game.new(["whispers", "claw", "whispers"], seed=seed, rounds=6)
        bot, rng = bots.make("greedy"), random.Random(seed)
        while (seat := game.to_act) is not None:
            action = all_armed(game.view(seat))
            if action is not None:
                assert action in game.legal(seat)
                alike = shows_no_more(game, seat, action, rng)
                waits += alike if action == Pass() else 0
                used += action != Pass()
            game.apply(seat, action if action is not None else bots.move(game, seat, bot, rng))
    assert waits
    assert used


def end_turn(reader: Reader) -> None:
    """Press what ends her turn: as she would be advised, or with nothing more."""
    reader.press(next(b for b in reader.buttons("panel") if b.do in ("close", "let_go")))


def test_one_press_ends_her_turn_and_only_this_one() -> None:
    found = list(islice(moments(8, where=lambda view, after: ends_early(view) and not after.over), 2))
    assert found
    for seed, point in found:
        reader = reader_at(seed, point)
        session = session_of(reader)
        before = session.view
        end_turn(reader)
        assert reader.alert == ""
        after = session.view
        names_nothing_hidden(reader, session._game, after)
        assert after.moment.turn != before.moment.turn
        reader.do("undo", None)
        if reader.page.session.actions > point:  # what she has seen since is said first
            reader.do("undo", None)
        assert session.actions == point
        other = next(action for action in before.decision.legal if action != Pass())
        press(reader, other)
        assert session.view.moment.turn == before.moment.turn, "taken back, it holds no more"
        end_turn(reader)
        while not session.view.over and session.view.moment.seat != ME:
            press(reader, session.advice("en").action)
        assert session.view.over or not reader.page._lets_go, "her next turn is asked about"  # type: ignore[attr-defined]


def test_a_turn_that_is_ended_with_one_press_tells_others_of_no_hand() -> None:
    alike = 0
    for seed, point in moments(7, 8, where=lambda view, after: ends_early(view) and not after.over):
        reader = reader_at(seed, point)
        game = session_of(reader)._game
        n = len(game.actions)
        if not way(reader):
            continue  # all the rest of the turn is proposed, which may be more than to pass
        reader.do("let_go", None)
        for k in range(n, len(game.actions)):
            seat, action = game.actions[k]
            before = game.fork(k)
            if seat == ME and before.view(ME).moment.seat == ME:
                assert action == Pass()
                alike += shows_no_more(before, ME, action, random.Random(k))
        if alike > 1:
            break
    assert alike > 1
    assert played(8).view.over
