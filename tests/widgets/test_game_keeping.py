"""The game page keeps its games: undo, the browser's storage, files, and what is wrong with them."""

from __future__ import annotations

import json
import random
import zlib
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.widgets.helpers import (
    GERMAN,
    Reader,
    assert_nothing_hidden,
    click_any,
    game_reader,
    move_any,
    on_offer,
    session_of,
    words_of,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.kernel.actions import Action
from vendetta_widgets import GamePage
from vendetta_widgets.base_page import BasePage
from vendetta_widgets.games.vendetta.dash.blood_page import BloodPage
from vendetta_widgets.games.vendetta.dash.watch_page import WatchPage
from vendetta_widgets.games.vendetta.resolution_summary import TOLD
from vendetta_widgets.games.vendetta.session_setup import PLAYING, Wish
from vendetta_widgets.page_save import keeps
from vendetta_widgets.play_session import Session


def test_undo_leads_back_to_the_start_and_warns_when_it_crosses_a_reveal() -> None:
    reader, rng = game_reader(4), random.Random(4)
    session = session_of(reader)
    start, warned = session.view.to_json(), 0
    for _ in range(10):
        move_any(reader, rng)
    while session.can_undo:
        seen = session.crossing().seen
        reader.do("menu", "undo")
        if seen:
            warned += 1
            assert "At a real table" in reader.words
            reader.press("Take it back all the same")
        assert_nothing_hidden(session, reader.text, "after undo")
    assert warned > 3
    assert session.view.to_json() == start
    (undo,) = [button for button in reader.buttons("head") if button.value == "undo"]
    assert "disabled" in undo.attributes, "it has its place, and cannot be pressed"


def test_the_game_is_kept_by_the_browser_without_a_card_of_anybody_else() -> None:
    reader, rng = game_reader(8, name="Mina"), random.Random(8)
    session = session_of(reader)
    for _ in range(9):
        move_any(reader, rng)
    kept = reader.store["game"]
    assert_nothing_hidden(session, kept, "kept")
    again = Reader(GamePage(), stored=reader.store)
    assert session_of(again).view.to_json() == session.view.to_json()
    assert "Mina" in again.words
    here, there = random.Random(3), random.Random(3)
    while not session.view.over and session.view.decision is not None:
        assert click_any(reader, here) == click_any(again, there)
    assert session_of(again).view.to_json() == session.view.to_json()


def test_a_page_that_comes_again_tells_no_old_frenzy_as_news() -> None:
    told = 0
    for seed in range(4):
        reader, rng = game_reader(seed), random.Random(seed)
        session = session_of(reader)
        while not session.view.over and not any(event.kind in TOLD for event in session.view.events):
            move_any(reader, rng)
        if not session.view.over:
            told += 1
            assert words_of(Reader(GamePage(), stored=reader.store).parts["recap"]) == ""
    assert told


def test_a_saved_file_goes_on_where_it_was() -> None:
    reader, rng = game_reader(8), random.Random(8)
    for _ in range(9):
        move_any(reader, rng)
    reader.do("menu", "save")
    (file,) = reader.files
    assert file["name"].startswith("vendetta-8-")
    other = game_reader(1)
    other.do("menu", "load")
    other.choose_file("load", file["name"], file["text"].encode())
    assert other.alert == ""
    assert session_of(other).view.to_json() == session_of(reader).view.to_json()


def test_a_whole_save_of_the_engine_can_be_loaded_kept_and_gone_on_with() -> None:
    game, rng = Game.new(seed=3, names=("Ann", "Bob", "Cy", "Dee")), random.Random(3)
    for _ in range(40):
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    content = json.dumps(saves.to_json(game)).encode()
    reader = game_reader(1)
    reader.choose_file("load", "mine.json", content)
    assert reader.alert == ""
    session = session_of(reader)
    assert session.actions >= 40
    for _ in range(6):
        click_any(reader, rng)
    again = Reader(GamePage(), stored=reader.store)
    assert session_of(again).view.to_json() == session.view.to_json()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "cut off"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[]", "format"),
        (b'{"format": "vendetta-save/1"}', "setup"),
        (b'{"format": "vendetta-played/1"}', "bots"),
        (b'{"format": "vendetta-played/1", "bots": "greedy", "moves": 7}', "moves"),
        (b'{"format": "vendetta-played/1", "bots": "greedy", "moves": [], "setup": {"seats": 99}}', "setup"),
        (b'{"format": "vendetta-played/1", "bots": "greedy", "moves": [{"do": "fly"}], "setup": {}}', "moves"),
        (b'{"format": "<script>alert(1)</script>"}', "<script>"),
        (b"[" * 100_000, "deeper"),
    ],
)
def test_a_wrong_file_is_named_with_its_fault_and_nothing_is_lost(content: bytes, said: str, lang: str) -> None:
    reader = game_reader(7, lang)
    reader.press(on_offer(reader)[0])
    before, kept = session_of(reader).view.to_json(), reader.store["game"]
    reader.choose_file("load", "my game.json", content)
    assert "my game.json" in reader.alert
    assert (GERMAN.get(said, said) if lang == "de" else said) in reader.alert
    assert "\n" not in reader.alert
    assert "<script>" not in reader.parts["alert"]
    assert session_of(reader).view.to_json() == before
    assert reader.store["game"] == kept
    reader.press(on_offer(reader)[0])
    assert reader.alert == ""


