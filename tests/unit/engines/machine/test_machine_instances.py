"""Choices of instances on the native machine: those that are there, whether anything reaches them or not."""

from __future__ import annotations

from random import Random

import pytest

from strategies.ir.threads import random_threads
from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir.operations import ChooseInstance
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.certificate import Checked
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
HEAD = """vir 1
class Object
class Base extends Object
  field n: i32
class Item extends Base
  field next: ref[Base]
class Other extends Object
global kept: ref[Base]
function main()
  local a: ref[Item]
  local b: ref[Base]
  local o: ref[Other]
"""
KEPT = """
  l0 -> l1: a := new Item site "first"
  l1 -> l2: field(a, n) := 1i32
  l2 -> l3: kept := a
  l3 -> l4: a := new Item site "second"
  l4 -> l5: field(a, n) := 2i32
  l5 -> l6: field(a, next) := kept
  l6 -> l7: kept := a
  l7 -> l8: o := new Other site "other"
"""


def program(lines: str) -> Program:
    """A program of one function."""
    return load(SourceFile("test.vir", (HEAD + lines).encode()))


def outcome(asked: Program) -> Holds | Fails | GaveUp:
    """What the engine says; evidence has to be accepted."""
    question = Question(asked, parse_property("assert"))
    found = MachineEngine().check(question, Context()).outcome
    assert isinstance(found, Holds | Fails | GaveUp)
    if not isinstance(found, GaveUp):
        assert isinstance(certify(question, found.evidence, Context()), Checked)
    return found


@pytest.mark.parametrize(
    ("domain", "condition", "expected"),
    [
        ("Base", "field(b, n) != 0i32", Holds),
        ("Base", "field(b, n) != 1i32", Fails),
        ("Base", "field(b, n) != 2i32", Fails),
        ("Base, null", "b != null(ref[Base])", Fails),
        ("Base", "b != null(ref[Base])", Holds),
    ],
)
def test_every_instance_is_offered(domain: str, condition: str, expected: type) -> None:
    """Instances of subclasses are, those of other classes are not, and null only where it is allowed."""
    lines = f'{KEPT}  l8 -> l9: b := choose instance({domain})\n  l9 -> l10: check assert {condition} "holds"\n'
    assert isinstance(outcome(program(lines + "  l10 -> exit: return\n")), expected)


def test_what_nothing_reaches_can_be_chosen() -> None:
    """An instance stays after the last reference to it is gone; of two it is not known which is which."""
    lines = """
  l0 -> l1: a := new Item site "first"
  l1 -> l2: field(a, n) := 7i32
  l2 -> l3: a := null(ref[Item])
"""
    end = '  l9 -> l10: check assert field(b, n) CONDITION 7i32 "holds"\n  l10 -> exit: return\n'
    once = lines + "  l3 -> l9: b := choose instance(Base)\n" + end
    assert isinstance(outcome(program(once.replace("CONDITION", "=="))), Holds)
    assert isinstance(outcome(program(once.replace("CONDITION", "!="))), Fails)
    again = lines + lines.replace("l0", "l3").replace("l1", "l4").replace("l2", "l5").replace("-> l3: a", "-> l6: a")
    several = again + "  l6 -> l9: b := choose instance(Base)\n" + end.replace("CONDITION", "==")
    refused = outcome(program(several))
    assert isinstance(refused, GaveUp)
    assert "nothing reaches" in refused.reason


def test_nothing_to_choose_from() -> None:
    """A choice among no instances has no result."""
    question = Question(
        program("  l0 -> l1: b := choose instance(Base)\n  l1 -> exit: return\n"), parse_property("deadlock")
    )
    answer = MachineEngine().check(question, Context())
    assert isinstance(answer.outcome, Holds)
    assert answer.undefined == ("empty-choice at main#0",)


def test_threads_that_choose_instances() -> None:
    """Verdicts about random programs with choices of instances are those of the reference engine."""
    compared = 0
    for seed in range(120):
        made = random_threads(Random(seed))
        edges = [edge for function in made.functions.values() for edge in function.edges]
        if not any(isinstance(edge.operation, ChooseInstance) for edge in edges):
            continue
        question = Question(made, parse_property("deadlock"))
        found = MachineEngine().check(question, Context(Limits(states=20_000))).outcome
        if isinstance(found, GaveUp):
            continue
        expected = ReferenceEngine().check(question, Context(Limits(states=3000))).outcome
        if not isinstance(expected, GaveUp):
            compared += 1
            assert type(found) is type(expected), seed
            assert isinstance(found, Holds | Fails)
            assert isinstance(certify(question, found.evidence, Context()), Checked), seed
    assert compared >= 5
