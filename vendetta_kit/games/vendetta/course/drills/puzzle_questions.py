"""Puzzles as drills: Stay or Withdraw, or whom to Drain, with the table that the seat sees, and why one is better."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from vendetta_kit.course.puzzle_set import game_at, open_puzzle, solution
from vendetta_kit.course.questions import NOBODY, AnswerOption, ExplanationLine, Question
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Stay, Withdraw
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import answer_of
from vendetta_kit.games.vendetta.puzzles.puzzle_text import puzzle_words
from vendetta_kit.games.vendetta.wording.message_text import action_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario

_RULES: Final = re.compile(r"^rules: \[(.*)\]$", re.MULTILINE)


@cache
def puzzles_by_rule() -> Mapping[str, Sequence[str]]:
    """Return the ids of puzzle drills by the rules that they need.

    >>> puzzles_by_rule()["WDR-03"][0].partition(":")[0]
    'puzzle'
    """
    found: dict[str, list[str]] = {}
    for path in PUZZLES.shipped():
        name = os.path.basename(path).removesuffix(".yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        rules = _RULES.search(text) if _has_few_choices(text) else None
        for rule in rules[1].split(", ") if rules else ():
            found.setdefault(rule, []).append(f"puzzle:{name}")
    return found


def _has_few_choices(text: str) -> bool:
    """Return whether a puzzle's solution, in its file, is a token or a Drain: the choices are few and short."""
    after = re.search(r"after: (\d+)", text)
    steps = text.partition("\nsteps:\n")[2].splitlines()
    return not re.search(" (play|keep|choose|bid): ", steps[int(after[1]) if after is not None else 0])


def puzzle_drill(name: str) -> Question:
    """Return a puzzle of the kit as a question.

    Raises:
        KeyError: there is no puzzle of this name with few choices.

    >>> question = puzzle_drill(puzzles_by_rule()["WDR-03"][0].partition(":")[2])
    >>> sorted(option.value for option in question.options), len(question.right)
    (['stay', 'withdraw'], 1)
    """
    if f"puzzle:{name}" not in {known for ids in puzzles_by_rule().values() for known in ids}:
        raise KeyError(name)
    try:
        one = open_puzzle(os.path.join(PUZZLES.folder, f"{name}.yaml"))
    except BadScenario:
        raise KeyError(name) from None
    assert one.puzzle is not None
    puzzle, right, here = one.puzzle, solution(one).action, game_at(one)
    words = {lang: puzzle_words(lang) for lang in languages()}
    choices = [action for action in here.legal(puzzle.seat) if isinstance(action, Stay | Withdraw | Drain)]
    options = tuple(
        AnswerOption(
            _value(action),
            {lang: action_text(action, one.names, lang) for lang in words},
            f"person-{action.card}" if isinstance(action, Drain) else "",
        )
        for action in choices
    )
    if any(isinstance(action, Drain) for action in choices):  # who drains nobody plays a card, or ends the turn
        options += (AnswerOption(NOBODY, {lang: words[lang]["drill.nobody"] for lang in words}),)
    values = {"gap": puzzle.gap, "n": puzzle.simulations}
    low, high = puzzle.interval or (None, None)
    told = {lang: words[lang]["sheet.gap"].format(low=low, high=high, **values) for lang in words}
    who = {lang: one.title[lang].partition(":")[0] for lang in words}  # what follows it names one of the answers
    prompt = {lang: f"{who[lang]}: {words[lang]['drill.ask']}" for lang in words}
    why = answer_of(one).why
    working = (ExplanationLine(why, one.rules), ExplanationLine(told, one.rules))
    view = here.view(puzzle.seat)
    shows = (*(str(place.at) for place in view.locations if view.at in (None, place.at)), f"cards-{puzzle.seat}")
    return Question(
        f"puzzle:{name}", "one", one.rules, prompt, options, (_value(right),), working, view, reason=why, shows=shows
    )


def _value(action: Action) -> str:
    if isinstance(action, EndTurn):
        return NOBODY
    return action.card if isinstance(action, Drain) else action.do
