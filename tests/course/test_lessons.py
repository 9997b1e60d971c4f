"""Lesson files: what a good one becomes, and the one line that whatever is wrong gets."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.course.everywhere import each_lesson
from tests.scenarios.spoiling import spoiled
from vendetta_kit.cli import main
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import (
    Ask,
    BadLesson,
    Beat,
    Both,
    Later,
    Lesson,
    Numbers,
    Say,
    Show,
    Steps,
    YourMove,
)
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.course.lessons import load, loads, shipped
from vendetta_kit.games import FIRST, TAUGHT
from vendetta_kit.games.vendetta.course.predictions import KINDS
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario

HERE = Path(__file__).parent
SMALL = HERE / "small_lesson.yaml"
GOOD = SMALL.read_text(encoding="utf-8")


def test_a_part_says_first_what_has_happened_since_the_one_before() -> None:
    lesson = loads(
        GOOD.replace("    you: Ann\n", "    you: Ann\n    later: {en: A night later., de: Eine Nacht später.}\n")
    )
    first, second = lesson.moments
    assert first.later == {"en": "A night later.", "de": "Eine Nacht später."}
    assert isinstance(first.beats[0], Later)
    assert second.later is None


def test_a_lesson_with_its_own_scenarios_is_read() -> None:
    lesson = load(str(SMALL))
    assert (lesson.id, lesson.number, lesson.minutes, lesson.drill_count, lesson.next) == ("small", 7, 2, 3, None)
    first, second = lesson.moments
    assert first.scenario is not None
    assert (first.scenario.id, first.you, first.confusion) == ("tiny", 0, 10)
    assert (second.scenario, second.you) == (None, None)
    assert [beat.key for beat in first.beats] == ["say", "your_move", "ask", "steps", "free_move", "say"]
    say, move, ask, steps = first.beats[:4]
    assert isinstance(say, Say)
    assert say.words["de"] == "**Dein** [[pool|Vorrat]] und [[BR07]]."
    assert isinstance(move, YourMove)
    assert move.other is not None
    assert move.rules == ("PLAN-11",)
    assert isinstance(ask, Ask)
    assert (ask.question.form, ask.question.right, ask.question.rules) == ("number", ("2",), ("PLAN-09",))
    assert isinstance(steps, Steps)
    assert steps.count == 4
    both, numbers, show = second.beats[1:]
    assert isinstance(both, Both)
    assert dict(both.watch) == {0: ("blood", "drained", "out")}
    assert isinstance(numbers, Numbers)
    assert isinstance(show, Show)
    assert (show.what, show.item) == ("card", "AL16")
    assert lesson.find("ruling") == 1
    with pytest.raises(KeyError):
        lesson.find("nowhere")


def test_options_that_read_the_same_everywhere_need_no_languages() -> None:
    ask = load(str(SMALL)).moments[1].beats[0]
    assert isinstance(ask, Ask)
    assert [option.value for option in ask.question.options] == ["0", "1", "2"]
    assert ask.question.options[2].text == dict.fromkeys(languages(), "3")
    assert ask.question.grade(["1"])


def test_a_lesson_may_come_as_bytes() -> None:
    assert loads(GOOD.encode()).id == loads(GOOD).id == "small"


@pytest.mark.parametrize(("old", "new", "message"), spoiled(HERE / "bad_lessons.txt"))
def test_what_is_wrong_gets_one_line(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BadLesson) as caught:
        loads(GOOD.replace(old, new, 1), "f.yaml")
    said = str(caught.value)
    assert said == f"f.yaml:{message}"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("{kind: weather}", ".kind: found 'weather'; expected one of winner, "),
        ("{at: 1}", ".kind: found nothing; expected one of winner, "),
        ("{kind: blood}", ": prediction 'blood' needs a seat"),
    ],
)
def test_a_prediction_that_cannot_be_made(asked: str, message: str) -> None:
    with pytest.raises(BadLesson) as caught:
        loads(GOOD.replace("steps: 4", f"predict: {asked}", 1), "f.yaml")
    assert str(caught.value).startswith(f"f.yaml:63: moments[0].beats[3].predict{message}")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "f.yaml:1: file: empty; expected a lesson: "),
        (b"- 1\n", "f.yaml:1: file: found [1]; expected keys and values: format, "),
        (b"\xff\n", "f.yaml:1: file: not UTF-8 text (byte 0); expected a lesson file"),
        (b"a: [", "f.yaml:1: file: the bracket [ at column 5 is never closed; expected ] at its end"),
        (b"#" * 600_000, "f.yaml:1: file: larger than 500000 bytes; expected a lesson file"),
    ],
)
def test_what_is_no_lesson_at_all(raw: bytes, message: str) -> None:
    with pytest.raises(BadLesson) as caught:
        loads(raw, "f.yaml")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_lessons_that_were_mangled_get_a_line_or_are_read() -> None:
    rng = random.Random(3)
    words = ["[]", "{}", "null", "-1", "yes", "BR01", "Ann", "99999999999999999999", "''", "1.5", "[[1]]", "{a: b}"]
    said = []
    for _ in range(300):
        lines = GOOD.splitlines()
        k = rng.randrange(len(lines))
        kind = rng.randrange(4)
        if kind == 0:
            del lines[k]
        elif kind == 1:
            lines[k] = lines[k][: rng.randrange(len(lines[k]) + 1)]
        else:
            parts = lines[k].split(" ")
            parts[rng.randrange(len(parts))] = rng.choice(words) + ("," if kind == 2 else "")
            lines[k] = " ".join(parts)
        try:
            loads("\n".join(lines), "mangled.yaml")
        except BadScenario as error:
            said.append(str(error))
    assert said
    assert all("\n" not in line and line.startswith("mangled.yaml:") for line in said)


# The kit's own lessons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TAUGHT)
def test_the_kits_lessons_follow_each_other(game: str) -> None:
    found = shipped(game)
    assert found
    assert shipped(game) is found
    ids = [lesson.id for lesson in found]
    assert len(set(ids)) == len(ids)
    assert [lesson.number for lesson in found] == sorted({lesson.number for lesson in found})
    assert {lesson.subject.format.partition("-")[0] for lesson in found} == {game}
    assert lessons.find(ids[-1], game) is found[-1]
    with pytest.raises(KeyError):
        lessons.find("no-such-lesson", game)


def test_a_lesson_without_a_game_is_the_first_games() -> None:
    assert lessons.find("planning").number == 3
    with pytest.raises(KeyError):
        lessons.find("first_bleed")


@each_lesson
def test_all_words_of_a_lesson_are_there_in_every_language(lesson: Lesson) -> None:
    markup = lesson.subject.markup
    texts = [lesson.title, lesson.goal, *(moment.title for moment in lesson.moments)]
    texts += [line.text for line in lesson.learned]
    for words in texts:
        assert set(words) == set(languages())
        for lang, text in words.items():
            assert markup.fault(text) is None
            assert markup.plain(text, lang)
    assert Path(lesson.file).stem == f"{lesson.number:02}_{lesson.id}"


def test_a_lesson_calls_a_location_by_the_name_on_its_table() -> None:
    """Location 1 is The Rack to who sees the table; a number stands in the file's data alone."""
    for path in lessons.paths():
        words = re.sub(r"An jedem Ort 1 Blut|Blood at each Location", "", Path(path).read_text("utf-8"))
        assert re.findall(r"\b(?:Location|Ort) [123]\b", words) == [], path


