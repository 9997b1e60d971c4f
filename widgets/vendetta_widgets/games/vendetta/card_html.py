"""Cards in HTML: Clan cards, Allies and Victims, clan sheets, and the small names that open them."""

from __future__ import annotations

from functools import cache
from typing import Final

from vendetta_kit.games.vendetta import box

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...parts import CardFace


def card(pen: HtmlWriter, card_id: str, short: bool = True) -> Html:
    """A whole card, open; ``short``: of what the rulebook does not vouch for it has two words, else the sentence."""
    return _card(card_id, pen.lang, short)


@cache
def _card(card_id: str, lang: str, short: bool) -> Html:
    pen, record = HtmlWriter(lang), box.find(card_id)
    if isinstance(record, box.ClanCard):
        return _clan_card(pen, record, short)
    if isinstance(record, box.Person):
        return _person(pen, record, short)
    if isinstance(record, box.Clan):
        return _clan(pen, record, short)
    return _plain(pen, record, short)


def _clan_card(pen: HtmlWriter, record: box.ClanCard, short: bool) -> Html:
    head = tag(
        "div",
        tag("span", str(record.power), pen.unseen(" " + pen.say("power")), cls="vk-power"),
        tag("b", pen.name(record.id), cls="vk-card-name"),
        art.use(f"clan-{record.clan}", "vk-card-clan"),
        cls="vk-card-head",
    )
    sign = tag("span", art.use(record.type), cls="vk-type-sign")
    unsure = " ?" if "type" in record.doubt else ""  # the mark below says why
    kind = tag("p", sign, " ", pen.say(f"type.{record.type}"), unsure, cls="vk-type")
    text_ = _text(pen, record) or tag("p", pen.say("card.plain"), cls="vk-text")
    return _framed(pen, record, f"vk-card vk-type-{record.type} vk-of-{record.clan}", [head, kind, text_], short)


def _person(pen: HtmlWriter, record: box.Person, short: bool) -> Html:
    """The whole card of an Ally or Victim: its four numbers in words, before and after a Drain."""
    yours, drained = _numbers(pen, "yours", _yours(record)), _numbers(pen, "drained", _drained(record))
    four = tag("div", yours, tag("span", "→", cls="vk-arrow", aria_hidden="true"), drained, cls="vk-both")
    return _framed(pen, record, _person_frame(record), [*_person_head(pen, record), four, _text(pen, record)], short)


def _yours(record: box.Person) -> tuple[tuple[str, int], ...]:
    """The numbers that count while somebody lies in an Alliance, by their keys."""
    return ("influence", record.influence), ("feed", record.feed)


def _drained(record: box.Person) -> tuple[tuple[str, int], ...]:
    """Those that count with a Drain."""
    return ("drain_blood", record.drain_blood), ("drained_influence", record.drained_influence)


_SIGNS: Final = {"influence": "influence", "feed": "feed", "drain_blood": "drain", "drained_influence": "influence"}


def _person_frame(record: box.Person) -> str:
    return "vk-card vk-person vk-" + ("victim" if not record.ally else record.creature)


def _person_kind(pen: HtmlWriter, record: box.Person) -> Html:
    kind = pen.say(f"creature.{record.creature}" if record.ally else "creature.victim")
    title = box.title(record.id, pen.lang)
    sign = art.use("victim" if not record.ally else record.creature)
    return tag("p", sign, " ", kind, " · " + title if title else "", cls="vk-type")


def _person_head(pen: HtmlWriter, record: box.Person) -> list[Html]:
    name = tag("b", pen.name(record.id), cls="vk-card-name")
    return [art.use(f"person-{record.id}", "vk-portrait"), name, _person_kind(pen, record)]


def _numbers(pen: HtmlWriter, when: str, pairs: tuple[tuple[str, int], ...]) -> Html:
    """Two of the four numbers of an Ally or Victim, in words, and when they hold."""
    lines = [
        tag("li", art.use(_SIGNS[key]), tag("b", str(value)), " ", pen.say(f"person.{key}")) for key, value in pairs
    ]
    return tag(
        "div", tag("p", pen.say(f"person.{when}"), cls="vk-when"), tag("ul", lines), cls=f"vk-four vk-when-{when}"
    )


def _clan(pen: HtmlWriter, record: box.Clan, short: bool) -> Html:
    head = [
        art.use(f"clan-{record.id}", "vk-emblem"),
        tag("b", pen.name(record.id), cls="vk-card-name"),
        tag("p", record.vampire, cls="vk-type"),
    ]
    return _framed(pen, record, f"vk-card vk-clan vk-of-{record.id}", [*head, _text(pen, record)], short)


def _plain(pen: HtmlWriter, record: box.Record, short: bool) -> Html:
    name = record.key.removeprefix("loc:")
    drawing = art.of(name)
    picture = art.use(drawing, "vk-portrait") if drawing is not None else None
    head = tag("b", pen.name(name), cls="vk-card-name")
    return _framed(pen, record, "vk-card vk-plain", [picture, head, _text(pen, record)], short)


def line(pen: HtmlWriter, card_id: str) -> Html:
    """A Clan card in one line: its Power, name and type."""
    record = box.find(card_id)
    assert isinstance(record, box.ClanCard)
    power = tag("b", str(record.power), pen.unseen(" " + pen.say("power")), cls="vk-mini-power")
    sign = tag("span", art.use(record.type), pen.unseen(" " + pen.say(f"type.{record.type}")), cls="vk-mini-type")
    return joined([power, " ", tag("span", pen.name(card_id), cls="vk-line-name"), sign])


