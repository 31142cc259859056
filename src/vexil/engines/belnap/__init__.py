"""Four-valued model checking of predicate programs (Gurfinkel and Chechik 2006).

In comes a flat predicate program (`vexil.transform.predicate_inlining`) and a formula of CTL or the mu-calculus; out
comes true, false, or *neither*, which is explained by steps that the abstraction does not know enough about.
Reachability in programs with procedures, also recursive ones, is in `vexil.engines.belnap.summaries`; what is certainly
reached has a way there by ranks (`vexil.engines.belnap.ranked`).
"""

from vexil.engines.belnap.check import Result, check, formula_of
from vexil.engines.belnap.explain import all_causes, explain
from vexil.engines.belnap.proof import witness
from vexil.engines.belnap.ranked import RankedWay
from vexil.engines.belnap.relation import Options, Relation
from vexil.engines.belnap.summaries import Certain, certainly
from vexil.engines.belnap.values import Belnap, Truth

__all__ = [
    "Belnap",
    "Certain",
    "Options",
    "RankedWay",
    "Relation",
    "Result",
    "Truth",
    "all_causes",
    "certainly",
    "check",
    "explain",
    "formula_of",
    "witness",
]
