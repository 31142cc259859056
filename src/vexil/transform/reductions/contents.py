"""What belongs to an object in the state vector of a flattened program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Operator
from vexil.ir.types import is_reference
from vexil.model.guarded.expressions import WORD, Expr, Local, Variable, apply, number, read
from vexil.model.guarded.system import Assign, Block, For, If, Let, Statement
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.objects import Pool
from vexil.transform.flattening.references import within
from vexil.transform.reductions.elements import plus


@dataclass(frozen=True)
class Row:
    """A variable in which each object from ``first`` to before ``end`` has ``stride`` elements."""

    variable: Variable
    first: int
    end: int
    stride: int = 1
    offset: int = 0
    """Where the elements of the first object are."""
    holds_references: bool = False

    def index(self, this: Expr, position: Expr) -> Expr:
        """The index of an element of an object."""
        start = plus(this, self.offset - self.first)
        if self.stride == 1:
            return start
        return apply(Operator.ADD, apply(Operator.MULTIPLY, start, number(self.stride)), position)


class Contents:
    """The rows of a program."""

    def __init__(self, encoding: Encoding, fresh: Callable[[], str]) -> None:
        self._fresh = fresh
        self._rows = tuple(_rows(encoding))
        self._all = (1, encoding.objects.count + 1)

    def references(self, this: Expr, visit: Callable[[Expr], Block]) -> Iterator[Statement]:
        """Statements for every reference in an object."""
        for row in self._rows:
            if row.holds_references:
                yield from self._of(row, this, lambda index, row=row: visit(read(row.variable, index)))  # type: ignore[misc]

    def erased(self, this: Expr) -> Block:
        """Statements after which an object does not exist."""
        statements: list[Statement] = []
        for row in self._rows:
            zero = number(0, row.variable.type)
            statements += self._of(row, this, lambda index, row=row, zero=zero: (Assign(row.variable, index, zero),))  # type: ignore[misc]
        return tuple(statements)

    def exchanged(self, pool: Pool, one: Expr, other: Expr) -> Block:
        """Statements that exchange two objects of a pool."""
        exchanges: list[Statement] = []
        for row in self._rows:
            if not row.first <= pool.first < pool.end <= row.end:
                continue
            counter, name = self._fresh(), self._fresh()
            left, right = (row.index(item, Local(counter, WORD)) for item in (one, other))
            statements: Block = (
                Let(name, read(row.variable, left)),
                Assign(row.variable, left, read(row.variable, right)),
                Assign(row.variable, right, Local(name, row.variable.type)),
            )
            exchanges += statements if row.stride == 1 else (For(counter, row.stride, statements),)
        return tuple(exchanges)

    def _of(self, row: Row, this: Expr, what: Callable[[Expr], Block]) -> Block:
        """Statements for every element that an object has in a row, if it has any."""
        counter = self._fresh()
        statements = what(row.index(this, Local(counter, WORD)))
        if row.stride > 1:
            statements = (For(counter, row.stride, statements),)
        return (
            statements if (row.first, row.end) == self._all else (If(within(this, [(row.first, row.end)]), statements),)
        )


def _rows(encoding: Encoding) -> Iterator[Row]:
    storage, objects, needs = encoding.storage, encoding.objects, encoding.synchronisation
    last = objects.count + 1
    yield Row(storage.shared["allocated"], 1, last, offset=1)
    for (class_name, _), held in storage.fields.items():
        first, end = objects.instances(class_name)
        yield Row(held.variable, first, end, holds_references=is_reference(held.type))
    for held in storage.elements.values():
        first, end = objects.arrays(held.type)
        yield Row(held.variable, first, end, objects.stride(held.type), holds_references=is_reference(held.type))
    first, end = objects.all_arrays
    if end > first:
        yield Row(storage.shared["array lengths"], first, end)
    for first, end, key in needs.lock_rows:
        for name in ("owner", "held"):
            if name in storage.shared:
                yield Row(storage.shared[name], first, end, offset=key)
