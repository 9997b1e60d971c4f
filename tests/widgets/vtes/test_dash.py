"""V:TES's dashboards: which game, how far, whose; what is behind and taken along; and what stays secret."""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from typing import Any

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, Reader, played_by_bots, words_of
from tests.widgets.vtes.hidden import names_nothing_hidden
from tests.widgets.vtes.test_game_page import play_on, reader_of, session_of
from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.events import CAUSES
from vendetta_widgets import VtesBloodPage, VtesPoolPage, VtesRingPage, VtesWatchPage, page_phrases
from vendetta_widgets.figures.figure_style import figure
from vendetta_widgets.games.vtes.dash.example_games import PAGES as NAMES
from vendetta_widgets.games.vtes.dash.example_games import SHELF
from vendetta_widgets.games.vtes.dash.game_dashboard import VtesDashboard
from vendetta_widgets.games.vtes.figures.ring_figure import key_of
from vendetta_widgets.play_session import Session

STORIES = (VtesPoolPage, VtesBloodPage, VtesRingPage)
PAGES = (*STORIES, VtesWatchPage)


def opened(kind: type[VtesDashboard], query: str = "", **more: Any) -> tuple[Reader, Any]:
    reader = Reader(kind(), query=query, **more)
    return reader, reader.page


def test_the_pages_are_all_there_are() -> None:
    assert tuple(kind.page for kind in PAGES) == NAMES


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("lang", page_phrases.languages())
def test_a_page_without_any_wish_shows_a_recorded_game_whole(kind: type[VtesDashboard], lang: str) -> None:
    reader, page = opened(kind, f"?lang={lang}")
    assert reader.alert == ""
    assert page.recorded == "three"
    assert set(json.loads(reader.messages[-1])["figures"]) == set(page.names)
    for name in page.names:
        reader.do("table", name)
    assert not TEMPLATE_LEFT.search(reader.words)
    assert "vtes.dash" not in reader.words
    assert words_of(reader.parts["hero"]).count("?") == 1


@pytest.mark.parametrize("lang", page_phrases.languages())
def test_each_cause_of_the_ledger_has_its_words(lang: str) -> None:
    for cause in CAUSES:
        assert page_phrases.say(f"vtes.dash.cause.{cause}", lang) not in ("", f"vtes.dash.cause.{cause}")


@pytest.mark.parametrize("name", SHELF.recorded)
def test_every_recorded_game_is_a_whole_one(name: str) -> None:
    source = played_by_bots(SHELF.recorded[name])
    assert source.over
    assert source.story().over


@pytest.mark.parametrize("kind", PAGES)
def test_a_link_opens_the_same_view_again(kind: type[VtesDashboard]) -> None:
    reader, page = opened(kind, "?seed=5&players=4&who=1&lang=de" + ("&at=120" if kind is VtesWatchPage else ""))
    reader.do("at", 40)
    if kind is VtesRingPage:
        reader.do("kind", "all")
    link = page._link()
    again, other = opened(kind, link.partition("?")[2])
    assert other._link() == link
    assert again.parts["hero"] == reader.parts["hero"]
    assert words_of(again.parts["slider"]) == words_of(reader.parts["slider"])


