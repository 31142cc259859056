"""Invariants, checked by a symbolic execution of their own with a solver of their own.

In comes the evidence for "no check fails": a rule for every loop, and contracts of functions. The program is executed
symbolically from all initial states at once, ways are joined where they meet, loops are passed by their rules, calls by
contracts where there are some, and whatever has to hold (checks that are asked for, definedness of every operation,
facts and contracts, that no address is looked at) is proved by z3. The translation from expressions to formulas is this
package's own and follows the reference interpreter. k-induction is that of Sheeran, Singh and Stålmarck 2000, contracts
are those of Hoare 1971; `loop_rules` and `contracts` say why they are sound here. The same execution shows that runs
end (`progress`), and that runs come back to a set of states for ever (`recurrence`).
"""

from __future__ import annotations

from vexil.certify.invariant.check import check_invariant
from vexil.certify.invariant.endless_recursion import check_endless_recursion
from vexil.certify.invariant.recurrence import check_recurrence

__all__ = ["check_endless_recursion", "check_invariant", "check_recurrence"]
