"""What powers and their sums are behind a number of iterations that is not known but has few bits.

The basis functions of a chain are entries of powers of a matrix: its nodes on the diagonal, ones beside it. A power of
a matrix is a product of those of its powers of two that the bits of the exponent select.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vexil.analysis.closed_forms import Chain, counter
from vexil.logic import Term, Terms

Matrix = list[list[int]]


def powers(terms: Terms, chains: Iterable[Chain], values: Mapping[str, Term], most: int) -> list[Term]:
    """Equations for the auxiliary variables of chains whose nodes are numbers, where the count is at most *most*."""
    equations: list[Term] = []
    for chain in chains:
        numbers = [node.number for node in chain.nodes]
        known = [number for number in numbers if number is not None]
        count = values.get(counter(chain.width, 1).name)
        if len(known) == len(numbers) and count is not None:
            for length, value in enumerate(_row(terms, known, count, most.bit_length(), chain.width), 1):
                variable = values.get(chain.variable(length).name)
                if length > chain.ones and variable is not None:
                    equations.append(terms.eq(variable, value))
    return equations


def _row(terms: Terms, numbers: list[int], count: Term, bits: int, width: int) -> list[Term]:
    """The first row of a power of the matrix, of which the exponent has so many bits."""
    size = range(len(numbers))
    matrix = [[numbers[i] if i == j else int(j == i + 1) for j in size] for i in size]
    row = [terms.bv(int(j == 0), width) for j in size]
    for bit in range(min(bits, width)):
        product = [
            _sum(
                terms,
                [terms.binary("bvmul", row[i], terms.bv(matrix[i][j], width)) for i in size if matrix[i][j]],
                width,
            )
            for j in size
        ]
        is_set = terms.eq(terms.extract(count, bit, bit), terms.bv(1, 1))
        row = [terms.ite(is_set, after, before) for after, before in zip(product, row, strict=True)]
        matrix = _squared(matrix, 1 << width)
    return row


def _sum(terms: Terms, summands: list[Term], width: int) -> Term:
    total = terms.bv(0, width)
    for summand in summands:
        total = terms.binary("bvadd", total, summand)
    return total


def _squared(matrix: Matrix, modulus: int) -> Matrix:
    size = range(len(matrix))
    return [[sum(matrix[i][m] * matrix[m][j] for m in size) % modulus for j in size] for i in size]
