"""What a move at a puzzle of V:TES leads to: the move and what minions do after it, played on in one imagined game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from vendetta_kit.games.vtes.bots.bot_view import Imagined
from vendetta_kit.games.vtes.bots.greedy import GreedyBot
from vendetta_kit.games.vtes.bots.search import win_chances
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import prey
from vendetta_kit.games.vtes.engine.decision_kinds import CHOOSE
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.public_progress import SeenReferendum
from vendetta_kit.games.vtes.engine.state import IN, MINION, PHASE, POOL, TURN
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.state import ASK, QUESTION

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


def play_out(game: Game, seat: int, action: Action, rng: Random, turns: int = 1, acts: bool = False) -> Game:
    """Make a seat's move and play on to the end of this turn, or of so many ``turns``; return the game.

    ``acts``: no further than minions act, so that no pool is transferred that nobody chose to.

    The greedy bot plays on for all, but commits no diablerie for the seat, which did not choose it. It ends at once
    when the seat is out.
    """
    turn = game.n[TURN]
    game.apply(seat, action)
    for _ in range(_MOST):
        asked = game.to_act
        if asked is None or game.n[TURN] >= turn + turns or not game.n[IN] >> seat & 1:
            break
        if acts and game.n[PHASE] > MINION:
            break
        sight = Imagined(game, asked)
        chosen = _GREEDY.choose(sight, rng)
        if asked == seat and is_diablerie(game, chosen):
            others = [action for action in game.legal(seat) if not is_diablerie(game, action)]
            chosen = max(others, key=lambda one: _GREEDY.worth(sight, one)[0])
        game.apply(asked, chosen)
    return game


def is_diablerie(game: Game, action: Action) -> bool:
    """Return whether an action commits a diablerie, as an action of its own or of one that has been blocked."""
    blocked = game.n[QUESTION] == game.rules.question_number["diablerize_blocked"]
    return isinstance(action, do.Diablerize) or (game.n[ASK] == CHOOSE and blocked and action == do.Choose(1))


def outcome_of(world: Game, seat: int, action: Action, key: str) -> PlayedMove:
    """Play a move until no minion of this turn acts any more."""
    game = world.copy()
    assert game.rec is not None
    since, hunted, motion = len(game.rec.events), prey(game, seat), game.view(seat).referendum
    play_out(game, seat, action, Random(key), acts=True)
    theirs = (hunted, game.n[POOL + hunted]) if hunted >= 0 else None
    value, events = win_chances(game)[seat], tuple(_with_motions(game.rec.events[since:], motion))
    return PlayedMove(seat, action, game.view(seat), events, value, game.n[POOL + seat], theirs)


def _with_motions(events: Iterable[Event], motion: SeenReferendum | None) -> Iterator[Event]:
    """Yield events, that of a referendum's outcome with what was voted on: a card, or a vampire that is hunted."""
    about = motion.about.card if motion is not None and motion.about is not None else None
    called = {"card": motion.card if motion is not None else None, "about": about}
    for event in events:
        if event.kind == "referendum":
            called = {key: event.data[key] for key in called}
        yield replace(event, data={**event.data, **called}) if event.kind == "outcome" else event
