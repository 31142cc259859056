"""Random guarded systems: every kind of statement, choice and operator, over small numbers of many widths.

Tests of search, of reductions and of printed models share them: what they compare is the plain meaning.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random

from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import (
    Assign,
    Block,
    Choice,
    Command,
    Ending,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Let,
    Location,
    Statement,
    Template,
)
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import (
    BIT,
    TRUE,
    WORD,
    Expr,
    Local,
    Self,
    Variable,
    apply,
    both,
    cast,
    either,
    negated,
    number,
    read,
)
from vexil.model.guarded.validate import validate

BYTE = IntegerType(8, False)
TYPES = [BIT, IntegerType(3, True), BYTE, IntegerType(8, True), IntegerType(13, False), WORD, IntegerType(64, True)]
TYPES += [IntegerType(64, False), IntegerType(33, True), IntegerType(16, False)]
DEEPEST = -20
"""Indices of indices end here at the latest."""
NARROW = [kind for kind in TYPES if kind.width <= 32]
PLAIN = [Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR]
COMPARED = [Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER]
ENDINGS = (
    Ending(EndKind.VIOLATED, "a"),
    Ending(EndKind.CUT, by_bound=True),
    Ending(EndKind.STOPPED),
    Ending(EndKind.CUT),
)


class Sketch:
    """Makes one system."""

    def __init__(self, random: Random, types: Sequence[IntegerType] = TYPES) -> None:
        self.random = random
        self.types = types
        self.shared = [
            *(Variable(f"s{i}", self.kind(), self.random.choice([1, 1, 2, 3]), self.starts()) for i in range(3)),
            Variable("t", self.kind(), 3, (1, 0, 1), constant=True),
        ]
        self.template: str | None = None
        self.own: list[Variable] = []
        self.others: list[tuple[Variable, int]] = []
        self.names: dict[str, IntegerType] = {}
        self.fresh = 0

    def kind(self) -> IntegerType:
        return self.random.choice(self.types)

    def starts(self) -> tuple[int, ...]:
        return self.random.choice([(), (0,), (1,)]) if self.random.random() < 0.5 else ()

    def name(self) -> str:
        self.fresh += 1
        return f"n{self.fresh}"

    # --- expressions -------------------------------------------------------------------------------------

    def index(self, length: int, depth: int) -> Expr:
        if length == 1 or self.random.random() < 0.3 or depth < DEEPEST:
            return number(self.random.randrange(length))
        return apply(Operator.REMAINDER, cast(self.value(BYTE, depth - 1), BYTE), number(length, BYTE))

    def reading(self, depth: int) -> Expr:
        found: list[tuple[Variable, int]] = [(item, 0) for item in [*self.shared, *self.own]]
        variable, count = self.random.choice([*found, *self.others])
        thread = self.index(count, depth) if count else None
        return read(variable, self.index(variable.length, depth), thread=thread)

    def value(self, kind: IntegerType, depth: int) -> Expr:
        if depth <= 0 or self.random.random() < 0.2:
            found: list[Expr] = [
                number(self.random.choice([0, 1, kind.high, kind.low]), kind),
                cast(self.reading(min(depth, 0)), kind),
            ]
            found += [cast(Local(name, known), kind) for name, known in self.names.items()]
            if self.template is not None:
                found.append(cast(Self(), kind))
            return self.random.choice(found)
        match self.random.randrange(6):
            case 0:
                return cast(self.reading(depth), kind)
            case 1:
                chosen = self.condition(depth - 1)
                return apply(Operator.IF, chosen, self.value(kind, depth - 1), self.value(kind, depth - 1))
            case 2:
                return self.partial(kind, depth)
            case 3:
                operator = self.random.choice([Operator.NEGATE, Operator.COMPLEMENT])
                return apply(operator, self.value(kind, depth - 1))
            case 4:
                return cast(self.value(self.kind(), depth - 1), kind)
            case _:
                return apply(self.random.choice(PLAIN), self.value(kind, depth - 1), self.value(kind, depth - 1))

    def partial(self, kind: IntegerType, depth: int) -> Expr:
        """A quotient, a remainder or a shift that is computed only where it is defined."""
        left, right = self.value(kind, depth - 1), self.value(kind, depth - 1)
        if self.random.random() < 0.5:
            operator = self.random.choice([Operator.DIVIDE, Operator.REMAINDER])
            proper = apply(Operator.DIFFERENT, right, number(0, kind))
        else:
            operator = self.random.choice([Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT])
            if self.random.random() < 0.6:
                right = number(self.random.randrange(min(kind.width, kind.high + 1)), kind)
            wide = min(kind.width, kind.high)
            proper = both(
                apply(Operator.GREATER_EQUAL, right, number(0, kind)),
                apply(Operator.LESS, right, number(wide, kind)),
            )
        return apply(Operator.IF, proper, apply(operator, left, right), left)

    def condition(self, depth: int) -> Expr:
        if depth > 0 and self.random.random() < 0.4:
            left, right = self.condition(depth - 1), self.condition(depth - 1)
            return self.random.choice([both(left, right), either(left, right), negated(left)])
        if depth > 0 and self.random.random() < 0.3:
            wide = self.random.choice(self.shared)
            at = self.value(WORD, depth - 1)
            inside = both(apply(Operator.LESS_EQUAL, number(0), at), apply(Operator.LESS, at, number(wide.length)))
            return both(inside, apply(Operator.EQUAL, read(wide, at), number(0, wide.type)))
        kind = self.kind()
        return apply(self.random.choice(COMPARED), self.value(kind, depth), self.value(kind, depth))

    # --- statements --------------------------------------------------------------------------------------

    def small(self, kind: IntegerType) -> Expr:
        """A value of few, so that systems stay small."""
        if kind.width == 1:
            return self.value(kind, 2)
        return apply(Operator.BIT_AND, self.value(kind, 2), number(self.random.choice([1, 1, 2, 3]), kind))

    def assign(self) -> Statement:
        own: list[tuple[Variable, int]] = [(item, 0) for item in [*self.shared, *self.own] if not item.constant]
        variable, count = self.random.choice([*own, *self.others])
        thread = self.index(count, 1) if count else None
        return Assign(variable, self.index(variable.length, 1), self.small(variable.type), thread)

    def block(self, locations: int, depth: int, *, may_end: bool) -> Block:
        known = dict(self.names)
        found: list[Statement] = []
        for _ in range(self.random.randrange(1, 3)):
            chance = self.random.random()
            if chance < 0.6 or depth <= 0:
                found.append(self.assign())
            elif chance < 0.75:
                name, kind = self.name(), self.kind()
                found.append(Let(name, self.value(kind, 2)))
                self.names[name] = kind
            elif chance < 0.9:
                counter, names = self.name(), dict(self.names)
                self.names[counter] = WORD
                found.append(For(counter, self.random.randrange(3), self.block(0, depth - 1, may_end=False)))
                self.names = names
            else:
                found.append(If(self.condition(1), self.block(0, depth - 1, may_end=False), ()))
        if may_end:
            found.append(self.ending(locations, depth))
        self.names = known
        return tuple(found)

    def ending(self, locations: int, depth: int) -> Statement:
        if depth > 0 and self.random.random() < 0.4:
            then = self.block(locations, depth - 1, may_end=True)
            return If(self.condition(1), then, self.block(locations, depth - 1, may_end=True))
        if self.random.random() < 0.1 or not locations:
            return Leave(self.random.randrange(len(ENDINGS)))
        return Goto(self.random.randrange(1, locations))

    def command(self, locations: int) -> Command:
        self.names = {}
        guard = self.condition(2) if self.random.random() < 0.45 else TRUE
        choices: list[Choice] = []
        for _ in range(self.random.choice([0, 0, 0, 1, 2])):
            name = self.name()
            kind = self.random.choice([WORD, BYTE])
            count: Expr = number(self.random.choice([0, 1, 2, 2, 3]), kind)
            if self.random.random() < 0.4:
                count = apply(Operator.BIT_OR, self.small(kind), number(self.random.choice([0, 1, 1]), kind))
            names = dict(self.names)
            self.names[name] = kind
            choices.append(Choice(name, count, self.condition(1) if self.random.random() < 0.5 else TRUE))
            self.names = {**names, name: kind}
        body = self.block(locations, 2, may_end=True)
        self.names = {}
        return Command(guard, body, tuple(choices))

    # --- systems -----------------------------------------------------------------------------------------

    def system(self) -> GuardedSystem:
        sizes = {f"T{i}": self.random.randrange(1, 4) for i in range(self.random.randrange(1, 3))}
        variables = {
            name: tuple(
                Variable(f"v{i}", self.kind(), self.random.choice([1, 1, 2]), self.starts(), template=name)
                for i in range(self.random.randrange(3))
            )
            for name in sizes
        }
        self.others = [(item, sizes[name]) for name, found in variables.items() for item in found]
        templates = []
        for name, count in sizes.items():
            self.template, self.own = name, list(variables[name])
            many = self.random.randrange(2, 5)
            places = tuple(
                Location(
                    str(place), tuple(self.command(many) for _ in range(self.random.randrange(1, 4) if place else 0))
                )
                for place in range(many)
            )
            templates.append(Template(name, count, variables[name], places))
        atomic = {}
        self.names = {}
        for template in templates:
            if self.random.random() < 0.4:
                self.template, self.own = template.name, list(template.variables)
                atomic[template.name] = self.condition(1)
        self.template, self.own = None, []
        first = self.command(0)
        starts = tuple(
            Assign(item.counter, number(0), number(int(self.random.random() < 0.85), BYTE), number(thread))
            for item in templates
            for thread in range(item.count)
        )
        first = Command(first.guard if self.random.random() < 0.1 else TRUE, (*starts, *first.body[:-1]), first.choices)
        return GuardedSystem(
            "random",
            tuple(self.shared),
            tuple(templates),
            first,
            ENDINGS,
            self.condition(1),
            atomic,
            tuple(self.condition(1) for _ in range(2)),
        )


def random_expressions(random: Random, count: int = 40) -> GuardedSystem:
    """A system whose only thread computes one of many expressions over extreme values, and ends."""
    sketch = Sketch(random)

    def extreme(kind: IntegerType) -> int:
        return random.choice([kind.low, kind.high, max(kind.low, -1), 1, 0, random.randint(kind.low, kind.high)])

    sketch.shared = [
        Variable(f"s{place}", kind, 3, tuple(extreme(kind) for _ in range(3))) for place, kind in enumerate(TYPES)
    ]
    results = [Variable(f"r{place}", kind) for place, kind in enumerate(TYPES)]
    which = Variable("which", BYTE)
    sketch.template = "T"
    commands = []
    for place in range(count):
        result = random.choice(results)
        value = sketch.value(result.type, 4)
        body = (Assign(result, number(0), value), Assign(which, number(0), number(place, BYTE)), Goto(2))
        commands.append(Command(TRUE, body))
    template = Template("T", 2, (), (Location("none"), Location("compute", tuple(commands)), Location("end")))
    starts = tuple(Assign(template.counter, number(0), number(1, BYTE), number(thread)) for thread in range(2))
    return GuardedSystem("expressions", (*sketch.shared, *results, which), (template,), Command(TRUE, starts))


def random_system(random: Random, types: Sequence[IntegerType] = TYPES) -> GuardedSystem:
    """A system; its variables and the numbers it computes with are of these types."""
    return Sketch(random, types).system()


def seeds_by_size(seed: int, count: int, least: int, most: int, types: Sequence[IntegerType] = TYPES) -> Iterator[int]:
    """So many seeds of systems that tests can search."""
    for number_of in itertools.count(seed * 100_000 + 1):
        if not count:
            return
        system = random_system(Random(number_of), types)
        validate(system)
        if least <= size(system, most + 1) <= most:
            count -= 1
            yield number_of


def size(system: GuardedSystem, most: int) -> int:
    """The number of states, as far as ``most``."""
    evaluator = Evaluator(system)
    visited = dict.fromkeys(evaluator.initial())
    pending = list(visited)
    while pending and len(visited) < most:
        for _, after in evaluator.successors(pending.pop()):
            if after not in visited:
                visited[after] = None
                pending.append(after)
    return len(visited)
