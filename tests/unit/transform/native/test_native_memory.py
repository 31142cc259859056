"""Memory in native runs: cells, lives, structures, and what is left to the interpreter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from native_runs import Compared, assert_same_run
from sketches import Body, Sketch, add, address, at, i32, less, null, number
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter import Machine, Undefined
from vexil.ir.layout import ILP32, LP64, DataLayout
from vexil.ir.operations import BeginLifetime, Copy, EndLifetime, Fill
from vexil.ir.program import MemberDeclaration, Memory, Program, StructDeclaration
from vexil.ir.types import (
    BOOL,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    INT,
    U8,
    U16,
    U32,
    BlockType,
    PointerType,
    ReferenceType,
    StructType,
    Type,
)  # fmt: skip
from vexil.ir.typing import apply, bit_field, cast, deref
from vexil.model.protocols import NotApplicable
from vexil.transform.native import Beyond, NativeProgram, RunEnded, StepLimit

pytestmark = pytest.mark.usefixtures("native_search")
MIXED = "memory is accessed in another way than it was written"
WRITTEN = StructType("pair")


def program_of(write: Callable[[Sketch, Body], None], layout: DataLayout = LP64) -> Program:
    """A program with an array, a structure and a pointer; *write* says what is done again and again."""
    sketch = Sketch(layout)
    members = (MemberDeclaration("a", I32, 0), MemberDeclaration("b", I32, 4))
    sketch.builder.structs["pair"] = StructDeclaration("pair", 8, 4, members)
    with sketch.function("main") as main:
        main.mark("again")
        write(sketch, main)
        if main.here is not None:
            main.goto("again")
    return sketch.build()


def compared(program: Program) -> Compared:
    """Compare runs of both versions with the interpreter; both are as native."""
    fast, careful = (assert_same_run(program, 1, 200, patience=steps) for steps in (0, 1 << 20))
    assert (fast.native, fast.reasons) == (careful.native, careful.reasons)
    return fast


def undefined(program: Program) -> str:
    """The kind of the undefined operation that ends the run, which is all native."""
    assert not compared(program).reasons
    native = NativeProgram(program, None)
    how = native.run(native.start(), most_steps=1000).how
    assert isinstance(how, RunEnded)
    assert isinstance(how.ending, Undefined)
    return how.ending.kind


@pytest.mark.parametrize("layout", [LP64, ILP32], ids=lambda layout: layout.name)
@pytest.mark.parametrize("kind", [BOOL, I8, U8, I16, U16, I32, U32, I64, F32, F64, PointerType(I32)], ids=str)
def test_cells_of_every_type(kind: Type, layout: DataLayout) -> None:
    """Values that were written are read again, through the variable and through a pointer."""

    def write(sketch: Sketch, main: Body) -> None:
        x, y = sketch.variable("x", kind, addressable=True), main.local("y", kind, addressable=True)
        z, p = sketch.variable("z", kind), main.local("p", PointerType(kind))
        values: list[Expr]
        if isinstance(kind, PointerType):
            target = sketch.variable("target", I32, addressable=True)
            values = [address(target), null(kind), apply(Operator.POINTER_ADD, address(target), number(-8, I64))]
        elif kind == BOOL:
            values = [number(True, BOOL), number(False, BOOL)]
        elif kind in (F32, F64):
            values = [number(value, kind) for value in (0.5, -0.0, 2.0)]  # type: ignore[arg-type]
        else:
            values = [number(kind.low, kind), number(kind.high, kind), number(1, kind)]  # type: ignore[union-attr]
        main.set(p, address(y))
        main.set(z, x)
        for value in values:
            main.set(x, value)
            main.set(deref(p, kind), x)
            main.set(z, y)

    result = compared(program_of(write, layout))
    assert result.native == 200


def test_arrays() -> None:
    """Elements are accessed by computed offsets; one outside is an error of the program."""

    def write(sketch: Sketch, main: Body) -> None:
        cells = tuple((4 * n, i32(n)) for n in range(1, 5))
        a = sketch.variable("a", BlockType(I32, 5), Memory(cells), addressable=True)
        i, s = main.local("i", I64), main.local("s", I32)
        place = at(address(a), apply(Operator.MULTIPLY, i, number(4, I64)), I32)
        main.set(s, add(s, place))
        main.set(place, s)
        main.set(i, add(i, number(1, I64)))

    program = program_of(write)
    assert undefined(program) == "out-of-bounds"
    native = NativeProgram(program, None)
    stop = native.run(native.start(), most_steps=1000)
    assert stop.steps == 1 + 5 * 4 + 1


def test_uninitialised_memory() -> None:
    """A local variable in memory has no value before it is written, and none again when its life begins again."""

    def write(_: Sketch, main: Body) -> None:
        x, s = main.local("x", I32, addressable=True), main.local("s", I32)
        main.do(BeginLifetime(x))
        with main.when(less(s, i32(3))):
            main.set(x, i32(1))
        main.set(s, add(s, x))

    assert undefined(program_of(write)) == "uninitialised-read"


def test_pointers_to_variables_whose_life_has_ended() -> None:
    """A pointer to a variable does not point to it any more when its life has begun again."""

    def write(_: Sketch, main: Body) -> None:
        x, p = main.local("x", I32, addressable=True), main.local("p", PointerType(I32))
        main.set(p, address(x))
        main.set(deref(p, I32), i32(1))
        main.do(EndLifetime(x))
        main.do(BeginLifetime(x))
        main.set(x, i32(2))
        main.set(deref(p, I32), i32(3))

    assert undefined(program_of(write)) == "invalid-dereference"


def test_null_and_numbers_as_pointers() -> None:
    """Null is told from another address that belongs to no object."""
    for value, kind in ((0, "null-dereference"), (16, "invalid-dereference")):

        def write(_: Sketch, main: Body, value: int = value) -> None:
            p, s = main.local("p", PointerType(I32)), main.local("s", I32)
            main.set(p, cast(number(value, I64), PointerType(I32)))
            main.set(s, deref(p, I32))

        assert undefined(program_of(write)) == kind


def test_constants_are_not_written() -> None:
    """Writing a constant variable is an error of the program, also through a pointer."""
    for through in (False, True):

        def write(sketch: Sketch, main: Body, through: bool = through) -> None:
            x = sketch.builder.global_variable("x", I32, i32(1), addressable=True, constant=True)
            p = main.local("p", PointerType(I32))
            main.set(p, address(x))
            main.set(deref(p, I32) if through else x, i32(2))

        assert undefined(program_of(write)) == "constant-write"


def test_structures() -> None:
    """Structures are copied as wholes, with the parts that were never written."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", WRITTEN, addressable=True)
        y, z = (main.local(name, WRITTEN, addressable=True) for name in "yz")
        s = main.local("s", I32)
        main.set(at(address(x), 4, I32), add(s, i32(5)))
        main.set(y, x)
        main.set(s, at(address(y), 4, I32))
        main.do(BeginLifetime(z))
        main.set(at(address(z), 0, I32), s)
        main.set(y, z)
        main.do(Copy(address(x), address(x), number(8, I64)))
        main.do(Fill(address(x), i32(256), number(8, I64)))

    result = compared(program_of(write))
    assert (result.native, result.reasons) == (200, [])


