"""The set-up of Rivals and the frame of its turn: what the rules say, and what holds of every game on the kernel."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import pytest

from tests.selection import mostly_long
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.games.rivals.engine.actions import Act, Done, Mend, Move, Regroup, TakeToken, Unhosted
from vendetta_kit.games.rivals.engine.game import RULES, VERSION, Game
from vendetta_kit.games.rivals.engine.rival_draw import chances
from vendetta_kit.games.rivals.engine.sampled_draws import DRAWS, expected_counts
from vendetta_kit.games.rivals.engine.sampled_draws import sampled_assignments as many
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.refusal import BadPosition, BadSetup, IllegalAction

PLAYERS = (2, 3, 4)
RARE = Fraction(1, 1000)
"""So seldom a count of draws may be out of bounds by chance alone."""


def drawn(seats: int, seed: int, **more: object) -> Game:
    """A game in which all have their Rival: the first turn's Action Phase."""
    game = Game.new(seats, seed, **more)  # type: ignore[arg-type]
    while game.moment.phase == "set_up":
        game.apply(game.to_act, TakeToken())
    return game


def played(seats: int, seed: int, practice: str = "torpor") -> Game:
    game, rng = Game.new(seats, seed, 6, practice), Random(seed)
    for _ in range(120):
        if game.is_over:
            break
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat).sample(rng))
    return game


def prestige(game: Game) -> int:
    return sum(game.n[s.PRESTIGE : s.PRESTIGE + 4]) + sum(game.n[s.BLOOD : s.PARTY]) + sum(game.n[s.MARKED : s.COLOUR])


def whole(game: Game) -> object:
    return game.n[:], game.z[:], game.agenda[:]


def in_play(game: Game, zone: int, seat: int) -> tuple[int, ...]:
    return game.z[zone + seat]


@pytest.mark.rules(
    "rivals:COMP-03", "rivals:SET-01", "rivals:SET-02", "rivals:BEG-01", "rivals:BEG-02", "rivals:CITY-01"
)
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_city_deck_has_23_cards_and_as_many_players_as_are_revealed_first(seats: int) -> None:
    game = drawn(seats, 5)
    made = next(event for event in game.events if event.kind == "city_deck")
    assert (made.data["cards"], made.data["away"]) == (23, 4)
    assert all(s.FIRST_CITY <= card < s.FIRST_CITY + s.EVENTS for card in game.z[s.BOX])
    assert sum(event.kind == "revealed" for event in game.events) == seats
    assert len(game.z[s.CITY]) == 23 - seats
    city = [card for zone in (s.BOX, s.CITY, s.STREETS, s.BURNED) for card in game.z[zone]]
    assert sorted(city) == list(range(s.FIRST_CITY, s.FIRST_CITY + 27))


@pytest.mark.rules(
    "rivals:COMP-06", "rivals:SET-03", "rivals:SET-04", "rivals:SET-06", "rivals:SET-07", "rivals:SET-08",
    "rivals:SET-14", "rivals:SET-15", "rivals:SET-16", "rivals:SET-17", "rivals:VAMP-02",
)  # fmt: skip
@pytest.mark.parametrize("seats", PLAYERS)
def test_prestige_leader_and_hand_after_the_set_up(seats: int) -> None:
    game = drawn(seats, 8)
    for seat in range(seats):
        leader = game.n[s.LEADER + seat]
        potency = s.blood_potency(leader)
        assert potency == max(map(s.blood_potency, s.vampires_of(seat)))
        assert game.z[s.HAVEN + seat] == (leader,)
        assert game.n[s.PRESTIGE + seat] == 20 - potency
        assert game.n[s.BLOOD + s.index_of(leader)] == potency
        assert len(game.z[s.HAND + seat]) == (6 if seat else 5)
        assert (len(game.z[s.LIBRARY + seat]), len(game.z[s.FACTION + seat])) == (36, 4 if seat else 5)
        assert sum(card < s.FIRST_VAMPIRE for card in game.z[s.HAND + seat]) == 4


