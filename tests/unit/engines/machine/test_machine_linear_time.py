"""Properties of runs on the native machine: endless loops, prefixes, fairness, daemons, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from sketches import Sketch, at, number
from vexil.certify import certify
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.observation import Observation
from vexil.engines.machine.runs import NativeRunSearch, RunQuery
from vexil.engines.machine.search import Reason, Reduction
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.ir.types import I32, U8, U32, BlockType
from vexil.ir.typing import address_of
from vexil.model.certificate import Checked, Rejected
from vexil.model.evidence import Explored, Lasso, Run
from vexil.model.goal import RunGoal, goal_of
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.model.search_options import ExplicitOptions
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import Property, parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
PROGRAMS = Path(__file__).parents[3] / "programs"
FAIR = ExplicitOptions(fair=True)


def program_of(body: str, header: str = "global x: i32\nglobal m: lock = literal(1, lock)\n") -> Program:
    return vir.load(SourceFile("runs.vir", f"vir 1\n{header}{body}".encode()))


def answered(program: Program, text: str, searching: ExplicitOptions | None = None) -> Answer:
    """An answer whose evidence is checked."""
    question = Question(program, parse_property(text))
    answer = MachineEngine(searching).check(question, Context())
    if isinstance(answer.outcome, Holds | Fails):
        assert isinstance(certify(question, answer.outcome.evidence, Context()), Checked)
    return answer


def search_for(
    program: Program, asked: Property, reduction: Reduction = Reduction.GUARDED, *, fair: bool = False
) -> NativeRunSearch:
    compiled = CompiledProgram(program)
    goal = goal_of(asked, compiled)
    assert isinstance(goal, RunGoal)
    return NativeRunSearch(compiled, RunQuery(goal, asked, program, fair=fair), reduction, Context())


ALONE = """function main()
  a -> a: skip
"""
COUNTING = """function main()
  local i: i32
  h -> b: assume i < {length}i32
  h -> c: assume !(i < {length}i32)
  b -> h: i := i + 1i32
  c -> h: i := 0i32
"""


@pytest.mark.parametrize("body", [ALONE, *(COUNTING.format(length=length) for length in (1, 127, 128, 5003))])
def test_an_endless_loop_that_nobody_notices_is_found(body: str) -> None:
    """A loop of a single thread is an endless run, however long it is and however many steps are taken at once."""
    answer = answered(program_of(body), "termination")
    assert isinstance(answer.outcome, Fails)
    assert isinstance(answer.outcome.evidence, Lasso)
    assert answer.outcome.evidence.loop


def test_a_loop_that_ends_is_no_endless_run() -> None:
    """A long computation ends, in few recorded states."""
    body = "function main()\n  local i: i32\n  h -> b: assume i < 20000i32\n  h -> z: assume !(i < 20000i32)\n"
    answer = answered(program_of(body + "  b -> h: i := i + 1i32\n  z -> exit: return\n"), "termination")
    assert isinstance(answer.outcome, Holds)
    assert answer.statistics["states"] < 300


TWO = """function w()
  a -> b: x := 1i32
  b -> exit: return
function main()
  local t: thread
  local i: i32
  a -> h: t := start w()
  h -> g: i := 1i32 - i
  g -> h: assume x == 0i32
  g -> z: assume !(x == 0i32)
  z -> exit: return
"""


def test_a_thread_that_spins_does_not_keep_the_other_from_being_seen() -> None:
    """Invisible steps of a loop are not all that is followed: the other thread comes in, with fairness for certain."""
    program = program_of(TWO)
    assert isinstance(answered(program, "termination").outcome, Fails)
    assert isinstance(answered(program, "termination", FAIR).outcome, Holds)
    assert isinstance(answered(program, "ltl: []<>x == 0").outcome, Fails)


HOLDS_FOR_A_MOMENT = """function w()
  a -> b: lock m pair "m"
  b -> c: x := 1i32
  c -> d: unlock m pair "m"
  d -> exit: return
function main()
  local t: thread
  a -> h: t := start w()
  h -> i: lock m pair "m"
  i -> j: unlock m pair "m"
  j -> h: assume x == 0i32
  j -> z: assume !(x == 0i32)
  z -> exit: return
