"""The room for a class: a list as one link, what the pupil sees of it, and files that come to a table."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import parse_qs

import pytest

from tests.widgets.helpers import Reader, pressables, words_of
from tests.widgets.walking import assert_reads_well
from vendetta_kit import scenarios
from vendetta_kit.course import assignment, class_report, lessons
from vendetta_kit.course.progress import Progress
from vendetta_widgets import drill, front, teach
from vendetta_widgets.drill_session import SET

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def room(lang: str = "en", stored: dict[str, str] | None = None) -> Reader:
    """A teacher in the room for her class."""
    return Reader(teach(lang=lang), stored=stored, query="?room=class")


def link_of(reader: Reader) -> str:
    """The notebook and query that the list's link leads to."""
    (field,) = [found for found in pressables(reader.parts["class_list"]) if "data-address" in found.attributes]
    return field.attributes["data-address"]


def listed(reader: Reader) -> list[str]:
    """What is on the list, in order."""
    return [found.value for found in reader.buttons("class_list") if found.do == "class.remove"]


def pupil(link: str, progress: Progress | None = None, lang: str = "en", **stored: str) -> Reader:
    """A pupil who opens a link."""
    if progress is not None:
        stored["progress"] = progress.dumps()
    return Reader(front(lang=lang), stored=stored, query="?" + link.partition("?")[2])


def some_progress(rule: str = "PLAN-11", right: bool = False) -> Progress:
    progress = Progress()
    progress.answered([rule], right, "a question", NOW)
    return progress


# The list ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_list_is_put_together_and_becomes_a_link_that_pupils_can_walk(lang: str) -> None:
    reader = room(lang)
    assert_reads_well(reader, "at first")
    assert listed(reader) == []
    reader.do("class.add", {"lesson": "lesson:planning"})
    reader.do("class.add", {"scenario": "scenario:frenzy-02-vampire"})
    reader.do("class.add", {"drill": "drill:planning"})
    reader.do("class.add", {"lesson": "lesson:planning"})
    reader.do("class.title", "Für <b>Dienstag</b> & mehr")
    assert_reads_well(reader, "with a list")
    assert listed(reader) == ["lesson:planning", "scenario:frenzy-02-vampire", "drill:planning"]
    reader.do("class.move", ["drill:planning", -1])
    assert listed(reader) == ["lesson:planning", "drill:planning", "scenario:frenzy-02-vampire"]
    assert reader.drawing["focus"] == '[data-key="class.up-drill:planning"]'
    reader.do("class.move", ["drill:planning", 1])
    assert reader.drawing["focus"] == '[data-key="class.up-drill:planning"]', "there is no further down"
    reader.do("class.move", ["drill:planning", -1])
    link = link_of(reader)
    assert link.startswith("00_start_here?todo=lesson:planning,drill:planning,scenario:frenzy-02-vampire&name=")
    learner = pupil(link, lang=lang)
    assert_reads_well(learner, "at the link")
    assert "Für <b>Dienstag</b> & mehr" in words_of(learner.parts["todo"])
    assert "<b>Dienstag" not in learner.parts["todo"]
    ways = [found.attributes["data-notebook"] for found in pressables(learner.parts["todo"]) if found.name == "a"]
    assert ways == ["03_planning", "15_drills?about=planning", "16_for_teachers?story=frenzy-02-vampire"]
    assert "panel" not in learner.parts, "the list comes before the first steps"


def test_what_is_done_is_ticked_from_the_pupils_own_progress_and_the_list_is_kept() -> None:
    link = "00_start_here?todo=lesson:planning,scenario:w-14-first-hand,drill:planning"
    progress = Progress()
    reader = pupil(link, progress)
    assert "Done: 0 of 3" in words_of(reader.parts["todo"])
    progress.lesson("planning", finished=True)
    reader = pupil("", progress, todo=reader.store["todo"])
    assert "Done: 1 of 3" in words_of(reader.parts["todo"])
    primary = [
        found.text for found in pressables(reader.parts["todo"]) if "primary" in found.attributes.get("class", "")
    ]
    assert primary == [next(h.words("en") for h in scenarios.headings() if h.id == "w-14-first-hand")]
    progress.mark_done("scenario:w-14-first-hand")
    progress.mark_done("drill:planning")
    reader.send(type="stored", stored={"progress": progress.dumps()})
    assert "All of it is done" in words_of(reader.parts["todo"])
    reader.press("Put this list away")
    assert "todo" not in reader.parts
    assert "todo" not in reader.store
    assert "todo" not in pupil("", progress).parts


