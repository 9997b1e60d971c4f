"""The others' moves are shown one after the other, a Location's outcome is told whole, and the end has its result."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from functools import cache

import pytest

from tests.widgets.helpers import (
    CONTROLS,
    MOST_CLICKS,
    Reader,
    assert_nothing_hidden,
    game_reader,
    move_any,
    on_offer,
    session_of,
    words_of,
)
from vendetta_kit import Game, rulebook
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.coach.deciding_moments import deciding_moments
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import say as game_say
from vendetta_kit.kernel.known_history import known_history
from vendetta_widgets import GamePage
from vendetta_widgets.games.vendetta.end_scene import end_scene
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.page_phrases import say as pen_say
from vendetta_widgets.parts.beat import MOST_WORDS
from vendetta_widgets.play_session import ME, Session

MOVES = ("act", "step", "drain")
STOPS = {"stops": "yes"}
"""What the browser of somebody keeps who wants to be waited for after each Location."""


def moving_reader(seed: int, lang: str = "en") -> Reader:
    """A person who sees each of the others' moves by itself."""
    return Reader(GamePage(seed, lang=lang), {"pace": "calm"}, calm=False)


def to_show(reader: Reader, rng: random.Random) -> None:
    """Press anything until a card that another one plays in Planning is shown."""
    for _ in range(MOST_CLICKS):
        if reader.parts["show"] and " plays " in words_of(reader.parts["show"]):
            return
        go_on(reader, rng)
    raise AssertionError("nobody plays")


def act_any(reader: Reader, rng: random.Random) -> None:
    """Make any move, whole, and go past nothing."""
    asked = session_of(reader).view.decision
    assert asked is not None
    reader.do("act", asked.legal.sample(rng).to_json())


def press_any(reader: Reader, rng: random.Random) -> None:
    """Press one thing in the panel or go on; where nothing can be pressed, the show is watched."""
    stops = [button for button in reader.buttons("show") if button.do == "recap_on"]
    moves = [button for button in reader.buttons(*CONTROLS) if button.do in MOVES]
    if reader.parts["show"] and not stops:
        reader.do("step_on")
    else:
        reader.press(rng.choice(stops or moves))


def go_on(reader: Reader, rng: random.Random) -> None:
    """Make any move or go on; where nothing is asked, the show is watched."""
    stops = [button for button in reader.buttons("show") if button.do == "recap_on"]
    if stops:
        reader.press(stops[0])
    elif reader.parts["show"]:
        reader.do("step_on")
    else:
        act_any(reader, rng)


def test_the_others_moves_come_one_after_the_other_and_are_marked() -> None:
    reader, rng = moving_reader(7), random.Random(7)
    to_show(reader, rng)
    session, page, seen = session_of(reader), reader.page, []
    assert isinstance(page, GamePage)
    since = page.recap.since
    assert since is not None
    while reader.parts["show"]:
        at = page.timeline.at
        assert at is not None
        shown, before = page.sight, session.view_at(at - 1)
        news = [line for line in log_lines(shown) if line.n > max(e.n for e in (*before.events, *before.ledger))]
        told = words_of(reader.parts["show"])
        assert any(line.rules[0] in told for line in news), told  # what it rests on
        assert 'data-beat="move"' in reader.parts["show"] or any(line.text in told for line in news), told
        caption = words_of(reader.parts["show"].partition("vk-caption")[2].partition("</div>")[0])
        assert len(caption.split()) <= MOST_WORDS + 1, caption
        changed = {
            p.at for a, b in zip(before.seats, shown.seats, strict=True) for p in set(b.positions) - set(a.positions)
        }
        assert reader.parts["places"].count("vk-place vk-fresh") == len(changed)
        for a, b in zip(before.seats, shown.seats, strict=True):
            if a.blood != b.blood:
                sign = f"+{b.blood - a.blood}" if b.blood > a.blood else f"−{a.blood - b.blood}"
                assert sign in words_of(reader.parts["players"])
        if any(line.kind == "play" for line in news):
            assert "vk-lying vk-fresh" in reader.parts["places"]
        seen.append(at)
        assert not [button for button in reader.buttons(*CONTROLS) if button.do in MOVES], "locked until the last"
        reader.do("step_on")
    assert len(seen) > 1
    assert seen == sorted(set(seen))
    assert page.timeline.at is None
    assert "vk-fresh" not in reader.text
    assert "vk-delta" not in reader.text
    assert on_offer(reader)


