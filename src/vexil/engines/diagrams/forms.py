"""Boolean functions as expressions: with parts that are shared, or as irredundant disjunctions (Minato 1992)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from vexil.core.errors import LimitReached
from vexil.engines.diagrams.manager import Diagram, Manager
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    And,
    Expr,
    Not,
    Or,
    Var,
    conjunction,
    disjunction,
    negation,
)

MOST_VARIABLES = 250
"""More variables than this are not looked at one inside the other."""
MOST_CUBES = 20_000

Cube = tuple[tuple[str, bool], ...]
T = TypeVar("T")


def decision_tree(
    manager: Manager, function: Diagram, order: Sequence[str], leaves: tuple[T, T], decide: Callable[[str, T, T], T]
) -> T:
    """Decide a function by one variable after the other, in an order of its own; equal parts are made once.

    *leaves* stand for false and true; *decide* gets a variable and what stands for the rest if it is true and if not.
    """
    trees: dict[Diagram, T] = {manager.false: leaves[0], manager.true: leaves[1]}
    pending: list[tuple[Diagram, int]] = [(function, 0)]
    while pending:
        current, depth = pending[-1]
        if current in trees:
            pending.pop()
            continue
        used = manager.support(current)
        while order[depth] not in used:
            depth += 1
        name = order[depth]
        yes, no = (manager.replaced(current, {name: value}) for value in (manager.true, manager.false))
        missing = [(part, depth + 1) for part in (no, yes) if part not in trees]
        if missing:
            pending.extend(missing)
        else:
            trees[current] = decide(name, trees[yes], trees[no])
    return trees[function]


def shared_form(manager: Manager, function: Diagram, names: Mapping[str, str]) -> Expr:
    """An expression, as large as the diagram, for a function over variables, by their names in diagrams.

    It depends on no others.
    """

    def decide(name: str, yes: Expr, no: Expr) -> Expr:
        return _decision(Var(names[name]), yes, no)

    leaves: tuple[Expr, Expr] = (FALSE, TRUE)
    return decision_tree(manager, function, list(names), leaves, decide)


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


def irredundant_form(manager: Manager, function: Diagram, names: Mapping[str, str]) -> Expr:
    """An expression for a function over the given variables, by their names in diagrams; it depends on no others.

    Raises `LimitReached` like `irredundant_cubes`.
    """
    return disjunction(
        conjunction(Var(names[name]) if value else negation(Var(names[name])) for name, value in cube)
        for cube in irredundant_cubes(manager, function, names)
    )


def irredundant_cubes(
    manager: Manager, function: Diagram, order: Iterable[str], most: int = MOST_CUBES
) -> tuple[Cube, ...]:
    """Cubes whose disjunction is a function over some variables.

    The cubes are prime, none can be left out, and they depend on the order that is given, not on the diagram's. Raises
    `LimitReached` when the function depends on too many variables, or has more cubes than *most*.
    """
    used = manager.support(function)
    names = [name for name in order if name in used]
    if len(names) > MOST_VARIABLES:
        raise LimitReached(f"limit of {MOST_VARIABLES} variables in an invariant: it has {len(names)}")
    return tuple(_Cover(manager, names, most).between(function, function, 0)[0])


class _Cover:
    def __init__(self, manager: Manager, order: list[str], most: int) -> None:
        self._manager = manager
        self._order = order
        self._most = most
        self._memo: dict[tuple[Diagram, Diagram], tuple[list[Cube], Diagram]] = {}

    def between(self, least: Diagram, most: Diagram, depth: int) -> tuple[list[Cube], Diagram]:
        """Cubes whose disjunction lies between two functions, and that disjunction."""
        manager = self._manager
        if least == manager.false:
            return [], manager.false
        if most == manager.true:
            return [()], manager.true
        cached = self._memo.get((least, most))
        if cached is not None:
            return cached
        name = self._order[depth]
        no, yes = {name: manager.false}, {name: manager.true}
        least_no, least_yes = manager.replaced(least, no), manager.replaced(least, yes)
        most_no, most_yes = manager.replaced(most, no), manager.replaced(most, yes)
        negative, covered_no = self.between(least_no & ~most_yes, most_no, depth + 1)
        positive, covered_yes = self.between(least_yes & ~most_no, most_yes, depth + 1)
        rest = (least_no & ~covered_no) | (least_yes & ~covered_yes)
        common, covered = self.between(rest, most_no & most_yes, depth + 1)
        variable = manager.declare(name)
        whole = (~variable & covered_no) | (variable & covered_yes) | covered
        cubes: list[Cube] = [((name, False), *cube) for cube in negative]
        cubes += [((name, True), *cube) for cube in positive]
        cubes += common
        if len(cubes) > self._most:
            raise LimitReached(f"limit of {self._most} conjunctions in an invariant")
        self._memo[least, most] = cubes, whole
        return cubes, whole
