"""Threads: which may run what, how many there may be of each, and what of one may come before what of another.

Threads are told apart by the site that starts them. All facts are *may* facts about runs; that there is at most one
thread of a site, and that one thing always comes after another, are *must* facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.facts import Analyses
from vexil.analysis.graphs import components
from vexil.analysis.locations import (
    AbstractLocation,
    AbstractObject,
    AllocatedObject,
    GlobalObject,
    LocalObject,
    ThreadObject,
)
from vexil.core.graphs import reachable
from vexil.ir.expressions import Variable
from vexil.ir.operations import Call, EndThread, Interrupt, Join, Start
from vexil.ir.types import PointerType, is_reference

MOST_SITES = 64
"""With more sites that start threads, or more joins, their order is not looked at."""
MAIN = 0
"""The number of the first thread; the threads of start sites follow."""

Situation = tuple[int, int, int]
"""The threads that may be at a node, the start sites that may have been executed, the threads that have ended."""


class Parallel:
    """The threads of a program."""

    def __init__(self, facts: Analyses, nodes: Nodes) -> None:
        self._facts = facts
        self._nodes = nodes
        self._graph = facts.call_graph
        self.sites: tuple[str, ...] = ("", *self._graph.starts)
        """By number of a thread the edge that starts it; empty for the first thread."""
        self._situations: dict[Situation, int] = {}
        self._by_number: list[Situation] = []
        self._relation: dict[tuple[int, int], bool] = {}

    def start_node(self, thread: int) -> int:
        """The node that starts a thread; not for the first one."""
        function, _, number = self.sites[thread].rpartition("#")
        return self._nodes.node(function, self._facts.program.functions[function].edges[int(number)].source)

    def roots(self, thread: int) -> tuple[str, ...]:
        """The functions that a thread may begin in."""
        return self._graph.starts[self.sites[thread]] if thread else (self._facts.program.entry,)

    @cached_property
    def threads_of(self) -> dict[str, int]:
        """By function the threads it may run in, a bit for each."""
        threads: dict[str, int] = dict.fromkeys(self._facts.program.functions, 0)
        for thread in range(len(self.sites)):
            for name in self._graph.reachable(self.roots(thread)):
                threads[name] |= 1 << thread
        return threads

    # --- one or many -------------------------------------------------------------------------------------

    @cached_property
    def _cyclic(self) -> dict[str, frozenset[int]]:
        """By function the locations that lie on a cycle."""
        found = {}
        for function in self._nodes.functions:
            successors = self._facts.control_flow(function.name).successors
            groups = [g for g in components(successors) if len(g) > 1 or g[0] in successors[g[0]]]
            found[function.name] = frozenset(member for group in groups for member in group)
        return found

    @cached_property
    def _once(self) -> frozenset[str]:
        """The functions that are called or started at most once in a run."""
        uses = Counter(
            name for targets in (*self._graph.calls.values(), *self._graph.starts.values()) for name in targets
        )
        uses[self._facts.program.entry] += 1
        if self._graph.unresolved:
            return frozenset()
        callers: dict[str, str] = {}
        for edge, targets in (*self._graph.calls.items(), *self._graph.starts.items()):
            for name in targets:
                callers[name] = edge
        once: set[str] = set()
        pending = [name for name in (self._facts.program.entry,) if uses[name] == 1]
        by_function: dict[str, list[str]] = {}
        for name, edge in callers.items():
            by_function.setdefault(edge.rpartition("#")[0], []).append(name)
        while pending:
            name = pending.pop()
            if name in once:
                continue
            once.add(name)
            near = by_function.get(name, ())
            pending += [other for other in near if uses[other] == 1 and not self._is_repeated(callers[other])]
        return frozenset(once)

    def _is_repeated(self, edge: str) -> bool:
        function, _, number = edge.rpartition("#")
        return self._facts.program.functions[function].edges[int(number)].source in self._cyclic[function]

    @cached_property
    def many(self) -> int:
        """The threads of which there may be several, a bit for each; of the others there is one at most."""
        found = 0
        for thread, site in enumerate(self.sites):
            if thread:
                operation = self._facts.program.edge(site).operation
                told = isinstance(operation, Start) and operation.many
                if told or site.rpartition("#")[0] not in self._once or self._is_repeated(site):
                    found |= 1 << thread
        return found

    @cached_property
    def is_concurrent(self) -> bool:
        """Say whether there may be more than one thread."""
        return len(self.sites) > 1

    # --- what comes before what --------------------------------------------------------------------------

    @cached_property
    def _successors(self) -> list[list[int]]:
        """Where a thread may go from a node, calls and returns without their contexts."""
        nodes = self._nodes
        graph: list[list[int]] = [[] for _ in range(nodes.count)]
        for function in nodes.functions:
            base = nodes.base[function.name]
            for number, edge in enumerate(function.edges):
                following = graph[base + edge.source]
                following.append(base + edge.target)
                if isinstance(edge.operation, Call):
                    for callee in self._graph.calls.get(function.edge_id(number), ()):
                        called = self._facts.program.functions[callee]
                        following.append(nodes.node(callee, called.entry))
                        for end in (called.exit, called.exceptional_exit):
                            if end is not None:
                                graph[nodes.node(callee, end)].append(base + edge.target)
        return graph

    def _owner(self, thread: int) -> int | None:
        """The only thread, of which there is one, that starts a thread."""
        if not thread:
            return None
        threads = self.threads_of[self.sites[thread].rpartition("#")[0]]
        is_one = threads & (threads - 1) == 0 and not threads & self.many
        return threads.bit_length() - 1 if threads and is_one else None

    @cached_property
    def _ancestors(self) -> list[list[tuple[int, int]]]:
        """By thread the threads that start it, directly or not, and for each the thread on the way that it starts."""
        chains: list[list[tuple[int, int]]] = []
        for thread in range(len(self.sites)):
            chain: list[tuple[int, int]] = []
            current, owner = thread, self._owner(thread)
            while owner is not None and len(chain) < len(self.sites):
                chain.append((owner, current))
                current, owner = owner, self._owner(owner)
            chains.append(chain)
        return chains

    @cached_property
    def _started(self) -> list[int]:
        """By node the threads whose start site may have been executed when its own thread is there, a bit for each."""
        found = [0] * self._nodes.count
        for thread in range(1, len(self.sites)):
            bit = 1 << thread
            if len(self.sites) > MOST_SITES:
                found = [known | bit for known in found]
                continue
            for node in reachable(self._successors[self.start_node(thread)], self._successors.__getitem__):
                found[node] |= bit
        return found

    @cached_property
    def _ended(self) -> list[int]:
        """By node the threads, of which there is one, that have ended whenever their starter is there: *must*."""
        found = [0] * self._nodes.count
        joins = self._joins
        if len(joins) > MOST_SITES:
            return found
        for node, thread in joins:
            owner = self._owner(thread)
            if owner is None or 1 << thread & self.many:
                continue
            starts = [self._nodes.node(name, self._facts.program.functions[name].entry) for name in self.roots(owner)]
            outside = self._reached_without(starts, node)
            inside = self.threads_of
            for function in self._nodes.functions:
                if inside[function.name] == 1 << owner:
                    base = self._nodes.base[function.name]
                    for location in range(len(function.locations)):
                        if base + location not in outside and base + location != node:
                            found[base + location] |= 1 << thread
        return found

    def _reached_without(self, starts: list[int], node: int) -> set[int]:
        """The nodes that control may come to without passing a node."""

        def following(at: int) -> list[int]:
            return [target for target in self._successors[at] if target != node]

        return {*reachable([start for start in starts if start != node], following)}

    @cached_property
    def _joins(self) -> list[tuple[int, int]]:
        """The joins that only go on when the threads of one site have ended, with these threads."""
        numbers = {site: thread for thread, site in enumerate(self.sites)}
        joins, interrupts = [], False
        for function in self._nodes.functions:
            for edge in function.edges:
                interrupts = interrupts or isinstance(edge.operation, Interrupt)
                if isinstance(edge.operation, Join) and not edge.operation.timed:
                    targets = self._facts.points_to.targets_of(function.name, edge.operation.thread)
                    names = {target.object for target in targets}
                    if len(names) == 1:
                        only = names.pop()
                        if isinstance(only, ThreadObject) and only.edge in numbers and only.edge:
                            joins.append((self._nodes.node(function.name, edge.source), numbers[only.edge]))
        return [] if interrupts else joins

    def situation(self, node: int) -> int:
        """What is known of the threads that may be at a node, as a number that stands for it."""
        function = self._nodes.owner(node).name
        item = (self.threads_of[function], self._started[node], self._ended[node])
        number = self._situations.get(item)
        if number is None:
            number = self._situations[item] = len(self._by_number)
            self._by_number.append(item)
        return number

    def may_precede(self, first: int, second: int) -> bool:
        """Say of two situations whether one thread in the first may be there before another is in the second."""
        known = self._relation.get((first, second))
        if known is None:
            known = self._relation[first, second] = self._may_precede(self._by_number[first], self._by_number[second])
        return known

    def _may_precede(self, first: Situation, second: Situation) -> bool:
        for one in _bits(first[0]):
            for other in _bits(second[0]):
                if one == other:
                    if self.many >> one & 1:
                        return True
                elif self._in_order(one, first, other, second):
                    return True
        return False

    def _in_order(self, one: int, first: Situation, other: int, second: Situation) -> bool:
        """Say whether thread *one* in the first situation may come before thread *other* in the second."""
        for owner, started in self._ancestors[one]:
            if owner == other and not second[1] >> started & 1:
                return False  # the second is there only before the first is started
        return not (self._owner(other) == one and first[2] >> other & 1)  # the second has ended

    # --- escape ------------------------------------------------------------------------------------------

    @cached_property
    def escaping(self) -> frozenset[AbstractObject]:
        """The objects that more than one thread may reach; all others belong to one thread at a time: *must*."""
        facts, program = self._facts, self._facts.program
        pointers: set[AbstractLocation] = set()
        for variable in program.globals:
            if variable.addressable:
                pointers.add(AbstractLocation(GlobalObject(variable.name)))
            elif isinstance(variable.type, PointerType) or is_reference(variable.type):
                pointers |= facts.points_to.targets_of(None, Variable(variable.name, variable.type, True))
        for site in self._graph.starts:
            operation = program.edge(site).operation
            if isinstance(operation, Start):
                for argument in operation.arguments:
                    pointers |= facts.points_to.targets_of(site.rpartition("#")[0], argument)
        return facts.points_to.reachable_objects(pointers | facts.points_to.exposed)

    def is_shared(self, owner: AbstractObject | None, name: str) -> bool:
        """Say whether a cell, by its object or else the name of a register, may be used by several threads."""
        if owner is None:
            declaration = self._facts.program.global_variables.get(name)
            return declaration is None or not declaration.per_thread
        return not isinstance(owner, LocalObject | AllocatedObject) or owner in self.escaping

    def ends_of(self, threads: Iterable[AbstractLocation]) -> list[int]:
        """The nodes at which threads, by their abstract identities, end."""
        wanted = {item.object for item in threads}
        chosen = [t for t in range(len(self.sites)) if ThreadObject(self.sites[t]) in wanted]
        ends: set[int] = set()
        for thread in chosen:
            for name in self.roots(thread):
                root = self._facts.program.functions[name]
                ends |= {self._nodes.node(name, end) for end in (root.exit, root.exceptional_exit) if end is not None}
                ends.add(self._nodes.completion(name))
            for name in self._graph.reachable(self.roots(thread)):
                function = self._facts.program.functions[name]
                for edge in function.edges:
                    if isinstance(edge.operation, EndThread):
                        ends.add(self._nodes.node(name, edge.source))
        return sorted(ends)


def _bits(number: int) -> list[int]:
    return [index for index in range(number.bit_length()) if number >> index & 1]
