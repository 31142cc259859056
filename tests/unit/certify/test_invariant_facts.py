"""Facts of a size that people do not write: long disjunctions, decision diagrams, and nodes that look the same."""

from __future__ import annotations

from functools import reduce

from invariant_tools import apply, check, contradicted, literal, local, proved, rule, unchecked, vir

from vexil.certify.invariant.nesting import Nesting, chain
from vexil.ir.expressions import Apply, Expr, Operator, Variable, postorder, preorder
from vexil.ir.program import Program
from vexil.ir.sharing import Sharing
from vexil.ir.types import F64, I32, I64, BoolType

X, Y = local("x", I32), local("y", I32)
TRUE, FALSE = literal(True, BoolType()), literal(False, BoolType())


def equal(variable: Variable, number: int) -> Expr:
    return apply(Operator.EQUAL, variable, literal(number, I32))


def small(variable: Variable, number: int) -> Expr:
    return apply(Operator.LESS_EQUAL, variable, literal(number, I32))


def joined(operator: Operator, parts: list[Expr]) -> Expr:
    return reduce(lambda left, right: apply(operator, left, right), parts)


def counting(limit: int, claim: str) -> Program:
    """Count x to a limit, with y always twice as much."""
    return vir(f"""
function main()
  local x: i32
  local y: i32
  a -> h: skip
  h -> body: assume x < {limit}i32
  h -> end_: assume !(x < {limit}i32)
  body -> b1: y := y + 2i32
  b1 -> h: x := x + 1i32
  end_ -> last: check assert {claim} "claim"
  last -> exit: return
""")


def cubes(limit: int, thresholds: int) -> list[Expr]:
    """For every value of x what holds of x and y, with a literal for each of many thresholds; no node is shared."""
    found = []
    for x in range(limit + 1):
        parts = [equal(X, x), equal(Y, 2 * x)]
        tests = [(small(X, 7 * number), x <= 7 * number) for number in range(thresholds)]
        parts += [test if holds else apply(Operator.NOT, test) for test, holds in tests]
        found.append(joined(Operator.AND, parts))
    return found


def test_a_fact_of_hundreds_of_conjunctions() -> None:
    """A disjunction of 201 conjunctions over 32 predicates is confirmed; with a conjunction missing it is not."""
    program = counting(200, "y == 400i32")
    right = cubes(200, 30)
    assert proved(check(program, rule(program, "h", 1, 0, joined(Operator.OR, right))))
    assert unchecked(check(program, rule(program, "h", 1, 0, joined(Operator.OR, right[:-1]))), "fact 0")
    assert contradicted(check(program, rule(program, "h", 1, 0, joined(Operator.OR, right[1:]))))
    wrong = counting(200, "y == 399i32")
    assert unchecked(check(wrong, rule(wrong, "h", 1, 0, joined(Operator.OR, right))), "does not follow")


def test_a_fact_that_is_a_decision_diagram() -> None:
    """A diagram of two nodes on each of 40 levels, which has a million million ways, is evaluated node by node."""
    names = [f"v{number}" for number in range(40)]
    declared = "\n".join(f"  local {name}: i32" for name in names)
    program = vir(f"""
function main()
{declared}
  local go: bool
  a -> h: skip
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> b1: v3 := ite(v3 == 0i32, 1i32, 0i32)
  b1 -> h: v39 := ite(v39 == 0i32, 1i32, 0i32)
  end_ -> last: check assert (v3 == 0i32) == (v39 == 0i32) "together"
  last -> exit: return
""")
    even: Expr = TRUE
    odd: Expr = FALSE
    for name in reversed(names):
        test = apply(Operator.DIFFERENT, local(name, I32), literal(0, I32))
        even, odd = Apply(Operator.IF, (test, odd, even), BoolType()), Apply(Operator.IF, (test, even, odd), BoolType())
    still = [equal(local(name, I32), 0) for name in names if name not in ("v3", "v39")]
    assert proved(check(program, rule(program, "h", 1, 0, even)))
    assert proved(check(program, rule(program, "h", 1, 0, even, *still)))
    assert contradicted(check(program, rule(program, "h", 1, 0, odd)))


