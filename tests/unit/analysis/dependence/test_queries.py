"""Queries: shortest paths, in a fixed order, and conditionals innermost first."""

from __future__ import annotations

from dependence_programs import TWICE, node, program, short
from vexil.analysis.dependence import DependenceGraph, Kind
from vexil.analysis.dependence.queries import conditionals, shortest_paths

NESTED = """
global a: i32
global b: i32
global c: i32
global x: i32
function main()
  outer -> middle: assume a > 0i32
  outer -> end: assume !(a > 0i32)
  middle -> inner: assume b > 0i32
  middle -> end: assume !(b > 0i32)
  inner -> hit: assume c > 0i32
  inner -> end: assume !(c > 0i32)
  hit -> end: x := 1i32
  end -> aside: assume x > 0i32
  end -> last: assume !(x > 0i32)
  aside -> last: skip
  last -> exit: return
"""


def test_SLI_11_conditionals_are_found_innermost_first() -> None:
    """The nearest conditional comes first, and one that controls nothing of the root is not found."""
    graph = DependenceGraph(program(NESTED))
    paths = conditionals(graph, [node(graph, "hit")], [Kind.DATA, Kind.CONTROL])
    assert [short(graph, path.target) for path in paths] == ["inner", "middle", "outer"]
    assert [len(path.dependences) for path in paths] == [1, 2, 3]


def test_SLI_11_paths_go_through_calls_in_their_context() -> None:
    """What reaches a value through a call is what that call passes, with a path that goes through the function."""
    graph = DependenceGraph(program(TWICE))
    paths = shortest_paths(graph, [node(graph, "m5")], [Kind.DATA], lambda _: True)
    assert {short(graph, path.target) for path in paths} == {"m1", "m3", "i1"}
    (to_write,) = [path for path in paths if short(graph, path.target) == "m1"]
    assert [short(graph, item.on) for item in to_write.dependences] == ["m3", "m1"]


def test_paths_follow_dependences_that_the_graph_has() -> None:
    """Every step of a path starts where the one before ends, at a root first."""
    graph = DependenceGraph(program(NESTED))
    root = node(graph, "last")
    for path in shortest_paths(graph, [root], Kind, lambda _: True):
        ends = [root]
        for item in path.dependences:
            assert item.dependent == ends[-1]
            ends.append(item.on)
        assert ends[-1] == path.target
