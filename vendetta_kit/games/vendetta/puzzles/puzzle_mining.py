"""Finding puzzles in games of bots: decisions with one clearly best action by the coach's judgement.

A decision is written as a scenario first, and the decision in that scenario is judged. It is kept if the coach's best
action is ahead of every other one by more than :data:`LEAST`, intervals included, with both values of each switchable
ruling, and if what the answer tells of the two moves shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from random import Random
from typing import Any, Final

from vendetta_kit import Game
from vendetta_kit.coach import Verdict, judge
from vendetta_kit.coach.judge import SCORE_WORTH, JudgedChoice, compare
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.actions import Drain, Keep, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.agenda import AFTER, BID, CHOOSE, KEEP, PLAN, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import AT, BIT, CLANS, FEED, IDS, LOCATIONS, NUMBER
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import INFL, LOC, POOL, ROUND
from vendetta_kit.games.vendetta.scenarios import DIALECT, THEMES
from vendetta_kit.games.vendetta.scenarios.step_writing import step_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.state import ASK
from vendetta_kit.scenarios import Scenario, loads, run
from vendetta_kit.scenarios.yaml_writing import scenario_yaml

from . import ASKING, PUZZLES
from .played_move import first_reply, outcome_of
from .puzzle_answer import PuzzleAnswer, answer_of, shows
from .puzzle_text import title_of

BUDGET: Final = 96
"""Simulations for finding a puzzle."""
TIMES: Final = 10
"""The factor of simulations with which a puzzle is verified with each ruling, at most."""
LEAST: Final = 0.05
"""The smallest lead, as a chance of winning, that makes an action clearly best."""
MOST: Final = 3
"""The most puzzles of one game, each of another seat, so that learners do not meet the same table often."""
_GLANCE: Final = 24
"""Simulations for a first estimate of any other decision than a Planning turn."""
_PROMISING: Final = 0.12
"""The average lead in the first estimate that justifies more simulations."""
_EACH: Final = ((4, 12), (12, 6))
"""The simulations for each choice of a Planning turn in each pass, and how many choices are kept after it."""
ASKED: Final = ("card", "at")
"""What a puzzle asks of a play, if not all of it."""
_RIVALS: Final = 4
"""The number of next best choices that are compared with the best."""
_TRIES: Final = 6
"""The most decisions of one game that are verified."""
_GRADES: Final = (0.5, 0.3)
"""The lead for grade 1, and for grade 2."""
_WORLDS: Final = 24
"""Imagined games that say whether who stays wins the Location."""
_SURELY: Final = 0.85
"""The share of them from which on that is asked beside the move."""
_NAMES: Final = ("Ann", "Bob", "Cy", "Dee")
_RULES: Final = {
    "withdraw": ("WDR-03",),
    "drain": ("DRAIN-04",),
    "frenzy": ("FRZ-01",),
    "face_down": ("PLAN-11",),
    "last_haven": ("CONF-07",),
    "diablerie": ("DIAB-01",),
    "ties": ("CONF-04",),
    "planning": ("PLAN-03",),
    "feed": ("FEED-01",),
    "hand": ("HAND-02",),
    "effect": ("CONTR-01",),
}
_PLAINLY: Final = 0.1
"""By so much the best move is ahead at least, its interval included, where a puzzle is of the first grade."""
_FEW: Final = 4
"""The most cards at a Location whose Power and texts a puzzle of the first grade has one weigh."""
_KINDS: Final = {TOKEN: "token", PLAN: "turn", AFTER: "drain", KEEP: "hand", CHOOSE: "answer", BID: "answer"}
"""The kinds of decisions that become puzzles, as the names of puzzles give them."""


def ruling_sets() -> tuple[dict[str, str], ...]:
    """Return the rulings under which a puzzle must hold: the defaults, and each switch set the other way.

    >>> len(ruling_sets())
    11
    """
    return ({}, *({switch: other} for switch, (_, other) in RULINGS.items()))


def verify(
    table: dict[str, Any],
    seat: int,
    actions: Sequence[Action],
    budget: int,
    seed: int,
    before: Sequence[tuple[int, Action]] = (),
) -> list[Verdict] | None:
    """Compare the first action with the others with each set of rulings.

    Args:
        table: the table part of the scenario file.
        seat: the seat that decides.
        actions: the action that must be best, then those to compare it with.
        budget: most simulations with each set of rulings; they end when it is known.
        seed: seed of the imagined games.
        before: what is done before the seat decides, each with its seat.

    Returns:
        The verdict for each, or ``None`` if the action is not clearly best with one of them.
    """
    found = []
    for given in ruling_sets():
        here = _decision({**table, "rulings": given}, before)
        if here is None or not all(here.why_not(seat, action) is None for action in actions):
            return None
        verdict = compare(here, seat, COACHING, actions, budget, seed=seed, least=LEAST)
        if verdict.clear < LEAST:
            return None
        found.append(verdict)
    return found


def _decision(table: dict[str, Any], before: Sequence[tuple[int, Action]]) -> Game | None:
    """Return the game of a table after these actions; ``None`` if one of them is not legal there."""
    game = position(table)
    for seat, action in before:
        if game.why_not(seat, action) is not None:
            return None
        game.apply(seat, action)
    return game


def least_grade(here: Game, answer: PuzzleAnswer) -> int:
    """Return how hard a puzzle is at least: 3 where what rivals do otherwise or give up decides it, else 2.

    They do otherwise if one plays elsewhere, or stays at the Location that decides only after one of the two moves.

    It is 1 where the best move brings no Frenzy and all that matters is few cards at one Location, none of which asks
    anything but what is asked here; or who withdraws from such a Location, with a card or two more, gains by it at the
    Haven, where its cards and Blood count then.
    """
    ends = [move.location(answer.at) for move in (answer.best, answer.tempting)]
    rivals = [{*end.power} - {answer.best.seat} if end is not None else set() for end in ends]
    stay_otherwise = rivals[0] != rivals[1] and (here.n[LOC] < 0 or answer.at != AT[here.n[LOC]])
    if first_reply(answer.best, answer.tempting) or stay_otherwise or stronger_leave(here, answer):
        return 3
    loc = here.n[LOC]
    if loc < 0 or answer.best.frenzy:
        return 2
    lying = {IDS[card] for seat in range(here.seats) for card in here.z[s.CARDS + seat * 4 + loc]}
    decision = here.view(answer.best.seat).decision
    ask = ASKING & lying - ({decision.card} if decision is not None else set())
    if answer.at == "haven" and isinstance(answer.best.action, Withdraw):
        return 1 if len(lying) <= PUZZLES.few and not ask else 2
    return 1 if answer.at == AT[loc] and len(lying) <= _FEW and not ask else 2


def stronger_leave(here: Game, answer: PuzzleAnswer) -> bool:
    """Return whether who stays wins as a rival with as much Power in sight gives up: nothing on the table says so."""
    stay = next((move for move in (answer.best, answer.tempting) if isinstance(move.action, Stay)), None)
    if stay is None or here.n[LOC] < 0:
        return False
    view, at = here.view(stay.seat), AT[here.n[LOC]]
    ends = stay.location(at)
    if ends is None or ends.winner != stay.seat:
        return False
    told = next((e for e in ends.view.events if (e.kind, e.at, e.moment.round) == ("tokens", at, view.round)), None)
    power = {found.seat: found.power for found in flows.powers(view, at)}
    leaving = told.data["leaving"] if told is not None else ()
    return any(power.get(seat, 0) >= power.get(stay.seat, 0) for seat in leaving if seat != stay.seat)


def grade_of(lead: float, least: int, surely: float = 1.0) -> int:
    """Return how hard a puzzle is, by the lead of the best move and how hard it is at least; plain ones are easier.

    The first grade is only what is ``surely`` ahead by :data:`_PLAINLY`.

    >>> grade_of(0.6, 1), grade_of(0.4, 1), grade_of(0.4, 2), grade_of(0.1, 2), grade_of(0.4, 1, surely=0.07)
    (1, 1, 2, 3, 2)
    """
    least = max(least, 1 if surely >= _PLAINLY else 2)
    grade = next((k for k, gap in enumerate(_GRADES, 1) if lead >= gap), len(_GRADES) + 1)
    return max(least, grade - (least == 1))


def _alike(here: Game, seat: int, action: Action) -> tuple[Action, ...]:
    """Return all plays of the same card to the same Location, with another facing, Blood or tokens."""
    return tuple(other for other in here.legal(seat) if other != action and _asked(other) == _asked(action))


def mine_game(seed: int, watch: Callable[[], object] | None = None, drawn: bool = False) -> Iterator[dict[str, Any]]:
    """Play one game of bots and yield its best puzzles as documents of scenario files.

    Args:
        seed: seed of the game, the imagined games and their random events.
        watch: called after each decision that was examined.
        drawn: whether clans are random; otherwise bots choose them, some clans very seldom.
    """
    rng = Random(f"puzzles/{seed}")
    seats = rng.choice((3, 4, 4))
    clans = Random(f"puzzles/clans/{seed}").sample(CLANS, seats) if drawn else None
    game = Game.new(seats=seats, seed=seed, names=_NAMES[:seats], clans=clans)
    choose = GreedyChooser(Weights()).choose
    lots = Random(f"puzzles/rank/{seed}")
    moments: list[_Moment] = []
    table: dict[str, Any] | None = None
    before: tuple[tuple[int, Action], ...] = ()
    place = (-1, -1)
    while (seat := game.to_act) is not None:
        told, led = table, before
        if game.n[ASK] in (KEEP, PLAN, TOKEN):
            told, led = table_of(game, seat, seed), ()
            if game.n[ASK] != TOKEN or (game.n[ROUND], game.n[LOC]) != place:  # what follows is told from here
                table, before, place = told, led, (game.n[ROUND], game.n[LOC])
        if told is not None and game.n[ASK] in _KINDS and len(game.legal(seat)) > 1:
            moment = _promising(game, seat, told, led, seed, lots.random())
            if watch is not None:
                watch()
            if moment is not None:
                moments.append(moment)
        code = choose(game.observe(seat), rng)
        before = (*before, (seat, game.rules.actions[code]))
        game.advance(seat, code)
    seats_found: set[int] = set()
    for moment in sorted(moments, key=lambda one: one.rank)[:_TRIES]:
        if moment.seat in seats_found:
            continue
        document = _puzzle(moment, seed)
        if document is not None:
            seats_found.add(moment.seat)
            yield document
            if len(seats_found) == MOST:
                return


@dataclass(frozen=True, slots=True)
class _Moment:
    """A decision that may become a puzzle."""

    here: Game
    seat: int
    table: dict[str, Any]
    before: tuple[tuple[int, Action], ...]
    """What has been done since ``table``, each action with its seat."""
    actions: tuple[Action, ...]
    """The action that seems best, then those to compare it with, the next best first."""
    rank: tuple[int, float]
    """The lowest are verified first: rare kinds, in random order within a kind; else all puzzles would be easy."""


def _promising(
    game: Game, seat: int, table: dict[str, Any], before: tuple[tuple[int, Action], ...], seed: int, luck: float
) -> _Moment | None:
    here = _decision(table, before)
    if here is None or here.n[ASK] != game.n[ASK] or seat not in here.pending:
        return None
    if list(here.legal(seat)) != list(game.legal(seat)):
        return None
    if here.n[ASK] == PLAN:
        actions = _planned(here, seat, seed)
        if actions is None:
            return None
    else:
        for budget in (_GLANCE, BUDGET):
            first = judge(here, seat, COACHING, budget, seed=seed)
            if _ahead(first) < _PROMISING:
                return None
        if len(first.best.alike) > 1:
            return None
        actions = tuple(look.action for look in first.looks)
    kinds, others = (_line(here, seat, action, seed)[1] for action in actions[:2])
    rare = bool((kinds ^ others) & {"frenzy", "diablerie", "tie"})
    rank = 0 if here.n[ASK] != TOKEN else 1 if rare or here.n[ROUND] < ROUNDS else 2
    return _Moment(here, seat, table, before, actions, (rank, luck))


def _ahead(verdict: Verdict) -> float:
    """Return the average lead of the best action over all other estimated actions."""
    return min((look.loss.mean for look in verdict.estimated[1:] if look.loss is not None), default=0.0)


def _planned(here: Game, seat: int, seed: int) -> tuple[Action, ...] | None:
    """Return the best of a Planning turn's actions, then the best of the next other cards and Locations.

    How a card lies and how much Blood is on it makes so little difference that hardly any one play is ahead of all
    others: what is asked is which card goes where (:data:`ASKED`). All that is legal is tried where one seems ahead.
    """
    ranked = COACHING.seat_knowledge(here, seat).ranked_codes(Random(f"puzzles/planned/{seed}"))
    kept: dict[tuple[Any, ...], Action] = {}
    for code in ranked:
        action = here.rules.actions[code]
        kept.setdefault((_asked(action), getattr(action, "face", None)), action)
    found = tuple(kept.values())
    for each, most in _EACH:
        verdict = compare(here, seat, COACHING, found, each * len(found), seed=f"{seed}/{each}")
        found = tuple(look.action for look in sorted(verdict.looks, key=_worth, reverse=True))[:most]
    found = _each_asked(found)
    if len(found) < 2 or _ahead(compare(here, seat, COACHING, found, BUDGET * 2, seed=seed)) < _PROMISING / 2:
        return None
    every = judge(here, seat, COACHING, 4 * len(here.legal(seat)), seed=seed, look=None, keep=2 * _RIVALS)
    found = _each_asked((*found, *(look.action for look in every.estimated)))[: _RIVALS + 1]
    near = compare(here, seat, COACHING, found, BUDGET * 4, seed=f"{seed}/near")
    return found if _ahead(near) >= _PROMISING else None


def _asked(action: Action) -> Any:
    """Return what is asked of an action of a Planning turn: of a play, the card and the Location."""
    return tuple(getattr(action, field) for field in ASKED) if isinstance(action, Play) else action


def _each_asked(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the first of these actions with each card and Location."""
    first: dict[Any, Action] = {}
    for action in actions:
        first.setdefault(_asked(action), action)
    return tuple(first.values())


