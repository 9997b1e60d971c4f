"""Modifiers and reactions: what is played or used during an action (LIB-10, BLOCK-07, BLOCK-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from vendetta_kit.kernel.state import ASK, Step

from . import actions as do
from . import state as s
from .action_codes import PASS, action_of, code_of
from .board import (
    awake,
    is_asleep,
    is_card,
    is_ready,
    lies_in,
    may_block,
    one_of_each,
    printed,
    ready,
    seat_of,
)
from .card_play import (
    No,
    against_choice,
    against_cost,
    against_needs,
    choices,
    done,
    is_used,
    levels,
    play_at_once,
    play_open,
    targets,
    usable,
    use,
    wait,
    waits,
    window_action,
)
from .card_verbs import AT_A_BLOCK, CAN_WAIT, TAPPED_IN_ACTION
from .cards import Effects
from .combatants import fighters
from .decision_kinds import BEFORE_VOTES
from .effects import IN_ACTION
from .game import Game
from .masters import against_out_of_turn, out_of_turn_plays, play_out_of_turn, serves
from .minion_actions import actor_stands
from .rule_numbers import BASIC, SUPERIOR

_NO_TARGET: Final = (-1,)


def against_stealth(g: Game) -> No | None:
    """Return why stealth cannot be added now, or ``None`` (BLOCK-07)."""
    n = g.n
    if n[s.BLOCKER] < 0:
        return "BLOCK-07", "stealth_no_block", {}
    if n[s.INTERCEPT] < n[s.STEALTH]:
        return "BLOCK-07", "stealth_enough", {"stealth": n[s.STEALTH], "intercept": n[s.INTERCEPT]}
    return None


def against_intercept(g: Game, seat: int, minion: int) -> No | None:
    """Return why intercept cannot be added now, or ``None``; it can to a blocker that has too little."""
    n = g.n
    if n[s.BLOCKER] < 0 or (minion >= 0 and minion != n[s.BLOCKER]) or seat_of(g, n[s.BLOCKER]) != seat:
        return "BLOCK-07", "intercept_blocker", {}
    if n[s.INTERCEPT] >= n[s.STEALTH]:
        return "BLOCK-07", "intercept_enough", {"stealth": n[s.STEALTH], "intercept": n[s.INTERCEPT]}
    return None


def against_verb(g: Game, seat: int, minion: int, verb: str) -> No | None:
    """Return why an effect of a modifier, a reaction or a tapped card is of no use now, or ``None``."""
    n = g.n
    more = _MORE_CHECKS.get(verb)
    if more is not None:
        no: No | None = more(g, seat, minion)
        return no
    if verb == "stealth":
        return against_stealth(g) if seat == seat_of(g, n[s.ACTOR]) else ("BLOCK-13", "not_acting", {})
    if verb == "intercept":
        return against_intercept(g, seat, minion)
    if verb == "bleed":
        if seat != seat_of(g, n[s.ACTOR]):
            return "BLOCK-13", "not_acting", {}
        return None if n[s.ACT] == s.BLEEDING else ("BLEED-02", "no_bleed", {})
    if verb == "reduce_bleed":
        if n[s.ACT] != s.BLEEDING or seat != n[s.DEFENDER]:
            return "BLEED-02", "no_bleed", {}
        return None if n[s.BLEED] > 0 else ("BLEED-02", "bleed_none", {})
    if verb == "untap_after":
        return None
    return "POL-13", "in_referendum", {}


def _against_less_stealth(g: Game, seat: int, minion: int) -> No | None:
    """Return why stealth cannot be lowered now, or ``None``; it can if a blocker lacks intercept (BLOCK-06)."""
    n = g.n
    if seat == seat_of(g, n[s.ACTOR]):
        return "LIB-20", "own_action", {}
    if n[s.BLOCKER] < 0:
        return "BLOCK-07", "stealth_no_block", {}
    if n[s.INTERCEPT] >= n[s.STEALTH]:
        return "BLOCK-07", "intercept_enough", {"stealth": n[s.STEALTH], "intercept": n[s.INTERCEPT]}
    return None


def _against_less_intercept(g: Game, seat: int, minion: int) -> No | None:
    """Return why a blocker's intercept cannot be lowered now, or ``None``; the condition is that of adding stealth."""
    return against_stealth(g) if seat == seat_of(g, g.n[s.ACTOR]) else ("BLOCK-13", "not_acting", {})


