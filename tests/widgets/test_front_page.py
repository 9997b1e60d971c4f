"""The front page: newcomers play at once, the others see where they are; progress in and out; the map; the sheets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.widgets.helpers import GERMAN, Reader, pressables, words_of
from tests.widgets.walking import assert_reads_well, kept, lesson_reader, step, walk_of, walk_through
from vendetta_kit import rulebook
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import YourMove
from vendetta_kit.course.progress import FORMAT_OF_ONE_GAME, Progress
from vendetta_kit.course.rule_map import levels
from vendetta_kit.games.vendetta import bots
from vendetta_kit.rulebook import RIVALS
from vendetta_kit.server.running_servers import OWN_ADDRESS, record_server
from vendetta_widgets import FirstGamePage, FrontPage, front, page_phrases
from vendetta_widgets.front_page import CHOICE, LINKS
from vendetta_widgets.games.vendetta.first_game_page import NOTEBOOK
from vendetta_widgets.lesson_page import notebook_of
from vendetta_widgets.play_session import Session
from vendetta_widgets.puzzle_page import of_the_day, puzzle_title

NOTEBOOKS = {
    "vendetta": {
        NOTEBOOK,
        "09_whole_game",
        "15_drills",
        "16_for_teachers",
        "21_puzzles",
        "17_play_together",
        "20_tables",
        "dashboards/blood",
    },
    "vtes": {
        "18_play_vtes",
        "19_play_vtes_together",
        "20_tables",
        "vtes/drills",
        "vtes/puzzles",
        "dashboards/vtes_pool",
    },
    "rivals": {"rivals/drills"},
}
"""What stands beside the lessons of each game."""
ITSELF = "00_start_here"
"""The front page has the first lesson of Vendetta: a button begins it, no link leads there."""


def known(*finished: str) -> Progress:
    """Progress of somebody who has finished these lessons."""
    progress = Progress()
    for name in finished:
        progress.lesson(name, finished=True)
    progress.met(["PLAN-11"])
    return progress


def reader_with(progress: Progress | None = None, lang: str = "en") -> Reader:
    """Somebody who opens the front page."""
    return Reader(front(lang=lang), stored={} if progress is None else {"progress": progress.dumps()})


def links(reader: Reader, part: str) -> dict[str, str]:
    """Where the links of a part lead, with their words."""
    found = [link for link in pressables(reader.parts[part]) if link.name == "a"]
    return {link.attributes["data-notebook"]: link.text for link in found}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_newcomer_is_in_her_first_game_and_sees_the_way(lang: str) -> None:
    reader = reader_with(lang=lang)
    assert walk_of(reader).lesson.id == "first_steps"
    assert walk_of(reader).expected_move is not None
    assert "vk-glow" in reader.parts["panel"]
    for place in walk_through(reader, glows=True):
        assert_reads_well(reader, f"after {place}")
    assert Progress.loads(reader.store["progress"]).lessons["first_steps"].finished
    assert "vk-learned-lines" in reader.parts["learned"]
    assert notebook_of(lessons.headings()[1].id) in links(reader, "course")


HERE, THERE = "http://127.0.0.1:8867/", "http://127.0.0.1:8866/"


@pytest.fixture
def another_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """She has a server at another port, too, and this page is of the second."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    monkeypatch.setenv(OWN_ADDRESS, HERE)
    with record_server(THERE):
        yield


def told(address: str, stored: dict[str, str]) -> str:
    """What the front page says to a browser that shows it at this address."""
    return Reader(front(lang="en"), stored=stored, address=address).parts["hero"]


@pytest.mark.usefixtures("another_runs")
def test_an_empty_front_page_says_where_her_other_server_is() -> None:
    page = f"{HERE}voila/render/00_start_here.ipynb"
    for stored in ({}, {"lang": "en", "theme": "light", CHOICE: "vendetta"}):
        assert f'href="{THERE}"' in told(page, stored)
        assert "also open at another address" in told(page, stored)
    assert THERE not in told(page, {"progress": known("first_steps", "set_up").dumps()})
    assert THERE not in told(page, {FirstGamePage.KEPT: "{}"})
    assert THERE not in told("http://kit.school.example/voila/render/00_start_here.ipynb", {})
    assert THERE not in told("http:" + "//[", {})


@pytest.mark.usefixtures("another_runs")
def test_a_page_of_a_server_for_a_class_says_nothing_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OWN_ADDRESS)  # only a server for one person tells its kernels where it is
    assert THERE not in told(f"{HERE}voila/render/00_start_here.ipynb", {})


