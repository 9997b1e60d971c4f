"""The answer to a puzzle: what the best move and the tempting one lead to, and one sentence that compares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from vendetta_kit.course.puzzle_set import game_at, is_right, most_telling, solution
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.engine.actions import Keep, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.card_tables import AT
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import INFL, LOC, OUT, POOL, ROUND
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.flows import Powers, powers
from vendetta_kit.games.vendetta.wording.message_text import action_text, fill, say
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario

from .puzzle_titles import puzzle_words

_BLOOD: Final = 0.5
"""What one Blood counts, in Influence, where two outcomes are compared."""
_CLEARLY: Final = 2
"""The value of :func:`_shows` with which the search for an imagined game ends."""
_VERDICTS: Final = ("winner", "lone", "nobody")


@dataclass(frozen=True, slots=True)
class ResolvedLocation:
    """A Location when it was just resolved, as the puzzle's seat sees it.

    ``before`` is its view before that, ``span`` has the running numbers of the Location's events, ``winner`` its
    winner and ``power`` the Power that was counted, by seat.
    """

    at: int | str
    view: View
    before: View
    span: range
    winner: int | None
    power: dict[int, int]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """What a move of ``seat`` leads to until the end of the round."""

    seat: int
    action: Action
    locations: tuple[ResolvedLocation, ...]
    influence: int
    blood: int
    frenzy: bool
    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    over: bool

    def location(self, at: int | str) -> ResolvedLocation | None:
        """Return a Location of this outcome; ``None`` if it was not resolved."""
        return next((found for found in self.locations if found.at == at), None)

    def worth(self) -> tuple[int, float]:
        """Return the outcome as a value that is higher the better it is for the seat."""
        own = self.scores[self.seat]
        if own is None:
            return -2, 0.0
        others = [score for seat, score in enumerate(self.scores) if seat != self.seat and score is not None]
        lead = own - max(others, default=0)
        result = 0 if not self.over else 1 if self.seat in self.winners else -1
        return result, lead + (0.0 if self.over else _BLOOD * self.blood)


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The best and the tempting move of a puzzle with their outcomes at the Location ``at``; ``why`` compares them."""

    best: PlayedMove
    tempting: PlayedMove
    at: int | str
    why: dict[str, str]


def tempting_move(game: Game, seat: int, best: Action, right: Callable[[Action], bool] | None = None) -> Action:
    """Return the move that a puzzle warns of: the other token, or what the greedy bot would do.

    If that is ``right``, which without this is the best move alone, it is the same card played elsewhere or the other
    way, or else another legal move.
    """
    right = right or best.__eq__
    if isinstance(best, Stay | Withdraw):
        return Withdraw() if isinstance(best, Stay) else Stay()
    greedy = game.rules.actions[_chooser()(game.observe(seat), Random("puzzles/tempting"))]
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
    other = tried if tried is not None and not right(tried) else tempting_move(here, seat, best, right)
    pair = most_telling(scenario, here, (best, other), _outcome, lambda both: _shows(*both), _CLEARLY)
    at = _decisive(here, *pair)
    unlike = pair[0].frenzy != pair[1].frenzy
    view = here.view(seat)
    why = {}
    for lang in languages():
        ways = "; ".join(_told(one, at, unlike, scenario.names, lang) for one in pair)
        lies = _table_told(view, seat, at, scenario.names, lang)
        changes = _changes_told(view, pair, at, scenario.names, lang)
        why[lang] = " ".join(filter(None, (lies, f"{ways}.", changes)))
    return PuzzleAnswer(*pair, at, why)


def shows(answer: PuzzleAnswer) -> bool:
    """Return whether what an answer tells of its moves shows that the best one is better, and by what.

    It comes out better, and the Location that is told ends otherwise, or a Frenzy hangs on it; if a card is played or
    kept, a Location has another winner.
    """
    best, other = answer.best, answer.tempting
    here, there = best.location(answer.at), other.location(answer.at)
    if best.worth() <= other.worth() or here is None:
        return False
    if best.frenzy != other.frenzy:
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


def _chooser() -> Callable[[Any, Random], int]:
    return GreedyChooser(Weights()).choose


