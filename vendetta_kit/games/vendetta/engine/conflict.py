"""Power, ranking and rewards at a Location (sections CONF and REW)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from vendetta_kit.kernel.agenda import ask, close_decision, run_until
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import ASK, Step
from vendetta_kit.kernel.visibility import is_back

from .actions import YES
from .agenda import YES_OR_NO
from .card_hooks import CARDS_AT, COUNTS_RIVALS, EFFECT, UP_AT, call_place, call_relic, wins_ties
from .card_tables import BIT, CARDS_OF_A_CLAN, CLAN_CARDS, HAVEN, IDS, POWER, REWARD_INFLUENCE
from .draining import frenzy
from .effects import ACQUIRED, BONUS
from .effects.common_effects import printed_now
from .game import Game, game_for_counting
from .observation import VendettaObservation
from .rule_numbers import HAVEN_MORE, LITANY_POWER, MINDLESS_POWER, POWER_OF_BLOOD
from .setup import take_victim
from .state import (
    ALLIANCE,
    ALLY_AT,
    AMBITION,
    BANK_INFLUENCE,
    BLOOD,
    CARDS,
    COUNTED_MATE,
    DECK,
    GIVEN,
    HAND,
    INFL,
    LITANY_ON,
    LOC,
    LONE,
    MINDLESS,
    NOBODY,
    OUT,
    POOL,
    PRINTED,
    RANKING,
    RELIC,
    ROUND,
    STAY,
    UP,
    WINNER,
    turn_order,
)
from .token_verbs import is_at_location

_COUNTING = COUNTS_RIVALS[0]
BONUS_OF = tuple(BONUS.get(card) for card in range(CLAN_CARDS))
REWARD_RULES: tuple[tuple[str, ...], ...] = ((), ("REW-05",), ("REW-06",), ("REW-07",))


def card_power(g: Game, seat: int, loc: int, card: int) -> int:
    """Return the Power that a card adds to its Position now, at least 0 (RUL-38)."""
    power = raw_power(g, seat, loc, card)
    return power if power > 0 else 0


def raw_power(g: Game, seat: int, loc: int, card: int) -> int:
    """Return a card's Power with all changes, which may be below 0 (CONF-10, GLOS-14, RUL-36)."""
    n = g.n
    if not n[UP] & BIT[card]:
        return MINDLESS_POWER if n[MINDLESS] >> seat & 1 and loc == n[LOC] else 0
    power = printed_now(g, card) if g.z[PRINTED] else POWER[card]
    bonus = BONUS_OF[card]
    if bonus is not None:
        power += bonus(g, seat, loc)
    return power


def blood_power(g: Game, seat: int, loc: int) -> int:
    """Return the Power of Deployed Blood: 1 each, unless a card there changes it (CONF-03)."""
    pos = seat * 4 + loc
    each = POWER_OF_BLOOD
    up = g.n[UP] & UP_AT["blood"]
    if up:
        for card in g.z[CARDS + pos]:
            if up & BIT[card]:
                each = CARDS_AT["blood"][card](g, seat, loc, card)
    return each * g.n[BLOOD + pos]


def total_power(g: Game, seat: int, loc: int) -> int:
    """Return a Position's total Power: its cards after all effects, and its Deployed Blood (CONF-03, CONF-09)."""
    n = g.n
    pos = seat * 4 + loc
    cards = g.z[CARDS + pos]
    total = 0
    up = n[UP]
    plain = not g.z[PRINTED]
    for card in cards:
        if plain and up & BIT[card] and BONUS_OF[card] is None:
            total += POWER[card]
        else:
            total += card_power(g, seat, loc, card)
    total += blood_power(g, seat, loc)
    if n[LITANY_ON] >> seat & 1:
        total += LITANY_POWER
    return total


def known_location(seen: VendettaObservation, loc: int) -> Game:
    """Return a Location as one seat knows it, as a game with nothing asked in which Power can be counted (CONF-03)."""
    z = seen.z[:]
    up = seen.n[UP]
    for pos in range(CARDS + loc, CARDS + seen.seats * 4, 4):  # any face-up card of the clan serves as a back
        z[pos] = tuple([c if c >= 0 else next(d for d in clan_cards(-1 - c) if not up & BIT[d]) for c in seen.z[pos]])
    game = game_for_counting(seen, z)
    close_decision(game)
    return game


