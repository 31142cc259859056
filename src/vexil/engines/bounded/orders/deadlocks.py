"""Deadlocks in the graph of events: threads that are stuck for good, all of them or some that wait for each other.

A thread is stuck at a lock or a join where what it saw there is never written again, and in a wait set that nobody
wakes it from. The program is stuck when every thread that was started has ended or is stuck. Some threads are, whatever
others do, when each of them waits for a lock or the end of another one of them, or for a lock of one that has ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.engines.bounded.orders.execution import Thread, World
from vexil.engines.bounded.orders.formula import Formula
from vexil.engines.bounded.orders.graph import Blocked, Event, Violation
from vexil.logic import BOOL, Term


@dataclass(slots=True, eq=False)
class Deadlock(Violation):
    """Threads are stuck where the condition holds: all of them, or those at some of the places."""

    places: list[Blocked]


def deadlocks(formula: Formula, world: World, *, joins: bool) -> list[Deadlock]:
    """Both kinds of deadlocks, with their conditions; *joins* says whether who joins waits for another thread."""
    found = _Deadlocks(formula, world)
    if not found.stuck:
        return []
    return [
        Deadlock("", condition, 1, 0, None, -1, -1, places=list(found.stuck))
        for condition in (found.everybody(), found.each_other(joins=joins))
        if condition is not formula.terms.false
    ]


class _Deadlocks:
    """The conditions under which threads of one graph are stuck."""

    def __init__(self, formula: Formula, world: World) -> None:
        self._formula = formula
        self._world = world
        self._terms = formula.terms
        self._graph = formula.graph
        self._writes: dict[object, list[Event]] = {}
        for event in self._graph.events:
            if event.writes:
                self._writes.setdefault(event.place, []).append(event)
        self.stuck: dict[Blocked, Term] = {}
        for blocked in self._graph.blocked:
            condition = self._terms.and_(blocked.when, self._terms.conjunction(self._for_good(blocked)))
            if condition is not self._terms.false:
                self.stuck[blocked] = condition

    def _for_good(self, blocked: Blocked) -> Iterable[Term]:
        """What has to hold so that a thread that is stopped somewhere is never let go on."""
        terms, formula = self._terms, self._formula
        if blocked.waiting is not None:
            yield from self._unwoken(blocked.waiting)
        if blocked.node is None or blocked.place is None or blocked.offset is None:
            return
        for write in self._writes.get(blocked.place, ()):
            same = terms.eq(write.offset, blocked.offset)
            later = formula.before(blocked.node, write.node)
            yield terms.not_(terms.conjunction((write.when, same, later)))

    def _unwoken(self, place: int) -> Iterable[Term]:
        """Nobody notifies everybody; who notifies one wakes another one."""
        terms, formula = self._terms, self._formula
        waiting = self._graph.waits[place]
        for number, notification in enumerate(self._graph.notifications):
            same = terms.eq(waiting.condition, notification.condition)
            missed = terms.conjunction((notification.when, same, formula.before(waiting.before, notification.node)))
            others = (
                terms.conjunction((wakes, self._graph.waits[other].before.guard.formula(terms)))
                for (which, other), wakes in formula.woken.items()
                if which == number and other != place and not notification.every
            )
            yield terms.or_(terms.not_(missed), terms.disjunction(others))

    def _of(self, number: int) -> Term:
        """Whether a thread is stuck anywhere."""
        return self._terms.disjunction(stuck for blocked, stuck in self.stuck.items() if blocked.thread == number)

    def _ended(self, thread: Thread) -> Term:
        return self._terms.disjunction(guard.formula(self._terms) for guard in thread.finished)

    def everybody(self) -> Term:
        """Every thread that was started has ended or is stuck, and one that keeps the program alive is."""
        terms = self._terms
        parts, alive = [], []
        for number, thread in self._world.threads.items():
            stuck = self._of(number)
            started = terms.true if thread.guard is None else thread.guard.formula(terms)
            parts.append(terms.implies(started, terms.or_(self._ended(thread), stuck)))
            alive.append(stuck if thread.daemon is None else terms.and_(stuck, terms.not_(thread.daemon)))
        return terms.and_(terms.conjunction(parts), terms.disjunction(alive))

    def each_other(self, *, joins: bool) -> Term:
        """Some threads wait for each other, or for one that has ended with a lock."""
        terms = self._terms
        chosen: dict[Blocked, Term] = {}
        for position, blocked in enumerate(self.stuck):
            if blocked.owner is not None and (joins or not blocked.is_join):
                chosen[blocked] = terms.symbol(f"stuck {position}", BOOL)
        parts = [terms.disjunction(chosen.values())]
        for blocked, choice in chosen.items():
            ways = []
            for number, thread in self._world.threads.items():
                assert blocked.owner is not None
                here = terms.eq(blocked.owner, terms.bv(number, blocked.owner.width))
                also = [other for one, other in chosen.items() if one.thread == number]
                if not blocked.is_join:
                    also.append(self._ended(thread))
                ways.append(terms.and_(here, terms.disjunction(also)))
            parts.append(terms.implies(choice, terms.and_(self.stuck[blocked], terms.disjunction(ways))))
        return terms.conjunction(parts)
