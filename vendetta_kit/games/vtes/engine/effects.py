"""The effects of cards: a function for each verb (:mod:`.card_verbs` has its rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.rng import shuffled
from vendetta_kit.kernel.state import MAX_SEATS, Step

from . import actions as do
from . import state as s
from .action_codes import code_of
from .action_resolution import bleed, hunt, settle_action
from .board import (
    blood,
    burn,
    draw,
    gain_blood,
    gain_pool,
    hand_over,
    is_card,
    is_tapped,
    is_vampire,
    lies_in,
    lose_blood,
    lose_pool,
    names,
    printed,
    put,
    ready,
    seat_of,
    seats_from,
    tap,
    untap,
)
from .card_play import take_edge
from .cards import Fetch, Title
from .combat import begin
from .combatants import break_off, stand
from .contests import give_title
from .game import Game
from .rule_numbers import PARTS
from .strikes import hurt, hurt_in_combat, to_torpor


def _damage(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Inflict damage (DMG-02)."""
    _hurt(g, target, value, 0)


def _aggravated_damage(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Inflict aggravated damage (DMG-04)."""
    _hurt(g, target, 0, value)


def _hurt(g: Game, target: int, ordinary: int, aggravated: int) -> None:
    """Inflict damage: only who fights now can play combat cards to prevent it (COMB-03, DMG-01)."""
    n = g.n
    if n[s.ROUND] and target in (n[s.FIGHTER], n[s.FIGHTER + 1]):
        hurt_in_combat(g, int(target == n[s.FIGHTER + 1]), ordinary, aggravated)
    else:
        hurt(g, target, ordinary, aggravated)


def _to_torpor(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    """Send a ready vampire to torpor (TORP-01, TORP-02)."""
    to_torpor(g, target)
    if g.n[s.ROUND] and not stand(g):
        break_off(g)  # at once, whatever the stage of the combat (STRIKE-06)


# Counters on cards in play --------------------------------------------------------------------------------------


def _add_to_card(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Put counters from the bank on the card itself (COMP-14)."""
    move(g, s.BANK, g.table.purse[card], value, "added", card, seat)


def _pool_from_card(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Move up to ``value`` counters from the card to its controller's pool."""
    count = min(value, blood(g, card))
    if count:
        move(g, g.table.purse[card], s.POOL + seat, count, "card", card, seat)


def _blood_from_card(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Move up to ``value`` counters from the card to a vampire; those above its capacity go to the bank (CRYPT-03)."""
    gain_blood(g, target, min(value, blood(g, card)), "card", g.table.purse[card], seat, card)


# Pool ------------------------------------------------------------------------------------------------------------


def _share_pool_loss(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Burn pool of the Methuselahs as the terms have shared it out (POL-02)."""
    for each in seats_from(g, g.n[s.ACTIVE]):
        lose_pool(g, each, g.z[s.SHARES].count(each), "card", card, seat)


def _burn_pool_by_vampire(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Burn pool of each Methuselah for each ready vampire that the Methuselah controls."""
    for each in seats_from(g, g.n[s.ACTIVE]):
        lose_pool(g, each, value * sum(is_vampire(g, m) for m in ready(g, each)), "card", card, seat)


# Bleeds and hunts by cards ---------------------------------------------------------------------------------------


def _bleed_action(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Carry out the action's bleed, whose amount was set at its announcement (BLEED-02)."""
    bleed(g, seat, minion)


def _hunt_action(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Carry out the acting vampire's hunt (HUNT-02)."""
    hunt(g, seat, minion, value)


# Control ---------------------------------------------------------------------------------------------------


def _take_control(g: Game, seat: int, card: int, minion: int, target: int, value: str) -> None:
    """Get control of a card in play and the cards on it, for good or until the turn ends (COMP-11)."""
    before = seat_of(g, target)
    if before == seat:
        return
    hand_over(g, target, seat)
    if value == "turn":
        g.z[s.BORROWED] += (target * MAX_SEATS + before,)
    if g.rec is not None:
        g.rec.event(g, "control", seat, card=g.rules.card(g, target), old=before)


def give_back(g: Game) -> None:
    """Return cards controlled for this turn that are still in play to controllers who are still in the game."""
    for code in g.z[s.BORROWED]:
        card, seat = divmod(code, MAX_SEATS)
        stays = any(lies_in(g, card, region) for region in (s.READY, s.TORPOR, s.NEW, s.HELD, s.CONTESTED))
        if stays and g.n[s.IN] >> seat & 1:
            before = seat_of(g, card)
            hand_over(g, card, seat)
            if g.rec is not None:
                g.rec.event(g, "control", seat, card=g.rules.card(g, card), old=before)
    g.z[s.BORROWED] = ()


# Counters on uncontrolled vampires -----------------------------------------------------------------------------


def _add_counters(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Put counters from the bank on a vampire in the seat's uncontrolled region (CRYPT-04)."""
    g.agenda.append((ask_uncontrolled, seat, card, value))


def ask_uncontrolled(g: Game, step: Step) -> None:
    """Ask which vampire gets the counters; it stays hidden. Step: ``(…, seat, card, count)``."""
    _, seat, card, count = step
    choices = tuple(code_of(do.Choose, c) for c in g.z[s.UNCONTROLLED + seat] if is_vampire(g, c))
    if choices:
        agenda.ask(g, seat, "uncontrolled", choices, (counters_added, seat, card, count), card)


def counters_added(g: Game, step: Step, code: int) -> None:
    """Put the counters on the chosen vampire."""
    _, seat, card, count = step
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    move(g, s.BANK, g.table.purse[answer.value], count, "influenced", card, seat)


# Hands and decks ---------------------------------------------------------------------------------------------


def _draw(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Draw cards, then discard down to the hand size (LIB-05)."""
    from .turn import discard_down

    draw(g, seat, value)
    g.agenda.append((discard_down, seat))


def _look_at_hand(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    """Show a player's hand to the seat only (START-06, COMP-14)."""
    if g.rec is not None:
        hand = g.z[s.HAND + target]
        seen = {"cards": names(g, hand)}
        g.rec.event(g, "looked", seat, (), seen, 1 << seat | 1 << target, at_seat=target, count=len(hand))


def _fetch(g: Game, seat: int, card: int, minion: int, target: int, value: Fetch) -> None:
    """Fetch a card from the seat's ash heap or library to its hand, then discard down to the hand size."""
    g.agenda.append((ask_fetch, seat, card, value.source == "library", value.type))


def _fetched_from(library: bool) -> int:
    return s.LIBRARY if library else s.ASH


def ask_fetch(g: Game, step: Step) -> None:
    """Ask which card to fetch, from a library perhaps none. Step: ``(…, seat, card, whether the library, type)``."""
    _, seat, card, library, kind = step
    found: dict[str, int] = {}
    for c in g.z[_fetched_from(library) + seat]:
        record = printed(g, c)
        if record.type != "vampire" and (not kind or record.type == kind):
            found.setdefault(record.id, c)
    choices = [code_of(do.Choose, c) for c in sorted(found.values())]  # not in the library's order
    if library:
        choices.append(code_of(do.Choose, -1))
    if choices:
        agenda.ask(g, seat, "fetch", tuple(choices), (fetched, seat, library), card)


def fetched(g: Game, step: Step, code: int) -> None:
    """Move the card to the hand, shuffle a searched library, discard down to the hand size (LIB-05)."""
    from .turn import discard_down

    _, seat, library = step
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    card = answer.value
    if card >= 0:
        put(g, card, s.HAND, seat)
        if g.rec is not None:
            named = {"card": g.rules.card(g, card)}
            if library:
                g.rec.event(g, "searched", seat, (), named, 1 << seat)
            else:
                g.rec.event(g, "fetched", seat, card=named["card"])
    if library:
        g.z[s.LIBRARY + seat] = shuffled(g.n, g.z[s.LIBRARY + seat])
    g.agenda.append((discard_down, seat))


def _minion_or_target(g: Game, minion: int, target: int) -> int:
    """Return who gains by an effect: the card it is aimed at, or the minion by itself; a bleed is aimed at a seat."""
    return target if is_card(g, target) else minion


def _gain_pool(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    gain_pool(g, seat, value, "card", card)


def _burn_pool(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    lose_pool(g, target, value, "card", card, seat)


def _all_burn_pool(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    for each in seats_from(g, g.n[s.ACTIVE]):
        lose_pool(g, each, value, "card", card, seat)


def _gain_blood(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    who = _minion_or_target(g, minion, target)
    if is_vampire(g, who):  # an ally has life instead of blood
        gain_blood(g, who, value, "card", s.BANK, seat, card)


def _burn_blood(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    lose_blood(g, target, value, "card", seat, card)


def _tap(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    if not is_tapped(g, target):
        tap(g, target)
        _turned(g, "tapped", target, card)


def _untap(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    who = _minion_or_target(g, minion, target)
    if who >= 0 and not g.rows[s.MARKS + who * s.WIDTH] & s.PARALYZED and is_tapped(g, who):
        untap(g, who)
        _turned(g, "untapped", who, card)


def _turned(g: Game, kind: str, minion: int, card: int) -> None:
    """Record that a card has tapped or untapped a minion, or another card in play."""
    if g.rec is not None:
        g.rec.event(g, kind, seat_of(g, minion), minion=g.rules.card(g, minion), card=g.rules.card(g, card))


def _burn(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    burn(g, target, by=seat)


def _take_edge(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    take_edge(g, seat)


def _masters(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    g.n[s.MASTERS] += value


def _to_ready(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    g.rows[s.MARKS + target * s.WIDTH] &= ~s.PARALYZED
    put(g, target, s.READY, seat_of(g, target))


def _combat(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    g.agenda.append((begin, minion, target))


def _give_title(g: Game, seat: int, card: int, minion: int, target: int, value: Title) -> None:
    give_title(g, target, value)


EFFECTS: Final[dict[str, Any]] = {
    "gain_pool": _gain_pool,
    "burn_pool": _burn_pool,
    "all_burn_pool": _all_burn_pool,
    "gain_blood": _gain_blood,
    "burn_blood": _burn_blood,
    "tap": _tap,
    "untap": _untap,
    "burn": _burn,
    "take_edge": _take_edge,
    "masters": _masters,
    "to_ready": _to_ready,
    "combat": _combat,
    "give_title": _give_title,
    "bleed_action": _bleed_action,
    "hunt_action": _hunt_action,
    "damage": _damage,
    "aggravated_damage": _aggravated_damage,
    "to_torpor": _to_torpor,
    "take_control": _take_control,
    "add_counters": _add_counters,
    "draw": _draw,
    "add_to_card": _add_to_card,
    "pool_from_card": _pool_from_card,
    "blood_from_card": _blood_from_card,
    "share_pool_loss": _share_pool_loss,
    "burn_pool_by_vampire": _burn_pool_by_vampire,
    "look_at_hand": _look_at_hand,
    "fetch": _fetch,
}
"""The functions of verbs that happen at once, with the arguments of :func:`.card_play.effects`."""


# During an action --------------------------------------------------------------------------------------------------


def _bar(g: Game, seat: int, action: Any, value: Any) -> None:
    """Bar minions from blocking for the rest of the action; a barred minion's attempt fails."""
    g.z[s.BARS] += (action.card * PARTS + action.part,)


def _redirect(g: Game, seat: int, action: Any, value: Any) -> None:
    """Change the target of a bleed; the new target may then block (BLEED-01, BLOCK-03)."""
    from .blocking import blocks, early_effects, last_effects

    n = g.n
    n[s.ACT_TARGET] = n[s.DEFENDER] = action.target
    if g.rec is not None:
        g.rec.event(g, "redirected", seat, minion=g.rules.card(g, n[s.ACTOR]), at_seat=action.target, bleed=n[s.BLEED])
    while g.agenda[-1][0] is not settle_action:
        g.agenda.pop()
    g.agenda += [(last_effects,), (blocks,), (early_effects,)]


def _wake(g: Game, seat: int, action: Any, value: Any) -> None:
    """Untap a minion, or let it block and react as if it were untapped until the action ends (COMP-14)."""
    minion = action.minion
    if value == "untap":
        untap(g, minion)
    else:
        g.z[s.AWAKE] += (minion,)
    if g.rec is not None:
        g.rec.event(g, "woken", seat, minion=g.rules.card(g, minion), how=value)


def _continue(g: Game, seat: int, action: Any, value: Any) -> None:
    """Note that the action continues after the combat with the blocking minion."""
    g.n[s.CONTINUES] = 1


def _early_votes(g: Game, seat: int, action: Any, value: int) -> None:
    """Count votes before any are cast: for the referendum by a modifier, against it by a reaction (POL-04)."""
    from .politics import tell_vote

    yes = printed(g, action.card).type == "action_modifier"
    g.n[s.FOR if yes else s.AGAINST] += value
    if g.rec is not None:
        tell_vote(g, seat, g.rules.card(g, action.card), value, yes, priscus=False)


IN_ACTION: Final[dict[str, Callable[[Any, int, Any, Any], None]]] = {
    "not_blocked_by": _bar,
    "redirect_bleed": _redirect,
    "wake": _wake,
    "continue_action": _continue,
    "early_votes": _early_votes,
}
"""The functions of further verbs in an action, of game, seat, the Play or Use, and the verb's argument."""
