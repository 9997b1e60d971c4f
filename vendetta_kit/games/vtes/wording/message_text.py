"""The engine's messages in words: events, ledger entries, decisions, actions, refusals.

The words are in ``data/vtes/lang/<language>/messages.json`` (:mod:`vendetta_kit.rulebook.templates`). A template's gap
may name the way its value is shown: ``{card:card}`` is a card's name.

>>> say("refusal", "pool_cost", "de", {"cost": 2, "pool": 1})
'Sie kostet 2 Pool; du hast 1.'
>>> say("phase", "untap"), say("title", "prince", values={"of": "Ghent"})
('untap phase', 'Prince of Ghent')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from typing import Any, Final

from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.cards import Card, OwnCards, Title
from vendetta_kit.games.vtes.engine.deck_list import ARTICLES
from vendetta_kit.games.vtes.engine.events import EVENTS
from vendetta_kit.games.vtes.engine.rule_numbers import BASIC, SUPERIOR
from vendetta_kit.games.vtes.engine.state import ACTION_NAMES, CARD_ACTION, FIRST_CARD
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.event_kinds import with_seats
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.log import LogWriter
from vendetta_kit.rulebook.templates import NO_VALUES, Templates, Values

CARD_ACTION_NAME: Final = ACTION_NAMES[CARD_ACTION]
"""The name of an action that is only a card's own."""

CardOf = Callable[[int], str | None]
"""Returns the printed card's id of a physical card by its number; ``None`` if the reader may not know it."""

_YES_NO: Final = ("diablerize_blocked", "rescue_consent")
"""Kinds of decisions that are answered by yes or no."""
_TOLD_BY_RULE: Final = ("fails", "point", "torpor")
"""Kinds of events whose sentence depends on their first rule."""
_SECTIONS: Final[Mapping[str, str]] = {
    "clan": "clan", "sect": "sect", "discipline": "discipline", "level": "level", "phase": "phase", "type": "type",
    "kind": "kind", "target": "target", "did": "did", "what": "what", "when": "when",
}  # fmt: skip
"""The section of the file in which a value is looked up, by the way it is shown."""


