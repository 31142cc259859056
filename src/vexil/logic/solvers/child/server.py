"""The loop of a solver's process: read a request, build its terms, answer, until the pipe is closed."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import sys
from importlib import import_module
from typing import Any, BinaryIO, Protocol

from vexil.logic.solvers.child import wire


class Backend(Protocol):
    """One solver library behind the operators of our terms; its terms and sorts are opaque here.

    ``effort`` is what the last question cost, in a measure that is the same in every run; 0 where there is none.
    """

    effort: int

    def sort(self, kind: str, parts: tuple[Any, ...]) -> Any:
        """A sort; the parts are widths, or the sorts of an array."""

    def constant(self, kind: str, value: int, sort: Any, width: int) -> Any:
        """A constant of a sort that is no array."""

    def symbol(self, name: str, sort: Any) -> Any:
        """A free symbol."""

    def apply(self, op: str, args: list[Any], indices: tuple[int, ...], sort: Any) -> Any:
        """An operator applied to terms."""

    def renew(self) -> None:
        """Start the search from nothing again; terms, levels and demands stay."""

    def push(self) -> None:
        """Open a level."""

    def pop(self) -> None:
        """Close a level."""

    def add(self, term: Any) -> None:
        """Demand a term."""

    def check(self, assumptions: list[Any], limit: int | None) -> tuple[str, str]:
        """Answer ``sat``, ``unsat`` or ``unknown``, and why it is unknown."""

    def begin_cores(self) -> None:
        """Let further questions be such that their cores can be asked for."""

    def core(self, assumptions: list[Any]) -> list[int]:
        """The numbers of assumptions of the last ``unsat`` that contradict what is demanded, all in doubt."""

    def value(self, term: Any, kind: str) -> Any:
        """The value of a term in the last model; an array is a list of pairs and a default."""


class Server:
    """The terms of one process and the solver that holds them."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._kinds: list[tuple[Any, ...]] = []
        self._sorts: list[Any] = []
        self._terms: list[Any] = []
        self._sort_of: list[int] = []

    def serve(self, requests: BinaryIO, answers: BinaryIO) -> None:
        """Answer until there is nobody to answer to."""
        while (request := wire.receive(requests)) is not None:
            try:
                answer = self._handle(request)
            except MemoryError:
                answer = ("memory", "", [], 0)
            except Exception as trouble:  # libraries raise what they like: it is a reason, no crash
                answer = _failure(trouble)
            if answer is not None:
                answers.write(wire.pack(answer))
                answers.flush()
                if answer[0] in ("memory", "failed"):  # what was built may be incomplete: a new process is cleaner
                    return

    def _handle(self, request: wire.Request) -> wire.Answer | None:
        sorts, nodes, commands = request
        for sort in sorts:
            self._add_sort(sort)
        self._add_nodes(nodes)
        backend, terms = self._backend, self._terms
        for command in commands:
            match command:
                case ("add", node):
                    backend.add(terms[node])
                case ("push",):
                    backend.push()
                case ("pop",):
                    backend.pop()
                case ("renew",):
                    backend.renew()
                case ("check", assumed, limit, wanted):
                    word, reason = backend.check([terms[node] for node in assumed], limit)
                    return word, reason, self._values(wanted) if word == "sat" else [], backend.effort
                case ("core", assumed, limit, wanted):
                    return self._core([terms[node] for node in assumed], limit, wanted)
                case ("values", wanted):
                    return "values", "", self._values(wanted), 0
                case ("rows", demanded, projected, most, limit):
                    return self._rows(demanded, projected, most, limit)
                case _:
                    raise ValueError(f"there is no command {command}")
        return None

    def _add_sort(self, sort: tuple[Any, ...]) -> None:
        kind, *parts = sort
        if kind == "array":
            parts = [self._sorts[part] for part in parts]
        self._kinds.append(sort)
        self._sorts.append(self._backend.sort(kind, tuple(parts)))

    def _add_nodes(self, nodes: list[wire.Node]) -> None:
        backend, terms, sorts, sort_of = self._backend, self._terms, self._sorts, self._sort_of
        for op, sort, args, payload in nodes:
            if op == "const":
                kind, *parts = self._kinds[sort]
                term = backend.constant(kind, payload, sorts[sort], parts[0] if parts else 0)
            elif op == "symbol":
                term = backend.symbol(payload, sorts[sort])
            else:
                term = backend.apply(op, [terms[argument] for argument in args], payload or (), sorts[sort])
            terms.append(term)
            sort_of.append(sort)

    def _core(self, assumptions: list[Any], limit: int | None, wanted: list[int]) -> wire.Answer:
        """The answer to a question, with values of a model or the numbers of assumptions that exclude each other."""
        backend = self._backend
        backend.begin_cores()
        word, reason = backend.check(assumptions, limit)
        found = self._values(wanted) if word == "sat" else backend.core(assumptions) if word == "unsat" else []
        return word, reason, found, backend.effort

    def _rows(self, demanded: list[int], projected: list[int], most: int, limit: int | None) -> wire.Answer:
        """Every combination of Boolean terms that a model has, by one search that is told to avoid those it found."""
        backend = self._backend
        terms = [self._terms[node] for node in projected]
        negated = [backend.apply("not", [term], (), None) for term in terms]
        rows: list[int] = []
        effort = 0
        backend.renew()
        backend.push()
        for node in demanded:
            backend.add(self._terms[node])
        while True:
            word, reason = backend.check([], limit)
            effort += backend.effort
            if word != "sat" or len(rows) == most:
                break
            signs = [backend.value(term, "bool") for term in terms]
            rows.append(sum(sign << place for place, sign in enumerate(signs)))
            if not terms:
                word = "unsat"
                break
            avoided = [no if sign else yes for sign, yes, no in zip(signs, terms, negated, strict=True)]
            backend.add(avoided[0] if len(avoided) == 1 else backend.apply("or", avoided, (), None))
        if word != "failed":
            backend.pop()
        return word, reason, rows, effort

    def _values(self, wanted: list[int]) -> list[Any]:
        return [self._backend.value(self._terms[node], self._kinds[self._sort_of[node]][0]) for node in wanted]


