"""A scenario that is being made: what it writes runs, what cannot be changes nothing, all can be undone."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yaml

from tests.selection import mostly_long
from vendetta_kit.games.vendetta.engine.actions import Choose, Play
from vendetta_kit.games.vendetta.scenarios import draft_edits
from vendetta_kit.games.vendetta.scenarios.draft import MOST_STEPS, Draft, blank
from vendetta_kit.games.vendetta.scenarios.expectation_offers import GROUPS, failures_of, true_expectations
from vendetta_kit.games.vendetta.scenarios.step_writing import step_of
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.scenarios import BadScenario, find, load, loads, run, shipped
from vendetta_kit.scenarios.model import Expectation, Step
from vendetta_kit.scenarios.yaml_writing import scenario_yaml


def meaning(step: Step | Expectation) -> Any:
    """What a step or expectation says, wherever it stands."""
    parts = {name: getattr(step, name) for name in step.__dataclass_fields__ if name != "mark"}
    return (type(step), {k: meaning(v) if isinstance(v, Expectation) else v for k, v in parts.items()})


# Writing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.rpartition("/")[2])
def test_every_scenario_of_the_kit_is_written_as_it_was_read(path: str) -> None:
    with open(path, "rb") as file:
        raw = file.read()
    draft, before = Draft.of(raw), loads(raw)
    after = loads(draft.text)
    assert (after.id, after.title, after.rules, after.table) == (before.id, before.title, before.rules, before.table)
    assert [meaning(step) for step in after.steps] == [meaning(step) for step in before.steps]
    assert [meaning(wanted) for wanted in after.expect] == [meaning(wanted) for wanted in before.expect]
    assert draft.failures == ()
    assert run(after).ok
    assert all(failures_of(draft.told.game, offer.row) == [] for offer in draft.offers())


@pytest.mark.parametrize(
    "words",
    [
        "Night one: the feast",
        "No",
        "yes",
        "null",
        "1",
        "- a",
        "#x",
        "'",
        '"',
        "{}",
        "a: b, c",
        "Ünï 🦇",
        "@x",
        "2026-01-05",
        " x",
    ],
)
def test_words_that_mean_something_else_in_yaml_stay_words(words: str) -> None:
    document = {**blank(), "title": {"en": words, "de": words}}
    assert loads(scenario_yaml(document)).title == {"en": words, "de": words}
    assert yaml.safe_load(scenario_yaml(document)) == document


# Playing -----------------------------------------------------------------------------------------------------


def played(seed: int, moves: int, **values: Any) -> Draft:
    """A story of so many moves, as they come."""
    draft, rng = Draft({**blank(), "seed": seed, **values}), random.Random(seed)
    for _ in range(moves):
        if not draft.asked:
            break
        seat = rng.choice(draft.asked)
        draft.act(seat, draft.now.game.legal(seat).sample(rng))
    return draft


SIX = {
    "seats": [{"name": name} for name in draft_edits.NAMES],
    "variants": {"teams": True, "relics": True, "location_cards": True},
}
TABLES: list[dict[str, Any]] = [
    {},
    {"variants": {"relics": True, "location_cards": True}},
    {"seats": blank()["seats"][:3]},
    {"start": {"phase": "set_up"}, "round": None},
    {"start": {"phase": "feed"}, "round": 2},
    {"start": {"phase": "planning"}, "round": 3},
    SIX,
]


@pytest.mark.parametrize("seed", mostly_long(range(3), quick=1))
@pytest.mark.parametrize("table", TABLES, ids=["four", "variants", "three", "set-up", "feed", "round-3", "six"])
def test_stories_that_are_played_run_from_their_file_to_the_same_end(table: dict[str, Any], seed: int) -> None:
    values = {key: value for key, value in table.items() if value is not None}
    document = {
        key: value for key, value in {**blank(), **values, "seed": seed}.items() if table.get(key, 1) is not None
    }
    draft, rng = Draft(document), random.Random(seed)
    for _ in range(45):
        if not draft.asked:
            break
        seat = rng.choice(draft.asked)
        draft.act(seat, draft.now.game.legal(seat).sample(rng))
    assert len(draft.document["steps"]) > 20
    for offer in rng.sample(draft.offers(), 12):
        draft.tick(offer.row)
    scenario = loads(draft.text)
    verdict = run(scenario)
    assert verdict.ok, verdict.failures
    assert len(scenario.expect) == 12
    assert verdict.game.view(0).to_json() == draft.told.game.view(0).to_json()


def test_a_whole_game_is_made_and_its_end_expected() -> None:
    draft = Draft({**blank(), "round": 3})
    draft.add_step({"run_to": "end_of_game"})
    assert draft.asked == ()
    rows = [offer.row for offer in draft.offers() if offer.group == "moment"]
    assert {"final", "winner"} == {next(iter(row)) for row in rows}
    for row in rows:
        draft.tick(row)
    assert run(loads(draft.text)).ok


def test_a_seat_that_is_asked_for_is_named() -> None:
    scenario = load(find("ruling-12-a-lose-goes-on"))
    game = scenario.game()
    assert step_of(game, 0, Choose(True)) == {"seat": game.names[0], "choose": True}
    assert step_of(game, 0, Choose(2)) == {"seat": game.names[0], "choose": 2}


def test_what_the_rules_forbid_is_refused_and_nothing_changes() -> None:
    draft = Draft()
    text = draft.text
    card = draft.now.game.view(0).seats[0].hand[0]  # type: ignore[index]
    for seat, action in ((0, Play(card, 1, "down", 9)), (1, Play("TO01", 1)), (0, Play("TO01", 1))):
        with pytest.raises(IllegalAction):
            draft.act(seat, action)
    assert (draft.text, draft.can_undo) == (text, False)


def test_a_story_has_an_end() -> None:
    draft = Draft({**blank(), "steps": [{"run_to": "end_of_phase"}] * MOST_STEPS})
    with pytest.raises(BadScenario, match=str(MOST_STEPS)):
        draft.add_step({"run_to": "end_of_phase"})


# Ticks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_offered_is_so_and_all_kinds_are_offered(seed: int) -> None:
    draft = Draft({**blank(), "seed": seed})
    draft.add_step({"run_to": "end_of_phase"})
    draft.add_step({"run_to": "end_of_location"})
    found = draft.offers()
    assert {offer.group for offer in found} == set(GROUPS)
    assert all(failures_of(draft.told.game, offer.row) == [] for offer in found)
    assert len({str(offer.row) for offer in found}) == len(found)
    everything = Draft({**draft.document, "expect": [offer.row for offer in found]})
    assert everything.failures == ()
    assert run(loads(everything.text)).ok


def test_what_is_no_longer_so_is_told_and_can_be_unticked() -> None:
    draft = Draft()
    row = {"seat": "Ann", "blood": 6}
    draft.tick(row)
    draft.change(**draft_edits.set_seat_key(draft.document, 0, "blood", 4))
    assert "expected 6, found 4" in draft.fails(0)
    assert len(draft.failures) == 1
    assert not run(loads(draft.text)).ok
    draft.tick(row)
    assert draft.failures == ()
    assert draft.document["expect"] == []


def test_offers_of_another_table_do_not_hold() -> None:
    game = Draft().told.game
    other = Draft({**blank(), "seats": [{**row, "blood": 2} for row in blank()["seats"]]}).told.game
    wrong = [offer.row for offer in true_expectations(game) if failures_of(other, offer.row)]
    assert [row for row in wrong if "blood" in row] == [{"seat": name, "blood": 6} for name in game.names]


# Refused, and taken back -------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"round": 4}, "round"),
    ({"id": "Not a slug"}, "id"),
    ({"title": {}}, "title"),
    ({"ambition": "Zoe"}, "ambition"),
    ({"seats": blank()["seats"][:2]}, "seats"),
    ({"locations": ["AL01", "AL01", "AL02"]}, "locations[1]"),
    ({"locations": ["AL01", "AL02"]}, "locations"),
    (
        {"deployed": [{"seat": "Ann", "at": 1, "cards": ["BR01"]}, {"seat": "Ann", "at": 2, "cards": ["BR01"]}]},
        "deployed[1]",
    ),
    ({"deployed": [{"seat": "Ann", "at": 1, "blood": 501}]}, "deployed[0].blood"),
    ({"deployed": [{"seat": "Ann", "at": 3, "blood": 1}]}, "deployed[0].at"),
    ({"start": {"phase": "feed", "turn": "Ann"}}, "start.turn"),
    ({"steps": [{"seat": "Ann", "play": "TO01", "at": 1}]}, "steps[0]"),
    ({"steps": [{"seat": "Ann", "dance": True}]}, "steps[0]"),
    ({"expect": [{"seat": "Ann", "blud": 3}]}, "expect[0]"),
]


@pytest.mark.parametrize(("values", "where"), WRONG, ids=[where for _, where in WRONG])
def test_what_cannot_be_is_refused_in_words_and_nothing_changes(values: dict[str, Any], where: str) -> None:
    draft = Draft()
    text = draft.text
    with pytest.raises(BadScenario) as caught:
        draft.change(**values)
    assert caught.value.key.startswith(where)
    assert "\n" not in caught.value.text("de")
    assert (draft.text, draft.can_undo) == (text, False)


def test_a_table_that_the_story_does_not_fit_is_refused() -> None:
    draft = played(3, 4)
    text = draft.text
    card = draft.document["steps"][0]["play"]
    with pytest.raises(BadScenario, match=r"steps\[0\]"):
        draft.change(
            **draft_edits.put_in_deck(draft.document, 0, card, draft.scenario.game().view(0).seats[0].hand or ())
        )
    assert draft.text == text


def test_everything_can_be_taken_back() -> None:
    draft = Draft()
    texts = [draft.text]
    draft.change(**draft_edits.set_players(draft.document, 5))
    texts.append(draft.text)
    draft.change(**draft_edits.rename(draft.document, 1, "Zoë"))
    texts.append(draft.text)
    seat = draft.asked[0]
    draft.act(seat, draft.now.game.legal(seat)[0])
    texts.append(draft.text)
    draft.tick(draft.offers()[0].row)
    assert len({*texts, draft.text}) == 5
    for text in reversed(texts):
        draft.undo()
        assert draft.text == text
    assert not draft.can_undo
    draft.undo()
    assert draft.text == texts[0]
    draft.change(round=1)
    assert not draft.can_undo, "what is as it was is no change"
