"""The parts that every table is put together from: plain data in, HTML out, and nothing of a game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from vendetta_widgets import parts
from vendetta_widgets.html import Html, HtmlWriter, tag

PEN = HtmlWriter("en")
FACE = parts.CardFace("<Feral> Whispers", number="1", number_said="Power", sign="passive", kind="Passive")


def test_a_part_knows_no_game() -> None:
    for path in Path(parts.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert "games" not in (node.module or ""), path.name


def test_a_card_says_what_its_number_is_and_is_known_by_its_key() -> None:
    html = parts.card(PEN, FACE, key="card-NO04")
    assert "&lt;Feral&gt; Whispers" in html
    assert 'data-fly="card-NO04"' in html
    assert 'data-side="up"' in html
    assert re.search(r'1<span class="vk-unseen"> Power</span>', html)


def test_a_back_says_nothing_of_what_lies_under_it() -> None:
    html = parts.back("face down", key="down-0", start="seat-1")
    assert 'data-side="down"' in html
    assert "Feral" not in html


def test_many_tokens_are_one_with_a_number() -> None:
    assert parts.tokens(3, "3 Blood").count("<use") == 3
    assert parts.tokens(4, "4 of 7 blood", of=7).count("vk-spent") == 3
    many = parts.tokens(12, "12 Blood")
    assert many.count("<use") == 1
    assert "<b>12</b>" in many
    assert parts.tokens(6, "6 Blood", most=5).count("<use") == 1, "where there is little room, fewer are many"


def test_a_card_that_one_press_takes_can_be_read_before() -> None:
    kept = parts.HandCard(parts.CardFace("Hunt"), "card-BR07", "choose", 0, opens="card:BR07")
    assert "vk-look-at" in parts.hand(PEN, [kept], "Which card do you keep?")
    assert "vk-look-at" not in parts.hand(PEN, [parts.HandCard(kept.face, kept.key)], "Hand")


def test_the_strip_has_each_player_with_name_numbers_and_whose_turn_it_is() -> None:
    blood = parts.Number("blood", 6, "Blood in the Pool", "blood-0")
    seats = [
        parts.StripSeat("seat-0", "vk-tint0", "Ann", "seat0", numbers=(blood,), you="you", on_turn="on turn"),
        parts.StripSeat("seat-1", "vk-tint1", "Bob", "seat1", out="out"),
    ]
    html = parts.seat_strip(PEN, seats, "Players")
    assert html.count("<li") == 2
    assert 'data-count="blood-0"' in html
    assert "on turn" in html
    assert "vk-me" in html


def test_the_bar_has_one_button_that_does_it() -> None:
    choices = (parts.Choice("0", "step", ["blood", 0], on=True), parts.Choice("1", "step", ["blood", 1], on=False))
    bar = parts.confirm_bar(
        PEN,
        parts.question(PEN, "Feral Whispers"),
        [parts.OptionRow("Blood", choices)],
        [parts.Change("Pool", 11, 10, loss=True)],
        parts.options_row(PEN, parts.OptionRow("", (parts.Choice("Play it", "act", 1, primary=True),))),
        None,
    )
    assert bar.count("vk-primary") == 1
    assert bar.count('aria-pressed="true"') == 1
    assert "becomes" in bar  # the arrow is no word for those who hear the page


def test_a_beat_goes_on_by_a_press_and_by_itself_only_where_that_was_chosen() -> None:
    calm = parts.beat_bar(PEN, parts.ToldBeat("Cy plays Hunt", (2, 3)), "The others")
    timed = parts.beat_bar(PEN, parts.ToldBeat("Cy plays Hunt", (2, 3), every=1500), "The others")
    assert "data-every" not in calm
    assert 'data-every="1500"' in timed
    assert "2 of 3" in calm
    alone = parts.beat_bar(PEN, parts.ToldBeat("The Haven is settled", (1, 1)), "The others")
    assert "1 of 1" not in re.sub(r'<span class="vk-unseen">[^<]*</span>', "", alone), "one of one is not shown"


def test_the_lanes_of_a_race_share_one_scale() -> None:
    long = parts.Lane("p-0", "vk-tint0", "Ann", (("cards", 6), ("blood", 2)), "8", leads=True)
    short = parts.Lane("p-1", "vk-tint1", "Bob", (("cards", 2), ("blood", 0)), "2")
    html = parts.lanes([long, short], "Power")
    assert re.findall(r"--share:([\d.]+)", html) == ["1.000", "0.250"]
    assert html.count("vk-leads") == 1


def test_all_parts_are_html() -> None:
    made = [
        parts.ghost("your Position"),
        parts.mini(PEN, FACE),
        parts.drawer(PEN, "Log", tag("p", "x")),
        parts.drawer_button(PEN, "Log"),
        parts.drops_fly("k", "a", "b", 3),
        parts.hand(PEN, [parts.HandCard(FACE, "NO04", "step", ["card", "NO04"], on=True)], "Hand"),
        parts.stage(PEN, "Conflict", [], tag("p", "prize"), [parts.side(parts.Side("vk-tint0", "Ann"))]),
    ]
    assert all(isinstance(one, Html) for one in made)
