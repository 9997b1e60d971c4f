"""Questions whether an action is legal, and why or why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Words, join_texts, with_reasons
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.question_words import phrase, rule_line
from vendetta_kit.games.vendetta.engine import actions as do
from vendetta_kit.games.vendetta.engine.agenda import AFTER, KEEP, PICK_CLAN, PICK_RELIC, PLAN, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS, IDS, LOCATIONS, PORTIA
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.rounds import cards_looked_at, usually_kept
from vendetta_kit.games.vendetta.engine.rule_numbers import FEE, KEPT_BACK, MOST_BLOOD
from vendetta_kit.games.vendetta.engine.state import (
    ALLIANCE,
    BLOOD,
    CARDS,
    CLAN,
    DRAINED,
    HAND,
    LOC,
    OUT,
    POOL,
    TOKENS_UP,
)
from vendetta_kit.games.vendetta.wording.message_text import action_text, event_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import Reason, WhyNot
from vendetta_kit.kernel.state import ASK, WHO
from vendetta_kit.rulebook import languages

from .drill_positions import StoryUnit
from .question_families import cards_of, family, seat_of

REASONS: Final = {
    "too_much_blood": "limit", "fee": "blood", "last_spent": "blood", "fee_first": "blood", "not_so_much": "blood",
    "hidden_and_more": "blood", "cannot_pay_forced": "blood", "last_blood": "last", "hidden_and_last": "last",
    "last_blood_open": "last", "bid": "last",
    "not_your_turn": "turn", "play_moment": "turn", "drain_moment": "turn", "token_moment": "turn",
    "keep_moment": "turn", "look_moment": "turn", "chalice_moment": "turn", "clan_moment": "turn",
    "relic_moment": "turn", "answered": "turn", "played_already": "played", "must_play": "must",
    "not_in_hand": "hand", "blood_alone": "hand", "no_location": "place", "must_hide": "hidden",
    "drained": "drained", "not_allied": "allied", "portia": "undrainable", "flips": "flips", "keep_count": "kept",
    "not_looked_at": "seen", "relic_used": "relic", "no_chalice": "relic", "no_ambrus": "look",
    "nothing_hidden": "look", "known_already": "look", "clan_offer": "offer", "relic_offer": "offer",
}  # fmt: skip
"""The short reason offered as an answer, by the key of the engine's reason."""
_ELSE: Final[dict[type[Action], tuple[str, ...]]] = {
    do.Play: ("blood", "last", "limit", "played", "turn", "flips", "hand", "place", "hidden"),
    do.Drain: ("turn", "drained", "allied", "undrainable", "played"),
    do.EndTurn: ("must", "turn"),
    do.Keep: ("kept", "seen", "turn"),
    do.Stay: ("turn", "must", "blood"),
    do.Look: ("look", "turn", "blood", "must"),
    do.UseRelic: ("relic", "turn", "drained", "must"),
}
"""Other short reasons offered as wrong answers."""

_OUTRULED: Final = frozenset((
    "blood", "last", "limit", "turn", "played", "must", "hand", "place", "hidden", "drained", "allied", "undrainable",
    "flips", "kept", "seen",
))  # fmt: skip
"""The short reasons of which a sentence says why they do not hold."""

Case = tuple[int, Action, tuple[str, ...]]
"""Seat, action, and the rules that make the action legal, if it is."""


def borderline_actions(g: Game) -> Iterator[Case]:
    """Yield actions close to the limits of what is legal at this decision."""
    n = g.n
    kind = n[ASK]
    asked = [seat for seat in range(g.seats) if n[WHO] >> seat & 1]
    if not asked:
        return
    seat = asked[0]
    if kind == PLAN:
        yield from _plays(g, seat)
        yield from _drains(g, seat)
        yield seat, do.EndTurn(), ()
        yield from _others(g, seat)
    elif kind == AFTER:
        card = g.z[HAND + seat]
        if card:
            yield seat, do.Play(IDS[card[0]], 1), ()
        yield from _drains(g, seat)
        yield from _others(g, seat)
    elif kind == TOKEN:
        for other in range(g.seats):
            if not n[WHO] >> other & 1 and not n[OUT] >> other & 1 and not _there(g, other):
                yield other, do.Stay(), ()
    elif kind == KEEP:
        cards = tuple(IDS[card] for card in cards_looked_at(g, seat))
        if len(cards) > 1:
            yield seat, do.Keep(cards), ()
            yield seat, do.Keep(cards[: usually_kept(len(cards))]), ("HAND-02", "HAND-01")
            if len(cards) == 3:
                yield seat, do.Keep(cards[:1]), ()
    elif kind == PICK_CLAN:
        for other in range(g.seats):
            if n[CLAN + other] >= 0:
                yield seat, do.PickClan(CLANS[n[CLAN + other]]), ()
                return
    elif kind == PICK_RELIC and all(n[CLAN + other] >= 0 for other in range(g.seats)):
        yield seat, do.PickClan(CLANS[n[CLAN + seat]]), ()


