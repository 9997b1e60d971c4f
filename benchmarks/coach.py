"""Is the coach right? Four questions, each answered by games of bots by seed.

    python -m benchmarks.coach [--seed 1] counted [--positions 500] [--depth 1]
    python -m benchmarks.coach [--seed 1] curve [--games 2000] [--depth 2] [--write]
    python -m benchmarks.coach [--seed 1] worst [--games 30] [--times 100] [--depth 1]
    python -m benchmarks.coach [--seed 1] calm [--games 30] [--depth 1]

*counted*: last-round positions in which all worlds and lines were counted, beside what the coach says of them. Only
those are taken in which something hangs on the choice: where every choice has the same exact chance to win, nobody can
be wrong. *curve*: at one moment of each game the chances that the curve states, beside how often those seats won;
``--write`` keeps the table, which the review's page shows. *worst*: reviews of seats that play at random; is the moment
that a review calls worst among the three worst that many more simulations find? Every decision gets a tenth of
``--times`` the review's budget, the eight worst by that get all of it. *calm*: reviews of ``search``; how many moments
does each call a mistake? The exit code is 0 whatever was found.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from benchmarks.counting import CannotCount, Counted
from benchmarks.counting import count as counted
from benchmarks.engines import ROOT
from vendetta_kit import Game
from vendetta_kit.coach import Verdict, judge, mark_of
from vendetta_kit.coach.close_look import selected_simulations
from vendetta_kit.coach.judge import LEVEL, result_of
from vendetta_kit.coach.move_marks import MISTAKE
from vendetta_kit.coach.review import JudgedDecision, Review, review_in_steps
from vendetta_kit.coach.review_depths import DEPTHS, Depth
from vendetta_kit.coach.win_curve import estimate_point
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.engine.agenda import CHOOSE, TOKEN
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import ROUND
from vendetta_kit.kernel.state import ASK

CALIBRATION = ROOT / "data" / "vendetta" / "coach" / "calibration.json"
ALIKE = 1e-9
EACH_GAME = 3


def positions(seed: int) -> Iterator[tuple[Game, int, dict[int, Counted]]]:
    """Positions that can be counted and in which something hangs on the choice, from games by seed, for ever."""
    for number in count(seed):
        game = Game.new(seats=3 + number % 3, seed=number, record=False)
        rng = Random(number)
        found = 0
        while (seat := game.to_act) is not None and found < EACH_GAME:
            if game.n[ROUND] == ROUNDS and game.n[ASK] in (TOKEN, CHOOSE) and len(game.legal(seat)) > 1:
                try:
                    exact = counted(game, seat, COACHING)
                except CannotCount:
                    exact = {}
                chances = [one.won for one in exact.values()]
                if chances and max(chances) - min(chances) > ALIKE:
                    found += 1
                    yield game.copy(record=False), seat, exact
            game.advance(seat, COACHING.judgement.choose(game.observe(seat), rng))


@dataclass
class Tally:
    """What came out."""

    positions: int = 0
    right: int = 0
    """The coach's choice is exactly best."""
    near: int = 0
    """… or less than a mistake away from it."""
    marks: int = 0
    """Choices that would have been called mistake or blunder."""
    wrong: int = 0
    """… of these, exactly as good as the best."""
    lenient: int = 0
    """… of these, exactly less than a mistake away from the best."""
    held: int = 0
    """Verdicts all of whose intervals hold the exact value."""
    gaps: list[float] = field(default_factory=list)
    """What the coach's choice lost, where it was not the best."""

    def add(self, verdict: Verdict, exact: dict[int, Counted]) -> None:
        """Take one verdict in."""
        best = max(one.won for one in exact.values())
        self.positions += 1
        lost = best - exact[verdict.best.code].won
        self.right += lost < ALIKE
        self.near += lost < MISTAKE
        if lost >= ALIKE:
            self.gaps.append(lost)
        holds = True
        for look in verdict.estimated[1:]:
            assert look.loss is not None
            behind = exact[verdict.best.code].won - exact[look.code].won
            holds = holds and look.loss.low - ALIKE <= behind <= look.loss.high + ALIKE
            if mark_of(look.loss).bad:
                self.marks += 1
                self.wrong += best - exact[look.code].won < ALIKE
                self.lenient += best - exact[look.code].won < MISTAKE
        self.held += holds


def _most(tally: Tally) -> str:
    return ", ".join(f"{gap:.3f}" for gap in sorted(tally.gaps, reverse=True)[:8]) or "nothing"


