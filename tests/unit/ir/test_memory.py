"""Memory of C-like programs: one object as several types, copies, bit-fields, and structures as values."""

from __future__ import annotations

import pytest
from memory_programs import BIG_ENDIAN, run, undefined

from sketches import (
    Body,
    Sketch,
    add,
    address,
    at,
    global_value,
    i32,
    less,
    null,
    number,
    outcome,
    started,
)
from vexil.ir.expressions import Apply, Const, Operator
from vexil.ir.interpreter import Undefined
from vexil.ir.layout import DataLayout
from vexil.ir.operations import Copy, Fill
from vexil.ir.program import MemberDeclaration, Memory, StructDeclaration
from vexil.ir.types import (
    BOOL,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    LOCK,
    THREAD,
    U8,
    U16,
    U32,
    U64,
    BlockType,
    IntegerType,
    PointerType,
    ReferenceType,
    StructType,
    Type,
)
from vexil.ir.typing import apply, bit_field, cast, deref

# --- one object, several types ---------------------------------------------------------------------------


@pytest.mark.parametrize(("layout", "first"), [(None, 0x78), (BIG_ENDIAN, 0x12)])
def test_bytes_of_an_integer(layout: DataLayout | None, first: int) -> None:
    """The first byte of an integer is the lowest one, or the highest one where the layout is big-endian."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", U32, addressable=True)
        byte = sketch.variable("byte", U8)
        main.set(x, number(0x12345678, U32))
        main.set(byte, at(address(x), 0, U8))

    assert global_value(run(write, layout), "byte") == first


@pytest.mark.parametrize("layout", [None, BIG_ENDIAN])
def test_a_union_of_float_integer_and_bytes(layout: DataLayout | None) -> None:
    """What is written as one member of a union is read as the bits of another, in both directions."""

    def write(sketch: Sketch, main: Body) -> None:
        sketch.builder.structs["U"] = StructDeclaration(
            "U", 4, 4, (MemberDeclaration("f", F32, 0), MemberDeclaration("i", U32, 0)), union=True
        )
        union = sketch.variable("union", StructType("U"))
        bits, back, sign = (sketch.variable(*v) for v in (("bits", U32), ("back", F32), ("sign", U8)))
        main.set(at(address(union), 0, F32), Const(-1.5, F32))
        main.set(bits, at(address(union), 0, U32))
        main.set(sign, at(address(union), 0 if layout else 3, U8))
        main.set(at(address(union), 0, U32), number(0x40490FDB, U32))
        main.set(back, at(address(union), 0, F32))

    machine = run(write, layout)
    assert global_value(machine, "bits") == 0xBFC00000
    assert global_value(machine, "sign") == 0xBF
    assert global_value(machine, "back") == pytest.approx(3.14159274)


def test_a_part_of_a_float_can_be_replaced() -> None:
    """Writing the upper half of a double as an integer changes the double and keeps its lower half."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", F64, addressable=True)
        y = sketch.variable("y", F64)
        main.set(x, Const(1.0, F64))
        main.set(at(address(x), 4, U32), number(0xC0000000, U32))
        main.set(y, x)

    assert global_value(run(write), "y") == -2.0


@pytest.mark.parametrize("kind", [I8, U8, I16, IntegerType(7, True), IntegerType(12, False), IntegerType(200, True)])
def test_integers_of_odd_widths_keep_their_sign(kind: IntegerType) -> None:
    """Signed and unsigned integers of any width come back from memory unchanged."""
    for value in (kind.low, kind.high, 0, 1):

        def write(sketch: Sketch, main: Body, value: int = value) -> None:
            x = sketch.variable("x", kind, addressable=True)
            y = sketch.variable("y", kind)
            main.set(x, number(value, kind))
            main.set(y, x)

        assert global_value(run(write), "y") == value


def test_static_memory_starts_as_its_initialiser() -> None:
    """A static object holds the scalars of its initialiser, zero elsewhere, and may hold addresses."""
    sketch = Sketch()
    target = sketch.variable("target", I32, i32(7), addressable=True)
    cells = ((0, i32(-1)), (8, address(target)), (16, Const(2.5, F64)))
    table = sketch.variable("table", BlockType(I8, 32), Memory(cells))
    a, b, c, d = (sketch.variable(*v) for v in (("a", I32), ("b", I32), ("c", F64), ("d", I64)))
    with sketch.function("main") as main:
        main.set(a, at(address(table), 0, I32))
        main.set(b, deref(at(address(table), 8, PointerType(I32)), I32))
        main.set(c, at(address(table), 16, F64))
        main.set(d, at(address(table), 24, I64))
    machine = outcome(sketch.build())
    assert [global_value(machine, name) for name in "abcd"] == [-1, 7, 2.5, 0]


def test_an_undefined_initial_value_ends_the_run() -> None:
    """A static initialiser that divides by zero leaves no initial state to start from."""
    sketch = Sketch()
    sketch.variable("x", I32, apply(Operator.DIVIDE, i32(1), i32(0)))
    with sketch.function("main"):
        pass
    machine = started(sketch.build())
    assert machine.ending == Undefined("division-by-zero")
    assert machine.enabled() == []


