"""Programs on which a reduction that overlooks something others notice would answer wrongly."""

from __future__ import annotations

from collections.abc import Callable

from sketches import Body, Sketch, at, boolean, equal, i32, lock, negated, null, number
from vexil.ir.expressions import Expr, Operator
from vexil.ir.operation_parts import Origin, RangeDomain, TypeDomain
from vexil.ir.operations import (
    Assign,
    BeginAtomic,
    Check,
    Choose,
    Copy,
    EndAtomic,
    Fill,
    Join,
    Lock,
    Release,
    Restrict,
    Unlock,
    Wait,
)
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32, I64, THREAD, U8, U32, U64, BlockType, PointerType, ReferenceType
from vexil.ir.typing import address_of, apply, cast, deref

NODE, ERROR = ReferenceType("Node"), ReferenceType("Error")
POINTER = PointerType(U32)
FIRST, SECOND = lock(1), lock(2)
PROGRAMS: dict[str, Callable[[], Program]] = {}


def program(make: Callable[[Sketch], None]) -> Callable[[Sketch], None]:
    """Add a program to those that are searched."""

    def made() -> Program:
        sketch = Sketch()
        make(sketch)
        return sketch.build()

    PROGRAMS[make.__name__] = made
    return make


def check(body: Body, condition: Expr) -> None:
    """Add an assertion."""
    body.do(Check("assert", condition, "as expected"))


def read_twice(sketch: Sketch, place: Expr, writer: str = "writer") -> None:
    """Let the main thread read a place twice while another thread runs: both values should be equal."""
    with sketch.function("main") as main:
        first, second = main.local("first", place.type), main.local("second", place.type)
        main.start(writer)
        main.set(first, place)
        main.set(second, place)
        check(main, equal(first, second))


def ask_alive(sketch: Sketch, pointer: Expr) -> None:
    """Let the main thread ask whether memory is alive that another thread shows it."""
    with sketch.function("main") as main:
        mine = main.local("mine", POINTER)
        main.start("writer")
        main.set(mine, pointer)
        with main.when(negated(equal(mine, null(POINTER)))):
            for _ in range(2):
                check(main, apply(Operator.ACCESSIBLE, mine, number(4, I64)))


@program
def result_of_a_call_in_a_global(sketch: Sketch) -> None:
    """What a call returns is written when the function is left."""
    shared = sketch.variable("shared", I32)
    with sketch.function("one", I32) as one:
        one.give_back(i32(1))
    with sketch.function("writer") as writer:
        writer.call("one", result=shared)
    read_twice(sketch, shared)


@program
def caught_exception_in_a_global(sketch: Sketch) -> None:
    """What is caught is written when the function that throws it is left."""
    sketch.declare("Error")
    shared = sketch.variable("shared", ERROR)
    with sketch.function("fails") as fails:
        error = fails.local("error", ERROR)
        fails.new(error, "Error")
        fails.throw(error)
    with sketch.function("writer") as writer:
        writer.call("fails", catch=lambda: None, caught=shared)
    read_twice(sketch, shared)


@program
def reason_of_waking_in_a_global(sketch: Sketch) -> None:
    """Why a thread woke up is written when it has its lock back."""
    shared = sketch.variable("shared", I32)
    with sketch.function("writer") as writer:
        writer.do(Lock(FIRST, "l", True))
        writer.do(Wait(FIRST, FIRST, True, shared))
        writer.do(Unlock(FIRST, "l"))
    read_twice(sketch, shared)


@program
def alternatives_write(sketch: Sketch) -> None:
    """The alternatives of a choice may do more than to go on."""
    shared = sketch.variable("shared", I32)
    with sketch.function("writer") as writer:
        assert writer.here is not None
        behind = writer.builder.location()
        for value in (1, 2):
            writer.builder.edge(writer.here, behind, Assign(shared, i32(value)))
        writer.here = behind
    read_twice(sketch, shared)


