"""The kit's puzzles: each can be solved, its line plays, and nobody is shown what is hidden."""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.cli import main
from vendetta_kit.coach import judge
from vendetta_kit.course.puzzle_set import game_at, is_right, open_puzzle, solution
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.card_tables import BIT, CLANS, IDS, NUMBER
from vendetta_kit.games.vendetta.engine.state import CARDS, HAND, UP
from vendetta_kit.games.vendetta.puzzles import ASKING, PUZZLES
from vendetta_kit.games.vendetta.puzzles import puzzle_mining as mining
from vendetta_kit.games.vendetta.puzzles.played_move import first_reply
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import answer_of, shows
from vendetta_kit.games.vendetta.puzzles.puzzle_text import title_of
from vendetta_kit.games.vendetta.scenarios import THEMES
from vendetta_kit.scenarios import BadScenario, Scenario, loads, run
from vendetta_kit.scenarios.yaml_writing import scenario_yaml

EYES = "NO03"
"""Its player may look at what lies face down at its Location."""
MOST_WORDS = 6
REACHED = 483
"""So many puzzles there are at least."""
REACHED_OF_A_ROUND = 12
NAMES = [os.path.basename(path) for path in PUZZLES.shipped()]


@cache
def opened(name: str) -> Scenario:
    """A puzzle of the kit, read once for all tests."""
    return open_puzzle(os.path.join(PUZZLES.folder, name))


def example() -> str:
    """The puzzle in the README."""
    text = (Path(PUZZLES.folder) / "README.md").read_text(encoding="utf-8")
    return text.split("```yaml\n")[1].split("```")[0]


@pytest.mark.parametrize("name", mostly_long(NAMES, quick=40))
def test_a_puzzle_can_be_solved_and_its_line_plays(name: str) -> None:
    scenario = opened(name)
    assert f"{scenario.id}.yaml" == name
    assert set(scenario.title) == {"en", "de"}
    assert run(scenario).ok
    assert scenario.puzzle is not None
    if scenario.puzzle.interval is not None:
        low, high = scenario.puzzle.interval
        assert scenario.puzzle.gap is not None
        assert 100 * mining.LEAST <= low <= scenario.puzzle.gap <= high


@pytest.mark.parametrize("name", mostly_long(NAMES, quick=40))
def test_a_puzzle_hides_what_its_seat_may_not_know(name: str) -> None:
    """Other hands, and what others have laid face down, have no id in the seat's view, but where a card looks there."""
    scenario = opened(name)
    assert scenario.puzzle is not None
    me, game = scenario.puzzle.seat, game_at(scenario)
    view = game.view(me)
    watched = {loc for loc in range(4) if NUMBER[EYES] in game.z[CARDS + me * 4 + loc]}
    for s in range(game.seats):
        if s == me:
            continue
        seen = view.seats[s]
        assert seen.hand is None
        unseen = [s * 4 + loc for loc in range(4) if loc not in watched]
        down = {IDS[c] for pos in unseen for c in game.z[CARDS + pos] if not game.n[UP] & BIT[c]}
        assert down.isdisjoint(card.card for place in seen.positions for card in place.cards)
        known = {IDS[c] for c in game.z[HAND + s]} & set(seen.known_hand)
        assert len(known) <= 2, "more than both Starting cards"


