"""Sets of valuations as irredundant disjunctions of conjunctions (Minato 1992)."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.errors import LimitReached
from vexil.engines.diagrams import Diagram, Manager
from vexil.model.boolean_program.expressions import Expr, Var, conjunction, disjunction, negation

MOST_VARIABLES = 250
"""More variables than this are not looked at one inside the other."""

Cube = tuple[tuple[str, bool], ...]


def irredundant_form(manager: Manager, function: Diagram, names: Mapping[str, str]) -> Expr:
    """An expression for a function over the given variables, by their names in diagrams; it depends on no others.

    The cubes are prime, none can be left out, and they do not depend on the order of variables in the diagram. Raises
    `LimitReached` when the function depends on too many variables.
    """
    used = manager.support(function)
    order = [name for name in names if name in used]
    if len(order) > MOST_VARIABLES:
        raise LimitReached(f"limit of {MOST_VARIABLES} variables in a printed invariant: it has {len(order)}")
    cubes, _ = _cover(manager, order, function, function, 0, {})
    literals = [
        conjunction(Var(names[name]) if value else negation(Var(names[name])) for name, value in cube) for cube in cubes
    ]
    return disjunction(literals)


_Known = dict[tuple[Diagram, Diagram, int], tuple[list[Cube], Diagram]]


def _cover(
    manager: Manager, order: list[str], least: Diagram, most: Diagram, depth: int, known: _Known
) -> tuple[list[Cube], Diagram]:
    """Cubes whose disjunction lies between two functions, and that disjunction."""
    if least == manager.false:
        return [], manager.false
    if most == manager.true:
        return [()], manager.true
    found = known.get((least, most, depth))
    if found is not None:
        return found
    name = order[depth]
    no, yes = {name: manager.false}, {name: manager.true}
    least_no, least_yes = manager.replaced(least, no), manager.replaced(least, yes)
    most_no, most_yes = manager.replaced(most, no), manager.replaced(most, yes)
    negative, covered_no = _cover(manager, order, least_no & ~most_yes, most_no, depth + 1, known)
    positive, covered_yes = _cover(manager, order, least_yes & ~most_no, most_yes, depth + 1, known)
    rest = (least_no & ~covered_no) | (least_yes & ~covered_yes)
    common, covered = _cover(manager, order, rest, most_no & most_yes, depth + 1, known)
    variable = manager.declare(name)
    whole = (~variable & covered_no) | (variable & covered_yes) | covered
    cubes: list[Cube] = [((name, False), *cube) for cube in negative]
    cubes += [((name, True), *cube) for cube in positive]
    cubes += common
    known[least, most, depth] = cubes, whole
    return cubes, whole
