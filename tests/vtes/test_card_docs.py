"""What is written for somebody who writes a V:TES card: every verb has its example, and every example is a card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from scripts import vtes_cards
from vendetta_kit.games.vtes.engine.card_reader import _BLOW, _KEYS, practice_set, read_cards
from vendetta_kit.games.vtes.engine.card_verbs import TARGETS, TYPES, VERBS
from vendetta_kit.games.vtes.wording import card_text

README = Path(__file__).resolve().parents[2] / "data" / "vtes" / "cards" / "README.md"


def blocks(path: Path) -> list[str]:
    """The pieces of YAML on a page."""
    return re.findall(r"```yaml\n(.*?)```", path.read_text("utf-8"), re.DOTALL)


def test_the_page_of_verbs_is_what_the_script_writes() -> None:
    assert vtes_cards.PAGE.read_text("utf-8") == vtes_cards.page(), ".venv/bin/python scripts/vtes_cards.py"


def test_every_verb_has_one_example_of_its_own() -> None:
    rows = vtes_cards.examples()
    assert [key for key in rows if "." not in key] == list(VERBS)
    ids = [row["id"] for row in rows.values()]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & set(practice_set())


@pytest.mark.parametrize("key", vtes_cards.examples())
def test_an_example_is_a_card_that_uses_its_verb(key: str) -> None:
    (card,) = read_cards([vtes_cards.examples()[key]]).values()
    verb, _, kind = key.partition(".")
    assert not kind or card.type == kind
    parts = (card.basic, card.superior, card.gives, card.tap, card.untap)
    assert verb in {effect.verb for part in parts for effect in part}
    assert card.name.keys() == {"en", "de"}
    english, german = card_text(card), card_text(card, "de")
    assert "[" not in english + german
    assert english != german


@pytest.mark.parametrize("page", [README, vtes_cards.PAGE], ids=lambda page: page.name)
def test_every_piece_of_yaml_on_a_page_can_be_read_as_cards(page: Path) -> None:
    found = [row for block in blocks(page) for row in yaml.safe_load(block)]
    cards = read_cards(found)
    assert len(cards) == len(found) > 5
    for card in cards.values():
        assert card_text(card) != card_text(card, "de")


def test_the_keys_of_a_card_are_all_told() -> None:
    text = README.read_text("utf-8")
    told = set(re.findall(r"`([a-z_]+)`", text))
    assert told >= {*_KEYS, *_BLOW, *TYPES, *TARGETS}
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert {key for row in rows for key in re.findall(r"`([a-z_]+)`", row)} == {*_KEYS, *_BLOW}
