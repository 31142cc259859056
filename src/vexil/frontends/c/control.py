"""Expressions that are control flow: ``&&``, ``||``, ``!`` as conditions, ``?:``, statement expressions."""

from __future__ import annotations

from functools import partial

from vexil.frontends.c.conversions import convert
from vexil.frontends.c.function import CONDITIONS, DISCARDS, PLACES, VALUES, FunctionLowering, Spot, lowers, truth
from vexil.frontends.c.kinds import Binary, Kind, Unary
from vexil.frontends.c.operators import COMPARISONS, compared, operands
from vexil.frontends.c.places import aggregate_address, copy_aggregate
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.types import I32, StructType

# --- conditions ------------------------------------------------------------------------------------------


@lowers(CONDITIONS, Kind.IMPLICIT_CAST)
def _converted(fn: FunctionLowering, node: int, yes: int, no: int) -> None:
    """Look through conversions that keep zero and not zero apart, so that conditions stay conditions."""
    operand = node + 1
    shapes = {fn.types.shape(fn.tree.types[part]) for part in (node, operand)}
    kept = fn.types.shape(fn.tree.types[node]) == "bool" or (
        shapes <= {"int", "bool"} and fn.types.size(fn.tree.types[node]) >= fn.types.size(fn.tree.types[operand])
    )
    if fn.tree.kinds[operand] in (Kind.BINARY, Kind.UNARY, Kind.PAREN) and shapes <= {"int", "bool"} and kept:
        fn.condition(operand, yes, no)
    else:
        fn.branch(truth(fn.value(node)), yes, no)


@lowers(CONDITIONS, Kind.UNARY)
def _negated(fn: FunctionLowering, node: int, yes: int, no: int) -> None:
    if fn.tree.extra[node] == Unary.NOT:
        fn.condition(node + 1, no, yes)
    elif fn.tree.extra[node] == Unary.EXTENSION:
        fn.condition(node + 1, yes, no)
    else:
        fn.branch(truth(fn.value(node)), yes, no)


@lowers(CONDITIONS, Kind.BINARY)
def _connected(fn: FunctionLowering, node: int, yes: int, no: int) -> None:
    operator = Binary(fn.tree.extra[node])
    left, right = fn.tree.children(node)
    if operator in (Binary.AND, Binary.OR):
        middle = fn.fresh()
        if operator is Binary.AND:
            fn.condition(left, middle, no)
        else:
            fn.condition(left, yes, middle)
        fn.here = middle
        fn.condition(right, yes, no)
    elif operator in COMPARISONS:
        first, second = operands(fn, left, right)
        fn.branch(compared(fn, operator, first, second, node), yes, no)
    elif operator is Binary.COMMA:
        fn.discard(left)
        fn.condition(right, yes, no)
    else:
        fn.branch(truth(fn.value(node)), yes, no)


# --- the conditional operator ----------------------------------------------------------------------------


@lowers(VALUES, Kind.CONDITIONAL)
def _conditional(fn: FunctionLowering, node: int) -> Expr:
    condition, first, second = fn.tree.children(node)
    if fn.is_constant:
        kind = fn.kind(node)
        first_value, second_value = (convert(fn, fn.value(part), kind, part) for part in (first, second))
        return Apply(Operator.IF, (truth(fn.value(condition)), first_value, second_value), kind)
    return _choice(fn, node, lambda yes, no: fn.condition(condition, yes, no), [first, second])


@lowers(DISCARDS, Kind.CONDITIONAL)
def _discard_conditional(fn: FunctionLowering, node: int) -> None:
    condition, *parts = fn.tree.children(node)
    starts = [fn.fresh(), fn.fresh()]
    fn.condition(condition, *starts)
    ends = []
    for start, part in zip(starts, parts, strict=True):
        fn.here = start
        fn.discard(part)
        ends.append(fn.here)
    fn.join(*ends)


@lowers(VALUES, Kind.BINARY_CONDITIONAL)
def _short_conditional(fn: FunctionLowering, node: int) -> Expr:
    """GNU's ``a ?: b``: *a* is evaluated once."""
    first, *_, second = fn.tree.children(node)
    value = fn.settle(fn.value(first), first)
    return _choice(fn, node, lambda yes, no: fn.branch(truth(value), yes, no), [value, second])


