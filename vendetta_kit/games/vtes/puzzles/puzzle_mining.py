"""Finding puzzles of V:TES in games of bots: decisions with one action that is clearly best by the end of the turn.

A decision is written as a scenario first: the table when the minion phase last asked for an action, and the steps from
there. Each legal action is played to the end of the turn in imagined games that agree with all that the seat knows, in
the same games for all. What comes out is the seat's chance to win from there, as :mod:`.search` reckons it. The best
action is kept if it comes out better in nearly all of them, by enough to matter, and if it is still ahead of the next
best one when a round of the table is over. The grade counts which bots miss it; what is obvious is no puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import ceil, floor
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.coach.paired_statistics import Interval, Sums
from vendetta_kit.course.puzzle_set import game_at
from vendetta_kit.games.vtes.bots.bot_view import BotView
from vendetta_kit.games.vtes.bots.careful import CarefulBot
from vendetta_kit.games.vtes.bots.greedy import GreedyBot
from vendetta_kit.games.vtes.bots.search import SearchBot, win_chances
from vendetta_kit.games.vtes.engine import board, state
from vendetta_kit.games.vtes.engine import decision_kinds as kinds
from vendetta_kit.games.vtes.engine.board import bleed_of, prey, untapped
from vendetta_kit.games.vtes.engine.card_reader import DECKS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import ACTIVE, IN, POINTS, POOL
from vendetta_kit.games.vtes.scenarios import DIALECT
from vendetta_kit.games.vtes.scenarios.step_syntax import step_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import ASK
from vendetta_kit.scenarios import loads, run
from vendetta_kit.scenarios.yaml_writing import scenario_yaml

from .played_move import play_out
from .puzzle_answer import answer_of, differences, is_obvious, title_of

_HIDDEN: Final = {"hand": state.HAND, "library": state.LIBRARY, "crypt": state.CRYPT, "ash": state.ASH}
_LYING: Final = {"ready": state.READY, "torpor": state.TORPOR, "uncontrolled": state.UNCONTROLLED, "held": state.HELD}
_NOT_WRITTEN: Final = (state.NEW, state.CONTESTED, state.REMOVED)
ROUNDS: Final = 40
"""The rounds after which the game of a puzzle ends (RUL-05)."""
GAMES: Final = 60
"""Imagined games for verifying a puzzle, each played once after each of the choices compared."""
LEAST: Final = 0.3
"""The least share of games, as a lower bound, by which the best action must come out better more often than worse."""
_LEAD: Final = 0.05
"""The least that the best action must be ahead of each other one on average, as a chance to win."""
_GLANCE: Final = 3
"""Imagined games for a first look at all that is legal."""
_SECOND: Final = 12
"""Imagined games for a second look, at the best few."""
_RIVALS: Final = 4
"""The number of next best choices that are compared with the best."""
_ROUND: Final = 24
"""Imagined games that are played for a round of the table after the best and after the next best action."""
_WIDE: Final = 24
"""The most legal actions of a decision that is looked at."""
_SAME: Final = 0.01
"""The difference in chance to win below which two outcomes count as equally good."""
_BOTS: Final = (GreedyBot(), CarefulBot(), SearchBot())
"""Who is asked how hard a decision is."""
_MANY: Final = 4
"""So many actions make a decision harder …"""
_NARROW: Final = 0.15
"""… and so does a best one that is ahead by less than this chance to win."""
_CERTAIN: Final = 0.9
"""The share of games from which on an oust counts as forced."""
MOST: Final = 4
"""The most puzzles of one game, so that learners do not meet the same table often."""
_NAMES: Final = ("Ann", "Bob", "Cy", "Dee")
_COMBAT: Final = (kinds.BEFORE_RANGE, kinds.MANEUVER, kinds.STRIKE, kinds.PREVENT, kinds.ADDITIONAL, kinds.PRESS)
_VOTES: Final = (kinds.BEFORE_VOTES, kinds.VOTE)
_RULES: Final = {
    "lethal_bleed": ("BLEED-02", "END-01"),
    "oust_in_two": ("END-01", "MIN-02"),
    "survive": ("END-01", "BLOCK-05"),
    "block": ("BLOCK-03", "BLOCK-05"),
    "reaction": ("BLOCK-13", "LIB-10"),
    "vote": ("POL-05", "POL-06"),
    "combat": ("COMB-04", "STRIKE-02"),
}


def mine_game(seed: int, watch: Callable[[], object] | None = None, drawn: bool = False) -> Iterator[dict[str, Any]]:
    """Play one game of bots and yield its puzzles as documents of scenario files.

    Args:
        seed: seed of the game, the imagined games and their random events.
        watch: called after each decision that was examined.
        drawn: whether decks are drawn by lot; otherwise seats get them in turn.
    """
    rng = Random(f"puzzles/vtes/{seed}")
    seats = rng.choice((2, 3, 4))
    decks = [DECKS[(seed + seat) % len(DECKS)] for seat in range(seats)]
    if drawn:
        decks = Random(f"puzzles/vtes/decks/{seed}").choices(DECKS, k=seats)
    game = Game.new(decks, names=_NAMES[:seats], seed=seed, rounds=ROUNDS, record=False)
    bot, table, steps, found = GreedyBot(), None, list[dict[str, Any]](), 0
    themes: set[str] = set()
    while (seat := game.to_act) is not None and game.n[IN] == (1 << seats) - 1 and found < MOST:
        if game.n[ASK] == kinds.MINION_PHASE:
            table, steps = table_of(game, seed), []
            if table is not None:
                again = Game.position(table, False)
                if again.to_act == seat and len(again.legal(seat)) == len(game.legal(seat)):
                    game = again
                else:
                    table = None
        if table is not None and _promising(game, seat):
            document = _puzzle(game, seat, table, steps, seed)
            if watch is not None:
                watch()
            if document is not None and document["puzzle"]["themes"][0] not in themes:
                themes.add(document["puzzle"]["themes"][0])
                found += 1
                yield document
        action = bot.choose(BotView(game, seat), rng)
        if table is not None:
            steps.append(step_of(game, seat, action))
        game.apply(seat, action)


def _promising(game: Game, seat: int) -> bool:
    """Return whether a decision may be a puzzle, without playing it."""
    if not 2 <= len(game.legal(seat)) <= _WIDE:
        return False
    kind, n = game.n[ASK], game.n
    if kind == kinds.MINION_PHASE:
        hunted = prey(game, seat)
        strength = sum(bleed_of(game, minion) for minion in untapped(game, seat))
        return hunted >= 0 and strength > 0 and n[POOL + hunted] <= strength + 4
    return kind in (kinds.BLOCK, kinds.REACT, *_COMBAT, *_VOTES) and n[ASK] > 0


def values_of(game: Game, seat: int, actions: list[Action], games: int, key: str, turns: int = 1) -> list[list[float]]:
    """Return the seat's chances to win after each action and some turns, in the same imagined games."""
    rng = Random(key)
    found: list[list[float]] = [[] for _ in actions]
    for _ in range(games):
        world, luck = game.imagine(seat, rng), rng.getrandbits(32)
        for values, action in zip(found, actions, strict=True):
            values.append(win_chances(play_out(world.copy(), seat, action, Random(luck), turns))[seat])
    return found


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _ranked(game: Game, seat: int, actions: list[Action], games: int, key: str) -> list[tuple[float, Action]]:
    means = [_mean(values) for values in values_of(game, seat, actions, games, key)]
    order = sorted(range(len(actions)), key=lambda k: (-means[k], k))
    return [(means[k], actions[k]) for k in order]


