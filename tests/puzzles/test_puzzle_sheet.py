"""Puzzles on paper: both languages and papers, nothing that the solver may not know, solutions apart."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.selection import cases
from vendetta_kit.cli import main
from vendetta_kit.course.puzzle_set import game_at, open_puzzle, solution
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_kit.games.vendetta.puzzles.puzzle_sheet import PAPERS, NoPuzzle, random_puzzles, sheet
from vendetta_kit.games.vendetta.puzzles.puzzle_text import puzzle_words
from vendetta_kit.games.vendetta.wording.message_text import action_text


def parts(page: str) -> tuple[str, str]:
    """What is asked, and the solutions, as text."""
    asked, solved = page.split('<section class="solutions">')
    return tuple(unescape(re.sub(r"<[^>]+>", " ", part)) for part in (asked.split("<body>")[1], solved))  # type: ignore[return-value]


@cases("lang", ["en", "de"], quick=["en"])
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_page_stands_alone(lang: str, paper: str) -> None:
    page = sheet(random_puzzles(3), lang, paper)
    assert f'<html lang="{lang}">' in page
    assert f"size: {PAPERS[paper][0]};" in page
    assert "<script" not in page
    assert "http" not in page
    assert page.count("<article>") == 6
    assert "{" not in page.split("</style>")[1]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_solution_stands_among_the_solutions_alone(lang: str) -> None:
    for one in random_puzzles(8, seed=3):
        asked, solved = parts(sheet([one], lang))
        assert action_text(solution(one).action, one.names, lang) in solved
        assert one.title[lang] in asked
        assert one.puzzle is not None
        assert one.puzzle.interval is not None
        low, high = one.puzzle.interval
        lead = {"gap": one.puzzle.gap, "low": low, "high": high, "n": one.puzzle.simulations}
        surely = puzzle_words(lang)["sheet.gap"].format(**lead)
        assert surely in solved
        assert surely not in asked


def test_nobody_is_shown_what_is_hidden() -> None:
    """A card that lies in one other hand alone, or face down there, is on no sheet."""
    for path in PUZZLES.shipped()[:12]:
        one = open_puzzle(path)
        assert one.puzzle is not None
        game = game_at(one)
        view, whole = game.view(one.puzzle.seat), [game.view(seat) for seat in range(game.seats)]
        asked, _ = parts(sheet([one]))
        seen = {card for seat in view.seats for card in (*(seat.hand or ()), *seat.known_hand)}
        seen |= {card.card for seat in view.seats for place in seat.positions for card in place.cards if card.card}
        for other in range(game.seats):
            own = whole[other].seats[other]
            hidden = {card for card in own.hand or ()} | {c.card for p in own.positions for c in p.cards if c.card}
            for card in hidden - seen:
                name = box.name(card)
                if name not in {box.name(known) for known in seen}:
                    assert name not in asked, (one.id, card)


def test_a_theme_and_a_grade_can_be_asked_for() -> None:
    for one in random_puzzles(5, "withdraw", 1):
        assert one.puzzle is not None
        assert "withdraw" in one.puzzle.themes
        assert one.puzzle.grade == 1
    assert [one.id for one in random_puzzles(4)] == [one.id for one in random_puzzles(4)]
    assert [one.id for one in random_puzzles(4)] != [one.id for one in random_puzzles(4, seed=2)]
    with pytest.raises(NoPuzzle, match="luck"):
        random_puzzles(1, "luck")


def test_the_command_writes_a_page_and_tells_a_fault_in_one_line(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "class.html"
    own = Path(PUZZLES.shipped()[0])
    assert main(["puzzles", "sheet", str(own), "--lang", "de", "--out", str(out)]) == 0
    assert own.stem in out.read_text(encoding="utf-8")
    assert main(["puzzles", "sheet", "--count", "2", "--lang", "en", "--out", "-"]) == 0
    assert capsys.readouterr().out.count("<article>") == 4
    for wrong in (
        ["--theme", "luck"],
        ["--paper", "a9"],
        ["--out", "sheet.doc"],
        ["--lang", "xx"],
        [str(tmp_path / "none.yaml")],
    ):
        assert main(["puzzles", "sheet", *wrong]) == 2
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
