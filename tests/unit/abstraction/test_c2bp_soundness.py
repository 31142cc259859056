"""Every run of a program is a run of its predicate program, with the values that the predicates have along it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulated_runs import Simulation, Watching, result_symbol

from strategies.c.procedures import random_procedures
from strategies.source import drawn
from vexil.abstraction.program import Abstractor
from vexil.abstraction.user_predicates import user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.expressions import Const, Expr, Operator, Variable, postorder
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call, expressions_of
from vexil.ir.program import Program
from vexil.ir.types import BoolType, IntegerType, PointerType
from vexil.ir.typing import address_of, apply, deref
from vexil.logic.factory import Terms
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.space import Space, Untranslatable
from vexil.model.frames import ENTRY

CHECKS = frozenset({"assert"})


def loaded(text: str, folder: Path) -> Program:
    """A program from its text."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


ANY = "extern _Bool __VERIFIER_nondet_bool(void);\n#define ANY __VERIFIER_nondet_bool()\n"
INPUT = "'__VERIFIER_nondet_uchar()$1'"
"""The hidden variable that an input is written to."""
DIRECTED = {
    "an argument that the callee changes": (
        "int g; int id(int m) { g = g + 1; return m; }"
        " int main(void) { int x = id(g); x = id(g); g = id(x); return x; }",
        ["id: return == m", "main: x == g", "main: x == 1", "g == 2"],
    ),
    "two results of a recursive function": (
        "int f(int n) { int x, y; if (n <= 0) return 0; x = f(n - 1); y = f(n - 2);"
        " if (ANY) return x + 1; return y; } int main(void) { return f(3); }",
        ["f: return == 1", "f: x == 1", "f: y == 1", "f: x == n", "f: return == n"],
    ),
    "a parameter that is assigned": (
        "int f(int n, int m) { n = n + 1; if (n > 3) return m; m = f(n, n); return n; }"
        " int main(void) { int x = 0; while (ANY) x = f(x & 3, x); return x; }",
        ["f: return == n", "f: return == m", "f: n == m", "main: x == 4", "f: n == 2"],
    ),
    "a callee of a callee": (
        "int g; void leaf(void) { g = (g + 1) & 3; } void middle(void) { leaf(); }"
        " int main(void) { int kept = 1; while (ANY) { middle(); if (ANY) kept = g; } return kept; }",
        ["main: g == kept", "main: kept == 1", "g == 1", "main: g < kept"],
    ),
    "a parameter in memory": (
        "int f(int v) { int *p = &v; *p = *p + 1; return v; } int main(void) { int x = 1; while (ANY) x = f(x) & 3;"
        " return x; }",
        ["f: return == 2", "f: *p == 2", "main: x == 2", "f: v == 1"],
    ),
    "pointers to globals and to a local of the caller": (
        "int a, b, *p = &a; void set(int *w, int v) { int *old = p; p = w; *w = v; if (v > 1) set(old, v - 1); }"
        " int main(void) { int x = 1; set(&x, 2); b = *p; p = &b; set(&x, x + 1); return a; }",
        ["a == 1", "main: x == 2", "p == &a", "*p == 2", "set: w == p", "set: *w == v", "main: p == &x"],
    ),
    "functions behind a pointer": (
        "int g; int up(int v) { g = v; return v + 1; } int down(int v) { return v - g; } int (*h)(int) = up;"
        " int main(void) { int x = 1; while (ANY) { h = ANY ? up : down; x = h(x) & 3; g = h(g) & 3; } return x; }",
        ["up: return == g", "main: x == g", "g == 1", "down: v == g", "main: x == 1"],
    ),
    "a static variable of a recursive function": (
        "int f(int n) { static int k; int old = k; k = n; if (n > 0) f(n - 1); return k + old; }"
        " int main(void) { int x = f(2); return f(x & 1); }",
        ["f::k == 0", "f: n == old", "f::k == f::n", "f: return == old", "main: x == 0"],
    ),
    "inputs that are compared with the state": (
        "extern unsigned char __VERIFIER_nondet_uchar(void); int main(void) { unsigned char c = 0, t = 1;"
        " while (ANY) { t = __VERIFIER_nondet_uchar(); if (ANY) c = t; if (ANY) c = 255; if (ANY) c = 0; } return c; }",
        ["main: t < c", f"main: {INPUT} < c", f"main: {INPUT} == c", "main: c == 0", f"main: {INPUT} == 3"],
    ),
    "values that are old behind a call": (
        "unsigned g; extern unsigned char __VERIFIER_nondet_uchar(void); void reset(void) { g = 0; }"
        " int main(void) { unsigned r = 0; while (ANY) { g = __VERIFIER_nondet_uchar() & 3; reset(); r = g; g = r + 1;"
        " reset(); } return 0; }",
        ["main: g <= r", "g == 0", "main: r == 0"],
    ),
    "inputs, restrictions and memory that was never written": (
        "extern unsigned char __VERIFIER_nondet_uchar(void); extern void __VERIFIER_assume(int);"
        " int cells[2], *q = cells; int main(void) { int x = __VERIFIER_nondet_uchar() & 3, fresh[2];"
        " cells[x & 1] = x; __VERIFIER_assume(*q < 2);"
        " q = &cells[1]; *q = *q + x; if (ANY) fresh[0] = x; return fresh[0]; }",
        ["main: x == 2", "cells[0] == 0", "*q == 2", "cells[1] == main::x", "main: fresh[0] == 1"],
    ),
}


