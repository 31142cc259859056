"""Random programs that compute: loops, branches, switches, calls and recursion over small and large integers."""

from __future__ import annotations

from random import Random

from sketches import Body, Sketch, number
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.operation_parts import GuardedDomain, Origin, RangeDomain, TypeDomain
from vexil.ir.operations import Case, Choose, Restrict, Skip
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I8, I32, INT, U8, U32, IntegerType, MathType, Type
from vexil.ir.typing import apply, cast

KINDS: tuple[Type, ...] = (I8, U8, I32, U32, INT)
BINARY = (
    Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR,
    Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT, Operator.DIVIDE, Operator.REMAINDER,
)  # fmt: skip
ORDERINGS = (
    Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL, Operator.EQUAL, Operator.DIFFERENT,
)  # fmt: skip


class Numbers:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.sketch = Sketch()
        self.signatures: dict[str, list[Type]] = {}

    def program(self) -> Program:
        """Globals, functions with parameters and results, and a main function that never ends."""
        sketch, random = self.sketch, self.random
        self.globals = [sketch.variable(f"g{n}", random.choice(KINDS)) for n in range(3)]
        for name in ("first", "second", "third"):
            self.signatures[name] = [random.choice(KINDS), random.choice(KINDS)]
        self.results = {name: random.choice(KINDS) for name in self.signatures}
        for name, kinds in self.signatures.items():
            with sketch.function(name, self.results[name]) as body:
                given = [body.parameter(f"a{n}", kind) for n, kind in enumerate(kinds)]
                self._body(body, given, random.randint(1, 4))
                body.give_back(self.expression(self.results[name], 2))
        with sketch.function("main") as main:
            main.mark("again")
            self._body(main, [], random.randint(2, 7))
            main.goto("again")
        return sketch.build()

    def _body(self, body: Body, given: list[Variable], count: int) -> None:
        self.locals = [*given, *(body.local(f"x{n}", kind) for n, kind in enumerate(KINDS))]
        self.flag = body.local("flag", BOOL)
        for _ in range(count):
            self._statement(body, 2)

    def _statement(self, body: Body, depth: int) -> None:
        makers = [self._assign, self._assign, self._assign, self._choose, self._global, self._test]
        if depth:
            makers += [self._when, self._when, self._loop, self._loop, self._switch, self._call, self._call]
        self.depth = depth
        self.random.choice(makers)(body)

    # --- expressions -------------------------------------------------------------------------------------

    def constant(self, kind: Type) -> Expr:
        """A literal, small more often than not."""
        random = self.random
        value = random.choice([0, 1, 2, 3, 5, 10, 100, -1, -3, 127, -128, 255, 2**31 - 1])
        if isinstance(kind, IntegerType) and not kind.low <= value <= kind.high:
            value = random.choice([kind.low, kind.high, 1])
        return number(value, kind)

    def expression(self, kind: Type, depth: int) -> Expr:
        """An expression; shifts and divisions are by constants for which they are defined, most of the time."""
        random = self.random
        known = [variable for variable in [*self.locals, *self.globals] if variable.type == kind]
        if depth == 0 or random.random() < 0.25:
            return random.choice(known) if known and random.random() < 0.75 else self.constant(kind)
        if random.random() < 0.25:
            return cast(self.expression(random.choice(KINDS), depth - 1), kind)
        if random.random() < 0.1:
            return apply(
                Operator.IF,
                self.condition(depth - 1),
                self.expression(kind, depth - 1),
                self.expression(kind, depth - 1),
            )
        if random.random() < 0.1:
            return cast(self.condition(depth - 1), kind)
        operator = random.choice(BINARY)
        left = self.expression(kind, depth - 1)
        if isinstance(kind, MathType) and operator not in BINARY[:3]:
            operator = Operator.REMAINDER
        if operator in (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT):
            return apply(operator, left, number(random.randint(0, 7), kind))
        if operator in (Operator.DIVIDE, Operator.REMAINDER):
            return apply(operator, left, number(random.choice([1, 2, 3, 7, 100]), kind))
        return apply(operator, left, self.expression(kind, depth - 1))

    def condition(self, depth: int) -> Expr:
        """A condition."""
        random = self.random
        choice = random.random()
        if choice < 0.1:
            return self.flag
        if depth > 0 and choice < 0.3:
            operator = random.choice([Operator.AND, Operator.OR])
            return apply(operator, self.condition(depth - 1), self.condition(depth - 1))
        if depth > 0 and choice < 0.4:
            return apply(Operator.NOT, self.condition(depth - 1))
        kind = random.choice(KINDS)
        if choice < 0.5:
            return cast(self.expression(kind, 1), BOOL)
        left = self.expression(kind, random.choice([0, 0, 1]))
        if random.random() < 0.3:
            left = apply(random.choice(BINARY[:2]), self.expression(kind, 0), self.constant(kind))
        right = self.constant(kind) if random.random() < 0.7 else self.expression(kind, 1)
        return apply(random.choice(ORDERINGS), left, right)

    # --- statements --------------------------------------------------------------------------------------

    def _variable(self) -> Variable:
        return self.random.choice(self.locals)

    def _assign(self, body: Body) -> None:
        target = self._variable()
        body.set(target, self.expression(target.type, 2))

    def _test(self, body: Body) -> None:
        body.set(self.flag, self.condition(2))

    def _global(self, body: Body) -> None:
        target = self.random.choice(self.globals)
        body.set(target, self.expression(target.type, 1))

    def _choose(self, body: Body) -> None:
        target = self._variable()
        kind = target.type
        choice = self.random.random()
        if choice < 0.4:
            body.do(
                Choose(
                    target, RangeDomain(number(0, kind), number(self.random.choice([1, 9]), kind)), Origin.ENVIRONMENT
                )
            )
        elif choice < 0.7:
            body.do(Choose(target, GuardedDomain(((None, self.constant(kind)), (None, target))), Origin.ENVIRONMENT))
        else:
            body.do(Choose(target, TypeDomain(kind), Origin.ENVIRONMENT))

    def _when(self, body: Body) -> None:
        depth = self.depth - 1
        if self.random.random() < 0.1:
            body.do(Restrict(self.condition(1)))
        with body.when(self.condition(2)):
            self._statement(body, depth)

    def _loop(self, body: Body) -> None:
        depth = self.depth - 1
        counter = self._variable()
        kind = counter.type
        limit = self.random.choice([3, 10, 100])
        body.set(counter, number(0, kind))
        order = self.random.choice([Operator.LESS, Operator.LESS_EQUAL, Operator.DIFFERENT])
        with body.loop(apply(order, counter, number(limit, kind))):
            self._statement(body, depth)
            body.set(counter, apply(Operator.ADD, counter, number(self.random.choice([1, 1, 2]), kind)))

    def _switch(self, body: Body) -> None:
        depth = self.depth - 1
        selector = self.expression(self.random.choice(KINDS), 1)
        arms = [(0, 1), (5,)]
        assert body.here is not None
        start, behind = body.here, body.builder.location()
        for values in [*arms, None]:
            inside = body.builder.location()
            chosen = (0, 1, 5) if values is None else values
            body.builder.edge(start, inside, Case(selector, chosen, values is None))
            body.here = inside
            self._statement(body, depth)
            body.builder.edge(body.here, behind, Skip())
        body.here = behind

    def _call(self, body: Body) -> None:
        name = self.random.choice(sorted(self.signatures))
        arguments = [self.expression(kind, 1) for kind in self.signatures[name]]
        targets = [variable for variable in self.locals if variable.type == self.results[name]]
        body.call(name, *arguments, result=self.random.choice(targets) if targets else None)


def random_numbers(random: Random) -> Program:
    """A program."""
    return Numbers(random).program()
