"""The scenario maker: set up a table, play the steps on the real panel, tick what is expected, save the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta.engine.actions import ACTIONS
from vendetta_kit.games.vendetta.engine.game import RULINGS, Game
from vendetta_kit.games.vendetta.engine.position import prepare
from vendetta_kit.games.vendetta.engine.rule_numbers import MOST_TOKENS
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.scenarios import DIALECT, draft_edits
from vendetta_kit.games.vendetta.scenarios.draft import Draft
from vendetta_kit.games.vendetta.scenarios.expectation_offers import GROUPS, Offer
from vendetta_kit.games.vendetta.wording.message_text import action_text, entry_text, event_text
from vendetta_kit.input_checks import number_of
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.rulebook.rule_search import plain_words
from vendetta_kit.scenarios import BadScenario
from vendetta_kit.scenarios.model import Check, Do, RefusedStep, Step
from vendetta_kit.scenarios.yaml_document import yaml_line

from ... import log_html
from ...base_page import BasePage
from ...controls import Option, button, file_choice, row
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import hole, holes, jumps
from ...page_phrases import UserError, languages
from . import table_html
from .decision_controls import PRESSES, DecisionControls, PanelInput
from .lesson_page import table_parts
from .scenario_maker_forms import field, form, parts_of_table

KEPT: Final = "maker"
"""The name under which the browser stores the draft."""
TABS: Final = ("table", "story", "ticks", "file")
LONGEST_SEED: Final = 10**15


class ScenarioMaker:
    """The draft of a scenario; ``page`` shows it, and its browser stores it."""

    def __init__(self, page: BasePage) -> None:
        self._page = page
        self.tab = "table"
        self.part = "game"
        self.here = False
        """Whether what is ticked is expected at the current step instead of at the story's end."""
        self._eyes = 0
        self._open(self._kept() or Draft())

    def _open(self, draft: Draft) -> None:
        self.draft = draft
        self._renew()

    def _renew(self) -> None:
        """Make the views and the panel of the changed draft."""
        draft = self.draft
        asked = draft.asked
        self.seat = self._eyes if self._eyes in asked else asked[0] if asked else 0
        self._show()

    def _show(self) -> None:
        game, seat = self.draft.now.game, self.seat
        self.panel = DecisionControls(
            PanelInput(
                lambda action: game.why_not(seat, action),
                lambda at: self.view.fee(at),
            )
        )
        self.panel.beside_refusal = self._expects
        self.view: View = game.view(seat)
        self.end: View = self.draft.told.game.view(seat)
        start = prepare(self.draft.scenario.table)
        eyes = min(int(self.part), start.seats - 1) if self.part.isdigit() else 0
        self.part = self.part if not self.part.isdigit() else str(eyes)
        self.start: View = start.view(eyes)

    def _kept(self) -> Draft | None:
        """Return the draft that the browser stores, ``None`` if there is none or it is invalid."""
        kept = self._page.stored.get(KEPT)
        try:
            return Draft.of(kept) if kept is not None else None
        except BadScenario:  # of another version: it stays stored until the new draft changes
            self._page.tell("make.kept_bad")
            return None

    # Handling messages ----------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        """Handle an action of the user.

        Raises:
            BadScenario, IllegalAction: the action is not possible; nothing has changed.
        """
        before = self.draft.document
        if do in PRESSES:
            self._play(do, value)
        elif do.startswith("make."):
            path = do.removeprefix("make.").split("/")
            act = getattr(self, f"_do_{path[0]}", None)
            if act is None:
                raise UserError("bad.click", what=do)
            try:
                act(*path[1:], value)
            except (TypeError, ValueError, KeyError, IndexError) as fault:
                if isinstance(fault, BadScenario | BadAction):
                    raise
                raise UserError("bad.click", what=do) from None
        elif do != "refused":
            raise UserError("bad.click", what=do)
        if self.draft.document is not before:
            self._renew()
            self._page.store(KEPT, self.draft.text)

    def _play(self, do: str, value: Any) -> None:
        action = self.panel.handle(do, value)
        if action is not None:
            self.draft.act(self.seat, action)
            self._tell_step()

    def _tell_step(self) -> None:
        """Have the new step of the story read out, and move the focus to the next question."""
        step, names = self.draft.document["steps"][-1], self.draft.scenario.names
        self._page.announce(step_words(step, self.draft.scenario.steps[-1], names, self._page.pen()))
        self._page.focus_on(".vk-panel [data-home]")

    def file(self, name: str, content: bytes) -> None:
        """Open a scenario file as the draft. Raises :class:`BadScenario`; the draft then stays."""
        self._open(Draft.of(content, name))
        self._page.store(KEPT, self.draft.text)

    def _do_tab(self, value: Any) -> None:
        if value not in TABS:
            raise ValueError
        self.tab = value

    def _do_part(self, value: Any) -> None:
        if value not in dict(parts_of_table(self.draft, self._page.pen())):
            raise ValueError
        self.part = value
        self._show()

    def _do_eyes(self, value: Any) -> None:
        if value not in range(len(self.draft.scenario.names)):
            raise ValueError
        self._eyes = self.seat = value
        self._show()

    def _do_undo(self, value: Any) -> None:
        self.draft.undo()

    def _do_new(self, value: Any) -> None:
        self.draft.replace(Draft().document)

    def _do_save(self, value: Any) -> None:
        self._page.download(f"{self.draft.scenario.id}.yaml", self.draft.text, "text/yaml")

    # The game

    def _do_title(self, lang: str, value: Any) -> None:
        words = " ".join(str(value).split())
        title = {**self.draft.document["title"], lang: words}
        title = {key: text for key, text in title.items() if text}
        values: dict[str, Any] = {"title": title}
        if self.draft.document["id"] == _slug(self.draft.document["title"]):
            values["id"] = _slug(title)
        self.draft.change(**values)

    def _do_id(self, value: Any) -> None:
        self.draft.change(id=str(value).strip())

    def _do_rule(self, value: Any) -> None:
        rules = list(self.draft.document.get("rules", ()))
        self.draft.change(rules=[r for r in rules if r != value] if value in rules else [*rules, value])

    def _do_seed(self, value: Any) -> None:
        self.draft.change(seed=self._number(value, LONGEST_SEED))

    def _do_round(self, value: Any) -> None:
        self.draft.change(round=value)

    def _do_count(self, value: Any) -> None:
        if value not in (3, 4, 5, 6):
            raise ValueError
        self.draft.change(**draft_edits.set_players(self.draft.document, value))

    def _do_ambition(self, value: Any) -> None:
        self.draft.change(ambition=value)

    def _do_start(self, key: str, value: Any) -> None:
        wanted: Any = int(value) if str(value).isdigit() else value or None
        values = draft_edits.set_start(self.draft.document, **{key: wanted})
        if value == "set_up":  # the set-up deals all cards
            rows = [{key: row[key] for key in ("name", "clan") if key in row} for row in self.draft.document["seats"]]
            values = {**values, "round": None, "seats": rows, "locations": None, "deployed": None}
        self.draft.change(**values)

    def _do_variant(self, value: Any) -> None:
        now = self.draft.document.get("variants", {}).get(value)
        self.draft.change(**draft_edits.set_variant(self.draft.document, value, not now))

    def _do_ruling(self, switch: str, value: Any) -> None:
        first = RULINGS[switch][0]
        rulings = {**self.draft.document.get("rulings", {}), switch: value}
        self.draft.change(
            rulings={key: reading for key, reading in rulings.items() if (key, reading) != (switch, first)} or None
        )

    def _do_next(self, key: str, value: Any) -> None:
        self.draft.change(**draft_edits.set_next_card(self.draft.document, key, value or None))

    # A player

    def _do_seat(self, seat: str, key: str, value: Any) -> None:
        document, k = self.draft.document, self._seat(seat)
        if key == "name":
            values = draft_edits.rename(document, k, str(value).strip())
        elif key == "clan":
            values = draft_edits.set_clan(document, k, value)
        elif key in ("tokens_up", "tokens_down"):
            values = draft_edits.set_tokens(document, k, key.removeprefix("tokens_"), self._number(value, MOST_TOKENS))
        elif key == "relic":
            values = draft_edits.set_relic(document, k, value or None, False)
        elif key == "used":
            values = draft_edits.set_relic(document, k, document["seats"][k]["relic"]["id"], bool(value))
        else:
            values = draft_edits.set_seat_key(document, k, key, self._number(value, MOST_TOKENS))
        self.draft.change(**values)

    def _do_card(self, seat: str, card: str, value: Any) -> None:
        document, k = self.draft.document, self._seat(seat)
        present = self.start.seats[k].hand or ()
        if value in ("hand", "deck"):
            put = draft_edits.put_in_hand if value == "hand" else draft_edits.put_in_deck
            self.draft.change(**put(document, k, card, present))
        elif value != "other":
            at, _, face = str(value).partition("/")
            self.draft.change(**draft_edits.deploy(document, k, card, int(at) if at.isdigit() else at, face))

    def _do_deployed(self, seat: str, at: str, value: Any) -> None:
        where = int(at) if at.isdigit() else at
        self.draft.change(
            **draft_edits.set_blood(self.draft.document, self._seat(seat), where, self._number(value, MOST_TOKENS))
        )

    def _do_people(self, seat: str, zone: str, value: Any) -> None:
        if zone not in ("alliance", "drained"):
            raise ValueError
        card = value["card"] if isinstance(value, dict) else value
        k = self._seat(seat)
        present = getattr(self.start.seats[k], zone)
        if isinstance(value, dict) and card in present:
            raise UserError("make.there_already", name=self._page.pen().name(card))
        self.draft.change(**draft_edits.toggle_person(self.draft.document, k, zone, card, present))

    # The Locations

    def _do_ally(self, place: str, value: Any) -> None:
        present = [location.ally for location in self.start.locations]
        self.draft.change(**draft_edits.set_ally(self.draft.document, int(place), value or None, present))

    def _do_location_card(self, place: str, value: Any) -> None:
        cards = [location.location_card for location in self.start.locations if location.location_card is not None]
        cards[int(place)] = value
        self.draft.change(**draft_edits.set_variant(self.draft.document, "location_cards", cards))

    # The story

    def _do_run_to(self, value: Any) -> None:
        self.draft.add_step({"run_to": value})

    def _do_remove(self, value: Any) -> None:
        steps = list(self.draft.document["steps"])
        del steps[value]
        self.draft.change(steps=steps)

    def _do_refused(self, value: Any) -> None:
        self.draft.refuse(self.seat, ACTIONS.from_json(value))
        self._tell_step()

    def _do_here(self, value: Any) -> None:
        self.here = value is True

    def _do_tick(self, value: Any) -> None:
        self.draft.tick(value)

    def _do_check(self, value: Any) -> None:
        self.draft.check(value)

    def _seat(self, text: str) -> int:
        seat = int(text)
        if seat not in range(len(self.draft.scenario.names)):
            raise ValueError
        return seat

    def _number(self, value: Any, most: int) -> int:
        number = number_of(value, 0, most)
        if number is None:
            raise UserError("make.number", value=str(value)[:20], most=most)
        return number

    # HTML -----------------------------------------------------------------------------------------------------

    def frame(self, pen: HtmlWriter) -> Html:
        """Return the frame of the maker."""
        side, felt = holes("vk-side", "make_side", "panel", "make_more"), holes("vk-felt", "faces", "places", "players")
        main = tag("div", side, hole("clock"), felt, log_html.frame(pen), cls="vk-main")
        return tag("div", hole("make_top"), main, jumps(pen), cls="vk-lesson vk-maker")

    def parts(self, pen: HtmlWriter) -> dict[str, Html]:
        """Return the HTML of the maker's parts by name."""
        plays = self.tab == "story"
        view = self.start if self.tab == "table" else self.view if plays else self.end
        asked = plays and view.decision is not None
        panel = self.panel.html(view, pen) if asked else Html("")
        on = self.panel.on_table(view, pen) if asked else table_html.OnTable()
        return {
            **table_parts(view, pen, 0),
            "places": table_html.places(view, pen, on=on),
            "make_top": self._top(pen),
            "make_side": self._tabs(pen),
            "panel": panel,
            "make_more": tag("section", getattr(self, f"_{self.tab}")(pen), lang=pen.lang),
        }

    def _top(self, pen: HtmlWriter) -> Html:
        title = self.draft.document["title"]
        fields = [
            field(
                pen,
                pen.say("make.title", language=pen.say(f"make.lang.{lang}")),
                f"make.title/{lang}",
                title.get(lang, ""),
                most=120,
            )
            for lang in languages()
        ]
        fields.append(field(pen, pen.say("make.id"), "make.id", self.draft.scenario.id))
        steps, wanted = len(self.draft.scenario.steps), len(self.draft.scenario.expect)
        failed = len(self.draft.failures)
        told = pen.say("make.state", steps=steps, wanted=wanted)
        if failed:
            told += " " + pen.say("make.failing", n=failed)
        buttons = [
            button(pen.say("undo"), "make.undo", disabled=not self.draft.can_undo, data_key="make-undo"),
            button(pen.say("make.save"), "make.save", cls="vk-primary"),
            button(pen.say("make.tell"), "make_tell"),
            file_choice(pen, pen.say("make.open"), "make.file", ".yaml,.yml"),
            button(pen.say("make.new"), "make.new", cls="vk-quiet"),
        ]
        return tag(
            "section",
            tag("h2", pen.say("room.maker"), data_make=True),
            tag("p", pen.say("make.hint"), cls="vk-hint"),
            tag("div", fields, cls="vk-fields"),
            tag("p", told, role="status"),
            tag("div", buttons, cls="vk-buttons"),
            lang=pen.lang,
        )

    def _tabs(self, pen: HtmlWriter) -> Html:
        options = [Option(tab, pen.say(f"make.tab.{tab}")) for tab in TABS]
        return tag("div", row(pen, "", "make.tab", options, self.tab), lang=pen.lang)

    def _table(self, pen: HtmlWriter) -> Html:
        options = [Option(part, words) for part, words in parts_of_table(self.draft, pen)]
        parts = row(pen, pen.say("make.part"), "make.part", options, self.part)
        return joined([parts, tag("div", form(self.draft, self.start, self.part, pen), cls="vk-make-form")])

    def _expects(self, action: Action, pen: HtmlWriter) -> Html:
        """Return a button that adds a refusal as a step of the story."""
        return button(pen.say("make.refused"), "make.refused", action.to_json(), "vk-quiet")

    def _story(self, pen: HtmlWriter) -> Html:
        draft, names = self.draft, self.draft.scenario.names
        asked = [Option(seat, names[seat]) for seat in draft.asked]
        who = row(pen, pen.say("make.who"), "make.eyes", asked, self.seat) if len(asked) > 1 else None
        goals = [Option(goal, pen.say(f"make.{goal}")) for goal in DIALECT.ends]
        runs = row(pen, pen.say("make.run_to"), "make.run_to", goals) if asked else tag("p", pen.say("make.over"))
        rows = []
        for k, step in enumerate(draft.document.get("steps", ())):
            words = step_words(step, draft.scenario.steps[k], names, pen)
            away = button("✕", "make.remove", k, "vk-icon", aria_label=pen.say("make.remove", n=k + 1, step=words))
            rows.append(tag("li", tag("span", words, cls="vk-todo-words"), away))
        steps = (
            tag("ol", rows, cls="vk-todo-list vk-todo-mine")
            if rows
            else tag("p", pen.say("make.no_steps"), cls="vk-hint")
        )
        return joined([who, runs, tag("h3", pen.say("make.steps")), steps])

    def _ticks(self, pen: HtmlWriter) -> Html:
        draft = self.draft
        ticked = list(draft.document.get("expect", ()))
        on_now = draft.checks if self.here else ticked
        offers = draft.offers()
        offered = [offer.row for offer in offers]
        groups = []
        for group in GROUPS:
            found = [offer for offer in offers if offer.group == group]
            if found:
                rows = [tag("li", self._tick(offer, offer.row in on_now, pen)) for offer in found]
                on = sum(offer.row in on_now for offer in found)
                title = tag("summary", pen.say(f"make.group.{group}"), " ", tag("small", f"{on}/{len(found)}"))
                groups.append(
                    tag(
                        "details",
                        title,
                        tag("ul", rows, cls="vk-ticks"),
                        open=group == GROUPS[0],
                        data_key=f"ticks-{group}",
                    )
                )
        rest = [k for k, row_ in enumerate(ticked) if row_ not in offered]
        others = tag("ul", [tag("li", self._other(k, ticked[k], pen)) for k in rest], cls="vk-ticks") if rest else None
        whens = [Option(here, pen.say(f"make.when.{'here' if here else 'end'}")) for here in (False, True)]
        return joined(
            [
                row(pen, pen.say("make.when"), "make.here", whens, self.here),
                tag("p", pen.say("make.ticks.here" if self.here else "make.ticks.hint"), cls="vk-hint"),
                joined([tag("h3", pen.say("make.others")), others]) if others else None,
                *groups,
            ]
        )

    def _tick(self, offer: Offer, on: bool, pen: HtmlWriter) -> Html:
        return button(
            offer_words(offer, self.draft.told.game, pen),
            "make.check" if self.here else "make.tick",
            offer.row,
            "vk-tick",
            on=on,
        )

    def _other(self, k: int, wanted: dict[str, Any], pen: HtmlWriter) -> Html:
        """Return an expectation of the file that is not offered, with a warning if it fails."""
        found = self.draft.fails(k)
        state = (
            tag("p", tag("span", "⚠\ufe0e ", aria_hidden="true"), pen.say("make.fails"), " ", tag("code", found))
            if found
            else None
        )
        away = button(pen.say("make.untick"), "make.tick", wanted, "vk-quiet")
        return tag("div", tag("code", yaml_line(wanted)), state, away, cls="vk-make-other")

    def _file(self, pen: HtmlWriter) -> Html:
        chosen = self.draft.scenario.rules
        told = self.draft.told.game
        cited = dict.fromkeys((*chosen, *(rule for event in told.events for rule in event.rules)))
        rules = [
            button(
                joined([rule, " ", rulebook.find(rule, pen.lang).title]),
                "make.rule",
                rule,
                "vk-tick",
                on=rule in chosen,
            )
            for rule in cited
        ]
        return joined(
            [
                tag("h3", pen.say("make.rules")),
                tag("p", pen.say("make.rules.hint"), cls="vk-hint"),
                tag("div", rules, cls="vk-ticks"),
                tag("h3", pen.say("make.text")),
                tag(
                    "pre",
                    self.draft.text,
                    cls="vk-yaml",
                    tabindex=0,
                    role="region",
                    aria_label=pen.say("make.text"),
                    lang="en",
                ),
            ]
        )


