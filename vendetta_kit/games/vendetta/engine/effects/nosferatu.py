"""Nosferatu cards: hidden cards and moves between Locations."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.state import Step

from ..actions import INT0, NO, YES
from ..agenda import YES_OR_NO
from ..card_estimates import ExpectedEffect, estimate, least, most
from ..card_hooks import ON_PLAY, ability, acts, adds, while_face_up
from ..card_tables import BIT, HAVEN, IDS, NUMBER
from ..game import Game
from ..ledger import deploy
from ..planning import bank_blood_here
from ..state import BOUND_MATE, CARDS, HELD, LOC, OUT, UP
from ..token_verbs import lose_each, most_to_play, play_blood, rivals, steal_each, with_mate
from ..withdraw_step import go, leave
from .common_effects import to_haven

CLOAK = NUMBER["NO02"]
EYES = NUMBER["NO03"]
ONE_STEP_AHEAD = NUMBER["NO06"]
BOUND, SAID = 1, 2
"""Bits of ``BOUND_MATE``: the mate must play face down; the answer for the mate's next turn has been given."""


@acts("NO01", "aftermath")
def unseen_passage(g: Game, me: int, loc: int, card: int) -> None:
    """Move this card to the Haven."""
    if loc != HAVEN:
        to_haven(g, me, card, loc)


estimate("NO01", effect=lambda here: ExpectedEffect(influence=0.0 if here.around_here.haven else 0.4))


@acts("NO05", "preparation")
def backstab(g: Game, me: int, loc: int, card: int) -> None:
    """Ask for up to 3 more Blood here; then this card may move to the Haven."""
    g.agenda.append((offer_haven, me, loc, card))
    most = min(3, most_to_play(g, me))
    ask(g, me, "blood_to_play", tuple(range(INT0, INT0 + most + 1)), (backstab_answered, me, loc, card), card)


estimate("NO05", power=lambda here: least(3.0, most(0.0, here.around_here.pool - 2.0)) * 0.6)


def backstab_answered(g: Game, step: Step, code: int) -> None:
    """Play the chosen Blood (RUL-05)."""
    _, me, loc, card = step
    play_blood(g, me, loc, code - INT0, "play_by_effect", card)


def offer_haven(g: Game, step: Step) -> None:
    """Ask whether to move the card to the Haven."""
    _, me, loc, card = step
    if loc != HAVEN and card in g.z[CARDS + me * 4 + loc]:
        ask(g, me, "to_haven", YES_OR_NO, (haven_answered, me, loc, card), card)


def haven_answered(g: Game, step: Step, code: int) -> None:
    """Move the card to the Haven if the player chose so."""
    _, me, loc, card = step
    if code == YES:
        to_haven(g, me, card, loc)


@acts("NO07", "preparation", aimed=True)
def vanish(g: Game, me: int, loc: int, card: int) -> None:
    """Ask whether to withdraw now and Steal 1 Blood from every Rival of the Location left (W-07, RUL-27)."""
    ask(g, me, "do_it", YES_OR_NO, (vanish_answered, me, loc, card, rivals(g, me, loc)), card)


estimate("NO07", effect=lambda here: ExpectedEffect(influence=0.2))


def vanish_answered(g: Game, step: Step, code: int) -> None:
    """Withdraw as in WDR-05 to WDR-07, then Steal."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((vanish_steals, me, loc, card, targets))
        leave(g, (leave, me, loc))


def vanish_steals(g: Game, step: Step) -> None:
    """Steal 1 Blood from each player who was a Rival before the withdrawal."""
    _, me, loc, card, targets = step
    steal_each(g, targets, 1, me, loc, card)


@adds("NO08", conflict=False)
def ready(g: Game, me: int, loc: int) -> int:
    """Return 2 Power at the Haven, else 0."""
    return 2 if loc == HAVEN else 0


estimate("NO08", power=lambda here: 2.0 if here.around_here.haven else 0.0, visible=True)


@acts("NO09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival; then this card may move to the Haven."""
    g.agenda.append((offer_haven, me, loc, card))
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)


estimate("NO09", effect=lambda here: ExpectedEffect(steal=1.0))


# Effects outside Resolution --------------------------------------------------------------------------------------


@while_face_up("NO02", "leaving")
def cloak_of_shadows(g: Game, me: int, loc: int, card: int, seat: int, at: int) -> bool:
    """Ask whether its player, who withdraws from elsewhere, goes to this card's Location; return whether asked."""
    if seat != me or at == loc:
        return False
    ask(g, me, "cloak", YES_OR_NO, (cloak_answered, me, at, loc), card)
    return True


estimate("NO02", effect=lambda here: ExpectedEffect(influence=0.2))


def cloak_answered(g: Game, step: Step, code: int) -> None:
    """Move all to the Location of Cloak of Shadows, or withdraw as usual."""
    _, seat, loc, there = step
    go(g, seat, loc, there if code == YES else HAVEN, CLOAK if code == YES else -1)


