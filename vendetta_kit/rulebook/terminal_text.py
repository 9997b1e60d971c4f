"""Rules as lines for a terminal: wrapped, with page, kind, related rules and rulings.

If a game has several editions, the lines name the one that the rules are from.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from vendetta_kit.rulebook.lookup import VENDETTA, Rulebook
from vendetta_kit.rulebook.rule_records import Entry, Rule, Ruling, Term
from vendetta_kit.rulebook.rule_search import FIRST_SHOWN

_INDENT = "  "


def entry_lines(entry: Entry, book: Rulebook = VENDETTA, *, width: int = 80, bold: bool = False) -> list[str]:
    """Return everything about one entry of a rulebook, as lines of at most ``width`` characters.

    >>> print("\\n".join(entry_lines(VENDETTA.find("GLOS-13"), width=70)))
    GLOS-13 · Only Pools are stolen from
    p. 24 · deduced · Card glossary
    <BLANKLINE>
      Stealing touches Pools only; Deployed Blood is safe from it.
    <BLANKLINE>
      Related  GLOS-12  Steal
    """
    lang = entry.lang
    heading = entry.term if isinstance(entry, Term) else f"{entry.id} · {entry.title}"
    lines = _wrap(heading, width)
    if bold:
        lines = [f"\033[1m{line}\033[0m" for line in lines]
    lines += _wrap(_standing(entry, book), width)
    lines += _edition(book, lang, width)
    lines.append("")
    if isinstance(entry, Ruling):
        lines += _answers(entry, book, _INDENT, width)
    else:
        lines += _wrap(entry.text, width, _INDENT)
    if isinstance(entry, Rule) and entry.no_effect:
        reason = book.word("no_effect", entry.no_effect, lang)
        lines += ["", *_wrap(f"{book.word('labels', 'no_effect', lang)}: {reason}", width, _INDENT)]
    if isinstance(entry, Rule):
        if entry.related:
            lines += ["", *_links(book, "related", entry.related, lang, width)]
        if entry.rulings:
            lines += ["", f"{_INDENT}{book.word('labels', 'rulings', lang)}"]
            for index, number in enumerate(entry.rulings):
                if index:
                    lines.append("")
                settled = book.ruling(number, lang)
                lead = f"{_INDENT * 2}{settled.id}  "
                lines += _wrap(settled.question, width, lead, " " * len(lead))
                lines += _answers(settled, book, " " * len(lead), width)
    else:
        rules = entry.related if isinstance(entry, Ruling) else entry.rules
        if rules:
            lines += ["", *_links(book, "rules", rules, lang, width)]
    return lines


def list_lines(
    entries: Sequence[Entry], book: Rulebook = VENDETTA, *, width: int = 80, bold: bool = False, few: bool = False
) -> list[str]:
    """Return title, text and citation of entries of a rulebook as lines; with ``few``, only of the first ones.

    >>> print("\\n".join(list_lines([VENDETTA.find("FEED-06")], width=70)))
    FEED-06 · No choice in Feed                         p. 6 · deduced
      Feed asks nobody for a decision, so it makes no difference who takes
      Blood first.
    """
    lines: list[str] = []
    edition: list[str] = []
    shown = entries[:FIRST_SHOWN] if few else entries
    for entry in shown:
        if lines:
            lines.append("")
        if isinstance(entry, Term):
            left, right = entry.term, book.word("kinds", "term", entry.lang)
        else:
            left = f"{entry.id} · {entry.title}"
            right = book.cite(entry.id, entry.lang).partition(" · ")[2]
        mark = ("\033[1m", "\033[0m") if bold else ("", "")
        room = width - len(left) - len(right)
        if room >= 2:
            lines.append(f"{mark[0]}{left}{mark[1]}{' ' * room}{right}")
        else:
            lines += [f"{mark[0]}{line}{mark[1]}" for line in _wrap(left, width)]
            lines += [line.rjust(width) for line in _wrap(right, width)]
        lines += _wrap(entry.text, width, _INDENT)
        edition = _edition(book, entry.lang, width)
    if len(shown) < len(entries):
        more = book.word("labels", "more", entries[0].lang).format(shown=len(shown), n=len(entries))
        lines += ["", *_wrap(more, width)]
    return [*lines, "", *edition] if edition else lines


def section_lines(lang: str = "en", book: Rulebook = VENDETTA, *, width: int = 80) -> list[str]:
    """Return lines that list the sections of a rulebook and the number of entries in each."""
    rules, rulings = book.all_rules(lang), book.all_rulings(lang)
    entries: list[Rule | Ruling] = [*rules, *rulings]
    head = book.word("labels", "overview", lang).format(rules=len(rules), rulings=len(rulings))
    lines = [*_edition(book, lang, width), *_wrap(head, width), ""]
    for section in book.sections():
        count = sum(1 for entry in entries if entry.section == section)
        lead = f"{_INDENT}{section:<6}{count:>4}  "
        lines += _wrap(book.section_title(section, lang), width, lead, " " * len(lead))
    return lines


def _edition(book: Rulebook, lang: str, width: int) -> list[str]:
    edition = book.edition(lang)
    return [] if edition is None else _wrap(edition, width)


def _standing(entry: Entry, book: Rulebook) -> str:
    if isinstance(entry, Term):
        return book.word("kinds", "term", entry.lang)
    standing = book.cite(entry.id, entry.lang).partition(" · ")[2]
    if isinstance(entry, Ruling):
        return standing
    return f"{standing} · {book.section_title(entry.section, entry.lang)}"


def _answers(entry: Ruling, book: Rulebook, indent: str, width: int) -> list[str]:
    lang = entry.lang
    lines = _wrap(f"{book.word('labels', 'default', lang)}: {entry.default}", width, indent)
    if entry.other:
        lines += _wrap(f"{book.word('labels', 'other', lang)}: {entry.other}", width, indent)
    if entry.switch:
        switched = book.word("labels", "switched", lang).format(
            switch=entry.switch, options=" | ".join(entry.options), default=entry.default_option
        )
        lines += _wrap(switched, width, indent)
    if entry.doubtful:
        lines += _wrap(book.word("labels", "doubtful", lang), width, indent)
    if entry.read:
        lines += _wrap(f"{book.word('labels', 'read', lang)}: {'; '.join(entry.read)}", width, indent)
    if entry.open:
        lines += _wrap(f"{book.word('labels', 'open', lang)}: {entry.open}", width, indent)
    return lines


def _links(book: Rulebook, label: str, ids: Iterable[str], lang: str, width: int) -> list[str]:
    label = book.word("labels", label, lang)
    named = list(ids)
    column = max(len(name) for name in named) + 2
    lines = []
    for index, name in enumerate(named):
        lead = f"{_INDENT}{label if index == 0 else '':<{len(label)}}  {name:<{column}}"
        lines += _wrap(book.find(name, lang).title, width, lead, " " * len(lead))
    return lines


def _wrap(text: str, width: int, first: str = "", later: str | None = None) -> list[str]:
    """Return lines of at most ``width`` characters; the first begins with ``first``, the others with ``later``."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if later is None else later,
        break_long_words=False,
        break_on_hyphens=False,
    )
