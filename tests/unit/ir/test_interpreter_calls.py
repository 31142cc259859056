"""Calls, exceptions, classes and arrays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sketches import (
    Body,
    Sketch,
    add,
    boolean,
    equal,
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
from vexil.ir.expressions import CodeAddress, Const, Operator, Variable
from vexil.ir.interpreter import Activity, Bounds, Cut, Machine, Stopped, Undefined, Violated
from vexil.ir.operation_parts import NewArray, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Check, Join
from vexil.ir.types import (
    BOOL,
    F64,
    I32,
    I64,
    THREAD,
    ArrayReferenceType,
    CodeType,
    PointerType,
    ReferenceType,
)
from vexil.ir.typing import apply, cast, element, type_test


def shapes(sketch: Sketch) -> tuple[ReferenceType, ReferenceType]:
    """A class with a method and a subclass that overrides it."""
    base = sketch.declare("Base", methods=[("area()", "Base.area")], size=I32)
    derived = sketch.declare("Derived", "Base", methods=[("area()", "Derived.area")], extra=I32)
    for name, kind, factor in (("Base.area", base, 1), ("Derived.area", derived, 10)):
        with sketch.function(name, I32) as area:
            this = area.parameter("this", kind)
            area.give_back(apply(Operator.MULTIPLY, sketch.of(this, "size"), i32(factor)))
    return base, derived


# --- calls -----------------------------------------------------------------------------------------------


def test_recursion_keeps_one_frame_per_activation() -> None:
    """A recursive sum computes with the variables of every activation; deep recursion needs no Python stack."""
    sketch = Sketch()
    x = sketch.variable("x", I64)
    with sketch.function("sum", I64) as sum_:
        n, rest = sum_.parameter("n", I64), sum_.local("rest", I64)
        with sum_.when(equal(n, number(0, I64))):
            sum_.give_back(number(0, I64))
        sum_.call("sum", add(n, number(-1, I64)), result=rest)
        sum_.give_back(add(n, rest))
    with sketch.function("main") as main:
        main.call("sum", number(10_000, I64), result=x)
    machine = outcome(sketch.build())
    assert global_value(machine, "x") == 10_000 * 10_001 // 2


def test_a_bound_on_recursion_cuts_the_run() -> None:
    """With at most three activations of a function the fourth call ends the run, and that is no deadlock."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("down") as down:
        n = down.parameter("n", I32)
        down.set(x, n)
        down.call("down", add(n, i32(1)))
    with sketch.function("main") as main:
        main.call("down", i32(1))
    machine = finish(started(sketch.build(), Bounds(recursion=3)))
    assert machine.ending == Cut("recursion depth of down <= 3", True)
    assert global_value(machine, "x") == 3
    assert not machine.deadlocked()


@pytest.mark.parametrize("bounds", [Bounds(integers=(0, 2)), Bounds(variables={"down::n": (0, 2)})])
def test_bounds_hold_for_arguments(bounds: Bounds) -> None:
    """An argument is an integer the program writes: one outside its bound cuts the run."""
    sketch = Sketch()
    with sketch.function("down") as down:
        n = down.parameter("n", I32)
        down.call("down", add(n, i32(1)))
    with sketch.function("main") as main:
        main.call("down", i32(0))
    machine = finish(started(sketch.build(), bounds))
    assert machine.ending == Cut("down::n <= 2", True)


def test_the_place_of_a_result_is_found_when_the_call_returns() -> None:
    """The place that receives a result is evaluated after the callee has run."""
    sketch = Sketch()
    index, array = sketch.variable("index", I32), sketch.variable("array", ArrayReferenceType(I32))
    found = sketch.variable("found", I32)
    with sketch.function("step", I32) as step:
        step.set(index, i32(1))
        step.give_back(i32(7))
    with sketch.function("main") as main:
        main.do(Allocate(array, NewArray(I32, i32(2)), "site"))
        main.call("step", result=element(array, index))
        main.set(found, element(array, i32(1)))
    assert global_value(outcome(sketch.build()), "found") == 7


CODE = PointerType(CodeType(I32, (I32,)))


