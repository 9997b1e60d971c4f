"""Unique and contested cards (CRYPT-01, LIB-09, CONT-01 to CONT-05) and titles (TCON-01 to TCON-05)."""

from __future__ import annotations

from vendetta_kit.kernel.state import MAX_SEATS

from .board import (
    blood,
    burn,
    drain,
    in_play,
    is_ready,
    is_vampire,
    lies_in,
    lose_blood,
    may_hold,
    names,
    on,
    printed,
    put,
    seat_of,
    take_title_back,
    title_of,
    untap,
)
from .cards import Title
from .game import Game
from .state import AT, CONTESTED, HAND, HOME, HOST, NEW, READY, RIVALS, TITLE, TORPOR, WIDTH


def is_unique(g: Game, card: int) -> bool:
    """Check whether a card is unique: each vampire is, and cards that say so."""
    record = printed(g, card)
    return record.unique or record.type == "vampire"


def become_ready(g: Game, card: int) -> None:
    """Move a vampire to the ready region, face up and untapped, with its printed title."""
    seat = seat_of(g, card)
    put(g, card, READY, seat)
    untap(g, card)
    if g.rec is not None:
        g.rec.event(g, "ready", seat, card=g.rules.card(g, card))
    held = printed(g, card).title
    if held is not None:
        g.rows[TITLE + card * WIDTH] = g.table.titles.index(held) + 1
    enters(g, card)
    if held is not None and not lies_in(g, card, CONTESTED):
        _compare_titles(g, card, held)


def enters(g: Game, card: int) -> None:
    """Handle that a card entered play: if it is unique and not the only copy, all copies are contested (CONT-01)."""
    if not is_unique(g, card):
        return
    mine = printed(g, card).id
    same = [c for c in in_play(g) if c != card and printed(g, c).id == mine]
    turned = [c for s in range(g.seats) for c in g.z[CONTESTED + s] if printed(g, c).id == mine]
    if same or turned:
        for other in (card, *same):
            _turn_down(g, other)
        if g.rec is not None:
            seats = sorted({seat_of(g, c) for c in (card, *same, *turned)})
            g.rec.event(g, "contested", None, card=mine, seats=tuple(seats))


def _turn_down(g: Game, card: int) -> None:
    """Turn a contested card face down, out of play, and end what it gave to its host (CONT-01)."""
    seat = seat_of(g, card)
    g.rows[HOME + card * WIDTH] = (g.rows[AT + card * WIDTH] - HAND) // MAX_SEATS
    g.rows[RIVALS + card * WIDTH] = 0  # a vampire out of play contests no title
    if g.table.setup["contested_counters"] == "burn":
        for other in on(g, card):
            burn(g, other, "contest")
        lose_blood(g, card, blood(g, card), "contest")
    take_title_back(g, card)
    put(g, card, CONTESTED, seat)
    reconsider(g, card, g.rows[HOST + card * WIDTH])


def yield_card(g: Game, card: int) -> None:
    """Yield a contested card: it is burned with everything on it (CONT-03)."""
    if g.rec is not None:
        g.rec.event(g, "yielded", seat_of(g, card), card=g.rules.card(g, card))
    burn(g, card, "contest")


def return_what_is_won(g: Game, seat: int) -> None:
    """Return the cards that only this seat still contests, and titles without rivals (CONT-04, TCON-05, RUL-19)."""
    for card in g.z[CONTESTED + seat]:
        if not lies_in(g, card, CONTESTED):
            continue  # burned or returned with another card
        mine = printed(g, card).id
        if sum(printed(g, c).id == mine for s in range(g.seats) for c in g.z[CONTESTED + s]) > 1:
            continue
        host = g.rows[HOST + card * WIDTH]
        if host >= 0 and not _bears(g, host):
            burn(g, card, "contest")  # its host is gone
            continue
        home = HAND + g.rows[HOME + card * WIDTH] * MAX_SEATS
        put(g, card, READY if home == NEW else home, seat)  # in a later turn an ally is no longer new (ALLY-01)
        untap(g, card)
        if g.rec is not None:
            g.rec.event(g, "contest_won", seat, card=g.rules.card(g, card))
        _comes_back(g, card)
    for card in contested_titles(g, seat):
        held = title_of(g, card)
        if held is not None and not [c for c in _claimants(g, held) if c != card]:
            g.rows[RIVALS + card * WIDTH] = 0
            if g.rec is not None:
                g.rec.event(g, "title_won", seat, card=g.rules.card(g, card), title=held.kind, of=_of(held))


