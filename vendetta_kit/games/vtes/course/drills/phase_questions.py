"""Questions about the phases of a turn: which of three things a player may do now, and how many transfers there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, NamedTuple

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey
from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Words
from vendetta_kit.games.vtes import wording
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import ready
from vendetta_kit.games.vtes.engine.decision_kinds import (
    DISCARD,
    MASTER_PHASE,
    MINION_PHASE,
    TRANSFER,
    UNTAP_PHASE,
)
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.rule_numbers import TRANSFERS
from vendetta_kit.games.vtes.engine.state import ACTIVE, HAND, TORPOR, TRANSFERS_LEFT, TURN, UNCONTROLLED
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import Reason
from vendetta_kit.kernel.state import ASK
from vendetta_kit.rulebook import VTES

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, no_log

PHASES: Final = {
    UNTAP_PHASE: "untap",
    MASTER_PHASE: "master",
    MINION_PHASE: "minion",
    TRANSFER: "influence",
    DISCARD: "discard",
}
"""The phase of each decision of one's own turn that is asked about."""
RULES: Final[dict[str, str]] = {
    "take_edge": "UNTAP-03", "pay": "CONT-03", "yield": "CONT-03", "withdraw": "WITH-01", "play": "MAST-01",
    "bleed": "ACT-01", "hunt": "HUNT-01", "leave": "TORP-04", "diablerize": "TORP-08", "rescue": "TORP-06",
    "transfer": "INF-03", "take_back": "INF-04", "draw": "INF-05", "discard": "DISC-01",
}  # fmt: skip
"""The rule by which each of the things may be done."""
MOST: Final = 3
"""The most cards of one region that are tried."""
WAYS: Final = 2
"""How many questions one decision gives."""
NOT_ASKED: Final = frozenset({"needs_minion", "needs_target", "no_pass"})
"""Refusals that are about how a move is given, not about the rules."""


class _Choice(NamedTuple):
    """The one thing that may be done, and the others, each with the engine's first reason against it."""

    right: Action
    wrong: tuple[tuple[Action, Reason], ...]


def _tried(g: Game, seat: int) -> Iterator[Action]:
    """Yield what a newcomer might want to do, whatever the phase is."""
    yield from (do.TakeEdge(), do.Withdraw(), do.Draw())
    for card in ready(g, seat)[:MOST]:
        yield from (do.Bleed(card), do.Hunt(card))
    yield from map(do.Leave, g.z[TORPOR + seat][:MOST])
    for card in g.z[UNCONTROLLED + seat][:MOST]:
        yield from (do.Transfer(card), do.TakeBack(card))
    for card in g.z[HAND + seat][:MOST]:
        yield from (do.Discard(card), do.Play(card))


def said(g: Game, action: Action) -> Words:
    """Return the words of an action's button."""
    return {
        lang: practice_words().action_text(action, g.names, lambda card: g.rules.card(g, card), lang)
        for lang in VTES.languages()
    }


def _choices(unit: StoryUnit) -> list[_Choice]:
    """Return the choices of a decision: three different things to do, refused for different reasons.

    Where it can be, one of the wrong ones is told in fewer words than the right one, and one in more.
    """
    g, seat = unit.position(), unit.seat
    assert seat is not None
    rng = Random(f"{unit.story}:{unit.n}")
    plays = g.n[ASK] == MASTER_PHASE  # elsewhere what is played is an action of a minion
    may = [action for action in g.legal(seat) if action.do in RULES and (plays or action.do != "play")]
    tried = list(_tried(g, seat))
    for found in (may, tried):
        rng.shuffle(found)
    refused = [(action, why.reasons[0]) for action in tried if (why := g.why_not(seat, action)) is not None]
    refused = [row for row in refused if row[1].key not in NOT_ASKED]
    refused.sort(key=lambda row: row[1].key == "moment")  # another phase's move is the plainest refusal
    made = []
    for right in may[:WAYS]:
        own = said(g, right)["en"]
        wrong: list[tuple[Action, Reason]] = []
        for longer in (False, True):
            done = {right.do, *(action.do for action, _ in wrong)}
            rules = {reason.rule for _, reason in wrong}
            rest = [row for row in refused if row[0].do not in done and row[1].rule not in rules]
            texts = {id(row): said(g, row[0])["en"] for row in rest}
            rest.sort(key=lambda row: len({*own.split()} & {*texts[id(row)].split()}))  # no word of it points elsewhere
            rest.sort(key=lambda row: (len(texts[id(row)]) > len(own)) != longer)
            wrong += rest[:1]
        if len(wrong) == 2:
            made.append(_Choice(right, tuple(wrong)))
    return made


