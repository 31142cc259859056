"""Orders and structure of directed graphs: what every other analysis of control flow starts from.

A graph is given as the successors of the nodes ``0 … n-1``. `ControlFlow` holds the facts of one function, each
computed when it is first asked for. All facts are *must* facts about paths of the graph, whether or not a run takes
them. Everything is iterative and linear except dominators (Cooper, Harvey and Kennedy 2001: quadratic in odd cases).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from vexil.core import graphs
from vexil.ir.program import Function

Graph = Sequence[Sequence[int]]


def postorder(successors: Graph, roots: Iterable[int]) -> list[int]:
    """The nodes that can be reached from the roots, each after its successors except along retreating edges."""
    visited = [False] * len(successors)
    order: list[int] = []
    for root in roots:
        if visited[root]:
            continue
        visited[root] = True
        stack = [(root, iter(successors[root]))]
        while stack:
            node, following = stack[-1]
            for successor in following:
                if not visited[successor]:
                    visited[successor] = True
                    stack.append((successor, iter(successors[successor])))
                    break
            else:
                stack.pop()
                order.append(node)
    return order


def reverse(successors: Graph) -> list[list[int]]:
    """The predecessors of every node."""
    predecessors: list[list[int]] = [[] for _ in successors]
    for node, following in enumerate(successors):
        for successor in following:
            predecessors[successor].append(node)
    return predecessors


def components(successors: Graph) -> list[list[int]]:
    """The strongly connected components, each after the components it leads to."""
    return graphs.components(len(successors), successors.__getitem__)


def immediate_dominators(successors: Graph, root: int) -> list[int | None]:
    """For every node the nearest other node on all paths from the root; ``None`` for the root and unreachable nodes."""
    order = postorder(successors, [root])
    rank = [-1] * len(successors)
    for position, node in enumerate(order):
        rank[node] = position
    predecessors = reverse(successors)
    dominator: list[int] = [-1] * len(successors)
    dominator[root] = root
    changed = True
    while changed:
        changed = False
        for node in reversed(order):
            if node == root:
                continue
            best = -1
            for other in predecessors[node]:
                if dominator[other] < 0:
                    continue
                if best < 0:
                    best = other
                    continue
                while best != other:
                    while rank[best] < rank[other]:
                        best = dominator[best]
                    while rank[other] < rank[best]:
                        other = dominator[other]
            if best != dominator[node]:
                dominator[node] = best
                changed = True
    return [None if parent < 0 or node == root else parent for node, parent in enumerate(dominator)]


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop: its head and every location of its body, the head included."""

    head: int
    body: frozenset[int]


