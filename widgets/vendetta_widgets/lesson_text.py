"""The current words of a lesson as HTML: its text and questions, refusals, and buttons to go on and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.course.lesson_model import (
    Ask,
    Beat,
    Both,
    Display,
    FreeMove,
    Later,
    Numbers,
    Predict,
    Say,
    Show,
    Steps,
    YourMove,
)
from vendetta_kit.course.lesson_player import LessonPlayer, Refusal
from vendetta_kit.course.ruling_comparison import compare_readings
from vendetta_kit.kernel.actions import Action

from . import art, question_html
from .controls import button
from .html import Html, HtmlWriter, joined, tag
from .lesson_controller import LessonController

if TYPE_CHECKING:
    from collections.abc import Callable


ASKS: Final = YourMove | FreeMove | Ask | Predict
"""The beats that ask something."""
PACES: Final = {False: 1700, True: 850}
"""Milliseconds between two steps of the story that are shown without a press, also if they shall be quick."""


def lesson_words(
    stage: LessonController,
    pen: HtmlWriter,
    said: Callable[[Action, Any], str],
    show: Callable[[Display], Html],
    instead: str,
) -> Html:
    """Return the lesson's current words and question.

    Args:
        stage: the state of the lesson.
        pen: the writer.
        said: returns an action as a sentence, given a view.
        show: returns a display of the lesson.
        instead: what would come of the move just tried; empty: the glossary says what it is.
    """
    moment = stage.walk.moment
    news = [question_html.foretold(graded.question, graded.given, pen) for graded in stage.news]
    if moment is None:
        return tag("div", news, lang=pen.lang) if news else Html("")
    behind, shown = stage.old_and_new_beats
    subject = stage.walk.lesson.subject
    before = [html for beat in behind if (html := step_html(beat, subject, pen, show, old=True))]
    earlier = tag("details", tag("summary", pen.say("lesson.earlier")), before, cls="vk-earlier") if before else None
    now: list[Html | None] = []
    if not stage.unread:
        if (of_move := stage.walk.told_of_move) is not None:
            now.append(tag("p", pen.marked(of_move[pen.lang]), cls="vk-just-told"))
        below = isinstance(stage.walk.beat, ASKS)
        now += [
            step_html(beat, subject, pen, show) for beat in shown if not (below and isinstance(beat, Show | Numbers))
        ]
        now += [_question(stage.walk, pen), _just_told(stage, pen)]
    foretold = [question_html.answered(asked, given, pen, "predict") for asked, given in stage.walk.open_predictions]
    other = None
    if stage.other is not None:
        words = pen.marked(stage.other[pen.lang])
        own = isinstance(stage.walk.beat, YourMove) and stage.walk.beat.other is not None
        told: list[object] = [instead, *(() if own else (" ", words))] if instead else [words]
        told += [] if own or instead else _what_it_is(stage.tried, pen)
        other = tag("p", told, cls="vk-other-way", role="status")
    last = None
    if stage.before is not None:
        words = tag("p", pen.say("lesson.before"), " ", pen.marked(stage.before[pen.lang]))
        last = tag("div", words, cls="vk-say vk-since")
    title = tag("h2", moment.title[pen.lang], data_home=True)
    refused = [_refused(found, stage.walk, pen, said) for found in stage.refusals]
    missed = "vk-missed" if stage.missed else None
    return tag("div", last, title, earlier, foretold, news, refused, now, other, cls=missed, lang=pen.lang)


def displays(stage: LessonController, pen: HtmlWriter, show: Callable[[Display], Html]) -> Html:
    """Return what is shown beside the words where something is asked: it stands below the answers."""
    if stage.unread or not isinstance(stage.walk.beat, ASKS):
        return Html("")
    subject = stage.walk.lesson.subject
    shown = [beat for beat in stage.old_and_new_beats[1] if isinstance(beat, Show | Numbers)]
    return joined([step_html(beat, subject, pen, show) for beat in shown])


def _what_it_is(tried: Action | None, pen: HtmlWriter) -> list[object]:
    """Return what the glossary says of a move that the story does not take, so that who has pressed it knows it."""
    book = pen.writing.book
    key = tried.do if tried is not None else ""
    term = next((term for term in book.all_terms(pen.lang) if term.key == key), None)
    return [] if term is None else [" ", tag("b", term.term), ": ", term.text]


def _just_told(stage: LessonController, pen: HtmlWriter) -> Html | None:
    """Return the last line of the log while the story is shown step by step: on a phone the log is out of sight."""
    view = stage.walk.view
    if not (stage.plays or stage.was_told_more) or view is None or not (lines := pen.lines(view)):
        return None
    return tag("p", lines[-1].text, cls="vk-just-told")


def _question(walk: LessonPlayer, pen: HtmlWriter) -> Html | None:
    asked = walk.asked
    if asked is None:
        return None
    own = walk.answers.get(walk.place[1])
    if own is not None:
        return question_html.graded(own.question, own.given, pen)
    kind = "predict" if walk.predicts else "question"
    if walk.given is not None:
        words = tag("p", pen.say("predict.kept"), cls="vk-hint", data_verdict=True)
        return joined([question_html.answered(asked, walk.given, pen, kind), words])
    return question_html.asked((asked.form, asked.prompt, asked.options), "answer", (), pen, kind)


def _refused(found: Refusal, walk: LessonPlayer, pen: HtmlWriter, said: Callable[[Action, Any], str]) -> Html:
    """Return an action that the story tried and that was refused, with each rule against it."""
    view = walk.view
    names = view.names if view is not None else ()
    action = said(found.action, view)
    head = tag("p", tag("b", "⊘ ", pen.say("lesson.refused", name=names[found.seat], action=action)))
    reasons = [tag("li", pen.told(reason.text(pen.lang), (reason.rule,))) for reason in found.why.reasons]
    return tag("div", head, tag("ul", reasons), cls="vk-refused", role="status")


def navigation(stage: LessonController, pen: HtmlWriter, quick: bool = False) -> Html:
    """Return the buttons to go on and back; ``quick``: what moves by itself takes half the time."""
    walk = stage.walk
    if walk.done:
        return Html("")
    ways = []
    if stage.plays:
        every = tag("span", data_every=PACES[quick], hidden=True)
        ways += [every, button(pen.say("lesson.watch.end"), "show_all", cls="vk-quiet")]
    elif stage.unread:
        ways.append(question_html.next_button(pen))
    elif walk.can_go_on:
        key = (
            "lesson.watch"
            if walk.plays_steps and walk.steps_to_show
            else "lesson.next"
            if walk.ends_moment
            else "go_on"
        )
        ways.append(question_html.next_button(pen, key=key))
    if walk.can_return:
        ways.append(button(pen.say("lesson.back"), "back", cls="vk-quiet"))
    return tag("div", ways, cls="vk-buttons", lang=pen.lang) if ways else Html("")


def step_html(
    beat: Beat, subject: LessonGame, pen: HtmlWriter, show: Callable[[Display], Html], old: bool = False
) -> Html:
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
