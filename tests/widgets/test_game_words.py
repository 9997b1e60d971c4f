"""What a pen writes of V:TES: chips, rule cards, cards and the log, in both languages; and beside Vendetta's."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, pressables, words_of
from vendetta_kit.games import TAUGHT
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.wording.card_text import card_lines
from vendetta_kit.rulebook import VENDETTA, VTES, UnknownGame
from vendetta_widgets import log_html, search_dialog
from vendetta_widgets.games import writing
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.rule_card import opened

LANGS = ("en", "de")


def vtes(lang: str = "en") -> HtmlWriter:
    return HtmlWriter(lang, game="vtes")


def played(rounds: int = 4) -> Any:
    game, rng, bot = Game.new(["whispers", "claw", "court"], seed=5, rounds=rounds), Random(5), bots.make("greedy")
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        game.apply(seat, bots.move(game, seat, bot, rng))
    return game


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_and_ruling_of_vtes_opens_with_both_languages(lang: str) -> None:
    pen, other = vtes(lang), next(one for one in LANGS if one != lang)
    for rule in VTES.all_rules(lang):
        text = words_of(opened(f"rule:vtes:{rule.id}", pen))
        assert not TEMPLATE_LEFT.search(text), rule.id
        for words in (rule.title, rule.text, VTES.cite(rule.id, lang), VTES.rule(rule.id, other).text):
            assert words_of(words) in text, rule.id
    for ruling in VTES.all_rulings(lang):
        text = words_of(opened(f"rule:vtes:{ruling.id}", pen))
        for reading in (ruling.question, ruling.default, ruling.other or "", VTES.ruling(ruling.id, other).default):
            assert words_of(reading) in text, ruling.id


@pytest.mark.parametrize("lang", LANGS)
def test_every_card_opens_with_the_text_that_its_verbs_make(lang: str) -> None:
    for name, card in practice_set().items():
        text = words_of(opened(f"card:vtes:{name}", vtes(lang)))
        assert card.named(lang) in text
        for line in card_lines(card, lang):
            assert words_of(line) in text, name


def test_a_rule_opens_in_its_own_game_from_the_page_of_another() -> None:
    assert VTES.is_id("COMP-08")
    assert VENDETTA.is_id("COMP-08")
    for page in TAUGHT:
        pen = HtmlWriter("en", game=page)
        assert VTES.rule("COMP-08").title in words_of(opened("rule:vtes:COMP-08", pen))
        assert VENDETTA.rule("COMP-08").title in words_of(opened("rule:vendetta:COMP-08", pen))
        assert writing(page).book.rule("COMP-03").title in words_of(opened("rule:COMP-03", pen))
    with pytest.raises(UnknownGame, match="chess"):
        opened("rule:chess:COMP-08", vtes())


@pytest.mark.parametrize("game", TAUGHT)
def test_what_a_dialog_opens_next_is_of_the_same_game(game: str) -> None:
    pen = HtmlWriter("en", game=game)
    book = pen.writing.book
    for entry in [*book.all_rules()[::9], *book.all_rulings()[::5], *book.all_terms()[::9]]:
        kind = "rule" if book.is_id(entry.id) else "term"
        for chip in pressables(opened(f"{kind}:{pen.writing.full(entry.id)}", HtmlWriter("en"))):
            if chip.do == "open":
                assert chip.value.startswith(("rule:vtes:", "rules:vtes:")) is (game == "vtes"), chip
                opened(chip.value, HtmlWriter("en"))


@pytest.mark.parametrize("lang", LANGS)
def test_the_log_of_vtes_is_told_in_turns_with_rules_that_open(lang: str) -> None:
    view, pen = played().view(0), vtes(lang)
    found = log_html.chapters(view, pen)
    assert len(found) == 1 + view.moment.turn
    assert len({chapter.title for chapter in found}) == len(found)
    for chapter in found[1:]:
        assert view.names[chapter.lines[0].moment.seat] in chapter.title
    pieces = log_html.pieces(view, pen, seen=20, look=True)
    assert len(pieces) == len(found)
    for chapter, html in zip(found, pieces.values(), strict=True):
        assert not TEMPLATE_LEFT.search(words_of(html))
        for line in chapter.lines:
            assert line.kind == "turn" or words_of(line.text) in words_of(html)
        for chip in pressables(html):
            if chip.do == "open":
                opened(chip.value, pen)
    told = log_html.news(view, view.events[-4].n, pen)
    assert found[-1].lines[-1].text in told


@pytest.mark.parametrize("lang", LANGS)
def test_the_search_of_a_page_finds_what_is_its_games(lang: str) -> None:
    pen = vtes(lang)
    text = words_of(search_dialog.finder("stealth", pen))
    assert VTES.term("stealth", lang).term in text
    card = next(iter(practice_set().values()))
    text = words_of(search_dialog.finder(card.named(lang), pen))
    assert card.named(lang) in text
    assert pen.game("type", card.type) in text
    assert not [
        chip for chip in pressables(search_dialog.finder(card.named(lang), HtmlWriter(lang))) if "Ilse" in chip.text
    ]
    for chip in pressables(search_dialog.finder("", pen)):
        if chip.do == "found":
            assert words_of(search_dialog.found(chip.value["what"], "", pen))


def test_marked_words_refer_to_what_is_in_the_game() -> None:
    card = next(iter(practice_set()))
    html = vtes("de").marked(f"**Nun** [[BLOCK-07]] und [[{card}]]")
    assert [chip.value for chip in pressables(html)] == ["rule:vtes:BLOCK-07", f"card:vtes:{card}"]
    assert practice_set()[card].named("de") in words_of(html)
