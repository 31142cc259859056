"""One manager of diagrams for several programs, as a refinement has them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.boolean.text import TEXTS
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.bebop import AbstractTrace, FailingCheck, Reached, reach, shortest_trace
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.diagrams import Manager
from vexil.model.boolean_program.text import parse_program


def found(reached: Reached) -> tuple[object, AbstractTrace | None, AbstractTrace | None]:
    """All valuations, and the traces to checks that fail."""
    places = [
        (name, place)
        for name, procedure in reached.program.procedures.items()
        for place in range(len(procedure.locations))
        if place != procedure.exit
    ]
    failing = [FailingCheck(*place) for place in reached.failing]
    valuations = {place: list(reached.valuations(*place)) for place in places}
    return valuations, shortest_trace(reached, failing, Context()), some_trace(reached, failing)


@given(st.lists(TEXTS, min_size=2, max_size=4))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_bebop_a_manager_that_was_used_before_changes_nothing(texts: list[str]) -> None:
    """Valuations and traces are the same, whatever programs the manager's variables and their order come from."""
    kept = Manager()
    for text in texts:
        program = parse_program(SourceFile("random.bp", text.encode()))
        assert found(reach(program, Context(), manager=kept)) == found(reach(program, Context()))


def test_bebop_a_value_at_entry_may_be_needed_later_only() -> None:
    """What a manager knows of a global that nothing changed is enough when a procedure that is called changes it."""
    before = "decl g; void main() begin f(); assert(g); end void f() begin skip; end"
    after = "decl g; void main() begin g := T; f(); assert(!g); end void f() begin g := !g; end"
    kept = Manager()
    first = reach(parse_program(SourceFile("first.bp", before.encode())), Context(), manager=kept)
    second = reach(parse_program(SourceFile("second.bp", after.encode())), Context(), manager=kept)
    assert first.failing
    assert not second.failing
