"""A Location's outcome is told in beats, on its own table, and then in brief; no message tells what comes later."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable

import pytest

from tests.widgets.helpers import Reader, session_of, words_of
from tests.widgets.test_move_replay import STOPS, go_on, moving_reader, press_any
from tests.widgets.test_pace import SIGNS, words_seen
from vendetta_kit import Game
from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import COUNTS_BY_TEXT
from vendetta_widgets import GamePage, first
from vendetta_widgets.games.vendetta import table_html
from vendetta_widgets.games.vendetta.location_outcome import VERDICTS, own_sum
from vendetta_widgets.games.vendetta.move_replay import ReplayStep, VendettaMoveReplay, caption_of
from vendetta_widgets.games.vendetta.stage_scenes import Told, location_scene
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.parts.beat import MOST_WORDS
from vendetta_widgets.play_session import ME, Session

BEATS = ("reveal", "act", "crown", "after")
GREAT = ("frenzy", "diablerie", "eliminated")


def page_of(reader: Reader) -> GamePage:
    assert isinstance(reader.page, GamePage)
    return reader.page


def beat_of(reader: Reader) -> str:
    """Which beat is shown; nothing if it is none."""
    found = re.search(r'data-beat="(\w+)"', reader.parts["show"])
    return found[1] if found else ""


def goes_on(reader: Reader) -> bool:
    """Whether there is still something to see or to do."""
    return not session_of(reader).view.over or page_of(reader).recap.stop is not None or bool(reader.parts["show"])


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Diplomacy – you 9 → 0"), ("de", "Diplomacy – du 9 → 0")], ids=["en", "de"]
)
def test_a_card_that_acts_is_told_by_what_it_does(lang: str, told: str) -> None:
    session, rng = Session(0), random.Random(0)
    while session.view.decision is not None:
        session.act(session.view.decision.legal.sample(rng))
    view, pen = session.view, HtmlWriter(lang, "", "vendetta")
    less = next(event.n for event in view.events if event.kind == "printed" and event.seat == ME)
    shown = VendettaMoveReplay()
    shown.begin(session, 0)
    captions = [
        str(caption_of(session.view_amid(step.until, step.state), step, pen))
        for step in shown._steps
        if step.beat == "act" and step.since <= less <= step.until
    ]
    assert [caption for caption in captions if told in words_of(SIGNS.sub("", caption))]
    assert all("#vk-power" in caption or "power" in caption for caption in captions), "beside its number stands a sign"
    assert all(words_seen(caption) <= MOST_WORDS for caption in captions)


@pytest.fixture(scope="module")
def played() -> list[tuple[Session, list[ReplayStep]]]:
    """Games of moves at random, each with all that is told of its Locations, several things at once."""
    found = []
    for seed in (0, 1, 6, 9):
        session, rng, shown = Session(seed), random.Random(seed), VendettaMoveReplay()
        while session.view.decision is not None:
            session.act(session.view.decision.legal.sample(rng))
        shown.together = True
        shown.begin(session, 0)
        found.append((session, [step for step in shown._steps if step.beat]))
    return found


def test_each_great_moment_has_its_scene(played: list[tuple[Session, list[ReplayStep]]]) -> None:
    early = 0
    for session, steps in played:
        begun = [event.n for event in session.view.events if event.kind == "tokens"]
        for event in session.view.events:
            if event.kind in ("frenzy", "diablerie") and event.moment.phase == "resolution" and event.n > begun[0]:
                assert [step.beat for step in steps if step.since <= event.n <= step.until] == [event.kind]
                early += event.moment.step in ("withdraw", "revelation")
    assert early > 1, "also before the cards have turned up"


def test_a_card_that_asks_is_told_with_its_owner(played: list[tuple[Session, list[ReplayStep]]]) -> None:
    session, pen, shown = played[0][0], HtmlWriter("en", "", "vendetta"), VendettaMoveReplay()
    answer = next(event for event in session.view.events if event.kind == "silenced" and event.seat == ME)
    card = answer.data["card"]
    owner = next(e.seat for e in session.view.events if e.kind == "act" and e.data["card"] == card)
    assert owner not in (ME, None)
    shown.begin(session, answer.n)  # she was asked amid it: the card has acted before
    step = next(step for step in shown._steps if step.since <= answer.n <= step.until)
    caption = words_of(str(caption_of(session.view_amid(step.until, step.state), step, pen)))
    assert f"{session.view.names[owner]}: {pen.name(card)}" in caption
    assert "you: effects silenced" in caption


def test_the_readers_own_cards_are_told_before_others(played: list[tuple[Session, list[ReplayStep]]]) -> None:
    session, steps = played[-1]
    pen, among = HtmlWriter("en", "", "vendetta"), 0
    for step in steps:
        view = session.view_amid(step.until, step.state)
        acts = [event for event in view.events if step.since <= event.n <= step.until and event.kind == "act"]
        if step.beat != "after" or len(acts) < 2:
            continue
        for act, end in zip(acts, [*(one.n for one in acts[1:]), step.until + 1], strict=True):
            moved = any(act.n <= entry.n < end for entry in view.ledger)
            if act.seat == ME and moved:
                caption = words_of(str(caption_of(view, step, pen)))
                assert f"Your {pen.name(act.data['card'])}" in caption
                among += 1
    assert among > 1


def test_a_tie_is_told_with_its_reason_and_a_card_with_the_power_that_counts(
    played: list[tuple[Session, list[ReplayStep]]],
) -> None:
    pen, ties, changed = HtmlWriter("en", "", "vendetta"), 0, 0
    for session, steps in played:
        for step in steps:
            view = session.view_amid(step.until, step.state)
            here = [event for event in view.events if step.since <= event.n <= step.until]
            won = next((event for event in here if event.kind == "winner" and event.data["tied"]), None)
            if won is not None and step.beat == "crown":
                reason = "has Fiorenza Savona" if "RUL-40" in won.rules else "earlier in turn"
                assert str(caption_of(view, step, pen)).endswith(f": {reason}.")
                ties += 1
            at = step.place(view) if step.beat in ("act", "crown") else None
            if at is None:
                continue
            span = range(step.begun, step.until + 1)
            shown = str(location_scene(view, None, at, Told(span, span), pen, True))
            for found in flows.powers(view, at):
                for part in found.parts:
                    if part.up and f'data-open="card:{part.card}"' in shown:
                        face = shown.partition(f'data-open="card:{part.card}"')[2]
                        assert face.partition('class="vk-num">')[2].startswith(f"{part.power}<")
                        changed += part.power != box.records()[part.card].power
    assert ties
    assert changed


def test_what_cards_do_after_the_conflict_stands_beside_the_winner(
    played: list[tuple[Session, list[ReplayStep]]],
) -> None:
    pen, told = HtmlWriter("en", "", "vendetta"), 0
    for session, _ in played:
        for end in [event for event in session.view.events if event.kind == "resolved" and event.at is not None]:
            view = session.view_amid(end.n)
            begun = max((one.n for one in view.events if one.kind == "tokens" and one.at == end.at), default=end.n)
            own = [one for one in view.events if begun < one.n < end.n and one.moment.step == "aftermath"]
            acts = [event for event in own if event.kind == "act" and event.seat == view.me]
            moved = {row.card for row in view.ledger if begun < row.n < end.n and row.moment.step == "aftermath"}
            assert end.at is not None
            shown = words_of(str(location_scene(view, None, end.at, Told(range(begun, end.n + 1), ()), pen, False)))
            for act in acts:
                if act.data["card"] in moved:
                    assert f"Your {pen.name(act.data['card'])}" in shown.partition("After the conflict.")[2]
                    told += 1
    assert told > 1


def test_blood_that_comes_and_goes_is_told_though_the_sum_is_the_same() -> None:
    session, rng, pen = Session(0), random.Random(0), HtmlWriter("en", "", "vendetta")
    while session.view.decision is not None:
        session.act(session.view.decision.legal.sample(rng))
    view = session.view
    pool = (ME, "pool")
    rows = [entry for entry in view.ledger if entry.token == "blood"]
    went = next(entry for entry in rows if (entry.source.seat, entry.source.kind) == pool)
    came = next(e for e in rows if (e.target.seat, e.target.kind) == pool and e.amount == went.amount)
    told = words_of(str(own_sum(view, (went.n, came.n), pen)))
    assert f"(+{came.amount} −{went.amount})" in told


def test_a_card_that_took_blood_is_named_with_what_is_left_unless_it_is_told_already() -> None:
    session, rng, pen = Session(0), random.Random(0), HtmlWriter("en", "", "vendetta")
    while session.view.decision is not None:
        session.act(session.view.decision.legal.sample(rng))
    view = session.view
    hers = [entry for entry in view.ledger if (entry.source.seat, entry.source.kind) == (ME, "pool")]
    took = next(e for e in hers if e.card is not None and e.by != ME and e.token == "blood")
    name = pen.name(str(took.card))
    assert f"({name} −{took.amount})" in words_of(str(own_sum(view, (took.n,), pen)))
    assert name not in words_of(str(own_sum(view, (took.n,), pen, f"Dee: {name}")))


def test_an_outcome_is_told_beat_by_beat_on_a_stage() -> None:
    reader, rng = moving_reader(8), random.Random(8)
    session, page = session_of(reader), page_of(reader)
    seen: dict[int, list[str]] = {}
    while goes_on(reader):
        beat = beat_of(reader)
        if beat in ("", "move", "stop", "round"):
            go_on(reader, rng)
            continue
        view, step = page.sight, page._step
        assert step is not None
        seen.setdefault(step.begun, []).append(beat)
        stage, said = words_of(reader.parts["great"]), words_of(reader.parts["show"])
        here = [event for event in view.events if event.n >= step.begun]
        won = [event for event in here if event.kind in VERDICTS]
        assert "vk-stage" in reader.parts["great"]
        assert len(re.findall("vk-primary", reader.parts["show"])) == 1, "one way on"
        if beat in BEATS:
            assert "vk-prize" in reader.parts["great"]
            lying = [seat for seat in view.seats for found in seat.positions if found.at == view.at and found.cards]
            assert all(seat.name in stage for seat in lying)
        if beat in BEATS[:2]:
            assert not won, "nobody has won yet"
            assert "vk-prize-crown" not in reader.parts["great"]
        if beat == "crown":
            assert won
            assert ("vk-prize-crown" in reader.parts["great"]) == (won[0].seat is not None)
            line = next(line for line in log_lines(view) if line.n == won[0].n)
            assert line.text in said, "who has won and why, behind the caption"
            for event in here:
                if event.kind == "count" and event.seat is not None:
                    lane = reader.parts["great"].partition(f'data-count="power-{event.at}-{event.seat}"')[2]
                    assert lane.partition("</b>")[0].rpartition(">")[2] == str(event.data["power"])
        reader.do("step_on")
        assert reader.alert == ""
    told = [event.n for event in session.view.events if event.kind == "tokens"]
    assert sorted(seen) == told
    for beats in seen.values():
        plain = [beat for beat in beats if beat in BEATS]
        assert plain == sorted(plain, key=BEATS.index), "in the order in which it comes about"
        assert {"reveal", "crown"} <= set(plain)
    assert {beat for beats in seen.values() for beat in beats} <= {*BEATS, *GREAT}


def later(reader: Reader) -> set[str]:
    """All lines that tell what comes after what is shown, and nothing that has been told already."""
    page = page_of(reader)
    until = max(event.n for event in (*page.sight.events, *page.sight.ledger))
    lines = log_lines(page.session.view, page.lang)
    told = {line.text for line in lines if line.n <= until}
    return {line.text for line in lines if line.n > until and line.kind not in ("step", "turn")} - told


@pytest.mark.parametrize(
    ("make", "stored", "calm"),
    [
        (lambda: GamePage(7, lang="en"), STOPS, True),
        (lambda: GamePage(8, lang="de"), {}, False),
        (lambda: first(lang="en"), STOPS, True),
    ],
    ids=["calm", "moving", "first"],
)
def test_no_message_tells_what_comes_later(make: Callable[[], GamePage], stored: dict[str, str], calm: bool) -> None:
    reader, rng = Reader(make(), stored, calm=calm), random.Random(6)
    session, page = session_of(reader), page_of(reader)
    reader.news()
    waiting, spoken = 0, ""
    while goes_on(reader):
        press_any(reader, rng)
        message = json.loads(reader.messages[-1])
        message.pop("store", None)  # the game as it is saved: moves without words
        sent = html.unescape(json.dumps(message, ensure_ascii=False))
        spoken += message.get("say", "")
        for text in later(reader):
            assert text not in sent, "what comes later is neither shown nor read out"
            waiting += 1
        if session.view.over and (page.recap.stop is not None or reader.parts["show"]):
            assert 'data-do="eyes"' not in sent
            assert '"export"' not in reader.parts["head"]
            assert reader.parts["result"] == ""
            assert not any(f"{name} wins the game" in sent for name in session.view.names)
    assert waiting > 50, "much was still to come"
    verdicts = [line for line in log_lines(session.view, page.lang) if line.kind in VERDICTS]
    assert sum(line.text in spoken for line in verdicts) > len(verdicts) / 2, "what has come is read out in time"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_at_a_stop_the_outcome_stands_in_brief_and_its_lines_in_the_log_alone(lang: str) -> None:
    reader, rng = Reader(GamePage(8, lang=lang), STOPS), random.Random(8)
    stops = changed = 0
    while goes_on(reader):
        page = page_of(reader)
        if page.recap.stop is None:
            press_any(reader, rng)
            continue
        view, brief = page.sight, reader.parts["recap"]
        log = words_of("".join(part for name, part in reader.parts.items() if name.startswith("log:")))
        assert "data-every" not in reader.text, "who asks for less motion has it at once"
        assert beat_of(reader) == "stop"
        end = view.events[-1]
        lines = [line for line in log_lines(view, lang) if line.at == end.at and line.moment.round == view.round]
        for line in lines:
            if line.n >= (page.recap.since or 0) and line.kind not in ("location", "step", "resolved"):
                assert line.text in log
                assert (line.text in words_of(brief)) == (line.kind in VERDICTS), line.text
        before = page._before
        assert before is not None
        for then, now in zip(before.seats, view.seats, strict=True):
            own = words_of(brief).partition(view.names[now.seat])[2]
            for old, new in ((then.blood, now.blood), (then.influence, now.influence)):
                if old != new:
                    changed += 1
                    assert f"{new} {'+' if new > old else '−'}{abs(new - old)}" in own
        stops += 1
        reader.do("recap_on")
    assert min(stops, changed) > 5


def test_without_a_stop_each_location_is_told_in_brief_beside_what_is_asked_next() -> None:
    told = together = changed = 0
    for seed in (8, 9):
        reader, rng = Reader(GamePage(seed)), random.Random(seed)
        session, page = session_of(reader), page_of(reader)
        while goes_on(reader):
            view, since = page.sight, page.recap.since
            ends = [event for event in view.events if event.kind == "resolved" and event.n >= (since or 0)]
            sections = reader.parts["recap"].split('<section class="vk-resolved"')[1:] if since is not None else []
            assert len(sections) == (len(ends) if since is not None else 0)
            for end, section in zip(ends, sections, strict=False):
                last = end.n if page.recap.stop is None else page.recap.stop.n
                assert end.n <= last, "nothing that comes later"
                tokens = [event.n for event in view.events if event.kind == "tokens" and event.at == end.at][-1:]
                if not tokens or tokens[0] > end.n:
                    continue
                then, now = session.view_at(session.moment_of(tokens[0]) - 1), session.view_amid(end.n)
                brief = words_of(section.partition("<details")[0])
                for old, new in zip(then.seats, now.seats, strict=True):
                    if old.influence != new.influence:
                        sign = "+" if new.influence > old.influence else "−"
                        own = brief.partition(new.name)[2]
                        assert f"{new.influence} {sign}{abs(new.influence - old.influence)} Influence" in own
                        changed += 1
                told += page.recap.stop is None
            together += len(sections) > 1
            go_on(reader, rng)
    assert min(told, together, changed) > 0, (told, together, changed)


def test_one_press_ends_the_beats_and_the_next_location_has_its_own() -> None:
    reader, rng = Reader(first(lang="en"), calm=False), random.Random(8)
    skipped = 0
    while goes_on(reader):
        page = page_of(reader)
        if page._step is None:
            go_on(reader, rng)
            continue
        stop = page.recap.stop
        reader.press(next(button for button in reader.buttons("show") if button.do == "skip"))
        assert page._step is None
        if stop is not None:
            assert page.recap.stop == stop, "at the stop, not past it"
            assert json.loads(reader.messages[-1])["focus"] in (".vk-show .vk-show-next", ".vk-coach [data-home]")
            skipped += 1
        elif session_of(reader).view.decision is not None:
            assert session_of(reader).view.decision.seat == ME
            assert reader.parts["show"] == ""
    assert skipped > 0


def test_the_brief_holds_all_of_a_location_though_she_was_asked_amid_it() -> None:
    asked_amid = 0
    for seed in range(4, 12):
        reader, rng = Reader(GamePage(seed)), random.Random(seed)
        while goes_on(reader):
            page = page_of(reader)
            stop = page.recap.stop
            if stop is None:
                go_on(reader, rng)
                continue
            before, view = page._before, page.sight
            if stop.tokens is not None:
                assert before is not None
                asked_amid += (page.recap.since or 0) > stop.tokens
                entries = [entry for entry in view.ledger if entry.n >= stop.tokens]
                for then, now in zip(before.seats, view.seats, strict=True):
                    came = sum(e.amount for e in entries if (e.token, e.target.kind, e.target.seat) == of(now.seat))
                    went = sum(e.amount for e in entries if (e.token, e.source.kind, e.source.seat) == of(now.seat))
                    assert now.influence - then.influence == came - went
            reader.do("recap_on")
        if asked_amid:
            break
    assert asked_amid


def of(seat: int) -> tuple[str, str, int]:
    """A player's Influence tokens, as an account of the ledger."""
    return "influence", "pool", seat


def test_a_card_that_another_has_changed_is_not_said_to_count_by_its_own_text() -> None:
    seen = 0
    for seed in range(400):
        game, rng = Game.new(seats=3, seed=seed, clans=("brujah", "gangrel", "toreador")), random.Random(seed)
        met = False
        while not game.is_over:
            events = game.apply(game.to_act, game.legal(game.to_act).sample(rng))
            met = met or any(event.kind == "printed" and event.data["card"] in COUNTS_BY_TEXT for event in events)
            if not met:
                continue
            view = game.view(None)
            changed = {
                (event.at, str(event.data["card"]))
                for event in view.events
                if event.kind == "printed" and event.moment.round == view.round and event.data["card"] in COUNTS_BY_TEXT
            }
            if not changed:
                continue
            written = str(table_html.places(view, HtmlWriter("en")))
            for at, card in changed:
                (place,) = re.findall(rf'<article[^>]*data-place="{at}".*?</article>', written, re.DOTALL)
                for lying in re.findall(rf"<li[^>]*>(?:(?!</li>).)*card:{card}.*?</li>", place, re.DOTALL):
                    assert "by its text" not in lying
                    seen += "counts" in lying
        if seen > 2:
            return
    raise AssertionError("no such card was met")
