"""Depth-first search along single paths: for bugs that lie deep, where few inputs decide the way.

States are never merged, so what a path knows stays as it is: mostly constants. At every branch that inputs decide, the
solver is asked which ways are possible, with the part of the path condition that the branch depends on (a slice by
shared symbols: the rest is satisfiable, and cannot matter); the way that was taken less often goes first. A state
without symbols that was seen before at the same place is not followed again.
"""

from __future__ import annotations

from vexil.core.context import Context
from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.state import Frame, Key, State
from vexil.engines.bounded.stepping import QUERY
from vexil.logic import Term

PATIENCE = 5_000
"""Resource units for one branch; a way nobody decided is taken to be possible."""


class Paths(Executor):
    """Runs one state after the other, the newest first."""

    def __init__(self, machine: Machine, checks: frozenset[str], context: Context, queries: Queries) -> None:
        super().__init__(machine, checks, context)
        self._queries = queries
        self._stack: list[State] = []
        self._visits: dict[tuple[int, int], int] = {}
        self._visited: set[tuple[object, ...]] = set()
        self.bound = 1 << 60

    def enqueue(self, state: State) -> None:
        """Go on with a state before all others that wait."""
        self._stack.append(state)

    def run(self, budget: int | None = None) -> bool:
        """Follow paths; say whether all were followed within a budget of work."""
        last = None if budget is None else self.work + budget
        while self._stack:
            if last is not None and self.work > last:
                return False
            state = self._stack.pop()
            if self._is_new(state):
                self.proceed(state)
        return True

    def waiting(self) -> list[State]:
        """The states that have not ended."""
        return [*self._stack]

    def _part(self, state: State, ways: list[tuple[int, Term]]) -> State | None:
        possible = [(edge, condition) for edge, condition in ways if self._is_possible(state.guard, condition)]
        if not possible:
            return None
        function = state.frame.function
        possible.sort(key=lambda way: self._visits.get((function, way[0]), 0))
        for edge, _ in possible:
            self._visits[function, edge] = self._visits.get((function, edge), 0) + 1
        return super()._part(state, possible)

    def _is_possible(self, guard: Guard, condition: Term) -> bool:
        reply = self._queries.ask(*sliced(guard, condition), condition, limit=PATIENCE)
        self.work += QUERY + self._queries.cost()
        return not reply.is_unsat

    def _is_new(self, state: State) -> bool:
        """Remember a state at a head that is all constants; say whether it is the first of its kind."""
        frame = state.frame
        if not frame.loops or frame.loops[-1].head != frame.location:
            return True
        image = _image(state)
        if image is None:
            return True
        if image in self._visited:
            return False
        self._visited.add(image)
        return True


def sliced(guard: Guard, condition: Term) -> list[Term]:
    """The terms of a guard that a condition depends on, directly or through others."""
    mask = condition.symbols
    rest = list(guard.backwards())
    chosen: list[Term] = []
    while True:
        related = [term for term in rest if term.symbols & mask]
        if not related:
            return chosen
        chosen += related
        rest = [term for term in rest if not term.symbols & mask]
        for term in related:
            mask |= term.symbols


def _image(state: State) -> tuple[object, ...] | None:
    """What a state is, if it is all constants: places without iteration counts, values and memory."""
    parts: list[object] = []
    for term in state.globals:
        if term.symbols:
            return None
    parts.append(tuple(term.number for term in state.globals))
    frame: Frame | None = state.frame
    while frame is not None:
        if any(term.symbols for term in frame.registers):
            return None
        place: Key = (frame.function, frame.location)
        parts.append((place, tuple(term.number for term in frame.registers)))
        parts.append(tuple(sorted((index, address.number) for index, address in frame.blocks.items())))
        frame = frame.parent
    for number, block in sorted(state.memory.items()):
        if block.alive.symbols or block.size.symbols or block.elements is not None:
            return None
        cells = []
        for offset, (storage, value, written) in sorted(block.cells.items()):
            if value.symbols or written.symbols:
                return None
            cells.append((offset, storage, value.number, written.number))
        parts.append((number, block.alive.number, block.size.number, block.fill, tuple(cells)))
    return tuple(parts)
