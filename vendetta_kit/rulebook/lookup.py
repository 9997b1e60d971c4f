"""Rules, rulings and terms by their id, in any language of the data folder."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from vendetta_kit.paths import data_dir, read_json
from vendetta_kit.rulebook.records import Entry, Rule, Ruling, Term, UnknownLanguage, UnknownRule

__all__ = [
    "all_rules",
    "all_rulings",
    "all_terms",
    "cite",
    "find",
    "is_id",
    "languages",
    "rule",
    "ruling",
    "section_title",
    "sections",
    "switches",
    "term",
    "word",
]

_RULING_SECTIONS = ("RUL", "KIT")


@cache
def languages() -> tuple[str, ...]:
    """The languages that the rules are written in; a language is a folder of ``data/lang``.

    >>> {"de", "en"} <= set(languages())
    True
    """
    folder = os.path.join(data_dir(), "lang")
    return tuple(
        sorted(lang for lang in os.listdir(folder) if os.path.isfile(os.path.join(folder, lang, "rules.json")))
    )


def _known(lang: str) -> str:
    if lang not in languages():
        raise UnknownLanguage(f"There are no rules in {lang!r}; there are: {', '.join(languages())}")
    return lang


@cache
def _words(lang: str, name: str) -> dict[str, Any]:
    """One file of words; what a language lacks is taken from English."""
    own: dict[str, Any] = {}
    if os.path.isfile(os.path.join(data_dir(), "lang", _known(lang), name)):
        own = read_json("lang", lang, name)
    return own if lang == "en" else {**_words("en", name), **own}


def word(group: str, key: str, lang: str = "en") -> str:
    """A word of ``sections.json``: group ``sections``, ``kinds``, ``types``, ``labels`` or ``no_effect``.

    >>> word("kinds", "deduced"), word("kinds", "deduced", "de")
    ('deduced', 'abgeleitet')
    """
    found = _words(lang, "sections.json").get(group, {}).get(key)
    if found is None and lang != "en":
        found = _words("en", "sections.json").get(group, {}).get(key)
    if found is None:
        raise KeyError(f"sections.json has no {group}.{key}")
    return str(found)


@cache
def _rules(lang: str) -> dict[str, Rule]:
    texts = _words(lang, "rules.json")
    titles = {} if lang == "en" else _words(lang, "rule_titles.json")
    settled: dict[str, list[str]] = {}
    for record in read_json("rules", "rulings.json"):
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
        for record in read_json("rules", "rules.json")
    }


@cache
def _rulings(lang: str) -> dict[str, Ruling]:
    texts = _words(lang, "rulings.json")
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
            lang=lang,
        )
        for record in read_json("rules", "rulings.json")
    }


@cache
def _terms(lang: str) -> dict[str, Term]:
    texts = _words(lang, "glossary.json")
    terms = [
        Term(record["key"], texts[record["key"]]["term"], texts[record["key"]]["text"], tuple(record["rules"]), lang)
        for record in read_json("rules", "glossary.json")
    ]
    return {entry.key: entry for entry in sorted(terms, key=lambda entry: entry.term.casefold())}


def all_rules(lang: str = "en") -> tuple[Rule, ...]:
    """Every rule, in the order of the rulebook.

    >>> len(all_rules())
    248
    """
    return tuple(_rules(_known(lang)).values())


def all_rulings(lang: str = "en") -> tuple[Ruling, ...]:
    """Every ruling, by number; the kit's own come last."""
    return tuple(_rulings(_known(lang)).values())


def all_terms(lang: str = "en") -> tuple[Term, ...]:
    """Every term of the glossary, in the alphabet of this language's words."""
    return tuple(_terms(_known(lang)).values())


def is_id(text: str) -> bool:
    """Whether this is the exact id of a rule or a ruling.

    >>> is_id("PLAN-11"), is_id("RUL-01"), is_id("PLAN-99"), is_id("pool")
    (True, True, False, False)
    """
    return text in _rules("en") or text in _rulings("en")


def rule(rule_id: str, lang: str = "en") -> Rule:
    """The rule with this id; :class:`UnknownRule` if there is none.

    >>> rule("FRZ-01").title
    'When Frenzy strikes'
    """
    found = _rules(_known(lang)).get(_tidy(rule_id))
    if found is None:
        raise _unknown("rule", rule_id, list(_rules(lang)), "PLAN-11")
    return found


