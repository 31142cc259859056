"""Runs of a system as evidence about the program, and what properties observe."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pytest

from vexil.core.source import SourceFile
from vexil.ir.interpreter import CompiledProgram, Machine, Violated
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.system import EndKind
from vexil.model.observe import UndefinedAtom, observe
from vexil.spec.formulas import atoms_of
from vexil.spec.property import parse_property
from vexil.transform.flattening import About, Flattened, NotFlat, flatten
from vexil.transform.flattening.runs import Driver, lasso_of, run_of


def program_of(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


RACE = program_of(
    """
global x: i32
global start: i32 in range(3i32, 4i32)
function main()
  local t: thread
  local seen: i32
  a -> b: t := start worker()
  b -> c: seen := x
  c -> d: x := seen + 1i32
  d -> e: join t
  e -> f: check assert x == start - 1i32 "both counted"
  f -> exit: return
function worker()
  local seen: i32
  local step: i32
  a -> b: step := choose among(when(x > 5i32, 7i32), 1i32, when(x == 0i32, 2i32))
  b -> c: seen := x
  c -> d: x := seen + step
  d -> exit: return
"""
)
SPINNING = program_of(
    """
global turn: bool
function main()
  a -> b: start other()
  b -> c: call flip()
  c -> b: skip
function other()
  o -> p: call flip()
  p -> o: skip
function flip()
  f -> g: turn := !turn
  g -> exit: return