@dataclass
class Counted:
    """What was compared."""

    predicates: int = 0
    steps: int = 0
    decided: int = 0
    certain: int = 0
    ends: list[str] = field(default_factory=list)


def conditions(program: Program, function: str, random: Random) -> Iterator[Expr]:
    """Conditions that the function looks at, and comparisons of what it sees, in random order, without an end."""
    body = program.functions[function]
    looked = [
        node
        for edge in body.edges
        for whole in expressions_of(edge.operation)
        for node in postorder(whole)
        if isinstance(node.type, BoolType) and not isinstance(node, Const)
    ]
    variables = [Variable(item.name, item.type, True) for item in program.globals] + [
        Variable(item.name, item.type, False) for item in body.variables.values()
    ]
    numbers: list[Expr] = [item for item in variables if isinstance(item.type, IntegerType)]
    pointers = [item for item in variables if isinstance(item.type, PointerType)]
    numbers += [
        deref(item, item.type.target)
        for item in pointers
        if isinstance(item.type, PointerType) and isinstance(item.type.target, IntegerType)
    ]
    addressable = {item.name for item in (*program.globals, *body.variables.values()) if item.addressable}
    while True:
        kind = random.randrange(4)
        if kind == 0 and looked:
            yield random.choice(looked)
        elif kind == 1 and pointers:
            pointer = random.choice(pointers)
            targets: list[Expr] = [item for item in pointers if item.type == pointer.type and item != pointer]
            targets += [
                address_of(item)
                for item in variables
                if item.name in addressable and PointerType(item.type) == pointer.type
            ]
            targets.append(Const(0, pointer.type))
            yield apply(Operator.EQUAL, pointer, random.choice(targets))
        elif numbers:
            left = random.choice(numbers)
            same = [item for item in numbers if item.type == left.type and item != left]
            right: Expr = Const(random.randrange(4), left.type)
            if same and random.random() < 0.4:
                right = random.choice(same)
            yield apply(random.choice([Operator.EQUAL, Operator.LESS, Operator.LESS_EQUAL]), left, right)
        else:
            yield Const(True, BoolType())


def watch(watching: Watching, functions: tuple[str, ...], random: Random, count: int) -> None:
    """Make some random conditions predicates."""
    for function in functions:
        made = 0
        body = watching.space.program.functions[function]
        scalars = [item.name for item in body.parameters if not item.addressable]
        found = conditions(watching.space.program, function, random)
        for _ in range(4 * count):
            at_entry = [name for name in scalars if random.random() < 0.3]
            made += watching.add(function, next(found), at_entry)
            if made >= count:
                break
        watch_calls(watching, function, random)


def watch_calls(watching: Watching, function: str, random: Random) -> None:
    """Relate what calls return to a number, to what they were given, and to globals, on both sides."""
    space = watching.space
    terms, body = space.terms, space.program.functions[function]
    for edge in body.edges:
        call = edge.operation
        if not isinstance(call, Call) or not isinstance(call.callee, StaticCallee) or random.random() < 0.4:
            continue
        callee = space.program.functions[call.callee.function]
        symbol = result_symbol(space, callee.name)
        if symbol is None or callee.result is None:
            continue
        if random.random() < 0.6 and isinstance(callee.result, IntegerType):
            number = random.randrange(4)
            watching.add_term(terms.eq(symbol, terms.constant(number, symbol.sort)))
            if call.result is not None:
                watching.add(function, apply(Operator.EQUAL, call.result, Const(number, callee.result)))
        for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
            if parameter.type == callee.result and not parameter.addressable and random.random() < 0.7:
                ending = ENTRY if random.random() < 0.5 else ""
                name = f"{callee.name}::{parameter.name}{ending}"
                watching.add_term(terms.eq(symbol, space.symbol(space.variable(name, symbol.sort, parameter.type))))
                if call.result is not None:
                    watching.add(function, apply(Operator.EQUAL, call.result, argument))
        for shared in space.program.globals:
            if shared.type == callee.result and random.random() < 0.2:
                variable = Variable(shared.name, shared.type, True)
                register = space.register(callee.name, variable)
                if register is not None:
                    watching.add_term(terms.eq(symbol, space.symbol(register)))
                if call.result is not None and call.result != variable:
                    watching.add(function, apply(Operator.EQUAL, call.result, variable))


