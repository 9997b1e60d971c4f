"""A view as a text or HTML table, with a column for each seat, for a terminal or a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vendetta_kit import seat_table
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import PositionView, SeatView, View
from vendetta_kit.games.vendetta.wording.log_lines import sentence
from vendetta_kit.games.vendetta.wording.message_text import fill, place, say

__all__ = ["as_html", "as_svg", "as_text", "sentence"]


def as_text(view: View, lang: str = "en") -> str:
    """Return the table as text, with a line for each fact that differs between seats.

    Args:
        view: what one reader may know of a game.
        lang: ``"en"`` or ``"de"``.

    >>> from vendetta_kit import Game
    >>> print(as_text(Game.new(seats=3, seed=7, names=["Ann", "Bob", "Cy"]).view(0)).splitlines()[0])
    Set-up · asked: Cy
    """
    return seat_table.as_text(_moment(view, lang), _rows(view, lang))


def as_html(view: View, lang: str = "en") -> str:
    """Return the table as HTML without styles; see :func:`as_text`.

    >>> from vendetta_kit import Game
    >>> as_html(Game.new(seats=3, seed=7, names=["<Ann>", "Bob", "Cy"]).view(0))[:62]
    '<table lang="en"><caption>Set-up · asked: Cy</caption><tr><th>'
    """
    return seat_table.as_html(_moment(view, lang), _rows(view, lang), lang)


def as_svg(view: View, lang: str = "en") -> str:
    """Return the table as an SVG drawing; see :func:`as_text`."""
    return seat_table.as_svg(_moment(view, lang), _rows(view, lang), lang)


def _moment(view: View, lang: str) -> str:
    """Return the current round and phase, and who must decide or has won."""
    told = [say("board", "round", lang, {"n": view.round})] if view.round else []
    told.append(say("phase", view.phase, lang))
    if view.step:
        told += [place(view.at, lang), say("step", view.step, lang)]
    if view.over:
        told.append(say("board", "won", lang, {"winners": [view.names[seat] for seat in view.winners]}))
    elif view.pending:
        told.append(say("board", "asked", lang, {"asked": [view.names[seat] for seat in view.pending]}))
    return " · ".join(told)


def _rows(view: View, lang: str) -> Iterator[Sequence[str]]:
    """Yield the rows of the table: a label, then a cell for each seat."""

    def label(key: str) -> str:
        return say("board", key, lang)

    seats = view.seats
    yield ["", *(seat.name for seat in seats)]
    yield [label("clan"), *(fill("{clan:clan}", lang, {"clan": seat.clan}) if seat.clan else "–" for seat in seats)]
    yield [label("pool"), *(str(seat.blood) for seat in seats)]
    yield [label("influence"), *(str(seat.influence) for seat in seats)]
    yield [label("score"), *("–" if seat.score is None else str(seat.score) for seat in seats)]
    yield [label("hand"), *(_hand(seat, lang) for seat in seats)]
    yield [label("alliance"), *(_alliance(seat, lang) for seat in seats)]
    for n, here in enumerate(view.locations):
        ally = box.name(here.ally, lang) if here.ally else say("board", "no_ally", lang)
        yield [f"{place(here.at, lang)}: {ally}", *(_position(seat.positions[n], lang) for seat in seats)]


def _hand(seat: SeatView, lang: str) -> str:
    if seat.hand is not None:
        return _cards(seat.hand, lang)
    known = _cards(seat.known_hand, lang)
    unseen = seat.hand_size - len(seat.known_hand)
    return ", ".join(part for part in (known, _unseen(unseen, lang)) if part)


def _alliance(seat: SeatView, lang: str) -> str:
    drained = [say("board", "drained", lang, {"card": card}) for card in seat.drained]
    return ", ".join([*(box.name(card, lang) for card in seat.alliance), *drained])


def _position(position: PositionView, lang: str) -> str:
    known = [card.card for card in position.cards if card.card is not None]
    parts = [
        say("part", "blood", lang, {"n": position.blood}) if position.blood else "",
        _cards(known, lang),
        _unseen(len(position.cards) - len(known), lang),
    ]
    return ", ".join(part for part in parts if part)


def _cards(cards: Sequence[str], lang: str) -> str:
    return ", ".join(box.name(card, lang) for card in cards)


def _unseen(count: int, lang: str) -> str:
    return say("part", "unseen", lang, {"n": count}) if count else ""
