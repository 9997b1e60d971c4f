"""The imagined games of Vendetta for the coach, finished by the greedy bot on every seat.

Each seat is played by what it may know in the imagined game. Hidden cards are drawn with the odds of other players'
plays (:class:`.imagined_worlds.CardOdds`); for a spectator (``None``) no hand is known. What comes of a choice is tried
beside the best one, in the same imagined games with the same random numbers; what differs most is told first.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.coach.game_for_coach import (
    AnsweredChances,
    Consequence,
    EquilibriumShares,
    GamePattern,
    GameResult,
    HiddenCards,
)
from vendetta_kit.coach.judge import LEVEL
from vendetta_kit.coach.paired_statistics import Sums
from vendetta_kit.coach.review_depths import LEAST_GAMES
from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.search_tree import compared_choices
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.bots.withdraw_subgame import stand_off
from vendetta_kit.games.vendetta.engine.actions import Look, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.agenda import AFTER, BID, CHOOSE, KEEP, PICK_CLAN, PICK_RELIC, PLAN, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import AT, IDS, LOCATIONS
from vendetta_kit.games.vendetta.engine.event_kinds import EVENTS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import CARDS, HAND, LOC, ROUND
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import action_text, answer_label, decision_text, did_text, fill
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.known_history import whole_history
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.kernel.state import ASK

from .deciding_moments import deciding_moments
from .game_patterns import patterns_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence


_DEALT: Final = 2
"""How many games are dealt for each imagined game that is used; the likelier ones are used."""
_ALIKE: Final = 3
"""How many plays of the same card at the same Location are tried before other plays."""
_SHARE: Final = {PLAN: 1.0, TOKEN: 1.0, CHOOSE: 0.6, BID: 0.6, KEEP: 0.6, AFTER: 0.4, PICK_CLAN: 0.4, PICK_RELIC: 0.4}
"""The share of the budget for each kind of decision; the end of a turn is seldom important."""
_LATER: Final = (0.6, 0.7, 1.0, 1.6)
"""The factor of the budget by round: later choices matter more, and the rest of the game is shorter."""
_LAST: Final = 3.0
"""The factor of the budget at the last Locations, where the rest of the game is very short."""

_TOKEN_WORLDS: Final = LEAST_GAMES
_ANSWERED: Final = 250
"""The number of simulations in which two choices are compared against players who answer for their own good."""
_PRECISION: Final = 1.0
"""How surely people take the better token: 1 more Influence has odds of e to 1."""
_SAYS: Final = {
    kind: place
    for place, kind in enumerate(
        (
            *("game_over", "eliminated", "frenzy", "diablerie", "winner", "lone", "nobody", "ally", "victim", "tokens"),
            *("withdraw", "withdraw_haven", "act", "drain", "play", "revealed", "kept", "clan", "relic"),
        )
    )
}
"""Kinds of lines of the log, the most important first."""


class VendettaSeatKnowledge:
    """What a seat can imagine of a game (:class:`vendetta_kit.coach.game_for_coach.SeatKnowledge`)."""

    def __init__(self, worlds: ImaginedWorlds, seen: VendettaObservation, judgement: GreedyChooser) -> None:
        """Create it from the seat's imagined games and its observation."""
        self._worlds = worlds
        self._seen = seen
        self._judgement = judgement

    @property
    def share(self) -> float:
        """Return the share of a budget for the open decision."""
        n = self._seen.n
        last = _LAST if n[ROUND] == ROUNDS and n[ASK] in (TOKEN, CHOOSE, BID) else 1.0
        return _SHARE.get(n[ASK], 1.0) * _LATER[n[ROUND]] * last

    def worlds(self, count: int, rng: Random) -> Sequence[Game]:
        """Return imagined games, all equally likely, without the secret answers of others."""
        found: list[Game] = []
        for world, weight in self._worlds.draw(count, rng, _DEALT):
            world.unseal(self._worlds.seat)
            found += [world] * round(weight * count)
        rng.shuffle(found)
        return found

    def ranked_codes(self, rng: Random) -> Sequence[int]:
        """Return all legal codes: the greedy bot's choice, then plays by estimated value, then the rest."""
        seen = self._seen
        offer = seen.offer
        codes = [offer.code_at(k) for k in range(len(offer))]
        if len(codes) < 2:
            return codes
        own = self._judgement.choose(seen, rng)
        if seen.n[ASK] != PLAN:
            return [own, *(code for code in codes if code != own)]
        worth = self._judgement.plays.scores(seen)
        plays = sorted((code for code in codes if code in worth), key=lambda code: -worth[code])
        met: Counter[int] = Counter()
        liked: list[int] = []
        later: list[int] = []
        for code in plays:
            place = code // _A_PLACE
            met[place] += 1
            (liked if met[place] <= _ALIKE else later).append(code)
        others = [code for code in codes if code not in worth]
        ranking = [own, *liked[:_BEFORE], *others, *liked[_BEFORE:], *later]
        return list(dict.fromkeys(ranking))


