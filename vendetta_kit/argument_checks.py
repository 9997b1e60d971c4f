"""Checks of what a program gives to a public function: a wrong name or type is told in one line, before it begins.

>>> @takes(name=TEXT, games=WHOLE)
... def count(name: str, games: int = 1, lang: str | None = None) -> str:
...     return name * games
>>> count("ab", games=2)
'abab'
>>> count("ab", games="2")
Traceback (most recent call last):
    ...
vendetta_kit.input_errors.BadInput: games: found '2'; expected a whole number from 0
>>> count("ab", game=2)
Traceback (most recent call last):
    ...
vendetta_kit.input_errors.BadInput: game: no such argument; expected one of name, games, lang
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from numbers import Real
from random import Random
from typing import Any, Final, NamedTuple, NoReturn, ParamSpec, TypeVar

from vendetta_kit.input_checks import Checks
from vendetta_kit.input_errors import BadInput, Message, Path, path_text

P = ParamSpec("P")
R = TypeVar("R")


class Expected(NamedTuple):
    """What an argument shall be: whether a value fits, and how a message says what would."""

    fits: Callable[[Any], bool]
    wanted: Message


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes)


def _is_plan(value: Any) -> bool:
    return isinstance(value, str | Mapping) or hasattr(value, "fingerprint")


TEXT: Final = Expected(lambda value: isinstance(value, str), Message("want.a_text"))
CONTENT: Final = Expected(lambda value: isinstance(value, str | bytes), Message("want.a_text"))
WHOLE: Final = Expected(lambda value: type(value) is int and value >= 0, Message("want.whole_from", least=0))
PATH: Final = Expected(lambda value: isinstance(value, str | os.PathLike), Message("want.path"))
SEED: Final = Expected(lambda value: type(value) is int, Message("want.any_whole"))
NUMBER: Final = Expected(lambda value: isinstance(value, Real) and float(value) >= 0, Message("want.from_0"))
FROM_1: Final = Expected(lambda value: type(value) is int and value >= 1, Message("want.whole_from", least=1))
LIST: Final = Expected(_is_list, Message("want.list"))
RANDOM: Final = Expected(lambda value: isinstance(value, Random), Message("want.random"))
GAME: Final = Expected(lambda value: hasattr(value, "legal") and hasattr(value, "why_not"), Message("want.a_game"))
ADVISER: Final = Expected(lambda value: callable(getattr(value, "advise", None)), Message("want.adviser"))
CALLABLE: Final = Expected(callable, Message("want.function"))
FRAME: Final = Expected(lambda value: hasattr(value, "columns") and hasattr(value, "assign"), Message("want.frame"))
BOT: Final = Expected(lambda value: callable(getattr(value, "choose", None)), Message("want.bot"))
SCENARIO: Final = Expected(lambda value: hasattr(value, "dialect"), Message("want.scenario"))
EXECUTOR: Final = Expected(
    lambda value: isinstance(value, str) or callable(getattr(value, "submit", None)), Message("want.executor")
)
STREAM: Final = Expected(lambda value: callable(getattr(value, "write", None)), Message("want.stream"))
PLAN: Final = Expected(_is_plan, Message("want.a_plan"))


class _ArgumentChecks(Checks):
    """Checks of arguments: raises :class:`BadInput`."""

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        raise BadInput(path_text(path), fault, expected)


def argument_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names that a function's arguments can be given by.

    >>> argument_names(argument_names)
    ('function',)
    """
    parameters = inspect.signature(function).parameters.values()
    return tuple(each.name for each in parameters if each.kind is not each.VAR_KEYWORD)


def takes(**expected: Expected) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function check its arguments before it begins; ``None`` is good where it is the default.

    Raises:
        BadInput: (the function, when called) an argument is not as expected, or it has none of that name.
    """

    checks = _ArgumentChecks()

    def made(function: Callable[P, R]) -> Callable[P, R]:
        parameters = inspect.signature(function).parameters
        names = tuple(parameters)
        by_name = [name for name in names if name != "self"]
        optional = {name for name in names if parameters[name].default is None}

        @wraps(function)
        def call(*given: P.args, **named: P.kwargs) -> R:
            checks.only(named, by_name)
            for name, value in (*zip(names, given, strict=False), *named.items()):
                wanted = expected.get(name)
                if wanted is not None and not (value is None and name in optional) and not wanted.fits(value):
                    checks.found((name,), value, wanted.wanted)
            return function(*given, **named)

        return call

    return made


def unchecked(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function without the checks of :func:`takes`, for a loop that makes all its arguments itself.

    >>> @takes(name=TEXT)
    ... def length(name: str) -> int:
    ...     return len(name)
    >>> unchecked(length)((1, 2))
    2
    """
    bare: Callable[P, R] = inspect.unwrap(function)
    return bare
