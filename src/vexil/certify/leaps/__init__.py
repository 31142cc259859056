"""Chains of must steps and leaps, proved once more condition by condition, with a second solver.

What comes in is the program and a chain; the form without calls is made anew, and its steps are executed symbolically
as those of branching proofs are. Ball, Kupferman and Sagiv (2007) prove the theorems that a leap rests on.
"""

from vexil.certify.leaps.check import check_chain, check_target
from vexil.certify.leaps.ports import prove_between_claims

__all__ = ["check_chain", "check_target", "prove_between_claims"]
