"""Orders, dominators, loops and the solver on graphs small enough to know by heart, and on random ones."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sketches import Sketch, i32, less
from vexil.analysis import ControlFlow, Direction, Problem, components, immediate_dominators, solve
from vexil.analysis.graphs import postorder
from vexil.ir.builder import FunctionBuilder
from vexil.ir.operations import Return, Skip
from vexil.ir.program import Function, LocationKind
from vexil.ir.types import I32

law = settings(max_examples=150, deadline=None, derandomize=True)


def graph(edges: dict[int, list[int]], exits: list[int]) -> Function:
    """A function with these edges; the exits return."""
    builder = FunctionBuilder("f")
    count = 1 + max([*edges, *exits, *(target for targets in edges.values() for target in targets)])
    for number in range(count):
        builder.location(f"n{number}", kind=LocationKind.CHOICE if len(edges.get(number, [])) != 1 else None)
    builder.entry = 0
    builder.exit = builder.location("exit", kind=LocationKind.TERMINAL)
    for source, targets in edges.items():
        for target in targets:
            builder.edge(source, target, Skip())
    for source in exits:
        builder.edge(source, builder.exit, Return(None))
    return builder.build()


def random_graph(seed: int) -> list[list[int]]:
    """Up to ten nodes with a few edges."""
    random = Random(seed)
    count = random.randint(1, 10)
    return [[random.randrange(count) for _ in range(random.randint(0, 2))] for _ in range(count)]


@law
@given(st.integers(0, 10**6))
def test_dominators_are_on_every_path(seed: int) -> None:
    """A node dominates another one exactly if that cannot be reached without it."""
    successors = random_graph(seed)
    dominators = immediate_dominators(successors, 0)
    reachable = set(postorder(successors, [0]))
    for avoided in reachable:
        cut = [[t for t in targets if t != avoided] if n != avoided else [] for n, targets in enumerate(successors)]
        rest = set(postorder(cut, [0])) if avoided != 0 else set()
        for node in reachable:
            current: int | None = node
            while current is not None and current != avoided:
                current = dominators[current]
            assert (current == avoided) == (node == avoided or node not in rest)
    assert all(dominators[node] is None for node in range(len(successors)) if node not in reachable)


@law
@given(st.integers(0, 10**6))
def test_components_are_mutual_reachability(seed: int) -> None:
    """Two nodes are in one component exactly if each reaches the other, and components come after their successors."""
    successors = random_graph(seed)
    reach = [set(postorder(successors, [node])) for node in range(len(successors))]
    found = components(successors)
    place = {node: number for number, group in enumerate(found) for node in group}
    assert sorted(place) == list(range(len(successors)))
    for one in range(len(successors)):
        for two in reach[one]:
            assert place[two] <= place[one]
            assert (place[one] == place[two]) == (one in reach[two])


def test_loops_of_a_nested_loop() -> None:
    """Two loops, one inside the other, are found with their bodies, and the inner one is part of the outer one."""
    flow = ControlFlow(graph({0: [1], 1: [2, 5], 2: [3], 3: [2, 4], 4: [1]}, [5]))
    assert [(loop.head, sorted(loop.body)) for loop in flow.loops] == [(1, [1, 2, 3, 4]), (2, [2, 3])]
    assert flow.widening_points == {1, 2}
    assert flow.is_reducible
    assert flow.reverse_postorder[0] == 0


def test_irreducible_graphs_are_accepted() -> None:
    """A cycle with two entries is no natural loop, but has a widening point."""
    flow = ControlFlow(graph({0: [1, 2], 1: [2, 3], 2: [1]}, [3]))
    assert flow.loops == []
    assert not flow.is_reducible
    assert flow.widening_points & {1, 2}


def test_post_dominators_have_a_virtual_exit() -> None:
    """Several exits and an endless loop meet in the virtual exit; a join is the post-dominator of its branch."""
    flow = ControlFlow(graph({0: [1, 2], 1: [3], 2: [3], 3: [4, 5], 5: [5]}, [4]))
    assert flow.post_dominators[0] == 3
    assert flow.post_dominators[1] == 3
    assert flow.post_dominators[3] == flow.virtual_exit
    assert flow.post_dominators[5] == flow.virtual_exit
    assert flow.post_dominates(3, 0)
    assert not flow.post_dominates(4, 3)
    assert flow.dominates(3, 5)


def test_solver_joins_over_paths() -> None:
    """Forward, the sets of edges taken meet at joins; backward, those still to come."""
    flow = ControlFlow(graph({0: [1, 2], 1: [3], 2: [3]}, [3]))

    def transfer(number: int, fact: frozenset[int]) -> frozenset[int]:
        return fact | {number}

    forward = solve(flow, Problem(Direction.FORWARD, {0: frozenset()}, transfer, frozenset.union))
    assert forward[3] == {0, 1, 2, 3}
    assert forward[1] == {0}
    backward = solve(flow, Problem(Direction.BACKWARD, {4: frozenset()}, transfer, frozenset.union))
    assert backward[0] == {0, 1, 2, 3, 4}
    assert backward[2] == {3, 4}


def test_deep_functions_do_not_overflow() -> None:
    """A chain of 20,000 locations is ordered and its dominators found without recursion."""
    sketch = Sketch()
    with sketch.function("main") as main:
        x = main.local("x", I32)
        for _ in range(10_000):
            main.set(x, i32(1))
        with main.when(less(x, i32(2))):
            for _ in range(10_000):
                main.set(x, i32(1))
    flow = ControlFlow(sketch.build().functions["main"])
    assert len(flow.reverse_postorder) == len(flow.function.locations)
    assert flow.dominators[flow.function.exit] is not None
    assert flow.post_dominators[flow.function.entry] is not None
