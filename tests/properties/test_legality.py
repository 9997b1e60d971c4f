"""An action is legal exactly when ``why_not`` is ``None``; and a refusal changes nothing and says why."""

from __future__ import annotations

import itertools
import math
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.games import GAMES, all_tables, begin, each_table, playing, waiting
from vendetta_kit import BadInput, Game, IllegalAction
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta.engine.actions import (
    ACTIONS,
    Bid,
    Choose,
    Drain,
    EndTurn,
    Keep,
    Look,
    PickClan,
    PickRelic,
    Play,
    Stay,
    UseRelic,
    Withdraw,
)
from vendetta_kit.games.vendetta.engine.card_tables import CLANS, IDS
from vendetta_kit.games.vendetta.engine.refusal import Reason
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.rulebook import is_id

NONSENSE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 10**20, 1.0, 0.5, math.nan, math.inf, "", "up", "x", "BR01", "br01", "BR01 ",
    "BR99", "AL13", "RE01", "LC01", "VI36", "haven", "Haven", "1", b"BR01", (), ("BR01",), ("BR01", "BR01"), [],
    ["BR08"], {}, {"a": 1}, {1}, 1j, "\n", "\u0000", "é", "x" * 5000, object(), Stay, len,
)  # fmt: skip
WRONG_SEATS: tuple[Any, ...] = (
    -1, -2, 6, 99, 10**20, None, True, False, 0.0, 1.0, "0", "Ann", (0,), [0], {}, math.nan, Stay(),
)  # fmt: skip
PLACES: tuple[Any, ...] = (1, 2, 3, "haven")
FIELDS: dict[type[Action], tuple[tuple[Any, ...], ...]] = {
    PickClan: (CLANS,),
    PickRelic: (IDS,),
    Play: (IDS[:63], PLACES, ("up", "down"), range(6), range(4)),
    Drain: (IDS,),
    Look: (range(6), PLACES, range(5)),
    UseRelic: (IDS,),
    EndTurn: (),
    Stay: (),
    Withdraw: (),
    Bid: (range(12),),
    Choose: ((True, False, *range(10), "haven", *IDS),),
}
"""Values that each kind of action could sensibly have."""


def any_keep(rng: Random) -> Keep:
    """A kept set of one clan's cards, in any order, and sometimes a card in return."""
    clan = rng.randrange(7) * 9
    cards = rng.sample(IDS[clan : clan + 9], rng.choice((0, 1, 1, 1, 2, 2, 3, 4)))
    return Keep(tuple(cards), rng.choice((None, None, rng.choice(IDS[clan : clan + 9]))))


def made_up(rng: Random, game: Game, seat: int) -> Action:
    """An action that might be legal: of any kind, all values sensible; often close to what the seat has."""
    if rng.random() < 0.25 and len(game.legal(seat)):
        near = game.legal(seat).sample(rng)
        if isinstance(near, Play):
            change = {"at": rng.choice(PLACES), "blood": rng.randrange(5), "flips": rng.randrange(4)}
            values = {"card": near.card, "at": near.at, "face": near.face, "blood": near.blood, "flips": near.flips}
            for key in rng.sample(list(change), rng.randrange(3)):
                values[key] = change[key]
            return Play(**values)
        if isinstance(near, Keep):
            return Keep(tuple(reversed(near.cards)), near.give)
        return near
    kind = rng.choice((*FIELDS, Keep, Play, Play, Play, Choose))
    if kind is Keep:
        return any_keep(rng)
    return kind(*(rng.choice(values) for values in FIELDS[kind]))


def nonsense(rng: Random) -> Action:
    """An action with at least one value of a wrong kind."""
    kind = rng.choice([Keep, *(kind for kind in FIELDS if FIELDS[kind])])
    fields = FIELDS.get(kind, ((("BR01",),), (None,)))
    values = [rng.choice(NONSENSE) if rng.random() < 0.6 else rng.choice(list(some)) for some in fields]
    values[rng.randrange(len(values))] = rng.choice(NONSENSE)
    return kind(*values)


