"""Abstractions that users write: checked to cover the type, and their tables to be safe (Definition 1)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from vexil.abstraction.data.elimination import Elimination
from vexil.abstraction.data.families import Definition, number, suffixed
from vexil.abstraction.data.queries import Queries
from vexil.abstraction.data.sampling import Members, all_rows, row_text, samples, show
from vexil.abstraction.data.table_builder import TableBuilder, definition_of
from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr, Operator
from vexil.ir.rounding import Rounding
from vexil.ir.types import BOOL, FloatType
from vexil.ir.typing import apply, literal, negation
from vexil.model.tokens.abstract_type import TESTS, AbstractType, Concrete, Table, Tokens
from vexil.model.tokens.basl.checks import Note, Row, expanded, note
from vexil.model.tokens.basl.lowering import lowered
from vexil.model.tokens.basl.tree import Abstraction, OperatorBlock

LISTED = 6
"""A message lists at most so many cases."""


@dataclass(frozen=True, slots=True)
class CheckedType:
    """An abstraction of a file, ready to be used for one type."""

    type: AbstractType
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class BaslCompiler:
    """Makes abstract types from what users wrote in one file."""

    file: SourceFile
    maker: TableBuilder
    rounding: Rounding

    def written(self, unit: Abstraction, concrete: Concrete) -> CheckedType:
        """The abstract type of a unit; raises `SourceError` with a witness when it does not cover or is not safe."""
        notes: list[Note] = []
        definition = self._covering(unit, concrete, notes)
        kind = self.maker.abstract_type(definition)
        kind = self._with_default(unit, kind)
        self._check_single(unit, kind)
        for block in unit.operators:
            if block.operator not in kind.operations and block.operator not in kind.tests:
                raise self.file.error(f"{concrete} has no operator {block.operator.value}", *block.place)
            table = self._table(unit, block, kind, notes)
            if block.operator in TESTS:
                kind = replace(kind, tests={**kind.tests, block.operator: table})
            else:
                kind = replace(kind, operations={**kind.operations, block.operator: table})
        return CheckedType(kind, tuple(notes))

    # --- the abstraction function ------------------------------------------------------------------------

    def _covering(self, unit: Abstraction, concrete: Concrete, notes: list[Note]) -> Definition:
        conditions: list[Expr] = []
        for rule in unit.rules:
            if rule.condition is None:
                conditions.append(negation(_any_of(conditions)))
            else:
                division = unit.division or self.rounding
                conditions.append(lowered(self.file, rule.condition, concrete, division))
        members = tuple(
            _any_of(
                [
                    condition
                    for condition, rule in zip(conditions, unit.rules, strict=True)
                    if token.text in {name.text for name in rule.tokens}
                ]
            )
            for token in unit.tokens
        )
        is_group = unit.concrete.text in ("integral", "real")
        name, tokens = suffixed(unit.name, concrete) if is_group else unit.name, tuple(t.text for t in unit.tokens)
        definition = Definition(name, concrete, tokens, members, "", self.rounding)
        if isinstance(concrete, FloatType) and Members(definition).mask(math.nan) == 0:
            notes.append(note(self.file, "no rule is about NaN: every token stands for it too", unit.place))
            not_a_number = apply(Operator.IS_NAN, number(concrete))
            with_it = tuple(apply(Operator.OR, member, not_a_number) for member in members)
            definition = replace(definition, members=with_it)
        if not self.maker.knows(definition):  # what is known was checked before its tables were made
            with Queries(concrete, self.maker.context, self.maker.statistics) as queries:
                self._check_defined(unit, conditions, queries)
                self._check_covered(unit, definition, queries)
        return definition

    def _check_defined(self, unit: Abstraction, conditions: list[Expr], queries: Queries) -> None:
        symbol = queries.symbol("left")
        for condition, rule in zip(conditions, unit.rules, strict=True):
            _, defined = queries.translated(condition, symbol)
            if defined is not queries.terms.true:
                reply = queries.ask([queries.terms.not_(defined)])
                if not reply.is_unsat:
                    witness = f" for {unit.parameter} = {queries.numbers([symbol])[0]}" if reply.is_sat else ""
                    raise self.file.error(f"this condition divides by zero{witness}", *rule.place)

    def _check_covered(self, unit: Abstraction, definition: Definition, queries: Queries) -> None:
        mask = Members(definition).mask
        tried = samples(definition.concrete, definition.members, mask)
        missing = next((each for each in tried if mask(each) == 0), None)
        if missing is None:
            symbol = queries.symbol("left")
            outside = [queries.terms.not_(queries.holds(member, symbol)) for member in definition.members]
            reply = queries.ask(outside, 20)
            if reply.is_sat:
                missing = queries.numbers([symbol])[0]
            elif not reply.is_unsat:
                raise self._uncovered(unit, "it could not be shown that every number has a token")
        if missing is not None:
            raise self._uncovered(unit, f"{unit.parameter} = {missing} has no token", missing)

    def _uncovered(self, unit: Abstraction, why: str, missing: float | None = None) -> SourceError:
        hint = "add a rule, or '_ -> {TOKEN}' for all other numbers"
        if missing is not None and missing < 0:
            hint += "; in Java the remainder of a negative number is not positive"
        message = f"the abstraction function of {unit.name} does not cover {unit.concrete.text}: {why}"
        return self.file.error(message, *unit.place, hint=hint)

    def _with_default(self, unit: Abstraction, kind: AbstractType) -> AbstractType:
        if unit.default is None:
            return kind
        token = kind.tokens.index(unit.default.text)
        mask = Members(definition_of(kind)).of_zero
        if not mask >> token & 1:
            right = ", ".join(each for place, each in enumerate(kind.tokens) if mask >> place & 1)
            message = f"DEFAULT is the token of 0, which {unit.default.text} does not stand for"
            raise self.file.error(message, *unit.default.place, expected=right)
        return replace(kind, default=token)

    def _check_single(self, unit: Abstraction, kind: AbstractType) -> None:
        for name in unit.one_to_one or ():
            if kind.tokens.index(name.text) not in kind.single:
                message = f"token {name.text} of ONE2ONE is not shown to stand for exactly one number"
                single = ", ".join(kind.tokens[token] for token in sorted(kind.single))
                raise self.file.error(message, *name.place, expected=single or "{}")

    # --- tables ------------------------------------------------------------------------------------------

    def _table(self, unit: Abstraction, block: OperatorBlock, kind: AbstractType, notes: list[Note]) -> Table:
        rows = expanded(self.file, block, unit.tokens)
        exact = kind.table(block.operator)
        missing = [row for row in all_rows(kind, block.operator) if row not in rows and exact.rows[row]]
        if missing:
            message = f"operator {block.operator.value} has no rule for {row_text(kind, missing[0])}"
            raise self.file.error(message, *block.place, hint="add it, or '_ -> …' for all other cases")
        for row, given in rows.items():
            lost = [each for each in exact.rows[row] if each not in given.results]
            if lost:
                raise self._unsafe(block, kind, row, given, lost[0])
        words = list(_superfluous(block, kind, rows, exact))
        if words:
            more = f" and {len(words) - LISTED} more" if len(words) > LISTED else ""
            text = f"operator {block.operator.value} is not most precise: {'; '.join(words[:LISTED])}{more}"
            notes.append(note(self.file, text, block.place))
        empty: Tokens = ()
        results = {row: rows[row].results if row in rows else empty for row in all_rows(kind, block.operator)}
        return Table(results, exact.partial)

    def _unsafe(self, block: OperatorBlock, kind: AbstractType, row: Tokens, given: Row, lost: int) -> SourceError:
        is_test = block.operator in TESTS
        word = ("false", "true")[lost] if is_test else kind.tokens[lost]
        with Queries(kind.concrete, self.maker.context, self.maker.statistics) as queries:
            elimination = Elimination(replace(definition_of(kind), rounding=self.rounding), queries)
            witness = elimination.witness(block.operator, row, lost)
        if witness is None:
            why = f"it could not be shown that {word} is impossible"
        else:
            why = show(block.operator, *witness) + ("" if is_test else f" is {word}")
        message = f"operator {block.operator.value} is not safe: {row_text(kind, row)} must give {word}, too ({why})"
        return self.file.error(message, *given.rule.place, expected=f"{word} among the results")


def _superfluous(block: OperatorBlock, kind: AbstractType, rows: dict[Tokens, Row], exact: Table) -> Iterator[str]:
    for row, given in sorted(rows.items()):
        extra = [each for each in given.results if each not in exact.rows[row]]
        if extra:
            words = [("false", "true")[each] if block.operator in TESTS else kind.tokens[each] for each in extra]
            yield f"{row_text(kind, row)} never gives {', '.join(words)}"


def _any_of(conditions: list[Expr]) -> Expr:
    if not conditions:
        return literal(False, BOOL)
    joined = conditions[0]
    for condition in conditions[1:]:
        joined = apply(Operator.OR, joined, condition)
    return joined
