"""Places in memory as the source writes them: pointers that were moved, words of bytes, members and elements."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.ir.types import PointerType, StructType
from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.space import Space
from vexil.logic.terms import Term, arguments
from vexil.model.pointers import scalar_part

BYTE = 8


def parts_of(space: Space, term: Term) -> Sequence[Term]:
    """What the text of a term is made of: not always its arguments."""
    address = word_address(space, term)
    if address is not None:
        return (address,)
    moved = _moved(space, term)
    return arguments(term) if moved is None else moved


def place_text(space: Space, term: Term, parts: Sequence[str]) -> str | None:
    """The text of a read from memory, or of a pointer that was moved; nothing for other terms."""
    address = word_address(space, term)
    if address is not None:
        (text,) = parts
        whole = text[1:] if text.startswith("&") and "+" not in text else ""
        return _named(space, address) or whole or (f"*({text})" if " " in text else f"*{text}")
    if _moved(space, term) is not None:
        first, *others = parts
        return " + ".join([first, *(f"({text})" if " " in text else text for text in others)])
    return None


def word_address(space: Space, term: Term) -> Term | None:
    """The address of what a term reads from memory, as one cell or byte by byte; nothing when it is something else."""
    if term.op == "select":
        index = term.args[1]
        return index if index.width > OBJECT_WIDTH else None
    leaves = _leaves(term)
    if term.op == "concat" and leaves[-1].op == "extract" and leaves[-1].args[0].width == OBJECT_WIDTH + BYTE:
        leaves.pop()  # which object a stored pointer points to stands with its first byte
    if any(leaf.op != "extract" or leaf.args[0].op != "select" for leaf in leaves) or not leaves:
        return None
    if any(leaf.payload != (BYTE - 1, 0) for leaf in leaves):
        return None
    reads = [leaf.args[0] for leaf in leaves]
    first, *others = (read.args[1] for read in reads)
    if any(read.args[0] is not reads[0].args[0] for read in reads) or first.width <= OBJECT_WIDTH:
        return None
    pointers, terms = space.pointers, space.terms
    wanted = [pointers.add(first, terms.bv(number, pointers.width)) for number in range(1, len(leaves))]
    return first if wanted == others else None


def _leaves(term: Term) -> list[Term]:
    """The parts of a word, from the lowest one."""
    leaves, pending = [], [term]
    while pending:
        current = pending.pop()
        if current.op == "concat":
            pending.extend(current.args)
        else:
            leaves.append(current)
    return leaves


def _moved(space: Space, term: Term) -> tuple[Term, ...] | None:
    """A pointer and what is added to it; nothing for a term that is no pointer or was not moved."""
    pointers, terms = space.pointers, space.terms
    if term.op != "concat" or term.width != OBJECT_WIDTH + pointers.width or term.args[1].width != pointers.width:
        return None
    number, offset = term.args
    if number.is_const:
        return (pointers.constant(number.value), offset)
    pointer = _base(space, number, _summands(offset))
    if pointer is None or pointer is term:
        return None
    own, rest = pointers.offset_of(pointer), []
    for summand in _summands(offset):
        if summand is own:
            own = terms.true  # the same offset again is one that is added
        else:
            rest.append(summand)
    return (pointer, *rest)


def _base(space: Space, number: Term, summands: Sequence[Term]) -> Term | None:
    """The pointer whose object has a number and whose offset is one of those that are added."""
    pointers = space.pointers
    if number.op != "extract":
        return None
    whole = number.args[0]
    if whole.width == OBJECT_WIDTH + pointers.width:
        return whole if pointers.offset_of(whole) in summands else None
    stored = (pointers.make(number, summand) for summand in summands)
    return next((pointer for pointer in stored if word_address(space, pointer) is not None), None)


def _summands(term: Term) -> list[Term]:
    summands, pending = [], [term]
    while pending:
        current = pending.pop()
        if current.op == "bvadd":
            pending.extend(reversed(current.args))
        else:
            summands.append(current)
    return summands


def _named(space: Space, address: Term) -> str | None:
    """A member of what a variable points to, or a part of a variable, by name."""
    if address.is_const:
        number, offset = space.pointers.split(address.value)
        if number not in space.objects:
            return None
        name, declared = space.objects[number]
        part = scalar_part(space.program, declared.type, offset)
        return None if part is None else name.rpartition("::")[2] + part.text
    moved = _moved(space, address) or (address,)
    pointer, rest = moved[0], moved[1:]
    if pointer.op != "symbol" or len(rest) > 1 or any(not term.is_const for term in rest):
        return None
    kind = space.variables[str(pointer.payload)].type if str(pointer.payload) in space.variables else None
    if not isinstance(kind, PointerType) or not isinstance(kind.target, StructType):
        return None
    part = scalar_part(space.program, kind.target, rest[0].value if rest else 0)
    return f"{str(pointer.payload).rpartition('::')[2]}->{part.text[1:]}" if part is not None else None
