"""Variadic arguments: a ``va_list`` keeps a pointer to the next slot."""

from __future__ import annotations

from vexil.frontends.c.calls import builtin, slot_size
from vexil.frontends.c.function import VALUES, FunctionLowering, Spot, lowers
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.places import address_of, advanced, copy_aggregate, read
from vexil.ir.expressions import Const, Deref, Expr, Variable
from vexil.ir.operations import Assign, Copy
from vexil.ir.types import I64, VOID_POINTER


def _list_cell(fn: FunctionLowering, node: int) -> Expr:
    """The address of the pointer that a va_list keeps."""
    kind = fn.tree.types[node]
    if fn.types.shape(kind) == "pointer" and fn.types.shape(fn.types.target(kind)) == "record":
        return fn.value(node)
    while fn.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST):
        node += 1
    return address_of(fn, fn.place(node), node)


@builtin("__builtin_va_start", "__builtin_stdarg_start", "__builtin_c23_va_start")
def _va_start(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    if fn.variadic is None:
        raise fn.translation.refusal(node, "va_start in a function without variadic arguments")
    cell = _list_cell(fn, arguments[0])
    fn.emit(Assign(Deref((cell,), VOID_POINTER), Variable(fn.variadic.name, VOID_POINTER, False)))


@builtin("__builtin_va_end")
def _va_end(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    """Nothing is left to do."""


@builtin("__builtin_va_copy")
def _va_copy(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    target, origin = _list_cell(fn, arguments[0]), _list_cell(fn, arguments[1])
    fn.emit(Copy(target, origin, Const(fn.translation.builder.layout.pointer_width // 8, I64)))


@builtin("__vexil_next_argument")
def _next_argument(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.keep(Deref((_list_cell(fn, arguments[0]),), VOID_POINTER), "next argument")


@lowers(VALUES, Kind.VA_ARG)
def _va_arg(fn: FunctionLowering, node: int) -> Expr:
    cell = _list_cell(fn, node + 1)
    kind = fn.tree.types[node]
    pointer = fn.keep(Deref((cell,), VOID_POINTER), "next argument")
    moved = advanced(pointer, slot_size(fn, kind), VOID_POINTER)
    fn.emit(Assign(Deref((cell,), VOID_POINTER), moved))
    spot = Spot(kind, None, Variable(pointer.name, VOID_POINTER, False) if isinstance(pointer, Variable) else pointer)
    if fn.types.is_aggregate(kind):
        result = fn.temporary(fn.types.ir(kind), fn.translation.text(node))
        copy_aggregate(fn, Spot(kind, result), Deref((pointer,), fn.types.ir(kind)), node)
        return Variable(result.name, result.type, False)
    return read(fn, spot, node, held=True)
