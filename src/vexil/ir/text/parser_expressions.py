"""Expressions and domains from surface trees: names are resolved, types computed and checked, all without recursion."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface, parse_all
from vexil.ir import types, typing
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator, Variable
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import superclasses
from vexil.ir.text.grammar import FUNCTIONS, GRAMMAR, PRECEDENCE
from vexil.ir.text.parser_leaves import LeafReader, Scope
from vexil.ir.typing import TypeProblem, element, result_type

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
    stated = reader.type(tree.operands[len(operands)]) if len(tree.operands) > len(operands) else None
    result = typing.result_type(operator, operands, stated)
    if stated is not None and not typing.compatible(stated, result):
        raise TypeProblem(f"operator {operator.value!r} gives {result} here, not {stated}")
    return Apply(operator, operands, stated or result)


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
    *class_trees, last = tree.operands[1:]
    name = reader.name(last, "the name of a field")
    static = operands[0].type
    classes = reader.scope.classes
    if class_trees:
        candidates: tuple[str, ...] = (reader.name(class_trees[0], "the name of a class"),)
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


_NAME, _NUMBER, _APPLY, _CALL, _INDEX = Kind.NAME, Kind.NUMBER, Kind.APPLY, Kind.CALL, Kind.INDEX
_BINARY = {operator.value: operator for operator in PRECEDENCE}
_UNARY = {"!": Operator.NOT, "~": Operator.COMPLEMENT, "-": Operator.NEGATE}


def parse_expression(file: SourceFile, scope: Scope) -> Expr:
    """Parse a whole file as one expression; raises `SourceError` where it is wrong."""
    tree = parse_all(file, GRAMMAR)
    return ExpressionReader(Lexer(file, GRAMMAR), scope).build(tree)


class ExpressionReader(LeafReader):
    """Turns surface trees into expressions of one scope."""

    def operand_trees(self, tree: Surface) -> tuple[Surface, ...]:
        """The parts of a tree that are expressions, in order."""
        kind = tree.kind
        if kind is _APPLY:
            return () if self._is_negative_literal(tree) else tree.operands
        if kind is _CALL:
            form = FORMS.get(tree.head)
            return tree.operands[: form.operands] if form is not None else ()
        return tree.operands if kind is _INDEX else ()

    @staticmethod
    def _is_negative_literal(tree: Surface) -> bool:
        if tree.head != "-" or len(tree.operands) != 1:
            return False
        operand = tree.operands[0]
        return operand.kind is _NUMBER or (operand.kind is _CALL and operand.head == "inf")

    def occurrence_trees(self, tree: Surface) -> Iterator[Surface]:
        """The trees of all expression occurrences, in the order that numbers them."""
        stack = [tree]
        while stack:
            current = stack.pop()
            yield current
            stack.extend(reversed(self.operand_trees(current)))

    def build(self, tree: Surface) -> Expr:
        """The expression that a tree stands for."""
        if not tree.operands:
            return self._node(tree, ())
        if tree.kind is _APPLY and not any(operand.operands for operand in tree.operands):
            operands = self.operand_trees(tree)
            return self._node(tree, tuple([self._node(operand, ()) for operand in operands]))
        order: list[tuple[Surface, int]] = []
        stack = [tree]
        while stack:
            current = stack.pop()
            if current.operands:
                operands = self.operand_trees(current)
                order.append((current, len(operands)))
                stack.extend(operands)
            else:
                order.append((current, 0))
        values: list[Expr] = []
        for current, count in reversed(order):
            if count:
                arguments = tuple(values[-count:])
                del values[-count:]
                values.append(self._node(current, arguments))
            else:
                values.append(self._node(current, ()))
        return values[0]

    def _node(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        kind = tree.kind
        if kind is _NAME:
            return self.variable(tree)
        if kind is _NUMBER:
            return self.number(tree.head, tree, False)
        try:
            if kind is _APPLY:
                return self._application(tree, operands)
            if kind is _CALL:
                return self._call(tree, operands)
            if kind is _INDEX:
                return element(operands[0], operands[1])
        except TypeProblem as problem:
            raise self.error(str(problem), tree) from None
        raise self.error(f"a {kind.value} is no value here", tree, expected="an expression")

    # --- operators ---------------------------------------------------------------------------------------

    def _application(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        if len(operands) == 2:
            operator = _BINARY[tree.head]
        elif operands:
            operator = _UNARY[tree.head]
        else:
            return self._negative_literal(tree)
        return Apply(operator, operands, result_type(operator, operands))

    def _negative_literal(self, tree: Surface) -> Const:
        operand = tree.operands[0]
        if operand.kind is _NUMBER:
            return self.number(operand.head, tree, True)
        positive = self._call(operand, ())
        assert isinstance(positive, Const)
        return Const(-positive.value, positive.type)

    def _call(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        form = FORMS.get(tree.head)
        if form is None or self.is_quoted(tree):
            similar = get_close_matches(tree.head, sorted(FORMS), 1)
            raise self.error(
                f"there is no operator {tree.head!r}", tree, expected="an operator of expressions",
                hint=f"did you mean {similar[0]!r}?" if similar else "a function is called by an operation of its own",
            )  # fmt: skip
        if not form.least <= len(tree.operands) <= form.most:
            raise self.error(f"{tree.head!r} does not take {len(tree.operands)} arguments", tree, expected=form.usage)
        return form.read(self, tree, operands)


_EXAMPLES = "type(i32), range(LOW, HIGH), among(VALUE, when(GUARD, VALUE), …) or RELATION(ARGUMENT, …)"


class DomainReader(ExpressionReader):
    """Turns surface trees into domains, without recursion over relations."""

    def domain(self, tree: Surface, trees: list[Surface] | None = None) -> Domain:
        """The domain a tree stands for; its expression trees are added to *trees* in the order of the text."""
        order = []
        stack = [tree]
        while stack:
            current = stack.pop()
            order.append(current)
            if self._is_relation(current):
                stack.extend(current.operands)
        values: list[Expr | Domain] = []
        for current in reversed(order):
            if self._is_relation(current):
                first = len(values) - len(current.operands)
                values[first:] = [RelationDomain(current.head, tuple(values[first:]))]
            else:
                values.append(self._leaf(current, [] if trees is None else trees))
        match values[0]:
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain() as domain:
                return domain
            case _:
                raise self.error("an expression is no domain", tree, expected=_EXAMPLES)

    def _is_relation(self, tree: Surface) -> bool:
        if tree.kind is not Kind.CALL:
            return False
        return self.is_quoted(tree) or not (tree.head in FUNCTIONS or tree.head in ("type", "range", "among"))

    def _leaf(self, tree: Surface, trees: list[Surface]) -> Expr | Domain:
        operands = tree.operands
        if tree.kind is Kind.CALL and tree.head not in FUNCTIONS:
            match tree.head, len(operands):
                case "type", 1:
                    return TypeDomain(self.type(operands[0]))
                case "range", 2:
                    trees.extend(operands)
                    return RangeDomain(self.build(operands[0]), self.build(operands[1]))
                case "among", _:
                    return GuardedDomain(tuple(self._guarded(operand, trees) for operand in operands))
                case _:
                    raise self.error(f"{tree.head!r} does not take {len(operands)} arguments", tree, expected=_EXAMPLES)
        trees.append(tree)
        return self.build(tree)

    def _guarded(self, tree: Surface, trees: list[Surface]) -> tuple[Expr | None, Expr]:
        if tree.kind is Kind.CALL and tree.head == "when" and not self.is_quoted(tree):
            if len(tree.operands) != 2:
                raise self.error("a guard and a value are needed", tree, expected="when(GUARD, VALUE)")
            trees.extend(tree.operands)
            return self.build(tree.operands[0]), self.build(tree.operands[1])
        trees.append(tree)
        return None, self.build(tree)
