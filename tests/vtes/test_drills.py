"""V:TES's drills: made by the engine, graded right, told in both languages, and blind to what a seat cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.course.test_drills import fills_the_gap
from tests.course.test_drills_guessing import MARGIN, ahead
from tests.course.test_drills_stems import lengths, seconds_for_ten
from tests.selection import mostly_long
from vendetta_kit.course.drills.question_families import (
    Family,
    QuestionKey,
    make_question,
    possible_questions,
    seats_for,
)
from vendetta_kit.course.drills.rule_index import build_index
from vendetta_kit.course.drills.rule_statements import ORDERS
from vendetta_kit.course.questions import Question
from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vtes.course.drills import DRILLS, by_id, drill, moments, rule_index
from vendetta_kit.games.vtes.course.drills.drill_positions import TABLES, StoryUnit, names_of_scenarios, units
from vendetta_kit.games.vtes.course.drills.question_families import FAMILIES
from vendetta_kit.games.vtes.course.lesson_game import SUBJECT
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import is_ready, lies_in, seat_of
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.decision_kinds import BLOCK, REACT, TRANSFER
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.modifiers_and_reactions import against_verb
from vendetta_kit.games.vtes.engine.state import (
    ACT,
    ACTOR,
    BLOCKER,
    EDGE,
    FIGHTER,
    IN,
    INTERCEPT,
    POOL,
    READY,
    TORPOR,
    TRANSFERS_LEFT,
)
from vendetta_kit.kernel import priority_windows
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.kernel.state import ASK
from vendetta_kit.rulebook import VTES

GAMES = 2
LANGS = VTES.languages()


@cache
def found() -> tuple[tuple[StoryUnit, Family, QuestionKey], ...]:
    """All that can be asked in the scenarios and in a few games of bots."""
    stories = (*names_of_scenarios(), *(f"{table}/{k}" for table in TABLES for k in range(GAMES)))
    return tuple((unit, *one) for name in stories for unit in units(name) for one in possible_questions(unit, FAMILIES))


@cache
def of(family: str, most: int = 60) -> tuple[tuple[StoryUnit, QuestionKey, Question], ...]:
    """Questions of a family, from all over the stories, each asked of one who can be asked."""
    rows = [row for row in found() if row[1].name == family]
    Random(family).shuffle(rows)
    made: list[tuple[StoryUnit, QuestionKey, Question]] = []
    for unit, entry, asked in rows:
        seats = seats_for(unit, entry, asked)
        question = make_question(unit, entry, asked, seats[unit.n % len(seats)])
        if question is not None:
            made.append((unit, asked, question))
        if len(made) == most:
            break
    return tuple(made)


def texts(question: Question) -> Iterator[str]:
    for words in (question.prompt, *(o.text for o in question.options), *(line.text for line in question.working)):
        assert set(words) == set(LANGS)
        yield from words.values()


def well_made(question: Question) -> None:
    assert question.form in ("one", "many", "number")
    assert question.rules
    named = {*question.rules, *(rule for line in question.working for rule in line.rules)}
    assert all(VTES.is_id(rule) for rule in named), named
    assert question.working
    assert any(line.rules for line in question.working)
    for text in texts(question):
        assert text.strip() == text != ""
        assert not {"?:", "?", "None"} & set(text.split()), text
        assert not re.search(r"[{}\[\]]", text), text
    if question.form == "number":
        assert not question.options
        assert question.grade(question.right)
        return
    values = [option.value for option in question.options]
    assert len(set(values)) == len(values) >= 2
    for lang in LANGS:
        assert len({option.text[lang] for option in question.options}) == len(values), question.id
    assert set(question.right) <= set(values)
    assert question.grade(question.right)
    if question.form == "one":
        assert sum(question.grade([value]) for value in values) == 1
    else:
        assert not question.grade(values)
        assert not question.grade([])


# What holds for all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_makes_questions_with_one_right_answer(family: str) -> None:
    assert len(of(family)) >= 5
    for _, _, question in of(family):
        well_made(question)
    assert len({question.right for _, _, question in of(family)}) > 1, "never the same answer"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_right_one_is_not_always_in_the_same_place(family: str) -> None:
    if FAMILIES[family].form == "number":
        return
    places = [[o.value for o in question.options].index(question.right[0]) for _, _, question in of(family)]
    assert len(set(places)) > 1


@pytest.mark.parametrize("family", FAMILIES)
def test_one_sentence_with_the_numbers_says_why(family: str) -> None:
    asked = [question for _, _, question in of(family)]
    if FAMILIES[family].form == "one":
        assert sum(question.reason is not None for question in asked) >= len(asked) * 0.9
    for question in asked:
        assert question.table or not any(option.thing for option in question.options)  # no table that nothing lies on


@pytest.mark.parametrize("family", FAMILIES)
def test_an_id_makes_the_same_question_again(family: str) -> None:
    for _, _, question in of(family)[:6]:
        again = by_id(question.id)
        assert replace(again, view=None) == replace(question, view=None)
        assert again.view.to_json() == question.view.to_json()


@pytest.mark.parametrize("family", FAMILIES)
def test_no_question_names_a_card_that_its_seat_cannot_see(family: str) -> None:
    looked = 0
    for unit, _, question in of(family):
        view = question.view
        viewer = int(question.id.split(":", 4)[3])
        assert view.me == viewer
        for seat, seen in enumerate(view.seats):
            if seat != viewer:
                assert all(card.card is None for card in seen.hand)
        open_cards = set(re.findall(r"'card': '(\w+)'", str(view.to_json())))
        open_cards |= {card for seen in view.seats for card in (*seen.ash, *seen.removed)}
        told = {str(value) for event in unit.events for value in event.seen_by(viewer).data.values()}
        said = " ".join(text["en"] for text in (question.prompt, *(o.text for o in question.options)))
        for card_id, card in practice_set().items():
            if card_id not in open_cards | told:
                assert not re.search(rf"\b{re.escape(card.named('en'))}\b", said), (question.id, card_id)
        looked += any(card < 0 for zone in unit.before.observe(viewer).z for card in zone)
    assert looked, "something lies hidden in most positions"


@pytest.mark.rules("vtes:START-04", "vtes:INF-03")
def test_onto_which_card_pool_went_is_told_to_its_owner_alone() -> None:
    looked = 0
    for unit in units("3/0"):
        for entry in unit.entries:
            if entry.cause != "transfer" or entry.target.card is None:
                continue
            name = practice_set()[entry.target.card].named("en")
            for viewer in unit.viewers():
                mine = viewer == unit.seat
                why = DRILLS.statements.why(unit, entry.n, "INF-03", viewer, 0)
                assert (name in why.prompt["en"]) == mine
                assert any(name in line.text["en"] for line in unit.working(viewer, None, None)) == mine
                looked += not mine
    assert looked > 20


def played_on(unit: StoryUnit, action: Action | None = None) -> Game:
    """The position played on by hand, until the unit is over."""
    g = unit.position()
    rows = unit.n + len(unit.events) + len(unit.entries)
    assert g.rec is not None
    if unit.seat is not None and unit.action is not None:
        g.apply(unit.seat, action or unit.action)
    else:
        rec = g.rec
        g.run(lambda game: rec.next >= rows)
    return g


# Bleed and Edge --------------------------------------------------------------------------------------------


@pytest.mark.rules("vtes:BLEED-02", "vtes:BLEED-03")
def test_a_bleed_leaves_what_the_game_leaves() -> None:
    for unit, _, question in of("bleed"):
        g = played_on(unit)
        target = next(event.data["target"] for event in unit.events if event.kind == "bled")
        holder = str(g.n[EDGE]) if g.n[EDGE] >= 0 else "nobody"
        assert question.right == (f"{g.n[POOL + target]}/{holder}",)
        assert "BLEED-03" in question.rules
        assert f"{question.view.seats[target].pool} pool" in question.prompt["en"]
        assert question.view.action is not None
        assert g.n[ASK] or g.agenda


# Blocks ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("vtes:BLOCK-03", "vtes:COMP-02", "vtes:TORP-03")
def test_who_may_block_is_who_can_do_it() -> None:
    wrong = set()
    for unit, _, question in of("block"):
        g = unit.position()
        for option in question.options:
            if option.value in question.right:
                unit.position().apply(g.to_act, do.Block(int(option.value)))
            else:
                with pytest.raises(IllegalAction) as refused:
                    unit.position().apply(g.to_act, do.Block(int(option.value)))
                rules = set(refused.value.why.rules)
                assert rules & set(question.rules)
                wrong |= rules
    assert {"BLOCK-03", "COMP-02"} <= wrong


@pytest.mark.rules("vtes:BLOCK-03")
def test_nobody_else_is_asked_to_block() -> None:
    for unit, _, question in of("aim"):
        g = played_on(unit)
        asked = set()
        while not g.is_over and g.n[ACT]:
            if g.n[ASK] == BLOCK:
                asked.add(str(g.to_act))
            g.apply(g.to_act, do.Pass() if do.Pass() in g.legal(g.to_act) else g.legal(g.to_act)[0])
        assert asked <= set(question.right)


@pytest.mark.rules("vtes:BLOCK-06")
def test_what_a_blocker_lacks_makes_the_block_work_and_one_less_does_not() -> None:
    for unit, _, question in of("catch"):
        lacks = next(more for more in range(9) if _blocks(unit, more))
        assert question.right == ("fails" if lacks else "works",)
        said = [line for line in question.working if "would have been just enough" in line.text["en"]]
        assert [line.text["en"].split()[0] for line in said] == ([str(lacks)] if lacks else [])


def _blocks(unit: StoryUnit, more: int) -> bool:
    """Whether the attempt to block succeeds with this much more intercept."""
    g = unit.position()
    g.n[INTERCEPT] += more
    rows = len(g.events)
    g.run(lambda game: len(game.events) > rows)
    return g.events[rows].kind == "blocked"


@pytest.mark.rules("vtes:BLOCK-07")
def test_stealth_and_intercept_are_added_when_they_count() -> None:
    assert {key for _, asked, _ in of("add") for key in [asked.key]} == {"stealth", "intercept"}
    for unit, asked, question in of("add"):
        no = against_verb(unit.position(), *_adds(unit.position(), asked.key))
        assert question.right == ("yes" if no is None else no[1],)


def _adds(g: Game, verb: str) -> tuple[int, int, str]:
    who = g.n[ACTOR] if verb == "stealth" else g.n[BLOCKER]
    return seat_of(g, who), who, verb


# Transfers, damage, votes ----------------------------------------------------------------------------------


@pytest.mark.rules("vtes:INF-03", "vtes:INF-06", "vtes:CRYPT-04")
def test_what_transfers_make_of_a_vampire_is_what_they_make_in_the_game() -> None:
    for unit, asked, question in of("transfer"):
        seat, card = map(int, asked.key.split("-"))
        g = unit.position()
        assert int(question.id.split(":", 4)[3]) == seat, "nobody else may know the card"
        for _ in range(g.n[TRANSFERS_LEFT]):
            g.apply(seat, do.Transfer(card))
        if g.n[ASK] == TRANSFER and g.to_act == seat:
            g.apply(seat, do.Pass())
        where = "ready" if card in g.z[READY + seat] else "waits"
        assert question.right == (f"{where}/{g.n[g.table.purse[card]]}/{g.n[POOL + seat]}",)
        assert ("CRYPT-04" in question.rules) == (where == "ready")


@pytest.mark.rules("vtes:DMG-03", "vtes:DMG-04", "vtes:DMG-06", "vtes:TORP-02")
def test_damage_does_what_it_does_in_the_game() -> None:
    ends = set()
    for unit, asked, question in of("wound", 200):
        card = unit.before.n[FIGHTER + int(asked.key)]
        g = played_on(unit)
        if is_ready(g, card):
            assert question.right == (f"ready/{g.n[g.table.purse[card]]}",)
        else:
            assert question.right == ("torpor" if lies_in(g, card, TORPOR) else "burned",)
        ends.add(question.right[0].partition("/")[0])
    assert ends >= {"ready", "torpor"}


@pytest.mark.rules("vtes:POL-06", "vtes:POL-07", "vtes:POL-08", "vtes:POL-09", "vtes:POL-11")
def test_votes_count_as_they_count_in_the_game() -> None:
    for unit, _, question in of("tally"):
        g = played_on(unit)
        last = next(event for event in reversed(g.events) if event.kind == "vote")
        totals = (last.data["total_for"], last.data["total_against"])
        assert question.right == ("/".join(map(str, totals)),)
    for unit, _, question in of("passes"):
        last = next(event for event in reversed(played_on(unit).events) if event.kind == "outcome")
        assert question.right == ("passes" if last.data["passes"] else "fails",)
    assert {asked.key for _, asked, _ in of("tally", 200)} >= {"edge", "title", "caller", "card"}


# Order, prey, points ---------------------------------------------------------------------------------------


@pytest.mark.rules("vtes:LIB-10", "vtes:RUL-06")
def test_who_is_second_is_second_to_be_asked() -> None:
    """The window that is open after an attempt to block tells its order on the agenda; votes are asked for in turn."""
    looked = 0
    for unit, asked, question in of("second", 120):
        for step in unit.after.agenda if asked.key == "effects" else ():
            if step[0] is priority_windows.window and step[1] == REACT:
                assert question.right == (str(step[2][1]),)
                looked += 1
        assert len(question.options) + 1 == unit.after.n[IN].bit_count() >= 3
    assert looked
    assert {asked.key for _, asked, _ in of("second", 120)} == {"effects", "votes"}


@pytest.mark.rules("vtes:MIN-01")
def test_who_may_act_is_who_can_do_it() -> None:
    for unit, _, question in of("acts"):
        assert unit.seat is not None
        for option in question.options:
            why = unit.position().why_not(unit.seat, do.Bleed(int(option.value)))
            if why is None:
                assert option.value in question.right
            if option.value not in question.right:
                assert why is not None


@pytest.mark.rules("vtes:DMG-03", "vtes:DMG-04", "vtes:BLEED-02", "vtes:BLEED-03", "vtes:START-01")
def test_what_is_pressed_on_the_table_is_what_the_game_makes_of_it() -> None:
    for unit, _, question in of("falls"):
        g = played_on(unit)
        cards = [int(option.value) for option in question.options if option.thing]
        assert question.right == (tuple(str(card) for card in cards if not is_ready(g, card)) or ("nobody",))
    for unit, _, question in of("edge"):
        assert question.right == (str(played_on(unit).n[EDGE]),)
    for unit, asked, question in of("neighbour"):
        what, seat = asked.key.split("-")
        seen = unit.position().view(None, log=False).seats[int(seat)]
        assert question.right == (str(seen.prey if what == "prey" else seen.predator),)


@pytest.mark.rules("vtes:START-01", "vtes:END-02", "vtes:END-03", "vtes:END-05")
def test_after_an_oust_prey_points_and_pool_are_the_games() -> None:
    for unit, asked, question in of("next"):
        what, seat = asked.key.split("-")
        seen = played_on(unit).view(None, log=False).seats[int(seat)]
        assert question.right == (str(seen.prey if what == "prey" else seen.predator),)
    for unit, asked, question in of("gain"):
        seen = played_on(unit).view(None, log=False).seats[int(asked.key)]
        assert question.right == (f"{seen.points}/{seen.pool}",)


# The index and the cards to recall -------------------------------------------------------------------------


def test_the_subject_has_them() -> None:
    assert SUBJECT.drills is not None
    assert SUBJECT.drills() is DRILLS


def test_the_same_chance_makes_the_same_drills() -> None:
    asked = [drill(Random(k)) for k in range(30)]
    assert [question.id for question in asked] == [drill(Random(k)).id for k in range(30)]
    assert {question.id.partition(":")[0] for question in asked} & set(FAMILIES)
    for question in asked:
        well_made(question)


@pytest.mark.parametrize("rule_id", sorted(DRILLS.rules()))
def test_what_a_rule_says_can_be_asked(rule_id: str) -> None:
    for lang in LANGS:
        assert set(read_words("drills.json", lang, "vtes")["gaps"]) == set(DRILLS.rules())
    for order in range(ORDERS):
        question = by_id(f"statement:{rule_id}:{order}")
        well_made(question)
        fills_the_gap(question, {lang: VTES.find(rule_id, lang).text for lang in LANGS})


def test_every_rule_that_a_family_asks_about_can_be_recalled() -> None:
    assert {rule for _, _, asked in found() for rule in asked.rules} <= DRILLS.rules()


@pytest.mark.parametrize("part", mostly_long(range(4), quick=1))
def test_every_place_of_the_index_is_still_right(part: int) -> None:
    for rule_id, places in list(moments().items())[part::4]:
        assert set(places["often"]) <= set(TABLES)
        for name in (*places["ids"], *places["shown"]):
            question = by_id(name)
            assert rule_id in question.rules, name
            well_made(question)


def test_the_index_has_places_of_every_family() -> None:
    assert {name.partition(":")[0] for places in moments().values() for name in places["ids"]} == set(FAMILIES)


def test_the_index_is_up_to_date() -> None:
    first = [story for story in rule_index.stories() if story[1] <= 0]
    anew, kept = build_index(DRILLS, first, tuple(TABLES), tuple(TABLES), all_of_them=False), moments()
    again = "python -m vendetta_kit.games.vtes.course.drills.rule_index"
    assert set(anew) <= set(kept), again
    for rule_id, places in anew.items():
        assert kept[rule_id]["shown"][: len(places["shown"])] == places["shown"], f"{rule_id}: {again}"


@pytest.mark.parametrize(
    "name", ["bleed:9/0:1:0:both", "bleed:3/x:1:0:both", "bleed:s/none:1:0:both", "bleed:3/0:1:0:x"]
)
def test_an_id_that_names_nothing_is_refused(name: str) -> None:
    with pytest.raises(KeyError):
        by_id(name)


@pytest.mark.parametrize("family", ["transfer", "gain", "bleed"])
def test_no_half_of_an_answer_tells_it(family: str) -> None:
    """Each half of the right option stands in a wrong one, too."""
    found = ahead(question for _, _, question in of(family))
    assert {way: gain for way, gain in found.items() if gain > MARGIN and "alike" in way} == {}


@pytest.mark.long
def test_ten_questions_have_few_enough_words_for_90_seconds() -> None:
    rng = Random("words")
    asked = [drill(rng) for _ in range(200)]
    for lang in LANGS:
        words = lengths(asked, lang)
        assert seconds_for_ten(words) < 90
        assert words[190] <= 60


def test_ten_questions_on_what_rules_say_have_few_enough_words_for_90_seconds() -> None:
    asked = [DRILLS.statements.statement(rule) for rule in DRILLS.rules()]
    for lang in LANGS:
        assert seconds_for_ten(lengths(asked, lang)) < 90


@pytest.mark.parametrize(("lang", "place"), [("en", "l. 854–861"), ("de", "Z. 854–861")])
def test_a_source_is_told_by_the_rulebooks_lines(lang: str, place: str) -> None:
    assert place in by_id("statement:BLOCK-07:0").working[1].text[lang]
