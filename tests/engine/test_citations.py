"""The log says why: a rule is cited where it is at work, and not where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.helpers import NO, YES, do, events, play, resolve, table
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, Play, Stay, Withdraw

Case = Callable[[], Game]


def turn(*plays: Play | Drain, lies: tuple[str, ...] = (), **ann: Any) -> Case:
    """Ann's turn in round 1."""

    def case() -> Game:
        game = table(*lies, Ann={"hand": ["BR04", "BR03"], **ann}, start={"phase": "planning", "turn": "Ann"})
        do(game, "Ann", *plays)
        return game

    return case


def leaving(*lies: str, at: int | str = 1, gone: tuple[str, ...] = ("Ann",), **more: Any) -> Case:
    """The Withdraw step of a Location: these go, all others stay."""

    def case() -> Game:
        game = table(*lies, at=at, step="withdraw", round=3, **more)
        for seat in tuple(game.pending):
            do(game, game.names[seat], Withdraw() if game.names[seat] in gone else Stay())
        return game

    return case


def here(*lies: str, step: str = "conflict", answers: tuple[Choose, ...] = (), **more: Any) -> Case:
    """From a step of Location 1 to its end; the first questions are Ann's."""

    def case() -> Game:
        game = table(*lies, step=step, **more)
        do(game, "Ann", *answers)
        return resolve(game)

    return case


def ending(number: int) -> Case:
    """Resolution of a round in which nobody has anything deployed."""
    return lambda: table(start={"phase": "resolution"}, round=number)


def at_the_haven() -> Game:
    """The Haven's Aftermath in round 3."""
    return table("Ann haven: VE08", at="haven", step="aftermath", round=3, ranking=("Ann",))


UP, DOWN, PASSIVE = turn(Play("BR04", 1)), turn(Play("BR04", 1, "down")), turn(Play("BR03", 1))
ELSEWHERE = turn(Play("BR03", 2), lies=("Ann 1: BR09",))
VAMPIRE = turn(Drain("AL09"), alliance=["AL09"])
OLD_TOKEN = turn(Play("BR04", 1, flips=1), diablerie={"up": 1})
BOTH_STAY = leaving("Ann 1: VE08", "Bob 1: BR08", gone=())
ONE_GOES = leaving("Ann 1: VE08", "Bob 1: BR08")
BOTH_GO = leaving("Ann 1: VE08", "Bob 1: BR08", gone=("Ann", "Bob"))
BLOOD_GOES = leaving("Ann 1: VE08 +1", "Bob 1: BR08")
TWO = here("Ann 1: VE08", "Bob 1: BR08")
THREE = here("Ann 1: VE08", "Bob 1: BR08", "Cy 1: TR06")
TIED = here("Ann 1: VE08", "Bob 1: TR06")
TURNED_BY_ANOTHER = here("Ann 1: TR02", "Bob 1: VE08", step="preparation", answers=(NO,))
CASES: list[tuple[str, str, Case, Case]] = [
    ("PLAN-06", "play", turn(Play("BR03", 1), lies=("Ann 1: BR09",)), ELSEWHERE),
    ("PLAN-10", "play", turn(Play("BR04", 1, "down", blood=3)), turn(Play("BR04", 1, "down", blood=2))),
    ("PLAN-14", "play", turn(Play("BR03", 1, blood=1), lies=("Ann 1: +3",)), turn(Play("BR03", 1, blood=1))),
    ("PLAN-15", "play", turn(Play("BR04", 1, blood=1)), UP),
    ("PLAN-18", "play", UP, DOWN),
    ("PLAN-19", "play", UP, PASSIVE),
    ("PLAN-20", "play", PASSIVE, UP),
    ("PLAN-24", "play", OLD_TOKEN, UP),
    ("PLAN-25", "play", DOWN, UP),
    ("DRAIN-02", "drain", turn(Drain("VI01"), Drain("VI02"), alliance=["VI01", "VI02"]), VAMPIRE),
    ("DRAIN-10", "drain", turn(Drain("VI31")), VAMPIRE),
    ("RUL-15", "drain", turn(Drain("AL09"), alliance=["AL09"], diablerie={"up": 2}), VAMPIRE),
    ("DIAB-09", "diablerie", turn(Drain("AL09"), alliance=["AL09"], diablerie={"down": 1}), VAMPIRE),
    ("RUL-16", "flip", turn(Drain("AL09"), Play("BR04", 1, flips=1), alliance=["AL09"]), OLD_TOKEN),
    ("WDR-10", "tokens", BOTH_GO, ONE_GOES),
    ("WDR-04", "tokens", BOTH_STAY, BOTH_GO),
    ("WDR-11", "withdraw", BLOOD_GOES, ONE_GOES),
    ("RUL-17", "withdraw", BLOOD_GOES, ONE_GOES),
    ("WDR-09", "withdraw", ONE_GOES, leaving("Ann 1: +1", "Bob 1: BR08")),
    ("RUL-23", "withdraw", leaving("Ann 1: VE05", "Bob 1: BR08"), ONE_GOES),
    ("RUL-24", "withdraw", leaving("Ann 1: MA09 BR07", "Bob 1: BR08"), ONE_GOES),
    ("REV-04", "count", here("Ann 1: BR04", "Bob 1: VE08"), here("Ann 1: GA02", "Bob 1: VE08")),
    ("CONF-09", "count", here("Ann 1: MA09 BR07", "Bob 1: BR08"), TWO),
    ("RUL-38", "count", here("Ann 1: TR01", "Bob 1: VE08", Ann={"blood": 12}), TWO),
    ("RUL-39", "count", here("Ann 1: VE09", "Bob 1: BR08"), TWO),
    ("CONF-05", "winner", TIED, TWO),
    ("CONF-06", "winner", here("Ann 1: VE08", "Bob 1: TR06", "Cy 1: BR04"), TIED),
    ("CONF-11", "winner", leaving("Ann 1: VE08", "Bob 1: BR08", "Cy 1: TR06"), BOTH_STAY),
    ("REW-12", "winner", TWO, THREE),
    ("REW-03", "winner", THREE, TWO),
    ("RUL-34", "act", here("Ann 1: GA02", "Bob 1: +1"), here("Ann 1: GA02", "Bob 1: VE08")),
    ("KIT-08", "face_down", here("Ann 1: MA07", step="preparation", answers=(Choose("MA07"),)), TURNED_BY_ANOTHER),
    ("KIT-09", "printed", here("Ann 1: VE02", "Bob 1: BR08"), here("Ann 1: GA02", "Bob 1: BR04")),
    ("AFT-04", "step", at_the_haven, TWO),
    ("RES-03", "phase", ending(3), UP),
    ("EOR-01", "phase", ending(1), ending(3)),
    ("EOR-05", "phase", ending(3), ending(1)),
]


