"""Playing and using cards: requirements, targets, costs, effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from vendetta_kit.kernel import priority_windows
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import state as s
from .action_codes import PASS
from .board import (
    blood,
    capacity,
    clan,
    hand_size,
    in_play,
    is_card,
    is_tapped,
    is_vampire,
    level,
    lies_in,
    lose_blood,
    lose_pool,
    may_hold,
    on,
    printed,
    put,
    ready,
    refill,
    seat_of,
    seats_from,
    sect,
    tap,
    title,
)
from .cards import ANYBODY, Card, Needs, Title
from .decision_kinds import ANSWER
from .game import Game
from .rule_numbers import BASIC, SUPERIOR

_NO_CHOICE: Final = (-1,)
No = tuple[str, str, Mapping[str, Any]]
"""A reason against an action: its rule, the key of its words, their values."""


PRINTS: Final = 4096
"""The factor of a minion's number in the codes of used cards; above all numbers of printed cards."""
OTHER: Final = 1 << 23
"""The first code in ``USED`` that is not of a card used by a minion."""


# Requirements ----------------------------------------------------------------------------------------------


def used_code(minion: int, card: Card, g: Game) -> int:
    """Return the code for a minion's use of a printed card."""
    return (minion + 1) * PRINTS + g.table.print_number[card.id]


def _turn_code(seat: int, minion: int, card: Card, g: Game) -> int:
    """Return the code for a card played in a turn by a minion, or by a Methuselah (-1)."""
    return used_code(minion, card, g) if minion >= 0 else seat * 4096 + g.table.print_number[card.id]


def is_used(g: Game, minion: int, card: int) -> bool:
    """Check whether a minion has used this card or another copy, if it may be used once (LIB-18, LIB-20)."""
    return used_code(minion, printed(g, card), g) in g.z[s.USED]


def forget(g: Game) -> None:
    """Clear what was used in a combat or a referendum.

    Modifiers and reactions of the current action are kept until it ends (LIB-18, LIB-20).
    """
    kept = g.table.of_an_action
    g.z[s.USED] = tuple([code for code in g.z[s.USED] if PRINTS <= code < OTHER and code % PRINTS in kept])


def remember(g: Game, minion: int, card: int) -> None:
    """Note that a minion used a card."""
    g.z[s.USED] += (used_code(minion, printed(g, card), g),)


def against_needs(g: Game, seat: int, card: int, minion: int, superior: bool) -> No | None:
    """Return why this minion (-1: the Methuselah) cannot play a card at this level, or ``None``."""
    record = printed(g, card)
    needs = record.needs
    if record.once_each_turn and _turn_code(seat, minion, record, g) in g.z[s.THIS_TURN]:
        return "COMP-14", "once_each_turn", {}
    if minion < 0:
        if needs != ANYBODY and all(against_vampire(g, m, needs) is not None for m in ready(g, seat)):
            only_clan = needs.clan and needs == Needs(clan=needs.clan)
            return ("LIB-07", "needs_clan_ready", {"clan": needs.clan}) if only_clan else ("LIB-07", "needs_ready", {})
    else:
        for discipline in (needs.discipline, needs.second):
            if discipline and (not is_vampire(g, minion) or not level(g, minion, discipline)):
                return "LIB-06", "needs_discipline", {"discipline": discipline}
            if superior and level(g, minion, discipline) < SUPERIOR:
                return "CRYPT-07", "needs_superior", {"discipline": discipline}
        no = against_vampire(g, minion, needs)
        if no is not None:
            return no
    if superior and not record.superior:
        return "CRYPT-07", "no_superior", {}
    return None


def against_vampire(g: Game, minion: int, needs: Needs) -> No | None:
    """Return why a minion does not meet a card's requirements other than Disciplines, or ``None``."""
    vampire = is_vampire(g, minion)
    if needs.clan and (not vampire or clan(g, minion) != needs.clan):
        return "LIB-07", "needs_clan", {"clan": needs.clan}
    if needs.sect and (not vampire or sect(g, minion) != needs.sect):
        return "SECT-02", "needs_sect", {"sect": needs.sect}
    if needs.capacity and (not vampire or capacity(g, minion) < needs.capacity):
        return "CRYPT-02", "needs_capacity", {"capacity": needs.capacity}
    if needs.title or needs.office:
        held = title(g, minion) if vampire else None
        if held is None:
            return "POL-09", "needs_title", {}
        if needs.office and held.kind not in needs.office:
            return "POL-09", "needs_office", {"office": needs.office}
    return None


