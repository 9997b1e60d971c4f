"""What all dashboards share: question, answer, figures, the way to the others, and a link that comes back here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from vendetta_widgets.base_page import BasePage, UserError
from vendetta_widgets.controls import button, link
from vendetta_widgets.figures.figure_style import Spec
from vendetta_widgets.figures.plotly_bundle import NoPlotly, packed_plotly, script
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_parts import foot, framed, hole, tools

from .game_source import address
from .table_export import NoParquet, flat, has_parquet, parquet, text_of

__all__ = ["DashboardPage", "table_of"]

MOST_ROWS: Final = 400
"""So many rows of a table stand on the page; all of them are in the file."""


class DashboardPage(BasePage):
    """One question about a game, or about many. Subclasses say what is asked, answered and drawn."""

    NOUN: ClassVar[str] = "dashboard"
    _esm = script()
    pages: ClassVar[tuple[str, ...]] = ()
    """The dashboards of this game, as their notebooks are called."""
    page: ClassVar[str] = ""
    names: ClassVar[tuple[str, ...]] = ()
    """The figures, from top to bottom."""
    WORDS: ClassVar[str] = "dash"
    """With this the keys of the game's words begin."""

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(lang)
        self._sent: dict[str, Spec] = {}
        self._tables: frozenset[str] = frozenset()
        self._mark = 0
        self._voila = False
        self._address = ""

    # For subclasses ---------------------------------------------------------------------------------------------

    def question(self, pen: HtmlWriter) -> str:
        """What the page asks."""
        raise NotImplementedError

    def answer(self, pen: HtmlWriter) -> str:
        """The answer in one sentence."""
        raise NotImplementedError

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        """The figures now."""
        raise NotImplementedError

    def rows(self, name: str) -> Sequence[Any]:
        """The rows that a figure is made of, for taking along."""
        raise NotImplementedError

    def players(self) -> Sequence[str]:
        """The players' names."""
        return ()

    def query(self) -> dict[str, str]:
        """What an address must say to show the same again."""
        raise NotImplementedError

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Parts of the page beyond those that all dashboards have."""
        return {}

    def body(self, pen: HtmlWriter) -> Html:
        """The page between its head and its foot."""
        return joined([self.section(name, pen) for name in self.names])

    # Hearing ----------------------------------------------------------------------------------------------------

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
        """A figure's rows as a file."""
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
        """How a file of this figure is called, without its ending."""
        return f"{self.GAME}-{self.page}-{name}"

    # Drawing ----------------------------------------------------------------------------------------------------

    def _forget(self) -> None:
        self._sent, self._address = {}, ""
        super()._forget()

    def redraw(self, n: int | None = None) -> None:
        """Figures travel with the rest, and only those that have changed."""
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
        """This page as it stands, as a link names it."""
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
        """The other dashboards, with the same game."""
        ways = []
        for page in self.pages:
            words = self.page_words(page, pen)
            if page == self.page:
                ways.append(tag("li", tag("b", words, aria_current="page", cls="vk-link vk-here")))
            else:
                ways.append(tag("li", link(words, address(page, {**self.shared_query(), "lang": self.lang}))))
        return tag("nav", tag("ul", ways, cls="vk-pages-list"), aria_label=pen.say("dash.pages"), lang=pen.lang)

    def page_words(self, page: str, pen: HtmlWriter) -> str:
        """What a dashboard is called."""
        return pen.say(f"dash.{page}")

    def page_word(self, page: str) -> str:
        """How keys of words call a dashboard: as its notebook, without the game."""
        return page.removeprefix(f"{self.GAME}_")

    def title_key(self, name: str) -> str:
        """Where the words of a figure stand: with ``.title`` and ``.hint`` behind it."""
        return f"{self.WORDS}.{name}"

    def shared_query(self) -> dict[str, str]:
        """What the other dashboards must know to show the same game."""
        return {}

    def _hero(self, answer: str, pen: HtmlWriter) -> Html:
        words = None if self.working else tag("p", answer, cls="vk-answer", data_answer=True)
        title = tag("h1", self.question(pen), data_home=True)
        return tag("header", title, words, self.hero_more(pen), cls="vk-hero", lang=pen.lang)

    def hero_more(self, pen: HtmlWriter) -> Html:
        """What a page has to say of its answer."""
        return Html("")

    def section(self, name: str, pen: HtmlWriter) -> Html:
        """A figure with its title, its tools and its table."""
        title = pen.say(f"{self.title_key(name)}.title")
        words = f"{title}. {pen.say('dash.figure.table')}"
        canvas = tag("div", role="img", aria_label=words, data_part=f"figure-{name}", data_figure=name, cls="vk-figure")
        head = tag("h2", title)
        hint = tag("p", pen.say(f"{self.title_key(name)}.hint"), cls="vk-hint")
        return tag(
            "section", head, hint, hole(f"choice-{name}"), canvas, hole(f"tools-{name}", "vk-tools"), cls="vk-panel-of"
        )

    def _tools(self, name: str, answer: str, pen: HtmlWriter) -> Html:
        """What can be done with a figure: take it along, or read it as a table."""
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
        shown = name in self._tables  # written only where somebody reads it: it would travel with every step
        words = joined([tag("span", "▾ " if shown else "▸ ", aria_hidden="true"), pen.say("dash.table")])
        turn = button(words, "table", name, "vk-quiet vk-as-table", aria_expanded=str(shown).lower())
        return joined([row, turn, self.table(name, pen) or pen.say("dash.empty") if shown else None])

    def table(self, name: str, pen: HtmlWriter) -> Html:
        """The figure as a table; empty if there is nothing in it."""
        raise NotImplementedError

    def rows_of(self, head: Iterable[str], rows: Iterable[Sequence[object]], name: str, pen: HtmlWriter) -> Html:
        """The table of a figure; ``head``: keys of its columns."""
        columns = [pen.say(f"{self.WORDS}.col.{key}") for key in head]
        return table_of(columns, rows, pen.say(f"{self.title_key(name)}.title"))

    def _share(self, pen: HtmlWriter) -> Html:
        here = self._link()
        where = here.removeprefix("dashboards/")
        page, _, query = where.partition("?")
        copy = tag(
            "button",
            pen.say("dash.copy"),
            type="button",
            cls="vk-button vk-quiet",
            data_copy=f"{page}.ipynb?{query}",
        )
        words = pen.say("dash.link.none") if self.cannot_share() else pen.say("dash.link.hint")
        shown = None if self.cannot_share() else joined([link(pen.say("dash.link"), here), " ", copy])
        return tag("p", tag("span", words, " ", cls="vk-hint"), shown, cls="vk-share", lang=pen.lang)

    def cannot_share(self) -> bool:
        """Whether no address can say what is shown here (a file, a person's own game)."""
        return False


def table_of(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str) -> Html:
    """A table; long ones end with how many rows there are more."""
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
