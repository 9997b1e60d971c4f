"""A beat: one thing that others have done, told in a line, with the way on."""

from __future__ import annotations

from dataclasses import dataclass

from ..controls import button
from ..html import Html, HtmlWriter, joined, tag

MOST_WORDS = 12
"""A caption has at most so many words."""
MOST_MARKS = 14
"""So many beats have a dash each; of more, which it is stands there in numbers."""


@dataclass(frozen=True, slots=True)
class ToldBeat:
    """What is told now.

    ``place`` is which of how many it is; ``every`` how many milliseconds it is shown before the next one comes by
    itself, 0: until somebody presses; ``touches``: it is about the reader.
    """

    caption: object
    place: tuple[int, int]
    kind: str = ""
    every: int = 0
    touches: bool = False
    why: object = None
    """What it rests on, behind "Why?"."""
    key: str = ""
    do: str = "step_on"
    """What the press that goes on sends; where it is another, there is nothing to be skipped."""
    more: Html | None = None
    """A further way: a closer look."""
    asks: str = "show.why"
    """The words behind which ``why`` stands."""


def beat_bar(pen: HtmlWriter, beat: ToldBeat, label: str, skip: str = "") -> Html:
    """The caption of a beat in place of the question, dashes for all of them, and the ways on."""
    at, of = beat.place
    marks = None
    if 1 < of <= MOST_MARKS:
        states = ["vk-past" if k < at else "vk-now" if k == at else "" for k in range(1, of + 1)]
        marks = tag("span", [tag("i", cls=state or None) for state in states], cls="vk-dashes", aria_hidden="true")
    unseen = marks is not None or of == 1
    where = tag("span", pen.say("show.place", n=at, of=of), cls="vk-unseen" if unseen else "vk-small")
    ring = tag("span", cls="vk-wait-ring", style=f"--every:{beat.every}ms", aria_hidden="true") if beat.every else None
    space = tag("kbd", pen.say("key.space"), cls="vk-if-keys", aria_hidden="true")
    escape = tag("kbd", "Esc", cls="vk-if-keys", aria_hidden="true")
    on = button(
        joined([pen.say("show.next"), ring or space]),
        beat.do,
        cls="vk-primary vk-show-next",
        data_key="step-on",
        data_space=True,
        data_enter=True,
        aria_keyshortcuts="Space",
    )
    past = None
    if beat.do == "step_on":
        words = joined([skip or pen.say("show.skip"), escape])
        past = button(words, "skip", cls="vk-quiet vk-skip", data_key="skip", data_escape=True)
    why = None
    if beat.why:
        why = tag(
            "details",
            tag("summary", pen.say(beat.asks)),
            tag("div", beat.why, cls="vk-why-box"),
            cls="vk-show-why",
            data_key=f"why-{beat.key}",
        )
    return tag(
        "div",
        tag("span", marks, where, cls="vk-show-place"),
        tag("div", beat.caption, cls="vk-told vk-caption" + (" vk-touches" if beat.touches else "")),
        tag("span", beat.more, why, past, on, cls="vk-show-ways"),
        role="group",
        cls="vk-beat",
        aria_label=label,
        data_every=beat.every or None,
        data_beat=beat.kind or None,
        lang=pen.lang,
    )
