"""Tables by elimination (Hatcliff et al. 2002, Definition 2; Colón and Uribe 1998).

A table starts with all results; one is deleted when a solver proves that no numbers have it. What numbers have, they
show: pairs of samples, and the models of questions that were answered with yes, keep their results without a question
of their own, and all results of a row that nobody has shown are asked about together. A result that cannot be excluded
within the limit stays, and is marked as doubtful.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from vexil.abstraction.data.families import Definition
from vexil.abstraction.data.integer_lifting import IntegerLifting
from vexil.abstraction.data.queries import Queries
from vexil.abstraction.data.sampling import Members, Sampling
from vexil.abstraction.data.values import BITWISE, SHIFTS, Number, converted, function_of, is_cyclic, operations_of
from vexil.core.errors import require
from vexil.ir.expressions import Operator
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.logic import Term
from vexil.model.tokens.abstract_type import TESTS, UNARY, Table, Tokens

SECOND_TRIES, MORE_PATIENCE = 12, 15
"""So many results are asked about again, with so much more patience, before they count as doubtful."""


class Elimination:
    """Makes the tables of one definition."""

    def __init__(self, definition: Definition, queries: Queries) -> None:
        self._definition = definition
        self._queries = queries
        self._lifted = IntegerLifting(definition, queries.context)
        self._showing = Sampling(definition)
        self._members = self._showing.members
        self._tries_left, self._is_shown = SECOND_TRIES, False
        self._symbols = tuple(queries.symbol(name) for name in ("left", "right"))
        self._inside = [[queries.holds(member, symbol) for member in definition.members] for symbol in self._symbols]
        self._empty = frozenset(filter(self._is_empty, range(len(definition.tokens))))

    def _is_empty(self, token: int) -> bool:
        if self._showing.of_token(token):
            return False
        reply = self._queries.ask([self._inside[0][token]])
        if reply.is_sat:
            self._showing.learn(*self._queries.numbers(self._symbols[:1]))
        return reply.is_unsat

    def tables(self) -> tuple[dict[Operator, Table], dict[Operator, Table]]:
        """The tables of all operators that give numbers, and of all tests."""
        try:
            operations = {each: self.table(each) for each in operations_of(self._definition.concrete)}
            return operations, {each: self.table(each) for each in TESTS}
        finally:
            self._queries.statistics.asked += self._lifted.asked
            self._lifted.close()

    def table(self, operator: Operator) -> Table:
        """The table of one operator."""
        arity = 1 if operator in UNARY else 2
        is_test = operator in TESTS
        width = 2 if is_test else len(self._definition.tokens)
        function = function_of(operator, self._definition.concrete, self._definition.rounding)
        outcome = _truth if is_test else self._members.mask
        shown, partial = self._showing.shown(function, arity, outcome)
        self._showing.try_more(shown, width, function, outcome)
        doubtful: set[tuple[Tokens, int]] = set()
        if self._can_ask(operator):
            result, defined = self._queries.apply(operator, self._symbols[:arity], self._definition.rounding)
            goals = self._goals(result, is_test)
            partial |= self._undefined(defined, arity)
            defined = self._needed(operator, defined)
            for row in sorted(shown):
                if not self._empty.intersection(row):
                    given = [defined, *(self._inside[place][token] for place, token in enumerate(row))]
                    wanted = [each for each in range(width) if not shown[row] >> each & 1]
                    if self._lifted.is_better:
                        wanted = [each for each in wanted if not self._lifted.excludes(operator, row, each)]
                    results, kept = self._closed(given, goals, wanted, arity, lambda *n: outcome(function(*n)))
                    shown[row] |= results
                    for each in kept:
                        if self._is_excluded(operator, row, each, [*given, goals[each]]):
                            shown[row] ^= 1 << each
                        elif not self._is_shown:
                            doubtful.add((row, each))
        else:
            for row, mask in shown.items():
                doubtful.update((row, each) for each in range(width) if not mask >> each & 1)
                shown[row] = (1 << width) - 1
        return _table(shown, partial, doubtful)

    def _is_excluded(self, operator: Operator, row: Tokens, result: int, conditions: list[Term]) -> bool:
        """Try again what could not be excluded at first; remembers whether it turned out to be possible instead."""
        self._is_shown = False
        if not self._lifted.is_better and self._lifted.excludes(operator, row, result):
            return True
        if self._tries_left == 0:
            return False
        self._tries_left -= 1
        reply = self._queries.ask(conditions, MORE_PATIENCE)
        self._is_shown = reply.is_sat
        return reply.is_unsat

    def coercion(self, target: Definition) -> Table:
        """From the tokens of this definition to those of another, which may be for another type."""
        function = converted(self._definition.concrete, target.concrete)
        outcome = Members(target).mask
        shown, partial = self._showing.shown(function, 1, outcome)
        result, defined = self._queries.cast(self._symbols[0], target.concrete)
        goals = [self._queries.holds(member, result) for member in target.members]
        doubtful: set[tuple[Tokens, int]] = set()
        for row in sorted(shown):
            if not self._empty.intersection(row):
                given = [defined, self._inside[0][row[0]]]
                wanted = [each for each in range(len(goals)) if not shown[row] >> each & 1]
                results, kept = self._closed(given, goals, wanted, 1, lambda number: outcome(function(number)))
                shown[row] |= results
                doubtful.update((row, each) for each in kept)
        return _table(shown, partial | self._undefined(defined, 1), doubtful)

    def witness(self, operator: Operator, row: Tokens, result: int) -> tuple[tuple[Number, ...], Number] | None:
        """Numbers of the tokens of a row that have the result, and what the operator makes of them."""
        function = function_of(operator, self._definition.concrete, self._definition.rounding)
        outcome = _truth if operator in TESTS else self._members.mask
        shown = self._showing.witness(row, result, function, outcome)
        if shown is not None:
            return shown
        if not self._can_ask(operator):
            return None
        symbols = self._symbols[: len(row)]
        term, defined = self._queries.apply(operator, symbols, self._definition.rounding)
        given = [self._needed(operator, defined), *(self._inside[place][token] for place, token in enumerate(row))]
        if not self._queries.ask([*given, self._goals(term, operator in TESTS)[result]], MORE_PATIENCE).is_sat:
            return None
        numbers = self._queries.numbers(symbols)
        return numbers, function(*numbers)

    def single(self) -> dict[int, int]:
        """The tokens of integers that stand for one number only, with the number."""
        members: dict[int, int] = {}
        for token in range(len(self._definition.tokens)):
            numbers = self._showing.of_token(token)
            if len(set(numbers)) == 1 and isinstance(numbers[0], int):
                another = self._queries.terms.distinct(self._symbols[0], self._queries.constant(numbers[0]))
                if self._queries.ask([self._inside[0][token], another]).is_unsat:
                    members[token] = numbers[0]
        return members

    def default(self) -> int:
        """The first token that stands for 0."""
        mask = self._members.of_zero
        require(mask != 0, "a definition should cover 0")
        return (mask & -mask).bit_length() - 1

    def _needed(self, operator: Operator, defined: Term) -> Term:
        """What must hold for a result to count: shifts have one for every amount."""
        is_total = operator in SHIFTS and is_cyclic(self._definition.concrete)
        return self._queries.terms.true if is_total else defined

    def _can_ask(self, operator: Operator) -> bool:
        """Say whether the operator has a meaning as a term that solvers can cope with."""
        match self._definition.concrete:
            case MathType():
                return operator not in BITWISE or operator is Operator.COMPLEMENT
            case FloatType():
                return operator is not Operator.REMAINDER
            case IntegerType():
                return True

    def _goals(self, result: Term, is_test: bool) -> list[Term]:
        if is_test:
            return [self._queries.terms.not_(result), result]
        return [self._queries.holds(member, result) for member in self._definition.members]

    def _undefined(self, defined: Term, arity: int) -> set[Tokens]:
        """The rows with numbers for which the operator has no result; only the last operand decides."""
        terms, count = self._queries.terms, len(self._definition.tokens)
        if defined is terms.true:
            return set()
        inside = self._inside[arity - 1]
        last = [
            token for token in range(count)
            if token not in self._empty and not self._queries.ask([inside[token], terms.not_(defined)]).is_unsat
        ]  # fmt: skip
        first = [token for token in range(count) if token not in self._empty]
        return {(*row, token) for row in product(first, repeat=arity - 1) for token in last}

    def _closed(
        self, given: list[Term], goals: list[Term], wanted: list[int], arity: int, outcome: Callable[..., int]
    ) -> tuple[int, list[int]]:
        """The results among those wanted that cannot be excluded, as a mask, and which of them are doubtful."""
        terms, queries, shown = self._queries.terms, self._queries, 0
        doubtful: list[int] = []
        pending = [wanted]
        while pending:
            group = [each for each in pending.pop() if not shown >> each & 1]
            if not group:
                continue
            reply = queries.ask([*given, terms.or_(*(goals[each] for each in group))])
            if reply.is_sat:
                numbers = queries.numbers(self._symbols[:arity])
                results = outcome(*numbers)
                require(any(results >> each & 1 for each in group), f"{numbers} should have one of the results {group}")
                shown |= results
                pending.append(group)
            elif not reply.is_unsat and len(group) > 1:
                pending.extend([each] for each in reversed(group))
            elif not reply.is_unsat:
                doubtful.append(group[0])
                shown |= 1 << group[0]
        return shown, doubtful


def _truth(value: Number) -> int:
    """The mask of a test's result."""
    return 2 if value else 1


def _table(shown: dict[Tokens, int], partial: set[Tokens], doubtful: set[tuple[Tokens, int]]) -> Table:
    rows = {
        row: tuple(each for each in range(mask.bit_length()) if mask >> each & 1) for row, mask in sorted(shown.items())
    }
    return Table(rows, frozenset(partial), frozenset(doubtful))
