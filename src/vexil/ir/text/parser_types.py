"""Types from surface trees."""

from __future__ import annotations

import re

from vexil.core.errors import LimitReached, SourceError
from vexil.core.lexer import Lexer
from vexil.core.surface import Kind, Surface
from vexil.ir import types

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