# --- copies ----------------------------------------------------------------------------------------------


def test_copies_may_overlap() -> None:
    """A copy within one array moves the old contents, as memmove does."""

    def write(sketch: Sketch, main: Body) -> None:
        array = sketch.variable("array", BlockType(I32, 5))
        results = [sketch.variable(f"r{index}", I32) for index in range(5)]
        for index in range(5):
            main.set(at(address(array), 4 * index, I32), i32(index + 1))
        destination = apply(Operator.POINTER_ADD, address(array), number(4, I64))
        main.do(Copy(destination, address(array), number(12, I64)))
        for index, result in enumerate(results):
            main.set(result, at(address(array), 4 * index, I32))

    machine = run(write)
    assert [global_value(machine, f"r{index}") for index in range(5)] == [1, 1, 2, 3, 5]


def test_copies_cut_through_values() -> None:
    """A copy that starts inside an integer moves exactly its bytes."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", BlockType(U8, 8))
        y = sketch.variable("y", U16)
        main.set(at(address(x), 0, U32), number(0x44332211, U32))
        source = apply(Operator.POINTER_ADD, address(x), number(1, I64))
        destination = apply(Operator.POINTER_ADD, address(x), number(6, I64))
        main.do(Copy(destination, source, number(2, I64)))
        main.set(y, at(address(x), 6, U16))

    assert global_value(run(write), "y") == 0x3322


@pytest.mark.parametrize("step", [1, 8])
def test_pointers_can_be_copied_byte_by_byte(step: int) -> None:
    """A pointer whose bytes were copied one after the other points to the same object."""

    def write(sketch: Sketch, main: Body) -> None:
        target = sketch.variable("target", I32, i32(5), addressable=True)
        kind = PointerType(I32)
        p, q = sketch.variable("p", kind, addressable=True), sketch.variable("q", kind, addressable=True)
        found = sketch.variable("found", I32)
        main.set(p, address(target))
        for offset in range(0, 8, step):
            destination = apply(Operator.POINTER_ADD, address(q), number(offset, I64))
            source = apply(Operator.POINTER_ADD, address(p), number(offset, I64))
            main.do(Copy(destination, source, number(step, I64)))
        main.set(found, deref(q, I32))

    assert global_value(run(write), "found") == 5


def test_bytes_of_a_pointer_go_through_registers() -> None:
    """A loop over unsigned chars copies a pointer as well; its address becomes visible that way."""

    def write(sketch: Sketch, main: Body) -> None:
        target = sketch.variable("target", I32, i32(5), addressable=True)
        kind = PointerType(I32)
        p, q = sketch.variable("p", kind, addressable=True), sketch.variable("q", kind, addressable=True)
        found, index, byte = (sketch.variable(*v) for v in (("found", I32), ("index", I64), ("byte", U8)))
        main.set(p, address(target))
        with main.loop(less(index, number(8, I64))):
            main.set(byte, at(address(p), index, U8))
            main.set(at(address(q), index, U8), byte)
            main.set(index, add(index, number(1, I64)))
        main.set(found, deref(q, I32))

    assert global_value(run(write), "found") == 5


@pytest.mark.parametrize("kind", [ReferenceType("C"), THREAD])
def test_identities_have_no_bytes(kind: Type) -> None:
    """References and threads can be copied as a whole; their bytes are no numbers."""

    def write(sketch: Sketch, main: Body, look: bool) -> None:
        sketch.declare("C")
        x, y = sketch.variable("x", kind, addressable=True), sketch.variable("y", kind, addressable=True)
        byte, same = sketch.variable("byte", U8), sketch.variable("same", BOOL)
        if kind == THREAD:
            main.set(x, apply(Operator.CURRENT_THREAD))
        else:
            main.new(x, "C")
        main.do(Copy(address(y), address(x), number(3, I64)))
        moved = apply(Operator.POINTER_ADD, address(y), number(3, I64))
        main.do(Copy(moved, apply(Operator.POINTER_ADD, address(x), number(3, I64)), number(5, I64)))
        main.set(same, apply(Operator.EQUAL, x, y))
        if look:
            main.set(byte, at(address(y), 0, U8))

    assert global_value(run(lambda sketch, main: write(sketch, main, False)), "same") is True
    assert undefined(lambda sketch, main: write(sketch, main, True)) == "type-punned-identity"


def test_zeroed_memory_holds_null() -> None:
    """All zero bytes are a null pointer, a null reference, no thread, lock 0 and the number 0."""

    def write(sketch: Sketch, main: Body) -> None:
        sketch.declare("C")
        block = main.local("block", BlockType(U8, 8))
        sketch.variable("result", U8)
        main.do(Fill(address(block), number(0, U8), number(8, I64)))
        kinds: list[Type] = [PointerType(I32), ReferenceType("C"), THREAD, LOCK, U64]
        for index, kind in enumerate(kinds):
            same = sketch.variable(f"null{index}", BOOL)
            main.set(same, apply(Operator.EQUAL, at(address(block), 0, kind), null(kind)))

    machine = run(write)
    assert all(global_value(machine, f"null{index}") is True for index in range(5))


@pytest.mark.parametrize("kind", [PointerType(I32), ReferenceType("C"), THREAD, LOCK])
def test_null_is_stored_as_zero(kind: Type) -> None:
    """The bytes of a null pointer, a null reference, no thread and lock 0 are zero."""

    def write(sketch: Sketch, main: Body) -> None:
        sketch.declare("C")
        block, bits = main.local("block", BlockType(U8, 8)), sketch.variable("bits", U64, number(1, U64))
        main.set(at(address(block), 0, kind), null(kind))
        main.set(bits, at(address(block), 0, U64))

    assert global_value(run(write), "bits") == 0


# --- bit-fields ------------------------------------------------------------------------------------------


def test_bit_fields_next_to_each_other() -> None:
    """Writing one bit-field leaves its neighbours alone; signed ones are read with their sign."""

    def write(sketch: Sketch, main: Body) -> None:
        unit = sketch.variable("unit", U32, addressable=True)
        a, b, c = (sketch.variable(name, kind) for name, kind in (("a", I32), ("b", U32), ("c", BOOL)))
        signed, unsigned = bit_field(address(unit), U32, 0, 3, I32), bit_field(address(unit), U32, 3, 7, U32)
        flag = bit_field(address(unit), U32, 31, 1, BOOL)
        main.set(signed, i32(-3))
        main.set(unsigned, number(100, U32))
        main.set(flag, Const(True, BOOL))
        main.set(signed, i32(5))
        main.set(a, signed)
        main.set(b, unsigned)
        main.set(c, flag)

    machine = run(write)
    assert [global_value(machine, name) for name in "abc"] == [-3, 100, True]


def test_bit_fields_of_fresh_memory() -> None:
    """A bit-field can be written and read while its neighbours were never written, and those stay unreadable."""

    def write(sketch: Sketch, main: Body, read_neighbour: bool) -> None:
        unit = main.local("unit", U32, addressable=True)
        x = sketch.variable("x", U32)
        main.set(bit_field(address(unit), U32, 5, 9, U32), number(300, U32))
        main.set(x, bit_field(address(unit), U32, 5, 9, U32))
        if read_neighbour:
            main.set(x, bit_field(address(unit), U32, 4, 2, U32))

    assert global_value(run(lambda sketch, main: write(sketch, main, False)), "x") == 300
    assert undefined(lambda sketch, main: write(sketch, main, True)) == "uninitialised-read"


def test_a_bit_field_beside_an_ordinary_member() -> None:
    """A bit-field whose unit reaches over an ordinary member reads and writes its own bytes only."""

    def write(sketch: Sketch, main: Body) -> None:
        block = main.local("block", BlockType(U8, 8))
        x, y = sketch.variable("x", U32), sketch.variable("y", U8)
        main.set(at(address(block), 3, U8), number(77, U8))
        main.set(bit_field(address(block), U32, 0, 24, U32), number(0x123456, U32))
        main.set(x, bit_field(address(block), U32, 0, 24, U32))
        main.set(y, at(address(block), 3, U8))

    machine = run(write)
    assert [global_value(machine, name) for name in "xy"] == [0x123456, 77]


# --- aggregates ------------------------------------------------------------------------------------------


def test_structures_are_passed_and_returned_by_value() -> None:
    """A callee works on its own copy; its result is a copy too; uninitialised padding may be copied."""
    sketch = Sketch()
    sketch.builder.structs["S"] = StructDeclaration(
        "S", 16, 8, (MemberDeclaration("c", I8, 0), MemberDeclaration("x", I64, 8))
    )
    pair = StructType("S")
    results = [sketch.variable(name, I64) for name in "abc"]
    with sketch.function("change", pair) as change:
        s = change.parameter("s", pair, addressable=True)
        change.set(at(address(s), 8, I64), add(at(address(s), 8, I64), number(1, I64)))
        change.give_back(s)
    with sketch.function("main") as main:
        one, two = main.local("one", pair), main.local("two", pair)
        main.set(at(address(one), 0, I8), number(3, I8))
        main.set(at(address(one), 8, I64), number(41, I64))
        main.call("change", one, result=two)
        for result, value in zip(results, (one, two), strict=False):
            main.set(result, at(address(value), 8, I64))
        main.set(results[2], cast(at(address(two), 0, I8), I64))
    machine = outcome(sketch.build())
    assert [global_value(machine, name) for name in "abc"] == [41, 42, 3]


def test_a_selected_structure_can_be_assigned() -> None:
    """A structure may be the result of a selection."""

    def write(sketch: Sketch, main: Body) -> None:
        block = BlockType(I32, 2)
        a, b, c = (sketch.variable(name, block) for name in "abc")
        x = sketch.variable("x", I32)
        main.set(at(address(b), 4, I32), i32(6))
        main.set(c, Apply(Operator.IF, (Const(False, BOOL), a, b), block))
        main.set(x, at(address(c), 4, I32))

    assert global_value(run(write), "x") == 6
