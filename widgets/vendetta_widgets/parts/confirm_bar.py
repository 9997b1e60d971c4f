"""The bar between table and hand: what is asked, or what is about to be done, with its options and one button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from .. import art
from ..controls import button
from ..html import Html, HtmlWriter, tag, words_of

_LONG: Final = 56
"""More letters than these would take three lines of a phone, so they are smaller there."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several to press; ``instead`` stands in its place where it may not be pressed, and says why."""

    label: object
    do: str = ""
    value: Any = None
    on: bool | None = None
    primary: bool = False
    glow: bool = False
    instead: Html | None = None
    key: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A row of choices under one name, of which one holds."""

    label: str
    choices: tuple[Choice, ...]
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A number before and after what is about to be done."""

    label: str
    before: object
    after: object
    loss: bool = False


def question(pen: HtmlWriter, words: object, more: object = None) -> Html:
    """What is asked, with at most a few words more; the keyboard's focus comes here."""
    long = len(" ".join(words_of(str(words)))) > _LONG
    return tag(
        "div",
        tag("h2", words, data_home=True),
        tag("div", more, cls="vk-hint") if more else None,
        cls="vk-question vk-question-long" if long else "vk-question",
        lang=pen.lang,
    )


def options_row(pen: HtmlWriter, offered: OptionRow) -> Html:
    """The choices of one row, side by side."""
    name = pen.id() if offered.label else None
    words = tag("span", offered.label, cls="vk-option-name", id=name) if offered.label else None
    shown = [choice.instead or _choice(choice) for choice in offered.choices]
    group = tag("span", shown, cls="vk-seg", role="group", aria_labelledby=name)
    return tag("div", words, group, cls=f"vk-option {offered.cls}".strip())


def confirm_bar(
    pen: HtmlWriter,
    head: Html,
    options: Sequence[OptionRow],
    changes: Sequence[Change],
    confirm: Html | None,
    back: Html | None = None,
) -> Html:
    """The bar of something that is about to be done.

    Args:
        pen: writes.
        head: what, and where to; or :func:`question`.
        options: what can still be chosen about it.
        changes: numbers that it changes.
        confirm: the one button that does it; ``None`` while something is not chosen yet.
        back: the button that takes it back.
    """
    return tag(
        "div",
        head,
        tag("div", [options_row(pen, one) for one in options], cls="vk-options") if options else None,
        tag("div", [_change(pen, one) for one in changes], cls="vk-changes", aria_live="off") if changes else None,
        tag("div", confirm, back, cls="vk-confirming"),
        cls="vk-confirmbar",
        lang=pen.lang,
    )


def _choice(choice: Choice) -> Html:
    looks = ("vk-primary " if choice.primary else "") + ("vk-glow" if choice.glow else "")
    sign = art.use(choice.sign) if choice.sign else None
    label = tag("span", sign, choice.label) if sign else choice.label
    return button(label, choice.do, choice.value, looks, on=choice.on, data_key=choice.key or None)


def _change(pen: HtmlWriter, change: Change) -> Html:
    arrow = tag("span", "→", cls="vk-arrow", aria_hidden="true")
    after = tag("b", str(change.after), cls="vk-loss" if change.loss else None)
    return tag(
        "span",
        tag("span", change.label, cls="vk-option-name"),
        " ",
        tag("span", str(change.before), cls="vk-was"),
        " ",
        arrow,
        pen.unseen(f" {pen.say('change.to')} "),
        after,
        cls="vk-change",
    )
