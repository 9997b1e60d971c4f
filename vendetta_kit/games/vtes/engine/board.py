"""The table: where cards are, what they are, and the functions that move counters and cards.

Each rule about a state of a card (ready, capacity, title, level of a discipline) is here once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import MAX_SEATS

from . import state as s
from .cards import SECT_OF_TITLE, Card, Title
from .game import Game
from .rule_numbers import BLEED_OF_A_VAMPIRE, HAND_AT_START, STRENGTH_OF_A_VAMPIRE

# Seats -----------------------------------------------------------------------------------------------------


@cache
def _clockwise(seats: int, inside: int, first: int) -> tuple[int, ...]:
    return tuple([seat % seats for seat in range(first, first + seats) if inside >> seat % seats & 1])


def seats_from(g: Game, seat: int) -> tuple[int, ...]:
    """Return the seats still in the game, clockwise, from ``seat`` on."""
    return _clockwise(g.seats, g.n[s.IN], seat)


def prey(g: Game, seat: int) -> int:
    """Return the prey of a seat: the next seat to the left that is in the game (START-01); -1 if there is none."""
    order = _clockwise(g.seats, g.n[s.IN], seat + 1)
    return order[0] if order and order[0] != seat else -1


def predator(g: Game, seat: int) -> int:
    """Return the predator of a seat; -1 if there is none."""
    order = _clockwise(g.seats, g.n[s.IN], seat)
    return order[-1] if order and order[-1] != seat else -1


# Cards -----------------------------------------------------------------------------------------------------


def is_card(g: Game, number: int) -> bool:
    """Check whether a number is a card's; lower numbers are seats, so that a target needs no type."""
    return s.FIRST_CARD <= number < len(g.table.owner)


def printed(g: Game, card: int) -> Card:
    """Return the printed card of a physical card."""
    return g.table.printed[card]


def seat_of(g: Game, card: int) -> int:
    """Return the seat in whose region a card is: its controller's."""
    return (g.rows[s.AT + card * s.WIDTH] - s.HAND) % MAX_SEATS


def lies_in(g: Game, card: int, region: int) -> bool:
    """Check whether a card is in this region of any seat."""
    return region <= g.rows[s.AT + card * s.WIDTH] < region + MAX_SEATS


def put(g: Game, card: int, region: int, seat: int) -> None:
    """Move a card to the end of a seat's region."""
    old = g.rows[s.AT + card * s.WIDTH]
    g.z[old] = tuple([c for c in g.z[old] if c != card])
    g.z[region + seat] += (card,)
    g.rows[s.AT + card * s.WIDTH] = region + seat


def on(g: Game, minion: int) -> tuple[int, ...]:
    """Return the cards on a minion."""
    rows = g.rows
    return tuple([card for card in g.z[s.ATTACHED + seat_of(g, minion)] if rows[s.HOST + card * s.WIDTH] == minion])


def hand_over(g: Game, card: int, seat: int) -> None:
    """Give a seat control of a card in play, with the cards on it (COMP-11)."""
    lying = on(g, card)
    kind = (g.rows[s.AT + card * s.WIDTH] - s.HAND) // MAX_SEATS
    put(g, card, s.HAND + kind * MAX_SEATS, seat)
    for other in lying:
        put(g, other, s.ATTACHED, seat)


def attach(g: Game, card: int, minion: int) -> None:
    """Put a card on a minion; a title that the card gives moves with it."""
    from .contests import give_what_it_gives, reconsider

    take_title_back(g, card)
    before = g.rows[s.HOST + card * s.WIDTH]
    put(g, card, s.ATTACHED, seat_of(g, minion))
    g.rows[s.HOST + card * s.WIDTH] = minion
    reconsider(g, card, before)
    give_what_it_gives(g, card, minion)


def take_title_back(g: Game, card: int) -> None:
    """Remove the title that a card gave to its host, as the card is burned or moved (TCON-04, TITLE-04)."""
    host = g.rows[s.HOST + card * s.WIDTH]
    held = printed(g, card).given("title")
    if held is not None and host >= 0 and title_of(g, host) == held:
        g.rows[s.TITLE + host * s.WIDTH] = g.rows[s.RIVALS + host * s.WIDTH] = 0


