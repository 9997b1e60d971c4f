"""The dashboards of Vendetta and V:TES: which game, how far, whose; what is behind, taken along, and kept secret."""

from __future__ import annotations

import csv
import html
import io
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.selection import cases, mostly_long
from tests.widgets.helpers import (
    TEMPLATE_LEFT,
    Reader,
    assert_hides,
    assert_nothing_hidden,
    click_any,
    game_reader,
    hidden_cards,
    played_by_bots,
    session_of,
    words_of,
)
from tests.widgets.vtes.hidden import names_nothing_hidden
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine import saves
from vendetta_widgets import (
    BloodPage,
    GamePage,
    InfluencePage,
    LocationsPage,
    VtesBloodPage,
    VtesPoolPage,
    VtesRingPage,
    VtesWatchPage,
    WatchPage,
    page_phrases,
    play_vtes,
)
from vendetta_widgets.dash import dashboard_page as dash_page
from vendetta_widgets.dash.game_dashboard import GameDashboard
from vendetta_widgets.dash.game_source import BotGameRequest, BotTable, Origin, Source, asked_of
from vendetta_widgets.dash.watch_page import WatchDashboard
from vendetta_widgets.figures.figure_style import figure
from vendetta_widgets.games.vendetta.dash.game_dashboard import SHELF
from vendetta_widgets.games.vendetta.session_setup import Wish
from vendetta_widgets.play_session import Session

PAGES = (BloodPage, InfluencePage, LocationsPage, WatchPage)
STORIES = PAGES[:3]
VTES_STORIES = (VtesPoolPage, VtesBloodPage, VtesRingPage)
EVERY_STORY = (*STORIES, *VTES_STORIES)
EVERY_PAGE = (*PAGES, *VTES_STORIES, VtesWatchPage)
RECORDED = [(kind, name) for kind in EVERY_PAGE for name in kind.SHELF.recorded]
FIRST_RECORDED = [(kind, next(iter(kind.SHELF.recorded))) for kind in EVERY_PAGE]


def opened(kind: type[GameDashboard], query: str = "", **more: Any) -> tuple[Reader, Any]:
    reader = Reader(kind(), query=query, **more)
    return reader, reader.page


@cache
def kept(moves: int, seed: int) -> str:
    """What a browser keeps of a game that somebody plays."""
    playing, rng = game_reader(seed), random.Random(seed)
    for _ in range(moves):
        click_any(playing, rng)
    return playing.store["game"]


def kept_game(moves: int, seed: int = 8) -> tuple[Reader, str]:
    """That game, for her to go on with, and what her browser keeps of it."""
    return Reader(GamePage(lang="en"), stored={"game": kept(moves, seed)}), kept(moves, seed)


def played_out(session: Session, moves: int = 1000) -> Session:
    """A person's game so many of her moves further, or to its end, without a page: by chance, V:TES as a bot would."""
    rng = random.Random(session.seed)
    while (asked := session.view.decision) is not None and moves:
        session.act(session.advice("en").action if session.wish.GAME == "vtes" else rng.choice(asked.legal))
        moves -= 1
    return session


@cache
def own_game(game: str, moves: int = 4) -> tuple[str, str]:
    """What the browser of somebody who plays the deal of seed 7 has kept after so many moves, and at the end."""
    vtes = game == "vtes"
    session = play_vtes(7).session if vtes else session_of(Reader(GamePage(), query="?seed=7&players=4"))
    middle = played_out(session, moves).save_text()
    return middle, played_out(session).save_text()


def taken_up(game: str, kept: str) -> Session:
    """The game that a browser has kept."""
    session = play_vtes(7).session if game == "vtes" else Session(0)
    session.load_bytes(kept.encode(), "kept")
    return session


def assert_tells_no_secret(session: Session, reader: Reader, where: str) -> None:
    """Nothing that was sent names what is hidden from her who plays this game."""
    if session.wish.GAME == "vtes":
        assert names_nothing_hidden(reader, session._game, session.view) > 5
    else:
        assert_nothing_hidden(session, "\n".join(reader.messages), where)