def _slug(title: dict[str, str]) -> str:
    """Return the id made from a title."""
    words = "-".join(plain_words(title.get("en") or next(iter(title.values()), "")))
    return re.sub("[^a-z0-9]+", "-", words).strip("-")[:60].rstrip("-") or "my-scenario"


def step_words(row: Mapping[str, Any], step: Step, names: Sequence[str], pen: HtmlWriter) -> str:
    """Return a step of the story in words, or as in the file if the maker cannot make it."""
    if isinstance(step, Do):
        return f"{names[step.seat]}: {action_text(step.action, names, pen.lang)}"
    if isinstance(step, RefusedStep):
        tried = f"{names[step.seat]}: {action_text(step.action, names, pen.lang)}"
        return pen.say("make.was_refused", step=tried, rules=", ".join(step.because) or pen.say("make.by_any"))
    if isinstance(step, Check):
        return pen.say("make.checked", what=yaml_line(row["check"]))
    goal = row.get("run_to")
    if goal in DIALECT.ends:
        return pen.say("make.ran_to", goal=pen.say(f"make.{goal}"))
    return yaml_line(row)


def offer_words(offer: Offer, game: Game, pen: HtmlWriter) -> str:
    """Return an expectation that is offered in words."""
    row = offer.row
    if offer.group == "events":
        event = next(event for event in game.events if event.n == offer.n)
        return f"{event_text(event, game.names, pen.lang)} {row.get('rule', '')}".strip()
    if offer.group == "transfers":
        return entry_text(next(entry for entry in game.ledger if entry.n == offer.n), game.names, pen.lang)
    if "hidden_from" in row:
        return pen.say("make.wants.hidden_from", seat=row["hidden_from"], value=_value("cards", row["cards"], pen))
    about = {"seat": row.get("seat", ""), "place": pen.place(row["at"]) if "at" in row else ""}
    key, value = next((key, value) for key, value in row.items() if key not in ("seat", "at"))
    return pen.say(f"make.wants.{key}", **about, value=_value(key, value, pen), **_more(row, pen))


def _more(row: Mapping[str, Any], pen: HtmlWriter) -> dict[str, str]:
    return {"phase": pen.game("phase", row["phase"])} if "phase" in row else {}


def _value(key: str, value: Any, pen: HtmlWriter) -> str:
    if key in ("hand", "alliance", "drained", "cards", "face_down"):
        return ", ".join(map(pen.name, value)) or pen.say("make.none")
    if key == "ally":
        return pen.name(value)
    if key == "diablerie":
        return pen.say("make.tokens", up=value["up"], down=value["down"])
    if key == "relic":
        return pen.say("make.relic.used" if value["used"] else "make.relic.unused", name=pen.name(value["id"]))
    if key == "final":
        return ", ".join(f"{name} {pen.say('out') if n is None else n}" for name, n in value.items())
    if key == "out":
        return pen.say("make.yes" if value else "make.no")
    return ", ".join(value) if isinstance(value, list) else str(value)