def _worth(look: JudgedChoice) -> float:
    return look.chance + SCORE_WORTH * look.score


def _puzzle(moment: _Moment, seed: int) -> dict[str, Any] | None:
    here, seat, table, action = moment.here, moment.seat, moment.table, moment.actions[0]
    verdicts = verify(table, seat, moment.actions, BUDGET * TIMES, seed, moment.before)
    if verdicts is None:
        return None
    whole = not isinstance(action, Play)
    if not whole and (same := _alike(here, seat, action)):
        surely = verify(table, seat, (action, *same), BUDGET * TIMES, seed, moment.before)
        whole, verdicts = surely is not None, [*verdicts, *(surely or ())]
    losses = [look.loss for verdict in verdicts for look in verdict.estimated[1:] if look.loss is not None]
    least = min(losses, key=lambda loss: loss.low)
    themes = themes_of(here, moment.actions, whole)
    if not themes:
        return None
    line, _ = _line(here, seat, action, seed)
    number = table["start"].get("number", table["start"].get("at", len(here.legal(seat))))
    document = {
        "format": DIALECT.format,
        "id": f"puzzle-{seed}-{table['round']}-{_KINDS[here.n[ASK]]}-{number}-{seat}",
        "title": title_of(here, seat, themes),
        "rules": rules_of(themes),
        "puzzle": {
            "themes": themes,
            "grade": 1,
            "gap": round(100 * least.mean),
            "interval": [floor(100 * least.low), min(100, ceil(100 * least.high))],
            "simulations": min(verdict.simulations for verdict in verdicts),
            **({"after": len(moment.before)} if moment.before else {}),
            **({} if whole else {"asks": list(ASKED)}),
        },
        **table,
        "steps": [*_steps_before(moment), *line],
    }
    document["expect"] = _expected(run(loads(scenario_yaml(document))).game, seat, len(here.events))
    scenario = loads(scenario_yaml(document))
    if not (run(scenario).ok and shows(answer := answer_of(scenario))):
        return None
    themes = with_turning_points(themes, answer)
    document["rules"] = rules_of(themes)
    document["puzzle"] |= {"themes": themes, "grade": grade_of(least.mean, least_grade(here, answer), least.low)}
    wins = stay_wins(scenario, here) if isinstance(action, Stay | Withdraw) else None
    more = {"wins": wins} if wins is not None else {}
    document["puzzle"] |= {"answers": 2 * len(here.legal(seat)) if more else len(here.legal(seat)), **more}
    return document


