"""Predicates: conditions on states, each known in one function or everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from vexil.logic.evaluate import Evaluation
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.logic.words import words


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition and its variable in the predicate program; ``function`` is whose registers it names, if any."""

    name: str
    term: Term
    function: str | None


class Predicates:
    """The predicates of one program; none twice, nor a predicate and its negation."""

    def __init__(self, space: Space, solver: ProcessSolver | None = None) -> None:
        self._space = space
        self._solver = solver
        self._by_signature: dict[tuple[int, int], list[Term]] = {}
        self._owners: dict[int, str | None] = {}
        self._by_term: dict[Term, Predicate] = {}
        self._names: set[str] = set()

    def __iter__(self) -> Iterator[Predicate]:
        return iter(self._by_term.values())

    def __len__(self) -> int:
        return len(self._by_term)

    def owner(self, symbol: Term) -> str | None:
        """The function whose register a symbol is; nothing for what all functions share."""
        function_name = self._owners.get(symbol.number, "")
        if function_name == "":
            function = str(symbol.payload).rpartition("::")[0]
            function_name = function if function in self._space.program.functions else None
            self._owners[symbol.number] = function_name
        return function_name

    def owners(self, term: Term) -> frozenset[str]:
        """The functions whose registers a condition names."""
        symbols = self._space.terms.symbols_of(term)
        return frozenset(owner for owner in map(self.owner, symbols) if owner is not None)

    def known(self, term: Term) -> Predicate | None:
        """The predicate that a condition or its negation is."""
        return self._by_term.get(term) or self._by_term.get(self._space.terms.not_(term))

    def add(self, term: Term) -> Predicate | None:
        """Make a condition a predicate; nothing when it is constant, known, or about several functions at once."""
        if term.is_const or self.known(term) is not None:
            return None
        owners = self.owners(term)
        if len(owners) > 1:
            return None
        if term.op == "not":
            term = self._space.terms.not_(term)
        if self._is_known_otherwise(term):
            return None
        name = text = words(self._space, term)
        number = 1
        while name in self._names:
            number += 1
            name = f"{text} ({number})"
        self._names.add(name)
        made = self._by_term[term] = Predicate(name, term, next(iter(owners), None))
        return made

    def _is_known_otherwise(self, term: Term) -> bool:
        """Say whether a predicate is equivalent to a condition or to its negation; few questions are really asked."""
        if self._solver is None:
            return False
        signature = _signature(self._space.terms, term)
        if signature is None:
            return False
        terms = self._space.terms
        near = self._by_signature.setdefault((term.symbols, min(signature, _ALL ^ signature)), [])
        for other in near:
            same = self._solver.check(terms.xor(term, other), limit=PATIENCE).is_unsat
            if same or self._solver.check(terms.iff(term, other), limit=PATIENCE).is_unsat:
                return True
        near.append(term)
        return False

    def seen_by(self, function: str) -> tuple[Predicate, ...]:
        """The predicates that mean something while a function runs: the global ones, then its own."""
        return (*self.shared, *self.own(function))

    @property
    def shared(self) -> tuple[Predicate, ...]:
        """The predicates that name no function's registers."""
        return tuple(item for item in self if item.function is None)

    def own(self, function: str) -> tuple[Predicate, ...]:
        """The predicates about a function's registers."""
        return tuple(item for item in self if item.function == function)

    def extend(self, candidates: Iterable[Term]) -> tuple[Predicate, ...]:
        """Add what is new; returns it."""
        return tuple(made for made in map(self.add, candidates) if made is not None)


SAMPLES = 24
"""Valuations of symbols on which conditions are compared before a solver is asked whether they are equivalent."""
_ALL = (1 << SAMPLES) - 1
PATIENCE = 5_000


def _signature(terms: Terms, term: Term) -> int | None:
    """The truth values of a condition on some valuations, as bits; nothing when it reads memory."""
    symbols = terms.symbols_of(term)
    if any(not isinstance(symbol.sort, BitsSort) and symbol.sort not in (BOOL, INT) for symbol in symbols):
        return None
    signature = 0
    for sample in range(SAMPLES):
        values = {symbol: _value(symbol, sample) for symbol in symbols}
        signature |= int(Evaluation(values).holds(term)) << sample
    return signature


def _value(symbol: Term, sample: int) -> int:
    """A value that depends on the name of a symbol; small numbers, and neighbours, come often."""
    mixed = int.from_bytes(blake2b(f"{symbol.payload} {sample}".encode(), digest_size=8).digest())
    if symbol.sort is BOOL:
        return mixed & 1
    number = mixed % 7 - 3 if sample % 3 else mixed % 100_000 - 50_000
    return number if symbol.sort is INT else number % (1 << symbol.width)
