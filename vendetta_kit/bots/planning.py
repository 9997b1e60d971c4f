"""How the greedy bot plans its turn: every play is weighed by what it brings there and what it costs the Pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit import box
from vendetta_kit.engine.actions import Drain, EndTurn, Look, Play, UseRelic
from vendetta_kit.engine.tables import DRAIN_BLOOD, DRAINED_INFLUENCE, INFLUENCE, NUMBER

from .bot import Reason, asked
from .cards import DOES, NEEDS_FACE_UP, TYPICAL, Lying
from .chances import odds, prize
from .thought import Thought

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from vendetta_kit.engine.actions import Action, At

    from .sight import Place, Sight

__all__ = ["Planner", "after_play", "best_of", "plan", "why_play"]


class Weighed(NamedTuple):
    """A play and the parts of what it is worth, in Influence."""

    total: float
    place: float
    """What the ranks that it makes likely bring, more than without it."""
    effect: float
    """What its effect is worth."""
    pool: float
    """What its Blood is missed for in the Pool (never above 0)."""
    cover: float
    """What it is worth that nobody sees it."""


def best_of(scores: Iterable[tuple[float, Action]], rng: Random) -> tuple[float, Action]:
    """The action with the highest score; among equals, chance decides."""
    best = -1e9
    found: list[Action] = []
    for score, action in scores:
        if score > best + 1e-9:
            best, found = score, [action]
        elif score > best - 1e-9:
            found.append(action)
    return best, found[0] if len(found) == 1 else found[int(rng.random() * len(found))]


class Planner:
    """Weighs the plays of one Planning turn."""

    def __init__(self, sight: Sight, extra: int = 0) -> None:
        """``extra`` is Blood that a Drain would bring first."""
        self.sight = sight
        self.blood = sight.mine.blood + extra
        self.base: dict[At, tuple[Place, float]] = {}
        self.there: dict[tuple[str, At, bool, int], tuple[float, float]] = {}
        self.left = [sight.pool(k) for k in range(self.blood + 1)]
        for loc in sight.view.locations:
            spot = sight.spot(loc.at)
            self.base[loc.at] = sight.present(loc.at), sight.effects(loc.at, spot)

    def fee(self, at: At) -> int:
        """What a card face down costs there."""
        mine = self.sight.mine
        if self.sight.cards_at[at] == "LC03":
            return 0
        return max(0, 1 - ("AL07" in mine.alliance) + ("AL28" in mine.alliance))

    def weigh(self, play: Play) -> Weighed:
        """What a play is worth."""
        up = play.face == "up"
        wakes = up or play.card not in NEEDS_FACE_UP
        deployed = play.blood + play.flips + (play.at == "haven" and "AL05" in self.sight.mine.alliance)
        key = (play.card, play.at, wakes, deployed)
        if key not in self.there:
            self.there[key] = self._there(*key)
        place, effect = self.there[key]
        paid = play.blood + (0 if up else self.fee(play.at))
        pool = self.left[max(0, self.blood - paid)] - self.left[self.blood]
        cover = 0.0 if up else self.sight.w.cover * max(0.0, TYPICAL[play.card] - 2) * min(1, len(self.sight.opponents))
        return Weighed(place + effect + pool + cover, place, effect, pool, cover)

    def _there(self, card: str, at: At, wakes: bool, blood: int) -> tuple[float, float]:
        sight = self.sight
        spot = sight.spot(at, (Lying(card, wakes),), blood)
        before, effects = self.base[at]
        place = sight.place(at, sight.power_of(at, spot))
        return place.value - before.value, sight.effects(at, spot) - effects

    def best(self, plays: Iterable[Play], rng: Random) -> tuple[float, Play]:
        """The best of these plays."""
        score, play = best_of(((self.weigh(play).total, play) for play in plays), rng)
        assert isinstance(play, Play)
        return score, play


# The turn --------------------------------------------------------------------------------------------------


def plan(sight: Sight, rng: Random) -> Thought:
    """The turn's play, or something to be done before it."""
    plays: list[Play] = []
    drains: list[Drain] = []
    rest: list[Action] = []
    for action in asked(sight.view).legal:
        if isinstance(action, Play):
            plays.append(action)
        elif isinstance(action, Drain):
            drains.append(action)
        else:
            rest.append(action)
    extra = _aside(sight, rest, rng)
    if extra is not None:
        return extra
    planner = Planner(sight)
    score, play = planner.best(plays, rng)
    drained = _drain_first(sight, drains, score, plays, planner, rng)
    if drained is not None:
        return drained
    return Thought(play, lambda: why_play(sight, planner, play))


