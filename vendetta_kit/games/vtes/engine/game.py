"""A game of V:TES in progress: what changes in it, and what does not.

What is legal and what follows from an action is not here: the steps of the rules import this module, never the other
way round. :data:`.rules.RULES` brings them together for the kernel.

>>> game = Game.new(decks=["whispers", "claw", "court"], seed=7)
>>> game.names, [seat.pool for seat in game.view(None).seats]
(('Ann', 'Bob', 'Cy'), [30, 30, 30])
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Never

from vendetta_kit.argument_checks import argument_names
from vendetta_kit.input_errors import installed
from vendetta_kit.kernel import agenda, game
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.kernel.saves import load
from vendetta_kit.kernel.state import Step
from vendetta_kit.registered_games import registered

from . import state as s
from .card_verbs import (
    COMBAT_STEPS,
    IN_A_COMBAT,
    IN_REFERENDUM,
    LIMITING,
    OF_NO_USE,
    TAPPED_IN_ACTION,
    TYPES,
    VERBS,
    steps_of,
)
from .cards import Card, OwnCards, Title
from .rule_numbers import BASIC, SUPERIOR

NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
"""What players are called where nobody says otherwise."""
SWITCHES: Final[dict[str, tuple[str, ...]]] = {
    "first_player": ("lot", "first_seat"),
    "contested_counters": ("keep", "burn"),
    "ante": ("no", "yes"),
    "ask_always": ("no", "yes"),
}
"""Readings and variants by their switch, the default first."""
_KIND_OF_CARD: Final = {
    "equipment": s.EQUIPPING, "retainer": s.EMPLOYING, "ally": s.RECRUITING, "political_action": s.POLITICAL
}  # fmt: skip
_BEGINNING: Final = frozenset({"action", *_KIND_OF_CARD})
"""The types of cards that begin an action."""


class Table(game.Table):
    """The constants of a game: each card's printed card and owner, and look-ups of them."""

    __slots__ = (
        "barring",
        "bearers",
        "beginning",
        "begins",
        "cancelling",
        "cards_for",
        "continuing",
        "for_all",
        "given_verbs",
        "givers",
        "in_action",
        "in_own_phase",
        "in_referendum",
        "limited",
        "masters_in_combat",
        "of_an_action",
        "of_type",
        "of_use",
        "own",
        "owner",
        "played_for",
        "print_number",
        "printed",
        "purse",
        "purses",
        "tappable",
        "tapped_for_votes",
        "titles",
        "untapping",
        "votes_in_hand",
        "voting",
        "waking",
    )

    def __init__(
        self,
        names: tuple[str, ...],
        setup: Mapping[str, Any],
        printed: Sequence[Any],
        owner: Sequence[int],
        counters: bool = False,
        own: OwnCards | None = None,
    ) -> None:
        """Make the tables that do not change in a game.

        Args:
            counters: whether any card may bear counters, as in a described position.
            own: all cards that were written for this game, whoever has which; ``None``: none were.
        """
        from .effects import EFFECTS  # above this module, as all that happens by the rules
        from .rules import RULES

        super().__init__(RULES, names, setup)
        self.printed: list[Card] = list(printed)
        self.owner: list[int] = list(owner)
        self.own = own
        copies: dict[str, list[int]] = {}
        for number, card in enumerate(self.printed[s.FIRST_CARD :], s.FIRST_CARD):
            copies.setdefault(card.id, []).append(number)
        records = {card_id: self.printed[numbers[0]] for card_id, numbers in copies.items()}

        self.print_number = {card_id: number for number, card_id in enumerate(sorted(records))}
        self.played_for = {
            card.id: tuple([steps_of({effect.verb: effect.value for effect in card.effects(k)})[0] for k in (1, 2)])
            for card in records.values()
            if card.type == "combat"
        }
        """The verbs for which combat cards are played, at each level."""
        self.cards_for: dict[str, set[int]] = {
            verbs[0]: {
                number
                for card_id, levels in self.played_for.items()
                if any(not played.isdisjoint(verbs) for played in levels)
                for number in copies[card_id]
            }
            for verbs in COMBAT_STEPS
        }
        """The combat cards for each step of a combat, by the step's first verb."""
        self.of_an_action = {
            number for card_id, number in self.print_number.items()
            if records[card_id].type in ("action_modifier", "reaction")
        }  # fmt: skip
        """The numbers of the printed cards that a minion may play once in an action."""
        self.bearers: list[int] = []
        """The cards that can bear counters, in the order of their places in ``g.n``."""
        self.begins = tuple([[s.NO_ACTION] * len(self.printed) for _ in (BASIC, SUPERIOR)])
        """The kind of action that each card begins, by level."""
        self.beginning: set[int] = set()
        """The cards that begin an action."""
        self.of_type: dict[str, set[int]] = {kind: set() for kind in TYPES}
        """The cards of each type."""
        self.tappable: set[int] = set()
        """The cards that can be tapped for an effect."""
        self.untapping: set[int] = set()
        """The cards with an effect in the untap phase."""
        self.in_action: set[int] = set()
        """The cards that can be tapped during an action."""
        self.in_own_phase: set[int] = set()
        """The cards that can be tapped in their controller's master or minion phase."""
        self.of_use: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in OF_NO_USE]
        """The cards that may be of use at each moment of an action: for other seats, and for the acting seat."""
        self.barring: set[int] = set()
        """The cards that bar minions from blocking."""
        self.in_referendum: set[int] = set()
        """The modifiers and reactions that are played in a referendum, but for votes that are cast."""
        self.masters_in_combat: set[int] = set()
        """The out-of-turn masters that can change a combat."""
        self.for_all: set[int] = set()
        """The cards that bring what they bring to everybody."""
        self.continuing: set[int] = set()
        """The combat cards by which a blocked action goes on."""
        self.cancelling: dict[str, set[int]] = {}
        """The cards that cancel, by the type that they cancel, without masters."""
        self.purses: set[int] = set()
        """The cards that are tapped to take counters from them."""
        self.tapped_for_votes: set[int] = set()
        """The cards that are tapped for votes."""
        self.votes_in_hand: set[int] = set()
        """The cards that give votes from the hand."""
        self.voting: set[int] = set()
        """The cards in play that are sources of votes."""
        self.waking: set[int] = set()
        """The reactions that a tapped minion plays."""
        self.limited: set[int] = set()
        """The cards with a limited number of uses."""
        self.givers: dict[str, list[tuple[int, int]]] = {}
        """The cards that give a verb's number while in play, with the number, by verb."""
        for card in records.values():  # once for each printed card
            numbers = copies[card.id]
            self.of_type[card.type].update(numbers)
            given = {verb for verb, _ in card.gives}
            texts = card.played()
            played = {verb for verb, _ in texts}
            for verb, what in texts:
                if verb == "cancel" and what != "master":
                    self.cancelling.setdefault(what, set()).update(numbers)
            tapped = {verb for verb, _ in card.tap}
            used = {*tapped, *[verb for verb, _ in card.untap]}
            if counters or card.type == "vampire" or card.stock or "add_to_card" in used:
                self.bearers += numbers
            if card.type in _BEGINNING:
                self.beginning.update(numbers)
                for begins, level in zip(self.begins, (BASIC, SUPERIOR), strict=True):
                    kind = begun_by(card, level)
                    for number in numbers:
                        begins[number] = kind
            in_an_action = card.type in ("action_modifier", "reaction")
            for chosen, wanted in (
                (self.untapping, bool(card.untap)),
                (self.barring, "not_blocked_by" in given or "not_blocked_by" in played),
                (self.votes_in_hand, card.type == "political_action" or (in_an_action and "votes" in played)),
                (self.voting, card.type != "vampire" and "votes" in given),
                (self.waking, "wake" in played),
                (self.in_referendum, in_an_action and not played.isdisjoint(IN_REFERENDUM)),
                (self.masters_in_combat, card.type == "out_of_turn" and not played.isdisjoint(IN_A_COMBAT)),
                (self.for_all, "for_all" in given),
                (self.continuing, card.type == "combat" and "continue_action" in played),
                (self.limited, not given.isdisjoint(LIMITING)),
            ):
                if wanted:
                    chosen.update(numbers)
            if tapped:
                self.tappable.update(numbers)
                for chosen, wanted in (
                    (self.in_action, tapped <= TAPPED_IN_ACTION),
                    (self.in_own_phase, tapped <= EFFECTS.keys()),
                    (self.tapped_for_votes, "votes" in tapped),
                    (self.purses, not tapped.isdisjoint(("pool_from_card", "blood_from_card"))),
                ):
                    if wanted:
                        chosen.update(numbers)
            if in_an_action or tapped or card.type == "out_of_turn":
                for moment in _of_use(card):
                    others, acting = self.of_use[moment]
                    if card.type != "action_modifier":
                        others.update(numbers)
                    if card.type != "reaction":
                        acting.update(numbers)
            for verb, value in card.gives:
                if type(value) is int:
                    self.givers.setdefault(verb, []).extend([(number, value) for number in numbers])
        self.bearers.sort()
        self.purse: list[int] = [s.NOTHING] * len(self.printed)
        """The place in ``g.n`` of each card's counters."""
        for place, number in enumerate(self.bearers, s.PLACES_END):
            self.purse[number] = place
        self.given_verbs = frozenset(effect.verb for card in records.values() for effect in card.gives)
        """The verbs that any card of the game gives while in play."""
        self.titles: list[Title] = sorted({t for card in records.values() for t in _titles(card)}, key=repr)

    def __reduce__(self) -> tuple[Any, ...]:
        counters = len(self.bearers) == len(self.printed) - s.FIRST_CARD
        made_of = self.names, self.setup, self.printed, self.owner, counters, self.own
        return game.unpickle_table, (Table, made_of, self.whole)


