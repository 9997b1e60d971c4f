"""The page of V:TES: a whole game pressed through it, kept, taken back, looked at again, and nothing hidden in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.selection import cases
from tests.widgets.helpers import TEMPLATE_LEFT, Reader, words_of
from tests.widgets.test_pace import words_seen
from tests.widgets.vtes.hidden import names_nothing_hidden
from tests.widgets.vtes.pressing import press
from vendetta_kit.games.vtes.engine.actions import ACTIONS, Pass
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.flows import known_history, pool_flows
from vendetta_widgets import VtesPage, play_vtes
from vendetta_widgets.games.vtes.card_html import bust
from vendetta_widgets.games.vtes.end_scene import _picture
from vendetta_widgets.games.vtes.move_replay import AT_LENGTH
from vendetta_widgets.move_replay import moves_since
from vendetta_widgets.parts.beat import MOST_WORDS as MOST_CAPTION
from vendetta_widgets.play_session import ME, Session
from vendetta_widgets.rule_card import opened


def reader_of(seed: int = 7, lang: str = "en", **more: Any) -> Reader:
    """A person at a game of three."""
    return Reader(play_vtes(seed, lang=lang), **more)


def session_of(reader: Reader) -> Session:
    """The game behind the page."""
    assert isinstance(reader.page, VtesPage)
    return reader.page.session


@cache
def played(seed: int, lang: str = "en") -> Session:
    """The game of a seed to its end, by a bot's advice and without a page: to look for moments in, not to change."""
    session = session_of(reader_of(seed, lang))
    while session.view.decision is not None:
        session.act(session.advice(lang).action)
    return session


def session_at(seed: int, point: int, lang: str = "en") -> Session:
    """That game as it stood at one of its turning points, to go on with."""
    game = played(seed, lang)
    return Session.of_bots(game._fork(point), game.wish)


def reader_at(seed: int, point: int, lang: str = "en", **more: Any) -> Reader:
    """A person who is at one of the turning points of that game."""
    page = play_vtes(seed, lang=lang)
    page.sit(session_at(seed, point, lang))
    return Reader(page, **more)


MOST_WORDS = 15
"""A question has at most so many words."""


def question_of(reader: Reader) -> str:
    """What she is asked."""
    head = reader.parts["panel"].partition("<h2")[2].partition("</h2>")[0]
    return words_of(f"<h2{head}</h2>")


def play_on(reader: Reader, moves: int = 1000) -> dict[int, int]:
    """Do what a bot would, by pressing, so often or to the end. Gives back how many moves took one press, and two."""
    presses = {1: 0, 2: 0}
    while moves and (session_of(reader).view.decision is not None or reader.page.holds()):  # type: ignore[attr-defined]
        if reader.page.holds():  # type: ignore[attr-defined]
            reader.do("out", "end")
            continue
        presses[press(reader, session_of(reader).advice("en").action)] += 1
        assert reader.alert == ""
        moves -= 1
    return presses


@cases("seed, lang", [(7, "en"), (8, "de")], quick=[(7, "en")])
def test_a_whole_game_is_pressed_and_nothing_hidden_is_ever_sent(seed: int, lang: str) -> None:
    reader = reader_of(seed, lang)
    kinds, presses, checked = set(), {1: 0, 2: 0}, 0
    while (asked := session_of(reader).view.decision) is not None:
        kinds.add(asked.kind)
        assert session_of(reader).view.decision is asked
        assert len(question_of(reader).split()) <= MOST_WORDS
        for key, count in play_on(reader, 1).items():
            presses[key] += count
        assert not TEMPLATE_LEFT.search(reader.words)
        session = session_of(reader)
        checked += names_nothing_hidden(reader, session._game, session.view)
    assert len(kinds) >= 6
    assert presses[1] > presses[2] * 2, "a common move is one press"
    assert checked > 100
    play_on(reader)
    view = session_of(reader).view
    assert view.over
    assert any(event.kind == "ousted" for event in view.events)
    over = words_of(reader.parts["result"])
    assert str(max(seat.points for seat in view.seats)) in over
    assert all(seat.name in over for seat in view.seats)


