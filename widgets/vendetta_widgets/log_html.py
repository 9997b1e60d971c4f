"""The log as HTML, each line with its rules."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from vendetta_kit.kernel.log import LoggedView, LogLine

from .controls import button
from .html import Html, HtmlWriter, tag

MOST_TOLD = 8
"""The most new lines that are read out."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the log, such as a phase or a turn."""

    title: str
    lines: tuple[LogLine, ...]

    def html(self, pen: HtmlWriter, seen: int, look: bool = False) -> Html:
        """Return the chapter; lines from number ``seen`` on are new; ``look``: its title goes back to its start."""
        return _written(self, pen.writing.game, pen.lang, seen if self.lines[-1].n >= seen else None, look)


@lru_cache(maxsize=512)
def _written(chapter: Chapter, game: str, lang: str, seen: int | None, look: bool) -> Html:
    """Return a chapter's HTML, which is cached."""
    pen = HtmlWriter(lang, game=game)
    heads = pen.writing.log.heads
    above = [line for line in chapter.lines if line.kind in heads]
    rules = tuple(dict.fromkeys(rule for line in above for rule in line.rules))
    items = [_line(pen, line, seen) for line in chapter.lines if line.kind not in heads]
    words = pen.say("time.look", title=chapter.title)
    jump = button("↺", "look_at", chapter.lines[0].n, "vk-jump", aria_label=words, title=words) if look else None
    title = tag("h3", pen.told(chapter.title, rules), jump)
    return tag("div", title, tag("ol", items, cls="vk-lines"), cls="vk-chapter")


def _line(pen: HtmlWriter, line: LogLine, seen: int | None) -> Html:
    new = " vk-new" if seen is not None and line.n >= seen else ""
    cls = f"vk-line{new}" + (" vk-line-step" if line.kind in pen.writing.log.steps else "")
    return tag("li", pen.told(line.text, line.rules), cls=cls)


def chapters(view: LoggedView, pen: HtmlWriter) -> list[Chapter]:
    """Return the log as chapters, oldest first."""
    told = pen.writing.log
    found: list[tuple[Hashable, LogLine, list[LogLine]]] = []
    waiting: list[LogLine] = []  # lines such as "round 2 begins" belong to the next chapter
    for line in pen.lines(view):
        if line.kind in told.ahead:
            waiting.append(line)
            continue
        where = told.chapter(line)
        if not found or found[-1][0] != where:
            found.append((where, line, []))
        found[-1][2].extend((*waiting, line))
        waiting = []
    return [Chapter(told.title(view, first, pen), tuple(lines)) for _, first, lines in found]


def frame(pen: HtmlWriter) -> Html:
    """Return the frame for the chapters; the browser scrolls to its end."""
    scroll = tag(
        "div",
        cls="vk-log-scroll",
        tabindex="0",
        role="region",
        aria_label=pen.say("log"),
        data_newest=True,
        data_pieces="log",
    )
    return tag("div", tag("h2", pen.say("log")), scroll, cls="vk-log", lang=pen.lang)


def pieces(view: LoggedView, pen: HtmlWriter, seen: int = 0, look: bool = False) -> dict[str, Html]:
    """Return the HTML of each chapter as a part of its own, so that usually only the last is sent again."""
    return {f"log:{k}": chapter.html(pen, seen, look) for k, chapter in enumerate(chapters(view, pen))}


def news(view: LoggedView, seen: int, pen: HtmlWriter) -> str:
    """Return the new lines for a screen reader."""
    unread = {*pen.writing.log.heads, *pen.writing.log.steps}
    lines = [line.text for line in pen.lines(view) if line.n >= seen and line.kind not in unread]
    told = lines[-MOST_TOLD:]
    if len(lines) > len(told):
        told.insert(0, pen.say("news.more", n=len(lines) - len(told)))
    return " ".join(told)
