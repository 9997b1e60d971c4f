"""Saved games: set-up, actions and fingerprints, as JSON; a game is played again when it is loaded.

A save holds no state, so it cannot disagree with the rules; the fingerprints (every :data:`EVERY` actions and at the
end) show at once where a file was changed. Files are written whole or not at all.

Format ``vendetta-save/1``::

    {"format": "vendetta-save/1", "kit": "0.1.0", "setup": {…arguments of Game.new, or {"position": …}…},
     "actions": [[seat, {"do": "play", …}], …], "fingerprints": [[0, "…"], [32, "…"], …]}
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Final

from .actions import Action, BadAction
from .marks import fingerprint, fingerprints
from .refusal import BadSetup, IllegalAction

if TYPE_CHECKING:
    from .game import Game

FORMAT: Final = "vendetta-save/1"
EVERY: Final = 16
"""A fingerprint is taken after every so many actions."""
MOST_BYTES: Final = 10_000_000


class BadSave(ValueError):
    """A file that is no saved game of this version; the message is one line with file, place and what was expected."""


def to_json(g: Game) -> dict[str, Any]:
    """The save of a recorded game as a JSON object.

    Raises:
        ValueError: the game is not recorded.
    """
    from vendetta_kit import __version__

    if g.rec is None:
        raise ValueError("save needs a recorded game: Game.new(record=True)")
    setup = dict(g.table.setup)
    actions = [[seat, action.to_json()] for seat, action in g.rec.actions]
    marks: list[list[Any]] = []
    mark = _mark("", setup)
    twin = g.copy(record=False)
    for k in range(len(actions) + 1):
        if k:
            mark = _mark(mark, actions[k - 1])
        if k % EVERY == 0 or k == len(actions):
            if k < len(actions):
                twin.n, twin.z, twin.agenda = g.rec.past[k][:3]
            marks.append([k, _mark(mark, fingerprint(twin if k < len(actions) else g))])
    return {"format": FORMAT, "kit": __version__, "setup": setup, "actions": actions, "fingerprints": marks}


def _mark(before: str, what: Any) -> str:
    """A mark of something and of all that came before it: a chain, so that no link can be changed unseen."""
    text = before + json.dumps(what, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def save(g: Game, path: str) -> None:
    """Write a recorded game to ``path``; an old file there stays whole until the new one is."""
    write_whole(path, json.dumps(to_json(g), ensure_ascii=False, separators=(",", ":")) + "\n")


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file atomically: into a new file beside it, which then takes its name."""
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".vendetta-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def load(path: str) -> Game:
    """Read a save from a file and play it again. Raises :class:`BadSave`."""
    try:
        if os.path.getsize(path) > MOST_BYTES:
            raise BadSave(f"{path}: larger than {MOST_BYTES} bytes; no saved game is")
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        raise BadSave(f"{path}: not UTF-8 text at byte {error.start}; expected a saved game ({FORMAT})") from None
    except OSError as error:
        raise BadSave(f"{path}: cannot be read: {error.strerror}") from None
    return loads(text, path)


def loads(text: str, name: str = "save") -> Game:
    """Read a save from its text; ``name`` stands in the messages.

    Raises:
        BadSave: with one line that names the fault and the place.
    """
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        at_end = error.pos >= len(text.rstrip())
        fault = "cut off" if at_end else "not JSON"
        raise BadSave(
            f"{name}: {fault} at line {error.lineno}, column {error.colno}; expected a saved game ({FORMAT})"
        ) from None
    except (RecursionError, ValueError):
        raise BadSave(f"{name}: not JSON that a save could be; expected a saved game ({FORMAT})") from None
    return from_json(row, name)


