"""Random programs that run: threads, monitors, objects, memory, choices, exceptions, and little that is undefined."""

from __future__ import annotations

from random import Random

from sketches import Body, Sketch, add, at, equal, i32, lock, negated, null, number
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.operation_parts import Origin, RangeDomain, VirtualCallee
from vexil.ir.operations import (
    BeginAtomic,
    Choose,
    ChooseInstance,
    Copy,
    EndAtomic,
    Fill,
    Interrupt,
    Join,
    Lock,
    Notify,
    Release,
    Unlock,
    Wait,
)
from vexil.ir.program import Program
from vexil.ir.types import F64, I32, I64, THREAD, U8, U16, U32, U64, BlockType, PointerType, ReferenceType, Type
from vexil.ir.typing import address_of, apply, bit_field, cast, deref

LOCKS = (lock(1), lock(2))
NODE = ReferenceType("Node")
ERROR = ReferenceType("Error")
POINTER = PointerType(U32)


class Threads:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.sketch = Sketch()

    def program(self) -> Program:
        """A main function that starts workers, and the workers."""
        sketch = self.sketch
        sketch.declare("Node", methods=[("touch()", "touch")], next=NODE, value=I32, owner=THREAD, weight=F64)
        sketch.declare("Leaf", "Node", methods=[("touch()", "fall")])
        sketch.declare("Error", cause=NODE)
        self.numbers = [sketch.variable(name, I32) for name in ("x", "y")]
        self.nodes = [sketch.variable(name, NODE) for name in ("a", "b")]
        self.handles = [sketch.variable(name, THREAD) for name in ("s", "t")]
        self.float = sketch.variable("z", F64)
        self.pointer = sketch.variable("p", POINTER)
        self.exposed = sketch.variable("n", U64)
        self.block = sketch.variable("block", BlockType(U8, 12))
        self.own = sketch.builder.global_variable("own", F64, Const(1.0, F64), per_thread=True)
        self.room = sketch.builder.global_variable("room", U32, number(3, U32), addressable=True, per_thread=True)
        with sketch.function("touch") as touch:
            this = touch.parameter("this", NODE)
            touch.set(sketch.of(this, "value"), i32(1))
        with sketch.function("fall") as fall:
            this, e = fall.parameter("this", NODE), fall.local("e", ERROR)
            fall.new(e, "Error")
            fall.set(sketch.of(e, "cause"), this)
            fall.throw(e)
        for index in range(2):
            with sketch.function(f"worker{index}") as worker:
                self._body(worker, self.random.randint(2, 7))
        with sketch.function("main") as main:
            for node in self.nodes:
                main.new(node, self.random.choice(["Node", "Leaf"]))
            for handle in self.handles:
                daemon = Const(True, equal(i32(0), i32(0)).type) if self.random.random() < 0.2 else None
                main.start(f"worker{self.random.randrange(2)}", handle=handle, daemon=daemon)
            self._body(main, self.random.randint(0, 4))
        return sketch.build()

    def _body(self, body: Body, count: int) -> None:
        self.local = body.local("local", U32, addressable=True)
        self.caught = body.local("caught", ERROR)
        if self.random.random() < 0.3:
            body.mark("again")
        for _ in range(count):
            self._statement(body, 2)
        if "again" in body._names and self.random.random() < 0.7:
            body.goto("again")

    def _statement(self, body: Body, depth: int) -> None:
        makers = [
            self._number, self._float, self._allocate, self._link, self._memory, self._memory, self._bytes,
            self._choose, self._notify, self._thread, self._call, self._expose, self._own,
        ]  # fmt: skip
        if depth:
            makers += [self._locked, self._locked, self._atomic, self._when]
        self.depth = depth
        self.random.choice(makers)(body)

    def _number(self, body: Body) -> None:
        x, y = self.random.sample(self.numbers, 2)
        body.set(x, apply(Operator.REMAINDER, add(y, i32(1)), i32(3)))

    def _float(self, body: Body) -> None:
        values = [0.0, -0.0, 1.5, float("inf")]
        operator = self.random.choice([Operator.ADD, Operator.MULTIPLY, Operator.DIVIDE])
        body.set(self.float, apply(operator, self.float, Const(self.random.choice(values), F64)))

    def _own(self, body: Body) -> None:
        """Use what every thread has for itself."""
        actions = [
            lambda: body.set(self.own, apply(Operator.MULTIPLY, self.own, Const(-0.0, F64))),
            lambda: body.set(self.float, self.own),
            lambda: body.set(self.room, add(self.room, number(1, U32))),
            lambda: body.set(self.pointer, address_of(self.room)),
            lambda: body.set(at(address_of(self.room), 1, U8), number(0, U8)),
        ]
        self.random.choice(actions)()

    def _allocate(self, body: Body) -> None:
        body.new(self.random.choice(self.nodes), self.random.choice(["Node", "Leaf"]))

    def _link(self, body: Body) -> None:
        sketch, random = self.sketch, self.random
        a, b = random.sample(self.nodes, 2)
        with body.when(negated(equal(a, null(NODE)))):
            actions = [
                lambda: body.set(sketch.of(a, "next"), b),
                lambda: body.set(a, sketch.of(a, "next")),
                lambda: body.set(sketch.of(a, "owner"), apply(Operator.CURRENT_THREAD)),
                lambda: body.set(sketch.of(a, "weight"), self.float),
                lambda: body.set(b, null(NODE)),
            ]
            random.choice(actions)()

    def _memory(self, body: Body) -> None:
        random, pointer = self.random, self.pointer
        if random.random() < 0.3:
            body.malloc(pointer, random.choice([4, 8]), zeroed=random.random() < 0.5)
            return
        with body.when(apply(Operator.HEAP_BASE, pointer)):
            choice = random.randrange(4)
            if choice == 0:
                body.do(Release(pointer))
            elif choice == 1:
                body.set(deref(pointer, U32), number(random.randrange(3), U32))
            elif choice == 2:
                body.set(at(pointer, 1, U8), number(7, U8))
            else:
                body.set(bit_field(pointer, U32, 3, 2, U32), number(random.randrange(4), U32))

    def _bytes(self, body: Body) -> None:
        random = self.random
        base = address_of(self.block)
        kinds: list[Type] = [U8, U16, U32]
        kind = random.choice(kinds)
        offset = random.choice([0, 2, 4, 7])
        choice = random.randrange(4)
        if choice == 0:
            body.set(at(base, offset, kind), number(random.choice([0, 0, 1, 200]), kind))
        elif choice == 1:
            body.do(Copy(base, apply(Operator.POINTER_ADD, base, number(offset, I64)), number(4, I64)))
        elif choice == 2:
            body.do(Fill(base, number(0, U8), number(random.choice([4, 12]), I64)))
        else:
            body.set(self.local, at(base, offset, U32))

    def _choose(self, body: Body) -> None:
        if self.random.random() < 0.5:
            domain = RangeDomain(i32(0), self.random.choice(self.numbers))
            body.do(Choose(self.random.choice(self.numbers), domain, Origin.ENVIRONMENT))
        else:
            body.do(ChooseInstance(self.random.choice(self.nodes), "Node", True, Origin.ENVIRONMENT))

    def _lock(self) -> Expr:
        return self.random.choice([*LOCKS, *self.nodes])

    def _locked(self, body: Body) -> None:
        random = self.random
        key = self._lock()
        held = body.local(f"held{len(body.builder._locals)}", key.type)
        body.set(held, key)
        if key.type == NODE:
            with body.when(equal(held, null(NODE))):
                body.new(held, "Node")
        body.do(Lock(held, "l", random.random() < 0.8))
        for _ in range(random.randint(0, 2)):
            self._statement(body, self.depth - 1 if self.depth else 0)
        if random.random() < 0.5:
            body.do(Wait(held, held, random.random() < 0.5, random.choice([None, self.numbers[0]])))
        body.do(Unlock(held, "l"))

    def _notify(self, body: Body) -> None:
        body.do(Notify(self.random.choice(LOCKS), self.random.random() < 0.4))

    def _atomic(self, body: Body) -> None:
        depth = self.depth
        body.do(BeginAtomic())
        for _ in range(self.random.randint(1, 2)):
            self._statement(body, depth - 1)
        body.do(EndAtomic())

    def _when(self, body: Body) -> None:
        depth = self.depth
        with body.when(equal(self.random.choice(self.numbers), i32(self.random.randrange(3)))):
            self._statement(body, depth - 1)

    def _thread(self, body: Body) -> None:
        random = self.random
        handle = random.choice(self.handles)
        choice = random.randrange(5)
        if choice == 0:
            body.start("worker0", handle=handle)
            return
        if choice == 1:
            body.set(handle, null(THREAD))
            return
        with body.when(negated(equal(handle, null(THREAD)))):
            if choice == 2:
                body.do(Interrupt(handle, random.random() < 0.8))
            else:
                body.do(Join(handle, random.random() < 0.5, random.choice([None, self.numbers[1]])))

    def _call(self, body: Body) -> None:
        node: Variable = self.random.choice(self.nodes)
        mine = body.local(f"mine{len(body.builder._locals)}", NODE)
        caught = body.local(f"caught{len(body.builder._locals)}", ERROR)
        body.set(mine, node)
        handler = (lambda: body.throw(caught)) if self.random.random() < 0.3 else (lambda: None)
        with body.when(negated(equal(mine, null(NODE)))):
            body.call(VirtualCallee("Node", "touch()"), mine, catch=handler, caught=caught)

    def _expose(self, body: Body) -> None:
        if self.random.random() < 0.5:
            with body.when(apply(Operator.HEAP_BASE, self.pointer)):
                body.set(self.exposed, cast(self.pointer, U64))
        else:
            body.set(self.pointer, cast(self.exposed, POINTER))


def random_threads(random: Random) -> Program:
    """A program."""
    return Threads(random).program()