def _drain_first(
    sight: Sight, drains: list[Drain], score: float, plays: list[Play], planner: Planner, rng: Random
) -> Thought | None:
    """A Drain that pays: the Pool and the best play with its Blood are worth more than the card."""
    best: tuple[float, Drain, Play] | None = None
    tried: set[tuple[float, int]] = set()
    for drain in drains:
        cost = sight.drain_cost(drain.card)
        blood = DRAIN_BLOOD[NUMBER[drain.card]]
        if cost > sight.w.drain_most or (cost, blood) in tried or not blood:
            continue
        tried.add((cost, blood))
        richer = Planner(sight, blood)
        rich, play = richer.best(_with_more(plays, sight.mine.blood, blood), rng)
        # what the Drain brings: a better play, and a fuller Pool behind it
        gain = rich - score + sight.pool(sight.mine.blood + blood) - sight.pool(sight.mine.blood)
        value = gain - cost - sight.w.drain_edge
        if value > 0 and (best is None or value > best[0]):
            best = value, drain, play
    if best is None:
        return None
    _, drain, play = best
    return Thought(drain, lambda: _why_drain(sight, drain, play))


def _with_more(plays: list[Play], blood: int, extra: int) -> list[Play]:
    """The plays that so much more Blood would allow: those there are, and dearer ones face up."""
    more = [
        Play(play.card, play.at, "up", spend, play.flips)
        for play in plays
        if play.face == "up" and not play.blood
        for spend in range(blood, min(3, blood + extra - 1) + 1)
    ]
    return plays + more


def _aside(sight: Sight, rest: list[Action], rng: Random) -> Thought | None:
    """The rarer things: a Relic that brings a Drained card back, a look at a hidden card."""
    relics = [(_comes_back(sight, a.target), a) for a in rest if isinstance(a, UseRelic)]
    if relics:
        gain, action = best_of(relics, rng)
        last = sight.round == 3 and not sight.left[sight.me]
        least = sight.w.chalice_last if last else sight.w.chalice[sight.round]
        if gain >= least and isinstance(action, UseRelic):
            values = {"relic": sight.mine.relic, "card": action.target, "n": round(gain)}
            return Thought(action, lambda: [Reason("chalice", gain, values, ("VREL-05",))])
    looks = [a for a in rest if isinstance(a, Look)]
    blood, least = sight.w.look_from
    if looks and sight.mine.blood >= blood and not sight.left[sight.me]:
        stakes = [(sight.reward(a.at, 0) if sight.position(sight.mine, a.at).cards else 0.0, a) for a in looks]
        stake, action = best_of(stakes, rng)
        if stake >= least and isinstance(action, Look):
            look = {"at": action.at, "name": action.seat}
            return Thought(action, lambda: [Reason("look", 1.0, look, ("RUL-22",))])
    return None


def _comes_back(sight: Sight, card: str) -> float:
    return float(INFLUENCE[NUMBER[card]] - DRAINED_INFLUENCE[NUMBER[card]])


def after_play(sight: Sight, rng: Random) -> Thought:
    """After the play: the end of the turn, or a Drain that keeps Frenzy away."""
    now = sight.pool(sight.mine.blood)
    scores: list[tuple[float, Action]] = []
    rest: list[Action] = []
    for action in asked(sight.view).legal:
        if isinstance(action, Drain):
            more = sight.pool(sight.mine.blood + DRAIN_BLOOD[NUMBER[action.card]]) - now
            scores.append((more - sight.drain_cost(action.card) - sight.w.drain_edge, action))
        elif isinstance(action, EndTurn):
            scores.append((0.0, action))
        else:
            rest.append(action)
    extra = _aside(sight, rest, rng)
    if extra is not None:
        return extra
    _, best = best_of(scores, rng)
    if isinstance(best, Drain):
        card = best.card
        return Thought(best, lambda: [*_drain_facts(sight, card), _pool_now(sight)])
    return Thought(best, lambda: _why_end(sight, len(scores) > 1))


# Why -------------------------------------------------------------------------------------------------------


