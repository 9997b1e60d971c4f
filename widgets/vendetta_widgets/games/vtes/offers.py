"""What can be done in an open decision of V:TES, by what it is about, and what it would change in numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vtes.bots.requirement_checks import intercept_gained
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.cards import Card, Effects
from vendetta_kit.games.vtes.engine.public_progress import Ballot, SeenAction, SeenReferendum
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.wording.card_text import level_text, option_text
from vendetta_kit.games.vtes.wording.message_text import practice_words, words_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision

from ...html import HtmlWriter
from .card_html import brief, fed, levels_for, record, sign_of
from .strike_outlook import after_hit, hit_of, hit_text, open_hit, own_fighter, spared_by, strike_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


SELF: Final = -1
"""The subject of what is about no card."""
_ORDER: Final = (
    do.TakeEdge, do.Pay, do.Bleed, do.Block, do.Strike, do.Transfer, do.Vote, do.Hunt, do.Leave, do.Rescue,
    do.Diablerize, do.Take, do.Play, do.Use, do.Call, do.Choose, do.TakeBack, do.Draw, do.Yield, do.Discard,
    do.Withdraw,
)  # fmt: skip
"""The most usual first."""


@dataclass(slots=True)
class ActionGroup:
    """A card, or with number :data:`SELF` the player, and what can be done with it."""

    number: int
    place: str
    """``hand``, ``minions``, ``uncontrolled``, ``play``, ``choose`` or ``self``."""
    actions: list[Action] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Choices:
    """All that a decision offers: its subjects, and the ways out of it."""

    subjects: tuple[ActionGroup, ...]
    passes: Action | None

    def of(self, number: int) -> ActionGroup | None:
        """Return the subject of a card; ``None`` if nothing can be done with it."""
        return next((subject for subject in self.subjects if subject.number == number), None)


def choices(view: View, asked: Decision, but: tuple[type[Action], ...] = ()) -> Choices:
    """Group what a decision offers, ``but`` for some kinds of it; the most usual stands first, a full vampire last.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> view = Game.new(["whispers", "claw"], seed=7, first_player="first_seat").view(0)
    >>> found = choices(view, view.decision)
    >>> found.passes, {subject.place for subject in found.subjects}
    (Pass(), {'hand'})
    """
    places = {number: place for place, numbers in _places(view, asked.seat) for number in numbers}
    found: dict[int, ActionGroup] = {}
    passes: Action | None = None
    for action in asked.legal:
        if isinstance(action, do.Pass):
            passes = action
        if isinstance(action, (do.Pass, *but)):
            continue
        number = about(action)
        place = "self" if number == SELF else "choose" if isinstance(action, do.Choose) else places.get(number, "play")
        found.setdefault(number, ActionGroup(number, place)).actions.append(action)
    for subject in found.values():
        subject.actions.sort(key=_usual)
    order, known = ("minions", "uncontrolled", "choose", "hand", "play", "self"), in_play(view)

    def rank(subject: ActionGroup) -> tuple[int, int, bool]:
        first = subject.actions[0]
        return order.index(subject.place), _usual(first), isinstance(first, do.Transfer) and is_full(known[first.card])

    return Choices(tuple(sorted(found.values(), key=rank)), passes)


def is_full(seen: SeenCard) -> bool:
    """Whether a vampire has all the counters that he can hold.

    Uncontrolled he comes out after the phase (INF-06); in play a hunt brings him nothing (HUNT-02).
    """
    return seen.card is not None and seen.counters >= (seen.capacity or record(seen.card).capacity)


def is_better_superior(card: str) -> bool:
    """Return whether a card does the same at its superior level, only more of it.

    >>> is_better_superior("WL01"), is_better_superior("WL12")
    (True, False)
    """
    basic, superior = dict(record(card).basic), dict(record(card).superior)
    numbers = all(type(value) is int for value in (*basic.values(), *superior.values()))
    return numbers and all(superior.get(verb, 0) >= value for verb, value in basic.items())


def has_placed_pool(view: View) -> bool:
    """Return whether the one who is asked has moved pool in this phase, and what she has left would fill nobody."""
    begun = max((event.n for event in view.events if event.kind == "phase"), default=0)
    moved = any(entry.n >= begun and entry.cause == "transfer" for entry in view.ledger)
    own = view.seats[view.me].uncontrolled if view.me is not None else ()
    lacks = [record(seen.card).capacity - seen.counters for seen in own if seen.card is not None]
    return moved and not any(0 < n <= view.transfers for n in lacks)


def about(action: Action) -> int:
    """Return the card that an action is about."""
    if isinstance(action, do.Vote):
        return action.source
    if isinstance(action, do.Strike):
        return action.weapon
    if isinstance(action, do.Choose):
        return action.value
    for name in ("card", "minion"):
        number = getattr(action, name, None)
        if isinstance(number, int):
            return number
    return SELF


def _usual(action: Action) -> int:
    return _ORDER.index(type(action))


def _places(view: View, seat: int) -> Iterator[tuple[str, Iterable[int]]]:
    own = view.seats[seat]
    yield "hand", _numbers(own.hand)
    yield "minions", _numbers((*own.ready, *own.torpor))
    yield "uncontrolled", _numbers(own.uncontrolled)


def _numbers(cards: Iterable[SeenCard]) -> list[int]:
    return [seen.number for seen in cards if seen.number is not None]


def in_play(view: View) -> dict[int, SeenCard]:
    """Return every card that the reader knows by its number, with what lies on it."""
    found: dict[int, SeenCard] = {}

    def take(cards: Iterable[SeenCard]) -> None:
        for seen in cards:
            if seen.number is not None:
                found[seen.number] = seen
            take(seen.on)

    for seat in view.seats:
        for region in (seat.hand, seat.uncontrolled, seat.ready, seat.torpor, seat.held, seat.contested):
            take(region)
    if view.referendum is not None:  # the card that called it lies in no region
        for ballot in view.referendum.ballots:
            if ballot.number is not None:
                found.setdefault(ballot.number, SeenCard(ballot.card, ballot.number))
    return found | _strikes_played(view, found)


def _strikes_played(view: View, known: Mapping[int, SeenCard]) -> dict[int, SeenCard]:
    """Return the card with which the reader has maneuvered and can strike now; it lies in no region (RANGE-04)."""
    asked = view.decision
    if asked is None or asked.kind != "strike":
        return {}
    weapons = {a.weapon for a in asked.legal if isinstance(a, do.Strike) and a.weapon >= 0 and a.weapon not in known}
    for event in reversed(view.events):
        if event.kind == "maneuver" and event.seat == asked.seat and event.data["card"]:
            return {number: SeenCard(event.data["card"], number) for number in weapons}
    return {}


def action_words(action: Action, view: View | None, lang: str, asked: Decision | None = None) -> str:
    """Say in a sentence what an action does, to the reader of a view; ``asked``: what it answers."""
    known, names = (in_play(view), view.names) if view is not None else ({}, ())
    words = practice_words() if view is None else words_of(view.own)
    return words.action_text(action, names, lambda number: known[number].card if number in known else None, lang, asked)


# What it would bring about ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveOffer:
    """A move as a button says it: a few words, what it changes in numbers, and a sign."""

    action: Action
    label: str
    effect: str = ""
    sign: str = ""
    loses: bool = False
    """Whether what it changes is a loss of the one who is asked."""
    idle: bool = False
    """Whether it comes to nothing as things stand, or goes against what one has begun."""


_YES_NO: Final = ("diablerize_blocked", "rescue_consent")
"""Questions that are answered by yes or no: 1 and 0 are no players there."""
_CHANGED: Final = {"stealth": 1, "intercept": 1, "bleed": 1, "reduce_bleed": -1}
"""Verbs that change a number of the action that goes on, and which way."""


def intercept_of(seen: SeenCard) -> int:
    """Return the intercept that a minion has by itself and by what lies on it, as far as it is printed."""
    cards = [seen.card, *(on.card for on in seen.on)]
    return sum(
        effect.value
        for card in cards
        if card is not None
        for effect in record(card).gives
        if effect.verb == "intercept"
    )


def could_add(view: View, seat: int, blocker: SeenCard) -> int:
    """Return how much more intercept a player's cards in sight could give to a blocker, at the most."""
    who = view.seats[seat]
    in_play = (*who.held, *(on for one in (*who.ready, *who.torpor) for on in (one, *one.on)))
    most = sum(intercept_gained(record(seen.card).tap) for seen in in_play if seen.card is not None)
    for seen in who.hand:
        if seen.card is not None:
            by = (blocker,) if record(seen.card).does("reduce_stealth", 1) is None else who.ready
            levels = [what for one in by for what in levels_for(seen.card, one, who.pool)]
            most += max(map(intercept_gained, levels), default=0)
    return most


