"""Atomic operations: GNU's ``__sync`` and ``__atomic`` families and C11's."""

from __future__ import annotations

import re
from pathlib import Path

from vexil.frontends.c.calls import PATTERNS, builtin
from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import VALUES, FunctionLowering, NotConstant, Spot, lowers
from vexil.frontends.c.kinds import Binary, Kind
from vexil.frontends.c.library import argument
from vexil.frontends.c.places import advanced, check_access, raw_place, write
from vexil.ir.expressions import Const, Deref, Expr, Operator
from vexil.ir.operations import BeginAtomic, EndAtomic
from vexil.ir.types import I32, I64, U8, IntegerType, PointerType
from vexil.ir.typing import apply, cast

_SYNC = re.compile(
    r"__sync_(?:(fetch)_and_(add|sub|or|and|xor|nand)|(add|sub|or|and|xor|nand)_and_(fetch)"
    r"|(bool|val)_compare_and_swap|(lock_test_and_set)|(lock_release))(?:_\d+)?"
)
_UPDATES = {
    "add": Binary.ADD, "sub": Binary.SUBTRACT, "or": Binary.BIT_OR, "and": Binary.BIT_AND, "xor": Binary.BIT_XOR,
}  # fmt: skip


ORDERS = ("relaxed", "consume", "acquire", "release", "acquire-release")
"""The memory orders below sequential consistency, by their numbers."""


def note_order(fn: FunctionLowering, order: int, node: int) -> None:
    """Remember an access whose memory order is weaker than the one that all accesses have here."""
    before, fn.is_constant = fn.is_constant, True
    try:
        value = fn.value(order)
    except NotConstant:
        value = None
    finally:
        fn.is_constant = before
    number = int(value.value) if isinstance(value, Const) else -1
    if number >= len(ORDERS):
        return
    _note(fn, ORDERS[number] if number >= 0 else "computed", node)


def _note(fn: FunctionLowering, order: str, node: int) -> None:
    span = fn.translation.span(node) or fn.span
    name, line, _ = fn.translation.files[span.file].position(span.start) if span else ("", 0, 0)
    fn.translation.weak_orders.setdefault(order, {})[f"{Path(name).name}:{line}"] = None


