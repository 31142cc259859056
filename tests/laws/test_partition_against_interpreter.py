"""Laws of analysed partitions: formulas over them say of states what the reference interpreter does with them."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from test_logic_against_interpreter import decision, run

from logic_states import concrete, holds, pointer_term, typed_elements
from strategies.ir.regions import Regions
from strategies.source import sources
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.ir.expressions import Variable
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.interpreter.state import Undefined
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.types import BoolType, IntegerType, is_aggregate
from vexil.logic import Terms
from vexil.logic.regions import relation
from vexil.logic.sorts import ArraySort
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.steps import Steps
from vexil.logic.terms import Term


def named_cells(space: Space, machine: Machine) -> dict[str, tuple[Variable, Term | None]]:
    """The global scalars in memory that are stored as they are, by name, with what is stored."""
    found: dict[str, tuple[Variable, Term | None]] = {}
    for number, (name, declared) in space.objects.items():
        if "::" in name or is_aggregate(declared.type) or isinstance(declared.type, BoolType):
            continue
        storage = storage_of(declared.type, space.pointers.width // 8)
        cells = typed_elements(space, machine, f"x.{storage}")
        variable = Variable(declared.name, declared.type, True)
        found[name] = (variable, cells.get(pointer_term(space, (number, 0))))
    return found


def values_of(space: Space, machine: Machine) -> dict[Term, Term]:
    """A constant for every variable of the state, those too that are registers though declared in memory."""
    values = concrete(space, machine)
    for name, (_, cell) in named_cells(space, machine).items():
        variable = space.variables.get(name)
        if variable is not None and not isinstance(variable.sort, ArraySort):
            values[space.symbol(variable)] = cell if cell is not None else space.terms.constant(0, variable.sort)
    return values


def compare(space: Space, machine: Machine, state: State, values: dict[Term, Term]) -> int:
    """What registers hold and what named variables in memory do is the same in both; returns how many were compared."""
    terms, steps = space.terms, Steps(space, "main")
    compared = 0
    for symbol, wanted in values_of(space, machine).items():
        variable = space.variables[str(symbol.payload)]
        if not isinstance(variable.sort, ArraySort):
            assert terms.substitute(state.read(variable), values) is wanted, variable.name
            compared += 1
    for name, (variable, cell) in named_cells(space, machine).items():
        if cell is not None and space.register("main", variable) is None:
            found = steps.translate(state, variable).value
            assert terms.substitute(found, values) is cell, name
            compared += 1
    return compared


def check(random: Random, *, typed: bool) -> int:
    """Compare the relation of a random region with runs through it; returns how much was compared."""
    program = Regions(random, typed=typed).program(random.randrange(1, 14))
    terms = Terms()
    space = Space(terms, program, AnalysedPartition(Analyses(program)))
    body = program.functions["main"]
    before_exit = next(edge.source for edge in body.edges if edge.target == body.exit)
    try:
        found = relation(space, "main", body.entry, {before_exit}, checks=None)
    except Untranslatable:
        return 0  # a range of a typed region
    compiled = CompiledProgram(program)
    for declared in program.globals:
        if declared.addressable and not is_aggregate(declared.type):  # so that its region is a known variable
            Steps(space, "main").translate(space.initial, Variable(declared.name, declared.type, True))
    compared = 0
    for _ in range(4):
        machine = Machine(compiled)
        machine.reset()
        for index, variable in enumerate(program.globals):
            if not variable.addressable and isinstance(variable.type, IntegerType):
                machine.globals[index] = random.randrange(variable.type.low, variable.type.high + 1)
        values = values_of(space, machine)
        decided, alternatives = run(machine, random)
        for item in found.inputs:
            values[item.symbol] = decision(terms, item, decided | alternatives, values)
        undefined = {event.kind for event in found.undefined if holds(terms, event.condition, values)}
        reached = before_exit in found.exits and holds(terms, found.exits[before_exit].guard, values)
        if "address" in undefined or machine.observed_address:
            continue
        match machine.ending:
            case None:
                assert reached, undefined
                compared += compare(space, machine, found.exits[before_exit].state, values)
            case Undefined("uninitialised-read"):
                pass
            case Undefined(kind):
                assert kind in undefined, (kind, undefined)
                assert not reached
            case _:
                assert not reached
    return compared


@settings(max_examples=60, deadline=None, derandomize=True)
@given(sources(), st.booleans())
def test_relations_over_analysed_partitions_agree_with_runs(random: Random, typed: bool) -> None:
    """Registers and named variables end up in a run as the relation says, whatever memory is divided into."""
    check(random, typed=typed)


def test_the_law_compares_something() -> None:
    """Most random programs have a relation over an analysed partition, and states to compare."""
    compared = [check(Random(seed), typed=bool(seed % 2)) for seed in range(20)]
    assert sum(map(bool, compared)) >= 10
