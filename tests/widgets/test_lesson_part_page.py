"""A part of a lesson as a cell of a notebook shows it: the same story and the same progress as the lesson's page."""

from __future__ import annotations

import pytest

from tests.widgets.helpers import Reader
from tests.widgets.walking import assert_keeps_secrets, assert_reads_well, kept, walk_through
from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_widgets.games.vendetta.lesson_inspector import VendettaLessonPartPage

LESSON = lessons.find("withdraw_and_revelation")


def part(place: int, lang: str = "en", stored: dict[str, str] | None = None) -> Reader:
    """A learner who has run the cell of a part."""
    return Reader(VendettaLessonPartPage(LESSON, place, lang=lang), stored)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("place", range(len(LESSON.moments)))
def test_a_part_is_walked_to_its_end_and_counts_for_the_progress(place: int, lang: str) -> None:
    reader = part(place, lang)
    assert_keeps_secrets(reader, "at the start")
    for where in walk_through(reader, glows=True):
        assert_reads_well(reader, f"{where}")
        assert_keeps_secrets(reader, f"{where}")
    mark = kept(reader).lessons[LESSON.id]
    assert mark.moments == {LESSON.moments[place].id}
    last = place == len(LESSON.moments) - 1
    assert not mark.finished, "the other parts have not been done"
    assert ("vk-quiz" in reader.parts["drill"]) == last
    following = LESSON.next if last else LESSON.moments[place + 1].title[lang]
    assert str(following) in reader.parts["learned"]


def test_parts_in_any_order_add_up_to_the_lesson() -> None:
    store: dict[str, str] = {}
    for place in (3, 0, 4, 2, 1):
        reader = part(place, stored=store)
        for _ in walk_through(reader):
            pass
        store = reader.store
    mark = Progress.loads(store["progress"]).lessons[LESSON.id]
    assert mark.moments == {moment.id for moment in LESSON.moments}
    assert mark.finished


def test_what_another_cell_has_kept_is_not_written_over() -> None:
    first, second = part(0), part(1)
    for _ in walk_through(first):
        pass
    second.send(type="stored", stored={"progress": first.store["progress"]})
    for _ in walk_through(second):
        pass
    assert kept(second).lessons[LESSON.id].moments == {LESSON.moments[0].id, LESSON.moments[1].id}


def test_all_cells_speak_the_language_that_was_chosen_in_one() -> None:
    reader = part(0)
    reader.send(type="stored", stored={"lang": "de"})
    assert reader.page.lang == "de"
    assert LESSON.moments[0].title["de"] in reader.words
    reader.send(type="stored", stored={"lang": "xx"})
    assert reader.page.lang == "de"


def test_a_part_is_done_again_from_its_start() -> None:
    reader = part(0)
    for _ in walk_through(reader):
        pass
    reader.press("This part again")
    page = reader.page
    assert isinstance(page, VendettaLessonPartPage)
    assert page.walk.place == (0, 1)
    assert reader.parts["panel"]
