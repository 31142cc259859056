"""Laws of the engine for Boolean programs: it reaches what an enumeration of runs reaches, and no trace is shorter."""

from __future__ import annotations

from random import Random

import pytest
from bebop_oracle import Oracle, Values
from hypothesis import given, settings

from strategies.boolean.text import FLAT, RECURSIVE, TEXTS, program_text
from strategies.source import sources
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.bebop import Arrival, BebopEngine, FailingCheck, Reached, reach, shortest_trace
from vexil.engines.reference import ReferenceEngine
from vexil.frontends.bp import load
from vexil.model.boolean_program import PredicateProgram
from vexil.model.boolean_program.expressions import evaluated
from vexil.model.boolean_program.text import parse_program
from vexil.model.evidence import Invariant
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.spec.property import parse_property

DEEPEST = 3


def parsed(text: str) -> PredicateProgram:
    return parse_program(SourceFile("law.bp", text.encode()))


def valuations(reached: Reached, place: tuple[str, int]) -> set[Values]:
    order = [variable.name for variable in reached.program.variables(place[0])]
    return {tuple(values[name] for name in order) for values in reached.valuations(*place)}


def inner_places(program: PredicateProgram) -> list[tuple[str, int]]:
    """Locations other than exits, where procedures have forgotten their variables."""
    return [
        (name, number)
        for name, procedure in program.procedures.items()
        for number in range(len(procedure.locations))
        if number != procedure.exit
    ]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(FLAT)
def test_bebop_BEB_02_reaches_what_an_enumeration_reaches(text: str) -> None:
    """Without recursion every location is reached with exactly the valuations that runs have there."""
    program = parsed(text)
    oracle = Oracle(program, 4)
    states, failing = oracle.explore()
    assert not oracle.cut
    reached = reach(program, Context())
    assert set(reached.failing) == set(failing)
    for place in inner_places(program):
        expected = states.get(place, set())
        assert valuations(reached, place) == expected
        assert reached.count(*place) == len(expected)
        names = [variable.name for variable in program.variables(place[0])]
        invariant = reached.invariant(*place)
        for values in valuations(reached, place):
            assert evaluated(invariant, dict(zip(names, values, strict=True)))[0]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(RECURSIVE)
def test_bebop_BEB_02_covers_recursion(text: str) -> None:
    """Everything that is reached with a few frames is reached; everything, if more frames are never needed."""
    program = parsed(text)
    oracle = Oracle(program, DEEPEST)
    states, failing = oracle.explore()
    reached = reach(program, Context())
    assert set(failing) <= set(reached.failing)
    for place in inner_places(program):
        expected = states.get(place, set())
        assert expected <= valuations(reached, place)
        if not oracle.cut:
            assert expected == valuations(reached, place)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(TEXTS)
def test_bebop_BEB_03_traces_are_shortest(text: str) -> None:
    """No run to a failing check is shorter than its trace, and every step of the trace is one of the program."""
    program = parsed(text)
    oracle = Oracle(program, DEEPEST + 1)
    _, failing = oracle.explore()
    reached = reach(program, Context())
    for procedure, edge in reached.failing:
        trace = shortest_trace(reached, [FailingCheck(procedure, edge)], Context())
        assert trace is not None
        deepest = max(len(step.stack) for step in trace.steps)
        known = failing.get((procedure, edge))
        if deepest <= DEEPEST + 1:
            assert known == len(trace.steps)
        elif known is not None:
            assert len(trace.steps) <= known
        assert (trace.steps[-1].procedure, trace.steps[-1].edge) == (procedure, edge)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(RECURSIVE)
def test_bebop_BEB_03_arrivals_are_exactly_the_reached_locations(text: str) -> None:
    """A location has a trace just when it is reached."""
    program = parsed(text)
    reached = reach(program, Context())
    for procedure, location in inner_places(program)[::3]:
        trace = shortest_trace(reached, [Arrival(procedure, location)], Context())
        assert (trace is not None) == reached.is_reached(procedure, location)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(TEXTS)
def test_bebop_agrees_with_enumeration_and_its_runs_replay(text: str) -> None:
    """The answer is that of the reference engine on the same program in the intermediate form; runs are confirmed."""
    file = SourceFile("law.bp", text.encode())
    program, source = load([file])
    question = Question(program, parse_property("assert"), predicate_program=source)
    answer = BebopEngine().check(question, Context())
    other = ReferenceEngine().check(question, Context(limits=Limits(states=3000)))
    if isinstance(answer.outcome, GaveUp):
        pytest.fail(answer.outcome.reason)
    if not isinstance(other.outcome, GaveUp):
        assert type(answer.outcome) is type(other.outcome)
    if isinstance(answer.outcome, Fails):
        assert isinstance(certify(question, answer.outcome.evidence, Context()), Checked)


@settings(max_examples=4, deadline=None, derandomize=True)
@given(sources())
def test_bebop_proofs_are_confirmed(random: Random) -> None:
    """A proof is checked by a second solver, for loops and recursive procedures alike."""
    for _ in range(50):
        program, source = load([SourceFile("law.bp", program_text(random, recursive=True).encode())])
        question = Question(program, parse_property("assert"), predicate_program=source)
        answer = BebopEngine().check(question, Context())
        if not isinstance(answer.outcome, Holds):
            continue
        assert isinstance(answer.outcome.evidence, Invariant)
        if answer.outcome.evidence.loops and not answer.vacuous:
            certificate = certify(question, answer.outcome.evidence, Context())
            assert isinstance(certificate, Checked), certificate
            return
