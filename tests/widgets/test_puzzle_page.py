"""The page of puzzles: the move is made at the table, the first one counts, and nothing hidden is told."""

from __future__ import annotations

import itertools
import random
import re
from datetime import date, timedelta
from typing import Any

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, Reader, assert_hides, hidden_cards, words_of
from vendetta_kit.course.puzzle_rating import PuzzleRecord
from vendetta_kit.course.puzzle_set import game_at, open_puzzle, solution
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_widgets import PuzzlePage, VtesPuzzlePage, page_phrases
from vendetta_widgets.puzzle_page import FEW, KEPT, OTHERS, BasePuzzlePage, _game_of, of_the_day, themes

IDS = tuple(path.rpartition("/")[2].removesuffix(".yaml") for path in PUZZLES.shipped())
SOME = random.Random(2).sample(IDS, 6)


def opened(query: str = "", **more: Any) -> tuple[Reader, PuzzlePage]:
    page = PuzzlePage()
    return Reader(page, query=query, **more), page


def make(reader: Reader, page: PuzzlePage, right: bool) -> None:
    """Make the best move at the table, or another one that the rules allow."""
    walk, best = page.walk, solution(page.scenario).action
    assert walk.view is not None
    found = next(action for action in walk.view.decision.legal if (action == best) is right)
    puzzle = page.scenario.puzzle
    assert puzzle is not None
    if puzzle.wins is None:
        reader.do("act", found.to_json())
        if page.answer is None and page.stance is not None:  # what a card asks is confirmed
            reader.do("act", found.to_json())
    else:
        reader.do("claim", {"act": found.to_json(), "wins": puzzle.wins})


def test_who_was_there_stands_in_the_picture_of_the_answer_though_the_card_has_gone() -> None:
    reader, page = opened("?puzzle=puzzle-8004-2-answer-1-2")
    assert "Bob" in words_of(reader.parts["scene"])
    make(reader, page, True)
    assert "Bob has nothing here any more" in words_of(reader.parts["scene"])
    reader, page = opened("?puzzle=puzzle-1042-3-token-1-0")
    make(reader, page, False)
    assert "Dee withdraws" in words_of(reader.parts["scene"])


def test_an_answer_to_a_cards_question_counts_once_it_is_confirmed() -> None:
    reader, page = opened("?puzzle=puzzle-8031-2-answer-haven-2&lang=en")
    assert page.walk.view is not None
    assert "you Hunt" in words_of(reader.parts["coach"])
    low, best = (page.walk.view.decision.legal[k] for k in (0, -1))
    reader.do("act", {"do": "bid", "blood": 9})
    assert page.answer is page._meant(page.walk.view.decision) is None, "forbidden: it says why"
    reader.do("act", low.to_json())
    assert "Your answer: Bid nothing?" in words_of(reader.parts["panel"])
    assert page.answer is None
    reader.do("stance", None)
    assert "Bid 3 Blood" in words_of(reader.parts["panel"])
    for _ in range(2):
        reader.do("act", best.to_json())
    assert page.answer is not None
    assert "Right." in words_of(reader.parts["coach"])


def test_the_right_card_at_the_right_place_is_told_to_be_near() -> None:
    reader, page = opened("?puzzle=puzzle-1032-3-turn-4-1&lang=en")
    best = solution(page.scenario).action
    assert "first 3, second 2, third 1; at the Haven first 4" in words_of(reader.parts["coach"])
    reader.do("act", {**best.to_json(), "blood": 2})
    assert "Right card, right place" in words_of(reader.parts["coach"])
    reader.do("again")
    reader.do("act", {**best.to_json(), "at": 1})
    assert "Not the best move" in words_of(reader.parts["coach"])


def test_a_card_face_down_shows_what_it_counts_once_that_is_counted() -> None:
    """Beside sums of 8 stood the 3 and the 0 that are printed on cards which count 4 each face down."""
    reader, page = opened("?puzzle=puzzle-14016-1-answer-1-2&lang=en")
    make(reader, page, True)
    told = words_of(reader.parts["scene"])
    assert re.search(r"4 Power Mindless Assault .*4 Power Hunt", told)


