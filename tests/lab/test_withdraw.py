"""The Withdraw game of one Location: studied from what a seat knows, in a counted time, and said in words.

The solver beneath has tests of its own, beside the answers of two other solvers: ``tests/bots/test_equilibrium.py``.
"""

from __future__ import annotations

import string
from random import Random

import pytest

from tests.engine.helpers import table
from vendetta_kit import Game, rulebook
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta.engine.actions import EndTurn, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.games.vendetta.lab.withdraw import NoWithdrawStep, Study, study


def strong_and_weak() -> Game:
    """Ann and Bob at Location 1: Bob is far stronger."""
    return table("Ann 1: BR07 +3", "Bob 1: VE01 VE04 +3", "Cy haven: GA05 +2", step="withdraw")


@pytest.mark.rules("WDR-01", "WDR-02")
def test_the_strong_stay_and_the_weak_leave() -> None:
    found = study(strong_and_weak(), 0, worlds=8)
    assert (found.at, found.seats, found.names[0]) == (1, (0, 1), "Ann")
    assert found.chances[0] < 0.5 < 0.7 < found.chances[1]
    assert (False, True) in found.pure
    assert found.edge < 0
    assert found.regret is None
    assert found.words()[-1].startswith("On average Withdraw brings ")


def test_what_was_chosen_is_judged_beside_it() -> None:
    stayed = study(strong_and_weak(), 0, worlds=8, chosen=Stay())
    left = study(strong_and_weak(), 0, worlds=8, chosen=Withdraw())
    assert stayed.regret == pytest.approx(-stayed.edge)
    assert left.regret == 0.0
    assert stayed.words()[-1].startswith("Stay was chosen: on average leaving brings ")
    assert left.words()[-1].startswith("Withdraw was chosen: on average it brings ")
    assert left.words("de")[-1].startswith("Gewählt wurde der Rückzug: Im Schnitt bringt er ")
    number = left.words("de")[-1].split("bringt er ")[1].split(" Einfluss")[0]
    assert float(number.replace(",", ".")) == pytest.approx(abs(left.edge), abs=0.06)


@pytest.mark.rules("RUL-20", "PLAN-25", "WDR-02")
def test_it_knows_no_more_than_the_seat() -> None:
    game = table("Ann 1: BR04 +1", "Bob 1: (TR03) +1", "Cy 1: (VE02)", "Dee haven: GA05", step="withdraw")
    before = fingerprint(game)
    found = study(game, 0, worlds=6)
    for number in range(5):
        world = imagine(game, 0, Random(number))
        assert study(world, 0, worlds=6) == found
    assert fingerprint(game) == before
    assert study(game, 0, worlds=6, seed=1) != found


def test_its_time_is_counted_and_what_was_not_reached_is_said() -> None:
    game = strong_and_weak()
    cut = study(game, 0, worlds=3, precision=50.0, most_steps=3)
    assert cut.quantal.steps == 3
    assert cut.stand_off.worlds <= 3
    assert cut.quantal.precision < 50
    assert any("used up its 3 steps" in sentence for sentence in cut.words())
    assert any("50,0" in sentence for sentence in cut.words("de"))
    whole = study(game, 0, worlds=3, precision=2.0)
    assert whole.quantal.precision == 2.0
    assert not any("used up" in sentence for sentence in whole.words())


def test_a_table_of_rows_for_a_data_frame() -> None:
    found = study(strong_and_weak(), 0, worlds=4, horizon="location")
    rows = found.table()
    assert len(rows) == 4 * 2
    alone = next(row for row in rows if row["staying"] == "Ann" and row["seat"] == 0)
    assert (alone["name"], alone["stays"], alone["wins"]) == ("Ann", True, pytest.approx(1.0))
    assert {row["equilibrium"] for row in rows} == {True, False}
    assert found.words()[0].endswith("to the end of the Location in each of them.")


def test_after_the_location_alone_cards_that_left_have_not_counted_yet() -> None:
    """Ann's strong card would win the Haven: so leaving brings more to the end of the round than of the Location."""
    game = table("Ann 1: VE01 VE04", "Bob 1: TR02 TR07 +3", "Cy haven: BR09", step="withdraw")
    location, whole = (study(game, 0, worlds=6, horizon=horizon) for horizon in ("location", "round"))
    left = (False, True)
    assert whole.outcomes[left].payoffs[0] > location.outcomes[left].payoffs[0] + 1


@pytest.mark.parametrize("lang", rulebook.languages())
def test_all_words_are_whole(lang: str) -> None:
    studies = [
        study(strong_and_weak(), 0, worlds=3),
        study(table("Ann 1: BR04", "Cy haven: GA05", step="withdraw"), 0, worlds=2, chosen=Stay()),
        study(table("Ann 1: +2", "Bob 1: +1", "Cy haven: GA05", step="withdraw"), 0, worlds=2, chosen=Stay()),
        study(table("Ann 1: BR04 +3", "Bob 1: TR02 +3", "Cy 1: VE04 +3", step="withdraw"), 1, worlds=3),
    ]
    for found in studies:
        for sentence in found.words(lang):
            assert sentence[-1] == "."
            assert not set(sentence) & set("[]{}?"), sentence


def test_every_template_of_it_is_used_with_what_it_needs() -> None:
    """Keys that the code names, and fields that it fills: made from studies of all kinds."""
    words = read_json("lang", "en", "bots.json")
    keys = {key for key in words if key.startswith("tokens.")}
    filled = {"worlds", "steps", "reached", "asked", "name", "names", "n", "gain"}
    for key in keys:
        assert {name for _, name, _, _ in string.Formatter().parse(words[key]) if name} <= filled, key
    base = study(strong_and_weak(), 0, worlds=2)
    assert {kind(base, edge, chosen) for edge in (-1.0, 0.0, 1.0) for chosen in (None, Stay(), Withdraw())} <= keys


def kind(found: Study, edge: float, chosen: Stay | Withdraw | None) -> str:
    """The key of the verdict on such an edge."""

    class Bent(Study):
        @property
        def edge(self) -> float:
            return edge

    row = {name: getattr(found, name) for name in Study.__slots__}
    return Bent(**{**row, "chosen": chosen})._verdict()


def test_what_cannot_be_studied_is_said_in_one_line() -> None:
    planning = Game.new(seats=4, seed=1, clans=["brujah", "tremere", "ventrue", "gangrel"])
    with pytest.raises(NoWithdrawStep, match="no Withdraw step is open now"):
        study(planning, 0)
    game = strong_and_weak()
    with pytest.raises(NoWithdrawStep, match="Location 2 is not being resolved now, but 1"):
        study(game, 0, 2)
    with pytest.raises(NoWithdrawStep, match="Dee has nothing at Location 1"):
        study(game, 3)
    with pytest.raises(ValueError, match="expected one of location, round"):
        study(game, 0, horizon="game")
    with pytest.raises(ValueError, match="expected 1, 1, 0 or more"):
        study(game, 0, worlds=0)
    with pytest.raises(ValueError, match=r"expected Stay\(\) or Withdraw\(\)"):
        study(game, 0, chosen=EndTurn())