def test_one_who_is_beyond_the_first_steps_sees_where_she_is() -> None:
    reader = reader_with(known("first_steps", "set_up"))
    assert "panel" not in reader.parts
    assert "Welcome back" in reader.words
    assert f"Lessons finished: 2 of {len(lessons.headings())}." in words_of(reader.parts["hero"])
    third = lessons.headings()[2]
    assert links(reader, "hero")[notebook_of(third.id)] == f"Lesson {third.number}: {third.title['en']}"
    assert "✓ finished" in _cards(reader)["First steps"]
    assert f"0 of {len(third.moments)} parts" in _cards(reader)[third.title["en"]]
    assert reader_with(known("planning")).parts.get("panel") is None, "she has begun elsewhere"


def _cards(reader: Reader) -> dict[str, str]:
    """The words of each card of the course, by its title without the number."""
    cards = [words_of(card) for card in re.findall(r"<li[^>]*><h3>.*?</li>", reader.parts["course"])]
    titles = re.findall(r"<h3>(.*?)</h3>", reader.parts["course"])
    return {words_of(title).strip().lstrip("0123456789 "): card for title, card in zip(titles, cards, strict=True)}


def test_the_first_whole_game_is_the_first_choice_until_it_is_played() -> None:
    reader = reader_with()
    assert links(reader, "hero") == {NOTEBOOK: "Play your first game"}
    assert "20 minutes" in words_of(reader.parts["hero"])
    session, rng = Session(seed=3), Random(3)
    for words in ("Go on with your first game", None):
        reader = Reader(front(lang="en"), {FirstGamePage.KEPT: session.save_text()})
        assert "panel" not in reader.parts
        assert links(reader, "hero").get(NOTEBOOK) == words
        assert ("finished" in _cards(reader)["Your first game"]) == (words is None)
        while session.view.decision is not None:
            session.act(bots.make("random").choose(session.view, rng))
    assert links(reader, "hero")["09_whole_game"] == "Play a whole game"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_front_page_remembers_the_last_game_the_days_and_todays_puzzle(lang: str) -> None:
    game, rng = Session(seed=5), Random(5)
    while game.view.decision is not None:
        game.act(bots.make("random").choose(game.view, rng))
    mine, best = game.view.scores[game.me], max(score or 0 for score in game.view.scores[1:])
    progress, now = known("first_steps"), datetime.now(UTC)
    for days in (0, 1, 2, 9):
        progress.answered(["PLAN-11"], True, "asked", now - timedelta(days=days))
    today = {
        "format": "vendetta-puzzles/1",
        "rating": 1500,
        "deviation": 300,
        "answers": {of_the_day(now.date()): True},
        "day": [now.date().isoformat(), of_the_day(now.date())],
    }
    stored = {"game": game.save_text(), "progress": progress.dumps(), "puzzles": json.dumps(today)}
    hero = words_of(Reader(front(lang=lang), stored=stored).parts["hero"])
    key = "front.won.vendetta" if game.me in game.view.winners else "front.lost.vendetta"
    for told_ in (
        page_phrases.say(key, lang, mine=mine, best=best),
        page_phrases.say("front.tile.streak", lang, n=3),
        page_phrases.say("front.tile.puzzle.solved", lang, title=puzzle_title(of_the_day(now.date()), lang)),
    ):
        assert told_ in hero
    assert len(re.findall("vk-primary", Reader(front(lang=lang), stored=stored).parts["hero"])) == 1, "one next step"
    stored["progress"] = known("first_steps").dumps()
    assert page_phrases.say("front.tile.week", lang) not in words_of(
        Reader(front(lang=lang), stored=stored).parts["hero"]
    )


def test_drills_come_next_once_enough_rules_are_due() -> None:
    progress, long_ago = known("first_steps"), datetime(2026, 1, 5, tzinfo=UTC)
    rules = ["PLAN-11", "FRZ-01", "EOG-01", "WDR-02", "REW-01"]
    for count, there in ((4, "01_set_up"), (5, "15_drills")):
        for rule in rules[:count]:
            progress.answered([rule], True, "asked", long_ago)
        assert f"{count} rules are due" in words_of(reader_with(progress).parts["hero"])
        primary = re.findall(r"<a[^>]*vk-primary-link[^>]*>", reader_with(progress).parts["hero"])
        assert [there in one for one in primary] == [True]


def test_lessons_have_one_numbering_and_only_what_was_done_is_ticked() -> None:
    for game in LINKS:
        reader = Reader(front(lang="en"), query=f"?game={game}")
        numbers = [int(n) for n in re.findall(r'class="vk-number">(\d+)<', reader.parts["course"])]
        assert numbers == list(range(len(numbers)))
        assert "✓" not in words_of(reader.parts["course"])


