"""Random threads that share, protect, publish, hand over and forget what they work on: food for reductions.

Most accesses to a variable are under its lock, most objects are private before they are published, and most programs
break the habit somewhere: what is taken for granted is right often, and wrong often enough.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sketches import Body, Sketch, add, at, boolean, equal, i32, lock, negated, null, number
from vexil.ir.expressions import Expr, Operator, Place, Variable
from vexil.ir.operation_parts import Origin, RangeDomain
from vexil.ir.operations import (
    Assign,
    BeginAtomic,
    Check,
    Choose,
    Copy,
    EndAtomic,
    Fill,
    Interrupt,
    Join,
    Lock,
    Notify,
    Release,
    Restrict,
    Unlock,
    Wait,
)
from vexil.ir.program import Program
from vexil.ir.types import I32, I64, THREAD, U8, U32, BlockType, PointerType, ReferenceType
from vexil.ir.typing import address_of, apply, cast, deref

LOCKS = (lock(1), lock(2))
CONDITIONS = (*LOCKS, lock(3))
NODE, ERROR = ReferenceType("Node"), ReferenceType("Error")
POINTER = PointerType(U32)
HABIT = 0.85
"""How often a variable is accessed as it should be."""


class Sharing:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.sketch = Sketch()
        self.depth = 0
        self.held: list[Expr] = []
        self.made = 0
        everything = [
            self._plain, self._plain, self._twice, self._locked, self._locked, self._publish, self._take, self._object,
            self._forget, self._link, self._allocate, self._memory, self._memory, self._wide, self._call, self._throw,
            self._wait, self._notify, self._alternatives, self._choose, self._thread, self._atomic, self._when,
            self._lazy, self._divide, self._end, self._start, self._start, self._ask,
        ]  # fmt: skip
        self.makers: list[Callable[[Body], None]] = random.sample(everything, random.randint(4, 9))
        if random.random() < 0.5 and self._locked not in self.makers:
            self.makers.append(self._locked)

    def program(self) -> Program:
        """A main function that starts workers, to which it gives an object and memory, and the workers."""
        sketch, random = self.sketch, self.random
        sketch.declare("Node", next=NODE, value=I32)
        sketch.declare("Error", cause=NODE)
        self.numbers = [sketch.variable(name, I32) for name in ("n", "m")]
        self.guards = {name: random.choice(LOCKS) for name in ("n", "m", "g", "p", "wide")}
        self.shared = sketch.variable("g", NODE)
        self.pointer = sketch.variable("p", POINTER)
        self.wide = sketch.variable("wide", BlockType(U8, 12), addressable=True)
        self.error = sketch.variable("error", ERROR)
        self.handle = sketch.variable("h", THREAD)
        self._helpers()
        self._late()
        for index in range(2):
            with sketch.function(f"worker{index}") as worker:
                self._begin(worker, worker.parameter("x", NODE), worker.parameter("q", POINTER))
                self._statements(worker, random.randint(1, 3))
        with sketch.function("main") as main:
            self._begin(main, main.local("x", NODE), main.local("q", POINTER))
            if random.random() < 0.7:
                main.new(self.node, "Node")
            if random.random() < 0.4:
                main.malloc(self.memory, 8, zeroed=True)
            if random.random() < 0.3:
                main.set(self.shared, self.node)
            for index in range(random.choice([1, 2, 2])):
                handle = self.handle if random.random() < 0.3 else None
                daemon = boolean(True) if random.random() < 0.15 else None
                name = f"worker{random.choice([index, 0])}"
                main.start(name, self.node, self.memory, handle=handle, daemon=daemon)
            self._statements(main, random.randint(0, 2))
        return sketch.build()

    def _helpers(self) -> None:
        sketch = self.sketch
        with sketch.function("one", I32) as one:
            one.give_back(i32(1))
        with sketch.function("value", I32) as value:
            value.give_back(sketch.of(value.parameter("of", NODE), "value"))
        with sketch.function("fails") as fails:
            error = fails.local("e", ERROR)
            fails.new(error, "Error")
            fails.throw(error)
        with sketch.function("shows") as shows:
            variable = shows.local("variable", U32, addressable=True)
            shows.set(variable, number(1, U32))
            shows.set(self.pointer, address_of(variable))
            if self.random.random() < 0.3:
                shows.end_thread()
        with sketch.function("room") as room:
            memory = room.local("memory", POINTER)
            room.malloc(memory, 4, on_stack=True, zeroed=True)
            room.set(self.pointer, memory)

    def _late(self) -> None:
        """A function for threads that others start; it starts none itself."""
        every, self.makers = self.makers, [make for make in self.makers if make != self._start]
        with self.sketch.function("late") as late:
            self._begin(late, late.parameter("x", NODE), late.parameter("q", POINTER))
            self._statements(late, self.random.randint(1, 2))
        self.makers = every

    def _begin(self, body: Body, node: Variable, memory: Variable) -> None:
        self.node, self.memory = node, memory
        self.other = body.local("y", NODE)
        self.first, self.second = body.local("i", I32), body.local("j", I32)
        self.held = []

    def _statements(self, body: Body, count: int) -> None:
        for _ in range(count):
            if body.here is not None:
                self.random.choice(self.makers)(body)

    def _inside(self, body: Body, count: int) -> None:
        """Statements inside others, not too deep."""
        if self.depth < 2:
            self.depth += 1
            self._statements(body, count)
            self.depth -= 1

    # --- protection --------------------------------------------------------------------------------------

    def _protected(self, body: Body, name: str, action: Callable[[], None]) -> None:
        """Do something with a variable under its lock, if the habit is kept."""
        key = self.guards[name]
        if key in self.held or self.random.random() > HABIT * (name not in "nm" or self.random.random() < 0.7):
            action()
            return
        body.do(Lock(key, "l", True))
        action()
        if body.here is not None:
            body.do(Unlock(key, "l"))

    def _locked(self, body: Body) -> None:
        key: Expr = self.random.choice([*LOCKS, self.node])
        if key in self.held:
            return
        if key is self.node:
            with body.when(equal(key, null(NODE))):
                body.new(self.node, "Node")
            held = body.local(self._name("held"), NODE)
            body.set(held, key)
            key = held
        body.do(Lock(key, "l", self.random.random() < 0.8))
        self.held.append(key)
        self._inside(body, self.random.randint(1, 3))
        self.held.pop()
        if body.here is not None and self.random.random() < 0.95:
            body.do(Unlock(key, "l"))

    def _atomic(self, body: Body) -> None:
        body.do(BeginAtomic())
        self._inside(body, self.random.randint(1, 2))
        if body.here is not None:
            body.do(EndAtomic())

    def _wait(self, body: Body) -> None:
        key, condition = self.random.choice(LOCKS), self.random.choice(CONDITIONS)
        result: Place | None = self.random.choice([None, self.first, *self.numbers])
        body.do(Lock(key, "l", True))
        body.do(Wait(key, condition, self.random.random() < 0.6, result))
        body.do(Unlock(key, "l"))

    def _notify(self, body: Body) -> None:
        body.do(Notify(self.random.choice(CONDITIONS), self.random.random() < 0.5))

    # --- numbers -----------------------------------------------------------------------------------------

    def _plain(self, body: Body) -> None:
        variable = self.random.choice(self.numbers)
        actions = [
            lambda: body.set(variable, i32(self.random.randrange(3))),
            lambda: body.set(variable, apply(Operator.REMAINDER, add(variable, i32(1)), i32(3))),
            lambda: body.set(self.first, variable),
        ]
        self._protected(body, variable.name, self.random.choice(actions))
        self._check(body, self.first)

    def _twice(self, body: Body) -> None:
        """Read something twice: nothing should have happened in between."""
        variable = self.random.choice(self.numbers)

        def read() -> None:
            body.set(self.first, variable)
            body.set(self.second, variable)

        self._protected(body, variable.name, read)
        body.do(Check("assert", equal(self.first, self.second), "the same"))

    def _check(self, body: Body, value: Expr) -> None:
        if self.random.random() < 0.3:
            condition = negated(equal(value, i32(self.random.randrange(3))))
            body.do(Check("assert", condition, "another value"))

    def _when(self, body: Body) -> None:
        condition = equal(self.random.choice([self.first, *self.numbers]), i32(self.random.randrange(2)))
        if self.random.random() < 0.2:
            body.do(Restrict(condition))
            return
        with body.when(condition):
            self._inside(body, 1)

    def _lazy(self, body: Body) -> None:
        """Evaluate one of two alternatives, of which the other one may not be defined."""
        behind = cast(deref(self.memory, U32), I32)
        exists = negated(equal(self.memory, null(POINTER)))
        body.set(self.first, apply(Operator.IF, exists, behind, self.random.choice(self.numbers)))
        self._check(body, self.first)

    def _divide(self, body: Body) -> None:
        body.set(self.second, apply(Operator.DIVIDE, i32(1), self.first))

    def _alternatives(self, body: Body) -> None:
        assert body.here is not None
        behind = body.builder.location()
        variable = self.random.choice(self.numbers)
        for value in (i32(1), self.first):
            body.builder.edge(body.here, behind, Assign(variable, value))
        body.here = behind

    def _choose(self, body: Body) -> None:
        body.do(
            Choose(self.random.choice([self.first, *self.numbers]), RangeDomain(i32(0), i32(1)), Origin.ENVIRONMENT)
        )

    # --- objects -----------------------------------------------------------------------------------------

    def _publish(self, body: Body) -> None:
        """Show everybody a new object, and sometimes go on with it."""
        sketch, random = self.sketch, self.random
        body.new(self.node, "Node")
        if random.random() < 0.6:
            body.set(sketch.of(self.node, "value"), i32(random.randrange(3)))

        def show() -> None:
            body.set(self.shared, self.node)
            if random.random() < 0.4:
                self._touch(body, self.node)
            if random.random() < 0.3:
                body.set(self.node, null(NODE))

        self._protected(body, "g", show)
        if random.random() < 0.3:
            with body.when(negated(equal(self.node, null(NODE)))):
                self._touch(body, self.node)

    def _take(self, body: Body) -> None:
        """Take what somebody has shown, for oneself or not."""
        random = self.random

        def take() -> None:
            body.set(self.node, self.shared)
            if random.random() < 0.5:
                body.set(self.shared, null(NODE))

        self._protected(body, "g", take)
        with body.when(negated(equal(self.node, null(NODE)))):
            self._touch(body, self.node)

    def _touch(self, body: Body, node: Expr) -> None:
        place = self.sketch.of(node, "value")
        if self.random.random() < 0.5:
            body.set(place, i32(self.random.randrange(3)))
        else:
            body.set(self.first, place)
            self._check(body, self.first)

    def _object(self, body: Body) -> None:
        with body.when(negated(equal(self.node, null(NODE)))):
            self._touch(body, self.node)
            if self.random.random() < 0.4:
                self._touch(body, self.node)

    def _forget(self, body: Body) -> None:
        body.set(self.random.choice([self.node, self.node, self.other, self.shared]), null(NODE))

    def _link(self, body: Body) -> None:
        place = self.sketch.of(self.node, "next")
        with body.when(negated(equal(self.node, null(NODE)))):
            actions = [
                lambda: body.set(place, self.other),
                lambda: body.set(place, self.shared),
                lambda: body.set(self.node, place),
                lambda: body.set(self.other, self.node),
            ]
            self.random.choice(actions)()

    # --- memory ------------------------------------------------------------------------------------------

    def _allocate(self, body: Body) -> None:
        random = self.random
        body.malloc(self.memory, 8, zeroed=random.random() < 0.8)
        if random.random() < 0.7:
            self._protected(body, "p", lambda: body.set(self.pointer, self.memory))

    def _memory(self, body: Body) -> None:
        """Use memory that others may know, too: all of it, a part, or not any longer."""
        random, memory = self.random, self.memory
        if random.random() < 0.6:
            self._protected(body, "p", lambda: body.set(memory, self.pointer))
        with body.when(negated(equal(memory, null(POINTER)))):
            actions = [
                lambda: body.set(deref(memory, U32), number(1, U32)),
                lambda: body.set(at(memory, random.choice([0, 1, 4, 6]), U8), number(2, U8)),
                lambda: body.set(self.first, cast(at(memory, random.choice([0, 4]), U32), I32)),
                lambda: body.do(Fill(memory, number(0, U8), number(8, I64))),
                lambda: body.do(Copy(memory, address_of(self.wide), number(8, I64))),
                lambda: body.do(Release(memory)),
                lambda: body.do(Check("assert", apply(Operator.ACCESSIBLE, memory, number(4, I64)), "it is there")),
                lambda: body.set(self.pointer, null(POINTER)),
            ]
            random.choice(actions)()
            self._check(body, self.first)

    def _wide(self, body: Body) -> None:
        """Use memory that everybody knows, by places that overlap."""
        random, base = self.random, address_of(self.wide)

        def use() -> None:
            if random.random() < 0.5:
                body.set(at(base, random.choice([0, 2, 4, 8]), U32), number(random.choice([0, 1, 1 << 16]), U32))
            else:
                body.set(self.first, cast(at(base, random.choice([0, 2, 3, 5, 8]), U8), I32))
                self._check(body, self.first)

        self._protected(body, "wide", use)

    # --- calls and threads -------------------------------------------------------------------------------

    def _call(self, body: Body) -> None:
        random = self.random
        result: Place | None = random.choice([self.first, *self.numbers])
        name = random.choice(["one", "value", "shows", "room"])
        if name == "value":
            with body.when(negated(equal(self.node, null(NODE)))):
                body.call("value", self.node, result=result)
        else:
            body.call(name, result=result if name == "one" else None)

    def _throw(self, body: Body) -> None:
        if self.random.random() < 0.15:
            error = body.local(self._name("error"), ERROR)
            body.new(error, "Error")
            body.throw(error)
            return
        body.call("fails", catch=lambda: None, caught=self.error)
        check = equal(self.error, null(ERROR))
        if self.random.random() < 0.4:
            body.do(Check("assert", check, "no error yet"))

    def _thread(self, body: Body) -> None:
        random = self.random
        mine = body.local(self._name("thread"), THREAD)
        body.set(mine, self.handle)
        with body.when(negated(equal(mine, null(THREAD)))):
            if random.random() < 0.3:
                body.do(Interrupt(mine, True))
            else:
                body.do(Join(mine, random.random() < 0.3, random.choice([None, *self.numbers])))

    def _start(self, body: Body) -> None:
        """Start another thread: a daemon or not, known to everybody or to nobody."""
        random = self.random
        daemon = boolean(True) if random.random() < 0.4 else None
        body.start("late", self.node, self.memory, handle=self.handle if random.random() < 0.2 else None, daemon=daemon)

    def _ask(self, body: Body) -> None:
        """Ask whether a thread is alive, or whether somebody holds a lock."""
        if self.random.random() < 0.5:
            asked = apply(Operator.LOCKED, self.random.choice(LOCKS))
            body.set(self.first, apply(Operator.IF, asked, i32(1), i32(0)))
        else:
            mine = body.local(self._name("thread"), THREAD)
            body.set(mine, self.handle)
            with body.when(negated(equal(mine, null(THREAD)))):
                body.set(self.first, apply(Operator.IF, apply(Operator.ALIVE, mine), i32(1), i32(0)))
        self._check(body, self.first)

    def _end(self, body: Body) -> None:
        if self.random.random() < 0.3:
            body.stop()
        elif self.random.random() < 0.5:
            body.end_thread()

    def _name(self, name: str) -> str:
        self.made += 1
        return f"{name}{self.made}"


def random_sharing(random: Random) -> Program:
    """A program; not every one is small."""
    return Sharing(random).program()
