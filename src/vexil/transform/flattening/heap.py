"""Allocation: the least free object of a site's pool, after forgetting what nothing reaches when there is none."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.operation_parts import NewArray, NewObject
from vexil.ir.operations import Allocate, ChooseInstance
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type
from vexil.model.guarded.expressions import TRUE, WORD, Expr, apply, both, cast, either, equal, number
from vexil.model.guarded.system import If
from vexil.transform.flattening import references
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.garbage_collection import garbage_collection, is_taken
from vexil.transform.flattening.objects import Pool
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator
from vexil.transform.flattening.values import WIDE


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
