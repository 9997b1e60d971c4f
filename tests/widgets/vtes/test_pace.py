"""The pace of V:TES's page: what is let go by, what comes of an answer, and that nobody is asked about an "it"."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.selection import cases
from tests.vtes.table import At
from tests.widgets.helpers import Pressable, Reader, words_of
from tests.widgets.test_pace import MOST_ASKED, words_seen
from tests.widgets.vtes.hidden import names_nothing_hidden
from tests.widgets.vtes.pressing import press
from tests.widgets.vtes.test_game_page import play_on, played, question_of, reader_at, reader_of, session_at, session_of
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.actions import Pass
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.kernel.log import next_row_number
from vendetta_widgets import VtesPage, play_vtes
from vendetta_widgets.games.vtes.card_html import brief, record
from vendetta_widgets.games.vtes.game_page import ENDS, LET_GO
from vendetta_widgets.games.vtes.move_replay import VtesMoveReplay, futile_blocks
from vendetta_widgets.games.vtes.offers import in_play, intercept_of
from vendetta_widgets.games.vtes.stage_html import told
from vendetta_widgets.games.vtes.unasked import armed_for, let_on, only_answer
from vendetta_widgets.move_replay import lines_of
from vendetta_widgets.parts.beat import MOST_WORDS
from vendetta_widgets.play_session import ME


def asked(*seeds: int, lang: str = "en") -> Iterator[Reader]:
    """A page before each decision of some games, which she plays as she is advised, by pressing."""
    for seed in seeds:
        reader = reader_of(seed, lang)
        while session_of(reader).view.decision is not None:
            yield reader
            play_on(reader, 1)


def moments(
    *seeds: int, where: Callable[[Any, Any], bool] = lambda view, after: True, lang: str = "en"
) -> Iterator[tuple[int, int]]:
    """Seeds and turning points of the same games with what she knows then and when she is asked again; no page yet."""
    for seed in seeds:
        game = played(seed, lang)
        points = game.turning_points()
        for point, then in pairwise((*points, game.actions)):
            if where(game.view_at(point), game.view_at(then)):
                yield seed, point


def comes(kind: str) -> Callable[[Any, Any], bool]:
    """Whether this happens before she is asked again."""
    return lambda view, after: any(event.kind == kind for event in after.events if event.n > view.events[-1].n)


def way(reader: Reader) -> list[Pressable]:
    return [b for b in reader.buttons("panel") if b.do == "let_go"]


def test_nobody_lets_a_card_go_by_that_is_aimed_at_what_is_hers() -> None:
    may = play_vtes(7)._may_let_go
    for whose, until in (("WV03", ""), ("WV04", "touched")):
        t = At({"hand": ["HL15"]}, {"hand": ["WL10"], "ready": ["WV03"]}, {"ready": ["WV04"]}, phase="master")
        t.do(0, do.Play, "HL15", target=whose)
        view = t.g.view(1)
        assert view.decision is not None
        assert view.decision.kind == "out_of_turn"
        assert may(view) == until, whose


@cases("seeds", [(7, 8), (7, 8, 11, 12)], quick=[(7, 8)])
def test_she_lets_all_go_by_until_something_happens_to_her_and_takes_it_back_at_once(seeds: tuple[int, ...]) -> None:
    let_go = asked_all_the_same = 0
    may = play_vtes(7)._may_let_go
    for seed, point in moments(*seeds, where=lambda view, _: may(view) == "touched" and only_answer(view) is None):
        reader = reader_at(seed, point)
        session = session_of(reader)
        before, actions = session.view, session.actions
        assert before.decision is not None
        assert way(reader)
        reader.news()
        points = len(session.turning_points())
        assert before.moment.seat != ME
        reader.do("let_go", None)
        assert reader.alert == ""
        after, passed = session.view, len(session.turning_points()) - points
        names_nothing_hidden(reader, session._game, after)
        assert session.last_moves == passed
        let_go += passed > 1
        if not after.over and after.seats[ME].here:  # else she is out
            assert after.decision is not None
            aimed = after.action is not None and after.action.target is not None and after.action.target.seat == ME
            assert aimed or after.decision.kind not in LET_GO or after.moment.seat == ME
            asked_all_the_same += aimed
            reader.do("undo", None)
            assert session.actions == actions
            assert session.view.events == before.events
    assert let_go
    assert asked_all_the_same


def passes_a_block(view: Any) -> bool:
    """Whether she is asked for a block, and not at all."""
    return view.decision.kind == "block" and only_answer(view) == Pass()


@cases("seeds", [(7, 8), (11, 12)], quick=[(7, 8)])
def test_no_block_is_asked_about_that_could_not_succeed(seeds: tuple[int, ...]) -> None:
    futile = 0
    for seed, point in moments(*seeds, where=lambda view, after: passes_a_block(view)):
        before = session_at(seed, point).view
        assert before.decision is not None
        assert before.action is not None
        assert before.decision.kind == "block"
        known = in_play(before)
        for action in before.decision.legal:
            assert isinstance(action, Pass) or intercept_of(known[action.minion]) < before.action.stealth
        session = session_of(reader_at(seed, point))
        assert session.actions > point, "it is let go by for her"
        assert session.last_moves >= 1
        if session.last_moves > 1:  # then it is told beside what came of it
            assert futile_blocks(session)[point] == before.action.stealth
            futile += 1
    assert futile


@cases("seeds", [(7, 8), (11, 12)], quick=[(7, 8)])
def test_what_is_not_asked_leaves_no_choice_and_comes_out_as_if_it_were(seeds: tuple[int, ...]) -> None:
    """The log of the game is the same, so nobody else can learn from it that she was not asked."""
    kinds = set()
    for seed, point in moments(*seeds, where=lambda view, _: only_answer(view) is not None):
        before = session_at(seed, point)
        view, answer = before.view, only_answer(before.view)
        assert view.decision is not None
        assert answer in view.decision.legal
        kinds.add((view.decision.kind, answer.do if answer is not None else ""))
        session = session_of(reader_at(seed, point))
        before.act(answer)
        row = before._game.actions[: len(before._game.actions)]
        assert session._game.actions[: len(row)] == row
    assert {kind for kind, _ in kinds} >= {"block", "minion"}
    assert {do for _, do in kinds} <= {"pass", "hunt", "edge", "take_edge", "bleed"}


def test_a_referendum_that_is_let_go_on_is_not_asked_about_again_while_it_stands_as_it_stood() -> None:
    again = 0
    for seed in (0, 1):
        game = Game.new(["court", "court", "household"], seed=seed)
        bot, rng, passed = bots.make("greedy"), random.Random(seed), {}
        while (seat := game.to_act) is not None and again < 3:
            view = game.view(seat)
            here = let_on(view)
            if here is not None and seat in passed and passed[seat].number == here.number:
                answer = only_answer(view, passed[seat])
                changed = passed[seat].votes != here.votes
                assert answer in (None, Pass())
                assert answer == Pass() or changed or not here.legal <= passed[seat].legal
                again += answer == Pass()
            action = bots.move(game, seat, bot, rng)
            if here is not None and rng.random() < 0.7:
                action = Pass()
                passed[seat] = here
            elif here is not None:
                passed.pop(seat, None)
            game.apply(seat, action)
    assert again


@cases("seeds", [(7, 8, 9), (10, 11, 12)], quick=[(7, 8, 9)])
def test_a_card_that_was_armed_is_played_as_soon_as_the_action_would_be_blocked(seeds: tuple[int, ...]) -> None:
    """By itself, once; while nobody blocks, windows go by; and it is taken back with the move before."""
    played_at = passed_at = 0
    for seed, point in moments(*seeds, where=lambda view, _: bool(armable(view))):
        reader = reader_at(seed, point)
        page, view = reader.page, session_of(reader).view
        assert isinstance(page, VtesPage)
        assert view.action is not None
        number = armable(view)[0]
        reader.do("arm", number)
        assert reader.alert == ""
        session = session_of(reader)
        names_nothing_hidden(reader, session._game, session.view)
        done = session._game.actions[len(session_at(seed, point)._game.actions)][1] if session.actions > point else None
        if view.action.blocker is not None and view.action.intercept >= view.action.stealth:
            assert done is not None
            assert done.do == "play"
            assert number not in page.panel.armed, "once"
            played_at += 1
        elif done is not None:
            assert done == Pass()
            passed_at += 1
    assert played_at
    reader = reader_of(7)
    session = session_of(reader)
    others = [seen.number for seen in session.view.seats[ME].hand if not armed_for(seen.card)]
    reader.do("arm", others[0])
    assert not reader.page.panel.armed, "nothing else can be armed"  # type: ignore[attr-defined]


def armable(view: Any) -> list[int]:
    """The cards that would help her action past a block which are legal now and can be armed."""
    if view.decision.kind != "react" or view.moment.seat != ME:
        return []
    hand = {seen.number: seen.card for seen in view.seats[ME].hand}
    plays = [action.card for action in view.decision.legal if action.do == "play" and action.card in hand]
    return [number for number in plays if armed_for(hand[number]) == "blocked"]


def test_what_is_aimed_at_her_is_never_let_go_by_with_what_comes_after() -> None:
    """A bleed of her, or a card at her, is answered by itself: to let all go by is offered only before and after."""

    def aimed(view: Any) -> bool:
        target = view.action.target if view.action is not None else None
        return view.decision.kind in LET_GO and target is not None and target.seat == ME != view.moment.seat

    kinds = set()
    for seed, point in moments(7, 8, where=lambda view, _: aimed(view) and only_answer(view) is None):
        reader = reader_at(seed, point)
        kinds.add(session_of(reader).view.decision.kind)
        assert not way(reader)
        actions = session_of(reader).actions
        reader.do("let_go", None)
        assert session_of(reader).actions == actions
        assert reader.alert
    assert "block" in kinds


@cases("seeds", [(7,), (1, 7, 8)], quick=[(7,)])
def test_the_rest_of_a_turn_is_one_press_that_says_what_it_does_and_is_taken_back_at_once(
    seeds: tuple[int, ...],
) -> None:
    kinds = set()
    for seed, point in moments(*seeds, where=lambda view, _: view.moment.seat == ME and view.decision.kind in ENDS):
        reader = reader_at(seed, point)
        page, session = reader.page, session_of(reader)
        assert isinstance(page, VtesPage)
        button = next((b for b in reader.buttons("panel") if b.do == "close" and b.value is None), None)
        plan = page.panel.closing(session.view)
        assert (button is None) == (not plan)
        if button is None:
            continue
        before, turn = session.actions, session.view.moment.turn
        assert session.view.decision is not None
        kinds.add(session.view.decision.kind)
        assert not [action for action in plan if isinstance(action, do.Discard)], (
            "what nobody asked for is not discarded"
        )
        for action in plan:
            number = getattr(action, "card", None)
            assert number is None or record(in_play(session.view)[number].card or "").named("en") in button.text
        reader.press(button)
        done = [action for seat, action in session._game.actions[-200:] if seat == ME]
        after = session.view
        assert after.over or after.moment.turn > turn or after.moment.seat != ME
        assert any(done[k : k + len(plan)] == plan for k in range(len(done)))
        reader.do("undo", None)
        assert session.actions == before
    assert kinds == {"minion", "transfer"}


def test_at_one_machine_of_several_who_lets_all_go_by_is_not_handed_it_for_that() -> None:
    together = Reader(VtesPage(lang="en"), query="?seed=7&players=3&others=Bea&deck=whispers")
    page, session = together.page, session_of(together)
    assert isinstance(page, VtesPage)
    assert session.people == 2
    rng, offered, handed = random.Random(7), 0, 0
    for _ in range(400):
        if page.curtain.seat is not None:
            handed += 1
            assert page.curtain.seat not in page._lets_go or not page._may_let_go(session._game.view(page.curtain.seat))
            together.do("lift", None)
            continue
        while page._step is not None:
            together.do("skip", None)
        view = session_of(together).view
        if view.over or view.decision is None or offered >= 3:
            break
        if way(together) and page._may_let_go(view) == "touched":
            offered += 1
            together.do("let_go", None)
        else:
            press(together, rng.choice(view.decision.legal))
        assert together.alert == ""
    assert offered
    assert handed


def test_it_is_offered_where_she_may_answer() -> None:
    kinds = set()
    for reader in asked(7):
        view = session_of(reader).view
        assert view.decision is not None
        if way(reader):
            own = view.moment.seat == ME
            kinds.add((view.decision.kind, own))
            assert Pass() in view.decision.legal
            assert not own or view.action is not None or view.decision.kind in ENDS
        elif view.moment.seat == ME:
            reader.do("let_go", None)
            assert reader.alert, "where it is not offered it is refused"
    assert kinds
    assert {kind for kind, own in kinds if not own} <= set(LET_GO)
    assert {kind for kind, own in kinds if own} <= {"react", *ENDS}


def test_what_comes_of_an_answer_that_ends_anothers_action_is_shown() -> None:
    reader, seen = reader_of(calm=False), 0
    page = reader.page
    assert isinstance(page, VtesPage)
    assert isinstance(page.show, VtesMoveReplay)
    while (session := session_of(reader)).view.decision is not None and seen < 3:
        before = session.view
        press(reader, session.advice("en").action)
        bled = before.action is not None and before.action.kind == "bleed" and before.moment.seat != ME
        if bled and session.view_at(session.turning_points()[-1] + 1).action is None:
            seen += 1
            shown = words_of(reader.parts["show"])
            first = next(line.text for line in lines_of(session.view, page._seen, page.pen()))
            assert first in shown
        reader.do("skip", None)
    assert seen


def test_the_change_of_a_pool_is_of_all_that_a_deed_has_brought_about_and_an_open_action_is_told_by_its_stage() -> None:
    reader, changes, open_actions = reader_of(8, calm=False), 0, 0
    seen, transferred = list[int](), None
    page, session = reader.page, session_of(reader)
    assert isinstance(page, VtesPage)
    while session.view.decision is not None and changes < 5:
        transfers, asked = session.view.decision.kind == "transfer", session.view
        if not transfers or transferred != asked.moment:  # the transfers of a phase count as one
            seen = [who.pool for who in asked.seats]
        transferred = asked.moment if transfers else None
        press(reader, session.advice("en").action)
        while page._step is not None:
            for seat, pool, shown in POOLS.findall(reader.parts["ring_table"]):
                several = [int(n) for n in re.findall(r"[+-]\d+", shown.replace("−", "-"))]
                assert int(pool) - seen[int(seat)] == sum(several)
                changes += len(several)
            seen = [who.pool for who in page.sight.seats]
            last = page._step
            reader.do("step_on", None)
            now = session.view
            if page._step is None and now.decision is not None and now.action is not None and now.combat is None:
                told = {event.kind for event in now.events if event.n >= last.since}
                assert not told <= {"action", "block", "no_block", "unblocked"}, "no beat for what the stage tells"
        now = session.view
        if now.decision is not None and now.action is not None and now.action.actor.card and now.combat is None:
            assert record(now.action.actor.card).named("en") in words_of(reader.parts["event"])
            open_actions += 1
    assert changes
    assert open_actions


POOLS = re.compile(r'data-count="pool-(\d)"[^>]*>(\d+)</b>(?:<span class="vt-deltas">(.*?)</span><small)?')


@cases("lang", ["en", "de"], quick=["en"])
def test_what_a_card_does_stands_with_what_she_is_asked_about_it(lang: str) -> None:
    def is_about_a_card(view: Any, after: Any) -> bool:
        actions = [action for action in (view.action, view.referendum) if action is not None]
        return view.decision.kind == "out_of_turn" or any(action.card is not None for action in actions)

    about = set()
    for seed, point in moments(7, 8, 11, 21, where=is_about_a_card, lang=lang):
        reader = reader_at(seed, point, lang)
        view = session_of(reader).view
        assert view.decision is not None
        stage = words_of(reader.parts["event"])
        if view.action is not None and view.action.card is not None and view.combat is None:
            assert brief(view.action.card, lang, view.action.superior) in stage
            about.add("action")
        if view.referendum is not None and view.referendum.card is not None and view.combat is None:
            assert brief(view.referendum.card, lang) in stage
            about.add("referendum")
        if view.decision.kind == "out_of_turn":
            played = [event for event in view.events if event.kind == "played"][-1]
            assert brief(played.data["card"], lang) in stage
            about.add("master")
    assert about >= {"action", "referendum"}


def test_who_had_no_votes_is_told_so() -> None:
    told = 0
    for seed, point in moments(17, 25, where=comes("referendum")):
        reader = reader_at(seed, point, calm=False)
        page, session = reader.page, session_of(reader)
        assert isinstance(page, VtesPage)
        press(reader, session.advice("en").action)
        while page._step is not None:
            if "You have no votes" in words_of(reader.parts["show"]):
                told += 1
                since = page._step.since
                votes = [e for e in session.view.events if e.kind == "vote" and e.seat == ME and e.n >= since]
                hand = session.view_at(page._step.before).seats[ME].hand
                assert not [e for e in votes if e.n < page._step.since]
                for aim in (e.data["at_seat"] for e in session.view.events if e.n >= since and e.kind == "terms"):
                    assert aim is None or session.view.names[aim] in words_of(reader.parts["event"])
                assert not any(record(c.card).type == "political_action" for c in hand if c.card)
                assert "POL-09" in reader.parts["show"]
            reader.do("step_on", None)
    assert told


def test_who_ousts_gets_what_the_stage_says() -> None:
    for seed, point in moments(*range(7, 30), where=comes("ousted")):
        reader = reader_at(seed, point, calm=False)
        page = reader.page
        assert isinstance(page, VtesPage)
        press(reader, session_of(reader).advice("en").action)
        while page._step is not None:
            banner = words_of(reader.parts["event"])
            if "is ousted" in banner:
                assert "victory point" in banner
                assert "pool for the ousted prey" in banner
                return
            reader.do("step_on", None)
    raise AssertionError("nobody was ousted before her eyes")


@pytest.mark.parametrize(("lang", "words"), [("en", "will untap after the action"), ("de", "enttappt nach der Aktion")])
def test_the_log_says_that_a_minion_will_untap_where_the_card_is_played(lang: str, words: str) -> None:
    for seed in range(40):
        game = Game.new(["whispers", "claw", "household"], seed=seed)
        rng, bot = random.Random(seed), bots.make("random")
        while not game.is_over:
            seat = game.to_act
            game.apply(seat, bots.move(game, seat, bot, rng))
        view = game.view(0)
        lines = {line.n: line.text for line in log_lines(view, lang)}
        for event in view.events:
            if event.kind == "played":
                level = 2 if event.data["level"] == "superior" else 1
                untaps = record(event.data["card"]).does("untap_after", level) is not None
                assert (words in lines[event.n]) == untaps
                if untaps:
                    return
    raise AssertionError("no such card was played")


# How much is read ------------------------------------------------------------------------


FIRST_LOOK = 200
"""Words of the page when a game begins."""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_has_few_words_at_its_first_look(lang: str) -> None:
    reader = reader_of(7, lang)
    shown = [reader.parts[part] for part in ("clock", "panel", "advice", "ring_table", "hand")]
    head = [reader.parts["head"].partition("vk-menu")[0], *(b.text for b in reader.buttons("head")[:3])]
    assert 0 < sum(words_seen(html) for html in (*shown, *head)) <= FIRST_LOOK


@pytest.mark.parametrize(
    ("seed", "lang", "moves"), [(8, "de", 12), pytest.param(7, "en", 1000, marks=pytest.mark.long)]
)
def test_questions_and_captions_are_short(seed: int, lang: str, moves: int) -> None:
    """With each deed of the others told; who has had no votes, and what a turn came to, stands below a caption."""
    reader, told = reader_of(seed, lang, calm=False), 0
    reader.do("pace", "hand")
    page = reader.page
    assert isinstance(page, VtesPage)
    while session_of(reader).view.decision is not None and moves:
        while page._step is not None:
            caption = reader.parts["show"].partition("vk-caption")[2].partition(">")[2].partition("</div>")[0]
            assert 0 < words_seen(caption.partition("<small")[0]) <= MOST_WORDS, words_of(caption)
            told += 1
            reader.do("step_on", None)
        if session_of(reader).view.decision is None:
            break
        assert 0 < words_seen(question_of(reader)) <= MOST_ASKED
        press(reader, session_of(reader).advice(lang).action)
        assert reader.alert == ""
        moves -= 1
    assert told


def ends_early(view: Any) -> bool:
    """Whether she could end her turn at once."""
    return view.moment.seat == ME and view.decision.kind in ENDS[:-1] and Pass() in view.decision.legal


STAGES = {"ousted": "vt-stage-oust", "combat_over": "vt-stage-combat", "outcome": "vt-stage-poll"}
"""The stage of what ends with an event of this kind."""


def brings(view: Any, after: Any) -> set[str]:
    """What a press in her own turn brings to an end: a combat, a vote, a player's game, a bleed."""
    new = {event.kind for event in after.events if event.n > view.events[-1].n}
    return new & {*STAGES, "bled"} if view.moment.seat == ME and after.moment.seat == ME else set()


