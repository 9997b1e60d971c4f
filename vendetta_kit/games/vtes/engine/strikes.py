"""Strikes: their choice and effects, prevention, damage, additional strikes (STRIKE, EFF, DMG, RTC)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from . import actions as do
from .action_codes import PASS, action_of, code_of
from .board import (
    attach,
    blood,
    burn,
    drain,
    is_ready,
    is_vampire,
    lose_blood,
    loss,
    on,
    printed,
    put,
    seat_of,
    tap,
    worn,
)
from .bonuses import in_mode, power
from .card_play import No, may_carry
from .card_verbs import PREVENTING
from .cards import Effects, StrikeEffect
from .combatants import against_verb, break_off, fighter, level_of, plays_for, stand, which
from .decision_kinds import ADDITIONAL, PREVENT
from .decision_kinds import STRIKE as ASK_STRIKE
from .game import Game
from .state import (
    ACTOR,
    AGGRAVATED,
    AGGRAVATED_HANDS,
    BANK,
    BESIDE,
    BOUND,
    BOUND_LEVEL,
    CLOSE,
    CONTINUES,
    FIRST_STRIKES,
    HANDS,
    HURT,
    LONG,
    LOST,
    MARKS,
    MORE,
    MORE_FROM,
    NO_STRIKE,
    PARALYZED,
    RANGE,
    STOLEN,
    STRIKE,
    STRIKE_AT,
    STRIKE_LEVEL,
    TORPOR,
    USED,
    WIDTH,
)
from .uses import (
    against_using,
    brings,
    brought,
    burn_empty,
    level_brought,
    play_in_combat,
    usable_for,
    used_now,
    value_brought,
)


def strike_pair(g: Game, step: Step) -> None:
    """Ask both fighters for a strike, then carry out the pair (STRIKE-01). Step: ``(strike_pair, additional)``."""
    if not stand(g):
        break_off(g)
        return
    n = g.n
    additional = step[1]
    n[STRIKE] = n[STRIKE + 1] = NO_STRIKE
    g.agenda.append((resolve_pair, additional))
    for k in (1, 0):
        if not additional or n[MORE + k] > 0:
            g.agenda.append((ask_strike, k))
            if additional:
                n[MORE + k] -= 1
                n[BOUND + k] = NO_STRIKE  # a maneuver binds the first strike only (STRIKE-03)


def ask_strike(g: Game, step: Step) -> None:
    """Ask a fighter for its strike (STRIKE-02). Step: ``(ask_strike, fighter)``."""
    k = step[1]
    if not stand(g):
        break_off(g)
        return
    seat = seat_of(g, fighter(g, k))
    agenda.ask_all(g, ASK_STRIKE, 1 << seat)
    offer = g.legal(seat)
    if len(offer) == 1:
        agenda.close_decision(g)
        _struck(g, seat, offer.code_at(0))


def blow_of(g: Game, k: int) -> StrikeEffect:
    """Return the effect of a fighter's chosen strike with its full damage (EFF-01, EFF-02)."""
    n = g.n
    source = n[STRIKE + k]
    if source == NO_STRIKE:
        return StrikeEffect()
    return blow_with(g, k, source, n[STRIKE_LEVEL + k])


def blow_with(g: Game, k: int, source: int, level: int) -> StrikeEffect:
    """Return the effect of a fighter's strike with a card at a level, or with ``HANDS``."""
    if source == HANDS:
        blow = StrikeEffect(power(g, k), hands=True)
    else:
        record = printed(g, source)
        blow = record.does("strike", level) if record.type == "combat" else record.given("strike")
        assert isinstance(blow, StrikeEffect)
        blow = blow.with_power(power(g, k))
    if in_mode(g, k, FIRST_STRIKES):
        blow = blow._replace(first=True)
    if blow.hands and in_mode(g, k, AGGRAVATED_HANDS):
        blow = blow._replace(aggravated=True)
    return blow


