"""Values from outside the program: arbitrary ones, and memory that changes by itself.

Volatile variables with static storage and addresses of devices change by themselves: each read of such a place gives
any value of its type. Where a pointer may lead to one is not known before the whole program is, so a read through a
pointer asks, as long as there are such objects in memory.
"""

from __future__ import annotations

from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.program import Translation
from vexil.ir.expressions import AddressOf, Bits, Const, Deref, Expr, Operator, Place, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.operation_parts import GuardedDomain, Origin, TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.types import I64, VOID_POINTER, BlockType, IntegerType, PointerType, ThreadType, Type, is_aggregate
from vexil.ir.typing import apply
from vexil.languages.options import Volatile

NOWHERE = 0x7FFFFFF1
"""The address of nothing, which arbitrary pointers have unless they are null."""


def arbitrary(fn: FunctionLowering, kind: Type) -> Expr:
    """An arbitrary value of a scalar type, in a temporary; aggregates stay unwritten."""
    variable = fn.temporary(kind, "unspecified")
    if not is_aggregate(kind):
        fn.emit(Choose(variable, any_of(kind), Origin.ENVIRONMENT))
    return Variable(variable.name, kind, False)


def any_of(kind: Type) -> TypeDomain | GuardedDomain:
    """Every value of a scalar type; of pointers null and an address where nothing is."""
    if isinstance(kind, PointerType):
        return GuardedDomain(((None, Const(0, kind)), (None, Const(NOWHERE, kind))))
    if isinstance(kind, ThreadType):
        return GuardedDomain(((None, Const(0, kind)),))
    return TypeDomain(kind)


BYTE = IntegerType(8, False)


def declare_inputs(translation: Translation) -> None:
    """Find the volatile variables, and make an object for each device."""
    options = translation.options
    if options.volatile != Volatile.MEMORY and not translation.interleaved:
        for number, variable in translation.globals.items():
            declaration = translation.tree.declarations[number]
            if declaration.volatile and not translation.is_model(declaration):
                in_memory = number in translation.in_memory or is_aggregate(variable.type)
                translation.inputs[variable.name] = in_memory
    for first, last in options.devices:
        name = translation.unique(f"device at {first:#x}")
        kind = BlockType(BYTE, last - first + 1)
        translation.devices.append((first, last, translation.builder.global_variable(name, kind, hidden=True)))
        translation.inputs[name] = True


def device_pointer(translation: Translation, value: Expr, kind: Type) -> Expr | None:
    """The pointer to a device that a number stands for."""
    if not translation.devices or not isinstance(value.type, IntegerType):
        return None
    constant = fold(value)
    if isinstance(constant, Const):
        address = int(constant.value) % (1 << translation.builder.layout.pointer_width)
        for first, last, variable in translation.devices:
            if first <= address <= last:
                start = AddressOf(variable, kind if isinstance(kind, PointerType) else VOID_POINTER)
                return apply(Operator.POINTER_ADD, start, Const(address - first, I64)) if address > first else start
    return None


def before_read(fn: FunctionLowering, place: Place, node: int) -> None:
    """Let a place that is about to be read change, if it changes by itself."""
    translation = fn.translation
    if not translation.inputs or fn.is_constant:
        return
    if isinstance(place, Variable):
        if place.is_global and place.name in translation.inputs:
            _change(fn, Variable(place.name, place.type, True), node)
    elif isinstance(place, Deref | Bits):
        (address,) = place.operands
        root = next((part for part in preorder(address) if isinstance(part, AddressOf)), None)
        if root is not None:
            if root.variable.is_global and root.variable.name in translation.inputs:
                _change(fn, place, node)
        else:
            _change_if_input(fn, place, address, node)


def _change(fn: FunctionLowering, place: Place, node: int) -> None:
    if is_aggregate(place.type):
        fn.approximate(Effect.DROPS, "a volatile structure that is copied as a whole does not change by itself")
    else:
        fn.located(place, node)
        fn.emit(Choose(place, any_of(place.type), Origin.ENVIRONMENT))


def _change_if_input(fn: FunctionLowering, place: Place, address: Expr, node: int) -> None:
    """A pointer may lead to an object that changes by itself."""
    objects = [name for name, in_memory in sorted(fn.translation.inputs.items()) if in_memory]
    variables = {
        variable.name: variable.type for variable in fn.translation.builder.globals if variable.name in objects
    }
    for name in objects:
        start = AddressOf(Variable(name, variables[name], True), VOID_POINTER)
        there, after = fn.fresh(), fn.fresh()
        fn.branch(apply(Operator.SAME_OBJECT, address, start), there, after)
        fn.here = there
        _change(fn, place, node)
        fn.go_to(after)


def volatile_assumptions(translation: Translation) -> list[Assumption]:
    """What is taken for granted about volatile variables and devices."""
    phrases = []
    named = sorted(
        name for name in translation.inputs if name not in {device.name for *_, device in translation.devices}
    )
    if named:
        phrases.append(f"each read of a volatile variable gives any value ({', '.join(named[:8])})")
    elif any(declaration.volatile for declaration in translation.tree.declarations):
        phrases.append("volatile variables change by the program only")
    members = translation.types.volatile_members()
    if members:
        phrases.append(f"volatile members of variables change by the program only ({', '.join(members[:8])})")
    for first, last, _ in translation.devices:
        phrases.append(f"each read of a device gives any value, and writes do nothing else ({first:#x}-{last:#x})")
    return [Assumption("volatile", "; ".join(phrases))] if phrases else []