def test_what_her_own_press_brings_to_an_end_is_shown_before_she_is_asked_again() -> None:
    """An oust, a combat and a vote on their stage, until she presses; a bleed beside what she is asked next."""
    seen: Counter[str] = Counter()
    for seed, point in moments(7, where=lambda view, after: bool(brings(view, after) - {*seen})):
        reader = reader_at(seed, point, calm=False)
        page, session = reader.page, session_of(reader)
        assert isinstance(page, VtesPage)
        known = session.view.events[-1].n
        press(reader, session.advice("en").action)
        stages, said = "", ""
        while page._step is not None:
            stages += reader.parts["event"]
            said += reader.parts["show"]
            reader.do("step_on", None)
        new = [event for event in session.view.events if event.n > known and event.moment.seat == ME]
        kinds = {event.kind for event in new}
        for kind, stage in STAGES.items():
            if kind in kinds:
                seen[kind] += 1
                assert stage in stages
        for event in new:
            if event.kind == "bled" and "ousted" not in kinds and event.data["amount"]:
                who = record(event.data["minion"]).named("en")
                done = "" if said else reader.parts["ring_table"].partition("vt-done")[2]
                seen["bled"] += bool(done)
                assert who in words_of(said) or who in words_of(f"<p {done}") or "minions" in done
                assert said or "vk-delta" in reader.parts["ring_table"] + reader.parts["seat_row"]
    assert {*seen} >= {"ousted", "combat_over", "bled"}


