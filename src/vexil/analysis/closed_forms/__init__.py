"""Closed forms: registers of loops as functions of how often the loop was gone round.

A loop of a function comes in; `LoopForms` come out: which registers change by sums of constants and of each other, as
expressions over the number of iterations. The method is that of solvable recurrences (Rodríguez-Carbonell and Kapur
2004), in the basis of binomials so that it is exact modulo powers of two. Nothing is proved here.
"""

from vexil.analysis.closed_forms.arrays import ArrayFacts
from vexil.analysis.closed_forms.chains import FIRST, Chain, counter
from vexil.analysis.closed_forms.ends import ends_of, stops_of
from vexil.analysis.closed_forms.equations import equations_of
from vexil.analysis.closed_forms.forms import LoopForms, forms_of
from vexil.analysis.closed_forms.loop_text import LoopTexts
from vexil.analysis.closed_forms.segments import SegmentFacts, says_something
from vexil.analysis.closed_forms.sums import constants_of, sums_of

__all__ = [
    "FIRST",
    "ArrayFacts",
    "Chain",
    "LoopForms",
    "LoopTexts",
    "SegmentFacts",
    "constants_of",
    "counter",
    "ends_of",
    "equations_of",
    "forms_of",
    "says_something",
    "stops_of",
    "sums_of",
]
