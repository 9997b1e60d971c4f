"""The end of a game of V:TES: the winner with her minions and who is out because of her, the reader's pool as a sum,
and three moments that decided.

Every number is the ledger's (:mod:`vendetta_kit.games.vtes.flows`), and every moment leads to the table as it lay then.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.flows import CounterFlow, SufferedBleed
from vendetta_kit.kernel.events import Event

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import seat_name, table
from ...parts import DecidingMoment, EndRank, Gathered, SumPart, Winner, closing_scene, own_sum, portrait
from ...parts.closing_scene import MOMENTS
from .card_html import bust
from .ring_html import face_of, tint_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


OUSTED: Final = 6
"""What it counts as, in pool, that somebody ousts another: as much as END-05 gives, and a victory point ..."""
OF_HERS: Final = 30
"""... and more, if it is the reader who ousts or is out: that has always decided ..."""
OF_OTHERS: Final = 2
"""... and less among others, for a reader who tells her own game by what befell herself."""
FALLEN: Final = {"torpor": "card", "destroyed": "minion"}
"""The events by which a minion falls, and where they name it."""
_BUST: Final = "24 2 72 88"


class _Found(NamedTuple):
    """A moment: how much it weighs, and what is told of it."""

    weight: int
    n: int
    turn: int
    key: str
    """The words of its title."""
    words: dict[str, object]
    picture: Html
    worth: int
    unit: str
    bleed: Suffered | None = None
    """The bleed that it was."""


class Suffered(NamedTuple):
    """A bleed that burned the reader's pool, and what she could have done."""

    bleed: SufferedBleed
    how: str
    """``failed``: her block failed; ``none``: she had no ready minion; ``tapped``: all of them were tapped; ``open``:
    an untapped one could have blocked; ``stealthy``: an untapped one would have needed intercept."""
    minion: str | None = None
    """The minion of hers that blocked in vain, or stood untapped."""


def suffered(view: View, table_before: Callable[[int], View]) -> list[Suffered]:
    """Return the bleeds that burned the reader's pool, each with what she could have done.

    ``table_before``: the table as it lay for her at the last choice of anybody before a line.
    """
    if view.me is None:
        return []
    found = []
    for bleed in flows.suffered_bleeds(flows.known_history(view), view.me):
        own = table_before(bleed.n).seats[view.me]
        untapped = next((seen.card for seen in own.untapped), None)
        if bleed.blocked_by is not None:
            found.append(Suffered(bleed, "failed", bleed.blocked_by))
        elif untapped is None:
            found.append(Suffered(bleed, "tapped" if own.ready else "none"))
        else:
            found.append(Suffered(bleed, "stealthy" if bleed.stealth else "open", untapped))
    return found


def end_of_game(
    view: View, pen: HtmlWriter, choice_before: Callable[[int], int | None], bleeds: Sequence[Suffered] = ()
) -> Html:
    """Return the end of a game.

    Args:
        view: the game as it ended, as the reader knows it.
        pen: writes.
        choice_before: after how many actions the reader last had a choice before a line; ``None``: she had none.
        bleeds: what burned the reader's pool (:func:`suffered`).
    """
    found = sorted(_deciding(view, pen, bleeds), key=lambda one: (-one.weight, one.n))[:MOMENTS]
    lines = {line.n: line for line in pen.lines(view)}
    moments = [
        DecidingMoment(
            one.n,
            choice_before(one.n),
            pen.say("vtes.over.turn", n=one.turn),
            one.picture,
            pen.say(f"vtes.moment.{one.key}", **one.words),
            _deed(one.bleed, one.key == "you_are_out", pen)
            if one.bleed is not None
            else pen.told(lines[one.n].text, lines[one.n].rules),
            one.worth,
            pen.say(f"vtes.moment.{one.unit}", name=one.words["name"]) if one.unit else "",
        )
        for one in found
    ]
    ranks = [_rank(view, seat, pen) for seat in _ranked(view)]
    won = view.me in view.winners
    lesson = None if won or view.me is None else _lesson(view, view.me, bleeds, pen)
    return closing_scene(pen, won, _winner(view, pen), ranks, _own_sum(view, pen), moments, lesson)