def cited(game: Game, kind: str) -> set[str]:
    """All rules of the events of a kind; and there is such an event."""
    told = events(game, kind)
    assert told
    return {rule for event in told for rule in event.rules}


@pytest.mark.parametrize(
    ("rule", "kind", "shows", "shows_not"), CASES, ids=[f"{rule}-{kind}" for rule, kind, *_ in CASES]
)
def test_a_rule_is_cited_where_it_is_at_work(
    rule: str, kind: str, shows: Case, shows_not: Case, holds_rules: Callable[..., None]
) -> None:
    assert rule in cited(shows(), kind)
    assert rule not in cited(shows_not(), kind)
    holds_rules(rule)


@pytest.mark.rules("RUL-26")
def test_an_ordinary_withdraw_with_vanish_is_not_vanish_acting_again() -> None:
    by_token = leaving("Ann haven: NO07", "Bob haven: BR08", at="haven")()
    assert "RUL-26" not in cited(by_token, "withdraw_haven")
    by_card = table("Ann haven: NO07", "Bob haven: BR08", at="haven", step="preparation", round=3)
    do(by_card, "Ann", YES)
    assert "RUL-26" in cited(by_card, "act")


@pytest.mark.rules("PLAN-23")
def test_the_log_says_when_everybody_has_one_card_left() -> None:
    seats = {name: {"hand": hand} for name, hand in (("Ann", []), ("Bob", []), ("Cy", []), ("Dee", ["NO08", "NO09"]))}
    start = {"phase": "planning", "turn": "Dee", "number": 2}
    game = table("Dee haven: +1", start=start, **seats)
    play(game, "Dee", "NO08", 1)
    assert "PLAN-23" not in cited(game, "phase")
    for name, card in (("Ann", "BR08"), ("Bob", "GA08"), ("Cy", "MA08")):
        seats[name] = {"hand": [card]}
    start = {"phase": "planning", "turn": "Dee", "number": 2}
    game = table("Dee haven: +1", start=start, **seats)
    play(game, "Dee", "NO08", 1)
    assert "PLAN-23" in cited(game, "phase")
