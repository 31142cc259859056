"""Addresses of C-like programs as numbers, and which states of memory are the same."""

from __future__ import annotations

import pytest
from memory_programs import run

from sketches import (
    Body,
    Sketch,
    add,
    address,
    at,
    explore,
    finish,
    global_value,
    i32,
    null,
    number,
    outcome,
    started,
)
from vexil.core.errors import LimitReached
from vexil.ir.expressions import CodeAddress, Const, Expr, Operator
from vexil.ir.interpreter import Machine
from vexil.ir.layout import ILP32, DataLayout
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import Copy
from vexil.ir.types import (
    BOOL,
    I8,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    VOID_POINTER,
    BlockType,
    CodeType,
    PointerType,
)
from vexil.ir.typing import apply, cast, deref

# --- addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [None, ILP32])
def test_a_pointer_survives_being_a_number(layout: DataLayout | None) -> None:
    """A pointer cast to an integer and back points to the same byte; distances of addresses are distances."""

    def write(sketch: Sketch, main: Body) -> None:
        kind = U32 if layout else U64
        array = sketch.variable("array", BlockType(I32, 4))
        n, distance = sketch.variable("n", kind), sketch.variable("distance", kind)
        for name, offset in (("start", 0), ("second", 4), ("end", 16)):
            pointer = apply(Operator.POINTER_ADD, address(array), number(offset, I64))
            main.set(n, cast(pointer, kind))
            main.set(distance, apply(Operator.SUBTRACT, n, cast(address(array), kind)))
            main.set(sketch.variable(name, BOOL), apply(Operator.EQUAL, cast(n, PointerType(I32)), pointer))

    machine = run(write, layout)
    assert [global_value(machine, name) for name in ("start", "second", "end")] == [True] * 3
    assert global_value(machine, "distance") == 16


def test_addresses_are_apart_and_aligned() -> None:
    """Objects whose addresses are looked at lie 16-aligned and never touch, not even one past the end."""

    def write(sketch: Sketch, main: Body) -> None:
        for name, size in (("a", 16), ("b", 1), ("c", 33)):
            block = sketch.variable(name, BlockType(U8, size))
            result = sketch.variable(f"at_{name}", U64)
            main.set(result, cast(address(block), U64))

    machine = run(write)
    starts = [global_value(machine, f"at_{name}") for name in "abc"]
    assert all(isinstance(start, int) and start % 16 == 0 for start in starts)
    assert starts[0] + 16 < starts[1]  # type: ignore[operator]
    assert starts[1] + 1 < starts[2]  # type: ignore[operator]


def test_absolute_addresses_wrap_around() -> None:
    """The pointer before null is the greatest address, however it was made."""

    def write(sketch: Sketch, main: Body) -> None:
        kind = PointerType(I8)
        literal, same, order = (sketch.variable(*v) for v in (("literal", kind), ("same", BOOL), ("order", BOOL)))
        below = apply(Operator.POINTER_ADD, null(kind), number(-1, I64))
        main.set(literal, Const(-1, kind))
        main.set(
            same,
            apply(Operator.AND, *[apply(Operator.EQUAL, p, cast(number(-1, I64), kind)) for p in (below, literal)]),
        )
        main.set(order, apply(Operator.LESS, null(kind), below))

    machine = run(write)
    assert [global_value(machine, name) for name in ("same", "order")] == [True, True]


def test_offsets_wrap_around_like_addresses() -> None:
    """Adding the greatest unsigned number to a pointer is going back one byte, and offsets stay finite."""

    def write(sketch: Sketch, main: Body) -> None:
        array = sketch.variable("array", BlockType(I8, 4))
        offset, found = sketch.variable("offset", I64), sketch.variable("found", I8)
        second = apply(Operator.POINTER_ADD, address(array), number(2, I64))
        back = apply(Operator.POINTER_ADD, second, number((1 << 64) - 1, U64))
        main.set(at(address(array), 1, I8), number(6, I8))
        main.set(offset, apply(Operator.OFFSET, back))
        main.set(found, deref(back, I8))

    machine = run(write)
    assert [global_value(machine, name) for name in ("offset", "found")] == [1, 6]


def test_queries_about_pointers() -> None:
    """The queries front ends build checks from say what is accessible, where, and what can be released."""

    def write(sketch: Sketch, main: Body) -> None:
        p = main.local("p", PointerType(I8))
        main.malloc(p, 10)
        inside = apply(Operator.POINTER_ADD, p, number(8, I64))
        questions: dict[str, Expr] = {
            "fits": apply(Operator.ACCESSIBLE, inside, number(2, I64)),
            "too_long": apply(Operator.ACCESSIBLE, inside, number(3, I64)),
            "negative_length": apply(Operator.ACCESSIBLE, inside, number(-1, I64)),
            "null": apply(Operator.ACCESSIBLE, null(PointerType(I8)), number(0, I64)),
            "base": apply(Operator.HEAP_BASE, p),
            "no_base": apply(Operator.HEAP_BASE, inside),
            "same": apply(Operator.SAME_OBJECT, p, inside),
            "ordered": apply(Operator.LESS, p, inside),
            "size": apply(Operator.EQUAL, apply(Operator.OBJECT_SIZE, inside), number(10, I64)),
            "apart": apply(Operator.EQUAL, apply(Operator.POINTER_DIFFERENCE, inside, p), number(8, I64)),
        }
        for name, question in questions.items():
            main.set(sketch.variable(name, BOOL), question)

    machine = run(write)
    names = [variable.name for variable in machine.program.globals]
    assert [name for name in names if global_value(machine, name)] == [
        "fits",
        "base",
        "same",
        "ordered",
        "size",
        "apart",
    ]


