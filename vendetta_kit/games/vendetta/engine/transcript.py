"""The state of a game of Vendetta as lines of a transcript: see :mod:`vendetta_kit.kernel.transcript`.

>>> from vendetta_kit import Game
>>> from vendetta_kit.kernel.transcript import transcript
>>> game = Game.new(seats=3, seed=7)
>>> _ = game.apply(game.to_act, game.legal(game.to_act)[0])
>>> text = transcript(game)
>>> for line in text.splitlines()[:4] + text.splitlines()[-2:]:
...     print(line)
vendetta-transcript/1
set-up
  seats: 3
  seed: 7
1. Cy: PickClan('brujah') (of 4)
  * clan Cy clan=brujah [SET-10]
"""

from __future__ import annotations

from collections.abc import Iterator

from .game import Game
from .state import SCHEMA
from .views import SeatView


def table(game: Game) -> Iterator[str]:
    """Yield one line for each Location and each seat, hands included."""
    view = game.view(None)
    places = [f"{place.at} {place.ally or '-'}" for place in view.locations]
    cards = [f"{place.location_card} at {place.at}" for place in view.locations if place.location_card]
    yield ""
    first = game.names[view.ambition]
    yield f"  | round {view.round}, {view.phase}; Allies: {', '.join([*places, *cards])}; first {first}"
    for seat in view.seats:
        yield f"  | {_seat(game, game.view(seat.seat).seats[seat.seat])}"
    yield ""


def _seat(game: Game, seat: SeatView) -> str:
    if seat.out:
        return f"{seat.name} {seat.clan}: out of the game"
    parts = [", ".join([f"{key.title()} {held}" for key, held in SCHEMA.written(game.n, seat.seat).items()])]
    if seat.tokens_up or seat.tokens_down:
        parts[0] += f", tokens {seat.tokens_up} up {seat.tokens_down} down"
    parts.append(f"hand {', '.join(seat.hand or ()) or '-'}")
    if seat.alliance:
        parts.append(f"with {', '.join(seat.alliance)}")
    if seat.drained:
        parts.append(f"drained {', '.join(seat.drained)}")
    if seat.relic is not None:
        parts.append(f"{seat.relic} used" if seat.relic_used else seat.relic)
    for position in seat.positions:
        things = [f"{card.card} {card.face}" for card in position.cards]
        if position.blood:
            things.append(f"{position.blood} Blood")
        if things:
            parts.append(f"at {position.at}: {', '.join(things)}")
    return f"{seat.name} {seat.clan or '-'}: {'; '.join(parts)}"
