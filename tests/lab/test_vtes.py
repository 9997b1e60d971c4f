"""V:TES in the laboratory: plans, and rows that agree with one another and with the games played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lab.conftest import VTES, contents
from vendetta_kit.games.vtes.engine.card_reader import DECKS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.lab.plan import Plan
from vendetta_kit.kernel.actions import Action
from vendetta_kit.lab import LabError, PlanError, Tables, plan_of, simulate, tables, with_names


def again(made: Tables) -> list[Game]:
    """The games of a simulation, played again by the choices that its table lists."""
    plan = made.plan
    assert isinstance(plan, Plan)
    games = []
    chosen = made["decisions"].groupby("game")
    for number in range(plan.games):
        game = Game.new(**plan.setup(number))
        for seat, row in chosen.get_group(number)[["seat", "action"]].itertuples(index=False):
            action: Action = game.rules.actions.from_json(json.loads(row))
            game.apply(int(seat), action)
        assert game.is_over
        games.append(game)
    return games


def test_the_decisions_are_the_game(small_vtes: Tables) -> None:
    games, seats = small_vtes["games"], small_vtes["seats"]
    for number, game in enumerate(again(small_vtes)):
        row = games.loc[number]
        mine = seats[seats.game == number]
        assert list(mine.points) == list(game.scores)
        assert [seat for seat, won in zip(mine.seat, mine.won, strict=True) if won] == list(game.winners)
        assert (row.turns, row.winners) == (game.moment.turn, len(game.winners))
        assert row.by_time == any(event.kind == "time" for event in game.events)
        assert row.ousted == mine.ousted.sum() == sum(event.kind == "ousted" for event in game.events)
        assert list(mine.deck) == list(small_vtes.plan.decks_of(number))  # type: ignore[attr-defined]
    assert 0 < games.by_time.sum() < len(games), "games of both kinds"


def test_turns_actions_and_ledger_agree(small_vtes: Tables) -> None:
    turns, actions, ledger = small_vtes["turns"], small_vtes["actions"], small_vtes["ledger"]
    assert turns.bled.sum() == ledger[ledger.cause == "bleed"].amount.sum() > 0
    assert turns.actions.sum() == len(actions)
    assert turns.blocked.sum() == (actions.outcome == "blocked").sum() == actions.blocker.notna().sum() > 0
    assert turns.invested.sum() == ledger[ledger.cause == "transfer"].amount.sum() - (
        ledger[ledger.cause == "taken_back"].amount.sum()
    )
    assert (turns.groupby("game").first().pool_start == 30).all()
    assert set(actions.outcome) <= {"success", "blocked", "fails", "broken_off"}
    assert (actions[actions.kind == "political"].passed.notna()).any()
    assert actions[actions.kind != "political"].passed.isna().all()


def test_pools_in_the_turns_are_those_of_the_game(small_vtes: Tables) -> None:
    turns = small_vtes["turns"]
    for number, game in enumerate(again(small_vtes)):
        mine = turns[turns.game == number]
        pool = [30] * game.seats
        by_turn: dict[int, list[int]] = {}
        for entry in game.ledger:
            for account, sign in ((entry.source, -1), (entry.target, 1)):
                if account.kind == "pool":
                    assert account.seat is not None
                    pool[account.seat] += sign * entry.amount
            by_turn[entry.moment.turn] = list(pool)
        for row in mine.itertuples():
            known = [turn for turn in by_turn if turn <= row.turn]
            assert row.pool_end == (by_turn[max(known)][row.seat] if known else 30)


def test_who_plays_how_many_and_in_which_order_changes_nothing(small_vtes: Tables, tmp_path: Path) -> None:
    made = simulate(VTES, out=tmp_path / "two", workers=2, progress=False)
    assert contents(made.folder) == contents(small_vtes.folder)
    fewer = simulate({**VTES, "games": 4}, out=tmp_path / "four", workers=1, progress=False)
    assert fewer["games"].equals(small_vtes["games"].head(4))


def test_names_for_people(small_vtes: Tables) -> None:
    shown = with_names(small_vtes["actions"], "de", "vtes")
    assert not set(shown.minion) & set(small_vtes["actions"].minion)


@pytest.mark.parametrize("players", range(2, 7))
def test_every_practice_deck_is_dealt_before_one_comes_twice(players: int) -> None:
    plan = Plan.of({"players": players})
    for number in range(20):
        dealt = plan.decks_of(number)
        assert len(dealt) == players
        assert len(set(dealt)) == min(players, len(DECKS))


def test_listed_decks_move_on_with_the_bots() -> None:
    plan = Plan.of({"players": 2, "decks": ["claw", "court"], "bots": ["greedy", "random"], "rotate": True})
    assert [plan.decks_of(0), plan.decks_of(1)] == [("claw", "court"), ("court", "claw")]
    assert [plan.seated(0), plan.seated(1)] == [("greedy", "random"), ("random", "greedy")]
    assert plan_of(json.loads(json.dumps(plan.to_json()))) == plan


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"clans": "deal"}, "unknown key 'clans'; expected some of games, players, bots"),
    ({"players": 7}, "players: found 7; expected a whole number from 2 to 6"),
    ({"players": 1}, "players: found 1; expected a whole number from 2 to 6"),
    ({"bots": "genius"}, "bots: found 'genius'; expected one of random, greedy, careful, search"),
    ({"decks": "claw"}, "decks: found 'claw'; expected deal or a practice deck for each player"),
    ({"decks": ["claw", "cuort", "claw", "claw"]}, "decks: unknown deck 'cuort': did you mean 'court'?"),
    ({"decks": ["claw"]}, "decks: 1 for 4 players; expected deal, or one for each"),
    ({"rounds": 0}, "rounds: found 0; expected a whole number from 1 to 1000"),
    ({"rulings": {"ante": "maybe"}}, "rulings: ante: found 'maybe'; expected no or yes"),
    ({"rulings": {"last_blood": "forbid"}}, "rulings: unknown switch 'last_blood'; expected some of first_player"),
    ({"tables": ["rounds"]}, "tables: unknown table 'rounds'; expected some of games, seats, turns"),
]


@pytest.mark.parametrize(("given", "says"), FAULTS, ids=lambda value: json.dumps(value)[:40])
def test_a_fault_gets_one_line(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PlanError) as told:
        plan_of({"game": "vtes", **given})
    (line,) = told.value.faults
    assert says in line
    assert "\n" not in line


def test_a_plan_is_of_one_game() -> None:
    with pytest.raises(PlanError, match="game: found 'vendetta'; expected vtes"):
        Plan.of({"game": "vendetta"})
    with pytest.raises(PlanError, match="game: found 'chess'; expected one of vendetta, vtes"):
        plan_of({"game": "chess"})
    assert plan_of({}).GAME == "vendetta"


def test_a_folder_holds_games_of_one_game(small_vtes: Tables) -> None:
    with pytest.raises(LabError, match=r"holds games of another plan \(game"):
        simulate({"games": 8}, out=small_vtes.folder, workers=1, progress=False)
    assert tables(small_vtes.folder).plan.GAME == "vtes"
