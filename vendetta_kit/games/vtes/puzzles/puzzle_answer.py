"""The answer to a puzzle of V:TES: what a move leads to by the end of the turn, and a sentence on two of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from vendetta_kit.course.puzzle_set import game_at, most_telling, solution
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vtes.bots.bot_view import BotView, Imagined
from vendetta_kit.games.vtes.bots.greedy import GreedyBot
from vendetta_kit.games.vtes.bots.search import win_chances
from vendetta_kit.games.vtes.engine.board import prey
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import IN, POOL, TURN
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario

_CLEARLY: Final = 0.05
"""The lead in chance to win with which the search for an imagined game ends."""
_WEIGHTY: Final = (("ousted",), ("destroyed", "torpor", "outcome"), ("bled", "blocked"))
"""The kinds of events that are told of an outcome: those of the first groups before others."""
_MOST_TOLD: Final = 3
_MOST: Final = 1000
"""The most decisions until it ends."""
_GREEDY: Final = GreedyBot()


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """What a move of ``seat`` leads to by the end of the turn.

    ``view`` is the seat's view then, ``events`` are those since the move, ``value`` is its chance to win
    then (:func:`.win_chances`), ``prey`` the seat hunted before the move with its pool at the end.
    """

    seat: int
    action: Action
    view: View
    events: tuple[Event, ...]
    value: float
    pool: int
    prey: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The best and the tempting move of a puzzle with what they lead to; ``why`` compares them, by language."""

    best: PlayedMove
    tempting: PlayedMove
    why: Mapping[str, str]


def play_out(game: Game, seat: int, action: Action, rng: Random, turns: int = 1) -> Game:
    """Make a seat's move and play on to the end of this turn, or of so many ``turns``; return the game.

    It ends at once when the seat is out.
    """
    turn = game.n[TURN]
    game.apply(seat, action)
    for _ in range(_MOST):
        asked = game.to_act
        if asked is None or game.n[TURN] >= turn + turns or not game.n[IN] >> seat & 1:
            break
        game.apply(asked, _GREEDY.choose(Imagined(game, asked), rng))
    return game


def tempting_move(game: Game, seat: int, best: Action) -> Action:
    """Return what the greedy bot would do, or what it values next if that is the best move."""
    bot, sight = GreedyBot(), BotView(game, seat)
    others = [action for action in game.legal(seat) if action != best]
    return max(others, key=lambda action: bot.worth(sight, action)[0])


def answer_of(scenario: Scenario, tried: Action | None = None) -> PuzzleAnswer:
    """Return the answer to a puzzle; ``tried`` is the learner's move, which is compared if it is not the best one.

    Both moves are played on by the greedy bot to the end of the turn, in the puzzle's own game. If the best move is not
    better there, they are played in games that the seat imagines, up to the first that shows why.
    """
    assert scenario.puzzle is not None
    seat, best = scenario.puzzle.seat, solution(scenario).action
    here = game_at(scenario)
    other = tried if tried is not None and tried != best else tempting_move(here, seat, best)
    pair = most_telling(scenario, here, (best, other), _outcome, _lead, _CLEARLY)
    decision = here.view(seat).decision
    told = (_weighty(*pair), _weighty(*reversed(pair)))
    edges = pair[0].view.edge != pair[1].view.edge
    pools = {number for number in range(here.seats) if len({one.view.seats[number].pool for one in pair}) > 1}
    why = {
        lang: "; ".join(
            _told(one, events, here, decision, pools, edges, lang) for one, events in zip(pair, told, strict=True)
        )
        + "."
        for lang in languages()
    }
    return PuzzleAnswer(*pair, why)


def _lead(pair: tuple[PlayedMove, PlayedMove]) -> float:
    return pair[0].value - pair[1].value


