"""Reads FCL expressions: prefix form ``+(x, 1)`` and infix form ``x + 1``, coercions ``[Int << EvenOdd] e``.

Abstract operators carry a suffix, as in ``*_eo(result, m)``. An operator symbol that is directly followed by
``_name`` is taken for such an operator when the signature has it or an opening parenthesis follows.
"""

from __future__ import annotations

import re

from vexil.core.errors import SourceError
from vexil.core.lexer import Grammar, Lexer
from vexil.core.source import SourceFile, Span
from vexil.core.surface import ExpressionParser, Kind, Surface
from vexil.frontends.fcl import syntax
from vexil.frontends.fcl.signature import Signature

_COMMENT = r"//[^\n]*"
_SYMBOLS = "|".join(re.escape(symbol) for symbol in sorted(syntax.PRECEDENCE, key=len, reverse=True))
_SPECIAL = re.compile(
    rf"{_COMMENT}|:="
    rf"|(?P<operator>(?:{_SYMBOLS})_\w+)"
    r"|(?P<coercion>\[\s*(?P<source>[A-Za-z_$][\w$]*)\s*<<\s*(?P<target>[A-Za-z_$][\w$]*)\s*\])"
)
_APPLIED = re.compile(r"\s*\(")
_NEGATIVE = re.compile(r"-\s*[0-9]")


