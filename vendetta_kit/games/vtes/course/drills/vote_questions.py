"""Questions about votes: how many a source gives, and whether a referendum passes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import with_reasons
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import is_vampire, printed, title
from vendetta_kit.games.vtes.engine.politics import close, with_prisci
from vendetta_kit.games.vtes.engine.state import AGAINST, CALLED_BY, FOR, PRISCI_AGAINST, PRISCI_FOR
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.rulebook import VTES

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, answer_options, outcome, why_by_half

_OF_TITLE: Final = {"priscus": "POL-12", "independent": "POL-10"}
"""The rule that gives a title its votes, where it is not POL-09."""


CLOSE: Final = 1
"""By how many votes the sides differ at most where the outcome is asked: of more it is plain."""


def _source(unit: StoryUnit) -> tuple[str, str] | None:
    """Return the kind of source of a unit's votes, with its rule; ``None`` if a card's text gives them."""
    vote, g = unit.action, unit.before
    if not isinstance(vote, do.Vote):
        return None
    if vote.source < 0:
        return "edge", "POL-11"
    if is_vampire(g, vote.source):
        held = title(g, vote.source)
        return ("title", _OF_TITLE.get(held.kind, "POL-09")) if held is not None else None
    if vote.source == g.n[CALLED_BY]:
        return "caller", "POL-08"
    return ("card", "POL-08") if printed(g, vote.source).type == "political_action" else None


def _tally_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    source = _source(unit)
    if source is not None and any(event.kind == "vote" for event in unit.events):
        yield QuestionKey(source[0], (source[1], "POL-07"))


def _tally_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (f"{out.n[FOR]}/{out.n[AGAINST]}",)


def _tally_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    vote, g = unit.action, unit.before
    assert isinstance(vote, do.Vote)
    assert unit.seat is not None
    source = _source(unit)
    assert source is not None
    yes, no = g.n[FOR], g.n[AGAINST]
    right = _tally_right(unit, unit.outcome(), key)[0]
    sides = [(yes + n, no) for n in range(5)] if vote.yes else [(yes, no + n) for n in range(5)]
    other = (yes, no + 1) if vote.yes else (yes + 1, no)
    near = sorted(sides, key=lambda side: abs(sum(side) - sum(map(int, right.split("/")))))
    found = {f"{a}/{b}": phrase("tally.is", yes=a, no=b) for a, b in (near[0], other, *near[1:])}
    held = title(g, vote.source) if key == "title" else None
    titles = {lang: practice_words().title_text(held, lang) if held is not None else "" for lang in VTES.languages()}
    card = g.rules.card(g, vote.source) if vote.source >= 0 else None
    prompt = phrase(
        f"tally.{key}",
        name=unit.names[unit.seat],
        card=card,
        title=titles,
        yes=yes,
        no=no,
        side=phrase("tally.for" if vote.yes else "tally.against"),
    )
    to_yes, to_no = map(int, right.split("/"))
    why = phrase(f"tally.why.{key}", card=card, title=titles, n=to_yes + to_no - yes - no, yes=to_yes, no=to_no)
    side = phrase("tally.side", name=unit.names[unit.seat], side=phrase("tally.for" if vote.yes else "tally.against"))
    whys = why_by_half(found, right, why if vote.yes else side, side if vote.yes else why)
    options = with_reasons(answer_options(found, right), whys)
    return Body(prompt, options, last=(rule_line(source[1]),), scene=False, why=why)


add_family(
    Family(
        "tally",
        "one",
        _tally_about,
        _tally_right,
        _tally_body,
        open=True,
        shows=lambda unit, key: ("stage",),
        then=outcome,
    )
)


def _passes_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    n = unit.before.n
    prisci = n[PRISCI_FOR] + n[PRISCI_AGAINST]
    if unit.does(close) and (prisci or abs(n[FOR] - n[AGAINST]) <= CLOSE):
        yield QuestionKey("outcome", ("POL-06", "POL-12") if prisci else ("POL-06",))


def _passes_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple("passes" if event.data["passes"] else "fails" for event in out.events if event.kind == "outcome")


def _passes_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    n = unit.before.n
    figures = {"yes": n[FOR], "no": n[AGAINST]}
    if n[PRISCI_FOR] + n[PRISCI_AGAINST]:
        prompt = phrase("passes.prisci", **figures, more=n[PRISCI_FOR], less=n[PRISCI_AGAINST])
    else:
        prompt = phrase("passes", **figures)
    found = {value: phrase(f"passes.{value}") for value in ("passes", "fails")}
    right = _passes_right(unit, unit.outcome(), key)[0]
    yes, no = with_prisci(n[FOR], n[AGAINST], n[PRISCI_FOR], n[PRISCI_AGAINST])
    why = phrase(f"passes.why.{right}", yes=yes, no=no) if (yes > no) is (right == "passes") else None
    return Body(prompt, answer_options(found, right), last=(rule_line("POL-06"),), scene=False, why=why)


def _outcome(unit: StoryUnit) -> int:
    """Return the last row of the log to show: the outcome, without the card's effects."""
    return next(event.n for event in unit.events if event.kind == "outcome")


add_family(
    Family(
        "passes",
        "one",
        _passes_about,
        _passes_right,
        _passes_body,
        open=True,
        until=_outcome,
        kept={"passes": 0.3},
        then=outcome,
    )
)
