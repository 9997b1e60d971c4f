"""Drills: made by the engine, graded right by their own answer, and made again from their id."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from vendetta_kit.course.drills.drill_positions import LEARNER
from vendetta_kit.course.drills.question_families import QuestionKey, make_question
from vendetta_kit.course.drills.rule_statements import OPEN, ORDERS
from vendetta_kit.course.questions import Question
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course import drills
from vendetta_kit.games.vendetta.course.drills import (
    DRILLS,
    by_id,
    drill,
    moments,
    rule_index,
    rules_with_drills,
    statement,
)
from vendetta_kit.games.vendetta.course.drills.drill_positions import TABLES, units
from vendetta_kit.games.vendetta.course.drills.question_families import FAMILIES
from vendetta_kit.games.vendetta.engine.state import UP
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.rulebook import all_rules, all_rulings, find, is_id, languages

MANY = 400


@cache
def sample() -> tuple[Question, ...]:
    """A few hundred drills of all kinds."""
    rng = Random("sample")
    return tuple(drill(rng) for _ in range(MANY))


@cache
def known() -> dict[str, Question]:
    """All questions that the index names."""
    names = {name for places in moments().values() for name in (*places["ids"], *places["shown"])}
    return {name: by_id(name) for name in sorted(names)}


def well_made(question: Question) -> None:
    assert question.form in ("one", "many", "number")
    assert question.rules
    assert all(is_id(rule) for rule in question.rules)
    assert question.grade(question.right)
    assert question.working
    for words in (question.prompt, *(line.text for line in question.working), *(o.text for o in question.options)):
        assert set(words) == set(languages())
        for text in words.values():
            assert text.strip() == text != ""
            assert not {"?:", "{", "}", "[", "None"} & set(text.split())
            assert "{" not in text
            assert "[phrases" not in text
    if question.form == "number":
        assert question.options == ()
        assert len(question.right) == 1
        assert not question.grade([str(int(question.right[0]) + 1)])
        return
    values = [option.value for option in question.options]
    assert len(set(values)) == len(values) >= 2
    assert set(question.right) <= set(values)
    for lang in languages():
        assert len({option.text[lang] for option in question.options}) == len(values), question.id
    if question.form == "one":
        assert len(question.right) == 1
        assert sum(question.grade([value]) for value in values) == 1
    else:
        assert not question.grade(values) or set(question.right) == set(values)
        assert not question.grade([])


def fills_the_gap(question: Question, texts: Mapping[str, str]) -> None:
    """The right end makes a sentence of the rule's text, a wrong one does not; the reason is another sentence."""
    assert question.reason is not None
    right = next(option.text for option in question.options if option.value in question.right)
    for lang, text in texts.items():
        assert question.reason[lang]
        assert right[lang].removeprefix(OPEN).strip() not in question.reason[lang], question.id
        for option in question.options:
            begun, own = question.prompt[lang], option.text[lang]
            assert own.startswith(OPEN) is begun.endswith(OPEN), f"{question.id}: {begun}"
            ends = [text[:at] + re.sub(r"[;:,]", ".", text[at]) for at in range(len(text)) if text[at] in ".!?;:,"]
            if begun.endswith(OPEN):
                filled = f"{begun.removesuffix(OPEN).rstrip()}{own.removeprefix(OPEN)}"
                said = any(filled.endswith(end) for end in ends)
            else:
                said = any(end.endswith(own) for end in ends)
            assert said is (option.value in question.right), f"{question.id}: {begun} {own}"


def test_drills_are_well_made() -> None:
    for question in sample():
        well_made(question)


def test_the_right_option_is_not_always_in_the_same_place() -> None:
    places: Counter[int] = Counter()
    for question in sample():
        if question.form == "one":
            places[[option.value for option in question.options].index(question.right[0])] += 1
    total = sum(places.values())
    assert total > 100
    assert all(places[place] < total * 0.6 for place in places)
    assert min(places[0], places[1], places[2]) > total * 0.1


