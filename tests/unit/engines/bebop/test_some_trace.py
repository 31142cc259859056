"""Traces that are read off the order of discovery: they are runs, and exist just when shortest ones do."""

from __future__ import annotations

from random import Random

from bebop_oracle import Configuration, Oracle
from hypothesis import given, settings

from strategies.boolean.text import RECURSIVE, TEXTS, program_text
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.bebop import AbstractTrace, Arrival, FailingCheck, reach, shortest_trace
from vexil.engines.bebop.some_trace import some_trace
from vexil.model.boolean_program import Check, PredicateProgram
from vexil.model.boolean_program.text import parse_program


def program_of(text: str) -> PredicateProgram:
    return parse_program(SourceFile("trace.bp", text.encode()))


def stack_of(state: Configuration) -> tuple[str, ...]:
    return tuple(name for name, _, _ in state.frames)


def replay(program: PredicateProgram, trace: AbstractTrace) -> tuple[str, int]:
    """Follow a trace through the explicit runs of a program; returns the place where it ends.

    Several configurations may fit, since a procedure sees only some of the values.
    """
    oracle = Oracle(program, len(trace.steps) + 2)
    known = dict(trace.globals)
    states = [
        state
        for state in oracle.initial()
        if dict(zip(oracle.names, state.globals, strict=True)) == known
        and oracle.view(state.globals, state.frames[-1]).items() >= trace.initial.items()
    ]
    assert states, "the trace begins in a state in which runs begin"
    last = len(trace.steps) - 1
    for number, step in enumerate(trace.steps):
        following: list[Configuration] = []
        for state in states:
            assert stack_of(state) == step.stack
            seen = oracle.view(state.globals, state.frames[-1])
            if not seen.items() >= step.before.items():
                continue
            for edge, after in oracle.steps(state):
                if edge != step.edge:
                    continue
                if after is None:
                    if number == last and isinstance(trace.target, FailingCheck):
                        return step.procedure, step.edge
                    continue
                visible = oracle.view(after.globals, after.frames[-1])
                if visible.items() >= step.after.items() and after not in following:
                    following.append(after)
        assert following, f"step {number} is one of the program"
        states = following
    assert isinstance(trace.target, Arrival), "a trace to a check ends with its failure"
    (place,) = {(state.frames[-1][0], state.frames[-1][1]) for state in states}
    return place


@settings(max_examples=60, deadline=None, derandomize=True)
@given(TEXTS)
def test_traces_to_checks_are_runs(text: str) -> None:
    """For every check there is a trace just when there is a shortest one; it is a run that ends in its failure."""
    program = program_of(text)
    reached = reach(program, Context())
    for name, procedure in program.procedures.items():
        for number, edge in enumerate(procedure.edges):
            if not isinstance(edge.operation, Check):
                continue
            target = FailingCheck(name, number)
            trace, shortest = some_trace(reached, [target]), shortest_trace(reached, [target], Context())
            assert (trace is None) == (shortest is None)
            if trace is not None and shortest is not None:
                assert trace.target == target
                assert replay(program, trace) == (name, number)
                assert len(trace.steps) >= len(shortest.steps)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(RECURSIVE)
def test_traces_to_locations_are_runs(text: str) -> None:
    """Some trace leads to every location that is reached, whatever calls are open there, and to no other."""
    program = program_of(text)
    reached = reach(program, Context())
    for name, procedure in program.procedures.items():
        for location in range(0, len(procedure.locations), 3):
            if location == procedure.exit:
                continue
            trace = some_trace(reached, [Arrival(name, location)])
            assert (trace is not None) == reached.is_reached(name, location)
            if trace is not None:
                assert replay(program, trace) == (name, location)


def test_the_same_trace_is_found_again() -> None:
    """Two searches of one program give the same trace."""
    for seed in range(20):
        program = program_of(program_text(Random(seed), recursive=True))
        found = []
        for _ in range(2):
            reached = reach(program, Context())
            found.append(some_trace(reached, [FailingCheck(*place) for place in reached.failing]))
        assert found[0] == found[1]


RECURSIVE = """
decl g;
void main() begin
  g := F;
  down(T);
  assert(!g);
end
void down(more) begin
  decl other;
  other := *;
  if (more) then
    down(other);
  else
    g := T;
  fi;
  return;
end
"""


def test_a_trace_through_recursion_has_its_frames() -> None:
    """A check behind a recursive call fails after the innermost frame has set the variable, and all have returned."""
    program = program_of(RECURSIVE)
    reached = reach(program, Context())
    trace = some_trace(reached, [FailingCheck(*place) for place in reached.failing])
    assert trace is not None
    assert replay(program, trace) == reached.failing[0]
    assert trace.steps[-1].stack == ("main",)
    assert max(len(step.stack) for step in trace.steps) == 3


def test_the_target_found_first_is_the_one_of_the_trace() -> None:
    """Of two checks that fail the trace leads to one that is on the way to the other; of none there is no trace."""
    program = program_of("decl g;\nvoid main() begin\n  assert(g);\n  skip;\n  assert(!g);\nend\n")
    reached = reach(program, Context())
    targets = [FailingCheck(*place) for place in reached.failing]
    assert len(targets) == 2
    for order in (targets, targets[::-1]):
        trace = some_trace(reached, order)
        assert trace is not None
        assert trace.target == targets[0]
    assert some_trace(reached, []) is None