def test_both_answers_are_judged_and_the_reason_stands_before_the_moves() -> None:
    """Who had said two things heard of one alone."""
    reader, page = opened("?puzzle=puzzle-8038-2-token-2-3&lang=en")
    best = solution(page.scenario).action
    assert page.walk.view is not None
    wrong = next(action for action in page.walk.view.decision.legal if action != best)
    reader.do("claim", {"act": wrong.to_json(), "wins": False})
    assert "About winning here you were wrong, too." in words_of(reader.parts["coach"])
    reader.do("again")
    make(reader, page, True)
    told = words_of(reader.parts["coach"])
    assert told.index("your 8 Power beat the 5 of Ann") < told.index("Your move, the best")
    scene = words_of(reader.parts["scene"])
    assert all(name in scene for name in ("The Asylum", "Prince's Haven"))


def test_the_log_tells_what_the_move_on_the_table_led_to() -> None:
    reader, page = opened("?puzzle=puzzle-8031-2-answer-haven-2&lang=en")

    def told() -> str:
        return " ".join(words_of(html) for name, html in reader.parts.items() if name.startswith("log:"))

    assert "takes the Ally" not in told()
    make(reader, page, True)
    assert "Cy takes the Ally Julie Munoz" in told()
    reader.do("outcome", "tempting")
    assert "Ann takes the Ally Julie Munoz" in told()
    reader.do("again")
    assert "takes the Ally" not in told()


def test_what_a_hint_names_stands_beside_it() -> None:
    """“Look at the Haven”, and it lay below the fold."""
    reader, page = opened("?puzzle=puzzle-1042-3-token-1-0")
    reader.do("hint")
    told = words_of(reader.parts["coach"])
    assert "Look at the Haven" in told
    assert re.search(r"Bronwyn Prince's Haven Ann .*12 .*Dee .*10", told)
    make(reader, page, False)
    assert "Bronwyn Prince's Haven" in words_of(reader.parts["coach"])
    reader, page = opened("?puzzle=puzzle-1083-3-token-1-0")
    reader.do("hint")
    told = words_of(reader.parts["coach"])
    assert "Read Diplomacy" in told
    assert box.text("VE02") in told


def test_every_day_has_its_puzzle_and_each_comes_before_any_comes_again() -> None:
    easy = sorted(
        name
        for name, one in PUZZLES.headings.items()
        if one.grade == 1 and one.answers >= FEW and one.plain  # as for who is new
    )
    plain = [name for name in easy if PUZZLES.is_obvious(open_puzzle(PUZZLES.headings[name].path))]
    assert 0 < len(plain) < len(easy) / 3
    first = date(2026, 1, 1) + timedelta(days=3 * len(easy))
    days = [of_the_day(first + timedelta(days=k)) for k in range(len(easy))]
    assert {*days} == {*easy} - {*plain}, "none is trivial"
    assert opened()[1].id in easy


@pytest.mark.parametrize("kind", [PuzzlePage, VtesPuzzlePage])
def test_the_puzzle_of_the_day_is_easy_for_who_has_solved_few_and_stays_the_same_all_day(
    kind: type[BasePuzzlePage],
) -> None:
    page = kind()
    reader = Reader(page)
    today, kept = page.id, KEPT[page.GAME]
    assert page.puzzles.headings[today].grade == 1
    for _ in range(12):  # what is solved on the same day makes nothing else of it
        reader.do("next_puzzle")
        page._count(True)
    assert page.record.grade_of_day == 3
    again = kind()
    Reader(again, stored={kept: page.record.dumps()})
    assert again.id == today
    reader.do("today")
    assert page.id == today
    tomorrow = of_the_day(date.today() + timedelta(days=2), page.GAME, page.record)
    assert page.puzzles.headings[tomorrow].grade == 3
    assert tomorrow not in page.record.answers


