"""The save of a game on a page: writing and reading the file.

It holds the seed, the player's own moves, and the bots' moves in a form that cannot be read by accident
(:func:`_veiled`), so that the bots need not compute them again and the file shows no player's cards.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit.games import FIRST
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.kernel.game import AnyGame, Rules
from vendetta_kit.kernel.saves import BadSave
from vendetta_kit.version import __version__

from .games import playing
from .session_setup import ME, SessionSetup, Wish

MOST_PEOPLE: Final = 6
"""The most seats of the kit's games."""
MOST_PLAIN: Final = 1_000_000
"""The most bytes of the bots' moves before compression; a whole game has some ten thousand."""


class PageSave(NamedTuple):
    """The content of a save: a game before the first of its moves, and the moves."""

    game: AnyGame
    bot: str
    people: int
    seat: int
    """The seat of a single player; of several, the first."""
    mine: deque[tuple[int, Action]]
    """The moves of the players at this machine, each with its seat."""
    others: deque[Action] | None
    """The bots' moves; ``None`` in a save of an earlier version, for which the bots compute them again."""
    source: dict[str, Any] | None
    """The save of ``Game.save`` from which the game was continued, if any."""


def text_of(
    game: AnyGame,
    own: SessionSetup,
    bot: str,
    is_person: Callable[[int], bool],
    people: int,
    source: Mapping[str, Any] | None,
    seat: int = ME,
) -> str:
    """Return the text of a save: seed, set-up, the players' own moves and, encoded, the bots'.

    ``is_person`` returns whether one of the ``people`` has a seat; ``source`` is the save of
    :meth:`vendetta_kit.Game.save` from which the game was continued, if any; ``seat`` is that of a single player.
    """
    row: dict[str, Any] = {"format": own.form, "kit": __version__, **saves.edition_entry(own.rules), "bots": bot}
    first = 0
    if source is None:
        row["setup"] = {**game.setup, "names": list(game.names)}
    else:  # the moves of the continued save were not made by these bots
        first = _in_common(game.actions, source["actions"])
        row |= {"from": source, "after": first}
    since = game.actions[first:]
    mine = [(seat, action) for seat, action in since if is_person(seat)]
    veil = _veil(game, own)
    if people == 1:
        row |= {"seat": seat} if seat != ME else {}
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
    """Return the content of a save that :func:`text_of` has written; ``name`` is the file's name.

    Raises:
        BadSave: something in it is invalid; the one-line message says what and where.
    """
    file, rules = saves.SaveReader(name), own.rules
    bot = str(file.one_of(row.get("bots"), ("bots",), own.bots.names()))
    people = file.whole(row.get("people", 1), ("people",), 1, MOST_PEOPLE)
    seat = file.whole(row.get("seat", ME), ("seat",), 0, MOST_PEOPLE - 1) if people == 1 else ME
    mine = _of_one(row, seat, file, rules) if people == 1 else None
    game = shown(_beginning(row, file, rules), own, name)
    file.whole(seat, ("seat",), 0, game.seats - 1)
    veil = _veil(game, own)
    if mine is None:
        mine = _of_several(row, people, veil, file, rules)
    others = _unveiled(row, "others", veil, rules, file) if "others" in row else None
    return PageSave(game, bot, people, seat, mine, others, row.get("from"))


def shown(game: AnyGame, own: SessionSetup, name: str) -> AnyGame:
    """Return the game if pages can show all its cards.

    Raises:
        BadSave: pages cannot show some of them.
    """
    cards = own.own_cards(game)
    if cards:
        raise BadSave(f"{name}: setup", Message("played.own_cards", cards=", ".join(cards)))
    return game


def check(row: Mapping[str, Any], game: AnyGame, own: SessionSetup, name: str) -> None:
    """Check that a loaded game has the same state as when it was saved.

    Raises:
        BadSave: it differs, because the file or the kit has changed.
    """
    if saves.repaired_since(row, own.rules, name):
        return  # rules repaired since may give another state
    if row.get("mark") in [_mark(game, own, state) for state in own.rules.marks(game)]:
        return
    version = row.get("kit")
    if version == __version__:
        raise BadSave(f"{name}: mark", Message("played.changed"))
    raise BadSave(f"{name}: mark", Message("played.changed_or_version", version=version, this=__version__))