def turned_up(seen: VendettaObservation, loc: int, pools: Game | None = None) -> VendettaObservation:
    """Return an observation with all known cards at a Location face up, and the Pools of a game, if there is one."""
    twin = seen.copy()
    if pools is not None:
        twin.n[POOL : POOL + seen.seats] = pools.n[POOL : POOL + seen.seats]
    for seat in range(seen.seats):
        for card in seen.z[CARDS + seat * 4 + loc]:
            if not is_back(card):
                twin.n[UP] |= BIT[card]
    return twin


def known_effect(game: Game, seat: int, loc: int, card: int, frenzies: bool = True) -> Game | str:
    """Return a known Location after a card's effect, or why that cannot be worked out: ``asks`` or ``frenzy``.

    Without ``frenzies`` a Frenzy is left out, as it changes no Power.
    """
    return _worked_out(game, frenzies, lambda after: EFFECT[card](after, seat, loc, card))


def known_effects_of_staying(game: Game, loc: int) -> Iterator[tuple[int, int, Game | str]]:
    """Yield what open cards at a known Location do before the cards there turn up, if all stay: seat, card, and result.

    The result is as that of :func:`known_effect` without Frenzies; a Location that was worked out is where the next
    card acts.
    """
    staying = [seat for seat in turn_order(game) if is_at_location(game, seat, loc)]
    for moment in ("tokens", "revelation"):
        for seat in staying:
            for card in game.z[CARDS + seat * 4 + loc]:
                if UP_AT[moment] & game.n[UP] & BIT[card]:
                    found = _worked_out(game, False, partial(_acts_open, moment, staying, seat, loc, card))
                    yield seat, card, found
                    if not isinstance(found, str):
                        game = found


def _acts_open(moment: str, staying: list[int], seat: int, loc: int, card: int, g: Game) -> None:
    follows: list[Step] = []
    CARDS_AT[moment][card](g, seat, loc, card, *((staying, follows) if moment == "tokens" else ()))
    g.agenda.extend(reversed(follows))


def _worked_out(game: Game, frenzies: bool, acts: Callable[[Game], None]) -> Game | str:
    if game.table.teams:  # whether the mate is meant is asked
        return "asks"
    after = game.copy(record=False)
    acts(after)
    run_until(after, _nothing_or_a_frenzy_is_next)
    while after.agenda and not after.n[ASK]:
        if frenzies:
            return "frenzy"
        after.agenda.pop()
        run_until(after, _nothing_or_a_frenzy_is_next)
    places = [k + n for k in (HAND, DECK, ALLIANCE) for n in range(game.seats)]
    places += range(CARDS, CARDS + 4 * game.seats)
    return "asks" if after.n[ASK] or any(game.z[k] != after.z[k] for k in places) else after


def _nothing_or_a_frenzy_is_next(g: Game) -> bool:
    return not g.agenda or g.agenda[-1][0] is frenzy


def current_power(g: Game, seat: int, loc: int) -> tuple[tuple[int, ...], int]:
    """Return the current Power of each card of a Position, in order, and that of its Deployed Blood."""
    return tuple([card_power(g, seat, loc, c) for c in g.z[CARDS + seat * 4 + loc]]), blood_power(g, seat, loc)


def clan_cards(clan: int) -> range:
    """Return the numbers of a clan's Clan cards."""
    return range(clan * CARDS_OF_A_CLAN, (clan + 1) * CARDS_OF_A_CLAN)


def count(g: Game, step: Step) -> None:
    """Begin the count; in a team game, cards that count Rivals ask whether the mate counts as one (RUL-51)."""
    n = g.n
    if g.table.teams and n[UP] & _COUNTING:
        loc = n[LOC]
        for seat in reversed(turn_order(g)):
            mate = g.table.mate[seat]
            if not n[OUT] >> mate & 1 and is_at_location(g, mate, loc):
                for card in g.z[CARDS + seat * 4 + loc]:
                    if _COUNTING & n[UP] & BIT[card]:
                        g.agenda.append((ask_counted_mate, seat, card))