def stay_wins(scenario: Scenario, here: Game) -> bool | None:
    """Return whether who stays wins the Location, as imagined games and the answer say alike; ``None`` if they differ.

    It is ``None``, too, where that hangs on rivals who give up.

    Args:
        scenario: a puzzle whose seat stays or withdraws.
        here: its game where the seat decides.
    """
    assert scenario.puzzle is not None
    seat, at, found = scenario.puzzle.seat, AT[here.n[LOC]], 0
    for number in range(_WORLDS):
        world = here.imagine(seat, Random(f"puzzles/wins/{scenario.id}/{number}"))
        world.rec = Recorder()
        ends = outcome_of(world, seat, Stay(), f"puzzles/wins/{scenario.id}/{number}").location(at)
        found += ends is not None and ends.winner == seat
    answer = answer_of(scenario)
    if stronger_leave(here, answer):
        return None
    told = (answer.best if isinstance(answer.best.action, Stay) else answer.tempting).location(at)
    wins = 2 * found > _WORLDS
    agree = told is not None and (told.winner == seat) == wins and max(found, _WORLDS - found) >= _SURELY * _WORLDS
    return wins if agree else None


def _steps_before(moment: _Moment) -> Iterator[dict[str, Any]]:
    """Yield the steps that lead from the table to the decision."""
    game = position(moment.table)
    for seat, action in moment.before:
        yield step_of(game, seat, action)
        game.apply(seat, action)