class Judgement(NamedTuple):
    """What is found of a decision that may be a puzzle: its best action, its theme, and what a file says of it."""

    best: Action
    theme: str
    puzzle: dict[str, Any]


def judged(game: Game, seat: int, seed: int) -> Judgement | None:
    """Return the judgement on a decision, ``None`` if it is obvious or no action is clearly best."""
    actions = list(game.legal(seat))
    for games in (_GLANCE, _SECOND):
        ranked = _ranked(game, seat, actions, games, f"puzzles/vtes/{seed}/{games}")
        if ranked[0][0] - ranked[1][0] < _LEAD * (0.5 if games == _GLANCE else 1):
            return None
        actions = [action for _, action in ranked[: _RIVALS + 1]]
    if is_obvious(game, seat, actions[0]):
        return None
    values = values_of(game, seat, actions, GAMES, f"puzzles/vtes/{seed}/verify")
    behind = [_share(values[0], other) for other in values[1:]]
    lead = min(_mean(values[0]) - _mean(other) for other in values[1:])
    least = min(behind, key=lambda share: share.low)
    if least.low < LEAST or lead < _LEAD:
        return None
    theme = _theme(game, seat, actions, f"puzzles/vtes/{seed}/theme")
    if theme is None:
        return None
    later = values_of(game, seat, actions[:2], _ROUND, f"puzzles/vtes/{seed}/round", game.seats)
    if _mean(later[0]) - _mean(later[1]) < _LEAD / 2:
        return None
    grade = _grade(misses(game, seat, actions[0], seed), len(game.legal(seat)), lead)
    puzzle: dict[str, Any] = {"themes": [theme], "grade": grade}
    puzzle |= {"gap": round(100 * least.mean), "interval": [floor(100 * least.low), min(100, ceil(100 * least.high))]}
    puzzle |= {"simulations": GAMES, "answers": len(game.legal(seat))}
    return Judgement(actions[0], theme, puzzle)


