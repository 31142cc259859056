"""BASL text of syntax trees; what is printed reads back as the same tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.ir.expressions import Operator
from vexil.model.tokens.basl.expressions import BINDS
from vexil.model.tokens.basl.parser import ALL, ANY
from vexil.model.tokens.basl.tree import (
    Abstraction,
    ArrayAbstraction,
    Binary,
    ClassAbstraction,
    Conditional,
    Expression,
    Literal,
    Name,
    OperatorBlock,
    OperatorRule,
    Parameter,
    Unary,
    Unit,
)

_TIGHTEST = 100


def print_units(units: Iterable[Unit]) -> str:
    """The text of a whole file."""
    return "\n".join(print_unit(unit) for unit in units)


def print_unit(unit: Unit) -> str:
    """The text of one abstraction, with a newline at the end."""
    match unit:
        case Abstraction():
            lines = _numbers(unit)
        case ClassAbstraction(name, class_name, bindings):
            parts = [(binding.slot.text, binding.abstraction) for binding in bindings]
            lines = _bindings(f"abstraction {name} abstracts class {class_name.text}", parts)
        case ArrayAbstraction(name, element, index, component):
            named = [("index", index), ("component", component)]
            chosen = [(word, given) for word, given in named if given is not None]
            lines = _bindings(f"abstraction {name} abstracts {element.text}[]", chosen)
    return "\n".join(lines) + "\n"


def _bindings(header: str, parts: list[tuple[str, Name]]) -> Iterator[str]:
    yield f"{header} begin"
    for slot, name in parts:
        yield f"  {slot}: {name.text};"
    yield "end"


def _numbers(unit: Abstraction) -> Iterator[str]:
    word = "extends" if unit.concrete.text in ("integral", "real") else "abstracts"
    yield f"abstraction {unit.name} {word} {unit.concrete.text}"
    yield "begin"
    yield f"  TOKENS = {_set(unit.tokens)};"
    if unit.default is not None:
        yield f"  DEFAULT = {unit.default.text};"
    if unit.one_to_one is not None:
        yield f"  ONE2ONE = {_set(unit.one_to_one)};"
    if unit.division is not None:
        yield f"  DIVISION = {unit.division.value};"
    yield f"  abstract({unit.parameter})"
    yield "  begin"
    for rule in unit.rules:
        condition = ANY if rule.condition is None else print_condition(rule.condition, unit.parameter)
        yield f"    {condition} -> {_set(rule.tokens)};"
    yield "  end"
    for block in unit.operators:
        yield from _operator(block)
    yield "end"


def _operator(block: OperatorBlock) -> Iterator[str]:
    symbol = "-" if block.operator is Operator.NEGATE else block.operator.value
    yield f"  operator {symbol} {block.name}"
    yield "  begin"
    for rule in block.rules:
        yield f"    {_patterns(rule)} -> {ALL if rule.results is None else _set(rule.results)};"
    yield "  end"


def _patterns(rule: OperatorRule) -> str:
    if rule.patterns is None:
        return ANY
    return f"({', '.join(ANY if name is None else name.text for name in rule.patterns)})"


def _set(names: Iterable[Name]) -> str:
    return f"{{{', '.join(name.text for name in names)}}}"


def print_condition(expression: Expression, parameter: str) -> str:
    """The text of a condition, with the parentheses that it needs."""
    return _text(expression, parameter)[0]


def _text(expression: Expression, parameter: str) -> tuple[str, int]:
    """The text, and how tightly its outermost operator binds."""
    match expression:
        case Literal(text):
            return text, _TIGHTEST
        case Parameter():
            return parameter, _TIGHTEST
        case Unary(operator, operand):
            inner, binds = _text(operand, parameter)
            return f"{operator}{inner if binds == _TIGHTEST else f'({inner})'}", _TIGHTEST - 1
        case Binary(operator, left, right):
            level = BINDS[operator]
            one, two = (_within(side, least, parameter) for side, least in ((left, level), (right, level + 1)))
            return f"{one} {operator} {two}", level
        case Conditional(test, first, second):
            parts = (_within(part, 1, parameter) for part in (test, first, second))
            return "{} ? {} : {}".format(*parts), 0


def _within(expression: Expression, least: int, parameter: str) -> str:
    text, binds = _text(expression, parameter)
    return text if binds >= least else f"({text})"
