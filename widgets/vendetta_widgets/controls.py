"""Things to press, as HTML: each says what it does (``data-do``) and with what (``data-value``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from vendetta_kit.kernel.refusal import WhyNot

from .html import Html, HtmlWriter, tag

__all__ = [
    "Option",
    "button",
    "file_choice",
    "link",
    "not_now",
    "options_of",
    "rail",
    "row",
    "select",
    "text_field",
    "value_of",
]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its value, its words, and how it looks."""

    value: Any
    label: object
    primary: bool = False
    glow: bool = False
    cls: str = ""


def value_of(value: Any) -> str:
    """A value as it goes to the browser and comes back."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def button(label: object, do: str, value: Any = None, cls: str = "", on: bool | None = None, **more: object) -> Html:
    """A button; ``on`` says whether it is the chosen one of several."""
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


def row(pen: HtmlWriter, label: str, do: str, options: Iterable[Option], chosen: Any = None, cls: str = "") -> Html:
    """A label and a row of buttons, one for each option; what is chosen is ticked."""
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


def rail(
    pen: HtmlWriter, do: str, at: int, last: int, words: str, key: str, told: str, name: str, goes_on: bool = False
) -> Html:
    """A slider with a step back and a step on; ``words`` are the prefix of their names, ``name`` the id of its label.

    ``told`` says where it stands; ``goes_on``: there will be more behind the last place.
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
    """What may not be done now: it can be reached and read, and says why, by which rule, and what would do instead.

    ``then`` is what can be done with the refusal itself.
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
    """Each rule once: its first reason."""
    found: dict[str, Any] = {}
    for reason in why.reasons:
        found.setdefault(reason.rule, reason)
    return list(found.values())


def text_field(name: str, value: object, do: str, most: int, **more: object) -> Html:
    """A field for ``most`` letters, by the id that its label names; what is typed there is not offered again."""
    return tag("input", type="text", id=name, value=value, maxlength=most, autocomplete="off", data_do=do, **more)


def file_choice(pen: HtmlWriter, label: str, do: str, accept: str, several: bool = False) -> Html:
    """A button that asks for a file, or for ``several``; ``accept`` names the endings, as in ``".yaml,.yml"``."""
    name = pen.id()
    words = tag("label", label, for_=name, cls="vk-button vk-file")
    field = tag("input", type="file", id=name, accept=accept, multiple=several, data_do=do, cls="vk-unseen-file")
    return tag("span", field, words, cls="vk-choose-file")


def options_of(offered: Iterable[tuple[object, str]], now: object) -> list[Html]:
    """What a list offers: values with their words; ``now`` is the one that is chosen."""
    return [tag("option", words, value=value, selected=value == now) for value, words in offered]


def select(pen: HtmlWriter, label: str, do: str, offered: Iterable[tuple[str, str]], now: str) -> Html:
    """A list to choose from, which says at once what was chosen."""
    name = pen.id()
    field = tag("select", options_of(offered, now), id=name, data_do=do, data_key=f"select-{do}")
    return tag("p", tag("label", label, for_=name, cls="vk-label"), " ", field, cls="vk-select")


def link(label: object, notebook: str, cls: str = "vk-link", **more: object) -> Html:
    """A way to another notebook of the kit (name without ending, perhaps with a query)."""
    return tag("a", label, href="#", data_notebook=notebook, cls=cls, **more)