def _failure(trouble: Exception) -> wire.Answer:
    """The first line of what a library says; it may say it in bytes."""
    text = (
        trouble.args[0].decode(errors="replace")
        if trouble.args and isinstance(trouble.args[0], bytes)
        else str(trouble)
    )
    if "out of memory" in text or "bad_alloc" in text:
        return "memory", "", [], 0
    return "failed", text.strip().partition("\n")[0] or type(trouble).__name__, [], 0


def end_with(parent: int) -> None:
    """End this process when the other end of a pipe, which nobody ever writes to, is closed.

    The system signals whatever happens at the pipe, which can only be that, and the signal's default is to end us: a
    solver may be deep in a library by then. The pipe of requests would not do, since a signal about bytes that were
    written to it may come after they were read.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(parent, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(parent, fcntl.F_SETFL, fcntl.fcntl(parent, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([parent], [], [], 0)[0]:  # it was closed before the system was asked
        os._exit(0)


def limit_memory(megabytes: int) -> None:
    """Let the process have so much more than it has now."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - importing pathlib takes longer
            used = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        used = 0
    size = used + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main(name: str, preprocess: str, memory: str, parent: str) -> None:
    """Serve the solver of this name on the standard streams until the pipe *parent* is closed.

    *memory* is in megabytes, 0 for no limit.
    """
    end_with(int(parent))
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    try:
        backend: Backend = import_module(f"vexil.logic.solvers.child.with_{name}").backend(preprocess == "1")
    except ImportError as trouble:
        answers.write(wire.pack(("missing", str(trouble), [], 0)))
        answers.flush()
        return
    if memory != "0":
        limit_memory(int(memory))
    Server(backend).serve(requests, answers)
    os._exit(0)  # taking millions of terms apart would take its time