def test_the_game_is_kept_and_gone_on_with() -> None:
    first = reader_of()
    play_on(first, 12)
    again = Reader(VtesPage(lang="en"), first.store)
    assert again.alert == ""
    assert session_of(again).view.events == session_of(first).view.events
    assert words_of(again.parts["panel"]) == words_of(first.parts["panel"])


def test_several_transfers_at_once_are_taken_back_at_once() -> None:
    reader = reader_of()
    while not (several := [b for b in reader.buttons("ring_table") if b.do == "act_times"]):
        play_on(reader, 1)
    n, action = several[0].value
    before = session_of(reader).view
    reader.press(several[0])
    assert reader.alert == ""
    assert session_of(reader).view.seats[ME].pool == before.seats[ME].pool - n
    assert ACTIONS.from_json(action).do == "transfer"
    reader.do("menu", "undo")
    assert session_of(reader).view.seats[ME].pool == before.seats[ME].pool
    assert session_of(reader).actions == session_of(reader_like(reader)).actions


def reader_like(reader: Reader) -> Reader:
    """Another browser that has kept the same game."""
    return Reader(VtesPage(lang="en"), reader.store)


def test_the_form_for_another_deal_has_the_deck_of_the_kept_game_chosen() -> None:
    """Also after the page was left."""
    reader = Reader(VtesPage(lang="en"), query="?deck=court&seed=3")
    play_on(reader, 5)
    for one in (reader, reader_like(reader)):
        one.do("menu", "new")
        assert re.findall(r'value="(\w+)" checked class="vt-deck-radio"', one.text) == ["court"]


def test_looking_back_trying_otherwise_and_the_others_eyes() -> None:
    reader = reader_of()
    play_on(reader, 10)
    session = session_of(reader)
    at = session.turning_points()[4]
    reader.do("look", at)
    assert reader.alert == ""
    assert f"After {at} of {session.actions} moves" in words_of(reader.parts["timeline"])
    assert "vk-face-hand" in reader.parts["hand"]
    assert "#vka-type-" in reader.parts["hand"], "each card shows a sign of its kind"
    reader.press("What if? Go on from here")
    assert session_of(reader).actions == at
    assert reader.alert == ""
    reader.press("Come back to the game as it was")
    reader.do("eyes", 1)
    assert reader.alert != "", "not before the end"
    play_on(reader)
    reader.do("look", 20)
    reader.do("eyes", 1)
    assert reader.alert == ""
    theirs = session_of(reader).view_at(20, 1).seats[1].hand
    assert all(practice_set()[card.card].named("en") in words_of(reader.parts["hand"]) for card in theirs)


def test_a_new_game_as_it_is_wished_for() -> None:
    reader = reader_of()
    reader.do("menu", "new")
    form = words_of(reader.parts["drawer"])
    for words in ("Your deck", "The court", "ask me at every moment", "4 players"):
        assert words in form
    wish = {"players": "4", "deck": "court", "seed": "3", "bots": "random", "ask_always": "yes", "name": "Ada"}
    reader.do("start", wish)
    assert reader.alert == ""
    game = session_of(reader)._game
    assert (game.names[0], len(game.names), game.setup["decks"][0]) == ("Ada", 4, "court")
    assert (game.setup["ask_always"], game.setup["seed"]) == ("yes", 3)
    assert "4 " not in reader.alert
    for bad in ({"seed": "moon"}, {"players": "9"}):
        reader.do("start", bad)
        assert reader.alert
        assert "Traceback" not in reader.alert
    assert session_of(reader)._game is game, "the game is as it was"


