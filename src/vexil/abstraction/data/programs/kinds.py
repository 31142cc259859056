"""The types of an abstract program: what every declaration and every name of an abstraction becomes.

An abstract type is known by the token type that its values have, so that the type of a translated expression says
everything about it. Token sets and relations are declared when something first needs them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from vexil.abstraction.data.programs.relations import Cells, Relations
from vexil.core.errors import UsageError, require
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.fold import fold
from vexil.ir.program import Program, Relation, TokenSet
from vexil.ir.rounding import Rounding
from vexil.ir.types import BOOL, ArrayReferenceType, BoolType, FloatType, IntegerType, MathType, TokenType, Type
from vexil.ir.typing import SHIFTS
from vexil.model.tokens.abstract_type import (
    OPERATIONS,
    TESTS,
    UNARY,
    Abstractions,
    AbstractType,
    Concrete,
    Table,
    with_number,
    zero_first,
    zero_first_coercion,
)
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Slot

"""Languages in which a branch to an exception stands before every operator and access that may have no result."""
MOST_SET_TOKENS = 6
"""Cells of an array that stand for several elements hold sets of at most so many tokens; else the elements stay."""


Rows = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class WholeCondition:
    """A condition that was decided as a whole: the places it reads, with their positions, and what they make it.

    Rows are as in relations: by tokens and truth values of the places the truth values that are possible.
    """

    places: tuple[tuple[int, Expr], ...]
    rows: Rows


class Kinds(Relations):
    """Abstract types by name, and the types of everything that a program declares."""

    def __init__(
        self,
        program: Program,
        typing: AbstractTyping,
        abstractions: Abstractions,
        conditions: Mapping[str, WholeCondition] | None = None,
        rounding: Rounding = Rounding.TRUNCATE,
    ) -> None:
        self.program = program
        self.rounding = rounding
        """How the divisions that the program has round."""
        self.conditions = conditions or {}
        self.typing = typing
        super().__init__(program)
        self.used: dict[str, list[str]] = {}
        """By name of a token set the slots that have it."""
        self.widened: set[str] = set()
        """Names of token sets that stand for machine integers as if they were mathematical ones."""
        self._abstractions = abstractions
        self._named: dict[tuple[str, Concrete], AbstractType] = {}
        self._original: dict[str, AbstractType] = {}
        self._ordered: dict[str, AbstractType] = {}
        self._words: dict[str, str] = {}
        self._cells: dict[str, Cells] = {}

    # --- abstract types ----------------------------------------------------------------------------------

    def named(self, name: str, concrete: Type) -> AbstractType | None:
        """The abstract type of a name for a concrete type; none for `CONCRETE`."""
        if name == CONCRETE:
            return None
        require(isinstance(concrete, Concrete), f"{name} should abstract numbers, not {concrete}")
        assert isinstance(concrete, IntegerType | MathType | FloatType)
        cached = self._named.get((name, concrete))
        if cached is not None:
            return cached
        abstract = self._abstractions.abstract_type(name, concrete)
        if abstract.name in self._original and self._original[abstract.name] is not abstract:
            abstract = replace(abstract, name=f"{abstract.name}@{concrete}")
        if abstract.name in self.program.token_sets:
            raise UsageError(f"the program has tokens called {abstract.name} already", hint="rename the abstraction")
        ordered = zero_first(abstract)
        self._named[name, concrete] = ordered
        self._original[abstract.name], self._ordered[abstract.name] = abstract, ordered
        self._words[abstract.name] = name
        if isinstance(abstract.concrete, MathType) and not isinstance(concrete, MathType):
            self.widened.add(abstract.name)
        self.token_sets[abstract.name] = ordered.token_set
        return ordered

    def abstract(self, kind: Type) -> AbstractType | None:
        """The abstract type whose tokens are the values of a type, if they are such."""
        return self._ordered.get(kind.name) if isinstance(kind, TokenType) else None

    def original(self, kind: AbstractType) -> AbstractType:
        """The abstract type with its tokens in the order of the library."""
        return self._original[kind.name]

    def word(self, kind: AbstractType) -> str:
        """The name that a typing has for an abstract type: the same for all concrete types."""
        return self._words[kind.name]

    def type(self, name: str, concrete: Type) -> Type:
        """The type that a number gets."""
        abstract = self.named(name, concrete)
        return concrete if abstract is None else abstract.type

    def all_used(self) -> tuple[AbstractType, ...]:
        """The abstract types that were asked for, in order of their names."""
        return tuple(self._ordered[name] for name in sorted(self._ordered))

    # --- declarations ------------------------------------------------------------------------------------

    def declared(self, name: str, kind: Type, depth: int = 0) -> Type:
        """The type of a declaration, by the name of its slot."""
        match kind:
            case IntegerType() | MathType() | FloatType():
                slot = Slot(name, depth)
                abstract = self.type(self.typing.slots.get(slot, CONCRETE), kind)
                if isinstance(abstract, TokenType) and str(slot) not in self.used.setdefault(abstract.name, []):
                    self.used[abstract.name].append(str(slot))
                return abstract
            case ArrayReferenceType(element):
                inner = self.declared(name, element, depth + 1)
                index = self.typing.indices.get(Slot(name, depth))
                if index is not None and index != CONCRETE:
                    inner = self._indexed(Slot(name, depth), inner, index)
                return ArrayReferenceType(inner)
            case _:
                return kind

    # --- relations ---------------------------------------------------------------------------------------

    def operator(self, kind: AbstractType, operator: Operator) -> str:
        """The relation of an operator.

        A row without results is for operands on which no number has one, so no run that stands for a run of the
        program gets there: it may give anything. So may an operator without a table: bits of mathematical integers.
        """
        everything = (0, 1) if operator in TESTS else tuple(range(len(kind.tokens)))
        result: Type = BOOL if operator in TESTS else kind.type
        rows = tuple((row, results or everything) for row, results in self._rows(kind, operator))
        name = f"{kind.name}.{OPERATIONS.get(operator) or TESTS[operator]}"
        return self.declare(Relation(name, (kind.type,) * len(rows[0][0]), result, rows))

    def failure(self, kind: AbstractType, operator: Operator) -> str | None:
        """The relation that says whether an operator may have no result; nothing when it always has one."""
        if operator not in OPERATIONS:
            return None
        alive, table = self.inhabited(kind), kind.operations.get(operator)
        open_ = (0, 1) if operator in SHIFTS else (0,)
        listed = [row for row, _ in self._rows(kind, operator)]
        rows = tuple((row, open_ if table is None else _failing(table, row, alive)) for row in listed)
        if all(results == (0,) for _, results in rows):
            return None
        name = f"{kind.name}.{OPERATIONS[operator]} fails"
        return self.declare(Relation(name, (kind.type,) * len(rows[0][0]), BOOL, rows))

    @staticmethod
    def _rows(kind: AbstractType, operator: Operator) -> Rows:
        table = kind.operations.get(operator) or kind.tests.get(operator)
        if table is not None:
            return tuple(sorted(table.rows.items()))
        listed = product(range(len(kind.tokens)), repeat=1 if operator in UNARY else 2)
        return tuple((row, ()) for row in listed)

    def coercion(self, source: AbstractType, target: AbstractType) -> str:
        """The relation that coerces tokens to those of another type."""
        if len(target.tokens) == 1:
            rows: Rows = tuple(((number,), (0,)) for number in range(len(source.tokens)))
        else:
            rows = self._coercion_rows(source, target)
        return self.declare(Relation(f"{source.name} << {target.name}", (source.type,), target.type, rows))

    def cast(self, source: AbstractType, target: AbstractType, *, keeps_value: bool) -> str:
        """The relation of a cast: a token stays itself if it stands for the same numbers in both types."""
        name = f"{source.name} cast {target.name}"
        if keeps_value and source.tokens == target.tokens and source.family == target.family != "":
            rows: Rows = tuple(((number,), (number,)) for number in range(len(source.tokens)))
        elif source.concrete != target.concrete and not isinstance(target.concrete, MathType):
            rows = self._coercion_rows(source, target)
        else:
            rows = tuple(((number,), self.inhabited(target)) for number in range(len(source.tokens)))
        return self.declare(Relation(name, (source.type,), target.type, rows))

    def _coercion_rows(self, source: AbstractType, target: AbstractType) -> Rows:
        coercion = self._abstractions.coercion(self._original[source.name], self._original[target.name])
        everything = tuple(range(len(target.tokens)))
        rows = sorted(zero_first_coercion(coercion).table.rows.items())
        return tuple((row, results or everything) for row, results in rows)

    def arms(self, kind: AbstractType, where: str, values: Sequence[tuple[int, ...]]) -> tuple[str, TokenType]:
        """The relation from a token to the arms of a branch that its numbers may take, and the type of arms.

        Arm number i is that of the values number i, the last one that of all other numbers.
        """
        known = {value for arm in values for value in arm}
        rows = []
        for token in range(len(kind.tokens)):
            taken = [number for number, arm in enumerate(values) if any(_stands(kind, token, item) for item in arm)]
            if kind.single.get(token) not in known:
                taken.append(len(values))
            rows.append(((token,), tuple(taken)))
        name = f"arms of {len(values) + 1}"
        words = (*(f"ARM{number + 1}" for number in range(len(values))), "OTHERS")
        self.token_sets.setdefault(name, TokenSet(name, words))
        result = TokenType(name)
        return self.declare(Relation(f"{kind.name} at {where}", (kind.type,), result, tuple(rows))), result

    @staticmethod
    def inhabited(kind: AbstractType) -> tuple[int, ...]:
        """The tokens that stand for some number: those that may equal themselves."""
        table = kind.tests.get(Operator.EQUAL)
        numbers = range(len(kind.tokens))
        return tuple(number for number in numbers if table is None or 1 in table.rows[number, number])

    # --- arrays whose index is abstracted ----------------------------------------------------------------

    def cells_of(self, kind: Type) -> Cells | None:
        """What the elements of a type stand for, if they are cells of an array whose index is abstracted."""
        return self._cells.get(kind.name) if isinstance(kind, TokenType) else None

    def _indexed(self, array: Slot, component: Type, index_name: str) -> Type:
        """The type of the elements of an array whose index is abstracted.

        Few values become cells, one for each token. Other elements stay, and a token chooses among those it stands for.
        """
        if not self.program.source.tests_indices:
            raise UsageError(
                f"the index of {array} cannot be abstracted: nothing tests the bounds before an access",
                hint="indices of Java arrays can",
            )
        index = self.named(index_name, IntegerType(32, True))
        require(index is not None, "the index of an array should be abstracted to tokens")
        assert index is not None
        slots = self.used.setdefault(index.name, [])
        if f"@{array}" not in slots:
            slots.append(f"@{array}")
        if not isinstance(component, BoolType | TokenType) or self.size(component) > MOST_SET_TOKENS:
            return component
        return self.cells(component, index).type

    def cells(self, component: BoolType | TokenType, index: AbstractType) -> Cells:
        """The cells of an array, made once for every component and index."""
        text = f"{component.name if isinstance(component, TokenType) else component} by {index.name}"
        if text in self._cells:
            return self._cells[text]
        size = self.size(component)
        subsets = [tuple(n for n in range(size) if mask >> n & 1) for mask in range(1, 1 << size)]
        sets = tuple(sorted(subsets, key=lambda item: (len(item), item)))
        words = ("false", "true") if isinstance(component, BoolType) else self.token_sets[component.name].tokens
        self.token_sets[text] = TokenSet(text, tuple("_".join(words[n] for n in item) for item in sets))
        made = self._cells[text] = Cells(TokenType(text), component, index, sets)
        return made


def _stands(kind: AbstractType, token: int, value: int) -> bool:
    """Say whether a token stands for a number, or that nobody knows."""
    number = fold(Apply(Operator.CAST, (Const(value, MathType()),), kind.concrete))
    holds = fold(with_number(kind.members[token], number))
    return not isinstance(holds, Const) or bool(holds.value)


def _failing(table: Table, row: tuple[int, ...], alive: tuple[int, ...]) -> tuple[int, ...]:
    if any(number not in alive for number in row):
        return (0,)
    if not table.rows[row]:
        return (1,)
    return (0, 1) if row in table.partial else (0,)
