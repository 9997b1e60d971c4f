"""The beats of a lesson as HTML: words, two readings side by side, and the game's own displays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.course.lesson_model import Beat, Both, Display, FreeMove, Later, Numbers, Say, Show, Steps, YourMove
from vendetta_kit.course.ruling_comparison import compare_readings

from . import art
from .html import Html, HtmlWriter, joined, tag


def html(beat: Beat, subject: LessonGame, pen: HtmlWriter, show: Callable[[Display], Html], old: bool = False) -> Html:
    """Return a beat of a lesson; an ``old`` one is shown in short."""
    if isinstance(beat, Say | YourMove | FreeMove):
        words = tag("p", pen.told(pen.marked(beat.words[pen.lang]), beat.rules, most=6))
        if isinstance(beat, Say):
            return tag("div", words, cls="vk-say vk-since" if isinstance(beat, Later) else "vk-say")
        sign = None if old else tag("span", art.use("play"), cls="vk-your-sign", aria_hidden="true")
        return tag("div", sign, words, cls="vk-say vk-your-move")
    if old:
        return Html("")
    chips = tag("p", pen.rules(beat.rules, most=6), cls="vk-beat-rules") if beat.rules else None
    if isinstance(beat, Both):
        return joined([_both(beat, subject, pen), chips])
    if isinstance(beat, Show | Numbers):
        return tag("div", show(beat), chips, cls="vk-shown-beat")
    if isinstance(beat, Steps):
        return chips or Html("")
    return Html("")


def _both(beat: Both, subject: LessonGame, pen: HtmlWriter) -> Html:
    """Return both readings of a point that the rulebook leaves open, side by side."""
    columns = [_reading(found, pen) for found in compare_readings(subject, beat)]
    title = tag("p", pen.say("both.title"), cls="vk-label")
    return tag("div", title, tag("div", columns, cls="vk-both-columns"), cls="vk-both-ways")


def _reading(found: Any, pen: HtmlWriter) -> Html:
    key = "both.default" if found.default else "both.other"
    head = tag("h3", pen.say(key), " ", pen.rule(found.ruling))
    lines = [tag("li", pen.told(line.text[pen.lang], line.rules)) for line in found.lines]
    facts = []
    for seat, values in found.numbers.items():
        shown = pen.say("comma").join(
            f"{pen.say(f'watch.{what}')} {_plain(value, pen)}" for what, value in values.items()
        )
        facts.append(tag("li", tag("b", found.names[seat]), ": ", shown))
    return tag(
        "div",
        head,
        tag("p", found.words[pen.lang]),
        tag("ul", facts, cls="vk-watched"),
        tag("details", tag("summary", pen.say("both.lines")), tag("ol", lines, cls="vk-lines")),
        cls="vk-reading",
    )


def _plain(value: Any, pen: HtmlWriter) -> str:
    if isinstance(value, bool):
        return pen.say("yes" if value else "no")
    return "–" if value is None else str(value)
