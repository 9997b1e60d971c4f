"""The base class of a game in progress.

Pages, bots, tests, scenarios and simulations all change a game through :meth:`Game.apply`. Code that plays imagined
games or goes through a game step by step may also use :meth:`Game.advance`, :meth:`Game.run` and :meth:`Game.unseal`.
Nothing else may write the open decision or the agenda.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from copy import copy as shallow_copy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from vendetta_kit.input_errors import BadInput, Message

from .actions import Action
from .agenda import PAUSED, pause, run, run_until, unseal
from .decisions import Decision
from .events import Entry, Event, Recorder
from .options import Options
from .refusal import IllegalAction, Reason, WhyNot, recorded, short_repr
from .rules import Rules as Rules
from .state import ASK, ASKER, QUESTION, WHO, Step
from .visibility import Observation

if TYPE_CHECKING:
    from typing import Self

FIRST_SEAT: Final[tuple[int | None, ...]] = (None, *((w & -w).bit_length() - 1 for w in range(1, 64)))
"""The lowest seat of each bit set of seats; ``None`` for the empty set."""


TELLS_ALL: Final = frozenset(("seed", "position"))
"""The keys of a set-up that reveal everything hidden; only the recorder keeps them (:class:`.events.Recorder`)."""


class Table:
    """What does not change during a game: its rules, the players' names, the set-up. All copies share it.

    Imagined games share it too, so its set-up leaves out what reveals hidden cards. A game with more constant data
    makes a subclass.
    """

    __slots__ = ("names", "rules", "setup", "whole")

    def __init__(self, rules: Rules, names: tuple[str, ...], setup: Mapping[str, Any]) -> None:
        self.rules = rules
        self.names = names
        self.setup = {key: value for key, value in setup.items() if key not in TELLS_ALL}
        self.whole: Mapping[str, Any] | None = setup
        """The complete set-up, until the first game at this table takes it for its recorder."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the arguments of ``__init__``; a subclass passes its own to :func:`unpickle_table`."""
        return unpickle_table, (type(self), (self.rules, self.names, self.setup), self.whole)


def unpickle_table(kind: Callable[..., Any], made_of: tuple[Any, ...], whole: Mapping[str, Any] | None) -> Any:
    """Return the table that was pickled: ``kind(*made_of)``, with its complete set-up if it still had that."""
    table = kind(*made_of)
    table.whole = whole
    return table


T = TypeVar("T", bound=Table)


