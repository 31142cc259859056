"""Operations on memory as a whole: allocation, release, lifetimes, copies and fills."""

from __future__ import annotations

from vexil.analysis.chosen_values.pieces import is_total
from vexil.ir.expressions import Deref, Expr, Operator
from vexil.ir.expressions import Variable as IrVariable
from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate, BeginLifetime, Copy, EndLifetime, Fill, Release
from vexil.ir.types import Type
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import WORD, Local, Self, both, cast, equal, negated, number
from vexil.model.guarded.system import For, If, Let, Statement
from vexil.transform.flattening import memory, pointers, references
from vexil.transform.flattening.cells import BYTE
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory_plan import POINTER, MemoryObject
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator
from vexil.transform.flattening.values import WIDE

LONGEST = 4096
"""Longer ranges are not copied or filled."""


def allocate(translator: Translator, operation: Allocate) -> None:
    """Let the least free block of an allocation live."""
    encoding, body = translator.encoding, translator.body
    what = operation.what
    assert isinstance(what, NewMemory)
    root = "" if translator.scope.template is None else translator.scope.template.root
    if what.on_stack:
        item = encoding.memory.stack_blocks[root, translator.scope.edge_id]
    else:
        item = encoding.memory.blocks[translator.scope.edge_id]
    is_computed = item.first >= encoding.memory.first_computed
    size = None
    if is_computed or not is_total(what.size):
        size = body.let("size", translator.value(what.size))
    if size is not None and is_computed:
        if size.type.signed:
            translator.undefined(flat.apply(Operator.LESS, size, number(0, size.type)), "negative-size")
        else:
            huge = flat.apply(Operator.LESS, cast(size, WIDE), number(0, WIDE))
            translator.undefined(huge, "excessive-size")
        large = flat.apply(Operator.GREATER, cast(size, WIDE), number(item.size, WIDE))
        translator.end(large, encoding.endings.over_bound(f"bytes at {operation.site} <= {item.size}"))
    candidates = [_copy_number(translator, item, index) for index in range(_own_copies(translator, item))]
    taken = [pointers.is_live(translator, _plus(candidate, item.first)) for candidate in candidates]
    limit = encoding.bounds.sites.get(operation.site, encoding.bounds.instances)
    most = len(candidates) if limit is None else limit
    body.fail(both(*taken), encoding.endings.over_bound(f"instances at {operation.site} <= {most}"))
    copy: flat.Expr = candidates[-1]
    for candidate, is_taken in reversed(list(zip(candidates[:-1], taken[:-1], strict=True))):
        copy = flat.apply(Operator.IF, is_taken, copy, candidate)
    copy = body.let("copy", copy)
    memory.begin(encoding, item, copy, body)
    cell = memory.size_cell(encoding, item, copy)
    if cell is not None and size is not None:
        body.emit(cell.write(size))
    if what.zeroed:
        for storage, offsets in item.cells.items():
            start = flat.apply(Operator.MULTIPLY, copy, number(len(offsets)))
            counter = body.names.fresh("k")
            first = flat.apply(Operator.ADD, start, number(item.firsts[storage]))
            place = flat.apply(Operator.ADD, first, Local(counter, WORD))
            zero = number(0, encoding.storage.shared[f"memory {storage}"].type)
            body.emit(For(counter, len(offsets), tuple(memory.written(translator.encoding, storage, place, zero))))
    store(translator, operation.place, memory.pointer_to(item, copy))


def _own_copies(translator: Translator, item: MemoryObject) -> int:
    """How many copies of a block the moving thread may use."""
    template = translator.scope.template
    return item.copies if item.root is None or template is None else item.copies // template.count


def _copy_number(translator: Translator, item: MemoryObject, index: int) -> flat.Expr:
    """The number of one of these copies among all."""
    template = translator.scope.template
    if item.root is None or template is None or template.count == 1:
        return number(index)
    first = flat.apply(Operator.MULTIPLY, Self(), number(_own_copies(translator, item)))
    return flat.apply(Operator.ADD, first, number(index))


def _plus(copy: flat.Expr, first: int) -> flat.Expr:
    if isinstance(copy, flat.Const):
        return number(copy.value + first)
    return flat.apply(Operator.ADD, copy, number(first))


