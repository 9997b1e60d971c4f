"""People at one table, each at a page of her own, without a browser: the lobby, the game, coming and going."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.common_tables.people import Clock
from tests.widgets.helpers import Reader, assert_nothing_hidden, click_any, move_any, on_offer, pressables
from tests.widgets.vtes.hidden import names_nothing_hidden
from vendetta_kit.common_tables import Store, Unusable
from vendetta_kit.games.vtes.engine.actions import Pass
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel import saves
from vendetta_kit.server.page_visitor import Visitor
from vendetta_widgets import TogetherPage, VtesTogetherPage
from vendetta_widgets.base_page import BasePage
from vendetta_widgets.games import playing
from vendetta_widgets.together import NOTEBOOKS
from vendetta_widgets.together import shared_table_page as together

MOST_ROUNDS = 3000
Opened = Callable[..., Reader]


class OneSeed:
    """Chance that a test can repeat, where a table's seed is drawn."""

    numbers: ClassVar[Iterator[int]]

    def randrange(self, most: int) -> int:
        return next(self.numbers) % most


@pytest.fixture(autouse=True)
def _seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    OneSeed.numbers = itertools.count(7)
    monkeypatch.setattr(together.random, "SystemRandom", OneSeed)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Iterator[Opened]:
    """Opens pages, each with a store of its own on one file, as kernels do."""
    stores: list[Store] = []

    def open_page(lang: str = "en", page: type[Any] = TogetherPage, where: str = "192.0.2.1", **more: Any) -> Reader:
        visitor = Visitor(f"page {len(stores)}", where)
        stores.append(Store(f"sqlite:///{tmp_path / 'tables.sqlite'}", clock, visitor))
        return Reader(page(lang=lang, store=stores[-1]), **more)

    yield open_page
    for store in stores:
        store.close()


def look(*readers: Reader) -> None:
    """Let the pages look in, as they do several times a second."""
    for reader in readers:
        reader.page._look_around()


def code_of(reader: Reader) -> str:
    return str(reader.page.key.code)


def sat_down(opened: Opened, people: int, players: str = "4", langs: Sequence[str] = ("en",)) -> list[Reader]:
    """A lobby with so many people."""
    names = ("Ann", "Bea", "Cem", "Dov")[:people]
    readers = [opened(lang) for lang, _ in zip(itertools.cycle(langs), names, strict=False)]
    readers[0].do("table_open", {"name": names[0], "players": players})
    for reader, name in zip(readers[1:], names[1:], strict=True):
        reader.do("table_join", {"code": code_of(readers[0]).lower(), "name": name})
        assert not reader.alert, reader.alert
    look(*readers)
    return readers


def begun(opened: Opened, people: int, **more: Any) -> list[Reader]:
    """A game that has begun, with bots on the other seats."""
    readers = sat_down(opened, people, **more)
    if any("table_fill" in reader.text for reader in readers):
        readers[0].do("table_fill")
    readers[0].do("table_begin")
    look(*readers)
    return readers


def asked(readers: Sequence[Reader]) -> list[Reader]:
    """Those who must do something now; others' moves that are shown are passed by."""
    found = []
    for reader in readers:
        while any(button.do == "skip" for button in reader.buttons("show")):
            reader.do("skip")
        if on_offer(reader):
            found.append(reader)
    return found


def go_on(readers: Sequence[Reader], rng: random.Random) -> None:
    """One of those who are asked makes a move; all see it."""
    look(*readers)
    her = rng.choice(asked(readers))
    move_any(her, rng)
    assert not her.alert, her.alert
    look(*readers)


# The lobby -------------------------------------------------------------------------------------------------------


