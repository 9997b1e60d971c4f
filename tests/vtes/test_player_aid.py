"""V:TES's player aid: its lines rest on rules, its numbers are the engine's, it stands alone, and a page gives it."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest

from tests.course.test_player_aid import Reader as Page
from tests.course.test_player_aid import spelled_out
from tests.widgets.helpers import Reader
from vendetta_kit.cli import main
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vtes.course import player_aid
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.new_game import dealt
from vendetta_kit.games.vtes.engine.state import CRYPT, HAND, LIBRARY, PHASES, POOL, TRANSFERS_LEFT, UNCONTROLLED
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.rulebook import VTES, UnknownLanguage
from vendetta_widgets import front

LANGS = VTES.languages()
N = player_aid.numbers()
SPOKEN_OF = {
    "OBJ-02", "START-01", "UNTAP-03", "LIB-03", "LIB-08", "CRYPT-07", "BLEED-02", "BLEED-03", "HUNT-04", "BLOCK-03",
    "BLOCK-06", "BLOCK-07", "BLOCK-12", "TORP-04", "TORP-06", "DBL-05", "DMG-03", "DMG-04", "EFF-05", "EFF-07",
    "POL-06", "POL-09", "POL-12", "INF-03", "INF-04", "INF-05", "INF-06", "CONT-03", "TCON-02", "END-02", "END-03",
    "END-05", "END-07", "WITH-04",
}  # fmt: skip


def words(lang: str) -> dict[str, Any]:
    found: dict[str, Any] = read_json("vtes", "lang", lang, "aid.json")
    return found


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_rests_on_rules_that_exist_and_none_is_left_over(lang: str) -> None:
    found = player_aid.lines(lang)
    assert len(found) > 60
    assert all(text.strip() and rules and all(map(VTES.is_id, rules)) for text, rules in found.values())
    assert set(words(lang)["lines"]) == set(found)
    assert {group: set(row) for group, row in words(lang).items()} == {
        group: set(row) for group, row in words("en").items()
    }
    assert {rule for _, rules in found.values() for rule in rules} >= SPOKEN_OF


def test_the_two_languages_are_two() -> None:
    assert not [key for key, (text, _) in player_aid.lines("en").items() if player_aid.lines("de")[key][0] == text]


@pytest.mark.parametrize("paper", player_aid.PAPERS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_line_stands_on_the_page_with_its_rules_and_where_they_begin(lang: str, paper: str) -> None:
    page = player_aid.sheet(lang, paper)
    found = Page(page)
    flat = " ".join("".join(found.words).split())
    for text, _ in player_aid.lines(lang).values():
        assert all(part in flat for part in text.split("|"))
    assert sorted(found.rules) == sorted(rules for _, rules in player_aid.lines(lang).values())
    for shown, rules in zip(found.small, found.rules, strict=True):
        ids, _, where = shown.partition(" · ")
        assert spelled_out(ids) == list(rules)
        begins = {min(getattr(VTES.find(rule), "pages", ())) for rule in rules}
        assert {int(number) for number in re.findall(r"\d+", where)} == begins
    assert "script" not in found.tags
    assert all(link.startswith("data:") for link in found.links)
    assert "1998" in flat


@pytest.mark.parametrize("lang", LANGS)
def test_every_number_is_used_and_none_is_written_by_hand(lang: str) -> None:
    texts = [*words(lang)["lines"].values(), *words(lang)["titles"].values()]
    assert {field for text in texts for _, field, _, _ in string.Formatter().parse(text) if field} == set(N)
    by_hand = [key for key, text in words(lang)["lines"].items() if re.search(r"\d", re.sub(r"\{\w+\}", "", text))]
    assert by_hand == []


@pytest.mark.rules("vtes:START-02", "vtes:START-05", "vtes:PHASE-01", "vtes:COMP-06", "vtes:COMP-07", "vtes:INF-01")
def test_the_numbers_are_those_of_a_game() -> None:
    game = dealt(["whispers", "claw"], seed=7)
    assert game.n[POOL] == N["pool"]
    assert (len(game.z[HAND]), len(game.z[UNCONTROLLED])) == (N["hand"], N["uncontrolled"])
    assert len(game.z[CRYPT]) + N["uncontrolled"] >= N["crypt"]
    assert len(game.z[LIBRARY]) + N["hand"] >= N["library"]
    assert PHASES[1:6] == player_aid.PHASES
    most = N["library"] + 2 * N["more"]
    for count, fits in ((N["library"], True), (most, True), (most + 1, False), (N["library"] - 1, False)):
        decks = [{"crypt": {"WV08": N["crypt"]}, "library": {"WL06": count}}] * 2
        if fits:
            Game.new(decks)
        else:
            with pytest.raises(BadSetup):
                Game.new(decks)
    later = Game.position({"seats": [{"name": "Ann", "uncontrolled": ["WV01"]}, {"name": "Bob"}], "phase": "influence"})
    assert later.n[TRANSFERS_LEFT] == N["transfers"]
    later.apply(0, next(action for action in later.legal(0) if isinstance(action, do.Transfer)))
    assert later.n[TRANSFERS_LEFT] == N["transfers"] - N["take"]


def test_the_command_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["aid", "--game", "vtes", "--lang", "de"]) == 0
    assert capsys.readouterr().out == "vtes-aid-de-a4.html\n"
    assert (tmp_path / "vtes-aid-de-a4.html").read_text("utf-8") == player_aid.sheet("de")
    assert main(["aid", "--game", "chess"]) == 2
    assert capsys.readouterr().err == "vendetta aid: --game 'chess': expected one of vendetta, vtes\n"


def test_the_front_page_gives_the_sheet_of_the_game_whose_door_it_is() -> None:
    reader = Reader(front(lang="en"))
    reader.do("aid", "a4")
    reader.do("door", "vtes")
    reader.do("aid", "letter")
    assert [file["name"] for file in reader.files] == ["vendetta-en-a4.html", "vtes-en-letter.html"]
    assert reader.files[1]["text"] == player_aid.sheet("en", "letter")


def test_a_language_or_a_paper_that_is_not_there_is_one_line() -> None:
    with pytest.raises(UnknownLanguage, match="lang: found 'fr'; expected de or en"):
        player_aid.sheet("fr")
    with pytest.raises(player_aid.UnknownPaper, match="unknown paper 'a3': expected a4 or letter"):
        player_aid.sheet("en", "a3")