def watch_given(watching: Watching, texts: list[str]) -> None:
    """Make conditions given as text predicates; those about results are not watched."""
    for item in user_predicates(watching.space, watching.analyses, texts).predicates:
        if "return" in item.text:
            watching.add_term(item.term)
        else:
            watching.add(item.function or watching.space.program.entry, item.expression)


def simulate(
    program: Program,
    seed: int,
    solver: ProcessSolver,
    runs: int = 6,
    limit: int = 20_000,
    texts: list[str] | None = None,
) -> Counted | None:
    """Follow random runs of a program with random predicates; raises `LostRun`. Nothing when it is refused."""
    random = Random(seed)
    analyses = Analyses(program)
    space = Space(Terms(), program, AnalysedPartition(analyses))
    compiled = CompiledProgram(program)
    watching = Watching(space, analyses, compiled)
    try:
        abstractor = Abstractor(space, analyses, solver, CHECKS, longest=random.choice([2, 3]), limit=limit)
    except Untranslatable:
        return None
    if texts is None:
        watch(watching, abstractor.functions, random, random.randrange(1, 5))
    else:
        watch_given(watching, texts)
    made = abstractor.abstract(watching.predicates)
    simulation = Simulation(watching, made.program, CHECKS)
    counted = Counted(len(watching.predicates))
    for _ in range(runs):
        counted.ends.append(simulation.run(Machine(compiled, checks=CHECKS), random, 120))
    counted.steps, counted.decided, counted.certain = simulation.steps, simulation.decided, simulation.certain
    return counted


@pytest.fixture(scope="module")
def solver() -> Iterator[ProcessSolver]:
    with open_solver("bitwuzla") as opened:
        yield opened


@pytest.mark.parametrize("name", sorted(DIRECTED))
def test_C2B_12_runs_of_chosen_programs(solver: ProcessSolver, tmp_path: Path, name: str) -> None:
    """Programs and predicates made for each other: every run is one of the predicate program."""
    text, predicates = DIRECTED[name]
    found = simulate(loaded(ANY + text, tmp_path), 1, solver, 12, texts=predicates)
    assert found is not None
    assert found.predicates >= len(predicates) - 1
    assert found.decided > found.steps


LAW = settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32 - 1)


@LAW
@given(text=drawn(partial(random_procedures, plain=True)), seed=seeds)
def test_C2B_12_runs_of_procedures_are_runs_of_the_predicate_program(
    solver: ProcessSolver, tmp_path: Path, text: str, seed: int
) -> None:
    """Functions over globals and numbers: each step of a run is allowed, with the values the predicates have."""
    simulate(loaded(text, tmp_path), seed, solver)


@LAW
@given(text=drawn(random_procedures), seed=seeds)
def test_C2B_12_runs_with_pointers_are_runs_of_the_predicate_program(
    solver: ProcessSolver, tmp_path: Path, text: str, seed: int
) -> None:
    """The same with pointers to locals and globals, arrays, structures, the heap and function pointers."""
    simulate(loaded(text, tmp_path), seed, solver)


@settings(LAW, max_examples=3)
@given(text=drawn(random_procedures), seed=seeds)
def test_C2B_13_an_impatient_solver_loses_no_run(solver: ProcessSolver, tmp_path: Path, text: str, seed: int) -> None:
    """A solver that gives up at once makes the predicate program coarser, and keeps every run."""
    simulate(loaded(text, tmp_path), seed, solver, limit=1)


def test_C2B_12_the_law_compares_something(solver: ProcessSolver, tmp_path: Path) -> None:
    """Random programs have runs with many steps, predicates with values, and steps that are certain."""
    texts = [random_procedures(Random(seed), plain=seed % 2 == 1) for seed in range(4)]
    found = [simulate(loaded(text, tmp_path), seed, solver, 3) for seed, text in enumerate(texts)]
    counted = [item for item in found if item is not None]
    assert len(counted) >= 3
    assert sum(item.steps for item in counted) > 300
    assert sum(item.decided for item in counted) > 600
    assert sum(item.certain for item in counted) > 50
    assert "end" in {end for item in counted for end in item.ends}
