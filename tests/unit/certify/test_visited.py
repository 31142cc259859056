"""Evidence of the native machine: what is right is confirmed, and what is wrong with it is seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from vexil.certify import Certificate, Checked, Rejected, certify, counted_machine, visited
from vexil.certify.commutation import Commutation
from vexil.certify.counted_machine import CountedMachine
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.machine import search
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.search import NativeSearch, Reduction, StateQuery
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.program import Program
from vexil.model.evidence import Explored, Run
from vexil.model.outcome import Holds, Question
from vexil.model.visited import SearchedAgain, VisitedStates, VisitedStep, VisitedSteps
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
ROOT = Path(__file__).parents[3]
COUNTERS = """vir 1
global a: i32
global b: i32
global seen: i32
function main() entry s exit z
  local other: thread
  s -> u: other := start worker()
  u -> v: assume a < 5i32
  u -> w: assume !(a < 5i32)
  v -> u: a := a + 1i32
  w -> x: join other
  x -> y: check assert a == b "both counted"
  y -> z: return
function worker() entry p exit z
  local i: i32
  p -> q: assume i < 5i32
  p -> r: assume !(i < 5i32)
  q -> o: i := i + 1i32
  o -> n: b := i
  n -> p: seen := a
  r -> z: return
"""
SPIN = """vir 1
global a: i32
function main() entry s exit z
  local i: i32
  local other: thread
  s -> t: other := start worker()
  t -> u: i := 1i32 - i
  u -> t: i := 1i32 - i
function worker() entry p exit z
  p -> q: a := 1i32
  q -> r: check assert a == 1i32 "written"
  r -> z: return
"""


def counters() -> Question:
    """Two threads that count, and look at each other's number."""
    return Question(vir.load(SourceFile("counters.vir", COUNTERS.encode())), parse_property("assert"))


def evidence_of(question: Question, reduction: Reduction = Reduction.GUARDED) -> Explored:
    """What a search says that found nothing."""
    query = StateQuery(checks=frozenset({"assert"}))
    search = NativeSearch(CompiledProgram(question.program), query, reduction, Context())
    search.run()
    return Explored(search.count, search)


class Faulty:
    """Visited states that are right; faults are planted in what is built on it."""

    def __init__(self, true: VisitedStates) -> None:
        self.true = true

    @property
    def program(self) -> Program:
        return self.true.program

    @property
    def count(self) -> int:
        return self.true.count

    @property
    def initial(self) -> Sequence[int]:
        return self.true.initial

    @property
    def beginnings(self) -> Sequence[tuple[int, ...]]:
        return self.true.beginnings

    @property
    def transitions(self) -> int:
        return self.true.transitions

    @property
    def length(self) -> int:
        return self.true.length

    @property
    def work(self) -> int:
        return self.true.work

    @property
    def again(self) -> SearchedAgain | None:
        return self.true.again

    @property
    def edges(self) -> frozenset[str]:
        return self.true.edges

    def run_to(self, number: int) -> Run:
        return self.true.run_to(number)

    def load(self, number: int, machine: Machine) -> None:
        self.true.load(number, machine)

    def steps(self, number: int) -> VisitedSteps:
        return self.true.steps(number)


class Merged(Faulty):
    """Two states have one number."""

    def __init__(self, true: VisitedStates, kept: int, lost: int) -> None:
        super().__init__(true)
        self.kept, self.lost = kept, lost

    def load(self, number: int, machine: Machine) -> None:
        self.true.load(self.kept if number == self.lost else number, machine)

    def steps(self, number: int) -> VisitedSteps:
        found = self.true.steps(self.kept if number == self.lost else number)
        merged = [replace(step, target=self.kept if step.target == self.lost else step.target) for step in found.steps]
        return replace(found, steps=merged)


class Altered(Faulty):
    """In some states something is wrong with the steps."""

    def __init__(self, true: VisitedStates, fault: str, numbers: frozenset[int]) -> None:
        super().__init__(true)
        self.fault, self.numbers = fault, numbers

    def steps(self, number: int) -> VisitedSteps:
        found = self.true.steps(number)
        if number not in self.numbers or not found.steps:
            return found
        first, *others = found.steps
        match self.fault:
            case "left out":
                return replace(found, steps=others)
            case "mislabelled":
                wrong = first.target % self.count + 1 if first.target else 1
                return replace(found, steps=[replace(first, target=wrong), *others])
            case "taken for ended":
                return replace(found, steps=[replace(first, target=None), *others])
            case "invented":
                return replace(found, steps=[*found.steps, replace(first, moves=(Move(9), *first.moves[1:]))])
            case _:
                raise AssertionError(self.fault)


class Short(Faulty):
    """The last state is missing."""

    @property
    def count(self) -> int:
        return self.true.count - 1


class Late(Faulty):
    """The initial state is said to be another one."""

    @property
    def initial(self) -> Sequence[int]:
        return (2,)