class ControlFlow:
    """The control flow of one function; ``virtual_exit`` is the number behind its last location.

    Every exit leads to the virtual exit. So does, for post-dominators, one location of every endless loop: the one
    that comes last in reverse post-order.
    """

    def __init__(self, function: Function) -> None:
        self.function = function
        self.virtual_exit = len(function.locations)

    @cached_property
    def successors(self) -> list[list[int]]:
        """For every location its successors, each once, in the order of the edges."""
        edges = self.function.edges
        return [list(dict.fromkeys(edges[number].target for number in out)) for out in self.function.outgoing]

    @cached_property
    def predecessors(self) -> list[list[int]]:
        """For every location those that lead to it, each once."""
        return reverse(self.successors)

    @cached_property
    def incoming(self) -> list[list[int]]:
        """For every location the numbers of the edges that lead to it."""
        lists: list[list[int]] = [[] for _ in self.function.locations]
        for number, edge in enumerate(self.function.edges):
            lists[edge.target].append(number)
        return lists

    @cached_property
    def sources(self) -> list[int]:
        """For every edge where it starts."""
        return [edge.source for edge in self.function.edges]

    @cached_property
    def targets(self) -> list[int]:
        """For every edge where it leads."""
        return [edge.target for edge in self.function.edges]

    @cached_property
    def reverse_postorder(self) -> list[int]:
        """The locations that can be reached from the entry, in reverse post-order."""
        return postorder(self.successors, [self.function.entry])[::-1]

    @cached_property
    def ranks(self) -> list[int]:
        """For every location its place in reverse post-order; unreachable ones come last, in their own order."""
        order = self.reverse_postorder
        ranks = [-1] * len(self.function.locations)
        for rank, location in enumerate(order):
            ranks[location] = rank
        following = len(order)
        for location, rank in enumerate(ranks):
            if rank < 0:
                ranks[location] = following
                following += 1
        return ranks

    def is_reached(self, location: int) -> bool:
        """Say whether there is a path from the entry to a location."""
        return self.ranks[location] < len(self.reverse_postorder)

    @cached_property
    def bodies_first(self) -> list[int]:
        """For every location its place in a reverse post-order that has the body of a loop before what follows it.

        So it is where the first edge of a test goes on with the loop. Facts then need not flow on before they settle.
        """
        order = postorder([following[::-1] for following in self.successors], [self.function.entry])
        ranks = [len(order)] * len(self.function.locations)
        for rank, location in enumerate(reversed(order)):
            ranks[location] = rank
        return ranks

    @cached_property
    def backward_ranks(self) -> list[int]:
        """For every location its place in the opposite order."""
        return [-rank for rank in self.ranks]

    @cached_property
    def dominators(self) -> list[int | None]:
        """For every location its immediate dominator; ``None`` for the entry and unreachable locations."""
        return immediate_dominators(self.successors, self.function.entry)

    @cached_property
    def closed(self) -> list[list[int]]:
        """The graph with a virtual exit that every reachable location reaches."""
        graph = [[*following] if following else [self.virtual_exit] for following in self.successors]
        graph.append([])
        ends = set(postorder(reverse(graph), [self.virtual_exit]))
        ranks = self.ranks
        reachable = set(self.reverse_postorder)
        for component in components(graph):
            inside = set(component)
            stuck = not inside & ends and inside <= reachable
            if stuck and all(successor in inside for node in component for successor in graph[node]):
                graph[max(component, key=ranks.__getitem__)].append(self.virtual_exit)
        return graph

    @cached_property
    def post_dominators(self) -> list[int | None]:
        """For every location its immediate post-dominator, possibly the virtual exit.

        ``None`` for locations that cannot be reached from the entry unless they lead to an exit.
        """
        return immediate_dominators(reverse(self.closed), self.virtual_exit)[:-1]

    def dominates(self, above: int, below: int) -> bool:
        """Say whether every path from the entry to *below* goes through *above*."""
        return _is_ancestor(self.dominators, above, below)

    def post_dominates(self, below: int, above: int) -> bool:
        """Say whether every path from *above* to an exit goes through *below*."""
        return _is_ancestor([*self.post_dominators, None], below, above)

    @cached_property
    def retreating_edges(self) -> list[int]:
        """The edges that do not go forward in reverse post-order; every cycle has one."""
        ranks = self.ranks
        return [n for n, edge in enumerate(self.function.edges) if ranks[edge.target] <= ranks[edge.source]]

    @cached_property
    def widening_points(self) -> frozenset[int]:
        """Locations that lie, together, on every cycle: where retreating edges lead to."""
        return frozenset(self.function.edges[number].target for number in self.retreating_edges)

    @cached_property
    def loops(self) -> list[Loop]:
        """The natural loops, one for each head, in the order of heads; cycles with several entries have none."""
        edges, reachable = self.function.edges, set(self.reverse_postorder)
        tails: dict[int, list[int]] = {}
        for number in self.retreating_edges:
            edge = edges[number]
            if edge.source in reachable and self.dominates(edge.target, edge.source):
                tails.setdefault(edge.target, []).append(edge.source)
        return [Loop(head, self._body(head, tails[head], reachable)) for head in sorted(tails)]

    def _body(self, head: int, tails: list[int], reachable: set[int]) -> frozenset[int]:
        def sources(location: int) -> list[int]:
            if location == head:
                return []
            return [source for number in self.incoming[location] if (source := self.sources[number]) in reachable]

        return frozenset(graphs.reachable([head, *tails], sources))

    @cached_property
    def is_reducible(self) -> bool:
        """Say whether every cycle that can be reached has one entry, its head."""
        edges, reachable = self.function.edges, set(self.reverse_postorder)
        retreating = [edges[number] for number in self.retreating_edges]
        return all(self.dominates(edge.target, edge.source) for edge in retreating if edge.source in reachable)


def _is_ancestor(parents: Sequence[int | None], above: int, below: int) -> bool:
    current: int | None = below
    while current is not None and current != above:
        current = parents[current]
    return current is not None
