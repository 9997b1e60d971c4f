"""The decision panel: every legal answer can be given, whatever else is shown says why not, and a Drain asks first."""

from __future__ import annotations

import html as entities
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.widgets.helpers import TEMPLATE_LEFT, Pressable, pressables, words_of
from vendetta_kit import Game, rulebook
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine import planning
from vendetta_kit.games.vendetta.engine.actions import ACTIONS, Bid, Drain, EndTurn, Play
from vendetta_kit.games.vendetta.engine.card_tables import LOCATION_NUMBER
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.wording.message_text import action_text, decision_text
from vendetta_kit.scenarios import Do, ScenarioRun, find, load
from vendetta_widgets.games.vendetta.decision_controls import MOST_BLOOD, DecisionControls, PanelInput
from vendetta_widgets.games.vendetta.play_builder import STEPS
from vendetta_widgets.html import HtmlWriter

SETUPS: list[dict[str, Any]] = [
    {"seats": 4, "seed": 7},
    {"seats": 3, "seed": 8, "location_cards": True, "relics": True},
    {"seats": 6, "seed": 9, "teams": True, "relics": True},
]
ANN = {"name": "Ann", "clan": "brujah", "hand": ["BR07", "BR01", "BR02"], "blood": 5, "alliance": ["VI01"]}
OTHERS = [{"name": "Bob", "clan": "toreador"}, {"name": "Cy", "clan": "tremere"}]


class Table:
    """A game and the panel of one of its seats."""

    def __init__(self, game: Game, seat: int = 0) -> None:
        self.game, self.seat = game, seat
        self.panel = DecisionControls(
            PanelInput(
                lambda action: self.game.why_not(self.seat, action),
                lambda at: planning.fee(self.game, self.seat, LOCATION_NUMBER[at]),
            )
        )

    def html(self, lang: str = "en") -> str:
        """Bar, hand and Alliance, and what stands at the Locations."""
        view, pen = self.game.view(self.seat), HtmlWriter(lang)
        return self.panel.html(view, pen) + "".join(self.panel.targets(view, pen).values())

    def words(self, lang: str = "en") -> str:
        return words_of(self.html(lang))

    def pressed(self, *dos: str) -> list[Pressable]:
        """All that can be pressed."""
        return [found for found in pressables(self.html()) if found.do in dos and not found.locked]

    def locked(self, lang: str = "en") -> list[Pressable]:
        return [found for found in pressables(self.html(lang)) if found.locked]

    def choose(self, *steps: tuple[str, Any]) -> None:
        """Build a play by presses."""
        for value in steps:
            assert list(value) in [found.value for found in self.pressed("step")], value
            assert self.panel.handle("step", list(value)) is None


def planning_table(**ann: Any) -> Table:
    """Ann's Planning turn at a small table."""
    return Table(position({"seats": [{**ANN, **ann}, *OTHERS], "ambition": "Ann"}))


def decisions(setup: dict[str, Any], lang: str = "en") -> Iterator[tuple[Table, Any]]:
    """Every decision of a game played at random."""
    game, rng = Game.new(**setup), random.Random(setup["seed"])
    tables = [Table(game, seat) for seat in range(game.seats)]
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        assert view.decision is not None
        yield tables[seat], view
        game.apply(seat, game.legal(seat).sample(rng))


