"""Constraints of calls: arguments flow into parameters and results to where they are kept."""

from __future__ import annotations

from vexil.abstraction.data.inference.arrays import keep_concrete, shape_of
from vexil.abstraction.data.inference.callees import Callees, alike
from vexil.abstraction.data.inference.declared import Declarations, as_concrete
from vexil.abstraction.data.inference.entries import System
from vexil.abstraction.data.inference.expressions import Expressions, Use
from vexil.ir.expressions import Expr, Place
from vexil.ir.operation_parts import Callee, PointerCallee
from vexil.ir.program import Program
from vexil.ir.types import ArrayReferenceType, is_numeric, is_reference
from vexil.model.tokens.typing import Slot

CALLED = "code that is not the user's calls the function"
POINTED_TO = "pointers to the function have a type of their own"
VARIABLE_ARGUMENT = "it is one of a variable number of arguments"


class Calls:
    """Generates the constraints of calls, starts and returns."""

    def __init__(self, program: Program, declarations: Declarations, system: System, expressions: Expressions) -> None:
        self._program = program
        self._declarations = declarations
        self._system = system
        self._expressions = expressions
        self._callees = Callees(program)
        self._unified: set[tuple[str, ...]] = set()

    def finish(self) -> None:
        """Ask that methods take and give what those take and give that they override, and for numbers at pointers."""
        for first, second in self._callees.overriding():
            alike(self._system, self._declarations, first, second)
        for name in self._callees.with_address:
            self._keep_concrete(name, POINTED_TO)

    def move(self, value: Expr, name: str, position: int) -> int:
        """Let a value flow into what is called *name*."""
        declared = self._declarations.all.get(name)
        use: Use = None
        if declared is not None and (kind := as_concrete(declared.type)) is not None:
            use = self._system.entry(Slot(name), kind)
        behind = self._expressions.visit(value, position, use)
        if is_reference(value.type):
            shape = None if declared is None else shape_of(self._system, declared)
            if shape is not None or isinstance(value.type, ArrayReferenceType):
                self._expressions.pass_array(shape, value)
        return behind

    def arguments(self, callee: Callee, arguments: tuple[Expr, ...], position: int) -> int:
        """Let arguments flow into parameters; the position behind them."""
        if isinstance(callee, PointerCallee):
            position = self._expressions.visit(callee.pointer, position)
        targets = self._targets(callee, len(arguments))
        parameters = self._program.functions[targets[0]].parameters if targets else ()
        for number, argument in enumerate(arguments):
            if number < len(parameters):
                position = self.move(argument, f"{targets[0]}::{parameters[number].name}", position)
            else:
                use = VARIABLE_ARGUMENT if is_numeric(argument.type) else None
                position = self._expressions.visit(argument, position, use)
                self._expressions.pass_array(None, argument)
        return position

    def _targets(self, callee: Callee, count: int) -> tuple[str, ...]:
        """The functions of a call, after asking that they are alike, and concrete if the caller has to be."""
        targets = tuple(name for name in self._callees.of(callee, count) if name in self._program.functions)
        if targets not in self._unified:
            self._unified.add(targets)
            for other in targets[1:]:
                alike(self._system, self._declarations, targets[0], other, self._expressions.place)
        if self._expressions.place[0] not in self._declarations.users_functions:
            for name in targets:
                if name in self._declarations.users_functions:
                    self._keep_concrete(name, CALLED)
        return targets

    def _keep_concrete(self, name: str, reason: str) -> None:
        """Ask that a function takes and gives numbers."""
        parameters = self._program.functions[name].parameters
        for slot in [f"{name}()", *(f"{name}::{parameter.name}" for parameter in parameters)]:
            if (declared := self._declarations.all.get(slot)) is not None:
                keep_concrete(self._system, shape_of(self._system, declared), None, reason)

    def result(self, callee: Callee, count: int, place: Place | None, goal: Use) -> None:
        """Let the result of a call flow to its place."""
        if place is None:
            return
        for name in self._targets(callee, count)[:1]:
            declared = self._declarations.all.get(f"{name}()")
            if declared is None:
                if isinstance(place.type, ArrayReferenceType) and (shape := self._expressions.shape(place)) is not None:
                    keep_concrete(self._system, shape, self._expressions.place)
            elif (kind := as_concrete(declared.type)) is not None:
                self._expressions.give(self._system.entry(declared.slot, kind), goal)
            else:
                self._expressions.receive(shape_of(self._system, declared), place)
