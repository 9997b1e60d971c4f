"""The answer to a puzzle of V:TES: what a move leads to by the end of the turn, and a sentence why one is better."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from vendetta_kit.course.puzzle_set import AnswerLine, Figure, game_at, most_telling, solution
from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vtes.bots.bot_view import BotView
from vendetta_kit.games.vtes.bots.greedy import GreedyBot
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import bleed_of, prey, untapped
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.decision_kinds import MINION_PHASE, VOTE
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import POOL
from vendetta_kit.games.vtes.engine.views import SeenCard, SeenSeat
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.state import ASK
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario

from .played_move import PlayedMove, outcome_of

_CLEARLY: Final = 0.05
"""The lead in chance to win with which the search for an imagined game ends."""
_WEIGHTY: Final = (
    ("ousted",),
    ("diablerie", "destroyed", "burned", "torpor", "outcome"),
    ("bled", "blocked"),
    ("damage", "combat_ends", "succeeds"),
)
"""The kinds of events that are told of an outcome: those of the first groups before others."""
_TOLD: Final = ("bleed", "political", "diablerize")
"""The actions whose success another event tells."""
_MOST_TOLD: Final = 3
_MOST_REASONS: Final = 2
"""So many of the differences between two outcomes, the weightiest, are told as the reason."""
_FALLS: Final = ("torpor", "destroyed", "burned")
"""The kinds of events by which a minion is no longer ready."""
_REGIONS: Final = ("ready", "torpor")
"""The regions of minions in play, the better one first."""
_GREEDY: Final = GreedyBot()


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The best and the tempting move of a puzzle, with what they lead to.

    ``third`` is what the tempting move leads to where the learner's was compared, ``lines`` say by language what each
    leads to, ``why`` is the sentence why the best one is better, ``lost`` what is lost by the other, ``hint`` says
    where to look.
    """

    best: PlayedMove
    tempting: PlayedMove
    third: PlayedMove | None
    lines: Mapping[str, tuple[AnswerLine, ...]]
    why: Mapping[str, str]
    lost: Mapping[str, str]
    hint: Mapping[str, str]


def is_obvious(game: Game, seat: int, best: Action) -> bool:
    """Return whether an action needs no thought: a bleed to the last pool that nobody can block, the only votes."""
    if isinstance(best, do.Bleed):
        hunted = prey(game, seat)
        return not untapped(game, hunted) and bleed_of(game, best.minion) >= game.n[POOL + hunted]
    motion = game.view(seat).referendum
    if game.n[ASK] != VOTE or motion is None:
        return False
    return motion.standing == (0, 0) and {ballot.seat for ballot in motion.ballots} <= {seat}


def tempting_move(game: Game, seat: int, best: Action) -> Action:
    """Return what the greedy bot values most of the other moves; that no minion acts any more tempts nobody."""
    sight = BotView(game, seat)
    others = [action for action in game.legal(seat) if action != best]
    active = [action for action in others if game.n[ASK] != MINION_PHASE or not isinstance(action, do.Pass)]
    return max(active or others, key=lambda action: _GREEDY.worth(sight, action)[0])


def answer_of(scenario: Scenario, tried: Action | None = None) -> PuzzleAnswer:
    """Return the answer to a puzzle; ``tried`` is the learner's move, which is compared if it is not the best one.

    Both moves are played on by the greedy bot to the end of the turn, in the puzzle's own game. If the best move is not
    better there, they are played in games that the seat imagines, up to the first that shows why.
    """
    assert scenario.puzzle is not None
    seat, best = scenario.puzzle.seat, solution(scenario).action
    here = game_at(scenario)
    tempting = tempting_move(here, seat, best)
    other = tried if tried is not None and tried != best else tempting
    more = tempting if tempting != other else None
    pair, third = most_telling(scenario, here, (best, other), outcome_of, _lead, _CLEARLY, more)
    decision = here.view(seat).decision
    pairs = [(pair[0], pair[1]), (pair[1], pair[0]), *([(third, pair[0])] if third is not None else [])]
    lines, why, lost, hint = {}, {}, {}, {}
    way = _way_made(here, pair)
    for lang in languages():
        lines[lang] = tuple(
            AnswerLine(
                _move(one, here, decision, lang),
                _told(one, _weighty(one, two), here.names, lang),
                _figures((one, two), here.names, lang)[0],
            )
            for one, two in pairs
        )
        why[lang] = _why(pair, here.names, lang) + _how(way, lang)
        lost[lang] = f"{puzzle_words(lang)['why.lost']} {_why(pair, here.names, lang, causes=False)}"
        hint[lang] = hint_of(scenario.puzzle.themes[0], here, seat, lang)
    return PuzzleAnswer(*pair, third, lines, why, lost, hint)


