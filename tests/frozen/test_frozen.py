"""What earlier kits wrote is read for ever, and means the same: see README.md before anything here is changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.frozen import make, named, rivals, vtes
from tests.frozen.pages import opened, shown
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.cli import main
from vendetta_kit.coach.review_file import load_review
from vendetta_kit.course.lessons import load as load_lesson
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.rivals.engine.game import RULES as RIVALS
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.course.drills import by_id
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.games.vendetta.engine.actions import ACTIONS
from vendetta_kit.games.vtes.engine.game import Game as VtesGame
from vendetta_kit.games.vtes.engine.rules import RULES
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.kernel import saves as kernel_saves
from vendetta_kit.rulebook import VTES, Rule, find
from vendetta_kit.scenarios import load as load_scenario
from vendetta_widgets.play_session import Session

FILES, VALUES = make.FILES, make.VALUES
SAVES = sorted(path.name for path in FILES.glob("save-*.json"))
GAMES = sorted(path.name for path in FILES.glob("game-*.json"))
KEPT = sorted(path.name for path in FILES.glob("kept-*.json"))
MOST_BYTES = 1_000_000


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def values(name: str) -> Any:
    return read(VALUES / name)


@pytest.mark.parametrize("name", [*SAVES, *GAMES])
def test_a_save_is_loaded_and_played_on_as_ever(name: str) -> None:
    game = Game.load(str(FILES / name))  # checks the marks in the file
    frozen = values(name)
    assert named.table(game) == frozen["table"]
    assert make.rows(game) == read(FILES / name)["actions"]
    assert named.table(saves.from_json(named.plain(saves.to_json(game)))) == frozen["table"]
    for seat, action in frozen["rest"]:
        game.apply(seat, ACTIONS.from_json(action))
    assert named.end(game) == frozen["end"]
    assert game.is_over


@pytest.mark.parametrize("name", mostly_long(GAMES, quick=1))
def test_a_whole_game_is_the_same_at_every_step(name: str) -> None:
    game, frozen = Game.load(str(FILES / name)), values(name)
    for after, mark in enumerate(frozen["marks"]):
        assert named.mark(game.fork(after)) == mark, f"after {after} actions"
    assert named.ledger(game) == frozen["ledger"]
    events = named.events(game)
    assert len(events) == len(frozen["events"])
    for now, then in zip(events, frozen["events"], strict=True):
        assert now.split()[:3] == then.split()[:3]
        assert set(then.split()[3:]) <= set(now.split()[3:]), "an event may come to name more rules, never fewer"


@pytest.mark.parametrize("name", KEPT)
def test_a_game_that_a_page_has_kept_goes_on_as_ever(name: str) -> None:
    session, frozen = Session(1), values(name)
    assert session.load_bytes((FILES / name).read_bytes(), name) == 0, "a move of the person's is lost"
    assert named.table(session._game) == frozen["table"]
    for action in frozen["rest"]:
        make.hand_round(session)
        session.act(ACTIONS.from_json(action))
    assert named.end(session._game) == frozen["end"]
    again = Session(1)
    assert again.load_bytes(session.save_text().encode(), name) == 0
    assert named.end(again._game) == frozen["end"]


def test_a_review_that_a_browser_stores_is_shown_as_ever() -> None:
    game = Game.load(str(FILES / make.REVIEWED))
    found = load_review((FILES / "review.json").read_text("utf-8"), game, 0, COACHING)
    assert make.named_review(found) == values("review.json")


STOPPED: Final = {"vtes-save-second-card-vote.json": ("POL-08",)}
"""Saves of V:TES that do what a rule forbids which was repaired since, with that rule."""


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.glob("vtes-save-*.json")))
def test_a_save_of_vtes_is_loaded_as_ever_or_says_which_repaired_rule_stops_it(name: str) -> None:
    game, stopped = kernel_saves.replay(read(FILES / name), RULES, name)
    told = read(FILES / name)["actions"]
    made = [[seat, action.to_json()] for seat, action in game.actions]
    then = values(name)["table"]
    if name in STOPPED:
        assert stopped is not None
        for lang in ("en", "de"):
            assert all(f"{rule} {VTES.rule(rule, lang).title}" in stopped.text(lang) for rule in STOPPED[name])
        with pytest.warns(kernel_saves.StoppedSave, match=STOPPED[name][0]):
            assert VtesGame.load(str(FILES / name)).actions == game.actions
        told = told[:-1]
    else:
        assert stopped is None
        assert vtes.lying(vtes.table(game)) == vtes.lying(then)
    passes = [row for row in made if row[1] == {"do": "pass"}]
    assert [row for row in made if row not in passes] == [row for row in told if row[1] != {"do": "pass"}]
    assert len(passes) >= len(told) - (len(made) - len(passes)), "what is asked since was passed"
    assert all(log_lines(game.view(reader), lang) for reader in (None, 0) for lang in ("en", "de") if made)
    again = json.loads(json.dumps(kernel_saves.to_json(game)))
    assert kernel_saves.from_json(again, RULES).actions == game.actions
    while not game.is_over and len(game.actions) < len(made) + 30:
        seat = min(game.pending)
        game.apply(seat, game.legal(seat)[0])


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.glob("rivals-save-*.json")))
def test_a_save_of_rivals_is_loaded_and_played_on_as_ever(name: str) -> None:
    game, frozen = kernel_saves.from_json(read(FILES / name), RIVALS), values(name)
    assert rivals.table(game) == frozen["table"]
    for seat, action in frozen["rest"]:
        game.apply(seat, RIVALS.actions.from_json(action))
    assert rivals.end(game) == frozen["end"]
    assert game.is_over
    assert kernel_saves.from_json(json.loads(json.dumps(kernel_saves.to_json(game))), RIVALS).is_over


def test_a_scenario_of_rivals_holds_as_ever() -> None:
    assert main(["scenario", "check", str(FILES / "rivals-scenario.yaml")]) == 0


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.glob("vtes-kept-*.json")))
def test_a_game_of_vtes_that_a_page_has_kept_goes_on_as_ever(name: str) -> None:
    session = Session(1, wish=vtes.Wish(seats=2))
    left = session.load_bytes((FILES / name).read_bytes(), name)
    assert (session.stopped is not None) is (left > 0), "which repaired rule it is"
    assert session.view.moment.turn == 1 or log_lines(session.view)
    again = Session(1, wish=vtes.Wish(seats=2))
    assert again.load_bytes(session.save_text(), name) == 0
    assert vtes.end(again._game) == vtes.end(session._game)


def test_progress_says_what_it_said() -> None:
    text = (FILES / "progress.json").read_text("utf-8")
    learner = Progress.loads(text)
    assert make.named_progress(learner) == values("progress.json")
    assert Progress.loads(learner.dumps()) == learner


def test_a_pupils_ticks_are_what_they_were() -> None:
    text = (FILES / "class-progress.json").read_text("utf-8")
    learner = Progress.loads(text)
    assert {**make.named_progress(learner), "done": sorted(learner.done)} == values("class-progress.json")
    assert Progress.loads(learner.dumps()) == learner


def test_progress_in_several_games_says_what_it_said() -> None:
    text = (FILES / "progress-of-games.json").read_text("utf-8")
    learner = Progress.loads(text)
    found = {game: make.named_progress(learner.of(game)) for game in make.LEARNT}
    assert found == values("progress-of-games.json")
    assert learner.dumps() == text.strip()


GONE_DRILLS: Final = frozenset(
    (
        "ambition:4r/0:435:0:ambition",
        "game:5l/14:620:0:game",
        "paid:4t/0:452:2:0",
        "score:4r/0:442:2:2",
        "tokens:4l/1:364:0:0",
    )
)
"""Moments of random games that by today's default readings (KIT-04, KIT-15, RUL-22, RUL-30, RUL-53) are not reached."""