def sees(kind: type[GameDashboard]) -> str:
    """The wishes of an address with which a dashboard shows the most."""
    shown = "who=all&kind=all" if kind.GAME == "vtes" else ""
    return "&".join(filter(None, (shown, "at=end" if issubclass(kind, WatchDashboard) else "")))


# Which game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVERY_PAGE)
@cases("lang", page_phrases.languages(), quick=["en"])
def test_a_page_without_any_wish_shows_a_recorded_game_whole(kind: type[GameDashboard], lang: str) -> None:
    reader, page = opened(kind, f"?lang={lang}")
    assert reader.alert == ""
    assert page.recorded == next(iter(kind.SHELF.recorded))
    assert set(json.loads(reader.messages[-1])["figures"]) == set(page.names)
    for name in page.names:
        reader.do("table", name)
    assert not TEMPLATE_LEFT.search(reader.words)
    assert "dash." not in reader.words
    assert words_of(reader.parts["hero"]).count("?") == 1
    assert len(page.answer(page.pen())) < 260, "an answer is read in five seconds"


@pytest.mark.parametrize("kind", [VtesPoolPage, BloodPage])
def test_every_recorded_game_is_a_whole_one(kind: type[GameDashboard]) -> None:
    for asked in kind.SHELF.recorded.values():
        source = played_by_bots(asked)
        assert source.over
        assert source.open
        assert source.story().whole
        assert source.story().over


@pytest.mark.parametrize("kind", STORIES)
def test_the_game_of_this_browser_comes_first_and_is_followed(kind: type[GameDashboard]) -> None:
    playing, kept = kept_game(20)
    reader, page = opened(kind, stored={"game": kept})
    assert "the game that you play in this browser" in reader.words
    assert f'data-notebook="{page._played_at}"' in reader.parts["hero"], "a way back to it"
    before = page.story.last
    rng = random.Random(1)
    while playing.store["game"] == kept:
        click_any(playing, rng)
    reader.send(type="stored", stored={"game": playing.store["game"]})
    assert page.story.last > before
    assert reader.alert == ""


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?seed=eleven", "no seed"),
        ("?game=nothing<b>", "no recorded game"),
        ("?players=6&seed=3", "cannot be set up"),
    ],
)
def test_a_broken_address_is_told_in_words_and_something_is_shown(
    kind: type[GameDashboard], query: str, told: str
) -> None:
    if kind is WatchPage and "game=" in query:
        query = "?seed=-1"
        told = "no seed"
    reader, page = opened(kind, query)
    assert reader.alert
    assert "Traceback" not in reader.text
    assert page.story.events
    assert "<b>" not in reader.parts["alert"].replace("<b class", "")
    assert told in reader.alert


@pytest.mark.parametrize("which", SHELF.own)
def test_from_any_dashboard_of_ones_own_game_a_table_of_bots_is_watched(which: str) -> None:
    _playing, kept = kept_game(20)
    stored = {SHELF.own[which].kept: kept}
    reader, page = opened(BloodPage, f"?game={which}", stored=stored)
    assert page.shared_query() == {"game": which}
    assert f"dashboards/watch?game={which}" in reader.parts["pages"]
    reader, page = opened(WatchPage, f"?game={which}", stored=stored)
    assert reader.alert == ""
    assert page.recorded in SHELF.recorded


def test_a_kept_game_that_cannot_be_read_is_told_and_stays() -> None:
    reader, page = opened(BloodPage, stored={"game": "{broken"})
    assert "cannot be shown" in reader.alert
    assert page.recorded == "four"
    assert reader.store["game"] == "{broken"


def test_files_good_and_bad() -> None:
    reader, page = opened(BloodPage)
    before = page.story
    for content in (b"", b"\xff\xfe", b"{}", b"[1, 2]", b'{"format": "vendetta-played/1", "bots": "nobody"}'):
        reader.choose_file("load", "broken.json", content)
        assert "broken.json" in reader.alert
        assert page.story is before
    reader.do("save")
    saved = reader.files[-1]
    other, page = opened(InfluencePage, "?seed=99")
    other.choose_file("load", saved["name"], saved["text"].encode())
    assert other.alert == ""
    assert [event.kind for event in page.story.events] == [event.kind for event in before.events]
    assert page.cannot_share()


