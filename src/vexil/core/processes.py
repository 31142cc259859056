"""Child processes within the limits of a run: what they have used, how they are started, fed and killed.

Programs of others are run to their end. Work of our own is done in a copy of this process, which knows everything and
sends one small result back: for libraries that do not look at limits while they compute. It is forked before such
libraries are loaded.
"""

from __future__ import annotations

import math
import os
import pickle
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached, VexilError

Result = TypeVar("Result")
LOOK_EVERY = 0.5
"""Seconds between two looks at what a child has used."""
MOST_BYTES = 1 << 20
ENDINGS = signal.SIGINT, signal.SIGTERM
"""What asks a process to end in an orderly way."""
DEEPEST_RESULT = 20_000
"""How deeply the parts of a result may be nested when it is sent from one process to the other."""

_BOOTSTRAP = """
import sys, types
from importlib import import_module
sys.path[:] = {path!r} or sys.path
for name, folder in {packages!r}.items():
    package = sys.modules[name] = types.ModuleType(name)
    package.__path__ = [folder]
import_module({module!r}).main(*sys.argv[1:])
"""


# --- what a child has used -----------------------------------------------------------------------------------


def process_seconds(process: int) -> float | None:
    """CPU seconds of a running process, by the clock that Linux keeps for each; nothing elsewhere."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except (OSError, AttributeError):
        return None


def process_meter(child: int) -> Callable[[], float]:
    """The CPU seconds of a running child; seconds of the wall clock where the system does not tell."""
    started = time.monotonic()

    def used() -> float:
        seconds = process_seconds(child)
        return time.monotonic() - started if seconds is None else seconds

    return used


def kill_group(leader: int) -> None:
    """Kill a process that leads its group, with everything it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


# --- programs ------------------------------------------------------------------------------------------------


def python_command(module: str, *arguments: str, isolated: bool = False) -> list[str]:
    """A Python that runs ``main`` of a module of ours; one that is isolated has our search path and nothing else.

    The packages above the module are made without running them: that would take longer than what children do.
    """
    root = Path(__file__).parents[2]
    names = module.split(".")
    packages = {".".join(names[:end]): str(root.joinpath(*names[:end])) for end in range(1, len(names))}
    program = _BOOTSTRAP.format(path=sys.path if isolated else [], packages=packages, module=module)
    return [sys.executable, *(("-I", "-S") if isolated else ("-P",)), "-c", program, *arguments]


@dataclass(frozen=True, slots=True)
class Finished:
    """What a program has printed, and how it ended."""

    output: str
    status: int


def find_program(names: Sequence[str], path: str | None = None) -> str | None:
    """The first of several programs that is installed, looked for in ``PATH`` unless a path is given."""
    return next((program for name in names if (program := shutil.which(name, path=path)) is not None), None)


def run_program(
    command: Sequence[str], folder: Path, context: Context, doing: str, *, event: str, look_every: float = 0.25
) -> Finished:
    """Run a program to its end; raises `LimitReached`, with the program and all it has started killed.

    What it has used is reported as an event of this kind, whenever it is another second.
    """
    context.check_limits(doing)
    reported: float | None = None
    child = subprocess.Popen(
        list(command),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    meter = process_meter(child.pid)
    try:
        with context.metered(meter):
            _limit(child.pid, context)
            while True:
                try:
                    output, _ = child.communicate(timeout=context.until_next_look(look_every))
                except subprocess.TimeoutExpired:
                    used = round(meter())
                    if reported != used:
                        context.emit(event, doing=doing, cpu_seconds=used)
                        reported = used
                    context.check_limits(doing)
                    continue
                return Finished(output.decode("utf-8", "replace"), child.returncode)
    finally:
        kill_group(child.pid)
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _limit(process: int, context: Context) -> None:
    """Let the system keep the limits as well, where it can, for what a program starts itself."""
    if not hasattr(resource, "prlimit"):
        return
    memory, seconds = context.limits.memory_mb, context.remaining_cpu_seconds()
    with suppress(OSError):
        if memory is not None:
            resource.prlimit(process, resource.RLIMIT_AS, (memory << 20, memory << 20))
        if seconds is not None:
            most = math.ceil(seconds) + 1
            resource.prlimit(process, resource.RLIMIT_CPU, (most, most + 1))


# --- work in a copy of this process --------------------------------------------------------------------------


def leave_signals_to_parent() -> None:
    """Let a child go on when the user, or the system, wants an end: the parent kills it when it has to."""
    for name in ENDINGS:
        signal.signal(name, signal.SIG_IGN)


def in_child(work: Callable[[Context], Result], context: Context, doing: str) -> Result:
    """The result of *work*, done in a child within the limits of the context; raises `LimitReached`."""
    context.check_limits(doing)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        work_and_exit(work, context, writer, leave_signals_to_parent)
    os.close(writer)
    with context.metered(process_meter(child)):
        try:
            answer = _received(reader, context, doing)
        finally:
            os.close(reader)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if not answer:
        raise LimitReached(f"a process ended while {doing}: it was killed, or memory was short")
    kind, value = pickle.loads(answer)
    if kind == "result":
        result: Result = value
        return result
    if kind == "limit":
        context.check_limits(doing)
        raise LimitReached(value)
    raise value if isinstance(value, VexilError) else InternalError(value)


def _received(reader: int, context: Context, doing: str) -> bytes:
    """Everything the child sends; the limits are looked at while it is busy."""
    parts: list[bytes] = []
    while not parts or parts[-1]:
        if select.select([reader], [], [], context.until_next_look(LOOK_EVERY))[0]:
            parts.append(os.read(reader, MOST_BYTES))
        else:
            context.check_limits(doing)
    return b"".join(parts)


def work_and_exit(
    work: Callable[[Context], object], context: Context, writer: int, prepare: Callable[[], object]
) -> NoReturn:
    """Do the work of a child, send what became of it, and end the process, whatever happens."""
    answer: tuple[str, object]
    try:
        prepare()
        answer = ("result", work(context))
    except LimitReached as limit:
        answer = ("limit", limit.reason)
    except VexilError as error:
        answer = ("error", error)
    except MemoryError:
        answer = ("limit", "limit of memory reached")
    except KeyboardInterrupt:  # whoever ends a group of processes asks this one as well
        answer = ("limit", "interrupted")
    except BaseException as error:
        answer = ("mistake", f"{type(error).__name__}: {error}")
    try:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.setrecursionlimit(DEEPEST_RESULT)
        with open(writer, "wb") as pipe:
            pipe.write(_packed(answer))
    finally:
        os._exit(0)


def _packed(answer: tuple[str, object]) -> bytes:
    try:
        return pickle.dumps(answer)
    except RecursionError:
        return pickle.dumps(("limit", "its result is nested too deeply to be sent"))
    except Exception as error:
        return pickle.dumps(("mistake", f"its result cannot be sent: {error}"))
