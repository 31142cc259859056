"""Recognising in formulas what they say of objects: that one lives, is on the heap, or has so many bytes at a place.

The arrays of origins and sizes have no expressions of their own. An object lives when its number is positive and its
origin is not that of dead ones; where that holds, what the array of sizes says is the size that an expression has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vexil.logic.factory import Terms
from vexil.logic.pointers import OBJECT_WIDTH, Pointers
from vexil.logic.space import DEAD, HEAP, ORIGINS, SIZES
from vexil.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Claim:
    """Parts of a conjunction that together say something of an object, which lives.

    Without a ``pointer`` it is about the whole object; ``count`` is the number of bytes behind the pointer that are
    accessible, with its sign.
    """

    object: Term
    is_heap: bool
    parts: frozenset[Term]
    pointer: Term | None = None
    count: Term | None = None
    count_signed: bool = True


def read_of(name: str, term: Term) -> Term | None:
    """The object whose origin or size a term reads, by the *name* of the array."""
    if term.op == "select" and term.args[0].op == "symbol" and term.args[0].payload == name:
        return term.args[1]
    return None


def tested_origin(term: Term) -> tuple[Term, bool] | None:
    """For an equality that says that an object is dead, or on the heap: the object, and which of both."""
    if term.op != "=" or not term.args[1].is_const:
        return None
    number = read_of(ORIGINS, term.args[0])
    origin = term.args[1].value
    return (number, origin == HEAP) if number is not None and origin in (DEAD, HEAP) else None


def is_positive(terms: Terms, number: Term) -> Term:
    """That a number is one of an object that may live: neither absolute addresses nor functions are."""
    return terms.slt(terms.bv(0, OBJECT_WIDTH), number)


def opened(terms: Terms, conjuncts: Iterable[Term]) -> dict[Term, None]:
    """The parts of a conjunction, with conjunctions inside that speak of origins taken apart."""
    parts: dict[Term, None] = {}
    for part in conjuncts:
        inner: tuple[Term, ...] = ()
        if part.op == "and":
            inner = part.args
        elif part.op == "not" and part.args[0].op == "or":
            inner = tuple(map(terms.not_, part.args[0].args))
        speaks = any(tested_origin(atom.args[0] if atom.op == "not" else atom) is not None for atom in inner)
        parts.update(dict.fromkeys(inner if speaks else (part,)))
    return parts


def claims(terms: Terms, pointers: Pointers, conjuncts: Sequence[Term]) -> list[Claim]:
    """What a conjunction says of objects."""
    present = frozenset(conjuncts)
    by_object: dict[Term, Claim] = {}
    for part in conjuncts:
        negated = part.op == "not"
        tested = tested_origin(part.args[0] if negated else part)
        if tested is None or tested[1] == negated:
            continue
        number, is_heap = tested
        needed = {is_positive(terms, number)} - {terms.true}
        if needed <= present and (number not in by_object or is_heap):
            by_object[number] = Claim(number, is_heap, frozenset({part, *needed}))
    return [_sharpened(terms, pointers, claim, present) for claim in by_object.values()]


def _sharpened(terms: Terms, pointers: Pointers, claim: Claim, present: frozenset[Term]) -> Claim:
    """The claim with what else is said of a pointer into the object."""
    width = pointers.width
    zero = terms.bv(0, width)
    for part in sorted(present, key=lambda term: term.number):
        if claim.is_heap:
            if part.op == "=" and part.args[1] is zero:
                pointer = pointers.make(claim.object, part.args[0])
                if pointer.op != "concat":
                    return Claim(claim.object, True, claim.parts | {part}, pointer)
        elif part.op == "bvsle" and part.args[1].op == "zero_extend":
            if read_of(SIZES, part.args[1].args[0]) is not claim.object:
                continue
            for offset, count in _sums(part.args[0], width):
                inside = terms.sle(zero, offset)
                if inside not in present:
                    continue
                is_signed = count is None or count.op != "zero_extend"
                needed = {part, inside}
                if count is not None and count.op == "const":
                    if count.value >> (count.width - 1):
                        continue
                elif count is not None:
                    count = count.args[0]
                    if is_signed:
                        needed.add(terms.sle(terms.bv(0, count.width), count))
                if needed <= present:
                    pointer = pointers.make(claim.object, offset)
                    return Claim(claim.object, False, claim.parts | needed, pointer, count, is_signed)
    return claim


def _sums(total: Term, width: int) -> Iterable[tuple[Term, Term | None]]:
    """The ways of reading a term as an extended offset plus an extended number, or none, that cannot wrap around."""
    if total.width < max(width, 64) + 2:
        return
    if total.op == "sign_extend" and total.args[0].width == width:
        yield total.args[0], None
    elif total.op == "bvadd":
        for offset, count in (total.args, total.args[::-1]):
            is_number = count.op == "const" or (
                count.op in ("sign_extend", "zero_extend") and count.args[0].width + 2 <= total.width
            )
            if offset.op == "sign_extend" and offset.args[0].width == width and is_number:
                yield offset.args[0], count
