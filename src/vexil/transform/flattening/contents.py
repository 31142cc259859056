"""What is in memory at the beginning, as the interpreter fills it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Operator
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block
from vexil.model.guarded.expressions import Expr, apply, number
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory import begin, written
from vexil.transform.flattening.memory_plan import MemoryObject
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.pointers import packed


@dataclass(frozen=True)
class Beginning:
    """A machine at its beginning, the numbers of its objects in the system, and the positions of globals."""

    machine: Machine
    numbers: dict[object, int]
    slots: dict[str, int]


def beginning(encoding: Encoding) -> Beginning:
    """The beginning of a run; where it is open, one of many."""
    machine = Machine(encoding.compiled)
    decisions = []
    for name, choices in machine.initial_choices():
        if encoding.program.global_variables[name].addressable:
            raise NotFlat(f"the variable {name}", "it is in memory and open at the beginning")
        if choices.values is None:
            raise NotFlat(
                f"the variable {name}", "it is open over infinitely many values", option=f"--bound {name}=LOW..HIGH"
            )
        decisions.append(choices.values[0])
    machine.reset(decisions)
    slots = {variable.name: index for index, variable in enumerate(encoding.program.globals)}
    numbers = {machine.globals[slots[name]]: item.first for name, item in encoding.memory.globals.items()}
    return Beginning(machine, numbers, slots)


def _contents(encoding: Encoding, begun: Beginning, name: str, item: MemoryObject) -> Iterator[tuple[str, int, int]]:
    """Storage, position and number of every cell of a global that is not zero at the beginning."""
    machine, numbers = begun.machine, begun.numbers
    block = machine.objects[machine.globals[begun.slots[name]]]  # type: ignore[index]
    assert isinstance(block, Block)
    for storage, offsets in item.cells.items():
        for position, offset in enumerate(offsets):
            value = machine.memory.read(block, offset, storage.replace("b", "u"), int(storage[1:]))
            content = number_of(encoding, value, numbers, name)
            if content:
                yield storage, position, content


def filled(encoding: Encoding, begun: Beginning, body: Body) -> None:
    """Add statements that give static memory its contents."""
    for name, item in encoding.memory.globals.items():
        if encoding.program.global_variables[name].initial is None:
            continue
        for storage, position, content in _contents(encoding, begun, name, item):
            cell = encoding.storage.at(f"memory {storage}", number(item.firsts[storage] + position))
            body.emit(cell.write(number(content, cell.kind)))


def own_contents(encoding: Encoding, template: TemplatePlan, thread: Expr, body: Body) -> None:
    """Add statements that give a thread its own copies of globals in memory."""
    begun = beginning(encoding) if encoding.memory.own else None
    for (root, name), item in encoding.memory.own.items():
        if root != template.root or begun is None:
            continue
        copy = number(0) if item.copies == 1 else thread
        begin(encoding, item, copy, body)
        initial = {
            (storage, position): content for storage, position, content in _contents(encoding, begun, name, item)
        }
        for storage, offsets in item.cells.items():
            kind = encoding.storage.shared[f"memory {storage}"].type
            for position in range(len(offsets)):
                start = apply(Operator.MULTIPLY, copy, number(len(offsets)))
                index = apply(Operator.ADD, start, number(item.firsts[storage] + position))
                body.emit(*written(encoding, storage, index, number(initial.get((storage, position), 0), kind)))


def number_of(encoding: Encoding, value: object, numbers: dict[object, int], name: str) -> int:
    """The number that stands for a value of the machine at its beginning."""
    match value:
        case (int() as item, int() as offset):
            if item < 0:
                return packed(encoding.memory.code, -1 - item)
            if item == 0:
                return packed(0, offset)
            if item not in numbers:
                raise NotFlat(f"the variable {name}", "it points to something that nothing else uses")
            return packed(numbers[item], offset)
        case int():
            return value
        case _:
            raise NotFlat(f"the variable {name}", "it holds a value that is not modelled")
