"""What every page stands on: pieces that travel, messages of any kind, the browser's language, faults in words."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import vendetta_widgets
from tests.widgets.helpers import Reader, pressables, words_of
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction
from vendetta_widgets import base_page, blood, front, page_phrases, play
from vendetta_widgets.base_page import LARGEST_FILE, BasePage
from vendetta_widgets.controls import Option, button, row, value_of
from vendetta_widgets.games.vendetta.lesson_page import LessonPage
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_phrases import UserError

SCRIPT = Path(vendetta_widgets.__file__).parent / "surface.js"


class Page(BasePage):
    """A page of two parts that does as it is told."""

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self.words = {"one": "first", "two": "second"}
        self.kind = "div"
        self.query: Mapping[str, str] = {}
        self.heard: list[tuple[str, Any]] = []
        self.elsewhere: list[tuple[str, str]] = []
        self.fault: Exception | None = None
        self.broken = False

    def frame(self, pen: HtmlWriter) -> Html:
        return tag(self.kind, [tag("div", data_part=name) for name in ("alert", "one", "two")])

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        if self.broken:
            raise RuntimeError("a secret of the kit")
        return {name: tag("p", words) for name, words in self.words.items()}

    def handle(self, do: str, value: Any) -> None:
        self.heard.append((do, value))
        if self.fault is not None:
            raise self.fault

    def file(self, do: str, name: str, content: bytes) -> None:
        self.heard.append((name, content))

    def arrived(self, query: Mapping[str, str]) -> None:
        self.query = query

    def stored_elsewhere(self, key: str, text: str) -> None:
        self.elsewhere.append((key, text))


def opened(**more: Any) -> tuple[Page, Reader]:
    page = Page(lang="en")
    return page, Reader(page, **more)


# What travels ------------------------------------------------------------------------------------------------


def test_the_first_message_holds_everything_and_the_next_only_what_has_changed() -> None:
    page, reader = opened()
    first = json.loads(reader.news())
    assert set(first["parts"]) == {"alert", "one", "two"}
    assert first["frame"] == page.frame(page.pen())
    assert first["title"] == page_phrases.say("title")
    page.words["two"] = "other"
    reader.do("anything", {"a": 1})
    second = json.loads(reader.news())
    assert second["parts"] == {"two": [["text", [0, 0], "other"]]}
    assert not {"frame", "title"} & set(second)
    reader.do("anything")
    assert json.loads(reader.news())["parts"] == {}
    assert page.heard == [("anything", {"a": 1}), ("anything", None)]


def test_of_what_is_drawn_anew_only_the_changes_travel() -> None:
    page = LessonPage("planning", lang="en")
    reader = Reader(page)
    whole, light = 0, 0
    for moment in range(len(page.lesson.moments)):
        reader.do("moment", moment)
        reader.news()
        while page.walk.can_go_on and page.walk.place[0] == moment:
            reader.do("go_on")
            sent = reader.drawing["parts"]
            now = page.parts(page.pen())
            for name in {"places", "players"} & set(sent):
                assert reader.parts[name] == now[name], name
                whole, light = whole + len(now[name]), light + len(json.dumps(sent[name]))
    assert 0 < light < 0.5 * whole


def test_a_part_that_is_gone_is_taken_away_and_another_frame_brings_all_anew() -> None:
    page, reader = opened()
    del page.words["two"]
    reader.do("x")
    assert set(reader.parts) == {"alert", "one"}
    page.kind = "section"
    page.words["three"] = "new"
    reader.do("x")
    assert reader.frame.startswith("<section>")
    assert set(reader.parts) == {"alert", "one", "three"}


def test_nothing_is_sent_before_a_browser_shows_the_page() -> None:
    page = Page(lang="en")
    sent: list[object] = []
    page.send = lambda message, buffers=None: sent.append(message)
    page.redraw()
    assert sent == []
    page._handle_custom_msg({"type": "ready", "n": 1}, [])
    assert len(sent) == 1


def test_a_second_view_of_the_page_is_given_everything_and_changes_nothing() -> None:
    page, reader = opened(query="?a=1")
    reader.news()
    reader.send(type="ready", stored={"lang": "de"}, query="?a=2", wishes=["de"])
    again = json.loads(reader.news())
    assert set(again["parts"]) == {"alert", "one", "two"}
    assert "frame" in again
    assert page.query == {"a": "1"}
    assert page.lang == "en"


def test_what_is_said_stored_shown_and_given_out_travels_once() -> None:
    page, reader = opened()
    page.announce("hear, hear")
    page.store("key", "text")
    page.store("gone", None)
    page.dialog(tag("p", "look"))
    page.download("a.txt", "content", "text/plain")
    page.focus_on(".here")
    reader.news()
    reader.do("x")
    message = json.loads(reader.news())
    assert message["say"] == "hear, hear"
    assert message["store"] == {"key": "text", "gone": None}
    assert message["dialog"] == "<p>look</p>"
    assert message["download"] == {"name": "a.txt", "text": "content", "mime": "text/plain"}
    assert message["focus"] == ".here"
    assert page.stored == {"key": "text"}
    reader.do("x")
    assert not {"say", "dialog", "download", "focus"} & set(json.loads(reader.news()))


# The language ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "query", "stored", "wishes", "lang"),
    [
        (None, "", {}, ["de-AT", "en"], "de"),
        (None, "", {}, ["fr", "it"], "en"),
        (None, "", {}, [], "en"),
        (None, "", {"lang": "de"}, ["en"], "de"),
        (None, "?lang=en", {"lang": "de"}, ["de"], "en"),
        (None, "?lang=xx", {"lang": "de"}, ["en"], "de"),
        ("en", "?lang=de", {"lang": "de"}, ["de"], "en"),
    ],
)
def test_the_language_is_asked_for_kept_or_wished_for(
    asked: str | None, query: str, stored: dict[str, str], wishes: list[str], lang: str
) -> None:
    page = Page(lang=asked)
    Reader(page, stored, query, wishes)
    assert page.lang == lang


@pytest.mark.parametrize("wrong", ["xx", "", 7, ["de"], Game.new(seed=1)])
def test_a_language_that_there_is_not_is_refused_by_name(wrong: Any) -> None:
    for opens in (Page, play, front, blood):
        with pytest.raises(BadSetup, match=r"lang: found .*; expected en or de"):
            opens(lang=wrong)


def test_another_language_is_chosen_kept_and_told() -> None:
    page, reader = opened()
    reader.do("lang", "de")
    assert page.lang == "de"
    assert reader.store == {"lang": "de"}
    assert reader.drawing["lang"] == "de"
    for wrong in ("xx", None, 7, ["de"], {"de": 1}):
        reader.do("lang", wrong)
        assert page.lang == "de"
        assert "Traceback" not in reader.text
    assert page.heard == []


# Faults ------------------------------------------------------------------------------------------------------


def test_a_fault_is_told_in_words_until_something_else_is_done() -> None:
    page, reader = opened()
    game = Game.new(seed=1)
    why = game.why_not(0, Play("BR01", at=1))
    assert why is not None
    for fault, said in (
        (UserError("bad.large", file="<b>", most=3), "<b> is larger than 3"),
        (IllegalAction(0, Play("BR01", at=1), why), why.text("en")),
        (RuntimeError("a secret of the kit"), "RuntimeError"),
    ):
        page.fault = fault
        reader.do("x")
        assert said in reader.alert
        assert 'role="alert"' in reader.parts["alert"]
        assert "<b>" not in reader.parts["alert"]
        assert "secret" not in "".join(reader.messages)
        page.fault = None
        reader.send(type="stored", stored={})
        assert said in reader.alert, "what another tab does takes nothing away"
        reader.do("x")
        assert reader.alert == ""


def test_a_page_that_cannot_be_drawn_says_so_and_recovers() -> None:
    page, reader = opened()
    before = dict(reader.parts)
    page.broken = True
    reader.do("x")
    assert "RuntimeError" in reader.alert
    assert "secret" not in "".join(reader.messages)
    assert {**reader.parts, "alert": ""} == before
    page.broken = False
    page.words["one"] = "later"
    reader.do("x")
    assert reader.alert == ""
    assert reader.parts["one"] == "<p>later</p>"


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        "do",
        [],
        {},
        {"type": None},
        {"type": "nonsense"},
        {"type": "do"},
        {"type": "stored"},
        {"type": "stored", "stored": 5},
        {"type": "stored", "stored": [1]},
        {"type": "file"},
        {"type": "file", "value": 3},
        {"type": "file", "value": {"size": "x"}},
        {"type": "do", "do": "open", "value": None},
        {"type": "do", "do": "open", "value": "rule:NOPE-01"},
        {"type": "do", "do": "open", "value": "card:ZZ99"},
        {"type": "do", "do": "open", "value": "term:nothing"},
        {"type": "do", "do": "open", "value": {"a": 1}},
    ],
)
def test_no_message_whatever_it_is_brings_the_page_down(message: Any) -> None:
    page, reader = opened()
    page._handle_custom_msg(message, [])
    assert "Traceback" not in "".join(reader.messages)
    reader.do("x")
    assert page.heard[-1] == ("x", None)
    assert reader.alert == ""


def test_a_full_storage_is_told() -> None:
    _, reader = opened()
    reader.send(type="storage-full")
    assert page_phrases.say("storage.full") in reader.alert


def test_what_another_tab_stores_is_known_here() -> None:
    page, reader = opened(stored={"a": "1"})
    assert page.stored == {"a": "1"}
    reader.send(type="stored", stored={"a": "2", "b": "3"})
    assert page.stored == {"a": "2", "b": "3"}
    assert page.elsewhere == [("a", "2"), ("b", "3")]


def test_a_file_comes_with_its_name_and_too_large_ones_do_not_come() -> None:
    page, reader = opened()
    reader.choose_file("load", "n" * 200, b"\x00content")
    assert page.heard == [("n" * 80, b"\x00content")]
    reader.send(type="file", do="load", value={"name": "big", "size": LARGEST_FILE + 1}, buffers=[b""])
    assert "big" in reader.alert
    assert len(page.heard) == 1
    reader.send(type="file", do="load", value={"name": "", "size": 0})
    assert page.heard[-1] == ("?", b"")


def test_told_reads_as_words_to_whoever_catches_it() -> None:
    assert str(UserError("bad.about", about="x")) == page_phrases.say("bad.about", about="x")


# What takes long -------------------------------------------------------------------------------------------------


class Slow(Page):
    """A page that counts to ten, unless it is stopped."""

    count = 10
    stopped = False

    def arrived(self, query: Mapping[str, str]) -> None:
        self.count = 0

    def work_on(self) -> bool:
        if self.fault is not None:
            raise self.fault
        self.count += not self.stopped and self.count < 10
        return not self.stopped and self.count < 10

    def doing(self) -> str:
        return f"I am at {self.count}"

    def stop(self) -> None:
        self.stopped = True

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        return {"one": self.work_box(pen)}


async def until_done(page: BasePage) -> None:
    while page.working:
        await asyncio.sleep(0)


def test_what_takes_long_is_done_in_pieces_and_told_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_page, "AT_ONCE", -1)
    page = Slow("en")

    async def look() -> list[str]:
        reader = Reader(page)
        assert (reader.answered, page.count) == (1, 1), "the answer does not wait for the end"
        told = [reader.words]
        while page.working:
            reader.do("anything")
            told.append(reader.words)
        await until_done(page)
        return told

    told = asyncio.run(look())
    assert told == [*(f"I am at {n} Stop" for n in range(1, 10)), ""]
    assert len(page.heard) == 9


def test_it_goes_on_by_itself_and_says_when_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_page, "AT_ONCE", -1)
    page = Slow("en")

    async def look() -> Reader:
        reader = Reader(page)
        await until_done(page)
        return reader

    reader = asyncio.run(look())
    assert page.count == 10
    assert reader.words == ""
    assert sum("I am at" in message for message in reader.messages) == 9


def test_it_is_stopped_at_a_press_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_page, "AT_ONCE", -1)
    page = Slow("en")

    async def look() -> Reader:
        reader = Reader(page)
        reader.press("Stop")
        await until_done(page)
        return reader

    reader = asyncio.run(look())
    assert page.count < 10
    assert reader.words == ""
    reader.do("stop")
    assert page.heard == [], "nobody asks the page to stop what it does not do"
    assert reader.alert == ""


def test_a_fault_of_what_takes_long_is_told_and_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_page, "AT_ONCE", -1)
    page = Slow("en")

    async def look() -> Reader:
        reader = Reader(page)
        page.fault = RuntimeError("a secret of the kit")
        await until_done(page)
        return reader

    reader = asyncio.run(look())
    assert "RuntimeError" in reader.alert
    assert "secret" not in "".join(reader.messages)
    assert "I am at" not in reader.words


# Pieces of HTML ----------------------------------------------------------------------------------------------


def test_everything_is_escaped_but_html() -> None:
    assert tag("p", "<i>", tag("b", "&"), None, ["a", ("<", None)]) == "<p>&lt;i&gt;<b>&amp;</b>a&lt;</p>"
    assert tag("a", title='"<x>"', hidden=True, lang=None, for_="y", data_key=0) == (
        '<a title="&quot;&lt;x&gt;&quot;" hidden for="y" data-key="0"></a>'
    )
    assert joined(["<", Html("<br>")]) == "&lt;<br>"


def test_marked_words_become_what_they_name() -> None:
    pen = HtmlWriter("de")
    html = pen.marked("**fett** *schräg* <b> [[PLAN-11]] [[BR07]] [[pool]] [[pool|Vorräte]] [[PLAN-11|die Gebühr]]")
    assert "<b>fett</b> <i>schräg</i> &lt;b&gt;" in html
    opens = re.findall(r'data-open="([^"]+)"[^>]*>(.*?)</button>', html)
    assert opens == [
        ("rule:PLAN-11", "<span>PLAN-11</span>"),
        ("card:BR07", pen.name("BR07")),
        ("term:pool", "Vorrat"),
        ("term:pool", "Vorräte"),
        ("rule:PLAN-11", "die Gebühr"),
    ]
    assert "vk-unbroken" in pen.marked("[[PLAN-11]]."), "a line would end between a button and its full stop"
    assert pen.marked("**one more than there are players**,") == "<b>one more than there are players</b>,"


def test_many_rules_are_listed_behind_one_sign_and_ids_are_never_the_same() -> None:
    pen = HtmlWriter()
    assert pen.rules([]) == ""
    assert pressables(pen.rules(["PLAN-01"]))[0].value == "rule:PLAN-01"
    assert len(pressables(pen.rules(["PLAN-01", "PLAN-01"]))) == 1
    three = pressables(pen.rules(["PLAN-01", "PLAN-02", "PLAN-03"]))
    assert [(press.value, press.text) for press in three] == [
        ("rule:PLAN-01", "PLAN-01"),
        ("rules:PLAN-01,PLAN-02,PLAN-03", "+2"),
    ]
    assert "PLAN-03" in three[1].attributes["aria-label"]
    assert len({pen.id() for _ in range(50)}) == 50
    assert Page()._prefix != Page()._prefix


def test_buttons_say_what_they_do_and_which_is_chosen() -> None:
    pressed = button("<Go>", "go", {"a": "ü"}, on=True)
    assert 'data-do="go"' in pressed
    assert "&lt;Go&gt;" in pressed
    assert 'aria-pressed="true"' in pressed
    assert "✓" in pressed
    assert "data-value" not in button("Go", "go")
    assert "aria-pressed" not in button("Go", "go")
    assert json.loads(value_of({"a": [1, None, "ü"]})) == {"a": [1, None, "ü"]}
    assert row(HtmlWriter(), "none", "go", []) == ""
    offered = row(HtmlWriter(), "Which?", "go", [Option(1, "one", glow=True), Option(2, "two", primary=True)], chosen=2)
    assert re.findall('aria-pressed="(true|false)"', offered) == ["false", "true"]
    name = re.search(r'aria-labelledby="([^"]+)"', offered)
    assert name is not None
    assert f'id="{name[1]}"' in offered


# The browser's side ------------------------------------------------------------------------------------------


def test_both_sides_name_the_same_things() -> None:
    script = SCRIPT.read_text("utf-8")
    most = re.search(r"LARGEST_FILE = ([\d_]+)", script)
    assert most is not None
    assert int(most[1]) == LARGEST_FILE
    spoken = set(re.findall(r'"((?:silent|busy|lost)[\w.]*)"', script))
    (words,) = re.findall(r"^const WORDS = (.*);$", str(BasePage._esm), re.MULTILINE)
    assert {lang: spoken for lang in page_phrases.languages()} == {
        lang: set(own) for lang, own in json.loads(words).items()
    }
    assert json.loads(words)["de"]["silent"] == page_phrases.say("silent", "de")
    for kind in ("ready", "do", "file", "stored", "storage-full", "again", "ping"):
        assert f'type: "{kind}"' in script
    assert "http" not in script.replace("http-equiv", "")


def test_a_page_loads_nothing_from_elsewhere() -> None:
    assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", BasePage._css)


NO_ENTRY = (
    "rule:NO-99",
    "card:no",
    "deck:no",
    "term:no",
    "rules:a,b",
    "rule:no:PLAN-11",
    "rule:vtes:NO-1",
    "",
    7,
    None,
    [],
)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("what", NO_ENTRY, ids=str)
def test_what_cannot_be_looked_up_is_told_in_one_line(what: object, lang: str) -> None:
    reader = Reader(front(lang=lang))
    for do, value in (("open", what), ("found", {"what": what, "words": "x"})):
        reader.send(type="do", do=do, value=value)
        said = words_of(reader.parts["alert"])
        assert {"en": "There is nothing to look up under", "de": "gibt es nichts nachzuschlagen"}[lang] in said


@pytest.mark.parametrize("value", [None, "", "x", -1, 7, 10**30, 1.5, True, [], ["x"], {}, {"what": []}], ids=str)
def test_what_no_page_offers_is_no_fault_of_the_kits(value: object) -> None:
    for page in (front(lang="en"), play(lang="en")):
        reader = Reader(page)
        for do in ("step", "what_if", "look_at", "door", "start", "undo", "found", "no-such", "__init__"):
            reader.send(type="do", do=do, value=value)
            assert "Something in the kit" not in reader.parts["alert"], do


def test_undo_before_any_move_changes_nothing() -> None:
    page = play(lang="en")
    reader = Reader(page)
    before = page.session.actions
    for do, value in (("undo", None), ("menu", "undo")):
        reader.send(type="do", do=do, value=value)
        assert (page.session.actions, reader.parts["alert"]) == (before, "")


@pytest.mark.parametrize("half", ["\ud800", "a\udfffb", "\udc00\ud800"])
def test_half_a_letter_in_a_field_becomes_a_sign_of_a_lost_one(half: str) -> None:
    """A browser can send it, and what holds it could not be sent back, nor be written to a file."""
    for page in (front(lang="en"), play(lang="en")):
        reader = Reader(page, stored={"name": half, half: half}, query=f"?seed={half}")
        for do, value in (
            ("find", half),
            ("open", half),
            ("found", {"what": half, "words": half}),
            ("start", {"seed": half}),
        ):
            reader.send(type="do", do=do, value=value)
            assert "Something in the kit" not in reader.parts["alert"], do
        "".join(reader.messages).encode()  # raises where one is left


def test_letters_beyond_the_first_plane_stay_whole() -> None:
    reader = Reader(front(lang="en"))
    reader.send(type="do", do="find", value="\U0001f9db ä")
    assert reader.dialog is not None
    assert "\U0001f9db ä" in reader.dialog
