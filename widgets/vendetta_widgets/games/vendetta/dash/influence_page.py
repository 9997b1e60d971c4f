"""The Influence dashboard: who is ahead, and where each point came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit import Game
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.flows import InfluencePoint
from vendetta_kit.input_checks import number_of
from vendetta_widgets.figures.figure_style import Spec, plain
from vendetta_widgets.games.vendetta.figures.influence_figure import (
    haven_figure,
    race_figure,
    source_figure,
    sums_by_part,
    waterfall_figure,
)
from vendetta_widgets.html import Html, HtmlWriter, tag
from vendetta_widgets.page_arguments import language_by_name

from .game_dashboard import VendettaDashboard


@language_by_name()
def influence(game: Game | None = None, *, seat: int | None = None, lang: str | None = None) -> InfluencePage:
    """Return the Influence dashboard; its address says what it shows, such as ``?seed=7&players=4&who=1``.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whom it is about.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of Vendetta, or has no such seat.

    >>> influence(lang="en").names
    ('race', 'sources', 'waterfall', 'haven')
    """
    return InfluencePage(game, seat=seat, lang=lang)


class InfluencePage(VendettaDashboard):
    """The dashboard of Influence: scores over time, sources, a waterfall for each player, the last Haven's effect."""

    page: ClassVar[str] = "influence"
    names: ClassVar[tuple[str, ...]] = ("race", "sources", "waterfall", "haven")

    # Question and answer --------------------------------------------------------------------------------------

    def answer(self, pen: HtmlWriter) -> str:
        told = self.now
        scores = flows.scores_of(told)
        if self.who is not None and scores[self.who] is None:
            return pen.say(f"dash.influence.answer.out.{self.voice(self.who)}", name=told.names[self.who])
        who = self.who if self.who is not None else flows.ranked_sides(told)[0][0]
        own = sums_by_part(self._points(), who)
        first = sorted(((n, part) for part, n in own.items() if n > 0), reverse=True)[:2]
        most = pen.say("and").join(f"{pen.say(f'dash.part.{part}')} ({n})" for n, part in first) or pen.say(
            "dash.nothing"
        )
        place = flows.places_by_seat(told)[who]
        when = "over" if told.over else "now"
        values = {"score": scores[who], "place": place, "of": len(flows.sides(told)), "most": most}
        words = pen.say(f"dash.influence.answer.{when}.{self.voice(who)}", name=told.names[who], **values)
        haven = self._haven()
        before, after = (haven.place(who, over) for over in (False, True)) if haven is not None else (0, 0)
        return words if before == after else f"{words} {pen.say('dash.influence.haven', before=before, after=after)}"

    def _points(self) -> list[InfluencePoint]:
        return [point for point in self._all_points() if point.n <= self.until]

    def _all_points(self) -> list[InfluencePoint]:
        return self.kept("points", (self.story,), lambda: flows.score_changes(self.story))

    def _haven(self) -> flows.LastHaven | None:
        return flows.last_haven(self.now)

    # The figures ------------------------------------------------------------------------------------------------

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        told, names = self.story, plain(self.story.names)
        race, points = self.kept("race", (told,), lambda: flows.scores_over_time(told)), self._points()
        seats = range(len(names)) if self.who is None else (self.who,)
        return {
            "race": race_figure(race, self.charted_game(pen)),
            "sources": source_figure(points, self._all_points(), names, self.who, pen.say),
            "waterfall": waterfall_figure(points, names, seats, pen.say),
            "haven": haven_figure(self._haven(), names, self.who, pen.say),
        }

    def rows(self, name: str) -> Sequence[Any]:
        if name == "race":
            return flows.scores_over_time(self.now)
        points = self._points()
        if name == "sources":
            return points
        if name == "waterfall":
            return [
                {"seat": seat, "part": part, "amount": n}
                for seat in self.story.seats
                for part, n in sums_by_part(points, seat).items()
            ]
        haven = self._haven()
        if haven is None:
            return []
        return [
            {
                "seat": seat,
                "before": haven.before[seat],
                "after": haven.after[seat],
                "place_before": haven.place(seat, False),
                "place_after": haven.place(seat, True),
            }
            for seat in self.story.seats
        ]

    def table(self, name: str, pen: HtmlWriter) -> Html:
        write = {"race": self._race, "sources": self._sources, "waterfall": self._waterfall, "haven": self._last_haven}
        head, rows = write[name](pen)
        return self.rows_of(head, rows, name, pen)

    def _race(self, pen: HtmlWriter) -> tuple[list[str], list[Sequence[object]]]:
        rows: list[Sequence[object]] = []
        for step in flows.scores_over_time(self.now):
            if self.who in (None, step.seat):
                name = self.row_button(self.story.names[step.seat], "race", f"n{step.n}")
                score = pen.say("out") if step.score is None else str(step.score)
                when = f"{step.round} · {pen.game('phase', step.phase)}"
                rows.append((name, when, f"{step.change:+d}", score, pen.say(f"dash.part.{step.part}")))
        return ["player", "round", "change", "score", "why"], rows

    def _sources(self, pen: HtmlWriter) -> tuple[list[str], list[Sequence[object]]]:
        rows: list[Sequence[object]] = []
        for seat, name in enumerate(self.story.names):
            for part, n in sums_by_part(self._points(), seat).items():
                key = f"plus:{part}>seat:{seat}" if n > 0 else f"seat:{seat}>minus:{part}"
                rows.append((self.row_button(name, "sources", key), pen.say(f"dash.part.{part}"), f"{n:+d}"))
        return ["player", "why", "change"], rows

    def _waterfall(self, pen: HtmlWriter) -> tuple[list[str], list[Sequence[object]]]:
        rows: list[Sequence[object]] = []
        scores = flows.scores_of(self.now)
        for seat, name in enumerate(self.story.names):
            if self.who in (None, seat):
                for part, n in sums_by_part(self._points(), seat).items():
                    cell = self.row_button(name, "waterfall", f"{seat}:{part}")
                    rows.append((cell, pen.say(f"dash.part.{part}"), f"{n:+d}"))
                total = pen.say("out") if scores[seat] is None else str(scores[seat])
                rows.append((name, tag("b", pen.say("dash.waterfall.total")), tag("b", total)))
        return ["player", "why", "change"], rows

    def _last_haven(self, pen: HtmlWriter) -> tuple[list[str], list[Sequence[object]]]:
        haven = self._haven()
        if haven is None:
            return ["player"], []
        rows: list[Sequence[object]] = [
            (
                self.row_button(name, "haven", f"haven:{seat}"),
                *(
                    pen.say("out") if score is None else f"{score} ({pen.say('dash.place', n=haven.place(seat, late))})"
                    for score, late in ((haven.before[seat], False), (haven.after[seat], True))
                ),
            )
            for seat, name in enumerate(self.story.names)
        ]
        return ["player", "before", "after"], rows

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        pen, names = self.pen(), self.story.names
        seat = _seat_in(key, len(names))
        if name == "haven":
            haven = self._haven()
            lines = () if haven is None else haven.lines
            own = {point.n for point in self._points() if point.seat == seat}
            return pen.say("dash.haven.title"), tuple(n for n in lines if n in own)
        if name == "sources" and seat is None:  # a node: all points from it
            part = key.partition(":")[2]
            found = [point.n for point in self._points() if point.part == part]
            return (pen.say(f"dash.part.{part}"), tuple(found)) if found else ("", ())
        if name in ("sources", "waterfall") and seat is not None:
            part = next((part for part in flows.PARTS if part in key.replace(">", ":").split(":")), "")
            own_points = [point.n for point in self._points() if point.seat == seat and part in ("", point.part)]
            title = f"{names[seat]}: {pen.say(f'dash.part.{part}')}" if part else names[seat]
            return title, tuple(own_points)
        return super().lines_behind(name, key)


def _seat_in(key: str, seats: int) -> int | None:
    """Return the seat that a key of a figure names, ``None`` if none."""
    found = (number_of(word, 0, seats - 1) for word in key.replace(">", ":").split(":"))
    return next((seat for seat in found if seat is not None), None)