# --- states ----------------------------------------------------------------------------------------------


def test_writing_zero_over_zero_gives_the_same_state() -> None:
    """Zeroed memory that was set to zero is the same state as zeroed memory that was not touched."""
    sketch = Sketch()
    x = sketch.variable("x", I64, addressable=True)
    with sketch.function("main") as main:
        main.mark("head")
        main.set(x, number(0, I64))
        main.set(at(address(x), 2, U16), number(1, U16))
        main.set(at(address(x), 2, U16), number(0, U16))
        main.goto("head")
    assert len(explore(started(sketch.build()))) == 5


def test_bytes_are_bytes_wherever_they_come_from() -> None:
    """Memory that was overwritten byte by byte is in the same state whether it was zeroed before or never written."""
    sketch = Sketch()
    p = sketch.variable("p", PointerType(U32))
    with sketch.function("main") as main:
        main.choose(lambda: main.malloc(p, 4, zeroed=True), lambda: main.malloc(p, 4))
        main.set(at(p, 0, U16), number(1, U16))
        main.set(at(p, 1, U16), number(2, U16))
        main.set(at(p, 2, U16), number(3, U16))
    machine = started(sketch.build())
    assert len([state for state in explore(machine) if not state[2]]) == 1


def test_forgetting_a_written_zero_changes_nothing() -> None:
    """A zero written to zeroed memory is not part of the state, and so has no influence on what a copy leads to."""
    sketch = Sketch()
    source = sketch.variable("source", BlockType(U8, 8))
    with sketch.function("main") as main:
        target = main.local("target", BlockType(U8, 8))
        main.set(at(address(source), 0, U32), number(5, U32))
        main.set(at(address(source), 0, U32), number(0, U32))
        main.do(Copy(address(target), address(source), number(4, I64)))
        main.goto("end")
        main.mark("end")
    live = started(sketch.build())
    for _ in range(3):
        other = Machine(live.compiled)
        other.restore(live.snapshot())
        live.step(1)
        other.step(1)
        assert live.snapshot() == other.snapshot()


def test_leaked_memory_counts_but_its_contents_do_not() -> None:
    """States that differ only in the contents of lost memory are one; lost memory itself is not forgotten."""

    def after(values: list[int]) -> object:
        sketch = Sketch()
        p = sketch.variable("p", PointerType(I32))
        with sketch.function("main") as main:
            for value in values:
                main.malloc(p, 4)
                main.set(deref(p, I32), i32(value))
            main.set(p, null(PointerType(I32)))
        return outcome(sketch.build()).snapshot()[-3]

    assert after([1, 2]) == after([2, 1]) == (("main:malloc", 4), ("main:malloc", 4))
    assert after([1]) == (("main:malloc", 4),)


def test_memory_whose_address_is_known_is_not_lost() -> None:
    """An object whose address was turned into a number can be reached by turning the number back."""
    sketch = Sketch()
    p, n, x = (sketch.variable(*v) for v in (("p", PointerType(I32)), ("n", U64), ("x", I32)))
    with sketch.function("main") as main:
        main.malloc(p, 4)
        main.set(deref(p, I32), i32(8))
        main.set(n, cast(p, U64))
        main.set(p, null(PointerType(I32)))
        main.set(p, cast(n, PointerType(I32)))
        main.set(x, deref(p, I32))
    machine = started(sketch.build())
    while machine.enabled():
        machine.restore(machine.snapshot())
        machine.step(1)
    assert global_value(machine, "x") == 8


def test_function_pointers_are_called_and_compared() -> None:
    """The address of a function can be stored, cast to a number and back, compared and called."""
    sketch = Sketch()
    code = PointerType(CodeType(I32, (I32,)))
    p, x = sketch.variable("p", code, addressable=True), sketch.variable("x", I32)
    with sketch.function("twice", I32) as twice:
        n = twice.parameter("n", I32)
        twice.give_back(add(n, n))
    with sketch.function("main") as main:
        main.set(p, cast(cast(CodeAddress("twice", code), U64), code))
        with main.when(apply(Operator.EQUAL, p, CodeAddress("twice", code))):
            main.call(PointerCallee(p, None), i32(21), result=x)
    assert global_value(outcome(sketch.build()), "x") == 42


def test_huge_objects_are_allocated_but_not_spread_out() -> None:
    """A terabyte can be allocated and used; treating it as bytes reaches a limit instead of exhausting memory."""

    def program(overlapping: bool) -> Machine:
        sketch = Sketch()
        p, x = sketch.variable("p", PointerType(I32)), sketch.variable("x", I32)
        with sketch.function("main") as main:
            main.malloc(p, 1 << 40)
            main.set(at(p, 1 << 39, I32), i32(3))
            main.set(x, at(p, 1 << 39, I32))
            if overlapping:
                main.set(at(p, (1 << 39) + 1, I32), i32(3))
        return started(sketch.build())

    assert global_value(finish(program(False)), "x") == 3
    with pytest.raises(LimitReached, match="byte by byte"):
        finish(program(True))


def test_void_pointers_are_pointers() -> None:
    """An untyped pointer holds any address and can be compared with typed ones."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", I32, addressable=True)
        p, same = sketch.variable("p", VOID_POINTER), sketch.variable("same", BOOL)
        main.set(p, address(x))
        main.set(same, apply(Operator.EQUAL, p, address(x)))

    assert global_value(run(write), "same") is True