def helping_card(view: View, block: do.Block) -> tuple[SeenCard, int] | None:
    """Return the card of the reader's hand that makes a block succeed, and the intercept that it gives.

    ``None`` where none does, where none is needed, and where different cards do, among which she chooses.
    """
    assert view.action is not None
    assert view.me is not None
    own, blocker, found = view.seats[view.me], in_play(view)[block.minion], dict[str, tuple[SeenCard, int]]()
    lacks = view.action.stealth - intercept_of(blocker)
    for seen in own.hand if lacks > 0 else ():
        if seen.card is not None and record(seen.card).type == "reaction":
            gives = max(map(intercept_gained, levels_for(seen.card, blocker, own.pool)), default=0)
            if gives >= lacks and record(seen.card).does("intercept", 1) is not None:
                found[seen.card] = seen, gives
    return next(iter(found.values())) if len(found) == 1 else None


def block_with(view: View, block: do.Block, pen: HtmlWriter) -> tuple[MoveOffer, int] | None:
    """Return a block as one press with the card of the hand that makes it succeed, and that card."""
    helped, blocker = helping_card(view, block), in_play(view)[block.minion]
    if helped is None or view.action is None or helped[0].number is None:
        return None
    card = helped[0].card or ""
    n, left = intercept_of(blocker) + helped[1], replace(blocker, counters=blocker.counters - record(card).blood)
    effect = [_verdict(view, pen, n, view.action.stealth), *_fight(view, left, pen)]
    label = pen.say("vtes.do.block_with", name=pen.name(blocker.card or ""), card=pen.name(card))
    return MoveOffer(block, label, " · ".join(effect), "type-reaction"), helped[0].number