def _lead(pair: tuple[PlayedMove, PlayedMove]) -> float:
    return pair[0].value - pair[1].value


def _weighty(one: PlayedMove, other: PlayedMove) -> tuple[Event, ...]:
    """Return the weightiest events of an outcome, in their order, without those that the other has, too.

    Blocks are told of both; of an oust that the other does not have all bleeds; of what has nothing of its own, all.
    """
    both = {_what(event) for event in other.events}
    if both >= {_what(event) for event in one.events if event.kind in itertools.chain(*_WEIGHTY)}:
        both = set()
    ousts = any(event.kind == "ousted" and _what(event) not in both for event in one.events)
    again, chosen = ("bled", "blocked") if ousts else ("blocked",), list[Event]()
    for group in _WEIGHTY:
        here = [event for event in one.events if event.kind in group and not _told_elsewhere(event)]
        here = [event for event in here if event.kind in again or _what(event) not in both]
        chosen += here[: _MOST_TOLD - len(chosen)]
    return tuple(sorted(chosen, key=lambda event: event.n))


def _told_elsewhere(event: Event) -> bool:
    """Return whether another event of an outcome tells an event, too: a bleed its success, an oust the cards' end."""
    return event.data.get("cause") in ("ousted", "diablerie") or event.data.get("action") in _TOLD


def _what(event: Event) -> tuple[str, int | None, str]:
    return event.kind, event.seat, repr(sorted(event.data.items()))


# Why -------------------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """In what the best move leaves its seat better off than the other: the key of its words and their values."""

    weight: int
    key: str
    values: dict[str, Any]


def differences(best: PlayedMove, other: PlayedMove) -> list[Difference]:
    """Return in what the table at the end of the turn is better for the seat after the best move, weightiest first."""
    me, found = best.seat, list[Difference]()
    for number, (one, two) in enumerate(zip(best.view.seats, other.view.seats, strict=True)):
        found += _of_seat(one, two, number, number == me)
    edges = best.view.edge, other.view.edge
    if edges[0] != edges[1] and (edges[0] == me or edges[1] not in (me, None)):
        found.append(Difference(6, "edge" if edges[0] == me else "edge.not", {"seat": edges[1]}))
    return sorted(found, key=lambda one: -one.weight)


def _of_seat(one: SeenSeat, two: SeenSeat, number: int, own: bool) -> Iterator[Difference]:
    """Yield what is better after the best move (``one``) in a player's pool and cards."""
    sign = 1 if own else -1
    whose = ".you" if own else ""
    if one.here != two.here:
        if one.here is own:
            yield Difference(100, f"out{whose}", {"seat": number})
        return
    if sign * (one.pool - two.pool) > 0:
        weight = (8 if own else 6) * abs(one.pool - two.pool)
        yield Difference(weight, f"pool{whose}", {"seat": number, "n": one.pool, "m": two.pool})
    lying, instead = _lying(one), _lying(two)
    for card in dict.fromkeys((*lying, *instead)):
        (region, seen), (region2, seen2) = (side.get(card, (len(_REGIONS), None)) for side in (lying, instead))
        shown = seen or seen2
        assert shown is not None
        values = {"seat": number, "card": shown.card}
        if region != region2:
            if sign * (region2 - region) > 0:
                lost = seen is None if not own else seen2 is None
                yield Difference(30, f"minion.{'gone' if lost else 'torpor'}{whose}", values)
            continue
        assert seen is not None
        assert seen2 is not None
        if sign * (seen.counters - seen2.counters) > 0:
            weight = 3 * abs(seen.counters - seen2.counters)
            yield Difference(weight, f"blood{whose}", {**values, "n": seen.counters, "m": seen2.counters})
        if seen.tapped != seen2.tapped and seen.tapped is not own:
            yield Difference(4, f"tapped{whose}", values)
        more, less = (seen.on, seen2.on) if own else (seen2.on, seen.on)
        for on in {piece.card for piece in more} - {piece.card for piece in less}:
            yield Difference(5, f"on{whose}", {**values, "on": on})
    more, less = (one.held, two.held) if own else (two.held, one.held)
    for held in {piece.card for piece in more} - {piece.card for piece in less}:
        yield Difference(5, f"held{whose}", {"seat": number, "card": held})
    coming, instead_of = (sum(seen.counters for seen in side.uncontrolled) for side in (one, two))
    if own and coming > instead_of:
        yield Difference(4, "coming", {"seat": number, "n": coming, "m": instead_of})


