"""Cards of V:TES in HTML: minions in play and on a stage, cards in hand, and the small names that open them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.cards import ANYBODY, Card, Effects, Needs, Title
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.wording.card_text import card_lines, costs
from vendetta_kit.games.vtes.wording.message_text import practice_words

from ... import art
from ...art import described
from ...html import Html, HtmlWriter, joined, tag
from ...parts import CardFace, tokens
from . import own_cards

if TYPE_CHECKING:
    from collections.abc import Iterable


_BUST: Final = "24 2 72 88"
"""Of a portrait: what fills a card that is higher than wide."""
_ANTITRIBU: Final = "_antitribu"
_LEVELS: Final = {1: "basic", 2: "superior"}


def record(card: str) -> Card:
    """Return what is printed on a card."""
    return own_cards.printed(card)


def clan_of(card: str) -> str:
    """Return the clan whose emblem and colour a card has: its own, without the part that has left the Camarilla."""
    return record(card).clan.removesuffix(_ANTITRIBU)


def sign_of(card: str) -> str:
    """Return the small sign of what kind of card it is."""
    printed = record(card)
    return "vampire" if printed.type == "vampire" else f"type-{printed.type}"


def picture(card: str) -> str:
    """Return the drawing of a card: its own, or that of its type; empty for a vampire that has none."""
    printed = record(card)
    return art.of(card) or ("" if printed.type == "vampire" else f"scene-{printed.type}")


def signs(pen: HtmlWriter, known: Iterable[tuple[str, int]]) -> Html | None:
    """Disciplines as signs: in a square at the basic level, in a diamond at the superior one."""
    shown = []
    for discipline, level in known:
        words = pen.game("card", "discipline", discipline=discipline, level=_LEVELS[level])
        shown.append(
            tag(
                "span",
                art.use(f"discipline-{discipline}"),
                cls=f"vt-sign vt-sign-{_LEVELS[level]}",
                role="img",
                aria_label=words,
                title=words,
            )
        )
    return tag("span", shown, cls="vt-signs") if shown else None


def back(pen: HtmlWriter, seen: SeenCard, key: str = "") -> Html:
    """A face-down card of the crypt with its counters."""
    words = pen.unseen(pen.say("vtes.back", n=seen.counters))
    count = tag("b", str(seen.counters), aria_hidden="true")
    return tag("span", art.crop("back", "3 3 54 78"), count, words, cls="vt-back", data_fly=key or None)


def minion(
    pen: HtmlWriter,
    seen: SeenCard,
    size: str = "row",
    marks: Iterable[str] = (),
    press: tuple[str, int] | None = None,
    on: bool = False,
    glow: bool = False,
    torpid: bool = False,
    key: str = "",
    drags: bool = False,
    drop: bool = False,
) -> Html:
    """A minion in play: its portrait, capacity, disciplines and blood, and what lies on it.

    Args:
        pen: writes.
        seen: the card as the reader sees it.
        size: ``row``, ``own``, ``coming`` or ``duel``.
        marks: what it is doing now: keys of the page's words, as ``acts`` or ``blocks``.
        press: what a press does and with what number; ``None``: it opens the card.
        on: whether it is the one that is chosen.
        glow: whether a lesson waits for it.
        torpid: whether it lies in torpor.
        key: where it glides from and to; left out, by its number.
        drags: whether it can be let go over what it shall act on.
        drop: whether something can be let go over it.
    """
    assert seen.card is not None
    doing = tuple(marks)
    face = [
        art.crop(drawn, _BUST, "vt-portrait") if (drawn := picture(seen.card)) else None,
        _crest(seen),
        tag("b", str(seen.capacity or record(seen.card).life or ""), cls="vt-capacity", aria_hidden="true"),
        signs(pen, seen.disciplines),
        tag(
            "span",
            tag("span", pen.name(seen.card), cls="vt-card-name"),
            _title(pen, seen),
            _counters(pen, seen),
            cls="vt-plate",
        ),
        _numbers(pen, seen),
        [tag("span", pen.say(f"vtes.mark.{mark}"), cls=f"vt-mark vt-mark-{mark}") for mark in doing],
        tag("span", pen.say("vtes.tapped"), cls="vt-mark vt-mark-tapped") if seen.tapped else None,
        tag("span", pen.game("region", "torpor"), cls="vt-stamp") if torpid else None,
    ]
    cls = "vt-face" + (" vk-glow" if glow else "")
    if press is None:
        pressed = pen.opens_card(seen.card, face, cls, data_thing=f"minion-{seen.number}")
    else:
        pressed = tag(
            "button",
            face,
            type="button",
            cls=cls,
            data_do=press[0],
            data_value=press[1],
            data_key=f"minion-{press[1]}",
            data_drag=seen.number if drags else None,
            data_target=True,
            aria_pressed=str(on).lower(),
            aria_description=pen.described(seen.card),
        )
    lying = tag("span", [_attached(pen, one) for one in seen.on if one.card], cls="vt-on") if seen.on else None
    states = {"vt-tapped": seen.tapped, "vt-torpid": torpid, "vt-chosen": on}
    looks = "".join(f" {name}" for name, holds in states.items() if holds) + "".join(f" vt-is-{mark}" for mark in doing)
    return tag(
        "div",
        pressed,
        lying,
        cls=f"vt-card vt-card-{size} {_tint(seen)}{looks}",
        data_place=drop,
        data_drop=seen.number if drop else None,
        data_fly=key or (f"card-{seen.number}" if seen.number is not None else None),
    )


def as_now(view: View, card: str, pen: HtmlWriter) -> Html | None:
    """Return what has become of a card's minions in play: whose, blood, Disciplines, title, what lies on them."""
    rows = []
    for who in view.seats:
        for seen in (*who.ready, *who.torpor):
            if seen.card != card:
                continue
            counted = "blood" if seen.capacity else "life"
            facts: list[Html | str] = [pen.say(f"vtes.{counted}", n=seen.counters, capacity=seen.capacity)]
            facts += [f"{pen.say(f'vtes.{key}')} {getattr(seen, key)}" for key in ("strength", "bleed")]
            facts += [pen.say("vtes.tapped")] if seen.tapped else []
            facts += [pen.game("region", "torpor")] if seen in who.torpor else []
            facts += [pen.name(on.card) for on in seen.on if on.card]
            told = [part for fact in facts for part in (" · ", fact)][1:]
            of = tag("b", pen.say("vtes.card_now", name=who.name), " ")
            rows.append(
                tag("p", of, told, " ", _title(pen, seen), " ", signs(pen, seen.disciplines), cls="vt-card-now")
            )
    return joined(rows) if rows else None


