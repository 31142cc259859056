"""Functions that write for the environment: where they write, seen from the call of the C program."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import AddressOf, Bits, Expr, Place, Variable
from vexil.ir.program import Function
from vexil.reports.c_test.answers import Answer, Write


@dataclass(slots=True)
class Writer:
    """A frame that writes for the environment: to what, through which pointers, from which address on."""

    writes: list[Write] | None
    """Nothing when no test can write there."""
    root: int
    path: tuple[int, ...]
    base: tuple[int, int]
    followed: int = 0
    """The offset of the pointer that was read last."""


def nested_writer(outer: Writer, argument: Expr, pointer: tuple[int, int]) -> Writer:
    """A writer that another one calls: for what a pointer leads to, or for a long array in the same object."""
    if isinstance(argument, Variable) and argument.name != "p":
        return Writer(outer.writes, outer.root, (*outer.path, outer.followed), pointer)
    return Writer(outer.writes, outer.root, outer.path, outer.base)


def write_of(writer: Writer, place: Place, value: int, address: int) -> Write:
    """A value that is written at an offset of the object that the writer works on."""
    offset = address - writer.base[1]
    if isinstance(place, Bits):
        return Write(writer.root, writer.path, offset, place.unit, value, (place.offset, place.width))
    return Write(writer.root, writer.path, offset, place.type, value)


def writer_of(called: Answer, function: Function, argument: Expr, pointer: tuple[int, int]) -> Writer:
    """What a function without a body writes to: its result, or what a parameter points to."""
    if isinstance(argument, AddressOf):
        is_result = argument.variable.name == "result"
        return Writer(called.writes if is_result else [], 0, (), pointer)  # a copy that nobody sees
    assert isinstance(argument, Variable)
    for position, parameter in enumerate(function.parameters):
        if parameter.name == argument.name:
            return Writer(called.writes, position + 1, (), pointer)
    return Writer(called.writes, 0, (), pointer)
