"""The teachers' page: scenarios as stories, through any eyes, files of one's own; and what notebooks call."""

from __future__ import annotations

import re

import pytest

from tests.selection import cases
from tests.widgets.helpers import GERMAN, Reader, hidden_cards, pressables, words_of
from tests.widgets.walking import assert_reads_well, step, walk_of, walk_through
from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.input_errors import Message
from vendetta_kit.rulebook import section_title
from vendetta_kit.scenarios import BadScenario
from vendetta_widgets import TeacherPage, check, story, teach
from vendetta_widgets.games.vendetta.teacher_page import FIRST

MINE = """
format: vendetta-scenario/1
id: my-first-scenario
title: {en: A fee and its price, de: Was Verdecken kostet}
rules: [PLAN-11]
seats: [{name: Ann, clan: brujah, blood: 3, hand: [BR07, BR01]}, {name: Bob, clan: toreador}, {name: Cy, clan: tremere}]
start: {phase: planning, turn: Ann}
steps: [{seat: Ann, play: BR07, at: 1, face: down, blood: 1}]
expect: [{seat: Ann, blood: 1}]
"""


def teacher(query: str = "", lang: str = "en") -> Reader:
    """A teacher at her page."""
    return Reader(teach(lang=lang), query=query)


def page_of(reader: Reader) -> TeacherPage:
    assert isinstance(reader.page, TeacherPage)
    return reader.page


def own_lesson(name: str = "first_steps") -> str:
    """A lesson file of the kit, as a model for one's own."""
    with open(lessons.find(name).file, encoding="utf-8") as file:
        return file.read()


def chosen(reader: Reader) -> str:
    """What is chosen in the list of scenarios; else the name of a file of her own."""
    pressed = [found for found in reader.buttons("tools") if found.attributes.get("aria-pressed") == "true"]
    if pressed:
        (found,) = pressed
        return str(found.value)
    return re.search(r"Of your own: (\S+)|Eigenes: (\S+)", words_of(reader.parts["tools"])).expand(r"\1\2")  # type: ignore[union-attr]


def stories(reader: Reader) -> list[str]:
    """The ids of the scenarios that are on offer, in their order."""
    return [found.value for found in reader.buttons("tools") if found.do == "scenario"]


# Stories -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", ["", "planning-01-a-turn", "tie-03-blood-in-the-pool", "relic-02-mask"])
def test_a_scenario_is_told_step_by_step(name: str, lang: str) -> None:
    reader = teacher(f"?scenario={name}" if name else "", lang)
    assert reader.alert == ""
    assert chosen(reader) == (name or FIRST)
    lines = len(re.findall("<li", "".join(html for part, html in reader.parts.items() if part.startswith("log:"))))
    for place in walk_through(reader):
        assert_reads_well(reader, f"after {place}")
        if not walk_of(reader).done:
            now = "".join(html for part, html in reader.parts.items() if part.startswith("log:"))
            assert len(re.findall("<li", now)) >= lines
            lines = len(re.findall("<li", now))
    assert lines
    assert "drill" not in reader.parts or "vk-quiz" in reader.parts["drill"]


def test_every_scenario_of_the_kit_can_be_chosen_and_begun() -> None:
    reader = teacher()
    offered = stories(reader)
    assert sorted(offered) == sorted(heading.id for heading in scenarios.headings())
    assert len(offered) == len(set(offered))
    for heading in scenarios.headings()[::8]:
        reader.do("scenario", heading.id)
        assert reader.alert == ""
        assert chosen(reader) == heading.id
        assert heading.title["en"] in words_of(reader.parts["goal"])
        step(reader)
        assert reader.alert == ""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_scenarios_stand_in_groups_by_topic(lang: str) -> None:
    reader = teacher(lang=lang)
    groups = re.findall(r"<details [^>]*data-key=\"stories-[A-Z].*?</details>", reader.parts["tools"])
    told = [words_of(re.search("<summary>.*?</summary>", group).group()) for group in groups]  # type: ignore[union-attr]
    expected = [f"{section_title(topic, lang)} {len(found)}" for topic, found in scenarios.by_topic()]
    assert told == expected
    assert 10 < len(groups) < 40
    for group, (_, found) in zip(groups, scenarios.by_topic(), strict=True):
        inside = [one.value for one in pressables(group) if one.name == "button"]
        assert inside == [heading.id for heading in found]
        assert (" open" in group[: group.index(">")]) == (FIRST in inside)


