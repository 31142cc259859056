"""Initial states: the values of globals, and what is open about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.core.errors import UsageError
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter.classes import default_value
from vexil.ir.interpreter.compiler import Evaluator
from vexil.ir.interpreter.domains import Choices
from vexil.ir.interpreter.memory import CONSTANT, Block
from vexil.ir.interpreter.state import Cut, Ending, Undefined
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, VariableDeclaration
from vexil.ir.types import Type

if TYPE_CHECKING:
    from vexil.ir.interpreter.machine import Machine


@dataclass(frozen=True, slots=True)
class Opening:
    """A global whose initial value is open: what can be decided, or why nothing can."""

    name: str
    choices: Choices | Ending
    decided: Evaluator
    """The value that a decision stands for."""


def openings(machine: Machine) -> list[Opening]:
    """The globals with a domain instead of a value; *machine* is fresh and only used to evaluate bounds and guards."""
    _allocate(machine)
    compiled = machine.compiled
    result = []
    for variable in machine.program.globals:
        if isinstance(variable.initial, TypeDomain | RangeDomain | GuardedDomain | RelationDomain):
            choose, decided = compiled.chooser(variable.initial, variable.type, compiled.bound_of(variable))
            try:
                choices: Choices | Ending = no_choice(choose([], machine.globals, machine, None))
            except UndefinedValue as undefined:
                choices = Undefined(undefined.kind)
            result.append(Opening(variable.name, choices, decided))
    return result


def no_choice(offered: Choices) -> Choices | Ending:
    """What was offered, or how a run ends that has nothing to choose from."""
    if not offered.is_empty:
        return offered
    return Cut(offered.clipped[0], True) if offered.clipped else Undefined("empty-choice")


def initialise(machine: Machine, known: Sequence[Opening], decisions: Sequence[int]) -> None:
    """Give every global its initial value; addressable ones get memory of their own first."""
    _allocate(machine)
    names = [opening.name for opening in known if isinstance(opening.choices, Choices)]
    if len(decisions) != len(names):
        raise UsageError(
            f"{len(names)} initial values are open, {len(decisions)} were given",
            hint="give a value for each of: " + (", ".join(names) or "none"),
        )
    remaining = iter(decisions)
    decided = {
        opening.name: (opening, next(remaining) if isinstance(opening.choices, Choices) else 0) for opening in known
    }
    for index, variable in enumerate(machine.program.globals):
        try:
            _initialise(machine, index, variable, decided)
        except UndefinedValue as undefined:
            machine.ending = Undefined(undefined.kind)
    _freeze(machine)


def _freeze(machine: Machine) -> None:
    """Let nobody write constant variables from now on."""
    for index, variable in enumerate(machine.program.globals):
        if variable.constant and variable.addressable:
            number = machine.globals[index]
            assert isinstance(number, int)
            block = machine.objects[number]
            assert isinstance(block, Block)
            block.origin = CONSTANT


def _allocate(machine: Machine) -> None:
    layout, structs = machine.program.layout, machine.program.structs
    for variable in machine.program.globals:
        if variable.addressable:
            size = layout.size_of(variable.type, structs)
            block = Block(size, zeroed=True, origin="static", site=variable.name)
            machine.globals.append(machine.new_block(block))
        else:
            machine.globals.append(default_value(variable.type))
    machine.first_dynamic = machine.next_object


def _initialise(
    machine: Machine, index: int, variable: VariableDeclaration, decided: dict[str, tuple[Opening, int]]
) -> None:
    evaluator = machine.compiled.evaluator
    match variable.initial:
        case None:
            pass
        case Memory(PackedCells() as cells):
            number = machine.globals[index]
            assert isinstance(number, int)
            block = machine.objects[number]
            assert isinstance(block, Block)
            storage, mask = f"u{cells.step}", (1 << cells.element.width) - 1
            block.cells.update(
                (position * cells.step, (storage, value & mask)) for position, value in enumerate(cells.values) if value
            )
        case Memory(cells):
            for offset, expression in cells:
                _store(
                    machine, index, offset, expression.type, evaluator(expression)([], machine.globals, machine, None)
                )
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
            opening, decision = decided[variable.name]
            if not isinstance(opening.choices, Choices):
                machine.ending = machine.ending or opening.choices
                return
            values = opening.choices.values
            if values is not None and decision not in values:
                raise UsageError(f"{decision} is no possible initial value of {variable.name}")
            _set(machine, index, variable, opening.decided([], machine.globals, machine, None, decision))
        case expression:
            _set(machine, index, variable, evaluator(expression)([], machine.globals, machine, None))


def _set(machine: Machine, index: int, variable: VariableDeclaration, value: object) -> None:
    bound = machine.compiled.bound_of(variable)
    if bound is not None and isinstance(value, int) and not bound[1] <= value <= bound[2]:
        name, low, high = bound
        machine.ending = machine.ending or Cut(f"{name} <= {high}" if value > high else f"{name} >= {low}", True)
    if variable.addressable:
        _store(machine, index, 0, variable.type, value)
    else:
        machine.globals[index] = value


def _store(machine: Machine, index: int, offset: int, kind: Type, value: object) -> None:
    number = machine.globals[index]
    assert isinstance(number, int)
    machine.store_value((number, offset), kind, value)
