"""The dependences of the catalogue's own programs, each with every edge that is expected."""

from __future__ import annotations

import pytest

from dependence_programs import HANDSHAKE, node, power, program, sliced, texts
from vexil.analysis.dependence import SIX, DependenceGraph, Kind

ENDS = frozenset({"a6", "b7"})
"""The returns of the threads, which the catalogue does not count as statements."""


def test_SLI_01_every_node_lies_between_entry_and_a_virtual_exit() -> None:
    """A loop that is never left gets a virtual exit, at its last location: a branch into it decides what follows."""
    graph = DependenceGraph(
        program(
            """
global x: i32
function main()
  a -> spin: assume x == 0i32
  a -> b: assume !(x == 0i32)
  spin -> spin2: skip
  spin2 -> spin: skip
  b -> exit: return
"""
        )
    )
    assert texts(graph, Kind.CONTROL) == {"spin->a", "spin2->a", "b->a", "spin->spin2"}
    flow = graph.steps.facts.control_flow("main")
    assert all(flow.post_dominators[location] is not None for location in flow.reverse_postorder)


def test_SLI_02_data_dependences_of_power() -> None:
    """Every read depends on the writes that reach it, parameters on the start, and on nothing else."""
    assert texts(DependenceGraph(power()), Kind.DATA) == {
        "loop.1->S(m)", "loop.1->init.1(result)", "loop.1->loop.1(result)", "loop.2->S(n)", "loop.2->loop.2(n)",
        "test.1->S(n)", "test.1->loop.2(n)",
    }  # fmt: skip


def test_SLI_03_control_dependences_of_power() -> None:
    """The body of the loop depends on its test; the test does not depend on itself (reflexive post-domination)."""
    assert texts(DependenceGraph(power()), Kind.CONTROL) == {"loop.1->test.1", "loop.2->test.1", "loop.3->test.1"}


def test_SLI_04_divergence_dependences_of_power() -> None:
    """Everything that the loop may keep waiting depends on its decision."""
    assert texts(DependenceGraph(power()), Kind.DIVERGENCE) == {
        "loop.1->test.1", "loop.2->test.1", "loop.3->test.1", "test.1->test.1", "end.1->test.1",
    }  # fmt: skip


def test_SLI_04_a_loop_that_delays_nothing_is_left_out() -> None:
    """A loop after the criterion is no part of its slice, one before it is, although its values do not matter."""
    graph = DependenceGraph(
        program(
            """
global x: i32
global i: i32
function main()
  before -> in1: assume i < 5i32
  before -> c: assume !(i < 5i32)
  in1 -> before: i := i + 1i32
  c -> after: x := 1i32
  after -> in2: assume i < 9i32
  after -> end: assume !(i < 9i32)
  in2 -> after: i := i + 1i32
  end -> exit: return
"""
        )
    )
    assert sliced(graph, "c") == {"c", "before", "in1"}


def test_SLI_04_a_loop_without_end_before_the_criterion_is_kept() -> None:
    """A thread that spins for ever on its way to the criterion keeps spinning in the slice: its head counts."""
    graph = DependenceGraph(
        program(
            """
global x: i32
function main()
  a -> c: skip
  c -> d: x := x + 1i32
  d -> a: skip
"""
        )
    )
    assert "c->a" in texts(graph, Kind.DIVERGENCE)


def test_SLI_08_data_control_and_divergence_of_the_handshake() -> None:
    """The sequential dependences of the worked concurrent example."""
    graph = DependenceGraph(program(HANDSHAKE))
    initial = {"a2->S(x)", "b2->S(x)", "b4->S(x)"}
    locks = {f"{item}->S(k)" for item in ["a1", "a3", "a4", "b1", "b3", "b5"]}
    assert texts(graph, Kind.DATA) == {"b6->b4(y)", *initial, *locks}
    assert texts(graph, Kind.CONTROL, leave_out=ENDS) == {"b3->b2"}
    assert texts(graph, Kind.DIVERGENCE, leave_out=ENDS) == {"b2->b2", "b3->b2", "b4->b2", "b5->b2", "b6->b2"}


def test_SLI_05_interference_of_the_handshake() -> None:
    """Reads of x in one thread depend on its write in the other."""
    assert texts(DependenceGraph(program(HANDSHAKE)), Kind.INTERFERENCE) == {"b2->a2(x)", "b4->a2(x)"}


def test_SLI_06_synchronisation_of_the_handshake() -> None:
    """What is in a monitor depends on where it is entered and left."""
    assert texts(DependenceGraph(program(HANDSHAKE)), Kind.SYNCHRONISATION) == {
        "a2->a1", "a2->a4", "a3->a1", "a3->a4", "b2->b1", "b2->b5", "b3->b1", "b3->b5", "b4->b1", "b4->b5",
    }  # fmt: skip


def pairs(dependents: str, on: str) -> set[str]:
    """One dependence for each of the nodes."""
    return {f"{item}->{on}" for item in dependents.split()}


CLAUSES_3_TO_5 = {
    *pairs("b2 b3 b4 b5 b6", "b3"), "b3->a3", *pairs("a1 a2 a3 a4 a5", "m1"), *pairs("b1 b2 b3 b4 b5 b6", "m2"),
}  # fmt: skip
CLAUSES_1_AND_2 = {*pairs("a2 a3 a4 a5", "a1"), *pairs("b2 b3 b4 b5 b6", "b1"), "a1->b5", "b1->a4"}


