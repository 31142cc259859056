"""Safe locks: those that no thread holds for ever. An under-approximation: a lock that is not called safe may be.

A lock is safe if all sections that may be its own are exact, and inside them there is no loop that can go on without
a wait for the lock itself, no wait with another lock, no join, and no lock that is not safe. Locks become safe only
after those inside of their sections are (the least fixed point), so that locks which are taken in opposite orders stay
unsafe. Functions that are called inside must have no loop but counted ones, no wait and no join. The tokens of locks
are *may* facts: what may be about several locks counts for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vexil.analysis.dependence.locks import ANY, Locks, Section
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.facts import Analyses
from vexil.analysis.graphs import components
from vexil.ir.compare import same_expression
from vexil.ir.expressions import Expr, Variable, preorder
from vexil.ir.operations import Call, EndThread, Join, Lock, Operation, Unlock, Wait, written_places
from vexil.ir.program import Function


class SafeLocks:
    """Decides which tokens are safe; without ``trust`` none is."""

    def __init__(self, facts: Analyses, nodes: Nodes, locks: Locks, outcomes: Outcomes, *, trust: bool = True) -> None:
        self._trust = trust
        self._facts = facts
        self._nodes = nodes
        self._locks = locks
        self._outcomes = outcomes

    def is_safe(self, function: str, lock: Expr) -> bool:
        """Say whether every lock that an expression may be is safe: a *must* fact."""
        tokens = self._locks.tokens(function, lock)
        return not tokens & ANY and tokens & ~self.safe == 0

    @cached_property
    def safe(self) -> int:
        """The tokens of the safe locks, a bit for each."""
        if not self._trust:
            return 0
        candidates, nested = self._candidates()
        safe = 0
        while True:
            more = sum(1 << token for token in candidates if nested.get(token, 0) & ~safe == 0)
            if more == safe:
                return safe
            safe = more

    def _candidates(self) -> tuple[list[int], dict[int, int]]:
        """The tokens whose sections have nothing bad in them, and for each the tokens of the locks inside."""
        bad, seen = 0, 0
        nested: dict[int, int] = {}
        for function in self._nodes.functions:
            sections = self._locks.sections(function)
            for edge in function.edges:
                if isinstance(edge.operation, Lock):
                    seen |= self._locks.tokens(function.name, edge.operation.lock)
                if isinstance(edge.operation, Lock | Unlock) and sections.problem is not None:
                    bad |= self._locks.tokens(function.name, edge.operation.lock)
                if isinstance(edge.operation, Wait) and edge.operation.lock is not None:
                    seen |= self._locks.tokens(function.name, edge.operation.lock)
            for section in sections.sections:
                if not isinstance(section.operation, Lock):
                    continue
                tokens = self._locks.tokens(function.name, section.operation.lock)
                inside = self._inside(function, section)
                if inside is None:
                    bad |= tokens
                else:
                    for token in self._locks.token_numbers(tokens & ~ANY):
                        nested[token] = nested.get(token, 0) | inside
        if (bad | seen) & ANY and self._any_is_bad(bad):
            return [], nested
        return list(self._locks.token_numbers(seen & ~bad & ~ANY)), nested

    def _any_is_bad(self, bad: int) -> bool:
        """Say whether a section of a lock of which nothing is known spoils all of them."""
        return True if bad & ANY else self._has_unknown_section

    @cached_property
    def _has_unknown_section(self) -> bool:
        return any(
            isinstance(edge.operation, Lock) and self._locks.tokens(function.name, edge.operation.lock) & ANY
            for function in self._nodes.functions
            for edge in function.edges
        )

    def _inside(self, function: Function, section: Section) -> int | None:
        """The tokens of the locks that are taken in a section; nothing if it may be held for ever."""
        assert isinstance(section.operation, Lock)
        lock, inside = section.operation.lock, 0
        waits = set()
        for location, number, operation in self._operations(function, section):
            match operation:
                case Join() | EndThread():
                    return None
                case Wait(None, _, _, _):
                    pass
                case Wait(other, _, _, _) if other is not None:
                    if not self._is_same(function, section, lock, other):
                        return None
                    waits.add(location)
                case Lock(other, _, reentrant):
                    if not (reentrant and self._is_same(function, section, lock, other)):
                        inside |= self._locks.tokens(function.name, other)
                case Call():
                    called = self._called(function, number)
                    if called is None:
                        return None
                    inside |= called
                case _:
                    pass
        return None if inside & ANY or self._loops(function, section, waits) else inside

    def _operations(self, function: Function, section: Section) -> Iterator[tuple[int, int, Operation]]:
        for location in sorted(section.body):
            for number in function.outgoing[location]:
                yield location, number, function.edges[number].operation

    def _loops(self, function: Function, section: Section, waits: set[int]) -> bool:
        """Say whether a loop of the section can go on without a wait."""
        places = [location for location in sorted(section.body) if location not in waits]
        index = {location: number for number, location in enumerate(places)}
        successors = self._facts.control_flow(function.name).successors
        graph = [[index[target] for target in successors[at] if target in index] for at in places]
        return any(len(group) > 1 or group[0] in graph[group[0]] for group in components(graph))

    def _called(self, function: Function, number: int) -> int | None:
        """The tokens of the locks that a call takes; nothing if it may keep its caller for ever."""
        inside = 0
        if function.edge_id(number) in self._facts.call_graph.unresolved:
            return None
        for name in sorted(self._facts.call_graph.reachable(self._outcomes.callees(function, number))):
            if name in self._outcomes.may_diverge or name in self._locks.loose:
                return None
            for edge in self._facts.program.functions[name].edges:
                match edge.operation:
                    case Join() | EndThread():
                        return None
                    case Wait(lock, _, _, _) if lock is not None:
                        return None
                    case Lock(lock, _, _):
                        inside |= self._locks.tokens(name, lock)
                    case _:
                        pass
        return inside

    def _is_same(self, function: Function, section: Section, lock: Expr, other: Expr) -> bool:
        """Say whether another expression in a section is always the lock of the section: a *must* fact."""
        identity = self._locks.identity(function.name, lock)
        if identity is not None and identity == self._locks.identity(function.name, other):
            return True
        if not same_expression(lock, other) or not all(_is_register(function, node) for node in preorder(lock)):
            return False
        names = {node.name for node in preorder(lock) if isinstance(node, Variable)}
        written = (
            place.name
            for _, _, operation in self._operations(function, section)
            for place in written_places(operation)
            if isinstance(place, Variable)
        )
        return names.isdisjoint(written)


def _is_register(function: Function, node: Expr) -> bool:
    if not isinstance(node, Variable):
        return not node.operands or hasattr(node, "operator")
    return not node.is_global and not function.variables[node.name].addressable
