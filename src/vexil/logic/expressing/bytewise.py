"""Scalars in memory that is kept as bytes: finding them again in single bytes and in equalities of single bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.sorts import ArraySort, BitsSort
from vexil.logic.space import Space
from vexil.logic.terms import Term

MOST_BYTES = 32
"""Longer sequences of bytes are not looked into."""


@dataclass(frozen=True, slots=True)
class Run:
    """Bytes behind each other that have known values; ``owner`` is the known object of the first, if one is told."""

    address: Term
    bytes: tuple[Term, ...]
    values: tuple[int, ...]
    owner: tuple[Term, int] | None
    parts: frozenset[Term]


class Bytewise:
    """Looks at terms that read bytes."""

    def __init__(self, space: Space) -> None:
        self._terms = space.terms
        self._pointers = space.pointers
        self._little = space.program.layout.little_endian
        self._regions = frozenset(region.name for region in space.partition.regions() if not region.is_typed)

    def is_address(self, array: Term, index: Term) -> bool:
        """Say whether an array of the state is one of memory."""
        is_memory = array.op == "symbol" and not str(array.payload).startswith("elements.")
        return is_memory and index.sort is self._pointers.sort

    def byte(self, term: Term) -> tuple[Term, Term] | None:
        """The array and the address of a single byte."""
        if term.op == "extract" and term.payload == (7, 0) and term.args[0].op == "select":
            read, width = term.args[0], 8 + OBJECT_WIDTH
        else:
            read, width = term, 8
        if read.op != "select" or not self.is_address(read.args[0], read.args[1]):
            return None
        sort = read.args[0].sort
        fits = isinstance(sort, ArraySort) and isinstance(sort.element, BitsSort) and sort.element.width == width
        return (read.args[0], read.args[1]) if fits else None

    def owner(self, term: Term) -> Term | None:
        """The address of the byte whose object a term reads."""
        if term.op == "extract" and term.payload == (7 + OBJECT_WIDTH, 8) and term.args[0].op == "select":
            array, address = term.args[0].args
            return address if self.is_address(array, address) else None
        return None

    def _moved(self, address: Term, count: int) -> Term:
        return self._pointers.add(address, self._terms.bv(count, self._pointers.width)) if count else address

    def sequence(self, term: Term) -> Term | None:
        """The first address of bytes that lie behind each other, in the order of the program."""
        leaves: list[Term] = []
        stack = [term]
        while stack and len(leaves) <= MOST_BYTES:
            current = stack.pop()
            if current.op == "concat":
                stack.extend(reversed(current.args))
            else:
                leaves.append(current)
        if self.owner(leaves[0]) is not None:
            leaves = leaves[1:]
        places = [self.byte(leaf) for leaf in (reversed(leaves) if self._little else leaves)]
        if stack or not places or places[0] is None or places[0][0].payload not in self._regions:
            return None
        array, first = places[0]
        is_in_order = all(byte == (array, self._moved(first, count)) for count, byte in enumerate(places))
        return first if is_in_order else None

    def number(self, content: tuple[Term, ...]) -> Term:
        """The number that bytes in the order of addresses stand for."""
        ordered = content if self._little else content[::-1]
        result = ordered[0]
        for byte in ordered[1:]:
            result = self._terms.concat(byte, result)
        return result

    def known(self, values: tuple[int, ...]) -> int:
        """The number that known bytes in the order of addresses stand for."""
        return int.from_bytes(bytes(values), "little" if self._little else "big")

    def runs(self, conjuncts: Iterable[Term]) -> list[Run]:
        """The equalities of bytes with literals in a conjunction, those of at least two bytes that lie together."""
        bytes_read: dict[tuple[Term, Term], Term] = {}
        owners: dict[Term, Term] = {}
        for part in conjuncts:
            if part.op != "=" or not part.args[1].is_const:
                continue
            byte, owner = self.byte(part.args[0]), self.owner(part.args[0])
            if byte is not None and byte[0].payload in self._regions:
                bytes_read[byte] = part
            elif owner is not None:
                owners[owner] = part
        behind = {(array, self._moved(address, 1)) for array, address in bytes_read}
        result = []
        for (array, address), start in bytes_read.items():
            if (array, address) in behind:
                continue
            parts = [start]
            while len(parts) < MOST_BYTES and (array, self._moved(address, len(parts))) in bytes_read:
                parts.append(bytes_read[array, self._moved(address, len(parts))])
            if len(parts) > 1:
                owner_part = owners.get(address) if len(parts) * 8 >= self._pointers.width else None
                result.append(
                    Run(
                        address,
                        tuple(part.args[0] for part in parts),
                        tuple(part.args[1].value for part in parts),
                        (owner_part.args[0], owner_part.args[1].value) if owner_part is not None else None,
                        frozenset(parts if owner_part is None else (*parts, owner_part)),
                    )
                )
        return result
