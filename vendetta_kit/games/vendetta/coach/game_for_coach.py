"""Vendetta's worlds for the coach, and who plays them on: the greedy bot's judgement on every seat.

Each seat is played by what it may know in that world, so no choice leans on what its seat cannot see. Worlds come as
often as others' play makes them likely (:class:`.worlds.CardOdds`); at the table's own insight nobody's hand is known.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.coach.game_for_coach import Consequence, EquilibriumShares, GameResult, HiddenCards
from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.bots.withdraw_subgame import stand_off
from vendetta_kit.games.vendetta.engine.actions import Stay, Withdraw
from vendetta_kit.games.vendetta.engine.agenda import AFTER, BID, CHOOSE, KEEP, PICK_CLAN, PICK_RELIC, PLAN, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import AT, IDS, LOCATIONS
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import CARDS, HAND, ROUND
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_text import log_lines
from vendetta_kit.games.vendetta.wording.words import action_text, answer_label, decision_text, fill
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.kernel.state import ASK

from .choice_outcomes import ways_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vendetta_kit import Game

__all__ = ["COACHING", "CoachedVendetta", "VendettaSeatKnowledge"]

_DEALT: Final = 2
"""For each world so many are dealt, and the likelier ones taken."""
_ALIKE: Final = 3
"""Plays of one card at one Location that are looked at before others have had their turn."""
_SHARE: Final = {PLAN: 1.0, TOKEN: 1.0, CHOOSE: 0.6, BID: 0.6, KEEP: 0.6, AFTER: 0.4, PICK_CLAN: 0.4, PICK_RELIC: 0.4}
"""How much of a budget a decision is worth: seldom much hangs on the end of a turn."""
_LATER: Final = (0.6, 0.7, 1.0, 1.6)
"""The same by round: the later, the shorter the games that are played on, and the more hangs on one choice."""
_LAST: Final = 3.0
"""The same for what is asked at the last Locations: a game is soon played on from there."""

_TOKEN_WORLDS: Final = 20
_PRECISION: Final = 1.0
"""How surely people take the better token: what brings 1 Influence more has odds of e to 1."""
_SAYS: Final = {
    kind: place
    for place, kind in enumerate(
        (
            *("game_over", "eliminated", "frenzy", "diablerie", "winner", "lone", "nobody", "ally", "victim", "tokens"),
            *("withdraw", "withdraw_haven", "act", "drain", "play", "revealed", "kept", "clan", "relic"),
        )
    )
}
"""Kinds of lines of the log, those first that say most."""


class VendettaSeatKnowledge:
    """What a seat can imagine of a game (:class:`vendetta_kit.coach.game_for_coach.SeatKnowledge`)."""

    def __init__(self, worlds: ImaginedWorlds, seen: VendettaObservation, judgement: GreedyChooser) -> None:
        """Take what was made of a seat's own knowledge: its worlds, and its observation."""
        self._worlds = worlds
        self._seen = seen
        self._judgement = judgement

    @property
    def share(self) -> float:
        """How much of a budget the open decision is worth."""
        n = self._seen.n
        last = _LAST if n[ROUND] == ROUNDS and n[ASK] in (TOKEN, CHOOSE, BID) else 1.0
        return _SHARE.get(n[ASK], 1.0) * _LATER[n[ROUND]] * last

    def worlds(self, count: int, rng: Random) -> Sequence[Game]:
        """Imagined games, each as likely as the others, with nothing sealed by others."""
        found: list[Game] = []
        for world, weight in self._worlds.draw(count, rng, _DEALT):
            world.unseal(self._worlds.seat)
            found += [world] * round(weight * count)
        rng.shuffle(found)
        return found

    def first_look(self, rng: Random) -> Sequence[int]:
        """All legal codes: the greedy bot's own, then plays by what it takes them to be worth, then the rest."""
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
"""Codes of one card at one Location: face up or down, 0 to 3 Blood, tokens flipped."""
_BEFORE: Final = 7
"""Plays that are looked at before Drains and what else may be done in a Planning turn."""


def _to_the_end() -> bool:
    return True


class CoachedVendetta:
    """Vendetta for the coach (:class:`vendetta_kit.coach.game_for_coach.CoachedGame`)."""

    game = "vendetta"
    quiet = frozenset(("turn", "turn_skipped", "phase", "step"))

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights if weights is not None else Weights()
        self.judgement = GreedyChooser(self._weights)

    def insight(self, game: Game, seat: int | None) -> VendettaSeatKnowledge:
        """What a seat may know of a game as it stands; ``None`` is the table."""
        return VendettaSeatKnowledge(
            ImaginedWorlds(game, -1 if seat is None else seat), game.observe(seat), self.judgement
        )

    def play_on(self, world: Game, rng: Random, until: Callable[[], bool] = _to_the_end) -> None:
        """Play an imagined game to its end: every seat takes what looks best by what it may know there.

        ``until``: whether to go on; asked before each choice.
        """
        choose = self.judgement.choose
        while (seat := world.to_act) is not None and until():
            world.advance(seat, choose(world.observe(seat), rng))

    def outcomes(self, world: Game) -> list[GameResult]:
        """How an ended game came out, seat by seat; a team wins together."""
        winners: Any = world.winners
        return [GameResult(float(seat in winners), float(score or 0)) for seat, score in enumerate(world.scores)]

    # Reviews ---------------------------------------------------------------------------------------------------

    def tokens(self, game: Game, seat: int, action: Action, seed: int) -> EquilibriumShares | None:
        """What the equilibrium of the Withdraw step says of a token, against people who see what is better."""
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

    def ways(self, game: Game, seat: int, chosen: Action, best: Action, count: int, seed: str) -> Sequence[Consequence]:
        """What comes about most often after either choice, until the round ends."""
        return ways_of(self, game, seat, chosen, best, count, seed)

    def hidden(self, game: Game, seat: int) -> list[HiddenCards]:
        """What others held face down and in hand, as far as the seat did not know it."""
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
        """The log of a view."""
        return log_lines(view, lang)

    def headline(self, lines: Sequence[LogLine]) -> LogLine | None:
        """The line that says most: who went into Frenzy, rather than that a phase began."""
        return min(lines, key=lambda line: (_SAYS.get(line.kind, len(_SAYS)), line.n), default=None)

    def said(self, asked: Decision, action: Action, names: Sequence[str], lang: str) -> str:
        """An action in words; the answer to a card's question with the question."""
        if asked.question is None:
            return action_text(action, names, lang)
        return f"{decision_text(asked, names, lang)} {answer_label(asked, action, names, lang)}"

    def fill(self, template: str, lang: str, values: Mapping[str, Any]) -> str:
        """A template of the coach's words, filled."""
        return fill(template, lang, values)


COACHING: Final = CoachedVendetta()
"""With the greedy bot's usual weights."""