def test_the_same_id_makes_the_same_question() -> None:
    for question in sample()[:120]:
        again = by_id(question.id)
        assert replace(again, view=None) == replace(question, view=None)
        assert (again.view is None) == (question.view is None)
        if again.view is not None and question.view is not None:
            assert again.view.to_json() == question.view.to_json()


def test_the_same_random_numbers_make_the_same_drills() -> None:
    assert [drill(Random(k)).id for k in range(20)] == [drill(Random(k)).id for k in range(20)]
    assert len({question.id for question in sample()}) > MANY * 0.9


def test_a_drill_asks_about_one_of_the_rules_wanted() -> None:
    rng = Random(3)
    for wanted in (["PLAN-12"], ["FRZ-01", "FRZ-02"], ["KIT-05"], ["COMP-05"], ["RUL-32"]):
        for _ in range(8):
            assert set(drill(rng, wanted).rules) & set(wanted)


@pytest.mark.parametrize("wanted", [[], ["PLAN-99"], ["HAND-10"]])
def test_no_drill_about_what_has_none(wanted: list[str]) -> None:
    with pytest.raises(ValueError, match="no drill about"):
        drill(Random(1), wanted)


@pytest.mark.parametrize(
    "name",
    ["", "nonsense", "statement:PLAN-99:0", "statement:PLAN-03:99", "pool:4/0:1:0:0", "pool:9/0:1:0:0",
     "pool:4/x:1:0:0", "pool:s/nothing:1:0:0", "why:4/0:3:0:PLAN-99-0", "pool:4/0:338:9:2", "pool:4/0",
     "why:4/0:999999:0:PLAN-03-0"],
)  # fmt: skip
def test_an_id_that_names_nothing_is_refused(name: str) -> None:
    with pytest.raises(KeyError):
        by_id(name)


# Every rule ------------------------------------------------------------------------------------------------


def test_every_rule_with_an_effect_and_every_ruling_has_a_drill() -> None:
    needed = {rule.id for rule in all_rules() if not rule.no_effect}
    needed |= {ruling.id for ruling in all_rulings() if not ruling.no_effect}
    assert needed == rules_with_drills()


@pytest.mark.parametrize("rule_id", sorted(rules_with_drills()))
def test_what_a_rule_says_can_be_asked(rule_id: str) -> None:
    for order in range(ORDERS):
        question = statement(rule_id, order)
        well_made(question)
        assert question.rules == (rule_id,)
        fills_the_gap(question, {lang: find(rule_id, lang).text for lang in languages()})
    assert len({statement(rule_id, order).right for order in range(ORDERS)}) > 1


def test_every_place_of_the_index_is_still_right() -> None:
    for rule_id, places in moments().items():
        assert set(places["often"]) <= set(TABLES)
        assert places["ids"] or places["shown"]
        for name in (*places["ids"], *places["shown"]):
            assert rule_id in known()[name].rules, name


def test_known_questions_are_well_made() -> None:
    for question in known().values():
        well_made(question)


def test_most_rules_are_asked_in_a_position() -> None:
    assert sum(bool(places["ids"]) for places in moments().values()) > 200
    asked_of = {name.partition(":")[0] for places in moments().values() for name in places["ids"]}
    assert asked_of == set(FAMILIES)


# Secrecy ---------------------------------------------------------------------------------------------------


def hidden_from(question: Question) -> set[str]:
    """Clan cards that the asked seat cannot see, of which there is one of that name only."""
    view = question.view
    assert view is not None
    seen = {card.card for seat in view.seats for position in seat.positions for card in position.cards}
    me = view.seats[view.me] if view.me is not None else None
    assert me is not None
    for seat in view.seats:
        seen |= {*seat.known_hand, *seat.among, *seat.maybe}
    seen |= {*(me.hand or ()), *(me.deck_bottom or ()), *view.looking_at}
    clans = {seat.clan for seat in view.seats if seat.seat != me.seat}
    return {c.id for c in box.clan_cards() if not c.starting and c.clan in clans and c.id not in seen}


