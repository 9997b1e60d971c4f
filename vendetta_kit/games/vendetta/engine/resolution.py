"""Resolution: five steps at each Location in order (sections RES, REV, PREP, CONF and AFT)."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.state import ASK, Step

from . import state as s
from .actions import CARD0
from .card_hooks import UP_AT, call_cards, call_place, call_relics
from .card_tables import BIT, IDS
from .conflict import count, rank
from .effects import AFTERMATH, ASKS_MATE, CONFLICT, EFFECT, FIRST, PREPARATION, REVEALED
from .game import Game
from .rounds import begin_phase
from .state import begin_step, turn_order
from .token_verbs import is_at_location, with_mate
from .withdraw_step import withdraw_step

CURFEW_MOMENTS = ("preparation", "aftermath")
TIMED = {
    "revealed": REVEALED,
    "preparation": PREPARATION,
    "first": FIRST,
    "conflict": CONFLICT,
    "aftermath": AFTERMATH,
}


def resolution(g: Game, step: Step) -> None:
    """Begin Resolution (RES-02)."""
    begin_phase(g, s.RESOLUTION, ("RES-02",))
    if g.table.relics:
        call_relics(g, "resolution", -1)


def location(g: Game, step: Step) -> None:
    """Begin a Location's resolution with the values of the last Location cleared."""
    n, z = g.n, g.z
    n[s.LOC] = step[1]
    n[s.STAY] = n[s.WITHDREW] = n[s.LONE] = n[s.NOBODY] = n[s.WINNER] = n[s.CURFEW] = n[s.MINDLESS] = 0
    n[s.HERE] = n[s.LITANY_ON] = n[s.GIVEN] = n[s.TURNED] = n[s.HELD] = 0
    n[s.FORESTALLED] = n[s.MATE] = n[s.COUNTED_MATE] = 0
    z[s.RANKING] = z[s.PRINTED] = ()
    if g.rec is not None:
        g.rec.event(g, "location")


# Revelation ------------------------------------------------------------------------------------------------


def revelation(g: Game, step: Step) -> None:
    """Begin the Revelation: effects before it, then the cards, then effects after it (REV-01, REV-02)."""
    begin_step(g, s.REVELATION_STEP)
    if not g.n[s.UP] & UP_AT["revelation"]:
        reveal(g, step)
        return
    g.agenda.append((reveal,))
    call_cards(g, "revelation")


def reveal(g: Game, step: Step) -> None:
    """Turn up all face-down cards here that are not held back (REV-01), then run triggers."""
    n, z = g.n, g.z
    loc = n[s.LOC]
    order = turn_order(g)
    shown = n[s.UP] | n[s.HELD]
    here = s.CARDS + loc
    every = 0
    for seat in order:
        cards_here = 0
        for c in z[here + seat * 4]:
            cards_here |= BIT[c]
        every |= cards_here
        hidden = cards_here & ~shown
        if hidden:
            n[s.UP] |= hidden
            n[s.TURNED] |= 1 << seat
            if g.rec is not None:
                cards = tuple(IDS[c] for c in z[here + seat * 4] if hidden & BIT[c])
                g.rec.event(g, "revealed", seat, ("PLAN-21",), cards=cards)
    n[s.HERE] = every
    if g.table.location_cards:
        call_place(g, "revealed", -1, loc)
    if every & REVEALED:
        act_all(g, (act_all, "revealed", order))


# Steps with card effects -----------------------------------------------------------------------------------


def act_all(g: Game, step: Step) -> None:
    """Run the effects of one moment seat by seat in turn order, each to its end (PREP-01, PREP-03).

    A player with several chooses the order (PREP-02); a card that arrives in the meantime acts too (RUL-35).
    Step: ``(act_all, moment, seats that are not finished)``.
    """
    _, moment, seats = step
    n, z, agenda = g.n, g.z, g.agenda
    timed = TIMED[moment]
    may = timed & n[s.UP] & n[s.HERE] & ~n[s.ACTED]
    here = s.CARDS + n[s.LOC]
    for k, seat in enumerate(seats):
        while may:
            ready = -1
            several = False
            for c in z[here + seat * 4]:
                if may & BIT[c]:
                    several = several or ready >= 0
                    ready = c
            if ready < 0 or (n[s.CURFEW] >> seat & 1 and moment in CURFEW_MOMENTS):
                break
            if several:
                codes = tuple([CARD0 + c for c in z[here + seat * 4] if may & BIT[c]])
                ask(g, seat, "order", codes, (order_answered, seat, moment, seats[k:]))
                return
            below = len(agenda)
            act_now(g, seat, ready, moment)
            if len(agenda) > below or n[ASK]:
                agenda.insert(below, (act_all, moment, seats[k:]))  # triggered steps come first
                return
            may = timed & n[s.UP] & n[s.HERE] & ~n[s.ACTED]


