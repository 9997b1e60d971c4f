"""A view holds what its reader may know, and nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from tests.properties.games import GAMES, TABLES, begin, each_table, playing, waiting
from tests.properties.watcher import Watcher
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Look
from vendetta_kit.games.vendetta.engine.card_tables import IDS, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, ALLIES, CARDS, CLAN, DECK, HAND, OUT
from vendetta_kit.games.vendetta.engine.views import View


def ids_in(value: Any) -> set[str]:
    """All card ids anywhere in a JSON value, keys included."""
    return set(re.findall(r'"(\w+)"', json.dumps(value))) & NUMBER.keys()


def check_what_is_said(view: View, watcher: Watcher) -> None:
    """Everything that a view says about hidden cards holds in every arrangement that agrees with what was shown."""
    game = watcher.game
    for seat in view.seats:
        if seat.seat == watcher.viewer:
            assert seat.hand == tuple(IDS[card] for card in game.z[HAND + seat.seat])
            assert (seat.known_hand, seat.among, seat.maybe) == ((), (), ())
            continue
        assert (seat.hand, seat.deck_bottom) == (None, None)
        if seat.seat not in watcher.worlds:
            assert (seat.known_hand, seat.among, seat.maybe) == ((), (), ())
            continue
        assert {NUMBER[card] for card in seat.known_hand} <= watcher.in_hand(seat.seat)
        assert {NUMBER[card] for card in seat.among} <= watcher.near(seat.seat)
        assert {NUMBER[card] for card in seat.maybe} <= watcher.shown
        said = Counter((*seat.known_hand, *seat.among, *seat.maybe))
        assert all(count == 1 for count in said.values()), "one card, one thing said of it"
        assert all(NUMBER[card] // 9 == game.n[CLAN + seat.seat] for card in said)
    for seat in view.seats:
        for position in seat.positions:
            real = game.z[CARDS + seat.seat * 4 + LOCATION_NUMBER[position.at]]
            assert len(position.cards) == len(real)
            for shown, card in zip(position.cards, real, strict=True):
                if shown.face == "up" or shown.owner == watcher.viewer:
                    assert shown.card == IDS[card]
                elif shown.card is not None:
                    assert watcher.face_down(shown.owner).get(card) == NUMBER[shown.card]


def check_nothing_else_is_named(view: View, watcher: Watcher) -> None:
    """No card that was never shown to this reader stands anywhere in the view: not in the log, not in the ledger."""
    game = watcher.game
    row = view.to_json()
    named = ids_in(row)
    assert not named & {IDS[card] for card in watcher.never_shown()}
    assert not named & {IDS[card] for card in game.z[ALLIES]}, "the Allies deck lies face down"
    if watcher.viewer is not None and view.asked != "keep":
        mine = view.seats[watcher.viewer]
        in_deck = {IDS[card] for card in game.z[DECK + watcher.viewer]}
        known = set(mine.deck_bottom or ())
        assert known <= in_deck
        shown_now = {**row, "events": [], "ledger": []}
        assert not ids_in(shown_now) & (in_deck - known), "nor does a player know the rest of the own deck"


@pytest.mark.rules("RUL-20", "PLAN-25", "HAND-04", "RES-04", "SET-14", "SET-15", "SET-17", "DIAB-10")
@each_table
def test_no_hidden_card_in_any_view(table: str) -> None:
    """Seat by seat, and for a spectator, beside somebody who sits there with a good memory."""
    for number in range(GAMES):
        start = begin(table, number, "views")
        game = start.game
        readers = (None, start.rng.randrange(game.seats))
        watchers = [Watcher(game, reader) for reader in readers]
        for done, _ in enumerate(playing(start)):
            for watcher in watchers:
                watcher.follow()
                watcher.check_truth()
                view = game.view(watcher.viewer)
                check_what_is_said(view, watcher)
                if done % 10 == 0 or game.is_over:
                    check_nothing_else_is_named(view, watcher)


@pytest.mark.rules("RUL-20")
@each_table
def test_what_lies_open_is_in_every_view(table: str) -> None:
    """Tokens, counts, Alliances, Drained cards and cards face up are the same for all readers, and complete."""
    for number in range(GAMES):
        start = begin(table, number, "open")
        game = start.game
        for done, _ in enumerate(playing(start)):
            if done % 7:
                continue
            views = [game.view(reader) for reader in (None, *range(game.seats))]
            for view in views:
                for seat, mine in zip(view.seats, views[0].seats, strict=True):
                    for name in ("blood", "influence", "tokens_up", "tokens_down", "alliance", "drained", "hand_size",
                                 "deck_size", "relic", "relic_used", "out", "score", "clan"):  # fmt: skip
                        assert getattr(seat, name) == getattr(mine, name)
                    for here, there in zip(seat.positions, mine.positions, strict=True):
                        assert (here.at, here.blood) == (there.at, there.blood)
                        up = [(card.card, card.owner) for card in here.cards if card.face == "up"]
                        assert up == [(card.card, card.owner) for card in there.cards if card.face == "up"]
                for name in ("round", "phase", "step", "at", "ambition", "order", "locations", "offer", "pending",
                             "asked", "agenda", "ranking", "scores", "winners", "ledger"):  # fmt: skip
                    assert getattr(view, name) == getattr(views[0], name)
                assert [event.n for event in view.events] == [event.n for event in game.events]
                assert all(not event.secret and not event.knows for event in view.events)


def told(game: Game, reader: int | None) -> tuple[object, ...]:
    """All that a reader is told, and what it may do."""
    view = game.view(reader)
    legal = game.legal(reader)[:20] if reader is not None else None
    return view.to_json(log=False), len(view.events), len(view.ledger), legal


@pytest.mark.rules("WDR-02", "HAND-04", "HAND-01", "RUL-05", "PLAN-25")
@each_table
def test_sealed_answers_are_sealed(table: str) -> None:
    """While somebody still has to answer, nobody else's view depends on what was answered."""
    met = 0
    for number in range(GAMES):
        start = begin(table, number, "sealed")
        game = start.game
        for _ in playing(start):
            seats = waiting(game)
            if len(seats) < 2 or start.rng.random() < 0.7:
                continue
            seat = start.rng.choice(seats)
            options = [action for action in game.legal(seat) if not isinstance(action, Look)]  # a look is no answer
            others = [reader for reader in (None, *range(game.seats)) if reader != seat]
            answers = []
            for action in {options[0], options[-1], start.rng.choice(options)}:
                twin = game.copy()
                assert twin.apply(seat, action) == ()
                answers.append([told(twin, reader) for reader in others])
            assert all(answer == answers[0] for answer in answers)
            met += 1
    assert met > 3


