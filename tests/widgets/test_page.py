"""The page, played by clicks: to the end, in words, from one seat's view, whatever goes wrong."""

from __future__ import annotations

import base64
import json
import random
import re
from typing import Any

import pytest

from tests.widgets.helpers import (
    MOST_CLICKS,
    Eavesdropper,
    assert_nothing_hidden,
    click_any,
    hidden_cards,
    on_offer,
    page_of,
    text_of,
    widgets_of,
)
from vendetta_kit import box, rulebook
from vendetta_kit.engine.actions import Play
from vendetta_kit.engine.position import position
from vendetta_kit.rulebook.words import answer_label
from vendetta_widgets import GamePage, play
from vendetta_widgets.session import ME

TEMPLATE_LEFT = re.compile(r"\{\w+(:\w+)?\}|\[\w+: \w+\]")


def alert(page: GamePage) -> str:
    return str(page._alert.value)


def menu(page: GamePage, which: str) -> None:
    """Click one of the menu's buttons."""
    keys = [option.value for option in page.menu.options]
    page.menu.buttons[keys.index(which)].click()


def drawer(page: GamePage, which: str) -> None:
    """Click one of the buttons of the open drawer."""
    keys = [option.value for option in page.choices.options]
    page.choices.buttons[keys.index(which)].click()