def _outcome(world: Game, seat: int, action: Action, key: str) -> PlayedMove:
    game = world.copy()
    assert game.rec is not None
    since, hunted = len(game.rec.events), prey(game, seat)
    play_out(game, seat, action, Random(key))
    theirs = (hunted, game.n[POOL + hunted]) if hunted >= 0 else None
    value, events = win_chances(game)[seat], tuple(game.rec.events[since:])
    return PlayedMove(seat, action, game.view(seat), events, value, game.n[POOL + seat], theirs)


def _weighty(one: PlayedMove, other: PlayedMove) -> tuple[Event, ...]:
    """Return the weightiest events of an outcome, in their order, without those that the other has, too.

    Of an oust that the other does not have all bleeds are told.
    """
    both = {_what(event) for event in other.events}
    ousts = any(event.kind == "ousted" and _what(event) not in both for event in one.events)
    chosen: list[Event] = []
    for group in _WEIGHTY:
        here = [event for event in one.events if event.kind in group]
        here = [event for event in here if _what(event) not in both or (ousts and event.kind == "bled")]
        chosen += here[: _MOST_TOLD - len(chosen)]
    return tuple(sorted(chosen, key=lambda event: event.n))


def _what(event: Event) -> tuple[str, int | None, str]:
    return event.kind, event.seat, repr(sorted(event.data.items()))


# Words -----------------------------------------------------------------------------------------------------


def puzzle_words(lang: str) -> dict[str, str]:
    """Return the texts of V:TES's puzzles in a language.

    >>> puzzle_words("de")["title.vote"]
    '{name} stimmt ab: wofür?'
    """
    found: dict[str, str] = read_json("vtes", "lang", lang, "puzzles.json")
    return found


def title_of(game: Game, seat: int, theme: str) -> dict[str, str]:
    """Return a title in each language from the seat that decides and the theme, without a hint at the solution."""
    return {lang: puzzle_words(lang)[f"title.{theme}"].format(name=game.names[seat]) for lang in languages()}


def _told(
    one: PlayedMove,
    events: tuple[Event, ...],
    here: Game,
    decision: Decision | None,
    pools: Collection[int],
    edges: bool,
    lang: str,
) -> str:
    """Return a move with what it leads to and how things stand at the end of the turn.

    Args:
        one: the move, played on.
        events: what is told of it.
        here: the game before it.
        decision: what was decided.
        pools: the seats whose pools are told, besides the deciding one's and its prey's: they differ by the move.
        edges: whether it is told who has the Edge: that differs, too.
        lang: the language.
    """
    words, names = puzzle_words(lang), here.names
    move = practice_words().action_text(one.action, names, lambda number: here.table.printed[number].id, lang, decision)
    clauses = [_clause(event, one.seat, names, lang) for event in events]
    told = ", ".join(clauses) or words["why.nothing"]
    stand = [words["why.stand"].format(pool=one.pool)]
    hunted = one.prey[0] if one.prey is not None else None
    for number, seat in enumerate(one.view.seats):
        if number == hunted or (number in pools and number != one.seat):
            stand.append(words["why.stand.other"].format(name=names[number], theirs=seat.pool))
    if edges:
        edge = one.view.edge
        key = "why.edge.none" if edge is None else "why.edge.you" if edge == one.seat else "why.edge"
        stand.append(words[key].format(name=names[edge] if edge is not None else ""))
    return words["why.move"].format(move=move.rstrip("."), told=told, stand=", ".join(stand))


def _clause(event: Event, me: int, names: tuple[str, ...], lang: str) -> str:
    """Return a weighty event in a few words."""
    words, cards, data, key = puzzle_words(lang), practice_set(), event.data, f"why.{event.kind}"
    if event.kind == "outcome":
        key += ".passes" if data["passes"] else ".fails"
    whom = data["target"] if event.kind == "bled" else event.seat
    if whom == me and f"{key}.you" in words:
        key += ".you"
    named = {name: cards[value].name[lang] for name, value in data.items() if isinstance(value, str) and value in cards}
    return words[key].format(**{**data, **named, "name": names[whom] if whom is not None else ""})
