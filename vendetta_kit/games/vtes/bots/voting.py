"""The worth of greedy's choices in a referendum: calls, terms, votes, and the call for a blood hunt."""

from __future__ import annotations

from typing import Any

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.action_codes import action_of
from vendetta_kit.games.vtes.engine.board import in_play, is_vampire, prey, printed, seat_of, title
from vendetta_kit.games.vtes.engine.card_play import usable
from vendetta_kit.games.vtes.engine.cards import Card
from vendetta_kit.games.vtes.engine.politics import against_vote, lasting_votes, standing, votes_of
from vendetta_kit.games.vtes.engine.state import ACTOR, CALLED_BY, CALLER, DIABOLIST, EDGE, HAND, READY, TERMS
from vendetta_kit.kernel.actions import Action

from .effect_values import EffectValues
from .fighting import NOTHING, TO_TAP, Fighting, Value, reasoned
from .requirement_checks import counts_seats


class Voting(Fighting, EffectValues):
    """Methods that value the choices in a referendum by a bot's weights."""

    def _votes(self, s: Any, seat: int) -> float:
        held = [title(s.g, m) for m in s.z[READY + seat] if is_vampire(s.g, m)]
        return float(sum(t.votes for t in held if t is not None) + int(s.n[EDGE] == seat))

    def _chance_to_pass(self, s: Any) -> float:
        mine = self._votes(s, s.seat) + 1
        others = sum(self._votes(s, seat) for seat in range(s.seats) if seat != s.seat)
        return max(0.1, min(0.9, 0.5 + 0.12 * (mine - others)))

    def _terms_worth(self, s: Any, card: Card) -> float:
        if not card.target:
            return self._effects(s, card, -1)
        if card.target in ("methuselah", "other_methuselah"):
            return self._effects(s, card, prey(s.g, s.seat))
        if card.target == "location":
            theirs = [c for c in in_play(s.g) if printed(s.g, c).kind == "location" and seat_of(s.g, c) != s.seat]
            return 1.0 if theirs else -1.0
        if card.does("give_title", 1):
            return max([self._effects(s, card, m) for m in s.z[READY + s.seat] if is_vampire(s.g, m)], default=-1.0)
        return 1.0

    def _vote(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        n = s.n
        if isinstance(action, do.Play):
            card = printed(s.g, action.card)
            if card.does("early_votes", action.part) is None:  # it helps the minion, or lets it react
                untaps = any(verb == "untap_after" for verb, _ in card.effects(action.part))
                return reasoned((1.0 if untaps else 0.0) - self._cost_of_play(s, action), "effect", "POL-13")
        if n[CALLED_BY] < 0:
            good = -self.w.vampire if seat_of(s.g, n[DIABOLIST]) == s.seat else 2.0
        elif n[CALLER] == s.seat:
            good = 3.0
        else:
            card = printed(s.g, n[CALLED_BY])
            good = self._effects(s, card, n[TERMS]) if card.target or counts_seats(card) else -1.0
        key = "vote_for" if good > 0 else "vote_against"
        if isinstance(action, do.Play):
            good = good if seat_of(s.g, n[ACTOR]) == s.seat else -good  # a reaction's early votes are against it
            return reasoned(good - self._cost_of_play(s, action), key, "POL-04")
        assert isinstance(action, do.Vote)
        cost = self._cost_of_vote(s, action)
        if cost and action.yes == (good > 0):
            vain = self._vain_vote(s, action.yes)
            if vain:
                return reasoned(-cost, vain, "POL-05", "POL-06")
        return reasoned((good if action.yes else -good) - cost, key, "POL-06")

    def _cost_of_vote(self, s: Any, vote: do.Vote) -> float:
        """Return the cost of the source of votes: the Edge, a card of the hand or one to tap, or nothing."""
        if vote.source < 0:
            return self.w.edge
        if vote.source in usable(s.g, s.seat, s.g.table.tapped_for_votes):
            return 0.0 if vote.source in lasting_votes(s.g, s.seat) else TO_TAP
        if vote.source not in s.z[HAND + s.seat]:
            return 0.0
        card = printed(s.g, vote.source)
        if card.type == "political_action":  # it is burned, not paid for
            return self.w.card
        return self.w.card + card.pool + card.blood * self.w.own_blood

    def _vain_vote(self, s: Any, yes: bool) -> str:
        """Return why a vote with a cost for the side that the bot wants is of no use now; ``""`` if it may be.

        Whoever votes later lets all others vote again (POL-05), so who leads can wait, and who would need more than
        it has if the titles of the other side vote, too. Votes without a cost come first: those with one are then
        all that the bot can still add.
        """
        in_favour, against = standing(s.g)
        lacks = against + 1 - in_favour if yes else in_favour - against
        if lacks <= 0:
            return "vote_needless"
        return "vote_hopeless" if self._costly_votes(s, yes) < lacks + self._to_come(s, yes) else ""

    def _to_come(self, s: Any, yes: bool) -> int:
        """Return the votes of titles that the other side can still cast: the caller's, or those of all but the caller.

        On a blood hunt the diabolist's controller alone is expected to be against it.
        """
        n = s.n
        if not yes:
            seats = [n[CALLER]]
        elif n[CALLED_BY] < 0:
            seats = [seat_of(s.g, n[DIABOLIST])]
        else:
            seats = [seat for seat in range(s.seats) if seat not in (s.seat, n[CALLER])]
        count = 0
        for seat in seats:
            for minion in s.z[READY + seat]:
                vote = action_of(do.Vote, minion, yes)
                if is_vampire(s.g, minion) and against_vote(s.g, seat, vote) is None:
                    count += votes_of(s.g, seat, vote)
        return count

    def _costly_votes(self, s: Any, yes: bool) -> int:
        """Return the votes that the bot can add at a cost; only one political action card counts (POL-08)."""
        counts: dict[int | str, int] = {}
        for vote in s.legal:
            if isinstance(vote, do.Vote) and vote.yes == yes and self._cost_of_vote(s, vote):
                one = vote.source >= 0 and printed(s.g, vote.source).type == "political_action"
                key = "political_action" if one else vote.source
                counts[key] = max(counts.get(key, 0), votes_of(s.g, s.seat, vote))
        return sum(counts.values())

    def _hunt_call(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        return reasoned(-3.0 if seat_of(s.g, s.n[DIABOLIST]) == s.seat else 1.0, "blood_hunt", "DBL-05")