def offer(view: View, action: Action, pen: HtmlWriter, who: bool = False, tells: bool = True) -> MoveOffer:
    """Say a move in a few words, with what it would change.

    ``who``: whether the minion that plays a card is named; ``tells``: whether the numbers are told that the card makes.
    """
    assert view.decision is not None
    known, me = in_play(view), view.seats[view.decision.seat]

    def name(number: int) -> str:
        if number < len(view.names):  # cards have higher numbers
            return view.names[number]
        seen = known.get(number)
        return pen.name(seen.card) if seen is not None and seen.card is not None else pen.game("part", "a_card")

    def change(what: str, old: object, new: object) -> str:
        return pen.say("vtes.change", what=pen.say(f"vtes.what.{what}"), old=old, new=new)

    if isinstance(action, do.Bleed):
        prey, n = view.seats[view.moment.seat].prey, known[action.minion].bleed
        assert prey is not None
        pool, block = view.seats[prey].pool, may_block(view, prey, pen)
        label = pen.say("vtes.do.bleed", name=view.names[prey], n=n)
        return MoveOffer(action, label, f"{change('pool', pool, max(0, pool - n))} · {block}", "type-action")
    if isinstance(action, do.Hunt):
        seen = known[action.minion]
        full = is_full(seen) and bool(seen.capacity)
        gains = pen.say("vtes.effect.full") if full else change("blood", seen.counters, seen.counters + 1)
        return MoveOffer(action, pen.say("vtes.do.hunt"), gains, "blood")
    if isinstance(action, do.Leave | do.Rescue | do.Diablerize | do.Take):
        other = action.source if isinstance(action, do.Take) else getattr(action, "target", SELF)
        label = pen.say(f"vtes.do.{action.do}", name=name(other) if other != SELF else "")
        effect = ""
        if isinstance(action, do.Rescue | do.Diablerize):
            n = action.pays if isinstance(action, do.Rescue) else known[action.target].counters
            effect = pen.say(f"vtes.effect.{action.do}", name=name(action.minion), n=n)
        if isinstance(action, do.Take):
            pieces = [on for on in known[action.source].on if on.card and record(on.card).type == "equipment"]
            effect = pen.say("comma").join(
                pen.name(on.card) for k, on in enumerate(pieces) if action.which >> k & 1 and on.card
            )
        return MoveOffer(action, label, effect, "vampire" if isinstance(action, do.Diablerize) else "type-equipment")
    if isinstance(action, do.Block):
        return _block(view, action, known[action.minion], pen)
    if isinstance(action, do.Play):
        return _play(view, action, name, pen, who, tells)
    if isinstance(action, do.Vote):
        return _vote(view, action, name, pen)
    if isinstance(action, do.Strike):
        return _strike(view, action, known, name, pen)
    if isinstance(action, do.Use):
        seen = known[action.card]
        at = pen.say("vtes.at", name=name(action.target)) if action.target >= 0 else ""
        label = " ".join(part for part in (name(action.card), at) if part)
        if seen.card is None:
            return MoveOffer(action, label)
        return MoveOffer(
            action, label, _added(view, record(seen.card).tap, pen) or brief(seen.card, pen.lang), sign_of(seen.card)
        )
    if isinstance(action, do.Transfer | do.TakeBack):
        seen = known[action.card]
        key = "transfer.full" if isinstance(action, do.Transfer) and is_full(seen) else action.do
        by = 1 if isinstance(action, do.Transfer) else -1
        effect = change("counters", seen.counters, seen.counters + by)
        return MoveOffer(action, pen.say(f"vtes.do.{key}", name=name(action.card)), effect, "blood")
    if isinstance(action, do.Draw):
        return MoveOffer(action, pen.say("vtes.do.draw"), change("pool", me.pool, me.pool - 1), "deck", True)
    if isinstance(action, do.TakeEdge):
        return MoveOffer(action, pen.say("vtes.do.take_edge"), change("pool", me.pool, me.pool + 1), "type-master")
    if isinstance(action, do.Pay):
        return MoveOffer(
            action, pen.say("vtes.do.pay", name=name(action.card)), change("pool", me.pool, me.pool - 1), "", True
        )
    if isinstance(action, do.Yield | do.Discard):
        return MoveOffer(action, pen.say(f"vtes.do.{action.do}", name=name(action.card)))
    if isinstance(action, do.Choose) and view.decision.question not in (*_YES_NO, "option", "share"):
        is_known = action.value in known or action.value < len(view.names)
        if action.value >= 0 and is_known:
            loses = _terms_cost(view, action.value)
            pool = view.seats[action.value].pool if loses else 0
            effect = change("pool", pool, max(0, pool - loses)) if loses else whose(view, action.value)
            return MoveOffer(action, name(action.value), effect)
    if isinstance(action, do.Pass):
        return _pass(view, action, pen)
    return MoveOffer(action, action_words(action, view, pen.lang, view.decision))


