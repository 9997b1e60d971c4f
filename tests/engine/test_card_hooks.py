"""A card is one record and its functions: no step of the round names one, and every card is called at some moment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.helpers import table
from vendetta_kit.games.vendetta.engine import card_hooks, card_tables, effects
from vendetta_kit.games.vendetta.engine.card_tables import CLAN_CARDS, FIRST_LOCATION_CARD, FIRST_RELIC, IDS, NUMBER
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, RELIC, RELIC_USED

ENGINE = Path(card_tables.__file__).parent
CARD = re.compile(r"(BR|GA|MA|NO|TO|TR|VE|AL|VI|LC|RE)\d\d")
NAMES_CARDS = {"card_tables.py", "events.py", "citations.py"}
"""Their names for bots and figures, and the rulings that are cited with a card."""


def single_cards() -> set[str]:
    """The names by which single cards go in ``tables``."""
    found = set()
    for node in ast.parse((ENGINE / "card_tables.py").read_text("utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if isinstance(node.value, ast.Subscript) and ast.unparse(node.value.value) == "NUMBER":
                found.add(node.target.id)
        elif isinstance(node, ast.Assign) and ast.unparse(node.value) in ("ALL_LOCATION_CARDS", "ALL_RELICS"):
            found |= {name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)}
    return found


def cards_named(source: str) -> Iterator[str]:
    """Single cards that a source names, by id or by a name of ``tables``."""
    single = single_cards()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CARD.fullmatch(node.value):
            yield node.value
        elif isinstance(node, ast.Name) and node.id in single:
            yield node.id


@pytest.mark.parametrize("path", sorted(ENGINE.glob("*.py")), ids=lambda path: path.name)
def test_no_step_of_the_round_names_a_card(path: Path) -> None:
    if path.name not in NAMES_CARDS:
        assert not list(cards_named(path.read_text("utf-8")))


def test_a_card_is_seen_where_one_is_named() -> None:
    assert {"PORTIA", "STAGE", "SEAL"} <= single_cards()
    assert list(cards_named('card == PORTIA or card == NUMBER["NO03"] or text == "NO033"')) == ["PORTIA", "NO03"]


def test_every_card_with_a_text_is_called_at_some_moment() -> None:
    assert effects.allies
    plain = {NUMBER["VE08"]}  # Power alone
    clan = {*card_hooks.EFFECT, *card_hooks.BONUS, *card_hooks.ON_PLAY, *card_hooks.ROUND_ENDS, *card_hooks.SHIELDS}
    for moment in card_hooks.CARDS_AT.values():
        clan |= set(moment)
    assert clan == set(range(CLAN_CARDS)) - plain
    places = {card for moment in card_hooks.PLACES.values() for card in moment} | {
        card for card in card_hooks.FEES if card >= FIRST_LOCATION_CARD
    }
    assert {IDS[card] for card in places} == {f"LC{k:02}" for k in range(1, 8)}
    relics = {card for moment in card_hooks.RELICS.values() for card in moment}
    relics |= {card for card in (*card_hooks.KEEPS_MORE, *card_hooks.PLANNING_ACTIONS) if card >= FIRST_RELIC}
    assert {IDS[card] for card in relics} == {f"RE{k:02}" for k in range(1, 9)}


@pytest.mark.rules("DRAIN-06")
def test_lasting_abilities_are_those_of_the_allies_that_have_one() -> None:
    lasting = {IDS[card] for card in card_hooks.LASTING if CLAN_CARDS <= card < FIRST_LOCATION_CARD}
    assert lasting == {f"AL{k:02}" for k in (5, 7, 8, 11, 12, 13, 14, 15, 26, 27, 28, 30)}


def test_a_card_of_ones_own_needs_its_functions_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Ally without a text gets one, by one function: the round calls it."""
    game = table("Ann 1: BR09", "Bob 1: TR02", "Cy 1: VE01")
    plain = NUMBER["AL16"]
    game.z[ALLIANCE] += (plain,)
    assert game.scores[0] is not None
    before = game.scores[0]
    monkeypatch.setitem(card_hooks.SCORES, plain, lambda alliance: 10 * len(alliance))
    assert game.scores[0] == before + 10 * len(game.z[ALLIANCE])


def test_a_relic_counts_as_held_until_it_is_used() -> None:
    game = table("Ann 1: BR09", "Bob 1: TR02", "Cy 1: VE01")
    game.n[RELIC] = NUMBER["RE04"]
    assert card_hooks.has(game, 0, NUMBER["RE04"])
    game.n[RELIC_USED] = 1
    assert not card_hooks.has(game, 0, NUMBER["RE04"])