def cost_in(record: Card, what: str, choice: int) -> int:
    """Return a card's cost in ``blood`` or ``pool``, with the chosen X."""
    printed_cost = record.blood if what == "blood" else record.pool
    return printed_cost + choice if record.x == what and choice > 0 else printed_cost


def against_cost(g: Game, seat: int, card: int, minion: int, choice: int = -1) -> No | None:
    """Return why a card's cost, with the chosen X, cannot be paid now, or ``None``."""
    record = printed(g, card)
    cost = cost_in(record, "blood", choice)
    if cost and (minion < 0 or not is_vampire(g, minion) or blood(g, minion) < cost):
        return "LIB-08", "blood_cost", {"cost": cost}
    cost = cost_in(record, "pool", choice)
    if cost > g.n[s.POOL + seat]:
        return "LIB-08", "pool_cost", {"cost": cost, "pool": g.n[s.POOL + seat]}
    return None


def pay(g: Game, seat: int, card: int, minion: int, choice: int = -1) -> bool:
    """Pay a card's cost: blood of the minion, pool of its controller (LIB-08, COMP-09).

    Return whether the seat is still in the game: one that has paid its last pool is out before the card takes effect
    (END-01), and the caller must then stop.
    """
    record = printed(g, card)
    cost = cost_in(record, "blood", choice)
    if cost:
        lose_blood(g, minion, cost, "cost", seat, card)
    cost = cost_in(record, "pool", choice)
    if cost:
        lose_pool(g, seat, cost, "cost", card, seat)
    return g.n[s.POOL + seat] > 0


def choices(g: Game, seat: int, card: int, minion: int, superior: bool) -> Iterable[int]:
    """Return the choices when a card is played: the indices of its effects, or the values of X that can be paid.

    ``(-1,)`` if there is nothing to choose.
    """
    record = printed(g, card)
    if not record.chooses:
        return _NO_CHOICE
    if record.x == "blood":
        return range(1, (blood(g, minion) if minion >= 0 and is_vampire(g, minion) else 0) - record.blood + 1)
    if record.x:
        return range(1, g.n[s.POOL + seat] - record.pool + 1)
    count = 0 if record.type == "political_action" else record.options(SUPERIOR if superior else BASIC)
    return range(count) if count else _NO_CHOICE


def against_choice(g: Game, seat: int, action: do.Play) -> No | None:
    """Return why a card cannot be played with this choice, or ``None`` (BLOCK-01)."""
    found = choices(g, seat, action.card, action.minion, action.superior)
    return None if action.choice in found else ("BLOCK-01", "no_such_option", {})


def levels(record: Card) -> tuple[bool, ...]:
    """Return the levels at which a card can be played: ``False`` basic, ``True`` superior."""
    if not record.superior:
        return (False,)
    return (False, True) if record.basic else (True,)


# Targets ---------------------------------------------------------------------------------------------------


def targets(g: Game, seat: int, card: int, minion: int, superior: bool = False) -> Iterable[int]:
    """Return a card's targets for a seat: seats or cards; ``(-1,)`` if it has none."""
    target = printed(g, card).target
    if not target:
        return (-1,)
    others = [other for other in seats_from(g, seat) if other != seat]
    if target == "prey":
        return others[:1]
    if target == "other_methuselah":
        return others
    if target == "methuselah":
        bleeds = printed(g, card).does("bleed_action", SUPERIOR if superior else BASIC) is not None
        return others if bleeds else seats_from(g, seat)  # never oneself (BLEED-01)
    if target == "location":
        return [c for other in seats_from(g, seat) for c in g.z[s.HELD + other] if printed(g, c).kind == "location"]
    if target == "equipment":
        return [
            c for other in others for c in g.z[s.ATTACHED + other]
            if printed(g, c).type == "equipment" and c in set(in_play(g))
        ]  # fmt: skip
    if target == "ally":
        return [c for other in seats_from(g, seat) for c in g.z[s.READY + other] if not is_vampire(g, c)]
    if target == "retainer":
        lying = [
            c for other in seats_from(g, seat) for c in g.z[s.ATTACHED + other] if printed(g, c).type == "retainer"
        ]
        return [c for c in lying if not lies_in(g, g.rows[s.HOST + c * s.WIDTH], s.CONTESTED)]
    if target == "torpid_vampire":
        found = [c for other in seats_from(g, seat) for c in g.z[s.TORPOR + other]]
        return _fitting(g, card, found, superior)
    whose: Sequence[int] = (
        [seat] if target.startswith("own") else others if target.startswith("other") else seats_from(g, seat)
    )
    vampires = target.endswith("vampire")
    found = [c for other in whose for c in g.z[s.READY + other] if not vampires or is_vampire(g, c)]
    return _fitting(g, card, found, superior)


