"""The programs of the published figures, rebuilt from the text, abstracted with the predicates asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from belnap_atoms import meaning_of_atoms
from vexil.engines.belnap import Belnap, Options, Relation, Result, check
from vexil.engines.belnap.check import Start
from vexil.engines.diagrams import Manager
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import (
    SKIP,
    Edge,
    Guard,
    Location,
    Operation,
    PredicateProgram,
    Procedure,
    Update,
    Variable,
)
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    UNKNOWN,
    Choose,
    Expr,
    Or,
    Var,
    conjunction,
    negation,
)
from vexil.spec.ctl import parse_ctl
from vexil.spec.mu import ctl_to_mu
from vexil.transform.predicate_inlining import FlatProgram, flatten

STEP, BRANCH, CHOICE, END = LocationKind.STEP, LocationKind.BRANCH, LocationKind.CHOICE, LocationKind.TERMINAL


def program(
    kinds: Mapping[str, LocationKind],
    edges: Sequence[tuple[str, str, Operation]],
    variables: Sequence[str] = (),
    invariant: Expr = TRUE,
) -> FlatProgram:
    """A program from named locations; the first is the entry, the last one the exit."""
    numbers = {name: number for number, name in enumerate(kinds)}
    locations = tuple(Location(name, kind) for name, kind in kinds.items())
    numbered = tuple(Edge(numbers[source], numbers[target], operation) for source, target, operation in edges)
    body = Procedure(
        "main", (), tuple(map(Variable, variables)), 0, locations, numbered, 0, len(locations) - 1, invariant
    )
    return flatten(PredicateProgram({"main": body}))


def asked(
    flat: FlatProgram,
    formula: str,
    *,
    conditional: bool = True,
    manager: Manager | None = None,
    start: Start | None = None,
) -> Result:
    relation = Relation(flat, Options(conditional=conditional), manager)
    return check(relation, ctl_to_mu(parse_ctl(formula)), meaning_of_atoms(flat), start=start)


def by_location(result: Result) -> dict[str, str]:
    """The value at every location of a program without variables."""
    return {location.name: str(result.at(number, {})) for number, location in enumerate(result.relation.flat.locations)}


def arms(source: str, condition: Expr, yes: str, no: str) -> list[tuple[str, str, Operation]]:
    return [(source, yes, Guard(condition)), (source, no, Guard(negation(condition)))]


def assignments(values: Mapping[str, Expr], tracked: Sequence[str]) -> Update:
    kept = {name: value for name, value in values.items() if name in tracked}
    return Update(tuple(kept), tuple(kept.values()))


def figure_1(tracked: Sequence[str]) -> FlatProgram:
    """``x = 2; y = 2; while (y <= 2) y = y - 1; if (x == 2) P1: ; END: ;`` with some of ``x2`` and ``y2``."""
    y2, x2 = Var("y2") if "y2" in tracked else UNKNOWN, Var("x2") if "x2" in tracked else UNKNOWN
    return program(
        {"1": STEP, "2": STEP, "3": BRANCH, "4": STEP, "5": BRANCH, "P1": STEP, "END": END},
        [
            ("1", "2", assignments({"x2": TRUE}, tracked)),
            ("2", "3", assignments({"y2": TRUE}, tracked)),
            *arms("3", y2, "4", "5"),
            ("4", "3", assignments({"y2": Choose(Var("y2"), FALSE)}, tracked)),
            *arms("5", x2, "P1", "END"),
            ("P1", "END", SKIP),
        ],
        tracked,
    )


def figure_2a(tracked: Sequence[str]) -> FlatProgram:
    """``if (x > 0) y = 1; else y = 2; P1: ;``."""
    condition = Var("x0") if "x0" in tracked else UNKNOWN
    return program(
        {"1": STEP, "2": BRANCH, "3": STEP, "4": STEP, "P1": END},
        [("1", "2", SKIP), *arms("2", condition, "3", "4"), ("3", "P1", SKIP), ("4", "P1", SKIP)],
        tracked,
    )


def figure_2c(tracked: Sequence[str]) -> FlatProgram:
    """A file can be opened or not; then as before."""
    condition = Var("x0") if "x0" in tracked else UNKNOWN
    return program(
        {"1": CHOICE, "2": BRANCH, "3": STEP, "4": STEP, "P1": END, "END": END},
        [
            ("1", "2", SKIP),
            ("1", "END", SKIP),
            *arms("2", condition, "3", "4"),
            ("3", "P1", SKIP),
            ("4", "P1", SKIP),
        ],
        tracked,
    )


def figure_5c(initial: int, predicates: int) -> FlatProgram:
    """``INIT: x = initial; P1: while (x > 0) x = x - 1; END: ;`` with ``x > 0`` … ``x > predicates - 1``."""
    names = [f"x{number}" for number in range(predicates)]
    start = Update(tuple(names), tuple(TRUE if initial > number else FALSE for number in range(predicates)))
    values: list[Expr] = [Var(f"x{number + 1}") for number in range(predicates - 1)]
    if names:
        values.append(Choose(FALSE, negation(Var(names[-1]))))
    condition = Var("x0") if names else UNKNOWN
    ordered = [Or((Var(f"x{number}"), negation(Var(f"x{number + 1}")))) for number in range(predicates - 1)]
    return program(
        {"INIT": STEP, "P1": BRANCH, "B": STEP, "END": END},
        [
            ("INIT", "P1", start),
            *arms("P1", condition, "B", "END"),
            ("B", "P1", Update(tuple(names), tuple(values))),
        ],
        names,
        conjunction(ordered),
    )


def figure_5d() -> FlatProgram:
    """``if (x > 0) { if (x*x*x + y*y*y == z*z*z) z = z + 1; } END: ;`` without predicates."""
    return program(
        {"INIT": BRANCH, "3": BRANCH, "4": STEP, "5": STEP, "END": END},
        [
            *arms("INIT", UNKNOWN, "3", "5"),
            *arms("3", UNKNOWN, "4", "5"),
            ("4", "5", SKIP),
            ("5", "END", SKIP),
        ],
    )


NEITHER, TRUTH, FALSITY = Belnap.NEITHER, Belnap.TRUE, Belnap.FALSE
