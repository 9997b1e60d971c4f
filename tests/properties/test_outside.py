"""Whatever is handed over as a file: it is read, or refused with one short line in either language, and soon."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from yaml.nodes import ScalarNode

from tests.properties.games import begin, playing
from tests.selection import mostly_long
from vendetta_kit import Game, scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.puzzle_rating import PuzzleRecord
from vendetta_kit.games.rivals.engine.game import Game as Rivals
from vendetta_kit.games.vendetta.engine import actions as vendetta
from vendetta_kit.games.vtes.engine.card_reader import practice_deck
from vendetta_kit.games.vtes.engine.game import Game as Vtes
from vendetta_kit.input_errors import BadInput
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.agenda import run as go_on
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction
from vendetta_kit.lab.plan import PlanError, keys_of, plan_of
from vendetta_kit.lab.simulation_folder import PLAN_FILE, folder_contents
from vendetta_kit.lab.storage import LabError
from vendetta_kit.registered_games import named_in, registered
from vendetta_kit.scenarios import run
from vendetta_kit.scenarios.yaml_document import MOST_BYTES, MOST_VALUES
from vendetta_widgets.games.vendetta.new_game_form import wish_of as vendetta_wish
from vendetta_widgets.games.vtes.session_setup import Wish
from vendetta_widgets.games.vtes.session_setup import wish_of as vtes_wish
from vendetta_widgets.play_session import Session

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = 30
FEWER = 10
"""So many examples of each kind of file stand for the systematic ones in the quick run."""
MOST_PLACES = 100_000
"""So many values a spoiled file has about: the whole, repeated a thousand times and that again, took all memory."""
LONGEST = 400
"""So long is a line at most: lists of the words that a format knows are the longest."""

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from([10**18, -(10**40), 10**4000, 1.5, float("inf"), float("nan")]),
    st.sampled_from(["", "x" * 9000, "two\nlines", "\ud800", "\u202eAnn", "\x00", "no", "²", "haven", "Ann", "BR07"]),
    st.text(max_size=8),
)
KEYS = st.sampled_from(["seat", "do", "at", "x" * 900, "é\n", "record", "position", "refused", "check"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=3)), max_leaves=6
)
CHANGES = st.tuples(
    st.integers(0, 10**6), st.sampled_from(["put", "drop", "double", "deep", "many", "key"]), VALUES, KEYS
)


CARDS: list[dict[str, Any]] = [
    {
        "id": "A1",
        "name": {"en": "Al", "de": "Ala"},
        "type": "vampire",
        "clan": "brujah",
        "capacity": 5,
        "disciplines": {"potence": "basic"},
        "title": {"prince": "Ghent"},
    },
    {
        "id": "C1",
        "name": "Blow",
        "type": "combat",
        "cost": {"blood": 1},
        "requires": {"discipline": "potence"},
        "basic": [{"strike": {"damage": 2}}],
    },
]
"""Cards as a person writes them."""


def _deck() -> dict[str, dict[str, int]]:
    crypt, library = map(Counter, practice_deck("claw"))
    return {"crypt": {**crypt, "A1": 1}, "library": {**library, "C1": 1}}


SETUPS: dict[str, tuple[Callable[..., Any], Callable[[], dict[str, Any]]]] = {
    "vendetta": (
        Game.new,
        lambda: {
            "seats": 3,
            "seed": 1,
            "clans": ["brujah", "toreador", "ventrue"],
            "names": ["A", "B", "C"],
            "location_cards": False,
            "relics": True,
            "teams": False,
            "rulings": {"last_blood": "allow"},
        },
    ),
    "vtes": (
        Vtes.new,
        lambda: {
            "decks": [_deck(), "claw", "court"],
            "names": ["A", "B", "C"],
            "seed": 1,
            "ante": "yes",
            "rounds": 8,
            "cards": CARDS,
        },
    ),
    "rivals": (Rivals.new, lambda: {"seats": 3, "seed": 1, "turns": 2, "practice": "torpor", "names": ["A", "B", "C"]}),
}
"""How a game of each begins, with all that can be said of it."""


def _begun(game: str) -> Any:
    new, setup = SETUPS[game]
    return new(**setup())


def _moved(game: Any, moves: int) -> Any:
    for k in range(moves):
        if not game.is_over:
            seat = game.to_act
            game.apply(seat, game.legal(seat)[k * 7 % len(game.legal(seat))])
    return game


def _save() -> Any:
    start = begin("4-base", 0, "outside")
    for _, _ in zip(range(25), playing(start), strict=False):
        pass
    return saves.to_json(start.game)


def _saved(game: str, moves: int) -> Callable[[], Any]:
    return lambda: saves.to_json(_moved(_begun(game), moves))


def _laid(path: str) -> Callable[[], Any]:
    """The save of a game that begins at the table of a scenario."""

    def save() -> Any:
        row = _yaml(path)
        dialect = registered(named_in(row)).dialect()
        game = dialect.prepare({key: row[key] for key in dialect.table if key in row}, True)
        go_on(game)
        return saves.to_json(_moved(game, 2))

    return save


def _load(game: str) -> Callable[[str], Any]:
    return lambda text: saves.loads(text, registered(game).dialect().rules, "f")


def _played(wish: Any = None) -> Any:
    session = Session(3, wish=wish)
    for _ in range(4):
        decision = session.view.decision
        assert decision is not None
        session.act(decision.legal[0])
    return json.loads(session.save_text())


def _played_from_a_save() -> Any:
    session = Session(3)
    session.load_bytes(json.dumps(_save()), "f")
    return json.loads(session.save_text())


def _go_on(text: str, wish: Any = None) -> None:
    session = Session(1, wish=wish)
    session.load_bytes(text, "f")
    session.save_text()


def _progress() -> Any:
    progress = Progress()
    progress.met(["PLAN-11", "RUL-01"])
    progress.lesson("planning", "fee", True)
    progress.answered(["PLAN-11"], True, "q", datetime(2026, 1, 1, tzinfo=UTC))
    return progress.to_json()


def _yaml(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def _scenario(text: str) -> None:
    for failure in run(scenarios.loads(text, "f")).failures:
        assert len(str(failure)) <= LONGEST
        assert "\n" not in str(failure)


@contextlib.contextmanager
def _in_a_file(name: str, text: str) -> Iterator[None]:
    """Write a text to a file in a new folder, and be there."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path(name).write_bytes(text.encode("utf-8", "surrogatepass"))
        yield


