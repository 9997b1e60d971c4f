"""What is made ready ahead is what would have come about without it, and nobody sees it before it is wanted."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.widgets.helpers import Reader
from tests.widgets.walking import MOST_STEPS, kept, lesson_reader, step, walk_of
from vendetta_kit.course import lessons
from vendetta_widgets import FrontPage, LessonPage, TeacherPage
from vendetta_widgets.surface import REST, Foreseen


def drawn(reader: Reader) -> dict[str, str]:
    """The page, but for the number that sets its ids apart from those of other pages."""
    parts = {name: part for name, part in reader.parts.items() if name != "drill"}  # its questions are drawn by lot
    return {name: re.sub(rf"\b{reader.page._prefix}\b", "vk", part) for name, part in parts.items()}


def progress(reader: Reader) -> object:
    """What is kept of her, but for the times."""
    if "progress" not in reader.store:
        return None
    mine = kept(reader)
    return {rule: replace(mark, memory=None) for rule, mark in mine.rules.items()}, mine.lessons


@pytest.mark.parametrize("name", lessons.ids())
def test_a_lesson_goes_the_same_way_whether_it_was_foreseen_or_not(name: str) -> None:
    lang = "de" if len(name) % 2 else "en"
    plain, ahead = lesson_reader(name, lang), lesson_reader(name, lang)
    foreseen = 0
    for _ in range(MOST_STEPS):
        if walk_of(plain).done:
            break
        ahead.page.look_ahead()
        foreseen += ahead.page._ahead is not None
        step(plain)
        step(ahead)
        assert walk_of(ahead).place == walk_of(plain).place
        assert walk_of(ahead).met == walk_of(plain).met
        assert drawn(ahead) == drawn(plain)
        if not walk_of(plain).done:
            assert (ahead.said, progress(ahead)) == (plain.said, progress(plain))
    assert walk_of(ahead).done
    assert foreseen > 2
    while walk_of(plain).can_return:
        plain.do("back")
        ahead.do("back")
        assert drawn(ahead) == drawn(plain)


def test_whatever_else_is_done_goes_its_own_way() -> None:
    rng = random.Random(5)
    plain, ahead = Reader(TeacherPage("en")), Reader(TeacherPage("en"))
    for turn in range(40):
        ahead.page.look_ahead()
        do, value = rng.choice(
            [("go_on", None), ("go_on", None), ("back", None), ("eyes", 1), ("eyes", 0), ("lang", "de"), ("lang", "en")]
        )
        if turn % 13 == 12:
            do, value = "scenario", rng.choice(["frenzy-02-vampire", "planning-01-first-play", "again"])
        for reader in (plain, ahead):
            reader.do(do, value)
        assert drawn(ahead) == drawn(plain), (turn, do, value)
        assert ahead.alert == plain.alert


def test_looking_ahead_sends_nothing_and_changes_nothing() -> None:
    reader = lesson_reader("planning")
    page = reader.page
    assert isinstance(page, LessonPage)
    while not page.walk.can_go_on:
        step(reader)
    sent, place, met = len(reader.messages), page.walk.place, page.walk.met
    page.look_ahead()
    assert page._ahead is not None
    assert (len(reader.messages), page.walk.place, page.walk.met) == (sent, place, met)
    page.redraw()
    assert reader.drawing["parts"] == {}
    assert page._ahead is None, "what was drawn since is not what it was made from"


def test_another_lesson_or_language_forgets_what_was_foreseen() -> None:
    page = LessonPage("planning", "en")
    reader = Reader(page)
    while not page.walk.can_go_on:
        step(reader)
    page.look_ahead()
    page.begin(lessons.find("diablerie"))
    assert page._ahead is None
    other = lesson_reader("planning")
    while not walk_of(other).can_go_on:
        step(other)
    other.page.look_ahead()
    other.page.lang = "de"
    step(other)
    assert 'lang="de"' in other.parts["coach"]
    assert 'lang="en"' not in other.parts["coach"]


def test_a_learner_who_is_past_the_first_steps_has_nothing_made_ready() -> None:
    page = FrontPage("en")
    Reader(page)
    page._playing = False
    page.look_ahead()
    assert page._ahead is None


def test_what_cannot_be_foreseen_is_told_when_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = lesson_reader("planning")

    def fail() -> Foreseen:
        raise RuntimeError("a secret of the kit")

    monkeypatch.setattr(reader.page, "ahead", fail)
    reader.page.look_ahead()
    assert reader.page._ahead is None
    assert "secret" not in "".join(reader.messages)
    step(reader)
    assert reader.alert == ""


def test_a_kernel_looks_ahead_when_it_is_at_rest() -> None:
    async def kernel(done: Callable[[Reader], bool]) -> None:
        reader = lesson_reader("planning")
        while not walk_of(reader).can_go_on:
            step(reader)
        step(reader)
        while not walk_of(reader).can_go_on:
            step(reader)
        assert reader.page._ahead is None
        await asyncio.sleep(3 * REST)
        assert done(reader)

    asyncio.run(kernel(lambda reader: reader.page._ahead is not None))
