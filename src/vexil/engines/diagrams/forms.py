"""Boolean functions as expressions in which equal parts are shared, as large as their diagrams."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.engines.diagrams.manager import Diagram, Manager
from vexil.model.boolean_program.expressions import FALSE, TRUE, And, Expr, Not, Or, Var


def shared_form(manager: Manager, function: Diagram, names: Mapping[str, str]) -> Expr:
    """An expression for a function over variables, by their names in diagrams; it depends on no others.

    Decisions are made in the order of the names, so that it does not depend on the order in the diagram.
    """
    used = manager.support(function)
    order = [name for name in names if name in used]
    made: dict[tuple[Diagram, int], Expr] = {}
    pending: list[tuple[Diagram, int]] = [(function, 0)]
    while pending:
        current, depth = pending[-1]
        if (current, depth) in made:
            pending.pop()
            continue
        if current in (manager.true, manager.false):
            made[current, depth] = TRUE if current == manager.true else FALSE
            continue
        name = order[depth]
        low = manager.replaced(current, {name: manager.false})
        high = manager.replaced(current, {name: manager.true})
        missing = [key for key in ((low, depth + 1), (high, depth + 1)) if key not in made]
        if missing:
            pending.extend(missing)
            continue
        made[current, depth] = _decision(Var(names[name]), made[high, depth + 1], made[low, depth + 1])
    return made[function, 0]


def _decision(variable: Expr, yes: Expr, no: Expr) -> Expr:
    """Parts are compared by identity: comparing what is shared a thousand times would take for ever."""
    if yes is no:
        return yes
    if yes is TRUE:
        return variable if no is FALSE else Or((variable, no))
    if no is TRUE:
        return Not(variable) if yes is FALSE else Or((Not(variable), yes))
    if yes is FALSE:
        return And((Not(variable), no))
    if no is FALSE:
        return And((variable, yes))
    return Or((And((variable, yes)), And((Not(variable), no))))
