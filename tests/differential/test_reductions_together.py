"""All reductions at once, and any of them with any other, change no answer, nor what makes it believable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from strategies.ir.locks import random_thread_program
from strategies.ir.narrow import narrow_program
from strategies.ir.objects import random_object_program
from strategies.source import check_seeded
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.explicit.library import Strategy
from vexil.engines.explicit.search import Compiled, Goals, Running, SearchOptions
from vexil.engines.explicit.violation_search import reduced_by
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.evidence import Run
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.outcome import Answer, Fails, GaveUp, Question
from vexil.model.search_options import ExplicitOptions, Order, Reduction
from vexil.pipeline.load import load
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property
from vexil.transform.flattening.goals import FlatGoal, flat_goal
from vexil.transform.reductions.reduced import Reduced
from vexil.transform.reductions.soundness import usable

pytestmark = pytest.mark.usefixtures("native_search")
PROGRAMS = Path(__file__).parents[1] / "programs"
ORDERS = (Order.BREADTH, Order.DEPTH, Order.TREE, Order.PARALLEL)
ALL = frozenset(Reduction)
WRITTEN = [
    ("vir/threads/exception.vir", "exception"),
    ("vir/threads/exception.vir", "ltl: <> caught == true"),
    ("vir/threads/partial.vir", "deadlock"),
    ("vir/threads/atomic_partial.vir", "deadlock"),
    ("vir/threads/atomic_update.vir", "assert"),
    ("vir/threads/two_actives.vir", "termination"),
    ("vir/objects/given_away.vir", "assert"),
    ("vir/papers/bakery_atomic.vir", "assert"),
]
DRAWN = [
    (random_thread_program, 0, "termination"),
    (random_thread_program, 1, "ltl: [] <> n == 1"),
    (random_thread_program, 5, "deadlock"),
    (random_thread_program, 7, "deadlock"),
    (random_thread_program, 8, "assert"),
    (random_thread_program, 11, "ltl: (n == 0) U (n == 2)"),
    (random_object_program, 2, "ltl: [] n != 2"),
    (random_object_program, 8, "assert"),
    (random_object_program, 11, "exception"),
]


def limits() -> Context:
    return Context(Limits(cpu_seconds=30, states=20_000))


def believed(question: Question, searching: ExplicitOptions) -> tuple[object, ...]:
    """What is answered, and whether the evidence is accepted."""
    answer = ExplicitEngine(ReferenceEngine(), searching).check(question, limits())
    return *_outcome(answer), _certified(question, answer)


def _outcome(answer: Answer) -> tuple[object, ...]:
    match answer.outcome:
        case Fails():
            return ("fails",)
        case GaveUp(reason, _):
            return "gave up", reason.partition(";")[0], set(answer.bounds_hit)
        case found:
            return type(found), set(answer.bounds_hit), answer.undefined, answer.vacuous


def _certified(question: Question, answer: Answer) -> str:
    if isinstance(answer.outcome, GaveUp):
        return "no evidence"
    found = certify(question, answer.outcome.evidence, limits())
    return "checked" if isinstance(found, Checked) else f"unchecked {found.unchecked}: {found.reason}"


def subsets(question: Question, seed: int) -> Iterator[ExplicitOptions]:
    """All reductions that keep the answer, and some of them, each with some order."""
    random = Random(seed)
    sound = usable(question.property, ExplicitOptions())
    some = frozenset(item for item in sorted(sound) if random.random() < 0.6)
    for wanted, order in zip((sound, some), random.sample(ORDERS, 2), strict=True):
        yield ExplicitOptions(order, reductions=wanted, recheck=0)


def compare(program: Program, text: str, seed: int) -> None:
    """Answers with reductions are those without."""
    question = Question(program, parse_property(text))
    expected = believed(question, ExplicitOptions(reductions=frozenset(), recheck=0))
    for searching in subsets(question, seed):
        assert believed(question, searching) == expected, searching


@pytest.mark.parametrize(("name", "text"), WRITTEN)
def test_written_programs(name: str, text: str) -> None:
    """Outcome, bounds hit, undefined behaviour and the judgement on the evidence are the same with reductions."""
    compare(load(LoadOptions((str(PROGRAMS / name),)), Context()).program, text, len(name + text))


@pytest.mark.parametrize(("made", "seed", "text"), DRAWN)
def test_random_programs_together(made: object, seed: int, text: str) -> None:
    """The same holds for programs of threads, locks, objects and atomic sections that nobody wrote."""
    assert callable(made)
    check_seeded(made, seed, lambda program: compare(program, text, seed))


# --- the steps of native code ----------------------------------------------------------------------------


def random_narrow(random: Random) -> Program:
    """A program with one thread and variables only; some operations of some have no value."""
    text = narrow_program(random, partial=random.random() < 0.5, places=7)
    return vir.load(SourceFile("narrow.vir", text.encode()))


def goal_of(program: Program, text: str) -> FlatGoal:
    """What is looked for in the flat form of a program."""
    goal = flat_goal(parse_property(text), CompiledProgram(program, ()))
    assert isinstance(goal, FlatGoal)
    return goal


def reachable(reduced: Reduced) -> tuple[set[State], set[int]]:
    """The states that the plain meaning of a reduced system keeps, and the ways in which runs are cut."""
    evaluator = Evaluator(reduced.system)
    pending = evaluator.initial()
    seen = set(pending)
    while pending:
        for _, after in reduced.steps(evaluator, pending.pop()):
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return seen, set(evaluator.cuts)


def require_same_states(reduced: Reduced) -> int:
    """The number of states, which native search finds with every strategy, as it finds the same cuts."""
    expected, cuts = reachable(reduced)
    code = Compiled(reduced.system)
    for strategy in (Strategy.BREADTH, Strategy.DEPTH, Strategy.TREE, Strategy.PARALLEL):
        with Running(code, Goals(), SearchOptions(strategy), Context(), never_enough=True) as running:
            running.run()
            searched = running.result()
            assert (searched.statistics.states, set(searched.cuts)) == (len(expected), cuts), strategy
            if strategy in (Strategy.BREADTH, Strategy.DEPTH):
                assert set(running.states()) == expected, strategy
    return len(expected)


@pytest.mark.parametrize("seed", [5, 7, 13])
def test_native_search_keeps_the_states_of_the_plain_meaning(seed: int) -> None:
    """Variables that are reset lead to the same states in native code, whatever the strategy."""

    def check(program: Program) -> None:
        reduced = reduced_by(goal_of(program, "deadlock"), ALL)
        assert reduced.used <= {Reduction.DEAD}
        assert require_same_states(reduced) <= len(reachable(Reduced(reduced.whole, reduced.whole))[0])

    check_seeded(random_thread_program, seed, check)


def test_native_search_fuses_steps_as_the_plain_meaning_does() -> None:
    """Programs with one thread have fewer states, and the same in native code; what can be observed is all there."""
    fused = 0
    for seed in range(24):
        program = random_narrow(Random(seed))
        for text in ("deadlock", "ltl: <> a == 1"):
            goal = goal_of(program, text)
            reduced = reduced_by(goal, frozenset({Reduction.FUSE}))
            whole = Reduced(reduced.whole, reduced.whole)
            assert require_same_states(reduced) <= len(reachable(whole)[0])
            assert observed(reduced, goal.letters) == observed(whole, goal.letters)
            fused += Reduction.FUSE in reduced.used
    assert fused > 30


def observed(reduced: Reduced, atoms: Iterable[int]) -> set[tuple[object, ...]]:
    """How runs end, where they are stuck or cut, and what atoms say."""
    states, cuts = reachable(reduced)
    evaluator = Evaluator(reduced.system)
    system = evaluator.system
    ends = {state for state in states if state[0] or evaluator.is_deadlock(state)}
    letters = {tuple(evaluator.evaluate(system.atoms[atom], state, {}) for atom in atoms) for state in states}
    return {("ends", *ends), *(("cut", number) for number in cuts), *(("letter", *item) for item in letters)}


def test_no_more_steps_are_fused_than_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code stops where the plain meaning stops, so that the states in between are kept in both."""
    reduced = reduced_by(goal_of(vir.load(SourceFile("behind.vir", BEHIND.encode())), "deadlock"), ALL)
    assert require_same_states(reduced) == 2
    for module in ("vexil.transform.reductions.fusing", "vexil.engines.explicit.fused_steps"):
        monkeypatch.setattr(f"{module}.MOST_FUSED", 1)
    assert require_same_states(reduced) == 3


