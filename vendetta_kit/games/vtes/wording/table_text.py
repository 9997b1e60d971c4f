"""A view as a plain table with a column for each seat, for terminals and notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vendetta_kit import seat_table
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.kernel.events import Entry, Event

from .message_text import Words, practice_words, words_of

_LISTED = ("hand", "uncontrolled", "ready", "torpor", "held", "contested")
"""Regions whose cards are listed one by one."""


def as_text(view: View, lang: str = "en") -> str:
    """Return a view as a table in text.

    Args:
        view: a reader's view of a game.
        lang: ``"en"`` or ``"de"``.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> print(as_text(Game.new(["claw", "court"], seed=7).view(0)).splitlines()[0])
    Turn 1 · Bob · master phase
    """
    return seat_table.as_text(_caption(view, lang), _rows(view, lang))


def as_html(view: View, lang: str = "en") -> str:
    """Return a view as an HTML table without styles; see :func:`as_text`."""
    return seat_table.as_html(_caption(view, lang), _rows(view, lang), lang)


def as_svg(view: View, lang: str = "en") -> str:
    """Return the table as an SVG drawing; see :func:`as_text`."""
    return seat_table.as_svg(_caption(view, lang), _rows(view, lang), lang)


def sentence(row: Event | Entry) -> str:
    """Return an event or a ledger entry in one English sentence, as a spectator may know it; players are seats."""
    return practice_words().teller.sentence(row)


def _say(key: str, lang: str, **values: object) -> str:
    return practice_words().say("board", key, lang, values)


def _caption(view: View, lang: str) -> str:
    """Return the time, and who must decide or has won."""
    moment = view.moment
    told = [_say("turn", lang, n=moment.turn), view.seats[moment.seat].name]
    told.append(practice_words().say("phase", moment.phase, lang))
    if view.winners:
        told.append(_say("won", lang, names=[view.seats[seat].name for seat in view.winners]))
    elif view.asked:
        told.append(_say("asked", lang, names=[view.seats[seat].name for seat in view.asked]))
    return " · ".join(told)


def _rows(view: View, lang: str) -> Iterator[Sequence[str]]:
    """Yield the table's rows: a heading, then a cell for each seat."""
    seats = view.seats
    yield ["", *(seat.name for seat in seats)]
    yield [_say("pool", lang), *(str(seat.pool) if seat.here else _say("out", lang) for seat in seats)]
    yield [_say("points", lang), *(str(seat.points) for seat in seats)]
    yield [_say("edge", lang), *("✓" if view.edge == number else "" for number in range(len(seats)))]
    yield [_say("prey", lang), *("–" if s.prey is None else seats[s.prey].name for s in seats)]
    for region in _LISTED:
        cells = [_cards(getattr(seat, region), words_of(view.own), lang) for seat in seats]
        if any(cells):
            yield [practice_words().say("region", region, lang), *cells]
    counts = [_say("counts", lang, library=seat.library, crypt=seat.crypt, ash=len(seat.ash)) for seat in seats]
    yield [_say("decks", lang), *counts]


def _cards(cards: Sequence[SeenCard], words: Words, lang: str) -> str:
    """Return cards in words; each with its counters; unknown cards as a number of backs."""
    known = [_card(card, words, lang) for card in cards if card.card is not None]
    backs = [card.counters for card in cards if card.card is None]
    if backs:
        counters = [str(count) for count in backs if count]
        known.append(_say("backs", lang, n=len(backs)) + (f" ({', '.join(counters)})" if counters else ""))
    return "; ".join(known)


def _card(card: SeenCard, words: Words, lang: str) -> str:
    name = words.say("board", "card", lang, {"card": card.card})
    count = f"{card.counters}/{card.capacity}" if card.capacity else str(card.counters) if card.counters else ""
    tapped = _say("tapped", lang) if card.tapped else ""
    lying = f"[{', '.join(_card(other, words, lang) for other in card.on)}]" if card.on else ""
    return " ".join(part for part in (name, count, tapped, lying) if part)
