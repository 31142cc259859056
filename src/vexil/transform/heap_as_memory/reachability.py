"""What runs can reach by calls, and which classes they make instances of.

This is rapid type analysis (Bacon and Sweeney 1996).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import CodeAddress, postorder
from vexil.ir.interpreter.classes import ClassTables
from vexil.ir.operation_parts import NewArray, NewObject, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Call, ChooseInstance, Operation, Start, expressions_of
from vexil.ir.program import Memory, Program
from vexil.ir.types import Type
from vexil.transform.heap_as_memory.problems import NotSequential


@dataclass(frozen=True, slots=True)
class ReachableCode:
    """Functions in the program's order, classes with instances, and the element types of array objects."""

    functions: tuple[str, ...]
    classes: frozenset[str]
    arrays: tuple[Type, ...]


def reachable_code(program: Program) -> ReachableCode:
    """Follow calls from the entry; a virtual call reaches the methods of classes whose instances are made."""
    search = _Search(program)
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
    )


class _Search:
    """A work list of functions; calls wait for classes, and classes for calls."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._tables = ClassTables(program)
        self.functions: set[str] = set()
        self.classes: set[str] = set()
        self.arrays: set[Type] = set()
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
