"""Effects of Relics: each is used once, when its player says so (VREL-05, VREL-06)."""

from __future__ import annotations

from itertools import combinations

from vendetta_kit.kernel.agenda import ask, reseal
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import ANSWER, Step

from ..actions import USE0, WITHDRAW_CODE, YES, keep_code
from ..agenda import YES_OR_NO
from ..card_hooks import KEEPS_MORE, ability, planning_action, variant_effect
from ..card_tables import ALL_CARDS, APOCRYPHA, HOURGLASS, IDS, LITANY, LOCATIONS, MASK, SEAL, VIAL
from ..draining import use_relic
from ..game import Game
from ..ledger import gain
from ..setup import take_victim
from ..state import ALLIANCE, BANK_BLOOD, DRAINED, LITANY_ON, OUT, POOL, RANKING, STAY, without
from ..token_verbs import is_at_location, most_to_play, play_blood
from ..withdraw_step import tell_tokens

# Isaac Chalice -------------------------------------------------------------------------------------------------


def chalice_codes(g: Game, seat: int) -> tuple[int, ...]:
    """Return the codes of the Drained cards that may return."""
    return tuple([USE0 + card for card in g.z[DRAINED + seat]])


def chalice_used(g: Game, seat: int, code: int) -> None:
    """Return a Drained card to the Alliance (KIT-16)."""
    z = g.z
    card = code - USE0
    use_relic(g, seat)
    z[DRAINED + seat] = without(z[DRAINED + seat], card)
    z[ALLIANCE + seat] += (card,)
    if g.rec is not None:
        g.rec.event(g, "alliance", seat, ("VREL-05", "KIT-16"), card=IDS[card])


planning_action("RE01", USE0, USE0 + ALL_CARDS, chalice_codes, chalice_used)


# Sargon Apocrypha ----------------------------------------------------------------------------------------------


@variant_effect("RE02", "resolution")
def apocrypha(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer the Relic at the beginning of Resolution, if there is Blood to play."""
    if most_to_play(g, seat):
        g.agenda.append((offer_apocrypha, seat))


def offer_apocrypha(g: Game, step: Step) -> None:
    """Ask whether to play 1 Blood to every Location now."""
    ask(g, step[1], "use_relic", YES_OR_NO, (apocrypha_answered, step[1]), APOCRYPHA)


def apocrypha_answered(g: Game, step: Step, code: int) -> None:
    """Play 1 Blood from the Pool to each Location while there is Blood (CONTR-05, RUL-52)."""
    if code == YES:
        use_relic(g, step[1])
        for loc in LOCATIONS[g.seats][: most_to_play(g, step[1])]:
            play_blood(g, step[1], loc, 1, "play_by_effect", APOCRYPHA)


# The Hourglass ---------------------------------------------------------------------------------------------


@variant_effect("RE03", "feed")
def hourglass(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer the Relic in the Feed."""
    g.agenda.append((offer_hourglass, seat))


def offer_hourglass(g: Game, step: Step) -> None:
    """Ask whether to Gain more Blood in this Feed."""
    ask(g, step[1], "use_relic", YES_OR_NO, (hourglass_answered, step[1]), HOURGLASS)


def hourglass_answered(g: Game, step: Step, code: int) -> None:
    """Gain 3 more Blood."""
    if code == YES:
        use_relic(g, step[1])
        gain(g, step[1], 3, HOURGLASS, ("VREL-05",))


# The Lantern ---------------------------------------------------------------------------------------------------


@ability("RE04", KEEPS_MORE)
def lantern(g: Game, seat: int, cards: tuple[int, ...], keep: int) -> tuple[int, ...]:
    """Return the ways to keep one more card."""
    return tuple([keep_code(some) for some in combinations(cards, keep + 1)])


# The Mask ------------------------------------------------------------------------------------------------------


@variant_effect("RE05", "tokens")
def mask(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer the Relic after the tokens are revealed, if its player has one of them."""
    if g.n[ANSWER + seat] >= 0:
        g.agenda.append((offer_mask, seat))


def offer_mask(g: Game, step: Step) -> None:
    """Ask whether to turn the player's own token over."""
    ask(g, step[1], "use_relic", YES_OR_NO, (mask_answered, step[1]), MASK)


def mask_answered(g: Game, step: Step, code: int) -> None:
    """Turn the player's token over."""
    if code == YES:
        n = g.n
        use_relic(g, step[1])
        reseal(g, step[1], 2 * WITHDRAW_CODE - 1 - n[ANSWER + step[1]])  # the two codes are neighbours
        tell_tokens(g, ("VREL-05",))


# The Litany ----------------------------------------------------------------------------------------------------


@variant_effect("RE06", "conflict")
def litany(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer the Relic before the Conflict step where its player stays."""
    if g.n[STAY] >> seat & 1 and is_at_location(g, seat, loc):
        g.agenda.append((offer_litany, seat))


def offer_litany(g: Game, step: Step) -> None:
    """Ask whether to add Power here."""
    ask(g, step[1], "use_relic", YES_OR_NO, (litany_answered, step[1]), LITANY)


def litany_answered(g: Game, step: Step, code: int) -> None:
    """Add 3 Power at this Location."""
    if code == YES:
        use_relic(g, step[1])
        g.n[LITANY_ON] |= 1 << step[1]


# The Vial ------------------------------------------------------------------------------------------------------


@variant_effect("RE07", "frenzy")
def vial(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer the Relic in a Frenzy of its player, before the Drain."""
    ask(g, seat, "use_relic", YES_OR_NO, (vial_answered, seat, loc), VIAL)


def vial_answered(g: Game, step: Step, code: int) -> None:
    """Gain 2 Blood instead of the Drain."""
    _, seat, _loc = step
    if code == YES:
        g.agenda.pop()  # removes the waiting step of the Drain
        use_relic(g, seat)
        move(g, BANK_BLOOD, POOL + seat, 2, "gain", VIAL, seat, ("VREL-05",))


# The Seal ------------------------------------------------------------------------------------------------------


@variant_effect("RE08", "rewarded")
def seal(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer the Relic after the rewards to a player ranked third or lower."""
    if g.z[RANKING].index(seat) > 1:
        g.agenda.append((offer_seal, seat))


def offer_seal(g: Game, step: Step) -> None:
    """Ask whether to take a Victim."""
    if not g.n[OUT] >> step[1] & 1:
        ask(g, step[1], "use_relic", YES_OR_NO, (seal_answered, step[1]), SEAL)


def seal_answered(g: Game, step: Step, code: int) -> None:
    """Acquire a Victim from the deck."""
    if code == YES:
        use_relic(g, step[1])
        take_victim(g, step[1], rules=("VREL-05",))
