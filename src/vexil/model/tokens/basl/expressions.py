"""Reading conditions of BASL: expressions of Java over one parameter (JLS 15.17 to 15.25)."""

from __future__ import annotations

from vexil.core.errors import SourceError
from vexil.core.lexer import Grammar, Lexer
from vexil.model.tokens.basl.tree import Binary, Conditional, Expression, Literal, Parameter, Place, Unary

PRECEDENCES = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>", ">>>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip
"""The binary operators, loosest first."""
BINDS = {operator: level for level, operators in enumerate(PRECEDENCES, start=1) for operator in operators}
PREFIX = ("-", "+", "~", "!")
DEEPEST = 150
"""Conditions are nested at most so deep."""

GRAMMAR = Grammar(
    binary={operator: (level, False) for operator, level in BINDS.items()},
    prefix=frozenset(PREFIX),
    punctuation=frozenset({"->", "{", "}", "=", "?"}),
    number_suffix="[lLfFdD]",
    name=r"[A-Za-z_$][\w$]*(?:\.[\w$]+)*",
)


class ExpressionReader:
    """Reads one condition after another; ``lexer`` is at the first token of each."""

    def __init__(self, lexer: Lexer, parameter: str) -> None:
        self._lexer = lexer
        self._parameter = parameter
        self._depth = 0

    def read(self) -> Expression:
        """A whole expression, selections included."""
        start = self._enter()
        test = self._binary(1)
        if self._lexer.accept("?"):
            first = self.read()
            self._lexer.expect(":", "between the two results of '?'")
            test = Conditional(test, first, self.read(), self._since(start))
        self._depth -= 1
        return test

    def _binary(self, level: int) -> Expression:
        lexer = self._lexer
        start = lexer.start
        left = self._unary()
        length = 0
        while lexer.kind == "mark" and BINDS.get(lexer.text, 0) >= level:
            operator = lexer.text
            lexer.advance()
            length += 1
            if length + self._depth > DEEPEST:
                raise self._too_deep()
            left = Binary(operator, left, self._binary(BINDS[operator] + 1), self._since(start))
        return left

    def _unary(self) -> Expression:
        lexer = self._lexer
        start = self._enter()
        if lexer.at(*PREFIX):
            operator = lexer.text
            lexer.advance()
            expression: Expression = Unary(operator, self._unary(), self._since(start))
        elif lexer.accept("("):
            expression = self.read()
            lexer.expect(")", "after a condition in parentheses")
        else:
            expression = self._leaf()
        self._depth -= 1
        return expression

    def _leaf(self) -> Expression:
        lexer = self._lexer
        start, text, kind = lexer.start, lexer.text, lexer.kind
        if kind not in ("number", "name"):
            raise lexer.error("expected a condition over the parameter", expected="a number, a name or '('")
        lexer.advance()
        if kind == "number" or text in ("true", "false"):
            return Literal(text, self._since(start))
        if lexer.at("(", "["):
            raise lexer.error_at(
                f"{text} is called or indexed: a condition has neither calls nor quantifiers",
                start, lexer.previous_end, expected=f"operators, numbers and {self._parameter}",
            )  # fmt: skip
        if text != self._parameter:
            raise lexer.error_at(
                f"{text} is no parameter of this abstraction function", start, lexer.previous_end,
                expected=self._parameter, hint="a condition is about one number only",
            )  # fmt: skip
        return Parameter(self._since(start))

    def _enter(self) -> int:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._too_deep()
        return self._lexer.start

    def _too_deep(self) -> SourceError:
        return self._lexer.error(f"this condition has more than {DEEPEST} operators in each other", expected="less")

    def _since(self, start: int) -> Place:
        file = self._lexer.file
        return file.byte_offset(start), file.byte_offset(self._lexer.previous_end)
