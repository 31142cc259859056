"""Bounds of sums: what a loop adds up is at most a constant for each iteration, if what it adds is.

A register to which a loop adds what it reads or computes has no closed form. Where each summand is between constants,
the sum is between these times a counter. Which constants is guessed from what the program compares with, and from the
types that summands are converted from. Everything here is a guess; who relies on it has to prove it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.analysis.closed_forms.loop_text import LoopText, LoopTexts
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assume, Check, Restrict
from vexil.ir.program import Program
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import cast

MOST_SUMS = 3
MOST_CONSTANTS = 8
LARGEST = 1 << 16
_ORDERS = (Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL)


def sums_of(texts: LoopTexts, head: int, constants: Iterable[int]) -> tuple[Expr, ...]:
    """Conditions that may hold at the head of a loop: sums compared with multiples of its counters."""
    text = texts.of(head)
    found: dict[str, Expr] = {}
    for total in list(_sums(text))[:MOST_SUMS]:
        for fact in _bounds(text, total, [*_of_types(text, total), *constants]):
            found.setdefault(str(fact), texts.sharing.shared(fact))
    return tuple(found.values())


def constants_of(program: Program) -> list[int]:
    """The constants that the program orders anything by, those nearest to zero first."""
    found: set[int] = set()
    for function in program.functions.values():
        for edge in function.edges:
            if not isinstance(edge.operation, Assume | Check | Restrict):
                continue
            for node in postorder(edge.operation.condition):
                if isinstance(node, Apply) and node.operator in _ORDERS:
                    values = [part.value for part in node.operands if isinstance(part, Const)]
                    found.update(int(value) for value in values if isinstance(value, int) and abs(value) <= LARGEST)
    nearest = sorted(found | {value - 1 for value in found if value > 1} | {1}, key=lambda value: (abs(value), value))
    return [value for value in nearest if value][:MOST_CONSTANTS]


def _sums(text: LoopText) -> Iterator[Variable]:
    """Registers to which the loop adds something that is no constant, and does nothing else."""
    for register in text.registers:
        if register in text.counters or not isinstance(register.type, IntegerType):
            continue
        added = [_added(text, register, step.value) for step in text.steps if step.place is register]
        if added and all(one is not None for one in added):
            yield register


def _added(text: LoopText, register: Variable, value: Expr | None) -> Expr | None:
    """What is added to a register by giving it a value."""
    whole = None if value is None else text.resolved(value)
    match whole:
        case Apply(Operator.ADD, (left, right), _):
            if left is register:
                return right
            return left if right is register else None
        case _:
            return None


def _of_types(text: LoopText, register: Variable) -> Iterator[int]:
    """The bounds of narrower numbers that are added."""
    for step in text.steps:
        added = _added(text, register, step.value) if step.place is register else None
        match added:
            case Apply(Operator.CAST, (narrow,), _) if isinstance(narrow.type, IntegerType):
                yield from (value for value in (narrow.type.high, narrow.type.low) if 0 < abs(value) <= LARGEST)
            case _:
                pass


def _bounds(text: LoopText, register: Variable, constants: Iterable[int]) -> Iterator[Expr]:
    kind = register.type
    assert isinstance(kind, IntegerType)
    counters = [one for one in text.counters.values() if one.step == 1 and one.kind.width <= kind.width]
    if counters and kind.signed:
        yield Apply(Operator.GREATER_EQUAL, (register, Const(0, kind)), BOOL)
    for counter in counters[:2]:
        count = cast(counter.variable, kind)
        for value in dict.fromkeys(constants):
            if kind.low <= value <= kind.high:
                most = count if value == 1 else Apply(Operator.MULTIPLY, (count, Const(value, kind)), kind)
                operator = Operator.LESS_EQUAL if value > 0 else Operator.GREATER_EQUAL
                yield Apply(operator, (register, most), BOOL)