def may_block(view: View, prey: int, pen: HtmlWriter) -> str:
    """Say which untapped minions of the prey may block a bleed."""
    awake = view.seats[prey].untapped
    key = "none" if not awake else "one" if len(awake) == 1 else "some"
    name = pen.name(awake[0].card) if awake and awake[0].card else ""
    return pen.say(f"vtes.may_block.{key}", n=len(awake), name=name)


def _terms_cost(view: View, seat: int) -> int:
    """Return how much pool a player would burn by the referendum whose terms are chosen."""
    called = view.action.card if view.action is not None and view.action.kind == "political" else None
    if called is None or seat >= len(view.seats):
        return 0
    return sum(e.value for e in record(called).basic if e.verb == "burn_pool" and isinstance(e.value, int))


def lacks_target(view: View, card: str) -> bool:
    """Whether a card needs a location and none is in play: it could be played, and comes to nothing."""
    held = [seen.card for seat in view.seats for seen in seat.held if seen.card]
    return record(card).target == "location" and not any(record(one).kind == "location" for one in held)


def whose(view: View, aim: Action | int) -> str:
    """Return the player before whom a card lies at which something is aimed; nothing for a player."""
    number = getattr(aim, "target", aim)
    for who in view.seats:
        if any(seen.number == number for seen in (*who.ready, *who.torpor, *who.held, *who.uncontrolled)):
            return who.name
    return ""