def keeps(text: str, wish: Wish, seed: int) -> bool:
    """Return whether a save is of the game with this set-up and seed."""
    try:
        setup = saves.parse(text, "game", playing(wish.GAME).form).get("setup")
    except BadSave:
        return False
    return isinstance(setup, dict) and playing(wish.GAME).same(setup, wish.setup(seed))


def last_key(game: str) -> str:
    """Return the name under which the browser stores which of the player's games of this kind was played last."""
    return f"last-{game}"


def unfinished_seed(text: str, game: str = FIRST) -> int | None:
    """Return the seed of a saved game that is not over; ``None`` if it is over or unreadable."""
    try:
        row = saves.parse(text, "game", playing(game).form)
    except BadSave:
        return None
    begun = row.get("from") or row
    setup = begun.get("setup") if isinstance(begun, dict) and not row.get("over") else None
    seed = setup.get("seed") if isinstance(setup, dict) else None
    return seed if type(seed) is int else None


def _beginning(row: Mapping[str, Any], file: saves.SaveReader, rules: Rules) -> Any:
    """Return the game before the first of the save's moves."""
    if row.get("from") is not None:
        game = saves.from_json(row["from"], rules, file.name)
        return game.fork(file.whole(row.get("after", 0), ("after",), 0, len(game.actions)))
    return saves.begin(dict(file.mapping(row.get("setup"), ("setup",))), rules, file.name)


def _of_one(row: Mapping[str, Any], seat: int, file: saves.SaveReader, rules: Rules) -> deque[tuple[int, Action]]:
    """Return the moves of a single player."""
    found: deque[tuple[int, Action]] = deque()
    for k, move in enumerate(file.items(row.get("moves"), ("moves",))):
        try:
            found.append((seat, rules.actions.from_json(move)))
        except BadAction as bad:
            raise BadSave(f"{file.name}: moves[{k}]", bad.fault, bad.expected) from None
    return found


def _of_several(
    row: Mapping[str, Any], people: int, veil: str, file: saves.SaveReader, rules: Rules
) -> deque[tuple[int, Action]]:
    """Return the moves of several players at one machine, each with its seat."""
    moves = _unveiled(row, "moves", veil, rules, file)
    by = [file.whole(seat, ("by", k), 0, people - 1) for k, seat in enumerate(file.items(row.get("by"), ("by",)))]
    if len(by) != len(moves):
        file.found(("by",), len(by), Message("want.whole", least=len(moves), most=len(moves)))
    return deque(zip(by, moves, strict=True))


def _in_common(actions: Sequence[tuple[int, Action]], rows: Sequence[Any]) -> int:
    """Return the number of equal actions at the start of two games."""
    k = 0
    for (seat, action), row in zip(actions, rows, strict=False):
        if [seat, action.to_json()] != row:
            break
        k += 1
    return k


def _veiled(actions: Iterable[Action], veil: str) -> str:
    """Return moves encoded so that they cannot be read by accident; this is no encryption.

    They are stored in a player's own browser or that of a shared machine, beside the seed, from which the kit can deal
    the whole game again.
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
    """Return each byte XORed with a byte made from the veil; twice gives the original."""
    stream = hashlib.shake_256(veil.encode()).digest(len(content))
    return bytes(a ^ b for a, b in zip(content, stream, strict=True))


def _veil(game: AnyGame, own: SessionSetup) -> str:
    """Return the text with which moves are encoded."""
    return f"{own.form}/{game.setup.get('seed', 0)}"


def _mark(game: AnyGame, own: SessionSetup, state: str) -> str:
    """Return a hash of the state's mark that reveals nothing hidden."""
    salted = f"{own.form}/{game.setup.get('seed')}/{state}"
    return hashlib.blake2b(salted.encode(), digest_size=8).hexdigest()