def end_stack_blocks(translator: Translator, functions: tuple[str, ...]) -> None:
    """End the life of what the moving thread has allocated for the life of functions."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    for (root, edge), item in encoding.memory.stack_blocks.items():
        if root == template.root and edge.rpartition("#")[0] in functions:
            for index in range(_own_copies(translator, item)):
                memory.end(encoding, item, _copy_number(translator, item, index), body)


def _release_stack(translator: Translator, operation: Release) -> None:
    """End the life of memory that the moving thread has allocated on its stack."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    pointer = body.let("p", translator.value(operation.pointer))
    candidates = []
    for (root, _), item in encoding.memory.stack_blocks.items():
        if root == template.root:
            for index in range(_own_copies(translator, item)):
                copy = _copy_number(translator, item, index)
                here = both(
                    equal(pointer, memory.pointer_to(item, copy)), pointers.is_live(translator, _plus(copy, item.first))
                )
                candidates.append((here, item, copy))
    null = equal(pointer, number(0, POINTER))
    translator.undefined(negated(flat.either(null, *(here for here, _, _ in candidates))), "invalid-release")
    cases = []
    for here, item, copy in candidates:
        branch = body.branch()
        memory.end(encoding, item, copy, branch)
        cases.append((here, branch))
    body.cases(cases)


def release(translator: Translator, operation: Release) -> None:
    """End the life of a heap object; null is no operation."""
    encoding, body = translator.encoding, translator.body
    if operation.on_stack:
        _release_stack(translator, operation)
        return
    pointer = body.let("p", translator.value(operation.pointer))
    null = equal(pointer, number(0, POINTER))
    translator.undefined(both(negated(null), negated(pointers.is_heap_base(translator, pointer))), "invalid-release")
    number_of = body.let("o", pointers.object_of(pointer))
    cases = []
    for item in encoding.memory.objects:
        if item.is_heap:
            branch = body.branch()
            copy = flat.apply(Operator.SUBTRACT, number_of, number(item.first)) if item.copies > 1 else number(0)
            memory.end(encoding, item, copy, branch)
            cases.append((references.within(number_of, [(item.first, item.end)]), branch))
    body.cases(cases)


def begin_lifetime(translator: Translator, operation: BeginLifetime) -> None:
    """Give a local variable fresh memory."""
    item, copy = memory.object_named(translator, operation.variable)
    memory.end(translator.encoding, item, copy, translator.body)
    memory.begin(translator.encoding, item, copy, translator.body)


def end_lifetime(translator: Translator, operation: EndLifetime) -> None:
    """End the life of a local variable's memory."""
    item, copy = memory.object_named(translator, operation.variable)
    memory.end(translator.encoding, item, copy, translator.body)


# --- ranges ----------------------------------------------------------------------------------------------


def whole(translator: Translator, place: Expr) -> flat.Expr:
    """Where an aggregate is."""
    match place:
        case IrVariable():
            return memory.address_of(translator, place)
        case Deref((pointer,), _):
            return translator.value(pointer)
        case _:
            raise NotFlat(f"a value of type {place.type}", "it is not modelled", where=translator.scope.edge_id)


def copy_structure(translator: Translator, kind: Type, target: flat.Expr, source: flat.Expr) -> None:
    """Copy a structure or array from one address to another."""
    program = translator.encoding.program
    _copy(translator, target, source, number(program.layout.size_of(kind, program.structs), WIDE))


def assign_aggregate(translator: Translator, place: Expr, value: Expr) -> None:
    """Copy a structure or array."""
    source = whole(translator, value)
    copy_structure(translator, value.type, whole(translator, place), source)


def copy(translator: Translator, operation: Copy) -> None:
    """Copy bytes."""
    target, source = translator.value(operation.target), translator.value(operation.source)
    size = cast(translator.value(operation.size), WIDE)
    _copy(translator, target, source, size)


def _range(translator: Translator, pointer: flat.Expr, size: flat.Expr) -> flat.Expr:
    """Check a range of bytes; where it begins in the tables."""
    encoding, body = translator.encoding, translator.body
    pointer = body.let("p", pointer)
    item, offset = body.let("o", pointers.object_of(pointer)), body.let("b", pointers.offset_of(pointer))
    translator.undefined(equal(pointer, number(0, POINTER)), "null-dereference")
    translator.undefined(negated(pointers.is_live(translator, item)), "invalid-dereference")
    end = flat.apply(Operator.ADD, cast(offset, WIDE), size)
    outside = flat.apply(Operator.GREATER, end, cast(pointers.size_of(translator, item), WIDE))
    translator.undefined(flat.either(flat.apply(Operator.LESS, offset, number(0)), outside), "out-of-bounds")
    base = flat.apply(Operator.ADD, cast(flat.read(encoding.memory.bases, item), WORD), offset)
    return body.let("base", base)


