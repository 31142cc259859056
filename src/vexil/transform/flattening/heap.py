"""Allocation: the least free object of a site's pool, after a garbage collection when there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from vexil.ir.expressions import Operator
from vexil.ir.operation_parts import NewArray, NewObject
from vexil.ir.operations import Allocate, ChooseInstance
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type, is_reference
from vexil.model.guarded.expressions import (
    TRUE,
    WORD,
    Expr,
    Local,
    Variable,
    apply,
    both,
    cast,
    either,
    equal,
    negated,
    number,
    read,
)
from vexil.model.guarded.system import Assign, Block, For, If, Statement
from vexil.transform.flattening import references
from vexil.transform.flattening.body import Names
from vexil.transform.flattening.cells import Cell, Held
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.objects import Pool
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator
from vexil.transform.flattening.values import WIDE

Mark = Callable[[Expr], Statement]


def is_taken(encoding: Encoding, index: Expr) -> Expr:
    """Whether an object exists."""
    return encoding.storage.at("allocated", index).read()


def garbage_collection(encoding: Encoding) -> Block:
    """Statements that free every object that cannot be reached: one block for all commands."""
    block = encoding.kept.get("collecting")
    if block is None:
        block = encoding.kept["collecting"] = _Collector(encoding).block()
    return block


class _Collector:
    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._names = Names()
        self._marked = encoding.storage.shared["marked"]
        self._grown = encoding.storage.shared["grown"]

    def block(self) -> Block:
        encoding, count, marked = self._encoding, self._encoding.objects.count, self._marked
        statements = [*self._roots()]
        turn, which, last = (self._fresh() for _ in range(3))
        this = apply(Operator.ADD, Local(which, WORD), number(1))
        follow = self._follow(this)
        if follow:
            inner = If(both(read(marked, this), is_taken(encoding, this)), follow)
            again = If(read(self._grown), (self._set(self._grown, 0), For(which, count, (inner,))))
            statements += [self._set(self._grown, 1), For(turn, count, (again,)), self._set(self._grown, 0)]
        this = apply(Operator.ADD, Local(last, WORD), number(1))
        lost = both(is_taken(encoding, this), negated(read(marked, this)))
        clear = Assign(marked, this, number(0, marked.type))
        statements += [For(last, count, (If(lost, self._erase(this)), clear)), self._set(marked, 0)]
        return tuple(statements)

    def _fresh(self) -> str:
        return self._names.fresh("lost")

    def _set(self, variable: Variable, value: int) -> Statement:
        return Assign(variable, number(0), number(value, variable.type))

    def _mark(self, value: Expr) -> Statement:
        return Assign(self._marked, cast(value, WORD), TRUE)

    def _mark_later(self, value: Expr) -> Statement:
        """Mark an object that is found in another one, which has to be followed then."""
        is_new = negated(read(self._marked, cast(value, WORD)))
        return If(is_new, (self._mark(value), self._set(self._grown, 1)))

    # --- what is reached ---------------------------------------------------------------------------------

    def _roots(self) -> Iterator[Statement]:
        encoding = self._encoding
        for held in encoding.storage.reference_holders():
            yield self._of_all(held.variable, self._mark)
        for (_, word), variable in encoding.storage.marks.items():
            if word == "exception":
                yield self._of_all(variable, self._mark)
            elif word in ("waits on", "releases") and encoding.synchronisation.lock_rows:
                yield self._of_all(variable, lambda value: self._mark(encoding.synchronisation.object_of_mark(value)))
        for name in sorted(_choosable(encoding)):
            for first, end in encoding.objects.of_type(ReferenceType(name)):
                for index in range(first, end):
                    yield If(is_taken(encoding, number(index)), (self._mark(number(index)),))

    def _of_all(self, variable: Variable, mark: Mark) -> Statement:
        """A statement for every element of a variable of every thread."""
        index: Expr = number(0)
        thread: Expr | None = None
        loops: list[tuple[str, int]] = []
        if variable.length > 1:
            loops.append((self._fresh(), variable.length))
            index = Local(loops[-1][0], WORD)
        if variable.template is not None:
            count = self._encoding.plan.of(variable.template).count
            thread = number(0)
            if count > 1:
                loops.append((self._fresh(), count))
                thread = Local(loops[-1][0], WORD)
        statement = mark(Cell(variable, variable.type, index, thread).read())
        for name, count in loops:
            statement = For(name, count, (statement,))
        return statement

    def _follow(self, this: Expr) -> Block:
        statements: list[Statement] = []
        objects, storage = self._encoding.objects, self._encoding.storage
        for (class_name, _), held in storage.fields.items():
            if is_reference(held.type):
                first, end = objects.instances(class_name)
                index = apply(Operator.SUBTRACT, this, number(first))
                statements.append(
                    If(references.within(this, [(first, end)]), (self._mark_later(read(held.variable, index)),))
                )
        held_elements = storage.elements.get("reference")
        if held_elements is not None:
            statements.append(
                self._of_elements(
                    this, held_elements, lambda index: self._mark_later(read(held_elements.variable, index))
                )
            )
        return tuple(statements)

    def _of_elements(self, this: Expr, held: Held, what: Callable[[Expr], Statement]) -> Statement:
        """A statement for every element that an array object may have, if it is one."""
        objects = self._encoding.objects
        first, end = objects.arrays(held.type)
        stride = objects.stride(held.type)
        counter = self._fresh()
        start = apply(Operator.MULTIPLY, apply(Operator.SUBTRACT, this, number(first)), number(stride))
        index = apply(Operator.ADD, start, Local(counter, WORD))
        return If(references.within(this, [(first, end)]), (For(counter, stride, (what(index),)),))

    # --- what is not -------------------------------------------------------------------------------------

    def _erase(self, this: Expr) -> Block:
        """Statements after which an object is as new."""
        storage, objects = self._encoding.storage, self._encoding.objects
        allocated = storage.shared["allocated"]
        statements: list[Statement] = [Assign(allocated, this, number(0, allocated.type))]
        rows = [(*objects.instances(name), 0, held.variable) for (name, _), held in storage.fields.items()]
        first, end = objects.all_arrays
        if end > first:
            rows.append((first, end, 0, storage.shared["array lengths"]))
        for first, end, key in self._encoding.synchronisation.lock_rows:
            rows += [(first, end, key, storage.shared[name]) for name in ("owner", "held") if name in storage.shared]
        for first, end, offset, variable in rows:
            index = apply(Operator.ADD, this, number(offset - first))
            zero = Assign(variable, index, number(0, variable.type))
            statements.append(If(references.within(this, [(first, end)]), (zero,)))
        for held in storage.elements.values():
            statements += [self._of_elements(this, held, partial(_zero, held.variable))]
        return tuple(statements)


def _zero(variable: Variable, index: Expr) -> Statement:
    return Assign(variable, index, number(0, variable.type))


def _choosable(encoding: Encoding) -> set[str]:
    """The classes of which the program may choose an instance."""
    return {
        edge.operation.class_name
        for function in encoding.program.functions.values()
        for edge in function.edges
        if isinstance(edge.operation, ChooseInstance)
    }


def allocate(translator: Translator, operation: Allocate) -> None:
    """Create an object and write its reference."""
    encoding, body = translator.encoding, translator.body
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
    pool = next(item for item in encoding.objects.pools if (item.site, item.kind) == (operation.site, kind))
    if length is not None:
        _check_length(translator, length, pool)
    reference = _free(translator, pool)
    body.emit(encoding.storage.at("allocated", reference).write(TRUE))
    if length is not None:
        first, _ = encoding.objects.all_arrays
        cell = encoding.storage.at("array lengths", apply(Operator.SUBTRACT, cast(reference, WORD), number(first)))
        body.emit(cell.write(length))
    store(translator, operation.place, reference)


def _check_length(translator: Translator, length: Expr, pool: Pool) -> None:
    if length.type.signed:
        negative = apply(Operator.LESS, length, number(0, length.type))
        translator.undefined(negative, "negative-array-size")
    limit = translator.encoding.bounds.array_length
    most = pool.length if limit is None else limit
    kind = references.counting(length.type) if most <= WORD.high else WIDE
    long = apply(Operator.GREATER, cast(length, kind), number(most, kind))
    translator.end(long, translator.encoding.endings.over_bound(f"array length <= {most}"))


def _free(translator: Translator, pool: Pool) -> Expr:
    """The least free object of a pool; the run is cut when there is none."""
    encoding, body = translator.encoding, translator.body
    limit = encoding.objects.limit(pool.site)
    most = pool.count if limit is None else limit
    ending = encoding.endings.over_bound(f"instances at {pool.site} <= {most}")
    siblings = [item for item in encoding.objects.pools if item.site == pool.site]
    crowded = both(*(is_taken(encoding, number(item)) for item in range(pool.first, pool.end)))
    if limit is not None and sum(item.count for item in siblings) > limit:
        live: Expr = number(0)
        for item in siblings:
            for index in range(item.first, item.end):
                live = apply(Operator.ADD, live, cast(is_taken(encoding, number(index)), WORD))
        crowded = apply(Operator.GREATER_EQUAL, live, number(limit))
    if encoding.objects.forgetting and (limit is not None or pool.may_be_full):
        body.emit(If(crowded, garbage_collection(encoding)))
    body.fail(crowded, ending)
    kind = encoding.values.reference
    index_of_free: Expr = number(pool.end - 1, kind)
    for index in reversed(range(pool.first, pool.end - 1)):
        index_of_free = apply(Operator.IF, is_taken(encoding, number(index)), index_of_free, number(index, kind))
    return body.let("object", index_of_free)


def is_candidate(encoding: Encoding, chosen: Expr, operation: ChooseInstance) -> Expr:
    """Whether an object, by its number, may be chosen."""
    spans = encoding.objects.of_type(ReferenceType(operation.class_name))
    fits = both(references.within(chosen, spans), is_taken(encoding, chosen)) if spans else number(0, TRUE.type)
    if not operation.nullable:
        return fits
    return either(equal(chosen, number(0, chosen.type)), fits)
