"""Abstract types in the order that programs use: the token of 0 comes first.

Registers, fields and elements start as zero, which for a token is its number 0. With the token of 0 at that place,
everything that starts at 0 in a program starts with the right token in its abstraction. Tokens keep their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vexil.model.tokens.abstract_type import AbstractType, Coercion, Table, Tokens


def zero_first(kind: AbstractType) -> AbstractType:
    """The same abstract type with its default token as number 0."""
    if kind.default == 0:
        return kind
    place = _places(kind)
    order = sorted(place, key=lambda old: place[old])
    return replace(
        kind,
        tokens=tuple(kind.tokens[old] for old in order),
        members=tuple(kind.members[old] for old in order),
        default=0,
        single={place[old]: value for old, value in kind.single.items()},
        operations={operator: _moved(table, place, place) for operator, table in kind.operations.items()},
        tests={operator: _moved(table, place, None) for operator, table in kind.tests.items()},
    )


def zero_first_coercion(coercion: Coercion) -> Coercion:
    """The same coercion between the types in this order."""
    source, target = coercion.source, coercion.target
    if source.default == 0 and target.default == 0:
        return coercion
    return Coercion(zero_first(source), zero_first(target), _moved(coercion.table, _places(source), _places(target)))


def _places(kind: AbstractType) -> dict[int, int]:
    """By number of a token its new one."""
    order = (kind.default, *(old for old in range(len(kind.tokens)) if old != kind.default))
    return {old: new for new, old in enumerate(order)}


def _moved(table: Table, arguments: Mapping[int, int], results: Mapping[int, int] | None) -> Table:
    def row(old: Tokens) -> Tokens:
        return tuple(arguments[number] for number in old)

    def result(old: int) -> int:
        return old if results is None else results[old]

    return Table(
        {row(old): tuple(sorted(map(result, values))) for old, values in table.rows.items()},
        frozenset(map(row, table.partial)),
        frozenset((row(old), result(values)) for old, values in table.doubtful),
    )
