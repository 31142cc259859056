"""Native runs: breakpoints, strategies, counts, limits, and every way to stop."""

from __future__ import annotations

import pytest

from sketches import Sketch, add, boolean, equal, i32, less, number
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached, UsageError
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.interpreter import Cut, Machine, Stopped, Undefined, Violated
from vexil.ir.operation_parts import GuardedDomain, Origin, RangeDomain, TypeDomain
from vexil.ir.operations import Check, Choose, Restrict, Skip
from vexil.ir.program import Program
from vexil.ir.types import BOOL, F32, I8, I32, INT, U64
from vexil.ir.typing import apply
from vexil.transform.native import (
    Afterwards,
    AtBreakpoint,
    Beyond,
    Decision,
    Listed,
    NativeProgram,
    NoDecision,
    Returned,
    RunEnded,
    StepLimit,
    Strategy,
    Unevaluated,
)
from vexil.transform.native import program as native_program

pytestmark = pytest.mark.usefixtures("native_search")
N = Variable("n", I32, True)
X = Variable("x", I32, True)
BOTH = pytest.mark.parametrize("patience", [0, 1 << 20], ids=["fast", "careful"])


def counting(most: int = 1_000_000_000) -> Program:
    """A program that counts ``n`` up: three steps for each turn, one before the first, and one that returns."""
    sketch = Sketch()
    n = sketch.variable("n", I32)
    with sketch.function("main") as main, main.loop(less(n, i32(most))):
        main.set(n, add(n, i32(1)))
    return sketch.build()


HEAD = 2
"""The location of the loop's head in `counting`: behind the entry and the exit."""


@BOTH
def test_steps_are_counted_exactly(patience: int) -> None:
    """A run stops after as many steps as are allowed, in the state of the interpreter."""
    native = NativeProgram(counting(), None, patience=patience)
    machine = Machine(native.program)
    machine.reset()
    state = native.start()
    for steps in range(40):
        stop = native.run(state, most_steps=steps)
        assert (stop.how, stop.steps) == (StepLimit(), steps)
        assert stop.state.snapshot() == machine.snapshot()
        machine.step(1)


def test_a_long_run() -> None:
    """A hundred million turns lead to the end, and the interpreter goes on from shortly before."""
    native = NativeProgram(counting(100_000_000), None)
    stop = native.run(native.start(), most_steps=300_000_000)
    assert (stop.how, stop.steps, stop.state.value(N)) == (StepLimit(), 300_000_000, 100_000_000)
    machine = Machine(native.program)
    machine.restore(stop.state.snapshot())
    assert machine.run(10) == 3
    assert machine.finished()
    last = native.run(native.start(), most_steps=10**9)
    assert (last.how, last.steps) == (Returned(5), 300_000_003)
    assert last.state.snapshot() == machine.snapshot()


@BOTH
def test_breakpoints(patience: int) -> None:
    """A run stops at once where a condition holds, and goes on from there to the next time that it does."""
    native = NativeProgram(counting(), None, patience=patience)
    tenth = equal(apply(Operator.REMAINDER, N, i32(10)), i32(0))
    until = [(HEAD, equal(N, i32(-1))), (HEAD, tenth)]
    first = native.run(native.start(), until, most_steps=10_000)
    assert (first.how, first.steps, first.state.value(N)) == (AtBreakpoint(1), 1, 0)
    again = native.run(first.state, until, most_steps=10_000)
    assert (again.how, again.steps) == (AtBreakpoint(1), 0)
    second = native.go_on(first.state, until, most_steps=10_000, counted=[HEAD])
    assert (second.how, second.steps, second.state.value(N)) == (AtBreakpoint(1), 30, 10)
    assert second.visits == {HEAD: 10}
    short = native.go_on(first.state, until, most_steps=29)
    assert (short.how, short.steps) == (StepLimit(), 29)


def test_a_breakpoint_counts_before_the_limit() -> None:
    """At the last step that is allowed, the breakpoint is what is told."""
    native = NativeProgram(counting(), None)
    stop = native.run(native.start(), [(HEAD, equal(N, i32(1)))], most_steps=4)
    assert (stop.how, stop.steps) == (AtBreakpoint(0), 4)


