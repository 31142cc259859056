"""Random expressions over machine integers of many widths, in a guarded system that compares them with their values."""

from __future__ import annotations

from random import Random

from guarded_models import started
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Command, Ending, EndKind, Goto, GuardedSystem, If, Leave, Location, Template
from vexil.model.guarded.evaluate import Evaluator, State
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
NARROW = tuple(IntegerType(width, signed) for width in (1, 3, 8, 13, 16, 31, 32) for signed in (False, True))
WIDE = (*NARROW, IntegerType(33, True), IntegerType(64, False), IntegerType(64, True))


class Maker:
    """Makes expressions over variables of all types, with values at the edges of their ranges."""

    def __init__(self, random: Random, types: tuple[IntegerType, ...]) -> None:
        self.random = random
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


def expected_value(evaluator: Evaluator, expression: Expr, state: State, kind: IntegerType) -> int:
    """What an expression of a type is compared with."""
    return evaluator.evaluate(expression, state, {}, 0)


def checking(random: Random, types: tuple[IntegerType, ...], count: int, *, sweep: bool = True) -> GuardedSystem:
    """One thread that compares so many expressions with their values; with *sweep*, first all comparisons."""
    maker = Maker(random, types)
    variables = tuple(maker.variables.values())
    evaluator = Evaluator(GuardedSystem("probe", variables, (), Command(TRUE, ())))
    state = evaluator.initial()[0]
    locations = [Location("none")]
    operators = [(kind, operator) for kind in types for operator in sorted(COMPARISONS, key=lambda item: item.value)]
    while len(locations) <= count:
        kind = random.choice(types)
        expression = maker.value(kind, 3)
        if operators and sweep:
            compared, operator = operators.pop()
            expression = apply(operator, *(read(maker.variables[compared], number(place)) for place in (0, 1)))
            kind = BIT
        try:
            expected = expected_value(evaluator, expression, state, kind)
        except UndefinedValue:
            continue
        differs = apply(Operator.DIFFERENT, expression, Const(expected, kind))
        here = len(locations)
        locations.append(Location(f"e{here}", (Command(TRUE, (If(differs, (Leave(0),), (Goto(here + 1),)),)),)))
    locations.append(Location("end"))
    template = Template("checker", 1, (), tuple(locations))
    endings = (Ending(EndKind.VIOLATED, "assert", "the value is right"),)
    system = GuardedSystem("expressions", variables, (template,), started(template), endings)
    validate(system)
    return system
