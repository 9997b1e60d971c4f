"""Bots that people write themselves, named ``module:Class``: found, checked, and known by their source.

The module lies in the working directory or is installed. Naming a bot runs its module, so that a name that comes from
elsewhere (a page, a message, a folder of results) is never given to :func:`own_bot`.

What a bot has to offer is in ``docs/bots.md``.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import inspect
import os
import re
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, Final, NamedTuple

from vendetta_kit.argument_checks import BOT
from vendetta_kit.bots import UnknownBot
from vendetta_kit.input_errors import error_text, quoted

_NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
_KIT: Final = ("vendetta_kit", "vendetta_widgets")
"""The kit's own packages, whose sources have a mark of their own."""


class OwnBot(NamedTuple):
    """A bot of somebody's own: its class, and a hash of the sources that decide what it does."""

    kind: Callable[[], Any]
    mark: str


class Contestant(NamedTuple):
    """A player of an arena: its name in the results, and a function that returns the bot for a game."""

    name: str
    bot: Callable[[], Any]


def is_own(name: str) -> bool:
    """Return whether a name is that of a bot of one's own.

    >>> is_own("my_bots:Upright"), is_own("greedy")
    (True, False)
    """
    return ":" in name


def game_of(kind: type) -> str | None:
    """Return the id of the game whose class in the kit a class is made from; ``None`` if there is none.

    >>> from vendetta_kit import Game
    >>> game_of(Game), game_of(type(Game.new(seed=7).view(0))), game_of(int)
    ('vendetta', 'vendetta', None)
    """
    for base in kind.__mro__:
        parts = base.__module__.split(".")
        if parts[:2] == ["vendetta_kit", "games"]:
            return parts[2]
    return None


def own_bot(name: str, game: str) -> OwnBot:
    """Return the class of a bot of one's own for a game; a source that has changed is imported again.

    Args:
        name: ``module:Class``; the module is imported.
        game: the id of the game that it is to play.

    Raises:
        UnknownBot: there is none, it lacks what a bot needs, or it is for another game.
    """
    if not _NAME.fullmatch(name):
        raise UnknownBot(f"found {quoted(name)}; expected module:Class, as my_bots:Upright")
    where, _, wanted = name.partition(":")
    if where == "__main__":
        raise UnknownBot(f"{name}; expected a class in a file, which %%writefile my_bots.py makes in a notebook")
    with _lock:
        module, mark = _imported(where)
    kind = getattr(module, wanted, None)
    if not isinstance(kind, type):
        there = [each for each, value in vars(module).items() if _is_a_bot(value, module)]
        raise UnknownBot(f"{name}: no such class in {module.__file__}; expected {_listed(there)}")
    other = getattr(kind, "game", None) or game_of(kind)
    if isinstance(other, str) and other != game:
        raise UnknownBot(f"{name}: is a bot for {quoted(other)}; expected one for {game}")
    if not BOT.fits(kind):
        raise UnknownBot(f"{name}: lacks choose; expected a method choose(self, view, rng)")
    _check_choose(name, kind)
    return OwnBot(kind, mark)


def _check_choose(name: str, bot: Any) -> None:
    """Check that a bot of somebody's own, or one of a class, can be made and asked. Raises :class:`.UnknownBot`."""
    try:
        choose = (bot() if isinstance(bot, type) else bot).choose
    except Exception as fault:
        raise UnknownBot(f"{name}: cannot be made by {bot.__name__}(): {error_text(fault)}") from None
    try:
        inspect.signature(choose).bind(None, None)
    except TypeError:
        raise UnknownBot(f"{name}: choose{inspect.signature(choose)}; expected choose(self, view, rng)") from None


def contestants(bots: Sequence[Any], game: str, make: Callable[[str], Any]) -> list[Contestant]:
    """Return the players of an arena for bots, names of the kit's bots, and names of one's own.

    Args:
        bots: for each seat a bot, its class or a name; a class and one of one's own get a new object for each game.
        game: the id of the game.
        make: returns a bot of the kit by name.

    Raises:
        UnknownBot: there is no bot of a name, or something is no bot.
    """
    found = []
    for bot in bots:
        if isinstance(bot, str) and is_own(bot):
            found.append(Contestant(bot, own_bot(bot, game).kind))
        else:
            player = make(bot) if isinstance(bot, str) else bot
            if not BOT.fits(player):
                raise UnknownBot(
                    f"bots: found {quoted(bot)}; expected a name, or a class or object with choose(view, rng)"
                )
            name = player.__name__ if isinstance(player, type) else getattr(player, "name", type(player).__name__)
            if not isinstance(bot, str):
                _check_choose(name, player)
            found.append(Contestant(name, player if isinstance(player, type) else partial(_itself, player)))
    return found