@pytest.mark.parametrize("kind", STORIES)
def test_the_slider_grows_the_figures_and_the_log_with_them(kind: type[VtesDashboard]) -> None:
    reader, page = opened(kind, "?who=all")
    whole, rows = len(page.steps), []
    for step in (0, whole // 4, whole // 2, whole - 1):
        reader.do("at", step)
        assert page.step == step
        rows.append(sum(len(page.rows(name)) for name in page.names))
        assert f"{sum(name.startswith('log:') for name in reader.parts)}" != "0"
    assert rows == sorted(rows)
    assert rows[0] < rows[-1]
    reader.do("look_at", page.steps[10])
    assert page.step == 10


@pytest.mark.parametrize("kind", PAGES)
def test_every_mark_opens_the_log_and_its_rules(kind: type[VtesDashboard]) -> None:
    reader, page = opened(kind, "?who=all&kind=all" + ("&at=end" if kind is VtesWatchPage else ""))
    pressed = 0
    for name, spec in page.figures(page.pen()).items():
        for trace in spec["data"]:
            keys = trace.get("customdata", [])
            if trace["type"] == "sankey":
                keys = [*trace["link"]["customdata"], *trace["node"]["customdata"]]
            for key in keys[:: max(1, len(keys) // 8)]:
                reader.do("point", f"{name} {key}")
                assert reader.alert == "", (name, key)
                assert "vk-rule" in reader.parts["behind"]
                pressed += 1
    assert pressed > 5
    for name in page.names:
        reader.do("table", name)
        rows = [one for one in reader.buttons(f"tools-{name}") if one.do == "point"]
        assert rows
        for one in rows[:: max(1, len(rows) // 6)]:
            reader.press(one)
            assert "vk-rule" in reader.parts["behind"]
    for nonsense in ("", "flow", "flow x>y", "pool n999999", "veins card:9:x", "ring bleed:9>8", "x y"):
        reader.do("point", nonsense)
        assert "Nothing in the log" in reader.alert


def test_what_is_behind_a_flow_and_an_arrow_adds_up() -> None:
    _, page = opened(VtesPoolPage, "?who=all")
    lines = {one.n: one.amount for one in flows.pool_flows(page.story)}
    for link in flows.pool_links(page.story):
        if link.causes in (("start",), ("left",)):
            continue
        title, numbers = page.lines_behind("flow", f"{name_of(link.source)}>{name_of(link.target)}")
        assert title.endswith(f": {link.amount} counters")
        assert sum(lines[n] for n in numbers) == link.amount
    _, ring = opened(VtesRingPage, "?who=all&kind=all")
    for tie in flows.interaction_totals(flows.interactions_of(ring.story)):
        title, numbers = ring.lines_behind("ring", key_of(tie))
        assert str(tie.amount) in title or tie.kind == "oust"
        assert len(numbers) == tie.times


def name_of(node: flows.Node) -> str:
    return node.kind if node.seat is None else f"{node.kind}:{node.seat}"


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("name", SHELF.recorded)
def test_every_figure_is_one_that_plotly_knows(kind: type[VtesDashboard], name: str) -> None:
    reader, page = opened(kind, f"?game={name}&who=all&kind=all" + ("&at=end" if kind is VtesWatchPage else ""))
    for at in (len(page.steps) - 1, len(page.steps) // 2, 3, 0):
        reader.do("at", at)
        for spec in page.figures(page.pen()).values():
            assert len(figure(spec).data) == len(spec["data"])


@pytest.mark.parametrize("kind", STORIES)
def test_tables_are_given_as_csv_with_names(kind: type[VtesDashboard]) -> None:
    reader, page = opened(kind, "?who=all")
    for name in page.names:
        reader.do("csv", name)
        given = json.loads(reader.messages[-1])
        text = next(value for key, value in given["download"].items() if key in ("text", "content"))
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == len(page.rows(name)) > 5
        assert all(row["rules"] for row in rows)


@cache
def kept_game(moves: int) -> tuple[str, str, Session]:
    """A game that somebody plays, as her browser keeps it now and when it is over; and the game itself, now."""
    reader = reader_of(seed=9)
    play_on(reader, moves)
    middle = reader.store["vtes-game"]
    session = Session(0, wish=session_of(reader).wish)
    session.load_bytes(middle.encode(), "middle")
    play_on(reader)
    return middle, reader.store["vtes-game"], session


@pytest.mark.parametrize("kind", STORIES)
@pytest.mark.parametrize("moves", [4, 30])
@pytest.mark.parametrize("lang", page_phrases.languages())
def test_of_a_game_that_somebody_plays_only_what_her_seat_knows_is_sent(
    kind: type[VtesDashboard], moves: int, lang: str
) -> None:
    middle, end, session = kept_game(moves)
    assert not session.view.over
    reader, page = opened(kind, f"?lang={lang}&kind=all", stored={"vtes-game": middle})
    assert not page.story.whole
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
    assert names_nothing_hidden(reader, session._game, session.view) > 5
    assert page_phrases.say("dash.about.secret", lang) in reader.words
    _, over = opened(kind, stored={"vtes-game": end})
    assert over.story.whole


@pytest.mark.parametrize("kind", PAGES)
def test_the_deal_of_ones_own_game_is_not_shown_before_it_is_over(kind: type[VtesDashboard]) -> None:
    middle, end, _ = kept_game(30)
    for store in ({"vtes-game": middle}, {"vtes-game-before": middle}):
        reader, page = opened(kind, "?seed=9&players=3", stored=store)
        assert page_phrases.say("dash.yours", seed=9) in reader.words
        assert 'data-notebook="18_play_vtes"' in reader.parts["hero"]
        reader.do("eyes", 1)
        assert page.source.asked is None or page.source.asked.seed != 9
        reader.do("start", {"seed": "8"})
        assert page.source.seed == 8
    _, page = opened(kind, "?seed=9&players=3", stored={"vtes-game": end})
    assert page.source.seed == 9


def test_a_save_of_another_game_is_refused_in_one_line() -> None:
    reader, page = opened(VtesPoolPage)
    before = page.source
    reader.choose_file("load", "other.json", b'{"format": "vendetta-played/1", "setup": {}, "moves": []}')
    assert "other.json" in reader.alert
    assert page.source is before
    assert "\n" not in reader.alert.strip()


def test_somebody_watches_and_sits_down() -> None:
    reader, page = opened(VtesWatchPage, "?seed=12&players=3&eyes=1")
    reader.do("pace", "fast")
    for _ in range(60):
        reader.do("tick")
    assert page.playing
    shown = page._bots.game.view(1)
    assert names_nothing_hidden(reader, page._bots.game, shown) > 5
    reader.do("sit")
    kept = Session(0, wish=page.source.asked.wish)
    kept.load_bytes(reader.store["vtes-game"].encode(), "taken")
    assert kept.view.moment.turn == shown.moment.turn
    assert 'data-notebook="18_play_vtes"' in reader.parts["sit"]