def test_a_condition_without_a_value() -> None:
    """A condition that divides by zero stops the run and says so; it does not count as false."""
    native = NativeProgram(counting(), None)
    until = [(HEAD, equal(apply(Operator.DIVIDE, i32(6), apply(Operator.SUBTRACT, i32(5), N)), i32(77)))]
    stop = native.run(native.start(), until, most_steps=100)
    assert (stop.how, stop.state.value(N)) == (Unevaluated(0, "division-by-zero"), 5)


# --- endings ---------------------------------------------------------------------------------------------


def ending(write: str) -> Program:
    """A program with one interesting step behind another one."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        main.set(x, i32(7))
        match write:
            case "check":
                main.do(Check("assert", less(x, i32(7)), "x is small"))
            case "restrict":
                main.do(Restrict(less(x, i32(7))))
            case "undefined":
                main.set(x, apply(Operator.DIVIDE, x, apply(Operator.SUBTRACT, x, x)))
            case "stop":
                main.stop(apply(Operator.NEGATE, x))
            case "thread":
                main.end_thread()
            case _:
                main.give_back()
    return sketch.build()


@pytest.mark.parametrize(
    ("write", "how"),
    [
        ("check", RunEnded(Violated("assert", "x is small"), 1)),
        ("restrict", RunEnded(Cut("restriction", False), 1)),
        ("undefined", RunEnded(Undefined("division-by-zero"), 1)),
        ("stop", RunEnded(Stopped(-7), 1)),
        ("thread", Returned(1)),
        ("return", Returned(1)),
    ],
)
def test_endings(write: str, how: object) -> None:
    """A run ends as in the interpreter, with the same state, and stays where it is."""
    program = ending(write)
    native = NativeProgram(program, None)
    machine = Machine(program)
    machine.reset()
    machine.step(1)
    machine.step(1)
    stop = native.run(native.start(), most_steps=10)
    assert (stop.how, stop.steps) == (how, 2)
    assert stop.state.snapshot() == machine.snapshot()
    assert native.run(stop.state, most_steps=10).steps == 0
    assert native.restore(machine.snapshot()).is_over


def test_checks_that_do_not_count() -> None:
    """A check that is not asked for lets the run go on."""
    native = NativeProgram(ending("check"), frozenset({"memory"}))
    assert native.run(native.start(), most_steps=10).how == Returned(2)


def test_variables_of_a_thread_that_has_ended() -> None:
    """Globals keep their values when the thread has returned."""
    native = NativeProgram(ending("return"), None)
    assert native.run(native.start(), most_steps=10).state.value(X) == 7


# --- strategies ------------------------------------------------------------------------------------------


def choosing(*domains: tuple[Variable, object]) -> Program:
    """A program that chooses again and again, one variable after the other."""
    sketch = Sketch()
    sketch.variable("turns", I32)
    for variable, _ in domains:
        sketch.variable(variable.name, variable.type)
    turns = Variable("turns", I32, True)
    with sketch.function("main") as main:
        main.mark("again")
        for variable, domain in domains:
            main.do(Choose(variable, domain, Origin.ENVIRONMENT))  # type: ignore[arg-type]
        main.set(turns, add(turns, i32(1)))
        main.goto("again")
    return sketch.build()


TURNS = Variable("turns", I32, True)
CHOICE = 2
"""The location of the first choice in `choosing`."""


def chosen(program: Program, decision: Decision, steps: int, patience: int) -> tuple[object, object, int]:
    native = NativeProgram(program, None, patience=patience)
    stop = native.run(native.start(), strategy=Strategy({CHOICE: decision}), most_steps=steps)
    return stop.how, stop.state.value(X), stop.decisions.get(CHOICE, -1)


@BOTH
def test_decisions(patience: int) -> None:
    """A number, an expression and a list decide; a list says how much of it was used, and what comes then."""
    program = choosing((X, TypeDomain(I32)))
    limit = StepLimit()
    assert chosen(program, -5, 302, patience) == (limit, -5, 1)
    squared = apply(Operator.MULTIPLY, TURNS, TURNS)
    assert chosen(program, squared, 2 + 300, patience) == (limit, 100 * 100, -1)
    assert chosen(program, Listed((4, 5, 6)), 2 + 6, patience) == (limit, 6, 3)
    assert chosen(program, Listed((4, 5, 6)), 100, patience) == (NoDecision(CHOICE, "no decision is left"), 6, 3)
    repeated = Listed((4, 5, 6), Afterwards.LAST)
    assert chosen(program, repeated, 302, patience) == (limit, 6, 3)
    assert chosen(program, Listed((), Afterwards.LAST), 302, patience)[0] == NoDecision(CHOICE, "no decision is left")


@BOTH
def test_choices_without_a_decision(patience: int) -> None:
    """A run stops before a choice that nobody decides, and before a decision without a value."""
    program = choosing((X, TypeDomain(I32)))
    native = NativeProgram(program, None, patience=patience)
    stop = native.run(native.start(), most_steps=10)
    assert (stop.how, stop.steps) == (NoDecision(CHOICE, "the strategy decides nothing here"), 1)
    undefined = apply(Operator.DIVIDE, i32(1), TURNS)
    reason = "the decision is not defined: division-by-zero"
    assert chosen(program, undefined, 10, patience) == (NoDecision(CHOICE, reason), 0, -1)


@pytest.mark.parametrize(
    ("domain", "good", "bad"),
    [
        (TypeDomain(I32), [-(2**31), 2**31 - 1], [-(2**31) - 1, 2**31, 2**64, -(2**100)]),
        (RangeDomain(i32(3), i32(5)), [3, 5], [2, 6]),
        (GuardedDomain(((None, i32(7)), (boolean(False), i32(8)), (boolean(True), i32(9)))), [0, 1], [-1, 2]),
    ],
)
def test_what_is_not_offered(domain: object, good: list[int], bad: list[int]) -> None:
    """A decision that the interpreter does not offer is not taken."""
    program = choosing((X, domain))
    for decision in good:
        machine = Machine(program)
        machine.reset()
        machine.step(1)
        machine.step(1, decision)
        assert chosen(program, decision, 2, 0)[:2] == (StepLimit(), machine.globals[1])
    for decision in bad:
        assert chosen(program, decision, 10, 0)[:2] == (NoDecision(CHOICE, "the decision is not offered"), 0)


def test_a_choice_of_nothing() -> None:
    """An empty range ends the run as in the interpreter, and needs no decision."""
    native = NativeProgram(choosing((X, RangeDomain(i32(5), i32(3)))), None)
    stop = native.run(native.start(), most_steps=10)
    assert (stop.how, stop.steps) == (RunEnded(Undefined("empty-choice"), 1), 2)


def test_decisions_for_large_numbers() -> None:
    """Unsigned numbers of 64 bits can be chosen; mathematical ones that do not fit and chosen NaNs cannot."""
    wide, real, whole = (Variable(name, kind, True) for name, kind in (("w", U64), ("f", F32), ("m", INT)))
    for variable, decision, how in [
        (wide, 2**64 - 1, StepLimit()),
        (real, 0x3FC00000, StepLimit()),
        (real, 0x7FC00001, Beyond(1, "a NaN whose bits were chosen")),
        (whole, 2**63, Beyond(1, "a number beyond 64 bits")),
        (whole, -(2**63), StepLimit()),
    ]:
        native = NativeProgram(choosing((variable, TypeDomain(variable.type))), None)
        stop = native.run(native.start(), strategy=Strategy({CHOICE: decision}), most_steps=2)
        assert stop.how == how
    assert stop.state.value(whole) == -(2**63)


def test_a_decision_that_is_no_number_of_any_choice() -> None:
    """A decision beyond all numbers is a mistake of the caller."""
    native = NativeProgram(choosing((X, TypeDomain(I32))), None)
    with pytest.raises(UsageError, match="too large"):
        native.run(native.start(), strategy=Strategy({CHOICE: 2**127}), most_steps=2)


@BOTH
def test_alternatives(patience: int) -> None:
    """At a location of kind *choice* the decision is the position of the edge."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        main.mark("again")
        start = main.here
        assert start is not None
        main.choose(lambda: main.set(x, i32(1)), lambda: main.set(x, add(x, i32(10))), lambda: main.do(Skip()))
        main.goto("again")
    native = NativeProgram(sketch.build(), None, patience=patience)
    strategy = Strategy({start: Listed((0, 1, 2, 1, 3))})
    stop = native.run(native.start(), strategy=strategy, most_steps=100)
    assert (stop.how, stop.state.value(x)) == (NoDecision(start, "the decision is not offered"), 21)
    assert stop.decisions == {start: 4}


