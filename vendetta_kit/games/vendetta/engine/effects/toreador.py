"""Toreador cards: effects that grow with the Alliance."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import INT0
from ..card_estimates import ExpectedEffect, estimate, least, most
from ..card_hooks import acts, adds, while_face_up
from ..card_tables import NUMBER
from ..game import Game
from ..setup import take_victim
from ..state import ALLIANCE, BANK_BLOOD, BLOOD, CARDS, GIVEN, LOC
from ..token_verbs import counted_rivals, most_to_play, play_blood, rivals, steal_each

FRIENDS = NUMBER["TO07"]


@acts("TO01", "aftermath", aimed=True)
def awe(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival for each two cards of the Alliance."""
    steal_each(g, rivals(g, me, loc), len(g.z[ALLIANCE + me]) // 2, me, loc, card)


estimate("TO01", effect=lambda here: ExpectedEffect(steal=float(here.around_here.alliance // 2)))


@adds("TO02")
def entourage(g: Game, me: int, loc: int) -> int:
    """Return 1 Power for each card of the Alliance, at most 7."""
    return min(7, len(g.z[ALLIANCE + me]))


estimate("TO02", power=lambda here: min(7.0, float(here.around_here.alliance)), visible=True)


@acts("TO03", "preparation", aimed=True)
def charisma(g: Game, me: int, loc: int, card: int) -> None:
    """Make every Rival discard 1 Deployed Blood here for each two cards of the Alliance."""
    n = g.n
    for rival in rivals(g, me, loc):
        blood = min(n[BLOOD + rival * 4 + loc], len(g.z[ALLIANCE + me]) // 2)
        if blood:
            move(g, BLOOD + rival * 4 + loc, BANK_BLOOD, blood, "discard", card, me)


estimate("TO03", power=lambda here: least(float(here.around_here.alliance // 2), here.around_here.their_blood))


@acts("TO04", "aftermath")
def summon(g: Game, me: int, loc: int, card: int) -> None:
    """Acquire one more Victim, if the conflict here gave the player an Ally or a Victim."""
    if g.n[GIVEN] >> me & 1:
        take_victim(g, me, rules=("CONTR-01",))


estimate("TO04", effect=lambda here: ExpectedEffect(victims=0.7))


@adds("TO05", rivals=True)
def entrancement(g: Game, me: int, loc: int) -> int:
    """Return 1 Power for each Deployed card here, the player's and the Rivals'."""
    return sum(len(g.z[CARDS + seat * 4 + loc]) for seat in (me, *counted_rivals(g, me, loc)))


estimate("TO05", power=lambda here: here.size() + here.around_here.their_cards)


@acts("TO08", "preparation")
def ready(g: Game, me: int, loc: int, card: int) -> None:
    """Acquire a Victim from the deck."""
    take_victim(g, me, rules=("CONTR-01",))


estimate("TO08", effect=lambda here: ExpectedEffect(victims=1.0))


@acts("TO09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival."""
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)


estimate("TO09", effect=lambda here: ExpectedEffect(steal=1.0))


# Effects outside Resolution --------------------------------------------------------------------------------------


@while_face_up("TO06", "shields")
def submission(g: Game, me: int, loc: int, card: int, seat: int, at: int) -> bool:
    """Return whether the seat's Blood here is safe from effects; only the owner's is."""
    return seat == me and at == loc


estimate("TO06", effect=lambda here: ExpectedEffect(influence=0.15))


@while_face_up("TO07", "revelation")
def friends_in_high_places(g: Game, me: int, loc: int, card: int) -> None:
    """Begin the effect just before the Revelation here."""
    if loc == g.n[LOC]:
        g.agenda.append((friends, me, loc))


estimate(
    "TO07", power=lambda here: least(float(here.around_here.alliance), most(0.0, here.around_here.pool - 2.0)) * 0.6
)


def friends(g: Game, step: Step) -> None:
    """Ask how much Blood to play with Friends in High Places: at most 1 for each card of the Alliance."""
    _, seat, loc = step
    most = min(most_to_play(g, seat), len(g.z[ALLIANCE + seat]))
    ask(g, seat, "blood_to_play", tuple(range(INT0, INT0 + most + 1)), (friends_answered, seat, loc), FRIENDS)


def friends_answered(g: Game, step: Step, code: int) -> None:
    """Play the chosen Blood."""
    play_blood(g, step[1], step[2], code - INT0, "play_by_effect", FRIENDS)
