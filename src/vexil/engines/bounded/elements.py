"""Contents of objects with too many places to have a cell for each: writes, one after another, over what was there.

A read at an offset goes through the writes, the last one first, and ends at known cells, or at contents about which
nothing is known but that they are a function of the offset. Bytes that were set or copied at once are one write,
however many they are: a read inside of them is the byte again and again, or goes on in what was copied. Facts about
all elements of contents that are not known are `hooks`: they say at an offset that is read what holds there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vexil.logic import Term, Terms

if TYPE_CHECKING:
    from vexil.engines.bounded.blocks import Block

LONGEST = 150
"""So many writes are remembered; then nothing is known any more."""

MOST_WAYS = 64
"""So many ways a read may go down to what was there before."""

Hook = Callable[[Term], list[Term] | None]
"""What holds, of all elements of some contents, at an offset that is read; nothing when it is not to be said now."""


@dataclass(slots=True, eq=False)
class Unknown:
    """Contents about which nothing is known, but that each place holds one value; hooks know more."""

    number: int
    is_written: bool
    """Whether all of it was written."""
    hooks: list[Hook] = field(default_factory=list)
    reads: dict[tuple[str, Term], tuple[Term, Term]] = field(default_factory=dict)
    axioms: dict[tuple[str, Term], dict[Term, None]] = field(default_factory=dict)
    said: dict[tuple[str, Term], int] = field(default_factory=dict)
    """How many of the hooks have said what they know of a read."""
    depth: int = 0
    ways: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The contents of a block with cells; nobody changes it any more."""

    block: Block
    is_written: bool
    depth: int = 0
    ways: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """Contents after a write at an offset, when a condition holds."""

    before: Elements
    offset: Term
    storage: str
    value: Term
    when: Term
    is_written: bool
    depth: int
    ways: int


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One contents or the other."""

    condition: Term
    first: Elements
    second: Elements
    is_written: bool
    depth: int
    ways: int


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """Contents after so many bytes from an offset were set, when a condition holds."""

    before: Elements
    offset: Term
    count: Term
    byte: Term
    when: Term
    is_written: bool
    depth: int
    ways: int


@dataclass(frozen=True, slots=True, eq=False)
class Copied:
    """Contents after so many bytes were copied to an offset, from a place in what some object held then."""

    before: Elements
    offset: Term
    count: Term
    source: Elements
    start: Term
    when: Term
    is_written: bool
    depth: int
    ways: int


Layer = Written | Filled | Copied
Elements = Unknown | Known | Layer | Either


def below(elements: Elements) -> list[Elements]:
    """Contents, and what each of their topmost layers lies over."""
    found = [elements]
    while isinstance(elements, Layer):
        elements = elements.before
        found.append(elements)
    return found


def are_same(one: Elements, other: Elements) -> bool:
    """Whether two contents are the same ones, or have the very same cells."""
    if one is other:
        return True
    if not isinstance(one, Known) or not isinstance(other, Known):
        return False
    first, second = one.block, other.block
    return (
        (first.fill, first.size, first.first) == (second.fill, second.size, second.first)
        and first.cells.keys() == second.cells.keys()
        and all(cell is second.cells[at] for at, cell in first.cells.items())
    )


MOST_INDICES = 3


def indices_in(terms: Terms, offset: Term, size: int, width: int) -> list[Term]:
    """Indices that the element of a size at an offset may have: what the offset is computed from, or the quotient.

    Elements of size 1 with indices as wide as offsets are counted in bytes: the offset is the index.
    """
    if size == 1 and offset.width == width:
        return [offset]
    current, found = offset, list[Term]()
    while True:
        if current.width == width and current.op != "bvmul":
            found.append(current)
        match current.op:
            case "bvmul" | "bvadd" if current.args[1].op == "const":
                current = current.args[0]
            case "bvmul" | "bvadd" if current.args[0].op == "const":
                current = current.args[1]
            case "bvshl" if current.args[1].op == "const":
                current = current.args[0]
            case "concat" if current.args[1].op == "const":
                current = current.args[0]
            case "sign_extend" | "zero_extend":
                current = current.args[0]
            case _:
                break
    if found and found[0] is not offset:
        return found[:MOST_INDICES]
    number = terms.binary("bvudiv", offset, terms.bv(size, offset.width)) if size > 1 else offset
    number = terms.extract(number, width - 1, 0) if width < number.width else number
    return list(dict.fromkeys([number, *found]))[:MOST_INDICES] if number.width == width else found[:MOST_INDICES]
