"""Auxiliary variables of loops: what a proof computes beside a program (Owicki and Gries 1976)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.ir.expressions import Expr, Variable, postorder


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """A variable that a proof adds to a loop and the program never reads; its name begins with a backslash.

    It has the value of ``initial`` when the loop is entered, an expression over the state at the head then. From one
    arrival at the head to the next it changes to the value of ``step``, an expression over the state and the auxiliary
    variables at the earlier arrival. All of a loop change at once. What steps to itself never changes.
    """

    variable: Variable
    initial: Expr
    step: Expr


def before_loop(variable: Variable) -> Auxiliary:
    """The auxiliary variable that keeps the value of a variable when the loop was entered."""
    name = f"\\entry(global {variable.name})" if variable.is_global else f"\\entry({variable.name})"
    kept = Variable(name, variable.type, False)
    return Auxiliary(kept, variable, kept)


def needed(auxiliaries: Iterable[Auxiliary], expressions: Iterable[Expr]) -> tuple[Auxiliary, ...]:
    """The auxiliary variables that expressions name, with those that their steps depend on, in their order."""
    pending = [*expressions]
    by_name = {extra.variable.name: extra for extra in auxiliaries}
    kept: set[str] = set()
    while pending:
        for node in postorder(pending.pop()):
            if isinstance(node, Variable) and node.name in by_name and node.name not in kept:
                kept.add(node.name)
                pending.append(by_name[node.name].step)
    return tuple(extra for name, extra in by_name.items() if name in kept)
