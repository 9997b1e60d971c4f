"""Texts of Rivals for events, questions and refusals, from ``data/rivals/lang/<language>/messages.json``.

>>> name_of("1-V1"), name_of("R2", "de"), say("phase", "end")
('Odile Marr', 'Rivalenmarker 2', 'End Phase')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, Final

from vendetta_kit.data_paths import read_json
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.event_kinds import with_seats
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.rulebook.templates import NO_VALUES, Templates, Values


def type_of(card: str) -> str:
    """Return the type of a card: ``vampire``, ``library``, ``ongoing``, ``event``, ``mortal`` or ``token``.

    >>> [type_of(card) for card in ("1-V1", "4-L40", "C-E04", "C-E05", "C-M01", "R1")]
    ['vampire', 'library', 'ongoing', 'event', 'mortal', 'token']
    """
    if card.startswith("R"):
        return "token"
    if card.startswith("C-E"):
        return "ongoing" if int(card[3:]) <= s.ONGOING else "event"
    return "mortal" if card.startswith("C-M") else "vampire" if "-V" in card else "library"


def name_of(card: str, lang: str = "en") -> str:
    """Return a vampire's own name, or another card's type with its number."""
    kind = type_of(card)
    if kind == "vampire":
        deck, which = card.split("-V")
        return str(read_json("rivals", "cards", "stand_in.json")["decks"][int(deck) - 1]["vampires"][int(which) - 1][0])
    return say("part", kind, lang, {"n": _number(card)})


def number_of(card: str) -> int:
    """Return a card's number, by its id.

    >>> number_of("1-L01"), number_of("1-L02")
    (1, 2)
    """
    return s.numbers()[card]


def id_of(number: int) -> str:
    """Return the id of the card with this number.

    >>> id_of(number_of("2-V3"))
    '2-V3'
    """
    return s.card_id(number)


def potency_of(card: str) -> int:
    """Return the Blood Potency of a vampire, by its id (VAMP-02).

    >>> potency_of("1-V2")
    5
    """
    return s.blood_potency(s.numbers()[card])


def vampires() -> tuple[str, ...]:
    """Return the ids of all stand-in vampires.

    >>> len(vampires())
    28
    """
    return tuple(card for card in s.numbers() if type_of(card) == "vampire")


def card_text(card: str, lang: str = "en") -> str:
    """Return the text that describes a card.

    >>> card_text("R3")
    'Whoever holds it has Player 3 as Rival.'
    """
    kind = type_of(card)
    n = s.blood_potency(s.numbers()[card]) if kind == "vampire" else _number(card)
    return say("card", kind, lang, {"n": n})


def _number(card: str) -> int:
    return int(card.lstrip("RC-EM")) if card[0] in "RC" else int(card[3:])


def _shown(card: Any, lang: str) -> str:
    return name_of(str(card), lang) if card is not None else say("part", "nothing", lang)


_TEMPLATES: Final = Templates(
    "rivals",
    {
        "card": _shown,
        "cards": lambda cards, lang: listed([name_of(card, lang) for card in cards], lang),
        "list": lambda things, lang: listed(things, lang),
    },
)


def say(section: str, key: str, lang: str = "en", values: Values = NO_VALUES) -> str:
    """Return the text of one key, filled in with ``values``: see :meth:`.Templates.say`."""
    return _TEMPLATES.say(section, key, lang, values)


def listed(things: Iterable[Any], lang: str = "en") -> str:
    """Return things as a list in a sentence, such as "Ann and Bob"."""
    return _TEMPLATES.listed(things, lang, "nothing")


def event_text(event: Event, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
    """Return one sentence on an event, for the reader ``me`` (``None`` is a spectator)."""
    from vendetta_kit.games.rivals.engine.game import RULES

    event = event.seen_by(me)
    values = with_seats(RULES.events[event.kind], {**event.data, **event.secret}, names.__getitem__)
    values["name"] = names[event.seat] if event.seat is not None else say("part", "nobody", lang)
    key = event.kind
    if key == "hand" and "hand" in values:
        key = "hand.own"
    elif key == "action" and values.get("card") is None:
        key = "action.unhosted"
    return say("event", key, lang, values)


def entry_text(entry: Entry, names: Sequence[str], lang: str = "en") -> str:
    """Return one sentence on the tokens that an entry moved."""
    giver = entry.source.seat
    values = {
        "n": entry.amount,
        "card": entry.card,
        "giver": names[giver] if giver is not None else "",
        "name": names[entry.by] if entry.by is not None else "",
    }
    return say("entry", entry.cause, lang, values)


def account_text(account: Account, names: Sequence[str], lang: str = "en") -> str:
    """Return the name of an account of the ledger, such as a player's Prestige."""
    name = names[account.seat] if account.seat is not None else ""
    return say("account", account.kind, lang, {"name": name, "card": account.card})


def decision_text(decision: Decision, lang: str = "en") -> str:
    """Return the question of a decision, as one sentence to the player who decides."""
    return say("decision", decision.kind, lang)


def action_text(action: Action, lang: str = "en", decision: Decision | None = None) -> str:
    """Return the label of an action's button; ``decision`` gives ``Done`` its own words."""
    given = {field.name: getattr(action, field.name) for field in fields(action) if field.init}
    values = {key: value if key == "party" else s.card_id(value) for key, value in given.items()}
    asked = f"done.{decision.kind}" if decision is not None and action.do == "done" else action.do
    return say("action", asked, lang, values)
