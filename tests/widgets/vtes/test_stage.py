"""What V:TES's stage shows of a combat, a bleed and other deeds, and what bots say there."""

from __future__ import annotations

from dataclasses import replace

from tests.vtes.table import At
from tests.widgets.helpers import words_of
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.views import View
from vendetta_widgets.games.vtes import ring_html, stage_html
from vendetta_widgets.games.vtes.beat_text import caption
from vendetta_widgets.games.vtes.card_html import brief, idle_note, idle_reason
from vendetta_widgets.games.vtes.decision_bar import DecisionBar
from vendetta_widgets.games.vtes.offers import offer, standing
from vendetta_widgets.games.vtes.stage_parts import picture_of
from vendetta_widgets.games.vtes.unasked import armed_answer, completed_block
from vendetta_widgets.html import HtmlWriter


def test_a_combat_that_goes_on_is_told_without_a_result_stolen_blood_is_told_and_of_two_equal_the_right_shown() -> None:
    t = At({"ready": ["HL01", "HL01"]}, {"ready": ["HV07"], "hand": ["HL10"]}, {})
    pen, iris = HtmlWriter("en", game="vtes"), practice_set()["HV07"].named("en")
    since = t.g.view(1).events[-1].n
    t.do(0, do.Bleed, "HL01#2").do(1, do.Block, "HV07").on("strike")
    deed = f"{iris} blocks {practice_set()['HL01'].named('en')}"
    assert caption(t.g.view(1), since, pen).words == deed
    combat = t.g.view(1).combat
    assert combat is not None
    fighters = [one.minion for one in combat.fighters]
    while (t.who, t.asked) != (1, "strike"):
        t.g.apply(t.who, t.g.legal(t.who)[0])
    t.do(1, do.Play, "HL10", "HV07")
    while t.g.view(1).combat is not None:
        t.g.apply(t.who, do.Pass() if do.Pass() in t.g.legal(t.who) else t.g.legal(t.who)[0])
    view = t.g.view(1)
    ally = practice_set()["HL01"].named("en")
    assert caption(view, since, pen).words == f"{deed}: {iris} −1, {ally} −1 stolen"
    assert "2 life" in words_of(stage_html.told(view, since, pen, fighters)), "not of the other of that name"
    assert "steals 1 life" in words_of(stage_html.told(view, since, pen, fighters))


def test_the_scene_of_a_combat_has_the_card_that_led_to_it_and_those_played_on_the_way() -> None:
    t = At({"ready": ["WV01"], "hand": ["WL01"]}, {"ready": ["HV07"], "hand": ["HL10"]}, {})
    pen, names = HtmlWriter("en", game="vtes"), [practice_set()[card].named("en") for card in ("WL01", "HL10")]
    t.do(0, do.Play, "WL01", "WV01").do(1, do.Block, "HV07").on("strike")
    scene = words_of(stage_html.going_on(t.g.view(1), pen))
    assert [name in scene for name in names] == [True, False]
    while (t.who, t.asked) != (1, "strike"):
        t.g.apply(t.who, t.g.legal(t.who)[0])
    t.do(1, do.Play, "HL10", "HV07")
    while t.g.view(1).combat is not None:
        t.g.apply(t.who, do.Pass() if do.Pass() in t.g.legal(t.who) else t.g.legal(t.who)[0])
    told = words_of(stage_html.told(t.g.view(1), 0, pen))
    assert [told.count(name) > 0 for name in names] == [True, True]


def test_a_block_that_a_card_of_the_hand_makes_succeed_is_no_idle_one_and_the_card_says_when() -> None:
    pen = HtmlWriter("en", game="vtes")
    for hand, idle in ((["CL02"], False), ([], True)):
        t = At({"ready": [{"card": "WV01", "blood": 1}]}, {"ready": ["CV07"], "hand": hand}, {})
        t.do(0, do.Hunt, "WV01")
        view = t.g.view(1)
        block = next(one for one in t.g.legal(1) if isinstance(one, do.Block))
        assert offer(view, block, pen).idle is idle
        assert not hand or idle_reason(view, "CL02", pen) == "once you block"