@program
def wide_write_and_narrow_read(sketch: Sketch) -> None:
    """A write of eight bytes changes the last four."""
    shared = sketch.variable("shared", U64, addressable=True)
    with sketch.function("writer") as writer:
        writer.set(shared, number(1 << 32, U64))
    read_twice(sketch, at(address_of(shared), 4, U32))


@program
def filled_memory(sketch: Sketch) -> None:
    """Filling memory changes all of it."""
    shared = sketch.variable("shared", BlockType(U8, 16), addressable=True)
    with sketch.function("writer") as writer:
        writer.do(Fill(address_of(shared), number(1, U8), number(16, I64)))
    read_twice(sketch, at(address_of(shared), 8, U32))


@program
def copied_memory(sketch: Sketch) -> None:
    """Copying memory changes all of it."""
    shared = sketch.variable("shared", BlockType(U8, 16), addressable=True)
    source = sketch.variable("source", BlockType(U8, 16), addressable=True)
    with sketch.function("writer") as writer:
        writer.set(at(address_of(source), 12, U32), number(5, U32))
        writer.do(Copy(address_of(shared), address_of(source), number(16, I64)))
    read_twice(sketch, at(address_of(shared), 12, U32))


@program
def end_of_the_cells(sketch: Sketch) -> None:
    """Bytes that overlap are one variable, wherever they are in a block."""
    shared = sketch.variable("shared", BlockType(U8, 2048), addressable=True)
    with sketch.function("writer") as writer:
        writer.set(at(address_of(shared), 1020, U32), number(0x01010101, U32))
    read_twice(sketch, at(address_of(shared), 1021, U8))


@program
def before_the_memory(sketch: Sketch) -> None:
    """Memory that is not there is no variable."""
    shared = sketch.variable("shared", BlockType(U8, 16), addressable=True)
    with sketch.function("writer") as writer:
        writer.set(at(address_of(shared), 0, U32), number(1, U32))
    read_twice(sketch, at(address_of(shared), -200_000, U32))


@program
def read_and_forgotten(sketch: Sketch) -> None:
    """A thread that has read an object and forgotten it might as well have read it later."""
    sketch.declare("Node", value=I32)
    with sketch.function("reader") as reader:
        node, value = reader.parameter("node", NODE), reader.local("value", I32)
        reader.set(value, sketch.of(node, "value"))
        reader.set(node, null(NODE))
        check(reader, equal(value, i32(0)))
    with sketch.function("writer") as writer:
        node = writer.parameter("node", NODE)
        writer.set(sketch.of(node, "value"), i32(1))
    with sketch.function("main") as main:
        node = main.local("node", NODE)
        main.new(node, "Node")
        main.start("reader", node)
        main.start("writer", node)
        main.set(node, null(NODE))


@program
def locked_and_forgotten(sketch: Sketch) -> None:
    """An object that was accessed under a lock while it was shared is not protected when it is private again."""
    sketch.declare("Node", value=I32)
    shared = sketch.variable("shared", NODE)
    with sketch.function("giver") as giver:
        node, value = giver.local("node", NODE), giver.local("value", I32)
        giver.new(node, "Node")
        giver.do(Lock(FIRST, "l", True))
        giver.set(shared, node)
        giver.set(sketch.of(node, "value"), i32(1))
        giver.set(value, sketch.of(node, "value"))
        giver.set(node, null(NODE))
        check(giver, equal(value, i32(1)))
        giver.do(Unlock(FIRST, "l"))
    with sketch.function("taker") as taker:
        node = taker.local("node", NODE)
        taker.set(node, shared)
        taker.set(shared, null(NODE))
        with taker.when(negated(equal(node, null(NODE)))):
            taker.set(sketch.of(node, "value"), i32(2))
    with sketch.function("main") as main:
        main.start("giver")
        main.start("taker")