@pytest.mark.parametrize(
    ("target", "kind"),
    [("two", "argument-count"), ("floating", "argument-type"), ("nothing", "result-type"), ("wide", "result-type")],
)
@pytest.mark.parametrize("starting", [False, True])
def test_calls_through_pointers_check_the_function(target: str, kind: str, starting: bool) -> None:
    """A call through a pointer to a function of another type is undefined; a thread ignores the result."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("two", I32) as body:
        body.parameter("a", I32)
        body.parameter("b", I32)
        body.give_back(i32(0))
    with sketch.function("floating", I32) as body:
        body.parameter("a", F64)
        body.give_back(i32(0))
    with sketch.function("nothing") as body:
        body.parameter("a", I32)
    with sketch.function("wide", I64) as body:
        body.parameter("a", I32)
        body.give_back(number(1, I64))
    with sketch.function("main") as main:
        pointer = cast(CodeAddress(target, CODE), CODE)
        if starting:
            main.start(PointerCallee(pointer, None), i32(1))
        else:
            main.call(PointerCallee(pointer, None), i32(1), result=x)
    ending = outcome(sketch.build()).ending
    assert ending == (None if starting and kind == "result-type" else Undefined(kind))


# --- virtual calls and classes ---------------------------------------------------------------------------


def test_virtual_calls_run_the_method_of_the_object() -> None:
    """The class of the receiver decides, for calls and for threads; inherited fields are at their place."""
    sketch = Sketch()
    base, derived = shapes(sketch)
    small, large = sketch.variable("small", I32), sketch.variable("large", I32)
    with sketch.function("main") as main:
        d, b = main.local("d", derived), main.local("b", base)
        main.new(d, "Derived")
        main.set(sketch.of(d, "size"), i32(4))
        main.set(sketch.of(d, "extra"), i32(5))
        main.set(b, d)
        main.call(VirtualCallee("Base", "area()"), b, result=large)
        main.new(b, "Base")
        main.set(sketch.of(b, "size"), i32(4))
        main.call(VirtualCallee("Base", "area()"), b, result=small)
    machine = outcome(sketch.build())
    assert [global_value(machine, name) for name in ("small", "large")] == [4, 40]


def test_a_virtual_call_on_null_is_undefined() -> None:
    """A receiver must be an object."""
    sketch = Sketch()
    base, _ = shapes(sketch)
    with sketch.function("main") as main:
        main.call(VirtualCallee("Base", "area()"), null(base))
    assert outcome(sketch.build()).ending == Undefined("null-dereference")


def test_a_method_without_code_is_undefined() -> None:
    """A receiver of a foreign class, which does not have the method, ends the run."""
    sketch = Sketch()
    base, _ = shapes(sketch)
    stone = sketch.declare("Stone")
    with sketch.function("main") as main:
        s = main.local("s", stone)
        main.new(s, "Stone")
        main.call(VirtualCallee("Base", "area()"), cast(s, base))
    assert outcome(sketch.build()).ending == Undefined("abstract-method")


def test_a_field_belongs_to_instances_of_its_class() -> None:
    """Reading a subclass's field from an object of the superclass is undefined, whatever the reference's type."""
    sketch = Sketch()
    base, derived = shapes(sketch)
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        b, d = main.local("b", base), main.local("d", derived)
        main.new(b, "Base")
        main.set(d, cast(b, derived))
        main.set(x, sketch.of(d, "extra"))
    assert outcome(sketch.build()).ending == Undefined("wrong-class")


def test_type_tests() -> None:
    """Null is no instance; an instance has its class and all superclasses; arrays are covariant."""
    sketch = Sketch()
    base, derived = shapes(sketch)
    questions: dict[str, bool] = {}
    with sketch.function("main") as main:
        d, b = main.local("d", derived), main.local("b", base)
        a = main.local("a", ArrayReferenceType(derived))
        n = main.local("n", ArrayReferenceType(I32))
        main.new(d, "Derived")
        main.new(b, "Base")
        main.do(Allocate(a, NewArray(derived, i32(1)), "a"))
        main.do(Allocate(n, NewArray(I32, i32(1)), "n"))
        for name, expected, test in [
            ("null_is", False, type_test(null(base), base)),
            ("derived_is_base", True, type_test(d, base)),
            ("base_is_derived", False, type_test(b, derived)),
            ("array_is_covariant", True, type_test(a, ArrayReferenceType(base))),
            ("array_is_root", True, type_test(a, base)),
            ("array_is_derived", False, type_test(a, derived)),
            ("numbers_are_no_references", False, type_test(n, ArrayReferenceType(base))),
            ("numbers", True, type_test(n, ArrayReferenceType(I32))),
            ("object_is_array", False, type_test(b, ArrayReferenceType(I32))),
        ]:
            questions[name] = expected
            main.set(sketch.variable(name, BOOL), test)
    machine = outcome(sketch.build())
    assert {name: global_value(machine, name) for name in questions} == questions


@pytest.mark.parametrize(
    ("misuse", "kind"),
    [
        (lambda s, b, a: b.set(X, element(a, i32(3))), "array-index"),
        (lambda s, b, a: b.set(element(a, i32(-1)), i32(0)), "array-index"),
        (lambda s, b, a: b.set(X, element(null(a.type), i32(0))), "null-dereference"),
        (lambda s, b, a: b.set(X, apply(Operator.ARRAY_LENGTH, null(a.type))), "null-dereference"),
        (lambda s, b, a: b.do(Allocate(a, NewArray(I32, i32(-1)), "n")), "negative-array-size"),
        (lambda s, b, a: b.set(Y, element(cast(a, ArrayReferenceType(F64)), i32(0))), "wrong-class"),
        (lambda s, b, a: b.set(X, s.of(cast(a, ReferenceType("C")), "x")), "wrong-class"),
        (lambda s, b, a: b.set(X, s.of(null(ReferenceType("C")), "x")), "null-dereference"),
    ],
)
def test_misuse_of_objects_is_undefined(misuse: Callable[[Sketch, Body, Variable], None], kind: str) -> None:
    """Every misuse of arrays and references that no branch excluded ends the run as undefined."""
    sketch = Sketch()
    sketch.declare("C", x=I32)
    sketch.variable("x", I32)
    sketch.variable("y", F64)
    with sketch.function("main") as main:
        array = main.local("array", ArrayReferenceType(I32))
        main.do(Allocate(array, NewArray(I32, i32(3)), "a"))
        main.set(element(array, i32(2)), i32(1))
        misuse(sketch, main, array)
    assert outcome(sketch.build()).ending == Undefined(kind)


X = Variable("x", I32, True)
Y = Variable("y", F64, True)


def test_a_huge_array_reaches_a_limit() -> None:
    """An array that would exhaust memory ends in a limit, not in a crash."""
    sketch = Sketch()
    a = sketch.variable("a", ArrayReferenceType(I32))
    with sketch.function("main") as main:
        main.do(Allocate(a, NewArray(I32, i32(2**31 - 1)), "a"))
    with pytest.raises(LimitReached, match="an array of 2147483647"):
        outcome(sketch.build())


# --- exceptions ------------------------------------------------------------------------------------------


def throwing(sketch: Sketch, depth: int, handler: bool) -> ReferenceType:
    """Functions ``f0`` to ``f{depth}`` that call each other; the last one throws, every other passes it on."""
    error = sketch.declare("Error", code=I32)
    for level in range(depth + 1):
        with sketch.function(f"f{level}") as body:
            e = body.local("e", error)
            if level == depth:
                body.new(e, "Error")
                body.set(sketch.of(e, "code"), i32(5))
                body.throw(e)
            else:
                body.call(f"f{level + 1}", catch=lambda body=body, e=e: body.throw(e), caught=e)
    with sketch.function("main") as main:
        e = main.local("e", error)
        x = sketch.variable("x", I32)

        def handle() -> None:
            if handler:
                main.set(x, sketch.of(e, "code"))
            else:
                main.throw(e)

        main.call("f0", catch=handle, caught=e)
        main.set(sketch.variable("after", BOOL), boolean(True))
    return error


@pytest.mark.parametrize("depth", [0, 3])
def test_exceptions_go_through_frames(depth: int) -> None:
    """An exception leaves one function after the other until a caller handles it and goes on."""
    sketch = Sketch()
    throwing(sketch, depth, True)
    machine = outcome(sketch.build())
    assert [global_value(machine, name) for name in ("x", "after")] == [5, True]
    assert machine.threads[1].exception is None


def test_an_uncaught_exception_ends_its_thread() -> None:
    """A thread that ends with an exception remembers it and stands at its exceptional exit; the program goes on."""
    sketch = Sketch()
    throwing(sketch, 1, False)
    machine = outcome(sketch.build())
    thread = machine.threads[1]
    assert machine.finished()
    assert machine.ending is None
    assert thread.exception is not None
    assert machine.class_of(thread.exception) == "Error"
    assert global_value(machine, "after") is False
    assert thread.frames[-1].code.function.locations[thread.frames[-1].location].name == "exceptional"


def test_an_uncaught_exception_does_not_end_other_threads() -> None:
    """The others go on, a join sees the end, and the exception survives in the state though nobody else holds it."""
    sketch = Sketch()
    error = sketch.declare("Error", code=I32)
    x = sketch.variable("x", I32)
    with sketch.function("fail") as fail:
        e = fail.local("e", error)
        fail.new(e, "Error")
        fail.set(sketch.of(e, "code"), i32(3))
        fail.throw(e)
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        main.start("fail", handle=t)
        main.do(Join(t, False, None))
        main.set(x, i32(1))
    machine = finish(started(sketch.build()))
    copy = Machine(machine.compiled)
    copy.restore(machine.snapshot())
    for each in (machine, copy):
        assert global_value(each, "x") == 1
        exception = each.threads[2].exception
        assert each.threads[2].activity == Activity.ENDED
        assert exception is not None
        assert each.instance(exception, frozenset({"Error"})) == [3]
    assert copy.snapshot() == machine.snapshot()


def test_an_exception_nobody_can_catch_is_undefined() -> None:
    """A call without an exceptional successor promises that its callee does not throw."""
    sketch = Sketch()
    error = sketch.declare("Error")
    with sketch.function("fail") as fail:
        e = fail.local("e", error)
        fail.new(e, "Error")
        fail.throw(e)
    with sketch.function("main") as main:
        main.call("fail")
    assert outcome(sketch.build()).ending == Undefined("exception-without-catch")


# --- endings ---------------------------------------------------------------------------------------------


def test_a_failed_check_ends_the_run_when_it_counts() -> None:
    """Checks of kinds that were not asked for are passed over."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        main.do(Check("overflow", boolean(False), "no"))
        main.do(Check("assert", equal(x, i32(0)), "fine"))
        main.do(Check("assert", equal(x, i32(1)), "x is 1"))
    program = sketch.build()
    for checks, expected in [
        (None, Violated("overflow", "no")),
        (frozenset({"assert"}), Violated("assert", "x is 1")),
        (frozenset[str](), None),
    ]:
        machine = Machine(program, checks=checks)
        machine.reset()
        assert finish(machine).ending == expected