def _line(here: Game, seat: int, action: Action, seed: int) -> tuple[list[dict[str, Any]], set[str]]:
    """Play on after an action until the Location or the round ends; return the steps and the kinds of events."""
    game = here.copy()
    rng = Random(f"puzzles/line/{seed}")
    choose = GreedyChooser(Weights()).choose
    began, at, told = game.n[ROUND], game.n[LOC], len(game.events)
    steps = [step_of(game, seat, action)]
    game.apply(seat, action)
    while (who := game.to_act) is not None and game.n[ROUND] == began and (at < 0 or game.n[LOC] == at):
        code = choose(game.observe(who), rng)
        done = game.rules.actions[code]
        steps.append(step_of(game, who, done))
        game.apply(who, done)
    return steps, {event.kind for event in game.events[told:]} | _tied(game, told)


def _expected(after: Game, seat: int, told: int) -> list[dict[str, Any]]:
    """Return what the steps lead to: the winner there, the seat's Pool, and at the end of the game all scores."""
    won = [event for event in after.events[told:] if event.kind == "winner"]
    found = [
        {"event": "winner", "seat": after.names[event.seat], "at": event.at} for event in won if event.seat is not None
    ]
    has = {"seat": after.names[seat], "blood": after.n[POOL + seat], "influence": after.n[INFL + seat]}
    return [*found, has]