# Every answer ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup['seats']} players")
def test_every_legal_answer_can_be_given_and_no_other(setup: dict[str, Any]) -> None:
    kinds = set()
    for table, view in decisions(setup):
        asked = view.decision
        kinds.add(asked.kind)
        found = pressables(table.html())
        live = [press for press in found if not press.locked]
        acts = {ACTIONS.from_json(press.value) for press in live if press.do in ("act", "drain")}
        legal = set(asked.legal)
        plays = {action for action in legal if isinstance(action, Play)}
        assert {action for action in acts if not isinstance(action, Play)} == legal - plays, asked
        assert (
            all(isinstance(action, Drain) for press in live if press.do == "drain" for action in legal & acts) or True
        )
        if asked.kind == "keep":
            assert table.html().count("vk-look-at") >= 2, "each can be read before it is kept"
        if asked.kind == "plan":
            cards = [press.value[1] for press in live if press.do == "step" and press.value[0] == "card"]
            assert set(cards) == {play.card for play in plays}
        for press in live:
            if press.do == "drain":
                assert isinstance(ACTIONS.from_json(press.value), Drain)
    assert {"pick_clan", "keep", "plan", "withdraw"} <= kinds


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_question_stands_above_with_its_rules_and_reads_well(lang: str) -> None:
    for table, view in decisions(SETUPS[0]):
        text = table.words(lang)
        assert words_of(f"<p>{entities.escape(decision_text(view.decision, view.names, lang))}</p>") in text
        assert table.panel.question(view, HtmlWriter(lang)) == decision_text(view.decision, view.names, lang)
        assert not TEMPLATE_LEFT.search(text)
        told = {press.value for press in pressables(table.html()) if press.do == "open"}
        rules = view.decision.rules
        assert f"rule:{rules[0]}" in told
        assert len(rules) == 1 or f"rules:{','.join(dict.fromkeys(rules))}" in told


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup['seats']} players")
def test_whatever_is_locked_says_why_by_which_rule_and_what_would_do(setup: dict[str, Any]) -> None:
    seen = 0
    for table, view in decisions(setup):
        if seen > 150:
            break
        html = table.html()
        for press in (found for found in pressables(html) if found.locked):
            seen += 1
            assert press.do == "refused"
            assert press.value
            assert all(rulebook.is_id(rule) for rule in press.value)
            name = press.attributes["aria-describedby"]
            bubble = html.partition(f'id="{name}"')[2]
            bubble = bubble[: bubble.index("</span></span>") if "</span></span>" in bubble else None]
            told = words_of(">" + bubble)
            assert press.value[0] in told
            assert entities.unescape(rulebook.cite(press.value[0])) in told
            assert len(told) > len(press.value[0]) + 20
        assert view.decision is not None
    assert seen > 20


def test_without_a_question_there_is_nothing() -> None:
    game = Game.new(seats=4, seed=7)
    other = next(seat for seat in range(4) if seat not in game.pending)
    assert Table(game, other).html() == ""


# A play, step by step ----------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-11", "PLAN-12", "CONF-03")
def test_a_play_is_built_with_its_cost_and_its_power() -> None:
    table = planning_table()
    assert '"vk-button vk-primary' not in table.html()
    table.choose(("card", "BR07"))
    assert "Where to? Press a Location." in table.words()
    table.choose(("at", 1))
    assert "Pool 5 → becomes 5" in table.words()
    table.choose(("blood", 2))
    assert "Pool 5 → becomes 3" in table.words()
    assert "Power there 0 → becomes 5" in table.words()
    table.choose(("face", "down"))
    assert "Pool 5 → becomes 2" in table.words()
    confirm = next(press for press in table.pressed("act") if "vk-confirm" in press.attributes["class"])
    assert table.panel.handle("act", confirm.value) == Play("BR07", 1, "down", 2)


@pytest.mark.rules("REV-05", "PLAN-20")
@pytest.mark.parametrize(
    ("card", "lang", "when"),
    [
        ("BR07", "en", "Before the conflict:"),
        ("BR01", "en", "In the conflict:"),
        ("BR03", "en", "By itself, while face up:"),
        ("BR03", "de", "Von selbst, solange sie offen liegt:"),
    ],
)
def test_a_picked_card_says_when_it_acts_and_all_that_it_does(card: str, lang: str, when: str) -> None:
    table = planning_table(hand=[card, "BR02"])
    table.choose(("card", card))
    assert f"{when} {box.text(card, lang)}" in table.words(lang)
    table.choose(("at", 1))
    assert when not in table.words(lang), "then its place, its Blood and its facing have the room"


