"""Resolution: five steps at each Location, one Location after the other (sections RES, REV, PREP, CONF, AFT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import ASK, Step

from .actions import CARD0, INT0, YES
from .agenda import YES_OR_NO
from .conflict import count, rank
from .draining import use_relic
from .effects import AFTERMATH, ASKS_MATE, CONFLICT, EFFECT, FIRST, PREPARATION, REVEALED
from .ledger import deploy
from .rounds import begin_phase
from .state import (
    ACTED,
    AFTERMATH_STEP,
    ALLIANCE,
    ALLY_AT,
    BLOOD,
    CARDS,
    CONFLICT_STEP,
    COUNTED_MATE,
    CURFEW,
    FORESTALLED,
    GIVEN,
    HELD,
    HERE,
    LITANY_ON,
    LOC,
    LONE,
    MATE,
    MINDLESS,
    NOBODY,
    OUT,
    POOL,
    PREPARATION_STEP,
    PRINTED,
    RANKING,
    RELIC,
    RELIC_USED,
    REMOVED,
    RESOLUTION,
    REVELATION_STEP,
    STAY,
    STEP,
    TURNED,
    UP,
    WINNER,
    WITHDREW,
    begin_step,
    place_of,
    turn_order,
)
from .tables import (
    APOCRYPHA,
    BIT,
    IDS,
    LITANY,
    LOCATIONS,
    MORGUE,
    NUMBER,
    SUCCUBUS_CLUB,
    VEILS,
)
from .verbs import at_location, lose_each, most_to_play, play_blood, rivals, with_mate
from .withdraw import withdraw_step

if TYPE_CHECKING:
    from .game import Game

CLOAK = NUMBER["NO02"]
WHISPERS = NUMBER["NO04"]
MASS_MANIPULATION = NUMBER["VE05"]
FRIENDS = NUMBER["TO07"]
ONE_STEP_AHEAD = NUMBER["NO06"]
CURFEW_MOMENTS = ("preparation", "aftermath")
TIMED = {
    "revealed": REVEALED,
    "preparation": PREPARATION,
    "first": FIRST,
    "conflict": CONFLICT,
    "aftermath": AFTERMATH,
}


def resolution(g: Game, step: Step) -> None:
    """Resolution begins; with the Sargon Apocrypha Blood may go out first."""
    begin_phase(g, RESOLUTION, ("RES-02",))
    n = g.n
    if g.table.relics:
        for seat in reversed(turn_order(g)):
            if n[RELIC + seat] == APOCRYPHA and not n[RELIC_USED + seat] and most_to_play(g, seat):
                g.agenda.append((offer_apocrypha, seat))


def offer_apocrypha(g: Game, step: Step) -> None:
    """Relic: 1 Blood to every Location now?"""
    ask(g, step[1], "use_relic", YES_OR_NO, (apocrypha_answered, step[1]), APOCRYPHA)


def apocrypha_answered(g: Game, step: Step, code: int) -> None:
    """Relic: 1 Blood from the Pool to every Location, as far as it reaches (CONTR-05, RUL-52)."""
    if code == YES:
        use_relic(g, step[1])
        for loc in LOCATIONS[g.seats][: most_to_play(g, step[1])]:
            play_blood(g, step[1], loc, 1, "play_by_effect", APOCRYPHA)


def location(g: Game, step: Step) -> None:
    """A Location's turn to be resolved: nothing of the last one carries over."""
    n, z = g.n, g.z
    n[LOC] = step[1]
    n[STAY] = n[WITHDREW] = n[LONE] = n[NOBODY] = n[WINNER] = n[CURFEW] = n[MINDLESS] = 0
    n[HERE] = n[LITANY_ON] = n[GIVEN] = n[TURNED] = n[HELD] = n[FORESTALLED] = n[MATE] = n[COUNTED_MATE] = 0
    z[RANKING] = z[PRINTED] = ()
    if g.rec is not None:
        g.rec.event(g, "location")


# Revelation ------------------------------------------------------------------------------------------------


