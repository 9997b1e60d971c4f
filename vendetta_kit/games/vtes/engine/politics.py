"""Referendums: terms, votes and outcome (POL-01 to POL-13); also the one on a blood hunt (DBL-05)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda, priority_windows
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import state as s
from .action_codes import PASS, action_of, code_of
from .board import (
    awake,
    burn,
    is_card,
    is_ready,
    is_vampire,
    lies_in,
    one_of_each,
    printed,
    put,
    ready,
    refill,
    seat_of,
    seats_from,
    title,
)
from .card_play import (
    No,
    against_cost,
    against_needs,
    aimed,
    done,
    effects,
    forget,
    is_used,
    levels,
    pay,
    play,
    remember,
    take_edge,
    targets,
    usable,
    use,
    wait,
    waits,
    window_action,
    within_reach,
)
from .contests import enters
from .decision_kinds import BEFORE_VOTES, VOTE
from .game import Game
from .masters import out_of_turn_plays
from .minion_actions import actor_stands
from .modifiers_and_reactions import against_effects, play_in_action, plays_in_action
from .rule_numbers import BASIC, EDGE_GIVES, SUPERIOR, VOTES_OF_PRISCI

CAST = 1 << 30
"""Added to a source's number in ``USED`` when its votes are cast."""
CARD_CAST = CAST - 64
"""Added to a seat's number in ``USED`` when it has cast its vote of a political action card (POL-08)."""


def call(g: Game, seat: int, card: int, level: int) -> None:
    """Call a referendum by a card whose action succeeded, or on a blood hunt (card -1)."""
    n = g.n
    n[s.CALLED_BY], n[s.CALLER], n[s.TERMS] = card, seat, -1
    n[s.FOR] = n[s.AGAINST] = n[s.PRISCI_FOR] = n[s.PRISCI_AGAINST] = 0
    n[s.VOTING] = 1
    forget(g)
    if g.rec is not None:
        named = g.rules.card(g, card) if card >= 0 else None
        about = g.rules.card(g, n[s.DIABOLIST]) if card < 0 else None
        g.rec.event(g, "referendum", seat, () if card >= 0 else ("DBL-05",), card=named, about=about)
    g.agenda += [(close,), (open_votes,), (open_early,), (ask_terms,)]


def ask_terms(g: Game, step: Step) -> None:
    """Ask the caller for the terms (POL-02, BLOCK-02)."""
    n = g.n
    card = n[s.CALLED_BY]
    g.z[s.SHARES] = ()
    if card < 0:
        return
    count = printed(g, card).does("share_pool_loss", n[s.ACT_LEVEL])
    if count:
        g.agenda.append((ask_share, count))
    options = printed(g, card).options(n[s.ACT_LEVEL])
    if options:
        choices = tuple([code_of(do.Choose, k) for k in range(options)])
        g.agenda.append((ask_option, choices))
    if not printed(g, card).target:
        return
    choices = tuple(
        code_of(do.Choose, target) for target in targets(g, n[s.CALLER], card, n[s.ACTOR], n[s.ACT_LEVEL] == SUPERIOR)
    )
    if choices:
        agenda.ask(g, n[s.CALLER], "terms", choices, (terms_set,), card)


def terms_set(g: Game, step: Step, code: int) -> None:
    """Set the chosen terms."""
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    g.n[s.TERMS] = answer.value
    if g.rec is not None:
        g.rec.event(g, "terms", g.n[s.CALLER], **aimed(g, answer.value))


def ask_option(g: Game, step: Step) -> None:
    """Ask the caller which of several effects to propose (BLOCK-02). Step: ``(ask_option, codes of the answers)``."""
    agenda.ask(g, g.n[s.CALLER], "option", step[1], (option_chosen,), g.n[s.CALLED_BY])


def option_chosen(g: Game, step: Step, code: int) -> None:
    """Set the chosen effect, which is carried out if the referendum passes."""
    n = g.n
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    if g.rec is not None:
        level = "superior" if n[s.ACT_LEVEL] == SUPERIOR else "basic"
        g.rec.event(g, "option", n[s.CALLER], card=g.rules.card(g, n[s.CALLED_BY]), level=level, choice=answer.value)
    n[s.ACT_LEVEL] |= (answer.value + 1) << 4


