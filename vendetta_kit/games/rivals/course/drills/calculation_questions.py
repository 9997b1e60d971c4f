"""Drill questions that ask for a calculation of Rivals, with numbers made from the number in the unit's name.

>>> unit = next(iter(units("wounded/3")))
>>> [asked.rules for asked in FAMILIES["wounded"].about(unit)]
[('VAMP-10',)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, Unit, UnitOutcome
from vendetta_kit.course.questions import (
    AnswerOption,
    ExplanationLine,
    Words,
    join_texts,
    phrase_by_language,
    untranslated,
)
from vendetta_kit.games.rivals.engine import calculations
from vendetta_kit.games.rivals.engine.game import NAMES
from vendetta_kit.games.rivals.engine.state import PRESTIGE_EACH
from vendetta_kit.games.rivals.wording.message_text import say
from vendetta_kit.rulebook import RIVALS


def phrase(key: str, **values: Any) -> Words:
    """Return a phrase of the drills in every language. A value that is itself :class:`Words` is used in each language.

    >>> phrase("potency", n=5)["en"]
    'A Leader has Blood Potency 5. How much Prestige has its player after the set-up?'
    """
    return phrase_by_language(lambda lang, within: say("drill", key, lang, within), values)


class SketchedThing(NamedTuple):
    """One thing in the picture of a calculation: its ``kind``, its numbers by their names, and whose it is."""

    kind: str
    numbers: Mapping[str, int]
    name: str = ""


@dataclass(frozen=True, slots=True)
class CalculationSketch:
    """The picture of a calculation, which stands for the view of a table."""

    figures: tuple[SketchedThing, ...]

    def view(self, seat: int | None, log: bool = True) -> CalculationSketch:
        """Return the picture: everybody sees the same."""
        return self


class Calculation(Unit):
    """A unit of the drills that stands for one calculation; its name is a family and a number (``wounded/3``)."""

    @property
    def draw(self) -> Random:
        """Return a random generator seeded with the unit's name: the same unit always gets the same numbers."""
        return Random(self.story)

    @property
    def family(self) -> str:
        """The name of the question family."""
        return self.story.partition("/")[0]

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[:3]

    def position(self) -> Any:
        """Return the picture of what is calculated."""
        return CalculationSketch(_MAKERS[self.family][1](self.draw).figures)


def units(name: str) -> Iterator[Calculation]:
    """Yield the one calculation of this name, such as ``wounded/3``. Raises ``KeyError`` for an unknown family."""
    if name.partition("/")[0] not in FAMILIES:
        raise KeyError(name)
    yield Calculation(name, 0, (), ())


class CalculationQuestion(NamedTuple):
    """One question; ``options`` is empty where a number is typed, ``step`` is one step of the calculation."""

    words: Words
    right: str
    options: tuple[AnswerOption, ...]
    rules: tuple[str, ...]
    figures: tuple[SketchedThing, ...]
    step: Words | None = None


_ATTRIBUTE: Final = {"physical": "VAMP-05", "social": "VAMP-06", "mental": "VAMP-07"}
_ENDINGS: Final = {
    "GOAL-03": ("GOAL-03",),
    "GOAL-02": ("GOAL-06", "GOAL-02"),
    "GOAL-09": ("GOAL-09", "GOAL-04", "GOAL-06", "GOAL-07"),
}
"""Further rules behind an ending, by the rule that ended the game; endings not listed here compare Agenda."""


def _yes_no() -> tuple[AnswerOption, ...]:
    return AnswerOption("yes", phrase("yes")), AnswerOption("no", phrase("no"))


