"""A decision of a game as the table part of a scenario file, from which the same decision can be made."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.agenda import KEEP, PLAN, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import AT, BIT, CLANS, IDS, LOCATIONS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.kernel.state import ASK

_KINDS: Final = (KEEP, PLAN, TOKEN)


def table_of(game: Game, seat: int, seed: int = 0) -> dict[str, Any] | None:
    """Return the keys of a scenario file that describe the table when a seat decides.

    Returns ``None`` except for Hand Building, the first decision of a Planning turn and the choice of a token, in a
    game without variants and with all players still in it.

    >>> from vendetta_kit.games.vendetta.engine.position import position
    >>> game = position({"seats": [{"name": name} for name in ("Ann", "Bob", "Cy")], "round": 2, "ambition": "Bob"})
    >>> again = position(table_of(game, 1))
    >>> again.to_act, again.view(1).seats[1].hand == game.view(1).seats[1].hand
    (1, True)
    """
    n, z = game.n, game.z
    if n[ASK] not in _KINDS or n[s.OUT] or game.table.relics or game.table.teams or game.table.location_cards:
        return None

    def cards(zone: int) -> list[str]:
        return [IDS[card] for card in z[zone]]

    seats = [
        {
            "name": name,
            "clan": CLANS[n[s.CLAN + other]],
            **s.SCHEMA.written(n, other),
            "hand": cards(s.HAND + other),
            "deck": cards(s.DECK + other),
            "alliance": cards(s.ALLIANCE + other),
            "drained": cards(s.DRAINED + other),
            "diablerie": {"up": n[s.TOKENS_UP + other], "down": n[s.TOKENS_DOWN + other]},
        }
        for other, name in enumerate(game.names)
    ]
    deployed = []
    for other, name in enumerate(game.names):
        for loc in LOCATIONS[game.seats]:
            pos = other * 4 + loc
            rows: list[dict[str, Any]] = [
                {"cards": [IDS[card]], "face": "up" if n[s.UP] & BIT[card] else "down"} for card in z[s.CARDS + pos]
            ]
            if n[s.BLOOD + pos]:
                if not rows:
                    rows.append({})
                rows[0]["blood"] = n[s.BLOOD + pos]
            deployed += [{"seat": name, "at": AT[loc], **row} for row in rows]
    allies = [n[s.ALLY_AT + loc] for loc in LOCATIONS[game.seats]]
    start: dict[str, Any] = {"phase": "planning", "turn": game.names[seat], "number": n[s.TURN_NUMBER]}
    if n[ASK] == KEEP:
        start = {"phase": "hand_building"}
    elif n[ASK] == TOKEN:
        start = {"phase": "resolution", "at": AT[n[s.LOC]], "step": "withdraw"}
    return {
        "seed": seed,
        "round": n[s.ROUND],
        "ambition": game.names[n[s.AMBITION]],
        "seats": seats,
        "locations": [IDS[ally] if ally >= 0 else None for ally in allies],
        **({"deployed": deployed} if deployed else {}),
        "start": start,
    }
