"""Random programs full of pointers that run long: structures, arrays, heap, casts, copies, bytes, functions."""

from __future__ import annotations

from random import Random

from sketches import Body, Sketch, i32, number
from vexil.ir.expressions import Apply, CodeAddress, Const, Expr, Operator, Variable
from vexil.ir.layout import ILP32, LP64
from vexil.ir.operation_parts import GuardedDomain, Origin, PointerCallee, RangeDomain, TypeDomain
from vexil.ir.operations import BeginLifetime, Choose, Copy, EndLifetime, Fill
from vexil.ir.program import MemberDeclaration, Memory, Program, StructDeclaration
from vexil.ir.types import (
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    BlockType,
    CodeType,
    IntegerType,
    PointerType,
    StructType,
    Type,
)
from vexil.ir.typing import address_of, apply, bit_field, cast, deref

POINTER = PointerType(None)
CODE = PointerType(CodeType(POINTER, (POINTER, I32)))
NODE = StructType("Node")


class Pointers:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.layout = random.choice([LP64, LP64, ILP32])
        self.width = self.layout.pointer_width // 8
        self.sketch = Sketch(self.layout)
        self.word: Type = U64 if self.width == 8 else U32

    def program(self) -> Program:
        """Globals of all shapes, functions that use them, and a main function that calls those."""
        sketch, random, width = self.sketch, self.random, self.width
        size = 3 * width
        members = (
            MemberDeclaration("value", I32, 0),
            MemberDeclaration("next", POINTER, width),
            MemberDeclaration("other", POINTER, 2 * width),
        )
        sketch.builder.structs["Node"] = StructDeclaration("Node", size, width, members)
        self.size = size
        x = sketch.variable("x", I32, addressable=True)
        y = sketch.variable("y", POINTER, addressable=True)
        start = Memory(((width, address_of(x)), (0, i32(5)))) if random.random() < 0.5 else None
        node = sketch.variable("node", NODE, start)
        nodes = sketch.variable("nodes", BlockType(NODE, 3))
        table = sketch.variable("table", BlockType(POINTER, 4))
        buffer = sketch.variable("buffer", BlockType(U8, 4 * width))
        self.objects = [x, y, node, nodes, table, buffer]
        self.pointers = [sketch.variable(name, POINTER) for name in ("p", "q")]
        self.words = [sketch.variable("w", self.word)]
        self.code = sketch.variable("f", CODE)
        names = ["first", "second"]
        self.helpers = names
        for name in names:
            with sketch.function(name, POINTER) as body:
                a, i = body.parameter("a", POINTER, addressable=random.random() < 0.3), body.parameter("i", I32)
                self._body(body, [a], i, random.randint(1, 6), calls=False)
                body.give_back(random.choice([a, self.pointer(body)]))
        with sketch.function("pass", NODE) as body:
            s = body.parameter("given", NODE)
            self._body(body, [], i32(1), 2, calls=False, extra=[s])
            body.give_back(s)
        with sketch.function("main") as main:
            main.mark("again")
            self._body(main, [], i32(1), random.randint(4, 14), calls=True)
            main.goto("again")
        return sketch.build()

    def _body(
        self,
        body: Body,
        known: list[Variable],
        index: Expr,
        count: int,
        *,
        calls: bool,
        extra: list[Variable] | None = None,
    ) -> None:
        self.memory = [
            *self.objects,
            body.local("here", POINTER, addressable=True),
            body.local("own", NODE),
            *(extra or []),
        ]
        self.registers = [*known, *(body.local(name, POINTER) for name in ("r", "s")), *self.pointers]
        self.numbers = [body.local("n", self.word), *self.words]
        self.counter = body.local("k", I32)
        self.small = body.local("b", U8)
        body.do(Fill(address_of(self.memory[6]), number(0, I32), number(self.width, I64)))
        body.do(Fill(address_of(self.memory[7]), number(0, I32), number(self.size, I64)))
        makers = [
            self._address, self._address, self._copy_register, self._move, self._move, self._load, self._load,
            self._store, self._store, self._store, self._number, self._number_store, self._number_load,
            self._copy_bytes, self._fill, self._allocate, self._whole, self._choose, self._code, self._lifetime,
            self._step_on, self._launder, self._launder, self._launder, self._through_number, self._through_number,
        ]  # fmt: skip
        if calls:
            makers += [self._call, self._call, self._call_through, self._pass]
        for _ in range(count):
            self.random.choice(makers)(body)
        del index

    # --- expressions -------------------------------------------------------------------------------------

    def pointer(self, body: Body) -> Expr:
        """Some pointer: a register, an address, moved by something."""
        random = self.random
        base: Expr = random.choice(self.registers)
        if random.random() < 0.5:
            base = cast(address_of(random.choice(self.memory)), POINTER)
        if random.random() < 0.5:
            base = apply(Operator.POINTER_ADD, base, self.distance())
        return base

    def distance(self) -> Expr:
        """Some number of bytes."""
        random = self.random
        steps = [self.width, self.width, self.size, self.size, 1, 4]
        if random.random() < 0.5:
            return number(random.choice([0, self.width, 2 * self.width, -self.width, self.size, 4]), I64)
        scaled = apply(Operator.MULTIPLY, cast(self.counter, I64), number(random.choice(steps), I64))
        if random.random() < 0.3:
            return apply(Operator.ADD, scaled, number(random.choice([self.width, 2 * self.width]), I64))
        return scaled

    def _guarded(self, body: Body, pointer: Expr, size: int) -> Apply:
        return apply(Operator.ACCESSIBLE, pointer, number(size, I64))

    def _pick(self, body: Body) -> Variable:
        return self.random.choice(self.registers)

    # --- statements --------------------------------------------------------------------------------------

    def _address(self, body: Body) -> None:
        body.set(self._pick(body), self.pointer(body))

    def _copy_register(self, body: Body) -> None:
        body.set(self._pick(body), self._pick(body))

    def _move(self, body: Body) -> None:
        target = self._pick(body)
        body.set(target, apply(Operator.POINTER_ADD, self._pick(body), self.distance()))

    def _step_on(self, body: Body) -> None:
        """Move a register by a constant again and again, as loops over arrays do."""
        target = self._pick(body)
        with body.when(self._guarded(body, target, self.width)):
            step = self.random.choice([self.width, self.size, 1, -self.width])
            body.set(target, apply(Operator.POINTER_ADD, target, number(step, I64)))

    def _load(self, body: Body) -> None:
        pointer = self.pointer(body)
        with body.when(self._guarded(body, pointer, self.width)):
            body.set(self._pick(body), deref(pointer, POINTER))

    def _store(self, body: Body) -> None:
        pointer = self.pointer(body)
        with body.when(self._guarded(body, pointer, self.width)):
            body.set(deref(pointer, POINTER), self.pointer(body))

    def _number(self, body: Body) -> None:
        target = self.random.choice(self.numbers)
        if self.random.random() < 0.5:
            with body.when(self._guarded(body, (p := self._pick(body)), 1)):
                body.set(target, cast(p, self.word))
        elif self.random.random() < 0.5:
            one = Const(self.random.choice([1, 8, 3]), self.word)
            body.set(target, apply(self.random.choice([Operator.ADD, Operator.BIT_XOR]), target, one))
        else:
            body.set(self._pick(body), cast(target, POINTER))

    def _scalar(self) -> IntegerType:
        return self.random.choice([U8, U16, U32, I32])

    def _number_store(self, body: Body) -> None:
        pointer, kind = self.pointer(body), self._scalar()
        with body.when(self._guarded(body, pointer, kind.width // 8)):
            if self.random.random() < 0.2 and not kind.signed:
                body.set(bit_field(pointer, kind, 1, 3, U8), number(2, U8))
            else:
                body.set(deref(pointer, kind), number(self.random.choice([0, 1, 7]), kind))

    def _number_load(self, body: Body) -> None:
        pointer = self.pointer(body)
        if self.random.random() < 0.5:
            with body.when(self._guarded(body, pointer, 1)):
                body.set(self.small, deref(pointer, U8))
        else:
            with body.when(self._guarded(body, pointer, self.width)):
                body.set(self.random.choice(self.numbers), deref(pointer, self.word))

    def _copy_bytes(self, body: Body) -> None:
        target, source = self.pointer(body), self.pointer(body)
        count: Expr = number(self.random.choice([1, 4, self.width, self.size, self.width + 2, 2 * self.width]), I64)
        if self.random.random() < 0.3:
            count = apply(
                Operator.MULTIPLY, cast(self.counter, I64), number(self.random.choice([1, self.width, self.size]), I64)
            )
        fits = apply(Operator.AND, apply(Operator.ACCESSIBLE, target, count), apply(Operator.ACCESSIBLE, source, count))
        with body.when(fits):
            body.do(Copy(target, source, count))

    def _memory(self, big: int) -> Expr:
        """A pointer to something that has room, possibly not at its start."""
        wide = [item for item in self.memory if item.type in (NODE, BlockType(NODE, 3), BlockType(POINTER, 4))]
        wide += [item for item in self.memory if item.type == BlockType(U8, 4 * self.width)]
        base = cast(address_of(self.random.choice(wide)), POINTER)
        offset = self.random.choice([0, 0, self.width, 4, 1])
        if offset + big > self.size:
            return base
        return apply(Operator.POINTER_ADD, base, number(offset, I64)) if offset else base

    def _launder(self, body: Body) -> None:
        """Put a pointer into memory, do something to its bytes or those next to it, and read it back elsewhere."""
        random, width = self.random, self.width
        room, other = self._memory(width), self._memory(width)
        value = random.choice([self._pick(body), cast(address_of(random.choice(self.memory)), POINTER)])
        body.set(deref(room, POINTER), value)
        step = random.randrange(7)
        place = apply(Operator.POINTER_ADD, room, number(random.choice([0, 1, width // 2, width - 1]), I64))
        if step == 0:
            body.set(deref(place, U8), number(random.choice([0, 4]), U8))
        elif step == 1:
            body.set(deref(other, POINTER), cast(address_of(random.choice(self.memory)), POINTER))
            count = random.choice([1, width // 2, width])
            body.do(Copy(room, other, number(count, I64)))
        elif step == 2:
            body.set(self.numbers[0], deref(room, self.word))
            body.set(deref(other, self.word), self.numbers[0])
            room = other
        elif step == 3:
            for index in range(width):
                source = apply(Operator.POINTER_ADD, room, number(index, I64))
                target = apply(Operator.POINTER_ADD, other, number(index, I64))
                body.set(self.small, deref(source, U8))
                body.set(deref(target, U8), self.small)
            room = other
        elif step == 4:
            half = width // 2
            for index in random.choice([(0, half), (half,), (0,)]):
                source = apply(Operator.POINTER_ADD, room, number(index, I64))
                target = apply(Operator.POINTER_ADD, other, number(index, I64))
                body.do(Copy(target, source, number(half, I64)))
            room = other
        elif step == 5:
            body.do(Fill(place, number(0, I32), number(1, I64)))
        else:
            shifted = apply(Operator.POINTER_ADD, room, number(width // 2, I64))
            with body.when(self._guarded(body, shifted, width)):
                body.set(deref(shifted, POINTER), self._pick(body))
        body.set(self._pick(body), deref(room, POINTER))

    def _through_number(self, body: Body) -> None:
        """Turn a pointer into a number and back, possibly moved."""
        item, n = self.random.choice(self.memory), self.random.choice(self.numbers)
        body.set(n, cast(address_of(item), self.word))
        if self.random.random() < 0.5:
            body.set(n, apply(Operator.ADD, n, Const(self.random.choice([1, self.width]), self.word)))
        if self.random.random() < 0.7:
            body.set(self._pick(body), cast(n, POINTER))

    def _fill(self, body: Body) -> None:
        target, count = self.pointer(body), self.random.choice([1, self.width, self.size])
        with body.when(self._guarded(body, target, count)):
            body.do(Fill(target, number(self.random.choice([0, 0, 1]), I32), number(count, I64)))

    def _allocate(self, body: Body) -> None:
        size = self.random.choice([self.width, self.size, 2 * self.size, 4 * self.width])
        body.malloc(self._pick(body), size, zeroed=True)

    def _whole(self, body: Body) -> None:
        target, source = self.pointer(body), self.pointer(body)
        fits = apply(Operator.AND, self._guarded(body, target, self.size), self._guarded(body, source, self.size))
        with body.when(fits):
            body.set(deref(target, NODE), deref(source, NODE))

    def _choose(self, body: Body) -> None:
        if self.random.random() < 0.3:
            cases = tuple((None, self.pointer(body)) for _ in range(2))
            body.do(Choose(self._pick(body), GuardedDomain(cases), Origin.ENVIRONMENT))
        elif self.random.random() < 0.1:
            body.do(Choose(self.random.choice(self.numbers), TypeDomain(self.word), Origin.ENVIRONMENT))
        else:
            body.do(Choose(self.counter, RangeDomain(i32(0), i32(3)), Origin.ENVIRONMENT))

    def _code(self, body: Body) -> None:
        address = CodeAddress(self.random.choice(self.helpers), CODE)
        if self.random.random() < 0.5:
            body.set(self.code, address)
        else:
            pointer = self.pointer(body)
            with body.when(self._guarded(body, pointer, self.width)):
                body.set(deref(pointer, POINTER), cast(address, POINTER))

    def _lifetime(self, body: Body) -> None:
        here = self.memory[6]
        body.do(EndLifetime(here))
        body.do(BeginLifetime(here))
        body.do(Fill(address_of(here), number(0, I32), number(self.width, I64)))

    def _call(self, body: Body) -> None:
        body.call(self.random.choice(self.helpers), self.pointer(body), self.counter, result=self._pick(body))

    def _call_through(self, body: Body) -> None:
        pointer: Expr = self.code
        guard = apply(Operator.DIFFERENT, pointer, Const(0, CODE))
        with body.when(guard):
            body.call(PointerCallee(pointer, None), self.pointer(body), self.counter, result=self._pick(body))

    def _pass(self, body: Body) -> None:
        source, target = self.pointer(body), self.pointer(body)
        fits = apply(Operator.AND, self._guarded(body, target, self.size), self._guarded(body, source, self.size))
        with body.when(fits):
            body.call("pass", deref(source, NODE), result=deref(target, NODE))


def random_pointers(random: Random) -> Program:
    """A program."""
    return Pointers(random).program()
