"""Guarded systems of a million states and more, for measuring searches."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Assign, Command, For, Goto, GuardedSystem, Location, Statement, Template
from vexil.model.guarded.expressions import (
    TRUE,
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
WORD = IntegerType(32, True)


def byte(value: int) -> Expr:
    return number(value, BYTE)


def plus(left: Expr, right: Expr) -> Expr:
    return apply(Operator.ADD, left, right)


def next_of(value: Expr, modulus: int) -> Expr:
    return apply(Operator.REMAINDER, plus(value, byte(1)), byte(modulus))


def assign(variable: Variable, value: Expr, index: Expr | None = None) -> Assign:
    return Assign(variable, number(0) if index is None else index, value)


def me(first: int = 0) -> Expr:
    return plus(cast(Self(), BYTE), byte(first + 1))


def started(*templates: Template) -> Command:
    return Command(
        TRUE,
        tuple(
            Assign(item.counter, number(0), number(1, item.counter.type), number(thread))
            for item in templates
            for thread in range(item.count)
        ),
    )


def step(body: tuple[Statement, ...], target: int, guard: Expr = TRUE) -> Command:
    return Command(guard, (*body, Goto(target)))


def philosophers(count: int, rounds: int) -> GuardedSystem:
    """Philosophers who take the lower fork first and count their meals."""
    forks = Variable("fork", BYTE, count)
    meals = Variable("meals", BYTE, template="philosopher")
    last = equal(Self(), number(count - 1))
    low = apply(Operator.IF, last, number(0), Self())
    high = apply(Operator.IF, last, Self(), plus(Self(), number(1)))
    places = [Location("none")]
    places.append(Location("thinks", (step((assign(forks, me(), low),), 2, equal(read(forks, low), byte(0))),)))
    places.append(Location("hungry", (step((assign(forks, me(), high),), 3, equal(read(forks, high), byte(0))),)))
    places.append(Location("eats", (step((assign(meals, next_of(read(meals), rounds)),), 4),)))
    places.append(Location("full", (step((assign(forks, byte(0), high),), 5),)))
    places.append(Location("leaves", (step((assign(forks, byte(0), low),), 1),)))
    template = Template("philosopher", count, (meals,), tuple(places))
    return GuardedSystem(f"philosophers {count}", (forks,), (template,), started(template), alive=TRUE)


def peterson(count: int, rounds: int) -> GuardedSystem:
    """The filter lock for several threads, which count how often they were inside."""
    level, last = Variable("level", BYTE, count), Variable("last", BYTE, count - 1)
    inside = Variable("inside", BYTE)
    times = Variable("times", BYTE, template="process")
    places = [Location("none")]
    for stage in range(count - 1):
        place = len(places)
        others = both(
            *(
                either(
                    equal(Self(), number(other)),
                    apply(Operator.LESS_EQUAL, read(level, number(other)), byte(stage)),
                )
                for other in range(count)
            )
        )
        overtaken = apply(Operator.DIFFERENT, read(last, number(stage)), cast(Self(), BYTE))
        places.append(Location("climb", (step((assign(level, byte(stage + 1), Self()),), place + 1),)))
        places.append(Location("yield", (step((assign(last, cast(Self(), BYTE), number(stage)),), place + 2),)))
        places.append(Location("wait", (step((), place + 3, either(overtaken, others)),)))
    place = len(places)
    fewer = apply(Operator.SUBTRACT, read(inside), byte(1))
    places.append(Location("enter", (step((assign(inside, plus(read(inside), byte(1))),), place + 1),)))
    leaving = (assign(inside, fewer), assign(times, next_of(read(times), rounds)))
    places.append(Location("leave", (step(leaving, place + 2),)))
    places.append(Location("reset", (step((assign(level, byte(0), Self()),), 1),)))
    template = Template("process", count, (times,), tuple(places))
    return GuardedSystem(
        f"peterson {count}",
        (level, last, inside),
        (template,),
        started(template),
        alive=TRUE,
        atoms=(apply(Operator.LESS_EQUAL, read(inside), byte(1)),),
    )


def buffer(
    producers: int, consumers: int, capacity: int, pool: int, rounds: int = 2, modulus: int = 2
) -> GuardedSystem:
    """A bounded buffer of references with one lock and a wait set; items come from a pool of objects."""
    count_of = producers + consumers
    owner, waiting = Variable("owner", BYTE), Variable("waiting", BYTE, count_of)
    slots, head, tail = Variable("buf", BYTE, capacity), Variable("head", BYTE), Variable("tail", BYTE)
    count, used, value = Variable("count", BYTE), Variable("used", BYTE, pool), Variable("val", BYTE, pool)
    wake = For("i", count_of, (assign(waiting, byte(0), Local("i", WORD)),))

    def entering(me: Expr, mine: Expr, blocked: Expr, going_on: Expr) -> list[Location]:
        free = equal(read(owner), byte(0))
        sleep = (assign(waiting, byte(1), mine), assign(owner, byte(0)))
        woken = both(equal(read(waiting, mine), byte(0)), free)
        return [
            Location("none"),
            Location("lock", (step((assign(owner, me),), 2, free),)),
            Location("test", (step(sleep, 3, blocked), step((), 4, going_on))),
            Location("wait", (step((assign(owner, me),), 2, woken),)),
        ]

    rounds_done, item = Variable("n", BYTE, template="producer"), Variable("item", BYTE, template="producer")
    places = entering(
        me(), Self(), equal(read(count), byte(capacity)), apply(Operator.LESS, read(count), byte(capacity))
    )
    first_free = [
        both(equal(read(used, number(k)), byte(0)), *(equal(read(used, number(j)), byte(1)) for j in range(k)))
        for k in range(pool)
    ]
    places.append(
        Location(
            "new",
            tuple(
                step((assign(used, byte(1), number(k)), assign(item, byte(k))), 5, guard)
                for k, guard in enumerate(first_free)
            ),
        )
    )
    places.append(Location("fill", tuple(step((assign(value, byte(v), read(item)),), 6) for v in (1, 2))))
    places.append(Location("put", (step((assign(slots, read(item), read(tail)),), 7),)))
    places.append(Location("turn", (step((assign(tail, next_of(read(tail), capacity)), assign(item, byte(0))), 8),)))
    places.append(Location("more", (step((assign(count, plus(read(count), byte(1))),), 9),)))
    places.append(Location("notify", (step((wake,), 10),)))
    places.append(
        Location(
            "unlock", (step((assign(owner, byte(0)), assign(rounds_done, next_of(read(rounds_done), rounds))), 1),)
        )
    )
    producer = Template("producer", producers, (rounds_done, item), tuple(places))

    taken, sum_of = Variable("item", BYTE, template="consumer"), Variable("tmp", BYTE, template="consumer")
    mine = plus(Self(), number(producers))
    places = entering(me(producers), mine, equal(read(count), byte(0)), apply(Operator.GREATER, read(count), byte(0)))
    places.append(
        Location("get", (step((assign(taken, read(slots, read(head))), assign(slots, byte(0), read(head))), 5),))
    )
    places.append(Location("turn", (step((assign(head, next_of(read(head), capacity)),), 6),)))
    places.append(Location("less", (step((assign(count, apply(Operator.SUBTRACT, read(count), byte(1))),), 7),)))
    places.append(Location("notify", (step((wake,), 8),)))
    places.append(Location("unlock", (step((assign(owner, byte(0)),), 9),)))
    total = apply(Operator.REMAINDER, plus(read(sum_of), read(value, read(taken))), byte(modulus))
    places.append(Location("sum", (step((assign(sum_of, total),), 10),)))
    free_item = (assign(used, byte(0), read(taken)), assign(value, byte(0), read(taken)), assign(taken, byte(0)))
    places.append(Location("free", (step(free_item, 1),)))
    consumer = Template("consumer", consumers, (taken, sum_of), tuple(places))
    return GuardedSystem(
        f"buffer {producers}+{consumers}",
        (owner, waiting, slots, head, tail, count, used, value),
        (producer, consumer),
        started(producer, consumer),
        alive=TRUE,
    )
