"""Malkavian cards: auctions, cards from other hands, cards that turn face down."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask, ask_all, seal, take_sealed_answers
from vendetta_kit.kernel.rng import shuffled
from vendetta_kit.kernel.state import ASKER, Step

from ..actions import BID0, CARD0, INT0, NO
from ..agenda import BID
from ..card_estimates import A_CARD, ExpectedEffect, estimate, least
from ..card_hooks import ROUND_ENDS, ability, acts, adds, wins_ties
from ..card_knowledge import forget, forget_hand
from ..card_tables import BIT, IDS, NUMBER
from ..draining import back_to_hand, turn_down
from ..game import Game
from ..state import ALLIANCE, BANE, BLOOD, CARDS, DECK, HAND, KNOWN_BOTTOM, MINDLESS, OUT, UP, turn_order, without
from ..token_verbs import lose_each, most_to_play, play_blood, rivals, steal_each
from .common_effects import play_face_up

AUCTION = NUMBER["MA02"]
MALKAVS_BANE = NUMBER["MA06"]


@acts("MA01", "preparation", aimed=True)
def mesmerize(g: Game, me: int, loc: int, card: int) -> None:
    """Ask for a Rival, whose whole hand is played face up on the player's Position here."""
    targets = tuple(INT0 + rival for rival in rivals(g, me, loc) if g.z[HAND + rival])
    if targets:
        ask(g, me, "rival", targets, (mesmerize_answered, me, loc, card), card)


estimate("MA01", power=lambda here: A_CARD * least(1.0, here.around_here.rivals))


def mesmerize_answered(g: Game, step: Step, code: int) -> None:
    """Play the hand of the chosen Rival."""
    _, me, loc, card = step
    _play_hand(g, code - INT0, me, loc, card)


def _play_hand(g: Game, owner: int, me: int, loc: int, by: int) -> None:
    hand = g.z[HAND + owner]
    g.z[HAND + owner] = ()
    for card in hand:
        play_face_up(g, me, card, loc, by)


@acts("MA02", "revealed", aimed=True)
def auction_of_blood(g: Game, me: int, loc: int, card: int) -> None:
    """Ask the player and all Rivals for secret bids of Blood; without a Rival there is no auction (KIT-01)."""
    bidders = 1 << me
    targets = rivals(g, me, loc)
    for rival in targets:
        bidders |= 1 << rival
    if targets:
        g.agenda.append((auction_over, me, loc, card, (me, *targets)))
        g.n[ASKER] = card
        ask_all(g, BID, bidders)
    elif g.rec is not None:
        g.rec.event(g, "ignored", me, ("KIT-01",), card=IDS[card])


estimate("MA02", power=lambda here: 1.0)


def bid_answered(g: Game, seat: int, code: int) -> None:
    """Record one secret bid."""
    seal(g, seat, code - BID0)


def auction_over(g: Game, step: Step) -> None:
    """End the auction: the lowest bidder turns a card face down, the bids are paid (RUL-05, RUL-40)."""
    _, me, loc, card, bidders = step
    z = g.z
    bids = dict(take_sealed_answers(g, bidders))
    order = turn_order(g)
    # a tie is won by the earlier player or by an Ally that wins ties: the lowest bidder is who loses it
    lowest = min(bidders, key=lambda s: (bids[s], wins_ties(z[ALLIANCE + s]), -order.index(s)))
    if g.rec is not None:
        level = tuple(s for s in order if bids.get(s) == bids[lowest])
        tied = level if len(level) > 1 else ()
        ally = next((s for s in tied if wins_ties(z[ALLIANCE + s])), None)
        why = ("SET-04", "RUL-40") if tied else ()
        g.rec.event(g, "bids", me, why, bids=bids, lowest=lowest, tied=tied, ally=ally, card=IDS[card])
    for seat in sorted(bidders, key=order.index, reverse=True):
        if bids[seat]:
            g.agenda.append((pay_bid, seat, bids[seat], me, loc, card))
    g.agenda.append((lowest_turns, lowest, loc, card))


def pay_bid(g: Game, step: Step) -> None:
    """Deploy the player's own bid here, or make a Rival Lose its bid."""
    _, seat, bid, me, loc, card = step
    if seat != me:
        lose_each(g, (seat,), bid, me, loc, card)
    elif not g.n[OUT] >> me & 1:
        play_blood(g, me, loc, min(bid, most_to_play(g, me)), "bid", card)


def lowest_turns(g: Game, step: Step) -> None:
    """Ask the lowest bidder for one of its cards here."""
    _, seat, loc, card = step
    own = tuple(CARD0 + c for c in g.z[CARDS + seat * 4 + loc] if g.n[UP] & BIT[c])
    if own:
        ask(g, seat, "turn_down", own, (lowest_answered, seat), card)


def lowest_answered(g: Game, step: Step, code: int) -> None:
    """Turn the chosen card face down."""
    turn_down(g, step[1], code - CARD0, AUCTION)


@acts("MA03", "preparation")
def madness_network(g: Game, me: int, loc: int, card: int) -> None:
    """Play the whole remaining hand face up here."""
    _play_hand(g, me, me, loc, card)


estimate("MA03", power=lambda here: A_CARD * here.around_here.spare)


