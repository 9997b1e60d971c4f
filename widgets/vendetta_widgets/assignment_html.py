"""What a teacher has given to do, as pupils see it: in order, each with its way there and a tick once it is done."""

from __future__ import annotations

from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.assignment import DRILLS, Assignment, Item
from vendetta_kit.course.progress import Progress

from .controls import button, link
from .html import Html, HtmlWriter, tag
from .lesson_page import notebook_of

__all__ = ["pupils_list", "title_of", "way_of"]


def title_of(item: Item, pen: HtmlWriter) -> str:
    """The words for one thing to do."""
    if item.kind == "scenario":
        return next(scenario.words(pen.lang) for scenario in scenarios.headings() if scenario.id == item.id)
    if item.id in DRILLS:
        return pen.say("todo.drill", about=pen.say(f"about.{item.id}"))
    heading = next(heading for heading in lessons.headings() if heading.id == item.id)
    title = f"{heading.number:02} {heading.title[pen.lang]}"
    return title if item.kind == "lesson" else pen.say("todo.drill", about=title)


def way_of(item: Item) -> str:
    """The notebook that one thing to do leads to."""
    if item.kind == "lesson":
        return notebook_of(item.id)
    return f"16_for_teachers?story={item.id}" if item.kind == "scenario" else f"15_drills?about={item.id}"


def pupils_list(given: Assignment, progress: Progress, pen: HtmlWriter) -> Html:
    """All that is to be done; what comes next is the first thing that is not."""
    done = [item.is_done(progress) for item in given.items]
    following = done.index(False) if False in done else -1
    rows = []
    for k, item in enumerate(given.items):
        kind = tag("span", pen.say(f"todo.kind.{item.kind}"), cls="vk-small")
        sign = tag("span", "✓" if done[k] else str(k + 1), cls="vk-todo-sign", aria_hidden="true")
        state = pen.unseen(f" {pen.say('todo.done')}") if done[k] else None
        cls = "vk-link vk-primary-link" if k == following else "vk-link"
        way = link(title_of(item, pen), way_of(item), cls)
        here = "step" if k == following else None
        rows.append(tag("li", sign, way, " ", kind, state, cls="vk-done" if done[k] else "", aria_current=here))
    told = pen.say("todo.all" if all(done) else "todo.so_far", done=sum(done), of=len(done))
    return tag(
        "section",
        tag("h2", given.title or pen.say("todo.title")),
        tag("p", told, role="status"),
        tag("ol", rows, cls="vk-todo-list"),
        tag("p", pen.say("todo.kept"), " ", button(pen.say("todo.away"), "todo_away", cls="vk-quiet"), cls="vk-hint"),
        lang=pen.lang,
    )
