"""Random loop-free programs over narrow integers and pointers into two small objects."""

from __future__ import annotations

from random import Random

from sketches import Body, Sketch
from vexil.ir.expressions import Const, Deref, Expr, Operator, Place, Variable
from vexil.ir.layout import ILP32, LP64, DataLayout
from vexil.ir.operation_parts import GuardedDomain, Origin, RangeDomain, TypeDomain
from vexil.ir.operations import Check, Choose, Copy, EndLifetime, Fill, Restrict
from vexil.ir.program import Memory, Program
from vexil.ir.types import BOOL, F32, I8, I16, I64, U8, BlockType, PointerType, Type
from vexil.ir.typing import address_of, apply, bit_field, cast, deref

BIG = DataLayout("big", 32, 4, little_endian=False)
BYTES = PointerType(I8)


class Regions:
    """Makes one program whose function `main` has no loops."""

    def __init__(self, random: Random, *, typed: bool = False, floats: bool = True) -> None:
        self.random = random
        self.floats = floats
        self.typed = typed
        self.sketch = Sketch(random.choice([LP64, ILP32, BIG]))
        make = self.sketch.variable
        self.numbers = {
            kind: [make(f"{kind}{index}", kind, Const(random.randrange(-4, 5) & (0xFF if kind is U8 else -1), kind))
                   for index in range(2)]
            for kind in (I8, U8)
        }  # fmt: skip
        self.flag = make("flag", BOOL, Const(random.random() < 0.5, BOOL))
        cells = tuple((offset, Const(random.randrange(-3, 4), I8)) for offset in range(4))
        self.block = make("block", BlockType(I8, 4), Memory(cells), addressable=True)
        self.single = make("single", I8, Const(random.randrange(-3, 4), I8), addressable=True)
        targets: list[Expr] = [address_of(self.single), *(self._inside(offset) for offset in range(4))]
        if random.random() < 0.15:
            targets.append(Const(0, BYTES))
        self.pointers = [make(f"p{index}", BYTES, cast(random.choice(targets), BYTES)) for index in range(2)]
        self.slot = make("slot", BYTES, cast(random.choice(targets), BYTES), addressable=True)
        self.real = make("real", F32, Const(random.choice([0.0, -0.0, 1.5, float("nan")]), F32))
        self.real_slot = make("real_slot", F32, Const(2.5, F32), addressable=True)

    def _inside(self, offset: int) -> Expr:
        return apply(Operator.POINTER_ADD, cast(address_of(self.block), BYTES), Const(offset, I64))

    def program(self, size: int) -> Program:
        """A program with about so many statements."""
        with self.sketch.function("main") as body:
            self.local = body.local("local", I8, addressable=True)
            body.set(self.local, Const(self.random.randrange(-3, 4), I8))
            self._statements(body, size)
            if self.random.random() < 0.2:
                body.do(EndLifetime(self.local))
                self._statements(body, 2)
        return self.sketch.build()

    def _statements(self, body: Body, size: int) -> None:
        while size > 0:
            share = self.random.randrange(1, 4)
            size -= share
            match self.random.randrange(9):
                case 0 if share > 1:
                    with body.when(self.condition()):
                        self._statements(body, share)
                case 1 if share > 1:
                    body.choose(*[lambda: self._statements(body, 1)] * self.random.randrange(2, 4))
                case 2:
                    self._choose(body)
                case 3 if self.random.random() < 0.4:
                    make = self.random.choice([Restrict, lambda condition: Check("assert", condition, "wanted")])
                    body.do(make(self.condition()))
                case 4 if not self.typed:
                    self._range(body)
                case _:
                    self._assign(body)

    def _assign(self, body: Body) -> None:
        match self.random.randrange(8):
            case 0:
                body.set(self.random.choice([*self.pointers, self.slot]), self.pointer())
            case 1:
                body.set(self.flag, self.condition())
            case 2 if self.floats:
                place: Variable = self.random.choice([self.real, self.real_slot])
                value = apply(Operator.ADD, self.random.choice([self.real, self.real_slot]), self.real)
                body.set(place, value)
            case 3 if not self.typed:
                kind: Type = self.random.choice([I16, F32, BYTES] if self.floats else [I16, BYTES])
                value_of: Expr = {I16: cast(self.number(I8, 1), I16), F32: self.real, BYTES: self.pointer()}[kind]
                body.set(deref(cast(self.pointer(), PointerType(kind)), kind), value_of)
            case 4 if not self.typed:
                unit = cast(self.pointer(), PointerType(U8))
                body.set(bit_field(unit, U8, self.random.randrange(4), 3, I8), self.number(I8, 1))
            case _:
                body.set(self.place(), self.number(I8, 2))

    def _range(self, body: Body) -> None:
        count = Const(self.random.randrange(4), I64)
        if self.random.random() < 0.5:
            body.do(Copy(self.pointer(), self.pointer(), count))
        else:
            body.do(Fill(self.pointer(), self.number(I8, 1), count))

    def _choose(self, body: Body) -> None:
        place = self.place()
        match self.random.randrange(3):
            case 0:
                body.do(Choose(place, TypeDomain(I8), Origin.ENVIRONMENT))
            case 1:
                low = Const(-128, I8) if random_chance(self.random) else self.number(I8, 1)
                domain = RangeDomain(low, self.number(I8, 1))
                body.do(Choose(place, domain, Origin.ENVIRONMENT))
            case _:
                cases = tuple(
                    (None if self.random.random() < 0.5 else self.condition(), self.number(I8, 1)) for _ in range(2)
                )
                body.do(Choose(place, GuardedDomain(cases), Origin.ENVIRONMENT))

    def place(self) -> Place:
        """A place for a number."""
        choices: list[Place] = [*self.numbers[I8], self.single, self.local, self.access()]
        return self.random.choice(choices)

    def access(self) -> Deref:
        """What a pointer points to."""
        return deref(self.pointer(), I8)

    def pointer(self) -> Expr:
        """A pointer to bytes."""
        random = self.random
        named: list[Expr] = [address_of(self.single), self._inside(random.randrange(4)), address_of(self.local)]
        base = random.choice([*self.pointers, *self.pointers, self.slot, random.choice(named)])
        base = cast(base, BYTES)
        if random.random() < 0.15:
            return apply(Operator.POINTER_ADD, base, Const(random.randrange(-1, 3), I64))
        if random.random() < 0.03:
            return apply(Operator.POINTER_ADD, base, self.number(I8, 0))
        return base

    def number(self, kind: Type, depth: int) -> Expr:
        """An integer."""
        random = self.random
        if depth == 0 or random.random() < 0.3:
            leaves: list[Expr] = [*self.numbers[kind], Const(random.randrange(0, 4), kind)]
            if kind is I8:
                leaves += [self.single, self.local]
            return random.choice(leaves)
        operators = [Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER]
        operators = [*operators[: 3 + 2 * (random.random() < 0.1)], Operator.BIT_XOR]
        operators += [Operator.SHIFT_LEFT] * (random.random() < 0.1)
        match random.randrange(5):
            case 0:
                return self.access() if kind is I8 else cast(self.access(), kind)
            case 1:
                sides = (self.number(kind, depth - 1), self.number(kind, depth - 1))
                return apply(Operator.IF, self.condition(), *sides)
            case 2 if not self.typed and kind is I8:
                return bit_field(cast(self.pointer(), PointerType(U8)), U8, random.randrange(4), 3, I8)
            case _:
                return apply(random.choice(operators), self.number(kind, depth - 1), self.number(kind, depth - 1))

    def condition(self) -> Expr:
        """A truth value."""
        random = self.random
        match random.randrange(6):
            case 0:
                return self.flag
            case 1:
                operator = Operator.LESS if random.random() < 0.1 else Operator.EQUAL
                return apply(operator, self.pointer(), self.pointer())
            case 2:
                return apply(Operator.ACCESSIBLE, self.pointer(), Const(random.randrange(-1, 4), I64))
            case 3:
                return apply(Operator.EQUAL, self.pointer(), Const(0, BYTES))
            case _:
                kind = random.choice([I8, U8])
                operator = random.choice([Operator.LESS, Operator.EQUAL, Operator.GREATER_EQUAL])
                return apply(operator, self.number(kind, 1), self.number(kind, 1))


def random_chance(random: Random) -> bool:
    """Mostly yes."""
    return random.random() < 0.8


def random_regions(random: Random) -> Program:
    """A program of some statements, typed or not, with or without floats."""
    regions = Regions(random, typed=random.random() < 0.3, floats=random.random() < 0.7)
    return regions.program(random.randrange(4, 16))