@program
def published_under_a_lock(sketch: Sketch) -> None:
    """An object is shared as soon as it is published, though nobody notices that while the lock is held."""
    sketch.declare("Node", value=I32)
    shared = sketch.variable("shared", NODE)
    with sketch.function("giver") as giver:
        node = giver.local("node", NODE)
        giver.new(node, "Node")
        giver.do(Lock(FIRST, "l", True))
        giver.set(sketch.of(node, "value"), i32(0))
        giver.set(shared, node)
        giver.do(Unlock(FIRST, "l"))
        giver.set(sketch.of(node, "value"), i32(1))
        giver.set(sketch.of(node, "value"), i32(0))
    with sketch.function("taker") as taker:
        node, value = taker.local("node", NODE), taker.local("value", I32)
        taker.do(Lock(FIRST, "l", True))
        taker.set(node, shared)
        taker.do(Unlock(FIRST, "l"))
        with taker.when(negated(equal(node, null(NODE)))):
            taker.set(value, sketch.of(node, "value"))
            check(taker, equal(value, i32(0)))
    with sketch.function("main") as main:
        main.start("giver")
        main.start("taker")


@program
def published_in_memory(sketch: Sketch) -> None:
    """Memory is shared as soon as memory that others know leads to it: by a pointer that is stored or copied there."""
    shared = sketch.variable("shared", POINTER, addressable=True)
    for name in ("stores", "copies"):
        with sketch.function(name) as giver:
            memory, own = giver.local("memory", POINTER), giver.local("own", POINTER, addressable=True)
            giver.malloc(memory, 4, zeroed=True)
            giver.set(own, memory)
            giver.do(Lock(FIRST, "l", True))
            giver.set(deref(memory, U32), number(0, U32))
            if name == "stores":
                giver.set(shared, memory)
            else:
                giver.do(Copy(address_of(shared), address_of(own), number(8, I64)))
            giver.do(Unlock(FIRST, "l"))
            giver.set(deref(memory, U32), number(1, U32))
            giver.set(deref(memory, U32), number(0, U32))
    with sketch.function("taker") as taker:
        memory, value = taker.local("memory", POINTER), taker.local("value", U32)
        taker.do(Lock(FIRST, "l", True))
        taker.set(memory, shared)
        taker.do(Unlock(FIRST, "l"))
        with taker.when(negated(equal(memory, null(POINTER)))):
            taker.set(value, deref(memory, U32))
            check(taker, equal(value, number(0, U32)))
    with sketch.function("main") as main:
        main.choose(lambda: main.start("stores"), lambda: main.start("copies"))
        main.start("taker")


@program
def published_in_an_object(sketch: Sketch) -> None:
    """An object is shared as soon as an object or array that others know leads to it."""
    sketch.declare("Node", value=I32, next=NODE)
    shared = sketch.variable("shared", NODE)
    with sketch.function("giver") as giver:
        node = giver.local("node", NODE)
        giver.new(node, "Node")
        giver.do(Lock(FIRST, "l", True))
        giver.set(sketch.of(node, "value"), i32(0))
        giver.set(sketch.of(shared, "next"), node)
        giver.do(Unlock(FIRST, "l"))
        giver.set(sketch.of(node, "value"), i32(1))
        giver.set(sketch.of(node, "value"), i32(0))
    with sketch.function("taker") as taker:
        node, value = taker.local("node", NODE), taker.local("value", I32)
        taker.do(Lock(FIRST, "l", True))
        taker.set(node, sketch.of(shared, "next"))
        taker.do(Unlock(FIRST, "l"))
        with taker.when(negated(equal(node, null(NODE)))):
            taker.set(value, sketch.of(node, "value"))
            check(taker, equal(value, i32(0)))
    with sketch.function("main") as main:
        main.new(shared, "Node")
        main.start("giver")
        main.start("taker")


@program
def different_locks(sketch: Sketch) -> None:
    """Two locks do not protect from each other."""
    shared = sketch.variable("shared", I32)
    with sketch.function("writer") as writer:
        writer.do(Lock(FIRST, "l", True))
        for value in (1, 0):
            writer.set(shared, i32(value))
        writer.do(Unlock(FIRST, "l"))
    with sketch.function("main") as main:
        value = main.local("value", I32)
        main.start("writer")
        main.do(Lock(SECOND, "m", True))
        main.set(value, shared)
        main.do(Unlock(SECOND, "m"))
        check(main, equal(value, i32(0)))