def test_a_deck_of_her_own_is_listed_and_what_is_wrong_with_it_is_shown() -> None:
    reader = reader_of()
    reader.do("menu", "new")
    game = session_of(reader)._game
    text = (Path(__file__).parents[2] / "vtes" / "deck.txt").read_text("utf-8")
    reader.do("start", {"players": "2", "list": text.replace("2x Salt", "2x Petra Unheard").replace("Sawn-Off", "Gun")})
    assert "no card here is called 'Petra Unheard'" in reader.alert
    drawer = words_of(reader.parts["drawer"])
    for words in ("12 cards, 10 of them here", "line 15: no card here is called 'Petra Unheard'", "called 'Gun'"):
        assert words in drawer
    assert session_of(reader)._game is game, "the game is as it was"
    reader.do("start", {"players": "2", "list": text})
    assert reader.alert == ""
    assert session_of(reader)._game.setup["decks"][0].startswith("# The practice deck")
    reader.do("menu", "new")
    assert "line 15" not in words_of(reader.parts["drawer"])


OWN = """
- {id: MY01, type: vampire, name: Petra Unheard, clan: gangrel, capacity: 2, disciplines: {}}
- id: MY02
  type: combat
  name: {en: Quiet Hand, de: Stille Hand}
  basic: [{strike: {damage: 1}}]
"""


def with_own(text: str = OWN, name: str = "Quiet Hand") -> dict[str, str]:
    """The form with a deck in which there are cards of the player's own: one by its name, one by its id."""
    deck = (Path(__file__).parents[2] / "vtes" / "deck.txt").read_text("utf-8")
    deck = deck.replace("2x Salt", "2x MY01").replace("4x Heavy Hand", f"4x {name}")
    return {"players": "2", "seed": "3", "list": deck, "cards": text}


def test_cards_of_her_own_are_played_shown_and_saved() -> None:
    reader = reader_of(lang="de")
    reader.do("start", with_own())
    assert reader.alert == ""
    game = session_of(reader)._game
    named = {card.named("de"): card.id for card in game.table.printed if card is not None}
    assert named.keys() >= {"Petra Unheard", "Stille Hand"}
    mine = named["Stille Hand"]
    assert mine.startswith("MY02~")
    for _ in range(60):  # until one of them lies in her hand
        if session_of(reader).view.decision is None or "Stille Hand" in reader.words:
            break
        press(reader, session_of(reader).advice("de").action)
    assert "Stille Hand" in reader.words
    assert "Stille Hand" in words_of(opened(f"card:{mine}", reader.page.pen()))
    kept = session_of(reader).save_text()
    other = reader_of(lang="de")
    other.choose_file("load", "game.json", kept.encode())
    assert other.alert == ""
    assert session_of(other).view == session_of(reader).view
    forged = kept.replace("damage", "steal_blood")
    other.choose_file("load", "game.json", forged.encode())
    assert "MY02~" in other.alert


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (with_own(OWN.replace("strike", "hit")), "your own cards, line 6: found 'hit'; expected one of"),
        (with_own("- id: [MY01"), "your own cards, line "),
        (with_own("nothing but words"), "your own cards, "),
        (with_own("#" * 20_001), "your own cards are more than 20000 letters long"),
        ({"players": "2", "cards": OWN}, "there are cards of your own, but no deck list"),
        (with_own(name="Loud Hand"), "no card here is called 'Loud Hand'"),
    ],
)
def test_cards_of_her_own_that_cannot_be_read_are_one_line(form: dict[str, str], told: str) -> None:
    reader = reader_of()
    game = session_of(reader)._game
    reader.do("start", form)
    assert told in reader.alert, reader.alert
    assert "\n" not in reader.alert
    assert "Traceback" not in reader.alert
    assert session_of(reader)._game is game, "the game is as it was"


