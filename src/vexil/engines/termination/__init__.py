"""Whether every run of a sequential program ends: rankings of its loops, or a run that never does.

In comes a question about termination, out come an `Invariant` whose loops have rankings (Bradley, Manna and Sipma
2005), or a `Lasso`. Rankings are guessed from runs with drawn inputs; that they shrink is asked of another engine as a
question about checks, which finds the facts that this needs.
"""

from vexil.engines.termination.engine import TerminationEngine

__all__ = ["TerminationEngine"]