def begun_by(record: Card, level: int) -> int:
    """Return the kind of action that a printed card begins at a level."""
    if record.type != "action":
        return _KIND_OF_CARD.get(record.type, s.NO_ACTION)
    if record.does("bleed_action", level) is not None:
        return s.BLEEDING
    return s.HUNTING if record.does("hunt_action", level) is not None else s.CARD_ACTION


def _of_use(card: Card) -> list[int]:
    """Return the moments of an action at which a card may be of use (BLOCK-14, LIB-10)."""
    if card.type == "out_of_turn":
        return [s.ANNOUNCED] if any(effect.verb != "cancel" for effect in card.basic) else []
    verbs = {e.verb for e in card.tap if not {"action_modifier", "reaction"}.isdisjoint(VERBS[e.verb].on)}
    if card.type in ("action_modifier", "reaction"):
        verbs.update([effect.verb for effect in (*card.basic, *card.superior)])
    return [moment for moment, useless in enumerate(OF_NO_USE) if not verbs <= useless]


def _titles(card: Card) -> Iterator[Title]:
    if card.title is not None:
        yield card.title
    for effect in (*card.basic, *card.superior, *card.gives):
        if isinstance(effect.value, Title):
            yield effect.value


class Game(game.Game[Table]):
    """A game of V:TES; ``rows`` are part of its state (:mod:`.state`)."""

    __slots__ = ("rows",)
    INSIDE: ClassVar[frozenset[str]] = game.Game.INSIDE | {"rows"}

    def __init__(
        self,
        table: Table,
        n: list[int],
        z: list[tuple[int, ...]],
        agenda: list[Step],
        rec: Recorder | None,
        rows: array[int],
    ) -> None:
        """For the engine's own use."""
        super().__init__(table, n, z, agenda, rec)
        self.rows = rows

    def _twin(self, n: list[int], z: list[tuple[int, ...]], agenda: list[Step], rec: Recorder | None) -> Game:
        return Game(self.table, n, z, agenda, rec, self.rows[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.table, self.n, self.z, self.agenda, self.rec, self.rows)

    def _more(self) -> array[int]:
        return self.rows[:]

    def _restore(self, snapshot: tuple[Any, ...]) -> None:
        super()._restore(snapshot)
        self.rows[:] = snapshot[-1]

    @classmethod
    def new(
        cls,
        decks: Sequence[str | Mapping[str, Mapping[str, int]]] = ("whispers", "claw", "court", "household"),
        names: Sequence[str] | None = None,
        seed: int = 0,
        first_player: str = "lot",
        contested_counters: str = "keep",
        ante: str = "no",
        ask_always: str = "no",
        rounds: int = 0,
        cards: Sequence[Mapping[str, Any]] = (),
        record: bool = True,
        **other: Never,
    ) -> Game:
        """Return a new game, after its set-up and first steps.

        Args:
            decks: for each seat the name of a practice deck, ``{"crypt": {id: copies}, "library": {id: copies}}``, or a
                deck list as text (:func:`.deck_list.read_deck`).
            names: the players' names; by default Ann, Bob …
            seed: decides all random results.
            first_player, contested_counters, ante: readings and variants, see :data:`SWITCHES`.
            ask_always: ``yes`` asks all seats in every window, even if they could only pass.
            rounds: the number of rounds after which the game ends (RUL-05); 0 for no limit.
            cards: the user's own cards, as in ``data/vtes/cards``.
            record: whether events, ledger and undo are kept.

        Raises:
            BadSetup: the set-up is invalid; a one-line message says why.

        >>> Game.new(["claw", "court"], seed=7)
        <V:TES of 2: turn 1, master phase of Bob>
        """
        from .new_game import dealt

        if other:
            SetupChecks().only(other, argument_names(Game.new))
        g = dealt(decks, names, seed, first_player, contested_counters, ante, ask_always, rounds, cards, record)
        agenda.run(g)
        return g

    @classmethod
    def position(cls, row: Any = None, record: bool = True, **described: Any) -> Game:
        """Return a game that begins at a described position (:func:`.position.new`). Raises ``BadPosition``.

        Its keys may also be given as arguments, in place of ``row``.

        >>> Game.position(seats=[{"name": "Ann", "pool": 12}, {"name": "Bob"}], turn="Bob").view(0).seats[0].pool
        12
        """
        from .position import new

        return new(SetupChecks().described(row, described), record)

    def __repr__(self) -> str:
        now = self.moment
        where = "over" if self.is_over else f"turn {now.turn}, {now.phase} phase of {self.names[now.seat]}"
        return f"<V:TES of {self.seats}: {where}>"

    def _repr_html_(self) -> str:
        """Return a spectator's view as an HTML table, for notebooks."""
        shown: str = self.view(None, log=False)._repr_html_()
        return shown

    def frame(self, table: str, number: int = 0) -> Any:
        """Return a table of this game as a pandas DataFrame, with the columns that the laboratory has.

        Args:
            table: ``"ledger"``, ``"events"``, ``"turns"`` or ``"actions"``.
            number: what stands in the column ``game``, to put frames of several games together.

        Raises:
            ValueError: there is no such table, or the game has no record.

        It tells all, what is hidden as well; pandas and pyarrow come with ``vendetta-kit[lab]``.

        >>> len(Game.new(["claw", "court"], seed=7).frame("events")) > 0
        True
        """
        with installed("lab"):
            return registered("vtes").plans().frame(self, table, number)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """Return a saved game, replayed. Raises ``BadSave``.

        >>> import os, tempfile
        >>> game = Game.new(["claw", "court"], seed=7)
        >>> game.save(path := os.path.join(tempfile.mkdtemp(), "game.json"))
        >>> Game.load(path)
        <V:TES of 2: turn 1, master phase of Bob>
        """
        from .rules import RULES

        game: Game = load(path, RULES)
        return game