@pytest.mark.parametrize("way", ["skip", "look"])
def test_one_press_ends_it_and_a_tick_that_is_late_does_nothing(way: str) -> None:
    reader, rng = moving_reader(7), random.Random(7)
    to_show(reader, rng)
    if way == "skip":
        reader.press("Skip", "show")
    else:
        reader.do("look", session_of(reader).actions)
    assert reader.parts["show"] == ""
    assert reader.alert == ""
    assert on_offer(reader)
    held = dict(reader.parts)
    reader.do("tick")
    assert reader.parts == held


def test_by_hand_several_moves_of_others_are_one_and_what_touches_her_is_never_passed_by() -> None:
    reader, rng = Reader(GamePage(7, lang="en"), {"pace": "hand"}, calm=False), random.Random(7)
    session, page = session_of(reader), reader.page
    assert isinstance(page, GamePage)
    shown: set[int] = set()
    together = asked_with = 0
    while not session.view.over or reader.parts["show"]:
        step = page._step
        assert "data-every" not in reader.parts["show"], "nothing goes on by itself"
        if step is not None:
            shown.update(range(step.since, (step.until or session.view_at(step.at).events[-1].n) + 1))
            together += len(step.moves) > 1
        elif page._last is not None:
            asked_with += 1
            assert "vk-just-told" in reader.parts["panel"]
            assert "vk-fresh" in reader.parts["places"], "marked on the table"
        go_on(reader, rng)
    assert min(together, asked_with) > 2
    mine = [event for event in session.view.events if event.seat == ME and event.kind in ("winner", "lone", "frenzy")]
    assert mine
    assert {event.n for event in mine} <= shown


def test_who_wants_results_only_sees_none_of_it() -> None:
    reader, rng = game_reader(7), random.Random(7)
    while not session_of(reader).view.over:
        go_on(reader, rng)
        assert "data-every" not in reader.news()
        assert "vk-skip" not in reader.parts["show"]


def test_nothing_hidden_is_sent_while_it_is_shown() -> None:
    for seed, lang in ((7, "en"), (11, "de")):
        reader, rng = moving_reader(seed, lang), random.Random(seed)
        session, ticks = session_of(reader), 0
        while not session.view.over:
            assert_nothing_hidden(session, reader.news(), f"seed {seed}, after {ticks} ticks")
            if reader.parts["show"]:
                reader.do("step_on")
                ticks += 1
            else:
                go_on(reader, rng)
            assert reader.alert == ""
        assert ticks > 20


def test_the_others_why_is_made_of_rules_and_of_what_lies_open() -> None:
    reader, rng = moving_reader(7), random.Random(7)
    to_show(reader, rng)
    show, page = reader.parts["show"], reader.page
    assert isinstance(page, GamePage)
    assert page.timeline.at is not None
    rules = re.findall(r'data-open="rule:([A-Z0-9-]+)"', show)
    assert rules
    for rule in rules:
        entry = rulebook.find(rule, "en")
        if isinstance(entry, rulebook.Ruling):
            assert rulebook.section_title(entry.section, "en") in words_of(show)
            assert entry.question not in words_of(show), "a question may name a card that lies face down"
        else:
            assert entry.title in words_of(show)
    assert "What lies open at" in words_of(show)
    reader.do("help", "table")
    assert "What lies open at" not in words_of(reader.parts["show"])


# The Resolution -----------------------------------------------------------------------------------------------