def misses(game: Game, seat: int, best: Action, seed: int) -> int:
    """Return how many bots choose another action than the best."""
    return sum(bot.choose(BotView(game, seat), Random(seed)) != best for bot in _BOTS)


def _grade(missed: int, answers: int, lead: float) -> int:
    """Return a grade by how many bots miss the best of so many actions, how many there are, and its lead.

    >>> _grade(0, 2, 0.06), _grade(0, 6, 0.1), _grade(3, 2, 0.4), _grade(3, 4, 0.4)
    (1, 2, 2, 3)
    """
    return 1 + (missed + (answers >= _MANY) + (lead < _NARROW)) // 2


def _puzzle(game: Game, seat: int, table: dict[str, Any], steps: list[dict[str, Any]], seed: int) -> Any:
    """Return a decision as a document, or ``None`` if it is no puzzle."""
    found = judged(game, seat, seed)
    if found is None:
        return None
    line = [*steps, step_of(game.copy(), seat, found.best)]
    document = {
        "format": DIALECT.format,
        "id": f"vtes-puzzle-{seed}-{table['number']}-{kinds.NAMES[game.n[ASK]].replace('_', '-')}-{len(steps)}-{seat}",
        "title": title_of(game, seat, found.theme),
        "rules": list(_RULES[found.theme]),
        "puzzle": {**found.puzzle, **({"after": len(steps)} if steps else {})},
        **table,
        "steps": line,
    }
    return _seen_by(document, seat, game.names) if _leads_here(document, game, seat) else None


