"""Big synthetic programs in the manner of C code: lists, tables of handlers, buffers, loops, out parameters."""

from __future__ import annotations

from random import Random

from sketches import Body, Sketch, add, i32, less, number
from vexil.ir.expressions import CodeAddress, Const, Operator, Variable
from vexil.ir.operation_parts import Origin, PointerCallee, TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.program import MemberDeclaration, Program, StructDeclaration
from vexil.ir.types import I32, I64, U8, BlockType, CodeType, PointerType, StructType
from vexil.ir.typing import address_of, apply, cast, deref

HANDLER = PointerType(CodeType(I32, (PointerType(StructType("S0")), I32)))


class BigProgram:
    """Makes a program of *functions* functions in groups that share types and globals, as files of a project do."""

    def __init__(self, functions: int, seed: int, shared: int) -> None:
        self.random = Random(seed)
        self.functions = functions
        self.group = 25
        self.shared = shared
        self.sketch = Sketch()

    def program(self) -> Program:
        """The finished program."""
        sketch, random = self.sketch, self.random
        groups = max(1, self.functions // self.group)
        for number_ in range(groups):
            name = f"S{number_}"
            node = PointerType(StructType(name))
            members = (
                MemberDeclaration("value", I32, 0),
                MemberDeclaration("next", node, 8),
                MemberDeclaration("handler", HANDLER, 16),
                MemberDeclaration("data", PointerType(U8), 24),
                MemberDeclaration("link", PointerType(StructType(f"S{random.randrange(groups)}")), 32),
            )
            sketch.builder.structs[name] = StructDeclaration(name, 40, 8, members)
        self.heads = [
            [sketch.variable(f"g{n}_{k}", PointerType(StructType(f"S{n}")), addressable=True) for k in range(6)]
            for n in range(groups)
        ]
        self.statics = [sketch.variable(f"s{n}", StructType(f"S{n}")) for n in range(groups)]
        self.buffers = [sketch.variable(f"b{n}", BlockType(U8, 64)) for n in range(groups)]
        self.tables = [sketch.variable(f"t{n}", BlockType(HANDLER, 8)) for n in range(groups)]
        for index in range(self.functions):
            self._function(index, index // self.group % groups)
        for n in range(groups):
            with sketch.function(f"handler{n}", I32) as body:
                item, count = body.parameter("item", PointerType(StructType("S0"))), body.parameter("count", I32)
                body.set(deref(cast(item, PointerType(I32)), I32), count)
                body.give_back(add(count, i32(1)))
        with sketch.function("main") as main:
            result = main.local("result", I32)
            for index in range(self.functions):
                kind = PointerType(StructType(f"S{index // self.group % groups}"))
                if self.shared == 0 or index % self.shared == 0:
                    item = main.local(f"item{index}", PointerType(StructType("S0")))
                    main.malloc(item, 40, zeroed=True)
                main.call(f"f{index}", cast(item, kind), i32(index), result=result)
        return sketch.build()

    def _function(self, index: int, group: int) -> None:
        random = self.random
        node = PointerType(StructType(f"S{group}"))
        with self.sketch.function(f"f{index}", I32) as body:
            p, n = body.parameter("p", node), body.parameter("n", I32)
            q, r = body.local("q", node), body.local("r", node)
            i, total = body.local("i", I32), body.local("total", I32)
            text = body.local("text", PointerType(U8))
            out = body.local("out", node, addressable=True)
            own = body.local("own", StructType(f"S{group}"))
            names = (p, n, q, r, i, total, text, out, own)
            for _ in range(random.randint(5, 9)):
                self._statement(body, index, group, names)
            body.give_back(total)

    def _statement(self, body: Body, index: int, group: int, names: tuple[Variable, ...]) -> None:
        random = self.random
        p, n, q, r, i, total, text, out, own = names
        node = p.type
        heads = self.heads[group]

        def member(base: Variable, offset: int) -> Variable:
            return deref(cast(apply(Operator.POINTER_ADD, base, number(offset, I64)), PointerType(node)), node)  # type: ignore[return-value]

        pick = random.randrange(12)
        if pick == 0:
            body.malloc(q, 40)
            body.set(member(q, 8), random.choice(heads))
            body.set(random.choice(heads), q)
            body.set(deref(cast(q, PointerType(I32)), I32), n)
        elif pick == 1:
            body.set(q, random.choice(heads))
            with body.loop(apply(Operator.DIFFERENT, q, Const(0, node))):
                body.set(total, add(total, deref(cast(q, PointerType(I32)), I32)))
                body.set(q, member(q, 8))
        elif pick == 2:
            body.set(i, i32(0))
            with body.loop(less(i, n)):
                at = apply(Operator.POINTER_ADD, text, cast(i, I64))
                body.set(deref(at, U8), number(7, U8))
                body.set(i, add(i, i32(1)))
        elif pick == 3:
            body.set(text, cast(address_of(self.buffers[group]), PointerType(U8)))
            body.set(
                deref(cast(apply(Operator.POINTER_ADD, p, number(24, I64)), PointerType(text.type)), text.type), text
            )
        elif pick == 4:
            callee = random.randrange(max(0, index - 40), index) if index else None
            if callee is not None and callee // self.group == index // self.group:
                body.call(f"f{callee}", random.choice([p, q, r]), add(n, i32(1)), result=total)
        elif pick == 5:
            body.set(out, p)
            body.set(r, deref(address_of(out), node))
            body.set(p, out)
        elif pick == 6:
            slot = apply(
                Operator.POINTER_ADD,
                cast(address_of(self.tables[group]), PointerType(HANDLER)),
                apply(Operator.MULTIPLY, cast(i, I64), number(8, I64)),
            )
            body.set(deref(slot, HANDLER), CodeAddress(f"handler{group}", HANDLER))
            body.call(
                PointerCallee(deref(slot, HANDLER), None), cast(p, PointerType(StructType("S0"))), n, result=total
            )
        elif pick == 7:
            body.set(own, deref(p, StructType(f"S{group}")))
            body.set(r, cast(address_of(own), node))
        elif pick == 8:
            body.do(Choose(n, TypeDomain(I32), Origin.ENVIRONMENT))
            with body.when(less(n, i32(100))):
                body.set(total, add(total, n))
        elif pick == 9:
            with body.when(less(i32(0), n)):
                body.set(r, member(p, 8))
                body.set(member(r, 8), q)
        elif pick == 10:
            body.set(q, cast(address_of(self.statics[group]), node))
            body.set(member(q, 8), p)
        else:
            body.set(total, apply(Operator.MULTIPLY, add(total, n), i32(3)))
            with body.when(less(total, i32(1000))):
                body.set(i, total)


def big_program(functions: int, seed: int = 0, shared: int = 25) -> Program:
    """A program of this many functions, about 28 edges each; *shared* of them are called with one object.

    Groups of 25 functions work on the same lists, so a larger number makes neighbouring groups run together.
    """
    return BigProgram(functions, seed, shared).program()
