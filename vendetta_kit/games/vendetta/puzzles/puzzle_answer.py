"""The answer to a puzzle: what the best move and the tempting one lead to in a line each, and one sentence why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.course.puzzle_set import AnswerLine, Figure, game_at, is_right, most_telling, solution
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Drain, Keep, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.card_tables import AT
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import LOC
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.flows import powers, stay_forecast
from vendetta_kit.games.vendetta.wording.message_text import action_text, answer_label, fill
from vendetta_kit.kernel.actions import Action
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario

from .played_move import Frenzy, PlayedMove, ResolvedLocation, first_reply, outcome_of, told_places
from .puzzle_text import at_place, bids_told, end_told, place_told, puzzle_words, signed, then_told, tie_told

_CLEARLY: Final = 2
"""The value of :func:`_shows` with which the search for an imagined game ends."""
_FAR: Final = 6
"""With so much more Power than all others one need not think about who wins."""
_MOST_NAMED: Final = 2
"""So many cards that all count otherwise are named, more are told as a sum."""
_WORTH_TELLING: Final = 2
"""So much less Influence for the rival is told beside what the seat gains."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The best and the tempting move of a puzzle, with their outcomes.

    ``third`` is what the tempting move leads to where the learner's was compared. ``at`` is the Location that tells
    them apart, ``cards`` are the ids of the cards that decide there, ``lines`` say by language what each leads to,
    ``why`` is the sentence why the best one is better, ``lost`` what is lost by the other, ``hint`` where to look:
    at ``at``, or at ``look``, a card that lies open there.
    """

    best: PlayedMove
    tempting: PlayedMove
    third: PlayedMove | None
    at: int | str
    cards: tuple[str, ...]
    lines: dict[str, tuple[AnswerLine, ...]]
    why: dict[str, str]
    lost: dict[str, str]
    hint: dict[str, str]
    look: str | None


def is_obvious(game: Game, seat: int, best: Action) -> bool:
    """Return whether a move needs no thought: all that lies open says by far who wins, and so it is."""
    view = game.view(seat)
    if not isinstance(best, Stay | Withdraw) or view.at is None:
        return False
    power = stay_forecast(view, view.at).power
    lead = power.get(seat, 0) - max((n for who, n in power.items() if who != seat), default=0)
    return (lead if isinstance(best, Stay) else -lead) >= _FAR


def tempting_move(game: Game, seat: int, best: Action, right: Callable[[Action], bool] | None = None) -> Action:
    """Return the move that a puzzle warns of: the other token, or what the greedy bot would do.

    If that is ``right``, which without this is the best move alone, it is the same card played elsewhere or the other
    way, or else another legal move.
    """
    right = right or best.__eq__
    if isinstance(best, Stay | Withdraw):
        return Withdraw() if isinstance(best, Stay) else Stay()
    greedy = game.rules.actions[GreedyChooser(Weights()).choose(game.observe(seat), Random("puzzles/tempting"))]
    if not right(greedy):
        return greedy
    others = [action for action in game.legal(seat) if not right(action)]
    alike = [action for action in others if isinstance(action, Play) and isinstance(best, Play)]
    same = [action for action in alike if isinstance(best, Play) and action.card == best.card]
    there = [action for action in same if isinstance(best, Play) and action.at == best.at]
    return (there or same or alike or others)[0]


def answer_of(scenario: Scenario, tried: Action | None = None) -> PuzzleAnswer:
    """Return the answer to a puzzle; ``tried`` is the learner's move, which is compared if it is not the best one.

    Both moves are played on by the greedy bot, in the puzzle's own game. If the best move is not better there, they
    are played in games that the seat imagines, up to the first that shows why.
    """
    assert scenario.puzzle is not None
    seat, best = scenario.puzzle.seat, solution(scenario).action
    here = game_at(scenario)
    right = partial(is_right, scenario)
    tempting = tempting_move(here, seat, best, right)
    other = tried if tried is not None and not right(tried) else tempting
    more = tempting if tempting != other else None
    pair, third = most_telling(scenario, here, (best, other), outcome_of, lambda both: _shows(*both), _CLEARLY, more)
    at = _decisive(here, *pair)
    cause = _cause(here.view(seat), *pair, at)
    look, key = _looked_at(cause, here.view(seat))
    lines, why, lost, hint = {}, {}, {}, {}
    for lang in languages():
        text = _AnswerText(pair, at, here, scenario.names, lang)
        lines[lang], why[lang], lost[lang] = text.lines(third, cause), text.why(cause), text.lost()
        hint[lang] = text.hint(key, look, cause)
    cards = cause.cards if cause is not None else ()
    return PuzzleAnswer(*pair, third, at, cards, lines, why, lost, hint, look if key == "card" else None)


def shows(answer: PuzzleAnswer) -> bool:
    """Return whether what an answer tells of its moves shows that the best one is better, and by what.

    It comes out better, and the Location that is told ends otherwise, or a Frenzy hangs on it; if a card is played or
    kept, a Location has another winner.
    """
    best, other = answer.best, answer.tempting
    here, there = best.location(answer.at), other.location(answer.at)
    if best.worth() <= other.worth() or here is None:
        return False
    if bool(best.frenzy) != bool(other.frenzy):
        return True
    if (best.influence, best.blood, best.winners) == (other.influence, other.blood, other.winners):
        return False  # only others gain or lose by it
    if _sided(best, other):
        return True
    unlike = there is None or (here.winner, here.power) != (there.winner, there.power)
    return unlike and not isinstance(best.action, Keep | Play)


def _shows(best: PlayedMove, other: PlayedMove) -> int:
    """Return how well a pair of outcomes shows that the best move is better.

    If the game ends, by who wins it; if a card is played or kept, by who wins a Location.
    """
    if best.worth() <= other.worth():
        return 0
    if best.over and best.worth()[0] == other.worth()[0]:
        return 1
    return _CLEARLY if not isinstance(best.action, Keep | Play) or _sided(best, other) else 1


def _sided(best: PlayedMove, other: PlayedMove) -> bool:
    """Return whether a Location has another winner after the one move than after the other."""
    pairs = ((one, other.location(one.at)) for one in best.locations)
    return any(two is not None and one.winner != two.winner for one, two in pairs)


def _rival(best: PlayedMove, other: PlayedMove) -> int:
    """Return the seat that comes out ahead of the puzzle's seat, or nearest to it, after the other move."""
    if other.over and best.seat not in other.winners:
        return other.winners[0]
    return max(
        (seat for seat in range(len(other.scores)) if seat != best.seat), key=lambda seat: other.scores[seat] or -1
    )


