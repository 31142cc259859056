"""Statements: blocks, declarations, branches, loops, switches, jumps, returns, assembler."""

from __future__ import annotations

import re

from vexil.core.caveats import Effect
from vexil.frontends.c.approximations import approximate, is_accepted
from vexil.frontends.c.calls import start_in_thread
from vexil.frontends.c.conversions import convert
from vexil.frontends.c.declarations import declare_local, leave_open, predeclare
from vexil.frontends.c.entry import check_memory_in_loop, leave_function
from vexil.frontends.c.function import STATEMENTS, FunctionLowering, lowers
from vexil.frontends.c.inputs import any_of
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.places import aggregate_address, private_copy, raw_place
from vexil.frontends.c.program import ASYNCHRONOUS
from vexil.frontends.c.scopes import Scope
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.fold import fold
from vexil.ir.operation_parts import Origin
from vexil.ir.operations import Case, Choose, Skip
from vexil.ir.types import IntegerType
from vexil.ir.typing import apply

MANY_CASES = 4096
ASM_GOTO = re.compile(r"^\s*\w+\s+(?:\w+\s+)*goto\b")
ASM_BARRIER = re.compile(r'^[^"]*\(\s*(?:""\s*)+[:)]')
"""Assembler code without a single instruction, which only keeps the compiler from moving accesses."""
TARGETS = frozenset({Kind.LABEL, Kind.CASE, Kind.DEFAULT})


@lowers(STATEMENTS, Kind.BLOCK)
def _block(fn: FunctionLowering, node: int) -> None:
    fn.enter_scope()
    open_block(fn, node)
    for part in fn.tree.children(node):
        fn.statement(part)
    fn.leave_scope()


def open_block(fn: FunctionLowering, node: int) -> None:
    """Let the variables of a block live from its start (C11 6.2.4 paragraph 6).

    Where a jump may pass over a declaration, the variable has any value from the start of the block on.
    """
    jumps = any(kind in TARGETS for kind in fn.tree.kinds[node : node + fn.tree.sizes[node]])
    for part in fn.tree.children(node):
        if fn.tree.kinds[part] == Kind.DECLARATION:
            fn.at(part)
            predeclare(fn, part)
            if jumps:
                leave_open(fn, part)


@lowers(STATEMENTS, Kind.NULL)
def _nothing(fn: FunctionLowering, node: int) -> None:
    """Nothing is left to do."""


@lowers(STATEMENTS, Kind.UNEXPOSED_STMT)
def _attributed(fn: FunctionLowering, node: int) -> None:
    for part in fn.tree.children(node):
        fn.statement(part)


@lowers(STATEMENTS, Kind.DECLARATION)
def _declaration(fn: FunctionLowering, node: int) -> None:
    fn.at(node)
    for part in fn.tree.children(node):
        if fn.tree.kinds[part] == Kind.VAR_DECL:
            fn.at(part)
            declare_local(fn, part)


@lowers(STATEMENTS, Kind.IF)
def _if(fn: FunctionLowering, node: int) -> None:
    condition, *parts = fn.tree.children(node)
    fn.at(condition)
    starts = [fn.fresh(), fn.fresh()]
    fn.condition(condition, *starts)
    ends = [starts[1]] if len(parts) == 1 else []
    for start, part in zip(starts, parts, strict=False):
        fn.here = start
        _substatement(fn, part)
        ends.append(fn.here)
    fn.join(*ends)


def _substatement(fn: FunctionLowering, node: int) -> None:
    """A statement inside of another one is a block of its own (C11 6.8.4 and 6.8.5)."""
    if fn.tree.kinds[node] == Kind.BLOCK:
        fn.statement(node)
    else:
        fn.enter_scope()
        fn.statement(node)
        fn.leave_scope()


@lowers(STATEMENTS, Kind.WHILE)
def _while(fn: FunctionLowering, node: int) -> None:
    condition, body = fn.tree.children(node)
    head, inside, after = fn.fresh(), fn.fresh(), fn.fresh()
    fn.at(condition)
    fn.go_to(head)
    check_memory_in_loop(fn)
    fn.condition(condition, inside, after)
    fn.here = inside
    _loop_body(fn, body, head, after)
    fn.emit_to(Skip(), head, after)


def _loop_body(fn: FunctionLowering, body: int, again: int, after: int) -> None:
    fn.breaks.append((after, fn.scope))
    fn.continues.append((again, fn.scope))
    _substatement(fn, body)
    fn.breaks.pop()
    fn.continues.pop()