"""


def test_a_lock_that_is_held_for_a_moment_excuses_who_waits_for_it() -> None:
    """A thread that finds a lock taken again and again need not move, also where taking and releasing is one step."""
    program = program_of(HOLDS_FOR_A_MOMENT)
    outcome = answered(program, "termination", FAIR).outcome
    assert isinstance(outcome, Fails)
    assert isinstance(outcome.evidence, Lasso)
    assert outcome.evidence.fair
    assert {move.thread for move in outcome.evidence.loop} == {1}


def test_a_finite_prefix_ends_where_the_violation_is_certain() -> None:
    """What can be violated in finite time is shown by a run that ends there, and not behind steps taken with it."""
    outcome = answered(program_of(TWO), "ltl: [] x == 0").outcome
    assert isinstance(outcome, Fails)
    assert isinstance(outcome.evidence, Run)
    assert outcome.evidence.moves[-1].thread == 2


def test_a_formula_that_counts_steps_sees_each_of_them() -> None:
    """With next, nothing is left out: the second step is not taken together with the first."""
    body = "function main()\n  local i: i32\n  a -> b: i := 1i32\n  b -> c: i := 2i32\n  c -> exit: return\n"
    program = program_of(body)
    assert isinstance(answered(program, "ltl: at(main::a) && X at(main::b) && X X at(main::c)").outcome, Holds)
    assert isinstance(answered(program, "ltl: X X X at(main::c)").outcome, Fails)


@pytest.mark.parametrize("reduction", list(Reduction))
def test_places_that_a_property_names_are_not_passed_unseen(reduction: Reduction) -> None:
    """Steps that nobody else notices are seen by the property that asks where threads are."""
    body = "function main()\n  local i: i32\n  a -> b: i := 1i32\n  b -> c: i := 2i32\n  c -> exit: return\n"
    program = program_of(body)
    asked = parse_property("ltl: [] !(at(main::b))")
    compiled = CompiledProgram(program)
    goal = goal_of(asked, compiled)
    assert isinstance(goal, RunGoal)
    search = NativeRunSearch(compiled, RunQuery(goal, asked, program), reduction, Context())
    assert search.run() is Reason.FOUND


def test_many_threads_are_treated_fairly() -> None:
    """There is no limit of threads for fairness."""
    starts = "".join(f"  s{n} -> s{n + 1}: t := start w()\n" for n in range(70))
    body = 'function w()\n  a -> b: lock m pair "m"\n  b -> c: unlock m pair "m"\n  c -> exit: return\n'
    main = f"function main()\n  local t: thread\n{starts}  s70 -> h: x := 1i32\n  h -> h: assume x == 1i32\n"
    program = program_of(f"{body}{main}  h -> z: assume !(x == 1i32)\n  z -> exit: return\n")
    assert search_for(program, parse_property("ltl: [] x == 0"), fair=True).run() is Reason.FOUND


def test_an_atom_without_a_value_is_no_answer() -> None:
    """An atom about a variable of a function that several threads are in has no value, and that is said."""
    program = load_program(LoadOptions((str(PROGRAMS / "vir" / "threads" / "two_actives.vir"),)), Context())
    outcome = answered(program, "ltl: [] !(at(worker::b) && worker::v != 7)").outcome
    assert isinstance(outcome, GaveUp)
    assert "active in several threads" in outcome.reason


def test_fairness_is_about_runs() -> None:
    """An option about runs means nothing for a property of states."""
    with pytest.raises(UsageError, match="--fair is about runs"):
        MachineEngine(FAIR).check(Question(program_of(TWO), parse_property("deadlock")), Context())


def test_a_change_that_is_overlooked_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If steps that change an atom were taken together with others, the checker would see it."""
    body = "function main()\n  local i: i32\n  a -> b: x := 1i32\n  b -> c: x := 2i32\n  c -> exit: return\n"
    program = program_of(body)
    asked = parse_property("ltl: <> x == 1")
    monkeypatch.setattr(Observation, "flags", lambda *_: 0)
    search = search_for(program, asked)
    assert search.run() is Reason.FOUND  # which is wrong
    assert isinstance(certify(Question(program, asked), search.violation(), Context()), Rejected)
    always = parse_property("ltl: [] x != 1")
    search = search_for(program, always)
    assert search.run() is Reason.EXHAUSTED  # which is wrong as well
    evidence = Explored(search.nodes, search)
    certificate = certify(Question(program, always), evidence, Context())
    assert isinstance(certificate, Rejected)
    assert "tells the states between them apart" in certificate.reason


@pytest.mark.parametrize(
    "name", ["c/fairness/flag.c", "c/fairness/exchange.c", "c/fairness/mutex_trylock.c", "java/fairness/SpinSet.java"]
)
def test_fair_programs_end(name: str) -> None:
    """Programs that end if every thread gets its turn do so, and need not otherwise."""
    program = load_program(LoadOptions((str(PROGRAMS / name),)), Context())
    assert isinstance(answered(program, "termination", FAIR).outcome, Holds)
    assert isinstance(answered(program, "termination").outcome, Fails)


def test_a_loop_may_write_memory_as_a_whole_and_in_parts() -> None:
    """A loop that comes back to the same bytes is one, whatever form the interpreter has for them."""
    sketch = Sketch()
    sketch.variable("n", I32)
    base = address_of(sketch.variable("wide", BlockType(U8, 12), addressable=True))
    with sketch.function("main") as main:
        main.set(at(base, 0, U8), number(1, U8))
        main.mark("again")
        main.set(at(base, 0, U32), number(0, U32))
        main.set(at(base, 0, U8), number(1, U8))
        main.goto("again")
    question = Question(sketch.build(), parse_property("ltl: <>(n == 1)"))
    search = search_for(question.program, question.property, Reduction.NONE)
    assert search.run() is Reason.FOUND
    assert isinstance(certify(question, search.violation(), Context()), Checked)


def test_daemons_hold_nobody_up() -> None:
    """A daemon that goes round for ever does not keep a program from ending, and counts as one only then."""
    program = load_program(LoadOptions((str(PROGRAMS / "java" / "threads" / "DaemonRemains.java"),)), Context())
    answer = answered(program, "termination")
    assert isinstance(answer.outcome, Holds)
    assert answer.daemons


def test_a_daemon_that_keeps_a_lock_excuses_who_waits_for_it() -> None:
    """Daemons alone may move while one of them keeps a lock: that it is released is no step that can go first."""
    keeps = 'function d()\n  a -> b: lock m pair "m"\n  b -> c: unlock m pair "m"\n  c -> exit: return\n'
    main = "function main()\n  a -> b: start d() daemon true\n  b -> c: start e() daemon true\n"
    ends = '  c -> g: lock m pair "m"\n  g -> z: unlock m pair "m"\n  z -> exit: return\n'
    program = program_of(f"{keeps}function e()\n  a -> a: skip\n{main}{ends}")
    assert isinstance(answered(program, "termination").outcome, Fails)
    assert isinstance(answered(program, "termination", FAIR).outcome, Holds)