@pytest.mark.parametrize(("seed", "lang"), [(7, "en"), (11, "de"), (3, "en"), (20, "de")])
def test_a_whole_game_is_played_by_clicks_and_nothing_hidden_goes_to_the_browser(
    seed: int, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = Eavesdropper(monkeypatch)
    page, rng = page_of(seed, lang), random.Random(seed)
    clicks = heard = 0
    while not page.session.view.over and page.session.view.decision is not None:
        sent = ear.read()
        heard += bool(sent)
        assert_nothing_hidden(page.session, sent, f"seed {seed}, sent before click {clicks}")
        assert_nothing_hidden(page.session, text_of(page), f"seed {seed}, held before click {clicks}")
        assert not TEMPLATE_LEFT.search(sent), TEMPLATE_LEFT.search(sent)
        said = click_any(page, rng)
        assert alert(page) == "", (clicks, said)
        clicks += 1
        assert clicks < MOST_CLICKS
    assert_nothing_hidden(page.session, ear.read(), f"seed {seed}, sent at the end")
    assert heard > clicks / 2
    view = page.session.view
    assert view.over
    for seat, score in enumerate(view.scores):
        assert score is None or f"<b>{score}</b>" in page._result.value
        assert view.names[seat] in page._result.value
    assert on_offer(page) == []


def test_the_eavesdropper_would_hear_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    ear, page = Eavesdropper(monkeypatch), page_of(7)
    on_offer(page)[0].click()
    ear.read()
    card = sorted(hidden_cards(page.session))[0]
    for leak in (card, box.name(card)):
        page._said.value = f"<p>{leak}</p>"
        with pytest.raises(AssertionError, match="is hidden"):
            assert_nothing_hidden(page.session, ear.read(), "sent")
        with pytest.raises(AssertionError, match="is hidden"):
            assert_nothing_hidden(page.session, text_of(page), "held")


def test_the_page_speaks_one_language_at_a_time_and_changes_at_a_click() -> None:
    page, rng = page_of(5), random.Random(1)
    for _ in range(9):
        click_any(page, rng)
    english = text_of(page)
    assert "What has happened" in english
    page.languages.buttons[1].click()
    german = text_of(page)
    assert page.lang == "de"
    for word in ("What has happened", "The players", "New game", "Undo", "Planning", "Prince's Haven", "unseen"):
        assert word in english.replace("&#x27;", "'"), word
        assert word not in german.replace("&#x27;", "'").replace("vk-unseen", ""), word
    for word in ("Was geschehen ist", "Die Spieler", "Neues Spiel", "Rückgängig", "Planung", "Zuflucht des Prinzen"):
        assert word in german, word
    page.languages.buttons[0].click()
    assert text_of(page) == english


def test_a_change_of_language_keeps_the_play_that_is_being_built() -> None:
    page = page_of(7)
    while page.session.view.decision.kind != "plan":
        on_offer(page)[0].click()
    page.panel.cards.buttons[1].click()
    page.panel.steps["at"].buttons[2].click()
    page.panel.steps["blood"].buttons[2].click()
    chosen = dict(page.panel._build.chosen)
    page.languages.buttons[1].click()
    assert page.panel._build.chosen == chosen
    assert page.panel.confirm.buttons[0].description.endswith("spielen mit 2 Blut")


@pytest.mark.rules("PLAN-07", "PLAN-12")
def test_only_what_is_legal_is_on_offer_and_all_of_it() -> None:
    page, rng = page_of(13), random.Random(13)
    kinds = set()
    while (asked := page.session.view.decision) is not None:
        kinds.add(asked.kind)
        names, panel = page.session.view.names, page.panel
        if asked.kind == "plan":
            offered = set(panel._build._plays) | set(panel._build.others)
            assert offered == set(asked.legal)
        else:
            options = [option for row in (panel.cards, panel.answers, panel.asides) for option in row.options]
            assert [option.value for option in options if option.value not in asked.legal] == []
            assert {option.value for option in options} == set(asked.legal)
            for option in options:
                assert option.label.startswith(answer_label(asked, option.value, names, "en"))
        click_any(page, rng)
    assert {"pick_clan", "keep", "plan", "withdraw"} <= kinds


def test_the_cost_of_a_play_is_shown_before_it_is_confirmed() -> None:
    page = page_of(7)
    while page.session.view.decision.kind != "plan":
        on_offer(page)[0].click()
    panel, pool = page.panel, page.session.view.seats[ME].blood
    assert panel.confirm.buttons == []
    panel.cards.buttons[0].click()
    assert panel.confirm.buttons == []
    panel.steps["at"].buttons[0].click()
    assert f"{pool} → {pool} Blood" in panel.cost.value
    panel.steps["face"].buttons[1].click()
    panel.steps["blood"].buttons[2].click()
    assert f"{pool} → {pool - 3} Blood" in panel.cost.value
    assert "1 Blood to the Bank" in panel.cost.value
    assert isinstance(panel._build.play, Play)
    assert page.session.view.seats[ME].blood == pool
    panel.confirm.buttons[0].click()
    assert page.session.view.seats[ME].blood == pool - 3


def test_every_rule_id_that_is_shown_opens_the_rule() -> None:
    page, rng = page_of(9), random.Random(9)
    while not page.session.view.over:
        click_any(page, rng)
    for lang, button in (("en", 0), ("de", 1)):
        page.languages.buttons[button].click()
        text = "\n".join(str(widget.value) for widget in widgets_of(page) if type(widget).__name__ == "HTML")
        asked = set(re.findall(r'popovertarget="([\w-]+)"', text))
        opened = set(re.findall(r'<div id="([\w-]+)" popover="auto"', text))
        assert asked == opened
        rules = {name.partition("-rule-")[2] for name in opened if "-rule-" in name}
        assert len(rules) > 40
        cited = {rule for event in page.session.view.events for rule in event.rules}
        assert cited <= rules
        shown = page._popovers.value
        for rule_id in rules:
            entry = rulebook.find(rule_id, lang)
            for words in (entry.title, rulebook.cite(rule_id, lang)):
                assert words.replace("'", "&#x27;").replace('"', "&quot;") in shown


def test_cards_that_the_rulebook_does_not_vouch_for_are_marked() -> None:
    page = page_of(7)
    on_offer(page)[0].click()
    asked = page.session.view.decision
    assert asked is not None
    cards = [action.cards[0] for action in asked.legal]
    for option, card in zip(page.panel.cards.options, cards, strict=True):
        assert ("vk-mark" in option.face) == bool(box.shown_source(card) or box.shown_doubt(card))
        assert box.shown_source(card) in option.face.casefold()


# What goes wrong -------------------------------------------------------------------------------------------


def test_a_callback_that_raises_is_told_in_words_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(7)
    before = (page.session.actions, page.session.view.to_json())

    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the kit")

    with monkeypatch.context() as patch:
        patch.setattr(page.session, "_bots", fail)
        on_offer(page)[0].click()
    assert 'role="alert"' in alert(page)
    assert "RuntimeError" in alert(page)
    assert "Traceback" not in alert(page)
    assert "a secret of the kit" not in alert(page)
    assert (page.session.actions, page.session.view.to_json()) == before
    on_offer(page)[0].click()
    assert alert(page) == ""
    assert page.session.actions > before[0]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "cut off"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[]", "format"),
        (b'{"format": "vendetta-save/1"}', "setup"),
        (b'{"format": "<script>alert(1)</script>"}', "&lt;script&gt;"),
        (b"[" * 100_000, "JSON"),
    ],
)
def test_a_file_that_is_no_save_is_named_with_its_fault(lang: str, content: bytes, said: str) -> None:
    page = page_of(7, lang)
    on_offer(page)[0].click()
    before = page.session.view.to_json()
    menu(page, "load")
    upload(page, "<b>game</b>.json", content)
    assert 'role="alert"' in alert(page)
    assert said in alert(page)
    assert "&lt;b&gt;game&lt;/b&gt;.json" in alert(page)
    assert "<script>" not in alert(page)
    assert page.session.view.to_json() == before
    assert page.upload.value == ()


