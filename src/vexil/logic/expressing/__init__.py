"""Terms over a state as expressions of the intermediate form: translation backwards.

A term over the variables of a `Space` comes in, an expression over the program's own variables that means the same goes
out: facts that were found as formulas are certified and shown that way. What a formula says of symbols that are no
variables of the program, or of memory in a way that no expression can, has none.
"""

from __future__ import annotations

from vexil.logic.expressing.walk import expression_of

__all__ = ["expression_of"]
