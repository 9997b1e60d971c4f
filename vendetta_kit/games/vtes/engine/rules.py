"""The rules of V:TES as the kernel is given them (:data:`RULES`), and what a seat may do now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from vendetta_kit.kernel import agenda, game
from vendetta_kit.kernel.decisions import DecisionKind
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.saves import set_up
from vendetta_kit.kernel.state import CHOICES, MAX_SEATS

from . import (
    action_announcement,
    blocking,
    cancelling,
    combat,
    decision_kinds,
    masters,
    minion_actions,
    modifiers_and_reactions,
    politics,
    strikes,
    torpor,
    turn,
)
from .action_codes import PASS
from .actions import ACTIONS
from .board import blood
from .combatants import stand
from .events import CAUSES, EVENTS, account, entry_knows, moment
from .game import SWITCHES, Game
from .ousting import winners
from .refusal import Reason, why_not
from .saves import REPAIRS, fingerprints
from .state import (
    AT,
    BLOCKER,
    HAND,
    IN,
    PLACES_END,
    POINTS,
    POOL,
    READY,
    SCHEMA,
    TORPOR,
    WIDTH,
)
from .views import view
from .visibility import imagine, observe

_OFFERS: Final[dict[int, Callable[[Any, int], list[int]]]] = {
    decision_kinds.UNTAP_PHASE: turn.untap_options,
    decision_kinds.MASTER_PHASE: turn.master_options,
    decision_kinds.OUT_OF_TURN: lambda g, seat: [*masters.out_of_turn_plays(g, seat), PASS],
    decision_kinds.MINION_PHASE: minion_actions.minion_options,
    decision_kinds.BLOCK: blocking.block_options,
    decision_kinds.REACT: modifiers_and_reactions.react_options,
    decision_kinds.BEFORE_RANGE: combat.before_range_options,
    decision_kinds.MANEUVER: combat.maneuver_options,
    decision_kinds.STRIKE: strikes.strike_options,
    decision_kinds.PREVENT: strikes.prevent_options,
    decision_kinds.ADDITIONAL: strikes.additional_options,
    decision_kinds.PRESS: combat.press_options,
    decision_kinds.BEFORE_VOTES: politics.early_options,
    decision_kinds.VOTE: politics.vote_options,
    decision_kinds.BLOOD_HUNT: torpor.hunt_options,
    decision_kinds.TRANSFER: turn.transfer_options,
    decision_kinds.ANSWER: cancelling.cancel_options,
    decision_kinds.DISCARD: turn.discard_options,
    decision_kinds.HAND_DOWN: turn.hand_down_options,
}


_ANSWERS: Final[dict[int, Callable[[Any, int, int], None]]] = {
    decision_kinds.UNTAP_PHASE: turn.untap_answered,
    decision_kinds.MASTER_PHASE: turn.master_answered,
    decision_kinds.OUT_OF_TURN: masters.out_of_turn_answered,
    decision_kinds.MINION_PHASE: action_announcement.minion_answered,
    decision_kinds.BLOCK: blocking.block_answered,
    decision_kinds.REACT: modifiers_and_reactions.react_answered,
    decision_kinds.BEFORE_RANGE: combat.before_range_answered,
    decision_kinds.MANEUVER: combat.maneuver_answered,
    decision_kinds.STRIKE: strikes.strike_answered,
    decision_kinds.PREVENT: strikes.prevent_answered,
    decision_kinds.ADDITIONAL: strikes.additional_answered,
    decision_kinds.PRESS: combat.press_answered,
    decision_kinds.BEFORE_VOTES: politics.early_answered,
    decision_kinds.VOTE: politics.vote_answered,
    decision_kinds.BLOOD_HUNT: torpor.hunt_answered,
    decision_kinds.TRANSFER: turn.transfer_answered,
    decision_kinds.ANSWER: cancelling.cancel_answered,
    decision_kinds.DISCARD: turn.discard_answered,
    decision_kinds.HAND_DOWN: turn.hand_down_answered,
    decision_kinds.CHOOSE: agenda.answer_question,
}


_QUIET: Final = (
    decision_kinds.MASTER_PHASE,
    decision_kinds.OUT_OF_TURN,
    decision_kinds.REACT,
    decision_kinds.BEFORE_RANGE,
    decision_kinds.MANEUVER,
    decision_kinds.STRIKE,
    decision_kinds.PREVENT,
    decision_kinds.ADDITIONAL,
    decision_kinds.PRESS,
    decision_kinds.BEFORE_VOTES,
    decision_kinds.VOTE,
    decision_kinds.ANSWER,
)
"""Kinds of decisions that reveal something of a hand by being asked."""


def options(g: Game, seat: int, kind: int) -> Options:
    """Return a seat's legal actions in a decision of this kind."""
    if kind == decision_kinds.CHOOSE:
        return Options(g.z[CHOICES], g.table.rules.actions)
    return Options(tuple(_OFFERS[kind](g, seat)), g.table.rules.actions)


