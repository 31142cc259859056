"""Explicit-state search of guarded systems in native code.

In comes a `GuardedSystem`. Its successor function is written in LLVM's assembly language, one function per thread
template, and compiled in the process; a runtime in C explores the states: breadth first with shortest traces, depth
first, on several processors, with tree compression, or with hashes or bits in place of states, which finds errors and
proves nothing. Runs that a Büchi automaton accepts are found by strongly connected components, with weak fairness
between threads if that is wanted. Out go traces and lassos of states, and numbers.
"""

from __future__ import annotations

from vexil.engines.explicit.accepting_runs import AcceptedRun, RunSearchResult, search_runs
from vexil.engines.explicit.library import Reason, Strategy, missing
from vexil.engines.explicit.search import Compiled, Goals, Running, Searched, SearchOptions, Statistics

__all__ = [
    "AcceptedRun",
    "Compiled",
    "Goals",
    "Reason",
    "RunSearchResult",
    "Running",
    "SearchOptions",
    "Searched",
    "Statistics",
    "Strategy",
    "missing",
    "search_runs",
]
