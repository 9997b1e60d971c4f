"""The log of V:TES: every event and entry in the order of a game, in both languages, each line with its rules."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine.box import practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.wording.log import log_lines
from vendetta_kit.rulebook import VTES

SEEDS = (3, 4, 5)


def played(seed: int) -> Game:
    game, rng, bot = Game.new(["whispers", "claw", "court"], seed=seed, rounds=6), Random(seed), bots.make("random")
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        game.apply(seat, bots.move(game, seat, bot, rng))
    return game


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_and_no_rule(seed: int) -> None:
    game = played(seed)
    for reader in (None, 0, 2):
        view = game.view(reader)
        lines = {lang: log_lines(view, lang) for lang in ("en", "de")}
        assert [line.n for line in lines["en"]] == [line.n for line in lines["de"]]
        numbers = [line.n for line in lines["en"]]
        assert numbers == sorted(set(numbers))
        told = {row.n for row in (*view.events, *view.ledger)}
        untold = told - set(numbers)
        kinds = {event.n: event.kind for event in view.events} | {entry.n: "entry" for entry in view.ledger}
        assert {kinds[n] for n in untold} <= {"phase", "entry"}
        every = {rule for row in (*view.events, *view.ledger) for rule in row.rules}
        assert {rule for line in lines["en"] for rule in line.rules} == every
        assert all(VTES.is_id(rule) for rule in every)


@pytest.mark.parametrize("seed", SEEDS)
def test_counters_that_go_the_same_way_are_added_up(seed: int) -> None:
    game, less = played(seed), 0
    for reader in range(game.seats):
        view = game.view(reader)
        lines = {line.n: line for line in log_lines(view)}
        shown, waiting = 0, 0
        for entry in view.ledger:
            waiting += entry.amount
            if entry.n in lines:
                if entry.cause == "transfer":
                    assert f" {waiting} pool" in lines[entry.n].text
                shown += waiting
                waiting = 0
        assert shown == sum(entry.amount for entry in view.ledger)
        less += len(view.ledger) - sum(line.kind.startswith("entry.") for line in lines.values())
    assert less


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_put_onto_cards_that_lie_face_down_is_one_line_and_names_none(lang: str) -> None:
    game, hidden = played(3), 0
    for reader in (None, *range(game.seats)):
        view = game.view(reader)
        entries = {entry.n: entry for entry in view.ledger}
        lines = [line for line in log_lines(view, lang) if line.kind == "entry.transfer"]
        for line in lines:
            target = entries[line.n].target
            if target.card is None:
                assert target.seat != reader
                assert not [card.named(lang) for card in practice_set().values() if card.named(lang) in line.text]
                hidden += f"{entries[line.n].amount} pool" not in line.text.lower()
        for line, after in pairwise(log_lines(view, lang)):
            unknown = [entries[one.n].target.card is None for one in (line, after) if one.kind == "entry.transfer"]
            assert unknown != [True, True], (line, after)
    assert hidden, "several transfers in one line"


def test_a_phase_in_which_nothing_happens_has_no_line() -> None:
    lines = log_lines(played(3).view(None))
    for line, after in pairwise(lines):
        assert (line.kind, after.kind) not in {("phase", "phase"), ("phase", "turn")}