def could(g: Game, seat: int, kind: int) -> bool:
    """Check whether a seat could do more than pass in a window; with ``ask_always`` always true (LIB-10)."""
    if not g.n[IN] >> seat & 1:
        return False
    always = g.table.setup["ask_always"] == "yes"
    holds, now = _WINDOWS[kind]
    if holds is not None and not always and not holds(g, seat):
        return False
    if kind == decision_kinds.REACT and (
        not minion_actions.actor_stands(g) or (g.n[BLOCKER] >= 0 and not _ready(g, g.n[BLOCKER]))
    ):
        return False
    if kind == decision_kinds.BEFORE_RANGE and not stand(g):
        return False
    if always:
        return True
    agenda.ask_all(g, kind, 1 << seat)  # the offer stays the same until the window asks the seat
    offer = g.legal(seat)
    if holds is None and now is not None and g.table.of_type["out_of_turn"].isdisjoint(g.z[HAND + seat]):
        now = None  # all that could be done is of use then
    if len(offer) > 1 and (now is None or any(now(g, action) for action in offer)):
        return True
    agenda.close_decision(g)
    return False


_WINDOWS: Final[list[tuple[Callable[[Any, int], bool] | None, Callable[[Any, Any], bool] | None]]] = [
    (None, None) for _ in decision_kinds.NAMES
]
"""By kind of decision: whether a seat may have anything for which it is asked; whether an action is of use now.

What can as well be done later makes nobody be asked.
"""
_WINDOWS[decision_kinds.OUT_OF_TURN] = masters.holds_out_of_turn, masters.out_of_turn_now
_WINDOWS[decision_kinds.REACT] = modifiers_and_reactions.could_react, modifiers_and_reactions.is_now
for _kind in (decision_kinds.BEFORE_RANGE, decision_kinds.BEFORE_VOTES, decision_kinds.VOTE):
    _WINDOWS[_kind] = None, masters.is_of_use


def _ready(g: Game, card: int) -> bool:
    return READY <= g.rows[AT + card * WIDTH] < READY + MAX_SEATS


def _event_rules(g: Game, kind: str, seat: int, at: int, data: Mapping[str, Any]) -> tuple[str, ...]:
    if kind == "discarded" and g.n[AT] >= 0 and moment(g).phase != "discard":
        return ("LIB-05",)
    return ()


def _table(g: Game) -> Iterator[str]:
    for seat, name in enumerate(g.names):
        lying = ", ".join(f"{g.rules.card(g, c)} {blood(g, c)}" for c in (*g.z[READY + seat], *g.z[TORPOR + seat]))
        yield f"  | {name}: pool {g.n[POOL + seat]}, points {g.n[POINTS + seat]}; {lying}"


def _begin(setup: Mapping[str, Any], file: Any) -> Game:
    """Return the game at the start of a save: dealt, or a described position."""
    keys = ("decks", "names", "seed", *SWITCHES, "rounds", "cards")
    game: Game = set_up(setup, file, keys, Game.new, Game.position)
    return game


RULES: Final = game.Rules(
    id="vtes",
    actions=ACTIONS,
    kinds=tuple(
        DecisionKind(name, rules, _ANSWERS.get(number), card=number == decision_kinds.CHOOSE, quiet=number in _QUIET)
        for number, (name, rules) in enumerate(zip(decision_kinds.NAMES, decision_kinds.RULES, strict=True))
    ),
    questions=decision_kinds.QUESTIONS,
    quiet_questions=frozenset({"diablerie_discipline", "fetch"}),
    silent_questions=frozenset(
        {"terms", "diablerie_equipment", "diablerie_discipline", "uncontrolled", "fetch", "share", "option"}
    ),
    events=EVENTS,
    causes=CAUSES,
    switches=SWITCHES,
    options=options,
    has_choice=could,
    why_not=why_not,
    reason=Reason,
    basics={"no_action": "PHASE-01", "no_seat": "OBJ-01"},
    observe=observe,
    imagine=imagine,
    view=view,
    moment=moment,
    card=lambda g, number: g.table.printed[number].id,
    account=account,
    token=lambda index: SCHEMA.at(index).counts if index < PLACES_END else "counter",
    event_rules=_event_rules,
    entry_knows=entry_knows,
    begin=_begin,
    marks=fingerprints,
    table=_table,
    repairs=REPAIRS,
    scores=lambda g: tuple(g.n[POINTS : POINTS + g.seats]),
    winners=winners,
)
