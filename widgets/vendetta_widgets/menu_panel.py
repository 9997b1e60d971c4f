"""The panels of the menu: a new game, an undo past a reveal, a file to load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .controls import button, file_choice, options_of
from .games import playing
from .html import Html, HtmlWriter, joined, tag
from .play_session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence


PARTS = ("new", "undo", "load")
LEAST_LINES = 4
"""The fewest lines of a text field with several."""


class MenuPanel:
    """The menu's panel: at most one of its parts is open. A game's subclass gives the form for a new game."""

    def __init__(self) -> None:
        self._open = ""
        self._seed = ""  # what the field of the seed begins with

    def toggle(self, which: str) -> None:
        """Open a part, or close it if it is open or unknown."""
        self._open = which if which in PARTS and which != self._open else ""

    def close(self) -> None:
        self._open = ""

    def html(self, session: Session, pen: HtmlWriter, before: bool = False) -> Html:
        """Return the open part; ``before``: there is an earlier game to go back to."""
        if not self._open:
            return Html("")
        write = {"new": self._new, "undo": self._undo, "load": self._load}[self._open]
        close = button(pen.say("cancel" if self._open != "load" else "close"), "menu", "close")
        title = tag("h2", self.title(pen))
        more = None
        if before and self._open == "load":
            more = button(pen.say("load.before"), "before")
        return tag("section", title, write(session, pen), more, close, aria_label=pen.say(self._open), lang=pen.lang)

    def _undo(self, session: Session, pen: HtmlWriter) -> Html:
        crossing = session.crossing()
        seen = pen.say("comma").join(pen.say(key) for key in crossing.seen)
        words = tag("p", pen.say("undo.hint" if crossing.others else "undo.hint.seen", seen=seen))
        return joined([words, button(pen.say("undo.do"), "undo", cls="vk-primary")])

    def _load(self, session: Session, pen: HtmlWriter) -> Html:
        return joined([tag("p", pen.say("load.hint")), file_choice(pen, pen.say("file"), "load", ".json")])

    def _new(self, session: Session, pen: HtmlWriter) -> Html:
        hint = tag("p", self.hint(session, pen), cls="vk-hint")
        return joined([hint, self.form(session.wish, session.view.names[session.me], pen)])

    def title(self, pen: HtmlWriter) -> str:
        """Return what stands above the open part."""
        return pen.say(self._open)

    def hint(self, session: Session, pen: HtmlWriter) -> str:
        """Return what somebody who begins another game should know."""
        return pen.say("new.hint", seed=session.seed)

    def form(self, wish: Any, name: str, pen: HtmlWriter, waits: Sequence[int] = ()) -> Html:
        """Return the form for a new game.

        With ``waits`` it is for a table with other players: without seed and bots, but with a choice of the minutes in
        ``waits`` after which a bot may replace an absent player.
        """
        alone = not waits
        fields = [text(pen, "name", name, ""), *self.fields(wish, pen)]
        if alone:
            bots = [(bot, pen.say(f"bots.{bot}")) for bot in playing(wish.GAME).bots.names()]
            fields.insert(1, text(pen, "seed", self._seed, pen.say("seed.any")))
            fields.append(select(pen, "bots", bots, wish.bots))
            fields.insert(1, text(pen, "others", ", ".join(wish.others), pen.say("others.none")))
        else:
            minutes = [(str(n), pen.say("new.wait.n", n=n)) for n in waits]
            fields.append(select(pen, "wait", minutes, str(waits[len(waits) // 2])))
        start = tag("button", pen.say("start" if alone else "table.open"), type="submit", cls="vk-button vk-primary")
        checks = tag("div", self.checks(wish, pen), cls="vk-checks")
        do = "start" if alone else "table_open"
        inside = self.arranged(fields, joined([checks, self.readings(wish, pen)]), pen)
        rest = tag("div", inside, cls="vk-form-rest")
        return tag("form", rest, start, data_do=do, novalidate=True)

    def arranged(self, fields: list[Html], checks: Html, pen: HtmlWriter) -> Html:
        """Return the form's fields and what stands below them."""
        return joined([tag("div", fields, cls="vk-fields"), checks])

    def fields(self, wish: Any, pen: HtmlWriter) -> list[Html]:
        """Return the fields for the number of players and a game's own choices."""
        raise NotImplementedError

    def checks(self, wish: Any, pen: HtmlWriter) -> list[Html]:
        """Return a game's own checkboxes."""
        return []

    def readings(self, wish: Any, pen: HtmlWriter) -> Html | None:
        """Return the choices of readings that the rulebook leaves open, ``None`` if there are none."""
        return None


def text(pen: HtmlWriter, key: str, value: str, placeholder: str) -> Html:
    """Return a form's text field."""
    name = pen.id()
    label = tag("label", pen.say(key), for_=name)
    return tag("p", label, tag("input", type="text", id=name, name=key, value=value, placeholder=placeholder or None))


def area(pen: HtmlWriter, key: str, value: str, placeholder: str) -> Html:
    """Return a form's text field with several lines, in which all of its placeholder can be seen."""
    name = pen.id()
    rows = max(LEAST_LINES, placeholder.count("\n") + 1)
    field = tag("textarea", value, id=name, name=key, rows=rows, placeholder=placeholder, spellcheck="false")
    return tag("p", tag("label", pen.say(f"new.{key}"), for_=name), field)


def select(pen: HtmlWriter, key: str, options: list[tuple[str, str]], now: str) -> Html:
    """Return a form's list to choose from: values with their words; ``now`` is the chosen value."""
    name = pen.id()
    field = tag("select", options_of(options, now), id=name, name=key)
    return tag("p", tag("label", pen.say(f"new.{key}"), for_=name), field)


def check(pen: HtmlWriter, key: str, on: bool, value: str | None = None) -> Html:
    """Return a form's checkbox; ``value`` is what it sends, by default ``on``."""
    name = pen.id()
    return tag(
        "p",
        tag("input", type="checkbox", id=name, name=key, checked=on, value=value),
        " ",
        tag("label", pen.say(f"new.{key}"), for_=name),
    )
