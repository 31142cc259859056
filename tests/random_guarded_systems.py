"""Random small guarded systems that use everything a system may say: for tests that compare engines."""

from __future__ import annotations

import random

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
    number,
    read,
)
from vexil.model.guarded.validate import validate

BYTE, SMALL = IntegerType(8, False), IntegerType(5, True)
PLACES = 4


class SystemMaker:
    """Makes one system."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        table = Variable("table", SMALL, 4, (3, 0, 2), constant=True)
        self.shared = (Variable("x", BYTE, 2, (1,)), Variable("y", SMALL), Variable("flag", BIT), table)
        self.own = {name: (Variable("l", BYTE, template=name), Variable("a", SMALL, 2, template=name)) for name in "pq"}
        self.names = 0
        self.template = "p"

    def index(self, variable: Variable, names: dict[str, Expr]) -> Expr:
        """An index in range."""
        if variable.length == 1:
            return number(0)
        value = self.number(names, 0)
        return apply(Operator.BIT_AND, cast(value, WORD), number(variable.length - 1))

    def leaf(self, names: dict[str, Expr]) -> Expr:
        choices: list[Expr] = [number(self.random.randrange(4)), *names.values()]
        variable = self.random.choice([*self.shared, *self.own[self.template]])
        place = number(self.random.randrange(variable.length))
        choices += [read(variable, place), read(variable, place)]
        if self.template == "q":
            other = self.random.choice(self.own["p"])
            thread = self.random.choice([number(0), number(1)])
            choices.append(read(other, number(0), thread=thread))
        else:
            choices.append(Self())
        return self.random.choice(choices)

    def number(self, names: dict[str, Expr], depth: int) -> Expr:
        """A word; values that are stored are reduced later."""
        if depth <= 0:
            return cast(self.leaf(names), WORD)
        operator = self.random.choice([Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_XOR])
        made = apply(operator, self.number(names, depth - 1), self.number(names, depth - 1))
        if self.random.random() < 0.2:
            made = apply(Operator.IF, self.condition(names, 0), made, self.number(names, 0))
        return made

    def condition(self, names: dict[str, Expr], depth: int) -> Expr:
        operators = [Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.GREATER_EQUAL]
        made = apply(self.random.choice(operators), self.number(names, depth), self.number(names, 0))
        if self.random.random() < 0.3:
            made = apply(self.random.choice([Operator.AND, Operator.OR]), made, self.condition(names, 0))
        return made

    def assigned(self, names: dict[str, Expr]) -> Statement:
        variables = [*self.shared[:3], *self.own[self.template]]
        thread: Expr | None = None
        variable = self.random.choice(variables)
        if self.template == "q" and self.random.random() < 0.3:
            variable, thread = self.random.choice(self.own["p"]), number(self.random.randrange(2))
        value = apply(Operator.BIT_AND, self.number(names, 1), number(self.random.choice([1, 1, 2])))
        return Assign(variable, self.index(variable, names), cast(value, variable.type), thread)

    def block(self, names: dict[str, Expr], depth: int, *, may_end: bool) -> Block:
        names = dict(names)
        made: list[Statement] = []
        for _ in range(self.random.randrange(1, 4)):
            shape = self.random.random()
            if shape < 0.2 and depth > 0:
                made.append(If(self.condition(names, 1), self.block(names, depth - 1, may_end=False), ()))
            elif shape < 0.3 and depth > 0:
                counter = self.fresh("i")
                made.append(For(counter, 2, (self.assigned({**names, counter: Local(counter, WORD)}),)))
            elif shape < 0.45:
                name = self.fresh("t")
                made.append(Let(name, self.number(names, 1)))
                names[name] = Local(name, WORD)
            else:
                made.append(self.assigned(names))
        if not may_end:
            return tuple(made)
        if depth > 0 and self.random.random() < 0.4:
            ends = (self.block(names, 0, may_end=True), self.block(names, 0, may_end=True))
            return (*made, If(self.condition(names, 0), *ends))
        if self.random.random() < 0.12:
            return (*made, Leave(self.random.randrange(3)))
        return (*made, Goto(self.random.randrange(1, PLACES))) if self.random.random() < 0.8 else tuple(made)

    def fresh(self, word: str) -> str:
        self.names += 1
        return f"{word}{self.names}"

    def command(self) -> Command:
        names: dict[str, Expr] = {}
        choices = []
        while self.random.random() < 0.3 and len(choices) < 2:
            name = self.fresh("c")
            count: Expr = number(self.random.choice([1, 2, 3]))
            if choices and self.random.random() < 0.5:
                count = apply(Operator.ADD, Local(choices[0].name, WORD), number(1))
            inner = {**names, name: Local(name, WORD)}
            choices.append(Choice(name, count, self.random.choice([TRUE, self.condition(inner, 0)])))
            names = inner
        guard = self.random.choice([TRUE, self.condition({}, 0)])
        return Command(guard, self.block(names, 2, may_end=True), tuple(choices))

    def made(self, name: str, count: int) -> Template:
        self.template = name
        places = [Location("none")]
        for place in range(1, PLACES):
            commands = [self.command() for _ in range(self.random.choice([1, 1, 2]))]
            places.append(Location(f"at {place}", tuple(commands)))
        return Template(name, count, self.own[name], tuple(places))

    def system(self) -> GuardedSystem:
        templates = (self.made("p", 2), self.made("q", 1))
        begin = tuple(
            Assign(item.counter, number(0), number(1, BYTE), number(thread))
            for item in templates
            for thread in range(item.count)
        )
        choices: tuple[Choice, ...] = ()
        if self.random.random() < 0.3:
            choices = (Choice("start", number(2)),)
            begin = (*begin, Assign(self.shared[1], number(0), cast(Local("start", WORD), SMALL)))
        atomic = {}
        if self.random.random() < 0.5:
            inside = self.own["p"][0]
            atomic["p"] = apply(Operator.EQUAL, read(inside), number(1, BYTE))
        endings = (Ending(EndKind.VIOLATED, "assert"), Ending(EndKind.STOPPED), Ending(EndKind.CUT))
        counter = templates[0].counter
        alive = both(
            apply(Operator.DIFFERENT, read(counter, thread=number(1)), number(3, BYTE)),
            apply(Operator.EQUAL, read(self.shared[2]), number(0, BIT)),
        )
        return GuardedSystem(
            "random", self.shared, templates, Command(TRUE, begin, choices), endings, alive, atomic, atoms=(alive,)
        )


def random_systems(seed: int, count: int, least: int, most: int) -> list[GuardedSystem]:
    """Systems of a size that tests can search, the same for the same seed."""
    found: list[GuardedSystem] = []
    number_of = seed * 100_000
    while len(found) < count:
        number_of += 1
        system = SystemMaker(number_of).system()
        validate(system)
        if least <= size(system, most + 1) <= most:
            found.append(system)
    return found


def size(system: GuardedSystem, most: int) -> int:
    """The number of states, as far as ``most``."""
    evaluator = Evaluator(system)
    seen = dict.fromkeys(evaluator.initial())
    pending = list(seen)
    while pending and len(seen) < most:
        for _, after in evaluator.successors(pending.pop()):
            if after not in seen:
                seen[after] = None
                pending.append(after)
    return len(seen)
