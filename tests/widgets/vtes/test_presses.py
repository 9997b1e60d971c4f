"""How many presses a turn of V:TES takes a player who does as she is advised and knows the page."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import takewhile
from statistics import median
from typing import Any, NamedTuple

import pytest

from tests.widgets.helpers import Pressable, Reader
from tests.widgets.vtes.pressing import doing, press
from tests.widgets.vtes.test_game_page import session_of
from tests.widgets.vtes.test_pace import way
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.actions import Pass, Transfer
from vendetta_widgets import VtesPage, play_vtes
from vendetta_widgets.games.vtes.game_page import _actions
from vendetta_widgets.play_session import ME, Session


class Row(NamedTuple):
    """A decision of a game: after how many moves and actions, in which turn, whether the turn is her own, what was
    asked, and what she is advised to do."""

    n: int
    actions: int
    turn: int
    own: bool
    kind: str
    action: Any


class Turn(NamedTuple):
    """What a turn took: presses, those among them that only pass; combats, referendums; her minions that were ready."""

    own: bool
    presses: int
    passes: int
    combats: int
    referendums: int
    minions: int


def advised(session: Session) -> tuple[list[Row], list[Any]]:
    """What she is advised to do from here to the end of the turn, and the moves of the game until then."""
    here = Session.of_bots(session._fork(session.actions), session.wish)
    turn, rows = here.view.moment.turn, []
    while (view := here.view).decision is not None and view.moment.turn == turn:
        action = here.advice("en").action
        rows.append(Row(here.actions, _actions(view), turn, view.moment.seat == ME, view.decision.kind, action))
        here.act(action)
    return rows, list(here._game.actions)


def at_one_press(reader: Reader, rest: list[Row]) -> Pressable | None:
    """The button that does the next decisions together, as one who knows the page does them."""
    now, buttons = rest[0], {b.do: b for b in reader.buttons("panel", "ring_table")}
    same = list(takewhile(lambda row: row.kind == now.kind and row.action == now.action, rest))
    page = reader.page
    assert isinstance(page, VtesPage)
    if "close" in buttons:
        plan = [row.action for row in rest if row.own]
        ends = [b for b in reader.buttons("panel") if b.do == "close"]
        return next((b for b in ends if page.panel.closing(page.session.view, b.value is True) == plan), None)
    if isinstance(now.action, Transfer):
        for b in reader.buttons("ring_table"):
            if b.do == "act_times" and b.value == [len(same), now.action.to_json()]:
                return b
    view = page.session.view
    if isinstance(now.action, do.Use):
        return next((b for b in reader.buttons("panel") if b.do == "arm" and b.value == now.action.card), None)
    if isinstance(now.action, do.Bleed) and "bleed_all" in buttons:
        bleeds = list(takewhile(lambda row: isinstance(row.action, do.Bleed), (r for r in rest if r.kind == "minion")))
        return buttons["bleed_all"] if len(bleeds) == len(page.panel.bleeds(view)) else None
    if isinstance(now.action, do.Vote):
        votes = list(takewhile(lambda row: row.kind in ("vote", "react"), rest))
        ballots = page.panel.ballots(view, now.action.yes)
        if ballots and {*ballots} == {now.action, Pass(), *(row.action for row in votes)}:
            return next(b for b in reader.buttons("panel") if b.do == "vote_all" and b.value is now.action.yes)
        return None
    if now.action != Pass() or not way(reader):
        return None
    here = rest if page._may_let_go(view) == "turn" else [row for row in rest if row.actions == now.actions]
    return way(reader)[0] if all(row.action == Pass() for row in here) else None


def drawn_to(reader: Reader, action: Any) -> list[int] | None:
    """What is drawn where to do an action, if that can be: a minion to the prey, a card of the hand to one's side."""
    page = reader.page
    assert isinstance(page, VtesPage)
    for number in (getattr(action, "card", -1), getattr(action, "minion", -1)):
        html = reader.parts["hand"] + reader.parts["ring_table"]
        for target in (page.panel._target(action), -1):
            lies = f'data-drag="{number}"' in html and f'data-drop="{target}"' in html
            if number >= 0 and lies and page.panel._aim([number, target]) == action:
                return [number, target]
    return None


