"""Flows of V:TES: from events and ledger, as one reader may know them, to plain rows that a figure or a table shows.

Every row names the lines of the log behind it and their rules. Pure functions, standard library only.

>>> import random
>>> from vendetta_kit.games.vtes import flows
>>> from vendetta_kit.games.vtes.engine.game import Game
>>> game, rng = Game.new(["claw", "court", "whispers"], seed=7), random.Random(7)
>>> while not game.is_over:
...     seat = game.to_act
...     events = game.apply(seat, game.legal(seat).sample(rng))
>>> told = flows.whole_story(game)
>>> [row.pool for row in flows.pool_sums(told)] == [seat.pool for seat in game.view(None).seats]
True
"""

from __future__ import annotations

from vendetta_kit.kernel.flow_graph import Link, Node
from vendetta_kit.kernel.known_history import KnownHistory, story, whole_story

from .blood import Bearer, BloodPoint, BloodSums, bearers, blood_flows, blood_links, blood_points, blood_sums
from .counter_moves import CounterFlow
from .interactions import KINDS, Interaction, InteractionTotal, deeds, ties
from .pool import PoolPoint, PoolSums, pool_flows, pool_links, pool_points, pool_sums
from .seat_history import points_of, rounds, still_in

__all__ = [
    "KINDS",
    "Bearer",
    "BloodPoint",
    "BloodSums",
    "CounterFlow",
    "Interaction",
    "InteractionTotal",
    "KnownHistory",
    "Link",
    "Node",
    "PoolPoint",
    "PoolSums",
    "bearers",
    "blood_flows",
    "blood_links",
    "blood_points",
    "blood_sums",
    "deeds",
    "points_of",
    "pool_flows",
    "pool_links",
    "pool_points",
    "pool_sums",
    "rounds",
    "still_in",
    "story",
    "ties",
    "whole_story",
]
