"""Plays a plan: gives its chunks to workers until all are done, also if a worker dies.

What a worker does is in :mod:`.chunks`.
"""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Any, Final

from vendetta_kit.argument_checks import EXECUTOR, PLAN, takes
from vendetta_kit.stop_signals import Terminated, terminate

from .chunks import FinishedChunk, do_chunk, remove_leftovers
from .executors import checked_workers, executor_of
from .plan import Plan, Stopped, as_plan
from .result_tables import Tables
from .simulation_folder import prepare_folder
from .storage import LabError, address_of, in_this_process, is_address

MOST_TRIES: Final = 4
"""How often a chunk is tried; more than once, as another chunk may have ended its worker."""
WAITING_ELSEWHERE: Final = 1000
"""Number of chunks that an executor has at the same time if its number of workers is unknown."""
_NAP: Final = 0.1  # seconds between two checks for Ctrl-C


@takes(plan=PLAN, executor=EXECUTOR)
def simulate(
    plan: Plan | Mapping[str, Any] | str,
    executor: Executor | str | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    workers: int | None = None,
    progress: bool | None = None,
    part: tuple[int, int] | None = None,
) -> Tables:
    """Play all games of a plan, write their tables and return them.

    Complete parts of the same plan are kept: the same call continues a simulation that was stopped. The results do not
    depend on which worker plays which games, or when.

    Args:
        plan: a plan, a mapping of its keys and values, or the path of a plan file. Its keys, each of which may be left
            out: ``game``, ``games``, ``players``, ``bots`` (a name for all seats or one for each; ``my_bots:Upright``
            is a class of your own in ``my_bots.py``), ``rotate``, ``seed``, ``rulings``, ``tables``, ``chunk``, and for
            Vendetta ``clans`` (``"choose"``: picked in turn order; ``"deal"``; a list of clans) and ``variants``, for
            V:TES ``decks`` and ``rounds`` (:class:`Plan`).
        executor: a name, as ``"dask://scheduler:8786"`` (:func:`.executor_of`), or an executor like those of
            :mod:`concurrent.futures`, as ``Client(...).get_executor()`` of Dask. Dask's workers must have access to
            ``out``. By default, processes on this machine.
        out: the folder to write to, or an address that fsspec knows, as ``s3://bucket/name``; by default ``vendetta-``
            and the plan's fingerprint in the current folder.
        workers: number of processes if there is no executor (default: one for each core; 1 uses this process).
        progress: whether to show a progress bar (default: only on a terminal or in a notebook).
        part: ``(3, 50)`` plays the third of fifty parts of the plan, for jobs that write to the same folder, at the
            same time or not; all parts together give what one simulation gives.

    Raises:
        PlanError: the plan has faults.
        LabError: there is no such part, the folder holds something else, cannot be written, or workers die again and
            again. Parts that were written remain readable.
        KeyboardInterrupt: Ctrl-C, or SIGTERM in the command; parts remain as well.

    >>> import tempfile
    >>> made = simulate({"games": 2, "bots": "random"}, out=tempfile.mkdtemp(), workers=1, progress=False)
    >>> made.complete, len(made["seats"])
    (True, 8)
    """
    if isinstance(executor, str):
        with executor_of(executor, workers) as opened:
            return simulate(plan, opened, out, workers=workers, progress=progress, part=part)
    plan = as_plan(plan)
    checked_workers(workers)
    numbers = _numbers_of(part)
    folder = address_of(out) if out is not None else f"vendetta-{plan.with_chunk().fingerprint[:8]}"
    here_alone = in_this_process(folder)
    if here_alone and (executor is not None or (workers or 1) > 1):
        raise LabError(f"{folder}: is in the memory of one process; expected workers=1")
    with _interrupt() as pressed:
        plan = prepare_folder(folder, plan)
        job = _Job(plan, folder if is_address(folder) else os.path.abspath(folder), pressed, numbers)
        if job.alone:
            remove_leftovers(job.folder, plan.tables)
        most = min(workers or (1 if here_alone else _cores()), len(job.numbers))
        with _bar([len(plan.games_of(number)) for number in job.numbers], progress) as show:
            if executor is not None:
                _elsewhere(job, executor, show)
                if job.alone:  # a worker that was killed has left what it wrote
                    remove_leftovers(job.folder, plan.tables)
            elif most <= 1:
                _right_here(job, show)
            else:
                _here(job, most, show)
    return Tables(folder)


def _numbers_of(part: tuple[int, int] | None) -> slice:
    """Return which chunks of a plan belong to a part of it; parts take turns, so that each has as many games."""
    if part is None:
        return slice(None)
    if (
        not isinstance(part, tuple | list)
        or len(part) != 2
        or any(type(value) is not int for value in part)
        or not 1 <= part[0] <= part[1]
    ):
        raise LabError(f"part={part!r}; expected (1, N) to (N, N), for N parts")
    return slice(part[0] - 1, None, part[1])


Show = Callable[[FinishedChunk], None]