def place_words(reader: Reader, at: int | str) -> str:
    """A Location of the table, as it reads."""
    page = reader.page
    assert isinstance(page, GamePage)
    number = [place.at for place in page.sight.locations].index(at)
    return words_of(reader.parts["places"].split("<article")[number + 1])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_each_location_is_seen_as_it_was_resolved_before_it_goes_on(lang: str) -> None:
    reader, rng = Reader(GamePage(7, lang=lang), STOPS), random.Random(7)
    session, page = session_of(reader), reader.page
    assert isinstance(page, GamePage)
    seen: list[int] = []
    left = turned = 0
    while not session.view.over or page.recap.stop is not None or reader.parts["show"]:
        stop = page.recap.stop
        if stop is None or page._step is not None:
            go_on(reader, rng)
            continue
        view, end = page.sight, page.sight.events[-1]
        seen.append(end.n)
        assert (end.kind, end.n, view.at) == ("resolved", stop.n, end.at), "nothing has gone on"
        said, stage = place_words(reader, view.at or ""), words_of(reader.parts["great"])
        tokens = [event.data for event in view.events if event.kind == "tokens" and event.at == view.at][-1]
        for token, seats in (("stay", tokens["staying"]), ("withdraw", tokens["leaving"])):
            for seat in seats:
                assert f"{view.names[seat]} {game_say('token', token, lang)}" in said
        left += len(tokens["leaving"])
        for event in view.events:
            if event.kind == "count" and (event.at, event.moment.round) == (view.at, view.round):
                counted = pen_say("power.counted", lang, n=event.data["power"], cards="|", blood="|").partition("|")[0]
                assert counted in said, "the table says what was counted, not what is printed"
        won = [event.seat for event in view.events if event.kind in ("winner", "lone") and event.at == view.at]
        assert said.count("♛") == len(won[-1:])
        assert all(view.names[seat] in stage for seat in won[-1:] if seat is not None)
        turned += reader.parts["places"].count("vk-lying vk-fresh")
        reader.do("recap_on")
    with_tokens = {(event.moment.round, event.at) for event in session.view.events if event.kind == "tokens"}
    resolved = [event for event in session.view.events if event.kind == "resolved"]
    assert seen == [
        event.n for event in resolved if (event.moment.round, event.at) in with_tokens or event is resolved[-1]
    ]
    assert min(left, turned) > 3, "who has left is there to be seen, and which cards have turned up"


def test_a_reveal_has_a_moment_of_its_own_before_any_card_acts() -> None:
    reader, rng = moving_reader(7), random.Random(7)
    session, page = session_of(reader), reader.page
    assert isinstance(page, GamePage)
    shown: list[int] = []
    while not session.view.over or page.recap.stop is not None or reader.parts["show"]:
        show = reader.parts["show"]
        if 'data-beat="reveal"' not in show:
            go_on(reader, rng)
            continue
        view = page.sight
        tokens = [event for event in view.events if event.kind == "tokens"][-1]
        shown.append(tokens.n)
        after = [event for event in view.events if event.n > tokens.n]
        assert {event.moment.step for event in after} <= {"withdraw", "revelation"}
        for event in after:
            if event.kind == "revealed":
                assert any(line.n == event.n and line.text in words_of(show) for line in log_lines(view))
        assert next(place.ally for place in view.locations if place.at == tokens.at) is not None
        assert "vk-token-stay" in reader.parts["places"]
        assert "vk-stage" in reader.parts["great"]
        reader.do("step_on")
    assert shown == [event.n for event in session.view.events if event.kind == "tokens"]


def losses(view: View, begun: int, end: int) -> dict[str, int]:
    """What the ledger says that went from the person to others there."""
    found: Counter[str] = Counter()
    for entry in view.ledger:
        mine = entry.source.seat == ME and entry.source.kind in ("pool", "position")
        if begun < entry.n < end and mine and entry.target.seat != ME:
            found[entry.token] += entry.amount
    return found


