"""Steps and expectations of the scenario maker in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.scenarios import DIALECT
from vendetta_kit.games.vendetta.scenarios.expectation_offers import Offer
from vendetta_kit.games.vendetta.wording.message_text import action_text, entry_text, event_text
from vendetta_kit.scenarios.model import Check, Do, RefusedStep, Step
from vendetta_kit.scenarios.yaml_document import yaml_line

from ...html import HtmlWriter


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
