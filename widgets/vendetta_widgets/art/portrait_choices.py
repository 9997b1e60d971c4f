"""Who looks like what: each Ally and each Victim, chosen by hand after name and occupation.

The looks are the kit's own inventions and follow no picture of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

__all__ = ["CAST", "CLAN_VAMPIRES", "Portrait"]


@dataclass(frozen=True, slots=True)
class Portrait:
    """What a portrait is put together from; all are names of parts and colours."""

    face: str
    hair: tuple[str, ...]
    hair_colour: str
    skin: str
    wears: str
    cloth: str
    accent: str
    behind: str
    extras: tuple[str, ...] = ()
    prop: str = ""
    flip: bool = False
    red_eyes: bool = False


def _sitter(
    looks: str,
    wears: str,
    behind: str,
    extras: str = "",
    *,
    flip: bool = False,
    red_eyes: bool = False,
    prop: str = "",
) -> Portrait:
    """``looks``: face, skin, colour of the hair, hair; ``wears``: clothes, their colour, the colour at the neck."""
    face, skin, colour, *hair = looks.split()
    clothes, cloth, accent = wears.split()
    return Portrait(
        face, tuple(hair), colour, skin, clothes, cloth, accent, behind, tuple(extras.split()), prop, flip, red_eyes
    )


_human = _sitter
_vampire = partial(_sitter, red_eyes=True)


def _victim(looks: str, wears: str, prop: str, extras: str = "") -> Portrait:
    return _sitter(looks, wears, "niche", extras, prop=prop)


CAST: Final[dict[str, Portrait]] = {
    "AL01": _vampire("soft chalk black bob", "jacket black blood", "screens", "lips"),
    "AL02": _vampire("firm ash auburn sides", "uniform blue gold", "moon", "moustache peaked", flip=True),
    "AL03": _vampire("soft dusk black", "coat plum gold", "arch", "scarf"),
    "AL04": _vampire("gaunt dusk black long parted", "fur brown grey", "pines", "band", flip=True),
    "AL05": _vampire("soft ash brown waves parted", "gown blood gold", "curtains", "pearls lips wide"),
    "AL06": _vampire("firm dusk red crest sides", "jacket blood bone", "banners", "scar earrings", flip=True),
    "AL07": _vampire("gaunt chalk white drawn", "robe plum gold", "candles", "cowl"),
    "AL08": _vampire("soft chalk gold bun drawn", "suit blue plum", "towers", "earrings lips", flip=True),
    "AL09": _vampire("aged ash grey side", "vest brown blood", "crypt", "round goatee"),
    "AL10": _vampire("soft chalk white long parted", "cloak black blood", "web", "lips"),
    "AL11": _vampire("soft dusk black bun drawn", "gown black gold", "shield", "earrings pearls", flip=True),
    "AL12": _vampire("gaunt ash black slick", "coat black blood", "arch", "fedora patch"),
    "AL13": _vampire("gaunt chalk black bald", "hood green green", "screens", "dark phones", flip=True),
    "AL14": _vampire("aged ash brown short", "coat brown grey", "rain", "beard scar"),
    "AL15": _vampire("gaunt ash black bald", "suit green green", "pipes", "hat fangs", flip=True),
    "AL16": _human("firm fair gold side", "jacket brown bone", "bar", "stubble"),
    "AL17": _human("soft fair brown braids fringe", "frock blue bone", "window", flip=True),
    "AL18": _human("aged tan grey sides bald", "suit stone gold", "blinds", "moustache"),
    "AL19": _human("soft brown black tail drawn", "blouse blue bone", "blinds", "glasses", flip=True),
    "AL20": _human("aged fair white slick", "lab blue green", "lab", "monocle goatee"),
    "AL21": _human("soft olive brown bun parted", "suit plum plum", "columns", "earrings", flip=True),
    "AL22": _human("firm fair auburn sides bald", "apron brown bone", "window", "beard", flip=True),
    "AL23": _human("firm umber black curls", "jacket green gold", "bridge", "cap"),
    "AL24": _human("firm olive black side", "roll brown bone", "shelves", "moustache round", flip=True),
    "AL25": _human("soft tan black waves parted", "gown blood gold", "spot", "earrings lips"),
    "AL26": _human("soft tan black bob fringe", "coat blood bone", "lamps", "beret"),
    "AL27": _human("aged olive grey cloud", "shirt green bone", "plans", "round", flip=True),
    "AL28": _human("firm tan black crest", "jacket plum gold", "neon", "dark stubble"),
    "AL29": _human("soft fair red tail drawn", "suit black gold", "city", "glasses"),
    "AL30": _human("soft brown black tail slick", "shirt blood gold", "curtains", "goatee", flip=True),
    "VI01": _victim("calm pale gold drawn bun", "blouse blue bone", "nurse"),
    "VI02": _victim("still shade black short", "suit black blood", "trumpet", "moustache"),
    "VI03": _victim("calm sallow black parted tail", "apron brown bone", "bread"),
    "VI04": _victim("still pale auburn crop", "coat black gold", "flame", "helmet"),
    "VI05": _victim("still wan black slick", "vest stone bone", "scissors", "glasses"),
    "VI06": _victim("calm wan brown curls", "apron stone bone", "pan", "toque"),
    "VI07": _victim("still shade black crop", "jacket brown gold", "cab", "cap"),
    "VI08": _victim("calm sallow black long parted", "lab green blood", "ribs"),
    "VI09": _victim("still pale white short", "roll blue grey", "lockgate", "beard beanie"),
    "VI10": _victim("calm sallow brown cloud", "shirt plum gold", "brush", "band"),
    "VI11": _victim("still pale grey sides", "jacket stone grey", "hook", "hardhat moustache"),
    "VI12": _victim("calm wan black fringe bob", "blouse black bone", "steno"),
    "VI13": _victim("still shade black bald sides", "vest blue gold", "wrench", "goatee"),
    "VI14": _victim("calm pale brown waves bob", "frock plum gold", "prompter"),
    "VI15": _victim("calm wan black drawn bun", "roll stone grey", "fork", "round"),
    "VI16": _victim("still sallow black side", "shirt blue bone", "linemap", "phones"),
    "VI17": _victim("calm shade black cloud", "apron green gold", "coffee", "earrings"),
    "VI18": _victim("calm pale auburn tail side", "uniform blue gold", "keys"),
    "VI19": _victim("still pale grey wild", "vest brown green", "puppet", "round goatee"),
    "VI20": _victim("calm shade black curls", "jacket plum gold", "mic", "phones earrings"),
    "VI21": _victim("still sallow black slick", "suit brown gold", "pawn", "beard"),
    "VI22": _victim("calm sallow grey braids parted", "cord stone gold", "drawer", "glasses"),
    "VI23": _victim("still pale gold curls", "apron brown grey", "tankard", "beard"),
    "VI24": _victim("calm shade black braids drawn", "lab blue blue", "tooth"),
    "VI25": _victim("still shade grey crop", "hood blood bone", "glove", "stubble"),
    "VI26": _victim("calm sallow brown long fringe", "apron green green", "tulip"),
    "VI27": _victim("calm pale white curls", "roll plum grey", "watch", "monocle"),
    "VI28": _victim("calm sallow black tail short", "hood blue bone", "anchor", "beanie"),
    "VI29": _victim("still pale brown side", "hood stone bone", "ball", "cap"),
    "VI30": _victim("calm shade black crop", "frock black gold", "frame", "earrings"),
    "VI31": _victim("calm shade black bob parted", "suit blood gold", "townhall", "pearls"),
    "VI32": _victim("calm wan black waves parted", "roll black grey", "nib", "round"),
    "VI33": _victim("calm sallow black drawn bun", "uniform blood gold", "bell", "earrings"),
    "VI34": _victim("calm sallow gold waves fringe", "gown plum gold", "star", "lips earrings"),
    "VI35": _victim("still wan black curls", "jacket green bone", "camera", "beret stubble"),
}

CLAN_VAMPIRES: Final[dict[str, Portrait]] = {
    "brujah": _vampire("soft dusk black cloud", "jacket black blood", "banners", "earrings", flip=True),
    "gangrel": _vampire("firm dusk brown long parted", "fur brown grey", "pines", "beard"),
    "malkavian": _vampire("gaunt chalk white wild", "cord plum gold", "moon"),
    "nosferatu": _vampire("gaunt chalk black bald", "hood stone green", "pipes", "fangs scar"),
    "toreador": _vampire("soft ash gold waves side", "suit plum gold", "curtains", "moustache"),
    "tremere": _vampire("aged dusk grey slick", "robe blood gold", "candles", "goatee round", flip=True),
    "ventrue": _vampire("soft chalk auburn bun drawn", "suit blue gold", "towers", "pearls lips"),
}
"""The vampire who stands for each clan: a player's face."""
