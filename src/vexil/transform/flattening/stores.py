"""Writing to places: bounds on integers, and what happens to a thread that is no longer known."""

from __future__ import annotations

from vexil.ir.expressions import Bits, Deref, Element, Field, Operator, Place, Variable
from vexil.ir.types import ThreadType
from vexil.model.guarded.expressions import TRUE, Const, Expr, apply, number
from vexil.transform.flattening import memory, octets, threads
from vexil.transform.flattening.encoding import Bound
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.translate import Translator


def hold_to(translator: Translator, value: Expr, bound: Bound | None) -> None:
    """Cut the run where a value is outside of its bound."""
    if bound is None:
        return
    name, low, high = bound
    endings, kind = translator.encoding.endings, value.type
    for operator, limit in ((Operator.GREATER, high), (Operator.LESS, low)):
        if isinstance(value, Const):
            outside = value.value > limit if operator is Operator.GREATER else value.value < limit
            if outside:
                translator.end(TRUE, endings.over_bound(f"{name} {_WORDS[operator]} {limit}"))
        elif kind.low <= limit <= kind.high:
            condition = apply(operator, value, number(limit, kind))
            translator.end(condition, endings.over_bound(f"{name} {_WORDS[operator]} {limit}"))
        elif (limit < kind.low) == (operator is Operator.GREATER):
            translator.end(TRUE, endings.over_bound(f"{name} {_WORDS[operator]} {limit}"))


def store(translator: Translator, place: Place | None, value: Expr | None) -> None:
    """Write a value to a place, if there is one."""
    if place is None or value is None:
        return
    body = translator.body
    bound = translator.encoding.bound(place, translator.scope.function)
    if bound is not None:
        value = body.let("w", value)
    hold_to(translator, value, bound)
    if isinstance(place, Deref) or (isinstance(place, Variable) and translator.in_memory(place)):
        _store_memory(translator, place, value)
        return
    if isinstance(place, Bits):
        pointer = body.let("p", translator.value(place.operands[0]))
        value = body.let("w", value)
        storage, index = memory.cell_at(translator, pointer, place.unit, is_octets=True)
        memory.refuse_constant(translator, pointer)
        body.emit(*octets.written_bits(translator.encoding, place, int(storage[1:]), index, value))
        return
    if not isinstance(place, Variable | Field | Element):
        raise NotFlat("a place", "it is not modelled", where=translator.scope.edge_id)
    cell = translator.cell(place)
    if isinstance(place.type, ThreadType):
        before = body.let("before", cell.read())
        body.emit(cell.write(value))
        threads.forget(translator.encoding, before, body)
    elif not cell.variable.constant:
        body.emit(cell.write(value))


def _store_memory(translator: Translator, place: Variable | Deref, value: Expr) -> None:
    body, encoding = translator.body, translator.encoding
    value = body.let("w", value)
    if isinstance(place, Variable):
        if place.is_global and encoding.program.global_variables[place.name].constant:
            translator.undefined(TRUE, "constant-write")
        storage, index = memory.named_cell(translator, place)
    else:
        pointer = body.let("p", translator.value(place.operands[0]))
        storage, index = memory.cell_at(translator, pointer, place.type, is_octets=translator.is_octets(place))
        memory.refuse_constant(translator, pointer)
    if isinstance(place.type, ThreadType) and f"memory {storage}" in encoding.storage.shared:
        before = body.let("before", encoding.storage.at(f"memory {storage}", index).read())
        body.emit(*memory.written(translator.encoding, storage, index, value))
        threads.forget(encoding, before, body)
    else:
        body.emit(*memory.written(translator.encoding, storage, index, value))


_WORDS = {Operator.GREATER: "<=", Operator.LESS: ">="}