@pytest.mark.rules("rivals:SET-09", "rivals:SET-10", "rivals:SET-11", "rivals:SET-12", "rivals:SET-13", "rivals:SET-18")
@pytest.mark.parametrize("seats", mostly_long(PLAYERS, quick=1))
def test_draws_are_within_the_bounds_of_the_exact_chances(seats: int) -> None:
    exact, draws = chances(seats), 4 * DRAWS
    found = many(seats, draws)
    assert sum(exact.values()) == 1
    assert found.keys() == exact.keys()
    assert all(rival != k for rivals in exact for k, rival in enumerate(rivals, 1))
    for rivals, chance in exact.items():
        least, most = expected_counts(draws, chance, RARE)
        assert least <= found[rivals] <= most, rivals


def test_so_many_draws_tell_the_exact_chances_from_equal_ones() -> None:
    equal = Fraction(4 * DRAWS, 9)
    bounds = [expected_counts(4 * DRAWS, chance, RARE) for chance in (Fraction(1, 6), Fraction(1, 12))]
    assert not any(least <= equal <= most for least, most in bounds)


@pytest.mark.parametrize(("draws", "chance"), [(7, Fraction(1, 3)), (20, Fraction(1, 12)), (12, Fraction(1, 2))])
def test_the_bounds_of_a_count_are_the_narrowest_that_hold(draws: int, chance: Fraction) -> None:
    def below(k: int, of: Fraction) -> Fraction:
        return sum((comb(draws, j) * of**j * (1 - of) ** (draws - j) for j in range(k)), Fraction())

    least, most = expected_counts(draws, chance, RARE)
    assert below(least, chance) <= RARE / 2 < below(least + 1, chance)
    assert below(draws - most, 1 - chance) <= RARE / 2 < below(draws - most + 1, 1 - chance)


@pytest.mark.rules("rivals:SET-18")
def test_the_nine_ways_of_four_have_the_chances_of_the_list() -> None:
    four = chances(4)
    assert {rivals for rivals, chance in four.items() if chance == Fraction(1, 9)} == {
        rivals for rivals in four if rivals[0] == 2
    }
    assert {rivals for rivals, chance in four.items() if chance == Fraction(1, 6)} == {(3, 1, 4, 2), (4, 1, 2, 3)}
    assert Counter(four.values()) == {Fraction(1, 9): 3, Fraction(1, 6): 2, Fraction(1, 12): 4}


@pytest.mark.rules("rivals:CITY-03", "rivals:CITY-04", "rivals:CITY-05")
def test_an_ongoing_event_lives_exactly_one_round() -> None:
    seen = 0
    for seed in range(12):
        game = played(3, seed, "none")
        up: dict[str, int] = {}
        turn = 0
        for event in game.events:
            if event.kind == "turn":
                turn = event.data["number"]
            elif event.kind == "revealed":
                up[event.data["card"]] = turn
            elif event.kind == "burned":
                ongoing = event.data["card"] in {"C-E01", "C-E02", "C-E03", "C-E04"}
                seen += ongoing
                assert turn - up[event.data["card"]] == (3 if ongoing else 0)
    assert seen > 3


