"""What an opening parenthesis begins: a cast, a lambda, or an expression in parentheses (JLS 15.16, 15.27)."""

from __future__ import annotations

from enum import Enum

from vexil.languages.java.parser.types import TypeParser
from vexil.languages.java.tokens import IDENTIFIER, LITERALS, PRIMITIVE_TYPES

_BEGINS_OPERAND = LITERALS | PRIMITIVE_TYPES | {
    "!", "~", "(", "this", "super", "new", IDENTIFIER, "assert", "enum", "_", "switch", "void",
}  # fmt: skip
_NAMES = frozenset({IDENTIFIER, "assert", "enum", "_"})


class Parenthesis(Enum):
    """The meanings of an opening parenthesis."""

    CAST = "cast"
    TYPED_LAMBDA = "typed lambda"
    UNTYPED_LAMBDA = "untyped lambda"
    EXPRESSION = "expression"


class ParenthesisParser(TypeParser):
    """The decision, by looking ahead and without going on."""

    def _ends_parameter(self, index: int) -> bool:
        return self.kinds[index] == "," or (self.kinds[index] == ")" and self.kinds[index + 1] == "->")

    def parenthesis(self) -> Parenthesis:
        """What the parenthesis at the current token begins."""
        kinds = self.kinds
        index, depth, is_type = self.at, 0, False
        otherwise = Parenthesis.EXPRESSION
        while True:
            kind = kinds[index]
            after = kinds[index + 1] if kind else ""
            if kind == IDENTIFIER or kind in _NAMES:
                if after in _NAMES:
                    return Parenthesis.TYPED_LAMBDA
                if after == ")" and kinds[index + 2] == "->":
                    return Parenthesis.UNTYPED_LAMBDA
                if not depth and after == ",":
                    otherwise = Parenthesis.UNTYPED_LAMBDA
                is_type = False
            elif kind == ",":
                is_type = True
            elif kind == "?":
                is_type = is_type or after in {"extends", "super"}
            elif kind in PRIMITIVE_TYPES:
                if after == ")":
                    return Parenthesis.CAST
                if after in _NAMES:
                    return Parenthesis.TYPED_LAMBDA
            elif kind == "(":
                if index != self.at:
                    return Parenthesis.EXPRESSION
                if after == ")":
                    return Parenthesis.TYPED_LAMBDA
            elif kind == ")":
                return Parenthesis.CAST if is_type or after in _BEGINS_OPERAND else otherwise
            elif kind in {"final", "..."}:
                return Parenthesis.TYPED_LAMBDA
            elif kind == "@":
                is_type = True
                index = self.skip_annotations(index) - 1
            elif kind == "[":
                if after != "]":
                    return Parenthesis.EXPRESSION
                then = kinds[index + 2]
                if then in _NAMES:
                    return Parenthesis.TYPED_LAMBDA
                if then in {")", "&"}:
                    return Parenthesis.CAST
                is_type = True
                index += 1
            elif kind == "<":
                depth += 1
            elif kind in {">", ">>", ">>>"}:
                depth -= len(kind)
                if depth < 0:
                    return Parenthesis.EXPRESSION
                if not depth:
                    if after in {")", "&"}:
                        return Parenthesis.CAST
                    if after == "..." or (after in _NAMES and self._ends_parameter(index + 2)):
                        return Parenthesis.TYPED_LAMBDA
                    is_type = True
            elif kind not in {"extends", "super", ".", "&"}:
                return otherwise
            index += 1
