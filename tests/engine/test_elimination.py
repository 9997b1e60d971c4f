"""The third Diablerie token: what leaves, what stays, and who plays on (DIAB-03, RUL-14, RUL-15)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.helpers import (
    ally,
    answer_all,
    asked,
    by_default,
    do,
    entries,
    events,
    faces,
    hand,
    influence,
    moves,
    ranking,
    refused,
    resolve,
    seat,
    seat_of,
    table,
    to_phase,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Play, Stay

ON_THE_BRINK = {"alliance": ["AL09"], "diablerie": {"up": 2}}
"""One Vampire more and this player is out; Marcel is the only card to Drain."""


def planning(name: str = "Ann", **more: Any) -> Game:
    """A Planning turn of somebody who may Drain Marcel for a third token."""
    seats = {name: {**ON_THE_BRINK, "hand": ["BR04", "BR05", "BR06"], **more.pop(name, {})}}
    return table(*more.pop("lies", ()), ambition=more.pop("ambition", name), **seats, **more)


def in_frenzy(**more: Any) -> Game:
    """Ann's Show of Force takes Bob's last Blood; he is on the brink."""
    lies = more.pop("lies", ("Ann 1: BR07", "Bob 1: GA03 +2", "Cy 1: TO07"))
    bob = {**ON_THE_BRINK, "blood": 1, **more.pop("Bob", {})}
    return table(*lies, step="preparation", Bob=bob, **more)


# What leaves -----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-14")
def test_all_that_is_theirs_leaves_the_game() -> None:
    game = resolve(
        in_frenzy(
            lies=("Ann 1: BR07", "Bob 1: GA03 +2", "Bob 2: (GA04)", "Cy 1: TO07"),
            Bob={"drained": ["VI05", "AL10"], "influence": 4, "hand": ["GA08"]},
        )
    )
    bob = seat(game, "Bob")
    assert (bob.blood, bob.influence, bob.hand_size, bob.deck_size) == (0, 0, 0, 0)
    assert (bob.alliance, bob.drained, bob.score) == ((), (), None)
    assert all((spot.blood, spot.cards) == (0, ()) for spot in bob.positions)
    left = moves(game, cause="eliminated")
    assert ("Bob", "bank", 4) in left  # Influence, and by chance also Marcel's Blood
    assert ("Bob 1", "bank", 2) in left
    assert all("RUL-14" in entry.rules for entry in entries(game, cause="eliminated"))


@pytest.mark.rules("RUL-14")
def test_their_cards_and_tokens_do_not_come_back() -> None:
    game = answer_all(in_frenzy(), lambda g: g.is_over)
    assert not [e for e in events(game, "ally_placed") if e.get("card") == "AL09"]
    assert seat(game, "Bob").hand_size == 0
    assert game.scores[1] is None


@pytest.mark.rules("RUL-14", "KIT-12")
def test_somebody_elses_card_on_the_position_goes_back_to_its_owner() -> None:
    game = in_frenzy(
        lies=("Ann 1: BR07", "Bob 1: MA01 TO07", "Cy 1: TO01"),
        Bob={"clan": "malkavian"},
        Cy={"clan": "toreador", "hand": []},
    )
    resolve(game)
    assert "TO07" in hand(game, "Cy")
    assert faces(game, "Bob", 1) == {}


@pytest.mark.rules("RUL-14")
def test_their_card_on_somebody_elses_position_leaves_too() -> None:
    game = in_frenzy(
        lies=("Ann 1: BR07", "Cy 1: MA08 GA03", "Bob 1: +1"), Bob={"clan": "gangrel"}, Cy={"clan": "malkavian"}
    )
    assert faces(game, "Cy", 1) == {"MA08": "up"}
    resolve(game)
    assert ranking(game) == ["Ann", "Cy"]


# What follows ----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-14")
def test_they_are_not_ranked() -> None:
    game = resolve(in_frenzy())  # Bob would have won: 1 + 2×2 against 3 and 3
    assert ranking(game) == ["Ann", "Cy"]
    assert influence(game, "Bob") == 0


@pytest.mark.rules("RUL-14", "GLOS-17")
def test_they_are_nobodys_rival() -> None:
    game = resolve(in_frenzy(lies=("Ann 1: BR07 BR04", "Bob 1: GA03", "Cy 1: TO07")))
    assert [(a, b) for a, b, _ in moves(game, cause="lose", card="BR04")] == [("Cy", "bank")]
    assert len(events(game, "frenzy")) == 1


@pytest.mark.rules("RUL-14")
@pytest.mark.parametrize(
    ("players", "holder", "out", "then"),
    [(4, "Ann", [], "Bob"), (4, "Dee", [], "Ann"), (4, "Ann", ["Bob"], "Cy"), (5, "Dee", ["Eve", "Ann"], "Bob")],
)
def test_ambition_passes_clockwise(players: int, holder: str, out: list[str], then: str) -> None:
    everybody = {
        name: {"alliance": [card], "diablerie": {"up": 2}}
        for name, card in zip(("Ann", "Bob", "Cy", "Dee", "Eve"), ("AL09", "AL10", "AL01", "AL02", "AL03"), strict=True)
        if name in [holder, *out]
    }
    first = out[0] if out else holder
    game = table(players=players, ambition=holder, start={"phase": "planning", "turn": first}, **everybody)
    for name in out:
        while asked(game) != (name, "plan"):
            player = (asked(game) or ("", ""))[0]
            do(game, player, by_default(game, player))
        do(game, name, Drain(everybody[name]["alliance"][0]))
    assert game.view(None).ambition == seat_of(game, holder)
    answer_all(game, lambda g: asked(g) == (holder, "plan"))
    do(game, holder, Drain(everybody[holder]["alliance"][0]))
    assert game.view(None).ambition == seat_of(game, then)
    assert "RUL-14" in events(game, "ambition")[-1].rules


@pytest.mark.rules("RUL-14", "SET-03")
def test_the_order_of_play_closes_the_gap() -> None:
    game = planning("Bob", ambition="Ann", start={"phase": "planning", "turn": "Bob"})
    do(game, "Bob", Drain("AL09"))
    assert game.view(None).order == (0, 2, 3)
    assert asked(game) == ("Cy", "plan")


@pytest.mark.rules("RUL-14")
def test_the_others_keep_their_turns_and_locations() -> None:
    game = planning("Eve", ambition="Eve", players=5)
    do(game, "Eve", Drain("AL09"))
    to_phase(game, "resolution")
    turns = [event.seat for event in events(game, "turn")]
    assert [turns.count(s) for s in range(5)] == [2, 2, 2, 2, 1]
    assert [place.at for place in game.view(None).locations] == [1, 2, 3, "haven"]
    answer_all(game, lambda g: g.round == 2 and g.phase == "planning")
    assert None not in {place.ally for place in game.view(None).locations}
    to_phase(game, "resolution")
    assert [[e.seat for e in events(game, "turn") if e.moment.round == 2].count(s) for s in range(5)] == [3, 3, 3, 3, 0]


@pytest.mark.rules("RUL-14")
def test_they_are_asked_nothing_more() -> None:
    game = planning("Bob", ambition="Bob")
    do(game, "Bob", Drain("AL09"))
    while not game.is_over:
        assert 1 not in game.pending
        assert len(game.legal(1)) == 0
        name = game.names[game.to_act or 0]
        do(game, name, by_default(game, name))
    assert game.winner != 1


@pytest.mark.rules("RUL-14")
@pytest.mark.parametrize("action", [Play("BR04", 1), EndTurn(), Stay(), Drain("AL09")], ids=repr)
def test_what_they_try_is_refused(action: Any) -> None:
    game = planning("Bob", ambition="Bob")
    do(game, "Bob", Drain("AL09"))
    assert refused(game, "Bob", action).rule == "RUL-14"


@pytest.mark.rules("RUL-14", "EOG-04")
def test_who_is_out_cannot_win() -> None:
    game = planning("Ann", Ann={"influence": 60}, round=3)
    do(game, "Ann", Drain("AL09"))
    answer_all(game, lambda g: g.is_over)
    assert game.scores[0] is None
    assert game.winner in (1, 2, 3)
    assert 0 not in events(game, "game_over")[0].get("ranking")


@pytest.mark.rules("RUL-14")
def test_the_last_one_left_has_won_at_once() -> None:
    seats = {name: {"alliance": [card], "diablerie": {"up": 2}} for name, card in (("Ann", "AL09"), ("Bob", "AL10"))}
    game = table(players=3, **seats, Cy={"influence": 0})
    do(game, "Ann", Drain("AL09"))
    assert not game.is_over
    do(game, "Bob", Drain("AL10"))
    assert game.is_over
    assert game.winner == 2
    assert game.round == 1
    assert "RUL-14" in events(game, "game_over")[0].rules
    assert game.scores == (None, None, 1)


@pytest.mark.rules("RUL-14", "FRZ-01")
def test_one_effect_can_end_the_game() -> None:
    seats = {"Bob": {**ON_THE_BRINK, "blood": 1}, "Cy": {"alliance": ["AL10"], "diablerie": {"up": 2}, "blood": 1}}
    game = table("Ann 1: BR07", "Bob 1: GA03", "Cy 1: TO07", players=3, step="preparation", **seats)
    assert game.is_over
    assert game.winner == 0
    assert len(entries(game, cause="frenzy_paid")) == 2


@pytest.mark.rules("RUL-14")
def test_the_turn_of_who_leaves_after_the_play_is_over() -> None:
    game = planning("Ann", ambition="Ann")
    do(game, "Ann", Play("BR04", 1), Drain("AL09"))
    assert asked(game) == ("Bob", "plan")
    assert faces(game, "Ann", 1) == {}


@pytest.mark.rules("RUL-14", "CONF-08")
def test_a_location_that_only_they_held_is_nobodys() -> None:
    game = table(
        "Ann 1: +1",
        "Bob 1: GA05",
        step="preparation",
        Bob={**ON_THE_BRINK, "blood": 2},
        locations=["AL20", "AL21", "AL22"],
        rulings={"last_blood": "allow"},
    )
    # Fearless takes the whole Pool down and so Bob out of the game
    answer_all(game, lambda g: asked(g) == ("Bob", "swap"))
    do(game, "Bob", *[a for a in game.legal(1) if a.to_json().get("value") is True])
    assert seat(game, "Bob").out
    resolve(game)
    assert ranking(game) == []
    assert ally(game, 1) is None
    assert events(game, "ally_removed", at=1)[0].get("card") == "AL20"


@pytest.mark.rules("RUL-14")
def test_a_game_with_eliminations_always_ends() -> None:
    ended = set()
    for seed in range(12):
        brink = {
            name: {"alliance": [card], "diablerie": {"up": 2}, "blood": 2}
            for name, card in zip(("Ann", "Bob", "Cy", "Dee"), ("AL09", "AL10", "AL12", "AL13"), strict=True)
        }
        game, rng = table(seed=seed, **brink), Random(seed)
        while not game.is_over:
            who = rng.choice(sorted(game.pending))
            assert not game.view(None).seats[who].out
            game.apply(who, game.legal(who).sample(rng))
        alive = [player.seat for player in game.view(None).seats if not player.out]
        assert game.winner in alive
        ended.add(len(alive))
    assert 1 in ended


@pytest.mark.rules("KIT-10", "RUL-14")
def test_teams_end_when_only_one_is_left() -> None:
    seats = {
        name: {"alliance": [card], "diablerie": {"up": 2}}
        for name, card in (("Ann", "AL09"), ("Bob", "AL10"), ("Cy", "AL01"))
    }
    game = table(variants={"teams": True}, **seats)
    do(game, "Ann", Drain("AL09"))
    do(game, "Bob", Drain("AL10"))  # the teams are Ann and Cy, Bob and Dee
    assert not game.is_over
    do(game, "Cy", Drain("AL01"))
    assert game.is_over
    assert game.winners == (1, 3)
    assert "KIT-10" in events(game, "game_over")[0].rules


@pytest.mark.rules("KIT-10")
def test_two_of_one_team_are_one_team() -> None:
    seats = {name: {"alliance": [card], "diablerie": {"up": 2}} for name, card in (("Bob", "AL10"), ("Dee", "AL01"))}
    game = table(variants={"teams": True}, ambition="Bob", **seats)
    do(game, "Bob", Drain("AL10"))
    answer_all(game, lambda g: asked(g) == ("Dee", "plan"))
    do(game, "Dee", Drain("AL01"))
    assert game.is_over
    assert game.winners == (0, 2)


@pytest.mark.rules("RUL-14")
def test_the_next_round_goes_on_without_them() -> None:
    game = to_phase(in_frenzy(), "hand_building")
    assert sorted(game.pending) == [0, 2, 3]
    assert seat(to_phase(game, "planning"), "Bob").hand_size == 0


@pytest.mark.rules("RUL-14", "CONTR-06")
def test_a_winner_who_is_out_pays_no_toll() -> None:
    # Bob has won; Ann's Hunt sends him out of the game before Cy's Hunt asks the winner
    lies = ("Ann 1: BR09", "Bob 1: GA06", "Cy 1: VE09")
    ranked = ("Bob", "Ann", "Cy")
    game = table(*lies, step="aftermath", ranking=ranked, Bob={**ON_THE_BRINK, "blood": 1})
    assert seat(game, "Bob").out
    assert "RUL-47" in events(game, "ignored", "Cy")[0].rules
    assert not events(game, "choice")


@pytest.mark.rules("RUL-14")
@pytest.mark.parametrize(
    ("card", "name"),
    [("NO03", "Ann"), ("BR03", "Ann"), ("GA06", "Ann")],
    ids=["Eyes in the Dark", "Challenge", "On the Prowl"],
)
def test_their_passive_cards_work_no_longer(card: str, name: str) -> None:
    at = 2 if card == "BR03" else 1
    game = table(f"Bob {at}: {card}", ambition="Bob", Bob=ON_THE_BRINK, Ann={"hand": ["TO01", "TO02"]})
    do(game, "Bob", Drain("AL09"))
    answer_all(game, lambda g: asked(g) == (name, "plan"))
    do(game, name, Play("TO01", 1))
    assert faces(game, name, 1) == {"TO01": "up"}
    assert seat(game, name).blood == 6
    assert not entries(game, card=card)


@pytest.mark.rules("RUL-14")
def test_their_relic_leaves_too_and_asks_nothing() -> None:
    relics = {
        name: {"relic": {"id": card}}
        for name, card in (("Ann", "RE04"), ("Bob", "RE05"), ("Cy", "RE08"), ("Dee", "RE03"))
    }
    relics["Dee"] |= ON_THE_BRINK
    game = table(ambition="Dee", variants={"relics": True}, **relics)
    do(game, "Dee", Drain("AL09"))
    assert seat(game, "Dee").relic is None
    answer_all(game, lambda g: g.round == 2 and g.phase == "planning")
    assert not events(game, "choice", "Dee")
