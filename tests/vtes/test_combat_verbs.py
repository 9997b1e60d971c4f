"""Verbs of combat beyond the rulebook's examples: their corners, their faults, how greedy uses them, whole games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.bonuses import power
from vendetta_kit.games.vtes.engine.card_reader import read_cards
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import BANK, FIRST_CARD, PLACES_END, POOL, STRENGTH
from vendetta_kit.games.vtes.wording import Words
from vendetta_kit.kernel.refusal import BadPosition


def played(name: str, *verbs: dict[str, Any], **more: Any) -> dict[str, Any]:
    return card(name, "combat", basic=list(verbs), **more)


def gear(name: str, *verbs: dict[str, Any], **more: Any) -> dict[str, Any]:
    return card(name, "equipment", gives=list(verbs), **more)


WHOLE = {"whole_combat": True}
CARDS = [
    *(vampire(name, 6) for name in "AB"),
    card("FIGHT", "action", target="other_minion", basic=[{"combat": True}]),
    played("FAR", {"set_range": "long"}),
    played("NEAR", {"set_range": "close"}),
    played("DROP", {"hands_only": "both"}),
    played("RAGE", {"strength": 1}, WHOLE),
    played("CALM", {"weaken": 3}),
    played("FAST", {"first_strike": True}),
    played("NAILS", {"aggravated_hands": True}, WHOLE),
    played("STAY", {"no_maneuver": True}, {"no_press": True}),
    played("ONCE", {"strength": 1}, {"once_each_combat": True}),
    played("RUN", {"maneuver": "must"}),
    played("AGAIN", {"press": "continue"}),
    played("TWO", {"additional_strikes": 1}),
    played("DODGE", {"strike": {"dodge": True}}),
    played("FLEE", {"strike": {"combat_ends": True}}),
    played("GRAB", {"strike": {"steal": "equipment"}}),
    played("PUNCH", {"strike": {"hands": True, "damage": 2}}),
    played("REEL", {"strike": {"damage": 2, "self_damage": 3}}),
    played("ASH", {"prevent_aggravated": 1}),
    played("PALM", {"prevent_hands": 1}),
    played("BOTH", {"prevent_aggravated": 1}, {"prevent_ordinary": 1}),
    gear("COAT", {"prevent_ordinary": 2}),
    gear("PLATE", {"prevent_weapons": 1}),
    gear("GUN", {"strike": {"damage": 2, "ranged": True}}, {"maneuver": "optional"}, {"ammunition": 2}, sort="weapon"),
    gear("DART", {"strike": {"damage": 1}}, {"ammunition": 1}, {"burned_empty": True}, sort="weapon"),
    gear("TORCH", {"strike": {"damage": 2, "aggravated": 1}}, sort="weapon"),
    gear("KIT", {"prevent": 1}, {"uses": 1}),
    gear("HOOK", {"maneuver": "optional"}, {"press": "continue"}),
    gear("RING", {"first_strike": True}, {"weaken": 1}),
    card("SWARM", "retainer", life=1, gives=[{"round_damage": 1}]),
]  # fmt: skip


TWICE = [
    played("LATE", {"prevent": 1}, {"prevent_aggravated": 1}),
    played("EARLY", {"prevent_aggravated": 1}, {"prevent": 1}),
]


def fight(mine: Any = (), others: Any = (), hand: Any = (), theirs: Any = (), **row: Any) -> At:
    """A combat that A begins with B by a card: what lies on both, what is in both hands."""
    t = At(
        {"ready": [{"card": "A", "on": list(mine)}], "hand": ["FIGHT", *hand]},
        {"ready": [{"card": "B", "on": list(others), **row}], "hand": list(theirs)},
        {},
        cards=[*CARDS, *TWICE],
    )
    t.do(0, do.Play, "FIGHT", "A", "B")
    return t.settle("before_range", "maneuver", "strike", "prevent", "additional", "press")


# Corners ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("vtes:RANGE-01", "vtes:RANGE-03", "vtes:COMP-14")
def test_the_range_that_was_set_last_counts() -> None:
    t = fight(hand=["FAR"], theirs=["NEAR", "RUN"])
    t.do(0, do.Play, "FAR", "A").do(1, do.Play, "NEAR", "B").settle()
    assert [told["long"] for told in t.told("range_set")] == [True, False]
    assert t.told("range") == [{"long": False}]
    assert not t.told("maneuver")
    assert (t.blood("A"), t.blood("B")) == (5, 5)


@pytest.mark.rules("vtes:DMG-01", "vtes:DMG-04")
@pytest.mark.parametrize("card_id", ["LATE", "EARLY"])
def test_a_card_prevents_as_much_as_it_can_in_whatever_order_it_says_so(card_id: str) -> None:
    """Of two damage, one of it aggravated, one is prevented by what is for any damage, the other by the rest."""
    t = fight(mine=["TORCH"], theirs=[card_id])
    t.do(0, do.Strike, "TORCH").settle("prevent")
    t.do(1, do.Play, card_id, "B").settle()
    assert [told["amount"] for told in t.told("prevented")] == [2]
    assert (t.region("B"), t.blood("B")) == ("ready", 6)


@pytest.mark.rules("vtes:EFF-01")
def test_strength_goes_no_lower_than_nothing() -> None:
    t = fight(hand=["CALM"])
    t.do(0, do.Play, "CALM", "A")
    t.settle()
    assert (t.g.n[STRENGTH + 1], power(t.g, 1)) == (-3, 0)
    assert (t.blood("A"), t.blood("B")) == (6, 5)


@pytest.mark.rules("vtes:STRIKE-03", "vtes:STRIKE-07")
def test_bare_hands_are_for_additional_strikes_too() -> None:
    t = fight(mine=["GUN"], hand=["DROP", "TWO"])
    t.do(0, do.Play, "DROP", "A").do(0, do.Play, "TWO", "A").settle()
    assert [told["card"] for told in t.told("strike")] == [None, None, None]
    assert t.blood("GUN") == 2
    assert t.told("maneuver") == []


@pytest.mark.rules("vtes:EFF-05", "vtes:EFF-01")
def test_what_lies_in_play_counts_as_long_as_it_does() -> None:
    t = fight(mine=["RING"], theirs=["GRAB"])
    t.do(1, do.Play, "GRAB", "B", "RING").settle()
    assert t.host("RING") == "B"
    assert (t.blood("A"), t.blood("B")) == (6, 5), "its strike landed before the theft"


@pytest.mark.rules("vtes:COMB-04", "vtes:DMG-04", "vtes:COMP-14")
def test_what_is_for_the_whole_combat_ends_with_it() -> None:
    t = At(
        {"ready": ["A", "C"], "hand": ["FIGHT", "FIGHT", "NAILS", "RAGE"]}, {"ready": ["B"]}, {},
        cards=[*CARDS, vampire("C", 5)],
    )  # fmt: skip
    t.do(0, do.Play, "FIGHT", "A", "B").settle("before_range")
    t.do(0, do.Play, "RAGE", "A").settle()
    assert t.blood("B") == 4
    t.do(0, do.Play, "FIGHT#2", "C", "B").settle("before_range", "minion")
    t.settle()
    assert t.blood("B") == 3
    assert t.region("B") == "ready"


@pytest.mark.rules("vtes:EFF-04", "vtes:COMP-14")
def test_a_stolen_weapon_keeps_what_is_left_in_it() -> None:
    t = fight(mine=["GUN"], hand=["AGAIN"], theirs=["GRAB"])
    t.settle("strike").do(0, do.Strike, "GUN").do(1, do.Play, "GRAB", "B", "GUN").settle("press")
    assert (t.host("GUN"), t.blood("GUN"), t.blood("B")) == ("B", 1, 4)
    t.do(0, do.Play, "AGAIN", "A").settle("maneuver")
    t.do(1, do.Use, "GUN").settle()
    assert (t.blood("GUN"), t.blood("A")) == (0, 4)


@pytest.mark.rules("vtes:RANGE-04", "vtes:COMP-14")
def test_without_a_counter_a_weapon_gives_no_maneuver_either() -> None:
    t = fight(mine=[{"card": "GUN", "blood": 0}, "HOOK"])
    assert t.asked == "maneuver"
    assert t.why(0, do.Use, "GUN") == "COMP-14"
    t.do(0, do.Use, "HOOK").settle("press")
    t.do(0, do.Use, "HOOK")  # for another verb it can be used in the same round
    assert len(t.told("round")) == 2


@pytest.mark.rules("vtes:COMP-03", "vtes:EFF-07", "vtes:COMP-14")
def test_a_weapon_is_burned_after_its_last_strike_though_the_combat_ended_before_it_landed() -> None:
    t = fight(mine=["DART"], theirs=["FLEE"])
    t.do(0, do.Strike, "DART").do(1, do.Play, "FLEE", "B").settle()
    assert (t.region("DART"), t.blood("B")) == ("ash", 6)


@pytest.mark.rules("vtes:DMG-01", "vtes:DMG-05")
def test_each_prevention_takes_what_it_is_for() -> None:
    t = fight(mine=["TORCH"], theirs=["BOTH", "PALM"], others=["COAT"])
    t.do(0, do.Strike, "TORCH").settle("prevent")
    assert t.why(1, do.Play, "PALM", "B") == "DMG-01"
    t.do(1, do.Play, "BOTH", "B").settle()
    assert [(told["minion"], told["amount"]) for told in t.told("prevented")] == [("B", 2)]
    assert t.blood("B") == 6


@pytest.mark.rules("vtes:DMG-01", "vtes:EFF-01", "vtes:EFF-02")
def test_damage_beside_the_strike_is_of_neither_hands_nor_weapons() -> None:
    t = fight(mine=["SWARM"], theirs=["PALM", "PALM"], others=["PLATE"])
    assert t.asked == "prevent"
    assert t.why(1, do.Use, "PLATE") == "DMG-01"
    t.do(1, do.Play, "PALM", "B").settle("prevent")
    assert [(told["minion"], told["amount"]) for told in t.told("prevented")] == [("B", 1)]
    assert t.asked != "prevent", "one damage is left, and it is the swarm's"
    t.settle()
    assert t.blood("B") == 5


@pytest.mark.rules("vtes:DMG-01", "vtes:STRIKE-05")
def test_a_strike_may_hurt_who_strikes() -> None:
    t = fight(hand=["REEL"], theirs=["DODGE"], mine=["COAT"])
    t.do(0, do.Play, "REEL", "A").do(1, do.Play, "DODGE", "B").settle("prevent")
    t.do(0, do.Use, "COAT").settle()
    assert (t.blood("A"), t.blood("B")) == (5, 6)


@pytest.mark.rules("vtes:EFF-01", "vtes:EFF-02", "vtes:DMG-04")
def test_a_card_that_is_a_hand_strike_counts_as_one() -> None:
    t = fight(hand=["NAILS", "PUNCH"])
    t.do(0, do.Play, "NAILS", "A").settle("strike")
    t.do(0, do.Play, "PUNCH", "A").settle()
    assert {"minion": "B", "amount": 0, "aggravated": 3} in t.told("damage")
    assert (t.region("B"), t.blood("B")) == ("torpor", 4)


def test_a_limit_of_one_combat_is_over_in_the_next() -> None:
    t = At({"ready": ["A", "C"], "hand": ["FIGHT", "FIGHT", "ONCE", "ONCE"]}, {"ready": ["B"]}, {},
           cards=[*CARDS, vampire("C", 5)])  # fmt: skip
    t.do(0, do.Play, "FIGHT", "A", "B").settle("before_range")
    t.do(0, do.Play, "ONCE", "A").settle("before_range")
    assert t.asked == "minion", "the second one cannot be played, so nobody is asked"
    t.do(0, do.Play, "FIGHT#2", "C", "B").settle("before_range")
    assert t.may(0, do.Play, "ONCE#2", "C")


# Faults -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (played("X", WHOLE), "[0].basic[0].whole_combat: nothing beside it that it is about; expected"),
        (played("X", {"set_range": "long"}, WHOLE), "[0].basic[1].whole_combat: nothing beside it"),
        (played("X", {"once_each_combat": True}), "[0].basic[0].once_each_combat: nothing beside it"),
        (gear("X", {"strength": 1}, {"once_each_combat": True}), "[0].gives[1].once_each_combat: nothing beside it"),
        (gear("X", {"uses": 2}), "[0].gives[0].uses: nothing beside it"),
        (gear("X", {"strike": {"damage": 1}}, {"uses": 2}), "[0].gives[1].uses: nothing beside it"),
        (gear("X", {"prevent": 1}, {"ammunition": 2}), "[0].gives[1].ammunition: nothing beside it"),
        (gear("X", {"burned_empty": True}), "[0].gives[0].burned_empty: nothing beside it"),
        (card("X", "retainer", life=1, gives=[{"prevent": 1}, {"uses": 2}]), "a card of the type retainer; expected"),
        (card("X", "ally", life=1, gives=[{"only_one": True}]), "on a card of the type equipment or retainer"),
        (played("X", {"hands_only": "mine"}), "[0].basic[0].hands_only: found 'mine'; expected opponent or both"),
        (played("X", {"set_range": "far"}), "[0].basic[0].set_range: found 'far'; expected close or long"),
        (played("X", {"strike": {"self_damage": -1}}), "self_damage: found -1; expected a whole number from 0 to 20"),
        (gear("X", {"no_press": False}), "[0].gives[0].no_press: found false; expected true"),
        (gear("X", {"hands_only": "both"}), "found 'hands_only'; expected one of"),
        (gear("X", {"strike": {"damage": 1}}, {"ammunition": 1}, {"press": "end"}, {"uses": 2}), "uses beside ammuni"),
        (played("X", {"hands_only": "opponent"}, {"prevent_weapons": 1}), "prevent_weapons beside hands_only"),
        (played("X", {"set_range": "long"}, {"prevent_hands": 1}), "prevent_hands beside set_range"),
        (played("X", {"set_range": "long"}, {"aggravated_hands": True}), "aggravated_hands beside set_range"),
        (played("X", {"set_range": "long"}, {"strike": {"damage": 1}}), "strike beside set_range"),
    ],
)  # fmt: skip
def test_what_cannot_stand_so_gets_one_line(row: dict[str, Any], line: str) -> None:
    with pytest.raises(BadPosition) as bad:
        read_cards([row])
    assert line in str(bad.value)
    assert "\n" not in str(bad.value)
    assert bad.value.text("de") != str(bad.value)


# Greedy -----------------------------------------------------------------------------------------------------


def chosen(t: At) -> do.Move:
    """What greedy does where it is asked."""
    seat = t.g.to_act
    assert seat is not None
    action = bots.move(t.g, seat, bots.make("greedy"), Random(1))
    assert isinstance(action, do.Move)
    return action


@pytest.mark.parametrize(
    ("mine", "others", "hand", "plays"),
    [
        ((), (), ["NAILS"], True),
        (["GUN"], (), ["FAR"], True),
        ((), (), ["FAR"], False),
        ((), ["GUN"], ["NEAR"], True),
        ((), ["GUN"], ["DROP"], True),
        (["GUN"], (), ["DROP"], False),
        ((), (), ["CALM"], True),
        (["TORCH"], (), ["FAST"], True),
        ((), ["GUN"], ["STAY"], True),
    ],
)
def test_greedy_plays_before_range_what_helps_it(mine: Any, others: Any, hand: Any, plays: bool) -> None:
    t = fight(mine, others, hand)
    assert t.asked == "before_range"
    assert isinstance(chosen(t), do.Play) is plays


def test_greedy_prevents_what_would_put_its_vampire_out() -> None:
    t = fight(["TORCH"], (), (), ["ASH", "ASH"])
    t.do(0, do.Strike, "TORCH").settle("prevent")
    assert chosen(t) == t.action(do.Play, "ASH", "B")


def test_greedy_does_not_hurt_its_own_to_death() -> None:
    t = At({"ready": [{"card": "A", "blood": 2}], "hand": ["FIGHT", "REEL"]}, {"ready": ["B"]}, {}, cards=CARDS)
    t.do(0, do.Play, "FIGHT", "A", "B").settle("strike")
    assert chosen(t) == do.Strike()


# Whole games ------------------------------------------------------------------------------------------------


def armed(seed: int) -> Game:
    """A game of three with decks that are full of these cards."""
    fighters = [vampire(f"V{k}", 2 + k % 4) for k in range(12)]
    crypt = {row["id"]: 1 for row in fighters}
    own = [row for row in CARDS if row["type"] != "vampire"]
    library = {row["id"]: 2 for row in own}
    deck = {"crypt": crypt, "library": library}
    return Game.new([deck] * 3, seed=seed, cards=[*fighters, *own], rounds=14)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_full_of_these_cards_are_played_and_told(bot: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4 if bot == "greedy" else 8):
        game, rng = armed(seed), Random(seed)
        total = game.n[BANK] + sum(game.n[POOL : POOL + 3]) + sum(game.n[PLACES_END:])
        words = Words({row.id: row for row in game.table.printed[FIRST_CARD:]})
        while (seat := game.to_act) is not None:
            action = bots.move(game, seat, bots.make(bot), rng)
            for event in game.apply(seat, action):
                if event.kind in ("holds", "range_set", "round_damage", "stronger"):
                    seen[str(event.data.get("what", event.kind))] += 1
                for lang in ("en", "de"):
                    assert "[" not in words.event_text(event, game.names, lang), event
        assert game.n[BANK] + sum(game.n[POOL : POOL + 3]) + sum(game.n[PLACES_END:]) == total
        seen.update(entry.cause for entry in game.ledger)
        seen.update("prevented" for event in game.events if event.kind == "prevented")
    wanted = {"first_strike", "aggravated_hands", "hands_only", "no_maneuver", "no_press", "range_set", "stronger",
              "round_damage", "spent", "stock", "prevented"}  # fmt: skip
    assert wanted <= set(seen), wanted - set(seen)
