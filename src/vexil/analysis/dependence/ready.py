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
from vexil.analysis.dependence.places_before import PlacesBefore, places_before
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
        self._known: dict[str, PlacesBefore] = {}
        self._waking: dict[str, dict[int, dict[int, list[int]]]] = {}
        self._about: dict[tuple[str, int], list[int]] = {}

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
            if below or any(self._reasons(function) for function in members):
                found.update(item.name for item in members)
        return frozenset(found)

    def _reasons(self, function: Function) -> dict[int, str]:
        """The locations at which the operations of a function itself may block it, with why."""
        edges = (function.edges[number] for number in self._nodes.numbers(function, Lock, Wait, Join))
        reasons = ((edge.source, self._reason(function.name, edge.operation)) for edge in edges)
        return {location: reason for location, reason in reasons if reason}

    def blocking(self, function: Function) -> dict[int, str]:
        """The locations of a function at which its thread may be blocked, with why."""
        found = self._blocking.get(function.name)
        if found is None:
            found = self._reasons(function)
            for location, callees in self._facts.call_graph.calls_at[function.name].items():
                if any(name in self.may_block for name in callees):
                    found[location] = "the call may be blocked"
            self._blocking[function.name] = found
        return found

    def before(self, function: Function) -> PlacesBefore:
        """The locations at which a thread may have been blocked on its way to a location."""
        found = self._known.get(function.name)
        if found is None:
            flow = self._facts.control_flow(function.name)
            found = self._known[function.name] = places_before(flow, self.blocking(function))
        return found

    def of(self, function: Function) -> list[tuple[int, ...]]:
        """For every location the last one before it at which its thread may be blocked, or the meeting of several."""
        return self.before(function).last

    # --- clauses 2 and 4: other threads ------------------------------------------------------------------

    def waits_for(self, node: int) -> list[Key]:
        """What a node itself waits for other threads to do."""
        function = self._nodes.owner(node)
        edges, name = function.edges, function.name
        keys: list[Key] = []
        for number in function.outgoing[self._nodes.location(node)]:
            match edges[number].operation:
                case Lock(lock, _, _) if not self._safe.is_safe(name, lock):
                    keys.append((LOCKED, self._locks.tokens(name, lock), self._parallel.situation(node)))
                case Wait(_, condition, _, _) if condition is not None:
                    keys.append((NOTIFIED, self._locks.tokens(name, condition), self._parallel.situation(node)))
                case Join(thread, _, _):
                    keys.append((JOINED, self._facts.points_to.target_set(name, thread), 0))
                case _:
                    pass
        return keys

    def ends(self, threads: int) -> list[int]:
        """The nodes at which threads end, by the set of those that a join waits for."""
        return self._parallel.ends_of(self._facts.points_to.locations_in(threads))

    def wakers(self, key: Key) -> list[tuple[Key, list[int]]]:
        """The nodes of other threads that may let someone go on who waits for a key, by tokens and situation."""
        what, tokens, situation = key
        about = self._about.get((what, tokens))
        if about is None:
            about = [others for others in self.waking(what) if Locks.may_be_same(tokens, others)]
            self._about[what, tokens] = about
        return [
            ((what, others, theirs), nodes)
            for others in about
            for theirs, nodes in self.waking(what)[others].items()
            if self._parallel.may_precede(theirs, situation)
        ]

    def waking(self, what: str) -> dict[int, dict[int, list[int]]]:
        """The nodes that give back locks, or notify, by the tokens that they are about and by their situation."""
        found = self._waking.get(what)
        if found is None:
            found = self._waking[what] = {}
            for node, tokens in self._unlocks if what == LOCKED else self._notifications:
                found.setdefault(tokens, {}).setdefault(self._parallel.situation(node), []).append(node)
        return found

    @cached_property
    def _unlocks(self) -> list[tuple[int, int]]:
        """The nodes that give a lock back (a wait does, and the end of a thread does not), with its tokens."""
        found = []
        for function in self._nodes.functions:
            for number in self._nodes.numbers(function, Unlock):
                edge = function.edges[number]
                if isinstance(edge.operation, Unlock):
                    tokens = self._locks.tokens(function.name, edge.operation.lock)
                    found.append((self._nodes.node(function.name, edge.source), tokens))
        return list(dict.fromkeys(found))

    @cached_property
    def _notifications(self) -> list[tuple[int, int]]:
        found = []
        for function in self._nodes.functions:
            for number in self._nodes.numbers(function, Notify, Interrupt):
                edge = function.edges[number]
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
                begins = self._nodes.numbers(function, BeginAtomic)
                found += [self._nodes.node(function.name, function.edges[number].source) for number in begins]
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