def test_sizes_of_copies() -> None:
    """A negative size and a range that is too long are errors of the program."""
    for size, kind in ((-1, "negative-size"), (9, "out-of-bounds")):

        def write(sketch: Sketch, main: Body, size: int = size) -> None:
            x = sketch.variable("x", WRITTEN, addressable=True)
            main.do(Copy(address(x), address(x), number(size, I64)))

        assert undefined(program_of(write)) == kind


def test_bit_fields() -> None:
    """Bits are written into units that have a value; those of other memory are left to the interpreter."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", U32, addressable=True)
        y = main.local("y", U32, addressable=True)
        s, f = main.local("s", I8), main.local("f", BOOL)
        low = bit_field(address(x), U32, 3, 5, I8)
        main.set(low, s)
        main.set(s, low)
        main.set(s, add(s, number(7, I8)))
        main.set(bit_field(address(x), U32, 31, 1, BOOL), f)
        main.set(f, bit_field(address(x), U32, 4, 1, BOOL))
        main.set(bit_field(address(y), U32, 0, 7, I8), s)

    result = compared(program_of(write))
    assert result.native > 100
    assert set(result.reasons) == {MIXED, "an object that only the interpreter has"}


def test_bytes_are_left_to_the_interpreter() -> None:
    """A number that is read byte by byte has no native form, and the run goes on behind it."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", I32, addressable=True)
        s = main.local("s", U8)
        main.set(x, add(x, i32(77)))
        main.set(s, at(address(x), 1, U8))

    result = compared(program_of(write))
    assert set(result.reasons) == {MIXED}
    assert result.native == 2 * result.interpreted + 2


