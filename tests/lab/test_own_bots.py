"""Bots of one's own: found, checked before a game is played, told apart by their source, the same on all workers."""

from __future__ import annotations

import inspect
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import vendetta_kit.bots
from tests.house import ROOT
from tests.lab.conftest import contents
from vendetta_kit import Game
from vendetta_kit.cli import main
from vendetta_kit.games.vendetta.bots import arena as vendetta_arena
from vendetta_kit.games.vendetta.engine.agenda import KIND_NAMES
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.games.vendetta.lab.train import Numbering
from vendetta_kit.games.vtes.bots import arena as vtes_arena
from vendetta_kit.games.vtes.engine.public_progress import (
    Ballot,
    SeenAction,
    SeenCombat,
    SeenFighter,
    SeenReferendum,
    Target,
)
from vendetta_kit.games.vtes.engine.views import SeenCard, SeenSeat
from vendetta_kit.games.vtes.engine.views import View as VtesView
from vendetta_kit.games.vtes.lab import planned_game
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.lab import LabError, PlanError, plan_of, simulate, tables

BOTS = '''
from my_taste import pick

class Upright:
    """Counts its own choices, as long as one game lasts."""
    def __init__(self):
        self.choices = 0
    def choose(self, view, rng):
        self.choices += 1
        return pick(view.legal, self.choices, rng)

class Mute:
    pass

class ForVtes(Upright):
    game = "vtes"

class Narrow:
    def choose(self, view):
        return view.legal[0]

class Wrong:
    def choose(self, view, rng):
        from vendetta_kit.games.vendetta.engine.actions import Drain
        return Drain("AL01")

class Needy(Upright):
    def __init__(self, strength):
        pass
'''
TASTE = "def pick(legal, choices, rng):\n    return legal[choices % len(legal)] if choices % 3 else legal.sample(rng)\n"
PLAN: dict[str, Any] = {"games": 8, "bots": ["my_bots:Upright", "greedy", "random", "random"], "chunk": 2, "seed": 5}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with the module ``my_bots``, which uses another that lies beside it."""
    (tmp_path / "my_bots.py").write_text(BOTS)
    (tmp_path / "my_taste.py").write_text(TASTE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("my_bots", "my_taste"):
        sys.modules.pop(name, None)


def test_workers_write_the_same_bytes(here: Path) -> None:
    one = simulate(PLAN, out="one", workers=1, progress=False)
    simulate(PLAN, out="two", workers=2, progress=False)
    assert contents("one") == contents("two")
    assert list(one["seats"].bot[:4]) == PLAN["bots"]
    assert one.plan.bot_sources == plan_of(PLAN).bot_sources
    assert list(one.plan.bot_sources) == ["my_bots:Upright"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no_bots:Upright", "no_bots: there is no such module; expected no_bots.py in "),
        ("my_bots:Uprigth", "my_bots:Uprigth: no such class in .*my_bots.py; expected one of Upright, ForVtes, "),
        ("my_bots:pick", "my_bots:pick: no such class"),
        ("my_bots:Mute", r"my_bots:Mute: lacks choose; expected a method choose\(self, view, rng\)"),
        ("my_bots:ForVtes", "my_bots:ForVtes: is a bot for 'vtes'; expected one for vendetta"),
        ("my_bots:Narrow", r"my_bots:Narrow: choose\(view\); expected choose\(self, view, rng\)"),
        ("my_bots:Needy", r"my_bots:Needy: cannot be made by Needy\(\): TypeError: "),
        ("broken:Upright", r"broken: cannot be imported: SyntaxError: .*line 1"),
        ("vendetta_kit.games.vtes.bots:GreedyBot", "GreedyBot: is a bot for 'vtes'"),
        ("my bots:Upright", "found 'my bots:Upright'; expected module:Class"),
        ("my_bots:", "found 'my_bots:'; expected module:Class"),
    ],
)
def test_what_cannot_play_is_refused_in_one_line_before_a_game(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    (here / "broken.py").write_text("class Upright(:")
    with pytest.raises(PlanError, match=f"^bots: .*{says}") as told:
        simulate({**PLAN, "bots": name}, out="out", workers=1)
    assert len(told.value.faults) == 1
    assert main(["simulate", "--bots", name, "--out", "out"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (here / "out").exists()


def test_a_bot_whose_action_is_forbidden_is_named_in_one_line_with_its_seat(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = "greedy,my_bots:Wrong,greedy,greedy"
    assert main(["simulate", "--bots", names, "--games", "4", "--out", "out", "--workers", "1"]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("vendetta simulate: ")
    assert told.endswith("(by my_bots:Wrong, at seat 1 of game 0)")
    with pytest.raises(IllegalAction) as fault:
        simulate({**PLAN, "bots": names.split(",")}, out="other", workers=1, progress=False)
    assert fault.value.__notes__[-1].startswith("by my_bots:Wrong, at seat ")


def test_a_source_that_has_changed_does_not_go_on(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the bot's own nor one that it uses; and what is in memory is what lies on the disk."""
    simulate({**PLAN, "games": 4}, out="out", workers=1, progress=False)
    (here / "my_taste.py").write_text(TASTE.replace("% 3", "% 2"))
    with pytest.raises(LabError, match="another source of my_bots:Upright, which has changed since; expected the same"):
        simulate(PLAN, out="out", workers=1, progress=False)
    assert main(["simulate", "--games", "8", "--out", "out"]) == 2
    assert "bots: my_bots:Upright: its source has changed since the first games" in capsys.readouterr().err
    changed = simulate({**PLAN, "games": 4}, out="changed", workers=1, progress=False)
    assert not changed["seats"].equals(tables("out")["seats"])
    (here / "my_taste.py").write_text(TASTE)
    assert simulate(PLAN, out="out", workers=1, progress=False).complete


