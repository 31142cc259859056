"""Choices as instructions: what is offered, what the strategy decides, and the value that the decision stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vexil.ir.expressions import Apply, Expr, Operator
from vexil.ir.interpreter.domain_code import any_value
from vexil.ir.interpreter.domains import type_range
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.types import BoolType, FloatType, MathType, PointerType, Type
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.expressions import TOO_LARGE, Values
from vexil.transform.native.integers import extended
from vexil.transform.native.layout import MATH, Layout, integer_kind
from vexil.transform.native.strategy import DECISION_BYTES, Afterwards, Decision, Listed
from vexil.transform.native.values import Exits, NoNativeForm, Pointer, Value, register_text, zero

DECISION = f"i{8 * DECISION_BYTES}"
"""LLVM's type of a decision."""
NONE_GIVEN = "the strategy decides nothing here"
USED_UP = "no decision is left"
NOT_OFFERED = "the decision is not offered"


class ChoiceExits(Exits, Protocol):
    """The exits of a step with a choice."""

    def undecided(self, reason: str) -> str:
        """The label for a step without a decision."""

    def deciding(self) -> Exits:
        """The exits of an expression that decides."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A list of decisions at run time: its address, its length, and the cell with the number of those that are used."""

    address: str
    length: str
    used: str
    afterwards: Afterwards


Commit = tuple[str, str]
"""How many decisions of a list are used after a step, and the cell for it."""
Source = Expr | Cursor | None
"""Where the decisions of a location come from."""


