"""The text of a card, composed of its verbs: each verb is one sentence.

>>> from vendetta_kit.games.vtes.engine.card_reader import practice_set
>>> print(card_text(practice_set()["WL02"]))
Action modifier
Cost: 1 blood.
Requires a vampire: Dominate.
Basic: +1 bleed.
Superior: +2 bleed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from vendetta_kit.games.vtes.engine.card_verbs import OF_ITS_CONTROLLER, VERBS
from vendetta_kit.games.vtes.engine.cards import ANYBODY, Card, Effect, Effects, StrikeEffect, X

from .message_text import practice_words

_PARTS: Final = ("hands", "ranged", "first", "dodge", "combat_ends")
"""The properties of a strike that have words of their own."""


_YOURS: Final = (*OF_ITS_CONTROLLER, "for_all", "counters")
"""What a card in play gives to its controller or keeps, not to a minion."""


def card_text(card: Card, lang: str = "en") -> str:
    """Return the text of a card, one line for each part of it.

    Args:
        card: a printed card.
        lang: the language.

    Raises:
        UnknownLanguage: there is no such language; the message lists the languages.
    """
    return "\n".join(card_lines(card, lang))


def card_lines(card: Card, lang: str = "en", superior: bool | None = None, by: str = "") -> tuple[str, ...]:
    """Return the lines of :func:`card_text`: type, cost, requirement, target, numbers, effects.

    ``superior``: the level at which the card was played, whose effects alone are told; ``None`` for both. ``by``: who
    plays it, named where the reader is somebody else.

    >>> from vendetta_kit.games.vtes.engine.card_reader import practice_set
    >>> card_lines(practice_set()["CL16"], "de")
    ('Ausrüstung', 'Kosten: 1 Pool.', 'Der Minion mit dieser Karte: +1 Intercept.')
    """
    return tuple(_lines(card, lang, superior, by))


def _lines(card: Card, lang: str, superior: bool | None, by: str) -> Iterator[str]:
    say = practice_words().say
    if card.type == "vampire":
        yield from _vampire(card, lang)
    else:
        yield from _library(card, lang)
    levels = [("basic" if card.superior else "plain", card.basic), ("superior", card.superior)]
    if superior is not None and card.superior:
        levels = [("plain", card.superior if superior else card.basic)]
    for part, effects in levels:
        if effects:
            text = _sentences(card, effects, _played(card, effects), lang, by)
            if card.type == "political_action":
                text = say("card", "passes", lang, {"text": text})
            yield say("card", part, lang, {"text": text})
    yours = tuple(effect for effect in card.gives if effect.verb in _YOURS)
    minions = tuple(effect for effect in card.gives if effect.verb not in _YOURS)
    if minions:
        whose = "itself" if card.type in ("vampire", "ally") else "bearer"
        yield say("card", whose, lang, {"text": _sentences(card, minions, "gives", lang)})
    if yours:
        yield _sentences(card, yours, "gives" if card.given("for_all") is None else "all", lang, by)
    for part, effects in (("tap", card.tap), ("untap", card.untap)):
        if effects:
            yield say("card", part, lang, {"text": _sentences(card, effects, part, lang, by)})


def _vampire(card: Card, lang: str) -> Iterator[str]:
    say = practice_words().say
    yield say("card", "vampire", lang, {"clan": card.clan, "sect": card.sect, "capacity": card.capacity})
    if card.disciplines:
        names = {1: "basic", 2: "superior"}
        things = [
            say("card", "discipline", lang, {"discipline": discipline, "level": names[level]})
            for discipline, level in card.disciplines.items()
        ]
        yield say("card", "disciplines", lang, {"things": things})
    if card.title is not None:
        yield say("card", "title", lang, {"title": card.title})


def _library(card: Card, lang: str) -> Iterator[str]:
    say = practice_words().say
    kind = say("type", card.type, lang)
    words = [kind[0].upper() + kind[1:]]
    if card.kind not in ("", "other"):
        words.append(say("kind", card.kind, lang))
    if card.unique:
        words.append(say("card", "unique", lang))
    yield " · ".join(words)
    paid = [say("card", key, lang, {"n": n}) for key, n in costs(card) if n]
    if paid:
        yield say("card", "costs", lang, {"things": paid})
    needs = card.needs
    if needs != ANYBODY:
        things = [say("card", f"needs.{key}", lang, needs._asdict()) for key in needs._fields if getattr(needs, key)]
        ready = card.type in ("master", "out_of_turn")
        yield say("card", "needs.ready" if ready else "needs", lang, {"things": things})
    if card.once_each_turn:
        yield say("card", "once_each_turn", lang)
    if card.target:
        yield say("card", "target", lang, {"target": card.target})
    shown = ("life", "strength", "bleed") if card.type == "ally" else ("life",)
    numbers = [say("card", key, lang, {"n": getattr(card, key)}) for key in shown if card.life]
    if card.stealth:
        numbers.insert(0, say("card", "stealth", lang, {"n": card.stealth}))
    if numbers:
        yield " ".join(numbers)


def costs(card: Card) -> Iterator[tuple[str, int | str]]:
    """Yield each kind of cost with its number, or with a text such as ``2 + X``."""
    for key, n in (("blood", card.blood), ("pool", card.pool)):
        yield key, (f"{n} + X" if n else "X") if card.x == key else n


def _sentences(card: Card, effects: Effects, where: str, lang: str, by: str = "") -> str:
    return " ".join(_sentence(card, effect, where, lang, by) for effect in effects)


def _played(card: Card, effects: Effects) -> str:
    """Return where the effects stand that a card has when it is played, as :func:`_sentence` takes it."""
    if any(effect.verb == "whole_combat" for effect in effects):
        return "whole"
    return card.type if card.type in ("combat", "reaction") else ""


def _sentence(card: Card, effect: Effect, where: str, lang: str, by: str = "") -> str:
    """Return the sentence of one verb.

    ``where`` is the part of the card on which it stands: empty for being played, the type of a combat or a reaction
    card, ``whole`` where it is for all of a combat; ``all`` for what holds for everybody. ``by`` names who plays it.
    """
    verb, value = effect
    words = practice_words()
    values: dict[str, Any] = {"n": "X" if value == X else value, "value": value, "by": by}
    if verb == "one_of":
        values["options"] = " ".join(
            f"({k + 1}) {_sentences(card, option, where, lang)}" for k, option in enumerate(value)
        )
    if isinstance(value, StrikeEffect):
        values["strike"] = _strike(value, lang)
    key = f"{verb}.{value}" if isinstance(VERBS[verb].takes, tuple) else verb
    keys = [f"{key}.by"] if by else []
    keys += [f"{key}.{where}"] if where else []
    if card.target:
        keys.append(f"{key}.target")
    return words.first("verb", (*keys, key), lang, values)


def level_text(card: Card, superior: bool, lang: str = "en", but: str = "") -> str:
    """Return what a card does where it is played at a level, without the level's name; empty if it stays in play.

    The effects of the verb ``but`` are left out.

    >>> from vendetta_kit.games.vtes.engine.card_reader import practice_set
    >>> level_text(practice_set()["WL02"], superior=True)
    '+2 bleed.'
    """
    effects = tuple(effect for effect in (card.superior if superior else card.basic) if effect.verb != but)
    whole = any(effect.verb == "whole_combat" for effect in effects)
    return _sentences(card, effects, "whole" if whole else "", lang)


def option_text(card: Card, level: int, choice: int, lang: str = "en") -> str:
    """Return the words for what the player chose when playing a card: one of its effects, or the value of X."""
    if card.x:
        return practice_words().say("part", "x", lang, {"n": choice})
    return practice_words().say(
        "part", "option", lang, {"text": option_sentences(card, level, choice, lang).rstrip(".")}
    )


def option_sentences(card: Card, level: int, choice: int, lang: str = "en") -> str:
    """Return the sentences of one of the effects among which a card's player chooses."""
    several = next(effect.value for effect in card.effects(level) if effect.verb == "one_of")
    return _sentences(card, several[choice], _played(card, several[choice]), lang)


def _strike(blow: StrikeEffect, lang: str) -> str:
    """Return a strike's damage and properties as a list in words."""
    say = practice_words().say
    parts: list[str] = []
    if blow.damage or blow.with_strength:
        key = ("strength.more" if blow.damage else "strength") if blow.with_strength else "damage"
        parts.append(say("strike", f"{key}.aggravated" if blow.aggravated else key, lang, {"n": blow.damage}))
    if blow.part_aggravated:
        parts.append(say("strike", "part_aggravated", lang, {"n": blow.part_aggravated}))
    if blow.steal_blood:
        parts.append(say("strike", "steal_blood", lang, {"n": blow.steal_blood}))
    parts += [say("strike", f"{key}.{what}", lang) for key in ("destroy", "steal") if (what := getattr(blow, key))]
    if blow.paralyze:
        parts.append(say("strike", "paralyze", lang))
    parts += [say("strike", key, lang) for key in _PARTS if getattr(blow, key)]
    if blow.self_damage:
        parts.append(say("strike", "self_damage", lang, {"n": blow.self_damage}))
    return say("part", "comma", lang).join(parts or [say("strike", "nothing", lang)])
