"""Dependences through calls: contexts are kept apart, and what may not return controls what follows."""

from __future__ import annotations

import pytest

from dependence_programs import STOPPING, TWICE, node, program, sliced, texts
from vexil.analysis.dependence import DependenceGraph, Ends, Kind


def test_calling_contexts_are_kept_apart() -> None:
    """What one call passes is not what another call of the function returns (Horwitz, Reps and Binkley 1990)."""
    graph = DependenceGraph(program(TWICE))
    assert sliced(graph, "m5") == {"m5", "m3", "m1", "i1"}
    assert sliced(graph, "m6") == {"m6", "m4", "m2", "i1"}


def test_a_criterion_inside_of_a_function_has_all_its_calls() -> None:
    """A statement of a function runs for every call, with what every call passes."""
    assert sliced(DependenceGraph(program(TWICE)), "i1") == {"i1", "m1", "m2", "m3", "m4"}


def test_only_the_arguments_that_matter_are_followed() -> None:
    """A result that does not depend on a parameter does not depend on what is passed for it."""
    text = TWICE.replace("function id(v: i32) -> i32\n  i1 -> exit: return v",
                         "function id(v: i32) -> i32\n  i1 -> exit: return 3i32")  # fmt: skip
    graph = DependenceGraph(program(text))
    assert sliced(graph, "m5") == {"m5", "m3", "i1"}
    assert graph.slice([node(graph, "m5")]).parameters == {}


def test_recursion_is_summarised() -> None:
    """The result of a recursive function depends on its parameter through the call of itself."""
    graph = DependenceGraph(
        program(
            """
global a: i32
global b: i32
global r: i32
function f(n: i32, m: i32) -> i32
  local t: i32
  f1 -> f2: assume n > 0i32
  f1 -> f4: assume !(n > 0i32)
  f2 -> f3: t := call f(m, n)
  f3 -> exit: return t
  f4 -> exit: return 0i32
function main()
  local x: i32
  m1 -> m2: a := 1i32
  m2 -> m3: b := 2i32
  m3 -> m4: x := call f(a, b)
  m4 -> m5: r := x
  m5 -> exit: return
"""
        )
    )
    assert sliced(graph, "m4") == {"m4", "m3", "m1", "m2", "f1", "f2", "f3", "f4"}


def test_writes_to_shared_storage_are_found_in_called_functions() -> None:
    """A global that a call may write comes from the write inside, or from what was written before."""
    graph = DependenceGraph(
        program(
            """
global g: i32
global h: i32
function set()
  s1 -> s2: assume h > 0i32
  s1 -> s3: assume !(h > 0i32)
  s2 -> s3: g := 1i32
  s3 -> exit: return
function main()
  m1 -> m2: g := 5i32
  m2 -> m3: call set()
  m3 -> m4: h := g
  m4 -> exit: return
"""
        )
    )
    assert {item for item in texts(graph, Kind.DATA) if item.startswith("m3")} == {
        "m3->m1(g)",
        "m3->m2(g)",
        "m3->s2(g)",
    }


EXCEPTIONS = """
class Error
global g: i32
global o: i32
function risky(v: i32)
  local e: ref[Error]
  r1 -> r2: assume v > 0i32
  r1 -> r4: assume !(v > 0i32)
  r2 -> r3: e := new Error site "e"
  r3 -> thrown: throw e
  r4 -> exit: return
function main()
  local c: ref[Error]
  m1 -> m2: g := 3i32
  m2 -> m3: call risky(g)
  m2 -> h1: catch c
  m3 -> m4: o := 1i32
  h1 -> m4: o := 2i32
  m4 -> exit: return
"""


def test_exceptions_control_what_follows_a_call() -> None:
    """Where a call goes on is decided inside of it, by what is passed."""
    graph = DependenceGraph(program(EXCEPTIONS))
    assert {"m3->m2", "h1->m2"} <= texts(graph, Kind.CONTROL)
    assert {"m1", "m2", "r1"} <= sliced(graph, "m3")


def test_what_follows_a_call_depends_on_whether_it_returns() -> None:
    """A call in which the program may stop controls what comes after it, and depends on the stop."""
    graph = DependenceGraph(program(STOPPING.replace("WHAT", "skip")))
    assert {"m2->m1", "m3->m1"} <= texts(graph, Kind.CONTROL)
    assert {"m1", "s1", "s2"} <= sliced(graph, "m3")


@pytest.mark.parametrize(
    ("what", "ends", "counts"),
    [
        ("restrict g > 0i32", Ends(), True),
        ("restrict g > 0i32", Ends(restrictions=False), False),
        ('check assert g > 0i32 ""', Ends(), False),
        ('check assert g > 0i32 ""', Ends(checks=frozenset({"assert"})), True),
        ('check overflow g > 0i32 ""', Ends(checks=frozenset({"assert"})), False),
        ("g := 1i32 / g", Ends(), False),
        ("g := 1i32 / g", Ends(undefined=True), True),
        ("g := g / 2i32", Ends(undefined=True), False),
    ],
)
def test_the_client_says_what_ends_a_run(what: str, ends: Ends, counts: bool) -> None:
    """Restrictions, checks of the asked kinds and undefined operations control what follows when they count."""
    graph = DependenceGraph(program(STOPPING.replace("WHAT", what)), ends)
    assert ("m3->m2" in texts(graph, Kind.CONTROL)) is counts


def test_a_loop_in_a_call_delays_what_follows() -> None:
    """A call of a function with a loop is a point of divergence, and leads to the loop."""
    graph = DependenceGraph(
        program(
            """
global g: i32
function spin()
  s1 -> s2: assume g > 0i32
  s1 -> s3: assume !(g > 0i32)
  s2 -> s1: skip
  s3 -> exit: return
function main()
  m1 -> m2: call spin()
  m2 -> m3: g := 1i32
  m3 -> exit: return
"""
        )
    )
    assert {"m2->m1", "m3->m1"} <= texts(graph, Kind.DIVERGENCE)
    assert {"m1", "s1"} <= sliced(graph, "m2")
