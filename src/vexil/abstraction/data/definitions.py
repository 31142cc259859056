"""Definitions of abstractions: tokens and the numbers they stand for, before any table is made."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.rounding import Rounding
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.ir.typing import apply, literal
from vexil.model.tokens.abstract_type import NUMBER, Concrete


@dataclass(frozen=True)
class Definition:
    """What an abstraction is made from; ``members`` are conditions over the variable `NUMBER`."""

    name: str
    concrete: Concrete
    tokens: tuple[str, ...]
    members: tuple[Expr, ...]
    family: str = ""
    rounding: Rounding = Rounding.TRUNCATE


def number(concrete: Concrete) -> Variable:
    """The variable that conditions are about."""
    return Variable(NUMBER, concrete, False)


def constant(value: int, concrete: Concrete) -> Expr:
    """A whole number as a literal of the type."""
    return literal(float(value) if isinstance(concrete, FloatType) else value, concrete)


def compared(operator: Operator, value: int, concrete: Concrete) -> Expr:
    """A comparison of the number with a constant."""
    return apply(operator, number(concrete), constant(value, concrete))


def suffixed(name: str, concrete: Concrete) -> str:
    """The name of an abstraction for a type: alone for `int` and the type of 32 bits with sign, else with the type."""
    plain = isinstance(concrete, MathType) or concrete == IntegerType(32, True)
    return name if plain else f"{name}_{concrete}"