@program
def undefined_behind_what_is_noticed(sketch: Sketch) -> None:
    """Others may move before a step that ends the run undefined."""
    shared = sketch.variable("shared", I32)
    with sketch.function("writer") as writer:
        zero = writer.local("zero", I32)
        writer.set(shared, i32(1))
        writer.set(zero, apply(Operator.DIVIDE, i32(1), zero))
    with sketch.function("main") as main:
        value = main.local("value", I32)
        main.start("writer")
        main.set(value, shared)
        check(main, equal(value, i32(0)))


@program
def released_memory_is_read(sketch: Sketch) -> None:
    """Whether reading memory is defined depends on who has released it."""
    shared = sketch.variable("shared", POINTER)
    with sketch.function("writer") as writer:
        writer.do(Release(shared))
    with sketch.function("main") as main:
        pointer, value = main.local("pointer", POINTER), main.local("value", U32)
        main.malloc(pointer, 4, zeroed=True)
        main.set(shared, pointer)
        main.start("writer")
        main.set(value, deref(pointer, U32))
        check(main, equal(value, number(0, U32)))


@program
def ended_thread_takes_its_variables_along(sketch: Sketch) -> None:
    """The variables of all frames end with a thread that ends itself."""
    shared = sketch.variable("shared", POINTER)
    with sketch.function("ends") as ends:
        ends.end_thread()
    with sketch.function("writer") as writer:
        variable = writer.local("variable", U32, addressable=True)
        writer.set(variable, number(1, U32))
        writer.set(shared, address_of(variable))
        writer.call("ends")
    ask_alive(sketch, shared)


@program
def memory_for_the_life_of_a_frame(sketch: Sketch) -> None:
    """Memory that was allocated in a frame ends with it."""
    shared = sketch.variable("shared", POINTER)
    with sketch.function("shows") as shows:
        memory = shows.local("memory", POINTER)
        shows.malloc(memory, 4, on_stack=True, zeroed=True)
        shows.set(shared, memory)
    with sketch.function("writer") as writer:
        writer.call("shows")
    ask_alive(sketch, shared)


@program
def variable_of_every_thread(sketch: Sketch) -> None:
    """What a thread has for itself ends with it."""
    shared = sketch.variable("shared", POINTER)
    own = sketch.builder.global_variable("own", U32, number(3, U32), addressable=True, per_thread=True)
    with sketch.function("writer") as writer:
        writer.set(shared, address_of(own))
    ask_alive(sketch, shared)


@program
def memory_ends_when_it_is_known(sketch: Sketch) -> None:
    """Variables, memory of a frame and what a thread has for itself end only after another thread knows of them."""
    shared, known = sketch.variable("shared", POINTER), sketch.variable("known", I32)
    own = sketch.builder.global_variable("own", U32, number(3, U32), addressable=True, per_thread=True)
    with sketch.function("writer") as writer:
        variable, memory = writer.local("variable", U32, addressable=True), writer.local("memory", POINTER)
        writer.malloc(memory, 4, on_stack=True, zeroed=True)
        writer.set(variable, number(1, U32))
        writer.choose(
            lambda: writer.set(shared, address_of(variable)),
            lambda: writer.set(shared, memory),
            lambda: writer.set(shared, address_of(own)),
        )
        writer.do(Restrict(equal(known, i32(1))))
    with sketch.function("main") as main:
        mine = main.local("mine", POINTER)
        main.start("writer")
        main.set(mine, shared)
        main.do(Restrict(negated(equal(mine, null(POINTER)))))
        main.set(known, i32(1))
        check(main, apply(Operator.ACCESSIBLE, mine, number(4, I64)))


@program
def alternative_that_is_not_evaluated(sketch: Sketch) -> None:
    """Of two alternatives only the one that is evaluated is looked at, whatever the other one would do."""
    pointers = PointerType(POINTER)
    shared = sketch.variable("shared", I32)
    with sketch.function("reader") as reader:
        pointer, value = reader.local("pointer", pointers), reader.local("value", I32)
        behind = cast(deref(deref(pointer, POINTER), U32), I32)
        reader.set(value, apply(Operator.IF, negated(equal(pointer, null(pointers))), behind, shared))
        check(reader, equal(value, i32(0)))
    with sketch.function("main") as main:
        main.start("reader")
        main.do(Lock(FIRST, "l", True))
        for number_ in (1, 0):
            main.set(shared, i32(number_))
        main.do(Unlock(FIRST, "l"))


