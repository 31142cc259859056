"""Variables, number literals and tokens from surface trees."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from difflib import get_close_matches

from vexil.core.errors import SourceError
from vexil.core.lexer import Lexer
from vexil.core.surface import Kind, Surface
from vexil.ir.arithmetic import round32
from vexil.ir.expressions import Const, Variable
from vexil.ir.text.parser_types import TypeReader
from vexil.ir.text.scope import Scope
from vexil.ir.types import BOOL, INT, BoolType, FloatType, TokenType, Type
from vexil.ir.typing import TypeProblem, literal

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

    def unknown(self, what: str, name: str, known: Mapping[str, object], tree: Surface) -> SourceError:
        """An error about a name that is not declared."""
        similar = get_close_matches(name, sorted(known), 1) if len(known) < 10_000 else []
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
