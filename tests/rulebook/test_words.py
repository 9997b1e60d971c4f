"""What the engine tells, asks and refuses, in words: complete in each language, and right where it matters."""

from __future__ import annotations

import ast
import json
import random
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.engine.helpers import table
from vendetta_kit import Game, rulebook
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine import actions as do
from vendetta_kit.games.vendetta.engine import refusal
from vendetta_kit.games.vendetta.engine.agenda import KIND_NAMES, QUESTIONS, SILENT_QUESTIONS
from vendetta_kit.games.vendetta.engine.card_hooks import counts_later
from vendetta_kit.games.vendetta.engine.card_tables import IDS, NUMBER
from vendetta_kit.games.vendetta.engine.effects import EFFECT
from vendetta_kit.games.vendetta.engine.event_kinds import EVENTS
from vendetta_kit.games.vendetta.engine.events import CAUSE_RULES, GameMoment
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.engine.rules import RULES
from vendetta_kit.games.vendetta.engine.state import PHASES, STEPS
from vendetta_kit.games.vendetta.wording import message_text
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import say
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.options import Options

LANGS = ("en", "de")
SPECS = {"", "card", "cards", "whose", "clan", "clans", "list", "commas", "phase", "step", "token"} | {
    "place", "places", "the", "in", "to", "from",
}  # fmt: skip
YES_NO = {
    "mate", "use_relic", "do_it", "to_haven", "cloak", "turn_up", "curfew", "spend_half", "spend_one", "swap", "gaze",
    "toll", "tremere_ready",
}  # fmt: skip
RAW_ID = re.compile(r"\b(?:BR|GA|MA|NO|TO|TR|VE|AL|VI|LC|RE)\d\d\b|\b(?:brujah|gangrel|tremere|ventrue|haven)\b")

VARIANTS: tuple[dict[str, Any], ...] = (
    {"seats": 3},
    {"seats": 3, "relics": True, "location_cards": True},
    {"seats": 4},
    {"seats": 4, "clans": ["ventrue", "malkavian", "nosferatu", "tremere"], "relics": True},
    {"seats": 4, "teams": True, "relics": True, "location_cards": True},
    {"seats": 4, "clans": ["toreador", "gangrel", "tremere", "brujah"], "rulings": {"nobody_left": "after_withdraw"}},
    {"seats": 5, "location_cards": True, "relics": True},
    {"seats": 5, "rulings": {"last_blood": "allow", "nobody_left": "after_withdraw"}},
    {"seats": 6, "teams": True, "relics": True, "location_cards": True},
    {"seats": 6, "teams": True, "rulings": {"last_blood": "allow"}},
    {
        "seats": 4,
        "clans": ["toreador", "gangrel", "tremere", "brujah"],
        "rulings": {name: other for name, (_, other) in RULINGS.items()},
    },
)
GAMES_EACH = 6


def messages(lang: str) -> dict[str, dict[str, str]]:
    return read_json("lang", lang, "messages.json")  # type: ignore[no-any-return]


def fields(template: str) -> list[tuple[str, str]]:
    return [(field, spec or "") for _, field, spec, _ in string.Formatter().parse(template) if field is not None]


def assert_plain(text: str, question: bool = False) -> None:
    """Nothing of the machinery shows: no braces, no ids, no unknown key, no missing value."""
    assert text.strip() == text != ""
    assert not set(text) & set("{}[]\n"), text
    assert not re.search("  | [.,;]|None", text), text
    assert not RAW_ID.search(text), text
    assert question or "?" not in text, text