def order_answered(g: Game, step: Step, code: int) -> None:
    """Run the effect of the card that its player has chosen to act next."""
    _, seat, moment, seats = step
    if g.rec is not None:
        n = g.n
        may = TIMED[moment] & n[s.UP] & n[s.HERE] & ~n[s.ACTED] & ~BIT[code - CARD0]
        others = tuple(IDS[c] for c in g.z[s.CARDS + n[s.LOC] + seat * 4] if may & BIT[c])
        g.rec.event(g, "order", seat, card=IDS[code - CARD0], others=others)
    g.agenda.append((act_all, moment, seats))
    act_now(g, seat, code - CARD0, moment)


def act_now(g: Game, seat: int, card: int, moment: str) -> None:
    """Run a card's effect; in a team game ask first about the mate."""
    n = g.n
    loc = n[s.LOC]
    n[s.ACTED] |= BIT[card]
    n[s.MATE] = 0
    if g.rec is not None:
        g.rec.event(g, "act", seat, MOMENT_RULES[moment], card=IDS[card])
    if g.table.teams and ASKS_MATE & BIT[card] and is_at_location(g, g.table.mate[seat], loc):
        with_mate(g, seat, True, card, (effect, card, seat, loc))
    else:
        EFFECT[card](g, seat, loc, card)


def effect(g: Game, step: Step) -> None:
    """Run a card's effect after the question about the mate."""
    _, card, seat, loc = step
    EFFECT[card](g, seat, loc, card)


MOMENT_RULES: dict[str, tuple[str, ...]] = {
    "revealed": ("REV-02", "RUL-46"),
    "preparation": ("PREP-01", "PREP-03"),
    "first": ("CONF-02", "CONTR-01"),
    "conflict": ("CONF-01", "CONF-02"),
    "aftermath": ("AFT-01", "AFT-02"),
}


def preparation(g: Game, step: Step) -> None:
    """Begin the Preparation step (PREP-01)."""
    begin_step(g, s.PREPARATION_STEP)
    if g.n[s.HERE] & PREPARATION:
        act_all(g, (act_all, "preparation", turn_order(g)))


def conflict(g: Game, step: Step) -> None:
    """Begin the Conflict step: effects, then the winner (CONF-01)."""
    begin_step(g, s.CONFLICT_STEP)
    n, agenda, table = g.n, g.agenda, g.table
    acting = n[s.HERE] & (FIRST | CONFLICT)
    if not (acting or table.teams or table.relics):
        rank(g, step)
        return
    agenda.append((rank,))
    if table.teams:
        agenda.append((count,))
    order = turn_order(g)
    if acting:
        agenda.append((act_all, "conflict", order))
        if acting & FIRST:
            agenda.append((act_all, "first", order))
    if g.table.relics:
        call_relics(g, "conflict", n[s.LOC])


def aftermath(g: Game, step: Step) -> None:
    """Begin the Aftermath step, at the Haven in the new turn order (AFT-01, AFT-04)."""
    begin_step(g, s.AFTERMATH_STEP)
    below = len(g.agenda)
    if g.table.location_cards and call_place(g, "aftermath", -1, g.n[s.LOC]):
        g.agenda.insert(below, (act_all, "aftermath", turn_order(g)))  # triggered steps come first
    elif g.n[s.HERE] & AFTERMATH:
        act_all(g, (act_all, "aftermath", turn_order(g)))


def end_of_location(g: Game, step: Step) -> None:
    """End the resolution of a Location; its cards and Blood stay (AFT-03)."""
    n, z = g.n, g.z
    loc = n[s.LOC]
    if n[s.ALLY_AT + loc] >= 0:
        z[s.REMOVED] += (n[s.ALLY_AT + loc],)
        if g.rec is not None:
            g.rec.event(g, "ally_removed", card=IDS[n[s.ALLY_AT + loc]])
        n[s.ALLY_AT + loc] = -1
    n[s.STEP] = 0
    z[s.PRINTED] = ()
    if g.rec is not None:
        g.rec.event(g, "resolved")
    if g.table.location_cards:
        call_place(g, "resolved", -1, loc)


def steps_of_location(loc: int) -> list[Step]:
    """Return the agenda of one Location, the last step first (RES-01)."""
    return [
        (end_of_location,),
        (aftermath,),
        (conflict,),
        (preparation,),
        (revelation,),
        (withdraw_step,),
        (location, loc),
    ]
