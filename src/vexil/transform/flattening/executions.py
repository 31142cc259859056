"""How often functions and edges may be executed in a whole run: a number, or nothing when there is no bound."""

from __future__ import annotations

from vexil.analysis import Analyses, components
from vexil.ir.expressions import Apply, Const, Operator, Variable
from vexil.ir.operations import Assign, Operation, written_places
from vexil.ir.program import Function, Program
from vexil.ir.types import IntegerType

MOST = 64
"""Greater numbers count as no bound."""


class Executions:
    """Counts along calls and starts; what is on a cycle of control, or recursive, has no bound (a *may* fact)."""

    def __init__(self, program: Program, analyses: Analyses) -> None:
        self._program = program
        self._analyses = analyses
        graph = analyses.call_graph
        self._sites: dict[str, list[str]] = {}
        for edges in (graph.calls, graph.starts):
            for edge, targets in edges.items():
                for target in targets:
                    self._sites.setdefault(target, []).append(edge)
        names = list(program.functions)
        index = {name: number for number, name in enumerate(names)}
        links = [[index[other] for other in (*graph.callees[name], *graph.started[name])] for name in names]
        groups = components(links)
        self._cyclic = {
            names[member] for group in groups for member in group if len(group) > 1 or member in links[member]
        }
        self._known: dict[str, frozenset[int]] = {}
        self._counts: dict[str, int | None] = {}
        for group in reversed(groups):  # callers first
            for member in group:
                self._counts[names[member]] = self._count(names[member])

    def _count(self, name: str) -> int | None:
        if name in self._cyclic:
            return None
        total = int(name == self._program.entry)
        for edge in self._sites.get(name, ()):
            times = self.of_edge(edge)
            if times is None or total + times > MOST:
                return None
            total += times
        return total

    def of_function(self, name: str) -> int | None:
        """The most activations of a function in a run."""
        return self._counts[name]

    def of_edge(self, edge: str) -> int | None:
        """The most executions of an edge in a run."""
        name, _, number = edge.rpartition("#")
        source = self._program.functions[name].edges[int(number)].source
        times = self._counts.get(name)
        if source not in self._loops(name) or times is None:
            return times
        trips = self._trips(self._program.functions[name], source)
        return None if trips is None or trips * times > MOST else trips * times

    def _trips(self, function: Function, location: int) -> int | None:
        """How often control may come to a location of a loop that counts: a register only grows, on every way round."""
        successors = self._analyses.control_flow(function.name).successors
        group = next(set(members) for members in components(successors) if location in members)
        best: int | None = None
        for variable in function.variables.values():
            if variable.addressable or not isinstance(variable.type, IntegerType):
                continue
            growing = _growing(function, variable.name, group)
            if growing is None or _on_cycle(function, group, location, growing):
                continue
            values = self._analyses.intervals.register(function.name, location, variable.name)
            if values is None or values.low is None or values.high is None:
                continue
            count = values.high - values.low + 1
            best = count if best is None else min(best, count)
        return best

    def _loops(self, name: str) -> frozenset[int]:
        """The locations on cycles."""
        if name not in self._known:
            successors = self._analyses.control_flow(name).successors
            self._known[name] = frozenset(
                member
                for group in components(successors)
                for member in group
                if len(group) > 1 or member in successors[member]
            )
        return self._known[name]


def _growing(function: Function, name: str, group: set[int]) -> set[int] | None:
    """The edges of a loop that add a positive constant to a register, if nothing else in it writes the register.

    The sum must not wrap around: an interval that is not the whole type shows that it does not.
    """
    increments: set[int] = set()
    for number, edge in enumerate(function.edges):
        if edge.source not in group or edge.target not in group:
            continue
        if not any(isinstance(place, Variable) and place.name == name for place in written_places(edge.operation)):
            continue
        match edge.operation:
            case Assign(Variable(_, _, False), Apply(Operator.ADD, (Variable(read, _, False), Const(step, _)), _)):
                is_same = read == name or _is_copy(function, edge.source, read, name)
                if not is_same or not isinstance(step, int) or step <= 0:
                    return None
                increments.add(number)
            case _:
                return None
    return increments


def _is_copy(function: Function, location: int, copy: str, name: str) -> bool:
    """Say whether a register was just copied to another one wherever control comes to a location."""
    arriving = [edge.operation for edge in function.edges if edge.target == location]
    return bool(arriving) and all(_copies(operation, copy, name) for operation in arriving)


def _copies(operation: Operation, copy: str, name: str) -> bool:
    match operation:
        case Assign(Variable(target, _, False), Variable(source, _, False)):
            return (target, source) == (copy, name)
        case _:
            return False


def _on_cycle(function: Function, group: set[int], location: int, without: set[int]) -> bool:
    """Say whether a way inside a loop leads back to a location without certain edges."""
    pending, visited = [location], set()
    while pending:
        for number in function.outgoing[pending.pop()]:
            target = function.edges[number].target
            if number in without or target not in group or target in visited:
                continue
            if target == location:
                return True
            visited.add(target)
            pending.append(target)
    return False
