"""Facts about all elements of arrays in evidence: those that hold, and faults that the checker notices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from invariant_tools import apply, check, literal, local, proved, rule, unchecked, vir

from vexil.certify import Certificate
from vexil.ir.auxiliaries import ForAll
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.program import Program
from vexil.ir.types import I32, I64, BlockType, PointerType
from vexil.ir.typing import cast

I, N = local("i", I32), local("n", I32)
J = Variable("\\j", I32, False)
A = Variable("a", BlockType(I32, 1000), True)


def element(index: Expr, size: int = 4, array: Variable = A) -> Expr:
    """The element of an array at an index."""
    offset = apply(Operator.MULTIPLY, cast(index, I64), literal(size, I64))
    pointer = AddressOf(array, PointerType(I32))
    return Deref((Apply(Operator.POINTER_ADD, (pointer, offset), PointerType(I32)),), I32)


def filling(
    claim: str = "deref(pointer_add(address(a, ptr[i32]), cast(k, i64) * 4i64), i32) == k",
    stored: str = "i",
    step: int = 1,
    scope: str = "global",
) -> Program:
    """A loop that stores at every index below n, and a claim about one of these; a global is zero before."""
    array = f"{scope} a: block[i32][1000]"
    declared, inside = (array, "") if scope == "global" else ("", f"  {array}")
    return vir(f"""
{declared}
function main()
{inside}
  local i: i32
  local n: i32
  local k: i32
  s -> s1: n := choose range(0i32, 1000i32)
  s1 -> h: i := 0i32
  h -> b: assume i < n
  h -> e: assume !(i < n)
  b -> b1: deref(pointer_add(address(a, ptr[i32]), cast(i, i64) * 4i64), i32) := {stored}
  b1 -> h: i := i + {step}i32
  e -> e1: k := choose type(i32)
  e1 -> e2: assume 0i32 <= k && k < n
  e1 -> f: assume !(0i32 <= k && k < n)
  e2 -> f: check assert {claim} "claim"
  f -> exit: return
""")


ZERO = literal(0, I32)
RIGHT = ForAll(J, ZERO, I, 1, apply(Operator.EQUAL, element(J), J))
BOUNDS = (apply(Operator.LESS_EQUAL, ZERO, I), apply(Operator.LESS_EQUAL, I, N))


def checked(program: Program, *elements: ForAll, facts: tuple[Expr, ...] = BOUNDS, depth: int = 1) -> Certificate:
    return check(program, replace(rule(program, "h", depth, 0, *facts), elements=elements))


def test_facts_about_all_elements_are_used() -> None:
    """What is below the counter holds its index, and so does every element below n behind the loop."""
    program = filling()
    assert proved(checked(program, RIGHT))
    assert unchecked(checked(program), "does not follow")


def test_a_false_claim_is_not_proved_by_a_right_fact() -> None:
    """Facts about all elements do not hide what elements hold."""
    claim = "deref(pointer_add(address(a, ptr[i32]), cast(k, i64) * 4i64), i32) != 700i32"
    assert not proved(checked(filling(claim), RIGHT))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(replace(RIGHT, high=apply(Operator.ADD, I, literal(1, I32))), id="one element too many"),
        pytest.param(replace(RIGHT, low=literal(-1, I32)), id="one element before the array"),
        pytest.param(replace(RIGHT, high=N), id="elements that are still to come"),
        pytest.param(replace(RIGHT, high=literal(1001, I32)), id="one element behind the array"),
        pytest.param(
            replace(RIGHT, fact=apply(Operator.EQUAL, element(J), apply(Operator.ADD, J, literal(1, I32)))),
            id="another value",
        ),
        pytest.param(replace(RIGHT, fact=apply(Operator.EQUAL, element(J, 2), J)), id="another place"),
        pytest.param(replace(RIGHT, fact=Const(False, RIGHT.fact.type)), id="false"),
        pytest.param(
            replace(RIGHT, fact=apply(Operator.LESS, element(J), literal(500, I32))), id="true in the first rounds"
        ),
        pytest.param(replace(RIGHT, high=N, stride=2), id="elements to come, every other one"),
    ],
)
@pytest.mark.parametrize("depth", [1, 2])
def test_wrong_facts_are_noticed(fault: ForAll, depth: int) -> None:
    """A fact about elements that does not hold at some index is refused, whatever the claim is."""
    program = filling("0i32 == 0i32")
    assert proved(checked(program, RIGHT, depth=depth))
    assert not proved(checked(program, fault, depth=depth))
    assert not proved(checked(program, RIGHT, fault, depth=depth))


def test_what_a_fact_reads_has_to_be_written() -> None:
    """That all elements are equal to themselves is no fact where nothing was written before."""
    inner = Variable("a", A.type, False)
    for scope, array in (("global", A), ("local", inner)):
        fact = apply(Operator.EQUAL, element(J, array=array), element(J, array=array))
        same = replace(RIGHT, high=literal(1000, I32), fact=fact)
        assert proved(checked(filling("0i32 == 0i32", scope=scope), same)) == (scope == "global")
        assert proved(checked(filling("0i32 == 0i32", scope=scope), replace(same, high=I)))


def test_strides_leave_elements_out() -> None:
    """With steps of two every other element is written: the fact says so much and no more."""
    program = filling("0i32 == 0i32", step=2)
    wide = (apply(Operator.LESS_EQUAL, ZERO, I), apply(Operator.LESS_EQUAL, I, literal(1001, I32)))
    even = apply(Operator.EQUAL, apply(Operator.BIT_AND, I, literal(1, I32)), ZERO)
    assert proved(checked(program, replace(RIGHT, stride=2), facts=(*wide, even)))
    assert not proved(checked(program, RIGHT, facts=(*wide, even)))


def test_another_store_keeps_no_fact() -> None:
    """A loop that stores n - i does not keep that elements hold their index."""
    program = filling("0i32 == 0i32", stored="n - i")
    assert not proved(checked(program, RIGHT))


def test_an_index_is_no_variable_of_the_program() -> None:
    """Evidence whose index is a variable of the program, or whose stride is nothing, is refused."""
    program = filling("0i32 == 0i32")
    for wrong in (replace(RIGHT, index=I), replace(RIGHT, stride=0), replace(RIGHT, low=literal(0, I64))):
        assert not proved(checked(program, wrong))


def searching(claim: str = "!=") -> Program:
    """A loop that stores anything below n, one that looks for 7 there, and a claim where it has found nothing."""
    return vir(f"""
