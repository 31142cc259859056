"""Rankings of loops and measures of functions: what shrinks is confirmed, and each condition is missed if it fails."""

from __future__ import annotations

from dataclasses import replace

import pytest
from invariant_tools import apply, literal, local, proved, rule, unchecked, vir

from vexil.certify import Certificate, certify
from vexil.core.context import Context, Limits
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32, I64, INT, IntegerType
from vexil.ir.typing import cast
from vexil.model.evidence import Invariant, LoopRule, ProcedureRule
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

X, Y, N = local("x", I32), local("y", I32), local("n", I32)
TRUE = Const(True, BOOL)


def ends(program: Program, *rules: LoopRule, procedures: tuple[ProcedureRule, ...] = ()) -> Certificate:
    """What the checker says about a proof that every run ends."""
    question = Question(program, parse_property("termination"))
    return certify(question, Invariant(rules, procedures=procedures), Context(Limits(cpu_seconds=20)))


def ranked(loop: LoopRule, *ranking: Expr) -> LoopRule:
    return replace(loop, ranking=ranking)


def wide(expression: Expr) -> Expr:
    return cast(expression, I64)


def minus(left: Expr, right: Expr) -> Expr:
    return apply(Operator.SUBTRACT, left, right)


def counting(guard: str, step: str) -> Program:
    """A loop over x and n, which are inputs."""
    return vir(f"""
function main()
  local x: i32
  local n: i32
  a -> b: n := choose type(i32)
  b -> h: x := choose type(i32)
  h -> body: assume {guard}
  h -> end_: assume !({guard})
  body -> h: {step}
  end_ -> exit: return
""")


def test_difference_that_shrinks_shows_the_end() -> None:
    """While x < n, x := x + 1: the distance as a wide integer shrinks."""
    program = counting("x < n", "x := x + 1i32")
    assert proved(ends(program, ranked(rule(program, "h", 1), minus(wide(N), wide(X)))))


def test_two_steps_of_induction_are_enough() -> None:
    """A ranking may be shown by an induction of depth two."""
    program = counting("x < n", "x := x + 1i32")
    assert proved(ends(program, ranked(rule(program, "h", 2), minus(wide(N), wide(X)))))


def test_machine_integers_need_no_lower_bound() -> None:
    """While x + 1 > x, x := x + 1: -x shrinks, and wrap-around ends the loop."""
    program = counting("x + 1i32 > x", "x := x + 1i32")
    assert proved(ends(program, ranked(rule(program, "h", 1), minus(literal(0, I64), wide(X)))))


def test_wrap_around_of_the_ranking_is_seen() -> None:
    """While x <= n, x := x + 1 need not end: no difference shrinks where x wraps around."""
    program = counting("x <= n", "x := x + 1i32")
    for ranking in (minus(N, X), minus(wide(N), wide(X))):
        assert unchecked(ends(program, ranked(rule(program, "h", 1), ranking)), "ranking", "does not follow")


def test_distance_that_wraps_around_shrinks() -> None:
    """While x != n, x := x + 1: the distance as an unsigned integer shrinks; in steps of two it does not."""
    distance = cast(minus(N, X), IntegerType(32, False))
    program = counting("x != n", "x := x + 1i32")
    assert proved(ends(program, ranked(rule(program, "h", 1), distance)))
    program = counting("x != n", "x := x + 2i32")
    assert unchecked(ends(program, ranked(rule(program, "h", 1), distance)), "ranking")


def test_loop_by_induction_needs_a_ranking() -> None:
    """A loop that is passed by induction without a ranking shows nothing about ends."""
    program = counting("x < n", "x := x + 1i32")
    assert unchecked(ends(program, rule(program, "h", 1)), "no ranking")


def test_endless_loop_is_not_unwound_to_an_end() -> None:
    """Unwinding an endless loop is given up."""
    program = counting("true", "x := 0i32")
    assert unchecked(ends(program, rule(program, "h", 0, 3)), "iterations")