def test_a_file_that_is_too_large_is_refused_without_being_read() -> None:
    reader = game_reader(7)
    reader.send(type="file", do="load", value={"name": "film.mp4", "size": 99_000_000}, buffers=[b""])
    assert "film.mp4" in reader.alert
    assert "12" in reader.alert


def test_a_changed_file_is_found_out() -> None:
    reader, rng = game_reader(8), random.Random(8)
    for _ in range(9):
        move_any(reader, rng)
    row = json.loads(reader.store["game"])
    row["moves"] = row["moves"][:-2]
    other = game_reader(1)
    other.choose_file("load", "cut.json", json.dumps(row).encode())
    assert "cut.json" in other.alert
    assert session_of(other).seed == 1


def test_a_kept_game_that_cannot_be_read_is_told_and_put_aside_and_a_new_one_begins() -> None:
    reader = Reader(GamePage(), stored={"game": "{", "progress": "nonsense"})
    assert reader.alert
    assert session_of(reader).view.decision is not None
    reader.press(on_offer(reader)[0])
    assert reader.store["game-unread"] == "{"
    assert reader.store["progress"] == "nonsense"


NO_NAMES = ["two\nlines", "\u202eAnn", "D" * 41, " ", "a\u2028b", 7]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("kind", [GamePage, BloodPage])
@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_a_kept_game_with_a_name_that_is_none_is_told_and_the_page_is_there(
    name: Any, kind: type[BasePage], lang: str
) -> None:
    playing = game_reader(8)
    playing.press(on_offer(playing)[0])
    row = json.loads(playing.store["game"])
    row["setup"]["names"][1] = name
    for ascii_only in (True, False):
        reader = Reader(kind(lang=lang), stored={"game": json.dumps(row, ensure_ascii=ascii_only)})
        assert "setup.names[1]" in reader.alert
        assert ("ein Name mit höchstens 40" if lang == "de" else "a name of at most 40") in reader.alert
        assert reader.alert.encode()
        assert len(reader.words) > len(reader.alert) + 300
    if kind is GamePage:
        assert session_of(reader).view.decision is not None
        assert reader.store["game-unread"]


@pytest.mark.parametrize("kind", [GamePage, BloodPage])
def test_a_kept_game_with_half_a_sign_is_told_and_the_page_is_there(kind: type[BasePage]) -> None:
    playing = game_reader(8)
    playing.press(on_offer(playing)[0])
    row = json.loads(playing.store["game"])
    row["setup"]["names"][1] = "\ud800"
    for lang, told in (("en", "a lone surrogate"), ("de", "ein einzelnes Surrogat")):
        reader = Reader(kind(lang=lang), stored={"game": json.dumps(row)})
        assert told in reader.alert
        assert len(reader.words) > len(reader.alert) + 300


def test_a_kept_text_that_is_no_text_is_told() -> None:
    reader = Reader(GamePage(), stored={"game": '{"format": "\ud800"}'})
    assert "found '\ufffd'; expected vendetta-save" in reader.alert
    assert session_of(reader).view.decision is not None


@pytest.mark.parametrize("kit", ["0.0.1", None, 7])
def test_another_version_in_a_file_does_not_switch_its_check_off(kit: Any) -> None:
    reader, rng = game_reader(8), random.Random(8)
    for _ in range(6):
        move_any(reader, rng)
    row = json.loads(reader.store["game"])
    good = json.dumps(row | {"kit": kit}).encode()
    row["moves"] = row["moves"][:-2]
    other = game_reader(1)
    other.choose_file("load", "cut.json", json.dumps(row | {"kit": kit}).encode())
    assert "cut.json: mark: the moves do not lead to the game that was saved" in other.alert
    assert session_of(other).seed == 1
    other.choose_file("load", "good.json", good)
    assert other.alert == ""
    assert session_of(other).seed == 8


