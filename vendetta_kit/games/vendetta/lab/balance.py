"""The balance study: shares of wins by clan, turn, card, Drain, Diablerie and Withdraw, with intervals.

:func:`study` makes one table of the tables of a simulation. Several such tables together are shown by the dashboard and
shipped in ``data/vendetta/balance/``. Each row is a share with Wilson's interval and the number of cases:

========  =======================================================================================
column    what it says
========  =======================================================================================
study     which question: a key of :data:`STUDIES`, or ``ruling.`` and a switch for paired games
group     the answer's row: a clan, a turn, a card id, a number
counted   what a case is, and what counts of it: ``seats that won``, ``tokens that were Withdraw`` …
bots      who played, one name if all were alike
players   how many
variants  of the games, ``base`` for none
games     cases: how often this group was seen
wins      of these, how often what is counted came true
share     ``wins / games``
low, high Wilson's interval for the share, 95 %
========  =======================================================================================

What may not be concluded: these are bots, and a clan that they play badly may be strong for people. Cases of one game
depend on each other (if one seat wins, the others do not), so an interval for a single group is a little too wide; and
of many groups compared at once, one in twenty will be outside its interval by chance.

>>> import tempfile
>>> from vendetta_kit.games.vendetta import lab
>>> made = lab.simulate({"games": 8, "bots": "random", "clans": "deal", "tables": list(NEEDS)}, out=tempfile.mkdtemp(),
...                     workers=1, progress=False)
>>> frame = study(made)
>>> turns = frame[frame.study == "turn"]
>>> list(turns.group), int(turns.wins.sum())
(['1', '2', '3', '4'], 8)
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta.bots.arena import wilson
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.lab.plan import PlanError
from vendetta_kit.lab.result_tables import Tables
from vendetta_kit.lab.simulation import simulate
from vendetta_kit.lab.storage import LabError

from .plan import Plan

if TYPE_CHECKING:
    import pandas as pd


COLUMNS: Final = (
    "study",
    "group",
    "counted",
    "bots",
    "players",
    "variants",
    "games",
    "wins",
    "share",
    "low",
    "high",
)
NEEDS: Final = ("games", "seats", "rounds", "locations")
"""The tables that a study reads."""
STRENGTHS: Final = ("random", "greedy")
"""The two strengths of bots in the whole study; each game has bots of one strength."""
TABLES: Final[tuple[Mapping[str, Any], ...]] = (
    {"players": 4},
    {"players": 3},
    {"players": 5},
    {"players": 4, "variants": ["relics"]},
    {"players": 4, "variants": ["location_cards"]},
    {"players": 4, "variants": ["teams"]},
)
"""The tables of the whole study: every number of players, every variant."""
WON: Final = "seats that won"
FEW: Final = 3
"""This many Drains, tokens or Withdraw tokens, and more, are one group."""


def _won_by(group: str, rest: str = "") -> str:
    return f'SELECT {group} AS "group", count(*) AS games, count(*) FILTER (won) AS wins FROM seats {rest} GROUP BY 1'


STUDIES: Final[Mapping[str, tuple[str, str]]] = {
    "clan": (WON, _won_by("clan")),
    "turn": (WON, _won_by("turn::VARCHAR")),
    "bot": (WON, _won_by("bot")),
    "relic": (WON, _won_by("relic", "WHERE relic IS NOT NULL")),
    "drains": (WON, _won_by(f"least(drains, {FEW})::VARCHAR")),
    "diablerie": (WON, _won_by(f"CASE WHEN eliminated THEN 'out' ELSE least(diablerie, {FEW})::VARCHAR END")),
    "withdraws": (WON, _won_by(f"least(withdraws, {FEW})::VARCHAR")),
    "frenzies": (
        WON,
        f"""SELECT least(coalesce(f.times, 0), {FEW})::VARCHAR AS "group", count(*) AS games,
            count(*) FILTER (won) AS wins
            FROM seats LEFT JOIN (SELECT game, seat, sum(frenzies) AS times FROM rounds GROUP BY game, seat) AS f
            USING (game, seat) GROUP BY 1""",
    ),
    "haven": (
        WON,
        """SELECT won_havens::VARCHAR AS "group", count(*) AS games, count(*) FILTER (won) AS wins
            FROM seats JOIN (SELECT game, seat, count(*) FILTER ("at" = 'haven' AND rank = 1) AS won_havens
                             FROM locations GROUP BY game, seat) USING (game, seat) GROUP BY 1""",
    ),
    "clan_card": (
        "seats that had it at a Location and won",
        """SELECT card AS "group", count(*) AS games, count(*) FILTER (won) AS wins
            FROM (SELECT DISTINCT game, seat, unnest(cards) AS card FROM locations) JOIN seats USING (game, seat)
            WHERE card LIKE upper(left(clan, 2)) || '%' GROUP BY 1""",
    ),
    "person": (
        "seats that ended with it, Drained or not, and won",
        """SELECT card AS "group", count(*) AS games, count(*) FILTER (won) AS wins
            FROM (SELECT game, seat, won, unnest(list_concat(alliance, drained)) AS card FROM seats) GROUP BY 1""",
    ),
    "withdraw_by_round": (
        "tokens that were Withdraw",
        """SELECT round::VARCHAR || '.' || "at" AS "group", count(*) AS games,
            count(*) FILTER (token = 'withdraw') AS wins FROM locations WHERE token IS NOT NULL GROUP BY 1""",
    ),
    "tied": (
        "games that a tie-breaker decided",
        """SELECT players::VARCHAR AS "group", count(*) AS games, count(*) FILTER (tied) AS wins
            FROM games GROUP BY 1""",
    ),
}
"""For each study what is counted, and the SQL that counts it."""


def study(tables: Tables) -> pd.DataFrame:
    """Return all studies of one simulation, one row for each group, with the columns above.

    Raises:
        LabError: a table of :data:`NEEDS` is missing, or the simulation is of another game.
    """
    plan = tables.plan
    if not isinstance(plan, Plan):
        raise LabError(f"{tables.folder}: holds games of {plan.GAME}; expected {Plan.GAME}")
    missing = [name for name in NEEDS if name not in plan.tables]
    if missing:
        raise LabError(f"{tables.folder}: the study needs the table {missing[0]}; the plan's tables lack it")
    rows: list[dict[str, Any]] = []
    with tables.connect() as connection:
        for name, (counted, query) in STUDIES.items():
            if name == "bot" and len({*plan.bots}) == 1:  # a bot only against itself wins by chance
                continue
            for group, games, wins in connection.execute(f"{query} ORDER BY 1").fetchall():
                rows.append(_row(plan, name, str(group), counted, games, wins))
    return _frame(rows)


def paired_games(
    plan: Plan | Mapping[str, Any],
    switch: str,
    out: str | os.PathLike[str],
    *,
    workers: int | None = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Play the same games with both values of a ruling and compare the results; seeds, clans and bots are the same.

    Args:
        plan: what to play; its own value of ``switch`` is ignored.
        switch: a key of :data:`vendetta_kit.games.vendetta.engine.game.RULINGS`.
        out: a folder, in which each value of the ruling gets a folder.

    Returns:
        Rows as of :func:`study`: how many games another seat won, and how many differ in any result.

    Raises:
        LabError: there is no such switch.
    """
    if switch not in RULINGS:
        raise LabError(f"{switch!r}: no ruling with a switch; expected {' or '.join(RULINGS)}")
    base = plan if isinstance(plan, Plan) else Plan.of(plan)
    both = []
    for reading in RULINGS[switch]:
        mine = base.to_json() | {"rulings": {**base.rulings, switch: reading}, "tables": ["games", "seats"]}
        made = simulate(Plan.of(mine), None, os.path.join(out, reading), workers=workers, progress=progress)
        scores = made.read("seats", ["game", "seat", "won", "score"]).sort_values(["game", "seat"])
        both.append(scores.reset_index(drop=True))
    one, other = both
    differs = (one[["won", "score"]].fillna(-1000) != other[["won", "score"]].fillna(-1000)).any(axis="columns")
    winner = one["won"] != other["won"]
    games = int(one["game"].nunique())
    return _frame(
        [
            _row(base, f"ruling.{switch}", group, counted, games, int(one["game"][changed].nunique()))
            for group, counted, changed in (
                ("winner", "games with another winner", winner),
                ("score", "games with another score", differs),
            )
        ]
    )


