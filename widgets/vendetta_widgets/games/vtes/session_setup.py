"""What a session needs of V:TES: its set-up, its bots, what an undo has revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.deck_check import cards_in
from vendetta_kit.games.vtes.engine.card_reader import DECKS, practice_set, read_cards
from vendetta_kit.games.vtes.engine.cards import Card, OwnCards
from vendetta_kit.games.vtes.engine.deck_list import MOST_SIGNS, PARTS, DeckList, DeckListFault, list_of, listed
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.rules import RULES
from vendetta_kit.input_checks import number_of
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.scenarios.model import BadScenario
from vendetta_kit.scenarios.yaml_writing import flow_yaml
from vendetta_widgets.session_setup import ME, SessionSetup, company_of, names_for, seats_of

from .own_cards import foreign, keep, lasting_id, own_id

KEPT: Final = "vtes-game"
"""The name under which the browser stores the game."""
BEFORE: Final = "vtes-game-before"
"""The name for the game before it."""
_MOST_ROUNDS: Final = 999


class BadList(BadSetup):
    """A listed deck is invalid; ``deck`` holds the errors line by line."""

    def __init__(self, deck: DeckList) -> None:
        super().__init__("list", deck.slips[0].told())
        self.deck = deck

    def place(self, lang: str) -> str:
        return ""


class BadCards(BadSetup):
    """The player's own cards are invalid; the message names the line."""

    def place(self, lang: str) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Wish:
    """The set-up of a new game: the arguments of :meth:`.Game.new`, and the bots.

    >>> Wish(seats=3, deck="court").setup(seed=7)["decks"][0]
    'court'
    """

    GAME: ClassVar[str] = "vtes"

    seats: int = 3
    deck: str = ""
    """The player's practice deck; empty: any."""
    listed: str = ""
    """The player's own deck as lines of a list; empty: a practice deck."""
    written: str = ""
    """The player's own cards as text (``data/vtes/cards/README.md``), for the list."""
    rounds: int = 0
    """The number of rounds after which the game ends (RUL-05); 0 for no limit."""
    switches: tuple[tuple[str, str], ...] = ()
    bots: str = "greedy"
    name: str = ""
    decks: tuple[Any, ...] | None = None
    """Decks by seat; ``None``: practice decks, all different while there are enough."""
    others: tuple[str, ...] = ()
    """Names of other players at the same machine."""
    cards: tuple[Any, ...] = ()
    """The player's own cards with the ids that they have on pages."""
    built: Any = None
    """The listed deck with those ids, if there are cards of the player's own."""

    def setup(self, seed: int) -> dict[str, Any]:
        """Return the arguments of ``Game.new``."""
        decks = list(self.decks) if self.decks is not None else self._dealt(seed)
        return {
            "decks": decks,
            "names": list(names_for(self.name, len(decks), self.others)),
            "seed": seed,
            **dict(self.switches),
            "rounds": self.rounds,
            **({"cards": list(self.cards)} if self.cards else {}),
        }

    def query(self) -> dict[str, str]:
        """Return the query that asks for this game between bots.

        >>> Wish(seats=4, switches=(("ante", "yes"),)).query()
        {'players': '4', 'ante': 'yes'}
        """
        found = {"players": str(self.seats)}
        if self.deck:
            found["deck"] = self.deck
        if self.listed:
            found["list"] = self.listed
        if self.written:
            found["cards"] = self.written
        if self.bots != "greedy":
            found["bots"] = self.bots
        if self.rounds:
            found["rounds"] = str(self.rounds)
        return found | dict(self.switches)

    def _dealt(self, seed: int) -> list[str]:
        """Return random practice decks by seat, the player's choice first."""
        order = Random(f"decks/{seed}").sample(DECKS, len(DECKS))
        if self.deck:
            order.remove(self.deck)
            order.insert(ME, self.deck)
        decks = [order[seat % len(order)] for seat in range(self.seats)]
        if self.listed:
            decks[ME] = self.built or self.listed
        return decks


