"""What the menu opens: a new game with its variants, an undo that crosses a reveal, a file to go on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vendetta_kit import rulebook
from vendetta_kit.checks import number_of
from vendetta_kit.faults import Said
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.kernel.refusal import BadSetup

from .controls import button, file_choice
from .pen import Html, Pen, joined, tag
from .session import ME, Wish, tidy_name

if TYPE_CHECKING:
    from .session import Session

__all__ = ["Drawer", "wish_of"]

PARTS = ("new", "undo", "load")
_YES = ("1", "on", "true", "yes")


def wish_of(given: Mapping[str, Any]) -> Wish:
    """What a form or an address asks for; what it does not name takes its default.

    Raises:
        BadSetup: the number of players is no number.

    >>> wish_of({"players": "3", "relics": "on"})
    Wish(seats=3, location_cards=False, relics=True, teams=False, rulings=(), bots='greedy', name='', clans=None)
    """
    players = str(given.get("players", "4"))
    teams = players.endswith("t") or str(given.get("teams", "")) in _YES
    seats = number_of(players.removesuffix("t"), 0, 99)
    if seats is None:
        raise BadSetup("players", Said("found", value=players), Said("want.players"))
    bot = str(given.get("bots", "greedy"))
    readings = {name: str(given[name]) for name in RULINGS if given.get(name) in RULINGS[name]}
    return Wish(
        seats=seats,
        location_cards=str(given.get("location_cards", "")) in _YES,
        relics=str(given.get("relics", "")) in _YES,
        teams=teams,
        rulings=tuple(readings.items()),
        bots=bot if bot in bots.names() else "greedy",
        name=tidy_name(str(given.get("name", ""))),
    )


class Drawer:
    """One part of it is open at a time, or none."""

    def __init__(self) -> None:
        self._open = ""

    def toggle(self, which: str) -> None:
        """Open this part; close it if it is open, or if there is no such part."""
        self._open = which if which in PARTS and which != self._open else ""

    def close(self) -> None:
        self._open = ""

    def html(self, session: Session, pen: Pen, before: bool = False) -> Html:
        """The open part; ``before``: there is an earlier game to go back to."""
        if not self._open:
            return Html("")
        write = {"new": self._new, "undo": self._undo, "load": self._load}[self._open]
        close = button(pen.say("cancel" if self._open != "load" else "close"), "menu", "close")
        title = tag("h2", pen.say(self._open))
        more = None
        if before and self._open == "load":
            more = button(pen.say("load.before"), "before")
        return tag("section", title, write(session, pen), more, close, aria_label=pen.say(self._open), lang=pen.lang)

    def _undo(self, session: Session, pen: Pen) -> Html:
        crossing = session.crossing()
        seen = pen.say("comma").join(pen.say(key) for key in crossing.seen)
        words = tag("p", pen.say("undo.hint", n=crossing.others, seen=seen))
        return joined([words, button(pen.say("undo.do"), "undo", cls="vk-primary")])

    def _load(self, session: Session, pen: Pen) -> Html:
        return joined([tag("p", pen.say("load.hint")), file_choice(pen, pen.say("file"), "load", ".json")])

    def _new(self, session: Session, pen: Pen) -> Html:
        wish = session.wish
        players = [(str(n), pen.say("players.n", n=n)) for n in (3, 4, 5)]
        players += [(f"{n}t", pen.say("players.teams", n=n)) for n in (4, 6)]
        now = f"{wish.seats}{'t' if wish.teams else ''}"
        fields = [
            _text(pen, "name", session.view.names[ME], ""),
            _text(pen, "seed", "", pen.say("seed.any")),
            _select(pen, "players", players, now),
            _select(pen, "bots", [(name, pen.say(f"bots.{name}")) for name in bots.names()], wish.bots),
        ]
        checks = [_check(pen, key, getattr(wish, key)) for key in ("location_cards", "relics")]
        readings = [self._reading(name, dict(wish.rulings).get(name, RULINGS[name][0]), pen) for name in RULINGS]
        more = tag("details", tag("summary", pen.say("rulings.choose")), readings, cls="vk-readings")
        start = tag("button", pen.say("start"), type="submit", cls="vk-button vk-primary")
        grid = tag("div", fields, cls="vk-fields")
        form = tag("form", grid, tag("div", checks, cls="vk-checks"), more, start, data_do="start", novalidate=True)
        return joined([tag("p", pen.say("new.hint", seed=session.seed), cls="vk-hint"), form])

    def _reading(self, switch: str, now: str, pen: Pen) -> Html:
        """A point that the rulebook leaves open: both readings to choose from."""
        ruling = rulebook.switches(pen.lang)[switch]
        words = {ruling.options[0]: ruling.default, ruling.options[1]: ruling.other or ""}
        options = []
        for option in ruling.options:
            name = pen.id()
            radio = tag("input", type="radio", name=switch, value=option, id=name, checked=option == now)
            options.append(tag("p", radio, " ", tag("label", words[option], for_=name)))
        legend = tag("legend", pen.told(ruling.question, (ruling.id,)))
        return tag("fieldset", legend, options)


def _text(pen: Pen, key: str, value: str, placeholder: str) -> Html:
    name = pen.id()
    label = tag("label", pen.say(key), for_=name)
    return tag("p", label, tag("input", type="text", id=name, name=key, value=value, placeholder=placeholder or None))


def _select(pen: Pen, key: str, options: list[tuple[str, str]], now: str) -> Html:
    name = pen.id()
    offered = [tag("option", words, value=value, selected=value == now) for value, words in options]
    return tag("p", tag("label", pen.say(f"new.{key}"), for_=name), tag("select", offered, id=name, name=key))


def _check(pen: Pen, key: str, on: bool) -> Html:
    name = pen.id()
    return tag(
        "p",
        tag("input", type="checkbox", id=name, name=key, checked=on),
        " ",
        tag("label", pen.say(f"new.{key}"), for_=name),
    )
