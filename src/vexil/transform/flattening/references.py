"""References: an object is known by its number, and what it is by the pools of numbers."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType, Type, is_reference
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, WORD, both, cast, either, equal, negated, number
from vexil.transform.flattening.cells import Cell
from vexil.transform.flattening.encoding import Evaluation
from vexil.transform.flattening.values import WIDE


def within(reference: flat.Expr, spans: list[tuple[int, int]]) -> flat.Expr:
    """Whether a reference is one of the objects in spans."""
    kind = reference.type
    return either(
        *(
            equal(reference, number(first, kind))
            if end == first + 1
            else both(
                flat.apply(Operator.GREATER_EQUAL, reference, number(first, kind)),
                flat.apply(Operator.LESS, reference, number(end, kind)) if end <= kind.high else TRUE,
            )
            for first, end in _merged(spans)
        )
    )


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same objects in as few spans as there are."""
    merged: list[tuple[int, int]] = []
    for first, end in sorted(spans):
        if end <= first:
            continue
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((first, end))
    return merged


def minus(reference: flat.Expr, first: int) -> flat.Expr:
    """The position of an object after the first of its kind."""
    return flat.apply(Operator.SUBTRACT, cast(reference, WORD), number(first))


def place_in(reference: flat.Expr, first: int, end: int) -> flat.Expr:
    """The position of an object that is certainly one of a span."""
    return number(0) if end == first + 1 else minus(reference, first)


def counting(kind: IntegerType) -> IntegerType:
    """What an index or length of a type is compared in: a word if it fits."""
    return WORD if WORD.low <= kind.low and kind.high <= WORD.high else WIDE


def nothing(kind: IntegerType) -> Cell:
    """A cell for what is never read or written, because the run has ended before."""
    return Cell(flat.Variable("nothing", kind, constant=True), kind, number(0))


def length(evaluation: Evaluation, array: flat.Expr) -> flat.Expr:
    """The length of an array object."""
    first, _ = evaluation.encoding.objects.all_arrays
    return evaluation.encoding.storage.at("array lengths", minus(array, first)).read()


def element(evaluation: Evaluation, array: flat.Expr, index: flat.Expr, element: Type, kind: IntegerType) -> Cell:
    """An element of an array object, after all checks."""
    storage, objects = evaluation.encoding.storage, evaluation.encoding.objects
    family = "reference" if is_reference(element) else str(element)
    first, end = objects.arrays(element)
    evaluation.undefined(equal(array, number(0, array.type)), "null-dereference")
    evaluation.undefined(negated(within(array, [(first, end)])), "wrong-class")
    if first == end:
        return nothing(kind)
    size = length(evaluation, array)
    outside = either(
        flat.apply(Operator.LESS, index, number(0, index.type)) if index.type.signed else FALSE,
        flat.apply(Operator.GREATER_EQUAL, *(cast(part, counting(index.type)) for part in (index, size))),
    )
    evaluation.undefined(outside, "array-index")
    if family not in storage.elements:
        return nothing(kind)
    variable = storage.elements[family].variable
    if end == first + 1:
        return Cell(variable, kind, cast(index, WORD))
    start = flat.apply(Operator.MULTIPLY, minus(array, first), number(objects.stride(element)))
    return Cell(variable, kind, flat.apply(Operator.ADD, start, cast(index, WORD)))


def storable(evaluation: Evaluation, array: flat.Expr, reference: flat.Expr) -> flat.Expr:
    """Whether an array object may hold a reference."""
    objects = evaluation.encoding.objects
    evaluation.undefined(equal(array, number(0, array.type)), "null-dereference")
    evaluation.undefined(negated(within(array, [objects.all_arrays])), "wrong-class")
    fitting = [
        both(within(array, [(pool.first, pool.end)]), within(reference, objects.of_type(element)))
        for pool in objects.pools
        if (element := getattr(pool.kind, "element", None)) is not None
    ]
    return either(equal(reference, number(0, reference.type)), *fitting)
