"""Questions on the gains and costs of a Drain (tokens, Feed, score) and on the score at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import ExplanationLine
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.engine.actions import Drain
from vendetta_kit.games.vendetta.engine.card_tables import DRAIN_BLOOD, DRAINED_INFLUENCE, FEED, IDS, INFLUENCE, NUMBER
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import OUT, ROUND, TOKENS_DOWN, TOKENS_UP
from vendetta_kit.rulebook import languages

from .drill_positions import StoryUnit
from .number_questions import number_at, prompt_for
from .question_families import cards_of, family, name_of, seat_of, without_scores

TOKEN_RULES: Final = frozenset(
    ("DRAIN-07", "DRAIN-10", "DIAB-01", "DIAB-09", "DIAB-10", "FRZ-08", "RUL-15", "DIAB-03", "FRZ-06")
)
SCORE_RULES: Final = frozenset((
    "EOG-02", "EOG-03", "EOG-08", "DRAIN-05", "DIAB-02", "DIAB-09", "VREL-07", "RUL-49", "RUL-50", "RUL-52",
))  # fmt: skip
WORTH_RULES: Final = ("DRAIN-05", "DIAB-02", "CARD-01")


# Drains ------------------------------------------------------------------------------------------------------


def _tokens(n: list[int], seat: int) -> int:
    return n[TOKENS_UP + seat] + n[TOKENS_DOWN + seat]


def _tokens_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for seat in unit.in_game():
        rows = [e for e in unit.events if e.kind in ("drain", "diablerie", "eliminated") and e.seat == seat]
        if rows and not unit.after.n[OUT] >> seat & 1:
            yield QuestionKey(str(seat), rules_in(rows, TOKEN_RULES))


def _tokens_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (str(_tokens(out.n, int(key))),)


def _tokens_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    before = ExplanationLine(phrase("line.before", n=_tokens(unit.before.n, int(key))))
    return Body(phrase("tokens", name=name_of(unit, key)), (), (before,))


family(
    Family("tokens", "number", _tokens_about, _tokens_right, _tokens_body, drawn=True, focus=seat_of, shows=cards_of)
)


def _up_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind == "tokens_up":
            yield QuestionKey(str(event.seat), ("EOR-04", "DIAB-07"))


family(
    Family(
        "tokens_up",
        "number",
        _up_about,
        number_at(TOKENS_UP),
        prompt_for("tokens_up", TOKENS_UP),
        open=True,
        focus=seat_of,
        shows=cards_of,
    )
)


def _drained_card(unit: StoryUnit) -> int | None:
    """Return the card of a usual Drain in the player's own turn."""
    if not isinstance(unit.action, Drain) or unit.seat is None or unit.after.n[OUT] >> unit.seat & 1:
        return None
    return NUMBER[unit.action.card]


def _feed_loss_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    card = _drained_card(unit)
    if card is not None and unit.before.n[ROUND] < ROUNDS and FEED[card] > 0:
        yield QuestionKey(str(unit.seat), ("FEED-04", "CARD-01", *(("CARD-05",) if card >= NUMBER["VI01"] else ())))


def _feed_loss_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    card = _drained_card(unit)
    assert card is not None
    return (str(FEED[card]),)


def _feed_loss_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    card = _drained_card(unit)
    assert card is not None
    line = ExplanationLine(phrase("line.four", **_four(card)), ("CARD-01", "FEED-04"))
    return Body(phrase("feed_loss", name=name_of(unit, key)), (), (), (line,))


def _four(card: int) -> dict[str, Any]:
    return {
        "card": IDS[card],
        "feed": FEED[card],
        "influence": INFLUENCE[card],
        "blood": DRAIN_BLOOD[card],
        "drained": DRAINED_INFLUENCE[card],
    }


family(Family("feed_loss", "number", _feed_loss_about, _feed_loss_right, _feed_loss_body, open=True, shows=cards_of))


def _score_loss_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    card = _drained_card(unit)
    if card is not None and box.text(_four(card)["card"]) == "" and _loss(unit, card) >= 0:
        vampire = any(event.kind == "diablerie" for event in unit.events)
        victim = ("CARD-05", "CARD-02") if card >= NUMBER["VI01"] else ()
        yield QuestionKey(str(unit.seat), (*WORTH_RULES[: 2 if vampire else 1], *victim, *WORTH_RULES[2:]))


def _loss(unit: StoryUnit, card: int) -> int:
    assert unit.seat is not None
    tokens = _tokens(unit.after.n, unit.seat) - _tokens(unit.before.n, unit.seat)
    return INFLUENCE[card] - DRAINED_INFLUENCE[card] + tokens


def _score_loss_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    card = _drained_card(unit)
    assert card is not None
    return (str(_loss(unit, card)),)


def _score_loss_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    card = _drained_card(unit)
    assert card is not None
    lines = [ExplanationLine(phrase("line.four", **_four(card)), ("CARD-01", "DRAIN-05"))]
    if any(event.kind == "diablerie" for event in unit.events):
        lines.append(ExplanationLine(phrase("line.token"), ("DIAB-02",)))
    lines.append(ExplanationLine(phrase("line.after", n=_loss(unit, card))))
    return Body(phrase("score_loss", name=name_of(unit, key)), (), (), tuple(lines))


family(
    Family(
        "score_loss",
        "number",
        _score_loss_about,
        _score_loss_right,
        _score_loss_body,
        open=True,
        strip=without_scores,
        shows=cards_of,
    )
)


# The score -------------------------------------------------------------------------------------------------


def _score_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind == "score":
            lines = [e for e in unit.entries if event.seat in (e.source.seat, e.target.seat)]
            phases = [phase for phase in unit.events if phase.kind == "phase"]
            yield QuestionKey(str(event.seat), rules_in((*lines, event, *phases), SCORE_RULES))


def _score_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(str(event.data["score"]) for event in out.events if event.kind == "score" and event.seat == int(key))


def _score_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    seat = int(key)
    lines = []
    worth: Counter[str] = Counter()
    for entry in unit.entries:
        if seat in (entry.source.seat, entry.target.seat) and entry.cause.startswith("score"):
            sign = "-" if entry.cause == "score_diablerie" else "+"
            lines.append(
                ExplanationLine(phrase(f"line.{entry.cause}", card=entry.card, n=f"{sign}{entry.amount}"), entry.rules)
            )
            worth[entry.cause] += entry.amount
    total = next(event.data["score"] for event in unit.events if event.kind == "score" and event.seat == seat)
    lines.append(ExplanationLine(phrase("line.sum", n=total)))
    parts = [phrase(f"why.{cause}", n=n) for cause, n in worth.items()]
    why = phrase("why.score", parts={lang: ", ".join(part[lang] for part in parts) for lang in languages()}, n=total)
    return Body(phrase("score", name=name_of(unit, key)), (), tuple(lines), why=why)


family(
    Family(
        "score",
        "number",
        _score_about,
        _score_right,
        _score_body,
        open=True,
        strip=without_scores,
        until=lambda unit: -1,
        shows=cards_of,
    )
)
