"""The current action, combat and referendum, as open information for views."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import state as s
from .board import is_vampire, may_block, seat_of, title
from .game import Game
from .politics import sources, votes_of, with_prisci
from .rule_numbers import VOTES_OF_PRISCI

if TYPE_CHECKING:
    from collections.abc import Collection


@dataclass(frozen=True, slots=True)
class Target:
    """The target of an action or referendum: a card in play, or a player.

    Attributes:
        seat: the player, or who controls the card.
        card: its id; ``None`` for a player.
        number: tells copies apart.
    """

    seat: int
    card: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SeenAction:
    """The current action (BLOCK-01).

    Attributes:
        kind: one of ``state.ACTION_NAMES``.
        actor: the acting minion.
        card: that it plays for the action, if any.
        superior: whether that card is used at its superior level.
        target: what or whom the action is directed at, if anything.
        stealth: as it is now.
        bleed: as it is now.
        blocker: the minion that tries to block, if one does.
        intercept: that minion's, as it is now.
        may_block: the seats that may still try to block.
        tried: the minions that have tried.
    """

    kind: str
    actor: Target
    card: str | None
    superior: bool
    target: Target | None
    stealth: int
    bleed: int
    blocker: Target | None
    intercept: int
    may_block: tuple[int, ...]
    tried: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class SeenFighter:
    """A fighter.

    Attributes:
        minion: who fights.
        strike: the card struck with; ``""`` for bare hands, ``None`` before it is chosen.
        aim: the retainer or equipment that the strike is aimed at, if any.
        stronger: strength that it has more in this round.
        more_strikes: additional strikes that it has left.
        hurt: ordinary damage that is still to be prevented or healed.
        aggravated: aggravated damage that is still to be prevented.
    """

    minion: Target
    strike: str | None
    aim: Target | None
    stronger: int
    more_strikes: int
    hurt: int
    aggravated: int


@dataclass(frozen=True, slots=True)
class SeenCombat:
    """The current combat (COMB-04).

    Attributes:
        round: from 1.
        long: whether it is at long range.
        fighters: the acting minion and the other.
    """

    round: int
    long: bool
    fighters: tuple[SeenFighter, SeenFighter]


@dataclass(frozen=True, slots=True)
class Ballot:
    """Open votes that a player can still cast: of a card in play, of the card that called, or the Edge.

    Attributes:
        seat: who can cast them.
        card: whose votes they are; ``None`` for the Edge.
        number: tells copies apart.
        votes: how many.
        priscus: whether it counts among the Prisci, on where the votes of their block go (POL-12).
    """

    seat: int
    card: str | None
    number: int | None
    votes: int
    priscus: bool = False


@dataclass(frozen=True, slots=True)
class SeenReferendum:
    """The current referendum (POL-04).

    Attributes:
        card: that called it; ``None`` for a blood hunt.
        caller: the seat that called it.
        about: the vampire that is hunted in a blood hunt.
        terms: what was chosen for it: a card or a player.
        votes_for: cast for it, without the block of the Prisci.
        votes_against: the same against it.
        prisci_for: ballots of Prisci for it.
        prisci_against: the same against it.
        ballots: the votes in sight that can still be cast.
    """

    card: str | None
    caller: int
    about: Target | None
    terms: Target | None
    votes_for: int
    votes_against: int
    prisci_for: int
    prisci_against: int
    ballots: tuple[Ballot, ...]

    @property
    def standing(self) -> tuple[int, int]:
        """The votes for and against as it stands, with the block of the Prisci (POL-12)."""
        return with_prisci(self.votes_for, self.votes_against, self.prisci_for, self.prisci_against)

    @property
    def passes(self) -> bool:
        """Whether it passes as it stands (POL-06)."""
        yes, no = self.standing
        return yes > no

    @property
    def still_open(self) -> int:
        """The votes in sight that can still be cast, with those of the Prisci if one of them has not voted."""
        votes = sum(ballot.votes for ballot in self.ballots)
        return votes + VOTES_OF_PRISCI * any(ballot.priscus for ballot in self.ballots)

    def after(self, cast: Collection[Ballot], yes: bool) -> SeenReferendum:
        """Return the referendum as it stands once ballots are cast on one side."""
        votes, prisci = sum(ballot.votes for ballot in cast), sum(ballot.priscus for ballot in cast)
        return replace(
            self,
            votes_for=self.votes_for + votes * yes,
            votes_against=self.votes_against + votes * (not yes),
            prisci_for=self.prisci_for + prisci * yes,
            prisci_against=self.prisci_against + prisci * (not yes),
            ballots=tuple(ballot for ballot in self.ballots if ballot not in cast),
        )


def action(g: Game) -> SeenAction | None:
    """Return the current action, or ``None``."""
    n = g.n
    if not n[s.ACT] or n[s.PHASE] == s.ENDED:
        return None
    return SeenAction(
        s.ACTION_NAMES[n[s.ACT]],
        _card(g, n[s.ACTOR]),
        g.rules.card(g, n[s.ACT_CARD]) if n[s.ACT_CARD] >= 0 else None,
        n[s.ACT_LEVEL] & 15 == 2,
        _aim(g, n[s.ACT_TARGET]) or _aim(g, n[s.DEFENDER]),
        n[s.STEALTH],
        n[s.BLEED],
        _aim(g, n[s.BLOCKER]),
        n[s.INTERCEPT],
        tuple(may_block(g)),
        tuple(_card(g, card) for card in g.z[s.TRIED]),
    )


def combat(g: Game) -> SeenCombat | None:
    """Return the current combat, or ``None``."""
    n = g.n
    if not n[s.ROUND] or n[s.PHASE] == s.ENDED:
        return None
    return SeenCombat(n[s.ROUND], n[s.RANGE] == s.LONG, (_fighter(g, 0), _fighter(g, 1)))


def _fighter(g: Game, k: int) -> SeenFighter:
    n = g.n
    strike = n[s.STRIKE + k]
    chosen = None if strike == s.NO_STRIKE else "" if strike == s.HANDS else g.rules.card(g, strike)
    return SeenFighter(
        _card(g, n[s.FIGHTER + k]),
        chosen,
        _aim(g, n[s.STRIKE_AT + k]) if chosen is not None else None,
        n[s.STRENGTH + k],
        n[s.MORE + k],
        n[s.HURT + k],
        n[s.AGGRAVATED + k],
    )


def referendum(g: Game) -> SeenReferendum | None:
    """Return the current referendum without votes from hands, or ``None``."""
    n = g.n
    if not n[s.VOTING] or n[s.PHASE] == s.ENDED:
        return None
    called = n[s.CALLED_BY]
    ballots = [
        Ballot(
            seat,
            g.rules.card(g, vote.source) if vote.source >= 0 else None,
            vote.source if vote.source >= 0 else None,
            votes_of(g, seat, vote),
            _is_priscus(g, vote.source),
        )
        for seat in range(g.seats)
        if n[s.IN] >> seat & 1
        for vote in sources(g, seat)
        if vote.source not in g.z[s.HAND + seat]
    ]
    return SeenReferendum(
        g.rules.card(g, called) if called >= 0 else None,
        n[s.CALLER],
        _card(g, n[s.DIABOLIST]) if called < 0 else None,
        _aim(g, n[s.TERMS]),
        n[s.FOR],
        n[s.AGAINST],
        n[s.PRISCI_FOR],
        n[s.PRISCI_AGAINST],
        tuple(ballots),
    )


def _is_priscus(g: Game, source: int) -> bool:
    held = title(g, source) if source >= 0 and is_vampire(g, source) else None
    return held is not None and held.kind == "priscus"


def _card(g: Game, card: int) -> Target:
    return Target(seat_of(g, card), g.rules.card(g, card), card)


def _aim(g: Game, number: int) -> Target | None:
    """Return the target that a number in the state means: a seat, a card, or for a negative number ``None``."""
    if number < 0:
        return None
    return Target(number) if number < s.FIRST_CARD else _card(g, number)
