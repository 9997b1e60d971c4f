"""Torpor, diablerie and the blood hunt after it (TORP-04 to TORP-08, DBL-01 to DBL-05)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda, priority_windows
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.rng import shuffled
from vendetta_kit.kernel.state import Step

from . import actions as do
from .action_codes import NO, PASS, YES, code_of
from .board import (
    attach,
    blood,
    burn,
    capacity,
    drain,
    is_ready,
    is_vampire,
    level,
    loss,
    on,
    printed,
    put,
    refill,
    seat_of,
    seats_from,
)
from .card_play import may_carry
from .decision_kinds import BLOOD_HUNT
from .game import Game
from .rule_numbers import SUPERIOR
from .state import (
    ACTIVE,
    ASH,
    CALLED_BY,
    DIABOLIST,
    HAND,
    LIBRARY,
    MARKS,
    PARALYZED,
    READY,
    VICTIM,
    WIDTH,
)


def wake(g: Game, vampire: int) -> None:
    """Move a vampire from torpor to the ready region, without tapping or untapping it (TORP-07)."""
    g.rows[MARKS + vampire * WIDTH] &= ~PARALYZED
    put(g, vampire, READY, seat_of(g, vampire))
    if g.rec is not None:
        g.rec.event(g, "awake", seat_of(g, vampire), card=g.rules.card(g, vampire))


def ask_diablerie(g: Game, blocker: int, victim: int) -> None:
    """Ask whether a vampire that blocked one leaving torpor diablerizes it (TORP-05)."""
    if is_vampire(g, blocker):
        agenda.ask(
            g, seat_of(g, blocker), "diablerize_blocked", (YES, NO), (diablerize_or_not, blocker, victim), victim
        )


def diablerize_or_not(g: Game, step: Step, code: int) -> None:
    """Begin the diablerie if the answer is yes. Step: ``(…, blocker, victim)``."""
    if code == YES:
        g.agenda.append((diablerie, step[1], step[2]))


def diablerie(g: Game, step: Step) -> None:
    """Commit a diablerie (DBL-01 to DBL-05). Step: ``(diablerie, diabolist, victim)``."""
    _, diabolist, victim = step
    n = g.n
    seat = seat_of(g, diabolist)
    n[DIABOLIST], n[VICTIM] = diabolist, victim
    if g.rec is not None:
        g.rec.event(g, "diablerie", seat, card=g.rules.card(g, diabolist), victim=g.rules.card(g, victim))
    if blood(g, victim):
        loss(g, seat_of(g, victim))
        move(g, g.table.purse[victim], g.table.purse[diabolist], blood(g, victim), "diablerie", diabolist, seat)
        drain(g, diabolist)
    g.agenda += [(ask_hunt,), (ask_discipline,), (burn_victim,), (ask_equipment,)]


def ask_equipment(g: Game, step: Step) -> None:
    """Ask for a piece of the victim's equipment that the diabolist takes (DBL-02)."""
    n = g.n
    pieces = tuple(
        code_of(do.Choose, c)
        for c in on(g, n[VICTIM])
        if printed(g, c).type == "equipment" and may_carry(g, n[DIABOLIST], c)
    )
    if pieces:
        nothing = code_of(do.Choose, -1)
        seat = seat_of(g, n[DIABOLIST])
        agenda.ask(g, seat, "diablerie_equipment", (*pieces, nothing), (equipment_taken,), n[DIABOLIST])


def equipment_taken(g: Game, step: Step, code: int) -> None:
    """Move a piece of equipment to the diabolist, and ask for another."""
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    if answer.value >= 0:
        attach(g, answer.value, g.n[DIABOLIST])
        g.agenda.append((ask_equipment,))


def burn_victim(g: Game, step: Step) -> None:
    """Burn the victim with the cards on it (DBL-03), and note whether it was older (DBL-04)."""
    n = g.n
    older = capacity(g, n[VICTIM]) > capacity(g, n[DIABOLIST])
    burn(g, n[VICTIM], "diablerie", seat_of(g, n[DIABOLIST]))
    n[VICTIM] = 1 if older else 0


def teachers(g: Game, seat: int, vampire: int) -> list[int]:
    """Return the discipline cards in a seat's hand, ash heap and library that a vampire can learn from.

    The player chooses the region (DBL-04), so of equal cards one for each region is returned.
    """
    found: dict[tuple[str, int], int] = {}
    for region in (HAND, ASH, LIBRARY):
        for card in g.z[region + seat]:
            record = printed(g, card)
            if record.kind == "discipline" and level(g, vampire, record.given("discipline")) < SUPERIOR:
                found.setdefault((record.id, region), card)
    return sorted(found.values())


def ask_discipline(g: Game, step: Step) -> None:
    """Ask which discipline the diabolist of an older victim learns (DBL-04)."""
    n = g.n
    if not n[VICTIM] or not is_ready(g, n[DIABOLIST]):
        return
    seat = seat_of(g, n[DIABOLIST])
    choices = tuple(code_of(do.Choose, card) for card in teachers(g, seat, n[DIABOLIST]))
    if choices:
        agenda.ask(
            g, seat, "diablerie_discipline", (*choices, code_of(do.Choose, -1)), (discipline_learned,), n[DIABOLIST]
        )


def discipline_learned(g: Game, step: Step, code: int) -> None:
    """Put the card on the diabolist; shuffle a searched library, or draw for a card from hand."""
    answer = g.rules.actions[code]
    assert isinstance(answer, do.Choose)
    n = g.n
    seat = seat_of(g, n[DIABOLIST])
    card = answer.value
    if card >= 0:
        attach(g, card, n[DIABOLIST])
        if g.rec is not None:
            g.rec.event(g, "learned", seat, card=g.rules.card(g, card), minion=g.rules.card(g, n[DIABOLIST]))
        refill(g, seat)
    g.z[LIBRARY + seat] = shuffled(n, g.z[LIBRARY + seat])


def ask_hunt(g: Game, step: Step) -> None:
    """Open the window to call a blood hunt, in turn order (DBL-05, RUL-20)."""
    if is_ready(g, g.n[DIABOLIST]):
        g.n[CALLED_BY] = -1
        priority_windows.open_window(g, BLOOD_HUNT, seats_from(g, g.n[ACTIVE]))


def hunt_options(g: Game, seat: int) -> list[int]:
    """Return the codes of calling a blood hunt and of passing."""
    return [code_of(do.Call), PASS]


def hunt_answered(g: Game, seat: int, code: int) -> None:
    """Call a blood hunt, one for each diablerie, or pass."""
    if code == PASS:
        priority_windows.window_passed(g)
        return
    from .politics import call

    agenda.close_decision(g)
    g.agenda.pop()
    call(g, seat, -1, 1)
