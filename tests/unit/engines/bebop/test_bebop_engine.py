"""The engine for Boolean programs by example: sets of valuations, invariants, traces, and what it does not answer."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bebop_labels import locations_called
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile, read_source
from vexil.engines.bebop import AbstractTrace, Arrival, BebopEngine, Reached, reach, shortest_trace
from vexil.engines.diagrams import Manager
from vexil.engines.diagrams.forms import irredundant_cubes
from vexil.frontends.bp import load
from vexil.ir.interpreter import Bounds
from vexil.model.boolean_program import PredicateProgram
from vexil.model.boolean_program.text import parse_program, print_expression, print_operation
from vexil.model.outcome import GaveUp, Holds, Question
from vexil.spec.property import parse_property

PARTITION = Path(__file__).parents[3] / "programs" / "bp" / "list_partition.bp"


def parsed(text: str) -> PredicateProgram:
    return parse_program(SourceFile("given.bp", text.encode()))


def trace_to(reached: Reached, label: str) -> AbstractTrace | None:
    return shortest_trace(reached, [Arrival(*place) for place in locations_called(reached.program, label)], Context())


def asked(text: str, prop: str = "assert", limits: Limits | None = None, bounds: Bounds | None = None) -> object:
    program, source = load([SourceFile("given.bp", text.encode())])
    question = Question(program, parse_property(prop), bounds or Bounds(), source)
    return BebopEngine().check(question, Context(limits=limits or Limits())).outcome


# --- sets and invariants -----------------------------------------------------------------------------------


def test_bebop_C2B_11_BEB_03_valuations_and_invariants() -> None:
    """The published program is at L with three valuations and at the head of its loop with twelve."""
    reached = reach(parse_program(read_source(PARTITION)), Context())
    (at_label,), (head,) = (locations_called(reached.program, name) for name in ("L", "Head"))
    order = ["curr==NULL", "prev==NULL", "curr->val>v", "prev->val>v"]
    found = {tuple(values[name] for name in order) for values in reached.valuations(*at_label)}
    assert found == {(False, True, True, True), (False, True, True, False), (False, False, True, False)}
    assert (reached.count(*at_label), reached.count(*head)) == (3, 12)
    assert print_expression(reached.invariant(*at_label)) == (
        "!{curr==NULL} && {prev==NULL} && {curr->val>v} || !{curr==NULL} && {curr->val>v} && !{prev->val>v}"
    )
    assert print_expression(reached.invariant(*head)) == "{prev==NULL} || !{prev->val>v}"


def test_bebop_a_location_that_is_not_reached_has_no_valuation() -> None:
    """Its invariant is false, and there is no trace to it."""
    reached = reach(parsed("void main() { bool a; a = T; if (!a) E: skip; }"), Context())
    (place,) = locations_called(reached.program, "E")
    assert reached.count(*place) == 0
    assert print_expression(reached.invariant(*place)) == "false"
    assert trace_to(reached, "E") is None


def test_bebop_BEB_04_initial_states_are_filtered_by_enforce() -> None:
    """What is enforced holds at the entry, also of values that nobody has set."""
    reached = reach(parsed("bool a, b; void main() { enforce a || b; S: skip; }"), Context())
    (place,) = locations_called(reached.program, "S")
    assert reached.count(*place) == 3


def test_bebop_chaining_stays_small_for_many_variables() -> None:
    """Sixty variables that are set one after the other, in a loop and through a procedure, are no problem."""
    names = [f"v{number}" for number in range(60)]
    sets = " ".join(f"{name} := schoose[F, F];" for name in names)
    text = f"decl {', '.join(names)}; void f() begin {sets} end void main() begin x: f(); goto x; end"
    program = parsed(text)
    reached = reach(program, Context(limits=Limits(cpu_seconds=20)))
    main = program.procedures["main"]
    assert reached.count("main", main.entry) == 2**60


def test_bebop_a_counter_is_reached_by_its_rounds() -> None:
    """Six bits are counted up; the trace has as many steps as it must."""
    bits = [f"b{number}" for number in range(6)]
    carries = ["!b0"] + [f"b{n} != ({' & '.join(bits[:n])})" for n in range(1, 6)]
    clear = f"{', '.join(bits)} := {', '.join('F' for _ in bits)};"
    text = (
        f"decl {', '.join(bits)}; void main() begin {clear} while ({' | '.join(f'!{bit}' for bit in bits)}) do"
        f" {', '.join(bits)} := {', '.join(carries)}; od E: skip; end"
    )
    reached = reach(parsed(text), Context())
    assert reached.count("main", 1) == 64
    trace = trace_to(reached, "E")
    assert trace is not None
    assert len(trace.steps) == 1 + 63 * 2 + 1


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sets(st.tuples(*[st.booleans()] * 4)))
def test_bebop_BEB_03_normal_forms_are_exact_and_irredundant(chosen: set[tuple[bool, ...]]) -> None:
    """The cubes cover the set and nothing else; none can be left out, and no literal either."""
    manager = Manager()
    names = ["a", "b", "c", "d"]
    for name in names:
        manager.declare(name)
    function = manager.false
    for values in chosen:
        function = function | manager.cube(dict(zip(names, values, strict=True)))
    cubes = irredundant_cubes(manager, function, names)

    def covered(parts: list[dict[str, bool]]) -> set[tuple[bool, ...]]:
        return {
            values
            for values in product((False, True), repeat=4)
            for part in parts
            if all(values[names.index(name)] == value for name, value in part.items())
        }

    parts = [dict(cube) for cube in cubes]
    assert covered(parts) == chosen
    for number, part in enumerate(parts):
        assert covered(parts[:number] + parts[number + 1 :]) != chosen
        for name in part:
            shorter = {key: value for key, value in part.items() if key != name}
            assert not covered([shorter]) <= chosen


def test_bebop_normal_forms_have_a_limit() -> None:
    """A function with too many cubes is refused, not enumerated."""
    manager = Manager()
    names = [f"x{number}" for number in range(16)]
    parity = manager.declare(names[0])
    for name in names[1:]:
        parity = manager.same(parity, manager.declare(name))
    with pytest.raises(LimitReached):
        irredundant_cubes(manager, parity, names, 100)


# --- traces ------------------------------------------------------------------------------------------------


def test_bebop_BEB_03_a_trace_has_the_stack_and_the_values_taken() -> None:
    """Each step names the active procedures; an unknown value is seen as what its variable has afterwards."""
    text = """decl g;