def test_bots_play_what_is_asked_for() -> None:
    reader, page = opened(BloodPage)
    reader.do("start", {"seed": "12", "players": "5", "bots": "random", "relics": "on"})
    assert len(page.story.names) == 5
    assert page.query() | {"who": ""} == {"seed": "12", "players": "5", "bots": "random", "relics": "1", "who": ""}
    reader.do("start", {"seed": "twelve"})
    assert "no seed" in reader.alert
    assert len(page.story.names) == 5


def test_the_same_address_gives_the_same_game_as_a_person_who_plays_like_the_bots() -> None:
    table = BotTable(BotGameRequest(31, Wish()))
    for _ in range(60):
        table.move()
    text = Source(game=table.game, asked=table.asked).save_from(60)
    assert text is not None
    session = Session(0)
    assert session.load_bytes(text.encode(), "taken") == 0
    whole = played_by_bots(asked_of({"seed": "31"}, SHELF))
    ours = [(event.kind, event.seat) for event in whole.story().events]
    theirs = [(event.kind, event.seat) for event in session.view.events]
    assert ours[: len(theirs)] == theirs
    assert_nothing_hidden(session, text, "taken over")


# How far, and whose ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVERY_PAGE)
def test_a_link_opens_the_same_view_again(kind: type[GameDashboard]) -> None:
    at = "&at=120" if issubclass(kind, WatchDashboard) else ""
    reader, page = opened(kind, f"?seed=5&players={3 if kind in PAGES else 4}&who=1&lang=de{at}")
    reader.do("at", 40)
    if kind is BloodPage:
        reader.do("round", "1")
        reader.do("part", "planning")
    if kind is VtesRingPage:
        reader.do("kind", "all")
    link = page._link()
    again, other = opened(kind, link.partition("?")[2])
    assert other._link() == link
    assert again.parts["hero"] == reader.parts["hero"]
    assert words_of(again.parts["slider"]) == words_of(reader.parts["slider"])
    sent = [json.loads(message) for message in reader.messages]
    assert any(message.get("address", "").startswith("?") for message in sent)


