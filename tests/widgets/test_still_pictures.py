"""What a saved notebook holds of pages, views, events and reasons: pictures and sentences, and nothing hidden."""

from __future__ import annotations

import json
import random
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import numpy
import plotly.graph_objects as go
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.core.interactiveshell import InteractiveShell
from ipywidgets import HTML, HBox, Image, IntSlider, Label, Output, VBox, Widget
from nbconvert.nbconvertapp import NbConvertApp

from tests.house import ROOT
from tests.widgets.helpers import Reader, assert_hides, hidden_cards, move_any
from vendetta_kit import Game
from vendetta_kit.games.rivals.engine.game import Game as RivalsGame
from vendetta_kit.games.vendetta.engine.actions import PickClan, Play
from vendetta_kit.games.vtes.engine.game import Game as VtesGame
from vendetta_widgets import blood, influence, lesson, locations, play, play_vtes, review, table
from vendetta_widgets.notebook_cell import save_boxes


def own_widgets() -> list[tuple[Widget, str]]:
    """Return widgets of a reader's own, each with what of it is in a saved notebook beside a page."""
    printed = {"output_type": "stream", "name": "stdout", "text": "1 < 2"}
    drawn = {"output_type": "display_data", "data": {"text/plain": "", "image/png": "YW\nJj\n"}, "metadata": {}}
    marked = {"output_type": "display_data", "data": {"text/html": "<i>1</i>"}, "metadata": {}}
    traces = [go.Scatter(name="Ann", y=[6, 4.5]), go.Bar(x=["<a>", "b"], y=numpy.array([1, 2]))]
    rows = (("Ann", "6", "4.5"), ("x", "&lt;a&gt;", "b"), ("y", "1", "2"))
    return [
        (Label("1 < 2"), "1 &lt; 2"),
        (Image(value=b"abc", format="png"), '<img alt="" src="data:image/png;base64,YWJj">'),
        (Output(outputs=(printed, drawn)), '<pre>1 &lt; 2</pre><img alt="" src="data:image/png;base64,YWJj">'),
        (Output(outputs=(marked,)), "<i>1</i>"),
        (
            go.FigureWidget(traces, layout={"title": {"text": "<mine>"}}),
            "<table><caption>&lt;mine&gt;</caption>"
            + "".join(f"<tr><th>{a}</th><td>{b}</td><td>{c}</td></tr>" for a, b, c in rows)
            + "</table>",
        ),
        (IntSlider(), ""),
    ]


def saved(thing: object) -> dict[str, str]:
    """Return what a cell's output holds in a file, without the widget's number."""
    data, _ = DisplayFormatter().format(thing)
    return {kind: shown for kind, shown in data.items() if kind != "application/vnd.jupyter.widget-view+json"}


def test_a_page_is_saved_with_the_table_that_its_reader_may_see() -> None:
    page, rng = play(seed=7, lang="en"), random.Random(7)
    reader = Reader(page)
    for _ in range(15):
        move_any(reader, rng)
        found = saved(page)
        assert found["text/html"] == page.session.view._repr_html_()
        assert found["text/plain"] == repr(page)
        assert_hides(json.dumps(found), hidden_cards(page.session._game, page.session.view), "the saved output")
    assert saved(page) == saved(page), "the same again, so that a save makes no difference"


def test_a_page_in_a_box_is_saved_beside_what_is_with_it() -> None:
    shell = InteractiveShell.instance()
    shell.set_parent, shell.get_parent = (lambda parent: None), dict  # as a kernel's
    try:
        save_boxes.cache_clear()
        page = play(seed=7, lang="en")
        box = VBox([HTML("<b>mine</b>"), HBox([page])])
        shown = shell.display_formatter.format(box)[0]["text/html"]
        assert shown == f"<div><b>mine</b></div><div><div>{page.still_picture()}</div></div>"
        assert "<table" in shown
        assert_hides(shown, hidden_cards(page.session._game, page.session.view), "the saved output")
        assert "text/html" not in shell.display_formatter.format(VBox([HTML("<b>mine</b>")]))[0], "a box without pages"
        for own, as_html in own_widgets():
            shown = shell.display_formatter.format(VBox([page, own]))[0]["text/html"]
            assert shown == f"<div>{page.still_picture()}</div>" + (f"<div>{as_html}</div>" if as_html else "")
    finally:
        InteractiveShell.clear_instance()
        save_boxes.cache_clear()


def documented() -> list[str]:
    """How docs/python.md exports a notebook."""
    docs = (ROOT / "docs" / "python.md").read_text("utf-8")
    printed = docs[docs.index("jupyter nbconvert --to html") :].partition("```")[0].replace("\\\n", " ")
    return [word for word in shlex.split(printed)[2:] if word != "class.ipynb"]