def _ranked(view: View) -> list[int]:
    return sorted(range(len(view.seats)), key=lambda seat: (-view.seats[seat].points, -view.seats[seat].pool))


def _points(n: int, pen: HtmlWriter) -> str:
    return f"{n} " + pen.say("vtes.point" if n == 1 else "vtes.points")


# The winner and the ranks ----------------------------------------------------------------------------------------


def _winner(view: View, pen: HtmlWriter) -> Winner:
    first = view.winners[0] if view.winners else _ranked(view)[0]
    who = view.seats[first]
    names = [view.names[seat] for seat in view.winners]
    if len(names) == 1:
        title = pen.say("vtes.result.you" if view.winners == (view.me,) else "vtes.result.one", name=names[0])
    else:
        title = pen.game("board", "won", names=names)
    told = pen.say("vtes.over.with", points=_points(who.points, pen), pool=who.pool)
    beaten = [e.seat for e in view.events if e.kind == "ousted" and e.data.get("predator") == first]
    gathered = [_beaten(view, seat, pen) for seat in beaten if seat is not None]
    minions = sorted((*who.ready, *who.torpor), key=lambda seen: -seen.capacity)
    gathered += [_minion(seen, pen, seen in who.torpor) for seen in minions]
    face = portrait(face_of(view, first), tint_of(view, first), cls="vk-por-end")
    return Winner(face, title[:1].upper() + title[1:], told, tuple(gathered))


def _beaten(view: View, seat: int, pen: HtmlWriter) -> Gathered:
    """Somebody who is out because of the winner: a victory point."""
    said = joined([view.names[seat], pen.unseen(f", {pen.say('out')}"), tag("small", f"+{_points(1, pen)}")])
    return Gathered(art.crop(face_of(view, seat), _BUST), said, spent=True)


def _minion(seen: SeenCard, pen: HtmlWriter, torpid: bool) -> Gathered:
    assert seen.card is not None
    return Gathered(bust(seen.card), pen.name(seen.card), "", seen.card, torpid)


def _rank(view: View, seat: int, pen: HtmlWriter) -> EndRank:
    who, tint = view.seats[seat], tint_of(view, seat)
    face = portrait(face_of(view, seat), tint, cls="vk-por-small")
    note = pen.say("vtes.point" if who.points == 1 else "vtes.points")
    if not who.here:
        note += f" · {pen.say('vtes.over.out')}"
    you = pen.say("you.short") if seat == view.me else ""
    return EndRank(tint, face, view.names[seat], str(who.points), note, you, seat in view.winners)


# The reader's own sum ----------------------------------------------------------------------------------------------


def _own_sum(view: View, pen: HtmlWriter) -> Html | None:
    """Her pool as a sum, and behind a press everybody's result."""
    if view.me is None:
        return None
    told = flows.known_history(view)
    sums = flows.pool_sums(told)[view.me]
    parts = [("start", sums.start), ("gained", sums.gained + sums.returned), ("invested", -sums.invested)]
    parts += [("paid", -sums.paid), ("bled", -sums.bled), ("lost", -sums.lost)]
    terms = [SumPart(pen.say(f"vtes.over.{name}"), n) for name, n in parts if n]
    total = SumPart(pen.game("board", "pool"), sums.pool)
    more = joined([_result(view, pen), _dealt(view, told, pen)])
    return own_sum(pen, pen.say("vtes.over.sum"), terms, total, _gap(view, pen), more)