def is_in(action: Action, game: Game, seat: int) -> bool:
    """Whether an action is among the options, by looking at them one by one (and at the types of its values)."""
    wanted = exactly(action)
    return any(exactly(option) == wanted for option in game.legal(seat))


def exactly(action: Action) -> tuple[Any, ...]:
    """An action with the types of its values: ``True`` is not 1. Which cards are kept counts, not their order."""
    row: list[Any] = [type(action)]
    for name in type(action).__dataclass_fields__:
        if name != "code":
            value = getattr(action, name)
            if name == "cards" and isinstance(value, tuple) and all(isinstance(card, str) for card in value):
                value = tuple(sorted(value))
            row.append((type(value), value))
    return tuple(row)


def check_reason(reason: Reason) -> None:
    """A rule that exists, and words in both languages."""
    assert is_id(reason.rule), reason
    texts = []
    for lang in ("en", "de"):
        assert reason.key in read_json("lang", lang, "messages.json")["refusal"], reason
        text = reason.text(lang)
        assert len(text) > 10, reason
        assert "\n" not in text, reason
        texts.append(text)
    assert texts[0] != texts[1], reason


def check_refused(game: Game, seat: Any, action: Any) -> None:
    """Refused with reasons, by ``why_not`` and by ``apply`` alike; nothing has changed."""
    before = fingerprint(game), game.actions, len(game.events), len(game.ledger)
    why = game.why_not(seat, action)
    assert why is not None, (seat, action)
    assert why.reasons
    for reason in why.reasons:
        check_reason(reason)
    assert why.rules[0] == why.reasons[0].rule
    with pytest.raises(IllegalAction) as refused:
        game.apply(seat, action)
    error = refused.value
    assert error.rule == why.rules[0]
    assert error.reason == why.text()
    assert error.nearest == why.nearest
    assert "\n" not in str(error)
    assert len(str(error)) < 2000
    if why.nearest is not None:
        assert why.nearest in game.legal(seat)
        assert game.why_not(seat, why.nearest) is None
    elif type(seat) is int and 0 <= seat < game.seats:
        assert len(game.legal(seat)) == 0
    assert (fingerprint(game), game.actions, len(game.events), len(game.ledger)) == before


def check_either(game: Game, seat: int, action: Action) -> bool:
    """Legal by ``legal``, by ``why_not`` and by looking through all options, or by none of them."""
    legal = is_in(action, game, seat)
    assert (action in game.legal(seat)) == legal, action
    assert (game.why_not(seat, action) is None) == legal, action
    if not legal:
        check_refused(game, seat, action)
    return legal


@each_table
def test_all_that_is_offered_is_legal(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "offered", record=False)
        game, rng = start.game, start.rng
        for _ in playing(start):
            for seat in waiting(game):
                options = game.legal(seat)
                some = list(options) if len(options) <= 30 else rng.sample(range(len(options)), 12)
                for one in some:
                    action = options[one] if isinstance(one, int) else one
                    assert game.why_not(seat, action) is None
                    assert action in options
                    twin = game.copy()
                    twin.apply(seat, action)
                    assert fingerprint(twin) != fingerprint(game)


