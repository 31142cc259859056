"""What every pass promises: a valid form, and the way back for its runs."""

from __future__ import annotations

from itertools import product

import pytest

from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.validator import validate
from vexil.model.evidence import Run, StateSpace
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable, Pass, Transformed
from vexil.spec.property import parse_property
from vexil.transform.heap_as_memory import ObjectsAsMemory
from vexil.transform.inlining import WithoutCalls
from vexil.transform.mathematical import MathematicalIntegers

PROGRAM = load(
    SourceFile(
        "test.vir",
        b"""vir 1
global g: i32 = 0i32
function twice(x: i32) -> i32
  a -> exit: return x + x
function main()
  local n: i32
  m -> o: n := choose range(0i32, 2i32)
  o -> p: n := call twice(n)
  p -> q: g := choose range(0i32, 1i32)
  q -> s: assume n == 4i32
  q -> r: assume !(n == 4i32)
  r -> s: g := n
  s -> exit: return
""",
    )
)
QUESTION = Question(PROGRAM, parse_property("assert"))


class OfQuestion:
    """A pass for programs, as one for questions."""

    def __init__(self, inner: Pass[Program, Transformed]) -> None:
        self._inner, self.without = inner, inner.without

    def apply(self, question: Question) -> Transformed:
        return self._inner.apply(question.program)


PASSES: list[Pass[Question, Transformed]] = [
    ObjectsAsMemory(),
    OfQuestion(WithoutCalls()),
    OfQuestion(MathematicalIntegers()),
]


def ended(program: Program, choices: tuple[int, ...]) -> tuple[Run, object]:
    """The run with some choices to its end, and the number in g there."""
    machine, moves, left = Machine(program), [], list(choices)
    machine.reset()
    while machine.enabled():
        move = Move(1, left.pop(0) if machine.choices(1) is not None else None)
        machine.apply(move)
        moves.append(move)
    assert machine.finished()
    return Run((), tuple(moves)), machine.globals[0]


@pytest.mark.parametrize("transform", PASSES, ids=lambda item: item.without)
def test_runs_of_the_form_are_runs_of_the_program(transform: Pass[Question, Transformed]) -> None:
    """The form is valid, ends with the same values, and the run back is the program's own with the same choices."""
    form = transform.apply(QUESTION)
    assert not validate(form.program)
    for choices in product(range(3), range(2)):
        own, value = ended(PROGRAM, choices)
        run, same = ended(form.program, choices)
        assert same == value
        assert form.original_run(run) == own


@pytest.mark.parametrize("transform", PASSES, ids=lambda item: item.without)
def test_proofs_of_the_form_are_evidence(transform: Pass[Question, Transformed]) -> None:
    """A proof that is not about loops stays what it is; its checker makes the form again."""
    proof = StateSpace(frozenset())
    assert transform.apply(QUESTION).original_proof(proof) == proof


def test_a_pass_says_why_there_is_no_form() -> None:
    """Recursion has no form without calls."""
    program = load(SourceFile("test.vir", b"vir 1\nfunction main()\n  a -> b: call main()\n  b -> exit: return\n"))
    with pytest.raises(NotApplicable, match="recursion in main"):
        WithoutCalls().apply(program)
