"""Whole games of V:TES, word for word: a change of anything that a game does shows here."""

from __future__ import annotations

import difflib
import re
from itertools import islice

import pytest

from tests.vtes.golden import FOLDER, GAMES, play
from vendetta_kit.kernel.transcript import transcript
from vendetta_kit.rulebook import VTES

HOW = "if the change is meant: python -m tests.vtes.golden, and read the difference"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_as_it_was(name: str) -> None:
    then, now = (FOLDER / f"{name}.txt").read_text("utf-8"), transcript(play(name))
    changes = difflib.unified_diff(then.splitlines(), now.splitlines(), "recorded", "now", n=2, lineterm="")
    assert then == now, f"{HOW}\n" + "\n".join(islice(changes, 60))


@pytest.mark.parametrize("name", GAMES)
def test_each_line_has_rules_that_exist(name: str) -> None:
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith(("  * ", "  $ ")):
            rules = re.fullmatch(r".* \[(.+)\]", line)
            assert rules is not None, line
            assert all(VTES.is_id(rule) for rule in rules[1].split()), line


def test_the_games_show_most_of_what_can_happen() -> None:
    told = {event.kind for name in GAMES for event in play(name).events}
    assert {"bled", "blocked", "combat", "torpor", "referendum", "ready", "ousted", "edge", "contested"} <= told
