"""V:TES's puzzles: each leads to its decision, holds, is told with its numbers, and is answered on its page."""

from __future__ import annotations

import os
import re
from random import Random
from typing import Any

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import Reader, words_of
from vendetta_kit.course.puzzle_set import game_at, open_puzzle, puzzles_of, solution
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.puzzles import puzzle_mining as mining
from vendetta_kit.games.vtes.puzzles.played_move import play_out
from vendetta_kit.games.vtes.puzzles.puzzle_answer import answer_of, differences, hint_of, is_obvious
from vendetta_kit.games.vtes.puzzles.puzzle_mining import table_of
from vendetta_kit.games.vtes.scenarios import THEMES
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import loads, run
from vendetta_kit.scenarios.yaml_writing import scenario_yaml
from vendetta_widgets import VtesPuzzlePage, page_phrases

PUZZLES = puzzles_of("vtes")
PATHS = PUZZLES.shipped()
REACHED = 177
"""So many puzzles there are at least."""
MOST_WORDS = 6
A_MINION = 30


def test_the_learner_is_always_ann_and_the_others_follow_in_their_order() -> None:
    for heading in PUZZLES.headings.values():
        one = open_puzzle(heading.path)
        assert one.puzzle is not None
        names, seat = one.names, one.puzzle.seat
        assert names[seat:] + names[:seat] == ("Ann", "Bob", "Cy", "Dee")[: len(names)], one.id


def test_who_is_prey_and_predator_is_said_in_few_words() -> None:
    name = next(name for name, one in PUZZLES.headings.items() if len(open_puzzle(one.path).names) == 2)
    said = Reader(VtesPuzzlePage(), query=f"?puzzle={name}&lang=en").words
    assert "prey and predator" in said
    assert "your predator" not in said


def test_a_vote_shows_all_pools_with_prey_and_predator_and_its_answer_says_who_has_the_edge_if_that_differs() -> None:
    page = VtesPuzzlePage(lang="en")
    reader = Reader(page, query="?puzzle=vtes-puzzle-242-5-vote-5-2")
    view = page.walk.view
    assert view is not None
    row = words_of(reader.parts["seat_row"])
    assert all(f"{seat.name}" in row and str(seat.pool) in row for seat in view.seats if seat.here)
    assert "your prey" in row
    assert "your predator" in row
    reader.do("solution")
    assert page.answer is not None
    best, other = page.answer.lines["en"]
    assert ("Edge", "you", True) in best.figures
    assert ("Edge", "–", True) in other.figures
    assert "you have the Edge" in page.answer.why["en"]
    assert "your prey" in words_of(reader.parts["seat_row"])
    alike = answer_of(open_puzzle(next(path for path in PATHS if "-222-5-vote" in path)))
    assert "Edge" not in [figure.label for line in alike.lines["en"] for figure in line.figures]
    assert "Edge" not in alike.why["en"]


@pytest.mark.parametrize("path", mostly_long(PATHS, quick=10))
def test_a_puzzle_leads_to_its_decision_and_its_answer_says_by_which_numbers_the_best_move_is_better(path: str) -> None:
    one = open_puzzle(path)
    assert f"{one.id}.yaml" == os.path.basename(path)
    assert run(one).ok
    assert one.puzzle is not None
    assert one.puzzle.interval is not None
    assert one.puzzle.gap is not None
    assert 100 * mining.LEAST <= one.puzzle.interval[0] <= one.puzzle.gap <= one.puzzle.interval[1]
    here = game_at(one)
    assert here.to_act == one.puzzle.seat
    answer = answer_of(one)
    assert answer.best.action == solution(one).action != answer.tempting.action
    assert here.why_not(one.puzzle.seat, answer.tempting.action) is None
    assert answer.best.value > answer.tempting.value
    assert differences(answer.best, answer.tempting), "the table shows what is better"
    for lang in languages():
        lines = answer.lines[lang]
        for line, outcome in zip(lines, (answer.best, answer.tempting), strict=True):
            assert line.figures[0].value == str(outcome.pool)
        assert lines[0][1:] != lines[1][1:] or differences(answer.best, answer.tempting)[0].weight >= A_MINION
        said = " ".join([answer.why[lang], *(line.told for line in lines)])
        assert not re.search(r"[{}]", said)
        assert len(one.title[lang].split()) <= MOST_WORDS


