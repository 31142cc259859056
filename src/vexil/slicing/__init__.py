"""Slicing: a program and a question become a smaller program with the same answer (Weiser 1984).

`slice_of` finds what the question depends on (`vexil.analysis.dependence`) and makes a program of it; `complete` turns
a run of the slice into a run of the program. Whether a slice keeps the answer is checked by `vexil.certify.slices`.
"""

from vexil.slicing.completion import complete
from vexil.slicing.criterion import criterion_of
from vexil.slicing.program import sliced_program
from vexil.slicing.question import slice_of

__all__ = ["complete", "criterion_of", "slice_of", "sliced_program"]
