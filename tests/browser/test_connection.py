"""A network that is away for a while: the page says so, takes it back by itself, and no press is lost or done twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import LOCALES, Opener
from tests.browser.hands import TAKE, Hands
from tests.browser.test_together import TABLE, TURN, open_table, sit_down
from tests.browser.world import PATIENCE, Known, Wire

GAME = "09_whole_game"
LOST = {"en": "The connection to the kit is lost", "de": "Die Verbindung zum Kit ist weg"}
DEAD = {"en": "its kernel has stopped", "de": "Ihr Rechenkern ist stehen geblieben"}
BROKEN = ("WebSocket connection to", "Failed to load resource", "ERR_", "Connection lost", "Failed to fetch")
"""What the browser itself complains of while there is no network."""
LONG = 45_000
"""Milliseconds in which JupyterLab's own part, left to itself, has looked again at least once: it waits 10 to 30 s."""
MOST_PRESSES = 40
"""So many presses, beats that are told among them, make at least one move."""
UNDO = '[data-key="menu-undo"]'
ANSWER = b'"type":"draw"'


@pytest.fixture
def wire(server: Known) -> Iterator[Wire]:
    """A network between browser and server that a test can break."""
    with Wire(server) as running:
        yield running


@pytest.fixture
def seated(wire: Wire, window: Opener) -> Callable[..., Hands]:
    """A person behind that network: ``seated("17_play_together", lang="de")``."""

    def sitting(notebook: str = GAME, query: str = "seed=3&help=none", lang: str = "en") -> Hands:
        page = window(wire.address, may=BROKEN, locale=LOCALES[lang], reduced_motion="reduce")
        return Hands(page, wire.address, calm=True).open(notebook, query)

    return sitting


def silence(her: Hands) -> Locator:
    """Where the browser speaks for itself."""
    return her.page.locator(".vk-silent")


def moves(her: Hands) -> str | None:
    """The moves of the game, as the browser keeps them."""
    kept: str | None = her.page.evaluate("JSON.stringify(JSON.parse(localStorage.getItem('vendetta-kit/game'))?.moves)")
    return kept


def make_a_move(her: Hands) -> str | None:
    """Press on until a move is made, past what is told; the moves before it."""
    before = moves(her)
    for turn in range(MOST_PRESSES):
        her.move(turn)
        if moves(her) != before:
            return before
    raise AssertionError("no move could be made")


def whole_again(her: Hands) -> None:
    """The page has taken back what it said, and goes on."""
    expect(silence(her)).to_be_hidden()
    expect(her.page.locator(".vk[data-waiting]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_a_press_while_the_network_is_away_is_done_when_it_is_back(
    seated: Callable[..., Hands], wire: Wire, lang: str
) -> None:
    her = seated(lang=lang)
    make_a_move(her)
    for turn in range(MOST_PRESSES):
        if her.find(TAKE).count():
            break
        her.move(turn)
    wire.cut()
    expect(silence(her)).to_contain_text(LOST[lang])
    expect(silence(her)).to_have_attribute("role", "alert")
    her.accessible()
    her.picture(f"lost-{lang}")
    her.keep()
    her.find(TAKE).first.click()
    wire.resume()
    her.answered()
    whole_again(her)
    make_a_move(her)


def undone_with_its_answer_lost(her: Hands, wire: Wire) -> str | None:
    """Take back one move, and lose the answer on its way; the moves that must be left."""
    before = [make_a_move(her) for _ in range(3)]
    assert len(set(before)) == 3, "each is a move that can be taken back"
    her.press(her.page.locator(UNDO))  # the others have played on: it is asked about
    again = her.button("Take it back all the same")
    expect(again).to_be_visible()
    her.keep()
    wire.lose_answers()
    again.click()
    while ANSWER not in wire.lost.replace(b": ", b":"):
        her.page.wait_for_timeout(50)
    return before[-1]


def test_a_press_whose_answer_is_lost_is_not_done_again(seated: Callable[..., Hands], wire: Wire) -> None:
    her = seated()
    left = undone_with_its_answer_lost(her, wire)
    wire.cut()
    wire.resume()
    her.answered()
    whole_again(her)
    assert moves(her) == left
    her.move(0)


@pytest.mark.long
def test_a_socket_that_is_dead_without_knowing_it_is_given_up(seated: Callable[..., Hands], wire: Wire) -> None:
    her = seated()
    left = undone_with_its_answer_lost(her, wire)
    expect(silence(her)).to_contain_text(LOST["en"])
    wire.resume()
    her.answered()
    whole_again(her)
    assert moves(her) == left


@pytest.mark.long
def test_a_network_that_is_away_for_long_is_waited_for(seated: Callable[..., Hands], wire: Wire) -> None:
    her = seated()
    wire.cut()
    her.page.wait_for_timeout(LONG)
    expect(silence(her)).to_contain_text(LOST["en"])
    her.keep()
    her.find(TAKE).first.click()
    wire.resume()
    her.answered()
    whole_again(her)


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_a_kernel_that_dies_while_the_network_is_away_is_told_as_dead(
    seated: Callable[..., Hands], wire: Wire, server: Known, lang: str
) -> None:
    her = seated(lang=lang)
    kernel = server.kernel_of(her.page)
    wire.cut()
    expect(silence(her)).to_contain_text(LOST[lang])
    kernel.kill()
    wire.resume()
    expect(silence(her)).to_contain_text(DEAD[lang], timeout=PATIENCE)


def test_a_common_table_goes_on_meanwhile_and_the_page_gets_what_it_missed(
    seated: Callable[..., Hands], hands: Callable[..., Hands], wire: Wire
) -> None:
    ann, bea = hands(calm=True), seated(TABLE, "")
    code = open_table(ann, "Ann", "3")
    sit_down(bea, "Bea", code)
    wire.cut()
    expect(silence(bea)).to_contain_text(LOST["en"])
    ann.press(ann.find("[data-do=table_fill]"))
    ann.press(ann.find("[data-do=table_begin]"))
    expect(ann.page.locator(TURN)).to_be_visible()
    wire.resume()
    expect(bea.page.locator(TURN)).to_be_visible()
    whole_again(bea)
    expect(bea.page.locator("[data-part=players]")).to_contain_text("Ann")
