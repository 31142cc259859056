"""Numbers for the classes of objects, so that a test of a class compares numbers.

Classes are numbered in pre-order of the class tree, so that a class and its subclasses have successive numbers. Sets of
them are masks: bit *n* stands for the class with the number *n*. Only classes whose instances are made have one.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.interpreter.classes import ClassTables
from vexil.ir.program import Program
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type, is_reference
from vexil.transform.heap_as_memory.reachability import ReachableCode

FIRST = 1
"""The least tag; an object whose tag is 0 would be none."""


class Tags:
    """The numbers of classes and of types of array objects."""

    def __init__(self, program: Program, reached: ReachableCode) -> None:
        self._tables = ClassTables(program)
        instantiated = [name for name in _pre_order(program) if name in reached.classes]
        self.classes = {name: number for number, name in enumerate(instantiated, FIRST)}
        self.arrays = {element: number for number, element in enumerate(reached.arrays, FIRST + len(instantiated))}
        self.names: dict[int, str] = {number: name for name, number in self.classes.items()}
        """The class that has the methods of an object with the number."""
        if self._tables.root is not None:
            self.names.update(dict.fromkeys(self.arrays.values(), self._tables.root))
        self._known: dict[Type, int] = {}

    def of(self, kind: Type) -> int:
        """The tags that what a type refers to may have."""
        mask = self._known.get(kind)
        if mask is None:
            mask = self._known[kind] = sum(1 << number for number in self._of(kind))
        return mask

    def _of(self, kind: Type) -> Iterator[int]:
        if isinstance(kind, ReferenceType):
            yield from (
                number for name, number in self.classes.items() if kind.class_name in self._tables.ancestors[name]
            )
        for element, number in self.arrays.items():
            if self._is_array_of(element, kind):
                yield number

    def _is_array_of(self, element: Type, wanted: Type) -> bool:
        """Say whether an array object with such elements is one of a type: arrays are covariant in references."""
        kind: Type = ArrayReferenceType(element)
        while isinstance(kind, ArrayReferenceType) and isinstance(wanted, ArrayReferenceType):
            kind, wanted = kind.element, wanted.element
        match kind, wanted:
            case ReferenceType(name), ReferenceType(ancestor):
                return ancestor in self._tables.ancestors[name]
            case ArrayReferenceType(), ReferenceType(name):
                return self._tables.is_root(name)
            case _:
                return kind == wanted

    def possible(self, expression: Expr) -> int:
        """The tags of what a reference may refer to, by the types of where it comes from."""
        mask = 0
        pending = [expression]
        while pending:
            match pending.pop():
                case Const():
                    pass
                case Apply(Operator.IF, (_, first, second), _):
                    pending += (first, second)
                case other:
                    mask |= self.of(other.type)
        return mask

    def held(self, possible: int) -> list[tuple[int, int]]:
        """What arrays with some of the tags may hold: pairs of the tags of arrays, and those of their elements."""
        groups: dict[int, int] = {}
        for element, number in self.arrays.items():
            if possible >> number & 1:
                inside = self.of(element) if is_reference(element) else 0
                groups[inside] = groups.get(inside, 0) | 1 << number
        return [(arrays, inside) for inside, arrays in groups.items()]

    def numbers(self, mask: int) -> list[int]:
        """The tags of a set, in order."""
        return [number for number in range(mask.bit_length()) if mask >> number & 1]

    def ranges(self, wanted: int, possible: int) -> list[tuple[int, int]]:
        """Ranges that have those of the possible tags that are wanted, and no other possible one."""
        merged: list[tuple[int, int]] = []
        is_open = False
        for number in self.numbers(possible):
            if not wanted >> number & 1:
                is_open = False
            elif is_open:
                merged[-1] = (merged[-1][0], number)
            else:
                merged.append((number, number))
                is_open = True
        return merged


def _pre_order(program: Program) -> Iterator[str]:
    children: dict[str | None, list[str]] = {}
    for name, declaration in program.classes.items():
        if not declaration.interface:
            children.setdefault(declaration.superclass, []).append(name)
    pending = children.get(None, [])[::-1]
    while pending:
        name = pending.pop()
        yield name
        pending += reversed(children.get(name, []))
