"""The save of a game on a page: what stands in the file, written and read.

It holds the seed, the person's own moves, and what the bots have chosen in a form that nobody reads by chance
(:func:`_veiled`): they need not think again, and no card of anybody can be seen in it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit import __version__
from vendetta_kit.games import FIRST
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.kernel.game import AnyGame, Rules
from vendetta_kit.kernel.saves import BadSave

from .games import playing
from .session_setup import ME, SessionSetup, Wish

__all__ = ["PageSave", "check", "keeps", "read", "shown", "text_of", "unfinished_seed"]

MOST_PEOPLE: Final = 6
"""No game of the kit has more seats."""
MOST_PLAIN: Final = 1_000_000
"""So many bytes the bots' moves take at most, before they are packed; a whole game has some ten thousand."""


class PageSave(NamedTuple):
    """What stands in a save: a game before the first of the moves, and who made which."""

    game: AnyGame
    bot: str
    people: int
    mine: deque[tuple[int, Action]]
    """The moves of the people at this machine, each with her seat."""
    others: deque[Action] | None
    """What the bots have chosen; ``None`` in a save of an earlier version, for which they think again."""
    source: dict[str, Any] | None
    """The whole save from which the game went on, if it was one that ``Game.save`` had written."""


def text_of(
    game: AnyGame,
    own: SessionSetup,
    bot: str,
    is_person: Callable[[int], bool],
    people: int,
    source: Mapping[str, Any] | None,
) -> str:
    """Write the text of a save file: seed, set-up, the people's own moves and, veiled, the bots'.

    ``is_person`` says of a seat whether one of the ``people`` has it; ``source`` is the whole save from which the game
    went on, if it was one that :meth:`vendetta_kit.Game.save` had written.
    """
    row: dict[str, Any] = {"format": own.form, "kit": __version__, **saves.edition(own.rules), "bots": bot}
    first = 0
    if source is None:
        row["setup"] = {**game.setup, "names": list(game.names)}
    else:  # her own file goes back to her: what the others did in it was not done by these bots
        first = _in_common(game.actions, source["actions"])
        row |= {"from": source, "after": first}
    since = game.actions[first:]
    mine = [(seat, action) for seat, action in since if is_person(seat)]
    veil = _veil(game, own)
    if people == 1:
        row["moves"] = [action.to_json() for _, action in mine]
    else:
        row |= {"people": people, "by": [seat for seat, _ in mine]}
        row["moves"] = _veiled((action for _, action in mine), veil)
    row["others"] = _veiled((action for seat, action in since if not is_person(seat)), veil)
    row["mark"] = _mark(game, own, own.rules.marks(game)[0])
    if game.is_over:
        row["over"] = True
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(row: Mapping[str, Any], own: SessionSetup, name: str) -> PageSave:
    """Read the row of a save that :func:`text_of` has written; ``name`` is that of the file.

    Raises:
        BadSave: something in it cannot be; the one-line message says what and where.
    """
    file, rules = saves.SaveReader(name), own.rules
    bot = str(file.one_of(row.get("bots"), ("bots",), own.bots.names()))
    people = file.whole(row.get("people", 1), ("people",), 1, MOST_PEOPLE)
    mine = _of_one(row, file, rules) if people == 1 else None
    game = shown(_beginning(row, file, rules), own, name)
    veil = _veil(game, own)
    if mine is None:
        mine = _of_several(row, people, veil, file, rules)
    others = _unveiled(row, "others", veil, rules, file) if "others" in row else None
    return PageSave(game, bot, people, mine, others, row.get("from"))


def shown(game: AnyGame, own: SessionSetup, name: str) -> AnyGame:
    """Give the game back, if all of its cards can be shown.

    Raises:
        BadSave: some cannot.
    """
    cards = own.own_cards(game)
    if cards:
        raise BadSave(f"{name}: setup", Message("played.own_cards", cards=", ".join(cards)))
    return game


def check(row: Mapping[str, Any], game: AnyGame, own: SessionSetup, name: str) -> None:
    """See that the game has come to stand where it stood when it was saved.

    Raises:
        BadSave: it has not: the file, or the kit, is another one since.
    """
    if saves.repaired_since(row, own.rules, name):
        return  # what was repaired since may make the same moves lead elsewhere
    if row.get("mark") in [_mark(game, own, state) for state in own.rules.marks(game)]:
        return
    version = row.get("kit")
    if version == __version__:
        raise BadSave(f"{name}: mark", Message("played.changed"))
    raise BadSave(f"{name}: mark", Message("played.changed_or_version", version=version, this=__version__))


