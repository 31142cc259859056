"""Guarded systems after the literature, for tests that search them with several engines; together they have everything
that a system may say.
"""

from __future__ import annotations

from guarded_models import BYTE, WORD, byte, me, some_thread, started
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
    Let,
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
    negated,
    number,
    read,
)

ADD, SUBTRACT, REMAINDER = Operator.ADD, Operator.SUBTRACT, Operator.REMAINDER
ZERO = number(0)


def add(left: Expr, right: Expr) -> Expr:
    return apply(ADD, left, right)


def modulo(left: Expr, right: Expr) -> Expr:
    return apply(REMAINDER, left, right)


def store(variable: Variable, value: Expr, index: Expr = ZERO) -> Assign:
    return Assign(variable, index, value)


def step(guard: Expr, *body: Assign | Goto | If | For | Let | Leave, choices: tuple[Choice, ...] = ()) -> Command:
    return Command(guard, body, choices)


def peterson(*, careful: bool) -> GuardedSystem:
    """Two threads with Peterson's mutual exclusion (1981); one that is not ``careful`` yields its turn too late."""
    flag, turn, inside = Variable("flag", BYTE, 2), Variable("turn", BYTE), Variable("inside", BYTE)
    other = apply(SUBTRACT, number(1), Self())
    free = either(equal(read(flag, other), byte(0)), equal(read(turn), cast(Self(), BYTE)))
    set_flag = store(flag, byte(1), Self())
    yield_turn = store(turn, cast(other, BYTE))
    first, second = (set_flag, yield_turn) if careful else (yield_turn, set_flag)
    enter = add(read(inside), byte(1))
    template = Template(
        "contender",
        2,
        (),
        (
            Location("none"),
            Location("idle", (step(TRUE, first, Goto(2)),)),
            Location("wants", (step(TRUE, second, Goto(3)),)),
            Location("waits", (step(free, store(inside, enter), Goto(4)),)),
            Location(
                "critical",
                (step(TRUE, If(apply(Operator.GREATER, read(inside), byte(1)), (Leave(0),), (Goto(5),))),),
            ),
            Location(
                "leaves",
                (
                    step(
                        TRUE,
                        store(inside, apply(SUBTRACT, read(inside), byte(1))),
                        store(flag, byte(0), Self()),
                        Goto(1),
                    ),
                ),
            ),
        ),
    )
    return GuardedSystem(
        "peterson",
        (flag, turn, inside),
        (template,),
        started(template),
        endings=(Ending(EndKind.VIOLATED, "assert", "one at a time"),),
        alive=TRUE,
        atoms=(some_thread(template, {4}), equal(read(inside), byte(2))),
    )


