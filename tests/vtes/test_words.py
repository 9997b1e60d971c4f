"""The words of V:TES: whatever the engine can tell, ask or refuse has some in both languages; none is left over."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from string import Formatter

import pytest

from tests.vtes.table import At, vampire
from tests.vtes.written import PARTS, rows_with
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vtes import engine
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import state
from vendetta_kit.games.vtes.engine.card_reader import practice_set, read_cards
from vendetta_kit.games.vtes.engine.card_verbs import TARGETS, TYPES, VERBS
from vendetta_kit.games.vtes.engine.cards import CLANS, DISCIPLINES, VOTES, Card
from vendetta_kit.games.vtes.engine.decision_kinds import NAMES, QUESTIONS
from vendetta_kit.games.vtes.engine.events import CAUSES, EVENTS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.refusal import MOMENTS, Reason
from vendetta_kit.games.vtes.engine.rules import RULES
from vendetta_kit.games.vtes.wording import Words, card_lines, card_text, say
from vendetta_kit.kernel.refusal import BadPosition
from vendetta_kit.rulebook.rule_records import UnknownLanguage

LANGS = ("en", "de")
SOURCES = sorted(Path(engine.__file__).parent.glob("*.py"))


def messages(lang: str) -> dict[str, dict[str, str]]:
    return read_json("vtes", "lang", lang, "messages.json")  # type: ignore[no-any-return]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def reasons() -> dict[str, set[str]]:
    """Each key of a refusal that the engine's source names, with the values that go with it everywhere."""
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Tuple):
                parts = node.elts
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                parts = node.args
            if len(parts) == 3 and isinstance(parts[1], ast.Constant) and isinstance(parts[2], ast.Dict):
                values = {key.value for key in parts[2].keys if isinstance(key, ast.Constant)}
                key = str(parts[1].value)
                found[key] = found.get(key, values) & values
    return found | {"no_action": {"action"}, "no_seat": {"seat", "last"}}  # the kernel's own


# The words are complete -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_every_refusal_has_words_and_none_is_left_over(lang: str) -> None:
    named, said = reasons(), messages(lang)["refusal"]
    assert len(named) > 60
    assert set(said) == set(named)
    for key, template in said.items():
        assert fields(template) <= named[key], key


def test_both_languages_say_the_same_things() -> None:
    english, german = messages("en"), messages("de")
    assert {s: list(k) for s, k in english.items()} == {s: list(k) for s, k in german.items()}
    same = {
        "clan", "discipline", "title", "part", "card", "what", "region", "account", "board", "sect", "action", "did",
        "verb", "strike", "office",
    }  # fmt: skip
    for section, templates in english.items():
        for key, template in templates.items():
            assert fields(template) == fields(german[section][key]), (section, key)
            if section not in same:
                alike = key in ("phase", "statement", "statement.ruling", "left.why")
                assert template != german[section][key] or alike, key


@pytest.mark.parametrize("lang", LANGS)
def test_everything_that_has_a_name_in_the_engine_has_words(lang: str) -> None:
    said = messages(lang)
    heads = {section: {key.partition(".")[0] for key in words} for section, words in said.items()}
    assert heads["event"] == set(EVENTS)
    assert heads["entry"] == set(CAUSES)
    assert heads["decision"] == (set(NAMES) | set(QUESTIONS)) - {"", "choose"}
    assert heads["action"] == {kind.do for kind in do.KINDS}
    assert heads["verb"] == set(VERBS)
    assert set(said["when"]) == {kind.do for kind in MOMENTS}
    assert set(said["did"]) == set(state.ACTION_NAMES) - {""}
    assert list(said["phase"]) == list(state.PHASES)
    assert list(said["region"]) == list(state.REGION_NAMES)
    assert set(said["title"]) == set(VOTES)
    assert list(said["discipline"]) == list(DISCIPLINES)
    assert set(said["clan"]) == set(CLANS)
    assert set(said["sect"]) == set(CLANS.values())
    assert set(said["type"]) == set(TYPES)
    assert set(said["target"]) == set(TARGETS)
    told = set(QUESTIONS) - RULES.silent_questions
    assert {f"choice.{question}.{answer}" for question in told for answer in ("yes", "no")} <= set(said["event"])


# Whole games ------------------------------------------------------------------------------------------------


def whole(text: str) -> bool:
    """Whether a sentence has no gap that nothing filled, and no key in place of words."""
    return bool(text) and not any(sign in text for sign in ("[", "]", "{", "}", "?", "None", "True", "False"))


@pytest.mark.parametrize("seed", range(4))
def test_a_game_can_be_told_asked_and_refused_in_both_languages(seed: int) -> None:
    game = Game.new(seed=seed, rounds=8, ante="yes" if seed % 2 else "no")
    chance, words = random.Random(seed), Words()
    questions, labels = 0, 0

    def card(number: int) -> str:
        return str(game.rules.card(game, number))

    while game.pending:
        decision = next(iter(game.pending.values()))
        legal = list(decision.legal)
        for lang in LANGS:
            asked = words.decision_text(decision, lang)
            assert whole(asked.replace("?", "")), asked
            buttons = [words.action_text(action, game.names, card, lang, decision) for action in legal]
            assert all(map(whole, buttons)), buttons
            questions, labels = questions + 1, labels + len(buttons)
        if chance.random() < 0.05:
            stranger = chance.choice([do.Bleed(20), do.Vote(-1, True), do.Transfer(12), do.Draw(), do.Play(14, 15)])
            why = game.why_not(decision.seat, stranger)
            for lang in LANGS:
                assert why is None or all(whole(reason.text(lang)) for reason in why.reasons)
        game.apply(decision.seat, chance.choice(legal))
    assert questions > 100
    for me in (None, *range(game.seats)):
        for lang in LANGS:
            for event in game.events:
                assert whole(words.event_text(event, game.names, lang, me)), event
    for lang in LANGS:
        for entry in game.ledger:
            assert whole(words.entry_text(entry, game.names, lang)), entry
            assert whole(words.account_text(entry.source, game.names, lang))