def test_components_are_compared_from_left_to_right() -> None:
    """(x, y) shrinks when x does and y grows; (y, x) does not."""
    program = vir("""
function main()
  local x: i32
  local y: i32
  a -> b: y := choose type(i32)
  b -> h: x := choose type(i32)
  h -> body: assume x > 0i32 && y > 0i32
  h -> end_: assume !(x > 0i32 && y > 0i32)
  body -> one: skip
  body -> two: skip
  one -> more: x := x - 1i32
  more -> h: y := choose type(i32)
  two -> h: y := y - 1i32
  end_ -> exit: return
""")
    assert proved(ends(program, ranked(rule(program, "h", 1), X, Y)))
    assert unchecked(ends(program, ranked(rule(program, "h", 1), Y, X)), "ranking")
    assert unchecked(ends(program, ranked(rule(program, "h", 1), X)), "ranking")


def test_inner_loop_may_not_undo_the_progress() -> None:
    """The ranking of the outer loop has to survive what the inner one writes."""
    text = """
function main()
  local x: i32
  local y: i32
  a -> h: x := choose type(i32)
  h -> in_: assume x > 0i32
  h -> end_: assume !(x > 0i32)
  in_ -> i: y := choose type(i32)
  i -> body: assume y > 0i32
  i -> back: assume !(y > 0i32)
  body -> more: y := y - 1i32
  more -> i: {inside}
  back -> h: x := x - 1i32
  end_ -> exit: return
"""
    for inside, is_right in (("skip", True), ("x := x + 1i32", False)):
        program = vir(text.format(inside=inside))
        outer, inner = ranked(rule(program, "h", 1), X), ranked(rule(program, "i", 1), Y)
        certificate = ends(program, outer, inner)
        assert proved(certificate) if is_right else unchecked(certificate, "ranking")
        assert unchecked(ends(program, outer, rule(program, "i", 1)), "no ranking")


def test_mathematical_integers_need_a_lower_bound() -> None:
    """While x > n: x shrinks; it shows the end only where it is at least 0."""
    text = """
function main()
  local x: int
  local n: int
  a -> b: n := choose range({low}, 5)
  b -> h: x := choose range(0, 100)
  h -> body: assume x > n
  h -> end_: assume !(x > n)
  body -> h: x := x - 1
  end_ -> exit: return
"""
    x, n = local("x", INT), local("n", INT)
    for low, is_right in (("0", True), ("-5", False)):
        program = vir(text.format(low=low))
        known = apply(Operator.GREATER_EQUAL, n, literal(-5, INT))
        certificate = ends(program, ranked(rule(program, "h", 1, 0, known), x))
        assert proved(certificate) if is_right else unchecked(certificate, "ranking")


def test_ranking_that_is_no_integer_is_refused() -> None:
    """A ranking has to be made of integers of the program."""
    program = counting("x < n", "x := x + 1i32")
    assert unchecked(ends(program, ranked(rule(program, "h", 1), TRUE)), "no integer")
    assert unchecked(ends(program, ranked(rule(program, "h", 1), local("z", I32))), "z")


RECURSION = """
function down(n: i32) -> i32
  local r: i32
  a -> out: assume n <= 0i32
  a -> go: assume !(n <= 0i32)
  go -> back: r := call down({next})
  back -> out: skip
  out -> exit: return 0i32
function main()
  local x: i32
  local r: i32
  a -> b: x := choose type(i32)
  b -> c: r := call down(x)
  c -> exit: return
"""


@pytest.mark.parametrize(("argument", "is_right"), [("n - 1i32", True), ("n", False), ("n + 1i32", False)])
def test_measure_has_to_shrink_at_calls(argument: str, is_right: bool) -> None:
    """Recursion by contract ends where the measure of each call is smaller than that of its caller."""
    program = vir(RECURSION.format(next=argument))
    measured = ProcedureRule("down", TRUE, TRUE, (Variable("n", I32, False),))
    certificate = ends(program, procedures=(measured,))
    assert proved(certificate) if is_right else unchecked(certificate, "measure")
    assert unchecked(ends(program, procedures=(replace(measured, measure=()),)), "measure")
