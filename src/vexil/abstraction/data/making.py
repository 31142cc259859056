"""Abstract types and coercions from definitions: from the cache, or by elimination and then into the cache."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.data.cache import Cache, Entry, key_of
from vexil.abstraction.data.definitions import Definition
from vexil.abstraction.data.elimination import Elimination
from vexil.abstraction.data.questions import Questions, Statistics
from vexil.abstraction.data.values import operations_of
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.ir.types import FloatType, MathType
from vexil.model.tokens.abstract_type import TESTS, AbstractType, Coercion


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes tables, and remembers them where the cache is; ``statistics`` count the questions to solvers."""

    context: Context
    cache: Cache
    statistics: Statistics

    def abstract_type(self, definition: Definition) -> AbstractType:
        """The tokens of a definition with the tables of all operators; the definition should cover the type."""
        key = key_of(definition, what="tables")
        entry = self.cache.load(key, _sizes(definition))
        if entry is None:
            entry = self._made(definition)
            self.cache.store(key, entry)
            self.statistics.made += 1
            doubtful = sum(len(table.doubtful) for table in entry.tables.values())
            self.context.emit("abstraction", name=definition.name, type=str(definition.concrete), doubtful=doubtful)
        else:
            self.statistics.found += 1
        return AbstractType(
            definition.name,
            definition.concrete,
            definition.tokens,
            definition.members,
            entry.default,
            dict(entry.single),
            {each: table for each, table in entry.tables.items() if each not in TESTS},
            {each: table for each, table in entry.tables.items() if each in TESTS},
            definition.family,
        )

    def knows(self, definition: Definition) -> bool:
        """Say whether the tables are in the cache already."""
        return self.cache.load(key_of(definition, what="tables"), _sizes(definition)) is not None

    def _made(self, definition: Definition) -> Entry:
        with Questions(definition.concrete, self.context, self.statistics) as questions:
            elimination = Elimination(definition, questions)
            operations, tests = elimination.tables()
            return Entry({**operations, **tests}, elimination.single(), elimination.default())

    def coercion(self, source: AbstractType, target: AbstractType) -> Coercion:
        """The tokens of one type that may stand for the same numbers as tokens of another, converted if need be."""
        one, two = definition_of(source), definition_of(target)
        kinds = (source.concrete, target.concrete)
        if any(isinstance(kind, FloatType) for kind in kinds) and any(isinstance(kind, MathType) for kind in kinds):
            what = f"there is no coercion from {source.name} to {target.name}"
            raise UsageError(f"{what}: floats and mathematical integers are not converted into each other")
        sizes = {Operator.CAST: (len(source.tokens), len(target.tokens))}
        key = key_of(one, two, what="coercion")
        entry = self.cache.load(key, sizes)
        if entry is None:
            with Questions(source.concrete, self.context, self.statistics, target=target.concrete) as questions:
                table = Elimination(one, questions).coercion(two)
            entry = Entry({Operator.CAST: table}, {}, 0)
            self.cache.store(key, entry)
            self.statistics.made += 1
        else:
            self.statistics.found += 1
        return Coercion(source, target, entry.tables[Operator.CAST])


def _sizes(definition: Definition) -> dict[Operator, tuple[int, int]]:
    """The numbers of tokens and of results of each table."""
    count = len(definition.tokens)
    return dict.fromkeys(operations_of(definition.concrete), (count, count)) | dict.fromkeys(TESTS, (count, 2))


def definition_of(kind: AbstractType, rounding: Rounding = Rounding.TRUNCATE) -> Definition:
    """What an abstract type was made from."""
    return Definition(kind.name, kind.concrete, kind.tokens, kind.members, kind.family, rounding)
