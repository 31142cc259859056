"""Token types given by tables, and how they extend an algebra (Hatcliff et al. 2002, 3.1 and 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from vexil.core.errors import UsageError
from vexil.frontends.fcl.algebra import Algebra, GuardedCoercion, Meaning, Table, TokenCoercion, Value
from vexil.frontends.fcl.signature import BOOL, INT, Signature, check_name
from vexil.frontends.fcl.syntax import Coercion, Constant, Expression, Operator, Variable

NO_RESULT: Final[frozenset[Value]] = frozenset()
"""The entry of an operation's table for operands on which the operation has no result."""

Rows = Mapping[tuple[str, str], Iterable[Value]]


@dataclass(frozen=True, slots=True)
class TokenType:
    """A finite type: its tokens, operators (by basic symbol) and the coercions into it (by source type).

    With the suffix ``eo``, the table under ``*`` gives the operator written ``*_eo``. Unless ``constants``
    says otherwise every token is a constant that denotes itself. ``default`` is the token that stands for
    the initial value 0 of variables.
    """

    name: str
    tokens: tuple[str, ...]
    suffix: str
    operations: Mapping[str, Rows] = field(default_factory=dict)
    tests: Mapping[str, Rows] = field(default_factory=dict)
    coercions: Mapping[str, TokenCoercion | GuardedCoercion] = field(default_factory=dict)
    constants: Mapping[str, Iterable[str]] | None = None
    default: str | None = None


def extend(algebra: Algebra, *types: TokenType) -> Algebra:
    """Add token types to an algebra; a later type may have coercions from an earlier one.

    Raises `UsageError` naming the entry when a table is not total or mentions unknown tokens.
    """
    for token_type in types:
        algebra = _extend(algebra, token_type)
    return algebra


def _extend(algebra: Algebra, new: TokenType) -> Algebra:
    _check_tokens(algebra, new)
    operations = {f"{s}_{new.suffix}": _operation(f"{s}_{new.suffix}", new, r) for s, r in new.operations.items()}
    tests = {f"{s}_{new.suffix}": _test(f"{s}_{new.suffix}", new, r) for s, r in new.tests.items()}
    constants = _constants(new)
    for source, coercion in new.coercions.items():
        _check_coercion(algebra, new, source, coercion)
    old = algebra.signature
    for symbol in sorted((operations.keys() | tests.keys()) & (old.operations.keys() | old.tests.keys())):
        raise UsageError(f"operator {symbol!r} of {new.name} is already declared", hint="use another suffix")
    for symbol in sorted(constants.keys() & old.constants.keys()):
        raise UsageError(
            f"constant {symbol!r} of {new.name} is already a constant of {old.constants[symbol]}",
            hint="give the constants of one of the types other names",
        )
    signature = Signature(
        types=old.types | {new.name},
        order=old.order | {(source, new.name) for source in new.coercions},
        operations={**old.operations, **dict.fromkeys(operations, new.name)},
        tests={**old.tests, **dict.fromkeys(tests, new.name)},
        constants={**old.constants, **dict.fromkeys(constants, new.name)},
    )
    return replace(
        algebra,
        signature=signature,
        operators={**algebra.operators, **operations, **tests},
        coercions={**algebra.coercions, **{(s, new.name): c for s, c in new.coercions.items()}},
        constants={**algebra.constants, **constants},
        tokens={**algebra.tokens, new.name: new.tokens},
        defaults={**algebra.defaults, **({} if new.default is None else {new.name: new.default})},
    )


def _check_tokens(algebra: Algebra, new: TokenType) -> None:
    check_name(new.name, "type")
    if new.name in algebra.signature.types:
        raise UsageError(f"type {new.name!r} is declared twice")
    if not new.tokens:
        raise UsageError(f"type {new.name!r} has no token")
    for number, token in enumerate(new.tokens):
        check_name(token, "token")
        if token in new.tokens[:number]:
            raise UsageError(f"token {token!r} of {new.name!r} is declared twice")
    if new.default is not None:
        _check_known(new, [new.default], "the default")


