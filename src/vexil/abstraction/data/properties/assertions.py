"""Conditions of checks and branches, decided as a whole: more of them are certain than operator by operator."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from vexil.abstraction.data.programs.kinds import Kinds, WholeCondition
from vexil.abstraction.data.programs.operators import has_result
from vexil.abstraction.data.properties.cells import Cell, Decomposition, Undecidable, decompose, place_text
from vexil.abstraction.data.properties.decisions import MOST_STORES, decide
from vexil.core.context import Context
from vexil.ir.division import rounded
from vexil.ir.expressions import Apply, Element, Expr, Field, Operator, Variable, preorder
from vexil.ir.operations import Assume, Check
from vexil.ir.program import Function, Program
from vexil.ir.rounding import Rounding
from vexil.ir.types import BoolType
from vexil.model.tokens.abstract_type import Abstractions
from vexil.model.tokens.typing import AbstractTyping

MOST_OF_A_BRANCH = 64
"""Combinations of tokens for which the condition of a branch is decided as a whole."""
_PARTIAL = frozenset({Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT})
"""Operators that may have no result, which their tables keep in the program."""


def whole_conditions(
    program: Program,
    typing: AbstractTyping,
    abstractions: Abstractions,
    context: Context,
    most: int = MOST_STORES,
    rounding: Rounding = Rounding.TRUNCATE,
) -> dict[str, WholeCondition]:
    """By edge every condition that is about tokens and truth values only, of a check or of a branch.

    The edge of a branch is its first. Branches that lead to no check are decided only for few combinations of tokens.
    Divisions of the program round as is said.
    """
    kinds = Kinds(program, typing, abstractions, rounding=rounding)
    conditions: dict[str, WholeCondition] = {}
    for function in program.functions.values():
        for number, condition, is_checked in _conditions(function):
            limit = most if is_checked else min(most, MOST_OF_A_BRANCH)
            whole = _whole(kinds, condition, function.name, context, limit)
            if whole is not None:
                conditions[function.edge_id(number)] = whole
    return conditions


def _conditions(function: Function) -> Iterator[tuple[int, Expr, bool]]:
    """The conditions of checks and of branches, and whether one side of them is a check."""
    for numbers in function.outgoing:
        operations = [function.edges[number].operation for number in numbers]
        match operations:
            case [Check(_, condition, _)]:
                yield numbers[0], condition, True
            case [Assume(condition), Assume()]:
                targets = (function.outgoing[function.edges[number].target] for number in numbers)
                checks = (len(item) == 1 and isinstance(function.edges[item[0]].operation, Check) for item in targets)
                yield numbers[0], condition, any(checks)
            case _:
                pass


def _whole(kinds: Kinds, condition: Expr, function: str, context: Context, most: int) -> WholeCondition | None:
    for node in preorder(condition):
        if isinstance(node, Apply) and node.operator in _PARTIAL and not has_result(node):
            return None
    try:
        cells = decompose(kinds, rounded(condition, kinds.rounding), function)
    except Undecidable:
        return None
    if not cells.is_abstract or not all(cell.kind or isinstance(cell.place.type, BoolType) for cell in cells.cells):
        return None
    answers = decide(cells, context, most)
    if not answers.stores:
        return None
    sizes = [2 if cell.kind is None else len(cell.kind.tokens) for cell in cells.cells]
    rows: dict[tuple[int, ...], tuple[int, ...]] = dict.fromkeys(product(*map(range, sizes)), (0, 1))
    for store, holds, fails in answers.stores:
        row = tuple(_value(cell, cell.cases.index(case)) for cell, case in zip(cells.cells, store, strict=True))
        rows[row] = (1,) if holds else (0,) if fails else (0, 1)
    return WholeCondition(_places(cells, condition, function), tuple(sorted(rows.items())))


def _value(cell: Cell, case: int) -> int:
    """The token or truth value of a case in the abstract program."""
    if cell.kind is None:
        return 1 - case
    return cell.tokens[case]


def _places(cells: Decomposition, condition: Expr, function: str) -> tuple[tuple[int, Expr], ...]:
    positions: dict[str, int] = {}
    for position, node in enumerate(preorder(condition)):
        if isinstance(node, Variable | Field | Element):
            try:
                positions.setdefault(place_text(node, function), position)
            except Undecidable:
                continue
    return tuple((positions[cell.text], cell.place) for cell in cells.cells)