def _decisive(here: Game, best: PlayedMove, other: PlayedMove) -> int | str:
    """Return the Location that tells the outcomes apart: where the seat's lead over its rival differs most.

    The Location of the decision comes before others where it differs as much, and then one with another winner.
    """
    rival, loc = _rival(best, other), here.n[LOC]

    def differs(one: ResolvedLocation) -> tuple[int, bool, bool]:
        two = other.location(one.at)
        leads = [_gain(found, best.seat) - _gain(found, rival) for found in (one, two)]
        sided = two is None or one.winner != two.winner
        return leads[0] - leads[1], loc >= 0 and one.at == AT[loc], sided

    return max(best.locations, key=differs).at


def _gain(found: ResolvedLocation | None, seat: int) -> int:
    return found.gain(seat) if found is not None else 0


# Why -------------------------------------------------------------------------------------------------------


class Cause(NamedTuple):
    """What decides at a Location: the key of its words, their values, and the cards that it names."""

    key: str
    values: dict[str, Any]
    cards: tuple[str, ...] = ()


def _cause(view: View, best: PlayedMove, other: PlayedMove, at: int | str) -> Cause | None:
    """Return why the best move is better at the Location that tells the moves apart; ``None`` without a short reason.

    Where the seat wins by it: nobody stands against it, it has more Power there, a card or Blood counts otherwise than
    it lay, or its Power is enough. Elsewhere: a Frenzy, a rank that pays though it does not win, or more Power.
    """
    seat, here, there = best.seat, best.location(at), other.location(at)
    assert here is not None
    if here.winner == seat and (there is None or there.winner != seat):
        return _cause_of_win(view, best, here, there)
    frenzy = other.frenzy if best.frenzy is None or best.frenzy.at != at else None
    if frenzy is not None and frenzy.at == at and frenzy.drained:
        return Cause("frenzy", {"cards": frenzy.drained}, frenzy.drained)
    if seat not in here.power or here.gain(seat) <= _gain(there, seat):
        return None
    if there is None or seat not in there.power:
        return Cause("rank", {})
    return _more_power(best, here, there)


