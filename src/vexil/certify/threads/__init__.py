"""Proofs about any number of threads: claims about a few of them at a time, proved with a second solver.

The claims of `ThreadClaims` are about what a thread knows where others may have moved. That every run keeps them is an
induction over its steps (Owicki and Gries 1976, for several threads at a time Hoenicke, Majumdar and Podelski 2017): a
step of one thread, from any state in which all claims hold, leads to a state in which all claims hold.
"""

from __future__ import annotations

from vexil.certify.threads.check import check_threads

__all__ = ["check_threads"]
