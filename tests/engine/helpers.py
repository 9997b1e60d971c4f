"""A table in three lines, and short words for what a test reads from it.

What lies on the table is said in lines such as ``"Ann 1: BR04 (BR07) +2"``: on Ann's Position at Location 1 lie BR04
face up, BR07 face down, and 2 Deployed Blood. A player has the clan of the first card named for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from vendetta_kit import Game, IllegalAction
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta.engine.actions import Choose, EndTurn, Play, Stay
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.engine.views import SeatView
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account, Entry, Event

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
CLAN_CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in read_json("vendetta", "cards", "clan_cards.json")}
ORDINARY_ALLIES = tuple(f"AL{number}" for number in range(16, 26))
"""Humans without an ability: the first that nobody has lie at the Locations, unless a test names others."""
_LINE = re.compile(r"(\w+) (1|2|3|haven): (.+)")
YES, NO = Choose(True), Choose(False)


# Setting the table -----------------------------------------------------------------------------------------


def table(
    *lies: str,
    players: int = 4,
    at: int | str = 1,
    step: str | None = None,
    ranking: tuple[str, ...] = (),
    ambition: str = "Ann",
    first: str = "Ann",
    start: dict[str, Any] | None = None,
    record: bool = True,
    **more: Any,
) -> Game:
    """A game in mid-play: Planning, or with ``step`` that step of Resolution at ``at``.

    A name as keyword (``Bob={"blood": 1}``) says more of a seat; any other is a key of the table (``round``,
    ``rulings``, …). They sit in the order of their names, ``first`` on the first seat. Everybody has 6 Blood, 3
    Influence and one Victim: Ann VI31, Bob VI32 and so on. When a Location before the Haven is resolved and nothing
    lies at the Haven, the last player has 1 Blood there: so the game stops there, with all that the Location has done
    still on the table.
    """
    names = NAMES[:players]
    seating = names[names.index(first) :] + names[: names.index(first)]
    if step and at != "haven" and not any(" haven:" in line for line in lies):
        lies = (*lies, f"{names[-1]} haven: +1")
    deployed = [row for line in lies for row in _rows(line)]
    seats = []
    for name in seating:
        k = names.index(name)
        seat = {"name": name, "alliance": [f"VI{k + 31 if k < 5 else 30}"], **more.pop(name, {})}
        named = [*seat.get("hand", ()), *seat.get("deck", ())]
        named += [card for row in deployed if row["seat"] == name for card in row.get("cards", ())]
        if named and "clan" not in seat:
            seat["clan"] = CLAN_CARDS[named[0]]["clan"]
        seats.append(seat)
    places = [1, 2, "haven"] if players < 5 else [1, 2, 3, "haven"]
    if step:
        start = {"phase": "resolution", "at": at, "step": step, **({"ranking": list(ranking)} if ranking else {})}
    if "locations" not in more:
        spoken_for = {card for seat in seats for key in ("alliance", "drained") for card in seat.get(key, ())}
        free = [card for card in ORDINARY_ALLIES if card not in spoken_for]
        won = at if step == "aftermath" and ranking else None
        more["locations"] = [None if place == won else free.pop(0) for place in places]
    spec = {"seats": seats, "deployed": deployed, "ambition": ambition, "start": start or {}, **more}
    return position(spec, record)


def _rows(line: str) -> list[dict[str, Any]]:
    match = _LINE.fullmatch(line)
    assert match, f"cannot read {line!r}"
    place: dict[str, Any] = {"seat": match[1], "at": match[2] if match[2] == "haven" else int(match[2])}
    rows = []
    for word in match[3].split():
        if word.startswith("+"):
            rows.append({**place, "blood": int(word)})
        else:
            rows.append({**place, "cards": [word.strip("()")], "face": "down" if word.startswith("(") else "up"})
    return rows


# Playing ---------------------------------------------------------------------------------------------------


def seat_of(game: Game, name: str) -> int:
    """A player's seat."""
    return game.names.index(name)


def do(game: Game, name: str, *actions: Action) -> tuple[Event, ...]:
    """A player does this, one action after the other; what happened."""
    return tuple(event for action in actions for event in game.apply(seat_of(game, name), action))


def play(game: Game, name: str, card: str, at: int | str, face: str = "up", blood: int = 0, flips: int = 0) -> None:
    """A whole Planning turn: the play, and the end of the turn where it has to be said."""
    do(game, name, Play(card, at, face, blood, flips))
    if asked(game) == (name, "after_play"):
        do(game, name, EndTurn())


def asked(game: Game) -> tuple[str, str] | None:
    """Whose decision is open, and what it is about: a card's question, else the kind. The lowest seat of several."""
    if game.to_act is None:
        return None
    decision = game.pending[game.to_act]
    return game.names[decision.seat], decision.question or decision.kind


def by_default(game: Game, name: str) -> Action:
    """What nobody needs to think about: stay, no, end the turn, the first of the rest."""
    legal = game.legal(seat_of(game, name))
    return next((action for action in (Stay(), NO, EndTurn()) if action in legal), legal[0])