def _cause_of_win(view: View, best: PlayedMove, here: ResolvedLocation, there: ResolvedLocation | None) -> Cause | None:
    """Return why a seat wins a Location that it does not win by the other move."""
    seat = best.seat
    rivals = sorted(((n, who) for who, n in here.power.items() if who != seat), reverse=True)
    if not rivals:
        return Cause("alone", {})
    n, (most, who) = here.power[seat], rivals[0]
    return (
        _more_power(best, here, there)
        or _changed(view, here, seat, who, n - most)
        or Cause(
            "tie" if most == n else "numbers",
            {"n": n, "m": most, "who": who, "tie": here.tie, "changes": _power_changes(view, here, (seat, who))},
        )
    )


def _more_power(best: PlayedMove, here: ResolvedLocation, there: ResolvedLocation | None) -> Cause | None:
    """Return that a seat has more Power at a Location than after the other move; ``None`` if it has not."""
    n, own = here.power[best.seat], there.power.get(best.seat) if there is not None else None
    if own is None or own >= n:
        return None
    if isinstance(best.action, Play) and best.action.at == here.at:
        return Cause("power.card", {"n": n, "m": own, "card": best.action.card})
    assert there is not None
    whence, cards = _whence(best.seat, here, there)
    return Cause("power", {"n": n, "m": own, "whence": whence}, cards)


def _whence(
    seat: int, here: ResolvedLocation, there: ResolvedLocation
) -> tuple[list[tuple[str, dict[str, Any]]], tuple[str, ...]]:
    """Return what makes a seat's greater Power at a Location, most first, as keys of words with values; and the cards.

    These are cards that come there, those that count more, with the card that lowers them after the other move, and
    Blood.
    """
    one, two = (next(row for row in powers(end.view, end.at) if row.seat == seat) for end in (here, there))
    counts, instead = ({part.card: part.power for part in row.parts if part.card} for row in (one, two))
    found: list[tuple[int, str, dict[str, Any], tuple[str, ...]]] = []
    new = tuple(card for card in counts if card not in instead)
    if new:
        moved = [event for event in here.view.events if (event.kind, event.seat) == ("withdraw", seat)]
        now = [event for event in moved if event.moment.round == here.view.round]
        left = next((event for event in now if {*new} <= {*event.data["cards"]}), None)
        gain = sum(counts[card] for card in new)
        values: dict[str, Any] = {"cards": new, "from": left.at if left is not None else None, "n": gain}
        found.append((gain, "left" if left is not None else "cards", values, new))
    more: dict[str | None, list[str]] = {}
    for card in sorted(counts.keys() & instead.keys()):
        if counts[card] > instead[card]:
            more.setdefault(_by(there, card, seat), []).append(card)
    for by, cards in more.items():
        gain = sum(counts[card] - instead[card] for card in cards)
        values = {"cards": tuple(sorted(cards)), "n": gain, "without": by}
        found.append((gain, "more" if by is None else "more.without", values, (*cards, *((by,) if by else ()))))
    blood = one.blood_power - two.blood_power
    found.append((blood, "blood", {"x": one.blood_power, "y": two.blood_power}, ()))
    told = sorted((row for row in found if row[0] > 0), key=lambda row: -row[0])
    return [(key, values) for _, key, values, _ in told], tuple(card for row in told for card in row[3])


