"""Shares of games won, read from the laboratory's tables in ``data/vendetta/balance/`` and checked.

A file is CSV with a line of column names, or JSON with a list of objects. The columns are :data:`COLUMNS` and
optionally
``counted``; ``data/vendetta/balance/README.md`` explains them. The laboratory's ``balance`` makes such tables.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.safe_files import Unreadable, json_of

COLUMNS: Final = ("study", "group", "bots", "players", "variants", "games", "wins", "share", "low", "high")
STUDIES: Final = (
    "clan",
    "turn",
    "clan_card",
    "person",
    "relic",
    "haven",
    "drains",
    "frenzies",
    "diablerie",
    "withdraws",
    "withdraw_by_round",
    "tied",
    *[f"ruling.{switch}" for switch in RULINGS],
    "bot",
)
"""The studies in the kit's own tables, in the order in which a page offers them; other tables may have others."""
WON: Final = "seats that won"
"""What is counted if a table does not say."""
LARGEST: Final = 4_000_000
LONGEST: Final = 60
ROUNDED: Final = 0.002
"""How far a share in a table may be rounded."""


class BadShareTable(ValueError):
    """Raised for an unreadable table. The message is one line: file, line, what is wrong, what was expected."""


@dataclass(frozen=True, slots=True)
class WinShare:
    """A share: ``wins`` of ``games`` cases, for these bots, number of players and variants."""

    study: str
    group: str
    counted: str
    bots: str
    players: int
    variants: str
    games: int
    wins: float
    """The number of successes; a shared win may count as a part of one."""
    share: float
    low: float
    high: float


def read_shares(folder: str | None = None) -> tuple[WinShare, ...]:
    """Return all rows of all tables in a folder, by default ``data/vendetta/balance``; none if there is no table.

    Raises:
        BadShareTable: a table is unreadable.
    """
    where = os.path.join(data_dir(), "vendetta", "balance") if folder is None else folder
    if not os.path.isdir(where):
        return ()
    names = sorted(name for name in os.listdir(where) if name.endswith((".csv", ".json")))
    found: list[WinShare] = []
    for name in names:
        try:
            with open(os.path.join(where, name), "rb") as file:
                found += read_table(file.read(LARGEST + 1), name)
        except OSError as fault:
            raise BadShareTable(f"{name}: cannot be read: {fault.strerror}") from None
    return tuple(found)


def read_table(content: bytes, name: str) -> list[WinShare]:
    """Return the rows of one table.

    Raises:
        BadShareTable: it is unreadable.

    >>> text = ",".join(COLUMNS) + "\\nclan,brujah,greedy,4,,100,30,0.3,0.22,0.4\\n"
    >>> read_table(text.encode(), "clans.csv")[0].share
    0.3
    """
    if len(content) > LARGEST:
        raise BadShareTable(f"{name}: larger than {LARGEST} bytes; no table is")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BadShareTable(f"{name}: not UTF-8 text at byte {fault.start}; expected a table") from None
    rows = _json_rows(text, name) if name.endswith(".json") else _csv_rows(text, name)
    return [_standing(row, f"{name}: row {number}") for number, row in enumerate(rows, 1)]


def _json_rows(text: str, name: str) -> Sequence[Mapping[str, Any]]:
    try:
        rows = json_of(text, LARGEST)
    except Unreadable:
        raise BadShareTable(f"{name}: no JSON; expected a list of rows") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadShareTable(f"{name}: expected a list of rows, each an object with {', '.join(COLUMNS)}")
    return rows


def _csv_rows(text: str, name: str) -> Sequence[Mapping[str, Any]]:
    reader = csv.DictReader(text.splitlines())
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        raise BadShareTable(f"{name}: columns missing: {', '.join(missing)}; expected {', '.join(COLUMNS)}")
    try:
        return list(reader)
    except csv.Error as fault:
        raise BadShareTable(f"{name}: line {reader.line_num}: {fault}") from None


def _standing(row: Mapping[str, Any], where: str) -> WinShare:
    study, group = str(row.get("study") or ""), str(row.get("group") or "")
    for key, given in (("study", study), ("group", group)):
        if not 0 < len(given) <= LONGEST or not given.isprintable():
            raise BadShareTable(f"{where}: {key} {given[:40]!r}; expected one short line of text")
    games, players = (_number(row, key, where) for key in ("games", "players"))
    wins, share, low, high = (_number(row, key, where) for key in ("wins", "share", "low", "high"))
    if games < 1 or games != int(games) or players != int(players) or not 0 <= wins <= games:
        raise BadShareTable(f"{where}: games {games:g}, wins {wins:g}; expected whole games above 0 and no more wins")
    spread = ROUNDED if 0 <= low <= high <= 1 else -1.0
    if not low - spread <= share <= high + spread or abs(share - wins / games) > ROUNDED:
        raise BadShareTable(
            f"{where}: share {share:g} from {low:g} to {high:g}; expected wins / games between its two ends"
        )
    counted, bots = str(row.get("counted") or WON), str(row.get("bots") or "")
    variants = str(row.get("variants") or "").replace("base", "")
    return WinShare(study, group, counted, bots, int(players), variants, int(games), wins, share, low, high)


def _number(row: Mapping[str, Any], key: str, where: str) -> float:
    try:
        value = float(row.get(key))  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        raise BadShareTable(f"{where}: {key} {str(row.get(key))[:40]!r}; expected a number") from None
    if value != value or abs(value) > 1e12:
        raise BadShareTable(f"{where}: {key} {value}; expected a number")
    return value