@pytest.mark.parametrize(
    ("words", "lang", "among", "not_among"),
    [
        ("relic", "en", "relic-02-mask", "feed-01-the-sum"),
        ("RELIKT", "de", "relic-02-mask", "feed-01-the-sum"),
        ("FRZ-08", "en", "frenzy-02-vampire", "planning-01-a-turn"),
        ("tie fiorenza", "en", "tie-02-fiorenza", "tie-01-turn-order"),
        ("withdr", "en", "withdraw-03-all-leave", "relic-02-mask"),
        ("withdraw", "de", "withdraw-03-all-leave", "relic-02-mask"),
    ],
)
def test_the_search_filters_as_one_types(words: str, lang: str, among: str, not_among: str) -> None:
    reader = teacher(lang=lang)
    place = walk_of(reader).place
    sizes = []
    for k in range(1, len(words) + 1):
        reader.do("stories.find", words[:k])
        sizes.append(len(stories(reader)))
        assert str(sizes[-1]) in words_of(re.search('<p [^>]*role="status".*?</p>', reader.parts["tools"]).group())  # type: ignore[union-attr]
    assert 0 < sizes[-1] < len(scenarios.headings())
    assert among in stories(reader)
    assert not_among not in stories(reader)
    assert reader.parts["tools"].count("<details open") + reader.parts["tools"].count(" open ") >= 1
    assert walk_of(reader).place == place, "to search changes nothing"
    reader.do("scenario", among)
    assert chosen(reader) == among
    assert among in stories(reader), "what was sought stays"
    reader.do("stories.find", "")
    assert len(stories(reader)) == len(scenarios.headings())


def test_a_search_without_a_hit_says_so_and_is_only_text() -> None:
    reader = teacher()
    reader.do("stories.find", "<b>zzz")
    assert stories(reader) == []
    assert "<b>zzz" in words_of(reader.parts["tools"])
    assert "<b>zzz" not in reader.parts["tools"]
    assert reader.alert == ""


def test_a_pupil_is_told_a_story_and_nothing_else_and_it_is_ticked() -> None:
    reader = teacher("?story=w-14-first-hand")
    assert {"tools", "rooms", "hero", "eyes"} & set(reader.parts) == set()
    assert "For teachers" not in reader.words
    heading = next(one for one in scenarios.headings() if one.id == "w-14-first-hand")
    assert f">{heading.words('en')}</h1>" in reader.parts["goal"].replace("> ", ">")
    assert "scenario:w-14-first-hand" not in reader.store.get("progress", "")
    for _ in walk_through(reader):
        pass
    assert Progress.loads(reader.store["progress"]).done == {"scenario:w-14-first-hand"}
    assert "nowhere" in teacher("?story=nowhere").alert


@pytest.mark.parametrize("name", ["nowhere", "../secret", "<b>x</b>", "x" * 500])
def test_a_scenario_that_does_not_exist_is_told_and_the_story_stays(name: str) -> None:
    reader = teacher()
    step(reader)
    place = walk_of(reader).place
    reader.do("scenario", name)
    assert name[:60] in reader.alert
    assert "<b>" not in reader.parts["alert"]
    assert (chosen(reader), walk_of(reader).place) == (FIRST, place)
    assert "nowhere" in teacher("?scenario=nowhere").alert


def test_the_file_of_a_scenario_is_given_out_as_a_model() -> None:
    reader = teacher("?scenario=w-14-first-hand")
    reader.press("Its file, as a model")
    (file,) = reader.files
    assert file["name"] == "w-14-first-hand.yaml"
    assert scenarios.loads(file["text"]).id == "w-14-first-hand"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_player_aid_is_given_out(paper: str) -> None:
    reader = teacher(lang="de")
    reader.press(next(button for button in reader.buttons("tools") if (button.do, button.value) == ("aid", paper)))
    (file,) = reader.files
    assert file["name"] == f"vendetta-de-{paper}.html"
    assert "<html" in file["text"]


# Eyes --------------------------------------------------------------------------------------------------------


def test_a_story_is_seen_through_any_players_eyes() -> None:
    reader = teacher("?scenario=eyes-01-must-hide")
    walk = walk_of(reader)
    own = walk.view
    assert own is not None
    game = walk._now.telling.game if walk._now.telling is not None else None
    assert game is not None
    for seat, name in enumerate(own.names):
        eyes = next(button for button in reader.buttons("eyes") if button.value == seat)
        assert name in eyes.text
        reader.press(eyes)
        pressed = [button.value for button in reader.buttons("eyes") if button.attributes["aria-pressed"] == "true"]
        assert pressed == [seat]
        view = walk.view_of(seat)
        for card in view.seats[seat].hand or () if view is not None else ():
            assert f"card:{card}" in reader.parts["players"]
        for card in hidden_cards(game, view, seat):
            assert f"card:{card}" not in reader.parts["players"] + reader.parts["places"]
    for wrong in (99, -1, "x", None, [1]):
        reader.do("eyes", wrong)
        assert reader.alert
        assert reader.parts["places"]


