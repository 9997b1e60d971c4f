"""The rulebook of a game: rules, rulings and terms by id, in each language of the game's data folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import wraps
from math import log1p
from typing import Any, Final, TypeVar

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.data_paths import languages, languages_of, read_json, read_words
from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import quoted
from vendetta_kit.registered_games import FIRST
from vendetta_kit.rulebook.rule_records import Entry, Rule, Ruling, Term, UnknownGame, UnknownLanguage, UnknownRule
from vendetta_kit.rulebook.rule_search import Index, SearchEntry, ranked

_Made = TypeVar("_Made")
_What = TypeVar("_What", bound=Hashable)

_TERM: Final = 0.6
"""Search weight of a term of the glossary, relative to a rule: the rule is more often the answer to a question."""
_NAMED_BY_OTHERS: Final = 0.2


def _once(make: Callable[[Rulebook, str], _Made]) -> Callable[[Rulebook, str], _Made]:
    """Decorate a method so that its result is made once for each rulebook and language."""

    @wraps(make)
    def made(book: Rulebook, lang: str) -> _Made:
        key = (make.__name__, lang)
        if key not in book.made:
            book.made[key] = make(book, lang)
        found: _Made = book.made[key]
        return found

    return made


class Rulebook:
    """The rules, rulings and terms of one game, read from its data folder when first needed.

    The folder holds ``rules/rules.json``, ``rules/rulings.json`` and ``rules/glossary.json`` (the facts), and for
    each language ``lang/<language>/`` with ``rules.json``, ``rulings.json``, ``glossary.json`` and ``sections.json``
    (the texts; English ones are used for what a language lacks) and, except in English, ``rule_titles.json``. The
    texts that all rulebooks share are in the kit's own ``lang/<language>/rulebook.json``; ``sections.json`` may replace
    some of them. An optional ``search.json`` helps the search: ``means`` maps words of the rulebook to words that
    players use for them, and ``asked`` maps ids to questions of players. The kit's own ``search.json`` has the words
    of all games, question words, and irregular forms of verbs.

    Args:
        folder: path of the folder, below the kit's data folder or absolute.
        example: id of a rule for messages that show what ids look like; by default the first rule's.

    >>> Rulebook("vendetta").rule("FRZ-01").title
    'When Frenzy strikes'
    """

    def __init__(self, folder: str, example: str | None = None) -> None:
        self._folder = folder
        self._example = example
        self.made: dict[tuple[str, str], Any] = {}

    def languages(self) -> tuple[str, ...]:
        """Return the codes of the languages in which the rules can be read, one for each folder of ``lang``.

        >>> {"de", "en"} <= set(VENDETTA.languages())
        True
        """
        return languages()

    def written(self) -> tuple[str, ...]:
        """Return the languages that have the rules in words of their own; lessons must be in these, too."""
        return languages_of("rules.json", self._folder)

    def _known(self, lang: str) -> str:
        if lang not in self.languages():
            raise UnknownLanguage(f"lang: found {lang!r}; expected {one_of(self.languages())}")
        return lang

    def _words(self, lang: str, name: str) -> dict[str, Any]:
        """Return the content of one file of texts."""
        return read_words(name, self._known(lang), self._folder)

    @takes(group=TEXT, key=TEXT)
    def word(self, group: str, key: str, lang: str = "en") -> str:
        """Return a text of this game, or one that all games share, by its group and key.

        Groups of a game: ``sections``, ``paragraphs``, ``no_effect``; of every game: ``kinds``, ``types``, ``labels``.

        >>> VENDETTA.word("kinds", "deduced"), VENDETTA.word("kinds", "deduced", "de")
        ('deduced', 'abgeleitet')
        >>> VENDETTA.word("labels", "page"), VTES.word("labels", "page")
        ('p.', 'l.')
        """
        for words in (self._sections(lang), read_words("rulebook.json", lang)):
            if key in words.get(group, {}):
                return str(words[group][key])
        raise KeyError(f"neither sections.json nor rulebook.json has {group}.{key}")

    def edition(self, lang: str = "en") -> str | None:
        """Return a text that names the edition of the rules; ``None`` for a game with only one edition.

        >>> VTES.edition()
        "Vampire: The Eternal Struggle, rules of 8 October 1998; today's differ."
        """
        found = self._sections(self._known(lang)).get("labels", {}).get("edition")
        return None if found is None else str(found)

    @_once
    def _sections(self, lang: str) -> dict[str, Any]:
        return self._words(lang, "sections.json")

    @_once
    def _rules(self, lang: str) -> dict[str, Rule]:
        texts = self._words(lang, "rules.json")
        titles = {} if lang == "en" else self._words(lang, "rule_titles.json")
        settled: dict[str, list[str]] = {}
        for record in read_json(self._folder, "rules", "rulings.json"):
            for rule_id in record["related"]:
                settled.setdefault(rule_id, []).append(record["id"])
        return {
            record["id"]: Rule(
                id=record["id"],
                section=record["section"],
                title=titles.get(record["id"], record["title"]),
                text=texts[record["id"]],
                pages=tuple(record["pages"]),
                kind=record["kind"],
                type=record["type"],
                related=tuple(record["related"]),
                rulings=tuple(settled.get(record["id"], ())),
                no_effect=record["no_effect"],
                lang=lang,
            )
            for record in read_json(self._folder, "rules", "rules.json")
        }

    @_once
    def _rulings(self, lang: str) -> dict[str, Ruling]:
        texts = self._words(lang, "rulings.json")
        return {
            record["id"]: Ruling(
                id=record["id"],
                question=texts[record["id"]]["question"],
                default=texts[record["id"]]["default"],
                other=texts[record["id"]]["other"],
                switch=record["switch"],
                options=tuple(record["options"]),
                default_option=record["default"],
                pages=tuple(record["pages"]),
                related=tuple(record["related"]),
                doubtful=record["doubtful"],
                source=record.get("source", "rulings"),
                no_effect=record.get("no_effect"),
                read=tuple([self._place(name, lang) for name in record.get("read", ())]),
                open=texts[record["id"]].get("open", ""),
                lang=lang,
            )
            for record in read_json(self._folder, "rules", "rulings.json")
        }

    def _place(self, name: str, lang: str) -> str:
        """Return a place in the rulebook as text; ``name`` is a page and one of its paragraphs, or lines."""
        pages, _, paragraph = name.partition(":")
        place = f"{self.word('labels', 'page', lang)} {pages.replace('-', '–')}"
        return f"{place} {self.word('paragraphs', paragraph, lang)}" if paragraph else place

    @_once
    def _terms(self, lang: str) -> dict[str, Term]:
        texts = self._words(lang, "glossary.json")
        terms = [
            Term(
                record["key"], texts[record["key"]]["term"], texts[record["key"]]["text"], tuple(record["rules"]), lang
            )
            for record in read_json(self._folder, "rules", "glossary.json")
        ]
        return {entry.key: entry for entry in sorted(terms, key=lambda entry: entry.term.casefold())}

    def all_rules(self, lang: str = "en") -> tuple[Rule, ...]:
        """Return every rule, in the order of the rulebook.

        >>> len(VENDETTA.all_rules())
        263
        """
        return tuple(self._rules(self._known(lang)).values())

    def all_rulings(self, lang: str = "en") -> tuple[Ruling, ...]:
        """Return every ruling, sorted by number; the kit's own come last."""
        return tuple(self._rulings(self._known(lang)).values())

    def all_terms(self, lang: str = "en") -> tuple[Term, ...]:
        """Return every term of the glossary, sorted by its word in this language."""
        return tuple(self._terms(self._known(lang)).values())

    @_once
    def _former(self, lang: str) -> dict[str, str]:
        """Return the ids of former rulings, each with the id of the rule that answers its question today."""
        records = read_json(self._folder, "rules", "rules.json")
        return {former: record["id"] for record in records for former in record.get("former", ())}

    def _id(self, name: str) -> str:
        """Return the id that a name leads to today, or the name itself if it leads to none."""
        tidy = _tidy(name)
        return self._former("en").get(tidy, tidy)

    def is_id(self, text: str) -> bool:
        """Return whether this is the exact id of a rule or ruling, or a former id that leads to a rule today.

        >>> VENDETTA.is_id("PLAN-11"), VENDETTA.is_id("RUL-01"), VENDETTA.is_id("PLAN-99"), VENDETTA.is_id("pool")
        (True, True, False, False)
        >>> VTES.is_id("RUL-25"), VTES.find("RUL-25").id
        (True, 'BLOCK-04')
        """
        return text in self._rules("en") or text in self._rulings("en") or text in self._former("en")

    def rule(self, rule_id: str, lang: str = "en") -> Rule:
        """Return the rule with this id. Raises :class:`UnknownRule`.

        >>> VENDETTA.rule("FRZ-01").title
        'When Frenzy strikes'
        """
        found = self._rules(self._known(lang)).get(self._id(rule_id))
        if found is None:
            raise self._unknown("rule", rule_id, list(self._rules(lang)))
        return found

    def ruling(self, ruling_id: str, lang: str = "en") -> Ruling:
        """Return the ruling with this id. Raises :class:`UnknownRule`.

        >>> VENDETTA.ruling("RUL-53").read[:2], VTES.ruling("RUL-02").read
        (('p. 8 Playing cards', 'p. 9 Playing Blood'), ('l. 1497–1498',))
        """
        found = self._rulings(self._known(lang)).get(_tidy(ruling_id))
        if found is None:
            raise _unknown("ruling", ruling_id, list(self._rulings(lang)), "RUL-01")
        return found

    @takes(key=TEXT)
    def term(self, key: str, lang: str = "en") -> Term:
        """Return the term with this key, or with this word in the language. Raises :class:`UnknownRule`.

        >>> VENDETTA.term("pool", "de").term, VENDETTA.term("Vorrat", "de").key
        ('Vorrat', 'pool')
        """
        terms = self._terms(self._known(lang))
        wanted = key.strip().casefold()
        found = terms.get(wanted.replace(" ", "_"))
        if found is None:
            found = next((entry for entry in terms.values() if entry.term.casefold() == wanted), None)
        if found is None:
            raise _unknown("term", key, list(terms), "pool")
        return found

    def find(self, name: str, lang: str = "en") -> Entry:
        """Return the rule, ruling or term with this id, key or word. Raises :class:`UnknownRule`.

        >>> VENDETTA.find("plan-11").id, VENDETTA.find("RUL-01").id, VENDETTA.find("Prince's Haven").id
        ('PLAN-11', 'RUL-01', 'princes_haven')
        """
        tidy = self._id(name)
        found: Entry | None = self._rules(self._known(lang)).get(tidy) or self._rulings(lang).get(tidy)
        if found is not None:
            return found
        try:
            return self.term(name, lang)
        except UnknownRule:
            known = [*self._rules(lang), *self._rulings(lang), *self._terms(lang)]
            raise self._unknown("rule", name, known, ", RUL-01 or pool") from None

    def _unknown(self, what: str, name: str, known: list[str], more: str = "") -> UnknownRule:
        return _unknown(what, name, known, (self._example or next(iter(self._rules("en")))) + more)

    def sections(self) -> tuple[str, ...]:
        """Return the sections in order, those of the rulings last.

        >>> VENDETTA.sections()[:3], VENDETTA.sections()[-1] in ("RUL", "KIT")
        (('COMP', 'FLOW', 'CARD'), True)
        """
        named = [entry.section for entry in self.all_rules()] + [entry.section for entry in self.all_rulings()]
        return tuple(dict.fromkeys(named))

    def section_title(self, section: str, lang: str = "en") -> str:
        """Return the title of a section. Raises :class:`UnknownRule`.

        >>> VENDETTA.section_title("PLAN"), VENDETTA.section_title("PLAN", "de")
        ('Planning', 'Planung')
        """
        name = _tidy(section)
        if name not in self.sections():
            raise UnknownRule(f"section: found {section!r}; expected one of {', '.join(self.sections())}")
        return self.word("sections", name, lang)

    def switches(self, lang: str = "en") -> dict[str, Ruling]:
        """Return the rulings that can be set for a game, by the names of their switches.

        >>> VENDETTA.switches()["nobody_left"].id
        'RUL-32'
        >>> VENDETTA.switches()["last_blood"].default_option
        'forbid'
        """
        return {entry.switch: entry for entry in self.all_rulings(lang) if entry.switch is not None}

    def cite(self, name: str, lang: str = "en") -> str:
        """Return a short citation: id, pages and kind (printed, deduced, ruling …).

        >>> VENDETTA.cite("RUL-01"), VENDETTA.cite("pool", "de")
        ('RUL-01 · p. 9, 16, 24 · ruling', 'Vorrat · Glossar')
        >>> VTES.cite("BLOCK-07")
        'BLOCK-07 · l. 854–861 · printed'
        """
        entry = self.find(name, lang)
        kind = self.word("kinds", entry.kind, lang)
        if isinstance(entry, Term):
            return f"{entry.term} · {kind}"
        if not entry.pages:
            return f"{entry.id} · {kind}"
        return f"{entry.id} · {self.place_of(entry)} · {kind}"

    def place_of(self, entry: Rule | Ruling) -> str:
        """Return the pages or lines of a rule or ruling as text, in its language.

        >>> VTES.place_of(VTES.find("BLOCK-07"))
        'l. 854–861'
        """
        return f"{self.word('labels', 'page', entry.lang)} {_numbers(entry.pages)}"

    @takes(words=TEXT)
    def search(self, words: str, lang: str = "en") -> tuple[Entry, ...]:
        """Return the rules, rulings and terms that match these words, the best match first.

        >>> VENDETTA.search("What does it cost to lay a card face down?")[0].id
        'PLAN-09'
        >>> VENDETTA.search("raserei", "de")[0].id
        'frenzy'
        """
        self._known(lang)
        others = [other for other in self.languages() if other != lang]
        found = ranked(words, [self._index(one) for one in (lang, *others)])
        return tuple(self.find(name, lang) for name in found)

    @_once
    def _index(self, lang: str) -> Index[str]:
        return self.index(lang, self.searchable(lang, lambda entry: entry.id))

    def searchable(self, lang: str, what: Callable[[Entry], _What]) -> list[SearchEntry[_What]]:
        """Return search entries for all terms, rules and rulings; those that others refer to often weigh more.

        Args:
            lang: the language of their texts.
            what: returns what a search shall find for an entry.
        """
        entries: list[Rule | Ruling] = [*self.all_rules(lang), *self.all_rulings(lang)]
        terms = self.all_terms(lang)
        named = Counter(name for entry in entries for name in entry.related)
        named.update(name for term in terms for name in term.rules)
        kit: dict[str, str] = read_words("rulebook.json", lang).get("sections", {})
        sections = {**kit, **self._sections(lang).get("sections", {})}
        asked: dict[str, str] = _sayings(lang, self._folder).get("asked", {})
        explained: dict[str, list[str]] = {}
        for term in terms:
            for name in term.rules:
                explained.setdefault(name, []).append(term.title)
        lines = [SearchEntry(what(term), term.id, term.title, term.text, explains=True, weight=_TERM) for term in terms]
        for entry in entries:
            text = f"{entry.default} {entry.other or ''}" if isinstance(entry, Ruling) else entry.text
            about = " ".join([text, sections.get(entry.section, ""), *explained.get(entry.id, []) * 2])
            weight = 1 + _NAMED_BY_OTHERS * log1p(named[entry.id])
            lines.append(
                SearchEntry(what(entry), entry.id, entry.title, about, weight=weight, asked=asked.get(entry.id, ""))
            )
        return lines

    def index(self, lang: str, lines: Iterable[SearchEntry[_What]]) -> Index[_What]:
        """Return a search index of these entries that uses the synonyms in the files ``search.json``."""
        kit = _sayings(lang)
        means = {word: list(said) for word, said in kit["means"].items()}
        for word, said in _sayings(lang, self._folder).get("means", {}).items():
            means.setdefault(word, []).extend(said)
        return Index(lines, lang, kit["ignored"].split(), means, kit["forms"], kit["particles"].split())


