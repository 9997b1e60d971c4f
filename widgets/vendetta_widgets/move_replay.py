"""The bots' moves since the player's last one, shown one by one with their rules.

:class:`MoveReplay` is for any game: it shows a move by its lines of the log. A game may have its own subclass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.log import LogLine

from .controls import button
from .games import writing
from .html import Html, HtmlWriter, joined, tag, words_of
from .play_session import Session

EVERY: Final = 600
"""Milliseconds for which each move is shown."""
A_WORD: Final = 250
"""Further milliseconds for each word, for a beginner."""
MOST: Final = 4
"""The most lines of a move that are shown, and the most rules behind "why?"."""


PACES: Final = ("hand", "calm", "quick", "results")
"""How the others' moves go on: by a press each, by themselves in two speeds, or not shown at all."""
A_BEAT: Final = 1200
"""Milliseconds that a beat is shown where it goes on by itself ..."""
A_BEATS_WORD: Final = 60
"""... and more for each of its words."""


class ShownMove(NamedTuple):
    """A move to show: ``at`` is the number of actions after it, ``since`` the number of its first event."""

    at: int
    since: int


class MoveReplay:
    """The moves that are still to be shown, before the next ``stop`` if there is one."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Drop all moves."""
        self._all: list[Any] = []
        self._steps: list[Any] = []

    def begin(self, session: Session, since: int, stops: Sequence[Any] = ()) -> None:
        """Take the bots' moves from line ``since`` on, except those at ``stops``, which are shown otherwise."""
        self.lay(moves_since(session, since, {stop.at for stop in stops}))

    def lay(self, steps: Iterable[Any]) -> None:
        """Set the moves to show, in order."""
        self._all = self._steps = sorted(steps, key=lambda step: step.since)

    def step(self, stop: Any = None) -> Any:
        """Return the next move to show, ``None`` if none comes before the next stop."""
        if self._steps and (stop is None or self._steps[0].since < stop.n):
            return self._steps[0]
        return None

    def place(self, since: int | None = None, stop: Any = None) -> tuple[int, int]:
        """Return the place and the number of moves, of those from number ``since`` on and before the next stop."""
        end = stop.n if stop is not None else None
        found = [step for step in self._all if step.since >= (since or 0) and (end is None or step.since < end)]
        return found.index(self._steps[0]) + 1, len(found)

    def go_on(self) -> None:
        """Drop the next move."""
        self._steps = self._steps[1:]

    def pass_by(self, since: int) -> None:
        """Drop all moves that begin before this number."""
        self._steps = [step for step in self._steps if step.since >= since]

    def skip(self, stop: Any = None) -> None:
        """Drop all moves before the next stop."""
        while self.step(stop) is not None:
            self.go_on()

    def html(self, view: Any, pen: HtmlWriter, slowly: bool) -> Html:
        """Return the next move in the log's words; ``view`` is the one after it. ``slowly`` leaves time to read."""
        step = self._steps[0]
        lines = lines_of(view, step.since, pen)
        shown = several(lines[:MOST])
        why = [self.rules(lines, pen), tag("p", pen.say("show.own"), cls="vk-small")]
        time = EVERY + (reading(shown) if slowly else 0)
        return self.box(shown, why, self.place(), time, pen.say("show"), pen)

    def box(
        self, shown: Html, why: Iterable[Html | None], place: tuple[int, int], time: int, label: str, pen: HtmlWriter,
        beat: str = "", skip: str = "",
    ) -> Html:  # fmt: skip
        """Return a move with its buttons and rules; after ``time`` milliseconds the page goes on.

        ``skip`` are the words for skipping all moves; empty for the default.
        """
        keys = tag("span", " (Esc)", cls="vk-if-keys")
        past = button(
            joined([skip or pen.say("show.skip"), keys]), "skip", cls="vk-skip", data_key="skip", data_escape=True
        )
        on = button(pen.say("show.next"), "step_on", cls="vk-show-next", data_key="step-on")
        return tag(
            "div",
            tag("span", on, past, cls="vk-show-ways"),
            tag("div", shown, cls="vk-told"),
            tag("span", pen.say("show.place", n=place[0], of=place[1]), cls="vk-small vk-show-place"),
            tag(
                "details",
                tag("summary", pen.say("show.why")),
                list(why),
                cls="vk-show-why",
                data_key=f"why-{self._steps[0].since}",
            ),
            role="group",
            aria_label=label,
            data_every=time,
            data_beat=beat or None,
            lang=pen.lang,
        )

    @staticmethod
    def rules(lines: Iterable[LogLine], pen: HtmlWriter) -> Html:
        """Return the rules behind these lines with their titles."""
        rules = list(dict.fromkeys(rule for line in lines for rule in line.rules))[:MOST]
        return tag("ul", [tag("li", pen.rule(rule), " ", pen.rule_title(rule)) for rule in rules])


def moves_since(
    session: Session, since: int, told: Collection[int] = (), but: Collection[int] = (), own: Collection[int] = ()
) -> list[ShownMove]:
    """Return the bots' moves in the log from number ``since`` on.

    Args:
        session: the game.
        since: the number of the first event after the player's move.
        told: moves that are shown elsewhere, by their number of actions.
        but: numbers of lines that are shown elsewhere.
        own: the player's own moves to show as well, by their number of actions.
    """
    mine = {point + 1 for point in session.turning_points()}
    log = writing(session.wish.GAME).log
    firsts: dict[int, int] = {}
    for line in log.lines(session.view, "en"):
        if line.n >= since and line.kind not in log.untold and line.n not in but:
            at = session.moment_of(line.n)
            if at not in told and (at not in mine or at in own):
                firsts.setdefault(at, line.n)
    return [ShownMove(at, n) for at, n in firsts.items()]


def lines_of(view: Any, since: int, pen: HtmlWriter) -> list[LogLine]:
    """Return the lines from number ``since`` on that are about a player's move."""
    untold = pen.writing.log.untold
    return [line for line in pen.lines(view) if line.n >= since and line.kind not in untold]


def several(lines: Iterable[LogLine]) -> Html:
    """Return lines one below the other."""
    return tag("ul", [tag("li", line.text) for line in lines], cls="vk-lines")


def reading(shown: Html) -> int:
    """Return the milliseconds that a beginner needs to read this."""
    return A_WORD * len(words_of(shown))


def time_of(pace: str, caption: str, great: bool) -> int:
    """Return how many milliseconds a beat is shown before the next one comes; 0: until somebody presses.

    >>> time_of("hand", "Cy plays Hunt.", False), time_of("calm", "Cy plays Hunt.", False), time_of("quick", "x", True)
    (0, 1380, 1260)
    """
    if pace not in ("calm", "quick"):
        return 0
    time = A_BEAT + A_BEATS_WORD * len(words_of(caption))
    return time if pace == "calm" or great else time // 2