def test_drills_ask_what_they_asked() -> None:
    frozen = values("drills.json")
    assert set(frozen) > GONE_DRILLS
    for name in read(FILES / "drills.json"):
        if name in GONE_DRILLS:
            with pytest.raises(KeyError):
                by_id(name)
            continue
        question = by_id(name)
        assert [question.form, list(question.right)] == frozen[name], name


def test_every_rule_ruling_and_term_has_its_id() -> None:
    for name in read(FILES / "rules.json"):
        assert find(name).id == name


@pytest.mark.parametrize("address", read(FILES / "links.json"))
def test_an_address_opens_what_it_opened(address: str) -> None:
    reader = opened(address)
    assert reader.alert == ""
    assert shown(reader) == values("links.json")[address]


@pytest.mark.parametrize("address", read(FILES / "ruling-links.json"))
def test_an_address_that_names_an_old_ruling_opens_its_rule(address: str) -> None:
    reader = opened(address)
    assert reader.alert == ""
    assert shown(reader) == values("ruling-links.json")[address]
    assert isinstance(find(reader.page._about), Rule)


@pytest.mark.parametrize("address", read(FILES / "vtes-links.json"))
def test_an_address_of_vtes_opens_what_it_opened(address: str) -> None:
    reader = opened(address)
    assert reader.alert == ""
    assert shown(reader) == values("vtes-links.json")[address]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("gone", "rule"), [("RUL-11", "END-03"), ("RUL-14", "BLOCK-11"), ("RUL-25", "BLOCK-04")])