def test_pointers_are_compared() -> None:
    """Comparing pointers is native as long as it does not depend on where objects lie."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", WRITTEN, addressable=True)
        y = sketch.variable("y", WRITTEN, addressable=True)
        p, q = main.local("p", PointerType(I8)), main.local("q", PointerType(I8))
        f, n = main.local("f", BOOL), main.local("n", I64)
        main.set(p, cast(address(x), PointerType(I8)))
        main.set(q, apply(Operator.POINTER_ADD, p, number(4, I64)))
        for operator in (
            Operator.LESS,
            Operator.GREATER_EQUAL,
            Operator.EQUAL,
            Operator.DIFFERENT,
            Operator.SAME_OBJECT,
        ):
            main.set(f, apply(operator, p, q))
        main.set(n, apply(Operator.POINTER_DIFFERENCE, p, q))
        main.set(n, apply(Operator.OFFSET, q))
        main.set(f, apply(Operator.ACCESSIBLE, q, number(5, I64)))
        main.set(f, apply(Operator.HEAP_BASE, p))
        main.set(f, apply(Operator.EQUAL, p, cast(address(y), PointerType(I8))))
        main.set(
            f, apply(Operator.EQUAL, apply(Operator.POINTER_ADD, p, number(8, I64)), cast(address(y), PointerType(I8)))
        )

    result = compared(program_of(write))
    assert set(result.reasons) == {"where objects lie in memory"}
    assert result.interpreted < result.native // 10


def test_memory_that_the_interpreter_made() -> None:
    """Memory on the heap is made by the interpreter and used natively."""

    def write(_: Sketch, main: Body) -> None:
        p, i, s = main.local("p", PointerType(I32)), main.local("i", I64), main.local("s", I32)
        main.malloc(p, 80, zeroed=True)
        main.mark("inside")
        place = at(p, apply(Operator.MULTIPLY, i, number(4, I64)), I32)
        main.set(place, s)
        main.set(s, add(s, place))
        main.set(s, add(s, i32(1)))
        main.set(i, apply(Operator.REMAINDER, add(i, number(1, I64)), number(20, I64)))
        main.goto("inside")

    result = compared(program_of(write))
    assert result.reasons == ["the operation allocate"]
    assert result.native == 199


# --- states ----------------------------------------------------------------------------------------------


def test_what_native_code_does_not_know_is_kept() -> None:
    """A reference keeps its value through a native run that does not use it."""
    sketch = Sketch()
    sketch.declare("Node", value=I32)
    r = sketch.variable("r", ReferenceType("Node"))
    n = sketch.variable("n", I32)
    with sketch.function("main") as main:
        main.new(r, "Node")
        main.mark("again")
        main.set(n, add(n, i32(1)))
        main.goto("again")
    program = sketch.build()
    native = NativeProgram(program, None)
    assert native.refused == {0: "the operation allocate"}
    first = native.run(native.start(), most_steps=10)
    assert first.how == Beyond(0, "the operation allocate")
    machine = first.state.machine()
    machine.step(1)
    stop = native.run(native.restore(machine.snapshot()), most_steps=1001)
    assert (stop.how, stop.state.value(n)) == (StepLimit(), 500)
    machine.run(1001)
    assert stop.state.snapshot() == machine.snapshot()
    assert stop.state.value(r) == 1


def test_states_without_a_native_form() -> None:
    """A state in a call, with several threads, or with a number that is too large is refused with the reason."""
    sketch = Sketch()
    m = sketch.variable("m", INT)
    with sketch.function("other") as other:
        other.mark("again")
        other.goto("again")
    with sketch.function("main") as main:
        main.set(m, number(2**63, INT))
        main.set(m, number(0, INT))
        main.start("other")
    program = sketch.build()
    native = NativeProgram(program, None)
    assert native.refused == {0: "a number beyond 64 bits", 2: "the operation start"}
    machine = Machine(program)
    machine.reset()
    machine.step(1)
    with pytest.raises(NotApplicable, match="the number in m is beyond 64 bits"):
        native.restore(machine.snapshot())
    machine.step(1)
    assert native.restore(machine.snapshot()).location == 3
    machine.step(1)
    with pytest.raises(NotApplicable, match="more than one thread"):
        native.restore(machine.snapshot())


def test_a_state_that_is_too_large() -> None:
    """A gigabyte of memory is refused before it is allocated."""
    sketch = Sketch()
    sketch.variable("x", BlockType(I32, 1 << 29), addressable=True)
    with sketch.function("main") as main:
        main.do(Copy(null(PointerType(I8)), null(PointerType(I8)), number(0, I64)))
    with pytest.raises(NotApplicable, match="a state of more than"):
        NativeProgram(sketch.build(), None).start()


def test_values_of_pointers() -> None:
    """A pointer is told as an object and an offset, as the interpreter has it."""

    def write(sketch: Sketch, main: Body) -> None:
        x = sketch.variable("x", WRITTEN, addressable=True)
        p = sketch.variable("p", PointerType(I32))
        main.set(p, apply(Operator.POINTER_ADD, cast(address(x), PointerType(I32)), number(4, I64)))
        main.set(p, cast(number(-1, I8), PointerType(I32)))

    native = NativeProgram(program_of(write), None)
    p = Variable("p", PointerType(I32), True)
    stop = native.run(native.start(), most_steps=2)
    assert stop.state.value(p) == (1, 4)
    machine = stop.state.machine()
    machine.step(1)
    assert native.restore(machine.snapshot()).value(p) == (0, 2**64 - 1)
