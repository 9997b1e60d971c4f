"""Edits make one drawing into the other, whatever the two are, and say no more than they must."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.widgets.dom import read
from vendetta_widgets import art
from vendetta_widgets.html import Html, joined, tag
from vendetta_widgets.html_diff import edits

WORDS = st.sampled_from(["", "Ann", "<Bob>", 'a "b" & c', " ", "ü"])
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["cls", "title", "hidden", "data_key", "aria_label"]),
    st.sampled_from(["", "x", "<y>", True, False, None, 3]),
    max_size=2,
)


def _elements(inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        lambda name, attributes, content: tag(name, *content, **attributes),
        st.sampled_from(["div", "span", "b"]),
        ATTRIBUTES,
        st.lists(inside, max_size=4),
    )


DRAWN = st.recursive(
    st.one_of(WORDS, st.just(art.use("blood")), st.just(Html("<i>raw</i>")), st.just(joined(["a", tag("b", "c")]))),
    _elements,
    max_leaves=12,
)
PARTS = _elements(DRAWN)
LONG = tag("p", "a long text that stays " * 40)


@given(PARTS, PARTS)
def test_edits_make_one_drawing_into_the_other(before: Html, now: Html) -> None:
    for old, new in ((before, now), (joined([before, LONG, now]), joined([now, LONG])), (before, before)):
        found = edits(old, new)
        if found is None:
            continue
        there = read(old)
        there.edit(found)
        assert there == read(new), found


@given(PARTS)
def test_what_is_the_same_needs_no_edit(drawn: Html) -> None:
    assert edits(drawn, drawn) in ([], None)


@pytest.mark.parametrize(
    ("before", "now", "edit"),
    [
        (tag("b", "3"), tag("b", "4"), ["text", [0, 0, 0], "4"]),
        (tag("b", "<"), tag("b", "&"), ["text", [0, 0, 0], "&"]),
        (tag("b", cls="x"), tag("b", cls="y"), ["attributes", [0, 0], {"class": "y"}]),
        (
            tag("b", "it stays as it is", hidden=True),
            tag("b", "it stays as it is", lang="de"),
            ["attributes", [0, 0], {"hidden": None, "lang": "de"}],
        ),
        (tag("b", "x"), tag("i", "x"), ["swap", [0], 0, 1, "<i>x</i>"]),
        (tag("b", "x", data_key=1), tag("b", "x", data_key=2), ["swap", [0], 0, 1, '<b data-key="2">x</b>']),
        (tag("b", "x"), "x", ["swap", [0], 0, 1, "x"]),
        (art.use("blood"), art.use("power"), ["swap", [0], 0, 1, art.use("power")]),
    ],
)
def test_an_edit_says_what_has_changed_and_no_more(before: Html, now: Html, edit: list[Any]) -> None:
    assert edits(tag("div", before, LONG), tag("div", now, LONG)) == [edit]


def test_what_comes_and_goes_leaves_the_rest_alone() -> None:
    ann, bob = tag("p", "Ann" * 30), tag("p", "Bob" * 30)
    assert edits(tag("div", ann, LONG), tag("div", bob, ann, LONG)) == [["swap", [0], 0, 0, bob]]
    assert edits(tag("div", ann, bob, LONG), tag("div", ann, LONG)) == [["swap", [0], 1, 1, ""]]
    assert edits(joined([LONG, ann]), joined([LONG, ann, bob])) == [["swap", [], 2, 0, bob]]


def test_what_a_person_has_typed_is_for_the_browser_to_keep() -> None:
    for field in ("input", "select", "textarea"):
        assert edits(tag("div", tag(field), LONG, "a"), tag("div", tag(field), LONG, "b")) is None
    assert edits(tag("div", LONG, "a"), tag("div", tag("form", tag("input")), LONG, "b")) is None


def test_where_all_has_changed_all_is_written() -> None:
    assert edits(tag("div", [tag("p", name * 9) for name in "abc"]), tag("ul", tag("li", "x" * 300))) is None
    assert edits(Html(""), LONG) is None
    assert edits(LONG, Html("")) is None
    assert edits(Html("<p>read nowhere</p>"), LONG) is None