def test_what_is_guarded_in_one_place_is_not_defined_in_another() -> None:
    """A quotient that occurs under a guard and without one is required to be defined where it has no guard."""
    program = vir("""
function main()
  local x: i32
  local go: bool
  a -> h: skip
  h -> h1: go := choose type(bool)
  h1 -> body: assume go
  h1 -> end_: assume !go
  body -> h: x := choose type(i32)
  end_ -> last: check assert true || x == 0i32 "fine"
  last -> exit: return
""")
    quotient = apply(Operator.DIVIDE, literal(6, I32), X)
    different = apply(Operator.DIFFERENT, quotient, literal(7, I32))
    guarded = Apply(Operator.IF, (equal(X, 0), TRUE, different), BoolType())
    assert proved(check(program, rule(program, "h", 1, 0, guarded)))
    both = apply(Operator.AND, guarded, apply(Operator.OR, TRUE, different))
    assert unchecked(check(program, rule(program, "h", 1, 0, both)), "division-by-zero")
    assert unchecked(check(program, rule(program, "h", 1, 0, guarded, apply(Operator.OR, TRUE, different))))


def test_nesting_that_is_no_chain_has_a_limit() -> None:
    """Alternating connectives are nested for real, and refused beyond a limit, not a crash."""
    program = counting(3, "y == 6i32")
    fact: Expr = TRUE
    for number in range(5000):
        fact = apply(Operator.AND if number % 2 else Operator.OR, fact, small(X, 3))
    depth = Nesting().depth(fact)
    assert depth > 5000
    assert unchecked(check(program, rule(program, "h", 1, 0, fact)), "nested")
    assert Nesting().depth(joined(Operator.OR, [small(X, number) for number in range(5000)])) == 3


def test_chains_are_taken_apart_once() -> None:
    """A conjunction that shares its halves many times over has as many parts as it has different ones."""
    shared: Expr = apply(Operator.AND, small(X, 1), small(X, 2))
    for _ in range(200):
        shared = apply(Operator.AND, shared, shared)
    assert len(chain(shared, Operator.AND)) == 2
    assert chain(small(X, 1), Operator.AND) != ()


def test_nodes_that_look_the_same_are_one() -> None:
    """Equal predicates become one node; those that differ in a type, a sign of zero or a name do not."""
    sharing = Sharing()
    fact = sharing.shared(joined(Operator.OR, cubes(20, 10)))
    assert len({id(node) for node in preorder(fact)}) < 400
    assert sum(1 for _ in preorder(fact)) > 1000
    nodes: list[Expr] = [
        X, Y, Variable("x", I32, True), Variable("x", I64, False), literal(1, I32), literal(1, I64), TRUE,
        literal(0.0, F64), literal(-0.0, F64), small(X, 1), small(Y, 1), small(X, 2), equal(X, 1),
    ]  # fmt: skip
    assert len({id(sharing.shared(node)) for node in nodes}) == len(nodes)
    assert all(sharing.shared(small(X, 1)) is sharing.shared(node) for node in [small(X, 1)])
    assert all(node is sharing.shared(node) for node in postorder(fact))


def test_a_diagram_that_decides_on_hundreds_of_predicates() -> None:
    """A fact that alternates between both connectives as many levels deep as there are predicates is confirmed."""
    program = counting(700, "y == 1400i32")
    fact: Expr = apply(Operator.LESS_EQUAL, X, literal(700, I32))
    for number in range(700):
        test = small(X, number)
        inner = apply(Operator.AND, apply(Operator.NOT, test), fact)
        fact = apply(Operator.OR, apply(Operator.AND, test, small(X, number)), inner)
    twice = apply(Operator.EQUAL, Y, apply(Operator.MULTIPLY, X, literal(2, I32)))
    assert proved(check(program, rule(program, "h", 1, 0, fact, twice)))
    assert unchecked(check(program, rule(program, "h", 1, 0, fact)), "does not follow")
