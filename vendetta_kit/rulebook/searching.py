"""Search in players' own words: what fits a question best comes first, in any of the kit's languages.

Ranked by BM25 (the usual measure: a word counts for more the rarer it is, and for less each time it comes again), over
stems, with the words that players use for the rulebook's (``search.json`` of a language, and of a game's), without the
words that only make a question. A word that is not found as it is finds what begins or ends with it, and a compound its
parts. The formula is written out here: SQLite's is not everywhere (Pyodide has no SQLite), nor does it know stems of
German, synonyms or compounds; libraries of it want NumPy.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import log
from typing import Final, Generic, NamedTuple, TypeVar

__all__ = ["FIRST_SHOWN", "Index", "Line", "ranked"]

T = TypeVar("T", bound=Hashable)

FIRST_SHOWN: Final = 10
"""So many hits are shown before somebody asks for more."""

_TITLE: Final = 3
"""A word of a title counts as so many of the text."""
_IN_TITLE: Final = 1.5
"""What it is worth that a title holds all that is sought."""
_SATURATION, _LENGTH = 1.2, 0.6
"""BM25's k1 and b."""
_BEGINS, _ENDS, _PART = 0.6, 0.5, 0.5
"""What a word is worth that begins or ends with the sought one, or is part of it."""
_SHORTEST_BEGINNING, _SHORTEST_PART = 3, 4
_MEANT: Final = 0.7
"""What the rulebook's word is worth where another one was sought."""
_OTHER_LANGUAGE: Final = 0.5
_FEW: Final = 2
"""As many words are no question yet."""
_FAR: Final = 0.3
"""Of a question of several words, what reaches less than this part of the best hit is left out,"""
_SOME: Final = 5
"""unless there would be fewer than so many."""

_LANGUAGES: Final = {"de": "german", "en": "english"}
"""The stemmers' names of languages; words of any other are taken as they are."""


class Line(NamedTuple, Generic[T]):
    """Something that can be found.

    ``explains``: it is what its title is called. ``weight``: how much likelier it is wanted than others that speak of
    the same.
    """

    what: T
    id: str
    title: str
    text: str
    explains: bool = False
    weight: float = 1.0


