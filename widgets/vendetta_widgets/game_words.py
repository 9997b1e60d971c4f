"""What an :class:`.HtmlWriter` needs of a game: its rulebook, words, cards and log, in one :class:`GameWords` each.

:func:`.games.writing` returns a game's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vendetta_kit.course.markup import Markup
from vendetta_kit.games import FIRST
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.rulebook import Rulebook

from .html import Html, HtmlWriter, tag


@dataclass(frozen=True, slots=True)
class Log:
    """The form of a game's log.

    Args:
        lines: the lines of a view, in a language.
        chapter: returns a line's chapter; successive lines with equal ones make a chapter.
        title: returns a chapter's title: ``(view, first line, pen)``.
        heads: kinds of lines that say only what the title says; their rules are shown beside it.
        ahead: kinds of lines that belong to the lines after them.
        steps: kinds of lines that divide a chapter, and are not read out.
        untold: kinds of lines that are about no player's move.
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
    """What an :class:`.HtmlWriter` needs of a game.

    Args:
        game: the game's id.
        book: its rulebook.
        say: returns words: ``(section, key, language, values)``.
        name: returns the name of a card or another named thing, in a language.
        text: returns a card's text, in a language.
        described: returns a card's name and text for a tooltip.
        card: returns a card for the dialog.
        cards: returns all cards with their kinds, for the search: ``(language)``.
        markup: what light markup can refer to.
        log: the form of its log.
        when: returns the time and place of a view in a few words: ``(view, pen)``.
        table: returns the parts of a view's table without controls: ``(view, pen, sums)``; without ``sums`` totals
            that a reader can add up are left out.
        asked: returns what of a table a question needs, by the names in its ``shows``:
            ``(view, pen, sums, names, before)``, where ``before`` is the view before the outcome, or ``None``;
            by default the whole table.
        sought: returns the words by which the search finds a card; by default its text.
        place: returns the name of a place.
        deck: returns the inside of the dialog for a deck.
        stories: the page that shows a scenario; empty if there is none.
        marks: keys of the words that mark what is not from the rulebook (``mark.kit`` …).
        translated: returns a text with the translations of the card names in it, in a language; ``None`` if all cards
            have names in each language.
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
    asked: Callable[[Any, HtmlWriter, bool, Sequence[str], Any], list[Html]] | None = None
    sought: Callable[[str, str], str] | None = None
    place: Callable[[int | str, str], str] = lambda at, lang: str(at)
    deck: Callable[[HtmlWriter, str], Html] | None = None
    stories: str = ""
    marks: tuple[str, ...] = ()
    translated: Callable[[str, str], str] | None = None

    def full(self, name: str) -> str:
        """Return the name of a rule, card or term for a page on several games.

        >>> from .games import writing
        >>> writing("vtes").full("BLOCK-07"), writing("vendetta").full("PLAN-11")
        ('vtes:BLOCK-07', 'PLAN-11')
        """
        return name if self.game == FIRST else f"{self.game}:{name}"


def plain_card(name: str, lines: Iterable[str], pen: HtmlWriter, picture: Html | None = None) -> Html:
    """One of the kit's own cards as the dialog shows it: its picture, its name, and what it says line by line."""
    said = [tag("p", line, cls="vk-text") for line in lines]
    mark = tag("p", pen.say("mark.kit.sign"), " ", pen.say("mark.kit.long"), cls="vk-mark")
    title = tag("b", pen.name(name), cls="vk-card-name")
    return tag("div", picture, title, said, mark, cls="vk-card vk-plain", lang=pen.lang)


# For games with turns ---------------------------------------------------------------------------------------


def turn_of(line: LogLine) -> Hashable:
    """Return the chapter of a line: its turn, 0 for the set-up."""
    return line.moment.turn


def turn_title(view: Any, line: LogLine, pen: HtmlWriter) -> str:
    """Return the title of a turn, or the phase before the first turn."""
    moment = line.moment
    if not moment.turn:
        return pen.game("phase", moment.phase)
    return f"{pen.game('board', 'turn', n=moment.turn)} · {view.names[moment.seat]}"


def turn_when(view: Any, pen: HtmlWriter) -> str:
    """Return the turn and phase of a view in words."""
    moment = view.moment
    phase = pen.game("phase", moment.phase)
    if not moment.turn or view.over:
        return phase
    return f"{pen.game('board', 'turn', n=moment.turn)} · {view.names[moment.seat]} · {phase}"