def _tied(game: Game, told: int) -> set[str]:
    return {"tie" for event in game.events[told:] if event.kind == "winner" and event.data.get("tied")}


def themes_of(here: Game, weighed: Sequence[Action], whole: bool = True) -> list[str]:
    """Return the themes of a decision, as far as they do not hang on what comes of it.

    Args:
        here: the game at the decision.
        weighed: the best action, then the other estimated ones.
        whole: whether all of a play is asked, with its facing.
    """
    action = weighed[0]
    token = isinstance(action, Stay | Withdraw)
    drained = [one.card for one in weighed if isinstance(one, Drain)]
    holds = {
        "withdraw": token,
        "drain": bool(drained) and whole,
        "face_down": isinstance(action, Play) and whole and action.face == "down",
        "last_haven": token and here.n[ROUND] == ROUNDS and AT[here.n[LOC]] == "haven",
        "planning": isinstance(action, Play),
        "feed": here.n[ROUND] < ROUNDS and here.n[ASK] == AFTER and any(FEED[NUMBER[card]] for card in drained),
        "hand": isinstance(action, Keep),
        "effect": here.n[ASK] in (CHOOSE, BID),
    }
    return [theme for theme in THEMES if holds.get(theme)]


def with_turning_points(themes: Sequence[str], answer: PuzzleAnswer) -> list[str]:
    """Return the themes of a decision with those that its answer tells: the seat's own Frenzy or Diablerie, or a tie.

    What happens to others on the way is no theme: no sentence of the answer speaks of it.
    """
    moves = (answer.best, answer.tempting)
    places = [move.location(answer.at) for move in moves]
    turns = {
        "frenzy": len({bool(move.frenzy) for move in moves}) == 2,
        "diablerie": len({move.diablerie for move in moves}) == 2,
        "ties": any(place is not None and place.tie for place in places),
    }
    return [theme for theme in THEMES if turns.get(theme, theme in themes)]


def rules_of(themes: Sequence[str]) -> list[str]:
    """Return the rules that a puzzle of these themes is about."""
    return [rule for theme in themes for rule in _RULES[theme]]


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
    if (
        n[ASK] not in (KEEP, PLAN, TOKEN)
        or n[s.OUT]
        or game.table.relics
        or game.table.teams
        or game.table.location_cards
    ):
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
