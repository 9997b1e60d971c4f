"""A game in progress, whichever it is.

The learner's click, a bot, a test, a scenario and a simulation all go through :meth:`Game.apply`. Three more doors are
for those who play imagined games or look into a game step by step: :meth:`Game.advance`, :meth:`Game.run` and
:meth:`Game.unseal`. There is no fifth: nobody else writes what is asked or what is still to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from .actions import Action
from .agenda import PAUSED, pause, run, run_until, unseal
from .decisions import Decision
from .events import Entry, Event, Recorder
from .options import Options
from .refusal import IllegalAction, Reason, WhyNot, words
from .rules import Rules as Rules
from .state import ASK, ASKER, QUESTION, WHO, Step
from .visibility import Observation

if TYPE_CHECKING:
    from random import Random
    from typing import Self

FIRST_SEAT: Final[tuple[int | None, ...]] = (None, *((w & -w).bit_length() - 1 for w in range(1, 64)))
"""The lowest seat of a set of seats."""


TELLS_ALL: Final = frozenset(("seed", "position"))
"""What of a set-up would tell all that is hidden; a recorded game keeps it (:class:`.events.Recorder`)."""


class Table:
    """What does not change in a game: its rules, who sits where, how it was set up. Shared by all copies.

    Imagined games share it too: of the set-up it has what nothing hidden can be told from. A game that has more that
    does not change makes a subclass.
    """

    __slots__ = ("names", "rules", "setup", "whole")

    def __init__(self, rules: Rules, names: tuple[str, ...], setup: Mapping[str, Any]) -> None:
        self.rules = rules
        self.names = names
        self.setup = {key: value for key, value in setup.items() if key not in TELLS_ALL}
        self.whole: Mapping[str, Any] | None = setup
        """All of it, until the first game at this table has it for its recorder."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it was made of; a subclass gives :func:`table_again` its own."""
        return table_again, (type(self), (self.rules, self.names, self.setup), self.whole)


def table_again(kind: Callable[..., Any], made_of: tuple[Any, ...], whole: Mapping[str, Any] | None) -> Any:
    """Return a table as it was pickled."""
    table = kind(*made_of)
    table.whole = whole
    return table


T = TypeVar("T", bound=Table)