def test_a_decision_is_kept_for_a_step_that_is_not_taken() -> None:
    """Before a step without a native form, no decision of a list is used up."""
    sketch = Sketch()
    whole = sketch.variable("m", INT, number(2**62, INT))
    x = sketch.variable("x", I8)
    product = apply(Operator.MULTIPLY, whole, number(4, INT))
    cases: tuple[tuple[Expr | None, Expr], ...] = ((less(number(0, INT), product), Const(1, I8)), (None, Const(2, I8)))
    with sketch.function("main") as main:
        main.do(Choose(x, GuardedDomain(cases), Origin.ENVIRONMENT))
    native = NativeProgram(sketch.build(), None)
    stop = native.run(native.start(), strategy=Strategy({0: Listed((1,))}), most_steps=5)
    assert (stop.how, stop.decisions) == (Beyond(0, "a number beyond 64 bits"), {0: 0})


def test_open_initial_values() -> None:
    """The decisions for open initial values select the first state."""
    sketch = Sketch()
    flag = sketch.variable("flag", BOOL, TypeDomain(BOOL))
    n = sketch.variable("n", I8, TypeDomain(I8))
    with sketch.function("main") as main:
        main.do(Skip())
    native = NativeProgram(sketch.build(), None)
    state = native.start((1, -3))
    assert (state.value(flag), state.value(n)) == (True, -3)
    with pytest.raises(UsageError):
        native.start((1,))


