"""Laws of programs over mathematical integers: what is exact, what wraps around, and which runs stay the same."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from c_programs import DESCRIPTIONS, check_generated, described_program, name_of, written_program
from hypothesis import given, settings

from sketches import Sketch, number
from strategies.source import check_seeded, sources
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.engines.reference import ReferenceEngine
from vexil.ir.arithmetic import float_word, wrap
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.interpreter import Choices, Machine, Undefined, Violated
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I8, I16, I32, I64, U8, U16, U32, U64, IntegerType
from vexil.ir.typing import ORDERINGS, apply, cast
from vexil.ir.validator import validate
from vexil.model.evidence import Run
from vexil.model.outcome import Fails, Holds, Question
from vexil.spec.property import parse_property
from vexil.transform.mathematical import MathematicalForm, mathematical

KINDS = (I8, U8, I16, U16, I32, U32, I64, U64)
EXACT = {
    Operator.ADD: lambda x, y: x + y,
    Operator.SUBTRACT: lambda x, y: x - y,
    Operator.MULTIPLY: lambda x, y: x * y,
    Operator.DIVIDE: lambda x, y: (abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1),
    Operator.REMAINDER: lambda x, y: (abs(x) % abs(y)) * (1 if x >= 0 else -1),
}
BITS = {
    Operator.BIT_AND: lambda x, y: x & y,
    Operator.BIT_OR: lambda x, y: x | y,
    Operator.BIT_XOR: lambda x, y: x ^ y,
}
ORDERS = {
    Operator.LESS: lambda x, y: x < y,
    Operator.LESS_EQUAL: lambda x, y: x <= y,
    Operator.GREATER: lambda x, y: x > y,
    Operator.GREATER_EQUAL: lambda x, y: x >= y,
}


# --- expressions -----------------------------------------------------------------------------------------


class Formula:
    """Makes random expressions over variables in registers and in memory."""

    def __init__(self, random: Random, variables: list[Variable]) -> None:
        self.random = random
        self.variables = variables

    def integer(self, kind: IntegerType, depth: int) -> Expr:
        """An expression of an integer type."""
        random = self.random
        own = [variable for variable in self.variables if variable.type == kind]
        if depth == 0 or random.random() < 0.1:
            return random.choice(own) if random.random() < 0.7 else self.constant(kind)
        choice = random.random()
        left = self.integer(kind, depth - 1)
        if choice < 0.4:
            return apply(random.choice([*EXACT][:3]), left, self.integer(kind, depth - 1))
        if choice < 0.5:
            return apply(
                random.choice([*EXACT][3:]), left, number(random.choice([1, 2, 7, 100, -kind.signed or 3]), kind)
            )
        if choice < 0.6:
            mask = self.constant(kind) if random.random() < 0.7 else self.integer(kind, depth - 1)
            return apply(random.choice([*BITS]), *random.sample([left, mask], 2))
        if choice < 0.7:
            operator = random.choice([Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT])
            return apply(operator, left, number(random.randrange(kind.width), random.choice([kind, I32])))
        if choice < 0.8:
            return apply(random.choice([Operator.NEGATE, Operator.COMPLEMENT]), left)
        if choice < 0.83:
            return cast(self.condition(depth - 1), kind)
        if choice < 0.87:
            return apply(Operator.IF, self.condition(depth - 1), left, self.integer(kind, depth - 1))
        return cast(self.integer(random.choice(KINDS), depth - 1), kind)

    def condition(self, depth: int) -> Expr:
        """A condition."""
        kind = self.random.choice(KINDS)
        left, right = self.integer(kind, max(depth, 0)), self.integer(kind, max(depth - 1, 0))
        if self.random.random() < 0.2:
            return cast(left, BOOL)
        return apply(self.random.choice([*sorted(ORDERINGS, key=str), Operator.EQUAL, Operator.DIFFERENT]), left, right)

    def constant(self, kind: IntegerType) -> Const:
        """A literal, with a power of two near it more often than not."""
        near = self.random.choice([0, 1, -1, 6, 7, 8, 15, 0x70, 255, 1 << (kind.width - 1), (1 << kind.width) - 2, 100])
        return number(wrap(near, kind.width, kind.signed), kind)


class Meaning:
    """What expressions mean with unbounded signed results, and whether a signed result left its type."""

    def __init__(self, values: dict[str, int]) -> None:
        self.values = values
        self.overflowed = False

    def of(self, node: Expr) -> int:
        """The value of an expression."""
        match node:
            case Const(value, _):
                return int(value)
            case Variable(name, _, _):
                return self.values[name]
            case Apply(operator, operands, kind):
                return self._apply(operator, operands, kind if isinstance(kind, IntegerType) else None)
        raise AssertionError

    def _apply(self, operator: Operator, operands: tuple[Expr, ...], kind: IntegerType | None) -> int:
        if operator is Operator.IF:
            return self.of(operands[1] if self.of(operands[0]) else operands[2])
        values = [self.of(operand) for operand in operands]
        source = operands[0].type
        if operator in ORDERS:
            return int(ORDERS[operator](*values))
        if operator in (Operator.EQUAL, Operator.DIFFERENT):
            return int((values[0] == values[1]) is (operator is Operator.EQUAL))
        if kind is None:
            return int(values[0] != 0)
        if operator is Operator.CAST:
            is_wider = isinstance(source, IntegerType) and kind.low <= source.low and source.high <= kind.high
            return values[0] if is_wider else wrap(values[0], kind.width, kind.signed)
        if operator in BITS:
            cut = [wrap(value, kind.width, kind.signed) for value in values]
            return wrap(BITS[operator](*cut), kind.width, kind.signed)
        if operator is Operator.SHIFT_RIGHT:
            return values[0] >> values[1]
        exact = self._exact(operator, values)
        if not kind.signed:
            return wrap(exact, kind.width, False)
        self.overflowed |= not kind.low <= exact <= kind.high
        return exact

    def _exact(self, operator: Operator, values: list[int]) -> int:
        match operator:
            case Operator.NEGATE:
                return -values[0]
            case Operator.COMPLEMENT:
                return ~values[0]
            case Operator.SHIFT_LEFT:
                return values[0] << values[1]
            case _:
                return int(EXACT[operator](*values))


def evaluated(program: Program) -> dict[str, int]:
    """The globals that are no memory at the end of the only run."""
    machine = Machine(program)
    machine.reset(())
    while machine.enabled():
        machine.step(1, None)
    assert machine.finished()
    return {item.name: machine.globals[index] for index, item in enumerate(program.globals) if not item.addressable}


@settings(max_examples=45, deadline=None, derandomize=True)
@given(sources())
def test_expressions_mean_what_is_documented(random: Random) -> None:
    """Signed results are exact, everything else is the machine's; without overflow all is the machine's."""
    sketch = Sketch()
    values: dict[str, int] = {}
    variables = []
    for index, kind in enumerate(KINDS):
        for name, in_memory in ((f"r{index}", False), (f"m{index}", True)):
            near = random.choice([0, 1, 5, kind.high, kind.low, random.randint(kind.low, kind.high)])
            variables.append(sketch.variable(name, kind, addressable=in_memory))
            values[name] = near
    formula = Formula(random, variables)
    results = [sketch.variable(f"result{index}", kind) for index, kind in enumerate(KINDS)]
    stored = [sketch.variable(f"stored{index}", kind, addressable=True) for index, kind in enumerate(KINDS)]
    seen = [sketch.variable(f"seen{index}", kind) for index, kind in enumerate(KINDS)]
    expressions = [formula.integer(kind, 4) for kind in KINDS]
    with sketch.function("main") as main:
        for variable in variables:
            main.set(variable, number(values[variable.name], variable.type))
        for index, expression in enumerate(expressions):
            main.set(results[index], expression)
            main.set(stored[index], expression)
            main.set(seen[index], stored[index])
        main.give_back()
    program = sketch.build()
    made = mathematical(program)
    assert not validate(made)
    machine, found = evaluated(program), evaluated(made)
    for index, (kind, expression) in enumerate(zip(KINDS, expressions, strict=True)):
        meaning = Meaning(values)
        exact = meaning.of(expression)
        assert found[f"result{index}"] == exact
        assert found[f"seen{index}"] == wrap(exact, kind.width, kind.signed)
        if not meaning.overflowed:
            assert machine[f"result{index}"] == exact


# --- runs ------------------------------------------------------------------------------------------------


def decision(random: Random, offered: Choices | None) -> int | None:
    """One of the decisions offered."""
    if offered is None:
        return None
    values = offered.values
    assert values is not None
    last = values.stop - values.start - 1 if isinstance(values, range) else len(values) - 1
    return values[random.choice([0, last, random.randint(0, last)])]


def registers(machine: Machine) -> list[list[object]]:
    """Everything that is no memory: the globals, and the variables of the functions under way without added ones."""
    frames = machine.threads[1].frames
    counts = [len([*frame.code.function.parameters, *frame.code.function.locals]) for frame in frames]
    added = [sum(item.name.endswith(" result") for item in frame.code.function.locals) for frame in frames]
    values = [
        machine.globals,
        *(frame.registers[: count - more] for frame, count, more in zip(frames, counts, added, strict=True)),
    ]
    return [[float_word(value) if isinstance(value, float) else value for value in group] for group in values]


def assert_same_run(program: Program, seed: int, steps: int) -> int:
    """Follow one run in both programs until a signed operation overflows or is undefined; the number of steps."""
    made = mathematical(program)
    assert not validate(made)
    random = Random(seed)
    first, second = (Machine(item, checks=frozenset({"overflow"})) for item in (program, made))
    initial = [decision(random, choices) or 0 for _, choices in first.initial_choices()]
    first.reset(initial)
    second.reset(initial)
    for taken in range(steps):
        if not first.enabled() or len(first.enabled()) > 1:
            return taken
        choice = decision(random, first.choices(1))
        first.step(1, choice)
        if isinstance(first.ending, Violated | Undefined):
            return taken
        second.step(1, choice)
        while _is_added(program, second):
            second.step(1, None)
        assert registers(first) == registers(second)
        assert str(first.ending) == str(second.ending)
    return steps


def _is_added(program: Program, machine: Machine) -> bool:
    """Say whether the next edge only converts the result of a call."""
    if not machine.enabled():
        return False
    frame = machine.threads[1].frames[-1]
    numbers = frame.code.function.outgoing[frame.location]
    return bool(numbers) and numbers[0] >= len(program.functions[frame.code.function.name].edges)


CHOSEN = [
    path
    for path in DESCRIPTIONS
    if path.parent.name in ("arithmetic", "functions")
    or path.stem in ("bit_fields", "qsort", "strings", "overflow_builtins")
]


@pytest.mark.parametrize("description", CHOSEN[::3], ids=map(name_of, CHOSEN[::3]))
def test_runs_of_programs_stay_the_same(description: Path) -> None:
    """As long as nothing overflows, the program over mathematical integers goes the same way with the same values."""
    for seed in range(3):
        assert_same_run(described_program(description), seed, 2_000)


@pytest.mark.parametrize("seed", range(6))
def test_runs_of_random_programs_stay_the_same(seed: int) -> None:
    """The same holds for generated programs, which have no undefined operations: to their very end."""

    def check(program: Program) -> None:
        assert assert_same_run(program, seed, 20_000) > 20

    check_generated(seed, check)


# --- answers ---------------------------------------------------------------------------------------------


def small_program(random: Random) -> str:
    """A program in C whose variables stay small, and a claim about them that may be wrong."""
    names = ["a", "b", "c"]

    def term(depth: int) -> str:
        if depth == 0:
            return random.choice([*names, str(random.randint(-4, 9))])
        operator = random.choice(["+", "-", "*", "/ 3 +", "% 5 -", "& 7 |", "<"])
        return f"({term(depth - 1)} {operator} {term(depth - 1)})"

    steps = [f"{random.choice(names)} = {term(2)} % 50;" for _ in range(2)]
    steps.append(f"if ({term(1)} < {term(1)}) {random.choice(names)} = {term(1)} % 50;")
    steps.append(f"u = u {random.choice(['+', '-', '*'])} {term(1)};")
    random.shuffle(steps)
    claim = random.choice([f"{term(1)} <= {random.randint(20, 400)}", f"u != {term(1)}", f"{term(1)} != {term(0)}"])
    return f"""#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {{
  int a = __VERIFIER_nondet_bool() ? 7 : -3, b = {random.randint(-5, 5)}, c = 1;
  unsigned u = 0;
  for (int i = 0; i < {random.randint(1, 2)}; i++) {{
    {" ".join(steps)}
  }}
  assert({claim});
  return 0;
}}
"""


@pytest.mark.parametrize("seed", range(8))
def test_answers_without_overflow_are_the_same(seed: int) -> None:
    """Where nothing can overflow, both programs get the same answer, each with evidence that is accepted."""
    check_seeded(small_program, seed, assert_same_answers)


def assert_same_answers(text: str) -> None:
    with TemporaryDirectory() as folder:
        program = written_program(text, Path(folder))
    made = mathematical(program)
    answers = []
    for item in (program, made):
        question = Question(item, parse_property("assert"))
        outcome = ReferenceEngine().check(question, Context(Limits(cpu_seconds=20))).outcome
        assert isinstance(outcome, Holds | Fails), outcome
        assert isinstance(certify(question, outcome.evidence, Context()), Checked)
        answers.append(outcome)
    assert type(answers[0]) is type(answers[1])
    if isinstance(answers[1], Fails):
        run = answers[1].evidence
        assert isinstance(run, Run)
        same = MathematicalForm(made, program).original_run(run)
        assert isinstance(certify(Question(program, parse_property("assert")), same, Context()), Checked)
