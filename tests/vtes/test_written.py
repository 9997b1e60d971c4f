"""Whatever the reader of cards takes, the engine does: each verb, wherever it may stand, shows in some game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.selection import mostly_long
from tests.vtes.table import card, vampire
from tests.vtes.written import read, row_of_pair, rows_with
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import state as s
from vendetta_kit.games.vtes.engine.board import blood, capacity, clan, is_vampire, level, sect, title
from vendetta_kit.games.vtes.engine.card_verbs import VERBS
from vendetta_kit.games.vtes.engine.cards import Card
from vendetta_kit.games.vtes.engine.game import Game, Table

ALL = {name: "superior" for name in ("presence", "potence", "fortitude")}
GUNSHOT = {"damage": 2, "ranged": True, "aggravated": 1}
OTHERS = [
    vampire("A1", 6, clan="ventrue", disciplines=ALL, title="primogen"),
    vampire("A2", 5, clan="brujah"),
    vampire("A3", 5, clan="brujah"),
    vampire("A4", 7, clan="brujah"),
    vampire("B1", 5, clan="gangrel", disciplines=ALL, gives=[{"strength": 1}]),
    vampire("B2", 4, clan="gangrel"),
    vampire("B3", 5, clan="brujah"),
    card("PAL", "ally", life=3, strength=1, bleed=1),
    card("IMP", "ally", life=1, strength=1),
    card("CAT", "ally", life=1, strength=1, bleed=1, gives=[{"aggravated_hands": True}]),
    card("DOG", "retainer", life=2),
    card("GUN", "equipment", sort="weapon", gives=[{"strike": GUNSHOT}, {"maneuver": "optional"}]),
    card("COAT", "equipment", gives=[{"prevent": 1}, {"press": "either"}]),
    card("HUT", "master", sort="location"),
    card("LAW", "political_action", basic=[{"gain_pool": 1}]),
    card("PAY", "master", basic=[{"gain_pool": 2}]),
    card("DEED", "action", basic=[{"gain_pool": 1}]),
    card("DEAF", "reaction", basic=[{"reduce_bleed": 3}]),
    card("BACK", "combat", basic=[{"maneuver": "optional"}]),
    card("STAY", "combat", basic=[{"press": "either"}]),
    card("NONE", "combat", requires={"discipline": "quietus"}, basic=[{"press": "end"}]),
]
"""What lies on the table beside the card that is tried."""
UNTOLD = frozenset({"played", "used", "drawn", "burned", "pass", "choice"})
"""Events that tell no more than that the card was played."""


def table(placed: str, holder: str, row: dict[str, Any], phase: str) -> Game:
    """A table on which card X lies: in hand (two copies), in play by itself, as a minion, or on one."""
    mine, _theirs = ["X", "X"] if placed == "hand" else [], []
    lies: dict[str, Any] = {"held": [], "minion": [], "on": []}
    if placed != "hand":
        counted = placed != "minion" and "_from_card" in str(row)
        lies[placed] = [{"card": "X", "blood": 2}] if counted else ["X"]
    ann: dict[str, Any] = {
        "pool": 12,
        "ready": [
            {"card": "A2", "blood": 2, "tapped": True},
            {"card": "A1", "blood": 4, "on": ["GUN", "DOG", *(lies["on"] if holder == "Ann" else [])]},
            "PAL",
            "CAT",
        ],
        "torpor": [{"card": "A3", "blood": 1}],
        "held": ["HUT"],
        "uncontrolled": [{"card": "A4", "blood": 1}],
        "ash": ["COAT", "PAY"],
        "library": ["COAT", *["NONE"] * 9],
        "hand": ["LAW", "PAY", "DEED", "STAY", "NONE", "NONE", "NONE"],
    }
    bob: dict[str, Any] = {
        "pool": 12,
        "ready": [
            {"card": "B1", "blood": 1, "on": ["GUN", "DOG", "COAT", *(lies["on"] if holder == "Bob" else [])]},
            "PAL",
            "IMP",
            {"card": "B2", "blood": 2, "tapped": True},
        ],
        "torpor": [{"card": "B3", "blood": 1}],
        "uncontrolled": [{"card": "A4", "blood": 1}],
        "held": ["HUT"],
        "library": ["NONE"] * 9,
        "hand": ["BACK", "STAY", "DEAF", "NONE", "NONE", "NONE", "NONE"],
    }
    whose = ann if holder == "Ann" else bob
    if mine:
        whose["hand"] = [*mine, *whose["hand"][:5]]
    if lies["held"]:
        whose["held"] = [*whose["held"], "X"]
    if lies["on"] and "only_one" in str(row):
        whose["hand"] = ["X", *whose["hand"][:6]]
    if lies["minion"]:
        whose["ready"] = ["X", *whose["ready"]]
    cy = {"pool": 12, "hand": ["NONE"] * 7}
    seats = [{"name": name, **seat} for name, seat in (("Ann", ann), ("Bob", bob), ("Cy", cy))]
    return Game.position(
        {"seats": seats, "cards": [*OTHERS, {**row, "id": "X"}], "phase": phase, "edge": "Bob", "rounds": 9}
    )


def without(game: Game, card_record: Card) -> Game:
    """The same table with another text on card X."""
    printed = [card_record if c is not None and c.id == "X" else c for c in game.table.printed]
    game.table = Table(game.table.names, game.table.setup, printed, game.table.owner, counters=True)
    return game


def seen(game: Game, x_counts: bool) -> Iterator[Any]:
    """What can be seen of the state, card X itself left out unless it counts."""
    n = game.n
    yield ("numbers", n[s.EDGE], n[s.BLEED], n[s.STEALTH], n[s.INTERCEPT], n[s.MASTERS], n[s.TRANSFERS_LEFT])
    yield ("pool", *n[s.POOL : s.POOL + 3])
    for c in range(s.FIRST_CARD, len(game.table.printed)):
        record = game.table.printed[c]
        if record.id != "X" or x_counts:
            at = game.rows[s.AT + c * s.WIDTH]
            if not s.HAND <= at < s.HAND + 6 or record.id != "NONE":
                yield (
                    c,
                    at,
                    blood(game, c),
                    game.rows[s.TAPPED + c * s.WIDTH],
                    game.rows[s.MARKS + c * s.WIDTH] & s.PARALYZED,
                )
        if record.id != "X" and is_vampire(game, c):
            yield (c, capacity(game, c), clan(game, c), sect(game, c), level(game, c, "auspex"), str(title(game, c)))


def told(game: Game, x_counts: bool) -> set[Any]:
    """What has been told, but for what says that card X was played."""
    events = {
        (event.kind, event.seat, tuple(sorted((k, str(v)) for k, v in event.data.items())))
        for event in game.events
        if event.kind not in UNTOLD or x_counts
    }
    return events


def is_x(game: Game, action: Any) -> bool:
    """Whether an action is made with card X."""
    numbers = [getattr(action, key, -1) for key in ("card", "weapon", "source", "value")]
    return any(
        isinstance(c, int) and s.FIRST_CARD <= c < len(game.table.printed) and game.table.printed[c].id == "X"
        for c in numbers
    )


PLAN = ("bleed", "block", "vote", "stop", "hunt", "fight", "deed", "again", "hands", "weak")
"""What is done beside what card X is for; with ``hands`` nobody strikes otherwise, with ``weak`` an ally acts."""
BLOCKING = ("block", "fight", "stop", "again", "hands", "weak")
MOST_BLOCKS = 6
"""Blocks after which no more are tried: one who fails may try the same again for ever."""


def choose(game: Game, seat: int, plan: str, pick: int, used: list[int], actor: str) -> Any:
    """The next action: by card X where that is possible, else what the plan is about.

    ``used`` counts the actions by card X, and the blocks.
    """
    legal = list(game.legal(seat))
    mine = [action for action in legal if is_x(game, action) and not isinstance(action, do.Discard)]
    kind = game.decision(seat).kind
    if plan == "again" and kind == "minion" and any(game.table.printed[c].id == "X" for c in game.z[s.ATTACHED + seat]):
        mine = [action for action in mine if not isinstance(action, do.Play)]  # the one in play is used twice
    if mine and used[0] < 6 and not (plan == "hands" and kind == "strike"):
        used[0] += 1
        return mine[(pick * (len(mine) - 1)) // 4]
    if kind == "choose":
        return legal[(pick * (len(legal) - 1)) // 4]
    if kind == "master":
        return next((action for action in legal if isinstance(action, do.Play) and plan == "deed"), legal[-1])
    if kind == "minion":
        wanted = {"vote": "LAW", "deed": "DEED"}.get(plan, "")
        for action in legal:
            what = do.Hunt if plan in ("hunt", "stop") else do.Play if wanted else do.Bleed
            if type(action) is not what or game.table.printed[action.minion].id != actor:
                continue
            if not wanted or game.table.printed[action.card].id == wanted:
                return action
    if kind == "block" and plan in BLOCKING and used[1] < MOST_BLOCKS and isinstance(legal[0], do.Block):
        used[1] += 1
        if plan == "again" and pick == 3 and isinstance(legal[1], do.Block):
            return legal[1]  # an ally, which aggravated damage leaves in the combat
        return legal[-2] if plan in ("block", "stop") and pick == 4 else legal[0]
    if kind == "react" and len(legal) > 1 and plan == "bleed":
        return legal[0]
    if kind == "press" and plan == "again":
        return legal[-1] if game.n[s.PRESSED] else legal[0]
    if plan == "fight" and kind in ("maneuver", "press", "prevent", "additional"):
        return legal[0]
    if plan == "hands" and kind == "maneuver" and game.n[s.RANGE] == s.LONG:  # a weapon's would make it the strike
        return next(action for action in legal if not isinstance(action, do.Use))
    if plan == "hands" and kind == "prevent":
        return legal[0 if pick % 2 == 0 else -1]
    if kind == "strike":
        return legal[-1] if plan == "fight" or (plan == "again" and pick % 2) else legal[0]
    if kind == "vote":
        return next((action for action in legal if isinstance(action, do.Vote)), legal[-1])
    return legal[-1] if legal[-1] == do.Pass() else legal[0]


def trace(game: Game, plan: str, pick: int, x_counts: bool, actor: str) -> set[Any]:
    """All that was seen and told in a game that is played by a plan."""
    found: set[Any] = set()
    used = [0, 0]
    turn = game.n[s.TURN]
    for _ in range(70):
        if game.is_over or game.n[s.TURN] > turn + 1:
            break
        found |= set(seen(game, x_counts))
        seat = game.to_act
        assert seat is not None
        if x_counts:
            found |= {("legal", seat, str(action)) for action in game.legal(seat)}
        game.apply(seat, choose(game, seat, plan, pick, used, actor))
    return found | set(seen(game, x_counts)) | told(game, x_counts)


def places(kind: str, sort: str, part: str) -> list[tuple[str, str]]:
    """Where card X can lie so that this part of it counts, with the phase in which the story begins."""
    if kind in ("vampire", "ally"):
        return [("minion", phase) for phase in ("minion", "untap")]
    if part in ("basic", "superior"):
        return [("hand", "master" if kind in ("master", "out_of_turn") else "minion")]
    if kind == "political_action":
        return [("hand", "minion")]
    lying = "held" if sort == "location" else "on"
    phases = ("untap",) if part == "untap" else ("minion", "untap")
    return [*((lying, phase) for phase in phases), ("hand", "master" if kind == "master" else "minion")]


def shows(row: dict[str, Any], part: str, verb: str) -> bool:
    """Whether something differs without this verb of the card."""
    record = read(row)
    assert record is not None
    blank = replace(record, **{part: tuple(e for e in getattr(record, part) if e.verb != verb)})
    x_counts = part == "gives" or verb in ("add_to_card", "once_each_combat")
    acts = part == "gives" and record.type in ("vampire", "ally")
    for plan in PLAN:
        for placed, phase in places(record.type, record.kind, part):
            for holder in ("Ann", "Bob"):
                actor = "X" if acts and holder == "Ann" else "CAT" if plan == "weak" else "A1"
                for pick in (0, 4, 1, 2, 3):
                    one = trace(table(placed, holder, row, phase), plan, pick, x_counts, actor)
                    two = trace(without(table(placed, holder, row, phase), blank), plan, pick, x_counts, actor)
                    if one != two:
                        return True
    return False


def first_of_each(verb: str) -> list[tuple[str, dict[str, Any]]]:
    """One card for each type and part on which a verb may stand."""
    found: dict[tuple[str, ...], tuple[str, dict[str, Any]]] = {}
    for _, row in rows_with(verb):
        part = next(p for p in ("basic", "superior", "gives", "tap", "untap") if p in row and verb in str(row[p]))
        found.setdefault((row["type"], row.get("kind", ""), part), (part, row))
    return list(found.values())


@pytest.mark.parametrize("verb", mostly_long(list(VERBS), quick=4))
def test_what_the_reader_takes_the_engine_does(verb: str) -> None:
    tried = first_of_each(verb)
    assert tried
    assert [row for part, row in tried if not shows(row, part, verb)] == []


def vain(pairs: list[tuple[str, str]]) -> list[tuple[str, dict[str, Any]]]:
    """Each verb of a card with two in one part, of those that the reader takes, that does nothing there."""
    found = []
    for pair in pairs:
        taken = [row for shots in (1, 2) if (row := row_of_pair(*pair, shots)) is not None]  # the last burns, two limit
        found += [
            (verb, taken[0][1]) for verb in pair if taken and not any(shows(row, part, verb) for part, row in taken)
        ]
    return found


def test_two_verbs_of_a_level_both_do_something_or_are_refused() -> None:
    pairs = list(combinations(VERBS, 2))
    some = Random(3).sample(pairs, 12)
    assert any(row_of_pair(*pair) for pair in some)
    assert vain(some) == []


@pytest.mark.long
@pytest.mark.parametrize("verb", VERBS)
def test_any_two_verbs_of_a_level_both_do_something_or_are_refused(verb: str) -> None:
    assert vain([pair for pair in combinations(VERBS, 2) if pair[0] == verb]) == []