@pytest.mark.parametrize("kind", [PuzzlePage, VtesPuzzlePage])
def test_no_two_puzzles_of_a_game_follow_each_other_and_themes_change(kind: type[BasePuzzlePage]) -> None:
    page = kind()
    reader = Reader(page)
    games, grades, met = [], [], []
    for k in range(22):
        grades.append(page.record.grade)
        reader.do("next_puzzle")
        heading = page.puzzles.headings[page.id]
        games.append(_game_of(page.id))
        assert heading.grade <= grades[-1]
        assert k < 11 or heading.grade == grades[-1]
        met.append(heading)
        page._count(True)
    assert all(one != other for one, other in itertools.pairwise(games))
    assert met[0].grade == 1
    assert grades == sorted(grades), "solved, they get harder"
    assert grades[-1] == 3
    assert all(one.themes != other.themes for one, other in itertools.pairwise(met))
    first = met[:10]
    assert all(
        one.plain or (k >= OTHERS and one.kind in page.puzzles.wide and one.grade == 2) for k, one in enumerate(first)
    )
    assert len({one.kind for one in first}) >= (4 if kind is PuzzlePage else 5)
    asked = [one.asking for one in first if one.kind == "effect"]
    assert all(one.isdisjoint(other) for one, other in itertools.pairwise(asked)), "no card's question twice in a row"
    assert all(after.grade <= before.grade + 1 for before, after in itertools.pairwise(met)), "no jump"
    assert sum(one.answers < FEW for one in first) <= 3, "few are a toss of a coin"
    assert kind is VtesPuzzlePage or len({one.round for one in first}) >= 2


@pytest.mark.parametrize("kind", [PuzzlePage, VtesPuzzlePage])
def test_who_fails_is_given_the_easiest_of_each_kind(kind: type[BasePuzzlePage]) -> None:
    page = kind()
    reader = Reader(page)
    for _ in range(5):
        reader.do("next_puzzle")
        heading, headings = page.puzzles.headings[page.id], page.puzzles.headings.values()
        assert heading.grade == min(one.grade for one in headings if one.kind == heading.kind) <= 2
        page._count(False)


def test_easy_puzzles_alone_lead_to_no_high_rating() -> None:
    record = PuzzleRecord()
    for k in range(60):
        record = record.answered(str(k), 1, True)
    assert 1500 < record.rating <= 1650
    assert PuzzleRecord().answered("a", 3, False).grade == PuzzleRecord().answered("b", 1, False).grade == 1


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("lang", page_phrases.languages())
def test_a_puzzle_is_answered_at_once_with_the_reason_and_both_outcomes_on_the_table(name: str, lang: str) -> None:
    reader, page = opened(f"?puzzle={name}&lang={lang}")
    view = page.walk.view
    assert view is not None
    puzzle = page.scenario.puzzle
    assert puzzle is not None
    assert view.me == puzzle.seat
    assert "vk-glow" not in reader.text, "nothing says which move is right"
    assert_hides(reader.text, hidden_cards(game_at(page.scenario), view, puzzle.seat), name)
    make(reader, page, right=True)
    assert reader.alert == ""
    assert page.record.answers == {name: True}
    answer = page.answer
    assert answer is not None
    said = words_of(reader.parts["coach"])
    assert page_phrases.say("puzzle.is_right", lang) in said
    before, _, asked_for = said.partition(page_phrases.say("puzzle.sure", lang))
    assert answer.why[lang] in before
    for line in answer.lines[lang]:
        assert line.move in before
        assert " ".join(line.told.split()) in before
        assert all(f"{figure.label} {figure.value}" in before for figure in line.figures)
    assert reader.parts["coach"].count('data-do="outcome"') == 2
    assert str(puzzle.gap) in asked_for
    assert str(puzzle.simulations) not in before
    best = reader.parts["scene"]
    assert "vk-decided" in best
    reader.do("outcome", "tempting")
    assert "vk-decided" in reader.parts["scene"]
    assert reader.parts["scene"] != best
    assert reader.alert == ""
    assert not TEMPLATE_LEFT.search(reader.words)
    assert PuzzleRecord.loads(reader.store[KEPT["vendetta"]]).answers == {name: True}


