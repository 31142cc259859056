"""What terms become: expressions, numbers of objects, and plans for making them from their parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.ir.expressions import Expr
from vexil.logic.terms import Term


class Inexpressible(Exception):  # noqa: N818 - the answer is that there is no expression
    """A term means nothing that an expression could say."""


@dataclass(frozen=True, slots=True, eq=False)
class Owner:
    """The number of an object: that of the one that a pointer points into."""

    pointer: Expr


Value = Expr | Owner
Alive = frozenset[Term]
"""The numbers of objects that live wherever a part of a formula matters."""

NOTHING: Alive = frozenset()


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of a term that are expressed first, and what is made of their values.

    ``alive`` has, for each part, the objects that live where it matters, in addition to those that do anyway.
    """

    parts: tuple[Term, ...]
    make: Callable[..., Value]
    alive: tuple[Alive, ...] = ()


def plain(value: Value) -> Expr:
    """A value that is an expression."""
    if isinstance(value, Owner):
        raise Inexpressible
    return value
