"""Every run of a program is a run of its predicate program, with the values that the predicates have along it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from simulated_runs import Simulation, Watching, constants, result_symbol
from vexil.abstraction.program import Abstractor
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.expressions import Const, Expr, Operator, Variable, postorder
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.operations import expressions_of
from vexil.ir.program import Program
from vexil.ir.types import BoolType, IntegerType, PointerType
from vexil.ir.typing import address_of, apply, deref
from vexil.logic.factory import Terms
from vexil.logic.solvers import ProcessSolver
from vexil.logic.space import Space, Untranslatable
from vexil.model.frames import ENTRY

CHECKS = frozenset({"assert"})


def loaded(text: str, folder: Path) -> Program:
    """A program from its text."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


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
    space = watching.space
    for function in functions:
        made = 0
        body = space.program.functions[function]
        scalars = [item.name for item in body.parameters if not item.addressable]
        found = conditions(space.program, function, random)
        for _ in range(4 * count):
            at_entry = [name for name in scalars if random.random() < 0.3]
            made += watching.add(function, next(found), at_entry)
            if made >= count:
                break
        symbol = result_symbol(space, function)
        if symbol is None:
            continue
        terms = space.terms
        for _ in range(random.randrange(3)):
            about = constants(terms, symbol, random)
            if about is not None:
                watching.add_term(about)
        for item in body.parameters:
            if space.sort(item.type) == symbol.sort and random.random() < 0.5:
                entry = space.symbol(space.variable(f"{function}::{item.name}{ENTRY}", symbol.sort, item.type))
                watching.add_term(terms.eq(symbol, entry))
        for shared in space.program.globals:
            if isinstance(shared.type, IntegerType) and random.random() < 0.2:
                variable = space.register(function, Variable(shared.name, shared.type, True))
                if variable is not None and variable.sort == symbol.sort:
                    watching.add_term(terms.eq(symbol, space.symbol(variable)))


def simulate(program: Program, seed: int, solver: ProcessSolver, runs: int = 6) -> Counted | None:
    """Follow random runs of a program with random predicates; raises `LostRun`. Nothing when it is refused."""
    random = Random(seed)
    analyses = Analyses(program)
    space = Space(Terms(), program, AnalysedPartition(analyses))
    compiled = CompiledProgram(program)
    watching = Watching(space, analyses, compiled)
    try:
        abstractor = Abstractor(space, analyses, solver, CHECKS, longest=random.choice([2, 3]))
    except Untranslatable:
        return None
    watch(watching, abstractor.functions, random, random.randrange(1, 5))
    made = abstractor.abstract(watching.predicates)
    simulation = Simulation(watching, made.program, CHECKS)
    counted = Counted(len(watching.predicates))
    for _ in range(runs):
        counted.ends.append(simulation.run(Machine(compiled, checks=CHECKS), random, 120))
    counted.steps, counted.decided, counted.certain = simulation.steps, simulation.decided, simulation.certain
    return counted
