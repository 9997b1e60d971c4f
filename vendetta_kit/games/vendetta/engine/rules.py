"""The rules of Vendetta in the form that the kernel takes (:data:`RULES`), and the legal actions as codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vendetta_kit.kernel import game as kernel
from vendetta_kit.kernel.agenda import answer_question
from vendetta_kit.kernel.decisions import DecisionKind
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.saves import SaveReader
from vendetta_kit.kernel.state import ANSWER, CHOICES

from . import agenda as todo
from . import effects, events, planning, refusal, rounds, scoring, setup, views, withdraw_step
from .actions import ACTIONS, BID0, CLAN0, END_CODE, RELIC0, STAY_CODE, WITHDRAW_CODE
from .agenda import AFTER, KEEP, PLAN, TOKEN
from .card_hooks import ANY_TIME, UP_AT
from .card_tables import AT, IDS, LOCATIONS
from .draining import can_be_drained
from .event_kinds import EVENTS
from .game import RULINGS, Game
from .imagined_games import imagine
from .observation import VendettaObservation, observe
from .options import NO_GRID, PlanOptions, plan_grid
from .rule_numbers import DEADLY_TOKENS, FEE, KEPT_BACK, MOST_BLOOD
from .state import ALLIANCE, HAND, OFFER, POOL, TOKENS_UP, UP
from .state_fingerprint import fingerprints
from .token_verbs import most_to_play
from .transcript import table as table_lines

# Legal actions as codes, written for speed -------------------------------------------------------------------

TOKENS: Final = Options((STAY_CODE, WITHDRAW_CODE), ACTIONS)
ONLY_END: Final = (END_CODE,)


def options(g: Game, seat: int, kind: int) -> Options:
    """Return the legal actions of a seat for the kind of its current decision."""
    if kind == PLAN:
        return plan_options(g, seat)
    if kind == TOKEN:
        if ANY_TIME.isdisjoint(g.z[ALLIANCE + seat]) or not g.table.looks_any_time or g.n[ANSWER + seat] >= 0:
            return TOKENS
        return Options((STAY_CODE, WITHDRAW_CODE, *planning.planning_action_codes(g, seat, ANY_TIME)), ACTIONS)
    if kind == AFTER:
        alliance = g.z[ALLIANCE + seat]
        if planning.ORDINARY(alliance) and not g.table.relics:
            return PlanOptions((), NO_GRID, alliance, ONLY_END)
        return PlanOptions((), NO_GRID, can_be_drained(alliance), (END_CODE, *planning.planning_action_codes(g, seat)))
    return Options(_codes(g, seat, kind), ACTIONS)


def plan_options(g: Game, seat: int) -> PlanOptions:
    """Return the legal actions of a Planning turn before the play (PLAN-08 to PLAN-13, RUL-01 to RUL-03)."""
    n, z, table = g.n, g.z, g.table
    alliance = z[ALLIANCE + seat]
    tokens = n[TOKENS_UP + seat]
    most = pool = n[POOL + seat]
    if table.kept_back:
        most -= KEPT_BACK
    if not planning.ORDINARY(alliance) or table.unusual or n[UP] & UP_AT["hides"]:
        up = MOST_BLOOD if most > MOST_BLOOD else most
        grid = plan_grid(tuple(_limits_at(g, seat, loc, pool, up) for loc in LOCATIONS[g.seats]), tokens)
        return PlanOptions(z[HAND + seat], grid, can_be_drained(alliance), planning.planning_action_codes(g, seat))
    limits = USUAL_GRIDS[table.kept_back][pool if pool < 6 else 5]
    return PlanOptions(z[HAND + seat], limits[g.seats][tokens], alliance, ())


def _down(pool: int, cost: int, most: int) -> int:
    """Return the most Blood for a face-down card; -1 if the Pool is too small for the fee (PLAN-11, RUL-02)."""
    if cost and pool < cost + KEPT_BACK:
        return -1
    left = most - cost
    return MOST_BLOOD if left > MOST_BLOOD else left if left > 0 else 0


def _limits_at(g: Game, seat: int, loc: int, pool: int, up: int) -> tuple[int, int, int]:
    down = _down(pool, planning.fee(g, seat, loc), pool - g.table.kept_back)
    return loc, -1 if planning.card_that_hides(g, seat, loc) >= 0 else up, down


USUAL_GRIDS: Final = tuple(
    tuple(
        tuple(
            tuple(
                plan_grid(
                    tuple(
                        (loc, min(MOST_BLOOD, max(0, pool - kept)), _down(pool, FEE, pool - kept))
                        for loc in LOCATIONS[seats]
                    ),
                    tokens,
                )
                for tokens in range(DEADLY_TOKENS)
            )
            for seats in range(7)
        )
        for pool in range(6)
    )
    for kept in (0, 1)
)
"""Grids by value of RUL-01, Pool (5 or more as 5), number of players and tokens, where no card changes the limits."""


def _codes(g: Game, seat: int, kind: int) -> tuple[int, ...]:
    """Return the codes of legal actions for all decisions but the play and the tokens."""
    if kind == todo.CHOOSE:
        return g.z[CHOICES]
    if kind == KEEP:
        return rounds.keep_options(g, seat)
    if kind == todo.BID:
        return tuple(range(BID0, BID0 + most_to_play(g, seat) + 1))
    if kind == todo.PICK_CLAN:
        return tuple(CLAN0 + clan for clan in g.z[OFFER])
    return tuple(RELIC0 + card for card in g.z[OFFER])


# The functions for the kernel ---------------------------------------------------------------------------------


def _view(g: Game, seen: VendettaObservation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> views.View:
    return views.view(g, seen, events, ledger)


def _set_up(setup: Mapping[str, Any], file: SaveReader) -> Game:
    from .saves import set_up

    return set_up(setup, file)


def _scores(g: Game) -> tuple[int | None, ...]:
    return tuple([scoring.score(g, seat) for seat in range(g.seats)])


_ANSWERED: Final[tuple[Any, ...]] = (
    None,
    setup.clan_picked,
    setup.relic_picked,
    rounds.keep_answered,
    planning.plan_answered,
    planning.after_answered,
    withdraw_step.token_answered,
    effects.malkavian.bid_answered,
    answer_question,
    None,
)
RULES: Final = kernel.Rules(
    id="vendetta",
    actions=ACTIONS,
    kinds=tuple(
        [
            DecisionKind(name, rules, answered, card=name in ("choose", "bid"), sealed=number in todo.SIMULTANEOUS)
            for number, (name, rules, answered) in enumerate(
                zip(todo.KIND_NAMES, todo.KIND_RULES, _ANSWERED, strict=True)
            )
        ]
    ),
    questions=todo.QUESTIONS,
    silent_questions=todo.SILENT_QUESTIONS,
    events=EVENTS,
    causes=events.CAUSE_RULES,
    switches=RULINGS,
    options=options,
    has_choice=lambda g, seat, kind: True,
    why_not=refusal.why_not,
    explains_impossible=True,
    reason=refusal.Reason,
    basics={"no_action": "FLOW-02", "no_seat": "SET-01"},
    observe=observe,
    imagine=imagine,
    view=_view,
    moment=events.moment,
    current_place=events.current_location,
    place=lambda g, number: AT[number],
    card=lambda g, number: IDS[number],
    account=events.account,
    token=events.token_of,
    event_rules=events.event_rules,
    entry_rules=events.entry_rules,
    begin=_set_up,
    marks=fingerprints,
    table=table_lines,
    usually_none=frozenset(("below", "blood", "blood_power", "exchange", "fee", "flips", "tied", "ties", "unseen")),
    scores=_scores,
    winners=lambda g: scoring.sides_by_rank(g)[0],
)
"""All functions and values that the kernel needs for Vendetta."""
