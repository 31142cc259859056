"""Views: what any few of very many threads can be at once (Abdulla, Haziza and Holík 2013, all for the price of few).

A system of threads that are told apart by their templates and finite states comes in. `explore` finds what any *k* of
its threads can be at once, whatever their number: an over-approximation, which is exact for *k* large enough where the
system is well-structured, as those of predicate abstraction with broadcasts are. `search` looks for an error of few
threads, configuration by configuration, where identical threads are not told apart. The two take turns.
"""

from __future__ import annotations

from vexil.engines.views.explore import Views, explore
from vexil.engines.views.search import AbstractRun, Searched, Taken, search, way_to
from vexil.model.thread_system import Step, System, ThreadState

__all__ = ["AbstractRun", "Searched", "Step", "System", "Taken", "ThreadState", "Views", "explore", "search", "way_to"]
