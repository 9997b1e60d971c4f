"""What a beat of a lesson looks like: words, an Ally's four numbers, two readings side by side, displays from data."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from vendetta_kit.course.beats import Beat, Both, FreeMove, Numbers, Say, Show, Steps, YourMove
from vendetta_kit.course.reading import readings
from vendetta_kit.course.subject import Subject
from vendetta_kit.games.vendetta import box

from . import art, cards, displays
from .controls import button
from .pen import Html, Pen, joined, tag
from .rulecard import rule_card

__all__ = ["html", "shown"]


def html(
    beat: Beat, subject: Subject, pen: Pen, drained: Set[str], show: Callable[[Show], Html], old: bool = False
) -> Html:
    """A beat of a lesson on this subject, on the page; ``old``: it is behind the learner and shown in short."""
    chips = tag("p", pen.rules(beat.rules, most=6)) if beat.rules else None
    if isinstance(beat, Say):
        return tag("div", tag("p", pen.marked(beat.words[pen.lang])), chips, cls="vk-say")
    if isinstance(beat, YourMove | FreeMove):
        sign = None if old else tag("span", art.use("play"), cls="vk-your-sign", aria_hidden="true")
        return tag("div", sign, tag("p", pen.marked(beat.words[pen.lang])), chips, cls="vk-say vk-your-move")
    if old:
        return Html("")
    if isinstance(beat, Numbers):
        return joined([numbers(beat.card, beat.card in drained, pen), chips])
    if isinstance(beat, Both):
        return joined([_both(beat, subject, pen), chips])
    if isinstance(beat, Show):
        return joined([show(beat), chips])
    if isinstance(beat, Steps):
        return joined([tag("p", pen.say("lesson.story"), cls="vk-hint"), chips])
    return Html("")


def numbers(card: str, drained: bool, pen: Pen) -> Html:
    """The four numbers of an Ally, in words, and a switch: before and after a Drain."""
    person = box.find(card)
    assert isinstance(person, box.Person)
    name = pen.name(card)
    if drained:
        rows = [
            ("drain", person.drain_blood, "numbers.drain_blood"),
            ("influence", person.drained_influence, "numbers.drained_influence"),
        ]
    else:
        rows = [("influence", person.influence, "numbers.influence"), ("feed", person.feed, "numbers.feed")]
    lines = [
        tag("li", art.use(sign), tag("b", str(n)), " ", pen.say(key, n=n, name=name), cls="vk-number-line")
        for sign, n, key in rows
    ]
    state = tag("p", pen.say("numbers.after" if drained else "numbers.before", name=name), cls="vk-when", role="status")
    press = button(pen.say("numbers.undrain" if drained else "numbers.drain", name=name), "numbers", card, "vk-primary")
    cls = "vk-numbers-card" + (" vk-is-drained" if drained else "")
    return tag("div", cards.card(pen, card), tag("div", state, tag("ul", lines), press, cls="vk-numbers-side"), cls=cls)


def _both(beat: Both, subject: Subject, pen: Pen) -> Html:
    """What the rulebook leaves open, played both ways."""
    columns = [_reading(found, pen) for found in readings(subject, beat)]
    title = tag("p", pen.say("both.title"), cls="vk-label")
    return tag("div", title, tag("div", columns, cls="vk-both-columns"), cls="vk-both-ways")


def _reading(found: Any, pen: Pen) -> Html:
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
        tag("ol", lines, cls="vk-lines"),
        tag("ul", facts, cls="vk-watched"),
        cls="vk-reading",
    )


def _plain(value: Any, pen: Pen) -> str:
    if isinstance(value, bool):
        return pen.say("yes" if value else "no")
    return "–" if value is None else str(value)


def shown(beat: Show, pen: Pen) -> Html:
    """What a lesson of Vendetta shows beside its story."""
    if beat.what == "card" and beat.item is not None:
        return tag("div", cards.card(pen, beat.item), cls="vk-shown-card")
    if beat.what == "rule" and beat.item is not None:
        return tag("div", rule_card(beat.item, pen), cls="vk-shown-rule")
    if beat.what == "deck" and beat.item is not None:
        return displays.deck(beat.item, pen)
    return {
        "clock": displays.clocks,
        "verbs": displays.verbs,
        "rewards": displays.rewards,
        "decks": displays.decks,
        "false_friends": displays.false_friends,
        "aid": displays.aid,
    }[beat.what](pen)
