"""Faults in the machine code of programs: the runs of the interpreter show each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from faults.fault import Fault, Patch, Plant
from native_runs import assert_same_run
from sketches import Sketch, add, address, at, i32, less, null, number
from vexil.ir.expressions import Operator
from vexil.ir.operations import BeginLifetime, EndLifetime
from vexil.ir.program import Function, Program
from vexil.ir.types import I8, I32, I64, IntegerType, PointerType
from vexil.ir.typing import apply, deref
from vexil.transform.native import expressions, program
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.flow import longest_ways
from vexil.transform.native.integers import divided, shifted
from vexil.transform.native.memory import Memory
from vexil.transform.native.ranges import Ranges


def computing() -> Program:
    """Numbers of both signs that are divided and shifted."""
    sketch = Sketch()
    n = sketch.variable("n", I8, number(-128, I8))
    results = [sketch.variable(f"r{place}", I8) for place in range(3)]
    with sketch.function("main") as main:
        main.mark("again")
        main.set(results[0], apply(Operator.SHIFT_RIGHT, n, number(2, I8)))
        main.set(results[1], apply(Operator.DIVIDE, n, number(3, I8)))
        main.set(results[2], apply(Operator.DIVIDE, n, number(-1, I8)))
        main.set(n, add(n, number(1, I8)))
        main.goto("again")
    return sketch.build()


def remembering() -> Program:
    """Memory whose life ends, pointers that stay, and one that is read behind its end."""
    sketch = Sketch()
    s = sketch.variable("s", I32)
    with sketch.function("main") as main:
        x = main.local("x", I32, addressable=True)
        p = main.local("p", PointerType(I32))
        main.mark("again")
        main.do(BeginLifetime(x))
        with main.when(less(s, i32(40))):
            main.set(x, s)
            main.set(p, address(x))
            main.set(s, add(deref(p, I32), i32(1)))
            with main.when(less(i32(30), s)):
                main.do(EndLifetime(x))
                main.set(s, add(s, i32(1)))
                with main.when(less(i32(37), s)):
                    main.set(s, deref(p, I32))
        main.goto("again")
    return sketch.build()


def overrunning() -> Program:
    """An offset that leaves its object."""
    sketch = Sketch()
    x = sketch.variable("x", I32, addressable=True)
    y = sketch.variable("y", I32, addressable=True)
    i = sketch.variable("i", I64, number(-20, I64))
    with sketch.function("main") as main:
        main.mark("again")
        main.set(y, i32(1))
        main.set(i, add(i, number(1, I64)))
        with main.when(less(number(0, I64), i)):
            main.set(at(address(x), i, I32), i32(2))
        main.goto("again")
    return sketch.build()


def unwritten() -> Program:
    """A variable that is read before it is written, the second time."""
    sketch = Sketch()
    s = sketch.variable("s", I32)
    with sketch.function("main") as main:
        x = main.local("x", I32, addressable=True)
        p = main.local("p", PointerType(I32))
        main.set(p, null(PointerType(I32)))
        main.mark("again")
        main.do(BeginLifetime(x))
        with main.when(less(s, i32(2))):
            main.set(x, i32(1))
        main.set(s, add(s, x))
        main.goto("again")
    return sketch.build()


@dataclass(frozen=True)
class SameRuns:
    """A run of a program is the same natively, in pieces of all lengths."""

    program: Program
    patience: int = 0

    def accept(self) -> None:
        """Compare runs."""
        for seed in range(3):
            assert assert_same_run(self.program, seed, 400, patience=self.patience).native > 4

    def notice(self) -> None:
        """See another run."""
        with pytest.raises(AssertionError):
            self.accept()


def _unsigned_shift(code: Assembly, operator: Operator, value: str, amount: str, kind: IntegerType) -> str:
    return shifted(code, operator, value, amount, IntegerType(kind.width, False))


def _unsigned_division(code: Assembly, operator: Operator, left: str, right: str, kind: IntegerType) -> str:
    return divided(code, operator, left, right, IntegerType(kind.width, False))


def _shorter(function: Function, heads: frozenset[int]) -> Mapping[int, int]:
    return {head: length - 1 for head, length in longest_ways(function, heads).items()}


def _attribute(owner: object, name: str, value: object) -> Plant:
    def plant(patch: Patch) -> None:
        patch.setattr(owner, name, value)

    return plant


def _nothing(*_: object) -> None:
    """Write no instruction."""


NATIVE_FAULTS = (
    Fault("native shifts lose signs", _attribute(expressions, "shifted", _unsigned_shift), SameRuns(computing())),
    Fault("native division is unsigned", _attribute(expressions, "divided", _unsigned_division), SameRuns(computing())),
    Fault("native runs are too long", _attribute(program, "longest_ways", _shorter), SameRuns(computing())),
    Fault("native memory lives for ever", _attribute(Ranges, "end", _nothing), SameRuns(remembering())),
    Fault("native memory is never marked", _attribute(Memory, "_claim", _nothing), SameRuns(remembering())),
    Fault("native memory keeps old cells", _attribute(Ranges, "_clear", _nothing), SameRuns(unwritten())),
    Fault("native memory has no bounds", _attribute(Memory, "unless", _nothing), SameRuns(overrunning())),
)