@lowers(STATEMENTS, Kind.DO)
def _do(fn: FunctionLowering, node: int) -> None:
    body, condition = fn.tree.children(node)
    inside, test, after = fn.fresh(), fn.fresh(), fn.fresh()
    fn.at(node)
    fn.go_to(inside)
    check_memory_in_loop(fn)
    _loop_body(fn, body, test, after)
    fn.at(condition)
    fn.go_to(test)
    fn.condition(condition, inside, after)
    fn.here = after


@lowers(STATEMENTS, Kind.FOR)
def _for(fn: FunctionLowering, node: int) -> None:
    parts = iter(fn.tree.children(node))
    first, condition, step = (next(parts) if present else None for present in fn.tree.extra[node])
    body = next(parts)
    fn.at(node)
    fn.enter_scope()
    if first is not None:
        if fn.tree.kinds[first] == Kind.DECLARATION:
            predeclare(fn, first)
        fn.statement(first)
    head, inside, again, after = fn.fresh(), fn.fresh(), fn.fresh(), fn.fresh()
    if condition is None:
        fn.go_to(head)
        check_memory_in_loop(fn)
        fn.go_to(inside)
    else:
        fn.at(condition)
        fn.go_to(head)
        check_memory_in_loop(fn)
        fn.condition(condition, inside, after)
        fn.here = inside
    _loop_body(fn, body, again, after)
    fn.go_to(again)
    if step is not None:
        fn.at(step)
        fn.discard(step)
    fn.emit_to(Skip(), head, after)
    fn.leave_scope()


# --- switch ----------------------------------------------------------------------------------------------


class Switch:
    """The cases of a switch that have been met."""

    def __init__(self, kind: IntegerType) -> None:
        self.kind = kind
        self.cases: list[tuple[int, int, object]] = []
        self.default: object | None = None


@lowers(STATEMENTS, Kind.SWITCH)
def _switch(fn: FunctionLowering, node: int) -> None:
    """Dispatch is emitted after the body, when all cases and the blocks they are in are known."""
    condition, body = fn.tree.children(node)
    fn.at(condition)
    value = fn.value(condition)
    kind = fn.types.promoted(value.type)
    assert isinstance(kind, IntegerType)
    selector = fn.settle(convert(fn, value, kind, condition), condition)
    head, span, after = fn.here, fn.span, fn.fresh()
    spans = dict(fn.spans)
    switch = Switch(kind)
    fn.switches.append(switch)
    fn.breaks.append((after, fn.scope))
    fn.dead_end()
    fn.statement(body)
    fn.emit_to(Skip(), after, after)
    fn.breaks.pop()
    fn.switches.pop()
    fn.here, fn.span = head, span
    fn.spans = spans | fn.spans
    _dispatch(fn, switch, selector, after)
    fn.here = after


def _dispatch(fn: FunctionLowering, switch: Switch, selector: Expr, after: int) -> None:
    fn.place_caveats()
    head = fn.here
    values: list[int] = []
    covered: set[int] = set()
    ranges: list[tuple[int, int, object]] = []
    for low, high, key in switch.cases:
        if high - low >= MANY_CASES:
            ranges.append((low, high, key))
            continue
        chosen = [value for value in range(low, high + 1) if value not in covered]
        if chosen:
            covered.update(chosen)
            values.extend(chosen)
            fn.here = fn.fresh()
            fn.builder.edge(head, fn.here, Case(selector, tuple(chosen), False), fn.span, fn.spans)
            fn.jump(key)
    rest = fn.fresh()
    if values:
        fn.builder.edge(head, rest, Case(selector, tuple(values), True), fn.span, fn.spans)
    else:
        fn.here = head
        fn.emit_to(Skip(), rest, rest)
    fn.here = rest
    for low, high, key in ranges:
        inside, outside = fn.fresh(), fn.fresh()
        above = apply(Operator.GREATER_EQUAL, selector, Const(low, switch.kind))
        below = apply(Operator.LESS_EQUAL, selector, Const(high, switch.kind))
        fn.branch(apply(Operator.AND, above, below), inside, outside)
        fn.here = inside
        fn.jump(key)
        fn.here = outside
    if switch.default is not None:
        fn.jump(switch.default)
    else:
        fn.emit_to(Skip(), after, after)


@lowers(STATEMENTS, Kind.CASE)
def _case(fn: FunctionLowering, node: int) -> None:
    *labels, body = fn.tree.children(node)
    switch: Switch = fn.switches[-1]
    bounds = [_case_value(fn, label, switch.kind) for label in labels]
    key = (Kind.CASE, node)
    switch.cases.append((bounds[0], bounds[-1], key))
    fn.land(key)
    fn.statement(body)


