"""Program dependences: data, control, divergence, interference, synchronisation and ready (Hatcliff et al. 1999).

`DependenceGraph(program)` has them all, and slices over them. Dependences are over-approximations, safe locks an
under-approximation.
"""

from vexil.analysis.dependence.graph import EVERYTHING, DependenceGraph
from vexil.analysis.dependence.kinds import CALLS, SIX, Dependence, Ends, Kind
from vexil.analysis.dependence.nodes import Nodes, Place
from vexil.analysis.dependence.slices import Slice

__all__ = [
    "CALLS",
    "EVERYTHING",
    "SIX",
    "Dependence",
    "DependenceGraph",
    "Ends",
    "Kind",
    "Nodes",
    "Place",
    "Slice",
]