class Game(Generic[T]):
    """A game in progress.

    ``n``, ``z`` and ``agenda`` are its changing state (:mod:`.state`), ``rec`` its recorder or ``None``, ``table`` what
    does not change. Each game makes a subclass with a class method ``new``.
    """

    __slots__ = ("_offer", "_offer_to", "agenda", "n", "rec", "seats", "table", "z")
    INSIDE: ClassVar[frozenset[str]] = frozenset(("INSIDE", "agenda", "n", "rec", "table", "z")) | {
        *("advance", "after_actions", "amid", "in_hiding", "pass_pauses", "pause_before", "paused", "run", "unseal")
    }
    """What only the engine and what searches or steps through a game use: completion does not offer it."""

    def __dir__(self) -> list[str]:
        """Return what completion offers, without :attr:`INSIDE`."""
        return sorted({*object.__dir__(self)} - self.INSIDE)

    def __init__(
        self, table: T, n: list[int], z: list[tuple[int, ...]], agenda: list[Step], rec: Recorder | None
    ) -> None:
        """Make a game from its parts. For the engine only: callers use ``new``, ``load`` or :meth:`copy`."""
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
        """Return a game with this state that shares the table."""
        return type(self)(self.table, n, z, agenda, rec)

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self.table.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.table.names

    @property
    def setup(self) -> Mapping[str, Any]:
        """The set-up as a save holds it. A game that is not recorded leaves out what reveals hidden cards."""
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
        """The open decision of each seat that must decide, by seat; several where the rule says "secretly"."""
        who = self.n[WHO]
        return {seat: self.decision(seat) for seat in range(self.seats) if who >> seat & 1}

    @property
    def sealed(self) -> tuple[int, ...]:
        """The seats that must still answer a secret decision; empty if the open decision is not secret."""
        kind = self.n[ASK]
        if kind >= PAUSED or not self.rules.kinds[kind].sealed:
            return ()
        return tuple([seat for seat in range(self.seats) if self.n[WHO] >> seat & 1])

    def decision(self, seat: Any) -> Decision:
        """Return the open decision of a seat that must decide.

        Raises:
            BadInput: there is no such seat.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> game.decision(game.to_act).kind
        'pick_clan'
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadInput("seat", Message("found", value=seat), Message("want.a_seat", most=self.seats - 1))
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
        """Return the legal actions of ``seat``, as a sequence that makes an action only when it is read.

        It is empty for whoever is not asked, and for ``None``, whom :attr:`to_act` names at the end.

        Raises:
            BadInput: there is no such seat.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> game.to_act, game.legal(2), len(game.legal(0))
        (2, <4 legal actions: PickClan('brujah'), PickClan('gangrel'), PickClan('toreador'), …>, 0)
        """
        n = self.n
        if type(seat) is not int or not 0 <= seat < self.seats:
            if seat is None:
                return self.table.rules.nothing
            raise BadInput("seat", Message("found", value=seat), Message("want.a_seat", most=self.seats - 1))
        if not n[WHO] >> seat & 1:
            return self.table.rules.nothing
        if self._offer_to == seat:
            return self._offer
        offer = self.table.rules.options(self, seat, n[ASK])
        self._offer = offer
        self._offer_to = seat
        return offer

    def why_not(self, seat: Any, action: Any) -> WhyNot | None:
        """Return ``None`` if the action is legal, else all rules that forbid it and the nearest legal action.

        >>> from vendetta_kit.games.vendetta.engine.actions import EndTurn, PickClan
        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> print(game.why_not(2, PickClan("ventrue")))
        The clan Ventrue is not on offer. [SET-10] Nearest legal: PickClan('brujah').
        >>> why = game.why_not(1, EndTurn())
        >>> why.rules, game.why_not(2, PickClan("brujah"))
        (('CONTR-02', 'PLAN-03'), None)
        """
        if action in self._offered(seat):
            return None
        return self._against(seat, action)

    def _offered(self, seat: Any) -> Options:
        """Return the legal actions of a seat; nothing for what is no seat, which a refusal tells of."""
        return self.legal(seat) if type(seat) is int and 0 <= seat < self.seats else self.table.rules.nothing

    def _against(self, seat: Any, action: Any) -> WhyNot:
        """Return why an action is not legal; ``seat`` and ``action`` may be values of any type."""
        rules = self.rules
        offer = self._offered(seat)
        nearest = offer[0] if len(offer) else None
        if type(action) not in rules.actions.types or (action.code < 0 and not rules.explains_impossible):
            return WhyNot((self._basic("no_action", action=short_repr(action)),), nearest)
        if type(seat) is not int or not 0 <= seat < self.seats:
            return WhyNot((self._basic("no_seat", seat=short_repr(seat), last=self.seats - 1),), nearest)
        return rules.why_not(self, seat, action)

    def _basic(self, key: str, **values: Any) -> Reason:
        rules = self.rules
        return rules.reason(rules.basics.get(key, rules.id), key, values)

    # Acting: the four doors -------------------------------------------------------------------------------

    def apply(self, seat: Any, action: Action) -> tuple[Event, ...]:
        """Carry out an action and all that follows, until a player must decide again.

        Returns:
            The new events, secrets included, if the game is recorded (:meth:`.Event.seen_by` leaves secrets out).

        Raises:
            IllegalAction: the rules forbid it; the game, its random state included, is unchanged.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> print(*game.apply(2, game.legal(2)[0]))
        Seat 2 takes the clan Brujah.
        """
        offer = self._offer if self._offer_to == seat and type(seat) is int else self._offered(seat)
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
        """Carry out an action by its code, without any check and without a state to undo to.

        Args:
            seat: a seat that must decide.
            code: code of one of its legal actions.
            until: ``until(game)`` stops the game between two steps; by default it runs until a player must decide.
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
        """Go on from a pause, or from between two steps; at least one step is carried out.

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
        """Insert a pause into the agenda before step ``k``, counted from 0, the last step to be done.

        Args:
            number: what :meth:`paused` returns at this pause.
        """
        self.agenda.insert(k + 1, (pause, number))

    def paused(self) -> int:
        """End the current pause and return its number, so that the game is between two steps; -1 if there is none."""
        n = self.n
        if n[ASK] < PAUSED:
            return -1
        number = n[ASK] - PAUSED
        n[ASK] = 0
        return number

    def pass_pauses(self) -> None:
        """Take all pauses off the agenda and go on to the next decision, if the game is between two."""
        self.agenda[:] = [step for step in self.agenda if step[0] is not pause]
        if self.paused() >= 0 or not self.n[ASK]:
            self.run()

    def unseal(self, but: int = -1) -> None:
        """Discard the sealed answers of all seats but ``but`` and ask those seats again: for imagined games."""
        self._offer_to = None
        unseal(self, but)

    # Going back, and to the side --------------------------------------------------------------------------

    def _remember(self, rec: Recorder, seat: int, action: Action) -> None:
        """Keep the state before an action, for :meth:`undo`."""
        now = self.n[:], self.z[:], self.agenda[:]
        rec.past.append((*now, len(rec.events), len(rec.entries), rec.next, self._more()))
        rec.actions.append((seat, action))

    def _more(self) -> Any:
        """Return a copy of the changing state that a subclass adds; ``None`` if it adds none."""
        return None

    def _restore(self, snapshot: tuple[Any, ...]) -> None:
        """Set the game to a kept state; its last item is what :meth:`_more` returned."""
        # in place: other objects hold these lists
        self.n[:] = snapshot[0]
        self.z[:] = snapshot[1]
        self.agenda[:] = snapshot[2]
        self._offer_to = None

    def undo(self) -> tuple[int, Action]:
        """Undo the last action and return ``(seat, action)``; can be repeated back to the start.

        Raises:
            BadInput: there is no action to undo, or the game is not recorded.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> events = game.apply(2, game.legal(2)[0])
        >>> game.undo(), game.to_act
        ((2, PickClan('brujah')), 2)
        """
        rec = recorded(self.rec, "undo")
        if not rec.past:
            raise BadInput("undo", Message("nothing_to_undo"), Message("want.undoable"))
        snapshot = rec.past.pop()
        self._restore(snapshot)
        _, _, _, events, entries, following, _ = snapshot
        del rec.events[events:]
        del rec.entries[entries:]
        rec.next = following
        return rec.actions.pop()

    def copy(self, record: bool = True) -> Self:
        """Return an independent copy; with ``record=False`` it has no recorder.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> twin = game.copy()
        >>> events = twin.apply(2, twin.legal(2)[0])
        >>> len(twin.actions), len(game.actions)
        (1, 0)
        """
        rec = self.rec
        twin = rec.copy() if record and rec is not None else None
        return self._twin(self.n[:], self.z[:], self.agenda[:], twin)

    def with_names(self, names: tuple[str, ...]) -> Self:
        """Return a copy in which the players have these names, one for each seat.

        >>> from vendetta_kit import Game
        >>> Game.new(seats=3, seed=7).with_names(("Ann", "Ira", "Uma")).names
        ('Ann', 'Ira', 'Uma')
        """
        twin = self.copy()
        twin.table = shallow_copy(self.table)
        twin.table.names = names
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the arguments of ``__init__``; a subclass with more state adds it."""
        return type(self), (self.table, self.n, self.z, self.agenda, self.rec)

    def __copy__(self) -> Self:
        """Return :meth:`copy`, for :func:`copy.copy`."""
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        """Return :meth:`copy`, for :func:`copy.deepcopy`."""
        return self.copy()

    def fork(self, after: Any = None) -> Self:
        """Return a copy of the game as it was after its first ``after`` actions (default: all of them).

        Raises:
            BadInput: there were fewer actions, or the game is not recorded.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> events = game.apply(2, game.legal(2)[0])
        >>> len(game.fork().actions), len(game.fork(0).actions)
        (1, 0)
        """
        done = len(recorded(self.rec, "fork").actions)
        if after is None:
            after = done
        if type(after) is not int or not 0 <= after <= done:
            raise BadInput("after", Message("found", value=after), Message("want.whole", least=0, most=done))
        g = self.copy()
        for _ in range(done - after):
            g.undo()
        return g

    # What was ---------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, secrets included; empty if not recorded. ``view(seat).events`` has what a seat may know."""
        return tuple(self.rec.events) if self.rec is not None else ()

    @property
    def ledger(self) -> tuple[Entry, ...]:
        """All ledger entries, secrets included; empty if not recorded."""
        return tuple(self.rec.entries) if self.rec is not None else ()

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """All actions so far as ``(seat, action)``; empty if not recorded."""
        return tuple(self.rec.actions) if self.rec is not None else ()

    def after_actions(self, n: int) -> int:
        """Return how many actions had been taken when the event or ledger entry number ``n`` had happened."""
        past = self.rec.past if self.rec is not None else ()
        return next((k for k, snapshot in enumerate(past) if snapshot[5] > n), len(past))

    @property
    def in_hiding(self) -> frozenset[int]:
        """The indices of the actions that answered a decision where it is hidden who is asked
        (:attr:`.DecisionKind.quiet`)."""
        past = self.rec.past if self.rec is not None else ()
        return frozenset(k for k, snapshot in enumerate(past) if self.rules.is_quiet(snapshot[0]))

    def amid(self, n: int) -> Self:
        """Return a copy as it was just after the event or ledger entry with the running number ``n``.

        The copy may be in the middle of an action, where nobody is asked. All of the agenda's step in which the event
        or entry happened has been carried out.

        Raises:
            BadInput: the game is not recorded.
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
        """The time in the game, such as round and phase: a named tuple that each game defines."""
        return self.rules.moment(self)

    @property
    def scores(self) -> tuple[int | None, ...]:
        """The current score of each seat; ``None`` for a player who is out of the game."""
        return self.rules.scores(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats once the game is over; empty before."""
        return self.rules.winners(self) if self.is_over else ()

    @property
    def winner(self) -> int | None:
        """The winning seat once the game is over, the first one if several won (:attr:`winners`); else ``None``."""
        return self.winners[0] if self.winners else None

    # Who knows what ---------------------------------------------------------------------------------------

    def observe(self, seat: Any) -> Observation:
        """Return what ``seat`` may know, in the layout of the state; ``None`` is a spectator.

        Raises:
            BadInput: there is no such seat.

        >>> from vendetta_kit import Game
        >>> len(Game.new(seed=7).observe(None).offer)
        0
        """
        if seat is None:
            seat = -1
        elif type(seat) is not int or not 0 <= seat < self.seats:
            raise BadInput("seat", Message("found", value=seat), Message("want.seat_or_spectator", most=self.seats - 1))
        seen: Observation = self.rules.observe(self, seat)
        return seen

    def view(self, seat: Any, log: bool = True) -> Any:
        """Return what ``seat`` may know, with names and ids; ``None`` is a spectator, who sees what is public.

        ``log=False`` leaves events and ledger out, which is faster; bots need neither.

        Raises:
            BadInput: there is no such seat.

        >>> from vendetta_kit.games.vtes.engine.game import Game
        >>> Game.new(seed=7).view(0)
        <V:TES view of Ann: turn 1, master phase>
        """
        seen = self.observe(seat)
        rec = self.rec if log else None
        if rec is None:
            return self.rules.view(self, seen, (), ())
        events, entries = [e.seen_by(seat) for e in rec.events], [e.seen_by(seat) for e in rec.entries]
        return self.rules.view(self, seen, tuple(events), tuple(entries))

    def imagine(self, seat: Any, rng: Any) -> Self:
        """Return a game in which what ``seat`` does not know is replaced at random, by ``rng``.

        Every state that agrees with what the seat knows is equally likely. The game is not recorded.

        Raises:
            BadInput: there is no such seat.

        >>> from random import Random
        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> game.imagine(0, Random(1)).view(0, log=False) == game.view(0, log=False)
        True
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadInput("seat", Message("found", value=seat), Message("want.a_seat", most=self.seats - 1))
        if not isinstance(rng, Random):
            raise BadInput("rng", Message("found", value=rng), Message("want.random"))
        world: Self = self.rules.imagine(self, seat, rng)
        return world

    # Saving -----------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file (:mod:`.saves`): a complete file, or none at all if writing fails.

        >>> import os, tempfile
        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> game.save(path := os.path.join(tempfile.mkdtemp(), "game.json"))
        >>> Game.load(path).view(0) == game.view(0)
        True
        """
        from .saves import save

        save(self, path)


AnyGame = Game[Any]
"""A game of any rules."""
