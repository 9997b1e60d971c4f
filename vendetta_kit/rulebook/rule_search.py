"""Full-text search in rules with the words that players use, in each language of the kit; the best match comes first.

Matches are ranked by BM25 (a word counts for more the rarer it is, and each repetition for less) over word stems.
``search.json`` of a language and of a game add synonyms and the questions that players ask. Question words count
little. A word that is not found matches words that begin or end with it, else words that differ by one letter, else
the parts of a compound. A separable verb matches with and without its particle.

The formula is implemented here because Pyodide has no SQLite, whose search also lacks German stems, synonyms and
compounds, and because the libraries for it need NumPy.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import log
from typing import Final, Generic, NamedTuple, TypeVar

from vendetta_kit.data_paths import languages_of, read_json

T = TypeVar("T", bound=Hashable)

FIRST_SHOWN: Final = 10
"""Number of hits that are shown at first."""

_TITLE: Final = 2
"""Weight of a word in a title; a word of the text has weight 1."""
_ASKED: Final = 2.5
"""Weight of a word in the questions that players ask."""
_IN_TITLE: Final = 1.5
"""Factor for an entry whose title holds all words of the query."""
_SATURATION, _LENGTH = 1.6, 0.6
"""BM25's k1 and b."""
_BEGINS, _ENDS = 0.3, 0.5
"""Weights of a word that begins, or ends, with the word of the query."""
_SHORTEST_BEGINNING, _SHORTEST_PART = 3, 4
_SHORTEST_MISSPELT: Final = 5
_WITHIN, _SHORTEST_WITHIN = ("ge", "zu"), 6
"""German syllables between a particle and its verb, and the fewest letters of a word in which they are looked for."""
_SHORTEST_PARTICIPLE: Final = 7
_MEANT: Final = 0.7
"""Weight of a synonym of the word in the query."""
_ASKING: Final = 0.3
"""Weight of a question word that also occurs in a title or in a question of players."""
_OTHER_LANGUAGE: Final = 0.5
_FEW: Final = 2
"""A query with at most this many words must match with all of them."""
_FAR: Final = 0.3
"""Hits of a longer query that score less than this part of the best hit are left out,"""
_SOME: Final = 5
"""if at least this many hits remain."""


class SearchEntry(NamedTuple, Generic[T]):
    """One entry that a search can find.

    ``explains`` says whether its text explains the word that is its title. ``weight`` multiplies its score. ``asked``
    has questions of players that it answers in other words.
    """

    what: T
    id: str
    title: str
    text: str
    explains: bool = False
    weight: float = 1.0
    asked: str = ""