@pytest.mark.parametrize("kind", mostly_long(reversed(EVERY_STORY), quick=2))
def test_the_slider_grows_the_figures_and_the_log_with_them(kind: type[GameDashboard]) -> None:
    reader, page = opened(kind, "?who=all" if kind in VTES_STORIES else "")
    whole = len(page.steps)
    rows = []
    for step in (0, whole // 4, whole // 2, whole - 1):
        reader.do("at", step)
        assert page.step == step
        rows.append(sum(len(page.rows(name)) for name in page.names))
        shown = [int(name[4:]) for name in reader.parts if name.startswith("log:")]
        assert shown == list(range(len(shown)))
        newest = reader.parts[f"log:{shown[-1]}"]
        assert "vk-new" in newest or '<ol class="vk-lines"></ol>' in newest, "new is a line, or a chapter's title alone"
    assert rows == sorted(rows)
    assert rows[0] < rows[-1]
    reader.do("look_at", page.steps[10])
    assert page.step == 10
    reader.do("pace", "quick")
    assert 'data-every="300"' in reader.parts["slider"]
    for _ in range(whole):
        reader.do("tick")
    assert page.at is None
    assert "data-every" not in reader.parts["slider"]


@pytest.mark.parametrize("kind", STORIES)
def test_only_what_has_changed_travels(kind: type[GameDashboard]) -> None:
    reader, _ = opened(kind)
    reader.do("at", 60)
    reader.news()
    reader.do("at", 61)
    assert len(reader.news()) < 120_000
    reader.do("open", "rule:FEED-01")
    assert "figures" not in json.loads(reader.messages[-1])


# What is behind -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVERY_PAGE)
def test_every_link_and_point_opens_the_log_and_its_rules(kind: type[GameDashboard]) -> None:
    reader, page = opened(kind, f"?{sees(kind)}")
    pressed = 0
    for name, spec in page.figures(page.pen()).items():
        for trace in spec["data"]:
            keys = trace.get("customdata", [])
            if trace["type"] == "sankey":
                keys = [*trace["link"]["customdata"], *trace["node"]["customdata"]]
            for key in keys[:: max(1, len(keys) // 12)]:
                if name == "haven" or key is None:
                    continue
                reader.do("point", f"{name} {key}")
                assert reader.alert == "", (name, key)
                assert "vk-rule" in reader.parts["behind"]
                assert "vk-jump" in reader.parts["behind"]
                pressed += 1
    assert pressed > (10 if kind is VtesRingPage else 20), "a ring has few arrows"
    for name in page.names:
        reader.do("table", name)
        rows = [one for one in reader.buttons(f"tools-{name}") if one.do == "point"]
        assert rows or kind in PAGES
        for one in rows[:: max(1, len(rows) // 6)]:
            reader.press(one)
            assert "vk-rule" in reader.parts["behind"]
    reader.do("nothing_behind")
    assert "vk-jump" not in reader.parts["behind"]
    strange = ("flow x>y", "pool n999999", "pool nx", "haven haven:9", "veins card:9:x", "ring bleed:9>8", "x y")
    for nonsense in ("", "flow", *strange):
        reader.do("point", nonsense)
        assert "Nothing in the log" in reader.alert


def test_what_is_behind_a_link_adds_up_to_the_link() -> None:
    _, page = opened(BloodPage)
    entries = {entry.n: entry for entry in page.story.ledger}
    for link in flows.links(flows.flows(page.story)):
        title, numbers = page.lines_behind("flow", page_key(link))
        assert str(link.amount) in title
        assert sum(entries[n].amount for n in numbers) == link.amount


def page_key(link: flows.Link) -> str:
    from vendetta_widgets.figures.sankey import key_of

    return key_of(link)


# Taking it along ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVERY_PAGE)
def test_tables_are_given_as_csv_and_as_parquet(kind: type[GameDashboard]) -> None:
    import pyarrow.parquet

    reader, page = opened(kind, f"?{sees(kind)}")
    given: list[bytes] = []
    hear = reader._hear
    page.send = lambda message, buffers=None: (given.extend(buffers or ()), hear(message))  # type: ignore[func-returns-value]
    for name in page.names:
        reader.do("csv", name)
        rows = list(csv.DictReader(io.StringIO(reader.files[-1]["text"])))
        assert len(rows) == len(page.rows(name)) > 0
        assert any("name" in column for column in rows[0])
        assert kind in PAGES or all(row["rules"] for row in rows)
        reader.do("parquet", name)
        table = pyarrow.parquet.read_table(io.BytesIO(given[-1]))
        assert table.num_rows == len(rows)
        assert table.column_names == list(rows[0])
    reader.do("csv", "nothing")
    assert reader.alert


def test_without_pyarrow_parquet_is_not_offered_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    reader, _ = opened(BloodPage)
    assert any(button.do == "parquet" for button in reader.buttons("tools-flow"))
    monkeypatch.setattr(dash_page, "has_parquet", lambda: False)
    reader, _ = opened(BloodPage)
    assert {button.do for button in reader.buttons("tools-flow")} >= {"csv"}
    assert "parquet" not in reader.text.lower()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    reader.do("parquet", "flow")
    assert "pyarrow" in reader.alert
    reader.do("csv", "flow")
    assert reader.alert == ""


def test_without_plotly_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from vendetta_widgets.figures import plotly_bundle

    plotly_bundle.packed_plotly.cache_clear()
    monkeypatch.setattr(plotly_bundle, "find_spec", lambda name: None)
    reader, _ = opened(BloodPage)
    reader.send(type="plotly")
    assert "plotly is missing" in reader.alert
    plotly_bundle.packed_plotly.cache_clear()


def test_plotly_travels_packed_and_from_the_package() -> None:
    import gzip

    _, page = opened(BloodPage)
    given: list[bytes] = []
    page.send = lambda message, buffers=None: given.extend(buffers or ())
    page._handle_custom_msg({"type": "plotly"}, [])
    assert b"plotly.js" in gzip.decompress(given[0])[:200]
    assert len(given[0]) < 3_000_000, "a server lets so much through at once"


# What stays secret ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVERY_STORY)
@cases("moves", [3, 12, 25, 40], quick=[25])
def test_of_a_game_that_somebody_plays_only_what_her_seat_knows_is_sent(kind: type[GameDashboard], moves: int) -> None:
    lang = page_phrases.languages()[moves % 2]
    kept = kept_game(moves, seed=moves)[1] if kind in PAGES else own_game(kind.GAME, moves)[0]
    session = taken_up(kind.GAME, kept)
    assert not session.view.over
    reader, page = opened(kind, f"?lang={lang}&kind=all", stored={kind.SHELF.kept: kept})
    assert not page.story.whole
    assert page.story.me == 0
    for step in range(0, len(page.steps), 9):
        reader.do("at", step)
    for name in page.names:
        reader.do("csv", name)
        reader.do("table", name)
        for spec in page.figures(page.pen()).values():
            for trace in spec["data"]:
                for key in trace.get("customdata", [])[:20]:
                    reader.do("point", f"{name} {key}")
    reader.do("who", "all")
    reader.do("save")
    reader.do("study", 0)
    assert_tells_no_secret(session, reader, f"{kind.__name__} after {moves} clicks")
    assert page_phrases.say("dash.about.secret", lang) in reader.words


@pytest.mark.parametrize("kind", EVERY_STORY)
def test_of_a_game_that_is_over_the_whole_truth_is_told(kind: type[GameDashboard]) -> None:
    _, page = opened(kind, stored={kind.SHELF.kept: own_game(kind.GAME)[1]})
    assert page.story.whole


def test_the_whole_truth_is_told_when_the_game_is_over_and_never_before() -> None:
    playing, kept = kept_game(12)
    source = Source.of_save(kept.encode(), "game", Origin("kept"))
    assert not source.open
    assert source.whole_so_far() is None
    with pytest.raises(PermissionError):
        source.view_at(3, 1)
    with pytest.raises(PermissionError):
        flows.whole_history(session_of(playing)._game)
    rng = random.Random(4)
    while not session_of(playing).view.over and session_of(playing).view.decision is not None:
        click_any(playing, rng)
    if session_of(playing).view.over:
        over = Source.of_save(playing.store["game"].encode(), "game", Origin("kept"))
        assert over.open
        assert over.story().whole


def test_a_watcher_sees_through_one_pair_of_eyes() -> None:
    reader, page = opened(WatchPage, "?seed=9&at=150")
    game = page._bots.game
    for eyes in (-1, 0, 2):
        reader.news()
        reader.do("eyes", eyes)
        seat = None if eyes == -1 else eyes
        view = game.view(seat)
        hidden = hidden_cards(game, view, -1 if seat is None else seat)
        assert_hides(reader.text, hidden, f"eyes {eyes}")
        assert_hides(reader.news(), hidden, f"eyes {eyes}")


# The laboratory -------------------------------------------------------------------------------------------------


def test_a_withdraw_choice_is_worked_out_in_words() -> None:
    reader, page = opened(LocationsPage)
    place = next(place for place in page._all() if len(place.choices) == 4 or place.departures)
    reader.do("place", f"{place.round}:{place.at}")
    assert page.place.n == place.n
    reader.do("study", place.choices[0].seat)
    assert reader.alert == ""
    assert "data-study" in reader.parts["stay_or_go"]
    assert "Stay was chosen" in reader.parts["stay_or_go"] or "Withdraw was chosen" in reader.parts["stay_or_go"]
    reader.do("study", 99)
    assert "no such choice" in reader.alert


# One ranking ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [40, 46])
def test_a_tie_for_the_first_place_has_one_winner_on_every_page(seed: int) -> None:
    asked = f"?seed={seed}&players=3&bots=greedy"
    game = played_by_bots(asked_of({"seed": str(seed), "players": "3", "bots": "greedy"}, SHELF))._game
    best = max(score or 0 for score in game.scores)
    tied = [seat for seat, score in enumerate(game.scores) if score == best]
    assert len(tied) > 1
    assert game.winner is not None
    assert game.winner != tied[0], "what sets the tied apart is not their seat"
    name = game.names[game.winner]
    _, page = opened(InfluencePage, asked)
    assert page.who == game.winner, "the page opens with the winner"
    assert f"{name} ends with {best} Influence, place 1 of 3" in page.answer(page.pen())
    _, page = opened(WatchPage, f"{asked}&at=end")
    assert f"The game is over: {name} comes out in front, with {best} Influence." in page.answer(page.pen())


def test_teams_share_their_place_and_there_are_as_many_as_teams() -> None:
    _, page = opened(InfluencePage, "?game=teams&who=all")
    assert "place 1 of 2" in page.answer(page.pen())
    loser = flows.ranked_sides(page.story)[1][0]
    page.handle("who", loser)
    assert "place 2 of 2" in page.answer(page.pen())


# The figures ----------------------------------------------------------------------------------------------------


@cases("kind, name", RECORDED, quick=FIRST_RECORDED)
def test_every_figure_is_one_that_plotly_knows(kind: type[GameDashboard], name: str) -> None:
    reader, page = opened(kind, f"?game={name}&who=all&{sees(kind)}")
    for at in (len(page.steps) - 1, len(page.steps) // 2, 3, 0):
        reader.do("at", at)
        for spec in page.figures(page.pen()).values():
            made = figure(spec)
            assert len(made.data) == len(spec["data"])
            for trace in spec["data"]:
                if trace["type"] == "sankey":
                    drawn = {*trace["link"]["source"], *trace["link"]["target"]}
                    assert drawn == set(range(len(trace["node"]["label"]))), "plotly counts nodes with links alone"


@pytest.mark.parametrize("name", SHELF.recorded)
def test_what_is_drawn_adds_up_to_the_ledger(name: str) -> None:
    _, page = opened(BloodPage, f"?game={name}&who=all")
    ledger = page.story.ledger
    (sankey,) = page.figures(page.pen())["flow"]["data"]
    assert sum(sankey["link"]["value"]) == sum(entry.amount for entry in ledger if entry.token == "blood")
    _, page = opened(InfluencePage, f"?game={name}&who=all")
    scores = flows.scores_of(page.story)
    specs = page.figures(page.pen())
    for seat, trace in enumerate(specs["waterfall"]["data"]):
        assert sum(trace["y"]) == scores[seat]
    (sankey,) = specs["sources"]["data"]
    keys, values = sankey["link"]["customdata"], sankey["link"]["value"]
    for seat, score in enumerate(scores):
        got = sum(n for key, n in zip(keys, values, strict=True) if key.endswith(f">seat:{seat}"))
        gone = sum(n for key, n in zip(keys, values, strict=True) if key.startswith(f"seat:{seat}>"))
        assert got - gone == score


def test_a_save_of_bots_is_one_that_every_page_loads() -> None:
    source = played_by_bots(BotGameRequest(4, Wish()))
    game = saves.loads(source.save_text())
    assert game.is_over


def words_in(spec: Any) -> Iterator[str]:
    """All words of a figure that plotly draws or shows; keys are for the page itself."""
    if isinstance(spec, str):
        yield spec
    elif isinstance(spec, dict):
        yield from (text for key, value in spec.items() if key != "customdata" for text in words_in(value))
    elif isinstance(spec, list | tuple):
        yield from (text for value in spec for text in words_in(value))


@pytest.mark.parametrize("name", ["<a href=//x.test>B</a>", "<i>B</i>", "B &lt; <br> C", "%{z}<extra>"])
def test_a_players_name_is_no_markup_in_any_figure(name: str) -> None:
    ended = played_out(Session(5, name)).save_text()
    escaped = html.escape(name, quote=False)
    for kind in STORIES:
        _, page = opened(kind, stored={"game": ended})
        assert page.story.over
        assert page.story.names[0] == name
        if kind is InfluencePage:
            page.handle("who", None)
        for figure_name, spec in page.figures(page.pen()).items():
            found = [text for text in words_in(spec) if escaped in text]
            assert found, f"{figure_name} names her"
            for text in words_in(spec):
                assert name not in text, figure_name
            templates = [trace.get("hovertemplate", "") for trace in spec["data"]]
            assert not any("B" in template or escaped in template for template in templates)