def _against_barring(g: Game, seat: int, minion: int) -> No | None:
    """Return why barring minions from blocking is of no use now, or ``None``; all may have declined (BLOCK-04)."""
    n = g.n
    open_to = n[s.BLOCKER] >= 0 or any(not n[s.DECLINED] >> other & 1 for other in may_block(g))
    still = n[s.STAGE] != s.UNBLOCKED and open_to
    return None if still else ("BLOCK-04", "all_declined", {})


def _against_redirecting(g: Game, seat: int, minion: int) -> No | None:
    """Return why a seat cannot redirect a bleed now, or ``None``; only its target can, without a block (BLEED-01)."""
    n = g.n
    if n[s.ACT] != s.BLEEDING or seat != n[s.DEFENDER]:
        return "BLEED-01", "no_bleed", {}
    return ("BLOCK-09", "later", {}) if n[s.BLOCKER] >= 0 else None


def _against_cancelling(g: Game, seat: int, minion: int) -> No | None:
    """Return why no card can be cancelled now; that has its own window, when a card is played (COMP-14)."""
    return "COMP-14", "nothing_being_played", {}


def _against_continuing(g: Game, seat: int, minion: int) -> No | None:
    """Return why continuing a blocked action is of no use now, or ``None``; a block must be about to succeed."""
    n = g.n
    works = n[s.BLOCKER] >= 0 and n[s.INTERCEPT] >= n[s.STEALTH] and not n[s.CONTINUES]
    return None if works else ("BLOCK-11", "no_block_works", {})


def _against_waking(g: Game, seat: int, minion: int) -> No | None:
    """Return why waking a minion is of no use now, or ``None``; it must be tapped (LIB-20)."""
    return ("LIB-20", "awake", {}) if minion >= 0 and not is_asleep(g, minion) else None


def _against_early_votes(g: Game, seat: int, minion: int) -> No | None:
    """Return why votes cannot be given before any are cast: there is a moment for it in a referendum (POL-04)."""
    if g.n[ASK] != BEFORE_VOTES:
        return "POL-04", "not_for_this", {}
    return None if actor_stands(g) or seat != seat_of(g, g.n[s.ACTOR]) else ("POL-13", "actor_only", {})


_MORE_CHECKS: Final[dict[str, Callable[[Any, int, int], No | None]]] = {
    "reduce_stealth": _against_less_stealth,
    "reduce_intercept": _against_less_intercept,
    "not_blocked_by": _against_barring,
    "redirect_bleed": _against_redirecting,
    "wake": _against_waking,
    "continue_action": _against_continuing,
    "cancel": _against_cancelling,
    "early_votes": _against_early_votes,
}
"""The checks of further verbs, by verb: functions of game, seat and minion."""


def against_effects(g: Game, seat: int, minion: int, card: int, part: int) -> No | None:
    """Return why a modifier's or reaction's effects are of no use to a minion (-1: any of the seat's), or ``None``."""
    for effect in printed(g, card).effects(part):
        no = against_verb(g, seat, minion, effect.verb)
        if no is not None:
            return no
    return None


def against_player(g: Game, seat: int, card: int, minion: int) -> No | None:
    """Return why a minion (-1: the Methuselah) may not play a card during an action now, or ``None``.

    It is about modifiers and reactions (LIB-18, LIB-20), out-of-turn masters, and combat cards against another one.
    """
    record = printed(g, card)
    n = g.n
    if record.type == "action_modifier":
        if minion != n[s.ACTOR] or seat != seat_of(g, minion):
            return "BLOCK-13", "actor_only", {}
    elif record.type == "reaction":
        if seat == seat_of(g, n[s.ACTOR]):
            return "LIB-20", "own_action", {}
        if minion < 0 or seat_of(g, minion) != seat or not is_ready(g, minion):
            return "LIB-20", "reacts_untapped", {}
        if is_asleep(g, minion) and card not in g.table.waking:
            return "LIB-20", "reacts_untapped", {}
    elif record.type == "out_of_turn":
        return against_out_of_turn(g, seat, card)
    elif record.type == "combat" and n[s.ROUND]:
        if minion not in fighters(g, seat):
            return "COMB-01", "not_fighting", {}
    else:
        return "LIB-18", "no_modifier", {"type": record.type}
    return None