def _rules(choice: _Choice) -> tuple[str, ...]:
    return tuple(dict.fromkeys((RULES[choice.right.do], *(reason.rule for _, reason in choice.wrong))))


def _about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.action is not None and unit.seat is not None and unit.before.n[ASK] in PHASES:
        for k, choice in enumerate(_choices(unit)):
            yield QuestionKey(f"{unit.seat}-{k}", _rules(choice))


def _chosen(unit: StoryUnit, key: str) -> _Choice:
    return _choices(unit)[int(key.partition("-")[2])]


def _done(unit: StoryUnit, key: str) -> Game:
    """Return the game after the one thing that may be done."""
    g = unit.position()
    assert unit.seat is not None
    g.apply(unit.seat, _chosen(unit, key).right)
    return g


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g, choice = unit.before, _chosen(unit, key)
    rule = rule_line(RULES[choice.right.do])
    options = [AnswerOption(choice.right.do, said(g, choice.right), why=rule.text)]
    lines = []
    for action, reason in choice.wrong:
        text = {lang: reason.text(lang) for lang in VTES.languages()}
        options.append(AnswerOption(action.do, said(g, action), why=text))
        lines.append(ExplanationLine(phrase("now.not", action=said(g, action), text=text), (reason.rule,)))
    phase = {lang: wording.say("phase", PHASES[g.n[ASK]], lang) for lang in VTES.languages()}
    prompt = phrase("now", name=unit.names[viewer], phase=phase)
    return Body(prompt, tuple(options), (rule, *lines), scene=False, why=rule.text)


add_family(
    Family(
        "now",
        "one",
        _about,
        lambda unit, out, key: (_chosen(unit, key).right.do,),
        _body,
        open=True,
        until=no_log,
        asker=lambda key: int(key.partition("-")[0]),
        then=_done,
    )
)


# Transfers of a turn ---------------------------------------------------------------------------------------

EARLY: Final = 5
"""The latest turn of the game that is asked about: from the fourth on each gives the same."""


def _transfers_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    begins = any(event.kind == "phase" and event.data["phase"] == "influence" for event in unit.events)
    if begins and unit.after.n[ASK] == TRANSFER and unit.after.n[TURN] <= EARLY:
        yield QuestionKey("turn", ("INF-02",) if unit.after.n[TURN] < TRANSFERS else ("INF-01",))


def _transfers_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    turn, got = unit.after.n[TURN], unit.after.n[TRANSFERS_LEFT]
    if got != min(turn, TRANSFERS):
        return None  # a card gives more or fewer
    why = phrase("transfers.why.early" if turn < TRANSFERS else "transfers.why", n=got, turn=turn)
    rule = rule_line("INF-02" if turn < TRANSFERS else "INF-01")
    prompt = phrase("transfers", name=unit.names[unit.after.n[ACTIVE]], turn=turn)
    return Body(prompt, (), (rule,), scene=False, why=why)


add_family(
    Family(
        "transfers",
        "number",
        _transfers_about,
        lambda unit, out, key: (str(out.n[TRANSFERS_LEFT]),),
        _transfers_body,
        open=True,
        until=no_log,
    )
)