def _tint(seen: SeenCard) -> str:
    assert seen.card is not None
    printed = record(seen.card)
    return f"vk-clan-{clan_of(seen.card)}" if printed.type == "vampire" else f"vt-type-{printed.type}"


def _crest(seen: SeenCard) -> Html | None:
    assert seen.card is not None
    printed = record(seen.card)
    drawn = f"clan-{clan_of(seen.card)}" if printed.type == "vampire" else f"type-{printed.type}"
    return tag("span", art.use(drawn), cls="vt-crest") if drawn in art.names("vtes") else None


def _title(pen: HtmlWriter, seen: SeenCard) -> Html | None:
    if seen.title is None:
        return None
    return tag("em", practice_words().title_text(Title(seen.title, seen.of), pen.lang), cls="vt-title")


def _counters(pen: HtmlWriter, seen: SeenCard) -> Html:
    """Blood on a vampire as drops of its capacity, life on an ally."""
    if seen.capacity:
        said = pen.say("vtes.blood", n=seen.counters, capacity=seen.capacity)
        return tokens(seen.counters, said, seen.capacity)
    return tokens(seen.counters, pen.say("vtes.life", n=seen.counters))


def _numbers(pen: HtmlWriter, seen: SeenCard) -> Html | None:
    """Strength and bleed, where they are not the 1 that every vampire has."""
    numbers = (("strength", seen.strength, "conflict"), ("bleed", seen.bleed, "type-action"))
    usual = 1 if seen.capacity else -1
    shown = [
        tag("span", art.use(sign), str(n), pen.unseen(f" {pen.say(f'vtes.{key}')}"), title=pen.say(f"vtes.{key}"))
        for key, n, sign in numbers
        if n != usual
    ]
    return tag("span", shown, cls="vt-numbers") if shown else None


def _attached(pen: HtmlWriter, on: SeenCard) -> Html:
    """A card that lies on a minion: its sign, which opens it, and the life of a retainer."""
    assert on.card is not None
    life = tag("b", str(on.counters)) if on.counters else None
    name = [art.use(sign_of(on.card)), life, pen.unseen(pen.name(on.card))]
    return pen.opens(f"card:{on.card}", name, "vt-attached", title=pen.name(on.card))