@builtin("__vexil_memory_order")
def _memory_order(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.discard(arguments[0])
    note_order(fn, arguments[0], node)


class _Atomic:
    """One indivisible access to what a pointer points to."""

    def __init__(self, fn: FunctionLowering, pointer: int, call: int) -> None:
        self.fn, self.node, self.call = fn, pointer, call
        self.kind = fn.types.target(fn.tree.types[pointer])
        self.type = fn.types.ir(self.kind)
        self.spot = Spot(self.kind, None, fn.settle(fn.value(pointer), pointer))

    def __enter__(self) -> _Atomic:
        self.fn.emit(BeginAtomic())
        return self

    def __exit__(self, *_: object) -> None:
        self.fn.emit(EndAtomic())

    def read(self) -> Expr:
        place = raw_place(self.fn, self.spot, self.node)
        with self.fn.synchronising(when=self.fn.translation.threaded):
            return self.fn.keep(place, self.fn.translation.text(self.call))

    def write(self, value: Expr) -> None:
        with self.fn.synchronising(when=self.fn.translation.threaded):
            self.initialise(value)

    def initialise(self, value: Expr) -> None:
        """Write without synchronising."""
        write(
            self.fn,
            Spot(self.fn.types.plain(self.kind), None, self.spot.address),
            converted(value, self.type),
            self.node,
        )


def _updated(word: str, old: Expr, amount: Expr) -> Expr:
    """What an atomic operation writes; it wraps around, also with a sign (C11 7.17.7.5), so it is made without one."""
    if isinstance(old.type, PointerType):
        step = converted(amount, I64)
        return advanced(old, step if word == "add" else apply(Operator.NEGATE, step), old.type)
    amount = converted(amount, old.type)
    if word == "nand":
        return apply(Operator.COMPLEMENT, apply(Operator.BIT_AND, old, amount))
    from vexil.frontends.c.operators import ARITHMETIC

    kind = old.type
    if word not in ("add", "sub") or not isinstance(kind, IntegerType):
        return apply(ARITHMETIC[_UPDATES[word]], old, amount)
    plain = IntegerType(kind.width, False)
    return cast(apply(ARITHMETIC[_UPDATES[word]], cast(old, plain), cast(amount, plain)), kind)


def _fetch(fn: FunctionLowering, pointer: int, amount: int, word: str, node: int, *, give_new: bool) -> Expr:
    value = fn.settle(fn.value(amount), amount)
    access = _Atomic(fn, pointer, node)
    with access:
        old = access.read()
        new = fn.keep(_updated(word, old, value), "new")
        access.write(new)
    return fn.located(new if give_new else old, node)


def _compare_and_swap(access: _Atomic, expected: Expr, desired: Expr) -> tuple[Expr, Expr]:
    fn = access.fn
    old = access.read()
    same = fn.keep(apply(Operator.EQUAL, old, expected), "same")
    yes, no = fn.fresh(), fn.fresh()
    fn.branch(same, yes, no)
    fn.here = yes
    access.write(desired)
    fn.join(fn.here, no)
    return old, same


def _sync(fn: FunctionLowering, name: str, node: int, arguments: list[int]) -> Expr | None:
    match = _SYNC.fullmatch(name)
    assert match is not None
    if match[1] or match[4]:
        return _fetch(fn, arguments[0], arguments[1], match[2] or match[3], node, give_new=bool(match[4]))
    if match[6] or match[7]:
        _note(fn, "acquire" if match[6] else "release", node)
        value = fn.settle(fn.value(arguments[1]), arguments[1]) if match[6] else Const(0, I32)
        access = _Atomic(fn, arguments[0], node)
        with access:
            old = access.read()
            access.write(value)
        return old if match[6] else None
    access = _Atomic(fn, arguments[0], node)
    expected, desired = (fn.settle(converted(fn.value(part), access.type), part) for part in arguments[1:3])
    with access:
        old, same = _compare_and_swap(access, expected, desired)
    return fn.located(converted(same, fn.kind(node)) if match[5] == "bool" else old, node)


PATTERNS.append((lambda name: _SYNC.fullmatch(name) is not None, _sync))


@builtin("__atomic_test_and_set")
def _test_and_set(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    pointer = fn.settle(argument(fn, arguments[0], PointerType(U8)), arguments[0])
    note_order(fn, arguments[1], node)
    fn.emit(BeginAtomic())
    check_access(fn, pointer, Const(1, I64), node)
    old = fn.keep(Deref((pointer,), U8), fn.translation.text(node))
    fn.assign(Deref((pointer,), U8), Const(1, U8))
    fn.emit(EndAtomic())
    return fn.located(converted(old, fn.kind(node)), node)


@builtin("__atomic_clear")
def _clear(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    pointer = argument(fn, arguments[0], PointerType(U8))
    note_order(fn, arguments[1], node)
    check_access(fn, pointer, Const(1, I64), node)
    with fn.synchronising(when=fn.translation.threaded):
        fn.assign(Deref((pointer,), U8), Const(0, U8))


@builtin("__atomic_thread_fence", "__c11_atomic_thread_fence")
def _fence(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    note_order(fn, arguments[0], node)


@builtin("__atomic_signal_fence", "__c11_atomic_signal_fence")
def _signal_fence(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    """Nothing is left to do."""


@lowers(VALUES, Kind.ATOMIC)
def _atomic(fn: FunctionLowering, node: int) -> Expr:
    """GNU's and C11's atomic operations; libclang lists pointer, order, value, failure order, second value, weak."""
    name = fn.tree.extra[node]
    parts = fn.tree.children(node)
    short = re.sub(r"^__(atomic|c11_atomic)_", "", name)
    if not name:
        raise fn.translation.refusal(node, "this atomic operation")
    generic = short in ("load", "store", "exchange", "compare_exchange") and name.startswith("__atomic")
    if short != "init":
        note_order(fn, parts[1], node)
    update = re.fullmatch(r"(?:fetch_(add|sub|or|and|xor|nand)|(add|sub|or|and|xor|nand)_fetch)", short)
    if update:
        return _atomic_update(fn, node, parts, update[1] or update[2], give_new=bool(update[2]))
    base = short.removesuffix("_n").removesuffix("_strong").removesuffix("_weak")
    if base == "init":
        access = _Atomic(fn, parts[0], node)
        access.initialise(fn.value(parts[1]))
        return Const(0, I32)
    if base == "compare_exchange":
        return _atomic_compare(fn, node, parts, generic=generic)
    return _atomic_plain(fn, node, parts, base, generic=generic)


def _atomic_update(fn: FunctionLowering, node: int, parts: list[int], word: str, *, give_new: bool) -> Expr:
    """``__c11_atomic_fetch_add`` on pointers counts elements, GNU's counts bytes."""
    value = fn.settle(fn.value(parts[2]), parts[2])
    access = _Atomic(fn, parts[0], node)
    if isinstance(access.type, PointerType) and fn.tree.extra[node].startswith("__c11"):
        size = fn.types.size(fn.types.target(access.kind))
        value = apply(Operator.MULTIPLY, converted(value, I64), Const(size, I64))
    with access:
        old = access.read()
        new = fn.keep(_updated(word, old, value), "new")
        access.write(new)
    return fn.located(new if give_new else old, node)


def _pointed(fn: FunctionLowering, pointer: Expr, kind: int, node: int) -> Deref:
    place = raw_place(fn, Spot(kind, None, pointer), node)
    assert isinstance(place, Deref)
    return place


def _atomic_plain(fn: FunctionLowering, node: int, parts: list[int], base: str, *, generic: bool) -> Expr:
    access = _Atomic(fn, parts[0], node)
    others = [fn.settle(fn.value(part), part) for part in parts[2:]]
    if base == "load":
        value = access.read()
        if not generic:
            return fn.located(value, node)
        fn.assign(_pointed(fn, others[0], access.kind, node), value)
        return Const(0, I32)
    desired = others[0]
    if generic:
        desired = fn.keep(_pointed(fn, others[0], access.kind, node), "value")
    if base == "store":
        access.write(desired)
        return Const(0, I32)
    with access:
        old = access.read()
        access.write(desired)
    if not generic:
        return fn.located(old, node)
    fn.assign(_pointed(fn, others[1], access.kind, node), old)
    return Const(0, I32)


def _atomic_compare(fn: FunctionLowering, node: int, parts: list[int], *, generic: bool) -> Expr:
    note_order(fn, parts[3], node)
    access = _Atomic(fn, parts[0], node)
    pointer = fn.settle(fn.value(parts[2]), parts[2])
    desired = fn.settle(fn.value(parts[4]), parts[4])
    if generic:
        desired = fn.keep(_pointed(fn, desired, access.kind, node), "wanted")
    expected = fn.keep(_pointed(fn, pointer, access.kind, node), "expected")
    with access:
        old, same = _compare_and_swap(access, expected, converted(desired, access.type))
    yes, no = fn.fresh(), fn.fresh()
    fn.branch(same, yes, no)
    fn.here = no
    fn.assign(_pointed(fn, pointer, access.kind, node), old)
    fn.join(yes, fn.here)
    return fn.located(converted(same, fn.kind(node)), node)
