"""The options of ``vendetta simulate``, the laboratory, which is imported only when the command is run."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Any, Final

from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.registered_games import FIRST, with_part
from vendetta_kit.stop_signals import code_of

_NEEDED: Final = ("pyarrow", "pandas", "tqdm")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to a parser; their values are checked with the plan."""
    parser.add_argument(
        "plan",
        nargs="?",
        metavar="PLAN",
        help="a plan file (YAML or JSON); an option given beside it replaces what it says",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="a folder or address (s3://, gs://); what is there of the plan is kept"
    )
    parser.add_argument("--games", type=_whole, metavar="N", help="how many games (default: 1000)")
    parser.add_argument("--game", metavar="GAME", help=f"one of {', '.join(with_part('plans'))} (default: {FIRST})")
    parser.add_argument("--players", type=_whole, metavar="N", help="3 to 6, vtes: 2 to 6 (default: 4)")
    parser.add_argument("--bots", metavar="NAMES", help="one bot for all seats, or one for each (default: greedy)")
    parser.add_argument("--clans", metavar="CLANS", help="choose, deal, or clans for the seats (default: choose)")
    parser.add_argument("--variants", metavar="NAMES", help="some of location_cards, relics, teams")
    parser.add_argument("--decks", metavar="DECKS", help="vtes: deal, or decks for the seats (default: deal)")
    parser.add_argument("--rounds", type=_whole, metavar="N", help="vtes: a game ends after N rounds (default: 40)")
    parser.add_argument("--rulings", metavar="READINGS", help="readings of rulings, as last_blood=allow")
    parser.add_argument("--seed", type=_whole, metavar="N", help="decides all chance (default: 1)")
    parser.add_argument("--rotate", action="store_true", default=None, help="bots and clans move on a seat each game")
    parser.add_argument("--tables", metavar="NAMES", help="all, or some of those that --describe shows")
    parser.add_argument("--chunk", type=_whole, metavar="N", help="games to a file (default: a fiftieth, at most 500)")
    parser.add_argument("--workers", type=_whole, metavar="N", help="processes (default: one for each core)")
    parser.add_argument(
        "--executor", metavar="WHERE", help="local (default), loky, or a Dask scheduler, as dask://scheduler:8786"
    )
    parser.add_argument(
        "--part", type=_part, metavar="K/N", help="play part K of N only, for jobs that write to the same --out"
    )
    parser.add_argument("--compact", metavar="DIR", help="write what is finished in --out into DIR, in files of 128 MB")
    parser.add_argument("--yes", action="store_true", help="begin also what costs more than an hour of a core")
    parser.add_argument("--describe", action="store_true", help="show what the tables hold, and end")


EPILOG: Final = (
    "Examples:   vendetta simulate --games 1000 --bots greedy --clans deal --out results   "
    "vendetta simulate plan.yaml --games 5000 --out results   vendetta simulate --game vtes --out ring   "
    "Names are separated by commas. What was stopped goes on "
    "by the same command."
)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a whole number") from None


def _part(text: str) -> tuple[int, int]:
    number, slash, count = text.partition("/")
    if slash and number.isascii() and number.isdigit() and count.isascii() and count.isdigit():
        part = int(number), int(count)
        if 1 <= part[0] <= part[1]:
            return part
    raise argparse.ArgumentTypeError(f"found {text!r:.60}; expected K/N with K from 1 to N, as 3/50")


def run(options: argparse.Namespace) -> int:
    """Run the simulation and print what was written; return 0 if done, 2 for bad input, 130 or 143 if stopped."""
    if options.describe:
        from vendetta_kit import lab

        game = options.game or FIRST
        played = with_part("plans")
        if game not in played:
            return _refused(f"--game: found {game!r:.60}; expected one of {', '.join(played)}")
        print(lab.describe_tables(game))
        return 0
    try:
        return _simulate(options)
    except ModuleNotFoundError as fault:
        if fault.name not in _NEEDED:
            raise
        return _refused(f"the package {fault.name} is missing; expected an installation with vendetta-kit[lab]")


