"""Token types of FCL programs from the library: the abstract programs that are written as FCL read back with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from vexil.abstraction.data.library import Library
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile, read_source
from vexil.frontends.fcl.algebra import GuardedCoercion, TokenCoercion, Value, basis
from vexil.frontends.fcl.options import FclOptions
from vexil.frontends.fcl.parser import parse_expression
from vexil.frontends.fcl.signature import INT
from vexil.frontends.fcl.tables import Rows, TokenType
from vexil.frontends.fcl.type_declarations import DeclaredType, used_coercions
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.model.tokens.abstract_type import AbstractType, Concrete, zero_first

_WRITTEN = frozenset("+-*/%")
"""The operations that FCL has."""


def token_types(
    declared: Iterable[DeclaredType], file: SourceFile, concrete: Concrete, library: Library
) -> tuple[TokenType, ...]:
    """The types that a program declares, for its integers; a type comes after those that are coerced to it."""
    for source in dict.fromkeys(item.source for item in declared if item.source is not None):
        library.load(read_source(Path(file.name).parent / source if not Path(source).is_file() else source))
    kinds = {item.name: library.abstract_type(item.abstraction, concrete) for item in declared}
    suffixes = {item.name: item.suffix for item in declared}
    pairs = _closed(used_coercions(file))
    shared = Counter(token for kind in kinds.values() for token in kind.tokens)
    types: dict[str, TokenType] = {}
    left = dict(kinds)
    while left:
        ready = [name for name in left if not any(to == name and source in left for source, to in pairs)]
        if not ready:
            raise UsageError(f"{file.name}: coercions between types go in a circle", hint="leave one of them out")
        for name in ready:
            sources = [source for source, to in pairs if to == name]
            coercions = {source: _coercion(source, left[name], kinds, library) for source in sources}
            types[name] = _type(name, left[name], suffixes[name], coercions, shared)
            del left[name]
    return tuple(types.values())


def _closed(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs and what follows from them: the order of coercions is transitive."""
    closure = list(pairs)
    for source, middle in closure:  # grows while it is walked
        more = [(source, target) for other, target in closure if other == middle]
        more += [(first, middle) for first, other in closure if other == source]
        closure += [pair for pair in dict.fromkeys(more) if pair not in closure]
    return closure


def _type(
    name: str,
    kind: AbstractType,
    suffix: str,
    coercions: Mapping[str, TokenCoercion | GuardedCoercion],
    shared: Mapping[str, int],
) -> TokenType:
    plain = {token: [token] for token in kind.tokens if shared[token] == 1}
    full = {f"{name}_{token}": [token] for token in kind.tokens}
    operations: dict[str, Rows] = {
        item.value: _rows(kind, item, kind.tokens) for item in kind.operations if item.value in _WRITTEN
    }
    tests: dict[str, Rows] = {item.value: _rows(kind, item, (False, True)) for item in kind.tests}
    if Operator.EQUAL.value in tests:
        tests["="] = tests[Operator.EQUAL.value]
    default = zero_first(kind).tokens[0]
    return TokenType(name, kind.tokens, suffix, operations, tests, coercions, {**full, **plain}, default)


def _rows(kind: AbstractType, operator: Operator, words: tuple[Value, ...]) -> Rows:
    """The table of an operator; operands for which no number has a result may have any."""
    rows = kind.table(operator).rows
    tokens = kind.tokens
    return {
        (tokens[row[0]], tokens[row[1]]): {words[number] for number in results or range(len(words))}
        for row, results in rows.items()
        if len(row) == 2
    }


def _coercion(
    source: str, target: AbstractType, kinds: Mapping[str, AbstractType], library: Library
) -> TokenCoercion | GuardedCoercion:
    if source == INT:
        signature = basis(FclOptions().arithmetic).signature
        guards = [(token, parse_expression(_text(member), signature)) for token, member in _members(target)]
        return GuardedCoercion(tuple(guards))
    if source not in kinds:
        raise UsageError(f"a coercion is from {source}, which is no type", hint="declare it before the parameters")
    rows = library.coercion(kinds[source], target).table.rows
    everything = range(len(target.tokens))
    return TokenCoercion(
        {
            token: frozenset(target.tokens[result] for result in rows[number,] or everything)
            for number, token in enumerate(kinds[source].tokens)
        }
    )


def _members(kind: AbstractType) -> list[tuple[str, Expr]]:
    return list(zip(kind.tokens, kind.members, strict=True))


def _text(condition: Expr) -> str:
    """The condition of a token over ``x`` in FCL; raises `UsageError` for what FCL cannot say."""
    match condition:
        case Variable():
            return "x"
        case Const(value, _):
            return str(value).lower() if isinstance(value, bool) else str(value)
        case Apply(Operator.CAST, (operand,), _):
            return _text(operand)
        case Apply(operator, (left, right), _) if operator is not Operator.IF:
            return f"{operator.value}({_text(left)}, {_text(right)})"
        case _:
            raise UsageError("the condition of a token has no form in FCL, so numbers cannot be coerced to it")