def test_an_address_begins_a_game() -> None:
    reader = Reader(VtesPage(), query="?seed=7&lang=de&name=Ada&players=2&deck=claw")
    assert reader.alert == ""
    assert session_of(reader).view.names[0] == "Ada"
    assert len(session_of(reader).view.seats) == 2
    assert "Regeln vom 8. Oktober 1998" in reader.words


def test_advice_says_what_a_bot_would_do_and_why() -> None:
    reader = reader_of()
    reader.press("What would you do?")
    advice = session_of(reader).advice("en")
    said = words_of(reader.parts["advice"])
    assert all(reason in said for reason in advice.reasons)
    reader.do("help", "table")
    assert reader.parts.get("advice", "") == ""


def test_a_rule_and_a_card_open_in_the_page() -> None:
    reader = reader_of()
    chip = next(b for b in reader.buttons("panel") if b.do == "open" and "rule" in str(b.value))
    reader.do("open", chip.value)
    assert reader.alert == ""
    assert "vk-rule-text" in (reader.dialog or "")
    card = next(b for b in reader.buttons("hand") if b.do == "open" and "card" in str(b.value))
    reader.do("open", card.value)
    assert reader.alert == ""
    name = practice_set()[str(card.value).rpartition(":")[2]].named("en")
    assert name in words_of(reader.dialog or "")


def test_what_is_pressed_in_vain_is_told() -> None:
    reader = reader_of()
    for do, value in (("pick", 10**6), ("act", {"do": "bleed", "minion": 3}), ("act", None), ("act_times", [2, {}])):
        reader.do(do, value)
        assert "Traceback" not in reader.text
    assert session_of(reader).view.decision is not None


def test_vendettas_page_knows_nothing_of_it() -> None:
    """The front page does: it shows a table of each game."""
    code = (
        "import sys; from vendetta_widgets import GamePage; GamePage(7, lang='en');"
        "print([name for name in sys.modules if 'games.vtes' in name])"
    )
    path = [entry for entry in sys.path if entry]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}; {code}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "[]", done.stderr


def test_who_has_chosen_sound_hears_the_game_and_nobody_else_any() -> None:
    loud, still = reader_of(stored={"sound": "on"}), reader_of()
    play_on(loud)
    play_on(still)
    said = {name for text in loud.messages for name in json.loads(text).get("sounds", [])}
    assert said == {"card", "blood", "frenzy", "victory"}
    assert not any("sounds" in json.loads(text) for text in still.messages)


def test_an_action_of_others_is_one_beat_with_its_blocks_and_its_outcome() -> None:
    reader, most, asked = reader_of(calm=False), 0, 0
    page = reader.page
    assert isinstance(page, VtesPage)
    while (session := session_of(reader)).view.decision is not None and asked < 40:
        press(reader, session.advice("en").action)
        asked += 1
        own = {point + 1 for point in session.turning_points()}  # her answers, where they end what another does
        shown, several = list(page.show._all), moves_since(session, page._seen, own=own)
        assert len(shown) <= len(several)
        most = max(most, len(several) - len(shown))
        for one, after in pairwise(shown):
            inside = [event.kind for event in session.view.events if one.since < event.n < after.since]
            assert inside.count("action") <= 1
            assert one.at <= after.before
        if page._step is not None:
            ways = words_of(reader.parts["show"])
            touched = {step.since for step in page.show._steps[1:]} & page.show._touching  # type: ignore[attr-defined]
            here = "To what touches me" if touched else "To my next choice"
            assert (here if session.view.seats[ME].here else "To the end") in ways
            reader.do("skip", None)
            while page._step is not None:  # what touches her is never skipped past
                assert page._step.since in page.show._touching  # type: ignore[attr-defined]
                reader.do("skip", None)
    assert most >= 3, "blocks and outcomes stand with what they belong to"


