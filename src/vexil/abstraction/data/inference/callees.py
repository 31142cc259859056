"""Which functions a call may run, and that functions which stand for each other take and give the same types."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vexil.abstraction.data.inference.arrays import keep_concrete, shape_of, unify
from vexil.abstraction.data.inference.declared import Declarations, Declared
from vexil.abstraction.data.inference.entries import System
from vexil.ir.expressions import CodeAddress, Expr, preorder
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import expressions_of
from vexil.ir.program import Memory, Program

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


def _alike(system: System, first: Declared | None, second: Declared | None, place: tuple[str, int] | None) -> None:
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
