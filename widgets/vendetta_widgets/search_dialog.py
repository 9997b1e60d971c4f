"""The search and the glossary in the dialog: rules, rulings, terms and the cards of the game."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from vendetta_kit import rulebook
from vendetta_kit.rulebook.rule_search import FIRST_SHOWN, Index, SearchEntry, ranked

from . import games
from .controls import button, text_field, value_of
from .html import Html, HtmlWriter, joined, tag
from .page_phrases import languages
from .rule_card import closing, opened

_CARD: Final = 0.6
"""The weight of cards: they are less often searched for than rules, except by name."""


class _Found(NamedTuple):
    what: str
    """The name for the dialog: ``rule:PLAN-11``, ``card:BR07`` or ``term:pool``."""
    kind: str
    """``rule``, ``ruling`` or ``term``; empty for a card."""


def finder(words: str, pen: HtmlWriter, whole: bool = False) -> Html:
    """Return the dialog's content for a search; without words, the glossary.

    ``whole``: with all hits instead of the best.
    """
    name = pen.id()
    field = text_field(name, words, "find", 80, autofocus=True, data_live=True, data_key="find")
    top = tag("div", tag("h2", pen.say("find.title")), closing(pen), cls="vk-finder-top")
    label = tag("label", pen.say("find.label"), for_=name, cls="vk-label")
    return tag("div", top, label, field, _results(words.strip()[:80], pen, whole), lang=pen.lang, cls="vk-finder")


def found(what: str, words: str, pen: HtmlWriter) -> Html:
    """Return something that was found, with a button back to the search."""
    return joined([button(pen.say("find.back"), "find", words, "vk-quiet"), opened(what, pen)])


def _results(words: str, pen: HtmlWriter, whole: bool) -> Html:
    more = None
    if words:
        hits = sought(words, pen.writing.game, pen.lang)
        count = pen.say("find.none", words=words) if not hits else pen.say("find.count", n=len(hits))
        if len(hits) > FIRST_SHOWN and not whole:
            count = pen.say("find.many", n=len(hits), most=FIRST_SHOWN)
            more = tag("p", button(pen.say("find.all"), "find", {"words": words, "all": True}, "vk-quiet"))
    else:
        hits = tuple(_Found(f"term:{term.key}", "term") for term in pen.writing.book.all_terms(pen.lang))
        count = pen.say("find.glossary", n=len(hits))
    shown = hits if more is None else hits[:FIRST_SHOWN]
    items = [tag("li", _result(hit, words, pen), data_key=hit.what) for hit in shown]
    return joined([tag("p", count, role="status", cls="vk-hint"), tag("ul", items, cls="vk-found"), more])


def sought(words: str, game: str, lang: str) -> tuple[_Found, ...]:
    """Return the hits for words in a game's rules and cards, the best first."""
    every = (lang, *(other for other in languages() if other != lang))
    return ranked(words, [_index(game, one) for one in every])


def _result(hit: _Found, words: str, pen: HtmlWriter) -> Html:
    title, text = _words_of(hit, pen)
    name = hit.what.partition(":")[2]
    number = f"{name} · " if hit.kind in ("rule", "ruling") else ""
    kind = pen.say(f"find.kind.{hit.kind}") if hit.kind else pen.writing.cards(pen.lang)[name]
    about = tag("small", number, kind, cls="vk-meta")
    asked = value_of({"what": hit.what, "words": words})
    pressed = tag("button", title, type="button", cls="vk-opens", data_do="found", data_value=asked)
    return joined([tag("p", pressed, " ", about), tag("p", text, cls="vk-found-text") if text else None])


def _words_of(hit: _Found, pen: HtmlWriter) -> tuple[str, str]:
    """Return the title and text of a hit."""
    name, lang, book = hit.what.partition(":")[2], pen.lang, pen.writing.book
    if hit.what.startswith("card:"):
        return pen.name(name), pen.writing.text(name, lang)
    entry = book.term(name, lang) if hit.what.startswith("term:") else book.find(name, lang)
    return entry.title, entry.default if isinstance(entry, rulebook.Ruling) else entry.text


@cache
def _index(game: str, lang: str) -> Index[_Found]:
    """Return the search index of a game in one language."""
    writing = games.writing(game)
    lines = writing.book.searchable(lang, _entry)
    text = writing.sought or writing.text
    for name in writing.cards(lang):
        found, words = _Found(f"card:{name}", ""), text(name, lang)
        lines.append(SearchEntry(found, name, writing.name(name, lang), words, explains=True, weight=_CARD))
    return writing.book.index(lang, lines)


def _entry(entry: rulebook.Entry) -> _Found:
    kind = {rulebook.Rule: "rule", rulebook.Ruling: "ruling"}.get(type(entry), "term")
    return _Found(f"term:{entry.id}" if kind == "term" else f"rule:{entry.id}", kind)