def _simulate(options: argparse.Namespace) -> int:
    from vendetta_kit import lab

    lab_error = lab.LabError  # imports what must be installed, before anything that was typed is looked at
    out = options.out
    if out is None:
        return _refused("--out is missing; expected a folder to write to")
    try:
        if options.compact is not None:
            merged = lab.compact(out, options.compact)
            print(f"{merged.games} games in {options.compact}: {', '.join(merged)}")
            return 0
        keys: dict[str, Any] = {}
        places: dict[str, str] = {}
        before = lab.folder_contents(out)
        there = lab.tables(out).games if before is not None else 0
        if options.plan is not None:
            keys, places = lab.keys_of(options.plan)
        given = _given(options)
        if options.plan is None and before is not None and given.get("game", before.plan.GAME) == before.plan.GAME:
            keys = before.plan.to_json()
        part = options.part
        plan = lab.plan_of({**keys, **given}, {key: place for key, place in places.items() if key not in given})
        new_tables = before is None or not set(plan.tables) <= set(before.plan.tables)
        left = plan.games if new_tables else max(0, plan.games - there)
        if "://" in (options.executor or ""):
            print(f"asking for a scheduler at {options.executor}", file=sys.stderr)
        with lab.executor_of(options.executor, options.workers) as executor:
            ahead = left if part is None else -(-plan.games // part[1])
            if ahead >= _TOLD_FROM:
                print("a few games are played first, to say what all will cost", file=sys.stderr)
            cost = lab.cost_of(plan, ahead)
            if cost is not None:
                print(cost, file=sys.stderr)
                if cost.core_hours > _ASKED_ABOVE and not options.yes and not _agreed():
                    return _refused("not begun; expected --yes for what costs more than an hour of a core")
            made = lab.simulate(plan, executor, out, workers=options.workers, part=part)
    except lab.PlanError as fault:
        return _refused(*fault.faults)
    except lab_error as fault:
        return _refused(str(fault))
    except IllegalAction as fault:
        return _refused(f"{fault} ({fault.__notes__[-1]})")
    except KeyboardInterrupt as stop:
        there_now = "no games are"
        with contextlib.suppress(lab_error):
            kept = lab.tables(out)
            there_now = f"{kept.games} of {kept.plan.games} games are"
        print(f"\nstopped: {there_now} in {out};", _GO_ON, file=sys.stderr)
        return code_of(stop)
    print(f"{made.games} games in {out}: {', '.join(made)}" + (f" ({there} were there)" if there else ""))
    if part is not None and made.games < made.plan.games:
        print(f"part {part[0]} of {part[1]} is done; {made.plan.games - made.games} games are in other parts")
    return 0


def _agreed() -> bool:
    """Return whether the person at the terminal says yes; nobody is asked where there is none."""
    if not sys.stdin.isatty():
        return False
    print("Begin? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "j", "ja")


_TOLD_FROM: Final = 10  # games: of fewer none is played to tell what they cost
_ASKED_ABOVE: Final = 1.0  # core hours
_GO_ON: Final = "the same command goes on"


def _given(options: argparse.Namespace) -> dict[str, Any]:
    """Return the keys of a plan that were given as options, with their values."""
    given: dict[str, Any] = {}
    for key in ("game", "games", "players", "seed", "rotate", "chunk", "rounds"):
        if getattr(options, key) is not None:
            given[key] = getattr(options, key)
    for key in ("bots", "clans", "decks", "variants", "tables"):
        names = getattr(options, key)
        if names is not None:
            listed = [name.strip() for name in names.split(",") if name.strip()]
            single = listed in (["choose"], ["deal"]) or (key == "bots" and len(listed) == 1)
            given[key] = listed[0] if single else listed
    if options.rulings is not None:
        pairs = (pair.partition("=") for pair in options.rulings.split(",") if pair.strip())
        given["rulings"] = {name.strip(): reading.strip() for name, _, reading in pairs}
    return given


def _refused(*faults: str) -> int:
    for fault in faults:
        print(f"vendetta simulate: {' '.join(fault.split())}", file=sys.stderr)
    return 2
