"""The search tree of the searching bot: its nodes are what a seat knows (information sets).

Each simulation follows one imagined game from the present on. A seat that must act there is at the node of all that
this seat knows, not of the whole game, so that games which look the same to a seat share their results. The fast player
of :mod:`.search_playout` proposes a choice at each visit.

* For open choices, made in turn: of the choices proposed so far, the one with the best upper bound for the acting seat
  (PUCT; what is proposed more often is tried sooner).
* For secret choices at the same time (Stay or Withdraw, the cards kept, a bid): regret matching. Each seat mixes its
  choices by regret, so that none depends on another seat's secret choice.

At a new node the tree ends and the fast player goes on, to the own next Planning turn, where the table is assessed, or
to the end of the round. Each seat's total and expectations are then converted to chances of winning and stored in the
nodes visited.

It gets imagined games only, never a real one (see :mod:`.imagined_worlds`).
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta.engine.actions import STAY_CODE, WITHDRAW_CODE
from vendetta_kit.games.vendetta.engine.agenda import PLAN, SIMULTANEOUS, TOKEN
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.observation import hide_deployed, known_cards
from vendetta_kit.games.vendetta.engine.state import (
    ACTIVE,
    ALLIANCE,
    BLOOD,
    CARDS,
    HAND,
    LOC,
    POOL,
    ROUND,
    TURN_NUMBER,
    UP,
)
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import ASK, WHO

from .imagined_worlds import ImaginedWorlds, NumberedWorlds
from .playout import ROUND_END, stop_after, worth
from .search_playout import SearchPlayout
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


Sides = tuple[tuple[int, ...], ...]

_WORLDS: Final = 96
"""The most imagined games that a search uses."""
_DEALT: Final = 2
"""How many games are dealt for each imagined game that is used; the likelier ones are used."""
_FAR: Final = (3.0, 3.0, 3.6, 0.8)
"""The lead in Influence after round 0, 1, 2, 3 that makes a player e times as likely to win (from 150 games)."""
_FAR_YET: Final = (3.2, 3.2, 3.8, 1.8)
"""The lead that makes a player e times as likely to win in the middle of Planning, where less is decided."""
_EXPLORES: Final = 0.5
"""How much the upper bound of a choice is above its average."""
_TRUSTS: Final = 6
"""The number of visits in which a node only follows the fast player's proposals."""
_TREMBLES: Final = 0.2
"""How often regret matching takes a random choice, to learn its value."""
_HABIT: Final = 0.5
"""How often others do what the fast player proposes, whatever the tree says."""
_MOST_SECRET: Final = 12
"""With more answers than this the fast player chooses."""


def standing(has: Sequence[float], sides: Sides, far: float) -> list[float]:
    """Return each seat's chance to win with these totals; 0 for a seat on no side.

    >>> standing([10.0, 10.0, 10.0, 10.0], ((0,), (1,), (2,), (3,)), 3.0)
    [0.25, 0.25, 0.25, 0.25]
    """
    sums = [sum([has[seat] for seat in side]) for side in sides]
    most = max(sums)
    odds = [exp((value - most) / far) for value in sums]
    total = sum(odds)
    chances = [0.0] * len(has)
    for side, share in zip(sides, odds, strict=True):
        for seat in side:
            chances[seat] = share / total
    return chances