def hand_face(pen: HtmlWriter, card: str, superior: bool | None = None) -> CardFace:
    """What stands on a card of the hand; ``superior``: the level at which it was played, which is told alone."""
    printed = record(card)
    needs = [(name, 1) for name in (printed.needs.discipline, printed.needs.second) if name]
    paid = [str(n) for _, n in costs(printed) if n]
    return CardFace(
        pen.name(card),
        sign=f"type-{printed.type}",
        cost=" + ".join(paid),
        picture=picture(card),
        picture_box="12 0 96 64" if printed.type in ("ally", "retainer") else "",
        text=brief(card, pen.lang, superior),
        foot=signs(pen, needs),
        kind=pen.game("type", printed.type),
        tint=f"vt-type-{printed.type}",
    )


def who_could(view: View, card: str, pen: HtmlWriter) -> str:
    """Say which of the reader's vampires has what a card of her hand needs, or that nobody has; empty if it is met.

    Before anybody is ready it is empty, too: all are still to come.
    """
    assert view.me is not None
    own, printed = view.seats[view.me], record(card)
    doers = _doers(view, _MOMENTS.get(printed.type, "minion")) or own.ready
    if not doers or not _lacks(doers, printed.needs):
        return ""
    for key, cards in (("ready", own.ready), ("torpor", own.torpor), ("coming", map(_printed, own.uncontrolled))):
        able = next((pen.name(seen.card) for seen in cards if seen.card and not _lacks([seen], printed.needs)), "")
        if able:
            return pen.say(f"vtes.idle.who.{key}", name=able)
    return pen.say("vtes.idle.who")


_MOMENTS: Final = {
    "master": "master", "out_of_turn": "out_of_turn", "action_modifier": "own_action", "reaction": "others",
    "combat": "combat",
}  # fmt: skip
"""When a card of a type is played, as a key of the words for it; all others are actions of the minion phase."""


def idle_reason(view: View, card: str, pen: HtmlWriter) -> str:
    """Say in a few words why a card of the reader's hand is of no use now: what it needs, or when it is played."""
    assert view.me is not None
    own, printed, now = view.seats[view.me], record(card), view.moment
    needs, when = printed.needs, _MOMENTS.get(printed.type, "minion")
    lacks = _lacks(_doers(view, when) or own.ready, needs) if needs != ANYBODY else []
    if lacks:
        what = pen.game("card", f"needs.{lacks[0]}", **needs._asdict())
        return pen.say("vtes.idle.needs", what=what)
    of_own = printed.target in ("own_vampire", "own_minion")
    if (of_own or when not in ("master", "out_of_turn")) and not own.ready:
        return pen.say("vtes.idle.nobody")
    if printed.pool and printed.pool >= own.pool:
        return pen.say("vtes.idle.pool", n=printed.pool)
    able = [seen for seen in own.ready if not _lacks([seen], needs)]
    if when in ("minion", "own_action") and (now.seat, now.phase) == (view.me, "minion") and view.action is None:
        free = [seen for seen in able if not seen.tapped]
        if not free:
            one = pen.name(able[0].card) if len(able) == 1 and able[0].card and len(own.ready) > 1 else ""
            return pen.say("vtes.idle.is_tapped", name=one) if one else pen.say("vtes.idle.tapped")
    if when == "minion" and (now.seat, now.phase) == (view.me, "minion"):
        if view.action is not None:
            return pen.say("vtes.idle.acting")
        return pen.say("vtes.idle.blood", n=printed.blood) if printed.blood else pen.say("vtes.idle.now")
    own_turn, acts = now.seat == view.me, view.action is not None
    due = {
        "master": own_turn and now.phase == "master",
        "own_action": own_turn and acts,
        "others": not own_turn and acts,
    }
    if due.get(when) or (when == "combat" and view.combat is not None):
        blocks = (
            view.decision is not None and view.decision.kind == "block" and printed.does("intercept", 1) is not None
        )
        return pen.say("vtes.idle.block" if blocks else "vtes.idle.now")
    return pen.say(f"vtes.idle.{when}")


def idle_note(view: View, card: str, pen: HtmlWriter) -> Html | str:
    """Return why a card of the reader's hand is of no use now, and apart who of hers could play it."""
    who = who_could(view, card, pen)
    reason = idle_reason(view, card, pen)
    return joined([reason, tag("span", ": ", who, cls="vt-who-could")]) if who else reason


