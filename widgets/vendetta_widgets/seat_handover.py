"""The curtain, where several people play at one machine: between two of them nothing of anybody's is shown."""

from __future__ import annotations

from vendetta_kit.kernel.log import after

from .controls import button
from .html import Html, HtmlWriter, tag
from .play_session import Session

__all__ = ["SeatHandover"]


class SeatHandover:
    """Who is to get the machine, and from which number on each has not been told what has come about."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """It is up, and everybody has seen everything."""
        self.seat: int | None = None
        """The seat of who is to get the machine; ``None``: the curtain is up."""
        self._unseen: dict[int, int] = {}

    def begin(self, session: Session) -> None:
        """Another game lies on the table: whoever it is that must decide, the curtain is down before."""
        self.reset()
        if session.people > 1 and not session.view.over:
            self.seat = session.me if session.next_person is None else session.next_person

    def fall(self, session: Session, since: int) -> bool:
        """Fall, if somebody else at the machine must decide; whether it is down.

        Args:
            session: the game.
            since: what has come about from this number on, who has the machine now has not seen.
        """
        if self.seat is None and session.next_person is not None:
            self._unseen[session.me] = since
            self.seat = session.next_person
        return self.seat is not None

    def rise(self, session: Session) -> int:
        """Rise: the machine is in her hands. Return from which number on there is something to tell her."""
        assert self.seat is not None
        session.hand_over(self.seat)
        self.seat = None
        return self._unseen.pop(session.me, after(session.view))

    def html(self, names: tuple[str, ...], pen: HtmlWriter) -> Html:
        """Say who is to get the machine, and nothing else."""
        assert self.seat is not None
        name = names[self.seat]
        title = tag("h2", pen.say("curtain.title", name=name), data_home=True)
        lift = button(pen.say("curtain.lift", name=name), "lift", cls="vk-primary")
        return tag("div", title, tag("p", pen.say("curtain.hint", name=name)), lift, cls="vk-curtain", lang=pen.lang)