def _plan(text: str) -> None:
    with _in_a_file("f", text):
        keys, places = keys_of("f")
        plan_of(keys, places)


def _held(text: str) -> None:
    with _in_a_file(PLAN_FILE, text):
        folder_contents(".")


def _wish(wish_of: Callable[[Any], Any]) -> Callable[[str], Any]:
    """What a page's form wishes for, which comes as keys and values."""

    def wish(text: str) -> None:
        given = json.loads(text)
        if isinstance(given, dict):
            Session(1).new(1, wish_of(given))

    return wish


PLANS = {
    "vendetta": {
        "game": "vendetta",
        "games": 20,
        "players": 4,
        "bots": ["greedy", "random", "random", "random"],
        "rotate": True,
        "rulings": {"last_blood": "allow"},
        "seed": 7,
        "tables": ["games", "seats"],
        "clans": "deal",
        "variants": ["relics"],
        "chunk": 5,
    },
    "vtes": {
        "game": "vtes",
        "games": 20,
        "players": 4,
        "bots": "random",
        "decks": ["claw", "court", "claw", "court"],
        "rounds": 9,
        "rulings": {"ante": "yes"},
        "seed": 7,
    },
}
FILES: dict[str, tuple[Callable[[], Any], Callable[[str], object]]] = {
    "save": (_save, _load("vendetta")),
    "save of a table": (_laid("data/vendetta/scenarios/frenzy-02-vampire.yaml"), _load("vendetta")),
    "save of V:TES": (_saved("vtes", 12), _load("vtes")),
    "save of a table of V:TES": (_laid("data/vtes/scenarios/x-10-royce.yaml"), _load("vtes")),
    "save of Rivals": (_saved("rivals", 8), _load("rivals")),
    "save of a table of Rivals": (_laid("data/rivals/scenarios/x-10-knock-out.yaml"), _load("rivals")),
    "played": (_played, _go_on),
    "played from a save": (_played_from_a_save, _go_on),
    "played of V:TES": (lambda: _played(Wish(seats=3)), lambda text: _go_on(text, Wish(seats=3))),
    "progress": (_progress, lambda text: Progress.loads(text, "f")),
    "rating": (lambda: json.loads(PuzzleRecord().answered("a", 1, True).dumps()), PuzzleRecord.loads),
    "scenario": (lambda: _yaml("data/vendetta/scenarios/frenzy-02-vampire.yaml"), _scenario),
    "scenario of V:TES": (lambda: _yaml("data/vtes/scenarios/x-10-royce.yaml"), _scenario),
    "scenario of Rivals": (lambda: _yaml("data/rivals/scenarios/x-10-knock-out.yaml"), _scenario),
    "set-up of Rivals": (lambda: _yaml("data/rivals/scenarios/x-09b-draw-of-four.yaml"), _scenario),
    "puzzle": (lambda: _yaml("data/puzzles/puzzle-1-3-token-1-1.yaml"), _scenario),
    "lesson": (lambda: _yaml("tests/course/small_lesson.yaml"), lambda text: lessons.loads(text, "f")),
    "lesson of Rivals": (lambda: _yaml("data/rivals/lessons/00_set_up.yaml"), lambda text: lessons.loads(text, "f")),
    "plan": (lambda: PLANS["vendetta"], _plan),
    "plan of V:TES": (lambda: PLANS["vtes"], _plan),
    "folder": (
        lambda: {"format": "vendetta-lab/1", "fingerprint": "0", "plan": PLANS["vendetta"], "short": [1]},
        _held,
    ),
    "form": (
        lambda: {"players": "3", "relics": "on", "name": "Ann", "others": "", "bots": "random", "last_blood": "allow"},
        _wish(vendetta_wish),
    ),
    "form of V:TES": (lambda: {"players": "3", "deck": "claw", "rounds": "3", "ante": "yes"}, _wish(vtes_wish)),
}
UNTOLD = ("rating", "form", "form of V:TES")
"""What nobody could mend is not told but begins anew; of a form each field has a default."""
READERS = ("save", "save of V:TES", "save of Rivals", "played", "progress", "scenario", "lesson", "plan", "folder")
"""One kind of file for each reader."""
GOOD = cache(lambda kind: json.dumps(FILES[kind][0]()))