def test_whoever_was_in_the_middle_of_the_first_steps_goes_on_there() -> None:
    progress = Progress()
    progress.lesson("first_steps", "first-fight")
    reader = reader_with(progress)
    assert "panel" in reader.parts
    assert walk_of(reader).place[0] == 1
    assert f"1 of {len(lessons.headings()[0].moments)} parts" in words_of(reader.parts["course"])


def test_one_who_has_finished_everything_is_told_so() -> None:
    reader = reader_with(known(*(heading.id for heading in lessons.headings())))
    assert "Solve today’s puzzle" in words_of(reader.parts["hero"])


def test_the_first_steps_can_be_walked_once_more_with_new_questions() -> None:
    reader = reader_with(known("first_steps"))
    for _ in range(2):
        reader.do("first")
        assert "vk-glow" in reader.parts["panel"]
        assert walk_of(reader).place[0] == 0
        for _ in walk_through(reader):
            pass
        assert "Question 1 of 3" in words_of(reader.parts["drill"])
        reader.do("drill_on")
    assert reader.alert == ""


@pytest.mark.parametrize("game", LINKS)
def test_all_lessons_the_game_the_drills_and_the_teachers_are_in_order(game: str) -> None:
    reader = reader_with()
    reader.do("door", game)
    wanted = [notebook_of(heading.id, game) for heading in lessons.headings(game)]
    found = links(reader, "course")
    assert set(found) == (NOTEBOOKS[game] | set(wanted)) - {ITSELF}
    assert [name for name in found if name in wanted] == [name for name in wanted if name != ITSELF]
    for heading in lessons.headings(game):
        assert words_of(f"<p>{heading.goal['en']}</p>") in words_of(reader.parts["course"])


# The doors of the games --------------------------------------------------------------------------------------


def test_another_game_is_one_press_away_and_is_remembered() -> None:
    reader = reader_with()
    assert "panel" in reader.parts
    assert "New to you" in words_of(reader.parts["doors"])
    reader.press("V:TES, the game of 1998")
    assert reader.alert == ""
    assert reader.store[CHOICE] == "vtes"
    assert "Learn V:TES" in words_of(reader.parts["hero"])
    assert walk_of(reader).lesson.id == "first_bleed"
    assert "Bleed Bob" in words_of(reader.parts["panel"]), "the table lives"
    for _ in walk_through(reader):
        pass
    progress = Progress.loads(reader.store["progress"]).of("vtes")
    assert progress.lessons["first_bleed"].finished
    assert not progress.of("vendetta").lessons
    later = Reader(front(lang="de"), stored={CHOICE: "vtes"})
    assert "Lerne V:TES" in words_of(later.parts["hero"])
    later.press("Vendetta")
    assert walk_of(later).lesson.id == "first_steps"
    assert "panel" in later.parts, "a newcomer is in her first game again"
    assert later.store[CHOICE] == "vendetta"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_game_without_a_whole_game_offers_none(lang: str) -> None:
    reader = Reader(front(lang=lang), query="?game=rivals")
    assert reader.alert == ""
    assert str(RIVALS.edition(lang)) in words_of(reader.parts["hero"])
    assert walk_of(reader).lesson.id == "set_up"
    assert 'data-do="aid"' not in reader.parts["mine"]
    done = Progress(game="rivals")
    for heading in lessons.headings("rivals"):
        done.lesson(heading.id, finished=True)
    later = Reader(front(lang=lang), stored={"progress": done.of("vendetta").dumps()}, query="?game=rivals")
    assert list(links(later, "hero")) == ["rivals/drills"]


def test_the_first_screen_leads_to_the_other_games_and_into_a_whole_game_of_this_one() -> None:
    reader = reader_with()
    assert "Learn V:TES Learn Rivals" in words_of(reader.parts["hero"])
    reader.press("Learn V:TES")
    assert "Learn V:TES by playing it" in words_of(reader.parts["hero"])
    assert links(reader, "hero") == {"18_play_vtes": "Play a whole game"}
    assert reader.parts["hero"].count("vk-primary-link") == 1
    (first,) = re.findall(r"<button[^>]*vk-primary-link[^>]*>([^<]*)<", reader.parts["hero"])
    assert first == "Begin here: 5 minutes", "who is new takes the first lesson before a whole game"
    assert words_of("".join(reader.parts.values())).count("1998; today") == 1, "the lesson that begins there says it"


