"""The Watch dashboard of Vendetta, with the flows of Blood."""

from __future__ import annotations

from typing import ClassVar

from vendetta_kit.games.vendetta import flows
from vendetta_widgets.dash.watch_page import WatchDashboard
from vendetta_widgets.html import Html, HtmlWriter
from vendetta_widgets.page_arguments import language_by_name

from .blood_page import BloodPage
from .game_dashboard import TABLE


@language_by_name()
def watch(*, lang: str | None = None) -> WatchPage:
    """Return the Watch dashboard; its address says what it shows, such as ``?seed=7&players=4&bots=careful``.

    >>> watch(lang="en").TABLE
    ('clock', 'places', 'players')
    """
    return WatchPage(lang=lang)


class WatchPage(WatchDashboard, BloodPage):
    """A table of bots of Vendetta, played while it is shown."""

    page: ClassVar[str] = "watch"
    TABLE: ClassVar[tuple[str, ...]] = TABLE

    def answer(self, pen: HtmlWriter) -> str:
        told = self.now
        scores = flows.scores_of(told)
        if not any(scores):
            return pen.say("dash.watch.answer.begin", n=len(told.names))
        first = flows.ranked_sides(told)[0]
        best = sum(scores[seat] or 0 for seat in first)
        ahead = pen.say("and").join(told.names[seat] for seat in first)
        key = "dash.watch.answer.over" if told.over else "dash.watch.answer"
        return pen.say(key, names=ahead, n=best, blood=sum(row.on_table for row in flows.blood_sums(told)))

    def rounds(self) -> list[tuple[int, int]]:
        return super().rounds() or [(1, 0)]

    def choice(self, pen: HtmlWriter) -> list[Html]:
        return [self.player_choice(pen)]
