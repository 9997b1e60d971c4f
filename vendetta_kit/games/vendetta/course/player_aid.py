"""The player aid: a whole game on one sheet of paper, as an HTML page for printing.

``data/vendetta/aid/sheet.json`` lists the rules of each line, ``data/lang/<language>/aid.json`` has the texts,
``data/aid/sheet.css`` the layout. Numbers come from the engine, so the sheet cannot disagree with the game.

>>> page = sheet("de", "letter")
>>> "Vendetta auf einen Blick" in page, "<script" in page, "size: letter landscape" in page
(True, False, True)
"""

from __future__ import annotations

from typing import Final

from vendetta_kit import rulebook
from vendetta_kit.course.player_aid import PAPERS, Sheet, UnknownPaper
from vendetta_kit.games.vendetta.engine import card_tables
from vendetta_kit.games.vendetta.engine import rule_numbers as counts

__all__ = ["PAPERS", "UnknownPaper", "lines", "numbers", "sheet"]

PHASES: Final = ("feed", "location_setup", "hand_building", "planning", "resolution")
STEPS: Final = ("withdraw", "revelation", "preparation", "conflict", "aftermath")
SIGNS: Final = {"preparation": "sun", "conflict": "swords", "aftermath": "moon"}
VERBS: Final = ("play", "spend", "lose", "steal", "gain")
VARIANTS: Final = ("three", "location_cards", "relics", "tag_team")

_ICONS: Final = {
    "sun": '<circle cx="12" cy="12" r="4.5"/><path d="M12 1.5v4M12 18.5v4M1.5 12h4M18.5 12h4'
    'M4.6 4.6l2.8 2.8M16.6 16.6l2.8 2.8M19.4 4.6l-2.8 2.8M7.4 16.6l-2.8 2.8"/>',
    "swords": '<path d="M3 3l14 14M21 3L7 17M14.5 19.5l5-5M4.5 14.5l5 5M17.5 17.5l3.5 3.5M6.5 17.5L3 21"/>',
    "moon": '<path d="M19.5 14.6A8.5 8.5 0 1 1 10.2 3.4a6.9 6.9 0 0 0 9.3 11.2z"/>',
}


def numbers() -> dict[str, int]:
    """Return the numbers on the sheet by their names in the texts."""
    usual, three = card_tables.PLANNING_TURNS[4], card_tables.PLANNING_TURNS[3]
    return {
        "fee": counts.FEE,
        "fee_needs": counts.FEE + counts.KEPT_BACK,
        "most_blood": counts.MOST_BLOOD,
        "power_per_blood": counts.POWER_OF_BLOOD,
        "blood_per_token": counts.BLOOD_OF_A_TOKEN,
        "tokens_per_vampire": counts.TOKENS_OF_A_VAMPIRE,
        "minus_per_token": -counts.POINTS_OF_A_TOKEN,
        "out_at": counts.DEADLY_TOKENS,
        "look": counts.LOOKED_AT,
        "keep": counts.KEPT,
        "three_look": counts.LOOKED_AT_FIRST_BY_THREE,
        "three_keep": counts.KEPT_OF_THREE,
        "left": counts.KEPT_BACK,
        "haven_extra": counts.HAVEN_MORE,
        "causer": counts.CAUSER_PAID,
        "bare_influence": counts.BARE_INFLUENCE,
        "bare_blood": counts.BARE_BLOOD,
        "rounds": counts.ROUNDS,
        "phases": len(PHASES),
        "steps": len(STEPS),
        "start_blood": counts.START_BLOOD,
        "start_influence": counts.START_INFLUENCE,
        **{f"turns_{k}": turns for k, turns in enumerate(usual, 1)},
        **{f"three_{k}": turns for k, turns in enumerate(three, 1)},
    }