def counted_positions(number: int, depth: Depth, seed: int) -> None:
    """Judge positions that were counted, and print how it came out."""
    tally = Tally()
    started = process_time()
    for k, (game, seat, exact) in enumerate(positions(seed)):
        if k == number:
            break
        budget = round(depth.decision * COACHING.seat_knowledge(game, seat).share)
        tally.add(judge(game, seat, COACHING, budget, seed=k, look=depth.look), exact)
        _progress(tally.positions, number)
    seconds = process_time() - started
    print(f"{tally.positions} positions, judged as a review of {depth.decision} does, {seconds:.0f} s of a core")
    print(f"the coach's choice is exactly best: {tally.right / tally.positions:.1%} (goal 97 %)")
    print(f"  … or less than {MISTAKE:.0%} away: {tally.near / tally.positions:.1%}; else lost: {_most(tally)}")
    share = tally.wrong / tally.marks if tally.marks else 0.0
    print(f"mistakes and blunders: {tally.marks}; exactly as good as the best: {share:.2%} (goal at most 1 %)")
    print(f"  … exactly less than {MISTAKE:.0%} away: {tally.lenient}")
    print(f"verdicts whose intervals all hold the exact value: {tally.held / tally.positions:.1%} (stated {LEVEL:.0%})")


def calibrated(games: int, depth: int, seed: int, write: bool) -> None:
    """Set what the curve states beside what came to pass, in tenths; print it, and keep it if it is to be kept."""
    said, won, cases = ([0.0] * 10 for _ in range(3))
    squares = 0.0
    for number in range(seed, seed + games):
        rng = Random(number)
        length, winners, _ = _played(number, None)
        moment = _played(number, rng.randrange(length))[2]
        point = result_of(estimate_point(moment, 0, COACHING, DEPTHS[depth].point, f"calibrated/{number}", LEVEL))
        for seat, chance in enumerate(point.seats):
            share = float(seat in winners)
            tenth = min(9, int(chance.won * 10))
            said[tenth] += chance.won
            won[tenth] += share
            cases[tenth] += 1
            squares += (chance.won - share) ** 2
        _progress(number - seed + 1, games)
    rows = [
        {"said": round(said[k] / cases[k], 3), "won": round(won[k] / cases[k], 3), "cases": int(cases[k])}
        for k in range(10)
        if cases[k]
    ]
    brier = squares / sum(cases)
    print(f"{games} games of four, one moment of each, {DEPTHS[depth].point} simulations; Brier {brier:.4f}")
    for row in rows:
        print(f"  said {row['said']:6.1%}  won {row['won']:6.1%}  of {row['cases']} cases")
    if write:
        found = {"games": games, "simulations": DEPTHS[depth].point, "seed": seed, "tenths": rows}
        CALIBRATION.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class NamedWorst:
    """The moment that a review calls worst, and its place among those that many more simulations find."""

    named: bool
    """Whether the review calls any moment a mistake at all."""
    place: int
    """1 for the worst by the simulations; 0 if the review names none."""
    losses: tuple[float, ...]
    """The three largest losses of chance to win by the simulations."""


def game_of(bot: str, number: int) -> Game:
    """Return a game of four by seed that a bot has played at the first seat against greedy ones."""
    game = Game.new(seats=4, seed=number)
    table = [bots.make(bot), *(bots.make("greedy") for _ in range(3))]
    rng = Random(number)
    while (seat := game.to_act) is not None:
        game.apply(seat, bots.move(game, seat, table[seat], rng))
    return game


def reviewed(game: Game, depth: int) -> Review:
    """Return the review of the first seat, without the curve."""
    *_, found = review_in_steps(game, 0, COACHING, depth, curve=False)
    return found


def mistakes(found: Review) -> list[JudgedDecision]:
    """Return the decisions that a review calls mistakes, the worst first; of those that hang together, one."""
    single: dict[tuple[Any, ...], JudgedDecision] = {}
    for decision in sorted(found.decisions, key=lambda each: -each.weight):
        if decision.mark.bad:
            single.setdefault(decision.together, decision)
    return list(single.values())


