"""What only V:TES's lessons have: from one on to the next, and to the game; and many ways of one kind."""

from __future__ import annotations

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import Reader, words_of
from tests.widgets.walking import step, walk_through
from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_widgets import vtes_lesson

LESSONS = lessons.ids("vtes")


@pytest.mark.parametrize("number", mostly_long(reversed(range(len(LESSONS))), quick=3))
def test_lessons_lead_on_to_the_next_and_at_last_to_the_game(number: int) -> None:
    reader = Reader(vtes_lesson(LESSONS[number], lang="en"))
    for _ in walk_through(reader):
        pass
    following = (*LESSONS, "")[number + 1]
    way = f"vtes/{number + 1:02}_{following}" if following else "18_play_vtes"
    assert f'data-notebook="{way}"' in reader.parts["learned"]


def test_of_many_ways_one_of_each_kind_is_offered_at_once() -> None:
    reader = Reader(vtes_lesson("diablerie", lang="en"))
    around = [button.value for button in reader.buttons("panel") if button.do == "act"]
    kinds = [(value["do"], value.get("target")) for value in around]
    assert {"diablerize", "rescue", "bleed"} <= {kind for kind, _ in kinds}
    assert kinds.index(("bleed", None)) < len(set(kinds)), "one of each kind comes first"


def test_false_friends_are_folded_for_who_has_not_begun_vendetta() -> None:
    progress = Progress()
    progress.lesson("first_steps", finished=True)
    for stored, folded in (({}, True), ({"progress": progress.dumps()}, False)):
        reader = Reader(vtes_lesson("first_bleed", lang="en"), stored)
        seen = []
        for _ in walk_through(reader):
            if 'class="vt-friends"' in reader.text:
                seen.append('data-key="false-friends"' in reader.text)
        assert set(seen) == {folded}


def test_a_lessons_ballot_is_folded_and_has_the_cards_of_the_hand_as_buttons() -> None:
    reader = Reader(vtes_lesson("votes", lang="en"))
    page = reader.page
    most, held = 0, 0
    while not page.walk.done:
        view = page.walk.view
        if view is not None and view.decision is not None and view.decision.kind == "vote" and view.me is not None:
            buttons = [one for one in reader.buttons("panel") if one.do in ("act", "pick")]
            most = max(most, len(buttons))
            hand = {card.number for card in view.seats[view.me].hand}
            held += any(one.do == "act" and one.value.get("source") in hand for one in buttons)
        step(reader)
    assert held
    assert 2 < most <= 6


def test_what_would_come_of_a_move_that_the_story_does_not_take_is_told() -> None:
    reader = Reader(vtes_lesson("first_bleed", lang="en"))
    for _ in range(40):
        view = reader.page.walk.view
        if view is not None and view.decision is not None and do.Withdraw() in view.decision.legal:
            break
        step(reader)
    offered = [button.value.get("do") for button in reader.buttons("panel") if button.do == "act"]
    assert offered == ["take_edge", "pass"], "no withdrawal before its own lesson"
    reader.do("act", do.Pass().to_json())
    assert "your untap phase would be over" in words_of(reader.parts["coach"])
    reader.do("act", do.Withdraw().to_json())
    assert "You would leave the game for 1 victory point" in words_of(reader.parts["coach"])
    step(reader)
    assert "would leave the game" not in words_of(reader.parts["coach"]), "until she goes on"


def test_the_withdrawal_is_offered_in_its_own_lesson() -> None:
    reader = Reader(vtes_lesson("withdrawal", lang="en"))
    offered = [button.value for button in reader.buttons("panel") if button.do == "act"]
    assert do.Withdraw().to_json() in offered


def test_questions_answered_wrong_are_counted_at_the_end_and_can_be_tried_again() -> None:
    reader = Reader(vtes_lesson("first_bleed", lang="en"))
    for _ in walk_through(reader):
        pass  # its predictions are answered wrong
    for parts, of, answer in (([2, 3, 4], "3 of 4", "0"), ([2, 3, 4, 5], "4 of 4", "1"), ([2, 3, 4], "3 of 4", "1")):
        assert [button.value for button in reader.buttons("learned") if button.do == "moment"] == parts
        assert f"Answered wrong: {of}" in words_of(reader.parts["learned"])
        reader.do("moment", 5)
        reader.do("answer", answer)
        while not reader.page.walk.done:
            step(reader)
