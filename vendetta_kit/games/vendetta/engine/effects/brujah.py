"""Brujah cards: high Power and heavy losses."""

from __future__ import annotations

from vendetta_kit.kernel.state import Step

from ..card_estimates import ExpectedEffect, estimate, half
from ..card_hooks import acts, adds, while_face_up
from ..card_tables import NUMBER
from ..game import Game
from ..ledger import gain_influence
from ..planning import unless_mate
from ..state import BLOOD, CARDS, ROUND, WINNER
from ..token_verbs import lose, lose_each, rivals, steal_each

CHALLENGE = NUMBER["BR03"]


@adds("BR01")
def bloody_fury(g: Game, me: int, loc: int) -> int:
    """Return 2 Power less while the player has Deployed Blood here (W-10)."""
    return -2 if g.n[BLOOD + me * 4 + loc] else 0


estimate("BR01", power=lambda here: -2.0 if here.blood_here else 0.0, visible=True)


@adds("BR02")
def punks_posse(g: Game, me: int, loc: int) -> int:
    """Return 2 Power for each of the player's cards here, this one included."""
    return 2 * len(g.z[CARDS + me * 4 + loc])


estimate("BR02", power=lambda here: 2.0 * here.size(), visible=True)


@acts("BR04", "aftermath", aimed=True)
def fist_of_caine(g: Game, me: int, loc: int, card: int) -> None:
    """Make every Rival Lose as much Blood as the number of the round (W-09)."""
    lose_each(g, rivals(g, me, loc), g.n[ROUND], me, loc, card)


estimate("BR04", effect=lambda here: ExpectedEffect(lose=here.round_now))


@acts("BR05", "aftermath", aimed=True)
def against_the_system(g: Game, me: int, loc: int, card: int) -> None:
    """Make every Rival Lose 4 Blood if the player won here, else 2."""
    lose_each(g, rivals(g, me, loc), 4 if g.n[WINNER] == me + 1 else 2, me, loc, card)


estimate("BR05", effect=lambda here: ExpectedEffect(lose=3.0))


@acts("BR06", "aftermath", aimed=True)
def earthshock(g: Game, me: int, loc: int, card: int) -> None:
    """Make every Rival Lose 1 Blood for each two Deployed Blood here."""
    blood = sum(g.n[BLOOD + seat * 4 + loc] for seat in range(g.seats))
    lose_each(g, rivals(g, me, loc), blood // 2, me, loc, card)


estimate("BR06", effect=lambda here: ExpectedEffect(lose=half(here.blood_here + here.around_here.their_blood * 1.5)))


@acts("BR07", "preparation", aimed=True)
def show_of_force(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival (W-11)."""
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)


estimate("BR07", effect=lambda here: ExpectedEffect(steal=1.0))


@acts("BR09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival."""
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)


estimate("BR09", effect=lambda here: ExpectedEffect(steal=1.0))


# Effects outside Resolution --------------------------------------------------------------------------------------


@while_face_up("BR03", "played")
def challenge_rises(g: Game, me: int, loc: int, card: int, seat: int, at: int, down: int) -> Step:
    """Return the step for an opponent's play at another Location."""
    return unless_mate(g, me, seat, card, (challenge, seat, me, loc)) if seat != me and at != loc else ()


estimate("BR03", effect=lambda here: ExpectedEffect(influence=0.1 * here.around_here.elsewhere))


def challenge(g: Game, step: Step) -> None:
    """Carry out Challenge after an opponent played a card at another Location.

    Step: ``(…, opponent, owner, Location of the card)``.
    """
    _, seat, owner, at = step
    lose(g, seat, 1, owner, at, CHALLENGE)


@while_face_up("BR08", "paid")
def ready(g: Game, me: int, loc: int, card: int, causer: int, seat: int) -> None:
    """Gain 1 more Influence for causing the Frenzy of a player who also has a Position here."""
    if causer == me and (g.z[CARDS + seat * 4 + loc] or g.n[BLOOD + seat * 4 + loc]):
        gain_influence(g, me, 1, "frenzy_paid", card, ("CONTR-01", "GLOS-17"))


estimate("BR08", effect=lambda here: ExpectedEffect(influence=0.15 * here.around_here.rivals))