class Index(Generic[T]):
    """All that can be found in one language.

    Args:
        lines: what can be found; earlier ones come first where all else is the same.
        lang: their language.
        ignored: words that only make a question.
        means: the rulebook's words, each with what players say for it.
    """

    def __init__(
        self,
        lines: Iterable[Line[T]],
        lang: str,
        ignored: Iterable[str] = (),
        means: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.lang = lang
        self.lines = tuple(lines)
        self.ignored = frozenset(ignored)
        self.means: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for meant, said in (means or {}).items():
            for phrase in said:
                self.means.setdefault(self._stems(phrase), []).append(self._stems(meant))
        self._longest = max(map(len, self.means), default=1)
        self._postings: dict[str, list[tuple[int, int]]] = {}
        self._titles: dict[tuple[str, ...], list[int]] = {}
        self._ids: dict[tuple[str, ...], list[int]] = {}
        lengths = []
        for place, line in enumerate(self.lines):
            title, text = self._stems(line.title), self._stems(line.text)
            self._titles.setdefault(title, []).append(place)
            self._ids.setdefault(tuple(plain_words(line.id)), []).append(place)
            counts = Counter({word: count * _TITLE for word, count in Counter(title).items()}) + Counter(text)
            for word, count in counts.items():
                self._postings.setdefault(word, []).append((place, count))
            lengths.append(counts.total())
        usual = sum(lengths) / len(lengths) if lengths else 1.0
        self._norms = [_SATURATION * (1 - _LENGTH + _LENGTH * length / usual) for length in lengths]

    def _stems(self, text: str) -> tuple[str, ...]:
        return tuple([_stem(word, self.lang) for word in _words(text)])

    def scores(self, words: str) -> dict[int, tuple[int, float]]:
        """Return for each line that speaks of these words, by its place, how it is named by them and how well it fits.

        Named, 3: by its id; 2: by a title that it explains; 1: by its title; 0: not.
        """
        concepts = self.concepts(words)
        total: dict[int, float] = {}
        found: Counter[int] = Counter()
        known = 0
        for ways in concepts:
            best: dict[int, float] = {}
            for way, worth in ways:
                reached: dict[int, float] = {}
                for stem in way:
                    for place, score in self._of(stem).items():
                        reached[place] = reached.get(place, 0.0) + score
                for place, score in reached.items():
                    best[place] = max(best.get(place, 0.0), score * worth)
            known += bool(best)
            for place, score in best.items():
                total[place] = total.get(place, 0.0) + score
                found[place] += 1
        wanted = {stem for ways in concepts for stem in ways[0][0]}
        for place in total:
            total[place] *= self.lines[place].weight
            if known <= _FEW:  # of a few words all are meant, of a question some
                total[place] *= found[place] / known
            if known > 1 and wanted <= set(self._stems(self.lines[place].title)):
                total[place] *= _IN_TITLE
        told = tuple([_stem(word, self.lang) for word in _words(words) if word not in self.ignored])
        named = {
            place: 2 if self.lines[place].explains else 1
            for title in (self._stems(words), told)
            for place in self._titles.get(title, ())
        }
        named.update(dict.fromkeys(self._ids.get(tuple(plain_words(words)), ()), 3))
        return {place: (named.get(place, 0), total.get(place, 0.0)) for place in {**total, **named}}

    def concepts(self, words: str) -> list[list[tuple[tuple[str, ...], float]]]:
        """Return what is sought: for each word or known phrase the ways to say it, with what each is worth."""
        plain = _words(words)
        stems = self._stems(words)
        concepts: list[list[tuple[tuple[str, ...], float]]] = []
        at = 0
        while at < len(stems):
            size = next((size for size in range(self._longest, 0, -1) if tuple(stems[at : at + size]) in self.means), 0)
            if size:
                phrase = stems[at : at + size]
                concepts.append([(phrase, 1.0 / size), *[(meant, _MEANT) for meant in self.means[phrase]]])
            elif plain[at] not in self.ignored:
                concepts.append([((stems[at],), 1.0)])
            at += size or 1
        if not concepts:
            concepts = [[((stem,), 1.0)] for stem in stems]
        unique = {repr(ways): ways for ways in concepts}
        return list(unique.values())

    def _of(self, stem: str) -> dict[int, float]:
        """Return BM25 of one word for each line that has it or a word like it."""
        counts: dict[int, float] = {}
        for word, worth in self._like(stem):
            for place, count in self._postings[word]:
                counts[place] = counts.get(place, 0.0) + count * worth
        rare = log(1 + (len(self.lines) - len(counts) + 0.5) / (len(counts) + 0.5))
        return {
            place: rare * count * (_SATURATION + 1) / (count + self._norms[place]) for place, count in counts.items()
        }

    def _like(self, stem: str) -> list[tuple[str, float]]:
        """Return the words of the lines that a sought one finds, with what each is worth."""
        like = [(stem, 1.0)] if stem in self._postings else []
        if len(stem) >= _SHORTEST_BEGINNING or not like:  # or somebody has only begun to type
            like += [(word, _BEGINS) for word in self._postings if word.startswith(stem) and word != stem]
        if len(stem) >= _SHORTEST_PART:
            like += [(word, _ENDS) for word in self._postings if word.endswith(stem) and word != stem]
        if not like:
            like = [(word, _PART) for word in self._parts(stem)]
        return like

    def _parts(self, stem: str) -> list[str]:
        """Return the longest words of the lines that a compound begins and ends with.

        What is left of it must be as long as a word, too: "stealth" is no compound of "steal".
        """
        longest = len(stem) - _SHORTEST_PART
        fits = [word for word in self._postings if _SHORTEST_PART <= len(word) <= longest and word in stem]
        begins = max([word for word in fits if stem.startswith(word)], key=len, default=None)
        ends = max([word for word in fits if stem.endswith(word)], key=len, default=None)
        return [word for word in dict.fromkeys((begins, ends)) if word is not None]


def ranked(words: str, indexes: Sequence[Index[T]]) -> tuple[T, ...]:
    """Return what speaks of these words, the best first.

    Args:
        words: as somebody typed them, be it a word's beginning or a whole question.
        indexes: of one's own language first, then of others: what is found in both has the better of its scores.
    """
    best: dict[T, tuple[int, float]] = {}
    for k, index in enumerate(indexes):
        for place, (named, score) in sorted(index.scores(words).items()):
            what = index.lines[place].what
            fits = named, score * (_OTHER_LANGUAGE if k else 1.0)
            best[what] = max(best.get(what, fits), fits)
    several = len(indexes[0].concepts(words)) > 1 or len(_words(words)) > _FEW
    least = _FAR * max([score for _, score in best.values()], default=0.0) if several else 0.0
    order = sorted(best, key=lambda what: best[what], reverse=True)
    return tuple([what for k, what in enumerate(order) if k < _SOME or best[what][1] >= least])


def plain_words(text: str) -> list[str]:
    """Return the words of a text without case and accents.

    >>> plain_words("Verdeckt heißt: schläft (PLAN-17)")
    ['verdeckt', 'heisst', 'schlaft', 'plan', '17']
    """
    return [_plain(word) for word in _words(text)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", ""))


def _plain(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))


@cache
def _stemmer(lang: str) -> Callable[[str], str]:
    """Return what cuts a language's endings off; imported when somebody searches first."""
    if lang not in _LANGUAGES:
        return str
    from snowballstemmer import stemmer

    cut: Callable[[str], str] = stemmer(_LANGUAGES[lang]).stemWord
    return cut


@lru_cache(20_000)  # people type whatever they like
def _stem(word: str, lang: str) -> str:
    return _plain(_stemmer(lang)(word))