def test_a_set_of_drills_is_ticked_once_it_is_answered() -> None:
    reader = Reader(drill(seed=5), query="?about=planning")
    for k in range(SET):
        assert "drill:planning" not in Progress.loads(reader.store.get("progress", Progress().dumps())).done
        answers = [found for found in pressables(reader.parts["drill"]) if found.do == "drill"]
        first = answers[0]
        if first.name == "form":
            ticks = re.findall(r'type="checkbox"[^>]* name="([^"]+)"|name="(number)"', reader.parts["drill"])
            reader.do("drill", {"number": "1"} if any(n for _, n in ticks) else {ticks[0][0]: "on"})
        else:
            reader.press(first)
        assert reader.alert == "", k
        if k < SET - 1:
            reader.do("drill_on")
    assert "drill:planning" in Progress.loads(reader.store["progress"]).done


@pytest.mark.parametrize(
    "query",
    ["todo=", "todo=lesson:nowhere", "todo=game:1", "todo=scenario:<b>x</b>", "todo=" + "lesson:planning," * 99],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_bad_link_gets_words_and_the_page_is_there(query: str, lang: str) -> None:
    reader = pupil(f"x?{query}", lang=lang)
    if query == "todo=":  # a query without a value is none
        assert reader.alert == ""
    else:
        assert {"en": "This link does not work", "de": "Dieser Link funktioniert nicht"}[lang] in reader.alert
    assert "<b>" not in reader.parts["alert"]
    assert "todo" not in reader.parts
    assert "course" in reader.parts
    kept = "todo=lesson:planning"
    reader = pupil(f"x?{query}", todo=kept)
    assert reader.store["todo"] == kept, "what was given before is not lost by a bad link"


def test_a_list_is_kept_in_the_teachers_browser_and_can_be_emptied() -> None:
    reader = room()
    reader.do("class.add", {"lesson": "lesson:planning"})
    again = room(stored=reader.store)
    assert listed(again) == ["lesson:planning"]
    again.press("Empty the list")
    assert listed(again) == []
    assert "class-list" not in again.store
    assert listed(room(stored={"class-list": "todo=lesson:gone"})) == []


def test_only_what_there_is_can_be_put_on_the_list() -> None:
    reader = room()
    for value in ({"lesson": "lesson:nowhere"}, {"x": "y"}, None, [1], {"drill": "drill:<b>"}):
        reader.do("class.add", value)
        assert reader.alert
        assert listed(reader) == []
    for value in (None, ["lesson:planning", 7], "x"):
        reader.do("class.move", value)
        assert reader.alert
    for scenario in scenarios.headings()[: assignment.MOST]:
        reader.do("class.add", {"scenario": f"scenario:{scenario.id}"})
    reader.do("class.add", {"lesson": "lesson:planning"})
    assert str(assignment.MOST) in reader.alert
    assert len(listed(reader)) == assignment.MOST
    values = {key: found[-1] for key, found in parse_qs(link_of(reader).partition("?")[2]).items()}
    assert len(assignment.read_assignment(values["todo"]).items) == assignment.MOST


def test_everything_on_offer_can_be_given() -> None:
    reader = room()
    options = [found.attributes["value"] for found in pressables(reader.parts["class_list"]) if found.name == "option"]
    assert len(options) == 2 * len(lessons.ids()) + 2 + len(scenarios.headings())
    for option in options[::9]:
        reader.do("class.add", {"what": option})
        assert reader.alert == ""


# What the class has done -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
def test_files_come_to_a_table_and_bad_ones_are_named_in_one_line_each(lang: str) -> None:
    reader = room(lang)
    drawn = len(reader.messages)
    reader.choose_files(
        "class.files",
        ("ann.json", some_progress().dumps().encode()),
        ("bad.json", b"{"),
        ("<b>.json", b"\xff"),
        ("bob.json", some_progress("PLAN-12").dumps().encode()),
    )
    assert len(reader.messages) == drawn + 1, "the page is drawn once"
    assert "bad.json" in reader.alert
    assert "<b>.json" in reader.alert
    assert "<b>" not in reader.parts["alert"]
    assert reader.parts["alert"].count("vk-alert-line") == 1, "two bad files, two lines"
    table = re.search("<table.*</table>", reader.parts["class_files"], re.DOTALL)
    assert table is not None
    assert re.findall(r'<th scope="row">(.*?)</th>', table.group()) == ["ann", "bob"]
    assert "PLAN-11" in reader.parts["class_files"]
    assert "PLAN-12" in reader.parts["class_files"]
    reader.do("lang", "en")
    assert reader.alert == "", "what was wrong is told once"


def test_the_table_has_the_numbers_of_the_command_line() -> None:
    reader = room()
    files = [("ann.json", some_progress()), ("bob.json", some_progress("FRZ-01", True))]
    reader.choose_files("class.files", *((name, progress.dumps().encode()) for name, progress in files))
    found = class_report.report(files, "en", datetime.now(UTC))
    cells = re.findall(r"<td>(\d+)(?:/\d+)?</td>", reader.parts["class_files"])
    expected = [
        str(n) for row in found.rows for n in (row.finished, row.begun, row.right, row.wrong, row.proved, row.due)
    ]
    assert cells == expected
    reader.press("The table as a CSV file")
    (file,) = reader.files
    assert (file["name"], file["mime"]) == ("vendetta-class.csv", "text/csv")
    assert file["text"] == class_report.csv_of(found)


def test_columns_follow_the_list_and_files_of_one_name_are_not_mixed_up() -> None:
    reader = room()
    done = some_progress()
    done.lesson("planning", finished=True)
    same = done.dumps().encode()
    reader.choose_file("class.files", "vendetta-progress.json", same)
    reader.choose_file("class.files", "vendetta-progress.json", same)
    reader.choose_file("class.files", "vendetta-progress.json", some_progress("FRZ-01").dumps().encode())
    names = re.findall(r'<th scope="row">(.*?)</th>', reader.parts["class_files"])
    assert names == ["vendetta-progress", "vendetta-progress (2)"]
    reader.do("class.add", {"lesson": "lesson:planning"})
    ticks = re.findall('aria-hidden="true">([✓–])<', reader.parts["class_files"])
    assert ticks == ["✓", "–"]
    reader.press("Put all files away")
    assert "<table" not in reader.parts["class_files"]


def test_no_file_of_a_pupil_is_kept_anywhere() -> None:
    reader = room()
    reader.choose_file("class.files", "ann.json", some_progress().dumps().encode())
    assert "ann" not in str(reader.store)
    assert "progress" not in reader.store, "a pupil's progress does not become the teacher's own"
    assert Reader(teach(), stored=reader.store, query="?room=class").parts["class_files"].count("<table") == 0
    reader.send(type="file", do="class.files", value={"name": "film.mp4", "size": 99_000_000}, buffers=[b""])
    assert "film.mp4" in reader.alert


def test_rooms_are_changed_and_the_story_stays() -> None:
    reader = Reader(teach(), query="?scenario=relic-02-mask")
    reader.do("go_on")
    place = reader.page.walk.place  # type: ignore[attr-defined]
    reader.press("Your class")
    assert "class_list" in reader.parts
    assert "coach" not in reader.parts
    reader.press("Tell a story")
    assert "class_list" not in reader.parts
    assert reader.page.walk.place == place  # type: ignore[attr-defined]
    reader.do("room", "nowhere")
    assert reader.alert
