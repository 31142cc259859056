"""What can be said of a BASL file without a solver: names, numbers of operands, rules that are never used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.ir.expressions import Operator
from vexil.ir.types import F32, F64, I8, I16, I32, I64, INT, U8, U16, U32, U64, FloatType, IntegerType, MathType
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, UNARY, Concrete, Tokens
from vexil.model.tokens.basl.tree import (
    Abstraction,
    ArrayAbstraction,
    ClassAbstraction,
    Name,
    OperatorBlock,
    OperatorRule,
    Place,
    Unit,
)

TRUTH = {"false": 0, "FALSE": 0, "true": 1, "TRUE": 1}
PARTIAL = frozenset({Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT})
"""Operators that have no result for some numbers, so that a row may be empty."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is allowed but worth knowing, with its place."""

    text: str
    file: str
    line: int
    column: int

    def render(self) -> str:
        """The note as compilers write it."""
        return f"{self.file}:{self.line}:{self.column}: note: {self.text}"


@dataclass(frozen=True, slots=True)
class Row:
    """What the user's rules give for a combination of tokens, and the rule that says so."""

    results: Tokens
    rule: OperatorRule


def note(file: SourceFile, text: str, place: Place) -> Note:
    """A note about a place in a file."""
    return Note(text, *file.position(place[0]))


def check_names(file: SourceFile, units: Iterable[Unit]) -> tuple[Note, ...]:
    """Check all names of a file; raises `SourceError` at the first that is wrong, and returns notes about the rest."""
    units_by_name: dict[str, Unit] = {}
    notes: list[Note] = []
    for unit in units:
        if unit.name in units_by_name:
            raise file.error(f"there are two abstractions {unit.name}", *unit.place, expected="another name")
        units_by_name[unit.name] = unit
        match unit:
            case Abstraction():
                _check_type(file, unit.concrete)
                notes.extend(_check_numbers(file, unit))
            case ClassAbstraction(_, _, bindings):
                fields = [binding.slot for binding in bindings]
                _check_different(file, fields, "field")
            case ArrayAbstraction(_, _, None, None):
                raise file.error("an array abstraction gives an index or a component", *unit.place)
            case ArrayAbstraction():
                pass
    return tuple(notes)


def _check_type(file: SourceFile, concrete: Name) -> None:
    known = type_names()
    if concrete.text in ("boolean", "bool"):
        raise file.error("truth values are never abstracted", *concrete.place, expected=", ".join(known))
    if concrete.text not in known:
        raise file.error(f"there is no type {concrete.text}", *concrete.place, expected=", ".join(known))


def _check_different(file: SourceFile, names: Iterable[Name], what: str) -> None:
    texts: set[str] = set()
    for name in names:
        if name.text in texts:
            raise file.error(f"{what} {name.text} is there twice", *name.place, expected=f"every {what} once")
        texts.add(name.text)


def _check_numbers(file: SourceFile, unit: Abstraction) -> Iterator[Note]:
    _check_different(file, unit.tokens, "token")
    numbers = {token.text: place for place, token in enumerate(unit.tokens)}
    for token in unit.tokens:
        if token.text in TRUTH:
            raise file.error(f"{token.text} is a truth value, not a token", *token.place)
    used = [name for rule in unit.rules for name in rule.tokens]
    for name in (*used, *(unit.one_to_one or ()), *((unit.default,) if unit.default else ())):
        _token(file, numbers, name)
    if not unit.rules:
        raise file.error("an abstraction function has at least one rule", *unit.place)
    yield from _never_given(file, unit, {name.text for name in used})
    for place, rule in enumerate(unit.rules):
        if rule.condition is None and any(other.condition is None for other in unit.rules[:place]):
            yield note(file, "this rule can never be used: '_' stands above it already", rule.place)
    operators: set[Operator] = set()
    for block in unit.operators:
        if block.operator in operators:
            raise file.error(f"there are two tables for operator {block.operator.value}", *block.place)
        operators.add(block.operator)
        usual = OPERATIONS.get(block.operator) or TESTS[block.operator]
        if block.name != usual:
            yield note(file, f"compiled classes call this operator {usual}, not {block.name}", block.place)
        rows = expanded(file, block, unit.tokens)
        yield from _unused_rules(file, block, rows)