bool pick(a) begin
  decl l;
  l := schoose[a, F];
  return l;
end
void main() begin
  decl x;
  g := F;
  x := pick(g);
  if (x) then E: skip; fi
end
"""
    program = parsed(text)
    trace = trace_to(reach(program, Context()), "E")
    assert trace is not None
    assert [step.stack for step in trace.steps] == [
        ("main",), ("main",), ("main", "pick"), ("main", "pick"), ("main",),
    ]  # fmt: skip
    shown = [print_operation(program.procedures[step.procedure].edges[step.edge].operation) for step in trace.steps]
    assert shown == ["g = false", "x = pick(g)", "l = choose(a, false)", "return l", "assume(x)"]
    chosen = trace.steps[2]
    assert chosen.before["a"] is False
    assert chosen.after["l"] is True
    assert trace.steps[3].after == {"g": False, "x": True}
    assert program.file is not None
    lines = []
    for step in trace.steps:
        span = program.procedures[step.procedure].edges[step.edge].span
        assert span is not None
        lines.append(program.file.position(span.start)[1])
    assert lines == [9, 10, 4, 5, 11]


def test_bebop_BEB_03_the_same_trace_every_time() -> None:
    """Two searches give equal traces."""
    traces = [trace_to(reach(parse_program(read_source(PARTITION)), Context()), "L") for _ in range(2)]
    assert traces[0] == traces[1]
    assert traces[0] is not None


def test_bebop_labels_are_found_by_procedure() -> None:
    """A label may be used in several procedures."""
    program = parsed("void f() { L: skip; } void main() { L: f(); }")
    assert locations_called(program, "L") == (("f", 0), ("main", 0))
    assert locations_called(program, "f::L") == (("f", 0),)


# --- what is not answered ----------------------------------------------------------------------------------


def test_bebop_gives_up_with_a_reason() -> None:
    """Threads, other properties, bounds and limits end in no answer that says why."""
    simple = "decl a; void main() begin assert(a | !a); end"
    threads = "decl a; void t() begin a := T; end void main() begin start_thread t(); assert(a); end"
    assert asked(threads) == GaveUp("threads", "use --engine reference, which enumerates states")
    found = asked(simple, "termination")
    assert isinstance(found, GaveUp)
    assert "does not answer termination" in found.reason
    limited = asked(simple, limits=Limits(cpu_seconds=0.0))
    assert isinstance(limited, GaveUp)
    assert "limit of 0 CPU seconds" in limited.reason
    bounded = asked(simple, bounds=Bounds(recursion=2))
    assert isinstance(bounded, GaveUp)
    assert isinstance(asked(simple), Holds)


def test_bebop_BEB_04_a_contradiction_is_reported() -> None:
    """What is enforced has no model: the answer is vacuous and the user is told."""
    program, source = load([SourceFile("given.bp", b"decl a; void main() begin enforce a & !a; assert(a); end")])
    answer = BebopEngine().check(Question(program, parse_property("assert"), predicate_program=source), Context())
    assert answer.vacuous == "no reachable state"
    assert answer.warnings == ("no reachable state: what is enforced is contradictory",)


def test_bebop_a_question_without_a_boolean_program_is_not_answered() -> None:
    """A program that came in another form is for other engines."""
    program, _ = load([SourceFile("given.bp", b"decl a; void main() begin assert(a); end")])
    answer = BebopEngine().check(Question(program, parse_property("assert")), Context())
    assert isinstance(answer.outcome, GaveUp)
