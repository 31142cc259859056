"""Paths through functions as formulas: what is possible has a run, and every run is possible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from framed import CHECKS, Framed, framed
from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.interpreter.state import Violated
from vexil.ir.operations import Call
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.terms import Term
from vexil.model.evidence import Run
from vexil.model.frames.paths import (
    CallEvent,
    Event,
    FailureEvent,
    ReturnEvent,
    StepEvent,
    SymbolicPath,
    is_hidden,
    with_hidden,
)
from vexil.model.frames.runs import run_along
from vexil.model.outcome import Question
from vexil.spec.property import parse_property


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


PROGRAMS = {
    "branch": ("int main(void) { int y = nondet(), z = 0; if (y > 2) z = y; assert(z != 7); return 0; }", 1),
    "global": (
        "int g; void add(int by) { g = g + by; }"
        "int main(void) { int a = nondet(); add(a); add(1); assert(g != 5); return 0; }",
        1,
    ),
    "global, impossible": (
        "int g; void add(int by) { g = g + by; } int main(void) { add(1); add(1); assert(g == 2); return 0; }",
        0,
    ),
    "registers of the caller come back": (
        "int f(int x) { x = x + 1; return x; } int main(void) { int x = nondet(); int y = f(x); assert(y == x + 1);"
        " return 0; }",
        0,
    ),
    "recursion": (
        "int keep(int n) { return n <= 0 ? 0 : keep(n - 1) + 1; } int main(void) { assert(keep(2) == 1); }",
        1,
    ),
    "frames of recursion are apart": (
        "int f(int n) { int k = n; if (n > 0) f(n - 1); return k; } int main(void) { assert(f(2) == 2); return 0; }",
        0,
    ),
    "a local through a pointer": (
        "void set(int *p) { *p = 4; } int main(void) { int x = nondet(); set(&x); assert(x == 4); return 0; }",
        0,
    ),
    "a parameter in memory": (
        "int f(int m) { int *q = &m; *q = *q + 1; return m; } int main(void) { int x = nondet(); assert(f(x) != 9); }",
        1,
    ),
    "a static": (
        "int next(void) { static int k = 5; k = k + 1; return k; } int main(void) { next(); assert(next() == 7); }",
        0,
    ),
    "a function pointer": (
        "int one(int x) { return x; } int two(int x) { return x + x; }"
        "int main(void) { int c = nondet(); int (*p)(int) = one; if (c) p = two; assert(p(1) == 1); return 0; }",
        1,
    ),
    "an open global": ("extern int u; int main(void) { if (u > 3) assert(u != 4); return 0; }", 1),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_possible_paths_are_runs_and_no_others(name: str, tmp_path: Path, solver: ProcessSolver) -> None:
    """As many ways to the check are possible as by hand, and each of them gives a run that is confirmed."""
    text, expected = PROGRAMS[name]
    made = framed(text, tmp_path)
    compiled = CompiledProgram(made.program)
    question = Question(made.program, parse_property("assert"))
    found = 0
    for path in made.paths(longest=30):
        symbols = [item.symbol for item in path.decisions] + [item.symbol for item in path.initial_inputs]
        reply, values = solver.check_and_read(path.formulas(), symbols)
        if not reply.is_sat:
            assert reply.is_unsat
            continue
        found += 1
        known = zip(symbols, values, strict=True)
        run = run_along(path, {symbol: value for symbol, value in known if value is not None}, compiled, CHECKS)
        assert isinstance(run, Run)
        assert isinstance(certify(question, run, Context()), Checked)
    assert found == expected


def test_values_that_do_not_go_the_way_give_no_run(tmp_path: Path) -> None:
    """With a value for which another branch is taken the interpreter leaves the path, and there is no run."""
    made = framed(PROGRAMS["branch"][0], tmp_path)
    path = max(made.paths(), key=lambda item: len(item.events))
    (decision,) = path.decisions
    compiled = CompiledProgram(made.program)
    assert isinstance(run_along(path, {decision.symbol: 7}, compiled, CHECKS), Run)
    assert run_along(path, {decision.symbol: 1}, compiled, CHECKS) is None


# --- every run is possible -------------------------------------------------------------------------------


def walked(made: Framed, seed: int, most: int = 80) -> list[Event]:
    """What happens along a random run, until it ends."""
    random = Random(seed)
    machine = Machine(CompiledProgram(made.program), checks=CHECKS)
    machine.reset(tuple(random.randrange(-2, 4) for _ in machine.initial_choices()))
    found: list[Event] = []
    calls: list[tuple[str, int]] = []
    while machine.ending is None and machine.enabled() and len(found) < most:
        frames = machine.threads[1].frames
        depth, name = len(frames), frames[-1].code.function.name
        offered = machine.choices(1)
        choice = None
        if offered is not None:
            choice = random.randrange(-2, 4) if offered.values is None else random.choice(_small(offered.values))
        machine.step(1, choice)
        edge = machine.edge
        if isinstance(machine.ending, Violated):
            return [*found, FailureEvent(name, edge, "assert")]
        if machine.ending is not None and machine.threads[1].frames:
            return found
        if isinstance(made.program.functions[name].edges[edge].operation, Call):
            found.append(CallEvent(name, edge, machine.threads[1].frames[-1].code.function.name))
            calls.append((name, edge))
            continue
        found.append(StepEvent(name, edge))
        if len(machine.threads[1].frames) < depth and calls:
            caller, call = calls.pop()
            found.append(ReturnEvent(caller, call, name))
    return found


def _small(values: range | tuple[int, ...] | list[int]) -> list[int]:
    return [value for value in range(-2, 4) if value in values] or list(values[:4])


RUNNING = """
int g; int cells[2]; int *p = &g;
static int down(int n, int *w) {
  int k = n; static int calls; calls = calls + 1;
  if (n <= 0) { *w = calls; return g; }
  k = k + down(n - 1, nondet() ? w : &g);
  cells[n & 1] = k;
  return k;
}
static int memory(int m) { int *q = &m; *q += g; p = cells; return m; }
int main(void) {
  int x = nondet() & 3, y = 0;
  y = down(x, &x);
  if (y > 1) *p = memory(y); else *p = x;
  while (y > 0) { y = y - 1; g = g + cells[y & 1]; }
  assert(g < 3);
  return 0;
}
"""


def test_every_run_satisfies_the_formulas_of_its_path(tmp_path: Path, solver: ProcessSolver) -> None:
    """Whatever a run does, with recursion, pointers, statics and loops, the formulas of its path have a model."""
    made = framed(RUNNING, tmp_path)
    broken = 0
    for seed in range(14):
        events = walked(made, seed)
        broken += isinstance(events[-1], FailureEvent)
        path = SymbolicPath(made.frames, events, CHECKS)
        assert solver.check(*path.formulas()).is_sat, seed
    assert 0 < broken < 14


# --- backwards -------------------------------------------------------------------------------------------


def last_need(path: SymbolicPath) -> list[tuple[str, Term]]:
    """The last condition of a path that is no constant, moved back to the beginning."""
    need = [item for item in path.needs if not item.local.is_const][-1]
    terms = path.frames.space.terms
    return [(function, term) for function, term in with_hidden(path, need) if not is_hidden(terms, term)]


def test_conditions_move_back_over_assignments(tmp_path: Path) -> None:
    """Behind ``x = x + 2`` the condition is on x, before it on x + 2, and it ends where it is decided."""
    made = framed("int g; int main(void) { int x = g; x = x + 2; assert(x == 5); return 0; }", tmp_path)
    terms = made.space.terms
    (path,) = made.paths()
    x, g = made.symbol("main", "x"), made.symbol("", "g")

    def is_five(term: Term) -> Term:
        return terms.not_(terms.eq(term, terms.bv(5, 32)))

    two = terms.bv(2, 32)
    expected = [is_five(x), is_five(terms.add(x, two)), is_five(terms.add(g, two))]
    assert last_need(path) == [("main", term) for term in expected]


def test_conditions_move_back_over_whole_calls(tmp_path: Path, solver: ProcessSolver) -> None:
    """Before a call a condition on its result is one on the argument, with the caller's other variables back again."""
    made = framed(
        "int g; int inc(int n) { n = n + 1; return n; }"
        "int main(void) { int x = g, z = 7; int y = inc(x); assert(y == x + 1 + z - 7); return 0; }",
        tmp_path,
    )
    terms = made.space.terms
    (path,) = made.paths()
    found = last_need(path)
    # the caller's z is hidden while the callee runs, so that nothing is said there
    assert {function for function, _ in found} == {"main"}
    x, z = made.symbol("main", "x"), made.symbol("main", "z")
    one, seven = terms.bv(1, 32), terms.bv(7, 32)
    last = terms.not_(terms.eq(terms.add(x, one), terms.sub(terms.add(terms.add(x, one), z), seven)))
    assert set(terms.symbols_of(found[-1][1])) == {x, z}
    assert solver.check(terms.xor(found[-1][1], last)).is_unsat


