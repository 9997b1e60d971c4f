"""What is in the box: the counts of the rulebook's page 3, the values of the cards, and their words."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta import box

LANGUAGES = ("en", "de")
STARTING_NAMES = {"Hunt", "Ready"}


def words(lang: str) -> dict[str, dict[str, str]]:
    entries: dict[str, dict[str, str]] = read_json("lang", lang, "cards.json")
    return entries


# What lies in the box -------------------------------------------------------------------------------------
@pytest.mark.rules("COMP-01")
def test_seven_clans_in_alphabetical_order() -> None:
    ids = [clan.id for clan in box.clans()]
    assert ids == ["brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere", "ventrue"]
    assert len({clan.vampire for clan in box.clans()}) == len(ids) == box.TOKENS["clan_sheets"].count


@pytest.mark.rules("COMP-02", "SET-16")
def test_nine_cards_for_each_clan_two_of_them_starting() -> None:
    assert len(box.clan_cards()) == box.TOKENS["clan_cards"].count == 63
    for clan in box.clans():
        cards = [card for card in box.clan_cards() if card.clan == clan.id]
        assert [card.id for card in cards] == [f"{clan.prefix}{number:02}" for number in range(1, 10)]
        assert {card.name for card in cards if card.starting} == STARTING_NAMES
        assert sum(card.starting for card in cards) == box.TOKENS["clan_cards"].starting_per_clan == 2


@pytest.mark.rules("COMP-03")
def test_eight_relics() -> None:
    assert [card.id for card in box.relics()] == [f"RE{number:02}" for number in range(1, 9)]
    assert len(box.relics()) == box.TOKENS["relics"].count
    assert all(card.influence >= 0 for card in box.relics())


@pytest.mark.rules("COMP-04")
def test_thirty_allies_humans_and_vampires() -> None:
    assert [card.id for card in box.allies()] == [f"AL{number:02}" for number in range(1, 31)]
    assert len(box.allies()) == box.TOKENS["allies"].count
    assert Counter(card.creature for card in box.allies()) == {"vampire": 15, "human": 15}
    assert all(card.ally for card in box.allies())


@pytest.mark.rules("COMP-05", "CARD-02", "CARD-05")
def test_thirty_five_victims_all_alike() -> None:
    victims = box.victims()
    assert [card.id for card in victims] == [f"VI{number:02}" for number in range(1, 36)]
    assert len(victims) == box.TOKENS["victims"].count
    values = {(v.influence, v.feed, v.drain_blood, v.drained_influence, v.creature, v.ability) for v in victims}
    assert values == {(1, 1, 3, 0, "human", False)}
    assert not any(card.ally for card in victims)


@pytest.mark.rules("COMP-06")
def test_seven_location_cards_each_with_its_own_moment() -> None:
    assert [card.id for card in box.location_cards()] == [f"LC{number:02}" for number in range(1, 8)]
    assert len(box.location_cards()) == box.TOKENS["location_cards"].count
    moments = {card.moment for card in box.location_cards()}
    assert moments == {"planning", "withdraw", "revelation", "rewards", "aftermath", "resolved", "frenzy"}


@pytest.mark.rules("COMP-07")
def test_four_locations_the_haven_last() -> None:
    assert [tile.id for tile in box.location_tiles()] == ["1", "2", "3", "haven"]
    assert [tile.haven for tile in box.location_tiles()] == [False, False, False, True]
    assert len(box.location_tiles()) == box.TOKENS["location_tiles"].count


@pytest.mark.rules("COMP-08")
def test_four_position_tiles_for_each_clan() -> None:
    tiles = box.TOKENS["position_tiles"]
    assert (tiles.count, tiles.per_clan) == (28, 4)
    assert sum(clan.position_tiles for clan in box.clans()) == tiles.count
    assert {clan.position_tiles for clan in box.clans()} == {len(box.location_tiles())}


@pytest.mark.rules("COMP-09", "COMP-10", "COMP-13")
def test_single_tokens() -> None:
    counts = {name: box.TOKENS[name].count for name in ("ambition", "stay", "withdraw", "diablerie")}
    assert counts == {"ambition": 1, "stay": 7, "withdraw": 7, "diablerie": 8}
    assert box.TOKENS["stay"].count == box.TOKENS["withdraw"].count == len(box.clans())


@pytest.mark.rules("COMP-11", "COMP-12")
@pytest.mark.parametrize(
    ("name", "values", "count", "total"),
    [("influence", {3: 15, 1: 35}, 50, 80), ("blood", {3: 15, 1: 25}, 40, 70)],
)
def test_tokens_with_a_value(name: str, values: dict[int, int], count: int, total: int) -> None:
    tokens = box.TOKENS[name]
    assert dict(tokens.values) == values
    assert sum(tokens.values.values()) == tokens.count == count
    assert tokens.face_total == total


def test_every_count_names_its_rule_and_every_comp_rule_has_a_count() -> None:
    assert {component.rule for component in box.TOKENS.values()} == {f"COMP-{n:02}" for n in range(1, 14)}


# How a card is read ---------------------------------------------------------------------------------------
@pytest.mark.rules("CARD-01")
def test_a_person_has_the_six_printed_fields() -> None:
    marcel = box.find("AL09")
    assert isinstance(marcel, box.Person)
    assert (marcel.name, marcel.title) == ("Marcel", "Archaeologist and Librarian")
    assert (marcel.influence, marcel.feed, marcel.drain_blood, marcel.drained_influence) == (4, 1, 4, 2)
    assert marcel.ability is False


@pytest.mark.rules("CARD-03", "CARD-04")
def test_humans_differ_in_value_and_most_vampires_have_an_ability() -> None:
    humans = [card for card in box.allies() if card.creature == "human"]
    vampires = [card for card in box.allies() if card.creature == "vampire"]
    values = {(card.influence, card.feed, card.drain_blood, card.drained_influence) for card in humans}
    assert len(values) > len(humans) // 2
    assert 0 < sum(card.ability for card in humans) < len(humans)
    assert sum(card.ability for card in vampires) > len(vampires) // 2


@pytest.mark.parametrize("card", box.allies(), ids=lambda card: card.id)
def test_draining_never_adds_influence(card: box.Person) -> None:
    assert card.drained_influence <= card.influence
    assert card.drain_blood >= 0


@pytest.mark.rules("PLAN-18", "REV-03")
def test_clan_cards_are_passive_or_one_of_three_active_kinds() -> None:
    active = {card.type for card in box.clan_cards() if card.active}
    passive = {card.type for card in box.clan_cards() if not card.active}
    assert active == {"preparation", "conflict", "aftermath"}
    assert passive == {"passive"}
    assert all(card.power >= 0 for card in box.clan_cards())


@pytest.mark.rules("PLAN-18", "REV-03")
@pytest.mark.parametrize("clan", [clan.id for clan in box.clans()])
def test_every_clan_has_active_cards_of_its_own(clan: str) -> None:
    assert any(card.active and not card.starting for card in box.clan_cards() if card.clan == clan)


# Names and words ------------------------------------------------------------------------------------------
def test_names_are_unique_but_for_the_starting_cards() -> None:
    counts = Counter(record.name for record in box.records().values())
    assert {name for name, count in counts.items() if count > 1} == STARTING_NAMES
    assert {counts[name] for name in STARTING_NAMES} == {len(box.clans())}


def test_the_two_languages_have_the_same_keys() -> None:
    assert set(words("en")) == set(words("de"))
    for key, english in words("en").items():
        # A name is only there where the language has one of its own.
        assert set(english) - {"name"} == set(words("de")[key]) - {"name", "translated"}, key


def test_words_and_records_belong_together() -> None:
    keys = {record.key for record in box.records().values()}
    marks = {key for key in words("en") if key.startswith("source:")}
    assert set(words("en")) - marks == keys
    assert marks == {"source:rulebook", "source:community", "source:kit", "source:kit_name"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_that_does_something_says_what(lang: str) -> None:
    silent = {record.id for record in box.records().values() if not box.text(record.id, lang)}
    no_ability = {card.id for card in box.people() if not card.ability}
    assert silent == no_ability | {"VE08", "1", "2", "3"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_tidy_sentences(lang: str) -> None:
    for key, entry in words(lang).items():
        for field in ("text", "style", "doubt"):
            sentence = entry.get(field, "")
            assert sentence == " ".join(sentence.split()), key
            if sentence and not key.startswith("source:"):
                assert sentence.endswith("."), key
                assert len(sentence) <= 260, key


def test_no_text_is_left_untranslated() -> None:
    for key, english in words("en").items():
        for field in ("text", "style", "doubt"):
            if english.get(field):
                assert english[field] != words("de")[key][field], key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_are_there_where_the_record_has_one(lang: str) -> None:
    for card in box.people():
        assert bool(card.title) == bool(box.title(card.id, lang)), card.id
        if lang == "en":
            assert box.title(card.id) == (card.title or "")


def test_every_card_has_a_translated_name_and_its_own_printed_one() -> None:
    cards = (*box.clan_cards(), *box.location_cards(), *box.relics())
    translated = {card.name: box.translated_name(card.id, "de") for card in cards}
    assert [name for name, own in translated.items() if own == name] == ["Chaos", "Charisma"]
    assert len(set(translated.values())) == len(translated)
    assert all(box.name(card.id, lang) == card.name for card in cards for lang in ("en", "de"))
    assert box.with_translated_names("Hunt, Show of Force, Show", "de") == "Jagen, Machtdemonstration, Show"


def test_names_fall_back_to_the_printed_one() -> None:
    assert box.name("BR08", "de") == "Ready"
    assert box.name("haven", "de") == "Zuflucht des Prinzen"
    assert box.name("malkavian", "de") == "Malkavianer"
    assert box.name("AL16", "de") == box.name("AL16", "en") == "Bobby White"


# Where a card comes from ----------------------------------------------------------------------------------
def test_the_kits_own_cards_are_known_and_marked() -> None:
    own = {record.id for record in box.records().values() if record.source == "kit"}
    assert own == {f"LC{n:02}" for n in range(3, 8)} | {f"RE{n:02}" for n in range(3, 9)}
    for lang in LANGUAGES:
        marks = {box.shown_source(card_id, lang) for card_id in own}
        assert len(marks) == 1
        assert marks != {""}


def test_the_source_agrees_with_where_the_card_was_seen() -> None:
    for record in box.records().values():
        expected = {"kit": (), "community": ("community",)}.get(record.source)
        if expected is None:
            assert record.source == record.seen_in[0] == "rulebook"
        else:
            assert record.seen_in == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_record_not_in_the_rulebook_carries_a_mark(lang: str) -> None:
    for record in box.records().values():
        invented_name = isinstance(record, box.Person) and record.name_source == "kit"
        marked = record.source != "rulebook" or invented_name
        assert bool(box.shown_source(record.id, lang)) == marked, record.id


def test_four_victims_have_a_printed_name() -> None:
    printed = {card.id: card.name for card in box.victims() if card.name_source == "rulebook"}
    assert printed == {
        "VI30": "Rashida",
        "VI31": "Afreya Davis",
        "VI32": "Najia Mahtam",
        "VI34": "Lani Kahale",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_doubt_is_put_into_words(lang: str) -> None:
    for record in box.records().values():
        assert bool(record.doubt) == bool(words(lang)[record.key].get("doubt")), record.id
        assert bool(record.doubt) == bool(box.shown_doubt(record.id, lang)), record.id
        known = {*(field for field in type(record).__dataclass_fields__), "effect"}
        assert set(record.doubt) <= known, record.id


def test_doubtful_types() -> None:
    assert {card.id for card in box.clan_cards() if "type" in card.doubt} == {"NO05", "TR08", "VE03"}


# Finding --------------------------------------------------------------------------------------------------
def test_find_by_id() -> None:
    assert all(box.find(card_id) is record for card_id, record in box.records().items())
    assert box.find(1) is box.find("1") is box.find("loc:1")


@pytest.mark.parametrize(("wrong", "nearest"), [("BR7", "BR07"), ("al16", "AL16"), ("Tremer", "tremere")])
def test_an_unknown_id_names_the_nearest(wrong: str, nearest: str) -> None:
    with pytest.raises(box.UnknownCard, match=nearest) as caught:
        box.find(wrong)
    assert caught.value.card_id == wrong
    assert nearest in caught.value.nearest
    assert isinstance(caught.value, ValueError)


def test_an_unknown_id_that_looks_like_nothing() -> None:
    with pytest.raises(box.UnknownCard) as caught:
        box.find("???")
    assert caught.value.nearest == ()


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(box.UnknownCardLanguage, match="de or en"):
        box.text("BR01", "xx")


def test_records_cannot_be_changed_and_are_read_once() -> None:
    card = box.clan_cards()[0]
    with pytest.raises(FrozenInstanceError):
        card.power = 9  # type: ignore[misc]
    assert box.clan_cards() is box.clan_cards()
    assert hash(card) == hash(box.find("BR01"))
    assert not hasattr(card, "__dict__")