_A_PLACE: Final = 24
"""Number of codes for one card at one Location: face up or down, 0 to 3 Blood, tokens turned over."""
_BEFORE: Final = 7
"""How many plays are tried before Drains and other actions of a Planning turn."""


def _to_the_end() -> bool:
    return True


class CoachedVendetta:
    """Vendetta for the coach (:class:`vendetta_kit.coach.game_for_coach.CoachedGame`)."""

    game = "vendetta"
    quiet = frozenset(("turn", "turn_skipped", "phase", "step"))
    unjudged = frozenset(("pick_clan",))
    weighty = frozenset(("plan", "withdraw"))

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights if weights is not None else Weights()
        self.judgement = GreedyChooser(self._weights)

    def seat_knowledge(self, game: Game, seat: int | None) -> VendettaSeatKnowledge:
        """Return what a seat may know of a game now; ``None`` is a spectator."""
        return VendettaSeatKnowledge(
            ImaginedWorlds(game, -1 if seat is None else seat), game.observe(seat), self.judgement
        )

    def play_on(self, world: Game, rng: Random, until: Callable[[], bool] = _to_the_end) -> None:
        """Play an imagined game to its end; every seat takes the greedy bot's choice from what it may know there.

        ``until`` is asked before each choice whether to go on.
        """
        choose = self.judgement.choose
        while (seat := world.to_act) is not None and until():
            world.advance(seat, choose(world.observe(seat), rng))

    def outcomes(self, world: Game) -> list[GameResult]:
        """Return the result of an ended game for each seat; a team wins together."""
        winners: Any = world.winners
        return [GameResult(float(seat in winners), float(score or 0)) for seat, score in enumerate(world.scores)]

    # Reviews ---------------------------------------------------------------------------------------------------

    def equilibrium_shares(self, game: Game, seat: int, action: Action, seed: int) -> EquilibriumShares | None:
        """Return the shares of the Withdraw step's equilibrium for a token, against players who see what is better."""
        if not isinstance(action, Stay | Withdraw):
            return None
        worlds = ImaginedWorlds(game, seat).draw(_TOKEN_WORLDS, Random(seed))
        found = stand_off(worlds, self._weights, seed)
        if seat not in found.seats:
            return None
        place = found.seats.index(seat)
        chances = found.game.quantal(_PRECISION).chances
        stays, edge = chances[place], found.game.edge(place, chances)
        own = isinstance(action, Stay)
        return EquilibriumShares(round(stays if own else 1 - stays, 3), round(-edge if own else edge, 2))

    def answered_chances(
        self, game: Game, seat: int, chosen: Action, best: Action, seed: int
    ) -> Generator[int, None, AnsweredChances]:
        """Find the chances to win after two choices by the figures of a search tree (:mod:`.search_tree`)."""
        own, other, lead = Sums(), Sums(), Sums()
        view, worlds = game.view(seat), ImaginedWorlds(game, seat)
        both = compared_choices(view, worlds, self._weights, (chosen, best), _ANSWERED, Random(seed))
        for mine, better in both:
            own.add(mine)
            other.add(better)
            lead.add(better - mine)
            yield own.count
        return AnsweredChances(round(own.mean, 4), round(other.mean, 4), lead.interval(LEVEL))

    def consequences(
        self, game: Game, seat: int, chosen: Action, best: Action, count: int, seed: str
    ) -> Generator[int, None, Sequence[Consequence]]:
        """Find what happens most often after either choice until the end of the round."""
        return consequences_of(self, game, seat, chosen, best, count, seed)

    def place_of(self, game: Game, seat: int, action: Action) -> int | str | None:
        """Return the Location of a play, or the one that is being resolved."""
        if isinstance(action, Play | Look):
            return action.at
        return AT[game.n[LOC]] if game.n[LOC] >= 0 else None

    def certain(self, game: Game, seat: int, action: Action) -> bool:
        """Return whether it is Stay at a Location that the seat then wins for certain, by what it knows."""
        if not isinstance(action, Stay):
            return False
        answers = self.judgement.answers
        answers.look(game.observe(seat))
        return answers.wins_surely(game.n[LOC])

    def patterns(self, game: Game, seat: int) -> list[GamePattern]:
        """Return what the seat did several times and paid for (:mod:`.game_patterns`)."""
        return patterns_of(whole_history(game), seat)

    def deciding(self, game: Game, seat: int) -> list[GamePattern]:
        """Return the moments that decided the game for a seat (:mod:`.deciding_moments`)."""
        return deciding_moments(whole_history(game), seat)

    def hidden(self, game: Game, seat: int) -> list[HiddenCards]:
        """Return the face-down and hand cards of others that the seat did not know."""
        seen = game.observe(seat)
        found = []
        for other in range(game.seats):
            if other == seat:
                continue
            places = [(AT[loc], CARDS + other * 4 + loc) for loc in LOCATIONS[game.seats]]
            for at, zone in (*places, (None, HAND + other)):
                known = set(seen.z[zone])
                cards = tuple(IDS[card] for card in game.z[zone] if card not in known)
                if cards:
                    found.append(HiddenCards(other, at, cards))
        return found

    def lines(self, view: View, lang: str) -> list[LogLine]:
        """Return the log of a view."""
        return log_lines(view, lang)

    def headline(self, lines: Sequence[LogLine]) -> LogLine | None:
        """Return the most important line, such as a Frenzy rather than the beginning of a phase."""
        return min(lines, key=lambda line: (_SAYS.get(line.kind, len(_SAYS)), line.n), default=None)

    def said(self, asked: Decision, action: Action, names: Sequence[str], lang: str, brief: bool = False) -> str:
        """Return an action in words; an answer together with the card's question, alone if ``brief``."""
        if asked.question is None:
            return action_text(action, names, lang)
        answer = answer_label(asked, action, names, lang)
        return answer if brief else f"{decision_text(asked, names, lang)} {answer}"

    def did(self, asked: Decision, action: Action, at: int | str | None, names: Sequence[str], lang: str) -> str:
        """Return what the player did; an answer together with the card's question."""
        done = did_text(action, at, names, lang)
        return done if asked.question is None else f"{decision_text(asked, names, lang)} {done}"

    def fill(self, template: str, lang: str, values: Mapping[str, Any]) -> str:
        """Return a template of the coach's texts, filled in with values."""
        return fill(template, lang, values)


