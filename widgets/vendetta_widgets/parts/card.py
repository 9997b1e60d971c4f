"""Cards as they lie on a table, in a hand or on a stage: face, back, an empty place, and the tokens beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .. import art
from ..html import Html, HtmlWriter, tag

MOST_TOKENS: Final = 8
"""Up to so many tokens lie side by side; more are one with a number."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What stands on a card; drawings by their names in :mod:`..art`, words in the page's language."""

    name: str
    number: str = ""
    """In a ring, at the top left."""
    number_said: str = ""
    """What that number is, for those who hear the page."""
    sign: str = ""
    """The drawing at the top right: a moment, a type."""
    cost: str = ""
    """What it costs, at the top right."""
    picture: str = ""
    picture_box: str = ""
    """Which part of the picture is shown (:func:`.art.crop`); left empty, all of it."""
    text: object = ""
    note: Html | str = ""
    """Why it is of no use now, in a few words below its name."""
    emblem: str = ""
    """The drawing at the bottom left: a clan."""
    kind: str = ""
    """What it is, in words, at the bottom right."""
    tint: str = ""
    """The class that sets ``--tint``, the colour of its edge and drawings."""
    foot: Html | None = None
    """What else stands at its foot."""


def card(pen: HtmlWriter, face: CardFace, size: str = "hand", key: str = "", cls: str = "", **more: object) -> Html:
    """A card's face.

    Args:
        pen: writes.
        face: what stands on it.
        size: ``row`` (92 px), ``hand`` (132), ``stage`` (216) or ``duel`` (284).
        key: tells it from all other cards of the page; it glides where this key appears elsewhere.
        cls: more classes, such as ``vk-raised`` or ``vk-waiting``.
        more: more attributes.
    """
    number = None
    if face.number:
        number = tag("b", face.number, pen.unseen(f" {face.number_said}") if face.number_said else None, cls="vk-num")
    picture = None
    if face.picture:
        drawn = art.crop(face.picture, face.picture_box) if face.picture_box else art.use(face.picture)
        picture = tag("span", drawn, cls="vk-vig")
    return tag(
        "span",
        number,
        tag("span", art.use(face.sign), cls="vk-moment-sign") if face.sign else None,
        tag("span", face.cost, cls="vk-cost-sign") if face.cost else None,
        picture,
        tag("span", face.name, cls="vk-face-name"),
        tag("span", face.note, cls="vk-face-note") if face.note else None,
        tag("span", face.text, cls="vk-face-text") if face.text else None,
        tag(
            "span",
            art.use(face.emblem, "vk-crest") if face.emblem else None,
            face.foot,
            tag("span", face.kind, cls="vk-kind") if face.kind else None,
            cls="vk-face-foot",
        ),
        cls=f"vk-face vk-face-{size} {face.tint} {cls}".strip(),
        data_fly=key or None,
        data_side="up" if key else None,
        **more,
    )


def mini(pen: HtmlWriter, face: CardFace, key: str = "", cls: str = "", start: str = "", **more: object) -> Html:
    """A card of 42 px: number and sign; its name is read out."""
    return tag(
        "span",
        tag("b", face.number, cls="vk-num"),
        art.use(face.sign) if face.sign else None,
        pen.unseen(f" {face.name}"),
        cls=f"vk-face vk-face-mini {face.tint} {cls}".strip(),
        data_fly=key or None,
        data_from=start or None,
        data_side="up" if key else None,
        **more,
    )


def back(said: str, size: str = "mini", key: str = "", start: str = "", cls: str = "") -> Html:
    """A card's back, which says nothing but ``said``; it comes from where ``start`` lies, if it is new."""
    return tag(
        "span",
        art.crop("back", "3 3 54 78"),
        tag("span", said, cls="vk-unseen"),
        cls=f"vk-face vk-face-back vk-face-{size} {cls}".strip(),
        data_fly=key or None,
        data_from=start or None,
        data_side="down" if key else None,
    )


def ghost(words: object, cls: str = "", **more: object) -> Html:
    """An empty place for a card, with words on what comes there."""
    return tag("span", words, cls=f"vk-empty-place {cls}".strip(), **more)


def tokens(n: int, said: str, of: int | None = None, sign: str = "blood", most: int = MOST_TOKENS) -> Html:
    """Tokens side by side, ``n`` full ``of`` so many; more than ``most`` are one with a number; ``said`` is read."""
    if n > most:
        drawn = [art.use(sign), tag("b", str(n))]
    else:
        drawn = [art.use(sign, "" if k < n else "vk-spent") for k in range(max(n, of or 0))]
    return tag("span", drawn, tag("span", said, cls="vk-unseen"), cls=f"vk-tokens vk-tokens-{sign}")