def test_only_the_first_move_counts() -> None:
    reader, page = opened(f"?puzzle={SOME[0]}")
    make(reader, page, right=False)
    assert "Not the best move." in words_of(reader.parts["coach"])
    rating = page.record.rating
    assert rating < 1500
    reader.do("again")
    assert "Not the best move." not in words_of(reader.parts["coach"])
    make(reader, page, right=True)
    assert "✓ Right, at a later try." in words_of(reader.parts["coach"])
    assert page.record.answers == {SOME[0]: False}
    assert page.record.rating == rating
    again, other = opened(f"?puzzle={SOME[0]}", stored=dict(reader.store))
    assert "Not found at first Influence in all" in words_of(again.parts["goal"])
    make(again, other, right=True)
    assert other.record.answers == {SOME[0]: False}


def test_no_answer_stands_out_before_the_learner_has_chosen() -> None:
    for name in ("puzzle-5001-3-drain-5-0", "puzzle-1-3-token-1-1"):
        reader, _ = opened(f"?puzzle={name}&lang=en")
        assert "vk-primary" not in reader.parts["panel"], name
        assert "Influence in all: " in words_of(reader.parts["goal"]), "how all stand"


def test_a_puzzle_far_above_the_learners_grade_says_so() -> None:
    for name, heading in PUZZLES.headings.items():
        if heading.kind == "hand" or name == SOME[0]:
            reader, _ = opened(f"?puzzle={name}&lang=en")
            assert ("Two grades above yours" in words_of(reader.parts["goal"])) is (heading.grade == 3), name


def test_after_a_wrong_move_of_several_one_sees_where_it_leads_and_may_try_again_before_the_best_is_told() -> None:
    reader, page = opened("?puzzle=puzzle-1047-3-token-2-3&lang=en")
    moves = [one for one in reader.buttons("panel") if one.do == "stance"]
    assert not [move for move in moves if "Power against" in move.text], "the sum is what the puzzle asks for"
    for move in moves:
        reader.do("stance", move.value)
        assert page.record.answers == {}, "nothing counts before the second answer"
        assert [one.value["wins"] for one in reader.buttons("panel") if one.do == "claim"] == [True, False]
    assert 2 * len(moves) == page.puzzles.headings[page.id].answers
    reader.do("stance", None)
    assert "a Frenzy trap" not in words_of(reader.parts["goal"]), "a theme that tells half of the answer comes after it"
    make(reader, page, right=False)
    assert page.answer is not None
    said = words_of(reader.parts["coach"])
    best, other = page.answer.lines["en"]
    assert other.told.split("\n")[0] in said
    assert best.told.split("\n")[0] not in said
    assert page.answer.why["en"] not in said
    assert page.answer.hint["en"] in said, "where to look, after a wrong move"
    assert page.answer.lost["en"] in said, "and what is lost by it"
    for shown in ("best", "tempting"):
        reader.do("outcome", shown)
        assert reader.alert == ""
        assert best.told.split("\n")[0] not in words_of(reader.text)
    assert [one.text for one in reader.buttons("steer")][:2] == ["Try again", "Show the solution"]
    reader.do("again")
    make(reader, page, right=True)
    assert page.answer.why["en"] in words_of(reader.parts["coach"])
    assert "Your move before: " in words_of(reader.parts["coach"])
    assert "a Frenzy trap" in words_of(reader.parts["goal"])
    assert page.record.answers == {page.id: False}


@pytest.mark.parametrize("kind", [PuzzlePage, VtesPuzzlePage])
def test_with_the_solution_ones_own_move_stands_beside_the_best_and_the_tempting_one(
    kind: type[BasePuzzlePage],
) -> None:
    name = "puzzle-1032-3-turn-4-1" if kind is PuzzlePage else "vtes-puzzle-242-5-vote-5-2"
    page = kind(lang="en")
    reader = Reader(page, query=f"?puzzle={name}")
    tempting, best = page.puzzles.answer(page.scenario).tempting.action, solution(page.scenario).action
    own = next(action for action in page.walk.view.decision.legal if action not in (tempting, best))
    reader.do("act", own.to_json())
    assert page.answer is not None
    assert words_of(reader.parts["coach"]).count(page.answer.lost["en"]) == 1
    reader.do("solution")
    told = [one for one in reader.buttons("coach") if one.do == "outcome"]
    assert [one.value for one in told] == ["tempting", "best", "third"]
    assert [one.text.split(":")[0].lstrip("✓ ") for one in told] == ["Your move", "Best", "Tempting"]
    for one in told:
        reader.do("outcome", one.value)
        assert reader.alert == ""


