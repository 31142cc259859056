"""What a printed model is asked, so that the answer is one to a property of the program."""

from __future__ import annotations

from vexil.engines.printed.questions import Branching, Deadlock, Endings, Invariant, Linear, Question
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.model.goal import from_main
from vexil.model.guarded.expressions import FALSE, both
from vexil.spec.atoms import At
from vexil.spec.formulas import Finally, Proposition, atoms_of
from vexil.spec.property import Kind, Property
from vexil.transform.flattening import Flattened, flatten
from vexil.transform.flattening.goals import FlatGoal

FINISHED = At("the end of the program")


def question_of(goal: FlatGoal, asked: Property, *, may_count_steps: bool = True) -> Question:
    """What to ask about the flat form of a program."""
    atoms = goal.flattened.system.atoms
    wanted = both(*(atoms[number] for number in sorted(goal.atoms)))
    if goal.violations is None:
        if goal.deadlock:
            return Deadlock(wanted)
        return Invariant(wanted) if goal.atoms else Endings(goal.endings)
    values = [atoms[number] for number in goal.letters]
    if asked.kind is Kind.TERMINATION:
        return Linear(Finally(Proposition(FINISHED)), {FINISHED: values[0]})
    formula = from_main(asked.linear_formula(), goal.flattened.encoding.program)
    known = dict(zip(goal.violations.atoms, values, strict=True))
    # What the automaton of violations does not look at makes no difference.
    return Linear(formula, {atom: known.get(atom, FALSE) for atom in atoms_of(formula)}, may_count_steps)


def values_of(goal: FlatGoal) -> Invariant | None:
    """Whether an atom of the property has no value in some state, unless all of them always have one."""
    atoms = goal.flattened.system.atoms
    return Invariant(both(*(atoms[number] for number in sorted(goal.defined)))) if goal.defined else None


def branching_question(
    program: Program, asked: Property, bounds: Bounds, *, may_count_steps: bool = True
) -> tuple[Flattened, Branching]:
    """The flat form of a program and a formula of CTL about it; raises `NotFlat`."""
    formula = asked.branching_formula()
    atoms = tuple(atoms_of(formula))
    flattened = flatten(program, bounds=bounds, checks=frozenset(), atoms=atoms, file=asked.file)
    values = [flattened.system.atoms[item.value] for item in flattened.observed]
    return flattened, Branching(formula, dict(zip(atoms, values, strict=True)), may_count_steps)
