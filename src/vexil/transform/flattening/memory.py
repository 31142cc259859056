"""Scalars in memory: reading, writing, and the lives of objects."""

from __future__ import annotations

from vexil.analysis import AbstractObject
from vexil.ir.expressions import Operator
from vexil.ir.expressions import Variable as IrVariable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.types import BoolType, Type
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import BIT, FALSE, TRUE, WORD, Local, Self, both, cast, equal, negated, number
from vexil.model.guarded.system import Assign, Block, For, If, Statement
from vexil.transform.flattening import octets, pointers, references
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.cells import Cell
from vexil.transform.flattening.encoding import Encoding, Evaluation
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory_plan import OFFSET_BITS, POINTER, RECORDS, MemoryObject

# --- where things are ------------------------------------------------------------------------------------


def copy_of(evaluation: Evaluation, item: MemoryObject, function: str | None) -> flat.Expr:
    """Which copy of a variable the thread and activation in question have."""
    template, thread = evaluation.scope.template, evaluation.scope.thread
    if item.root is None or item.copies == 1:
        return number(0)
    assert template is not None
    index: flat.Expr = number(0)
    if template.count > 1:
        index = Self() if thread is None else thread
    depth = 1 if function is None else template.depths.get(function, 1)
    if depth == 1:
        return index
    assert function is not None
    level = evaluation.encoding.storage.depth_index(template, function, thread)
    return flat.apply(Operator.ADD, flat.apply(Operator.MULTIPLY, index, number(depth)), level)


def object_named(evaluation: Evaluation, variable: IrVariable) -> tuple[MemoryObject, flat.Expr]:
    """The memory of an addressable variable, and which copy."""
    memory, scope = evaluation.encoding.memory, evaluation.scope
    if variable.is_global:
        item = memory.globals.get(variable.name)
        if item is None:
            assert scope.template is not None
            item = memory.own[scope.template.root, variable.name]
        return item, copy_of(evaluation, item, None)
    assert scope.template is not None
    assert scope.function is not None
    item = memory.locals[scope.template.root, scope.function.name, variable.name]
    return item, copy_of(evaluation, item, scope.function.name)


def address_of(evaluation: Evaluation, variable: IrVariable) -> flat.Expr:
    """The address of an addressable variable."""
    item, copy = object_named(evaluation, variable)
    return pointer_to(item, copy)


def pointer_to(item: MemoryObject, copy: flat.Expr) -> flat.Expr:
    """The address of a copy of an object."""
    if isinstance(copy, flat.Const):
        return number(pointers.packed(item.first + copy.value, 0), POINTER)
    object_number = flat.apply(Operator.ADD, copy, number(item.first))
    return flat.apply(Operator.SHIFT_LEFT, cast(object_number, POINTER), number(OFFSET_BITS, POINTER))


# --- cells -----------------------------------------------------------------------------------------------


