"""The displays of lessons hold what the data and the engine's tables say, in both languages."""

from __future__ import annotations

import re
from functools import partial

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, pressables, words_of
from vendetta_kit import rulebook
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Ask, Both, FreeMove, Numbers, Predict, Say, Show, Steps, YourMove
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.drills import DRILLS
from vendetta_kit.games.vendetta.course.lesson_game import SUBJECT
from vendetta_kit.games.vendetta.course.player_aid import PAPERS
from vendetta_kit.games.vendetta.engine.card_tables import REWARD_INFLUENCE
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_widgets import drill
from vendetta_widgets.games.vendetta import lesson_displays
from vendetta_widgets.games.vendetta.table_html import PHASES, STEPS
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.lesson_text import step_html

LANGS = ("en", "de")


def rows(html: str) -> list[list[str]]:
    """A table as words."""
    return [
        [words_of(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
        for line in re.findall(r"<tr>(.*?)</tr>", html)
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_every_beat_of_every_lesson_can_be_shown(lang: str) -> None:
    pen, kinds = HtmlWriter(lang), set()
    for lesson in lessons.shipped():
        for moment in lesson.moments:
            for beat in moment.beats:
                where = f"{lesson.id}, {moment.id}, {beat.key}"
                kinds.add(type(beat))
                for old in (False, True):
                    text = words_of(step_html(beat, SUBJECT, pen, partial(lesson_displays.shown, pen=pen), old))
                    assert not TEMPLATE_LEFT.search(text), where
                    assert not re.search(r"\[\[|\*\*", text), where
                    if not old and not isinstance(beat, Ask | Predict | Steps):
                        assert text, where
                    if old and not isinstance(beat, Say | YourMove | FreeMove):
                        assert text == "", where
    assert kinds == {Ask, Both, FreeMove, Numbers, Predict, Say, Show, Steps, YourMove}


@pytest.mark.parametrize("lang", LANGS)
def test_the_three_clocks_are_nested(lang: str) -> None:
    pen = HtmlWriter(lang)
    html = lesson_displays.clocks(pen)
    text = words_of(html)
    places = [text.index(pen.say("round", n=n)) for n in range(1, ROUNDS + 1)]
    assert places == sorted(places)
    for phase in PHASES:
        assert text.count(pen.game("phase", phase)) == 1
    for step in STEPS:
        assert pen.game("step", step) in text
    assert html.count("<ol") == 3
    steps = html.index(pen.game("step", STEPS[0]))
    assert html.rindex("<b>", 0, steps) == html.index(f"<b>{pen.game('phase', 'resolution')}")


@pytest.mark.parametrize("lang", LANGS)
def test_the_five_verbs_are_a_set(lang: str) -> None:
    pen = HtmlWriter(lang)
    found = rows(lesson_displays.verbs(pen))
    assert len(found) == 6
    assert all(len(row) == 4 and all(row) for row in found)
    for row, key in zip(found[1:], ("play", "spend", "lose", "steal", "gain"), strict=True):
        assert row[0].startswith(rulebook.term(key, lang).term)
        assert re.search(r"GLOS-\d\d", row[0])
    assert len({tuple(row[1:]) for row in found[1:]}) == 5, "no two verbs do the same"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.rules("REW-05", "REW-06", "REW-07", "REW-08")
def test_the_rewards_are_those_of_the_engine(lang: str) -> None:
    found = rows(lesson_displays.rewards(HtmlWriter(lang)))[1:]
    assert [[int(cell) for cell in row[2:]] for row in found] == [
        *([REWARD_INFLUENCE[n][place] for n in range(ROUNDS)] for place in range(3)),
        [REWARD_INFLUENCE[n][0] + 1 for n in range(ROUNDS)],
    ]
    assert [[int(cell) for cell in row[2:]] for row in found[:3]] == [[1, 2, 3], [1, 2, 2], [1, 1, 1]]
    assert all(row[0] and row[1] for row in found)


@pytest.mark.parametrize("lang", LANGS)
def test_a_deck_holds_the_nine_cards_of_its_clan(lang: str) -> None:
    for clan in box.clans():
        html = lesson_displays.deck(clan.id, HtmlWriter(lang))
        text = words_of(html)
        mine = [card for card in box.clan_cards() if card.clan == clan.id]
        assert len(mine) == 9
        assert html.count("vk-of-") == 10
        for card in (clan.id, *(card.id for card in mine)):
            assert box.name(card, lang) in text


@pytest.mark.parametrize("lang", LANGS)
def test_all_decks_can_be_looked_through(lang: str) -> None:
    html = lesson_displays.decks(HtmlWriter(lang))
    opens = [found.value for found in pressables(html) if found.name == "button"]
    assert opens == [f"card:{card.id}" for clan in box.clans() for card in box.clan_cards() if card.clan == clan.id]
    assert html.count("<summary") == len(box.clans())


@pytest.mark.parametrize("lang", LANGS)
def test_the_false_friends_say_there_and_here(lang: str) -> None:
    found = rows(lesson_displays.false_friends(HtmlWriter(lang)))
    assert len(found) == 9
    assert all(len(set(row)) == 3 and all(row) for row in found)


@pytest.mark.parametrize("lang", LANGS)
def test_the_sheet_is_offered_on_each_paper(lang: str) -> None:
    found = pressables(lesson_displays.aid(HtmlWriter(lang)))
    assert [(press.do, press.value) for press in found if press.name == "button"] == [("aid", p) for p in PAPERS]
    assert [press.attributes["data-notebook"] for press in found if press.name == "a"] == ["16_for_teachers"]


def test_whatever_a_lesson_file_may_show_can_be_shown() -> None:
    mark, pen = lessons.shipped()[0].moments[0].mark, HtmlWriter("de")
    items = {"card": "AL16", "rule": "RUL-01", "deck": "brujah"}
    for what in SUBJECT.shown:
        beat = Show(mark, ("PLAN-11",), what, items.get(what))
        html = step_html(beat, SUBJECT, pen, partial(lesson_displays.shown, pen=pen))
        assert len(words_of(html)) > 40, what
        assert "PLAN-11" in html


@pytest.mark.parametrize("lang", LANGS)
def test_the_numbers_of_an_ally_before_and_after_a_drain(lang: str) -> None:
    for person in (*box.allies()[:6], *box.victims()[:3]):
        pen = HtmlWriter(lang)
        before, after = (lesson_displays.numbers(person.id, drained, pen) for drained in (False, True))
        side = [words_of(html.partition("vk-numbers-side")[2]) for html in (before, after)]
        assert f"{person.influence} {pen.say('numbers.influence')}" in side[0]
        assert f"{person.feed} {pen.say('numbers.feed')}" in side[0]
        assert f"{person.drain_blood} {pen.say('numbers.drain_blood')}" in side[1]
        assert f"{person.drained_influence} {pen.say('numbers.drained_influence')}" in side[1]
        assert "vk-is-drained" not in before
        assert "vk-is-drained" in after


def test_the_rewards_are_asked_as_a_table_without_one_number() -> None:
    name = next(name for name in DRILLS.moments()["GLOS-19"]["ids"] if name.startswith("rewards:"))
    number, place = map(int, name.rpartition(":")[2].split("-"))
    page = drill("all", lang="en", seed=1)
    page.asking.question, page.asking.given = DRILLS.by_id(name), None
    cells = [row[2:] for row in rows(page.asking.html(page.pen()))][1:4]
    missing = [(k, p) for p, row in enumerate(cells, 1) for k, cell in enumerate(row, 1) if "?" in cell]
    assert missing == [(number, place)]
    page.asking.given = ("9",)
    shown = page.asking.html(page.pen())
    assert [row[2:] for row in rows(shown)][place][number - 1] == page.asking.question.right[0]
    assert all(f"ound {k}" in words_of(shown) for k in range(1, ROUNDS + 1)), "all rounds are explained"
