"""Memory of C-like programs: punning, copies, bit-fields, addresses, lifetimes and everything that is undefined."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
    less,
    null,
    number,
    outcome,
    started,
)
from vexil.core.errors import LimitReached
from vexil.ir.expressions import Apply, CodeAddress, Const, Expr, Operator, Variable
from vexil.ir.interpreter import Machine, Undefined
from vexil.ir.layout import ILP32, DataLayout
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import BeginLifetime, Call, Copy, EndLifetime, Fill, Release
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
    VOID_POINTER,
    BlockType,
    CodeType,
    IntegerType,
    PointerType,
    ReferenceType,
    StructType,
    Type,
)
from vexil.ir.typing import apply, bit_field, cast, deref

BIG_ENDIAN = DataLayout("big", 64, 8, little_endian=False)


def run(write: Callable[[Sketch, Body], None], layout: DataLayout | None = None) -> Machine:
    """Run a main function to its end."""
    sketch = Sketch(layout) if layout else Sketch()
    with sketch.function("main") as main:
        write(sketch, main)
    return outcome(sketch.build())


def undefined(write: Callable[[Sketch, Body], None]) -> str:
    """The kind of undefined behaviour a main function ends in."""
    machine = run(write)
    assert isinstance(machine.ending, Undefined)
    return machine.ending.kind


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


# --- what is undefined -----------------------------------------------------------------------------------


def heap_program(misuse: Callable[[Body, Variable], None]) -> Callable[[Sketch, Body], None]:
    """A program that allocates eight bytes and misuses them."""

    def write(sketch: Sketch, main: Body) -> None:
        sketch.variable("x", I32)
        p = main.local("p", PointerType(I32))
        main.malloc(p, 8)
        misuse(main, p)

    return write


X = Variable("x", I32, True)


def use_after_release(main: Body, p: Variable) -> None:
    main.set(deref(p, I32), i32(1))
    main.do(Release(p))
    main.set(X, deref(p, I32))


def release_twice(main: Body, p: Variable) -> None:
    main.do(Release(p))
    main.do(Release(p))


def release_inside(main: Body, p: Variable) -> None:
    main.do(Release(apply(Operator.POINTER_ADD, p, number(4, I64))))


def read_behind(main: Body, p: Variable) -> None:
    main.set(X, at(p, 5, I32))


def write_before(main: Body, p: Variable) -> None:
    main.set(at(p, -1, I32), i32(0))


def read_fresh(main: Body, p: Variable) -> None:
    main.set(X, deref(p, I32))


def read_null(main: Body, _: Variable) -> None:
    main.set(X, deref(null(PointerType(I32)), I32))


def read_number(main: Body, _: Variable) -> None:
    main.set(X, deref(Const(4096 * 4096, PointerType(I32)), I32))


def compare_strangers(main: Body, p: Variable) -> None:
    with main.when(apply(Operator.LESS, p, null(PointerType(I32)))):
        main.set(X, i32(1))


def subtract_strangers(main: Body, p: Variable) -> None:
    main.set(X, cast(apply(Operator.POINTER_DIFFERENCE, p, null(PointerType(I32))), I32))


def number_of_the_dead(main: Body, p: Variable) -> None:
    main.do(Release(p))
    main.set(X, cast(p, I32))


def copy_too_much(main: Body, p: Variable) -> None:
    main.do(Copy(p, apply(Operator.POINTER_ADD, p, number(4, I64)), number(5, I64)))


def fill_negative(main: Body, p: Variable) -> None:
    main.do(Fill(p, i32(0), i32(-1)))


def allocate_negative(main: Body, p: Variable) -> None:
    main.malloc(p, -1)


def allocate_everything(main: Body, p: Variable) -> None:
    main.malloc(p, number((1 << 64) - 1, U64))


def call_data(main: Body, p: Variable) -> None:
    main.do(Call(PointerCallee(cast(p, PointerType(CodeType(None, ()))), None), (), None))


def call_null(main: Body, _: Variable) -> None:
    main.do(Call(PointerCallee(null(PointerType(CodeType(None, ()))), None), (), None))


@pytest.mark.parametrize(
    ("misuse", "kind"),
    [
        (use_after_release, "invalid-dereference"),
        (release_twice, "invalid-release"),
        (release_inside, "invalid-release"),
        (read_behind, "out-of-bounds"),
        (write_before, "out-of-bounds"),
        (read_fresh, "uninitialised-read"),
        (read_null, "null-dereference"),
        (read_number, "invalid-dereference"),
        (compare_strangers, "pointer-comparison"),
        (subtract_strangers, "pointer-difference"),
        (number_of_the_dead, "address-of-dead-object"),
        (copy_too_much, "out-of-bounds"),
        (fill_negative, "negative-size"),
        (allocate_negative, "negative-size"),
        (allocate_everything, "excessive-size"),
        (call_data, "invalid-function-pointer"),
        (call_null, "null-dereference"),
    ],
)
def test_misuse_of_memory_is_undefined(misuse: Callable[[Body, Variable], None], kind: str) -> None:
    """Every misuse of memory that no check caught ends the run as undefined, with its kind."""
    assert undefined(heap_program(misuse)) == kind


def test_releasing_null_is_nothing() -> None:
    """Releasing a null pointer has no effect."""

    def write(_: Sketch, main: Body) -> None:
        main.do(Release(null(PointerType(I32))))

    assert run(write).ending is None


# --- lives of local variables ----------------------------------------------------------------------------


def test_a_pointer_to_a_local_variable_dangles_after_the_call() -> None:
    """The memory of a function's variables ends with its activation."""
    sketch = Sketch()
    p, x = sketch.variable("p", PointerType(I32)), sketch.variable("x", I32)
    with sketch.function("leak") as leak:
        local = leak.local("local", I32, addressable=True)
        leak.set(local, i32(1))
        leak.set(p, address(local))
    with sketch.function("main") as main:
        main.call("leak")
        main.set(x, deref(p, I32))
    assert outcome(sketch.build()).ending == Undefined("invalid-dereference")


