"""Copies of one game stay the same, and hold nothing that is still sealed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.common_tables.people import any_move, play, replica, rules_of, table, waits_for
from tests.kernel.knows import whole
from vendetta_kit.common_tables import BadTable, Replica, Store, TooLate, choices_of
from vendetta_kit.input_errors import BadInput
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.refusal import IllegalAction

STAY, LEAVE, PASS = {"do": "stay"}, {"do": "stay", "stays": False}, {"do": "pass"}


def action(page: Replica, row: dict[str, Any]) -> Any:
    return page.game.rules.actions.from_json(row)


def test_a_whole_game_is_the_same_on_four_pages(store: Store) -> None:
    pages = [replica(store, key) for key in table(store)]
    play(pages)
    assert pages[0].game.is_over
    assert len({page.marks for page in pages}) == 1


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_a_whole_game_of_the_kit_with_two_people_and_two_bots(store: Store, game: str) -> None:
    keys = table(store, game, people=2)
    pages = [replica(store, key, game) for key in (*keys, *keys)]  # two pages for each of the two people
    play(pages, choices_of(game))
    assert pages[0].game.is_over
    assert len({page.marks for page in pages}) == 1
    anew = replica(store, keys[0], game)
    assert anew.marks == pages[0].marks
    assert anew.game.events == pages[0].game.events
    saved = saves.to_json(anew.game)
    assert saves.from_json(saved, rules_of(game)).winners == anew.game.winners


def test_a_sealed_answer_is_in_nothing_that_another_page_holds(store: Store) -> None:
    ann, bob, cy, dee = (replica(store, key) for key in table(store))
    before = bob.marks
    ann.act(action(ann, LEAVE))
    dee.act(action(dee, STAY))
    bob.catch_up()
    assert bob.marks == before
    assert bob.chosen == {0, 3}
    handed = store.news(bob.key, 0)
    assert handed.log == ()
    assert handed.own is None
    assert bob.game.n == replica(store, cy.key).game.n
    everything = json.dumps([repr(handed), repr(vars(bob)), repr(bob.game.n), repr(bob.game.actions)])
    assert "stay" not in everything.replace("staying", "").replace("stayed", "")
    assert whole(bob.view()) == seen_at_first(bob, store)
    bob.act(action(bob, STAY))
    assert not bob.game.actions, "one is still thinking"
    cy.act(action(cy, LEAVE))
    for page in (ann, bob, cy, dee):
        page.catch_up()
        assert [seat for seat, _ in page.game.actions] == [0, 1, 2, 3]
        assert page.chosen == frozenset()
    assert len({page.marks for page in (ann, bob, cy, dee)}) == 1


def seen_at_first(page: Replica, store: Store) -> str:
    """What a page would show if nobody had answered yet."""
    return whole(saves.begin(store.now(page.key.code).setup, page.game.rules, "x").view(page.key.seat))


def test_whatever_another_has_sealed_a_page_is_handed_the_same(tmp_path: Path) -> None:
    handed = []
    for name, answer in (("one", STAY), ("other", LEAVE)):
        store = Store(f"sqlite:///{tmp_path / name}.sqlite", clock=lambda: 5.0)
        ann, bob, *_ = (replica(store, key) for key in table(store))
        ann.act(action(ann, answer))
        bob.catch_up()
        news = store.news(bob.key, 0)
        handed.append((repr(news).replace(news.table.code, ""), bob.game.n, bob.game.z, whole(bob.view())))
    assert handed[0] == handed[1]


def test_sealed_choices_of_vendetta_change_nothing_on_other_pages(store: Store) -> None:
    keys = table(store, "vendetta")
    pages = [replica(store, key, "vendetta") for key in keys]
    kinds = set()
    choose = choices_of("vendetta")
    while not pages[0].game.is_over:
        for page in pages:
            page.catch_up()
        if not pages[0].game.sealed or len(pages[0].game.sealed) == 1:
            play(pages, choose, most=1)
            continue
        kinds.add(pages[0].game.decision(pages[0].game.sealed[0]).kind)
        first, *others = [page for page in pages if page.key.seat in page.game.sealed]
        states = [(list(page.game.n), list(page.game.z), whole(page.view())) for page in others]
        play([first], choose, most=1)
        for page, state in zip(others, states, strict=True):
            page.catch_up()
            assert (page.game.n, page.game.z, whole(page.view())) == state
            assert first.key.seat in page.chosen
        assert not waits_for(first)
        play(pages, choose, most=len(others))
    assert {"keep", "withdraw"} <= kinds, kinds


def test_my_own_sealed_answer_is_there_after_a_reload(store: Store) -> None:
    keys = table(store)
    ann = replica(store, keys[0])
    ann.act(action(ann, LEAVE))
    again = replica(store, keys[0])
    assert whole(again.view()) == whole(ann.view())
    assert not waits_for(again)
    assert again.own_game.actions[-1][0] == 0
    assert not again.game.actions
    with pytest.raises(IllegalAction):
        again.act(action(again, STAY))


def test_two_pages_of_one_person_answer_once(store: Store) -> None:
    keys = table(store)
    one, other = replica(store, keys[0]), replica(store, keys[0])
    one.act(action(one, LEAVE))
    with pytest.raises(TooLate):
        other.act(action(other, STAY))
    assert other.own_game.actions == one.own_game.actions, "it has caught up"


def test_who_comes_second_is_told_and_sees_the_new_table(store: Store) -> None:
    keys = table(store)
    pages = [replica(store, key) for key in keys]
    play(pages, lambda game, seat, bot, rng: action(pages[0], STAY), most=4)
    one, other = replica(store, keys[0]), replica(store, keys[0])
    one.act(action(one, PASS))
    with pytest.raises(TooLate) as said:
        other.act(action(other, PASS))
    assert other.marks == one.marks
    assert said.value.text("de") == "jemand war schneller: der Tisch hat sich geändert, bitte neu hinsehen"


# Undo ------------------------------------------------------------------------------------------------------


def after_the_stay(store: Store, people: int = 2) -> list[Replica]:
    pages = [replica(store, key) for key in table(store, people=people)]
    play(pages, lambda game, seat, bot, rng: action(pages[0], STAY), most=people)
    return pages


def test_an_undo_needs_everybodys_yes(store: Store) -> None:
    pages = after_the_stay(store, people=4)
    before = pages[0].marks[1]
    pages[0].act(action(pages[0], PASS))
    for page in pages:
        page.catch_up()
    assert [page.ask_undo() for page in pages] == [False, False, False, True]
    for page in pages:
        page.catch_up()
        assert page.marks == (6, before)
    play(pages)
    assert pages[0].game.is_over
    assert replica(store, pages[0].key).marks == pages[1].marks


def test_one_no_or_another_action_ends_an_undo(store: Store) -> None:
    pages = after_the_stay(store, people=4)
    pages[0].act(action(pages[0], PASS))
    for page in pages:
        page.catch_up()
    assert not pages[0].ask_undo()
    assert pages[0].table.undo == {0: 4}
    store.refuse_undo(pages[1].key)
    pages[2].catch_up()
    assert pages[2].table.undo == {}
    assert not pages[2].ask_undo()
    pages[1].act(action(pages[1], PASS))
    for page in (pages[0], pages[3]):
        with pytest.raises(TooLate):
            page.ask_undo()
        assert page.table.undo == {}


def test_an_undo_never_crosses_what_was_sealed_or_seen(store: Store) -> None:
    pages = after_the_stay(store, people=4)
    with pytest.raises(BadTable, match="somebody has seen"):
        pages[0].ask_undo()
    with pytest.raises(BadTable, match="somebody has seen"):
        store.ask_undo(pages[0].key, 4, 3)
    ann = pages[0]
    card = next(act for act in ann.game.legal(0) if act.to_json()["do"] == "lay")
    ann.act(card)  # face up: all know it now
    assert ann.keeps_at_least() == len(ann.game.actions)
    with pytest.raises(BadTable, match="somebody has seen"):
        ann.ask_undo()


# Bots ------------------------------------------------------------------------------------------------------


def test_a_row_that_cannot_be_played_is_told_in_words(store: Store) -> None:
    keys = table(store)
    page = replica(store, keys[0])
    store.add_action(keys[0], 0, {"do": "fly"})
    with pytest.raises(BadInput, match="row 1 of the table's log"):
        page.catch_up()
    assert page.count == 0


def test_a_bots_move_is_the_same_on_every_page(store: Store) -> None:
    keys = table(store, people=2)
    one, other = (replica(store, key) for key in keys)
    assert one.bot_action(3) == other.bot_action(3) == replica(store, keys[0]).bot_action(3)
    assert any_move is one._choose
