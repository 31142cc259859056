"""What the text of a span of C should be: an occurrence of the intermediate form against its range in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from c_tokens import number_value

import vexil.frontends.c
from vexil.core.source import Span
from vexil.ir.arithmetic import round32
from vexil.ir.expressions import AddressOf, Apply, Bits, CodeAddress, Const, Deref, Expr, Operator, Variable
from vexil.ir.operations import Operation
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.text import print_operation
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType

INCLUDE = Path(vexil.frontends.c.__file__).parent / "include"
PREDEFINED = {"__LINE__", "__COUNTER__", "__CHAR_BIT__"}
TOKENS = {
    Operator.ADD: ("+", "++"),
    Operator.SUBTRACT: ("-", "--"),
    Operator.POINTER_ADD: ("+", "-", "++", "--", "[", ".", "->", "&"),
    Operator.POINTER_DIFFERENCE: ("-",),
    Operator.NEGATE: ("-",),
    Operator.NOT: ("!", "--"),
    Operator.DIVIDE: ("/", "-"),
}
"""The tokens of operators that C writes in another way than the intermediate form; ``-`` of pointers divides."""
NARROW = {"char": 8, "short": 16, "int": 32, "unsigned": 32}
"""Casts in front of a literal that may cut its value."""
SELECTORS = ("*", "[", ".", "->")


@dataclass(frozen=True)
class Mistake:
    """An occurrence whose text is another one; ``gap`` names what is known to be wrong."""

    where: str
    problem: str
    gap: str


def mistakes(program: Program, defined: frozenset[str] = frozenset()) -> Iterator[Mistake]:
    """Every occurrence whose text in the source is not that of the occurrence; *defined* are macros of the options."""
    for name, spans in program.source_map.occurrences.items():
        function = program.functions[name]
        for (edge, position), span in sorted(spans.items()):
            operation = function.edges[edge].operation
            part = occurrences(operation)[position]
            text = text_of(program, span)
            is_other = _is_scaled(operation, part, text) or _without_parentheses(text) in defined
            problem = "" if is_other else _problem(program, function, part, text)
            if problem and not _is_initialised(program, function, edge, position, span):
                shown = f"{problem}: {text!r} in {print_operation(operation)}"
                yield Mistake(f"{name}#{edge} position {position}", shown, _gap(part, text))


def _is_scaled(operation: Operation, part: Expr, text: str) -> bool:
    """Whether an occurrence is a number of elements that a pointer moves by, counted in bytes."""
    if not isinstance(part, Const) or not any(
        isinstance(other, Apply) and other.operator is Operator.POINTER_ADD and other.operands[1] is part
        for other in occurrences(operation)
    ):
        return False
    elements = literal_value(text)
    return elements is not None and (part.value % elements == 0 if elements else part.value == 0)


@cache
def occurrences(operation: Operation) -> tuple[Expr, ...]:
    return tuple(part for _, part in occurrences_of(operation))


def _gap(part: Expr, text: str) -> str:
    if isinstance(part, Variable):
        name = re.escape(part.name.split("$")[0].split("::")[-1])
        if re.match(rf"&{name}\b|\(\*{name}\)|\w+\(&?{name}", text):
            return "no operation"
        return "overflow builtin" if text.startswith("__builtin_") else ""
    return "overflow builtin" if isinstance(part, Deref) and text.startswith("&") else ""


def text_of(program: Program, span: Span) -> str:
    """The text of a span, from the bytes of its file."""
    assert 0 <= span.start < span.end <= len(program.files[span.file].content)
    return program.files[span.file].content[span.start : span.end].decode()


def _is_initialised(program: Program, function: Function, edge: int, position: int, span: Span) -> bool:
    """Whether an occurrence is the part of an aggregate that an initialiser without a designator stands for."""
    parts = occurrences(function.edges[edge].operation)
    if position != 0 or not isinstance(parts[0], Deref | Bits):
        return False
    written = program.source_map.occurrence(function.name, edge, _last_part(parts[0]) + 1)
    return written is not None and span.covers(written)


def _last_part(place: Expr) -> int:
    count, pending = -1, [place]
    while pending:
        count += 1
        pending.extend(pending.pop().operands)
    return count


def _problem(program: Program, function: Function, part: Expr, text: str) -> str:
    """What is wrong about the text of an occurrence; nothing if it is right."""
    inner = _without_parentheses(text)
    if _is_macro(inner, program):
        return ""
    match part:
        case Variable():
            return _variable_problem(program, function, part, inner)
        case Const():
            return _constant_problem(program, part, inner)
        case AddressOf(variable):
            known = _names(program, function, variable)
            base = re.match(r"(?:&\s*\(*)?(\w+)", without_casts(inner))
            is_literal = inner.endswith("}") or '"' in inner or inner.startswith("&(")
            named = bool(base) and base[1] in known if base else False
            return "" if named or is_literal else "no address of the variable"
        case CodeAddress(name):
            return "" if inner.lstrip("&* ") == name.split("$")[0] else "no function"
        case Deref() | Bits():
            is_part = any(token in inner for token in SELECTORS) or inner.endswith("}")
            return "" if is_part or re.fullmatch(r"\w+", inner) else "no access to memory"
        case Apply(operator, operands, _):
            return _operator_problem(operator, operands, inner)
        case _:
            return "an occurrence that C does not have"


def _variable_problem(program: Program, function: Function, part: Variable, text: str) -> str:
    declared = _declaration(program, function, part)
    if not declared.hidden:
        return "" if text in _names(program, function, part) else "not the name of the variable"
    short = " ".join(text.split())
    if part.is_global and part.name == text:  # of a model
        return ""
    if part.name.startswith((f"{short}$", f"({short})$")):
        return ""
    if part.name.startswith("value$") and len(short) > 24:
        return ""
    if part.name.startswith("size$") and short.startswith("sizeof"):
        return ""
    return "" if part.name.startswith("literal$") and short.endswith("}") else "a temporary named after something else"


def _declaration(program: Program, function: Function, part: Variable) -> VariableDeclaration:
    if part.is_global:
        return next(variable for variable in program.globals if variable.name == part.name)
    return function.variables[part.name]


def _names(program: Program, function: Function, part: Variable) -> set[str]:
    declared = _declaration(program, function, part)
    return {declared.name, *declared.labels}


def _constant_problem(program: Program, part: Const, whole: str) -> str:
    if part.type == BOOL and "++" in whole:  # one more than a truth value is true
        return ""
    text = without_casts(whole.rpartition(" = ")[2])  # an assignment has the value that is assigned
    if re.match(r"(sizeof|_Alignof|__alignof__|offsetof|__builtin_\w+|__func__|__FUNCTION__)\b", text):
        return ""
    if re.fullmatch(r"[A-Za-z_]\w*", text):
        return "" if re.search(rf"\benum\b[^;]*\b{text}\b", _all_text(program) + _header_text()) else "no enumerator"
    value = number_value(text)
    if value is None:
        return "no literal"
    if re.search(r"\.\d*[fF]$", text):
        value = round32(value)
    narrowest = min((width for name, width in NARROW.items() if f"{name})" in whole), default=64)
    if re.search(r"[\da-fA-F][uU]$", text):
        narrowest = min(narrowest, 32)
    return "" if _stored(value, part, narrowest) else f"a literal of another value than {part.value}"


def literal_value(text: str) -> int | float | None:
    """The value of a literal, with casts in front: they are applied when the value is stored."""
    return number_value(without_casts(text))


def without_casts(text: str) -> str:
    """The text behind the casts in front of it."""
    text = _without_parentheses(text)
    if re.search(r", sizeof\b", text):  # the value of a comma is that of its last part
        text = _without_parentheses(text[text.rindex(", sizeof") + 2 :])
    while found := re.match(r"\((?:const |volatile |unsigned |signed |long |short )*(?:\w+)[ *]*\)", text):
        text = _without_parentheses(text[found.end() :].strip())
    return text


def _stored(value: int | float, part: Const, narrowest: int) -> bool:
    match part.type:
        case BoolType():
            return part.value == bool(value)
        case IntegerType(width, _):
            return (int(value) - int(part.value)) % (1 << min(width, narrowest)) == 0
        case FloatType(64):
            return float(value) == part.value
        case FloatType():
            return abs(float(value) - float(part.value)) <= abs(float(value)) * 2.0**-23
        case _:
            return part.value == value


def _operator_problem(operator: Operator, operands: tuple[Expr, ...], text: str) -> str:
    if operator is Operator.CAST:
        return ""  # a conversion has the text of its operand, or that of the cast around it
    if operator is Operator.DIFFERENT and isinstance(operands[1], Const) and operands[1].value == 0:
        return ""  # a conversion to truth
    tokens = TOKENS.get(operator, (operator.value,))
    return "" if any(token in text for token in tokens) else f"no {operator.value} in it"


def _without_parentheses(text: str) -> str:
    while text.startswith("(") and text.endswith(")") and _encloses(text):
        text = text[1:-1].strip()
    return text


def _encloses(text: str) -> bool:
    depth = 0
    for position, character in enumerate(re.sub(r"'\\?.'", "'_'", text)):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position == len(re.sub(r"'\\?.'", "'_'", text)) - 1
    return False


def _is_macro(text: str, program: Program) -> bool:
    """Whether the text is one use of a macro, whose inside has no place of its own."""
    found = re.fullmatch(r"(\w+)\s*(\(.*\))?.*", text, re.DOTALL)
    return found is not None and found[1] in (_header_macros() | _macros_in(_all_text(program)) | PREDEFINED)


@cache
def _header_text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(INCLUDE.rglob("*.h")))


def _header_macros() -> frozenset[str]:
    return _macros_in(_header_text())


@cache
def _macros_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.MULTILINE))


@cache
def _all_text(program: Program) -> str:
    return "\n".join(file.content.decode() for file in program.files)
