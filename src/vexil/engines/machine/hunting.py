"""Bugs first: a search of all states is interrupted by short hunts, and what is found is told by a short run.

A search of all states comes to what lies deep last. So it pauses, for the first time after what small programs take as
a whole, and then whenever it has done twice as much; a share of its work goes to random walks, to states that few
preemptions lead to (Musuvathi and Qadeer 2007), and to depth-first search. Budgets count work and not time, so that
whoever asks the same finds the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vexil.engines.machine.search import NativeSearch, Order, Reason
from vexil.engines.machine.shortening import Shortening, cost
from vexil.engines.machine.taken_steps import TakenRun

FIRST = 100_000
"""The work before the first hunt."""
SHARE = {Order.WALKS: 0.15, Order.SWITCHES: 0.15, Order.DEPTH: 0.1}
"""What each way of hunting gets of the work that the search of all states has done."""
SHORTENING = 500_000, 5_000_000
"""The least and the most work that goes into shorter runs; between them, a quarter of what was done."""


class Hunt:
    """A search of all states that looks for bugs between its parts."""

    def __init__(self, search: NativeSearch) -> None:
        self._search = search
        self._hunters: dict[Order, NativeSearch] = {}
        self.found: TakenRun | None = None
        """The run that was found."""

    def run(self, most: int | None = None) -> Reason:
        """Search until something is found, nothing is left, or a limit is reached; pause after the *most* work."""
        budget = FIRST if most is None else most
        reason = self._search.run(budget)
        while reason is Reason.PAUSED and most is None:
            hunted = self._hunted(budget)
            if hunted is not None:
                reason = hunted
                break
            budget = self._search.numbers.work
            reason = self._search.run(budget)
        else:
            if reason is Reason.FOUND:
                self.found = self._search.path_to(self._search.numbers.bad)
        if self.found is not None:
            self.found = self._shorter(self.found)
        return reason

    def _hunted(self, work: int) -> Reason | None:
        """Hunt in every way; the reason why there is nothing left to do, if there is one."""
        for order, share in SHARE.items():
            hunter = self._hunter(order)
            match hunter.run(int(work * share)):
                case Reason.FOUND:
                    self.found = hunter.path_to(hunter.numbers.bad)
                    return Reason.FOUND
                case Reason.INTERRUPTED:
                    return Reason.INTERRUPTED
                case _:  # it pauses, or its own limits end it; the search of all states has others
                    pass
        return None

    def _hunter(self, order: Order) -> NativeSearch:
        if order not in self._hunters:
            self._hunters[order] = self._search.beside(order)
        return self._hunters[order]

    @property
    def work(self) -> int:
        """The work that all searches have done together."""
        return sum(search.numbers.work for search in (self._search, *self._hunters.values()))

    @property
    def statistics(self) -> Mapping[str, int]:
        """Numbers that are the same whenever the same is asked: of the hunts, too, if one of them found something."""
        searches = [self._search, *(self._hunters.values() if self.found else ())]
        return dict(sum((Counter(search.statistics) for search in searches), Counter()))

    def _shorter(self, found: TakenRun) -> TakenRun:
        """A run with fewer changes of threads, and fewer steps; the best that is found with a little more work."""
        if not found.steps:
            return found
        budget = sorted((*SHORTENING, self.work // 4))[1]
        switches = self._hunter(Order.SWITCHES)
        if switches.run(budget) is Reason.FOUND:
            found = min(found, switches.path_to(switches.numbers.bad), key=cost)
        walks = self._hunter(Order.WALKS)
        walks.run(0)
        walks.numbers.work_limit = walks.numbers.work + budget
        return Shortening(found, walks.follow, lambda: walks.numbers.work < walks.numbers.work_limit).run
