"""Goals: what a search of the flat form looks for answers the property as the reference engine does."""

from __future__ import annotations

import pytest

from flat_runs import search_system
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter.compiler import CompiledProgram
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.goal import NoGoal
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.outcome import Holds, Question
from vexil.spec.property import parse_property
from vexil.transform.flattening.goals import FlatGoal, flat_goal, losses_of

PROGRAM: Program = load(
    SourceFile(
        "test.vir",
        b"""vir 1
class Failure
global l: lock = literal(1, lock)
global x: i32
function main()
  local t: thread
  a -> b: t := start worker()
  b -> c: lock l
  c -> d: x := x + 1i32
  d -> e: unlock l
  e -> f: check assert x < 2i32 "at most once"
  f -> g: restrict x < 5i32
  g -> exit: return
function worker()
  local e: ref[Failure]
  a -> b: lock l
  b -> c: x := x + 1i32
  c -> d: assume x == 1i32
  c -> f: assume !(x == 1i32)
  d -> e: e := new Failure
  e -> z: throw e
  f -> exit: return
""",
    )
)


def broken(goal: FlatGoal) -> bool:
    """Say whether a state that breaks the property can be reached."""
    evaluator, system = Evaluator(goal.flattened.system), goal.flattened.system
    pending: list[State] = list(evaluator.initial())
    seen = set(pending)
    while pending:
        state = pending.pop()
        if state[0] - 1 in goal.endings or (goal.deadlock and evaluator.is_deadlock(state)):
            return True
        if any(not evaluator.evaluate(system.atoms[atom], state, {}) for atom in goal.atoms):
            return True
        for _, after in evaluator.successors(state):
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return False


@pytest.mark.parametrize("text", ["assert", "deadlock", "exception"])
def test_properties_of_states(text: str) -> None:
    """A state that breaks the property can be reached exactly if the reference engine finds one."""
    asked = parse_property(text)
    goal = flat_goal(asked, CompiledProgram(PROGRAM))
    assert isinstance(goal, FlatGoal)
    answer = ReferenceEngine().check(Question(PROGRAM, asked), Context())
    assert broken(goal) == (not isinstance(answer.outcome, Holds))


def test_properties_of_runs() -> None:
    """An automaton of violations reads the atoms that are observed."""
    goal = flat_goal(parse_property("ltl: [] (x > 0 -> <> at(f))"), CompiledProgram(PROGRAM))
    assert isinstance(goal, FlatGoal)
    assert goal.violations is not None
    assert len(goal.letters) == len(goal.violations.atoms) == 2
    ended = flat_goal(parse_property("termination"), CompiledProgram(PROGRAM))
    assert isinstance(ended, FlatGoal)
    assert ended.letters == (0,)


def test_properties_without_checks() -> None:
    """A property that no search of states decides is said to be none."""
    assert isinstance(flat_goal(parse_property("overflow"), CompiledProgram(PROGRAM)), NoGoal)


def test_losses_have_the_words_of_the_reference_engine() -> None:
    """What a search of the system counts by ending becomes what the explorer counts by reason."""
    program = load(
        SourceFile(
            "test.vir",
            b"""vir 1
global x: i32
function main()
  a -> b: x := choose range(0i32, 2i32)
  b -> c: restrict x < 2i32
  c -> d: x := 5i32 / x
  d -> exit: return
""",
        )
    )
    goal = flat_goal(parse_property("termination"), CompiledProgram(program))
    assert isinstance(goal, FlatGoal)
    evaluator = Evaluator(goal.flattened.system)
    found = search_system(goal.flattened.system, 100)
    assert found is not None
    texts = [ending.text for ending in goal.flattened.system.endings]
    undefined = {texts.index(text): count for text, count in found.undefined.items()}
    losses = losses_of(goal.flattened, {texts.index("restriction"): 1}, undefined)
    assert losses.restricted == 1
    assert losses.undefined == {"division-by-zero at main#2": 1}
    assert evaluator.initial()