@pytest.mark.parametrize("inside", [False, True])
def test_a_save_that_is_not_recorded_is_refused(inside: bool) -> None:
    save = saves.to_json(Game.new(seed=3))
    save["setup"]["record"] = False
    row = {"format": PLAYING.form, "bots": "greedy", "moves": [], "from": save, "after": 0, "mark": ""}
    reader = game_reader(1)
    reader.choose_file("load", "mine.json", json.dumps(row if inside else save).encode())
    assert "mine.json: setup.record: unknown key" in reader.alert
    reader.choose_file("load", "mine.json", json.dumps({**row, "from": None, "setup": save["setup"]}).encode())
    assert "mine.json: setup.record: unknown key" in reader.alert
    assert session_of(reader).seed == 1


ODD = ["²", "٣", "1" * 5000, "-3", "3.0", "0x3", "4tt", "nobody"]


@pytest.mark.parametrize("kind", [GamePage, BloodPage, WatchPage])
@pytest.mark.parametrize("key", ["seed", "players"])
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:8])
def test_a_number_in_an_address_that_is_none_gets_words(odd: str, key: str, kind: type[BasePage]) -> None:
    query = "?" + urlencode({"seed": "7", key: odd})
    for kept in ({}, {"game": "{"}):
        reader = Reader(kind(lang="de"), query=query, stored=kept)
        assert ("keine Startzahl" if key == "seed" else "players: gefunden") in reader.alert
        assert len(reader.alert) < 300
        assert len(reader.words) > len(reader.alert) + 300


@pytest.mark.parametrize("kind", [BloodPage, WatchPage])
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:8])
def test_a_place_in_an_address_that_is_none_is_passed_over(odd: str, kind: type[BasePage]) -> None:
    reader = Reader(kind(), query="?" + urlencode({"seed": "7", "at": odd, "who": odd, "eyes": odd, "round": odd}))
    assert reader.alert == ""
    assert len(reader.words) > 300


def test_an_address_that_names_the_kept_game_goes_on_with_it() -> None:
    first = Reader(GamePage(), query="?seed=9&players=3&relics=1&name=Ada")
    for _ in range(4):
        first.press(on_offer(first)[0])
    again = Reader(GamePage(), stored=first.store, query="?seed=9&players=3&relics=1")
    assert session_of(again).view.to_json() == session_of(first).view.to_json()


def test_a_new_game_leaves_the_one_before_within_reach() -> None:
    first, rng = game_reader(8), random.Random(8)
    for _ in range(6):
        move_any(first, rng)
    kept = session_of(first).view.to_json()
    other = Reader(GamePage(), stored=first.store, query="?seed=9")
    assert session_of(other).seed == 9
    other.press(on_offer(other)[0])
    other.do("menu", "load")
    other.press("Go back to the game before this one")
    assert session_of(other).view.to_json() == kept
    other.do("start", {"seed": "10"})
    assert session_of(other).seed == 10
    assert json.loads(other.store["game-before"])["setup"]["seed"] == 8


def test_moves_that_the_bots_of_another_version_do_not_allow_are_told_and_the_rest_is_kept() -> None:
    reader, rng = game_reader(8), random.Random(8)
    for _ in range(46):
        click_any(reader, rng)
    row = json.loads(reader.store["game"])
    row |= {"bots": "random", "kit": "0.0.1"}
    del row["others"]  # as earlier versions have kept it
    other = game_reader(1)
    other.choose_file("load", "old.json", json.dumps(row).encode())
    assert "could not be made again" in other.alert
    assert session_of(other).seed == 8


def old(kept: str) -> str:
    """A kept game as it was written before there was a switch for Mass Manipulation."""
    row = json.loads(kept)
    assert row["setup"]["rulings"].pop("mass_manipulation") == "after_leaving"
    return json.dumps(row)


def test_a_game_kept_before_there_was_a_switch_is_played_on_as_it_was() -> None:
    reader, rng = game_reader(8), random.Random(8)
    for _ in range(6):
        click_any(reader, rng)
    again = Reader(GamePage(), stored={**reader.store, "game": old(reader.store["game"])})
    assert again.alert == ""
    session = session_of(again)
    assert session.actions == session_of(reader).actions
    assert session.view.rulings["mass_manipulation"] == "before_leaving"
    click_any(again, rng)
    assert json.loads(again.store["game"])["setup"]["rulings"]["mass_manipulation"] == "before_leaving"


@pytest.mark.parametrize(
    ("reading", "goes_on"), [(None, True), ("before_leaving", True), ("after_leaving", False)], ids=str
)
def test_an_old_game_and_the_link_that_it_began_with_still_belong_together(reading: str | None, goes_on: bool) -> None:
    kept = Session(seed=5, wish=Wish(seats=3)).save_text()
    wish = Wish(seats=3, rulings=() if reading is None else (("mass_manipulation", reading),))
    assert keeps(old(kept), wish, 5) is goes_on
    assert keeps(kept, wish, 5) is (reading != "before_leaving")
    assert not keeps(old(kept), wish, 6)
    assert not keeps("nonsense", wish, 5)


