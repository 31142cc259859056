"""Choices that nobody else can see are made before others move, and hide nothing that others do."""

from __future__ import annotations

import pytest

from machine_verdicts import disagreement, lost_ends, searched
from vexil.core.source import SourceFile
from vexil.engines.machine.search import Reduction
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program

pytestmark = pytest.mark.usefixtures("native_machine")
WORKERS = """
function main() entry a exit exit
  a -> b: start worker()
  b -> c: start worker()
  c -> d: start worker()
  d -> exit: return
"""
OWN = """vir 1
function worker() entry a exit exit
  local l: bool
  a -> b: l := choose type(bool) by environment
  b -> c: l := choose among(true, when(l, false)) by environment
  c -> d: l := choose type(bool) by environment
  d -> exit: return
"""
ENDING = """vir 1
global n: i32
function worker() entry a exit exit
  local k: i32
  a -> b: k := choose range(0i32, 1i32) by environment
  b -> c: k := 1i32 / k
  c -> exit: return
function main() entry a exit exit
  a -> b: start worker()
  b -> c: n := 1i32
  c -> d: check assert n == 0i32 "it is not written"
  d -> exit: return
"""


def program(text: str) -> Program:
    return vir.load(SourceFile("choices.vir", text.encode()))


def test_choices_of_one_thread_are_not_interleaved_with_those_of_others() -> None:
    """Three threads that choose for themselves have as many states as one after the other, and not their product."""
    made = CompiledProgram(program(OWN + WORKERS))
    counts = [seen.states for reduction in Reduction if (seen := searched(made, "deadlock", reduction)) is not None]
    assert counts == [1097, 132, 17]


@pytest.mark.parametrize("text", [OWN + WORKERS, ENDING])
@pytest.mark.parametrize("asked", ["assert", "deadlock"])
def test_what_others_do_is_not_hidden(text: str, asked: str) -> None:
    """Neither many choices, nor one after which the run ends, hide what others do."""
    assert disagreement(program(text), asked) == ""
    assert lost_ends(CompiledProgram(program(text)), 10_000) == ""