def test_from_an_open_table_to_the_game(opened: Opened) -> None:
    ann, bea = sat_down(opened, 2, "3", langs=("en", "de"))
    assert code_of(ann) in ann.words.replace(" ", "")
    assert "Ann begins the game" not in ann.words
    assert "Ann beginnt das Spiel" in bea.words
    ann.do("table_bot", [2, "gentle"])
    look(bea)
    assert "Sanfter Bot" in bea.words
    ann.press("Begin the game")
    look(bea)
    assert ann.page.session.view.names == bea.page.session.view.names == ("Ann", "Bea", "Cy")
    assert (ann.page.session.me, bea.page.session.me) == (0, 1)
    assert ("Your turn." in ann.words) != ("Du bist dran." in bea.words)


@pytest.mark.parametrize("page", [TogetherPage, VtesTogetherPage])
def test_the_door_offers_both_forms_and_the_way_to_one_machine(opened: Opened, page: type[BasePage]) -> None:
    reader = opened(page=page)
    forms = {found.attributes["data-do"] for found in pressables(reader.text) if found.name == "form"}
    assert forms == {"table_open", "table_join"}
    assert {"name", "players", "code"} <= {found.attributes.get("name") for found in pressables(reader.text)}
    assert "seed" not in {found.attributes.get("name") for found in pressables(reader.text)}
    ways = {found.attributes["data-notebook"] for found in pressables(reader.parts["door"]) if found.name == "a"}
    others = {notebook for game, notebook in NOTEBOOKS.items() if game != reader.page.GAME}
    assert ways == {together.ALONE[reader.page.GAME]} | others


@pytest.mark.parametrize(("typed", "seconds"), [("1", 60), ("10", 600), ("", 180), ("0", 180), ("99", 180), ("x", 180)])
def test_the_table_chooses_how_long_it_waits(opened: Opened, typed: str, seconds: int) -> None:
    ann = opened()
    ann.do("table_open", {"name": "Ann", "players": "3", "wait": typed})
    assert ann.page.tables.now(code_of(ann)).wait == seconds


def test_the_link_and_the_qr_code_lead_to_the_table(opened: Opened) -> None:
    ann = opened()
    ann.page.address = "http://teacher.invalid:8866/voila/render/17_play_together.ipynb"
    ann.do("table_open", {"name": "Ann", "players": "3"})
    fields = [found.attributes.get("value") for found in pressables(ann.text) if found.name == "input"]
    assert f"{ann.page.address}?table={code_of(ann)}" in fields
    assert "<svg" in ann.parts["door"]
    bea = opened(query=f"?table={code_of(ann).lower()}")
    bea.do("table_join", {"code": code_of(ann), "name": "Bea"})
    assert "Bea" in bea.words


def test_nothing_of_the_deal_is_told_in_the_lobby(opened: Opened) -> None:
    readers = sat_down(opened, 3)
    setup = readers[0].page.tables.now(code_of(readers[0])).setup
    for reader in readers:
        sent = "\n".join(reader.messages)
        assert '"seed"' not in sent
        assert "seed" not in json.loads(reader.store["tables"])[code_of(reader)]
    assert setup["seed"] == 7


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"code": "ABCDE", "name": "Bea"}, "no table with the code 'ABCDE'"),
        ({"code": "ZZZZZ", "name": "Bea"}, "no table with the code 'ZZZZZ'"),
        ({"code": "", "name": "Bea"}, "no table with the code ''"),
        ({"name": "<b>Bea"}, "cannot be a name here"),
        ({"name": ""}, "cannot be a name here"),
        ({"name": "aNN"}, "somebody at this table is called aNN already"),
    ],
)
def test_what_cannot_be_is_told_in_words(opened: Opened, given: dict[str, str], words: str) -> None:
    (ann,) = sat_down(opened, 1, "3")
    bea = opened()
    bea.do("table_join", {"code": code_of(ann), **given})
    assert words in bea.alert
    assert "Sit down" in bea.words
    assert not any(seat.person for seat in ann.page.tables.now(code_of(ann)).seats[1:])


def test_a_full_table_and_one_that_has_begun_are_told(opened: Opened) -> None:
    readers = sat_down(opened, 3, "3")
    late = opened()
    late.do("table_join", {"code": code_of(readers[0]), "name": "Dov"})
    assert "the table is full" in late.alert
    readers[0].press("Begin the game")
    late.do("table_join", {"code": code_of(readers[0]), "name": "Dov"})
    assert "has begun" in late.alert


