"""Scores and winners, worked out a second time from what lies open and from the box."""

from __future__ import annotations

import pytest

from tests.properties.games import GAMES, begin, each_table, play_out, playing
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import SeatView, View

PEOPLE = {record.id: record for record in box.people()}
RELICS = {record.id: record for record in box.relics()}
JULIE, FIORENZA = "AL26", "AL08"


def score(seat: SeatView) -> int | None:
    """Influence tokens, Alliance, Drained cards, Relic, less Diablerie tokens."""
    if seat.out:
        return None
    points = seat.influence - seat.tokens_up - seat.tokens_down
    points += sum(PEOPLE[card].influence for card in seat.alliance)
    points += sum(PEOPLE[card].drained_influence for card in seat.drained)
    if seat.relic is not None:
        points += RELICS[seat.relic].influence
    humans = [card for card in seat.alliance if card.startswith("AL") and PEOPLE[card].creature == "human"]
    return points + 2 if humans == [JULIE] else points


def winners(view: View) -> tuple[int, ...]:
    """Who has won: most Influence, then Fiorenza Savona, then most Blood, then who is first in turn order."""
    sides = view.teams or [(seat.seat,) for seat in view.seats]

    def worth(side: tuple[int, ...]) -> tuple[int, bool, int, int]:
        alive = [view.seats[seat] for seat in side if not view.seats[seat].out]
        return (
            sum(score(seat) or 0 for seat in alive),
            any(FIORENZA in seat.alliance for seat in alive),
            sum(seat.blood for seat in alive),
            -min(view.order.index(seat.seat) for seat in alive),
        )

    return max((side for side in sides if not all(view.seats[seat].out for seat in side)), key=worth)


@pytest.mark.rules("EOG-02", "EOG-03", "EOG-08", "DIAB-02", "DIAB-09", "DRAIN-05", "VREL-07", "RUL-49", "RUL-50")
@each_table
def test_scores_as_things_stand(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "scores", record=False)
        for _ in playing(start):
            view = start.game.view(None)
            assert [seat.score for seat in view.seats] == [score(seat) for seat in view.seats] == list(view.scores)


@pytest.mark.rules(
    "EOG-04", "EOG-05", "EOG-06", "EOG-07", "FLOW-05", "RUL-14", "RUL-40", "RUL-44", "VTAG-08", "VTAG-09"
)
@each_table
def test_who_has_won(table: str) -> None:
    for number in range(GAMES * 10):
        game = play_out(begin(table, number, "winner", record=False))
        view = game.view(None)
        assert view.over
        assert game.winners == view.winners == winners(view)