# vendetta lesson check -------------------------------------------------------------------------------------

Captured = pytest.CaptureFixture[str]


def only(monkeypatch: pytest.MonkeyPatch, *files: Path) -> None:
    """Let these be all the lessons there are."""
    found = {FIRST: tuple(map(str, files))}
    monkeypatch.setattr(lessons, "paths", lambda game=FIRST: found.get(game, ()))


def test_check_says_what_holds(capsys: Captured) -> None:
    assert main(["lesson", "check", str(SMALL)]) == 0
    assert capsys.readouterr().out == f"{SMALL}: small: ok (2 moments)\n"
    assert main(["lesson", "check", "--json", str(SMALL)]) == 0
    assert capsys.readouterr().out == '{"id": "small", "ok": true, "failures": []}\n'


def test_check_says_what_fails(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(GOOD.replace("rules: [PLAN-11, PLAN-09,", "rules: [FEED-01, PLAN-09,"), encoding="utf-8")
    assert main(["lesson", "check", str(path), str(SMALL)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{path}:83: rules: FEED-01 is never met"
    assert f"{path}:2: id: {SMALL} has the same" in said
    assert f"{SMALL}:3: number: {path} has the same" in said


def test_check_of_an_unusable_file(capsys: Captured, tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    assert main(["lesson", "check", str(missing)]) == 2
    said = capsys.readouterr()
    expected = "cannot be read (No such file or directory); expected a lesson file"
    assert (said.out, said.err) == ("", f"{missing}:1: file: {expected}\n")
    assert main(["lesson", "check", "--json", str(missing)]) == 2
    assert '"unusable": true' in capsys.readouterr().out


def test_check_without_files_takes_all_of_the_course(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, SMALL)
    assert main(["lesson", "check"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{SMALL}:2: id: by number and id the file would be 07_small.yaml"
    only(monkeypatch)
    assert main(["lesson", "check"]) == 0


def test_check_misses_a_next_lesson(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "07_small.yaml"
    path.write_text(GOOD.replace("next: null", "next: large"), encoding="utf-8")
    only(monkeypatch, path)
    assert main(["lesson", "check"]) == 1
    assert capsys.readouterr().out.startswith(f"{path}:85: next: there is no lesson large\n")


@pytest.mark.parametrize("game", TAUGHT)
def test_headings_say_what_the_whole_lessons_say(game: str) -> None:
    assert lessons.ids(game) == tuple(heading.id for heading in lessons.headings(game))
    for heading, lesson in zip(lessons.headings(game), shipped(game), strict=True):
        assert heading == (
            lesson.id,
            lesson.number,
            lesson.title,
            lesson.goal,
            lesson.minutes,
            tuple(moment.id for moment in lesson.moments),
            lesson.rules,
            lesson.next,
        )


# The page about lesson files -------------------------------------------------------------------------------


PAGE = (Path(__file__).resolve().parents[2] / "data" / "vendetta" / "lessons" / "README.md").read_text("utf-8")


def test_the_example_is_a_lesson_that_can_be_walked_to_its_end() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    report = LessonPlayer(lessons.loads(text, "README.md")).run_through()
    assert report.failures == ()
    assert report.moves == 1


def test_every_kind_of_beat_and_of_prediction_is_named() -> None:
    for beat in Beat.__subclasses__():
        assert f"`{beat.key}" in PAGE, beat.key
    for kind in KINDS:
        assert re.search(rf"\b{kind}\b", PAGE), kind