def from_json(row: Any, name: str = "save") -> Game:
    """Play a save again. Raises :class:`BadSave`."""
    if not isinstance(row, dict) or "format" not in row:
        raise BadSave(f"{name}: no saved game: there is no 'format'; expected {FORMAT!r}")
    if row["format"] != FORMAT:
        raise BadSave(f"{name}: format {row['format']!r}; this version of the kit reads {FORMAT!r}")
    for key, kind in (("setup", dict), ("actions", list), ("fingerprints", list)):
        if not isinstance(row.get(key), kind):
            raise BadSave(
                f"{name}: {key}: expected {'an object' if kind is dict else 'a list'}, found {row.get(key)!r:.40}"
            )
    actions = row["actions"]
    marks = _marks(row["fingerprints"], len(actions), name)
    game = _begin(row["setup"], name)
    mark = _mark("", row["setup"])
    _compare(game, 0, mark, marks, name, row.get("kit"))
    for k, line in enumerate(actions):
        if not (isinstance(line, list) and len(line) == 2 and type(line[0]) is int):
            raise BadSave(f"{name}: actions[{k}]: expected [seat, action], found {line!r:.60}")
        try:
            game.apply(line[0], Action.from_json(line[1]))
        except BadAction as error:
            raise BadSave(f"{name}: actions[{k}]: {_line(error)}") from None
        except IllegalAction as error:
            fault = "the file was changed or is of another version"
            raise BadSave(f"{name}: actions[{k}]: {fault}: {_line(error)}") from None
        mark = _mark(mark, line)
        _compare(game, k + 1, mark, marks, name, row.get("kit"))
    return game


def _marks(rows: list[Any], actions: int, name: str) -> dict[int, str]:
    marks = {}
    for k, row in enumerate(rows):
        if not (isinstance(row, list) and len(row) == 2 and type(row[0]) is int and isinstance(row[1], str)):
            raise BadSave(f"{name}: fingerprints[{k}]: expected [number of actions, mark], found {row!r:.60}")
        marks[row[0]] = row[1]
    expected = {*range(0, actions, EVERY), actions}
    if set(marks) != expected:
        last = max(marks, default=0)
        raise BadSave(
            f"{name}: fingerprints: they belong to {last} actions, but there are {actions}: the file was changed"
        )
    return marks


def _line(error: Exception) -> str:
    """What an exception says, on one line."""
    return " ".join(str(error).split())[:400]


def as_played(setup: dict[str, Any]) -> dict[str, Any]:
    """The set-up of a save with every reading that it does not name, because the switch came later.

    >>> as_played({"seats": 4, "rulings": {"last_blood": "allow"}})["rulings"]
    {'mass_manipulation': 'before_leaving', 'last_blood': 'allow'}
    """
    from .game import PLAYED_BEFORE

    if isinstance(setup.get("position"), dict):
        return {**setup, "position": as_played(setup["position"])}
    rulings = setup.get("rulings")
    if not isinstance(rulings, dict | None):
        return setup
    return {**setup, "rulings": {**PLAYED_BEFORE, **(rulings or {})}}


def _begin(setup: dict[str, Any], name: str) -> Game:
    from .game import Game

    setup = as_played(setup)
    try:
        if "position" in setup:
            from .position import position

            return position(setup["position"])
        return Game.new(**{key: value for key, value in setup.items() if value is not None})
    except BadSetup as error:
        raise BadSave(f"{name}: setup: {_line(error)}") from None
    except TypeError as error:
        raise BadSave(f"{name}: setup: {_line(error).replace('Game.new() ', '')}") from None


def _compare(game: Game, done: int, mark: str, marks: dict[int, str], name: str, written_by: object) -> None:
    if done in marks and marks[done] not in [_mark(mark, state) for state in fingerprints(game)]:
        from vendetta_kit import __version__

        since = max((k for k in marks if k < done), default=0)
        where = f"between actions {since} and {done}" if done else "in the set-up"
        version = (
            ""
            if written_by == __version__
            else f", or version {written_by!r} of the kit played otherwise than {__version__!r}"
        )
        raise BadSave(
            f"{name}: the fingerprint after {done} actions is another one: the file was changed {where}{version}"
        )