def _seen_by(value: Any, seat: int, names: tuple[str, ...]) -> Any:
    """Return a document with the players called anew: who decides has the first name, and so on in order of seats."""
    if isinstance(value, dict):
        return {key: _seen_by(inner, seat, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_seen_by(inner, seat, names) for inner in value]
    called = dict(zip(names[seat:] + names[:seat], names, strict=True))
    words = r"\b(" + "|".join(names) + r")\b"
    return re.sub(words, lambda found: called[found[0]], value) if isinstance(value, str) else value


def _leads_here(document: dict[str, Any], game: Game, seat: int) -> bool:
    """Return whether the file plays, its steps lead to the decision that was judged, and its answer shows why."""
    scenario = loads(scenario_yaml(document))
    here = game_at(scenario)
    if here.to_act != seat or list(here.legal(seat)) != list(game.legal(seat)) or not run(scenario).ok:
        return False
    answer = answer_of(scenario)
    return answer.best.value > answer.tempting.value and bool(differences(answer.best, answer.tempting))


def _share(best: list[float], other: list[float]) -> Interval:
    """Return by what share of the games the best action comes out better more often than worse."""
    sums = Sums()
    for one, two in zip(best, other, strict=True):
        sums.add(0.0 if abs(one - two) < _SAME else 1.0 if one > two else -1.0)
    return sums.interval(0.95, _RIVALS)


def _theme(game: Game, seat: int, actions: list[Action], key: str) -> str | None:
    """Return what a decision is about, by what hangs on it; ``None`` for what has no theme."""
    rng, points, kind = Random(key), game.n[POINTS + seat], game.n[ASK]
    ousts, lives = [0.0, 0.0], [0.0, 0.0]
    at_once = 0
    for _ in range(_SECOND):
        world, luck = game.imagine(seat, rng), rng.getrandbits(32)
        for k, action in enumerate(actions[:2]):
            after = play_out(world.copy(), seat, action, Random(luck))
            ousts[k] += (after.n[POINTS + seat] > points) / _SECOND
            lives[k] += (after.n[IN] >> seat & 1) / _SECOND
        at_once += _ousts_at_once(world.copy(), seat, actions[0], Random(luck))
    if ousts[0] >= _CERTAIN > ousts[1]:
        return "lethal_bleed" if at_once > _SECOND // 2 else "oust_in_two"
    if kind == kinds.MINION_PHASE:
        return None
    if lives[0] >= _CERTAIN > lives[1]:
        return "survive"
    if kind == kinds.BLOCK:
        return "block"
    if kind in _VOTES:
        return "vote"
    return "combat" if kind in _COMBAT else "reaction"


def _ousts_at_once(game: Game, seat: int, action: Action, rng: Random) -> bool:
    """Return whether the prey is out when this action, or the one under way, has ended."""
    bot, points = GreedyBot(), game.n[POINTS + seat]
    game.apply(seat, action)
    while (asked := game.to_act) is not None and game.n[ASK] not in (kinds.MINION_PHASE, kinds.TRANSFER):
        if game.n[ACTIVE] != seat and game.n[ASK] == kinds.UNTAP_PHASE:
            break
        game.apply(asked, bot.choose(BotView(game, asked), rng))
    return bool(game.n[POINTS + seat] > points)


def table_of(game: Game, seed: int = 0) -> dict[str, Any] | None:
    """Return the keys of a scenario file that describe the table when a minion phase asks for an action.

    Returns ``None`` for any other decision, with a player out of the game, and where something lasts that a file cannot
    say: contested or borrowed cards, allies of this turn, titles that are not printed.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> game = Game.position({"seats": [{"name": "Ann", "ready": ["WV03"]}, {"name": "Bob", "ready": ["CV03"]}]})
    >>> again = Game.position(table_of(game))
    >>> again.to_act, len(again.legal(0)) == len(game.legal(0))
    (0, True)
    """
    n, z = game.n, game.z
    if (
        n[ASK] != kinds.MINION_PHASE
        or n[state.ACT]
        or n[state.IN] != (1 << game.seats) - 1
        or z[state.BORROWED]
        or z[state.THIS_TURN]
    ):
        return None
    if any(z[region + seat] for region in _NOT_WRITTEN for seat in range(game.seats)):
        return None
    if any(not _plain(game, card) for card in board.in_play(game)):
        return None
    seats = []
    for seat, name in enumerate(game.names):
        row: dict[str, Any] = {"name": name, **state.SCHEMA.written(n, seat)}
        row |= {key: [_card(game, card) for card in z[region + seat]] for key, region in _LYING.items()}
        row |= {key: [game.table.printed[card].id for card in z[region + seat]] for key, region in _HIDDEN.items()}
        seats.append({key: value for key, value in row.items() if value not in ([], None)})
    edge = {"edge": game.names[n[state.EDGE]]} if n[state.EDGE] >= 0 else {}
    turn = {"turn": game.names[n[state.ACTIVE]], "phase": "minion", "number": n[state.TURN]}
    return {"seats": seats, **turn, **edge, "rounds": ROUNDS, "seed": seed}


def _plain(game: Game, card: int) -> bool:
    """Return whether a file can say all about a card in play."""
    if game.rows[state.MARKS + card * state.WIDTH] & state.STOLEN or game.n[state.LEAVING + board.seat_of(game, card)]:
        return False
    if any(board.seat_of(game, other) != board.seat_of(game, card) for other in board.on(game, card)):
        return False
    return not board.is_vampire(game, card) or board.title_of(game, card) == game.table.printed[card].title


def _card(game: Game, card: int) -> dict[str, Any] | str:
    row: dict[str, Any] = {"card": game.table.printed[card].id, "blood": board.blood(game, card)}
    if board.is_tapped(game, card):
        row["tapped"] = True
    if game.rows[state.MARKS + card * state.WIDTH] & state.PARALYZED:
        row["paralyzed"] = True
    attached = [_card(game, other) for other in board.on(game, card)]
    if attached:
        row["on"] = attached
    return row
