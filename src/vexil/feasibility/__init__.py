"""Whether a run of an abstraction is one of the program: both run side by side, with inputs that are looked for.

A run of the abstract program says where control goes; the program follows it, and after every step its numbers have to
be ones that the tokens stand for (Hatcliff et al. 2002, 2.4: off-line simulation).
"""

from vexil.feasibility.result import CannotTell, Feasibility, Feasible, Spurious
from vexil.feasibility.simulation import Related, simulate

__all__ = ["CannotTell", "Feasibility", "Feasible", "Related", "Spurious", "simulate"]
