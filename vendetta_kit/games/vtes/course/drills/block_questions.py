"""Questions about blocks: who may try, how much intercept is missing, when stealth and intercept can be added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from vendetta_kit.course.drills.question_families import FEWEST, Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import AnswerOption, ExplanationLine, seat_options, with_reasons
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.blocking import settle_block
from vendetta_kit.games.vtes.engine.board import is_card, may_block, prey, seat_of
from vendetta_kit.games.vtes.engine.card_play import No
from vendetta_kit.games.vtes.engine.decision_kinds import BLOCK
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.modifiers_and_reactions import against_verb
from vendetta_kit.games.vtes.engine.state import (
    ACT,
    ACTOR,
    BLOCKER,
    DEFENDER,
    IN,
    INTERCEPT,
    READY,
    STEALTH,
    TORPOR,
)
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.refusal import WhyNot
from vendetta_kit.kernel.state import ASK
from vendetta_kit.rulebook import VTES

from ..question_words import phrase, refusal_line, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, no_log, outcome

MOST: Final = 6
"""The most minions that are options."""
TRIES: Final = 4
"""The most intercept that a question lets a blocker lack."""


def _id(g: Game, card: int) -> str:
    return g.rules.card(g, card)


# Minions that may try --------------------------------------------------------------------------------------


def _minions(g: Game, seat: int) -> list[int]:
    """Return the minions that are options: the asked seat's, then others', one of each printed card."""
    found: dict[str, int] = {}
    for region in (READY + seat, TORPOR + seat, *(READY + other for other in range(g.seats) if other != seat)):
        for card in g.z[region]:
            found.setdefault(_id(g, card), card)
    return list(found.values())[:MOST]


def _tries(unit: StoryUnit, g: Game) -> dict[int, WhyNot | None]:
    """Return for each minion the engine's reason why it cannot try to block, ``None`` if it can."""
    assert unit.seat is not None
    return {card: g.why_not(unit.seat, do.Block(card)) for card in _minions(g, unit.seat)}


def _block_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.action is None or unit.before.n[ASK] != BLOCK:
        return
    found = _tries(unit, unit.position())
    no = [why for why in found.values() if why is not None]
    if no and len(no) < len(found):
        yield QuestionKey("minions", tuple(dict.fromkeys(("BLOCK-03", *(why.rules[0] for why in no)))))


def _block_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(str(card) for card, why in _tries(unit, unit.position()).items() if why is None)


def _block_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g = unit.position()
    assert unit.seat is not None
    options, lines = [], []
    for card, why in _tries(unit, g).items():
        named = phrase("block.minion", minion=_id(g, card), name=unit.names[seat_of(g, card)])
        if why is None:
            lines.append(ExplanationLine(phrase("block.may", minion=_id(g, card)), ("BLOCK-03",)))
        else:
            first = why.reasons[0]
            text = {lang: first.text(lang) for lang in VTES.languages()}
            lines.append(ExplanationLine(phrase("block.not", minion=_id(g, card), text=text), (first.rule,)))
        options.append(AnswerOption(str(card), named, f"minion-{card}", lines[-1].text))
    prompt = phrase(
        "block", minion=_id(g, g.n[ACTOR]), name=unit.names[seat_of(g, g.n[ACTOR])], asked=unit.names[unit.seat]
    )
    return Body(prompt, tuple(options), tuple(lines), (rule_line("BLOCK-03"),), scene=False)


add_family(Family("block", "many", _block_about, _block_right, _block_body, open=True, until=no_log, pressed=True))


# Seats that may try ----------------------------------------------------------------------------------------


def _aim_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.action is not None and unit.after.n[ACT] and any(event.kind == "action" for event in unit.events):
        g = unit.after
        if may_block(g) and g.n[IN].bit_count() > FEWEST["many"]:
            yield QuestionKey("players", ("BLOCK-03",))


def _aim_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(str(seat) for seat in may_block(unit.later(out)))


def _aim_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g = unit.after
    told = next(event for event in unit.events if event.kind == "action")
    what = {lang: practice_words().event_text(told, unit.names, lang, viewer) for lang in VTES.languages()}
    there = [seat for seat in range(g.seats) if g.n[IN] >> seat & 1]  # all are named, not only who is aimed at
    options = seat_options(unit.names, [seat for seat in there if seat != seat_of(g, g.n[ACTOR])])
    seats = list(may_block(g))
    if g.n[DEFENDER] >= 0:
        line = phrase("aim.directed", name=unit.names[g.n[DEFENDER]])
    else:
        line = phrase("aim.undirected", names=[unit.names[seat] for seat in seats])
    actor = seat_of(g, g.n[ACTOR])
    name = unit.names[actor]
    whys = {option.value: line for option in options}
    if g.n[DEFENDER] < 0:
        for option in options:
            other = int(option.value)
            key = "prey" if other == prey(g, actor) else "predator" if other in seats else "neither"
            whys[option.value] = phrase(f"aim.{key}", other=unit.names[other], name=name)
    return Body(
        phrase("aim", what=what, names=[unit.names[seat] for seat in there]),
        with_reasons(options, whys),
        (ExplanationLine(line, ("BLOCK-03",)),),
        scene=False,
        why=line,
    )


