"""The log in HTML: what happened, in words, each line with its rules."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from vendetta_kit.kernel.log import LoggedView, LogLine

from .controls import button
from .html import Html, HtmlWriter, tag

__all__ = ["Chapter", "chapters", "frame", "news", "pieces"]

MOST_TOLD = 8
"""So many new lines are read out; the rest is in the log."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the log, as its game parts it: a phase, a turn."""

    title: str
    lines: tuple[LogLine, ...]

    def html(self, pen: HtmlWriter, seen: int, look: bool = False) -> Html:
        """The chapter; lines from number ``seen`` on are new; ``look``: its title leads back to its beginning."""
        return _written(self, pen.writing.game, pen.lang, seen if self.lines[-1].n >= seen else None, look)


@lru_cache(maxsize=512)
def _written(chapter: Chapter, game: str, lang: str, seen: int | None, look: bool) -> Html:
    """A chapter's HTML; those that are over are written once."""
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
    """The whole log as chapters, oldest first."""
    told = pen.writing.log
    found: list[tuple[Hashable, LogLine, list[LogLine]]] = []
    waiting: list[LogLine] = []  # "round 2 begins" belongs to what comes then
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
    """Where the chapters go; the browser shows the end."""
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
    """The log, a piece for each chapter, so that only the last one travels when something happens."""
    return {f"log:{k}": chapter.html(pen, seen, look) for k, chapter in enumerate(chapters(view, pen))}


def news(view: LoggedView, seen: int, pen: HtmlWriter) -> str:
    """What is new, for those who hear the page."""
    unread = {*pen.writing.log.heads, *pen.writing.log.steps}
    lines = [line.text for line in pen.lines(view) if line.n >= seen and line.kind not in unread]
    told = lines[-MOST_TOLD:]
    if len(lines) > len(told):
        told.insert(0, pen.say("news.more", n=len(lines) - len(told)))
    return " ".join(told)
