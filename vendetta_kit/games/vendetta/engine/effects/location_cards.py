"""Effects of Location cards (VLOC-04)."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import INT0
from ..card_hooks import FEES, ability, variant_effect
from ..card_tables import IDS, SUCCUBUS_CLUB
from ..game import Game
from ..ledger import deploy, gain, gain_influence
from ..state import BLOOD, POOL, RANKING, STAY, TURNED, WINNER, turn_order
from ..token_verbs import lose_each


@variant_effect("LC01", "resolved")
def succubus_club(g: Game, seat: int, loc: int, card: int) -> None:
    """Offer each player with Deployed Blood here to take some of it back."""
    g.agenda.extend([(offer_club, s, loc) for s in reversed(turn_order(g)) if g.n[BLOOD + s * 4 + loc]])


def offer_club(g: Game, step: Step) -> None:
    """Ask how much Blood to take back with Succubus Club."""
    _, seat, loc = step
    most = min(3, g.n[BLOOD + seat * 4 + loc])
    ask(g, seat, "blood_to_take", tuple(range(INT0, INT0 + most + 1)), (club_answered, seat, loc), SUCCUBUS_CLUB)


def club_answered(g: Game, step: Step, code: int) -> None:
    """Return up to 3 Deployed Blood to the Pool with Succubus Club."""
    _, seat, loc = step
    if code > INT0:
        move(g, BLOOD + seat * 4 + loc, POOL + seat, code - INT0, "take_back", SUCCUBUS_CLUB, seat, ("VLOC-04",))


@variant_effect("LC02", "frenzy_paid")
def the_collar(g: Game, seat: int, loc: int, card: int) -> None:
    """Give 1 more Influence to the player who causes a Frenzy here."""
    gain_influence(g, seat, 1, "frenzy_paid", card, ("VLOC-04",))


@ability("LC03", FEES)
def quay(fee: int) -> int:
    """Return 0, the fee for a face-down card here."""
    return 0


@variant_effect("LC04", "withdrawn")
def laundry(g: Game, seat: int, loc: int, card: int) -> None:
    """Give 1 Blood to a player who withdraws from here."""
    gain(g, seat, 1, card, ("VLOC-04",))


@variant_effect("LC05", "revealed")
def veils(g: Game, seat: int, loc: int, card: int) -> None:
    """Put 1 Blood from the Bank here for each player who turned a card up."""
    for s in turn_order(g):
        if g.n[TURNED] >> s & 1:
            deploy(g, s, loc, 1, card, ("VLOC-04",))


@variant_effect("LC06", "rewarded")
def stage(g: Game, seat: int, loc: int, card: int) -> None:
    """Give 1 more Influence to the second."""
    if g.z[RANKING].index(seat) == 1:
        gain_influence(g, seat, 1, "reward", card, ("VLOC-04",))


@variant_effect("LC07", "aftermath")
def morgue(g: Game, seat: int, loc: int, card: int) -> None:
    """Make each player who stayed and did not win Lose 1 Blood."""
    n = g.n
    losers = tuple(s for s in turn_order(g) if n[STAY] >> s & 1 and s + 1 != n[WINNER])
    if losers and g.rec is not None:
        g.rec.event(g, "location_effect", card=IDS[card])
    lose_each(g, losers, 1, -1, loc, card)