add_family(Family("aim", "many", _aim_about, _aim_right, _aim_body, open=True, pressed=True))


# Missing intercept -----------------------------------------------------------------------------------------


def _lacks(unit: StoryUnit) -> int:
    """Return the least added intercept with which the block succeeds."""
    for more in range(TRIES):
        g = unit.position()
        g.n[INTERCEPT] += more
        rec = g.rec
        assert rec is not None
        rows = len(rec.events)
        g.run(lambda game: True)
        if any(event.kind == "blocked" for event in rec.events[rows:]):
            return more
    return TRIES


def _catch_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.does(settle_block) and any(event.kind in ("blocked", "block_failed") for event in unit.events):
        worked = any(event.kind == "blocked" for event in unit.events)
        yield QuestionKey("intercept", ("BLOCK-06", "BLOCK-11") if worked else ("BLOCK-06",))


def _catch_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return ("fails" if _lacks(unit) else "works",)


def _first(unit: StoryUnit) -> int:
    """Return the last row of the log to show: the block's result, without the combat."""
    return unit.n


def _catch_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    if _lacks(unit) == TRIES:
        return None
    g = unit.before
    lacks = _lacks(unit)
    options = tuple(AnswerOption(value, phrase(f"catch.{value}")) for value in ("works", "fails"))
    just = ExplanationLine(phrase("catch.lacks", n=lacks), ("BLOCK-06",))
    why = phrase("catch.why.fails" if lacks else "catch.why.works", stealth=g.n[STEALTH], intercept=g.n[INTERCEPT])
    prompt = phrase(
        "catch",
        minion=_id(g, g.n[ACTOR]),
        name=unit.names[seat_of(g, g.n[ACTOR])],
        blocker=_id(g, g.n[BLOCKER]),
        other=unit.names[seat_of(g, g.n[BLOCKER])],
        stealth=g.n[STEALTH],
        intercept=g.n[INTERCEPT],
    )
    return Body(prompt, options, last=(*((just,) if lacks else ()), rule_line("BLOCK-06")), scene=False, why=why)


add_family(
    Family(
        "catch",
        "one",
        _catch_about,
        _catch_right,
        _catch_body,
        open=True,
        until=_first,
        kept={"works": 0.6},
        then=outcome,
    )
)


# Adding stealth and intercept ------------------------------------------------------------------------------

_NO: Final = {
    "stealth": ("stealth_no_block", "stealth_enough"),
    "intercept": ("intercept_blocker", "intercept_enough"),
}
"""The keys of the engine's refusals to add stealth or intercept."""


def _against(g: Game, verb: str) -> No | None:
    """Return the engine's reason why stealth or intercept cannot be added now, ``None`` if it can."""
    who = g.n[ACTOR] if verb == "stealth" else g.n[BLOCKER]
    return against_verb(g, seat_of(g, who), who, verb)


def _attempts(unit: StoryUnit) -> Iterator[str]:
    if unit.does(settle_block):
        yield from _NO
    elif unit.action is not None and unit.before.n[ASK] == BLOCK:
        yield "stealth"  # nobody has tried to block yet


def _add_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for verb in _attempts(unit):
        if is_card(unit.before, unit.before.n[ACTOR]):
            yield QuestionKey(verb, ("BLOCK-07",))


def _add_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    no = _against(unit.position(), key)
    return ("yes" if no is None else no[1],)


def _add_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g = unit.before
    no = _against(unit.position(), key)
    figures = {"stealth": g.n[STEALTH], "intercept": g.n[INTERCEPT]}
    actor = {"minion": _id(g, g.n[ACTOR]), "name": unit.names[seat_of(g, g.n[ACTOR])]}
    if g.n[BLOCKER] < 0:
        prompt = phrase("add.early", **actor)
    else:
        blocker = {"blocker": _id(g, g.n[BLOCKER]), "other": unit.names[seat_of(g, g.n[BLOCKER])]}
        prompt = phrase(f"add.{key}", **actor, **blocker, **figures)
    refused = _NO["stealth"][0] if g.n[BLOCKER] < 0 else _NO[key][1]  # the other refusal is never right here
    pair = "early" if g.n[BLOCKER] < 0 else key
    fine = ExplanationLine(phrase("add.fine", **figures), ("BLOCK-07",))
    line = fine if no is None else refusal_line(no[0], no[1], no[2])
    options = tuple(
        AnswerOption(value, phrase(f"add.{pair}.{way}")) for value, way in (("yes", "yes"), (refused, "no"))
    )
    return Body(prompt, options, (line,), (rule_line("BLOCK-07"),), scene=False, why=line.text)


add_family(
    Family(
        "add",
        "one",
        _add_about,
        _add_right,
        _add_body,
        open=True,
        until=no_log,
        kept={"stealth_no_block": 0.2, "yes": 0.7},
    )
)
