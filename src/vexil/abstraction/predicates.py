"""Predicates: conditions on states, each known in one function or everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from hashlib import blake2b

from vexil.logic.evaluate import Evaluation
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.infix import infix


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition and its variable in the predicate program; ``function`` is whose registers it names, if any."""

    name: str
    term: Term
    function: str | None


class Predicates:
    """The predicates of one program, as a value; none twice, nor a predicate and its negation.

    Those that are made from others share what was found out about owners and equivalent conditions. ``names`` has
    conditions as somebody wrote them: these are predicates as they stand, also negated ones, under these names.
    """

    def __init__(
        self, space: Space, solver: ProcessSolver | None = None, names: Mapping[Term, str] | None = None
    ) -> None:
        self._space = space
        self._written = names or {}
        self._solver = solver
        self._by_signature: dict[tuple[int, int], dict[Term, None]] = {}
        self._owners: dict[int, str | None] = {}
        self._by_term: dict[Term, Predicate] = {}

    def __iter__(self) -> Iterator[Predicate]:
        return iter(self._by_term.values())

    def __len__(self) -> int:
        return len(self._by_term)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Predicates) and self._by_term.keys() == other._by_term.keys()

    def __hash__(self) -> int:
        return hash(frozenset(self._by_term))

    def __ge__(self, other: Predicates) -> bool:
        return self._by_term.keys() >= other._by_term.keys()

    def extended(self, candidates: Iterable[Term], *, most: int | None = None) -> Predicates:
        """With what is new among conditions, *most* of them: no constants, nor what is about several functions."""
        finer = copy(self)
        finer._by_term = dict(self._by_term)
        for term in candidates:
            finer._add(term)
            if most is not None and len(finer) >= len(self) + most:
                break
        return finer

    def beyond(self, others: Predicates) -> tuple[Predicate, ...]:
        """The predicates that are not among others."""
        return tuple(item for term, item in self._by_term.items() if term not in others._by_term)

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

    def _add(self, term: Term) -> None:
        """Make a condition a predicate, while these are made."""
        if term.is_const or self.known(term) is not None:
            return
        owners = self.owners(term)
        if len(owners) > 1:
            return
        if term.op == "not" and term not in self._written:
            term = self._space.terms.not_(term)
        if self._is_known_otherwise(term):
            return
        owner = next(iter(owners), None)
        self._by_term[term] = Predicate(self._name(term, owner), term, owner)

    def _name(self, term: Term, owner: str | None) -> str:
        """A name that no other predicate has."""
        names = {item.name for item in self}
        name = text = self._written.get(term) or infix(self._space, term)
        if name in names and owner is not None:
            name = text = f"{owner}: {text}"
        number = 1
        while name in names:
            number += 1
            name = f"{text} ({number})"
        return name

    def _is_known_otherwise(self, term: Term) -> bool:
        """Say whether a predicate is equivalent to a condition or to its negation; few questions are really asked."""
        if self._solver is None:
            return False
        signature = _signature(self._space.terms, term)
        if signature is None:
            return False
        terms = self._space.terms
        near = self._by_signature.setdefault((term.symbols, min(signature, _ALL ^ signature)), {})
        for other in near:
            if other not in self._by_term:
                continue
            same = self._solver.check(terms.xor(term, other), limit=PATIENCE).is_unsat
            if same or self._solver.check(terms.iff(term, other), limit=PATIENCE).is_unsat:
                return True
        near[term] = None
        return False

    def visible_in(self, function: str) -> tuple[Predicate, ...]:
        """The predicates that mean something while a function runs: the global ones, then its own."""
        return (*self.shared, *self.own(function))

    @property
    def shared(self) -> tuple[Predicate, ...]:
        """The predicates that name no function's registers."""
        return tuple(item for item in self if item.function is None)

    def own(self, function: str) -> tuple[Predicate, ...]:
        """The predicates about a function's registers."""
        return tuple(item for item in self if item.function == function)


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
