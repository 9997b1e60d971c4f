"""The Python objects of a lesson of Vendetta: its table as DataFrames and figures, its moves to try, and part pages.

The objects show what the learner's seat may know, except for two:
:meth:`VendettaInspector.lift_the_curtain`, and :class:`VendettaMoveTrial`, which plays the story on.

pandas and plotly are imported when needed; if one is missing, a one-line error says how to install it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.views import COUNTERS, TOKENS, PositionView, SeatView, View
from vendetta_kit.games.vendetta.flows import Part, Powers
from vendetta_kit.games.vendetta.wording import message_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account, Entry

from ...lesson_inspector import LessonInspector, Lines, MoveTrial, NotHere, chosen_first, library
from ...lesson_part_page import LessonPartPage, LessonPartTools
from ...page_phrases import say
from .lesson_page import LessonPage

if TYPE_CHECKING:
    from collections.abc import Iterable


At = int | str
POWER = ("player", "cards", "blood", "power", "counted")
"""The columns of :meth:`VendettaInspector.power`."""
PLAY_FIELDS = ("card", "at", "face", "blood", "flips")
"""The fields of a ``Play``."""


class VendettaInspector(LessonInspector):
    """The table of a part of a lesson of Vendetta (:class:`vendetta_widgets.lesson_inspector.LessonInspector`)."""

    GAME = "vendetta"
    LEDGER = ("n", "round", "phase", "at", "source", "target", "amount", "cause", "card", "rules")
    view: View

    def said(self, action: Action) -> str:
        return message_text.action_text(action, self.view.names, self.lang)

    def __repr__(self) -> str:
        return self._here("hood.here", self.view.round, self.view.phase)

    def account(self, account: Account) -> str:
        return message_text.account_text(account, self.view.names, self.lang)

    def when(self, entry: Entry) -> dict[str, object]:
        moment = entry.moment
        return {"round": moment.round, "phase": moment.step or moment.phase, "at": "" if entry.at is None else entry.at}

    # Tables ---------------------------------------------------------------------------------------------------

    def ledger(self, token: str = "blood") -> Any:
        """Return the ledger's entries for a kind of token as a pandas DataFrame.

        Columns: ``n`` (running number), ``round``, ``phase``, ``at`` (Location), ``source``, ``target``, ``amount``
        (tokens), ``cause`` (a key of the engine's ``CAUSE_RULES``), ``card``, ``rules``.

        Args:
            token: ``"blood"`` or ``"influence"``.

        Raises:
            NotHere: there is no such token, or pandas is missing.
        """
        if token not in TOKENS:
            known = ", ".join(map(repr, TOKENS))
            raise NotHere("hood.bad", self.lang, what="token", value=repr(token), expected=known)
        return self._ledger(entry for entry in self.view.ledger if entry.token == token)

    def power(self, at: At) -> Any:
        """Return the Power at a Location as a DataFrame, a row for each player who has something there.

        Columns: ``player``, ``cards`` (each with its Power), ``blood`` (Deployed), ``power``, and ``counted``: whether
        the conflict has been counted, or this is the current state.

        Args:
            at: 1, 2, 3 or ``"haven"``.

        Raises:
            NotHere: there is no such Location, or pandas is missing.
        """
        rows = [
            {
                "player": self.view.names[row.seat],
                "cards": ", ".join(self._part(part) for part in row.parts),
                "blood": row.blood,
                "power": row.power,
                "counted": row.counted,
            }
            for row in self._powers(at)
        ]
        return self._frame(rows, POWER)

    def knows(self) -> Any:
        """Return what the learner's seat knows of every player's cards as a DataFrame.

        Columns: ``player``, ``in_hand`` (how many), ``known`` (surely in that hand), ``hand_or_table`` (in the hand or
        face down), ``perhaps`` (seen before a card went back), ``in_deck``, ``face_down`` (with the Location;
        ? is a card that this seat does not know).
        """
        rows = [self._known(seat) for seat in self.view.seats]
        return self._frame(rows)

    def lift_the_curtain(self) -> Any:
        """Return every player's hand and face-down cards, which the learner's seat may **not** know, as a DataFrame."""
        own = [self._game.view(seat.seat).seats[seat.seat] for seat in self.view.seats]
        rows = [
            {"player": seat.name, "hand": self._names(seat.hand or ()), "face_down": self._face_down(seat.positions)}
            for seat in own
        ]
        return self._frame(rows)

    def _known(self, seat: SeatView) -> dict[str, object]:
        return {
            "player": seat.name,
            "in_hand": seat.hand_size,
            "known": self._names(seat.known_hand if seat.hand is None else seat.hand),
            "hand_or_table": self._names(seat.among),
            "perhaps": self._names(seat.maybe),
            "in_deck": seat.deck_size,
            "face_down": self._face_down(seat.positions),
        }

    def _face_down(self, positions: Iterable[PositionView]) -> str:
        found = [
            f"{self.name(card.card)} ({position.at})"
            for position in positions
            for card in position.cards
            if card.face == "down"
        ]
        return ", ".join(found)

    def _part(self, part: Part) -> str:
        name = self.name(part.card)
        return f"{name} {part.power}" if part.up else say("hood.down", self.lang, name=name, n=part.power)

    def _powers(self, at: At) -> list[Powers]:
        try:
            return flows.powers(self.view, at)
        except KeyError:
            places = ", ".join(repr(here.at) for here in self.view.locations)
            raise NotHere("hood.bad", self.lang, what="at", value=repr(at), expected=places) from None

    # Figures ------------------------------------------------------------------------------------------------

    def blood(self) -> Any:
        """Return a plotly flow diagram of the Blood moved in this part; one with a note if none has moved.

        Raises:
            NotHere: plotly is missing.
        """
        from ...figures.figure_style import figure, in_light
        from .figures.blood_figure import flow_figure

        drawn = library("plotly.io", self.lang).renderers
        drawn.default = "plotly_mimetype"  # the only renderer that asks no other host
        drawn["plotly_mimetype"].config = {"displayModeBar": False}  # the bar offers to send the figure to another host
        links = flows.links(flows.flows(flows.known_history(self.view)))
        if not links:
            return Lines(say("dash.empty", self.lang))
        spec = flow_figure(links, links, self.view.names, self.seat, lambda key, **v: say(key, self.lang, **v))
        return figure(in_light(spec) if self._light else spec)


class VendettaMoveTrial(MoveTrial):
    """A move of Vendetta to try otherwise (:class:`vendetta_widgets.lesson_inspector.MoveTrial`)."""

    GAME = "vendetta"
    view: View

    def said(self, action: Action) -> str:
        if self.view.decision is None:
            return message_text.action_text(action, self.view.names, self.lang)
        return message_text.answer_label(self.view.decision, action, self.view.names, self.lang)

    @property
    def hand(self) -> list[tuple[str, str]]:
        """Return (name, card) of the hand, for a Dropdown; the story's card first."""
        hand = self.view.seats[self._fork.you].hand or ()
        return [(self.name(card), card) for card in chosen_first(getattr(self.usual, "card", None), hand)]

    @property
    def places(self) -> list[tuple[str, At]]:
        """Return (name, Location) of the Locations, for a Dropdown; the story's Location first."""
        there = [here.at for here in self.view.locations]
        return [(message_text.place(at, self.lang), at) for at in chosen_first(getattr(self.usual, "at", None), there)]

    def play(self, **given: Any) -> Any:
        """Play a card in place of the story's move, and compare the outcomes, as :meth:`do`.

        Args:
            given: any of ``card``, ``at``, ``face``, ``blood`` and ``flips`` of the engine's ``Play``; the others stay
                as in the story.

        Raises:
            NotHere: the story plays no card here, or another key is given.
        """
        if not isinstance(self.usual, Play):
            raise NotHere("hood.no_play", self.lang)
        own = self.usual.to_json()
        parts = {key: own[key] for key in PLAY_FIELDS if key in own}
        for key in given:
            if key not in PLAY_FIELDS:
                raise NotHere("hood.bad", self.lang, what="play", value=key, expected=", ".join(PLAY_FIELDS))
        return self.do(Play(**(parts | given)))

    def outcome(self, view: View) -> dict[str, object]:
        """Return the results of a story by name, for comparison."""
        found: dict[str, object] = {}
        for here in view.locations:
            place = message_text.place(here.at, self.lang)
            for row in flows.powers(view, here.at):
                found[say("hood.power_of", self.lang, name=view.names[row.seat], at=place)] = row.power
            ends = [e for e in view.events if e.at == here.at and e.kind in ("winner", "lone", "nobody")]
            if ends:
                ranking = ends[-1].data.get("ranking", ())
                winner = ranking[0] if ranking else ends[-1].seat
                found[say("hood.winner", self.lang, at=place)] = "–" if winner is None else view.names[winner]
        for seat in view.seats:
            for key in COUNTERS:
                label = say(f"hood.{key}_of", self.lang, name=seat.name)
                found[label] = getattr(seat, key)
            before = self.view.seats[seat.seat].alliance
            come = [f"+ {self.name(card)}" for card in seat.alliance if card not in before]
            gone = [f"− {self.name(card)}" for card in before if card not in seat.alliance]
            found[say("hood.alliance_of", self.lang, name=seat.name)] = ", ".join([*come, *gone]) or "–"
        return found


class VendettaLessonPartPage(LessonPartPage, LessonPage):
    """The page of a part of a lesson of Vendetta (:class:`~vendetta_widgets.lesson_part_page.LessonPartPage`).

    >>> from vendetta_kit.course.lessons import find
    >>> page = VendettaLessonPartPage(find("planning"), 1)
    >>> [moment.id for moment in page.lesson.moments], page.ends_lesson
    (['blood'], False)
    """


PARTS: Final = LessonPartTools(VendettaLessonPartPage, VendettaInspector, VendettaMoveTrial)
