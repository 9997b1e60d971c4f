"""Frozen games of V:TES: what they are in named values, and how they were made (see :mod:`.make`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from tests.frozen import named
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.kernel import saves
from vendetta_widgets.games.vtes.session_setup import Wish
from vendetta_widgets.play_session import Session

Stop = Callable[[Game], bool]

SAVES: dict[str, tuple[dict[str, Any], Stop]] = {
    "start": ({"decks": ["whispers", "claw", "court"]}, lambda game: not game.actions),
    "block": (
        {"decks": ["court", "household", "claw", "whispers"], "ask_always": "yes"},
        lambda game: any(asked.kind == "block" for asked in game.pending.values()),
    ),
    "strike": (
        {"decks": ["claw", "claw"], "names": ["Zoë", "李"], "ante": "yes", "first_player": "first_seat"},
        lambda game: any(asked.kind == "strike" for asked in game.pending.values()),
    ),
    "vote": (
        {"decks": ["court", "court", "household"], "contested_counters": "burn"},
        lambda game: any(asked.kind == "vote" for asked in game.pending.values()),
    ),
    "second-card-vote": ({"decks": ["court", "court", "claw"]}, lambda game: _second_card_vote(game)),
}
"""By name: arguments of ``Game.new``, and where the game is stopped."""
ROUNDS, WELL = 8, 0.8
KEPT: dict[str, tuple[Wish, int, int]] = {
    "start": (Wish(seats=4), 0, 6),
    "greedy": (Wish(seats=3, deck="court", rounds=8, name="Søren"), 25, 100),
    "random": (Wish(seats=2, bots="random", rounds=6, switches=(("ante", "yes"),)), 15, 20),
    "over": (Wish(seats=3, rounds=4), 1000, 0),
}
"""By name: the game wished for, how many moves the person has made, and how many more are made."""


def _second_card_vote(game: Game) -> bool:
    """Whether somebody has cast the vote of the card that she called by, and of another card (POL-08)."""
    votes = [event for event in game.events if event.kind in ("referendum", "vote")]
    calls = [k for k, event in enumerate(votes) if event.kind == "referendum"]
    if not calls:
        return False
    called, *cast = votes[calls[-1] :]
    records = practice_set()
    cards = [e for e in cast if e.seat == called.seat and e.data["source"] in records]
    return sum(records[str(e.data["source"])].type == "political_action" for e in cards) > 1


def table(game: Game) -> dict[str, Any]:
    """All that lies on the table and in the hands, and who is asked what."""
    seats = []
    for number in range(game.seats):
        seat = game.view(number, log=False).seats[number]
        lying = {
            region: [_card(card) for card in getattr(seat, region)]
            for region in ("hand", "uncontrolled", "ready", "torpor", "held", "contested")
        }
        piles = {"ash": seat.ash, "removed": seat.removed, "ante": seat.ante}
        counts = {"pool": seat.pool, "points": seat.points, "library": seat.library, "crypt": seat.crypt}
        seats.append({"name": seat.name, "here": seat.here, "prey": seat.prey, **counts, **lying, **piles})
    asked = {str(seat): [found.kind, found.question, found.card] for seat, found in game.pending.items()}
    edge = game.view(None, log=False).edge
    return dict(named.plain({"moment": list(game.moment), "edge": edge, "asked": asked, "seats": seats}))


def lying(shown: dict[str, Any]) -> dict[str, Any]:
    """A table without who is asked: since rules were repaired, more is asked than when it was written down."""
    return {key: value for key, value in shown.items() if key != "asked"}


def _card(card: Any) -> list[Any]:
    return [card.card, card.counters, card.tapped, card.title, [_card(other) for other in card.on]]


def end(game: Game) -> dict[str, Any]:
    """What a game has come to."""
    paid: Counter[str] = Counter()
    for entry in game.ledger:
        paid[entry.cause] += entry.amount
    events = Counter(event.kind for event in game.events)
    found = {
        "over": game.is_over,
        "scores": game.scores,
        "winners": game.winners,
        "actions": len(game.actions),
        "events": dict(sorted(events.items())),
        "ledger": dict(sorted(paid.items())),
        "table": table(game),
    }
    return dict(named.plain(found))


def play_until(game: Game, stop: Stop, rng: Random) -> bool:
    """Play until there, mostly well, else at random; whether the game came to it."""
    bot = bots.make("greedy")
    while not stop(game):
        if game.is_over:
            return False
        seat = min(game.pending)
        well = rng.random() < WELL
        game.apply(seat, bots.move(game, seat, bot, rng) if well else rng.choice(sorted(game.legal(seat), key=repr)))
    return True


def stopped(name: str) -> tuple[str, Any]:
    """The save of the first game of this case, by its seed, that comes to where it is to be stopped."""
    setting, stop = SAVES[name]
    for seed in range(1, 100):
        game, rng = Game.new(**setting, seed=seed, rounds=ROUNDS), Random(f"{name} {seed}")
        if play_until(game, stop, rng):
            text = json.dumps(saves.to_json(game), ensure_ascii=False, separators=(",", ":")) + "\n"
            now, done = table(game), len(game.actions)
            play_until(game, lambda game: game.is_over, rng)
            rest = [[seat, action.to_json()] for seat, action in game.actions[done:]]
            return text, {"table": now, "rest": rest, "end": end(game)}
    raise AssertionError(f"{name}: no such moment")


def kept(name: str) -> tuple[str, Any]:
    """What a page keeps, and what it is and comes to."""
    wish, moves, more = KEPT[name]
    session, rng = Session(31, wish=wish), Random(name)
    person(session, moves, rng)
    text, now = session.save_text(), table(session._game)
    return text, {"table": now, "rest": person(session, more, rng), "end": end(session._game)}


def person(session: Session, moves: int, rng: Random) -> list[Any]:
    """So many moves of the person, or as many as there are."""
    made = []
    while session.view.decision is not None and len(made) < moves:
        action = rng.choice(sorted(session.view.decision.legal, key=repr))
        made.append(action.to_json())
        session.act(action)
    return made


def cases() -> Iterator[tuple[str, Callable[[], tuple[str, Any]]]]:
    """Every file of V:TES, by name, with what makes its text and its values."""
    for name in SAVES:
        yield f"vtes-save-{name}.json", partial(stopped, name)
    for name in KEPT:
        yield f"vtes-kept-{name}.json", partial(kept, name)
