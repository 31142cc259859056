"""Kinds of values in abstract sources: a number itself, or a token of an abstraction of its type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from vexil.abstraction.data.values import condition
from vexil.core.errors import require
from vexil.ir.types import I32, FloatType, IntegerType, MathType, Type
from vexil.model.tokens.abstract_type import AbstractType, Concrete
from vexil.model.tokens.typing import CONCRETE


@dataclass(frozen=True, slots=True)
class Kind:
    """The name of an abstraction, `CONCRETE` for numbers themselves, and the type of the numbers."""

    name: str
    concrete: Concrete

    @property
    def is_abstract(self) -> bool:
        """Say whether values are tokens."""
        return self.name != CONCRETE

    @property
    def computed(self) -> Kind:
        """The kind in which Java computes with such values: narrow integers are promoted (JLS 5.6)."""
        return Kind(self.name, promoted(self.concrete))


def is_number(kind: Type) -> TypeGuard[Concrete]:
    """Say whether values of a type can be abstracted."""
    return isinstance(kind, IntegerType | MathType | FloatType)


def kind_of(name: str, kind: Type) -> Kind:
    """The kind of numbers of a type."""
    require(is_number(kind), f"{kind} should be a type of numbers")
    assert is_number(kind)
    return Kind(name, kind)


def promoted(concrete: Concrete) -> Concrete:
    """The type in which Java computes with numbers of a type."""
    return I32 if isinstance(concrete, IntegerType) and concrete.width < 32 else concrete


def keeps_values(source: Concrete, target: Concrete) -> bool:
    """Say whether a conversion changes no number."""
    if source == target:
        return True
    if isinstance(source, IntegerType) and isinstance(target, IntegerType):
        return source.width < target.width and (target.signed or not source.signed)
    return isinstance(source, FloatType) and isinstance(target, FloatType) and source.width <= target.width


def tokens_of(kind: AbstractType, value: int | float) -> tuple[int, ...]:
    """The tokens that stand for a number: one, unless they overlap."""
    return tuple(number for number, member in enumerate(kind.members) if condition(member)(value))
