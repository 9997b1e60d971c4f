"""What V:TES's dashboards alone have: causes, arrows, the cards of a watched game; the rest is in test_dash."""

from __future__ import annotations

import pytest

from tests.widgets.test_dash import opened
from tests.widgets.vtes.hidden import names_nothing_hidden
from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.events import CAUSES
from vendetta_widgets import VtesBloodPage, VtesPoolPage, VtesRingPage, VtesWatchPage, page_phrases
from vendetta_widgets.games.vtes.dash.game_dashboard import PAGES as NAMES
from vendetta_widgets.games.vtes.figures.ring_figure import key_of
from vendetta_widgets.play_session import Session

STORIES = (VtesPoolPage, VtesBloodPage, VtesRingPage)
PAGES = (*STORIES, VtesWatchPage)


def test_the_pages_are_all_there_are() -> None:
    assert tuple(kind.page for kind in PAGES) == NAMES


@pytest.mark.parametrize("lang", page_phrases.languages())
def test_each_cause_of_the_ledger_has_its_words(lang: str) -> None:
    for cause in CAUSES:
        assert page_phrases.say(f"vtes.dash.cause.{cause}", lang) not in ("", f"vtes.dash.cause.{cause}")


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
