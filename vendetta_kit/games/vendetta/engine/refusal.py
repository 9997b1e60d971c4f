"""The rules that forbid an action, and the most similar legal action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from vendetta_kit.input_errors import Message, quoted
from vendetta_kit.kernel import refusal as kernel
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import SetupChecks, WhyNot, short_repr
from vendetta_kit.kernel.state import ANSWER, ASK, WHO

from . import actions as do
from . import state as s
from .agenda import AFTER, BID, CHOOSE, KEEP, OVER, PICK_CLAN, PICK_RELIC, PLAN, SIMULTANEOUS, TOKEN
from .card_hooks import NOT_DRAINED, card_of_action
from .card_knowledge import exact
from .card_tables import ALL_LOCATION_CARDS, BIT, CLANS, IDS, LOCATION_NUMBER, LOCATIONS, NUMBER
from .game import NAMES, RULINGS, VERSION, Game
from .rule_numbers import FEE, FEWEST_SEATS, KEPT_OF_THREE, LOOK_COSTS, MOST_BLOOD, ONLY_TEAMS, TEAM_SEATS
from .token_verbs import can_spend


@dataclass(frozen=True, slots=True)
class Reason(kernel.Reason):
    """One rule of Vendetta that forbids an action."""

    def text(self, lang: str = "en") -> str:
        """Return the reason in words."""
        from vendetta_kit.games.vendetta.wording.message_text import say

        return say("refusal", self.key, lang, self.shown())


Reasons = list[Reason]


def as_given(value: object) -> str:
    """Return a value given as part of an action, as a reason may quote it."""
    return value if isinstance(value, str) else quoted(value)


def why_not(g: Game, seat: Any, action: Any) -> WhyNot:
    """Return why ``action``, which is not legal for ``seat`` now, is not."""
    reasons: Reasons = []
    _add = reasons.append
    n = g.n
    name = g.names[seat]
    kind = n[ASK]
    if kind == OVER:
        _add(Reason("EOG-01", "over", {}))
    elif n[s.OUT] >> seat & 1:
        _add(Reason("RUL-14", "out", {"name": name}))
    elif not n[WHO] >> seat & 1:
        if kind in SIMULTANEOUS and n[ANSWER + seat] >= 0:
            _add(Reason({KEEP: "HAND-02", TOKEN: "WDR-02", BID: "RUL-05"}[kind], "answered", {"name": name}))
        else:
            who = ", ".join(g.names[other] for other in range(g.seats) if n[WHO] >> other & 1)
            rule = "PLAN-01" if n[s.PHASE] == s.PLANNING else "WDR-01" if kind == TOKEN else "CONTR-02"
            _add(Reason(rule, "not_your_turn", {"name": name, "who": who}))
            if isinstance(action, do.Drain) and kind in (PLAN, AFTER):
                _add(Reason("DRAIN-01", "drain_moment", {}))
    _moment(g, seat, action, kind, _add)
    check = _CHECKS.get(type(action))
    if check is not None:
        check(g, seat, action, _add)
    if not reasons:
        _add(Reason("CONTR-01", "not_offered", {"action": short_repr(action)}))
    return WhyNot(tuple(reasons), nearest(g, seat, action))


_MOMENTS: Final[dict[type[Action], tuple[tuple[int, ...], str, str]]] = {
    do.PickClan: ((PICK_CLAN,), "SET-10", "clan_moment"),
    do.PickRelic: ((PICK_RELIC,), "VREL-02", "relic_moment"),
    do.Keep: ((KEEP,), "HAND-01", "keep_moment"),
    do.Drain: ((PLAN, AFTER), "DRAIN-01", "drain_moment"),
    do.Look: ((PLAN, AFTER, TOKEN), "RUL-22", "look_moment"),
    do.UseRelic: ((PLAN, AFTER), "VREL-05", "chalice_moment"),
    do.Stay: ((TOKEN,), "WDR-01", "token_moment"),
    do.Withdraw: ((TOKEN,), "WDR-01", "token_moment"),
    do.Bid: ((BID,), "RUL-05", "bid_moment"),
    do.Choose: ((CHOOSE,), "CONTR-01", "choose_moment"),
}


def _moment(g: Game, seat: int, action: Action, kind: int, add: Any) -> None:
    """Add the reason for an action at the wrong time, by the kind of the current decision."""
    if kind == OVER:
        return
    if isinstance(action, do.Play | do.EndTurn):
        if kind not in (PLAN, AFTER):
            add(Reason("PLAN-03", "play_moment", {}))
        elif g.n[WHO] >> seat & 1:
            if isinstance(action, do.Play) and kind == AFTER:
                add(Reason("PLAN-03", "played_already", {}))
            elif isinstance(action, do.EndTurn) and kind == PLAN:
                add(Reason("PLAN-03", "must_play", {}))
    else:
        kinds, rule, key = _MOMENTS[type(action)]
        if isinstance(action, do.Look) and not g.table.looks_any_time:
            kinds, key = (PLAN, AFTER), "look_turn"
        if kind not in kinds:
            add(Reason(rule, key, {}))


# Reasons by kind of action -------------------------------------------------------------------------------


def _play(g: Game, seat: int, action: do.Play, add: Any) -> None:
    from . import planning

    n, z = g.n, g.z
    pool = n[s.POOL + seat]
    card = NUMBER.get(action.card, -1) if isinstance(action.card, str) else -1
    if card not in z[s.HAND + seat]:
        add(Reason("PLAN-04", "not_in_hand", {"card": as_given(action.card)}))
        if action.blood:
            add(Reason("PLAN-15", "blood_alone", {}))
    loc = LOCATION_NUMBER.get(action.at, -1) if isinstance(action.at, int | str) else -1
    if isinstance(action.at, bool) or loc not in LOCATIONS[g.seats]:
        add(Reason("PLAN-04", "no_location", {"at": as_given(action.at)}))
        loc = -1
    if action.face not in ("up", "down"):
        add(Reason("PLAN-07", "no_face", {"face": as_given(action.face)}))
    blood = action.blood
    if not isinstance(blood, int) or isinstance(blood, bool) or blood < 0:
        add(Reason("PLAN-12", "no_blood", {"blood": as_given(blood)}))
        blood = 0
    elif blood > MOST_BLOOD:
        add(Reason("PLAN-12", "too_much_blood", {"blood": blood}))
    hidden = action.face == "down"
    fee = planning.fee(g, seat, loc) if loc >= 0 else FEE
    binds = planning.card_that_hides(g, seat, loc) if loc >= 0 else -1
    forced = binds >= 0
    if forced and not hidden:
        add(Reason("CONTR-01", "must_hide", {"card": IDS[binds]}))
        if fee and not can_spend(g, seat, fee):
            add(Reason("RUL-03", "cannot_pay_forced", {"fee": fee, "pool": pool}))
    paid = 0
    if hidden and fee:
        paid = fee
        if not can_spend(g, seat, fee):
            add(Reason("PLAN-11", "fee", {"fee": fee, "pool": pool}))
            add(Reason("GLOS-10", "last_spent", {}))
            add(Reason("RUL-02", "fee_first", {}))
            if forced:
                add(Reason("RUL-03", "cannot_pay_forced", {"fee": fee, "pool": pool}))
    left = pool - paid
    values = {"blood": blood, "pool": pool, "fee": paid}
    if blood > max(0, left):
        add(Reason("PLAN-12", "hidden_and_more", values) if paid else Reason("PLAN-12", "not_so_much", values))
    elif blood and blood > left - g.table.kept_back:
        add(Reason("RUL-01", "hidden_and_last", values) if paid else Reason("RUL-01", "last_blood", values))
        add(Reason("PLAN-26", "last_blood_open", {}))
    flips = action.flips
    if not isinstance(flips, int) or isinstance(flips, bool) or flips < 0:
        add(Reason("DIAB-04", "no_flips", {"flips": as_given(flips)}))
    elif flips > n[s.TOKENS_UP + seat]:
        add(Reason("DIAB-04", "flips", {"flips": flips, "tokens": n[s.TOKENS_UP + seat]}))


def _drain(g: Game, seat: int, action: do.Drain, add: Any) -> None:
    z = g.z
    card = NUMBER.get(action.card, -1) if isinstance(action.card, str) else -1
    if card in z[s.DRAINED + seat]:
        add(Reason("DRAIN-08", "drained", {"card": action.card}))
    elif card not in z[s.ALLIANCE + seat]:
        add(Reason("DRAIN-01", "not_allied", {"card": as_given(action.card)}))
    elif card in NOT_DRAINED:
        add(Reason("RUL-09", "portia", {"card": action.card}))


def _look(g: Game, seat: int, action: do.Look, add: Any) -> None:
    n, z = g.n, g.z
    card = card_of_action(do.LOOK0)
    if card not in z[s.ALLIANCE + seat]:
        add(Reason("CARD-03", "no_ambrus", {"card": IDS[card]}))
    if not can_spend(g, seat, LOOK_COSTS):
        add(Reason("GLOS-10", "last_spent", {}))
    code = action.code
    cards = z[s.CARDS + (code - do.LOOK0) // 16] if code >= 0 else ()
    slot = (code - do.LOOK0) % 16 if code >= 0 else 0
    if slot >= len(cards) or action.seat == seat or n[s.UP] & BIT[cards[slot]]:
        add(Reason("RUL-22", "nothing_hidden", {"at": as_given(action.at), "slot": as_given(action.slot)}))
    elif exact(n, seat) & BIT[cards[slot]]:
        add(Reason("RUL-22", "known_already", {}))


def _use_relic(g: Game, seat: int, action: do.UseRelic, add: Any) -> None:
    n, z = g.n, g.z
    relic = card_of_action(do.USE0)
    if n[s.RELIC + seat] != relic:
        add(Reason("VREL-04", "no_chalice", {"card": IDS[relic]}))
    elif n[s.RELIC_USED + seat]:
        add(Reason("VREL-05", "relic_used", {"card": IDS[relic]}))
    if (NUMBER.get(action.target, -1) if isinstance(action.target, str) else -1) not in z[s.DRAINED + seat]:
        add(Reason("DRAIN-03", "not_drained", {"card": as_given(action.target)}))


def _keep(g: Game, seat: int, action: do.Keep, add: Any) -> None:
    from . import rounds

    if g.n[ASK] != KEEP:
        return
    seen = {IDS[c] for c in rounds.cards_looked_at(g, seat)}
    usual = rounds.usually_kept(len(seen))
    cards = action.cards if isinstance(action.cards, tuple) else ()
    for card in cards:
        if not isinstance(card, str) or card not in seen:
            add(Reason("HAND-01", "not_looked_at", {"card": as_given(card)}))
    if len(cards) != usual:
        add(
            Reason(
                "V3P-02" if usual == KEPT_OF_THREE else "HAND-02", "keep_count", {"count": len(cards), "usual": usual}
            )
        )
    if action.give is not None:
        add(Reason("HAND-03", "no_give", {"card": as_given(action.give)}))


def _bid(g: Game, seat: int, action: do.Bid, add: Any) -> None:
    if g.n[ASK] == BID and g.n[WHO] >> seat & 1:
        add(Reason("RUL-01", "bid", {"most": max(0, g.n[s.POOL + seat] - g.table.kept_back)}))


def _pick(g: Game, seat: int, action: Any, add: Any) -> None:
    if isinstance(action, do.PickClan) and g.n[ASK] == PICK_CLAN:
        add(Reason("SET-10", "clan_offer", {"clan": as_given(action.clan)}))
    if isinstance(action, do.PickRelic) and g.n[ASK] == PICK_RELIC:
        add(Reason("VREL-01", "relic_offer", {"card": as_given(action.relic)}))


_CHECKS: Final[dict[type[Action], Any]] = {
    do.Play: _play,
    do.Drain: _drain,
    do.Look: _look,
    do.UseRelic: _use_relic,
    do.Keep: _keep,
    do.Bid: _bid,
    do.PickClan: _pick,
    do.PickRelic: _pick,
}


def nearest(g: Game, seat: int, action: Action) -> Action | None:
    """Return the legal action most similar to ``action``; ``None`` if the seat has nothing to decide."""
    options = g.legal(seat)
    if not len(options):
        return None

    def distance(other: Action) -> tuple[Any, ...]:
        if type(other) is not type(action):
            return (1, not isinstance(other, do.EndTurn))
        if isinstance(action, do.Play) and isinstance(other, do.Play):
            return (
                0,
                other.card != action.card,
                other.at != action.at,
                other.face != action.face,
                abs(other.blood - action.blood) if isinstance(action.blood, int) else other.blood,
                abs(other.flips - action.flips) if isinstance(action.flips, int) else other.flips,
            )
        if isinstance(action, do.Bid) and isinstance(other, do.Bid):
            return (0, abs(other.blood - action.blood) if isinstance(action.blood, int) else other.blood)
        if isinstance(action, do.Choose) and isinstance(other, do.Choose):
            numbers = type(action.value) is int and type(other.value) is int
            return (0, abs(int(other.value) - int(action.value)) if numbers else 10_000)
        return (0,)

    return min(options, key=distance)


# Set-up ----------------------------------------------------------------------------------------------------


class SetupOptions(NamedTuple):
    """The checked arguments of ``Game.new``."""

    names: tuple[str, ...]
    clans: tuple[int, ...]
    location_cards: tuple[int, ...]
    rulings: Mapping[str, str]
    setup: Mapping[str, Any]


def check_setup(
    seats: int,
    seed: int,
    clans: Sequence[str] | None,
    names: Sequence[str] | None,
    location_cards: bool | Sequence[str],
    relics: bool,
    teams: bool,
    rulings: Mapping[str, str] | None,
    version: int,
) -> SetupOptions:
    """Return the checked arguments of a new game.

    Raises:
        BadSetup: an argument is wrong; the one line names it and what was expected.
    """

    read = SetupChecks()
    if type(seats) is not int or not FEWEST_SEATS <= seats <= s.MAX_SEATS:
        read.found(("seats",), seats, Message("want.seats_rule"))
    if seats == ONLY_TEAMS and not teams:
        read.found(("seats",), seats, Message("want.seats_without_teams"))
    read.truth(relics, ("relics",))
    if read.truth(teams, ("teams",)) and seats not in TEAM_SEATS:
        read.fail(("teams",), Message("seats_are", count=seats), Message("want.seats_for_teams"))
    read.whole(seed, ("seed",), None)
    read.whole(version, ("version",), 1, VERSION)
    called = read.player_names(names, seats, NAMES)
    numbers: tuple[int, ...] = ()
    if clans is not None:
        chosen = read.items(clans, ("clans",), Message("want.clans", count=seats))
        numbers = tuple(CLANS.index(read.one_of(clan, ("clans", seat), CLANS)) for seat, clan in enumerate(chosen))
        if len(numbers) != seats or len(set(numbers)) != seats:
            read.found(("clans",), clans, Message("want.clans", count=seats))
    cards: tuple[int, ...] = ()
    if not isinstance(location_cards, bool):
        places = len(LOCATIONS[seats]) - 1
        expected = Message("want.setup_location_cards", count=places)
        known = [IDS[card] for card in ALL_LOCATION_CARDS]
        several = read.items(location_cards, ("location_cards",), expected)
        cards = tuple(NUMBER[read.one_of(card, ("location_cards", k), known)] for k, card in enumerate(several))
        if len(cards) != places or len(set(cards)) != places:
            read.found(("location_cards",), location_cards, expected)
    given = read.mapping({} if rulings is None else rulings, ("rulings",), tuple(RULINGS))
    readings = read.readings(given, RULINGS, ("rulings",))
    setup = {
        "seats": seats,
        "seed": seed,
        "clans": list(clans) if clans is not None else None,
        "names": called,
        "location_cards": location_cards if isinstance(location_cards, bool) else list(location_cards),
        "relics": relics,
        "teams": teams,
        "rulings": readings,
        "version": version,
    }
    return SetupOptions(called, numbers, cards, readings, setup)
