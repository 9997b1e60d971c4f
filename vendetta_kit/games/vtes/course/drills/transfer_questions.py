"""Questions about transfers: the result and cost of moving all of a turn onto one uncontrolled vampire."""

from __future__ import annotations

from collections.abc import Iterable

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import Words, log_explanation, with_reasons
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import blood, capacity, is_ready, is_vampire
from vendetta_kit.games.vtes.engine.decision_kinds import TRANSFER
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import POOL, TRANSFERS_LEFT, UNCONTROLLED
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.kernel.state import ASK, WHO

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, answer_options, no_log, why_by_half

_TOLD = frozenset({"ready", "title", "contested"})
"""Kinds of events that explain the answer."""


def _about(unit: StoryUnit) -> Iterable[QuestionKey]:
    g = unit.before
    if unit.seat is None or g.n[ASK] != TRANSFER or g.n[POOL + unit.seat] <= g.n[TRANSFERS_LEFT]:
        return
    for card in g.z[UNCONTROLLED + unit.seat]:
        if is_vampire(g, card) and blood(g, card) + 2 * g.n[TRANSFERS_LEFT] >= capacity(g, card):
            comes = is_ready(_filled(unit, card), card)
            yield QuestionKey(
                f"{unit.seat}-{card}", ("INF-03", "INF-06", "CRYPT-04") if comes else ("INF-03", "INF-06")
            )


def _seat(key: str) -> int:
    """Return the seat whose card it is; no other may know it."""
    return int(key.partition("-")[0])


def _card(key: str) -> int:
    return int(key.partition("-")[2])


def _filled(unit: StoryUnit, card: int) -> Game:
    """Return the position after the influence phase, with all transfers moved onto a card."""
    g = unit.position()
    assert unit.seat is not None
    transfer = do.Transfer(card)
    while g.n[ASK] == TRANSFER and g.n[WHO] >> unit.seat & 1:
        g.apply(unit.seat, transfer if g.why_not(unit.seat, transfer) is None else do.Pass())
    return g


def _value(comes: bool, counters: int, pool: int) -> str:
    return f"{'ready' if comes else 'waits'}/{counters}/{pool}"


def _outcome(unit: StoryUnit, card: int) -> tuple[bool, int, int]:
    assert unit.seat is not None
    g = _filled(unit, card)
    return is_ready(g, card), blood(g, card), g.n[POOL + unit.seat]


def _right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (_value(*_outcome(unit, _card(key))),)


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    card, g = _card(key), unit.before
    name, named = unit.names[viewer], g.rules.card(g, card)
    comes, counters, pool = _outcome(unit, card)
    had, left = g.n[POOL + viewer], g.n[TRANSFERS_LEFT]

    def words(comes: bool, counters: int, pool: int) -> Words:
        key = "transfer.ready" if comes else "transfer.waits"
        return phrase(key, card=named, n=counters, name=name, pool=pool)

    # Each half of the right option stands in a wrong one, too; the other pool is in the prompt only if the right is.
    said = {left, had, blood(g, card), capacity(g, card)}
    near = (pool + step for step in (1, -1, 2, -2, 3, -3, 4, -4) if pool + step >= 0)
    other = next((n for n in near if (n in said) == (pool in said)), had if pool in said else pool + 5)
    rows = [(ready, counters, n) for n in dict.fromkeys((pool, other)) for ready in (comes, not comes)]
    found = {_value(*row): words(*row) for row in rows}
    prompt = phrase(
        "transfer",
        name=name,
        left=left,
        pool=had,
        card=named,
        n=blood(g, card),
        capacity=capacity(g, card),
    )
    later = _filled(unit, card).rec
    assert later is not None
    entries = [row for row in later.entries if row.n >= unit.n and row.cause in ("transfer", "drained")]
    events = [row for row in later.events if row.n >= unit.n and row.kind in _TOLD]
    log = log_explanation(log_lines, viewer, unit.names, events, entries)
    total, key = blood(g, card) + had - pool, "ready" if comes else "waits"
    values = {"n": blood(g, card), "moved": had - pool, "total": total, "capacity": capacity(g, card), "pool": had}
    why = phrase(f"transfer.why.{key}", **values, left=pool)
    right, of_pool = _value(comes, counters, pool), phrase("transfer.pool", **values, left=pool)
    whys = why_by_half(found, right, phrase(f"transfer.{key}.why", **values), of_pool)
    options = with_reasons(answer_options(found, right), whys)
    return Body(prompt, options, log, (rule_line("INF-03"), rule_line("INF-06")), scene=False, why=why)


add_family(
    Family(
        "transfer",
        "one",
        _about,
        _right,
        _body,
        open=True,
        until=no_log,
        asker=_seat,
        then=lambda unit, key: _filled(unit, _card(key)),
    )
)
