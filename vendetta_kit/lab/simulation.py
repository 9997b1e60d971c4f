"""Playing a plan: chunks are given out to workers until all of them are done.

What a worker does is in :mod:`.chunks`; here is who does it, in which order, and what happens if one dies.
"""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

from vendetta_kit.stop_signals import Terminated, terminate

from .chunks import FinishedChunk, LabError, do_chunk, remove_leftovers
from .plan import Plan, Stopped, keys_of, plan_of
from .result_tables import Tables
from .simulation_folder import take

__all__ = ["simulate"]

MOST_TRIES: Final = 4
"""How often a chunk is begun before we give up; it may have been a neighbour's fault that it was cut off."""
WAITING_ELSEWHERE: Final = 1000
"""Chunks that are given out at once to an executor whose number of workers we do not know."""
_NAP: Final = 0.1  # seconds; in between we look for a Ctrl-C


def simulate(
    plan: Plan | Mapping[str, Any] | str,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    workers: int | None = None,
    progress: bool | None = None,
) -> Tables:
    """Play all games of a plan and write their tables.

    Parts that are there already, whole and of the same plan, are left alone: a simulation that was stopped goes on
    where it was, by the same call. Results do not depend on who plays which games, or when.

    Args:
        plan: a plan of some game, its keys and values, or the name of a plan file.
        executor: who does the work, anything like those of :mod:`concurrent.futures`; for Dask,
            ``Client(...).get_executor()`` (its workers must see ``out``). Left out: processes on this machine.
        out: the folder to write to; left out, ``vendetta-`` and the plan's fingerprint in the current folder.
        workers: how many processes, where no executor is given (default: one for each core; 1 plays right here).
        progress: whether to show a progress bar (default: if somebody watches).

    Returns:
        The tables, to read.

    Raises:
        PlanError: the plan has faults.
        LabError: the folder holds something else, cannot be written, or workers die again and again. All parts that
            were written stay, and can be read.
        KeyboardInterrupt: Ctrl-C, or SIGTERM where the command hears it; parts stay as well.

    In a script, call it under ``if __name__ == "__main__":``, as for all process pools.
    """
    if isinstance(plan, str):
        plan = plan_of(*keys_of(plan))
    elif not isinstance(plan, Plan):
        plan = plan_of(plan)
    if workers is not None and (not isinstance(workers, int) or isinstance(workers, bool) or workers < 1):
        raise LabError(f"workers={workers!r}: expected 1 or more")
    folder = os.fspath(out) if out is not None else f"vendetta-{plan.with_chunk().fingerprint[:8]}"
    with _interrupt() as pressed:
        plan = take(folder, plan)
        job = _Job(plan, os.path.abspath(folder), pressed)
        remove_leftovers(job.folder, plan.tables)
        most = min(workers or _cores(), plan.chunks)
        with _bar(plan.games, progress) as show:
            if executor is not None:
                _elsewhere(job, executor, show)
            elif most == 1:
                _right_here(job, show)
            else:
                _here(job, most, show)
    return Tables(folder)


Show = Callable[[FinishedChunk], None]


class _Job:
    """What is to be done, as workers are told it."""

    def __init__(self, plan: Plan, folder: str, pressed: _Pressed) -> None:
        self.plan = plan
        self.folder = folder
        self.pressed = pressed
        self.text = json.dumps(plan.to_json())
        self.mark = plan.fingerprint

    def of(self, number: int) -> tuple[str, str, str, int]:
        return self.text, self.mark, self.folder, number


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _bar(games: int, progress: bool | None) -> Iterator[Show]:
    from tqdm.auto import tqdm

    hidden = None if progress is None else not progress
    with tqdm(total=games, unit="game", disable=hidden, smoothing=0.05) as bar:

        def show(done: FinishedChunk) -> None:
            if not done.played and not bar.disable:
                bar.initial += done.games  # the rate is of what is played now
            bar.update(done.games)

        yield show


class _Pressed:
    """Whether the work is to stop: Ctrl-C was pressed, or SIGTERM came. ``stop`` is what says so."""

    def __init__(self) -> None:
        self.stop: KeyboardInterrupt | None = None

    def __call__(self) -> bool:
        return self.stop is not None

    def rising(self) -> KeyboardInterrupt:
        """What is to be raised now."""
        return self.stop or KeyboardInterrupt()


@contextmanager
def _interrupt() -> Iterator[_Pressed]:
    """Gives what says whether Ctrl-C was pressed, or SIGTERM came.

    Where the usual ``KeyboardInterrupt`` would come up in the middle of something, in a ``__del__`` even, it could get
    lost. So the first Ctrl-C is noted, and seen to at a place that suits; the second one is as usual.
    """
    pressed = _Pressed()

    def press(number: int, frame: Any) -> None:
        again, pressed.stop = pressed.stop, Terminated() if number == signal.SIGTERM else KeyboardInterrupt()
        if again is not None:
            raise pressed.stop

    ours: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, terminate)):
            if signal.getsignal(number) is usual:
                ours[number] = signal.signal(number, press)
    try:
        yield pressed
    finally:
        for taken, before in ours.items():
            signal.signal(taken, before)


