"""The content of the dialog: a rule in all languages, a card of the game, a term of the glossary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from vendetta_kit import rulebook
from vendetta_kit.scenarios import headings

from .controls import link
from .html import Html, HtmlWriter, joined, tag
from .page_phrases import say


def opened(what: str, pen: HtmlWriter) -> Html:
    """Return the content of the dialog for ``rule:PLAN-11``, ``card:BR07``, ``deck:brujah`` or ``term:pool``.

    ``rules:PLAN-11,PLAN-12`` lists several rules. A name of another game begins with its id: ``rule:vtes:BLOCK-07``.
    """
    kind, _, named = what.partition(":")
    games, names = zip(*(rulebook.game_and_name(one, pen.writing.game) for one in named.split(",")), strict=True)
    pen, name = pen.of(games[0]), names[0]
    if kind == "card":
        inside = pen.writing.card(pen, name)
    elif kind == "deck" and pen.writing.deck is not None:
        inside = pen.writing.deck(pen, name)
    elif kind == "term":
        inside = _term(name, pen)
    elif kind == "rules":
        inside = _list(pen.say("rules.title"), "h3", names, pen)
    else:
        inside = rule_card(name, pen)
    return tag("div", inside, closing(pen), lang=pen.lang)


def closing(pen: HtmlWriter) -> Html:
    """Return the button that closes the dialog."""
    return tag("button", pen.say("close"), type="button", cls="vk-button vk-close", data_close=True)


def rule_card(rule_id: str, pen: HtmlWriter) -> Html:
    """Return a rule or ruling: its text in all languages, its source, related rules, scenarios that show it."""
    book = pen.writing.book
    entry = book.find(rule_id, pen.lang)
    if isinstance(entry, rulebook.Term):
        return _term(entry.key, pen)
    head = [
        tag("h3", entry.title),
        tag(
            "p",
            book.cite(entry.id, pen.lang),
            " · ",
            book.section_title(entry.section, pen.lang),
            cls="vk-meta",
        ),
    ]
    if isinstance(entry, rulebook.Ruling):
        body = [_ruling(entry, pen)]
    else:
        body = [tag("p", entry.text, cls="vk-rule-text"), *_open_points(entry, pen)]
    related = _list(pen.say("rule.related"), "h4", entry.related, pen) if entry.related else None
    return joined([*head, *body, _other_languages(entry.id, pen), related, _shown_by(entry.id, pen)])


def _ruling(ruling: rulebook.Ruling, pen: HtmlWriter) -> Html:
    """Return both readings of a ruling."""
    default, other = (pen.writing.book.word("labels", key, pen.lang) for key in ("default", "other"))
    lines = [tag("p", tag("b", default, ": "), ruling.default, cls="vk-rule-text")]
    if ruling.other:
        lines.append(tag("p", tag("b", other, ": "), ruling.other, cls="vk-rule-text"))
    if ruling.switch:
        lines.append(tag("p", pen.say("ruling.switch"), cls="vk-hint"))
    word = pen.writing.book.word
    if ruling.doubtful:
        lines.append(tag("p", word("labels", "doubtful", pen.lang), cls="vk-hint"))
    lines.append(tag("p", word("labels", "read", pen.lang), ": ", "; ".join(ruling.read), cls="vk-hint"))
    lines.append(tag("p", word("labels", "open", pen.lang), ": ", ruling.open, cls="vk-hint"))
    return joined(lines)


def _open_points(rule: rulebook.Rule, pen: HtmlWriter) -> list[Html]:
    found = []
    for ruling_id in rule.rulings:
        ruling = pen.writing.book.ruling(ruling_id, pen.lang)
        title = tag("h4", pen.rule(ruling_id), " ", ruling.question)
        found.append(tag("div", title, _ruling(ruling, pen), cls="vk-ruling"))
    return found


def _other_languages(rule_id: str, pen: HtmlWriter) -> Html:
    """Return a rule in the other languages, for players with different languages."""
    found, book = [], pen.writing.book
    for lang in book.languages():
        if lang == pen.lang:
            continue
        entry = book.find(rule_id, lang)
        text = [tag("b", entry.title, ". "), entry.text]
        if isinstance(entry, rulebook.Ruling) and entry.other:
            text.append(joined([" ", tag("i", book.word("labels", "other", lang), ": "), entry.other]))
        found.append(_in_other_words(text, lang))
    return joined(found)


def _in_other_words(text: Sequence[object], lang: str) -> Html:
    """Return a text in another language, to unfold."""
    summary = tag("summary", say("language", lang))
    return tag("details", summary, tag("p", text), lang=lang, cls="vk-other-language")


def _list(title: str, head: str, rules: Sequence[str], pen: HtmlWriter) -> Html:
    """Return a list of rules with their titles."""
    items = [tag("li", pen.rule(name), " ", _title(name, pen)) for name in rules]
    return joined([tag(head, title), tag("ul", items, cls="vk-related")])


def _title(name: str, pen: HtmlWriter) -> str:
    entry = pen.writing.book.find(name, pen.lang)
    return entry.term if isinstance(entry, rulebook.Term) else entry.title


def _shown_by(rule_id: str, pen: HtmlWriter) -> Html | None:
    """Return links to scenarios that show a rule."""
    page = pen.writing.stories
    found = shown_by().get(rule_id, ())[:3] if page else ()
    if not found:
        return None
    items = [
        tag("li", link(titles.get(pen.lang, titles["en"]), f"{page}?scenario={name}", target="_blank"))
        for name, titles in found
    ]
    return joined([tag("h4", pen.say("rule.scenarios")), tag("ul", items, cls="vk-related")])


@cache
def shown_by() -> Mapping[str, tuple[tuple[str, Mapping[str, str]], ...]]:
    """Return by rule the scenarios that show it, each as id and titles."""

    found: dict[str, list[tuple[str, Mapping[str, str]]]] = {}
    for heading in headings():
        for rule_id in heading.rules:
            found.setdefault(rule_id, []).append((heading.id, heading.title))
    return {rule_id: tuple(scenarios) for rule_id, scenarios in found.items()}


def _term(key: str, pen: HtmlWriter) -> Html:
    """Return a term: what it means, its name in other languages, and a sign that opens its rules."""
    book = pen.writing.book
    term = book.term(key, pen.lang)
    others = [
        tag("p", say("language", lang), ": ", tag("span", book.term(key, lang).term, lang=lang), cls="vk-hint")
        for lang in book.languages()
        if lang != pen.lang
    ]
    rules = tag("p", pen.rules(term.rules, most=8), cls="vk-beginner")  # codes stand on a rule's own card
    return joined([tag("h3", term.term), tag("p", term.text, cls="vk-rule-text"), rules, others])