def test_what_was_told_before_a_press_is_not_told_after_it() -> None:
    """The line of what burned or healed has the number of its counters, which lies behind that of its event."""
    reader = reader_of(10, calm=False)
    session, steps = session_of(reader), 0
    for _ in range(30):
        known = next_row_number(session.view)
        press(reader, session.advice("en").action)
        while (step := reader.page._step) is not None:  # type: ignore[attr-defined]
            steps += 1
            assert step.since >= known, words_of(reader.parts["show"])
            reader.do("step_on", None)
    assert steps > 20


def test_a_block_of_an_own_action_is_seen_before_what_comes_of_it_and_a_fight_is_not_skipped_past() -> None:
    found = fights = 0
    for seed, point in moments(7, where=lambda view, after: comes("blocked")(view, after) and view.moment.seat == ME):
        reader = reader_at(seed, point, calm=False)
        press(reader, session_of(reader).advice("en").action)
        step = reader.page._step  # type: ignore[attr-defined]
        if step is None or step.attempt is None:
            continue
        found += 1
        assert "tries to block" in words_of(reader.parts["show"])
        stage = reader.parts["event"]
        assert "vt-stage-action" in stage
        assert "tries to block" in words_of(stage)
        assert "vt-verdict" not in stage, "what comes of it is told next"
        reader.do("skip", None)  # past all that does not touch her
        assert "tries to block" not in words_of(reader.parts["show"])
        events = session_of(reader).view.events
        if any(event.kind == "damage" and event.seat == ME and event.n > step.attempt.n for event in events):
            fights += 1
            assert reader.page._step is not None, "her own minion was hurt"  # type: ignore[attr-defined]
    assert found
    assert fights


def test_a_combat_that_is_over_is_told_by_its_steps() -> None:
    """The stage of a combat holds its strikes, damage and end as lines, the last ones if there are many."""
    game = played(10)
    view = next(v for v in map(game.view_at, game.turning_points()) if any(e.kind == "torpor" for e in v.events))
    since = max(event.n for event in view.events if event.kind == "combat")
    shown = told(view, since, play_vtes(10, lang="en").pen())
    steps = words_of(shown.partition("vt-course")[2].partition("</ol>")[0])
    for event in view.events:
        if event.n > since and event.kind in ("strike", "torpor"):
            name = record(event.data["minion" if event.kind == "strike" else "card"]).named("en")
            assert f"{name} {'strikes' if event.kind == 'strike' else 'has not enough blood'}" in steps
    assert "goes to torpor" in steps