def test_the_example_of_the_readme_is_a_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "my-puzzle.yaml"
    file.write_text(example(), encoding="utf-8")
    scenario = open_puzzle(str(file))
    assert run(scenario).ok
    verdict = judge(game_at(scenario), 0, COACHING, 60)
    assert solution(scenario).action in verdict.best.alike


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("grade: 1", "grade: 4", "puzzle.grade"),
        ("[withdraw, last_haven]", "[luck]", "puzzle.themes"),
        ("[withdraw, last_haven]", "[]", "puzzle.themes"),
        ("grade: 1}", "grade: 1, gap: much}", "puzzle.gap"),
        ("grade: 1}", "grade: 1, interval: [1]}", "puzzle.interval"),
        ("grade: 1}", "grade: 1, asks: [card]}", "puzzle.asks"),
        ("  - {seat: Ann, stay: true}\n", "  - {run_to: end_of_location}\n", "steps"),
        ("puzzle: {themes: [withdraw, last_haven], grade: 1}\n", "", "puzzle"),
        ("{seat: Ann, stay: true}", "{seat: Ann, end_turn: true}", "steps[0]"),
    ],
)
def test_a_bad_puzzle_gets_one_line(tmp_path: Path, old: str, new: str, said: str, capsys: Any) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(example().replace(old, new), encoding="utf-8")
    with pytest.raises(BadScenario, match=said.replace("[", r"\[")):
        open_puzzle(str(file))
    assert main(["puzzles", "check", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_table_of_a_moment_leads_to_the_same_decision() -> None:
    game = loads(example()).game()
    table = mining.table_of(game, 0)
    assert table is not None
    again = mining.position(table)
    assert list(again.legal(0)) == list(game.legal(0))
    assert again.view(0).seats[0] == game.view(0).seats[0]


def test_a_choice_of_cards_in_hand_building_is_told_as_a_table() -> None:
    game = Game.new(seats=3, seed=7, names=("Ann", "Bob", "Cy"), clans=CLANS[:3])
    for seat in range(3):
        table = mining.table_of(game, seat)
        assert table is not None
        again = mining.position(table)
        assert list(again.legal(seat)) == list(game.legal(seat))
        assert again.view(seat).seats[seat] == game.view(seat).seats[seat]


def test_what_is_not_asked_of_a_move_does_not_count() -> None:
    """Each play of the card to the Location is right; a move elsewhere, and what the page warns of, is not."""
    path = next(path for path in PUZZLES.shipped() if "-turn-" in path)
    whole = open_puzzle(path)
    asked = loads(Path(path).read_text(encoding="utf-8").replace("puzzle: {", "puzzle: {asks: [card, at], ", 1))
    assert whole.puzzle is not None
    assert asked.puzzle is not None
    assert asked.puzzle.asks == ("card", "at")
    best = solution(whole).action
    assert isinstance(best, Play)
    legal = game_at(whole).legal(whole.puzzle.seat)
    same = [one for one in legal if isinstance(one, Play) and (one.card, one.at) == (best.card, best.at)]
    assert len(same) > 1
    assert [one for one in legal if is_right(asked, one)] == same
    assert [one for one in legal if is_right(whole, one)] == [best]
    answer = answer_of(asked, same[-1])
    assert answer.best.action == best
    assert not is_right(asked, answer.tempting.action)


def test_what_is_clear_is_verified_under_each_reading_and_what_is_not_is_refused() -> None:
    scenario = loads(example())
    action = solution(scenario).action
    other = next(one for one in game_at(scenario).legal(0) if one != action)
    found = mining.verify(dict(scenario.table), 0, (action, other), 960, 1)
    assert found is not None
    assert len(found) == len(mining.ruling_sets())
    assert max(verdict.simulations for verdict in found) < 960, "no more are played than it takes"
    assert all(verdict.clear >= mining.LEAST for verdict in found)
    assert mining.verify(dict(scenario.table), 0, (other, action), 60, 1) is None


@pytest.mark.long
def test_a_game_gives_few_puzzles_and_each_is_whole() -> None:
    """What one game yields can be opened, solved and told, and says what comes of it."""
    found = list(mining.mine_game(2006))
    assert 1 <= len(found) <= mining.MOST
    assert len({document["id"].rpartition("-")[2] for document in found}) == len(found), "each of another seat"
    for document in found:
        scenario = loads(scenario_yaml(document))
        assert scenario.puzzle is not None
        assert document["puzzle"]["simulations"] <= mining.BUDGET * mining.TIMES
        assert shows(answer_of(scenario))
        assert document["expect"]
        assert run(scenario).ok


def test_no_game_gave_more_than_two_and_every_file_says_what_comes_of_it() -> None:
    games: dict[str, int] = {}
    for name in NAMES:
        scenario = opened(name)
        assert scenario.expect, name
        game = name.split("-")[1]
        games[game] = games.get(game, 0) + 1
    assert max(games.values()) <= mining.MOST


def test_the_puzzles_are_of_every_round_clan_theme_and_grade() -> None:
    assert len(NAMES) >= REACHED
    rounds, clans, themes, grades = Counter[int](), set(), set(), set()
    for name in NAMES:
        scenario = opened(name)
        assert scenario.puzzle is not None
        clans.add(game_at(scenario).view(None).seats[scenario.puzzle.seat].clan)
        themes.update(scenario.puzzle.themes)
        grades.add(scenario.puzzle.grade)
        rounds[scenario.table["round"]] += 1
    assert min(rounds[number] for number in (1, 2, 3)) >= REACHED_OF_A_ROUND
    assert clans == set(CLANS)
    assert themes == set(THEMES)
    assert grades == {1, 2, 3}


def test_the_first_grade_has_few_cards_none_of_which_asks_anything_else_and_moves_of_each_kind() -> None:
    """One of the first grade had six cards, a Forestall and a swap of Blood; and once all were won by a stay."""
    asks = re.compile(r"\b(you may|card may|chooses?|name a|as you like|or turn)\b", re.IGNORECASE)
    assert {card.id for card in box.clan_cards() if asks.search(box.text(card.id))} == ASKING
    first = [name for name, one in PUZZLES.headings.items() if one.grade == 1]
    best: Counter[str] = Counter()
    for name in first:
        scenario = opened(f"{name}.yaml")
        heading, answer = PUZZLES.headings[name], answer_of(scenario)
        best[answer.best.action.do] += 1
        assert heading.plain or (heading.kind == "effect" and heading.cards <= 4), name
        assert mining.least_grade(game_at(scenario), answer) == 1, name
    assert min(best["stay"], best["withdraw"]) >= 3
    assert best["choose"] >= 3
    assert max(best.values()) <= len(first) / 2, "no move is right more often than all others"
    assert all(mining.grade_of(1.0, least) == least for least in (1, 2, 3))


def test_who_is_left_alone_by_stronger_rivals_is_asked_nothing_of_it_and_not_in_an_easy_puzzle() -> None:
    """One of the first grade was won with 0 Power in sight: both rivals, with 10 and 6, left."""
    scenario = opened("puzzle-8721-2-token-1-3.yaml")
    assert mining.stronger_leave(game_at(scenario), answer_of(scenario))
    assert scenario.puzzle is not None
    assert (scenario.puzzle.grade, scenario.puzzle.wins) == (3, None)
    for name in (name for name, one in PUZZLES.headings.items() if one.grade == 1):
        scenario = opened(f"{name}.yaml")
        assert not mining.stronger_leave(game_at(scenario), answer_of(scenario)), name


@pytest.mark.parametrize("name", [name for name in NAMES if PUZZLES.headings[name[:-5]].kind in ("planning", "drain")])
def test_what_hangs_on_all_locations_is_not_easy_and_what_hangs_on_rivals_plays_is_hard_and_says_so(name: str) -> None:
    scenario = opened(name)
    assert scenario.puzzle is not None
    answer = answer_of(scenario)
    assert scenario.puzzle.grade >= mining.least_grade(game_at(scenario), answer) >= 2
    reply = first_reply(answer.best, answer.tempting)
    told = f"{answer.why['en']} {answer.lines['en'][0].told}"
    assert ("Then " in told) is (reply is not None)
    if reply is not None:
        assert told.count(f"Then {scenario.names[reply.seat]} plays ") == 1
        assert scenario.puzzle.grade == 3


@pytest.mark.parametrize("name", NAMES)
def test_a_title_of_at_most_six_words_says_who_decides_and_names_no_hidden_card(name: str) -> None:
    scenario = opened(name)
    assert scenario.puzzle is not None
    game, seat = game_at(scenario), scenario.puzzle.seat
    assert dict(scenario.title) == title_of(game, seat, scenario.puzzle.themes)
    clan = game.view(None).seats[seat].clan
    hidden = {card for s in range(game.seats) for card in game.z[HAND + s]}
    for lang, title in scenario.title.items():
        assert title.startswith(box.name(clan, lang))
        assert len(title.split()) <= MOST_WORDS
        assert not any(box.name(IDS[card], lang) in title for card in hidden)


@pytest.mark.parametrize("name", mostly_long(NAMES[:2], quick=1))
def test_a_mined_puzzle_holds_at_a_small_budget(name: str) -> None:
    scenario = opened(name)
    assert scenario.puzzle is not None
    verdict = judge(game_at(scenario), scenario.puzzle.seat, COACHING, 96, seed=1)
    assert solution(scenario).action in verdict.best.alike


def test_a_document_reads_back() -> None:
    import yaml

    document = yaml.safe_load(example())
    assert loads(scenario_yaml(document)).puzzle == loads(example()).puzzle


def test_mining_writes_what_it_finds_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """What is found before it is stopped stays."""
    import yaml

    def stopped(seed: int, watch: Any, drawn: bool) -> Any:
        watch()
        yield yaml.safe_load(example())
        raise KeyboardInterrupt

    monkeypatch.setattr(mining, "mine_game", stopped)
    assert main(["puzzles", "mine", "--count", "2", "--out", str(tmp_path / "found")]) == 130
    assert main(["puzzles", "check", str(tmp_path / "found" / "my-puzzle.yaml")]) == 0
    file = tmp_path / "a file"
    file.write_text("")
    capsys.readouterr()
    assert main(["puzzles", "mine", "--out", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
