"""A session of V:TES: the same machine as Vendetta's, and nothing that tells who was asked in hiding."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from vendetta_kit.games.vtes.engine.actions import Pass
from vendetta_kit.games.vtes.engine.card_reader import DECKS, practice_deck, practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.saves import BadSave, to_json
from vendetta_widgets.games.vtes.new_game_form import deck_cards
from vendetta_widgets.games.vtes.session_setup import PLAYING, BadList, Wish, wish_of
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.page_save import keeps
from vendetta_widgets.play_session import Session
from vendetta_widgets.session_setup import ME

SEEDS = (3, 11)


def begun(seed: int, **more: Any) -> Session:
    return Session(seed, wish=Wish(**{"seats": 3, "rounds": 4, "bots": "random", **more}))


def play(session: Session, rng: random.Random, moves: int = 10_000) -> None:
    """So many of the person's moves, or as many as there are."""
    for _ in range(moves):
        if session.view.decision is None:
            return
        session.act(session.view.decision.legal.sample(rng))


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_whole_game_is_played_by_the_persons_own_view(bots: str) -> None:
    session, rng = begun(5, bots=bots, name=" Mina "), random.Random(5)
    assert session.view.names[ME] == "Mina"
    while session.view.decision is not None:
        assert isinstance(session.view, View)
        assert (session.view.me, session.bot_to_move) == (ME, None)
        advice = session.advice("de")
        assert session.why_not(advice.action) is None
        assert advice.reasons
        session.act(session.view.decision.legal.sample(rng))
    assert session.view.over
    assert session.view_at(session.actions, 1).me == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_that_was_kept_goes_on(seed: int) -> None:
    one, rng = begun(seed), random.Random(seed)
    play(one, rng, 12)
    text = one.save_text()
    assert json.loads(text)["format"] == "vtes-played/1"
    two = begun(1)
    assert two.load_bytes(text, "kept") == 0
    assert two._game.actions == one._game.actions
    assert two.wish.setup(one.seed) == one.as_begun.setup(one.seed)
    assert keeps(text, one.wish, seed)
    assert not keeps(text, one.wish, seed + 1)
    play(one, random.Random(1))
    play(two, random.Random(1))
    assert (two.save_text(), two.view.over) == (one.save_text(), True)
    three = begun(2)
    three.load_bytes(one.whole_game(), "whole.json")
    assert three._game.actions == one._game.actions


def test_a_file_of_another_game_is_told() -> None:
    theirs = Session(7)
    for one, other in ((begun(3), theirs), (theirs, begun(4))):
        before = one.view
        with pytest.raises(BadSave, match=r"format.*played/1.*save/1"):
            one.load_bytes(other.save_text(), "mine.json")
        assert one.view is before


def test_a_bad_file_changes_nothing_and_says_where() -> None:
    session = begun(3)
    play(session, random.Random(3), 4)
    row = json.loads(session.save_text())
    for key, value, where in (
        ("bots", "nobody", "bots"),
        ("moves", [{"do": "fly"}], r"moves\[0\]"),
        ("others", "ab", "others"),
        ("mark", "0", "mark"),
        ("setup", {**row["setup"], "decks": ["x", "claw", "court"]}, r"decks\[0\]"),
    ):
        before = session.view
        with pytest.raises(BadSave, match=where):
            session.load_bytes(json.dumps({**row, key: value}), "kept")
        assert session.view is before


def test_a_game_with_cards_of_its_own_is_not_begun_on_a_page() -> None:
    card = {"id": "MY01", "name": "Mine", "type": "master", "basic": [{"gain_pool": 1}]}
    known = next(one for one in practice_set().values() if one.type == "vampire")
    deck = {"crypt": {known.id: 12}, "library": {"MY01": 40}}
    game = Game.new([deck, "claw"], cards=[card], seed=3)
    session = begun(3)
    before = session.view
    with pytest.raises(BadSave, match=r"mine\.json: setup: .*MY01") as fault:
        session.load_bytes(json.dumps(to_json(game)), "mine.json")
    assert "MY01" in fault.value.text("de")
    assert session.view is before


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_what_if_lead_back(seed: int) -> None:
    session, rng = begun(seed), random.Random(seed)
    play(session, rng, 6)
    before, text = session.actions, session.save_text()
    asked = session.view.decision
    assert asked is not None
    session.act(asked.legal.sample(rng))
    crossing = session.crossing()
    assert crossing.others == session.actions - before - 1
    session.undo()
    assert (session.save_text(), session.actions) == (text, before)
    session.what_if(session.turning_points()[2])
    assert session.branches == 1
    session.come_back()
    assert session.save_text() == text
    for beyond in (-1, before + 1):
        with pytest.raises(ValueError, match="expected 0 to"):
            session.what_if(beyond)
    assert session.branches == 0


def passes(session: Session) -> set[int]:
    """Actions by which bots have passed where it is hidden who is asked."""
    actions = session._game.actions
    return {k for k in session._game.in_hiding if actions[k][0] != ME and actions[k][1] == Pass()}