class Index(Generic[T]):
    """A search index of entries in one language.

    Args:
        lines: the entries; of those with equal scores, earlier ones come first.
        lang: their language.
        ignored: question words.
        means: words of the rulebook, each with the synonyms that players use.
        forms: verbs, each with its irregular forms, separated by blanks.
        particles: particles of separable verbs ("aus" in "rastet ... aus").
    """

    def __init__(
        self,
        lines: Iterable[SearchEntry[T]],
        lang: str,
        ignored: Iterable[str] = (),
        means: Mapping[str, Sequence[str]] | None = None,
        forms: Mapping[str, str] | None = None,
        particles: Iterable[str] = (),
    ) -> None:
        self.lang = lang
        self._bases = {form: base for base, several in (forms or {}).items() for form in _words(several)}
        self._particles = frozenset(particles)
        self._longest_particles = sorted(self._particles, key=len, reverse=True)
        self.lines = tuple(lines)
        self.ignored = frozenset(_words(" ".join(ignored)))
        self.means: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for meant, said in (means or {}).items():
            for phrase in said:
                self.means.setdefault(self._stems(phrase), []).append(self._stems(meant))
        self._longest = max(map(len, self.means), default=1)
        self._postings: dict[str, list[tuple[int, float]]] = {}
        self._titles: dict[tuple[str, ...], list[int]] = {}
        self._ids: dict[tuple[str, ...], list[int]] = {}
        self._asking: dict[str, list[int]] = {}
        lengths = []
        for place, line in enumerate(self.lines):
            title, text = self._stems(line.title), self._stems(line.text)
            self._titles.setdefault(title, []).append(place)
            self._ids.setdefault(tuple(plain_words(line.id)), []).append(place)
            counts: dict[str, float] = defaultdict(float, Counter(text))
            for word in title:
                counts[word] += _TITLE
            for word in _words(line.asked):
                if word not in self.ignored:
                    counts[self._stem(word)] += _ASKED
            for word, count in counts.items():
                self._postings.setdefault(word, []).append((place, count))
            lengths.append(sum(counts.values()))
            for word in self.ignored.intersection(_words(f"{line.title} {line.asked}")):
                self._asking.setdefault(word, []).append(place)
        usual = sum(lengths) / len(lengths) if lengths else 1.0
        self._said = frozenset(word for phrase in self.means for word in phrase)
        self._known_from: dict[str, list[str]] = defaultdict(list)
        for word in sorted(self._said.union(self._postings)):
            self._known_from[word[0]].append(word)
        self._norms = [_SATURATION * (1 - _LENGTH + _LENGTH * length / usual) for length in lengths]

    def _stems(self, text: str) -> tuple[str, ...]:
        return tuple([self._stem(word) for word in _words(text)])

    def _telling(self, text: str) -> tuple[str, ...]:
        return tuple([self._stem(word) for word in _words(text) if word not in self.ignored])

    def _stem(self, word: str) -> str:
        return _stem(self._base(word), self.lang)

    def _base(self, word: str) -> str:
        """Return the infinitive of an irregular verb form, with its particle: "nachziehen" for "nachgezogen"."""
        if word in self._bases:
            return self._bases[word]
        particle = next((one for one in self._longest_particles if word.startswith(one)), "")
        rest = word[len(particle) :]
        if particle and rest in self._bases:
            return particle + self._bases[rest]
        if particle and rest.startswith(_WITHIN) and len(rest) >= _SHORTEST_WITHIN and rest.endswith(("t", "n")):
            return particle + self._bases.get(rest[2:], rest[2:])
        return word

    def scores(self, words: str) -> dict[int, tuple[int, float]]:
        """Return ``{index of a matching entry: (rank, score)}`` for these words.

        Rank is 3 if the words are its id, 2 if they are a title that it explains, 1 if they are its title, else 0.
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
        for word in sorted(self.ignored.intersection(_words(words))):
            places = self._asking.get(word, [])
            for place in total.keys() & places:
                total[place] += _ASKING * self._rare(len(places))
        wanted = {stem for ways in concepts for stem in ways[0][0]}
        for place in total:
            total[place] *= self.lines[place].weight
            if known <= _FEW:  # a short query must match completely, a longer one in part
                total[place] *= found[place] / known
            if known > 1 and wanted <= set(self._stems(self.lines[place].title)):
                total[place] *= _IN_TITLE
        named = {
            place: 2 if self.lines[place].explains else 1
            for title in (self._stems(words), self._telling(words))
            for place in self._titles.get(title, ())
        }
        named.update(dict.fromkeys(self._ids.get(tuple(plain_words(words)), ()), 3))
        return {place: (named.get(place, 0), total.get(place, 0.0)) for place in {**total, **named}}

    def concepts(self, words: str) -> list[list[tuple[tuple[str, ...], float]]]:
        """Return for each word or known phrase of a query its synonyms as stems, each with its weight."""
        plain = _words(words)
        found = [(word, self._stem(word)) for word in plain]
        stems = tuple([stem if word in self.ignored else self._spelled(stem) for word, stem in found])
        concepts: list[list[tuple[tuple[str, ...], float]]] = []
        at = 0
        while at < len(stems):
            size = next((size for size in range(self._longest, 0, -1) if tuple(stems[at : at + size]) in self.means), 0)
            if size:
                phrase = stems[at : at + size]
                concepts.append(self._ways(*phrase))
            elif plain[at] not in self.ignored:
                concepts += [self._ways(stem) for stem in self._parts(stems[at]) or (stems[at],)]
            if size < 2 and (whole := self._joined(plain, at)):
                concepts.append(self._ways(whole))
            at += size or 1
        if not concepts:
            concepts = [[((stem,), 1.0)] for stem in stems]
        unique = {repr(ways): ways for ways in concepts}
        return list(unique.values())

    def _ways(self, *phrase: str) -> list[tuple[tuple[str, ...], float]]:
        return [(phrase, 1.0 / len(phrase)), *[(meant, _MEANT) for meant in self.means.get(phrase, ())]]

    def _joined(self, words: Sequence[str], at: int) -> str | None:
        """Return the separable verb that the word at ``at`` makes with a particle that follows it, or ``None``."""
        follow = [word for word in words[at + 1 :] if word in self._particles]
        whole = [_stem(particle + self._bases.get(words[at], words[at]), self.lang) for particle in follow]
        return next((stem for stem in whole if stem in self._postings or (stem,) in self.means), None)

    def _spelled(self, stem: str) -> str:
        """Return a known word that differs by one letter if nothing else matches this one; else the word itself."""
        if len(stem) < _SHORTEST_MISSPELT or stem in self._said or self._like(stem):
            return stem
        near = [word for word in self._known_from[stem[0]] if abs(len(word) - len(stem)) < 2 and _one_off(word, stem)]
        return max(near, key=lambda word: (word in self._postings, word), default=stem)

    def _of(self, stem: str) -> dict[int, float]:
        """Return ``{index of an entry: BM25 score}`` for the entries with this word or one that matches it."""
        counts: dict[int, float] = {}
        for word, worth in self._like(stem):
            for place, count in self._postings[word]:
                counts[place] = counts.get(place, 0.0) + count * worth
        rare = self._rare(len(counts))
        return {
            place: rare * count * (_SATURATION + 1) / (count + self._norms[place]) for place, count in counts.items()
        }

    def _rare(self, lines: int) -> float:
        """Return the weight of a word that occurs in so many entries: the fewer, the higher."""
        return log(1 + (len(self.lines) - lines + 0.5) / (lines + 0.5))

    def _like(self, stem: str) -> list[tuple[str, float]]:
        """Return the words of the index that match a word of the query, each with its weight."""
        like = [(stem, 1.0)] if stem in self._postings else []
        if len(stem) >= _SHORTEST_BEGINNING or not like:  # the word may not be typed to its end yet
            like += [(word, _BEGINS) for word in self._postings if word.startswith(stem) and word != stem]
        if len(stem) >= _SHORTEST_PART:
            like += [(word, _ENDS) for word in self._postings if word.endswith(stem) and word != stem]
        return like

    def _parts(self, stem: str) -> list[str]:
        """Return the longest known words that an unknown compound begins and ends with.

        The rest must be long enough for a word: "stealth" is no compound of "steal".
        """
        longest = len(stem) - _SHORTEST_PART
        if longest < _SHORTEST_PART or (stem,) in self.means or self._like(stem):
            return []
        known = self._said.union(self._postings)
        fits = [word for word in known if _SHORTEST_PART <= len(word) <= longest and word in stem]
        begins = max([word for word in fits if stem.startswith(word)], key=len, default=None)
        ends = max([word for word in fits if stem.endswith(word)], key=len, default=None)
        return [word for word in dict.fromkeys((begins, ends)) if word is not None]


def ranked(words: str, indexes: Sequence[Index[T]]) -> tuple[T, ...]:
    """Return the entries that match a query, the best first.

    Args:
        words: the query as typed, from the beginning of a word to a whole question.
        indexes: the index of the reader's language first, then others; an entry in several gets its best score.
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
    """Return the words of a text in lower case and without accents.

    >>> plain_words("Verdeckt heißt: schläft (PLAN-17)")
    ['verdeckt', 'heisst', 'schlaft', 'plan', '17']
    """
    return [_plain(word) for word in _words(text)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", ""))


def _plain(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))


