"""How runs begin: the values of globals, what is open about them, and what the interpreter puts into memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Operator
from vexil.ir.interpreter import Choices, Machine
from vexil.ir.interpreter.initial import openings
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.state import Cut, Undefined
from vexil.ir.operation_parts import Domain, Origin
from vexil.model.explore import CHOICE_LIMIT
from vexil.model.guarded.expressions import TRUE, Expr, Variable, apply, cast, number, read
from vexil.model.guarded.system import Assign, Choice, Command
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.cells import Cell
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory import begin, written
from vexil.transform.flattening.memory_plan import MemoryObject
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.pointers import packed
from vexil.transform.flattening.values import WIDE


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


OPEN = "in an initial value"


def constant_values(encoding: Encoding, begun: Beginning | None = None) -> dict[str, int]:
    """The values of the global registers that are not open."""
    begun = begun or beginning(encoding)
    constants: dict[str, int] = {}
    for variable in encoding.program.globals:
        is_open = isinstance(variable.initial, Domain)
        if variable.name in encoding.synchronisation.used.globals and not variable.addressable and not is_open:
            value = number_of(encoding, begun.machine.globals[begun.slots[variable.name]], begun.numbers, variable.name)
            constants[variable.name] = encoding.values.constant(value, variable.type)
    return constants


def own_values(encoding: Encoding, template: TemplatePlan, thread: Expr) -> Iterator[tuple[Cell, Expr]]:
    """What the globals that every thread has for itself are at its beginning."""
    values = constant_values(encoding) if encoding.storage.own else {}
    for (root, name), held in encoding.storage.own.items():
        if root == template.root:
            if name not in values:
                raise NotFlat(f"the variable {name}", "every thread has its own, and its first value is open")
            if values[name]:
                cell = Cell(held.variable, held.variable.type, number(0), thread)
                yield cell, number(values[name], cell.kind)


def first_command(encoding: Encoding) -> Command:
    """Give every global its value, and begin with one thread."""
    body = Body()
    choices: list[Choice] = []
    begun = beginning(encoding)
    constants = constant_values(encoding, begun)
    compiled = encoding.compiled
    for variable in encoding.program.globals:
        if variable.name not in encoding.storage.globals:
            continue
        cell = Cell(encoding.storage.globals[variable.name].variable, encoding.values.of(variable.type), number(0))
        if variable.name in constants:
            value = constants[variable.name]
            bound = compiled.bound_of(variable)
            if bound is not None and variable.initial is not None and not bound[1] <= value <= bound[2]:
                name, low, high = bound
                reason = f"{name} <= {high}" if value > high else f"{name} >= {low}"
                body.fail(TRUE, encoding.endings.over_bound(reason))
            elif value:
                body.emit(cell.write(number(value, cell.kind)))
    total = 1
    fresh = Machine(compiled)
    for opening in openings(fresh):
        declaration = encoding.program.global_variables[opening.name]
        if opening.name not in encoding.storage.globals:
            raise NotFlat(f"the variable {opening.name}", "it is open at the beginning and no register that is shared")
        cell = Cell(encoding.storage.globals[opening.name].variable, encoding.values.of(declaration.type), number(0))
        match opening.choices:
            case Cut(reason, _):
                body.fail(TRUE, encoding.endings.over_bound(reason))
            case Undefined(kind):
                body.fail(TRUE, encoding.endings.undefined(kind, OPEN))
            case Choices(values, _) as offered:
                count = offered.count
                total *= count or 0
                if values is None or count is None or total > CHOICE_LIMIT:
                    raise NotFlat(
                        f"the variable {opening.name}",
                        f"it is open over more than {CHOICE_LIMIT} values",
                        option=f"--bound {opening.name}=LOW..HIGH",
                    )
                choice = Choice(f"initial {opening.name}", number(count), TRUE, Origin.ENVIRONMENT)
                choices.append(choice)
                given = [opening.decided([], fresh.globals, fresh, None, value) for value in values]
                decided = [number_of(encoding, value, begun.numbers, opening.name) for value in given]
                decided = [encoding.values.constant(value, declaration.type) for value in decided]
                body.emit(cell.write(_selected(encoding, choice, decided, cell, opening.name)))
                bound = compiled.bound_of(declaration)
                if bound is not None:
                    _hold(encoding, body, cell, bound)
            case _:
                raise NotFlat(f"the variable {opening.name}", "it has no first value")
    filled(encoding, begun, body)
    entry = encoding.plan.templates[0]
    root = encoding.program.functions[entry.root]
    for variable in root.variables.values():
        if variable.addressable:
            begin(encoding, encoding.memory.locals[entry.root, entry.root, variable.name], number(0), body)
    own_contents(encoding, entry, number(0), body)
    for own, first_value in own_values(encoding, entry, number(0)):
        body.emit(own.write(first_value))
    depth = encoding.storage.depths.get((entry.root, entry.root))
    if depth is not None:
        body.emit(Assign(depth, number(0), number(1, depth.type), number(0)))
    place = entry.places[entry.root, encoding.program.functions[entry.root].entry]
    body.emit(Assign(entry.counter, number(0), number(place, entry.counter.type), number(0)))
    return Command(TRUE, body.block(), tuple(choices))


def _selected(encoding: Encoding, choice: Choice, values: list[int], cell: Cell, name: str) -> Expr:
    first = values[0]
    if values == list(range(first, first + len(values))):
        return cast(apply(Operator.ADD, cast(choice.value(), WIDE), number(first, WIDE)), cell.kind)
    table = Variable(f"values of {name}", cell.kind, len(values), tuple(values), constant=True)
    encoding.storage.tables.append(table)
    return read(table, choice.value())


def _hold(encoding: Encoding, body: Body, cell: Cell, bound: tuple[str, int, int]) -> None:
    name, low, high = bound
    value, kind = cell.read(), cell.kind
    for operator, limit, word in ((Operator.GREATER, high, "<="), (Operator.LESS, low, ">=")):
        if kind.low <= limit <= kind.high:
            body.fail(
                apply(operator, value, number(limit, kind)), encoding.endings.over_bound(f"{name} {word} {limit}")
            )
