"""The end of the game: what counts, and who wins a tie (EOG)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import answer_all, entries, events, influence, seat, table
from vendetta_kit import Game

SCORING = {"phase": "scoring"}


def ended(**more: Any) -> Game:
    """A finished game; nobody has anything but what is said."""
    bare = {"alliance": [], "influence": 0, "blood": 1}
    ambition, variants = more.pop("ambition", "Ann"), more.pop("variants", {})
    players = more.pop("players", 4)
    seats = {name: {**bare, **more.get(name, {})} for name in ("Ann", "Bob", "Cy", "Dee")[:players]}
    game = table(start=SCORING, round=3, ambition=ambition, variants=variants, players=players, **seats)
    assert game.is_over
    return game


# The score -------------------------------------------------------------------------------------------------


@pytest.mark.rules("EOG-02", "CARD-01", "DRAIN-05")
@pytest.mark.parametrize(
    ("has", "score"),
    [
        ({"influence": 7}, 7),
        ({"alliance": ["VI01", "VI02"]}, 2),
        ({"alliance": ["AL09", "AL10"]}, 4 + 5),
        ({"drained": ["VI01", "VI02"]}, 0),
        ({"drained": ["AL09", "AL10"]}, 2 + 3),
        ({"alliance": ["AL25"], "drained": ["AL21"]}, 3 + 3),
        ({"influence": 4, "alliance": ["AL09", "VI01"], "drained": ["AL18", "VI02"]}, 4 + 4 + 1 + 2),
        ({}, 0),
    ],
    ids=str,
)
def test_tokens_alliance_and_drained_cards_count(has: dict[str, Any], score: int) -> None:
    game = ended(Bob=has)
    assert game.scores[1] == score
    assert events(game, "score", "Bob")[0].get("score") == score
    assert sum(e.amount for e in game.ledger if e.target == ("score", 1, None, None)) == score
    assert {"EOG-02", "EOG-03"} <= set(events(game, "score")[0].rules)


@pytest.mark.rules("EOG-03", "DIAB-02", "DIAB-09")
@pytest.mark.parametrize("tokens", [{"up": 1}, {"up": 2}, {"down": 1}, {"down": 2}, {"up": 1, "down": 1}], ids=str)
def test_each_diablerie_token_costs_one(tokens: dict[str, int]) -> None:
    game = ended(Bob={"influence": 5, "diablerie": tokens})
    count = sum(tokens.values())
    assert game.scores[1] == 5 - count
    (entry,) = entries(game, cause="score_diablerie")
    assert (entry.source, entry.amount) == (("score", 1, None, None), count)
    assert {"EOG-03", "DIAB-02"} <= set(entry.rules)


@pytest.mark.rules("EOG-03", "RUL-11")
def test_a_score_may_be_below_nothing() -> None:
    assert ended(Bob={"diablerie": {"up": 2}}).scores[1] == -2


@pytest.mark.rules("EOG-08", "VREL-07")
@pytest.mark.parametrize("used", [True, False])
@pytest.mark.parametrize(("relic", "worth"), [("RE01", 0), ("RE02", 2), ("RE03", 1), ("RE08", 1)])
def test_a_relic_counts_used_or_not(relic: str, worth: int, used: bool) -> None:
    game = ended(Bob={"influence": 3, "relic": {"id": relic, "used": used}}, variants={"relics": True})
    assert game.scores[1] == 3 + worth
    own = [entry for entry in entries(game, cause="score_relic") if entry.card == relic]
    assert [entry.amount for entry in own] == ([worth] if worth else [])
    assert all({"EOG-08", "VREL-07"} <= set(entry.rules) for entry in own)


@pytest.mark.rules("EOG-02", "DRAIN-05")
def test_the_score_of_the_moment_can_be_read_at_any_time() -> None:
    game = table(Ann={"alliance": ["AL10"], "influence": 2, "diablerie": {"up": 1}})
    assert game.scores[0] == seat(game, "Ann").score == game.view(3).seats[0].score == 5 + 2 - 1


@pytest.mark.rules("EOG-01")
def test_the_game_is_over_right_after_round_three() -> None:
    game = table("Ann haven: BR08", at="haven", step="withdraw", round=3)
    answer_all(game, lambda g: g.is_over)
    assert [event.kind for event in game.events if event.kind in ("ambition", "phase", "game_over")][-3:] == [
        "ambition",
        "phase",
        "game_over",
    ]
    assert "EOG-01" in events(game, "phase", phase="scoring")[0].rules
    assert influence(game, "Ann") == 3 + 3 + 1


# Who wins --------------------------------------------------------------------------------------------------


@pytest.mark.rules("EOG-04")
@pytest.mark.parametrize("winner", ["Ann", "Bob", "Cy", "Dee"])
def test_most_influence_wins_whatever_else_there_is(winner: str) -> None:
    rich = {name: {"influence": 5, "blood": 9} for name in ("Ann", "Bob", "Cy", "Dee")}
    game = ended(**{**rich, winner: {"influence": 6}})
    assert game.names[game.winner or 0] == winner
    (over,) = events(game, "game_over")
    assert "EOG-04" in over.rules
    assert "EOG-05" not in over.rules


@pytest.mark.rules("EOG-05")
@pytest.mark.parametrize("winner", ["Bob", "Cy", "Dee"])
def test_a_tie_goes_to_most_blood_in_the_pool(winner: str) -> None:
    tied = {name: {"influence": 5, "blood": 3} for name in ("Ann", "Bob", "Cy", "Dee")}
    game = ended(**{**tied, winner: {"influence": 5, "blood": 4}})
    assert game.names[game.winner or 0] == winner
    assert "EOG-05" in events(game, "game_over")[0].rules


@pytest.mark.rules("EOG-06", "SET-04")
@pytest.mark.parametrize(
    ("ambition", "tied", "winner"),
    [
        ("Ann", ["Bob", "Dee"], "Bob"),
        ("Cy", ["Bob", "Dee"], "Dee"),
        ("Dee", ["Ann", "Bob", "Cy"], "Ann"),
        ("Cy", ["Ann", "Bob", "Cy"], "Cy"),
    ],
)
def test_a_tie_in_blood_too_goes_by_turn_order_from_the_last_ambition(
    ambition: str, tied: list[str], winner: str
) -> None:
    game = ended(ambition=ambition, **{name: {"influence": 5, "blood": 3} for name in tied})
    assert game.names[game.winner or 0] == winner
    assert "EOG-06" in events(game, "game_over")[0].rules


@pytest.mark.rules("EOG-06")
def test_it_counts_from_who_took_ambition_in_the_last_conflict() -> None:
    # Cy wins the Haven; then Dee and Bob are level, and Dee is nearer to Cy than Bob
    rich = {"influence": 20, "blood": 5, "alliance": []}
    game = table("Cy haven: TO07", at="haven", step="withdraw", round=3, ambition="Bob", Bob=rich, Dee=rich)
    answer_all(game, lambda g: g.is_over)
    assert game.view(None).ambition == 2
    assert game.names[game.winner or 0] == "Dee"


@pytest.mark.rules("EOG-07", "RUL-49")
def test_deployed_blood_counts_for_nothing() -> None:
    even = {"influence": 20, "blood": 5, "alliance": []}
    game = table(
        "Bob 1: +9", "Ann haven: BR08", at="haven", step="withdraw", round=3, Bob=even, Cy={**even, "blood": 6}
    )
    answer_all(game, lambda g: g.is_over)
    assert game.scores[1] == game.scores[2] == 20
    assert game.names[game.winner or 0] == "Cy"


@pytest.mark.rules("RUL-40", "CONTR-01")
def test_fiorenza_savona_wins_a_tie_before_blood_is_looked_at() -> None:
    game = ended(Ann={"influence": 8, "blood": 9}, Dee={"influence": 5, "alliance": ["AL08"], "blood": 1})
    assert game.scores[0] == game.scores[3] == 8
    assert game.winner == 3
    assert "RUL-40" in events(game, "game_over")[0].rules
    drained = ended(Ann={"influence": 8, "blood": 9}, Dee={"influence": 7, "drained": ["AL08"], "blood": 1})
    assert drained.scores[0] == drained.scores[3] == 8
    assert drained.winner == 0


@pytest.mark.rules("RUL-50", "CARD-03")
@pytest.mark.parametrize(
    ("alliance", "drained", "extra"),
    [
        (["AL26"], [], 2),
        (["AL26", "VI01", "VI02"], [], 2),  # Victims are no Allies
        (["AL26", "AL09"], [], 2),  # a Vampire
        (["AL26"], ["AL19"], 2),  # a Drained human
        (["AL26", "AL19"], [], 0),
        (["AL19"], ["AL26"], 0),
    ],
    ids=str,
)
def test_julie_munoz_is_worth_more_as_the_only_human_ally(alliance: list[str], drained: list[str], extra: int) -> None:
    game = ended(Bob={"alliance": alliance, "drained": drained})
    paid = entries(game, cause="score_ability")
    assert [entry.amount for entry in paid] == ([extra] if extra else [])
    assert all("RUL-50" in entry.rules for entry in paid)
    other = ended(
        Bob={
            "alliance": [card if card != "AL26" else "AL18" for card in alliance],
            "drained": [card if card != "AL26" else "AL24" for card in drained],
        }
    )
    assert (game.scores[1] or 0) - (
        other.scores[1] or 0
    ) == extra  # Ed and Francis are worth as much, without an ability


@pytest.mark.rules("FLOW-05", "EOG-04")
def test_the_ranking_at_the_end_names_everybody_best_first() -> None:
    game = ended(Ann={"influence": 3}, Bob={"influence": 9}, Cy={"influence": 3, "blood": 2}, Dee={"influence": 5})
    (over,) = events(game, "game_over")
    assert [game.names[s] for s in over.get("ranking")] == ["Bob", "Dee", "Cy", "Ann"]
    assert over.get("winners") == (1,)
