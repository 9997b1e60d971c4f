"""References that light markup can use in Rivals: rules, terms and stand-in cards."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.markup import markup_of
from vendetta_kit.games.rivals.engine.state import numbers
from vendetta_kit.games.rivals.wording.message_text import name_of
from vendetta_kit.rulebook import RIVALS

MARKUP: Final = markup_of(RIVALS, numbers().__contains__, name_of)
