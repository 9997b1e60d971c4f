"""What a broken connection may lose, on Python's side; and what stands where no widget can be shown at all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import vendetta_widgets
from tests.widgets.test_base_page import Page, opened
from vendetta_kit import Game, scenarios
from vendetta_widgets import base_page, page_phrases
from vendetta_widgets.html import Html

# A connection that breaks -------------------------------------------------------------------------------------


def pressed(page: Page, n: int, **more: Any) -> dict[str, Any]:
    """A press as a view sends it, and what comes back."""
    sent: list[dict[str, Any]] = []
    page.send = lambda message, buffers=None: sent.append(message)
    page._handle_custom_msg({"type": "do", "do": "x", "view": "a", "n": n, **more}, [])
    return sent[-1] if sent else {}


def test_a_press_that_is_sent_again_is_done_once_and_answered_with_all_that_stands_there() -> None:
    page, _ = opened()
    page.handle = lambda do, value: (page.heard.append((do, value)), page.download("a.txt", "A"))  # type: ignore[assignment,func-returns-value]
    first = pressed(page, 5)
    again = pressed(page, 5)
    assert page.heard == [("x", None)]
    assert again["n"] == 5
    assert set(again["parts"]) == {"alert", "one", "two"}
    assert "frame" in again
    assert again["missed"] == [[first["at"], "download", "", first["download"]]]
    assert "missed" not in pressed(page, 6)
    assert len(page.heard) == 2
    pressed(page, 5, view="b")
    assert len(page.heard) == 3, "another view counts for itself"


def test_what_has_come_is_not_given_again() -> None:
    page, _ = opened()
    page.store("a", "1")
    page.store("b", "1")
    at = pressed(page, 1)["at"]
    page.store("b", "2")
    page.dialog(Html("<p>"))
    last = pressed(page, 2, seen=at)
    ask = {"type": "again", "do": None}
    assert pressed(page, 3, **ask)["missed"] == [[last["at"], "dialog", "", "<p>"], [last["at"], "store", "b", "2"]]
    assert pressed(page, 4, **ask, seen=last["at"])["missed"] == []


@pytest.mark.parametrize("odd", [None, -1, 2**70, True, 1.5, "1", [], {}, float("nan")])
def test_numbers_that_no_page_sends_are_taken_for_none(odd: Any) -> None:
    page, reader = opened()
    page._handle_custom_msg({"type": "do", "do": "x", "view": odd, "n": odd, "seen": odd}, [])
    page._handle_custom_msg({"type": "do", "do": "x", "view": "a", "n": odd, "seen": odd}, [])
    reader.do("y")
    assert ("y", None) in page.heard
    for k in range(3 * base_page.MOST_VIEWS):
        pressed(page, 1, view=f"v{k}")
    assert len(page._counts) == base_page.MOST_VIEWS


# Where no widget can be shown -----------------------------------------------------------------------------------


def shown_plainly(thing: Any) -> str:
    """What GitHub, nbconvert and other readers of a notebook show of a cell's output."""
    bundle = thing._repr_mimebundle_() if hasattr(thing, "_repr_mimebundle_") else ({"text/plain": repr(thing)}, {})
    found: str = bundle[0]["text/plain"]
    return found


ASKED: dict[str, tuple[Any, ...]] = {
    "lesson": ("planning",),
    "rivals_lesson": ("the_turn",),
    "step_by_step": ("planning",),
    "vtes_lesson": ("block",),
    "story": (Path(scenarios.find(scenarios.headings()[0].id)).read_text("utf-8"),),
    "table": (Game.new(seed=5).view(0),),
}
"""What a function must be told."""
NO_PAGE = {"check"}
"""It gives words."""
FUNCTIONS = [name for name in vendetta_widgets.__all__ if name.islower() and name not in NO_PAGE]


@pytest.mark.parametrize("lang", page_phrases.languages())
@pytest.mark.parametrize("name", FUNCTIONS)
def test_where_no_widget_can_be_shown_stands_a_sentence(name: str, lang: str) -> None:
    opens = getattr(vendetta_widgets, name)
    told = [shown_plainly(opens(*ASKED.get(name, ()), lang=lang)) for _ in range(2)]
    assert told[0] == told[1], "it is the same each time"
    assert not re.search(r"0x|<|object", told[0])
    if name != "step_by_step":
        assert re.fullmatch({"en": r"The Vendetta Kit’s .+\.", "de": r"\S+ .+ des Vendetta Kits: .+\."}[lang], told[0])
    else:
        part = vendetta_widgets.step_by_step(*ASKED[name], lang=lang)
        for thing in (part.moment("first-turn"), part.at("first-turn"), part.what_if("first-turn")):
            assert not re.search(r"0x|<|object", shown_plainly(thing))


def test_a_page_whose_language_nobody_knows_says_it_in_all_of_them() -> None:
    assert "The Vendetta Kit’s table" in shown_plainly(vendetta_widgets.play())
    assert "Der Tisch des Vendetta Kits" in shown_plainly(vendetta_widgets.play())


def test_every_class_of_page_has_a_function_that_opens_it() -> None:
    classes = {name for name in vendetta_widgets.__all__ if not name.islower()}
    opened_by = {type(getattr(vendetta_widgets, name)(*ASKED.get(name, ()))).__name__ for name in FUNCTIONS}
    assert opened_by - {"VtesLessonPage"} == classes - {"VtesLessonPage"}
