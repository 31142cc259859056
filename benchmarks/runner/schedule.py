"""Run many tasks, several at a time, until all are done or somebody wants to stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from types import FrameType

from .outcome import Row
from .tasks import Task

Work = Callable[[Task, threading.Event], Row | None]
"""Runs a task; ``None`` when the event was set before it ended."""


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """An event that an interruption (Ctrl-C, or a polite end) sets instead of breaking off whatever is being done."""
    cancelled = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        cancelled.set()

    if threading.current_thread() is not threading.main_thread():
        yield cancelled
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield cancelled
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_all(tasks: Sequence[Task], work: Work, jobs: int, cancelled: threading.Event) -> Iterator[Row]:
    """The rows of the tasks as they are finished; tasks are started in order, and none after the event is set."""

    def one(task: Task) -> Row | None:
        return None if cancelled.is_set() else work(task, cancelled)

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(one, task) for task in tasks]
        try:
            for future in as_completed(futures):
                row = future.result()
                if row is not None:
                    yield row
        finally:
            if not all(future.done() for future in futures):
                cancelled.set()
