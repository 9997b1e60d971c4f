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
from vendetta_kit import Game
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import COUNTS_BY_TEXT
from vendetta_widgets import GamePage, first
from vendetta_widgets.games.vendetta import table_html
from vendetta_widgets.games.vendetta.location_outcome import VERDICTS
from vendetta_widgets.games.vendetta.move_replay import LONGEST, REVEAL
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.play_session import ME

BEATS = ("reveal", "act", "count", "crown", "get", "after")


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


def test_an_outcome_is_shown_beat_by_beat_on_the_table_as_it_lay() -> None:
    reader, rng = moving_reader(8), random.Random(8)
    session, page = session_of(reader), page_of(reader)
    seen: dict[int, list[str]] = {}
    while goes_on(reader):
        beat = beat_of(reader)
        if not beat:
            press_any(reader, rng)
            continue
        view, step = page.sight, page._step
        assert step is not None
        seen.setdefault(step.begun, []).append(beat)
        every = re.search(r'data-every="(\d+)"', reader.parts["show"])
        assert every is not None
        assert int(every[1]) <= REVEAL + LONGEST, "a beat is short"
        said, place = words_of(reader.parts["show"]), next(place for place in view.locations if place.at == view.at)
        here = [event for event in view.events if event.n >= step.begun]
        counts = {event.seat: event.data["power"] for event in here if event.kind == "count"}
        won = [event for event in here if event.kind in VERDICTS]
        crowns = reader.parts["places"].count("♛") - sum(
            event.kind in VERDICTS[:2] and event.moment.round == view.round and event.n < step.begun
            for event in view.events
        )
        assert crowns == (beat in BEATS[3:] and won[0].seat is not None), "the crown has a beat of its own"
        assert bool(won) == (beat in BEATS[3:])
        if beat in ("count", "crown"):
            before = page._before
            assert before is not None
            assert place == next(was for was in before.locations if was.at == place.at), "nobody has taken the Ally yet"
            assert "vk-delta" not in reader.parts["players"]
            for seat, power in counts.items():
                assert f"{power} Power" in said.partition(view.names[seat or 0])[2]
                assert f"{power} Power counted" in words_of(reader.parts["places"])
        if beat == "crown":
            line = next(line for line in log_lines(view) if line.n == won[0].n)
            assert line.text in said, "who has won, and why"
        if beat == "get":
            before = page._before
            assert before is not None
            for entry in view.ledger:
                if step.since <= entry.n <= step.until and entry.cause == "reward":
                    seat = entry.target.seat or 0
                    more = view.seats[seat].influence - before.seats[seat].influence
                    assert f"+{more} Influence" in said.partition(view.names[seat])[2]
            assert "vk-delta" in reader.parts["players"]
        reader.do("tick")
        assert reader.alert == ""
    told = [event.n for event in session.view.events if event.kind == "tokens"]
    assert sorted(seen) == told
    for beats in seen.values():
        assert beats == sorted(beats, key=BEATS.index), "in the order in which it comes about"
        assert {"reveal", "crown"} <= set(beats)
    assert {beat for beats in seen.values() for beat in beats} == set(BEATS)


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
        (lambda: GamePage(7, "en"), STOPS, True),
        (lambda: GamePage(8, "de"), {}, False),
        (lambda: first("en"), STOPS, True),
    ],
    ids=["calm", "moving", "first"],
)
def test_no_message_tells_what_comes_later(make: Callable[[], GamePage], stored: dict[str, str], calm: bool) -> None:
    reader, rng = Reader(make(), stored, calm=calm), random.Random(5)
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
def test_at_a_stop_the_outcome_stands_in_brief_and_its_lines_are_folded(lang: str) -> None:
    reader, rng = Reader(GamePage(8, lang), STOPS), random.Random(8)
    stops = changed = 0
    while goes_on(reader):
        page = page_of(reader)
        if page.recap.stop is None:
            press_any(reader, rng)
            continue
        view, recap = page.sight, reader.parts["recap"]
        assert "data-every" not in reader.text, "who asks for less motion has it at once"
        brief, _, folded = recap.rpartition("<details")
        end = view.events[-1]
        lines = [line for line in log_lines(view, lang) if line.at == end.at and line.moment.round == view.round]
        for line in lines:
            if line.n >= (page.recap.since or 0) and line.kind not in ("location", "step", "resolved"):
                assert line.text in words_of(folded)
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
    reader, rng = Reader(GamePage(8), STOPS, calm=False), random.Random(8)
    skipped = again = 0
    while goes_on(reader):
        page = page_of(reader)
        if not beat_of(reader):
            go_on(reader, rng)
            continue
        stop = page.recap.stop
        reader.press(next(button for button in reader.buttons("show") if button.do == "skip"))
        assert reader.parts["show"] == ""
        if stop is not None:
            assert page.recap.stop == stop, "at the stop, not past it"
            assert json.loads(reader.messages[-1])["focus"] == ".vk-recap [data-home]"
            skipped += 1
            reader.do("recap_on")
            again += beat_of(reader) == "reveal"
        elif session_of(reader).view.decision is not None:
            assert session_of(reader).view.decision.seat == ME
    assert min(skipped, again) > 0


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
            written = str(table_html.places(view, HtmlWriter("en"), True, {}, None))
            for at, card in changed:
                (place,) = re.findall(rf'<article[^>]*data-place="{at}".*?</article>', written, re.DOTALL)
                for lying in re.findall(rf"<li[^>]*>(?:(?!</li>).)*card:{card}.*?</li>", place, re.DOTALL):
                    assert "by its text" not in lying
                    seen += "counts" in lying
        if seen > 2:
            return
    raise AssertionError("no such card was met")