def _outcome(world: Game, seat: int, action: Action, key: str) -> PlayedMove:
    """Play a move and the rest of its round."""
    game, choose, rng = world.copy(), _chooser(), Random(key)
    assert game.rec is not None
    events, began, told = game.rec.events, game.n[ROUND], len(game.rec.events)
    seen = told
    found: list[ResolvedLocation] = []
    before = game.view(seat)

    def resolved(g: Game) -> bool:
        return any(event.kind == "resolved" for event in events[seen:])

    who, code = seat, action.code
    while True:
        game.advance(who, code, resolved)
        while resolved(game):
            found += _resolved(game, seat, events[seen:], before)
            seen = len(events)
            game.run(resolved)
        next_seat = game.to_act
        if next_seat is None or game.n[ROUND] != began:
            break
        if not any(event.kind == "tokens" for event in events[seen:]):
            before = game.view(seat)
        who, code = next_seat, choose(game.observe(next_seat), rng)
    frenzy = any(event.kind == "frenzy" and event.seat == seat for event in events[told:])
    scores = tuple(None if game.n[OUT] >> s & 1 else score for s, score in enumerate(game.scores))
    winners = tuple(game.winners) if game.is_over else ()
    n = game.n
    return PlayedMove(seat, action, tuple(found), n[INFL + seat], n[POOL + seat], frenzy, scores, winners, game.is_over)


def _resolved(game: Game, seat: int, events: list[Event], before: View) -> Iterator[ResolvedLocation]:
    end = next(event for event in reversed(events) if event.kind == "resolved")
    here = [event for event in events if event.at == end.at and event.n <= end.n]
    verdict = next((event for event in reversed(here) if event.kind in _VERDICTS), None)
    if end.at is None or verdict is None:
        return
    begun = next((event.n for event in here if event.kind == "tokens"), here[0].n)
    power = {event.seat: int(event.data["power"]) for event in here if event.kind == "count" and event.seat is not None}
    yield ResolvedLocation(end.at, game.view(seat), before, range(begun, end.n + 1), verdict.seat, power)


def _decisive(here: Game, best: PlayedMove, other: PlayedMove) -> int | str:
    """Return the Location that tells the outcomes apart: the token's, the first that ends otherwise, or the play's."""
    loc = here.n[LOC]
    if loc >= 0:
        return AT[loc]
    pairs = [(one, other.location(one.at)) for one in best.locations]
    unlike = [one.at for one, two in pairs if two is None or (one.winner, one.power) != (two.winner, two.power)]
    sided = [one.at for one, two in pairs if two is not None and one.winner != two.winner]
    places = [action.at for action in (best.action, other.action) if isinstance(action, Play)]
    return (*sided, *(at for at in places if at in unlike), *unlike, *places, *(one.at for one in best.locations))[0]


# Words -----------------------------------------------------------------------------------------------------


def _told(one: PlayedMove, at: int | str, unlike: bool, names: tuple[str, ...], lang: str) -> str:
    """Return a move with what it leads to: the Location, Frenzy if the moves are ``unlike`` in it, the numbers."""
    words = puzzle_words(lang)
    clauses = [_place_told(one, at, names, lang)]
    if one.frenzy and unlike:
        clauses.append(words["why.frenzy"])
    if one.over:
        clauses.append(_end_told(one, names, words))
    stand = words["why.stand"].format(influence=one.influence, blood=one.blood)
    told = ", ".join(filter(None, clauses))
    return words["why.move"].format(move=action_text(one.action, names, lang).rstrip("."), told=told, stand=stand)


def _table_told(view: View, seat: int, at: int | str, names: tuple[str, ...], lang: str) -> str:
    """Return the Power that lies at a Location before the move, as the seat sees it; empty if there is none."""
    words = puzzle_words(lang)
    told = []
    for found in sorted(powers(view, at), key=lambda one: (one.seat != seat, -one.power)):
        hidden = sum(part.card is None for part in found.parts)
        n = found.known if found.seat == seat else found.power
        who = words["why.table.you"] if found.seat == seat else names[found.seat]
        key = "why.table.one" if not hidden else "why.table.hidden.one" if hidden == 1 else "why.table.hidden"
        told.append(words[key].format(name=who, n=n, hidden=hidden))
    where = say("place", "in.haven" if at == "haven" else "in.number", lang, {"n": at})
    return words["why.table"].format(at=where, told=", ".join(told)) if told else ""


