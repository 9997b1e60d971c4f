"""The drawings: all that the box needs, sound, small, our own and different from one another."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.cards import DISCIPLINES
from vendetta_widgets import art
from vendetta_widgets.art import SHARED, described, drawing_files, shared_parts
from vendetta_widgets.html import Html

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = {"vendetta": 140_000, "vtes": 180_000, "rivals": 30_000}
"""Of all drawings of a game, which travel once."""
MOST_FILE = 2_500
GAMES = sorted(MOST_BYTES)
ICONS = [
    "blood", "influence", "power", "feed", "drain", "hand", "deck", "diablerie", "diablerie-used", "ambition",
    "haven", "face-down", "face-up", "lock", "rule", "hint", "undo", "backward", "forward", "play", "eye",
    "preparation", "conflict", "aftermath", "passive", "withdraw", "stay", "round", "check", "cross", "question",
    "save", "load", "language", "map", "print", "seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "vampire",
    "human", "victim", *sorted({f"type-{card.type}" for card in practice_set().values() if card.type != "vampire"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def sheet() -> ElementTree.Element:
    return ElementTree.fromstring(art.sheet())


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def each(game: str) -> ElementTree.Element:
    """The sheet of each game."""
    return ElementTree.fromstring(art.sheet(game))


def symbols(sheet: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {symbol.get("id", "").removeprefix("vka-"): symbol for symbol in sheet.iter(f"{SVG}symbol")}


def brightness(colour: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts_ = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts_)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_card_that_needs_a_drawing_has_one() -> None:
    drawn = [*box.people(), *box.clans(), *box.location_cards(), *box.location_tiles(), *box.relics()]
    assert len(drawn) == 30 + 35 + 7 + 7 + 4 + 8
    found = {record.key: art.of(record.key) for record in drawn}
    assert [key for key, name in found.items() if name is None] == []
    assert len(set(found.values())) == len(drawn)
    assert art.of("AL16") == "person-AL16"
    assert art.of("haven") == art.of("loc:haven") == "place-haven"


def test_clan_cards_have_no_drawing_of_their_own() -> None:
    assert {art.of(card.id) for card in box.clan_cards()} == {None}


@pytest.mark.parametrize("icon", ICONS)
def test_icons_are_small_and_take_the_colour_of_the_text(icon: str, sheet: ElementTree.Element) -> None:
    assert art.size(icon) == (20, 20)
    looks = ElementTree.tostring(symbols(sheet)[icon], "unicode")
    assert "currentColor" in looks
    assert not set(re.findall(r"#[0-9a-f]{6}", looks)) - {"#14100f"}


def test_the_other_sizes() -> None:
    sizes = {name: art.size(name) for name in art.names()}
    assert {size for name, size in sizes.items() if name.startswith("clan-")} == {(64, 64)}
    assert {size for name, size in sizes.items() if name.startswith("person-")} == {(120, 90)}
    assert {size for name, size in sizes.items() if name.startswith("place-")} == {(160, 60)}
    assert sizes["back"] == (60, 84)
    assert sizes["rule-line"] == (200, 12)


def test_the_sheet_is_unseen_unheard_and_small(game: str, each: ElementTree.Element) -> None:
    assert isinstance(art.sheet(game), Html)
    assert art.sheet(game) is art.sheet(game)
    assert len(art.sheet(game).encode()) < MOST_BYTES[game]
    assert each.get("aria-hidden") == "true"
    assert (each.get("width"), each.get("height"), each.get("style")) == ("0", "0", "display:none")


def test_ids_are_unique_and_nothing_refers_to_what_is_not_there(game: str, each: ElementTree.Element) -> None:
    ids = [element.get("id", "") for element in each.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(id_.startswith("vka") for id_ in ids)
    assert set(symbols(each)) == set(art.names(game))
    referred = {element.get("href", "") for element in each.iter(f"{SVG}use")}
    assert {href.removeprefix("#") for href in referred} <= set(ids)


def test_nothing_but_strokes(game: str, each: ElementTree.Element) -> None:
    tags = {element.tag.removeprefix(SVG) for element in each.iter()}
    assert tags <= {"svg", "defs", "symbol", "g", "path", "circle", "ellipse", "rect", "use"}
    assert not [key for element in each.iter() for key in element.keys() if key.startswith("on")]  # noqa: SIM118
    assert "url(" not in art.sheet(game)
    addresses = re.findall(r"https?:[^\"]*", art.sheet(game))
    assert addresses == ["http://www.w3.org/2000/svg"]  # the name of the format, never fetched
    assert {element.get("href", "#")[0] for element in each.iter()} == {"#"}


def test_no_symbol_is_empty(game: str, each: ElementTree.Element) -> None:
    for name, symbol in symbols(each).items():
        assert len(list(symbol.iter())) > 1, name
        assert symbol.get("viewBox") == "0 0 {} {}".format(*art.size(name))


@pytest.mark.parametrize("name", art.names())
def test_use_shows_a_drawing_without_a_word(name: str) -> None:
    shown = ElementTree.fromstring(art.use(name, "vk-big"))
    assert shown.get("class") == "vk-art vk-big"
    assert shown.get("aria-hidden") == "true"
    assert [element.get("href") for element in shown] == [f"#vka-{name}"]
    assert ElementTree.fromstring(art.use(name)).get("class") == "vk-art"


def test_use_refuses_what_is_not_drawn() -> None:
    with pytest.raises(KeyError, match="rose"):
        art.use("rose")


def test_portraits_differ_from_one_another(sheet: ElementTree.Element) -> None:
    drawn = {name: symbol for name, symbol in symbols(sheet).items() if name.startswith("person-")}
    assert len(drawn) == 65
    looks = {name: "".join(ElementTree.tostring(part, "unicode") for part in symbol) for name, symbol in drawn.items()}
    assert len(set(looks.values())) == 65


def parts_of(strokes: str) -> set[str]:
    """Return the names of the parts that a drawing refers to."""
    return set(re.findall(r'href="#vka-([^"]+)"', strokes))


def portraits(game: str) -> dict[str, set[str]]:
    """Return the parts of each portrait of a game, by the card's id."""
    files = drawing_files(game)
    return {
        name.removeprefix("person-"): parts_of(file.strokes)
        for name, file in files.items()
        if name.startswith("person-")
    }