def ask_share(g: Game, step: Step) -> None:
    """Ask the caller which seat gets the next share. Step: ``(…, number of shares left)``."""
    n = g.n
    if step[1]:
        others = [seat for seat in seats_from(g, n[s.CALLER]) if seat != n[s.CALLER]]
        choices = tuple([code_of(do.Choose, seat) for seat in others])
        agenda.ask(g, n[s.CALLER], "share", choices, (shared, step[1]), n[s.CALLED_BY])
    elif g.rec is not None:
        shares = g.z[s.SHARES]
        g.rec.event(g, "shared", n[s.CALLER], shares={seat: shares.count(seat) for seat in sorted(set(shares))})


def shared(g: Game, step: Step, code: int) -> None:
    """Add a share, and ask for the next."""
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    g.z[s.SHARES] += (answer.value,)
    g.agenda.append((ask_share, step[1] - 1))


def order(g: Game) -> tuple[int, ...]:
    """Return the seats in the order of voting: turn order (RUL-06)."""
    return seats_from(g, g.n[s.ACTIVE])


def open_early(g: Game, step: Step) -> None:
    """Open the window for cards before votes (POL-04)."""
    if g.n[s.CALLED_BY] >= 0:
        priority_windows.open_window(g, BEFORE_VOTES, order(g))


def open_votes(g: Game, step: Step) -> None:
    """Open the window for votes, until all seats have passed in succession (POL-05, RUL-06)."""
    priority_windows.open_window(g, VOTE, order(g))


# Sources ---------------------------------------------------------------------------------------------------


def is_cast(g: Game, source: int) -> bool:
    """Check whether the votes of a source are cast."""
    return CAST + source in g.z[s.USED]


def has_card_vote(g: Game, seat: int) -> bool:
    """Check whether a seat has used its vote of a political action card; the caller's comes with the call (POL-08)."""
    n = g.n
    return (n[s.CALLED_BY] >= 0 and seat == n[s.CALLER]) or CARD_CAST + seat in g.z[s.USED]


def against_vote(g: Game, seat: int, action: do.Vote) -> No | None:
    """Return why a seat cannot cast these votes now, or ``None`` (POL-07 to POL-13)."""
    n = g.n
    source = action.source
    if source == -1:
        return None if n[s.EDGE] == seat else ("POL-11", "no_edge", {})
    if not is_card(g, source):
        return "POL-07", "no_source", {}
    if is_cast(g, source):
        return "POL-05", "cast", {}
    record = printed(g, source)
    if source == n[s.CALLED_BY]:
        return None if seat == n[s.CALLER] else ("POL-08", "callers_card", {})
    if record.type == "vampire":
        if seat_of(g, source) != seat or not is_ready(g, source):
            return "POL-09", "not_ready", {}
        votes = title(g, source) is not None or record.given("votes")
        return None if votes else ("POL-09", "no_title", {})
    if source in lasting_votes(g, seat):
        return None
    if source in g.z[s.HAND + seat]:
        if record.type == "political_action":
            return ("POL-08", "one_card", {}) if has_card_vote(g, seat) else None
        return _against_vote_card(g, seat, action)
    if source in usable(g, seat, g.table.tapped_for_votes):
        return None
    return "POL-07", "no_source", {}


def _against_vote_card(g: Game, seat: int, action: do.Vote) -> No | None:
    """Return why a modifier or reaction cannot be played for votes, or ``None`` (POL-13)."""
    n = g.n
    record = printed(g, action.source)
    minion = action.minion
    level = SUPERIOR if action.superior else BASIC
    if record.does("votes", level) is None:
        return "POL-07", "no_source", {}
    if n[s.CALLED_BY] < 0:
        return "DBL-05", "hunt_no_cards", {}
    if record.type == "action_modifier" and (minion != n[s.ACTOR] or seat_of(g, minion) != seat or not actor_stands(g)):
        return "POL-13", "actor_only", {}
    if record.type == "reaction" and (seat == seat_of(g, n[s.ACTOR]) or minion < 0 or minion not in awake(g, seat)):
        return "POL-13", "reacts_untapped", {}
    if is_used(g, minion, action.source):
        return "LIB-18", "used", {}
    return against_needs(g, seat, action.source, minion, action.superior) or against_cost(
        g, seat, action.source, minion
    )


def lasting_votes(g: Game, seat: int) -> list[int]:
    """Return a seat's cards in play, other than vampires, that give votes by their text (POL-10, POL-13)."""
    among = g.table.voting
    if not among:
        return []
    return within_reach(g, seat, among)