def _itself(bot: Any) -> Any:
    return bot


# Modules and their sources ---------------------------------------------------------------------------------

_lock: Final = threading.Lock()
_kept: Final[dict[str, tuple[ModuleType, str]]] = {}
"""The imported modules, each with the mark of its sources at that time."""


def _imported(name: str) -> tuple[ModuleType, str]:
    """Return a module as its sources are now, with their mark."""
    here = os.getcwd()
    if here not in sys.path:  # as `python -m` has it; last, so that a file here takes the place of nothing installed
        sys.path.append(here)
    importlib.invalidate_caches()
    root, installed = _root(name)
    sources = dict(_followed(name, root, installed))
    if name in _kept:
        module, mark = _kept[name]
        with contextlib.suppress(UnknownBot):  # a file that it named has gone: perhaps the module names it no more
            if module.__file__ in sources and _mark(root, sources, module) == mark:
                return module, mark
    if not installed:
        for each, there in list(sys.modules.items()):
            if getattr(there, "__file__", None) in sources:
                del sys.modules[each]
    without = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # a compiled file could pass for a source that was changed within its second
    try:
        module = importlib.import_module(name)
    except (Exception, SystemExit) as fault:
        raise UnknownBot(f"{name}: cannot be imported: {error_text(fault)}") from None
    finally:
        sys.dont_write_bytecode = without
    _kept[name] = module, _mark(root, sources, module)
    return _kept[name]


def _root(name: str) -> tuple[str, bool]:
    """Return the folder in which a module's first package or file lies, and whether it is an installed one."""
    first = name.partition(".")[0]
    found = PathFinder.find_spec(first)
    if found is None or (found.origin is None and not found.submodule_search_locations):
        raise UnknownBot(
            f"{name}: there is no such module; expected {first}.py in {os.getcwd()}, or an installed module"
        )
    parts = found.submodule_search_locations
    root = os.path.dirname(next(iter(parts)) if parts is not None else str(found.origin))
    fixed = {os.path.realpath(path) for key, path in sysconfig.get_paths().items() if key.endswith(("lib", "stdlib"))}
    return root, os.path.realpath(root) in fixed


def _followed(name: str, root: str, installed: bool) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of a module's file and of those that it imports, as far as they lie with it.

    Of an installed module, that is its package: the others that lie beside it are not its own.
    """
    first = name.partition(".")[0]
    todo, seen = [name], set()
    while todo:
        module = todo.pop()
        parts = module.split(".")
        if parts[0] in _KIT or (installed and parts[0] != first):
            continue
        for k in range(1, len(parts) + 1):
            path = os.path.join(root, *parts[:k])
            package = os.path.isdir(path)
            file = os.path.join(path, "__init__.py") if package else f"{path}.py"
            if file in seen or not os.path.isfile(file):
                continue
            seen.add(file)
            with open(file, "rb") as source:
                content = source.read().replace(b"\r\n", b"\n")
            yield file, content
            todo += _imports(content, parts[:k] if package else parts[: k - 1])


def _imports(content: bytes, package: Sequence[str]) -> Iterator[str]:
    """Yield the modules that a source may import, by its text; nothing if it is no Python, which importing tells."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{each.name}".strip(".") for each in node.names)


def _mark(root: str, sources: Mapping[str, bytes], module: ModuleType) -> str:
    """Return the hash of a module's sources and of the files that its list ``FILES`` names, such as weights."""
    found = dict(sources)
    for file in getattr(module, "FILES", ()):
        path = os.path.join(os.path.dirname(str(module.__file__)), file)
        try:
            with open(path, "rb") as data:
                found[path] = data.read()
        except OSError as fault:
            raise UnknownBot(f"{module.__name__}: FILES: {path}: cannot be read: {fault.strerror}") from None
    mark = hashlib.sha256()
    for path, content in sorted(found.items()):
        name = os.path.relpath(path, root).replace(os.sep, "/")
        mark.update(f"{name} {len(content)}\n".encode() + content)
    return mark.hexdigest()[:16]


# Messages --------------------------------------------------------------------------------------------------


def _is_a_bot(value: Any, module: ModuleType) -> bool:
    return isinstance(value, type) and value.__module__ == module.__name__ and hasattr(value, "choose")


def _listed(there: Sequence[str]) -> str:
    return f"one of {', '.join(there)}" if there else "a class with a method choose(self, view, rng)"