@adds("MA04")
def shadow_strike(g: Game, me: int, loc: int) -> int:
    """Return 2 Power if nobody here has fewer face-up cards."""
    n, z = g.n, g.z
    up = n[UP]

    def shown(seat: int) -> int:
        return sum(1 for c in z[CARDS + seat * 4 + loc] if up & BIT[c])

    mine = shown(me)
    for seat in range(g.seats):
        if seat != me and (z[CARDS + seat * 4 + loc] or n[BLOOD + seat * 4 + loc]) and shown(seat) < mine:
            return 0
    return 2


estimate("MA04", power=lambda here: 2.0 if here.size() == 1.0 else 0.7)


@acts("MA05", "preparation", aimed=True)
def chaos(g: Game, me: int, loc: int, card: int) -> None:
    """Take any number of own cards here back to hand; Steal 1 Blood from every Rival for each."""
    take_back(g, (take_back, me, loc, card, rivals(g, me, loc), 0))


estimate("MA05", effect=lambda here: ExpectedEffect(steal=0.5))


def take_back(g: Game, step: Step) -> None:
    """Ask whether to take one more card back."""
    _, me, loc, card, targets, taken = step
    own = tuple(CARD0 + c for c in g.z[CARDS + me * 4 + loc])
    if own:
        ask(g, me, "take_back", (NO, *own), (take_back_answered, me, loc, card, targets, taken), card)
    else:
        steal_each(g, targets, taken, me, loc, card)


def take_back_answered(g: Game, step: Step, code: int) -> None:
    """Take a card back, or begin to Steal."""
    _, me, loc, card, targets, taken = step
    if code == NO:
        steal_each(g, targets, taken, me, loc, card)
        return
    chosen = code - CARD0
    g.z[CARDS + me * 4 + loc] = without(g.z[CARDS + me * 4 + loc], chosen)
    if g.rec is not None:
        if g.n[UP] & BIT[chosen]:
            g.rec.event(g, "returned", me, ("KIT-13",), by=IDS[card], card=IDS[chosen])
        else:
            g.rec.event(g, "returned", me, ("KIT-13",), {"card": IDS[chosen]}, 1 << me, by=IDS[card])
    back_to_hand(g, chosen)
    take_back(g, (take_back, me, loc, card, targets, taken + 1))


@acts("MA06", "revealed")
def malkavs_bane(g: Game, me: int, loc: int, card: int) -> None:
    """Play the top card of the Clan deck here face up (KIT-02); at the end of the round a hand card goes back."""
    n, z = g.n, g.z
    if not z[DECK + me]:
        if g.rec is not None:
            g.rec.event(g, "ignored", me, ("KIT-25",), card=IDS[card])
        return
    top = z[DECK + me][0]
    z[DECK + me] = z[DECK + me][1:]
    n[BANE] |= 1 << me
    forget(g, top)
    play_face_up(g, me, top, loc, card, ("KIT-02",))


estimate("MA06", power=lambda here: A_CARD)


@acts("MA07", "preparation")
def mindless_assault(g: Game, me: int, loc: int, card: int) -> None:
    """Offer to turn own cards here face down, where they have 4 Power each (RUL-36)."""
    g.n[MINDLESS] |= 1 << me
    turn_one(g, (turn_one, me, loc, card))


estimate("MA07", floor=4.0)


def turn_one(g: Game, step: Step) -> None:
    """Ask whether to turn one more card face down."""
    _, me, loc, card = step
    own = tuple(CARD0 + c for c in g.z[CARDS + me * 4 + loc] if g.n[UP] & BIT[c])
    if own:
        ask(g, me, "turn_down", (NO, *own), (turn_one_answered, me, loc, card), card)


def turn_one_answered(g: Game, step: Step, code: int) -> None:
    """Turn a card face down, or end the effect."""
    if code != NO:
        turn_down(g, step[1], code - CARD0, step[3])
        turn_one(g, (turn_one, *step[1:]))


@adds("MA08")
def ready(g: Game, me: int, loc: int) -> int:
    """Return 1 Power for each own card here, this one included."""
    return len(g.z[CARDS + me * 4 + loc])


estimate("MA08", power=lambda here: here.size(), visible=True)


@acts("MA09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival."""
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)


estimate("MA09", effect=lambda here: ExpectedEffect(steal=1.0))


@ability("MA06", ROUND_ENDS)
def bane_is_paid(g: Game) -> None:
    """Ask each player who owes a card to the Clan deck which one, in turn order."""
    n = g.n
    if n[BANE]:
        for seat in reversed(turn_order(g)):
            if n[BANE] >> seat & 1 and g.z[HAND + seat]:
                g.agenda.append((into_deck, seat))
        n[BANE] = 0


def into_deck(g: Game, step: Step) -> None:
    """Ask which hand card goes back into the Clan deck for Malkav's Bane."""
    seat = step[1]
    ask(g, seat, "into_deck", tuple([CARD0 + c for c in g.z[HAND + seat]]), (into_deck_answered, seat), MALKAVS_BANE)


def into_deck_answered(g: Game, step: Step, code: int) -> None:
    """Shuffle the chosen card into the Clan deck for Malkav's Bane."""
    seat, card = step[1], code - CARD0
    n, z = g.n, g.z
    forget_hand(g, seat)
    z[HAND + seat] = without(z[HAND + seat], card)
    z[DECK + seat] = shuffled(n, z[DECK + seat] + (card,))
    n[KNOWN_BOTTOM + seat] = 0
    if g.rec is not None:
        g.rec.event(g, "shuffled_in", seat, (), {"card": IDS[card]}, 1 << seat, by=IDS[MALKAVS_BANE])
