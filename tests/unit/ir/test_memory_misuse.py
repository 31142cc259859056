"""What is undefined about memory of C-like programs, and when memory lives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from memory_programs import run, undefined

from sketches import (
    Body,
    Sketch,
    address,
    at,
    explore,
    global_value,
    i32,
    null,
    number,
    outcome,
    started,
)
from vexil.ir.expressions import Const, Operator, Variable
from vexil.ir.interpreter import Undefined
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import BeginLifetime, Call, Copy, EndLifetime, Fill, Release
from vexil.ir.types import (
    I32,
    I64,
    U64,
    CodeType,
    PointerType,
)
from vexil.ir.typing import apply, cast, deref

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
