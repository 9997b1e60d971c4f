"""A teacher's assignment as learners see it: its items in order, each with its link and a tick when it is done."""

from __future__ import annotations

from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.assignment import DRILLS, Assignment, Item
from vendetta_kit.course.progress import Progress

from .controls import button, link
from .html import Html, HtmlWriter, tag
from .lesson_page import notebook_of


def title_of(item: Item, pen: HtmlWriter) -> str:
    """Return the title of an item."""
    if item.kind == "scenario":
        return next(scenario.words(pen.lang) for scenario in scenarios.headings() if scenario.id == item.id)
    if item.id in DRILLS:
        return pen.say("todo.drill", about=pen.say(f"about.{item.id}"))
    heading = next(heading for heading in lessons.headings() if heading.id == item.id)
    title = f"{heading.number} {heading.title[pen.lang]}"
    return title if item.kind == "lesson" else pen.say("todo.drill", about=title)


def notebook_for(item: Item) -> str:
    """Return the notebook of an item, with its query."""
    if item.kind == "lesson":
        return notebook_of(item.id)
    return f"16_for_teachers?story={item.id}" if item.kind == "scenario" else f"15_drills?about={item.id}"


def assignment_list(given: Assignment, progress: Progress, pen: HtmlWriter) -> Html:
    """Return the assignment as a list; the first item that is not done is marked as the next."""
    done = [item.is_done(progress) for item in given.items]
    following = done.index(False) if False in done else -1
    rows = []
    for k, item in enumerate(given.items):
        kind = tag("span", pen.say(f"todo.kind.{item.kind}"), cls="vk-small")
        sign = tag("span", "✓" if done[k] else str(k + 1), cls="vk-todo-sign", aria_hidden="true")
        state = pen.unseen(f" {pen.say('todo.done')}") if done[k] else None
        cls = "vk-link vk-primary-link" if k == following else "vk-link"
        way = link(title_of(item, pen), notebook_for(item), cls)
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
