"""A learner on a lesson page: she presses what glows, answers, and goes on, as she would in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.widgets.helpers import CONTROLS, TEMPLATE_LEFT, Pressable, Reader, assert_hides, hidden_cards
from tests.widgets.vtes.hidden import names_nothing_hidden
from tests.widgets.vtes.pressing import press
from vendetta_kit.course import markup as lesson_markup
from vendetta_kit.course.lesson_model import Ask, FreeMove, Lesson, Predict, Show, YourMove
from vendetta_kit.course.lesson_player import LessonPlayer, OpenQuestion
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.rules_met import texts_before_answer
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.games.rivals.wording.message_text import name_of, type_of
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Play
from vendetta_kit.kernel.actions import Action
from vendetta_widgets import LessonPage
from vendetta_widgets.games.vendetta.play_builder import STEPS
from vendetta_widgets.lesson_page import BaseLessonPage

MARKUP_LEFT = re.compile(r"\[\[|\]\]|\*\*")
MOST_STEPS = 150


def walk_of(reader: Reader) -> LessonPlayer:
    """The way through the lesson behind a page."""
    assert isinstance(reader.page, BaseLessonPage)
    return reader.page.walk


def lesson_reader(name: str, lang: str = "en", query: str = "", stored: Mapping[str, str] | None = None) -> Reader:
    """A learner who opens a lesson."""
    return Reader(LessonPage(name, lang=lang), stored, query)


def kept(reader: Reader) -> Progress:
    """What her browser keeps of her progress."""
    return Progress.loads(reader.store["progress"])


def on_panel(reader: Reader, do: str, value: object) -> Pressable:
    """The button of the panel that does this."""
    found = [button for button in reader.buttons(*CONTROLS) if (button.do, button.value) == (do, value)]
    assert found, f"{do} {value} cannot be pressed; there is {[button.value for button in reader.buttons('panel')]}"
    return found[0]


def make_at_table(reader: Reader, action: Action) -> None:
    """Make a move as by mouse: a card is aimed at its Location on the table."""
    if isinstance(action, Play):
        reader.press(on_panel(reader, "step", ["card", action.card]))
        aims = ([action.card, action.at, action.blood], [action.card, action.at, action.blood, action.face])
        aim = aims[action.face == "down" and not action.blood]
        along = [press for press in reader.buttons("places") if press.value == aim]
        reader.press(along[0] if along else on_panel(reader, "step", ["at", action.at]))
    make(reader, action)


def make(reader: Reader, action: Action, glows: bool = False) -> None:
    """Make a move by its presses; ``glows``: it is the one that is waited for, and each press must glow."""
    if reader.page.game_id == "vtes":
        press(reader, action, glows)
        return
    if isinstance(action, Play):
        for step in STEPS:
            value = [step, getattr(action, step)]
            offered = [button for button in reader.buttons(*CONTROLS) if (button.do, button.value) == ("step", value)]
            if offered and offered[0].attributes.get("aria-pressed") != "true":
                _glow(reader, offered[0], glows)
                reader.press(offered[0])
    if isinstance(action, Drain):
        asks = on_panel(reader, "drain", action.to_json())
        _glow(reader, asks, glows)
        reader.press(asks)
    offered = [button for button in reader.buttons(*CONTROLS) if button.do in ("act", "pick")]
    if not any(button.do == "act" and button.value == action.to_json() for button in offered):  # first its card
        picks = [button for button in offered if button.do == "pick" and "vk-glow" in button.attributes["class"]]
        reader.press(picks[0])
    does = on_panel(reader, "act", action.to_json())
    if not isinstance(action, Drain):
        _glow(reader, does, glows)
    reader.press(does)


def _glow(reader: Reader, button: Pressable, wanted: bool) -> None:
    """It is marked itself, or the card that it stands on is."""
    if not wanted:
        return
    value = button.attributes["data-value"].replace('"', "&quot;")
    html = "".join(reader.parts.get(part, "") for part in CONTROLS)
    before = html[: html.index(f'data-value="{value}"')]
    found = [before.rpartition(f'class="{cls}')[2] for cls in ("vk-held", "vk-choice") if f'class="{cls}' in before]
    card = min(found, key=len, default="")
    around = card.partition('"')[0] if card.count("</div>") <= card.count("<div") else ""
    assert "vk-glow" in button.attributes["class"] or "vk-glow" in around, f"{button.text} does not glow"


def answers_of(asked: OpenQuestion, right: Sequence[str] | None = None) -> object:
    """What the browser sends for an answer: the right one, or else the first that can be given."""
    first = [option.value for option in asked.options][: None if asked.form == "order" else 1]
    values = right or first or ["1"]
    if asked.form == "one":
        return values[0]
    if asked.form == "many":
        return {f"pick-{value}": "on" for value in values}
    if asked.form == "order":
        return {f"place-{value}": str(k + 1) for k, value in enumerate(values)}
    return {"number": values[0]}


def step(reader: Reader, glows: bool = False) -> None:
    """One thing that a learner does: the move, the answer, or on."""
    walk = walk_of(reader)
    beat, view = walk.beat, walk.view
    page = reader.page
    assert isinstance(page, BaseLessonPage)
    if page.stage.unread:
        reader.press("Go on" if page.lang == "en" else "Weiter", "steer")
    elif isinstance(beat, YourMove):
        assert walk.expected_move is not None
        make(reader, walk.expected_move, glows)
    elif isinstance(beat, FreeMove):
        assert view is not None
        assert view.decision is not None
        legal = view.decision.legal
        make(reader, EndTurn() if view.decision.kind == "after_play" else legal[len(legal) // 2])
    elif isinstance(beat, Ask | Predict) and walk.given is None:
        assert walk.asked is not None
        reader.do("answer", answers_of(walk.asked, beat.question.right if isinstance(beat, Ask) else None))
    else:
        (on,) = [button for button in reader.buttons("steer") if button.do == "go_on"]
        reader.press(on)


def walk_to(reader: Reader, kind: type, nth: int = 1) -> None:
    """On to the nth beat of a kind, as a learner comes there."""
    walk, at, passed = walk_of(reader), (-1, -1), 0
    for _ in range(MOST_STEPS):
        if isinstance(walk.beat, kind) and walk.place != at:
            at, passed = walk.place, passed + 1
        if passed == nth:
            return
        step(reader)
    raise AssertionError(f"there is no beat {kind.__name__} number {nth}")


def walk_through(reader: Reader, glows: bool = False) -> Iterator[tuple[int, int]]:
    """The whole lesson; each step gives the place where the learner was."""
    walk = walk_of(reader)
    for _ in range(MOST_STEPS):
        if walk.done:
            return
        place = walk.place
        step(reader, glows)
        yield place
    raise AssertionError("the lesson has no end")


# What stands on the page -------------------------------------------------------------------------------------


def assert_reads_well(reader: Reader, where: str) -> None:
    """Nothing has gone wrong, and no template or markup is left in what is read."""
    assert reader.alert == "", f"{where}: {reader.alert}"
    for found in (TEMPLATE_LEFT.search(reader.words), MARKUP_LEFT.search(reader.words)):
        assert found is None, f"{where}: {found} in {reader.words[found.start() - 60 : found.end() + 60]}"


def assert_keeps_secrets(reader: Reader, where: str) -> None:
    """Nothing new on the page names a hidden card, but for those that the lesson itself speaks of."""
    walk = walk_of(reader)
    telling, moment, view = walk._now.telling, walk.moment, walk.view
    if telling is None or view is None:
        return
    if reader.page.game_id == "vtes":
        names_nothing_hidden(reader, telling.game, view, told_in_vtes(walk.lesson))
    elif reader.page.game_id == "rivals":
        assert_rivals_hides(reader, telling.game, view.me)
    elif moment is not None and moment.you is not None:
        hidden = hidden_cards(telling.game, view, moment.you)
        assert_hides(reader.news(), hidden - told_of(walk.lesson, moment.id), where)


def assert_rivals_hides(reader: Reader, game: Any, me: int) -> None:
    """What lies face down or in others' hands is not in what was sent for the table and the panel."""
    hidden = [card for seat in range(game.seats) for card in (*game.z[s.LIBRARY + seat], *game.z[s.FACTION + seat])]
    hidden += [card for seat in range(game.seats) if seat != me for card in game.z[s.HAND + seat]]
    hidden += [*game.z[s.CITY], *game.z[s.BOX]]
    sent = json.dumps({key: reader.parts[key] for key in ("city", "players", "fan", "panel", "clock")})
    for number in hidden:
        card = s.card_id(number)
        assert f"rivals:{card}&" not in sent
        assert not re.search(rf"rivals:{card}\b", sent), card
        if type_of(card) == "vampire":
            assert name_of(card) not in sent


def told_in_vtes(lesson: Lesson) -> str:
    """Cards of V:TES that the words of a lesson name."""
    beats = [beat for moment in lesson.moments for beat in moment.beats]
    texts = [text for beat in beats for words in texts_before_answer(beat) for text in words.values()]
    named = {name for text in texts for kind, name in lesson_markup.parse(text) if kind == "ref"}
    return json.dumps([lesson_markup.parse_reference(name)[0] for name in sorted(named)])


def told_of(lesson: Lesson, moment: str) -> set[str]:
    """Cards that the words of a moment name, and those of the decks that it shows."""
    cards: set[str] = set()
    for beat in lesson.moments[lesson.find(moment)].beats:
        texts = [text for words in texts_before_answer(beat) for text in words.values()]
        if isinstance(beat, Ask):
            texts += [text for line in beat.question.working for text in line.text.values()]
        for text in texts:
            cards.update(markup.references_in(text))
        if isinstance(beat, Show) and beat.what in ("deck", "decks"):
            cards.update(card.id for card in box.clan_cards() if beat.item in (None, card.clan))
    return cards