def lines(lang: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return every line of the sheet by its key: its text without markup, and its rules.

    >>> lines("en")["costs.down"]
    ('Face down|1 Blood; you need 2', ('PLAN-09', 'PLAN-11'))
    """
    return _sheet(lang).lines()


def sheet(lang: str, paper: str = "a4") -> str:
    """Return the page as HTML without scripts or links to other hosts, to be printed on both sides of one sheet.

    Args:
        lang: a language of the rulebook.
        paper: ``"a4"`` or ``"letter"``.

    Raises:
        UnknownPaper, rulebook.UnknownLanguage: one line that names the possible values.
    """
    return _sheet(lang).page(paper)


def _sheet(lang: str) -> _Sheet:
    return _Sheet.of("vendetta", lang, rulebook.VENDETTA, numbers())


class _Sheet(Sheet):
    """The sheet of Vendetta."""

    def start(self) -> str:
        inside = "".join(self.line(f"start.{key}") for key in ("pool", "cards", "places"))
        return f'<section class="start">{self.title("start")}{inside}</section>'

    def front(self) -> str:
        phases = self.strip("phases", PHASES, self.line("round.clock", "span"))
        steps = self.strip("steps", STEPS, "", self.line("round.end"))
        return "\n".join((phases, steps, self.columns(*self.first_side())))

    def back(self) -> str:
        return "\n".join((self.columns(*self.second_side()), self.variants()))

    def sign(self, strip: str, cell: str) -> str:
        return self.icon(SIGNS[cell]) if strip == "steps" and cell in SIGNS else ""

    def icon(self, sign: str) -> str:
        return (
            f'<svg viewBox="0 0 24 24" role="img" aria-label="{self.name(sign)}" fill="none" stroke="#7c1d2d" '
            f'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{_ICONS[sign]}</svg>'
        )

    def first_side(self) -> tuple[tuple[str, ...], ...]:
        """Return the sections below the strips: what a player does, and what it gains."""
        return (
            (self.panel("turn", self.listed("turn", ("card", "face", "blood", "flip", "drain", "left"), "ol")),),
            (self.panel("withdraw", self.listed("withdraw", ("blood", "out", "carried", "haven", "lone", "nobody"))),),
            (self.panel("rewards", self.rewards()),),
        )

    def second_side(self) -> tuple[tuple[str, ...], ...]:
        """Return the sections for looking things up."""
        return (
            (
                self.panel("verbs", self.verbs()),
                self.panel("numbers", self.four_numbers()),
            ),
            (
                self.panel(
                    "frenzy",
                    self.line("frenzy.when"),
                    self.listed("frenzy", ("causer", "drain", "vampire", "bare"), "ol"),
                ),
                self.panel("diablerie", self.listed("diablerie", ("token", "minus", "flip", "out"))),
                self.panel("costs", self.costs()),
            ),
            (
                self.panel("ties", self.listed("ties", ("order", "final", "rival"))),
                self.panel("score", self.line("score.when"), self.score()),
                self.panel("signs", self.listed("signs", ("black", "white", "kinds"))),
            ),
        )

    def costs(self) -> str:
        found = []
        for key in ("up", "down", "most", "vampire", "human"):
            first, *cells = (self.text(part) for part in self.words(f"costs.{key}").split("|"))
            found.append(self.row(f"costs.{key}", first, cells))
        return self.table([], found, self.all["titles"]["costs"])

    def score(self) -> str:
        found = []
        for key in ("alliance", "drained", "tokens", "relic", "diablerie", "best"):
            sign, what = self.text(self.words(f"score.{key}")).split("|")
            found.append(f'<tr><td>{sign}</td><td>{what}</td><td class="ref">{self.ref(f"score.{key}")}</td></tr>')
        return self.table([], found, self.all["titles"]["score"])

    def verbs(self) -> str:
        found = [
            self.row(f"verbs.{verb}", self.name(verb), self.text(self.words(f"verbs.{verb}")).split("|"))
            for verb in VERBS
        ]
        table = self.table(self.heads("verb", "way", "last"), found, self.all["titles"]["verbs"])
        return table + self.listed("verbs", ("deployed", "pay"))

    def four_numbers(self) -> str:
        """Return a card before and after a Drain, with its two numbers named for each."""
        victim = card_tables.FIRST_VICTIM
        values = {
            "alliance": (card_tables.INFLUENCE[victim], card_tables.FEED[victim]),
            "drained": (card_tables.DRAINED_INFLUENCE[victim], card_tables.DRAIN_BLOOD[victim]),
        }
        cards = []
        for key, pair in values.items():
            texts = self.text(self.words(f"numbers.{key}")).split("|")
            rows = "".join(
                f"<div><dt>{self.name(name)} {text}</dt><dd>{value}</dd></div>"
                for name, text, value in zip(("influence", "blood"), texts, pair, strict=True)
            )
            cards.append(
                f'<div class="{key}"><h3>{self.name(key)}</h3><dl>{rows}</dl>{self.ref(f"numbers.{key}")}</div>'
            )
        arrow = '<svg viewBox="0 0 24 12" aria-hidden="true"><path d="M1 6h20M16 1.5L21.5 6 16 10.5"/></svg>'
        return f'<div class="pair">{arrow.join(cards)}</div>' + self.listed("numbers", ("victim", "ability", "once"))

    def rewards(self) -> str:
        found = []
        for place, key in enumerate(("first", "second", "third")):
            values = "".join(f'<td class="n">{each[place]}</td>' for each in card_tables.REWARD_INFLUENCE)
            card = self.text(self.words(f"rewards.{key}"))
            found.append(
                f'<tr><th scope="row" class="n">{place + 1}</th><td>{card}</td>{values}'
                f'<td class="ref">{self.ref(f"rewards.{key}")}</td></tr>'
            )
        rounds = range(1, len(card_tables.REWARD_INFLUENCE) + 1)
        head = [
            f'<th scope="col">{self.name("place")}</th><th scope="col">{self.name("card")}</th>',
            *(f'<th scope="col" class="n">{self.name("round", round=number)}</th>' for number in rounds),
            "<td></td>",
        ]
        table = self.table(head, found, self.all["titles"]["rewards"])
        return table + self.listed("rewards", ("influence", "empty", "haven", "when"))

    def variants(self) -> str:
        cells = []
        for name in VARIANTS:
            cells.append(f"<div><h3>{self.name(name)}</h3>{self.line(f'variants.{name}')}</div>")
        return f'<section class="variants">{self.title("variants")}<div>{"".join(cells)}</div></section>'
