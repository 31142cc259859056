"""Solvers of formulas, each in a process of its own that can be killed."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import metadata

from vexil.logic.solvers.oracle import Oracle
from vexil.logic.solvers.port import PACKAGES, ProcessSolver
from vexil.logic.solvers.protocol import Reply, Satisfiable, Solver
from vexil.logic.sorts import INT, ArraySort, Sort
from vexil.logic.terms import Term

__all__ = [
    "Oracle",
    "ProcessSolver",
    "Reply",
    "Satisfiable",
    "Solver",
    "open_solver",
    "suitable",
    "versions",
    "with_version",
]


def open_solver(
    name: str = "bitwuzla", *, preprocess: bool = True, seconds: float | None = None, memory_mb: int | None = None
) -> ProcessSolver:
    """The solver of this name; *seconds* of CPU and megabytes are what a question may cost at most.

    Without *preprocess*, many small questions are answered faster and single large ones slower.
    """
    return ProcessSolver(name, preprocess=preprocess, seconds=seconds, memory_mb=memory_mb)


def suitable(terms: Iterable[Term]) -> str:
    """The name of the fastest solver that knows all sorts in these terms."""
    stack = list(terms)
    seen = set(stack)
    while stack:
        term = stack.pop()
        if _has_integers(term.sort):
            return "z3"
        for argument in term.args:
            if argument not in seen:
                seen.add(argument)
                stack.append(argument)
    return "bitwuzla"


def _has_integers(sort: Sort) -> bool:
    return any(map(_has_integers, (sort.index, sort.element))) if isinstance(sort, ArraySort) else sort == INT


def versions() -> dict[str, str | None]:
    """The version of each solver, ``None`` for one that is not installed."""
    return {name: _version(package) for name, package in PACKAGES.items()}


def with_version(name: str) -> str:
    """The name of a solver with its version, as verdicts state it."""
    return f"{name} {_version(PACKAGES[name]) or ''}".rstrip()


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
