"""What to abstract with what: proposals with their reasons, and rounds from coarse to fine.

Everything that nobody looks at becomes a point. Then come the variables of the property, then those of conditionals
that control what flows into them, those in most conditionals first, then innermost first (Pasareanu, Dwyer and
Visser 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import lcm

from vexil.abstraction.data.advice.usage import Condition, Usage
from vexil.core.wording import counted
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.types import IntegerType
from vexil.model.tokens.abstract_type import NUMBER, AbstractType, Concrete
from vexil.model.tokens.typing import CONCRETE, POINT, Slot

MOST_TOKENS = 12
"""Families with more tokens are not proposed."""
_MIRRORED = {
    Operator.LESS: Operator.GREATER,
    Operator.LESS_EQUAL: Operator.GREATER_EQUAL,
    Operator.GREATER: Operator.LESS,
    Operator.GREATER_EQUAL: Operator.LESS_EQUAL,
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """An abstraction for a slot, why, and the round in which it is tried first."""

    slot: Slot
    abstraction: str
    reason: str
    round: int


def proposals(usage: Usage, asked: Iterable[Slot], is_open: Callable[[Slot], bool]) -> list[Proposal]:
    """Propose abstractions for the slots that a property speaks about and those that control them.

    *is_open* says of a slot that it may be abstracted. Slots that get no proposal are points. What the property itself
    asks of numbers belongs to the conditions of the usage (`Usage.ask`).
    """
    first = [slot for slot in dict.fromkeys(asked) if is_open(slot) and slot in usage.kinds]
    result = [_proposal(usage, slot, "the property speaks about it", 1) for slot in first]
    known = set(first)
    round_number = 2
    behind = list(first)
    while behind:
        near = usage.sources(behind)
        conditions = usage.controlling(near)
        slots = [slot for condition in conditions for slot in condition.slots]
        flowing = [slot for slot in near if slot not in known]
        new = [slot for slot in dict.fromkeys([*slots, *sorted(flowing, key=str)]) if is_open(slot)]
        behind = [slot for slot in new if slot not in known and slot in usage.kinds]
        behind.sort(key=lambda slot: (-len(usage.of(slot)), _depth(slot, conditions), str(slot)))
        for slot in behind:
            controls = sum(slot in condition.slots for condition in conditions)
            why = f"it is in {counted(controls, 'conditional')} that control what the property speaks about"
            if not controls:
                why = "its value flows into what the property speaks about"
            result.append(_proposal(usage, slot, why, round_number))
        known |= set(behind)
        round_number += 1
    return result


def _depth(slot: Slot, conditions: Sequence[Condition]) -> int:
    """How far out the innermost of some conditions is that a slot occurs in; the last for one that is in none."""
    inside = (number for number, condition in enumerate(conditions) if slot in condition.slots)
    return next(inside, len(conditions))


def rounds(proposed: Sequence[Proposal]) -> list[dict[Slot, str]]:
    """Selections from coarse to fine: nothing but points, then the proposals of each round added, then numbers."""
    selections: list[dict[Slot, str]] = [{}]
    last = max((item.round for item in proposed), default=0)
    for number in range(1, last + 1):
        chosen = {
            item.slot: item.abstraction for item in proposed if item.round <= number and item.abstraction != POINT
        }
        if chosen and chosen != selections[-1]:
            selections.append(chosen)
    exact = {item.slot: CONCRETE for item in proposed}
    if exact and exact != selections[-1]:
        selections.append(exact)
    return selections


def conditions_on(usage: Usage, slot: Slot) -> list[Expr]:
    """The conditions on a slot alone, over the variable of abstract types."""
    conditions: dict[str, Expr] = {}
    for condition in usage.of(slot):
        if condition.slots == (slot,):
            alone = _over_number(condition.expression, usage.kinds[slot])
            conditions.setdefault(str(alone), alone)
    return list(conditions.values())


def _over_number(expression: Expr, kind: Concrete) -> Expr:
    match expression:
        case Const():
            return expression
        case Apply(operator, operands, result):
            return Apply(operator, tuple(_over_number(operand, kind) for operand in operands), result)
        case _:
            return Variable(NUMBER, kind, False)


def _proposal(usage: Usage, slot: Slot, why: str, number: int) -> Proposal:
    conditions = usage.of(slot)
    if not conditions:
        return Proposal(slot, POINT, f"{why}, but no conditional reads it", number)
    name, what = _family(usage, slot, conditions)
    return Proposal(slot, name, f"{why}; {what}", number)


def _family(usage: Usage, slot: Slot, conditions: list[Condition]) -> tuple[str, str]:
    others = {other for condition in conditions for other in condition.slots if other != slot}
    if others:
        return _related(usage, slot, others)
    return _alone(conditions)


def _related(usage: Usage, slot: Slot, others: set[Slot]) -> tuple[str, str]:
    """An abstraction for numbers that are compared with each other: the same for all of them."""
    named = ", ".join(sorted(usage.named(other) for other in others)[:3])
    group, pending = {slot}, [slot]
    while pending:
        near = {other for condition in usage.of(pending.pop()) for other in condition.slots} - group
        group |= near
        pending += sorted(near, key=str)
    conditions = [condition for condition in usage.conditions if group & set(condition.slots)]
    if any(not _is_plain(condition.expression) for condition in conditions):
        return CONCRETE, f"a conditional computes with it and with {named}"
    if any(usage.kinds[member] != usage.kinds[slot] for member in group):
        return CONCRETE, f"it is compared with {named}, which has another type"
    constants = {number for member in group for number in usage.constants(member)} or {0}
    asked = [condition for condition in conditions if len(condition.slots) == 1]
    borders = {border for value in constants for border in (value, value + 1)}
    name, why = _alone(asked, borders)
    reason = f"it is compared with {named}"
    if name == CONCRETE:
        return CONCRETE, f"{reason}; {why}"
    return name, f"{reason}; only Int distinguishes numbers of one token"


def _is_plain(expression: Expr) -> bool:
    """Say whether numbers are compared as they are, with each other or with a constant."""
    operands = expression.operands
    plain = []
    for operand in operands:
        while isinstance(operand, Apply) and operand.operator is Operator.CAST:
            operand = operand.operands[0]
        plain.append(not isinstance(operand, Apply))
    return all(plain)


def _alone(conditions: Sequence[Condition], borders: Iterable[int] = ()) -> tuple[str, str]:
    """An abstraction by the conditions on single numbers, and further borders that it should keep."""
    borders = set(borders)
    equals: set[int] = set()
    modulus = 0
    for condition in conditions:
        match _read(condition.expression):
            case "remainder", divisor, _:
                modulus = lcm(modulus or 1, abs(divisor))
            case Operator.EQUAL | Operator.DIFFERENT, value, _:
                equals.add(value)
            case Operator.LESS | Operator.GREATER_EQUAL, value, _:
                borders.add(value)
            case Operator.LESS_EQUAL | Operator.GREATER, value, _:
                borders.add(value + 1)
            case _:
                parts = preorder(condition.expression)
                if any(isinstance(part, Apply) and part.operator is Operator.ARRAY_LENGTH for part in parts):
                    return CONCRETE, "it is compared with the length of an array"
                return CONCRETE, "a conditional computes with it"
    if modulus:
        if borders or equals:
            return CONCRETE, "conditionals ask for its remainder and its size"
        name = "EvenOdd" if modulus == 2 else f"modulo-{modulus}"
        return (
            (name, f"conditionals ask for its remainder by {modulus}") if modulus <= MOST_TOKENS else _too_many(modulus)
        )
    if not borders and equals and 0 not in equals:
        members = ",".join(map(str, sorted(equals)))
        return (
            (f"set{{{members}}}", "it is only compared with these")
            if len(equals) < MOST_TOKENS
            else _too_many(len(equals))
        )
    return _range(borders | equals | {value + 1 for value in equals})


def _range(borders: set[int]) -> tuple[str, str]:
    """The least range that tells the numbers apart on both sides of every border (the first number above it)."""
    low, high = min(borders), max(borders) - 1
    if high < low:  # one border: a single number beside it
        low = high = 0 if low in (0, 1) else low
    if high - low + 3 > MOST_TOKENS:
        return _too_many(high - low + 3)
    if (low, high) == (0, 0):
        return "Signs", "its sign decides the conditionals"
    return f"range({low},{high})", f"conditionals tell the numbers from {low} to {high} apart"


def _too_many(count: int) -> tuple[str, str]:
    return CONCRETE, f"{count} tokens would be needed"


def _read(expression: Expr) -> tuple[object, int, object]:
    """A comparison of the number, or of its remainder, with a constant: the operator, the constant, and nothing."""
    nothing: tuple[object, int, object] = (None, 0, None)
    if not isinstance(expression, Apply) or len(expression.operands) != 2:
        return nothing
    left, right = expression.operands
    operator = expression.operator
    if isinstance(left, Const):
        left, right, operator = right, left, _MIRRORED.get(operator, operator)
    if not isinstance(right, Const) or isinstance(right.value, float):
        return nothing
    while isinstance(left, Apply) and left.operator is Operator.CAST:
        left = left.operands[0]
    if isinstance(left, Apply) and left.operator is Operator.REMAINDER and isinstance(left.operands[1], Const):
        is_plain = not isinstance(left.operands[0], Apply | Const) and operator in (Operator.EQUAL, Operator.DIFFERENT)
        return ("remainder", int(left.operands[1].value), None) if is_plain else nothing
    return nothing if isinstance(left, Apply | Const) else (operator, int(right.value), None)


Decide = Callable[[AbstractType, int, Expr], frozenset[bool]]
"""The truth values that a condition on a number may have for the numbers of a token."""


class Fit(Enum):
    """How an abstraction suits."""

    OPTIMAL = "optimal"
    TOO_FINE = "too fine"
    TOO_COARSE = "too coarse"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How an abstraction suits the conditions on a number, and why."""

    fit: Fit
    reason: str

    def __str__(self) -> str:
        return f"{self.fit.value}: {self.reason}" if self.reason else self.fit.value