def _choice(fn: FunctionLowering, node: int, decide: object, parts: list[Expr | int]) -> Expr:
    shape = fn.types.shape(fn.tree.types[node])
    starts = [fn.fresh(), fn.fresh()]
    decide(*starts)  # type: ignore[operator]
    if shape == "void":
        return _both_discarded(fn, starts, parts)
    kind = fn.kind(node)
    result = fn.temporary(kind, fn.translation.text(node))
    ends = []
    for start, part in zip(starts, parts, strict=True):
        fn.here = start
        value = fn.value(part) if isinstance(part, int) else part
        if isinstance(kind, StructType):
            copy_aggregate(fn, Spot(fn.tree.types[node], result), value, node)
        else:
            fn.assign(Variable(result.name, kind, False), convert(fn, value, kind, node))
        ends.append(fn.here)
    fn.join(*ends)
    return fn.located(Variable(result.name, kind, False), node)


def _both_discarded(fn: FunctionLowering, starts: list[int], parts: list[Expr | int]) -> Expr:
    ends = []
    for start, part in zip(starts, parts, strict=True):
        fn.here = start
        if isinstance(part, int):
            fn.discard(part)
        ends.append(fn.here)
    fn.join(*ends)
    return Const(0, I32)


@lowers(VALUES, Kind.ADDRESS_OF_LABEL)
def _label_address(fn: FunctionLowering, node: int) -> Expr:
    raise fn.translation.refusal(node, "the address of a label (a computed goto)", "write a switch instead")


# --- selections at compile time --------------------------------------------------------------------------


def chosen_part(fn: FunctionLowering, node: int) -> int:
    """The part of a generic selection or ``__builtin_choose_expr`` that counts."""
    parts = fn.tree.children(node)
    if fn.tree.kinds[node] == Kind.GENERIC:
        return parts[1 + int(fn.tree.extra[node])]
    condition = fn.value(parts[0])
    from vexil.ir.fold import fold

    value = fold(condition)
    if not isinstance(value, Const):
        raise fn.translation.refusal(node, "a choice whose condition is no constant")
    return parts[1] if value.value else parts[2]


lowers(VALUES, Kind.GENERIC, Kind.CHOOSE_EXPR)(lambda fn, node: fn.value(chosen_part(fn, node)))
lowers(PLACES, Kind.GENERIC, Kind.CHOOSE_EXPR)(lambda fn, node: fn.place(chosen_part(fn, node)))

# --- statement expressions -------------------------------------------------------------------------------


@lowers(VALUES, Kind.STATEMENT_EXPR)
def _statements(fn: FunctionLowering, node: int, *, needed: bool = True) -> Expr:
    """A block whose value is that of its last expression; it is held before the block's variables end."""
    from vexil.frontends.c.statements import open_block

    outside, spans = fn.span, dict(fn.spans)
    block = node + 1
    fn.enter_scope()
    open_block(fn, block)
    parts = fn.tree.children(block)
    value: Expr = Const(0, I32)
    for position, part in enumerate(parts):
        is_last = position == len(parts) - 1
        if needed and is_last and fn.types.shape(fn.tree.types[node]) != "void":
            value = _last_value(fn, part, node)
        else:
            fn.statement(part)
    fn.leave_scope()
    fn.span = outside
    fn.spans = spans | fn.spans
    return value


lowers(DISCARDS, Kind.STATEMENT_EXPR)(partial(_statements, needed=False))


def _last_value(fn: FunctionLowering, part: int, node: int) -> Expr:
    while fn.tree.kinds[part] == Kind.LABEL:
        fn.land((Kind.LABEL, fn.tree.extra[part]), labels=(fn.tree.extra[part],))
        part += 1
    kind = fn.kind(node)
    value = fn.value(part)
    if isinstance(kind, StructType):
        result = fn.temporary(kind, fn.translation.text(node))
        copy_aggregate(fn, Spot(fn.tree.types[node], result), value, node)
        return Deref((aggregate_address(result),), kind)
    return fn.keep(convert(fn, value, kind, part), fn.translation.text(node))
