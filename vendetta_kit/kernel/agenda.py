"""The agenda of a game: a stack of steps still to be done, and the questions at which it stops.

A step is a tuple: a function of the game and the numbers that it needs. :func:`run` takes the topmost step, calls its
function, and goes on until a question is open. An interruption is pushed on top and so is finished first. As steps are
data, a game can be copied, saved and shown at any point.

Only this module and :mod:`.priority_windows` write what is asked, who is asked, and what was answered in secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from .state import ANSWER, ASK, ASKER, CHOICES, QUESTION, WHO, Step

if TYPE_CHECKING:
    from .game import AnyGame

PAUSED: Final = 100
"""If ``n[ASK]`` is at least this, the game is at a pause: nobody is asked, and :meth:`.Game.run` continues it."""


def run(g: AnyGame) -> None:
    """Carry out the agenda until a player must decide."""
    n = g.n
    agenda = g.agenda
    while not n[ASK]:
        step: Any = agenda.pop()
        step[0](g, step)


def run_until(g: AnyGame, until: Callable[[Any], bool]) -> None:
    """Carry out the agenda until a player must decide, or ``until(game)`` is true between two steps."""
    n = g.n
    agenda = g.agenda
    while not n[ASK] and not until(g):
        step: Any = agenda.pop()
        step[0](g, step)


def carry_out_each(g: AnyGame, targets: tuple[int, ...], step: Callable[[int], Step]) -> None:
    """Carry out one step for each target in turn; what a step causes is finished before the next target."""
    agenda = g.agenda
    for i, target in enumerate(targets):
        below = len(agenda)
        now: Any = step(target)
        now[0](g, now)
        if len(agenda) > below or g.n[ASK]:
            agenda[below:below] = [step(t) for t in reversed(targets[i + 1 :])]
            return


def pause(g: AnyGame, step: Step) -> None:
    """Stop the game until :meth:`.Game.run`. Step: ``(pause, number)``; ``n[ASK]`` becomes ``PAUSED + number``."""
    g.n[ASK] = PAUSED + step[1]
    g.n[WHO] = 0


def close_decision(g: AnyGame) -> None:
    """End the open decision: nobody is asked any more."""
    g.n[ASK] = 0
    g.n[WHO] = 0
    g._offer_to = None  # the options that legal() keeps are no longer valid


def ask_if_choice(g: AnyGame, kind: int, seat: int, idle: int, step: Step) -> bool:
    """Open a decision of one seat if it could do more than ``idle``; return whether it is open.

    Args:
        kind: number of the kind of decision.
        idle: code of the action that does nothing; if it is the only option, nobody is asked.
        step: pushed on the agenda if the decision is open; the answer takes it off.
    """
    ask_all(g, kind, 1 << seat)
    offer = g.legal(seat)
    if len(offer) == 1 and offer.code_at(0) == idle:
        close_decision(g)
        return False
    g.agenda.append(step)
    return True


def end_game(g: AnyGame) -> None:
    """End the game."""
    g.n[ASK] = g.rules.over
    g.n[WHO] = 0


# One seat ----------------------------------------------------------------------------------------------------


def ask(g: AnyGame, seat: int, question: str, choices: tuple[int, ...], then: Step, card: int = -1) -> None:
    """Ask ``seat`` a question of a card; the step ``then`` gets the chosen code as its third argument.

    If only one answer is possible, it is taken without asking.

    Args:
        question: one of the questions that the game's rules declare.
        choices: codes of the possible answers.
        then: the step that goes on with the answer.
        card: number of the card that asks.
    """
    if len(choices) == 1:
        then[0](g, then, choices[0])
        return
    n = g.n
    n[ASK] = g.rules.choose
    n[WHO] = 1 << seat
    n[QUESTION] = g.rules.question_number[question]
    n[ASKER] = card
    g.z[CHOICES] = choices
    g.agenda.append(then)


def answer_question(g: AnyGame, seat: int, code: int) -> None:
    """Record the answer to a card's question and carry out the step that waited for it."""
    n = g.n
    n[ASK] = 0
    then: Any = g.agenda.pop()
    if g.rec is not None:
        rules = g.rules
        question = rules.question_names[n[QUESTION]]
        if question not in rules.silent_questions:
            answer: Any = rules.actions[code]
            card = rules.card(g, n[ASKER]) if n[ASKER] >= 0 else None
            why = rules.questions[question]
            g.rec.event(g, "choice", seat, why, question=question, card=card, answer=answer.value)
    then[0](g, then, code)


# Several seats at once, in secret ----------------------------------------------------------------------------


def ask_all(g: AnyGame, kind: int, seats: int) -> None:
    """Open a decision of one seat or of several at once.

    Args:
        kind: number of the kind of decision.
        seats: the seats, as a bit set.
    """
    n = g.n
    n[ASK] = kind
    n[WHO] = seats


def seal(g: AnyGame, seat: int, code: int) -> bool:
    """Keep a seat's answer in secret; close the decision when all have answered. Return whether it is closed."""
    n = g.n
    n[ANSWER + seat] = code
    n[WHO] &= ~(1 << seat)
    if n[WHO]:
        return False
    n[ASK] = 0
    return True


def reseal(g: AnyGame, seat: int, code: int) -> None:
    """Replace the sealed answer of a seat."""
    g.n[ANSWER + seat] = code


def take_sealed_answers(g: AnyGame, seats: Iterable[int]) -> list[tuple[int, int]]:
    """Remove and return the sealed answers of these seats, in their order: ``(seat, code)`` for each that gave one."""
    n = g.n
    answers = [(seat, n[ANSWER + seat]) for seat in seats if n[ANSWER + seat] >= 0]
    for seat, _ in answers:
        n[ANSWER + seat] = -1
    return answers


def unseal(g: AnyGame, but: int = -1) -> None:
    """Discard the sealed answers of all seats but ``but`` to the open decision, and ask those seats again.

    For imagined games, in which the answers that others have sealed are unknown.
    """
    n = g.n
    if n[ASK] < PAUSED and g.rules.kinds[n[ASK]].sealed:
        for seat in range(g.seats):
            if n[ANSWER + seat] >= 0 and seat != but:
                n[ANSWER + seat] = -1
                n[WHO] |= 1 << seat
