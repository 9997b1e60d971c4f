"""Deck lists as players write them, with numbers and names under headings, and their errors line by line.

>>> deck = read_deck("Crypt (2 cards)\\n1x Ragna Holt\\n1x Nobody\\nLibrary\\n3 Sawn-Off  # a gun")
>>> dict(deck.crypt), dict(deck.library), deck.listed
({'CV01': 1}, {'CL09': 3}, {'crypt': 2, 'library': 3})
>>> print(deck.slips[1].text())
line 3: no card here is called 'Nobody'; expected the name or id of a card of the practice set or of your own
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from vendetta_kit.data_paths import languages_of, read_json, read_words
from vendetta_kit.input_checks import number_of
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.state import MAX_SEATS

from .card_reader import practice_set, read_cards
from .cards import Card
from .rule_numbers import FEWEST_SEATS, LEAST_CRYPT, LEAST_LIBRARY, MORE_FOR_EACH_PLAYER

PARTS: Final = ("crypt", "library")
MOST_COPIES: Final = 200
"""The most copies of a card; more is taken for a mistake."""
MOST_SIGNS: Final = 20_000
"""The most characters of a list."""
ARTICLES: Final = ("the", "a", "an", "der", "die", "das", "ein", "eine")
"""With which a name may begin, in any language."""
_NUMBERED: Final = re.compile(r"(\d+)(?:\s*[xX×*](?=\s)|[xX×*](?=\S)|(?=\s))\s*(\S.*)")
_NUMBER_AFTER: Final = re.compile(r"(\S.*?)\s+[xX×*]\s?(\d+)")
_REMARK: Final = re.compile(r"(?:^|\s+)(?:#|//|;|-- ).*")
_BULLET: Final = re.compile(r"[-*•·]\s+(?=\d)")
_HEAD: Final = re.compile(r"[^\W\d_][^\d\[\](){}:=]*")
_IN_BRACKETS: Final = re.compile(r"\s*[\[(][^\])]*[\])]\s*$")
_COLUMNS: Final = re.compile(r"\t|\s{2,}|\s+\d+\s")


class DeckListFault(NamedTuple):
    """An error in a line of a list; line 0 is the whole list."""

    line: int
    fault: Message
    expected: Message | None = None

    def said(self) -> Message:
        """Return the error without its line."""
        return self.fault if self.expected is None else Message("line", fault=self.fault, expected=self.expected)

    def told(self) -> Message:
        """Return the error with its line."""
        return Message("vtes.deck_line", line=self.line, said=self.said()) if self.line else self.said()

    def text(self, lang: str = "en") -> str:
        """Return the error with its line as text."""
        return self.told().text(lang)


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck as read from a list: ids with their copies, and the errors.

    ``listed`` counts all cards of the list, unknown ones included.
    """

    crypt: Mapping[str, int]
    library: Mapping[str, int]
    listed: Mapping[str, int]
    slips: tuple[DeckListFault, ...]

    @property
    def deck(self) -> dict[str, dict[str, int]]:
        """Return the deck for a set-up."""
        return {"crypt": dict(self.crypt), "library": dict(self.library)}

    def sum(self) -> Message:
        """Return the numbers of listed cards and of known ones in words."""
        here = {part: sum(getattr(self, part).values()) for part in PARTS}
        return Message("vtes.deck_sum", crypt=self.listed["crypt"], crypt_here=here["crypt"],
                    library=self.listed["library"], library_here=here["library"])  # fmt: skip

    def report(self, lang: str = "en") -> list[str]:
        """Return the sums, a line for each error, and the number of players for this size of library (COMP-07)."""
        lines = [self.sum().text(lang), *(slip.text(lang) for slip in self.slips)]
        fewest = -(-(self.listed["library"] - LEAST_LIBRARY) // MORE_FOR_EACH_PLAYER)
        if FEWEST_SEATS < fewest <= MAX_SEATS:
            lines.append(Message("vtes.deck_players", count=self.listed["library"], players=fewest).text(lang))
        return lines


def read_deck(text: str, cards: Sequence[Any] = (), players: int | None = None) -> DeckList:
    """Read a deck list with the practice set and the user's own cards.

    Args:
        text: lines such as ``2x Name`` or ``2 Name``, headings such as ``Crypt (12 cards)`` and ``Combat (8)``, and
            comments after ``#``, ``//`` or ``;``. Lines before the first heading are the title.
        cards: the user's own cards, as for ``Game.new``.
        players: the number of players, for the size of the library (COMP-07); ``None`` for any number.

    Raises:
        BadPosition: one of the user's own cards is invalid.
    """
    return listed(text, {**practice_set(), **read_cards(cards, ("cards",))}, players)


def listed(text: str, records: Mapping[str, Card], players: int | None = None) -> DeckList:
    """Read a deck list with these cards by id; other arguments as for :func:`read_deck`."""
    return _Reading(records).read(text, players)


def list_of(deck: Mapping[str, Mapping[str, int]], records: Mapping[str, Card]) -> str:
    """Return the list that :func:`listed` reads as this deck: by names, or by ids where a name is not enough.

    >>> print(list_of({"crypt": {"CV01": 1}, "library": {"CL09": 3}}, practice_set()), end="")
    Crypt
    1x Ragna Holt
    Library
    3x Sawn-Off
    """
    for told in (lambda card: records[card].name["en"], str):
        lines = []
        for part in PARTS:
            lines += [part.capitalize(), *(f"{count}x {told(card)}" for card, count in deck[part].items())]
        text = "\n".join(lines) + "\n"
        if listed(text, records).deck == deck:
            break
    return text


@dataclass(slots=True)
class _Heading:
    """A heading, with the number of cards read below it."""

    line: int
    words: str
    says: int | None
    types: tuple[str, ...]
    count: int = 0


class _Reading:
    """A reader of one list."""

    def __init__(self, records: Mapping[str, Card]) -> None:
        self.records = records
        self.names: dict[str, list[str]] = {}
        for card in records.values():
            for name in {folded(card.id), *(folded(name) for name in card.name.values())}:
                self.names.setdefault(name, []).append(card.id)
        self.found: dict[str, dict[str, int]] = {part: {} for part in PARTS}
        self.count = dict.fromkeys(PARTS, 0)
        self.heading_of: dict[str, _Heading] = {}
        self.part = ""
        self.below: _Heading | None = None
        self.slips: list[DeckListFault] = []

    def read(self, text: str, players: int | None) -> DeckList:
        if len(text) > MOST_SIGNS:
            self.slips.append(DeckListFault(0, Message("vtes.deck_long", most=MOST_SIGNS)))
            text = text[:MOST_SIGNS]
        for number, line in enumerate(text.splitlines(), 1):
            self._line(number, line.expandtabs(4).rstrip())
        self._close(self.below)
        for heading in self.heading_of.values():
            self._close(heading)
        self._sizes(players)
        slips = sorted(self.slips, key=lambda slip: slip.line or len(text))
        return DeckList(self.found["crypt"], self.found["library"], dict(self.count), tuple(slips))

    def _line(self, number: int, line: str) -> None:
        line = _BULLET.sub("", _REMARK.sub("", line).strip(), 1)
        if not any(sign.isalnum() for sign in line):
            return
        numbered = _NUMBERED.fullmatch(line)
        after = None if numbered else _NUMBER_AFTER.fullmatch(line)
        if numbered:
            self._card(number, numbered[1], numbered[2])
        elif after and self._known(after[1]):
            self._card(number, after[2], after[1])
        elif not self._heading(number, line) and (self.heading_of or any(self.count.values())):
            self._neither(number, line)

    def _neither(self, number: int, line: str) -> None:
        if self._known(line):
            fault = Message("vtes.deck_number", value=line)
        elif line.endswith(":") or _IN_BRACKETS.search(line):
            self.slips.append(
                DeckListFault(number, Message("vtes.deck_heading", value=line), Message("want.vtes_deck_heading"))
            )
            self._close(self.below)
            self.below = None
            return
        else:
            fault = Message("found", value=line)
        self.slips.append(DeckListFault(number, fault, Message("want.vtes_deck_line")))

    def _heading(self, number: int, line: str) -> bool:
        """Take a line as a heading; return whether it is one."""
        head = _HEAD.match(line)
        means = _meaning(head[0]) if head else ()
        if not head or not means:
            return False
        rest = re.search(r"\d+", line[head.end() :])
        heading = _Heading(number, head[0].strip(" -–"), int(rest[0][:6]) if rest else None, means)
        if means[0] in PARTS:
            self.part = means[0]
            self._close(self.below)
            self.below = None
            if self.part in self.heading_of:
                self._close(self.heading_of[self.part])
            self.heading_of[self.part] = heading
        else:
            self._close(self.below)
            self.below, self.part = heading, "library"
        return True

    def _close(self, heading: _Heading | None) -> None:
        """Add an error if a heading names another number than its cards."""
        if heading is not None and heading.says not in (None, heading.count):
            fault = Message("vtes.deck_count", heading=heading.words, says=heading.says, count=heading.count)
            self.slips.append(DeckListFault(heading.line, fault))

    def _card(self, number: int, digits: str, name: str) -> None:
        copies = number_of(digits, 1, MOST_COPIES)
        if copies is None:
            want = Message("want.whole", least=1, most=MOST_COPIES)
            self.slips.append(DeckListFault(number, Message("vtes.deck_copies", value=name, count=digits[:12]), want))
        ids = self._known(name)
        card = self.records[ids[0]] if len(ids) == 1 else None
        belongs = self.part
        if card is not None:
            belongs = "crypt" if card.type == "vampire" else "library"
            self._placed(number, card, belongs)
        elif ids:
            fault = Message("vtes.deck_two", value=_shown(name), words=ids)
            self.slips.append(DeckListFault(number, fault, Message("want.vtes_deck_id")))
        else:
            self._missing(number, name)
        part = belongs or "library"
        self.count[part] += copies or 0
        for heading in (self.heading_of.get(self.part), self.below):
            if heading is not None:
                heading.count += copies or 0
        if card is not None and copies is not None:
            self.found[part][card.id] = self.found[part].get(card.id, 0) + copies

    def _placed(self, number: int, card: Card, belongs: str) -> None:
        """Add an error if a card is under a wrong heading."""
        under = None
        if self.part and belongs != self.part:
            under = self.below or self.heading_of.get(self.part)
        elif self.below is not None and card.type not in self.below.types:
            under = self.below
        if under is not None:
            fault = Message("vtes.deck_under", name=card.named, heading=under.words)
            self.slips.append(DeckListFault(number, fault, Message("want.vtes_deck_under", type=_type_in(card))))

    def _missing(self, number: int, name: str) -> None:
        from difflib import get_close_matches

        near = get_close_matches(folded(_shown(name)), list(self.names), 1, 0.75)
        want = Message("want.vtes_deck_card")
        if near:
            want = Message("want.vtes_deck_near", name=self.records[self.names[near[0]][0]].named)
        self.slips.append(DeckListFault(number, Message("vtes.deck_missing", value=_shown(name)), want))

    def _known(self, name: str) -> list[str]:
        """Return the ids of cards with the name in a line, with or without the columns after it."""
        for tried in _forms(name):
            ids = self.names.get(folded(tried))
            if ids:
                return ids
        return []

    def _sizes(self, players: int | None) -> None:
        """Add an error if the rules ask for another number of cards (COMP-06, COMP-07)."""
        for part, rule, want in against_sizes(self.count["crypt"], self.count["library"], players or MAX_SEATS):
            key = "vtes.deck_crypt" if part == "crypt" else "vtes.deck_library"
            fault = Message(key, count=self.count[part], rule=rule)
            self.slips.append(DeckListFault(self._line_of(part), fault, want))

    def _line_of(self, part: str) -> int:
        return self.heading_of[part].line if part in self.heading_of else 0


def most_in_library(players: int) -> int:
    """Return the most cards of a library in a game of so many players (COMP-07).

    >>> most_in_library(6)
    100
    """
    return LEAST_LIBRARY + MORE_FOR_EACH_PLAYER * players


def against_sizes(crypt: int, library: int, players: int) -> Iterator[tuple[str, str, Message]]:
    """Yield each part of a deck with a wrong number of cards: its name, the rule, and what is expected (COMP-06)."""
    if crypt < LEAST_CRYPT:
        yield "crypt", "COMP-06", Message("want.vtes_crypt", least=LEAST_CRYPT)
    most = most_in_library(players)
    if not LEAST_LIBRARY <= library <= most:
        yield "library", "COMP-07", Message("want.vtes_library", least=LEAST_LIBRARY, most=most)


def folded(name: str) -> str:
    """Return a name in its form for look-ups: lower case without accents, one kind of apostrophe, article in front.

    >>> folded("Fährmann, Der"), folded("  THE  Ferryman’s ")
    ('der fahrmann', "the ferryman's")
    """
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
    plain = " ".join(plain.replace("’", "'").replace("`", "'").split())
    front, _, article = plain.rpartition(", ")
    return f"{article} {front}" if article in ARTICLES else plain


def _forms(name: str) -> Iterator[str]:
    """Yield the possible names in a line: all of it, without brackets, without further columns."""
    yield name
    bare = _IN_BRACKETS.sub("", name)
    yield bare
    for column in _COLUMNS.finditer(name):
        yield name[: column.start()]


def _shown(name: str) -> str:
    """Return the name of an unknown card in a line: the text before the columns."""
    return _COLUMNS.split(name, maxsplit=1)[0]


@cache
def _headings() -> Mapping[str, tuple[str, ...]]:
    """Return the meaning of each heading: a part of the deck, or types of cards."""
    means: dict[str, tuple[str, ...]] = {}
    for lang in languages_of("deck_list.json", "vtes"):
        for meaning, words in read_json("vtes", "lang", lang, "deck_list.json").items():
            for word in words:
                types = ("master", "out_of_turn") if meaning == "master" else (meaning,)
                means[folded(word)] = types
    return means


def _meaning(words: str) -> tuple[str, ...]:
    """Return the meaning of a heading, also of several types such as ``Action Modifier/Combat``; empty if none."""
    found: list[str] = []
    for word in re.split(r"[/&,+]", words):
        bare = re.sub(r"[\s:–-]+$", "", folded(word)).strip()
        bare = re.sub(r"\s(cards?|karten?)$", "", bare)
        means = _headings().get(bare)
        if means is None:
            return ()
        found += means
    return tuple(found)


def _type_in(card: Card) -> Callable[[str], str]:
    """Return a function for the words of a card's type in a language."""

    def said(lang: str) -> str:
        words: Mapping[str, str] = read_words("messages.json", lang, "vtes")["type"]
        return words[card.type]

    return said