def _never_given(file: SourceFile, unit: Abstraction, used: set[str]) -> Iterator[Note]:
    for token in unit.tokens:
        if token.text not in used:
            yield note(file, f"no rule gives token {token.text}: it stands for no number", token.place)


def _token(file: SourceFile, numbers: Mapping[str, int], name: Name) -> int:
    if name.text not in numbers:
        raise file.error(f"there is no token {name.text}", *name.place, expected=", ".join(numbers))
    return numbers[name.text]


def _unused_rules(file: SourceFile, block: OperatorBlock, rows: Mapping[Tokens, Row]) -> Iterator[Note]:
    for rule in block.rules:
        if not any(row.rule is rule for row in rows.values()):
            yield note(file, "this rule can never be used: the rules above it take all its cases", rule.place)


def expanded(file: SourceFile, block: OperatorBlock, tokens: tuple[Name, ...]) -> dict[Tokens, Row]:
    """The rows that rules give, the first that fits for each; rows that no rule fits are missing."""
    numbers = {token.text: place for place, token in enumerate(tokens)}
    arity = 1 if block.operator in UNARY else 2
    rows: dict[Tokens, Row] = {}
    for rule in block.rules:
        choices = _choices(file, rule, numbers, arity, block.operator)
        results = _results(file, rule, numbers, block.operator)
        for row in product(*choices):
            rows.setdefault(row, Row(results, rule))
    return rows


def _choices(
    file: SourceFile, rule: OperatorRule, numbers: Mapping[str, int], arity: int, operator: Operator
) -> list[list[int]]:
    every = list(range(len(numbers)))
    if rule.patterns is None:
        return [every] * arity
    if len(rule.patterns) != arity:
        raise file.error(
            f"operator {operator.value} has {arity} operand{'s' * (arity > 1)}, not {len(rule.patterns)}",
            *rule.place, expected="(A)" if arity == 1 else "(A, B)",
        )  # fmt: skip
    return [every if name is None else [_token(file, numbers, name)] for name in rule.patterns]


def _results(file: SourceFile, rule: OperatorRule, numbers: Mapping[str, int], operator: Operator) -> Tokens:
    is_test = operator in TESTS
    if rule.results is None:
        return (0, 1) if is_test else tuple(range(len(numbers)))
    if not rule.results and operator not in PARTIAL:
        raise file.error("a rule gives at least one result", *rule.place)
    results: set[int] = set()
    for name in rule.results:
        if is_test and name.text not in TRUTH:
            raise _wrong(file, name, f"test {operator.value} gives truth values, not {name.text}", "true, false")
        if not is_test and name.text in TRUTH:
            raise _wrong(file, name, f"operator {operator.value} gives tokens, not {name.text}", ", ".join(numbers))
        results.add(TRUTH[name.text] if is_test else _token(file, numbers, name))
    return tuple(sorted(results))


def _wrong(file: SourceFile, name: Name, message: str, expected: str) -> SourceError:
    return file.error(message, *name.place, expected=expected)


JAVA_TYPES: dict[str, Concrete] = {
    "byte": I8, "short": I16, "char": U16, "int": I32, "long": I64, "float": F32, "double": F64,
}  # fmt: skip
_OTHERS: dict[str, Concrete] = {str(kind): kind for kind in (I8, I16, I32, I64, U8, U16, U32, U64, F32, F64)}
_GROUPS: dict[str, Concrete] = {"integral": I32, "real": F64}


def type_names() -> tuple[str, ...]:
    """All names of types."""
    return (*JAVA_TYPES, *_GROUPS, *_OTHERS)


def covers(name: str, concrete: Concrete) -> bool:
    """Say whether an abstraction of the named type is one for a concrete type.

    Mathematical integers stand for whatever integer type was named.
    """
    match name, concrete:
        case "integral", IntegerType() | MathType():
            return True
        case "real", FloatType():
            return True
        case _:
            named = {**JAVA_TYPES, **_OTHERS}.get(name)
            return named == concrete or (isinstance(named, IntegerType) and isinstance(concrete, MathType))


def representative(name: str, *, mathematical: bool) -> Concrete:
    """A type to check an abstraction for: the named one, and for a group its most usual member."""
    kind = {**JAVA_TYPES, **_OTHERS, **_GROUPS}[name]
    return INT if mathematical and isinstance(kind, IntegerType) else kind
