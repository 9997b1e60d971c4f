"""What is still to be done, as data: a stack of steps, and the questions that stop it.

A step is a tuple: a function of the engine and the numbers that it needs. :func:`run` takes the topmost step, calls its
function, and goes on until a question is open. Whatever interrupts (a Frenzy in the middle of an effect, a trigger) is
pushed on top and so is finished first (PREP-03). As the rest of an effect is data too, a game can be copied, saved and
shown at any point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from .actions import NO, YES, action_of
from .state import ASK, ASKER, CHOICES, QUESTION, WHO, Step
from .tables import IDS

if TYPE_CHECKING:
    from .game import Game

# Kinds of open decision (g.n[ASK]); 0 is none
PICK_CLAN, PICK_RELIC, KEEP, PLAN, AFTER, TOKEN, BID, CHOOSE, OVER = range(1, 10)
KIND_NAMES: Final = ("", "pick_clan", "pick_relic", "keep", "plan", "after_play", "withdraw", "bid", "choose", "over")
KIND_RULES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("SET-10",),
    ("VREL-03",),
    ("HAND-01", "HAND-02"),
    ("PLAN-03", "PLAN-12", "PLAN-22"),
    ("PLAN-22", "DRAIN-01", "RUL-18"),
    ("WDR-01", "WDR-02"),
    ("RUL-05",),
    (),
    ("EOG-01",),
)
SIMULTANEOUS: Final = (KEEP, TOKEN, BID)

QUESTIONS: Final[dict[str, tuple[str, ...]]] = {
    "mate": ("VTAG-05", "RUL-51"),
    "order": ("CONTR-04", "PREP-02"),
    "use_relic": ("VREL-05",),
    "do_it": ("CONTR-01",),
    "blood_to_play": ("RUL-05", "GLOS-06"),
    "blood_to_take": ("VLOC-04",),
    "to_haven": ("CONTR-01",),
    "cloak": ("CONTR-01", "WDR-06"),
    "turn_up": ("CONTR-01", "REV-01"),
    "turn_down": ("CONTR-01", "GLOS-16"),
    "take_back": ("CONTR-01",),
    "rival": ("CONTR-01", "GLOS-17"),
    "curfew": ("CONTR-01",),
    "name_card": ("CONTR-01", "GLOS-15"),
    "spend_half": ("CONTR-01", "GLOS-10", "RUL-04"),
    "spend_one": ("CONTR-01", "GLOS-10"),
    "swap": ("CONTR-01", "RUL-06"),
    "shift_blood": ("CONTR-01", "RUL-29", "RUL-45"),
    "gaze": ("CONTR-01", "RUL-48"),
    "toll": ("CONTR-01", "RUL-47", "RUL-48"),
    "tremere_ready": ("CONTR-01", "RUL-10"),
    "into_deck": ("CONTR-01",),
}
"""Questions that cards ask (decision kind ``choose``) and the rules behind each."""
QUESTION_NAMES: Final = tuple(QUESTIONS)
QUESTION_NUMBER: Final = {name: number for number, name in enumerate(QUESTION_NAMES)}

YES_OR_NO: Final = (YES, NO)


def ask(g: Game, seat: int, question: str, choices: tuple[int, ...], then: Step, card: int = -1) -> None:
    """Ask ``seat`` a question of a card; the step ``then`` gets the chosen code.

    Where only one answer is possible it is taken as read.
    """
    if len(choices) == 1:
        then[0](g, then, choices[0])
        return
    n = g.n
    n[ASK] = CHOOSE
    n[WHO] = 1 << seat
    n[QUESTION] = QUESTION_NUMBER[question]
    n[ASKER] = card
    g.z[CHOICES] = choices
    g.agenda.append(then)


def ask_all(g: Game, kind: int, seats: int) -> None:
    """Open a decision of several seats at once (a bit set of seats)."""
    n = g.n
    n[ASK] = kind
    n[WHO] = seats


def run(g: Game) -> None:
    """Carry out the agenda until somebody must decide."""
    n = g.n
    agenda = g.agenda
    while not n[ASK]:
        step: Any = agenda.pop()
        step[0](g, step)


def each(g: Game, targets: tuple[int, ...], step: Callable[[int], Step]) -> None:
    """Carry out one step for each target in turn; what a step sets off is finished before the next target (RUL-07)."""
    agenda = g.agenda
    for i, target in enumerate(targets):
        below = len(agenda)
        now = step(target)
        now[0](g, now)
        if len(agenda) > below or g.n[ASK]:
            agenda[below:below] = [step(t) for t in reversed(targets[i + 1 :])]
            return


TOLD_OTHERWISE: Final = ("order", "turn_up", "into_deck", "take_back")
"""Questions whose answer is told by the effect itself, or must not be told."""


def chosen(g: Game, seat: int, code: int) -> None:
    """The answer to a card's question: the step that waited for it goes on."""
    n = g.n
    n[ASK] = 0
    then: Any = g.agenda.pop()
    if g.rec is not None:
        question = QUESTION_NAMES[n[QUESTION]]
        if question not in TOLD_OTHERWISE:
            answer: Any = action_of(code)
            card = IDS[n[ASKER]] if n[ASKER] >= 0 else None
            g.rec.event(g, "choice", seat, QUESTIONS[question], question=question, card=card, answer=answer.value)
    then[0](g, then, code)
