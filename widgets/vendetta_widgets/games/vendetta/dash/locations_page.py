"""The Locations dashboard: who won a Location, at what price, and what each player knew when choosing to stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from vendetta_kit import Game
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.actions import Stay, Withdraw
from vendetta_kit.games.vendetta.flows import Departure, LocationRound, PowerRow, SeenPosition, WithdrawChoice
from vendetta_kit.games.vendetta.lab.withdraw import NoWithdrawStep, Study, study
from vendetta_kit.kernel.game import AnyGame
from vendetta_widgets.controls import button, select
from vendetta_widgets.dash.game_source import Source
from vendetta_widgets.figures.figure_style import Spec, plain
from vendetta_widgets.games.vendetta.figures.locations_figure import power_figure, waste_figure
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.page_parts import hole
from vendetta_widgets.page_phrases import UserError

from .game_dashboard import VendettaDashboard

WORLDS: Final = 16
"""The number of imagined games in which each set of tokens is tried; that takes some tenths of a second."""


@language_by_name()
def locations(game: Game | None = None, *, seat: int | None = None, lang: str | None = None) -> LocationsPage:
    """Return the Locations dashboard; its address says what it shows, such as ``?seed=7&players=4&at=120``.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whom it is about.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of Vendetta, or has no such seat.

    >>> locations(lang="en").names
    ('power', 'waste')
    """
    return LocationsPage(game, seat=seat, lang=lang)


class LocationsPage(VendettaDashboard):
    """The dashboard of the Location and round that the slider has reached."""

    page: ClassVar[str] = "locations"
    names: ClassVar[tuple[str, ...]] = ("power", "waste")

    def __init__(self, game: AnyGame | None = None, *, seat: int | None = None, lang: str | None = None) -> None:
        super().__init__(game, seat=seat, lang=lang)
        self._study: tuple[int, int, Study] | None = None

    def handle(self, do: str, value: Any) -> None:
        if do == "place":
            self._go_to_place(str(value))
        elif do == "study" and type(value) is int:
            self._ask_study(value)
        else:
            super().handle(do, value)

    def _go_to_place(self, key: str) -> None:
        for place in self._all():
            if f"{place.round}:{place.at}" == key:
                self._go_to(self._step_of(place.last))
                self.behind = None

    def _all(self) -> list[LocationRound]:
        return self.kept("places", (self.story,), lambda: flows.location_rounds(self.story))

    def _so_far(self) -> list[LocationRound]:
        return self._all() if self.at is None else flows.location_rounds(self.now)

    @property
    def place(self) -> LocationRound | None:
        """The Location in the round that the slider has reached, ``None`` before the first."""
        found = self._so_far()
        return found[-1] if found else None

    # Question and answer --------------------------------------------------------------------------------------

    def question(self, pen: HtmlWriter) -> str:
        place = self.place
        if place is None:
            return pen.say("dash.locations.question.none")
        return pen.say("dash.locations.question", at=pen.place(place.at), n=place.round)

    def answer(self, pen: HtmlWriter) -> str:
        place = self.place
        if place is None:
            return pen.say("dash.locations.answer.none")
        names = self.story.names
        return " ".join([self._came_out(place, names, pen), *self._left(place, names, pen), *self._wasted(place, pen)])

    def _came_out(self, place: LocationRound, names: Sequence[str], pen: HtmlWriter) -> str:
        if place.winner is None:
            key = "dash.locations.answer.open" if not place.over else "dash.locations.answer.nobody"
            return pen.say(key)
        winner = names[place.winner]
        if place.alone:
            return pen.say("dash.locations.answer.alone", name=winner)
        counts = [place.at_stage("count", seat) for seat in place.ranking]
        powers = [row.power for row in counts if row is not None]
        if len(powers) < 2:
            return pen.say("dash.locations.answer.one", name=winner, n=powers[0])
        second = names[place.ranking[1]]
        key = "dash.locations.answer.tie" if powers[0] == powers[1] else "dash.locations.answer.won"
        return pen.say(key, name=winner, n=powers[0], other=second, less=powers[1])

    def _left(self, place: LocationRound, names: Sequence[str], pen: HtmlWriter) -> list[str]:
        if not place.departures:
            return []
        who = pen.say("and").join(names[gone.seat] for gone in place.departures)
        words = [pen.say("dash.locations.answer.left", names=who)]
        words += [
            pen.say("dash.locations.answer.would", name=names[gone.seat], n=gone.power)
            for gone in place.departures
            if gone.would_have_led
        ]
        return words

    def _wasted(self, place: LocationRound, pen: HtmlWriter) -> list[str]:
        wasted, blood = sum(row.wasted for row in place.waste), sum(row.blood for row in place.waste)
        return [pen.say("dash.locations.answer.waste", wasted=wasted, blood=blood)] if wasted else []

    # The figures ------------------------------------------------------------------------------------------------

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        names = plain(self.story.names)
        return {
            "power": power_figure(self.place, names, self.who, pen.say),
            "waste": waste_figure(self._so_far(), names, pen.say),
        }

    def rows(self, name: str) -> Sequence[Any]:
        if name == "power":
            return [row for place in self._so_far() for row in place.power]
        return [row for place in self._so_far() for row in place.waste]

    def table(self, name: str, pen: HtmlWriter) -> Html:
        rows: list[tuple[object, ...]]
        head: tuple[str, ...]
        if name == "power":
            place = self.place
            rows = [self._power_row(row, pen) for row in place.power] if place is not None else []
            head = ("player", "stage", "power", "blood", "cards", "hidden")
        else:
            rows = [
                (
                    self.row_button(self.story.names[row.seat], "waste", f"n{row.n}"),
                    f"{row.round} · {pen.place(row.at)}",
                    str(row.place),
                    str(row.blood),
                    str(row.wasted),
                )
                for place in self._so_far()
                for row in place.waste
            ]
            head = ("player", "where", "rank", "blood", "wasted")
        return self.rows_of(head, rows, name, pen)

    def _power_row(self, row: PowerRow, pen: HtmlWriter) -> tuple[object, ...]:
        name = self.row_button(self.story.names[row.seat], "power", f"n{row.n}")
        return name, pen.say(f"dash.stage.{row.stage}"), *map(str, (row.power, row.blood, row.cards, row.hidden))

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        if name == "waste" and ":" in key:
            seat, _, which = key.partition(":")
            rows = [row for place in self._so_far() for row in place.waste if str(row.seat) == seat]
            found = tuple(row.n for row in rows if (row.wasted if which == "wasted" else row.blood > row.wasted))
            return self.pen().say(f"dash.waste.{which}") if found else "", found
        return super().lines_behind(name, key)

    # The Withdraw step ------------------------------------------------------------------------------------------

    def body(self, pen: HtmlWriter) -> Html:
        tokens = tag("section", hole("stay_or_go"), cls="vk-panel-of")
        felt = tag(
            "div",
            hole("which"),
            hole("slider"),
            self.section("power", pen),
            tokens,
            self.section("waste", pen),
            cls="vk-felt",
        )
        return tag("div", self.side(pen), felt, cls="vk-main")

    def choice(self, pen: HtmlWriter) -> list[Html]:
        place = self.place
        all_places = [(f"{one.round}:{one.at}", f"{one.round} · {pen.place(one.at)}") for one in self._all()]
        now = f"{place.round}:{place.at}" if place is not None else ""
        if not now:
            all_places.insert(0, ("", "–"))
        return [*super().choice(pen), select(pen, pen.say("dash.place.which"), "place", all_places, now)]

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        return {**super().more_parts(pen), "stay_or_go": self._tokens(self.place, pen)}

    def _tokens(self, place: LocationRound | None, pen: HtmlWriter) -> Html:
        """Return each choice of tokens beside what all players could see then."""
        title = joined([tag("h2", pen.say("dash.tokens.title")), tag("p", pen.say("dash.tokens.hint"), cls="vk-hint")])
        if place is None or not place.choices:
            return joined([title, tag("p", pen.say("dash.tokens.none"), cls="vk-empty")])
        gone = {one.seat: one for one in place.departures}
        rows = [self._token(choice, gone.get(choice.seat), pen) for choice in place.choices]
        shown = self.rows_of(("player", "choice", "own", "others", "study"), rows, "tokens", pen)
        return joined([title, shown, self._told_study(place, pen)])

    def _token(self, choice: WithdrawChoice, gone: Departure | None, pen: HtmlWriter) -> tuple[object, ...]:
        names = self.story.names
        key = "dash.tokens.stay" if choice.stayed else "dash.tokens.leave"
        word = self.row_button(pen.say(key), "power", f"n{gone.n if gone is not None else choice.n}")
        others = pen.say("dash.semicolon").join(
            f"{names[seen.seat]}: {self._seen(seen, pen)}" for seen in choice.others
        )
        ask: object = "–"
        if self.source.open:
            ask = button(
                pen.say("dash.study"), "study", choice.seat, "vk-row", aria_label=_study_label(choice, names, pen)
            )
        return names[choice.seat], word, self._seen(choice.own, pen), others or pen.say("dash.nothing"), ask

    def _seen(self, seen: SeenPosition, pen: HtmlWriter) -> str:
        key = "dash.seen.hidden" if seen.hidden else "dash.seen"
        values = {"n": seen.power, "blood": seen.blood}
        return pen.say(key, **values, hidden=seen.hidden) if seen.hidden else pen.say(key, **values)

    def _ask_study(self, seat: int) -> None:
        """Run the laboratory's study of a seat's choice, from what the seat knew."""
        place, source = self.place, self.source
        choice = next((one for one in place.choices if one.seat == seat), None) if place is not None else None
        if choice is None or not source.open:
            raise UserError("dash.study.none")
        game: Any = _before(source, choice.n)
        try:
            if game is None:
                raise NoWithdrawStep
            token = Stay() if choice.stayed else Withdraw()
            self._study = (choice.n, seat, study(game, seat, worlds=WORLDS, chosen=token))
        except NoWithdrawStep:
            raise UserError("dash.study.none") from None

    def _told_study(self, place: LocationRound, pen: HtmlWriter) -> Html:
        if self._study is None or all(choice.n != self._study[0] for choice in place.choices):
            return Html("")
        _, seat, found = self._study
        head = tag("h3", pen.say("dash.study.title", name=self.story.names[seat]))
        items = [tag("li", words) for words in found.words(pen.lang)]
        return tag("div", head, tag("ul", items), cls="vk-hint-box", lang=pen.lang, data_study=True)


def _study_label(choice: WithdrawChoice, names: Sequence[str], pen: HtmlWriter) -> str:
    return pen.say("dash.study.ask", name=names[choice.seat])


def _before(source: Source, n: int) -> AnyGame | None:
    """Return the game before the tokens of the Withdraw step of event ``n`` were chosen; ``None`` if secret."""
    game = source.whole_so_far()
    if game is None:
        return None
    after = game.after_actions(n) - 1
    while after > 0 and game.actions[after - 1][1].do in ("stay", "withdraw"):
        after -= 1
    return game.fork(after)