def test_another_story_is_seen_through_its_own_eyes() -> None:
    reader = teacher("?scenario=w-15-first-hand-of-three")
    reader.do("scenario", "team-03-sums")
    seats = len(walk_of(reader).view.seats) if walk_of(reader).view is not None else 0  # type: ignore[union-attr]
    reader.do("eyes", seats - 1)
    assert page_of(reader).eyes == seats - 1
    reader.do("scenario", "w-15-first-hand-of-three")
    assert reader.alert == ""
    assert page_of(reader).eyes is None


def test_a_lesson_of_ones_own_is_seen_with_the_eyes_it_names() -> None:
    text = own_lesson().replace("you: Ann", "you: Bob", 1)
    moves = re.compile(r"      - your_move:.*?      - predict", re.DOTALL)
    text = moves.sub("      - steps: 2\n      - predict", text, count=1)
    reader = teacher()
    reader.choose_file("own", "mine.yaml", text.encode())
    assert reader.alert == ""
    pressed = [button.text for button in reader.buttons("eyes") if button.attributes["aria-pressed"] == "true"]
    assert ["Bob" in text for text in pressed] == [True]
    reader.press(next(button for button in reader.buttons("eyes") if "Ann" in button.text))
    view = walk_of(reader).view_of(0)
    assert view is not None
    for card in view.seats[0].hand or ():
        assert f"card:{card}" in reader.parts["players"]


def test_eyes_that_a_part_of_a_lesson_has_not_are_its_own_there() -> None:
    found = lessons.find("preparation_and_conflict")
    seats = [len(moment.scenario.names) if moment.scenario is not None else 0 for moment in found.moments]
    many = seats.index(5)
    few = next(k for k, n in enumerate(seats) if 0 < n < 5)
    reader = teacher()
    reader.choose_file("own", "mine.yaml", own_lesson(found.id).encode())
    reader.do("moment", many)
    reader.do("eyes", 4)
    assert page_of(reader).eyes == 4
    reader.do("moment", few)
    assert reader.alert == ""
    pressed = [button.value for button in reader.buttons("eyes") if button.attributes["aria-pressed"] == "true"]
    assert pressed == [found.moments[few].you]


# Files of one's own ------------------------------------------------------------------------------------------


def test_a_scenario_of_ones_own_is_told() -> None:
    reader = teacher()
    reader.choose_file("own", "mine.yaml", MINE.encode())
    assert reader.alert == ""
    assert chosen(reader) == "mine.yaml"
    assert "A fee and its price" in words_of(reader.parts["goal"])
    for place in walk_through(reader):
        assert_reads_well(reader, f"after {place}")
    reader.press("Deutsch")
    assert "Was Verdecken kostet" in words_of(reader.parts["goal"])
    reader.do("source")
    assert reader.files == [], "the kit does not hold this file"
    assert "my-first-scenario" not in Progress.loads(reader.store["progress"]).lessons


def test_a_lesson_of_ones_own_is_walked() -> None:
    text = own_lesson().replace("id: first_steps", "id: mine").replace("{en: First steps,", "{en: My own lesson,")
    reader = teacher()
    reader.choose_file("own", "mine.yaml", text.encode())
    assert reader.alert == ""
    assert "My own lesson" in words_of(reader.parts["goal"])
    for place in walk_through(reader, glows=True):
        assert_reads_well(reader, f"after {place}")
    assert "mine" not in Progress.loads(reader.store["progress"]).lessons


BROKEN = [
    (b"", "empty"),
    (b"\xff\xfe\x00", "not UTF-8"),
    ("format: vendetta-scenario/1\nid: gr\xfcn\n".encode("latin-1"), "not UTF-8"),
    (b"format: vendetta-scenario/1\n", "missing"),
    (b"format: vendetta-lesson/1\n", "missing"),
    (b"[" * 9000, "deeper"),
    (b"a: &a [*a, *a]", "deeper"),
    (b"a: [", "mine.yaml:1"),
    (MINE.replace("BR01]", "BR99]").encode(), "BR99"),
    (MINE.replace("vendetta-scenario/1", "vendetta-scenario/9").encode(), "vendetta-scenario/9"),
    (MINE.replace("my-first-scenario", "../x").encode(), "../x"),
    (MINE.replace("seat: Ann, play", "seat: Zoe, play").encode(), "Zoe"),
    (MINE.replace("{name: Bob, clan: toreador}", "{name: Bob, clan: <b>}").encode(), "<b>"),
    (own_lesson().replace("scenario: lesson-00-next-night", "scenario: nowhere").encode(), "nowhere"),
    (own_lesson().replace("you: Ann", "you: Zoe").encode(), "Zoe"),
    (own_lesson().replace("- steps: 2", "- steps: two").encode(), "two"),
]