"""
)


def path_to(
    flattened: Flattened, found: Callable[[State], bool]
) -> tuple[tuple[int, ...], State, list[tuple[Transition, State]]]:
    """A shortest path to a state: what was chosen at the beginning, the first state, and the steps."""
    evaluator = Evaluator(flattened.system)
    blank = tuple(0 for _ in range(evaluator.size))
    roots = {
        after: chosen
        for chosen, after in evaluator._results(flattened.system.first, blank, None, 0)
        if after is not None
    }
    parents: dict[State, tuple[State, Transition] | None] = dict.fromkeys(roots)
    queue = deque(roots)
    while queue:
        state = queue.popleft()
        if found(state):
            path: list[tuple[Transition, State]] = []
            while (parent := parents[state]) is not None:
                path.append((parent[1], state))
                state = parent[0]
            return roots[state], state, path[::-1]
        for taken, after in evaluator.successors(state):
            if after not in parents:
                parents[after] = (state, taken)
                queue.append(after)
    raise AssertionError("there should be such a state")


def test_a_violation_is_a_run_of_the_program() -> None:
    """The moves that a path stands for lead the interpreter to the failed check."""
    flattened = flatten(RACE)
    kinds = [ending.kind for ending in flattened.system.endings]
    chosen, first, path = path_to(flattened, lambda state: bool(state[0]) and kinds[state[0] - 1] is EndKind.VIOLATED)
    run = run_of(flattened, chosen, first, path)
    machine = Machine(CompiledProgram(RACE))
    machine.reset(run.initial)
    for move in run.moves:
        machine.apply(move)
    assert machine.ending == Violated("assert", "both counted")


def test_a_cycle_is_a_lasso_of_the_program() -> None:
    """A loop of the system leads the interpreter back to the state it began in."""
    flattened = flatten(SPINNING)
    evaluator = Evaluator(flattened.system)
    chosen, first, stem = path_to(flattened, lambda state: bool(state[evaluator.place(turn, 0, 0)]))
    state = stem[-1][1]
    loop: list[tuple[Transition, State]] = []
    while not loop or state != stem[-1][1]:
        taken, state = next(item for item in evaluator.successors(state) if item[0].template == "main")
        loop.append((taken, state))
    lasso = lasso_of(flattened, chosen, first, stem, loop)
    machine = Machine(CompiledProgram(SPINNING))
    machine.reset(lasso.initial)
    for move in lasso.stem:
        machine.apply(move)
    before = machine.snapshot()
    for move in lasso.loop:
        machine.apply(move)
    assert lasso.loop
    assert machine.snapshot() == before


turn = flatten(SPINNING).encoding.storage.globals["turn"].variable


@pytest.mark.parametrize(
    "formula",
    [
        "[] at(d)",
        "[] at(worker, c)",
        "[] at(1, e)",
        "[] count(b) >= 2",
        "[] call(worker)",
        "[] x > 1",
        "[] main::seen == x",
        "[] worker::step > 0",
        "[] start == 3",
    ],
)
def test_atoms_mean_what_they_mean_for_the_interpreter(formula: str) -> None:
    """In every reachable state an atom has the value, or lacks one for the reason, that the interpreter gives."""
    _agree(RACE, formula)


@pytest.mark.parametrize("formula", ["[] return(flip)", "[] at(f)", "[] count(g) == 1", "[] turn"])
def test_atoms_of_calls(formula: str) -> None:
    """Returns are seen in the state after them, and functions that several threads run are found in each."""
    _agree(SPINNING, formula)


def _observation(test: Callable[[Machine], bool], machine: Machine) -> bool | str:
    """What the interpreter says about an atom."""
    try:
        return test(machine)
    except UndefinedAtom as undefined:
        return str(undefined)


def _agree(program: Program, formula: str) -> None:
    asked = parse_property(f"ltl: {formula}")
    (atom,) = atoms_of(asked.linear_formula())
    flattened = flatten(program, atoms=[atom], file=asked.file)
    evaluator = Evaluator(flattened.system)
    test = observe(atom, CompiledProgram(program), asked.file)
    blank = tuple(0 for _ in range(evaluator.size))
    (observed,) = flattened.observed
    for chosen, first in evaluator._results(flattened.system.first, blank, None, 0):
        assert first is not None
        pending: list[tuple[State, list[tuple[Transition, State]]]] = [(first, [])]
        seen = {first}
        while pending:
            state, path = pending.pop()
            driver = Driver(flattened, chosen, first)
            for taken, after in path:
                driver.follow(taken, after)
            reasons = [reason for condition, reason in observed.reasons if evaluator.evaluate(condition, state, {})]
            if observed.defined is not None:
                assert bool(evaluator.evaluate(flattened.system.atoms[observed.defined], state, {})) != bool(reasons)
            found: bool | str = bool(evaluator.evaluate(flattened.system.atoms[observed.value], state, {}))
            assert _observation(test, driver.machine) == (
                f"the atom {atom} has no value in a reachable state ({reasons[0]})" if reasons else found
            )
            for taken, after in evaluator.successors(state):
                if after not in seen:
                    seen.add(after)
                    pending.append((after, [*path, (taken, after)]))


def test_a_thread_by_its_number() -> None:
    """Only the first thread has a number that does not depend on the schedule; others are refused."""
    asked = parse_property("ltl: [] at(2, c)")
    with pytest.raises(NotFlat, match="thread 2"):
        flatten(RACE, atoms=atoms_of(asked.linear_formula()), file=asked.file)


def test_partial_deadlocks() -> None:
    """Two daemons that wait for each other are stuck although the main thread goes on."""
    program = program_of(
        """
global p: lock = literal(1, lock)
global q: lock = literal(2, lock)
global tick: bool
function main()
  a -> b: start left() daemon true
  b -> c: start right() daemon true
  c -> c: tick := !tick
function left()
  a -> b: lock p
  b -> c: lock q
  c -> exit: return
function right()
  a -> b: lock q
  b -> c: lock p
  c -> exit: return
"""
    )
    flattened = flatten(program, atoms=[About.NO_PARTIAL_DEADLOCK])
    evaluator = Evaluator(flattened.system)
    (free,) = flattened.system.atoms
    path = path_to(flattened, lambda state: not evaluator.evaluate(free, state, {}))[2]
    assert len(path) == 4
    assert not evaluator.is_deadlock(path[-1][1])