def test_there_are_as_many_as_reached_of_every_theme_and_few_of_one_game() -> None:
    assert len(PATHS) >= REACHED
    assert {theme for one in PUZZLES.headings.values() for theme in one.themes} == set(THEMES)
    assert {one.grade for one in PUZZLES.headings.values()} == {1, 2, 3}
    games = [name.split("-")[2] for name in PUZZLES.headings]
    assert max(map(games.count, games)) <= mining.MOST


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
def test_the_best_move_is_best_in_other_imagined_games_too(path: str) -> None:
    one = open_puzzle(path)
    assert one.puzzle is not None
    here, seat, best = game_at(one), one.puzzle.seat, solution(one).action
    others = [action for action in here.legal(seat) if action != best]
    values = mining.values_of(here, seat, [best, *others], 20, "another")
    means = [sum(found) / len(found) for found in values]
    assert means[0] == max(means)


def test_who_plays_on_commits_no_diablerie_that_the_seat_did_not_choose() -> None:
    """Who leaves torpor and is blocked could be diablerized: the greedy bot would, and lose the blocker to a hunt."""
    blocker = {"card": "CV06", "blood": 3, "on": ["CL16"]}
    bob = {"name": "Bob", "pool": 20, "ready": ["WV05"], "torpor": [{"card": "WV03", "blood": 2}]}
    game = Game.position({"seats": [{"name": "Ann", "pool": 20, "ready": [blocker]}, bob], "turn": "Bob"})
    game.apply(1, next(action for action in game.legal(1) if isinstance(action, do.Leave)))
    block = next(action for action in game.legal(0) if isinstance(action, do.Block))
    for seed in range(3):
        after = play_out(game.copy(), 0, block, Random(seed))
        assert after.rec is not None
        kinds = {event.kind for event in after.rec.events}
        assert "blocked" in kinds
        assert "diablerie" not in kinds


