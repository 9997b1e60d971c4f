"""What a strike of V:TES would do, in numbers, as far as it is in sight: before it is chosen, and while it waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.cards import StrikeEffect
from vendetta_kit.games.vtes.engine.public_progress import SeenFighter, Target
from vendetta_kit.games.vtes.engine.views import SeenCard, View

from ...html import HtmlWriter
from .card_html import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Hit(NamedTuple):
    """The damage of a strike."""

    ordinary: int = 0
    aggravated: int = 0

    @property
    def weight(self) -> tuple[int, int]:
        """What the worse of two is told by: aggravated damage first."""
        return self.aggravated, self.ordinary


def own_fighter(view: View) -> int:
    """Return which of the two in a combat is the one that is asked, else the reader's: 0 or 1."""
    assert view.combat is not None
    seat = view.decision.seat if view.decision is not None else view.me
    return int(view.combat.fighters[0].minion.seat != seat and view.combat.fighters[1].minion.seat == seat)


def hit_of(strike: StrikeEffect | None, one: SeenFighter, seen: SeenCard) -> Hit:
    """Return the damage of a fighter's strike; ``None``: of bare hands (EFF-01)."""
    power = max(0, seen.strength + one.stronger)
    return Hit(power) if strike is None else Hit(*strike.with_power(power).harm)


def strike_of(view: View, action: do.Strike | do.Play, known: Mapping[int, SeenCard]) -> StrikeEffect | None:
    """Return the strike that an answer chooses; ``None``: bare hands, or a card that is no strike."""
    number = action.weapon if isinstance(action, do.Strike) else action.card
    seen = known.get(number)
    if number < 0 or seen is None or seen.card is None:
        return None
    printed = record(seen.card)
    if isinstance(action, do.Strike):
        found = printed.given("strike") or printed.does("strike", 1)
    else:
        found = printed.does("strike", 2 if action.superior else 1)
    return found if isinstance(found, StrikeEffect) else None


def _open_strikes(view: View, seen: SeenCard) -> Iterator[StrikeEffect | None]:
    """Yield the strikes of a minion that lie open and work at the range: its hands, its own, those of its weapons."""
    assert view.combat is not None
    if not view.combat.long:
        yield None
    for card in (seen, *seen.on):
        strike = record(card.card).given("strike") if card.card is not None else None
        if isinstance(strike, StrikeEffect) and (strike.at_long_range or not view.combat.long):
            yield strike


def open_hit(seen: SeenCard) -> Hit:
    """Return the most that a minion could do in a combat by its hands, its own strike and its weapons."""
    fighter = SeenFighter(Target(0, seen.card, seen.number), None, None, 0, 0, 0, 0)
    given = [record(card.card).given("strike") for card in (seen, *seen.on) if card.card is not None]
    strikes = [None, *(strike for strike in given if isinstance(strike, StrikeEffect))]
    return max((hit_of(strike, fighter, seen) for strike in strikes), key=lambda hit: hit.weight)


def _chosen(view: View, card: str) -> StrikeEffect | None:
    """Return the strike of a card that has been chosen, at the level at which it was played."""
    if not card:
        return None
    levels = [event.data["level"] for event in view.events if event.kind == "played" and event.data["card"] == card]
    found = record(card).given("strike") or record(card).does("strike", 2 if levels[-1:] == ["superior"] else 1)
    return found if isinstance(found, StrikeEffect) else None


def spared_by(view: View, k: int) -> str:
    """Return how the other's chosen strike spares it fighter ``k``'s: ``ends``, ``dodge``, empty (EFF-06, EFF-07)."""
    assert view.combat is not None
    other = view.combat.fighters[1 - k]
    theirs = _chosen(view, other.strike) if other.strike else None
    return "" if theirs is None else "ends" if theirs.combat_ends else "dodge" if theirs.dodge else ""


def best_hit(view: View, k: int, known: Mapping[int, SeenCard]) -> Hit:
    """Return the most that fighter ``k`` could do by what lies open, and the one who is asked to strike by her hand."""
    assert view.combat is not None
    one, asked = view.combat.fighters[k], view.decision
    seen = known.get(one.minion.number if one.minion.number is not None else -1)
    if seen is None or spared_by(view, k):
        return Hit()
    if one.strike is not None:
        chosen = _chosen(view, one.strike)
        return hit_of(chosen, one, seen) if chosen is not None or not one.strike else Hit()
    hits = [hit_of(strike, one, seen) for strike in _open_strikes(view, seen)]
    if asked is not None and asked.kind == "strike" and own_fighter(view) == k:
        ways = [action for action in asked.legal if isinstance(action, do.Strike | do.Play)]
        strikes = [strike_of(view, way, known) for way in ways]
        hits += [hit_of(strike, one, seen) for strike in strikes if strike is not None]
    return max(hits, key=lambda hit: hit.weight, default=Hit())


def hit_text(hit: Hit, pen: HtmlWriter) -> str:
    """Say a strike's damage."""
    parts = [("damage", hit.ordinary), ("aggravated", hit.aggravated)]
    told = [pen.say(f"vtes.effect.{key}", n=n) for key, n in parts if n]
    return " + ".join(told) or pen.say("vtes.effect.damage", n=0)


def after_hit(seen: SeenCard, hit: Hit, pen: HtmlWriter, name: str = "") -> str:
    """Say what becomes of a minion that takes a hit and prevents nothing of it (DMG-03 to DMG-06).

    ``name``: who it is, where she is to be named.
    """
    before = f"{name} " if name else ""
    old, left = seen.counters, seen.counters - hit.ordinary
    if not seen.capacity:
        new = old - hit.ordinary - hit.aggravated
        return before + pen.say("vtes.change", what=pen.say("vtes.what.life"), old=old, new=new if new > 0 else "0 †")
    if left < 0 or hit.aggravated:
        burns = hit.aggravated - (left >= 0) > max(0, left)
        end = "destroyed" if burns else "torpor"
        return pen.say(f"vtes.told.{end}", name=name) if name else pen.say(f"vtes.end.{end}")
    return before + pen.say("vtes.change", what=pen.say("vtes.what.blood"), old=old, new=left)