def aims(g: Game, k: int, blow: StrikeEffect) -> list[int]:
    """Return the targets of a fighter's strike; -1 is the opponent itself.

    A ranged strike at long range that takes blood or life may be aimed at a retainer (RTC-01, EFF-08); one that
    destroys or steals needs a piece of equipment, if there is one (EFF-03, EFF-04).
    """
    other = fighter(g, 1 - k)
    wanted = blow.destroy or blow.steal
    pieces = [
        c for c in on(g, other)
        if printed(g, c).type == "equipment" and (wanted == "equipment" or printed(g, c).kind == "weapon")
        and (blow.destroy or may_carry(g, fighter(g, k), c))
    ] if wanted else []  # fmt: skip
    found = pieces or [-1]
    if g.n[RANGE] == LONG and blow.ranged and (blow.damage or blow.steal_blood):
        found += [c for c in on(g, other) if printed(g, c).type == "retainer"]
    return found


def strike_options(g: Game, seat: int) -> list[int]:
    """Return the codes of the strikes that a fighter can choose (STRIKE-03)."""
    n = g.n
    k = which(g, seat)
    minion = fighter(g, k)
    bound = n[BOUND + k]
    if bound != NO_STRIKE:
        blow = blow_with(g, k, bound, n[BOUND_LEVEL + k])
        return [code_of(do.Strike, bound, aim) for aim in aims(g, k, blow)]
    codes = [code_of(do.Strike)]
    if against_verb(g, k, "strike") is not None:
        return codes
    for card in usable_for(g, minion, "strike"):
        blow = blow_with(g, k, card, level_brought(g, card))
        codes += [code_of(do.Strike, card, aim) for aim in aims(g, k, blow)]
    for action in plays_for(g, seat, "strike"):
        blow = blow_with(g, k, action.card, level_of(action))
        codes += [code_of(do.Play, action.card, minion, aim, action.superior) for aim in aims(g, k, blow)]
    return codes


def strike_answered(g: Game, seat: int, code: int) -> None:
    """Set a fighter's strike, which the opponent, who chooses later, sees (STRIKE-02)."""
    agenda.close_decision(g)
    _struck(g, seat, code)


def _struck(g: Game, seat: int, code: int) -> None:
    n = g.n
    k = which(g, seat)
    action = g.rules.actions[code]
    if isinstance(action, do.Play):
        level = level_of(action)
        played = action_of(do.Play, action.card, action.minion, -1, action.superior)
        then = (_chosen, k, action.card, level, action.target)
        play_in_combat(g, seat, played, level, "strike", then, (ask_strike, k))
        return
    assert isinstance(action, do.Strike)
    level = n[BOUND_LEVEL + k] if n[BOUND + k] != NO_STRIKE else level_brought(g, action.weapon)
    if action.weapon >= 0:
        used_now(g, action.weapon, "strike")
    _chosen(g, (_chosen, k, action.weapon if action.weapon >= 0 else HANDS, level, action.target))


def _chosen(g: Game, step: Step) -> None:
    """Take a fighter's strike. Step: ``(…, fighter, card or HANDS, level, target or -1)``."""
    _, k, source, level, aim = step
    n = g.n
    n[STRIKE + k], n[STRIKE_LEVEL + k], n[STRIKE_AT + k] = source, level, aim
    if g.rec is not None:
        minion = fighter(g, k)
        with_card = g.rules.card(g, source) if source >= 0 else None
        at = g.rules.card(g, aim) if aim >= 0 else None
        g.rec.event(g, "strike", seat_of(g, minion), minion=g.rules.card(g, minion), card=with_card, target=at)


def works_at(g: Game, blow: StrikeEffect) -> bool:
    """Check whether a strike works at this round's range; ranged and defensive ones always do (STRIKE-04)."""
    return g.n[RANGE] == CLOSE or blow.at_long_range


