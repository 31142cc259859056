"""Choices of tokens: one successor for each member, never a set, and none at all for one member."""

from __future__ import annotations

from vexil.abstraction.data.sources.run_time import run_time_class
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.ir import text as vir
from vexil.ir.interpreter import Machine, Undefined
from vexil.ir.program import Program
from vexil.model.explore import Explorer
from vexil.model.outcome import Question
from vexil.pipeline.feasible import open_choices
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

HEADER = """vir 1
tokens Signs { NEG, ZERO, POS }
relation R(tokens[Signs]) -> tokens[Signs]
  row { NEG } -> { NEG, POS }
  row { ZERO } -> { NEG, ZERO, POS }
  row { POS } -> { POS }
global x: tokens[Signs] = token(Signs, ZERO)
global y: tokens[Signs] = token(Signs, NEG)
"""


def loaded(body: str) -> Program:
    return vir.load(SourceFile("choices.vir", (HEADER + body).encode()))


def ends(program: Program) -> list[object]:
    """The states in which runs end, one for every path."""
    explorer = Explorer(Machine(program))
    pending = [state for _, state in explorer.initial()]
    found: list[object] = []
    while pending:
        state = pending.pop()
        following = [after for _, after in explorer.successors(state)]
        found += [] if following else [state]
        pending += following
    return found


def test_BAS_08_a_choice_has_one_successor_for_each_member() -> None:
    """Choosing among NEG and POS gives two states, and each holds one token."""
    program = loaded("function main()\n  a -> b: x := choose R(y) by abstraction\n  b -> exit: return\n")
    explorer = Explorer(Machine(program))
    ((_, first),) = explorer.initial()
    assert len(list(explorer.successors(first))) == 2


def test_BAS_08_choices_multiply() -> None:
    """Two choices, of three members and of two, are six paths."""
    body = "function main()\n  a -> b: x := choose R(x) by abstraction\n"
    body += "  b -> c: y := choose R(y) by abstraction\n  c -> exit: return\n"
    assert len(ends(loaded(body))) == 6


def test_BAS_08_one_member_is_no_choice() -> None:
    """A choice with one member is a step like any other: a run that takes it takes no choice of the abstraction."""
    body = "function main()\n  a -> b: x := token(Signs, POS)\n  b -> c: x := choose R(x) by abstraction\n"
    body += '  c -> d: check assert x == token(Signs, NEG) "wrong"\n  d -> exit: return\n'
    program = loaded(body)
    verdict = answer(Question(program, parse_property("assert")), Context())
    assert verdict.status.value == "refuted"
    assert open_choices(program, verdict.evidence) == ()  # type: ignore[arg-type]


def test_BAS_08_nothing_to_choose_from_is_refused() -> None:
    """A row without members gives no step but an undefined one, and the run-time class refuses the mask 0."""
    body = "function main()\n  a -> b: x := choose R(y) by abstraction\n  b -> exit: return\n"
    program = vir.load(SourceFile("empty.vir", (HEADER.replace("{ NEG, POS }", "{ }", 1) + body).encode()))
    machine = Machine(program)
    machine.reset()
    machine.step(1)
    assert isinstance(machine.ending, Undefined)
    for pathfinder in (False, True):
        text = run_time_class("Choose", "", pathfinder=pathfinder)
        assert "IllegalArgumentException" in text


def test_BCK_02_choices_in_java_are_those_of_pathfinder() -> None:
    """With Java PathFinder a truth value is Verify.getBoolean(), and a mask one of its bits by Verify.getInt."""
    text = run_time_class("Choose", "", pathfinder=True)
    assert "Verify.getBoolean()" in text
    assert "Verify.getInt(0," in text
