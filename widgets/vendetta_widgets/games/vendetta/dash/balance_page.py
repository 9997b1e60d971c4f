"""The Balance dashboard: shares of games won, with intervals and the number of games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit.argument_checks import PATH, takes
from vendetta_kit.games.vendetta import bots, box
from vendetta_kit.games.vendetta.flows.win_shares import STUDIES, WON, BadShareTable, WinShare, read_shares, read_table
from vendetta_widgets.controls import button, file_choice, select
from vendetta_widgets.dash.dashboard_page import DashboardPage
from vendetta_widgets.figures.figure_style import Spec
from vendetta_widgets.games.vendetta.figures.balance_figure import balance_figure, percent
from vendetta_widgets.html import Html, HtmlWriter, tag
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.page_parts import hole

from .game_dashboard import PAGES


@language_by_name("folder")
@takes(folder=PATH)
def balance(*, lang: str | None = None, folder: str | None = None) -> BalancePage:
    """Return the Balance dashboard over the tables of a folder; ``None`` for the kit's own tables.

    >>> balance(lang="en").names
    ('balance',)
    """
    return BalancePage(lang=lang, folder=folder)


class BalancePage(DashboardPage):
    """A dashboard on one question over the laboratory's tables."""

    pages: ClassVar[tuple[str, ...]] = PAGES
    page: ClassVar[str] = "balance"
    names: ClassVar[tuple[str, ...]] = ("balance",)

    def __init__(self, *, lang: str | None = None, folder: str | None = None) -> None:
        super().__init__(lang=lang)
        self._folder = folder
        self._table: tuple[WinShare, ...] = ()
        self.study = STUDIES[0]
        self.setting = ""
        self.own_file = ""

    def arrived(self, query: Mapping[str, str]) -> None:
        self._table = read_shares(self._folder)
        self._choose(query.get("study", ""), query.get("table", ""))

    def _choose(self, study: str, setting: str) -> None:
        """Choose the question and the kind of table; unknown values give the first."""
        studies = self._studies()
        self.study = study if study in studies else next(iter(studies), STUDIES[0])
        settings = self._settings()
        self.setting = setting if setting in settings else next(iter(settings), "")

    def _studies(self) -> list[str]:
        there = dict.fromkeys(row.study for row in self._table)
        return [*(study for study in STUDIES if study in there), *(study for study in there if study not in STUDIES)]

    def _settings(self) -> list[str]:
        """Return the kinds of tables of this question, the usual one with the best bots first."""
        known = {_setting(row): row for row in self._table if row.study == self.study}
        return sorted(known, key=lambda key: _usual(known[key]))

    @property
    def shown(self) -> list[WinShare]:
        """The rows of the chosen question and kind of table."""
        return [row for row in self._table if row.study == self.study and _setting(row) == self.setting]

    @property
    def _of_wins(self) -> bool:
        """Whether the rows count games won."""
        return all(row.counted.endswith(COUNTS_WINS) for row in self.shown)

    @property
    def fair(self) -> float | None:
        """The share of each seat if nothing made a difference in these games; ``None`` if rows do not count wins."""
        if not self._of_wins:
            return None
        for study in ("turn", "clan", self.study):  # turn and clan count every seat
            rows = [row for row in self._table if row.study == study and _setting(row) == self.setting]
            if rows:
                return sum(row.wins for row in rows) / sum(row.games for row in rows)
        return None

    # Handling messages ----------------------------------------------------------------------------------------

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadShareTable):
            return self.pen().say("dash.balance.bad", fault=str(fault))
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        if do == "study":
            self._choose(str(value), self.setting)
        elif do == "setting":
            self._choose(self.study, str(value))
        elif do == "point":
            group = str(value).partition(" ")[2]
            found = next((row for row in self.shown if row.group == group), None)
            if found is not None:
                self.announce(self._told(found, self.pen()))
        elif do == "shipped":
            self._table, self.own_file = read_shares(self._folder), ""
            self._choose(self.study, self.setting)
        else:
            super().handle(do, value)

    def file(self, do: str, name: str, content: bytes) -> None:
        self._table, self.own_file = tuple(read_table(content, name)), name
        self._choose(self.study, self.setting)

    # HTML -------------------------------------------------------------------------------------------------------

    def question(self, pen: HtmlWriter) -> str:
        if self.study not in STUDIES:
            return pen.say("dash.balance.question", study=self.study)
        return pen.say(f"dash.balance.question.{self.study}")

    def answer(self, pen: HtmlWriter) -> str:
        shown = sorted(self.shown, key=lambda row: -row.share)
        if not shown:
            return pen.say("dash.balance.none")
        by = {row.group: row for row in shown}
        if self.study.startswith("ruling.") and {"winner", "score"} <= set(by):  # both shares are of the same games
            winner, score = (self.per(by[key].share, pen) for key in ("winner", "score"))
            return pen.say(
                "dash.balance.answer.ruling",
                bots=self._who_played(pen),
                games=by["winner"].games,
                winner=winner,
                score=score,
            )
        best, last = shown[0], shown[-1]
        games = sum(row.games for row in shown)
        values = {
            "games": games,
            "bots": self._who_played(pen),
            "best": self.named(best.group, pen),
            "most": self.per(best.share, pen),
        }
        if len(shown) == 1:
            return pen.say("dash.balance.answer.one", **values)
        values |= {"last": self.named(last.group, pen), "least": self.per(last.share, pen)}
        apart = best.low > last.high
        return pen.say("dash.balance.answer.apart" if apart else "dash.balance.answer.close", **values)

    def _who_played(self, pen: HtmlWriter) -> str:
        """Return the note on the bots that played, as the result need not hold for people."""
        return pen.say("dash.balance.among", bots=_bots(self.setting.split("/")[1], pen))

    def per(self, share: float, pen: HtmlWriter) -> str:
        """Return a share as a percentage."""
        return percent(share, pen.say("dash.decimal"))

    def named(self, group: str, pen: HtmlWriter) -> str:
        """Return a group in words."""
        if self.study == "withdraw_by_round" and "." in group:
            number, _, at = group.partition(".")
            return f"{pen.say('round', n=number)} · {pen.place(int(at) if at.isdigit() else at)}"
        if self.study.startswith("ruling.") and group in ("winner", "score"):
            return pen.say(f"dash.balance.ruling.{group}")
        if group.isdigit():
            key = {"turn": "turn", "tied": "players"}.get(self.study, "times")
            if key == "times" and int(group) >= FEW and self.study in UP_TO_FEW:
                key = "more"
            return pen.say(f"dash.balance.group.{key}", n=int(group))
        if group == "out":
            return pen.say("out")
        if self.study == "bot" and group in bots.names():
            return pen.say(f"bots.{group}")
        try:
            return box.name(group, pen.lang)
        except (KeyError, ValueError):
            return group

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        unit = pen.say("dash.balance.x" if self._of_wins else "dash.balance.x.other")
        return {"balance": balance_figure(self.shown, self.fair, unit, lambda group: self.named(group, pen), pen.say)}

    def rows(self, name: str) -> Sequence[Any]:
        return self.shown

    def table(self, name: str, pen: HtmlWriter) -> Html:
        rows = [
            (
                self.named(row.group, pen),
                f"{self.per(row.share, pen)} %",
                f"{self.per(row.low, pen)}–{self.per(row.high, pen)} %",
                f"{row.wins:g}",
                str(row.games),
            )
            for row in sorted(self.shown, key=lambda row: -row.share)
        ]
        return self.rows_of(("group", "share", "interval", "wins", "games"), rows, name, pen)

    def _told(self, row: WinShare, pen: HtmlWriter) -> str:
        words = {"name": self.named(row.group, pen), "share": self.per(row.share, pen)}
        return pen.say("dash.balance.point", **words, low=self.per(row.low, pen), high=self.per(row.high, pen))

    def query(self) -> dict[str, str]:
        return {"study": self.study, "table": self.setting}

    def cannot_share(self) -> bool:
        return bool(self.own_file)

    def body(self, pen: HtmlWriter) -> Html:
        return tag("div", hole("ask"), self.section("balance", pen), cls="vk-felt vk-alone")

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        studies = [
            (study, pen.say(f"dash.balance.study.{study}") if study in STUDIES else study) for study in self._studies()
        ]
        settings = [(setting, self._setting_words(setting, pen)) for setting in self._settings()]
        choice: list[Html] = []
        if studies:
            choice.append(select(pen, pen.say("dash.balance.study"), "study", studies, self.study))
            choice.append(select(pen, pen.say("dash.balance.table"), "setting", settings, self.setting))
        choice.append(file_choice(pen, pen.say("dash.balance.load"), "load", ".csv,.json"))
        if self.own_file:
            choice.append(button(pen.say("dash.balance.shipped"), "shipped", None, "vk-quiet"))
        return {"ask": tag("div", choice, cls="vk-choices vk-asked", lang=pen.lang)}

    def _setting_words(self, setting: str, pen: HtmlWriter) -> str:
        players, players_are, variants = setting.split("/")
        words = pen.say("players.n", n=players) if players != "0" else pen.say("dash.balance.any")
        with_ = [pen.say(f"dash.balance.variant.{one}") for one in variants.split("+") if one in VARIANTS]
        return ", ".join([words, _bots(players_are, pen), *with_])


COUNTS_WINS = WON.rpartition(" ")[2]
VARIANTS = ("location_cards", "relics", "teams")
FEW = 3
"""The number from which on counts are one group in these studies:"""
UP_TO_FEW = ("drains", "frenzies", "diablerie", "withdraws")


def _setting(row: WinShare) -> str:
    """Return a row's kind of table: players, bots and variants."""
    return f"{row.players}/{row.bots.replace('/', '-')}/{row.variants.replace('/', '-')}"


def _bots(names: str, pen: HtmlWriter) -> str:
    """Return the names of bots in words."""
    known = bots.names()
    return pen.say("and").join(pen.say(f"bots.{one}") if one in known else one for one in re.split(r"[+-]", names))


def _usual(row: WinShare) -> tuple[int, bool, int]:
    """Return a sort key, lowest for the usual kind of table: strong bots, no variant, four players."""
    strength = bots.names().index(row.bots) if row.bots in bots.names() else -1
    return -strength, bool(row.variants), abs(row.players - 4)