@pytest.mark.parametrize(("game", "least"), [("vendetta", 2), ("vtes", 3)])
def test_portraits_differ_in_more_than_colour(game: str, least: int) -> None:
    for (one, first), (other, second) in itertools.combinations(portraits(game).items(), 2):
        assert len(first ^ second) >= least, (one, other)


@pytest.mark.parametrize("person", box.people(), ids=lambda person: person.id)
def test_who_is_a_vampire_looks_like_one(person: box.Person) -> None:
    shown = portraits("vendetta")[person.id]
    assert ("x-eyes" in shown) == (person.creature == "vampire")
    prop = any(part.startswith("q-") for part in shown)
    assert ("b-niche" in shown) == prop == (not person.ally)


def test_every_part_is_used_somewhere() -> None:
    drawings = [file.strokes for game in (SHARED, *GAMES) for file in drawing_files(game).values()]
    parts = [part for game in (SHARED, *GAMES) for part in shared_parts(game).values()]
    called = parts_of("".join([*drawings, *parts]))
    assert [name for game in (SHARED, *GAMES) for name in shared_parts(game) if name not in called] == []


def test_each_occupation_has_a_sign_of_its_own() -> None:
    signs = [part for shown in portraits("vendetta").values() for part in shown if part.startswith("q-")]
    assert sorted(signs) == sorted(part for part in shared_parts(SHARED) if part.startswith("q-"))
    assert len(signs) == len(box.victims())


def test_a_vignette_is_there_for_each_clan_card() -> None:
    subjects = {art.vignette_of(card.id, card.type) for card in box.clan_cards()}
    assert subjects == {name for name in art.names() if name.startswith("vignette-")}


def test_clan_colours_can_be_read_as_text() -> None:
    looks = {clan.id: drawing_files(SHARED)[f"clan-{clan.id}"].looks for clan in box.clans()}
    colours = {clan: re.findall(r' color="(#[0-9a-f]{6})"', f" {found}")[0] for clan, found in looks.items()}
    assert len(set(colours.values())) == 7
    for clan, colour in colours.items():
        assert contrast(colour, "#1d1716") >= 4.5, clan


# V:TES ------------------------------------------------------------------------------------------------------------


def test_each_card_of_vtes_has_its_picture() -> None:
    drawn = art.names("vtes")
    for card in practice_set().values():
        person = card.type in ("vampire", "ally", "retainer")
        assert art.of(card.id) == f"{'person' if person else 'card'}-{card.id}"
        if person:
            assert all(described("vtes", card.id, lang) for lang in ("en", "de")), card.id
        if card.type == "vampire":
            assert f"clan-{card.clan}" in drawn
        else:
            assert {f"type-{card.type}", f"scene-{card.type}"} <= set(drawn)
    assert {f"discipline-{name}" for name in DISCIPLINES} <= set(drawn)
    assert {f"person-seat{seat}" for seat in range(6)} <= set(drawn)


def test_no_two_drawings_of_vtes_are_the_same() -> None:
    strokes = {name: file.strokes for name, file in drawing_files("vtes").items()}
    assert len(set(strokes.values())) == len(strokes)


def test_the_files_are_small_and_none_is_left_over() -> None:
    folder = Path(data_dir(), "drawings", "vtes")
    cards = {f"{kind}-{card}" for card in practice_set() for kind in ("person", "card")}
    for file in folder.glob("*.svg"):
        if file.stem != "parts":
            assert file.stat().st_size < MOST_FILE, file.name
        if file.stem.startswith(("person-", "card-")) and "seat" not in file.stem:
            assert file.stem in cards


def test_who_is_no_vampire_has_no_red_eyes() -> None:
    for card in practice_set().values():
        if card.type in ("ally", "retainer", "vampire") and card.id != "HL04":  # a dog of its own kind
            eyes = '"#vka-x-eyes"' in drawing_files("vtes")[f"person-{card.id}"].strokes
            assert eyes == (card.type == "vampire"), card.id
