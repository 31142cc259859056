"""Ready dependence: what a thread may be blocked by, and who lets it go on.

1. What can be reached from a lock depends on it, unless the lock is safe.
2. A lock that is not safe depends on the unlocks of other threads.
3. What can be reached from a wait depends on it, and what can be reached from a join on that.
4. A wait depends on the notifications of other threads; a join on the ends of the threads that it waits for.
5. Everything in a thread depends on the sites that start the thread. (The published text of this clause is garbled.)

In 2 and 4 a thread of a site that starts many is another thread to the others of the site. In 1 and 3 a call is such a
place when something in it is. Atomic sections that may be held for ever delay all other threads. A *may* fact.
"""

from __future__ import annotations

from functools import cached_property

from vexil.analysis.dependence.locks import Locks
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.dependence.parallel import Parallel
from vexil.analysis.dependence.places_before import all_before
from vexil.analysis.dependence.safe_locks import SafeLocks
from vexil.analysis.facts import Analyses
from vexil.ir.operations import BeginAtomic, Call, Interrupt, Join, Lock, Notify, Operation, Unlock, Wait
from vexil.ir.program import Function

LOCKED, NOTIFIED, JOINED = "lock", "wait", "join"
Key = tuple[str, int, int]
"""What is waited for (a word), the tokens of it, and the situation of who waits."""