def of_the_laboratory() -> list[str]:
    """How JupyterLab exports one as ``make lab`` starts it: its server hands its settings on."""
    said = subprocess.run(["make", "-n", "-s", "lab"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    words = shlex.split(said.splitlines()[-1])
    classes = ("--NbConvertBase.", "--ClearMetadataPreprocessor.", "--HTMLExporter.")
    return ["--to", "html", *(word for word in words if word.startswith(classes))]


@pytest.mark.parametrize("recipe", [documented, of_the_laboratory])
def test_an_export_is_small_asks_no_other_host_and_shows_the_picture(
    tmp_path: Path, recipe: Callable[[], list[str]]
) -> None:
    """Of a notebook with a page's script and styles in it."""
    page = play(seed=7, players=3, lang="en")
    state = {
        "version_major": 2,
        "version_minor": 0,
        "state": {"1": {"model_module": "anywidget", "state": {"_esm": page._esm}}},
    }
    data = {
        "application/vnd.jupyter.widget-view+json": {"model_id": "1", "version_major": 2, "version_minor": 0},
        **saved(page),
    }
    cell = nbformat.v4.new_code_cell("page", outputs=[nbformat.v4.new_output("display_data", data)])
    held = {"widgets": {"application/vnd.jupyter.widget-state+json": state}}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=held), tmp_path / "class.ipynb")
    NbConvertApp.launch_instance([*recipe(), str(tmp_path / "class.ipynb")])
    NbConvertApp.clear_instance()
    html = (tmp_path / "class.html").read_text("utf-8")
    assert page.session.view._repr_html_().partition("</caption>")[0] in html
    assert not re.findall(r"""<(?:script|link|img|iframe)[^>]*(?:src|href)=["']https?:""", html)
    assert page._esm[:200] not in html
    assert "html-manager" not in html


def test_a_table_shows_its_view_and_no_other() -> None:
    game, rng = Game.new(seed=5), random.Random(5)
    for _ in range(60):
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    for seat in (0, 2, None):
        view = game.view(seat)
        reader = "a spectator" if seat is None else game.names[seat]
        assert saved(view)["text/plain"] == f"<View of {reader}: round {game.round}, {game.phase}>"
        for thing in (view, table(view, lang="de")):
            found = saved(thing)
            assert found["text/html"].startswith("<table lang=")
            assert_hides(json.dumps(found), hidden_cards(game, view, -1 if seat is None else seat), f"seat {seat}")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_page_that_shows_no_table_yet_has_its_name_alone(lang: str) -> None:
    assert saved(lesson("set_up", lang=lang)).keys() <= {"text/plain", "text/html"}
    assert f'<table lang="{lang}">' in saved(play_vtes(seed=3, lang=lang))["text/html"]


@pytest.mark.parametrize("game", [Game.new(seats=3, seed=7, names=["<Ann>", "Bob", "Cy"]), VtesGame.new(seed=7)])
def test_a_view_is_a_drawing_for_documents_too(game: Game | VtesGame) -> None:
    drawn = ElementTree.fromstring(saved(game.view(0))["image/svg+xml"])
    lines = ["".join(node.itertext()) for node in drawn if node.tag.endswith("text")]
    assert lines == str(game.view(0)).splitlines()


def test_events_and_reasons_are_sentences() -> None:
    game, rng = Game.new(seed=7), random.Random(7)
    for _ in range(80):
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    for event in game.events:
        assert str(event) == str(event.seen_by(None)), "who has no seat is told no secret"
        assert str(event)[-1] in ".:!)" or event.kind in ("round", "phase", "step", "location", "turn")
        assert "{" not in str(event)
    why = game.why_not(0, Play("BR01", at=1))
    assert why is not None
    assert why.nearest is None
    assert str(why) == why.text() == saved(why)["text/plain"]
    seat = next(seat for seat in range(game.seats) if len(game.legal(seat)))
    why = game.why_not(seat, PickClan("ventrue"))
    assert why is not None
    assert why.nearest is not None
    assert str(why) == f"{why.text()} Nearest legal: {why.nearest!r}." == saved(why)["text/plain"]
    assert saved(game.events[3])["text/plain"] == str(game.events[3])
    played, chance = VtesGame.new(seed=7), random.Random(1)
    for _ in range(200):
        played.apply(played.to_act, played.legal(played.to_act).sample(chance))
    rivals = RivalsGame.new(3)
    while not rivals.is_over and len(rivals.actions) < 60:
        rivals.apply(rivals.to_act, rivals.legal(rivals.to_act).sample(chance))
    for each in (game, played, rivals):
        assert all("Event(" not in str(event) for event in each.events)
        for entry in each.ledger:
            assert str(entry) == str(entry.seen_by(None)) == saved(entry)["text/plain"]
            assert not str(entry)[0].islower()
            assert "{" not in str(entry)
            assert "Entry(" not in str(entry)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_dashboard_of_a_game_is_saved_as_answer_and_tables(lang: str) -> None:
    game, rng = Game.new(seats=3, seed=7), random.Random(7)
    while not game.is_over:
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    for page in (blood, influence, locations, review):
        found = saved(page(game, lang=lang))
        assert found == saved(page(game, lang=lang)), "the same again, so that a save makes no difference"
        html = ElementTree.fromstring(f"<div>{found['text/html']}</div>")
        assert html[1].text in Reader(page(game, lang=lang)).words
        assert html.find(".//td") is not None
        assert html.find(".//button") is None
    assert "text/html" not in saved(blood(lang=lang)), "which deals may be shown the browser has not said yet"
