"""The great moments of Vendetta on a stage: what comes of a Location, a Frenzy, Diablerie, and who leaves the game.

A scene is made of the view at that moment and says no more than its reader may know then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.views import CardView, PositionView, View
from vendetta_kit.kernel.events import Entry, Event

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of
from ...parts import Lane, Side, back, card, lanes, portrait, side, stage, tokens
from ...parts.beat import MOST_WORDS
from .card_html import face, four_numbers
from .effect_captions import effects_in_brief
from .location_outcome import VERDICTS
from .table_html import card_key, delta, power_words

GREAT: Final = ("frenzy", "diablerie", "eliminated")
"""Events that have a stage of their own."""
MOST_LARGE: Final = 3
MOST_ABREAST: Final = 4
"""With more cards than these at one side of the prize they lie below each other, as lines ..."""
MOST_SIDES: Final = 3
"""With more players than these their cards have no room for what they say, and it stands below."""


class Told(NamedTuple):
    """What of a Location's outcome is told: numbers of its events, and of those that are told just now."""

    span: Collection[int]
    now: Collection[int]


# A Location --------------------------------------------------------------------------------------------------


def location_scene(
    view: View,
    before: View | None,
    at: int | str,
    told: Told,
    pen: HtmlWriter,
    counts: bool,
    marked: Collection[str] = (),
    stayed: Collection[int] = (),
) -> Html:
    """Return a Location with its Positions face to face, the prize between them, and the numbers racing below.

    Args:
        view: what the reader knows at this moment.
        before: what she knew before it.
        at: the Location.
        told: what is told of it.
        pen: writes.
        counts: whether Power is added up before it is counted.
        marked: cards that stand out, by id, beside those that act just now.
        stayed: seats that stand there though nothing of theirs lies there any more.
    """
    events = [event for event in view.events if event.n in told.span]
    tokens_here = next((event.data for event in reversed(events) if event.kind == "tokens"), {})
    leaving = tuple(tokens_here.get("leaving", ()))
    verdict = next((event for event in reversed(events) if event.kind in VERDICTS), None)
    acts = {event.data.get("card") for event in events if event.n in told.now and event.kind == "act"} | {*marked}
    there = [(seat, _at(view, seat, at)) for seat in view.order]
    won = verdict.seat if verdict is not None else None  # who stayed with a card that has gone is there, too
    there = [(seat, found) for seat, found in there if found.cards or found.blood or seat in (*leaving, *stayed, won)]
    there.sort(key=lambda one: one[0] != view.me)
    lying = sum(len(found.cards) for _, found in there)
    many = len(there) > MOST_SIDES
    needs = [len(found.cards) or 1 for _, found in there]
    gone = [k for k, (_, found) in enumerate(there) if not found.cards and not found.blood]
    halves, widest = _wings([*(n for k, n in enumerate(needs) if k not in gone), *([1] if gone else [])])
    size = "hand" if lying <= MOST_LARGE and not many else "side" if widest <= MOST_ABREAST and not many else "row"
    powers = {found.seat: found for found in flows.powers(view, at) if counts or found.counted}
    every = [_side(view, seat, found, acts, leaving, pen, size, powers.get(seat)) for seat, found in there]
    sides = [one for k, one in enumerate(every) if k not in gone]
    if gone:
        sides.append(tag("div", [every[k] for k in gone], cls="vk-stage-gone"))
    left, right = ([one for one, half in zip(sides, halves, strict=True) if half == which] for which in (0, 1))
    turning = _turning(events, told.now, pen)
    if verdict is not None and (not told.now or verdict.n in told.now):
        turning = _afterwards(view, told.span, pen, MOST_WORDS if many else 2 * MOST_WORDS)
    below = joined([turning, _race(view, before, at, there, won, pen, powers, bool(verdict))])
    cls = "vk-stage-location" + (" vk-decided" if verdict is not None else "")
    cls += " vk-stage-many" if many else " vk-stage-three" if len(there) == MOST_SIDES else ""
    cls += " vk-stage-full" if widest > MOST_ABREAST else ""
    return stage(
        pen,
        pen.say("scene.location", at=pen.place(at)),
        left,
        _prize(view, at, won, pen),
        right,
        below,
        cls,
        f"place-{_tile(view, at)}",
    )