def resolve_pair(g: Game, step: Step) -> None:
    """Carry out both strikes: combat ends, first strikes, then the others (EFF-05 to EFF-07, STRIKE-02, STRIKE-05)."""
    n = g.n
    blows = [blow_of(g, 0), blow_of(g, 1)]
    struck = [k for k in (0, 1) if n[STRIKE + k] != NO_STRIKE and works_at(g, blows[k])]
    if g.table.continuing and 0 in struck:
        _go_on_after(g)
    enders = [k for k in struck if blows[k].combat_ends]
    if enders:
        if g.rec is not None:
            minion, source = fighter(g, enders[0]), n[STRIKE + enders[0]]
            with_card = g.rules.card(g, source) if source >= 0 else None
            g.rec.event(g, "combat_ends", seat_of(g, minion), minion=g.rules.card(g, minion), card=with_card)
        break_off(g)
        return
    first = [k for k in struck if blows[k].first]
    later = [k for k in struck if not blows[k].first]
    others = not step[1] and "round_damage" in g.table.given_verbs
    if g.table.limited:
        g.agenda.append((after_pair,))
    if first and (later or others):
        g.agenda.append((strike_lands, tuple(later), others))
        others = False
    g.agenda.append((strike_lands, tuple(first or later), others))


def _go_on_after(g: Game) -> None:
    """Let a blocked action go on after the combat, if the acting minion's strike says so (COMP-14)."""
    n = g.n
    source = n[STRIKE]
    says_so = source in g.table.continuing and printed(g, source).does("continue_action", n[STRIKE_LEVEL])
    if says_so and fighter(g, 0) == n[ACTOR]:
        n[CONTINUES] = 1


def after_pair(g: Game, step: Step) -> None:
    """Burn weapons that are burned after their last strike."""
    burn_empty(g)


def strike_lands(g: Game, step: Step) -> None:
    """Carry out simultaneous strikes: first their other effects, then damage (STRIKE-05).

    Step: ``(…, fighters, whether cards on them do their damage of the round too)``.
    """
    n = g.n
    if not stand(g):
        break_off(g)
        return
    n[HURT] = n[HURT + 1] = n[AGGRAVATED] = n[AGGRAVATED + 1] = n[BESIDE] = n[BESIDE + 1] = 0
    if step[2]:
        for k in (0, 1):
            _damage_of_cards(g, k, "round_damage")
    blows = [blow_of(g, 0), blow_of(g, 1)]
    for k in [k for k in step[1] if _has_weapon(g, k)]:  # checked for both before either takes effect (EFF-03)
        _land(g, k, blows[k], dodged=n[STRIKE + 1 - k] != NO_STRIKE and blows[1 - k].dodge)
    g.agenda += [(damage,), (ask_prevent, 1), (ask_prevent, 0)]


def _damage_of_cards(g: Game, k: int, verb: str) -> None:
    """Add the damage of a fighter's retainers and other cards to its opponent; it is no strike, so no dodge helps."""
    other = fighter(g, 1 - k)
    for card in worn(g, fighter(g, k), verb):
        count = printed(g, card).given(verb)
        _beside(g, 1 - k, count)
        if g.rec is not None:
            g.rec.event(
                g, verb, seat_of(g, card), card=g.rules.card(g, card), minion=g.rules.card(g, other),
                amount=count,
            )  # fmt: skip


def _beside(g: Game, k: int, count: int) -> None:
    """Add damage to a fighter that is not from a strike."""
    g.n[HURT + k] += count
    g.n[BESIDE + k] += count


def _has_weapon(g: Game, k: int) -> bool:
    """Check whether a fighter still has its weapon, which a first strike may have taken (EFF-05)."""
    source = g.n[STRIKE + k]
    return source < 0 or printed(g, source).type != "equipment" or source in on(g, fighter(g, k))