COACHING: Final = CoachedVendetta()
"""The coached game with the greedy bot's usual weights."""


MOST_WAYS: Final = 4
"""The most events that are told: a learner can read a few sentences."""
_LEAST: Final = 0.15
"""An event is not told if its frequency after the two choices differs by less than this share."""
_TOLD: Final = {
    "winner": "won",
    "lone": "won",
    "ally": "ally",
    "victim": "victim",
    "frenzy": "frenzy",
    "withdraw": "left",
    "withdraw_haven": "left",
    "drain": "drain",
    "diablerie": "diablerie",
    "eliminated": "eliminated",
}
"""Kinds of events that are told, with the keys of their texts; kinds with a Location are counted by Location."""
_WITH_PLACE: Final = ("won", "left", "frenzy")
_GOOD: Final = {"won": True, "ally": True, "victim": True, "frenzy": False, "diablerie": False, "eliminated": False}
"""Whether an event is good for the seat, for those of which one can say so."""

Key = tuple[str, "int | str | None"]
Powers = dict["int | str", list[tuple[int, int]]]
"""By Location the seat's own Power and the highest of the others, one pair for each imagined game with a count."""


class _Notes(Recorder):
    """Records the events of an imagined game; nothing can be undone."""

    undoes = False
    __slots__ = ()