def _one_off(one: str, other: str) -> bool:
    """Return whether two words differ by one missing, added or other letter, or by two swapped letters.

    >>> [_one_off("diableri", word) for word in ("diablri", "diablerei", "dialberi", "diabolo")]
    [True, True, True, False]
    """
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    rest, left = one[same:], other[same:]
    return rest[1:] in (left, left[1:]) or rest == left[1:] or (rest[1::-1] == left[:2] and rest[2:] == left[2:])


class _Stems(NamedTuple):
    """How words of a language are cut to their stems, from its ``search.json``."""

    cut: Callable[[str], str] = str
    participle: tuple[str, str] | None = None
    """What a participle begins and ends with; the beginning is removed."""
    endings: tuple[str, ...] = ()
    """Endings of verbs that the stemmer does not remove."""


@cache
def _stems(lang: str) -> _Stems:
    """Return how a language's words are cut; the stemming library is imported at the first search."""
    if lang not in languages_of("search.json"):
        return _Stems()
    from snowballstemmer import stemmer

    own = read_json("lang", lang, "search.json")
    first, _, last = own["participle"].partition(" ")
    return _Stems(stemmer(own["stemmer"]).stemWord, (first, last) if first else None, tuple(own["endings"].split()))


@lru_cache(20_000)  # bounded, because queries can hold any words
def _stem(word: str, lang: str) -> str:
    cut, participle, endings = _stems(lang)
    if participle and word.startswith(participle[0]) and word.endswith(participle[1]):
        word = word[len(participle[0]) :] if len(word) >= _SHORTEST_PARTICIPLE else word
    stem = _plain(cut(word))
    ending = next((one for one in endings if stem.endswith(one)), "")
    return stem[: -len(ending)] if ending and len(stem) >= len(ending) + _SHORTEST_PART else stem
