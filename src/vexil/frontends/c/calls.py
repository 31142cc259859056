"""Calls: arguments in order, conversions to the parameters, variadic arguments in a block of slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from vexil.frontends.c.argument_checks import check_arguments
from vexil.frontends.c.conversions import convert
from vexil.frontends.c.environment import after_call
from vexil.frontends.c.function import DISCARDS, VALUES, FunctionLowering, Spot, lowers
from vexil.frontends.c.inputs import arbitrary
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.liveness import note_arguments
from vexil.frontends.c.places import advanced, aggregate_address, copy_aggregate, pointer_type, private_copy, write
from vexil.ir.expressions import AddressOf, CodeAddress, Const, Deref, Expr, Operator, Variable
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee
from vexil.ir.operations import Call, Start
from vexil.ir.types import I32, U64, VOID_POINTER, BlockType, CodeType, PointerType, StructType
from vexil.ir.typing import apply

Builtin = Callable[[FunctionLowering, int, list[int]], Expr | None]
BUILTINS: dict[str, Builtin] = {}
"""Functions that are operations; each gives its value, nothing when it has none."""
PATTERNS: list[tuple[Callable[[str], bool], Callable[[FunctionLowering, str, int, list[int]], Expr | None]]] = []
"""Families of such functions, by a test on the name."""

VOID = Const(0, I32)
SLOT = 8


B = TypeVar("B", bound=Builtin)


def builtin(*names: str) -> Callable[[B], B]:
    """Enter a function into the table of built-in functions."""

    def enter(handler: B) -> B:
        for name in names:
            BUILTINS[name] = handler
        return handler

    return enter


@lowers(VALUES, Kind.CALL)
def _call(fn: FunctionLowering, node: int) -> Expr:
    return _lower_call(fn, node, None, needed=True)


@lowers(DISCARDS, Kind.CALL)
def _discard_call(fn: FunctionLowering, node: int) -> None:
    _lower_call(fn, node, None, needed=False)


def call_into(fn: FunctionLowering, node: int, variable: Variable, written: int | None = None) -> bool:
    """Assign the result of a call to a private variable in one step, if the expression is such a call.

    The variable is written at the node *written*, if it is no declaration.
    """
    while fn.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST):
        node += 1
    if fn.tree.kinds[node] != Kind.CALL or variable.is_global or fn.is_shared(variable) or fn.is_constant:
        return False
    declaration = fn.translation.called(fn.tree.children(node)[0])
    if fn.types.shape(fn.tree.types[node]) == "void" or fn.kind(node) != variable.type:
        return False
    if declaration is not None and _is_builtin(fn, declaration):
        return False
    value = _lower_call(fn, node, variable, needed=True, written=written)
    if value is not variable:
        fn.assign(variable, convert(fn, value, variable.type, node))
    return True


def _is_builtin(fn: FunctionLowering, declaration: int) -> bool:
    declared = fn.tree.declarations[declaration]
    return not declared.defined and (declared.name in BUILTINS or any(test(declared.name) for test, _ in PATTERNS))


def _lower_call(
    fn: FunctionLowering, node: int, into: Variable | None, *, needed: bool, written: int | None = None
) -> Expr:
    callee, *arguments = fn.tree.children(node)
    declaration = fn.translation.called(callee)
    if declaration in fn.tree.weak:
        declaration = None
    if declaration is not None and not fn.tree.declarations[declaration].defined:
        name = fn.tree.declarations[declaration].name
        if name in BUILTINS:
            return BUILTINS[name](fn, node, arguments) or VOID
        for test, handler in PATTERNS:
            if test(name):
                return handler(fn, name, node, arguments) or VOID
    if declaration is None:
        target = fn.value(callee)
        if any(fn.translation.has_effects(argument) for argument in arguments):
            target = fn.settle(target, callee)
        described = fn.types.describe(fn.types.target(fn.tree.types[callee]))
        values, _ = evaluate_arguments(fn, described, arguments, keep_extra=not described[4])
        note_arguments(fn, values)
        target = _checked_target(fn, target, callee)
        return _emit_call(
            fn, PointerCallee(target, None), described, values, node, into, needed=needed, written=written
        )
    described = fn.translation.signature(declaration, [fn.tree.types[argument] for argument in arguments])
    values, originals = evaluate_arguments(fn, described, arguments)
    name = fn.translation.reference(declaration)
    if declaration in fn.translation.undefined:
        check_arguments(fn, fn.tree.declarations[declaration].name, node, arguments, originals, values)
    if needed:
        fn.translation.result_needed.add(declaration)
    if fn.tree.declarations[declaration].defined and not fn.translation.is_model(fn.tree.declarations[declaration]):
        note_arguments(fn, values)
    result = _emit_call(fn, StaticCallee(name), described, values, node, into, needed=needed, written=written)
    if declaration in fn.translation.undefined:
        after_call(fn, declaration, arguments, originals, described)
    return result


def start_in_thread(fn: FunctionLowering, node: int) -> bool:
    """Start a thread that makes the call which a statement consists of; false if it is no call of a known function.

    Arguments are evaluated by the thread that starts it. Nobody gets the result, and nobody waits.
    """
    while fn.tree.kinds[node] == Kind.PAREN:
        node += 1
    if fn.tree.kinds[node] != Kind.CALL:
        return False
    callee, *arguments = fn.tree.children(node)
    declaration = fn.translation.called(callee)
    if declaration is None or declaration in fn.tree.weak or not fn.tree.declarations[declaration].defined:
        return False
    fn.at(node)
    described = fn.translation.signature(declaration, [fn.tree.types[argument] for argument in arguments])
    values, _ = evaluate_arguments(fn, described, arguments)
    note_arguments(fn, values)
    fn.emit(Start(StaticCallee(fn.translation.reference(declaration)), tuple(values), None, None, True))
    return True


def _checked_target(fn: FunctionLowering, target: Expr, callee: int) -> Expr:
    """What a call goes to through a pointer, with a check that the pointer is not null (C11 6.5.3.2 paragraph 4)."""
    if isinstance(target, CodeAddress):
        return target
    if fn.translation.threaded or not isinstance(target, Variable):
        target = fn.settle(target, callee)
    not_null = apply(Operator.DIFFERENT, target, Const(0, target.type))
    fn.check("memsafety", not_null, f"valid call: {fn.translation.text(callee)}")
    return target


def evaluate_arguments(
    fn: FunctionLowering, described: tuple[object, ...], arguments: list[int], *, keep_extra: bool = False
) -> tuple[list[Expr], list[Expr]]:
    """Evaluate arguments from left to right and convert them to the parameters.

    Gives what is passed and what the arguments were. What is too much for a function is not passed, unless it is
    called through a pointer that does not say what it takes (``keep_extra``).
    """
    _, _, parameters, variadic, _ = described
    values: list[Expr] = []
    assert isinstance(parameters, tuple)
    for position, argument in enumerate(arguments):
        kind = parameters[position] if position < len(parameters) else fn.tree.types[argument]
        value = fn.value(argument)
        if not fn.types.is_aggregate(fn.tree.types[argument]):
            value = convert(fn, value, fn.translation.kind(kind, argument), argument)
            if any(fn.translation.has_effects(later) for later in arguments[position + 1 :]):
                value = fn.settle(value, argument)
        else:
            if _may_change(fn, value, arguments[position + 1 :]):
                value = private_copy(fn, value, fn.tree.types[argument])
            formal = fn.translation.kind(kind, argument)
            if formal != value.type and fn.types.size(kind) == fn.types.size(fn.tree.types[argument]):
                value = Deref((aggregate_address(value),), formal)  # the same structure, seen from another unit
        values.append(value)
    originals = list(values)
    values.extend(arbitrary(fn, fn.types.ir(kind)) for kind in parameters[len(values) :])
    if variadic:
        extra = values[len(parameters) :]
        nodes = arguments[len(parameters) :]
        del values[len(parameters) :]
        values.append(_slots(fn, extra, nodes))
    elif not keep_extra:
        del values[len(parameters) :]
    return values, originals


def _may_change(fn: FunctionLowering, value: Expr, later: list[int]) -> bool:
    """Whether an aggregate argument may change before the call: by other arguments, or by other threads."""
    if fn.is_private(aggregate_address(value)):
        return False
    return fn.translation.threaded or any(fn.translation.has_effects(argument) for argument in later)


def _slots(fn: FunctionLowering, values: list[Expr], nodes: list[int]) -> Expr:
    """Store variadic arguments one after the other; gives the address of the first."""
    if not values:
        return Const(0, VOID_POINTER)
    sizes = [slot_size(fn, fn.tree.types[node]) for node in nodes]
    block = fn.builder.local(fn.name("arguments$1"), BlockType(U64, sum(sizes) // SLOT), addressable=True, hidden=True)
    offset = 0
    for value, node, size in zip(values, nodes, sizes, strict=True):
        kind = fn.tree.types[node]
        address = advanced(AddressOf(block, VOID_POINTER), offset, pointer_type(fn, kind))
        spot = Spot(kind, None, address, None, True)
        if fn.types.is_aggregate(kind):
            copy_aggregate(fn, spot, value, node)
        else:
            write(fn, spot, value, node)
        offset += size
    return AddressOf(block, VOID_POINTER)


def slot_size(fn: FunctionLowering, kind: int) -> int:
    """The room a variadic argument takes."""
    return (fn.types.size(kind) + SLOT - 1) // SLOT * SLOT


def _emit_call(
    fn: FunctionLowering,
    callee: Callee,
    described: tuple[object, ...],
    values: list[Expr],
    node: int,
    into: Variable | None,
    *,
    needed: bool,
    written: int | None = None,
) -> Expr:
    kind = fn.tree.types[node]
    if isinstance(callee, StaticCallee):
        result_type = described[1]
        assert isinstance(result_type, int)
        kind = result_type
    if fn.types.shape(kind) == "void":
        fn.emit(Call(callee, tuple(values), None))
        return VOID
    result_kind = fn.translation.kind(kind, node)
    if into is not None and into.type == result_kind:
        place = Variable(into.name, into.type, False)
        if written is not None:
            fn.located(place, written)
        fn.emit(Call(callee, tuple(values), place))
        return into
    if not needed and not isinstance(result_kind, StructType):
        fn.emit(Call(callee, tuple(values), None))
        return VOID
    result = fn.temporary(result_kind, fn.translation.text(node))
    fn.emit(Call(callee, tuple(values), Variable(result.name, result.type, False)))
    value: Expr = fn.located(Variable(result.name, result.type, False), node)
    if fn.types.shape(fn.tree.types[node]) not in ("void", "record"):
        value = convert(fn, value, fn.kind(node), node)
    return value


def code_of(fn: FunctionLowering, kind: int) -> CodeType | None:
    """What a pointer type to functions points to."""
    pointer = fn.types.ir(kind)
    return pointer.target if isinstance(pointer, PointerType) and isinstance(pointer.target, CodeType) else None
