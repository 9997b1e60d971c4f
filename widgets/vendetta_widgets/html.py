"""HTML for pages: text is escaped unless it is HTML already; names of cards and rule ids become buttons.

What a button opens is written when it is pressed (:mod:`.rule_card`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit import rulebook
from vendetta_kit.course import markup
from vendetta_kit.games import FIRST
from vendetta_kit.kernel.log import LoggedView, LogLine

from . import games, page_phrases

if TYPE_CHECKING:
    from .game_words import GameWords

MOST_RULES: Final = 1
"""The rule ids shown in a line; one click shows all."""
_CLOSES: Final = ".,;:!?)"
"""Signs that do not begin a line."""
VOID: Final = ("br", "hr", "img", "input")
"""Elements without content and end tag."""


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


class Element(Html):
    """One element with its attributes and content, so that changes are found without parsing."""

    __slots__ = ("attributes", "name", "pieces")

    name: str
    attributes: dict[str, object]
    """The attributes, as given to :func:`tag`."""
    pieces: list[str]
    """The content: elements, other HTML, and escaped text."""


class Pieces(Html):
    """Several pieces, one after the other."""

    __slots__ = ("pieces",)

    pieces: list[str]


def tag(name: str, /, *content: object, **attributes: object) -> Html:
    """Return an element. ``content`` is escaped unless it is :class:`Html`; lists are joined; ``None`` is left out.

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
    """Return pieces of content joined."""
    pieces: list[str] = []
    _gather(content, pieces)
    made = Pieces("".join(pieces))
    made.pieces = pieces
    return made


_WORDS: Final = re.compile(r"""<[^>]*>|[^<]+""")
READ_OUT: Final = ("aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder")
"""Attributes whose values are shown or read out."""
_READ_OUT: Final = re.compile(f"""( (?:{"|".join(READ_OUT)})=")([^"]*)""")


def words_of(written: str) -> list[str]:
    """Return the words of some HTML, without its tags.

    >>> words_of("<b>Stay</b> or <i>Withdraw</i>")
    ['Stay', 'or', 'Withdraw']
    """
    return " ".join(piece for piece in _WORDS.findall(written) if not piece.startswith("<")).split()


def with_words(text: str, change: Callable[[str], str]) -> str:
    """Return HTML in which ``change`` was made in all that is read: texts, and attributes that are read out.

    >>> with_words('<a title="a&#x27;s" data-key="a">a &amp; b</a>', str.upper)
    '<a title="A&#x27;S" data-key="a">A &amp; B</a>'
    """

    def changed(words: str) -> str:
        plain = html.unescape(words)
        now = change(plain)
        return words if now == plain else html.escape(now)

    def piece(found: re.Match[str]) -> str:
        if found[0][0] != "<":
            return changed(found[0])
        return _READ_OUT.sub(lambda one: one[1] + changed(one[2]), found[0])

    return _WORDS.sub(piece, text)


def attributes_of(element: Element) -> dict[str, str]:
    """Return an element's attributes by the names that HTML has for them.

    >>> attributes_of(tag("b", cls="vk-name", hidden=True, lang=None))
    {'class': 'vk-name', 'hidden': ''}
    """
    return {
        _attribute(key)[1:]: "" if value is True else str(value)
        for key, value in element.attributes.items()
        if value is not None and value is not False
    }


# A page has hundreds of elements, and all are written after each click.


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
    """Return a rule's title; of a ruling the topic, as its question may name cards that are face down."""
    book = games.writing(game).book
    entry = book.find(rule_id, lang)
    if isinstance(entry, rulebook.Ruling):
        return book.section_title(entry.section, lang)
    return entry.term if isinstance(entry, rulebook.Term) else entry.title


@cache
def _rule(rule_id: str, game: str, lang: str) -> Html:
    """Return the button of a rule; on a beginner's page (``.vk-beginner``) it shows a sign instead of the id."""
    name = page_phrases.say("rule.name", lang, rule=rule_id, title=_title(rule_id, game, lang))
    code = tag("span", rule_id)
    opens = f"rule:{games.writing(game).full(rule_id)}"
    return tag("button", code, type="button", cls="vk-rule", data_open=opens, aria_label=name)


@cache
def _rules(rule_ids: tuple[str, ...], most: int, game: str, lang: str) -> Html:
    """Return the buttons of the first rules, and one that lists all, the only one on a beginner's page."""
    several = None
    if len(rule_ids) > 1:
        more = tag("span", f"+{len(rule_ids) - most}") if len(rule_ids) > most else None
        name = page_phrases.say("rules.list", lang, rules=page_phrases.say("comma", lang).join(rule_ids))
        listed = f"rules:{','.join(map(games.writing(game).full, rule_ids))}"
        several = tag("button", more, type="button", cls="vk-rule vk-several", data_open=listed, aria_label=name)
    return tag("span", [_rule(rule_id, game, lang) for rule_id in rule_ids[:most]], several, cls="vk-rules")


@lru_cache(maxsize=4096)
def _described(card: str, game: str, lang: str) -> str:
    return games.writing(game).described(card, lang)


