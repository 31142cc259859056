"""Whether a partial expression approximates a condition (Gurfinkel and Chechik 2006, section 3.2)."""

from __future__ import annotations

from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term


def approximates(
    terms: Terms, solver: ProcessSolver, yes: Term, no: Term, condition: Term, limit: int | None = None
) -> bool:
    """Say whether ``choice(yes, no)`` approximates a condition: *yes* implies it, and *no* implies its negation.

    An answer that the solver does not give counts as no. So ``choice(false, false)`` approximates everything, and a
    choice both of whose sides can be true at once approximates nothing.
    """
    wrong = (terms.and_(yes, terms.not_(condition)), terms.and_(no, condition))
    return all(solver.check(part, limit=limit).is_unsat for part in wrong)
