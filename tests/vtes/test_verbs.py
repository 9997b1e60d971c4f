"""Verbs of actions, reactions, politics and cards: what the reader refuses, who learns what, what greedy does.

What each verb does is shown by the scenario files ``k-…`` in ``data/vtes/scenarios``.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.card_reader import read_cards
from vendetta_kit.games.vtes.wording import card_text
from vendetta_kit.kernel.refusal import BadPosition


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"type": "action", "requires": {"discipline": ["auspex", "animalism", "potence"]}}, "one Discipline or two"),
        ({"type": "action", "requires": {"capacity": 12}}, "requires.capacity: found 12"),
        ({"type": "action", "requires": {"title": "king"}}, "requires.title: found 'king'; expected one of primogen"),
        ({"type": "action_modifier", "basic": [{"not_blocked_by": "everybody"}]}, "expected one of ally, vampire"),
        ({"type": "action_modifier", "basic": [{"not_blocked_by": {"without": "tact"}}]}, "not_blocked_by.without"),
        ({"type": "reaction", "basic": [{"redirect_bleed": True}]}, "target: found ''; expected one of"),
        ({"type": "reaction", "basic": [{"wake": "loudly"}]}, "expected untap or as_untapped"),
        ({"type": "combat", "basic": [{"continue_action": True}]}, "continue_action: "),
        ({"type": "combat", "basic": [{"cancel": "reaction"}]}, "cancel: found 'reaction'; expected one of combat"),
        ({"type": "combat", "basic": [{"cancel": "combat"}, {"strike": {"damage": 1}}]}, "cancel beside strike"),
        ({"type": "action_modifier", "basic": [{"continue_action": True}, {"stealth": 1}]}, "continue_action beside"),
        ({"type": "action", "target": "ally", "basic": [{"burn": True}, {"damage": 1}]}, "damage beside burn"),
        ({"type": "political_action", "gives": [{"for_all": True}]}, "for_all: "),
        ({"type": "master", "kind": "location", "gives": [{"hand_size": 1}, {"for_all": True}]}, "gives[1]: "),
        ({"type": "reaction", "basic": [{"cancel": "reaction"}]}, "expected action or action_modifier"),
        ({"type": "action_modifier", "basic": [{"cancel": "action"}]}, "'action'; expected one of reaction"),
        ({"type": "master", "basic": [{"fetch": {"type": "ally"}}]}, "fetch.from: missing"),
        ({"type": "master", "basic": [{"fetch": {"from": "library", "type": "vampire"}}]}, "fetch.type"),
        ({"type": "political_action", "gives": [{"bleed": 1}]}, "expected one of masters, hand_size, transfers"),
        ({"type": "action", "basic": [{"draw": "x"}]}, "cost: missing"),
        ({"type": "action", "cost": {"blood": "x"}, "basic": [{"draw": 1}]}, "cost.blood: an X that nothing"),
        ({"type": "equipment", "cost": {"pool": "x"}}, "cost.pool: found 'x'"),
        ({"type": "master", "basic": [{"one_of": [[{"draw": 1}]]}]}, "expected two lists of verbs or more"),
        ({"type": "action", "basic": [{"one_of": [[{"draw": 1}], [{"fly": 1}]]}]}, "one_of[1][0]: found 'fly'"),
        ({"type": "master", "once_each_turn": 2}, "once_each_turn: found 2"),
        ({"type": "equipment", "gives": [{"counters": 2}]}, "gives[0].counters"),
        ({"type": "action", "target": "ally", "basic": [{"damage": 1}, {"burn": True}]}, "burn beside damage"),
        (
            {"type": "action_modifier", "basic": [{"one_of": [[{"stealth": 1}], [{"bleed": 1}]]}, {"votes": 1}]},
            "basic[1].votes: votes beside stealth: nobody can ever do both",
        ),
        (
            {
                "type": "action",
                "target": "ally",
                "basic": [{"burn": True}, {"one_of": [[{"draw": 1}], [{"damage": 1}]]}],
            },
            "basic[1].one_of[1][0].damage: damage beside burn",
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_line(more: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as fault:
        read_cards([{"id": "A", "name": "A", **more}])
    assert told in str(fault.value), str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_card_says_x_and_its_choices() -> None:
    wager = card("A", "action", cost={"blood": "x"}, target="other_minion", basic=[{"damage": "x"}])
    fork = card("B", "master", basic=[{"one_of": [[{"gain_pool": 2}], [{"draw": 1}]]}])
    first, second = read_cards([wager, fork]).values()
    assert "Cost: X blood." in card_text(first)
    assert "The target takes X damage." in card_text(first)
    assert "(1) You gain 2 pool. (2) Draw 1 card" in card_text(second)
    assert "(1) Du " in card_text(second, "de")


# Who learns what ---------------------------------------------------------------------------------------------


@pytest.mark.rules("vtes:START-06")
def test_nobody_else_learns_whose_counters_grew_or_what_was_found() -> None:
    at = At(
        {"hand": ["A", "B"], "uncontrolled": ["V", "W"], "library": ["WL01", "WL02"] * 4},
        {"ready": ["CV03"]},
        phase="master",
        cards=[
            vampire("V"), vampire("W"), card("A", "master", basic=[{"add_counters": 2}]),
            card("B", "master", basic=[{"fetch": "library"}]),
        ],
    )  # fmt: skip
    at.do(0, do.Play, "A")
    assert at.asked == "uncontrolled"
    assert at.g.observe(1).offer is None or not len(at.g.observe(1).offer)
    at.do(0, do.Choose, "V")
    told = str([entry for entry in at.g.view(1).ledger if entry.cause == "influenced"])
    assert "'V'" not in told
    assert "'V'" in str(at.g.view(0).ledger)
    world = at.g.imagine(1, Random(1))
    assert world.observe(1).counters == at.g.observe(1).counters


# Greedy ------------------------------------------------------------------------------------------------------


def chosen(at: At, seat: int) -> do.Move:
    """What greedy does now."""
    action = bots.move(at.g, seat, bots.make("greedy"), Random(1))
    assert isinstance(action, do.Move)
    return action


REDIRECT = card("A", "reaction", target="other_methuselah", basic=[{"redirect_bleed": True}])
WAKE = card("A", "reaction", basic=[{"wake": "as_untapped"}])
CANCEL = card("A", "reaction", basic=[{"cancel": "action_modifier"}])


def test_greedy_sends_a_bleed_on_to_its_prey() -> None:
    at = At(
        {"ready": ["V"]}, {"ready": ["W"], "hand": ["A"]}, {"pool": 5}, {}, cards=[vampire("V"), vampire("W"), REDIRECT]
    )
    at.do(0, do.Bleed, "V").do(1, do.Pass)
    action = chosen(at, 1)
    assert isinstance(action, do.Play)
    assert action.target == 2


def test_greedy_wakes_who_can_stop_a_bleed_and_lets_sleep_who_cannot() -> None:
    cards = [vampire("V", gives=[{"bleed": 2}]), vampire("W", 9), WAKE]
    at = At({"ready": ["V"]}, {"pool": 6, "ready": [{"card": "W", "tapped": True}], "hand": ["A"]}, cards=cards)
    at.do(0, do.Bleed, "V")
    assert isinstance(chosen(at, 1), do.Play)
    hidden = [vampire("V", gives=[{"bleed": 2}, {"stealth": 2}]), *cards[1:]]
    at = At({"ready": ["V"]}, {"pool": 6, "ready": [{"card": "W", "tapped": True}], "hand": ["A"]}, cards=hidden)
    at.do(0, do.Bleed, "V")
    assert at.who != 1 or isinstance(chosen(at, 1), do.Pass)


def test_greedy_cancels_what_makes_a_bleed_deadly() -> None:
    cards = [vampire("V"), vampire("W"), CANCEL, card("B", "action_modifier", basic=[{"bleed": 2}])]
    at = At({"ready": ["V"], "hand": ["B"]}, {"pool": 3, "ready": ["W"], "hand": ["A"]}, cards=cards)
    at.do(0, do.Bleed, "V").do(1, do.Pass).do(0, do.Play, "B", "V")
    assert at.asked == "answer"
    assert isinstance(chosen(at, 1), do.Play)


def test_greedy_shares_out_against_its_prey() -> None:
    cards = [vampire("V", title="primogen"), card("A", "political_action", basic=[{"share_pool_loss": 2}])]
    at = At({"ready": ["V"], "hand": ["A"]}, {"pool": 2}, {"pool": 2}, cards=cards)
    at.do(0, do.Play, "A", "V")
    assert at.asked == "share"
    assert chosen(at, 0) == do.Choose(1)


def test_greedy_takes_the_better_of_two_effects() -> None:
    fork = card("A", "master", basic=[{"one_of": [[{"draw": 1}], [{"gain_pool": 3}]]}])
    at = At({"hand": ["A"]}, {}, phase="master", cards=[fork])
    action = chosen(at, 0)
    assert isinstance(action, do.Play)
    assert action.choice == 1