def ask_counted_mate(g: Game, step: Step) -> None:
    """Ask whether the mate counts as a Rival for this card's Power."""
    ask(g, step[1], "mate", YES_OR_NO, (counted_mate_answered, step[1]), step[2])


def counted_mate_answered(g: Game, step: Step, code: int) -> None:
    """Use the answer for this count."""
    if code == YES:
        g.n[COUNTED_MATE] |= 1 << step[1]


def rank(g: Game, step: Step) -> None:
    """Rank Positions by total Power, then turn order; a lone player with cards wins uncounted (CONF-03 to CONF-08)."""
    n, z = g.n, g.z
    loc = n[LOC]
    order = turn_order(g)
    here = CARDS + loc
    nobody = n[NOBODY]
    if not g.table.nobody_after_withdraw:
        nobody = 1
        for seat in order:
            if z[here + seat * 4]:
                nobody = 0
                break
    if nobody:
        _nobody(g)
        return
    lone = n[LONE] - 1
    if lone >= 0 and n[STAY] >> lone & 1 and is_at_location(g, lone, loc):
        others = [s for s in order if s != lone and n[STAY] >> s & 1 and is_at_location(g, s, loc)]
        if g.table.ranks_blood:
            others.sort(key=lambda s: (-total_power(g, s, loc), not wins_ties(z[ALLIANCE + s])))
        ranking = [lone, *others] if g.table.ranks_blood else [lone]
        if g.rec is not None:
            why: tuple[str, ...] = ("RUL-30",) if others else ()
            ties = _tied(g, ranking[1:], loc)
            for group in ties:
                why += ("RUL-40", "CONF-06") if wins_ties(z[ALLIANCE + group[0]]) else ("CONF-06",)
            g.rec.event(g, "lone", lone, why, ranking=tuple(ranking), ties=ties)
    else:
        totals = {}
        keys = []
        stay = n[STAY]
        for k, seat in enumerate(order):
            if stay >> seat & 1 and (z[here + seat * 4] or n[BLOOD + seat * 4 + loc]):
                totals[seat] = total = total_power(g, seat, loc)
                keys.append((-total, not wins_ties(z[ALLIANCE + seat]), k, seat))
        keys.sort()
        ranking = [key[3] for key in keys]
        if g.rec is not None and ranking:
            _tell_count(g, ranking, totals, loc)
    if not ranking:
        _nobody(g)
        return
    z[RANKING] = tuple(ranking)
    n[WINNER] = ranking[0] + 1
    below = len(g.agenda)
    reward_ally(g, ranking[0])
    if len(g.agenda) > below or n[ASK]:
        g.agenda.insert(below, (other_rewards,))  # the effect of the Ally comes first (RUL-41)
    else:
        other_rewards(g, step)


def _nobody(g: Game) -> None:
    """Give no rewards at this Location (CONF-08); at the Haven the Ambition token stays (REW-13)."""
    if g.rec is not None:
        n = g.n
        gone = n[LONE] and not n[STAY] >> n[LONE] - 1 & 1
        left = gone and any(n[BLOOD + s * 4 + n[LOC]] for s in turn_order(g))
        g.rec.event(g, "nobody", rules=("RUL-32", "KIT-24") if left else ("RUL-32",))
        if g.n[LOC] == HAVEN:
            g.rec.event(g, "ambition_stays", g.n[AMBITION])


