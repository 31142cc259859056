"""States at loop heads that runs really have, and the equalities that all of them satisfy.

Symbolic states of the first iterations are evaluated under random inputs. What is linear in the values (or quadratic,
for few variables) and true of every sample is a candidate (Sharma et al. 2013): a basis of the null space of the
matrix of samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from math import gcd, lcm, prod
from random import Random

from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.state import State
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.types import BOOL, IntegerType
from vexil.logic import BOOL as TRUTH
from vexil.logic import BitsSort, Term, Terms
from vexil.logic.evaluate import Evaluation
from vexil.logic.folding import signed

ARRIVALS = 10
"""So many states of each head are kept."""
SAMPLES = 48
TRIES = 12
"""Random inputs for each state that is kept."""
MOST_VARIABLES = 9
MOST_QUADRATIC = 5
LARGEST_COEFFICIENT = 1000

Head = tuple[int, int]
Row = list[int]


class Samples:
    """Collects states of heads and evaluates them."""

    def __init__(self, program: Program, terms: Terms, seed: int) -> None:
        self._program = program
        self._terms = terms
        self._seed = seed
        self._kept: dict[Head, list[tuple[Guard, list[Term], list[Term]]]] = {}

    def keep(self, state: State) -> None:
        """Remember a state at a head."""
        frame = state.frame
        kept = self._kept.setdefault((frame.function, frame.location), [])
        if len(kept) < ARRIVALS:
            kept.append((state.guard, list(frame.registers), list(state.globals)))

    def equalities(self, head: Head, function: Function, written: frozenset[str], degree: int) -> list[Expr]:
        """Equalities of degree 1 or 2 between variables that every sample of a head satisfies."""
        equations: list[Expr] = []
        for kind, variables in self._groups(function, written).items():
            rows = list(self._rows(head, function, variables))
            if len(rows) < 4:
                continue
            products: list[tuple[int, ...]] = [(index,) for index in range(len(variables))]
            if degree > 1 and len(variables) <= MOST_QUADRATIC:
                products += combinations_with_replacement(range(len(variables)), 2)
            equations += _equalities(variables, products, rows, kind, written)
        return equations

    def _groups(self, function: Function, written: frozenset[str]) -> dict[IntegerType, list[Variable]]:
        """Variables by type, those that are written first."""
        groups: dict[IntegerType, list[Variable]] = {}
        declared = [(variable, False) for variable in (*function.parameters, *function.locals)]
        declared += [(variable, True) for variable in self._program.globals]
        for is_written in (True, False):
            for variable, is_global in declared:
                kind = variable.type
                if variable.addressable or variable.hidden or not isinstance(kind, IntegerType):
                    continue
                group = groups.setdefault(kind, [])
                if (variable.name in written) == is_written and len(group) < MOST_VARIABLES:
                    group.append(Variable(variable.name, kind, is_global))
        return {kind: group for kind, group in groups.items() if any(one.name in written for one in group)}

    def _rows(self, head: Head, function: Function, variables: Sequence[Variable]) -> Iterator[Row]:
        """The values of variables in samples, each once."""
        random = Random(self._seed)
        places = {variable.name: index for index, variable in enumerate((*function.parameters, *function.locals))}
        globals_ = {variable.name: index for index, variable in enumerate(self._program.globals)}
        samples: set[tuple[int, ...]] = set()
        for guard, registers, shared in self._kept.get(head, []):
            chosen = [shared[globals_[one.name]] if one.is_global else registers[places[one.name]] for one in variables]
            conjuncts = guard.conjuncts()
            mask = 0
            for term in (*conjuncts, *chosen):
                mask |= term.symbols
            symbols = self._terms.symbols_in(mask)
            for _ in range(TRIES if symbols else 1):
                evaluation = Evaluation({symbol: _guess(symbol, random) for symbol in symbols})
                if not all(evaluation.holds(term) for term in reversed(conjuncts)):
                    continue
                row = [_number(evaluation, term, one) for term, one in zip(chosen, variables, strict=True)]
                if tuple(row) not in samples:
                    samples.add(tuple(row))
                    yield row
                    if len(samples) >= SAMPLES:
                        return


def _guess(symbol: Term, random: Random) -> int:
    if symbol.sort is TRUTH:
        return random.randrange(2)
    if not isinstance(symbol.sort, BitsSort):
        return 0
    width = symbol.sort.width
    value = random.choice((random.randrange(4), random.randrange(30), random.randrange(1000), -random.randrange(20)))
    return value & ((1 << width) - 1)


def _number(evaluation: Evaluation, term: Term, variable: Variable) -> int:
    value = evaluation.value(term)
    assert not isinstance(value, tuple)
    kind = variable.type
    return signed(value, kind.width) if isinstance(kind, IntegerType) and kind.signed else int(value)


def _equalities(
    variables: Sequence[Variable],
    products: Sequence[tuple[int, ...]],
    rows: Sequence[Row],
    kind: IntegerType,
    written: frozenset[str],
) -> list[Expr]:
    matrix = [[1, *(prod(row[index] for index in product) for product in products)] for row in rows]
    equalities = []
    for vector in null_space(matrix):
        used = {
            variables[index].name
            for product, factor in zip(products, vector[1:], strict=True)
            if factor
            for index in product
        }
        if used & written and max(map(abs, vector[1:]), default=0) <= LARGEST_COEFFICIENT:
            equalities.append(_equation(variables, products, vector, kind))
    return equalities


def _equation(
    variables: Sequence[Variable], products: Sequence[tuple[int, ...]], vector: list[int], kind: IntegerType
) -> Expr:
    """The sum of the positive parts is equal to the sum of the negative ones."""
    sides: list[list[Expr]] = [[], []]
    for product, factor in zip(((), *products), vector, strict=True):
        if not factor:
            continue
        size = Const(wrap(abs(factor), kind.width, kind.signed), kind)
        factors: list[Expr] = [variables[index] for index in product]
        if abs(factor) != 1 or not product:
            factors.append(size)
        term = reduce(lambda left, right: Apply(Operator.MULTIPLY, (left, right), kind), factors)
        sides[factor < 0].append(term)
    left, right = (
        reduce(lambda total, part: Apply(Operator.ADD, (total, part), kind), side or [Const(0, kind)]) for side in sides
    )
    return Apply(Operator.EQUAL, (left, right), BOOL)


def null_space(matrix: Sequence[Sequence[int]]) -> list[list[int]]:
    """A basis of the vectors that every row is orthogonal to, in small whole numbers (Gauss and Jordan)."""
    width = len(matrix[0])
    rows = [[Fraction(value) for value in row] for row in matrix]
    pivots: list[int] = []
    for column in reversed(range(width)):  # the constant is solved for last
        pivot = next((index for index in range(len(pivots), len(rows)) if rows[index][column]), None)
        if pivot is None:
            continue
        place = len(pivots)
        rows[place], rows[pivot] = rows[pivot], rows[place]
        scale = rows[place][column]
        rows[place] = [value / scale for value in rows[place]]
        for index, row in enumerate(rows):
            if index != place and row[column]:
                factor = row[column]
                rows[index] = [value - factor * other for value, other in zip(row, rows[place], strict=True)]
        pivots.append(column)
    basis = []
    for column in range(width):
        if column in pivots:
            continue
        vector = [Fraction(0)] * width
        vector[column] = Fraction(1)
        for place, pivot in enumerate(pivots):
            vector[pivot] = -rows[place][column]
        multiple = lcm(*(value.denominator for value in vector))
        whole = [int(value * multiple) for value in vector]
        common = gcd(*whole) or 1
        basis.append([value // common for value in whole])
    return basis
