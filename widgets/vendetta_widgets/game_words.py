"""What a pen is given of a game: its rulebook and words, its cards by name, text and look, and how its log is told.

One frozen :class:`GameWords` for each game; :func:`.games.writing` finds it. Whoever writes with a :class:`.HtmlWriter`
knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vendetta_kit.course.markup import Markup
from vendetta_kit.games import FIRST
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.rulebook import Rulebook

from .html import Html, HtmlWriter, tag

__all__ = ["GameWords", "Log", "plain_card", "turn_of", "turn_title", "turn_when"]


@dataclass(frozen=True, slots=True)
class Log:
    """How a game's log is told.

    Args:
        lines: the lines of a view, in a language.
        chapter: to which chapter a line belongs: lines in a row with the same answer are one.
        title: what a chapter is called: ``(view, first line, pen)``.
        heads: kinds of lines that say no more than the title; their rules stand beside it.
        ahead: kinds of lines that belong to what comes then.
        steps: kinds of lines that part a chapter, and are not read out.
        untold: kinds of lines that tell of nobody's move.
    """

    lines: Callable[[Any, str], list[LogLine]]
    chapter: Callable[[LogLine], Hashable]
    title: Callable[[Any, LogLine, HtmlWriter], str]
    heads: Collection[str] = ()
    ahead: Collection[str] = ()
    steps: Collection[str] = ()
    untold: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class GameWords:
    """What a pen is given of a game.

    Args:
        game: the game's id.
        book: its rulebook.
        say: its words: ``(section, key, language, values)``.
        name: the name of a card, or of whatever else has a name of its own, in a language.
        text: what a card says, in a language.
        described: the same in plain words with its name, for pointing at it.
        card: a card as the dialog shows it.
        cards: all cards, each with what kind of thing it is: ``(language)``; the search finds them.
        markup: what light markup can refer to.
        log: how its log is told.
        when: when it is in a view, and where, in a few words: ``(view, pen)``.
        table: the table of a view, part by part, where nothing can be done at it: ``(view, pen, sums)``; without
            ``sums`` what a reader can add up from it is not said.
        sought: the words by which the search finds a card; by default its text.
        place: the name of a place.
        deck: the inside of the dialog for a deck.
        stories: the page that shows a scenario; empty if there is none.
        marks: keys of the page's words on what a rulebook does not vouch for (``mark.kit`` …).
    """

    game: str
    book: Rulebook
    say: Callable[[str, str, str, Mapping[str, Any]], str]
    name: Callable[[str | int, str], str]
    text: Callable[[str, str], str]
    described: Callable[[str, str], str]
    card: Callable[[HtmlWriter, str], Html]
    cards: Callable[[str], Mapping[str, str]]
    markup: Markup
    log: Log
    when: Callable[[Any, HtmlWriter], str]
    table: Callable[[Any, HtmlWriter, bool], list[Html]]
    sought: Callable[[str, str], str] | None = None
    place: Callable[[int | str, str], str] = lambda at, lang: str(at)
    deck: Callable[[HtmlWriter, str], Html] | None = None
    stories: str = ""
    marks: tuple[str, ...] = ()

    def full(self, name: str) -> str:
        """Return the name of a rule, card or term as it stands in a page that may speak of several games.

        >>> from .games import writing
        >>> writing("vtes").full("BLOCK-07"), writing("vendetta").full("PLAN-11")
        ('vtes:BLOCK-07', 'PLAN-11')
        """
        return name if self.game == FIRST else f"{self.game}:{name}"


def plain_card(name: str, lines: Iterable[str], pen: HtmlWriter) -> Html:
    """One of the kit's own cards as the dialog shows it: its name, and what it says line by line."""
    said = [tag("p", line, cls="vk-text") for line in lines]
    mark = tag("p", pen.say("mark.kit.sign"), " ", pen.say("mark.kit.long"), cls="vk-mark")
    return tag("div", tag("b", pen.name(name), cls="vk-card-name"), said, mark, cls="vk-card vk-plain", lang=pen.lang)


# Of games that are told turn by turn ------------------------------------------------------------------------


def turn_of(line: LogLine) -> Hashable:
    """The chapter of a line: before the first turn lies the set-up; what comes at the end stays with the last."""
    return line.moment.turn


def turn_title(view: Any, line: LogLine, pen: HtmlWriter) -> str:
    """What a turn is called."""
    moment = line.moment
    if not moment.turn:
        return pen.game("phase", moment.phase)
    return f"{pen.game('board', 'turn', n=moment.turn)} · {view.names[moment.seat]}"


def turn_when(view: Any, pen: HtmlWriter) -> str:
    """In which turn and phase a view is."""
    moment = view.moment
    phase = pen.game("phase", moment.phase)
    if not moment.turn or view.over:
        return phase
    return f"{pen.game('board', 'turn', n=moment.turn)} · {view.names[moment.seat]} · {phase}"