def test_the_view_belongs_to_a_seat_and_the_question_names_no_card_that_it_cannot_see() -> None:
    looked = 0
    for question in (*sample(), *known().values()):
        if question.view is None:
            assert question.id.startswith("statement:")
            continue
        view = question.view
        assert view.me is not None
        for seat in view.seats:
            assert seat.hand is None or seat.seat == view.me
        if question.id.startswith("why:") or " plays " in question.prompt["en"]:
            continue  # what happens there may show a new card to all
        texts = " ".join(text["en"] for text in (question.prompt, *(option.text for option in question.options)))
        for card in hidden_from(question):
            assert box.name(card) not in texts.replace(f"“{box.text(card)}”", ""), question.id
        looked += 1
    assert looked > 300


@pytest.mark.rules("FRZ-04")
def test_what_chance_decides_is_not_asked() -> None:
    """How much Blood a Frenzy leaves cannot be asked where the draw is among cards that are not alike."""
    entry = FAMILIES["pool"]
    checked = 0
    for number in range(20):
        for unit in units(f"5/{number}"):
            seats = {event.seat for event in unit.events if event.kind == "drain" and "FRZ-04" in event.rules}
            for asked in entry.about(unit):
                seat = int(asked.key)
                if seat not in seats:
                    continue
                people = [box.find(card) for card in unit.position().view(None).seats[seat].alliance]
                if len({getattr(person, "drain_blood", None) for person in people}) == len(people) > 1:
                    assert make_question(unit, entry, asked, unit.viewers()[0]) is None, (unit.story, unit.n)
                    checked += 1
    assert checked > 5


def test_what_depends_on_hidden_cards_is_not_asked() -> None:
    """Where a seat holds worlds possible that end differently, it is not asked."""
    refused = 0
    for unit in units("4/1"):
        if unit.action is not None or unit.step is None or unit.step[0].__name__ != "revelation":
            continue
        for viewer in unit.viewers():
            up = {world.n[UP] for world in unit.worlds(viewer)}
            entry = replace(FAMILIES["pool"], right=lambda unit, out, key: (str(out.n[UP]),))
            question = make_question(unit, entry, QuestionKey("0", ("REV-01",)), viewer)
            assert question is None
            refused += len(up | {unit.after.n[UP]}) > 1
    assert refused > 0


def test_a_view_does_not_show_the_answer_of_its_own_question() -> None:
    for question in known().values():
        kind = question.id.partition(":")[0]
        if kind in ("score", "game", "score_loss"):
            assert question.view is not None
            assert set(question.view.scores) == {None}
            assert all(seat.score is None for seat in question.view.seats)
        if kind in ("clock", "turn", "turns"):
            assert question.view is not None
            assert question.view.agenda == ()


# Units -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["3/1", "4/1", "5/1", "4t/1", "6t/1", "5lr/1", "s/frenzy-01-random-card"])
def test_units_hold_everything_that_happens_once_and_in_order(name: str) -> None:
    numbers: list[int] = []
    game = None
    for unit in units(name):
        game = unit.position()
        unit.play(game)
        numbers += sorted([event.n for event in unit.events] + [entry.n for entry in unit.entries])
        assert unit.position().n == unit.before.n
    assert game is not None
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    every = sorted([event.n for event in game.events] + [entry.n for entry in game.ledger])
    assert every[-len(numbers) :] == numbers


@pytest.mark.parametrize("name", ["4/2", "5lr/2", "6t/2"])
def test_a_unit_played_again_comes_to_the_same(name: str) -> None:
    for unit in units(name):
        again = unit.position()
        again.rec = Recorder()
        unit.play(again)
        assert (again.n, again.z) == (unit.after.n, unit.after.z)
        assert [event.kind for event in again.rec.events] == [event.kind for event in unit.events]


