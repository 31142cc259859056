"""Expressions as a reader of the source recognises them: its names, plain numbers, no conversions that change nothing.

An expression may have parts that it uses again and again, so that its text is exponentially longer than the expression:
look at `tree_size` first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    TypeTest,
    Variable,
    postorder,
)
from vexil.ir.program import Function, Program
from vexil.ir.types import BlockType, BoolType, IntegerType, MathType, PointerType, StructType, TokenType, Type

ATOM = 12
_LEVELS = {
    Operator.OR: 1, Operator.AND: 2, Operator.BIT_OR: 3, Operator.BIT_XOR: 4, Operator.BIT_AND: 5,
    Operator.EQUAL: 6, Operator.DIFFERENT: 6, Operator.LESS: 7, Operator.LESS_EQUAL: 7, Operator.GREATER: 7,
    Operator.GREATER_EQUAL: 7, Operator.SHIFT_LEFT: 8, Operator.SHIFT_RIGHT: 8, Operator.ADD: 9, Operator.SUBTRACT: 9,
    Operator.MULTIPLY: 10, Operator.DIVIDE: 10, Operator.REMAINDER: 10,
}  # fmt: skip
"""How tightly operators bind, as in C."""
_PREFIX = 11
_PREFIXES = {Operator.NEGATE: "-", Operator.COMPLEMENT: "~", Operator.NOT: "!"}
_OPPOSITES = {
    Operator.EQUAL: Operator.DIFFERENT, Operator.DIFFERENT: Operator.EQUAL, Operator.LESS: Operator.GREATER_EQUAL,
    Operator.GREATER_EQUAL: Operator.LESS, Operator.GREATER: Operator.LESS_EQUAL, Operator.LESS_EQUAL: Operator.GREATER,
}  # fmt: skip
_ASSOCIATIVE = frozenset({Operator.AND, Operator.OR, Operator.ADD, Operator.MULTIPLY})
_WORD = re.compile(r"[\w$\\.:]+|\\old\(.*\)")

Shown = tuple[str, int]
"""A text, and how tightly its outermost operator binds."""


def distinct_nodes(expression: Expr) -> int:
    """How many nodes an expression has; parts that are used several times count once."""
    return sum(1 for _ in postorder(expression))


def conjuncts(expression: Expr) -> list[Expr]:
    """The conditions that an expression joins by *and*, from left to right, each object once."""
    parts: list[Expr] = []
    visited: set[int] = set()
    pending = [expression]
    while pending:
        current = pending.pop()
        if id(current) in visited:
            continue
        visited.add(id(current))
        if isinstance(current, Apply) and current.operator is Operator.AND:
            pending.extend(reversed(current.operands))
        else:
            parts.append(current)
    return parts


class SourceWords:
    """Writes expressions about one function of a program."""

    def __init__(self, program: Program, function: str) -> None:
        self._tokens = program.token_sets
        self._structs = program.structs
        self._link = "." if program.source.has_classes else "->"
        self._names = _names(program, program.functions.get(function))

    def text(self, expression: Expr) -> str:
        """The expression; its `tree_size` should not be large."""
        texts: dict[int, Shown] = {}
        for node in postorder(expression):
            shown = _opposite(node)
            texts[id(node)] = self._node(shown, [texts[id(operand)] for operand in shown.operands], texts)
        return texts[id(expression)][0]

    def _node(self, node: Expr, parts: list[Shown], texts: Mapping[int, Shown]) -> Shown:
        match node:
            case Const(value, kind):
                return self._constant(value, kind), ATOM
            case Variable(name):
                return self._variable(name), ATOM
            case AddressOf(Variable(name)):
                return f"&{self._variable(name)}", _PREFIX
            case CodeAddress(function):
                return f"&{function}", _PREFIX
            case Deref():
                return self._member(node.operands[0], node.type, texts) or (f"*{_at_least(parts[0], _PREFIX)}", _PREFIX)
            case Bits(_, _, offset, width):
                return f"bits {offset}..{offset + width - 1} of *{_at_least(parts[0], _PREFIX)}", 0
            case Field(_, _, name):
                return f"{_at_least(parts[0], ATOM)}.{name}", ATOM
            case Element():
                return f"{_at_least(parts[0], ATOM)}[{parts[1][0]}]", ATOM
            case TypeTest(_, tested):
                return f"{_at_least(parts[0], ATOM)} instanceof {tested}", _LEVELS[Operator.LESS]
            case Apply():
                return _applied(node, parts)

    def _member(self, pointer: Expr, kind: Type, texts: Mapping[int, Shown]) -> Shown | None:
        """The variable, member or element at a known place in what a pointer points to, if its types tell."""
        base, offset = pointer, 0
        if isinstance(pointer, Apply) and pointer.operator is Operator.POINTER_ADD:
            base, added = pointer.operands
            if not isinstance(added, Const):
                return None
            offset = int(added.value)
        held: Type
        match base, base.type:
            case AddressOf(Variable(name, declared)), _:
                text, held, link = self._variable(name), declared, "."
            case _, PointerType(target) if isinstance(target, StructType):
                text, held, link = _at_least(texts[id(base)], ATOM), target, self._link
            case _:
                return None
        if offset == 0 and held == kind:
            return text, ATOM
        if isinstance(held, BlockType) and held.element == kind and isinstance(kind, IntegerType):
            size = (kind.width + 7) // 8
            return (f"{text}[{offset // size}]", ATOM) if offset % size == 0 and offset >= 0 else None
        members = (
            self._structs[held.name].members if isinstance(held, StructType) and held.name in self._structs else ()
        )
        names = [item.name for item in members if item.offset == offset and item.type == kind]
        return (f"{text}{link}{names[0]}", ATOM) if len(names) == 1 and names[0] else None

    def _variable(self, name: str) -> str:
        old = re.fullmatch(r"\\old\((?:global )?(.*)\)", name)
        if old is not None:
            return f"\\old({self._variable(old[1])})"
        return self._names.get(name, name)

    def _constant(self, value: float | bool, kind: Type) -> str:
        match kind:
            case BoolType():
                return "true" if value else "false"
            case TokenType(name) if name in self._tokens and isinstance(value, int):
                return self._tokens[name].tokens[value]
            case PointerType() if value == 0:
                return "NULL"
            case _ if isinstance(value, int) and value.bit_length() > 200:
                return hex(value)
            case _:
                return str(value)


def _names(program: Program, function: Function | None) -> dict[str, str]:
    """What the user calls the variables; those of the front end are called like what they hold."""
    declared = list(program.globals)
    if function is not None:
        declared += function.variables.values()
    plain = [item.labels[0] if item.labels else item.name for item in declared]
    count = Counter(plain)
    names: dict[str, str] = {}
    for item, name in zip(declared, plain, strict=True):
        shown = item.name if count[name] > 1 else name
        if item.hidden:
            shown = re.sub(r"\$\d+$", "", shown)
        names[item.name] = shown if _WORD.fullmatch(shown) else f"({shown})" if item.hidden else f"{{{shown}}}"
    return names


def _at_least(shown: Shown, level: int) -> str:
    text, own = shown
    return text if own >= level else f"({text})"


def _applied(node: Apply, parts: list[Shown]) -> Shown:
    operator = node.operator
    if operator in _PREFIXES:
        return _PREFIXES[operator] + _at_least(parts[0], _PREFIX), _PREFIX
    level = _LEVELS.get(operator)
    if level is not None and len(parts) == 2:
        # mixed logical and bitwise operators get the parentheses that readers expect
        least = level if operator in _ASSOCIATIVE else level + 1
        if operator in (Operator.AND, Operator.OR):
            same = [isinstance(part, Apply) and part.operator is operator for part in node.operands]
            sides = [_at_least(part, level if is_same else 3) for part, is_same in zip(parts, same, strict=True)]
        else:
            sides = [_at_least(parts[0], level), _at_least(parts[1], least)]
        return f"{sides[0]} {operator.value} {sides[1]}", level
    match operator:
        case Operator.IF:
            return f"{_at_least(parts[0], 1)} ? {_at_least(parts[1], 1)} : {_at_least(parts[2], 1)}", 0
        case Operator.POINTER_ADD:
            return f"{_at_least(parts[0], 9)} + {_at_least(parts[1], 10)} bytes", 9
        case Operator.CAST if _keeps_value(node.operands[0].type, node.type):
            return parts[0]
        case Operator.CAST:
            return f"({node.type}) {_at_least(parts[0], _PREFIX)}", _PREFIX
        case _:
            return f"{operator.value}({', '.join(text for text, _ in parts)})", ATOM


def _opposite(node: Expr) -> Expr:
    """The opposite comparison in place of a negated one, where there is one: not of floats, which may be no numbers."""
    if isinstance(node, Apply) and node.operator is Operator.NOT:
        inner = node.operands[0]
        if isinstance(inner, Apply) and inner.operator in _OPPOSITES and _is_ordered(inner.operands[0].type):
            return Apply(_OPPOSITES[inner.operator], inner.operands, inner.type)
    return node


def _is_ordered(kind: Type) -> bool:
    return isinstance(kind, IntegerType | MathType | PointerType | BoolType | TokenType)


def _keeps_value(old: Type, new: Type) -> bool:
    """Say whether a conversion leaves every value as it is."""
    match old, new:
        case IntegerType(), IntegerType():
            return new.low <= old.low and old.high <= new.high
        case BoolType(), IntegerType():
            return True
        case PointerType(), PointerType():
            return True
        case _:
            return old == new
