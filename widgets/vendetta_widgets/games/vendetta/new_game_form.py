"""The form for a new game of Vendetta with its variants, and the reading of a form or an address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_widgets.html import Html, HtmlWriter, tag
from vendetta_widgets.menu_panel import MenuPanel, check, select
from vendetta_widgets.session_setup import company_of, seats_of

from .session_setup import Wish

_YES = ("1", "on", "true", "yes")


def wish_of(given: Mapping[str, Any]) -> Wish:
    """Return the set-up that a form or an address asks for; keys left out take their default.

    Raises:
        BadSetup: the number of players is not a number.

    >>> wish_of({"players": "3", "relics": "on"}) == Wish(seats=3, relics=True)
    True
    """
    players = str(given.get("players", "4"))
    teams = players.endswith("t") or str(given.get("teams", "")) in _YES
    readings = {name: str(given[name]) for name in RULINGS if given.get(name) in RULINGS[name]}
    return Wish(
        **company_of(given, seats_of(given, players.removesuffix("t")), bots),
        location_cards=str(given.get("location_cards", "")) in _YES,
        relics=str(given.get("relics", "")) in _YES,
        teams=teams,
        rulings=tuple(readings.items()),
    )


class NewGame(MenuPanel):
    """The menu's panel with Vendetta's form."""

    def fields(self, wish: Any, pen: HtmlWriter) -> list[Html]:
        players = [(str(n), pen.say("players.n", n=n)) for n in (3, 4, 5)]
        players += [(f"{n}t", pen.say("players.teams", n=n)) for n in (4, 6)]
        return [select(pen, "players", players, f"{wish.seats}{'t' if wish.teams else ''}")]

    def checks(self, wish: Any, pen: HtmlWriter) -> list[Html]:
        return [check(pen, key, getattr(wish, key)) for key in ("location_cards", "relics")]

    def readings(self, wish: Any, pen: HtmlWriter) -> Html:
        readings = [self._reading(name, dict(wish.rulings).get(name, RULINGS[name][0]), pen) for name in RULINGS]
        return tag("details", tag("summary", pen.say("rulings.choose")), readings, cls="vk-readings")

    def _reading(self, switch: str, now: str, pen: HtmlWriter) -> Html:
        """Return the choice between both readings of a point that the rulebook leaves open."""
        ruling = rulebook.switches(pen.lang)[switch]
        words = {ruling.options[0]: ruling.default, ruling.options[1]: ruling.other or ""}
        options = []
        for option in ruling.options:
            name = pen.id()
            radio = tag("input", type="radio", name=switch, value=option, id=name, checked=option == now)
            options.append(tag("p", radio, " ", tag("label", words[option], for_=name)))
        legend = tag("legend", pen.told(ruling.question, (ruling.id,)))
        return tag("fieldset", legend, options)
