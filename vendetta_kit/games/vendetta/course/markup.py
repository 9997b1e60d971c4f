"""References that texts of Vendetta's lessons can use: rules, cards and terms.

>>> str(fault("[[PLAN-99]]")), plain("**Your** [[pool]] [[PLAN-11]]", "de")
('nothing is called PLAN-99', 'Your Vorrat (PLAN-11)')
>>> kind_of("RUL-01"), kind_of("AL16"), kind_of("pool"), kind_of("PLAN-99")
('rule', 'card', 'term', None)
>>> markdown("**Your** [[pool]] [[PLAN-11]]", "de"), rules_of("[[pool]] [[PLAN-11]]")
('**Your** Vorrat (PLAN-11)', ('PLAN-11',))
"""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.markup import markup_of, parse, parse_reference, references_in
from vendetta_kit.games.vendetta import box
from vendetta_kit.rulebook import VENDETTA

__all__ = ["MARKUP", "fault", "kind_of", "markdown", "parse", "parse_reference", "plain", "references_in", "rules_of"]


def _is_card(name: str) -> bool:
    try:
        box.find(name)
    except box.UnknownCard:
        return False
    return name[:1].isupper()


MARKUP: Final = markup_of(VENDETTA, _is_card, box.name)
kind_of = MARKUP.kind_of
fault, rules_of, plain, markdown = MARKUP.fault, MARKUP.rules_of, MARKUP.plain, MARKUP.markdown
