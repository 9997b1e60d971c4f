"""What opens above a page: every rule, ruling, term and card, in both languages, with what belongs to it."""

from __future__ import annotations

import html
import re

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, Reader, pressables, words_of
from vendetta_kit import rulebook, scenarios
from vendetta_kit.course import lessons
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course import markup
from vendetta_widgets import DrillPage, FirstGamePage, FrontPage, GamePage, LessonPage, TeacherPage
from vendetta_widgets.games.vendetta.lesson_inspector import VendettaLessonPartPage
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.rule_card import opened, shown_by

LANGS = ("en", "de")
ENTRIES = [*rulebook.all_rules(), *rulebook.all_rulings()]


def read(what: str, lang: str = "en") -> str:
    """What a person reads there."""
    return words_of(opened(what, HtmlWriter(lang)))


def plain(text: str) -> str:
    return words_of(text.replace("<", "&lt;"))


def assert_reads(text: str, where: str) -> None:
    assert not TEMPLATE_LEFT.search(text), where


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_is_shown_in_both_languages_with_page_kind_and_relations(lang: str) -> None:
    other = next(found for found in LANGS if found != lang)
    for entry in rulebook.all_rules(lang):
        text = read(f"rule:{entry.id}", lang)
        assert_reads(text, entry.id)
        for words in (
            entry.title,
            entry.text,
            rulebook.cite(entry.id, lang),
            rulebook.section_title(entry.section, lang),
            rulebook.rule(entry.id, other).title,
            rulebook.rule(entry.id, other).text,
            *(rulebook.find(name, lang).title for name in entry.related),
            *(rulebook.ruling(name, lang).question for name in entry.rulings),
        ):
            assert plain(words) in text, (entry.id, words)


@pytest.mark.parametrize("lang", LANGS)
def test_every_ruling_is_shown_with_both_readings(lang: str) -> None:
    for entry in rulebook.all_rulings(lang):
        text = read(f"rule:{entry.id}", lang)
        assert_reads(text, entry.id)
        assert plain(entry.default) in text
        assert rulebook.word("labels", "default", lang) in text
        if entry.other:
            assert plain(entry.other) in text
            assert rulebook.word("labels", "other", lang) in text
        assert plain(f"{rulebook.word('labels', 'read', lang)}: {'; '.join(entry.read)}") in text
        assert plain(f"{rulebook.word('labels', 'open', lang)}: {entry.open}") in text
        assert (HtmlWriter(lang).say("ruling.switch") in text) == bool(entry.switch)
        assert (rulebook.word("labels", "doubtful", lang) in text) == entry.doubtful
    assert sum(bool(entry.switch) for entry in rulebook.all_rulings(lang)) >= 2


@pytest.mark.parametrize("lang", LANGS)
def test_every_term_is_shown_in_both_languages(lang: str) -> None:
    other = next(found for found in LANGS if found != lang)
    for key in {term.key for term in rulebook.all_terms(lang)}:
        text = read(f"term:{key}", lang)
        assert_reads(text, key)
        for words in (rulebook.term(key, lang).term, rulebook.term(key, lang).text, rulebook.term(key, other).term):
            assert plain(words) in text, (key, words)


@pytest.mark.parametrize("lang", LANGS)
def test_every_card_is_shown_with_its_name_and_its_text(lang: str) -> None:
    records = [*box.clan_cards(), *box.allies(), *box.victims(), *box.clans(), *box.relics(), *box.location_cards()]
    assert len(records) > 100
    for record in records:
        name = record.key.removeprefix("loc:")
        text = read(f"card:{name}", lang)
        assert_reads(text, name)
        assert plain(box.name(name, lang)) in text
        assert plain(box.text(name, lang) or "") in text
        doubt = box.shown_doubt(name, lang).rstrip(".")
        assert plain(doubt) in text
        assert (HtmlWriter(lang).say("mark.doubt.sign") in text.split()) or not doubt


