"""A scenario that a person is making: every change is checked, the story is played, and changes can be undone.

An impossible change is refused by the checks of scenario files and changes nothing. :meth:`Draft.text` returns the
scenario as a file.

>>> draft = Draft()
>>> seat, action = draft.asked[0], draft.now.game.legal(draft.asked[0])[0]
>>> draft.act(seat, action)
>>> len(draft.document["steps"]), draft.can_undo
(1, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vendetta_kit.data_paths import languages, read_words
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.scenarios.model import BadScenario, Failure, Scenario
from vendetta_kit.scenarios.parser import parse_text
from vendetta_kit.scenarios.runner import ScenarioRun
from vendetta_kit.scenarios.yaml_document import Document
from vendetta_kit.scenarios.yaml_writing import scenario_yaml

from . import DIALECT
from .expectation_offers import Offer, true_expectations
from .step_writing import step_of

FILE: Final = "scenario.yaml"
"""The name of the draft in error messages."""
WORDS: Final = "messages.json"
MOST_STEPS: Final = 200
MOST_KEPT: Final = 300
"""How many changes can be undone."""


def blank() -> dict[str, Any]:
    """Return a first scenario: four players, everything drawn by the seed, the first Planning turn."""
    clans = ("brujah", "toreador", "tremere", "ventrue")
    names = ("Ann", "Bob", "Cy", "Dee")
    return {
        "format": DIALECT.format,
        "id": "my-scenario",
        "title": {lang: read_words(WORDS, lang)["part"]["draft.title"] for lang in languages()},
        "rules": [],
        "seed": 1,
        "round": 1,
        "ambition": names[0],
        "seats": [{"name": name, "clan": clan} for name, clan in zip(names, clans, strict=True)],
        "start": {"phase": "planning"},
        "steps": [],
        "expect": [],
    }


class Draft:
    """A scenario that is being made.

    ``document`` holds the values of the file, ``scenario`` the same parsed, ``told`` the story at its end, ``now`` the
    same continued to the next decision.
    """

    def __init__(self, document: Mapping[str, Any] | None = None) -> None:
        self._past: list[dict[str, Any]] = []
        self._take(dict(document) if document is not None else blank())

    @classmethod
    def of(cls, content: str | bytes, name: str = FILE) -> Draft:
        """Return a draft of a scenario file.

        Raises:
            BadScenario: the file is wrong; the message names the line.
        """
        parse_text(content, name)  # this parse gives messages with the user's own lines
        document = Document(name)
        document.take(content)
        return cls(document.value)

    # Reading it ---------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """Return the scenario as a file."""
        return self.scenario.text

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the seats that must decide next; none if the game is over."""
        return tuple(self.now.game.pending)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Return the expectations that do not hold."""
        return self._failures

    def offers(self) -> tuple[Offer, ...]:
        """Return the expectations that could be added at the end of the story."""
        return true_expectations(self.told.game)

    def fails(self, place: int) -> str:
        """Return why the expectation at this index does not hold; empty if it does."""
        line = self.scenario.expect[place].mark.line
        return next((failure.found for failure in self._failures if failure.line == line), "")

    # Changing it ----------------------------------------------------------------------------------------------

    def change(self, **values: Any) -> None:
        """Set keys of the document; ``None`` removes a key.

        Raises:
            BadScenario: the result is impossible, or the story cannot be played any more; nothing has changed.
        """
        document = {**self.document, **values}
        self.replace({key: value for key, value in document.items() if value is not None})

    def replace(self, document: Mapping[str, Any]) -> None:
        """Replace the whole document. Raises as :meth:`change` does."""
        before = self.document
        if dict(document) == before:
            return
        self._take(dict(document))
        self._past = [*self._past, before][-MOST_KEPT:]

    def act(self, seat: int, action: Action) -> None:
        """Add an action of a seat as the next step of the story.

        Raises:
            IllegalAction: it is not legal; nothing has changed.
        """
        twin = self.now.copy()
        row = step_of(twin.game, seat, action)
        twin.move(seat, action)
        self.add_step(row)

    def refuse(self, seat: int, action: Action) -> None:
        """Add an illegal action of a seat as the next step of the story, with all rules that forbid it.

        Raises:
            ValueError: it is legal; nothing has changed.

        >>> from vendetta_kit.games.vendetta.engine.actions import EndTurn
        >>> draft = Draft()
        >>> draft.refuse(draft.asked[0], EndTurn())
        >>> draft.document["steps"]
        [{'refused': {'seat': 'Ann', 'end_turn': True}, 'because': ['PLAN-03']}]
        """
        why = self.now.game.why_not(seat, action)
        if why is None:
            raise ValueError("it may be done")
        self.add_step({"refused": step_of(self.now.game, seat, action), "because": list(why.rules)})

    def check(self, row: Mapping[str, Any]) -> None:
        """Add an expectation at this point of the story, or remove it if it is there. Raises as :meth:`change` does."""
        here = list(self.checks)
        if row not in here:
            self.add_step({"check": dict(row)})
            return
        here.remove(dict(row))
        steps = self.document["steps"]
        self.change(steps=[*steps[: len(steps) - len(here) - 1], *({"check": one} for one in here)])

    @property
    def checks(self) -> tuple[dict[str, Any], ...]:
        """Return the expectations at this point of the story: the steps since the last action."""
        found: list[dict[str, Any]] = []
        for step in reversed(self.document.get("steps", ())):
            if "check" not in step:
                break
            found.append(step["check"])
        return tuple(reversed(found))

    def add_step(self, row: Mapping[str, Any]) -> None:
        """Add a step at the end of the story. Raises as :meth:`change` does."""
        if len(self.document.get("steps", ())) >= MOST_STEPS:
            raise BadScenario(FILE, 1, "steps", Message("too_many_steps", most=MOST_STEPS))
        self.change(steps=[*self.document.get("steps", ()), dict(row)])

    def tick(self, row: Mapping[str, Any]) -> None:
        """Add an expectation of the end, or remove it if it is there. Raises as :meth:`change` does."""
        rows = list(self.document.get("expect", ()))
        if row in rows:
            rows.remove(row)
        else:
            rows.append(dict(row))
        self.change(expect=rows)

    @property
    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        return bool(self._past)

    def undo(self) -> None:
        """Undo the last change."""
        if self._past:
            before = self._past[-1]
            self._take(before)
            self._past = self._past[:-1]

    def _take(self, document: dict[str, Any]) -> None:
        scenario: Scenario = parse_text(scenario_yaml(document), FILE)
        told = ScenarioRun(scenario)
        for step in scenario.steps:
            told.do(step)
        now = told.copy()
        failures = told.finish().failures
        now.next()
        self.document, self.scenario, self.told, self.now, self._failures = document, scenario, told, now, failures