def test_SLI_07_ready_dependences_of_the_handshake() -> None:
    """All five clauses when locks are not trusted; the first two vanish when the lock is known to be safe."""
    safe = DependenceGraph(program(HANDSHAKE))
    unsafe = DependenceGraph(program(HANDSHAKE), trust_safe_locks=False)
    assert texts(safe, Kind.READY, leave_out=ENDS) == CLAUSES_3_TO_5
    assert texts(unsafe, Kind.READY, leave_out=ENDS) == CLAUSES_3_TO_5 | CLAUSES_1_AND_2


@pytest.mark.parametrize("trust", [True, False])
def test_SLI_08_slices_of_the_handshake(trust: bool) -> None:
    """The slice of b4 keeps the whole exchange whether or not the lock is safe, and that of b6 adds b6."""
    graph = DependenceGraph(program(HANDSHAKE), trust_safe_locks=trust)
    expected = {"a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5", "m1", "m2"}
    assert sliced(graph, "b4") == expected
    assert sliced(graph, "b6") == {*expected, "b6"}


def test_SLI_08_slices_behind_a_lock() -> None:
    """What comes after a safe lock does not need it; after an unsafe one it needs whoever may hold it."""
    safe = DependenceGraph(program(HANDSHAKE))
    unsafe = DependenceGraph(program(HANDSHAKE), trust_safe_locks=False)
    assert sliced(safe, "a5") == {"a5", "m1"}
    assert sliced(unsafe, "a5") == {"a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b5", "m1", "m2"}


OPPOSITE = """
global p: lock = literal(1, lock)
global q: lock = literal(2, lock)
function T1()
  a1 -> a2: lock p pair "p" reentrant
  a2 -> a3: lock q pair "q" reentrant
  a3 -> a4: unlock q pair "q"
  a4 -> a5: unlock p pair "p"
  a5 -> exit: return
function T2()
  b1 -> b2: lock FIRST pair "f" reentrant
  b2 -> b3: lock SECOND pair "s" reentrant
  b3 -> b4: unlock SECOND pair "s"
  b4 -> b5: unlock FIRST pair "f"
  b5 -> exit: return
function main()
  m1 -> m2: start T1()
  m2 -> m3: start T2()
  m3 -> exit: return
"""


def unsafe_names(text: str) -> set[str]:
    """The nodes that take a lock which is not safe."""
    graph = DependenceGraph(program(text))
    return {item.split("->")[1] for item in texts(graph, Kind.READY) if item.split("->")[1][0] in "ab"} & {
        "a1", "a2", "b1", "b2"
    }  # fmt: skip


def test_SLI_09_locks_in_opposite_orders_are_both_unsafe() -> None:
    """Two locks that two threads nest in opposite orders can deadlock: the least fixed point calls neither safe."""
    graph = DependenceGraph(program(OPPOSITE.replace("FIRST", "q").replace("SECOND", "p")))
    assert graph.steps.safe_locks.safe == 0
    assert unsafe_names(OPPOSITE.replace("FIRST", "q").replace("SECOND", "p")) == {"a1", "a2", "b1", "b2"}


def test_SLI_09_locks_in_one_order_are_both_safe() -> None:
    """Nested in one order by all threads, the inner lock is safe first and then the outer one."""
    assert unsafe_names(OPPOSITE.replace("FIRST", "p").replace("SECOND", "q")) == set()


@pytest.mark.parametrize(
    ("inside", "safe"),
    [
        ("b -> c: x := 1i32", True),
        ("b -> b2: assume x == 0i32\n  b -> c: assume !(x == 0i32)\n  b2 -> b: skip", False),
        ("b -> b2: assume x == 0i32\n  b -> c: assume !(x == 0i32)\n  b2 -> b: wait p on p", True),
        ("b -> c: wait q on q", False),
        ("b -> c: join t", False),
        ("b -> c: call quick()", True),
        ("b -> c: call slow()", False),
    ],
)
def test_SLI_09_what_may_be_inside_of_a_safe_lock(inside: str, safe: bool) -> None:
    """A loop without a wait for the lock itself, a wait for another lock, a join, or a call of such a function."""
    graph = DependenceGraph(
        program(
            f"""
global p: lock = literal(1, lock)
global q: lock = literal(2, lock)
global t: thread
global x: i32
function quick()
  q1 -> exit: return
function slow()
  s1 -> s1b: assume x == 0i32
  s1 -> s2: assume !(x == 0i32)
  s1b -> s1: skip
  s2 -> exit: return
function main()
  a -> b: lock p pair "p" reentrant
  {inside}
  c -> d: unlock p pair "p"
  d -> e: t := start quick()
  e -> exit: return
"""
        )
    )
    steps = graph.steps
    lock = steps.nodes.operations(node(graph, "a"))[0]
    assert steps.safe_locks.is_safe("main", lock.lock) is safe  # type: ignore[union-attr]


def test_every_dependence_has_a_reason() -> None:
    """A dependence says why it is one, and both of its ends say where they stand."""
    graph = DependenceGraph(program(HANDSHAKE), trust_safe_locks=False)
    for item in graph.all(SIX):
        assert item.reason
        assert graph.nodes.place(item.dependent).line > 0
        assert graph.nodes.place(item.on).line > 0 or graph.nodes.is_entry(item.on)
