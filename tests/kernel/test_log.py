"""A log keeps what it has told, and never tells of a row what its reader does not know of that very row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from vendetta_kit import Game
from vendetta_kit.games.vendetta.wording import log_lines, message_text
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.log import LogLine, LogWriter, sorted_rows

NAMES = ("Ann", "Bob")


@dataclass(frozen=True)
class Known:
    """What one reader knows of a game of one event."""

    me: int | None
    names: tuple[str, ...]
    events: tuple[Event, ...]
    ledger: tuple[Any, ...] = ()


def draw(card: str) -> Event:
    """Ann draws a card, which only she may look at."""
    return Event(0, "draw", (), 0, None, None, {"from": "deck"}, {"card": card}, 0b01)


def told(teller: LogWriter, view: Known, lang: str = "en") -> str:
    """The only line of a view's log."""
    (line,) = map(teller.for_reader(view, lang), sorted_rows(view))
    return line.text


@pytest.fixture
def teller() -> LogWriter:
    def event_text(event: Event, names: Sequence[str], lang: str, me: int | None) -> str:
        return f"{lang}: {names[event.seat or 0]} {event.seen_by(me).data.get('card', 'a card')}"

    return LogWriter(event_text, lambda entry, names, lang: "")


def test_a_row_is_told_anew_to_another_reader_in_another_language_with_other_names_and_when_it_is_another(
    teller: LogWriter,
) -> None:
    one = draw("BR01")
    for _ in range(2):  # each time over what has been told before it
        for event in (one, draw("BR02")):
            known = {me: Known(me, NAMES, (event.seen_by(me),)) for me in (0, 1, None)}
            assert told(teller, known[0]) == f"en: Ann {event.secret['card']}"
            assert told(teller, known[1]) == told(teller, known[None]) == "en: Ann a card"
            assert told(teller, Known(1, NAMES, (event,))) == "en: Ann a card"
            assert told(teller, known[1], "de") == "de: Ann a card"
            assert told(teller, Known(1, ("Cy", "Bob"), known[1].events)) == "en: Cy a card"


def test_what_is_told_already_is_the_same_line(teller: LogWriter) -> None:
    one = Known(1, NAMES, (draw("BR01").seen_by(1),))
    two = Known(1, NAMES, (draw("BR01").seen_by(1),))  # a view makes them anew each time
    lines = [list(map(teller.for_reader(view, "en"), sorted_rows(view))) for view in (one, two)]
    assert lines[0][0] is lines[1][0]


def test_a_game_told_move_by_move_through_all_eyes_with_undo_and_other_ways_is_told_as_if_for_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, rng = Game.new(seats=3, seed=7), Random(7)

    def afresh(view: Any, lang: str) -> list[LogLine]:
        with monkeypatch.context() as patch:
            patch.setattr(log_lines, "TELLER", LogWriter(message_text.event_text, message_text.entry_text))
            return log_lines.log_lines(view, lang)

    for turn in range(150):
        if game.is_over:
            break
        seat = game.to_act
        game.apply(seat, game.legal(seat).sample(rng))
        if turn % 7 == 0:
            game.undo()
        if turn % 5 == 0:
            for reader in (0, 1, 2, None):
                for lang in ("en", "de"):
                    assert log_lines.log_lines(game.view(reader), lang) == afresh(game.view(reader), lang)
