"""Reachability in predicate programs: interprocedural, context-sensitive, on decision diagrams.

In comes a predicate program in its over-approximating reading, out go the valuations each location can be reached with,
checks that may fail, invariants, and shortest traces (Ball and Rajamani 2000, the tool Bebop).
"""

from vexil.engines.bebop.backwards import AbstractTrace, Arrival, FailingCheck, Target, TraceStep
from vexil.engines.bebop.engine import BebopEngine
from vexil.engines.bebop.reach import Place, Reached, reach
from vexil.engines.bebop.traces import shortest_trace

__all__ = [
    "AbstractTrace",
    "Arrival",
    "BebopEngine",
    "FailingCheck",
    "Place",
    "Reached",
    "Target",
    "TraceStep",
    "reach",
    "shortest_trace",
]