def _there(g: Game, seat: int) -> bool:
    pos = seat * 4 + g.n[LOC]
    return bool(g.z[CARDS + pos]) or g.n[BLOOD + pos] > 0


def _plays(g: Game, seat: int) -> Iterator[Case]:
    n, z = g.n, g.z
    hand, pool = z[HAND + seat], n[POOL + seat]
    if not hand:
        return
    card, last = IDS[hand[0]], IDS[hand[-1]]
    places = [AT[loc] for loc in LOCATIONS[g.seats]]
    first, haven = places[0], places[-1]
    tokens = n[TOKENS_UP + seat]
    down = ("PLAN-11", "PLAN-09", "RUL-02", "GLOS-10")
    if pool < FEE + KEPT_BACK:
        yield seat, do.Play(card, first, "down"), ()
        yield seat, do.Play(card, haven, "up"), ("PLAN-08", "PLAN-03")
    else:
        yield seat, do.Play(card, haven, "down"), down
    if pool > MOST_BLOOD + KEPT_BACK:
        yield seat, do.Play(last, first, "up", MOST_BLOOD + 1), ()
        yield seat, do.Play(last, first, "down", MOST_BLOOD), ("PLAN-10", "PLAN-12", "PLAN-09")
    if 1 <= pool <= MOST_BLOOD:
        yield seat, do.Play(card, first, "up", pool), ()
    if FEE < pool <= FEE + MOST_BLOOD:
        yield seat, do.Play(last, haven, "down", pool - 1), ()
        yield seat, do.Play(card, first, "up", pool - 1), ("PLAN-12", "RUL-01", "PLAN-26")
    if pool < MOST_BLOOD:
        yield seat, do.Play(card, haven, "up", MOST_BLOOD), ()
    if tokens:
        yield seat, do.Play(card, first, "up", 0, tokens), ("PLAN-24", "DIAB-04")
    yield seat, do.Play(card, first, "up", 0, tokens + 1), ()
    if g.seats < 5:
        yield seat, do.Play(card, 3), ()
    for loc in LOCATIONS[g.seats]:
        mine = [c for c in z[CARDS + seat * 4 + loc] if c // 9 == n[CLAN + seat]]
        if mine:
            yield seat, do.Play(IDS[mine[0]], AT[loc]), ()
            yield seat, do.Play(card, AT[loc]), ("PLAN-06", "PLAN-04")
        yield seat, do.Play(card, AT[loc]), ("PLAN-04", "PLAN-07")


def _drains(g: Game, seat: int) -> Iterator[Case]:
    z = g.z
    for card in z[ALLIANCE + seat][:2]:
        yield seat, do.Drain(IDS[card]), ("DRAIN-01", "PLAN-22", "RUL-18")
    if PORTIA in z[ALLIANCE + seat]:
        yield seat, do.Drain(IDS[PORTIA]), ()
    if z[DRAINED + seat]:
        yield seat, do.Drain(IDS[z[DRAINED + seat][0]]), ()
    other = (seat + 1) % g.seats
    if z[ALLIANCE + other]:
        yield seat, do.Drain(IDS[z[ALLIANCE + other][0]]), ()


def _others(g: Game, seat: int) -> Iterator[Case]:
    """Yield actions of a player whose turn it is not."""
    other = (seat + 1) % g.seats
    if g.n[OUT] >> other & 1:
        return
    if g.z[ALLIANCE + other]:
        yield other, do.Drain(IDS[g.z[ALLIANCE + other][0]]), ()
    if g.z[HAND + other]:
        yield other, do.Play(IDS[g.z[HAND + other][0]], "haven"), ()


# Keys of actions ---------------------------------------------------------------------------------------------


def to_key(seat: int, action: Action) -> str:
    """Return the seat and the action as one word without colons."""
    fields = [f"{value}" for key, value in action.to_json().items() if key not in ("do", "cards")]
    if isinstance(action, do.Play):
        fields = [action.card, str(action.at), action.face, str(action.blood), str(action.flips)]
    if isinstance(action, do.Keep):
        fields = list(action.cards)
    return "-".join((str(seat), action.do, *fields))


def from_key(key: str) -> tuple[int, Action]:
    """Return the seat and action that :func:`to_key` has written.

    >>> from_key("2-play-BR07-haven-down-3-0")
    (2, Play('BR07', at='haven', face='down', blood=3))
    """
    seat, kind, *fields = key.split("-")
    if kind == "play":
        card, at, face, blood, flips = fields
        return int(seat), do.Play(card, int(at) if at.isdigit() else at, face, int(blood), int(flips))
    if kind == "keep":
        return int(seat), do.Keep(tuple(fields))
    made: Any = do.ACTIONS.kinds[kind]
    return int(seat), made(*fields)


# The family ------------------------------------------------------------------------------------------------


def _why(unit: StoryUnit, seat: int, action: Action) -> WhyNot | None:
    return unit.position().why_not(seat, action)


def _may_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.action is None:
        return
    g = unit.position()
    rng = Random(f"{unit.story}:{unit.n}")
    seen = set()
    found = list(borderline_actions(g))
    rng.shuffle(found)
    for seat, action, legal in found[:4]:
        key = to_key(seat, action)
        why = g.why_not(seat, action)
        if key in seen or (why is not None and why.reasons[0].key not in REASONS):
            continue
        seen.add(key)
        yield QuestionKey(key, why.rules if why is not None else legal)


def _short(reason: Reason) -> str:
    """Return the short reason; having nothing at the Location goes before not being asked."""
    return "absent" if reason.rule == "WDR-01" else REASONS.get(reason.key, "")


def _may_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    why = _why(unit, *from_key(key))
    return ("yes" if why is None else _short(why.reasons[0]),)


def _may_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    seat, action = from_key(key)
    if seat != viewer:
        return None
    why = _why(unit, seat, action)
    reasons = why.reasons if why is not None else ()
    true = [_short(reason) for reason in reasons]
    others = [short for short in _ELSE.get(type(action), ("turn", "must", "offer", "kept")) if short not in true]
    Random(key).shuffle(others)
    wrong = others[: 3 - len(true[:1])]
    name = unit.names[seat]
    if why is None:
        lines = [ExplanationLine(phrase("may.fine")), *map(rule_line, _legal_rules(unit, key))]
        because = lines[-1].text
    else:
        lines = [
            ExplanationLine({lang: reason.text(lang) for lang in languages()}, (reason.rule,)) for reason in reasons
        ]
        lines.append(rule_line(reasons[0].rule))
        because = lines[-1 if true[0] == "absent" else 0].text
    whys = {"yes": because}
    for short in wrong:
        ruled_out = _ruled_out(unit, seat, action, short)
        if ruled_out is not None:
            whys[short] = join_texts((ruled_out, because)) if reasons else ruled_out
    options = [AnswerOption("yes", phrase("may.yes"))]
    options += [AnswerOption(short, phrase(f"may.no.{short}", name=name)) for short in (*true[:1], *wrong)]
    bare = phrase("scene.bare") if isinstance(action, do.Play) and not action.blood + action.flips else None
    said = {lang: action_text(action, unit.names, lang) + (bare[lang] if bare else "") for lang in languages()}
    looked = cards_looked_at(unit.position(), seat) if isinstance(action, do.Keep) else ()
    if looked:  # what is allowed follows from how many there are
        cards = {lang: ", ".join(box.name(IDS[card], lang) for card in looked) for lang in languages()}
        prompt = phrase("may.keep", name=name, action=said, cards=cards)
    else:
        prompt = phrase("may", name=name, action=said, so_far=_so_far(unit, seat, action))
    return Body(prompt, with_reasons(options, whys), tuple(lines), scene=False, why=because)


def _so_far(unit: StoryUnit, seat: int, action: Action) -> Words:
    """Return what a player has done in this turn, where it decides what is still allowed; else no words."""
    g = unit.position()
    if g.n[ASK] not in (PLAN, AFTER) or not g.n[WHO] >> seat & 1 or not isinstance(action, do.Play | do.EndTurn):
        return dict.fromkeys(languages(), "")
    rows = g.events
    begun = max((k for k, event in enumerate(rows) if event.kind == "turn"), default=0)
    done = [event.seen_by(seat) for event in rows[begun:] if event.kind in ("play", "drain") and event.seat == seat]
    told: list[Words] = [{lang: event_text(event, unit.names, lang) for lang in languages()} for event in done]
    said = join_texts((phrase("may.so_far"), *(told or [phrase("may.so_far.nothing")])))
    return {lang: f" {text}" for lang, text in said.items()}


def _ruled_out(unit: StoryUnit, seat: int, action: Action, short: str) -> Words | None:
    """Return why a reason that is offered does not hold here."""
    key = short
    if isinstance(action, do.Drain) and short == "played":
        key = "played.drain"
    elif short == "flips" and not getattr(action, "flips", 0):
        key = "flips.none"
    if short not in _OUTRULED:
        return None
    return phrase(f"may.not.{key}", name=unit.names[seat], n=unit.before.n[POOL + seat])


def _may_shows(unit: StoryUnit, key: str) -> tuple[str, ...]:
    """Return the Location of the play, or the one that is being resolved, and the player's cards."""
    action = from_key(key)[1]
    at = action.at if isinstance(action, do.Play) else unit.position().view(None, log=False).at
    return (str(at), *cards_of(unit, key))


def _legal_rules(unit: StoryUnit, key: str) -> tuple[str, ...]:
    return next((asked.rules for asked in _may_about(unit) if asked.key == key), ())


family(
    Family(
        "may",
        "one",
        _may_about,
        _may_right,
        _may_body,
        open=True,
        asker=seat_of,
        until=lambda unit: -1,
        kept={"yes": 0.45},
        shows=_may_shows,
    )
)