def judge(kind: AbstractType, conditions: Sequence[Expr], decide: Decide, text_of: Callable[[Expr], str]) -> Judgement:
    """Judge an abstraction by conditions over the variable of its members; *text_of* gives them as people read them.

    It is too coarse where a token does not decide a condition, and too fine where two tokens agree on all conditions
    (Pasareanu, Dwyer, Visser 2001 call one that is neither optimal).
    """
    answers = [[decide(kind, token, condition) for condition in conditions] for token in range(len(kind.tokens))]
    for token, row in enumerate(answers):
        for condition, answer in zip(conditions, row, strict=True):
            if len(answer) > 1:
                return Judgement(Fit.TOO_COARSE, f"{kind.tokens[token]} does not decide {text_of(condition)}")
    for one, other in combinations(range(len(kind.tokens)), 2):
        if answers[one] == answers[other]:
            names = f"{kind.tokens[one]} and {kind.tokens[other]}"
            which = {1: "the only conditional", 2: "both conditionals"}.get(len(conditions), "all conditionals")
            return Judgement(Fit.TOO_FINE, f"{names} agree on {which}")
    return Judgement(Fit.OPTIMAL, "")


ARITHMETIC = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY)


def wrap_warning(kind: AbstractType) -> str:
    """What wrap-around costs an abstraction; nothing if arithmetic is still worth something.

    Only moduli that divide the size of the type survive: 2^32 leaves 1 modulo 3, so sums of `modulo-3` can be anything.
    An abstraction loses everything if each sum, difference and product of any two tokens may be every token.
    """
    if not isinstance(kind.concrete, IntegerType) or len(kind.tokens) < 2:
        return ""
    tables = [kind.operations[operator] for operator in ARITHMETIC if operator in kind.operations]
    whole = max((len(results) for table in tables for results in table.rows.values()), default=0)
    if not tables or whole < 2 or any(len(results) < whole for table in tables for results in table.rows.values()):
        return ""
    width = kind.concrete.width
    return (
        f"{kind.name} is not exact for machine integers: they wrap around at 2^{width}, so that every sum, difference"
        " and product of its tokens may be any token; only moduli that are powers of two keep them apart"
        " (mathematical integers, --integers math, never wrap around)"
    )