def test_what_is_chosen_stays_over_a_redraw_and_goes_with_the_question() -> None:
    table = planning_table()
    table.choose(("card", "BR01"), ("at", 2), ("blood", 1))
    on = [press.value for press in table.pressed("step") if press.attributes.get("aria-pressed") == "true"]
    assert on == [["face", "up"], ["blood", 1], ["card", "BR01"], ["at", 2]]
    assert table.words("de") != table.words("en")
    on_german = [
        found.value for found in pressables(table.html("de")) if found.attributes.get("aria-pressed") == "true"
    ]
    assert on_german == on
    table.game.apply(0, Play("BR01", at=2, blood=1))
    table.game.apply(0, EndTurn())
    while table.game.view(0).decision is None:
        seat = table.game.to_act
        assert seat is not None
        table.game.apply(seat, table.game.legal(seat)[0])
    assert not [press for press in table.pressed("step") if press.attributes.get("aria-pressed") == "true"]


def test_what_is_not_on_offer_cannot_be_chosen() -> None:
    table = planning_table()
    table.html()
    for wrong in (["card", "BR99"], ["at", 9], ["face", "up"], ["wings", 1]):
        with pytest.raises(ValueError, match=r"not on offer|not in"):
            table.panel.handle("step", wrong)
    assert table.panel.handle("dance", None) is None
    assert table.panel.handle("drain", None) is None


def targets(table: Table) -> dict[Any, list[Pressable]]:
    """What can be pressed at each Location of the table."""
    table.html()
    return {at: pressables(html) for at, html in table.panel.targets(table.game.view(0), HtmlWriter("en")).items()}


@pytest.mark.rules("PLAN-03", "PLAN-12")
def test_a_location_is_pressed_on_the_table_and_the_play_lies_there_before_it_is_confirmed() -> None:
    table = planning_table()
    assert {at: [press.value for press in found] for at, found in targets(table).items()} == {
        at: [["at", at]] for at in (1, 2, "haven")
    }
    assert table.panel.ghosts(table.game.view(0), HtmlWriter("en")) == {}
    table.choose(("card", "BR07"), ("at", 2))
    assert list(table.panel.ghosts(table.game.view(0), HtmlWriter("en"))) == [2]
    for value in (["blood", 3], ["face", "down"], ["at", "haven"]):
        table.panel.handle("step", value)
    assert list(table.panel.ghosts(table.game.view(0), HtmlWriter("en"))) == ["haven"]
    (confirm,) = [press for press in pressables(table.html()) if "vk-confirm" in press.attributes.get("class", "")]
    assert ACTIONS.from_json(confirm.value) == Play("BR07", "haven", "down", 3)


def test_what_is_put_together_can_be_taken_back() -> None:
    table = planning_table()
    table.choose(("card", "BR07"), ("at", 2))
    assert table.panel.handle("unpick", None) is None
    assert [press.value for press in table.pressed("step") if press.attributes.get("aria-pressed") == "true"] == []
    assert "vk-confirm" not in re.findall(r'class="([^"]*vk-primary[^"]*)"', table.html())


def test_a_location_may_be_pressed_before_a_card_and_a_card_dragged_to_it() -> None:
    table = planning_table()
    table.html()
    table.panel.handle("step", ["at", 2])
    assert "vk-on" in targets(table)[2][0].attributes["class"]
    table.choose(("card", "BR01"))
    assert table.panel.handle("aim", ["BR07", "haven"]) is None
    on = [press.value for press in table.pressed("step") if press.attributes.get("aria-pressed") == "true"]
    assert sorted(map(str, on)) == sorted(map(str, (["card", "BR07"], ["at", "haven"], ["face", "up"], ["blood", 0])))
    assert table.panel.handle("aim", ["BR07", 1, 2]) is None, "a Location and its Blood with one press"
    on = [press.value for press in table.pressed("step") if press.attributes.get("aria-pressed") == "true"]
    assert ["blood", 2] in on
    for value in (["BR07", 9], ["BR07", 1, 4]):
        with pytest.raises(ValueError, match="not on offer"):
            table.panel.handle("aim", value)