def spoiled(kind: str, changes: Sequence[tuple[int, str, Any, str]]) -> str:
    """A good file with some changes, as JSON, which is YAML too."""
    whole: Any = {"": json.loads(GOOD(kind))}
    for number, change, value, key in changes:
        places = list(_places(whole))
        spot, here = places[number % len(places)]
        if change == "put":
            spot[here] = value
        elif change == "double":
            spot[here] = [spot[here], spot[here]]
        elif change == "deep":
            for _ in range(number % 60):
                spot[here] = [spot[here]] if number % 2 else {key: spot[here]}
        elif change == "many":
            spot[here] = [spot[here]] * min(number % 1000, MOST_PLACES // len(places))
        elif change == "key" and isinstance(spot, dict):
            spot[key] = value
        elif len(places) > 1 and spot is not whole:
            del spot[here]
    return json.dumps(whole[""], ensure_ascii=bool(changes[0][0] % 2))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def told(kind: str, text: str) -> str:
    """What is said of a file, nothing if it is read."""
    english = ""
    try:
        FILES[kind][1](text)
    except BadInput as bad:
        said = [str(bad), bad.text("de")]
        english = bad.text("en")
    except PlanError as bad:  # the laboratory speaks English
        said = list(bad.faults)
    except LabError as bad:
        said = [str(bad)]
    else:
        return ""
    assert english in ("", said[0])
    assert english != said[-1]
    for line in said:
        assert line.startswith(("f:", "./")) or "form" in kind
        assert line.isprintable()
        assert line.encode()
        assert len(line) <= LONGEST, line
    return said[0]


@pytest.mark.parametrize("kind", FILES)
def test_the_good_ones_are_good(kind: str) -> None:
    assert told(kind, GOOD(kind)) == ""


@pytest.mark.parametrize(
    "kind", [kind if kind in READERS else pytest.param(kind, marks=pytest.mark.long) for kind in FILES]
)
def test_a_spoiled_file_is_read_or_gets_one_line(kind: str) -> None:
    said = []

    @given(st.lists(CHANGES, min_size=1, max_size=3))
    @settings(max_examples=EXAMPLES)
    def spoil(changes: list[tuple[int, str, Any, str]]) -> None:
        said.append(told(kind, spoiled(kind, changes)))

    spoil()
    assert sum(map(bool, said)) > EXAMPLES // 3 or kind in UNTOLD


def _deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(15):
        value = [value]
    return value


WRONG = (
    None, True, False, -1, 0, 10**18, 10**4000, 1.5, float("nan"), float("inf"), "", "x" * 9000, "\ud800", "two\nlines",
    "haven", "1", [], {}, [[]], {"a": 1}, [None, None], [{}, {}], ["x"] * 40, {"do": "pass"}, {"card": []}, _deep(),
)  # fmt: skip
"""Values of every type."""
MOST = 1000
"""So many texts are tried of one kind of file at most."""
FEW = 3
"""Of what a file lists, so many at its beginning and its end stand for all."""


def everywhere(whole: Any) -> Iterator[str]:
    """A good file with each of its values left out, and with each wrong value in its place."""
    box = {"": json.loads(whole)}
    for spot, key in list(_places(box)):
        if isinstance(spot, list) and FEW <= key < len(spot) - FEW:
            continue
        kept = spot[key]
        for wrong in WRONG:
            spot[key] = wrong
            yield json.dumps(box[""])
        spot[key] = kept
        if spot is not box:
            order = list(spot.items()) if isinstance(spot, dict) else None
            del spot[key]
            yield json.dumps(box[""])
            if order is None:
                spot.insert(key, kept)
            else:
                spot.clear()
                spot.update(order)
    assert box[""] == json.loads(whole)


def test_the_options_of_a_question_are_a_list() -> None:
    row = json.loads(GOOD("lesson"))
    (ask,) = [beat["ask"] for moment in row["moments"] for beat in moment["beats"] if "ask" in beat][:1]
    ask["options"] = True
    assert "options: found true" in told("lesson", json.dumps(row))


@pytest.mark.long
@pytest.mark.parametrize("kind", FILES)
def test_a_value_of_any_type_in_any_place_is_read_or_gets_one_line(kind: str) -> None:
    texts = list(everywhere(GOOD(kind)))
    said = [told(kind, text) for text in texts[:: -(-len(texts) // MOST)]]
    assert len(said) > len(WRONG)
    assert any(said) or kind in UNTOLD


@pytest.mark.parametrize("kind", [kind for kind in FILES if kind != "lesson of Rivals"])  # it draws a thousand times
def test_some_values_of_any_type_in_some_places_are_read_or_get_one_line(kind: str) -> None:
    texts = list(everywhere(GOOD(kind)))
    for text in texts[:: max(1, len(texts) // FEWER)]:
        told(kind, text)


@pytest.mark.parametrize("kind", ["scenario", "scenario of V:TES", "lesson", "plan"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (r'a: "\UFFFFFFFF"', "f:1: file: a number that is too large, at column 7; expected a sign from"),
        (r'a: "\U00110000"', "f:1: file: a number that is too large, at column 7; expected a sign from"),
        (f"%YAML 1.{'9' * 5000}\n---\na: 1", "f:1: file: a number that is too large, at column 9"),
        ('a: 1\nb: "\\uD800"', "f:2: b: half of a sign"),
        ('a: 1\n"\\uD800": 1', "f:2: file: half of a sign"),
    ],
)
def test_a_sign_that_there_is_not_is_told_with_its_place(kind: str, text: str, says: str) -> None:
    assert told(kind, text).startswith(says)


def test_a_sign_that_there_is_not_in_a_save_is_told() -> None:
    assert "half of a sign" in told("progress", '{"format": "\\ud800"}')
    assert "half of a sign" in told("progress", '{"format": "\ud800"}')
    assert "half of a sign" not in told("progress", r'{"format": "\ud83e\udddb"}')


@pytest.mark.parametrize(
    ("kind", "key", "wrong", "says"),
    [
        ("save of V:TES", "names", 1_000_000, "f: setup.names: found 1000000; expected 3 different names"),
        ("save of V:TES", "names", ["A", "B", ["C"]], "f: setup.names[2]: found ['C']; expected a name"),
        ("save of V:TES", "cards", 7, "f: setup.cards: found 7; expected a list"),
        ("save of V:TES", "cards", None, "f: setup.decks[0].crypt: found 'A1'; expected one of"),
        ("save of Rivals", "names", 99, "f: setup.names: found 99; expected 3 different names"),
        ("save of Rivals", "seats", [], "f: setup.seats: found []; expected a whole number from 2 to 4"),
        ("save", "names", 99, "f: setup.names: found 99; expected 4 different names"),
    ],
)
def test_what_a_game_was_set_up_with_is_told_alike_in_all_games(kind: str, key: str, wrong: Any, says: str) -> None:
    row = json.loads(GOOD(kind))
    row["setup"][key] = wrong
    assert told(kind, json.dumps(row)).startswith(says)


# What Python hands over: a notebook, a bot, another program ------------------------------------------------------

HANDED: tuple[Any, ...] = (
    *WRONG, 10**5000, [10**5000], -(10**5000), b"x", object(), {1}, (), (1, "2"), 1j, {None: 1}, {10**5000: 1},
    range(3), type, len, Game, vendetta.Stay,
)  # fmt: skip


@pytest.mark.parametrize("game", SETUPS)
def test_a_set_up_of_any_types_is_taken_or_refused_in_one_line(game: str) -> None:
    new, setup = SETUPS[game]
    good = setup()
    new(**good)
    for key in good:
        for wrong in HANDED:
            try:
                taken = new(**{**good, key: wrong})
                json.dumps(saves.to_json(taken))  # what was taken can be kept
            except BadSetup as bad:
                for line in (str(bad), bad.text("de")):
                    assert line.isprintable()
                    assert len(line) <= LONGEST


def _odd_actions(kinds: Sequence[type[Action]]) -> Iterator[Action]:
    """Actions with a value of every type in every field, one field at a time, and in all of them."""
    for kind in kinds:
        names = [field.name for field in fields(kind) if field.init]
        for wrong in HANDED:
            if names:
                yield kind(**dict.fromkeys(names, wrong))
            for name in names[1:]:
                yield kind(**{**dict.fromkeys(names, 1), name: wrong})


@pytest.mark.parametrize("moves", mostly_long([0, 12, 40], 1))
@pytest.mark.parametrize("game", SETUPS)
def test_a_seat_and_an_action_of_any_type_are_refused_in_words(game: str, moves: int) -> None:
    g = _moved(_begun(game), moves)
    me = g.to_act or 0
    others = [action for game in SETUPS for action in _foreign(registered(game).dialect().rules, g.rules)]
    mark = g.rules.marks(g)
    for action in (*HANDED, *others, *_odd_actions(tuple(g.rules.actions.kinds.values()))):
        _refused(g, me, action)
    some = next(iter(g.legal(me)), g.rules.actions[1])
    for seat in HANDED:
        if type(seat) is not int or not 0 <= seat < g.seats:
            _refused(g, seat, some)
            if seat is None:
                assert not len(g.legal(seat))
            else:
                with pytest.raises(ValueError, match="from 0 to"):
                    g.legal(seat)
            with pytest.raises(ValueError, match="from 0 to"):
                g.imagine(seat, Random(1))
            if seat is not None:
                with pytest.raises(ValueError, match="from 0 to"):
                    g.view(seat)
    assert g.rules.marks(g) == mark


def _foreign(rules: Any, own: Any) -> list[Action]:
    """Actions of another game, among them some with the codes of this one's."""
    return [rules.actions[code] for code in range(3)] if rules is not own else []


def _refused(g: Any, seat: Any, action: Any) -> None:
    """It is refused in words, unless it is legal after all."""
    why = g.why_not(seat, action)
    if why is None:
        assert action in g.legal(seat)
        return
    if type(seat) is int and 0 <= seat < g.seats:
        assert action not in g.legal(seat)
    for lang in ("en", "de"):
        assert why.text(lang).isprintable()
        assert len(why.text(lang)) < 10 * LONGEST
    with pytest.raises(IllegalAction) as refused:
        g.apply(seat, action)
    assert str(refused.value)


def test_an_action_of_another_game_is_none_of_this_one() -> None:
    """Codes are whole numbers in every game: the same one may be legal here."""
    g = _begun("rivals")
    (legal,) = g.legal(g.to_act)
    other = vendetta.ACTIONS[legal.code]
    assert other.code == legal.code
    assert other not in g.legal(g.to_act)
    assert g.why_not(g.to_act, other).reasons[0].key == "no_action"
    with pytest.raises(IllegalAction, match="is not an action of this game"):
        g.apply(g.to_act, other)


LARGE = {
    "flow list": "a: [" + "1," * 245_000 + "1]",
    "flow map": "{" + "a," * 245_000 + "}",
    "block": "- 1\n" * 122_000,
    "keys": "".join(f"k{k}: 1\n" for k in range(40_000)),
    "lists": '- ["a", "b"]\n' * 37_000,
    "tags": "a: [" + "!x 1," * 80_000 + "]",
    "aliases": "a: [&a 1," + "*a ," * 120_000 + "]",
}


@pytest.mark.parametrize("kind", ["scenario", "lesson"])
@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_of_a_file_with_too_much_in_it_only_the_beginning_is_made_into_nodes(
    text: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python a scanned value of YAML takes some 15 microseconds: a quarter of a million were four seconds."""
    assert len(text) < MOST_BYTES
    made = []
    count = ScalarNode.__init__

    def counted(self: ScalarNode, *given: Any, **named: Any) -> None:
        made.append(1)
        count(self, *given, **named)

    monkeypatch.setattr(ScalarNode, "__init__", counted)
    assert f"more than {MOST_VALUES} values" in told(kind, text)
    assert len(made) <= 2 * MOST_VALUES


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "[" * 30 + "]" * 30, '{"a":' * 900 + "1" + "}" * 900, "9" * 5000, '{"format": ' + "9" * 5000 + "}"],
    ids=lambda text: text[:6],
)
def test_depth_and_length_have_a_bound(text: str, kind: str) -> None:
    assert told(kind, text)


def test_a_wrong_word_of_any_length_is_cut() -> None:
    row = _yaml("data/vendetta/scenarios/frenzy-02-vampire.yaml")
    for place, text in (("steps", [{"x" * 9000: "y" * 9000}]), ("expect", [{"z" * 9000: 1}]), ("id", "I" * 9000)):
        assert 0 < len(told("scenario", json.dumps(row | {place: text}))) < 330
