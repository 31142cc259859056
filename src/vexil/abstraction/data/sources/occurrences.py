"""Occurrences of expressions in a program, and what becomes of their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from vexil.ir.expressions import Expr
from vexil.ir.operations import Allocate, Assign, Call, Case, Operation, Return, expressions_of
from vexil.model.tokens.typing import Address


class Role(Enum):
    """What becomes of an occurrence."""

    WRITTEN = "written"
    ASSIGNED = "assigned"
    PASSED = "passed"
    RETURNED = "returned"
    OPERAND = "operand"
    OTHER = "other"


@dataclass(frozen=True)
class Occurrence:
    """An expression of the program that comes from a piece of text."""

    function: str
    edge: int
    position: int
    expression: Expr
    role: Role
    number: int = 0
    """Which argument it is of a call."""

    @property
    def address(self) -> Address:
        """Its address in typings."""
        return self.function, self.edge, self.position


def walk(operation: Operation) -> Iterator[tuple[int, Expr, Role, int]]:
    """The occurrences of an operation with their positions, roles and numbers among arguments."""
    position = 0
    for expression, role, which in _roots(operation):
        pending = [(expression, role, which)]
        while pending:
            node, current, number = pending.pop()
            yield position, node, current, number
            position += 1
            pending.extend((operand, Role.OPERAND, 0) for operand in reversed(node.operands))


def _roots(operation: Operation) -> list[tuple[Expr, Role, int]]:
    expressions = expressions_of(operation)
    match operation:
        case Assign():
            return [(expressions[0], Role.WRITTEN, 0), (expressions[1], Role.ASSIGNED, 0)]
        case Call(arguments=arguments):
            first = len(expressions) - len(arguments)
            others = [(expression, Role.OTHER, 0) for expression in expressions[:first]]
            return others + [(argument, Role.PASSED, number) for number, argument in enumerate(expressions[first:])]
        case Return():
            return [(expression, Role.RETURNED, 0) for expression in expressions]
        case Allocate():
            return [(expressions[0], Role.WRITTEN, 0), *((size, Role.OPERAND, 0) for size in expressions[1:])]
        case Case():
            return [(expressions[0], Role.OPERAND, 0)]
        case _:
            return [(expression, Role.OTHER, 0) for expression in expressions]