def keeps(text: str, wish: Wish, seed: int) -> bool:
    """Whether a saved game is the one wished for."""
    try:
        setup = saves.parse(text, "game", playing(wish.GAME).form).get("setup")
    except BadSave:
        return False
    return isinstance(setup, dict) and playing(wish.GAME).same(setup, wish.setup(seed))


def unfinished_seed(text: str, game: str = FIRST) -> int | None:
    """The seed of a saved game that is not over; ``None`` if it is, or cannot be told."""
    try:
        row = saves.parse(text, "game", playing(game).form)
    except BadSave:
        return None
    begun = row.get("from") or row
    setup = begun.get("setup") if isinstance(begun, dict) and not row.get("over") else None
    seed = setup.get("seed") if isinstance(setup, dict) else None
    return seed if type(seed) is int else None


def _beginning(row: Mapping[str, Any], file: saves.SaveReader, rules: Rules) -> Any:
    """The game before the first of the moves."""
    if row.get("from") is not None:
        game = saves.from_json(row["from"], rules, file.name)
        return game.fork(file.whole(row.get("after", 0), ("after",), 0, len(game.actions)))
    return saves.begin(dict(file.mapping(row.get("setup"), ("setup",))), rules, file.name)


def _of_one(row: Mapping[str, Any], file: saves.SaveReader, rules: Rules) -> deque[tuple[int, Action]]:
    """The moves of a person who plays alone."""
    found: deque[tuple[int, Action]] = deque()
    for k, move in enumerate(file.items(row.get("moves"), ("moves",))):
        try:
            found.append((ME, rules.actions.from_json(move)))
        except BadAction as bad:
            raise BadSave(f"{file.name}: moves[{k}]", bad.fault, bad.expected) from None
    return found


def _of_several(
    row: Mapping[str, Any], people: int, veil: str, file: saves.SaveReader, rules: Rules
) -> deque[tuple[int, Action]]:
    """The moves of several people at one machine, and whose each was."""
    moves = _unveiled(row, "moves", veil, rules, file)
    by = [file.whole(seat, ("by", k), 0, people - 1) for k, seat in enumerate(file.items(row.get("by"), ("by",)))]
    if len(by) != len(moves):
        file.found(("by",), len(by), Message("want.whole", least=len(moves), most=len(moves)))
    return deque(zip(by, moves, strict=True))


def _in_common(actions: Sequence[tuple[int, Action]], rows: Sequence[Any]) -> int:
    """With how many actions two games begin alike."""
    k = 0
    for (seat, action), row in zip(actions, rows, strict=False):
        if [seat, action.to_json()] != row:
            break
        k += 1
    return k


def _veiled(actions: Iterable[Action], veil: str) -> str:
    """Moves that cannot be read in passing, with the game still on; a secret they are not.

    The bots' moves lie in the browser of the person who plays against them, and those of several people in the browser
    of the machine that they share. The save holds the seed, and who has that and the kit can deal it all anew.
    """
    plain = json.dumps([action.to_json() for action in actions], separators=(",", ":")).encode()
    return _crossed(zlib.compress(plain, 9), veil).hex()


def _unveiled(row: Mapping[str, Any], key: str, veil: str, rules: Rules, file: saves.SaveReader) -> deque[Action]:
    try:
        plain = zlib.decompressobj().decompress(_crossed(bytes.fromhex(row[key]), veil), MOST_PLAIN)
        return deque(map(rules.actions.from_json, json.loads(plain)))
    except (KeyError, TypeError, ValueError, RecursionError, zlib.error, BadAction):
        file.found((key,), row.get(key), Message("want.others"))


def _crossed(content: bytes, veil: str) -> bytes:
    """Each byte crossed with one that the veil makes; done twice, it is as before."""
    stream = hashlib.shake_256(veil.encode()).digest(len(content))
    return bytes(a ^ b for a, b in zip(content, stream, strict=True))


def _veil(game: AnyGame, own: SessionSetup) -> str:
    """What the moves are veiled with."""
    return f"{own.form}/{game.setup.get('seed', 0)}"


def _mark(game: AnyGame, own: SessionSetup, state: str) -> str:
    """Make of a mark of the game's state one that says nothing of what is hidden in it."""
    salted = f"{own.form}/{game.setup.get('seed')}/{state}"
    return hashlib.blake2b(salted.encode(), digest_size=8).hexdigest()
