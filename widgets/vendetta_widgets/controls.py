"""Buttons, fields and lists as HTML; each sends an action (``data-do``) with a value (``data-value``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from vendetta_kit.kernel.refusal import WhyNot

from .html import Html, HtmlWriter, tag


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice: its value, its words, its look."""

    value: Any
    label: object
    primary: bool = False
    glow: bool = False
    cls: str = ""


def value_of(value: Any) -> str:
    """Return a value as the JSON text that goes to the browser and comes back."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def button(label: object, do: str, value: Any = None, cls: str = "", on: bool | None = None, **more: object) -> Html:
    """Return a button; ``on`` says whether it is the chosen one of several, ``None`` if it is not a choice."""
    looks = " ".join(("vk-button", cls, "vk-on" if on else "")).split()
    ticked = tag("span", "✓ ", aria_hidden="true") if on else None
    return tag(
        "button",
        ticked,
        label,
        type="button",
        cls=" ".join(looks),
        data_do=do,
        data_value=None if value is None else value_of(value),
        aria_pressed=None if on is None else str(on).lower(),
        **more,
    )


def copy_button(label: str, what: str, cls: str = "", copied: str | None = None) -> Html:
    """Return a button that copies an address, or the content of a field (``#id``); ``copied`` says that it is done."""
    looks = f"vk-button {cls}".strip()
    return tag("button", label, type="button", cls=looks, data_copy=what, data_copied=copied)


def row(pen: HtmlWriter, label: str, do: str, options: Iterable[Option], chosen: Any = None, cls: str = "") -> Html:
    """Return a label and a row of buttons, one for each option, with a tick on the chosen one."""
    offered = list(options)
    if not offered:
        return Html("")
    picks = chosen is not None
    buttons = [
        button(
            option.label,
            do,
            option.value,
            " ".join(("vk-primary" if option.primary else "", "vk-glow" if option.glow else "", option.cls)),
            on=option.value == chosen if picks else None,
        )
        for option in offered
    ]
    name = pen.id() if label else None
    words = tag("p", label, cls="vk-label", id=name) if label else None
    group = tag("div", buttons, cls="vk-buttons", role="group", aria_labelledby=name)
    return tag("div", words, group, cls=f"vk-row-of-buttons {cls}".strip())


def slider_row(
    pen: HtmlWriter, do: str, at: int, last: int, words: str, key: str, told: str, name: str, goes_on: bool = False
) -> Html:
    """Return a slider with buttons for a step back and on; ``words`` prefixes their keys, ``name`` is the label's id.

    ``told`` is its position in words; ``goes_on``: steps may come after the last one.
    """
    slider = tag(
        "input",
        type="range",
        min=0,
        max=last,
        value=at,
        step=1,
        data_do=do,
        data_live=True,
        data_key=key,
        aria_labelledby=name,
        aria_valuetext=told,
    )
    at_end = at >= last and not goes_on
    back = button("◀\ufe0e", do, max(0, at - 1), "vk-icon", aria_label=pen.say(f"{words}.back"), disabled=at == 0)
    on = button("▶\ufe0e", do, at + 1, "vk-icon", aria_label=pen.say(f"{words}.on"), disabled=at_end)
    return tag("div", back, slider, on, cls="vk-rail")


def not_now(
    pen: HtmlWriter, label: object, why: WhyNot, nearest: str, cls: str = "", then: Html | None = None, **more: object
) -> Html:
    """Return a disabled button that can be focused and read: the reasons, their rules, what is possible instead.

    ``then`` is added below the reasons.
    """
    name = pen.id()
    reasons = [
        tag(
            "span",
            reason.text(pen.lang),
            " ",
            pen.rule(reason.rule),
            " ",
            tag("small", pen.writing.book.cite(reason.rule, pen.lang)),
        )
        for reason in _once(why)
    ]
    instead = tag("span", pen.say("why.nearest", action=nearest)) if nearest else None
    bubble = tag("span", tag("b", pen.say("why.not")), reasons, instead, then, cls="vk-why", id=name)
    lock = tag("span", "⊘ ", aria_hidden="true")
    pressed = tag(
        "button",
        lock,
        label,
        type="button",
        cls=f"vk-button vk-locked {cls}".strip(),
        aria_disabled="true",
        aria_describedby=name,
        data_do="refused",
        data_value=value_of(why.rules),
        **more,
    )
    return tag("span", pressed, bubble, cls="vk-not")


def _once(why: WhyNot) -> Sequence[Any]:
    """Return the first reason of each rule."""
    found: dict[str, Any] = {}
    for reason in why.reasons:
        found.setdefault(reason.rule, reason)
    return list(found.values())


def text_field(name: str, value: object, do: str, most: int, **more: object) -> Html:
    """Return a text field for at most ``most`` characters, without autocompletion; ``name`` is its id."""
    return tag("input", type="text", id=name, value=value, maxlength=most, autocomplete="off", data_do=do, **more)


def file_choice(pen: HtmlWriter, label: str, do: str, accept: str, several: bool = False) -> Html:
    """Return a button to choose one file, or ``several``; ``accept`` are the endings, such as ``".yaml,.yml"``."""
    name = pen.id()
    words = tag("label", label, for_=name, cls="vk-button vk-file")
    field = tag("input", type="file", id=name, accept=accept, multiple=several, data_do=do, cls="vk-unseen-file")
    return tag("span", field, words, cls="vk-choose-file")


def options_of(offered: Iterable[tuple[object, str]], now: object) -> list[Html]:
    """Return the options of a list: values with their words; ``now`` is the chosen value."""
    return [tag("option", words, value=value, selected=value == now) for value, words in offered]


def select(pen: HtmlWriter, label: str, do: str, offered: Iterable[tuple[str, str]], now: str) -> Html:
    """Return a labelled list to choose from, which sends a choice at once."""
    name = pen.id()
    field = tag("select", options_of(offered, now), id=name, data_do=do, data_key=f"select-{do}")
    return tag("p", tag("label", label, for_=name, cls="vk-label"), " ", field, cls="vk-select")


def link(label: object, notebook: str, cls: str = "vk-link", **more: object) -> Html:
    """Return a link to another notebook of the kit (its name without ending, perhaps with a query)."""
    return tag("a", label, href="#", data_notebook=notebook, cls=cls, **more)