def _doers(view: View, when: str) -> list[SeenCard]:
    """Return the reader's minion that acts or fights now, where a card of this time is for it alone."""
    assert view.me is not None
    numbers: set[int | None] = set()
    if when == "own_action" and view.action is not None and view.action.actor.seat == view.me:
        numbers = {view.action.actor.number}
    elif when == "combat" and view.combat is not None:
        numbers = {one.minion.number for one in view.combat.fighters}
    return [seen for seen in view.seats[view.me].ready if seen.number in numbers]


def _printed(seen: SeenCard) -> SeenCard:
    """Return an uncontrolled vampire with what she will have as soon as she is ready."""
    if seen.card is None:
        return seen
    her = record(seen.card)
    title = her.title.kind if her.title is not None else None
    return replace(seen, capacity=her.capacity, clan=her.clan, disciplines=tuple(her.disciplines.items()), title=title)


def _lacks(ready: Iterable[SeenCard], needs: Needs) -> list[str]:
    """Return which of a card's requirements are not met by who of the reader's meets the most of them."""

    def unmet(seen: SeenCard) -> list[str]:
        known, sect = dict(seen.disciplines), record(seen.card or "").sect if seen.card else ""
        holds = {
            "discipline": needs.discipline in known or not needs.discipline,
            "second": needs.second in known or not needs.second,
            "clan": seen.clan == needs.clan or not needs.clan,
            "sect": sect == needs.sect or not needs.sect,
            "title": seen.title is not None or not needs.title,
            "office": seen.title in needs.office or not needs.office,
            "capacity": seen.capacity >= needs.capacity,
        }
        return [key for key, met in holds.items() if not met]

    return min((unmet(seen) for seen in ready), key=len, default=[key for key in needs._fields if getattr(needs, key)])


def levels_for(card: str, seen: SeenCard, pool: int) -> list[Effects]:
    """Return what a card would do at each level at which a minion could play it and it could be paid for."""
    printed, known = record(card), dict(seen.disciplines)
    needed = [name for name in (printed.needs.discipline, printed.needs.second) if name]
    if _lacks([seen], printed.needs) or printed.blood > seen.counters or printed.pool >= pool:
        return []
    superior = all(known[name] > 1 for name in needed)
    return [printed.basic, printed.superior] if superior else [printed.basic]


def fed(seen: SeenCard | None, effects: Effects, pen: HtmlWriter) -> str:
    """Say what a vampire's blood becomes by a card that does nothing but give her some; empty for any other."""
    if seen is None or not seen.capacity or [effect.verb for effect in effects] != ["gain_blood"]:
        return ""
    new = min(seen.capacity, seen.counters + int(effects[0].value))
    if new == seen.counters:
        return pen.say("vtes.effect.full")
    return pen.say("vtes.change", what=pen.say("vtes.what.blood"), old=seen.counters, new=new)


def bust(card: str) -> Html:
    """The picture of a card without its frame; a portrait from the head to the chest."""
    drawn = picture(card)
    if not drawn:
        return art.crop("back", "3 3 54 78")
    return art.crop(drawn, _BUST) if drawn.startswith("person") else art.use(drawn)


def large(pen: HtmlWriter, card: str) -> Html | None:
    """The picture of a card as the dialog shows it, with words for what is seen on a portrait."""
    if not picture(card):
        return None
    said = described("vtes", card, pen.lang)
    printed = record(card)
    tint = f"vk-clan-{clan_of(card)}" if printed.type == "vampire" else f"vt-type-{printed.type}"
    named = {"role": "img", "aria_label": said} if said else {}
    return tag("span", bust(card), cls=f"vt-large {tint}", **named)


@lru_cache(maxsize=4096)
def brief(card: str, lang: str, superior: bool | None = None, short: bool = False, by: str = "") -> str:
    """Return what a card does, without its type, cost and discipline, which stand beside.

    ``superior``: the level at which it was played, which is told alone; ``None`` for all that it can do.
    ``short``: what it requires stands beside, too, and a sign tells the superior level. ``by``: who plays it, named.
    """
    printed = record(card)
    needs = printed.needs
    shown = needs != ANYBODY and (short or needs == Needs(needs.discipline, second=needs.second))
    skip = 1 + any(n for _, n in costs(printed)) + shown
    lines = card_lines(printed, lang, superior, by)[skip:]
    if short:
        of_game = practice_words().say
        basic, better = (of_game("card", key, lang, {"text": ""}) for key in ("basic", "superior"))
        lines = tuple(line.removeprefix(basic).replace(better, "◆ ", line.startswith(better)) for line in lines)
    return " ".join(lines)
