"""Solvers of formulas, each in a process of its own that can be killed."""

from __future__ import annotations

from importlib import metadata

from vexil.logic.solvers.choice import solver_for, solver_of_integers, suitable
from vexil.logic.solvers.oracle import Oracle
from vexil.logic.solvers.port import PACKAGES, ProcessSolver, Remaining
from vexil.logic.solvers.protocol import Reply, Satisfiable, Solver

__all__ = [
    "Oracle",
    "ProcessSolver",
    "Reply",
    "Satisfiable",
    "Solver",
    "open_solver",
    "solver_for",
    "solver_of_integers",
    "suitable",
    "versions",
    "with_version",
]


def open_solver(
    name: str = "bitwuzla",
    *,
    preprocess: bool = True,
    seconds: float | None = None,
    remaining: Remaining | None = None,
    memory_mb: int | None = None,
) -> ProcessSolver:
    """The solver of this name; *seconds* of CPU and megabytes are what a question may cost at most.

    It costs no more than what *remaining* says that is left, either.
    Without *preprocess*, many small questions are answered faster and single large ones slower.
    """
    return ProcessSolver(name, preprocess=preprocess, seconds=seconds, remaining=remaining, memory_mb=memory_mb)


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
