"""What a game's page says to the page on which any game is played: its words, its table, its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision

from .games import playing
from .help_level import HelpLevel
from .html import Html, HtmlWriter
from .learner_page import LearnerPage
from .play_session import Session

__all__ = ["Moved", "PageHooks", "PanelProtocol"]


class Moved(NamedTuple):
    """A move of the person that the bots have not answered yet: events from number ``since`` on follow from it."""

    since: int
    asked: Decision | None


class PanelProtocol(Protocol):
    """What is asked, and its answers."""

    def handle(self, do: str, value: Any) -> Action | None:
        """Hear what was pressed; gives back an action once there is one."""

    def question(self, view: Any, pen: HtmlWriter) -> str:
        """The open question, to be read out; empty if there is none."""

    def html(self, view: Any, pen: HtmlWriter) -> Html:
        """The open question with its answers."""


class PageHooks(LearnerPage):
    """A game's page overrides what is its own; the rest is :class:`.PlayPage`'s."""

    session: Session
    help: HelpLevel

    def usual(self, name: str) -> Any:
        """What is wished for where nothing is said but the person's name."""

        return playing(self.GAME).wish(name=name)

    def wish_of(self, given: Mapping[str, Any]) -> Any:
        """What a form or an address asks for; raises :class:`.BadSetup`."""
        raise NotImplementedError

    def said(self, action: Action) -> str:
        """What an action does, in words."""
        raise NotImplementedError

    def table(self, view: Any, pen: HtmlWriter) -> Mapping[str, Html]:
        """The parts that are the game's own; ``view`` is what is looked at."""
        raise NotImplementedError

    def result(self, view: Any, pen: HtmlWriter) -> Html:
        """Who has won, and why."""
        raise NotImplementedError

    def ways_back(self) -> Sequence[int]:
        """After how many actions she could go another way."""
        return self.session.turning_points() if self.session.people == 1 else ()

    def afterwards(self, pen: HtmlWriter) -> Html:
        """What to do after the game."""
        return Html("")

    def heading(self, pen: HtmlWriter) -> str:
        """What the page is called for those who hear it."""
        return pen.say("game.title")

    def intro(self, pen: HtmlWriter) -> Html:
        """What the game is about, until her first move."""
        return Html("")

    def waits(self, view: Any) -> str:
        """The key of the words on why she is asked nothing, while the game goes on."""
        return "waiting"

    def spoken(self, pen: HtmlWriter) -> str:
        """What she is told beside the game, to be read out."""
        return ""

    def spoken_first(self, pen: HtmlWriter) -> str:
        """What is read out before all that is new."""
        return ""

    def sounds(self, view: Any, since: int) -> Iterable[str]:
        """The sounds of what has come about from number ``since`` on."""
        return ()

    def acted(self) -> None:
        """The person has acted, and no bot has answered yet."""

    def goes_on(self) -> bool:
        """Do what the person has already decided on, where it is asked now; whether there was anything."""
        return False

    def answered(self, moved: Moved) -> None:
        """The bots have answered the person's move."""

    @property
    def slowly(self) -> bool:
        """Whether the others' moves leave time to be read: where help is shown."""
        return self.help.level == "shown"

    @property
    def beginner(self) -> bool:
        """Whether rules stand beside what is said as a quiet sign, without their codes."""
        return self.help.level == "shown"