@pytest.mark.rules(
    "rivals:ACT-01", "rivals:ACT-03", "rivals:ACT-04", "rivals:ACT-05", "rivals:MOVE-01",
    "rivals:MOVE-02", "rivals:MOVE-03", "rivals:BEG-04", "rivals:TURN-01", "rivals:HAV-01",
    "rivals:RUL-04", "rivals:END-01",
)  # fmt: skip
def test_the_frame_of_a_turn() -> None:
    game = drawn(2, 3, practice="torpor")
    leader, second = in_play(game, s.HAVEN, 0)
    game.apply(0, Move(leader))
    game.apply(0, Move(second))
    assert game.n[s.ACTIONS_LEFT] == 2, "moving takes no action"
    assert game.n[s.PARTY + s.index_of(leader)] != game.n[s.PARTY + s.index_of(second)]
    game.apply(0, Regroup(second, game.n[s.PARTY + s.index_of(leader)]))
    with pytest.raises(IllegalAction) as back:
        game.apply(0, Move(leader))
    assert back.value.rule == "MOVE-02"
    with pytest.raises(IllegalAction) as early:
        game.apply(0, Done())
    assert early.value.rule == "ACT-01"
    game.apply(0, Act(leader))
    assert game.n[s.PARTY + s.index_of(leader)] == game.n[s.PARTY + s.index_of(second)], "it stays in its party"
    with pytest.raises(IllegalAction) as again:
        game.apply(0, Act(leader))
    assert again.value.rule == "ACT-04"
    with pytest.raises(IllegalAction) as grouped:
        game.apply(0, Regroup(leader, 2))
    assert grouped.value.rule == "MOVE-03"
    third_one = Game.new(2, 3, practice="torpor")
    home = in_play(third_one, s.HAVEN, 0)[0]
    third_one.apply(0, Act(home))
    with pytest.raises(IllegalAction) as tired:
        third_one.apply(0, Move(home))
    assert tired.value.rule == "MOVE-01"
    game.apply(0, Unhosted())
    with pytest.raises(IllegalAction) as third:
        game.apply(0, Unhosted())
    assert third.value.rule == "ACT-01"
    assert list(game.legal(0)) == [Done()], "it is time for the End Phase"
    for late in (Move(home), Regroup(second, 2)):
        why = game.why_not(0, late)
        assert why is not None
        assert why.rules == ("END-01",)
        assert "End Phase" in why.text("en")
        assert "Endphase" in why.text("de")
    for _ in range(3):  # the Action Phase, mending, where the text ends
        game.apply(0, Done())
    for action in (Unhosted(), Unhosted(), Done(), Done(), Done()):
        game.apply(1, action)
    assert game.to_act == 0
    assert set(in_play(game, s.HAVEN, 0)) >= {leader, second}
    assert game.n[s.EXHAUSTED] == 0


@pytest.mark.rules(
    "rivals:END-01", "rivals:END-02", "rivals:END-03", "rivals:END-04", "rivals:VAMP-04", "rivals:RUL-05"
)
def test_torpor_mending_and_where_the_text_ends() -> None:
    game = drawn(2, 4, practice="torpor")
    (asleep,), (leader, weak) = in_play(game, s.TORPOR, 0), in_play(game, s.HAVEN, 0)
    for action in (Unhosted(), Unhosted(), Done()):
        game.apply(0, action)
    assert game.n[s.BLOOD + s.index_of(asleep)] == s.blood_potency(asleep) - 1
    one, two, *_ = in_play(game, s.HAND, 0)
    with pytest.raises(IllegalAction) as full:
        game.apply(0, Mend(leader, one))
    assert full.value.rule == "END-03"
    with pytest.raises(IllegalAction) as moved:
        game.apply(0, Move(weak))
    assert moved.value.rule == "MOVE-01"
    game.apply(0, Mend(asleep, one))
    assert asleep in in_play(game, s.HAVEN, 0)
    assert in_play(game, s.TORPOR, 0) == ()
    game.apply(0, Mend(weak, two))
    assert game.n[s.BLOOD + s.index_of(weak)] == 2
    with pytest.raises(IllegalAction):
        game.apply(0, Mend(weak, in_play(game, s.HAND, 0)[0]))
    game.apply(0, Done())
    assert game.events[-1].kind == "text_ends"
    assert list(game.legal(0)) == [Done()]


def laid(version: int = VERSION, phase: str = "action", **ann: object) -> Game:
    """A table of two at which Ann is to act."""
    seats = [{"name": "Ann", **ann}, {"name": "Bob", "haven": ["2-V1"]}]
    return Game.position({"seats": seats, "turn": "Ann", "phase": phase}, version=version)


@pytest.mark.rules("rivals:MOVE-03", "rivals:RUL-07")
def test_a_ready_vampire_joins_any_party_of_its_own_in_the_streets() -> None:
    one, two, three = s.vampires_of(0)[:3]
    out = [{"card": "1-V1", "party": 6, "exhausted": True}, {"card": "1-V2", "party": 7}]
    game = laid(haven=["1-V3"], streets=out)
    assert {action.party for action in game.legal(0) if isinstance(action, Regroup)} == {1, 2, 6}
    game.apply(0, Move(three))
    assert game.n[s.PARTY + s.index_of(three)] not in {6, 7}, "it comes alone"
    game.apply(0, Regroup(three, 6))
    assert game.n[s.PARTY + s.index_of(three)] == game.n[s.PARTY + s.index_of(one)]
    with pytest.raises(IllegalAction) as nobodys:
        game.apply(0, Regroup(two, 5))
    assert nobodys.value.rule == "MOVE-03"
    at_the_end = laid(phase="end", streets=out).why_not(0, Regroup(two, 1))
    assert at_the_end is not None
    assert at_the_end.rules == ("MOVE-03",)
    assert "names no phase" in at_the_end.text()


