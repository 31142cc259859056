"""Formulas: interned terms, what program text means as a formula, and the solvers that answer questions about them.

`Terms` makes terms and simplifies them; `vexil.logic.solvers` decides them in processes of their own. Terms are over
truth values, bit-vectors, mathematical integers, IEEE floats and arrays; operators have the meaning of SMT-LIB.
"""

from __future__ import annotations

from vexil.logic.factory import Terms
from vexil.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, ArraySort, BitsSort, FloatSort, Sort, array, bits
from vexil.logic.terms import Term

__all__ = [
    "BOOL",
    "FLOAT32",
    "FLOAT64",
    "INT",
    "ArraySort",
    "BitsSort",
    "FloatSort",
    "Sort",
    "Term",
    "Terms",
    "array",
    "bits",
]