def test_random_games_are_played_to_their_end() -> None:
    for table in TABLES:
        assert list(units(f"{table}/0"))[-1].after.is_over


def test_an_index_that_is_out_of_date_still_gives_drills() -> None:
    places = {"KIT-05": {"often": [], "ids": ["pool:4/0:0:0:0"], "shown": []}}
    old = replace(drills.DRILLS, moments=lambda: places)
    for number in range(10):
        assert old.drill(Random(number), ["KIT-05"]).rules == ("KIT-05",)


# The index of moments --------------------------------------------------------------------------------------


def test_the_script_writes_the_index_beside_the_other_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vendetta_kit.course.drills.rule_index.data_dir", lambda: str(tmp_path))
    monkeypatch.setattr(rule_index, "stories", lambda: iter([("4/0", 0), ("s/tie-01-turn-order", -1)]))
    rule_index.main()
    written = json.loads((tmp_path / "vendetta" / "drills" / "moments.json").read_text(encoding="utf-8"))
    assert "CONF-05" in written
    assert set(written) <= set(moments())
    assert all(set(places) == {"often", "ids", "shown"} for places in written.values())


def test_the_index_is_up_to_date() -> None:
    """Made anew over the first stories: places only ever follow those that were found before, and none goes away.

    The whole index takes half a minute; a change of scenarios, families or the engine shows in the first stories too.
    """
    first = [story for story in rule_index.stories() if story[1] <= 0]
    anew, kept = rule_index.build_index(DRILLS, first, TABLES, rule_index.BASE, all_of_them=False), moments()
    assert len(anew) > 150
    again = "python -m vendetta_kit.games.vendetta.course.drills.rule_index"
    assert set(anew) <= set(kept), again
    for rule_id, places in anew.items():
        assert kept[rule_id]["shown"][: len(places["shown"])] == places["shown"], f"{rule_id}: {again}"
        ways: dict[str, str] = {}
        for found in places["ids"]:
            ways.setdefault(found.partition(":")[0], found)
        assert set(ways.values()) <= set(kept[rule_id]["ids"]), f"{rule_id}: {again}"


@pytest.mark.parametrize("rule_id", ["REW-05", "PLAN-12", "WDR-06", "FEED-01"])
def test_common_rules_need_no_known_place(rule_id: str) -> None:
    assert moments()[rule_id]["often"]


@pytest.mark.parametrize("rule_id", ["KIT-05", "RUL-08", "RUL-40", "EOG-05", "FRZ-14"])
def test_rare_rules_have_their_places(rule_id: str) -> None:
    places = moments()[rule_id]
    assert not places["often"]
    assert places["ids"] or places["shown"]


def test_who_is_asked_is_always_the_same_person() -> None:
    for name in (places["ids"][-1] for places in moments().values() if places["ids"]):
        question = by_id(name)
        if not name.startswith("puzzle:"):
            assert question.view.names[question.view.me] == LEARNER, name
            assert sorted(set(question.view.names)) == sorted(question.view.names), "nobody else has that name"


def test_of_a_turn_that_may_not_end_it_is_said_what_was_done_in_it() -> None:
    asked = [name for places in moments().values() for name in places["ids"] if name.endswith("-end_turn")]
    assert asked
    for name in asked:
        question = by_id(name)
        done = question.prompt["en"].partition("So far in this turn: ")[2]
        assert done
        assert " plays " not in done or question.right == ("yes",)
        assert all(option.why is not None for option in question.options if option.value not in question.right)


def test_a_statement_is_explained_by_what_is_settled_before_what_the_rulebook_leaves_open() -> None:
    """That playing Blood may empty a Pool is disputed: it does not say why an empty one brings a Frenzy."""
    reason = by_id("statement:FRZ-01:0").reason
    assert reason is not None
    assert reason["en"].endswith("If no Blood is left, that is Frenzy.")