@while_face_up("NO03", "played")
def eyes_light_up(g: Game, me: int, loc: int, card: int, seat: int, at: int, down: int) -> Step:
    """Return the step that puts 1 Blood from the Bank here, after a face-down play here."""
    return (bank_blood_here, me, loc, card) if down and at == loc else ()


estimate(
    "NO03",
    power=lambda here: here.around_here.coming,
    effect=lambda here: ExpectedEffect(lose=0.3 * here.around_here.coming),
)


@while_face_up("NO03", "hides")
def eyes_bind(g: Game, me: int, loc: int, card: int, seat: int, at: int) -> bool:
    """Return whether a seat must play face down here: opponents, and the mate if the owner chose so."""
    return at == loc and me != seat and (g.table.mate[me] != seat or g.n[BOUND_MATE] & BOUND > 0)


@while_face_up("NO03", "watches")
def eyes_watch(g: Game, me: int, loc: int, card: int, at: int) -> bool:
    """Return ``True``: the owner sees cards that are played face down here."""
    return at == loc


@ability("NO03", ON_PLAY)
def eyes_open(g: Game, me: int, loc: int, card: int) -> None:
    """Ask the owner in a team game whether the mate must play face down too."""
    if g.table.teams:
        g.agenda.append((ask_bound_mate, me))


@while_face_up("NO03", "turn")
def eyes_ask_again(g: Game, me: int, loc: int, card: int, turn: Step) -> bool:
    """Ask again before each turn of the mate (KIT-11); return whether asked."""
    n = g.n
    if g.table.mate[me] != turn[1] or g.table.mate_asked_once:
        return False
    if n[BOUND_MATE] & SAID:
        n[BOUND_MATE] &= ~SAID
        return False
    g.agenda.append(turn)
    ask_bound_mate(g, (ask_bound_mate, me))
    return True


def ask_bound_mate(g: Game, step: Step) -> None:
    """Ask in a team game whether the mate must play face down where Eyes in the Dark lies (RUL-51)."""
    ask(g, step[1], "mate", YES_OR_NO, (bound_mate_answered,), EYES)


def bound_mate_answered(g: Game, step: Step, code: int) -> None:
    """Keep the answer for the mate's next turn, or with the other ruling of KIT-11 while the card lies there."""
    g.n[BOUND_MATE] = (0 if code == NO else BOUND) | (0 if g.table.mate_asked_once else SAID)


@while_face_up("NO04", "withdrawal")
def whispers_are_silent(g: Game, me: int, loc: int, card: int, seat: int, home: bool) -> tuple[str, ...]:
    """Return the rule why Feral Whispers does nothing on a withdrawal from the Haven (KIT-18)."""
    return ("KIT-18",) if home and seat == me else ()


estimate("NO04", effect=lambda here: ExpectedEffect(influence=0.2))


@while_face_up("NO04", "withdrawn")
def feral_whispers(g: Game, me: int, loc: int, card: int, seat: int, cards: tuple[int, ...], home: bool) -> None:
    """Put 2 Blood from the Bank here for each card with which the owner withdrew from elsewhere."""
    if cards and not home and seat == me and card not in cards:
        deploy(g, me, loc, 2 * len(cards), card, ("CONTR-01",))


@while_face_up("NO06", "revelation")
def one_step_ahead(g: Game, me: int, loc: int, card: int) -> None:
    """Begin the effect just before the Revelation here."""
    if loc == g.n[LOC]:
        g.agenda.append((step_ahead, me, loc))


estimate("NO06", effect=lambda here: ExpectedEffect(lose=0.5))


def step_ahead(g: Game, step: Step) -> None:
    """Make each Rival decide about each of its face-down cards here, for One Step Ahead."""
    _, owner, loc = step
    mate = g.table.mate[owner]
    hidden = mate >= 0 and any(not g.n[UP] & BIT[c] for c in g.z[CARDS + mate * 4 + loc])
    with_mate(g, owner, hidden, ONE_STEP_AHEAD, (step_ahead_now, owner, loc))


def step_ahead_now(g: Game, step: Step) -> None:
    """Ask the owners of the face-down cards, in order, for One Step Ahead."""
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
    """Ask whether to Lose 2 Blood and turn a card up. The step names a hidden card only by its slot."""
    _, seat, loc, slot, owner = step
    cards = g.z[CARDS + seat * 4 + loc]
    if not g.n[OUT] >> seat & 1:
        ask(g, seat, "turn_up", YES_OR_NO, (turn_up_answered, seat, loc, slot, owner), cards[slot])


def turn_up_answered(g: Game, step: Step, code: int) -> None:
    """Turn the card up for 2 Blood, or leave it face down."""
    _, seat, loc, slot, owner = step
    card = g.z[CARDS + seat * 4 + loc][slot]
    if code == YES:
        g.n[HELD] &= ~BIT[card]
        lose_each(g, (seat,), 2, owner, loc, ONE_STEP_AHEAD)
    elif g.rec is not None:
        g.rec.event(g, "held", seat, (), {"card": IDS[card]}, 1 << seat, by=IDS[ONE_STEP_AHEAD], slot=slot)