def test_a_block_with_the_one_card_that_makes_it_succeed_is_one_press_if_the_blocker_can_play_it() -> None:
    pen = HtmlWriter("en", game="vtes")
    for hand, blood, said in (
        (["CL02"], 2, True),
        (["CL02"], 0, False),
        (["CL01"], 2, False),
        (["CL02", "CL02"], 2, True),
    ):
        t = At(
            {"ready": [{"card": "WV01", "blood": 1}]}, {"ready": [{"card": "WV04", "blood": blood}], "hand": hand}, {}
        )
        t.do(0, do.Hunt, "WV01")
        view = t.g.view(1)
        block = next(one for one in t.g.legal(1) if isinstance(one, do.Block))
        panel = DecisionBar(lambda action, g=t.g: g.why_not(1, action), arms=True)
        html = str(panel.html(view, pen))
        assert ("act_with" in html) is said, hand
        assert ("Block with" in html and "On the Roofs" in html) is said
        assert offer(view, block, pen).idle is not said, "it would come to nothing"
        if said:
            panel.arm(t.number("CL02"))
            t.g.apply(1, block)
            t.on("react")
            answer = armed_answer(t.g.view(1), panel.armed) if t.who == 1 else None
            while answer is None and t.who == 0:
                t.g.apply(0, do.Pass())
                answer = armed_answer(t.g.view(1), panel.armed)
            assert answer == completed_block(t.g.view(1)) == t.action(do.Play, "CL02", "WV04")


def test_a_strike_against_one_that_ends_the_combat_or_dodges_promises_no_damage() -> None:
    for level, said in (("basic", "dodged: no damage"), ("superior", "the combat ends first: no damage")):
        t = At({"ready": ["WV01"], "hand": ["WL12"]}, {"ready": ["HV07"], "hand": ["HL10"]}, {})
        pen = HtmlWriter("en", game="vtes")
        t.do(0, do.Bleed, "WV01").do(1, do.Block, "HV07").on("strike")
        played = [one for one in t.g.legal(0) if isinstance(one, do.Play)]
        effects = {one.superior: offer(t.g.view(0), one, pen).effect for one in played}
        assert ("dodges: no damage to either" if level == "basic" else "ends first: no strike lands") in effects[
            level == "superior"
        ]
        t.g.apply(0, next(one for one in played if one.superior is (level == "superior")))
        while (t.who, t.asked) != (1, "strike"):
            t.g.apply(t.who, t.g.legal(t.who)[0])
        view = t.g.view(1)
        hands = next(one for one in t.g.legal(1) if isinstance(one, do.Strike))
        assert offer(view, hands, pen).effect == said
        assert "torpor" not in words_of(stage_html.going_on(view, pen))


def test_before_one_strikes_both_cards_and_each_answer_say_what_would_become_of_whom() -> None:
    """What lies open of the other is a number, cards of a hand are a question mark; damage that waits is final."""
    t = At(
        {"ready": ["CV08"], "hand": ["CL04", "CL03"]}, {"ready": [{"card": "WV04", "blood": 2}], "hand": ["WL12"]}, {}
    )
    t.do(0, do.Bleed, "CV08").on("block").do(1, do.Block, "WV04").on("strike")
    view, pen = t.g.view(0), HtmlWriter("en", game="vtes")
    assert t.who == 0
    shown = words_of(stage_html.going_on(view, pen))
    assert "can deal 2 damage hit by Perpetua: blood 2 → 1" in shown, (
        "by Heavy Hand of her own hand; by the other's bare hands"
    )
    assert "can deal 1 damage, more by cards hit by Fenna: blood 2 → 0" in shown
    assert "Fenna chooses now" in shown
    assert "Perpetua chooses next" in shown
    assert DecisionBar(lambda action: None).question(view, pen) == "How does Fenna strike Perpetua?"
    effects = {offer(view, action, pen).label: offer(view, action, pen).effect for action in view.decision.legal}
    assert effects["Bare hands"] == "1 damage: Perpetua blood 2 → 1"
    assert effects["Heavy Hand"] == "2 damage: Perpetua blood 2 → 0"


def test_a_bleed_that_gets_through_has_its_end_on_the_stage_and_a_last_one_stands_above_the_oust() -> None:
    pen = HtmlWriter("en", game="vtes")
    for pool, words in ((9, "9 → 7"), (1, "Perpetua → Bob , 1 → 0")):
        t = At({"ready": ["WV04"]}, {"pool": pool}, {"pool": 8})
        since = t.g.view(0).events[-1].n + 1
        t.do(0, do.Bleed, "WV04").settle()
        view = t.g.view(0)
        shown = words_of(stage_html.told(view, since, pen))
        assert words in shown
        assert ("Ousted" in shown) is (pool == 1)
        assert ("Resolved" in shown) is (pool == 9)
        assert str(pool) in words_of(str(caption(view, since, pen).words))
        other = words_of(stage_html.told(t.g.view(2), since, pen))
        assert ("Resolved" in other) is False, "what others do to others is a row"


