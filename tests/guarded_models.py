"""Guarded systems that several tests search: small, written by hand, with known state spaces."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import (
    Assign,
    Choice,
    Command,
    Ending,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Location,
    Template,
)
from vexil.model.guarded.expressions import (
    FALSE,
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


def me() -> Expr:
    """The number of the moving thread from 1, as a byte."""
    return apply(Operator.ADD, cast(Self(), BYTE), byte(1))


def started(*templates: Template) -> Command:
    """A beginning in which every thread is at location 1."""
    return Command(
        TRUE,
        tuple(
            Assign(item.counter, number(0), number(1, item.counter.type), number(thread))
            for item in templates
            for thread in range(item.count)
        ),
    )


def some_thread(template: Template, locations: set[int]) -> Expr:
    """Whether some thread is at one of the locations."""
    return either(
        *(
            equal(read(template.counter, thread=number(thread)), number(place, template.counter.type))
            for thread in range(template.count)
            for place in sorted(locations)
        )
    )


def philosophers(count: int, *, ordered: bool, rounds: int = 1) -> GuardedSystem:
    """Philosophers with forks: the left one first, or (``ordered``) the lower one, which cannot get stuck.

    Each counts its meals modulo ``rounds``.
    """
    forks = Variable("fork", BYTE, count)
    meals = Variable("meals", BYTE, template="philosopher")
    last = equal(Self(), number(count - 1))
    following = apply(Operator.REMAINDER, apply(Operator.ADD, Self(), number(1)), number(count))
    low = apply(Operator.IF, last, number(0), Self()) if ordered else Self()
    high = apply(Operator.IF, last, Self(), following) if ordered else following
    eaten = apply(Operator.REMAINDER, apply(Operator.ADD, read(meals), byte(1)), byte(rounds))

    def take(fork: Expr, target: int) -> Command:
        return Command(equal(read(forks, fork), byte(0)), (Assign(forks, fork, me()), Goto(target)))

    def put(fork: Expr, target: int) -> Command:
        return Command(TRUE, (Assign(forks, fork, byte(0)), Goto(target)))

    template = Template(
        "philosopher",
        count,
        (meals,),
        (
            Location("none"),
            Location("thinks", (take(low, 2),)),
            Location("hungry", (take(high, 3),)),
            Location("eats", (Command(TRUE, (Assign(meals, number(0), eaten), Goto(4))),)),
            Location("full", (put(high, 5),)),
            Location("leaves", (put(low, 1),)),
        ),
    )
    return GuardedSystem(
        f"philosophers{count}",
        (forks,),
        (template,),
        started(template),
        alive=TRUE,
        atoms=(some_thread(template, {3}),),
    )


def counter_race(threads: int, *, locked: bool) -> GuardedSystem:
    """Threads that each read a counter and write it back by one greater; the last to end checks the sum."""
    shared, lock, ended = Variable("count", BYTE), Variable("lock", BYTE), Variable("ended", BYTE)
    seen = Variable("seen", BYTE, template="adder")
    free = equal(read(lock), byte(0)) if locked else TRUE
    plus = apply(Operator.ADD, read(seen), byte(1))
    done = apply(Operator.ADD, read(ended), byte(1))
    wrong = both(
        equal(read(ended), byte(threads)),
        apply(Operator.DIFFERENT, read(shared), byte(threads)),
    )
    template = Template(
        "adder",
        threads,
        (seen,),
        (
            Location("none"),
            Location("start", (Command(free, (Assign(lock, number(0), byte(1)), Goto(2))),)),
            Location("read", (Command(TRUE, (Assign(seen, number(0), read(shared)), Goto(3))),)),
            Location("write", (Command(TRUE, (Assign(shared, number(0), plus), Goto(4))),)),
            Location("unlock", (Command(TRUE, (Assign(lock, number(0), byte(0)), Goto(5))),)),
            Location(
                "end",
                (
                    Command(
                        TRUE,
                        (
                            Assign(ended, number(0), done),
                            Assign(seen, number(0), byte(0)),
                            If(wrong, (Leave(0),), (Goto(6),)),
                        ),
                    ),
                ),
            ),
            Location("ended"),
        ),
    )
    return GuardedSystem(
        f"adders{threads}",
        (shared, lock, ended),
        (template,),
        started(template),
        endings=(Ending(EndKind.VIOLATED, "assert", "the sum is right"),),
        alive=apply(Operator.LESS, read(ended), byte(threads)),
        atoms=(equal(read(shared), byte(threads)),),
    )


def tokens(values: int) -> GuardedSystem:
    """One thread that chooses values with choices that depend on each other, tables, loops and a cut."""
    square = Variable("square", WORD, values, tuple(place * place for place in range(values)), constant=True)
    store = Variable("store", WORD, values)
    total = Variable("total", WORD)
    first = Choice("first", number(values))
    second = Choice(
        "second",
        apply(Operator.ADD, Local("first", WORD), number(1)),
        apply(Operator.DIFFERENT, Local("second", WORD), number(1)),
    )
    sum_of = apply(Operator.ADD, read(total), read(square, Local("first", WORD)))
    template = Template(
        "chooser",
        1,
        (),
        (
            Location("none"),
            Location(
                "choose",
                (
                    Command(
                        TRUE,
                        (
                            Assign(store, first.value(), second.value()),
                            Assign(total, number(0), sum_of),
                            If(
                                apply(Operator.GREATER, read(total), number(values * 3)),
                                (Leave(0),),
                                (Goto(2),),
                            ),
                        ),
                        (first, second),
                    ),
                ),
            ),
            Location(
                "rotate",
                (
                    Command(
                        TRUE,
                        (
                            For(
                                "i",
                                values - 1,
                                (
                                    Assign(
                                        store,
                                        Local("i", WORD),
                                        read(store, apply(Operator.ADD, Local("i", WORD), number(1))),
                                    ),
                                ),
                            ),
                            Goto(1),
                        ),
                    ),
                    Command(equal(read(total), number(0)), (Goto(3),)),
                ),
            ),
            Location("end"),
        ),
    )
    return GuardedSystem(
        f"tokens{values}",
        (square, store, total),
        (template,),
        started(template),
        endings=(Ending(EndKind.CUT, text="total", by_bound=True),),
        alive=FALSE,
    )


def atomic_pair() -> GuardedSystem:
    """Two threads with an atomic section of two steps, the second of which may block until the other has moved."""
    turn, seen = Variable("turn", BYTE), Variable("seen", BYTE, 2)
    inside = Variable("inside", BYTE, template="worker")
    other = apply(Operator.SUBTRACT, number(1), Self())
    template = Template(
        "worker",
        2,
        (inside,),
        (
            Location("none"),
            Location("enter", (Command(TRUE, (Assign(inside, number(0), byte(1)), Goto(2))),)),
            Location(
                "first", (Command(TRUE, (Assign(turn, number(0), me()), Assign(seen, Self(), byte(1)), Goto(3))),)
            ),
            Location("second", (Command(equal(read(seen, other), byte(1)), (Goto(4),)),)),
            Location("leave", (Command(TRUE, (Assign(inside, number(0), byte(0)), Goto(5))),)),
            Location("end"),
        ),
    )
    return GuardedSystem(
        "pair",
        (turn, seen),
        (template,),
        started(template),
        alive=some_thread(template, {1, 2, 3, 4}),
        atomic={"worker": equal(read(inside), byte(1))},
    )


SYSTEMS = {
    "philosophers 3, ordered": philosophers(3, ordered=True),
    "philosophers 4, left first": philosophers(4, ordered=False, rounds=2),
    "adders 3": counter_race(3, locked=False),
    "adders 3 with a lock": counter_race(3, locked=True),
    "tokens 3": tokens(3),
    "atomic pair": atomic_pair(),
}
