"""HTML as the page writes it: escaped unless it is HTML already, and with a card behind every name and every rule id.

A rule id or a card's name is a button; what it opens is written when it is asked for (:mod:`.rule_card`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit import rulebook
from vendetta_kit.course import markup
from vendetta_kit.games import FIRST
from vendetta_kit.kernel.log import LoggedView, LogLine

from . import games, page_phrases

if TYPE_CHECKING:
    from .game_words import GameWords

__all__ = ["Element", "Html", "HtmlWriter", "Pieces", "attributes_of", "joined", "tag"]

MOST_RULES: Final = 1
"""So many rule ids stand in a line; all are one click away."""
VOID: Final = ("br", "hr", "img", "input")
"""Elements without content, which have no end."""


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


class Element(Html):
    """One element, which still knows what it is made of: what has changed in it can be found without reading it."""

    __slots__ = ("attributes", "name", "pieces")

    name: str
    attributes: dict[str, object]
    """As :func:`tag` was given them."""
    pieces: list[str]
    """Its content: elements, other HTML, and text that is escaped."""


class Pieces(Html):
    """Several pieces, one after the other."""

    __slots__ = ("pieces",)

    pieces: list[str]


def tag(name: str, /, *content: object, **attributes: object) -> Html:
    """One element. ``content`` is escaped unless it is :class:`Html`; lists are joined; ``None`` is left out.

    >>> tag("b", "<Bob>", cls="vk-name", aria_hidden="true")
    '<b class="vk-name" aria-hidden="true">&lt;Bob&gt;</b>'
    """
    given = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        given += _attribute(key) if value is True else f'{_attribute(key)}="{_escaped(str(value))}"'
    pieces: list[str] = []
    _gather(content, pieces)
    made = Element(f"<{name}{given}>" if name in VOID else f"<{name}{given}>{''.join(pieces)}</{name}>")
    made.name, made.attributes, made.pieces = name, attributes, pieces
    return made


def joined(content: Iterable[object]) -> Html:
    """Pieces of content as one."""
    pieces: list[str] = []
    _gather(content, pieces)
    made = Pieces("".join(pieces))
    made.pieces = pieces
    return made


def attributes_of(element: Element) -> dict[str, str]:
    """An element's attributes as they stand in the page.

    >>> attributes_of(tag("b", cls="vk-name", hidden=True, lang=None))
    {'class': 'vk-name', 'hidden': ''}
    """
    return {
        _attribute(key)[1:]: "" if value is True else str(value)
        for key, value in element.attributes.items()
        if value is not None and value is not False
    }


# A page is some hundreds of elements, and all of them are written between a click and what it brings about.


def _gather(content: Iterable[object], pieces: list[str]) -> None:
    for piece in content:
        if isinstance(piece, Pieces):
            pieces += piece.pieces
        elif isinstance(piece, Html):
            pieces.append(piece)
        elif isinstance(piece, (list, tuple)):
            _gather(piece, pieces)
        elif piece is not None:
            pieces.append(_escaped(str(piece)))


def _escaped(text: str) -> str:
    return html.escape(text) if _special(text) else text


_special: Final = re.compile("[&<>\"']").search


@cache
def _title(rule_id: str, game: str, lang: str) -> str:
    """What a rule is called. A ruling's question may name cards that lie face down: only what it is about."""
    book = games.writing(game).book
    entry = book.find(rule_id, lang)
    if isinstance(entry, rulebook.Ruling):
        return book.section_title(entry.section, lang)
    return entry.term if isinstance(entry, rulebook.Term) else entry.title


@cache
def _rule(rule_id: str, game: str, lang: str) -> Html:
    """The chip of a rule. On a beginner's page (``.vk-beginner``) the code is not seen, but a quiet sign."""
    name = page_phrases.say("rule.name", lang, rule=rule_id, title=_title(rule_id, game, lang))
    code = tag("span", rule_id)
    opens = f"rule:{games.writing(game).full(rule_id)}"
    return tag("button", code, type="button", cls="vk-rule", data_open=opens, aria_label=name)


@cache
def _rules(rule_ids: tuple[str, ...], most: int, game: str, lang: str) -> Html:
    """The chips of the first rules and a sign that lists all of them: on a beginner's page the only one."""
    several = None
    if len(rule_ids) > 1:
        more = tag("span", f"+{len(rule_ids) - most}") if len(rule_ids) > most else None
        name = page_phrases.say("rules.list", lang, rules=page_phrases.say("comma", lang).join(rule_ids))
        listed = f"rules:{','.join(map(games.writing(game).full, rule_ids))}"
        several = tag("button", more, type="button", cls="vk-rule vk-several", data_open=listed, aria_label=name)
    return tag("span", [_rule(rule_id, game, lang) for rule_id in rule_ids[:most]], several, cls="vk-rules")


@cache
def _described(card: str, game: str, lang: str) -> str:
    return games.writing(game).described(card, lang)


@cache
def _attribute(key: str) -> str:
    return " class" if key == "cls" else " " + key.rstrip("_").replace("_", "-")


