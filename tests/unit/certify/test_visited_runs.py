"""Evidence about runs of the native machine: what is wrong with the product of states and places is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.machine.engine import MachineEngine
from vexil.ir import text as vir
from vexil.model.evidence import Explored
from vexil.model.outcome import Holds, Question
from vexil.model.visited import VisitedRuns, VisitedSteps
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
COUNTERS = """vir 1
global a: i32
global b: i32
function main() entry s exit z
  local other: thread
  s -> u: other := start worker()
  u -> v: assume a < 4i32
  u -> w: assume !(a < 4i32)
  v -> u: a := a + 1i32
  w -> x: join other
  x -> z: return
function worker() entry p exit z
  local i: i32
  p -> q: assume i < 4i32
  p -> r: assume !(i < 4i32)
  q -> o: i := i + 1i32
  o -> p: b := i
  r -> z: return
"""


class Faulty:
    """The product that was searched, with something wrong in it."""

    def __init__(self, true: VisitedRuns, fault: str) -> None:
        self._true, self._fault = true, fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self._true, name)

    def steps(self, number: int) -> VisitedSteps:
        found = self._true.steps(number)
        first, *others = found.steps or [None]
        if first is None:
            return found
        match self._fault:
            case "left out":
                return replace(found, steps=others)
            case "mislabelled":
                return replace(
                    found, steps=[replace(first, target=(first.target or 0) % self._true.count + 1), *others]
                )
            case "taken for ended":
                return replace(found, steps=[replace(first, target=None), *others])
            case _:
                return found

    def rank(self, state: int, place: int) -> int | None:
        rank = self._true.rank(state, place)
        return 1 if self._fault == "flat" and rank is not None else None if self._fault == "missing" else rank

    def letter(self, state: int) -> int:
        return self._true.letter(state) ^ (self._fault == "other atoms")


def searched() -> tuple[Question, VisitedRuns]:
    question = Question(vir.load(SourceFile("counters.vir", COUNTERS.encode())), parse_property("ltl: <> (a == 4)"))
    outcome = MachineEngine().check(question, Context()).outcome
    assert isinstance(outcome, Holds)
    assert isinstance(outcome.evidence, Explored)
    assert isinstance(outcome.evidence.exploration, VisitedRuns)
    return question, outcome.evidence.exploration


def test_what_is_right_is_confirmed() -> None:
    """Nodes of the product are drawn as often as the work allows, here all of them."""
    question, visited = searched()
    certificate = certify(question, Explored(visited.nodes, visited), Context())
    assert isinstance(certificate, Checked), certificate
    assert f"of which {visited.nodes} states" in certificate.finding


@pytest.mark.parametrize("fault", ["left out", "mislabelled", "taken for ended", "flat", "missing", "other atoms"])
def test_what_is_wrong_is_noticed(fault: str) -> None:
    """Steps that are missing or lead elsewhere, components that exclude nothing, and other atoms are seen."""
    question, visited = searched()
    certificate = certify(question, Explored(visited.nodes, Faulty(visited, fault)), Context())
    assert isinstance(certificate, Rejected)
    assert not certificate.unchecked