def test_entry_values_stand_for_arguments_in_callees(tmp_path: Path) -> None:
    """A condition that relates result and argument is one on the result and the parameter at the entry."""
    made = framed(
        "int inc(int n) { n = n + 1; return n; }"
        "int main(void) { int x = nondet(); int y = inc(x); assert(y != x); return 0; }",
        tmp_path,
    )
    terms = made.space.terms
    (path,) = made.paths()
    found = last_need(path)
    entry, n = made.entry("inc", "n"), made.symbol("inc", "n")
    kind = made.program.functions["inc"].result
    assert kind is not None
    result = made.space.symbol(made.space.result("inc", "result", kind))
    inside = [term for function, term in found if function == "inc"]
    assert inside[0] is terms.eq(result, entry)
    assert terms.eq(n, entry) in inside
    assert any(set(terms.symbols_of(term)) == {n, entry} for term in inside[1:])


def test_registers_of_recursive_callers_come_back(tmp_path: Path) -> None:
    """Behind a recursive call the caller's own variables are not those of the inner frame."""
    made = framed(
        "int f(int n) { int k = n + 3; if (n > 0) { f(n - 1); assert(k == n + 3); } return k; }"
        "int main(void) { f(1); return 0; }",
        tmp_path,
    )
    terms = made.space.terms
    path = made.paths(longest=16)[0]
    found = last_need(path)
    k, n = made.symbol("f", "k"), made.symbol("f", "n")
    three = terms.bv(3, 32)
    assert found[0] == ("f", terms.not_(terms.eq(k, terms.add(n, three))))
    assert set(terms.symbols_of(found[1][1])) == {k, n}  # before the call it is what it was, not moved over k = n + 3
    assert found[1][1] is found[0][1]
    assert len(found) == 2