class HtmlWriter:
    """Writes of one game in one language.

    Args:
        lang: the language.
        prefix: sets the ids of one page apart from those of another in the same notebook.
        game: the game's id.

    >>> HtmlWriter("de").name("BR07"), HtmlWriter("de", game="vtes").game("phase", "untap")
    ('Show of Force', 'Enttappphase')
    """

    def __init__(self, lang: str = "en", prefix: str = "vk", game: str = FIRST) -> None:
        self.lang = lang
        self.prefix = prefix
        self._game = game
        self._ids = 0
        self._told: tuple[LoggedView, list[LogLine]] | None = None

    @property
    def writing(self) -> GameWords:
        """What is this game's own: its rulebook, words, cards and log."""
        return games.writing(self._game)

    def of(self, game: str) -> HtmlWriter:
        """This pen, or for another game one of its own."""
        return self if game == self._game else HtmlWriter(self.lang, f"{self.prefix}-{game}", game)

    def say(self, key: str, **values: object) -> str:
        """The page's own words."""
        return page_phrases.say(key, self.lang, **values)

    def game(self, section: str, key: str, **values: Any) -> str:
        """The game's words."""
        return self.writing.say(section, key, self.lang, values)

    def lines(self, view: LoggedView) -> list[LogLine]:
        """The lines of a view's log: told once, wherever a drawing speaks of them."""
        if self._told is None or self._told[0] is not view:
            self._told = view, self.writing.log.lines(view, self.lang)
        return self._told[1]

    def id(self) -> str:
        """An id that no other element of the page has."""
        self._ids += 1
        return f"{self.prefix}-{self._ids}"

    def unseen(self, text: str) -> Html:
        """For those who hear the page rather than see it."""
        return tag("span", text, cls="vk-unseen")

    # What can be opened -----------------------------------------------------------------------------------

    def opens(self, what: str, shown: object, cls: str, **attributes: object) -> Html:
        """A button that opens a card or a rule: ``what`` is ``card:BR07``, ``rule:PLAN-11`` or ``term:pool``."""
        kind, _, name = what.partition(":")
        opens = f"{kind}:{self.writing.full(name)}"
        return tag("button", shown, type="button", cls=cls, data_open=opens, **attributes)

    def opens_card(self, card: str, shown: object, cls: str) -> Html:
        """A button that opens a card; pointing at it says what the card does."""
        return self.opens(f"card:{card}", shown, cls, aria_description=self.described(card))

    def chip(self, card: str, *more: object) -> Html:
        """A card's name, which opens the card."""
        return self.opens_card(card, [self.name(card), *more], "vk-chip")

    def rule_title(self, rule_id: str) -> str:
        """What a rule is called, wherever cards may lie face down."""
        return _title(rule_id, self._game, self.lang)

    def rule(self, rule_id: str) -> Html:
        """A rule id; a click opens the rule."""
        return _rule(rule_id, self._game, self.lang)

    def rules(self, rule_ids: Iterable[str], most: int = MOST_RULES) -> Html:
        """Several rule ids: ``most`` of them, and a sign that opens the list of all."""
        found = tuple(dict.fromkeys(rule_ids))
        return _rules(found, most, self._game, self.lang) if found else Html("")

    def told(self, words: str, rule_ids: Iterable[str], *then: object, most: int = MOST_RULES) -> Html:
        """Words with their rules, and ``then`` before these: the sign never stands alone on the next line."""
        *before, end = words.pieces if isinstance(words, Pieces) else [_escaped(words)]
        head, space, last = ("", "", end) if isinstance(end, Element) else end.rpartition(" ")
        whole = tag("span", Html(last), then, " ", self.rules(rule_ids, most), cls="vk-unbroken")
        return joined([*(Html(piece) for piece in before), Html(head + space), whole])

    def marked(self, text: str) -> Html:
        """Words with the lessons' light markup: bold, italic, and names in brackets that open a rule, card or term."""
        pieces: list[object] = []
        for kind, words_ in markup.parse(text):
            if kind == "ref":
                pieces.append(self.reference(words_))
            else:
                pieces.append(tag("b", words_) if kind == "bold" else tag("i", words_) if kind == "italic" else words_)
        return joined(pieces)

    def reference(self, ref: str) -> Html:
        """What a name in double brackets becomes: a rule's id, a card's name or a term, perhaps in words of its own."""
        name, shown = markup.ref(ref)
        kind = self.writing.markup.kind_of(name)
        if kind == "rule" and not shown:
            return self.rule(name)
        if kind == "card":
            return self.opens_card(name, shown or self.name(name), "vk-chip")
        if kind == "term":
            return self.opens(f"term:{name}", shown or self.writing.book.term(name, self.lang).term, "vk-term")
        return self.opens(f"rule:{name}", shown, "vk-term")

    def described(self, card: str) -> str:
        """What a card says, in plain words: for pointing at its name."""
        return _described(card, self._game, self.lang)

    # Names ------------------------------------------------------------------------------------------------

    def name(self, card: str | int) -> str:
        """The name of a card, clan or Location tile."""
        return self.writing.name(card, self.lang)

    def place(self, at: int | str) -> str:
        """The name of a Location."""
        return self.writing.place(at, self.lang)