def certified(question: Question, states: VisitedStates) -> Certificate:
    certificate = certify(question, Explored(states.count, states), Context())
    assert isinstance(certificate, Checked) or not certificate.unchecked
    return certificate


def right(question: Question, reduction: Reduction = Reduction.GUARDED) -> VisitedStates:
    exploration = evidence_of(question, reduction).exploration
    assert isinstance(exploration, VisitedStates)
    return exploration


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few states there are, samples of them are looked at."""
    monkeypatch.setattr(visited, "WHOLE", 0)


@pytest.mark.parametrize("reduction", Reduction)
def test_few_states_are_looked_at_as_a_whole(reduction: Reduction) -> None:
    """Every state and every step is executed again, and the finding says so."""
    question = counters()
    states = right(question, reduction)
    certificate = certified(question, states)
    assert isinstance(certificate, Checked), certificate
    assert f"{states.count:,} states, of which all and {states.transitions} steps were checked" in certificate.finding


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("reduction", Reduction)
def test_of_many_states_samples_are_looked_at(reduction: Reduction) -> None:
    """Samples of states are drawn without runs that lead there; the same ones every time."""
    question = counters()
    states = right(question, reduction)
    first, second = certified(question, states), certified(question, states)
    assert isinstance(first, Checked), first
    assert "steps were checked again" in first.finding
    assert first == replace(second, evidence=first.evidence)


def counting_up() -> Question:
    """A program that takes many steps at once, because nobody notices them."""
    text = """vir 1
global total: u32
function main()
  local i: u32
  a -> b: assume i < 5000u32
  a -> c: assume !(i < 5000u32)
  b -> a: i := i + 1u32
  c -> d: total := i
  d -> e: check assert total == 5000u32 "all"
  e -> exit: return
"""
    return Question(vir.load(SourceFile("long.vir", text.encode())), parse_property("assert"))


def test_of_very_long_steps_the_beginning_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are executed again as far as the work for samples goes, and the finding does not count the others."""
    monkeypatch.setattr(visited, "WHOLE", 1000)
    monkeypatch.setattr(visited, "LONGEST", 100)
    question = counting_up()
    states = right(question)
    assert states.length > 100 * states.transitions
    certificate = certified(question, states)
    assert isinstance(certificate, Checked), certificate
    assert certificate.is_sampled
    assert "the first 100 edges of" in certificate.finding
    wrong = Altered(states, "invented", frozenset(range(1, states.count + 1)))
    assert isinstance(certified(question, wrong), Rejected)


def test_walks_end_with_the_work_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that are long, though not too long to be compared, are not taken as often as short ones."""
    monkeypatch.setattr(search, "RUN_ON", 100)
    monkeypatch.setattr(visited, "WHOLE", 0)
    monkeypatch.setattr(visited, "LEAST", 20_000)
    question = counting_up()
    states = right(question)
    assert states.count > 90
    certificate = certified(question, states)
    assert isinstance(certificate, Checked), certificate
    looked_at = re.search(r"of which (\d+) states", certificate.finding)
    assert looked_at is not None
    assert int(looked_at[1]) < 20


def test_large_states_are_not_looked_at_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is begun as a whole ends as samples when the states turn out to take too much work."""
    monkeypatch.setattr(counted_machine, "RECORD", visited.WHOLE)
    question = counters()
    states = right(question)
    certificate = certified(question, states)
    assert isinstance(certificate, Checked), certificate
    assert certificate.is_sampled
    assert "of which all" not in certificate.finding


@pytest.mark.parametrize("reduction", [Reduction.NONE, Reduction.GUARDED])
@pytest.mark.parametrize("seed", range(5))
def test_two_states_with_one_number_are_noticed(seed: int, reduction: Reduction) -> None:
    """Of states that are looked at as a whole, no two can have one number."""
    question = counters()
    states = right(question, reduction)
    kept, lost = Random(seed).sample(range(2, states.count + 1), 2)
    certificate = certified(question, Merged(states, kept, lost))
    assert isinstance(certificate, Rejected)


