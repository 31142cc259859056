"""Endless recursion: a condition that every call hands on is confirmed, and each requirement is missed if it fails."""

from __future__ import annotations

from dataclasses import replace

from invariant_tools import apply, literal, local, proved, vir

from vexil.certify import Certificate, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.interpreter import Move
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I32
from vexil.model.evidence import EndlessRecursion, Run
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

X = local("x", I32)
POSITIVE = apply(Operator.GREATER, X, literal(0, I32))


def descending(argument: str, *before: str) -> Program:
    """A function that returns where x is 0 and else calls itself, behind other steps; main calls it with an input."""
    places = ["go", *(f"s{number}" for number in range(1, len(before) + 1))]
    steps = [f"  {places[number]} -> {places[number + 1]}: {step}" for number, step in enumerate(before)]
    return vir(
        "\n".join(
            [
                "function main()",
                "  local x: i32",
                "  a -> b: x := choose type(i32)",
                "  b -> c: x := call f(x)",
                "  c -> exit: return",
                "function f(x: i32) -> i32",
                "  local y: i32",
                "  h -> leave: assume x == 0i32",
                "  h -> go: assume !(x == 0i32)",
                "  leave -> exit: return x",
                *steps,
                f"  {places[-1]} -> back: y := call f({argument})",
                "  back -> exit: return y",
            ]
        )
    )


def called(x: int, condition: Expr, *choices: tuple[str, int]) -> EndlessRecursion:
    """The claim that calls under a condition go deeper for ever, from a call with this input."""
    return EndlessRecursion(Run((), (Move(1, x), Move(1, None))), "f", condition, choices)


def endless(program: Program, evidence: EndlessRecursion, prop: str = "termination") -> Certificate:
    """What the checker says about endless recursion."""
    return certify(Question(program, parse_property(prop)), evidence, Context(Limits(cpu_seconds=20)))


def refused(program: Program, evidence: EndlessRecursion, prop: str = "termination") -> bool:
    """Whether the checker refuses endless recursion."""
    return isinstance(endless(program, evidence, prop), Rejected)


def test_condition_that_calls_hand_on_is_confirmed() -> None:
    """A number that is not 0 and is passed as it is leads to no last call."""
    assert proved(endless(descending("x"), called(1, POSITIVE)))


def test_call_that_loses_the_condition_is_refused() -> None:
    """x > 0 is not handed on where x shrinks, nor where it wraps around."""
    assert refused(descending("x - 1i32"), called(1, POSITIVE))
    assert refused(descending("x + 1i32"), called(1, POSITIVE))


def test_call_that_returns_is_refused() -> None:
    """Where any number is allowed, the function returns for 0."""
    assert refused(descending("x"), called(1, Const(True, BOOL)))
    assert refused(descending("x"), called(1, apply(Operator.GREATER_EQUAL, X, literal(0, I32))))


def test_condition_that_the_first_call_does_not_fulfil_is_refused() -> None:
    """The condition has to hold with the call at the end of the run."""
    assert refused(descending("x"), called(-1, POSITIVE))


def test_run_that_does_not_end_with_a_call_is_refused() -> None:
    """A run that ends before the call, or inside the function behind its entry, shows nothing."""
    evidence = called(1, POSITIVE)
    moves = evidence.stem.moves
    assert refused(descending("x"), replace(evidence, stem=Run((), moves[:1])))
    assert refused(descending("x"), replace(evidence, stem=Run((), (*moves, Move(1, None)))))
    assert refused(descending("x"), replace(evidence, stem=Run((), (Move(1, 1 << 40), moves[1]))))


def test_runs_that_stop_or_are_cut_are_refused() -> None:
    """A way to the call that a restriction may cut is none, unless the condition lets it pass."""
    assert refused(descending("x", "restrict x > 5i32"), called(6, POSITIVE))
    assert proved(endless(descending("x", "restrict x > 5i32"), called(6, apply(Operator.GREATER, X, literal(5, I32)))))


def test_undefined_operations_are_refused() -> None:
    """A division that may be by zero is no step."""
    assert refused(descending("x", "y := 1i32 / (x - 1i32)"), called(2, POSITIVE))


def test_inputs_count_in_every_way_unless_they_are_chosen() -> None:
    """An input that is passed on has to be fixed, to a number that fulfils the condition and is offered."""
    program = descending("y", "y := choose range(0i32, 3i32)")
    function = program.functions["f"]
    (edge,) = (function.edge_id(number) for number, one in enumerate(function.edges) if "Choose" in repr(one.operation))
    assert refused(program, called(1, POSITIVE))
    assert proved(endless(program, called(1, POSITIVE, (edge, 2))))
    assert refused(program, called(1, POSITIVE, (edge, 0)))
    assert refused(program, called(1, POSITIVE, (edge, 4)))


def test_other_functions_and_properties_are_refused() -> None:
    """The function has to be one of the program that is called again; and termination alone is refuted."""
    evidence = called(1, POSITIVE)
    assert refused(descending("x"), replace(evidence, function="nobody"))
    assert refused(descending("x"), replace(evidence, function="main"))
    assert refused(descending("x"), evidence, "assert")
