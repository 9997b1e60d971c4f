"""A wrong call from Python is told in one line, by an error of the kit's own: what, where, what was expected."""

from __future__ import annotations

import importlib
import inspect
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import vendetta_widgets as pages
from vendetta_kit import BadSetup, Game, IllegalAction, lab, rulebook, scenarios
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import arena
from vendetta_kit.games.vendetta.lab import train
from vendetta_kit.games.vtes import bots as vtes_bots
from vendetta_kit.games.vtes.engine import game as vtes
from vendetta_kit.input_errors import BadInput
from vendetta_kit.lab import LabError, PlanError

WRONG: Final = object()
RNG: Final = random.Random(1)
GAME: Final = Game.new(seats=4, seed=7)
UNRECORDED: Final = Game.new(seats=4, seed=7, record=False)
VTES: Final = vtes.Game.new(["claw", "court"], seed=7)
GREEDY: Final = bots.make("greedy")
MANY: Final = train.ManyGames(4)


class Silent:
    """A bot of one's own has this method alone."""

    def choose(self, view: Any, rng: random.Random) -> Any:
        return view.legal[0]


def begun(make: Callable[[], Any]) -> Any:
    env = make()
    env.reset(seed=1)
    return env


CALLS: Final[dict[str, Callable[[], Any]]] = {
    "new": lambda: Game.new(players=4),  # type: ignore[arg-type]
    "new of V:TES": lambda: vtes.Game.new(seats=4),  # type: ignore[arg-type]
    "position by name": lambda: Game.position(seats=4),
    "position of nothing": lambda: Game.position(),
    "position of both": lambda: Game.position({"round": 1}, seats=[]),
    "position, key": lambda: Game.position(seat=[]),
    "position of V:TES": lambda: vtes.Game.position(seat=[]),
    "view": lambda: GAME.view("Ann"),
    "observe": lambda: GAME.observe(4),
    "decision": lambda: GAME.decision(WRONG),
    "imagine, seat": lambda: GAME.imagine(None, RNG),
    "imagine, rng": lambda: GAME.imagine(0, 7),
    "fork": lambda: GAME.fork("2"),
    "fork beyond": lambda: GAME.fork(99),
    "undo at the start": lambda: Game.new().undo(),
    "undo without a record": lambda: UNRECORDED.undo(),
    "save without a record": lambda: UNRECORDED.save("game.json"),
    "env": lambda: train.env(players=4),
    "env, seed": lambda: train.env(seed=4),
    "env, one_hot": lambda: train.env(one_hot="yes"),
    "env, rewards": lambda: train.raw_env(rewards="score"),
    "env, last before reset": lambda: train.raw_env().last(),
    "env, step before reset": lambda: train.raw_env().step(0),
    "env, observe before reset": lambda: train.raw_env().observe("seat_0"),
    "env, sample before reset": lambda: train.raw_env().sample(RNG),
    "env, iterate before reset": lambda: list(train.raw_env().agent_iter()),
    "env, reset": lambda: train.raw_env().reset(seed="a"),  # type: ignore[arg-type]
    "env, number before reset": lambda: train.raw_env().number_of(WRONG),  # type: ignore[arg-type]
    "env, number": lambda: begun(train.raw_env).number_of(WRONG),
    "env, view before reset": lambda: train.raw_env().view(),
    "env, action": lambda: begun(train.raw_env).step("a"),
    "env, fraction": lambda: begun(train.raw_env).step(1.5),
    "env, agent": lambda: begun(train.env).observe("seat_9"),
    "env, space": lambda: train.env().action_space(0),
    "env, rng": lambda: begun(train.raw_env).sample(7),
    "many": lambda: train.ManyGames(4, players=4),
    "seat env": lambda: train.SeatEnv(players=4),
    "seat env, seat": lambda: train.SeatEnv("first"),  # type: ignore[arg-type]
    "many, games": lambda: train.ManyGames("4"),  # type: ignore[arg-type]
    "many, seed": lambda: train.ManyGames(4, seed="a"),  # type: ignore[arg-type]
    "many, learners": lambda: train.ManyGames(4, learners=(9,)),
    "many, one learner": lambda: train.ManyGames(4, learners=0),  # type: ignore[arg-type]
    "many, text": lambda: MANY.step(["a"]),
    "many, texts": lambda: MANY.step(["a"] * 4),
    "many, nothing": lambda: MANY.step(None),
    "many, rng": lambda: MANY.sample(7),  # type: ignore[arg-type]
    "columns": lambda: train.columns(9),
    "described": lambda: train.described(2),
    "observed": lambda: train.observed(GAME),  # type: ignore[arg-type]
    "bot's move, game": lambda: bots.move(WRONG, 0, GREEDY, RNG),  # type: ignore[arg-type]
    "bot's move, bot": lambda: bots.move(GAME, 0, "greedy", RNG),  # type: ignore[arg-type]
    "bot's move, rng": lambda: bots.move(GAME, 0, GREEDY, 7),  # type: ignore[arg-type]
    "bot's move of V:TES, seat": lambda: vtes_bots.move(VTES, 9, vtes_bots.make("greedy"), RNG),
    "bot's hint of V:TES, language": lambda: vtes_bots.hint(VTES, VTES.to_act, vtes_bots.make("greedy"), "fr"),
    "arena": lambda: arena.play(["greedy"] * 4, games="many"),  # type: ignore[arg-type]
    "arena, bots": lambda: arena.play("greedy", games=4),
    "simulate": lambda: lab.simulate(WRONG),  # type: ignore[arg-type]
    "simulate, executor": lambda: lab.simulate({"games": 2}, executor=7),  # type: ignore[arg-type]
    "simulate, name": lambda: lab.simulate({"games": 2}, folder="x"),  # type: ignore[call-arg]
    "cost": lambda: lab.cost_of(7),  # type: ignore[arg-type]
    "compact": lambda: lab.compact("a", "b", megabytes=0),
    "tables in words": lambda: lab.describe_tables("vendetta", ["game"]),
    "tables in words, list": lambda: lab.describe_tables("vendetta", "games"),
    "frame": lambda: GAME.frame("moves"),
    "frame without a record": lambda: UNRECORDED.frame("ledger"),
    "names": lambda: lab.with_names(7),
    "names, game": lambda: lab.with_names(GAME.frame("events"), game="chess"),
    "play of a plan": lambda: lab.plan_of({"games": 2}).play("1", ["games"]),  # type: ignore[arg-type]
    "search": lambda: rulebook.search(7),
    "scenario": lambda: scenarios.find("nope"),
    "scenario, path": lambda: scenarios.load(7),  # type: ignore[arg-type]
    "scenario, text": lambda: scenarios.loads(7),  # type: ignore[arg-type]
    "scenario, run": lambda: scenarios.run("auction-01-bids"),  # type: ignore[arg-type]
    "scenarios": lambda: scenarios.shipped("chess"),
    "load": lambda: Game.load(7),  # type: ignore[arg-type]
    "save": lambda: GAME.save(7),  # type: ignore[arg-type]
    "hint of a bot without reasons": lambda: bots.hint(GAME, GAME.to_act, Silent()),  # type: ignore[arg-type]
    "page, follower": lambda: pages.play(seed=7).on_move("draw"),
    "dashboard, a seat of no game": lambda: pages.blood(seat=1),
    "page, players": lambda: pages.play(players="four"),
    "page, name": lambda: pages.play(name=7),
    "page, argument": lambda: pages.play(seats=4),
    "lesson": lambda: pages.lesson("nope"),
    "lesson, name": lambda: pages.lesson(3),
    "drills": lambda: pages.drill(3),
    "numbering": lambda: train.Numbering().name(-1),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_wrong_call_is_told_in_one_line(call: Callable[[], Any]) -> None:
    with pytest.raises(BadInput) as told:
        call()
    assert told.value.fault is not None, "no fault"
    assert told.value.expected is not None, "nothing expected"
    for lang in ("en", "de"):
        text = told.value.text(lang)
        assert text.isprintable()
        assert len(text) < 250


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions that docs/public.md calls public, by name."""
    rows = re.findall(r"^\| `([\w.]+)` \|(.*)$", Path("docs/public.md").read_text("utf-8"), re.MULTILINE)
    for module, told in rows:
        home = importlib.import_module(module)
        for name in getattr(home, "__all__", None) or re.findall(r"`(\w+)`", told):
            if inspect.isroutine(getattr(home, name)):
                yield f"{module}.{name}", getattr(home, name)


def begin(found: Any) -> None:
    """Enter what a ``with`` is for: until then it may have checked nothing."""
    if hasattr(found, "__enter__"):
        with found:
            pass


PUBLIC: Final = dict(public_functions())
WITH_AN_ANSWER: Final = {"vendetta_kit.rulebook.is_id": "what is no text is no id"}
"""Public functions that have an answer for everything."""


@pytest.mark.parametrize("name", [name for name in PUBLIC if name not in WITH_AN_ANSWER])
def test_every_public_function_tells_of_a_wrong_argument(name: str) -> None:
    """All arguments that it needs are wrong, or each of the others by itself."""
    function = PUBLIC[name]
    parameters = [each for each in inspect.signature(function).parameters.values() if each.kind is not each.VAR_KEYWORD]
    needed = {each.name: WRONG for each in parameters if each.default is each.empty}
    for given in [needed] if needed else [{each.name: WRONG} for each in parameters]:
        at_front = [given.pop(each.name) for each in parameters if each.kind is each.POSITIONAL_ONLY]
        with pytest.raises(Exception, match=r"^[^\n]+$") as told:
            begin(function(*at_front, **given))
        assert type(told.value).__module__.startswith("vendetta_"), f"{given}: {told.value!r}"


def test_a_wrong_name_tells_which_there_are() -> None:
    with pytest.raises(BadSetup, match=r"^players: no such argument; expected one of seats, seed, clans, "):
        Game.new(players=4)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match=r"^seats: no such argument; expected one of decks, names, seed, first_player, "):
        vtes.Game.new(seats=4)  # type: ignore[arg-type]


def test_a_position_is_described_by_keys_or_by_arguments() -> None:
    seats = [{"name": "Ann", "blood": 2}, {"name": "Bob"}, {"name": "Cy"}]
    one, other = Game.position({"seats": seats, "round": 2}), Game.position(seats=seats, round=2)
    assert (one.n, one.z, one.setup) == (other.n, other.z, other.setup)


ERRORS: Final[dict[str, tuple[type[Exception], Callable[[], Any]]]] = {
    "executor": (LabError, lambda: lab.executor_of("nope")),
    "part": (LabError, lambda: lab.simulate({"games": 2}, part="1/3")),  # type: ignore[arg-type]
    "folder": (LabError, lambda: lab.tables(7)),  # type: ignore[arg-type]
    "plan": (PlanError, lambda: lab.Plan.of(7)),  # type: ignore[arg-type]
    "rule": (rulebook.UnknownRule, lambda: rulebook.rule(7)),
    "bot": (bots.UnknownBot, lambda: arena.play([WRONG] * 4, games=4)),  # type: ignore[list-item]
}


@pytest.mark.parametrize("name", ERRORS)
def test_other_errors_of_the_kit_are_one_line_too(name: str) -> None:
    error, call = ERRORS[name]
    with pytest.raises(error, match="expected ") as told:
        call()
    assert str(told.value).isprintable()


def test_a_game_is_saved_and_loaded_by_a_path_of_pathlib(tmp_path: Path) -> None:
    for game in (GAME, VTES):
        game.save(tmp_path / "game.json")
        assert type(game).load(tmp_path / "game.json").n == game.n


@pytest.mark.parametrize(
    "call",
    [
        lambda: pages.play(players=9),
        lambda: pages.play(players=3, bots="greedi"),
        lambda: pages.review(Game.new(seats=3, seed=7)),
        lambda: pages.table(3),
        lambda: Game.new(seats=3, seed=7).apply(1, "nothing"),
    ],
)
def test_a_notebook_shows_the_readers_own_line_and_the_message_and_no_frame_of_the_kit(
    call: Callable[[], Any],
) -> None:
    """A wrong number of players took 46 lines of the kit's own in a cell."""
    with pytest.raises((BadInput, IllegalAction)) as caught:
        call()
    shown = caught.value._render_traceback_()
    assert shown[-1] == f"{type(caught.value).__name__}: {caught.value}"
    assert len(shown) <= 8
    assert "test_wrong_arguments" in "".join(shown)
    assert "/vendetta_kit/" not in "".join(shown)
    assert "/vendetta_widgets/" not in "".join(shown)


def test_what_is_not_installed_is_told_with_the_extra_to_install() -> None:
    """In a Python of its own: what is imported once stays."""
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from vendetta_kit import Game\n"
        "Game.new(seats=3, seed=7).frame('ledger')\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stderr.rstrip().endswith(
        "the package pyarrow is missing; expected an installation with vendetta-kit[lab]"
    )
