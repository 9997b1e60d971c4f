"""Cards in HTML: Clan cards, Allies and Victims, clan sheets, and the small names that open them."""

from __future__ import annotations

from typing import Final

from vendetta_kit import box

from .pen import Html, Pen, joined, tag

__all__ = ["SEAT_SIGNS", "TYPE_SIGNS", "back", "card", "chip", "mark", "seat_name"]

TYPE_SIGNS: Final = {"preparation": "☀\ufe0e", "conflict": "⚔\ufe0e", "aftermath": "☾\ufe0e", "passive": "◉\ufe0e"}
SEAT_SIGNS: Final = ("●", "◆", "▲", "■", "✚", "★")
"""Each seat has a sign beside its colour."""


def card(pen: Pen, card_id: str) -> Html:
    """A whole card, open."""
    record = box.find(card_id)
    if isinstance(record, box.ClanCard):
        return _clan_card(pen, record)
    if isinstance(record, box.Person):
        return _person(pen, record)
    if isinstance(record, box.Clan):
        return _clan(pen, record)
    return _plain(pen, record)


def _clan_card(pen: Pen, record: box.ClanCard) -> Html:
    head = tag(
        "div",
        tag("span", str(record.power), pen.unseen(" " + pen.say("power")), cls="vk-power"),
        tag("b", pen.name(record.id), cls="vk-card-name"),
        cls="vk-card-head",
    )
    sign = tag("span", TYPE_SIGNS[record.type], aria_hidden="true")
    unsure = " ?" if "type" in record.doubt else ""  # the mark below says why
    kind = tag("p", sign, " ", pen.say(f"type.{record.type}"), unsure, cls="vk-type")
    return _framed(pen, record, f"vk-card vk-type-{record.type}", [head, kind, _text(pen, record)])


def _person(pen: Pen, record: box.Person) -> Html:
    kind = pen.say(f"creature.{record.creature}" if record.ally else "creature.victim")
    title = box.title(record.id, pen.lang)
    head = [
        tag("b", pen.name(record.id), cls="vk-card-name"),
        tag("p", joined([kind, " · " + title if title else ""]), cls="vk-type"),
    ]
    yours = _numbers(pen, "yours", ("influence", record.influence), ("feed", record.feed))
    drained = _numbers(
        pen, "drained", ("drain_blood", record.drain_blood), ("drained_influence", record.drained_influence)
    )
    frame = "vk-card vk-person vk-" + ("victim" if not record.ally else record.creature)
    return _framed(pen, record, frame, [*head, yours, drained, _text(pen, record)])


def _numbers(pen: Pen, when: str, *pairs: tuple[str, int]) -> Html:
    """Two of the four numbers of an Ally or Victim, in words, and when they hold."""
    lines = [tag("li", tag("b", str(value)), " ", pen.say(f"person.{key}")) for key, value in pairs]
    return tag("div", tag("p", pen.say(f"person.{when}"), cls="vk-when"), tag("ul", lines), cls="vk-four")


def _clan(pen: Pen, record: box.Clan) -> Html:
    head = [tag("b", pen.name(record.id), cls="vk-card-name"), tag("p", record.vampire, cls="vk-type")]
    return _framed(pen, record, "vk-card vk-clan", [*head, _text(pen, record)])


def _plain(pen: Pen, record: box.Record) -> Html:
    head = tag("b", pen.name(record.key.removeprefix("loc:")), cls="vk-card-name")
    return _framed(pen, record, "vk-card", [head, _text(pen, record)])


def _text(pen: Pen, record: box.Record) -> Html | None:
    text = box.text(record.key.removeprefix("loc:"), pen.lang)
    return tag("p", text, cls="vk-text") if text else None


def _framed(pen: Pen, record: box.Record, cls: str, content: list[Html | None]) -> Html:
    return tag("div", content, mark(pen, record.key.removeprefix("loc:")), cls=cls, lang=pen.lang)


def mark(pen: Pen, card_id: str, short: bool = True, name: str = "p") -> Html | None:
    """The mark of a card that the rulebook does not vouch for: two words, the whole sentence on pointing at it."""
    source, doubt = box.shown_source(card_id, pen.lang), box.shown_doubt(card_id, pen.lang)
    if not source and not doubt:
        return None
    record = box.find(card_id)
    keys: list[str] = [record.source] if record.source != "rulebook" else []
    if isinstance(record, box.Person) and record.name_source == "kit" and not keys:
        keys = ["kit_name"]
    if doubt:
        keys.append("doubt")
    why = ". ".join(part.rstrip(".") for part in (source[:1].upper() + source[1:], doubt) if part) + "."
    signs = [tag("span", pen.say(f"mark.{key}.sign"), aria_hidden="true") for key in keys]
    if short:
        words = [joined([sign, " ", pen.say(f"mark.{key}"), " "]) for sign, key in zip(signs, keys, strict=True)]
        return tag(name, words, cls="vk-mark", title=why)
    return tag(name, signs, " ", why, cls="vk-mark")


def chip(pen: Pen, card_id: str, *more: object, cls: str = "") -> Html:
    """A card's name as a button that opens the card."""

    def opened() -> Html:
        return joined([card(pen, card_id), mark(pen, card_id, short=False)])

    return pen.opens(f"card-{card_id}", joined([*more, pen.name(card_id)]), opened, f"vk-chip {cls}".strip())


def back(pen: Pen) -> Html:
    """A face-down card that must not be seen."""
    art = tag("span", cls="vk-back-art", aria_hidden="true")
    return tag("span", art, pen.say("face_down"), cls="vk-chip vk-back")


def seat_name(names: tuple[str, ...], seat: int, me: int | None, pen: Pen) -> Html:
    """A player's name with the seat's sign and colour."""
    sign = tag("span", SEAT_SIGNS[seat], cls="vk-sign", aria_hidden="true")
    own = tag("span", f" {pen.say('you')}", cls="vk-you") if seat == me else None
    return tag("span", sign, " ", names[seat], own, cls=f"vk-name vk-seat{seat}")
