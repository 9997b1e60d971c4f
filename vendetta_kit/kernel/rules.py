"""The one object by which a game tells the kernel its rules."""

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


# What a game need not say -------------------------------------------------------------------------------------


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
    """What of a game's rules was put right since its first kit, so that saves of before may stop where it matters.

    ``editions`` are the rules that were repaired each time, the first time first; a save names how many times that was.
    ``asks`` are kinds of decision that come up more often since, with the rule that says so, and ``idle`` is the code
    that passes there: where a save has no answer to such a question, nothing was done. ``titles`` are rules in words:
    ``(ids, language)``.
    """

    editions: tuple[tuple[str, ...], ...] = ()
    asks: Mapping[int, str] = MappingProxyType({})
    idle: int = -1
    titles: Callable[[Sequence[str], str], str] = _ids


NO_REPAIRS: Final = Repairs()


class Rules:
    """All that the kernel is given of a game. Made once, when the game's module is imported; it never changes.

    What has a default need not be said by a game that has no use for it.

    Args:
        id: the game's name in files, links and rule ids, such as ``vendetta``.
        actions: all that can be done, by code.
        kinds: the kinds of decision by their number; the first stands for "nobody is asked", one is named ``over``.
        questions: what cards ask, with the rules behind each.
        silent_questions: questions whose answer is told by the effect itself, or must not be told.
        quiet_questions: questions that only what is hidden brings about: who is asked one is hidden, too.
        events: the kinds of events.
        causes: the causes of ledger entries, with the rules that each rests on.
        switches: what the rulebook leaves open, with its readings, the default first.
        options: what a seat may do: ``(game, seat, kind) -> Options``.
        has_choice: whether a seat could do anything but pass in a window or poll: ``(game, seat, kind)``.
        why_not: the reasons against what is not legal: ``(game, seat, action) -> WhyNot``. It is asked about actions of
            this game and seats that there are; what else may come in, the kernel answers itself.
        told_impossible: ``why_not`` also has reasons against actions that no game could allow (code -1).
        reason: makes a reason in the game's words: ``(rule, key, values)``; the kernel's own keys are ``no_action``,
            with ``action``, and ``no_seat``, with ``seat`` and ``last``.
        basics: the rules behind these two, by their keys.
        observe: what a seat may know, in the layout of the state: ``(game, seat or -1)`` (:mod:`.visibility`).
        imagine: a game that a seat cannot tell from this one: ``(game, seat, chance)``.
        view: an observation in words: ``(game, observation, events and ledger as its reader may know them)``.
        moment: when it is: a named tuple.
        current_place: number of the place that the game is at, or -1.
        place: a place as people name it: ``(game, number)``.
        card: the id of a card by its number: ``(game, number)``.
        account: the account that an index of ``g.n`` stands for: ``(game, index)``.
        token: which counters an index of ``g.n`` counts.
        event_rules: rules of this very event: ``(game, kind, seat or -1, place or -1, data)``.
        entry_rules: rules that go along when a card pays: ``(cause, card id)``.
        entry_knows: the seats, as a bit set, that may know which cards counters come from and go to: ``(game, index,
            index)``; by default -1, everybody.
        begin: a recorded game from the set-up that a save holds: ``(set-up, reader)``.
        marks: marks of a state that a save may hold, the present one first. The usual one is made of all places as they
            lie: a game whose places may yet move declares its own.
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
        told_impossible: bool = False,
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
        self.told_impossible: Final = told_impossible
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
        """Whether it is hidden who is asked: by the numbers of a state (:attr:`.DecisionKind.quiet`,
        ``quiet_questions``)."""
        kind = n[ASK]
        if kind == self.choose:
            return bool(self.quiet_questions) and self.question_names[n[QUESTION]] in self.quiet_questions
        return kind < PAUSED and self.kinds[kind].quiet

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as the one object that it is, in the module of its ``begin``."""
        return _made_in, (self.begin.__module__, self.id)


def _made_in(module: str, game: str) -> Rules:
    """Return a game's rules, which are made when its module is imported."""
    made = vars(import_module(module)).values()
    return next(one for one in made if isinstance(one, Rules) and one.id == game)