@pytest.mark.parametrize("lang", LANGS)
def test_the_four_numbers_of_every_ally_stand_in_words(lang: str) -> None:
    pen = HtmlWriter(lang)
    for person in (*box.allies(), *box.victims()):
        text = read(f"card:{person.id}", lang)
        before, after = text.partition(pen.say("person.drained"))[::2]
        assert f"{person.influence} {pen.say('person.influence')}" in before
        assert f"{person.feed} {pen.say('person.feed')}" in before
        assert f"{person.drain_blood} {pen.say('person.drain_blood')}" in after
        assert f"{person.drained_influence} {pen.say('person.drained_influence')}" in after
        kind = f"creature.{person.creature}" if person.ally else "creature.victim"
        assert pen.say(kind) in before


def test_a_rule_names_scenarios_that_show_it_and_they_exist() -> None:
    known = {heading.id: heading for heading in scenarios.headings()}
    assert sum(entry.id in shown_by() for entry in ENTRIES) > len(ENTRIES) * 0.7
    for entry in ENTRIES[::5]:
        links = [found for found in pressables(opened(f"rule:{entry.id}", HtmlWriter("de"))) if found.name == "a"]
        assert len(links) == min(3, len(shown_by().get(entry.id, ())))
        for link in links:
            page, name = link.attributes["data-notebook"].split("?scenario=")
            assert page == "16_for_teachers"
            assert entry.id in known[name].rules
            assert link.text == known[name].title["de"]
            assert link.attributes["target"] == "_blank"


def test_whatever_a_card_refers_to_can_be_opened() -> None:
    seen: set[str] = set()
    waiting = ["rule:PLAN-11", "rule:RUL-01", "term:pool", "card:AL16"]
    while waiting:
        what = waiting.pop()
        if what in seen:
            continue
        seen.add(what)
        waiting += re.findall(r'data-open="([^"]+)"', opened(what, HtmlWriter()))
    assert len(seen) > 100
    assert any(what.startswith("rules:") for what in seen)
    assert all(markup.kind_of(name) for what in seen for name in what.partition(":")[2].split(","))


def test_it_opens_above_any_page_and_says_how_to_close_it() -> None:
    reader = Reader(GamePage(7, lang="de"))
    reader.do("open", "rule:PLAN-11")
    assert reader.dialog is not None
    assert reader.dialog.startswith("<div")
    assert "<h3>" in reader.dialog
    assert 'lang="en"' in reader.dialog, "what is in another language says so"
    close = [found for found in pressables(reader.dialog) if "data-close" in found.attributes]
    assert [button.text for button in close] == [HtmlWriter("de").say("close")]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_chip_names_its_rule_to_those_who_do_not_see_its_code(lang: str) -> None:
    word = {"en": "rule", "de": "Regel"}[lang]
    for rule in ("PLAN-11", "RUL-05", "GLOS-09"):
        chip = HtmlWriter(lang).rule(rule)
        title = rulebook.find(rule, lang).title if rule != "RUL-05" else rulebook.section_title("RUL", lang)
        assert f'aria-label="{word} {rule}: {html.escape(title)}"' in chip
        assert words_of(chip) == rule


def test_where_the_codes_are_not_seen() -> None:
    for game in (Reader(GamePage(7, lang="en")), Reader(FirstGamePage(lang="en"))):
        for level in ("shown", "table"):
            game.do("help", level)
            assert "vk-beginner" in game.frame, "at a table codes stand in the rule card alone"
    for page in (LessonPage("planning", lang="en"), FrontPage(lang="en"), DrillPage(lang="en")):
        assert "vk-beginner" in Reader(page).frame
    for other in (
        TeacherPage(lang="en"),
        VendettaLessonPartPage(lessons.find("planning"), 0, lang="en"),
    ):
        assert "vk-beginner" not in Reader(other).frame