@cache
def turns_of(seed: int, deck: str = "", turns: int = 1000) -> list[Turn]:
    """The turns of a game that she plays as she is advised, with as few presses as the page allows."""
    reader = Reader(play_vtes(seed, lang="en", decks=[deck, "whispers", "claw"] if deck else None))
    found: list[Turn] = []
    rows, moves = [], []
    while (session := session_of(reader)).view.decision is not None and len(found) < turns:
        view, presses, passes = session.view, 0, 0
        first, turn, minions = view.events[-1].n, view.moment.turn, len(view.seats[ME].ready)
        while session.view.decision is not None and session.view.moment.turn == turn:
            if list(session._game.actions) != moves[: session.actions] or not any(r.n == session.actions for r in rows):
                rows, moves = advised(session)
            rest = [row for row in rows if row.n >= session.actions]
            button, aim = at_one_press(reader, rest), drawn_to(reader, rest[0].action)
            if button is not None:
                reader.press(button)
            elif doing(reader, rest[0].action) is None and aim is not None:
                reader.do("aim", aim)
            else:
                presses += press(reader, rest[0].action) - 1
                passes += rest[0].action == Pass()
            presses += 1
            assert reader.alert == ""
            while reader.page._step is not None:  # type: ignore[attr-defined]
                reader.do("skip", None)
        later = [event for event in session.view.events if event.n > first]
        kinds = Counter(event.kind for event in takewhile(lambda event: event.kind != "turn", later))
        found.append(Turn(view.moment.seat == ME, presses, passes, kinds["combat"], kinds["referendum"], minions))
    return found


MOST_AT_A_TURN = 10
"""Presses for an own turn with whatever happens in it, but two referendums."""
EARLY = 3
"""For one in which no minion is ready: a master, counters on two vampires, a discard."""
USUAL = 4
"""For the half of all own turns: each card, each minion that acts and each card in its action is a choice of hers."""
FOUGHT = 5
"""For the half of those with a combat."""
VOTED = 8
"""For the half of those with two referendums; a master, counters on two vampires and a discard among them."""
WHOLE = 60
"""For a whole first game."""


def test_an_own_turn_takes_few_presses() -> None:
    first, second = [turn for turn in turns_of(8, turns=3) if turn.own]
    assert not first.minions
    assert first.presses < EARLY
    assert second.minions
    assert second.presses <= EARLY, "a master, an action; one for counters on two vampires and a discard"


@pytest.mark.long
def test_own_turns_of_whole_games_take_few_presses() -> None:
    found = [turn for seed in (1, 2, 7, 8) for turn in turns_of(seed) if turn.own]
    assert len(found) >= 35
    assert max(turn.presses for turn in found if turn.referendums < 2) <= MOST_AT_A_TURN
    assert max(turn.presses for turn in found if not turn.minions) <= EARLY
    assert median(turn.presses for turn in found) <= USUAL
    assert median(turn.presses for turn in found if turn.combats) <= FOUGHT
    assert sum(turn.passes for turn in found) <= len(found), "one press in a turn that does nothing, and no more"
    assert sum(turn.presses for turn in turns_of(7)) <= WHOLE


@pytest.mark.long
def test_own_turns_with_referendums_take_few_presses() -> None:
    found = [turn for seed in (7, 8) for turn in turns_of(seed, "court", 12) if turn.own and turn.referendums > 1]
    assert max(turn.presses for turn in found) <= MOST_AT_A_TURN
    twice = [turn.presses for turn in found if turn.referendums == 2]
    assert len(twice) >= 3
    assert median(twice) <= VOTED
