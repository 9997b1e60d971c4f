"""Puzzles as drills: Stay or Withdraw with the table that the seat sees, and the reasons for the better token."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from vendetta_kit.course.puzzle_set import open_puzzle, solution
from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Question
from vendetta_kit.games.vendetta.engine.actions import Stay, Withdraw
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import answer_of
from vendetta_kit.games.vendetta.puzzles.puzzle_titles import puzzle_words
from vendetta_kit.games.vendetta.wording.message_text import action_text
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario

__all__ = ["puzzle_drill", "puzzles_by_rule"]

_TOKEN: Final = "-token-"
"""Part of the names of puzzles with two choices; a Planning turn has too many choices for a question."""
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
        if _TOKEN not in name:
            continue
        with open(path, encoding="utf-8") as file:
            rules = _RULES.search(file.read())
        for rule in rules[1].split(", ") if rules else ():
            found.setdefault(rule, []).append(f"puzzle:{name}")
    return found


def puzzle_drill(name: str) -> Question:
    """Return a puzzle of the kit as a question.

    Raises:
        KeyError: there is no puzzle of this name with two choices.

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
    puzzle, right = one.puzzle, solution(one).action
    words = {lang: puzzle_words(lang) for lang in languages()}
    options = tuple(
        AnswerOption(action.do, {lang: action_text(action, one.names, lang) for lang in words})
        for action in (Stay(), Withdraw())
    )
    values = {"gap": puzzle.gap, "n": puzzle.simulations}
    low, high = puzzle.interval or (None, None)
    told = {lang: words[lang]["sheet.gap"].format(low=low, high=high, **values) for lang in words}
    who = {lang: one.title[lang].partition(":")[0] for lang in words}  # what follows it names one of the answers
    prompt = {lang: f"{who[lang]}: {words[lang]['drill.ask']}" for lang in words}
    why = answer_of(one).why
    working = (ExplanationLine(why, one.rules), ExplanationLine(told, one.rules))
    view = one.game().view(puzzle.seat)
    return Question(f"puzzle:{name}", "one", one.rules, prompt, options, (right.do,), working, view, reason=why)
