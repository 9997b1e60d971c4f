"""The scenario maker: a table is set, steps are played on the panel, what must be true is ticked, the file runs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.selection import mostly_long
from tests.widgets.helpers import CONTROLS, Pressable, Reader, pressables, words_of
from tests.widgets.walking import assert_reads_well, walk_through
from vendetta_kit import scenarios
from vendetta_kit.cli import main
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.scenarios.draft import Draft
from vendetta_widgets import TeacherPage, teach
from vendetta_widgets.games.vendetta.scenario_maker import TABS, ScenarioMaker


def room(lang: str = "en", stored: dict[str, str] | None = None, query: str = "?room=maker") -> Reader:
    """Somebody in the room where scenarios are made."""
    return Reader(teach(lang=lang), stored=stored, query=query)


def maker_of(reader: Reader) -> ScenarioMaker:
    assert isinstance(reader.page, TeacherPage)
    return reader.page.maker


def draft_of(reader: Reader) -> Draft:
    return maker_of(reader).draft


def saved(reader: Reader) -> str:
    """The file that she saves, from the message to the browser."""
    reader.press("Save the file" if reader.page.lang == "en" else "Datei sichern")
    return reader.files[-1]["text"]


def tab(reader: Reader, name: str) -> None:
    reader.do("make.tab", name)
    assert reader.alert == ""


def fields(reader: Reader, part: str = "make_more") -> list[Pressable]:
    """Everything that can be set or pressed there."""
    return [found for found in pressables(reader.parts[part]) if found.do]


def play_any(reader: Reader, rng: random.Random) -> None:
    """One step of the story, put together on the panel as it comes."""
    steps = len(draft_of(reader).document["steps"])
    for _ in range(40):
        offered = [found for found in reader.buttons(*CONTROLS) if found.do in ("act", "step", "drain")]
        ready = [found for found in offered if "vk-confirm" in found.attributes.get("class", "")]
        reader.press(ready[0] if ready and rng.random() < 0.6 else rng.choice(offered))
        assert reader.alert == ""
        if len(draft_of(reader).document["steps"]) > steps:
            return
    raise AssertionError("no step comes about")


# From a table to a file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_scenario_is_made_by_pressing_saved_and_runs(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = room(lang)
    assert_reads_well(reader, "at first")
    reader.do("make.title/en", "The fee: and its price")
    reader.do("make.title/de", "Was Verdecken kostet")
    reader.do("make.seat/0/blood", "4")
    reader.do("make.card/0/BR07", "hand")
    reader.do("make.card/1/TO07", "haven/down")
    reader.do("make.deployed/1/haven", "2")
    reader.do("make.people/2/drained", {"card": "VI20"})
    reader.do("make.ally/0", "AL12")
    tab(reader, "story")
    reader.do("step", ["card", "BR07"])
    reader.do("step", ["at", 1])
    reader.do("step", ["face", "down"])
    reader.do("step", ["blood", 2])
    reader.press(next(found for found in reader.buttons(*CONTROLS) if "vk-confirm" in found.attributes["class"]))
    assert "Ann" in reader.said[-1]
    tab(reader, "ticks")
    for row in ({"seat": "Ann", "blood": 1}, {"seat": "Ann", "at": 1, "face_down": ["BR07"]}):
        reader.press(next(found for found in reader.buttons("make_more") if found.value == row))
    tab(reader, "file")
    reader.do("make.rule", "PLAN-11")
    assert_reads_well(reader, "at the end")
    text = saved(reader)
    assert reader.files[-1]["name"] == "the-fee-and-its-price.yaml"
    scenario = scenarios.loads(text)
    assert scenario.title == {"en": "The fee: and its price", "de": "Was Verdecken kostet"}
    assert scenario.rules == ("PLAN-11",)
    assert scenario.names == ("Ann", "Bob", "Cy", "Dee")
    assert (len(scenario.steps), len(scenario.expect)) == (1, 2)
    view = scenario.game().view(1)
    assert [position.blood for position in view.seats[1].positions] == [0, 0, 2]
    assert view.seats[2].drained == ("VI20",)
    assert view.locations[0].ally == "AL12"
    path = tmp_path / "the-fee.yaml"
    path.write_text(text, "utf-8")
    assert main(["scenario", "check", str(path)]) == 0
    assert "ok (2 expectations)" in capsys.readouterr().out
    assert words_of(reader.parts["make_more"]).count("play: BR07") == 1, "the file can be read on the page"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_refusal_what_is_hidden_and_a_check_are_made_by_pressing(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = room(lang)
    reader.do("make.card/0/BR07", "hand")
    reader.do("make.seat/0/blood", "2")
    tab(reader, "story")
    reader.do("step", ["card", "BR07"])
    reader.do("step", ["at", 1])
    tried = Play("BR07", 1, "up", 2).to_json()
    reader.press(next(found for found in reader.buttons(*CONTROLS) if found.value == tried))
    assert draft_of(reader).document["steps"][0]["refused"] == {
        "seat": "Ann",
        "play": "BR07",
        "at": 1,
        "face": "up",
        "blood": 2,
    }
    assert "Ann" in reader.said[-1]
    reader.do("step", ["card", "BR07"])
    reader.do("step", ["at", 1])
    reader.do("step", ["face", "down"])
    reader.press(next(found for found in reader.buttons(*CONTROLS) if "vk-confirm" in found.attributes["class"]))
    tab(reader, "ticks")
    hidden = {"hidden_from": "Bob", "cards": ["BR07"]}
    reader.do("make.here", True)
    for row in ({"seat": "Ann", "blood": 1}, hidden, hidden):
        reader.press(next(found for found in reader.buttons("make_more") if found.value == row))
    assert draft_of(reader).document["steps"][2:] == [{"check": {"seat": "Ann", "blood": 1}}], "pressed again it goes"
    reader.do("make.here", False)
    reader.press(next(found for found in reader.buttons("make_more") if found.value == hidden))
    tab(reader, "story")
    assert_reads_well(reader, "with a refusal and a check")
    assert "PLAN-26" in words_of(reader.parts["make_more"]), "it says by which rule"
    text = saved(reader)
    scenario = scenarios.loads(text)
    assert [type(step).__name__ for step in scenario.steps] == ["RefusedStep", "Do", "Check"]
    assert draft_of(reader).document["expect"] == [hidden]
    path = tmp_path / "hidden.yaml"
    path.write_text(text, "utf-8")
    assert main(["scenario", "check", str(path)]) == 0
    capsys.readouterr()
    path.write_text(text.replace("hidden_from: Bob", "hidden_from: Ann"), "utf-8")
    assert main(["scenario", "check", str(path)]) == 1, "it is judged"
    capsys.readouterr()


def test_what_may_be_done_is_no_refusal() -> None:
    reader = room()
    reader.do("make.card/0/BR07", "hand")
    tab(reader, "story")
    before = draft_of(reader).document
    reader.do("make.refused", Play("BR07", 1).to_json())
    assert reader.alert
    assert draft_of(reader).document is before


@pytest.mark.parametrize("seed", mostly_long(range(4), quick=1))
def test_stories_played_on_the_panel_run_from_their_file(seed: int) -> None:
    reader, rng = room(), random.Random(seed)
    reader.do("make.seed", str(seed))
    reader.do("make.count", rng.choice([3, 4, 5, 6]))
    reader.do("make.variant", "relics")
    reader.do("make.round", rng.choice([1, 2, 3]))
    tab(reader, "story")
    for _ in range(14):
        seats = [found for found in reader.buttons("make_more") if found.do == "make.eyes"]
        if seats:
            reader.press(rng.choice(seats))
        play_any(reader, rng)
    reader.do("make.run_to", "end_of_phase")
    tab(reader, "ticks")
    for found in rng.sample([found for found in reader.buttons("make_more") if found.do == "make.tick"], 8):
        reader.press(found)
        assert reader.alert == ""
    verdict = scenarios.run(scenarios.loads(saved(reader)))
    assert verdict.ok, verdict.failures
    assert len(verdict.scenario.steps) == 15
    assert len(verdict.scenario.expect) == 8
    assert verdict.game.view(0).to_json() == draft_of(reader).told.game.view(0).to_json()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "name", ["w-07-vanish", "relic-02-mask", "team-03-sums", "w-14-first-hand", "three-02-later-rounds"]
)
def test_a_scenario_of_the_kit_is_opened_and_every_tab_shows_it(name: str, lang: str) -> None:
    reader = room(lang, query=f"?scenario={name}")
    reader.do("make_open")
    assert reader.alert == ""
    model = scenarios.load(scenarios.find(name))
    for here in TABS:
        tab(reader, here)
        if here != "file":  # which has marks of its own
            assert_reads_well(reader, here)
        if here == "table":
            for part in ("game", *map(str, range(len(model.names))), "locations"):
                reader.do("make.part", part)
                assert_reads_well(reader, part)
    after = scenarios.loads(saved(reader))
    assert (after.table, after.title, after.rules, after.id) == (model.table, model.title, model.rules, model.id)
    assert scenarios.run(after).ok
    reader.do("make_tell")
    assert reader.alert == ""
    for _ in walk_through(reader):
        assert reader.alert == ""


def test_a_file_of_ones_own_is_opened_and_a_broken_one_leaves_all_as_it_was() -> None:
    reader = room()
    text = Path(scenarios.find("tie-02-fiorenza")).read_text("utf-8")
    reader.choose_file("make.file", "mine.yaml", text.encode())
    assert draft_of(reader).scenario.id == "tie-02-fiorenza"
    kept = draft_of(reader).text
    for content, said in (
        (b"", "empty"),
        (text.replace("title:", "title: x: y").encode(), "quotation marks"),
        (text.replace("seats:", "seatz:").encode(), "seatz"),
        (b"\xff", "not UTF-8"),
    ):
        reader.choose_file("make.file", "bad.yaml", content)
        assert "bad.yaml:" in reader.alert
        assert said in reader.alert
        assert draft_of(reader).text == kept


# What cannot be ----------------------------------------------------------------------------------------------


WRONG = [
    ("make.seat/0/blood", "501", "501"),
    ("make.seat/0/blood", "-1", "-1"),
    ("make.seat/0/blood", "many", "many"),
    ("make.seat/0/tokens_up", "3", "diablerie"),
    ("make.seat/0/name", "Bob", "Bob"),
    ("make.seat/0/name", "", "seats[0].name"),
    ("make.seat/0/name", "haven", "haven"),
    ("make.id", "Not a slug", "Not a slug"),
    ("make.title/en", "", ""),
    ("make.people/0/alliance", {"card": "AL99"}, "AL99"),
    ("make.people/0/alliance", {"card": "BR01"}, "BR01"),
    ("make.ally/0", "VI01", "VI01"),
    ("make.round", 4, "4"),
    ("make.rule", "XXX-99", "XXX-99"),
    ("make.card/0/TO01", "hand", "TO01"),
    ("make.card/0/BR01", "3/up", "3"),
    ("make.variant", "teams", None),
    ("make.start/phase", "dinner", "dinner"),
    ("make.run_to", "tomorrow", "tomorrow"),
    ("make.tick", {"seat": "Ann", "blud": 3}, "blud"),
    ("make.nothing", 1, "make.nothing"),
    ("make.seat/9/blood", "1", "make.seat"),
    ("make.seat/x/blood", "1", "make.seat"),
    ("make.part", "99", "make.part"),
    ("make.tab", None, "make.tab"),
    ("make.eyes", 17, "make.eyes"),
    ("make.remove", 5, "make.remove"),
    ("make.count", 9, "make.count"),
    ("act", {"do": "dance"}, "not"),
    ("act", {"do": "play", "card": "TO01", "at": 1}, ""),
]


@pytest.mark.parametrize(("do", "value", "said"), WRONG, ids=[f"{do}={value}" for do, value, _ in WRONG])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_cannot_be_is_refused_in_words_and_nothing_is_lost(
    do: str, value: object, said: str | None, lang: str
) -> None:
    reader = room(lang)
    tab(reader, "story")
    before = draft_of(reader).text
    reader.do(do, value)
    if said is None or (do, value) == ("make.title/en", ""):
        assert reader.alert == ""  # four can be two teams; a title in one language is enough
        return
    assert reader.alert
    assert "Traceback" not in reader.alert
    assert {"en": "wrong (", "de": "schiefgegangen"}[lang] not in reader.alert, "it is no fault of the kit"
    if said and said != "not":
        assert said in reader.alert
    assert draft_of(reader).text == before


def test_the_last_title_cannot_go() -> None:
    reader = room()
    reader.do("make.title/en", "")
    assert reader.alert == ""
    reader.do("make.title/de", " ")
    assert "title" in reader.alert
    assert draft_of(reader).document["title"] == {"de": "Mein Szenario"}


def test_a_reading_that_the_rulebook_leaves_open_is_chosen() -> None:
    reader = room()
    reader.do("make.ruling/last_blood", "allow")
    assert draft_of(reader).document["rulings"] == {"last_blood": "allow"}
    assert draft_of(reader).told.game.table.rulings["last_blood"] == "allow"
    reader.do("make.ruling/last_blood", "forbid")
    assert "rulings" not in draft_of(reader).document
    for do, value in (("make.ruling/nothing", "allow"), ("make.ruling/last_blood", "perhaps")):
        reader.do(do, value)
        assert reader.alert
        assert "rulings" not in draft_of(reader).document


def test_what_comes_up_next_is_chosen_and_comes_up() -> None:
    reader = room()
    reader.do("make.next/frenzy", "AL09")
    reader.do("make.next/victim", "VI33")
    assert draft_of(reader).document["next_random"] == {"frenzy": ["AL09"], "victim": ["VI33"]}
    reader.do("make.people/1/alliance", {"card": "VI33"})
    assert "VI33" in reader.alert, "it lies in an Alliance, and is no longer in the deck"
    reader.do("make.next/victim", "")
    reader.do("make.people/1/alliance", {"card": "AL09"})
    reader.do("make.seat/1/blood", "0")
    assert reader.alert == ""
    assert "AL09" in draft_of(reader).told.game.view(1).seats[1].drained, "without Blood: a Frenzy at once"
    for do, value in (("make.next/frenzy", "BR01"), ("make.next/dinner", "AL01")):
        before = draft_of(reader).text
        reader.do(do, value)
        assert reader.alert
        assert draft_of(reader).text == before


def test_the_table_beside_the_ticks_is_the_one_that_they_are_about() -> None:
    reader = room()
    reader.do("make.run_to", "end_of_phase")
    reader.do("make.run_to", "end_of_location")
    draft = draft_of(reader)
    assert draft.told.game.view(0).to_json() != draft.now.game.view(0).to_json(), "the next question comes later"
    seen = {}
    for name in TABS:
        tab(reader, name)
        seen[name] = reader.parts["players"]
    assert seen["ticks"] == seen["file"]
    assert len({seen["table"], seen["story"], seen["ticks"]}) == 3
    tab(reader, "ticks")
    for seat in draft.told.game.view(0).seats:
        row = {"seat": seat.name, "blood": seat.blood}
        assert any(found.value == row for found in reader.buttons("make_more"))


def test_an_ally_in_two_places_is_refused_by_the_files_own_check() -> None:
    reader = room()
    reader.do("make.people/0/alliance", {"card": "AL01"})
    reader.do("make.people/1/alliance", {"card": "AL01"})
    assert "AL01" in reader.alert
    assert "seats[0].alliance" in reader.alert
    reader.do("make.people/0/alliance", {"card": "AL01"})
    assert "already" in reader.alert
    assert len(draft_of(reader).scenario.game().view(0).seats[0].alliance) == 2


def test_a_card_goes_to_the_table_to_the_hand_and_to_the_deck() -> None:
    reader = room()
    for where in ("1/up", "hand", "deck"):
        reader.do("make.card/0/BR07", where)
        assert reader.alert == ""
        document = draft_of(reader).document
        assert ("BR07" in document["seats"][0].get("hand", ())) == (where == "hand")
        assert any(row["cards"] == ["BR07"] for row in document.get("deployed", ())) == (where == "1/up")


def test_a_card_that_was_picked_for_a_step_is_put_back() -> None:
    reader = room()
    tab(reader, "story")
    hand = draft_of(reader).now.game.view(0).seats[0].hand
    assert hand is not None
    reader.do("step", ["card", hand[0]])
    (back,) = [found for found in reader.buttons(*CONTROLS) if "vk-unpick" in found.attributes["class"]]
    reader.press(back)
    assert reader.alert == ""
    assert maker_of(reader).panel.picked(maker_of(reader).view) is None
    assert not [found for found in reader.buttons(*CONTROLS) if "vk-unpick" in found.attributes["class"]]
    assert draft_of(reader).document["steps"] == []
    reader.do("step", ["card", hand[1]])
    assert maker_of(reader).panel.picked(maker_of(reader).view) == hand[1]


def test_what_the_rules_forbid_says_why_on_the_panel() -> None:
    reader = room()
    reader.do("make.seat/0/blood", "0")
    tab(reader, "story")
    assert reader.alert == ""
    reader.do("make.undo")
    reader.do("make.seat/0/blood", "1")
    reader.do("step", ["card", draft_of(reader).now.game.view(0).seats[0].hand[0]])  # type: ignore[index]
    reader.do("step", ["at", 1])
    locked = [found for found in reader.locked(*CONTROLS) if found.do == "refused"]
    assert locked, "face down costs the last Blood"
    steps = len(draft_of(reader).document["steps"])
    reader.do("refused", locked[0].value)
    assert reader.alert == ""
    assert len(draft_of(reader).document["steps"]) == steps


# Undo, keeping, secrets --------------------------------------------------------------------------------------


def test_undo_takes_back_one_change_after_the_other() -> None:
    reader, rng = room(), random.Random(2)
    texts = [draft_of(reader).text]
    reader.do("make.count", 5)
    texts.append(draft_of(reader).text)
    reader.do("make.seat/4/name", "Zoë")
    texts.append(draft_of(reader).text)
    tab(reader, "story")
    play_any(reader, rng)
    for text in reversed(texts):
        reader.press("Undo")
        assert reader.alert == ""
        assert draft_of(reader).text == text
    assert [found.text for found in reader.buttons("make_top") if "disabled" in found.attributes] == ["Undo"]


def test_what_is_being_made_is_kept_in_the_browser() -> None:
    reader, rng = room(), random.Random(3)
    reader.do("make.title/en", "Kept")
    tab(reader, "story")
    play_any(reader, rng)
    again = room(stored=reader.store)
    assert draft_of(again).text == draft_of(reader).text
    broken = room(stored={"maker": "format: vendetta-scenario/9\n"})
    assert "another kit" in broken.alert
    assert broken.store["maker"].startswith("format: vendetta-scenario/9"), "nothing is lost until something is made"
    broken.do("make.round", 2)
    assert broken.alert == ""
    assert broken.store["maker"] == draft_of(broken).text


def test_a_step_is_taken_out_if_the_story_can_do_without_it() -> None:
    reader = room()
    reader.do("make.run_to", "end_of_phase")
    reader.do("make.run_to", "end_of_location")
    reader.do("make.remove", 1)
    assert reader.alert == ""
    assert draft_of(reader).document["steps"] == [{"run_to": "end_of_phase"}]
    reader.do("make.undo")
    assert len(draft_of(reader).document["steps"]) == 2
    reader.do("make.new")
    assert draft_of(reader).document["steps"] == []
    reader.do("make.undo")
    assert len(draft_of(reader).document["steps"]) == 2, "even a new beginning is taken back"


def test_a_pupil_who_is_told_a_story_gets_nothing_of_the_maker() -> None:
    reader = room(query="?story=w-07-vanish", stored={"maker": draft_of(room()).text})
    assert not any(name.startswith("make") for name in reader.parts)
    assert "my-scenario" not in "".join(reader.messages)


def test_every_field_of_every_form_can_be_used() -> None:
    """Each button and list that the forms show brings about a table that can be set, or is refused in words."""
    reader = room()
    for key in ("relics", "location_cards"):
        reader.do("make.variant", key)
    refused = 0
    for part in ("game", "0", "locations"):
        reader.do("make.part", part)
        for name in [found.do for found in fields(reader) if found.name == "select"]:
            if f'data-do="{name}"' not in reader.parts["make_more"]:
                continue  # of a phase that is chosen no longer
            options = reader.parts["make_more"].split(f'data-do="{name}"')[1].split("</select>")[0]
            for value in [one.attributes["value"] for one in pressables(options) if one.name == "option"][:12]:
                reader.do(name, value)
                assert "wrong (" not in reader.alert, (name, value)
                assert "does not know" not in reader.alert, (name, value)
                refused += bool(reader.alert)
                if not reader.alert and draft_of(reader).can_undo:
                    assert scenarios.loads(draft_of(reader).text)
    assert refused < 30