def test_who_stands_up_leaves_an_open_seat(opened: Opened) -> None:
    ann, bea = sat_down(opened, 2, "3")
    bea.press("Stand up again")
    look(ann)
    assert "Bea" not in ann.words
    assert "Sit down" in bea.words
    assert json.loads(bea.store["tables"]) == {}


def test_a_table_of_the_other_game_has_its_own_page(opened: Opened) -> None:
    ann = opened(page=VtesTogetherPage)
    ann.do("table_open", {"name": "Ann", "players": "3"})
    bea = opened(query=f"?table={code_of(ann)}")
    bea.do("table_join", {"code": code_of(ann), "name": "Bea"})
    assert "V:TES is played" in bea.words
    assert f"19_play_vtes_together?table={code_of(ann)}" in bea.text


def test_a_click_that_no_page_offers_changes_nothing(opened: Opened) -> None:
    her = opened()
    for do, value in (("table_begin", None), ("table_bot", [1, "greedy"]), ("act", {}), ("table_nothing", 1)):
        her.do(do, value)
        assert her.alert
    (ann,) = sat_down(opened, 1, "3")
    ann.do("table_bot", [1, "no such bot"])
    assert ann.alert
    assert all(seat.bot is None for seat in ann.page.tables.now(code_of(ann)).seats)


# The game ----------------------------------------------------------------------------------------------------------


def test_four_people_play_a_whole_game(opened: Opened) -> None:
    readers = begun(opened, 4, langs=("en", "de"))
    rng = random.Random(4)
    for _ in range(MOST_ROUNDS):
        if readers[0].page.session.view.over:
            break
        go_on(readers, rng)
        for reader in readers:
            if not reader.page.session.view.over:
                assert_nothing_hidden(reader.page.session, reader.news(), code_of(reader))
    look(*readers)
    assert all(reader.page.session.view.over for reader in readers)
    assert len({reader.page.taken.replica.marks for reader in readers}) == 1
    for reader in readers:
        asked([reader])
        assert reader.parts["result"]
    ann = readers[0]
    ann.do("menu", "export")
    assert saves.loads(ann.files[-1]["text"], playing("vendetta").rules, "save").is_over


@pytest.mark.parametrize(("page", "game"), [(TogetherPage, "vendetta"), (VtesTogetherPage, "vtes")])
def test_two_people_and_bots_go_on_as_the_store_says(opened: Opened, page: type[BasePage], game: str) -> None:
    readers = [opened(page=page), opened("de", page=page)]
    readers[0].do("table_open", {"name": "Ann", "players": "3"})
    readers[1].do("table_join", {"code": code_of(readers[0]), "name": "Bea"})
    readers[0].do("table_fill")
    readers[0].do("table_begin")
    rng = random.Random(5)
    for _ in range(40):
        go_on(readers, rng)
    first, second = (reader.page.taken.replica for reader in readers)
    assert first.marks == second.marks
    assert first.game.rules.id == game
    assert {seat for seat, _ in first.game.actions} == {0, 1, 2}


def test_at_a_table_of_several_one_press_ends_a_row_of_windows(opened: Opened) -> None:
    """Until something happens to her; the others' pages show only what she would have answered, too."""
    readers = [opened(page=VtesTogetherPage), opened(page=VtesTogetherPage)]
    readers[0].do("table_open", {"name": "Ann", "players": "3"})
    readers[1].do("table_join", {"code": code_of(readers[0]), "name": "Bea"})
    readers[0].do("table_fill")
    readers[0].do("table_begin")
    rng, ended = random.Random(5), 0
    for _ in range(MOST_ROUNDS):
        look(*readers)
        if not (waiting := asked(readers)):
            continue  # what was let go by is answered as the pages look in
        her = rng.choice(waiting)
        view = her.page.session.view
        if her.page._may_let_go(view) != "touched":
            move_any(her, rng)
            continue
        game = her.page.taken.replica.game
        before, turn = len(game.actions), view.moment.turn
        for reader in readers:
            reader.news()
        her.do("let_go", None)
        assert not her.alert
        look(*readers)
        for reader in readers:
            names_nothing_hidden(reader, game, reader.page.session.view)
        me, after = her.page.taken.me, her.page.session.view
        own = [action for seat, action in her.page.taken.replica.game.actions[before:] if seat == me]
        assert set(own) == {Pass()}
        aimed = after.action is not None and after.action.target is not None and after.action.target.seat == me
        if me in her.page.taken.asked and after.moment.turn == turn:
            assert aimed or her.page._may_let_go(after) != "touched"
        ended += 1
        if ended == 2:
            break
    assert ended == 2


