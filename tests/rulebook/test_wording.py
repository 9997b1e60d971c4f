"""Words that a careful reader stumbled over: a card's condition, what a rule really says, one name for a thing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from vendetta_kit import rulebook
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course import player_aid

LANGS = ("en", "de")
IF_YOU_DO = {"en": "If you do", "de": "Wenn du das tust"}
NOT_SAID: dict[str, str] = {
    r"Regelheft": "Spielregel",
    r"\b[Aa]n die Bank\b": "in die Bank",
    r"\b([Aa]n|[Aa]uf) (der|die) Zuflucht\b": "in der (die) Zuflucht des Prinzen",
    r"Blut[^.,;:]* gespielt werden|Blut wird[^.]* gespielt\b|\bgespieltes Blut|letztes Blut spielen": "ausgespielt",
}
"""What German does not say here, and what it says."""


def german() -> Iterator[tuple[str, str]]:
    """Every line that may be German: words of each game's data and of the pages, lessons, scenarios and notebooks."""
    root = Path(data_dir())
    widgets, notebooks = root.parent / "widgets" / "vendetta_widgets", root.parent / "notebooks"
    files = [*root.glob("**/lang/de/*.json"), *(widgets / "lang" / "de").glob("*.json")]
    files += [
        *(root / "vendetta" / "lessons").glob("*"),
        *(root / "vendetta" / "scenarios").glob("*.yaml"),
        *notebooks.rglob("*.ipynb"),
    ]
    assert len(files) > 100
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            yield os.path.relpath(file, root.parent), line


@pytest.mark.parametrize("pattern", NOT_SAID)
def test_german_has_one_word_for_a_thing(pattern: str) -> None:
    found = [(file, line.strip()[:120]) for file, line in german() if re.search(pattern, line)]
    assert found == [], f"here it is: {NOT_SAID[pattern]}"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("card", ["TR05", "TR07", "TR09", "GA05", "NO07"])
def test_what_may_be_done_for_something_is_its_condition(card: str, lang: str) -> None:
    assert f"{IF_YOU_DO[lang]}," in box.text(card, lang)


def test_no_german_card_has_two_numbers_in_a_row_or_counts_blood_by_the_piece() -> None:
    for card in (*box.clan_cards(), *box.allies(), *box.relics(), *box.location_cards()):
        text = box.text(card.key, "de")
        assert not re.search(r"\d \d", text), card.key
        assert not re.search(r"[Jj]edes deiner", text), card.key


@pytest.mark.parametrize("lang", LANGS)
def test_the_aid_does_not_call_deployed_blood_safe(lang: str) -> None:
    words = " ".join(text for text, _ in player_aid.lines(lang).values())
    assert re.search(r"Deployed Blood|eingesetztes Blut", words)
    assert not re.search(r"Deployed Blood is safe|Eingesetztes Blut ist sicher", words)


@pytest.mark.parametrize(
    ("rule", "no_more", "said"),
    [
        ("VTAG-06", {"en": "nothing", "de": "nichts"}, {"en": "no Influence", "de": "keinen Einfluss"}),
        ("DIAB-08", {"en": "the most", "de": "das meiste"}, {"en": "another card", "de": "anderen Karte"}),
        ("CONF-05", {"en": "twice", "de": "Erreichen zwei"}, {"en": "several", "de": "mehrere"}),
    ],
)
def test_rules_say_what_is_printed_and_no_more(rule: str, no_more: dict[str, str], said: dict[str, str]) -> None:
    for lang in LANGS:
        text = rulebook.rule(rule, lang).text
        assert no_more[lang] not in text
        assert said[lang] in text


@pytest.mark.parametrize(
    "ruling", ["KIT-04", "KIT-08", "KIT-09", "KIT-11", "KIT-15", *(f"KIT-{n}" for n in range(21, 26))]
)
def test_what_could_be_read_otherwise_says_what_speaks_for_it(ruling: str) -> None:
    for lang in LANGS:
        other = rulebook.ruling(ruling, lang).other
        assert other
        assert re.search(r"[:,;] ", other), "the reading, and what speaks for it"


def test_words_are_the_kits_own() -> None:
    for card in ("BR07", "BR09", "GA09", "MA09", "TO09"):
        assert not box.text(card, "en").startswith("Steal 1")
    assert "has been played" not in rulebook.rule("PLAN-05").text
