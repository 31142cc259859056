"""Searching again without reductions, enumerating again, and whether every run is cut by a restriction."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from strategies.ir.threads import random_threads
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.errors import InternalError, LimitReached
from vexil.core.source import SourceFile
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.runs import NativeRunSearch
from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
from vexil.engines.machine.slots import Unsupported
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.evidence import Explored, StateSpace
from vexil.model.outcome import Answer, GaveUp, Holds, Question
from vexil.model.search_options import ALL, ExplicitOptions
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
WORKERS = """vir 1
global l: lock = literal(1, lock)
global n: i32
function worker()
  local i: i32
  a -> b: i := i + 1i32
  b -> c: lock l
  c -> d: n := n + i
  d -> e: unlock l
  e -> exit: return
function main() entry a exit exit
  local t: thread
  a -> b: t := start worker()
  b -> c: start worker()
  c -> d: lock l
  d -> e: n := n + 1i32
  e -> f: unlock l
  f -> g: join t
  g -> exit: return
"""
EVERY_RUN_IS_CUT = """vir 1
global n: i32
function worker()
  a -> b: n := 1i32
  b -> c: restrict n == 2i32
  c -> exit: return
function main() entry a exit exit
  local t: thread
  a -> b: t := start worker()
  b -> c: join t
  c -> exit: return
"""
ONE_RUN_GOES_ON = """vir 1
global n: i32
function worker()
  a -> b: n := 1i32
  b -> c: restrict n == 2i32
  c -> exit: return
function main() entry a exit exit
  local i: i32
  a -> b: start worker()
  b -> c: i := 1i32 - i
  c -> b: i := 1i32 - i
"""
BRANCHES = """vir 1
function main() entry a exit exit
  local i: i32
  a -> b: i := choose range(0i32, 9i32)
  b -> c: assume i == KEPT
  b -> d: assume !(i == KEPT)
  c -> c: i := i
  d -> e: restrict false
  e -> exit: return
