"""The search and the glossary in the dialog: rules, rulings, terms and all that is in the box."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import box
from vendetta_kit.rulebook.searching import Line, line, ranked

from .controls import button, text_field, value_of
from .pen import Html, Pen, joined, tag
from .phrases import languages
from .rulecard import closing, opened

__all__ = ["finder", "found"]

MOST: Final = 30
"""So many results are shown; more words find better ones."""


class _Found(NamedTuple):
    what: str
    """As the dialog opens it: ``rule:PLAN-11``, ``card:BR07`` or ``term:pool``."""
    kind: str


def finder(words: str, pen: Pen) -> Html:
    """The inside of the dialog while these words are sought; without any, the glossary."""
    name = pen.id()
    field = text_field(name, words, "find", 80, autofocus=True, data_live=True, data_key="find")
    top = tag("div", tag("h2", pen.say("find.title")), closing(pen), cls="vk-finder-top")
    label = tag("label", pen.say("find.label"), for_=name, cls="vk-label")
    return tag("div", top, label, field, _results(words.strip()[:80], pen), lang=pen.lang, cls="vk-finder")


def found(what: str, words: str, pen: Pen) -> Html:
    """Something that was found, and the way back to the search."""
    return joined([button(pen.say("find.back"), "find", words, "vk-quiet"), opened(what, pen)])


def _results(words: str, pen: Pen) -> Html:
    if words:
        hits = tuple(dict.fromkeys(ranked(words, _index(pen.lang))))
        count = pen.say("find.none", words=words) if not hits else pen.say("find.count", n=len(hits))
        if len(hits) > MOST:
            count = pen.say("find.many", n=len(hits), most=MOST)
    else:
        hits = tuple(_Found(f"term:{term.key}", "term") for term in rulebook.all_terms(pen.lang))
        count = pen.say("find.glossary", n=len(hits))
    shown = hits[:MOST] if words else hits
    items = [tag("li", _result(hit, words, pen), data_key=hit.what) for hit in shown]
    return joined([tag("p", count, role="status", cls="vk-hint"), tag("ul", items, cls="vk-found")])


def _result(hit: _Found, words: str, pen: Pen) -> Html:
    title, text = _words_of(hit, pen.lang)
    name = hit.what.partition(":")[2]
    number = f"{name} · " if hit.kind in ("rule", "ruling") else ""
    kind = tag("small", number, pen.say(f"find.kind.{hit.kind}"), cls="vk-meta")
    asked = value_of({"what": hit.what, "words": words})
    pressed = tag("button", title, type="button", cls="vk-opens", data_do="found", data_value=asked)
    return joined([tag("p", pressed, " ", kind), tag("p", text, cls="vk-found-text") if text else None])


def _words_of(hit: _Found, lang: str) -> tuple[str, str]:
    """Title and text."""
    name = hit.what.partition(":")[2]
    if hit.what.startswith("card:"):
        return box.name(name, lang), box.text(name, lang)
    entry = rulebook.term(name, lang) if hit.what.startswith("term:") else rulebook.find(name, lang)
    return entry.title, entry.default if isinstance(entry, rulebook.Ruling) else entry.text


@cache
def _index(lang: str) -> tuple[Line[_Found], ...]:
    """All that can be found, by its words in this language first, then by those in the others."""
    return tuple(found for one in (lang, *(other for other in languages() if other != lang)) for found in _lines(one))


@cache
def _lines(lang: str) -> tuple[Line[_Found], ...]:
    lines: list[Line[_Found]] = []
    for entry, fields in rulebook.VENDETTA.searchable(lang):
        kind = {rulebook.Rule: "rule", rulebook.Ruling: "ruling"}.get(type(entry), "term")
        what = f"term:{entry.id}" if kind == "term" else f"rule:{entry.id}"
        lines.append(Line(_Found(what, kind), fields))
    for name, record in box.records().items():
        words = f"{box.title(name, lang)} {box.text(name, lang)}"
        lines.append(line(_Found(f"card:{name}", _kind(record)), name, box.name(name, lang), words, explains=True))
    return tuple(lines)


def _kind(record: box.Record) -> str:
    if isinstance(record, box.Person):
        return "ally" if record.ally else "victim"
    if isinstance(record, box.LocationTile | box.LocationCard):
        return "location" if isinstance(record, box.LocationTile) else "location_card"
    return "clan" if isinstance(record, box.Clan) else "card" if isinstance(record, box.ClanCard) else "relic"