@cases("lang", ["en", "de"], quick=["en"])
@pytest.mark.parametrize(("content", "said"), BROKEN, ids=[said for _, said in BROKEN])
def test_a_broken_file_gets_one_clear_line_and_nothing_is_lost(content: bytes, said: str, lang: str) -> None:
    reader = teacher(lang=lang)
    step(reader)
    place, view = walk_of(reader).place, walk_of(reader).view
    reader.choose_file("own", "mine.yaml", content)
    assert "mine.yaml:" in reader.alert
    assert (GERMAN.get(said, said) if lang == "de" else said) in reader.alert
    assert "\n" not in reader.alert
    assert "<b>" not in reader.parts["alert"]
    assert ("This" in reader.alert) == (lang == "en")
    assert (chosen(reader), walk_of(reader).place) == (FIRST, place)
    assert walk_of(reader).view is view
    for _ in walk_through(reader):
        assert reader.alert == ""


def test_a_story_that_cannot_be_begun_leaves_the_old_one_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = teacher()
    step(reader)
    place = walk_of(reader).place

    def fail(*_: object, **__: object) -> None:
        raise BadScenario("mine.yaml", 3, "seats", Message("empty"))

    with monkeypatch.context() as patch:
        patch.setattr("vendetta_widgets.lesson_controller.LessonPlayer", fail)
        reader.choose_file("own", "mine.yaml", MINE.encode())
    assert "mine.yaml:3" in reader.alert
    assert (chosen(reader), walk_of(reader).place, page_of(reader).lesson.id) == (FIRST, place, FIRST)
    step(reader)
    assert reader.alert == ""


def test_a_step_that_cannot_be_done_is_told_where_it_stands() -> None:
    reader = teacher()
    reader.choose_file("own", "mine.yaml", MINE.replace("play: BR07", "play: BR02").encode())
    place = walk_of(reader).place
    step(reader)
    assert "mine.yaml:8: steps[0]" in reader.alert
    assert "PLAN-04" in reader.alert
    assert walk_of(reader).place == place
    reader.do("scenario", FIRST)
    assert reader.alert == ""


def test_what_does_not_come_out_as_the_file_says_is_told_at_the_end() -> None:
    reader = teacher()
    reader.choose_file("own", "mine.yaml", MINE.replace("{seat: Ann, blood: 1}]", "{seat: Ann, blood: 2}]").encode())
    for _ in walk_through(reader):
        pass
    assert "does not come out as its file says" in reader.alert
    assert "mine.yaml:9" in reader.alert
    assert "expected 2, found 1" in reader.alert


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    reader = teacher()
    reader.send(type="file", do="own", value={"name": "film.mp4", "size": 99_000_000}, buffers=[b""])
    assert "film.mp4" in reader.alert


# What notebooks call -----------------------------------------------------------------------------------------


def test_a_story_of_ones_own_stands_in_a_notebook() -> None:
    reader = Reader(story(MINE, lang="de"))
    assert "Was Verdecken kostet" in words_of(reader.parts["goal"])
    for place in walk_through(reader):
        assert_reads_well(reader, f"after {place}")
    assert walk_of(Reader(story("frenzy-02-vampire"))).lesson.id == "frenzy-02-vampire"
    with pytest.raises(BadScenario, match="BR99"):
        story(MINE.replace("BR01", "BR99"))
    with pytest.raises(KeyError, match="nowhere"):
        story("nowhere")


def test_a_step_that_cannot_be_done_is_told_in_a_notebooks_story_too() -> None:
    reader = Reader(story(MINE.replace("play: BR07", "play: BR02")))
    step(reader)
    assert "steps[0]" in reader.alert
    assert "cannot be told" in reader.alert


def test_a_text_is_checked_in_one_line() -> None:
    assert check(MINE) == "my-first-scenario: all 1 expectations hold"
    assert "expected 2, found 1" in check(MINE.replace("{seat: Ann, blood: 1}]", "{seat: Ann, blood: 2}]"))
    assert "BR99" in check(MINE.replace("BR01", "BR99"))
    assert "PLAN-04" in check(MINE.replace("play: BR07", "play: BR02"))
    assert "\n" not in check("nonsense")
