"""Nested depth-first search for a run that an automaton of violations accepts.

The product of program and automaton is explored on the fly (Courcoubetis, Vardi, Wolper, Yannakakis 1992).
A violation that shows in a finite prefix is reported as a shortest one; other violations are lassos. Without
any, the ranks of the strongly connected components of the product are the evidence that no run is accepted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from vexil.core.context import Context
from vexil.core.errors import InternalError
from vexil.engines.reference.components import ranks_of, why_vacuous
from vexil.engines.reference.states import Meter
from vexil.ir.interpreter import Move, Snapshot
from vexil.model.evidence import Lasso, Run, StateSpace
from vexil.model.explore import Explorer
from vexil.model.goal import RunGoal, can_block
from vexil.model.outcome import Fails, Holds, Outcome

Node = tuple[Snapshot, int]
Step = tuple[Move | None, Node]


class Product:
    """Program states paired with automaton states; a run that has ended repeats its last state."""

    def __init__(self, explorer: Explorer, goal: RunGoal, meter: Meter) -> None:
        self._explorer = explorer
        self._goal = goal
        self._automaton = goal.violations
        self._letter_of = goal.letter
        self._meter = meter
        self._letters: dict[Snapshot, int] = {}
        self._moves: dict[Snapshot, tuple[tuple[Move | None, Snapshot], ...]] = {}
        self._steps: dict[Node, tuple[Step, ...]] = {}
        self.initial: dict[Node, tuple[int, ...]] = {}
        for decisions, state in explorer.initial():
            self._enter(state)
            self.initial.setdefault((state, self._automaton.initial), decisions)

    def _enter(self, state: Snapshot) -> None:
        """Note the letter of a state that the machine is in."""
        if state not in self._letters:
            self._letters[state] = self._letter_of(self._explorer.machine)
            self._meter.state(0)

    def _program_moves(self, state: Snapshot) -> tuple[tuple[Move | None, Snapshot], ...]:
        cached = self._moves.get(state)
        if cached is None:
            collected: list[tuple[Move | None, Snapshot]] = []
            ended = self._explorer.losses.finished
            for move, following in self._explorer.successors(state):
                self._meter.transition()
                self._enter(following)
                collected.append((move, following))
            if self._explorer.losses.finished > ended:
                collected.append((None, state))
            cached = self._moves[state] = tuple(collected)
        return cached

    def steps(self, node: Node) -> tuple[Step, ...]:
        """The successors of a product state."""
        cached = self._steps.get(node)
        if cached is None:
            state, place = node
            targets = self._automaton.successors(place, self._letters[state])
            moves = self._program_moves(state) if targets else ()
            cached = tuple((move, (following, target)) for move, following in moves for target in targets)
            self._steps[node] = cached
        return cached

    def lost(self, node: Node) -> bool:
        """Say whether the property is violated at a product state, whatever follows."""
        return self._goal.is_lost(node[1], self._letters[node[0]])

    def accepting(self, node: Node) -> bool:
        """Say whether a product state is accepting."""
        return node[1] in self._automaton.accepting

    def known_steps(self, node: Node) -> tuple[Step, ...]:
        """The successors of a product state as far as it was explored."""
        return self._steps.get(node, ())


def search_runs(explorer: Explorer, goal: RunGoal, context: Context, statistics: dict[str, int]) -> tuple[Outcome, str]:
    """Look for an accepted run; the second result says why the search is vacuous, if it is."""
    product = Product(explorer, goal, Meter(context, statistics))
    prefixes = not can_block(explorer.machine.program)
    seed = _nested_search(product, prefixes)
    if seed is not None and prefixes and product.lost(seed):
        root, moves, _ = _shortest_path(product.steps, list(product.initial), product.lost)
        if None in moves:  # the run ended before the violation was certain: its last state lasts for ever
            return Fails(Lasso(product.initial[root], _real(moves), ())), ""
        return Fails(Run(product.initial[root], _real(moves))), ""
    if seed is not None:
        return Fails(_short_lasso(product)), ""
    ranks = ranks_of(list(product.initial), lambda node: [target for _, target in product.steps(node)])
    statistics["product_states"] = len(ranks)
    vacuous = why_vacuous(explorer, [state for state, _ in product.initial])
    return Holds(StateSpace(frozenset(state for state, _ in ranks), ranks)), vacuous


def _nested_search(product: Product, prefixes: bool) -> Node | None:
    """A product state that is lost (where finite *prefixes* count), or accepting and on a cycle, if there is one."""
    outer: set[Node] = set()
    inner: set[Node] = set()
    for root in product.initial:
        if root in outer:
            continue
        if prefixes and product.lost(root):
            return root
        outer.add(root)
        stack: list[tuple[Node, Iterator[Step]]] = [(root, iter(product.steps(root)))]
        while stack:
            node, steps = stack[-1]
            for _, target in steps:
                if target not in outer:
                    if prefixes and product.lost(target):
                        return target
                    outer.add(target)
                    stack.append((target, iter(product.steps(target))))
                    break
            else:
                stack.pop()
                if product.accepting(node) and _closes_cycle(product, node, inner):
                    return node
    return None


def _closes_cycle(product: Product, seed: Node, inner: set[Node]) -> bool:
    """Search for a way back to the seed; states that earlier seeds have seen need not be seen again."""
    pending = [seed]
    while pending:
        for _, target in product.steps(pending.pop()):
            if target == seed:
                return True
            if target not in inner:
                inner.add(target)
                pending.append(target)
    return False


def _short_lasso(product: Product) -> Lasso:
    """A shortest stem, within what was explored, to an accepting state on a cycle, and a shortest loop around it."""

    def targets(node: Node) -> list[Node]:
        return [target for _, target in product.known_steps(node)]

    ranks = ranks_of(list(product.initial), targets)

    def on_cycle(node: Node) -> bool:
        return product.accepting(node) and any(ranks[target] == ranks[node] for target in targets(node))

    steps = product.known_steps
    root, stem, seed = _shortest_path(steps, list(product.initial), on_cycle)
    loops = [
        [move, *rest]
        for move, target in steps(seed)
        if ranks[target] == ranks[seed]
        for _, rest, _ in [_shortest_path(steps, [target], lambda node: node == seed)]
    ]
    return Lasso(product.initial[root], _real(stem), _real(min(loops, key=len)))


def _real(moves: list[Move | None]) -> tuple[Move, ...]:
    """The moves without the repetitions of a run that has ended."""
    return tuple(move for move in moves if move is not None)


def _shortest_path(
    steps: Callable[[Node], tuple[Step, ...]], sources: list[Node], is_target: Callable[[Node], bool]
) -> tuple[Node, list[Move | None], Node]:
    """Where a shortest path begins, its moves, and where it ends; there must be one."""
    parents: dict[Node, tuple[Node, Move | None] | None] = dict.fromkeys(sources)
    queue = deque(sources)
    while queue:
        node = queue.popleft()
        if is_target(node):
            end = node
            moves: list[Move | None] = []
            while (parent := parents[node]) is not None:
                node, move = parent
                moves.append(move)
            return node, moves[::-1], end
        for move, target in steps(node):
            if target not in parents:
                parents[target] = (node, move)
                queue.append(target)
    raise InternalError("the state that was found should be reachable")
