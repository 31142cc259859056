"""How values of the intermediate form are represented as machine integers."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis import Analyses, Interval
from vexil.ir.expressions import Const, preorder
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.program import Function, Program, VariableDeclaration, program_expressions
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ReferenceType,
    ThreadType,
    TokenType,
    Type,
    is_integer,
)
from vexil.model.guarded.expressions import BIT
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory_plan import POINTER

WIDE = IntegerType(64, True)
"""What mathematical integers are computed in; their ranges show that nothing is lost."""


def holding(low: int, high: int) -> IntegerType | None:
    """The narrowest usual machine integer that holds a range, if there is one."""
    for width in (8, 16, 32, 64):
        for signed in (False, True):
            kind = IntegerType(width, signed)
            if kind.low <= low and high <= kind.high:
                return kind
    return None


def holding_count(count: int) -> IntegerType:
    """The machine integer for numbers up to a count."""
    kind = holding(0, count)
    assert kind is not None
    return kind


class Values:
    """The representation of the types and variables of one program."""

    def __init__(self, program: Program, analyses: Analyses, bounds: Bounds, *, threads: int, narrow: bool) -> None:
        self.program = program
        self.analyses = analyses
        self._bounds = bounds
        self._narrow = narrow
        self.thread = holding_count(threads)
        self.reference = holding_count(0)
        """Set when the objects are known."""
        self.locks = _lock_numbers(program)
        self.lock = holding_count(len(self.locks))

    def of(self, kind: Type, *, where: str = "") -> IntegerType:
        """The machine integer that values of a type are computed in."""
        match kind:
            case BoolType():
                return BIT
            case IntegerType(width, _):
                if width > 64:
                    raise NotFlat(f"an integer of {width} bits", "values have at most 64 bits", where=where)
                return kind
            case MathType():
                return WIDE
            case TokenType(name):
                return holding_count(len(self.program.token_sets[name].tokens))
            case ThreadType():
                return self.thread
            case LockType():
                return self.lock
            case ReferenceType() | ArrayReferenceType():
                return self.reference
            case PointerType():
                return POINTER
            case _:
                raise NotFlat(f"a value of type {kind}", "it is not modelled", where=where)

    def constant(self, value: int | float | bool, kind: Type) -> int:
        """The number that stands for a literal."""
        if isinstance(kind, LockType):
            return self.locks.index(int(value))
        return int(value)

    # --- ranges of variables -----------------------------------------------------------------------------

    def stored(self, variable: VariableDeclaration, function: Function | None) -> IntegerType:
        """The machine integer that a register is kept in."""
        where = "" if function is None else function.name
        if not is_integer(variable.type):
            return self.of(variable.type, where=where)
        low, high = self.range(variable, function)
        kind = holding(min(low, 0), max(high, 0))
        if kind is None:
            name = variable.name if function is None else f"{function.name}::{variable.name}"
            raise NotFlat(f"the variable {name}", "its values have no bound", option=f"--bound {name}=LOW..HIGH")
        if isinstance(variable.type, IntegerType) and (not self._narrow or kind.width >= variable.type.width):
            return variable.type
        return kind

    def kept(self, part: tuple[str, str], kind: IntegerType) -> IntegerType | None:
        """The machine integer that a field, or elements of a type, are kept in; nothing where they are always 0."""
        interval = self.analyses.intervals.part(*part) if self._narrow else None
        if interval is None or interval.low is None or interval.high is None:
            return kind
        if interval.low == interval.high == 0:
            return None
        narrow = holding(min(interval.low, 0), max(interval.high, 0))
        return kind if narrow is None or narrow.width >= kind.width else narrow

    def range(self, variable: VariableDeclaration, function: Function | None) -> tuple[int, int]:
        """The values that an integer register may hold, apart from its zero at the beginning."""
        name = variable.name if function is None else f"{function.name}::{variable.name}"
        bound = self._bounds.range_of(name, hidden=variable.hidden)
        low, high = (-(1 << 100), 1 << 100) if bound is None else bound
        if isinstance(variable.type, IntegerType):
            low, high = max(low, variable.type.low), min(high, variable.type.high)
        if bound is None and (self._narrow or isinstance(variable.type, MathType)):
            for interval in self._intervals(variable, function):
                low = low if interval.low is None else max(low, interval.low)
                high = high if interval.high is None else min(high, interval.high)
        return low, high

    def _intervals(self, variable: VariableDeclaration, function: Function | None) -> Iterator[Interval]:
        """One interval with everything the register may hold, if there is one."""
        intervals = self.analyses.intervals
        if function is None:
            yield intervals.global_register(variable.name)
            return
        at_uses = [
            interval
            for location in range(len(function.locations))
            if (interval := intervals.register(function.name, location, variable.name)) is not None
        ]
        lows, highs = [item.low for item in at_uses], [item.high for item in at_uses]
        yield Interval(
            None if None in lows else min((low for low in lows if low is not None), default=0),
            None if None in highs else max((high for high in highs if high is not None), default=0),
        )


def _lock_numbers(program: Program) -> list[int]:
    """Every number that a lock may have, 0 first."""
    numbers = {0}
    for expression in program_expressions(program):
        for part in preorder(expression):
            if isinstance(part, Const) and isinstance(part.type, LockType):
                numbers.add(int(part.value))
    return sorted(numbers, key=lambda number: (number != 0, number))