def sources(g: Game, seat: int) -> list[do.Vote]:
    """Return the votes that a seat can still cast, each as a vote in favour."""
    n = g.n
    found: list[do.Vote] = []
    if n[s.EDGE] == seat:
        found.append(action_of(do.Vote, -1, True))
    if n[s.CALLED_BY] >= 0 and seat == n[s.CALLER]:
        found.append(action_of(do.Vote, n[s.CALLED_BY], True))
    found += [action_of(do.Vote, m, True) for m in ready(g, seat) if is_vampire(g, m)]
    found += [action_of(do.Vote, c, True) for c in usable(g, seat, g.table.tapped_for_votes)]
    found += [action_of(do.Vote, c, True) for c in lasting_votes(g, seat)]
    for card in one_of_each(g, seat, g.table.votes_in_hand):
        record = printed(g, card)
        if record.type == "political_action":
            found.append(action_of(do.Vote, card, True))
        else:
            minions = [n[s.ACTOR]] if record.type == "action_modifier" else awake(g, seat)
            found += [action_of(do.Vote, card, True, m, superior) for m in minions for superior in levels(record)]
    return [vote for vote in found if against_vote(g, seat, vote) is None]


def votes_of(g: Game, seat: int, vote: do.Vote) -> int:
    """Return the number of votes of a source (POL-08 to POL-13)."""
    source = vote.source
    if source == -1:
        return EDGE_GIVES
    record = printed(g, source)
    if source == g.n[s.CALLED_BY] or record.type == "political_action":
        return 1
    if record.type == "vampire":
        held = title(g, source)
        return (held.votes if held is not None else 0) + (record.given("votes") or 0)
    if source in lasting_votes(g, seat):
        lasting: int = record.given("votes")
        return lasting
    if source in usable(g, seat, g.table.tapped_for_votes):
        given: int = next(effect.value for effect in record.tap if effect.verb == "votes")
        return given
    count: int = record.does("votes", SUPERIOR if vote.superior else BASIC)
    return count


def vote_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's possible votes, each for and against, of its other plays, and of passing."""
    codes = []
    for vote in sources(g, seat):
        codes += [vote.code, code_of(do.Vote, vote.source, False, vote.minion, vote.superior)]
    return [*codes, *_plays(g, seat), PASS]


def vote_answered(g: Game, seat: int, code: int) -> None:
    """Cast the votes of one source, for good (POL-05, POL-07), play something else, or pass for now."""
    vote = window_action(g, code)
    if vote is None:
        return
    if isinstance(vote, do.Play):
        play_in_action(g, seat, vote)
        return
    assert isinstance(vote, do.Vote)
    source = vote.source
    count = votes_of(g, seat, vote)
    burned = False
    if source >= 0 and source != g.n[s.CALLED_BY] and source in g.z[s.HAND + seat]:
        if printed(g, source).type == "political_action":
            g.z[s.USED] += (CARD_CAST + seat,)
            put(g, source, s.ASH, g.table.owner[source])
            burned = True
        else:
            _play_for_votes(g, seat, vote, count)
            return
    elif source in usable(g, seat, g.table.tapped_for_votes) and source not in lasting_votes(g, seat):
        use(g, seat, source, -1)
    _cast(g, seat, vote, count, burned)


def _play_for_votes(g: Game, seat: int, vote: do.Vote, count: int) -> None:
    """Play a modifier or reaction for votes, which are cast unless somebody cancels it (POL-13, COMP-14)."""
    card = vote.source
    play(g, seat, card, vote.minion, -1, vote.superior)
    if not pay(g, seat, card, vote.minion):
        return
    remember(g, vote.minion, card)
    if waits(g, card):
        wait(g, card, (_votes_answered, seat, vote.code, count))
    else:
        _votes_answered(g, (_votes_answered, seat, vote.code, count))


def _votes_answered(g: Game, step: Step) -> None:
    """Cast the votes of a card that nobody has cancelled. Step: ``(…, seat, code, count)``."""
    _, seat, code, count = step
    vote = g.rules.actions[code]
    assert isinstance(vote, do.Vote)
    if lies_in(g, vote.source, s.PLAYED):
        done(g, seat, vote.source)
        _cast(g, seat, vote, count)


