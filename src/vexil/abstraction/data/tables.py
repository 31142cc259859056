"""Abstract types as text: tokens, and operator tables with a row for each left and a column for each right operand."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.abstraction.data.java_conditions import condition_text
from vexil.core.errors import UsageError
from vexil.ir.expressions import Expr, Operator
from vexil.ir.text import print_expression
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, UNARY, AbstractType, Concrete, Table

PARTIAL, DOUBTFUL = "!", "?"
LEGEND = f"{PARTIAL} some numbers have no result   {DOUBTFUL} kept because it could not be excluded"


def arithmetic_text(concrete: Concrete) -> str:
    """The model of arithmetic of a type in words."""
    match concrete:
        case MathType():
            return "mathematical integers"
        case IntegerType(width, signed):
            return f"machine integers of {width} bits {'with' if signed else 'without'} sign, with wrap-around"
        case FloatType(width):
            return f"IEEE 754 floats of {width} bits"


def table_text(kind: AbstractType) -> str:
    """The whole type, with a newline at the end."""
    family = f", {kind.family}" if kind.family and kind.family != kind.name else ""
    lines = [f"{kind.name}{family}: {arithmetic_text(kind.concrete)}", "", *_tokens(kind)]
    for operator, table in (*kind.operations.items(), *kind.tests.items()):
        lines += ["", *operator_text(kind, operator, table)]
    tables = (*kind.operations.values(), *kind.tests.values())
    if any(table.partial or table.doubtful for table in tables):
        lines += ["", LEGEND]
    return "\n".join(lines) + "\n"


def _tokens(kind: AbstractType) -> Iterator[str]:
    width = max(len(token) for token in kind.tokens)
    for number, (token, member) in enumerate(zip(kind.tokens, kind.members, strict=True)):
        remarks = [f"only {kind.single[number]}"] if number in kind.single else []
        remarks += ["initial"] if number == kind.default else []
        remark = f"  ({', '.join(remarks)})" if remarks else ""
        yield f"  {token:{width}}  {_condition(member)}{remark}"


def _condition(member: Expr) -> str:
    try:
        return condition_text(member)
    except UsageError:
        return print_expression(member)


def operator_text(kind: AbstractType, operator: Operator, table: Table) -> list[str]:
    """The lines of one table."""
    name = OPERATIONS.get(operator) or TESTS[operator]
    symbol = "-" if operator is Operator.NEGATE else operator.value
    words = ("F", "T") if operator in TESTS else kind.tokens
    if operator in UNARY:
        cells = [[_cell(table, (row,), words)] for row in range(len(kind.tokens))]
        return _grid([f"{symbol} {name}", ""], kind.tokens, cells)
    numbers = range(len(kind.tokens))
    cells = [[_cell(table, (row, column), words) for column in numbers] for row in numbers]
    return _grid([f"{symbol} {name}", *kind.tokens], kind.tokens, cells)


def _cell(table: Table, row: tuple[int, ...], words: tuple[str, ...]) -> str:
    names = [words[each] + (DOUBTFUL if (row, each) in table.doubtful else "") for each in table.rows[row]]
    if words == ("F", "T"):
        text = "".join(reversed(names)) or "{}"
    else:
        text = names[0] if len(names) == 1 else f"{{{', '.join(names)}}}"
    return text + (PARTIAL if row in table.partial else "")


def _grid(header: list[str], tokens: tuple[str, ...], cells: list[list[str]]) -> list[str]:
    rows = [header, *([f"  {token}", *line] for token, line in zip(tokens, cells, strict=True))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    return ["  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def listing(groups: dict[str, dict[str, tuple[str, ...]]]) -> str:
    """Abstractions by type and family, with a newline at the end."""
    lines: list[str] = []
    for kind, families in groups.items():
        lines.append(kind)
        width = max(map(len, families))
        lines += [f"  {family:{width}}  {', '.join(names)}" for family, names in families.items()]
    return "\n".join(lines) + "\n"
