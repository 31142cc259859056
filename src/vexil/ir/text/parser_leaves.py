"""Types, names, number literals and tokens from surface trees."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from vexil.core.errors import LimitReached, SourceError
from vexil.core.lexer import Lexer
from vexil.core.surface import Kind, Surface
from vexil.ir import types
from vexil.ir.arithmetic import round32
from vexil.ir.expressions import Const, Variable
from vexil.ir.program import ClassDeclaration, Function, Program, TokenSet
from vexil.ir.types import BOOL, INT, BoolType, FloatType, TokenType, Type
from vexil.ir.typing import TypeProblem, literal

MAXIMUM_DEPTH = 100
"""How deep types may be nested: they are compared and printed by recursion."""

_SIMPLE: dict[str, types.Type] = {str(kind): kind for kind in (types.BOOL, types.INT, types.THREAD, types.LOCK)}
_MACHINE = re.compile(r"([iuf])([1-9]\d{0,8})")
_EXAMPLES = "a type such as i32, bool, ptr[u8], ref[Buffer] or block[i32][10]"


class TypeReader:
    """Turns surface trees into types; equal texts give the same object."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self._known: dict[str, types.Type] = {}

    def error(self, message: str, tree: Surface, *, expected: str = "", hint: str = "") -> SourceError:
        """An error about a part of the text."""
        return self.lexer.error_at(message, tree.start, tree.end, expected=expected, hint=hint)

    def type(self, tree: Surface) -> types.Type:
        """The type that a tree stands for."""
        text = self.lexer.source[tree.start : tree.end]
        kind = self._known.get(text)
        if kind is None:
            kind = self._known[text] = self._read(tree, 0)
        return kind

    def _read(self, tree: Surface, depth: int) -> types.Type:
        if depth > MAXIMUM_DEPTH:
            raise LimitReached(f"a type is nested more than {MAXIMUM_DEPTH} deep")
        match tree.kind, tree.head:
            case Kind.NAME, name:
                return self._simple(tree, name)
            case Kind.INDEX, _:
                return self._indexed(tree, depth)
            case Kind.CALL, "code":
                return self._code(tree, depth)
            case _:
                raise self.error("this is no type", tree, expected=_EXAMPLES)

    def _simple(self, tree: Surface, name: str) -> types.Type:
        if name in _SIMPLE:
            return _SIMPLE[name]
        match = _MACHINE.fullmatch(name)
        if match is None:
            raise self.error(f"unknown type {name!r}", tree, expected=_EXAMPLES)
        return self.number_type(match[1], match[2], tree)

    def number_type(self, letter: str, width: str, tree: Surface) -> types.IntegerType | types.FloatType:
        """The type of numbers that a suffix such as ``i32`` names."""
        bits = int(width) if len(width) < 10 else 0
        if letter == "f":
            if bits not in (32, 64):
                raise self.error("floats have 32 or 64 bits", tree, expected="f32 or f64")
            return types.FloatType(bits)
        if not 1 <= bits <= types.MAXIMUM_WIDTH:
            raise self.error(
                f"integers have 1 to {types.MAXIMUM_WIDTH} bits", tree, expected="a type such as i32 or u8"
            )
        return types.IntegerType(bits, letter == "i")

    def _indexed(self, tree: Surface, depth: int) -> types.Type:
        target, index = tree.operands
        if target.kind is Kind.INDEX:
            word, element = target.operands
            if word.head != "block" or word.kind is not Kind.NAME:
                raise self.error("this is no type", tree, expected=_EXAMPLES)
            return types.BlockType(self._read(element, depth + 1), self._length(index))
        match target.head:
            case "tokens":
                return types.TokenType(self.name(index, "the name of a token set"))
            case "ref":
                return types.ReferenceType(self.name(index, "the name of a class"))
            case "struct":
                return types.StructType(self.name(index, "the name of a structure"))
            case "array":
                return types.ArrayReferenceType(self._read(index, depth + 1))
            case "ptr":
                return types.PointerType(self._optional(index, depth))
            case "block":
                raise self.error("the length of the block is missing", tree, expected="block[TYPE][LENGTH]")
            case other:
                raise self.error(f"unknown type {other!r}", tree, expected=_EXAMPLES)

    def _optional(self, tree: Surface, depth: int) -> types.Type | None:
        return None if tree.kind is Kind.NAME and tree.head == "void" else self._read(tree, depth + 1)

    def _length(self, tree: Surface) -> int | None:
        if tree.kind is Kind.NAME and tree.head == "unknown":
            return None
        return self.integer(tree, "a length or 'unknown'")

    def _code(self, tree: Surface, depth: int) -> types.Type:
        if not tree.operands:
            raise self.error("the result of the code is missing", tree, expected="code(RESULT, PARAMETER, …)")
        result, *parameters = tree.operands
        variadic = bool(parameters) and parameters[-1].kind is Kind.NAME and parameters[-1].head == "variadic"
        if variadic:
            parameters.pop()
        kinds = tuple(self._read(parameter, depth + 1) for parameter in parameters)
        return types.CodeType(self._optional(result, depth), kinds, variadic)

    def name(self, tree: Surface, what: str) -> str:
        """The name that a tree consists of."""
        if tree.kind is not Kind.NAME:
            raise self.error(f"expected {what}", tree, expected=what)
        return tree.head

    def integer(self, tree: Surface, what: str) -> int:
        """The integer that a tree consists of, without a type."""
        negative = tree.kind is Kind.APPLY and tree.head == "-" and len(tree.operands) == 1
        digits = tree.operands[0] if negative else tree
        if digits.kind is not Kind.NUMBER:
            raise self.error(f"expected {what}", tree, expected=what)
        value = self.digits(digits.head, tree, what)
        return -value if negative else value

    def digits(self, text: str, tree: Surface, what: str = "an integer") -> int:
        """The value of decimal or hexadecimal digits."""
        try:
            return int(text, 16) if text[:2] in ("0x", "0X") else int(text)
        except ValueError as error:
            if "limit" in str(error):
                raise self.error(
                    "a decimal number is too long", tree, expected="hexadecimal digits, which may be any number"
                ) from None
            raise self.error(f"{text} is no plain integer", tree, expected=what) from None


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


