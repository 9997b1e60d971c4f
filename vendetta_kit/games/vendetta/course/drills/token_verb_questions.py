"""Questions which of the verbs Play, Spend, Lose, Steal and Gain a movement of tokens is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Words
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.wording.message_text import say
from vendetta_kit.kernel.events import Account, Entry
from vendetta_kit.rulebook import languages, rule, term

from .drill_positions import StoryUnit
from .question_families import family, name_of

VERBS: Final = {
    "play": ("GLOS-06", "PLAN-12"),
    "spend": ("GLOS-10",),
    "lose": ("GLOS-11",),
    "steal": ("GLOS-12",),
    "gain": ("GLOS-09",),
}
"""The five verbs by their keys in the glossary, with the rules that define them."""
_VERB_OF: Final = {
    "fee": "spend", "spend": "spend", "lose": "lose", "steal": "steal", "gain": "gain", "feed": "gain",
    "drain": "gain", "reward": "gain", "play": "play",
}  # fmt: skip
_MORE_RULES: Final = {
    "fee": ("PLAN-09",), "feed": ("FEED-02",), "drain": ("DRAIN-04",), "reward": ("REW-15",), "steal": ("GLOS-13",),
}  # fmt: skip


def _entry(unit: StoryUnit, key: str) -> Entry:
    return next(entry for entry in unit.entries if entry.n == int(key))


def _usual(entry: Entry) -> bool:
    """Return whether the tokens go where this verb usually sends them and where a player can see it."""
    if entry.cause not in _VERB_OF or (entry.card is None and entry.cause in ("spend", "lose", "steal", "gain")):
        return False
    return entry.target.kind != "position" or entry.cause == "play"


def _about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for entry in unit.entries:
        if _usual(entry):
            yield QuestionKey(str(entry.n), (*VERBS[_VERB_OF[entry.cause]], *_MORE_RULES.get(entry.cause, ())))


def _right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (_VERB_OF[_entry(unit, key).cause],)


def _account(unit: StoryUnit, way: str, account: Account) -> Words:
    name = name_of(unit, account.seat) if account.seat is not None else ""
    return phrase(f"{way}.{account.kind}", name=name, at=account.at)


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    entry = _entry(unit, key)
    payer = entry.source.seat if entry.source.seat is not None else entry.target.seat
    prompt = phrase(
        "verb",
        amount=entry.amount,
        token={lang: say("token", entry.token, lang) for lang in languages()},
        moves=phrase("verb.moves.one" if entry.amount == 1 else "verb.moves.more"),
        source=_account(unit, "from", entry.source),
        target=_account(unit, "to", entry.target),
        why=phrase(f"verb.{entry.cause}", card=entry.card, name=name_of(unit, payer)),
    )
    options = tuple(AnswerOption(verb, {lang: term(verb, lang).term for lang in languages()}) for verb in VERBS)
    meaning = VERBS[_VERB_OF[entry.cause]][0]
    line = ExplanationLine({lang: rule(meaning, lang).text for lang in languages()}, (meaning,))
    return Body(prompt, options, last=(line,), scene=False)


family(Family("verb", "one", _about, _right, _body, open=True, until=lambda unit: -1))