@pytest.mark.parametrize("ended", [False, True])
def test_memory_allocated_on_the_stack_ends_with_the_frame(ended: bool) -> None:
    """Memory on the stack lives while its frame does and cannot be released."""
    sketch = Sketch()
    p, x = sketch.variable("p", PointerType(I32)), sketch.variable("x", I32)
    with sketch.function("use") as use:
        use.malloc(p, 4, on_stack=True)
        use.set(deref(p, I32), i32(9))
        use.set(x, deref(p, I32))
        if not ended:
            use.do(Release(p))
    with sketch.function("main") as main:
        main.call("use")
        main.set(x, deref(p, I32))
    machine = outcome(sketch.build())
    assert machine.ending == Undefined("invalid-dereference" if ended else "invalid-release")
    assert global_value(machine, "x") == 9


def test_stack_memory_can_be_released_early() -> None:
    """A variable-length array that ends with its block leaves no trace, however often the block is entered."""
    sketch = Sketch()
    with sketch.function("main") as main:
        p = main.local("p", PointerType(I32))
        main.mark("head")
        main.malloc(p, 4, on_stack=True)
        main.do(Release(p, True))
        main.set(p, null(PointerType(I32)))
        main.goto("head")
    assert len(explore(started(sketch.build()))) == 5


def test_a_variable_is_not_released_as_stack_memory() -> None:
    """Only memory that was allocated on the stack can be released so: not a variable, not the heap, not a part."""
    for kind in ("variable", "heap", "inside", "twice"):

        def write(_: Sketch, main: Body, kind: str = kind) -> None:
            p, local = main.local("p", PointerType(I32)), main.local("local", I32, addressable=True)
            main.malloc(p, 8, on_stack=kind != "heap")
            if kind == "variable":
                main.set(p, address(local))
            elif kind == "inside":
                main.set(p, apply(Operator.POINTER_ADD, p, number(4, I64)))
            elif kind == "twice":
                main.do(Release(p, True))
            main.do(Release(p, True))

        assert undefined(write) == "invalid-release", kind


def test_a_lifetime_begins_with_fresh_memory() -> None:
    """Each round of a loop gives its block's variable new memory; pointers into the old one dangle."""
    sketch = Sketch()
    p, x = sketch.variable("p", PointerType(I32)), sketch.variable("x", I32)
    with sketch.function("main") as main:
        local = main.local("local", I32, addressable=True)
        main.do(BeginLifetime(local))
        main.set(local, i32(1))
        main.set(p, address(local))
        main.do(EndLifetime(local))
        main.do(BeginLifetime(local))
        main.set(local, i32(2))
        main.set(x, local)
        main.set(x, deref(p, I32))
    machine = outcome(sketch.build())
    assert machine.ending == Undefined("invalid-dereference")
    assert global_value(machine, "x") == 2


def test_a_variable_is_unreadable_outside_its_lifetime() -> None:
    """Reading a variable after the end of its lifetime is undefined."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", I32)
        local = main.local("local", I32, addressable=True)
        main.set(local, i32(1))
        main.do(EndLifetime(local))
        main.set(x, local)

    assert undefined(write) == "invalid-dereference"


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
