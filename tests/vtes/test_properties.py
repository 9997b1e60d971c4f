"""What holds at each step of any game of V:TES: random games from seeds, two to six players, every switch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kernel.knows import check_imagined
from tests.selection import mostly_long
from tests.vtes import every_verb
from vendetta_kit.games.vtes.engine.action_codes import action_of, code_of
from vendetta_kit.games.vtes.engine.actions import Hunt, Move
from vendetta_kit.games.vtes.engine.board import blood, is_tapped, on, one_of_each, printed, seat_of, seats_from
from vendetta_kit.games.vtes.engine.card_play import usable, within_reach
from vendetta_kit.games.vtes.engine.card_verbs import AT_A_BLOCK, TYPES
from vendetta_kit.games.vtes.engine.decision_kinds import REACT
from vendetta_kit.games.vtes.engine.game import Game, begun_by
from vendetta_kit.games.vtes.engine.minion_actions import action_kind
from vendetta_kit.games.vtes.engine.modifiers_and_reactions import could_react, is_now
from vendetta_kit.games.vtes.engine.rules import RULES
from vendetta_kit.games.vtes.engine.state import (
    ACTOR,
    AT,
    ATTACHED,
    BANK,
    BLOCKER,
    CONTESTED,
    FIRST_CARD,
    HAND,
    HELD,
    HOST,
    IN,
    NOTHING,
    PLACES_END,
    POOL,
    READY,
    REGION_NAMES,
    REGIONS_END,
    STAGE,
    TORPOR,
    UNBLOCKED,
    UNCONTROLLED,
    WIDTH,
)
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.event_kinds import FieldKind
from vendetta_kit.kernel.state import ASK, MAX_SEATS, WHO
from vendetta_kit.rulebook import VTES

SEEDS = range(12)
DECISIONS = 300
DECKS = ("whispers", "claw", "court", "household")


def begun(seed: int, **more: Any) -> tuple[Game, Random]:
    """A game of a seed, with players, decks and switches by chance; every second one with cards of all verbs."""
    rng = Random(seed)
    decks: list[Any] = [rng.choice(DECKS) for _ in range(2 + seed % 5)]
    if seed % 2:
        decks, more = [every_verb.deck(k) for k in range(len(decks))], {"cards": every_verb.cards(), **more}
    switches = {name: rng.choice(words) for name, words in RULES.switches.items()}
    return Game.new(decks=decks, seed=seed, **{**switches, "rounds": 20, **more}), rng


def move(game: Game, rng: Random) -> tuple[int, Action]:
    """Any legal action, rare kinds as often as common ones."""
    seat = game.to_act
    assert seat is not None
    legal = sorted(game.legal(seat), key=repr)
    if rng.random() < 0.5:
        kind = rng.choice(sorted({action.do for action in legal}))
        legal = [action for action in legal if action.do == kind]
    return seat, rng.choice(legal)


def steps(game: Game, rng: Random, most: int = DECISIONS) -> Iterator[Game]:
    """Play it, and stop after each decision."""
    for _ in range(most):
        if game.is_over:
            return
        game.apply(*move(game, rng))
        yield game


def state(game: Game) -> Any:
    """All that a game is."""
    return game.n, game.z, game.rows, [(step[0].__name__, *step[1:]) for step in game.agenda]


def total(game: Game) -> int:
    """All counters that there are."""
    cards = len(game.table.owner)
    return game.n[BANK] + sum(game.n[POOL : POOL + game.seats]) + sum(
        blood(game, c) for c in range(FIRST_CARD, cards)
    )  # fmt: skip


@pytest.mark.rules("vtes:COMP-03", "vtes:COMP-09", "vtes:START-02")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_counters_are_conserved_and_never_below_nothing(seed: int) -> None:
    game, rng = begun(seed)
    for _ in steps(game, rng):
        assert total(game) == 30 * game.seats
        assert all(game.n[POOL + s] >= 0 for s in range(game.seats))
        assert all(blood(game, c) >= 0 for c in range(FIRST_CARD, len(game.table.owner)))


@pytest.mark.rules("vtes:COMP-11", "vtes:COMP-04")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_each_card_lies_in_one_region_and_its_row_says_which(seed: int) -> None:
    game, rng = begun(seed)
    for _ in steps(game, rng):
        lying = [(card, k) for k in range(HAND, REGIONS_END) for card in game.z[k]]
        assert sorted(card for card, _ in lying) == list(range(FIRST_CARD, len(game.table.owner)))
        for card, k in lying:
            assert game.rows[AT + card * WIDTH] == k
            host = game.rows[HOST + card * WIDTH]
            if ATTACHED <= k < ATTACHED + MAX_SEATS:
                at = game.rows[AT + host * WIDTH]
                assert any(r <= at < r + MAX_SEATS for r in (READY, TORPOR, CONTESTED)), (card, host)
                assert (at - HAND) % MAX_SEATS == (k - HAND) % MAX_SEATS
            elif not CONTESTED <= k < CONTESTED + MAX_SEATS:
                assert host == -1, (card, k)


@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_copy_undo_fork_save_and_load_give_the_same_game(seed: int, tmp_path: Path) -> None:
    game, rng = begun(seed)
    seen = [state(game.copy())]
    for _ in steps(game, rng, 120):
        seen.append(state(game.copy()))
    for k in range(0, len(seen), 17):
        assert state(game.fork(k)) == seen[k]
    path = str(tmp_path / "game.json")
    game.save(path)
    assert state(Game.load(path)) == seen[-1]
    twin = game.copy()
    while twin.actions:
        twin.undo()
        assert state(twin) == seen[len(twin.actions)]
    assert state(game) == seen[-1]


@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_what_was_found_before_a_seat_is_asked_is_what_it_may_do_when_it_is(seed: int) -> None:
    game, rng = begun(seed, ask_always="no")
    for _ in steps(game, rng):
        seat = game.to_act
        if seat is not None and not game.is_over:
            assert list(game.legal(seat)) == list(game.rules.options(game, seat, game.n[ASK]))


@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_what_was_worked_out_once_is_what_the_cards_say(seed: int) -> None:
    game, rng = begun(seed)
    for _ in steps(game, rng):
        for seat in range(game.seats):
            hand = [(card, printed(game, card)) for card in game.z[HAND + seat]]
            for kind in TYPES:
                first = {record.id: card for card, record in reversed(hand) if record.type == kind}
                assert sorted(one_of_each(game, seat, game.table.of_type[kind])) == sorted(first.values())
            near = [*game.z[HELD + seat], *game.z[READY + seat]]
            near += [c for m in game.z[READY + seat] for c in on(game, m)]
            assert usable(game, seat, game.table.tappable) == [
                c for c in near if printed(game, c).tap and not is_tapped(game, c)
            ]
            assert within_reach(game, seat, game.table.untapping) == [c for c in near if printed(game, c).untap]
            clockwise = [(seat + k) % game.seats for k in range(game.seats)]
            assert list(seats_from(game, seat)) == [s for s in clockwise if game.n[IN] >> s & 1]
            for action in game.legal(seat):
                assert isinstance(action, Move)
                values = [getattr(action, field.name) for field in fields(action) if field.init]
                assert code_of(type(action), *values) == type(action)(*values).code == action.code
                assert action_of(type(action), *values) == action
    for card, record in enumerate(game.table.printed[FIRST_CARD:], FIRST_CARD):
        assert [action_kind(game, card, superior) for superior in (False, True)] == [
            begun_by(record, k) for k in (1, 2)
        ]
        collects = any(effect.verb == "add_to_card" for effect in (*record.tap, *record.untap))
        assert (game.table.purse[card] != NOTHING) == (record.type == "vampire" or record.stock > 0 or collects)
        assert game.table.purse[card] == NOTHING or game.table.bearers[game.table.purse[card] - PLACES_END] == card
    assert game.n[NOTHING] == 0


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_the_same_seed_is_the_same_game(seed: int) -> None:
    ends = []
    for _ in range(2):
        game, rng = begun(seed)
        list(steps(game, rng))
        ends.append((state(game), game.events))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_legal_is_what_has_no_reason_against_it_and_each_reason_a_rule(seed: int) -> None:
    game, rng = begun(seed)
    tried: list[Action] = []
    for k, _ in enumerate(steps(game, rng)):
        if game.is_over:
            break
        seat = game.to_act
        assert seat is not None
        legal = game.legal(seat)
        tried += [action for action in legal if rng.random() < 0.2]
        for action in [*legal, *rng.sample(tried, min(6, len(tried)))] if k % 5 == 0 else ():
            for who in range(game.seats):
                no = game.why_not(who, action)
                assert (no is None) is (action in game.legal(who)), (who, action)
                assert no is None or all(VTES.is_id(rule) for rule in no.rules)
                assert no is None or "not_offered" not in [reason.key for reason in no.reasons], (who, action)


@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_all_that_is_told_has_rules(seed: int) -> None:
    game, rng = begun(seed)
    list(steps(game, rng))
    for told in (*game.events, *game.ledger):
        assert told.rules, told
        assert all(VTES.is_id(rule) for rule in told.rules), told


@pytest.mark.rules("vtes:START-04", "vtes:START-06")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_nobody_can_tell_an_imagined_game_from_the_true_one(seed: int) -> None:
    game, rng = begun(seed)
    for k, _ in enumerate(steps(game, rng)):
        if k % 15:
            continue
        for seat in range(game.seats):
            world = game.imagine(seat, rng)
            one, other = world.observe(seat), game.observe(seat)
            assert (one.n, one.z, one.counters) == (other.n, other.z, other.counters)
            assert list(one.offer) == list(other.offer)
            mine, theirs = (json.dumps(g.view(seat, log=False).to_json()) for g in (game, world))
            assert mine == theirs


@pytest.mark.rules("vtes:RUL-05")
@pytest.mark.parametrize("seed", mostly_long(SEEDS[:6], quick=2))
def test_games_end_under_the_limit_of_rounds(seed: int) -> None:
    game, rng = begun(seed, rounds=3)
    for _ in steps(game, rng, 5000):
        pass
    assert game.is_over
    assert max(event.moment.turn for event in game.events) <= 3 * game.seats


OPEN = ("ready", "torpor", "new", "held", "attached", "contested", "played", "ash", "removed", "ante")


@pytest.mark.rules("vtes:START-06", "vtes:LIB-02", "vtes:START-04")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_what_is_told_to_all_names_no_card_that_is_hidden(seed: int) -> None:
    game, rng = begun(seed)
    first = [k for k, name in enumerate(REGION_NAMES) if name in OPEN]
    seen = 0
    for _ in steps(game, rng):
        shown = {
            game.table.printed[card].id
            for k in first
            for seat in range(game.seats)
            for card in game.z[HAND + k * MAX_SEATS + seat]
        }
        for event in game.events[seen:]:
            if event.kind == "fetched":
                continue  # it lay open in an ash heap until then
            fields = RULES.events[event.kind].fields
            for key, value in event.seen_by(None).data.items():
                told = [value] if fields[key] is FieldKind.CARD else value if fields[key] is FieldKind.CARDS else []
                assert {card for card in told if card is not None} <= shown, (event, value)
        seen = len(game.events)


@pytest.mark.rules("vtes:START-06", "vtes:INF-03")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_the_ledger_names_no_card_that_lies_face_down(seed: int) -> None:
    game, rng = begun(seed)
    open_, hidden, told = {"bank", "pool"}, 0, 0
    for _ in steps(game, rng):
        closed = {
            (seat, game.table.printed[card].id) for seat in range(game.seats) for card in game.z[UNCONTROLLED + seat]
        }
        shown = {
            game.table.printed[card].id
            for k, name in enumerate(REGION_NAMES)
            if name in OPEN
            for seat in range(game.seats)
            for card in game.z[HAND + k * MAX_SEATS + seat]
        }
        for entry in game.ledger[told:]:
            ends = [end for end in (entry.source, entry.target) if end.kind not in open_]
            for reader in (None, *range(game.seats)):
                seen = entry.seen_by(reader)
                assert seen in game.view(reader).ledger
                for end, there in zip((entry.source, entry.target), (seen.source, seen.target), strict=True):
                    assert there.card in (None, end.card)
                    if end in ends and (end.seat, end.card) in closed and end.card not in shown:
                        assert (there.card is not None) is (reader == end.seat)
                        assert seen.card is None or reader == end.seat
                        hidden += there.card is None
        told = len(game.ledger)
    assert hidden


@pytest.mark.rules("vtes:LIB-10")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, quick=3))
def test_nobody_sees_that_another_is_asked_where_that_tells_of_a_hand(seed: int) -> None:
    game, rng = begun(seed, ask_always="no")
    for _ in steps(game, rng):
        asked = {seat for seat in range(game.seats) if game.n[WHO] >> seat & 1}
        for reader in (None, *range(game.seats)):
            seen = set(game.view(reader, log=False).asked)
            quiet = RULES.is_quiet(game.n)
            assert seen == (asked & {reader} if quiet else asked)


@pytest.mark.rules("vtes:LIB-10", "vtes:LIB-02", "vtes:START-06")
@pytest.mark.parametrize("seeds", [SEEDS[:3], pytest.param(SEEDS[3:], marks=pytest.mark.long)], ids=["few", "many"])
def test_a_view_is_the_same_whether_or_not_a_hidden_card_made_the_question(seeds: list[int]) -> None:
    """Who is seen to be asked has a choice in each game that the reader can imagine."""
    kinds = set()
    for seed in seeds:
        game, rng = begun(seed, ask_always="no")
        for k, _ in enumerate(steps(game, rng)):
            if game.is_over or game.n[ASK] == RULES.choose:
                continue
            seat = min(game.pending)
            if len(game.legal(seat)) < 2:
                continue  # she must, for all to see
            for reader in range(game.seats):
                world = game.imagine(reader, Random(k))
                offer = world.legal(seat)
                if reader != seat and len(offer) < 2 and not isinstance(offer[0], Hunt):  # who must hunt is asked
                    seen = game.view(reader, log=False)
                    assert seat not in seen.asked, RULES.kinds[game.n[ASK]].name
                    assert seen.to_json() == world.view(reader, log=False).to_json()
                    kinds.add(RULES.kinds[game.n[ASK]].name)
    assert kinds >= {"master", "strike", "react"}


@pytest.mark.rules("vtes:LIB-10", "vtes:BLOCK-14")
@pytest.mark.parametrize("seeds", [SEEDS[:4], pytest.param(SEEDS[4:], marks=pytest.mark.long)], ids=["few", "many"])
def test_nobody_is_left_out_of_an_action_who_has_something_for_it(seeds: list[int]) -> None:
    """Each card for which a seat is to be asked is among those for which its moment of the action is looked through."""
    found = set()
    for seed in seeds:
        game, rng = begun(seed, ask_always="yes")
        while (seat := game.to_act) is not None:
            if game.n[ASK] == REACT:
                n = game.n
                wanted: set[Any] = {action.card for action in game.legal(seat) if is_now(game, action)}
                assert could_react(game, seat) or not wanted
                moments = [AT_A_BLOCK, UNBLOCKED][: 1 + (n[STAGE] == UNBLOCKED)] if n[BLOCKER] >= 0 else [n[STAGE]]
                acts = seat_of(game, n[ACTOR]) == seat
                assert wanted <= set().union(*[game.table.of_use[moment][acts] for moment in moments])
                found.update([(moments[0], acts) for _ in wanted])
            game.apply(seat, game.legal(seat).sample(rng))
    assert len(found) > 3


@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_game_looks_the_same_to_who_imagines_it(seed: int) -> None:
    game, rng = Game.new(seed=seed, record=False), Random(seed)
    others = 0
    for k in range(500):
        if game.is_over:
            break
        if k % 9 == 0:
            for seat in range(game.seats):
                others += check_imagined(game, seat, k + 1)
        seat = rng.choice(list(game.pending))
        game.apply(seat, game.legal(seat).sample(rng))
    assert others > 30