def test_a_hint_says_where_to_look_and_halves_what_a_right_move_brings_as_does_a_wrong_expectation() -> None:
    gains = []
    for hinted, foreseen in ((False, True), (True, True), (False, False)):
        reader, page = opened("?puzzle=puzzle-1-3-token-1-1&lang=en")
        if hinted:
            reader.do("hint")
            asked = words_of(reader.parts["coach"])
            assert "Look at The Rack: what do first, second and third get?" in asked
            assert "Influence here: first 3, second 2, third 1." in asked
        wins = page.scenario.puzzle.wins is foreseen
        reader.do("claim", {"act": solution(page.scenario).action.to_json(), "wins": wins})
        assert ("otherwise than you said" in words_of(reader.parts["coach"])) is not foreseen
        gains.append(page.record.rating - PuzzleRecord().rating)
    assert gains[0] == pytest.approx(2 * gains[1]) == pytest.approx(2 * gains[2])


@pytest.mark.parametrize("foreseen", [True, False])
def test_what_was_foreseen_is_answered_beside_a_wrong_move_too_once_all_is_told(foreseen: bool) -> None:
    reader, page = opened("?puzzle=puzzle-1-3-token-1-1&lang=en")
    assert page.scenario.puzzle is not None
    wins = page.scenario.puzzle.wins is foreseen
    best = solution(page.scenario).action
    view = page.walk.view
    assert view is not None
    assert view.decision is not None
    other = next(action for action in view.decision.legal if action != best)
    reader.do("claim", {"act": other.to_json(), "wins": wins})
    said = ("About winning here you were right", "wins here: you had said no", "does not win here: you had said yes")
    told = [words for words in said if words in words_of(reader.parts["coach"])]
    assert told == ([said[0]] if foreseen else []), "what was foreseen wrongly may be tried again"
    reader.do("solution")
    shown = words_of(reader.parts["coach"])
    assert [words in shown for words in said] == [foreseen, not foreseen and not wins, not foreseen and wins]


def test_who_is_asked_by_a_card_sees_the_turn_order_and_what_rivals_hold_and_a_hint_is_told() -> None:
    reader, page = opened("?puzzle=puzzle-8018-2-answer-haven-0&lang=en")
    assert "Round 2. Turn order: Ann, Bob, Cy, Dee." in words_of(reader.parts["coach"])
    assert "Cards in hand: you Ready, Bob 1 (Ready seen), Cy 1 (Hunt seen), Dee 1 (Ready seen)." in words_of(
        reader.parts["coach"]
    )
    reader.do("hint")
    make(reader, page, right=True)
    assert "Right, with a hint." in words_of(reader.parts["coach"])


def test_where_another_location_decides_that_of_the_move_is_shown_first() -> None:
    reader, page = opened("?puzzle=puzzle-1008-3-token-2-1&lang=en")
    make(reader, page, right=True)
    shown = words_of(reader.parts["scene"])
    assert -1 < shown.find("The Asylum") < shown.find("Haven")


def test_a_rating_is_a_plain_figure_after_ten_puzzles_and_new_before() -> None:
    record = PuzzleRecord()
    for k in range(10):
        _, page = opened("?lang=en", stored={KEPT["vendetta"]: record.dumps()})
        choice = page.parts(page.pen())["choice"]
        assert "Your rating" not in choice
        assert k == 0 or f"Puzzles until you have a rating: {10 - k}." in choice
        record = record.answered(str(k), 1, True)
    reader, _ = opened("?lang=en", stored={KEPT["vendetta"]: record.dumps()})
    assert f"Solved: 10 of 10. Your rating: {round(record.rating)}." in words_of(reader.parts["choice"])
    assert "±" not in words_of(reader.parts["choice"])
    assert "±" in reader.parts["choice"]


def test_all_that_open_cards_say_stands_on_the_board() -> None:
    for part, name in (("scene", "puzzle-1-3-token-1-1"), ("texts", next(one for one in IDS if "-turn-" in one))):
        reader, page = opened(f"?puzzle={name}&lang=en")
        view = page.walk.view
        assert view is not None
        spots = [spot for seat in view.seats for spot in seat.positions if view.at in (None, spot.at)]
        open_ = [card.card for spot in spots for card in spot.cards if card.card is not None]
        assert open_
        said = words_of(reader.parts[part])
        assert [card for card in open_ if words_of(box.text(card, "en")) not in said] == []


