"""The search and the glossary: everything of the box and the rules, in both languages, from any page."""

from __future__ import annotations

import re

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, Reader, words_of
from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import box
from vendetta_widgets import drill
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.rule_card import opened
from vendetta_widgets.search_dialog import finder


def first(words: str, lang: str = "en") -> str:
    """What the best result opens."""
    found = re.search(r"&quot;what&quot;:&quot;([^&]+)&quot;", finder(words, HtmlWriter(lang)))
    return found[1] if found else ""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_sought_shows_the_whole_glossary(lang: str) -> None:
    text = words_of(finder("  ", HtmlWriter(lang)))
    assert all(term.term in text and term.text in text for term in rulebook.all_terms(lang))
    assert not TEMPLATE_LEFT.search(text)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_everything_is_found_by_its_name_in_either_language(lang: str) -> None:
    for name in box.records():
        for other in ("en", "de"):
            assert f"card:{name}&quot;" in finder(box.name(name, other), HtmlWriter(lang)), (name, other)
    for entry in (*rulebook.all_rules(), *rulebook.all_rulings()):
        assert first(entry.id, lang) == f"rule:{entry.id}"


def test_the_same_search_as_the_rules() -> None:
    for words in ("face down fee", "steal frenzy"):
        assert f":{rulebook.search(words)[0].id}&quot;" in finder(words, HtmlWriter("en"))
    assert first("Raserei", "en") == "term:frenzy", "a German word on an English page"
    assert "Nothing speaks of “&lt;zzz&gt;”" in finder("<zzz>", HtmlWriter("en"))


def test_what_is_found_opens_and_leads_back() -> None:
    reader = Reader(drill(lang="en"))
    reader.send(type="do", do="find", value="frenzy")
    assert "Found:" in words_of(reader.dialog or "")
    reader.send(type="do", do="found", value={"what": "term:frenzy", "words": "frenzy"})
    assert rulebook.term("frenzy").text in words_of(reader.dialog or "")
    assert 'data-do="find" data-value="&quot;frenzy&quot;"' in (reader.dialog or "")
    for wrong in (7, None, {"what": "card:XX99"}):
        reader.send(type="do", do="found", value=wrong)
        assert "Traceback" not in reader.words


@pytest.mark.parametrize("clan", [clan.id for clan in box.clans()])
def test_a_clans_nine_cards_can_be_read(clan: str) -> None:
    text = words_of(opened(f"deck:{clan}", HtmlWriter("en")))
    mine = [card for card in box.clan_cards() if card.clan == clan]
    assert len(mine) == 9
    assert all(box.name(card.id) in text and box.text(card.id) in text for card in mine)


SAME = ("Chaos", "Charisma")
"""Card names that are the same in German."""


def test_how_the_pages_look_is_kept() -> None:
    reader = Reader(drill(lang="en"))
    reader.send(type="do", do="theme", value="light")
    reader.send(type="do", do="size", value="larger")
    reader.send(type="do", do="size", value="huge")
    assert (reader.store["theme"], reader.store["size"]) == ("light", "larger")
    rest = {"sound": "off", "motion": "full", "names": "printed"}
    assert reader.page.looks == {"theme": "light", "size": "larger", **rest}
    usual = {"theme": "dark", "size": "normal", **rest}
    assert Reader(drill(lang="en"), stored={"theme": "pink"}).page.looks == usual


def test_german_card_names_are_all_printed_or_all_translated() -> None:
    reader = Reader(drill("all", lang="de", seed=2))
    cards = (*box.clan_cards(), *box.location_cards(), *box.relics())
    printed = re.compile("|".join(rf"\b{re.escape(card.name)}\b" for card in cards if card.name not in SAME))
    translated = {box.translated_name(card.id, "de") for card in cards}
    while "vk-position-cards" not in reader.parts["drill"] or not printed.search(reader.words):
        reader.do("drill", "0")
        reader.do("drill_on")
    before = reader.words
    reader.send(type="do", do="names", value="translated")
    assert not printed.search(reader.words)
    assert any(name in reader.words for name in translated)
    reader.send(type="do", do="names", value="printed")
    assert reader.words.replace("✓ ", "") == before.replace("✓ ", "")
    reader.send(type="do", do="names", value="translated")
    reader.send(type="do", do="open", value="card:BR07")
    assert reader.dialog is not None
    assert "Machtdemonstration" in words_of(reader.dialog)
