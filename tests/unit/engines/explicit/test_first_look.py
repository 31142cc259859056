"""The first look of the engine: one value for each of very many inputs finds what does not depend on them."""

from __future__ import annotations

from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter import Bounds
from vexil.ir.text import load
from vexil.model.outcome import Answer, Fails, GaveUp, Question
from vexil.spec import parse_property

TEXT = """vir 1
global sum: i32
global n: u8
function main()
  local x: i32
  a -> b: assume n < 40u8
  a -> d: assume !(n < 40u8)
  b -> c: x := choose type(i32)
  c -> e: sum := sum * 31i32 + x
  e -> a: n := n + 1u8
  d -> f: check assert CONDITION "the end"
  f -> exit: return
"""


def answer(condition: str, states: int) -> Answer:
    """What the engine says of the end of a loop of many inputs."""
    program = load(SourceFile("test.vir", TEXT.replace("CONDITION", condition).encode()))
    return ExplicitEngine(ReferenceEngine()).check(
        Question(program, parse_property("assert"), Bounds()), Context(Limits(states=states))
    )


def test_mistake_that_does_not_depend_on_inputs() -> None:
    """The end of a loop that reads forty inputs is found within a thousand states."""
    found = answer("false", 1000)
    assert isinstance(found.outcome, Fails)
    assert found.statistics["states"] < 1000


def test_nothing_is_said_by_a_first_look_alone() -> None:
    """That one value per input leads to nothing bad is no answer."""
    assert isinstance(answer("true", 1000).outcome, GaveUp)