def test_a_plan_whose_bot_changed_after_it_was_checked_is_not_played(here: Path) -> None:
    plan = plan_of({**PLAN, "seed": 6})
    (here / "my_bots.py").write_text(f"{BOTS}\n")
    with pytest.raises(LabError, match="a worker cannot play this plan: bots: my_bots:Upright: its source has changed"):
        simulate(plan, out="out", workers=1, progress=False)


def test_files_that_a_module_names_count_as_its_source(here: Path) -> None:
    (here / "weights.txt").write_text("1")
    (here / "my_bots.py").write_text(f'FILES = ["weights.txt"]\n{BOTS}')
    before = plan_of(PLAN).fingerprint
    (here / "other.txt").write_text("1")
    assert plan_of(PLAN).fingerprint == before
    (here / "weights.txt").write_text("2")
    assert plan_of(PLAN).fingerprint != before
    (here / "weights.txt").unlink()
    with pytest.raises(PlanError, match=r"bots: my_bots: FILES: .*weights.txt: cannot be read"):
        plan_of(PLAN)


def test_results_are_read_without_the_bot_and_run_nothing(here: Path) -> None:
    simulate(PLAN, out="out", workers=1, progress=False)
    (here / "my_bots.py").write_text("raise SystemExit('was run')")
    assert len(tables("out")["seats"]) == 32
    assert tables("out").sql("SELECT count(*) AS n FROM seats WHERE bot = 'my_bots:Upright'")["n"][0] == 8


def test_a_bot_for_any_game_plays_the_other_one_and_in_both_arenas(here: Path) -> None:
    (here / "bots").mkdir()
    (here / "bots" / "__init__.py").write_text("")
    (here / "bots" / "mine.py").write_text(BOTS)
    made = simulate(
        {"game": "vtes", "games": 1, "players": 2, "bots": "bots.mine:ForVtes", "rounds": 6},
        out="out",
        workers=1,
        progress=False,
    )
    assert list(made["seats"].bot) == ["bots.mine:ForVtes"] * 2
    vendetta = vendetta_arena.play(["my_bots:Upright", "random", "random"], games=3, seed=1)
    assert [line.bot for line in vendetta.lines] == ["my_bots:Upright", "random"]
    vtes = vtes_arena.play(["my_bots:ForVtes", "random"], games=2, seed=1)
    assert [line.bot for line in vtes.lines] == ["my_bots:ForVtes", "random"]
    sys.modules.pop("bots.mine", None)
    sys.modules.pop("bots", None)