def named_worst(game: Game, depth: int, times: int) -> NamedWorst:
    """Compare the worst moment of the first seat's review with what many more simulations say of every decision."""
    found = reviewed(game, depth)
    named = next((one.decision for one in found.highlights if one.cost and one.decision is not None), None)
    few = {each.action: _loss(game, each, depth, max(1, times // 10)) for each in found.decisions}
    heavy = sorted(found.decisions, key=lambda each: -few[each.action])[:_BRUTE]
    losses: dict[tuple[Any, ...], float] = {}
    for each in heavy:
        losses[each.together] = max(_loss(game, each, depth, times), losses.get(each.together, -1.0))
    worst = sorted(losses, key=lambda group: -losses[group])
    groups = {place: group for place, group in enumerate(worst, 1)}
    place = next((n for n, group in groups.items() if named is not None and named.together == group), len(groups) + 1)
    return NamedWorst(named is not None, 0 if named is None else place, tuple(losses[group] for group in worst[:3]))


_BRUTE = 8
"""How many decisions of a game get the whole of the larger budget."""


def _loss(game: Game, decision: JudgedDecision, depth: int, times: int) -> float:
    """Return what a decision lost by so many times the simulations of a review."""
    table = game.fork(decision.action)
    budget = times * selected_simulations(table, 0, DEPTHS[depth], COACHING)
    verdict = judge(table, 0, COACHING, budget, seed="brute", chosen=decision.chosen, look=DEPTHS[depth].look)
    assert verdict.chosen is not None
    assert verdict.chosen.loss is not None
    return verdict.chosen.loss.mean


def worst_moments(games: int, depth: int, times: int, seed: int) -> None:
    """Review games of a seat that plays at random, and print whether the worst moments named are among the worst."""
    right = named = 0
    for number in range(seed, seed + games):
        came = named_worst(game_of("random", number), depth, times)
        right += 1 <= came.place <= 3
        named += came.named
        losses = ", ".join(f"{loss:.2f}" for loss in came.losses)
        print(f"  game {number}: named worst is number {came.place or '–'} by {times} times the budget ({losses})")
    print(f"{right} of {games} reviews name one of the three worst moments as worst; {games - named} name none")


def calm_reviews(games: int, depth: int, seed: int) -> None:
    """Review games of ``search``, and print how many moments each review calls a mistake."""
    counts = []
    for number in range(seed, seed + games):
        counts.append(len(mistakes(reviewed(game_of("search", number), depth))))
        print(f"  game {number}: {counts[-1]}")
    print(f"{sum(count <= 1 for count in counts)} of {games} reviews of search call at most one moment a mistake")


def _played(number: int, until: int | None) -> tuple[int, tuple[int, ...], Game]:
    """A game of greedy bots to its end, or to so many actions: how many there were, who has won, and the game."""
    game = Game.new(seats=4, seed=number, record=False)
    rng = Random(number)
    actions = 0
    while actions != until and (seat := game.to_act) is not None:
        game.advance(seat, COACHING.judgement.choose(game.observe(seat), rng))
        actions += 1
    return actions, tuple(game.winners or ()), game


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of}", end="\n" if done == of else "", file=sys.stderr)


def main() -> int:
    """Ask one of the questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the first game (1)")
    parts = parser.add_subparsers(dest="part", required=True)
    one = parts.add_parser("counted", help="positions that can be counted")
    one.add_argument("--positions", type=int, default=500)
    one.add_argument("--depth", type=int, choices=sorted(DEPTHS), default=1)
    two = parts.add_parser("curve", help="stated chances beside how often those seats won")
    two.add_argument("--games", type=int, default=2000)
    two.add_argument("--depth", type=int, choices=sorted(DEPTHS), default=2)
    two.add_argument("--write", action="store_true", help=f"keep it in {CALIBRATION.relative_to(ROOT)}")
    three = parts.add_parser("worst", help="worst moments beside those of many more simulations")
    three.add_argument("--games", type=int, default=30)
    three.add_argument("--times", type=int, default=100)
    three.add_argument("--depth", type=int, choices=sorted(DEPTHS), default=1)
    four = parts.add_parser("calm", help="how many mistakes reviews of search name")
    four.add_argument("--games", type=int, default=30)
    four.add_argument("--depth", type=int, choices=sorted(DEPTHS), default=1)
    options = parser.parse_args()
    if options.part == "worst":
        worst_moments(options.games, options.depth, options.times, options.seed)
    elif options.part == "calm":
        calm_reviews(options.games, options.depth, options.seed)
    elif options.part == "counted":
        counted_positions(options.positions, DEPTHS[options.depth], options.seed)
    else:
        calibrated(options.games, options.depth, options.seed, options.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
