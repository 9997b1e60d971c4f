"""What a session needs of Vendetta: its set-up, its bots, what an undo has revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.coach.coach_bot import advise_in_steps
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.games.vendetta.engine.game import PLAYED_BEFORE, RULINGS
from vendetta_kit.games.vendetta.engine.rules import RULES
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.events import Event
from vendetta_widgets.session_setup import ME, SessionSetup, names_for

KEPT: Final = "game"
"""The name under which the browser stores the game."""
BEFORE: Final = "game-before"
"""The name for the game before it."""
FIRST_KEPT: Final = "first-game"
"""The name for the guided first game."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The set-up of a new game: the arguments of :meth:`vendetta_kit.Game.new`, and the bots.

    >>> Wish(seats=3, location_cards=True).setup(seed=7)["seats"]
    3
    """

    GAME: ClassVar[str] = "vendetta"

    seats: int = 4
    location_cards: bool = False
    relics: bool = False
    teams: bool = False
    rulings: tuple[tuple[str, str], ...] = ()
    bots: str = "greedy"
    name: str = ""
    clans: tuple[str, ...] | None = None
    """Clans by seat; ``None``: each player chooses."""
    others: tuple[str, ...] = ()
    """Names of other players at the same machine."""

    def setup(self, seed: int) -> dict[str, Any]:
        """Return the arguments of ``Game.new``."""
        given = {} if self.clans is None else {"clans": self.clans}
        return {
            **given,
            "seats": self.seats,
            "seed": seed,
            "names": names_for(self.name, self.seats, self.others),
            "location_cards": self.location_cards,
            "relics": self.relics,
            "teams": self.teams,
            "rulings": dict(self.rulings),
        }

    def query(self) -> dict[str, str]:
        """Return the query that asks for this game between bots."""
        found = {"players": f"{self.seats}{'t' if self.teams else ''}"}
        if self.bots != "greedy":
            found["bots"] = self.bots
        return found | {key: "1" for key in ("location_cards", "relics") if getattr(self, key)}


def _wish_of(setup: Mapping[str, Any], bot: str) -> Wish:
    return Wish(
        seats=int(setup.get("seats", 4)),
        location_cards=bool(setup.get("location_cards")),
        relics=bool(setup.get("relics")),
        teams=bool(setup.get("teams")),
        rulings=tuple(dict(setup.get("rulings") or {}).items()),
        bots=bot,
        name=str((setup.get("names") or [""])[ME]),
        clans=tuple(setup["clans"]) if setup.get("clans") else None,
    )


def _same(setup: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Check whether a set-up is the one wanted.

    A reading that is not asked for may be today's default or the one of games before the switch existed, so that an old
    link still finds its old game.
    """
    played = saves.completed_setup(setup).get("rulings") or {}
    for name, (usual, _) in RULINGS.items():
        wish = wanted["rulings"].get(name)
        if played.get(name, usual) not in ((usual, PLAYED_BEFORE.get(name, usual)) if wish is None else (wish,)):
            return False
    return all(setup.get(key) == value for key, value in wanted.items() if key not in ("names", "rulings"))


def _shown(event: Event, me: int) -> str:
    """Return the key of the words for what an event has revealed to a seat; empty if nothing."""
    if event.seat != me and event.kind in ("revealed", "play", "withdraw", "withdraw_haven"):
        data: dict[str, Any] = dict(event.data)
        return "seen.cards" if data.get("card") or data.get("cards") else ""
    if event.seat == me and event.kind in ("looked", "look", "draw"):
        return "seen.cards"
    return {
        "tokens": "seen.choices",
        "bids": "seen.choices",
        "ally_placed": "seen.chance",
        "frenzy": "seen.chance",
        "victim": "seen.chance",
    }.get(event.kind, "")


def _told(view: View, events: Sequence[Event]) -> View:
    """Return a view with these events added, in their step."""
    return replace(view, events=view.events + tuple(events), step=events[-1].moment.step)


PLAYING: Final = SessionSetup(
    rules=RULES,
    new=Game.new,
    wish=Wish,
    wish_of=_wish_of,
    bots=bots,
    shown=_shown,
    advise_in_steps=advise_in_steps,
    same=_same,
    told=_told,
)
