"""What is known of an offset from the shape of its term: a residue and a modulus."""

from __future__ import annotations

from math import gcd

from vexil.logic import Term
from vexil.logic.folding import signed

Stride = tuple[int, int]
"""A residue and a modulus (0: the value itself), of the term read as a signed number."""

ANY: Stride = (0, 1)
DEEPEST = 200


class Strides:
    """Remembers the strides of terms."""

    def __init__(self) -> None:
        self._known: dict[Term, Stride] = {}

    def of(self, term: Term, depth: int = 0) -> Stride:
        """The stride of a term."""
        if term.op == "const":
            return signed(term.value, term.width), 0
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = ANY if depth > DEEPEST else self._stride(term, depth + 1)
        return found

    def _stride(self, term: Term, depth: int) -> Stride:
        match term.op:
            case "bvadd":
                first, second = (self.of(argument, depth) for argument in term.args)
                modulus = gcd(first[1], second[1])
                residue = first[0] + second[0]
                return (residue % modulus if modulus else residue), modulus
            case "ite":
                first, second = self.of(term.args[1], depth), self.of(term.args[2], depth)
                modulus = gcd(gcd(first[1], second[1]), abs(first[0] - second[0]))
                return (first[0] % modulus if modulus else first[0]), modulus
            case "bvmul" if term.args[1].op == "const":
                return 0, _multiple(term.args[0], term.args[1].value, term.width)
            case "bvshl" if term.args[1].op == "const" and term.args[1].value < term.width:
                return 0, 1 << term.args[1].value
            case "concat" if term.args[1].op == "const":
                return term.args[1].value, 1 << term.args[1].width
            case _:
                return ANY


def _multiple(term: Term, factor: int, width: int) -> int:
    """What a product is a multiple of: the factor if nothing can wrap around, else its power of two."""
    narrow = term.args[0].width if term.op in ("sign_extend", "zero_extend") else width
    return factor if narrow + factor.bit_length() + 8 < width else factor & -factor