@pytest.mark.parametrize("seed", range(8))
def test_answers_about_sequential_programs(seed: int) -> None:
    """Programs of variables only get the same answers about states and runs with fused steps."""
    for text in (
        "deadlock",
        "termination",
        "ltl: <> a == 1",
        "ltl: [](a == 0 -> <> b != 0)",
        "ltl: <> [] at(main::l1)",
    ):
        compare(random_narrow(Random(seed)), text, seed)


# --- what was wrong once ---------------------------------------------------------------------------------

BEHIND = """vir 1
global n: i32
function main()
  local i: i32
  a -> b: n := 1i32
  b -> c: i := 1i32
  c -> d: i := 2i32
  d -> exit: return
"""


def test_a_run_ends_where_the_violation_is_certain() -> None:
    """Steps that were fused behind the one that everybody sees do not belong to the run that refutes a formula."""
    program = vir.load(SourceFile("behind.vir", BEHIND.encode()))
    question = Question(program, parse_property("ltl: (n == 0) U (n == 2)"))
    answer = ExplicitEngine(ReferenceEngine(), ExplicitOptions(reductions=ALL, recheck=0)).check(question, limits())
    assert isinstance(answer.outcome, Fails)
    assert isinstance(answer.outcome.evidence, Run)
    assert len(answer.outcome.evidence.moves) == 1
    assert isinstance(certify(question, answer.outcome.evidence, limits()), Checked)


UNOWNED = """vir 1
global l: lock = literal(1, lock)
function main()
  a -> b: unlock l
  b -> exit: return
"""


@pytest.mark.parametrize("order", ORDERS)
def test_undefined_behaviour_is_noted_in_every_order(order: Order) -> None:
    """A search that nobody stops for undefined behaviour goes on to the end, and tells where it is."""
    question = Question(vir.load(SourceFile("unowned.vir", UNOWNED.encode())), parse_property("deadlock"))
    answer = ExplicitEngine(ReferenceEngine(), ExplicitOptions(order, reductions=ALL, recheck=0)).check(
        question, limits()
    )
    assert not isinstance(answer.outcome, GaveUp)
    assert answer.undefined == ("lock-not-held at main#0",)