def test_a_save_that_was_cut_off_or_edited_is_refused_and_the_game_stays() -> None:
    page, rng = page_of(7), random.Random(7)
    for _ in range(12):
        click_any(page, rng)
    saved = page.session.save_text()
    before = page.session.view.to_json()
    for broken in (
        saved[: len(saved) // 2],
        saved.replace('"blood"', '"bloud"'),
        saved.replace('"seed":7', '"seed":8'),
    ):
        if broken != saved:
            upload(page, "game.json", broken.encode())
            assert "game.json" in alert(page)
            assert page.session.view.to_json() == before


def upload(page: GamePage, name: str, content: bytes) -> None:
    """What the browser sends when a person has chosen a file."""
    file = {"name": name, "type": "application/json", "size": len(content), "last_modified": 0}
    page.upload.set_state({"value": [{**file, "content": memoryview(content)}]})


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "9" * 30, "७", "<b>"])
def test_a_seed_that_is_none_is_named_and_the_game_stays(typed: str) -> None:
    page = page_of(7)
    on_offer(page)[0].click()
    done = page.session.actions
    menu(page, "new")
    page.seed.value = typed
    drawer(page, "start")
    assert 'role="alert"' in alert(page)
    assert typed[:40].replace("<", "&lt;").replace(">", "&gt;") in alert(page)
    assert (page.session.seed, page.session.actions) == (7, done)


# New game, undo, save, load --------------------------------------------------------------------------------


def test_a_new_game_has_the_seed_and_the_name_that_were_typed() -> None:
    page = page_of(7)
    menu(page, "new")
    page.name.value, page.seed.value = '  <img src=x onerror="x">  ', "42"
    drawer(page, "start")
    assert alert(page) == ""
    assert page.session.seed == 42
    assert page.session.view.names[ME] == '<img src=x onerror="x">'
    rng = random.Random(1)
    for _ in range(20):
        click_any(page, rng)
    for widget in widgets_of(page):
        if type(widget).__name__ == "HTML":
            assert "<img" not in widget.value
    assert "&lt;img" in page._players.value
    again = page_of(42, name='<img src=x onerror="x">')
    assert again.session.view.locations == page_of(42).session.view.locations


def test_a_bot_gives_way_if_the_person_has_its_name() -> None:
    assert page_of(7, name="bob").session.view.names == ("bob", "Cy", "Dee", "Eve")


def test_undo_warns_when_it_crosses_what_was_revealed_and_takes_the_move_back() -> None:
    page, rng = page_of(7), random.Random(2)
    assert [option.value for option in page.menu.options] == ["new", "save", "load"]
    while page.session.view.decision.kind != "withdraw":
        click_any(page, rng)
    before = page.session.view.to_json()
    on_offer(page)[0].click()
    after = page.session.view.to_json()
    assert after != before
    menu(page, "undo")
    assert "secret choices" in page._drawer_text.value
    assert page.session.view.to_json() == after
    drawer(page, "close")
    assert page.session.view.to_json() == after
    menu(page, "undo")
    drawer(page, "undo")
    assert page.session.view.to_json() == before
    on_offer(page)[0].click()
    assert page.session.view.to_json() == after, "the others do the same again"