@pytest.mark.rules("PLAN-03", "PLAN-04", "PLAN-11", "PLAN-12", "PLAN-15", "GLOS-10", "DIAB-04", "DRAIN-01", "DRAIN-08")
@pytest.mark.rules("HAND-02", "RUL-01", "RUL-02", "RUL-03", "RUL-09", "RUL-22", "VREL-05", "WDR-01")
@each_table
def test_legal_exactly_when_nothing_speaks_against_it(table: str) -> None:
    """Made-up actions of every kind, for every seat, at sampled moments."""
    start = begin(table, 1, "made up")
    game, rng = start.game, start.rng
    legal = refused = 0
    for done, _ in enumerate(playing(start)):
        if done % max(2, 12 // GAMES) == 0 or done < 12:
            seats = waiting(game) or [0]
            for seat in (rng.choice(seats), rng.randrange(game.seats)):
                for _ in range(5):
                    if check_either(game, seat, made_up(rng, game, seat)):
                        legal += 1
                    else:
                        refused += 1
    assert refused > 30
    assert legal > 5


@pytest.mark.rules("SET-01", "PLAN-01", "RUL-14", "EOG-01")
@each_table
def test_nonsense_is_refused(table: str) -> None:
    """Wrong values, wrong types, wrong seats, things that are no action at all."""
    start = begin(table, 1, "nonsense")
    game, rng = start.game, start.rng
    for done, _ in enumerate(playing(start)):
        if done % 8 == 0 or game.is_over:
            seats = waiting(game)
            seat = rng.choice(seats) if seats else 0
            for _ in range(5):
                check_either(game, seat, nonsense(rng))
            check_refused(game, seat, rng.choice(NONSENSE))
            offered = game.legal(seat)
            good: Action = offered[0] if len(offered) else Stay()
            for wrong in rng.sample(WRONG_SEATS, 5):
                check_refused(game, wrong, good)
                assert_no_seat(game, wrong)
                check_refused(game.copy(), wrong, good)  # nothing was asked of the copy before
            for other in range(game.seats):
                if other not in seats:
                    check_refused(game, other, good)


def assert_no_seat(game: Game, wrong: Any) -> None:
    """Nobody has nothing to do; of a seat that there is not it is said so."""
    if wrong is None:
        assert len(game.legal(wrong)) == 0
        return
    with pytest.raises(BadInput, match="a seat from 0 to"):
        game.legal(wrong)


@all_tables
def test_every_kind_of_action_at_every_kind_of_moment(tables: dict[str, Any]) -> None:
    """All kinds × all kinds of decision: right and wrong moments are told apart everywhere."""
    met: dict[str, Game] = {}
    for table, number in itertools.product(tables, range(2)):
        start = begin(table, number, "moments")
        for _ in playing(start):
            met.setdefault(start.game.view(None).asked, start.game.copy())
    assert set(met) == {"pick_clan", "pick_relic", "keep", "plan", "after_play", "withdraw", "bid", "choose", "over"}
    rng = Random("moments")
    for game in met.values():
        for kind, seat in itertools.product((*FIELDS, Keep), range(game.seats)):
            for _ in range(8):
                action = any_keep(rng) if kind is Keep else kind(*(rng.choice(values) for values in FIELDS[kind]))
                check_either(game, seat, action)


def test_equal_actions_are_legal_alike() -> None:
    """Two actions are equal exactly if they are the same in every respect: ``True`` is not 1."""
    assert Choose(True) != Choose(1)
    assert Choose(False) != Choose(0)
    assert Play("BR01", True) != Play("BR01", 1)
    assert Play("BR01", 1, blood=False) != Play("BR01", 1, blood=0)
    assert Play("BR01", 1.0) != Play("BR01", 1)  # type: ignore[arg-type]
    assert Bid(True) != Bid(1)
    assert Play("BR01", 1) == Play("BR01", 1, "up", 0, 0)
    assert len({Choose(True), Choose(1), Choose("haven"), Choose(True)}) == 3


SMALL = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(IDS)
JSON = st.recursive(
    SMALL, lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8), part, max_size=4)
)
FIELD_NAMES = st.sampled_from(
    sorted({name for kind in ACTIONS.kinds.values() for name in kind.__dataclass_fields__} | {"cards_", "Do"})
)
ROWS = st.dictionaries(FIELD_NAMES, JSON, max_size=5).flatmap(
    lambda row: st.sampled_from((*ACTIONS.kinds, "", "pass")).map(lambda do: {"do": do, **row})
)


@settings(max_examples=300, derandomize=True, database=None)
@given(row=ROWS | JSON)
def test_any_json_is_an_action_or_is_refused_in_one_line(row: Any) -> None:
    try:
        action = ACTIONS.from_json(row)
    except BadAction as error:
        said = str(error)
        assert 0 < len(said) < 500
        assert "\n" not in said
    else:
        assert action.do == row["do"]
        assert repr(action)
        check_either(PLANNED, PLANNED.to_act or 0, action)


def _planned() -> Game:
    start = begin("4-all", 0, "planned")
    for _ in playing(start):
        if start.game.view(None).asked == "plan":
            break
    return start.game


PLANNED = _planned()