@cache
def _attribute(key: str) -> str:
    return " class" if key == "cls" else " " + key.rstrip("_").replace("_", "-")


class HtmlWriter:
    """A writer of HTML on one game in one language.

    Args:
        lang: the language.
        prefix: makes the ids of one page different from those of others in the same notebook.
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
        """The game's rulebook, words, cards and log."""
        return games.writing(self._game)

    def of(self, game: str) -> HtmlWriter:
        """Return a writer for a game: this one if it is the same game."""
        return self if game == self._game else HtmlWriter(self.lang, f"{self.prefix}-{game}", game)

    def say(self, key: str, **values: object) -> str:
        """Return words of the page."""
        return page_phrases.say(key, self.lang, **values)

    def game(self, section: str, key: str, **values: Any) -> str:
        """Return words of the game."""
        return self.writing.say(section, key, self.lang, values)

    def lines(self, view: LoggedView) -> list[LogLine]:
        """Return the lines of a view's log, cached for the last view."""
        if self._told is None or self._told[0] is not view:
            self._told = view, self.writing.log.lines(view, self.lang)
        return self._told[1]

    def id(self) -> str:
        """Return an id that no other element of the page has."""
        self._ids += 1
        return f"{self.prefix}-{self._ids}"

    def unseen(self, text: str) -> Html:
        """Return text for screen readers only."""
        return tag("span", text, cls="vk-unseen")

    # Buttons that open a card or rule ---------------------------------------------------------------------

    def opens(self, what: str, shown: object, cls: str, **attributes: object) -> Html:
        """Return a button that opens ``what``: ``card:BR07``, ``rule:PLAN-11`` or ``term:pool``."""
        kind, _, name = what.partition(":")
        opens = f"{kind}:{self.writing.full(name)}"
        return tag("button", shown, type="button", cls=cls, data_open=opens, **attributes)

    def opens_card(self, card: str, shown: object, cls: str, **attributes: object) -> Html:
        """Return a button that opens a card, with the card's text as its description."""
        return self.opens(f"card:{card}", shown, cls, aria_description=self.described(card), **attributes)

    def chip(self, card: str, *more: object) -> Html:
        """Return a card's name as a button that opens the card."""
        return self.opens_card(card, [self.name(card), *more], "vk-chip")

    def rule_title(self, rule_id: str) -> str:
        """Return a rule's title, without names of cards that may be face down."""
        return _title(rule_id, self._game, self.lang)

    def rule(self, rule_id: str) -> Html:
        """Return a rule id as a button that opens the rule."""
        return _rule(rule_id, self._game, self.lang)

    def rules(self, rule_ids: Iterable[str], most: int = MOST_RULES) -> Html:
        """Return ``most`` of several rule ids as buttons, and a button that lists all."""
        found = tuple(dict.fromkeys(rule_ids))
        return _rules(found, most, self._game, self.lang) if found else Html("")

    def told(self, words: str, rule_ids: Iterable[str], *then: object, most: int = MOST_RULES) -> Html:
        """Return words with their rules, which share the words' last line; ``then`` comes between both."""
        *before, end = words.pieces if isinstance(words, Pieces) else [_escaped(words)]
        head, space, last = ("", "", end) if isinstance(end, Element) else end.rpartition(" ")
        whole = tag("span", Html(last), then, " ", self.rules(rule_ids, most), cls="vk-unbroken")
        return joined([*(Html(piece) for piece in before), Html(head + space), whole])

    def marked(self, text: str) -> Html:
        """Return text with the lessons' light markup as HTML: bold, italic, and references to rules, cards or terms."""
        pieces: list[object] = []
        before = ""
        for kind, words_ in markup.parse(text):
            if kind == "ref":
                pieces.append(self.reference(words_))
            elif kind == "bold" or kind == "italic":
                pieces.append(tag(kind[0], words_))
            else:
                rest = words_.lstrip(_CLOSES) if before == "ref" else words_
                if rest != words_:  # beside a button a line may end, before a full stop as well
                    pieces.append(tag("span", pieces.pop(), words_[: len(words_) - len(rest)], cls="vk-unbroken"))
                pieces.append(rest)
            before = kind
        return joined(pieces)

    def reference(self, ref: str) -> Html:
        """Return the button for a reference in double brackets to a rule, card or term, perhaps with its own words."""
        name, shown = markup.parse_reference(ref)
        kind = self.writing.markup.kind_of(name)
        if kind == "rule" and not shown:
            return self.rule(name)
        if kind == "card":
            return self.opens_card(name, shown or self.name(name), "vk-chip")
        if kind == "term":
            return self.opens(f"term:{name}", shown or self.writing.book.term(name, self.lang).term, "vk-term")
        return self.opens(f"rule:{name}", shown, "vk-term")

    def described(self, card: str) -> str:
        """Return a card's name and text for a tooltip."""
        return _described(card, self._game, self.lang)

    # Names ------------------------------------------------------------------------------------------------

    def name(self, card: str | int) -> str:
        """Return the name of a card, clan or Location tile."""
        return self.writing.name(card, self.lang)

    def place(self, at: int | str) -> str:
        """Return the name of a Location."""
        return self.writing.place(at, self.lang)
