"""Interference dependence: which writes of other threads a read may see.

Reads and writes meet in cells that more than one thread may use. A write counts unless it always comes after the read:
because its thread is started after it, or the reading thread has ended before. A *may* fact; reads of one cell in one
situation of threads share their answer, so that nothing is quadratic in the statements.
"""

from __future__ import annotations

from vexil.analysis.dependence.cells import THREADS, Cells
from vexil.analysis.dependence.data import Modifications, cells_in
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.parallel import Parallel
from vexil.ir.program import Function


class InterferenceDependences:
    """What other threads may write that a node reads."""

    def __init__(self, nodes: Nodes, cells: Cells, parallel: Parallel, modifications: Modifications) -> None:
        self._nodes = nodes
        self._cells = cells
        self._parallel = parallel
        self._modifications = modifications
        self._writers: dict[int, dict[int, list[int]]] = {}
        self._shared: int | None = None

    @property
    def shared(self) -> int:
        """The cells that more than one thread may use."""
        if self._shared is None:
            self._shared = sum(
                1 << cell
                for cell, owner in enumerate(self._cells.objects)
                if self._parallel.is_shared(owner, self._cells.names[cell])
            )
        return self._shared

    def read(self, function: Function, location: int) -> list[int]:
        """The shared cells that a location reads."""
        if not self._parallel.is_concurrent:
            return []
        accesses, found = self._cells.accesses[function.name], 0
        for number in function.outgoing[location]:
            found |= accesses[number].reads
        return cells_in(found & self.shared)

    def writers(self, cell: int) -> dict[int, list[int]]:
        """By situation of threads the nodes that may write a cell."""
        found = self._writers.get(cell)
        if found is None:
            found = self._writers[cell] = {}
            nodes = [node for writers in self._modifications.nodes_of.get(cell, {}).values() for node in writers]
            if self._cells.names[cell] == THREADS:
                nodes += [end for t in range(1, len(self._parallel.sites)) for end in self._ends(t)]
            for node in dict.fromkeys(nodes):
                found.setdefault(self._parallel.situation(node), []).append(node)
        return found

    def before(self, cell: int, situation: int) -> list[tuple[int, list[int]]]:
        """The nodes, by situation, that may write a cell before a reader in another thread in a situation reads it."""
        precedes = self._parallel.may_precede
        return [(theirs, nodes) for theirs, nodes in self.writers(cell).items() if precedes(theirs, situation)]

    def _ends(self, thread: int) -> list[int]:
        """Where a thread ends, which changes whether it is alive."""
        functions = [(name, self._nodes.program.functions[name]) for name in self._parallel.roots(thread)]
        return [self._nodes.node(name, function.exit) for name, function in functions]
