"""Auxiliary variables of loops: counts of iterations and values at entry in facts, and evidence that is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from invariant_tools import apply, check, contradicted, literal, local, proved, rule, unchecked, vir

from vexil.certify import Certificate
from vexil.ir.auxiliaries import Auxiliary, before_loop
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32, IntegerType

U8 = IntegerType(8, False)
X, Y, N = local("x", U8), local("y", U8), local("n", U8)
K = Variable("\\k", U8, False)
COUNT = Auxiliary(K, Const(0, U8), apply(Operator.ADD, K, literal(1, U8)))
OLD_X, OLD_Y = before_loop(X), before_loop(Y)


def times(number: int, value: Expr) -> Expr:
    return apply(Operator.MULTIPLY, value, literal(number, U8))


def equal(one: Expr, other: Expr) -> Expr:
    return apply(Operator.EQUAL, one, other)


def plus(one: Expr, other: Expr) -> Expr:
    return apply(Operator.ADD, one, other)


def stepping(claim: str = "y - y0 == 3u8 * (x - x0)") -> Program:
    """x goes by one and y by three, any number of times, from any values."""
    return vir(f"""
function main()
  local x: u8
  local y: u8
  local x0: u8
  local y0: u8
  local n: u8
  local go: bool
  a -> a1: x := choose type(u8)
  a1 -> a2: x0 := x
  a2 -> a3: y := choose type(u8)
  a3 -> h: y0 := y
  h -> h1: go := choose type(bool)
  h1 -> b: assume go
  h1 -> end_: assume !go
  b -> b1: x := x + 1u8
  b1 -> h: y := y + 3u8
  end_ -> last: check assert {claim} "claim"
  last -> exit: return
""")


FORM_X = equal(X, plus(OLD_X.variable, K))
FORM_Y = equal(Y, plus(OLD_Y.variable, times(3, K)))


def checked(program: Program, depth: int, facts: tuple[Expr, ...], *extra: Auxiliary) -> Certificate:
    return check(program, replace(rule(program, "h", depth, 0, *facts), auxiliaries=extra))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_closed_forms_are_facts(depth: int) -> None:
    """x == old(x) + k and y == old(y) + 3k give the relation behind the loop, at every depth of induction."""
    program = stepping()
    assert proved(checked(program, depth, (FORM_X, FORM_Y), COUNT, OLD_X, OLD_Y))
    assert unchecked(checked(program, depth, (FORM_X,), COUNT, OLD_X, OLD_Y), "does not follow")


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_claim_that_is_false_is_not_proved_by_right_forms(depth: int) -> None:
    """Forms do not hide that y goes by three."""
    program = stepping("y - y0 == 2u8 * (x - x0)")
    assert not proved(checked(program, depth, (FORM_X, FORM_Y), COUNT, OLD_X, OLD_Y))


def test_wrong_form_is_refused() -> None:
    """A form with a wrong factor holds at first and is not kept."""
    wrong = equal(Y, plus(OLD_Y.variable, times(2, K)))
    assert unchecked(checked(stepping("true"), 1, (FORM_X, wrong), COUNT, OLD_X, OLD_Y), "fact 1", "does not follow")


def test_wrong_initial_value_is_a_contradiction() -> None:
    """A form that does not give the values at entry breaks at the first arrival."""
    wrong = equal(X, plus(OLD_X.variable, plus(K, literal(1, U8))))
    assert contradicted(checked(stepping("true"), 1, (wrong,), COUNT, OLD_X))
    late = replace(COUNT, initial=literal(1, U8))
    assert contradicted(checked(stepping("true"), 1, (FORM_X,), late, OLD_X))


@pytest.mark.parametrize("step", [K, times(2, K), plus(K, literal(2, U8)), plus(K, X)])
def test_wrong_step_is_refused(step: Expr) -> None:
    """A counter that does not count iterations makes the forms fail."""
    assert not proved(checked(stepping(), 1, (FORM_X, FORM_Y), replace(COUNT, step=step), OLD_X, OLD_Y))


def test_value_at_entry_that_changes_is_refused() -> None:
    """A variable that is called the value at entry and follows the program is anything at later arrivals."""
    moving = replace(OLD_X, step=X)
    assert not proved(checked(stepping(), 1, (FORM_X, FORM_Y), COUNT, moving, OLD_Y))


def counting(claim: str) -> Program:
    """x counts modulo 2**8 for as long as anyone likes, and seen remembers whether there was an iteration."""
    return vir(f"""