def _case_value(fn: FunctionLowering, node: int, kind: IntegerType) -> int:
    value = fold(convert(fn, fn.value(node), kind, node))
    if not isinstance(value, Const):
        raise fn.translation.refusal(node, "a case label that is no constant")
    return int(value.value)


@lowers(STATEMENTS, Kind.DEFAULT)
def _default(fn: FunctionLowering, node: int) -> None:
    key = (Kind.DEFAULT, node)
    fn.switches[-1].default = key
    fn.land(key)
    fn.statement(node + 1)


# --- jumps -----------------------------------------------------------------------------------------------


@lowers(STATEMENTS, Kind.LABEL)
def _label(fn: FunctionLowering, node: int) -> None:
    name = fn.tree.extra[node]
    fn.span = fn.translation.span(node) or fn.span
    fn.land((Kind.LABEL, name), labels=(name,))
    if name.startswith(ASYNCHRONOUS) and start_in_thread(fn, node + 1):
        return
    if name.startswith(ASYNCHRONOUS):
        reason = f"the label {name} makes a thread of the statement, which is executed in place here"
        fn.approximate(Effect.DROPS, reason)
        fn.emit(Skip())
    fn.statement(node + 1)


@lowers(STATEMENTS, Kind.GOTO)
def _goto(fn: FunctionLowering, node: int) -> None:
    fn.at(node)
    name = fn.tree.extra[node + 1]
    check_memory_in_loop(fn)
    fn.jump((Kind.LABEL, name), labels=(name,))


@lowers(STATEMENTS, Kind.INDIRECT_GOTO)
def _computed_goto(fn: FunctionLowering, node: int) -> None:
    raise fn.translation.refusal(node, "a computed goto", "write a switch instead")


@lowers(STATEMENTS, Kind.BREAK)
def _break(fn: FunctionLowering, node: int) -> None:
    _leave(fn, node, *fn.breaks[-1])


@lowers(STATEMENTS, Kind.CONTINUE)
def _continue(fn: FunctionLowering, node: int) -> None:
    _leave(fn, node, *fn.continues[-1])


def _leave(fn: FunctionLowering, node: int, target: int, scope: Scope) -> None:
    fn.at(node)
    fn.unwind(scope)
    fn.emit_to(Skip(), target, target)
    fn.dead_end()


@lowers(STATEMENTS, Kind.RETURN)
def _return(fn: FunctionLowering, node: int) -> None:
    fn.at(node)
    parts = fn.tree.children(node)
    value: Expr | None = None
    if parts and fn.result is not None:
        direct = not fn.atomic
        value = fn.source(parts[0]) if direct else fn.value(parts[0])
        if not fn.types.is_aggregate(fn.tree.types[parts[0]]):
            value = convert(fn, value, fn.result, parts[0])
        elif fn.translation.threaded and not fn.is_private(aggregate_address(value)):
            value = private_copy(fn, value, fn.tree.types[parts[0]])
    elif parts:
        fn.discard(parts[0])
    leave_function(fn, value)
    fn.dead_end()


# --- assembler -------------------------------------------------------------------------------------------


@lowers(STATEMENTS, Kind.ASM)
def _assembler(fn: FunctionLowering, node: int) -> None:
    """Inputs are evaluated, outputs may become anything; whatever else the code does is not modelled."""
    fn.at(node)
    parts = fn.tree.children(node)
    count = fn.tree.extra[node]
    text = fn.translation.raw_text(node)
    if ASM_GOTO.search(text):
        raise fn.translation.refusal(node, "assembler code that jumps")
    operands = [part for part in parts if fn.tree.kinds[part] != Kind.STRING]
    for part in operands[count:]:
        fn.discard(part)
    if not count and ASM_BARRIER.search(text):
        return
    reason = "assembler code may write its outputs only, and anything to them"
    outputs = operands[:count]
    origin = Origin.ENVIRONMENT if is_accepted(fn.translation, "asm", text) else Origin.APPROXIMATION
    for part in outputs:
        place = raw_place(fn, fn.place(part), part)
        approximate(fn, "asm", tuple(Effect), reason, text)
        fn.emit(Choose(place, any_of(place.type), origin))
    if not outputs:
        nothing = "assembler code without outputs is taken to do nothing"
        approximate(fn, "asm", (Effect.DROPS,), nothing, text)
        fn.emit(Skip())