class Game(Generic[T]):
    """A game in progress.

    ``n``, ``z`` and ``agenda`` are its changing state (:mod:`.state`), ``rec`` records what happens, ``table`` holds
    what does not change. Each game makes a subclass with a ``new``.
    """

    __slots__ = ("_offer", "_offer_to", "agenda", "n", "rec", "seats", "table", "z")

    def __init__(
        self, table: T, n: list[int], z: list[tuple[int, ...]], agenda: list[Step], rec: Recorder | None
    ) -> None:
        """For the engine's own use: make games with ``new``, ``load`` or :meth:`copy`."""
        self.table = table
        self.seats = len(table.names)
        self.n = n
        self.z = z
        self.agenda = agenda
        self.rec = rec
        if table.whole is not None:
            if rec is not None:
                rec.setup = table.whole
            table.whole = None
        self._offer: Options = table.rules.nothing  # what legal() returned last, good until the next action
        self._offer_to: int | None = None  # for which seat

    def _twin(self, n: list[int], z: list[tuple[int, ...]], agenda: list[Step], rec: Recorder | None) -> Self:
        """Make a game that shares what never changes."""
        return type(self)(self.table, n, z, agenda, rec)

    @property
    def rules(self) -> Rules:
        """All that the kernel is given of this game."""
        return self.table.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.table.names

    @property
    def setup(self) -> Mapping[str, Any]:
        """What the game was set up with, as a save holds it; without a recorder, without what tells all."""
        return self.rec.setup if self.rec is not None else self.table.setup

    # What is to be decided --------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.n[ASK] == self.rules.over

    @property
    def to_act(self) -> int | None:
        """One of the seats that must decide now; ``None`` when the game is over."""
        return FIRST_SEAT[self.n[WHO]]

    @property
    def pending(self) -> dict[int, Decision]:
        """The open decision of each seat that must decide: several at once where the rule says "secretly"."""
        who = self.n[WHO]
        return {seat: self.decision(seat) for seat in range(self.seats) if who >> seat & 1}

    @property
    def sealed(self) -> tuple[int, ...]:
        """The seats that must still answer, if they do so in secret and all at once; empty if all is done openly."""
        kind = self.n[ASK]
        if kind >= PAUSED or not self.rules.kinds[kind].sealed:
            return ()
        return tuple([seat for seat in range(self.seats) if self.n[WHO] >> seat & 1])

    def decision(self, seat: int) -> Decision:
        """Return the open decision of a seat that must decide."""
        n, rules = self.n, self.rules
        kind = rules.kinds[n[ASK]]
        question = rules.question_names[n[QUESTION]] if n[ASK] == rules.choose else None
        asker = n[ASKER] if kind.card else -1
        why = kind.rules if question is None else rules.questions[question]
        here = rules.current_place(self)
        at = rules.place(self, here) if here >= 0 else None
        return Decision(
            seat, kind.name, question, rules.card(self, asker) if asker >= 0 else None, at, why, self.legal(seat)
        )

    def legal(self, seat: Any) -> Options:
        """Return all that ``seat`` may do now, as a sequence that builds nothing before it is looked at."""
        n = self.n
        if type(seat) is not int or not 0 <= seat < self.seats or not n[WHO] >> seat & 1:
            return self.table.rules.nothing
        if self._offer_to == seat:
            return self._offer
        offer = self.table.rules.options(self, seat, n[ASK])
        self._offer = offer
        self._offer_to = seat
        return offer

    def why_not(self, seat: Any, action: Any) -> WhyNot | None:
        """Return ``None`` if the action is legal; else every rule that forbids it, and the nearest legal action."""
        if action in self.legal(seat):
            return None
        return self._against(seat, action)

    def _against(self, seat: Any, action: Any) -> WhyNot:
        """Return why something is not legal, whatever came in as seat and action."""
        rules = self.rules
        offer = self.legal(seat)
        nearest = offer[0] if len(offer) else None
        if type(action) not in rules.actions.types or (action.code < 0 and not rules.told_impossible):
            return WhyNot((self._basic("no_action", action=words(action)),), nearest)
        if type(seat) is not int or not 0 <= seat < self.seats:
            return WhyNot((self._basic("no_seat", seat=words(seat), last=self.seats - 1),), nearest)
        return rules.why_not(self, seat, action)

    def _basic(self, key: str, **values: Any) -> Reason:
        rules = self.rules
        return rules.reason(rules.basics.get(key, rules.id), key, values)

    # Acting: the four doors -------------------------------------------------------------------------------

    def apply(self, seat: Any, action: Action) -> tuple[Event, ...]:
        """Do it, and everything that follows until somebody must decide again.

        Returns:
            The events of this, if the game is recorded (see :meth:`.Event.seen_by` for what a seat may know of them).

        Raises:
            IllegalAction: it may not be; the game, its random state included, is unchanged.
        """
        offer = self._offer if self._offer_to == seat and type(seat) is int else self.legal(seat)
        if type(action) not in self.table.rules.actions.types or not offer.allows(action.code):
            raise IllegalAction(seat, action, self._against(seat, action))
        rec = self.rec
        if rec is None:
            self.advance(seat, action.code)
            return ()
        before = len(rec.events)
        if rec.undoes:
            self._remember(rec, seat, action)
        self.advance(seat, action.code)
        return tuple(rec.events[before:])

    def advance(self, seat: int, code: int, until: Callable[[Any], bool] | None = None) -> None:
        """Do what is surely legal, by its code; nothing is checked, and nothing can be taken back.

        Args:
            seat: one that must decide.
            code: code of one of its options.
            until: stops the game between two steps; by default it runs until somebody must decide.
        """
        n = self.n
        self._offer_to = None
        self.table.rules.answered[n[ASK]](self, seat, code)
        if until is None:
            if not n[ASK]:
                run(self)
        else:
            run_until(self, until)

    def run(self, until: Callable[[Any], bool] | None = None) -> None:
        """Go on from a pause, or from a moment between two steps: one step at least.

        Args:
            until: as in :meth:`advance`.
        """
        if not self.agenda or self.is_over:
            return
        n = self.n
        n[ASK] = 0
        self._offer_to = None
        step: Any = self.agenda.pop()
        step[0](self, step)
        if until is None:
            run(self)
        else:
            run_until(self, until)

    def pause_before(self, k: int, number: int = 0) -> None:
        """Lay a pause into the agenda before step ``k`` (0 is the last thing to do): there the game stops.

        Args:
            number: what :meth:`paused` says then.
        """
        self.agenda.insert(k + 1, (pause, number))

    def paused(self) -> int:
        """Take note of a pause: return its number and let the game stand between two steps; -1 if it is at none."""
        n = self.n
        if n[ASK] < PAUSED:
            return -1
        number = n[ASK] - PAUSED
        n[ASK] = 0
        return number

    def unseal(self, but: int = -1) -> None:
        """Let everybody but seat ``but`` choose anew where a secret choice is open: for imagined games."""
        self._offer_to = None
        unseal(self, but)

    # Going back, and to the side --------------------------------------------------------------------------

    def _remember(self, rec: Recorder, seat: int, action: Action) -> None:
        """Keep the state before an action, to go back to."""
        now = self.n[:], self.z[:], self.agenda[:]
        rec.past.append((*now, len(rec.events), len(rec.entries), rec.next, self._more()))
        rec.actions.append((seat, action))

    def _more(self) -> Any:
        """Return a copy of what a game has of changing state beside the kernel's, if it has any."""
        return None

    def _restore(self, snapshot: tuple[Any, ...]) -> None:
        """Go to a state that was kept: a game that has :meth:`_more` finds it at the end."""
        # it goes back into the same lists, so that whoever holds the game sees the change
        self.n[:] = snapshot[0]
        self.z[:] = snapshot[1]
        self.agenda[:] = snapshot[2]
        self._offer_to = None

    def undo(self) -> tuple[int, Action]:
        """Take the last action back and return it with its seat; works back to the start.

        Raises:
            ValueError: there is nothing to take back, or the game is not recorded.
        """
        rec = self.rec
        if rec is None:
            raise ValueError("undo needs a recorded game: Game.new(record=True)")
        if not rec.past:
            raise ValueError("nothing to undo: this is the start of the game")
        snapshot = rec.past.pop()
        self._restore(snapshot)
        _, _, _, events, entries, following, _ = snapshot
        del rec.events[events:]
        del rec.entries[entries:]
        rec.next = following
        return rec.actions.pop()

    def copy(self, record: bool = True) -> Self:
        """Return a twin that shares nothing that can change; ``record=False`` leaves the record behind."""
        rec = self.rec
        twin = rec.copy() if record and rec is not None else None
        return self._twin(self.n[:], self.z[:], self.agenda[:], twin)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it is made of; a subclass with more in its state gives that, too."""
        return type(self), (self.table, self.n, self.z, self.agenda, self.rec)

    def __copy__(self) -> Self:
        """Return :meth:`copy`'s twin: for :func:`copy.copy`."""
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        """Return :meth:`copy`'s twin, which shares nothing that can change: for :func:`copy.deepcopy`."""
        return self.copy()

    def fork(self, after: int | None = None) -> Self:
        """Return a what-if branch: a twin as it was after the first ``after`` actions (default: all of them).

        Raises:
            ValueError: there were not so many actions, or the game is not recorded.
        """
        if self.rec is None:
            raise ValueError("fork needs a recorded game: Game.new(record=True)")
        done = len(self.rec.actions)
        if after is None:
            after = done
        if not 0 <= after <= done:
            raise ValueError(f"fork after action {after}: expected 0 to {done}")
        g = self.copy()
        for _ in range(done - after):
            g.undo()
        return g

    # What was ---------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, secrets included; empty if not recorded. What a seat may know: ``view(seat).events``."""
        return tuple(self.rec.events) if self.rec is not None else ()

    @property
    def ledger(self) -> tuple[Entry, ...]:
        """Who paid whom, when and why; empty if not recorded."""
        return tuple(self.rec.entries) if self.rec is not None else ()

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """All actions so far with their seats; empty if not recorded."""
        return tuple(self.rec.actions) if self.rec is not None else ()

    def after_actions(self, n: int) -> int:
        """Return after how many actions the event or ledger entry with the running number ``n`` had happened."""
        past = self.rec.past if self.rec is not None else ()
        return next((k for k, snapshot in enumerate(past) if snapshot[5] > n), len(past))

    @property
    def in_hiding(self) -> frozenset[int]:
        """Return which actions, counted from 0, were taken where it is hidden who is asked (:attr:`.Kind.quiet`)."""
        past = self.rec.past if self.rec is not None else ()
        return frozenset(k for k, snapshot in enumerate(past) if self.rules.is_quiet(snapshot[0]))

    def amid(self, n: int) -> Self:
        """Return a twin as it was when the event or ledger entry with the running number ``n`` had just come about.

        Much may follow from one action: the twin stands in the middle of it, where nobody is asked. What belongs to the
        same step of the agenda has come about with it.

        Raises:
            ValueError: the game is not recorded.
        """
        k = self.after_actions(n)
        if not k:
            return self.fork(0)
        g = self.fork(k - 1)
        rec = g.rec
        assert rec is not None
        seat, action = self.actions[k - 1]
        g._remember(rec, seat, action)
        g.advance(seat, action.code, lambda _: rec.next > n)
        return g

    @property
    def moment(self) -> Any:
        """When it is: a named tuple of the game's own."""
        return self.rules.moment(self)

    @property
    def scores(self) -> tuple[int | None, ...]:
        """What each seat has as things stand; ``None`` for who is out of the game."""
        return self.rules.scores(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats once the game is over; empty before."""
        return self.rules.winners(self) if self.is_over else ()

    @property
    def winner(self) -> int | None:
        """The winning seat once the game is over; of a team its first seat (see :attr:`winners`)."""
        return self.winners[0] if self.winners else None

    # Who knows what ---------------------------------------------------------------------------------------

    def observe(self, seat: Any) -> Observation:
        """Return all that ``seat`` may know, in the layout of the state; ``None`` is a spectator.

        Raises:
            ValueError: there is no such seat.
        """
        if seat is None:
            seat = -1
        elif type(seat) is not int or not 0 <= seat < self.seats:
            raise ValueError(f"view of seat {words(seat)}: expected 0 to {self.seats - 1}, or None for a spectator")
        seen: Observation = self.rules.observe(self, seat)
        return seen

    def view(self, seat: Any, log: bool = True) -> Any:
        """Return all that ``seat`` may know, in words; ``None`` is a spectator who sees what lies open.

        ``log=False`` leaves events and ledger out: all that a bot needs, and quicker.

        Raises:
            ValueError: there is no such seat.
        """
        seen = self.observe(seat)
        rec = self.rec if log else None
        if rec is None:
            return self.rules.view(self, seen, (), ())
        events, entries = [e.seen_by(seat) for e in rec.events], [e.seen_by(seat) for e in rec.entries]
        return self.rules.view(self, seen, tuple(events), tuple(entries))

    def imagine(self, seat: Any, rng: Random) -> Self:
        """Return a game that ``seat`` cannot tell from this one: what it does not know is dealt anew by ``rng``.

        It is not recorded. All that agrees with what the seat knows is equally likely.

        Raises:
            ValueError: there is no such seat.
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise ValueError(f"imagined by seat {words(seat)}: expected 0 to {self.seats - 1}")
        world: Self = self.rules.imagine(self, seat, rng)
        return world

    # Saving -----------------------------------------------------------------------------------------------

    def save(self, path: str) -> None:
        """Write the game to a file: seed, set-up, actions and fingerprints; either whole or not at all."""
        from .saves import save

        save(self, path)


AnyGame = Game[Any]
"""A game of whatever rules."""
