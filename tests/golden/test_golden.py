"""Whole games, word for word: a change of anything that a game does shows here, and reads as a difference of text."""

from __future__ import annotations

import difflib
import re
from itertools import islice

import pytest

from tests.golden.playthroughs import FOLDER, MOST_BYTES, PLAYTHROUGHS, file_of, game_of, play, text_of
from tests.golden.regenerate import main
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.kernel.transcript import transcript
from vendetta_kit.rulebook import GAMES

HOW = "if the change is meant: python -m tests.golden.regenerate, and read the difference"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_as_it_was(name: str) -> None:
    then, now = file_of(name).read_text(encoding="utf-8"), text_of(name)
    if now != then:
        changes = difflib.unified_diff(then.splitlines(), now.splitlines(), "recorded", "now", n=2, lineterm="")
        shown = "\n".join(islice(changes, 60))
        pytest.fail(f"{file_of(name).name} is another game now; {HOW}\n{shown}", pytrace=False)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_readable(name: str) -> None:
    """Plain lines of a size that can be reviewed, each event and ledger line with rules that exist."""
    raw = file_of(name).read_bytes()
    assert len(raw) < MOST_BYTES
    assert b"\r" not in raw
    lines = raw.decode().splitlines()
    assert lines[0].endswith("-transcript/1")
    assert any(line.startswith(("  * game_over ", "  * over ")) for line in lines)
    for line in lines:
        assert len(line) < 400
        assert line == line.rstrip()
        if line.startswith(("  * ", "  $ ")):
            rules = re.fullmatch(r".* \[(.+)\]", line)
            assert rules is not None, line
            assert all(GAMES[game_of(name)].is_id(rule) for rule in rules[1].split()), line


@pytest.mark.parametrize("name", [name for name in PLAYTHROUGHS if game_of(name) == "vendetta"])
def test_playthrough_shows_what_it_is_for(name: str) -> None:
    """Three rounds, or an early end that a third Diablerie token explains; and its own variant at work."""
    game = play(name)
    kinds = {event.kind for event in game.events}
    assert game.round == 3 or "eliminated" in kinds
    options = PLAYTHROUGHS[name]
    if options.get("relics"):
        assert {"relic", "relic_used"} <= kinds
    if options.get("location_cards"):
        assert any((entry.card or "").startswith("LC") for entry in game.ledger) or "location_effect" in kinds
    if options.get("teams"):
        assert len(game.winners) == 2


def test_the_games_of_vtes_show_most_of_what_can_happen() -> None:
    told = {event.kind for name in PLAYTHROUGHS if game_of(name) == "vtes" for event in play(name).events}
    assert {"bled", "blocked", "combat", "torpor", "referendum", "ready", "ousted", "edge", "contested"} <= told


def test_every_file_belongs_to_a_playthrough() -> None:
    assert set(FOLDER.rglob("*.txt")) == set(map(file_of, PLAYTHROUGHS))


def test_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["7-players"]) == 2
    assert "unknown playthrough '7-players'; expected some of 3-players" in capsys.readouterr().err


def test_transcript_needs_a_record() -> None:
    with pytest.raises(ValueError, match="record=True"):
        transcript(Game.new(record=False))


def test_transcript_leaves_the_game_alone() -> None:
    """It tells the game so far, from the middle as well, and again the same; undo shortens it to what it was."""
    game = play("4-players")
    whole = transcript(game)
    seat, action = game.undo()
    shorter = transcript(game)
    assert shorter == transcript(game)
    assert whole.startswith(shorter[: shorter.rindex(f"{len(game.actions)}. ")])
    game.apply(seat, action)
    assert transcript(game) == whole


def test_transcript_of_a_game_that_starts_in_the_middle() -> None:
    spec = {"seats": [{"name": name} for name in ("Ann", "Bob", "Cy")], "round": 2, "ambition": "Bob"}
    game = position(spec)
    assert game.to_act is not None
    game.apply(game.to_act, game.legal(game.to_act)[0])
    text = transcript(game)
    assert '  position: {"seats": [{"name": "Ann"}' in text
    assert "\n1. Bob: Play(" in text
