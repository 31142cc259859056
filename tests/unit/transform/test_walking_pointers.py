"""Programs whose walking pointers are taken apart: the same runs, locations and edges, and a way back for facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from loop_verdicts import program_of
from strategies.pointer_loops import random_pointer_loops
from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.ir.auxiliaries import ForAll
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.interpreter import Machine as Interpreter
from vexil.ir.program import Program
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, I64
from vexil.ir.validator import validate
from vexil.model.evidence import Invariant
from vexil.model.outcome import Question
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property
from vexil.transform.walking_pointers import with_offsets

WALK = """\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void fill(int *to, int *end) { while (to != end) *to++ = 7; }
int main(void) {
    int a[50000], *last = a + 50000;
    fill(a, last);
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 50000 && a[k] != 7) reach_error();
    return 0;
}
"""


def _loaded(folder: Path, text: str) -> Program:
    path = folder / "walk.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


def test_locations_and_edges_keep_their_numbers(tmp_path: Path) -> None:
    """What is new comes behind, parameters are taken apart before the entry, and the form is a valid program."""
    program = _loaded(tmp_path, WALK)
    form = with_offsets(program)
    assert form.walking.keys() == {"fill"}
    assert not validate(form.program)
    old, new = program.functions["fill"], form.program.functions["fill"]
    assert new.locations[: len(old.locations)] == old.locations
    assert [edge.source for edge in new.edges[: len(old.edges)]] == [edge.source for edge in old.edges]
    assert new.entry >= len(old.locations)
    assert with_offsets(_loaded(tmp_path, "int main(void) { int a[3], *p = a; return *p; }")).walking == {}


def test_facts_are_said_of_the_pointers_themselves(tmp_path: Path) -> None:
    """An offset is that of the pointer; what the form needs for a while cannot be said."""
    form = with_offsets(_loaded(tmp_path, WALK))
    offset, whole = Variable("to\\offset", I64, False), Variable("end\\whole", I64, False)
    fact = Apply(Operator.LESS_EQUAL, (Const(0, I64), offset), BOOL)
    said = form.original("fill", fact)
    assert isinstance(said, Apply)
    assert isinstance(said.operands[1], Apply)
    assert said.operands[1].operator is Operator.OFFSET
    assert form.original("main", fact) is fact
    assert form.original("fill", Apply(Operator.EQUAL, (whole, whole), BOOL)) is None


def _ending(program: Program, choices: list[int], random: Random | None) -> str:
    """How a run ends that makes some choices, or draws them."""
    interpreter = Interpreter(CompiledProgram(program), checks=frozenset({"unreach", "memsafety"}))
    interpreter.reset(())
    made = iter(tuple(choices))
    for _ in range(40_000):
        if interpreter.ending is not None or not interpreter.enabled():
            break
        offered = interpreter.choices(1)
        choice: int | None = None
        if offered is not None:
            if random is not None:
                choices.append(random.randrange(4) if offered.values is None else random.choice(list(offered.values)))
                choice = choices[-1]
            else:
                choice = next(made)
        interpreter.step(1, choice)
    return type(interpreter.ending).__name__


@pytest.mark.parametrize("seed", range(6))
def test_the_form_has_the_same_runs(seed: int) -> None:
    """With the same choices both programs end in the same way."""
    program = program_of(random_pointer_loops(Random(seed)))
    form = with_offsets(program)
    for number in range(4):
        choices: list[int] = []
        ending = _ending(program, choices, Random(100 * seed + number))
        assert _ending(form.program, choices, None) == ending


def _changed(fact: ForAll, name: str) -> ForAll:
    """A fact with a fault."""

    def other(node: Expr) -> Expr:
        return Const(8, node.type) if isinstance(node, Const) and node.value == 7 else node

    match name:
        case "value":
            return replace(fact, fact=rewrite(fact.fact, other))
        case "stride":
            return replace(fact, stride=1)
        case "end":
            return replace(fact, high=Apply(Operator.ADD, (fact.high, Const(4, I64)), I64))
        case _:
            return replace(fact, low=Apply(Operator.SUBTRACT, (fact.low, Const(4, I64)), I64))


def test_faults_in_facts_about_walking_pointers_are_noticed(tmp_path: Path) -> None:
    """The evidence is checked as it is, and not with another value, stride, end or beginning."""
    program = _loaded(tmp_path, WALK)
    question = Question(program, parse_property("unreach"))
    context = Context(Limits(cpu_seconds=20))
    verdict = answer(question, context, "bounded")
    proof = verdict.evidence
    assert isinstance(proof, Invariant)
    rule = next(one for one in proof.loops if one.function == "fill")
    assert rule.elements
    assert isinstance(certify(question, proof, context), Checked)
    for name in ("value", "stride", "end", "beginning"):
        faulty = replace(rule, elements=tuple(_changed(fact, name) for fact in rule.elements))
        loops = tuple(faulty if one is rule else one for one in proof.loops)
        assert isinstance(certify(question, replace(proof, loops=loops), context), Rejected), name
    without = replace(proof, loops=tuple(replace(one, elements=()) for one in proof.loops))
    assert isinstance(certify(question, without, context), Rejected)