def test_a_location_that_was_resolved_is_told_with_its_power_its_winner_and_what_was_lost() -> None:
    told, lost, spared, left = 0, 0, 0, 0
    for seed in (7, 8, 9):
        reader, rng = Reader(GamePage(seed), STOPS), random.Random(seed)
        session, page = session_of(reader), reader.page
        assert isinstance(page, GamePage)
        while not session.view.over or page.recap.at is not None:
            at = page.recap.at
            if at is None:
                act_any(reader, rng)
                continue
            view, said = page.sight, words_of(reader.parts["recap"])
            log = words_of("".join(part for name, part in reader.parts.items() if name.startswith("log:")))
            since = page.recap.since
            for end in (event for event in view.events if event.kind == "resolved" and event.n >= (since or 0)):
                begun = max(event.n for event in view.events if event.kind == "location" and event.n < end.n)
                for line in log_lines(view):
                    if begun < line.n < end.n and line.kind not in ("step", "location"):
                        assert line.text in log, "what each card did, what Power is made of, what everybody got"
                        assert line.rules[0] in log
                gone = losses(view, begun, end.n)
                for token, n in gone.items():
                    assert f"{n} {token.capitalize()}" in said.partition("You lost")[2]
                here = next(place.blood for place in view.seats[ME].positions if place.at == end.at)
                if here and view.round < 3:
                    assert f"Your {here} Blood here goes to the Bank when the round ends." in said
                    assert "You lost nothing here" not in said
                    left += 1
                lost += bool(gone)
                spared += not gone
                told += 1
            reader.do("recap_on")
    assert min(told, lost, spared, left) > 2, (told, lost, spared, left)


@pytest.mark.parametrize("seed", [7, 8])
def test_each_frenzy_has_a_stage_of_its_own(seed: int) -> None:
    reader, rng = moving_reader(seed), random.Random(seed)
    session, page = session_of(reader), reader.page
    assert isinstance(page, GamePage)
    shown: list[int] = []
    while not session.view.over or reader.parts["show"]:
        step = page._step
        if step is not None and step.beat == "frenzy":
            stage = words_of(reader.parts["great"])
            event = next((e for e in page.sight.events if e.n >= step.since and e.kind == "frenzy"), None)
            if event is None:  # she was asked amid it, and has seen it
                go_on(reader, rng)
                continue
            shown.append(event.n)
            assert "Frenzy!" in stage
            assert page.sight.names[event.seat or 0] in stage
            causer = event.data.get("causer")
            assert causer is None or f"{page.sight.names[causer]} caused it" in stage
            drains = [e for e in page.sight.events if e.n >= step.since and (e.kind, e.seat) == ("drain", event.seat)]
            assert all(box.name(e.data["card"]) in stage for e in drains), "whoever gave Blood is there, not one alone"
        go_on(reader, rng)
    happened = [
        event.n for event in session.view.events if event.kind == "frenzy" and event.moment.phase == "resolution"
    ]
    assert shown == happened
    assert shown


@pytest.mark.parametrize("pace", ["calm", "quick"])
def test_the_others_moves_go_on_by_themselves_only_for_who_chose_that(pace: str) -> None:
    reader, rng = Reader(GamePage(7, lang="en"), {"pace": pace}, calm=False), random.Random(7)
    to_show(reader, rng)
    assert re.search(r'data-every="\d+"', reader.parts["show"])
    before = reader.parts["show"]
    reader.do("tick")
    assert reader.parts["show"] != before
    reader.do("pace", "hand")
    assert "data-every" not in reader.parts["show"]
    assert reader.store["pace"] == "hand"


# The end ------------------------------------------------------------------------------------------------------


@cache
def nearly_over() -> str:
    """A game with the last move to come, as it is saved."""
    session, rng, saves = Session(seed=7), random.Random(7), []
    while session.view.decision is not None:
        saves.append(session.save_text())
        session.act(session.view.decision.legal.sample(rng))
    return saves[-1]