def test_a_deed_without_a_stage_has_its_picture_in_the_middle_of_the_table() -> None:
    pen = HtmlWriter("en", game="vtes")
    t = At({"ready": ["WV04"]}, {"pool": 9}, {"pool": 8})
    since = t.g.view(2).events[-1].n + 1
    t.do(0, do.Bleed, "WV04").settle()
    view = t.g.view(2)
    picture = picture_of(view, since, pen)
    assert picture is not None
    assert "Perpetua" in words_of(picture)
    assert ring_html.face_of(view, 1) in picture, "whom she bleeds"
    assert picture in ring_html.players(view, pen, told=picture)
    assert picture_of(view, view.events[-1].n + 1, pen) is None


def test_bots_say_a_word_at_great_moments_and_people_are_never_made_to() -> None:
    for lang in ("en", "de"):
        pen = HtmlWriter(lang, game="vtes")
        t = At({"ready": ["WV04"]}, {"pool": 1}, {"pool": 8})
        since = t.g.view(0).events[-1].n + 1
        t.do(0, do.Bleed, "WV04").settle()
        for me, said in ((0, 1), (1, 1), (2, 1)):  # the last word of her prey, or her predator's
            view = t.g.view(me)
            assert stage_html.told(view, since, pen, (), remarks=True).count("vt-remark") == said
            assert "vt-remark" not in stage_html.told(view, since, pen)


def bar(view: View) -> DecisionBar:
    """A bar that asks what a view asks, without advice."""
    return DecisionBar(lambda action: None)


def test_the_reason_that_never_changes_stands_on_a_card_first_and_who_is_tapped_by_name() -> None:
    pen = HtmlWriter("en", game="vtes")
    both = [{"card": "WV01", "tapped": True}, "CV03"]  # Obfuscate, and none
    t = At({"ready": both, "hand": ["WL15", "WL03", "WL06"]}, {"ready": ["WV04"]}, {"ready": ["OV06"]})
    view, name = t.g.view(0), practice_set()["WV01"].named("en")
    assert [idle_reason(view, card, pen) for card in ("WL15", "WL03", "WL06")] == [f"{name} is tapped"] * 2 + [
        "master phase"
    ]
    t.do(0, do.Bleed, "CV03").on("block")
    view = t.g.view(0)
    assert idle_reason(view, "WL03", pen) == "needs Obfuscate", "she who acts can never play it"
    assert idle_reason(view, "WL15", pen) == "an action goes on"


def test_a_card_that_nobody_ready_can_play_says_who_of_ones_own_could() -> None:
    pen, name = HtmlWriter("en", game="vtes"), practice_set()["WV01"].named("en")
    for side, who in (
        ({"ready": ["CV03"], "uncontrolled": ["WV01"]}, f"{name}, coming"),
        ({"ready": ["CV03"], "torpor": ["WV01"]}, f"{name}, in torpor"),
        ({"ready": ["CV03"]}, "you have nobody"),
    ):
        t = At({**side, "hand": ["WL15"]}, {"ready": ["WV04"]}, {"ready": ["OV06"]})
        assert words_of(f"<p>{idle_note(t.g.view(0), 'WL15', pen)}</p>") == f"needs Obfuscate : {who}"


def test_a_card_that_gives_blood_says_to_each_vampire_what_it_brings() -> None:
    mine = [{"card": "WV04", "blood": 1}, {"card": "CV08", "blood": 2}]
    t = At({"hand": ["CL11"], "ready": mine}, {}, {}, turn="Ann", phase="master")
    view, pen = t.g.view(0), HtmlWriter("en", game="vtes")
    offers = [offer(view, action, pen) for action in view.decision.legal if isinstance(action, do.Play)]
    assert {one.label: (one.effect, one.idle) for one in offers} == {
        "A Good Night for It at Perpetua": ("blood 1 → 3", False),
        "A Good Night for It at Fenna": ("full, brings nothing", True),
    }


