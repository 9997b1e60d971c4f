"""The log of V:TES: every event and entry in the order of a game, in both languages, each line with its rules."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from tests.vtes.table import At, card
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.rulebook import VTES

SEEDS = (3, 4, 5)


def played(seed: int, rounds: int = 6) -> Game:
    game, bot = Game.new(["whispers", "claw", "court"], seed=seed, rounds=rounds), bots.make("random")
    rng = Random(seed)
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        game.apply(seat, bots.move(game, seat, bot, rng))
    return game


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_and_no_rule(seed: int) -> None:
    game = played(seed)
    for reader in (None, 0, 2):
        view = game.view(reader)
        lines = {lang: log_lines(view, lang) for lang in ("en", "de")}
        assert [line.n for line in lines["en"]] == [line.n for line in lines["de"]]
        doubled = [line.text for each in lines.values() for line in each if re.search(r"\b(\w+) \1\b", line.text)]
        assert not doubled, doubled
        numbers = [line.n for line in lines["en"]]
        assert numbers == sorted(set(numbers))
        told = {row.n for row in (*view.events, *view.ledger)}
        untold = told - set(numbers)
        kinds = {event.n: event.kind for event in view.events} | {entry.n: "entry" for entry in view.ledger}
        assert {kinds[n] for n in untold} <= {
            "phase", "entry", "succeeds", "bled", "burned", "block", "no_block", "edge",
        }  # fmt: skip
        every = {rule for row in (*view.events, *view.ledger) for rule in row.rules}
        assert {rule for line in lines["en"] for rule in line.rules} == every
        assert all(VTES.is_id(rule) for rule in every)


@pytest.mark.parametrize("seed", SEEDS)
def test_counters_that_go_the_same_way_are_added_up(seed: int) -> None:
    game, less = played(seed), 0
    for reader in range(game.seats):
        view = game.view(reader)
        lines = {line.n: line for line in log_lines(view)}
        shown, waiting = 0, 0
        for entry in view.ledger:
            waiting += entry.amount
            if entry.n in lines:
                if entry.cause == "transfer":
                    assert f" {waiting} pool" in lines[entry.n].text
                shown += waiting
                waiting = 0
        assert shown == sum(entry.amount for entry in view.ledger)
        less += len(view.ledger) - sum(line.kind.startswith("entry.") for line in lines.values())
    assert less


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_put_onto_cards_that_lie_face_down_is_one_line_and_names_none(lang: str) -> None:
    game, hidden = played(3), 0
    for reader in (None, *range(game.seats)):
        view = game.view(reader)
        entries = {entry.n: entry for entry in view.ledger}
        lines = [line for line in log_lines(view, lang) if line.kind == "entry.transfer"]
        for line in lines:
            target = entries[line.n].target
            if target.card is None:
                assert target.seat != reader
                assert not [card.named(lang) for card in practice_set().values() if card.named(lang) in line.text]
                hidden += f"{entries[line.n].amount} pool" not in line.text.lower()
        for line, after in pairwise(log_lines(view, lang)):
            unknown = [entries[one.n].target.card is None for one in (line, after) if one.kind == "entry.transfer"]
            assert unknown != [True, True], (line, after)
    assert hidden, "several transfers in one line"


def test_a_phase_in_which_nothing_happens_has_no_line() -> None:
    lines = log_lines(played(3).view(None))
    for line, after in pairwise(lines):
        assert (line.kind, after.kind) not in {("phase", "phase"), ("phase", "turn")}


# Who, what, to whom and why -----------------------------------------------------------------------------------


def told(at: At, lang: str = "en") -> list[str]:
    return [line.text for line in log_lines(at.g.view(None), lang)]


def test_a_bleed_is_announced_comes_to_something_and_then_the_edge_goes() -> None:
    at = At({"ready": ["WV03"]}, {"pool": 9}, turn="Ann", edge="Bob").do(0, do.Bleed, "WV03").settle()
    who = practice_set()["WV03"].named("en")
    assert told(at)[1:5] == [
        f"{who} of Ann sets out to bleed Bob for 1, stealth 0.",
        f"Nobody blocks {who} of Ann.",
        f"The bleed of {who} succeeds: Bob burns 1 pool.",
        "Ann gets the Edge from Bob.",
    ]


def test_an_action_is_told_with_its_card() -> None:
    deed = card("DEED", "action", basic=[{"gain_blood": 1}])
    at = At({"ready": ["WV03"], "hand": ["DEED"]}, {}, cards=[deed], turn="Ann").do(0, do.Play, "DEED", "WV03").settle()
    who = practice_set()["WV03"].named("en")
    assert f"{who} of Ann acts: DEED, stealth 0." in told(at)
    assert f"{who} succeeds: DEED." in told(at)
    assert f"{who} gains 1 blood (DEED)." in told(at)
    assert f"{practice_set()['WV03'].named('de')} erhält 1 Blut (DEED)." in told(at, "de")


def test_a_minion_that_strikes_with_nothing_but_itself_is_named_once() -> None:
    fighter = card("ALLY", "ally", life=3, strength=1, bleed=0, gives=[{"strike": {"damage": 2}}])
    at = At({"ready": ["WV03"]}, {"ready": ["ALLY"]}, cards=[fighter], turn="Ann")
    at.do(0, do.Bleed, "WV03").on("block").do(1, do.Block, "ALLY").on("strike")
    while at.asked == "strike":
        mine = at.who == 1
        at.do(at.who, do.Strike, *(["ALLY"] if mine else []))
    assert "ALLY uses its own strike." in told(at)
    assert not [line for line in told(at) if line.count("ALLY") > 1]


def test_a_vote_is_told_before_the_edge_is_gone_and_a_priscus_in_his_block() -> None:
    law = card("LAW", "political_action", basic=[{"gain_pool": 1}])
    priscus = {"id": "PR", "type": "vampire", "name": "PR", "clan": "lasombra", "capacity": 8, "disciplines": {}}
    at = At(
        {"ready": ["WV03"], "hand": ["LAW"]},
        {"ready": ["PR"]},
        cards=[law, {**priscus, "title": "priscus"}],
        turn="Ann",
        edge="Bob",
    )
    at.do(0, do.Play, "LAW", "WV03").on("vote")
    while at.asked == "vote":
        votes = [one for one in at.g.legal(at.who) if isinstance(one, do.Vote) and one.yes is (at.who == 0)]
        at.g.apply(at.who, votes[0] if votes else do.Pass())
    lines = told(at)
    burned = lines.index("Bob burns the Edge and casts 1 vote against it: 1 to 1.")
    assert lines[burned + 1] != "The Edge is nobody's now.", "told twice"
    assert (
        "PR of Bob, a Priscus, is against it, which counts in the block of the Prisci: 1 to 1, Prisci 0 to 1." in lines
    )
    assert not [line for line in lines if " 0 votes" in line]
    assert any("with the votes of the Prisci, 0 to 1 among themselves" in line for line in lines)


def test_a_card_that_is_burned_for_a_vote_is_told_so_and_the_one_that_calls_is_not() -> None:
    laws = [card(name, "political_action", basic=[{"gain_pool": 1}]) for name in ("LAW", "NOTE")]
    at = At({"ready": ["WV03"], "hand": ["LAW"]}, {"hand": ["NOTE"]}, cards=laws, turn="Ann")
    at.do(0, do.Play, "LAW", "WV03").on("vote").do(0, do.Vote, "LAW", yes=True).on("vote")
    while at.who != 1:
        at.do(at.who, do.Pass)
    at.do(1, do.Vote, "NOTE", yes=False)
    assert "Ann casts 1 vote for it (LAW): 1 to 0." in told(at)
    assert "Bob burns NOTE and casts 1 vote against it: 1 to 1." in told(at)
    assert any(line.startswith("Bob verbrennt") and "NOTE" in line for line in told(at, "de"))


def test_what_a_strike_steals_is_blood_of_a_vampire_and_life_of_an_ally() -> None:
    thirst = card("THIRST", "combat", basic=[{"strike": {"steal_blood": 1}}])
    ally = card("ALLY", "ally", life=3, strength=0, bleed=0)
    for other, lost in (("ALLY", "1 life"), ("CV03", "1 blood")):
        at = At({"ready": [{"card": "WV03", "blood": 1}], "hand": ["THIRST"]}, {"ready": [other]},
                cards=[thirst, ally], turn="Ann")  # fmt: skip
        at.do(0, do.Bleed, "WV03").on("block").do(1, do.Block, other).on("strike").do(0, do.Play, "THIRST", "WV03")
        at.settle()
        assert [line for line in told(at) if f" steals {lost} from " in line], told(at)


def test_each_press_and_maneuver_says_who_and_each_point_what_for() -> None:
    kinds: dict[str, set[str]] = {}
    for seed in range(12):
        game = played(seed, rounds=30)
        names = [practice_set()[c.id].named("en") for c in game.table.printed if c is not None]
        for line in log_lines(game.view(None)):
            if line.kind in ("press", "maneuver", "prevented", "combat_ends", "action", "succeeds", "fails", "burned"):
                assert any(name in line.text for name in names), line
                kinds.setdefault(line.kind, set()).add(line.text)
            elif line.kind == "point":
                assert line.text.count(" for ") == 1, line
                kinds.setdefault(line.kind, set()).add(line.text)
    assert kinds.keys() >= {"press", "maneuver", "prevented", "combat_ends", "burned", "point"}


def test_what_leaves_with_a_player_is_one_line() -> None:
    at = At({"ready": ["WV03"]}, {"pool": 1, "ready": ["WV04", "WV05"]}, {}, turn="Ann")
    at.do(0, do.Bleed, "WV03").settle()
    gone = [line for line in log_lines(at.g.view(None)) if line.kind == "burned"]
    assert [line.text.partition(":")[0] for line in gone] == ["The cards of Bob leave the game"]
    assert all(practice_set()[c].named("en") in gone[0].text for c in ("WV04", "WV05"))


def test_who_blocks_and_who_does_not_is_told_once_and_of_the_minion_that_acts() -> None:
    at = At({"ready": ["WV03", "WV04"]}, {"ready": ["WV05"]}, {}, turn="Ann")
    at.do(0, do.Bleed, "WV03").on("block").do(1, do.Pass).settle()
    at.do(0, do.Bleed, "WV04").on("block").do(1, do.Block, "WV05").settle()
    name = {card_id: practice_set()[card_id].named("en") for card_id in ("WV03", "WV04", "WV05")}
    lines = told(at)
    assert [line for line in lines if "block" in line] == [
        f"Nobody blocks {name['WV03']} of Ann.",
        f"{name['WV05']} of Bob blocks: intercept 0 reaches stealth 0.",
    ]
    rules = {rule for line in log_lines(at.g.view(None)) for rule in line.rules}
    assert {"BLOCK-03", "BLOCK-04", "BLOCK-09"} <= rules


def test_who_declines_before_another_tries_is_told_with_whom_she_lets_pass() -> None:
    at = At({"ready": ["WV03"]}, {"ready": ["WV04"]}, {"ready": ["WV05"]}, turn="Ann")
    at.do(0, do.Hunt, "WV03").on("block").do(at.who, do.Pass).on("block")
    assert told(at)[-1].endswith(f" does not block {practice_set()['WV03'].named('en')}.")
    assert told(at, "de")[-1].endswith(f" blockt {practice_set()['WV03'].named('de')} nicht.")


def test_what_a_card_taps_or_untaps_is_told_with_whose_it_is() -> None:
    stop = card("STOP", "master", target="other_minion", basic=[{"tap": True}])
    wake = card("WAKE", "master", target="own_minion", basic=[{"untap": True}])
    seats = {"ready": [{"card": "WV03", "tapped": True}], "hand": ["STOP", "WAKE"]}, {"ready": ["WV04"]}
    for play, target, line in (("STOP", "WV04", "STOP taps {} of Bob."), ("WAKE", "WV03", "WAKE untaps {} of Ann.")):
        at = At(*seats, cards=[stop, wake], turn="Ann", phase="master").do(0, do.Play, play, target=target)
        assert line.format(practice_set()[target].named("en")) in told(at)


def test_counters_that_come_onto_a_card_in_play_do_not_bring_it_into_play() -> None:
    box = card("BOX", "master", sort="location", tap=[{"pool_from_card": 2}], untap=[{"add_to_card": 1}])
    at = At({"held": ["BOX"]}, {}, cards=[box], turn="Ann", phase="untap")
    at.do(0, do.Use, "BOX")
    assert "BOX gets 1 counter from the bank." in told(at)


def test_cards_of_ones_own_have_their_names_in_log_and_table() -> None:
    own = card("OWN1", "master", name={"en": "Night Watch", "de": "Nachtwache"}, basic=[{"gain_pool": 1}])
    at = At({"hand": ["OWN1"]}, {}, cards=[own], turn="Ann", phase="master")
    assert "Night Watch" in str(at.g.view(0))
    at.do(0, do.Play, "OWN1")
    assert "Ann plays Night Watch." in told(at)
    assert "Ann spielt „Nachtwache“." in told(at, "de")
    assert not [line for line in (*told(at), *told(at, "de")) if "OWN1" in line]


@pytest.mark.parametrize(("minion", "shown"), [("CV02", "„Der große Matthias“"), ("WV03", "")])
def test_a_german_name_with_an_article_or_of_a_card_keeps_its_form_in_quotes(minion: str, shown: str) -> None:
    shown = shown or practice_set()[minion].named("de")
    at = At({"ready": [minion], "hand": ["WL09"]}, {}, turn="Ann", phase="master")
    at.do(0, do.Play, "WL09").do(0, do.Bleed, minion).settle()
    lines = told(at, "de")
    assert f"Niemand blockt {shown} von Ann." in lines
    assert f"Ann spielt „{practice_set()['WL09'].named('de')}“." in lines


def test_a_card_played_at_a_card_of_another_says_whose_it_is() -> None:
    stop = card("STOP", "master", target="minion", basic=[{"tap": True}])
    for target, line in (("CV02", "Ann plays STOP, at {} of Bob."), ("WV03", "Ann plays STOP, at {}.")):
        at = At({"ready": ["WV03"], "hand": ["STOP"]}, {"ready": ["CV02"]}, cards=[stop], turn="Ann", phase="master")
        at.do(0, do.Play, "STOP", target=target)
        assert line.format(practice_set()[target].named("en")) in told(at)
        named = practice_set()[target].named("de")
        assert (f"Ann spielt „STOP“, Ziel: „{named}“ von Bob." in told(at, "de")) is (target == "CV02")


@pytest.mark.parametrize(
    ("hits", "line"),
    [
        ({"damage": 3}, "V has not enough blood to heal and goes to torpor."),
        ({"aggravated_damage": 1}, "V goes to torpor: no blood heals aggravated damage."),
        ({"to_torpor": True}, "V goes to torpor."),
    ],
)
def test_who_goes_to_torpor_is_told_why(hits: dict[str, object], line: str) -> None:
    deed = card("DEED", "master", target="vampire", basic=[hits])
    victim = {"id": "V", "type": "vampire", "name": "V", "clan": "caitiff", "capacity": 4, "disciplines": {}}
    at = At(
        {"hand": ["DEED"]}, {"ready": [{"card": "V", "blood": 2}]}, cards=[deed, victim], turn="Ann", phase="master"
    )
    at.do(0, do.Play, "DEED", target="V")
    assert line in told(at)
    assert len([row for row in told(at, "de") if row.startswith("V ") and "in den Torpor" in row]) == 1


def test_who_is_ousted_is_told_why_and_by_whom() -> None:
    at = At({"ready": ["WV03"]}, {"pool": 1}, {}, turn="Ann").do(0, do.Bleed, "WV03").settle()
    assert "Bob has no pool left and is ousted; the predator was Ann." in told(at)
    assert "Bob hat keinen Pool mehr und scheidet aus; Jäger war Ann." in told(at, "de")


def test_cards_that_are_drawn_stand_in_quotes_in_a_german_sentence() -> None:
    game = played(3)
    texts = [line.text for line in log_lines(game.view(0), "de") if line.kind in ("drawn", "dealt")]
    names = [card.named("de") for card in practice_set().values() if card.type != "vampire"]
    assert any(f"„{name}“" in text for text in texts for name in names)
    assert not [text for text in texts for name in names if f" zieht {name}" in text]
