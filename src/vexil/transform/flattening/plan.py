"""What threads there are, what each may run, and the values of their program counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from vexil.analysis import Analyses, ControlFlow
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.operations import EndThread, Start, Stop, Throw, Wait
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import Variable
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.executions import Executions
from vexil.transform.flattening.slot_sharing import levels_of

Place = tuple[str, int]
"""A function and one of its locations, or of its edges."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """Bounds where the user gave none and none can be derived; exceeding one cuts the run, and is counted."""

    threads: int = 4
    recursion: int = 8
    instances: int = 4
    array_length: int = 8
    memory: int = 64
    """Bytes of memory whose size is computed."""
    inputs: int = 8
    """Values that are tried at a choice among very many of which none stand for all."""
    thrown: int = 2
    """Instances of a class that is there to be thrown."""
    forgetting: bool = True
    """Whether objects that nothing reaches make room for others; else the run is cut when a pool is full."""
    quick: bool = False
    """Whether one value is tried at such a choice even where a few stand for all: a first look that soon ends."""


@dataclass(frozen=True)
class TemplatePlan:
    """Threads that begin in one function; ``base`` + 1 is the value that stands for the first of them."""

    root: str
    count: int
    base: int
    functions: tuple[str, ...]
    callers: Mapping[str, tuple[Place, ...]]
    """By function the call edges of the template that may run it: the first one is remembered as 1."""
    depths: Mapping[str, int]
    """How often each recursive function may be active."""
    levels: Mapping[str, int]
    """How deep functions are in calls that may share their places in the state with others of their level."""
    places: Mapping[Place, int]
    """The program counter of every location that is not the end of a thread."""
    waits: tuple[Place, ...]
    """The wait edges: a thread that waits at number i is at ``first_wait`` + i, and then, woken, ``len(waits)`` on."""
    first_wait: int
    exit: int
    exceptional: int | None
    stop: int | None

    @property
    def first_end(self) -> int:
        """The least program counter of an ended thread."""
        return self.first_wait + 2 * len(self.waits)

    @cached_property
    def counter(self) -> Variable:
        """The program counter, as the finished template has it."""
        return Variable("pc", IntegerType(max(8, self.ends[-1].bit_length()), False), template=self.root)

    def number_of(self, place: Place) -> int:
        """The program counter of a location that a step leads to: an ordinary one, or an end of the first function."""
        return self.places.get(place, self.exit if self.stop is None else self.stop)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The program counters of ended threads."""
        return tuple(sorted({item for item in (self.exit, self.exceptional, self.stop) if item is not None}))


class Plan:
    """The templates of a program."""

    def __init__(self, program: Program, analyses: Analyses, bounds: Bounds, defaults: Defaults) -> None:
        self.program = program
        self._analyses = analyses
        self._bounds = bounds
        self._defaults = defaults
        self.executions = Executions(program, analyses)
        graph = analyses.call_graph
        if graph.unresolved:
            edge = graph.unresolved[0]
            raise NotFlat("a function pointer", "it may be made from a number", where=edge)
        self.templates: list[TemplatePlan] = []
        base = 0
        roots = [program.entry, *(name for name in sorted(graph.thread_bodies) if name != program.entry)]
        for root in roots:
            plan = self._template(root, base)
            if plan.count:
                self.templates.append(plan)
                base += plan.count
        self.threads = base
        """How many threads there may be."""

    def _count(self, root: str) -> int:
        """How many threads may begin in a function and be remembered at once."""
        sites = [edge for edge, targets in self._analyses.call_graph.starts.items() if root in targets]
        counts = [self._times(edge) for edge in sites]
        first = int(root == self.program.entry)
        if any(count is None for count in counts):
            limit = self._bounds.threads if self._bounds.threads is not None else self._defaults.threads
            return first + max(limit, 1)
        total = sum(count for count in counts if count is not None)
        return first + total if self._bounds.threads is None else first + min(total, max(self._bounds.threads, 1))

    def _times(self, edge: str) -> int | None:
        """How often a start edge may be executed, as far as it can be derived."""
        derived = self.executions.of_edge(edge)
        operation = self.program.edge(edge).operation
        if derived is None and isinstance(operation, Start) and not operation.many:
            return 1
        return derived

    def _template(self, root: str, base: int) -> TemplatePlan:
        graph = self._analyses.call_graph
        functions = (root, *sorted(graph.thread_bodies[root] - {root}))
        callers: dict[str, list[Place]] = {name: [] for name in functions}
        for edge, targets in graph.calls.items():
            name, _, number = edge.rpartition("#")
            if name in callers:
                for target in targets:
                    callers[target].append((name, int(number)))
        limit = self._bounds.recursion if self._bounds.recursion is not None else self._defaults.recursion
        depths = {name: max(1, limit) for name in functions if name in graph.recursive}
        places: dict[Place, int] = {}
        waits: list[Place] = []
        for name in functions:
            function = self.program.functions[name]
            for location in reachable(function):
                terminal = function.locations[location].kind is LocationKind.TERMINAL
                if not terminal or (location == function.stop and name != root and _stops(function)):
                    places[name, location] = len(places) + 1
            waits += [
                (name, number)
                for number, edge in enumerate(function.edges)
                if (name, edge.source) in places
                and isinstance(edge.operation, Wait)
                and not (edge.operation.lock is None and edge.operation.condition is None)
            ]
        first_wait = len(places) + 1
        body = self.program.functions[root]
        first_end = first_wait + 2 * len(waits)
        operations = [edge.operation for name in functions for edge in self.program.functions[name].edges]
        throws = any(isinstance(edge.operation, Throw) for edge in body.edges)
        ends_early = any(isinstance(operation, EndThread) for operation in operations) or _stops(body)
        exceptional = first_end + 1 if throws else None
        stop = first_end + 1 + throws if ends_early else None
        return TemplatePlan(
            root,
            self._count(root),
            base,
            functions,
            {name: tuple(sites) for name, sites in callers.items()},
            depths,
            levels_of(graph, root, functions),
            places,
            tuple(waits),
            first_wait,
            first_end,
            exceptional,
            stop,
        )

    def targets(self, edge: str) -> tuple[str, ...]:
        """The functions that a call or start edge may run."""
        graph = self._analyses.call_graph
        return graph.calls.get(edge) or graph.starts.get(edge, ())

    def of(self, root: str) -> TemplatePlan:
        """The template of threads that begin in a function."""
        return next(item for item in self.templates if item.root == root)


def _stops(function: Function) -> bool:
    return any(isinstance(edge.operation, Stop) for edge in function.edges)


def reachable(function: Function) -> Iterable[int]:
    """The locations that edges lead to from the entry, in order of their numbers."""
    return sorted(ControlFlow(function).reverse_postorder)