def test_an_address_can_name_the_game_and_an_unknown_one_changes_nothing() -> None:
    assert "Learn V:TES" in words_of(Reader(front(lang="en"), query="?game=vtes").parts["hero"])
    assert "Learn Vendetta" in words_of(Reader(front(lang="en"), query="?game=chess").parts["hero"])
    assert "Learn Vendetta" in words_of(Reader(front(lang="en"), stored={CHOICE: "chess"}).parts["hero"])
    reader = reader_with()
    reader.do("door", "chess")
    assert "Learn Vendetta" in words_of(reader.parts["hero"])


def test_what_was_done_in_a_game_stands_behind_its_own_door() -> None:
    first, second = lessons.headings("vtes")[:2]
    progress = Progress(game="vtes")
    progress.lesson(first.id, finished=True)
    progress.used(["BLEED-02"])
    reader = Reader(front(lang="en"), stored={"progress": progress.of("vendetta").dumps()})
    assert "panel" in reader.parts, "she is new to Vendetta"
    assert 'data-open="rule:BLEED-02"' not in reader.parts["mine"]
    assert f"1 of {len(lessons.headings('vtes'))} lessons finished. Next: {second.title['en']}" in words_of(
        reader.parts["doors"]
    )
    reader.press("V:TES, the game of 1998")
    assert "Welcome back to V:TES" in words_of(reader.parts["hero"])
    assert "finished" in words_of(reader.parts["course"])
    assert notebook_of(second.id, "vtes") in links(reader, "hero")
    assert links(reader, "hero")["18_play_vtes"] == "Play a whole game", "it stays where a newcomer had it"
    assert "Shown in a move or an answer: 1." in words_of(reader.parts["mine"])
    assert 'data-open="rule:vtes:BLEED-02"' in reader.parts["mine"]


# Progress ----------------------------------------------------------------------------------------------------


def test_progress_is_saved_to_a_file_that_loads() -> None:
    reader = reader_with(known("first_steps", "planning"))
    reader.press("Save my progress to a file")
    (file,) = reader.files
    assert file["name"].endswith(".json")
    other = reader_with()
    assert "panel" in other.parts
    other.choose_file("progress", file["name"], file["text"].encode())
    assert other.alert == ""
    assert "panel" not in other.parts
    assert "Welcome back" in other.words
    assert Progress.loads(other.store["progress"]).lessons["planning"].finished


def test_a_file_is_joined_with_what_is_there() -> None:
    mine, hers = known("first_steps"), Progress()
    hers.answered(["EOG-01"], True, "asked", datetime(2026, 1, 5, tzinfo=UTC))
    hers.lesson("planning", "blood")
    reader = reader_with(mine)
    reader.choose_file("progress", "hers.json", hers.dumps().encode())
    both = Progress.loads(reader.store["progress"])
    assert both.lessons["first_steps"].finished
    assert both.lessons["planning"].moments == {"blood"}
    assert {"PLAN-11", "EOG-01"} <= set(both.rules)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "cut off"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "format"),
        (b'{"format": "vendetta-save/1"}', "vendetta-save/1"),
        (
            json.dumps({"format": FORMAT_OF_ONE_GAME, "rules": {"PLAN-11": 7}, "lessons": {}, "log": []}).encode(),
            "PLAN-11",
        ),
        (json.dumps({"format": FORMAT_OF_ONE_GAME, "rules": {}, "lessons": {}, "log": 3}).encode(), "log"),
        (b"[" * 50_000, "deeper"),
        (b" " * 1_000_001, "larger"),
        (b'{"format": "<img src=x>"}', "<img src=x>"),
    ],
)
def test_wrong_progress_is_named_with_its_fault_and_nothing_is_lost(content: bytes, said: str, lang: str) -> None:
    reader = reader_with(known("first_steps"), lang)
    before = reader.page.progress.to_json() if isinstance(reader.page, FrontPage) else None
    reader.choose_file("progress", "mine.json", content)
    assert "mine.json" in reader.alert
    assert (GERMAN.get(said, said) if lang == "de" else said) in reader.alert
    assert "\n" not in reader.alert
    assert "<img" not in reader.parts["alert"]
    assert isinstance(reader.page, FrontPage)
    assert reader.page.progress.to_json() == before
    reader.do("open", "rule:PLAN-11")
    assert reader.alert == ""