def burn(g: Game, card: int, cause: str = "burned", by: int = -1) -> None:
    """Burn a card with the cards on it to their owners' ash heaps, their counters to the bank (COMP-03)."""
    host = g.rows[s.HOST + card * s.WIDTH]
    _burn(g, card, cause, by)
    if host >= 0:
        from .contests import reconsider

        reconsider(g, card, host)


def _burn(g: Game, card: int, cause: str, by: int) -> None:
    for other in on(g, card):
        _burn(g, other, cause, by)
    take_title_back(g, card)
    if blood(g, card):
        move(g, g.table.purse[card], s.BANK, blood(g, card), cause, card, by)
    rows, row = g.rows, card * s.WIDTH
    rows[s.TAPPED + row] = rows[s.MARKS + row] = rows[s.TITLE + row] = rows[s.RIVALS + row] = rows[s.LOST + row] = 0
    rows[s.HOST + row] = -1
    if g.rec is not None and not lies_in(g, card, s.HAND):
        g.rec.event(g, "burned", seat_of(g, card), card=g.rules.card(g, card), cause=cause)
    put(g, card, s.ASH, g.table.owner[card])


def is_vampire(g: Game, card: int) -> bool:
    """Check whether a card is a vampire."""
    return printed(g, card).type == "vampire"


def is_ready(g: Game, card: int) -> bool:
    """Check whether a minion is ready."""
    return lies_in(g, card, s.READY)


def ready(g: Game, seat: int) -> tuple[int, ...]:
    """Return a seat's ready minions."""
    return g.z[s.READY + seat]


def untapped(g: Game, seat: int) -> list[int]:
    """Return a seat's ready untapped minions."""
    rows = g.rows
    return [card for card in g.z[s.READY + seat] if not rows[s.TAPPED + card * s.WIDTH]]


def awake(g: Game, seat: int) -> list[int]:
    """Return a seat's ready minions that can block and react: untapped, or counting as untapped (LIB-20)."""
    if not g.z[s.AWAKE]:
        return untapped(g, seat)
    return [card for card in g.z[s.READY + seat] if not is_asleep(g, card)]


def is_asleep(g: Game, card: int) -> bool:
    """Check whether a minion is tapped and does not count as untapped (COMP-02)."""
    return bool(g.rows[s.TAPPED + card * s.WIDTH]) and card not in g.z[s.AWAKE]


def in_play(g: Game) -> Iterator[int]:
    """Yield each card in play that is not contested, cards on minions included."""
    z = g.z
    for region in (s.READY, s.TORPOR, s.HELD, *s.ZONES_OF_MINIONS):
        for seat in range(g.seats):
            yield from z[region + seat]
    for seat in range(g.seats):
        for card in z[s.ATTACHED + seat]:
            if not lies_in(g, g.rows[s.HOST + card * s.WIDTH], s.CONTESTED):
                yield card


def tap(g: Game, card: int) -> None:
    """Tap a card."""
    g.rows[s.TAPPED + card * s.WIDTH] = 1


def untap(g: Game, card: int) -> None:
    """Untap a card."""
    g.rows[s.TAPPED + card * s.WIDTH] = 0


def is_tapped(g: Game, card: int) -> bool:
    """Check whether a card is tapped."""
    return bool(g.rows[s.TAPPED + card * s.WIDTH])


def blood(g: Game, card: int) -> int:
    """Return the number of counters on a card."""
    return g.n[g.table.purse[card]]


def given(g: Game, minion: int, verb: str) -> int:
    """Return the sum of a verb's number over a minion and the cards on it."""
    total = 0
    rows = g.rows
    for card, count in g.table.givers.get(verb, ()):
        on_it = rows[s.HOST + card * s.WIDTH] == minion and lies_in(g, card, s.ATTACHED)
        if (card == minion or on_it) and not is_stolen(g, card):
            total += count
    return total


def is_stolen(g: Game, card: int) -> bool:
    """Check whether a card was stolen in this round of combat, so that its bearer cannot use it yet (EFF-04)."""
    return bool(g.rows[s.MARKS + card * s.WIDTH] & s.STOLEN)


