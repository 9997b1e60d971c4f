"""The Watch dashboard of V:TES, with the players' pools."""

from __future__ import annotations

from typing import ClassVar

from vendetta_kit.games.vtes import flows
from vendetta_widgets.dash.watch_page import WatchDashboard
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.page_arguments import language_by_name

from .pool_page import VtesPoolPage


@language_by_name()
def vtes_watch(*, lang: str | None = None) -> VtesWatchPage:
    """Return the Watch dashboard; its address says what it shows, such as ``?seed=7&players=4``.

    >>> vtes_watch(lang="en").TABLE
    ('clock', 'stage', 'players')
    """
    return VtesWatchPage(lang=lang)


class VtesWatchPage(WatchDashboard, VtesPoolPage):
    """A table of bots of V:TES, played while it is shown."""

    page: ClassVar[str] = "vtes_watch"
    TABLE: ClassVar[tuple[str, ...]] = ("clock", "stage", "players")

    def answer(self, pen: HtmlWriter) -> str:
        told = self.now
        if not told.events or not any(event.kind == "turn" for event in told.events):
            return pen.say("dash.watch.answer.begin", n=len(told.names))
        points, sums = flows.points_of(told), flows.pool_sums(told)
        if told.over:
            best = max(points)
            first = [name for name, own in zip(told.names, points, strict=True) if own == best]
            return pen.say("vtes.dash.watch.answer.over", names=pen.say("and").join(first), n=best)
        here = flows.seats_in_game(told)
        least = min(here, key=lambda seat: sums[seat].pool)
        return pen.say("vtes.dash.watch.answer", n=len(here), name=told.names[least], pool=sums[least].pool)