def _wings(needs: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return for each side whether it stands at the left (0) or the right, by its cards, and what the fuller half has.

    >>> _wings([3, 4, 1])
    ((0, 1, 0), 4)
    """

    def fuller(halves: tuple[int, ...]) -> int:
        right = sum(need for need, half in zip(needs, halves, strict=True) if half)
        return max(right, sum(needs) - right)

    best = min(product((0,), *[(0, 1)] * (len(needs) - 1)), key=fuller) if needs else ()
    return best, fuller(best)


def _turning(events: Sequence[Event], now: Collection[int], pen: HtmlWriter) -> Html | None:
    """Return what the card says that turns the fight just now, for stages on which cards have no room for words."""
    changes = [event.data["by"] for event in events if event.n in now and event.kind == "printed"]
    acting = [event.data.get("card") for event in events if event.n in now and event.kind == "act"]
    found = next((name for name in (*changes, *acting) if isinstance(name, str)), None)
    return tag("p", tag("b", pen.name(found)), " ", box.text(found, pen.lang), cls="vk-turning") if found else None


def _afterwards(view: View, span: Collection[int], pen: HtmlWriter, most: int) -> Html | None:
    """Return what cards have done after the conflict in ``most`` words, which the line of the winner does not say."""
    rows: list[Event | Entry] = [*view.events, *view.ledger]
    every = [row for row in rows if row.n in span and row.moment.step == "aftermath"]
    did = effects_in_brief(view, sorted(every, key=lambda row: row.n), pen, most)
    return tag("p", tag("b", pen.say("beat.after")), " ", did, cls="vk-turning vk-afterwards") if did else None


def location_picture(view: View, at: int | str, pen: HtmlWriter, counted: Sequence[flows.Powers] | None = None) -> Html:
    """Return a Location in small: who is to be won there, and the Power that lies there so far or was ``counted``."""
    place = next(place for place in view.locations if place.at == at)
    ally = place.ally or _was_won(view, at)
    shown = art.crop(f"person-{ally}", "24 2 72 84") if ally is not None else art.use(f"place-{_tile(view, at)}")
    who = tag("figcaption", pen.name(ally) if ally is not None else "", tag("small", pen.place(at)))
    prize = tag("figure", tag("span", shown, cls="vk-prize-arch"), who, cls="vk-picture-prize")
    rows = []
    there = sorted(flows.powers(view, at) if counted is None else counted, key=lambda found: -_n(found))
    most = max([1, *(_n(found) for found in there)])
    for found in there:
        seat = view.seats[found.seat]
        hidden = not found.counted and any(part.card is None for part in found.parts)
        tint = f"vk-tint{colour_of(found.seat, view.me)}"
        rows.append(
            tag(
                "li",
                portrait(f"vampire-{seat.clan}" if seat.clan else "", tint, cls="vk-por-small"),
                tag("span", view.names[found.seat]),
                tag("i", style=f"--share:{max(0, 100 * _n(found) // most)}%", cls="vk-picture-bar"),
                tag(
                    "b", f"{_n(found)}+?" if hidden else str(_n(found)), aria_label=power_words(found, pen), role="img"
                ),
                cls=tint,
            )
        )
    power = tag("ol", rows, cls="vk-picture-power", aria_label=pen.say("power")) if rows else None
    return tag("div", prize, power, cls="vk-picture")


def frenzy_picture(view: View, event: Event, now: Collection[int], pen: HtmlWriter) -> Html:
    """Return a Frenzy in small: whom it befell, who was paid for it, and who was Drained."""
    assert event.seat is not None
    seat = view.seats[event.seat]
    tint = f"vk-tint{colour_of(event.seat, view.me)}"
    drained = _who_was_drained(view, event.seat, now)
    middle = tag(
        "div",
        portrait(f"vampire-{seat.clan}", tint, f"clan-{seat.clan}", cls="vk-por-great"),
        tag("b", pen.say("moment.frenzy")),
        cls="vk-picture-prize",
    )
    return tag(
        "div",
        middle,
        _paid(view, None, event, pen),
        _drained(view, None, event.seat, drained, pen),
        cls="vk-picture vk-picture-frenzy",
    )


def _tile(view: View, at: int | str) -> str:
    place = next(place for place in view.locations if place.at == at)
    return str(place.location_card or place.at)


def _at(view: View, seat: int, at: int | str) -> PositionView:
    return next(position for position in view.seats[seat].positions if position.at == at)


def _side(
    view: View,
    seat: int,
    found: PositionView,
    acts: Collection[str | None],
    leaving: Collection[int],
    pen: HtmlWriter,
    size: str,
    powers: flows.Powers | None,
) -> Html:
    seen = view.seats[seat]
    parts = powers.parts if powers is not None else ()
    count = {part.card: part.power for part in parts if part.up}
    if powers is not None and powers.counted:  # what lies face down now counts as such, whatever is printed on it
        down = [item.card for item in found.cards if item.face == "down"]
        count |= dict(zip(down, (part.power for part in parts if not part.up), strict=False))
    tint = colour_of(seat, view.me)
    cards = tuple(
        _card(item, card_key(item, seat, found.at, k, view.me), acts, pen, size, count.get(item.card))
        for k, item in enumerate(found.cards)
    )
    blood = pen.say("blood.some", n=found.blood)
    beside = tag("p", tokens(found.blood, blood), tag("small", blood), cls="vk-beside-cards") if found.blood else None
    note = None
    if seat in leaving:
        note = joined([art.use("withdraw"), " ", pen.say("scene.leaves")])
    elif not found.cards and not found.blood:
        note = tag("span", pen.say("scene.nothing_left"))
    return side(
        Side(
            f"vk-tint{tint}",
            view.names[seat],
            f"seat{tint}",
            f"vampire-{seen.clan}" if seen.clan else "",
            f"clan-{seen.clan}" if seen.clan else "",
            cards,
            beside,
            note,
            seat in leaving,
            f"{seat}",
        )
    )


def _card(
    item: CardView, key: str, acts: Collection[str | None], pen: HtmlWriter, size: str, counts: int | None
) -> Html:
    """Return a card that lies there; ``counts``: the Power with which it counts now, if that is told."""
    if item.card is None:
        return back(pen.say("face_down"), size, key)
    shown = face(pen, item.card)
    if counts is not None:
        shown = replace(shown, number=str(counts))
    cls = ["vk-acts"] if item.card in acts else []
    if item.face == "down":
        cls.append("vk-own-down")
    if shown.sign == "aftermath" and item.face == "up" and item.card not in acts:
        cls.append("vk-waiting")
    return pen.opens_card(item.card, card(pen, shown, size, key, " ".join(cls)), "vk-mini-card")


def _prize(view: View, at: int | str, won: int | None, pen: HtmlWriter) -> Html:
    """Who is to be won, or was: an Ally that has gone already stands there as long as the scene lasts."""
    place = next(place for place in view.locations if place.at == at)
    ally = place.ally or _was_won(view, at)
    name = tag("small", pen.name(str(at)), cls="vk-prize-place")
    if ally is None:
        return tag("div", tag("span", art.use(f"place-{_tile(view, at)}"), cls="vk-prize-scene"), name, cls="vk-prize")
    left, right = four_numbers(pen, ally)
    crown = tag("span", "♛\ufe0e", cls="vk-prize-crown", aria_hidden="true") if won is not None else None
    arch = tag("span", art.crop(f"person-{ally}", "24 2 72 84"), crown, cls="vk-prize-arch", data_fly=f"person-{ally}")
    who = tag("h3", pen.opens_card(ally, pen.name(ally), "vk-prize-name"))  # her numbers have their names there
    return tag("div", arch, who, name, tag("div", left, right, cls="vk-prize-numbers"), cls="vk-prize")


def _was_won(view: View, at: int | str) -> str | None:
    """The Ally who was won at a Location this round."""
    here = [event for event in view.events if event.at == at and event.moment.round == view.round]
    return next((event.data.get("card") for event in reversed(here) if event.kind == "ally"), None)


def _race(
    view: View,
    before: View | None,
    at: int | str,
    there: list[tuple[int, PositionView]],
    won: int | None,
    pen: HtmlWriter,
    powers: Mapping[int, flows.Powers],
    decided: bool,
) -> Html | None:
    """The Power of each Position as a bar: printed Power, what cards add, Blood; and who leads."""
    if not powers:
        return None
    old = {found.seat: found for found in flows.powers(before, at)} if before is not None and _lies(before, at) else {}
    shown = [powers[seat] for seat, _ in there if seat in powers]
    best = max((_n(found) for found in shown), default=0)
    rows = []
    for found in shown:
        seen = view.seats[found.seat]
        n, was = _n(found), _n(old[found.seat]) if found.seat in old else None
        hidden = not found.counted and any(part.card is None for part in found.parts)
        rows.append(
            Lane(
                f"power-{at}-{found.seat}",
                f"vk-tint{colour_of(found.seat, view.me)}",
                view.names[found.seat],
                _parts(found),
                f"{n}+?" if hidden else str(n),
                f"vampire-{seen.clan}" if seen.clan else "",
                pen.say("scene.was", n=was) if was is not None and was != n else "",
                found.seat == won if decided else n == best,
                power_words(found, pen),
            )
        )
    legend = [(cls, pen.say(f"scene.{cls}")) for cls in ("cards", "text", "blood")]
    return joined([_lead(view, shown, won, pen, decided), lanes(rows, pen.say("power"), legend)])


def _lies(view: View, at: int | str) -> bool:
    return any(place.at == at for place in view.locations)


def _n(found: flows.Powers) -> int:
    return found.power if found.counted else found.known


def _parts(found: flows.Powers) -> tuple[tuple[str, int], ...]:
    printed, blood = 0, max(0, found.blood_power)
    for part in found.parts:
        record = box.find(part.card) if part.card is not None else None
        own = record.power if isinstance(record, box.ClanCard) else 0
        n = part.power if part.up or part.card is not None else 0
        if not part.up and not found.counted:
            n = own
        printed += max(0, min(n, own))
    more = max(0, _n(found) - printed - blood)  # what cards say, one lying face down for one that is up as well
    return ("cards", printed), ("text", more), ("blood", blood)


def _lead(view: View, shown: list[flows.Powers], won: int | None, pen: HtmlWriter, decided: bool) -> Html | None:
    """Who leads and by how much, or who has won."""
    ranked = sorted(shown, key=_n, reverse=True)
    if decided:
        if won is None:
            return None
        seat, words = won, pen.say("scene.wins" + (".you" if won == view.me else ""), name=view.names[won])
    elif len(ranked) > 1 and _n(ranked[0]) > _n(ranked[1]):
        seat, lead = ranked[0].seat, _n(ranked[0]) - _n(ranked[1])
        words = pen.say("scene.leads" + (".you" if seat == view.me else ""), name=view.names[seat], n=lead)
        if view.decision is not None and view.decision.kind == "withdraw":
            words = pen.say("scene.leads.yet", lead=words)  # the answer says what comes of it
    else:
        return None
    tint = colour_of(seat, view.me)
    sign = art.use("stay", "vk-sign") if decided else art.use(f"seat{tint}", "vk-sign")
    return tag("p", sign, " ", words, cls=f"vk-ahead vk-tint{tint}")


# A round ----------------------------------------------------------------------------------------------------------


def round_scene(view: View, before: View | None, pen: HtmlWriter, counts: bool) -> Html:
    """Return how all stand as a round begins: who leads, what each has, and the Blood that the Feed has brought.

    Args:
        view: what the reader knows once all were fed.
        before: what she knew before the round began.
        pen: writes.
        counts: whether Influence is added up for her; else the bars are tokens alone.
    """
    found = []
    for seat in view.seats:
        whole = seat.score if counts and seat.score is not None else seat.influence
        found.append((0 if seat.out else whole, seat))
    found.sort(key=lambda one: -one[0])
    rows = []
    for n, seat in found:
        fed = seat.blood - before.seats[seat.seat].blood if before is not None else 0
        blood = joined([art.use("blood"), f" {seat.blood}", f" (+{fed})" if fed > 0 else ""])
        parts = (("cards", min(n, seat.influence)), ("text", max(0, n - seat.influence)))
        tint, face_of = f"vk-tint{colour_of(seat.seat, view.me)}", f"vampire-{seat.clan}" if seat.clan else ""
        leads = n == found[0][0]
        rows.append(Lane(f"round-{seat.seat}", tint, view.names[seat.seat], parts, str(n), face_of, blood, leads))
    legend = [("cards", pen.say("scene.tokens")), ("text", pen.say("scene.people"))] if counts else []
    legend.append(("blood", pen.say("scene.fed")))
    (most, first), (then, _) = found[:2]
    key = "scene.level" if most == then else "scene.leads.you" if first.seat == view.me else "scene.leads"
    lead = pen.say(key, name=view.names[first.seat], n=most - then)
    tint = f"vk-tint{colour_of(first.seat, view.me)}"
    crest = f"clan-{first.clan}" if first.clan else ""
    middle = tag(
        "div",
        portrait(f"vampire-{first.clan}" if first.clan else "", tint, crest, cls="vk-por-end"),
        tag("h3", pen.say("round", n=view.round)),
        tag("p", lead, cls=f"vk-ahead {tint}"),
        cls="vk-round-head",
    )
    race = lanes(rows, pen.say("number.score"), legend)
    return stage(pen, pen.say("scene.round"), [], middle, [], race, "vk-stage-round")


# Great moments ---------------------------------------------------------------------------------------------------


def great_scene(view: View, before: View | None, event: Event, now: Collection[int], pen: HtmlWriter) -> Html:
    """Return a Frenzy, a Diablerie or an elimination: whom it befalls, what brought it, what it costs, who is paid."""
    assert event.seat is not None
    seat = view.seats[event.seat]
    tint = f"vk-tint{colour_of(event.seat, view.me)}"
    picture = f"vampire-{seat.clan}" if seat.clan else ""
    drained = _who_was_drained(view, event.seat, now)
    if not drained and event.kind == "diablerie":
        drained = _people(event)
    words = pen.say(f"moment.{event.kind}")
    clan = box.find(seat.clan) if seat.clan else None
    who = f"{clan.vampire} · {view.names[event.seat]}" if isinstance(clan, box.Clan) else view.names[event.seat]
    middle = tag(
        "div",
        portrait(picture, tint, f"clan-{seat.clan}" if seat.clan else "", cls="vk-por-great"),
        tag("h3", words),
        tag("p", who),
        cls="vk-great-one",
    )
    left = [piece for piece in (_cause(view, event, pen), _paid(view, before, event, pen)) if piece is not None]
    costs = _token(view, before, event.seat, pen) if event.kind == "diablerie" else None
    right = [piece for piece in (_drained(view, before, event.seat, drained, pen, costs),) if piece is not None]
    cls = f"vk-stage-great vk-stage-{event.kind}" + (" vk-mine" if event.seat == view.me else "")
    return stage(pen, words, left, middle, right, None, cls)


def _cause(view: View, event: Event, pen: HtmlWriter) -> Html | None:
    """The card that acted last before it, if it was one."""
    acts = [one for one in view.events if one.n < event.n and one.kind in ("act", "location", "phase")]
    last = acts[-1] if acts else None
    acted = last.data.get("card") if last is not None and last.kind == "act" else None
    if last is None or not isinstance(acted, str) or event.kind != "frenzy":
        return None
    said = pen.say("scene.card_of", name=view.names[last.seat]) if last.seat is not None else ""
    return tag("div", tag("small", said), card(pen, face(pen, acted), "stage"), cls="vk-great-card")


def _paid(view: View, before: View | None, event: Event, pen: HtmlWriter) -> Html | None:
    """Who caused it, and what she has for it."""
    causer = event.data.get("causer") if event.kind == "frenzy" else None
    if not isinstance(causer, int):
        return None
    seat = view.seats[causer]
    tint = f"vk-tint{colour_of(causer, view.me)}"
    now, then = seat.influence, before.seats[causer].influence if before is not None else seat.influence
    gain = tag("b", art.use("influence"), delta(now, then)) if now != then else None
    words = tag("span", tag("small", pen.say("scene.caused", name=view.names[causer])), gain)
    return tag(
        "div",
        portrait(f"vampire-{seat.clan}", tint, f"clan-{seat.clan}", cls="vk-por-mid"),
        words,
        cls=f"vk-paid {tint}",
    )


def _who_was_drained(view: View, seat: int, now: Collection[int]) -> list[box.Person]:
    """Return whom the seat Drained: in one Frenzy it may be several, until one gives Blood."""
    drains = [one for one in view.events if one.n in now and one.kind == "drain" and one.seat == seat]
    return [person for one in drains for person in _people(one)]


def _people(event: Event) -> list[box.Person]:
    """Return the person of an event's card, if there is one."""
    card = event.data.get("card")
    found = box.find(card) if isinstance(card, str) else None
    return [found] if isinstance(found, box.Person) else []


def _token(view: View, before: View | None, seat: int, pen: HtmlWriter) -> Html | None:
    """The Diablerie token that is taken, and what it costs at the end."""
    now, then = (
        view_.seats[seat].tokens_up + view_.seats[seat].tokens_down if view_ is not None else 0
        for view_ in (view, before)
    )
    if now <= then:
        return None
    token = tag("b", art.use("diablerie"), f" +{now - then}")
    cost = pen.say("scene.token", n=now - then)
    return tag("p", token, " ", tag("small", art.use("influence"), " ", cost), cls="vk-great-sum")


def _drained(
    view: View,
    before: View | None,
    seat: int,
    drained: Sequence[box.Person],
    pen: HtmlWriter,
    costs: Html | None = None,
) -> Html | None:
    """Who was Drained, with a picture of who gave most, what that brings and leaves, and what it ``costs`` beside."""
    pool = view.seats[seat].blood
    then = before.seats[seat].blood if before is not None else pool
    sums = tag("p", art.use("blood"), f" {then} → ", tag("b", str(pool)), cls="vk-great-sum") if pool != then else None
    if not drained:
        now, old = (one.seats[seat].influence for one in (view, before or view))
        lost = (
            tag("p", art.use("influence"), f" {old} → ", tag("b", str(now)), cls="vk-great-sum") if now < old else None
        )
        bare = tag("small", pen.say("scene.bare")) if lost is not None else None
        return tag("div", bare, lost, sums, cls="vk-great-drained") if sums is not None else None
    shown = max(drained, key=lambda one: one.drain_blood)
    numbers: Mapping[str, int] = {"drain": shown.drain_blood, "influence": shown.drained_influence}
    corner = [tag("span", art.use(sign), tag("b", str(n))) for sign, n in numbers.items()]
    picture = tag(
        "span", art.crop(f"person-{shown.id}", "24 2 72 88"), tag("span", corner, cls="vk-corner"), cls="vk-great-bust"
    )
    return tag(
        "div",
        tag("small", pen.say("scene.drained")),
        picture,
        tag("h4", ", ".join(pen.name(one.id) for one in drained)),
        sums,
        costs,
        cls="vk-great-drained",
    )