def against_play(
    g: Game, seat: int, action: do.Play, against_use: Callable[[Any, int, int, int, int], No | None]
) -> No | None:
    """Return why a card cannot be played during an action, or ``None``.

    Args:
        against_use: what speaks against its effects: of game, seat, minion (-1: any), card and part.
    """
    card, minion = action.card, action.minion
    record = printed(g, card)
    no = against_player(g, seat, card, minion)
    if no is not None:
        return no
    if record.target and action.target not in play_targets(g, seat, card, minion):
        return "BLEED-01", "no_such_target", {}
    if record.chooses or action.choice >= 0:
        no = against_choice(g, seat, action)
        if no is not None:
            return no
    if record.type != "combat" and is_used(g, minion, card):
        return "LIB-18" if record.type == "action_modifier" else "LIB-20", "used", {}
    return (
        against_use(g, seat, minion, card, action.part)
        or against_needs(g, seat, card, minion, action.superior)
        or against_cost(g, seat, card, minion, action.choice)
    )


def against_reaction(g: Game, seat: int, action: do.Play) -> No | None:
    """Return why a modifier or reaction cannot be played now, or ``None``."""
    return against_play(g, seat, action, against_effects)


def reactors(g: Game, seat: int) -> list[int]:
    """Return the minions of a seat that may use effects during an action."""
    return [g.n[s.ACTOR]] if seat == seat_of(g, g.n[s.ACTOR]) else awake(g, seat)


def _players(g: Game, seat: int, card: int) -> Sequence[int]:
    """Return the minions of a seat that may play a card during an action; -1 is the Methuselah."""
    kind = printed(g, card).type
    if kind == "out_of_turn":
        return (-1,)
    if kind == "combat":
        return fighters(g, seat)
    return ready(g, seat) if card in g.table.waking else reactors(g, seat)


def play_targets(g: Game, seat: int, card: int, minion: int) -> Iterable[int]:
    """Return the targets of a card in an action; a bleed cannot be redirected to its player or its target."""
    found = targets(g, seat, card, minion)
    if printed(g, card).type == "out_of_turn":
        return found
    out = (seat_of(g, g.n[s.ACTOR]), g.n[s.DEFENDER])
    return [target for target in found if target not in out]


def plays_in_action(
    g: Game, seat: int, cards: Iterable[int], against_use: Callable[[Any, int, int, int, int], No | None]
) -> list[int]:
    """Return the plays of these cards during an action: by each minion, at each level, choice and target.

    ``against_use`` is that of :func:`against_play`.
    """
    codes = []
    for card in cards:
        record = printed(g, card)
        of_use: Sequence[bool] = levels(record)
        if not record.chooses:
            of_use = [high for high in of_use if against_use(g, seat, -1, card, SUPERIOR if high else BASIC) is None]
        if not of_use:
            continue
        for minion in _players(g, seat, card):
            aims = play_targets(g, seat, card, minion) if record.target else _NO_TARGET
            for superior in of_use:
                for choice in choices(g, seat, card, minion, superior):
                    for target in aims:
                        action = action_of(do.Play, card, minion, target, superior, choice)
                        if against_play(g, seat, action, against_use) is None:
                            codes.append(action.code)
    return codes


def react_options(g: Game, seat: int) -> list[int]:
    """Return what a seat may play or use while an action goes on, and to pass."""
    mine = seat == seat_of(g, g.n[s.ACTOR])
    cards = one_of_each(g, seat, g.table.of_type["action_modifier" if mine else "reaction"])
    codes = plays_in_action(g, seat, cards, against_effects)
    codes += [
        code_of(do.Use, card) for card in usable(g, seat, g.table.in_action) if _against_tapping(g, seat, card) is None
    ]
    return [*codes, *out_of_turn_plays(g, seat), PASS]


def could_react(g: Game, seat: int) -> bool:
    """Check whether a seat may have a card in hand or in play for which it is asked in the open window."""
    stage = g.n[s.STAGE]
    if g.n[s.BLOCKER] >= 0 and stage != s.UNBLOCKED:
        return holds(g, seat, AT_A_BLOCK)
    return holds(g, seat, stage) or (g.n[s.BLOCKER] >= 0 and holds(g, seat, AT_A_BLOCK))


def holds(g: Game, seat: int, moment: int) -> bool:
    """Check whether a seat has a card in hand or in play that may be of use at a moment of the action."""
    others, acting = g.table.of_use[moment]
    cards = acting if seat == seat_of(g, g.n[s.ACTOR]) else others
    return not (
        cards.isdisjoint(g.z[s.HAND + seat])
        and cards.isdisjoint(g.z[s.HELD + seat])
        and cards.isdisjoint(g.z[s.ATTACHED + seat])
        and cards.isdisjoint(g.z[s.READY + seat])
    )