def _wounded(draw: Random) -> CalculationQuestion:
    potency = draw.randrange(2, 8)
    blood = draw.randrange(1, potency + 1)
    right = "yes" if calculations.is_wounded(blood, potency) else "no"
    vampire = SketchedThing("vampire", {"potency": potency, "blood": blood})
    most = phrase("wounded.most", potency=potency, n=potency // 2, blood=blood)
    return CalculationQuestion(
        phrase("wounded", potency=potency, blood=blood), right, _yes_no(), ("VAMP-10",), (vampire,), most
    )


def _attack(draw: Random) -> CalculationQuestion:
    intel, secrecy = draw.randrange(4), draw.randrange(4)
    right = "yes" if calculations.can_attack(intel, secrecy) else "no"
    figures = SketchedThing("attacker", {"intel": intel}), SketchedThing("vampire", {"secrecy": secrecy})
    words, step = (phrase(key, intel=intel, secrecy=secrecy) for key in ("attack", "attack.step"))
    return CalculationQuestion(words, right, _yes_no(), ("HAV-03", "ATK-04"), figures, step)


def _damage(draw: Random) -> CalculationQuestion:
    kind = draw.choice(tuple(calculations.DEFENCE))
    mine = {name: draw.randrange(4) for name in ("physical", "social", "mental")}
    damage, blood = draw.randrange(1, 6), draw.randrange(1, 7)
    taken = calculations.damage_taken(damage, kind, mine)
    left, _ = calculations.after_damage(blood, taken)
    rules = (_ATTRIBUTE[calculations.DEFENCE[kind]], "ATK-03", "VAMP-11")
    words = phrase("damage", n=damage, type=phrase(f"type.{kind}"), blood=blood, **mine)
    hit = SketchedThing("vampire", {"blood": blood, **mine})
    off = phrase("damage.left", n=taken, off=mine[calculations.DEFENCE[kind]], blood=blood, left=left)
    return CalculationQuestion(words, str(left), (), rules, (SketchedThing("attack", {kind: damage}), hit), off)


def _mend(draw: Random) -> CalculationQuestion:
    potency = draw.randrange(3, 8)
    blood = draw.randrange(potency)
    cards = draw.randrange(2)
    after = min(potency, blood + 1 + cards)
    rules = ("END-02", *(("END-03",) if cards else ()), *(("END-04",) if after == potency else ()))
    figures = (
        SketchedThing("torpor", {"potency": potency, "blood": blood}),
        *((SketchedThing("discard", {}),) if cards else ()),
    )
    key = "mend.card" if cards else "mend.none"
    step = phrase(f"{key}.step", potency=potency, blood=blood, n=after)
    return CalculationQuestion(phrase(key, potency=potency, blood=blood), str(after), (), rules, figures, step)


def _leader(draw: Random) -> CalculationQuestion:
    potency = draw.randrange(2, 9)
    left = PRESTIGE_EACH - potency
    step = phrase("potency.step", n=potency, all=PRESTIGE_EACH, left=left)
    return CalculationQuestion(
        phrase("potency", n=potency),
        str(left),
        (),
        ("SET-17", "SET-08"),
        (SketchedThing("leader", {"potency": potency}),),
        step,
    )


def _recruit(draw: Random) -> CalculationQuestion:
    potency = draw.randrange(2, 8)
    prestige = potency + draw.randrange(1, 10)
    left, blood = calculations.after_recruiting(prestige, potency)
    words = phrase("recruit", prestige=prestige, potency=potency)
    step = phrase("recruit.blood", n=blood, all=prestige, left=left)
    figures = SketchedThing("you", {"prestige": prestige}), SketchedThing("vampire", {"potency": potency})
    return CalculationQuestion(words, str(left), (), ("VAMP-12", "VAMP-02"), figures, step)


def _pay(draw: Random) -> CalculationQuestion:
    own, others = draw.randrange(1, 7), draw.randrange(1, 5)
    spent = draw.randrange(1, own + others)
    left, of_others = calculations.after_paying(own, others, spent)
    name = draw.choice(NAMES[1:])
    words = phrase("pay", own=own, others=others, n=spent, name=name)
    step = phrase("pay.own", n=own - left, others=others, left=of_others, name=name)
    figures = SketchedThing("you", {"own": own}), SketchedThing("others", {"prestige": others}, name)
    return CalculationQuestion(words, str(of_others), (), ("CITY-07",), figures, step)


def _card(draw: Random) -> CalculationQuestion:
    potency, asked = draw.randrange(2, 8), draw.randrange(1, 8)
    right = "yes" if calculations.can_play(potency, asked) else "no"
    blood = draw.randrange(1, potency + 1)
    words, step = (
        phrase("card", asked=asked, potency=potency, blood=blood),
        phrase("card.step", asked=asked, potency=potency),
    )
    figures = SketchedThing("card", {"asked": asked}), SketchedThing("vampire", {"potency": potency, "blood": blood})
    return CalculationQuestion(words, right, _yes_no(), ("VAMP-03", "VAMP-02"), figures, step)


def _out(draw: Random) -> CalculationQuestion:
    prestige, active, torpor = draw.randrange(1, 12), draw.randrange(3), draw.randrange(1, 4)
    right = "yes" if calculations.is_knocked_out(prestige, active) else "no"
    name, numbers = draw.choice(NAMES), {"prestige": prestige, "active": active, "torpor": torpor}
    words, figure = phrase("out", name=name, **numbers), SketchedThing("player", numbers, name)
    return CalculationQuestion(words, right, _yes_no(), ("GOAL-05",), (figure,))


def _event(draw: Random) -> CalculationQuestion:
    players, turn = draw.randrange(2, 5), draw.randrange(2, 9)
    words, step = (phrase(key, players=players, turn=turn, n=turn + players) for key in ("ongoing", "ongoing.step"))
    figures = tuple(SketchedThing("turn", {"turn": turn + k}, NAMES[k]) for k in range(players))
    return CalculationQuestion(words, str(turn + players), (), ("CITY-04", "CITY-03"), figures, step)


def _knock_out(draw: Random) -> CalculationQuestion:
    rivals, out = draw.choice(((1, 2, 0), (2, 0, 1))), draw.randrange(3)
    by = draw.choice([seat for seat in range(3) if seat != out] + [None])
    agenda = [draw.randrange(13) for _ in range(3)]
    ending = calculations.ending_after_knock_out(agenda, rivals, out, by)
    told = [{"name": NAMES[seat], "n": agenda[seat], "rival": NAMES[rivals[seat]]} for seat in range(3)]
    stand = {lang: " ".join(say("drill", "stand", lang, row) for row in told) for lang in RIVALS.languages()}
    key = "knock_out" if by is not None else "knock_out.nobody"
    words = phrase(key, stand=stand, out=NAMES[out], by=NAMES[by] if by is not None else "")
    options = (
        *(AnswerOption(str(seat), untranslated(NAMES[seat])) for seat in range(3)),
        AnswerOption("unsaid", phrase("unsaid")),
    )
    rules = _ENDINGS.get(ending.rule, ("GOAL-04", "GOAL-06", "GOAL-07"))
    right = "unsaid" if ending.winner is None else str(ending.winner)
    after = [{"name": NAMES[seat], "n": ending.agenda[seat]} for seat in range(3)]
    step = {lang: " ".join(say("drill", "stand.after", lang, row) for row in after) for lang in RIVALS.languages()}
    figures = tuple(
        SketchedThing("player", {"agenda": agenda[seat], "rival": rivals[seat]}, NAMES[seat]) for seat in range(3)
    )
    return CalculationQuestion(words, right, options, rules, figures, step)


def _evenly(make: Callable[[Random], CalculationQuestion], *rights: str) -> Callable[[Random], CalculationQuestion]:
    """Return a maker of the same questions in which each of these answers is right equally often.

    Otherwise the answer that is right most often could be guessed without the numbers.
    """

    def made(draw: Random) -> CalculationQuestion:
        wanted = draw.choice(rights)
        while True:
            question = make(draw)
            if question.right == wanted:
                return question

    return made


_EITHER: Final = ("yes", "no")
_MAKERS: Final[Mapping[str, tuple[str, Callable[[Random], CalculationQuestion]]]] = {
    "wounded": ("one", _evenly(_wounded, *_EITHER)),
    "attack": ("one", _evenly(_attack, *_EITHER)),
    "damage": ("number", _damage),
    "mend": ("number", _mend),
    "leader": ("number", _leader),
    "event": ("number", _event),
    "knockout": ("one", _evenly(_knock_out, "0", "1", "2", "unsaid")),
    "recruit": ("number", _recruit),
    "pay": ("number", _pay),
    "card": ("one", _evenly(_card, *_EITHER)),
    "out": ("one", _evenly(_out, *_EITHER)),
}


def _family(name: str, form: str, make: Callable[[Random], CalculationQuestion]) -> Family:
    def about(unit: Calculation) -> Iterable[QuestionKey]:
        if unit.family == name:
            yield QuestionKey("-", make(unit.draw).rules)

    def right(unit: Calculation, out: UnitOutcome, key: str) -> tuple[str, ...]:
        return (make(unit.draw).right,)

    def body(unit: Calculation, key: str, viewer: int) -> Body:
        made = make(unit.draw)
        said = tuple(
            ExplanationLine({lang: RIVALS.rule(r, lang).text for lang in RIVALS.languages()}, (r,)) for r in made.rules
        )
        step = (ExplanationLine(made.step, made.rules[:1]),) if made.step is not None else ()
        why = join_texts([line.text for line in (*step, *said[:1])])
        return Body(made.words, made.options, first=step, last=said, scene=False, why=why)

    return Family(name, form, about, right, body, open=True)


FAMILIES: Final[dict[str, Family]] = {name: _family(name, form, make) for name, (form, make) in _MAKERS.items()}
"""The question families by name; answers are calculated by :mod:`vendetta_kit.games.rivals.engine.calculations`."""