class Words:
    """The words of a game with its cards.

    Args:
        cards: the cards of the game by id; ``None`` for the practice set.

    >>> Words().event_text  # doctest: +ELLIPSIS
    <bound method Words.event_text of ...>
    """

    def __init__(self, cards: Mapping[str, Card] | None = None) -> None:
        self._cards = practice_set() if cards is None else {**practice_set(), **cards}
        shown: dict[str, Callable[[Any, str], str]] = {
            "card": self._card,
            "called": self._called,
            "cards": lambda cards, lang: self._listed_cards(cards, lang, self._card),
            "cards_called": lambda cards, lang: self._listed_cards(cards, lang, self._called),
            "aim": self._card,
            "list": self.listed,
            "title": self.title_text,
            "offices": lambda kinds, lang: self.listed([self.say("office", kind, lang) for kind in kinds], lang),
            "fetch": lambda f, lang: self.say("fetch", f"{f.source}.type" if f.type else f.source, lang, f._asdict()),
            "barred": lambda barred, lang: self.say("barred", barred.who, lang, {"of": barred.of}),
            "signed": lambda n, lang: f"+{n}" if n == "X" or n >= 0 else f"−{-n}",
            **{way: self._looked_up(section) for way, section in _SECTIONS.items()},
        }
        self._templates = Templates("vtes", shown)
        self.teller = LogWriter(self.event_text, self.entry_text)

    def say(self, section: str, key: str, lang: str = "en", values: Values = NO_VALUES) -> str:
        """Return the words of a key (:meth:`.Templates.say`)."""
        return self._templates.say(section, key, lang, values)

    def first(self, section: str, keys: Sequence[str], lang: str, values: Values) -> str:
        """Return the words of the first of the keys that exists (:meth:`.Templates.first`)."""
        return self._templates.first(section, keys, lang, values)

    def listed(self, things: Iterable[Any], lang: str = "en") -> str:
        """Return things as a list in words, such as "A, B and C"."""
        return self._templates.listed(things, lang)

    def title_text(self, title: Title, lang: str = "en") -> str:
        """Return the words for a title with its city, clan or votes.

        >>> Words().title_text(Title("justicar", "brujah"), "de")
        'Justikar des Clans Brujah'
        """
        return self.say("title", title.kind, lang, {"of": title.of})

    def _card(self, card: Any, lang: str) -> str:
        """Return the name of a card, given its id or the card; anything else as a string."""
        if card is None:
            return self.say("part", "a_card", lang)
        if isinstance(card, Card):
            return card.named(lang)
        record = self._cards.get(str(card))
        return record.named(lang) if record is not None else str(card)

    def _called(self, card: Any, lang: str) -> str:
        """Show a card's name inside a sentence: in quotes, which keep it as it is, but for a vampire's plain name."""
        name = self._card(card, lang)
        record = card if isinstance(card, Card) else self._cards.get(str(card))
        if record is None or (record.type == "vampire" and name.split()[0].casefold() not in ARTICLES):
            return name
        return self.say("part", "quoted", lang, {"value": name})

    def _listed_cards(self, cards: Iterable[Any], lang: str, named: Callable[[Any, str], str]) -> str:
        return self._templates.listed([named(card, lang) for card in cards], lang, "nothing")

    def _looked_up(self, section: str) -> Callable[[Any, str], str]:
        return lambda value, lang: self.say(section, str(value), lang)

    # Events and entries --------------------------------------------------------------------------------------

    def event_text(self, event: Event, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
        """Return the sentence of an event, with what seat ``me`` may know (``None``: a spectator)."""
        event = event.seen_by(me)
        values = with_seats(EVENTS[event.kind], event.data, lambda seat: _who(names, seat))
        values["name"] = _who(names, event.seat)
        variant = ""
        if event.kind in ("played", "used", "terms", "option"):
            values |= self._played(values, values.get("level") == "superior", lang)
        if event.kind in ("action", "succeeds", "fails"):
            values |= self._deed(values, lang)
        elif event.kind == "vote":
            of_prisci = ".prisci" if values["prisci_for"] + values["prisci_against"] else ""
            values["tally"] = self.say("part", f"tally{of_prisci}", lang, values)
        elif "minion" in values and "card" in values:
            values["with"] = self._with(values, lang)
        if event.kind == "played":
            played = self._cards.get(event.data["card"])
            level = SUPERIOR if event.data["level"] == "superior" else BASIC
            variant = "untaps" if played is not None and played.does("untap_after", level) else ""
        if "title" in values:
            values["title"] = self.say("title", values["title"], lang, {"of": _number(values["of"])})
        for field in ("points", "shares"):
            if isinstance(values.get(field), dict):
                points = [{"name": name, "n": n} for name, n in values[field].items()]
                values[field] = [self.say("part", "points", lang, point) for point in points]
        if event.kind in _VARIANTS:
            variant = _VARIANTS[event.kind](values)
        elif event.kind in ("dealt", "drawn", "new_vampire", "looked", "searched") and event.data.keys() & {
            "cards",
            "hand",
            "card",
        }:
            variant = "own"
        key = f"{event.kind}.{variant}" if variant else event.kind
        why = (f"{key}.{event.rules[0]}",) if event.kind in _TOLD_BY_RULE else ()
        return self._templates.first("event", (*why, key, event.kind), lang, values)

    def _deed(self, values: Mapping[str, Any], lang: str) -> dict[str, str]:
        """Return the words for the gaps of a sentence on an action: its name, and the card that it is done with."""
        did, card = self.say("did", values["action"], lang), values["card"]
        if card is None:
            return {"deed": did, "with": ""}
        named = self.say("part", "with", lang, {"card": card})
        return {"deed": self._card(card, lang) if values["action"] == CARD_ACTION_NAME else did + named, "with": named}

    def _with(self, values: Mapping[str, Any], lang: str) -> str:
        """Return in brackets what a minion uses: a card, or an ability of its own; empty if nothing."""
        if values["card"] is None:
            return ""
        return self.say("part", "with_own" if values["card"] == values["minion"] else "with", lang, values)

    def _played(self, values: Mapping[str, Any], superior: bool, lang: str) -> dict[str, str]:
        """Return the words for the gaps of a sentence on a played card: choice, minion, level, target."""
        aim = values.get("at_card") or values.get("at_seat")
        whose = ".another" if values.get("at_whose") not in (None, values.get("name")) else ""
        return {
            "choice": self._choice(values, superior, lang),
            "by": self.say("part", "by", lang, values) if values.get("minion") is not None else "",
            "superior": self.say("part", "superior", lang) if superior else "",
            "at": self.say("part", "at" + whose, lang, {**values, "aim": aim}) if aim is not None else "",
            "aim": self._card(aim, lang),
        }

    def _choice(self, values: Mapping[str, Any], superior: bool, lang: str) -> str:
        """Return the words for what was chosen when a card was played; empty if nothing was."""
        from .card_text import option_text

        card, choice = self._cards.get(str(values.get("card"))), values.get("choice")
        if card is None or not card.chooses or choice is None:
            return ""
        return option_text(card, SUPERIOR if superior else BASIC, choice, lang)

    def entry_text(self, entry: Entry, names: Sequence[str], lang: str = "en") -> str:
        """Return the sentence of a ledger entry: which counters moved from where to where, and why."""
        source, target = entry.source, entry.target
        values = {
            "giver": _who(names, source.seat),
            "taker": _who(names, target.seat),
            "from": source.card,
            "to": target.card,
            "n": entry.amount,
            "card": entry.card,
        }
        hidden = any(end.kind == "card" and end.card is None for end in (source, target))
        unknown = (f"{entry.cause}.unknown",) if hidden else ()
        robbed = self._cards.get(source.card or "")
        known = () if robbed is None else (f"{entry.cause}.of_{robbed.type}",)
        keys = (*unknown, *known, f"{entry.cause}.to_{target.kind}", f"{entry.cause}.{source.kind}", entry.cause)
        return self._templates.first("entry", keys, lang, values)

    def account_text(self, account: Account, names: Sequence[str], lang: str = "en") -> str:
        """Return the name of an account of the ledger, such as a pool."""
        return self.say("account", account.kind, lang, {"name": _who(names, account.seat), "card": account.card})

    # Decisions and actions -------------------------------------------------------------------------------------

    def decision_text(self, decision: Decision, lang: str = "en") -> str:
        """Return the question of a decision, addressed to the player who must decide."""
        return self.say("decision", decision.question or decision.kind, lang, {"card": decision.card})

    def action_text(
        self, action: Action, names: Sequence[str], card: CardOf, lang: str = "en", decision: Decision | None = None
    ) -> str:
        """Return the label of an action's button.

        Args:
            action: the action.
            names: the players' names by seat.
            card: gives the printed card's id of a physical card.
            lang: the language.
            decision: the open decision, on which the words for a pass or an answer depend.
        """
        given = {field.name: getattr(action, field.name) for field in fields(action) if field.init}
        values = {key: self._named(value, names, card) for key, value in given.items() if type(value) is int}
        key: str = action.do
        asked = (decision.question or decision.kind) if decision is not None else ""
        if key == "pass":
            key = f"pass.{asked}"
        elif key == "choose":
            value = given["value"]
            values["aim"] = values["value"]
            if asked == "option" and decision is not None:
                from .card_text import option_sentences

                record = self._cards[str(decision.card)]
                values["aim"] = option_sentences(record, BASIC if record.options(BASIC) else SUPERIOR, value, lang)
            key += ".none" if value < 0 else (".yes" if value else ".no") if asked in _YES_NO else ""
        elif key == "take":
            values["pieces"] = given["which"].bit_count()
        elif key == "rescue":
            values["pays"] = given["pays"]
        elif key in ("play", "use", "vote", "strike"):
            values["at_card"] = values.pop("target", None)
            if given.get("choice", -1) >= 0:
                values["choice"] = given["choice"]
            values |= self._played(values, bool(given.get("superior")), lang)
            if key == "vote":
                key += (".yes" if given["yes"] else ".no") + (".edge" if given["source"] < 0 else "")
            elif key == "strike":
                weapon = self._cards.get(str(values["weapon"]))
                own = weapon is not None and weapon.type in ("ally", "vampire")
                key += ".hands" if given["weapon"] < 0 else ".own" if own else ""
        return self._templates.first("action", (key, action.do), lang, values)

    @staticmethod
    def _named(value: int, names: Sequence[str], card: CardOf) -> Any:
        """Return the card's id or player's name that a number in an action means, or ``None``."""
        if value < 0:
            return None
        return _who(names, value) if value < FIRST_CARD else card(value)


def _who(names: Sequence[str], seat: Any) -> Any:
    """Return the name of a seat's player; anything but a seat is returned as it is."""
    return names[seat] if type(seat) is int and 0 <= seat < len(names) else seat


def _number(of: Any) -> Any:
    """Return the votes of an Independent's title as a number, given as text; anything else as it is."""
    return int(of) if isinstance(of, str) and of.isdigit() else of


def _joined(*parts: str) -> str:
    return ".".join(part for part in parts if part)


def _action(values: Mapping[str, Any]) -> str:
    if values["action"] == ACTION_NAMES[1]:
        return "bleed"
    return _joined("at" if values["at_seat"] is not None else "", "target" if values["target"] is not None else "")


def _weapon(values: Mapping[str, Any]) -> str:
    if values["card"] is None:
        return "hands"
    return "own" if values["card"] == values["minion"] else ""


def _vote(values: Mapping[str, Any]) -> str:
    if values["source"] is None:
        return "edge"
    if values["burned"]:
        return "burned"
    return "priscus" if values["priscus"] and not values["votes"] else ""


def _block(values: Mapping[str, Any]) -> str:
    if values["prisci_for"] == values["prisci_against"]:
        return "split" if values["prisci_for"] else ""
    return "prisci"


def _damage(values: Mapping[str, Any]) -> str:
    if not values["aggravated"]:
        return ""
    return "both" if values["amount"] else "aggravated"


_VARIANTS: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    "edge": lambda v: "nobody" if v["name"] is None else "from" if v["old"] is not None else "",
    "action": _action,
    "stronger": lambda v: "whole" if v["whole"] else "",
    "holds": lambda v: _joined(v["what"], "whole" if v["whole"] else ""),
    "range_set": lambda v: "long" if v["long"] else "close",
    "maneuver": lambda v: "long" if v["long"] else "close",
    "range": lambda v: "long" if v["long"] else "close",
    "strike": lambda v: _joined(_weapon(v), "target" if v["target"] is not None else ""),
    "damage": _damage,
    "block_failed": lambda v: "barred" if v["intercept"] >= v["stealth"] else "",
    "woken": lambda v: v["how"],
    "press": lambda v: "on" if v["goes_on"] else "end",
    "contested": lambda v: "own" if len(v["seats"]) == 1 else "",
    "referendum": lambda v: "hunt" if v["about"] is not None else "",
    "vote": lambda v: _joined("yes" if v["yes"] else "no", _vote(v)),
    "outcome": lambda v: _joined("passes" if v["passes"] else "fails", _block(v)),
    "bled": lambda v: "" if v["amount"] else "nothing",
    "burned": lambda v: "ousted" if "cards" in v else "",
    "choice": lambda v: f"{v['question']}.{'yes' if v['answer'] == 1 else 'no'}",
    "ousted": lambda v: "by" if v["predator"] is not None else "",
    "point": lambda v: "prey" if v["prey"] is not None else "",
}
"""Functions that choose among an event's sentences by its fields, by the kind of event."""


@cache
def practice_words() -> Words:
    """Return the words for games with the practice set."""
    return Words()


@lru_cache(maxsize=16)
def words_of(own: OwnCards | None) -> Words:
    """Return the words of a game with the practice set and these cards, as a view names them."""
    return practice_words() if own is None else Words(own.records)


def say(section: str, key: str, lang: str = "en", values: Values = NO_VALUES) -> str:
    """Return the words of a key (:meth:`Words.say`)."""
    return practice_words().say(section, key, lang, values)
