"""The hand-over screen for several players at one machine: between their turns it hides the table."""

from __future__ import annotations

from vendetta_kit.kernel.log import next_row_number

from .controls import button
from .html import Html, HtmlWriter, tag
from .play_session import Session


class SeatHandover:
    """The player who gets the machine next, and the events that each player has not seen yet."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Hide the screen; all players have seen all events."""
        self.seat: int | None = None
        """The seat that gets the machine; ``None`` if the screen is hidden."""
        self._unseen: dict[int, int] = {}

    def begin(self, session: Session) -> None:
        """Show the screen before the first decision of another game."""
        self.reset()
        if session.people > 1 and not session.view.over:
            self.seat = session.me if session.next_person is None else session.next_person

    def fall(self, session: Session, since: int) -> bool:
        """Show the screen if another player at the machine must decide; return whether it is shown.

        Args:
            session: the game.
            since: the running number from which on the current player has not seen the events.
        """
        if self.seat is None and session.next_person is not None:
            self._unseen[session.me] = since
            self.seat = session.next_person
        return self.seat is not None

    def rise(self, session: Session) -> int:
        """Hide the screen and pass the machine on; return the running number of the player's first unseen event."""
        assert self.seat is not None
        session.hand_over(self.seat)
        self.seat = None
        return self._unseen.pop(session.me, next_row_number(session.view))

    def html(self, names: tuple[str, ...], pen: HtmlWriter) -> Html:
        """Return the screen, which shows only who gets the machine."""
        assert self.seat is not None
        name = names[self.seat]
        title = tag("h2", pen.say("curtain.title", name=name), data_home=True)
        lift = button(pen.say("curtain.lift", name=name), "lift", cls="vk-primary")
        return tag("div", title, tag("p", pen.say("curtain.hint", name=name)), lift, cls="vk-curtain", lang=pen.lang)
