"""The base class of dashboards: a question, its answer, figures, links to the other dashboards and to this one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from vendetta_widgets.base_page import BasePage
from vendetta_widgets.controls import button, copy_button, link
from vendetta_widgets.figures.figure_style import Spec
from vendetta_widgets.figures.plotly_bundle import NoPlotly, packed_plotly, script
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_parts import foot, framed, hole, tools
from vendetta_widgets.page_phrases import UserError

from .game_source import address
from .table_export import NoParquet, flat, has_parquet, parquet, text_of

_BUTTON: Final = re.compile(r"</?button\b[^>]*>")
MOST_ROWS: Final = 400
"""The most rows of a table on the page; the file has all of them."""


class DashboardPage(BasePage):
    """A dashboard on one question. Subclasses define the question, the answer and the figures."""

    NOUN: ClassVar[str] = "dashboard"
    _esm = script()
    pages: ClassVar[tuple[str, ...]] = ()
    """The names of the notebooks of this game's dashboards."""
    page: ClassVar[str] = ""
    names: ClassVar[tuple[str, ...]] = ()
    """The names of the figures, from top to bottom."""
    WORDS: ClassVar[str] = "dash"
    """The prefix of the keys of the game's words."""

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self._sent: dict[str, Spec] = {}
        self._tables: frozenset[str] = frozenset()
        self._mark = 0
        self._voila = False
        self._address = ""

    # For subclasses ---------------------------------------------------------------------------------------------

    def question(self, pen: HtmlWriter) -> str:
        """Return the page's question."""
        raise NotImplementedError

    def answer(self, pen: HtmlWriter) -> str:
        """Return the answer in one sentence."""
        raise NotImplementedError

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        """Return the figures by name."""
        raise NotImplementedError

    def rows(self, name: str) -> Sequence[Any]:
        """Return the rows behind a figure, for export."""
        raise NotImplementedError

    def players(self) -> Sequence[str]:
        """Return the players' names."""
        return ()

    def query(self) -> dict[str, str]:
        """Return the query of an address that shows the same."""
        raise NotImplementedError

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the HTML of the page's further parts by name."""
        return {}

    def body(self, pen: HtmlWriter) -> Html:
        """Return the page between its head and its foot."""
        return joined([self.section(name, pen) for name in self.names])

    def still_picture(self) -> str:
        """Return question, answer and each figure as a table, the same for the same game and settings."""
        pen = HtmlWriter(self.lang, "vk-still", self.game_id)
        shown = [
            tag("h2", self.question(pen)),
            tag("p", self.answer(pen)),
            *(self.table(name, pen) for name in self.names),
        ]
        return _BUTTON.sub("", joined(shown))  # nothing answers to a press there

    # Handling messages ------------------------------------------------------------------------------------------

    def _received(self, widget: Any, message: Any, buffers: Any) -> None:
        if isinstance(message, dict) and message.get("type") == "plotly":
            try:
                self.send({"type": "plotly"}, buffers=[packed_plotly()])
                return
            except NoPlotly:
                self.tell("dash.no_plotly")
        super()._received(widget, message, buffers)

    def handle(self, do: str, value: Any) -> None:
        if do in ("csv", "parquet") and value in self.names:
            self._give(do, str(value))
        elif do == "table" and value in self.names:
            self._tables ^= {str(value)}
        else:
            raise UserError("bad.click", what=do)

    def _give(self, kind: str, name: str) -> None:
        """Make the browser download a figure's rows."""
        rows = flat(self.rows(name), self.players())
        if kind == "csv":
            self.download(f"{self.file_name(name)}.csv", text_of(rows), "text/csv")
            return
        try:
            content = parquet(rows)
        except NoParquet:
            raise UserError("dash.no_parquet") from None
        about = {"type": "bytes", "name": f"{self.file_name(name)}.parquet", "mime": "application/vnd.apache.parquet"}
        self.send(about, buffers=[content])

    def file_name(self, name: str) -> str:
        """Return the name of a figure's file, without its ending."""
        return f"{self.GAME}-{self.page}-{name}"

    # Drawing ----------------------------------------------------------------------------------------------------

    def _forget(self) -> None:
        self._sent, self._address = {}, ""
        super()._forget()

    def redraw(self, n: int | None = None) -> None:
        """Draw the page; figures that have changed are sent with it."""
        if self._arrived:
            found = self.figures(self.pen())
            changed = {name: spec for name, spec in found.items() if self._sent.get(name) != spec}
            if changed:
                self._mark += 1
                self._extra["figures"] = {name: {**spec, "mark": self._mark} for name, spec in changed.items()}
                self._sent |= changed
            here = self._link()
            if here != self._address:
                self._address = here
                self._extra["address"] = here.partition("?")[2] and f"?{here.partition('?')[2]}"
        super().redraw(n)

    def _link(self) -> str:
        """Return the address of the page as it is."""
        return address(self.page, {**self.query(), "lang": self.lang})

    def frame(self, pen: HtmlWriter) -> Html:
        return framed("vk-dash", ("head", "pages", "hero"), self.body(pen), hole("foot"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        answer = self.answer(pen)
        found = {"head": self._head(pen), "pages": self._pages(pen), "hero": self._hero(answer, pen)}
        for name in self.names:
            found[f"tools-{name}"] = self._tools(name, answer, pen)
        found |= self.more_parts(pen)
        found["foot"] = joined([self._share(pen), foot(pen)])
        return found

    def _head(self, pen: HtmlWriter) -> Html:
        home = link(pen.say("title"), "00_start_here", cls="vk-home")
        return joined([tag("p", home, cls="vk-brand"), tools(self.pen("tools"), self.looks)])

    def _pages(self, pen: HtmlWriter) -> Html:
        """Return links to the other dashboards for the same game."""
        ways = []
        for page in self.pages:
            words = self.page_words(page, pen)
            if page == self.page:
                ways.append(tag("li", tag("b", words, aria_current="page", cls="vk-link vk-here")))
            else:
                ways.append(tag("li", link(words, address(page, {**self.shared_query(), "lang": self.lang}))))
        return tag("nav", tag("ul", ways, cls="vk-pages-list"), aria_label=pen.say("dash.pages"), lang=pen.lang)

    def page_words(self, page: str, pen: HtmlWriter) -> str:
        """Return the title of a dashboard."""
        return pen.say(f"dash.{page}")

    def page_word(self, page: str) -> str:
        """Return a dashboard's name in keys of words: its notebook's, without the game."""
        return page.removeprefix(f"{self.GAME}_")

    def title_key(self, name: str) -> str:
        """Return the prefix of a figure's keys, to which ``.title`` and ``.hint`` are added."""
        return f"{self.WORDS}.{name}"

    def shared_query(self) -> dict[str, str]:
        """Return the part of the query that names the game, for links to the other dashboards."""
        return {}

    def _hero(self, answer: str, pen: HtmlWriter) -> Html:
        shown = self.answers_meanwhile() or not self.working
        words = tag("p", answer, cls="vk-answer", data_answer=True) if shown else None
        title = tag("h1", self.question(pen), data_home=True)
        return tag("header", title, words, self.hero_more(pen), cls="vk-hero", lang=pen.lang)

    def answers_meanwhile(self) -> bool:
        """Return whether the answer stands there while the page works."""
        return False

    def hero_more(self, pen: HtmlWriter) -> Html:
        """Return what is shown below the answer."""
        return Html("")

    def section(self, name: str, pen: HtmlWriter) -> Html:
        """Return a figure with its title, its tools and its table."""
        title = pen.say(f"{self.title_key(name)}.title")
        words = f"{title}. {pen.say('dash.figure.table')}"
        canvas = tag("div", role="img", aria_label=words, data_part=f"figure-{name}", data_figure=name, cls="vk-figure")
        head = tag("h2", title)
        hint = tag("p", pen.say(f"{self.title_key(name)}.hint"), cls="vk-hint")
        return tag(
            "section",
            head,
            hole(f"choice-{name}"),
            canvas,
            hint,
            hole(f"tools-{name}", "vk-tools"),
            cls="vk-panel-of vk-panel-figure",
        )

    def _tools(self, name: str, answer: str, pen: HtmlWriter) -> Html:
        """Return the tools of a figure: export and table."""
        about = {
            "data_title": self.question(pen),
            "data_words": answer,
            "data_file": self.file_name(name),
        }
        pictures = [
            tag(
                "button",
                kind.upper(),
                type="button",
                cls="vk-button vk-quiet",
                data_figure_export=f"{name}:{kind}",
                aria_label=pen.say("dash.take", kind=kind.upper(), figure=pen.say(f"{self.title_key(name)}.title")),
                **about,
            )
            for kind in ("png", "svg")
        ]
        tables = [
            button(
                words,
                do,
                name,
                "vk-quiet",
                aria_label=pen.say("dash.take", kind=words, figure=pen.say(f"{self.title_key(name)}.title")),
            )
            for do, words in (("csv", "CSV"), *([("parquet", "Parquet")] if has_parquet() else []))
        ]
        row = tag("div", tag("span", pen.say("dash.take.label"), cls="vk-small"), pictures, tables, cls="vk-buttons")
        shown = name in self._tables  # only if open, as it would be sent with every step
        words = joined([tag("span", "▾ " if shown else "▸ ", aria_hidden="true"), pen.say("dash.table")])
        turn = button(words, "table", name, "vk-quiet vk-as-table", aria_expanded=str(shown).lower())
        return joined([row, turn, self.table(name, pen) or pen.say("dash.empty") if shown else None])

    def table(self, name: str, pen: HtmlWriter) -> Html:
        """Return a figure as a table; empty if it has no rows."""
        raise NotImplementedError

    def rows_of(self, head: Iterable[str], rows: Iterable[Sequence[object]], name: str, pen: HtmlWriter) -> Html:
        """Return rows as the table of a figure; ``head`` are the keys of its columns."""
        columns = [pen.say(f"{self.WORDS}.col.{key}") for key in head]
        return table_of(columns, rows, pen.say(f"{self.title_key(name)}.title"))

    def _share(self, pen: HtmlWriter) -> Html:
        here = self._link()
        where = here.removeprefix("dashboards/")
        page, _, query = where.partition("?")
        copy = copy_button(pen.say("dash.copy"), f"{page}.ipynb?{query}", "vk-quiet")
        words = pen.say("dash.link.none") if self.cannot_share() else pen.say("dash.link.hint")
        shown = None if self.cannot_share() else joined([link(pen.say("dash.link"), here), " ", copy])
        return tag("p", tag("span", words, " ", cls="vk-hint"), shown, cls="vk-share", lang=pen.lang)

    def cannot_share(self) -> bool:
        """Return whether no address can name what is shown (a file, the player's own game)."""
        return False


def table_of(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str) -> Html:
    """Return a table; a long one ends with the number of the rows left out."""
    all_rows = list(rows)
    if not all_rows:
        return Html("")
    top = tag("tr", [tag("th", words, scope="col") for words in head])
    body = [
        tag("tr", [tag("th", cells[0], scope="row"), *(tag("td", cell) for cell in cells[1:])])
        for cells in all_rows[:MOST_ROWS]
    ]
    more = tag("p", f"… {len(all_rows) - MOST_ROWS}", cls="vk-small") if len(all_rows) > MOST_ROWS else None
    table = tag("table", tag("caption", caption, cls="vk-unseen"), tag("thead", top), tag("tbody", body), cls="vk-rows")
    return joined([tag("div", table, cls="vk-wide", tabindex="0", role="region", aria_label=caption), more])
