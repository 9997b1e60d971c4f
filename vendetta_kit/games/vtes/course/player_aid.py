"""The player aid of V:TES: the rules on one sheet of paper, as one HTML file to print.

The rules of each line are in ``data/vtes/aid/sheet.json``, its words in ``data/vtes/lang/…/aid.json``, its numbers in
the engine.

>>> page = sheet("de", "letter")
>>> "V:TES auf einen Blick" in page, "<script" in page, "size: letter landscape" in page
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit import rulebook
from vendetta_kit.course.player_aid import PAPERS, Sheet, UnknownPaper
from vendetta_kit.games.vtes.engine import rule_numbers as counts
from vendetta_kit.games.vtes.engine.cards import VOTES

__all__ = ["PAPERS", "UnknownPaper", "lines", "numbers", "sheet"]

PHASES: Final = ("untap", "master", "minion", "influence", "discard")
STEPS: Final = ("announce", "block", "compare", "react", "outcome")
ACTIONS: Final = (
    "bleed", "hunt", "equip", "employ", "recruit", "card", "political", "leave", "rescue", "diablerize",
)  # fmt: skip
RARE: Final = ("contests", "titles", "withdrawal", "ante")


def numbers() -> dict[str, int]:
    """Return the rules' numbers on the sheet by their names in the words' gaps."""
    return {
        "pool": counts.POOL_AT_START,
        "hand": counts.HAND_AT_START,
        "uncontrolled": counts.UNCONTROLLED_AT_START,
        "crypt": counts.LEAST_CRYPT,
        "library": counts.LEAST_LIBRARY,
        "more": counts.MORE_FOR_EACH_PLAYER,
        "phases": len(PHASES),
        "steps": len(STEPS),
        "masters": counts.MASTER_ACTIONS,
        "bleed": counts.BLEED_OF_A_VAMPIRE,
        "hunted": counts.HUNTED,
        "more_stealth": counts.STEALTH_OF_A_SPECIAL_ACTION,
        "strength": counts.STRENGTH_OF_A_VAMPIRE,
        "rescue": counts.COST_OF_RESCUE,
        "contest": counts.CONTEST_COSTS,
        "edge": counts.EDGE_GIVES,
        "transfers": counts.TRANSFERS,
        "take": counts.TRANSFER_TAKES,
        "back": counts.TRANSFER_BACK_TAKES,
        "new": counts.NEW_VAMPIRE_TAKES,
        "new_cost": counts.NEW_VAMPIRE_COSTS,
        "prey_pool": counts.POOL_FOR_PREY,
        "prisci": counts.VOTES_OF_PRISCI,
        **{title: VOTES[title] for title in ("primogen", "prince", "justicar", "inner_circle")},
    }


def lines(lang: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the lines of the sheet by key, each as its words without markup, and its rules.

    >>> lines("en")["edge.vote"]
    ('Burn it for 1 vote.', ('POL-11',))
    """
    return _sheet(lang).lines()


def sheet(lang: str, paper: str = "a4") -> str:
    """Return the whole page as HTML: no script, nothing from another host, ready to print on both sides of one sheet.

    Args:
        lang: a language of the rulebook.
        paper: ``"a4"`` or ``"letter"``.

    Raises:
        UnknownPaper, rulebook.UnknownLanguage: with one line that names those there are.
    """
    return _sheet(lang).page(paper)


def _sheet(lang: str) -> _Sheet:
    return _Sheet.of("vtes", lang, rulebook.VTES, numbers(), "vtes")


class _Sheet(Sheet):
    """The sheet of V:TES; small print gives the line of the text of 1998 at which each rule begins."""

    def where(self, rules: Iterable[str]) -> Iterable[int]:
        return [min(rule.pages) for rule in self.entries(rules)]

    def start(self) -> str:
        inside = "".join(self.line(f"start.{key}") for key in ("pool", "cards", "decks"))
        return f'<section class="start">{self.title("start")}{inside}</section>'

    def front(self) -> str:
        phases = self.strip("phases", PHASES, self.line("round.ring", "span"))
        steps = self.strip("steps", STEPS, "", self.line("action.once"))
        return "\n".join((phases, steps, self.columns(*self.first_side())))

    def back(self) -> str:
        return "\n".join((self.columns(*self.second_side()), self.seldom()))

    def first_side(self) -> tuple[tuple[str, ...], ...]:
        """Return the panels of the front by column: actions, more actions, transfers."""
        return (
            (self.panel("actions", self.actions(ACTIONS[:6])),),
            (self.panel("more_actions", self.actions(ACTIONS[6:])),),
            (self.panel("transfers", self.listed("transfers", ("put", "back", "new", "ready", "first"))),),
        )

    def second_side(self) -> tuple[tuple[str, ...], ...]:
        """Return the panels of the back by column."""
        return (
            (
                self.panel("combat", self.listed("combat", ("range", "strike", "more", "press"), "ol")),
                self.panel("strikes", self.listed("strikes", ("hands", "ends", "first", "dodge", "steal"))),
                self.panel("damage", self.listed("damage", ("heal", "aggravated", "ally"))),
            ),
            (
                self.panel("torpor", self.listed("torpor", ("is", "diablerie", "older", "hunt"))),
                self.panel("cards", self.listed("cards", ("level", "draw", "pays", "out_of_turn"))),
                self.panel("out", self.listed("out", ("ousted", "prey", "both", "last", "wins"))),
            ),
            (
                self.panel("votes", self.listed("votes", ("order", "passes", "sides", "cards", "no_draw"))),
                self.panel("titles", self.titles()),
                self.panel("edge", self.listed("edge", ("get", "pool", "vote"))),
            ),
        )

    def actions(self, names: Iterable[str]) -> str:
        """Return a table of actions: what each does and its stealth."""
        found = [
            self.row(f"actions.{name}", self.name(name), self.text(self.words(f"actions.{name}")).split("|"))
            for name in names
        ]
        return self.table(self.heads("action", "what", "stealth"), found, self.all["titles"]["actions"])

    def titles(self) -> str:
        """Return a table of titles with their votes."""
        found = []
        for key in ("one", "two", "three", "four", "prisci"):
            first, votes = self.text(self.words(f"titles.{key}")).split("|")
            found.append(f'<tr><td>{first} {self.ref(f"titles.{key}")}</td><td class="n">{votes}</td></tr>')
        return self.table(self.heads("title", "votes"), found, self.all["titles"]["titles"])

    def seldom(self) -> str:
        """Return the section of rules that are rarely needed (:data:`RARE`)."""
        cells = [f"<div><h3>{self.name(name)}</h3>{self.line(f'rare.{name}')}</div>" for name in RARE]
        return f'<section class="variants">{self.title("rare")}<div>{"".join(cells)}</div></section>'