def whole_study(games: int, out: str | os.PathLike[str], *, seed: int) -> pd.DataFrame:
    """Play the whole study and return its rows: every table of :data:`TABLES` with bots of each strength, both
    strengths at one table, and paired games for each switchable ruling.

    Args:
        games: number of games at each table, with each kind of bots, and with each value of a ruling.
        out: a folder; games already in it are not played again, so that a stopped study can go on.
        seed: seed of all random events.
    """
    import pandas as pd

    found = []
    for bot in STRENGTHS:
        for table in TABLES:
            plan = {"games": games, "bots": bot, "clans": "deal", "seed": seed, "tables": list(NEEDS), **table}
            name = "-".join((bot, str(table["players"]), *table.get("variants", ())))
            made = simulate(Plan.of(plan), None, os.path.join(out, name))
            found.append(study(made))
        plan = {"games": games, "bots": bot, "clans": "deal", "seed": seed}
        for switch in RULINGS:
            folder = os.path.join(out, f"{bot}-{switch}")
            found.append(paired_games(plan, switch, folder))
    plan = {"games": games, "bots": [*STRENGTHS] * 2, "rotate": True, "clans": "deal", "seed": seed}
    folder = os.path.join(out, "together")
    made = simulate(Plan.of({**plan, "tables": list(NEEDS)}), None, folder)
    found.append(study(made).query("study == 'bot'"))
    return pd.concat(found, ignore_index=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Play all studies and write ``balance.csv``: ``python -m vendetta_kit.games.vendetta.lab.balance --out DIR``."""
    parser = argparse.ArgumentParser(
        "python -m vendetta_kit.games.vendetta.lab.balance", description="Make the balance study."
    )
    parser.add_argument("--games", type=int, default=2000, help="at each table, by each kind of bots (default 2000)")
    parser.add_argument("--out", required=True, help="a folder for the tables of the games, and for balance.csv")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    try:
        frame = whole_study(given.games, given.out, seed=given.seed)
    except (LabError, PlanError) as fault:
        print(f"vendetta: {fault}", file=sys.stderr)
        return 2
    path = os.path.join(given.out, "balance.csv")
    frame.to_csv(path, index=False, float_format="%.4f")
    print(f"{path}: {len(frame)} rows")
    return 0


def _row(plan: Plan, name: str, group: str, counted: str, games: int, wins: int) -> dict[str, Any]:
    low, high = wilson(wins, games)
    names = dict.fromkeys(plan.bots)
    variants = [key for key in ("location_cards", "relics", "teams") if getattr(plan, key)]
    values = (name, group, counted, "+".join(names), plan.players, "+".join(variants) or "base", games, wins)
    return dict(zip(COLUMNS, (*values, wins / games if games else 0.0, low, high), strict=True))


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows, columns=list(COLUMNS))


if __name__ == "__main__":
    sys.exit(main())