@pytest.mark.rules("PLAN-12", "RUL-01", "PLAN-11")
def test_the_steps_show_what_people_expect_and_why_it_may_not_be() -> None:
    table = planning_table(blood=2)
    table.choose(("card", "BR07"), ("at", 1))
    labels = {press.text.removeprefix("⊘ "): press.value for press in table.locked()}
    table.panel.handle("unpick", None)
    asked = {press.text.removeprefix("⊘ "): press.value for press in table.locked()}
    table.choose(("card", "BR07"), ("at", 1))
    assert "RUL-01" in labels["2 Blood"]
    assert labels["3 Blood"]
    assert "PLAN-03" in asked["End the turn"]
    bloods = [press.value[1] for press in table.pressed("step") if press.value[0] == "blood"]
    assert bloods == [0, 1]
    assert max(MOST_BLOOD, *bloods) == 3
    html = table.html()
    assert "What you may do instead" in words_of(html)
    poor = planning_table(blood=1)
    poor.choose(("card", "BR07"), ("at", 1))
    down = next(press for press in poor.locked() if "face down" in press.text)
    assert "PLAN-11" in down.value or "RUL-02" in down.value


@pytest.mark.rules("DIAB-04", "PLAN-24")
def test_tokens_can_be_flipped_only_by_whoever_has_some() -> None:
    table = planning_table()
    table.choose(("card", "BR07"), ("at", 1))
    assert "vk-step-flips" not in table.html()
    table = planning_table(diablerie={"up": 2})
    table.choose(("card", "BR07"), ("at", 1), ("flips", 2))
    assert "Pool 5 → becomes 5" in table.words()
    assert "Power there 0 → becomes 5" in table.words()
    locked = [press.text.removeprefix("⊘ ") for press in table.locked()]
    assert "3 Diablerie tokens" in locked, "one more than there are"


def test_power_is_not_added_up_as_at_the_table() -> None:
    table = planning_table()
    table.panel.counts = False
    table.choose(("card", "BR07"), ("at", 1))
    assert "Pool 5 → becomes 5" in table.words()
    assert "Power there" not in table.words()


def test_what_a_lesson_waits_for_glows_at_each_step_and_nothing_else_does() -> None:
    table = planning_table()
    table.panel.glow = Play("BR07", at=2, face="down", blood=1)
    wanted: list[tuple[str, Any]] = [("card", "BR07"), ("at", 2), ("face", "down"), ("blood", 1)]
    for step in wanted:
        html = table.html()
        glowing = re.findall(r'class="[^"]*vk-glow[^"]*"[^>]*data-value="([^"]*)"', html)
        glowing += re.findall(r'class="vk-held vk-glow".*?data-value="([^"]*)"', html)
        assert f'["{step[0]}",' in entities.unescape(glowing[0])
        table.choose(step)
    glowing = re.findall(r'class="[^"]*vk-glow[^"]*"[^>]*data-do="(\w+)"', table.html())
    assert glowing == ["act"]
    table.choose(("blood", 0))
    assert not re.search(r"vk-confirm vk-glow", table.html())


def test_an_answer_of_one_press_glows() -> None:
    for table, view in decisions(SETUPS[0]):
        if view.decision.kind in ("plan",):
            continue
        wanted = view.decision.legal[len(view.decision.legal) - 1]
        table.panel.glow = wanted
        assert table.html().count("vk-glow") == 1, view.decision.kind
        table.panel.glow = None
        assert "vk-glow" not in table.html()
        if view.round > 1:
            break


# Drains ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("DRAIN-01", "DRAIN-05")
def test_a_drain_asks_first_and_says_what_it_brings_and_costs() -> None:
    table = planning_table()
    (offer,) = table.pressed("drain")
    assert table.panel.handle("drain", offer.value) is None
    text = table.words()
    assert "Pool 5 → becomes 8" in text
    assert "It lasts to the end." in text
    assert "Diablerie token" not in text
    assert not table.pressed("step"), "first yes or no"
    yes, no = table.pressed("act", "drain")
    assert "Drain" in yes.text
    assert table.panel.handle(no.do, no.value) is None
    assert table.pressed("step")
    table.panel.handle("drain", offer.value)
    assert table.panel.handle("act", yes.value) == Drain("VI01")


