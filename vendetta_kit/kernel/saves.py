"""Saved games: set-up, actions and fingerprints as JSON. Loading a game plays its actions again.

A save holds no state, so it cannot disagree with the rules. Its fingerprints (every :data:`EVERY` actions and at the
end) show where a file was changed. A file is written completely or not at all.

Format ``<game>-save/1``, with the id of the game's rules::

    {"format": "vendetta-save/1", "kit": "0.2.0", "setup": {…arguments of Game.new, or {"position": …}…},
     "actions": [[seat, {"do": "play", …}], …], "fingerprints": [[0, "…"], [16, "…"], …]}

If rules of the game were repaired since its first version (:class:`.rules.Repairs`), ``edition`` is the number of
repairs when the save was written. An older save is played until it meets a repaired rule.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

from vendetta_kit.input_checks import Checks
from vendetta_kit.input_errors import BadInput, Message, Path, path_text
from vendetta_kit.safe_files import Unreadable, json_of, read, write_whole
from vendetta_kit.version import __version__

from .actions import Action, BadAction
from .game import AnyGame
from .refusal import BadSetup, IllegalAction, recorded
from .rules import Rules
from .state import ASK, WHO, digest

EVERY: Final = 16
"""Number of actions between two fingerprints."""
MOST_QUESTIONS: Final = 200
"""The most decisions that newer rules may add between two actions of an older save."""


class BadSave(BadInput):
    """Error: a file is not a valid saved game. The message is one line with file, place and what was expected."""


class StoppedSave(UserWarning):
    """Warning: an older save could be played only in part, because a rule was repaired since."""


class Replayed(NamedTuple):
    """A game loaded from a save. ``stopped`` names the repaired rule at which it stopped, or is ``None``."""

    game: Any
    stopped: BadSave | None = None


def format_name(rules: Rules) -> str:
    """Return the name of the save format of a game, such as ``vendetta-save/1``."""
    return f"{rules.id}-save/1"


def to_json(g: AnyGame) -> dict[str, Any]:
    """Return the save of a recorded game as a JSON object; one that stops between decisions is saved at the next one.

    Raises:
        BadInput: the game is not recorded.
    """
    setup, rec = dict(g.setup), recorded(g.rec, "save")
    actions = [[seat, action.to_json()] for seat, action in rec.actions]
    marks: list[list[Any]] = []
    mark = _mark("", setup)
    twin, now = g.copy(record=False), (g.n, g.z, g.agenda, g._more())
    for k in range(len(actions) + 1):
        if k:
            mark = _mark(mark, actions[k - 1])
        if k % EVERY == 0 or k == len(actions):
            twin._restore(rec.past[k] if k < len(actions) else now)
            twin.pass_pauses()
            marks.append([k, _mark(mark, g.rules.marks(twin)[0])])
    row: dict[str, Any] = {"format": format_name(g.rules), "kit": __version__, **edition_entry(g.rules), "setup": setup}
    return {**row, "actions": actions, "fingerprints": marks}


def edition_entry(rules: Rules) -> dict[str, int]:
    """Return ``{"edition": number of repairs}`` for a save, or an empty dict if no rule was ever repaired."""
    return {"edition": len(rules.repairs.editions)} if rules.repairs.editions else {}


def repaired_since(row: Mapping[str, Any], rules: Rules, name: str) -> tuple[str, ...]:
    """Return the ids of the rules that were repaired since a save was written. Raises :class:`BadSave`."""
    editions = rules.repairs.editions
    done = SaveReader(name).whole(row.get("edition", 0), ("edition",), 0, len(editions))
    return tuple(dict.fromkeys(rule for rules in editions[done:] for rule in rules))


def _mark(before: str, what: Any) -> str:
    """Return the fingerprint of ``what`` and the fingerprint before it, so that any earlier change shows."""
    return digest(before + json.dumps(what, sort_keys=True, separators=(",", ":")))


def save(g: AnyGame, path: str | os.PathLike[str]) -> None:
    """Write a recorded game to ``path``; an old file is replaced only when the new one is complete."""
    write_whole(path, json.dumps(to_json(g), ensure_ascii=False, separators=(",", ":")) + "\n")


def load(path: str | os.PathLike[str], rules: Rules) -> Any:
    """Return the game saved in a file (see :func:`from_json`). Raises :class:`BadSave`."""
    try:
        raw = read(path)
    except Unreadable as bad:
        raise BadSave(os.fspath(path), bad.fault, Message("want.save", format=format_name(rules))) from None
    return loads(raw, rules, os.fspath(path))


def loads(content: str | bytes, rules: Rules, name: str = "save") -> Any:
    """Return the game of a save given as text; messages call it ``name``. Raises :class:`BadSave`."""
    return from_json(parse(content, name, format_name(rules)), rules, name)


def parse(content: str | bytes, name: str, form: str) -> dict[str, Any]:
    """Return the JSON object of a save.

    Raises:
        BadSave: the text is no JSON object, or its format is not ``form``.
    """
    try:
        row = json_of(content)
    except Unreadable as bad:
        raise BadSave(name, bad.fault, Message("want.save", format=form)) from None
    if not isinstance(row, dict) or "format" not in row:
        raise BadSave(name, Message("no_format"), Message("want.save", format=form))
    return row


def from_json(row: Any, rules: Rules, name: str = "save") -> Any:
    """Return the game of a save, played again.

    An older save may stop at a rule that was repaired since; a :class:`StoppedSave` warning then says so.

    Raises:
        BadSave: the save is not valid; the message is one line with the fault and its place.
    """
    found = replay(row, rules, name)
    if found.stopped is not None:
        warnings.warn(str(found.stopped), StoppedSave, stacklevel=3)
    return found.game


def replay(row: Any, rules: Rules, name: str = "save") -> Replayed:
    """Play a save again, an older one until it meets a repaired rule. Raises :class:`BadSave`."""
    file = SaveReader(name)
    form = format_name(rules)
    row = file.mapping(row, ())
    if file.key(row, "format", (), Message("want.format", format=form)) != form:
        file.found(("format",), row["format"], Message("want.format", format=form))
    setup, actions = file.mapping(row.get("setup"), ("setup",)), file.items(row.get("actions"), ("actions",))
    marks = _marks(file, row.get("fingerprints"), len(actions))
    repaired = repaired_since(row, rules, name)
    game = begin(setup, rules, name)
    mark = _mark("", setup)
    if not repaired:
        _compare(file, game, 0, mark, marks, row.get("kit"))
    sound = 0  # number of actions that a fingerprint has confirmed
    for k, line in enumerate(actions):
        path = ("actions", k)
        seat, action = file.row(line, path, 2, Message("want.seat_and_action"))
        if type(seat) is not int:
            file.found(path, line, Message("want.seat_and_action"))
        try:
            found = rules.actions.from_json(action)
            if repaired:
                pass_new_questions(game, seat, found)
            game.apply(seat, found)
        except BadAction as bad:
            raise BadSave(f"{name}: {path_text(path)}", bad.fault, bad.expected) from None
        except IllegalAction as error:
            if not repaired:
                raise BadSave(f"{name}: {path_text(path)}", Message("save.refused", why=error.why)) from None
            why = () if error.why is None else error.why.rules
            return Replayed(game, stopped_at(game, sound, why, repaired, f"{name}: {path_text(path)}", k, len(actions)))
        mark = _mark(mark, line)
        if not repaired:
            _compare(file, game, k + 1, mark, marks, row.get("kit"))
        elif k + 1 in marks:
            if not _comes_to(game, mark, marks[k + 1]):
                stop = stopped_at(game, sound, (), repaired, f"{name}: {path_text(path)}", k, len(actions))
                return Replayed(game.fork(sound), stop)
            sound = len(game.actions)
    return Replayed(game)


def _new_question(g: AnyGame) -> int:
    """Return the seat that is asked something that older rules did not ask and that may pass; -1 if there is none."""
    repairs = g.rules.repairs
    if g.n[ASK] in repairs.asks:
        for seat in range(g.seats):
            if g.n[WHO] >> seat & 1 and g.legal(seat).allows(repairs.idle):
                return seat
    return -1


def pass_new_questions(game: AnyGame, actor: int, action: Action) -> None:
    """Pass in decisions that older rules did not have, if that leads to the next action of the seat ``actor``.

    Do nothing if no rule of the game was ever repaired.
    """
    if not game.rules.repairs.asks or game.legal(actor).allows(action.code):
        return
    twin = game.copy(record=False)
    idle = game.rules.repairs.idle
    passed: list[int] = []
    while not twin.legal(actor).allows(action.code):
        seat = _new_question(twin)
        if seat < 0 or len(passed) == MOST_QUESTIONS:
            return
        twin.advance(seat, idle)
        passed.append(seat)
    for seat in passed:
        game.apply(seat, game.rules.actions[idle])


def _comes_to(game: AnyGame, mark: str, wanted: str) -> bool:
    """Return whether a game has the fingerprint ``wanted``, or gets it by passing in new decisions."""
    twin = game.copy(record=False)
    for _ in range(MOST_QUESTIONS):
        if wanted in [_mark(mark, state) for state in twin.rules.marks(twin)]:
            return True
        seat = _new_question(twin)
        if seat < 0:
            return False
        twin.advance(seat, twin.rules.repairs.idle)
    return False


def stopped_at(
    game: AnyGame, sound: int, why: Sequence[str], repaired: Sequence[str], where: str, done: int, actions: int
) -> BadSave:
    """Return the error that names the repaired rules at which a save stops.

    They are those that forbid the next action, that ask a new question, or that the last actions touched.
    """
    repairs = game.rules.repairs
    told = [rule for rule in why if rule in repaired]
    if not told and game.n[ASK] in repairs.asks:
        told = [repairs.asks[game.n[ASK]]]
    if not told:
        since = len(game.fork(sound).events)
        cited = {rule for event in game.events[since:] for rule in event.rules}
        told = [rule for rule in repaired if rule in cited] or list(repaired)
    words = partial(repairs.titles, tuple(told))
    return BadSave(where, Message("save.repaired", rules=words, done=done, actions=actions))


class SaveReader(Checks):
    """Checks the values in a save; a fault raises :class:`BadSave` with the file's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        raise BadSave(f"{self.name}: {path_text(path)}" if path else self.name, fault, expected)


