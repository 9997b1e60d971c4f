"""The first whole game as data: well-formed, short, and told once, when it first matters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.selection import mostly_long
from vendetta_kit import Game, rulebook
from vendetta_kit.course import lessons
from vendetta_kit.course.first_game_guide import MOST, BadGuide
from vendetta_kit.course.lesson_file import document_of
from vendetta_kit.course.lesson_model import BadLesson, Say
from vendetta_kit.course.lessons import taught_by
from vendetta_kit.games.vendetta import bots, box
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.course.first_game import first_game, parse
from vendetta_kit.games.vendetta.course.first_game_guide import FORMAT, Guide
from vendetta_kit.games.vendetta.engine.views import View

GAME = first_game()
RULES = [sentence.rule for sentence in GAME.sentences]
ALWAYS = ["FLOW-05", "CONF-04", "PLAN-03"]
"""What counts at the end, what wins a Location, what a turn is: told first, and to everybody."""
WORDS = 600
"""So many words may be told in a whole game (in each language)."""
GAMES = 15
MANY = 24
"""So many games are enough for each sentence to have its moment."""
LANGUAGES = rulebook.languages()


@cache
def views(seed: int) -> tuple[View, ...]:
    """What a learner sees each time that she is asked, in a game in which she presses anything, and at its end."""
    return tuple(_views(seed, GAME.deals[0].clans))


def _views(seed: int, clans: tuple[str, ...]) -> Iterator[View]:
    rng, she, others = Random(seed), bots.make("random"), bots.make(GAME.bots)
    game = Game.new(seats=len(clans), seed=seed, clans=clans)
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        if seat == 0:
            yield game.view(0)
        game.apply(seat, bots.move(game, seat, she if seat == 0 else others, rng))
    yield game.view(0)


# The file ----------------------------------------------------------------------------------------------------


def test_the_deals_can_be_dealt() -> None:
    for deal in GAME.deals:
        view = Game.new(seats=len(deal.clans), seed=deal.seed, clans=deal.clans).view(0)
        assert view.decision is not None
        assert view.decision.kind == "keep", "the set-up is done"
    assert len({deal.seed for deal in GAME.deals}) == len(GAME.deals)


@pytest.mark.parametrize("which", mostly_long(range(len(GAME.deals)), quick=1))
def test_whoever_mostly_does_as_she_is_advised_often_wins(which: int) -> None:
    """Seven times in ten she does; else anything."""
    deal = GAME.deals[which]
    wins = 0
    for number in range(GAMES):
        she, game = Random(number), Game.new(seats=len(deal.clans), seed=deal.seed, clans=deal.clans)
        while not game.is_over:
            seat = game.to_act
            assert seat is not None
            chance = she if seat == 0 else Random(f"{deal.seed}/{len(game.actions)}/{seat}")
            name = GAME.bots if seat else "random" if she.random() < 0.3 else "greedy"
            game.apply(seat, bots.move(game, seat, bots.make(name), chance))
        wins += 0 in game.winners
    assert wins >= GAMES * 0.4, f"{wins} of {GAMES}; chance alone would be a quarter"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_can_be_told_is_few_words(lang: str) -> None:
    told = [markup.plain(sentence.words[lang], lang) for sentence in GAME.sentences]
    assert sum(len(text.split()) for text in told) <= WORDS
    assert max(len(text.split()) for text in told) <= 20, "a sentence is short"
    assert len(set(told)) == len(told)
    for text in told:
        assert text[0].isupper()
        assert text[-1] in ".!", text


def test_every_sentence_teaches_a_rule_that_a_lesson_teaches_too() -> None:
    for rule in RULES:
        assert rulebook.rule(rule).id == rule
        lesson = taught_by(rule)
        assert lesson is not None, rule
        assert rule in lesson.rules


def test_what_a_passive_card_is_is_told_as_soon_as_one_is_seen() -> None:
    """In hand, or open on the table; before that it waits."""
    for seed in range(3):
        guide, due = Guide(first_game()), False
        for view in views(seed):
            asked = view.decision is not None and view.decision.kind == "plan"
            lying = [item for seat in view.seats for found in seat.positions for item in found.cards]
            open_ = [item.card for item in lying if item.face == "up" and item.card is not None]
            shown = [box.records()[card].type for card in (*(view.seats[0].hand or ()), *open_)]
            guide.look(view)
            told = "PLAN-20" in [sentence.rule for sentence in guide.shown]
            assert told or not due, "one decision later at the latest"
            due = due or (asked and "passive" in shown)
            guide.moved()
        assert due


GOOD = """
format: vendetta-first-game/1
bots: gentle
deals: [{seed: 1, clans: [brujah, gangrel, tremere]}]
sentences:
  - {rule: PLAN-03, when: {asked: plan}, en: "One card.", de: "Eine Karte."}