def _changed(view: View, found: ResolvedLocation, seat: int, rival: int, lead: int) -> Cause | None:
    """Return the largest change of Power between the decision and the count, if a seat would not win without changes.

    Args:
        view: what the seat sees at the decision.
        found: the Location.
        seat: the seat.
        rival: the next best there.
        lead: by how much it wins; a change that is smaller does not decide, unless the seat was behind before.
    """
    lay = {one.seat: one for one in powers(view, found.at)}
    behind = rival in lay and seat in lay and lay[seat].known <= lay[rival].known
    changes = [
        (change if who == seat else -change, cause)
        for who in (seat, rival)
        for change, cause in _changes(view, found, who)
    ]
    size, cause = max(changes, key=lambda change: change[0], default=(0, None))
    return cause if size > 0 and (behind or size >= lead) else None


def _power_changes(view: View, found: ResolvedLocation, seats: tuple[int, ...]) -> list[Cause]:
    """Return what changes the Power of seats between the decision and the count: the one change, or the two sums.

    Without it the sum of what lies there and the sum that is told do not agree, and nothing says why.
    """
    told = []
    for seat in seats:
        lay = next((one for one in powers(view, found.at) if one.seat == seat), None)
        changes = [cause for size, cause in _changes(view, found, seat) if size]
        if len(changes) == 1:
            told += changes
        elif changes and lay is not None and all(part.card is not None for part in lay.parts):
            by = {cause.values["by"] for cause in changes}
            values = {"who": seat, "n": found.power[seat], "m": lay.known, "by": by.pop() if len(by) == 1 else None}
            key, cards = "sum", tuple(cause.values["card"] for cause in changes if cause.key == "card")
            if len(cards) == len(changes) <= _MOST_NAMED:
                key, sums = "cards", {n: sum(cause.values[n] for cause in changes) for n in ("n", "m")}
                values |= {"cards": cards, **sums}
            told.append(Cause(key, values))
    return told


def _changes(view: View, found: ResolvedLocation, seat: int) -> Iterator[tuple[int, Cause]]:
    """Yield each change of a seat's Power at a Location between the decision and the count, with its cause.

    A change of a seat's own face-down card is none: it knew that all the time.
    """
    before = next((one for one in powers(view, found.at) if one.seat == seat), None)
    after = next((one for one in powers(found.view, found.at) if one.seat == seat), None)
    if before is None or after is None:
        return
    old, new = ({part.card: part for part in one.parts if part.card is not None} for one in (before, after))
    hidden = any(part.card is None for part in before.parts)
    for card in {**old, **new}:
        if card in old and card in new and seat == view.me and not old[card].up:
            continue
        was, now = (part[card].power if card in part else 0 for part in (old, new))
        key = "card" if card in old and card in new else "gone" if card in old else "down" if hidden else "new"
        by = _by(found, card, seat)
        values = {"who": seat, "card": card, "n": now, "m": was, "by": by}
        yield now - was, Cause(key, values, (card, *((by,) if by else ())))
    by = _by(found, None, seat)
    blood = {"who": seat, "n": after.blood_power, "m": before.blood_power, "by": by}
    yield after.blood_power - before.blood_power, Cause("blood", blood, (by,) if by else ())


def _by(found: ResolvedLocation, card: str | None, seat: int) -> str | None:
    """Return the other card that last changed a card's Power at a Location, or a seat's Blood there without a card."""
    if card is None:
        moved = [one for one in found.view.ledger if one.n in found.span and one.card and one.at == found.at]
        here = [
            one for one in moved if any(end.kind == "position" and end.seat == seat for end in (one.source, one.target))
        ]
        return max(here, key=lambda one: one.amount).card if here else None
    told = [event for event in reversed(found.view.events) if event.n in found.span and "by" in event.data]
    own = [event for event in told if card in (event.data.get("card"), *event.data.get("cards", ()))]
    beside = [event for event in told if event.kind == "printed" and event.seat == seat]  # it may count what lies there
    by = next((event.data["by"] for event in own or beside), None)
    return by if isinstance(by, str) and by != card else None