def _check_known(new: TokenType, tokens: Iterable[Value], where: str) -> None:
    for token in tokens:
        if token not in new.tokens:
            hint = f"tokens: {', '.join(new.tokens)}"
            raise UsageError(f"{where} of {new.name} names {token!r}, which is no token of it", hint=hint)


def _rows(symbol: str, new: TokenType, rows: Rows) -> dict[tuple[str, str], frozenset[Value]]:
    for pair in rows:
        _check_known(new, pair, f"the table of {symbol!r}")
    for left, right in product(new.tokens, repeat=2):
        if (left, right) not in rows:
            raise UsageError(
                f"the table of {symbol!r} has no entry for ({left}, {right})",
                hint="give its set of results, or NO_RESULT for an operation that has none there",
            )
    return {pair: frozenset(results) for pair, results in rows.items()}


def _operation(symbol: str, new: TokenType, rows: Rows) -> Table:
    checked = _rows(symbol, new, rows)
    for results in checked.values():
        _check_known(new, sorted(results, key=str), f"the table of {symbol!r}")
    return Table(checked)


def _test(symbol: str, new: TokenType, rows: Rows) -> Table:
    checked = _rows(symbol, new, rows)
    for (left, right), results in checked.items():
        if not results or not all(isinstance(result, bool) for result in results):
            raise UsageError(
                f"the table of test {symbol!r} gives no truth value for ({left}, {right})",
                hint="a test is total: give {True}, {False} or {True, False}",
            )
    return Table(checked)


def _constants(new: TokenType) -> dict[str, frozenset[str]]:
    if new.constants is None:
        return {token: frozenset({token}) for token in new.tokens}
    constants = {symbol: frozenset(values) for symbol, values in new.constants.items()}
    for symbol, values in constants.items():
        _check_known(new, sorted(values), f"constant {symbol!r}")
        if not values:
            raise UsageError(f"constant {symbol!r} of {new.name} denotes no token")
    return constants


def _check_coercion(algebra: Algebra, new: TokenType, source: str, coercion: TokenCoercion | GuardedCoercion) -> None:
    where = f"the coercion [{source} << {new.name}]"
    match coercion:
        case GuardedCoercion(guards, _):
            if source != INT:
                raise UsageError(f"{where} has guards, but only coercions from {INT} have", hint="give a table")
            _check_known(new, [token for token, _ in guards], where)
            for token, guard in guards:
                if _guard_type(algebra, guard) != BOOL:
                    raise UsageError(
                        f"the guard of {token!r} in {where} is no Boolean expression over integers",
                        hint="use the basic operators and one variable",
                    )
        case TokenCoercion(rows):
            if source == BOOL or source not in algebra.tokens:
                declared = ", ".join(sorted(algebra.tokens)) or "none"
                raise UsageError(f"{where} starts at {source!r}, which is no token type", hint=f"declared: {declared}")
            for token in algebra.tokens[source]:
                if not rows.get(token):
                    raise UsageError(f"{where} has no entry for {token!r}", hint="a coercion is total")
            for token, targets in rows.items():
                if token not in algebra.tokens[source]:
                    raise UsageError(f"{where} has an entry for {token!r}, which is no token of {source}")
                _check_known(new, sorted(targets), where)


def _guard_type(algebra: Algebra, guard: Expression) -> str | None:
    """The type of a guard, ``None`` when it is ill-typed or uses more than the basic operators."""

    def leaf(node: Constant | Variable) -> str | None:
        return algebra.signature.constant_type(node.symbol) if isinstance(node, Constant) else INT

    def unary(_: Coercion, __: str | None) -> str | None:
        return None

    def binary(node: Operator, left: str | None, right: str | None) -> str | None:
        basic = isinstance(algebra.operators.get(node.symbol), Meaning)
        fits = left == right == algebra.signature.operand_type(node.symbol)
        return algebra.signature.result_type(node.symbol) if basic and fits else None

    return guard.fold(leaf, unary, binary)
