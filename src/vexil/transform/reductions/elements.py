"""Something done to every element of a variable."""

from __future__ import annotations

from collections.abc import Callable

from vexil.ir.expressions import Operator
from vexil.model.guarded.expressions import WORD, Expr, Local, Variable, apply, is_const, number
from vexil.model.guarded.system import Block, For, GuardedSystem
from vexil.transform.flattening.cells import Cell


def each_element(
    system: GuardedSystem, variable: Variable, what: Callable[[Cell], Block], fresh: Callable[[], str]
) -> Block:
    """Statements for every element of a variable, of every thread that has it."""
    count = 1 if variable.template is None else system.template[variable.template].count
    thread: Expr | None = None if variable.template is None else number(0)
    index: Expr = number(0)
    loops: list[tuple[str, int]] = []
    if variable.length > 1:
        loops.append((fresh(), variable.length))
        index = Local(loops[-1][0], WORD)
    if count > 1:
        loops.append((fresh(), count))
        thread = Local(loops[-1][0], WORD)
    statements = what(Cell(variable, variable.type, index, thread))
    for name, length in loops:
        statements = (For(name, length, statements),)
    return statements


def plus(value: Expr, distance: int) -> Expr:
    """A value and a constant."""
    if distance == 0:
        return value
    if is_const(value, 0):
        return number(distance, value.type)
    return apply(Operator.ADD, value, number(distance, value.type))