def test_the_bot_of_the_documentation_plays_both_games_to_their_end(here: Path) -> None:
    source = (ROOT / "docs" / "bots.md").read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    (here / "my_bots.py").write_text(source)
    for game in ("vendetta", "vtes"):
        plan = {"game": game, "games": 4, "bots": ["my_bots:Upright", "greedy", "greedy", "greedy"]}
        assert len(simulate(plan, out=game, workers=1, progress=False)["games"]) == 4


def test_a_bot_that_never_ends_is_told_with_its_game(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A minion of V:TES may try to block again and again (BLOCK-04).
    monkeypatch.setattr(planned_game, "MOST_ACTIONS", 1500)
    monkeypatch.setattr(vendetta_kit.bots, "MOST_ACTIONS", 1500)
    choose = "def choose(self, view, rng):\n        return view.legal[rng.randrange(max(1, len(view.legal) - 1))]\n"
    (here / "my_bots.py").write_text(f"class Stubborn:\n    {choose}")
    plan = {"game": "vtes", "games": 8, "bots": ["my_bots:Stubborn", "greedy", "greedy", "greedy"], "tables": ["games"]}
    says = r"^game 2: not over after 1500 actions, the last of which was Block\(17\) of my_bots:Stubborn at seat 0$"
    with pytest.raises(LabError, match=says):
        simulate(plan, out="out", workers=1, progress=False)


def test_an_arena_takes_a_class_of_a_notebook() -> None:
    class Last:
        def choose(self, view: Any, rng: random.Random) -> Any:
            return view.legal[-1]

    for bot in (Last, Last()):
        found = vendetta_arena.play([bot, "random", "random", "random"], games=4)
        assert [line.bot for line in found.lines] == ["Last", "random"]


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ([object, "random", "random", "random"], r"expected a name, my_bots:Upright for a class in my_bots\.py"),
        (["__main__:Last", "random", "random", "random"], r"expected a class in a file, which %%writefile"),
    ],
)
def test_a_plan_says_that_a_class_lies_in_a_file(bots: Any, says: str) -> None:
    with pytest.raises(PlanError, match=says):
        plan_of({"games": 4, "bots": bots})


def test_the_page_on_bots_has_each_decision_with_its_actions_and_fields() -> None:
    """What games ask is what the table says; what it says to look at is there, and each field has its meaning."""
    page = (ROOT / "docs" / "bots.md").read_text("utf-8").partition("### What Vendetta asks")[2].partition("## What")[0]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    told = {kind: set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", does))) for kind, does, _ in rows}
    assert [kind for kind, *_ in rows] == [kind for kind in KIND_NAMES if kind not in ("", "over")]
    numbers, game = Numbering(), Game.new(seed=1)
    asked: dict[str, set[str]] = {kind: set() for kind in told}
    for seed in range(24):
        game, rng = (
            Game.new(seats=3 + seed % 3, seed=seed, relics=bool(seed % 2), location_cards=True),
            random.Random(seed),
        )
        while not game.is_over:
            for seat, decision in game.pending.items():
                mask = bytearray(numbers.size)
                numbers.mark(mask, 0, decision.legal, game.n[CLAN + seat], seat, game.seats)
                names = {each.name for each in numbers.segments if 1 in mask[each.first : each.first + each.size]}
                asked[decision.kind] |= {"choose"} if decision.kind == "choose" else names
            seat = game.to_act
            game.apply(seat, game.legal(seat).sample(rng))
    assert asked == told
    view = game.view(0)
    for *_, looks in rows:
        for name in re.findall(r"`view\.(\w+)", looks):
            assert hasattr(view, name), name
        for name in re.findall(r"`(?:own\.)?(\w+)`", looks):
            assert hasattr(view.seats[0], name), name


@pytest.mark.parametrize(
    "seen",
    [View, SeatView, VtesView, SeenSeat, SeenCard, Target, SeenAction, SeenFighter, SeenCombat, SeenReferendum, Ballot],
)
def test_help_says_what_each_field_of_a_view_is(seen: type) -> None:
    help_text = str(inspect.getdoc(seen))
    meanings = re.findall(r"^    (\w+): .", help_text.partition("Attributes:\n")[2], re.MULTILINE)
    assert meanings == [each.name for each in fields(seen) if each.name != "observation"]
