"""The call graph (*may*): which functions calls and starts may run, recursion, and what can be reached.

Calls through pointers and of methods are those that the points-to facts allow. Threads that a function starts are
kept apart from what it calls: a started function runs on its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from vexil.analysis.graphs import components
from vexil.analysis.points_to import PointsTo
from vexil.core.graphs import reachable
from vexil.ir.operations import Call, Start
from vexil.ir.program import Program


class CallGraph:
    """Who may call and start whom; everything it says is a *may* fact unless it says otherwise."""

    def __init__(self, program: Program, points_to: PointsTo) -> None:
        self.program = program
        self._points_to = points_to

    @cached_property
    def _edges(self) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
        """For every call and every start that may be executed the functions it may run."""
        calls: dict[str, tuple[str, ...]] = {}
        starts: dict[str, tuple[str, ...]] = {}
        for name in sorted(self._points_to.reached):
            function = self.program.functions[name]
            for number, edge in enumerate(function.edges):
                if isinstance(edge.operation, Call | Start):
                    identity = function.edge_id(number)
                    table = calls if isinstance(edge.operation, Call) else starts
                    table[identity] = self._points_to.callees(identity)
        return calls, starts

    @property
    def calls(self) -> Mapping[str, tuple[str, ...]]:
        """By the identity of a call edge the functions it may run, sorted."""
        return self._edges[0]

    @property
    def starts(self) -> Mapping[str, tuple[str, ...]]:
        """By the identity of a start edge the functions its threads may run, sorted."""
        return self._edges[1]

    @cached_property
    def calls_at(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """By function, and by location of a call in it, the functions that the call may run, sorted."""
        found: dict[str, dict[int, tuple[str, ...]]] = {name: {} for name in self.program.functions}
        for edge, targets in self.calls.items():
            name, _, number = edge.rpartition("#")
            found[name].setdefault(self.program.functions[name].edges[int(number)].source, targets)
        return found

    @cached_property
    def unresolved(self) -> tuple[str, ...]:
        """The calls and starts that may run something else too, because their pointer may be made from a number."""
        return tuple(edge for edge in sorted((*self.calls, *self.starts)) if not self._points_to.is_resolved(edge))

    @cached_property
    def callees(self) -> Mapping[str, tuple[str, ...]]:
        """By function the functions it may call itself."""
        return self._by_function(self.calls)

    @cached_property
    def started(self) -> Mapping[str, tuple[str, ...]]:
        """By function the functions it may start threads in itself."""
        return self._by_function(self.starts)

    def _by_function(self, edges: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        callees: dict[str, set[str]] = {name: set() for name in self.program.functions}
        for edge, targets in edges.items():
            callees[edge.rpartition("#")[0]].update(targets)
        return {name: tuple(sorted(targets)) for name, targets in callees.items()}

    @cached_property
    def call_sites(self) -> Mapping[str, tuple[str, ...]]:
        """By function the call edges that may run it."""
        sites: dict[str, list[str]] = {name: [] for name in self.program.functions}
        for edge, targets in self.calls.items():
            for target in targets:
                sites[target].append(edge)
        return {name: tuple(edges) for name, edges in sites.items()}

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """The functions in groups that may call each other, callees first: the order to summarise them in."""
        names = list(self.program.functions)
        index = {name: number for number, name in enumerate(names)}
        graph = [[index[callee] for callee in self.callees[name]] for name in names]
        return tuple(tuple(names[member] for member in group) for group in components(graph))

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The functions that may be active several times in one thread; all others are not: a *must* fact."""
        groups = [group for group in self.components if len(group) > 1]
        loops = [name for name in self.program.functions if name in self.callees[name]]
        return frozenset(loops).union(*groups)

    def reachable(self, roots: Iterable[str]) -> frozenset[str]:
        """The roots and everything that may be called from them in the same thread."""
        return frozenset(reachable(roots, self.callees.__getitem__))

    @property
    def running(self) -> frozenset[str]:
        """The functions that may run in some thread."""
        return self._points_to.reached

    @cached_property
    def thread_bodies(self) -> Mapping[str, frozenset[str]]:
        """By root of a thread (the entry function, and each function that may be started) what may run in it."""
        roots = {self.program.entry, *(name for targets in self.starts.values() for name in targets)}
        return {name: self.reachable([name]) for name in sorted(roots)}