def test_the_card_that_stands_out_to_be_discarded_says_why() -> None:
    t = At({"hand": ["WL02", "OL09"], "ready": ["CV03"]}, {}, {}, turn="Ann", phase="discard")
    view, pen = t.g.view(0), HtmlWriter("en", game="vtes")
    for card, why in (("WL02", "needs Dominate"), ("OL09", "least use now")):
        panel = DecisionBar(lambda action: None, proposes=lambda _, card=card: do.Discard(t.number(card)))
        assert f"discard: {why}" in words_of(panel.hand(view, pen))


def test_a_master_card_says_that_it_may_be_cancelled_once_it_is_taken() -> None:
    t = At({"hand": ["OL09"], "ready": ["CV03"]}, {"hand": ["WL12"]}, {}, turn="Ann", phase="master")
    panel, pen = DecisionBar(lambda action: t.g.why_not(0, action)), HtmlWriter("en", game="vtes")
    view = t.g.view(0)
    drawn = panel.html(view, pen) + panel.hand(view, pen)
    assert "unless" not in words_of(drawn)
    panel.handle("pick", t.number("OL09"))
    assert "unless somebody cancels it" in words_of(panel.html(view, pen))


def test_of_a_card_that_only_does_more_at_its_superior_level_that_alone_is_offered() -> None:
    pen = HtmlWriter("en", game="vtes")
    t = At({"ready": ["WV01"], "hand": ["WL01"]}, {"pool": 9, "ready": ["WV04"]}, {"ready": ["OV06"]})
    view = t.g.view(0)
    shown = words_of(bar(view).verbs(view, pen) or "")
    assert "2 ways" not in shown
    assert "◆ Bleed Bob for 3: pool 9 → 6" in shown
    assert shown.count("Perpetua may block") == 2, "beside her own bleed and the card's"


def test_that_nobody_can_block_is_said_at_the_prey_and_in_the_bar_and_a_far_end_is_not_guessed() -> None:
    pen = HtmlWriter("en", game="vtes")
    for said in (True, False):
        prey = {"pool": 9, "ready": [{"card": "WV04", "tapped": said}]}
        t = At({"ready": ["CV03"]}, prey, {"ready": ["OV06"]})
        view = t.g.view(0)
        panel = bar(view)
        assert ("nobody can block you" in words_of(ring_html.players(view, pen, panel))) is said
        assert ("all minions of Bob are tapped" in words_of(panel.html(view, pen))) is said
        assert ("out in 9 turns" in words_of(ring_html.players(view, pen, panel))) is not said
    t = At({"ready": ["CV03"]}, {"pool": 10, "ready": ["WV04"]}, {"ready": ["OV06"]})
    assert "out in" not in words_of(ring_html.players(t.g.view(0), pen))


def test_an_action_that_nobody_has_blocked_stands_past_the_attempt() -> None:
    pen = HtmlWriter("en", game="vtes")
    t = At({"ready": ["WV01"], "hand": ["WL02"]}, {"ready": ["WV04"]}, {"ready": ["OV06"]})
    t.do(0, do.Bleed, "WV01").on("block")
    assert "Not blocked" not in words_of(stage_html.going_on(t.g.view(0), pen))
    t.do(1, do.Pass).on("react")
    view = t.g.view(0)
    assert any(event.kind == "unblocked" for event in view.events)
    shown = stage_html.going_on(view, pen)
    assert "Not blocked" in words_of(shown)
    assert "may-stop" not in shown
    assert shown.index("vk-now") > shown.index("Attempt")


def test_what_another_plays_names_her_and_a_tie_is_said_to_fail() -> None:
    pen = HtmlWriter("en", game="vtes")
    assert brief("OL02", "en", by="Cy") == (
        "If the referendum passes: Each Methuselah, Cy included, burns 1 pool. Cy gains 3 pool."
    )
    assert "Du erhältst" not in brief("WL06", "de", by="Cy")
    t = At({"ready": ["OV06"], "hand": ["OL02"]}, {"hand": ["WL06"]}, {"hand": ["WL06"]})
    t.do(0, do.Play, "OL02", "OV06").on("vote")
    view = t.g.view(0)
    assert view.referendum is not None
    level = replace(view.referendum, votes_for=2, votes_against=2, prisci_for=0, prisci_against=0)
    assert "a tie" in standing(view, level, pen)
