"""Recurrent sets: closed ones that a run reaches are confirmed, and each condition is missed if it fails."""

from __future__ import annotations

from dataclasses import replace

from invariant_tools import apply, contradicted, literal, local, proved, unchecked, vir

from vexil.certify import Certificate, certify
from vexil.core.context import Context, Limits
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.interpreter import Move
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32
from vexil.model.evidence import RecurrentSet, Run
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

X, N = local("x", I32), local("n", I32)
TRUE = Const(True, BOOL)


def endless(program: Program, evidence: RecurrentSet, prop: str = "termination") -> Certificate:
    """What the checker says about a recurrent set."""
    return certify(Question(program, parse_property(prop)), evidence, Context(Limits(cpu_seconds=20)))


def looping(guard: str, *steps: str) -> Program:
    """A loop over x, behind inputs for n and x."""
    places = ["body", *(f"s{number}" for number in range(1, len(steps))), "h"]
    lines = [f"  {places[number]} -> {places[number + 1]}: {step}" for number, step in enumerate(steps)]
    return vir(
        "\n".join(
            [
                "function main()",
                "  local x: i32",
                "  local n: i32",
                "  a -> b: n := choose type(i32)",
                "  b -> h: x := choose type(i32)",
                f"  h -> body: assume {guard}",
                f"  h -> end_: assume !({guard})",
                *lines,
                "  end_ -> exit: return",
            ]
        )
    )


def at_head(program: Program, n: int, x: int, condition: Expr, *choices: tuple[str, int]) -> RecurrentSet:
    """The set of states at the head in which a condition holds, reached with these inputs."""
    head = program.functions["main"].location_numbers["h"]
    return RecurrentSet(Run((), (Move(1, n), Move(1, x))), "main", head, condition, choices)


def compared(operator: Operator, left: Expr, right: Expr | int) -> Expr:
    return apply(operator, left, literal(right, I32) if isinstance(right, int) else right)


def test_closed_set_that_is_reached_is_confirmed() -> None:
    """While n > 3, x := x + 1 never ends where n is 4."""
    program = looping("n > 3i32", "x := x + 1i32")
    assert proved(endless(program, at_head(program, 4, 0, compared(Operator.GREATER, N, 3))))


def test_set_that_is_not_reached_is_refused() -> None:
    """The condition has to hold where the run ends, and the run has to end at the head."""
    program = looping("n > 3i32", "x := x + 1i32")
    condition = compared(Operator.GREATER, N, 3)
    assert contradicted(endless(program, at_head(program, 3, 0, condition)))
    evidence = at_head(program, 4, 0, condition)
    assert contradicted(endless(program, replace(evidence, stem=Run((), evidence.stem.moves[:1]))))


def test_condition_that_an_iteration_loses_is_refused() -> None:
    """x > 5 is not kept when x shrinks, although it is when x grows and wraps around nowhere."""
    program = looping("x > 5i32", "x := x - 1i32")
    assert unchecked(endless(program, at_head(program, 0, 100, compared(Operator.GREATER, X, 5))), "condition")
    growing = looping("x > 5i32", "x := x + 1i32")
    assert unchecked(endless(growing, at_head(growing, 0, 100, compared(Operator.GREATER, X, 5))), "condition")


def test_set_from_which_the_loop_is_left_is_refused() -> None:
    """A condition that is always kept does not help if the loop may be left."""
    program = looping("x > 5i32", "x := x - 1i32")
    assert unchecked(endless(program, at_head(program, 0, 100, TRUE)), "left")


def test_runs_that_stop_or_are_cut_are_refused() -> None:
    """A run that stops in the loop, or that a restriction cuts, does not go on."""
    for step in ("restrict x > 0i32", "restrict false"):
        program = looping("true", step, "x := x - 1i32")
        assert unchecked(endless(program, at_head(program, 0, 9, TRUE)), "restriction")
    program = vir("""
function tick(x: i32)
  a -> on: assume x > 0i32
  a -> over: assume !(x > 0i32)
  over -> halt: stop
  on -> exit: return
function main()
  local x: i32
  local n: i32
  a -> b: n := choose type(i32)
  b -> h: x := choose type(i32)
  h -> body: assume n > 0i32
  h -> end_: assume !(n > 0i32)
  body -> again: call tick(x)
  again -> h: x := x - 1i32
  end_ -> exit: return
""")
    condition = compared(Operator.GREATER, N, 0)
    assert unchecked(endless(program, at_head(program, 1, 9, condition)), "does not end")


def test_undefined_operations_are_refused() -> None:
    """A division by zero ends a run that would go on otherwise."""
    program = looping("true", "n := 7i32 / x")
    assert unchecked(endless(program, at_head(program, 0, 1, TRUE)), "undefined")
    assert proved(endless(program, at_head(program, 0, 1, compared(Operator.DIFFERENT, X, 0))))


def test_inputs_count_in_every_way_unless_they_are_chosen() -> None:
    """A loop that an input may leave is endless with the input that does not."""
    program = looping("x != 0i32", "x := choose type(i32)")
    condition = compared(Operator.DIFFERENT, X, 0)
    assert unchecked(endless(program, at_head(program, 0, 1, condition)), "condition")
    assert proved(endless(program, at_head(program, 0, 1, condition, ("main#4", 1))))
    assert unchecked(endless(program, at_head(program, 0, 1, condition, ("main#4", 0))), "condition")
    assert unchecked(endless(program, at_head(program, 0, 1, condition, ("main#9", 1))), "no choice")
    assert unchecked(endless(program, at_head(program, 0, 1, condition, ("main#2", 1))), "no such choice")


def test_choice_outside_of_its_domain_is_refused() -> None:
    """A choice has to be one that the program offers."""
    program = looping("x < 9i32", "x := choose range(9i32, 10i32)")
    condition = compared(Operator.LESS, X, 9)
    assert unchecked(endless(program, at_head(program, 0, 1, condition, ("main#4", 3))), "no such choice")


def test_only_termination_is_refuted() -> None:
    """A recurrent set says nothing about other properties."""
    program = looping("true", "x := x + 1i32")
    assert unchecked(endless(program, at_head(program, 0, 0, TRUE), "deadlock"), "nothing else")
    assert proved(endless(program, at_head(program, 0, 0, TRUE)))
