"""Puzzles on paper for a class: tables as the seats see them, with solutions on separate pages."""

from __future__ import annotations

import os
from html import escape
from random import Random
from typing import TYPE_CHECKING, Final

from vendetta_kit.course.player_aid import UnknownPaper
from vendetta_kit.course.puzzle_set import game_at, open_puzzle, solution
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Keep
from vendetta_kit.games.vendetta.engine.views import PositionView, SeatView, View
from vendetta_kit.games.vendetta.scenarios import DIALECT, THEMES
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import action_text, decision_text, place, say
from vendetta_kit.rulebook import VENDETTA
from vendetta_kit.rulebook.rule_records import Rule, Ruling
from vendetta_kit.scenarios import Scenario, run

from . import PUZZLES
from .puzzle_text import puzzle_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


PAPERS: Final = {"a4": ("A4", "210mm"), "letter": ("letter", "215.9mm")}
"""The name and the width of each paper size, upright."""
_TOLD: Final = frozenset(
    ("tokens", "withdraw", "withdraw_haven", "frenzy", "diablerie", "winner", "lone", "nobody", "ally", "victim")
) | {"drain", "eliminated", "game_over"}
"""Kinds of log lines in a solution: results, not each step."""


class NoPuzzle(ValueError):
    """Raised if no puzzle has the wanted theme and grade."""


def read_puzzles(paths: Sequence[str]) -> list[Scenario]:
    """Return puzzles from files of a user.

    Raises:
        BadScenario: a file is no puzzle; the message is one line.
    """
    found = [open_puzzle(path) for path in paths]
    for one in found:
        if one.dialect is not DIALECT:
            raise NoPuzzle(f"{one.file}: a puzzle of another game: only Vendetta's can be printed")
    return found


def random_puzzles(count: int, theme: str | None = None, grade: int | None = None, seed: int = 1) -> list[Scenario]:
    """Return a random choice of the kit's puzzles, easy ones first; the same seed gives the same choice.

    Args:
        count: the most puzzles.
        theme: a theme that they must have; ``None`` for any.
        grade: 1 to 3; ``None`` for any.
        seed: seed of the choice.

    Raises:
        NoPuzzle: no puzzle has this theme and grade.

    >>> [one.puzzle.grade for one in random_puzzles(2, "withdraw", 1)]
    [1, 1]
    """
    if theme not in (None, *THEMES):
        raise NoPuzzle(f"unknown theme {theme!r:.60}: expected one of {', '.join(THEMES)}")
    found = [
        one
        for one in map(open_puzzle, PUZZLES.shipped())
        if one.puzzle is not None and theme in (None, *one.puzzle.themes) and grade in (None, one.puzzle.grade)
    ]
    if not found:
        raise NoPuzzle(f"no puzzle of theme {theme or 'any'} and grade {grade or 'any'}")
    drawn = Random(f"sheet/{seed}").sample(found, min(count, len(found)))
    return sorted(drawn, key=lambda one: (one.puzzle.grade if one.puzzle is not None else 0, one.id))


def sheet(puzzles: Sequence[Scenario], lang: str = "en", paper: str = "a4") -> str:
    """Return puzzles with their solutions as an HTML page without scripts or links to other hosts.

    Args:
        puzzles: from :func:`vendetta_kit.course.puzzle_set.open_puzzle`.
        lang: ``en`` or ``de``.
        paper: ``a4`` or ``letter``.

    Raises:
        UnknownPaper: one line that names the possible values.
    """
    if paper not in PAPERS:
        raise UnknownPaper(f"unknown paper {paper!r}: expected {' or '.join(PAPERS)}")
    words = {key: escape(text) for key, text in puzzle_words(lang).items()}
    name, width = PAPERS[paper]
    with open(os.path.join(data_dir(), "puzzles", "sheet.css"), encoding="utf-8") as file:
        style = file.read()
    asked = "\n".join(_asked(one, number, lang) for number, one in enumerate(puzzles, 1))
    solved = "\n".join(_solved(one, number, lang) for number, one in enumerate(puzzles, 1))
    return f"""<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{words["sheet.title"]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
@page {{ size: {name}; margin: 12mm; }}
:root {{ --width: {width}; }}
{style}</style>
</head>
<body>
<main>
<header><h1>{words["sheet.title"]}</h1><p>{words["sheet.subtitle"]}</p></header>
<p class="how">{words["sheet.how"]}</p>
{asked}
<section class="solutions">
<h2>{words["sheet.solutions"]}</h2>
{solved}
</section>
<footer>{words["sheet.fan"]}</footer>
</main>
</body>
</html>
"""


def _asked(one: Scenario, number: int, lang: str) -> str:
    """Return a puzzle in HTML: what its seat may know, and the question."""
    assert one.puzzle is not None
    words = puzzle_words(lang)
    view = game_at(one).view(one.puzzle.seat)
    me = view.seats[one.puzzle.seat]
    when = [say("board", "round", lang, {"n": view.round}), say("phase", view.phase, lang)]
    if view.at is not None:
        when += [place(view.at, lang), say("step", view.step, lang)]
    clan = box.name(me.clan, lang) if me.clan else ""
    ask = words["sheet.ask"].format(name=me.name, clan=clan, when=", ".join(when))
    decision = view.decision
    assert decision is not None
    kept = dict.fromkeys(card for action in decision.legal if isinstance(action, Keep) for card in action.cards)
    if kept:
        ask = f"{ask} {words['sheet.keep'].format(cards=_listed(_card(card, lang) for card in kept))}"
    if decision.question is not None:
        ask = f"{ask} {decision_text(decision, view.names, lang)}"
    has = words["sheet.ambition"].format(name=view.names[view.ambition])
    title = f"<h3>{number}. {escape(one.title.get(lang, one.id))}</h3>"
    grade = f"<small>{escape(words['sheet.grade'].format(grade=one.puzzle.grade))} · {escape(one.id)}</small>"
    return f'<article>{title}{grade}{_table(view, lang)}<p>{escape(has)}</p><p class="ask">{escape(ask)}</p></article>'


