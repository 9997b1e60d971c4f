"""How often each bot wins, and the bar that it has to clear.

    python -m benchmarks.arena [--game vendetta|vtes] [--only BOT] [--games N] [--seed N] [--json]

Four players: one of the bot, three of the one it is set against. Every deal is played from every seat, so that neither
a good deal nor a good seat favours anybody (``bots.arena``); the interval is Wilson's, 95 %. A bar is cleared where the
whole interval is above it. The same games come out on every machine; only the time differs. Of V:TES it says, too, how
games of four greedy bots end, and after how many turns.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

sys.path.append(str(Path(__file__).resolve().parent.parent))

from vendetta_kit.games.vendetta.bots import arena
from vendetta_kit.games.vtes.bots import arena as vtes_arena


@dataclass(frozen=True)
class Bar:
    """What a bot has to win against three of another one; 25 % would be chance."""

    bot: str
    against: str
    share: float
    games: int
    """Enough of them that the interval says so, where the bot is what it is thought to be."""
    for_long: bool = False
    """It plays for hours: only where it is asked for by its name."""


BARS = {
    "vendetta": (
        Bar("gentle", "random", 0.60, 120),
        Bar("greedy", "random", 0.60, 120),
        Bar("careful", "greedy", 0.35, 200),
        Bar("search", "greedy", 0.45, 200),
        Bar("coach", "greedy", 0.45, 100, for_long=True),
    ),
    "vtes": (
        Bar("greedy", "random", 0.60, 120),
        Bar("careful", "greedy", 0.35, 200),
        Bar("search", "greedy", 0.45, 200),
    ),
}
PLAYS = {"vendetta": arena.play, "vtes": vtes_arena.play}
ENDINGS = 200
"""So many games of four greedy bots tell how games of V:TES end."""


@dataclass(frozen=True)
class Height:
    """A bar, and what came out."""

    bar: Bar
    line: arena.BotRecord
    seconds: float

    @property
    def verdict(self) -> str:
        """In words: cleared is said only where the interval is sure of it."""
        low, high = self.line.interval
        if low >= self.bar.share:
            return "cleared"
        if high < self.bar.share:
            return "not cleared"
        return "above it, more games needed" if self.line.rate >= self.bar.share else "below it, more games needed"

    def __str__(self) -> str:
        low, high = self.line.interval
        bar, line = self.bar, self.line
        return (
            f"  {bar.bot:<8} against three {bar.against:<7}{line.wins:>5} of {line.seats:<5}{line.rate:>7.1%}"
            f"   95 %: {low:.1%} .. {high:.1%}   bar {bar.share:.0%}: {self.verdict}"
            f"   ({self.seconds / line.seats:.2f} s a game)"
        )


def measure(bar: Bar, games: int | None = None, seed: int = 1, game: str = "vendetta") -> Height:
    """Play the games of one bar."""
    start = perf_counter()
    result = PLAYS[game]([bar.bot, *[bar.against] * 3], games or bar.games, seed)
    return Height(bar, result.line(bar.bot), perf_counter() - start)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("benchmarks.arena", description="How often each bot wins, beside its bar.")
    parser.add_argument("--game", choices=list(BARS), default="vendetta", help="whose bots (default vendetta)")
    parser.add_argument("--only", help="one bot instead of all; the coach takes hours, so only by name")
    parser.add_argument(
        "--games", type=int, help="for each bot, instead of its own number; whole deals are multiples of 4"
    )
    parser.add_argument("--seed", type=int, default=1, help="decides every deal and all chance (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(argv)
    if options.games is not None and options.games < 1:
        parser.error(f"--games {options.games}: expected at least 1")
    bars = BARS[options.game]
    names = [bar.bot for bar in bars]
    if options.only not in (None, *names):
        parser.error(f"--only {options.only}: expected one of {', '.join(names)}")
    found: list[Height] = []
    if not options.json:
        print("Four players, every deal from every seat; 25 % would be chance", flush=True)
    for bar in bars:
        if options.only == bar.bot or (options.only is None and not bar.for_long):
            found.append(measure(bar, options.games, options.seed, options.game))
            if not options.json:
                print(found[-1], flush=True)
    ended = None
    if options.game == "vtes" and options.only is None:
        ended = vtes_arena.endings(["greedy"] * 4, options.games or ENDINGS, options.seed)
        if not options.json:
            low, middle, high = ended.turns
            print(
                f"  four greedy: {ended.ousts} of {ended.games} games end by an oust,"
                f" half of them after {middle:.0f} turns (the middle half: {low:.0f} to {high:.0f})"
            )
    if options.json:
        rows = [
            asdict(height.bar)
            | {
                "wins": height.line.wins,
                "played": height.line.seats,
                "rate": height.line.rate,
                "interval": height.line.interval,
                "verdict": height.verdict,
            }
            for height in found
        ]
        ends = {} if ended is None else {"endings": ended._asdict()}
        print(json.dumps({"seed": options.seed, "bars": rows, **ends}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
