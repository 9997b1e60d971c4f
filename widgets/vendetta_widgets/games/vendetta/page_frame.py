"""The game page's frame: where everything goes, and the ways on from it."""

from __future__ import annotations

from vendetta_kit.games.vendetta.engine.views import View

from ... import log_html, play_menu
from ...controls import button, link
from ...html import Html, HtmlWriter, joined, tag
from ...lesson_page import way_to
from ...page_parts import framed, hole, holes, jumps
from . import table_html
from .table_summary import glance

__all__ = ["around", "frame", "ways_on"]


def frame(pen: HtmlWriter, beginner: bool, guided: bool = False) -> Html:
    """Say where everything goes: what a person does beside the table, the table, and above both what goes for all.

    What the guide says stands above the table, where it moves nothing that is asked; on narrow pages over the question.
    For a ``beginner`` rules stand as a quiet sign, without their codes. Where she is ``guided`` room is kept above the
    table, for what the guide says and for the others' moves in turn.
    """
    above = [hole(name) for name in ("past", "panel", "recap", "advice", "bet", "agenda")]
    beside = tag("div", above, log_html.frame(pen), hole("timeline"), cls="vk-beside")
    side = tag("div", hole("glance"), hole("coach"), beside, cls="vk-side")
    main = tag("div", side, holes("vk-felt", "show", "places", "players", "moment"), cls="vk-main")
    cls = "vk-game vk-one-line" + (" vk-beginner" if beginner else "") + (" vk-guided" if guided else "")
    top = ("head", "intro", "drawer", "clock")
    return framed(cls, top, hole("result"), main, hole("bar"), jumps(pen), hole("foot"))


def around(view: View, pen: HtmlWriter, counts: bool, before: View | None) -> dict[str, Html]:
    """Write what lies around the Locations, made from the view; what has changed since ``before`` is marked."""
    return {
        "clock": table_html.clock(view, pen),
        "glance": glance(view, pen),
        "agenda": table_html.agenda(view, pen),
        "players": table_html.players(view, pen, counts, before),
    }


def ways_on(pen: HtmlWriter, lesson: str) -> Html:
    """Say what to do after a game, and which lesson the course goes on with."""
    next_ = [
        button(pen.say("over.again"), "again", cls="vk-primary"),
        button(pen.say("over.deal"), "menu", "new", data_key="over-new"),
        link(pen.say("over.review"), "dashboards/review?depth=1"),
        link(pen.say("over.blood"), "dashboards/blood"),
        link(pen.say("over.influence"), "dashboards/influence"),
        play_menu.item(pen, "export"),
    ]
    ways = tag("p", way_to(lesson, pen), " ", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")
    return joined([tag("div", next_, cls="vk-buttons", lang=pen.lang), ways])
