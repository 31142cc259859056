"""Predicate abstraction of threads: transactions and predicates come in, a system of finite threads goes out.

Predicates are over shared variables, over the registers of one template, or over both (Donaldson, Kaiser, Kroening and
Wahl 2011). Of the first kind there is one value, of the others one for each thread. A thread that writes what is shared
changes the values of others, too: what they are then is asked about both threads together, which is the *broadcast* of
that paper. Locks are predicates from the beginning, so synchronisation stays concrete.
"""

from __future__ import annotations

from vexil.abstraction.threads.abstraction import ThreadAbstraction
from vexil.abstraction.threads.facts import Fact, Facts
from vexil.abstraction.threads.program import thread_program

__all__ = ["Fact", "Facts", "ThreadAbstraction", "thread_program"]
