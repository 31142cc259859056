"""All reductions at once, and any of them with any other, change no answer, nor what makes it believable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from strategies.guarded_locks import random_locking
from strategies.ir.locks import random_thread_program
from strategies.ir.objects import random_object_program
from strategies.source import check_seeded
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.explicit.library import Strategy
from vexil.engines.explicit.search import Goals, Running, SearchOptions
from vexil.engines.explicit.violation_search import compiled
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
from vexil.transform.reductions.partial_order import with_quiet
from vexil.transform.reductions.quotient import quotient
from vexil.transform.reductions.reduced import Reduced
from vexil.transform.reductions.soundness import usable
from vexil.transform.reductions.visibility import Visibility, visibility_of

pytestmark = pytest.mark.usefixtures("native_search")
PROGRAMS = Path(__file__).parents[1] / "programs"
ORDERS = (Order.BREADTH, Order.DEPTH, Order.TREE, Order.PARALLEL)
ALL = frozenset(Reduction)
ORDERED = frozenset({Reduction.ORDER, Reduction.FUSE})
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


def reduced_goal(goal: FlatGoal, wanted: frozenset[Reduction]) -> Reduced:
    """A flat form, reduced."""
    found = quotient(goal.flattened.system, goal.flattened.encoding, wanted)
    return replace(found, system=with_quiet(found.system, visibility_of(goal)), used=found.used | wanted)


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
    code = compiled(reduced)
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
    """Steps that are settled, put first and fused lead to the same states in native code, whatever the strategy."""

    def check(program: Program) -> None:
        goal = flat_goal(parse_property("deadlock"), CompiledProgram(program, ()))
        assert isinstance(goal, FlatGoal)
        reduced = reduced_goal(goal, ALL)
        assert reduced.used >= {Reduction.DEAD, Reduction.ORDER, Reduction.FUSE}
        assert 1 < require_same_states(reduced) < len(reachable(Reduced(reduced.whole, reduced.whole))[0])

    check_seeded(random_thread_program, seed, check)


@pytest.mark.parametrize(
    "visibility", [Visibility(), Visibility(atoms=frozenset({0}))], ids=["nothing seen", "an atom"]
)
def test_native_search_goes_on_in_atomic_sections(visibility: Visibility) -> None:
    """Where others have to wait nobody goes first; where no atom is seen, the only step is fused all the same."""
    for seed in (143, 20216):
        check_seeded(
            random_locking,
            seed,
            lambda system: require_same_states(Reduced(system, with_quiet(system, visibility), ORDERED)),
        )


@pytest.mark.parametrize("wanted", [frozenset({Reduction.FUSE}), ORDERED])
def test_no_more_steps_are_fused_than_a_limit(wanted: frozenset[Reduction], monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code stops where the plain meaning stops, so that the states in between are kept in both."""
    system = random_locking(Random(12))
    quiet = Reduced(system, with_quiet(system, Visibility()), wanted)
    unlimited = require_same_states(quiet)
    for module in ("vexil.transform.reductions.partial_order", "vexil.engines.explicit.ample_sets"):
        monkeypatch.setattr(f"{module}.MOST_FUSED", 1)
    assert require_same_states(quiet) > unlimited


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
