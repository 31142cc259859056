"""What a printed model is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.engines.printed.rewriting import Refused
from vexil.model.guarded.expressions import TRUE, Expr
from vexil.model.guarded.system import EndKind, GuardedSystem
from vexil.spec.atoms import Atom
from vexil.spec.ctl import has_next as branching_has_next
from vexil.spec.formulas import Ctl, Ltl, atoms_of
from vexil.spec.ltl import is_next_free


@dataclass(frozen=True, slots=True)
class Count:
    """How many states and steps there are."""


@dataclass(frozen=True, slots=True)
class Endings:
    """Whether a run ends in one of these ways; it may be one in which runs are cut."""

    asserted: frozenset[int]


@dataclass(frozen=True, slots=True)
class Deadlock:
    """Whether nobody can move in some state where the run is not over, or a condition does not hold in some state."""

    wanted: Expr = TRUE


@dataclass(frozen=True, slots=True)
class Invariant:
    """Whether a condition does not hold in some state."""

    wanted: Expr


@dataclass(frozen=True, slots=True)
class Linear:
    """Whether every run satisfies a formula; ``atoms`` says what its atoms mean in the system."""

    formula: Ltl
    atoms: Mapping[Atom, Expr]
    may_count_steps: bool = False
    """Whether ``X`` is allowed: it speaks about single commands."""


@dataclass(frozen=True, slots=True)
class Branching:
    """Whether a formula of CTL holds at the beginning of every run; ``atoms`` says what its atoms mean."""

    formula: Ctl
    atoms: Mapping[Atom, Expr]
    may_count_steps: bool = False
    """Whether ``AX`` and ``EX`` are allowed: they speak about single commands."""


Question = Count | Endings | Deadlock | Invariant | Linear | Branching


def violations(system: GuardedSystem) -> Endings:
    """Whether anything goes wrong: every ending that violates a property or has no defined meaning."""
    wrong = (EndKind.VIOLATED, EndKind.UNDEFINED)
    return Endings(frozenset(number for number, ending in enumerate(system.endings) if ending.kind in wrong))


def bounds(system: GuardedSystem) -> Endings:
    """Whether a bound cuts a run: without an answer to this, nothing that was not found is known not to be there."""
    return Endings(frozenset(number for number, ending in enumerate(system.endings) if ending.by_bound))


def require_known(question: Linear | Branching) -> None:
    """Refuse atoms that nobody has given a meaning, and operators that speak about single steps without leave."""
    match question:
        case Linear(formula):
            has_next, atoms = not is_next_free(formula), atoms_of(formula)
        case Branching(branching):
            has_next, atoms = branching_has_next(branching), atoms_of(branching)
    if has_next and not question.may_count_steps:
        raise Refused("X speaks about single steps, which the printed model and the program need not agree about")
    for atom in atoms:
        if atom not in question.atoms:
            raise Refused(f"the atom {atom} has no meaning in the printed system")
