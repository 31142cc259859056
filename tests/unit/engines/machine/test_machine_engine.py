"""The engine on the native machine: verdicts about programs with objects and threads, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from native_lock_step import LockStep
from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.model.certificate import Checked
from vexil.model.explore import Explorer
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
ROOT = Path(__file__).parents[4]
PROGRAMS = ROOT / "tests" / "programs"
THREADS = sorted((PROGRAMS / "vir" / "threads").glob("*.vir"))
EXAMPLES = [ROOT / "examples" / "java" / f"{name}.java" for name in ("BoundedBuffer", "LostUpdate", "Transfer")]
UNDEFINED_LATER = """#include <pthread.h>

extern void reach_error(void);
static int shared;

static void *first(void *unused) {
  shared = 1;
  int amount = 40;
  int nonsense = 1 << amount; /* undefined, but only here: the other thread may come first */
  return unused;
}

static void *second(void *unused) {
  if (shared == 1) reach_error();
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
"""
QUEUE = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { int number; struct job *next; };
static struct job *head;
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct job *mine = head;
    if (!mine) { pthread_mutex_unlock(&lock); return NULL; }
    head = mine->next;
    done += mine->number;
    free(mine);
    pthread_mutex_unlock(&lock);
  }
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 3; i++) {
    struct job *made = malloc(sizeof *made);
    made->number = 1; made->next = head; head = made;
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(done == EXPECTED);
  return 0;
}
"""


def load(path: Path) -> Program:
    """A program as the command line would load it."""
    return load_program(LoadOptions((str(path),)), Context())


@pytest.mark.parametrize("path", THREADS, ids=lambda path: path.stem)
def test_states_and_steps_are_those_of_the_interpreter(path: Path) -> None:
    """Without reductions, native search visits the states and takes the steps that the reference engine does."""
    program = load(path)
    compiled = CompiledProgram(program)
    explorer = Explorer(Machine(compiled, checks=frozenset()))
    states = {state for _, state in explorer.initial()}
    pending, steps = list(states), 0
    while pending:
        for _, following in explorer.successors(pending.pop()):
            steps += 1
            if following not in states:
                states.add(following)
                pending.append(following)
    search = NativeSearch(compiled, StateQuery(), Reduction.NONE, Context())
    assert search.run() is Reason.EXHAUSTED
    lost = sum(search.losses.bounds.values()) + sum(search.losses.undefined.values()) + search.losses.restricted
    assert (search.numbers.states, search.numbers.transitions - lost) == (len(states), steps)


@pytest.mark.parametrize("path", [*THREADS[:8], *EXAMPLES], ids=lambda path: path.stem)
def test_runs_are_those_of_the_interpreter(path: Path) -> None:
    """Random runs of programs with threads and objects go the same way on both."""
    lock_step = LockStep(load(path), Random(5))
    for _ in range(3):
        lock_step.walk(200)
    assert lock_step.steps > 3


@pytest.mark.parametrize("path", THREADS, ids=lambda path: path.stem)
@pytest.mark.parametrize("asked", ["deadlock", "exception", "assert"])
def test_verdicts_are_those_of_the_reference_engine(path: Path, asked: str) -> None:
    """With reductions, the answer is the same, and its evidence is accepted where that of the reference engine is."""
    question = Question(load(path), parse_property(asked))
    expected = ReferenceEngine().check(question, Context()).outcome
    outcome = MachineEngine().check(question, Context()).outcome
    assert type(outcome) is type(expected)
    if isinstance(outcome, Holds | Fails) and isinstance(expected, Holds | Fails):
        certificates = [certify(question, item.evidence, Context()) for item in (outcome, expected)]
        assert type(certificates[0]) is type(certificates[1])


@pytest.mark.parametrize(("expected", "outcome"), [(3, Holds), (4, Fails)])
def test_a_work_queue_under_one_lock_is_small(tmp_path: Path, expected: int, outcome: type) -> None:
    """What one mutex protects is not interleaved, so that few states are left, and both verdicts are certified."""
    path = tmp_path / "queue.c"
    path.write_text(QUEUE.replace("EXPECTED", str(expected)))
    question = Question(load(path), parse_property("assert"))
    answer = MachineEngine().check(question, Context())
    assert isinstance(answer.outcome, outcome)
    assert answer.statistics["states"] < 1000
    assert isinstance(certify(question, answer.outcome.evidence, Context()), Checked)  # type: ignore[union-attr]


def test_what_is_taken_at_once_hides_nothing(tmp_path: Path) -> None:
    """An object is shared as soon as a lock protects the way to it, and an undefined step ends no run before it."""
    later = tmp_path / "later.c"
    later.write_text(UNDEFINED_LATER)
    for path, asked in ((PROGRAMS / "java" / "threads" / "PublishedUnderLock.java", "assert"), (later, "unreach")):
        question = Question(load(path), parse_property(asked))
        answer = MachineEngine().check(question, Context())
        assert isinstance(answer.outcome, Fails)
        assert isinstance(certify(question, answer.outcome.evidence, Context()), Checked)


def test_limits_are_no_answers() -> None:
    """A limit of states ends a search with what it knows."""
    program = load(EXAMPLES[0])
    limited = MachineEngine().check(Question(program, parse_property("deadlock")), Context(Limits(states=10)))
    assert isinstance(limited.outcome, GaveUp)
    assert "limit of 10 states" in limited.outcome.reason


def test_without_the_runtime_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that was not built is no crash: the answer says so, and where to look."""
    monkeypatch.setattr("vexil.engines.machine.library.library_path", lambda: None)
    outcome = MachineEngine().check(Question(load(EXAMPLES[0]), parse_property("deadlock")), Context()).outcome
    assert isinstance(outcome, GaveUp)
    assert "not built" in outcome.reason
    assert "doctor" in outcome.hint


def test_daemons_are_held_up_by_nobody() -> None:
    """A daemon whose next step nobody notices does not take it once the others have ended: its order proves nothing."""
    for name in ("DaemonRemains", "DaemonWaits"):
        question = Question(load(PROGRAMS / "java" / "threads" / f"{name}.java"), parse_property("deadlock"))
        outcome = MachineEngine().check(question, Context()).outcome
        assert isinstance(outcome, Holds)
        assert isinstance(certify(question, outcome.evidence, Context()), Checked)


@pytest.mark.parametrize("name", ["once", "barrier", "rwlock", "semaphore"])
def test_who_waits_in_a_section_comes_back_to_it(name: str) -> None:
    """A thread that waited inside an atomic section holds up the others as soon as it can go on."""
    question = Question(load(PROGRAMS / "c" / "threads" / f"{name}.c"), parse_property("deadlock"))
    outcome = MachineEngine().check(question, Context()).outcome
    assert isinstance(outcome, Holds)
    assert isinstance(certify(question, outcome.evidence, Context()), Checked)


def test_only_edges_that_a_step_took_count() -> None:
    """Where a run would end is no reason for doubt if no run comes there."""
    question = Question(load(PROGRAMS / "java" / "sharing" / "GuardedList.java"), parse_property("deadlock"))
    outcome = MachineEngine().check(question, Context()).outcome
    assert isinstance(outcome, Holds)
    checked = certify(question, outcome.evidence, Context())
    assert isinstance(checked, Checked)
    every = {
        function.edge_id(edge)
        for function in question.program.functions.values()
        for edge in range(len(function.edges))
    }
    assert checked.edges < every
    assert not {caveat.edge for caveat in question.program.caveats} & checked.edges