@pytest.mark.rules("DIAB-01", "DIAB-03", "RUL-15")
def test_draining_a_vampire_is_diablerie_and_the_third_token_warns() -> None:
    table = planning_table(alliance=["AL09"])
    (offer,) = table.pressed("drain")
    table.panel.handle("drain", offer.value)
    assert "It is a Vampire: that is Diablerie" in table.words()
    assert "third Diablerie token" not in table.words()
    table = planning_table(alliance=["AL09"], diablerie={"up": 1, "down": 1})
    table.html()
    table.panel.handle("drain", offer.value)
    assert "third Diablerie token" in table.words()
    assert "and leave the game" in table.words()
    table = planning_table(alliance=["AL14"], diablerie={"up": 1})
    table.html()
    table.panel.handle("drain", Drain("AL14").to_json())
    assert "third Diablerie token" in table.words(), "he counts as two"
    table.game.apply(0, Drain("AL14"))
    assert table.game.view(0).seats[0].out


# What is tried at other questions ----------------------------------------------------------------------------


def test_what_people_try_at_an_auction_and_after_a_play_says_why_not() -> None:
    table = planning_table()
    table.game.apply(0, Play("BR07", at=1))
    assert table.game.view(0).decision is not None
    again = next(press for press in table.locked() if "Play another card" in press.text)
    assert "PLAN-03" in again.value


def test_a_bid_beyond_what_there_is_says_why_not() -> None:
    telling = ScenarioRun(load(find("auction-01-bids")))
    bid = next(step for step in telling.scenario.steps if isinstance(step, Do) and isinstance(step.action, Bid))
    assert telling.reach(bid)
    table = Table(telling.game, bid.seat)
    view = telling.game.view(bid.seat)
    assert view.decision is not None
    most = max(action.blood for action in view.decision.legal if isinstance(action, Bid))
    assert [press.text.removeprefix("⊘ ") for press in table.locked()] == [str(most + 1)]
    assert {ACTIONS.from_json(press.value) for press in table.pressed("act")} == set(view.decision.legal)


def test_the_nearest_legal_choice_is_named_in_words() -> None:
    table = planning_table(blood=2)
    table.choose(("card", "BR07"), ("at", 1))
    why = table.game.why_not(0, Play("BR07", at=1, blood=3))
    assert why is not None
    assert why.nearest is not None
    assert action_text(why.nearest, table.game.names, "en") in table.words()
    assert set(STEPS) == {"card", "at", "face", "blood", "flips"}


@pytest.mark.parametrize(
    ("blood", "lang", "words"),
    [
        (4, "en", "takes 1 of the 4 Blood in your Pool, and playing 3 with it the rest"),
        (4, "de", "kostet 1 von 4 Blut in deinem Vorrat, 3 dazu auszuspielen den Rest"),
        (3, "en", "takes 1 of the 3 Blood in your Pool; 3 more are not there"),
    ],
)
def test_the_fee_for_face_down_is_in_the_sum_of_what_is_too_much(blood: int, lang: str, words: str) -> None:
    table = planning_table(blood=blood)
    table.choose(("card", "BR07"), ("at", 1), ("face", "down"))
    assert words in table.words(lang)


def test_an_answer_that_takes_blood_says_what_it_leaves_and_that_it_brings_a_frenzy() -> None:
    said = []
    for seed in range(12):
        for table, view in decisions({"seats": 4, "seed": seed, "rulings": {"last_blood": "allow"}}):
            takes = {"toll": 2, "curfew": 3}.get(view.decision.question, 0)
            pool = view.seats[table.seat].blood
            if takes and pool:
                said.append(f"Pool {pool} → {max(0, pool - takes)}{': Frenzy' if pool <= takes else ''}")
                assert said[-1] in table.words()
    assert {one.endswith("Frenzy") for one in said} == {True, False}
