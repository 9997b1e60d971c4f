"""Flows of V:TES add up to the ledger and to the table, for every reader, and say no more than a reader knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.selection import cases
from tests.widgets.helpers import words_of
from vendetta_kit.bots import bot_random
from vendetta_kit.games.vtes import bots, flows
from vendetta_kit.games.vtes.engine.card_reader import DECKS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_widgets.games.vtes.end_scene import end_of_game, suffered
from vendetta_widgets.html import HtmlWriter

TABLES = [(seed, 2 + seed % 5, ("greedy", "random")[seed % 2]) for seed in range(10)]
READERS = (None, 0, 1)
each_table = cases("seed, seats, bot", TABLES, quick=[TABLES[0], TABLES[7], TABLES[9]])


def played(seed: int, seats: int, bot: str) -> Iterator[Game]:
    """A game of bots, now and then and at its end."""
    decks = [DECKS[(seed + seat) % len(DECKS)] for seat in range(seats)]
    game, player = Game.new(decks, seed=seed, ante=("no", "yes")[seed % 3 == 0]), bots.make(bot)
    while not game.is_over:
        if len(game.actions) % 97 == 96:
            yield game
        seat = game.to_act
        game.apply(seat, bots.move(game, seat, player, bot_random(game, seat)))
    yield game


def on_cards(lying: Any) -> int:
    """Counters on cards, and on what is attached to them."""
    return sum(card.counters + on_cards(card.on) for card in lying)


@each_table
def test_every_sum_is_the_tables(seed: int, seats: int, bot: str) -> None:
    for game in played(seed, seats, bot):
        for reader in READERS:
            view = game.view(reader)
            told = flows.known_history(view)
            for seat, own, blood in zip(view.seats, flows.pool_sums(told), flows.blood_sums(told), strict=True):
                assert own.pool == seat.pool == own.came - own.went
                regions = (seat.uncontrolled, seat.ready, seat.torpor, seat.held, seat.contested)
                assert blood.blood == sum(map(on_cards, regions))
            assert flows.points_of(told) == tuple(seat.points for seat in view.seats)
            assert flows.seats_in_game(told) == tuple(n for n, seat in enumerate(view.seats) if seat.here)
            assert told.over == view.over


@each_table
def test_flows_are_the_ledger_and_each_stands_on_a_line_of_the_log(seed: int, seats: int, bot: str) -> None:
    *_, game = played(seed, seats, bot)
    for told in (flows.whole_history(game), flows.known_history(game.view(0))):
        lines = {line.n for line in log_lines(told)}
        pool, blood = flows.pool_flows(told), flows.blood_flows(told)
        assert {one.n for one in (*pool, *blood)} <= lines
        ends = [(entry.amount, entry.source.kind, entry.target.kind) for entry in told.ledger]
        assert sum(one.amount for one in pool) == sum(n for n, *kinds in ends if "pool" in kinds)
        assert sum(one.amount for one in blood) == sum(n * kinds.count("card") for n, *kinds in ends)
        for links, found in ((flows.pool_links(told), pool), (flows.blood_links(told), blood)):
            moved = [link for link in links if link.causes not in (("start",), ("left",))]
            assert sum(link.amount for link in moved) == sum(one.amount for one in found)
            assert all(link.rules for link in links)
            middle = {
                node for link in links for node in (link.source, link.target) if node.kind in ("pool", "vampires")
            }
            for node in middle & {link.target for link in links} & {link.source for link in links}:
                came = sum(link.amount for link in links if link.target == node)
                assert came == sum(link.amount for link in links if link.source == node), (
                    "all that came has gone, or is left"
                )


@each_table
def test_points_walk_from_the_beginning_to_what_lies_there(seed: int, seats: int, bot: str) -> None:
    *_, game = played(seed, seats, bot)
    told = flows.whole_history(game)
    for points, last in (
        (
            [(p.seat, p.pool, p.change, p.n) for p in flows.pool_points(told)],
            [row.pool for row in flows.pool_sums(told)],
        ),
        (
            [(p.seat, p.blood, p.change, p.n) for p in flows.blood_points(told)],
            [row.blood for row in flows.blood_sums(told)],
        ),
    ):
        value = [0] * seats
        assert [n for *_, n in points] == sorted(n for *_, n in points)
        for seat, after, change, _ in points:
            value[seat] += change
            assert after == value[seat] >= 0
        assert value == last
    left = [(p.seat, p.by) for p in flows.pool_points(told) if p.left == "ousted"]
    assert left == [(deed.other, deed.seat) for deed in flows.interactions_of(told) if deed.kind == "oust"]


@each_table
def test_deeds_are_what_the_events_tell(seed: int, seats: int, bot: str) -> None:
    *_, game = played(seed, seats, bot)
    told = flows.whole_history(game)
    found = flows.interactions_of(told)
    burned = sum(entry.amount for entry in told.ledger if entry.cause == "bleed")
    assert sum(deed.amount for deed in found if deed.kind == "bleed") == burned
    blocked = [event for event in told.events if event.kind == "blocked"]
    assert len([deed for deed in found if deed.kind == "block"]) == len(blocked)
    ties = flows.interaction_totals(found)
    assert sum(tie.amount for tie in ties) == sum(deed.amount for deed in found)
    assert sorted(n for tie in ties for n in tie.lines) == sorted(deed.n for deed in found)
    assert all(tie.seat != tie.other and tie.rules for tie in ties)
    turns = [event.seat for event in told.events if event.kind == "turn"]
    assert [n for n, _ in flows.rounds(told)] == list(range(1, len(flows.rounds(told)) + 1))
    assert len(flows.rounds(told)) >= len(turns) / seats


def test_whose_cards_a_reader_does_not_know_are_counted_as_one() -> None:
    for game in played(8, 3, "greedy"):
        if game.is_over:
            break
        told = flows.known_history(game.view(0))
        named = {row.seat for row in flows.blood_by_card(told) if row.card is not None}
        hidden = {
            entry.target.seat for entry in told.ledger if entry.target.kind == "card" and entry.target.card is None
        }
        assert not named & hidden
        assert 0 in named
        sums = flows.blood_sums(told)
        for seat in told.seats:
            assert sum(row.blood for row in flows.blood_by_card(told) if row.seat == seat) == sums[seat].blood


def test_a_story_grows_line_by_line_and_never_takes_back() -> None:
    *_, game = played(3, 4, "greedy")
    told = flows.whole_history(game)
    rng, before = random.Random(1), -1
    for n in sorted(rng.sample(range(told.last), 20)):
        now = flows.pool_flows(told.until(n))
        assert len(now) >= before
        before = len(now)
        assert not told.until(n).over
    assert told.until(told.last).over


def table_before(game: Game, seat: int, n: int) -> View:
    return game.fork(game.after_actions(n) - 1).view(seat)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_losers_end_tells_each_bleed_with_what_she_could_have_done(lang: str) -> None:
    met = set()
    for seed in (2, 5):
        *_, game = played(seed, 3, "greedy")
        for seat in range(3):
            view = game.view(seat)
            told = flows.known_history(view)
            bleeds = suffered(view, partial(table_before, game, seat))
            deeds = [deed for deed in flows.interactions_of(told) if deed.kind == "bleed" and deed.other == seat]
            assert [(one.bleed.n, one.bleed.amount) for one in bleeds] == [(deed.n, deed.amount) for deed in deeds]
            for one in bleeds:
                begun = max(event.n for event in told.events if event.kind == "action" and event.n < one.bleed.n)
                since = [event for event in told.events if begun <= event.n < one.bleed.n]
                assert one.bleed.minion == since[0].data["minion"]
                failed = [event for event in since if event.kind == "block_failed" and event.seat == seat]
                assert (one.how == "failed") is bool(failed)
                if one.how == "open":
                    assert one.bleed.stealth == 0
            said = words_of(end_of_game(view, HtmlWriter(lang, game="vtes"), lambda n: None, bleeds))
            assert not set(said) & set("{}")
            if seat not in view.winners and bleeds:
                assert f": {len(bleeds)}, " in said
                assert f" {sum(one.bleed.amount for one in bleeds)} Pool" in said.replace(" pool", " Pool")
            met |= {one.how for one in bleeds}
    assert {"tapped", "failed"} <= met