def consequences_of(
    coaching: CoachedVendetta, game: Game, seat: int, chosen: Action, best: Action, count: int, seed: str
) -> Generator[int, None, Sequence[Consequence]]:
    """Find what happens most often after either choice
    (:meth:`vendetta_kit.coach.game_for_coach.ReviewedGame.consequences`)."""
    insight = coaching.seat_knowledge(game, seat)
    worlds = insight.worlds(count, Random(f"{seed}/ways"))
    met: tuple[Counter[Key], Counter[Key]] = Counter(), Counter()
    powers: tuple[Powers, Powers] = {}, {}
    rules: dict[Key, tuple[str, ...]] = {}
    for number, world in enumerate(worlds):
        for found, power, action in zip(met, powers, (chosen, best), strict=True):
            events = _events(coaching, world, seat, action, Random(f"{seed}/ways/{number}"), power)
            found.update(events.keys())
            for key, own in events.items():
                rules.setdefault(key, own)
        yield number
    rows = [
        Consequence(
            key[0],
            key[1],
            round(met[0][key] / count, 3),
            round(met[1][key] / count, 3),
            rules[key],
            _middle(powers[0], key, count),
            _middle(powers[1], key, count),
            _GOOD.get(key[0]),
        )
        for key in rules
        if abs(met[0][key] - met[1][key]) >= _LEAST * count
    ]
    rows.sort(key=lambda way: (-abs(way.chosen - way.best), -max(way.chosen, way.best), way.key, str(way.at)))
    return rows[:MOST_WAYS]


def _middle(powers: Powers, key: Key, count: int) -> tuple[int, int] | None:
    """Return the middle pair of Powers at the Location of a win, by their difference; ``None`` if mostly none."""
    what, at = key
    pairs = sorted(powers.get(at, []), key=lambda pair: (pair[0] - pair[1], pair)) if what == "won" and at else []
    return pairs[len(pairs) // 2] if 2 * len(pairs) > count else None


def _events(
    coaching: CoachedVendetta, world: Game, seat: int, action: Action, rng: Random, powers: Powers
) -> dict[Key, tuple[str, ...]]:
    """Return the seat's events until the end of the round, with their rules, and add its counts of Power."""
    game = world.copy(record=False)
    notes = game.rec = _Notes()
    now = game.n[ROUND]
    game.advance(seat, action.code)
    coaching.play_on(game, rng, lambda: game.n[ROUND] == now)
    found: dict[Key, tuple[str, ...]] = {}
    counted: dict[int | str, dict[int, int]] = {}
    for event in notes.events:
        if event.moment.round != now:
            continue
        if event.kind == "count" and event.at is not None and event.seat is not None:
            counted.setdefault(event.at, {})[event.seat] = event.data["power"]
        key = _TOLD.get(event.kind)
        if key is not None and event.seat == seat:
            rules = dict.fromkeys((*EVENTS[event.kind].rules[:1], *event.rules[:1]))
            found.setdefault((key, event.at if key in _WITH_PLACE else None), tuple(rules))
    for at, power in counted.items():
        if seat in power and len(power) > 1:
            pair = power[seat], max(n for other, n in power.items() if other != seat)
            powers.setdefault(at, []).append(pair)
    return found
