"""Texts of the engine: events, ledger entries, questions, actions and reasons.

The texts are in ``data/lang/<language>/messages.json`` (:mod:`vendetta_kit.rulebook.templates`). A gap in a template
may say how its value is shown: ``{card:card}`` a card's name (``whose``: with its clan if needed), ``{cards:cards}``
and ``{names:list}`` a list, ``{at:in}`` (``to``, ``from``, ``the``, ``place``) a Location.

>>> say("refusal", "fee", values={"fee": 1, "pool": 1})
'Playing face down there costs 1 Blood; you have 1, and 1 must stay in your Pool.'
>>> say("refusal", "flips", "de", {"flips": 2, "tokens": 1})
'Du kannst nicht 2 Diablerie-Marker umdrehen: Offen hast du 1.'
>>> place("haven"), place(2, "de")
("Prince's Haven", 'The Asylum')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_hooks import counts_later
from vendetta_kit.games.vendetta.engine.card_tables import IDS
from vendetta_kit.games.vendetta.engine.effects import BONUS, EFFECT
from vendetta_kit.games.vendetta.engine.event_kinds import with_named_seats
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.rulebook.templates import NO_VALUES, Templates, Values

COUNTS_LATER: Final = frozenset(IDS[card] for card, effect in EFFECT.items() if effect is counts_later)
"""Conflict cards that only change their own Power, so that nothing is to be seen before the count."""
COUNTS_BY_TEXT: Final = frozenset(IDS[card] for card in BONUS)
"""Cards whose own text changes their printed Power."""
FERAL_WEAPONS: Final = "GA03"
"""The card that makes Deployed Blood count more."""
MINDLESS_ASSAULT: Final = "MA07"
"""The card that makes face-down cards count."""


# How values are shown ---------------------------------------------------------------------------------------


def _card(card: Any, lang: str) -> str:
    """Return the name of a card or clan; an unknown id is shown in quotation marks."""
    return box.name(card, lang) if str(card) in box.records() else say("part", "quoted", lang, {"value": card})


def _whose(card: Any, lang: str) -> str:
    """Return a card's name, with its clan for Hunt and Ready, which every clan has."""
    record = box.records().get(str(card))
    if isinstance(record, box.ClanCard) and record.starting:
        return say("part", "whose", lang, {"card": card, "clan": record.clan})
    return _card(card, lang)


def _cards(cards: Iterable[Any], lang: str) -> str:
    return _TEMPLATES.listed([_card(card, lang) for card in cards], lang, "nothing")


def _located(how: str) -> Callable[[Any, str], str]:
    def show(at: Any, lang: str) -> str:
        if at == "haven":
            return say("place", f"{how}.haven", lang)
        if isinstance(at, int) or str(at).isdigit():
            return say("place", f"{how}.number", lang, {"n": str(at)})
        return "" if at is None else say("part", "quoted", lang, {"value": at})

    return show


_SHOWN: Final[dict[str, Callable[[Any, str], str]]] = {
    "card": _card,
    "cards": _cards,
    "whose": _whose,
    "clan": _card,
    "clans": _cards,
    "list": lambda things, lang: _TEMPLATES.listed(things, lang),
    "commas": lambda things, lang: _TEMPLATES.messages(lang)["part"]["comma"].join(str(thing) for thing in things),
    "places": lambda spots, lang: _TEMPLATES.listed([place(at, lang) for at in spots], lang),
    "phase": lambda phase, lang: say("phase", phase, lang),
    "step": lambda step, lang: say("step", step, lang),
    "token": lambda token, lang: say("token", token, lang),
    **{how: _located(how) for how in ("place", "the", "in", "to", "from")},
}


_TEMPLATES: Final[Templates] = Templates("", _SHOWN)


def say(section: str, key: str, lang: str = "en", values: Values = NO_VALUES) -> str:
    """Return the text of one key: see :meth:`.Templates.say`."""
    return _TEMPLATES.say(section, key, lang, values)


