"""The initial state: globals with their values, open ones with any value of their domain."""

from __future__ import annotations

from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.choices import choose_value
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.memory import CONSTANT
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.state import Guard, State
from vexil.certify.invariant.values import Value, default_value
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, VariableDeclaration


def initial_state(evaluator: Evaluator, operations: Operations, ledger: Ledger) -> State:
    """Every initial state of the program in one; addressable globals get memory first."""
    program = evaluator.program
    state = State(Guard(evaluator.terms, None, True), [], {}, {}, True)
    for variable in program.globals:
        state.globals[variable.name] = default_value(variable.type)
        if variable.addressable:
            block = Block(evaluator.size_of(variable.type), zeroed=True, origin="static", kind=variable.type)
            state.globals[variable.name] = (operations.new_object(state, block), 0)
    where = Where(ledger, state)
    for variable in program.globals:
        _initialise(evaluator, operations, where, variable)
    for variable in program.globals:
        if variable.addressable and variable.constant and not variable.per_thread:
            state.objects[state.globals[variable.name][0]].origin = CONSTANT
    return state


def _initialise(evaluator: Evaluator, operations: Operations, where: Where, variable: VariableDeclaration) -> None:
    place = Variable(variable.name, variable.type, True)
    match variable.initial:
        case None:
            pass
        case Memory(cells):
            _fill(evaluator, where, where.state.globals[variable.name], cells)
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
            operations.assign(where, place, choose_value(evaluator, where, variable.initial, variable.type))
        case expression:
            operations.assign(where, place, evaluator.value(expression, where))


def _fill(evaluator: Evaluator, where: Where, pointer: Value, cells: object) -> None:
    number = pointer[0]
    if isinstance(cells, PackedCells):
        mask = (1 << cells.element.width) - 1
        storage = f"u{cells.step}"
        where.state.objects[number].cells.update(
            (position * cells.step, (storage, value & mask, True))
            for position, value in enumerate(cells.values)
            if value
        )
        return
    for offset, expression in cells:  # type: ignore[attr-defined]
        value = evaluator.encoded(evaluator.value(expression, where), expression.type)
        evaluator.memory.store(where, (number, offset), evaluator.storage(expression.type), value)