def test_stopping_ends_every_thread() -> None:
    """A program that stops itself has finished, whatever its threads were doing."""
    sketch = Sketch()
    with sketch.function("spin") as spin:
        spin.mark("head")
        spin.goto("head")
    with sketch.function("main") as main:
        main.start("spin")
        main.stop(i32(3))
    machine = started(sketch.build())
    machine.step(1)
    machine.step(1)
    assert machine.ending == Stopped(3)
    assert machine.finished()
    assert machine.enabled() == []


def test_the_edge_of_an_undefined_alternative_is_the_chosen_one() -> None:
    """When an alternative of the environment is undefined, the last edge is that alternative."""
    from vexil.ir.operations import Assign, Skip

    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        here = main.here
        assert here is not None
        behind = main.builder.location()
        main.builder.edge(here, behind, Skip())
        main.builder.edge(here, behind, Assign(x, apply(Operator.DIVIDE, i32(1), x)))
        main.here = behind
    machine = started(sketch.build())
    machine.step(1, 1)
    assert machine.ending == Undefined("division-by-zero")
    assert isinstance(machine.last_edge().operation, Assign)


def test_an_ended_thread_keeps_nothing_but_its_exit() -> None:
    """After the main function's end its variables, stack memory and what they referred to are gone from the state."""
    sketch = Sketch()
    node = sketch.declare("Node")
    with sketch.function("main") as main:
        n, p = main.local("n", node), main.local("p", PointerType(I32))
        main.local("memory", I32, addressable=True)
        main.new(n, "Node")
        main.malloc(p, 4, on_stack=True)
    machine = outcome(sketch.build())
    _, _, live, ended, _, objects, leaks, _, _ = machine.snapshot()
    assert live == objects == leaks == ()
    assert ended[0][1] == ((0, machine.program.functions["main"].exit, -1, (), ()),)