def _sayings(lang: str, folder: str = "") -> dict[str, Any]:
    """Return the search words of one language; English ones never replace missing ones, as their meaning may differ."""
    if lang not in languages_of("search.json", folder):
        return {} if folder else read_words("search.json", "en")
    found: dict[str, Any] = read_json(folder, "lang", lang, "search.json")
    return found


def _tidy(rule_id: str) -> str:
    if not isinstance(rule_id, str):
        raise UnknownRule(f"rule: found {quoted(rule_id)}; expected an id such as PLAN-11")
    return rule_id.strip().upper()


def _numbers(pages: Sequence[int]) -> str:
    """Return page or line numbers as text; three or more in a row are given as a range.

    >>> _numbers((8, 9, 24)), _numbers((8, 9, 10, 11, 24))
    ('8, 9, 24', '8–11, 24')
    """
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _unknown(what: str, name: str, known: list[str], example: str) -> UnknownRule:
    from difflib import get_close_matches

    folded = {entry.casefold(): entry for entry in known}
    near = [folded[match] for match in get_close_matches(name.strip().casefold(), folded, n=4, cutoff=0.5)]
    hint = f"; nearest: {', '.join(near)}" if near else ""
    return UnknownRule(f"{what}: found {name!r}; expected an id such as {example}{hint}")