def _cast(g: Game, seat: int, vote: do.Vote, count: int, burned: bool = False) -> None:
    """Count the votes of a source, for good; ``burned`` if it was a card burned from hand (POL-08)."""
    n = g.n
    source = vote.source
    held = title(g, source) if source >= 0 and is_vampire(g, source) else None
    priscus = held is not None and held.kind == "priscus"
    if priscus:
        n[s.PRISCI_FOR if vote.yes else s.PRISCI_AGAINST] += 1
    g.z[s.USED] += (CAST + source,)
    n[s.FOR if vote.yes else s.AGAINST] += count
    if g.rec is not None:
        named = g.rules.card(g, source) if source >= 0 else None
        tell_vote(g, seat, named, count, vote.yes, priscus, burned)
    if source == -1:
        take_edge(g, -1)


def tell_vote(
    g: Game, seat: int, source: str | None, count: int, yes: bool, priscus: bool, burned: bool = False
) -> None:
    """Record a vote with the totals; a Priscus counts only in the block of the Prisci (POL-12)."""
    n = g.n
    assert g.rec is not None
    g.rec.event(
        g, "vote", seat, ("POL-12",) if priscus else (), source=source, burned=burned, votes=count,
        yes=yes, priscus=priscus, total_for=n[s.FOR], total_against=n[s.AGAINST],
        prisci_for=n[s.PRISCI_FOR], prisci_against=n[s.PRISCI_AGAINST],
    )  # fmt: skip


def _plays(g: Game, seat: int) -> list[int]:
    """Return what a seat may play in a referendum beside votes: modifiers and reactions, and out-of-turn masters.

    About a blood hunt, which is no action, no modifier and no reaction can be played (DBL-05).
    """
    codes = []
    if g.n[s.CALLED_BY] >= 0:
        codes = plays_in_action(g, seat, one_of_each(g, seat, g.table.in_referendum), against_effects)
    return [*codes, *out_of_turn_plays(g, seat)]


def early_options(g: Game, seat: int) -> list[int]:
    """Return what a seat may play before votes are cast (POL-04)."""
    return [*_plays(g, seat), PASS]


def early_answered(g: Game, seat: int, code: int) -> None:
    """Play a card before votes are cast, or pass."""
    action = window_action(g, code)
    if action is None:
        return
    assert isinstance(action, do.Play)
    play_in_action(g, seat, action)


# Outcome ---------------------------------------------------------------------------------------------------


def with_prisci(votes_for: int, votes_against: int, prisci_for: int, prisci_against: int) -> tuple[int, int]:
    """Return the votes for and against with the block of the Prisci, who vote on it among themselves (POL-12)."""
    more = prisci_for - prisci_against
    return votes_for + VOTES_OF_PRISCI * (more > 0), votes_against + VOTES_OF_PRISCI * (more < 0)


def standing(g: Game) -> tuple[int, int]:
    """Return the votes for and against that are cast so far, with the block of the Prisci (POL-12)."""
    n = g.n
    return with_prisci(n[s.FOR], n[s.AGAINST], n[s.PRISCI_FOR], n[s.PRISCI_AGAINST])


def close(g: Game, step: Step) -> None:
    """Count the votes (POL-06), and carry out the outcome."""
    n = g.n
    n[s.FOR], n[s.AGAINST] = standing(g)
    passes = n[s.FOR] > n[s.AGAINST]
    if g.rec is not None:
        rules = ("POL-12",) if n[s.PRISCI_FOR] + n[s.PRISCI_AGAINST] else ()
        g.rec.event(
            g, "outcome", None, rules, passes=passes, total_for=n[s.FOR], total_against=n[s.AGAINST],
            prisci_for=n[s.PRISCI_FOR], prisci_against=n[s.PRISCI_AGAINST],
        )  # fmt: skip
    n[s.VOTING] = 0
    card = n[s.CALLED_BY]
    if card >= 0 and lies_in(g, card, s.PLAYED):
        put(g, card, s.ASH, g.table.owner[card])
    for seat in order(g):
        refill(g, seat)
    forget(g)
    if not passes or not g.n[s.IN] >> n[s.CALLER] & 1:
        return
    if card < 0:
        if is_ready(g, n[s.DIABOLIST]):
            burn(g, n[s.DIABOLIST], "blood_hunt", n[s.CALLER])
        return
    record = printed(g, card)
    target = n[s.TERMS]
    if record.target and target < 0:
        return
    if record.gives:  # it lasts: the card stays in play
        put(g, card, s.HELD, n[s.CALLER])
        enters(g, card)
    effects(g, n[s.CALLER], card, n[s.ACTOR], target, n[s.ACT_LEVEL])