def _land(g: Game, k: int, blow: StrikeEffect, dodged: bool) -> None:
    """Carry out the effects of one strike; its damage waits for prevention."""
    n = g.n
    mine, other, aim = fighter(g, k), fighter(g, 1 - k), n[STRIKE_AT + k]
    seat = seat_of(g, mine)
    if blow.self_damage:
        _beside(g, k, blow.self_damage)
    if aim >= 0 and printed(g, aim).type == "retainer":
        if aim in on(g, other):  # not dodged, not prevented (RTC-01, EFF-06)
            _drain_retainer(g, aim, blow.steal_blood, mine, seat)
            _take_life(g, aim, blow.damage)
        return
    if dodged:
        if g.rec is not None and (blow.damage or blow.steal_blood or blow.destroy or blow.steal):
            g.rec.event(g, "dodged", seat_of(g, other), minion=g.rules.card(g, other))
        return
    if blow.hands and "retaliate" in g.table.given_verbs:
        _damage_of_cards(g, 1 - k, "retaliate")
    if blow.steal_blood:
        stolen = min(blow.steal_blood, blood(g, other))
        if stolen:
            move(g, g.table.purse[other], g.table.purse[mine], stolen, "stolen", mine, seat)
            loss(g, seat_of(g, other))
            drain(g, mine)
            out_of_life(g, other)
    if aim >= 0 and aim in on(g, other):
        if blow.destroy:
            burn(g, aim, by=seat)
        elif blow.steal:
            attach(g, aim, mine)
            g.rows[MARKS + aim * WIDTH] |= STOLEN
            if g.rec is not None:
                g.rec.event(g, "taken", seat, card=g.rules.card(g, aim), minion=g.rules.card(g, mine))
    if blow.paralyze and is_vampire(g, other):
        tap(g, other)
        g.rows[MARKS + other * WIDTH] |= PARALYZED
        to_torpor(g, other)
    ordinary, aggravated = blow.harm
    n[AGGRAVATED + 1 - k] += aggravated
    n[HURT + 1 - k] += ordinary


def _drain_retainer(g: Game, card: int, count: int, thief: int, seat: int) -> None:
    """Move life of a retainer to the minion that struck it, before damage (EFF-08, STRIKE-05)."""
    stolen = min(count, blood(g, card))
    if stolen:
        move(g, g.table.purse[card], g.table.purse[thief], stolen, "stolen", thief, seat)
        g.rows[LOST + card * WIDTH] += stolen
        loss(g, seat_of(g, card))
        drain(g, thief)


def _take_life(g: Game, card: int, count: int) -> None:
    """Take life from a retainer; without life it is burned (RET-02, DMG-06)."""
    lost = min(count, blood(g, card))
    if lost:
        move(g, g.table.purse[card], BANK, lost, "damage", card)
        g.rows[LOST + card * WIDTH] += lost
        loss(g, seat_of(g, card))
    if not blood(g, card):
        burn(g, card)


# Damage ----------------------------------------------------------------------------------------------------


def ask_prevent(g: Game, step: Step) -> None:
    """Ask a fighter to prevent damage, one card at a time (DMG-01). Step: ``(ask_prevent, fighter)``."""
    k = step[1]
    n = g.n
    if not n[HURT + k] + n[AGGRAVATED + k] or not is_ready(g, fighter(g, k)):
        return
    seat = seat_of(g, fighter(g, k))
    agenda.ask_if_choice(g, PREVENT, seat, PASS, step)


def prevent_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a fighter's ways to prevent damage, and of passing."""
    k = which(g, seat)
    codes = [
        action.code
        for action in plays_for(g, seat, *PREVENTING)
        if any(prevents(g, k, printed(g, action.card).effects(level_of(action))))
    ]
    if not g.table.given_verbs.isdisjoint(PREVENTING) or g.z[USED]:
        played = [card for card, _ in brought(g, fighter(g, k))]
        for card in (fighter(g, k), *on(g, fighter(g, k)), *played):
            if against_prevention(g, k, card) is None:
                codes.append(code_of(do.Use, card))
    return [*codes, PASS]


def against_prevention(g: Game, k: int, card: int) -> No | None:
    """Return why a fighter's card in play prevents nothing now, or ``None``."""
    given = brings(g, card)
    if not any([effect.verb in PREVENTING for effect in given]) or g.rows[MARKS + card * WIDTH] & STOLEN:
        return "LIB-12", "not_usable", {}
    if not any(prevents(g, k, given)):
        return "DMG-01", "nothing_to_prevent", {}
    return against_using(g, card, "prevent")