@pytest.mark.rules("HAND-04", "CARD-03")
@each_table
def test_what_was_kept_is_told_to_nobody_else(table: str) -> None:
    """Whatever a seat keeps, the others are told the same; only a Relic is used for all to see (VREL-06)."""
    for number in range(GAMES):
        start = begin(table, number, "kept")
        game = start.game
        for _ in playing(start):
            if game.view(None, log=False).asked != "keep" or len(waiting(game)) > 1:
                continue
            (seat,) = waiting(game)
            alliance = game.z[ALLIANCE + seat]
            if NUMBER["AL27"] not in alliance:  # Roberta Urbani, who is seldom met by chance
                game.z[ALLIANCE + seat] = (*alliance, NUMBER["AL27"])
            others = [reader for reader in (None, *range(game.seats)) if reader != seat]
            answers = set()
            usual = min(len(action.cards) - (action.give is not None) for action in game.legal(seat))
            for action in game.legal(seat):
                if len(action.cards) - (action.give is not None) == usual:
                    twin = game.copy()
                    told_them = [event.seen_by(None) for event in twin.apply(seat, action)]
                    answers.add(repr((told_them, [told(twin, reader) for reader in others])))
            assert len(answers) == 1
            game.z[ALLIANCE + seat] = alliance


@pytest.mark.parametrize("table", list(TABLES)[::4])
def test_what_is_no_seat_has_no_view(table: str) -> None:
    game = begin(table, 0, "no seat").game
    for wrong in (-1, game.seats, 99, True, False, "0", 1.0, (), [0]):
        with pytest.raises(ValueError, match=f"from 0 to {game.seats - 1}"):
            game.view(wrong)  # type: ignore[arg-type]


@pytest.mark.long
def test_the_watcher_met_everything() -> None:
    """The random games of these tests reach the rare ways in which cards become known or unknown again."""
    kinds: Counter[str] = Counter()
    for table in TABLES:
        for number in range(max(2, GAMES)):
            start = begin(table, number, "views")
            for _, _, events in playing(start):
                kinds.update(event.kind for event in events)
                kinds.update("play by effect" for event in events if event.kind == "play" and event.get("by"))
                kinds.update("exchange" for event in events if event.kind == "kept" and event.data["exchange"])
            kinds.update("out" for seat in range(start.game.seats) if start.game.n[OUT] >> seat & 1)
    rare = {"play by effect", "exchange", "out", "draw", "shuffled_in", "look", "face_down", "returned", "held"}
    rare.add("withdraw_haven")
    assert rare <= kinds.keys(), rare - kinds.keys()