def _changes_told(
    view: View, pair: tuple[PlayedMove, PlayedMove], at: int | str, names: tuple[str, ...], lang: str
) -> str:
    """Return why Power was counted otherwise than it lay on the table, for those whom the sentence names.

    By the first of the two moves after which it was counted; empty if nothing changed.
    """
    found = next((here for one in pair if (here := one.location(at)) is not None and here.power), None)
    if found is None:
        return ""
    words, seat = puzzle_words(lang), pair[0].seat
    lay = {one.seat: one for one in powers(view, at)}
    rivals = sorted((who for who in found.power if who != found.winner), key=lambda who: -found.power[who])[:1]
    told = []
    for one in powers(found.view, at):
        before = lay.get(one.seat)
        if before is None or one.seat not in (seat, found.winner, *rivals):
            continue
        was = before.known if one.seat == seat else before.power
        if one.power == was:
            continue
        key = "why.changed.you" if one.seat == seat else "why.changed"
        causes = _causes(before, one, words, lang)
        told.append(words[key].format(name=names[one.seat], n=one.power, m=was, told=causes))
    return " ".join(told)


def _causes(before: Powers, after: Powers, words: dict[str, str], lang: str) -> str:
    """Return the cards and the Blood of a Position that count otherwise than before."""
    lay = {part.card: part for part in before.parts if part.card is not None}
    causes = []
    for part in after.parts:
        if part.card is None:
            continue
        old = lay.get(part.card)
        if part.power == (old.power if old is not None else 0):
            continue
        key = "why.counts" if old is not None and old.up else "why.counts.new"
        values = {"card": box.name(part.card, lang), "n": part.power, "m": old.power if old is not None else 0}
        causes.append(words[key].format(**values))
    gone = [card for card, old in lay.items() if old.power and all(part.card != card for part in after.parts)]
    causes += [words["why.counts.gone"].format(card=box.name(card, lang)) for card in gone]
    if before.blood_power != after.blood_power:
        causes.append(words["why.counts.blood"].format(n=after.blood_power, m=before.blood_power))
    return fill("{told:list}", lang, {"told": causes})


def _place_told(one: PlayedMove, at: int | str, names: tuple[str, ...], lang: str) -> str:
    words, found = puzzle_words(lang), one.location(at)
    if found is None:
        return ""
    where = say("place", "in.haven" if at == "haven" else "in.number", lang, {"n": at})
    me, power = one.seat, found.power
    if found.winner is None:
        return words["why.nobody"].format(at=where)
    values = {"at": where, "name": names[found.winner], "n": power.get(found.winner, 0)}
    rivals = sorted((n, seat) for seat, n in power.items() if seat != found.winner)
    if found.winner == me:
        if not rivals:
            return words["why.win.alone"].format(**values)
        key = "why.win.tie" if rivals[-1][0] == values["n"] else "why.win"
        return words[key].format(**values, other=names[rivals[-1][1]], m=rivals[-1][0])
    if me in power:
        return words["why.lose.tie" if power[me] == values["n"] else "why.lose"].format(**values, m=power[me])
    return words["why.left" if rivals else "why.left.alone"].format(**values)


def _end_told(one: PlayedMove, names: tuple[str, ...], words: dict[str, str]) -> str:
    scores = {seat: score for seat, score in enumerate(one.scores) if score is not None}
    me = one.seat
    if me not in scores:
        return words["why.out"]
    if me in one.winners:
        most = max((score for seat, score in scores.items() if seat != me), default=0)
        return words["why.game.win.tie" if most == scores[me] else "why.game.win"].format(n=scores[me], m=most)
    first = one.winners[0]
    key = "why.game.lose.tie" if scores[first] == scores[me] else "why.game.lose"
    return words[key].format(name=names[first], n=scores[first], m=scores[me])