def _verdict(view: View, pen: HtmlWriter, intercept: int, stealth: int) -> str:
    """Intercept against stealth, and what comes of it, as long as who acts adds no stealth."""
    key, who = "blocks" if intercept >= stealth else "short", view.moment.seat
    if key == "blocks" and view.decision is not None and view.decision.seat == who:
        key = "blocked"
    return pen.say(f"vtes.effect.{key}", n=intercept, stealth=stealth, name=view.names[who])


def _block(view: View, action: do.Block, seen: SeenCard, pen: HtmlWriter) -> MoveOffer:
    assert view.action is not None
    name = pen.name(seen.card) if seen.card is not None else ""
    n = intercept_of(seen)
    effect, lacks = _verdict(view, pen, n, view.action.stealth), view.action.stealth - n
    helped = view.decision is not None and 0 < lacks <= could_add(view, view.decision.seat, seen)
    if helped:
        effect = pen.say("vtes.effect.short.card", n=n, stealth=view.action.stealth)
    effect = " · ".join([effect, *(_fight(view, seen, pen) if lacks <= 0 else ())])
    return MoveOffer(
        action, pen.say("vtes.do.block", name=name), effect, "type-reaction", idle=lacks > 0 and not helped
    )


def _fight(view: View, blocker: SeenCard, pen: HtmlWriter) -> Iterator[str]:
    """Yield what a fight with who acts would take of a blocker, if both are in sight."""
    actor = in_play(view).get(view.action.actor.number or SELF) if view.action is not None else None
    if actor is not None and blocker.card is not None:
        yield pen.say("vtes.effect.fight", takes=after_hit(blocker, open_hit(actor), pen))


