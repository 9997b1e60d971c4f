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
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from vendetta_kit.checks import Checks
from vendetta_kit.faults import BadInput, Path, Said, place
from vendetta_kit.files import Unreadable, json_of, read

from .actions import Action, BadAction
from .marks import fingerprint, fingerprints
from .refusal import BadSetup, IllegalAction

if TYPE_CHECKING:
    from .game import Game

FORMAT: Final = "vendetta-save/1"
EVERY: Final = 16
"""A fingerprint is taken after every so many actions."""
SETUP_KEYS: Final = ("seats", "seed", "clans", "names", "location_cards", "relics", "teams", "rulings")
"""What of ``Game.new`` a save names."""


class BadSave(BadInput):
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
        raw = read(path)
    except Unreadable as bad:
        raise BadSave(path, bad.fault, Said("want.save", format=FORMAT)) from None
    return loads(raw, path)


def loads(content: str | bytes, name: str = "save") -> Game:
    """Read a save from its text; ``name`` stands in the messages.

    Raises:
        BadSave: with one line that names the fault and the place.
    """
    return from_json(parse(content, name), name)


def parse(content: str | bytes, name: str, form: str = FORMAT) -> dict[str, Any]:
    """Read the JSON object of a save, which names its format.

    Raises:
        BadSave: it is none; ``form`` is the format that was expected.
    """
    try:
        row = json_of(content)
    except Unreadable as bad:
        raise BadSave(name, bad.fault, Said("want.save", format=form)) from None
    if not isinstance(row, dict) or "format" not in row:
        raise BadSave(name, Said("no_format"), Said("want.save", format=form))
    return row


def from_json(row: Any, name: str = "save") -> Game:
    """Play a save again. Raises :class:`BadSave`."""
    file = Reader(name)
    row = file.mapping(row, ())
    if file.key(row, "format", (), Said("want.format", format=FORMAT)) != FORMAT:
        file.found(("format",), row["format"], Said("want.format", format=FORMAT))
    setup, actions = file.mapping(row.get("setup"), ("setup",)), file.items(row.get("actions"), ("actions",))
    marks = _marks(file, row.get("fingerprints"), len(actions))
    game = begin(setup, name)
    mark = _mark("", setup)
    _compare(file, game, 0, mark, marks, row.get("kit"))
    for k, line in enumerate(actions):
        path = ("actions", k)
        seat, action = file.row(line, path, 2, Said("want.seat_and_action"))
        if type(seat) is not int:
            file.found(path, line, Said("want.seat_and_action"))
        try:
            game.apply(seat, Action.from_json(action))
        except BadAction as bad:
            raise BadSave(f"{name}: {place(path)}", bad.fault, bad.expected) from None
        except IllegalAction as error:
            raise BadSave(f"{name}: {place(path)}", Said("save.refused", why=error.why)) from None
        mark = _mark(mark, line)
        _compare(file, game, k + 1, mark, marks, row.get("kit"))
    return game


class Reader(Checks):
    """Checks values of one save."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, path: Path, fault: Said, expected: Said | None = None) -> NoReturn:
        raise BadSave(f"{self.name}: {place(path)}" if path else self.name, fault, expected)


def _marks(file: Reader, rows: Any, actions: int) -> dict[int, str]:
    marks = {}
    for k, row in enumerate(file.items(rows, ("fingerprints",))):
        done, mark = file.row(row, ("fingerprints", k), 2, Said("want.number_and_mark"))
        if type(done) is not int or not isinstance(mark, str):
            file.found(("fingerprints", k), row, Said("want.number_and_mark"))
        marks[done] = mark
    expected = {*range(0, actions, EVERY), actions}
    if set(marks) != expected:
        file.fail(("fingerprints",), Said("save.other_count", last=max(marks, default=0), actions=actions))
    return marks


def as_played(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up of a save with every reading that it does not name, because the switch came later.

    >>> as_played({"seats": 4, "rulings": {"last_blood": "allow"}})["rulings"]
    {'mass_manipulation': 'before_leaving', 'last_blood': 'allow'}
    """
    from .game import PLAYED_BEFORE

    if isinstance(setup.get("position"), dict):
        return {**setup, "position": as_played(setup["position"])}
    rulings = setup.get("rulings")
    if not isinstance(rulings, dict | None):
        return dict(setup)
    return {**setup, "rulings": {**PLAYED_BEFORE, **(rulings or {})}}


def begin(setup: Mapping[str, Any], name: str) -> Game:
    """Set up the recorded game that a save begins with. Raises :class:`BadSave`."""
    from .game import Game

    setup = as_played(setup)
    try:
        if "position" in setup:
            from .position import position

            return position(setup["position"])
        known = Reader(name).mapping(setup, ("setup",), SETUP_KEYS)
        return Game.new(**{key: value for key, value in known.items() if value is not None})
    except BadSetup as bad:
        raise BadSave(f"{name}: setup" + (f".{bad.where}" if bad.where else ""), bad.fault, bad.expected) from None


def _compare(file: Reader, game: Game, done: int, mark: str, marks: dict[int, str], written_by: object) -> None:
    if done in marks and marks[done] not in [_mark(mark, state) for state in fingerprints(game)]:
        from vendetta_kit import __version__

        where = Said("save.between", since=max((k for k in marks if k < done), default=0), done=done)
        values = {"done": done, "where": where if done else Said("save.in_setup")}
        if written_by == __version__:
            file.fail((), Said("save.changed", **values))
        file.fail((), Said("save.changed_or_version", **values, version=written_by, this=__version__))
