"""The methods that a game's page overrides: its words, its table, its result."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import IllegalAction

from .base_page import BEHIND, BREATH, running_loop
from .game_traits import GameTraits
from .games import playing
from .help_level import HelpLevel
from .html import Html, HtmlWriter
from .play_session import Session


class Moved(NamedTuple):
    """A move of the player before the bots' answer; its events begin at number ``since``."""

    since: int
    asked: Decision | None


class PageHooks(GameTraits):
    """The methods for a game's page to override; :class:`.PlayPage` calls them."""

    TOLD: ClassVar[tuple[str, ...]] = (*GameTraits.TOLD, "apply")
    session: Session
    help: HelpLevel
    _thinking: asyncio.TimerHandle | None = None

    def drawn(self) -> None:
        """Think on about advice that is waited for, in short steps between which presses are answered."""
        super().drawn()
        loop = running_loop()
        if loop is not None and self._thinking is None and "vk-thinks" in self._shown.get("advice", ""):
            self._thinking = loop.call_later(BREATH, self._think_on)

    def _think_on(self) -> None:
        self._thinking, until = None, time.monotonic() + BEHIND
        try:
            for _ in self.session.advising(self.lang):
                if time.monotonic() > until:
                    self._thinking = asyncio.get_running_loop().call_later(BREATH, self._think_on)
                    return
        except Exception as fault:
            self._tell_fault(fault)
            self.help.asked_at = -1
        self._draw()

    def apply(self, action: Action) -> None:
        """Make a move of the person, as a press on the page does, and let the others answer before this returns.

        The functions of :meth:`on_move` have been called then. It needs no browser: a notebook that runs by itself, and
        a test, play so.

        Args:
            action: one of ``page.game_state.decision.legal``, or any that may be.

        Raises:
            IllegalAction: it may not be, and nothing has changed.

        >>> from vendetta_widgets import play
        >>> page = play(seed=7, players=3)
        >>> before = page.moves
        >>> page.apply(page.game_state.decision.legal[0])
        >>> page.moves > before
        True
        """
        self._finish()
        refused = self.session.why_not(action)
        if refused is not None:
            raise IllegalAction(self.session.me, action, refused)
        self._act(action)
        self._finish()
        self._draw()

    def _finish(self) -> None:
        """Do all long work that is left, and end what is still being shown."""
        while self.work_on():
            pass
        self._end_show()

    def _act(self, action: Action) -> None:
        """Do an action of the person's."""
        raise NotImplementedError

    def _end_show(self) -> None:
        """Show no more of the others' moves: it is the person's turn."""
        raise NotImplementedError

    def usual(self, name: str) -> Any:
        """Return the default set-up for a player's name."""
        return playing(self.GAME).wish(name=name)

    def make_parts(self) -> None:
        """Make what a game's page consists of, such as its panel."""
        raise NotImplementedError

    def wish_of(self, given: Mapping[str, Any]) -> Any:
        """Return the set-up that a form or an address asks for. Raises :class:`.BadSetup`."""
        raise NotImplementedError

    def said(self, action: Action) -> str:
        """Return an action in words."""
        raise NotImplementedError

    def table(self, view: Any, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the HTML of the game's own parts for a view, by name."""
        raise NotImplementedError

    def result(self, view: Any, pen: HtmlWriter) -> Html:
        """Return who has won, and why."""
        raise NotImplementedError

    def ways_back(self) -> Sequence[int]:
        """Return the numbers of actions after which the player could try another move."""
        return self.session.turning_points() if self.session.people == 1 else ()

    def choice_before(self, n: int) -> int | None:
        """Return after how many actions the player last had a choice before line ``n``; ``None`` if she had none."""
        at, view_at = self.session.moment_of(n), self.session.view_at
        earlier = (way for way in reversed(self.ways_back()) if way < at)
        return next((way for way in earlier if self.has_choice(view_at(way))), None)

    def has_choice(self, view: Any) -> bool:
        """Whether the player of a view is asked among several things to do."""
        return view.decision is not None and len(view.decision.legal) > 1

    def afterwards(self, pen: HtmlWriter) -> Html:
        """Return the links after the game."""
        return Html("")

    def heading(self, pen: HtmlWriter) -> str:
        """Return the page's heading for screen readers."""
        return pen.say("game.title")

    def intro(self, pen: HtmlWriter) -> Html:
        """Return an introduction, which is shown until the player's first move."""
        return Html("")

    def waits(self, view: Any) -> str:
        """Return the key of the words on why the player has no decision while the game goes on."""
        return "waiting"

    def spoken(self, pen: HtmlWriter) -> str:
        """Return explanations beside the game, for a screen reader."""
        return ""

    def spoken_first(self, pen: HtmlWriter) -> str:
        """Return what a screen reader says before the new lines."""
        return ""

    def sounds(self, view: Any, since: int) -> Iterable[str]:
        """Return the sounds of events from number ``since`` on."""
        return ()

    def acted(self) -> None:
        """Handle that the player has acted, before the bots answer."""

    def goes_on(self) -> bool:
        """Take an action that the player has decided before, if it is asked now; return whether there was one."""
        return False

    def holds(self) -> bool:
        """Return whether the bots wait, though one of them is to move, for what the player chooses."""
        return False

    def answered(self, moved: Moved) -> None:
        """Handle that the bots have answered the player's move."""

    @property
    def slowly(self) -> bool:
        """Whether the others' moves are shown slowly, for reading; so if help is shown."""
        return self.help.level == "shown"
