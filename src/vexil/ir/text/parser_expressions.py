"""Expressions from surface trees: names are resolved, types computed and checked, all without recursion."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Lexer, Surface, parse_all
from vexil.ir.arithmetic import float_from_bits, round32
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator, Variable
from vexil.ir.program import ClassDeclaration, Function, Program, TokenSet, superclasses
from vexil.ir.text.grammar import GRAMMAR, PRECEDENCE
from vexil.ir.text.parser_types import TypeReader
from vexil.ir.types import (
    BOOL,
    INT,
    BoolType,
    CodeType,
    FloatType,
    IntegerType,
    LockType,
    PointerType,
    ReferenceType,
    ThreadType,
    TokenType,
    Type,
    is_reference,
)
from vexil.ir.typing import (
    TypeProblem,
    bit_field,
    compatible,
    deref,
    element,
    field as field_of,
    literal,
    result_type,
    type_test,
)

_NAME, _NUMBER, _APPLY, _CALL, _INDEX = Kind.NAME, Kind.NUMBER, Kind.APPLY, Kind.CALL, Kind.INDEX
_BINARY = {operator.value: operator for operator in PRECEDENCE}
_UNARY = {"!": Operator.NOT, "~": Operator.COMPLEMENT, "-": Operator.NEGATE}
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)(?:([iu])(\d+))?")
_FLOAT = re.compile(r"(.+?)f(\d+)")
_TRUTH = {"true": Const(True, BOOL), "false": Const(False, BOOL)}


@dataclass(slots=True)
class Scope:
    """The names an expression may use."""

    locals: dict[str, Variable] = field(default_factory=dict)
    globals: dict[str, Variable] = field(default_factory=dict)
    token_sets: Mapping[str, TokenSet] = field(default_factory=dict)
    classes: Mapping[str, ClassDeclaration] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)


def scope_of(program: Program, function: Function | None = None) -> Scope:
    """The names that are visible in a function, or everywhere."""
    variables = function.variables if function is not None else {}
    return Scope(
        {name: Variable(name, variable.type, False) for name, variable in variables.items()},
        {variable.name: Variable(variable.name, variable.type, True) for variable in program.globals},
        program.token_sets,
        program.classes,
        program.functions,
    )


def parse_expression(file: SourceFile, scope: Scope) -> Expr:
    """Parse a whole file as one expression; raises `SourceError` where it is wrong."""
    tree = parse_all(file, GRAMMAR)
    return ExpressionReader(Lexer(file, GRAMMAR), scope).build(tree)


class ExpressionReader(TypeReader):
    """Turns surface trees into expressions of one scope."""

    def __init__(self, lexer: Lexer, scope: Scope) -> None:
        super().__init__(lexer)
        self.scope = scope
        self._literals: dict[str, Const] = {}

    def operand_trees(self, tree: Surface) -> tuple[Surface, ...]:
        """The parts of a tree that are expressions, in order."""
        kind = tree.kind
        if kind is _APPLY:
            return () if self._is_negative_literal(tree) else tree.operands
        if kind is _CALL:
            form = _FORMS.get(tree.head)
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
        order = []
        stack = [tree]
        while stack:
            current = stack.pop()
            order.append(current)
            if current.operands:
                stack.extend(self.operand_trees(current))
        values: list[Expr] = []
        for current in reversed(order):
            count = len(self.operand_trees(current)) if current.operands else 0
            if count:
                operands = tuple(values[-count:])
                del values[-count:]
                values.append(self._node(current, operands))
            else:
                values.append(self._node(current, ()))
        return values[0]

    def _node(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        kind = tree.kind
        if kind is _NAME:
            return self._variable(tree)
        if kind is _NUMBER:
            return self._number(tree.head, tree, False)
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

    # --- leaves ------------------------------------------------------------------------------------------

    def _variable(self, tree: Surface) -> Expr:
        name = tree.head
        if name in _TRUTH and not self.is_quoted(tree):
            return _TRUTH[name]
        found = self.scope.locals.get(name) or self.scope.globals.get(name)
        if found is None:
            raise self._unknown("variable", name, {**self.scope.globals, **self.scope.locals}, tree)
        return found

    def is_quoted(self, tree: Surface) -> bool:
        """Say whether the head of a tree is written in quotes and so is a name, whatever the word."""
        return self.lexer.source.startswith("'", tree.head_start)

    def _unknown(self, what: str, name: str, known: Mapping[str, object], tree: Surface) -> Exception:
        similar = get_close_matches(name, sorted(known), 1) if len(known) < 10_000 else []
        hint = f"did you mean {similar[0]!r}?" if similar else ""
        return self.error(f"{what} {name!r} is not declared", tree, expected=f"a declared {what}", hint=hint)

    def _number(self, text: str, tree: Surface, negative: bool) -> Const:
        key = f"-{text}" if negative else text
        found = self._literals.get(key)
        if found is None:
            found = self._literals[key] = self._new_number(text, tree, negative)
        return found

    def _new_number(self, text: str, tree: Surface, negative: bool) -> Const:
        integer = _INTEGER.fullmatch(text)
        if integer is not None:
            value = self.digits(integer[1], tree)
            kind = self.number_type(integer[2], integer[3], tree) if integer[2] else INT
            try:
                return literal(-value if negative else value, kind)
            except TypeProblem as problem:
                raise self.error(str(problem), tree, expected=f"a value of type {kind}") from None
        decimal = _FLOAT.fullmatch(text)
        kind = self.number_type("f", decimal[2], tree) if decimal is not None else INT
        if decimal is None or not isinstance(kind, FloatType):
            raise self.error(f"{text} has no type", tree, expected="a suffix, f32 or f64")
        number = float(decimal[1])
        if kind.width == 32:
            number = round32(number)
        if math.isinf(number):
            raise self.error(f"{text} is too large for {kind}", tree, expected=f"a smaller number or inf({kind})")
        return Const(-number if negative else number, kind)

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
            return self._number(operand.head, tree, True)
        positive = self._call(operand, ())
        assert isinstance(positive, Const)
        return Const(-positive.value, positive.type)

    def _call(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        form = _FORMS.get(tree.head)
        if form is None or self.is_quoted(tree):
            known = get_close_matches(tree.head, sorted(_FORMS), 1)
            raise self.error(
                f"there is no operator {tree.head!r}", tree, expected="an operator of expressions",
                hint=f"did you mean {known[0]!r}?" if known else "a function is called by an operation of its own",
            )  # fmt: skip
        if not form.least <= len(tree.operands) <= form.most:
            raise self.error(f"{tree.head!r} does not take {len(tree.operands)} arguments", tree, expected=form.usage)
        return form.read(self, tree, operands)

    def operator_call(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        """An operator that is written as a call, possibly with the type of its result."""
        operator = _WORDS[tree.head]
        given = self.type(tree.operands[len(operands)]) if len(tree.operands) > len(operands) else None
        found = result_type(operator, operands, given)
        if given is not None and not compatible(given, found):
            raise TypeProblem(f"operator {operator.value!r} gives {found} here, not {given}")
        return Apply(operator, operands, given or found)

    # --- other forms -------------------------------------------------------------------------------------

    def read_deref(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        """``deref(pointer, type)``."""
        return deref(operands[0], self.type(tree.operands[1]))

    def read_bits(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        """``bits(pointer, unit, offset, width, type)``."""
        unit, kind = self.type(tree.operands[1]), self.type(tree.operands[4])
        if not isinstance(unit, IntegerType) or not isinstance(kind, IntegerType | BoolType):
            raise TypeProblem(f"a bit-field of type {kind} cannot lie in a unit of type {unit}")
        offset = self.integer(tree.operands[2], "the number of the first bit")
        return bit_field(operands[0], unit, offset, self.integer(tree.operands[3], "a number of bits"), kind)

    def read_field(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        """``field(reference, class, name)``; the class may be left out when the reference's type says it."""
        *given, last = tree.operands[1:]
        name = self.name(last, "the name of a field")
        static = operands[0].type
        if given:
            candidates: tuple[str, ...] = (self.name(given[0], "the name of a class"),)
        elif isinstance(static, ReferenceType):
            candidates = superclasses(self.scope.classes, static.class_name)
        else:
            candidates = ()
        for class_name in candidates:
            declaration = self.scope.classes.get(class_name)
            if declaration is None:
                raise self._unknown("class", class_name, self.scope.classes, tree)
            for declared in declaration.fields:
                if declared.name == name:
                    return field_of(operands[0], class_name, name, declared.type)
        owner = " or ".join(map(repr, candidates)) or str(static)
        raise self.error(f"{owner} declares no field {name!r}", tree, expected="field(REFERENCE, CLASS, FIELD)")

    def read_address(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``address(variable)``, with the type of the pointer when it is another one."""
        variable = self._variable(tree.operands[0]) if tree.operands[0].kind is _NAME else None
        if not isinstance(variable, Variable):
            raise self.error("only a variable has an address", tree.operands[0], expected="the name of a variable")
        kind = self.type(tree.operands[1]) if len(tree.operands) > 1 else PointerType(variable.type)
        return AddressOf(variable, kind)

    def read_code_of(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``code_of(function, type)``; the type may be left out after the function's definition."""
        name = self.name(tree.operands[0], "the name of a function")
        if len(tree.operands) > 1:
            return CodeAddress(name, self.type(tree.operands[1]))
        function = self.scope.functions.get(name)
        if function is None:
            raise self.error(
                f"the type of function {name!r} is not known yet", tree, expected="code_of(FUNCTION, TYPE)"
            )
        code = CodeType(function.result, tuple(parameter.type for parameter in function.parameters))
        return CodeAddress(name, PointerType(code))

    def read_is(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        """``is(reference, type)``."""
        return type_test(operands[0], self.type(tree.operands[1]))

    def read_null(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``null(type)``."""
        kind = self.type(tree.operands[0])
        if not (is_reference(kind) or isinstance(kind, PointerType | ThreadType | CodeType)):
            raise TypeProblem(f"null is no value of type {kind}")
        return literal(0, kind)

    def read_literal(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``literal(number, type)``: an absolute address or the number of a lock."""
        kind = self.type(tree.operands[1])
        if not isinstance(kind, PointerType | LockType):
            raise TypeProblem(f"a literal of type {kind} is not written this way")
        return literal(self.integer(tree.operands[0], "an integer"), kind)

    def read_token(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``token(set, name)``."""
        kind = TokenType(self.name(tree.operands[0], "the name of a token set"))
        return literal(self.token(tree.operands[1], kind), kind)

    def token(self, tree: Surface, kind: Type) -> int:
        """The number of a token, a truth value or an integer, as tables and cases write them."""
        if tree.kind is not _NAME:
            return self.integer(tree, f"a value of type {kind}")
        if isinstance(kind, BoolType) and tree.head in _TRUTH:
            return int(tree.head == "true")
        if not isinstance(kind, TokenType):
            raise self.error(f"{tree.head!r} is no value of type {kind}", tree, expected=f"a value of type {kind}")
        token_set = self.scope.token_sets.get(kind.name)
        if token_set is None:
            raise self._unknown("token set", kind.name, self.scope.token_sets, tree)
        if tree.head not in token_set.tokens:
            raise self.error(
                f"token set {kind.name!r} has no token {tree.head!r}", tree,
                expected=f"one of {', '.join(token_set.tokens[:20])}",
            )  # fmt: skip
        return token_set.tokens.index(tree.head)

    def read_nan(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``nan(type)``, with its representation when it is an unusual one."""
        kind = self._float(tree)
        if len(tree.operands) == 1:
            return Const(math.nan, kind)
        bits = self.integer(tree.operands[1], "the bits of the number")
        value = float_from_bits(bits, kind.width) if 0 <= bits < 1 << kind.width else 0.0
        if not math.isnan(value):
            raise TypeProblem(f"{bits:#x} does not represent a NaN of type {kind}")
        return Const(value, kind)

    def read_inf(self, tree: Surface, _: tuple[Expr, ...]) -> Expr:
        """``inf(type)``."""
        return Const(math.inf, self._float(tree))

    def _float(self, tree: Surface) -> FloatType:
        kind = self.type(tree.operands[0])
        if not isinstance(kind, FloatType):
            raise TypeProblem(f"{tree.head} is no value of type {kind}")
        return kind


@dataclass(frozen=True, slots=True)
class _Form:
    """An expression that is written as a call: how many arguments, how many of them expressions, and its reader."""

    least: int
    most: int
    operands: int
    usage: str
    read: Callable[[ExpressionReader, Surface, tuple[Expr, ...]], Expr]


_WORDS = {operator.value: operator for operator in Operator if operator.value.isidentifier()}


def _operator_forms() -> dict[str, _Form]:
    from vexil.ir.typing import arity

    forms = {}
    for word, operator in _WORDS.items():
        count = arity(operator)
        typed = operator in (Operator.CAST, Operator.SATURATE)
        retyped = operator in (Operator.IF, Operator.POINTER_ADD)
        operands = ", ".join("xyz"[:count]) + (", TYPE" if typed else "")
        forms[word] = _Form(
            count + typed, count + (typed or retyped), count, f"{word}({operands})", ExpressionReader.operator_call
        )
    return forms


_FORMS: dict[str, _Form] = {
    **_operator_forms(),
    "deref": _Form(2, 2, 1, "deref(POINTER, TYPE)", ExpressionReader.read_deref),
    "bits": _Form(5, 5, 1, "bits(POINTER, UNIT, OFFSET, WIDTH, TYPE)", ExpressionReader.read_bits),
    "field": _Form(2, 3, 1, "field(REFERENCE, CLASS, FIELD)", ExpressionReader.read_field),
    "address": _Form(1, 2, 0, "address(VARIABLE)", ExpressionReader.read_address),
    "code_of": _Form(1, 2, 0, "code_of(FUNCTION, TYPE)", ExpressionReader.read_code_of),
    "is": _Form(2, 2, 1, "is(REFERENCE, TYPE)", ExpressionReader.read_is),
    "null": _Form(1, 1, 0, "null(TYPE)", ExpressionReader.read_null),
    "literal": _Form(2, 2, 0, "literal(NUMBER, TYPE)", ExpressionReader.read_literal),
    "token": _Form(2, 2, 0, "token(SET, TOKEN)", ExpressionReader.read_token),
    "nan": _Form(1, 2, 0, "nan(f64)", ExpressionReader.read_nan),
    "inf": _Form(1, 1, 0, "inf(f64)", ExpressionReader.read_inf),
}
