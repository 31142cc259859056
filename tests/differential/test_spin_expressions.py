"""Expressions mean the same in printed Promela, C and SMV: random ones over machine integers, checked by the models."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from guarded_models import started
from smv_reader import explore, read_smv
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import (
    Fine,
    Refused,
    SpinOptions,
    Wrong,
    check_with_spin,
    print_c,
    print_promela,
    print_smv,
    violations,
)
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Command, Ending, EndKind, Goto, GuardedSystem, If, Leave, Location, Template
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import (
    ARITHMETIC,
    BIT,
    COMPARISONS,
    TRUE,
    Apply,
    Const,
    Expr,
    Self,
    Variable,
    apply,
    cast,
    number,
    read,
)
from vexil.model.guarded.validate import validate

UNARY = (Operator.NEGATE, Operator.COMPLEMENT)
NARROW = tuple(IntegerType(width, signed) for width in (1, 3, 8, 13, 16, 31, 32) for signed in (False, True))[::1]
WIDE = (*NARROW, IntegerType(33, True), IntegerType(64, False), IntegerType(64, True))


class Maker:
    """Makes expressions over variables of all types, with values at the edges of their ranges."""

    def __init__(self, types: tuple[IntegerType, ...], seed: int) -> None:
        self.random = random.Random(seed)
        self.types = types
        self.variables = {
            kind: Variable(f"v{kind.width}{'s' if kind.signed else 'u'}", kind, 5, self.initial(kind)) for kind in types
        }

    def values(self, kind: IntegerType, count: int) -> tuple[int, ...]:
        edges = [kind.low, kind.high, 0, kind.high // 2, kind.low // 2, min(1, kind.high), kind.high - 1]
        return tuple(self.random.choice([*edges, self.random.randint(kind.low, kind.high)]) for _ in range(count))

    def initial(self, kind: IntegerType) -> tuple[int, ...]:
        """The ends of the range, and other values."""
        return (kind.high, kind.low, *self.values(kind, 3))

    def condition(self, depth: int) -> Expr:
        kind = self.random.choice(self.types)
        operator = self.random.choice(sorted(COMPARISONS, key=lambda item: item.value))
        made = apply(operator, self.value(kind, depth - 1), self.value(kind, depth - 1))
        if self.random.random() < 0.3:
            logical = self.random.choice([Operator.AND, Operator.OR])
            made = apply(logical, made, apply(Operator.NOT, self.condition(depth - 1)) if depth > 0 else TRUE)
        return made

    def value(self, kind: IntegerType, depth: int) -> Expr:
        if depth <= 0 or self.random.random() < 0.1:
            variable = self.variables[kind]
            index = self.random.choice([number(self.random.randrange(5)), Self()])
            return self.random.choice([read(variable, index), Const(self.values(kind, 1)[0], kind)])
        shape = self.random.random()
        if shape < 0.25:
            return cast(self.value(self.random.choice(self.types), depth - 1), kind)
        if shape < 0.35:
            return Apply(
                Operator.IF, (self.condition(depth - 1), self.value(kind, depth - 1), self.value(kind, depth - 1)), kind
            )
        if shape < 0.4 and kind == BIT:
            return self.condition(depth - 1)
        operator = self.random.choice(sorted(ARITHMETIC, key=lambda item: item.value))
        if operator in UNARY:
            return Apply(operator, (self.value(kind, depth - 1),), kind)
        left = self.value(kind, depth - 1)
        if operator in (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT):
            most = min(kind.width - 1, kind.high)
            return Apply(operator, (left, Const(self.random.randint(0, most), kind)), kind)
        if operator in (Operator.DIVIDE, Operator.REMAINDER):
            divisors = [
                value for value in self.values(kind, 6) if value and (kind != IntegerType(32, False) or value <= 2**30)
            ]
            return Apply(operator, (left, Const(self.random.choice(divisors or [min(1, kind.high) or -1]), kind)), kind)
        return Apply(operator, (left, self.value(kind, depth - 1)), kind)


def checking(
    types: tuple[IntegerType, ...], seed: int, count: int, *, planted: bool = False
) -> tuple[GuardedSystem, int]:
    """One thread that compares expressions with their values one after the other (the last with a wrong one)."""
    maker = Maker(types, seed)
    variables = tuple(maker.variables.values())
    probe = GuardedSystem("probe", variables, (), Command(TRUE, ()))
    evaluator = Evaluator(probe)
    state = evaluator.initial()[0]
    locations = [Location("none")]
    operators = [(kind, operator) for kind in types for operator in sorted(COMPARISONS, key=lambda item: item.value)]
    while len(locations) <= count:
        kind = maker.random.choice(types)
        expression = maker.value(kind, 3)
        if operators and not planted:
            compared, operator = operators.pop()
            expression = apply(operator, *(read(maker.variables[compared], number(place)) for place in (0, 1)))
            kind = BIT
        try:
            expected = evaluator.evaluate(expression, state, {}, 0)
        except UndefinedValue:
            continue
        if planted and len(locations) == count:
            expected = kind.low if expected == kind.high else expected + 1
        differs = apply(Operator.DIFFERENT, expression, Const(expected, kind))
        here = len(locations)
        locations.append(Location(f"e{here}", (Command(TRUE, (If(differs, (Leave(0),), (Goto(here + 1),)),)),)))
    locations.append(Location("end"))
    template = Template("checker", 1, (), tuple(locations))
    endings = (Ending(EndKind.VIOLATED, "assert", "the value is right"),)
    system = GuardedSystem("expressions", variables, (template,), started(template), endings)
    validate(system)
    return system, count


def test_promela_computes_as_the_evaluator() -> None:
    """Spin gets through expressions of up to 32 bits without finding a wrong value, and finds a planted one."""
    require_tool("spin")
    require_tool("gcc")
    system, count = checking(NARROW, 1, 230)
    answer = check_with_spin(system, violations(system), Context(), SpinOptions(optimise="-O1"))
    assert isinstance(answer, Fine), answer
    assert answer.statistics.states == count + 1
    wrong, count = checking(NARROW, 1, 5, planted=True)
    found = check_with_spin(wrong, violations(wrong), Context(), SpinOptions(optimise="-O0"))
    assert isinstance(found, Wrong)
    assert len(found.run.steps) == count


def test_c_computes_as_the_evaluator(tmp_path: Path) -> None:
    """The printed program gets through expressions of up to 64 bits without a wrong or an undefined value."""
    gcc = require_tool("gcc")
    system, count = checking(WIDE, 2, 400)
    (tmp_path / "system.c").write_text(print_c(system))
    flags = ["-fsanitize=undefined", "-fno-sanitize-recover", "-w", "-O0"]
    subprocess.run([gcc, *flags, "system.c", "-o", "system"], cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run([str(tmp_path / "system")], check=True, capture_output=True, text=True, timeout=60)
    assert re.search(r"^states (\d+)", done.stdout)[1] == str(count + 1)  # type: ignore[index]
    assert "ending 0 states 0" in done.stdout


def test_smv_computes_as_the_evaluator() -> None:
    """The printed module gets through expressions of up to 64 bits without a wrong value, and shows a planted one."""
    system, count = checking(WIDE, 3, 160)
    found = explore(read_smv(print_smv(system, [violations(system)])))
    assert (found.states, found.broken) == (count + 1, [0])
    wrong, _ = checking(WIDE, 3, 5, planted=True)
    assert explore(read_smv(print_smv(wrong, [violations(wrong)]))).broken == [1]


def test_wide_expressions_are_refused_in_promela() -> None:
    """A system with values of 64 bits is not printed for Spin at all."""
    system, _ = checking(WIDE, 4, 5)
    with pytest.raises(Refused, match="integers of Promela have 32"):
        print_promela(system, violations(system))