@cache
def _face(card_id: str, lang: str) -> CardFace:
    record, name, text = box.find(card_id), box.name(card_id, lang), box.text(card_id, lang)
    pen = HtmlWriter(lang)
    if isinstance(record, box.ClanCard):
        return CardFace(
            name,
            number=str(record.power),
            number_said=pen.say("power"),
            sign=record.type,
            picture=art.vignette_of(card_id, record.type),
            text=text,
            emblem=f"clan-{record.clan}",
            kind=pen.say(f"type.{record.type}") + (" ?" if "type" in record.doubt else ""),
            tint=f"vk-clan-{record.clan}",
        )
    if isinstance(record, box.Clan):
        picture, tint = f"vampire-{card_id}", f"vk-clan-{card_id}"
        return CardFace(
            name,
            picture=picture,
            picture_box=art.BUST,
            text=text,
            emblem=f"clan-{card_id}",
            kind=record.vampire,
            tint=tint,
        )
    drawing = art.of(card_id) or ""
    if isinstance(record, box.Person):
        numbers = [("influence", record.influence), ("drain", record.drain_blood)]
        foot = joined([joined([art.use(sign), str(n), " "]) for sign, n in numbers])
        return CardFace(name, picture=drawing, picture_box=art.BUST, text=text, foot=foot)
    return CardFace(name, picture=drawing, text=text)


def face(pen: HtmlWriter, card_id: str) -> CardFace:
    """What stands on a card that is held, offered or lies on a stage."""
    return _face(card_id, pen.lang)


def bust(pen: HtmlWriter, card_id: str, drained: bool = False) -> Html:
    """Somebody of an Alliance, small: a portrait, the Influence, and what a Drain brings if there was none yet."""
    record = box.find(card_id)
    assert isinstance(record, box.Person)
    if drained:
        worth = tag("span", art.use("influence"), str(record.drained_influence))
        said = pen.say("person.tip.drained", **_tip(record))
    else:
        influence = tag("span", art.use("influence"), str(record.influence))
        drain = tag("span", art.use("drain"), f"+{record.drain_blood}")
        worth, said = joined([influence, drain]), pen.described(card_id)
    portrait = art.crop(f"person-{card_id}", "24 2 72 88")
    cls = "vk-bust vk-drained" if drained else "vk-bust"
    return tag("span", portrait, tag("b", worth), pen.unseen(f"{pen.name(card_id)}. {said}"), cls=cls)


def _tip(record: box.Person) -> dict[str, int]:
    return {
        "influence": record.influence,
        "feed": record.feed,
        "blood": record.drain_blood,
        "drained": record.drained_influence,
    }


def four_numbers(pen: HtmlWriter, card_id: str) -> tuple[Html, Html]:
    """An Ally's four numbers in two pairs: what counts while it is one's own, and what a Drain brings and leaves."""
    record = box.find(card_id)
    assert isinstance(record, box.Person)
    return _pair(pen, "yours", _yours(record), "vk-four-left"), _pair(pen, "drained", _drained(record), "vk-four-right")


def _pair(pen: HtmlWriter, when: str, pairs: tuple[tuple[str, int], ...], cls: str) -> Html:
    shown = [
        tag(
            "span",
            art.use(_SIGNS[key]),
            tag("b", str(n)),
            pen.unseen(f" {pen.say(f'person.{key}.brief')}"),
            cls=f"vk-n vk-n-{key}",
        )
        for key, n in pairs
    ]
    return tag("div", tag("span", pen.say(f"four.{when}"), cls="vk-four-name"), shown, cls=f"vk-four-numbers {cls}")


def text(pen: HtmlWriter, card_id: str) -> Html:
    """What a card does, and the signs of what the rulebook does not vouch for."""
    return joined([box.text(card_id, pen.lang), " ", mark(pen, card_id, name="span", signs_only=True)])


def _text(pen: HtmlWriter, record: box.Record) -> Html | None:
    text = box.text(record.key.removeprefix("loc:"), pen.lang)
    return tag("p", text, cls="vk-text") if text else None


def _framed(pen: HtmlWriter, record: box.Record, cls: str, content: list[Html | None], short: bool) -> Html:
    return tag("div", content, mark(pen, record.key.removeprefix("loc:"), short), cls=cls, lang=pen.lang)


def mark(pen: HtmlWriter, card_id: str, short: bool = True, name: str = "p", signs_only: bool = False) -> Html | None:
    """The mark of a card that the rulebook does not vouch for: two words; the whole sentence is for those who point at
    it, press or reach it, or hear the page.

    ``signs_only``: one sign is seen. On a card that is shown alone the sentence is behind the two words.
    """
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
    tells = {"tabindex": 0, "aria_description": why, "role": "note"}  # tips.js shows it
    if signs_only:
        return tag(name, signs[0], pen.unseen(why), cls="vk-mark vk-mark-sign", **tells)
    words = [joined([sign, " ", pen.say(f"mark.{key}"), " "]) for sign, key in zip(signs, keys, strict=True)]
    if short:
        return tag(name, words, cls="vk-mark", **tells)
    return tag("details", tag("summary", words), why, cls="vk-mark")


def back(pen: HtmlWriter) -> Html:
    """A face-down card that must not be seen."""
    return tag("span", art.use("back"), pen.say("face_down"), cls="vk-mini vk-back")