def _table(view: View, lang: str) -> str:
    head, *rows = _rows(view, lang)
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    inside = []
    for first, *cells in rows:
        shown = [f"<td{_mine(view, k)}>{escape(cell)}</td>" for k, cell in enumerate(cells)]
        inside.append(f'<tr><th scope="row">{escape(first)}</th>{"".join(shown)}</tr>')
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(inside)}</tbody></table>"
    return f'<div class="table">{table}</div>'


def _mine(view: View, seat: int) -> str:
    return ' class="mine"' if seat == view.me else ""


def _rows(view: View, lang: str) -> Iterator[list[str]]:
    """Yield the rows of a table: a label, then a cell for each seat."""
    words, seats = puzzle_words(lang), view.seats
    yield ["", *(f"{seat.name} ({box.name(seat.clan, lang)})" if seat.clan else seat.name for seat in seats)]
    yield [say("board", "pool", lang), *(str(seat.blood) for seat in seats)]
    yield [say("board", "influence", lang), *(str(seat.influence) for seat in seats)]
    yield [say("board", "hand", lang), *(_hand(seat, lang) for seat in seats)]
    yield [say("board", "alliance", lang), *(_people(seat, lang) for seat in seats)]
    if any(seat.tokens_up or seat.tokens_down for seat in seats):
        counts = words["sheet.token_counts"]
        tokens = (counts.format(up=s.tokens_up, down=s.tokens_down) for s in seats)
        yield [words["sheet.tokens"], *tokens]
    for number, here in enumerate(view.locations):
        ally = _person(here.ally, lang) if here.ally else say("board", "no_ally", lang)
        yield [f"{place(here.at, lang)}: {ally}", *(_position(seat.positions[number], lang) for seat in seats)]


def _hand(seat: SeatView, lang: str) -> str:
    if seat.hand is not None:
        return _listed(_card(card, lang) for card in seat.hand)
    known = [_card(card, lang) for card in seat.known_hand]
    unseen = seat.hand_size - len(known)
    words = puzzle_words(lang)["sheet.hidden.one" if unseen == 1 else "sheet.hidden"]
    return _listed([*known, *([words.format(n=unseen)] if unseen else [])])


def _people(seat: SeatView, lang: str) -> str:
    drained = [say("board", "drained", lang, {"card": card}) for card in seat.drained]
    return _listed([*(_person(card, lang) for card in seat.alliance), *drained])


def _person(card: str, lang: str) -> str:
    """Return a name with the card's Influence in an Alliance and Drained."""
    record = box.records()[card]
    assert isinstance(record, box.Person)
    kind = f", {puzzle_words(lang)['sheet.vampire']}" if record.creature == "vampire" else ""
    return f"{box.name(card, lang)} ({record.influence}/{record.drained_influence}{kind})"


def _card(card: str, lang: str) -> str:
    record = box.records()[card]
    assert isinstance(record, box.ClanCard)
    return f"{box.name(card, lang)} ({record.power})"


def _position(position: PositionView, lang: str) -> str:
    words = puzzle_words(lang)
    parts = [say("part", "blood", lang, {"n": position.blood})] if position.blood else []
    for card in position.cards:
        if card.card is not None:
            parts.append(_card(card.card, lang) + (f" ({words['sheet.down']})" if card.face == "down" else ""))
    unseen = sum(card.card is None for card in position.cards)
    return _listed([*parts, *([words["sheet.unseen"].format(n=unseen)] if unseen else [])])


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts) or "–"


def _solved(one: Scenario, number: int, lang: str) -> str:
    """Return a solution in HTML: the best move, its lead, how the game goes on, and the rules."""
    assert one.puzzle is not None
    words, puzzle = puzzle_words(lang), one.puzzle
    told = [f"<h3>{number}. {escape(action_text(solution(one).action, one.names, lang))}</h3>"]
    if puzzle.gap is not None and puzzle.interval is not None:
        low, high = puzzle.interval
        gap = words["sheet.gap"].format(gap=puzzle.gap, low=low, high=high, n=puzzle.simulations or 0)
        told.append(f"<p>{escape(gap)}</p>")
    lines = [line for line in log_lines(run(one).game.view(None), lang) if line.kind in _TOLD]
    if lines:
        told.append(f"<p>{escape(words['sheet.then'])}</p>")
        told.append("<ul>" + "".join(f"<li>{escape(line.text)}</li>" for line in lines) + "</ul>")
    rules = words["sheet.rules"].format(rules=", ".join(_rule(rule, lang) for rule in one.rules))
    return f"<article>{''.join(told)}<p><small>{escape(rules)}</small></p></article>"


def _rule(name: str, lang: str) -> str:
    """Return a rule with its pages."""
    found = VENDETTA.find(name)
    if not isinstance(found, Rule | Ruling):
        return name
    pages = ", ".join(map(str, found.pages))
    return f"{found.id} ({puzzle_words(lang)['sheet.page'].format(pages=pages)})" if pages else found.id
