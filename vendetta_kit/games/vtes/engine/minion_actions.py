"""The actions that minions may take (MIN-01 to MIN-03, HUNT-04, ACT-01)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import actions as do
from . import state as s
from .action_codes import PASS, action_of, code_of
from .board import (
    blood,
    is_card,
    is_ready,
    is_tapped,
    is_vampire,
    lies_in,
    names,
    on,
    one_of_each,
    prey,
    printed,
    ready,
    seat_of,
    seats_from,
    untapped,
)
from .card_play import No, against_needs, at_any_time, choices, levels, may_carry, targets, usable
from .cards import Card
from .game import Game
from .rule_numbers import COST_OF_RESCUE

# Options ---------------------------------------------------------------------------------------------------


def must_hunt(g: Game, seat: int) -> list[int]:
    """Return a seat's ready untapped vampires without blood, which must hunt first (HUNT-04)."""
    return [card for card in untapped(g, seat) if is_vampire(g, card) and not blood(g, card)]


def against_acting(g: Game, seat: int, minion: int, kind: int, hungry: Sequence[int] | None = None) -> No | None:
    """Return why a minion cannot take an action of this kind now, or ``None``; ``hungry`` is :func:`must_hunt`."""
    if not is_card(g, minion) or seat_of(g, minion) != seat:
        return "MIN-01", "not_yours", {}
    if kind == s.LEAVING_TORPOR:
        if not lies_in(g, minion, s.TORPOR):
            return "TORP-03", "not_in_torpor", {}
    elif lies_in(g, minion, s.TORPOR):
        return "TORP-03", "in_torpor", {}
    elif lies_in(g, minion, s.NEW):
        return "ALLY-01", "new_ally", {}
    elif not is_ready(g, minion):
        return "MIN-01", "not_ready", {}
    if is_tapped(g, minion):
        return "COMP-02", "tapped", {}
    if hungry is None:
        hungry = must_hunt(g, seat)
    if hungry and (kind != s.HUNTING or minion not in hungry):
        return "HUNT-04", "hungry", {"cards": names(g, hungry)}
    if kind in (s.HUNTING, s.LEAVING_TORPOR, s.RESCUING, s.DIABLERIZING, s.POLITICAL) and not is_vampire(g, minion):
        rule = {s.HUNTING: "HUNT-01", s.RESCUING: "TORP-06", s.DIABLERIZING: "TORP-08", s.POLITICAL: "POLA-01"}
        return rule.get(kind, "TORP-03"), "vampires_only", {}
    return None


def against_action_card(
    g: Game, seat: int, minion: int, card: int, superior: bool, hungry: Sequence[int] | None = None
) -> No | None:
    """Return why a minion cannot play a card as its action now, or ``None``."""
    kind = action_kind(g, card, superior)
    if kind == s.NO_ACTION:
        return "LIB-17", "no_action_card", {"type": printed(g, card).type}
    limited = kind in (s.EQUIPPING, s.EMPLOYING) and "only_one" in g.table.given_verbs
    if limited and is_card(g, minion) and not may_carry(g, minion, card):
        return "COMP-14", "only_one", {"card": printed(g, card)}
    return against_acting(g, seat, minion, kind, hungry) or against_needs(g, seat, card, minion, superior)


def action_kind(g: Game, card: int, superior: bool) -> int:
    """Return the kind of action that a card begins at a level, ``NO_ACTION`` if none (ACARD-01)."""
    return g.table.begins[superior][card]


def against_taking(g: Game, seat: int, action: do.Take, hungry: Sequence[int] | None = None) -> No | None:
    """Return why a minion cannot take this equipment from another, or ``None`` (EQUIP-02)."""
    no = against_acting(g, seat, action.minion, s.TAKING, hungry)
    if no is not None:
        return no
    if action.source == action.minion or action.source not in g.z[s.READY + seat]:
        return "EQUIP-02", "other_minion", {}
    pieces = equipment(g, action.source)
    if not 0 < action.which < 1 << len(pieces):
        return "EQUIP-02", "no_equipment", {}
    taken: list[Card] = []
    for k, piece in enumerate(pieces):
        if action.which >> k & 1:
            record = printed(g, piece)
            if not may_carry(g, action.minion, piece) or (record in taken and record.given("only_one")):
                return "COMP-14", "only_one", {"card": record}
            taken.append(record)
    return None


def equipment(g: Game, minion: int) -> list[int]:
    """Return the equipment on a minion."""
    return [card for card in on(g, minion) if printed(g, card).type == "equipment"]