class ChoiceNode:
    """An information set where one seat chooses openly."""

    __slots__ = ("proposed", "total", "tried", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.proposed: dict[int, int] = {}
        self.tried: dict[int, int] = {}
        self.total: dict[int, float] = {}

    def pick(self, proposal: int) -> int:
        """Return the proposal on the first visits, later the proposed choice with the best upper bound."""
        self.proposed[proposal] = self.proposed.get(proposal, 0) + 1
        self.visits += 1
        if self.visits <= _TRUSTS or len(self.proposed) == 1:
            return proposal
        scale = _EXPLORES * sqrt(self.visits) / self.visits
        mean = sum(self.total.values()) / max(1, sum(self.tried.values()))
        best, found = -9.0, proposal
        for code, times in self.proposed.items():
            n = self.tried.get(code, 0)
            value = self.total[code] / n if n else mean
            value += scale * times / (1 + n)
            if value > best:
                best, found = value, code
        return found

    def learn(self, code: int, value: float) -> None:
        """Record the result of a choice."""
        self.tried[code] = self.tried.get(code, 0) + 1
        self.total[code] = self.total.get(code, 0.0) + value


class SecretNode:
    """An information set where a seat chooses in secret at the same time as others, by regret matching.

    >>> node = SecretNode((7, 8))
    >>> for _ in range(50):
    ...     node.learn(7, 0.2, 0.5)
    ...     node.learn(8, 0.6, 0.5)
    >>> [round(share, 2) for share in node.mix()]
    [0.0, 1.0]
    """

    __slots__ = ("codes", "regret", "total", "tried", "visits")

    def __init__(self, codes: tuple[int, ...]) -> None:
        self.codes = codes
        self.visits = 0
        self.regret = [0.0] * len(codes)
        self.tried = [0] * len(codes)
        self.total = [0.0] * len(codes)

    def mix(self) -> list[float]:
        """Return the share of each choice: by regret, or equal if there is none."""
        whole = sum(self.regret)
        if whole <= 0:
            return [1 / len(self.codes)] * len(self.codes)
        return [regret / whole for regret in self.regret]

    def pick(self, rng: Random) -> tuple[int, float]:
        """Return a choice drawn by the shares of :meth:`mix`, sometimes a random one, and its probability."""
        even = _TREMBLES / len(self.codes)
        shares = [(1 - _TREMBLES) * share + even for share in self.mix()]
        x = rng.random()
        for k, share in enumerate(shares):
            x -= share
            if x < 0:
                return self.codes[k], share
        return self.codes[-1], shares[-1]

    def mean(self, k: int) -> float:
        """Return the average result of the choice with this index."""
        return self.total[k] / self.tried[k] if self.tried[k] else 0.0

    def learn(self, code: int, value: float, chance: float, counts: float = 1.0) -> None:
        """Record the result of a choice that had this probability (0 if it was not chosen by the shares).

        The other choices are assumed to give their average, so that chance events add little to the regrets.
        """
        k = self.codes.index(code)
        if chance > 0:
            worth = [self.mean(i) for i in range(len(self.codes))]
            worth[k] += (value - worth[k]) / chance if self.tried[k] else value
            mean = sum([share * v for share, v in zip(self.mix(), worth, strict=True)])
            self.regret = [max(0.0, r + counts * (v - mean)) for r, v in zip(self.regret, worth, strict=True)]
        self.tried[k] += 1
        self.total[k] += value


def known_to(g: Game, seat: int) -> tuple[Any, ...]:
    """Return what a seat knows as far as it matters within one search: a part of its observation."""
    n, z, seats = g.n, g.z[:], g.seats
    hide_deployed(z, seats, seat, known_cards(n, seat))
    now = (n[ASK], n[ROUND], n[LOC], n[TURN_NUMBER], n[ACTIVE], n[UP])
    people = [len(alliance) for alliance in z[ALLIANCE : ALLIANCE + seats]]
    hand = tuple(sorted(z[HAND + seat]))
    return (now, hand, *z[CARDS : CARDS + seats * 4], *n[POOL : POOL + seats], *n[BLOOD : BLOOD + seats * 4], *people)


_TOKENS: Final = (STAY_CODE, WITHDRAW_CODE)
Step = tuple[Any, int, int, float]
"""A visited node, the seat, its choice, and the probability of that choice (0 if not chosen by shares)."""


class SearchTree:
    """The tree of one search, for one decision of one seat."""

    def __init__(self, me: int, w: Weights, sides: Sides, to_end: bool = False) -> None:
        """Create the tree; with ``to_end`` simulations run to the end of the round, not to the next Planning turn."""
        self.me = me
        self.w = w
        self.sides = sides
        self.to_end = to_end
        self.nodes: dict[tuple[Any, ...], ChoiceNode | SecretNode] = {}

    def walk(self, world: Game, first: int, rng: Random, counts: float = 1.0) -> float:
        """Run one simulation that begins with ``first``, and return the own chance to win.

        Args:
            world: an imagined game, which is changed.
            first: the code of the own choice that is tried.
            rng: the random generator for this simulation.
            counts: the weight of this simulation's regrets; less for an unlikely ``first``.
        """
        player = SearchPlayout(self.w, rng)
        stop_after(world, ROUND_END)
        world.advance(self.me, first)
        met = self._down(world, player, rng)
        if self.to_end:
            player.play_on(world)
        else:
            player.play_to(world, self.me)
        if not world.n[WHO]:
            has = [worth(world, seat, self.w) for seat in range(world.seats)]
            values = standing(has, self.sides, _FAR[world.n[ROUND]])
        else:
            values = standing(player.outlook(world), self.sides, _FAR_YET[world.n[ROUND]])
        for node, seat, code, chance in met:
            if isinstance(node, ChoiceNode):
                node.learn(code, values[seat])
            else:
                node.learn(code, values[seat], chance, counts)
        return values[self.me]

    def _down(self, world: Game, player: SearchPlayout, rng: Random) -> list[Step]:
        """Return the nodes visited on the way to a new node or to the end of the game."""
        n, nodes = world.n, self.nodes
        met: list[Step] = []
        while n[WHO]:
            kind = n[ASK]
            who = n[WHO]
            seat = (who & -who).bit_length() - 1
            code = player.decide(world, seat)
            codes: tuple[int, ...] = ()
            if kind in SIMULTANEOUS:
                codes = _choices(world, kind, seat)
            if kind == PLAN or 1 < len(codes) <= _MOST_SECRET:
                key = (seat, codes, known_to(world, seat))
                node = nodes.get(key)
                new = node is None
                if node is None:
                    node = nodes[key] = SecretNode(codes) if codes else ChoiceNode()
                chance = 0.0
                if isinstance(node, SecretNode):
                    node.visits += 1
                    if node.visits > _TRUSTS and (seat == self.me or rng.random() >= _HABIT):
                        code, chance = node.pick(rng)
                else:
                    chosen = node.pick(code)
                    if chosen != code and world.legal(seat).allows(chosen):
                        code = chosen
                met.append((node, seat, code, chance))
                if new:
                    world.advance(seat, code)
                    return met
            world.advance(seat, code)
        return met


def _choices(world: Game, kind: int, seat: int) -> tuple[int, ...]:
    """Return the codes that a seat may choose in secret."""
    if kind == TOKEN:
        return _TOKENS
    legal = world.legal(seat)
    return tuple([legal.code_at(k) for k in range(len(legal))])


def begin_search(
    view: View, worlds: ImaginedWorlds, w: Weights, simulations: int, rng: Random
) -> tuple[SearchTree, NumberedWorlds]:
    """Return an empty tree for the open decision of a view, and the imagined games of its simulations."""
    assert view.decision is not None
    seat = view.decision.seat
    drawn = worlds.draw(min(_WORLDS, simulations), rng, _DEALT)
    dice = NumberedWorlds(drawn, rng)
    for world in drawn:
        world.game.unseal(seat)
    sides = view.teams if view.teams else tuple((s.seat,) for s in view.seats)
    sides = tuple(side for side in sides if not all(view.seats[s].out for s in side))
    return SearchTree(seat, w, sides, to_end=view.decision.kind == "keep"), dice


def compared_choices(
    view: View, worlds: ImaginedWorlds, w: Weights, actions: Sequence[Action], simulations: int, rng: Random
) -> Iterator[list[float]]:
    """Yield for each simulation the own chance to win after each of some actions, all in the same imagined game.

    Every player answers for her own good, as the tree has learned it by then.
    """
    tree, dice = begin_search(view, worlds, w, simulations, rng)
    for number in range(simulations):
        found = []
        for action in actions:
            world, code, luck = dice.roll(number, action.code)
            found.append(tree.walk(world, code, luck))
        yield found
