"""Random guarded systems of threads that lock, start, wait for and look at each other."""

from __future__ import annotations

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
    Goto,
    GuardedSystem,
    If,
    Leave,
    Let,
    Location,
    Statement,
    Template,
)
from vexil.model.guarded.expressions import (
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
    equal,
    number,
    read,
)

BYTE = IntegerType(8, False)
ENDINGS = (
    Ending(EndKind.VIOLATED, "assert"),
    Ending(EndKind.UNDEFINED, "lock"),
    Ending(EndKind.STOPPED),
    Ending(EndKind.CUT),
)
OWNER = Variable("owner", BYTE, 3)
DATA = (Variable("d", BYTE), Variable("e", BYTE), Variable("row", BYTE, 3))
COUNTS = {"p": 2, "q": 1}
FIRST = {"p": 1, "q": 3}
"""The number of the first thread of each template, as locks know it."""


def _number(value: int) -> Expr:
    return number(value, BYTE)


class Locking:
    """Makes one system."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.own = {
            name: tuple(Variable(word, BYTE, template=name) for word in ("l", "m", "inside")) for name in COUNTS
        }
        self.lengths = {name: self.random.randrange(4, 8) for name in COUNTS}
        self.counters = {name: Variable("pc", BYTE, template=name) for name in COUNTS}
        self.name = "p"
        self.held: list[Expr] = []
        self.atomic = self.random.random() < 0.25
        self.tidy = self.random.random() < 0.7
        self.loops = self.random.random() < 0.4

    def me(self) -> Expr:
        first = number(FIRST[self.name], BYTE)
        return first if COUNTS[self.name] == 1 else apply(Operator.ADD, cast(Self(), BYTE), first)

    def small(self) -> Expr:
        """A value of few."""
        random, own = self.random, self.own[self.name]
        return random.choice(
            [
                _number(random.randrange(2)),
                read(own[0]),
                read(own[1]),
                apply(Operator.BIT_XOR, read(own[0]), _number(1)),
                self.me(),
            ]
        )

    def data(self) -> tuple[Variable, Expr]:
        """An element that belongs to the lock that is held, or any."""
        random = self.random
        own = self.own[self.name]
        if self.held and self.tidy:
            lock = self.held[-1]
            if random.random() < 0.5:
                return DATA[2], lock
            return (DATA[0], number(0)) if lock.operands == () else (DATA[2], lock)
        index = random.choice([number(0), number(1), cast(apply(Operator.BIT_AND, read(own[1]), _number(1)), WORD)])
        return random.choice([(DATA[0], number(0)), (DATA[1], number(0)), (DATA[2], index)])

    def lock(self) -> Expr:
        """The number of a lock: fixed, or what a variable says."""
        if self.random.random() < 0.7:
            return number(self.random.randrange(2))
        return apply(Operator.BIT_AND, cast(read(self.own[self.name][1]), WORD), number(1))

    def step(self, target: int) -> Command:
        random, own = self.random, self.own[self.name]
        going: Statement = Goto(target)
        if self.held and self.tidy and random.random() < 0.4:
            return self.unlocked(self.held.pop(), going)
        match random.randrange(13 if not self.tidy else 11):
            case 0 | 1:
                return Command(TRUE, (Assign(own[0], number(0), self.small()), going))
            case 2 | 3 | 4:
                return self.locked(going)
            case 5 | 6:
                variable, index = self.data()
                return Command(TRUE, (Assign(variable, index, self.small()), going))
            case 7:
                variable, index = self.data()
                return Command(TRUE, (Assign(own[0], number(0), read(variable, index)), going))
            case 8:
                variable, index = self.data()
                wrong = apply(Operator.DIFFERENT, read(variable, index), read(own[0]))
                ending = random.choice([0, 0, 1, 2, 3])
                return Command(TRUE, (If(wrong, (Leave(ending),), (going,)),))
            case 9:
                choice = Choice("c", number(2))
                return Command(TRUE, (Assign(own[0], number(0), cast(Local("c", WORD), BYTE)), going), (choice,))
            case 10:
                return self.about_others(going)
            case 11:
                return self.unlocked(self.lock(), going)
            case _:
                return Command(TRUE, (Assign(OWNER, self.lock(), self.small()), going))

    def locked(self, going: Statement) -> Command:
        key = self.lock()
        owner = read(OWNER, key)
        free = equal(owner, _number(0))
        if self.random.random() < 0.3:
            free = either(free, equal(owner, self.me()))
        if not any(key is other for other in self.held):
            self.held.append(key)
        body: Block = (Let("key", key), Assign(OWNER, Local("key", WORD), self.me()), going)
        return Command(free, body)

    def unlocked(self, key: Expr, going: Statement) -> Command:
        free = Assign(OWNER, key, _number(0))
        if self.random.random() < 0.6:
            other = apply(Operator.DIFFERENT, read(OWNER, key), self.me())
            return Command(TRUE, (If(other, (Leave(1),), (free, going)),))
        return Command(TRUE, (free, going))

    def about_others(self, going: Statement) -> Command:
        """Something that looks at another thread, moves it, or writes what is its own."""
        random = self.random
        name = random.choice(sorted(COUNTS))
        thread = number(random.randrange(COUNTS[name]))
        counter, last = self.counters[name], self.lengths[name]
        at = read(counter, thread=thread)
        ended = equal(at, number(last, BYTE))
        if not self.tidy and random.random() < 0.3:
            variable = self.own[name][random.randrange(2)]
            if random.random() < 0.5:
                return Command(TRUE, (Assign(variable, number(0), self.small(), thread), going))
            seen = cast(read(variable, thread=thread), BYTE)
            return Command(TRUE, (Assign(self.own[self.name][0], number(0), seen), going))
        if random.random() < 0.5:
            return Command(ended if name != self.name else either(ended, TRUE), (going,))
        begun = (
            Assign(self.own[name][0], number(0), _number(1), thread),
            Assign(counter, number(0), _number(1), thread),
        )
        return Command(TRUE, (If(equal(at, _number(0)), begun), going))

    def made(self, name: str) -> Template:
        self.name, self.held = name, []
        last = self.lengths[name]
        places = [Location("none")]
        for place in range(1, last):
            commands = [self.step(place + 1)]
            if self.random.random() < 0.3:
                held, self.held = self.held, list(self.held)
                target = (
                    self.random.randrange(1, last + 1) if self.loops else self.random.randrange(place + 1, last + 1)
                )
                commands.append(self.step(target))
                self.held = held
            if self.atomic and self.random.random() < 0.3:
                mark = Assign(self.own[name][2], number(0), _number(self.random.randrange(2)))
                commands[0] = Command(commands[0].guard, (mark, *commands[0].body), commands[0].choices)
            places.append(Location(f"at {place}", tuple(commands)))
        places.append(Location("end"))
        return Template(name, COUNTS[name], self.own[name], tuple(places))

    def system(self) -> GuardedSystem:
        templates = tuple(self.made(name) for name in COUNTS)
        random = self.random
        begun = [Assign(self.counters["p"], number(0), _number(1), number(0))]
        for name, thread in (("p", 1), ("q", 0)):
            if random.random() < 0.7:
                begun.append(Assign(self.counters[name], number(0), _number(1), number(thread)))
        running = [
            both(apply(Operator.DIFFERENT, at, _number(0)), apply(Operator.LESS, at, _number(self.lengths[name])))
            for name, count in COUNTS.items()
            for at in [read(self.counters[name], thread=number(thread)) for thread in range(count)]
        ]
        places = [
            equal(read(self.counters[name], thread=number(0)), _number(random.randrange(1, self.lengths[name] + 1)))
            for name in COUNTS
        ]
        atoms = (
            equal(read(random.choice(DATA[:2])), _number(1)),
            either(*places),
            both(places[0], equal(read(self.own["p"][0], thread=number(0)), _number(0))),
        )
        inside = {name: equal(read(self.own[name][2]), _number(1)) for name in COUNTS if self.atomic}
        return GuardedSystem(
            "locking", (OWNER, *DATA), templates, Command(TRUE, tuple(begun)), ENDINGS, either(*running), inside, atoms
        )


def random_locking(random: Random) -> GuardedSystem:
    """A system."""
    return Locking(random).system()
