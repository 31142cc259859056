"""The symbolic state that all runs begin in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.engines.bounded.inputs import Input
from vexil.engines.bounded.loops import around
from vexil.engines.bounded.machine import Scope
from vexil.engines.bounded.memory import Unmodelled
from vexil.engines.bounded.operations import Operations
from vexil.engines.bounded.state import State
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, VariableDeclaration
from vexil.ir.types import Type
from vexil.logic import Term

if TYPE_CHECKING:
    from vexil.engines.bounded.executor import Executor


def initial_state(executor: Executor) -> State:
    """Every global with its initial value, and a frame at the entry."""
    machine = executor.machine
    program = machine.program
    entry = machine.function_numbers[program.entry]
    state = State(machine.new_frame(entry, None, (entry,)), [], {}, machine.initial_guard())
    for variable in program.globals:
        if variable.addressable:
            number = machine.new_block(
                state, variable.name, machine.size_of(variable.type), zeroed=True, origin="static", site=variable.name
            )
            state.globals.append(machine.address(number))
        else:
            state.globals.append(machine.default(variable.type))
    for index, variable in enumerate(program.globals):
        _initialise(executor, state, index, variable)
    for index, variable in enumerate(program.globals):
        if variable.constant and variable.addressable:
            state.owned(machine.objects(state.globals[index])[0]).origin = "constant"
    frame = state.frame
    for register, size, name, _, _ in executor.code(entry).blocks:
        number = machine.new_block(state, f"local {name}", size, zeroed=False, origin="stack", site=name)
        frame.blocks[register] = machine.address(number)
    for kind, condition in machine.needed:
        if kind:
            raise Unmodelled(f"an initial value may be undefined: {kind}")
        state.guard = state.guard.extended(condition, machine.terms)
    machine.needed = []
    frame.entered = state.guard
    frame.loops = around((), frame.order.nest[frame.location], frame.location, state.guard)
    return state


def _initialise(executor: Executor, state: State, index: int, variable: VariableDeclaration) -> None:
    machine = executor.machine
    match variable.initial:
        case None:
            pass
        case Memory(PackedCells() as packed):
            block = state.owned(machine.objects(state.globals[index])[0])
            storage, width = f"u{packed.step}", packed.element.width
            true = machine.terms.true
            for position, value in enumerate(packed.values):
                if value:
                    term = machine.encoded(machine.terms.bv(value, width), packed.element, storage)
                    block.cells[position * packed.step] = (storage, term, true)
        case Memory(cells):
            for offset, expression in cells:
                stored = machine.evaluator(expression)(state)
                place = machine.pointers.add(state.globals[index], machine.terms.bv(offset, machine.word))
                machine.store(state, place, expression.type, stored)
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
            operations = Operations(machine, Scope(machine, None), executor.inputs)
            edge = -2 - index
            chosen = operations.chooser(variable.initial, variable.type, edge)(state)
            input_there = executor.inputs.at(state.frame.key(), edge)
            executor.inputs.initial.append(input_there or Input(chosen, variable.type))
            _set(executor, state, index, variable.type, variable.addressable, chosen)
        case expression:
            initial = machine.evaluator(expression)(state)
            _set(executor, state, index, variable.type, variable.addressable, initial)


def _set(executor: Executor, state: State, index: int, kind: Type, addressable: bool, value: Term) -> None:
    if addressable:
        executor.machine.store(state, state.globals[index], kind, value)
    else:
        state.globals[index] = value