def _right_here(job: _Job, show: Show) -> None:
    """In this very process, one chunk after the other."""
    for number in range(job.plan.chunks):
        try:
            show(do_chunk(*job.of(number), job.pressed))
        except Stopped:
            raise job.pressed.rising() from None


class _Round:
    """Chunks that are given out to one executor, and those that came back."""

    def __init__(self, submit: Callable[[int], Future[FinishedChunk]], most: int, pressed: _Pressed) -> None:
        self.submit = submit
        self.most = most
        self.pressed = pressed
        self.out: dict[Future[FinishedChunk], int] = {}
        self._back: SimpleQueue[Future[FinishedChunk]] = SimpleQueue()

    def fill(self, todo: deque[int], tries: Counter[int]) -> None:
        """Give out as many as may be out at once."""
        while todo and len(self.out) < self.most:
            future = self.submit(todo[0])
            number = todo.popleft()
            tries[number] += 1
            self.out[future] = number
            future.add_done_callback(self._back.put)

    def next(self) -> tuple[int, Future[FinishedChunk]]:
        """The next one that comes back (a ``KeyboardInterrupt`` if the work is to stop)."""
        while not self.pressed():
            try:
                future = self._back.get(timeout=_NAP)
            except Empty:
                continue
            return self.out.pop(future), future
        raise self.pressed.rising()

    def cancel(self) -> None:
        """Take back what nobody has begun."""
        for future in self.out:
            future.cancel()


def _elsewhere(job: _Job, executor: Executor, show: Show) -> None:
    """On somebody else's executor. Whatever goes wrong there is tried again: it may have been the machine."""
    todo, tries = deque(range(job.plan.chunks)), Counter[int]()
    batch = _Round(lambda number: executor.submit(do_chunk, *job.of(number)), WAITING_ELSEWHERE, job.pressed)
    try:
        while todo or batch.out:
            try:
                batch.fill(todo, tries)
            except RuntimeError as fault:  # broken, or shut down
                raise LabError(f"the executor takes no more work ({fault}): parts so far are in {job.folder}") from None
            number, future = batch.next()
            try:
                show(future.result())
            except LabError:
                raise
            except (Exception, CancelledError) as fault:
                if tries[number] >= MOST_TRIES:
                    if isinstance(fault, BrokenExecutor | CancelledError):
                        raise _given_up(job, number) from fault
                    raise
                todo.append(number)
    finally:
        batch.cancel()


def _here(job: _Job, workers: int, show: Show) -> None:
    """On processes of this machine. If one dies, new ones are started and what was in hand is done again."""
    todo, tries = deque(range(job.plan.chunks)), Counter[int]()
    while todo:
        # Spawned, not forked: a notebook has threads, and a fork in the middle of one may wait for ever.
        context = multiprocessing.get_context("spawn")
        stop = context.RawValue(ctypes.c_bool, False)
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(stop,))
        work = partial(_do_chunk, job.text, job.mark, job.folder)
        batch = _Round(partial(pool.submit, work), 2 * workers, job.pressed)
        try:
            while todo or batch.out:
                with _no_interrupt_for_children():
                    batch.fill(todo, tries)
                number, future = batch.next()
                try:
                    show(future.result())
                except BrokenExecutor:
                    batch.out[future] = number
                    raise
        except BrokenExecutor:
            if job.pressed():  # whoever ended us has ended the workers, too
                raise job.pressed.rising() from None
            cut_off = sorted(batch.out.values())
            again = [number for number in cut_off if tries[number] >= MOST_TRIES]
            if again:
                raise _given_up(job, again[0]) from None
            todo.extendleft(reversed(cut_off))
        finally:
            stop.value = True
            pool.shutdown(wait=True, cancel_futures=True)
            remove_leftovers(job.folder, job.plan.tables)


@contextmanager
def _no_interrupt_for_children() -> Iterator[None]:
    """Ctrl-C waits a moment: a process that is just being started would tell of it in many lines."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _given_up(job: _Job, number: int) -> LabError:
    games = job.plan.games_of(number)
    return LabError(
        f"workers died {MOST_TRIES} times at games {games.start} to {games.stop - 1} (too little memory? a script"
        f' without if __name__ == "__main__"?): parts so far are in {job.folder}'
    )


_stop: Any = None


def _begin(stop: Any) -> None:
    """A worker's first thing: Ctrl-C is for the one who gave out the work, and without that one there is none."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do_chunk(plan_text: str, mark: str, folder: str, number: int) -> FinishedChunk:
    return do_chunk(plan_text, mark, folder, number, lambda: bool(_stop.value))
