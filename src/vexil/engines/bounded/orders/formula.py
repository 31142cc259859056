"""A graph of events as a formula: the orders of its nodes in which every read gets what was written last.

After Alglave, Kroening and Tautschnig (2013), for sequential consistency: every read takes its value from one write of
the same place that comes before it, and no other write of the place comes between the two. Each node has a clock; what
starts and ends of threads put in order needs no clocks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from vexil.core.errors import LimitReached
from vexil.engines.bounded.orders.graph import Event, Graph, Node, Notification, Place, Waiting
from vexil.engines.bounded.orders.locks import ThreadMachine
from vexil.logic import BOOL, Term, bits

LARGEST = 2_000_000
"""So many conditions of one read, one write and another write between them are too many."""


class Formula:
    """The conditions on the orders of one graph."""

    def __init__(self, machine: ThreadMachine) -> None:
        self.machine = machine
        self.terms = machine.terms
        self.graph: Graph = machine.graph
        width = max(1, (len(self.graph.nodes)).bit_length())
        self.clocks = [self.terms.symbol(f"clock {node.number} {width}", bits(width)) for node in self.graph.nodes]
        self.woken: dict[tuple[int, int], Term] = {}
        """When a notification wakes a waiting thread, by their positions in the graph."""
        self._distinct: set[tuple[int, int]] = set()
        self.size = 0

    def before(self, one: Node, two: Node) -> Term:
        """Whether a node comes before another one."""
        if one is two or one.past >> two.number & 1:
            return self.terms.false
        if two.past >> one.number & 1:
            return self.terms.true
        first, second = sorted((one.number, two.number))
        self._distinct.add((first, second))
        earlier = self.terms.ult(self.clocks[first], self.clocks[second])
        return earlier if first == one.number else self.terms.not_(earlier)

    def _event_before(self, one: Event, two: Event) -> Term:
        if one.node is two.node:
            return self.terms.boolean(one.number < two.number)
        return self.before(one.node, two.node)

    def conjuncts(self) -> Iterator[Term]:
        """What must hold of an order; the conditions of sections are those of `sections`."""
        yield from self._reads()
        yield from self._wake_ups()
        yield from self._program_order()
        yield from self._differences()

    def _differences(self) -> Iterator[Term]:
        for one, two in sorted(self._distinct):
            yield self.terms.distinct(self.clocks[one], self.clocks[two])

    def _program_order(self) -> Iterator[Term]:
        nodes = self.graph.nodes
        for node in nodes:
            rest = node.past
            while rest:
                last = rest.bit_length() - 1
                yield self.terms.ult(self.clocks[last], self.clocks[node.number])
                rest &= ~(1 << last | nodes[last].past)

    # --- reads -------------------------------------------------------------------------------------------

    def _reads(self) -> Iterator[Term]:
        reads: dict[Place, list[Event]] = defaultdict(list)
        writes: dict[Place, list[Event]] = defaultdict(list)
        for event in self.graph.events:
            if event.when is not self.terms.false:
                (writes if event.writes else reads)[event.place].append(event)
        for place, events in reads.items():
            for read in events:
                yield from self._read(read, [self._same(read, write) for write in writes[place]])

    def _same(self, read: Event, write: Event) -> tuple[Event, Term]:
        return write, self.terms.eq(read.offset, write.offset)

    def _read(self, read: Event, writes: list[tuple[Event, Term]]) -> Iterator[Term]:
        """The conditions on one read."""
        terms = self.terms
        earlier = [
            (write, same)
            for write, same in writes
            if (
                same is not terms.false
                and self._event_before(read, write) is not terms.true
                and write.node is not read.node
            )
            or (write.node is read.node and write.number < read.number and same is not terms.false)
        ]
        candidates = [(write, same) for write, same in earlier if not self._is_hidden(read, write, earlier)]
        sources = []
        for write, same in candidates:
            equal = terms.eq(read.value, write.value)
            if equal is terms.false:
                continue
            source = terms.symbol(f"from {read.number} {write.number}", BOOL)
            sources.append(source)
            needed = [write.when, same, self._event_before(write, read), equal]
            if write.is_known is not terms.true:
                needed.append(terms.implies(self.machine.tame, write.is_known))
            yield terms.implies(source, terms.conjunction(needed))
            for other, alike in candidates:
                if other is not write:
                    yield from self._not_between(source, write, other, alike, read)
        initial = self._initial(read)
        if initial is not None:
            source = terms.symbol(f"from {read.number} start", BOOL)
            sources.append(source)
            yield terms.implies(source, initial)
            for other, alike in candidates:
                late = terms.not_(self._event_before(other, read))
                yield terms.implies(source, terms.or_(terms.not_(terms.and_(other.when, alike)), late))
        yield terms.implies(read.when, terms.disjunction(sources))

    def _not_between(self, source: Term, write: Event, other: Event, alike: Term, read: Event) -> Iterator[Term]:
        terms = self.terms
        self.size += 1
        if self.size > LARGEST:
            raise LimitReached("there are too many reads and writes of shared memory for one formula")
        happens = terms.and_(other.when, alike)
        outside = terms.or_(self._event_before(other, write), terms.not_(self._event_before(other, read)))
        condition = terms.implies(terms.and_(source, happens), outside)
        if condition is not terms.true:
            yield condition

    def _is_hidden(self, read: Event, write: Event, earlier: list[tuple[Event, Term]]) -> bool:
        """Say whether another write certainly comes between."""
        terms = self.terms
        for other, same in earlier:
            if other is write or same is not terms.true:
                continue
            if self._event_before(write, other) is not terms.true or self._event_before(other, read) is not terms.true:
                continue
            if other.when is terms.true or (other.when is other.guard.formula(terms) and _begins(other, read)):
                return True
        return False

    def _initial(self, read: Event) -> Term | None:
        """What a read gets where nothing was written: of locks and ends of threads, and in memory that is new."""
        terms = self.terms
        kind, number = read.place
        match kind:
            case "g":
                return None
            case "m":
                block = self.machine.origins[number]
                if block.fill == 0:
                    storage = self.machine.storages.get((number, None))
                    if storage is None:
                        storage = self.machine.storages.get((number, read.offset.value))
                    return terms.eq(read.value, self.machine.memory.zero(storage)) if storage else None
                return terms.not_(self.machine.tame)
            case _:
                return terms.eq(read.value, terms.constant(0, read.value.sort))

    # --- wait sets ---------------------------------------------------------------------------------------

    def _wake_ups(self) -> Iterator[Term]:
        terms, graph = self.terms, self.graph
        for place, waiting in enumerate(graph.waits):
            ways = []
            for number, notification in enumerate(graph.notifications):
                wakes = self._wakes(place, waiting, number, notification)
                if wakes is not None:
                    ways.append(wakes)
                    self.woken[number, place] = wakes
                    yield terms.implies(wakes, self._can_wake(waiting, notification))
            yield terms.implies(waiting.woken, terms.disjunction(ways))
        for number, notification in enumerate(graph.notifications):
            wakes_here = [wakes for (one, _), wakes in self.woken.items() if one == number]
            if not notification.every:
                for index, wakes in enumerate(wakes_here):
                    for other in wakes_here[index + 1 :]:
                        yield terms.not_(terms.and_(wakes, other))

    def _wakes(self, place: int, waiting: Waiting, number: int, notification: Notification) -> Term | None:
        same = self.terms.eq(waiting.condition, notification.condition)
        if same is self.terms.false or notification.node.thread == waiting.before.thread:
            return None
        return self.terms.symbol(f"wakes {number} {place}", BOOL)

    def _can_wake(self, waiting: Waiting, notification: Notification) -> Term:
        return self.terms.conjunction(
            (
                notification.when,
                self.terms.eq(waiting.condition, notification.condition),
                self.before(waiting.before, notification.node),
                self.before(notification.node, waiting.after),
            )
        )

    # --- sections ----------------------------------------------------------------------------------------

    def incomplete(self) -> list[Node]:
        """The atomic sections that were begun where it is not clear that they come to an end."""
        return [node for node in self.graph.nodes if node.section and self._is_open(node)]

    def _is_open(self, node: Node) -> bool:
        whole = node.guard.formula(self.terms)
        return self.terms.disjunction(end.formula(self.terms) for end in node.ends) is not whole

    def sections(self, violated: dict[int, Term]) -> Iterator[Term]:
        """Every section that was entered comes to an end, or the violation is in it (by nodes)."""
        for node in self.incomplete():
            ends = [end.formula(self.terms) for end in node.ends]
            inside = violated.get(node.number, self.terms.false)
            yield self.terms.implies(node.guard.formula(self.terms), self.terms.disjunction([*ends, inside]))


def _begins(other: Event, read: Event) -> bool:
    """Say whether a write happens whenever a read does: its guard is a beginning of the read's."""
    guard = read.guard
    while guard is not other.guard and guard.parent is not None and guard.length > other.guard.length:
        guard = guard.parent
    return guard is other.guard
