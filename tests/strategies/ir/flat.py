"""Random programs that have a flat form: threads, monitors, objects, choices, and memory."""

from __future__ import annotations

from random import Random

from sketches import Body, add, at, equal, negated, null, number
from strategies.ir.threads import ERROR, NODE, POINTER, Threads
from vexil.ir.expressions import Operator
from vexil.ir.operations import Release
from vexil.ir.program import Program
from vexil.ir.types import I64, U8, U32
from vexil.ir.typing import address_of, apply, bit_field, deref


class FlatThreads(Threads):
    """Makes one program without floats and numbers as addresses."""

    def program(self) -> Program:
        """A program that accesses memory in one way, or in several ones."""
        self.ways = self.random.choice([2, 5])
        return super().program()

    def _bytes(self, body: Body) -> None:
        if self.ways > 2:
            super()._bytes(body)
        else:
            offset = self.random.choice([0, 4, 8])
            body.set(at(address_of(self.block), offset, U32), number(self.random.choice([0, 1, 200]), U32))

    def _body(self, body: Body, count: int) -> None:
        self.local = body.local("local", U32, addressable=True)
        self.caught = body.local("caught", ERROR)
        if self.random.random() < 0.3:
            body.mark("again")
        if self.random.random() < 0.5:
            body.set(self.local, number(1, U32))
        for _ in range(count):
            self._statement(body, 2)
        if "again" in body._names and self.random.random() < 0.7:
            body.goto("again")

    def _statement(self, body: Body, depth: int) -> None:
        makers = [
            self._number, self._allocate, self._link, self._memory, self._memory, self._bytes, self._choose,
            self._notify, self._thread, self._call, self._own,
        ]  # fmt: skip
        if depth:
            makers += [self._locked, self._locked, self._atomic, self._when]
        self.depth = depth
        self.random.choice(makers)(body)

    def _link(self, body: Body) -> None:
        sketch, random = self.sketch, self.random
        a, b = random.sample(self.nodes, 2)
        with body.when(negated(equal(a, null(NODE)))):
            actions = [
                lambda: body.set(sketch.of(a, "next"), b),
                lambda: body.set(a, sketch.of(a, "next")),
                lambda: body.set(sketch.of(a, "owner"), apply(Operator.CURRENT_THREAD)),
                lambda: body.set(b, null(NODE)),
            ]
            random.choice(actions)()

    def _own(self, body: Body) -> None:
        actions = [
            lambda: body.set(self.room, apply(Operator.BIT_AND, add(self.room, number(1, U32)), number(3, U32))),
            lambda: body.set(self.pointer, address_of(self.room)),
            lambda: body.set(self.pointer, address_of(self.local)),
            lambda: body.set(self.pointer, null(POINTER)),
        ]
        self.random.choice(actions)()

    def _memory(self, body: Body) -> None:
        random, pointer = self.random, self.pointer
        choice = random.randrange(7)
        if choice == 0:
            body.malloc(pointer, 8, zeroed=random.random() < 0.5)
        elif choice == 1:
            with body.when(apply(Operator.HEAP_BASE, pointer)):
                body.do(Release(pointer))
        elif choice == 2:
            body.set(pointer, address_of(self.local))
        elif choice == 3:
            body.set(self.local, number(random.randrange(3), U32))
        else:
            with body.when(apply(Operator.ACCESSIBLE, pointer, number(4, I64))):
                actions = [
                    lambda: body.set(deref(pointer, U32), number(random.randrange(3), U32)),
                    lambda: body.set(self.local, deref(pointer, U32)),
                    lambda: body.set(at(pointer, 1, U8), number(7, U8)),
                    lambda: body.set(bit_field(pointer, U32, 3, 2, U32), number(random.randrange(4), U32)),
                    lambda: body.set(self.local, bit_field(pointer, U32, 4, 1, U32)),
                ]
                random.choice(actions[: self.ways])()


def random_flat(random: Random) -> Program:
    """A program."""
    return FlatThreads(random).program()
