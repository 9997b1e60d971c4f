"""The command ``vendetta review``: reviews a saved game and prints the result as text or JSON."""

from __future__ import annotations

import json
import sys
from time import monotonic
from typing import Final

from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.saves import BadSave, format_name, parse, replay
from vendetta_kit.registered_games import named_in, registered, with_part
from vendetta_kit.safe_files import Unreadable, json_of, read
from vendetta_kit.stop_signals import code_of

from . import review_text
from .review import moments_in_steps, review_in_steps

_EVERY: Final = 10.0
"""Seconds between two lines of progress where there is no terminal."""


class CannotReview(ValueError):
    """Error: this file cannot be reviewed. The message is one line: what, where, what was expected."""


def review(save: str, seat: int, depth: int, lang: str, as_json: bool, moments: bool = False) -> tuple[int, str]:
    """Review a finished game from a save; show beforehand what it costs, then the progress, as standard error output.

    Args:
        save: path of the file.
        seat: the seat whose decisions are judged, from 0.
        depth: 1, 2 or 3 (:mod:`.review_depths`).
        lang: ``"en"`` or ``"de"``.
        as_json: whether to return JSON instead of text.
        moments: whether to judge only the choices at the moments that decided the game.

    Returns:
        The exit code and what to print; if the command was stopped, that of :func:`.code_of` and an unfinished review.

    Raises:
        Refused: it cannot be read, is of a game without a coach, or is not over.
    """
    try:
        content = read(save)
    except Unreadable as bad:
        raise CannotReview(f"{save}: {bad.fault.text(lang)}") from None
    try:
        about = json_of(content)
    except Unreadable:  # the save's reader says what is wrong with it
        about = None
    game_id, reviewed = named_in(about), with_part("coaching")
    if game_id not in reviewed:
        raise CannotReview(f"{save}: found a game of {game_id}; expected {' or '.join(reviewed)}")
    try:
        rules = registered(game_id).dialect().rules
        game, stopped = replay(parse(content, save, format_name(rules)), rules, save)
    except BadSave as bad:
        raise CannotReview(bad.text(lang)) from None
    if stopped is not None:
        raise CannotReview(stopped.text(lang))
    coach = registered(game_id).coaching()
    steps = (moments_in_steps if moments else review_in_steps)(game, seat, coach, depth)
    found, code, shown = None, 0, False
    begun = told = monotonic()
    try:
        for found in steps:
            now = monotonic()
            if sys.stderr.isatty() or not shown or now - told >= _EVERY:
                _tell(review_text.progress_line(found, lang, now - begun if now - begun >= _EVERY else 0.0))
                shown, told = True, now
    except BadSetup as fault:
        raise CannotReview(f"{save}: {fault.text(lang)}") from None
    except KeyboardInterrupt as stop:
        code = code_of(stop)
    if shown and sys.stderr.isatty():
        print(file=sys.stderr)
    if found is None:
        return code, ""
    if as_json:
        return code, json.dumps(found.to_json(), ensure_ascii=False, indent=1)
    return code, "\n".join(review_text.review_lines(found, game, coach, lang))


def _tell(line: str) -> None:
    """Write a line of progress: over the last one on a terminal, else below it."""
    before, after = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")
    print(f"{before}{line}", end=after, file=sys.stderr, flush=True)
