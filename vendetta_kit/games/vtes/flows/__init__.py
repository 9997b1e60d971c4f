"""Flows of V:TES: rows for figures and tables, from the events and ledger entries that one reader may know.

Every row names its lines of the log and their rules. Pure functions, standard library only.

>>> import random
>>> from vendetta_kit.games.vtes import flows
>>> from vendetta_kit.games.vtes.engine.game import Game
>>> game, rng = Game.new(["claw", "court", "whispers"], seed=7), random.Random(7)
>>> while not game.is_over:
...     seat = game.to_act
...     events = game.apply(seat, game.legal(seat).sample(rng))
>>> told = flows.whole_history(game)
>>> [row.pool for row in flows.pool_sums(told)] == [seat.pool for seat in game.view(None).seats]
True
"""

from __future__ import annotations

from vendetta_kit.kernel.flow_graph import Link, Node
from vendetta_kit.kernel.known_history import KnownHistory, known_history, whole_history

from .blood import BloodPoint, BloodSums, CardBlood, blood_by_card, blood_flows, blood_links, blood_points, blood_sums
from .counter_flows import CounterFlow
from .interactions import (
    KINDS,
    Interaction,
    InteractionTotal,
    SufferedBleed,
    interaction_totals,
    interactions_of,
    suffered_bleeds,
)
from .pool import PoolPoint, PoolSums, pool_flows, pool_links, pool_points, pool_sums
from .seat_history import points_of, rounds, seats_in_game

__all__ = [
    "KINDS",
    "BloodPoint",
    "BloodSums",
    "CardBlood",
    "CounterFlow",
    "Interaction",
    "InteractionTotal",
    "KnownHistory",
    "Link",
    "Node",
    "PoolPoint",
    "PoolSums",
    "SufferedBleed",
    "blood_by_card",
    "blood_flows",
    "blood_links",
    "blood_points",
    "blood_sums",
    "interaction_totals",
    "interactions_of",
    "known_history",
    "points_of",
    "pool_flows",
    "pool_links",
    "pool_points",
    "pool_sums",
    "rounds",
    "seats_in_game",
    "suffered_bleeds",
    "whole_history",
]