def answer_all(game: Game, until: Callable[[Game], bool]) -> Game:
    """Play on by default until something holds, or the game is over."""
    while not game.is_over and not until(game):
        name = game.names[game.to_act or 0]
        do(game, name, by_default(game, name))
    return game


def resolve(game: Game, at: int | str = 1) -> Game:
    """Play on by default until Location ``at`` is resolved."""
    return answer_all(game, lambda g: g.view(None).at != at)


def to_phase(game: Game, phase: str) -> Game:
    """Play on by default until a decision of this phase is open."""
    return answer_all(game, lambda g: g.phase == phase)


def refused(game: Game, name: str, action: Action) -> IllegalAction:
    """The refusal of an action that may not be; nothing of the game has changed."""
    before = [game.view(seat).to_json() for seat in range(len(game.names))]
    with pytest.raises(IllegalAction) as caught:
        do(game, name, action)
    assert [game.view(seat).to_json() for seat in range(len(game.names))] == before
    nearest = caught.value.nearest
    assert nearest is None or nearest in game.legal(seat_of(game, name))
    return caught.value


# Reading ---------------------------------------------------------------------------------------------------


def seat(game: Game, name: str) -> SeatView:
    """All that lies open at a player's place, and the player's own hand."""
    return game.view(seat_of(game, name)).seats[seat_of(game, name)]


def pool(game: Game, name: str) -> int:
    """Blood in the Pool."""
    return seat(game, name).blood


def influence(game: Game, name: str) -> int:
    """Influence tokens in the Pool."""
    return seat(game, name).influence


def hand(game: Game, name: str) -> set[str]:
    """The cards in hand."""
    return set(seat(game, name).hand or ())


def tokens(game: Game, name: str) -> tuple[int, int]:
    """Diablerie tokens face up and face down."""
    return seat(game, name).tokens_up, seat(game, name).tokens_down


def faces(game: Game, name: str, at: int | str) -> dict[str, str]:
    """The cards on a Position as their player sees them: card to face."""
    (here,) = [spot for spot in seat(game, name).positions if spot.at == at]
    return {str(card.card): card.face for card in here.cards}


def deployed(game: Game, name: str, at: int | str) -> int:
    """Deployed Blood on a Position."""
    (here,) = [spot for spot in seat(game, name).positions if spot.at == at]
    return here.blood


def ally(game: Game, at: int | str) -> str | None:
    """The Ally at a Location."""
    (here,) = [spot.ally for spot in game.view(None).locations if spot.at == at]
    return here


def events(game: Game, kind: str, name: str | None = None, **match: Any) -> list[Event]:
    """The events of a kind, of a player, with these values."""
    return [
        event
        for event in game.events
        if event.kind == kind
        and (name is None or event.seat == seat_of(game, name))
        and all((event.at if key == "at" else event.get(key)) == value for key, value in match.items())
    ]


def kinds(game: Game, *wanted: str) -> list[str]:
    """The kinds of all events in their order, of these kinds only; an ``act`` as ``act BR04``."""
    return [
        f"{event.kind} {event.get('card')}" if event.kind == "act" else event.kind
        for event in game.events
        if event.kind in wanted
    ]


def acted(game: Game) -> list[str]:
    """The cards that have acted, in their order."""
    return [event.get("card") for event in game.events if event.kind == "act"]


def entries(game: Game, **match: Any) -> list[Entry]:
    """The ledger's entries with these values, e.g. ``cause="steal", card="BR07"``."""
    return [entry for entry in game.ledger if all(_of(entry, key) == value for key, value in match.items())]


def _of(entry: Entry, key: str) -> Any:
    return getattr(entry.moment if key in ("round", "phase", "step") else entry, key)


def moves(game: Game, **match: Any) -> list[tuple[str, str, int]]:
    """The same as who paid whom how much: ``("Bob", "Ann", 1)``, ``("bank", "Ann 1", 2)``."""
    return [(_who(game, e.source), _who(game, e.target), e.amount) for e in entries(game, **match)]


def _who(game: Game, account: Account) -> str:
    if account.seat is None:
        return account.kind
    name = game.names[account.seat]
    return f"{name} {account.at}" if account.kind == "position" else name


def power(game: Game, name: str, at: int | str = 1) -> int:
    """The total Power that was counted for a player at a Location."""
    total: int = events(game, "count", name, at=at)[-1].get("power")
    return total


def ranking(game: Game, at: int | str = 1) -> list[str]:
    """Who was ranked at a Location, best first; nobody: an empty list."""
    for event in reversed(game.events):
        if event.at == at and event.kind in ("winner", "lone"):
            return [game.names[s] for s in event.get("ranking")]
    return []


def asleep(game: Game) -> None:
    """No card has acted or asked, and but for rewards nothing was paid: the Location went by."""
    assert acted(game) == []
    assert [entry for entry in game.ledger if entry.cause != "reward"] == []
    assert asked(game) == (game.names[-1], "withdraw")
    assert game.view(None).at == "haven"


def log_of(game: Game) -> list[str]:
    """The log as everybody may read it."""
    return [line.text for line in log_lines(game.view(None))]
