"""The game page, played by presses: to the end, in words, from one seat's view, whatever goes wrong."""

from __future__ import annotations

import html
import json
import random
import re

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import (
    CONTROLS,
    MOST_CLICKS,
    TEMPLATE_LEFT,
    Reader,
    assert_nothing_hidden,
    click_any,
    game_reader,
    hidden_cards,
    move_any,
    on_offer,
    pressables,
    session_of,
    words_of,
)
from tests.widgets.walking import make_at_table
from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import bots, box
from vendetta_kit.games.vendetta.engine.actions import ACTIONS, Drain, EndTurn, Play, Stay
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import answer_label
from vendetta_widgets import GamePage, play
from vendetta_widgets.games.vendetta.card_html import mark
from vendetta_widgets.games.vendetta.prediction_prompt import KINDS
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.play_session import ME, Session

MOST_PRESSES = 50
"""In a whole game, by mouse, but for the one that hides a card."""


def to_planning(reader: Reader) -> None:
    """Take the first of everything until the first Planning turn."""
    session = session_of(reader)
    while session.view.decision is not None and session.view.decision.kind != "plan":
        reader.press(on_offer(reader)[0])


@pytest.mark.parametrize(("seed", "lang"), mostly_long([(7, "en"), (11, "de"), (3, "en"), (20, "de")], quick=2))
def test_a_whole_game_is_played_by_presses_and_nothing_hidden_goes_to_the_browser(seed: int, lang: str) -> None:
    reader, rng = game_reader(seed, lang), random.Random(seed)
    session, clicks = session_of(reader), 0
    while not session.view.over and session.view.decision is not None:
        sent = reader.news()
        assert_nothing_hidden(session, sent, f"seed {seed}, sent before click {clicks}")
        assert_nothing_hidden(session, reader.text, f"seed {seed}, held before click {clicks}")
        assert not TEMPLATE_LEFT.search(reader.words), TEMPLATE_LEFT.search(reader.words)
        said = click_any(reader, rng)
        assert reader.alert == "", (clicks, said)
        clicks += 1
        assert clicks < MOST_CLICKS
    assert_nothing_hidden(session, reader.news(), f"seed {seed}, sent at the end")
    while not reader.parts["result"]:
        assert reader.parts["recap"], "the last Location is told before the result"
        reader.do("recap_on")
    view = session.view
    assert view.over
    for seat, score in enumerate(view.scores):
        assert score is None or f"<b>{score}</b>" in reader.parts["result"]
        assert view.names[seat] in reader.parts["result"]
    assert on_offer(reader) == []


@pytest.mark.parametrize("help_level", ["shown", "asked", "table"])
def test_nothing_hidden_is_sent_at_any_level_of_help_nor_in_the_past(help_level: str) -> None:
    reader, rng = game_reader(31), random.Random(31)
    session = session_of(reader)
    reader.do("help", help_level)
    reader.news()
    while not session.view.over and session.view.decision is not None:
        if rng.random() < 0.2:
            reader.do("hint")
            reader.do("look", rng.randrange(session.actions + 1))
        assert_nothing_hidden(session, reader.news(), help_level)
        reader.do("look", session.actions)
        click_any(reader, rng)
    assert reader.alert == ""


def test_the_reader_would_hear_a_hidden_card() -> None:
    reader = game_reader(7)
    reader.press(on_offer(reader)[0])
    reader.news()
    session = session_of(reader)
    card = sorted(hidden_cards(session._game, session.view))[0]
    for leak in (card, box.name(card)):
        reader.page.announce(leak)
        reader.page.redraw()
        with pytest.raises(AssertionError, match="is hidden"):
            assert_nothing_hidden(session, reader.news(), "sent")


def test_a_wish_for_anothers_eyes_is_refused_before_the_end() -> None:
    reader = game_reader(7)
    to_planning(reader)
    reader.news()
    reader.do("eyes", 1)
    assert_nothing_hidden(session_of(reader), reader.news(), "eyes of another")
    assert session_of(reader).view.me == ME


