"""``switch`` statements and expressions on integers, strings and enums (JLS 14.11, 15.28)."""

from __future__ import annotations

from collections.abc import Callable

from vexil.frontends.java.lowering.evaluation import lowers, value
from vexil.frontends.java.lowering.function import Context, FunctionLowering
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.lowering.statements import execute, lowers_statement
from vexil.frontends.java.symbols.types import ClassType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr, Variable
from vexil.ir.operations import Assign, Case, Skip
from vexil.ir.types import I32
from vexil.ir.typing import field as field_place

IMPOSSIBLE = "java.lang.IncompatibleClassChangeError"


@lowers_statement(typed.Switch)
def switch_statement(f: FunctionLowering, node: typed.Switch) -> None:
    """A switch for its effect."""
    lower_switch(f, node, None)


@lowers(typed.SwitchValue)
def switch_value(f: FunctionLowering, node: typed.SwitchValue) -> Expr:
    """A switch for its value."""
    span, spans = f.span, dict(f.spans)
    result = f.temporary(lowered_type(node.type))
    lower_switch(f, node.switch, result)
    f.span = span
    f.spans.update(spans)
    return result


def lower_switch(f: FunctionLowering, node: typed.Switch, result: Variable | None) -> None:
    """Select a case, then fall from case to case."""
    if result is None:
        f.at(node.selector.span)
    if node.kind is typed.SwitchKind.ENUM:
        assert isinstance(node.selector.type, ClassType)
        f.program.initialisation.trigger(f, node.selector.type.symbol)  # javac's table of cases asks for its constants
    selector = value(f, node.selector)
    end = f.fresh()
    starts = [f.fresh() for _ in node.cases]
    default = next((start for start, case in zip(starts, node.cases, strict=True) if None in case.labels), None)
    otherwise = default if default is not None else (f.fresh() if node.exhaustive else end)
    if node.kind is typed.SwitchKind.STRING:
        _select_string(f, node, selector, starts, otherwise)
    else:
        number = selector if node.kind is typed.SwitchKind.INTEGER else _ordinal(f, selector)
        _select_number(f, node, f.register(number), starts, otherwise)
    f.contexts.append(Context(target=node.target, break_to=end, result=result))
    for start, case in zip(starts, node.cases, strict=True):
        f.go(start)
        f.place(start)
        for statement in case.body:
            execute(f, statement)
    f.contexts.pop()
    f.go(end)
    if default is None and node.exhaustive:
        f.place(otherwise)
        f.raise_new(IMPOSSIBLE)
    f.place(end)


def _ordinal(f: FunctionLowering, selector: Expr) -> Expr:
    constant = f.require_object(selector)
    kept = f.temporary(I32)
    f.emit(Assign(kept, field_place(constant, "java.lang.Enum", "ordinal", I32)))
    f.program.use_field("java.lang.Enum", "ordinal")
    return kept


def _select_number(f: FunctionLowering, node: typed.Switch, selector: Expr, starts: list[int], otherwise: int) -> None:
    """One edge for each case, and one for all other values."""
    numbers = _numbers(node)
    source = f.here
    constants: list[int] = []
    for start, case in zip(starts, node.cases, strict=True):
        labels = tuple(numbers(label) for label in case.labels if label is not None)
        if labels:
            f.builder.edge(source, start, Case(selector, labels, False), f.span, f.spans)
            constants.extend(labels)
    if constants:
        f.builder.edge(source, otherwise, Case(selector, tuple(constants), True), f.span, f.spans)
    else:
        f.builder.edge(source, otherwise, Skip(), f.span, f.spans)
    f.here = f.fresh()


def _numbers(node: typed.Switch) -> Callable[[int | str], int]:
    """The number that stands for a label: itself, or the position of an enum's constant."""
    if node.kind is typed.SwitchKind.INTEGER:
        return int
    kind = node.selector.type
    assert isinstance(kind, ClassType)
    assert kind.symbol.declaration is not None
    order = {constant.name: number for number, constant in enumerate(kind.symbol.declaration.constants)}
    return lambda label: order[str(label)]


def _select_string(f: FunctionLowering, node: typed.Switch, selector: Expr, starts: list[int], otherwise: int) -> None:
    text = f.saved(f.require_object(selector))
    f.not_null.add(text.name if isinstance(text, Variable) else "")
    for start, case in zip(starts, node.cases, strict=True):
        for label in case.labels:
            if label is not None:
                literal = f.program.literals.global_of(str(label))
                same = f.program.call_library(f, "java.lang.String", "equals", (text, literal), "java.lang.Object")
                following = f.fresh()
                f.branch(same, start, following)
                f.here = following
    f.go(otherwise)