def wish_of(given: Mapping[str, Any]) -> Wish:
    """Return the set-up that a form or an address asks for; keys left out take their default.

    Raises:
        BadSetup: a number is not a number, or there is no such deck; :class:`BadList` for a listed deck,
            :class:`BadCards` for cards of the player's own.

    >>> wish_of({"players": "4", "deck": "claw", "ante": "yes"}).switches
    (('ante', 'yes'),)
    """
    seats = seats_of(given, str(given.get("players", "3")))
    rounds = number_of(str(given.get("rounds") or "0"), 0, _MOST_ROUNDS)
    if rounds is None:
        raise BadSetup("rounds", Message("found", value=given["rounds"]), Message("want.whole_from", least=0))
    deck = str(given.get("deck", ""))
    own, written = (str(given.get(key, "")).rstrip() for key in ("list", "cards"))
    rows, records = _written(written) if written else ((), {})
    built = None
    if own:
        own += "\n"  # tells a list from a practice deck's name
        deck_list = listed(own, {**practice_set(), **records}, seats)
        if deck_list.slips:
            raise BadList(deck_list)
        ids = {str(row["id"]): lasting_id(row) for row in rows}
        built = {part: {ids.get(card, card): n for card, n in deck_list.deck[part].items()} for part in PARTS}
    elif written:
        raise BadCards("cards", Message("vtes.cards_without_list"))
    switches = {name: str(given[name]) for name, values in RULES.switches.items() if given.get(name) in values}
    return Wish(
        **company_of(given, seats, bots),
        deck=deck if deck in DECKS else "",
        listed=own,
        rounds=rounds,
        switches=tuple(switches.items()),
        written=written,
        cards=_for_pages(rows),
        built=built if rows else None,
    )


def _written(text: str) -> tuple[Sequence[Any], Mapping[str, Card]]:
    """Return the player's own cards as they are written, and by id."""
    if len(text) > MOST_SIGNS:
        raise BadCards("cards", Message("vtes.cards_long", most=MOST_SIGNS))
    try:
        return cards_in(text)
    except BadScenario as bad:
        said = DeckListFault(bad.line, bad.fault, bad.expected)
        raise BadCards("cards", Message("vtes.cards_fault", said=said.told())) from None


def _for_pages(rows: Sequence[Any]) -> tuple[Any, ...]:
    """Return cards with the ids that they have on pages, where they can be shown from now on."""
    named = tuple({**row, "id": lasting_id(row)} for row in rows)
    if named:
        keep(OwnCards(read_cards(named)))
    return named


def _wish_of(setup: Mapping[str, Any], bot: str) -> Wish:
    decks = setup.get("decks")
    cards = setup.get("cards") or ()
    strange = bool(foreign(cards))
    shown = () if strange else _for_pages(cards)
    deck = decks[ME] if decks else ""
    listed = deck if isinstance(deck, str) and "\n" in deck else ""
    written = ""
    if isinstance(deck, Mapping) and not strange:
        rows = [{**row, "id": own_id(str(row["id"]))} for row in shown]
        plain = {part: {own_id(card): n for card, n in deck[part].items()} for part in PARTS}
        listed = list_of(plain, {**practice_set(), **read_cards(rows)})
        written = "\n".join([f"- {flow_yaml(row)}" for row in rows])
    return Wish(
        seats=len(decks) if decks else 3,
        deck=deck if deck in DECKS else "",
        rounds=int(setup.get("rounds", 0)),
        switches=tuple((name, str(setup[name])) for name in RULES.switches if name in setup),
        bots=bot,
        name=str((setup.get("names") or [""])[ME]),
        listed=listed,
        written=written,
        decks=tuple(decks) if decks else None,
        cards=shown,
        built=deck if written else None,
    )


_SHOWS: Final[Mapping[str, str]] = {
    "drawn": "seen.cards",
    "new_vampire": "seen.cards",
    "played": "seen.cards",
    "ready": "seen.cards",
    "block": "seen.choices",
    "no_block": "seen.choices",
    "vote": "seen.choices",
    "strike": "seen.choices",
}


def _shown(event: Event, me: int) -> str:
    """Return the key of the words for what an event has revealed to a seat; empty if nothing."""
    own = event.kind in ("drawn", "new_vampire")
    return _SHOWS.get(event.kind, "") if (event.seat == me) is own else ""


def _own_cards(game: Game) -> list[str]:
    """Return the cards of a game that pages cannot show; keep those of a user's own that they can."""
    own = game.table.own
    if own is None or foreign(game.setup.get("cards") or ()):
        return sorted(game.table.print_number.keys() - practice_set().keys())
    keep(own)
    return sorted(game.table.print_number.keys() - practice_set().keys() - own.records.keys())


PLAYING: Final = SessionSetup(
    rules=RULES,
    new=Game.new,
    wish=Wish,
    wish_of=_wish_of,
    bots=bots,
    shown=_shown,
    own_cards=_own_cards,
    asked=lambda view: view.asked,
    quick="careful",
    advise=bots.guarded_hint,
)
