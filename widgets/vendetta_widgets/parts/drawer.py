"""The drawer at the right: what is there on request, over the table, and moves nothing."""

from __future__ import annotations

from .. import art
from ..html import Html, HtmlWriter, joined, tag


def drawer_button(pen: HtmlWriter, label: str) -> Html:
    """The button that opens and closes the drawer; the browser does it by itself, as the key L does."""
    return tag(
        "button",
        joined([art.use("rule"), " ", tag("span", label)]),
        type="button",
        cls="vk-button vk-quiet vk-drawer-button",
        data_drawer=True,
        aria_expanded="false",
        aria_keyshortcuts="l",
        data_key="drawer-button",
    )


def drawer(pen: HtmlWriter, label: str, *content: object) -> Html:
    """The drawer, closed: whatever lies in it cannot be reached before it is opened."""
    shut = tag(
        "button",
        "✕",
        type="button",
        cls="vk-button vk-icon vk-drawer-shut",
        data_drawer=True,
        aria_label=pen.say("close"),
    )
    head = tag("header", tag("h2", label, tabindex="-1"), shut)
    return tag("aside", head, content, cls="vk-aside", aria_label=label, lang=pen.lang)


def folded_menu(pen: HtmlWriter, content: object) -> Html:
    """Return the menu behind one button at the end of a head of one row."""
    burger = tag("span", cls="vk-burger", aria_hidden="true")
    summary = tag("summary", burger, pen.unseen(pen.say("menu.all")))
    return tag("details", summary, tag("div", content, cls="vk-folded"), cls="vk-all-tools", data_key="all-tools")
