"""Imagined worlds: not to be told apart from the real game by the seat that imagines, and made from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.engine.helpers import table
from tests.properties.games import GAMES, begin, choose, each_table, playing, waiting
from tests.properties.test_cards import check_clan_cards, people
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import CARD0, Choose, Drain, Play
from vendetta_kit.games.vendetta.engine.agenda import CHOOSE, KEEP
from vendetta_kit.games.vendetta.engine.card_knowledge import among
from vendetta_kit.games.vendetta.engine.card_tables import BIT, CLAN_CARDS, IDS, NUMBER
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.observation import known_cards
from vendetta_kit.games.vendetta.engine.rounds import cards_looked_at
from vendetta_kit.games.vendetta.engine.state import (
    AMONG,
    BANK_BLOOD,
    BLOOD,
    CARDS,
    CLAN,
    DECK,
    EXACT,
    HAND,
    HELD,
    HERE,
    LOC,
    MAX_SEATS,
    MAYBE,
    OUT,
    PRINTED,
    PRIVATE,
    UP,
)
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.state import ANSWER, ASK, ASKER, CHOICES, RNG


def hidden(game: Game, seat: int) -> tuple[Any, ...]:
    """All that a seat may not know: where the others' cards are, and their sealed answers."""
    others = [other for other in range(game.seats) if other != seat]
    return (
        [game.z[HAND + other] for other in others],
        [game.z[DECK + other] for other in range(game.seats)],
        game.z[CARDS : CARDS + MAX_SEATS * 4],
        answers(game, seat),
    )


def answers(game: Game, seat: int) -> list[int]:
    """The others' sealed answers, -1 where there is none."""
    return [game.n[ANSWER + other] for other in range(game.seats) if other != seat]


def where(game: Game) -> dict[int, tuple[int, int]]:
    """The place of every Clan card: zone and slot."""
    zones = (*range(HAND, HAND + MAX_SEATS), *range(DECK, DECK + MAX_SEATS), *range(CARDS, CARDS + MAX_SEATS * 4))
    return {card: (zone, slot) for zone in zones for slot, card in enumerate(game.z[zone])}


def told(game: Game, seat: int) -> tuple[Any, ...]:
    """All that a seat is told of the state (the log of an imagined world is empty), and all that it may do."""
    return game.view(seat).to_json(log=False), list(game.legal(seat))


def check_what_is_known(view: View, world: Game) -> None:
    """What the view says of hidden cards is so in the imagined world too."""
    for seat in view.seats:
        if seat.seat == view.me:
            assert tuple(IDS[card] for card in world.z[HAND + seat.seat]) == seat.hand
            bottom = seat.deck_bottom or ()
            assert tuple(IDS[card] for card in world.z[DECK + seat.seat][seat.deck_size - len(bottom) :]) == bottom
            assert [NUMBER[card] for card in view.looking_at] == list(world.z[DECK + seat.seat][: len(view.looking_at)])
            continue
        hand = {IDS[card] for card in world.z[HAND + seat.seat]}
        down = {
            IDS[card] for zone in range(CARDS, CARDS + MAX_SEATS * 4) for card in world.z[zone]
            if not world.n[UP] & BIT[card]
        }  # fmt: skip
        assert set(seat.known_hand) <= hand
        assert set(seat.among) <= hand | down


