"""How much a game asks of a person: presses, and words to be read, counted in whole recorded games."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import chain

import pytest

from tests.widgets.helpers import Reader, words_of
from tests.widgets.test_first_game_page import dealt, page_of, told_sentence
from tests.widgets.walking import make_at_table
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.rulebook.templates import Templates
from vendetta_widgets.parts.beat import MOST_WORDS

MOST_PRESSES = 70
"""In a whole first game, with each of the others' moves told."""
MOST_READ = 900
"""Words in it: explanations, questions and what stands with them, captions."""
MOST_ASKED = 15
"""Words of a question."""
A_PLAY = 3
"""Presses for a play: its card, its place with its Blood, the confirmation."""
SIGNS = re.compile(r'<button[^>]*class="vk-rule.*?</button>|<span class="vk-unseen">[^<]*</span>', re.DOTALL)


def words_seen(html: str) -> int:
    """How many words a piece of a page has for the eye: numbers, signs of rules and what is only read out are none."""
    return sum(any(sign.isalpha() for sign in word) for word in words_of(SIGNS.sub("", html)).split())


def caption_of(reader: Reader) -> str:
    return reader.parts.get("show", "").partition("vk-caption")[2].partition(">")[2].partition("</div>")[0]


def question_of(reader: Reader) -> str:
    found = re.search(r"<h2[^>]*>(.*?)</h2>", reader.parts["panel"], re.DOTALL)
    return found[1] if found else ""


def hint_of(reader: Reader) -> str:
    found = re.search(r'class="vk-hint"[^>]*>(.*?)</div>', reader.parts["panel"], re.DOTALL)
    return found[1] if found else ""


@cache
def counted(which: int, lang: str) -> Counter[str]:
    """A first game of who is told each thing by a press and does as she is advised: presses, words, longest texts."""
    reader = dealt(which, lang)
    reader.do("pace", "hand")
    page, begun, found = page_of(reader), reader.presses, Counter[str]()
    while True:
        on = [button for button in reader.buttons("show") if button.do in ("step_on", "recap_on")]
        if on:
            found["words"] += (n := words_seen(caption_of(reader)))
            found["caption"] = max(found["caption"], n)
            found["effects"] += "vk-told-one" in caption_of(reader)
            found["by name"] += f"{page.session.view.names[0]} {'wins' if lang == 'en' else 'gewinnt'}" in caption_of(
                reader
            )
            found["you win"] += any(said in caption_of(reader) for said in ("You win", "Du gewinnst"))
            reader.press(on[0])
        elif page.session.view.over:
            break
        else:
            found["words"] += (n := words_seen(question_of(reader))) + words_seen(hint_of(reader))
            found["question"] = max(found["question"], n)
            before, action = reader.presses, page.session.advice("en").action
            make_at_table(reader, action)
            if isinstance(action, Play):
                kind = "hidden play" if action.face == "down" and action.blood else "play"
                found[kind] = max(found[kind], reader.presses - before)
    found["presses"] = reader.presses - begun
    told = chain.from_iterable(told_sentence(sentence.rule, lang) for sentence in page.guide.shown)
    found["words"] += words_seen(" ".join(told))
    return found


@pytest.mark.parametrize(
    ("which", "lang"),
    [
        (2, "en"),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in ((0, "en"), (1, "en"), (0, "de"), (1, "de"), (2, "de"))
        ),
    ],
)
def test_a_whole_first_game_takes_few_presses_and_few_words(which: int, lang: str) -> None:
    found = counted(which, lang)
    assert found["presses"] <= MOST_PRESSES
    assert found["words"] <= MOST_READ
    assert found["question"] <= MOST_ASKED
    assert found["caption"] <= MOST_WORDS
    assert found["effects"], "cards that act are told with what they did"
    assert found["you win"], "her own wins are told to her"
    assert not found["by name"], "and not as somebody else's"
    assert found["play"] == A_PLAY
    assert found["hidden play"] <= A_PLAY + 1  # face down with Blood: each is chosen by a press


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_question_of_vendetta_is_long(lang: str) -> None:
    longest = max((box.name(card.id, lang) for card in box.clan_cards()), key=lambda name: len(name.split()))
    for key, asked in Templates("", {}).messages(lang)["decision"].items():
        filled = re.sub(r"\{card:?\w*\}", longest, asked)
        assert words_seen(re.sub(r"\{at:\w+\}", "the Prince's Haven", filled)) <= MOST_ASKED, f"{key}: {asked}"