@pytest.mark.parametrize("calm", [True, False])
def test_the_end_leads_to_the_result_and_what_may_come_then(calm: bool) -> None:
    reader = Reader(GamePage(None, lang="en"), stored={"game": nearly_over()}, calm=calm)
    session = session_of(reader)
    page, rng = reader.page, random.Random(1)
    assert isinstance(page, GamePage)
    while not session.view.over or page.recap.at is not None or reader.parts["show"]:
        assert reader.parts["result"] == "", "nobody is told before she has seen how it came about"
        go_on(reader, rng)
    assert json.loads(reader.messages[-1])["focus"] == ".vk-result [data-home]"
    assert "data-home" in reader.parts["result"]
    assert 'data-notebook="dashboards/blood"' in reader.parts["result"]
    assert 'data-notebook="dashboards/influence"' in reader.parts["result"]
    looks = [button for button in reader.buttons("result") if button.do == "look_act"]
    assert 1 <= len(looks) <= 3
    reader.press(looks[0])
    assert reader.parts["result"] == "", "the table as it lay then"
    moment = deciding_moments(known_history(session.view), session.view.me)[0]
    assert max(event.n for event in page.sight.events) < moment.n, "as it lay before it was decided"
    assert "now" in words_of(reader.parts["past"]).lower()
    reader.do("look", session.actions)
    assert reader.parts["result"]
    reader.press("Another deal")
    assert "Start the new game" in words_of(reader.parts["drawer"])


def test_the_end_says_in_one_sentence_what_made_the_difference() -> None:
    reader = Reader(GamePage(None, lang="en"), stored={"game": nearly_over()})
    session, rng = session_of(reader), random.Random(1)
    page = reader.page
    assert isinstance(page, GamePage)
    while not session.view.over or page.recap.stop is not None:
        go_on(reader, rng)
    sentence = reader.parts["result"].partition('class="vk-why-won"')[2].partition("</p>")[0]
    said = words_of("<p " + sentence)
    scores = session.view.scores
    best = max(score for score in scores if score is not None)
    own = scores[ME] or 0
    ahead = best - (own if own < best else sorted(score or 0 for score in scores)[-2])
    assert f"{ahead} Influence ahead" in said
    parts = re.findall(r"<b>([+−])(\d+) [^<]+</b>", sentence)
    assert sum(int(n) if sign == "+" else -int(n) for sign, n in parts) == ahead
    sign = re.findall(r'data-open="rules:([^"]+)"', sentence)
    assert len(sign) == 1, "one sign for the rules behind all of them"
    assert set(sign[0].split(",")) == behind_the_lead(session.view), "those that its numbers come from, and no other"
    assert "most rewards of the winner: " in said


def behind_the_lead(view: View) -> set[str]:
    """The rules of all that brought the winner and the reader, or the second, Influence in which they differ."""
    ranking = next(event.data["ranking"] for event in view.events if event.kind == "game_over")
    sides = (ranking[0], ranking[1] if ranking[0] == ME else ME)
    sums: dict[str, list[int]] = {}
    rules: dict[str, set[str]] = {}
    for entry in view.ledger:
        for account, sign in ((entry.source, -1), (entry.target, 1)):
            tokens = entry.token == "influence" and account.kind == "pool" and not entry.cause.startswith("score_")
            scored = account.kind == "score" and entry.cause not in ("score_tokens",)
            if account.seat in sides and (tokens or scored):
                part = entry.cause
                if tokens and part not in ("start", "reward", "frenzy_paid"):
                    part = "given" if part in ("give", "steal") else "lost" if sign < 0 else "other"
                sums.setdefault(part, [0, 0])[sides.index(account.seat)] += sign * entry.amount
                rules.setdefault(part, set()).update(entry.rules)
    rewards: Counter[int | str] = Counter()
    for entry in view.ledger:
        if entry.cause == "reward" and entry.target.seat == ranking[0] and entry.at is not None:
            rewards[entry.at] += entry.amount
    best = max(rewards, key=lambda at: rewards[at])
    most = {
        rule
        for entry in view.ledger
        if (entry.cause, entry.target.seat, entry.at) == ("reward", ranking[0], best)
        for rule in entry.rules
    }
    return most.union(*(rules[part] for part, (own, other) in sums.items() if own != other))


