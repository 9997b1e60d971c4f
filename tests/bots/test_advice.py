"""A bot says why, in both languages, at every kind of decision and every question of a card."""

from __future__ import annotations

import string
from collections import Counter
from copy import copy
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.bots.helpers import asked_about
from vendetta_kit import Game, rulebook
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots.answer_reasons import WHY
from vendetta_kit.games.vendetta.bots.bot import MOST_REASONS, ChoiceReason, advice, in_words
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.engine.actions import EndTurn
from vendetta_kit.games.vendetta.engine.agenda import KIND_NAMES, QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.state import QUESTION

KINDS = set(KIND_NAMES) - {"", "over", "choose"}
ASKED = KINDS | set(QUESTION_NAMES)
OF_EACH = 12
TABLES = (
    {"seats": 4},
    {"seats": 5, "location_cards": True, "relics": True},
    {"seats": 3, "relics": True},
    {"seats": 6, "teams": True, "relics": True, "location_cards": True},
)


@cache
def met() -> tuple[View, ...]:
    """Some views of each kind of decision and each question, from games played at random."""
    seen: Counter[str] = Counter()
    found = []
    player = bots.make("random")
    for seed in range(120):
        game, rng = Game.new(**TABLES[seed % 4], seed=seed, record=False), Random(seed)
        while not game.is_over:
            seat = game.to_act
            assert seat is not None
            view = game.view(seat, log=False)
            if seen[asked_about(view)] < OF_EACH and (seed > 3 or rng.random() < 0.3):
                seen[asked_about(view)] += 1
                found.append(view)
            game.apply(seat, player.choose(view, rng))
        if seed > 8 and all(seen[about] >= OF_EACH for about in ASKED):
            break
    return tuple(found)


def test_every_decision_and_question_is_met() -> None:
    assert {asked_about(view) for view in met()} == ASKED


def test_every_question_of_the_agenda_has_its_own_answer() -> None:
    assert set(WHY) == set(QUESTION_NAMES)


@pytest.mark.parametrize("lang", rulebook.languages())
@pytest.mark.parametrize("bot", bots.names())
def test_advice_is_legal_short_and_whole(bot: str, lang: str) -> None:
    player = bots.make(bot)
    for view in met():
        told = player.advise(view, lang)
        assert view.decision is not None
        assert told.action in view.decision.legal
        assert 1 <= len(told.reasons) <= MOST_REASONS
        for sentence in told.reasons:
            assert sentence[-1] in ".!", sentence
            assert not set(sentence) & set("[]{}"), sentence
            assert "?" not in sentence, sentence
            assert "None" not in sentence, sentence
            assert len(sentence) < 230, sentence
        assert len(set(told.reasons)) == len(told.reasons)
        for rule in told.rules:
            assert rulebook.find(rule).id == rule


def test_advice_is_what_the_bot_would_do() -> None:
    for name in bots.names():
        player = bots.make(name)
        for view in met():
            assert player.advise(view, rng=Random(3)).action == player.choose(view, Random(3))


def test_both_languages_say_the_same_about_the_same() -> None:
    """The same action and the same rules, in other words."""
    player = bots.make("greedy")
    for view in met():
        english, german = player.advise(view, "en"), player.advise(view, "de")
        assert (english.action, english.rules, len(english.reasons)) == (
            german.action,
            german.rules,
            len(german.reasons),
        )
        if asked_about(view) not in ("pick_clan",):
            assert english.reasons != german.reasons


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_both_languages_have_the_same_words_with_the_same_fields() -> None:
    english, german = read_json("lang", "en", "bots.json"), read_json("lang", "de", "bots.json")
    assert list(english) == list(german)
    for key in english:
        assert fields(english[key]) == fields(german[key]), key


def test_every_reason_given_has_words_and_names_what_they_need() -> None:
    """Whatever the bot thinks of at any decision, not only the three that are told."""
    player = GreedyBot()
    words = read_json("lang", "en", "bots.json")
    made_by_words = {"also", "mine"}
    for view in met():
        for reason in player.think(view, Random(1)).why():
            assert reason.key in words
            assert fields(words[reason.key]) - made_by_words <= set(reason.values), reason.key


def test_the_weightiest_reasons_are_told() -> None:
    view = met()[0]
    reasons = [
        ChoiceReason("any", 1.0),
        ChoiceReason("only", 3.0),
        ChoiceReason("random", 2.0),
        ChoiceReason("end.only", 0.5),
    ]
    told = advice(EndTurn(), reasons, view, "en")
    assert told.reasons == tuple(in_words(reasons[k], view, "en") for k in (1, 2, 0))


def test_a_question_that_nobody_foresaw_is_answered() -> None:
    """A card of one's own may ask something new: an answer that is legal, and no reason that would be made up."""
    view = next(view for view in met() if asked_about(view) == "toll")
    view = replace(view, observation=copy(view.observation))
    view.observation.n = view.observation.n[:]
    assert view.decision is not None
    strange = replace(view, decision=replace(view.decision, question="something_new"))
    strange.observation.n[QUESTION] = len(QUESTION_NAMES)
    told = bots.make("greedy").advise(strange)
    assert told.action in view.decision.legal
    assert told.reasons == ("No answer is clearly better than another.",)
