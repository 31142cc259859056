"""A search for ends and endless runs that forgets a requirement: the checker rejects the evidence that it finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from faults.fault import Fault, Patch, Plant
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.termination import search
from vexil.engines.termination.instrument import Instrumented
from vexil.ir.expressions import Const
from vexil.ir.operations import Check
from vexil.ir.program import Function
from vexil.ir.text import load
from vexil.ir.types import BOOL
from vexil.model.evidence import Evidence
from vexil.model.outcome import Answer, Fails, Holds, Question
from vexil.pipeline.options import EngineOptions
from vexil.pipeline.registry import termination
from vexil.spec.property import parse_property

SECONDS = 20
MOST_EVIDENCE = 6


@dataclass(frozen=True)
class RejectedEnd:
    """A program, and whether it has an endless run."""

    text: str
    is_endless: bool

    def accept(self) -> None:
        """Evidence is about what is so, and the checker confirms it."""
        assert self._found(1) == ([], [True])

    def notice(self) -> None:
        """There is evidence for what is not so, and the checker, which shares nothing with the search, rejects it."""
        wrong, _ = self._found(MOST_EVIDENCE)
        assert wrong, "the fault has no effect"
        assert not any(wrong), "the checker accepts what is not so"

    def _found(self, most: int) -> tuple[list[bool], list[bool]]:
        """Whether evidence is confirmed, for what is not so and for what is."""
        program = load(SourceFile("loops.vir", f"vir 1{self.text}".encode()))
        question = Question(program, parse_property("termination"))
        wrong, right = [], []
        for outcome, evidence in self._evidence(question):
            confirmed = isinstance(certify(question, evidence, Context(Limits(cpu_seconds=SECONDS))), Checked)
            (right if isinstance(outcome, Fails) == self.is_endless else wrong).append(confirmed)
            if wrong or len(right) == most:
                break
        return wrong, right

    @staticmethod
    def _evidence(question: Question) -> Iterator[tuple[Holds | Fails, Evidence]]:
        for step in termination(EngineOptions()).turns(question, Context(Limits(cpu_seconds=SECONDS))):
            if isinstance(step, Answer) and isinstance(step.outcome, Holds | Fails):
                yield step.outcome, step.outcome.evidence


def _without(message: str, form: Instrumented) -> Instrumented:
    """A form in which some checks always hold."""

    def weaker(function: Function) -> Function:
        edges = tuple(
            replace(edge, operation=replace(edge.operation, condition=Const(True, BOOL)))
            if isinstance(edge.operation, Check) and edge.operation.message == message
            else edge
            for edge in function.edges
        )
        return replace(function, edges=edges)

    functions = {name: weaker(function) for name, function in form.program.functions.items()}
    return replace(form, program=replace(form.program, functions=functions))


def _forgotten(maker: str, message: str) -> Plant:
    """Forget what a maker of questions asks with a message."""

    def plant(patch: Patch) -> None:
        make = getattr(search, maker)

        def made(*given: Any) -> Any:
            result = make(*given)
            if isinstance(result, Instrumented):
                return _without(message, result)
            return replace(result, form=_without(message, result.form))

        patch.setattr(search, maker, made)

    return plant


def _loop(condition: str, step: str) -> str:
    return f"""
function main()
  local x: i32
  local n: i32
  a -> b: n := choose type(i32)
  b -> h: x := choose type(i32)
  h -> body: assume {condition}
  h -> end_: assume !({condition})
  body -> h: {step}
  end_ -> exit: return
"""


def _recursion(condition: str, argument: str) -> str:
    return f"""
function f(x: i32)
  a -> more: assume {condition}
  a -> done: assume !({condition})
  more -> done: call f({argument})
  done -> exit: return
function main()
  local x: i32
  a -> b: x := choose type(i32)
  b -> c: call f(x)
  c -> exit: return
"""


TERMINATION_FAULTS = (
    Fault(
        "rankings that do not shrink",
        _forgotten("with_rankings", "the loop makes progress"),
        RejectedEnd(_loop("x != 0i32", "x := x - 2i32"), is_endless=True),
    ),
    Fault(
        "measures that do not shrink",
        _forgotten("contracted", "the contract of the call"),
        RejectedEnd(_recursion("x != 0i32", "x - 2i32"), is_endless=True),
    ),
    Fault(
        "conditions of a recurrent set that are not kept",
        _forgotten("iteration", "the condition is kept"),
        RejectedEnd(_loop("x > n", "x := x - 1i32"), is_endless=False),
    ),
    Fault(
        "a recurrent set that is left",
        _forgotten("iteration", "the loop is not left"),
        RejectedEnd(_loop("x > n", "x := x - 1i32"), is_endless=False),
    ),
    Fault(
        "calls of an endless recursion that are none of it",
        _forgotten("descent", "the next call is one of those"),
        RejectedEnd(_recursion("x > 0i32", "x - 1i32"), is_endless=False),
    ),
    Fault(
        "an endless recursion that returns",
        _forgotten("descent", "the call does not return"),
        RejectedEnd(_recursion("x > 0i32", "x - 1i32"), is_endless=False),
    ),
)
"""Faults in questions about rankings, measures, recurrent sets and endless recursion."""