def _fitting(g: Game, card: int, minions: list[int], superior: bool) -> list[int]:
    """Return the minions that may hold the title that a card gives, or learn the discipline that it teaches."""
    record = printed(g, card)
    wanted = record.does("give_title", SUPERIOR if superior else BASIC)
    if isinstance(wanted, Title):
        minions = [c for c in minions if may_hold(g, c, wanted)]
    if record.kind == "discipline":
        taught = record.given("discipline")
        minions = [c for c in minions if level(g, c, taught) < SUPERIOR]
    return minions


def may_carry(g: Game, minion: int, card: int) -> bool:
    """Check whether a minion may have a card on it, as cards with ``only_one`` are limited to one (COMP-14)."""
    record = printed(g, card)
    return not record.given("only_one") or all([printed(g, c) is not record for c in on(g, minion)])


# Playing ---------------------------------------------------------------------------------------------------


def play(g: Game, seat: int, card: int, minion: int, target: int, superior: bool, choice: int = -1) -> None:
    """Move a card from hand to the played cards, with its event."""
    put(g, card, s.PLAYED, seat)
    record = printed(g, card)
    if record.once_each_turn:
        g.z[s.THIS_TURN] += (_turn_code(seat, minion, record, g),)
    if g.rec is not None:
        by = g.rules.card(g, minion) if minion >= 0 else None
        chosen: dict[str, Any] = {"choice": choice} if choice >= 0 else {}
        g.rec.event(
            g, "played", seat, (), card=g.rules.card(g, card), minion=by, level="superior" if superior else "basic",
            **aimed(g, target), **chosen,
        )  # fmt: skip


def aimed(g: Game, target: int) -> dict[str, Any]:
    """Return the fields of an event for a target: ``at_card``, with its controller ``at_whose``, or ``at_seat``."""
    found: dict[str, Any] = {"at_card": None, "at_whose": None, "at_seat": None}
    if target >= 0 and is_card(g, target):
        found["at_card"], found["at_whose"] = g.rules.card(g, target), seat_of(g, target)
    elif target >= 0:
        found["at_seat"] = target
    return found


def done(g: Game, seat: int, card: int) -> None:
    """Burn a played card (LIB-16) and draw another for it (LIB-03)."""
    if lies_in(g, card, s.PLAYED):
        put(g, card, s.ASH, g.table.owner[card])
    refill(g, seat)


def play_at_once(g: Game, seat: int, action: do.Play) -> bool:
    """Play and pay a card that takes effect at once, note its use, and draw for it.

    Return whether the seat is still in the game, as :func:`pay` does.
    """
    play(g, seat, action.card, action.minion, action.target, action.superior, action.choice)
    if not pay(g, seat, action.card, action.minion, action.choice):
        return False
    remember(g, action.minion, action.card)
    done(g, seat, action.card)
    return True


def play_open(g: Game, seat: int, action: do.Play) -> bool:
    """Play and pay a card and draw for it; it stays among the played cards until it takes effect or is cancelled.

    Return whether the seat is still in the game, as :func:`pay` does.
    """
    play(g, seat, action.card, action.minion, action.target, action.superior, action.choice)
    if not pay(g, seat, action.card, action.minion, action.choice):
        return False
    if action.minion >= 0:
        remember(g, action.minion, action.card)
    refill(g, seat)
    return True


# Cards that others may cancel as they are played -------------------------------------------------------------

_CANCELLED_AS: Final = {"political_action": "action"}
"""A political action card is an action card, too (LIB-17)."""


def cancel_type(g: Game, card: int) -> str:
    """Return the type as which a card can be cancelled: ``action``, ``action_modifier``, ``reaction`` or ``combat``."""
    name = printed(g, card).type
    return _CANCELLED_AS.get(name, name)


def waits(g: Game, card: int) -> bool:
    """Check whether a played card needs the window for cancelling.

    Only types that some card of the game can cancel are waited for, so that a game without such cards has no more
    windows. A master that is played has its own window (LIB-14).
    """
    cancelling = g.table.cancelling
    return bool(cancelling) and cancel_type(g, card) in cancelling


def wait(g: Game, card: int, then: Step) -> None:
    """Open the window for cancelling a card that is being played, with a step to do after it."""
    n = g.n
    player = seat_of(g, card)
    g.agenda += [then, (_answered_all, n[s.ANSWERED])]
    n[s.ANSWERED] = card
    priority_windows.open_window(g, ANSWER, [seat for seat in priority(g) if seat != player])