def test_what_somebody_has_sealed_shows_on_no_other_page(opened: Opened) -> None:
    readers = begun(opened, 3, players="3")
    rng = random.Random(6)
    for _ in range(MOST_ROUNDS):
        look(*readers)
        game = readers[0].page.taken.replica.game
        if len(game.sealed) > 1:
            break
        go_on(readers, rng)
    first, *others = [readers[seat] for seat in game.sealed]
    asked(readers)
    for reader in readers:
        reader.news()
    name = first.page.session.view.names[first.page.session.me]
    first.press(next(button for button in on_offer(first) if button.do == "act"))
    look(*readers)
    for reader in others:
        assert f"Has chosen: {name}." in reader.words
        changed = {part for text in reader.messages[reader._heard :] for part in json.loads(text).get("parts", {})}
        assert not [text for text in reader.news().split("\n") if '"say"' in text]
        assert changed == {"turn"}, changed
    assert "Has chosen" not in first.words


def test_what_the_others_did_is_told_step_by_step(opened: Opened) -> None:
    ann, bea = begun(opened, 2, players="3")
    moving = [opened(query=f"?table={code_of(her)}", stored=her.store, calm=False) for her in (ann, bea)]
    rng = random.Random(3)
    for _ in range(60):
        look(*moving)
        shown = [reader for reader in moving if "vk-told" in reader.parts.get("show", "")]
        if shown:
            break
        go_on(moving, rng)
    assert shown
    assert "vk-skip" in shown[0].parts["show"]


def test_the_title_says_whose_turn_it_is(opened: Opened) -> None:
    readers = begun(opened, 3, players="3")
    titles = {reader.page.title().startswith("● Your turn") for reader in readers}
    assert titles == {True, False}
    (her,) = [reader for reader in readers if reader.page.title().startswith("●")]
    assert her in asked(readers)
    click_any(her, random.Random(1))
    look(*readers)
    assert json.loads(next(text for text in her.messages[::-1] if '"title"' in text))["title"].startswith("Table")


def test_who_presses_second_is_told_and_sees_the_new_table(opened: Opened) -> None:
    readers = begun(opened, 3, players="3")
    (her,) = asked(readers)
    again = opened(query=f"?table={code_of(her)}", stored=her.store)
    button = next(button for button in on_offer(again) if button.do == "act")
    her.press(next(button for button in on_offer(her) if button.do == "act"))
    again.press(button)
    assert "somebody was quicker" in again.alert
    assert again.page.taken.replica.marks == her.page.taken.replica.marks


# Coming and going ----------------------------------------------------------------------------------------------


def test_the_seat_is_hers_again_by_what_her_browser_keeps(opened: Opened) -> None:
    readers = begun(opened, 2)
    go_on(readers, random.Random(1))
    back = opened(query=f"?table={code_of(readers[1])}", stored=readers[1].store)
    assert back.page.taken.replica.marks == readers[1].page.taken.replica.marks
    assert back.page.session.me == 1
    door = opened(stored=readers[1].store)
    door.do("table_back", code_of(readers[1]))
    assert door.page.session.me == 1


