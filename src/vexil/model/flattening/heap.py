"""Allocation: the least free object of a site's pool, after forgetting what nothing reaches when there is none."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.operation_parts import NewArray, NewObject
from vexil.ir.operations import Allocate, ChooseInstance
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type, is_reference
from vexil.model.flattening import references
from vexil.model.flattening.body import Body
from vexil.model.flattening.cells import Cell
from vexil.model.flattening.errors import NotFlat
from vexil.model.flattening.objects import Pool
from vexil.model.flattening.translate import Translator
from vexil.model.flattening.values import WIDE
from vexil.model.flattening.world import World
from vexil.model.flattening.writing import store
from vexil.model.guarded.expressions import (
    TRUE,
    WORD,
    Expr,
    Local,
    apply,
    both,
    cast,
    equal,
    negated,
    number,
    read,
)
from vexil.model.guarded.system import Assign, Block, For, If, Statement


def allocate(translator: Translator, operation: Allocate) -> None:
    """Create an object and write its reference."""
    world, body = translator.world, translator.body
    assert body is not None
    kind: Type
    length: Expr | None = None
    match operation.what:
        case NewObject(class_name):
            kind = ReferenceType(class_name)
        case NewArray(element, size):
            kind = ArrayReferenceType(element)
            length = body.let("length", translator.value(size))
        case _:
            raise NotFlat("memory", "it is not modelled", where=translator.scope.edge_id)
    pool = next(item for item in world.objects.pools if (item.site, item.kind) == (operation.site, kind))
    if length is not None:
        _check_length(translator, length, pool)
    reference = _free(translator, pool)
    body.emit(world.storage.at("allocated", reference).write(TRUE))
    if length is not None:
        first, _ = world.objects.all_arrays
        cell = world.storage.at("array lengths", apply(Operator.SUBTRACT, cast(reference, WORD), number(first)))
        body.emit(cell.write(length))
    store(translator, operation.place, reference)


def _check_length(translator: Translator, length: Expr, pool: Pool) -> None:
    if length.type.signed:
        negative = apply(Operator.LESS, length, number(0, length.type))
        translator.undefined(negative, "negative-array-size")
    limit = translator.world.bounds.array_length
    most = pool.length if limit is None else limit
    long = apply(Operator.GREATER, cast(length, WIDE), number(most, WIDE))
    translator.end(long, translator.world.endings.over_bound(f"array length <= {most}"))


def _free(translator: Translator, pool: Pool) -> Expr:
    """The least free object of a pool; the run is cut when there is none."""
    world, body = translator.world, translator.body
    assert body is not None
    limit = world.objects.limit(pool.site)
    most = pool.count if limit is None else limit
    ending = world.endings.over_bound(f"instances at {pool.site} <= {most}")
    siblings = [item for item in world.objects.pools if item.site == pool.site]
    crowded = both(*(_taken(world, number(item)) for item in range(pool.first, pool.end)))
    if limit is not None and sum(item.count for item in siblings) > limit:
        live: Expr = number(0)
        for item in siblings:
            for index in range(item.first, item.end):
                live = apply(Operator.ADD, live, cast(_taken(world, number(index)), WORD))
        crowded = apply(Operator.GREATER_EQUAL, live, number(limit))
    body.emit(If(crowded, collect(world, body)))
    body.fail(crowded, ending)
    kind = world.values.reference
    found: Expr = number(pool.end - 1, kind)
    for index in reversed(range(pool.first, pool.end - 1)):
        found = apply(Operator.IF, _taken(world, number(index)), found, number(index, kind))
    return body.let("object", found)


def _taken(world: World, index: Expr) -> Expr:
    return world.storage.at("allocated", index).read()


# --- forgetting what nothing reaches ---------------------------------------------------------------------


def collect(world: World, body: Body) -> Block:
    """Statements that free every object that cannot be reached."""
    storage, count = world.storage, world.objects.count
    marked = storage.shared["marked"]
    statements: list[Statement] = []

    def mark(value: Expr) -> Statement:
        return Assign(marked, cast(value, WORD), TRUE)

    for held in storage.reference_holders():
        statements += _of_all(
            world,
            body,
            held.variable.template,
            held.variable.length,
            Cell(held.variable, held.variable.type, number(0)),
            mark,
        )
    for (root, word), variable in storage.marks.items():
        if word == "exception":
            statements += _of_all(world, body, root, 1, Cell(variable, variable.type, number(0)), mark)
        elif word in ("waits on", "releases") and world.needs.lock_objects:
            statements += _of_all(
                world, body, root, 1, Cell(variable, variable.type, number(0)), _key_mark(world, mark)
            )
    for name in sorted(_choosable(world)):
        for first, end in world.objects.of_type(ReferenceType(name)):
            statements += [If(_taken(world, number(index)), (mark(number(index)),)) for index in range(first, end)]
    turn, which = body.names.fresh("k"), body.names.fresh("k")
    this = apply(Operator.ADD, Local(which, WORD), number(1))
    follow = _follow(world, body, this, mark)
    if follow:
        inner = If(both(read(marked, this), _taken(world, this)), follow)
        statements.append(For(turn, count, (For(which, count, (inner,)),)))
    last = body.names.fresh("k")
    this = apply(Operator.ADD, Local(last, WORD), number(1))
    lost = both(_taken(world, this), negated(read(marked, this)))
    statements.append(
        For(last, count, (If(lost, _erase(world, body, this)), Assign(marked, this, number(0, marked.type))))
    )
    statements.append(Assign(marked, number(0), number(0, marked.type)))
    return tuple(statements)


def _key_mark(world: World, mark):  # type: ignore[no-untyped-def]
    from vexil.model.guarded.expressions import is_const

    first = world.needs.lock_numbers

    def marked(value: Expr) -> Statement:
        assert not is_const(value, 0)
        reference = apply(Operator.SUBTRACT, cast(value, WORD), number(first + 1))
        return If(apply(Operator.GREATER, cast(value, WORD), number(first)), (mark(reference),))

    return marked


def _of_all(world: World, body: Body, root: str | None, length: int, cell: Cell, mark) -> list[Statement]:  # type: ignore[no-untyped-def]
    """A statement for every element of a variable of every thread."""
    index: Expr = number(0)
    thread: Expr | None = None
    loops: list[tuple[str, int]] = []
    if length > 1:
        loops.append((body.names.fresh("k"), length))
        index = Local(loops[-1][0], WORD)
    if root is not None:
        count = world.plan.of(root).count
        thread = number(0)
        if count > 1:
            loops.append((body.names.fresh("k"), count))
            thread = Local(loops[-1][0], WORD)
    statement: Statement = mark(Cell(cell.variable, cell.kind, index, thread).read())
    for name, count in loops:
        statement = For(name, count, (statement,))
    return [statement]


def _follow(world: World, body: Body, this: Expr, mark) -> Block:  # type: ignore[no-untyped-def]
    found: list[Statement] = []
    for (class_name, _), held in world.storage.fields.items():
        if is_reference(held.type):
            first, end = world.objects.instances(class_name)
            index = apply(Operator.SUBTRACT, this, number(first))
            found.append(If(references.within(this, [(first, end)]), (mark(read(held.variable, index)),)))
    held_elements = world.storage.elements.get("reference")
    if held_elements is not None:
        first, end = world.objects.arrays(held_elements.type)
        stride = world.objects.stride(held_elements.type)
        counter = body.names.fresh("k")
        start = apply(Operator.MULTIPLY, apply(Operator.SUBTRACT, this, number(first)), number(stride))
        index = apply(Operator.ADD, start, Local(counter, WORD))
        loop = For(counter, stride, (mark(read(held_elements.variable, index)),))
        found.append(If(references.within(this, [(first, end)]), (loop,)))
    return tuple(found)


def _erase(world: World, body: Body, this: Expr) -> Block:
    """Statements after which an object is as new."""
    storage, objects = world.storage, world.objects
    found: list[Statement] = [
        Cell(storage.shared["allocated"], storage.shared["allocated"].type, this).write(negated(TRUE))
    ]
    for (class_name, _), held in storage.fields.items():
        first, end = objects.instances(class_name)
        index = apply(Operator.SUBTRACT, this, number(first))
        zero = Assign(held.variable, index, number(0, held.variable.type))
        found.append(If(references.within(this, [(first, end)]), (zero,)))
    for held in storage.elements.values():
        first, end = objects.arrays(held.type)
        stride = objects.stride(held.type)
        counter = body.names.fresh("k")
        start = apply(Operator.MULTIPLY, apply(Operator.SUBTRACT, this, number(first)), number(stride))
        index = apply(Operator.ADD, start, Local(counter, WORD))
        loop = For(counter, stride, (Assign(held.variable, index, number(0, held.variable.type)),))
        found.append(If(references.within(this, [(first, end)]), (loop,)))
    first, end = objects.all_arrays
    if end > first:
        lengths = storage.shared["array lengths"]
        zero = Assign(lengths, apply(Operator.SUBTRACT, this, number(first)), number(0, lengths.type))
        found.append(If(references.within(this, [(first, end)]), (zero,)))
    if world.needs.lock_objects:
        key = apply(Operator.ADD, this, number(world.needs.lock_numbers))
        held_by = [storage.shared[name] for name in ("owner", "held") if name in storage.shared]
        found += [Assign(variable, key, number(0, variable.type)) for variable in held_by]
    return tuple(found)


def _choosable(world: World) -> set[str]:
    """The classes of which the program may choose an instance."""
    return {
        edge.operation.class_name
        for function in world.program.functions.values()
        for edge in function.edges
        if isinstance(edge.operation, ChooseInstance)
    }


def is_candidate(world: World, chosen: Expr, operation: ChooseInstance) -> Expr:
    """Whether an object, by its number, may be chosen."""
    spans = world.objects.of_type(ReferenceType(operation.class_name))
    found = both(references.within(chosen, spans), _taken(world, chosen)) if spans else number(0, TRUE.type)
    if not operation.nullable:
        return found
    from vexil.model.guarded.expressions import either

    return either(equal(chosen, number(0, chosen.type)), found)
