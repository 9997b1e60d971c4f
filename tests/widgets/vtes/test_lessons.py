"""What only V:TES's lessons have: from one on to the next, and to the game; and many ways of one kind."""

from __future__ import annotations

from tests.widgets.helpers import Reader
from tests.widgets.walking import walk_through
from vendetta_kit.course import lessons
from vendetta_widgets import vtes_lesson

LESSONS = lessons.ids("vtes")


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