def _tied(g: Game, ranking: Sequence[int], loc: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of a ranking that have equal Power, as groups."""
    groups: dict[int, tuple[int, ...]] = {}
    for seat in ranking:
        power = total_power(g, seat, loc)
        groups[power] = (*groups.get(power, ()), seat)
    return tuple(group for group in groups.values() if len(group) > 1)


def _tell_count(g: Game, ranking: list[int], totals: dict[int, int], loc: int) -> None:
    n, z = g.n, g.z
    rec = g.rec
    assert rec is not None
    for s in ranking:
        cards = {IDS[c]: card_power(g, s, loc, c) for c in z[CARDS + s * 4 + loc] if n[UP] & BIT[c]}
        down = [card_power(g, s, loc, c) for c in z[CARDS + s * 4 + loc] if not n[UP] & BIT[c]]
        rules: tuple[str, ...] = ("RUL-31",) if not z[CARDS + s * 4 + loc] else ()
        if n[LITANY_ON] >> s & 1:
            rules += ("VREL-05",)
        if down:
            rules += ("CONF-10",) if 0 in down else ("RUL-36", "KIT-08")  # with Mindless Assault face-down cards count
        rec.event(
            g,
            "count",
            s,
            rules,
            power=totals[s],
            cards=cards,
            face_down=tuple(down),
            blood=n[BLOOD + s * 4 + loc],
            blood_power=blood_power(g, s, loc),
            below=any(raw_power(g, s, loc, c) < 0 for c in z[CARDS + s * 4 + loc]),
            litany=IDS[n[RELIC + s]] if n[LITANY_ON] >> s & 1 else None,
        )
    ties = _tied(g, ranking, loc)
    why: tuple[str, ...] = ()
    for group in ties:
        if wins_ties(z[ALLIANCE + group[0]]):
            why += ("RUL-40",)
        why += ("CONF-05", "SET-04") if group[0] == ranking[0] else ("CONF-06",)
    if any(n[STAY] >> s & 1 and s not in totals for s in turn_order(g)):
        why += ("KIT-05",)
    if n[LONE]:
        why += ("KIT-24",)
    first = ties[0] if ties and ties[0][0] == ranking[0] else ()
    rec.event(g, "winner", ranking[0], why, ranking=tuple(ranking), tied=first, ties=ties)


# Rewards in the order of RUL-42 -----------------------------------------------------------------------------


def reward_ally(g: Game, seat: int) -> None:
    """Give the winner the Ally, whose effect happens at once (REW-01, RUL-41)."""
    n, z = g.n, g.z
    loc = n[LOC]
    card = n[ALLY_AT + loc]
    if card < 0 or n[OUT] >> seat & 1:
        return
    n[ALLY_AT + loc] = -1
    z[ALLIANCE + seat] += (card,)
    n[GIVEN] |= 1 << seat
    if g.rec is not None:
        g.rec.event(g, "ally", seat, ("RUL-42",), card=IDS[card])
    acquired = ACQUIRED.get(card)
    if acquired is not None:
        acquired(g, seat, loc, card)


def other_rewards(g: Game, step: Step) -> None:
    """Give the second player's Victim, Influence by rank, and the Ambition token (REW-02, REW-05 to REW-11, RUL-42)."""
    n = g.n
    loc = n[LOC]
    ranking = g.z[RANKING]
    if len(ranking) > 1 and not n[OUT] >> ranking[1] & 1 and take_victim(g, ranking[1], rules=("REW-02", "REW-04")):
        n[GIVEN] |= 1 << ranking[1]
    amounts = REWARD_INFLUENCE[n[ROUND] - 1]
    for place, seat in enumerate(ranking):
        if n[OUT] >> seat & 1:
            continue
        if place < len(amounts):
            rules = REWARD_RULES[n[ROUND]]
            amount = amounts[place]
            if place == 0 and loc == HAVEN:
                rules = (*rules, "REW-08", "REW-14") if n[LONE] else (*rules, "REW-08")
                amount += HAVEN_MORE
            if n[OUT] and any(n[OUT] >> s & 1 for s in ranking[:place]):
                rules = (*rules, "KIT-22")
            move(g, BANK_INFLUENCE, INFL + seat, amount, "reward", -1, seat, rules)
            if g.table.location_cards:
                call_place(g, "rewarded", seat, loc)
    if loc == HAVEN and not n[OUT] >> ranking[0] & 1:
        n[AMBITION] = ranking[0]
        if g.rec is not None:
            g.rec.event(g, "ambition", ranking[0], ("REW-09", "REW-10", "REW-14") if n[LONE] else ("REW-09", "REW-10"))
    if g.table.relics:
        for seat in reversed(ranking):
            if not n[OUT] >> seat & 1:
                call_relic(g, "rewarded", seat, loc)