def _gap(view: View, pen: HtmlWriter) -> str:
    """How far she is behind or ahead in victory points."""
    assert view.me is not None
    others = [seat for seat in _ranked(view) if seat != view.me]
    if not others:
        return ""
    best = view.seats[others[0]]
    n = view.seats[view.me].points - best.points
    if not n:
        return pen.say("over.level", name=best.name)
    return pen.say("over.ahead" if n > 0 else "over.behind", n=_points(abs(n), pen), name=best.name)


def _result(view: View, pen: HtmlWriter) -> Html:
    """Everybody's victory points and pool, and what counts."""
    rows = []
    for seat in _ranked(view):
        who = view.seats[seat]
        won = tag("span", " ♛\ufe0e ", pen.say("won"), cls="vk-badge") if seat in view.winners else None
        cells = [tag("td", tag("b", str(who.points)), cls="vk-total")]
        cells.append(tag("td", str(who.pool) if who.here else pen.say("out")))
        rows.append(tag("tr", tag("th", seat_name(view.names, seat, view.me, pen), won, scope="row"), cells))
    heads = [pen.say("players"), pen.say("vtes.points"), pen.game("board", "pool")]
    rules = tag("p", pen.told(pen.say("vtes.result.hint"), ("END-04", "OBJ-03")), cls="vk-hint")
    return tag("div", rules, table(heads, rows, "vk-result"), cls="vk-over", lang=pen.lang)


def _dealt(view: View, told: flows.KnownHistory, pen: HtmlWriter) -> Html | None:
    """How much pool she has taken from whom."""
    dealt: dict[int, int] = {}
    for flow in flows.pool_flows(told):
        if flow.by == view.me and flow.source.kind == "pool" and flow.source.seat not in (None, view.me):
            dealt[flow.source.seat] = dealt.get(flow.source.seat, 0) + flow.amount
    if not dealt:
        return None
    each = pen.say("comma").join(f"{view.names[seat]} {n}" for seat, n in dealt.items())
    return tag("p", pen.told(pen.say("vtes.over.dealt", each=each), ("BLEED-02",)), cls="vk-hint")


def _lesson(view: View, me: int, bleeds: Sequence[Suffered], pen: HtmlWriter) -> Html | None:
    """What cost a loser most: bleeds by what she could have done, with advice on most of them; pool that she spent."""
    sums = flows.pool_sums(flows.known_history(view))[me]
    spent, pool = sums.invested + sums.paid, sum(one.bleed.amount for one in bleeds)
    advice, rule = pen.say("vtes.over.advice.spent", n=spent) if spent > pool else "", "INF-03"
    if bleeds:
        times = Counter(sorted((one.how for one in bleeds), key="tapped".__ne__))  # of two that are level, this is told
        each = pen.say("comma").join(pen.say(f"vtes.over.bleeds.{how}", n=n) for how, n in times.most_common())
        if not advice:
            advice, rule = pen.say(f"vtes.over.advice.{times.most_common(1)[0][0]}"), "BLOCK-03"
        advice = pen.say("vtes.over.lesson.bled", n=len(bleeds), pool=pool, each=each, advice=advice)
    return tag("p", pen.told(advice, (rule,)), cls="vk-end-lesson") if advice else None


# The moments that decided ------------------------------------------------------------------------------------------


def _deciding(view: View, pen: HtmlWriter, bleeds: Sequence[Suffered]) -> Iterator[_Found]:
    """Who was ousted by whom, what cost the reader or her prey most pool, and which of her minions fell."""
    by_line = {one.bleed.n: one for one in bleeds}
    told = flows.known_history(view)
    losses = [
        flow
        for flow in flows.pool_flows(told)
        if flow.source.kind == "pool" and flow.target.kind in ("bled", "loss") and flow.cause != "ousted"
    ]
    last = max((flow.n for flow in losses if flow.source.seat == view.me), default=None)
    own_end = next((e.n for e in view.events if e.kind in ("ousted", "withdrawn") and e.seat == view.me), None)
    for event in view.events:
        if own_end is not None and event.n > own_end:
            break  # nothing that came later decided about her
        if event.kind in ("ousted", "withdrawn") and event.seat is not None:
            own = last if event.seat == view.me else None
            yield _left(view, event, by_line.get(own) if own is not None else None)
        elif event.kind in FALLEN and event.seat == view.me is not None:
            yield _fallen(view, event, pen)
    out = any(event.kind == "ousted" and event.seat == view.me for event in view.events)
    for flow in losses:
        if not (out and flow.n == last):  # that is told where she is ousted
            yield from _lost(view, flow, by_line.get(flow.n), pen)


