"""The constraint graph of the points-to analysis: sets of locations that flow along edges until nothing changes.

Inclusion constraints (Andersen 1994), solved by propagating differences (Pearce, Kelly and Hankin 2004) over bit sets;
cycles of plain copies are collapsed from time to time, and cycles that move pointers by a constant are given a
stride instead of a growing offset (the positive weight cycles of Pearce, Kelly and Hankin 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from vexil.analysis.graphs import components

Handler = Callable[[int], None]
"""Called with every set of locations that arrives at a node; calling it twice with a location does no harm."""
Shift = Callable[[int, int, int], int]
"""The location that lies a distance, and any multiple of a stride, behind another one."""

UNKNOWN_BIT = 0
ABSOLUTE_BIT = 1
NOTHING = 0
"""The node whose set stays empty."""
REAL = ~(1 << UNKNOWN_BIT | 1 << ABSOLUTE_BIT)
"""All locations that are in objects."""
FEWEST_POPS = 4000


_ONES = tuple(tuple(place for place in range(8) if byte >> place & 1) for byte in range(256))


def bits(number: int) -> list[int]:
    """The positions of the ones in a bit set, in order."""
    positions: list[int] = []
    length = (number.bit_length() + 7) // 8
    if number.bit_count() * 16 > length:
        for index, byte in enumerate(number.to_bytes(length, "little")):
            if byte:
                base = 8 * index
                positions += [base + place for place in _ONES[byte]]
        return positions
    while number:
        lowest = number & -number
        positions.append(lowest.bit_length() - 1)
        number ^= lowest
    return positions


class ConstraintGraph:
    """Nodes with sets of locations; ``shift`` knows how locations move."""

    def __init__(self, shift: Shift) -> None:
        self._shift = shift
        self._parent: list[int] = []
        self._sets: list[int] = []
        self._new: list[int] = []
        self._copies: list[set[int]] = []
        self._shifts: list[list[tuple[int, int, int]]] = []
        self._handlers: list[list[Handler]] = []
        self._ranks: list[int] = []
        self._heap: list[tuple[int, int]] = []
        self._queued: list[bool] = []
        self._known_moves: dict[tuple[int, int, int], int] = {}
        self.node()
        self.exposed_in = self.node()
        """Everything whose address was looked at as a number."""
        self.exposed = self.node()
        """The same, at any offset: what an address made from a number may be."""
        self.add_shift(self.exposed_in, self.exposed, 0, 1)

    def node(self, initial: int = 0) -> int:
        """Make a node with an initial set."""
        number = len(self._parent)
        self._parent.append(number)
        self._sets.append(0)
        self._new.append(0)
        self._copies.append(set())
        self._shifts.append([])
        self._handlers.append([])
        self._ranks.append(number)
        self._queued.append(False)
        if initial:
            self.add(number, initial)
        return number

    def __len__(self) -> int:
        return len(self._parent)

    def find(self, node: int) -> int:
        """The node that stands for the cycle a node is in."""
        parent = self._parent
        root = node
        while parent[root] != root:
            root = parent[root]
        while parent[node] != root:
            parent[node], node = root, parent[node]
        return root

    def set_of(self, node: int) -> int:
        """The set of a node."""
        return self._sets[self.find(node)]

    # --- constraints -------------------------------------------------------------------------------------

    def add(self, node: int, locations: int) -> None:
        """Let locations be in the set of a node."""
        node = self.find(node)
        new = locations & ~self._sets[node]
        if new:
            self._sets[node] |= new
            self._new[node] |= new
            self._push(node)

    def _push(self, node: int) -> None:
        if not self._queued[node]:
            self._queued[node] = True
            heappush(self._heap, (self._ranks[node], node))

    def add_copy(self, source: int, target: int) -> None:
        """Let everything in one set be in another."""
        source, target = self.find(source), self.find(target)
        if source in (target, NOTHING) or target in self._copies[source]:
            return
        self._copies[source].add(target)
        if self._sets[source]:
            self.add(target, self._sets[source])

    def gather(self, sources: Iterable[int]) -> int:
        """A new node that holds everything that several hold."""
        target = self.node()
        everything = 0
        for source in {self.find(source) for source in sources} - {NOTHING}:
            self._copies[source].add(target)
            everything |= self._sets[source]
        self.add(target, everything)
        return target

    def spread(self, targets: Iterable[int]) -> int:
        """A new node, whose contents go to several others."""
        source = self.node()
        self._copies[source] = {self.find(target) for target in targets}
        return source

    def add_shift(self, source: int, target: int, distance: int, stride: int) -> None:
        """Let everything in one set be in another, moved by a distance and any multiple of a stride."""
        source = self.find(source)
        if source != NOTHING:
            self._shifts[source].append((target, distance, stride))
            self.add(target, self._moved(self._sets[source], distance, stride))

    def watch(self, node: int, handler: Handler) -> None:
        """Call a handler for everything that is or will be in a set; unknown addresses stand for what is exposed."""
        node = self.find(node)
        if node == NOTHING:
            return
        self._handlers[node].append(handler)
        locations = self._sets[node]
        if locations & 1 << UNKNOWN_BIT:
            self.add_copy(self.exposed, node)
            locations = self._sets[self.find(node)]
        if locations >> 2:
            handler(locations & REAL)

    # --- solving -----------------------------------------------------------------------------------------

    def solve(self) -> None:
        """Propagate until nothing changes."""
        self._collapse()
        pops, budget = 0, max(FEWEST_POPS, len(self._parent))
        while self._heap:
            node = heappop(self._heap)[1]
            self._queued[node] = False
            if self._parent[node] == node and self._new[node]:
                self._propagate(node)
                pops += 1
                if pops > budget:
                    self._collapse()
                    pops, budget = 0, max(FEWEST_POPS, len(self._parent))

    def _propagate(self, node: int) -> None:
        new = self._new[node]
        self._new[node] = 0
        find, sets, pending = self.find, self._sets, self._new
        for target in self._copies[node]:
            target = find(target)
            added = new & ~sets[target]
            if added:
                sets[target] |= added
                pending[target] |= added
                self._push(target)
        shifts, handlers = self._shifts[node], self._handlers[node]
        if not shifts and not handlers:
            return
        if handlers and new & 1 << UNKNOWN_BIT:
            self.add_copy(self.exposed, node)
        for target, distance, stride in tuple(shifts):
            self.add(target, self._moved(new, distance, stride))
        if handlers and new & REAL:
            for handler in tuple(handlers):
                handler(new & REAL)

    def _moved(self, locations: int, distance: int, stride: int) -> int:
        """A set of locations, moved; sets that come again are remembered, because many nodes have the same."""
        key = (locations, distance, stride)
        moved = self._known_moves.get(key)
        if moved is None:
            moved = 0
            for location in bits(locations):
                moved |= 1 << self._shift(location, distance, stride)
            self._known_moves[key] = moved
        return moved

    # --- cycles ------------------------------------------------------------------------------------------

    def _collapse(self) -> None:
        """Make one node of every cycle of copies, order the nodes by the flow, and let moving cycles stride."""
        find = self.find
        roots = [node for node in range(len(self._parent)) if self._parent[node] == node]
        index = {node: position for position, node in enumerate(roots)}
        graph: list[list[int]] = []
        for node in roots:
            targets = {find(target) for target in self._copies[node]}
            targets.discard(node)
            self._copies[node] = targets
            graph.append([index[target] for target in targets])
        cycles = components(graph)
        for rank, component in enumerate(reversed(cycles)):
            members = [roots[position] for position in component]
            self._ranks[members[0]] = rank
            if len(members) > 1:
                self._merge(members)
        self._stride()
        self._heap = []
        for node in roots:
            self._queued[node] = False
            if self._parent[node] == node and self._new[node]:
                self._push(node)

    def _merge(self, members: list[int]) -> None:
        kept = members[0]
        everything, common = self._sets[kept], self._sets[kept]
        for member in members[1:]:
            self._parent[member] = kept
            everything |= self._sets[member]
            common &= self._sets[member]
            self._new[kept] |= self._new[member]
            self._copies[kept] |= self._copies[member]
            self._shifts[kept] += self._shifts[member]
            self._handlers[kept] += self._handlers[member]
            self._copies[member], self._shifts[member], self._handlers[member] = set(), [], []
            self._sets[member] = self._new[member] = 0
        self._sets[kept] = everything
        self._new[kept] |= everything & ~common

    def _stride(self) -> None:
        """Turn shifts by a constant that lie on a cycle into shifts by any multiple of it."""
        find = self.find
        moving = [n for n, shifts in enumerate(self._shifts) if any(not s[2] and s[1] for s in shifts)]
        if not moving:
            return
        roots = [node for node in range(len(self._parent)) if self._parent[node] == node]
        index = {node: position for position, node in enumerate(roots)}
        graph = [
            [index[find(t)] for t in self._copies[n]] + [index[find(shift[0])] for shift in self._shifts[n]]
            for n in roots
        ]
        component = [0] * len(roots)
        for number, members in enumerate(components(graph)):
            for member in members:
                component[member] = number
        for node in moving:
            home = component[index[node]]
            for position, (target, distance, stride) in enumerate(self._shifts[node]):
                if not stride and distance and component[index[find(target)]] == home:
                    self._shifts[node][position] = (target, 0, abs(distance))
                    self.add(target, self._moved(self._sets[node], 0, abs(distance)))
