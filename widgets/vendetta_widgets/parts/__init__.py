"""What the tables of all games are put together from: card, strip of players, stage, hand, bar, drawer, beat.

Each part takes plain data and gives HTML; none knows a game. ``25_parts.css`` says how they look, ``glide.js`` how they
move: an element with ``data-fly`` glides from where an element of the same key was, one whose ``data-side`` changes is
turned over, a number with ``data-count`` counts to its new value, and a ``data-drops`` lets drops fly.
"""

from .beat import ToldBeat, beat_bar
from .card import CardFace, back, card, ghost, mini, tokens
from .confirm_bar import Change, Choice, OptionRow, confirm_bar, options_row, question
from .drawer import drawer, drawer_button, folded_menu
from .hand import HandCard, hand
from .seat_strip import Number, StripSeat, drops_fly, number, portrait, seat_strip
from .stage import Lane, Side, lanes, side, stage

__all__ = [
    "CardFace",
    "Change",
    "Choice",
    "HandCard",
    "Lane",
    "Number",
    "OptionRow",
    "Side",
    "StripSeat",
    "ToldBeat",
    "back",
    "beat_bar",
    "card",
    "confirm_bar",
    "drawer",
    "drawer_button",
    "drops_fly",
    "folded_menu",
    "ghost",
    "hand",
    "lanes",
    "mini",
    "number",
    "options_row",
    "portrait",
    "question",
    "seat_strip",
    "side",
    "stage",
    "tokens",
]