def test_a_bot_plays_for_who_stays_away_until_she_is_back(opened: Opened, clock: Clock) -> None:
    readers = begun(opened, 3, players="3")
    (gone,) = asked(readers)
    others = [reader for reader in readers if reader is not gone]
    name = gone.page.session.view.names[gone.page.session.me]
    for _ in range(13):
        clock.now += 15
        for reader in others:
            reader.page._next_here = 0.0
        look(*others)
    others[0].press("Let a bot play")
    look(*others)
    assert f"A bot plays for: {name}." in others[1].words
    assert others[0].page.taken.replica.count > 0
    back = opened(query=f"?table={code_of(gone)}", stored=gone.store)
    assert "A bot plays for" not in back.words


def test_who_is_there_is_not_stood_in_for(opened: Opened) -> None:
    readers = begun(opened, 3, players="3")
    (her,) = asked(readers)
    other = next(reader for reader in readers if reader is not her)
    assert "Let a bot play" not in other.words
    other.do("table_stand_in", her.page.session.me)
    assert "less than 180 seconds ago" in other.alert


def test_a_database_that_cannot_be_used_is_told_once_and_then_forgotten(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = begun(opened, 2)
    page = ann.page

    def broken(code: str) -> int:
        raise Unusable("tables.sqlite", Message("tables.unreachable"))

    monkeypatch.setattr(page.tables, "change_count", broken)
    sent = len(ann.messages)
    for _ in range(3):
        page._look_around()
    assert "cannot be reached" in ann.alert
    assert len(ann.messages) == sent + 1
    monkeypatch.undo()
    page._look_around()
    assert not ann.alert


# Taking back, and again ---------------------------------------------------------------------------------------


def undoable(readers: Sequence[Reader]) -> Reader:
    """Play until somebody has made a move that may be taken back; she."""
    rng = random.Random(11)
    for _ in range(MOST_ROUNDS):
        look(*readers)
        her = rng.choice(asked(readers))
        click_any(her, rng)
        look(*readers)
        replica = her.page.taken.replica
        own = [k for k, (seat, _) in enumerate(replica.game.actions) if seat == her.page.session.me]
        moves = her.page.session.last_moves
        if len(own) >= moves and replica.keeps_at_least() <= own[-moves] and replica.game.actions:
            return her
    raise AssertionError("nothing could ever be taken back")


def test_an_undo_needs_everybodys_yes(opened: Opened) -> None:
    readers = begun(opened, 3, players="3")
    her = undoable(readers)
    before = her.page.taken.replica.count
    actions = len(her.page.session._game.actions)
    her.do("menu", "undo")
    look(*readers)
    others = [reader for reader in readers if reader is not her]
    name = her.page.session.view.names[her.page.session.me]
    assert all(f"{name} would like to take back" in reader.words for reader in others)
    others[0].press("No")
    look(*readers)
    assert all("would like to take back" not in reader.words for reader in readers)
    her.do("menu", "undo")
    look(*readers)
    for reader in others:
        reader.press("Yes, take it back")
    look(*readers)
    assert her.page.taken.replica.count == before + 1
    assert all(len(reader.page.session._game.actions) < actions for reader in readers)
    assert len({reader.page.taken.replica.marks for reader in readers}) == 1


def test_another_game_with_the_same_people(opened: Opened) -> None:
    readers = begun(opened, 2, players="3")
    rng = random.Random(8)
    while not readers[0].page.session.view.over:
        go_on(readers, rng)
    look(*readers)
    asked(readers)
    first = code_of(readers[0])
    readers[1].press("Keep this game for yourself")
    assert saves.loads(readers[1].store["game"], playing("vendetta").rules, "kept").is_over
    assert "dashboards/blood" in readers[1].text
    readers[1].press("Another game with the same people")
    look(*readers)
    readers[0].do("table_next")
    assert code_of(readers[0]) == code_of(readers[1]) != first
    assert readers[0].page.session.view.names == readers[1].page.session.view.names
    assert not readers[0].page.session.view.over
    assert (readers[0].page.session.me, readers[1].page.session.me) == (0, 1)
    go_on(readers, rng)
