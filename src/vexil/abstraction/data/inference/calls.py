"""Constraints of calls: arguments flow into parameters and results to where they are kept.

Functions that stand for each other take and give the same types.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vexil.abstraction.data.inference.declarations import Declaration, Declarations, as_concrete
from vexil.abstraction.data.inference.entries import System, keep_concrete, shape_of, unify
from vexil.abstraction.data.inference.expressions import Expressions, Use
from vexil.ir.expressions import CodeAddress, Expr, Place, preorder
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import expressions_of
from vexil.ir.program import Memory, Program
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


_UNLIKE = "functions that stand for each other take or give numbers of different types"


class Callees:
    """The functions behind callees of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._virtual: dict[tuple[str, str], tuple[str, ...]] = {}

    def of(self, callee: Callee, count: int) -> tuple[str, ...]:
        """Every function that a call with *count* arguments may run."""
        match callee:
            case StaticCallee(function):
                return (function,)
            case VirtualCallee(owner, signature):
                return self._methods(owner, signature)
            case PointerCallee(_, None):
                functions = self._program.functions
                return tuple(name for name in self.with_address if len(functions[name].parameters) <= count)
            case PointerCallee(_, targets):
                return targets or ()

    def overriding(self) -> Iterator[tuple[str, str]]:
        """Pairs of a method and one that it overrides or implements."""
        program = self._program
        for owner in program.classes.values():
            for ancestor in program.superclasses(owner.name)[1:]:
                inherited = dict(program.classes[ancestor].methods)
                for signature, function in owner.methods:
                    if signature in inherited and inherited[signature] != function:
                        yield inherited[signature], function

    def _methods(self, owner: str, signature: str) -> tuple[str, ...]:
        methods = self._virtual.get((owner, signature))
        if methods is None:
            looked_up = (self._program.lookup_method(name, signature) for name in self._subclasses.get(owner, (owner,)))
            methods = tuple(dict.fromkeys(name for name in looked_up if name is not None))
            self._virtual[owner, signature] = methods
        return methods

    @cached_property
    def _subclasses(self) -> dict[str, list[str]]:
        """For each class it and everything that inherits from it."""
        subclasses: dict[str, list[str]] = {}
        for name in self._program.classes:
            for ancestor in self._program.superclasses(name):
                subclasses.setdefault(ancestor, []).append(name)
        return subclasses

    @cached_property
    def with_address(self) -> tuple[str, ...]:
        """The functions whose address is taken."""
        return tuple(
            dict.fromkeys(
                node.function
                for root in self._roots()
                for node in preorder(root)
                if isinstance(node, CodeAddress) and node.function in self._program.functions
            )
        )

    def _roots(self) -> Iterator[Expr]:
        for variable in self._program.globals:
            if isinstance(variable.initial, Memory):
                yield from (value for _, value in variable.initial.cells)
            elif isinstance(variable.initial, CodeAddress):
                yield variable.initial
        for function in self._program.functions.values():
            for edge in function.edges:
                yield from expressions_of(edge.operation)


def alike(
    system: System, declarations: Declarations, first: str, second: str, place: tuple[str, int] | None = None
) -> None:
    """Ask that two functions take and give the same types."""
    functions = declarations.program.functions
    pairs = zip(functions[first].parameters, functions[second].parameters, strict=False)
    names = [(f"{first}::{one.name}", f"{second}::{other.name}") for one, other in pairs]
    for one, other in [*names, (f"{first}()", f"{second}()")]:
        _alike(system, declarations.all.get(one), declarations.all.get(other), place)


def _alike(
    system: System, first: Declaration | None, second: Declaration | None, place: tuple[str, int] | None
) -> None:
    shapes = [shape_of(system, declared) for declared in (first, second) if declared is not None]
    if len(shapes) < 2:
        for shape in shapes:
            keep_concrete(system, shape, place, _UNLIKE)
        return
    one, other = shapes
    left, right = one.leaf, other.leaf
    if one.indices or other.indices or left is None or right is None:
        unify(system, one, other, place)
    elif system.concretes[left] == system.concretes[right]:
        system.equal(left, right, place)
    else:
        keep_concrete(system, one, place, _UNLIKE)
        keep_concrete(system, other, place, _UNLIKE)
