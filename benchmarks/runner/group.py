"""All processes that a command started, as the process table of Linux shows them.

A process belongs to the group when the command leads it, when a member started it, or when it inherited the mark of the
group in its environment: a solver that detached itself from everything is found, too.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / (1024 * 1024)
PR_SET_CHILD_SUBREAPER = 36
MARK = "VEXIL_BENCHMARK_RUN"
"""The environment variable that all processes of one run inherit."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the process table; *cpu_seconds* includes children that the process has waited for."""

    pid: int
    parent: int
    leader: int
    started: int
    cpu_seconds: float
    memory_mb: float
    ended: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """The CPU time that a group has used so far, and the most memory it has held."""

    cpu_seconds: float
    memory_mb: float


def adopt_orphans() -> None:
    """Become the parent of descendants whose parent has ended, to count what they used and to reap them."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def process_table() -> dict[int, Entry]:
    """All processes that can be seen, by their number."""
    table = {}
    for folder in Path("/proc").iterdir():
        name = folder.name
        if not name.isdecimal():
            continue
        try:
            text = (folder / "stat").read_bytes()
        except OSError:
            continue
        fields = text[text.rindex(b")") + 2 :].split()
        ticks = sum(int(fields[place]) for place in (11, 12, 13, 14))
        table[int(name)] = Entry(
            pid=int(name),
            parent=int(fields[1]),
            leader=int(fields[3]),
            started=int(fields[19]),
            cpu_seconds=ticks / TICKS,
            memory_mb=int(fields[21]) * PAGE_MB,
            ended=fields[0] in (b"Z", b"X"),
        )
    return table


def proportional_mb(entry: Entry) -> float:
    """The memory of a process, in which a page that *n* processes share counts as *n*-th part of a page."""
    try:
        text = Path("/proc", str(entry.pid), "smaps_rollup").read_text(encoding="ascii")
        return int(text.partition("\nPss:")[2].split()[0]) / 1024
    except (OSError, IndexError):
        return entry.memory_mb


def has_mark(pid: int, mark: bytes) -> bool:
    """Whether the environment of a process has the mark."""
    try:
        return mark in Path("/proc", str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return False


@dataclass(slots=True)
class Group:
    """The processes started by the command whose first process is *root*, a child of ours that leads its own group."""

    root: int
    mark: str
    known: dict[int, int] = field(default_factory=dict)
    """The members that were alive at the last look, with when they were started: numbers are used again."""
    reaped_seconds: float = 0.0
    peak_mb: float = 0.0
    heaviest_mb: float = 0.0
    weighed: float = 0.0

    def members(self) -> list[Entry]:
        """The members by descent; a member stays one when its parent has ended."""
        table = process_table()
        found: dict[int, Entry] = {}
        rest = list(table.values())
        while True:
            more = [
                entry
                for entry in rest
                if entry.leader == self.root or self.known.get(entry.pid) == entry.started or entry.parent in found
            ]
            if not more:
                break
            found.update((entry.pid, entry) for entry in more)
            rest = [entry for entry in rest if entry.pid not in found]
        self.known = {pid: entry.started for pid, entry in found.items()}
        return list(found.values())

    def look(self) -> Usage:
        """What the members have used so far; members that ended as orphans are reaped and counted."""
        members = self.members()
        self._reap(members)
        cpu_seconds = self.reaped_seconds + sum(entry.cpu_seconds for entry in members if not self._is_ours(entry))
        self._weigh([entry for entry in members if not entry.ended])
        return Usage(cpu_seconds, self.peak_mb)

    def kill(self) -> float:
        """Kill all members and reap orphans, but leave *root* to its parent; the CPU seconds of all others."""
        unreaped: dict[int, float] = {}
        for _ in range(200):
            members = self.members()
            members += self._strays()
            alive = [entry for entry in members if not entry.ended]
            for entry in alive:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(entry.pid, signal.SIGKILL)
            unreaped.update((entry.pid, entry.cpu_seconds) for entry in members if entry.pid != self.root)
            for pid in self._reap(members):
                unreaped.pop(pid, None)
            if not alive:
                break
            time.sleep(0.005)
        return self.reaped_seconds + sum(unreaped.values())

    def _weigh(self, members: list[Entry]) -> None:
        """Note the memory that the members hold; to count shared pages takes time: on growth, or once a second."""
        held, now = sum(entry.memory_mb for entry in members), time.monotonic()
        if len(members) > 1 and (held > 1.02 * self.heaviest_mb or now > self.weighed + 1):
            self.heaviest_mb, self.weighed = max(held, self.heaviest_mb), now
            held = sum(proportional_mb(entry) for entry in members)
        if len(members) == 1 or self.weighed == now:
            self.peak_mb = max(self.peak_mb, held)

    def _strays(self) -> list[Entry]:
        """Processes that only the mark gives away; they are members from now on."""
        mark = f"{MARK}={self.mark}".encode()
        strays = [entry for pid, entry in process_table().items() if pid not in self.known and has_mark(pid, mark)]
        self.known.update((entry.pid, entry.started) for entry in strays)
        return strays

    def _is_ours(self, entry: Entry) -> bool:
        """Whether an orphan has ended and waits for us."""
        return entry.ended and entry.parent == os.getpid() and entry.pid != self.root

    def _reap(self, members: list[Entry]) -> list[int]:
        reaped = []
        for entry in members:
            if self._is_ours(entry):
                with contextlib.suppress(ChildProcessError):
                    pid, _, used = os.wait4(entry.pid, os.WNOHANG)
                    if pid:
                        self.reaped_seconds += used.ru_utime + used.ru_stime
                        reaped.append(pid)
        return reaped