def made_up(rng: random.Random, game: Game) -> Iterator[Action]:
    """Actions that are mostly wrong: the wrong moment, card, place or number."""
    clan_card, person, anything = rng.choice(IDS[:63]), rng.choice(IDS[63:128]), rng.choice(IDS)
    seat = rng.randrange(game.seats)
    hand = game.view(seat).seats[seat].hand or (clan_card,)
    for face, blood, flips in (("up", 3, 0), ("down", 3, 2), ("down", 0, 0), ("up", 9, 1), ("sideways", -1, -1)):
        yield do.Play(rng.choice((rng.choice(hand), clan_card)), rng.choice((1, 2, 3, 9, "haven")), face, blood, flips)
    yield do.Drain(person)
    yield do.Drain(rng.choice((*game.view(seat).seats[seat].drained, "AL11")))
    yield do.Look(seat, rng.choice((1, "haven")), rng.randrange(3))
    yield do.UseRelic(person)
    yield do.Keep((clan_card,), give=rng.choice((None, hand[0])))
    yield do.Keep((clan_card, hand[0]))
    yield from (do.EndTurn(), do.Stay(), do.Withdraw(), do.Bid(50), do.Choose(anything), do.Choose(True), do.Choose(7))
    yield do.PickClan(rng.choice(("brujah", "ventrue", "nobody")))
    yield do.PickRelic(rng.choice(("RE01", "RE08", "nothing")))


@cache
def played() -> tuple[Game, ...]:
    """Recorded random games over all variants; on the way every question, label and refusal was asked for."""
    games = []
    for number, variant in enumerate(VARIANTS):
        for k in range(GAMES_EACH):
            rng = random.Random(100 * number + k)
            game = Game.new(seed=rng.randrange(10**6), **variant)
            while not game.is_over:
                if rng.random() < 0.04:
                    for action in made_up(rng, game):
                        check_refusal(game, rng.randrange(game.seats), action)
                seat = rng.choice(list(game.pending))
                decision = game.pending[seat]
                check_decision(game, decision, rng)
                game.apply(seat, decision.legal.sample(rng))
            check_refusal(game, 0, do.EndTurn())
            check_refusal(game, 9, do.EndTurn())
            check_refusal(game, 0, "nothing")  # type: ignore[arg-type]
            games.append(game)
    return tuple(games)


SEEN_REASONS: set[str] = set()
SEEN_QUESTIONS: set[str] = set()


def check_decision(game: Game, decision: Decision, rng: random.Random) -> None:
    SEEN_QUESTIONS.add(decision.question or decision.kind)
    options = list(decision.legal) if len(decision.legal) < 20 else [decision.legal.sample(rng) for _ in range(4)]
    for lang in LANGS:
        asked = message_text.decision_text(decision, game.names, lang)
        assert_plain(asked, question=True)
        assert "?" in asked, asked
        labels = [message_text.answer_label(decision, action, game.names, lang) for action in options]
        for label in labels:
            assert_plain(label)
        for action in options:
            assert_plain(message_text.action_text(action, game.names, lang))
        if len(decision.legal) < 20 and decision.kind != "keep":
            assert len(set(labels)) == len(set(options)), labels


def check_refusal(game: Game, seat: int, action: Action) -> None:
    why = game.why_not(seat, action)
    if why is None:
        return
    for reason in why.reasons:
        SEEN_REASONS.add(reason.key)
        assert rulebook.is_id(reason.rule)
        for lang in LANGS:
            assert_plain(reason.text(lang))
    assert all(f"[{rule}]" in why.text("de") for rule in why.rules)


# The words are complete -------------------------------------------------------------------------------------


def test_both_languages_say_the_same_things() -> None:
    english, german = messages("en"), messages("de")
    assert {s: list(k) for s, k in english.items()} == {s: list(k) for s, k in german.items()}
    for section, templates in english.items():
        for key, template in templates.items():
            assert set(fields(template)) or fields(german[section][key]) == []
            assert {f for f, _ in fields(template)} == {f for f, _ in fields(german[section][key])}, (section, key)


@pytest.mark.parametrize("lang", LANGS)
def test_templates_use_only_forms_that_exist(lang: str) -> None:
    for section, templates in messages(lang).items():
        for key, template in templates.items():
            for field, spec in fields(template):
                assert field.isidentifier(), (section, key)
                assert spec in SPECS or spec.count("|") == 1, (section, key, spec)


