"""What a printed model is asked, by itself or so that the answer is one to a property of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.engines.printed.rewriting import Refused
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.model.goal import from_main
from vexil.model.guarded.expressions import FALSE, TRUE, Expr, both
from vexil.model.guarded.system import EndKind, GuardedSystem
from vexil.spec.atoms import At, Atom
from vexil.spec.ctl import has_next as branching_has_next
from vexil.spec.formulas import Ctl, Finally, Ltl, Proposition, atoms_of
from vexil.spec.ltl import is_next_free
from vexil.spec.property import Kind, Property
from vexil.transform.flattening import Flattened, flatten
from vexil.transform.flattening.goals import FlatGoal

FINISHED = At("the end of the program")


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


# --- properties of programs ------------------------------------------------------------------------------


def question_of(goal: FlatGoal, specification: Property, *, may_count_steps: bool = True) -> Question:
    """What to ask about the flat form of a program."""
    atoms = goal.flattened.system.atoms
    wanted = both(*(atoms[number] for number in sorted(goal.atoms)))
    if goal.violations is None:
        if goal.deadlock:
            return Deadlock(wanted)
        return Invariant(wanted) if goal.atoms else Endings(goal.endings)
    values = [atoms[number] for number in goal.letters]
    if specification.kind is Kind.TERMINATION:
        return Linear(Finally(Proposition(FINISHED)), {FINISHED: values[0]})
    formula = from_main(specification.linear_formula(), goal.flattened.encoding.program)
    meanings = dict(zip(goal.violations.atoms, values, strict=True))
    # What the automaton of violations does not look at makes no difference.
    return Linear(formula, {atom: meanings.get(atom, FALSE) for atom in atoms_of(formula)}, may_count_steps)


def values_of(goal: FlatGoal) -> Invariant | None:
    """Whether an atom of the property has no value in some state, unless all of them always have one."""
    atoms = goal.flattened.system.atoms
    return Invariant(both(*(atoms[number] for number in sorted(goal.defined)))) if goal.defined else None


def branching_question(
    program: Program, specification: Property, bounds: Bounds, *, may_count_steps: bool = True
) -> tuple[Flattened, Branching]:
    """The flat form of a program and a formula of CTL about it; raises `NotFlat`."""
    formula = specification.branching_formula()
    atoms = tuple(atoms_of(formula))
    flattened = flatten(program, bounds=bounds, checks=frozenset(), atoms=atoms, file=specification.file)
    values = [flattened.system.atoms[item.value] for item in flattened.observed]
    return flattened, Branching(formula, dict(zip(atoms, values, strict=True)), may_count_steps)