# --- limits ----------------------------------------------------------------------------------------------


def test_limits_end_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run looks at the limits of the context between its parts."""
    monkeypatch.setattr(native_program, "SLICE", 1000)
    native = NativeProgram(counting(), None, patience=10)
    context = Context(Limits(wall_seconds=0.0))
    with pytest.raises(LimitReached):
        native.run(native.start(), most_steps=10**9, context=context)
    interrupted = Context()
    interrupted.interrupted = True
    with pytest.raises(LimitReached, match="interrupted"):
        native.run(native.start(), most_steps=10**9, context=interrupted)
    stop = native.run(native.start(), most_steps=12_345)
    assert (stop.how, stop.steps) == (StepLimit(), 12_345)


def test_code_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs with other decisions and other limits use the code that there is."""
    compiled = []
    original = native_program.NativeCode
    monkeypatch.setattr(native_program, "NativeCode", lambda *given: compiled.append(1) or original(*given))
    native = NativeProgram(choosing((X, TypeDomain(I32))), None)
    for decision in (1, 2, Listed((3, 4), Afterwards.LAST)):
        native.run(native.start(), strategy=Strategy({CHOICE: decision}), most_steps=50)
    assert len(compiled) == 1


def test_a_program_that_is_too_large_for_the_fast_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The careful version alone takes all steps of a large program, in parts."""
    monkeypatch.setattr(native_program, "MOST_FAST", 0)
    monkeypatch.setattr(native_program, "SLICE", 1000)
    native = NativeProgram(counting(5000), None, patience=0)
    stop = native.run(native.start(), most_steps=10**9)
    assert (stop.how, stop.steps, stop.state.value(N)) == (Returned(5), 15_003, 5000)
