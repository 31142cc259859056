"""Random loop-free blocks over narrow integers with predicates, and what each of their edges does to a store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

Store = dict[str, int]
Operand = str | int


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison of two operands, the first of which may be a sum."""

    left: Operand
    added: Operand | None
    relation: str
    right: Operand
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment of an operation, or of any value where there is no operator."""

    target: str
    operator: str
    left: Operand = 0
    right: Operand = 0


@dataclass(frozen=True)
class RelationBlock:
    """Edges between numbered locations, from the first to the last, and predicates as text."""

    width: int
    signed: bool
    names: tuple[str, ...]
    edges: tuple[tuple[int, int, Condition | Assignment], ...]
    last: int
    predicates: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The type of all variables."""
        return f"{'i' if self.signed else 'u'}{self.width}"

    def __str__(self) -> str:
        lines = ["vir 1", *(f"global {name}: {self.kind} in type({self.kind})" for name in self.names)]
        lines.append("function main()")
        for source, target, operation in self.edges:
            lines.append(f"  l{source} -> l{target}: {self._text(operation)}")
        lines.append(f"  l{self.last} -> l{self.last}: skip")
        return "\n".join(lines) + "\n"

    def _operand(self, operand: Operand) -> str:
        return operand if isinstance(operand, str) else f"{operand}{self.kind}"

    def _text(self, operation: Condition | Assignment) -> str:
        if isinstance(operation, Condition):
            left = self._operand(operation.left)
            if operation.added is not None:
                left = f"({left} + {self._operand(operation.added)})"
            test = f"{left} {operation.relation} {self._operand(operation.right)}"
            return f"assume !({test})" if operation.is_negated else f"assume {test}"
        if not operation.operator:
            return f"{operation.target} := choose type({self.kind})"
        left, right = self._operand(operation.left), self._operand(operation.right)
        return f"{operation.target} := {left} {operation.operator} {right}"

    # --- meaning -----------------------------------------------------------------------------------------

    def stores(self) -> Iterator[Store]:
        """Every store."""
        for values in product(range(1 << self.width), repeat=len(self.names)):
            yield dict(zip(self.names, map(self._wrapped, values), strict=True))

    def _wrapped(self, value: int) -> int:
        value %= 1 << self.width
        return value - (1 << self.width) if self.signed and value >> (self.width - 1) else value

    def _value(self, store: Store, operand: Operand) -> int:
        return store[operand] if isinstance(operand, str) else self._wrapped(operand)

    def holds(self, store: Store, condition: Condition) -> bool:
        """Say whether a condition holds."""
        left, right = self._value(store, condition.left), self._value(store, condition.right)
        if condition.added is not None:
            left = self._wrapped(left + self._value(store, condition.added))
        found = {"==": left == right, "<": left < right, "<=": left <= right, "!=": left != right}[condition.relation]
        return found is not condition.is_negated

    def after(self, store: Store, edge: int) -> Iterator[Store]:
        """The stores behind an edge."""
        operation = self.edges[edge][2]
        if isinstance(operation, Condition):
            if self.holds(store, operation):
                yield store
            return
        if not operation.operator:
            for value in range(1 << self.width):
                yield {**store, operation.target: self._wrapped(value)}
            return
        left, right = self._value(store, operation.left), self._value(store, operation.right)
        results = {"+": left + right, "-": left - right, "*": left * right, "&": left & right, "^": left ^ right}
        yield {**store, operation.target: self._wrapped(results[operation.operator])}

    def along(self, store: Store, edges: tuple[int, ...]) -> list[Store]:
        """The stores behind a path."""
        stores = [store]
        for edge in edges:
            stores = [behind for before in stores for behind in self.after(before, edge)]
        return stores


def random_relation_block(random: Random) -> RelationBlock:
    """A block of assignments, some in the arms of branches, over two or three variables of 4 to 8 bits."""
    width = random.choice([4, 4, 5, 6, 8])
    signed = random.random() < 0.6
    names = ("a", "b", "c")[: 3 if width == 4 else 1 if width == 8 else 2]
    maker = _Maker(random, names)
    edges: list[tuple[int, int, Condition | Assignment]] = []
    last = 0
    for _ in range(random.randint(1, 4)):
        if random.random() < 0.25:
            condition = maker.condition()
            yes, no, behind = last + 1, last + 2, last + 3
            edges += [(last, yes, condition), (last, no, _negated(condition))]
            edges += [(yes, behind, maker.assignment()), (no, behind, maker.assignment())]
            last = behind
        else:
            edges.append((last, last + 1, maker.assignment()))
            last += 1
    predicates = tuple(maker.predicate() for _ in range(random.randint(1, 4)))
    return RelationBlock(width, signed, names, tuple(edges), last, predicates)


def _negated(condition: Condition) -> Condition:
    return Condition(condition.left, condition.added, condition.relation, condition.right, not condition.is_negated)


class _Maker:
    def __init__(self, random: Random, names: tuple[str, ...]) -> None:
        self._random = random
        self._names = names

    def _operand(self) -> Operand:
        return self._random.choice([*self._names, *self._names, self._random.randint(0, 5)])

    def condition(self) -> Condition:
        """A comparison."""
        added = self._operand() if self._random.random() < 0.3 else None
        return Condition(
            self._random.choice(self._names), added, self._random.choice(["==", "<", "<=", "!="]), self._operand()
        )

    def assignment(self) -> Assignment:
        """An assignment; rarely the environment decides."""
        target = self._random.choice(self._names)
        operator = "" if self._random.random() < 0.1 else self._random.choice("++-*&^")
        return Assignment(target, operator, self._random.choice(self._names), self._operand())

    def predicate(self) -> str:
        """A predicate as the user writes it."""
        left = self._random.choice(self._names)
        right = self._random.choice([*self._names, self._random.randint(0, 5), self._random.randint(0, 5)])
        if self._random.random() < 0.2:
            return f"({left} & 1) == 0"
        return f"{left} {self._random.choice(['==', '<', '<=', '!=', '>'])} {right}"