class ReadyDependences:
    """By node what it may be blocked by."""

    def __init__(
        self, facts: Analyses, nodes: Nodes, parallel: Parallel, locks: Locks, safe: SafeLocks, outcomes: Outcomes
    ) -> None:
        self._facts = facts
        self._nodes = nodes
        self._parallel = parallel
        self._locks = locks
        self._safe = safe
        self._outcomes = outcomes
        self._blocking: dict[str, dict[int, str]] = {}
        self._known: dict[str, list[tuple[int, ...]]] = {}
        self._wakers: dict[Key, tuple[int, ...]] = {}

    # --- clauses 1 and 3: the same thread ----------------------------------------------------------------

    def _reason(self, function: str, operation: Operation) -> str:
        match operation:
            case Lock(lock, _, _) if not self._safe.is_safe(function, lock):
                return "the lock may never be free"
            case Wait(lock, _, timed, _) if lock is not None:
                if timed and self._safe.is_safe(function, lock):
                    return ""
                return "nobody may notify it"
            case Join(_, False, _):
                return "the thread may never end"
            case _:
                return ""

    @cached_property
    def may_block(self) -> frozenset[str]:
        """The functions in which a thread may be blocked for ever, called ones included."""
        found: set[str] = set()
        for group in self._facts.call_graph.components:
            members = [self._facts.program.functions[name] for name in group if name in self._nodes.base]
            below = any(callee in found for item in members for callee in self._facts.call_graph.callees[item.name])
            if below or any(self._reason(f.name, edge.operation) for f in members for edge in f.edges):
                found.update(item.name for item in members)
        return frozenset(found)

    def blocking(self, function: Function) -> dict[int, str]:
        """The locations of a function at which its thread may be blocked, with why."""
        found = self._blocking.get(function.name)
        if found is None:
            found = {}
            for number, edge in enumerate(function.edges):
                reason = self._reason(function.name, edge.operation)
                if isinstance(edge.operation, Call):
                    callees = self._outcomes.callees(function, number)
                    reason = "the call may be blocked" if any(name in self.may_block for name in callees) else ""
                if reason:
                    found[edge.source] = reason
            self._blocking[function.name] = found
        return found

    def of(self, function: Function) -> list[tuple[int, ...]]:
        """For every location those from which it can be reached and at which its thread may be blocked, sorted."""
        found = self._known.get(function.name)
        if found is None:
            flow = self._facts.control_flow(function.name)
            found = self._known[function.name] = all_before(flow, function.entry, self.blocking(function))
        return found

    # --- clauses 2 and 4: other threads ------------------------------------------------------------------

    def waits_for(self, node: int) -> list[Key]:
        """What a node itself waits for other threads to do."""
        function = self._nodes.owner(node).name
        keys: list[Key] = []
        for operation in self._nodes.operations(node):
            situation = self._parallel.situation(node)
            match operation:
                case Lock(lock, _, _) if not self._safe.is_safe(function, lock):
                    keys.append((LOCKED, self._locks.tokens(function, lock), situation))
                case Wait(_, condition, _, _) if condition is not None:
                    keys.append((NOTIFIED, self._locks.tokens(function, condition), situation))
                case Join(thread, _, _):
                    keys.append((JOINED, self._facts.points_to.target_set(function, thread), situation))
                case _:
                    pass
        return keys

    def wakers(self, key: Key) -> tuple[int, ...]:
        """The nodes of other threads that may let someone go on who waits for a key."""
        found = self._wakers.get(key)
        if found is None:
            what, tokens, situation = key
            if what == JOINED:
                found = tuple(self._parallel.ends_of(self._facts.points_to.locations_in(tokens)))
            else:
                places = self._unlocks if what == LOCKED else self._notifications
                found = tuple(
                    node
                    for node, others in places
                    if Locks.may_be_same(tokens, others)
                    and self._parallel.may_precede(self._parallel.situation(node), situation)
                )
            self._wakers[key] = found
        return found

    @cached_property
    def _unlocks(self) -> list[tuple[int, int]]:
        """The nodes that give a lock back (a wait does, and the end of a thread does not), with its tokens."""
        found = []
        for function in self._nodes.functions:
            for edge in function.edges:
                if isinstance(edge.operation, Unlock):
                    tokens = self._locks.tokens(function.name, edge.operation.lock)
                    found.append((self._nodes.node(function.name, edge.source), tokens))
        return list(dict.fromkeys(found))

    @cached_property
    def _notifications(self) -> list[tuple[int, int]]:
        found = []
        for function in self._nodes.functions:
            for edge in function.edges:
                node = self._nodes.node(function.name, edge.source)
                if isinstance(edge.operation, Notify):
                    found.append((node, self._locks.tokens(function.name, edge.operation.condition)))
                elif isinstance(edge.operation, Interrupt):
                    found.append((node, 1))
        return list(dict.fromkeys(found))

    # --- clause 5 ----------------------------------------------------------------------------------------

    def starts(self, function: str) -> list[int]:
        """The nodes that start the threads that a function may run in."""
        threads = self._parallel.threads_of[function]
        return [self._parallel.start_node(t) for t in range(1, len(self._parallel.sites)) if threads >> t & 1]

    # --- what stops everybody ----------------------------------------------------------------------------

    @cached_property
    def held_sections(self) -> tuple[int, ...]:
        """Where atomic sections begin and end in which a thread may stay for ever, which delays all others."""
        found: list[int] = []
        for function in self._nodes.functions:
            sections = self._locks.sections(function)
            for section in sections.sections:
                if isinstance(section.operation, BeginAtomic) and self._may_stay(function, section.body):
                    places = (section.lock, *sorted(section.unlocks))
                    found += [self._nodes.node(function.name, at) for at in places]
            if sections.problem is not None:
                begins = (edge for edge in function.edges if isinstance(edge.operation, BeginAtomic))
                found += [self._nodes.node(function.name, edge.source) for edge in begins]
        return tuple(dict.fromkeys(found))

    def _may_stay(self, function: Function, body: set[int]) -> bool:
        loops = self._outcomes.loop_decisions(function)
        if any(location in loops for location in body):
            return True
        return any(
            isinstance(function.edges[number].operation, Call) and not self._is_short(function, number)
            for location in body
            for number in function.outgoing[location]
        )

    def _is_short(self, function: Function, number: int) -> bool:
        return not any(name in self._outcomes.may_diverge for name in self._outcomes.callees(function, number))