def hushed() -> Session:
    """A game in which bots have passed in hiding."""
    for seed in range(1, 60):
        session = begun(seed, rounds=3)
        play(session, random.Random(seed))
        if passes(session):
            return session
    raise AssertionError("nobody has passed in hiding")


def test_a_pass_that_is_hidden_is_no_point_of_the_game() -> None:
    session = hushed()
    game = session._game
    assert session.actions == len(game.actions) - len(passes(session))
    points = [0]
    for k, (seat, action) in enumerate(game.actions):
        before = game.fork(k).view(ME)
        if seat in before.asked or action != Pass():
            points.append(k + 1)
    assert session.actions == len(points) - 1, "what is shown follows from what she may know"
    for at in session.turning_points():
        assert session.view_at(at).decision is not None
    for event in session.view.events:
        at = session.moment_of(event.n)
        assert event.n in {one.n for one in session.view_at(at).events}
        assert not at or event.n not in {one.n for one in session.view_at(at - 1).events}


def test_nobody_is_told_to_think_whose_question_is_hidden() -> None:
    named, unnamed = 0, 0
    for seed in range(1, 60):
        session = begun(seed, rounds=2, seats=2)
        session.new(seed)
        rng = random.Random(seed)
        while session.bot_to_move is not None or session.view.decision is not None:
            seat = session.bot_to_move
            if seat is None:
                session.begin_act(session.view.decision.legal.sample(rng))
                continue
            openly = seat in session.view.asked
            assert session.thinking == (session.view.names[seat] if openly else "")
            named, unnamed = named + openly, unnamed + (not openly)
            session.bot_move()
        if named and unnamed:
            return
    raise AssertionError((named, unnamed))


LISTED = Path(__file__).parents[1] / "vtes" / "deck.txt"


def test_a_deck_that_she_has_listed_is_hers() -> None:
    text = LISTED.read_text("utf-8")
    wish = wish_of({"players": "3", "list": text})
    decks = wish.setup(9)["decks"]
    assert decks[ME] == wish.listed != ""
    assert set(decks[1:]) <= set(DECKS)
    session = Session(9, wish=wish)
    assert session.as_begun.setup(4)["decks"][ME] == decks[ME]
    assert session.wish.listed == decks[ME]
    assert wish_of(wish.query()) == wish
    assert wish_of({"list": "  \n "}).listed == ""
    with pytest.raises(BadList, match=r"line 1: a crypt of 2 \[COMP-06\]") as bad:
        wish_of({"list": "Crypt\n2x Nobody"})
    assert len(bad.value.deck.report("de")) == 4


@pytest.mark.parametrize("name", ["Petra Unheard", "Salt"])
def test_the_form_of_a_loaded_game_holds_the_players_own_cards_and_deck(name: str) -> None:
    own = f"- {{id: PETRA, type: vampire, name: {name}, clan: gangrel, capacity: 2}}"  # a name that is another's, too
    wish = wish_of({"list": "Crypt\n11x Ragna Holt\n1x PETRA\nLibrary\n40x Heavy Hand", "cards": own})
    loaded = begun(3)
    loaded.load_bytes(Session(9, wish=wish).save_text(), "mine.json")
    assert loaded.wish.written == own
    again = wish_of({"list": loaded.wish.listed, "cards": loaded.wish.written})
    assert (again.built, again.cards) == (wish.built, wish.cards)
    assert loaded.wish.setup(4)["decks"] == loaded.as_begun.setup(5)["decks"] != wish.setup(4)["decks"]


def test_what_an_address_asks_for_is_wished() -> None:
    wish = wish_of({"players": "5", "deck": "court", "rounds": "20", "ante": "yes", "first_player": "x", "bots": "y"})
    assert (wish.seats, wish.rounds, wish.bots, wish.switches) == (5, 20, "greedy", (("ante", "yes"),))
    decks = wish.setup(9)["decks"]
    assert decks[ME] == "court"
    assert len(set(decks[:4])) == 4
    assert wish.setup(9) == wish.setup(9)
    for given, where in (({"players": "many"}, "players"), ({"rounds": "-1"}, "rounds")):
        with pytest.raises(BadSetup, match="expected") as fault:
            wish_of(given)
        assert fault.value.where == where
    with pytest.raises(BadSetup):
        Session(1, wish=Wish(seats=9))
    assert PLAYING.form == "vtes-played/1"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_card_of_a_deck_can_be_read_before_it_is_chosen(lang: str) -> None:
    shown = deck_cards(HtmlWriter(lang, game="vtes"), "")
    for deck in DECKS:
        listed = shown.split(f'data-deck="{deck}"')[1].partition("</details>")[0]
        crypt, library = practice_deck(deck)
        assert set(re.findall(r'data-open="card:vtes:(\w+)"', listed)) == {*crypt, *library}
        assert sum(map(int, re.findall(r"<b>(\d+)×</b>", listed))) == len(crypt) + len(library)
