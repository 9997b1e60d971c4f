"""The first whole game on its page: the guide speaks when it should, once, and briefly; it is kept; it has an end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.selection import cases, mostly_long
from tests.widgets.helpers import CONTROLS, Pressable, Reader, assert_nothing_hidden, on_offer, pressables, words_of
from tests.widgets.walking import assert_reads_well, make, make_at_table
from vendetta_kit import rulebook
from vendetta_kit.course import lessons
from vendetta_kit.course.known_rules import learned_rules
from vendetta_kit.course.lessons import taught_by
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vendetta import bots, box, flows
from vendetta_kit.games.vendetta.course.first_game import first_game
from vendetta_kit.games.vendetta.engine.actions import Drain, Play
from vendetta_widgets import FirstGamePage, first
from vendetta_widgets.drill_session import SET
from vendetta_widgets.games.vendetta.first_game_page import GUIDE, NOTEBOOK
from vendetta_widgets.lesson_page import notebook_of
from vendetta_widgets.play_session import ME, Session

RULES = [sentence.rule for sentence in first_game().sentences]
WORDS = 600
MOST_PRESSES = 50
"""In a whole game, by mouse."""
PLAYED = ("PLAN-12", "PLAN-09")
"""What must be told before a card is played."""
ASKED = {
    "keep": ("FLOW-05", "CONF-04", "PLAN-03"),
    "plan": ("FLOW-05", "PLAN-03", "CONF-04", "CONF-03", "CARD-01"),
    "withdraw": ("PLAN-12", "PLAN-09", "WDR-04", "WDR-05", "WDR-07"),
}
"""What must be told, or known, when a decision of this kind is open for the first time."""
PLAYED_OUT = (
    *("PLAN-02", "REV-01", "REW-01", "REW-02", "REW-05", "REW-06", "REW-07", "REW-08", "REW-09"),
    *("EOR-02", "EOR-03", "EOG-02", "CARD-01", "HAND-07", "PLAN-22", "FRZ-01", "FRZ-07"),
    "RES-02",
)
"""What must be told by the end of every game: no game does without."""


def page_of(reader: Reader) -> FirstGamePage:
    assert isinstance(reader.page, FirstGamePage)
    return reader.page


def now(reader: Reader) -> list[str]:
    """The rules of the sentences that are told now."""
    part = re.sub(r"<details.*</details>", "", reader.parts.get("coach", ""), flags=re.DOTALL)
    return re.findall(r'data-open="rule:([A-Z0-9]+-[0-9]+)"', part)


def told_words(reader: Reader) -> str:
    """What is told now, as it reads, without ids of rules."""
    besides = r"<details.*</details>|<h2.*?</h2>|<button[^>]*vk-tip-more.*?</button>"
    part = re.sub(besides, "", reader.parts.get("coach", ""), flags=re.DOTALL)
    return words_of(re.sub(r'<button[^>]*class="vk-rule".*?</button>', "", part, flags=re.DOTALL))


def anything(reader: Reader, rng: Random) -> None:
    """One press of somebody who presses anything: stops, cards, answers."""
    offered = on_offer(reader)
    ready = [button for button in offered if "vk-confirm" in button.attributes.get("class", "")]
    reader.press(ready[0] if ready and rng.random() < 0.6 else rng.choice(offered))


def advised(reader: Reader, rng: Random) -> None:
    """A move of somebody who does as she is advised."""
    session = page_of(reader).session
    on_offer(reader)
    if session.view.decision is not None:
        make_at_table(reader, session.advice("en").action)


def walk(reader: Reader, press: Callable[[Reader, Random], None] = anything, seed: int = 1) -> Iterator[int]:
    """A game to its end; after each press."""
    rng = Random(seed)
    for n in range(600):
        if page_of(reader).session.view.over:
            while stops := [button for button in reader.buttons("show") if button.do == "recap_on"]:
                reader.press(stops[0])
                yield n
            return
        stops = [button for button in reader.buttons("show") if button.do == "recap_on"]
        if stops:
            reader.press(stops[0])
        else:
            press(reader, rng)
        yield n
    raise AssertionError("the game has no end")


def dealt(which: int, lang: str = "en", progress: Progress | None = None) -> Reader:
    """A learner before one of the deals."""
    reader = Reader(first(lang=lang), {} if progress is None else {"progress": progress.dumps()})
    for _ in range(which):
        page_of(reader)._again()
        page_of(reader)._begun()
        while page_of(reader).work_on():
            pass
    reader.page.redraw()
    return reader


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_round_is_shown_in_pictures_once_and_whenever_she_asks(lang: str) -> None:
    reader = Reader(first(lang=lang), calm=False)
    assert reader.dialog is not None
    assert reader.dialog.count("<li") == 6
    assert re.findall('data-scenes="(.*?)"', reader.dialog) == ["-1", "hold", "1"], "turned back, held, turned on"
    assert "data-close" in reader.dialog, "it can be skipped"
    again = Reader(first(lang=lang), {"round-picture": reader.store["round-picture"]}, calm=False)
    assert again.dialog is None
    again.do("menu", "pictures")
    assert again.dialog == reader.dialog
    assert Reader(first(lang=lang), calm=True).dialog is None, "what moves is shown on request"


@cases("seed, lang", [(0, "en"), (3, "de"), (1, "de"), (2, "en")], quick=[(0, "en"), (3, "de")])
def test_a_game_is_told_in_few_words_each_once_and_in_time(seed: int, lang: str) -> None:
    reader = dealt(seed % 3, lang)
    session = page_of(reader).session
    before: list[str] = []
    told: list[str] = []
    words, played, asked = 0, 0, set()
    for n in range(600):
        new = [sentence.rule for sentence in page_of(reader).guide.new]
        fresh = [rule for rule in now(reader) if rule in new and rule not in before]
        assert not set(fresh) & set(told), "nothing is told twice"
        told += fresh
        if fresh:
            said = told_words(reader)
            words += len(said.split()) - sum(
                len(told_sentence(rule, lang)) for rule in now(reader) if rule not in fresh
            )
        before = now(reader)
        assert_reads_well(reader, f"press {n}")
        decision = session.view.decision
        stopped = any(button.do == "recap_on" for button in reader.buttons("show"))
        if decision is not None and not stopped:
            again = decision.kind in asked
            asked.add(decision.kind)
            assert now(reader) or session.view.round < 3, "where nothing is new, what matters again is repeated"
            assert set(ASKED.get(decision.kind, ())) <= set(told), f"{decision.kind}: {told}"
            if decision.kind == "withdraw" and decision.at == "haven" and again:  # the first time there is more to say
                assert "WDR-08" in told
        plays = sum(event.kind == "play" and event.seat == ME for event in session.view.events)
        assert plays == played or set(PLAYED) <= set(told)
        played = plays
        if session.view.over and not stopped:
            break
        next(walk(reader, seed=seed * 1000 + n))
    assert set(ASKED) <= asked
    assert set(PLAYED_OUT) <= set(told), set(PLAYED_OUT) - set(told)
    assert len(told) >= 40
    assert 300 <= words <= WORDS


@cache
def told_sentence(rule: str, lang: str) -> tuple[str, ...]:
    """A sentence as words of the page."""
    from vendetta_kit.games.vendetta.course import markup

    return tuple(markup.plain(first_game().sentence(rule).words[lang], lang).split())


def test_every_sentence_is_told_with_its_rule_and_the_rule_opens() -> None:
    reader = dealt(0)
    assert now(reader) == ["FLOW-05", "CONF-04", "PLAN-03"], "three sentences, and then the press"
    reader.press("PLAN-03", "coach")
    assert reader.dialog is not None
    assert rulebook.rule("PLAN-03").text in words_of(reader.dialog)


@pytest.mark.parametrize("which", mostly_long(range(3), quick=1))
def test_whoever_does_as_she_is_advised_wins_every_deal(which: int) -> None:
    reader = dealt(which)
    begun = reader.presses
    for _ in walk(reader, advised):
        assert reader.alert == ""
    assert reader.presses - begun <= MOST_PRESSES
    session = page_of(reader).session
    assert ME in session.view.winners
    kinds = {event.kind for event in session.view.events}
    assert {"withdraw", "drain", "frenzy", "ally", "victim", "ambition"} <= kinds
    assert any(event.kind == "withdraw" and event.seat == ME for event in session.view.events), "it was worth it"


def test_nothing_hidden_is_ever_sent() -> None:
    reader = dealt(1)
    page = page_of(reader)
    reader.news()
    for n in walk(reader, seed=5):
        if not page.session.view.over:
            assert_nothing_hidden(page.session, reader.news(), f"press {n}")


def known(*finished: str) -> Progress:
    progress = Progress()
    for name in finished:
        progress.lesson(name, finished=True)
    return progress


def test_what_lessons_have_taught_is_not_told() -> None:
    learner = known("planning", "withdraw_and_revelation")
    taught = {rule for lesson in ("planning", "withdraw_and_revelation") for rule in lessons.find(lesson).rules}
    reader = dealt(0, progress=learner)
    told = {rule for _ in walk(reader, seed=2) for rule in now(reader)}
    assert taught & set(RULES), "there is something that she knows"
    assert told
    assert not told & taught
    assert not {sentence.rule for sentence in page_of(reader).guide.not_shown} & taught


def test_one_who_has_been_through_the_whole_course_plays_in_peace() -> None:
    reader = dealt(0, progress=known(*(heading.id for heading in lessons.headings())))
    always = ["FLOW-05", "CONF-04", "PLAN-03"]
    for _ in walk(reader, seed=3):
        assert now(reader) in ([], always), "but for the three sentences that everybody is told"
    assert "What comes next" in words_of(reader.parts["result"])


def test_what_she_plays_here_is_on_her_map() -> None:
    reader = dealt(0)
    for _ in walk(reader, seed=4):
        pass
    progress = Progress.loads(reader.store["progress"])
    told = {sentence.rule for sentence in page_of(reader).guide.shown}
    assert told <= set(progress.rules)
    assert progress.level("PLAN-03") == "used"
    learned = learned_rules(progress)
    assert len(learned) >= SET, "enough for a set of drills"
    assert learned <= told | {rule for rule in progress.rules if progress.was_refused(rule)}, "no drill asks more"


# Kept --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [0, 1, 7, 25, 60])
def test_a_reload_goes_on_where_she_was(after: int) -> None:
    reader = dealt(0)
    steps = walk(reader, seed=6)
    for _ in range(after):
        next(steps)
    before, told = now(reader), page_of(reader).guide.shown
    session = page_of(reader).session
    again = Reader(first(lang="en"), reader.store)
    assert page_of(again).session.actions == session.actions
    assert page_of(again).session.view.to_json() == session.view.to_json()
    if not any(button.do == "recap_on" for button in reader.buttons("show")):
        assert now(again)[: len(before)] == before
    more = [sentence.rule for sentence in page_of(again).guide.shown]
    assert more[: len(told)] == [sentence.rule for sentence in told]
    assert len(set(more)) == len(more)


def test_what_she_learns_meanwhile_in_a_lesson_is_not_told_when_she_is_back() -> None:
    reader = dealt(0)
    steps = walk(reader, seed=6)
    for _ in range(3):
        next(steps)
    progress = Progress.loads(reader.store["progress"])
    progress.lesson("withdraw_and_revelation", finished=True)
    again = Reader(first(lang="en"), {**reader.store, "progress": progress.dumps()})
    told = {rule for _ in walk(again, seed=7) for rule in now(again)}
    assert not told & set(lessons.find("withdraw_and_revelation").rules)
    assert "PLAN-03" not in told, "what she has used here is still only told once"


def test_the_whole_game_of_the_other_page_stays_as_it_is() -> None:
    kept = {"game": Session(seed=5).save_text(), "game-before": "?"}
    reader = Reader(first(lang="en"), kept)
    for _ in range(9):
        anything(reader, Random(1))
    assert {key: reader.store[key] for key in kept} == kept
    assert {FirstGamePage.KEPT, GUIDE} <= set(reader.store)


@pytest.mark.parametrize("text", ["?", "{}", '{"format": "vendetta-guide/1", "told": 3}'])
def test_a_guide_that_cannot_be_read_begins_anew_and_the_game_goes_on(text: str) -> None:
    reader = dealt(0)
    for _ in range(4):
        anything(reader, Random(2))
    actions = page_of(reader).session.actions
    again = Reader(first(lang="en"), {**reader.store, GUIDE: text})
    assert again.alert == ""
    assert page_of(again).session.actions == actions
    assert now(again)


def test_a_kept_game_that_cannot_be_read_is_told_and_not_thrown_away() -> None:
    reader = Reader(first(lang="en"), {FirstGamePage.KEPT: "?"})
    assert reader.alert
    assert "Traceback" not in reader.alert
    assert reader.store[FirstGamePage.UNREAD] == "?"
    assert now(reader)[0] == "FLOW-05"


def test_undo_tells_nothing_again_and_leaves_what_was_said() -> None:
    reader = dealt(0)
    reader.press(on_offer(reader)[0])
    assert "CONF-03" in now(reader)
    reader.do("undo")
    assert now(reader) == []
    assert "CONF-03" in reader.parts["coach"], "under what was said before"


# Its own menu ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "value"),
    [("start", {"players": "3"}), ("menu", "load"), ("menu", "export")],
)
def test_what_this_page_does_not_offer_cannot_be_done(do: str, value: Any) -> None:
    reader = dealt(0)
    before = page_of(reader).session.view
    reader.do(do, value)
    assert reader.alert
    assert page_of(reader).session.view is before


def test_she_may_begin_anew_and_go_back() -> None:
    reader = dealt(0)
    for _ in range(12):
        anything(reader, Random(4))
    page, left = page_of(reader), page_of(reader).session.view.to_json()
    reader.do("menu", "new")
    assert page.session.seed == first_game().deals[1].seed
    assert not page.session.can_undo
    reader.press("Back to the game before")
    assert reader.alert == ""
    assert page.session.view.to_json() == left
    assert "Back to the game before" not in reader.words


def test_no_other_game_can_be_put_in_its_place() -> None:
    reader = dealt(0)
    reader.choose_file("load", "other.json", Session(seed=9).save_text().encode())
    assert reader.alert
    assert page_of(reader).session.seed == first_game().deals[0].seed


def test_help_stays_within_reach() -> None:
    reader = dealt(0)
    reader.press("What would you do?")
    assert "hint" in reader.parts["advice"]


def test_the_address_cannot_change_the_deal() -> None:
    reader = Reader(first(lang="en"), query="seed=7&players=5&bots=search")
    session = page_of(reader).session
    assert (session.seed, len(session.view.seats)) == (first_game().deals[0].seed, 4)
    assert session.as_begun.bots == "gentle"


# Its end -----------------------------------------------------------------------------------------------------


def links(reader: Reader, part: str) -> list[Pressable]:
    return [link for link in pressables(reader.parts[part]) if link.name == "a"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_end_says_what_was_learned_what_was_not_and_what_comes_next(lang: str) -> None:
    reader = dealt(0, lang)
    for _ in walk(reader, seed=8):
        pass
    guide = page_of(reader).guide
    result = words_of(reader.parts["result"])
    assert str(len(guide.shown)) in result
    for sentence in guide.shown:
        assert rulebook.find(sentence.rule, lang).title in result
    targets = [link.attributes["data-notebook"] for link in links(reader, "result")]
    assert guide.not_shown, "with this seed not everything comes up"
    said = {"en": "This did not come up.", "de": "Das kam nicht vor."}[lang]
    missed = result.partition(said)[2].partition({"en": "What comes next", "de": "Wie es weitergeht"}[lang])[0]
    for sentence in guide.not_shown:
        assert (rulebook.find(sentence.rule, lang).title in missed) == (sentence in guide.never_met)
    for sentence in guide.not_shown:
        lesson = taught_by(sentence.rule)
        assert lesson is not None
        assert notebook_of(lesson.id) in targets
        assert rulebook.find(sentence.rule, lang).title in result
    assert {"09_whole_game", "15_drills", "00_start_here", "01_set_up"} <= set(targets)
    assert targets[0] == "dashboards/review?game=first&depth=1", "the first way on is a look at this very game"
    assert NOTEBOOK not in targets
    assert reader.parts["result"].count("vk-primary") == 1, "one way on stands out"


def test_another_first_game_is_another_deal_and_tells_only_what_is_new() -> None:
    reader = dealt(0)
    for _ in walk(reader, seed=8):
        pass
    progress = Progress.loads(reader.store["progress"])
    used = {rule for rule in RULES if progress.level(rule) == "used"}
    reader.do("again")
    assert page_of(reader).session.seed == first_game().deals[1].seed
    told = {rule for _ in walk(reader, seed=9) for rule in now(reader)}
    assert used
    assert not told & used


def test_a_long_explanation_is_opened_and_closed_where_room_is_short() -> None:
    reader = dealt(0)
    anything(reader, Random(2))
    (more,) = [button for button in reader.buttons("coach") if button.do == "tip"]
    assert "vk-tip-open" not in reader.parts["coach"]
    reader.press(more)
    assert "vk-tip-open" in reader.parts["coach"]
    reader.press(next(button for button in reader.buttons("coach") if button.do == "tip"))
    assert "vk-tip-open" not in reader.parts["coach"]
    assert now(reader), "told still"


def test_the_bots_are_gentle() -> None:
    assert first_game().bots in bots.names()
    assert page_of(dealt(2)).session.as_begun.bots == first_game().bots


# Its pace -----------------------------------------------------------------------------------------------------

PLAIN = 45
"""So many presses at most take whoever plays her cards and stays, where she may …"""
ADVISED = 58
"""… and whoever does all that she is advised, with Blood, Drains and whatever a card asks."""


def presses(which: int, advised: bool) -> int:
    """How many presses a whole game takes."""
    reader, n = dealt(which), 0
    session = page_of(reader).session
    while True:
        if stops := [button for button in reader.buttons("show") if button.do == "recap_on"]:
            reader.press(stops[0])
            n += 1
            continue
        asked = session.view.decision
        if asked is None:
            return n
        assert asked.kind != "after_play", "a turn ends by itself"
        assert len(asked.legal) > 1, "what has but one answer is not asked"
        first = next(action for action in asked.legal if not isinstance(action, Drain))
        action = session.advice("en").action if advised else first
        if isinstance(action, Play):
            n += 3 + (action.face == "down") + (action.blood > 0) + (action.flips > 0)
        else:
            n += 2 if isinstance(action, Drain) else 1
        make(reader, action)


@pytest.mark.parametrize("which", mostly_long(range(3), quick=1))
@pytest.mark.parametrize(("does_as_advised", "most"), [(False, PLAIN), (True, ADVISED)])
def test_a_whole_game_takes_few_presses(which: int, does_as_advised: bool, most: int) -> None:
    assert presses(which, does_as_advised) <= most


def test_the_question_waits_until_the_others_moves_have_been_shown() -> None:
    reader = Reader(first(lang="en"), {"pace": "calm"}, calm=False)
    reader.press(next(button for button in reader.buttons(*CONTROLS) if button.do == "act"))
    told = []
    while reader.parts.get("show"):
        told.append(re.findall(r"\d+ of \d+", words_of(reader.parts["show"])))
        pressed = [button.do for button in reader.buttons(*CONTROLS) if button.do not in ("open", "")]
        assert not pressed, "nothing can be answered yet"
        assert "First see what happens" in words_of(reader.parts["panel"])
        reader.do("step_on")
    assert told == [[f"{n} of {len(told)}"] for n in range(1, len(told) + 1)]
    assert len(told) > 1
    assert "Which card, and where?" in words_of(reader.parts["panel"])


def test_a_press_that_comes_twice_answers_nothing_that_she_has_not_seen() -> None:
    reader = Reader(first(lang="en"), {"pace": "calm"}, calm=False)
    keep = next(button for button in reader.buttons(*CONTROLS) if button.do == "act")
    reader.press(keep)
    session = page_of(reader).session
    before = session.actions
    assert reader.parts["show"]
    reader.press(keep)
    assert session.actions == before
    assert not reader.parts.get("show"), "it ends the show"
    assert "Which card, and where?" in words_of(reader.parts["panel"])


def test_with_stay_or_withdraw_stands_what_each_comes_to_and_nothing_else_is_asked() -> None:
    reader, asked, acting = dealt(0), 0, 0
    session = page_of(reader).session
    for _ in walk(reader, advised):
        decision = session.view.decision
        stopped = any(button.do == "recap_on" for button in reader.buttons("show"))
        if decision is not None and decision.kind == "withdraw" and not stopped:
            asked += 1
            words = words_of(reader.parts["panel"])
            assert re.search(r"Withdraw (Pool \+\d+|\d+ cards?)", words)
            assert decision.at is not None
            found = flows.stay_forecast(session.view, decision.at)
            mine = found.power.pop(decision.seat)
            if found.power:
                assert f"Stay {mine} Power against {max(found.power.values())}" in words
                named = [card for card, _ in found.left_out]
                named += [one.card for one in found.changes if not one.pool or one.seat == decision.seat]
                acting += bool(named)
                assert all(box.name(card, "en") in words for card in named), "what changes the sum, and what may"
            assert not reader.parts.get("bet")
    assert asked
    assert acting


def test_why_a_turn_ended_by_itself_is_told_once() -> None:
    reader, told = dealt(0), []
    for _ in walk(reader, advised):
        said = words_of(reader.parts.get("advice", ""))
        if "ended by itself" in said:
            told.append("as it does after" in said)
    assert told[0]
    assert not all(told)
    assert told == sorted(told, reverse=True)


def test_a_card_that_counts_otherwise_says_why() -> None:
    reader = dealt(0)
    for _ in walk(reader, advised):
        words = re.findall(
            r'class="vk-counts-now"[^>]*>(\d+)</b><span class="vk-unseen"> ([^<]+)<', reader.parts["places"]
        )
        if words:
            assert all(re.fullmatch(rf"{n} by its text|counts {n} now", said) for n, said in words), words
            return
    raise AssertionError("no card counts otherwise")