@program
def released_lock_lets_a_section_go_on(sketch: Sketch) -> None:
    """A lock is released before others move: a thread in an atomic section goes on then, and only that one."""
    shared, waits, is_held = (sketch.variable(name, I32) for name in ("shared", "waits", "is_held"))
    with sketch.function("section") as section:
        value = section.local("value", I32)
        section.do(Restrict(equal(is_held, i32(1))))
        section.do(BeginAtomic())
        section.set(waits, i32(1))
        section.do(Lock(FIRST, "l", True))
        section.set(value, shared)
        section.do(Unlock(FIRST, "l"))
        section.do(EndAtomic())
        check(section, equal(value, i32(0)))
    with sketch.function("other") as other:
        other.do(Restrict(equal(waits, i32(1))))
        other.set(shared, i32(1))
    with sketch.function("main") as main:
        main.do(Lock(FIRST, "l", True))
        main.set(is_held, i32(1))
        main.start("section")
        main.start("other")
        main.do(Unlock(FIRST, "l"))


@program
def two_threads_in_sections(sketch: Sketch) -> None:
    """Two threads that wait inside atomic sections and go on at once disturb each other."""
    shared = sketch.variable("shared", I32)
    with sketch.function("reader") as reader:
        first, second = reader.local("first", I32), reader.local("second", I32)
        reader.do(BeginAtomic())
        reader.do(Lock(FIRST, "l", True))
        reader.set(first, shared)
        reader.set(second, shared)
        check(reader, equal(first, second))
        reader.do(Unlock(FIRST, "l"))
        reader.do(EndAtomic())
    with sketch.function("writer") as writer:
        writer.do(BeginAtomic())
        writer.do(Lock(SECOND, "m", True))
        for value in (1, 2):
            writer.set(shared, i32(value))
        writer.do(Unlock(SECOND, "m"))
        writer.do(EndAtomic())
    with sketch.function("main") as main:
        main.do(Lock(FIRST, "l", True))
        main.do(Lock(SECOND, "m", True))
        main.start("reader")
        main.start("writer")
        main.do(BeginAtomic())
        main.do(Unlock(FIRST, "l"))
        main.do(Unlock(SECOND, "m"))
        main.do(EndAtomic())


@program
def lost_memory_is_asked_for(sketch: Sketch) -> None:
    """To forget the last pointer to memory is noticed by those who ask whether any is lost."""
    with sketch.function("writer") as writer:
        pointer = writer.local("pointer", POINTER)
        writer.malloc(pointer, 4)
        writer.set(pointer, null(POINTER))
    with sketch.function("main") as main:
        is_lost = main.local("is_lost", BOOL)
        main.start("writer")
        main.set(is_lost, apply(Operator.LEAKED))
        check(main, is_lost)


@program
def memory_ends_under_a_lock_of_its_own(sketch: Sketch) -> None:
    """Memory ends under a lock, and somebody without it uses it before: beyond its bounds, which is not its end."""
    pointer = sketch.variable("pointer", POINTER)
    with sketch.function("room") as room:
        memory = room.local("memory", POINTER)
        room.malloc(memory, 4, on_stack=True, zeroed=True)
        room.set(pointer, memory)
    with sketch.function("writer") as writer:
        writer.do(Lock(FIRST, "l", True))
        writer.call("room")
        writer.do(Unlock(FIRST, "l"))
    with sketch.function("main") as main:
        mine, value = main.local("mine", POINTER), main.local("value", U32)
        main.start("writer")
        main.set(mine, pointer)
        with main.when(negated(equal(mine, null(POINTER)))):
            main.set(value, at(mine, 4, U32))
            check(main, equal(value, number(0, U32)))