def _looked_at(cause: Cause | None, view: View) -> tuple[str | None, str]:
    """Return a card that lies open and what a hint says: to read that card, or what to count at the Location."""
    open_ = {card.card for seat in view.seats for spot in seat.positions for card in spot.cards}
    card = next((one for one in reversed(cause.cards) if one in open_), None) if cause is not None else None
    key = "count" if cause is None else cause.key.partition(".")[0]
    if f"hint.{key}" not in puzzle_words(languages()[0]):
        key = "card" if card else "count"
    legal = view.decision.legal if view.decision is not None else ()
    if key == "power" and not any(isinstance(action, Play) for action in legal):  # nothing more can be put there
        key += ".drain" if any(isinstance(action, Drain) for action in legal) else ".lies"
    return card, key


# Words -----------------------------------------------------------------------------------------------------


class _AnswerText:
    """The words of an answer in a language."""

    def __init__(
        self,
        pair: tuple[PlayedMove, PlayedMove],
        at: int | str,
        here: Game,
        names: tuple[str, ...],
        lang: str,
    ) -> None:
        view, loc = here.view(pair[0].seat), here.n[LOC]
        self.asked = view.decision
        self.began = view.scores[pair[0].seat] or 0
        self.pair, self.at, self.names, self.lang = pair, at, names, lang
        self.words = puzzle_words(lang)
        self.places = told_places(pair, AT[loc] if loc >= 0 else None, at)

    def lines(self, third: PlayedMove | None, cause: Cause | None) -> tuple[AnswerLine, ...]:
        """Return what each move leads to: the Locations that count, a Frenzy and the end, and the numbers.

        What a rival does otherwise stands with the best one where the sentence why has no room for it.
        """
        best, other = self.pair
        more = (self._line(third, best),) if third is not None else ()
        first = self._line(best, other)
        if sum(self._told_beside(cause)) > 1 and (reply := self._reply_told()):
            first = first._replace(told=f"{first.told}\n{reply.strip()}")
        return first, self._line(other, best), *more

    def _line(self, one: PlayedMove, two: PlayedMove) -> AnswerLine:
        words = self.words
        clauses = [place_told(one, at, self.names, self.lang) for at in self.places]
        clauses.insert(
            0, bids_told(one, self.lang) if isinstance(one.action, Bid) else then_told(one, self.names, self.lang)
        )
        if one.frenzy and not two.frenzy:
            clauses.append(self._frenzy_told(one.frenzy, one.seat))
        if one.over:
            clauses.append(end_told(one, self.names, words))
        move = action_text(one.action, self.names, self.lang).rstrip(".")
        if self.asked is not None and isinstance(one.action, Choose):  # a number says nothing
            move = answer_label(self.asked, one.action, self.names, self.lang)
        told = "\n".join(f"{clause[:1].upper()}{clause[1:]}." for clause in filter(None, clauses))
        return AnswerLine(move, told, tuple(self._figures(one, two)))

    def _frenzy_told(self, found: Frenzy, me: int) -> str:
        """Return what takes the last Blood of a Pool, that this is Frenzy, and whom it Drains."""
        takers = []
        for card, by, n in found.takers:
            key = "why.taker" + ("" if card is None else ".own" if by == me else ".card" if by is None else ".by")
            values = {"card": box.name(card, self.lang) if card is not None else "", "name": self.names[by or 0]}
            takers.append(self.words[key].format(n=n, **values))
        emptied = fill("{told:list}", self.lang, {"told": takers})
        named = [box.name(card, self.lang) for card in found.drained]
        drains = fill("{told:list}", self.lang, {"told": named})
        frenzy = self.words["why.frenzy.drains" if named else "why.frenzy"].format(cards=drains)
        return self.words["why.emptied" if takers else "why.empty"].format(takers=emptied) + frenzy

    def _figures(self, one: PlayedMove, two: PlayedMove) -> Iterator[Figure]:
        """Yield the Influence that each Location brings, the sum of all Influence, and the Blood that is left."""
        for found in one.locations:
            label = self.words["why.haven"] if found.at == "haven" else box.name(str(found.at), self.lang)
            yield Figure(label, signed(found.gain(one.seat)), found.at == self.at)
        score = one.scores[one.seat]
        if score is not None:
            rest = score - self.began - sum(found.gain(one.seat) for found in one.locations)
            if rest:
                yield Figure(self.words["why.rest"], signed(rest), False)
            yield Figure(self.words["why.total"], str(score), False)
        counts = one.blood != two.blood and one.scores == two.scores
        if one.over:
            yield Figure(self.words["why.blood"], str(one.blood), counts)
        else:
            yield Figure(self.words["why.blood"], str(one.locations[-1].view.seats[one.seat].blood), False)
            yield Figure(self.words["why.blood.fed"], str(one.blood), counts)

    def lost(self) -> str:
        """Return what the best move brings more, without what brings it."""
        return f"{self.words['why.lost']} {self._gained()[1]}."

    def _gained(self) -> tuple[str, str]:
        """Return a key for what the best move brings more at the Location that decides, and its words."""
        best, other = self.pair
        me, rival = best.seat, _rival(best, other)
        here, there = best.location(self.at), other.location(self.at)
        gains = [[_gain(found, who) for found in (here, there)] for who in (me, rival)]
        mine, theirs = (first - second for first, second in gains)
        out = best.scores[rival] is None and other.scores[rival] is not None
        key = "out" if out else "both" if mine and theirs <= -_WORTH_TELLING else "you" if mine else "rival"
        if mine == theirs == 0:
            key = "total" if (best.scores[me] or 0) > (other.scores[me] or 0) else "blood"
        own = [*map(signed, gains[0])]
        if key in ("blood", "total"):
            own = [str(one.blood if key == "blood" else one.scores[me]) for one in (best, other)]
        where = at_place(self.at, self.lang)
        values = {"at": where[:1].upper() + where[1:], "n": own[0], "m": own[1], "name": self.names[rival]}
        fed = ".fed" if key == "blood" and not best.over else ""
        return key, self.words[f"why.gain.{key}{fed}"].format(**values, k=signed(gains[1][0]), l=signed(gains[1][1]))

    def why(self, cause: Cause | None) -> str:
        """Return one sentence why the best move is better: what it brings at the Location that decides, and whence."""
        (key, said), (best, other) = self._gained(), self.pair
        if key == "total" and isinstance(other.action, Drain):
            kept = self.words["why.cause.kept"].format(card=box.name(other.action.card, self.lang))
            said = self.words["why.because"].format(told=said, cause=kept)
        if cause is not None and key not in ("blood", "total"):
            said = self.words["why.because"].format(told=said, cause=self._cause_told(cause))
        told, drains = self._told_beside(cause)
        reply = (
            "" if told + drains > 1 else self._reply_told()
        )  # it stands with the move: that is enough for a sentence
        if best.frenzy and not other.frenzy and told <= 1:
            said = f"{said}. {self.words['why.frenzy.worth']}"
        elif other.frenzy and not best.frenzy and not reply and (cause is None or cause.key != "frenzy"):
            said = f"{said}. {self.words['why.frenzy.spared']}"
        if isinstance(best.action, Drain) and drains:
            person = box.find(best.action.card)
            assert isinstance(person, box.Person)
            gives = self.words["why.drained"].format(card=box.name(person.id, self.lang), n=person.drain_blood)
            said = f"{gives}. {said}"
        return f"{said}.{reply}"

    def _told_beside(self, cause: Cause | None) -> tuple[int, bool]:
        """Return how many causes the sentence why tells, and whether it tells the Blood of a Drain."""
        told = () if cause is None else (*cause.values.get("whence", ()), *cause.values.get("changes", ()))
        best, other = self.pair
        return len(told), isinstance(best.action, Drain) and not isinstance(other.action, Drain)

    def _reply_told(self) -> str:
        """Return the sentence which rival first plays elsewhere after the best move, and why; empty if none does."""
        best, other = self.pair
        reply = first_reply(best, other)
        if reply is None:
            return ""
        here, there = (move.action.at if isinstance(move.action, Play) else None for move in self.pair)
        places = {"against": (reply.at, here), "avoids": (reply.instead, here), "free": (reply.at, there),
                  "follows": (reply.instead, there)}  # fmt: skip
        left = "hand" if isinstance(best.action, Keep) else "blood"
        reason = next((key for key, (place, mine) in places.items() if place == mine), left)
        where = {"at": at_place(reply.at, self.lang), "instead": at_place(reply.instead, self.lang)}
        return f" {self.words[f'why.reply.{reason}'].format(name=self.names[reply.seat], **where)}."

    def hint(self, key: str, card: str | None, cause: Cause | None) -> str:
        """Return a line on where to look, by its key, and what to count there."""
        if isinstance(self.pair[1].action, Drain) and self._gained()[0] == "total":
            key = "kept"
        who = cause.values.get("who") if cause is not None else None
        values = {"at": at_place(self.at, self.lang), "name": self.names[who] if who is not None else ""}
        return self.words[f"hint.{key}"].format(**values, card=box.name(card, self.lang) if card is not None else "")

    def _cause_told(self, cause: Cause) -> str:
        values = dict(cause.values)
        key = f"why.cause.{cause.key}"
        if "who" in values:
            key += ".you" if values["who"] == self.pair[0].seat and f"{key}.you" in self.words else ""
            values["name"] = self.names[values["who"]]
        if changes := values.pop("changes", None):
            found = "; ".join(map(self._cause_told, changes))
            return f"{self._cause_told(cause._replace(values=values))} ({found})"
        whence = values.pop("whence", None)
        if whence is not None:
            parts = [self._whence_told(*row) for row in whence]
            return self.words[key].format(**values) + (f" ({'; '.join(parts)})" if parts else "")
        values = self._named(values)
        if "tie" in values:
            values["tie"] = tie_told(values["tie"], True, self.words)
        if values.get("by"):
            owner = self._owner(values["by"])
            whose = ".you" if owner == self.pair[0].seat else ""
            by = self.words[f"why.by{whose}"].format(card=box.name(values["by"], self.lang), name=self.names[owner])
            return f"{self.words[key].format(**values)}, {by}"
        return self.words[key].format(**values)

    def _whence_told(self, key: str, values: Mapping[str, Any]) -> str:
        """Return where greater Power at a Location comes from."""
        more = dict(values)
        if "from" in more:
            more["from"] = at_place(more["from"], self.lang) if more["from"] is not None else ""
        if (without := more.get("without")) is not None:
            more |= {"by": box.name(without, self.lang), "name": self.names[self._owner(without)]}
            key += ".you" if self._owner(without) == self.pair[0].seat else ""
        return self.words[f"why.whence.{key}"].format(**self._named(more))

    def _owner(self, card: str) -> int:
        """Return the seat whose Clan card this is."""
        return next(seat.seat for seat in self.pair[0].locations[0].view.seats if seat.clan == _clan(card))

    def _named(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values with their cards by name."""
        found = dict(values)
        if "card" in found:
            found["card"] = box.name(found["card"], self.lang)
        if "cards" in found:
            named = [box.name(card, self.lang) for card in found["cards"]]
            found["cards"] = fill("{told:list}", self.lang, {"told": named})
        return found


def _clan(card: str) -> str | None:
    record = box.find(card)
    return record.clan if isinstance(record, box.ClanCard) else None