def test_progress_in_the_browser_that_cannot_be_read_is_told_kept_and_healed_by_a_file() -> None:
    reader = Reader(front(lang="en"), stored={"progress": "{"})
    assert "cannot be read" in reader.alert
    step(reader)
    assert reader.store["progress"] == "{"
    reader.choose_file("progress", "mine.json", known("set_up").dumps().encode())
    assert Progress.loads(reader.store["progress"]).lessons["set_up"].finished


def test_what_another_tab_does_is_joined() -> None:
    reader = reader_with()
    step(reader)
    mine = set(Progress.loads(reader.store["progress"]).rules)
    reader.send(type="stored", stored={"progress": known("set_up").dumps(), "game": "x"})
    assert "✓ finished" in words_of(reader.parts["course"])
    step(reader)
    both = Progress.loads(reader.store["progress"])
    assert both.lessons["set_up"].finished
    assert mine | {"PLAN-11"} <= set(both.rules)
    reader.send(type="stored", stored={"progress": "nonsense"})
    assert "cannot be read" in reader.alert
    step(reader)
    assert Progress.loads(reader.store["progress"]).lessons["set_up"].finished


# The map -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_map_has_a_button_for_each_rule_with_its_level_in_words(lang: str) -> None:
    now = datetime.now(UTC)
    progress = known("first_steps")
    progress.used(["PLAN-12"])
    progress.refused(["PLAN-13"])
    progress.answered(["FRZ-01"], False, "a", now)
    for _ in range(2):
        progress.answered(["EOG-01"], True, "b", now)
    reader = reader_with(progress, lang)
    names = {level.id: level.name for level in levels(lang)}
    fields = {
        button.value.removeprefix("rule:"): button.attributes["aria-label"]
        for button in reader.buttons("mine")
        if button.do == "open" and "vk-field" in button.attributes["class"]
    }
    entries = [*rulebook.all_rules(lang), *rulebook.all_rulings(lang)]
    assert set(fields) == {entry.id for entry in entries}
    for entry in entries:
        assert fields[entry.id].startswith(f"{entry.id}: {entry.title}. {names[progress.level(entry.id)]}")
    for rule, level in {"PLAN-11": "met", "PLAN-12": "used", "FRZ-01": "learning", "EOG-01": "known"}.items():
        assert progress.level(rule) == level
        assert names[level] in fields[rule]
    assert fields["PLAN-13"] != f"PLAN-13: {rulebook.rule('PLAN-13', lang).title}. {names['met']}", "refused"
    for level in levels(lang):
        assert words_of(f"<p>{level.means}</p>") in words_of(reader.parts["mine"])


def test_the_map_counts_what_a_lesson_has_proved() -> None:
    """After five lessons it said “2 of 321 known”: one right answer, or a move, counted for nothing."""
    lesson = lesson_reader("seven_clans")
    moves: set[str] = set()
    walk = walk_of(lesson)
    while not walk.done:
        if isinstance(walk.beat, YourMove):
            moves.update(walk.beat.rules)
        step(lesson)
    progress = kept(lesson)
    answered = {answer.rule for answer in progress.log if progress.rules[answer.rule].wrong == 0}
    assert len(answered) > 3
    assert len(moves) > 3
    proved = {rule for rule in progress.rules if progress.is_proved(rule)}
    assert answered | {rule for rule in moves if not progress.rules[rule].wrong} <= proved
    reader = reader_with(progress)
    assert f"Shown in a move or an answer: {len(proved)}." in words_of(reader.parts["mine"])
    assert f">{len(proved)}</b>" in reader.parts["mine"], "in the ring, too"


def test_a_field_of_the_map_opens_its_rule() -> None:
    reader = reader_with(known("first_steps"))
    reader.press(next(button for button in reader.buttons("mine") if button.value == "rule:RUL-01"))
    assert reader.dialog is not None
    assert "RUL-01" in words_of(reader.dialog)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheets_are_given_out_in_the_pages_language(paper: str) -> None:
    reader = reader_with(lang="de")
    reader.press(next(button for button in reader.buttons("mine") if (button.do, button.value) == ("aid", paper)))
    (file,) = reader.files
    assert (file["name"], file["mime"]) == (f"vendetta-de-{paper}.html", "text/html")
    assert 'lang="de"' in file["text"]


def test_the_language_changes_all_of_it() -> None:
    reader = reader_with(known("first_steps"))
    english = reader.words
    reader.press("Deutsch")
    assert "Your map of the rules" in english
    assert "Your map of the rules" not in reader.words
    assert lessons.headings()[3].title["de"] in reader.words
    assert reader.store["lang"] == "de"


def test_the_front_page_checks_the_first_steps() -> None:
    assert "all well" in front().check()
