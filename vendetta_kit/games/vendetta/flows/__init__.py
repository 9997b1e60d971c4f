"""Flows: rows for figures and tables, made from a game's events and ledger as one reader may know them.

Every row names the lines of the log behind it and their rules. The functions draw nothing and use the standard library
only.

>>> import random
>>> from vendetta_kit import Game
>>> from vendetta_kit.games.vendetta import flows
>>> game, rng = Game.new(seed=7), random.Random(7)
>>> while not game.is_over:
...     seat = game.to_act
...     events = game.apply(seat, game.legal(seat).sample(rng))
>>> history = flows.whole_history(game)
>>> all(row.pool == seat.blood for row, seat in zip(flows.blood_sums(history), game.view(None).seats, strict=True))
True
"""

from __future__ import annotations

from vendetta_kit.kernel.known_history import KnownHistory, known_history, whole_history

from .blood import BloodFlow, BloodSums, Link, Node, PoolLevel, blood_sums, flows, links, pools
from .card_positions import PositionCard, PositionTable
from .influence import PARTS, InfluencePoint, Lead, RacePoint, lead, rewards, score_changes, scores_of, scores_over_time
from .known_effects import TAKES_BLOOD, PowerChange, StayForecast, order_matters, pool_after, stay_forecast
from .location_history import (
    STAGES,
    Departure,
    LocationRound,
    PowerRow,
    SeenPosition,
    WastedBlood,
    WithdrawChoice,
    location_rounds,
)
from .power_breakdown import Part, Powers, power_of_play, powers
from .ranking import LastHaven, last_haven, places_by_seat, ranked_sides, sides

__all__ = [
    "PARTS",
    "STAGES",
    "TAKES_BLOOD",
    "BloodFlow",
    "BloodSums",
    "Departure",
    "InfluencePoint",
    "KnownHistory",
    "LastHaven",
    "Lead",
    "Link",
    "LocationRound",
    "Node",
    "Part",
    "PoolLevel",
    "PositionCard",
    "PositionTable",
    "PowerChange",
    "PowerRow",
    "Powers",
    "RacePoint",
    "SeenPosition",
    "StayForecast",
    "WastedBlood",
    "WithdrawChoice",
    "blood_sums",
    "flows",
    "known_history",
    "last_haven",
    "lead",
    "links",
    "location_rounds",
    "order_matters",
    "places_by_seat",
    "pool_after",
    "pools",
    "power_of_play",
    "powers",
    "ranked_sides",
    "rewards",
    "score_changes",
    "scores_of",
    "scores_over_time",
    "sides",
    "stay_forecast",
    "whole_history",
]