def revelation(g: Game, step: Step) -> None:
    """Before, at and after the moment when the cards turn up (REV-01, REV-02)."""
    begin_step(g, REVELATION_STEP)
    n, agenda = g.n, g.agenda
    up = n[UP] & (BIT[FRIENDS] | BIT[ONE_STEP_AHEAD])
    if not up:
        reveal(g, step)
        return
    loc = n[LOC]
    agenda.append((reveal,))
    for card, before in ((ONE_STEP_AHEAD, step_ahead), (FRIENDS, friends)):
        if up & BIT[card]:
            pos = place_of(g, card)
            if pos % 4 == loc:
                agenda.append((before, pos // 4, loc))


def friends(g: Game, step: Step) -> None:
    """Friends in High Places: Blood just before the Revelation, 1 for each card of the Alliance at most."""
    _, seat, loc = step
    most = min(most_to_play(g, seat), len(g.z[ALLIANCE + seat]))
    ask(g, seat, "blood_to_play", tuple(range(INT0, INT0 + most + 1)), (friends_answered, seat, loc), FRIENDS)


def friends_answered(g: Game, step: Step, code: int) -> None:
    """The chosen Blood is played."""
    play_blood(g, step[1], step[2], code - INT0, "play_by_effect", FRIENDS)


def step_ahead(g: Game, step: Step) -> None:
    """One Step Ahead: each Rival decides about each face-down card here."""
    _, owner, loc = step
    mate = g.table.mate[owner]
    hidden = mate >= 0 and any(not g.n[UP] & BIT[c] for c in g.z[CARDS + mate * 4 + loc])
    with_mate(g, owner, hidden, ONE_STEP_AHEAD, (step_ahead_now, owner, loc))


def step_ahead_now(g: Game, step: Step) -> None:
    """The Rivals' face-down cards, held until their players decide."""
    _, owner, loc = step
    n = g.n
    steps: list[Step] = []
    for seat in rivals(g, owner, loc):
        for slot, card in enumerate(g.z[CARDS + seat * 4 + loc]):
            if not n[UP] & BIT[card]:
                n[HELD] |= BIT[card]
                steps.append((offer_turn_up, seat, loc, slot, owner))
    g.agenda.extend(reversed(steps))


def offer_turn_up(g: Game, step: Step) -> None:
    """Lose 2 Blood to turn this card up, or leave it face down? (A step names a hidden card by its slot alone.)"""
    _, seat, loc, slot, owner = step
    cards = g.z[CARDS + seat * 4 + loc]
    if not g.n[OUT] >> seat & 1:
        ask(g, seat, "turn_up", YES_OR_NO, (turn_up_answered, seat, loc, slot, owner), cards[slot])


def turn_up_answered(g: Game, step: Step, code: int) -> None:
    """The card turns up against 2 Blood, or stays as it is."""
    _, seat, loc, slot, owner = step
    card = g.z[CARDS + seat * 4 + loc][slot]
    if code == YES:
        g.n[HELD] &= ~BIT[card]
        lose_each(g, (seat,), 2, owner, loc, ONE_STEP_AHEAD)
    elif g.rec is not None:
        g.rec.event(g, "held", seat, (), {"card": IDS[card]}, 1 << seat, by=IDS[ONE_STEP_AHEAD], slot=slot)


def reveal(g: Game, step: Step) -> None:
    """All face-down cards here turn up (REV-01), but for those that are held; then comes what that sets off."""
    n, z = g.n, g.z
    loc = n[LOC]
    order = turn_order(g)
    shown = n[UP] | n[HELD]
    here = CARDS + loc
    every = 0
    for seat in order:
        cards_here = 0
        for c in z[here + seat * 4]:
            cards_here |= BIT[c]
        every |= cards_here
        hidden = cards_here & ~shown
        if hidden:
            n[UP] |= hidden
            n[TURNED] |= 1 << seat
            if g.rec is not None:
                cards = tuple(IDS[c] for c in z[here + seat * 4] if hidden & BIT[c])
                g.rec.event(g, "revealed", seat, ("PLAN-21",), cards=cards)
    n[HERE] = every
    if n[TURNED] and g.table.location_card[loc] == VEILS:
        for seat in order:
            if n[TURNED] >> seat & 1:
                deploy(g, seat, loc, 1, VEILS, ("VLOC-04",))
    if every & REVEALED:
        act_all(g, (act_all, "revealed", order))


# Steps in which cards act ----------------------------------------------------------------------------------


def act_all(g: Game, step: Step) -> None:
    """Seat by seat in turn order, cards of one moment act: one completely after the other (PREP-01, PREP-03).

    Who has several chooses the order (PREP-02); a card that arrives while its player's turn lasts acts too (RUL-35).
    Step: ``(act_all, moment, seats whose turn is still to come or lasts)``.
    """
    _, moment, seats = step
    n, z, agenda = g.n, g.z, g.agenda
    timed = TIMED[moment]
    may = timed & n[UP] & n[HERE] & ~n[ACTED]
    here = CARDS + n[LOC]
    for k, seat in enumerate(seats):
        while may:
            ready = -1
            several = False
            for c in z[here + seat * 4]:
                if may & BIT[c]:
                    several = several or ready >= 0
                    ready = c
            if ready < 0 or (n[CURFEW] >> seat & 1 and moment in CURFEW_MOMENTS):
                break
            if several:
                codes = tuple([CARD0 + c for c in z[here + seat * 4] if may & BIT[c]])
                ask(g, seat, "order", codes, (order_answered, seat, moment, seats[k:]))
                return
            below = len(agenda)
            act_now(g, seat, ready, moment)
            if len(agenda) > below or n[ASK]:
                agenda.insert(below, (act_all, moment, seats[k:]))  # what the card has set off comes first
                return
            may = timed & n[UP] & n[HERE] & ~n[ACTED]


def order_answered(g: Game, step: Step, code: int) -> None:
    """The card that its player wants to act next."""
    _, seat, moment, seats = step
    if g.rec is not None:
        g.rec.event(g, "order", seat, card=IDS[code - CARD0])
    g.agenda.append((act_all, moment, seats))
    act_now(g, seat, code - CARD0, moment)


def act_now(g: Game, seat: int, card: int, moment: str) -> None:
    """Carry out a card's effect."""
    n = g.n
    loc = n[LOC]
    n[ACTED] |= BIT[card]
    n[MATE] = 0
    if g.rec is not None:
        g.rec.event(g, "act", seat, MOMENT_RULES[moment], card=IDS[card])
    if g.table.teams and ASKS_MATE & BIT[card] and at_location(g, g.table.mate[seat], loc):
        with_mate(g, seat, True, card, (effect, card, seat, loc))
    else:
        EFFECT[card](g, seat, loc, card)


def effect(g: Game, step: Step) -> None:
    """A card's effect once it is settled whether the mate is in."""
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
    """The Preparation step (PREP-01)."""
    begin_step(g, PREPARATION_STEP)
    if g.n[HERE] & PREPARATION:
        act_all(g, (act_all, "preparation", turn_order(g)))


def conflict(g: Game, step: Step) -> None:
    """The Conflict step: effects, then the winner (CONF-01)."""
    begin_step(g, CONFLICT_STEP)
    n, agenda, table = g.n, g.agenda, g.table
    acting = n[HERE] & (FIRST | CONFLICT)
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
    if table.relics:
        loc = n[LOC]
        for seat in reversed(order):
            unused = n[RELIC + seat] == LITANY and not n[RELIC_USED + seat]
            if unused and n[STAY] >> seat & 1 and at_location(g, seat, loc):
                agenda.append((offer_litany, seat))


def offer_litany(g: Game, step: Step) -> None:
    """Relic: more Power here?"""
    ask(g, step[1], "use_relic", YES_OR_NO, (litany_answered, step[1]), LITANY)


def litany_answered(g: Game, step: Step, code: int) -> None:
    """Relic: 3 Power more at this Location."""
    if code == YES:
        use_relic(g, step[1])
        g.n[LITANY_ON] |= 1 << step[1]


def aftermath(g: Game, step: Step) -> None:
    """The Aftermath step, at the Haven already in the new turn order (AFT-01, AFT-04)."""
    begin_step(g, AFTERMATH_STEP)
    n = g.n
    order = turn_order(g)
    if g.table.location_card[n[LOC]] == MORGUE:
        g.agenda.append((act_all, "aftermath", order))
        losers = tuple(s for s in order if n[STAY] >> s & 1 and s + 1 != n[WINNER])
        if losers and g.rec is not None:
            g.rec.event(g, "location_effect", card=IDS[MORGUE])
        lose_each(g, losers, 1, -1, n[LOC], MORGUE)
    elif n[HERE] & AFTERMATH:
        act_all(g, (act_all, "aftermath", order))


def end_of_location(g: Game, step: Step) -> None:
    """The Location is resolved; cards and Blood stay there (AFT-03), but for the Succubus Club."""
    n, z = g.n, g.z
    loc = n[LOC]
    if n[ALLY_AT + loc] >= 0:
        z[REMOVED] += (n[ALLY_AT + loc],)
        if g.rec is not None:
            g.rec.event(g, "ally_removed", card=IDS[n[ALLY_AT + loc]])
        n[ALLY_AT + loc] = -1
    n[STEP] = 0
    z[PRINTED] = ()
    if g.rec is not None:
        g.rec.event(g, "resolved")
    if g.table.location_card[loc] == SUCCUBUS_CLUB:
        g.agenda.extend((offer_club, seat, loc) for seat in reversed(turn_order(g)) if n[BLOOD + seat * 4 + loc])


def offer_club(g: Game, step: Step) -> None:
    """Succubus Club: how much Blood back to the Pool?"""
    _, seat, loc = step
    most = min(3, g.n[BLOOD + seat * 4 + loc])
    ask(g, seat, "blood_to_take", tuple(range(INT0, INT0 + most + 1)), (club_answered, seat, loc), SUCCUBUS_CLUB)


def club_answered(g: Game, step: Step, code: int) -> None:
    """Succubus Club: up to 3 Deployed Blood back to the Pool."""
    _, seat, loc = step
    if code > INT0:
        move(g, BLOOD + seat * 4 + loc, POOL + seat, code - INT0, "take_back", SUCCUBUS_CLUB, seat, ("VLOC-04",))


def steps_of_location(loc: int) -> list[Step]:
    """The agenda of one Location, last thing first (RES-01)."""
    return [
        (end_of_location,),
        (aftermath,),
        (conflict,),
        (preparation,),
        (revelation,),
        (withdraw_step,),
        (location, loc),
    ]