function main()
  local x: u8
  local seen: bool
  local go: bool
  a -> a1: x := 0u8
  a1 -> h: seen := false
  h -> h1: go := choose type(bool)
  h1 -> b: assume go
  h1 -> end_: assume !go
  b -> b1: x := x + 1u8
  b1 -> h: seen := true
  end_ -> last: check assert {claim} "claim"
  last -> exit: return
""")


def test_wrapped_counter_is_refused() -> None:
    """A counter of eight bits is zero again after 256 iterations: that nothing has happened then is not proved."""
    k, x, seen = Variable("\\k", U8, False), local("x", U8), local("seen", BOOL)
    count = Auxiliary(k, Const(0, U8), apply(Operator.ADD, k, literal(1, U8)))
    form = apply(Operator.EQUAL, x, k)
    zero = apply(Operator.EQUAL, k, literal(0, U8))
    wrong = apply(Operator.EQUAL, seen, apply(Operator.NOT, zero))
    claim = "seen == (x != 0u8)"
    assert not proved(checked(counting(claim), 1, (form, wrong), count))
    first = Variable("\\first", BOOL, False)
    right = apply(Operator.EQUAL, seen, apply(Operator.NOT, first))
    again = Auxiliary(first, Const(True, BOOL), Const(False, BOOL))
    assert not proved(checked(counting(claim), 1, (form, right), count, again))
    at_first = apply(Operator.IF, first, apply(Operator.EQUAL, x, literal(0, U8)), literal(True, BOOL))
    assert proved(checked(counting("seen || x == 0u8"), 1, (right, at_first), again))


def test_names_of_one_loop_mean_nothing_elsewhere() -> None:
    """A fact of another loop, or of a loop without the variable, cannot name it."""
    program = stepping("true")
    assert unchecked(checked(program, 1, (FORM_X,), OLD_X), "\\k")


@pytest.mark.parametrize(
    "extra",
    [
        Auxiliary(Variable("k", U8, False), Const(0, U8), Const(0, U8)),
        Auxiliary(Variable("\\k", U8, True), Const(0, U8), Const(0, U8)),
        Auxiliary(K, Const(0, I32), K),
        Auxiliary(K, K, K),
        Auxiliary(K, Const(0, U8), Const(0, I32)),
        Auxiliary(K, Variable("nobody", U8, False), K),
    ],
)
def test_what_is_no_auxiliary_variable(extra: Auxiliary) -> None:
    """Names of the program, other types, and initial values that name auxiliary variables are refused."""
    assert unchecked(checked(stepping("true"), 1, (), extra), "loop at main")


def test_two_variables_of_one_name() -> None:
    """A name has one meaning."""
    assert unchecked(checked(stepping("true"), 1, (), COUNT, COUNT), "two meanings")


def test_undefined_step_is_refused() -> None:
    """A step that divides by zero in some state is no value."""
    divided = replace(COUNT, step=apply(Operator.DIVIDE, literal(1, U8), X))
    assert unchecked(checked(stepping("true"), 1, (), divided), "division")


def test_inner_and_outer_loops_count_for_themselves() -> None:
    """The count of an inner loop starts again with every outer iteration."""
    program = vir("""
function main()
  local i: u8
  local j: u8
  local go: bool
  a -> outer: i := 0u8
  outer -> o1: go := choose type(bool)
  o1 -> b: assume go
  o1 -> end_: assume !go
  b -> inner: j := i
  inner -> i1: go := choose type(bool)
  i1 -> i2: assume go
  i1 -> i3: assume !go
  i2 -> inner: j := j + 2u8
  i3 -> i4: check assert ((j - i) & 1u8) == 0u8 "even"
  i4 -> outer: i := i + 1u8
  end_ -> exit: return
""")
    i, j = local("i", U8), local("j", U8)
    old = before_loop(j)
    inner = replace(
        rule(program, "inner", 1, 0, equal(j, plus(old.variable, times(2, K))), equal(old.variable, i)),
        auxiliaries=(COUNT, old),
    )
    outer = replace(rule(program, "outer", 1, 0, equal(i, K)), auxiliaries=(COUNT,))
    assert proved(check(program, inner, outer))
    wrong = replace(rule(program, "outer", 1, 0, equal(i, times(2, K))), auxiliaries=(COUNT,))
    assert not proved(check(program, inner, wrong))