# What the bots have chosen --------------------------------------------------------------------------------------


def no_thinking(*_: object) -> None:
    raise AssertionError("a bot thinks")


def waited_for(seed: int) -> Session:
    """A game in which the person has just moved and bots must answer."""
    session, rng = Session(seed), random.Random(seed)
    while session.bot_to_move is None or session.actions < 30:
        while session.bot_to_move is not None:
            session.bot_move()
        assert session.view.decision is not None
        session.begin_act(session.view.decision.legal.sample(rng))
    return session


def test_what_the_bots_have_chosen_is_kept_and_not_thought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, rng = game_reader(8), random.Random(8)
    while not session_of(reader).view.over:
        move_any(reader, rng)
        row = json.loads(reader.store["game"])
        again = Session(1)
        with monkeypatch.context() as patch:
            patch.setattr(bots, "move", no_thinking)
            assert again.load_bytes(json.dumps(row).encode(), "kept") == 0
        assert again.view.to_json() == session_of(reader).view.to_json()
        assert row.get("over", False) == again.view.over


def test_a_game_that_was_kept_while_a_bot_was_thinking_goes_on_there(monkeypatch: pytest.MonkeyPatch) -> None:
    session = waited_for(5)
    kept = session.save_text().encode()
    again = Session(1)
    with monkeypatch.context() as patch:
        patch.setattr(bots, "move", no_thinking)
        assert again.load_bytes(kept, "kept") == 0
    assert again.bot_to_move == session.bot_to_move is not None
    for game in (session, again):
        while game.bot_to_move is not None:
            game.bot_move()
    assert again.view.to_json() == session.view.to_json()
    reader = Reader(GamePage(), stored={"game": kept.decode()})
    assert session_of(reader).view.to_json() == session.view.to_json()
    assert reader.store["game"] == session.save_text()


def test_nobody_reads_what_the_bots_have_chosen_in_what_is_kept() -> None:
    reader, rng = game_reader(12), random.Random(12)
    session = session_of(reader)
    while not session.view.over:
        move_any(reader, rng)
        kept = reader.store["game"]
        veiled = bytes.fromhex(json.loads(kept)["others"])
        readable = veiled.decode("latin-1")
        assert_nothing_hidden(session, kept + readable, "kept")
        assert '"do"' not in readable
        with pytest.raises(zlib.error):
            zlib.decompress(veiled)
        assert len(json.loads(kept)["moves"]) == sum(seat == 0 for seat, _ in session._game.actions)


def test_a_game_of_an_earlier_version_is_thought_again_and_then_kept_whole() -> None:
    reader, rng = game_reader(8), random.Random(8)
    for _ in range(9):
        move_any(reader, rng)
    row = json.loads(reader.store["game"])
    del row["others"]
    again = Reader(GamePage(), stored={"game": json.dumps(row)})
    assert again.alert == ""
    assert session_of(again).view.to_json() == session_of(reader).view.to_json()
    assert again.store["game"] == reader.store["game"]


def test_hurried_bots_move_quickly_until_the_person_has_moved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session, rng = Session(3, wish=Wish(bots="careful")), random.Random(3)
    asked: list[str] = []
    move = bots.move

    def noted(game: Game, seat: int, bot: bots.Bot, chance: random.Random) -> Action:
        asked.append(bot.name)
        return move(game, seat, bot, chance)

    monkeypatch.setattr(bots, "move", noted)
    for name in ("greedy", "careful"):
        asked.clear()
        while not asked:
            assert session.view.decision is not None
            session.begin_act(session.view.decision.legal.sample(rng))
            if name == "greedy":
                session.hurry()
            while session.bot_to_move is not None:
                session.bot_move()
        assert set(asked) == {name}
    again = Session(1)
    assert again.load_bytes(session.save_text().encode(), "kept") == 0
    assert again.view.to_json() == session.view.to_json()


@pytest.mark.parametrize(
    "spoiled", [None, 7, [], {}, "", "xyz", "00", "ä", "0" * 10_001, zlib.compress(b"[" * 9_000_000).hex()]
)
def test_bots_moves_that_nobody_can_read_are_told_in_one_line(spoiled: object) -> None:
    reader = game_reader(8)
    reader.press(on_offer(reader)[0])
    before = session_of(reader).view.to_json()
    row = json.loads(reader.store["game"]) | {"others": spoiled}
    reader.choose_file("load", "spoiled.json", json.dumps(row).encode())
    assert "spoiled.json: others" in reader.alert
    assert len(reader.alert) < 400
    assert session_of(reader).view.to_json() == before