def test_a_secret_is_told_to_nobody_else() -> None:
    game, words = Game.new(seed=3, rounds=1), Words()
    dealt = [event for event in game.events if event.kind == "dealt"]
    assert len(dealt) == 4
    for event in dealt:
        mine, other = (words.event_text(event, game.names, "en", seat) for seat in (event.seat, 3 - event.seat))
        held = [practice_set()[card].named() for card in event.seen_by(event.seat).data["hand"]]
        assert all(name in mine for name in held)
        assert not any(name in other for name in held)


def test_a_reason_names_its_cards_and_numbers() -> None:
    reason = Reason("HUNT-04", "hungry", {"cards": ("WV01", "WV05")})
    assert (
        reason.text("de")
        == "Wer kein Blut hat, jagt zuerst: Ilse Varga und Der kleine Ander; vorher geschieht nichts anderes."
    )
    assert Reason("LIB-17", "no_action_card", {"type": "combat"}).text().endswith("its type is combat card.")


def test_cards_of_ones_own_are_called_by_their_names() -> None:
    own = read_cards([{"id": "MY01", "name": {"en": "My Trick", "de": "Mein Kniff"}, "type": "combat"}])
    values = {"card": "MY01", "name": "Ann"}
    assert Words(own).say("event", "burned", "de", values) == "„Mein Kniff“ von Ann wird verbrannt."
    assert Words().say("event", "burned", "de", values) == "MY01 von Ann wird verbrannt."


def test_damage_of_which_a_part_is_aggravated_says_so() -> None:
    row = {"id": "HOOK", "name": "Hook", "type": "combat", "basic": [{"strike": {"damage": 3, "aggravated": 1}}]}
    card = read_cards([row])["HOOK"]
    assert "3 damage, 1 of it aggravated" in card_text(card)
    assert "3 Schaden, 1 davon schwer heilbar" in card_text(card, "de")
    row["basic"] = [{"strike": {"damage": 3, "aggravated": 0}}]
    with pytest.raises(BadPosition, match="aggravated"):
        read_cards([row])


def test_a_refusal_names_cards_of_ones_own() -> None:
    own = {**vampire("MY02"), "name": {"en": "My Vampire", "de": "Mein Vampir"}}
    game = At({"ready": [{"card": "MY02", "blood": 0}]}, {}, cards=[own]).g
    no = game.why_not(0, do.Pass())
    assert no is not None
    assert "My Vampire must hunt" in no.text()
    assert "Mein Vampir" in no.text("de")


def test_a_language_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(UnknownLanguage, match=r"^lang: found 'fr'; expected de or en$"):
        say("phase", "untap", "fr")


# The text of a card -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", practice_set().values(), ids=str)
def test_every_card_of_the_practice_set_says_what_it_does(card: Card) -> None:
    for lang in LANGS:
        assert all(map(whole, card_lines(card, lang))), card_text(card, lang)
    parts = (card.basic, card.superior, card.gives, card.tap, card.untap)
    numbers = [e.value for part in parts for e in part if type(e.value) is int]
    text = card_text(card)
    assert all(str(n) in text for n in (*numbers, card.blood, card.pool, card.life, card.capacity, card.stealth) if n)
    assert card_text(card, "de") != text


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("HL10", ("Basic: Strike: steal 1 blood or life.", "Superior: Strike: steal 2 blood or life, at any range.")),
        ("HL19", ("The minion with this card: Potence one level higher. +1 capacity.",)),
        ("HL03", ("Life 3. Strength 1. Bleed 0.", "This minion: Strike: 2 damage, at any range. +1 intercept.")),
        ("OL11", ("Transfers in each of your influence phases: +1.",)),
        ("OL03", ("If the referendum passes: The target gets the title Prince of Trier.",)),
        ("OL06", ("Requires a vampire: Presence and a title.",)),
    ],
)
def test_what_a_card_says(card: str, lines: tuple[str, ...]) -> None:
    assert set(lines) <= set(card_lines(practice_set()[card]))


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_says_something_wherever_it_may_stand(verb: str) -> None:
    about = VERBS[verb]
    seen: dict[str, set[str]] = {lang: set() for lang in LANGS}
    found = set()
    told = set()
    for where, row in rows_with(verb):
        new = {(where, row["type"], part, str(row[part])) for part in PARTS if part in row} | {
            (where, row.get("target"))
        }
        if new <= told:
            continue
        told |= new
        card = read_cards([row])["X"]
        for lang in LANGS:
            assert all(map(whole, card_lines(card, lang))), (card, card_text(card, lang))
            seen[lang].add(card_text(card, lang))
        found.add(where)
    assert found == about.on
    assert seen["en"].isdisjoint(seen["de"])