def buffer(producers: int, consumers: int, *, notify_all: bool) -> GuardedSystem:
    """A bounded buffer of one place with a lock, one wait set for all, and items from a pool of two objects.

    With ``notify`` instead of ``notify_all`` everybody may end up waiting: the one who is woken is chosen.
    """
    total = producers + consumers
    lock, waiting = Variable("lock", BYTE), Variable("waiting", BYTE, total)
    slot, used, payload = Variable("slot", BYTE), Variable("used", BYTE, 2), Variable("payload", BYTE, 2)
    item = {name: Variable("item", BYTE, template=name) for name in ("producer", "consumer")}

    def identity(name: str) -> Expr:
        return Self() if name == "producer" else add(Self(), number(producers))

    def mine(name: str) -> Expr:
        return add(cast(identity(name), BYTE), byte(1))

    def woken(name: str) -> tuple[tuple[Choice, ...], tuple[If | For | Assign, ...]]:
        if notify_all:
            return (), (For("i", total, (store(waiting, byte(0), Local("i", WORD)),)),)
        nobody = negated(either(*(equal(read(waiting, number(place)), byte(1)) for place in range(total))))
        picked = Local("picked", WORD)
        is_waiting = equal(read(waiting, picked), byte(1))
        allowed = either(is_waiting, both(nobody, equal(picked, ZERO)))
        return (Choice("picked", number(total), allowed),), (store(waiting, byte(0), picked),)

    def acquire(name: str, target: int) -> Command:
        guard = both(equal(read(lock), byte(0)), equal(read(waiting, identity(name)), byte(0)))
        return step(guard, store(lock, mine(name)), Goto(target))

    def sleep(name: str) -> tuple[Assign | Goto, ...]:
        return (store(lock, byte(0)), store(waiting, byte(1), identity(name)), Goto(3 if name == "producer" else 1))

    def notify(name: str, target: int) -> Command:
        choices, body = woken(name)
        return Command(TRUE, (*body, store(lock, byte(0)), Goto(target)), choices)

    fresh = Local("fresh", WORD)
    new_item = (Choice("fresh", number(2), equal(read(used, fresh), byte(0))),)
    producer = Template(
        "producer",
        producers,
        (item["producer"],),
        (
            Location("none"),
            Location("away"),
            Location(
                "creates",
                (
                    Command(
                        TRUE,
                        (
                            store(used, byte(1), fresh),
                            store(payload, me(), fresh),
                            store(item["producer"], add(cast(fresh, BYTE), byte(1))),
                            Goto(3),
                        ),
                        new_item,
                    ),
                ),
            ),
            Location("locks", (acquire("producer", 4),)),
            Location(
                "puts",
                (
                    step(
                        TRUE,
                        If(
                            equal(read(slot), byte(0)),
                            (store(slot, read(item["producer"])), store(item["producer"], byte(0)), Goto(5)),
                            sleep("producer"),
                        ),
                    ),
                ),
            ),
            Location("notifies", (notify("producer", 2),)),
        ),
    )
    place = apply(SUBTRACT, cast(read(item["consumer"]), WORD), number(1))
    consumer = Template(
        "consumer",
        consumers,
        (item["consumer"],),
        (
            Location("none"),
            Location("locks", (acquire("consumer", 2),)),
            Location(
                "takes",
                (
                    step(
                        TRUE,
                        If(
                            equal(read(slot), byte(0)),
                            sleep("consumer"),
                            (store(item["consumer"], read(slot)), store(slot, byte(0)), Goto(3)),
                        ),
                    ),
                ),
            ),
            Location("notifies", (notify("consumer", 4),)),
            Location(
                "frees",
                (
                    step(
                        TRUE,
                        Let("where", place),
                        If(
                            equal(read(payload, Local("where", WORD)), byte(0)),
                            (Leave(0),),
                            (
                                store(used, byte(0), Local("where", WORD)),
                                store(payload, byte(0), Local("where", WORD)),
                                store(item["consumer"], byte(0)),
                                Goto(1),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    )
    begin = started(consumer).body + tuple(
        Assign(producer.counter, ZERO, number(2, producer.counter.type), number(thread)) for thread in range(producers)
    )
    return GuardedSystem(
        "buffer",
        (lock, waiting, slot, used, payload),
        (producer, consumer),
        Command(TRUE, begin),
        endings=(Ending(EndKind.UNDEFINED, "null", "an item is there"),),
        alive=TRUE,
        atoms=(equal(read(slot), byte(0)), some_thread(consumer, {4})),
    )


def election(count: int) -> GuardedSystem:
    """Leader election in a ring of nodes with channels of ``count`` places (Chang and Roberts 1979)."""
    channel = Variable("channel", BYTE, count * count)
    filled = Variable("filled", BYTE, count)
    leaders = Variable("leaders", BYTE)
    identities = Variable(
        "identity", BYTE, count, tuple((place * 3) % count + 1 for place in range(count)), constant=True
    )
    right = modulo(add(Self(), number(1)), number(count))
    own = read(identities, Self())

    def send(value: Expr) -> tuple[Assign, Assign]:
        slot = add(apply(Operator.MULTIPLY, right, number(count)), cast(read(filled, right), WORD))
        return store(channel, value, slot), store(filled, add(read(filled, right), byte(1)), right)

    base = apply(Operator.MULTIPLY, Self(), number(count))
    shift = For(
        "i",
        count - 1,
        (store(channel, read(channel, add(base, add(Local("i", WORD), number(1)))), add(base, Local("i", WORD))),),
    )
    message = Local("message", BYTE)
    template = Template(
        "node",
        count,
        (),
        (
            Location("none"),
            Location("begins", (step(TRUE, *send(own), Goto(2)),)),
            Location(
                "listens",
                (
                    step(
                        apply(Operator.GREATER, read(filled, Self()), byte(0)),
                        Let("message", read(channel, base)),
                        shift,
                        store(channel, byte(0), add(base, number(count - 1))),
                        store(filled, apply(SUBTRACT, read(filled, Self()), byte(1)), Self()),
                        If(
                            apply(Operator.GREATER, message, own),
                            send(message),
                            (
                                If(
                                    equal(message, own),
                                    (
                                        store(leaders, add(read(leaders), byte(1))),
                                        If(apply(Operator.GREATER, read(leaders), byte(1)), (Leave(0),), (Goto(3),)),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            Location("leads"),
        ),
    )
    return GuardedSystem(
        f"election{count}",
        (channel, filled, leaders, identities),
        (template,),
        started(template),
        endings=(Ending(EndKind.VIOLATED, "assert", "one leader"),),
        alive=equal(read(leaders), byte(0)),
        atoms=(equal(read(leaders), byte(1)),),
    )


def readers_writers(readers: int, writers: int) -> GuardedSystem:
    """Readers that share a lock and writers that have it alone (Courtois et al. 1971), with data that is never torn."""
    reading, writing = Variable("reading", BYTE), Variable("writing", BYTE)
    low, high = Variable("low", BYTE), Variable("high", BYTE)
    seen = Variable("seen", BYTE, template="reader")
    bit = IntegerType(1, False)
    wrote = Variable("wrote", bit, template="writer")
    idle = both(equal(read(writing), byte(0)), equal(read(reading), byte(0)))
    reader = Template(
        "reader",
        readers,
        (seen,),
        (
            Location("none"),
            Location(
                "away", (step(equal(read(writing), byte(0)), store(reading, add(read(reading), byte(1))), Goto(2)),)
            ),
            Location("first", (step(TRUE, store(seen, read(low)), Goto(3)),)),
            Location(
                "second",
                (
                    step(
                        TRUE,
                        If(
                            apply(Operator.DIFFERENT, read(seen), read(high)),
                            (Leave(0),),
                            (store(seen, byte(0)), store(reading, apply(SUBTRACT, read(reading), byte(1))), Goto(1)),
                        ),
                    ),
                ),
            ),
        ),
    )
    following = modulo(add(read(low), byte(1)), byte(3))
    writer = Template(
        "writer",
        writers,
        (wrote,),
        (
            Location("none"),
            Location("away", (step(idle, store(writing, byte(1)), Goto(2)),)),
            Location("low", (step(TRUE, store(low, following), Goto(3)),)),
            Location(
                "high",
                (step(TRUE, store(high, read(low)), store(wrote, apply(Operator.COMPLEMENT, read(wrote))), Goto(4)),),
            ),
            Location("ends", (step(TRUE, store(writing, byte(0)), Goto(1)),)),
        ),
    )
    return GuardedSystem(
        "readers-writers",
        (reading, writing, low, high),
        (reader, writer),
        started(reader, writer),
        endings=(Ending(EndKind.VIOLATED, "assert", "what is read is whole"),),
        alive=TRUE,
        atoms=(equal(read(writing), byte(1)),),
    )


def sorter(width: int, shuffled: int) -> GuardedSystem:
    """Words that are sorted by exchanging neighbours, in any order: more than 40 bytes of state."""
    words = Variable("words", WORD, width, tuple(range(shuffled, 0, -1)) + tuple(range(shuffled + 1, width + 1)))
    swaps = Variable("swaps", IntegerType(16, True))
    place = Local("place", WORD)
    after = add(place, number(1))
    choice = Choice("place", number(width - 1), apply(Operator.GREATER, read(words, place), read(words, after)))
    template = Template(
        "exchange",
        1,
        (),
        (
            Location("none"),
            Location(
                "sorts",
                (
                    Command(
                        TRUE,
                        (
                            Let("kept", read(words, place)),
                            store(words, read(words, after), place),
                            store(words, Local("kept", WORD), after),
                            store(swaps, add(read(swaps), number(1, IntegerType(16, True)))),
                        ),
                        (choice,),
                    ),
                    step(equal(read(words), number(1)), Goto(2)),
                ),
            ),
            Location("rests"),
        ),
    )
    return GuardedSystem(f"sorter{width}", (words, swaps), (template,), started(template), alive=FALSE)


def pool(workers: int) -> GuardedSystem:
    """A main thread that starts workers with a number, waits for their end, and uses each place again.

    Control of others is written and read, and there are several initial states.
    """
    done, quota = Variable("done", BYTE), Variable("quota", BYTE)
    begun = Variable("begun", BYTE, template="main")
    argument = Variable("argument", BYTE, template="worker")
    worker = Template(
        "worker",
        workers,
        (argument,),
        (
            Location("none"),
            Location("works", (step(TRUE, store(done, add(read(done), read(argument))), Goto(2)),)),
            Location("ends", (step(TRUE, store(argument, byte(0)), Assign(WORKER_PC, ZERO, byte(0), Self())),)),
        ),
    )
    chosen = Local("chosen", WORD)
    free = equal(read(worker.counter, thread=chosen), byte(0))
    all_ended = both(*(equal(read(worker.counter, thread=number(place)), byte(0)) for place in range(workers)))
    main = Template(
        "main",
        1,
        (begun,),
        (
            Location("none"),
            Location(
                "starts",
                (
                    Command(
                        apply(Operator.LESS, read(begun), read(quota)),
                        (
                            Assign(worker.counter, ZERO, byte(1), chosen),
                            Assign(argument, ZERO, add(read(begun), byte(1)), chosen),
                            store(begun, add(read(begun), byte(1))),
                        ),
                        (Choice("chosen", number(workers), free),),
                    ),
                    step(both(equal(read(begun), read(quota)), all_ended), Goto(2)),
                ),
            ),
            Location("checks", (step(TRUE, If(equal(read(done), byte(6)), (Leave(0),), (Leave(1),))),)),
        ),
    )
    how_many = Local("how_many", BYTE)
    return GuardedSystem(
        "pool",
        (done, quota),
        (worker, main),
        Command(
            TRUE,
            (
                Assign(main.counter, ZERO, byte(1), ZERO),
                store(quota, add(how_many, byte(2))),
            ),
            (Choice("how_many", byte(3)),),
        ),
        endings=(Ending(EndKind.VIOLATED, "assert", "the sum is not six"), Ending(EndKind.STOPPED)),
        alive=TRUE,
        atoms=(equal(read(done), byte(3)),),
    )


WORKER_PC = Template("worker", 1, (), (Location("none"), Location("works"), Location("ends"))).counter


def tickets(threads: int, rounds: int) -> GuardedSystem:
    """A ticket lock whose numbers wrap around, in words of several widths with and without sign; runs are cut."""
    wide, tiny, small = IntegerType(32, False), IntegerType(3, False), IntegerType(5, True)
    following, serving, total = (
        Variable("following", tiny),
        Variable("serving", tiny),
        Variable("total", wide, 1, (2**32 - 2,)),
    )
    balance = Variable("balance", small)
    ticket = Variable("ticket", tiny, template="client")
    limit = number((rounds - 2) % 2**32, wide)
    template = Template(
        "client",
        threads,
        (ticket,),
        (
            Location("none"),
            Location(
                "draws",
                (
                    step(
                        TRUE,
                        store(ticket, read(following)),
                        store(following, add(read(following), number(1, tiny))),
                        Goto(2),
                    ),
                ),
            ),
            Location("waits", (step(equal(read(ticket), read(serving)), Goto(3)),)),
            Location(
                "served",
                (
                    step(
                        TRUE,
                        store(total, add(read(total), number(1, wide))),
                        store(
                            balance,
                            apply(
                                SUBTRACT, apply(Operator.MULTIPLY, read(balance), number(3, small)), number(5, small)
                            ),
                        ),
                        If(
                            both(
                                apply(Operator.GREATER_EQUAL, read(total), limit),
                                apply(Operator.LESS, read(total), number(2**31, wide)),
                            ),
                            (Leave(0),),
                            (store(ticket, number(0, tiny)), Goto(4)),
                        ),
                    ),
                ),
            ),
            Location("leaves", (step(TRUE, store(serving, add(read(serving), number(1, tiny))), Goto(1)),)),
        ),
    )
    return GuardedSystem(
        "tickets",
        (following, serving, total, balance),
        (template,),
        started(template),
        endings=(Ending(EndKind.CUT, text="rounds", by_bound=True),),
        alive=TRUE,
        atoms=(apply(Operator.LESS, read(balance), number(0, small)),),
    )


LARGE_SYSTEMS = {
    "peterson": peterson(careful=True),
    "peterson, turn first": peterson(careful=False),
    "buffer, all are notified": buffer(2, 1, notify_all=True),
    "buffer, one is notified": buffer(1, 2, notify_all=False),
    "election 4": election(4),
    "readers and writers": readers_writers(2, 1),
    "sorter of 12 words": sorter(12, 5),
    "pool of workers": pool(2),
    "tickets": tickets(2, 6),
}