@program
def memory_ends_that_one_thread_has_used(sketch: Sketch) -> None:
    """Memory that its owner alone has used so far may end while others know it."""
    pointer = sketch.variable("pointer", POINTER)
    with sketch.function("writer") as writer:
        memory = writer.local("memory", POINTER)
        writer.malloc(memory, 4, zeroed=True)
        writer.set(pointer, memory)
        writer.set(deref(memory, U32), number(1, U32))
        writer.do(Release(memory))
    with sketch.function("main") as main:
        mine, value = main.local("mine", POINTER), main.local("value", U32)
        main.start("writer")
        main.set(mine, pointer)
        with main.when(negated(equal(mine, null(POINTER)))):
            main.set(value, deref(mine, U32))
            check(main, equal(value, number(0, U32)))


@program
def threads_that_know_themselves(sketch: Sketch) -> None:
    """A thread that gets another number, because nobody else knows it, still knows itself."""
    shared = sketch.variable("shared", I32)
    with sketch.function("worker") as worker:
        mine, value = worker.local("mine", THREAD), worker.local("value", I32)
        worker.set(mine, apply(Operator.CURRENT_THREAD))
        for _ in range(2):
            worker.set(value, shared)
            worker.set(shared, i32(1))
            check(worker, equal(mine, apply(Operator.CURRENT_THREAD)))
    with sketch.function("main") as main:
        for _ in range(2):
            main.start("worker")


@program
def daemon_that_waits_for_the_end_of_who_started_it(sketch: Sketch) -> None:
    """A daemon that is started later goes on only while somebody else is alive."""
    with sketch.function("daemon") as daemon:
        starter = daemon.parameter("starter", THREAD)
        daemon.do(Join(starter, False, None))
        check(daemon, boolean(False))
    with sketch.function("starter") as starter:
        starter.start("daemon", apply(Operator.CURRENT_THREAD), daemon=boolean(True))
    with sketch.function("main") as main:
        main.start("starter")


@program
def waiting_releases_a_lock_that_is_asked_about(sketch: Sketch) -> None:
    """A thread that holds a lock and begins to wait on it held it for a moment."""
    with sketch.function("waiter") as waiter:
        waiter.do(Lock(FIRST, "l", True))
        waiter.do(Wait(FIRST, FIRST, False, None))
        waiter.do(Unlock(FIRST, "l"))
    with sketch.function("main") as main:
        is_held = main.local("is_held", BOOL)
        main.start("waiter")
        main.set(is_held, apply(Operator.LOCKED, FIRST))
        check(main, negated(is_held))


@program
def chooses_for_ever(sketch: Sketch) -> None:
    """A thread chooses a value for itself again and again, and another one does what is wrong at last."""
    value = sketch.variable("value", I32)
    with sketch.function("writer") as writer:
        writer.set(value, i32(1))
        check(writer, equal(value, i32(0)))
    with sketch.function("main") as main:
        mine = main.local("mine", BOOL)
        main.start("writer")
        main.mark("again")
        main.do(Choose(mine, TypeDomain(BOOL), Origin.ENVIRONMENT))
        main.goto("again")


@program
def chosen_for_all_to_see(sketch: Sketch) -> None:
    """A value that others read is chosen between two looks at it."""
    value = sketch.variable("value", I32)
    with sketch.function("writer") as writer:
        writer.do(Choose(value, RangeDomain(i32(1), i32(2)), Origin.ENVIRONMENT))
    read_twice(sketch, value)


@program
def chosen_among_what_others_write(sketch: Sketch) -> None:
    """From what may be chosen depends on what another thread writes, before or after."""
    most, seen = sketch.variable("most", I32), sketch.variable("seen", I32)
    with sketch.function("writer") as writer:
        mine = writer.local("mine", I32)
        writer.do(Choose(mine, RangeDomain(i32(0), most), Origin.ENVIRONMENT))
        writer.set(seen, mine)
    with sketch.function("main") as main:
        main.start("writer")
        main.set(most, i32(2))
        check(main, negated(equal(seen, i32(2))))