@pytest.mark.rules("RUL-20", "HAND-01", "HAND-04", "PLAN-25", "SET-15", "SET-17", "RES-04", "WDR-02")
@each_table
def test_imagined_worlds(table: str) -> None:
    """The same view, the same options, whole decks; and made of nothing but what the seat knows."""
    varied: Counter[bool] = Counter()
    sealed: Counter[bool] = Counter()
    for number in range(GAMES):
        start = begin(table, number, "imagine", record=False)
        game, rng = start.game, start.rng
        for done, _ in enumerate(playing(start)):
            half_answered = any(answer >= 0 for answer in answers(game, -1))
            if done % 9 and not (half_answered and rng.random() < 0.3):
                continue
            before = fingerprint(game)
            for seat in range(game.seats):
                mine = told(game, seat)
                key = rng.getrandbits(32)
                world = imagine(game, seat, Random(key))
                assert told(world, seat) == mine
                assert world.rec is None
                assert world.n[BANK_BLOOD : BLOOD + MAX_SEATS * 4] == game.n[BANK_BLOOD : BLOOD + MAX_SEATS * 4]
                check_clan_cards(world)
                assert people(world) == people(game)
                check_what_is_known(game.view(seat), world)
                if game.n[ASK] == KEEP:  # whoever has answered already still knows what was looked at
                    assert cards_looked_at(world, seat) == cards_looked_at(game, seat)
                assert world.pending.keys() == game.pending.keys()
                for other in waiting(game):  # the others' questions are as long as they were
                    if other != seat:
                        assert len(world.legal(other)) == len(game.legal(other)) or table.endswith(("all", "relics"))
                assert world.n[RNG] != game.n[RNG]
                varied[hidden(world, seat) != hidden(game, seat)] += 1
                if any(answer >= 0 for answer in answers(game, seat)):
                    assert [answer >= 0 for answer in answers(world, seat)] == [a >= 0 for a in answers(game, seat)]
                    sealed[answers(world, seat) != answers(game, seat)] += 1
                # from another world of the same view the same worlds are imagined: the real one leaves no trace
                for again in (key, key + 1):
                    one, other_one = imagine(game, seat, Random(again)), imagine(world, seat, Random(again))
                    assert fingerprint(one) == fingerprint(other_one)
            assert fingerprint(game) == before
        for seat in range(game.seats):
            assert fingerprint(imagine(game, seat, rng)) != ""
    assert varied[True] > 10 * varied[False]
    assert sealed[True] > sealed[False] / 3 > 0, "sealed answers of others are drawn anew"


@each_table
def test_worlds_are_played_on_like_games(table: str) -> None:
    """From the middle of a game worlds are played to the end; the game itself does not move."""
    start = begin(table, 0, "worlds", record=False)
    game, rng = start.game, start.rng
    for done, _ in enumerate(playing(start)):
        half_answered = any(answer >= 0 for answer in answers(game, -1))
        if done % 25 == 3 or (half_answered and rng.random() < 0.2):
            before = fingerprint(game)
            world = imagine(game, rng.randrange(game.seats), rng)
            while waiting(world):
                seat = rng.choice(waiting(world))
                world.apply(seat, choose(world, seat, rng, True))
                check_clan_cards(world)
            assert world.is_over
            assert fingerprint(game) == before


@pytest.mark.rules("HAND-04", "SET-17")
def test_every_arrangement_is_equally_likely() -> None:
    """A hidden card is in each place as often as the number of places says: the real place is no better."""
    game = Game.new(seats=4, seed=11, clans=["brujah", "tremere", "ventrue", "gangrel"], record=False)
    while game.phase != "planning":
        for seat in waiting(game)[:1]:
            game.apply(seat, game.legal(seat)[0])
    rng = Random(1)
    real = next(card for card in game.z[HAND + 1] if card % 9 not in (7, 8))  # neither Ready nor Hunt: one of seven
    tries = 2100
    found = Counter(where(imagine(game, 0, rng))[real] for _ in range(tries))
    assert len(found) == 7
    assert all(tries / 7 * 0.75 < count < tries / 7 * 1.25 for count in found.values()), found
    own = game.z[DECK]
    tops = Counter(imagine(game, 0, rng).z[DECK][0] for _ in range(tries))
    assert set(tops) == set(own[:-1]), "the own bottom card is known, the rest may come in any order"
    assert all(tries / 5 * 0.75 < count < tries / 5 * 1.25 for count in tops.values()), tops
    assert {imagine(game, 0, rng).z[DECK][-1] for _ in range(20)} == {own[-1]}
    assert len({imagine(game, 0, rng).n[RNG] for _ in range(20)}) == 20


def same_move(game: Game, world: Game, seat: int, action: Action) -> Action:
    """What ``seat`` would have to do in the other world so that it looks the same: play the card in the same place."""
    if isinstance(action, Play) and action.face == "down":
        slot = game.z[HAND + seat].index(NUMBER[action.card])
        return Play(IDS[world.z[HAND + seat][slot]], action.at, action.face, action.blood, action.flips)
    return action


