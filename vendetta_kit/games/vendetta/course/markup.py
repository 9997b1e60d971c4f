"""What the words of Vendetta's lessons can refer to: its rules, cards and terms.

>>> str(fault("[[PLAN-99]]")), plain("**Your** [[pool]] [[PLAN-11]]", "de")
('nothing is called PLAN-99', 'Your Vorrat (PLAN-11)')
>>> markdown("**Your** [[pool]] [[PLAN-11]]", "de"), rules_of("[[pool]] [[PLAN-11]]")
('**Your** Vorrat (PLAN-11)', ('PLAN-11',))
"""

from __future__ import annotations

from functools import cache
from typing import Final

from vendetta_kit.course.markup import Markup, parse, ref, refs
from vendetta_kit.games.vendetta import box
from vendetta_kit.rulebook import all_terms, is_id, term

__all__ = ["MARKUP", "fault", "kind_of", "markdown", "parse", "plain", "ref", "refs", "rules_of"]


@cache
def kind_of(name: str) -> str | None:
    """What the name of a reference stands for: ``rule``, ``card``, ``term``, or ``None`` if there is no such thing.

    >>> kind_of("RUL-01"), kind_of("AL16"), kind_of("pool"), kind_of("PLAN-99")
    ('rule', 'card', 'term', None)
    """
    if is_id(name):
        return "rule"
    if any(entry.key == name for entry in all_terms()):
        return "term"
    try:
        box.find(name)
    except box.UnknownCard:
        return None
    return "card" if name[:1].isupper() else None


def _name(kind: str, name: str, lang: str) -> str:
    return term(name, lang).term if kind == "term" else box.name(name, lang)


MARKUP: Final = Markup(kind_of, _name)
fault, rules_of, plain, markdown = MARKUP.fault, MARKUP.rules_of, MARKUP.plain, MARKUP.markdown