def _left(view: View, event: Event, bleed: Suffered | None) -> _Found:
    assert event.seat is not None
    by = event.data.get("predator") if event.kind == "ousted" else None
    hers, worth, key = event.seat == view.me, 0, "left" if event.kind == "withdrawn" else "out"
    if view.me is not None and (hers or by == view.me):
        worth, key = (-1, "you_are_out") if hers else (1, "you_oust")
    words: dict[str, object] = {"name": view.names[event.seat], "by": view.names[by] if by is not None else ""}
    picture = art.wide(face_of(view, event.seat)) if bleed is None else bust(bleed.bleed.minion)
    weight = OUSTED + OF_HERS if worth else OUSTED if view.me is None else OF_OTHERS
    unit = "point" if worth > 0 else ""
    return _Found(weight, event.n, event.moment.turn, key, words, picture, max(worth, 0), unit, bleed)


def _fallen(view: View, event: Event, pen: HtmlWriter) -> _Found:
    """A minion of the reader's that fell into torpor or was destroyed: half of its capacity in pool, about."""
    card = str(event.data[FALLEN[event.kind]])
    worth = max(
        (seen.capacity for seat in view.seats for seen in (*seat.ready, *seat.torpor) if seen.card == card), default=4
    )
    return _Found(worth // 2, event.n, event.moment.turn, event.kind, {"name": pen.name(card)}, bust(card), 0, "")


def _lost(view: View, flow: CounterFlow, bleed: Suffered | None, pen: HtmlWriter) -> Iterator[_Found]:
    """A loss of the reader's pool by somebody else, or of another's by her."""
    assert flow.source.seat is not None
    hers = flow.source.seat == view.me
    if view.me is None or flow.by is None or hers == (flow.by == view.me):
        return
    picture = _picture(view, flow)
    words: dict[str, object] = {"name": view.names[flow.by if hers else flow.source.seat], "n": flow.amount}
    key = ("bled" if hers else "you_bleed") if flow.cause == "bleed" else ("cost" if hers else "you_cost")
    if bleed is not None:
        words["name"] = pen.name(bleed.bleed.minion)
    yield _Found(
        flow.amount, flow.n, flow.turn, key, words, picture, -flow.amount, "pool" if hers else "pool_of", bleed
    )


def _deed(one: Suffered, last: bool, pen: HtmlWriter) -> Html:
    """What a bleed did, the ``last`` one or another, and what the reader did or could have done about it."""
    bleed = one.bleed
    values = {"own": pen.name(one.minion) if one.minion else "", "stealth": bleed.stealth, "intercept": bleed.intercept}
    said = pen.say(f"vtes.deed.{one.how}", **values)
    if last:
        said = pen.say("vtes.deed.last", minion=pen.name(bleed.minion), n=bleed.amount, deed=said)
    return pen.told(said, ("BLOCK-06" if one.how in ("failed", "stealthy") else "BLOCK-03",))


def _picture(view: View, flow: CounterFlow) -> Html:
    """The minion that has bled, or the card that was played; else who has done it."""
    before = [event for event in view.events if event.n <= flow.n and event.kind == "bled"]
    bled = before[-1] if before and before[-1].data["target"] == flow.source.seat else None  # the ledger follows it
    card = bled.data["minion"] if bled is not None and flow.cause == "bleed" else flow.card
    assert flow.by is not None
    return bust(card) if card else art.wide(face_of(view, flow.by))