def _play(view: View, action: do.Play, name: Any, pen: HtmlWriter, who: bool, tells: bool) -> MoveOffer:
    seen = in_play(view).get(action.card)
    if seen is None or seen.card is None:
        return MoveOffer(action, name(action.card))
    printed = record(seen.card)
    parts = []
    if action.target >= 0:
        parts.append(pen.say("vtes.at", name=name(action.target)))
    if who and action.minion >= 0:
        parts.append(pen.say("vtes.by", name=name(action.minion)))
    label = " ".join([pen.name(seen.card), *parts])
    effects = printed.effects(2 if action.superior else 1)
    text = _added(view, effects, pen) if tells else ""
    if tells and view.combat is not None and view.decision is not None and view.decision.kind == "strike":
        hits = _hit(view, action, in_play(view), pen)
        if hits:
            paid = " · " + pen.say("vtes.idle.blood", n=printed.blood) if printed.blood else ""
            return MoveOffer(action, label, ("◆ " if action.superior else "") + hits + paid, sign_of(seen.card))
    if text:
        rest = level_text(printed, action.superior, pen.lang, but=_first_number(effects))
        text = " · ".join(part for part in (text, rest.rstrip(".")) if part)
    else:
        text = level_text(printed, action.superior, pen.lang)
    if action.choice >= 0:
        text = option_text(printed, action.part & 15, action.choice, pen.lang).lstrip(",: ")
    if not text:
        text = brief(seen.card, pen.lang).removeprefix(pen.game("card", "target", target=printed.target)).lstrip()
        text = _raised(view, printed, action.target, pen) or text.removeprefix(pen.game("card", "bearer", text=""))
    text = (fed(in_play(view).get(action.target), effects, pen) if tells else "") or text
    idle = text == pen.say("vtes.effect.full")
    if lacks_target(view, seen.card):
        return MoveOffer(action, label, pen.say("vtes.effect.no_target"), sign_of(seen.card), idle=True)
    text = " · ".join(part for part in _sums(view, action, printed, text, pen, tells) if part)
    return MoveOffer(action, label, ("◆ " if action.superior else "") + text, sign_of(seen.card), idle=idle)


def with_doubt(view: View, offered: MoveOffer, pen: HtmlWriter) -> MoveOffer:
    """Add to what a master card does that another may cancel it, as long as others hold cards."""
    card = offered.action.card if isinstance(offered.action, do.Play) else SELF
    held = next((seen.card for seen in view.seats[view.me or 0].hand if seen.number == card), None)
    others = any(who.hand for seat, who in enumerate(view.seats) if seat != view.me)
    if held is None or record(held).type != "master" or not others:
        return offered
    return replace(offered, effect=f"{offered.effect} · {pen.say('vtes.effect.unless_cancelled')}")


def _raised(view: View, printed: Card, target: int, pen: HtmlWriter) -> str:
    """What a card that raises a Discipline makes of the vampire that it is put on; empty for any other."""
    seen, gives = in_play(view).get(target), dict(printed.gives)
    if seen is None or "discipline" not in gives:
        return ""
    learns = gives["discipline"]
    sign = " ◆" if learns in dict(seen.disciplines) else ""
    new = seen.capacity + int(gives.get("capacity", 0))
    grows = pen.say("vtes.change", what=pen.say("vtes.what.capacity"), old=seen.capacity, new=new)
    return f"{pen.game('discipline', str(learns))}{sign} · {grows}"


def _sums(view: View, action: do.Play, printed: Card, text: str, pen: HtmlWriter, tells: bool) -> Iterator[str]:
    """Yield what a card does with what it costs and brings its player in pool and blood; of equal cards how many."""
    assert view.decision is not None
    own, effects = view.seats[view.decision.seat], printed.effects(2 if action.superior else 1)
    gains = sum(e.value for e in effects if e.verb == "gain_pool" and isinstance(e.value, int))
    actor, prey = in_play(view).get(action.minion), own.prey
    more = [e.value for e in effects if e.verb == "bleed_action" and isinstance(e.value, int)]
    if more and len(effects) == 1 and actor is not None and prey is not None:
        bleed, pool = actor.bleed + more[0], view.seats[prey].pool
        change = pen.say("vtes.change", what=pen.say("vtes.what.pool"), old=pool, new=max(0, pool - bleed))
        words = pen.say("vtes.do.bleed", name=view.names[prey], n=bleed)
        yield f"{words}: {change}" if tells else words
        yield may_block(view, prey, pen) if tells else ""
    elif not gains or len(effects) > 1:
        yield text.rstrip(".")
    if tells and (gains or printed.pool):
        burns = sum(e.value for e in effects if e.verb == "all_burn_pool" and isinstance(e.value, int))
        what = pen.say("vtes.what.pool" if printed.type != "political_action" else "vtes.what.pool_passed")
        yield pen.say("vtes.change", what=what, old=own.pool, new=own.pool - printed.pool + gains - burns)
    minion = in_play(view).get(action.minion)
    if printed.blood and minion is not None and minion.capacity:
        left = minion.counters - printed.blood
        yield pen.say("vtes.change", what=pen.say("vtes.what.blood"), old=minion.counters, new=left)
    if printed.type == "out_of_turn":
        yield pen.say("vtes.effect.next_master")
    copies = sum(seen.card == printed.id for seen in own.hand)
    if copies > 1 and printed.type == "master":
        yield pen.say("vtes.in_hand", n=copies)


