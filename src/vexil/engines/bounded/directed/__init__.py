"""Proofs by property-directed reachability over predicates at the heads of loops.

A program that `Induction` can execute comes in, an `Invariant` goes out: clauses over conditions of the program that
hold whenever control is at the head of a loop (IC3 with implicit predicate abstraction, Cimatti, Griggio, Mover and
Tonetta 2014; large blocks, Beyer et al. 2009). A run comes out where the way to a failure is one of the program.
"""

from __future__ import annotations

from vexil.engines.bounded.directed.search import Directed

__all__ = ["Directed"]
