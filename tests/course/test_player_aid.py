"""The player aid: its lines rest on rules, its numbers are the engine's, and it stands alone."""

from __future__ import annotations

import json
import os
import re
import string
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.engine.helpers import (
    answer_all,
    deployed,
    do,
    events,
    moves,
    pool,
    power,
    refused,
    resolve,
    seat,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game, rulebook
from vendetta_kit.cli import main
from vendetta_kit.course import pdf
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vendetta.course import player_aid
from vendetta_kit.games.vendetta.engine import state
from vendetta_kit.games.vendetta.engine.actions import Drain, Keep, Play

LANGS = rulebook.languages()
N = player_aid.numbers()
TABLES = [(lang, paper) for lang in LANGS for paper in player_aid.PAPERS]


class Reader(HTMLParser):
    """What stands on a page: its text, its tags, and which rules each small print names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.rules: list[tuple[str, ...]] = []
        self.small: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "srcset", "action")]
        if "data-rules" in values:
            self.rules.append(tuple((values["data-rules"] or "").split()))
        if tag not in ("meta", "link", "path", "circle"):
            self._open.append(tag)
        elif tag in ("path", "circle"):
            assert self.get_starttag_text()

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "circle"):
            assert self._open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "small":
            self.small.append(data)
        elif "style" not in self._open:
            self.words.append(data)


@pytest.fixture(params=TABLES, ids="-".join)
def page(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    lang, paper = request.param
    return lang, paper, player_aid.sheet(lang, paper)


# Lines and rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_rests_on_rules_that_exist(lang: str) -> None:
    found = player_aid.lines(lang)
    assert len(found) > 60
    for words, rules in found.values():
        assert words.strip()
        assert rules
        assert all(rulebook.is_id(rule) for rule in rules)


@pytest.mark.parametrize("lang", LANGS)
def test_no_line_of_the_words_is_left_over(lang: str) -> None:
    with open(os.path.join(data_dir(), "lang", lang, "aid.json"), encoding="utf-8") as file:
        words = json.load(file)
    assert set(words["lines"]) == set(player_aid.lines("en"))
    with open(os.path.join(data_dir(), "lang", "en", "aid.json"), encoding="utf-8") as file:
        english = json.load(file)
    for group in english:
        assert set(words[group]) == set(english[group])


def test_every_line_stands_on_the_page_with_its_rules(page: tuple[str, str, str]) -> None:
    lang, _, text = page
    found = Reader(text)
    flat = " ".join("".join(found.words).split())
    for words, rules in player_aid.lines(lang).values():
        assert found.rules.count(rules) >= 1
        for part in words.split("|"):
            assert part in flat
    assert sorted(found.rules) == sorted(rules for _, rules in player_aid.lines(lang).values())


def test_every_line_names_all_its_pages(page: tuple[str, str, str]) -> None:
    lang, _, text = page
    found = Reader(text)
    for shown, rules in zip(found.small, found.rules, strict=True):
        ids, _, where = shown.partition(" · ")
        assert where.startswith("p. " if lang == "en" else "S. ")
        pages = {int(number) for number in re.findall(r"\d+", where)}
        assert pages == {number for rule in rules for number in rulebook.find(rule).pages}
        assert spelled_out(ids) == list(rules)


def spelled_out(ids: str) -> list[str]:
    """``"PLAN-09–11, WDR-01/03"`` as the ids it stands for."""
    found = []
    for group in ids.split(", "):
        section, _, numbers = group.partition("-")
        first, _, last = numbers.partition("–")
        some = [f"{number:02}" for number in range(int(first), int(last) + 1)] if last else numbers.split("/")
        found += [f"{section}-{number}" for number in some]
    return found


SPOKEN_OF = {
    "FLOW-02", "RES-01", "PLAN-03", "PLAN-09", "PLAN-11", "PLAN-12", "GLOS-06", "GLOS-09", "GLOS-10",
    "GLOS-11", "GLOS-12", "CARD-01", "CARD-05", "DRAIN-04", "DRAIN-05", "REW-05", "REW-06", "REW-07",
    "REW-08", "REW-09", "FRZ-01", "FRZ-02", "FRZ-04", "FRZ-07", "DIAB-01", "DIAB-02", "DIAB-03",
    "SET-04", "EOG-05", "EOG-06", "WDR-05", "WDR-06", "WDR-08", "CONF-07", "EOG-02", "EOG-03",
    "GLOS-17", "PLAN-21", "REV-03", "V3P-02", "V3P-03", "VLOC-01", "VREL-05", "VTAG-08",
}  # fmt: skip


def test_the_sheet_speaks_of_all_that_it_should() -> None:
    rules = {rule for _, some in player_aid.lines("en").values() for rule in some}
    assert rules >= SPOKEN_OF


def test_the_two_languages_are_two() -> None:
    same = [key for key in player_aid.lines("en") if player_aid.lines("en")[key][0] == player_aid.lines("de")[key][0]]
    assert same == ["rewards.third"]


# Numbers ---------------------------------------------------------------------------------------------------


def named(lang: str) -> set[str]:
    """The numbers that the words of a language ask for."""
    with open(os.path.join(data_dir(), "lang", lang, "aid.json"), encoding="utf-8") as file:
        words = json.load(file)
    texts = [*words["lines"].values(), *words["titles"].values()]
    return {field for text in texts for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("lang", LANGS)
def test_every_number_is_used_and_none_is_written_by_hand(lang: str) -> None:
    assert named(lang) == set(N)
    with open(os.path.join(data_dir(), "lang", lang, "aid.json"), encoding="utf-8") as file:
        lines = json.load(file)["lines"]
    by_hand = {key: re.findall(r"\d+", re.sub(r"\{\w+\}", "", text)) for key, text in lines.items()}
    assert {key for key, found in by_hand.items() if found} == {
        "start.places",  # names of Locations
        "phases.planning",  # rounds
        "round.end",
        "turn.blood",  # from none
    } | ({"withdraw.lone"} if lang == "de" else set())  # a place


@pytest.mark.rules("FLOW-01", "FLOW-02", "RES-01", "PLAN-02", "SET-19")
def test_rounds_phases_steps_and_turns_are_those_of_a_game() -> None:
    game = answer_all(Game.new(seats=4, seed=3), lambda g: False)
    start = Game.new(seats=4, seed=3)
    answer_all(start, lambda g: g.phase == "hand_building")
    rounds = {event.moment.round for event in game.events if event.kind == "phase" and event.moment.round}
    assert len(rounds) == N["rounds"]
    assert state.STEPS[1:] == player_aid.STEPS
    assert [name for name in state.PHASES if name in player_aid.PHASES] == list(player_aid.PHASES)
    assert (N["phases"], N["steps"]) == (len(player_aid.PHASES), len(player_aid.STEPS))
    for number in rounds:
        turns = [
            event for event in game.events if event.kind == "turn" and event.moment.round == number and event.seat == 0
        ]
        assert len(turns) == N[f"turns_{number}"]
    fed = [entry for entry in start.ledger if entry.cause == "feed" and entry.target.seat == 0]
    assert start.view(0).seats[0].blood == N["start_blood"] + sum(entry.amount for entry in fed)
    assert start.view(0).seats[0].influence == N["start_influence"]


@pytest.mark.rules("V3P-02", "V3P-03", "HAND-01", "HAND-02", "PLAN-23")
def test_cards_looked_at_and_kept_are_those_of_a_game() -> None:
    for seats, look, keep, first_turns in ((4, "look", "keep", "turns_1"), (3, "three_look", "three_keep", "three_1")):
        game = answer_all(Game.new(seats=seats, seed=3), lambda g: g.phase == "hand_building")
        choices = [action.cards for action in game.legal(0) if isinstance(action, Keep)]
        assert len({card for cards in choices for card in cards}) == N[look]
        assert {len(cards) for cards in choices} == {N[keep]}
        to_phase(game, "resolution")
        turns = [event for event in game.events if event.kind == "turn" and event.seat == 0]
        assert len(turns) == N[first_turns]
        assert len(game.view(0).seats[0].hand or ()) == N["left"]
        answer_all(game, lambda g: False)
        if seats == 3:
            for number in (1, 2, 3):
                turns = [e for e in game.events if e.kind == "turn" and e.seat == 0 and e.moment.round == number]
                assert len(turns) == N[f"three_{number}"]


@pytest.mark.rules("PLAN-08", "PLAN-09", "PLAN-10", "PLAN-11", "PLAN-12", "CONF-03")
def test_what_a_turn_costs_is_what_the_engine_takes() -> None:
    game = table(Ann={"hand": ["BR04", "BR05", "BR06"], "blood": 6})
    plays = [action for action in game.legal(0) if isinstance(action, Play)]
    assert max(play.blood for play in plays) == N["most_blood"]
    do(game, "Ann", Play("BR04", 1, "down", N["most_blood"]))
    assert pool(game, "Ann") == 6 - N["fee"] - N["most_blood"]
    assert deployed(game, "Ann", 1) == N["most_blood"]
    free = table(Ann={"hand": ["BR04", "BR05", "BR06"], "blood": 6})
    do(free, "Ann", Play("BR04", 1))
    assert pool(free, "Ann") == 6
    poor = table(Ann={"hand": ["BR04", "BR05", "BR06"], "blood": N["fee_needs"] - 1})
    assert refused(poor, "Ann", Play("BR04", 1, "down")).rule == "PLAN-11"
    do(table(Ann={"hand": ["BR04", "BR05", "BR06"], "blood": N["fee_needs"]}), "Ann", Play("BR04", 1, "down"))
    counted = resolve(table("Ann 1: VE06 +2", "Bob 1: BR08 +1", step="conflict"))
    bare = resolve(table("Ann 1: VE06", "Bob 1: BR08 +1", step="conflict"))
    assert power(counted, "Ann") - power(bare, "Ann") == 2 * N["power_per_blood"]


@pytest.mark.rules("DIAB-01", "DIAB-02", "DIAB-03", "DIAB-05", "DRAIN-10")
def test_tokens_bring_and_cost_what_the_sheet_says() -> None:
    game = table(Ann={"hand": ["BR04", "BR05", "BR06"], "alliance": ["AL09", "VI01"], "diablerie": {"up": 1}})
    do(game, "Ann", Play("BR04", 1, "up", 0, 1))
    assert deployed(game, "Ann", 1) == N["blood_per_token"]
    do(game, "Ann", Drain("VI01"))
    assert sum(tokens(game, "Ann")) == 1
    do(game, "Ann", Drain("AL09"))
    assert sum(tokens(game, "Ann")) == 1 + N["tokens_per_vampire"]
    out = table(Ann={"alliance": ["AL09"], "diablerie": {"up": N["out_at"] - 1}})
    do(out, "Ann", Drain("AL09"))
    assert seat(out, "Ann").out
    done = [table(start={"phase": "scoring"}, round=3, Ann={"diablerie": {"up": up}}) for up in (0, 2)]
    assert done[0].scores[0] - done[1].scores[0] == 2 * N["minus_per_token"]


@pytest.mark.rules("FRZ-02", "FRZ-07")
def test_frenzy_pays_and_costs_what_the_sheet_says() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +1", step="preparation", Bob={"blood": 1, "alliance": []}))
    assert moves(game, cause="frenzy_paid") == [("bank", "Ann", N["causer"])]
    assert set(moves(game, cause="frenzy_bare")) == {
        ("Bob", "bank", N["bare_influence"]),
        ("bank", "Bob", N["bare_blood"]),
    }
    assert {entry.amount for entry in game.ledger if entry.cause == "frenzy_bare"} == {N["bare_blood"]}


@pytest.mark.rules("REW-05", "REW-06", "REW-07", "REW-08", "REW-09")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_rewards_are_those_that_the_engine_pays(number: int) -> None:
    shown = [[int(n) for n in re.findall(r'<td class="n">(\d)</td>', row)] for row in rows("en", "rewards")[1:]]
    lies = ("Ann 1: BR08 +6", "Bob 1: VE06 +3", "Cy 1: TR06 +2", "Dee 1: NO08 +1")
    game = resolve(table(*lies, "Eve haven: +1", step="conflict", round=number, players=5))
    paid = {name: amount for _, name, amount in moves(game, cause="reward")}
    assert [row[number - 1] for row in shown] == [paid["Ann"], paid["Bob"], paid["Cy"]]
    assert "Dee" not in paid
    lies = tuple(line.replace(" 1:", " haven:") for line in lies)
    game = resolve(table(*lies, at="haven", step="conflict", round=number, players=5), "haven")
    won = sum(amount for _, name, amount in moves(game, cause="reward") if name == "Ann")
    assert won == paid["Ann"] + N["haven_extra"]
    assert game.names[events(game, "ambition")[-1].seat or 0] == "Ann"


def rows(lang: str, panel: str) -> list[str]:
    """The rows of a panel's table as HTML."""
    (part,) = re.findall(rf'<section class="panel {panel}">.*?</section>', player_aid.sheet(lang), re.DOTALL)
    return re.findall(r"<tr>.*?</tr>", part, re.DOTALL)


@pytest.mark.rules("CARD-05", "FEED-01", "DRAIN-04", "DRAIN-05")
def test_the_numbers_of_a_victim_are_those_that_it_has_in_a_game() -> None:
    (part,) = re.findall(r'<div class="pair">.*?</dl>.*?</dl>', player_aid.sheet("en"), re.DOTALL)
    influence_in, feeds, influence_drained, blood = map(int, re.findall(r"<dd>(-?\d+)</dd>", part))
    fed = answer_all(table(start={"phase": "feed"}, round=2), lambda g: True)
    assert moves(fed, cause="feed")[0] == ("bank", "Ann", feeds)
    game = table()
    before = pool(game, "Ann")
    do(game, "Ann", Drain("VI31"))
    assert pool(game, "Ann") - before == blood
    plain = {"influence": 0, "alliance": [], "drained": []}
    none, own, drained = (
        table(start={"phase": "scoring"}, round=3, Ann={**plain, **more}).scores[0]
        for more in ({}, {"alliance": ["VI31"]}, {"drained": ["VI31"]})
    )
    assert (own - none, drained - none) == (influence_in, influence_drained)


# The page --------------------------------------------------------------------------------------------------


def test_the_page_stands_alone(page: tuple[str, str, str]) -> None:
    lang, paper, text = page
    found = Reader(text)
    assert text.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">')
    assert f"size: {'A4' if paper == 'a4' else 'letter'} landscape" in text
    assert found.links == ["data:,"]
    assert not {"script", "iframe", "img", "object"} & set(found.tags)
    assert "://" not in text
    assert "@import" not in text
    assert "url(" not in text
    assert (found.tags.count("h1"), found.tags.count("main")) == (1, 1)
    assert "{" not in "".join(found.words)
    assert "**" not in text


def test_no_letter_is_too_small_to_read() -> None:
    with open(os.path.join(data_dir(), "aid", "sheet.css"), encoding="utf-8") as file:
        style = file.read()
    sizes = [float(size) for size in re.findall(r"(?:font(?:-size)?: [^;{}]*?)([\d.]+)pt", style)]
    assert len(sizes) > 15
    assert min(sizes) >= 7.5


def test_making_it_needs_no_browser_and_the_same_page_comes_each_time() -> None:
    assert player_aid.sheet("de", "letter") == player_aid.sheet("de", "letter")


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(player_aid.UnknownPaper, match="unknown paper 'a5': expected a4 or letter"):
        player_aid.sheet("en", "a5")
    with pytest.raises(rulebook.UnknownLanguage, match="expected de or en"):
        player_aid.sheet("xx")


# The commands ----------------------------------------------------------------------------------------------

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _plain_english_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def run(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_writes_a_file_with_a_sensible_name(capsys: Captured, tmp_path: Path) -> None:
    assert run(capsys, "aid") == (0, "vendetta-aid-en-a4.html\n", "")
    assert (tmp_path / "vendetta-aid-en-a4.html").read_text("utf-8") == player_aid.sheet("en")
    assert run(capsys, "aid", "--lang", "de", "--paper", "letter", "--out", "hilfe.htm")[0] == 0
    assert (tmp_path / "hilfe.htm").read_text("utf-8") == player_aid.sheet("de", "letter")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hilfe.htm", "vendetta-aid-en-a4.html"]


def test_the_command_writes_to_the_standard_output(capsys: Captured, tmp_path: Path) -> None:
    assert run(capsys, "aid", "--out", "-") == (0, player_aid.sheet("en"), "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--paper", "a5"], "vendetta aid: unknown paper 'a5': expected a4 or letter"),
        (["--lang", "fr"], "vendetta aid: unknown language 'fr': expected de or en"),
        (["--lang", "both"], "vendetta aid: unknown language 'both': expected de or en"),
        (["--out", "x.docx"], "vendetta aid: --out 'x.docx': expected a name that ends in .html or .pdf, or -"),
        (["--out", "no/x.html"], "vendetta aid: no/x.html: cannot be written: No such file or directory"),
    ],
)
def test_a_wrong_wish_gets_one_line(capsys: Captured, tmp_path: Path, arguments: list[str], fault: str) -> None:
    assert run(capsys, "aid", *arguments) == (2, "", fault + "\n")
    assert list(tmp_path.iterdir()) == []


def test_a_pdf_without_a_browser_gets_one_line(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("VENDETTA_CHROMIUM", raising=False)
    monkeypatch.setattr(pdf, "_candidates", lambda: iter(["no-such-browser"]))
    code, out, err = run(capsys, "aid", "--out", "x.pdf")
    assert (code, out) == (2, "")
    assert err == (
        "vendetta aid: a PDF needs Chromium or Chrome, and none was found: write an .html file, open it and print it\n"
    )
    monkeypatch.setenv("VENDETTA_CHROMIUM", str(tmp_path / "nowhere"))
    assert "is not a program: expected a Chromium or Chrome" in run(capsys, "aid", "--out", "x.pdf")[2]
    assert list(tmp_path.iterdir()) == []


def test_a_browser_that_prints_nothing_is_named(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\necho first >&2\necho no display >&2\nexit 3\n", "utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("VENDETTA_CHROMIUM", str(broken))
    code, _, err = run(capsys, "aid", "--out", "x.pdf")
    assert code == 2
    assert err == f"vendetta aid: {broken} printed nothing: no display: write an .html file, open it and print it\n"
    assert not (tmp_path / "x.pdf").exists()
