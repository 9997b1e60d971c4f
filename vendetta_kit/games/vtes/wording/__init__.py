"""V:TES in words: events, decisions, refusals and the texts of cards, in each language.

>>> say("refusal", "transfers", values={"takes": 4, "left": 3})
'That takes 4 transfers; you have 3 left.'
"""

from .card_text import card_lines, card_text
from .message_text import Words, say

__all__ = ["Words", "card_lines", "card_text", "say"]
