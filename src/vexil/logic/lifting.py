"""Values of a solver's model as values of the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.ir.arithmetic import float_from_bits, wrap
from vexil.ir.types import BoolType, FloatType, IntegerType, PointerType, Type
from vexil.logic.inputs import Input
from vexil.logic.space import Space
from vexil.logic.terms import Term


@dataclass(frozen=True, slots=True)
class PointerValue:
    """A pointer: the name of the object it points into, empty for an absolute address, and the offset in bytes."""

    object: str
    offset: int

    def __str__(self) -> str:
        if not self.object:
            return "null" if self.offset == 0 else hex(self.offset)
        return f"&{self.object}" + (f"+{self.offset}" if self.offset else "")


Value = bool | int | float | PointerValue


def lifted(space: Space, kind: Type, value: int) -> Value:
    """The value of a type that a constant's value stands for; tokens, references and locks are numbers."""
    match kind:
        case BoolType():
            return bool(value)
        case IntegerType(width, is_signed):
            return wrap(value, width, is_signed)
        case FloatType(width):
            return float_from_bits(value, width)
        case PointerType():
            number, offset = space.pointers.split(value)
            return PointerValue(space.object_name(number), offset)
        case _:
            return value


def decision(item: Input, model: Callable[[Term], int]) -> int:
    """What the interpreter is told for an input to have its value in a model.

    That is the number itself, the representation of a float, or for values that the program lists the position among
    those whose guards hold.
    """
    value = model(item.symbol)
    if item.is_listed and item.cases is not None:
        possible = [choice for guard, choice in item.cases if model(guard)]
        return next(position for position, choice in enumerate(possible) if model(choice) == value)
    if isinstance(item.type, IntegerType):
        return wrap(value, item.type.width, item.type.signed)
    return int(value)