def worn(g: Game, minion: int, verb: str) -> list[int]:
    """Return the cards among a minion and those on it that give a verb and can be used now."""
    cards = [minion, *on(g, minion)]
    return [c for c in cards if printed(g, c).given(verb) is not None and not is_stolen(g, c)]


def held(g: Game, seat: int, verb: str) -> int:
    """Return what a seat's cards in play, and those for everybody, give of a verb that is no minion's, as a number."""
    total = 0
    rows = g.rows
    for card, count in g.table.givers.get(verb, ()):
        at = rows[s.AT + card * s.WIDTH]
        if at == s.ATTACHED + seat:
            at = rows[s.AT + rows[s.HOST + card * s.WIDTH] * s.WIDTH]
        if at == s.HELD + seat or at == s.READY + seat:
            total += count
    for card in g.table.for_all:
        if lies_in(g, card, s.HELD) and seat_of(g, card) != seat:
            total += printed(g, card).given(verb) or 0
    return total


def capacity(g: Game, card: int) -> int:
    """Return a vampire's capacity: the printed one, and what cards on it add (CRYPT-02, LIB-13)."""
    return printed(g, card).capacity + given(g, card, "capacity")


def level(g: Game, card: int, discipline: str) -> int:
    """Return a vampire's level of a discipline: 0 none, 1 basic, 2 superior (LIB-13)."""
    if not discipline:
        return 2
    taught = sum(printed(g, c).given("discipline") == discipline and not is_stolen(g, c) for c in on(g, card))
    known: int = min(2, printed(g, card).disciplines.get(discipline, 0) + taught)
    return known


def clan(g: Game, card: int) -> str:
    """Return a vampire's clan, as cards on it may have changed it."""
    return next((c for other in on(g, card) if (c := printed(g, other).given("clan"))), printed(g, card).clan)


def sect(g: Game, card: int) -> str:
    """Return a vampire's sect, as cards on it may have changed it (SECT-01)."""
    return next((found for other in on(g, card) if (found := printed(g, other).given("sect"))), printed(g, card).sect)


def title_of(g: Game, card: int) -> Title | None:
    """Return a vampire's title, also if it is contested or suspended."""
    number = g.rows[s.TITLE + card * s.WIDTH]
    return g.table.titles[number - 1] if number else None


def may_hold(g: Game, card: int, title: Title) -> bool:
    """Check whether a vampire has a title's sect, and for a Justicar its clan (SECT-02)."""
    if title.kind == "justicar" and clan(g, card) != title.of:
        return False
    return sect(g, card) == SECT_OF_TITLE[title.kind]


def title(g: Game, card: int) -> Title | None:
    """Return a vampire's title if it is not contested (TCON-01) nor suspended (SECT-03)."""
    if not g.rows[s.TITLE + card * s.WIDTH] or g.rows[s.RIVALS + card * s.WIDTH]:
        return None
    held = title_of(g, card)
    return held if held is not None and may_hold(g, card, held) else None


def strength(g: Game, card: int) -> int:
    """Return a minion's strength without combat cards (EFF-01)."""
    return (STRENGTH_OF_A_VAMPIRE if is_vampire(g, card) else printed(g, card).strength) + given(g, card, "strength")


def bleed_of(g: Game, card: int) -> int:
    """Return the amount of a minion's bleed without cards played for it (BLEED-02)."""
    return max(0, (BLEED_OF_A_VAMPIRE if is_vampire(g, card) else printed(g, card).bleed) + given(g, card, "bleed"))


# Counters --------------------------------------------------------------------------------------------------


def gain_pool(g: Game, seat: int, count: int, cause: str, card: int = -1) -> None:
    """Move counters from the bank to a seat's pool; a seat without pool is out and gains nothing (END-01)."""
    if count > 0 and g.n[s.POOL + seat]:
        move(g, s.BANK, s.POOL + seat, count, cause, card, seat)


