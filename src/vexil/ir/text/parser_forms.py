"""The expressions that are written as calls: ``deref(p, i32)``, ``ite(c, a, b)``, ``null(ref[C])`` …"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from vexil.core.surface import Kind, Surface
from vexil.ir import types, typing
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator, Variable
from vexil.ir.program import superclasses
from vexil.ir.text.parser_leaves import LeafReader
from vexil.ir.typing import TypeProblem

Operands = tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """How many arguments a call has, how many of them are expressions (the first ones), and what it means."""

    least: int
    most: int
    operands: int
    usage: str
    read: Callable[[LeafReader, Surface, Operands], Expr]


_WORDS = {operator.value: operator for operator in Operator if operator.value.isidentifier()}


def _operator(reader: LeafReader, tree: Surface, operands: Operands) -> Expr:
    """An operator, possibly with the type of its result."""
    operator = _WORDS[tree.head]
    given = reader.type(tree.operands[len(operands)]) if len(tree.operands) > len(operands) else None
    result = typing.result_type(operator, operands, given)
    if given is not None and not typing.compatible(given, result):
        raise TypeProblem(f"operator {operator.value!r} gives {result} here, not {given}")
    return Apply(operator, operands, given or result)


def _deref(reader: LeafReader, tree: Surface, operands: Operands) -> Expr:
    return typing.deref(operands[0], reader.type(tree.operands[1]))


def _bits(reader: LeafReader, tree: Surface, operands: Operands) -> Expr:
    unit, kind = reader.type(tree.operands[1]), reader.type(tree.operands[4])
    if not isinstance(unit, types.IntegerType) or not isinstance(kind, types.IntegerType | types.BoolType):
        raise TypeProblem(f"a bit-field of type {kind} cannot lie in a unit of type {unit}")
    offset = reader.integer(tree.operands[2], "the number of the first bit")
    return typing.bit_field(operands[0], unit, offset, reader.integer(tree.operands[3], "a number of bits"), kind)


def _field(reader: LeafReader, tree: Surface, operands: Operands) -> Expr:
    """A field; its class may be left out when the type of the reference says it."""
    *given, last = tree.operands[1:]
    name = reader.name(last, "the name of a field")
    static = operands[0].type
    classes = reader.scope.classes
    if given:
        candidates: tuple[str, ...] = (reader.name(given[0], "the name of a class"),)
    else:
        candidates = superclasses(classes, static.class_name) if isinstance(static, types.ReferenceType) else ()
    for class_name in candidates:
        if class_name not in classes:
            raise reader.unknown("class", class_name, classes, tree)
        for declared in classes[class_name].fields:
            if declared.name == name:
                return typing.field(operands[0], class_name, name, declared.type)
    owner = " or ".join(map(repr, candidates)) or str(static)
    raise reader.error(f"{owner} declares no field {name!r}", tree, expected="field(REFERENCE, CLASS, FIELD)")


def _address(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    """The address of a variable, with the type of the pointer when it is an unusual one."""
    variable = reader.variable(tree.operands[0]) if tree.operands[0].kind is Kind.NAME else None
    if not isinstance(variable, Variable):
        raise reader.error("only a variable has an address", tree.operands[0], expected="the name of a variable")
    kind = reader.type(tree.operands[1]) if len(tree.operands) > 1 else types.PointerType(variable.type)
    return AddressOf(variable, kind)


def _code_of(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    """The address of a function; its type may be left out after the function's definition."""
    name = reader.name(tree.operands[0], "the name of a function")
    if len(tree.operands) > 1:
        return CodeAddress(name, reader.type(tree.operands[1]))
    function = reader.scope.functions.get(name)
    if function is None:
        raise reader.error(f"the type of function {name!r} is not known yet", tree, expected="code_of(FUNCTION, TYPE)")
    code = types.CodeType(function.result, tuple(parameter.type for parameter in function.parameters))
    return CodeAddress(name, types.PointerType(code))


def _is(reader: LeafReader, tree: Surface, operands: Operands) -> Expr:
    return typing.type_test(operands[0], reader.type(tree.operands[1]))


def _null(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    kind = reader.type(tree.operands[0])
    if not (types.is_reference(kind) or isinstance(kind, types.PointerType | types.ThreadType)):
        raise TypeProblem(f"null is no value of type {kind}")
    return typing.literal(0, kind)


def _literal(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    """An absolute address or the number of a lock."""
    kind = reader.type(tree.operands[1])
    if not isinstance(kind, types.PointerType | types.LockType):
        raise TypeProblem(f"a literal of type {kind} is not written this way")
    return typing.literal(reader.integer(tree.operands[0], "an integer"), kind)


def _token(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    kind = types.TokenType(reader.name(tree.operands[0], "the name of a token set"))
    return typing.literal(reader.token(tree.operands[1], kind), kind)


def _nan(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    return Const(math.nan, _float(reader, tree))


def _inf(reader: LeafReader, tree: Surface, _: Operands) -> Expr:
    return Const(math.inf, _float(reader, tree))


def _float(reader: LeafReader, tree: Surface) -> types.FloatType:
    kind = reader.type(tree.operands[0])
    if not isinstance(kind, types.FloatType):
        raise TypeProblem(f"{tree.head} is no value of type {kind}")
    return kind


def _operator_form(word: str, operator: Operator) -> Form:
    count = typing.arity(operator)
    typed = operator in (Operator.CAST, Operator.SATURATE)
    retyped = operator in (Operator.IF, Operator.POINTER_ADD)
    usage = f"{word}({', '.join([*'xyz'[:count], *['TYPE'] * typed])})"
    return Form(count + typed, count + (typed or retyped), count, usage, _operator)


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        **{word: _operator_form(word, operator) for word, operator in _WORDS.items()},
        "deref": Form(2, 2, 1, "deref(POINTER, TYPE)", _deref),
        "bits": Form(5, 5, 1, "bits(POINTER, UNIT, OFFSET, WIDTH, TYPE)", _bits),
        "field": Form(2, 3, 1, "field(REFERENCE, CLASS, FIELD)", _field),
        "address": Form(1, 2, 0, "address(VARIABLE)", _address),
        "code_of": Form(1, 2, 0, "code_of(FUNCTION, TYPE)", _code_of),
        "is": Form(2, 2, 1, "is(REFERENCE, TYPE)", _is),
        "null": Form(1, 1, 0, "null(TYPE)", _null),
        "literal": Form(2, 2, 0, "literal(NUMBER, TYPE)", _literal),
        "token": Form(2, 2, 0, "token(SET, TOKEN)", _token),
        "nan": Form(1, 1, 0, "nan(f64)", _nan),
        "inf": Form(1, 1, 0, "inf(f64)", _inf),
    }
)
"""The forms by the word that is called."""