"""


def program(text: str) -> Question:
    return Question(vir.load(SourceFile("again.vir", text.encode())), parse_property("deadlock"))


def asked(question: Question, searching: ExplicitOptions, context: Context | None = None) -> Answer:
    return MachineEngine(searching, ReferenceEngine()).check(question, context or Context())


def finding(question: Question, answer: Answer) -> str:
    assert isinstance(answer.outcome, Holds)
    certificate = certify(question, answer.outcome.evidence, Context())
    assert isinstance(certificate, Checked), certificate
    return certificate.finding


def test_all_states_are_searched_again_without_reductions() -> None:
    """More states are visited than with reductions, and those of the first search are among them."""
    question = program(WORKERS)
    whole = NativeSearch(CompiledProgram(question.program), StateQuery(), Reduction.NONE, Context())
    assert whole.run() is Reason.EXHAUSTED
    answer = asked(question, ExplicitOptions(recheck=ALL))
    assert answer.statistics["states"] < whole.count
    assert f"among the {whole.count:,} states of a depth-first search without" in finding(question, answer)
    assert "among" not in finding(question, asked(question, ExplicitOptions()))


def test_a_limit_ends_the_second_search() -> None:
    """What the second search did not come to is not compared, and the finding says so."""
    question = program(WORKERS)
    whole = NativeSearch(CompiledProgram(question.program), StateQuery(), Reduction.NONE, Context())
    whole.run()
    answer = asked(question, ExplicitOptions(recheck=ALL), Context(Limits(states=whole.count - 1)))
    assert f"stopped: limit of {whole.count - 1} states" in finding(question, answer)


def test_a_limit_is_named_where_states_cannot_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """When time has run out, what is said about a state that cannot be looked at is not that memory is missing."""
    compiled = CompiledProgram(program(WORKERS).program)
    search = NativeSearch(compiled, StateQuery(), Reduction.GUARDED, Context())
    search.run()
    monkeypatch.setattr(search._library, "search_export", lambda *_: 0)
    with pytest.raises(LimitReached, match="no memory"):
        search.load(1, Machine(compiled))
    search.arena.watch.reason = "limit of 7 CPU seconds"
    with pytest.raises(LimitReached, match="7 CPU seconds"):
        search.load(1, Machine(compiled))


def test_the_second_search_compares_states() -> None:
    """A state that the second search has not visited is noticed."""
    question = program(WORKERS)
    compiled = CompiledProgram(question.program)
    search = NativeSearch(compiled, StateQuery(), Reduction.GUARDED, Context())
    search.run()
    part = NativeSearch(compiled, StateQuery(), Reduction.NONE, Context(Limits(states=9)), arena=search.arena)
    assert part.run() is Reason.STATES
    assert search.lacking(part)
    whole = NativeSearch(compiled, StateQuery(), Reduction.NONE, Context(), arena=search.arena)
    whole.run()
    assert not search.lacking(whole)


def test_a_bug_that_only_the_second_search_finds_is_a_mistake_of_ours() -> None:
    """The two have to agree."""
    question = program(
        WORKERS.replace("g -> exit: return", 'g -> h: check assert n == 0i32 "none"\n  h -> exit: return')
    )
    query = StateQuery(checks=frozenset({"assert"}))
    search = NativeSearch(CompiledProgram(question.program), query, Reduction.GUARDED, Context())
    with pytest.raises(InternalError, match="without reductions"):
        search.search_again()


@pytest.mark.parametrize("seed", range(0, 48, 4))
def test_states_of_random_programs_are_among_those_without_reductions(seed: int) -> None:
    """Whatever the reductions leave out, what they visit is reachable: threads, objects and monitors of any kind."""
    random = Random(seed)
    try:
        compiled = CompiledProgram(random_threads(random))
        search = NativeSearch(compiled, StateQuery(), Reduction.GUARDED, Context(Limits(states=3_000)))
        reason = search.run()
    except (Unsupported, LimitReached):
        return
    if reason is Reason.EXHAUSTED:
        search.search_again()
        assert search.again is not None
        assert search.again.stopped or search.again.states >= search.count


def test_up_to_a_number_of_states_are_enumerated_by_the_interpreter() -> None:
    """The evidence is then that of the reference engine; of more states it stays what the machine says."""
    question = program(WORKERS)
    many, few = asked(question, ExplicitOptions(recheck=10_000)), asked(question, ExplicitOptions(recheck=3))
    assert isinstance(many.outcome, Holds)
    assert isinstance(few.outcome, Holds)
    assert isinstance(many.outcome.evidence, StateSpace)
    assert isinstance(few.outcome.evidence, Explored)
    assert many.engine == "machine"


def test_a_program_that_cannot_begin_is_no_proof() -> None:
    """Where the first function has no code, there is no initial state, and nothing was searched."""
    path = Path(__file__).parents[4] / "tests" / "programs" / "c" / "gnu" / "builtins.c"
    question = Question(load_program(LoadOptions((str(path),)), Context()), parse_property("deadlock"))
    outcome = asked(question, ExplicitOptions()).outcome
    assert isinstance(outcome, GaveUp)
    assert "integers of 160 bits" in outcome.reason


def test_runs_are_enumerated_again() -> None:
    """For a property of runs a number of states has the reference engine enumerate them."""
    question = replace(program(WORKERS), property=parse_property("termination"))
    answer = asked(question, ExplicitOptions(recheck=10_000))
    assert isinstance(answer.outcome, Holds)
    assert isinstance(answer.outcome.evidence, StateSpace)


def test_threads_that_differ_in_what_they_own_are_found_again() -> None:
    """A proof about threads that nobody knows, each with a monitor of its own, is one of the second search, too."""
    path = Path(__file__).parents[4] / "tests" / "programs" / "java" / "threads" / "OwnMonitors.java"
    question = Question(load_program(LoadOptions((str(path),)), Context()), parse_property("deadlock"))
    assert "states of a depth-first search without" in finding(question, asked(question, ExplicitOptions(recheck=ALL)))


@pytest.mark.parametrize("fair", [False, True])
def test_runs_are_searched_again_without_reductions(fair: bool) -> None:
    """All of them: a second search leaves nothing out, visits more states, and finds no run either."""
    question = replace(program(WORKERS), property=parse_property("termination"))
    answer = asked(question, ExplicitOptions(recheck=ALL, fair=fair))
    found = re.search(r"a search of ([\d,]+) states without reductions finds no such run", finding(question, answer))
    assert found is not None
    assert int(found[1].replace(",", "")) > answer.statistics["states"]
    assert "without reductions" not in finding(question, asked(question, ExplicitOptions(fair=fair)))


def test_a_run_that_only_the_second_search_finds_is_a_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first search that overlooks a run is noticed."""
    question = replace(
        program(WORKERS.replace("e -> exit: return", "e -> e: skip")), property=parse_property("termination")
    )
    run = NativeRunSearch.run

    def overlooks(search: NativeRunSearch, work: int | None = None) -> Reason:
        reason = run(search, work)
        return reason if search.reduction is Reduction.NONE else Reason.EXHAUSTED

    monkeypatch.setattr(NativeRunSearch, "run", overlooks)
    with pytest.raises(InternalError, match="without reductions"):
        asked(question, ExplicitOptions(recheck=ALL))


@pytest.mark.parametrize(
    ("text", "is_vacuous"),
    [
        (EVERY_RUN_IS_CUT, True),
        (ONE_RUN_GOES_ON, False),
        (BRANCHES.replace("KEPT", "3i32"), False),
        (BRANCHES.replace("KEPT", "11i32"), True),
    ],
)
def test_a_proof_without_runs_is_vacuous(text: str, is_vacuous: bool) -> None:
    """Every run is cut exactly if no state ends one and none is on a circle, as the reference engine says."""
    question = program(text)
    answer, expected = asked(question, ExplicitOptions()), ReferenceEngine().check(question, Context())
    assert isinstance(answer.outcome, Holds)
    assert bool(expected.vacuous) == is_vacuous
    assert answer.vacuous == ("every run is cut by a restriction" if is_vacuous else "")