def lose_pool(g: Game, seat: int, count: int, cause: str, card: int = -1, by: int = -1, to: int = s.BANK) -> int:
    """Take up to ``count`` from a seat's pool; at 0 it will be ousted (END-01). Return the number taken."""
    count = min(count, g.n[s.POOL + seat])
    if count > 0:
        move(g, s.POOL + seat, to, count, cause, card, by)
        loss(g, seat)
        if not g.n[s.POOL + seat]:
            g.n[s.OUSTING] |= 1 << seat
            from .ousting import schedule

            schedule(g)
    return count


def gain_blood(g: Game, card: int, count: int, cause: str, source: int = s.BANK, by: int = -1, why: int = -1) -> None:
    """Put counters on a card; what exceeds a vampire's capacity goes to the bank at once (CRYPT-03).

    ``why`` is the card whose effect it is, by default ``card``.
    """
    if count > 0:
        move(g, source, g.table.purse[card], count, cause, why if why >= 0 else card, by)
    drain(g, card)


def drain(g: Game, card: int) -> None:
    """Move the counters above a vampire's capacity to the bank."""
    if is_vampire(g, card):
        over = blood(g, card) - capacity(g, card)
        if over > 0:
            move(g, g.table.purse[card], s.BANK, over, "drained", card)


def lose_blood(g: Game, card: int, count: int, cause: str, by: int = -1, why: int = -1) -> int:
    """Burn up to ``count`` blood or life of a minion by card ``why`` (-1: itself). Return the number burned."""
    count = min(count, blood(g, card))
    if count > 0:
        move(g, g.table.purse[card], s.BANK, count, cause, why if why >= 0 else card, by)
        loss(g, seat_of(g, card))
    return count


def loss(g: Game, seat: int) -> None:
    """End a seat's withdrawal, as it has lost something (WITH-02, WITH-03)."""
    if g.n[s.LEAVING + seat]:
        g.n[s.LEAVING + seat] = 0
        if g.rec is not None:
            g.rec.event(g, "withdrawal_failed", seat)


# Hands -----------------------------------------------------------------------------------------------------


def one_of_each(g: Game, seat: int, wanted: set[int]) -> Iterable[int]:
    """Return the cards in a seat's hand that are wanted, in order, one of each printed card."""
    hand = g.z[s.HAND + seat]
    if wanted.isdisjoint(hand):
        return ()
    found: dict[str, int] = {}
    for card in hand:
        if card in wanted:
            found.setdefault(printed(g, card).id, card)
    return found.values()


def hand_size(g: Game, seat: int) -> int:
    """Return a seat's hand size (LIB-05)."""
    return max(0, HAND_AT_START + held(g, seat, "hand_size"))


def refill(g: Game, seat: int) -> None:
    """Draw up to the hand size, as far as the library goes (LIB-03, LIB-04); not while a referendum runs (POL-03)."""
    if g.n[s.VOTING] or not g.n[s.IN] >> seat & 1:
        return
    count = hand_size(g, seat) - len(g.z[s.HAND + seat])
    if count > 0:
        draw(g, seat, count)


def draw(g: Game, seat: int, count: int) -> None:
    """Draw up to ``count`` cards from the library, whatever the hand size (LIB-03, LIB-04)."""
    library = g.z[s.LIBRARY + seat]
    drawn = library[:count]
    if not drawn:
        return
    g.z[s.LIBRARY + seat] = library[count:]
    g.z[s.HAND + seat] += drawn
    for card in drawn:
        g.rows[s.AT + card * s.WIDTH] = s.HAND + seat
    if g.rec is not None:
        g.rec.event(g, "drawn", seat, (), {"cards": names(g, drawn)}, 1 << seat, count=len(drawn))


def names(g: Game, cards: Any) -> tuple[str, ...]:
    """Return the ids of cards."""
    return tuple([g.rules.card(g, card) for card in cards])


def may_block(g: Game) -> list[int]:
    """Return the seats that may block, in order: the target's, else prey and then predator (BLOCK-03)."""
    n = g.n
    if n[s.DEFENDER] >= 0:
        return [n[s.DEFENDER]]
    seat = seat_of(g, n[s.ACTOR])
    first, second = prey(g, seat), predator(g, seat)
    if first < 0:
        return []
    return [first] if first == second else [first, second]
