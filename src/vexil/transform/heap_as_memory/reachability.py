"""What runs can reach by calls, which classes they make instances of, and what exceptions lead to.

This is rapid type analysis (Bacon and Sweeney 1996). A handler that throws again is reached only when a call before it
throws, so a function whose calls throw nothing throws nothing itself although it has handlers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from vexil.core.graphs import reachable
from vexil.ir.expressions import CodeAddress, postorder
from vexil.ir.interpreter.classes import ClassTables
from vexil.ir.operation_parts import NewArray, NewObject, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Call, Catch, ChooseInstance, Operation, Start, Throw, expressions_of
from vexil.ir.program import Function, Memory, Program
from vexil.ir.types import Type
from vexil.transform.heap_as_memory.problems import NotSequential


@dataclass(frozen=True, slots=True)
class ReachableCode:
    """Functions in the program's order, classes with instances, and the element types of array objects."""

    functions: tuple[str, ...]
    classes: frozenset[str]
    arrays: tuple[Type, ...]
    started: tuple[str, ...] = ()
    """Functions that threads start in."""


def reachable_code(program: Program, *, threads: bool = False) -> ReachableCode:
    """Follow calls from the entry; a virtual call reaches the methods of classes whose instances are made.

    Without *threads* a program that starts some is refused.
    """
    search = _Search(program, threads=threads)
    search.function(program.entry)
    for variable in program.globals:
        values = variable.initial.cells if isinstance(variable.initial, Memory) else ()
        for _, value in values:
            search.addresses(value)
        if isinstance(variable.initial, CodeAddress):
            search.function(variable.initial.function)
    search.run()
    return ReachableCode(
        tuple(name for name in program.functions if name in search.functions),
        frozenset(search.classes),
        tuple(sorted(search.arrays, key=str)),
        tuple(sorted(search.started)),
    )


class _Search:
    """A work list of functions; calls wait for classes, and classes for calls."""

    def __init__(self, program: Program, *, threads: bool) -> None:
        self._program = program
        self._threads = threads
        self._tables = ClassTables(program)
        self.functions: set[str] = set()
        self.classes: set[str] = set()
        self.arrays: set[Type] = set()
        self.started: set[str] = set()
        self._calls: dict[tuple[str, str], None] = {}
        self._receivers: set[str] = set()
        """Classes whose methods are run: those with instances, and the one whose methods arrays have."""
        self._pending: list[str] = []

    def function(self, name: str) -> None:
        """A function is called, or may be."""
        if name not in self.functions:
            self.functions.add(name)
            self._pending.append(name)

    def addresses(self, expression: object) -> None:
        """A function whose address is taken may be called."""
        for node in postorder(expression):  # type: ignore[arg-type]
            if isinstance(node, CodeAddress):
                self.function(node.function)

    def run(self) -> None:
        """Look at functions until there is no new one."""
        while self._pending:
            function = self._program.functions[self._pending.pop()]
            for number, edge in enumerate(function.edges):
                self._operation(edge.operation, function.edge_id(number))

    def _operation(self, operation: Operation, where: str) -> None:
        for expression in expressions_of(operation):
            self.addresses(expression)
        match operation:
            case Start(StaticCallee(name)) if self._threads:
                self.started.add(name)
                self.function(name)
            case Start() if self._threads:
                raise NotSequential("a thread is started in a function that is not known", where)
            case Start():
                raise NotSequential("a thread is started", where)
            case ChooseInstance():
                raise NotSequential("any instance of a class is chosen", where)
            case Allocate(_, NewObject(name), _):
                self.classes.add(name)
                self._receiver(name)
            case Allocate(_, NewArray(element, _), _):
                self.arrays.add(element)
                if self._tables.root is not None:
                    self._receiver(self._tables.root)
            case Call(StaticCallee(name), _, _):
                self.function(name)
            case Call(VirtualCallee(class_name, signature), _, _):
                if (class_name, signature) not in self._calls:
                    self._calls[class_name, signature] = None
                    for name in sorted(self._receivers):
                        self._dispatch(name, class_name, signature)
            case Call(PointerCallee(_, targets), _, _):
                for name in targets or ():
                    self.function(name)
            case _:
                pass

    def _receiver(self, name: str) -> None:
        if name not in self._receivers:
            self._receivers.add(name)
            for class_name, signature in self._calls:
                self._dispatch(name, class_name, signature)

    def _dispatch(self, name: str, class_name: str, signature: str) -> None:
        if class_name in self._tables.ancestors[name]:
            target = self._program.lookup_method(name, signature)
            if target is not None:
                self.function(target)


Targets = Callable[[Call], Collection[str]]
"""The functions that a call may run."""


@dataclass(frozen=True, slots=True)
class Throwing:
    """Functions that may be left with an exception, and for every function the locations that runs may get to."""

    functions: frozenset[str]
    live: Mapping[str, frozenset[int]]


def throwing(functions: Mapping[str, Function], targets: Targets) -> Throwing:
    """The least set of functions in which a throw is reached when only calls of functions of the set are left so."""
    called = {
        name: [(edge.source, targets(edge.operation)) for edge in function.edges if isinstance(edge.operation, Call)]
        for name, function in functions.items()
    }
    callers: dict[str, set[str]] = {}
    for name, calls in called.items():
        for _, possible in calls:
            for target in possible:
                callers.setdefault(target, set()).add(name)
    functions_throwing: set[str] = set()
    live: dict[str, frozenset[int]] = {}
    pending = list(functions)
    while pending:
        name = pending.pop()
        caught = {source for source, possible in called[name] if not functions_throwing.isdisjoint(possible)}
        function = functions[name]
        live[name] = _live(function, caught)
        if name not in functions_throwing and any(
            isinstance(edge.operation, Throw) and edge.source in live[name] for edge in function.edges
        ):
            functions_throwing.add(name)
            pending += sorted(callers.get(name, ()))
    return Throwing(frozenset(functions_throwing), live)


def _live(function: Function, caught: set[int]) -> frozenset[int]:
    """The locations that are reached when handlers are entered from some calls only."""

    def targets(here: int) -> Iterator[int]:
        edges = (function.edges[number] for number in function.outgoing[here])
        return (edge.target for edge in edges if here in caught or not isinstance(edge.operation, Catch))

    return frozenset(reachable([function.entry], targets))
