"""The lessons of V:TES on their page, walked through by presses: both languages, into the progress, nothing hidden."""

from __future__ import annotations

import json

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import Reader
from tests.widgets.vtes.hidden import names_nothing_hidden
from tests.widgets.walking import assert_reads_well, kept, walk_of, walk_through
from vendetta_kit.course import lessons, markup
from vendetta_kit.course.lesson_model import Ask, Predict
from vendetta_kit.course.rules_met import texts_before_answer
from vendetta_widgets import vtes_lesson

LESSONS = lessons.ids("vtes")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", mostly_long(LESSONS, quick=4))
def test_a_lesson_is_walked_through_and_noted(name: str, lang: str) -> None:
    reader = Reader(vtes_lesson(name, lang=lang))
    found = lessons.find(name, "vtes")
    verdicts = 0
    for place in walk_through(reader, glows=True):
        where = f"{name}, after {place}"
        assert_reads_well(reader, where)
        _hides(reader)
        verdicts += reader.parts["coach"].count("vk-verdict")
    asked = [beat for moment in found.moments for beat in moment.beats if isinstance(beat, Ask | Predict)]
    assert verdicts >= len(asked)
    assert kept(reader).of("vtes").lessons[name].finished
    assert name not in kept(reader).lessons, "each game has a progress of its own"
    assert found.title[lang] in reader.words


def _hides(reader: Reader) -> None:
    """No card of others that nobody may know is named in what is sent, but for those that the lesson speaks of."""
    walk = walk_of(reader)
    if walk._now.telling is None or walk.view is None:
        return
    beats = [beat for moment in walk.lesson.moments for beat in moment.beats]
    texts = [text for beat in beats for words in texts_before_answer(beat) for text in words.values()]
    named = {name for text in texts for kind, name in markup.parse(text) if kind == "ref"}
    cards = [markup.parse_reference(name)[0] for name in sorted(named)]
    names_nothing_hidden(reader, walk._now.telling.game, walk.view, json.dumps(cards))


def test_lessons_lead_on_to_the_next_and_at_last_to_the_game() -> None:
    for name, following in zip(LESSONS, (*LESSONS[1:], ""), strict=True):
        reader = Reader(vtes_lesson(name, lang="en"))
        for _ in walk_through(reader):
            pass
        number = LESSONS.index(following) if following else None
        way = f"vtes/{number:02}_{following}" if following else "18_play_vtes"
        assert f'data-notebook="{way}"' in reader.parts["learned"]


def test_of_many_ways_one_of_each_kind_is_offered_at_once() -> None:
    reader = Reader(vtes_lesson("diablerie", lang="en"))
    around = [button.value for button in reader.buttons("panel") if button.do == "act"]
    kinds = [(value["do"], value.get("target")) for value in around]
    assert {"diablerize", "rescue", "bleed"} <= {kind for kind, _ in kinds}
    assert kinds.index(("bleed", None)) < len(set(kinds)), "one of each kind comes first"