def test_calls_of_one_function_share_its_code() -> None:
    """Counting down in a loop of calls visits finitely many states."""
    sketch = Sketch()
    x = sketch.variable("x", I32, i32(3))
    with sketch.function("less") as body:
        body.set(x, add(x, i32(-1)))
    with sketch.function("main") as main, main.loop(less(i32(0), x)):
        main.call(StaticCallee("less"))
    states = explore(started(sketch.build()))
    assert len(states) == 1 + 5 * 3 + 3


def test_garbage_is_forgotten() -> None:
    """A long run that creates and loses objects keeps a bounded number of them, and those that are in use."""
    sketch = Sketch()
    node = sketch.declare("Node", next=ReferenceType("Node"), value=I32)
    last, count, kept = sketch.variable("last", node), sketch.variable("count", I32), sketch.variable("kept", I32)
    with sketch.function("main") as main:
        first = main.local("first", node)
        main.new(first, "Node")
        main.set(sketch.of(first, "value"), i32(42))
        with main.loop(less(count, i32(20_000))):
            main.new(last, "Node")
            main.set(count, add(count, i32(1)))
        main.set(kept, sketch.of(first, "value"))
    machine = started(sketch.build())
    machine.run(10**6)
    assert global_value(machine, "kept") == 42
    assert len(machine.objects) < 5000


def test_floats_of_32_bits_are_rounded_where_they_are_written() -> None:
    """Every result of a 32-bit operation is a 32-bit float."""
    from vexil.ir.types import F32

    sketch = Sketch()
    x, same = sketch.variable("x", F32), sketch.variable("same", BOOL)
    with sketch.function("main") as main:
        main.set(x, apply(Operator.ADD, Const(0.5, F32), Const(2.0**-30, F32)))
        main.set(same, equal(x, Const(0.5, F32)))
    machine = outcome(sketch.build())
    assert [global_value(machine, name) for name in ("x", "same")] == [0.5, True]