def test_an_address_that_names_a_ruling_of_vtes_that_is_gone_opens_its_rule(gone: str, rule: str, lang: str) -> None:
    reader = opened(f"vtes/drills?about={gone}&lang={lang}")
    assert reader.alert == ""
    assert reader.page._about == rule


@pytest.mark.parametrize("address", read(FILES / "class-links.json"))
def test_a_link_for_a_class_opens_what_it_opened(address: str) -> None:
    reader = opened(address)
    assert reader.alert == ""
    assert shown(reader) == values("class-links.json")[address]


@pytest.mark.parametrize(("line", "code"), read(FILES / "commands.json").items())
def test_a_command_ends_as_it_ended(line: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.format(files=FILES).split()) == code
    assert any(capsys.readouterr())


def test_own_lessons_and_scenarios_are_read() -> None:
    lesson, scenario = load_lesson(str(FILES / "lesson.yaml")), load_scenario(str(FILES / "scenario.yaml"))
    assert (lesson.id, [moment.id for moment in lesson.moments]) == ("my-own", ["move", "ruling"])
    assert (scenario.id, scenario.rules) == ("my-own-scenario", ("PLAN-12", "VLOC-04"))


# The net itself -----------------------------------------------------------------------------------------------


def test_the_net_has_no_hole() -> None:
    """Every case is here; every number of players, variant, reading, bot and kind of decision is among them."""
    assert {name for name, _ in make.cases()} <= {path.name for path in FILES.iterdir()}
    assert {path.stem for path in VALUES.iterdir()} <= {path.stem for path in FILES.iterdir()}
    tables = [values(name)["table"] for name in (*SAVES, *GAMES)]
    assert {len(table["seats"]) for table in tables} == {3, 4, 5, 6}
    asked = {kind for table in tables for kind, _, _ in table["asked"].values()}
    assert asked == {"pick_clan", "pick_relic", "keep", "plan", "after_play", "withdraw", "bid", "choose"}
    setups = [read(FILES / name)["setup"] for name in (*SAVES, *GAMES)]
    for key in ("teams", "relics", "location_cards"):
        assert {bool(setup.get(key)) for setup in setups} == {True, False}, key
    readings = {tuple(reading) for setup in setups for reading in setup.get("rulings", {}).items()}
    assert readings >= {
        *(("last_blood", reading) for reading in ("forbid", "allow")),
        *(("nobody_left", reading) for reading in ("after_conflict", "after_withdraw")),
    }
    theirs = {
        json.dumps(row["table"]["asked"]) for row in map(values, (f"vtes-save-{name}.json" for name in vtes.SAVES))
    }
    assert all(any(f'"{kind}"' in asked for asked in theirs) for kind in ("block", "strike", "vote"))
    assert {read(FILES / name)["bots"] for name in KEPT} == {"random", "greedy", "careful", "search"}


def test_nothing_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    make.write_new(path, "once\n")
    with pytest.raises(FileExistsError):
        make.write_new(path, "twice\n")
    assert path.read_text("utf-8") == "once\n"


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for folder in (FILES, VALUES) for path in folder.iterdir()) < MOST_BYTES
