"""The game page's frame: its fixed zones, and the ways on after a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from vendetta_kit.course.next_step import GamesPlayed, next_step
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vendetta.engine.views import View

from ... import log_html, play_menu
from ...controls import button, link
from ...html import Html, HtmlWriter, joined, tag
from ...lesson_page import way_to
from ...page_parts import hole, holes
from ...parts import drawer
from . import lesson_displays, player_strip, table_html


def frame(pen: HtmlWriter) -> Html:
    """Return the zones: head, players, table, bar, hand, and the drawer over them.

    They stand in the order in which they are read out: what is asked, the hand, the table, the players, the log. Rules
    are a quiet sign: their codes stand in the rule card.
    """
    bar = holes("vk-zone-bar", "show", "past", "panel")
    said = holes("vk-zone-said", "coach", "advice")
    hand = tag("div", said, hole("hand"), hole("alliance"), cls="vk-zone-hand")
    table = holes("vk-zone-table", "great", "offer", "places", "result")
    aside = drawer(
        pen,
        pen.say("drawer"),
        holes("vk-in-drawer", "intro", "recap", "bet", "agenda", "timeline"),
        log_html.frame(pen),
        hole("players"),
        hole("foot"),
    )
    return tag(
        "div",
        holes("vk-top", "head", "clock"),
        hole("drawer"),
        hole("alert"),
        bar,
        hand,
        table,
        hole("faces"),
        aside,
        cls="vk-game vk-seated vk-beginner",
    )


def around(
    view: View, pen: HtmlWriter, counts: bool, before: View | None, small: bool = False, opens: bool = False
) -> dict[str, Html]:
    """Return what lies around the Locations; what has changed since ``before`` is marked.

    With ``opens`` the reader's seat opens the Alliance where that has no room of its own.
    """
    return {
        "clock": table_html.clock(view, pen),
        "faces": player_strip.seats(view, pen, counts, small, opens=opens),
        "agenda": table_html.agenda(view, pen),
        "players": table_html.players(view, pen, counts, before),
    }


def table_in_pieces(view: View, pen: HtmlWriter, counts: bool) -> list[Html]:
    """Return where the game is, the players with the Locations, and all players' cards."""
    lies = around(view, pen, counts, None)
    return [lies["clock"], joined([lies["faces"], table_html.places(view, pen, counts)]), lies["players"]]


def table_for_question(
    view: View, pen: HtmlWriter, counts: bool, shows: Sequence[str], before: View | None = None
) -> list[Html]:
    """Return where the game is and the players, and what a question names: Locations, or the cards of seats.

    If it names nothing, the Location is shown that is being resolved, or else all. Of an outcome, the players whose
    Blood or Influence was another ``before`` are marked. The rewards are a table by themselves, without one number as
    long as it is asked.
    """
    if shows and shows[0].startswith("rewards-"):
        _, number, place = shows[0].split("-")
        return [lesson_displays.rewards(pen, None if counts else (int(number), int(place)))]
    at = (before or view).at
    shows = shows or ([str(at)] if at is not None else [])
    old = before.seats if before is not None else view.seats
    touched = [
        seat.seat
        for seat, was in zip(view.seats, old, strict=True)
        if (seat.blood, seat.influence) != (was.blood, was.influence)
    ]
    whose = [int(name.removeprefix("cards-")) for name in shows if name.startswith("cards-")]
    named = tuple(place for place in view.locations if str(place.at) in shows)
    view = view if not named else replace(view, locations=named)
    places = table_html.places(view, pen, counts) if named or not whose else None
    return [
        table_html.clock(view, pen),
        player_strip.seats(view, pen, counts, touched=touched),
        tag(
            "div",
            tag("div", places, cls="vk-places") if places is not None else None,
            table_html.players(view, pen, counts, only=whose) if whose else None,
            cls="vk-beside" if places is not None and whose else None,
        ),
    ]


def review_way(pen: HtmlWriter, which: str, what_if: bool, cls: str = "vk-link") -> Html:
    """Return the link to the review of the game on the page: of the game itself, where a what-if has just ended.

    ``which`` is the game's word among the player's own games of the dashboards.
    """
    words = pen.say("over.review.itself" if what_if else "over.review")
    return link(words, f"dashboards/review?game={which}&depth=1", cls, data_takes_along=True)


def ways_on(pen: HtmlWriter, progress: Progress, what_if: bool) -> Html:
    """Return what to do after a game or a what-if; the next lesson of the course stands out, after it the review."""
    following = next_step(progress, GamesPlayed("over", "over"), datetime.now(UTC)).lesson
    next_ = [
        way_to(following.id, pen) if following is not None else None,
        review_way(pen, "mine", what_if, "vk-link" if following is not None else "vk-link vk-primary-link"),
        button(pen.say("over.again"), "again"),
        button(pen.say("over.deal"), "menu", "new", data_key="over-new"),
        link(pen.say("over.blood"), "dashboards/blood"),
        link(pen.say("over.influence"), "dashboards/influence"),
        play_menu.item(pen, "export"),
        link(pen.say("lesson.home"), "00_start_here"),
    ]
    return tag("div", next_, cls="vk-buttons vk-ways", lang=pen.lang)