def test_the_same_people_play_again_with_another_seed() -> None:
    reader = game_reader(7)
    form = {"name": "Ada", "seed": "9", "players": "3", "bots": "random", "relics": "on"}
    reader.do("start", form)
    session, rng = session_of(reader), random.Random(3)
    while not session.view.over:
        move_any(reader, rng)
    setup = dict(session._game.setup)
    reader.do("recap_on")
    reader.press("Play again with the same people")
    again = dict(session._game.setup)
    assert not session.view.over
    assert session.view.decision is not None
    assert again.pop("seed") != setup.pop("seed")
    assert again == setup
    assert session.wish.bots == "random"
    assert reader.store["game-before"]
    reader.do("again")
    assert reader.alert, "a game that is still on is not thrown away"


def test_each_move_can_be_passed_by_itself() -> None:
    reader, rng = moving_reader(4), random.Random(4)
    passed = 0
    for _ in range(40):
        while "vk-told" in reader.parts.get("show", ""):
            place = words_of(reader.parts["show"])
            n, of = map(int, re.findall(r"(\d+) of (\d+)", place)[0])
            reader.press("Next ▸", "show")
            if n < of:
                assert f"{n + 1} of {of}" in words_of(reader.parts["show"])
                passed += 1
        if passed > 5:
            return
        go_on(reader, rng)
    raise AssertionError("no moves were shown")


def test_a_round_is_summed_up_when_the_next_one_begins() -> None:
    """The reader's Blood after the Feed and at the end, and her Influence, where they have changed."""
    reader, rng = Reader(GamePage(7, lang="en"), {"pace": "hand"}, calm=False), random.Random(7)
    session, told = session_of(reader), {}
    while not session.view.over or reader.parts["show"]:
        shown = words_of(reader.parts["show"] + reader.parts["panel"])
        told |= {int(n): words for n, words in re.findall(r"Round (\d): (.+?) · Feed", shown)}
        go_on(reader, rng)
    view = session.view
    rounds = [event.n for event in view.events if event.kind == "round"]
    assert set(told) == set(range(1, len(rounds)))
    for k, words in told.items():
        fed = (entry.n for entry in view.ledger if entry.cause == "feed" and entry.target.seat == ME)
        begun = session.view_amid(max(n for n in fed if n < rounds[k])).seats[ME]
        ended = session.view_amid(rounds[k] - 1).seats[ME]
        for name, was, now in (("Pool", begun.blood, ended.blood), ("Influence", begun.influence, ended.influence)):
            assert (f"{name} {was} → {now}" in words) == (was != now)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_teams_end_as_teams(lang: str) -> None:
    """The best team stands first, and how far the reader is behind is told of teams."""
    game, rng = Game.new(seats=6, seed=5, teams=True), random.Random(5)
    while not game.is_over:
        game.apply(game.to_act, rng.choice(game.legal(game.to_act)))
    view = game.view(ME)
    html = words_of(end_scene(view, HtmlWriter(lang), lambda n: None))
    names = [view.names[seat] for seat in view.winners]
    assert len(names) == 2
    rule = {"en": "{} and {} rule the city", "de": "{} und {} beherrschen die Stadt"}[lang]
    assert ME in view.winners or rule.format(*names) in html
    mate = view.seats[ME].mate
    own = sum(view.scores[seat] or 0 for seat in (ME, mate) if seat is not None)
    assert {"en": f"your team {own}", "de": f"euer Team {own}"}[lang] in html
    ranks = re.findall(r'<li class="vk-rank.*?<h3>(\w+)', end_scene(view, HtmlWriter(lang), lambda n: None))
    assert sorted(ranks[:2]) == sorted(names)
    assert [view.seats[view.names.index(name)].mate for name in ranks[::2]] == [
        view.names.index(n) for n in ranks[1::2]
    ]