def _bears(g: Game, host: int) -> bool:
    """Check whether a card that is won back can be on its host again.

    With a contested host it is face down (RUL-03), and returns or burns with it.
    """
    if lies_in(g, host, CONTESTED):
        return str(g.table.setup["contested_counters"]) == "keep"
    return is_ready(g, host) or lies_in(g, host, TORPOR)


def _comes_back(g: Game, card: int) -> None:
    """Handle that a card is in play again, with the cards on it: apply what they give and claim."""
    host = g.rows[HOST + card * WIDTH]
    if host >= 0 and lies_in(g, host, CONTESTED):
        return
    for other in on(g, card):
        enters(g, other)
    if host >= 0:
        give_what_it_gives(g, card, host)
        return
    held = title_of(g, card)
    if held is not None:
        _compare_titles(g, card, held)


def give_what_it_gives(g: Game, card: int, host: int) -> None:
    """Give a minion the title of a card that was put on it, and apply its other changes."""
    title = printed(g, card).given("title")
    if title is not None and is_vampire(g, host):
        give_title(g, host, title)
    reconsider(g, card, host)


def reconsider(g: Game, card: int, host: int) -> None:
    """Apply the changes to a minion that a card was put on or left; ``host`` may be -1.

    Blood above a vampire's capacity goes to the bank (CRYPT-03); a contested title that the vampire may not hold any
    more is yielded at once (SECT-03).
    """
    record = printed(g, card)
    if host < 0 or not record.gives or not is_vampire(g, host) or not _bears(g, host):
        return
    if record.given("capacity") is not None:
        drain(g, host)
    held = title_of(g, host)
    if held is not None and g.rows[RIVALS + host * WIDTH] and not may_hold(g, host, held):
        yield_title(g, host, "SECT-03")


# Titles ----------------------------------------------------------------------------------------------------


def _of(title: Title) -> str | None:
    return str(title.of) if title.of is not None else None


def _claimants(g: Game, title: Title) -> list[int]:
    number = g.table.titles.index(title) + 1
    regions = [*(READY + s for s in range(g.seats)), *(TORPOR + s for s in range(g.seats))]
    return [c for region in regions for c in g.z[region] if g.rows[TITLE + c * WIDTH] == number]


def contested_titles(g: Game, seat: int) -> list[int]:
    """Return a seat's vampires whose title is contested."""
    return [c for c in (*g.z[READY + seat], *g.z[TORPOR + seat]) if g.rows[RIVALS + c * WIDTH]]


def give_title(g: Game, card: int, title: Title) -> None:
    """Give a vampire a title in place of its old one, which is yielded if contested (TITLE-04)."""
    if g.rows[RIVALS + card * WIDTH]:
        yield_title(g, card)
    g.rows[TITLE + card * WIDTH] = g.table.titles.index(title) + 1
    if g.rec is not None:
        g.rec.event(g, "title", seat_of(g, card), card=g.rules.card(g, card), title=title.kind, of=_of(title))
    _compare_titles(g, card, title)


def _compare_titles(g: Game, card: int, title: Title) -> None:
    """Contest a unique title that another vampire in play claims too (TCON-01).

    A vampire whose clan or sect does not fit the title yields it at once (SECT-03).
    """
    if not title.unique:
        return
    claim = _claimants(g, title)
    if len(claim) > 1:
        for other in claim:
            if not may_hold(g, other, title):
                yield_title(g, other, "SECT-03")
        claim = _claimants(g, title)
    if len(claim) > 1:
        for c in claim:
            g.rows[RIVALS + c * WIDTH] = 1
        if g.rec is not None:
            g.rec.event(g, "title_contested", None, title=title.kind, of=_of(title), cards=names(g, claim))


def yield_title(g: Game, card: int, *rules: str) -> None:
    """Yield a contested title: it is gone, and the card that gave it is burned (TCON-04).

    ``rules`` are further rules of this case.
    """
    held = title_of(g, card)
    g.rows[TITLE + card * WIDTH] = g.rows[RIVALS + card * WIDTH] = 0
    if g.rec is not None and held is not None:
        g.rec.event(
            g, "title_yielded", seat_of(g, card), rules, card=g.rules.card(g, card), title=held.kind, of=_of(held)
        )
    for other in on(g, card):
        if printed(g, other).given("title") is not None:
            burn(g, other, "contest")
