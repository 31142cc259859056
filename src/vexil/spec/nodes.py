"""The base of all formulas: immutable trees that compare by structure, without recursion.

Every node keeps the hash of its whole tree, so that hashing takes constant time and comparing two trees
is a loop; a formula of any depth can be a key of a dictionary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound="Node")


class Node:
    """A formula: equal to another one when both have the same structure."""

    __slots__ = ("_hash",)
    _hash: int

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


def postorder(root: F, operands: Callable[[F], tuple[F, ...]]) -> list[F]:
    """Every distinct subformula of *root* once, operands before what they are operands of."""
    ordered: dict[F, None] = {}
    pending: list[tuple[F, bool]] = [(root, False)]
    while pending:
        formula, expanded = pending.pop()
        if formula in ordered:
            continue
        if expanded:
            ordered[formula] = None
        else:
            pending.append((formula, True))
            pending.extend((operand, False) for operand in reversed(operands(formula)))
    return list(ordered)