@pytest.mark.parametrize("lang", LANGS)
def test_every_event_cause_question_phase_and_step_has_words(lang: str) -> None:
    said = messages(lang)
    heads = {key.partition(".")[0] for key in said["event"]}
    assert heads | {"choice"} >= set(EVENTS)
    assert {key for key in said["entry"] if "." not in key} == set(CAUSE_RULES)
    assert set(QUESTIONS) | (set(KIND_NAMES) - {"", "choose", "over"}) <= set(said["decision"])
    for question in QUESTIONS:
        if question in YES_NO:
            assert {f"{question}.yes", f"{question}.no"} <= set(said["label"])
        if question not in SILENT_QUESTIONS:
            assert f"{question}.yes" in said["answer"] or f"{question}.value" in said["answer"]
    assert set(said["phase"]) == set(PHASES)
    assert set(said["step"]) == set(STEPS) - {""}
    assert {kind.do for kind in do.ACTIONS.kinds.values()} <= {key.partition(".")[0] for key in said["action"]}


def reason_keys() -> set[str]:
    """Every key that the refusals' source can give."""
    tree = ast.parse(Path(refusal.__file__).read_text(encoding="utf-8"))
    keys = {
        node.args[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Reason"
        and isinstance(node.args[1], ast.Constant)
    }
    keys |= {key for _, _, key in refusal._MOMENTS.values()} | {"look_turn"} | set(RULES.basics)
    return {str(key) for key in keys}


@pytest.mark.parametrize("lang", LANGS)
def test_every_refusal_has_words(lang: str) -> None:
    assert len(reason_keys()) > 40
    assert set(messages(lang)["refusal"]) == reason_keys()


def test_cards_that_only_count_are_those_of_the_engine() -> None:
    assert {IDS[card] for card, effect in EFFECT.items() if effect is counts_later} == message_text.COUNTS_LATER


PLAUSIBLE: dict[str, Any] = {
    "locations": (1, 2, "haven"),
    "name": "Ann", "mate": "Cy", "rival": "Bob", "giver": "Ann", "taker": "Bob", "owner": "Bob", "causer": "Bob",
    "lowest": "Bob", "who": "Bob, Cy", "card": "BR01", "by": "MA01", "named": "BR09", "against": "GA09",
    "relic": "RE03", "target": "VI01", "give": "BR02", "cards": ("BR01", "BR09"),
    "bottom": ("BR02",), "hand": ("BR08", "BR09"),
    "relics": ("RE01", "RE02"), "clan": "brujah", "clans": ("brujah", "ventrue"), "at": 2, "from": 1, "to": "haven",
    "answer": 2, "value": 2, "token": "blood", "phase": "feed", "step": "conflict", "with": "", "fee": 1, "why": "",
    "pact": "", "action": "'x'", "face": "sideways", "pool": 1, "things": ("3 Blood", "x"), "bids": ("Ann 1", "Bob 0"),
    "staying": ("Ann",), "leaving": (), "ranking": ("Ann", "Bob"), "tied": ("Ann", "Bob"), "winners": ("Ann", "Cy"),
    "asked": ("Ann", "Cy"),
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
def test_every_template_can_be_filled(lang: str) -> None:
    for section, templates in messages(lang).items():
        for key, template in templates.items():
            values = {field: PLAUSIBLE.get(field, 2) for field, _ in fields(template)}
            if "{answer:" in template and key.startswith(("turn_down", "name_card", "card")):
                values["answer"] = "BR01"
            if "{value:card}" in template:
                values["value"] = "BR01"
            if section == "event" and key.startswith(("play", "fee")):
                values["fee"] = ""
            text = say(section, key, lang, values)
            if section not in ("part", "place"):
                assert_plain(text, question=section == "decision")


# Whatever a game can bring is said plainly --------------------------------------------------------------------


def test_questions_labels_and_refusals_of_random_games_are_plain() -> None:
    played()
    game = table("Bob 2: BR03", Ann={"hand": ["TR08"], "blood": 4})  # rare by chance: Challenge takes Blood from a play
    game.apply(0, do.Play("TR08", 1, blood=3))
    check_decision(game, game.pending[0], random.Random(0))
    assert set(QUESTIONS) <= SEEN_QUESTIONS
    rare = {"portia", "known_already", "cannot_pay_forced", "must_hide", "relic_used", "out", "bid"}
    assert reason_keys() - SEEN_REASONS <= rare


@pytest.mark.parametrize("lang", LANGS)
def test_events_of_random_games_are_plain(lang: str) -> None:
    kinds = set()
    for game in played():
        for event in game.events:
            kinds.add(event.kind)
            for me in (event.seat, None, 0):
                assert_plain(message_text.event_text(event, game.names, lang, me))
    assert kinds >= set(EVENTS) - {"turn_skipped", "no_victim", "ambition_stays", "frenzy_bare", "look"}


@pytest.mark.parametrize("lang", LANGS)
def test_ledgers_of_random_games_are_plain(lang: str) -> None:
    causes = set()
    for game in played():
        for entry in game.ledger:
            causes.add(entry.cause)
            text = message_text.entry_text(entry, game.names, lang)
            assert_plain(text)
            assert str(entry.amount) in text
            for account in (entry.source, entry.target):
                assert_plain(message_text.account_text(account, game.names, lang))
    assert causes == set(CAUSE_RULES)


def test_all_rules_of_events_and_entries_exist() -> None:
    for rules in (*(kind.rules for kind in EVENTS.values()), *CAUSE_RULES.values(), *QUESTIONS.values()):
        assert all(rulebook.is_id(rule) for rule in rules)
    for game in played():
        for item in (*game.events, *game.ledger):
            assert item.rules
            assert all(rulebook.is_id(rule) for rule in item.rules), item


def test_what_is_secret_is_said_only_to_those_who_know() -> None:
    for game in played()[::5]:
        for event in game.events:
            hidden = [
                card for value in event.secret.values() for card in ([value] if isinstance(value, str) else value)
            ]
            hidden = [card for card in hidden if box.name(card) not in {box.name(card) for card in open_cards(event)}]
            for seat in range(game.seats):
                text = message_text.event_text(event, game.names, "en", seat)
                assert all((box.name(card) in text) == bool(event.knows >> seat & 1) for card in hidden), text
            assert message_text.event_text(event, game.names) == message_text.event_text(
                event.seen_by(None), game.names
            )


def open_cards(event: Event) -> list[str]:
    return [card for card in event.data.values() if isinstance(card, str) and card in NUMBER]


@pytest.mark.parametrize("lang", LANGS)
def test_logs_run_in_order_and_lose_no_rule(lang: str) -> None:
    for game in played()[::3]:
        for me in (None, 1):
            view = game.view(me)
            lines = log_lines(view, lang)
            assert [line.n for line in lines] == sorted(line.n for line in lines)
            assert len(lines) > 0.5 * (len(view.events) + len(view.ledger))
            held: dict[Any, set[str]] = {}
            for line in lines:
                assert_plain(line.text)
                assert len(set(line.rules)) == len(line.rules)
                held.setdefault(line.moment, set()).update(line.rules)
            for item in (*view.events, *view.ledger):
                assert set(item.rules) <= held[item.moment], item


def test_a_log_can_be_made_at_any_moment() -> None:
    rng = random.Random(8)
    game = Game.new(seats=5, seed=8, relics=True, location_cards=True)
    while not game.is_over:
        seat = rng.choice(list(game.pending))
        game.apply(seat, game.legal(seat).sample(rng))
        if rng.random() < 0.1:
            assert len({line.n for line in log_lines(game.view(seat))}) == len(log_lines(game.view(seat)))


# What a reader reads ------------------------------------------------------------------------------------------

NAMES = ("Ann", "Bob", "Cy", "Dee")


def told(
    kind: str, seat: int | None = 0, at: int | str | None = 1, rules: tuple[str, ...] = (), **data: Any
) -> list[str]:
    """An event in each language."""
    event = Event(0, kind, rules or EVENTS[kind].rules, seat, GameMoment(1, "planning", ""), at, data)
    return [message_text.event_text(event, NAMES, lang) for lang in LANGS]


def test_a_play_says_how_and_with_what() -> None:
    assert told("play", card="BR01", face="up", blood=3, flips=0, fee=0) == [
        "Ann plays Bloody Fury face up at The Rack with 3 Blood.",
        "Ann spielt Bloody Fury offen bei The Rack mit 3 Blut.",
    ]
    assert told("play", at="haven", face="down", blood=0, flips=2, fee=1) == [
        "Ann plays a card face down at the Prince's Haven with 2 flipped Diablerie tokens "
        "and Spends 1 Blood to hide it.",
        "Ann spielt eine Karte verdeckt in der Zuflucht des Prinzen mit 2 umgedrehten Diablerie-Markern "
        "und gibt für das Verdecken 1 Blut aus.",
    ]
    own = told("play", card="BR09", face="down", blood=1, flips=1, fee=0)
    assert own[0] == "Ann plays Hunt face down at The Rack with 1 Blood and 1 flipped Diablerie token."
    assert own[1] == "Ann spielt Hunt verdeckt bei The Rack mit 1 Blut und 1 umgedrehten Diablerie-Marker."
    by = {"card": "BR01", "face": "up", "blood": 0, "flips": 0, "fee": 0, "by": "MA01"}
    assert told("play", **by, owner=0)[0] == "Mesmerize plays Bloody Fury face up on Ann's Position at The Rack."
    assert told("play", **by, owner=1)[0] == (
        "Mesmerize plays Bob's Bloody Fury, out of Bob's hand, face up on Ann's Position at The Rack."
    )


def test_frenzy_names_who_caused_it_or_that_nobody_did() -> None:
    assert told("frenzy", causer=1)[0] == "Ann's Pool has no Blood: Frenzy! Bob caused it."
    assert (
        told("frenzy", causer=None)[1] == "Der Vorrat von Ann hat kein Blut mehr: Raserei! Niemand wird dafür belohnt."
    )
    assert "team mate Cy" in told("frenzy", causer=2, rules=("VTAG-06", "FRZ-01"))[0]


def test_a_count_adds_up() -> None:
    count: dict[str, Any] = {
        "power": 9,
        "cards": {"GA03": 1},
        "face_down": (4,),
        "blood": 2,
        "blood_power": 4,
        "litany": None,
    }
    assert told("count", **count)[0] == (
        "Ann has 9 Power: Feral Weapons 1, face down 4 (Mindless Assault), Blood 2 × 2 (Feral Weapons)."
    )
    assert told("count", **{**count, "power": 10, "blood_power": 2, "litany": "RE06"})[1] == (
        "Ann hat 10 Macht: Feral Weapons 1, verdeckt 4 (Mindless Assault), Halsted Litany 3, Blut 2."
    )


@pytest.mark.parametrize("lang", LANGS)
def test_events_too_rare_for_random_games_are_plain(lang: str) -> None:
    rare: list[list[str]] = [
        told("turn_skipped"),
        told("no_victim"),
        told("ambition_stays", seat=None),
        told("protected", card="TO06", against=None),
        told("look", owner=1, slot=0),
        told("look", owner=1, slot=0, card="BR01"),
        told("frenzy_bare"),
        told("frenzy_bare", rules=("FRZ-14", "FRZ-07")),
        told("ignored", card="BR09"),
        told("withdraw", cards=(), count=0, blood=1, to=2, rules=("CONTR-01",)),
        told("withdraw", cards=("NO01",), count=1, blood=1, to=2, rules=("CONTR-01",)),
        told("withdraw_haven", cards=(), count=0, blood=1, to="haven"),
        told("winner", ranking=(0, 1), tied=(0, 1), rules=("RUL-40", "CONF-04")),
        told("drain", card="AL30", rules=("RUL-10", "FRZ-06")),
        *(
            told("game_over", winners=winners, ranking=(0, 2, 1, 3), ties=ties, ties_by=(by,) * len(ties))
            for winners, ties in (((0,), ((0, 2), (1, 3))), ((0, 2), ((0, 2, 1, 3),)), ((0, 2), ()))
            for by in ("blood", "order", "fiorenza")
        ),
        told("game_over", winners=(0,), ranking=(0,), ties=(), ties_by=(), rules=("RUL-14", "EOG-04")),
    ]
    for texts in rare:
        assert_plain(texts[LANGS.index(lang)])


def paid(cause: str, source: Account, target: Account, rules: tuple[str, ...] = (), **more: Any) -> str:
    values = {"token": "blood", "amount": 2, "card": None, "by": None, **more}
    entry = Entry(
        0, values["token"], source, target, values["amount"], cause, rules or CAUSE_RULES[cause], values["card"],
        values["by"], GameMoment(1, "resolution", "aftermath"), 1,
    )  # fmt: skip
    return message_text.entry_text(entry, NAMES, "en")


def test_what_changes_a_number_is_told_with_its_cause() -> None:
    seen = dict.fromkeys(("printed", "own", "entry"), 0)
    for seed in range(40):
        rng, game = random.Random(seed), Game.new(seats=4, seed=seed)
        while not game.is_over:
            seat = game.to_act
            game.apply(seat, game.legal(seat).sample(rng))
        view, changed = game.view(None), set[str]()
        events = {event.n: event for event in view.events}
        entries = {entry.n: entry for entry in view.ledger}
        for line in log_lines(view):
            event, entry = events.get(line.n), entries.get(line.n)
            if line.kind == "location":
                changed = set()
            elif event is not None and line.kind == "printed":
                assert box.name(event.data["by"]) in line.text
                changed.add(event.data["card"])
                seen["printed"] += 1
            elif event is not None and line.kind == "count":
                for card, n in event.data["cards"].items():
                    record = box.find(card)
                    assert isinstance(record, box.ClanCard)
                    if n != record.power:
                        assert f"{record.name} {n} (printed {record.power})" in line.text
                        seen["own"] += card not in changed
            elif entry is not None and entry.card is not None:
                assert box.name(entry.card) in line.text
                seen["entry"] += 1
    assert min(seen.values()) > 5, seen


@pytest.mark.parametrize(("card", "named"), [("VE03", True), ("VE07", False)])
def test_a_card_that_acts_before_its_sign_says_why(card: str, named: bool) -> None:
    revelation = Event(0, "act", ("REV-02", "RUL-46"), 0, GameMoment(1, "resolution", "revelation"), 1, {"card": card})
    said = [message_text.event_text(revelation, NAMES, lang) for lang in LANGS]
    assert ("a card's text goes before its sign" in said[0]) == named
    assert ("der Text einer Karte geht ihrem Zeichen vor" in said[1]) == named


def test_the_five_verbs_are_told_apart() -> None:
    bank, ann, bob = Account("bank"), Account("pool", 0), Account("pool", 1)
    there = Account("position", 1, "haven")
    assert paid("gain", bank, ann, card="AL01") == "Ann Gains 2 Blood (Anita Wainwright)."
    assert paid("spend", ann, bank, card="TR09", by=0) == "Ann Spends 2 Blood (Hunt)."
    assert paid("lose", bob, bank, card="BR04", by=0) == "Bob Loses 2 Blood (Ann: Fist of Caine)."
    assert paid("lose", bob, bank, ("FRZ-03",), amount=1, card="BR04", by=0) == (
        "Bob Loses 1 Blood, all there is (Ann: Fist of Caine)."
    )
    assert paid("steal", bob, ann, card="BR07", by=0) == "Ann Steals 2 Blood from Bob (Show of Force)."
    assert paid("play", bob, there) == "Bob plays 2 Blood at the Prince's Haven."
    assert paid("fee", bob, there, card="TR04") == (
        "Bob Spends 2 Blood to play face down; with Dark Pact it goes to the Position at the Prince's Haven, "
        "not to the Bank."
    )
    assert paid("reward", bank, ann, token="influence", amount=1) == (
        "Ann Gains 1 Influence as a reward for the place in the ranking."
    )
    assert paid("reward", bank, ann, ("REW-05", "REW-08"), token="influence", amount=2) == (
        "Ann Gains 2 Influence as a reward: for first place, and 1 more for the Prince's Haven."
    )


def asked(question: str, card: str) -> Decision:
    return Decision(1, "choose", question, card, 1, QUESTIONS[question], Options((do.NO, do.YES), do.ACTIONS))


@pytest.mark.parametrize(
    ("question", "card", "yes", "no"),
    [
        ("curfew", "VE03", "Let 3 Blood be Stolen", "Give up Preparation and Aftermath effects here"),
        ("gaze", "VE06", "Hand over half of my Blood here", "Lose 1 Influence"),
        ("toll", "VE09", "Let 2 Blood be Stolen", "Give 1 Influence"),
        ("spend_half", "TR02", "Spend half of the Pool", "Turn Ancient Artifacts face down"),
        ("spend_half", "TR05", "Spend half of the Pool", "Do not pay"),
        ("tremere_ready", "TR08", "Turn it face down, Gain 1 Blood", "Drain a card"),
        ("use_relic", "RE07", "Gain 2 Blood, Drain nothing", "Drain a card"),
        ("mate", "BR04", "Yes, Dee counts", "No, leave Dee out"),
    ],
)
def test_yes_and_no_say_what_they_mean(question: str, card: str, yes: str, no: str) -> None:
    decision = asked(question, card)
    assert [message_text.answer_label(decision, do.Choose(answer), NAMES) for answer in (True, False)] == [yes, no]
    for lang in LANGS:
        assert_plain(message_text.decision_text(decision, NAMES, lang), question=True)


def test_actions_read_as_buttons() -> None:
    play = do.Play("BR01", 2, "down", 3, 1)
    assert (
        message_text.action_text(play, NAMES)
        == "Play Bloody Fury face down at The Asylum with 3 Blood and 1 flipped Diablerie token"
    )
    assert message_text.action_text(play, NAMES, "de") == (
        "Bloody Fury verdeckt bei The Asylum spielen mit 3 Blut und 1 umgedrehten Diablerie-Marker"
    )
    assert message_text.action_text(do.Play("BR09", "haven"), NAMES) == "Play Hunt face up at the Prince's Haven"
    assert message_text.action_text(do.Drain("AL10"), NAMES).endswith("Diablerie")
    assert (
        message_text.action_text(do.Look(1, 2, 0), NAMES)
        == "Spend 1 Blood: look at Bob's face-down card at The Asylum (card 1 there)"
    )
    kept = do.Keep(("BR01", "BR02"), give="BR09")
    assert (
        message_text.action_text(kept, NAMES, "de")
        == "Bloody Fury und Punk's Posse behalten, Hunt unter das Clandeck legen"
    )


@pytest.mark.parametrize("lang", LANGS)
def test_any_action_can_be_shown_even_a_wrong_one(lang: str) -> None:
    wrong: tuple[Action, ...] = (
        do.Play("nothing", 9, "sideways", -4, 7), do.Drain("nobody"), do.Look(8, "attic", 3), do.UseRelic("x"),
        do.PickClan("x"), do.PickRelic("x"), do.Keep(()), do.Bid(0), do.Choose("haven"), do.Choose(0),
        do.Choose("AL01"), do.Choose(True),
    )  # fmt: skip
    for action in wrong:
        assert message_text.action_text(action, NAMES, lang)
        assert message_text.action_text(do.ACTIONS.from_json(json.loads(json.dumps(action.to_json()))), NAMES, lang)


def test_numbers_have_the_right_form() -> None:
    assert say("refusal", "flips", values={"flips": 1, "tokens": 0}).startswith("You cannot flip 1 Diablerie token:")
    assert say("refusal", "flips", values={"flips": 2, "tokens": 1}).startswith("You cannot flip 2 Diablerie tokens:")
    assert told("looked", count=1)[1].startswith("Ann sieht sich 1 Karte ")
    assert told("looked", count=3)[1].startswith("Ann sieht sich 3 Karten ")


def test_what_nobody_knows_is_quoted() -> None:
    assert say("refusal", "relic_offer", values={"card": "spoon"}) == '"spoon" is not among the Relics on offer.'
    assert say("refusal", "no_location", "de", {"at": "Mond"}).startswith("„Mond“ ist nicht im Spiel")


def test_places_have_names() -> None:
    assert [message_text.place(at) for at in (1, 2, 3, "haven", None)] == [
        "The Rack", "The Asylum", "Club Zombie", "Prince's Haven", "",
    ]  # fmt: skip
    assert message_text.place("haven", "de") == "Zuflucht des Prinzen"


def test_unknown_languages_and_keys() -> None:
    with pytest.raises(rulebook.UnknownLanguage, match=r"'fr'; expected de or en") as fault:
        say("refusal", "fee", "fr")
    assert "\n" not in str(fault.value)
    assert isinstance(fault.value, ValueError)
    for lang in LANGS:
        assert say("event", "moonrise", lang) == "[event: moonrise]"
        assert say("weather", "rain", lang) == "[weather: rain]"
        assert "?" in say("refusal", "fee", lang)