class _Job:
    """A simulation that is running: its plan, its folder, which chunks are its own, and its workers' arguments.

    ``alone`` is whether no other one may be writing to the folder now.
    """

    def __init__(self, plan: Plan, folder: str, pressed: _Pressed, numbers: slice) -> None:
        self.numbers = range(plan.chunks)[numbers]
        self.alone = numbers == slice(None)
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
def _bar(parts: Sequence[int], progress: bool | None) -> Iterator[Show]:
    """Show how many games are done, of parts with so many games each; a bar moves when a part is written."""
    from tqdm.auto import tqdm

    hidden = None if progress is None else not progress
    waiting = f"waiting for the first part of {parts[0]}" if parts else ""
    with tqdm(desc=waiting, total=sum(parts), unit="game", disable=hidden, smoothing=0.05) as bar:

        def show(done: FinishedChunk) -> None:
            bar.set_description("", refresh=False)
            if not done.played and not bar.disable:
                bar.initial += done.games  # so that the rate counts only games played now
            bar.update(done.games)

        yield show


class _Pressed:
    """Callable that returns whether Ctrl-C was pressed or SIGTERM came; ``stop`` is the signal, if one came."""

    def __init__(self) -> None:
        self.stop: KeyboardInterrupt | None = None

    def __call__(self) -> bool:
        return self.stop is not None

    def exception(self) -> KeyboardInterrupt:
        """Return the exception to raise now."""
        return self.stop or KeyboardInterrupt()


@contextmanager
def _interrupt() -> Iterator[_Pressed]:
    """Yield a :class:`_Pressed` that notes Ctrl-C and SIGTERM.

    A ``KeyboardInterrupt`` at any point, even in a ``__del__``, could get lost. So the first Ctrl-C is only noted, and
    raised at a safe point; a second one works as usual.
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
    """Play all chunks in this process, one after the other."""
    for number in job.numbers:
        try:
            show(do_chunk(*job.of(number), job.pressed))
        except Stopped:
            raise job.pressed.exception() from None


class _Round:
    """The chunks that one executor is working on."""

    def __init__(self, submit: Callable[[int], Future[FinishedChunk]], most: int, pressed: _Pressed) -> None:
        self.submit = submit
        self.most = most
        self.pressed = pressed
        self.out: dict[Future[FinishedChunk], int] = {}
        self._back: SimpleQueue[Future[FinishedChunk]] = SimpleQueue()

    def fill(self, todo: deque[int], tries: Counter[int]) -> None:
        """Submit chunks up to the number that may be in work at the same time."""
        while todo and len(self.out) < self.most:
            future = self.submit(todo[0])
            number = todo.popleft()
            tries[number] += 1
            self.out[future] = number
            future.add_done_callback(self._back.put)

    def next(self) -> tuple[int, Future[FinishedChunk]]:
        """Return the next chunk that is done. Raises ``KeyboardInterrupt`` if the work is to stop."""
        while not self.pressed():
            try:
                future = self._back.get(timeout=_NAP)
            except Empty:
                continue
            return self.out.pop(future), future
        raise self.pressed.exception()

    def cancel(self) -> None:
        """Cancel the chunks that no worker has begun."""
        for future in self.out:
            future.cancel()


def _elsewhere(job: _Job, executor: Executor, show: Show) -> None:
    """Play all chunks on the caller's executor; any chunk that fails is tried again."""
    todo, tries = deque(job.numbers), Counter[int]()
    batch = _Round(lambda number: executor.submit(do_chunk, *job.of(number)), WAITING_ELSEWHERE, job.pressed)
    try:
        while todo or batch.out:
            try:
                batch.fill(todo, tries)
            except RuntimeError as fault:  # the executor is broken or shut down
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
    """Play all chunks in processes of this machine; if one dies, new ones are started and its chunk is done again."""
    todo, tries = deque(job.numbers), Counter[int]()
    while todo:
        # Spawned, not forked: a notebook has threads, and a process forked amid one can deadlock.
        context = multiprocessing.get_context("spawn")
        stop = context.RawValue(ctypes.c_bool, False)
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(stop,))
        work = partial(_do_chunk, job.text, job.mark, job.folder)
        batch = _Round(partial(pool.submit, work), 2 * workers, job.pressed)
        try:
            while todo or batch.out:
                with _no_interrupt_for_children(), without_script():
                    batch.fill(todo, tries)
                number, future = batch.next()
                try:
                    show(future.result())
                except BrokenExecutor:
                    batch.out[future] = number
                    raise
        except BrokenExecutor:
            if job.pressed():  # the same signal has ended the workers
                raise job.pressed.exception() from None
            cut_off = sorted(batch.out.values())
            again = [number for number in cut_off if tries[number] >= MOST_TRIES]
            if again:
                raise _given_up(job, again[0]) from None
            todo.extendleft(reversed(cut_off))
        finally:
            stop.value = True
            pool.shutdown(wait=True, cancel_futures=True)
            if job.alone:
                remove_leftovers(job.folder, job.plan.tables)


@contextmanager
def _no_interrupt_for_children() -> Iterator[None]:
    """Ignore Ctrl-C for a moment, as a process that is just starting would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def without_script() -> Iterator[None]:
    """Let processes that are spawned not run the script of this one again, as they would without a ``__main__`` test.

    They need nothing of it: bots of one's own are found by the names of their modules.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")  # as in an interactive session: of no file
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _given_up(job: _Job, number: int) -> LabError:
    games = job.plan.games_of(number)
    return LabError(
        f"workers died {MOST_TRIES} times at games {games.start} to {games.stop - 1} (too little memory?): "
        f"parts so far are in {job.folder}"
    )


_stop: Any = None


def _begin(stop: Any) -> None:
    """Set up a worker: it ignores Ctrl-C, which is for its parent, and ends with its parent."""
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
