"""The displays of lessons, from the rules' data and the engine's tables: clocks, verbs, rewards, decks, numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit import rulebook
from vendetta_kit.course.lesson_model import Display, Numbers
from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS

from ... import art
from ...controls import button, link
from ...html import Html, HtmlWriter, tag
from ...page_parts import table
from ...player_aid_buttons import sheet_buttons
from ...rule_card import rule_card
from . import card_html
from .table_html import PHASES, STEPS

if TYPE_CHECKING:
    from collections.abc import Set


VERBS: Final = (
    ("play", "GLOS-09", "pool", "position"),
    ("spend", "GLOS-10", "pool", "bank"),
    ("lose", "GLOS-11", "pool", "bank"),
    ("steal", "GLOS-12", "rival", "pool"),
    ("gain", "GLOS-09", "bank", "pool"),
)
FRIENDS: Final = ("blood", "pool", "frenzy", "diablerie", "withdraw", "influence", "rival", "prey")


def clocks(pen: HtmlWriter) -> Html:
    """Return rounds, phases, and in Resolution the steps of each Location, as nested lists."""
    steps = tag("ol", [tag("li", pen.game("step", step)) for step in STEPS], cls="vk-ring vk-ring-steps")
    phases = []
    for phase in PHASES:
        inner = None
        if phase == "resolution":
            inner = [tag("p", pen.say("clocks.steps"), cls="vk-small"), steps]
        phases.append(tag("li", tag("b", pen.game("phase", phase)), inner))
    ring = tag("ol", phases, cls="vk-ring vk-ring-phases")
    words = tag("p", pen.say("clocks.phases"), cls="vk-small")
    rounds = [
        tag("li", tag("b", pen.say("round", n=n)), [words, ring] if n == 1 else None) for n in range(1, ROUNDS + 1)
    ]
    return tag("div", tag("ol", rounds, cls="vk-ring vk-ring-rounds"), cls="vk-display")


def verbs(pen: HtmlWriter) -> Html:
    """Return a table of the five verbs: what each moves, from where to where, and what happens to the last Blood."""
    head = [pen.say(f"verbs.{key}") for key in ("verb", "from", "to", "last")]
    rows = []
    for key, rule, source, target in VERBS:
        term = rulebook.term(key, pen.lang)
        name = tag(
            "th", pen.opens(f"term:{key}", term.term, "vk-term"), " ", pen.rules(term.rules[:1] or (rule,)), scope="row"
        )
        cells = [tag("td", pen.say(f"verbs.{place}")) for place in (source, target)]
        rows.append(tag("tr", name, cells, tag("td", pen.say(f"verbs.{key}.last"))))
    return _table(head, rows)


def rewards(pen: HtmlWriter, missing: tuple[int, int] | None = None) -> Html:
    """Return a table of the rewards at a Location by place and round; of ``missing``, round and place, no number."""
    head = [pen.say("rewards.place"), pen.say("rewards.card"), *(pen.say("round", n=n) for n in range(1, ROUNDS + 1))]
    rows = []
    for place in range(3):
        amounts = [
            tag("td", tag("b", "?", cls="vk-missing"))
            if (n + 1, place + 1) == missing
            else tag("td", art.use("influence"), " ", str(flows.rewards(1, n + 1)[place]))
            for n in range(ROUNDS)
        ]
        name = tag("th", pen.say(f"rewards.place.{place + 1}"), scope="row")
        rows.append(tag("tr", name, tag("td", pen.say(f"rewards.card.{place + 1}")), amounts))
    haven = [tag("td", art.use("influence"), " ", str(flows.rewards("haven", n)[0])) for n in range(1, ROUNDS + 1)]
    rows.append(
        tag("tr", tag("th", pen.say("rewards.haven"), scope="row"), tag("td", pen.say("rewards.card.haven")), haven)
    )
    return _table(head, rows, pen.rules(("REW-05", "REW-06", "REW-07", "REW-08")))


def _table(heads: list[str], rows: list[Html], after: Html | None = None) -> Html:
    return tag("div", table(heads, rows), after, cls="vk-display")


def deck(clan: str, pen: HtmlWriter) -> Html:
    """Return the nine cards of a clan."""
    mine = [record for record in box.clan_cards() if record.clan == clan]
    faces = [card_html.card(pen, record.id) for record in mine]
    return tag("div", card_html.card(pen, clan), tag("div", faces, cls="vk-deck-cards"), cls="vk-display vk-deck")


def decks(pen: HtmlWriter) -> Html:
    """Return all clans with the names of their cards."""
    found = []
    for clan in box.clans():
        mine = [record for record in box.clan_cards() if record.clan == clan.id]
        names = [tag("li", tag("b", str(record.power)), " ", pen.chip(record.id)) for record in mine]
        title = tag("summary", art.use(f"clan-{clan.id}"), " ", pen.name(clan.id))
        found.append(tag("details", title, tag("ul", names), cls="vk-deck-list"))
    return tag("div", found, cls="vk-display vk-decks")


def false_friends(pen: HtmlWriter) -> Html:
    """Return a table of words that mean something else in V:TES."""
    head = [pen.say(f"friends.{key}") for key in ("word", "there", "here")]
    rows = [
        tag(
            "tr",
            tag("th", pen.say(f"friends.{key}"), scope="row"),
            tag("td", pen.say(f"friends.{key}.there")),
            tag("td", pen.say(f"friends.{key}.here")),
        )
        for key in FRIENDS
    ]
    return _table(head, rows)


def aid(pen: HtmlWriter) -> Html:
    """Return the links to the player aid."""
    hint = tag("p", pen.say("aid.hint"), cls="vk-hint")
    return tag(
        "div",
        hint,
        tag("div", sheet_buttons(pen, "vk-primary"), cls="vk-buttons"),
        link(pen.say("aid.more"), "16_for_teachers"),
        cls="vk-display",
    )


# Displays of one card ------------------------------------------------------------------------------------------


def numbers(card: str, drained: bool, pen: HtmlWriter) -> Html:
    """Return the four numbers of an Ally in words, with a switch for before and after a Drain."""
    person = box.find(card)
    assert isinstance(person, box.Person)
    name = pen.name(card)
    if drained:
        rows = [
            ("drain", person.drain_blood, "numbers.drain_blood"),
            ("influence", person.drained_influence, "numbers.drained_influence"),
        ]
    else:
        rows = [("influence", person.influence, "numbers.influence"), ("feed", person.feed, "numbers.feed")]
    lines = [
        tag("li", art.use(sign), tag("b", str(n)), " ", pen.say(key, n=n, name=name), cls="vk-number-line")
        for sign, n, key in rows
    ]
    state = tag("p", pen.say("numbers.after" if drained else "numbers.before", name=name), cls="vk-when", role="status")
    press = button(pen.say("numbers.undrain" if drained else "numbers.drain", name=name), "numbers", card, "vk-primary")
    cls = "vk-numbers-card" + (" vk-is-drained" if drained else "")
    return tag(
        "div", card_html.card(pen, card), tag("div", state, tag("ul", lines), press, cls="vk-numbers-side"), cls=cls
    )


def shown(beat: Display, pen: HtmlWriter, drained: Set[str] = frozenset()) -> Html:
    """Return a display of a lesson; ``drained``: the cards whose numbers are those after a Drain."""
    if isinstance(beat, Numbers):
        return numbers(beat.card, beat.card in drained, pen)
    if beat.what == "card" and beat.item is not None:
        return tag("div", card_html.card(pen, beat.item), cls="vk-shown-card")
    if beat.what == "rule" and beat.item is not None:
        return tag("div", rule_card(beat.item, pen), cls="vk-shown-rule")
    if beat.what == "deck" and beat.item is not None:
        return deck(beat.item, pen)
    return {
        "clock": clocks,
        "verbs": verbs,
        "rewards": rewards,
        "decks": decks,
        "false_friends": false_friends,
        "aid": aid,
    }[beat.what](pen)
