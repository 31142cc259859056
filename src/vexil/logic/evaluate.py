"""The value of a term under an assignment of its symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vexil.logic import folding
from vexil.logic.sorts import BOOL, ArraySort, BitsSort, FloatSort, Sort
from vexil.logic.terms import Term

ArrayValue = tuple[Mapping[int, "Value"], "Value"]
"""The elements that differ, and the one that is everywhere else."""
Value = int | ArrayValue
"""Bit-vectors and representations of floats without sign, integers, truth values as bools, and arrays."""


def evaluate(term: Term, assignment: Mapping[Term, Value]) -> Value:
    """The value of a term; symbols that are not assigned are 0, false, or the array that is 0 everywhere."""
    return Evaluation(assignment).value(term)


def value_of(answer: Any, sort: Sort) -> Value:
    """A value as solvers' processes send it: an array is the list of its entries and a default."""
    if not isinstance(sort, ArraySort):
        return int(answer)
    entries, default = answer
    return {place: value_of(element, sort.element) for place, element in entries}, value_of(default, sort.element)


class Evaluation:
    """One assignment and every value found under it so far; asking about overlapping terms costs what is new."""

    def __init__(self, assignment: Mapping[Term, Value]) -> None:
        self.assignment = assignment
        self._readings: dict[Term, Term] = {}  # how far the search for an element has come
        self._values: dict[Term, Value] = {
            symbol: bool(value) if symbol.sort is BOOL else value for symbol, value in assignment.items()
        }

    def __len__(self) -> int:
        """How many values are known."""
        return len(self._values)

    def value(self, term: Term) -> Value:
        """The value of a term, found without recursion."""
        values = self._values
        stack = [term]
        while stack:
            current = stack[-1]
            needed = [] if current in values else self._needed(current)
            if needed:
                stack.extend(needed)
            else:
                stack.pop()
                if current not in values:
                    values[current] = self._computed(current)
        return values[term]

    def _needed(self, term: Term) -> list[Term]:
        """The values that are missing to compute a term: of a selection, only what is selected."""
        values = self._values
        if term.op == "select":
            return self._needed_element(term)
        if term.op == "ite":
            condition = term.args[0]
            if condition not in values:
                return [condition]
            chosen = term.args[1 if values[condition] else 2]
            return [] if chosen in values else [chosen]
        return [argument for argument in term.args if argument not in values]

    def _needed_element(self, term: Term) -> list[Term]:
        """Walk from write to write up to the one that is read; no array is built, and no write is visited twice."""
        values = self._values
        current, index = term.args
        if index not in values:
            return [index]
        current = self._readings.get(term, current)
        missing: Term | None = None
        while current not in values:
            if current.op == "store":
                missing = current.args[1]
                if missing in values and values[missing] == values[index]:
                    missing = current.args[2]
                    break
                following = current.args[0]
            elif current.op == "ite":
                missing = current.args[0]
                following = current.args[1 if values.get(missing) else 2]
            else:
                missing = current.args[0] if current.op == "const-array" else current
                break
            if missing not in values:
                break
            current = following
        else:
            missing = None
        self._readings[term] = current
        return [missing] if missing is not None and missing not in values else []

    def _element(self, term: Term) -> Value:
        values = self._values
        source = self._readings.pop(term)
        if source not in values:
            return values[source.args[2 if source.op == "store" else 0]]
        array, index = values[source], values[term.args[1]]
        assert isinstance(array, tuple)
        assert isinstance(index, int)
        return array[0].get(index, array[1])

    def holds(self, term: Term) -> bool:
        """Whether a truth value is true."""
        return bool(self.value(term))

    def _computed(self, term: Term) -> Value:
        values, op = self._values, term.op
        if op == "const":
            return term.value
        if op == "symbol":
            return _default(term.sort)
        if op == "ite":
            return values[term.args[1 if values[term.args[0]] else 2]]
        if op == "select":
            return self._element(term)
        if op == "store":
            return _stored(values[term.args[0]], values[term.args[1]], values[term.args[2]])
        args = [values[argument] for argument in term.args]
        if op == "const-array":
            return {}, args[0]
        if op == "=":
            return _same(args[0], args[1], term.args[0].sort)
        numbers = [argument for argument in args if isinstance(argument, int)]
        return _applied(term, op, numbers)


