"""V:TES in a real browser: its first turns by mouse and by keyboard, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases

PAGE = "18_play_vtes"
QUESTION = ".vk-panel .vk-question h2"
ACTS = ":is(.vk-ring_table, .vk-panel) button[data-do='act']:not([aria-disabled])"
ALL_AT_ONCE = ".vk-ring_table button[data-do='act_times']"
MINION = ".vk-ring_table .vt-verbs"
MOST_PRESSES = 60


def play_on(her: Hands) -> None:
    """Press what is likely: counters all at once, the first way of a minion, else what ends the phase."""
    if her.find(".vk-show .vk-skip").count():
        her.press(her.find(".vk-show .vk-skip"))
        return
    several, verbs = her.find(ALL_AT_ONCE), her.find(f"{MINION} button[data-do='act']")
    ends = her.find(".vk-panel .vt-pass")
    found = several if several.count() else verbs if verbs.count() else ends if ends.count() else her.find(ACTS)
    her.press(found.first)


def play_until(her: Hands, asked: re.Pattern[str]) -> None:
    """Play on until something is asked."""
    for _ in range(MOST_PRESSES):
        expect(her.page.locator(QUESTION)).to_be_visible()
        if asked.search(her.page.locator(QUESTION).inner_text()):
            return
        play_on(her)
    raise AssertionError(f"{asked.pattern} was never asked")


def zones_of(her: Hands) -> list[list[int]]:
    """Where the table, the own side, the bar and the hand begin and end."""
    found: list[list[int]] = her.page.locator(".vt-board, .vt-own, .vt-ask, .vt-hold").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(box => [Math.round(box.top), Math.round(box.bottom)])"
    )
    return found


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(DESKTOP, "en")], ids=["desktop", "phone"])
def test_the_first_turns_are_played_by_pressing(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=True).open(PAGE, "seed=7")
    expect(her.page.locator(".vt-players")).to_be_visible()
    expect(her.page.locator(".vk-panel .vt-offers .vk-button").first).to_be_in_viewport(ratio=1)
    expect(her.page.locator(".vt-hold .vk-held").nth(3)).to_be_in_viewport()
    assert not her.page.evaluate("document.scrollingElement.scrollHeight > innerHeight + 1"), "nothing scrolls"
    her.accessible()
    her.picture(f"vtes-1-first-{size[0]}")
    zones = zones_of(her)
    play_until(her, re.compile("minion phase|Minionphase"))
    assert size == PHONE or zones_of(her) == zones, "no zone moves while one plays"
    her.accessible()
    if size == DESKTOP:
        her.press(her.button("What would you do?"))
        expect(her.find(".vk-advice button[data-do='act']")).to_be_in_viewport(ratio=1)
        assert zones_of(her) == zones, "nor for advice"
        her.picture("vtes-2-advice")
        her.press(her.button("What would you do?"))
    bleed = her.find(f"{MINION} button[data-do='act']").first
    expect(bleed).to_contain_text(re.compile("Bleed Bob|Bob bleeden"))
    expect(bleed).to_contain_text("→")
    expect(bleed).to_be_in_viewport(ratio=1)
    if size == DESKTOP:
        phases = her.page.locator(".vt-clock .vk-track li")
        at = [box["x"] for k in range(5) if (box := phases.nth(k).bounding_box())]
        assert at == sorted(at), "the phases stand in their order"
    her.picture(f"vtes-2-minion-{size[0]}")
    if size == DESKTOP:
        menu = her.page.locator(".vk-all-tools")
        for close in (lambda: her.page.mouse.click(640, 300), lambda: her.page.keyboard.press("Escape")):
            menu.locator("> summary").click()
            expect(menu).to_have_attribute("open", "")
            close()
            expect(menu).not_to_have_attribute("open", "")
        prey = her.page.locator(".vt-at-prey")
        her.keep()
        her.find(".vt-own-minions [data-drag]").first.hover()
        her.page.mouse.down()
        prey.hover(position={"x": 120, "y": 60})
        expect(prey).to_have_class(re.compile("vk-over-drop"))
        her.page.mouse.up()
        her.answered()
    else:
        her.press(bleed)
    expect(her.page.locator(".vk-stage, .vt-players").first).to_be_visible()
    her.accessible()
    her.picture(f"vtes-3-bleed-{size[0]}", full=True)
    idle = her.find(".vk-held.vk-idle .vk-take").first
    her.press(idle)
    expect(her.page.locator(".vk-panel .vk-locked")).to_be_visible()
    her.ask_why(her.find(".vk-panel .vk-locked").first)
    expect(her.page.locator(".vk-panel .vk-why")).to_be_visible()


def test_a_turn_is_played_by_keys_and_the_end_looks_back(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(PAGE, "seed=7&rounds=2")
    question = her.page.locator(QUESTION)
    for key, asked in (("Enter", "influence"), ("Enter", "discard"), ("u", "influence"), ("u", "master")):
        her.keep()
        her.page.keyboard.press(key)
        her.answered()
        expect(question).to_contain_text(f"{asked} phase")
        expect(question).to_be_focused()
    her.page.keyboard.press("?")
    expect(her.page.locator("dialog.vk-dialog")).to_be_visible()
    her.page.keyboard.press("Escape")
    end, on = her.page.locator(".vk-result .vk-end"), her.page.locator(".vk-past button[data-key='step-on']")
    for _ in range(MOST_PRESSES):
        if end.count():
            break
        her.press(her.find(".vk-show .vk-skip, .vk-panel .vt-pass").first)
    expect(end).to_be_visible()
    her.press(her.find(".vk-end button[data-do='look_act']").first)
    expect(end).to_have_count(0)
    seen = on.get_attribute("data-value") or ""
    her.press(on)
    expect(on).not_to_have_attribute("data-value", seen)
    her.press(her.button("Back to now"))
    expect(end).to_be_visible()


def test_a_turn_of_others_is_let_go_by_with_one_press_and_taken_back_with_one(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(PAGE, "seed=7")
    let_go = ".vk-panel button[data-do='let_go']"
    for _ in range(MOST_PRESSES):
        if her.find(let_go).count():
            break
        play_on(her)
    expect(her.find(let_go)).to_be_in_viewport(ratio=1)
    turn, asked = her.page.locator(".vk-turn").inner_text(), her.page.locator(QUESTION).text_content()
    her.accessible()
    her.picture("vtes-3-let-go", full=True)
    her.press(her.find(let_go))
    expect(her.page.locator(QUESTION)).to_be_focused()
    while her.find(".vk-show .vk-skip").count():
        her.press(her.find(".vk-show .vk-skip"))
    her.press(her.find("[data-key='menu-undo']"))
    if her.find("[data-key='undo-do']").count():  # what she has seen since is said first, in the bar
        expect(her.find(".vt-board")).to_be_visible()
        her.press(her.find("[data-key='undo-do']"))
    expect(her.page.locator(".vk-turn")).to_have_text(turn)
    expect(her.page.locator(QUESTION)).to_have_text(asked)
    expect(her.find(let_go)).to_be_visible()


@cases("size", [DESKTOP, PHONE], quick=[DESKTOP], ids=["desktop", "phone"])
def test_the_others_moves_are_shown_and_can_be_skipped(hands: Callable[..., Hands], size: tuple[int, int]) -> None:
    her = hands(size).open(PAGE, "seed=7&help=shown")
    play_until(her, re.compile("discard phase"))
    zones = zones_of(her)
    her.press(her.find(".vk-panel .vt-pass").first)
    expect(her.page.locator(".vk-show .vk-caption")).to_contain_text("Bob")
    assert size == PHONE or zones_of(her) == zones, "no zone moves for what is told"
    if size == DESKTOP:
        told, asked = (her.find(selector).bounding_box() for selector in (".vt-ask .vk-beat", ".vt-ask"))
        assert told == asked, "nor does that run into the hand"
    expect(her.page.locator(".vk-show .vk-skip")).to_contain_text("To my next choice")
    her.press(her.find(".vk-show .vk-skip"))
    expect(her.page.locator(".vk-show")).to_be_hidden()
    expect(her.page.locator(QUESTION)).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_what_if_is_played_with_all_its_choices_in_sight(hands: Callable[..., Hands], size: tuple[int, int]) -> None:
    her = hands(size, calm=True).open(PAGE, "seed=7")
    play_on(her)
    her.open(PAGE, "what_if=5")  # in the game of this seed she was asked first after five moves
    back = her.find("button[data-do='come_back']")
    expect(back).to_be_in_viewport(ratio=1)
    expect(her.page.locator(".vk-panel .vt-offers .vk-button").first).to_be_in_viewport(ratio=1)
    expect(her.page.locator(".vt-hold .vk-held").nth(3)).to_be_in_viewport()
    wide = her.page.locator(".vt-bar").bounding_box()
    assert wide is not None
    assert wide["width"] > size[0] * 0.8, "the bar has the row for itself"
    her.accessible()
    her.press(back)
    expect(back).to_have_count(0)
    expect(her.page.locator(QUESTION)).to_be_visible()


@pytest.mark.long
def test_the_front_page_leads_there(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("00_start_here")
    her.press(her.button("V:TES, the game of 1998"))
    her.follow("Play a whole game")
    expect(her.page.locator(".vt-decks .vt-deck")).to_have_count(4)
    for width, height in ((1280, 720), (1280, 800), (1366, 768), PHONE):
        her.page.set_viewport_size({"width": width, "height": height})
        rest = her.page.locator(".vk-form-rest").bounding_box()
        for button in her.page.locator(".vk-drawer [type=submit], .vk-drawer section > .vk-button").all():
            box = button.bounding_box()
            assert rest is not None
            assert box is not None
            assert box["y"] >= rest["y"] + rest["height"], "it lies on nothing"
            assert box["y"] + box["height"] <= height
    her.picture("vtes-decks")


@cases("size, lang", [(DESKTOP, "de"), (PHONE, "en")], quick=[(PHONE, "en")], ids=["desktop", "phone"])
def test_the_first_lesson_begins_with_a_move_and_is_gone_on_with(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = hands(size, lang, calm=True).open("vtes/00_first_bleed")
    glowing = ".vk-glow"
    expect(her.page.locator(glowing)).to_be_in_viewport(ratio=1)
    her.accessible()
    her.picture(f"vtes-lesson-{size[0]}")
    her.press(her.find(glowing))
    expect(her.page.locator("[data-thing='seat-1'] .vt-pool b")).to_have_text("1")
    on = her.find(".vk-steer button[data-do='go_on']")
    expect(on).to_be_in_viewport(ratio=1)
    her.press(on)
    her.press(her.find(glowing))
    her.reload()
    expect(her.page.locator(".vk-moments .vk-now")).to_have_attribute(
        "data-value", "2"
    )  # all that the part asks is done
    expect(her.page.locator("a.vk-home")).to_have_attribute("href", re.compile(r"\.\./00_start_here"))


@cases(
    "lesson, part",
    [
        ("07_votes", ""),
        ("07_votes", "for-a-price"),
        ("12_servants_and_gear", "a-word"),
        ("16_a_small_game", "turn-two"),
    ],
    quick=[("07_votes", "")],
)
def test_a_lessons_table_and_hand_are_in_the_window_and_tell_no_answer(
    hands: Callable[..., Hands], lesson: str, part: str
) -> None:
    her = hands((1280, 800), calm=True).open(f"vtes/{lesson}", f"moment={part}")
    asked, glows = her.find(".vk-coach [data-do=answer]"), ".vk-panel button.vk-glow, .vk-held.vk-glow > .vk-take"
    for _ in range(1 if part else 8):
        for zone in (".vk-felt > .vk-hand", ".vk-felt > :is(.vk-event:not(:empty), .vk-ring_table:visible)"):
            expect(her.find(zone).first).to_be_in_viewport(ratio=0.99)
        her.uncut()
        if asked.count() or part:
            break
        her.press(her.find(glows).first)
    assert part or asked.count()
    if (card := her.find(".vk-held.vk-glow > .vk-take")).count():
        her.press(card.first)
        expect(her.find(".vk-panel button.vk-glow").last).to_be_in_viewport(ratio=1)
    expect(her.page.locator(".vt-poll-verdict:visible")).to_have_count(0)


def test_drills_are_asked_at_its_own_table(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("vtes/drills", "about=block")
    expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
    her.accessible()
    her.picture("vtes-drills", full=True)
    for turn in range(2):
        her.drill(turn)
        expect(her.page.locator(".vk-drill")).to_contain_text(f"of {turn + 1} right")
        her.press(her.find(".vk-drill .vk-next"))
    her.accessible()


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[], ids=["desktop", "phone"])
def test_a_deck_is_listed_and_its_faults_are_read_beside_it(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = hands(size, lang, calm=True).open(PAGE, "seed=7")
    expect(her.page.locator(".vt-players")).to_be_visible()
    her.press(her.find(".vk-all-tools summary"))
    her.press(her.find("[data-key='menu-new']"))
    her.press(her.find(".vt-own-list summary"))
    field = her.page.locator("textarea[name=list]")
    field.fill("Crypt (12)\n11x Salt\n1x Petra Unheard\nLibrary\n40x Heavy Hand")
    her.press(her.find(".vk-drawer button[type=submit]"), told="Petra Unheard")
    expect(her.page.locator(".vt-slips li")).to_have_count(2)
    expect(her.page.locator(".vt-slips")).to_contain_text("Petra Unheard")
    expect(field).to_have_value(re.compile("Petra Unheard"))
    her.accessible()
    her.picture(f"vtes-list-{size[0]}")
    petra = "- {id: PETRA, type: vampire, name: Petra Unheard, clan: gangrel, capacity: 2}"
    quiet = "- {id: QUIET, type: combat, name: Quiet Hand, basic: [{strike: {damage: 2}}]}"
    field.fill("Crypt (12)\n11x Salt\n1x Petra Unheard\nLibrary\n40x Quiet Hand")
    her.page.locator("textarea[name=cards]").fill(f"{petra}\n{quiet.replace('strike', 'hit')}")
    her.press(her.find(".vk-drawer button[type=submit]"), told="'hit'")
    her.page.locator("textarea[name=cards]").fill(f"{petra}\n{quiet}")
    her.press(her.find(".vk-drawer button[type=submit]"))
    expect(her.page.locator("textarea[name=list]")).to_have_count(0)
    expect(her.page.locator(".vt-hold")).to_contain_text("Quiet Hand")
    her.accessible()
    her.picture(f"vtes-own-cards-{size[0]}")
    play_on(her)
    her.open(PAGE)  # the game that was kept goes on, and the form holds her deck and cards
    expect(her.page.locator(".vt-hold")).to_contain_text("Quiet Hand")
    her.press(her.find(".vk-all-tools summary"))
    her.press(her.find("[data-key='menu-new']"))
    expect(her.page.locator("textarea[name=list]")).to_have_value(re.compile("40x Quiet Hand"))
    expect(her.page.locator("textarea[name=cards]")).to_have_value(f"{petra}\n{quiet}")
