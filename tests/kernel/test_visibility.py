"""One visibility: what an observation holds, what is imagined, and that both follow from one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.kernel.knows import check_imagined, told, whole
from tests.kernel.toy import ACTIONS, COINS, GIVEN, HAND, KNOWN, REST, RULES, Hush, Lay, Pass, Stay
from vendetta_kit.kernel import agenda, game
from vendetta_kit.kernel.decisions import DecisionKind
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.state import ANSWER, ASKER, CHOICES, MAX_SEATS, NUMBERS, QUESTION, RNG, WHO, ZONES, blank
from vendetta_kit.kernel.visibility import (
    NOBODY,
    NOTES,
    OPEN,
    OWNER,
    UNKNOWN,
    Places,
    VisibilityTable,
    is_back,
)


def moments(seats: int = 4) -> Iterator[Hush]:
    """Every moment of some games."""
    for seed in range(6):
        g, rng = Hush.new(seats, seed), Random(seed)
        while not g.is_over:
            yield g
            seat = rng.choice(list(g.pending))
            g.apply(seat, g.legal(seat).sample(rng))
        yield g


def test_an_imagined_game_looks_the_same_to_who_imagines_it() -> None:
    others = 0
    for k, g in enumerate(moments()):
        for seat in range(g.seats):
            others += check_imagined(g, seat, k)
            assert sorted(sum(g.imagine(seat, Random(k)).z, ())) == sorted(sum(g.z, ())), "the same cards, each once"
    assert others > 400


def test_what_is_hidden_shapes_nothing_that_a_seat_sees_or_imagines() -> None:
    """Two games that differ in hidden parts alone give the same observation, view and imagined games."""
    changed = 0
    for k, g in enumerate(moments()):
        for seat in range(g.seats):
            other = g.copy(record=False)
            places = [(z, i) for z, owner in KNOWN.hidden_zones if owner != seat for i in range(len(g.z[z]))]
            cards = [g.z[z][i] for z, i in places]
            cards = cards[1:] + cards[:1]
            for zone in {z for z, _ in places}:
                other.z[zone] = tuple(card for card, (z, _) in zip(cards, places, strict=True) if z == zone)
            other.n[RNG] = k
            changed += other.z != g.z
            assert told(other.observe(seat)) == told(g.observe(seat))
            assert whole(other.view(seat, log=False)) == whole(g.view(seat, log=False))
            one, two = g.imagine(seat, Random(k)), other.imagine(seat, Random(k))
            assert (one.n, one.z, one.agenda) == (two.n, two.z, two.agenda)
    assert changed > 400


def test_every_place_that_may_hold_a_card_does_in_some_imagined_game() -> None:
    """What was not dealt and what was given away face down is as unknown as a hand."""
    g = Hush.new(3, 5)
    for _ in range(3):
        for seat in range(3):
            g.apply(seat, Stay(False))
    given = g.z[HAND + 1][0]
    g.apply(1, Lay(given))
    assert g.z[GIVEN + 1] == (given,)
    at = Counter(
        next(zone for zone in range(HAND, REST + 1) if given in g.imagine(0, Random(k)).z[zone]) for k in range(600)
    )
    unknown = {HAND + 1: 2, HAND + 2: 3, GIVEN + 1: 1, REST: 9}
    assert set(at) == set(unknown)
    for zone, places in unknown.items():
        assert 0.7 < at[zone] / (600 * places / 15) < 1.3, "each of the 15 places is as likely"
    assert all(g.imagine(1, Random(k)).z[GIVEN + 1] == (given,) for k in range(20)), "who gave it knows it"


def test_a_spectator_sees_what_lies_open_and_nothing_is_theirs_to_do() -> None:
    for g in moments(3):
        o = g.observe(None)
        assert (o.seat, o.reader, len(o.offer)) == (-1, None, 0)
        assert all(is_back(card) for zone, _ in KNOWN.hidden_zones for card in o.z[zone])
        assert o.n[COINS : COINS + 3] == g.n[COINS : COINS + 3]
        assert o.n[RNG] == 0


def test_what_others_have_sealed_is_gone_and_is_drawn_anew() -> None:
    g = Hush.new(3, 1)
    g.apply(0, Stay(False))
    g.apply(1, Stay())
    assert g.observe(0).n[ANSWER : ANSWER + 3] == [Stay(False).code, -1, -1]
    assert g.observe(0).asked == g.observe(None).asked == (2,), "that she has chosen is seen"
    drawn = Counter(g.imagine(0, Random(k)).n[ANSWER + 1] for k in range(60))
    assert set(drawn) == {0, 1}
    assert all(g.imagine(0, Random(k)).n[ANSWER] == Stay(False).code for k in range(10))


def test_who_is_asked_in_a_window_stands_in_nobody_elses_observation() -> None:
    g = Hush.new(3, 3)
    for seat in range(3):
        g.apply(seat, Stay())
    g.apply(0, Pass())
    assert [g.observe(seat).n[WHO] for seat in (0, 1, 2, None)] == [0, 2, 0, 0]
    assert [len(g.observe(seat).offer) for seat in (0, 1, 2, None)] == [0, 4, 0, 0]


def test_an_observation_shares_nothing_with_the_game() -> None:
    g = Hush.new(3, 1)
    n, z = g.n[:], g.z[:]
    o = g.observe(0)
    o.n[COINS], o.z[HAND] = 99, ()
    assert (g.n, g.z) == (n, z)


@pytest.mark.parametrize("seat", [-1, 3, True, "0", 1.0])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    g = Hush.new(3, 1)
    for door in (g.observe, g.view, lambda seat: g.imagine(seat, Random(0))):
        with pytest.raises(ValueError, match="expected a seat from 0 to 2"):
            door(seat)
    with pytest.raises(ValueError, match="expected a seat from 0 to 2"):
        g.imagine(None, Random(0))


# A table with all that it can say: two backs for each seat, what one has seen, a hidden number, a card that asks ----

DECK, HELD, LINE, OUT, SEEN = ZONES, ZONES + 6, ZONES + 12, ZONES + 24, ZONES + 25
LIFE, SECRET = NUMBERS, NUMBERS + 6
ASKS, BIDS = 1, 2
TABLE = VisibilityTable(
    zones=(
        Places(DECK, NOBODY),
        Places(HELD, OWNER),
        Places(LINE, OWNER, 12, each=2),
        Places(OUT, OPEN, 1),
        Places(SEEN, NOTES),
    ),
    numbers=(Places(LIFE, OPEN), Places(SECRET, OWNER, values=(3, 4, 5))),
    back=lambda g, card: card // 100,
    renamed=lambda code, new: new.get(code, code),
)
RICH = game.Rules(
    id="rich",
    actions=ACTIONS,
    kinds=(DecisionKind(""), DecisionKind("choose", card=True), DecisionKind("bid", sealed=True), DecisionKind("over")),
    questions={"which": ()},
    events={},
    causes={},
    options=lambda g, seat, kind: Options(g.z[CHOICES] if kind == ASKS else (7, 8, 9), ACTIONS),
    observe=TABLE.observe,
    imagine=TABLE.imagine,
    view=lambda g, seen, events, ledger: seen,
    moment=RULES.moment,
    begin=RULES.begin,
    scores=RULES.scores,
    winners=RULES.winners,
)


def laid_out() -> game.Game[game.Table]:
    """Two seats; cards 1 to 9 and 101 to 109 are theirs; seat 0 has seen a card in the deck of seat 1."""
    n, z = blank(TABLE.numbers, TABLE.zones)
    n[RNG] = 99
    for seat, base in ((0, 0), (1, 100)):
        z[DECK + seat] = tuple(base + k for k in (1, 2, 3))
        z[HELD + seat] = tuple(base + k for k in (4, 5))
        z[LINE + 2 * seat] = (base + 6,)
        z[LINE + 2 * seat + 1] = (base + 7, base + 8)
        n[LIFE + seat], n[SECRET + seat] = 30, 3 + seat
    z[OUT] = (9, 109)
    z[SEEN] = (102,)
    z[SEEN + 1] = (4, 108)
    return game.Game(game.Table(RICH, ("Ann", "Bob"), {}), n, z, [], None)


def test_a_table_hides_by_place_and_back_and_tells_what_one_has_seen() -> None:
    o = laid_out().observe(0)
    assert o.z[DECK : DECK + 2] == [(-1, -1, -1), (-2, 102, -2)]
    assert o.z[HELD : HELD + 2] == [(4, 5), (-2, -2)]
    assert o.z[LINE : LINE + 4] == [(6,), (7, 8), (-2,), (-2, -2)]
    assert o.z[OUT] == (9, 109)
    assert o.z[SEEN : SEEN + 2] == [(102,), ()]
    assert o.n[LIFE : LIFE + 2] == [30, 30]
    assert o.n[SECRET : SECRET + 2] == [3, UNKNOWN]
    assert laid_out().observe(None).n[SECRET : SECRET + 2] == [UNKNOWN, UNKNOWN]
    assert laid_out().observe(1).z[HELD] == (4, -1)


def test_cards_of_one_back_change_places_and_others_notes_follow_them() -> None:
    g = laid_out()
    found: dict[str, set[Any]] = {"deck": set(), "own": set(), "line": set(), "note": set(), "secret": set()}
    for k in range(80):
        world = g.imagine(0, Random(k))
        assert told(world.observe(0)) == told(g.observe(0))
        assert all(card // 100 == 1 for zone in (DECK + 1, HELD + 1, LINE + 2, LINE + 3) for card in world.z[zone])
        assert world.z[SEEN + 1][0] == 4
        assert world.z[SEEN + 1][1] == world.z[LINE + 3][1], "the note is of the card that lies there"
        found["deck"].add(world.z[DECK + 1][0])
        found["own"].add(world.z[DECK])
        found["line"].add(world.z[LINE + 2])
        found["note"].add(world.z[SEEN + 1][1])
        found["secret"].add(world.n[SECRET + 1])
    assert {name: len(cards) for name, cards in found.items()} == {
        "deck": 7, "own": 6, "line": 7, "note": 7, "secret": 3
    }  # fmt: skip


def test_what_a_card_asks_of_one_is_told_to_nobody_else() -> None:
    g = laid_out()
    agenda.ask(g, 1, "which", (104, 105, 109), (print,), card=106)
    mine, hers = g.observe(1), g.observe(0)
    assert (mine.n[ASKER], mine.z[CHOICES]) == (106, (104, 105, 109))
    assert (hers.n[ASKER], hers.n[QUESTION], hers.z[CHOICES], hers.asked) == (-1, 0, (), (1,))
    asked = set()
    for k in range(40):
        world = g.imagine(0, Random(k))
        assert world.z[CHOICES] == (*world.z[HELD + 1], 109), "she chooses of the hand that she has there"
        assert world.z[LINE + 2] == (world.n[ASKER],)
        asked.add(world.n[ASKER])
        assert g.imagine(1, Random(k)).z[CHOICES] == (104, 105, 109)
    assert len(asked) > 3


def test_a_place_can_neither_be_left_out_nor_named_twice() -> None:
    for zones in ([Places(ZONES + 1)], [Places(ZONES), Places(ZONES + 5)], [Places(ZONES), Places(ZONES + 7)]):
        with pytest.raises(ValueError, match="zones: the next place is"):
            VisibilityTable(zones, [])
    for numbers in ([Places(NUMBERS, OWNER)], [Places(NUMBERS, OPEN, values=(1,))], [Places(NUMBERS, NOTES)]):
        with pytest.raises(ValueError, match=f"numbers: place {NUMBERS} is"):
            VisibilityTable([], numbers)
    assert VisibilityTable([Places(ZONES)], []).zones == ZONES + MAX_SEATS