global a: block[i32][1000]
function main()
  local i: i32
  local n: i32
  local k: i32
  local x: i32
  s -> s1: n := choose range(0i32, 1000i32)
  s1 -> h: i := 0i32
  h -> b: assume i < n
  h -> t: assume !(i < n)
  b -> b1: x := choose type(i32)
  b1 -> b2: deref(pointer_add(address(a, ptr[i32]), cast(i, i64) * 4i64), i32) := x
  b2 -> h: i := i + 1i32
  t -> g: i := 0i32
  g -> c: assume i < n
  g -> e: assume !(i < n)
  c -> d: assume deref(pointer_add(address(a, ptr[i32]), cast(i, i64) * 4i64), i32) != 7i32
  c -> f: assume !(deref(pointer_add(address(a, ptr[i32]), cast(i, i64) * 4i64), i32) != 7i32)
  d -> g: i := i + 1i32
  e -> e1: k := choose type(i32)
  e1 -> e2: assume 0i32 <= k && k < n
  e1 -> f: assume !(0i32 <= k && k < n)
  e2 -> f: check assert deref(pointer_add(address(a, ptr[i32]), cast(k, i64) * 4i64), i32) {claim} 7i32 "claim"
  f -> exit: return
""")


SEVEN = literal(7, I32)
NOT_SEVEN = ForAll(J, ZERO, I, 1, apply(Operator.DIFFERENT, element(J), SEVEN))


def searched(program: Program, *elements: ForAll, stored: tuple[ForAll, ...] = ()) -> Certificate:
    first = replace(rule(program, "h", 1, 0, *BOUNDS), elements=stored)
    return check(program, first, replace(rule(program, "g", 1, 0, *BOUNDS), elements=elements))


def test_facts_about_elements_that_are_only_read() -> None:
    """A search that found nothing says so of every element below n, though it wrote none of them."""
    assert proved(searched(searching(), NOT_SEVEN))
    assert unchecked(searched(searching()), "does not follow")
    assert not proved(searched(searching("=="), NOT_SEVEN))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(replace(NOT_SEVEN, high=apply(Operator.ADD, I, literal(1, I32))), id="one element too many"),
        pytest.param(replace(NOT_SEVEN, high=N), id="elements that are still to come"),
        pytest.param(replace(NOT_SEVEN, low=literal(-1, I32)), id="one element before the array"),
        pytest.param(replace(NOT_SEVEN, fact=apply(Operator.LESS, element(J), SEVEN)), id="another comparison"),
        pytest.param(
            replace(NOT_SEVEN, fact=apply(Operator.DIFFERENT, element(J), literal(8, I32))), id="another number"
        ),
        pytest.param(
            replace(
                NOT_SEVEN,
                fact=apply(Operator.DIFFERENT, element(apply(Operator.ADD, J, literal(1, I32))), SEVEN),
            ),
            id="the neighbour",
        ),
    ],
)
def test_wrong_facts_about_elements_that_are_only_read(fault: ForAll) -> None:
    """What a search has not looked at is not known, at its own head or at that of an earlier loop."""
    assert not proved(searched(searching(), fault))
    assert not proved(searched(searching(), NOT_SEVEN, fault))
    assert not proved(searched(searching(), NOT_SEVEN, stored=(NOT_SEVEN,)))