def _lying(seat: SeenSeat) -> dict[int | None, tuple[int, SeenCard]]:
    """Return a player's minions in play by number, with the place of their region in ``_REGIONS``."""
    return {seen.number: (place, seen) for place, region in enumerate(_REGIONS) for seen in getattr(seat, region)}


def _way_made(here: Game, pair: tuple[PlayedMove, PlayedMove]) -> tuple[str, dict[str, str]] | None:
    """Return how the best move makes way, with the cards of it: it draws a blocker away from the next, or stops one."""
    best, other = pair
    blocks, instead = ([event for event in one.events if event.kind == "blocked"] for one in pair)
    minion = getattr(best.action, "minion", None)
    own = {seen.number: seen.card for seen in here.view(best.seat).seats[best.seat].ready}
    later = [event for event in best.events if event.kind == "bled" and blocks and event.n > blocks[0].n]
    if later and minion in own and here.view(best.seat).action is None:
        return "drawn", {"minion": str(own[minion]), "blocker": blocks[0].data["minion"]}
    stopped = next((one for one in instead if one.data["minion"] not in [two.data["minion"] for two in blocks]), None)
    if stopped is None or stopped.seat == best.seat or getattr(other.action, "do", "") == "block":
        return None
    return "stopped", {"blocker": stopped.data["minion"]}


# Words -----------------------------------------------------------------------------------------------------


def puzzle_words(lang: str) -> dict[str, str]:
    """Return the texts of V:TES's puzzles in a language.

    >>> puzzle_words("de")["title.vote"]
    '{name} stimmt ab: wofür?'
    """
    found: dict[str, str] = read_words("puzzles.json", lang, "vtes")
    return found


def title_of(game: Game, seat: int, theme: str) -> dict[str, str]:
    """Return a title in each language from the seat that decides and the theme, without a hint at the solution."""
    return {lang: puzzle_words(lang)[f"title.{theme}"].format(name=game.names[seat]) for lang in languages()}


def _move(one: PlayedMove, here: Game, decision: Decision | None, lang: str) -> str:
    """Return a move as an answer to what was decided."""
    words = practice_words()
    return words.action_text(
        one.action, here.names, lambda number: here.table.printed[number].id, lang, decision
    ).rstrip(".")


def _told(one: PlayedMove, events: tuple[Event, ...], names: tuple[str, ...], lang: str) -> str:
    """Return what a move leads to, as a sentence; what a minion bleeds for or takes as damage is added up.

    Which further cards the seat plays by itself on the way there is told, too.
    """
    sums: Counter[tuple[str, object]] = Counter()
    first: dict[tuple[str, object], Event] = {}
    words, cards = puzzle_words(lang), practice_set()
    for event in events:
        key = event.kind, event.data.get("minion") or event.n
        first.setdefault(key, event)
        sums[key] += event.data.get("amount", 0)
    added = (
        replace(event, data={**event.data, "amount": sums[key]}) if "amount" in event.data else event
        for key, event in first.items()
    )
    told = "; ".join(_clause(event, one.seat, names, lang) for event in added) or words["why.nothing"]
    played = [event.data["card"] for event in one.events if event.kind == "played" and event.seat == one.seat]
    from_hand = isinstance(one.action, do.Play) or (isinstance(one.action, do.Vote) and one.action.minion >= 0)
    further = dict.fromkeys(played[from_hand:])
    then = words["why.then"].format(cards=", ".join(cards[card].name[lang] for card in further))
    return f"{told[:1].upper()}{told[1:]}.{then if further else ''}"


def _figures(
    pair: tuple[PlayedMove, PlayedMove], names: tuple[str, ...], lang: str
) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Return the pools after both moves: the deciding seat's, its prey's, and others' that differ; and the Edge."""
    words, me = puzzle_words(lang), pair[0].seat
    hunted = pair[0].prey[0] if pair[0].prey is not None else None
    shown: tuple[list[Figure], list[Figure]] = ([], [])
    for number in sorted(range(len(names)), key=lambda seat: (seat != me, seat != hunted)):
        pools = [one.view.seats[number].pool for one in pair]
        if number in (me, hunted) or pools[0] != pools[1]:
            label = words["why.pool.you" if number == me else "why.pool"].format(name=names[number])
            for side, pool in zip(shown, pools, strict=True):
                side.append(Figure(label, str(pool), pools[0] != pools[1]))
    if pair[0].view.edge != pair[1].view.edge:
        for side, one in zip(shown, pair, strict=True):
            edge = one.view.edge
            who = words["why.you"] if edge == me else "–" if edge is None else names[edge]
            side.append(Figure(words["why.edge"], who, True))
    return tuple(shown[0]), tuple(shown[1])


