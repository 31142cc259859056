"""Every operator at the corner values of every type: machine code computes what the interpreter does, or stops."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import product

import pytest

from native_runs import assert_same_run
from sketches import Sketch, number
from vexil.ir.arithmetic import float_bits
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter import Machine, Undefined
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.operations import Assign, Choose
from vexil.ir.program import Program
from vexil.ir.types import BOOL, F32, F64, I32, INT, U64, FloatType, IntegerType, MathType, Type
from vexil.ir.typing import apply, cast
from vexil.transform.native import Beyond, Decision, How, NativeProgram, RunEnded, StepLimit, Strategy

ARITHMETIC = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER)
BITWISE = (Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR)
SHIFTS = (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT)
COMPARED = (
    Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL,
)  # fmt: skip
WIDTHS = (1, 5, 8, 32, 33, 64)
INTEGERS = tuple(IntegerType(width, signed) for width in WIDTHS for signed in (False, True))
FLOATS = (0.0, -0.0, 1.0, -1.5, 0.1, 2.0**31, -(2.0**31), 2.0**63, 2.0**64, 3e38, 1e-45, math.inf, -math.inf)

pytestmark = pytest.mark.usefixtures("native_search")


def corners(kind: Type) -> list[int]:
    """Decisions for the values of a type at which something changes."""
    match kind:
        case IntegerType():
            values = {kind.low, -1, 0, 1, 2, kind.width - 1, kind.width, kind.high // 2, kind.high}
            return sorted(value for value in values if kind.low <= value <= kind.high)
        case MathType():
            return [-(2**63), -(2**63) + 1, -(2**32), -3, -1, 0, 1, 2, 2**31, 2**62, 2**63 - 1]
        case FloatType(width):
            return [float_bits(value, width) for value in FLOATS]
        case _:
            return [0, 1]


def computing(kinds: list[Type], make: list[Expr]) -> Program:
    """A program that again and again chooses a value for each variable, then computes one of the expressions."""
    sketch = Sketch()
    variables = [sketch.variable(f"v{n}", kind) for n, kind in enumerate(kinds)]
    results = [sketch.variable(f"r{n}", expression.type) for n, expression in enumerate(make)]
    with sketch.function("main") as main:
        main.mark("again")
        for variable in variables:
            main.do(Choose(variable, TypeDomain(variable.type), Origin.ENVIRONMENT))
        start = main.here
        assert start is not None
        behind = main.builder.location()
        for place, expression in zip(results, make, strict=True):
            main.builder.edge(start, behind, Assign(place, expression))
        main.here = behind
        main.goto("again")
    return sketch.build()


@dataclass
class Computation:
    """A program that computes, in machine code that is optimised and in code that is not."""

    program: Program
    versions: list[NativeProgram] = field(init=False)

    def __post_init__(self) -> None:
        self.versions = [NativeProgram(self.program, None, patience=steps) for steps in (0, 1 << 20)]
        assert not self.versions[0].refused

    def results(self, chosen: tuple[int, ...]) -> list[How]:
        """Compute each of the expressions in all ways; the result is how the native runs stopped."""
        machine = Machine(self.program)
        machine.reset()
        machine.step(1)
        first = machine.snapshot()
        decisions: dict[int, Decision] = {}
        for value in chosen:
            decisions[machine.threads[1].frames[0].location] = value
            machine.step(1, value)
        place, before = machine.threads[1].frames[0].location, machine.snapshot()
        stops: list[How] = []
        for alternative in range(len(machine.compiled.functions[0].outgoing[place])):
            machine.restore(before)
            machine.step(1, alternative)
            ending, edge = machine.ending, machine.edge
            if ending is None:
                machine.step(1)
            strategy = Strategy({**decisions, place: alternative})
            for native in self.versions:
                stop = native.run(native.restore(first), strategy=strategy, most_steps=len(chosen) + 2)
                if isinstance(stop.how, Beyond):
                    assert (stop.steps, stop.state.snapshot()) == (len(chosen), before)
                    continue
                assert stop.how == (StepLimit() if ending is None else RunEnded(ending, edge))
                assert stop.steps == len(chosen) + 1 + (ending is None)
                assert stop.state.snapshot() == machine.snapshot(), self.program.functions["main"].edges[edge]
            stops.append(stop.how)
        return stops


def binary(kind: Type) -> list[Expr]:
    """Every operator that takes one or two values of the type."""
    left, right = Variable("v0", kind, True), Variable("v1", kind, True)
    operators: list[Operator] = [*COMPARED]
    if kind == BOOL:
        operators += [Operator.AND, Operator.OR, Operator.EQUAL, Operator.DIFFERENT]
        operators = [operator for operator in operators if operator not in COMPARED[2:]]
        return [apply(operator, left, right) for operator in operators] + [apply(Operator.NOT, left)]
    made: list[Expr] = [apply(operator, left, right) for operator in (*operators, *ARITHMETIC)]
    made += [apply(Operator.NEGATE, left), apply(Operator.IF, apply(Operator.LESS, left, right), right, left)]
    if isinstance(kind, FloatType):
        return [*made, apply(Operator.IS_NAN, left), apply(Operator.SQUARE_ROOT, left)]
    if isinstance(kind, IntegerType):
        made += [apply(operator, left, right) for operator in (*BITWISE, *SHIFTS)]
        made.append(apply(Operator.COMPLEMENT, left))
    return made


@pytest.mark.parametrize("kind", [BOOL, INT, F32, F64, *INTEGERS], ids=str)
def test_operators(kind: Type) -> None:
    """Wrap-around, division, shifts, comparisons and floats are those of the interpreter at all corner values."""
    made = binary(kind)
    computation = Computation(computing([kind, kind], made))
    reasons = set()
    for chosen in product(corners(kind), repeat=2):
        for stop in computation.results(chosen):
            reasons |= {stop.reason} if isinstance(stop, Beyond) else set()
    assert reasons == ({"a number beyond 64 bits"} if kind == INT else set())


@pytest.mark.parametrize("kind", [BOOL, INT, F32, F64, *INTEGERS], ids=str)
def test_conversions(kind: Type) -> None:
    """Every conversion wraps around, rounds, or is undefined as in the interpreter."""
    targets: list[Type] = [BOOL, INT, F32, F64, *INTEGERS]
    source = Variable("v0", kind, True)
    made: list[Expr] = [cast(source, target) for target in targets]
    if isinstance(kind, FloatType):
        saturated = [target for target in INTEGERS if target.width in (8, 16, 32, 64)]
        made += [cast(source, target, Operator.SATURATE) for target in saturated]
    computation = Computation(computing([kind], made))
    for value in corners(kind):
        stops = computation.results((value,))
        beyond = [stop for stop in stops if isinstance(stop, Beyond)]
        assert len(beyond) <= 1
        if kind in (I32, BOOL, INT):
            assert not beyond


def test_a_number_that_does_not_fit_into_a_mathematical_one() -> None:
    """An unsigned number beyond 63 bits is no mathematical integer natively, and is never wrong."""
    computation = Computation(computing([U64], [cast(Variable("v0", U64, True), INT)]))
    assert computation.results((2**63,)) == [Beyond(2, "a number beyond 64 bits")]
    assert computation.results((2**63 - 1,)) == [StepLimit()]


@pytest.mark.parametrize(
    "kind", [IntegerType(width, signed) for width in (65, 128) for signed in (False, True)], ids=str
)
def test_wide_integers(kind: IntegerType) -> None:
    """Integers of up to 128 bits have a native form, with their quotients."""
    left, right = sketched(kind, 0), sketched(kind, 1)
    made = [apply(operator, left, right) for operator in (*COMPARED, *ARITHMETIC, *BITWISE, *SHIFTS)]
    sketch = Sketch()
    for name in ("v0", "v1"):
        sketch.variable(name, kind)
    results = [sketch.variable(f"r{n}", expression.type) for n, expression in enumerate(made)]
    values = [0, 1, 7, kind.low, kind.high, kind.high // 3, -1 if kind.signed else 2**63]
    with sketch.function("main") as main:
        main.mark("again")
        for first, second in product(values, values):
            main.set(left, number(first, kind))
            main.set(right, number(second, kind))
            for place, expression in zip(results, made, strict=True):
                divides = expression.operator in (Operator.DIVIDE, Operator.REMAINDER)
                shifts = expression.operator in SHIFTS and not 0 <= second < kind.width
                if not shifts and not (divides and second == 0):
                    main.set(place, expression)
        main.goto("again")
    for steps in (0, 1 << 20):
        assert assert_same_run(sketch.build(), 1, 1200, patience=steps).interpreted == 0


def sketched(kind: Type, position: int) -> Variable:
    """One of the variables that are computed with."""
    return Variable(f"v{position}", kind, True)


def test_undefined_operations_are_named() -> None:
    """A division by zero and a shift by too much say so, with the edge."""
    left, right = Variable("v0", I32, True), Variable("v1", I32, True)
    made: list[Expr] = [apply(Operator.DIVIDE, left, right), apply(Operator.SHIFT_LEFT, left, right)]
    computation = Computation(computing([I32, I32], made))
    assert computation.results((1, 0))[0] == RunEnded(Undefined("division-by-zero"), 3)
    assert computation.results((1, 32))[1] == RunEnded(Undefined("shift-amount"), 4)
