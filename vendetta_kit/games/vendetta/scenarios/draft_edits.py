"""Changes to the table of a scenario draft: each function returns the keys to change.

They do not check whether the result is possible; the checks of scenario files do. What a change makes meaningless is
removed as well, such as the cards of a clan that is replaced.

>>> from vendetta_kit.games.vendetta.scenarios.draft import blank
>>> deploy(blank(), 0, "BR07", 1, "down")["deployed"]
[{'seat': 'Ann', 'at': 1, 'cards': ['BR07'], 'face': 'down'}]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import CLANS, LOCATIONS

Doc = Mapping[str, Any]
NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
_NO_NAMES: Final = (
    "format",
    "id",
    "title",
    "rules",
    "clan",
    "face",
    "phase",
    "step",
    "event",
    "transfer",
    "cause",
    "run_to",
)
"""Keys under which no player is named, even if a player has the same name."""


def set_seat_key(doc: Doc, k: int, key: str, value: Any) -> dict[str, Any]:
    """Set one key of a seat; ``None`` removes the key, so that the default holds."""
    return {"seats": [_with(row, key, value) if s == k else row for s, row in enumerate(doc["seats"])]}


def _with(row: Doc, key: str, value: Any) -> dict[str, Any]:
    return {name: part for name, part in {**row, key: value}.items() if part is not None}


def rename(doc: Doc, k: int, name: str) -> dict[str, Any]:
    """Rename a player wherever the file names them."""
    old = doc["seats"][k]["name"]
    renamed: dict[str, Any] = {key: _renamed(key, value, old, name) for key, value in doc.items()}
    return renamed


def _renamed(key: str, value: Any, old: str, name: str) -> Any:
    if key in _NO_NAMES:
        return value
    if isinstance(value, Mapping):
        return {
            (name if part == old and key in ("final", "bids") else part): _renamed(part, inner, old, name)
            for part, inner in value.items()
        }
    if isinstance(value, list):
        return [_renamed(key, inner, old, name) for inner in value]
    return name if value == old and isinstance(value, str) else value


def set_clan(doc: Doc, k: int, name: str) -> dict[str, Any]:
    """Give a seat another clan; a seat that had it gets the old one. Cards of both clans are removed from the table."""
    old = doc["seats"][k].get("clan")
    rows, gone = [], {name, old}
    for s, row in enumerate(doc["seats"]):
        wanted = name if s == k else old if row.get("clan") == name else row.get("clan")
        kept = {key: part for key, part in row.items() if wanted == row.get("clan") or key not in ("hand", "deck")}
        rows.append(_with(kept, "clan", wanted))
    return {"seats": rows, "deployed": _rows(doc, lambda card: _clan_of(card) not in gone)}


def _clan_of(card: str) -> str:

    return str(getattr(box.records().get(card), "clan", ""))


def _rows(doc: Doc, stays: Any) -> list[dict[str, Any]] | None:
    """Return the deployed cards and Blood without some cards; ``None`` if nothing is left."""
    found = []
    for row in doc.get("deployed", ()):
        cards = [card for card in row.get("cards", ()) if stays(card)]
        kept = {**row, "cards": cards} if cards else {key: row[key] for key in ("seat", "at", "blood") if key in row}
        if cards or row.get("blood"):
            found.append(kept)
    return found or None


def set_players(doc: Doc, seats: int) -> dict[str, Any]:
    """Set the number of players; six are three teams, and the Locations depend on the number."""
    rows = list(doc["seats"][:seats])
    while len(rows) < seats:
        taken, clans = [row["name"] for row in rows], [row.get("clan") for row in rows]
        name = next(name for name in NAMES if name not in taken)
        rows.append({"name": name, "clan": next(clan_ for clan_ in CLANS if clan_ not in clans)})
    names = [row["name"] for row in rows]
    variants = {key: value for key, value in doc.get("variants", {}).items() if key not in ("teams", "location_cards")}
    if seats == 6:
        variants["teams"] = True
    same = len(LOCATIONS[seats]) == len(LOCATIONS[len(doc["seats"])])
    if same and "location_cards" in doc.get("variants", {}):
        variants["location_cards"] = doc["variants"]["location_cards"]
    return {
        "seats": rows,
        "variants": variants or None,
        "locations": doc.get("locations") if same else None,
        "deployed": [row for row in doc.get("deployed", ()) if row["seat"] in names] or None,
        "ambition": doc["ambition"] if doc.get("ambition") in names else names[0],
    }


def put_in_hand(doc: Doc, k: int, card: str, present: Sequence[str]) -> dict[str, Any]:
    """Put a card into a seat's hand; ``present`` is its current hand."""
    row = doc["seats"][k]
    cards = [*row.get("hand", present)]
    rows = [_without_from_deck(other, card) if s == k else other for s, other in enumerate(doc["seats"])]
    new = set_seat_key({**doc, "seats": rows}, k, "hand", cards if card in cards else [*cards, card])
    return {**new, "deployed": _rows(doc, lambda other: other != card)}


def _without_from_deck(row: Doc, card: str) -> dict[str, Any]:
    return {**row, "deck": [other for other in row["deck"] if other != card]} if "deck" in row else dict(row)


