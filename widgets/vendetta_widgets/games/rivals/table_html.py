"""The table of Rivals in HTML, from one seat's view: the city, and each player's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.rivals.course.drills.calculation_questions import CalculationSketch, SketchedThing
from vendetta_kit.games.rivals.engine import calculations
from vendetta_kit.games.rivals.engine.game import NAMES
from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.message_text import potency_of

from ... import art
from ...html import Html, HtmlWriter, tag
from ...page_parts import colour_of, seat_name, track

if TYPE_CHECKING:
    from collections.abc import Sequence


PHASES: Final = ("beginning", "action", "end")
"""The three phases of a turn (TURN-01)."""


def clock(view: View, pen: HtmlWriter) -> Html:
    """Return the turn, its player and its three phases, or a note on the set-up."""
    moment = view.moment
    if not moment.turn:
        return tag("div", tag("p", pen.game("phase", "set_up"), cls="vk-turn"), lang=pen.lang)
    whose = tag("p", pen.game("board", "turn", n=moment.turn), " · ", view.names[moment.seat], cls="vk-turn")
    now = PHASES.index(moment.phase) if moment.phase in PHASES else len(PHASES)
    phases = track([pen.game("phase", phase) for phase in PHASES], now, pen.say("vtes.clock"))
    left = None
    if moment.phase == "action":
        left = tag("span", pen.game("board", "actions", n=view.actions_left), cls="vt-fact")
    return tag("div", whose, phases, left, cls="vt-clock", role="group", aria_label=pen.say("clock"), lang=pen.lang)


def city(view: View, pen: HtmlWriter) -> Html:
    """Return the shared middle: the City Deck, The Streets, tokens that are still face down."""
    facts = [tag("li", tag("b", str(view.city)), " ", pen.say("rivals.city"))]
    if view.tokens:
        facts.append(tag("li", tag("b", str(view.tokens)), " ", pen.say("rivals.tokens")))
    if view.burned:
        facts.append(tag("li", tag("b", str(len(view.burned))), " ", pen.say("rivals.burned")))
    lying = []
    for card in view.streets:
        of = view.marked.get(card)
        mark = tag("small", " ", pen.say("rivals.marked", name=view.names[of])) if of is not None else None
        lying.append(pen.chip(card, mark))
    shown = tag("div", lying, cls="vt-waiting") if lying else tag("p", pen.say("rivals.streets.empty"), cls="vk-empty")
    title = tag("h3", pen.say("rivals.streets"))
    return tag("section", title, tag("ul", facts, cls="vt-counts"), shown, cls="rv-city", lang=pen.lang)


def players(view: View, pen: HtmlWriter) -> Html:
    """Return all players clockwise, the reader last."""
    me, count = view.me or 0, len(view.names)
    seats = [_player(view, (me + k) % count, pen) for k in range(1, count + 1)]
    return tag("section", seats, cls=f"vt-players vt-players-{count}", aria_label=pen.say("players"), lang=pen.lang)


def _player(view: View, seat: int, pen: HtmlWriter) -> Html:
    prestige = tag("span", tag("b", str(view.prestige[seat])), " ", pen.game("board", "prestige"), cls="vt-pool")
    rival = view.rivals[seat]
    tags = []
    if rival is not None:
        tags.append(tag("span", pen.say("rivals.rival", name=view.names[rival]), cls="vt-tag"))
    if seat in view.asked:
        tags.append(tag("span", "… ", pen.say("choosing"), cls="vk-badge"))
    number = tag("small", pen.say("rivals.player", n=seat + 1), cls="vt-n")
    head = tag("header", tag("h3", seat_name(view.names, seat, view.me, pen)), number, prestige, tags)
    counts = [("hand", view.hands[seat]), ("library", view.libraries[seat]), ("faction", view.factions[seat])]
    if view.discarded[seat]:
        counts.append(("discarded", len(view.discarded[seat])))
    items = [tag("li", tag("b", str(n)), " ", pen.say(f"rivals.{key}")) for key, n in counts]
    small = tag("ul", items, cls="vt-counts")
    rows = [
        _region(view, view.haven[seat], "haven", pen),
        *(_region(view, party, "party", pen) for party in _parties(view, seat)),
        _region(view, view.torpor[seat], "torpor", pen),
    ]
    turn = " vt-on-turn" if view.moment.turn and seat == view.moment.seat and not view.over else ""
    me = " vk-me" if seat == view.me else ""
    return tag("article", head, small, rows, cls=f"vk-player vt-player vk-edge{colour_of(seat, view.me)}{me}{turn}")


def _parties(view: View, seat: int) -> list[tuple[str, ...]]:
    """Return the vampires in The Streets by party."""
    numbers_of = sorted({view.parties[card] for card in view.out[seat]})
    return [tuple(card for card in view.out[seat] if view.parties[card] == party) for party in numbers_of]


def _region(view: View, lying: Sequence[str], where: str, pen: HtmlWriter) -> Html | None:
    if not lying:
        return None
    title = pen.say(f"rivals.{where}", n=view.parties.get(lying[0], 0))
    shown = tag("div", [_vampire(view, card, where, pen) for card in lying], cls="vt-minions")
    return tag("div", tag("h4", title), shown, cls=f"vt-region vt-{where}")


def _vampire(view: View, card: str, where: str, pen: HtmlWriter) -> Html:
    """Return a vampire in play with its Blood, its Blood Potency and its states."""
    potency, blood = potency_of(card), view.blood[card]
    marks = [
        ("leader", card in view.leaders),
        ("exhausted", card in view.exhausted),
        ("wounded", calculations.is_wounded(blood, potency)),
        ("secrecy", calculations.secrecy(where == "haven") > 0),
    ]
    told = [tag("span", pen.say(f"rivals.mark.{key}"), cls=f"vt-mark rv-{key}") for key, holds in marks if holds]
    count = tag("span", tag("b", f"{blood}/{potency}"), " ", pen.game("board", "blood"), cls="vt-blood")
    name = pen.opens_card(card, pen.name(card), "vt-name")
    tired = " vt-tapped" if card in view.exhausted else ""
    return tag("div", name, tag("div", count, told, cls="vt-facts"), cls=f"vt-minion{tired}")


def hand(view: View, pen: HtmlWriter) -> Html:
    """Return the names of the reader's hand; the cards are stand-ins."""
    if not view.hand:
        return Html("")
    cards = [tag("li", pen.chip(card)) for card in view.hand]
    return tag("div", tag("h3", pen.say("vtes.hand")), tag("ul", cards, cls="vt-waiting"), cls="rv-hand", lang=pen.lang)


# The picture of a calculation --------------------------------------------------------------------------------


def sketch(shown: CalculationSketch, pen: HtmlWriter) -> Html:
    """Return the picture of what a drill asks for: each thing with its numbers, Blood as drops."""
    return tag("section", [_figure(one, pen) for one in shown.figures], cls="rv-sketch", lang=pen.lang)


def _figure(one: SketchedThing, pen: HtmlWriter) -> Html:
    rows = []
    for key, n in one.numbers.items():
        value = NAMES[n] if key == "rival" else str(n)
        drops = [art.use("blood") for _ in range(n)] if key == "blood" else None
        rows.append(tag("li", tag("span", pen.say(f"rivals.sketch.{key}")), " ", tag("b", value), " ", drops))
    title = tag("h3", pen.say(f"rivals.sketch.of.{one.kind}", name=one.name))
    return tag("article", title, tag("ul", rows) if rows else None, cls=f"rv-figure rv-figure-{one.kind}")