@cases("lang", ["en", "de"], quick=["en"])
def test_the_end_tells_three_moments_and_leads_to_the_act_and_to_the_choice_before_it(lang: str) -> None:
    reader = reader_of(7, lang)
    play_on(reader)
    session, page = session_of(reader), reader.page
    assert isinstance(page, VtesPage)
    view, scene = session.view, reader.parts["result"]
    assert view.over
    bled = sum(entry.amount for entry in view.ledger if entry.cause == "bleed" and entry.source.seat == ME)
    row = scene.partition('class="vk-own-sum"')[2].partition("<details")[0]
    terms = [int(n) for n in re.findall(r"<b>(\d+)</b>", row)]
    assert bled in terms, "her sum, in one row"
    assert scene.count("vk-rank vk-tint") == len(view.seats)
    looks = [b for b in reader.buttons("result") if b.do == "look_act"]
    another = [b for b in reader.buttons("result") if b.do == "what_if"]
    assert len(looks) == len(another) == 3
    assert {e.n for e in view.events if e.kind == "ousted" and ME in (e.seat, e.data["predator"])} <= {
        b.value for b in looks
    }
    for look in looks:
        reader.press(look)
        assert reader.alert == ""
        assert page.timeline.at is not None, "the last act of all, too, is looked at"
        seen = page.sight
        assert look.value in [row.n for row in (*seen.events, *seen.ledger)]
        assert seen.moment.turn == next(row for row in view.events if row.n >= look.value).moment.turn
        assert reader.parts["event"], "the act itself"
        back = next(b for b in reader.buttons("past") if b.text.startswith("◂"))
        reader.press(back)
        assert page.sight.events[-1].n < look.value, "one step back"
        assert reader.alert == ""
        reader.do("look", session.actions)
    assert reader.parts["result"]
    for one in another:
        choice = session.view_at(one.value)
        assert page.has_choice(choice), "a way back is one where she could choose"
    actions = session.actions
    reader.press(another[-1])
    assert reader.alert == ""
    assert session.actions < actions
    assert session.view.decision is not None


def test_another_way_begins_where_her_minions_began_to_act_and_not_where_she_discarded_after_it() -> None:
    reader = reader_of(3, "en")
    play_on(reader)
    choices = [session_of(reader).view_at(one.value) for one in reader.buttons("result") if one.do == "what_if"]
    assert [choice.moment.phase for choice in choices] == ["minion"] * 3


def test_before_a_move_is_taken_back_after_a_reveal_the_bar_asks_and_the_table_stays() -> None:
    reader = reader_of()
    while not (session_of(reader).can_undo and session_of(reader).crossing().seen):
        play_on(reader, 1)
    actions = session_of(reader).actions
    for press_it in ("undo-not", "undo-do"):
        reader.do("menu", "undo")
        assert not reader.parts["drawer"]
        assert "Take your last move back?" in words_of(reader.parts["panel"])
        assert not reader.parts["show"]
        assert "vt-players" in reader.parts["ring_table"]
        reader.press(next(b for b in reader.buttons("panel") if b.attributes.get("data-key") == press_it))
        assert (session_of(reader).actions < actions) is (press_it == "undo-do")