VENDETTA: Final = Rulebook("vendetta", "PLAN-11")
"""The rulebook of Vampire: The Masquerade - Vendetta."""

VTES: Final = Rulebook("vtes", "BLOCK-07")
"""The rulebook of Vampire: The Eternal Struggle, in the text of 8 October 1998; today's rules differ."""

RIVALS: Final = Rulebook("rivals", "SET-18")
"""The rulebook of Vampire: The Masquerade - Rivals, as far as our source goes: its first pages."""

GAMES: Final[dict[str, Rulebook]] = {"vendetta": VENDETTA, "vtes": VTES, "rivals": RIVALS}
"""The rulebook of each game, by the name that is the prefix of its ids."""


@takes(name=TEXT, game=TEXT)
def game_and_name(name: str, game: str = FIRST) -> tuple[str, str]:
    """Return game and id of a name such as ``vtes:BLOCK-07``; one without a prefix belongs to ``game``.

    Raises:
        UnknownGame: there is no such game; the message is one line and names all games.

    >>> game_and_name("vtes:BLOCK-07"), game_and_name("PLAN-11"), game_and_name("pool", "vtes")
    (('vtes', 'BLOCK-07'), ('vendetta', 'PLAN-11'), ('vtes', 'pool'))
    """
    before, colon, after = name.partition(":")
    named, rest = (before.strip().casefold(), after) if colon else (game.strip().casefold(), name)
    if named not in GAMES:
        raise UnknownGame(f"game: found {before if colon else game!r}; expected one of {', '.join(GAMES)}")
    return named, rest


@takes(name=TEXT, game=TEXT)
def without_game(name: str, game: str = FIRST) -> str:
    """Return a name without the prefix ``game``; one with another prefix or none is returned unchanged.

    >>> without_game("vendetta:PLAN-11"), without_game("PLAN-11"), without_game("vtes:BLOCK-07")
    ('PLAN-11', 'PLAN-11', 'vtes:BLOCK-07')
    """
    try:
        found, bare = game_and_name(name, game)
    except UnknownGame:
        return name
    return bare if found == game else name