def _marks(file: SaveReader, rows: Any, actions: int) -> dict[int, str]:
    marks = {}
    for k, row in enumerate(file.items(rows, ("fingerprints",))):
        done, mark = file.row(row, ("fingerprints", k), 2, Message("want.number_and_mark"))
        if type(done) is not int or not isinstance(mark, str):
            file.found(("fingerprints", k), row, Message("want.number_and_mark"))
        marks[done] = mark
    expected = {*range(0, actions, EVERY), actions}
    if set(marks) != expected:
        file.fail(("fingerprints",), Message("save.other_count", last=max(marks, default=0), actions=actions))
    return marks


def set_up(
    setup: Mapping[str, Any],
    file: SaveReader,
    keys: Sequence[str],
    new: Callable[..., Any],
    position: Callable[[Any], Any],
) -> Any:
    """Return the game with which a save begins.

    Args:
        setup: the set-up in the save: a ``position``, or arguments of ``new``.
        file: checks the values.
        keys: the arguments of ``new`` that a save may hold; missing ones and ``null`` mean the default.
        new: returns a dealt game.
        position: returns a game that begins at a described position.

    Raises:
        BadSetup: a value is not possible.
        BadSave: a key is not among ``keys``.
    """
    if "position" in setup:
        return position(setup["position"])
    known = file.mapping(setup, ("setup",), keys)
    return new(**{key: value for key, value in known.items() if value is not None})


def begin(setup: Mapping[str, Any], rules: Rules, name: str) -> Any:
    """Return the recorded game with which a save begins. Raises :class:`BadSave`."""
    try:
        return rules.begin(setup, SaveReader(name))
    except BadSetup as bad:
        raise BadSave(f"{name}: setup" + (f".{bad.where}" if bad.where else ""), bad.fault, bad.expected) from None


def _compare(file: SaveReader, game: AnyGame, done: int, mark: str, marks: dict[int, str], written_by: object) -> None:
    if done in marks and marks[done] not in [_mark(mark, state) for state in game.rules.marks(game)]:
        where = Message("save.between", since=max((k for k in marks if k < done), default=0), done=done)
        values = {"done": done, "where": where if done else Message("save.in_setup")}
        if written_by == __version__:
            file.fail((), Message("save.changed", **values))
        file.fail((), Message("save.changed_or_version", **values, version=written_by, this=__version__))
