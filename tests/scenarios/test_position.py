"""Games that begin in the middle: what is named lies there, what is not is filled in, and all is that of one box."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from vendetta_kit import BadSetup, Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Play
from vendetta_kit.games.vendetta.engine.card_tables import NUMBER
from vendetta_kit.games.vendetta.engine.game import VERSION
from vendetta_kit.games.vendetta.engine.position import position, prepare
from vendetta_kit.games.vendetta.engine.saves import from_json, to_json
from vendetta_kit.games.vendetta.engine.state import (
    ALLIES,
    BANK_BLOOD,
    BANK_INFLUENCE,
    BLOOD,
    DECK,
    INFL,
    POOL,
    REMOVED,
    VICTIMS,
)
from vendetta_kit.kernel.refusal import BadPosition

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
CLANS = ("brujah", "toreador", "tremere", "malkavian", "nosferatu", "gangrel")
PHASES = ("feed", "location_setup", "hand_building", "planning", "resolution", "end_of_round", "scoring")


def table(seats: int = 4, **more: Any) -> dict[str, Any]:
    """A table of so many seats with clans; ``Ann={...}`` adds to a seat."""
    rows = [
        {"name": name, "clan": clan, **more.pop(name, {})}
        for name, clan in list(zip(NAMES, CLANS, strict=True))[:seats]
    ]
    if seats == 6:
        more.setdefault("variants", {"teams": True})
    return {"seed": 3, "ambition": "Ann", "seats": rows, **more}


def sums(game: Game) -> tuple[int, int]:
    """All Blood and all Influence, wherever it lies."""
    n = game.n
    blood = n[BANK_BLOOD] + sum(n[POOL : POOL + 6]) + sum(n[BLOOD : BLOOD + 24])
    return blood, n[BANK_INFLUENCE] + sum(n[INFL : INFL + 6])


@pytest.mark.rules("COMP-11", "COMP-12", "RUL-13")
def test_the_bank_holds_the_rest_of_the_box_and_may_owe() -> None:
    game = position(table(Ann={"blood": 100, "influence": 90}, deployed=[{"seat": "Bob", "at": 1, "blood": 7}]))
    assert sums(game) == (70, 80)
    assert game.n[BANK_BLOOD] == 70 - 100 - 18 - 7
    assert game.n[BANK_INFLUENCE] == 80 - 90 - 9
    assert game.ledger == ()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_beginning_can_be_played_to_the_end(seats: int, phase: str, number: int) -> None:
    if phase == "end_of_round" and number == 3:
        number = 2
    variants = {"relics": True, "location_cards": True, "teams": seats == 6}
    game = position(table(seats, round=number, start={"phase": phase}, variants=variants))
    rng = random.Random(number)
    while not game.is_over:
        assert sums(game) == (70, 80)
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat).sample(rng))
    assert sums(game) == (70, 80)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.rules("HAND-08", "HAND-09", "V3P-02", "V3P-04")
def test_default_hands_and_decks_are_those_of_the_round(seats: int, number: int) -> None:
    before = {3: (2, 4, 5), 4: (2, 3, 4)}[seats][number - 1]
    after = {3: (4, 5, 6), 4: (3, 4, 5)}[seats][number - 1]
    game = prepare(table(seats, round=number, start={"phase": "hand_building"}))
    assert [(seat.hand_size, seat.deck_size) for seat in game.view(0).seats] == [(before, 9 - before)] * seats
    game = position(table(seats, round=number))
    assert [(seat.hand_size, seat.deck_size) for seat in game.view(0).seats] == [(after, 9 - after)] * seats
    hand = game.view(0).seats[0].hand
    assert hand is not None
    assert {"BR08", "BR09"} <= set(hand)


def test_cards_that_are_deployed_are_not_in_the_hand() -> None:
    deployed = [{"seat": "Ann", "at": 1, "cards": ["BR08", "BR01"]}, {"seat": "Bob", "at": 2, "cards": ["BR02"]}]
    ann = position(table(round=3, deployed=deployed)).view(0).seats[0]
    assert ann.hand is not None
    assert len(ann.hand) == 2
    assert "BR09" in ann.hand
    assert ann.deck_size == 4
    assert not {"BR08", "BR01", "BR02"} & set(ann.hand)


def test_a_deck_that_is_named_is_the_whole_deck() -> None:
    game = prepare(table(Ann={"hand": ["BR08"], "deck": ["BR05", "BR01"]}, start={"phase": "hand_building"}))
    assert game.view(0).seats[0].deck_size == 2
    game = position(table(Ann={"hand": ["BR08"], "deck": ["BR05", "BR01"]}, start={"phase": "hand_building"}))
    assert game.view(0).looking_at == ("BR05", "BR01")


def test_naming_one_thing_leaves_the_rest_as_it_was() -> None:
    plain, named = position(table()), position(table(Ann={"hand": ["BR08"], "blood": 1}))
    for seat in (1, 2, 3):
        assert plain.view(seat).seats[seat].hand == named.view(seat).seats[seat].hand
        assert plain.view(seat).seats[seat].alliance == named.view(seat).seats[seat].alliance
    assert [place.ally for place in plain.view(0).locations] == [place.ally for place in named.view(0).locations]


def test_another_seed_is_another_table() -> None:
    one, two = position(table()), position({**table(), "seed": 4})
    assert one.view(None).seats != two.view(None).seats


def test_clans_relics_and_ambition_that_are_not_named_are_drawn() -> None:
    spec: Mapping[str, Any] = {
        "seats": [{"name": name} for name in NAMES[:5]],
        "variants": {"relics": True, "location_cards": True},
    }
    view = position(spec).view(0)
    assert len({seat.clan for seat in view.seats}) == 5
    assert len({seat.relic for seat in view.seats}) == 5
    assert [place.location_card is not None for place in view.locations] == [True, True, True, False]


@pytest.mark.rules("SET-20", "COMP-04", "COMP-05")
def test_every_ally_and_victim_is_in_one_place() -> None:
    spec = table(Ann={"alliance": ["AL01", "VI05"], "drained": ["VI06"]}, locations=["AL02", None, "AL03"], round=2)
    game = position(spec)
    lying = [card for zone in game.z[VICTIMS : REMOVED + 1] for card in zone]
    view = game.view(0)
    ids = [card for seat in view.seats for card in (*seat.alliance, *seat.drained)]
    ids += [place.ally for place in view.locations if place.ally]
    assert len(lying) + len(ids) == 65
    assert len(set(ids)) == len(ids)
    assert view.seats[0].alliance == ("AL01", "VI05")
    assert len(view.seats[1].alliance) == 1


@pytest.mark.rules("LOC-05", "RES-02")
def test_locations_before_the_one_that_is_resolved_are_done() -> None:
    spec = table(locations=["AL01", "AL02", "AL03"], start={"phase": "resolution", "at": 2})
    game = prepare(spec)
    assert [place.ally for place in game.view(0).locations] == [None, "AL02", "AL03"]
    assert len(game.z[REMOVED]) == 1
    assert len(game.z[ALLIES]) == 27
    assert [item.at for item in game.view(0).agenda if item.name == "location"][:2] == [2, "haven"]


@pytest.mark.rules("LOC-01")
def test_locations_named_before_location_setup_are_those_that_come() -> None:
    game = position(table(locations=["AL01", None, "AL03"], start={"phase": "feed"}, next_random={"ally": ["AL09"]}))
    allies = [place.ally for place in game.view(0).locations]
    assert (allies[0], allies[2]) == ("AL01", "AL03")
    assert allies[1] not in (None, "AL09")


@pytest.mark.parametrize(
    ("deployed", "turn", "number"),
    [
        ({}, "Ann", 1),
        ({}, "Cy", 1),
        ({"Ann": 1}, "Bob", 1),
        ({"Ann": 1, "Bob": 1, "Cy": 1, "Dee": 1}, "Ann", 2),
        ({"Ann": 1, "Bob": 1}, "Ann", 2),
        ({"Ann": 2, "Bob": 1}, "Bob", 2),
        ({"Dee": 2}, "Ann", 3),
        ({"Ann": 3}, "Ann", 3),
    ],
)
@pytest.mark.rules("PLAN-01", "PLAN-02")
def test_which_turn_it_is_follows_from_the_cards_that_lie_there(
    deployed: dict[str, int], turn: str, number: int
) -> None:
    rows = []
    for name, count in deployed.items():
        clan = CLANS[NAMES.index(name)][:2].upper()
        rows.append({"seat": name, "at": 1, "cards": [f"{clan}0{k}" for k in range(1, count + 1)]})
    game = position(table(round=2, deployed=rows, start={"phase": "planning", "turn": turn}))
    seat = NAMES.index(turn)
    assert list(game.pending) == [seat]
    assert game.view(seat).turn_number == number
    left = [item.seat for item in game.view(0).agenda if item.name == "turn"]
    assert len([s for s in left if s is not None]) == (4 - seat - 1) + 4 * (3 - number)


def test_the_number_of_the_turn_can_be_said() -> None:
    game = position(table(round=3, start={"phase": "planning", "turn": "Dee", "number": 4}))
    assert game.view(3).turn_number == 4
    assert next(item.name for item in game.view(0).agenda) == "end_of_planning"


@pytest.mark.rules("SET-16", "HAND-10", "PLAN-25", "RUL-20")
def test_what_others_know_of_a_hand() -> None:
    deployed = [{"seat": "Bob", "at": 1, "cards": ["TO09"], "face": "down"}]
    view = position(table(deployed=deployed)).view(0)
    assert set(view.seats[2].known_hand) == {"TR08", "TR09"}
    assert view.seats[1].known_hand == ()
    assert set(view.seats[1].among) == {"TO08", "TO09"}
    assert view.seats[1].positions[0].cards[0].card is None


def test_what_lies_under_open_eyes_is_known_to_their_player() -> None:
    deployed = [
        {"seat": "Eve", "at": 1, "cards": ["NO03"], "face": "up"},
        {"seat": "Bob", "at": 1, "cards": ["TO01"], "face": "down"},
        {"seat": "Bob", "at": 2, "cards": ["TO02"], "face": "down"},
    ]
    game = position(table(5, deployed=deployed))
    assert [place.cards[0].card for place in game.view(4).seats[1].positions[:2]] == ["TO01", None]
    assert game.view(0).seats[1].positions[0].cards[0].card is None


@pytest.mark.rules("FRZ-01", "FRZ-12")
def test_an_empty_pool_is_a_frenzy_at_once() -> None:
    game = position(table(Bob={"blood": 0, "alliance": ["VI01"]}))
    assert game.view(1).seats[1].drained == ("VI01",)
    assert game.view(1).seats[1].blood == 3
    assert [event.kind for event in game.events][-3:] == ["frenzy", "drain", "turn"]


def test_the_next_random_cards() -> None:
    spec = table(
        Ann={"hand": ["BR07"], "alliance": ["VI01", "VI02", "VI03"], "blood": 1},
        Bob={"blood": 9},
        deployed=[{"seat": "Bob", "at": 1, "cards": ["TO01", "TO08"]}, {"seat": "Ann", "at": 1, "blood": 1}],
        start={"phase": "resolution", "at": 1},
        next_random={"frenzy": ["VI02"], "victim": ["VI30"], "ally": ["AL30"], "deck": ["BR01", "TR01", "BR02"]},
    )
    game = prepare(spec)
    assert game.z[DECK][:2] == (NUMBER["BR01"], NUMBER["BR02"])
    game = position(spec)
    while game.round == 1:
        seat = game.to_act
        assert seat is not None
        legal = game.legal(seat)
        game.apply(seat, Choose(False) if Choose(False) in legal else legal[0])
    view = game.view(0)
    assert view.seats[1].alliance[-1] == "VI30" or "VI30" in view.seats[1].alliance
    assert view.locations[0].ally == "AL30"
    assert view.looking_at == ("BR01", "BR02")


def test_the_aftermath_knows_who_won() -> None:
    deployed = [{"seat": "Ann", "at": 1, "cards": ["BR05"]}, {"seat": "Bob", "at": 1, "cards": ["TO01"], "blood": 9}]
    start = {"phase": "resolution", "at": 1, "step": "aftermath"}
    game = position(table(deployed=deployed, start=start, Ann={"alliance": []}, Bob={"alliance": []}))
    assert game.ledger[0].amount == 2
    game = position(
        table(deployed=deployed, start={**start, "ranking": ["Ann", "Bob"]}, Ann={"alliance": []}, Bob={"alliance": []})
    )
    assert game.ledger[0].amount == 4


def test_a_position_can_be_saved_loaded_and_undone() -> None:
    spec = table(round=2, deployed=[{"seat": "Ann", "at": 1, "cards": ["BR04"], "face": "down", "blood": 2}])
    game = position(spec)
    start = (game.n[:], game.z[:], game.agenda[:])
    game.apply(0, Play("BR08", at=1))
    again = from_json(json.loads(json.dumps(to_json(game))))
    assert (again.n, again.z) == (game.n, game.z)
    game.undo()
    assert (game.n, game.z, game.agenda) == start
    assert game.setup == {"position": {**spec, "rulings": game.table.rulings, "version": VERSION}}


def test_what_is_kept_for_saves_is_a_copy() -> None:
    spec = table()
    game = position(spec)
    spec["seats"][0]["name"] = "Zoe"
    assert game.setup["position"]["seats"][0]["name"] == "Ann"


RESOLUTION = {"phase": "resolution", "at": 1}


@pytest.mark.parametrize(
    ("more", "where", "fault", "expected"),
    [
        ({"x": 1}, "x", "unknown key", "one of variants, rulings, seed, round, "),
        ({"start": {"phase": "end_of_round"}, "round": 3}, "start.phase", "after round 3 there is no end", "scoring"),
        ({"start": {"phase": "set_up"}, "round": 1}, "round", "the set-up is before round 1", "no round"),
        ({"start": {"phase": "set_up"}, "deployed": []}, "deployed", "the set-up comes before that", "no deployed"),
        (
            {"start": {**RESOLUTION, "step": "conflict", "ranking": []}},
            "start.ranking",
            "nobody is ranked at the step conflict",
            "step: aftermath",
        ),
        (
            {"start": {**RESOLUTION, "step": "aftermath", "ranking": ["Ann"]}},
            "start.ranking",
            "somebody is named twice or has nothing at the Location",
            "names of those who are there, best first",
        ),
        (
            {"variants": {"relics": False}, "Ann": {"relic": {"id": "RE01"}}},
            "seats[0].relic",
            "this game is without Relics",
            "variants: {relics: true}",
        ),
        ({"variants": {"location_cards": ["LC01"]}}, "variants.location_cards", "found 1", "2, one for each Location"),
        (
            {"variants": {"teams": [["Ann", "Cy"]]}},
            "variants.teams",
            "found [['Ann', 'Cy']]",
            "each seat in one team: [Ann, Cy], [Bob, Dee]",
        ),
        ({"deployed": [{"seat": "Ann", "at": 1}]}, "deployed[0]", "neither cards nor blood", "at least one of them"),
        (
            {"next_random": {"victim": ["VI01"]}, "Ann": {"alliance": ["VI01"]}},
            "next_random.victim[0]",
            "VI01 lies in seats[0].alliance[0] already",
            "a Victim that is still in the deck",
        ),
        ({"round": 1.0}, "round", "found 1.0", "a whole number from 1 to 3"),
        ({"ambition": object}, "ambition", "nobody is called <class 'object'>", "one of Ann, Bob, Cy, Dee"),
    ],
)
def test_a_table_that_cannot_be_set(more: dict[str, Any], where: str, fault: str, expected: str) -> None:
    with pytest.raises(BadSetup) as caught:
        position(table(**more))
    assert isinstance(caught.value, BadPosition)
    assert str(caught.value).startswith(f"{where}: {fault}")
    assert f"; expected {expected}" in str(caught.value)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ([], "seats: found 0; expected 3 to 6 seats [SET-01]"),
        (3, "seats: found 3; expected a list of 3 to 6 seats"),
        ([{"name": "Ann"}] * 3, "seats[1].name: 'Ann' sits there already; expected a name of its own for each seat"),
        ([{"name": "Ann"}, {"name": "bank"}, {}], "seats[1].name: 'bank' means something else; expected another name"),
        ([{}, {}, {}], "seats[0].name: found nothing; expected a name of at most 40 letters, on one line"),
    ],
)
@pytest.mark.rules("SET-01")
def test_seats_that_cannot_be_taken(seats: Any, message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        position({"seats": seats})
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("seats", "variants", "message"),
    [
        (6, {}, "seats: found 6; expected 3 to 5 seats; six play only in teams [FLOW-04]"),
        (5, {"teams": True}, "variants.teams: there are 5 seats; expected 4 or 6 seats for teams [VTAG-01]"),
    ],
)
@pytest.mark.rules("FLOW-04", "VTAG-01")
def test_how_many_seats_go_with_teams(seats: int, variants: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        position(table(seats, variants=variants))
    assert str(caught.value) == message


def test_a_box_without_any_ally_left() -> None:
    allies = [f"AL{k:02}" for k in range(1, 31)]
    for phase in ("planning", "feed"):
        game = position(table(Ann={"alliance": allies}, start={"phase": phase}))
        assert [place.ally for place in game.view(0).locations] == [None, None, None]
    game = position(table(start={"phase": "feed"}, locations=[None, "AL01", None], next_random={"ally": allies[1:]}))
    assert {place.ally for place in game.view(0).locations} >= {"AL01", "AL02"}
