"""The ring dashboard: what players do to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.flows import KINDS, InteractionTotal
from vendetta_kit.kernel.game import AnyGame
from vendetta_widgets.controls import Option, row
from vendetta_widgets.figures.figure_style import Spec, plain
from vendetta_widgets.games.vtes.figures.ring_figure import key_of, ring_figure
from vendetta_widgets.html import Html, HtmlWriter
from vendetta_widgets.page_arguments import language_by_name

from .game_dashboard import VtesDashboard

ALL: Final = "all"


@language_by_name()
def vtes_ring(game: Game | None = None, *, seat: int | None = None, lang: str | None = None) -> VtesRingPage:
    """Return the ring dashboard; its address says what it shows, such as ``?seed=7&players=4&kind=bleed``.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whom it is about.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of V:TES, or has no such seat.

    >>> vtes_ring(lang="en").names
    ('ring',)
    """
    return VtesRingPage(game, seat=seat, lang=lang)


class VtesRingPage(VtesDashboard):
    """The dashboard of arrows between players for bleeds, blocks, votes against, ousts; ``kind`` may be ``all``."""

    page: ClassVar[str] = "vtes_ring"
    names: ClassVar[tuple[str, ...]] = ("ring",)

    def __init__(self, game: AnyGame | None = None, *, seat: int | None = None, lang: str | None = None) -> None:
        super().__init__(game, seat=seat, lang=lang)
        self.kind = KINDS[0]

    def _read(self, query: Mapping[str, str]) -> None:
        super()._read(query)
        if query.get("kind", "") in (*KINDS, ALL):
            self.kind = query["kind"]

    def query(self) -> dict[str, str]:
        return {**super().query(), "kind": self.kind}

    def handle(self, do: str, value: Any) -> None:
        if do == "kind":
            self.kind = str(value) if value in KINDS else ALL
            self.behind = None
        else:
            super().handle(do, value)

    def answer(self, pen: HtmlWriter) -> str:
        names = self.story.names
        every = self._totals()
        if self.who is None:
            bleeds = [tie for tie in every if tie.kind == "bleed"]
            if not bleeds:
                return pen.say("vtes.dash.ring.answer.none")
            most = max(bleeds, key=lambda tie: (tie.amount, -tie.seat))
            blocks = sum(tie.amount for tie in every if tie.kind == "block")
            return pen.say(
                "vtes.dash.ring.answer.all", one=names[most.seat], other=names[most.other], n=most.amount, blocks=blocks
            )
        own = [tie for tie in every if tie.seat == self.who]
        against = [tie for tie in every if tie.other == self.who]
        return pen.say(
            f"vtes.dash.ring.answer.{self.voice(self.who)}",
            name=names[self.who],
            bled=sum(tie.amount for tie in own if tie.kind == "bleed"),
            lost=sum(tie.amount for tie in against if tie.kind == "bleed"),
            blocks=sum(tie.amount for tie in own if tie.kind == "block"),
            blocked=sum(tie.amount for tie in against if tie.kind == "block"),
        )

    def _totals(self) -> list[InteractionTotal]:
        return flows.interaction_totals(flows.interactions_of(self.now))

    def _totals_of_kind(self) -> list[InteractionTotal]:
        return [tie for tie in self._totals() if self.kind in (ALL, tie.kind)]

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        told = self.now
        here, points = flows.seats_in_game(told), flows.points_of(told)
        return {"ring": ring_figure(self._totals_of_kind(), plain(told.names), here, points, self.who, pen.say)}

    def rows(self, name: str) -> Sequence[Any]:
        return [deed for deed in flows.interactions_of(self.now) if self.kind in (ALL, deed.kind)]

    def table(self, name: str, pen: HtmlWriter) -> Html:
        names = self.story.names
        rows: list[Sequence[object]] = [
            (
                self.row_button(names[tie.seat], "ring", key_of(tie)),
                pen.say(f"vtes.dash.deed.{tie.kind}"),
                names[tie.other],
                str(tie.times),
                str(tie.amount),
            )
            for tie in self._totals_of_kind()
            if self.who in (None, tie.seat, tie.other)
        ]
        return self.rows_of(("player", "deed", "whom", "times", "amount"), rows, name, pen)

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        tie = next((tie for tie in self._totals_of_kind() if key_of(tie) == key), None)
        if tie is None:
            return super().lines_behind(name, key)
        pen, names = self.pen(), self.story.names
        values = {"one": names[tie.seat], "other": names[tie.other], "n": tie.amount, "times": tie.times}
        return pen.say(f"vtes.dash.tie.{tie.kind}", **values), self.log_numbers(tie.lines)

    def choice(self, pen: HtmlWriter) -> list[Html]:
        kinds = [Option(kind, pen.say(f"vtes.dash.deed.{kind}")) for kind in KINDS]
        kinds.append(Option(ALL, pen.say("vtes.dash.deed.all")))
        return [*super().choice(pen), row(pen, pen.say("vtes.dash.ring.what"), "kind", kinds, self.kind)]
