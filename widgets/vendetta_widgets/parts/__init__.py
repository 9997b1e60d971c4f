"""What the tables of all games are put together from: card, strip of players, stage, hand, bar, drawer, beat, end.

Each part takes plain data and gives HTML; none knows a game. ``25_parts.css`` says how they look, ``glide.js`` how they
move: an element with ``data-fly`` glides from where an element of the same key was, one whose ``data-side`` changes is
turned over, a number with ``data-count`` counts to its new value, and a ``data-drops`` lets drops fly.
"""

from .beat import ToldBeat, beat_bar
from .card import CardFace, back, card, ghost, mini, tokens
from .closing_scene import DecidingMoment, EndRank, Gathered, SumPart, Winner, closing_scene, own_sum
from .confirm_bar import Change, Choice, OptionRow, confirm_bar, options_row, question
from .drawer import drawer, drawer_button, folded_menu
from .hand import HandCard, hand
from .seat_strip import Number, StripSeat, drops_fly, number, portrait, seat_strip
from .stage import Lane, Side, lanes, side, stage

__all__ = [
    "CardFace",
    "Change",
    "Choice",
    "DecidingMoment",
    "EndRank",
    "Gathered",
    "HandCard",
    "Lane",
    "Number",
    "OptionRow",
    "Side",
    "StripSeat",
    "SumPart",
    "ToldBeat",
    "Winner",
    "back",
    "beat_bar",
    "card",
    "closing_scene",
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
    "own_sum",
    "portrait",
    "question",
    "seat_strip",
    "side",
    "stage",
    "tokens",
]