@pytest.mark.parametrize("fault", ["left out", "mislabelled", "taken for ended", "invented"])
def test_wrong_steps_of_a_single_state_are_noticed(fault: str) -> None:
    """A step that is missing, leads elsewhere, goes on or does not exist is seen with certainty among few states."""
    question = counters()
    states = right(question, Reduction.NONE)
    for number in (1, states.count // 2):
        certificate = certified(question, Altered(states, fault, frozenset({number})))
        assert isinstance(certificate, Rejected), number


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("fault", ["left out", "mislabelled", "taken for ended", "invented"])
def test_wrong_steps_of_a_share_of_the_states_are_noticed_in_samples(fault: str) -> None:
    """What is wrong in a tenth of the states is seen in samples."""
    question = counters()
    states = right(question, Reduction.NONE)
    numbers = frozenset(range(5, states.count, 10))
    assert isinstance(certified(question, Altered(states, fault, numbers)), Rejected)


def test_states_that_are_missing_are_noticed() -> None:
    """A step that leads to no number is seen, and so is an initial state that was not visited."""
    question = counters()
    states = right(question)
    assert isinstance(certified(question, Short(states)), Rejected)
    late = certified(question, Late(states))
    assert isinstance(late, Rejected)
    assert "initial" in late.reason


class Greedy(Faulty):
    """A search in which some threads move alone whenever they can, whoever notices."""

    def __init__(self, question: Question, greedy: Callable[[Machine, int], bool]) -> None:
        super().__init__(right(question))
        self._machine = machine = Machine(CompiledProgram(question.program), checks=frozenset({"assert"}))
        machine.reset()
        self._states = [machine.snapshot()]
        self._steps: list[VisitedSteps] = []
        numbers = {self._states[0]: 1}
        while len(self._steps) < len(self._states):
            here = self._states[len(self._steps)]
            machine.restore(here)
            enabled = machine.enabled()
            alone = next((thread for thread in enabled if greedy(machine, thread)), None)
            steps = []
            for thread in enabled if alone is None else [alone]:
                machine.restore(here)
                offered = machine.choices(thread)
                for choice in (None,) if offered is None else tuple(offered.values or ()):
                    move = Move(thread, choice)
                    machine.restore(here)
                    machine.apply(move)
                    after = machine.snapshot()
                    if after not in numbers:
                        self._states.append(after)
                        numbers[after] = len(self._states)
                    steps.append(VisitedStep((move,), numbers[after]))
            self._steps.append(VisitedSteps(steps, alone))

    @property
    def count(self) -> int:
        return len(self._states)

    @property
    def transitions(self) -> int:
        return sum(len(found.steps) for found in self._steps)

    def load(self, number: int, machine: Machine) -> None:
        machine.restore(self._states[number - 1])

    def steps(self, number: int) -> VisitedSteps:
        return self._steps[number - 1]


@pytest.mark.parametrize("is_sampled", [False, True])
@pytest.mark.parametrize("greedy", [1, 2])
def test_threads_that_are_wrongly_let_move_alone_are_noticed(
    greedy: int, is_sampled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a thread moves alone although others notice, some order of steps shows it; fewer states are visited."""
    if is_sampled:
        monkeypatch.setattr(visited, "WHOLE", 0)
    question = counters()
    states = Greedy(question, lambda _, thread: thread == greedy)
    assert states.count < Greedy(question, lambda *_: False).count
    certificate = certified(question, states)
    assert isinstance(certificate, Rejected)
    assert "others do not notice" in certificate.reason


def test_a_thread_that_goes_round_alone_is_noticed() -> None:
    """A thread must not move alone for ever, while nobody looks at the others."""
    question = Question(vir.load(SourceFile("spin.vir", SPIN.encode())), parse_property("assert"))
    assert isinstance(certified(question, right(question)), Checked)
    certificate = certified(question, Greedy(question, lambda _, thread: thread == 1))
    assert isinstance(certificate, Rejected)
    assert "circle" in certificate.reason


@pytest.mark.parametrize(
    ("location", "problem"),
    [("u", ""), ("v", "does not commute")],
)
def test_steps_of_others_are_taken_in_sequence(location: str, problem: str) -> None:
    """That a step is noticed by the fourth step of another thread is seen, by runs of different lengths."""
    question = counters()
    compiled = CompiledProgram(question.program)
    machine = Machine(compiled, checks=frozenset({"assert"}))
    machine.reset()
    machine.step(1)
    while machine.program.functions["main"].locations[machine.threads[1].frames[0].location].name != location:
        machine.step(1, next(iter(moves.values)) if (moves := machine.choices(1)) and moves.values else None)
    here = machine.snapshot()
    offered = machine.choices(1)
    move = Move(1, None if offered is None or offered.values is None else offered.values[0])
    problems = {
        Commutation(CountedMachine(Machine(compiled, checks=frozenset())), Random(seed)).problem(here, move)
        for seed in range(40)
    }
    assert any(problem in item for item in problems)
    assert problem or problems == {""}


@pytest.mark.parametrize("name", ["BoundedBuffer", "Transfer"])
@pytest.mark.usefixtures("sampled")
def test_samples_of_java_programs_are_confirmed(name: str) -> None:
    """Objects, monitors and exceptions are exported as the interpreter has them."""
    program = load_program(LoadOptions((str(ROOT / "examples" / "java" / f"{name}.java"),)), Context())
    for asked in ("exception", "assert"):
        question = Question(program, parse_property(asked))
        outcome = MachineEngine().check(question, Context()).outcome
        if isinstance(outcome, Holds):
            assert isinstance(certify(question, outcome.evidence, Context()), Checked)