class Choosing:
    """Writes the choices of one function."""

    def __init__(self, code: Assembly, layout: Layout, values: Values) -> None:
        self._code = code
        self._layout = layout
        self._values = values
        self._kept: list[Expr] = []
        """Expressions that were made here; nodes are known by identity, so they must live as long as the function."""
        self._commit: Commit | None = None

    def value(self, domain: Domain, kind: Type, source: Source, exits: ChoiceExits) -> Value:
        """The value that is decided for a domain, of the type of the place that it is written to."""
        code = self._code
        match domain:
            case TypeDomain(MathType()):
                number = self.decision(source, exits)
                self._within(number, str(MATH.low), str(MATH.high), exits.beyond(TOO_LARGE))
                return code.value(f"trunc {DECISION} {number} to i64")
            case TypeDomain(offered):
                low, high = type_range(self._layout.program, offered)
                if high.bit_length() > 64:
                    raise NoNativeForm(f"a choice of a value of type {offered}")
                number = self.decision(source, exits)
                self._within(number, str(low), str(high), exits.undecided(NOT_OFFERED))
                return self._of_number(number, kind, exits)
            case RangeDomain(low_expression, high_expression):
                least, greatest = self._wide(low_expression), self._wide(high_expression)
                some = code.value(f"icmp sle {DECISION} {least}, {greatest}")
                self._values.memory.unless(some, exits.undefined("empty-choice"))
                number = self.decision(source, exits)
                self._within(number, least, greatest, exits.undecided(NOT_OFFERED))
                return self._of_number(number, kind, exits)
            case GuardedDomain(cases):
                return self._candidate(cases, kind, source, exits)
            case RelationDomain():
                raise NoNativeForm("a choice by a relation")

    def alternative(self, count: int, source: Source, exits: ChoiceExits) -> str:
        """The position of the edge that is decided for."""
        number = self.decision(source, exits)
        self._within(number, "0", str(count - 1), exits.undecided(NOT_OFFERED))
        return self._code.value(f"trunc {DECISION} {number} to i64")

    def used(self) -> None:
        """Note that the decision was used, when nothing can go wrong any more in the step."""
        if self._commit is not None:
            value, cell = self._commit
            self._code.do(f"store i64 {value}, ptr {cell}")
            self._commit = None

    def forget(self, commit: Commit | None = None) -> None:
        """Begin a step: no decision was made, or the one before."""
        self._commit = commit

    def pending(self) -> Commit | None:
        """The decision that was made and is not noted yet."""
        return self._commit

    def decision(self, source: Source, exits: ChoiceExits) -> str:
        """What the strategy decides."""
        code = self._code
        match source:
            case None:
                self._values.memory.unless("false", exits.undecided(NONE_GIVEN))
                return "0"
            case Cursor(address, length, cell, afterwards):
                used = code.value(f"load i64, ptr {cell}")
                left = code.value(f"icmp ult i64 {used}, {length}")
                if afterwards is Afterwards.STOP:
                    self._values.memory.unless(left, exits.undecided(USED_UP))
                    place = used
                else:
                    last = code.value(f"sub i64 {length}, 1")
                    place = code.value(f"select i1 {left}, i64 {used}, i64 {last}")
                following = code.value(f"add i64 {used}, {code.value(f'zext i1 {left} to i64')}")
                self._commit = following, cell
                at = code.value(f"getelementptr {DECISION}, ptr {address}, i64 {place}")
                return code.value(f"load {DECISION}, ptr {at}, align 8")
            case expression:
                before = self._values.exits
                self._values.memory.exits = exits.deciding()
                number = self._wide(expression)
                self._values.memory.exits = before
                return number

    def _wide(self, expression: Expr) -> str:
        """The value of an integer expression as a decision."""
        kind = integer_kind(expression.type)
        if kind is None or kind.width > 64:
            raise NoNativeForm(f"a decision of type {expression.type}")
        return extended(self._code, self._values.scalar(expression), kind, 8 * DECISION_BYTES)

    def _within(self, number: str, low: str, high: str, exit_label: str) -> None:
        code = self._code
        least = code.value(f"icmp sge {DECISION} {number}, {low}")
        most = code.value(f"icmp sle {DECISION} {number}, {high}")
        self._values.memory.unless(code.value(f"and i1 {least}, {most}"), exit_label)

    def _of_number(self, number: str, kind: Type, exits: ChoiceExits) -> Value:
        code = self._code
        if isinstance(kind, BoolType):
            return code.value(f"icmp ne {DECISION} {number}, 0")
        if isinstance(kind, FloatType):
            text = register_text(kind)
            bits = code.value(f"trunc {DECISION} {number} to i{kind.width}")
            value = code.value(f"bitcast i{kind.width} {bits} to {text}")
            proper = code.value(f"fcmp ord {text} {value}, {value}")
            self._values.memory.unless(proper, exits.beyond("a NaN whose bits were chosen"))
            return value
        integer = integer_kind(kind)
        if integer is None or isinstance(kind, PointerType):
            raise NoNativeForm(f"a choice of a value of type {kind}")
        if integer.width == 8 * DECISION_BYTES:
            return number
        return code.value(f"trunc {DECISION} {number} to i{integer.width}")

    def _candidate(
        self, cases: tuple[tuple[Expr | None, Expr], ...], kind: Type, source: Source, exits: ChoiceExits
    ) -> Value:
        """The candidate at the decided position among those whose guards hold, which are all computed."""
        code = self._code
        offered: list[tuple[str, str, Value]] = []
        count = "0"
        for guard, value in cases:
            if guard is None:
                holds, candidate = "true", self._values.value(value)
            else:
                selected = Apply(Operator.IF, (guard, value, any_value(value.type)), value.type)
                self._kept.append(selected)
                candidate = self._values.value(selected)
                holds = self._values.scalar(guard)
            offered.append((holds, count, candidate))
            count = code.value(f"add {DECISION} {count}, {code.value(f'zext i1 {holds} to {DECISION}')}")
        some = code.value(f"icmp ne {DECISION} {count}, 0")
        self._values.memory.unless(some, exits.undefined("empty-choice"))
        number = self.decision(source, exits)
        last = code.value(f"sub {DECISION} {count}, 1")
        self._within(number, "0", last, exits.undecided(NOT_OFFERED))
        chosen = zero(kind)
        for holds, position, candidate in offered:
            here = code.value(f"and i1 {holds}, {code.value(f'icmp eq {DECISION} {number}, {position}')}")
            if isinstance(candidate, Pointer) and isinstance(chosen, Pointer):
                word = code.value(f"select i1 {here}, i64 {candidate.word}, i64 {chosen.word}")
                offset = code.value(f"select i1 {here}, i64 {candidate.offset}, i64 {chosen.offset}")
                chosen = Pointer(word, offset)
            else:
                text = register_text(kind)
                chosen = code.value(f"select i1 {here}, {text} {candidate}, {text} {chosen}")
        return chosen


def source_of(decision: Decision | None) -> Expr | Listed | None:
    """A decision with numbers as lists, so that code does not depend on them; no last one of none is repeated."""
    match decision:
        case int():
            return Listed((decision,), Afterwards.LAST)
        case Listed(()):
            return Listed(())
        case _:
            return decision