@pytest.mark.rules("PLAN-25", "RUL-20", "PLAN-17")
@each_table
def test_what_happens_tells_nothing_either(table: str) -> None:
    """In the real game and in an imagined one the same is done, and the seat is told the same: every event with its
    rules, every ledger entry, the view after it."""
    met = 0
    for number in range(GAMES):
        start = begin(table, number, "happens", record=False)
        game, rng = start.game, start.rng
        for _ in playing(start):
            view = game.view(None)
            if view.asked not in ("plan", "after_play", "withdraw") or rng.random() < 0.5:
                continue
            seat = rng.choice(waiting(game))
            reader = rng.randrange(game.seats)
            world = imagine(game, reader, rng)
            world.n[RNG] = game.n[RNG]
            action = choose(game, seat, rng, start.eager)
            other_action = same_move(game, world, seat, action)
            opens = type(action).__name__ == "Look" or (isinstance(action, Play) and action.face == "up")
            if (opens and reader != seat) or len(waiting(game)) == 1 == len(world.legal(seat)):
                continue  # what is shown may differ, of course
            if view.asked == "withdraw" and len(waiting(game)) == 1:
                continue
            if type(action).__name__ == "Look" or "NO03" in _up(game):
                continue
            twin = game.copy()
            twin.rec, world.rec = Recorder(), Recorder()
            here = [event.seen_by(reader) for event in twin.apply(seat, action)]
            there = [event.seen_by(reader) for event in world.apply(seat, other_action)]
            assert here == there
            assert twin.ledger == world.ledger
            if twin.phase == game.phase:
                assert told(twin, reader) == told(world, reader)
            met += 1
    assert met > 20


def _up(game: Game) -> set[str]:
    deployed = [card for zone in range(CARDS, CARDS + MAX_SEATS * 4) for card in game.z[zone]]
    return {IDS[card] for card in deployed if game.n[UP] & BIT[card]}


def marked(game: Game) -> dict[str, list[tuple[int, int]]]:
    """Where the cards are that the state marks: held face down, of changed Power, asking, seen by one seat alone."""
    n, at = game.n, where(game)
    held = n[HELD] if n[LOC] >= 0 else 0  # marks of a Location that is resolved are left out
    bits = {"held": held} | {f"seen {k}": n[k] for first in (EXACT, AMONG) for k in range(first + 1, first + 1 + 6)}
    found = {name: sorted(at[card] for card in at if mask & BIT[card]) for name, mask in bits.items()}
    found["printed"] = [at[card] for card in game.z[PRINTED][::2] if card in at]
    found["asking"] = [at[n[ASKER]]] if n[ASK] == CHOOSE and n[ASKER] in at else []
    return found


def test_marks_go_with_the_places() -> None:
    """What is noted of a hidden card belongs to the card in that place, whichever an imagined world puts there."""
    rng = Random("marks")
    met: Counter[str] = Counter()
    for number in range(30 * GAMES):
        clans = ["nosferatu", "gangrel", *rng.sample(["malkavian", "brujah", "tremere", "ventrue", "toreador"], 2)]
        game = Game.new(seats=4, seed=number, clans=clans, record=False)
        while not game.is_over:
            seat = rng.choice(waiting(game))
            game.apply(seat, choose(game, seat, rng, True))
            here = marked(game)
            hidden_marks = here["held"] or here["printed"]
            if hidden_marks or any(places for name, places in here.items() if name.startswith("seen")):
                reader = rng.randrange(4)
                there = marked(imagine(game, reader, rng))
                own = {f"seen {EXACT + 1 + reader}", f"seen {AMONG + 1 + reader}"}
                assert {name: places for name, places in there.items() if name not in own} == {
                    name: places for name, places in here.items() if name not in own
                }
                met.update(name.split()[0] for name, places in here.items() if places)
    assert all(met[name] > 5 for name in ("held", "printed", "seen", "asking")), met