def prevents(g: Game, k: int, what: Effects) -> tuple[int, int]:
    """Return how much aggravated and ordinary damage to a fighter these effects would prevent together."""
    n = g.n
    left, worst = n[HURT + k], n[AGGRAVATED + k]
    for verb in PREVENTING:
        for effect in what:
            if effect.verb == verb:
                worse, rest = _prevented(g, k, verb, effect.value, left, worst)
                left, worst = left - rest, worst - worse
    return n[AGGRAVATED + k] - worst, n[HURT + k] - left


def _prevented(g: Game, k: int, verb: str, count: int, left: int, worst: int) -> tuple[int, int]:
    """Return how much aggravated and ordinary damage a verb prevents, aggravated first if it can."""
    if verb in ("prevent_hands", "prevent_weapons"):
        if _of_strike(g, 1 - k) != verb:
            return 0, 0
        left = max(0, left - g.n[BESIDE + k])
    elif verb == "prevent_aggravated":
        left = 0
    elif verb == "prevent_ordinary":
        worst = 0
    worse = min(count, worst)
    return worse, min(count - worse, left)


def _of_strike(g: Game, k: int) -> str:
    """Return the verb that prevents only damage of a fighter's kind of strike: by hands or by a weapon."""
    source = g.n[STRIKE + k]
    if source >= 0 and printed(g, source).type == "equipment":
        return "prevent_weapons"
    return "prevent_hands" if blow_of(g, k).hands else ""


def prevent_answered(g: Game, seat: int, code: int) -> None:
    """Prevent damage, aggravated first, or pass."""
    agenda.close_decision(g)
    _, k = g.agenda[-1]
    if code == PASS:
        g.agenda.pop()
        return
    action = g.rules.actions[code]
    assert isinstance(action, do.Play | do.Use)
    card = action.card
    if isinstance(action, do.Play):
        level = level_of(action)
        play_in_combat(g, seat, action, level, "prevent", (_prevents, k, card, level))
    else:
        what = brings(g, card)
        used_now(g, card, "prevent")
        _prevent(g, k, card, what)


def _prevents(g: Game, step: Step) -> None:
    """Let a combat card prevent damage. Step: ``(…, fighter, card, level)``."""
    _, k, card, level = step
    _prevent(g, k, card, printed(g, card).effects(level))


def _prevent(g: Game, k: int, card: int, what: Effects) -> None:
    """Take away damage that waits for a fighter."""
    n = g.n
    worst, rest = prevents(g, k, what)
    n[AGGRAVATED + k] -= worst
    n[HURT + k] -= rest
    n[BESIDE + k] = min(n[BESIDE + k], n[HURT + k])
    if g.rec is not None:
        minion = fighter(g, k)
        g.rec.event(
            g, "prevented", seat_of(g, minion), minion=g.rules.card(g, minion), card=g.rules.card(g, card),
            amount=worst + rest,
        )  # fmt: skip


def damage(g: Game, step: Step) -> None:
    """Inflict the remaining damage on both at once; a fighter that is not ready then ends the combat (STRIKE-06)."""
    n = g.n
    for k in (0, 1):
        hurt(g, fighter(g, k), n[HURT + k], n[AGGRAVATED + k])
        n[HURT + k] = n[AGGRAVATED + k] = 0
    if not stand(g):
        break_off(g)


def hurt(g: Game, minion: int, ordinary: int, aggravated: int) -> None:
    """Inflict damage on a minion: a vampire heals or goes to torpor, an ally loses life (DMG-02 to DMG-06)."""
    if not ordinary + aggravated or not is_ready(g, minion):
        return
    seat = seat_of(g, minion)
    if g.rec is not None:
        g.rec.event(g, "damage", seat, minion=g.rules.card(g, minion), amount=ordinary, aggravated=aggravated)
    if not is_vampire(g, minion):
        lose_blood(g, minion, ordinary + aggravated, "damage")
        out_of_life(g, minion)
        return
    healed = lose_blood(g, minion, ordinary, "healed")
    wounded = healed < ordinary
    for _ in range(aggravated):  # after ordinary damage (DMG-05)
        if wounded and not lose_blood(g, minion, 1, "aggravated"):
            if g.rec is not None:
                g.rec.event(g, "destroyed", seat, minion=g.rules.card(g, minion))
            burn(g, minion)
            return
        wounded = True
    if wounded:
        to_torpor(g, minion, "DMG-03" if healed < ordinary else "DMG-04")