_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)(?:([iu])(\d+))?")
_FLOAT = re.compile(r"(.+?)f(\d+)")
_TRUTH = {"true": Const(True, BOOL), "false": Const(False, BOOL)}


class LeafReader(TypeReader):
    """Turns trees without operands into expressions of one scope; equal literals give the same object."""

    def __init__(self, lexer: Lexer, scope: Scope) -> None:
        super().__init__(lexer)
        self.scope = scope
        self._literals: dict[str, Const] = {}

    def is_quoted(self, tree: Surface) -> bool:
        """Say whether the head of a tree is written in quotes and so is a name, whatever the word."""
        return self.lexer.source.startswith("'", tree.head_start)

    def unknown(self, what: str, name: str, declared: Mapping[str, object], tree: Surface) -> SourceError:
        """An error about a name that is not declared."""
        similar = get_close_matches(name, sorted(declared), 1) if len(declared) < 10_000 else []
        hint = f"did you mean {similar[0]!r}?" if similar else ""
        return self.error(f"{what} {name!r} is not declared", tree, expected=f"a declared {what}", hint=hint)

    def variable(self, tree: Surface) -> Variable | Const:
        """The variable or truth value that a name stands for."""
        name = tree.head
        declared = self.scope.locals.get(name) or self.scope.globals.get(name)
        if name in _TRUTH and not self.is_quoted(tree):
            return _TRUTH[name]
        if declared is None:
            raise self.unknown("variable", name, {**self.scope.globals, **self.scope.locals}, tree)
        return declared

    def number(self, text: str, tree: Surface, negative: bool) -> Const:
        """A number literal; *tree* includes its sign."""
        key = f"-{text}" if negative else text
        constant = self._literals.get(key)
        if constant is None:
            constant = self._literals[key] = self._new_number(text, tree, negative)
        return constant

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

    def token(self, tree: Surface, kind: Type) -> int:
        """The number of a token, a truth value or an integer, as tables and cases write them."""
        if tree.kind is not Kind.NAME:
            return self.integer(tree, f"a value of type {kind}")
        if isinstance(kind, BoolType) and tree.head in _TRUTH:
            return int(tree.head == "true")
        if not isinstance(kind, TokenType):
            raise self.error(f"{tree.head!r} is no value of type {kind}", tree, expected=f"a value of type {kind}")
        token_set = self.scope.token_sets.get(kind.name)
        if token_set is None:
            raise self.unknown("token set", kind.name, self.scope.token_sets, tree)
        if tree.head not in token_set.tokens:
            raise self.error(
                f"token set {kind.name!r} has no token {tree.head!r}", tree,
                expected=f"one of {', '.join(token_set.tokens[:20])}",
            )  # fmt: skip
        return token_set.tokens.index(tree.head)