def _added(view: View, effects: Effects, pen: HtmlWriter) -> str:
    """What effects of a card would make of a number of the action that goes on."""
    now = view.action
    if now is None or view.combat is not None or view.referendum is not None:
        return ""
    for effect in effects:
        sign = _CHANGED.get(effect.verb)
        if sign is None or not isinstance(effect.value, int):
            continue
        if effect.verb == "intercept":
            return f"+{effect.value} → {_verdict(view, pen, now.intercept + effect.value, now.stealth)}"
        if effect.verb == "stealth":
            return _stealth(now, effect.value, pen)
        new = max(0, now.bleed + sign * effect.value)
        return pen.say("vtes.change", what=pen.say("vtes.what.bleed"), old=now.bleed, new=new)
    return ""


def _first_number(effects: Effects) -> str:
    """Return the verb of the effect of a card that changes a number of the action, which stands as one."""
    return next((effect.verb for effect in effects if effect.verb in _CHANGED and isinstance(effect.value, int)), "")


def _stealth(now: SeenAction, n: int, pen: HtmlWriter) -> str:
    new = now.stealth + n
    if now.blocker is None:
        return pen.say("vtes.change", what=pen.say("vtes.what.stealth"), old=now.stealth, new=new)
    key = "past" if new > now.intercept else "caught"
    return f"+{n} → " + pen.say(f"vtes.effect.{key}", n=new, intercept=now.intercept)


def _vote(view: View, action: do.Vote, name: Any, pen: HtmlWriter) -> MoveOffer:
    poll = view.referendum
    assert poll is not None
    ballot = ballot_of(view, action)
    source = pen.say("vtes.do.burn_edge") if action.source < 0 else name(action.source)
    label = pen.say(f"vtes.do.{'for' if action.yes else 'against'}", n=ballot.votes or 1, name=source)
    effect, own = standing(view, poll.after([ballot], action.yes), pen), poll.caller == ballot.seat
    if ballot.priscus:
        return MoveOffer(action, label, pen.say("vtes.votes.prisci", comes_to=effect))
    return MoveOffer(action, label, effect, "check" if action.yes else "cross", idle=own and not action.yes)


def ballot_of(view: View, vote: do.Vote) -> Ballot:
    """Return the votes that one answer of the reader casts: open ones in sight, or those of a card of her hand."""
    assert view.referendum is not None
    assert view.decision is not None
    found = (b for b in view.referendum.ballots if (SELF if b.number is None else b.number) == vote.source)
    ballot = next(found, None)
    if ballot is not None:
        return ballot
    seen, n = in_play(view).get(vote.source), 1  # a political action card of the hand has one vote (POL-08)
    if seen is not None and seen.card is not None and vote.minion >= 0:
        effects = record(seen.card).effects(2 if vote.superior else 1)
        n = next((e.value for e in effects if e.verb == "votes" and isinstance(e.value, int)), 1)
    return Ballot(view.decision.seat, None, vote.source, n)


def all_cast(view: View, ballots: Iterable[Action]) -> SeenReferendum:
    """Return the referendum as it stands once all votes among some actions, which are of one side, are cast."""
    poll = view.referendum
    assert poll is not None
    votes = [action for action in ballots if isinstance(action, do.Vote)]
    return poll.after([ballot_of(view, vote) for vote in votes], votes[0].yes) if votes else poll


