"""Rules as lines for a terminal: wrapped, with page, kind, related rules and rulings."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from vendetta_kit.rulebook import (
    all_rules,
    all_rulings,
    cite,
    find,
    ruling,
    section_title,
    sections,
    word,
)
from vendetta_kit.rulebook.records import Entry, Rule, Ruling, Term

__all__ = ["full", "overview", "short"]

_INDENT = "  "


def full(entry: Entry, *, width: int = 80, bold: bool = False) -> list[str]:
    """All that is known of one entry, as lines.

    >>> print("\\n".join(full(find("GLOS-13"), width=70)))
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
    lines += _wrap(_standing(entry), width)
    lines.append("")
    if isinstance(entry, Ruling):
        lines += _answers(entry, _INDENT, width)
    else:
        lines += _wrap(entry.text, width, _INDENT)
    if isinstance(entry, Rule) and entry.no_effect:
        reason = word("no_effect", entry.no_effect, lang)
        lines += ["", *_wrap(f"{word('labels', 'no_effect', lang)}: {reason}", width, _INDENT)]
    if isinstance(entry, Rule):
        if entry.related:
            lines += ["", *_links(word("labels", "related", lang), entry.related, lang, width)]
        if entry.rulings:
            lines += ["", f"{_INDENT}{word('labels', 'rulings', lang)}"]
            for index, number in enumerate(entry.rulings):
                if index:
                    lines.append("")
                settled = ruling(number, lang)
                lead = f"{_INDENT * 2}{settled.id}  "
                lines += _wrap(settled.question, width, lead, " " * len(lead))
                lines += _answers(settled, " " * len(lead), width)
    else:
        rules = entry.related if isinstance(entry, Ruling) else entry.rules
        if rules:
            lines += ["", *_links(word("labels", "rules", lang), rules, lang, width)]
    return lines


def short(entries: Iterable[Entry], *, width: int = 80, bold: bool = False) -> list[str]:
    """A list of entries: title, text and citation of each.

    >>> print("\\n".join(short([find("FEED-06")], width=70)))
    FEED-06 · No choice in Feed                         p. 6 · deduced
      Feed asks nobody for a decision, so it makes no difference who takes
      Blood first.
    """
    lines: list[str] = []
    for entry in entries:
        if lines:
            lines.append("")
        if isinstance(entry, Term):
            left, right = entry.term, word("kinds", "term", entry.lang)
        else:
            left = f"{entry.id} · {entry.title}"
            right = cite(entry.id, entry.lang).partition(" · ")[2]
        mark = ("\033[1m", "\033[0m") if bold else ("", "")
        room = width - len(left) - len(right)
        if room >= 2:
            lines.append(f"{mark[0]}{left}{mark[1]}{' ' * room}{right}")
        else:
            lines += [f"{mark[0]}{line}{mark[1]}" for line in _wrap(left, width)]
            lines.append(right.rjust(width))
        lines += _wrap(entry.text, width, _INDENT)
    return lines


def overview(lang: str = "en", *, width: int = 80) -> list[str]:
    """Which sections there are, and how many entries each holds."""
    entries: list[Rule | Ruling] = [*all_rules(lang), *all_rulings(lang)]
    head = word("labels", "overview", lang).format(rules=len(all_rules(lang)), rulings=len(all_rulings(lang)))
    lines = [*_wrap(head, width), ""]
    for section in sections():
        count = sum(1 for entry in entries if entry.section == section)
        lines.append(f"{_INDENT}{section:<6}{count:>4}  {section_title(section, lang)}")
    return lines


def _standing(entry: Entry) -> str:
    if isinstance(entry, Term):
        return word("kinds", "term", entry.lang)
    standing = cite(entry.id, entry.lang).partition(" · ")[2]
    if isinstance(entry, Ruling):
        return standing
    return f"{standing} · {section_title(entry.section, entry.lang)}"


def _answers(entry: Ruling, indent: str, width: int) -> list[str]:
    lang = entry.lang
    lines = _wrap(f"{word('labels', 'default', lang)}: {entry.default}", width, indent)
    if entry.other:
        lines += _wrap(f"{word('labels', 'other', lang)}: {entry.other}", width, indent)
    if entry.switch:
        switched = word("labels", "switched", lang).format(
            switch=entry.switch, options=" | ".join(entry.options), default=entry.default_option
        )
        lines += _wrap(switched, width, indent)
    if entry.doubtful:
        lines += _wrap(word("labels", "doubtful", lang), width, indent)
    return lines


def _links(label: str, ids: Iterable[str], lang: str, width: int) -> list[str]:
    named = list(ids)
    column = max(len(name) for name in named) + 2
    lines = []
    for index, name in enumerate(named):
        lead = f"{_INDENT}{label if index == 0 else '':<{len(label)}}  {name:<{column}}"
        lines += _wrap(find(name, lang).title, width, lead, " " * len(lead))
    return lines


def _wrap(text: str, width: int, first: str = "", later: str | None = None) -> list[str]:
    """The text in lines of at most this width, behind ``first`` and then behind ``later``."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if later is None else later,
        break_long_words=False,
        break_on_hyphens=False,
    )