class ExpressionReader:
    """Reads the names and expressions of one file; ``lexer`` is where the statements are read from."""

    def __init__(self, file: SourceFile, signature: Signature) -> None:
        self._file = file
        self._signature = signature
        self._coercions: dict[str, tuple[str, str]] = {}
        grammar = self._grammar()
        self.lexer = Lexer(file, grammar)
        self._parser = ExpressionParser(self.lexer, grammar)

    def span(self, start: int, end: int) -> Span:
        """The byte range of a range of characters."""
        offset = self._file.byte_offset
        return Span(0, offset(start), offset(end))

    def name(self, what: str) -> tuple[str, Span]:
        """Read the name of a variable or label, which *what* describes."""
        lexer = self.lexer
        self._check_name(lexer.text if lexer.kind == "name" else "", lexer.start, lexer.end, what)
        text, span = lexer.text, self.span(lexer.start, lexer.end)
        lexer.advance()
        return text, span

    def expression(self) -> syntax.Expression:
        """Read one expression, up to the first token that does not belong to it."""
        tree = self._parser.parse()
        nodes: list[syntax.Node] = []
        pending = [tree]
        while pending:
            surface = pending.pop()
            nodes.append(self._node(surface))
            if isinstance(nodes[-1], syntax.Operator | syntax.Coercion):
                pending.extend(reversed(surface.operands))
        return syntax.Expression(tuple(nodes), self.span(tree.start, tree.end))

    def _grammar(self) -> Grammar:
        signature = self._signature
        operators = signature.operations.keys() | signature.tests.keys()
        for match in _SPECIAL.finditer(self._file.text):
            match match.lastgroup:
                case "operator":
                    applied = _APPLIED.match(self._file.text, match.end())
                    if applied and match["operator"] not in operators:
                        raise self._unknown_operator(match)
                case "coercion":
                    self._coercions[match["coercion"]] = self._declared_coercion(match)
                case _:
                    pass
        return Grammar(
            binary={symbol: (syntax.PRECEDENCE[symbol.split("_")[0]], False) for symbol in sorted(operators)},
            prefix=frozenset({"-", *self._coercions}),
            punctuation=syntax.KEYWORDS | {":="},
            comment=_COMMENT,
        )

    def _unknown_operator(self, symbol: re.Match[str]) -> SourceError:
        operators = ", ".join(sorted(self._signature.operations.keys() | self._signature.tests.keys()))
        return self._error(
            f"unknown operator {symbol['operator']!r}", *symbol.span("operator"), expected=f"one of {operators}"
        )

    def _declared_coercion(self, symbol: re.Match[str]) -> tuple[str, str]:
        pair = symbol["source"], symbol["target"]
        if pair not in self._signature.order:
            declared = ", ".join(f"[{low} << {high}]" for low, high in sorted(self._signature.order))
            raise self._error(
                f"{pair[0]} << {pair[1]} is not in the coercion order", *symbol.span("coercion"),
                expected=f"one of {declared}" if declared else "no coercion: none is declared",
            )  # fmt: skip
        return pair

    def _node(self, surface: Surface) -> syntax.Node:
        start, end = surface.head_start, surface.head_start + len(surface.head)
        match surface.kind:
            case Kind.NUMBER:
                self._check_decimal(surface.head, start, end)
                return syntax.Constant(surface.head, self.span(start, end))
            case Kind.NAME:
                if self._file.text.startswith("'", start):
                    raise self._error("FCL has no quoted names", start, end + 2, expected="a plain word")
                if self._signature.constant_type(surface.head) is not None:
                    return syntax.Constant(surface.head, self.span(start, end))
                self._check_name(surface.head, start, end, "a variable")
                return syntax.Variable(surface.head, self.span(start, end))
            case Kind.APPLY:
                return self._application(surface)
            case Kind.INDEX:
                raise self._error(
                    "FCL has no arrays", surface.start, surface.end, expected="an expression",
                    hint="a node annotation comes after the ';' of its statement",
                )  # fmt: skip
            case Kind.CALL:
                raise self._error(
                    f"FCL has no function {surface.head!r}", surface.start, surface.end,
                    expected="an operator, a variable or a constant",
                )  # fmt: skip
            case _:
                raise self._error(
                    f"FCL has no {surface.kind.value}", surface.start, surface.end, expected="an expression"
                )

    def _application(self, surface: Surface) -> syntax.Node:
        symbol, start = surface.head, surface.head_start
        span = self.span(start, start + len(symbol))
        extent = self.span(surface.start, surface.end)
        if symbol in self._coercions:
            source, target = self._coercions[symbol]
            return syntax.Coercion(source, target, span, extent)
        if len(surface.operands) == 2:
            return syntax.Operator(symbol, span, extent)
        operand = surface.operands[0]
        if operand.kind is Kind.NUMBER and _NEGATIVE.match(self._file.text, start):
            end = operand.head_start + len(operand.head)
            self._check_decimal(operand.head, start, end)
            return syntax.Constant("-" + operand.head, self.span(start, end))
        raise self._error(
            f"operator {symbol!r} takes 2 operands, not 1", surface.start, surface.end,
            expected="2 operands", hint="the negation of e is written -(0, e)",
        )  # fmt: skip

    def _check_decimal(self, digits: str, start: int, end: int) -> None:
        if not (digits.isascii() and digits.isdecimal()):
            raise self._error(f"{digits!r} is no decimal integer", start, end, expected="a decimal integer")

    def _check_name(self, name: str, start: int, end: int, what: str) -> None:
        if not name or name in syntax.KEYWORDS:
            raise self._error(f"expected {what}", start, end, expected=what)
        if "." in name or ":" in name or name.startswith("'"):
            raise self._error(f"{name} cannot be a name", start, end, expected=f"{what}: a plain word")
        constant_type = self._signature.constant_type(name)
        if constant_type is not None:
            raise self._error(f"{name!r} is a constant of type {constant_type}", start, end, expected=what)
        if name == syntax.HALT and "label" in what:
            raise self._error(
                f"{syntax.HALT!r} cannot be a label: it is the node of terminated runs", start, end,
                expected="another label",
            )  # fmt: skip

    def _error(self, message: str, start: int, end: int, *, expected: str = "", hint: str = "") -> SourceError:
        offset = self._file.byte_offset
        return self._file.error(message, offset(start), offset(end), expected=expected, hint=hint)
