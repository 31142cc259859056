"""Intervals, liveness, definitions and effects that a reader can check by eye."""

from __future__ import annotations

import pytest
from vir_text import program

from vexil.analysis import Analyses, Interval
from vexil.analysis.congruence import numbers_of
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.types import I32, I64
from vexil.ir.typing import apply, cast

LOOP = """
global g: i32
global last: u8
function clamp(x: i32) -> i32
  s -> low: assume x < 0i32
  s -> t: assume !(x < 0i32)
  low -> exit: return 0i32
  t -> high: assume x > 9i32
  t -> mid: assume !(x > 9i32)
  high -> exit: return 9i32
  mid -> exit: return x
function never()
  s -> stopped: stop 1i32
function main()
  local i: i32
  local j: i32
  local k: u8
  local b: bool
  a -> head: i := 0i32
  head -> body: assume i < 10i32
  head -> out: assume !(i < 10i32)
  body -> next: j := i * 2i32
  next -> head: i := i + 1i32
  out -> p: j := choose type(i32)
  p -> q: j := call clamp(j)
  q -> r: k := k + 250u8
  r -> s1: k := k + 10u8
  s1 -> s2: b := cast(j == 12i32, i32) != 0i32
  s2 -> yes: assume b
  s2 -> no: assume !b
  yes -> exit: return
  no -> w: case j in {1, 3}
  no -> z: case j not in {1, 3}
  w -> w2: last := k
  w2 -> w3: call never()
  w3 -> exit: return
  z -> exit: return
"""


def interval(facts: Analyses, place: str, name: str) -> Interval | None:
    """The interval of a register of the main function at a named location."""
    return facts.intervals.register("main", facts.program.functions["main"].location_numbers[place], name)


def test_intervals_of_a_loop() -> None:
    """Conditions bound the counter inside and outside of the loop, after widening and narrowing."""
    facts = Analyses(program(LOOP))
    assert interval(facts, "head", "i") == Interval(0, 10)
    assert interval(facts, "body", "i") == Interval(0, 9)
    assert interval(facts, "next", "j") == Interval(0, 18)
    assert interval(facts, "out", "i") == Interval(10, 10)


def test_intervals_across_calls() -> None:
    """The result of a call is that of its returns, parameters are those of its calls, and never returning is known."""
    facts = Analyses(program(LOOP))
    assert interval(facts, "q", "j") == Interval(0, 9)
    assert facts.intervals.result("clamp") == Interval(0, 9)
    assert facts.intervals.parameter("clamp", "x") == Interval(-(2**31), 2**31 - 1)
    assert interval(facts, "w", "j") == Interval(1, 3)
    assert interval(facts, "w3", "j") is None
    assert interval(facts, "yes", "j") is None


def test_intervals_wrap_around() -> None:
    """A sum that always wraps is exact, and a global has the values that are ever written to it."""
    facts = Analyses(program(LOOP))
    assert interval(facts, "r", "k") == Interval(250, 250)
    assert interval(facts, "s1", "k") == Interval(4, 4)
    assert facts.intervals.global_register("last") == Interval(0, 4)
    assert facts.intervals.global_register("g") == Interval(0, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x * 8", (0, 8)),
        ("x * 8 + 20", (4, 8)),
        ("x * 24 - y * 36", (0, 12)),
        ("5 + 6", (11, 0)),
        ("y * z", (0, 1)),
    ],
)
def test_congruences(text: str, expected: tuple[int, int]) -> None:
    """Sums and products of unknown numbers have a remainder and a stride; 32 bits times a constant do not wrap."""
    x, y, z = (cast(Variable(name, I32, False), I64) for name in "xyz")

    def times(value: Expr, factor: int) -> Apply:
        return apply(Operator.MULTIPLY, value, Const(factor, I64))

    expressions: dict[str, Expr] = {
        "x * 8": times(x, 8),
        "x * 8 + 20": apply(Operator.ADD, times(x, 8), Const(20, I64)),
        "x * 24 - y * 36": apply(Operator.SUBTRACT, times(x, 24), times(y, 36)),
        "5 + 6": apply(Operator.ADD, Const(5, I64), Const(6, I64)),
        "y * z": apply(Operator.MULTIPLY, y, z),
    }
    found = numbers_of(expressions[text])
    assert (found.remainder, found.stride) == expected


def test_wrapping_products_keep_powers_of_two() -> None:
    """A product of a full-width number by 24 may wrap around, and is then only known to be a multiple of 8."""
    found = numbers_of(apply(Operator.MULTIPLY, Variable("x", I64, False), Const(24, I64)))
    assert found.stride == 8


def test_liveness_and_definitions() -> None:
    """The counter is live in the loop and dead behind it; what is written before it is read is dead."""
    facts = Analyses(program(LOOP))
    main = facts.program.functions["main"]
    liveness, definitions = facts.liveness("main"), facts.definitions("main")
    assert liveness.live(main.location_numbers["body"]) == {"i", "k"}
    assert not liveness.is_live(main.location_numbers["out"], "i")
    assert not liveness.is_live(main.location_numbers["a"], "i")
    assert definitions.definitions["i"] == (0, 4)
    assert definitions.uses["i"] == (1, 2, 3, 4)
    assert facts.definitions("clamp").definitions["x"] == ()


def test_effects_include_those_of_callees() -> None:
    """A function has the effects of what it calls and its own, through pointers too; recursion does no harm."""
    facts = Analyses(
        program(
            """
global x: i32 addressable
global y: i32 addressable
global g: i32
function deep(p: ptr[i32], n: i32)
  s -> t: assume n > 0i32
  s -> u: assume !(n > 0i32)
  t -> u: call deep(p, n - 1i32)
  u -> v: deref(p, i32) := g
  v -> exit: return
function main()
  s -> t: call deep(address(x), y)
  t -> exit: return
"""
        )
    )
    deep, main = facts.effects.of_function("deep"), facts.effects.of_function("main")
    assert sorted(map(str, deep.objects_written)) == ["x"]
    assert deep.globals_read == {"g"}
    assert sorted(map(str, main.objects_read)) == ["y"]
    assert sorted(map(str, main.objects_written)) == ["x"]
    assert main.globals_written == frozenset()
    assert facts.call_graph.recursive == {"deep"}


def test_facts_are_computed_once() -> None:
    """Asking again gives the same object."""
    facts = Analyses(program(LOOP))
    assert facts.points_to is facts.points_to
    assert facts.liveness("main") is facts.liveness("main")
    assert facts.intervals is facts.intervals