@pytest.mark.parametrize("path", mostly_long(PATHS, quick=8))
def test_a_grade_says_how_many_bots_miss_the_best_move_and_none_is_obvious(path: str) -> None:
    one = open_puzzle(path)
    assert one.puzzle is not None
    here, seat = game_at(one), one.puzzle.seat
    assert not is_obvious(here, seat, solution(one).action)
    misses, many = mining.misses(here, seat, solution(one).action, int(one.id.split("-")[2])), len(here.legal(seat)) > 3
    assert one.puzzle.grade in {1 + (misses + many + narrow) // 2 for narrow in (False, True)}


@pytest.mark.parametrize("lang", languages())
def test_a_hint_speaks_of_no_kind_of_move_that_is_not_offered(lang: str) -> None:
    spoken = {
        "en": ("the card", "goes first", "a block brings"),
        "de": ("die Karte", "wer zuerst geht", "ein Block bringt"),
    }
    for name, heading in PUZZLES.headings.items():
        one = open_puzzle(heading.path)
        assert one.puzzle is not None
        here, seat = game_at(one), one.puzzle.seat
        legal = here.legal(seat)
        offered = (
            any(isinstance(action, do.Play) for action in legal),
            len({action.minion for action in legal if isinstance(action, do.Bleed | do.Hunt)}) > 1,
            any(isinstance(action, do.Block) for action in legal),
        )
        hint = hint_of(heading.themes[0], here, seat, lang)
        assert all(there or words not in hint for there, words in zip(offered, spoken[lang], strict=True)), (name, hint)


def test_a_reason_names_who_did_it_and_what_else_the_seat_plays() -> None:
    def said(name: str) -> tuple[str, str]:
        answer = answer_of(open_puzzle(PUZZLES.headings[name].path))
        return answer.why["en"], answer.lines["en"][0].told

    why, told = said("vtes-puzzle-112-10-block-1-1")
    assert "10 pool instead of 7 (otherwise Tamsin Roe bleeds you for 3)" in why
    assert "On the way you also play: Hide Like Stone, Not So Fast." in told
    why, told = said("vtes-puzzle-81-15-minion-0-1")
    assert "Bob is ousted (the referendum on Levy on One passes" in why


def test_a_table_in_the_middle_of_a_game_is_written_and_read_back() -> None:
    spec: dict[str, Any] = {
        "seats": [
            {
                "name": "Ann",
                "pool": 7,
                "ready": [{"card": "WV03", "blood": 1, "tapped": True}, "CV04"],
                "hand": ["WL02"],
            },
            {"name": "Bob", "pool": 3, "torpor": ["CV03"], "ready": [{"card": "WV06", "on": ["CL09"]}]},
        ],
        "edge": "Bob",
    }
    game = Game.position(spec)
    table = table_of(game)
    assert table is not None
    again = Game.position(table)
    assert again.view(0).seats == game.view(0).seats
    assert list(again.legal(0)) == list(game.legal(0))
    again.apply(0, again.legal(0)[0])
    assert table_of(again) is None


def test_a_game_gives_few_puzzles_of_different_themes_and_each_is_whole() -> None:
    found = list(mining.mine_game(4))
    assert 1 <= len(found) <= mining.MOST
    themes = [document["puzzle"]["themes"][0] for document in found]
    assert len(set(themes)) == len(themes)
    for document in found:
        one = loads(scenario_yaml(document))
        assert run(one).ok
        assert game_at(one).to_act == solution(one).seat
        assert one.names[solution(one).seat] == "Ann"
        assert "Ann" in one.title["en"]


@pytest.mark.parametrize("lang", page_phrases.languages())
def test_the_page_answers_at_once_with_both_outcomes_on_the_table(lang: str) -> None:
    name = "vtes-puzzle-112-10-block-1-1"
    page = VtesPuzzlePage()
    reader = Reader(page, query=f"?puzzle={name}&lang={lang}")
    view, puzzle = page.walk.view, page.scenario.puzzle
    assert view is not None
    assert puzzle is not None
    assert view.me == puzzle.seat
    assert view.decision is not None
    assert "vk-glow" not in reader.text
    assert reader.parts["panel"].count('data-do="act"') == len(view.decision.legal), "each answer is in sight"
    other = next(action for action in view.decision.legal if action != solution(page.scenario).action)
    reader.do("act", other.to_json())
    assert reader.alert == ""
    assert page.record.answers == {name: False}
    assert page.answer is not None
    said = words_of(reader.parts["coach"])
    assert page_phrases.say("puzzle.is_wrong", lang) in said
    assert page.answer.tempting.action == other
    shown = [reader.parts[part] for part in ("event", "ring_table")]
    reader.do("outcome", "best")
    assert [
        reader.parts[part] for part in ("event", "ring_table")
    ] != shown or page.answer.best.view == page.answer.tempting.view


def test_from_the_second_grade_on_no_button_tells_what_comes_of_it_and_no_bleed_at_any() -> None:
    for name, heading in list(PUZZLES.headings.items())[::3]:
        reader = Reader(VtesPuzzlePage(), query=f"?puzzle={name}&lang=en")
        called = [button.text for button in reader.buttons("panel") if button.do == "act"]
        told = [text for text in called if re.search(r"against \d|gets past|(pool|bleed|stealth) \d+ →", text)]
        assert heading.grade == 1 or told == [], name
        assert [text for text in called if "Bleed" in text and "pool" in text] == [], name


def test_the_reason_names_who_draws_a_blocker_away_and_you_bleed_counts_untapped_minions() -> None:
    page = VtesPuzzlePage()
    reader = Reader(page, query="?puzzle=vtes-puzzle-113-55-minion-0-1&lang=en")
    assert "you bleed Bob 3 + ?" in words_of(reader.parts["ring_table"]), "1 and 2; a third minion is tapped"
    assert "who acts?" in words_of(reader.parts["panel"]), "and not which one does"
    reader.do("act", solution(page.scenario).action.to_json())
    assert "Rafe Linden draws Anke away" in words_of(reader.parts["coach"])


def test_where_several_minions_could_act_each_answer_says_with_whom() -> None:
    several = 0
    for name in PUZZLES.headings:
        page = VtesPuzzlePage()
        reader, view = Reader(page, query=f"?puzzle={name}&lang=en"), page.walk.view
        assert view is not None
        assert view.decision is not None
        ready = {card.number: page.pen("panel").name(card.card) for card in view.seats[view.me].ready if card.card}
        acting = [ready.get(getattr(action, "minion", -1)) for action in view.decision.legal]
        if len({*acting} - {None}) > 1:
            several += 1
            called = [button.text for button in reader.buttons("panel") if button.do == "act"]
            assert [text for text, who in zip(called, acting, strict=True) if who and who not in text] == [], name
    assert several > 5