def test_after_the_end_every_seat_may_be_looked_through() -> None:
    reader, rng = game_reader(5), random.Random(5)
    session = session_of(reader)
    while not session.view.over:
        move_any(reader, rng)
    assert not any(button.do == "eyes" for button in reader.buttons("timeline")), "she has not seen yet how it ends"
    assert on_offer(reader) == []
    buttons = [button for button in reader.buttons("timeline") if button.do == "eyes"]
    assert [button.value for button in buttons] == [0, 1, 2, 3]
    reader.do("look", session.actions // 2)
    reader.press(next(button for button in reader.buttons("timeline") if button.do == "eyes" and button.value == 2))
    other = session.view_at(session.actions // 2, 2)
    assert other.seats[2].hand
    for card in other.seats[2].hand:
        assert f"card:{card}" in reader.parts["players"]


def test_the_page_speaks_one_language_at_a_time_and_changes_at_a_press() -> None:
    reader, rng = game_reader(5), random.Random(1)
    for _ in range(9):
        click_any(reader, rng)
    english = reader.words
    assert "What has happened" in english
    reader.press("Deutsch")
    german = reader.words
    for word in ("What has happened", "The players", "New game", "Undo", "Planning", "Prince's Haven"):
        assert word in english, word
        assert word not in german, word
    for word in ("Was geschehen ist", "Die Spieler", "Neues Spiel", "Rückgängig", "Planung", "Zuflucht des Prinzen"):
        assert word in german, word
    reader.press("English")
    assert reader.words == english
    assert reader.store["lang"] == "en"


def test_a_change_of_language_keeps_the_play_that_is_being_built() -> None:
    reader = game_reader(7)
    to_planning(reader)
    hand = session_of(reader).view.seats[ME].hand
    reader.do("step", ["card", hand[1]])
    reader.do("step", ["at", "haven"])
    reader.do("step", ["blood", 2])
    reader.press("Deutsch")
    confirm = next(button for button in on_offer(reader) if "vk-confirm" in button.attributes["class"])
    assert ACTIONS.from_json(confirm.value) == Play(hand[1], "haven", "up", 2)


@pytest.mark.rules("PLAN-07", "PLAN-12")
def test_all_that_is_legal_is_on_offer_and_what_is_not_says_why() -> None:
    reader, rng = game_reader(13), random.Random(13)
    session, kinds, locked = session_of(reader), set(), 0
    while (asked := session.view.decision) is not None:
        kinds.add(asked.kind)
        if asked.kind != "plan":
            offered = [ACTIONS.from_json(button.value) for button in on_offer(reader)]
            assert set(offered) == set(asked.legal)
            for button in on_offer(reader):
                words = answer_label(asked, ACTIONS.from_json(button.value), session.view.names, "en")
                assert words in button.text
        for button in reader.locked(*CONTROLS):
            locked += 1
            assert button.attributes["aria-describedby"]
            assert all(rulebook.is_id(rule) for rule in button.value)
            assert button.value
        click_any(reader, rng)
    assert {"pick_clan", "keep", "plan", "withdraw"} <= kinds
    assert locked > 20


@pytest.mark.rules("PLAN-03", "PLAN-12")
def test_a_forbidden_choice_names_rule_page_and_what_may_be_done_instead() -> None:
    reader = game_reader(7)
    to_planning(reader)
    (ends,) = [button for button in reader.locked(*CONTROLS) if "End the turn" in button.text]
    assert ends.value == ["PLAN-03"]
    described = f'id="{ends.attributes["aria-describedby"]}"'
    told = words_of(reader.parts["panel"].partition(described)[2].partition("</span></span>")[0])
    assert "PLAN-03 · p." in words_of(reader.parts["panel"])
    assert "PLAN-03" in told
    before = session_of(reader).actions
    reader.do("refused", ends.value)
    assert session_of(reader).actions == before
    assert json.loads(reader.store["progress"])


def test_what_a_person_tries_beside_the_page_is_refused_in_words() -> None:
    reader = game_reader(7)
    to_planning(reader)
    before = session_of(reader).actions
    for action in (EndTurn(), Play("BR01", 1, "up", 9), Drain("AL16")):
        reader.do("act", action.to_json())
        assert reader.alert
        assert session_of(reader).actions == before
    for nonsense in (None, "x", {"do": "fly"}, [1], {"do": "play", "card": 7}):
        reader.do("act", nonsense)
        assert reader.alert
        assert "Traceback" not in reader.text
    for do in ("step", "drain", "look", "eyes", "what_if", "come_back", "menu", "bet", "look_at", "help", "lang"):
        reader.do(do, {"strange": [1]})
        assert session_of(reader).actions == before, do
    reader.do("no such thing")
    assert "no such thing" in reader.alert


def test_the_cost_and_the_power_of_a_play_are_shown_before_it_is_confirmed() -> None:
    reader = game_reader(7)
    to_planning(reader)
    session = session_of(reader)
    own = session.view.seats[ME]
    card = own.hand[0]
    power = next(record.power for record in box.clan_cards() if record.id == card)
    reader.do("step", ["card", card])
    reader.do("step", ["at", 1])
    assert f"Pool {own.blood} → becomes {own.blood}" in reader.words
    reader.do("step", ["face", "down"])
    reader.do("step", ["blood", 2])
    assert f"Pool {own.blood} → becomes {own.blood - 3}" in reader.words
    assert f"Power there 0 → becomes {power + 2}" in reader.words
    assert session.view.seats[ME].blood == own.blood
    reader.press(next(button for button in on_offer(reader) if "vk-confirm" in button.attributes["class"]))
    assert session.view.seats[ME].blood == own.blood - 3
    position_now = next(found for found in session.view.seats[ME].positions if found.at == 1)
    assert (position_now.blood, [item.card for item in position_now.cards]) == (2, [card])


def test_as_at_the_table_nothing_is_counted_or_remembered() -> None:
    reader = game_reader(7)
    to_planning(reader)
    reader.do("help", "table")
    assert "Influence in all" not in reader.words
    assert "Known in hand" not in reader.words
    assert [button.do for button in reader.buttons("advice")] in ([], ["asks_end"])
    reader.do("help", "shown")
    assert "A piece of advice" in reader.words
    assert "Influence in all" in reader.words
    assert reader.store["help"] == "shown"


def test_advice_is_given_on_request_and_is_legal() -> None:
    reader = game_reader(7)
    to_planning(reader)
    assert "A piece of advice" not in reader.words
    reader.press("What would you do?")
    assert "A piece of advice" in reader.words
    advice = session_of(reader).advice("en")
    assert session_of(reader).why_not(advice.action) is None
    assert advice.reasons


@pytest.mark.rules("RUL-15", "DIAB-03")
def test_every_drain_asks_first_and_the_last_one_warns() -> None:
    reader = game_reader(1)
    ann = {"name": "Ann", "clan": "brujah", "alliance": ["AL09", "VI01"], "diablerie": {"up": 2}}
    others = [
        {"name": name, "clan": clan} for name, clan in (("Bob", "gangrel"), ("Cy", "tremere"), ("Dee", "ventrue"))
    ]
    session = session_of(reader)
    session._begin(position({"seats": [ann, *others], "ambition": "Ann"}), "random")
    reader.page.redraw()
    drain = next(
        button for button in reader.buttons(*CONTROLS) if button.do == "drain" and button.value["card"] == "VI01"
    )
    reader.press(drain)
    assert "VI01" in session.view.seats[ME].alliance
    assert "lasts to the end" in reader.words
    reader.press("Cancel", "panel")
    assert "VI01" in session.view.seats[ME].alliance
    vampire = next(
        button for button in reader.buttons(*CONTROLS) if button.do == "drain" and button.value["card"] == "AL09"
    )
    reader.press(vampire)
    assert "third Diablerie token" in reader.words
    assert not session.view.seats[ME].out
    reader.press("leave the game")
    assert session.view.seats[ME].out


def test_every_rule_id_that_is_shown_opens_its_card_in_both_languages() -> None:
    reader, rng = game_reader(9), random.Random(9)
    session = session_of(reader)
    while not session.view.over:
        move_any(reader, rng)
    on_offer(reader)
    opened = {button.value for button in reader.buttons() if button.do == "open"}
    several = [name.partition(":")[2].split(",") for name in opened if name.startswith("rules:")]
    reader.do("open", f"rules:{','.join(max(several, key=len))}")
    listed = {button.value for button in pressables(reader.dialog or "")}
    assert {f"rule:{rule}" for rule in max(several, key=len)} <= listed, "a sign for several rules lists them"
    rules = sorted({name.partition(":")[2] for name in opened if name.startswith("rule:")}.union(*several))
    assert len(rules) > 40
    assert {rule for event in session.view.events for rule in event.rules} <= set(rules)
    for rule_id in rules:
        reader.do("open", f"rule:{rule_id}")
        shown = words_of(reader.dialog or "")
        for lang in ("en", "de"):
            entry = rulebook.find(rule_id, lang)
            assert " ".join(entry.title.split()) in shown, (rule_id, lang)
            assert " ".join(entry.text.split()) in shown, (rule_id, lang)
        assert rulebook.cite(rule_id) in shown
    for name in sorted(name for name in opened if name.startswith("card:")):
        reader.do("open", name)
        assert box.name(name.partition(":")[2]) in words_of(reader.dialog or "")
    reader.do("open", "rule:NO-99")
    assert reader.alert


def test_cards_that_the_rulebook_does_not_vouch_for_are_marked() -> None:
    reader = game_reader(7)
    reader.press(on_offer(reader)[0])
    asked = session_of(reader).view.decision
    assert asked is not None
    for action in asked.legal:
        card = action.cards[0]
        marked = box.shown_source(card) or box.shown_doubt(card)
        reader.do("open", f"card:{card}")
        assert (reader.dialog or "").count("vk-mark") == bool(marked), "the whole sentence, and nothing beside it"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_mark_is_one_sign_that_says_where_it_stands_what_it_means(lang: str) -> None:
    pen, seen = HtmlWriter(lang), set()
    for card in box.records():
        sign = mark(pen, card, name="span", signs_only=True)
        if sign is None:
            continue
        (shown,) = re.findall(r'<span aria-hidden="true">([^<]*)</span>', sign)
        assert len(shown) == 1, f"{card}: one quiet sign"
        assert 'tabindex="0"' in sign, "the keyboard reaches it"
        (said,) = re.findall('aria-description="([^"]+)"', sign)
        for why in (box.shown_source(card, lang), box.shown_doubt(card, lang)):
            assert html.escape(why[1:]).rstrip(".") in said
        seen.add(shown)
    assert seen <= {pen.say(f"mark.{key}.sign") for key in ("community", "kit", "kit_name", "doubt")}
    assert len(seen) > 1


def test_power_that_lies_open_says_what_of_it_is_cards_and_what_blood() -> None:
    reader, rng = game_reader(7), random.Random(7)
    said: set[str] = set()
    for _ in range(40):
        click_any(reader, rng)
        said.update(re.findall(r"(\d+) Power so far: cards (\d+), Blood (\d+)", words_of(reader.parts["places"])))
    assert len(said) > 3
    assert all(int(whole) == int(cards) + int(blood) for whole, cards, blood in said)


# Looking back, and what if -----------------------------------------------------------------------------------


def test_the_timeline_leads_back_and_to_now_again() -> None:
    reader, rng = game_reader(21), random.Random(21)
    session = session_of(reader)
    for _ in range(7):
        move_any(reader, rng)
    now = {name: text for name, text in reader.parts.items() if name in ("places", "players", "panel", "clock")}
    for at in (0, 5, session.actions - 1):
        reader.do("look", at)
        then = session.view_at(at)
        assert reader.parts["panel"] == ""
        assert f"After {at} of {session.actions} moves" in reader.words
        assert reader.parts["clock"].count('aria-current="step"') >= 1
        assert len(then.events) <= len(session.view.events)
    reader.press("Back to now")
    assert {name: reader.parts[name] for name in now} == now


def test_a_what_if_goes_another_way_and_comes_back() -> None:
    reader, rng = game_reader(22), random.Random(22)
    session = session_of(reader)
    for _ in range(25):
        click_any(reader, rng)
    kept = session.view.to_json()
    point = session.turning_points()[2]
    reader.do("look", point)
    reader.press("What if?")
    assert session.branches == 1
    assert session.view.decision is not None
    assert session.actions <= len(kept["events"])
    wins = 0
    while not wins:
        begun, offered = session.view.events[-1].n, on_offer(reader)
        reader.press(rng.choice(offered))
        told = words_of(reader.parts["recap"])
        while stops := [button for button in reader.buttons("show") if button.do == "recap_on"]:
            assert "come_back" in reader.parts["past"], "the way back stays while others move"
            reader.press(stops[0])
            told += words_of(reader.parts["recap"])
        won = [line for line in log_lines(session.view) if line.n > begun and line.kind in ("winner", "lone")]
        assert all(line.text in told for line in won), "what is told is what comes of the what-if"
        wins += len(won)
    reader.press("Come back to the game as it was")
    assert session.branches == 0
    assert session.view.to_json() == kept


def test_a_chapter_of_the_log_leads_to_its_moment() -> None:
    reader, rng = game_reader(23), random.Random(23)
    for _ in range(9):
        move_any(reader, rng)
    chapter = reader.parts["log:2"]
    assert chapter
    jump = next(button for button in reader.buttons("log:2") if button.do == "look_at")
    reader.press(jump)
    assert "moves:" in words_of(reader.parts["timeline"])
    last = max(event.n for event in session_of(reader).view_at(reader.page.timeline.at).events)
    assert last >= jump.value


def test_predictions_of_every_kind_are_graded_and_worked_out_when_the_location_is_resolved() -> None:
    graded: dict[str, int] = dict.fromkeys(KINDS, 0)
    for seed in range(9):
        rng, played = random.Random(seed), Session(seed)
        while (asks := played.view.decision) is not None:
            if asks.kind != "withdraw":
                played.act(asks.legal.sample(rng))
                continue
            page = GamePage(seed, lang="en")
            page.sit(Session.of_bots(played._fork(played.actions), played.wish))
            reader = Reader(page)
            played.act(Stay())
            asked = [found for found in pressables(reader.parts["bet"]) if found.do == "bet"]
            if not asked:
                continue
            assert "vk-primary" not in reader.parts["bet"], "the game's own question comes first"
            assert asked[0].name != "form" or 'name="pick-0"' not in reader.parts["bet"], "her own choice is none"
            reader.do("bet", {"pick-1": "on"} if asked[0].name == "form" else "1")
            assert reader.alert == ""
            assert "You said:" in words_of(reader.parts["bet"])
            reader.press(next(button for button in on_offer(reader) if button.value == {"do": "stay"}))
            if "vk-graded" in reader.parts["bet"]:
                assert page.bet._prediction is not None
                graded[page.bet._prediction.kind] += 1
                assert ("The answer:" in words_of(reader.parts["bet"])) is ("vk-wrong" in reader.parts["bet"])
                assert rulebook.is_id(next(b.value for b in reader.buttons("bet") if b.do == "open")[5:])
                if any(button.do == "recap_on" for button in reader.buttons("show")):
                    reader.do("recap_on")
                    assert "vk-graded" not in reader.parts["bet"], "it has been read"
    assert min(graded.values()) > 2, graded


# How it begins ----------------------------------------------------------------------------------------------


def test_the_address_may_name_seed_language_players_and_variants() -> None:
    query = "?seed=42&lang=de&name=Lucy&players=3&location_cards=1&relics=on"
    reader = Reader(play(), query=query)
    session = session_of(reader)
    assert (session.seed, reader.page.lang, session.view.names[ME]) == (42, "de", "Lucy")
    assert len(session.view.seats) == 3
    assert any(place.location_card for place in session.view.locations)
    reader = Reader(play(), query="?seed=%3Cb%3E&lang=xx")
    assert reader.page.lang == "en"
    assert "<b>" in reader.alert
    assert session_of(Reader(play(seed=5), query="?seed=42")).seed == 5


def test_the_browsers_language_is_taken_unless_one_is_asked_for() -> None:
    assert Reader(GamePage(7), wishes=["fr", "de-AT", "en"]).page.lang == "de"
    assert Reader(GamePage(7, lang="en"), wishes=["de"]).page.lang == "en"
    assert Reader(GamePage(7), stored={"lang": "en"}, wishes=["de"]).page.lang == "en"
    assert Reader(GamePage(7), wishes=["fr"]).page.lang == "en"


def test_a_new_game_takes_players_variants_bots_and_readings() -> None:
    reader = game_reader(7)
    reader.do("menu", "new")
    form = {"name": "Ada", "seed": "9", "players": "6t", "bots": "random", "relics": "on", "last_blood": "allow"}
    reader.do("start", form)
    session = session_of(reader)
    assert reader.alert == ""
    assert (session.seed, session.view.names[ME], len(session.view.seats)) == (9, "Ada", 6)
    assert session.view.teams
    assert session.view.rulings["last_blood"] == "allow"
    reader.do("start", {"seed": "eleven"})
    assert "eleven" in reader.alert
    assert session_of(reader).seed == 9


@pytest.mark.parametrize("players", mostly_long(["3", "4", "5", "4t", "6t"], quick=2))
def test_every_number_of_players_and_all_variants_are_played_to_the_end(players: str) -> None:
    reader, rng = game_reader(7), random.Random(17)
    reader.do("start", {"seed": "17", "players": players, "location_cards": "on", "relics": "on", "bots": "random"})
    session, clicks = session_of(reader), 0
    while not session.view.over and session.view.decision is not None:
        click_any(reader, rng)
        assert reader.alert == ""
        assert_nothing_hidden(session, reader.news(), players)
        clicks += 1
        assert clicks < MOST_CLICKS
    assert session.view.over


def test_another_view_of_the_same_page_is_given_everything() -> None:
    reader = game_reader(7)
    reader.press(on_offer(reader)[0])
    frame, parts = reader.frame, dict(reader.parts)
    reader.frame, reader.parts = "", {}
    reader.send(type="ready", stored={}, query="", wishes=["de"])
    assert (reader.frame, reader.parts) == (frame, parts)


def test_a_fault_of_the_kit_is_told_in_words_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = game_reader(7)
    session = session_of(reader)
    before = (session.actions, session.view.to_json())

    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the kit")

    with monkeypatch.context() as patch:
        patch.setattr(session, "bot_move", fail)
        reader.press(on_offer(reader)[0])
    assert "RuntimeError" in reader.alert
    assert "Traceback" not in reader.text
    assert "a secret of the kit" not in reader.text
    assert (session.actions, session.view.to_json()) == before
    reader.press(on_offer(reader)[0])
    assert reader.alert == ""
    assert session.actions > before[0]


@pytest.mark.parametrize("seed", mostly_long(range(1, 9), quick=2))
def test_a_whole_game_by_all_advice_takes_few_presses(seed: int) -> None:
    """One press an answer; a Drain is confirmed, a card takes three (card, place, confirm) and one more to hide it."""
    reader, greedy = game_reader(seed), bots.make("greedy")
    session, hidden = session_of(reader), 0
    while not session.view.over:
        on_offer(reader)  # on, past what has come about
        before, action = reader.presses, greedy.choose(session.view, random.Random(0))
        make_at_table(reader, action)
        most = {Play: 3, Drain: 2}.get(type(action), 1) + (isinstance(action, Play) and action.face == "down")
        assert reader.presses - before <= most, action
        hidden += most == 4
    on_offer(reader)
    assert reader.parts["result"]
    assert reader.presses - hidden <= MOST_PRESSES


# The end of a turn ------------------------------------------------------------------------------------------


def planned(reader: Reader) -> list[str]:
    """Play card after card through a round's Planning; what was asked, by kind."""
    session, asked = session_of(reader), []
    while session.view.phase == "planning":
        decision = session.view.decision
        assert decision is not None
        asked.append(decision.kind)
        action = next(action for action in decision.legal if isinstance(action, Play | EndTurn))
        reader.do("act", action.to_json())
    return asked


def test_a_turn_ends_by_itself_where_all_that_is_left_can_wait() -> None:
    reader = game_reader(7)
    to_planning(reader)
    asked = planned(reader)
    assert asked == ["plan", "plan"], "each Drain was offered before the play"
    again = Reader(GamePage(), stored=dict(reader.store))
    assert session_of(again).view.to_json() == session_of(reader).view.to_json()


def test_a_turn_that_ended_by_itself_says_so_until_she_has_moved_again() -> None:
    reader = game_reader(7)
    to_planning(reader)
    assert "ended by itself" not in reader.words
    decision = session_of(reader).view.decision
    assert decision is not None
    reader.do("act", next(action for action in decision.legal if isinstance(action, Play)).to_json())
    assert "Your turn ended by itself" in words_of(reader.parts["advice"])
    assert 'data-open="rule:PLAN-22"' in reader.parts["advice"].rpartition("<p")[2]
    assert reader.said[-1].startswith("Your turn ended by itself")
    reader.press("Ask before my turn ends")
    assert "ended by itself" not in reader.words
    reader.press("✓ Ask before my turn ends")
    decision = session_of(reader).view.decision
    assert decision is not None
    reader.do("act", next(action for action in decision.legal if isinstance(action, Play)).to_json())
    assert reader.said[-1].startswith("Your turn ended by itself.")
    assert "ended by itself" not in reader.words, "another question is open: it is no news beside that"


def test_whoever_wants_it_is_asked_before_each_turn_ends() -> None:
    reader = game_reader(7)
    to_planning(reader)
    reader.press("Ask before my turn ends")
    assert reader.store["asks-end"] == "yes"
    assert planned(reader) == ["plan", "after_play"] * 2
    other = Reader(GamePage(7), stored={"asks-end": "yes"})
    to_planning(other)
    other.press("✓ Ask before my turn ends")
    assert "asks-end" not in other.store


def test_what_is_taken_back_is_the_play_and_not_the_end_that_followed_by_itself() -> None:
    reader = game_reader(7)
    to_planning(reader)
    session = session_of(reader)
    before = session.actions
    decision = session.view.decision
    assert decision is not None
    reader.do("act", next(action for action in decision.legal if isinstance(action, Play)).to_json())
    reader.do("undo")
    assert session.actions == before
    assert session.view.decision is not None
    assert session.view.decision.kind == "plan"
