"""The coach (:mod:`vendetta_kit.coach`) for games of Vendetta: a review in Python, and what it needs for that.

>>> from vendetta_kit import Game
>>> from vendetta_kit.coach import judge
>>> game = Game.new(seats=3, seed=7)
>>> judge(game, 2, COACHING, budget=12) == judge(game, 2, COACHING, budget=12)
True
"""

from __future__ import annotations

from vendetta_kit import Game
from vendetta_kit.argument_checks import GAME, takes
from vendetta_kit.bots.own_bots import game_of
from vendetta_kit.coach.review import Review, moments_in_steps, review_in_steps
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.refusal import BadSetup

from .game_for_coach import COACHING

__all__ = ["COACHING", "review"]


@takes(game=GAME)
def review(game: Game, seat: int = 0, depth: int = 1, *, moments: bool = False) -> Review:
    """Return the coach's review of a finished game, as ``vendetta review --json`` and the page ``review`` have it.

    Args:
        game: a recorded game that is over.
        seat: the seat whose decisions are judged.
        depth: 1 to 3. Depth 1 takes a minute or two of a core, 2 about five times and 3 about twenty times as long.
        moments: judge only the weightiest choice at each of the moments that decided the game, in some seconds each.

    Returns:
        The review: ``.frame()`` is a table of the judged decisions, ``.to_json()`` all of it.

    Raises:
        BadSetup: the game is not over, not recorded or not of Vendetta, or there is no such seat or depth.

    >>> from vendetta_kit import Game
    >>> review(Game.new(seats=3, seed=7))
    Traceback (most recent call last):
    ...
    vendetta_kit.kernel.refusal.BadSetup: game: the game is not over; expected a finished one
    """
    if game_of(type(game)) != "vendetta":
        raise BadSetup("game", Message("found", value=game.rules.id), Message("want.game", game="vendetta"))
    *_, found = (moments_in_steps if moments else review_in_steps)(game, seat, COACHING, depth)
    return found