def hurt_in_combat(g: Game, k: int, ordinary: int, aggravated: int) -> None:
    """Let damage of no strike hit a fighter, who may prevent it (DMG-01)."""
    n = g.n
    n[BESIDE + k] = min(n[BESIDE + k], n[HURT + k]) + ordinary
    n[HURT + k] += ordinary
    n[AGGRAVATED + k] += aggravated
    g.agenda += [(damage,), (ask_prevent, k)]


def to_torpor(g: Game, vampire: int, why: str = "") -> None:
    """Send a vampire to torpor with the cards on it (TORP-02). ``why`` is the rule by which damage did it, if any."""
    put(g, vampire, TORPOR, seat_of(g, vampire))
    if g.rec is not None:
        g.rec.event(g, "torpor", seat_of(g, vampire), (why,) if why else (), card=g.rules.card(g, vampire))


def out_of_life(g: Game, minion: int) -> None:
    """Burn an ally that has no life left (ALLY-02)."""
    if not is_vampire(g, minion) and not blood(g, minion) and is_ready(g, minion):
        burn(g, minion)


# Additional strikes ----------------------------------------------------------------------------------------


def ask_additional(g: Game, step: Step) -> None:
    """Ask a fighter for additional strikes, from one source in a round (STRIKE-07). Step: ``(…, fighter)``."""
    k = step[1]
    if not stand(g):
        break_off(g)
        return
    if k == 0:
        g.agenda.append((ask_additional, 1))
    _ask_more(g, (_ask_more, k))


def _ask_more(g: Game, step: Step) -> None:
    """Ask one fighter for additional strikes. Step: ``(…, fighter)``."""
    k = step[1]
    seat = seat_of(g, fighter(g, k))
    if stand(g) and not g.n[MORE_FROM + k] and len(additional_options(g, seat)) > 1:
        agenda.ask_all(g, ADDITIONAL, 1 << seat)


def additional_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a fighter's ways to gain additional strikes, and of passing."""
    minion = fighter(g, which(g, seat))
    codes = [action.code for action in plays_for(g, seat, "additional_strikes")]
    return [*codes, *(code_of(do.Use, c) for c in usable_for(g, minion, "additional_strikes")), PASS]


def additional_answered(g: Game, seat: int, code: int) -> None:
    """Gain additional strikes, or pass."""
    agenda.close_decision(g)
    if code == PASS:
        return
    k = which(g, seat)
    action = g.rules.actions[code]
    assert isinstance(action, do.Play | do.Use)
    if isinstance(action, do.Play):
        level = level_of(action)
        count = printed(g, action.card).does("additional_strikes", level)
        play_in_combat(g, seat, action, level, "additional_strikes", (_gained, k, count), (_ask_more, k))
    else:
        count = value_brought(g, action.card, "additional_strikes")
        used_now(g, action.card, "additional_strikes")
        _gained(g, (_gained, k, count))


def _gained(g: Game, step: Step) -> None:
    """Give a fighter additional strikes. Step: ``(…, fighter, how many)``."""
    _, k, count = step
    g.n[MORE + k] += count
    g.n[MORE_FROM + k] = 1
    if g.rec is not None:
        minion = fighter(g, k)
        g.rec.event(g, "additional", seat_of(g, minion), minion=g.rules.card(g, minion), amount=count)


def more_strikes(g: Game, step: Step) -> None:
    """Begin another pair of strikes while a fighter has additional strikes left."""
    if not stand(g):
        break_off(g)
        return
    if g.n[MORE] or g.n[MORE + 1]:
        g.agenda += [(more_strikes,), (strike_pair, True)]
