"""The rules, rulings and glossary as data: look them up, search them, cite them.

Their facts (sections, pages, kinds, links) are in a game's folder ``rules/``, such as ``data/vendetta/rules/``, their
texts in ``lang/<language>/`` beside it; both are read when first needed. The texts are the kit's own, not the
rulebook's sentences. The functions here are for Vendetta; :data:`GAMES` has the rulebook of each game.

>>> rule("PLAN-11").kind
'deduced'
>>> cite("PLAN-11"), cite("PLAN-11", "de")
('PLAN-11 · p. 8, 24 · deduced', 'PLAN-11 · S. 8, 24 · abgeleitet')
>>> search("frenzy team mate")[0].id
'VTAG-06'
"""

from __future__ import annotations

from vendetta_kit.rulebook.lookup import GAMES, RIVALS, VENDETTA, VTES, Rulebook, game_and_name, without_game
from vendetta_kit.rulebook.rule_records import Entry, Rule, Ruling, Term, UnknownGame, UnknownLanguage, UnknownRule

__all__ = [
    "GAMES",
    "RIVALS",
    "VENDETTA",
    "VTES",
    "Entry",
    "Rule",
    "Rulebook",
    "Ruling",
    "Term",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownRule",
    "all_rules",
    "all_rulings",
    "all_terms",
    "cite",
    "find",
    "game_and_name",
    "is_id",
    "languages",
    "rule",
    "ruling",
    "search",
    "section_title",
    "sections",
    "switches",
    "term",
    "without_game",
    "word",
]

all_rules = VENDETTA.all_rules
all_rulings = VENDETTA.all_rulings
all_terms = VENDETTA.all_terms
cite = VENDETTA.cite
find = VENDETTA.find
is_id = VENDETTA.is_id
languages = VENDETTA.languages
rule = VENDETTA.rule
ruling = VENDETTA.ruling
search = VENDETTA.search
section_title = VENDETTA.section_title
sections = VENDETTA.sections
switches = VENDETTA.switches
term = VENDETTA.term
word = VENDETTA.word