def _applied(term: Term, op: str, numbers: list[int]) -> int:
    """Apply an operator that neither takes nor gives arrays."""
    if op in folding.BINARY:
        return folding.BINARY[op](numbers[0], numbers[1], term.width)
    if op in folding.COMPARISONS:
        return folding.COMPARISONS[op](numbers[0], numbers[1], term.args[0].width)
    if op in folding.INTEGERS:
        return folding.INTEGERS[op](numbers[0], numbers[1])
    if op in folding.INTEGER_COMPARISONS:
        return folding.INTEGER_COMPARISONS[op](numbers[0], numbers[1])
    if op in folding.FLOAT_BINARY:
        return folding.float_binary(op, numbers[0], numbers[1], _width(term))
    if op in ("fp.lt", "fp.leq", "fp.eq"):
        return folding.float_compare(op, numbers[0], numbers[1], _width(term.args[0]))
    return _OPERATORS[op](term, numbers)


def _default(sort: Sort) -> Value:
    if isinstance(sort, ArraySort):
        return {}, _default(sort.element)
    return False if sort is BOOL else 0


def _stored(array: Value, index: Value, element: Value) -> Value:
    assert isinstance(array, tuple)
    assert isinstance(index, int)
    return {**array[0], index: element}, array[1]


def _same(left: Value, right: Value, sort: Sort) -> bool:
    """Equality; what arrays have everywhere else counts only if there is anything else."""
    if not isinstance(sort, ArraySort):
        return left == right
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    places = {*left[0], *right[0]}
    pairs = [(left[0].get(place, left[1]), right[0].get(place, right[1])) for place in places]
    if not (isinstance(sort.index, BitsSort) and len(places) == 1 << sort.index.width):
        pairs.append((left[1], right[1]))
    return all(_same(one, two, sort.element) for one, two in pairs)


def _width(term: Term) -> int:
    sort = term.sort
    assert isinstance(sort, BitsSort | FloatSort)
    return sort.width


def _to_integer(term: Term, numbers: list[int]) -> int:
    integer = folding.integer_of_float(numbers[0], _width(term.args[0]))
    return (integer or 0) & ((1 << _width(term)) - 1)


Operator = Callable[[Term, list[int]], int]
_OPERATORS: dict[str, Operator] = {
    "not": lambda _, n: not n[0],
    "and": lambda _, n: all(n),
    "or": lambda _, n: any(n),
    "bvneg": lambda t, n: -n[0] & ((1 << t.width) - 1),
    "bvnot": lambda t, n: ~n[0] & ((1 << t.width) - 1),
    "concat": lambda t, n: n[0] << t.args[1].width | n[1],
    "extract": lambda t, n: n[0] >> _index(t, 1) & ((1 << t.width) - 1),
    "zero_extend": lambda _, n: n[0],
    "sign_extend": lambda t, n: folding.signed(n[0], t.args[0].width) & ((1 << t.width) - 1),
    "fp.neg": lambda t, n: folding.float_negate(n[0], _width(t)),
    "fp.sqrt": lambda t, n: folding.float_square_root(n[0], _width(t)),
    "fp.isNaN": lambda t, n: folding.float_is_nan(n[0], _width(t.args[0])),
    "fp.to_fp": lambda t, n: folding.float_resized(n[0], _width(t.args[0]), _width(t)),
    "fp.of_bits": lambda t, n: folding.float_resized(n[0], _width(t), _width(t)),
    "fp.of_sbv": lambda t, n: folding.float_of_integer(folding.signed(n[0], t.args[0].width), _width(t)),
    "fp.of_ubv": lambda t, n: folding.float_of_integer(n[0], _width(t)),
    "fp.to_sbv": _to_integer,
    "fp.to_ubv": _to_integer,
}


def _index(term: Term, place: int) -> int:
    assert isinstance(term.payload, tuple)
    return term.payload[place]
