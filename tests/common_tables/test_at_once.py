"""Many processes at one database, and processes that are killed while they write: nothing is lost, nothing is twice."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import create_engine, text

from tests.common_tables.people import Clock, any_move, replica, table, waits_for
from vendetta_kit.common_tables import SeatKey, Store, TooLate, database

PASS = {"do": "pass"}


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page would try again; here everybody waits for as long as it takes, on however slow a machine."""
    monkeypatch.setattr(database, "WAITS", 100.0)


class Child:
    """A process of its own, which says what was acknowledged to it, a line each."""

    def __init__(self, work: Callable[[Callable[[str], object]], None]) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            code = 1
            try:
                os.close(reading)
                work(lambda line: os.write(writing, f"{line}\n".encode()))
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        os.close(writing)
        self._said = os.fdopen(reading)

    def line(self) -> str:
        """The next line; nothing if it has ended."""
        return self._said.readline().strip()

    def kill(self) -> list[str]:
        """End it at once; return what it had still been told."""
        os.kill(self.pid, signal.SIGKILL)
        return self.ended()[1]

    def ended(self) -> tuple[int, list[str]]:
        """Wait for its end; return its exit code and its lines."""
        lines = self._said.read().split()
        self._said.close()
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status), lines


def pressing(address: str, key: SeatKey, words: list[str]) -> Callable[[Callable[[str], object]], None]:
    """Put a row for each word into the log, again and again until nobody else was quicker."""

    def work(say: Callable[[str], object]) -> None:
        store = Store(address)
        for word in words:
            done = False
            while not done:
                after = store.now(key.code).count
                try:
                    store.add_action(key, after, {"do": word})
                    done = True
                except TooLate:
                    pass
            say(word)

    return work


def rows(store: Store, key: SeatKey) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    while log := store.news(key, len(found)).log:
        found += [(entry.n, entry.seat, entry.action["do"]) for entry in log]
    return found


def test_many_processes_press_at_once(address: str) -> None:
    store = Store(address)
    keys = table(store)
    words = {number: [f"w{number}.{k}" for k in range(15)] for number in range(8)}
    children = [Child(pressing(address, keys[number % 4], words[number])) for number in words]
    for number, child in enumerate(children):
        assert child.ended() == (0, words[number])
    log = rows(store, keys[0])
    assert [n for n, _, _ in log] == list(range(1, 121))
    for number, own in words.items():
        mine = [(seat, word) for _, seat, word in log if word.startswith(f"w{number}.")]
        assert mine == [(number % 4, word) for word in own], "in the order in which they were pressed, once each"


def test_two_that_follow_the_same_row_are_never_both_taken(address: str) -> None:
    store = Store(address)
    keys = table(store)

    def once(key: SeatKey) -> Callable[[Callable[[str], object]], None]:
        def work(say: Callable[[str], object]) -> None:
            mine = Store(address)
            for after in range(20):
                try:
                    mine.add_action(key, after, {"do": f"{after}"})
                    say(str(after))
                except TooLate:
                    pass
                while mine.now(key.code).count <= after:
                    pass

        return work

    taken = [child.ended() for child in [Child(once(key)) for key in keys]]
    assert [code for code, _ in taken] == [0] * 4
    assert sorted(int(word) for _, words in taken for word in words) == list(range(20))
    assert [word for _, _, word in rows(store, keys[0])] == [str(n) for n in range(20)]


def test_sealed_answers_given_at_the_same_moment_are_opened_once(address: str) -> None:
    store = Store(address)
    for _ in range(10):
        keys = table(store)

        def answer(key: SeatKey) -> Callable[[Callable[[str], object]], None]:
            return lambda say: Store(address).add_action(key, 0, {"do": "stay"}, range(4))

        assert [child.ended()[0] for child in [Child(answer(key)) for key in keys]] == [0] * 4
        assert [seat for _, seat, _ in rows(store, keys[0])] == [0, 1, 2, 3]


def playing(address: str, key: SeatKey, seed: int, clock: Clock) -> Callable[[Callable[[str], object]], None]:
    """Play one's own seat, and bots whose lease one gets, to the end of the game."""

    def work(say: Callable[[str], object]) -> None:
        page, rng = replica(Store(address, clock), key), Random(seed)
        while not page.game.is_over:
            if waits_for(page):
                action, at = any_move(page.own_game, key.seat, "", rng), page.count
                try:
                    page.act(action)
                except TooLate:
                    continue
                say(f"{at}:{action.code}")
            else:
                page.play_bots()
                page.catch_up()

    return work


def test_four_processes_play_a_game_together(address: str) -> None:
    clock = Clock()
    store = Store(address, clock)
    keys = table(store, people=3)
    children = [Child(playing(address, key, key.seat, clock)) for key in (*keys, keys[0])]
    assert [child.ended()[0] for child in children] == [0] * 4
    pages = [replica(store, key) for key in keys]
    assert pages[0].game.is_over
    assert len({page.marks for page in pages}) == 1


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.long)])
def test_what_was_acknowledged_survives_whoever_is_killed(address: str, kills: int) -> None:
    """Again and again a writer is killed, at a moment of chance; another goes on where it stood."""
    store, chance = Store(address), Random(5)
    key = table(store)[0]
    told: list[str] = []
    watching = 0
    for kill in range(kills):
        child = Child(pressing(address, key, [f"{kill}.{k}" for k in range(1000)]))
        for _ in range(chance.randrange(1, 4)):
            told.append(child.line())
        for _ in range(chance.randrange(60_000)):
            watching += 1  # so that it is hit elsewhere each time
        told += child.kill()
    log = rows(store, key)
    found = [word for _, _, word in log]
    assert [n for n, _, _ in log] == list(range(1, len(log) + 1))
    assert len(set(found)) == len(found), "twice"
    assert [word for word in found if word in set(told)] == told, "lost, or in another order"
    assert len(found) - len(told) <= kills, "at most one each was written and not yet told"
    if address.startswith("sqlite"):
        engine = create_engine(address)
        with engine.connect() as db:
            assert db.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        engine.dispose()


def test_a_game_goes_on_whoever_is_killed(address: str) -> None:
    """All pages die in the middle of a game, sealed answers and the lease of a bot with them; new ones go on."""
    chance = Random(3)
    clock = Clock()
    store = Store(address, clock)
    keys = table(store, people=3)
    watcher = replica(store, keys[0])
    while not watcher.game.is_over:
        clock.now += 60  # so that a lease of the dead has run out
        children = [Child(playing(address, key, chance.randrange(999), clock)) for key in keys]
        chance.choice(children).line()  # somebody has acted, or the game is over
        told = [child.kill() for child in children]
        watcher.catch_up()
        again = [replica(store, key) for key in keys]
        assert {page.marks for page in again} == {watcher.marks}
        for page, lines in zip(again, told, strict=True):
            for line in lines:
                at, code = map(int, line.split(":"))
                done = [action.code for seat, action in page.own_game.actions[at:] if seat == page.key.seat]
                assert code in done, "acknowledged and lost"