def why_play(sight: Sight, planner: Planner, play: Play) -> list[Reason]:
    weighed = planner.weigh(play)
    up = play.face == "up"
    deployed = play.blood + play.flips
    key = "with" if deployed else "without"
    reasons = [odds(sight, play.at, (Lying(play.card, up),), deployed, weighed.place, key)]
    if ".first" in reasons[0].key:
        reasons += prize(sight, play.at, 0.35)
    if abs(weighed.effect) > 0.1 and play.card in DOES:
        reasons.append(_effect(sight, play, weighed.effect))
    if play.flips:
        reasons.append(Reason("flips", 0.3, {}, ("DIAB-04", "DIAB-05")))
    left = sight.mine.blood - play.blood - (0 if up else planner.fee(play.at))
    reasons.append(_left(sight, play, left, weighed.pool))
    if not up:
        fee = planner.fee(play.at)
        rules = ("PLAN-09", "PLAN-17") if fee else ("PLAN-17",)
        reasons.append(Reason("down" if fee else "down.free", weighed.cover + 0.1, {"n": fee}, rules))
    elif play.card in NEEDS_FACE_UP:
        reasons.append(Reason("needs_up", 0.6, {"card": play.card}, ("PLAN-20", "PLAN-08")))
    return reasons


def _effect(sight: Sight, play: Play, worth: float) -> Reason:
    card = play.card
    does = DOES[card](sight.spot(play.at, (Lying(card, True),), play.blood + play.flips))
    rivals = round(sum(r.there for r in sight.rivals(play.at) if r.seat != sight.mate))
    each = does.steal + does.lose
    poor = [r.seat for r in sight.rivals(play.at) if r.seat != sight.mate and r.pool <= each and r.there > 0.5]
    if poor and each >= 1:
        return Reason("effect.frenzy", worth + 1, {"card": card, "name": poor[0]}, ("FRZ-01", "FRZ-02"))
    if does.steal >= 1:
        return Reason("effect.steal", worth, {"card": card, "n": rivals}, ("GLOS-12", "GLOS-17"))
    if does.lose >= 1:
        return Reason("effect.lose", worth, {"card": card, "n": rivals}, ("GLOS-11", "GLOS-17"))
    if does.victims:
        return Reason("effect.victim", worth, {"card": card}, ("REW-04",))
    if does.gain >= 1:
        return Reason("effect.gain", worth, {"card": card}, ("GLOS-09",))
    return Reason("effect", worth, {"card": card, "text": card}, ("CONTR-01",))


def _left(sight: Sight, play: Play, left: int, cost: float) -> Reason:
    if sight.round == 3 and play.blood and not sight.left[sight.me]:
        return Reason("pool.last", 0.4, {"n": left}, ("EOG-05",))
    if left <= 2:
        return Reason("pool.low", 0.3 - cost, {"n": left}, ("FRZ-01",))
    if play.blood < 3 and sight.left[sight.me]:
        return Reason("pool.turns", 0.2, {"n": left, "turns": sight.left[sight.me]}, ("PLAN-02", "PLAN-12"))
    return Reason("pool.keep", 0.15, {"n": left}, ("FRZ-01",))


def _why_drain(sight: Sight, drain: Drain, play: Play) -> list[Reason]:
    better = {"at": play.at, "card": play.card, "blood": play.blood}
    dear = play.blood >= sight.mine.blood
    key = "drain.play" if dear else "drain.card"
    rules = ("PLAN-22", "PLAN-12") if dear else ("PLAN-22",)
    return [*_drain_facts(sight, drain.card), Reason(key, 1.0, better, rules)]


def _drain_facts(sight: Sight, card: str) -> list[Reason]:
    record = box.find(card)
    assert isinstance(record, box.Person)
    lost = record.influence - record.drained_influence
    values = {"card": card, "blood": record.drain_blood, "n": lost}
    facts = [Reason("drain.cost" if lost else "drain.free", 2.0, values, ("DRAIN-04", "DRAIN-05"))]
    if record.creature == "vampire":
        tokens = sight.mine.tokens_up + sight.mine.tokens_down
        facts.append(Reason("drain.vampire", 0.9, {"card": card, "n": tokens}, ("DIAB-01", "DIAB-02", "DIAB-03")))
    elif record.feed and sight.round == 3:
        facts.append(Reason("drain.no_feed", 0.5, {"card": card}, ("FEED-04",)))
    return facts


def _pool_now(sight: Sight) -> Reason:
    return Reason("drain.safe", 1.0, {"n": sight.mine.blood}, ("FRZ-01", "FRZ-04"))


def _why_end(sight: Sight, could: bool) -> list[Reason]:
    if not could:
        return [Reason("end.only", rules=("PLAN-22",))]
    values = {"n": sight.mine.blood}
    later = [] if sight.round == 3 else [Reason("end.feed", 0.5, {}, ("FEED-04",))]
    return [Reason("end", 1.0, values, ("DRAIN-05", "PLAN-22")), *later]