def exchanged(game: Game, reader: int, rng: Random) -> Game:
    """Another true world: hidden cards that ``reader`` cannot tell apart have changed places from the beginning on."""
    twin = game.copy()
    n, z = twin.n, twin.z
    other: dict[int, int] = {}
    for seat in range(game.seats):
        if seat != reader and n[CLAN + seat] >= 0:
            down = [c for zone in z[CARDS : CARDS + MAX_SEATS * 4] for c in zone if c // 9 == n[CLAN + seat]]
            near = [
                c for c in (*z[HAND + seat], *down) if not known_cards(n, -1 if reader is None else reader) & BIT[c]
            ]
            free = [c for c in (*near, *z[DECK + seat]) if not among(n, reader) & BIT[c]]
            other |= dict(zip(free, rng.sample(free, len(free)), strict=True))

    def card(c: int) -> int:
        return other.get(c, c)

    def mask(bits: int) -> int:
        return sum(BIT[card(c)] for c in range(CLAN_CARDS) if bits & BIT[c])

    for zone in (*range(HAND, DECK + MAX_SEATS), *range(CARDS, CARDS + MAX_SEATS * 4)):
        z[zone] = tuple(card(c) for c in z[zone])
    z[CHOICES] = tuple(CARD0 + card(c - CARD0) if CARD0 <= c < CARD0 + CLAN_CARDS else c for c in z[CHOICES])
    n[ASKER] = card(n[ASKER])
    marks = [k + 1 + s for k in (EXACT, AMONG, MAYBE) for s in range(game.seats) if s != reader]
    if n[LOC] >= 0 or rng.random() < 0.5:  # a card that was at an earlier Location may be anywhere by now
        marks += [HELD, HERE]
    for slot in marks:
        n[slot] = mask(n[slot])
    return twin


WHERE_CARDS_HIDE = ("another", "choices", "asker", "held", "here", "over", "seen")


def test_from_all_that_is_hidden_nothing_comes_into_an_imagined_world() -> None:
    """Two true worlds that a seat cannot tell apart give the same imagined worlds, number by number: no old list of
    choices, no mark of a card that was once here, nothing that is still to be done speaks of a hidden card."""
    rng = Random("exchanged")
    met: Counter[str] = Counter()
    for number in range(96 * GAMES):
        clans = ["nosferatu", "malkavian", *rng.sample(["gangrel", "brujah", "tremere", "ventrue", "toreador"], 2)]
        game = Game.new(seats=4, seed=number, clans=clans, relics=number % 3 == 0, teams=number % 4 == 0, record=False)
        while not game.is_over:
            seat = rng.choice(waiting(game))
            game.apply(seat, choose(game, seat, rng, True))
            if rng.random() < 0.85 and not (game.n[ASK] == CHOOSE or game.n[HELD]):
                continue
            reader = rng.randrange(4)
            twin = exchanged(game, reader, rng)
            assert told(twin, reader) == told(game, reader)
            key = rng.getrandbits(32)
            one, two = imagine(game, reader, Random(key)), imagine(twin, reader, Random(key))
            assert [k for k in range(len(one.n)) if one.n[k] != two.n[k]] == []
            assert [k for k in range(len(one.z)) if one.z[k] != two.z[k]] == []
            assert one.agenda == two.agenda
            met["another"] += twin.z != game.z
            met["choices"] += twin.z[CHOICES] != game.z[CHOICES]
            met["asker"] += twin.n[ASKER] != game.n[ASKER]
            met["held"] += twin.n[HELD] != game.n[HELD]
            met["here"] += twin.n[HERE] != game.n[HERE]
            met["over"] += game.n[LOC] < 0 and game.n[HERE] != 0 and twin.z != game.z
            met["seen"] += twin.n[EXACT:PRIVATE] != game.n[EXACT:PRIVATE]
        if number >= 24 * GAMES and all(met[name] > 3 for name in WHERE_CARDS_HIDE):
            return
    raise AssertionError(f"what is rare was not met: {met}")


def seen_by_one_alone(hidden: str) -> Game:
    """Ann's Eyes see what Bob plays; then his third Diablerie token takes all of it out of the game."""
    bob = {"clan": "brujah", "hand": ["BR01", "BR02"], "alliance": ["AL09"], "diablerie": {"up": 2}}
    game = table("Ann 1: NO03", Bob=bob, players=3, start={"turn": "Bob"}, record=False)
    game.apply(1, Play(hidden, 1, "down"))
    game.apply(1, Drain("AL09"))
    return game


def held_face_down(hidden: str) -> Game:
    """One Step Ahead keeps Bob's card down; Show of Force takes his last Blood, and a third token all that is his."""
    bob = {"clan": "tremere", "blood": 1, "alliance": ["AL09"], "diablerie": {"up": 2}}
    lies = ("Ann 1: NO06 NO05", f"Bob 1: ({hidden})", "Dee 1: BR07")
    game = table(*lies, Bob=bob, players=4, step="revelation", ambition="Dee", record=False)
    game.apply(1, Choose(False))
    return game


@pytest.mark.parametrize(
    ("begun", "hidden"), [(seen_by_one_alone, ("BR01", "BR02")), (held_face_down, ("TR01", "TR03"))]
)
def test_what_has_left_the_game_unseen_is_in_no_imagined_world(
    begun: Callable[[str], Game], hidden: tuple[str, str]
) -> None:
    """Two games that went on alike for a third player, with one card or another: he imagines the same."""
    one, two = (begun(card) for card in hidden)
    assert one.n[OUT] == 1 << 1
    assert one.n != two.n
    assert told(one, 2) == told(two, 2)
    here, there = imagine(one, 2, Random(5)), imagine(two, 2, Random(5))
    assert (here.n, here.z, here.agenda) == (there.n, there.z, there.agenda)