class Cause(NamedTuple):
    """What brought a difference about: the key of its words, events of one outcome; ``otherwise``: of the other."""

    key: str
    events: tuple[Event, ...]
    otherwise: bool


def _cause(reason: Difference, best: PlayedMove, other: PlayedMove) -> Cause | None:
    """Return what brought a difference about: bleeds, a fight or a referendum of one outcome alone; else ``None``."""
    key, own = reason.key.removesuffix(".you"), reason.key.endswith(".you")
    seat = best.seat if own else reason.values["seat"]
    one, two = (other, best) if own else (best, other)
    instead = {_what(event) for event in two.events}
    only = [event for event in one.events if _what(event) not in instead]
    if key in ("pool", "out"):
        bleeds = [event for event in only if event.kind == "bled" and event.data["target"] == seat]
        if bleeds:
            return Cause("bled", tuple(bleeds), own)
        votes = [event for event in best.events if event.kind == "outcome" and event not in other.events]
        if votes:
            return Cause("outcome", tuple(votes[:1]), False)
    if key.startswith("minion."):
        fights = [event for event in one.events if event.kind == "combat"]
        falls = [event for event in only if event.kind in _FALLS and reason.values["card"] in event.data.values()]
        fight = next((event for event in reversed(fights) if falls and event.n < falls[0].n), None)
        if fight is not None and reason.values["card"] in fight.data.values():
            with_ = next(card for card in fight.data.values() if card != reason.values["card"])
            return Cause("combat", (replace(fight, data={"other": with_}),), own)
    return None


def _why(pair: tuple[PlayedMove, PlayedMove], names: tuple[str, ...], lang: str, causes: bool = True) -> str:
    """Return the sentence in what the best move leaves its seat better off by the end of the turn, and by what."""
    words, cards = puzzle_words(lang), practice_set()
    told, found = list[str](), list[Cause]()
    for reason in differences(*pair)[:_MOST_REASONS]:
        seat, cause = reason.values["seat"], _cause(reason, *pair) if causes else None
        values = {
            key: cards[value].name[lang] if isinstance(value, str) and value in cards else value
            for key, value in reason.values.items()
            if key != "seat"
        }
        key, own = f"why.better.{reason.key}", pair[0].view.seats[pair[0].seat]
        relation = "prey" if seat == own.prey else "predator" if seat == own.predator else ""
        key = f"{key}.{relation}" if f"{key}.{relation}" in words else key
        said = words[key].format(**values, name=names[seat] if seat is not None else "")
        if cause is not None and cause not in found:
            found.append(cause)
            how = words["why.and"].join(_clause(event, pair[0].seat, names, lang) for event in cause.events)
            said += words["why.otherwise" if cause.otherwise else "why.because"].format(cause=how)
        told.append(said)
    return words["why.better"].format(told=words["why.and"].join(dict.fromkeys(told)))


def _how(way: tuple[str, dict[str, str]] | None, lang: str) -> str:
    """Return a further sentence on how the best action makes way for the next one; empty if it does not."""
    if way is None:
        return ""
    cards = practice_set()
    named = {key: cards[card].name[lang] for key, card in way[1].items()}
    return " " + puzzle_words(lang)[f"why.how.{way[0]}"].format(**named)


def hint_of(theme: str, here: Game, seat: int, lang: str) -> str:
    """Return where to look in a puzzle of a theme; the prey is named."""
    hunted, words = prey(here, seat), puzzle_words(lang)
    name = here.names[hunted] if hunted >= 0 else ""
    cards = all(isinstance(action, do.Play | do.Pass) for action in here.legal(seat))  # who acts is decided already
    key = f"hint.{theme}.card" if cards and f"hint.{theme}.card" in words else f"hint.{theme}"
    return words[key].format(name=name)


def _clause(event: Event, me: int, names: tuple[str, ...], lang: str) -> str:
    """Return a weighty event in a few words."""
    words, cards, data, key = puzzle_words(lang), practice_set(), event.data, f"why.{event.kind}"
    if event.kind == "outcome":
        key += (".passes" if data["passes"] else ".fails") + (".hunt" if data["about"] else "")
    if event.kind == "succeeds" and f"{key}.{data['action']}" in words:
        key += f".{data['action']}"
    if event.kind == "bled" and not data["amount"]:
        key += ".nothing"
    if event.kind == "damage" and not data["amount"]:
        key += ".aggravated"
    whom = data["target"] if event.kind == "bled" else event.seat
    if whom == me and f"{key}.you" in words:
        key += ".you"
    named = {name: cards[value].name[lang] for name, value in data.items() if isinstance(value, str) and value in cards}
    return words[key].format(**{**data, **named, "name": names[whom] if whom is not None else ""})