@pytest.mark.parametrize("what", ["watch", "end", "what_if"])
def test_who_is_out_says_how_to_go_on(what: str) -> None:
    point = played(3).turning_points()[-1]
    reader = reader_at(3, point, calm=False)
    session, page = session_of(reader), reader.page
    assert isinstance(page, VtesPage)
    press(reader, session.advice("en").action)
    while page._step is not None:
        assert not page._step.parts, "what has put her out is told deed by deed"
        reader.do("skip", None)
    assert page.holds(), "the others wait for her"
    assert not session.view.over
    reader.do("pace", "results")
    ways = {b.value if b.do == "out" else b.do: b for b in reader.buttons("panel") if b.do != "pick"}
    assert set(ways) == {"watch", "end", "what_if"}
    actions = session.actions
    reader.press(ways[what])
    assert reader.alert == ""
    if what == "what_if":
        assert session.actions < actions
        assert page.has_choice(session.view)
        assert session.view.moment.seat == ME, "her last own turn, in which she could have done otherwise"
        press(reader, Pass())
        while page._step is None and session.view.decision is not None and not session.view.over:
            press(reader, session.advice("en").action)
        assert [b.do for b in reader.buttons("past")] == ["come_back"], "also while the others' deeds are told"
        return
    assert session.view.over
    if what == "end":
        told = words_of(reader.parts["result"])
        assert "ousts you" in told
        assert re.search(r"burns your last \d+ pool", told), "what put her out"
        assert not re.search(r"(Bob|Cy) is out", told.partition("vk-end-moments")[2]), "nothing after that decided"
    assert (page._step is None) is (what == "end"), "who watches is told all of it"
    assert bool(reader.parts["result"]) is (what == "end")
    if what == "watch":
        watched(reader, actions)


def watched(reader: Reader, actions: int) -> None:
    """Who only watches is told each turn in one beat, and deed by deed on a press; an oust stands by itself."""
    page, view = reader.page, session_of(reader).view
    assert isinstance(page, VtesPage)
    known = session_of(reader).view_at(actions).events[-1].n
    later = [event.kind for event in view.events if event.n > known]
    beats = summed = closer = 0
    while page._step is not None:
        step, beats = page._step, beats + 1
        events = page.sight.events
        kinds = {event.kind for event in events if event.n >= step.since}
        caption = reader.parts["show"].partition("vk-caption")[2].partition(">")[2].partition("</div>")[0]
        assert 0 < words_seen(caption.partition("<small")[0]) <= MOST_CAPTION, words_of(caption)
        if step.parts:
            summed += 1
            assert not reader.parts["event"], "the table tells a turn"
            assert not kinds & AT_LENGTH
            if summed == 2:
                reader.press("Look closer", "show")
                assert page._step == step.parts[0]
                assert page.show.place()[1] > beats
                closer = len(step.parts) - 1
        elif "ousted" in kinds:
            assert reader.parts["event"], "its stage"
        reader.do("step_on", None)
    assert closer
    assert beats - closer <= later.count("turn") + 3 * sum(kind in AT_LENGTH for kind in later) + 1


def test_that_one_plays_a_what_if_stands_in_a_row_of_its_own_and_takes_no_room_from_the_question() -> None:
    reader = reader_of()
    row = reader.frame.partition('class="vt-ask"')
    assert 'data-part="past"' in row[0]
    assert 'data-part="panel"' in row[2]
    play_on(reader, 2)
    reader.do("what_if", session_of(reader).turning_points()[0])
    assert [b.do for b in reader.buttons("past")] == ["come_back"]
    assert reader.buttons("panel")


def test_a_deciding_bleed_shows_the_minion_that_has_bled() -> None:
    view = played(7).view
    flows = [flow for flow in pool_flows(known_history(view)) if flow.cause == "bleed" and flow.source.kind == "pool"]
    bled = [event for event in view.events if event.kind == "bled" and event.data["amount"]]
    assert len(flows) == len(bled) > 5
    assert len({event.data["minion"] for event in bled}) > 1
    for flow, event in zip(flows, bled, strict=True):
        assert flow.amount == event.data["amount"]
        assert _picture(view, flow) == bust(event.data["minion"])


def test_no_turn_is_ended_before_its_transfers_are_asked_about() -> None:
    page = reader_of(7).page
    assert isinstance(page, VtesPage)
    until: dict[str, str] = {}
    while not {"minion", "transfer"} <= until.keys():
        view = page.session.view
        assert view.decision is not None
        if view.moment.seat == view.decision.seat and Pass() in view.decision.legal:
            until.setdefault(view.decision.kind, page._may_let_go(view))
        page.session.act(page.session.advice("en").action)
    assert until["minion"] == ""
    assert until["transfer"] == "turn"
