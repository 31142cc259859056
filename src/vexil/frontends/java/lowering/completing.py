"""Completing functions once all are known: exceptions that never come, calls with one target, fields nobody reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Field
from vexil.ir.operation_parts import StaticCallee, VirtualCallee
from vexil.ir.operations import Assign, Call, Catch, Operation, Skip, Throw

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.classes import Classes
    from vexil.frontends.java.lowering.function import FunctionLowering
    from vexil.frontends.java.lowering.program import ProgramLowering


def fields_read(functions: Iterable[FunctionLowering]) -> set[tuple[str, str]]:
    """The fields whose values are used, by class and name."""
    return {field for f in functions for field in f.mentions().fields_read}


def resolve_calls(functions: Mapping[str, FunctionLowering], classes: Classes) -> None:
    """Name the function of virtual calls that have one, and end runs that would call a method of no object at all."""
    for f in functions.values():
        for number, edge in enumerate(f.builder.edges()):
            operation = edge.operation
            if isinstance(operation, Call) and isinstance(operation.callee, VirtualCallee):
                target = classes.target(operation.callee)
                if target:
                    f.builder.name_callee(number, StaticCallee(target))


def drop_unread(program: ProgramLowering) -> None:
    """Leave out fields of the library, and hidden ones, that are only written."""
    functions = program.functions
    read = fields_read(functions.values()) | program.watched_fields()
    unread = set(program.classes.library_fields()) - read
    for f in functions.values():
        changed = False
        for number, edge in enumerate(f.builder.edges()):
            operation = edge.operation
            if not (isinstance(operation, Assign) and isinstance(operation.place, Field)):
                continue
            if (operation.place.class_name, operation.place.field) in unread:
                f.builder.replace(number, Skip())
                changed = True
        if changed:
            f.tidy()
    program.classes.drop_fields(unread)


def throwing(functions: Mapping[str, FunctionLowering], tables: Classes) -> set[str]:
    """The functions that may be left with an exception: the least set, so a call of any other needs no handler."""
    names: set[str] = set()
    changed = True
    while changed:
        changed = False
        for name, f in functions.items():
            if name not in names and _throws(f.builder, names, tables):
                names.add(name)
                changed = True
    return names


def _throws(builder: FunctionBuilder, throwing_ones: set[str], tables: Classes) -> bool:
    outgoing: dict[int, list[int]] = {}
    edges = builder.edges()
    for number, edge in enumerate(edges):
        outgoing.setdefault(edge.source, []).append(number)
    reached, pending = {builder.entry}, [builder.entry]
    while pending:
        numbers = outgoing.get(pending.pop(), ())
        may = _call_throws([edges[number].operation for number in numbers], throwing_ones, tables)
        for number in numbers:
            operation = edges[number].operation
            if isinstance(operation, Throw):
                return True
            if isinstance(operation, Catch) and not may:
                continue
            if edges[number].target not in reached:
                reached.add(edges[number].target)
                pending.append(edges[number].target)
    return False


def _call_throws(operations: list[Operation], throwing_ones: set[str], tables: Classes) -> bool:
    for operation in operations:
        if isinstance(operation, Call):
            match operation.callee:
                case StaticCallee(function):
                    return function in throwing_ones
                case VirtualCallee() as callee:
                    return any(target in throwing_ones for target in tables.targets(callee))
                case _:
                    return True
    return True


def drop_handlers(functions: Mapping[str, FunctionLowering], throwing_ones: set[str], tables: Classes) -> None:
    """Take the catch edges from calls that never throw, then everything that is not reached any more."""
    for f in functions.values():
        edges = f.builder.edges()
        by_source: dict[int, list[int]] = {}
        for number, edge in enumerate(edges):
            by_source.setdefault(edge.source, []).append(number)
        dropped = {
            number
            for numbers in by_source.values()
            if not _call_throws([edges[number].operation for number in numbers], throwing_ones, tables)
            for number in numbers
            if isinstance(edges[number].operation, Catch)
        }
        if dropped:
            f.tidy(dropped)


__all__ = ["drop_handlers", "drop_unread", "fields_read", "resolve_calls", "throwing"]