def standing(view: View, poll: SeenReferendum, pen: HtmlWriter) -> str:
    """Say how a referendum stands, and whether that may still change: by votes in sight or by cards of a hand."""
    yes, no = poll.standing
    may_change = bool(poll.still_open) or any(seat.here and seat.hand for seat in view.seats)
    what = "tie" if yes == no else "passes" if poll.passes else "fails"
    key = f"vtes.effect.{what}{'.so_far' if may_change else ''}"
    return pen.say(key, yes=yes, no=no)


def _strike(view: View, action: do.Strike, known: dict[int, SeenCard], name: Any, pen: HtmlWriter) -> MoveOffer:
    at = " " + pen.say("vtes.at", name=name(action.target)) if action.target >= 0 else ""
    assert view.combat is not None
    mine = {seen.number for seen in view.seats[view.decision.seat].ready} if view.decision is not None else set()
    own = next((one for one in view.combat.fighters if one.minion.number in mine), view.combat.fighters[0])
    if action.weapon < 0:
        return MoveOffer(action, pen.say("vtes.do.hands") + at, _hit(view, action, known, pen), "conflict")
    weapon = known[action.weapon]
    text = brief(weapon.card, pen.lang) if weapon.card and action.weapon != own.minion.number else ""
    return MoveOffer(action, name(action.weapon) + at, _hit(view, action, known, pen) or text, "conflict")


def _hit(view: View, action: do.Strike | do.Play, known: dict[int, SeenCard], pen: HtmlWriter) -> str:
    """What a strike would do that does nothing but damage, ends the combat or dodges; empty for any other."""
    assert view.combat is not None
    strike, k = strike_of(view, action, known), own_fighter(view)
    one, other = view.combat.fighters[k], view.combat.fighters[1 - k]
    seen, hurt = known.get(one.minion.number or SELF), known.get(other.minion.number or SELF)
    if seen is None or hurt is None or (strike is None and (isinstance(action, do.Play) or action.weapon >= 0)):
        return ""
    if spared := spared_by(view, k):
        return pen.say(f"vtes.effect.spared.{spared}")
    if strike is not None and (strike.combat_ends or strike.dodge):
        return pen.say(f"vtes.effect.{'ends' if strike.combat_ends else 'dodges'}", name=pen.name(seen.card or ""))
    hit = hit_of(strike, one, seen)
    if not any(hit):
        return hit_text(hit, pen) if strike is None else ""
    return f"{hit_text(hit, pen)}: {after_hit(hurt, hit, pen, pen.name(hurt.card or ''))}"


def _pass(view: View, action: do.Pass, pen: HtmlWriter) -> MoveOffer:
    """To do nothing, with what comes of that as far as it is in sight."""
    asked = view.decision
    assert asked is not None
    label = action_words(action, view, pen.lang, asked)
    if asked.kind == "block" and view.action is not None and view.action.kind == "bleed" and view.action.target:
        pool = view.seats[view.action.target.seat].pool
        left = max(0, pool - view.action.bleed)
        whose = pen.say("vtes.what.pool") if view.action.target.seat == asked.seat else view.action.target
        if isinstance(whose, str):
            return MoveOffer(action, label, pen.say("vtes.change", what=whose, old=pool, new=left), "", True)
    if asked.kind == "vote" and view.referendum is not None:
        return MoveOffer(action, label, standing(view, view.referendum, pen))
    if asked.kind == "transfer":
        return MoveOffer(action, label, pen.say("vtes.pass.transfer"))
    now = view.action
    if asked.kind == "react" and now is not None and now.blocker is not None and view.combat is None:
        return MoveOffer(action, label, _verdict(view, pen, now.intercept, now.stealth))
    return MoveOffer(action, label)