def _answered_all(g: Game, step: Step) -> None:
    """Restore the card that was being played before. Step: ``(…, card or -1)``."""
    g.n[s.ANSWERED] = step[1]


def priority(g: Game) -> list[int]:
    """Return the order in which seats may use effects: acting, defender, then clockwise (LIB-10)."""
    order = [*seats_from(g, seat_of(g, g.n[s.ACTOR]))]
    defender = g.n[s.DEFENDER]
    if defender in order[1:]:
        order.remove(defender)
        order.insert(1, defender)
    return order


# Hands -----------------------------------------------------------------------------------------------------


def settle_hands(g: Game) -> None:
    """Make all seats draw up or discard down to their hand size, as it may have changed (LIB-05)."""
    from .turn import discard_down

    for seat in seats_from(g, g.n[s.ACTIVE]):
        over = len(g.z[s.HAND + seat]) - hand_size(g, seat)
        if over < 0:
            refill(g, seat)
        elif over > 0:
            g.agenda.append((discard_down, seat))


def window_action(g: Game, code: int) -> Action | None:
    """Let the window go on by a seat's answer; return its action, or ``None`` if it has passed.

    Call this before pushing the steps of the action, as :func:`.priority_windows.window_used` says.
    """
    if code == PASS:
        priority_windows.window_passed(g)
        return None
    priority_windows.window_used(g)
    return g.rules.actions[code]


# Using cards in play ----------------------------------------------------------------------------------------


def usable(g: Game, seat: int, among: set[int]) -> list[int]:
    """Return the cards in ``among`` that a seat can tap: untapped ones of its own or on its ready minions."""
    if not among:
        return []
    return [card for card in within_reach(g, seat, among) if not is_tapped(g, card)]


def within_reach(g: Game, seat: int, among: set[int]) -> list[int]:
    """Return the cards in ``among`` that a seat can use: its own, ready minions, and cards on these, in order."""
    cards = [card for card in (*g.z[s.HELD + seat], *g.z[s.READY + seat]) if card in among]
    if not among.isdisjoint(g.z[s.ATTACHED + seat]):
        for minion in g.z[s.READY + seat]:
            cards += [card for card in on(g, minion) if card in among]
    return cards


def use(g: Game, seat: int, card: int, target: int) -> None:
    """Tap a card for its effect."""
    tap(g, card)
    if g.rec is not None:
        g.rec.event(g, "used", seat, card=g.rules.card(g, card), **aimed(g, target))


def at_any_time(g: Game, card: int) -> bool:
    """Check whether a card's effect when tapped in its controller's master or minion phase is possible now."""
    if card in g.table.purses and not blood(g, card):
        return False
    # more master phase actions are of use only in the master phase (MAST-04)
    return g.n[s.PHASE] == s.MASTER or all([effect.verb != "masters" for effect in printed(g, card).tap])


# Effects ---------------------------------------------------------------------------------------------------


def effects(g: Game, seat: int, card: int, minion: int, target: int, part: int) -> None:
    """Carry out a card's effects in order, then fill or reduce hands (LIB-05).

    An oust or a combat caused by one effect is finished before the next effect (END-01).

    Args:
        seat: the card's controller.
        minion: the minion that played it or acts by it, or -1.
        target: its target, or -1.
        part: ``BASIC``, ``SUPERIOR``, ``BY_TAPPING`` or ``IN_UNTAP_PHASE``, with the choice (:meth:`.Card.effects`).
    """
    _carry_out(g, (_carry_out, seat, card, minion, target, part, 0))


def _carry_out(g: Game, step: Step) -> None:
    """Carry out the rest of a card's effects. Step: ``(…, seat, card, minion, target, part, number done)``."""
    from .effects import EFFECTS

    _, seat, card, minion, target, part, k = step
    what = printed(g, card).effects(part)
    agenda = g.agenda
    while k < len(what) and g.n[s.IN] >> seat & 1:
        act = EFFECTS.get(what[k].verb)
        below = len(agenda)
        if act is not None:
            act(g, seat, card, minion, target, what[k].value)
        k += 1
        if len(agenda) > below:
            agenda.insert(below, (_carry_out, seat, card, minion, target, part, k))
            return
    settle_hands(g)


def take_edge(g: Game, seat: int) -> None:
    """Give the Edge to a seat, or to none (-1) (COMP-10)."""
    if g.n[s.EDGE] != seat:
        before = g.n[s.EDGE]
        g.n[s.EDGE] = seat
        if g.rec is not None:
            g.rec.event(g, "edge", seat if seat >= 0 else None, old=before if before >= 0 else None)