def against_torpor(
    g: Game, seat: int, action: do.Rescue | do.Diablerize, hungry: Sequence[int] | None = None
) -> No | None:
    """Return why a vampire cannot rescue or diablerize this one, or ``None`` (TORP-06, TORP-08)."""
    kind = s.RESCUING if isinstance(action, do.Rescue) else s.DIABLERIZING
    no = against_acting(g, seat, action.minion, kind, hungry)
    if no is not None:
        return no
    if not is_card(g, action.target) or not lies_in(g, action.target, s.TORPOR):
        return "TORP-06" if kind == s.RESCUING else "TORP-08", "not_torpid", {}
    if isinstance(action, do.Rescue):
        cost = cost_of_rescue(g, action.target)
        if not 0 <= action.pays <= cost or blood(g, action.minion) < action.pays:
            return "TORP-06", "rescue_blood", {"cost": cost}
        if blood(g, action.target) < cost - action.pays:
            return "TORP-06", "rescue_blood", {"cost": cost}
    return None


def cost_of_rescue(g: Game, vampire: int) -> int:
    """Return the blood that it costs to leave torpor: 0 for a paralyzed vampire (EFF-09)."""
    return 0 if g.rows[s.MARKS + vampire * s.WIDTH] & s.PARALYZED else COST_OF_RESCUE


def minion_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's legal actions in its minion phase."""
    codes: list[int] = []
    hungry = must_hunt(g, seat)
    minions = untapped(g, seat)
    victim = prey(g, seat)
    torpid = [vampire for other in seats_from(g, seat) for vampire in g.z[s.TORPOR + other]] if minions else ()
    lying = minions and not g.table.of_type["equipment"].isdisjoint(g.z[s.ATTACHED + seat])
    laden = [(m, len(equipment(g, m))) for m in ready(g, seat)] if lying else ()
    cards = one_of_each(g, seat, g.table.beginning)
    for minion in minions:
        if against_acting(g, seat, minion, s.BLEEDING, hungry) is None and victim >= 0:
            codes.append(code_of(do.Bleed, minion))
        if against_acting(g, seat, minion, s.HUNTING, hungry) is None:
            codes.append(code_of(do.Hunt, minion))
        codes += _card_actions(g, seat, minion, cards, hungry)
        codes += _torpor_actions(g, seat, minion, torpid, hungry)
        for source, pieces in laden:
            for which in range(1, 1 << pieces if source != minion else 1):
                take = action_of(do.Take, minion, source, which)
                if against_taking(g, seat, take, hungry) is None:
                    codes.append(take.code)
    for minion in g.z[s.TORPOR + seat]:
        if against_acting(g, seat, minion, s.LEAVING_TORPOR, hungry) is None and blood(g, minion) >= cost_of_rescue(
            g, minion
        ):
            codes.append(code_of(do.Leave, minion))
    if hungry:
        return codes
    for card in usable(g, seat, g.table.in_own_phase):
        if at_any_time(g, card):
            codes += [code_of(do.Use, card, target) for target in targets(g, seat, card, -1)]
    return [*codes, PASS]


def _card_actions(g: Game, seat: int, minion: int, cards: Iterable[int], hungry: Sequence[int]) -> list[int]:
    codes = []
    for card in cards:
        kind = action_kind(g, card, False)
        record = printed(g, card)
        for superior in levels(record):
            if against_action_card(g, seat, minion, card, superior, hungry) is None:
                aims = (-1,) if kind == s.POLITICAL else targets(g, seat, card, minion, superior)
                if not record.chooses:
                    codes += [code_of(do.Play, card, minion, target, superior) for target in aims]
                    continue
                codes += [
                    code_of(do.Play, card, minion, target, superior, choice)
                    for target in aims
                    for choice in choices(g, seat, card, minion, superior)
                ]
    return codes


def _torpor_actions(g: Game, seat: int, minion: int, torpid: Sequence[int], hungry: Sequence[int]) -> list[int]:
    codes = []
    for vampire in torpid:
        tries: list[do.Rescue | do.Diablerize] = [action_of(do.Diablerize, minion, vampire)]
        tries += [action_of(do.Rescue, minion, vampire, pays) for pays in range(cost_of_rescue(g, vampire) + 1)]
        codes += [action.code for action in tries if against_torpor(g, seat, action, hungry) is None]
    return codes


def actor_stands(g: Game) -> bool:
    """Check whether the acting minion can still carry out its action (RUL-08)."""
    n = g.n
    return is_ready(g, n[s.ACTOR]) or (n[s.ACT] == s.LEAVING_TORPOR and lies_in(g, n[s.ACTOR], s.TORPOR))
