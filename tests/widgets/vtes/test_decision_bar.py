"""What V:TES asks, and its table, over games of bots: all is drawn, and every answer can be pressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.selection import cases
from tests.vtes.table import At
from tests.widgets.dom import read
from tests.widgets.helpers import TEMPLATE_LEFT, Reader, pressables, words_of
from tests.widgets.vtes.pressing import press
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.bots.bot_view import BotView
from vendetta_kit.games.vtes.bots.requirement_checks import would_contest
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.actions import ACTIONS
from vendetta_kit.games.vtes.engine.board import printed
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.masters import being_played
from vendetta_widgets import VtesPage, play_vtes
from vendetta_widgets.games.vtes import ring_html, stage_html
from vendetta_widgets.games.vtes.beat_text import caption
from vendetta_widgets.games.vtes.card_html import as_now
from vendetta_widgets.games.vtes.decision_bar import MOST_WAYS, DecisionBar
from vendetta_widgets.games.vtes.decision_state import SINGLE_VOTES
from vendetta_widgets.games.vtes.offers import SELF, choices, offer
from vendetta_widgets.html import HtmlWriter

DECKS = (["court", "claw", "whispers"], ["household", "whispers", "claw"])


def decisions(seed: int, rounds: int = 12, always: str = "no") -> Iterator[tuple[Game, int, Any]]:
    """Every decision of a game of bots, with the view of whoever is asked."""
    game = Game.new(DECKS[seed % 2], seed=seed, rounds=rounds, ask_always=always)
    bot, rng = bots.make("greedy"), Random(seed)
    while (seat := game.to_act) is not None:
        yield game, seat, game.view(seat)
        game.apply(seat, bots.move(game, seat, bot, rng))


def drawn(panel: DecisionBar, view: Any, pen: HtmlWriter) -> str:
    """All in which she is asked: the bar, the table, her hand."""
    return "".join([panel.html(view, pen), ring_html.players(view, pen, panel), panel.hand(view, pen)])


def pressed(panel: DecisionBar, html: str) -> set[Any]:
    """All actions that its buttons do."""
    found = set()
    for button in pressables(html):
        if button.do == "act" and not button.locked:
            action = panel.handle("act", button.value)
            assert action is not None
            found.add(action)
    return found


@cases("lang", ["en", "de"], quick=["en"])
def test_every_answer_can_be_pressed_at_most_after_one_pick(lang: str) -> None:
    kinds, most = set(), 0
    for seed in range(2):
        for game, seat, view in decisions(seed, always="yes" if seed else "no"):
            kinds.add(view.decision.question or view.decision.kind)
            panel, pen = DecisionBar(lambda action, g=game, s=seat: g.why_not(s, action)), HtmlWriter(lang, game="vtes")
            html = drawn(panel, view, pen)
            assert not TEMPLATE_LEFT.search(words_of(html))
            read(html)
            if view.decision.kind not in ("minion", "transfer", "discard", "hand_down"):
                bar = panel.html(view, pen)
                taken = [b.value for b in pressables(bar) if b.do == "pick" and b.value is not None]
                at_hand = pressed(panel, bar).union(*(panel._ways(number) for number in taken))
                uses = [action for action in view.decision.legal if panel._is_copy(action)]
                at_hand |= {*uses}  # an equal card in play is used instead
                held = {seen.number for seen in view.seats[seat].hand} - {one.number for one in panel._held_once()}
                at_hand |= {
                    a for a in view.decision.legal if isinstance(a, do.Play) and a.card in held
                }  # or of the hand
                at_hand |= {a for a in view.decision.legal if panel._does_less(a, view.decision.legal)}
                assert at_hand == set(view.decision.legal), "each card has a button in the bar"
            found = pressed(panel, html)
            picks = [b.value for b in pressables(html) if b.do == "pick" and b.value is not None]
            for number in dict.fromkeys(picks):
                if not found.issuperset(view.decision.legal):
                    panel.handle("pick", number)
                    picked = drawn(panel, view, pen)
                    read(picked)
                    found |= pressed(panel, picked)
                    most = max(most, len(pressed(panel, picked)))
                    for card in [b.value for b in pressables(picked) if b.do == "pick" and b.value is not None]:
                        if view.decision.kind == "minion" and len(panel._ways(card)) > MOST_WAYS:
                            panel.handle("pick", card)  # a card of many ways is for the minion that was picked
                            found |= pressed(panel, drawn(panel, view, pen))
                            panel.handle("pick", number)
                    panel.handle("pick", None)
                    panel.handle("pick", None)
            legal = view.decision.legal
            without = {a for a in legal if not (panel._is_copy(a) or panel._does_less(a, legal))}
            assert without <= found <= {a for a in legal if not panel._is_copy(a)}
    assert kinds >= {"master", "minion", "block", "react", "strike", "vote", "transfer", "discard", "terms", "untap"}
    assert most > 3


def test_a_minion_has_its_ways_around_it_and_what_it_cannot_do_says_why() -> None:
    leads, reasons = 0, set()
    for game, seat, view in decisions(0, rounds=6):
        if view.decision.kind == "minion":
            panel = DecisionBar(lambda action, g=game, s=seat: g.why_not(s, action))
            verbs = pressables(panel.verbs(view, HtmlWriter("en", game="vtes")) or "")
            own = [button for button in verbs if button.do == "act" and button.value["do"] == "bleed"]
            leads += bool(own)
            assert not own or verbs[0] is own[0]
            assert all("pool" in button.text and "→" in button.text for button in own)
            reasons.update(rule for button in verbs if button.locked for rule in button.value)
    assert leads
    assert reasons


def test_a_minion_is_let_go_over_its_prey_and_bleeds_and_a_card_of_the_hand_over_the_own_side() -> None:
    bled = held = 0
    for game, seat, view in decisions(0, rounds=6):
        panel = DecisionBar(lambda action, g=game, s=seat: g.why_not(s, action))
        html = drawn(panel, view, HtmlWriter("en", game="vtes"))
        drops = {int(n) for n in re.findall(r'data-drop="(-?\d+)"', html)}
        for number in {int(n) for n in re.findall(r'data-drag="(\d+)"', html)}:
            reached = 0
            for over in drops:
                action = panel.handle("aim", [number, over])
                panel.handle("pick", None)
                if action is None:
                    continue
                assert action in view.decision.legal
                reached += 1
                if isinstance(action, do.Bleed):
                    assert (over, action.minion) == (view.seats[seat].prey, number)
                    bled += 1
                elif over == SELF:
                    assert number in {card.number for card in view.seats[seat].hand}
                    held += 1
                else:
                    assert over == action.target  # type: ignore[attr-defined]
            assert reached or len(panel._ways(number)) > 1, "what can be moved can be let go somewhere"
        for nonsense in ([0, 10**6], [[], {}], "aim", None, [True, 1]):
            assert panel.handle("aim", nonsense) is None
    assert bled > 3
    assert held > 3


def test_the_bar_ends_with_what_goes_on() -> None:
    for _, _, view in decisions(0, rounds=6):
        if view.decision.kind in ("master", "react"):
            buttons = [
                b
                for b in pressables(DecisionBar(lambda a: None).html(view, HtmlWriter("en", game="vtes")))
                if b.do == "act"
            ]
            assert buttons[-1].value == {"do": "pass"}
            assert "data-enter" in buttons[-1].attributes
            return
    raise AssertionError("nobody was asked")


def test_a_card_that_cannot_be_played_now_says_why_when_it_is_picked() -> None:
    reasons, twins = set(), 0
    for game, seat, view in decisions(1, rounds=4):
        panel, pen = DecisionBar(lambda action, g=game, s=seat: g.why_not(s, action)), HtmlWriter("en", game="vtes")
        usable = {subject.number for subject in choices(view, view.decision).subjects}
        lit = {card.card for card in view.seats[seat].hand if card.number in usable}
        for card in view.seats[seat].hand:
            if card.number not in usable and card.card in lit:  # of equal cards one is on offer, and stands for all
                panel.handle("pick", card.number)
                html = panel.html(view, pen)
                assert pressed(panel, html)
                panel.handle("pick", None)
                twins += 1
            elif card.number not in usable:
                assert f'data-key="hand-card-{card.number}"' in panel.hand(view, pen)
                panel.handle("pick", card.number)
                html = panel.html(view, pen)
                locked = [found for found in pressables(html) if found.locked]
                assert locked, "it says so"
                reasons.update(rule for found in locked for rule in found.value)
                assert "Why not?" in words_of(html)
                assert pen.name(card.card) in words_of(html)
                panel.handle("pick", None)
    assert len(reasons) > 3
    assert twins


def test_a_copy_of_who_is_in_play_is_warned_of() -> None:
    table = [{"name": "Ann", "ready": ["WV03"], "uncontrolled": ["WV03"]}, {"name": "Bob"}, {"name": "Cy"}]
    game = Game.position({"seats": table, "turn": "Ann", "phase": "influence"})
    panel = DecisionBar(lambda action: game.why_not(0, action))
    html = drawn(panel, game.view(0), HtmlWriter("en", game="vtes"))
    assert "Ann has a copy in play: both would be contested" in words_of(html)
    t = At({"uncontrolled": [{"card": "WV03", "blood": 3}]}, {"ready": ["WV03"]}, {}, phase="influence")
    t.do(0, do.Transfer, "WV03").do(0, do.Pass).on("untap")
    html = drawn(DecisionBar(lambda action: t.g.why_not(1, action)), t.g.view(1), HtmlWriter("en", game="vtes"))
    assert "Hold on to Corin Blythe" in words_of(html)
    assert "both would be contested" not in words_of(html)


def test_the_warning_of_a_contest_says_what_the_bots_see() -> None:
    """The page asks what it shows and a bot its numbers: over a game with many copies both say the same."""
    game, bot, rng, pen = (
        Game.new(["claw"] * 3, seed=4, rounds=12),
        bots.make("greedy"),
        Random(4),
        HtmlWriter("en", game="vtes"),
    )
    said = {True: 0, False: 0}
    while (seat := game.to_act) is not None:
        view, seen = game.view(seat), BotView(game, seat)
        panel = DecisionBar(lambda action, seat=seat: game.why_not(seat, action))  # type: ignore[misc]
        panel.html(view, pen)
        for one in view.seats[seat].uncontrolled:
            assert one.card is not None
            warned = panel._contests(one.card) is not None
            assert warned == would_contest(seen, printed(game, one.number))
            said[warned] += 1
        for _ in range(8):  # a look now and then
            if (seat := game.to_act) is not None:
                game.apply(seat, bots.move(game, seat, bot, rng))
    assert min(said.values()) > 5


def test_a_second_vampire_of_one_name_that_gets_counters_is_warned_of() -> None:
    warning = "another of the same name has counters"
    for blood, warns in ((0, False), (1, True)):
        coming = ["WV03", {"card": "WV03", "blood": blood}]
        t = At({"uncontrolled": coming}, {}, {}, phase="influence").on("transfer")
        html = drawn(
            DecisionBar(lambda action, t=t: t.g.why_not(0, action)), t.g.view(0), HtmlWriter("en", game="vtes")
        )
        assert (warning in words_of(html)) is warns, blood


def test_equal_cards_in_play_have_one_button_for_the_same() -> None:
    for held, buttons in ((["HL11", "HL11"], 1), (["HL11"], 1)):
        t = At({"held": held, "ready": ["WV03"]}, {}, {})
        pen, panel = HtmlWriter("en", game="vtes"), DecisionBar(lambda action, t=t: t.g.why_not(0, action))
        view = t.g.view(0)
        assert view.decision is not None
        assert sum(isinstance(action, do.Use) for action in view.decision.legal) == len(held)
        uses = [a for a in pressed(panel, panel.html(view, pen)) if isinstance(a, do.Use)]
        assert len(uses) == buttons


def test_who_is_out_holds_no_hand() -> None:
    panel, pen = DecisionBar(lambda action: None), HtmlWriter("en", game="vtes")
    game = Game.new(DECKS[0], seed=1)
    view = game.view(0)
    assert pressables(panel.hand(view, pen))
    out = replace(view, seats=(replace(view.seats[0], here=False), *view.seats[1:]))
    assert panel.hand(out, pen) == ""


def forecast(effect: str) -> tuple[int, int]:
    """The votes for and against that a button of a referendum says."""
    found = re.search(r"(\d+) : (\d+)", effect)
    assert found is not None, effect
    return int(found[1]), int(found[2])


@pytest.mark.rules("vtes:POL-12")
def test_each_button_of_a_referendum_says_how_it_comes_out_with_the_prisci_if_nobody_votes_any_more() -> None:
    ann = {"ready": ["OV02", {"card": "HV03", "blood": 1}], "hand": ["OL03"]}
    blocks = set()
    for seed in range(4):
        t, chance = At(ann, {"ready": ["HV07", "OV01"]}, {"ready": ["WV01"]}), Random(seed)
        t.do(0, do.Play, "OL03", "OV02").on("vote")
        while (seat := t.g.to_act) is not None and (view := t.g.view(seat)).referendum is not None:
            assert view.decision is not None
            for action in view.decision.legal:
                told = offer(view, action, HtmlWriter("en", game="vtes")).effect
                copy = t.g.copy()
                copy.apply(seat, action)
                while (other := copy.to_act) is not None and copy.view(other).referendum is not None:
                    copy.apply(other, do.Pass())
                out = next(event for event in reversed(copy.events) if event.kind == "outcome").data
                assert forecast(told) == (out["total_for"], out["total_against"])
                assert ("passes" in told) is out["passes"]
                blocks.add(out["prisci_for"] - out["prisci_against"])
            t.g.apply(seat, view.decision.legal.sample(chance))
    assert blocks >= {-1, 0, 1}


MOST_IN_A_REFERENDUM = 4
"""Answers in the bar: all for it, all against it, one by one, none."""


def test_votes_stand_in_the_bar_as_wide_as_their_number_each_player_as_one() -> None:
    t = At({"ready": ["OV02", "OV01"], "hand": ["OL03"]}, {"ready": ["WV01"]}, {})
    t.do(0, do.Play, "OL03", "OV02").on("vote")
    pen = HtmlWriter("en", game="vtes")
    before = stage_html.going_on(t.g.view(0), pen)
    poll = t.g.view(0).referendum
    assert poll is not None
    mine = sum(ballot.votes for ballot in poll.ballots if ballot.seat == 0)
    assert re.findall(r'vt-ballot[^"]*vt-open-ballot" style="flex-grow:(\d+)"', before)[0] == str(mine)
    t.do(0, do.Vote, "OV02", yes=True)
    after = stage_html.going_on(t.g.view(0), pen)
    poll = t.g.view(0).referendum
    assert poll is not None
    assert f'vt-pro" style="flex-grow:{poll.standing[0]}"' in after
    assert f'vt-open" style="flex-grow:{poll.still_open}"' in after
    assert after.count("vt-ballot ") == before.count("vt-ballot ") + 1


def test_a_card_that_is_taken_while_a_minion_is_chosen_is_for_it() -> None:
    t = At({"ready": ["WV01", "WV03"], "hand": ["WL01"]}, {"ready": ["HV07"]}, {}).on("minion")
    view = t.g.view(0)
    panel, pen = DecisionBar(lambda action: t.g.why_not(0, action)), HtmlWriter("en", game="vtes")
    ways = [action for action in view.decision.legal if isinstance(action, do.Play)]
    minions = list(dict.fromkeys(action.minion for action in ways))
    assert len(minions) == 2
    for minion in minions:
        panel.html(view, pen)
        panel.handle("pick", minion)
        panel.handle("pick", ways[0].card)
        found = [action for action in pressed(panel, panel.html(view, pen)) if isinstance(action, do.Play)]
        assert {action.minion for action in found} == {minion}
        panel.handle("pick", None)


def test_what_a_priscus_has_to_say_is_said_and_counts_in_the_bar_and_on_the_stage() -> None:
    t = At({"ready": ["OV02", {"card": "HV03", "blood": 1}], "hand": ["OL03"]}, {"ready": ["WV01"]}, {})
    t.do(0, do.Play, "OL03", "OV02").on("vote")
    panel, pen = DecisionBar(lambda action: t.g.why_not(0, action)), HtmlWriter("en", game="vtes")
    answers = [b for b in pressables(panel.html(t.g.view(0), pen)) if "vt-offer" in b.attributes["class"]]
    assert 0 < len(answers) <= MOST_IN_A_REFERENDUM
    panel.handle("pick", SINGLE_VOTES)
    assert "among the Prisci, on where their 3 go → 3 : 0, passes" in words_of(panel.html(t.g.view(0), pen))
    t.do(0, do.Vote, "HV03", yes=False)
    words = words_of(stage_html.going_on(t.g.view(0), pen))
    assert "against it 3" in words
    assert "4 more for it would pass it" in words
    assert " · Prisci 0 : 1" in words


def test_a_card_that_has_maneuvered_is_named_where_it_strikes() -> None:
    t = At({"ready": [{"card": "WV03", "on": ["HL05"]}]}, {"ready": ["HV07"], "hand": ["HL16"]}, {})
    t.do(0, do.Bleed, "WV03").do(1, do.Block, "HV07").on("maneuver")
    t.do(1, do.Play, "HL16", "HV07", superior=True)
    while (t.who, t.asked) != (1, "strike"):
        t.g.apply(t.who, t.g.legal(t.who)[0])
    html = DecisionBar(lambda action: t.g.why_not(1, action)).html(t.g.view(1), HtmlWriter("en", game="vtes"))
    assert "Grip of Shadow" in words_of(html)


@pytest.mark.parametrize("superior", [False, True])
def test_a_stage_tells_the_level_at_which_a_card_was_played_and_no_other(superior: bool) -> None:
    t = At({"ready": ["WV01"], "hand": ["WL01"]}, {"ready": ["HV07"]}, {})
    t.do(0, do.Play, "WL01", "WV01", superior=superior).on("block")
    words = words_of(stage_html.going_on(t.g.view(1), HtmlWriter("en", game="vtes")))
    assert f"at +{1 + superior} bleed" in words
    assert f"at +{2 - superior} bleed" not in words


def test_a_diablerie_has_both_on_its_stage_with_the_blood_that_goes_over_and_a_blood_hunt_its_vampire() -> None:
    t = At({"ready": [{"card": "CV06", "blood": 1}]}, {"torpor": [{"card": "HV02", "blood": 2}]}, {}, edge="Bob")
    pen = HtmlWriter("en", game="vtes")
    names = [practice_set()[card].named("en") for card in ("CV06", "HV02")]
    deed = next(action for action in t.g.legal(0) if isinstance(action, do.Diablerize))
    assert offer(t.g.view(0), deed, pen).effect == f"takes 2 blood; a blood hunt may burn {names[0]}"
    t.do(0, do.Diablerize, "CV06", "HV02").on("blood_hunt")
    since = t.g.view(1).events[0].n
    asked = stage_html.going_on(t.g.view(1), pen)
    assert all(name in words_of(asked) for name in (*names, "+2 blood", "Devoured"))
    while t.asked == "blood_hunt":
        t.g.apply(t.who, do.Call() if t.who == 1 else do.Pass())
    assert names[0] in words_of(stage_html.going_on(t.g.view(1), pen)).partition("calls a referendum")[0]
    t.do(1, do.Vote, -1, True)
    while t.g.view(1).referendum is not None:
        t.g.apply(t.who, do.Pass())
    told = words_of(stage_html.told(t.g.view(1), since, pen))
    assert all(name in told for name in (*names, "Destroyed", "Devoured"))
    assert caption(t.g.view(1), since, pen).words == f"{names[0]} devours {names[1]}, and the blood hunt passes"


def test_who_is_full_is_said_to_hunt_for_nothing() -> None:
    for blood, words in ((1, "Hunt full, brings nothing"), (0, "Hunt blood 0 → 1")):
        t = At({"ready": [{"card": "HV03", "blood": 6 * blood}, {"card": "HL03"}]}, {})
        panel = DecisionBar(lambda action, t=t: t.g.why_not(0, action))
        hunts = [
            one.text for one in pressables(drawn(panel, t.g.view(0), HtmlWriter("en", game="vtes"))) if one.do == "act"
        ]
        assert any(text == words for text in hunts)


def test_pool_for_a_full_vampire_is_said_to_be_lost() -> None:
    waiting = [{"card": "WV03", "blood": 9}, "WV01"]
    table = [{"name": "Ann", "uncontrolled": waiting}, {"name": "Bob"}, {"name": "Cy"}]
    game = Game.position({"seats": table, "turn": "Ann", "phase": "influence"})
    html = drawn(DecisionBar(lambda action: game.why_not(0, action)), game.view(0), HtmlWriter("en", game="vtes"))
    names = [
        one.attributes["aria-label"] for one in pressables(html) if one.do == "act" and one.value["do"] == "transfer"
    ]
    assert sum("full, it would be lost" in name for name in names) == 1
    assert len(names) == 2


def test_a_political_action_says_what_its_caller_has_if_it_passes() -> None:
    t = At({"ready": ["OV06"], "hand": ["OL02"], "pool": 8}, {"pool": 11})
    view, pen = t.g.view(0), HtmlWriter("en", game="vtes")
    calls = next(action for action in view.decision.legal if isinstance(action, do.Play))
    assert "if it passes: pool 8 → 10" in words_of(str(offer(view, calls, pen).effect))
    t.do(0, do.Play, "OL02", "OV06").on("vote")
    own = next(action for action in t.g.legal(0) if isinstance(action, do.Vote) and action.yes)
    t.g.apply(0, own)
    t.settle()
    assert [one.pool for one in t.g.view(0).seats] == [10, 10]


def test_as_many_transfers_as_are_wanted_are_one_press() -> None:
    tried = 0
    for game, seat, view in decisions(0, rounds=3):
        if view.decision.kind != "transfer":
            continue
        html = drawn(DecisionBar(lambda action: None), view, HtmlWriter("en", game="vtes"))
        for button in pressables(html):
            if button.do == "act_times":
                n, action = button.value
                fork = game.fork()
                for _ in range(n):
                    fork.apply(seat, ACTIONS.from_json(action))
                tried += 1
    assert tried > 10


@cases("lang", ["en", "de"], quick=["en"])
def test_the_table_is_drawn_at_every_moment_and_is_the_same_whatever_is_hidden(lang: str) -> None:
    pen_of, worlds, strips = (lambda: HtmlWriter(lang, game="vtes")), 0, 0
    for k, (game, seat, _) in enumerate(decisions(0)):
        for reader in {seat, (seat + 1) % 3}:
            shown = _drawn(game, reader, pen_of())
            assert not TEMPLATE_LEFT.search(words_of(shown))
            strips += "vk-stage" in shown
            if k % 5 == 0:
                worlds += 1
                assert _drawn(game.imagine(reader, Random(k)), reader, pen_of()) == shown
    assert strips > 20
    assert worlds > 20


def _drawn(game: Game, reader: int, pen: HtmlWriter) -> str:
    """All that a reader is shown of a game beside its log."""
    view = game.view(reader, log=False)
    panel = DecisionBar(lambda action: game.why_not(reader, action))
    parts = [
        ring_html.clock(view, pen),
        ring_html.strip(view, pen),
        ring_html.players(view, pen, panel),
        stage_html.going_on(view, pen),
        panel.html(view, pen),
        panel.hand(view, pen),
    ]
    return "".join(parts)


def test_the_prey_sits_at_the_left_and_the_predator_at_the_right() -> None:
    view = Game.new(DECKS[0], seed=3).view(1)
    html = ring_html.players(view, HtmlWriter("en", game="vtes"))
    names = [html.index(f" {name}<") for name in ("Cy", "Ann", "Bob")]
    assert names == sorted(names)
    assert html.index("your prey") < html.index("your predator")
    strip = words_of(ring_html.strip(view, HtmlWriter("en", game="vtes")))
    assert strip.index("Bob") < strip.index("Cy") < strip.index("Ann")


def test_each_side_of_the_stage_has_the_cards_that_its_player_has_played() -> None:
    t = At({"ready": ["WV01"], "hand": ["WL04", "WL11"], "held": ["WL09"]}, {"ready": ["WV04"], "hand": ["CL02"]}, {})
    t.do(0, do.Bleed, "WV01").on("block").do(1, do.Block, "WV04")
    t.on("react").do(0, do.Play, "WL04", "WV01").on("react").do(1, do.Play, "CL02", "WV04")
    pen = HtmlWriter("en", game="vtes")
    acts, blocks = stage_html.going_on(t.g.view(2), pen).split("vt-side")[1:]
    stealth, intercept = (practice_set()[card].named("en") for card in ("WL04", "CL02"))
    assert stealth in acts
    assert intercept in blocks
    assert stealth not in blocks
    assert intercept not in acts


def test_the_strips_say_how_it_stands() -> None:
    seen = {"stealth": 0, "combat": 0, "damage": 0, "poll": 0}
    for seed in (0, 2):
        for _, _, view in decisions(seed):
            words = words_of(stage_html.going_on(view, HtmlWriter("en", game="vtes")))
            if view.action is not None and view.combat is view.referendum is None:
                seen["stealth"] += 1
                assert f"{view.action.stealth} stealth" in words
                assert view.action.kind != "bleed" or f"for {view.action.bleed}" in words
            if view.combat is not None:
                seen["combat"] += 1
                assert f"round {view.combat.round}" in words
                assert ("long range" if view.combat.long else "close range") in words
                begun = max(event.n for event in view.events if event.kind == "round")
                hurt = [e for e in view.events if e.kind == "damage" and e.n > begun and e.data["amount"]]
                seen["damage"] += len(hurt)
                if hurt:  # all strikes of the round together
                    mine = sum(e.data["amount"] for e in hurt if e.data["minion"] == hurt[0].data["minion"])
                    assert f"damage this round {mine}" in words
            if view.referendum is not None and view.combat is None:
                seen["poll"] += 1
                yes, no = view.referendum.standing
                assert f"for it {yes}" in words
                assert f"against it {no}" in words
            if view.action is view.combat is view.referendum is None and view.decision.kind != "out_of_turn":
                assert words == ""
    assert all(seen.values()), seen


def test_a_master_has_its_stage_only_where_one_is_played_and_not_where_others_are_asked_before_minions_act() -> None:
    found = set()
    for game, _, view in decisions(1, rounds=5, always="yes"):
        if view.decision.kind == "out_of_turn" and view.action is view.combat is view.referendum is None:
            plays = being_played(game) >= 0
            words = words_of(stage_html.going_on(view, HtmlWriter("en", game="vtes")))
            assert ("plays a master" in words) is plays
            found.add(plays)
    assert found == {True, False}


def test_an_ally_that_is_hurt_is_wounded_and_a_vampire_heals() -> None:
    t = At({"ready": ["WV04"]}, {"ready": ["HL01"]}, {})
    since = len(t.g.events)
    t.do(0, do.Bleed, "WV04").on("block").do(1, do.Block, "HL01").settle()
    told = stage_html.told(t.g.view(0), t.g.view(0).events[since].n, HtmlWriter("en", game="vtes"))
    sides = {pair: words_of(f"<p {html}") for pair, html in zip("ab", told.split("vt-side")[1:], strict=False)}
    assert "1 blood paid to heal" in sides["a"]
    assert "The bleed is stopped: Perpetua pays 1 blood to heal, Hired Muscle loses 1 life." in words_of(told)
    assert "1 life lost" in sides["b"]


def test_a_minions_window_shows_what_has_become_of_it() -> None:
    """Its card is as it was printed; above it stand its Disciplines, blood, numbers and what lies on it now."""
    reader = Reader(play_vtes(7, lang="en"))
    page = reader.page
    assert isinstance(page, VtesPage)
    t = At({"ready": [{"card": "WV03", "on": ["HL05"], "blood": 2}]}, {}, {})
    view, pen = t.g.view(0), HtmlWriter("en", game="vtes")
    told = as_now(view, "WV03", pen)
    assert told is not None
    assert "2 blood of" in words_of(told)
    assert pen.name("HL05") in words_of(told)
    assert as_now(view, "WV01", pen) is None
    while not any(who.ready for who in page.session.view.seats):
        press(reader, page.session.advice("en").action)
    ready = [seen.card for who in page.session.view.seats for seen in who.ready if seen.card]
    assert ready
    assert all("vt-card-now" in page.opened(f"card:vtes:{card}", page.pen()) for card in ready)
    assert "vt-card-now" not in page.opened("card:HL05", page.pen())


def test_a_card_that_adds_stealth_says_what_else_it_does_and_the_question_who_blocks_whom() -> None:
    t = At({"ready": ["WV01"], "hand": ["WL05"]}, {"ready": ["HV07"]}, {})
    t.do(0, do.Bleed, "WV01").do(1, do.Block, "HV07").on("react")
    panel = DecisionBar(lambda action: t.g.why_not(0, action))
    words = words_of(drawn(panel, t.g.view(0), HtmlWriter("en", game="vtes")))
    assert "1 against 0: gets past, if no intercept comes · Untap this minion" in words
    names = [practice_set()[card].named("en") for card in ("HV07", "WV01")]
    assert f"{names[0]} tries to block {names[1]}: do you play or use a card?" in words


def test_a_card_of_the_hand_that_is_taken_says_what_it_does_also_where_it_cannot_be_played() -> None:
    t = At({"ready": ["WV01"], "hand": ["CL09"]}, {}, {}, phase="master").on("minion")
    pen, view = HtmlWriter("en", game="vtes"), t.g.view(0)
    panel = DecisionBar(lambda action: t.g.why_not(0, action))
    assert "3 damage, at any range" not in words_of(panel.html(view, pen))
    panel.handle("pick", t.number("CL09"))
    assert "Sawn-Off The minion with this card: Strike: 3 damage, at any range" in words_of(panel.html(view, pen))
