"""Programs with fewer runs: what is chosen follows the rules, and every run is one of the program."""

from __future__ import annotations

import pytest

from leap_chains import condition_of, program_of
from vexil.core.errors import InternalError
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.ir.types import U8
from vexil.ir.typing import literal
from vexil.model.evidence import Run
from vexil.model.explore import Explorer
from vexil.model.leaps import Decided, Rule, Schedule, Turns
from vexil.transform.choices import with_choices_of
from vexil.transform.inlining import descending
from vexil.transform.restriction import restricted, restricted_form

PROGRAM = program_of("""
global x: u8
global y: u8
global i: u8
function main()
  head -> pick: assume i < 3u8
  head -> last: assume !(i < 3u8)
  pick -> value: x := x + x + 1u8
  pick -> value: x := x + x
  value -> next: y := choose range(0u8, 2u8)
  next -> head: i := i + 1u8
  last -> exit: return
""")
ENTRY = PROGRAM.functions["main"]
PICK, VALUE = ENTRY.location_numbers["pick"], ENTRY.location_numbers["value"]
(CHOSEN,) = ENTRY.outgoing[VALUE]


def _schedule(*texts: str) -> Schedule:
    return Schedule(PICK, tuple(condition_of(PROGRAM, text) for text in texts))


def _ends(program: Program) -> set[tuple[int, int]]:
    """The values of x and y at the end of every run."""
    machine = Machine(CompiledProgram(program))
    explorer, found = Explorer(machine), set()
    pending = [(state, Run(initial, ())) for initial, state in explorer.initial()]
    while pending:
        state, run = pending.pop()
        machine.restore(state)
        if machine.finished():
            found.add((int(machine.globals[0]), int(machine.globals[1])))  # type: ignore[call-overload]
            _is_run_of_the_whole(machine, run)
        pending += [(following, Run(run.initial, (*run.moves, move))) for move, following in explorer.successors(state)]
    return found


def _is_run_of_the_whole(machine: Machine, run: Run) -> None:
    """With the same choices, the program comes to the same end."""
    values = machine.globals[:3]
    again = with_choices_of(PROGRAM, run, frozenset(), 100)
    whole = Machine(CompiledProgram(PROGRAM))
    whole.reset(again.initial)
    for move in again.moves:
        whole.apply(move)
    assert whole.finished()
    assert whole.globals[:3] == values


EVERY = {(x, y) for x in range(8) for y in range(3)}


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        ((), EVERY),
        ((_schedule("true", "false"),), {(7, y) for y in range(3)}),
        ((_schedule("false", "true"),), {(0, y) for y in range(3)}),
        ((_schedule("false", "false"),), set()),
        ((_schedule("i == 1u8", "i != 1u8"),), {(2, y) for y in range(3)}),
        ((_schedule("true", "true"),), EVERY),
        ((Turns(PICK),), {(5, y) for y in range(3)}),
        ((Decided(CHOSEN, literal(1, U8)),), {(x, 1) for x in range(8)}),
        ((Decided(CHOSEN, literal(7, U8)),), set()),
        ((Decided(CHOSEN, condition_of(PROGRAM, "i")),), {(x, 2) for x in range(8)}),
        ((Turns(VALUE, (literal(2, U8), literal(0, U8))),), {(x, 2) for x in range(8)}),
        ((Turns(PICK), Decided(CHOSEN, literal(0, U8))), {(5, 0)}),
        ((Turns(PICK), Turns(VALUE, (literal(0, U8), literal(1, U8)))), {(5, 0)}),
    ],
)
def test_LLP_14_runs_follow_the_rules(rules: tuple[Rule, ...], ends: set[tuple[int, int]]) -> None:
    """LLP-14: the runs that are left are those whose choices follow the rules, and they are runs of the program."""
    assert _ends(restricted(PROGRAM, rules)) == ends


def test_LLP_14_places_and_edges_keep_their_numbers() -> None:
    """LLP-14: what a restriction adds comes behind, and stands for the place and the edge it belongs to."""
    form = descending(PROGRAM)
    made = restricted_form(form, (Turns(PICK), Decided(CHOSEN, literal(0, U8))))
    count, edges = len(form.places), len(form.origins)
    assert len(made.places) == len(made.copy_of) == len(made.entry.locations) > count
    assert len(made.origins) == len(made.entry.edges) > edges
    assert made.places[:count] == form.places
    assert made.origins[:edges] == form.origins
    assert [location.name for location in made.entry.locations[:count]] == [item.name for item in ENTRY.locations]
    assert set(made.places[count:]) == {("main", PICK), ("main", VALUE)}
    assert set(made.origins[edges:]) <= {ENTRY.edge_id(edge) for edge in (*ENTRY.outgoing[PICK], CHOSEN)}


def test_LLP_14_without_rules_nothing_changes() -> None:
    """LLP-14: a program that nobody restricts is the same program."""
    assert restricted(PROGRAM, ()) is PROGRAM


def test_rules_that_make_no_program_are_noticed() -> None:
    """A counter for the turns of one place can be made once only."""
    with pytest.raises(InternalError, match="a restricted program should be valid"):
        restricted(PROGRAM, (Turns(PICK), Turns(PICK)))