def _out_of_hand(doc: Doc, card: str) -> list[dict[str, Any]]:
    """Return the seats with a card removed from listed hands and decks."""
    rows = []
    for row in doc["seats"]:
        kept = _without_from_deck(row, card)
        rows.append({**kept, "hand": [other for other in row["hand"] if other != card]} if "hand" in row else kept)
    return rows


def put_in_deck(doc: Doc, k: int, card: str, present: Sequence[str]) -> dict[str, Any]:
    """Put a card back into a seat's Clan deck; ``present`` is its current hand."""
    rows = _out_of_hand(doc, card)
    row = rows[k]
    if "hand" not in row and card in present:
        row = {**row, "hand": [other for other in present if other != card]}
    if "deck" in row:
        row = {**row, "deck": [*row["deck"], card]}
    rows[k] = row
    return {"seats": rows, "deployed": _rows(doc, lambda other: other != card)}


def deploy(doc: Doc, k: int, card: str, at: int | str, face: str) -> dict[str, Any]:
    """Put a card on a seat's Position, ``face`` up or down, and remove it from where it was."""
    name = doc["seats"][k]["name"]
    rows = list(_rows(doc, lambda other: other != card) or ())
    new: dict[str, Any] = {"seat": name, "at": at, "cards": [card], "face": face}
    here = [i for i, row in enumerate(rows) if (row["seat"], row["at"]) == (name, at)]
    if here and not rows[here[-1]].get("cards"):  # the row has only Blood: add the card to it
        rows[here[-1]] = {**new, "blood": rows[here[-1]]["blood"]}
    elif here and rows[here[-1]].get("face", "up") == face:
        rows[here[-1]] = {**rows[here[-1]], "cards": [*rows[here[-1]]["cards"], card]}
    else:
        rows.append(new)
    return {"seats": _out_of_hand(doc, card), "deployed": rows}


def set_blood(doc: Doc, k: int, at: int | str, blood: int) -> dict[str, Any]:
    """Set the Blood on a seat's Position."""
    name = doc["seats"][k]["name"]
    rows, left = [], blood
    for row in doc.get("deployed", ()):
        if (row["seat"], row["at"]) == (name, at):
            row = {key: part for key, part in row.items() if key != "blood"}
            if left:
                row, left = {**row, "blood": left}, 0
            if not row.get("cards") and "blood" not in row:
                continue
        rows.append(row)
    if left:
        rows.append({"seat": name, "at": at, "blood": left})
    return {"deployed": rows or None}


def toggle_person(doc: Doc, k: int, zone: str, card: str, present: Sequence[str]) -> dict[str, Any]:
    """Add an Ally or a Victim to a seat's ``alliance`` or ``drained``, or remove it if it is there."""
    row = doc["seats"][k]
    cards = [*row.get(zone, present)]
    return set_seat_key(doc, k, zone, [c for c in cards if c != card] if card in cards else [*cards, card])


def set_tokens(doc: Doc, k: int, side: str, number: int) -> dict[str, Any]:
    """Set the number of a seat's Diablerie tokens that lie ``up`` or ``down``."""
    now = {**doc["seats"][k].get("diablerie", {}), side: number}
    return set_seat_key(doc, k, "diablerie", {key: n for key, n in now.items() if n} or None)


def set_relic(doc: Doc, k: int, card: str | None, used: bool) -> dict[str, Any]:
    """Give a seat a Relic; ``None`` for one drawn by the seed."""
    variants = {**doc.get("variants", {}), "relics": True}
    row = None if card is None else {"id": card, **({"used": True} if used else {})}
    return {**set_seat_key(doc, k, "relic", row), "variants": variants}


def set_ally(doc: Doc, place: int, card: str | None, present: Sequence[str | None]) -> dict[str, Any]:
    """Put an Ally at a Location by its index, the Haven last; ``None`` for no Ally."""
    rows = [*doc.get("locations", present)]
    return {"locations": [card if k == place else other for k, other in enumerate(rows)]}


def set_start(doc: Doc, **values: Any) -> dict[str, Any]:
    """Begin the story in another ``phase`` or ``step``, at another Location (``at``) or ``turn``."""
    now = {**doc.get("start", {}), **values}
    if "phase" in values:
        now = {"phase": values["phase"]}
    return {"start": {key: value for key, value in now.items() if value is not None}}


def set_next_card(doc: Doc, key: str, card: str | None) -> dict[str, Any]:
    """Set the card that comes up at the next ``frenzy``, ``ally`` or ``victim``; ``None`` for one drawn by the seed."""
    rest = doc.get("next_random", {}).get(key, [])[1:]
    rows = _with(doc.get("next_random", {}), key, [card, *rest] if card else rest or None)
    return {"next_random": rows or None}


def set_variant(doc: Doc, key: str, value: Any) -> dict[str, Any]:
    """Turn a variant on or off; without Relics no seat has one."""
    variants = _with(doc.get("variants", {}), key, value or None)
    rows = doc["seats"]
    if key == "relics" and not value:
        rows = [{name: part for name, part in row.items() if name != "relic"} for row in rows]
    return {"variants": variants or None, "seats": rows}