def test_undo_works_back_to_the_first_choice_and_then_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    ear = Eavesdropper(monkeypatch)
    page, rng = page_of(4), random.Random(4)
    start = page.session.view.to_json()
    while page.session.view.round < 2:
        click_any(page, rng)
    while page.session.can_undo:
        ear.read()
        menu(page, "undo")
        if page._drawer_open:
            drawer(page, "undo")
        assert_nothing_hidden(page.session, text_of(page), "after undo")
    assert page.session.view.to_json() == start
    assert "undo" not in [option.value for option in page.menu.options]


def test_a_saved_game_goes_on_where_it_was() -> None:
    page, rng = page_of(8, name="Mina"), random.Random(8)
    for _ in range(15):
        click_any(page, rng)
    menu(page, "save")
    (link,) = re.findall(r'href="data:application/json;base64,([^"]+)" download="([\w.-]+)"', page._drawer_text.value)
    content, name = base64.b64decode(link[0]), link[1]
    assert name.startswith("vendetta-8-")
    assert json.loads(content)["format"].startswith("vendetta-save/")
    other = page_of(1)
    menu(other, "load")
    upload(other, name, content)
    assert alert(other) == ""
    assert other.session.view.to_json() == page.session.view.to_json()
    assert "Mina" in other._players.value
    rng_here, rng_there = random.Random(3), random.Random(3)
    while not page.session.view.over and page.session.view.decision is not None:
        assert click_any(page, rng_here) == click_any(other, rng_there)
    assert other.session.view.to_json() == page.session.view.to_json()


def test_the_save_file_leaves_the_page_again() -> None:
    page = page_of(7)
    menu(page, "save")
    assert "base64" in text_of(page)
    on_offer(page)[0].click()
    assert "base64" not in text_of(page)


def test_the_rest_of_a_double_click_answers_no_second_question() -> None:
    page = GamePage(7)
    on_offer(page)[0].click()
    done = page.session.actions
    on_offer(page)[0].click()
    assert page.session.actions == done


# How it begins ---------------------------------------------------------------------------------------------


def test_the_address_may_name_seed_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    monkeypatch.setenv("QUERY_STRING", "seed=42&lang=de&name=Lucy")
    page = play()
    assert (page.session.seed, page.lang, page.session.view.names[ME]) == (42, "de", "Lucy")
    monkeypatch.setenv("QUERY_STRING", "seed=%3Cb%3E&lang=xx")
    page = play()
    assert page.lang == "en"
    assert "&lt;b&gt;" in alert(page)
    monkeypatch.delenv("SERVER_SOFTWARE")
    monkeypatch.setenv("QUERY_STRING", "seed=42")
    assert play(seed=5).session.seed == 5
    assert play().session.seed != play().session.seed


def test_the_first_screen_holds_theme_goal_and_the_first_choice() -> None:
    for lang, words in (("en", ("three rounds", "Influence")), ("de", ("drei Runden", "Einfluss"))):
        page = page_of(7, lang)
        assert page._intro.layout.display is None
        assert all(word in page._intro.value for word in words)
        assert len(page.panel.cards.buttons) >= 2
        on_offer(page)[0].click()
        assert page._intro.layout.display == "none"


@pytest.mark.rules("RUL-15")
def test_a_drain_that_ends_the_game_for_its_player_is_asked_about_first() -> None:
    page = page_of(1)
    ann = {"name": "Ann", "clan": "brujah", "alliance": ["AL09", "VI01"], "diablerie": {"up": 2}}
    others = [
        {"name": name, "clan": clan} for name, clan in (("Bob", "gangrel"), ("Cy", "tremere"), ("Dee", "ventrue"))
    ]
    page.session._begin(position({"seats": [ann, *others], "ambition": "Ann"}))
    page.redraw()

    def aside(words: str) -> Any:
        return next(button for button in page.panel.asides.buttons if words in button.description)

    aside("Drain Marcel").click()
    assert not page.session.view.seats[ME].out
    assert "third Diablerie token" in text_of(page)
    aside("Cancel").click()
    assert "AL09" in page.session.view.seats[ME].alliance
    aside("Drain Marcel").click()
    aside("leave the game").click()
    assert page.session.view.seats[ME].out