def ruling(ruling_id: str, lang: str = "en") -> Ruling:
    """The ruling with this id; :class:`UnknownRule` if there is none."""
    found = _rulings(_known(lang)).get(_tidy(ruling_id))
    if found is None:
        raise _unknown("ruling", ruling_id, list(_rulings(lang)), "RUL-01")
    return found


def term(key: str, lang: str = "en") -> Term:
    """The term with this key, or with this word in the chosen language.

    >>> term("pool", "de").term, term("Vorrat", "de").key
    ('Vorrat', 'pool')
    """
    terms = _terms(_known(lang))
    wanted = key.strip().casefold()
    found = terms.get(wanted.replace(" ", "_"))
    if found is None:
        found = next((entry for entry in terms.values() if entry.term.casefold() == wanted), None)
    if found is None:
        raise _unknown("term", key, list(terms), "pool")
    return found


def find(name: str, lang: str = "en") -> Entry:
    """The rule, ruling or term of this name.

    >>> find("plan-11").id, find("RUL-01").id, find("Prince's Haven").id
    ('PLAN-11', 'RUL-01', 'princes_haven')
    """
    tidy = _tidy(name)
    found: Entry | None = _rules(_known(lang)).get(tidy) or _rulings(lang).get(tidy)
    if found is not None:
        return found
    try:
        return term(name, lang)
    except UnknownRule:
        known = [*_rules(lang), *_rulings(lang), *_terms(lang)]
        raise _unknown("rule", name, known, "PLAN-11, RUL-01 or pool") from None


def _tidy(rule_id: str) -> str:
    return rule_id.strip().upper()


def _unknown(what: str, name: str, known: list[str], example: str) -> UnknownRule:
    from difflib import get_close_matches

    folded = {entry.casefold(): entry for entry in known}
    near = [folded[match] for match in get_close_matches(name.strip().casefold(), folded, n=4, cutoff=0.5)]
    hint = f"; nearest: {', '.join(near)}" if near else ""
    return UnknownRule(f"Unknown {what} {name!r}: expected an id such as {example}{hint}")


def sections() -> tuple[str, ...]:
    """The sections in order, those of the rulings last.

    >>> sections()[:3], sections()[-1] in ("RUL", "KIT")
    (('COMP', 'FLOW', 'CARD'), True)
    """
    named = [entry.section for entry in all_rules()] + [entry.section for entry in all_rulings()]
    return tuple(dict.fromkeys(named))


def section_title(section: str, lang: str = "en") -> str:
    """What a section is about; :class:`UnknownRule` if there is none of that name.

    >>> section_title("PLAN"), section_title("PLAN", "de")
    ('Planning', 'Planung')
    """
    name = _tidy(section)
    if name not in sections() and name not in _RULING_SECTIONS:
        raise UnknownRule(f"Unknown section {section!r}: expected one of {', '.join(sections())}")
    return word("sections", name, lang)


def switches(lang: str = "en") -> dict[str, Ruling]:
    """The rulings that a game can be set up with, by the names of their switches.

    >>> {name: entry.id for name, entry in switches().items()}
    {'last_blood': 'RUL-01', 'nobody_left': 'RUL-32', 'mass_manipulation': 'KIT-07'}
    >>> switches()["last_blood"].default_option
    'forbid'
    """
    return {entry.switch: entry for entry in all_rulings(lang) if entry.switch is not None}


def cite(name: str, lang: str = "en") -> str:
    """A short citation: id, pages and how far the rulebook stands behind it.

    >>> cite("RUL-01"), cite("pool", "de")
    ('RUL-01 · p. 9, 16, 24 · ruling', 'Vorrat · Glossar')
    """
    entry = find(name, lang)
    kind = word("kinds", entry.kind, lang)
    if isinstance(entry, Term):
        return f"{entry.term} · {kind}"
    if not entry.pages:
        return f"{entry.id} · {kind}"
    return f"{entry.id} · {word('labels', 'page', lang)} {', '.join(map(str, entry.pages))} · {kind}"
