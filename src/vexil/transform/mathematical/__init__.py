"""Programs over mathematical integers: the same program, in which no signed arithmetic overflows.

Registers hold integers of any size. Signed sums, differences, products, quotients, negations and shifts to the left by
a known amount are exact. Everything else has the meaning it has for the machine, of operands that are brought into
their types: unsigned arithmetic, conversions, other bit operations, memory, floats and pointers. So a run in which no
signed operation overflows is the same run in both programs, and has the same states.
"""

from __future__ import annotations

from vexil.transform.mathematical.program import mathematical
from vexil.transform.mathematical.runs import MathematicalForm, MathematicalIntegers

__all__ = ["MathematicalForm", "MathematicalIntegers", "mathematical"]