def fill(template: str, lang: str = "en", values: Values = NO_VALUES) -> str:
    """Return any template, filled in as those of ``messages.json`` are.

    >>> fill("{card:card} {at:in}", "de", {"card": "BR09", "at": 2})
    'Hunt bei The Asylum'
    """
    return _TEMPLATES.fill(template, lang, values)


def place(at: int | str | None, lang: str = "en") -> str:
    """Return the name of a Location: 1, 2, 3 or ``"haven"``."""
    return _SHOWN["place"](at, lang)


def account_text(account: Account, names: Sequence[str], lang: str = "en") -> str:
    """Return the name of an account of the ledger, such as a Pool."""
    return say("account", account.kind, lang, {**account._asdict(), "name": _who(names, account.seat)})


def _who(names: Sequence[str], seat: Any) -> Any:
    """Return a player's name; a value that is no seat is returned as it is."""
    return names[seat] if type(seat) is int and 0 <= seat < len(names) else seat


def _mate(names: Sequence[str], seat: int | None) -> Any:
    """Return the name of the team mate, who sits opposite."""
    return _who(names, (seat + len(names) // 2) % len(names)) if seat is not None else None


# Events ----------------------------------------------------------------------------------------------------


def event_text(event: Event, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
    """Return one sentence on an event, for the reader ``me`` (``None`` is a spectator)."""
    event = event.seen_by(me)
    values = with_named_seats(event, lambda seat: _who(names, seat))
    values["name"] = _who(names, event.seat)
    values["at"] = event.at
    if event.kind == "choice":
        return _choice(event, values, names, lang)
    more = _MORE.get(event.kind)
    if more is not None:
        more(event, values, names, lang)
    variant = _VARIANTS.get(event.kind)
    suffix = variant(event, values) if variant is not None else ""
    return _TEMPLATES.first("event", (f"{event.kind}.{suffix}" if suffix else event.kind, event.kind), lang, values)


_VARIANTS: Final[dict[str, Callable[[Event, Values], str]]] = {
    "alliance": lambda event, values: "" if event.moment.phase == "set_up" else "back",
    "looked": lambda event, values: "own" if "cards" in values else "",
    "kept": lambda event, values: _kept(values),
    "draw": lambda event, values: "own" if "card" in values else "",
    "shuffled_in": lambda event, values: "own" if "card" in values else "",
    "held": lambda event, values: "own" if "card" in values else "",
    "look": lambda event, values: "own" if "card" in values else "",
    "returned": lambda event, values: "" if "card" in values else "hidden",
    "play": lambda event, values: _played(event, values),
    "drain": lambda event, values: "random" if "FRZ-04" in event.rules else "frenzy" if "FRZ-06" in event.rules else "",
    "withdraw": lambda event, values: _withdrawn(event, values),
    "withdraw_haven": lambda event, values: "" if values["things"] else "empty",
    "act": lambda event, values: _acted(event, values),
    "winner": lambda event, values: _won(event, values),
    "lone": lambda event, values: _lone(event, values),
    "ambition": lambda event, values: "passed" if "RUL-14" in event.rules else "",
    "protected": lambda event, values: "" if values["against"] else "nothing",
    "printed": lambda event, values: str(values["by"]),
    "ignored": lambda event, values: "out" if "spared" in values else str(values["card"]),
    "frenzy": lambda event, values: (
        "nobody" if values["causer"] is None else "mate" if "VTAG-06" in event.rules else ""
    ),
    "frenzy_bare": lambda event, values: "poor" if "FRZ-14" in event.rules else "",
    "game_over": lambda event, values: "team" if len(values["winners"]) > 1 else "",
}
"""The function that chooses among an event's templates; ``""`` is the usual one."""


def _kept(values: Values) -> str:
    if "cards" in values:
        return "own" if values["bottom"] else "own.all"
    return "exchange" if values["exchange"] else ""


def _lone(event: Event, values: Values) -> str:
    if "RUL-30" not in event.rules:
        return ""
    return "ranked" if len(values["ranking"]) > 1 else "blood"


def _played(event: Event, values: Values) -> str:
    if "by" in values:
        return "by_effect" if event.data["owner"] == event.seat else "by_effect.taken"
    if values["face"] == "up":
        return "up"
    return "down.own" if "card" in values else "down"


def _withdrawn(event: Event, values: Values) -> str:
    variant = ["cloak"] if "CONTR-01" in event.rules else []
    return ".".join(variant if values["things"] else [*variant, "empty"])


def _acted(event: Event, values: Values) -> str:
    """Return ``named`` for a card that acts in the Revelation by its text although its sign says later (RUL-46)."""
    record = box.records().get(values["card"])
    if event.moment.step == "revelation" and isinstance(record, box.ClanCard) and record.type != "passive":
        return "named"
    return "later" if values["card"] in COUNTS_LATER else ""


def _won(event: Event, values: Values) -> str:
    if values["tied"]:
        return "tie.fiorenza" if "RUL-40" in event.rules else "tie"
    return "" if len(values["ranking"]) > 1 else "only"


More = Callable[["Event", dict[str, Any], Sequence[str], str], None]
"""Adds to an event's values what its templates show in addition."""


def _step(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    values["step"] = event.data["name"]


def _look(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    values["number"] = values["slot"] + 1


def _play(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    values["with"] = _with(values, lang)
    values["fee"] = say("part", "fee", lang, {"n": values["fee"]}) if values["fee"] else ""


def _with(values: Values, lang: str) -> str:
    """Return what is played along with a card: Blood, turned tokens, or nothing."""
    things = [say("part", part, lang, {"n": values[part]}) for part in ("blood", "flips") if values[part]]
    return say("part", "with", lang, {"things": things}) if things else ""


def _withdraw_haven(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    values["things"] = things = [_card(card, lang) for card in values["cards"]]
    things += [_card(card, lang) for card in values.get("unseen", ())]
    unseen = values["count"] - len(things)
    if unseen:
        things.append(say("part", "unseen", lang, {"n": unseen}))


def _count(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    values["things"] = things = []
    cards = values["cards"].items()
    lines = [("power.card" if n == _printed(card, n) else "power.card.now", card, n) for card, n in cards]
    lines += [("power.down.by" if n else "power.down", MINDLESS_ASSAULT, n) for n in values["face_down"]]
    blood, power = values["blood"], values["blood_power"]
    if values["litany"]:  # the part of the sum that is neither cards nor Blood
        lines.append(("power.card", values["litany"], values["power"] - power - sum(n for _, _, n in lines)))
    for part, card, n in lines:
        things.append(say("part", part, lang, {"card": card, "n": n, "printed": _printed(card, n)}))
    if blood:
        part = "power.blood" if power == blood else "power.blood.more"
        things.append(say("part", part, lang, {"n": blood, "each": power // blood, "card": FERAL_WEAPONS}))


def _printed(card: str, n: int) -> int:
    """Return a card's printed Power, or ``n`` if it is no Clan card. Changes to it have a line of their own."""
    record = box.find(card)
    return record.power if isinstance(record, box.ClanCard) else n


def _bids(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    values["bids"] = [say("part", "bid", lang, {"name": name, "n": n}) for name, n in values["bids"].items()]
    values["why"] = ""
    if values["tied"]:
        part = "tie.lowest" if values["ally"] is None else "tie.lowest.fiorenza"
        tie = {"tied": values["tied"], "name": values["lowest"], "winner": values["ally"]}
        values["why"] = say("part", part, lang, tie)


def _winner(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    """Add the ties behind the first place (CONF-06), and Fiorenza Savona where she decides a tie."""
    ties, ranking = event.data.get("ties", ()), event.data["ranking"]
    lower = [tied for tied in ties if tied[0] != ranking[0]]
    part = "tie.lower.fiorenza" if "RUL-40" in event.rules and len(ties) == 1 else "tie.lower"
    told = [
        {
            "tied": [_who(names, seat) for seat in tied],
            "name": _who(names, tied[0]),
            "place": ranking.index(tied[0]) + 1,
        }
        for tied in lower
    ]
    values["lower"] = "".join(say("part", part, lang, tie) for tie in told)


def _game_over(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> None:
    """Add the sides with equal scores from the winners on, and what decides between them."""
    together = len(values["winners"])

    def sides(names: Sequence[str]) -> list[str]:
        return [_TEMPLATES.listed(names[k : k + together], lang) for k in range(0, len(names), together)]

    values["why"] = say("part", "tie.last", lang) if "RUL-14" in event.rules else ""
    values["behind"] = ""
    values["ranking"] = ranking = sides(values["ranking"])
    for tied, by in zip(map(sides, values["ties"]), event.data["ties_by"], strict=True):
        place = ranking.index(tied[0]) + 1
        if place == 1:
            values["why"] = say("part", f"tie.{by}", lang)
        else:
            values["behind"] += say("part", f"tie.behind.{by}", lang, {"tied": tied, "name": tied[0], "place": place})


_MORE: Final[dict[str, More]] = {
    "step": _step,
    "look": _look,
    "play": _play,
    "withdraw": _withdraw_haven,
    "withdraw_haven": _withdraw_haven,
    "count": _count,
    "bids": _bids,
    "game_over": _game_over,
    "winner": _winner,
    "lone": _winner,
}


def _choice(event: Event, values: dict[str, Any], names: Sequence[str], lang: str) -> str:
    """Return an answer to a card's question in words."""
    question, answer = values["question"], values["answer"]
    values["mate"] = _mate(names, event.seat)
    values["rival"] = _who(names, answer)
    kind = answered(event)
    if question == "use_relic" and kind == "no" and event.moment.round == ROUNDS:
        kind = "no.last"
    card = event.data["card"]
    return _TEMPLATES.first("answer", (f"{question}.{card}.{kind}", f"{question}.{kind}", kind), lang, values)


def answered(event: Event) -> str:
    """Return the kind of an answer, by which texts differ: yes, no, none (of Blood) or a value."""
    answer = event.data["answer"]
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "none" if answer == 0 and event.data["question"] in _BLOOD else "value"


_BLOOD: Final = ("blood_to_play", "blood_to_take", "blood_after_card")


# Ledger ----------------------------------------------------------------------------------------------------


def entry_text(entry: Entry, names: Sequence[str], lang: str = "en") -> str:
    """Return one sentence on an entry: who got Blood or Influence, from where, and why."""
    source, target = entry.source, entry.target
    values = {
        "giver": _who(names, source.seat),
        "taker": _who(names, target.seat),
        "from": source.at,
        "to": target.at,
        "amount": entry.amount,
        "token": entry.token,
        "card": entry.card,
        "by": _who(names, entry.by),
        "why": "",
        "pact": "",
    }
    if entry.card is not None:
        by_another = entry.by is not None and entry.by not in (source.seat, target.seat)
        values["why"] = say("part", "why.by" if by_another else "why", lang, values)
        values["pact"] = say("part", "pact", lang, values)
    return say("entry", ".".join(filter(None, (entry.cause, _entry_variant(entry)))), lang, values)


def _entry_variant(entry: Entry) -> str:
    cause, source, target = entry.cause, entry.source, entry.target
    if cause in ("fee", "spend", "lose") and target.kind == "position":
        return "pact"
    if (cause == "lose" and "FRZ-03" in entry.rules) or (cause == "steal" and "CONTR-05" in entry.rules):
        return "all"
    if cause in ("take_back", "shift") and source.seat != target.seat:
        return "other"
    if cause == "swap" and source.kind == "pool":
        return "out"
    if cause == "reward" and "REW-08" in entry.rules:
        return "haven"
    if cause == "frenzy_bare" and entry.token == "blood":
        return "blood"
    return ""


# Questions and actions -------------------------------------------------------------------------------------


def decision_text(decision: Decision, names: Sequence[str], lang: str = "en") -> str:
    """Return the question of a decision, as one sentence to the player who decides."""
    values = {
        "name": _who(names, decision.seat),
        "mate": _mate(names, decision.seat),
        "at": decision.at,
        "card": decision.card,
    }
    if decision.kind == "keep":
        values["n"] = n = _usual(decision)
        return say("decision", "keep" if n == 1 else "keep.more", lang, values)
    key = decision.question or decision.kind
    return _TEMPLATES.first("decision", (f"{key}.{decision.card}", key), lang, values)


def _usual(decision: Decision) -> int:
    """Return how many cards a player usually keeps in Hand Building."""
    return min((len(getattr(action, "cards", ())) for action in decision.legal), default=1)


def answer_label(decision: Decision, action: Action, names: Sequence[str], lang: str = "en") -> str:
    """Return a short label for an option of a decision, for a button beside :func:`decision_text`."""
    question = decision.question
    if decision.kind == "keep" and getattr(action, "give", None) is None:
        cards = getattr(action, "cards", ())
        if len(cards) > _usual(decision):
            return say("label", "keep.relic", lang, {"cards": cards, "relic": "RE04"})
    if question is None or action.do != "choose":
        return action_text(action, names, lang)
    answer: Any = getattr(action, "value", None)
    values = {
        "card": decision.card,
        "at": decision.at,
        "mate": _mate(names, decision.seat),
        "answer": answer,
        "rival": _who(names, answer),
    }
    if isinstance(answer, bool):
        kind = "yes" if answer else "no"
        return _TEMPLATES.first(
            "label", (f"{question}.{decision.card}.{kind}", f"{question}.{kind}", kind), lang, values
        )
    if question in _BLOOD:
        kind = "blood" if answer else "blood.none"
    elif question == "rival":
        kind = "seat"
    elif isinstance(answer, str) and answer != "haven":
        named = [_card(getattr(option, "value", None), "en") for option in decision.legal]
        kind = "card" if named.count(_card(answer, "en")) < 2 else "card.whose"
    else:
        kind = "place"
    return say("label", kind, lang, values)


def action_text(action: Action, names: Sequence[str], lang: str = "en") -> str:
    """Return a short label for an action, for a button or a list of actions."""
    return say("action", *_action_words(action, names, lang))


def did_text(action: Action, at: int | str | None, names: Sequence[str], lang: str = "en") -> str:
    """Return a sentence, without its full stop, that tells the player what she did: ``You stayed at Location 2``.

    ``at`` is the Location that was being resolved, if one was.
    """
    kind, lang, values = _action_words(action, names, lang)
    if kind in ("stay", "withdraw") and at is not None:
        kind, values = f"{kind}.at", {"at": at}
    return say("did", kind, lang, values)


def _action_words(action: Action, names: Sequence[str], lang: str) -> tuple[str, str, dict[str, Any]]:
    """Return the key of an action's text, the language, and what the text needs."""
    values: dict[str, Any] = action.to_json()
    kind: str = action.do
    if kind == "play":
        values = {"face": "up", "blood": 0, "flips": 0, **values}
        values["with"] = _with(values, lang)
        kind = "play.down" if values["face"] == "down" else "play.up"
    elif kind == "keep" and values.get("give") is not None:
        kind = "keep.give"
    elif kind == "drain":
        person = box.records().get(str(values["card"]))
        if isinstance(person, box.Person):
            values["n"] = person.drain_blood
            kind = f"drain.{person.creature}"
    elif kind == "look":
        slot = values.get("slot", 0)
        values["owner"] = _who(names, values.get("seat"))
        values["number"] = slot + 1 if type(slot) is int else slot
    elif kind == "bid" and values["blood"] == 0:
        kind = "bid.none"
    elif kind == "choose":
        kind = f"choose.{_kind_of(values['value'])}"
    return kind, lang, values


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return "number"
    return "place" if value == "haven" else "card"
