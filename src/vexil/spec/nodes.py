"""The base of all formulas: immutable trees that compare by structure, without recursion.

Every node keeps the hash of its whole tree, so that hashing takes constant time and comparing two trees
is a loop; a formula of any depth can be a key of a dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from vexil.core import dag

F = TypeVar("F", bound="Node")
T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True)
def formula(cls: type[T]) -> type[T]:
    """Make *cls* a frozen dataclass that is compared and printed as `Node` says."""
    return dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)


class Node:
    """A formula: equal to another one when both have the same structure."""

    __slots__ = ("_hash",)
    _hash: int
    is_quantifier: ClassVar[bool] = False
    """Whether it is a path quantifier, whose operands are those of the path formula."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((type(self).__name__, *self._parts())))

    def _parts(self) -> tuple[object, ...]:
        """The fields in order, as named by ``__match_args__`` of the dataclass."""
        names: tuple[str, ...] = getattr(self, "__match_args__", ())
        return tuple(getattr(self, name) for name in names)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        compared: set[tuple[int, int]] = set()
        pending: list[tuple[object, object]] = [(self, other)]
        while pending:
            left, right = pending.pop()
            if left is right:
                continue
            if isinstance(left, Node) and isinstance(right, Node):
                if type(left) is not type(right) or left._hash != right._hash:
                    return False
                pair = (id(left), id(right))
                if pair not in compared:
                    compared.add(pair)
                    pending.extend(zip(left._parts(), right._parts(), strict=True))
            elif isinstance(left, tuple) and isinstance(right, tuple):
                if len(left) != len(right):
                    return False
                pending.extend(zip(left, right, strict=True))
            elif left != right:
                return False
        return True

    def __str__(self) -> str:
        from vexil.spec.printing import print_formula

        return print_formula(self)

    def __repr__(self) -> str:
        return f"<{self}>"


def operands_of(formula: F) -> tuple[F, ...]:
    """The formulas directly under an operator; a path quantifier and the temporal operator behind it are one."""
    operands: list[Any] = []
    for part in formula._parts():
        if isinstance(part, Node):
            operands.append(part)
        elif isinstance(part, tuple):
            operands.extend(part)
    return operands_of(operands[0]) if formula.is_quantifier else tuple(operands)


def with_operands(formula: Node, operands: Sequence[F]) -> F:
    """The same operator over other operands, which may be formulas of another language."""
    left = iter(operands)
    parts: list[Any] = []
    for part in formula._parts():
        if isinstance(part, Node):
            parts.append(with_operands(part, operands) if formula.is_quantifier else next(left))
        else:
            parts.append(tuple(next(left) for _ in part) if isinstance(part, tuple) else part)
    make: Any = type(formula)
    return cast("F", make(*parts) if operands else formula)


def postorder(root: F, operands: Callable[[F], Sequence[F]] = operands_of) -> list[F]:
    """Every distinct subformula of *root* once, operands before what they are operands of."""
    return list(dag.postorder(root, operands, key=_structure))


def bottom_up(root: F, combine: Callable[[F, tuple[T, ...]], T]) -> T:
    """What *combine* makes of *root* and of what it made of the operands; equal subformulas are combined once."""
    return dag.bottom_up(root, combine, operands_of, key=_structure)


def _structure(formula: F) -> F:
    return formula
