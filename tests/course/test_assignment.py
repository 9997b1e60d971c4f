"""What a teacher gives to do: a link says it whole, bad links are told, and progress ticks it."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.assignment import (
    MOST,
    MOST_LETTERS,
    Assignment,
    BadAssignment,
    Item,
    is_available,
    read_assignment,
)
from vendetta_kit.course.progress import Progress


def of_link(query: str) -> Assignment:
    """What a browser makes of a link."""
    values = {key: value[-1] for key, value in parse_qs(query).items()}
    return read_assignment(values["todo"], values.get("name", ""))


def test_a_link_gives_back_what_it_was_made_of() -> None:
    items = [Item("lesson", name) for name in lessons.ids()[:3]]
    items += [Item("scenario", scenarios.headings()[4].id), Item("drill", "met"), Item("drill", "planning")]
    for title in ("", "For Tuesday", "Über Blut & Gier, 100 % + ?=#", "a" * MOST_LETTERS):
        given = Assignment(tuple(items), title)
        assert of_link(given.query) == given


def test_everything_of_the_kit_can_be_given() -> None:
    assert all(is_available(Item("lesson", heading.id)) for heading in lessons.headings())
    assert all(is_available(Item("scenario", heading.id)) for heading in scenarios.headings())


@pytest.mark.parametrize(
    ("text", "fault", "german"),
    [
        ("", "nothing to do", "nichts zu tun"),
        (" , ,", "nothing to do", "nichts zu tun"),
        ("planning", "found 'planning'", "gefunden"),
        ("lesson:nowhere", "no lesson 'nowhere'", "keine"),
        ("lesson:planning,scenario:lesson-00-first-fight", "no scenario 'lesson-00-first-fight'", "Szenario"),
        ("drill:PLAN-11", "no drills about 'PLAN-11'", "Übungen"),
        ("game:1", "found 'game:1'", "gefunden"),
        ("scenario:../../secret", "'../../secret'", "Szenario"),
        ("lesson:planning," * (MOST + 1), f"found {MOST + 1}", "gefunden"),
        ("lesson:" + "x" * 5000, "no lesson 'xxx", "Lektion"),
    ],
)
def test_a_bad_link_gets_one_line(text: str, fault: str, german: str) -> None:
    with pytest.raises(BadAssignment) as caught:
        read_assignment(text)
    assert fault in str(caught.value)
    assert german in caught.value.text("de") or german == "keine"
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_title_is_one_line_of_a_bounded_length() -> None:
    assert (
        read_assignment("lesson:planning", "two\nlines\u202e " + "x" * 500).title
        == ("two lines " + "x" * 500)[:MOST_LETTERS]
    )


def test_things_are_moved_and_taken_off() -> None:
    a, b, c = Item("lesson", "planning"), Item("drill", "met"), Item("lesson", "set_up")
    given = Assignment((a, b))
    assert given.with_item(c).items == (a, b, c)
    assert given.with_item(a) == given
    assert given.with_item(c).moved(c, -1).items == (a, c, b)
    assert given.moved(a, -1) == given
    assert given.moved(b, 1) == given
    assert given.moved(c, 1) == given
    assert given.without(a).items == (b,)


def test_progress_ticks_what_is_done() -> None:
    progress = Progress()
    items = read_assignment("lesson:planning,scenario:w-14-first-hand,drill:planning").items
    assert [item.is_done(progress) for item in items] == [False, False, False]
    progress.lesson("planning", "first-move")
    assert not items[0].is_done(progress)
    progress.lesson("planning", finished=True)
    progress.mark_done("scenario:w-14-first-hand")
    assert [item.is_done(progress) for item in items] == [True, True, False]
    other = Progress()
    other.mark_done("drill:planning")
    both = progress.merge(other)
    assert both == other.merge(progress)
    again = Progress.loads(both.dumps())
    assert again == both
    assert all(item.is_done(again) for item in items)


def test_progress_without_such_ticks_is_written_as_it_always_was() -> None:
    progress = Progress()
    progress.met(["PLAN-11"])
    assert "done" not in progress.to_json()