def test_the_solution_is_shown_to_who_wants_it_and_counts_as_not_found() -> None:
    reader, page = opened(f"?puzzle={SOME[1]}")
    reader.do("solution")
    assert page.record.answers == {SOME[1]: False}
    reader.do("solution")
    assert reader.alert == ""
    assert page.answer is not None
    assert page.answer.why["en"] in words_of(reader.parts["coach"])
    assert "The solution" in words_of(reader.parts["coach"])


def test_the_cards_of_the_decision_lie_on_a_stage_before_the_move() -> None:
    reader, page = opened(f"?puzzle={next(name for name in IDS if '-token-' in name)}")
    view = page.walk.view
    assert view is not None
    own = next(place for place in view.seats[view.me or 0].positions if place.at == view.at)
    assert own.cards
    shown = words_of(reader.parts["scene"])
    assert all(box.name(card.card, "en") in shown for card in own.cards if card.card is not None)
    planning, _ = opened(f"?puzzle={next(name for name in IDS if '-turn-' in name)}")
    assert planning.parts["scene"] == ""


def test_by_theme_and_grade_the_ones_not_answered_come_first() -> None:
    reader, page = opened("?theme=last_haven&grade=2")
    seen = set()
    while page.id not in seen:
        seen.add(page.id)
        puzzle = page.scenario.puzzle
        assert puzzle is not None
        assert "last_haven" in puzzle.themes
        assert puzzle.grade == 2
        reader.do("solution")
        reader.do("next_puzzle")
    assert len(seen) > 3
    reader.do("today")
    assert (page.theme, page.grade) == ("", 0)
    told, _ = opened("?puzzle=of-another-kit")
    assert "There is no puzzle" in told.alert
    reader.do("act", {"do": "nonsense"})
    assert "Traceback" not in reader.text


@pytest.mark.parametrize(("game", "kind"), [("vendetta", PuzzlePage), ("vtes", VtesPuzzlePage)])
def test_the_theme_and_the_grade_that_are_chosen_are_served(game: str, kind: type[BasePuzzlePage]) -> None:
    page = kind()
    reader = Reader(page)
    fields = re.findall(r'<select[^>]* data-do="([^"]+)"', reader.parts["choice"])
    assert len(fields) == 2
    for theme in themes(game):
        reader.do(fields[0], theme)
        for _ in range(2):
            assert theme in page.puzzles.headings[page.id].themes
            assert page_phrases.say(f"puzzle.theme.{theme}") in words_of(reader.parts["choice"])
            reader.do("next_puzzle")
    reader.do(fields[0], "")
    reader.do(fields[1], "2")
    assert (page.theme, page.puzzles.headings[page.id].grade) == ("", 2)


def test_a_rating_that_was_kept_is_read_and_a_broken_one_begins_anew() -> None:
    kept = '{"format":"vendetta-puzzles/1","rating":1612.5,"deviation":180.0,"answers":{"puzzle-1-3-token-1-1":true}}'
    _, page = opened(stored={KEPT["vendetta"]: kept})
    assert (page.record.rating, page.record.deviation, page.record.solved) == (1612.5, 180.0, 1)
    for broken in ("", "{", "[]", '{"format":"of-tomorrow/9"}', '{"format":"vendetta-puzzles/1","rating":"x"}'):
        _, page = opened(stored={KEPT["vendetta"]: broken})
        assert page.record == PuzzleRecord()


def test_ratings_go_up_with_what_is_found_and_more_with_what_is_hard() -> None:
    begin = PuzzleRecord()
    won, hard = begin.answered("a", 1, True), begin.answered("a", 3, True)
    lost, worse = begin.answered("a", 3, False), begin.answered("a", 1, False)
    assert hard.rating > won.rating > begin.rating > lost.rating > worse.rating
    many = begin
    for k in range(40):
        many = many.answered(str(k), 2, True)
    assert many.deviation < won.deviation < begin.deviation