"""


def test_a_good_file_is_read() -> None:
    document = document_of("mine.yaml")
    document.take(GOOD)
    (sentence,) = parse(document).sentences
    assert (sentence.rule, sentence.when.asked, sentence.words["de"]) == ("PLAN-03", "plan", "Eine Karte.")


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ("vendetta-first-game/1", "vendetta-first-game/9", "mine.yaml:2: format: found 'vendetta-first-game/9'"),
        ("bots: gentle", "bots: gently", "mine.yaml:3: bots: found 'gently'"),
        ("brujah", "brujahh", "mine.yaml:4: deals[0].clans[0]: found 'brujahh'"),
        ("PLAN-03", "PLAN-99", "mine.yaml:6: sentences[0].rule: found 'PLAN-99'"),
        ("{asked: plan}", "{asked: planing}", "mine.yaml:6: sentences[0].when.asked: found 'planing'"),
        ("{asked: plan}", "{asked: plan, picked: any}", "exactly one of asked, picked, seen"),
        ("{asked: plan}", "{picked: any, says: Luck}", "sentences[0].when.says: found 'Luck'"),
        ("{asked: plan}", "{round: 2}", "exactly one of asked, picked, seen"),
        ("{asked: plan}", "{asked: plan, has: luck}", "sentences[0].when.has: found 'luck'"),
        ("{asked: plan}", "{asked: plan, round: no}", "sentences[0].when.round"),
        ('de: "Eine Karte."', 'fr: "Une carte."', "fr"),
        ('de: "Eine Karte."', 'de: ""', "sentences[0].de"),
        ("One card.", "One **card.", "sentences[0].en"),
        ("sentences:", "sentences:\n  - {rule: PLAN-03, when: {asked: keep}, en: 'A', de: 'A'}", "twice"),
    ],
)
def test_a_bad_file_is_told_in_one_line(good: str, bad: str, said: str) -> None:
    document = document_of("mine.yaml")
    document.take(GOOD.replace(good, bad))
    with pytest.raises(BadLesson) as told:
        parse(document)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


# Telling -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", mostly_long(range(8), quick=2))
def test_nothing_is_told_twice_and_little_at_once(seed: int) -> None:
    guide = Guide(GAME)
    told: list[str] = []
    for view in views(seed):
        found = guide.look(view)
        assert guide.look(view) == (), "she has looked at it already"
        assert len(found) <= MOST
        assert list(guide.new) == list(found)
        told += [sentence.rule for sentence in found]
        guide.moved()
        assert guide.new == ()
    assert len(set(told)) == len(told)
    assert [sentence.rule for sentence in guide.shown] == told
    assert sorted(told + [sentence.rule for sentence in guide.not_shown]) == sorted(RULES)


def test_every_sentence_has_its_moment_in_some_game() -> None:
    told: set[str] = set()
    for seed in range(MANY):
        guide = Guide(GAME)
        for view in views(seed):
            own = view.seats[0]
            for picked in (None, *(own.hand or ())):
                guide.look(view, picked)
            guide.moved()
        told |= {sentence.rule for sentence in guide.shown}
        assert len(guide.shown) >= len(RULES) / 2, f"seed {seed}: most of it comes up in every game"
    assert told == set(RULES)


def test_a_sentence_about_what_has_happened_comes_when_it_has_and_not_before() -> None:
    for rule in ("CONTR-03", "EOR-03", "REW-01"):
        guide = Guide(GAME)
        for view in views(3):
            happened = any(rule in row.rules for row in view.events)
            told = rule in [sentence.rule for sentence in guide.look(view)]
            assert happened or not told
            guide.moved()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in ALWAYS])
def test_who_knows_a_rule_is_not_told_it(rule: str) -> None:
    guide = Guide(GAME, [rule])
    for view in views(5):
        assert rule not in [sentence.rule for sentence in guide.look(view, "BR07")]
        guide.moved()
    assert rule not in [sentence.rule for sentence in guide.not_shown], "nor is she sent to its lesson"


def test_who_knows_everything_is_left_in_peace() -> None:
    guide = Guide(GAME)
    guide.knows(RULES)
    several = views(6)
    assert [sentence.rule for sentence in guide.look(several[0])] == ALWAYS, "but the three that all rest on"
    assert [found for view in several if (found := guide.look(view, "BR07"))] == []


def test_a_move_taken_back_tells_nothing_again() -> None:
    guide = Guide(GAME)
    several = views(7)
    for view in several[:9]:
        guide.look(view)
    before = guide.shown
    assert [guide.look(view) for view in several[:9]] == [()] * 9
    assert guide.shown == before


def test_a_picked_card_puts_what_was_read_aside() -> None:
    guide = Guide(GAME)
    view = next(view for view in views(1) if view.decision is not None and view.decision.kind == "plan")
    assert {"CONF-03", "CARD-01"} <= {sentence.rule for sentence in guide.look(view)}
    guide.look(view, "BR07")
    told = ["PLAN-12", "PLAN-09", "GLOS-17", "GLOS-12"]  # her card speaks of Rivals, and of Stealing
    assert [sentence.rule for sentence in guide.new] == told
    assert guide.look(view, "BR07") == (), "she has looked at it already"
    guide.look(view, "BR08")
    assert "FRZ-01" in [sentence.rule for sentence in guide.new], "this card speaks of a Frenzy"


@pytest.mark.parametrize(("word", "rule"), [("Rival", "GLOS-17"), ("Steal", "GLOS-12"), ("Deployed", "GLOS-07")])
def test_a_word_of_the_game_is_told_with_the_first_card_that_says_it(word: str, rule: str) -> None:
    view = next(view for view in views(1) if view.decision is not None and view.decision.kind == "plan")
    for card in box.clan_cards():
        told = [sentence.rule for sentence in Guide(GAME).look(view, card.id)]
        assert (rule in told) == (word in box.text(card.id, "en"))


@pytest.mark.parametrize("seed", mostly_long(range(12), quick=3))
def test_what_did_not_come_up_really_did_not(seed: int) -> None:
    guide, planned = Guide(GAME), False
    several = views(seed)
    for view in several:
        guide.look(view)
        guide.moved()
        planned |= view.decision is not None and view.decision.kind == "plan" and bool(view.seats[0].alliance)
    if planned:
        assert "PLAN-22" not in {one.rule for one in guide.never_met}, "told or left out, it came up"
    twin = Guide.loads(guide.dumps(), GAME)
    assert twin.never_met == guide.never_met
    rows = (*several[-1].events, *several[-1].ledger)
    came = {rule for row in rows for rule in row.rules}
    unseen = {sentence.rule for sentence in guide.never_met}
    assert not unseen & came
    for sentence in (one for one in guide.not_shown if one.when.asked is None):
        assert (sentence.rule in unseen) == came.isdisjoint({sentence.rule, *sentence.when.seen})


def test_the_first_flipped_token_is_told_whoever_flips_it() -> None:
    flips = 0
    for seed in range(40):
        guide = Guide(GAME)
        for view in views(seed):
            flipped = any(event.kind == "flip" for event in view.events)
            guide.look(view)
            guide.moved()
            if flipped:
                assert {"DIAB-04", "DIAB-05"} <= {one.rule for one in guide.shown} | guide._due
                flips += 1
                break
    assert flips > 5


def test_what_was_told_lasts() -> None:
    guide = Guide(GAME, ["FRZ-01"])
    several = views(2)
    for view in several[: len(several) // 2]:
        guide.look(view)
    twin = Guide.loads(guide.dumps(), GAME)
    assert twin.dumps() == guide.dumps()
    assert (twin.shown, twin.new, twin.known) == (guide.shown, guide.new, guide.known)
    for view in several[len(several) // 2 :]:
        assert twin.look(view) == guide.look(view)
        twin.moved()
        guide.moved()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "[]",
        '{"format": "vendetta-guide/0"}',
        f'{{"format": "{FORMAT}", "seen": "all"}}',
        f'{{"format": "{FORMAT}", "left": 4, "seen": 0, "known": 3}}',
        f'{{"format": "{FORMAT}", "known": [], "told": [], "new": [], "due": [], "left": 4}}',
    ],
)
def test_what_no_guide_has_written_is_no_guide(text: str) -> None:
    with pytest.raises(BadGuide):
        Guide.loads(text, GAME)


def test_a_sentence_that_is_no_more_is_left_out() -> None:
    told = '"known":[],"told":["PLAN-03","COMP-01","?"],"new":["COMP-01"],"due":["COMP-02"],"left":1,"seen":4'
    guide = Guide.loads(f'{{"format":"{FORMAT}",{told}}}', GAME)
    assert [sentence.rule for sentence in guide.shown] == ["PLAN-03"]
    assert guide.new == ()


def test_the_lesson_of_a_rule_is_the_one_about_its_kind_not_the_overview_that_tells_it_first() -> None:
    overview, found = lessons.headings()[0], taught_by("PLAN-03")
    assert "PLAN-03" in overview.rules
    assert found is not None
    assert found.id == "planning"
    assert taught_by("COMP-99") is None


def test_in_the_first_round_she_is_told_that_each_clan_has_its_own_cards() -> None:
    guide = Guide(GAME)
    for view in views(GAME.deals[0].seed):
        if view.round == 1:
            for picked in (None, *(view.seats[0].hand or ())):
                guide.look(view, picked)
            guide.moved()
    assert "COMP-02" in {sentence.rule for sentence in guide.shown}
    table = next(moment for moment in lessons.find("set_up").moments if moment.id == "table")
    assert any(isinstance(beat, Say) and "COMP-02" in beat.rules for beat in table.beats)


def test_what_builds_on_a_rule_comes_after_it() -> None:
    found = 0
    for seed in range(MANY):
        guide = Guide(GAME)
        for view in views(seed):
            guide.look(view)
            guide.moved()
        told = [sentence.rule for sentence in guide.shown]
        for sentence in guide.shown:
            if sentence.when.after is not None:
                found += 1
                assert told.index(sentence.when.after) < told.index(sentence.rule)
    assert found


def test_each_word_is_told_before_it_is_used() -> None:
    """Frenzy before Diablerie, an Ally's numbers in the first turn, as one is on offer, and what the Haven pays."""
    for seed in range(4):
        guide = Guide(GAME)
        for view in views(seed):
            told = [sentence.rule for sentence in guide.shown]
            new = {sentence.rule for sentence in guide.look(view)}
            if view.decision is not None and view.decision.kind == "plan":
                new |= {sentence.rule for card in view.seats[0].hand or () for sentence in guide.look(view, card)}
                assert {"CONF-03", "CARD-01"} <= {*told, *new}
            if view.round == 2:
                assert {"FRZ-01", "REW-05", "REW-08", "REW-09"} <= set(told), "known before it happens"
            if new & {"DIAB-01", "FRZ-07"}:
                assert "FRZ-01" in told or "FRZ-01" in new
            guide.moved()
        assert [sentence.rule for sentence in guide.shown][: len(ALWAYS)] == ALWAYS
        assert "FRZ-07" in {sentence.rule for sentence in guide.shown}


def test_who_picks_a_card_that_speaks_of_frenzy_is_told_what_it_is() -> None:
    view = next(view for view in views(0) if view.decision is not None and view.decision.kind == "plan")
    card = next(card.id for card in box.clan_cards() if card.clan == "brujah" and "Frenzy" in box.text(card.id, "en"))
    told = [sentence.rule for sentence in Guide(GAME).look(view, card)]
    assert "FRZ-01" in told


def test_the_feed_is_told_right_after_it() -> None:
    guide = Guide(GAME)
    for view in views(1):
        told = [sentence.rule for sentence in guide.look(view)]
        guide.moved()
        if "FEED-01" in told:
            assert (view.round, view.phase) == (2, "hand_building")
            return
    raise AssertionError("the Feed is not told")
