"""An incremental solver in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from types import TracebackType
from typing import Any

from vexil.core.errors import LimitReached, UsageError
from vexil.core.graphs import reachable
from vexil.logic.solvers.encoding import Encoder
from vexil.logic.solvers.process import Ended, SolverProcess
from vexil.logic.solvers.protocol import Reply, Satisfiable
from vexil.logic.terms import Term, arguments

DEAD_WEIGHT = 3
"""A solver may carry so many times the size of the present question in parts that it does not need for it."""
LIGHT = 100
"""Less dead weight than this, in nodes, never matters."""


class Ageing:
    """How many nodes one search has been told since it began, against those of the present question.

    An incremental solver keeps what it was ever asked: learned facts about questions that share their parts, and dead
    weight for those that share nothing. After sixty unrelated questions, Bitwuzla was ten times slower than anew. The
    rule counts terms and no time, so that runs stay the same.
    """

    def __init__(self) -> None:
        self._told: set[Term] = set()
        self._weight = 0
        self._allowed = LIGHT

    def is_due(self, question: Iterable[Term], weight: Callable[[Term], int]) -> bool:
        """Take note of a question, and say whether to begin anew before it is asked.

        *weight* is the number of nodes that were new in a term. The question is measured only when the search has
        grown so much since it was measured last that this costs nothing in comparison.
        """
        terms = list(question)
        for term in terms:
            if term not in self._told:
                self._told.add(term)
                self._weight += weight(term)
        if self._weight <= self._allowed:
            return False
        used = _size(terms)
        self._allowed = used + max(LIGHT, DEAD_WEIGHT * used)
        if self._weight <= self._allowed:
            return False
        self._told, self._weight = set(terms), used
        return True


def _size(terms: list[Term]) -> int:
    """The number of nodes in terms, shared ones counted once."""
    return len(reachable(terms, arguments))


PACKAGES = {"bitwuzla": "bitwuzla", "z3": "z3-solver", "cvc5": "cvc5"}
"""The solvers, and the packages they come in."""
STARTING = 0.05
"""Seconds that a question may cost however few are left."""
Remaining = Callable[[], float | None]
"""The CPU seconds that are left, ``None`` for no limit."""


class ProcessSolver:
    """Keeps what is demanded on our side, so that a new process can take over when one ends.

    Nothing is sent before a question is asked. A question whose process ends is answered ``unknown``; the next one
    starts another process and tells it everything again. Within a limit of resource units, the same questions in the
    same order get the same answers; ``seconds`` of CPU time, and what ``remaining`` says, are hard limits that depend
    on the machine.
    """

    def __init__(
        self,
        name: str,
        *,
        preprocess: bool = True,
        seconds: float | None = None,
        remaining: Remaining | None = None,
        memory_mb: int | None = None,
    ) -> None:
        if name not in PACKAGES:
            raise UsageError(f"there is no solver {name}", hint=f"choose one of {', '.join(PACKAGES)}")
        self.name = name
        self._seconds = seconds
        self._remaining = remaining
        self.effort = 0
        """What the answers cost so far, in the solver's own measure, which is the same in every run."""
        self._preprocess = preprocess
        self._memory_mb = memory_mb
        self._levels: list[list[Term]] = [[]]
        self._process: SolverProcess | None = None
        self._encoder = self._new_encoder()
        self._queue: list[tuple[Any, ...]] = []
        self._ageing = Ageing()
        self._is_stale = False  # whether encoder and queue belong to a process that is gone
        self._past_cpu = 0.0
        self._question: tuple[tuple[Term, ...], int | None] | None = None  # the last one, while it has a model

    def __enter__(self) -> ProcessSolver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def push(self) -> None:
        """Open a level: what is added from here on is forgotten by the matching `pop`."""
        self._levels.append([])
        self._tell("push")

    def pop(self) -> None:
        """Close the innermost level."""
        if len(self._levels) == 1:
            raise ValueError("there is no level to close")
        self._levels.pop()
        self._tell("pop")

    def add(self, term: Term) -> None:
        """Demand that a term is true."""
        if not self._is_stale:
            self._tell("add", *self._encoder.numbers((term,)))
        self._levels[-1].append(term)
        self._question = None

    def _tell(self, *command: Any) -> None:
        self._question = None
        if not self._is_stale:
            self._queue.append(command)

    def renew(self) -> None:
        """Let the next question begin a new search, which knows what is demanded and nothing that was learned."""
        self._tell("renew")

    def check(self, *assumptions: Term, limit: int | None = None) -> Reply:
        """Look for a model of everything added and the assumptions, within *limit* resource units."""
        return self.check_and_read(assumptions, (), limit=limit)[0]

    def check_and_read(
        self, assumptions: Iterable[Term], wanted: Iterable[Term], *, limit: int | None = None
    ) -> tuple[Reply, list[Any]]:
        """`check`, and the values of terms in the model when there is one, in one exchange."""
        self._question = None
        assumed = tuple(assumptions)
        process = self._running()
        numbers, weight = self._encoder.numbers, self._encoder.weight
        numbered, read = numbers(assumed), numbers(wanted)
        if self._ageing.is_due(chain(*self._levels, assumed), weight):
            self._queue.append(("renew",))
        word, reason, values = self._ask(process, ("check", numbered, limit, read))
        if word in ("sat", "unsat"):
            self._question = (assumed, limit) if word == "sat" else None
            return Reply(Satisfiable(word)), values
        return Reply(Satisfiable.UNKNOWN, reason or word), []

    def check_with_core(
        self, assumptions: Iterable[Term], wanted: Iterable[Term], *, limit: int | None = None
    ) -> tuple[Reply, list[Any]]:
        """`check`, with the values of terms where there is a model, else with assumptions that exclude each other.

        These are their places among the assumptions. The search is never begun anew: whoever asks so asks thousands of
        questions about the same formulas.
        """
        assumed = tuple(assumptions)
        process = self._running()
        numbered, read = self._encoder.numbers(assumed), self._encoder.numbers(wanted)
        word, reason, found = self._ask(process, ("core", numbered, limit, read))
        self._question = (assumed, limit) if word == "sat" else None
        if word in ("sat", "unsat"):
            return Reply(Satisfiable(word)), found
        return Reply(Satisfiable.UNKNOWN, reason or word), []

    def rows(
        self, demanded: Iterable[Term], projected: Iterable[Term], *, most: int, limit: int | None = None
    ) -> tuple[Reply, list[int]]:
        """All combinations of truth values of *projected* terms in models of everything added and demanded (AllSAT).

        A row has bit *i* where term *i* is true. Each is found once, by one search that is asked once more than there
        are rows; the solver then answers ``unsat``. It answers ``sat`` where there are more than *most*. Each question
        may cost *limit* resource units.
        """
        self._question = None
        process = self._running()
        numbers = self._encoder.numbers
        command = ("rows", numbers(demanded), numbers(projected), most, limit)
        self._ageing = Ageing()  # the search begins anew
        word, reason, rows = self._ask(process, command)
        if word in ("sat", "unsat"):
            return Reply(Satisfiable(word)), rows
        return Reply(Satisfiable.UNKNOWN, reason or word), rows

    def model(self, terms: Iterable[Term]) -> Mapping[Term, int]:
        """Values of terms that are no arrays in the model found by the last `check`, as constants' values.

        When the process has ended since, another one is asked the question again; `LimitReached` when it fails.
        """
        wanted = list(terms)
        question, process = self._question, self._process
        if question is None:
            raise ValueError("there is no model: the last question was not answered with yes, or more was demanded")
        if process is not None:
            word, _, values = self._ask(process, ("values", self._encoder.numbers(wanted)))
            if word == "values":
                return dict(zip(wanted, values, strict=True))
        reply, values = self.check_and_read(question[0], wanted, limit=question[1])
        if not reply.is_sat:
            raise LimitReached(f"{self.name} could not find its model again: {reply.reason}")
        return dict(zip(wanted, values, strict=True))

    def _ask(self, process: SolverProcess, command: tuple[Any, ...]) -> tuple[str, str, list[Any]]:
        sorts, nodes = self._encoder.take()
        commands, self._queue = [*self._queue, command], []
        try:
            word, reason, values, effort = process.request((sorts, nodes, commands), self._allowed())
        except Ended as end:
            self._forget()
            return "unknown", end.reason, []
        except BaseException:
            self._forget()
            raise
        if word in ("failed", "memory", "missing"):
            self._forget()
        if word == "missing":
            raise UsageError(
                f"solver {self.name} is not installed: {reason}", hint=f"pip install {PACKAGES[self.name]}"
            )
        self.effort += effort
        return word, reason, values

    def _allowed(self) -> float | None:
        """CPU seconds that the next question may cost; a process that was not started yet needs some of them."""
        remaining = None if self._remaining is None else self._remaining()
        if remaining is None:
            return self._seconds
        remaining = max(remaining, STARTING)
        return remaining if self._seconds is None else min(remaining, self._seconds)

    def _running(self) -> SolverProcess:
        """The process to ask; a new one is told everything that is demanded."""
        if self._process is None:
            if self._is_stale:
                self._encoder, self._ageing = self._new_encoder(), Ageing()
                self._queue, self._is_stale = [], False
                for depth, level in enumerate(self._levels):
                    if depth:
                        self._queue.append(("push",))
                    self._queue.extend(("add", number) for number in self._encoder.numbers(level))
            self._process = SolverProcess(self.name, preprocess=self._preprocess, memory_mb=self._memory_mb)
        return self._process

    def _new_encoder(self) -> Encoder:
        return Encoder(self.name, has_integers=self.name != "bitwuzla")

    def cpu_seconds(self) -> float:
        """CPU seconds of all processes this solver has had."""
        return self._past_cpu + self.running_cpu_seconds()

    def running_cpu_seconds(self) -> float:
        """CPU seconds of the running process, which the system does not count as ours before it has ended."""
        return self._process.cpu_seconds() if self._process is not None else 0.0

    @property
    def pid(self) -> int | None:
        """The process that would be asked, if one is running."""
        return self._process.pid if self._process is not None else None

    def _forget(self) -> None:
        process, self._process = self._process, None
        self._queue, self._is_stale = [], True
        if process is not None:
            process.close()
            self._past_cpu += process.cpu_seconds()

    def close(self) -> None:
        """End the solver; it may be called twice."""
        self._question = None
        self._forget()