@pytest.mark.rules("rivals:END-04", "rivals:RUL-06")
@pytest.mark.parametrize("version", [1, VERSION])
def test_a_vampire_that_wakes_is_ready(version: int) -> None:
    asleep = {"card": "1-V4", "blood": 3, "exhausted": True}
    game = laid(version, "end", haven=[{"card": "1-V1", "exhausted": True}], torpor=[asleep])
    assert in_play(game, s.HAVEN, 0) == (s.vampires_of(0)[0], s.vampires_of(0)[3])
    assert game.view(0).exhausted == (("1-V1", "1-V4") if version == 1 else ("1-V1",))


def test_a_save_without_a_version_goes_on_by_the_first() -> None:
    """Vampires move after the second action there; ``tests/frozen`` has such saves as files."""
    position = laid(haven=["1-V1", "1-V2"]).setup["position"]
    for setup in ({"seats": 2, "seed": 3}, {"position": position}):
        game = saves.begin(setup, RULES, "save")
        assert game.setup["version"] == 1
        game.apply(0, Unhosted())
        game.apply(0, Unhosted())
        assert Move(s.vampires_of(0)[0]) in game.legal(0)
        game.apply(0, Move(s.vampires_of(0)[0]))
        assert game.legal(0)[-1] == Done()
        again = saves.from_json(json.loads(json.dumps(saves.to_json(game))), RULES)
        assert whole(again) == whole(game)
        today = saves.begin({**setup, "version": VERSION}, RULES, "save")
        today.apply(0, Unhosted())
        today.apply(0, Unhosted())
        assert list(today.legal(0)) == [Done()]


@pytest.mark.parametrize("version", [0, VERSION + 1, True, "new"])
def test_a_save_of_a_version_that_there_is_not_gets_one_line(version: object) -> None:
    for game in (Game.new(2, 3), laid(haven=["1-V1"])):
        row = saves.to_json(game)
        row["setup"]["version"] = version
        with pytest.raises(saves.BadSave) as bad:
            saves.from_json(row, RULES)
        assert "version" in str(bad.value)
        assert "\n" not in str(bad.value)


@pytest.mark.rules("rivals:SET-01")
def test_no_more_than_six_events_can_be_laid() -> None:
    row = {"seats": [{"name": "Ann", "haven": ["1-V1"]}, {"name": "Bob", "haven": ["2-V1"]}], "streets": ["C-E01"]}
    game = Game.position({**row, "city": [f"C-E{k:02}" for k in range(2, 7)]})
    assert [s.card_id(card) for card in game.z[s.BOX]] == ["C-E07", "C-E08", "C-E09", "C-E10"]
    with pytest.raises(BadPosition) as bad:
        Game.position({**row, "city": [f"C-E{k:02}" for k in range(2, 8)]})
    assert "\n" not in str(bad.value)
    assert "the other 4 are in the box" in str(bad.value)
    assert len(Game.position({**row, "city": [f"C-E{k:02}" for k in range(2, 11)]}, version=1).z[s.BOX]) == 0


@pytest.mark.parametrize("seats", PLAYERS)
def test_nothing_is_lost_and_every_game_stops(seats: int) -> None:
    for seed in range(6):
        game = Game.new(seats, seed, 6, "torpor")
        before = prestige(game) + game.n[s.SUPPLY]
        game = played(seats, seed)
        assert prestige(game) + game.n[s.SUPPLY] == before
        cards = [card for zone in game.z[s.LIBRARY :] for card in zone if card < s.FIRST_TOKEN]
        assert len(cards) == len(set(cards)) == 47 * seats + 27


