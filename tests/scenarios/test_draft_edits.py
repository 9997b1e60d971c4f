"""Changes to a table that is being set: each writes what is wanted, and what goes with it, and can be set."""

from __future__ import annotations

from typing import Any

import pytest

from vendetta_kit.games.vendetta.engine.position import prepare
from vendetta_kit.games.vendetta.engine.views import SeatView
from vendetta_kit.games.vendetta.scenarios import draft_edits
from vendetta_kit.games.vendetta.scenarios.draft import Draft, blank
from vendetta_kit.scenarios import BadScenario, loads


def with_(document: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """The document after a change, which must be one that can be."""
    draft = Draft(document)
    draft.change(**values)
    return draft.document


def seat_of(document: dict[str, Any], k: int) -> SeatView:
    """A player at the start of the story, with her own eyes."""
    return prepare(loads(Draft(document).text).table).view(k).seats[k]


def where(document: dict[str, Any], k: int) -> dict[str, str]:
    """Where a player's Clan cards are."""
    own = seat_of(document, k)
    found = dict.fromkeys(own.hand or (), "hand")
    for position in own.positions:
        found |= {str(item.card): f"{position.at}/{item.face}" for item in position.cards}
    return found


def test_a_card_is_moved_from_place_to_place_and_is_never_in_two() -> None:
    document = blank()
    for at, face in ((1, "up"), (2, "down"), ("haven", "up")):
        document = with_(document, draft_edits.deploy(document, 0, "BR07", at, face))
        assert where(document, 0)["BR07"] == f"{at}/{face}"
        assert len(document["deployed"]) == 1
    document = with_(document, draft_edits.put_in_hand(document, 0, "BR07", seat_of(document, 0).hand or ()))
    assert where(document, 0)["BR07"] == "hand"
    assert "deployed" not in document
    document = with_(document, draft_edits.put_in_deck(document, 0, "BR07", seat_of(document, 0).hand or ()))
    assert "BR07" not in where(document, 0)
    assert seat_of(document, 0).deck_size + seat_of(document, 0).hand_size == 9


def test_a_card_of_a_dealt_hand_goes_back_and_the_rest_of_the_hand_stays() -> None:
    document = blank()
    dealt = seat_of(document, 0).hand or ()
    document = with_(document, draft_edits.put_in_deck(document, 0, dealt[0], dealt))
    assert set(seat_of(document, 0).hand or ()) == set(dealt[1:])
    document = with_(document, draft_edits.put_in_hand(document, 0, dealt[0], seat_of(document, 0).hand or ()))
    assert set(seat_of(document, 0).hand or ()) == set(dealt)


def test_a_deck_that_is_named_stays_whole() -> None:
    document = blank()
    document["seats"][0] |= {"hand": ["BR08"], "deck": ["BR01", "BR02"]}
    document = with_(document, draft_edits.put_in_hand(document, 0, "BR01", ()))
    assert (document["seats"][0]["hand"], document["seats"][0]["deck"]) == (["BR08", "BR01"], ["BR02"])
    document = with_(document, draft_edits.deploy(document, 0, "BR02", 1, "up"))
    assert document["seats"][0]["deck"] == []
    document = with_(document, draft_edits.put_in_deck(document, 0, "BR08", ()))
    assert (document["seats"][0]["hand"], document["seats"][0]["deck"]) == (["BR01"], ["BR08"])


def test_several_cards_and_blood_lie_on_one_position() -> None:
    document = blank()
    document = with_(document, draft_edits.set_blood(document, 0, 1, 3))
    document = with_(document, draft_edits.deploy(document, 0, "BR01", 1, "up"))
    document = with_(document, draft_edits.deploy(document, 0, "BR02", 1, "up"))
    document = with_(document, draft_edits.deploy(document, 0, "BR03", 1, "down"))
    position = seat_of(document, 0).positions[0]
    assert [(item.card, item.face) for item in position.cards] == [("BR01", "up"), ("BR02", "up"), ("BR03", "down")]
    assert position.blood == 3
    assert len(document["deployed"]) == 2
    for card in ("BR01", "BR02", "BR03"):
        document = with_(document, draft_edits.put_in_deck(document, 0, card, ()))
    assert document["deployed"] == [{"seat": "Ann", "at": 1, "blood": 3}]
    document = with_(document, draft_edits.set_blood(document, 0, 1, 0))
    assert "deployed" not in document


def test_another_clan_takes_its_cards_along_and_whoever_had_it_gets_the_old_one() -> None:
    document = blank()
    document = with_(document, draft_edits.deploy(document, 0, "BR07", 1, "up"))
    document = with_(document, draft_edits.deploy(document, 1, "TO07", 1, "up"))
    document = with_(document, draft_edits.deploy(document, 2, "TR07", 1, "up"))
    document = with_(document, draft_edits.put_in_hand(document, 1, "TO01", ()))
    document = with_(document, draft_edits.set_clan(document, 0, "toreador"))
    assert [row["clan"] for row in document["seats"]] == ["toreador", "brujah", "tremere", "ventrue"]
    assert [row["cards"] for row in document["deployed"]] == [["TR07"]]
    assert "hand" not in document["seats"][1]
    document = with_(document, draft_edits.set_clan(document, 0, "nosferatu"))
    assert document["seats"][0]["clan"] == "nosferatu"


def test_a_new_name_stands_wherever_the_old_one_stood() -> None:
    document = blank() | {
        "start": {"phase": "planning", "turn": "Ann"},
        "deployed": [{"seat": "Ann", "at": 1, "blood": 1}],
        "steps": [{"check": {"seat": "Ann", "blood": 6}}, {"run_to": "end_of_game"}],
        "title": {"en": "Ann", "de": "Ann"},
    }
    draft = Draft(document)
    draft.tick(next(offer.row for offer in draft.offers() if "final" in offer.row))
    draft.change(**draft_edits.rename(draft.document, 0, "Zoë"))
    text = draft.text
    assert text.count("Ann") == 2, "the title is not hers"
    assert draft.failures == ()
    for name in ("Bob", "haven", "BR01", "", "x" * 41):
        with pytest.raises(BadScenario):
            draft.change(**draft_edits.rename(draft.document, 0, name))
    assert draft.text == text


@pytest.mark.parametrize("name", ["planning", "brujah", "up", "blood", "drain"])
def test_somebody_who_is_called_like_a_word_of_the_format_is_renamed_alone(name: str) -> None:
    document = with_(blank(), draft_edits.rename(blank(), 0, name))
    assert document["seats"][0] == {"name": name, "clan": "brujah"}
    assert with_(document, draft_edits.rename(document, 0, "Ann")) == blank()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("before", [3, 4, 5, 6])
def test_the_number_of_players_changes_and_what_goes_with_it(before: int, seats: int) -> None:
    document = with_(blank(), draft_edits.set_players(blank(), before))
    document = with_(document, draft_edits.set_variant(document, "location_cards", True))
    last = document["seats"][-1]["name"]
    document = with_(document, {"deployed": [{"seat": last, "at": 1, "blood": 2}], "ambition": last})
    present = [place.ally for place in prepare(loads(Draft(document).text).table).view(0).locations]
    document = with_(document, draft_edits.set_ally(document, 0, None, present))
    document = with_(document, draft_edits.set_players(document, seats))
    assert len(document["seats"]) == seats
    assert len({row["name"] for row in document["seats"]} | {row["clan"] for row in document["seats"]}) == 2 * seats
    assert bool(document.get("variants", {}).get("teams")) == (seats == 6)
    assert ("deployed" in document) == (seats >= before)


def test_people_tokens_and_relics() -> None:
    document = blank()
    document = with_(
        document, draft_edits.toggle_person(document, 0, "alliance", "AL01", seat_of(document, 0).alliance)
    )
    assert len(seat_of(document, 0).alliance) == 2
    document = with_(document, draft_edits.toggle_person(document, 0, "alliance", "AL01", ()))
    assert len(seat_of(document, 0).alliance) == 1
    document = with_(document, draft_edits.toggle_person(document, 0, "drained", "VI20", ()))
    assert seat_of(document, 0).drained == ("VI20",)
    document = with_(document, draft_edits.set_tokens(document, 0, "up", 1))
    document = with_(document, draft_edits.set_tokens(document, 0, "down", 1))
    assert (seat_of(document, 0).tokens_up, seat_of(document, 0).tokens_down) == (1, 1)
    with pytest.raises(BadScenario):
        with_(document, draft_edits.set_tokens(document, 0, "up", 2))
    document = with_(document, draft_edits.set_tokens(document, 0, "up", 0))
    document = with_(document, draft_edits.set_tokens(document, 0, "down", 0))
    assert "diablerie" not in document["seats"][0]
    document = with_(document, draft_edits.set_relic(document, 0, "RE03", True))
    assert (seat_of(document, 0).relic, seat_of(document, 0).relic_used) == ("RE03", True)
    document = with_(document, draft_edits.set_relic(document, 0, None, False))
    assert "relic" not in document["seats"][0]
    document = with_(document, draft_edits.set_relic(document, 0, "RE03", False))
    document = with_(document, draft_edits.set_variant(document, "relics", False))
    assert "variants" not in document
    assert "relic" not in document["seats"][0]
    with pytest.raises(BadScenario, match="alliance"):
        with_(document, draft_edits.toggle_person(document, 1, "alliance", document["seats"][0]["alliance"][0], ()))