def _storage(evaluation: Evaluation, kind: Type) -> str:
    return storage_of(kind, evaluation.encoding.program.layout.pointer_width // 8)


def cell_at(
    evaluation: Evaluation, pointer: flat.Expr, kind: Type, *, is_octets: bool = False
) -> tuple[str, flat.Expr]:
    """The kind of storage and the number of the cell that a pointer points to, after all checks."""
    encoding = evaluation.encoding
    storage = _storage(evaluation, kind)
    size = int(storage[1:])
    pointer = evaluation.kept("p", pointer)
    item, offset = evaluation.kept("o", pointers.object_of(pointer)), evaluation.kept("b", pointers.offset_of(pointer))
    live = pointers.is_live(evaluation, item)
    evaluation.undefined(equal(pointer, number(0, POINTER)), "null-dereference")
    evaluation.undefined(negated(live), "invalid-dereference")
    fits = both(
        _at_least(offset, 0),
        flat.apply(
            Operator.LESS_EQUAL, flat.apply(Operator.ADD, offset, number(size)), pointers.size_of(evaluation, item)
        ),
    )
    if isinstance(item, flat.Const) and isinstance(offset, flat.Const):
        inside = (
            item.value <= encoding.memory.last and 0 <= offset.value <= encoding.memory.sizes.initial[item.value] - size
        )
        fits = TRUE if inside else FALSE
    evaluation.undefined(negated(fits), "out-of-bounds")
    if is_octets:
        return f"b{size}", _looked_up(evaluation, octets.OCTETS, item, offset)
    return storage, _looked_up(evaluation, storage, item, offset)


def _at_least(value: flat.Expr, least: int) -> flat.Expr:
    if isinstance(value, flat.Const):
        return TRUE if value.value >= least else FALSE
    return flat.apply(Operator.GREATER_EQUAL, value, number(least))


def _looked_up(evaluation: Evaluation, storage: str, item: flat.Expr, offset: flat.Expr) -> flat.Expr:
    """The number of a cell, from the tables; bytes without a cell are those of threads that there are not."""
    encoding = evaluation.encoding
    table, bases = encoding.memory.cells_table(storage), encoding.memory.bases
    ending = encoding.endings.over_bound(f"threads <= {encoding.plan.threads}")
    records = encoding.memory.globals.get(RECORDS)
    elsewhere = TRUE if records is None else negated(equal(item, number(records.first)))
    if isinstance(item, flat.Const) and isinstance(offset, flat.Const):
        place = bases.initial[item.value] + offset.value if item.value <= encoding.memory.last else 0
        entry = table.initial[place] if 0 <= place < len(table.initial) else 0
        if not entry:
            evaluation.undefined(elsewhere, "unexpected-access")
            evaluation.end(TRUE, ending)
        return number(max(0, entry - 1))
    there = flat.apply(Operator.ADD, cast(flat.read(bases, item), WORD), offset)
    cell = evaluation.kept("c", cast(flat.read(table, there), WORD))
    missing = equal(cell, number(0))
    evaluation.undefined(both(missing, elsewhere), "unexpected-access")
    if records is not None:
        evaluation.end(missing, ending)
    return flat.apply(Operator.SUBTRACT, cell, number(1))


def named_cell(evaluation: Evaluation, variable: IrVariable) -> tuple[str, flat.Expr]:
    """The cell of an addressable variable that is a scalar."""
    encoding = evaluation.encoding
    item, copy = object_named(evaluation, variable)
    storage = _storage(evaluation, variable.type)
    is_octets = item.name in encoding.memory.octets
    storage_of_cell = octets.OCTETS if is_octets else storage
    offsets = item.cells.get(storage_of_cell, ())
    if 0 not in offsets:
        raise NotFlat(f"the memory of {item.name}", "it is accessed in several ways", where=evaluation.scope.edge_id)
    if item.first > encoding.memory.statics:
        index = flat.apply(Operator.ADD, copy, number(item.first)) if item.copies > 1 else number(item.first)
        evaluation.undefined(negated(pointers.is_live(evaluation, index)), "invalid-dereference")
    start = number(item.firsts[storage_of_cell] + offsets.index(0))
    storage = f"b{storage[1:]}" if is_octets else storage
    if flat.is_const(copy, 0):
        return storage, start
    step = flat.apply(Operator.MULTIPLY, copy, number(len(offsets)))
    return storage, flat.apply(Operator.ADD, start, step)


def loaded(evaluation: Evaluation, storage: str, index: flat.Expr, kind: Type) -> flat.Expr:
    """The value of a cell."""
    encoding = evaluation.encoding
    if storage[0] == "b":
        return octets.loaded(evaluation, int(storage[1:]), index, kind)
    if f"memory {storage}" not in encoding.storage.shared:  # there is no such cell: the run has ended
        return number(0, encoding.values.of(kind))
    bit = _written(encoding, storage, index)
    if bit is not None:
        static = encoding.memory.static_cells.get(storage, 0)
        unwritten = negated(bit.read())
        if not isinstance(index, flat.Const) and static:
            unwritten = both(flat.apply(Operator.GREATER_EQUAL, index, number(static)), unwritten)
        evaluation.undefined(unwritten, "uninitialised-read")
    content = encoding.storage.at(f"memory {storage}", index).read()
    wanted = encoding.values.of(kind, where=evaluation.scope.edge_id)
    if isinstance(kind, BoolType):
        return flat.apply(Operator.DIFFERENT, content, number(0, content.type))
    return cast(content, wanted)


def _written(encoding: Encoding, storage: str, index: flat.Expr) -> Cell | None:
    """The bit that says whether a cell was written, unless it always is."""
    static = encoding.memory.static_cells.get(storage, 0)
    if f"written {storage}" not in encoding.storage.shared:
        return None
    if isinstance(index, flat.Const):
        return None if index.value < static else encoding.storage.at(f"written {storage}", number(index.value - static))
    return encoding.storage.at(f"written {storage}", flat.apply(Operator.SUBTRACT, index, number(static)))


def written(encoding: Encoding, storage: str, index: flat.Expr, value: flat.Expr) -> list[Statement]:
    """Statements that write a cell of the memory."""
    if storage[0] == "b":
        return octets.written(encoding, int(storage[1:]), index, value)
    if f"memory {storage}" not in encoding.storage.shared:
        return []
    cell = encoding.storage.at(f"memory {storage}", index)
    statements: list[Statement] = [cell.write(value)]
    bit = _written(encoding, storage, index)
    if bit is not None:
        static = encoding.memory.static_cells.get(storage, 0)
        mark: Statement = bit.write(TRUE)
        if not isinstance(index, flat.Const) and static:
            mark = If(flat.apply(Operator.GREATER_EQUAL, index, number(static)), (mark,))
        statements.append(mark)
    return statements


def refuse_constant(evaluation: Evaluation, pointer: flat.Expr) -> None:
    """A constant object must not be written."""
    spans = [(item.first, item.end) for item in evaluation.encoding.memory.objects if item.constant]
    evaluation.undefined(references.within(pointers.object_of(pointer), spans), "constant-write")


# --- lives -----------------------------------------------------------------------------------------------


def begin(encoding: Encoding, item: MemoryObject, copy: flat.Expr, body: Body) -> None:
    """Let an object live; its cells are as new."""
    body.emit(_live(encoding, item, copy).write(TRUE))


def _live(encoding: Encoding, item: MemoryObject, copy: flat.Expr) -> Cell:
    first = number(item.first - encoding.memory.statics - 1)
    return encoding.storage.at("live", first if flat.is_const(copy, 0) else flat.apply(Operator.ADD, copy, first))


def end(encoding: Encoding, item: MemoryObject, copy: flat.Expr, body: Body) -> None:
    """Let an object die: nothing of it is left, and pointers to it are to no object."""
    live = _live(encoding, item, copy)
    statements: list[Statement] = [live.write(number(0, BIT))]
    number_of = number(item.first) if flat.is_const(copy, 0) else flat.apply(Operator.ADD, copy, number(item.first))
    statements += _forget_pointers(encoding, item.name, number_of, body)
    size = size_cell(encoding, item, copy)
    if size is not None:
        statements.append(size.write(number(0, size.kind)))
    statements += erased(encoding, item, copy, body)
    body.emit(If(live.read(), tuple(statements)))


def size_cell(encoding: Encoding, item: MemoryObject, copy: flat.Expr) -> Cell | None:
    """Where the size of an object is kept, if it is computed."""
    if item.first < encoding.memory.first_computed:
        return None
    first = number(item.first - encoding.memory.first_computed)
    return encoding.storage.at("sizes", first if flat.is_const(copy, 0) else flat.apply(Operator.ADD, copy, first))


def erased(encoding: Encoding, item: MemoryObject, copy: flat.Expr, body: Body) -> list[Statement]:
    """Statements after which the cells of an object are as new, and no lock in it is held."""
    statements: list[Statement] = []
    for storage, offsets in item.cells.items():
        start: flat.Expr = number(item.firsts[storage])
        if not flat.is_const(copy, 0):
            start = flat.apply(Operator.ADD, start, flat.apply(Operator.MULTIPLY, copy, number(len(offsets))))
        statements += _each(body, start, len(offsets), lambda index, kind=storage: _reset(encoding, kind, index))
    statements += _free_locks(encoding, item, copy)
    return statements


def _each(body: Body, start: flat.Expr, count: int, write) -> list[Statement]:  # type: ignore[no-untyped-def]
    if count == 1:
        return list(write(start))
    counter = body.names.fresh("k")
    return [For(counter, count, tuple(write(flat.apply(Operator.ADD, start, Local(counter, WORD)))))]


def _reset(encoding: Encoding, storage: str, index: flat.Expr) -> Block:
    cell = encoding.storage.at(f"memory {storage}", index)
    bit = _written(encoding, storage, index)
    zero: list[Statement] = [cell.write(number(0, cell.kind))]
    if bit is not None:
        zero.append(bit.write(number(0, BIT)))
    return tuple(zero)


def _free_locks(encoding: Encoding, item: MemoryObject, copy: flat.Expr) -> list[Statement]:
    statements: list[Statement] = []
    for key in encoding.synchronisation.address_keys(item, copy):
        for name in ("owner", "held"):
            if name in encoding.storage.shared:
                cell = encoding.storage.at(name, key)
                statements.append(cell.write(number(0, cell.kind)))
    return statements


def _forget_pointers(encoding: Encoding, name: AbstractObject, item: flat.Expr, body: Body) -> list[Statement]:
    """Statements that make pointers to an object pointers to no object, wherever there may be one."""
    statements: list[Statement] = []
    dead = number(encoding.memory.dead << OFFSET_BITS, POINTER)
    low = number(pointers.MASK, POINTER)
    for variable in encoding.holders.of(name):
        threads = [None] if variable.template is None else list(range(encoding.plan.of(variable.template).count))
        for thread in threads:
            owner = None if thread is None else number(thread)

            def write(index: flat.Expr, variable=variable, owner=owner) -> Block:  # type: ignore[no-untyped-def]
                value = flat.read(variable, index, thread=owner)
                lost = flat.apply(Operator.BIT_OR, dead, flat.apply(Operator.BIT_AND, value, low))
                return (If(equal(pointers.object_of(value), item), (Assign(variable, index, lost, owner),)),)

            statements += _each(body, number(0), variable.length, write)
    return statements
