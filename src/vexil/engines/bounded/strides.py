"""What is known of an offset from the shape of its term: a residue and a modulus, and how large it may be."""

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
        self._strides: dict[Term, Stride] = {}
        self._greatest: dict[Term, int] = {}

    def of(self, term: Term, depth: int = 0) -> Stride:
        """The stride of a term."""
        if term.op == "const":
            return signed(term.value, term.width), 0
        stride = self._strides.get(term)
        if stride is None:
            stride = self._strides[term] = ANY if depth > DEEPEST else self._stride(term, depth + 1)
        return stride

    def greatest(self, term: Term, depth: int = 0) -> int:
        """The greatest value of a term, read without sign, that its shape allows."""
        if term.op == "const":
            return term.value
        bound = self._greatest.get(term)
        if bound is None:
            whole = (1 << term.width) - 1
            bound = whole if depth > DEEPEST else min(whole, self._at_most(term, depth + 1))
            self._greatest[term] = bound
        return bound

    def _at_most(self, term: Term, depth: int) -> int:
        whole = (1 << term.width) - 1
        match term.op:
            case "zero_extend":
                return self.greatest(term.args[0], depth)
            case "sign_extend":
                inner = self.greatest(term.args[0], depth)
                return inner if inner < 1 << (term.args[0].width - 1) else whole
            case "ite":
                return max(self.greatest(term.args[1], depth), self.greatest(term.args[2], depth))
            case "bvadd" | "bvmul":
                first, second = (self.greatest(argument, depth) for argument in term.args)
                bound = first + second if term.op == "bvadd" else first * second
                return bound if bound <= whole else whole
            case _:
                return whole

    def _stride(self, term: Term, depth: int) -> Stride:
        match term.op:
            case "bvadd" | "bvsub":
                first, second = (self.of(argument, depth) for argument in term.args)
                modulus = gcd(first[1], second[1])
                residue = first[0] + second[0] if term.op == "bvadd" else first[0] - second[0]
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