@pytest.mark.parametrize("seats", PLAYERS)
def test_undo_and_saves(seats: int) -> None:
    game = played(seats, 7)
    row = json.loads(json.dumps(saves.to_json(game)))
    assert row["format"] == "rivals-save/1"
    assert whole(saves.from_json(row, RULES)) == whole(game)
    states = [whole(game.fork(k)) for k in range(len(game.actions) + 1)]
    while game.actions:
        game.undo()
        assert whole(game) == states[len(game.actions)]


@pytest.mark.parametrize("seats", PLAYERS)
def test_legal_if_and_only_if_nothing_speaks_against_it(seats: int) -> None:
    game, rng = Game.new(seats, 2, 4, "torpor"), Random(2)
    everything = [TakeToken(), Done(), Unhosted()]
    everything += [kind(card) for kind in (Move, Act) for card in s.vampires_of(0)]
    everything += [Regroup(card, party) for card in s.vampires_of(0) for party in (1, 2)]
    everything += [Mend(card, paid) for card in s.vampires_of(0) for paid in (1, 2, 3)]
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        for action in everything:
            assert (game.why_not(seat, action) is None) == (action in game.legal(seat)), action
        game.apply(seat, game.legal(seat).sample(rng))


@pytest.mark.parametrize("seats", PLAYERS)
def test_no_reader_learns_what_is_hidden(seats: int) -> None:
    for seed in range(3):
        game = played(seats, seed)
        for reader in (*range(seats), None):
            view = game.view(reader)
            own = () if reader is None else game.z[s.HAND + reader]
            hidden = {s.card_id(card) for zone in (s.BOX, s.CITY, s.TOKENS) for card in game.z[zone]}
            for seat in range(seats):
                for zone in (s.LIBRARY, s.FACTION, s.HAND):
                    hidden |= {s.card_id(card) for card in game.z[zone + seat] if card not in own}
            told = json.dumps(view.to_json())
            assert not [name for name in hidden if f'"{name}"' in told]
            if reader is not None:
                imagined = game.imagine(reader, Random(seed))
                seen, again = game.observe(reader), imagined.observe(reader)
                assert all(s.FIRST_CITY <= card < s.FIRST_CITY + s.EVENTS for card in imagined.z[s.BOX])
                assert (again.n, again.z, again.asked) == (seen.n, seen.z, seen.asked)


@pytest.mark.parametrize("seats", [3, 4])
def test_who_took_the_own_token_shows_that_and_no_more(seats: int) -> None:
    """All see the own number that is put back; where it lies then, and which token is which, nobody can tell."""
    back = 0
    for seed in range(40):
        game = Game.new(seats, seed)
        while game.moment.phase == "set_up":
            mixed = game.z[s.TOKENS]
            own = [event for event in game.events if event.kind == "own_token"]
            assert all(event.data["card"] == f"R{event.seat + 1}" for event in own)
            named = {event.data["card"] for event in own}
            for reader in (*range(seats), None):
                seen = json.dumps(game.view(reader).to_json())
                assert not [card for card in mixed if s.card_id(card) not in named and f'"{s.card_id(card)}"' in seen]
                for turned in (mixed[::-1], mixed[1:] + mixed[:1]):
                    other = game.copy()
                    other.z[s.TOKENS] = turned
                    assert json.dumps(other.view(reader).to_json()) == seen
                    assert (other.observe(reader).n, other.observe(reader).z) == (
                        game.observe(reader).n,
                        game.observe(reader).z,
                    )
            seat = game.to_act
            assert seat is not None
            game.apply(seat, TakeToken())
        back += sum(event.kind == "own_token" for event in game.events)
    assert back > 5, "some took their own"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"seats": 5},
        {"turns": 0},
        {"practice": "war"},
        {"version": 3},
        {"seed": True},
        {"names": ["Ann", "Ann"]},
    ],
)
def test_a_wrong_set_up_gets_one_line(wrong: dict[str, object]) -> None:
    with pytest.raises(BadSetup) as bad:
        Game.new(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(bad.value)
    assert next(iter(wrong)) in str(bad.value)


def test_reasons_are_there_in_both_languages() -> None:
    game = drawn(2, 3)
    why = game.why_not(0, Done())
    assert why is not None
    assert why.text("en") != why.text("de")