def is_now(g: Game, action: do.Move) -> bool:
    """Check whether a window must open for this effect now; for one that can wait, only at its last moment.

    A seat that is asked may use all that is possible; with ``ask_always`` it is always asked.
    """
    n = g.n
    if isinstance(action, do.Play):
        record = printed(g, action.card)
        if record.type == "out_of_turn":
            return n[s.STAGE] == s.ANNOUNCED and n[s.BLOCKER] < 0 and is_card(g, action.target) and serves(g, action)
        what = record.effects(action.part)
    elif isinstance(action, do.Use):
        what = printed(g, action.card).tap
    else:
        return False
    if n[s.STAGE] == s.UNBLOCKED:
        return True
    for effect in what:
        if effect.verb == "wake":
            seat = seat_of(g, action.minion) if isinstance(action, do.Play) else seat_of(g, action.card)
            if seat in may_block(g) and not n[s.DECLINED] >> seat & 1:
                return True
        elif effect.verb not in CAN_WAIT:
            return True
    if n[s.BLOCKER] >= 0 and n[s.INTERCEPT] >= n[s.STEALTH]:
        return any(effect.verb == "untap_after" for effect in what)
    return False


def against_use(g: Game, seat: int, card: int) -> No | None:
    """Return why a card in play cannot be tapped for its effect in this action, or ``None``."""
    if card not in usable(g, seat, g.table.tappable):
        return "COMP-01", "not_usable", {}
    return _against_tapping(g, seat, card)


def _against_tapping(g: Game, seat: int, card: int) -> No | None:
    """Return why a card's effect when tapped is of no use in this action, or ``None``."""
    for effect in printed(g, card).tap:
        if effect.verb in TAPPED_IN_ACTION:
            no = against_verb(g, seat, -1, effect.verb)
            if no is not None:
                return no
        else:
            return "LIB-12", "own_phase", {}
    return None


def react_answered(g: Game, seat: int, code: int) -> None:
    """Play or use a card, after which all are asked again, or pass (LIB-10)."""
    action = window_action(g, code)
    if action is None:
        return
    if isinstance(action, do.Use):
        use(g, seat, action.card, -1)
        _modify(g, seat, action, printed(g, action.card).tap)
        return
    assert isinstance(action, do.Play)
    play_in_action(g, seat, action)


def play_in_action(g: Game, seat: int, action: do.Play) -> None:
    """Play a modifier, a reaction or an out-of-turn master; one that can be cancelled waits before it takes effect."""
    if printed(g, action.card).type == "out_of_turn":
        play_out_of_turn(g, seat, action)
    elif waits(g, action.card):
        if play_open(g, seat, action):
            wait(g, action.card, (effect_answered, seat, action.code))
    elif play_at_once(g, seat, action):
        _modify(g, seat, action, printed(g, action.card).effects(action.part))


def effect_answered(g: Game, step: Step) -> None:
    """Carry out a modifier or reaction, unless it was cancelled. Step: ``(…, seat, code)``."""
    _, seat, code = step
    action = g.rules.actions[code]
    assert isinstance(action, do.Play)
    if lies_in(g, action.card, s.PLAYED):
        done(g, seat, action.card)
        _modify(g, seat, action, printed(g, action.card).effects(action.part))


def _modify(g: Game, seat: int, action: do.Play | do.Use, what: Effects) -> None:
    """Carry out effects on an action: stealth, intercept or bleed for its rest (BLOCK-08), and other verbs."""
    n = g.n
    card = action.card
    for verb, value in what:
        more = IN_ACTION.get(verb)
        if more is not None:
            more(g, seat, action, value)
            continue
        what_changed = verb.removeprefix("reduce_")
        before = {"stealth": n[s.STEALTH], "intercept": n[s.INTERCEPT]}.get(what_changed, n[s.BLEED])
        if verb == "stealth":
            n[s.STEALTH] += value
        elif verb == "reduce_stealth":
            n[s.STEALTH] -= value
        elif verb == "intercept":
            n[s.INTERCEPT] += value
            g.rows[s.ADDED + n[s.BLOCKER] * s.WIDTH] += value
        elif verb == "reduce_intercept":
            n[s.INTERCEPT] -= value
            g.rows[s.ADDED + n[s.BLOCKER] * s.WIDTH] -= value
        elif verb == "bleed":
            n[s.BLEED] += value
        elif verb == "reduce_bleed":
            n[s.BLEED] = max(0, n[s.BLEED] - value)
        elif verb == "untap_after":
            n[s.UNTAPS] = 1
            continue
        if g.rec is not None:
            now = {"stealth": n[s.STEALTH], "intercept": n[s.INTERCEPT]}.get(what_changed, n[s.BLEED])
            g.rec.event(g, "changed", seat, what=what_changed, card=g.rules.card(g, card), old=before, new=now)