def _length(translator: Translator, size: flat.Expr) -> int:
    """The most bytes of a range; a longer one cuts the run."""
    translator.undefined(flat.apply(Operator.LESS, size, number(0, WIDE)), "negative-size")
    if isinstance(size, flat.Const):
        return max(0, size.value)
    return min(LONGEST, max((item.size for item in translator.encoding.memory.objects), default=0))


def _copy(translator: Translator, target: flat.Expr, source: flat.Expr, size: flat.Expr) -> None:
    """Copy cell by cell; the layouts agree where both have cells."""
    encoding, body = translator.encoding, translator.body
    size = body.let("size", size)
    most = _length(translator, size)
    start = _range(translator, source, size)
    goal = body.let("p", target)
    there = _range(translator, goal, size)
    memory.refuse_constant(translator, goal)
    if most > LONGEST:
        raise NotFlat("a copy", f"of {most} bytes", where=translator.scope.edge_id)
    for storage in encoding.memory.counts:
        table = encoding.memory.cells_table(storage)
        array = encoding.storage.shared[f"memory {storage}"]
        counter = body.names.fresh("k")
        at = Local(counter, WORD)
        forward = flat.apply(Operator.LESS_EQUAL, there, start)
        last = flat.apply(Operator.SUBTRACT, flat.apply(Operator.SUBTRACT, cast(size, WORD), number(1)), at)
        step = body.names.fresh("s")
        here = Local(step, WORD)
        moved = flat.read(table, flat.apply(Operator.ADD, start, here))
        given = flat.read(table, flat.apply(Operator.ADD, there, here))
        one = flat.apply(Operator.SUBTRACT, cast(moved, WORD), number(1))
        two = flat.apply(Operator.SUBTRACT, cast(given, WORD), number(1))
        exists = both(
            flat.apply(Operator.DIFFERENT, moved, number(0, moved.type)),
            flat.apply(Operator.DIFFERENT, given, number(0, given.type)),
        )
        work: list[Statement] = [encoding.storage.at(f"memory {storage}", two).write(flat.read(array, one))]
        work += _copied_mark(translator, storage, one, two)
        inner = If(exists, tuple(work))
        body.emit(
            For(
                counter,
                most,
                (
                    If(
                        flat.apply(Operator.LESS, cast(at, WIDE), size),
                        (Let(step, flat.apply(Operator.IF, forward, at, last)), inner),
                    ),
                ),
            )
        )


def _copied_mark(translator: Translator, storage: str, one: flat.Expr, two: flat.Expr) -> list[Statement]:
    encoding = translator.encoding
    if f"written {storage}" not in encoding.storage.shared:
        return []
    static = encoding.memory.static_cells.get(storage, 0)
    bits = encoding.storage.shared[f"written {storage}"]
    always = flat.apply(Operator.LESS, one, number(static))
    all_known = number(bits.type.high, bits.type)
    bit = flat.apply(
        Operator.IF, always, all_known, flat.read(bits, flat.apply(Operator.SUBTRACT, one, number(static)))
    )
    place = encoding.storage.at(f"written {storage}", flat.apply(Operator.SUBTRACT, two, number(static)))
    return [If(flat.apply(Operator.GREATER_EQUAL, two, number(static)), (place.write(bit),))]


def fill(translator: Translator, operation: Fill) -> None:
    """Set bytes; the layout says that cells of several bytes are set to zero only."""
    encoding, body = translator.encoding, translator.body
    target = body.let("p", translator.value(operation.target))
    value = body.let("byte", cast(translator.value(operation.value), BYTE))
    size = body.let("size", cast(translator.value(operation.size), WIDE))
    most = _length(translator, size)
    if most > LONGEST:
        raise NotFlat("a fill", f"of {most} bytes", where=translator.scope.edge_id)
    start = _range(translator, target, size)
    memory.refuse_constant(translator, target)
    for storage in encoding.memory.counts:
        table = encoding.memory.cells_table(storage)
        counter = body.names.fresh("k")
        at = Local(counter, WORD)
        entry = flat.read(table, flat.apply(Operator.ADD, start, at))
        index = flat.apply(Operator.SUBTRACT, cast(entry, WORD), number(1))
        kind = encoding.storage.shared[f"memory {storage}"].type
        put = value if storage in ("u1", "b1") else number(0, kind)
        work = tuple(memory.written(translator.encoding, storage, index, cast(put, kind)))
        inner = If(flat.apply(Operator.DIFFERENT, entry, number(0, entry.type)), work)
        body.emit(For(counter, most, (If(flat.apply(Operator.LESS, cast(at, WIDE), size), (inner,)),)))
