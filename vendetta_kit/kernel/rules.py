"""The rules of a game, as one object that the game gives to the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .actions import Actions
from .agenda import PAUSED
from .decisions import CHOOSE, OVER, DecisionKind
from .event_kinds import EventKind
from .events import NOTHING, Account, Entry, Event
from .options import Options
from .refusal import Reason, WhyNot
from .state import ASK, QUESTION, digest

if TYPE_CHECKING:
    from random import Random


# Defaults -----------------------------------------------------------------------------------------------------


def _always(g: Any, seat: int, kind: int) -> bool:
    return True


def _not_offered(g: Any, seat: Any, action: Any) -> WhyNot:
    legal = g.legal(seat)
    rules = g.rules.kinds[g.n[ASK]].rules if g.n[ASK] < PAUSED else ()
    return WhyNot((Reason(rules[0] if rules else g.rules.id, "not offered now", {}),), legal[0] if len(legal) else None)


def _reason(rule: str, key: str, values: Mapping[str, Any]) -> Reason:
    return Reason(rule, key, values)


def _nowhere(g: Any) -> int:
    return -1


def _number(g: Any, number: int) -> int | str:
    return number


def _card(g: Any, number: int) -> str:
    return str(number)


def _account(g: Any, index: int) -> Account:
    return Account(f"n[{index}]")


def _token(index: int) -> str:
    return "counter"


def _no_event_rules(g: Any, kind: str, seat: int, at: int, data: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


def _no_entry_rules(cause: str, card: str) -> tuple[str, ...]:
    return ()


def _everybody(g: Any, source: int, target: int) -> int:
    return -1


def _marks(g: Any) -> tuple[str, ...]:
    steps = [(step[0].__name__, *step[1:]) for step in g.agenda]
    return (digest(repr((g.n, g.z, steps))),)


def _ids(ids: Sequence[str], lang: str) -> str:
    return ", ".join(ids)


def _no_lines(g: Any) -> Iterable[str]:
    return ()


class Repairs(NamedTuple):
    """The repairs of a game's rules since its first version: an older save may stop where one of them matters.

    ``editions`` has the ids of the rules of each repair, the oldest first; a save names how many repairs it knows.
    ``asks`` maps kinds of decision that arise more often since a repair to the rule behind it; where an older save has
    no answer to one, the seat passes with the action code ``idle``. ``titles(ids, language)`` returns rules as text.
    """

    editions: tuple[tuple[str, ...], ...] = ()
    asks: Mapping[int, str] = MappingProxyType({})
    idle: int = -1
    titles: Callable[[Sequence[str], str], str] = _ids


NO_REPAIRS: Final = Repairs()


class Rules:
    """The rules of a game, as the kernel needs them. Made once, when the game's module is imported; never changed.

    Args:
        id: the game's name in files, links and rule ids, such as ``vendetta``.
        actions: all actions of the game, by code.
        kinds: the kinds of decision by number; the first stands for "nobody is asked", one is named ``over``.
        questions: the questions of cards by name, with the ids of the rules behind each.
        silent_questions: names of questions whose answer is not recorded as an event of its own, because the effect
            shows it or because it must stay secret.
        quiet_questions: names of questions that depend on hidden cards, so that it is hidden who is asked.
        events: the kinds of events by name.
        causes: the causes of ledger entries, with the ids of the rules behind each.
        switches: the points that the rulebook leaves open, each with its possible readings, the default first.
        options: the legal actions of a seat: ``(game, seat, kind) -> Options``.
        has_choice: whether a seat could do anything but pass in a window or poll: ``(game, seat, kind)``.
        why_not: the reasons against an action that is not legal: ``(game, seat, action) -> WhyNot``. It is called only
            with existing seats and with actions of this game; the kernel answers for other values.
        explains_impossible: whether ``why_not`` also has reasons against actions that no game could allow (code -1).
        reason: makes a reason with the game's texts: ``(rule, key, values)``; the kernel's own keys are ``no_action``,
            with ``action``, and ``no_seat``, with ``seat`` and ``last``.
        basics: the ids of the rules behind these two keys.
        observe: what a seat may know, in the layout of the state: ``(game, seat or -1)`` (:mod:`.visibility`).
        imagine: a game with the same observation, the rest at random: ``(game, seat, random generator)``.
        view: an observation with names and ids: ``(game, observation, events and ledger that its reader may know)``.
        moment: the time in the game, as a named tuple: ``(game)``.
        current_place: number of the game's current place, or -1: ``(game)``.
        place: a place as people name it: ``(game, number)``.
        card: the id of a card by its number: ``(game, number)``.
        account: the account at an index of ``g.n``: ``(game, index)``.
        token: the kind of counter that an index of ``g.n`` counts: ``(index)``.
        event_rules: ids of further rules behind an event: ``(game, kind, seat or -1, place or -1, data)``.
        entry_rules: ids of further rules when a card pays: ``(cause, card id)``.
        entry_knows: the seats, as a bit set, that may know which cards counters come from and go to: ``(game, index,
            index)``; by default -1, all.
        begin: a recorded game from the set-up in a save: ``(set-up, reader)``.
        marks: fingerprints of a state that a save may hold, the present form first: ``(game)``. The default is made
            from the whole state; a game whose state layout may change declares its own.
        table: a transcript's lines of how things stand.
        usually_none: fields of events that a transcript tells only where there is something to tell.
        repairs: what was put right in the game's rules since its first saves.
        scores, winners: of the game as it stands.
    """

    def __init__(
        self,
        *,
        id: str,
        actions: Actions,
        kinds: tuple[DecisionKind, ...],
        events: Mapping[str, EventKind],
        causes: Mapping[str, tuple[str, ...]],
        options: Callable[[Any, int, int], Options],
        observe: Callable[[Any, int], Any],
        imagine: Callable[[Any, int, Random], Any],
        view: Callable[[Any, Any, tuple[Event, ...], tuple[Entry, ...]], Any],
        moment: Callable[[Any], Any],
        begin: Callable[[Mapping[str, Any], Any], Any],
        scores: Callable[[Any], tuple[int | None, ...]],
        winners: Callable[[Any], tuple[int, ...]],
        questions: Mapping[str, tuple[str, ...]] = NOTHING,
        silent_questions: frozenset[str] = frozenset(),
        quiet_questions: frozenset[str] = frozenset(),
        switches: Mapping[str, tuple[str, ...]] = NOTHING,
        has_choice: Callable[[Any, int, int], bool] = _always,
        why_not: Callable[[Any, Any, Any], WhyNot] = _not_offered,
        explains_impossible: bool = False,
        reason: Callable[[str, str, Mapping[str, Any]], Reason] = _reason,
        basics: Mapping[str, str] = NOTHING,
        current_place: Callable[[Any], int] = _nowhere,
        place: Callable[[Any, int], int | str] = _number,
        card: Callable[[Any, int], str] = _card,
        account: Callable[[Any, int], Account] = _account,
        token: Callable[[int], str] = _token,
        event_rules: Callable[[Any, str, int, int, Mapping[str, Any]], tuple[str, ...]] = _no_event_rules,
        entry_rules: Callable[[str, str], tuple[str, ...]] = _no_entry_rules,
        entry_knows: Callable[[Any, int, int], int] = _everybody,
        marks: Callable[[Any], tuple[str, ...]] = _marks,
        table: Callable[[Any], Iterable[str]] = _no_lines,
        usually_none: frozenset[str] = frozenset(),
        repairs: Repairs = NO_REPAIRS,
    ) -> None:
        self.id: Final = id
        self.actions: Final = actions
        self.kinds: Final = kinds
        self.questions: Final = questions
        self.silent_questions: Final = silent_questions
        self.quiet_questions: Final = quiet_questions
        self.events: Final = events
        self.causes: Final = causes
        self.switches: Final = switches
        self.options: Final = options
        self.has_choice: Final = has_choice
        self.why_not: Final = why_not
        self.explains_impossible: Final = explains_impossible
        self.reason: Final = reason
        self.basics: Final = basics
        self.observe: Final = observe
        self.imagine: Final = imagine
        self.view: Final = view
        self.moment: Final = moment
        self.current_place: Final = current_place
        self.place: Final = place
        self.card: Final = card
        self.account: Final = account
        self.token: Final = token
        self.event_rules: Final = event_rules
        self.entry_rules: Final = entry_rules
        self.entry_knows: Final = entry_knows
        self.begin: Final = begin
        self.marks: Final = marks
        self.table: Final = table
        self.repairs: Final = repairs
        self.usually_none: Final = usually_none
        self.scores: Final = scores
        self.winners: Final = winners
        names = [kind.name for kind in kinds]
        self.over: Final = names.index(OVER)
        self.choose: Final = names.index(CHOOSE) if CHOOSE in names else -1
        self.answered: Final[tuple[Any, ...]] = tuple([kind.answered for kind in kinds])
        self.nothing: Final = Options((), actions)
        self.question_names: Final = tuple(questions)
        self.question_number: Final = {name: number for number, name in enumerate(questions)}

    def is_quiet(self, n: Sequence[int]) -> bool:
        """Return whether it is hidden who is asked in a state with the numbers ``n``."""
        kind = n[ASK]
        if kind == self.choose:
            return bool(self.quiet_questions) and self.question_names[n[QUESTION]] in self.quiet_questions
        return kind < PAUSED and self.kinds[kind].quiet

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by reference: the result is the object that the module of ``begin`` holds."""
        return _made_in, (self.begin.__module__, self.id)


def _made_in(module: str, game: str) -> Rules:
    """Return the :class:`Rules` of a game that a module holds."""
    made = vars(import_module(module)).values()
    return next(one for one in made if isinstance(one, Rules) and one.id == game)
