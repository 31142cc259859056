"""A surface syntax for expressions and formulas, shared by FCL, ``.vir`` and the property languages.

The parser is driven by a `Grammar` (an operator table) and works with explicit stacks, so that neither a
line of ten megabytes nor a hundred thousand nested parentheses is a problem. Operators are accepted in
infix form (``x + 1``) and in the prefix form of FCL (``+(x, 1)``). What comes out is an untyped tree of
`Surface` nodes; the languages above give it a meaning.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from vexil.core.lexer import Grammar, Lexer, unquote
from vexil.core.source import SourceFile


class Kind(Enum):
    """What a surface node is."""

    NUMBER = "number"
    STRING = "string"
    NAME = "name"
    APPLY = "operator"
    CALL = "call"
    BRACKET = "bracket"  # [n]: a node proposition
    PATH = "path"  # A[…] and E[…]: a quantified path formula
    BIND = "binder"  # mu Z. …
    INDEX = "index"  # a[i]
    MEMBER = "member"  # e.x where e is no name
    CHARACTER = "character"  # 'S', with its quotes


class Surface:
    """One node: what it is, its head (operator, name, digits), its operands and its place in the text.

    The place includes the parentheses around the node; ``head_start`` is where the head itself is written.
    """

    __slots__ = ("end", "head", "head_start", "kind", "operands", "start")

    def __init__(
        self,
        kind: Kind,
        head: str,
        operands: tuple[Surface, ...],
        start: int,
        end: int,
        *,
        head_start: int | None = None,
    ) -> None:
        self.kind: Final = kind
        self.head: Final = head
        self.operands: Final = operands
        self.start: Final = start
        self.end: Final = end
        self.head_start: Final = start if head_start is None else head_start


class _Frame:
    """An open parenthesis: what it belongs to and the operands collected so far."""

    __slots__ = ("arguments", "closing", "head", "kind", "operators", "start", "values")

    def __init__(self, kind: Kind | None, head: str, start: int, closing: str) -> None:
        self.kind = kind
        self.head = head
        self.start = start
        self.closing = closing
        self.arguments: list[Surface] = []
        self.values: list[Surface] = []
        self.operators: list[tuple[str, int, bool, int]] = []  # text, precedence, is_prefix, start


_NAME, _NUMBER, _APPLY, _CALL = Kind.NAME, Kind.NUMBER, Kind.APPLY, Kind.CALL
_CHARACTER = re.compile(
    r"'(?:[^'\\\n]|\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,8}|u[0-9a-fA-F]{4}|[abefnrtv'\"?\\]))'"
)  # fmt: skip
_BEHIND = re.compile(r"([A-Za-z_$][\w$]*)(?![\w$(])|'[^'\\\n]+'")
"""A member behind an arrow: no call follows."""
_PREFIX_PRECEDENCE = 1000
_BINDER_PRECEDENCE = -1


class ExpressionParser:
    """Parses one expression from a `Lexer` and stops at the first token that cannot continue it."""

    def __init__(self, lexer: Lexer, grammar: Grammar) -> None:
        self._lexer = lexer
        self._grammar = grammar
        self._continuations = {*grammar.binary, "(", "[", "."}
        self._lists = {_CALL, _APPLY, *((Kind.INDEX,) if grammar.index_lists else ())}

    def parse(self) -> Surface:
        """Parse an expression; the current token afterwards is the first one after it."""
        lexer = self._lexer
        kind, text, start = lexer.kind, lexer.text, lexer.start
        if kind == "name":
            lexer.advance()
            if lexer.kind != "mark" or lexer.text not in self._continuations:
                return self._named(text, start)
        frames = [_Frame(None, "", start, "")]
        if kind != "name" or not self._word(frames, text, start):
            self._operand(frames)
        while True:
            done = self._after_operand(frames)
            if done is not None:
                return done
            self._operand(frames)

    def _operand(self, frames: list[_Frame]) -> None:
        """Read prefix operators and opening brackets up to and including one operand."""
        lexer, grammar = self._lexer, self._grammar
        while True:
            frame = frames[-1]
            kind, text, start = lexer.kind, lexer.text, lexer.start
            if kind == "name":
                lexer.advance()
                if self._word(frames, text, start):
                    return None
                continue
            if kind in ("number", "string"):
                lexer.advance()
                leaf = _NUMBER if kind == "number" else Kind.STRING
                frame.values.append(Surface(leaf, text, (), start, lexer.previous_end))
                return None
            if kind == "mark" and text in grammar.path_quantifiers:
                lexer.advance()
                lexer.expect("[", f"after {text!r}")
                frames.append(_Frame(Kind.PATH, text, start, "]"))
            elif kind == "mark" and text in grammar.binders:
                self._binder(frame)
            elif kind == "mark" and text == "(":
                lexer.advance()
                frames.append(_Frame(None, "", start, ")"))
            elif kind == "mark" and text == "[" and grammar.node_brackets:
                return self._bracket(frame)
            elif kind == "mark" and text in grammar.loose_prefix:
                lexer.advance()
                frame.operators.append((text, grammar.loose_prefix[text], True, start))
            elif kind == "mark" and (text in grammar.binary or text in grammar.prefix):
                lexer.advance()
                if lexer.at("("):
                    lexer.advance()
                    frames.append(_Frame(Kind.APPLY, text, start, ")"))
                elif text in grammar.prefix:
                    frame.operators.append((text, _PREFIX_PRECEDENCE, True, start))
                else:
                    raise lexer.error_at(
                        f"operator {text!r} has no left operand", start, lexer.previous_end,
                        expected="an expression",
                    )  # fmt: skip
            else:
                raise lexer.error("expected an expression", expected="an expression")

    def _word(self, frames: list[_Frame], text: str, start: int) -> bool:
        """Add a name that has just been read, or open the call it starts; say whether the operand is complete."""
        lexer = self._lexer
        if lexer.text != "(" or lexer.kind != "mark":
            frames[-1].values.append(self._named(text, start))
            return True
        name = unquote(text)
        lexer.advance()
        frames.append(_Frame(_CALL, name, start, ")"))
        if lexer.at(")"):
            self._close(frames)
            return True
        return False

    def _named(self, text: str, start: int) -> Surface:
        """A name, or a character in quotes where the language has such."""
        end = self._lexer.previous_end
        if self._grammar.characters and text[0] == "'" and _CHARACTER.fullmatch(text):
            return Surface(Kind.CHARACTER, text, (), start, end)
        return Surface(_NAME, unquote(text), (), start, end)

    def _binder(self, frame: _Frame) -> None:
        lexer = self._lexer
        binder, start = lexer.text, lexer.start
        lexer.advance()
        lexer.split_name(".")
        variable = lexer.expect_name(f"a variable after {binder!r}")
        lexer.expect(".", f"after the variable of {binder!r}")
        frame.operators.append((f"{binder} {variable}", _BINDER_PRECEDENCE, True, start))

    def _bracket(self, frame: _Frame) -> None:
        lexer = self._lexer
        start = lexer.start
        lexer.advance()
        name = lexer.expect_name("the name of a node")
        lexer.expect("]", "after the name of a node")
        frame.values.append(Surface(Kind.BRACKET, name, (), start, lexer.previous_end))

    def _after_operand(self, frames: list[_Frame]) -> Surface | None:
        """Read what follows an operand; return the whole expression when it has ended."""
        lexer, grammar = self._lexer, self._grammar
        while True:
            frame = frames[-1]
            text = lexer.text if lexer.kind == "mark" else ""
            if text == "->" and grammar.arrows and self._is_arrow(frame):
                target = frame.values.pop()
                behind = Surface(_APPLY, "*", (target,), target.start, target.end)
                frame.values.append(self._member(behind))
            elif text in grammar.binary:
                precedence, right = grammar.binary[text]
                self._reduce(frame, precedence + 1 if right else precedence)
                frame.operators.append((text, precedence, False, lexer.start))
                lexer.advance()
                return None
            elif text == "[" and frame.values:
                lexer.advance()
                frames.append(_Frame(Kind.INDEX, "[]", lexer.previous_end - 1, "]"))
                return None
            elif text == "." and frame.values:
                frame.values.append(self._member(frame.values.pop()))
            elif text == "," and frame.closing and frame.kind in self._lists:
                self._reduce(frame, _BINDER_PRECEDENCE)
                frame.arguments.append(frame.values.pop())
                lexer.advance()
                return None
            elif frame.closing and text == frame.closing:
                self._close(frames)
            elif frame.closing:
                separator = "',', " if frame.kind in self._lists else ""
                raise lexer.error(
                    f"expected {frame.closing!r}", expected=f"{separator}{frame.closing!r} or an operator"
                )
            else:
                self._reduce(frame, _BINDER_PRECEDENCE)
                return frame.values.pop()

    def _is_arrow(self, frame: _Frame) -> bool:
        """Say whether ``->`` joins what comes before it, a place, to the name of a member, without spaces."""
        lexer = self._lexer
        target = frame.values[-1]
        is_place = target.kind in (_NAME, Kind.INDEX, Kind.MEMBER) and target.head not in ("true", "false")
        is_place |= target.kind is _APPLY and target.head == "*" and len(target.operands) == 1
        following = _BEHIND.match(lexer.source, lexer.end)
        is_tight = (
            lexer.start == lexer.previous_end and following is not None and following[1] not in self._grammar.words
        )
        return is_place and is_tight

    def _member(self, target: Surface) -> Surface:
        """A member of *target*: the current token stands before its name."""
        lexer = self._lexer
        lexer.advance()
        lexer.split_name(".")
        name = lexer.expect_name("a member")
        return Surface(Kind.MEMBER, name, (target,), target.start, lexer.previous_end)

    def _reduce(self, frame: _Frame, precedence: int) -> None:
        """Apply the pending operators that bind at least as tightly as *precedence*."""
        operators, values = frame.operators, frame.values
        while operators and operators[-1][1] >= precedence:
            text, strength, is_prefix, start = operators.pop()
            right = values.pop()
            if strength == _BINDER_PRECEDENCE:
                binder, variable = text.split(" ", 1)
                name = Surface(Kind.NAME, variable, (), start, start)
                values.append(Surface(Kind.BIND, binder, (name, right), start, right.end))
            elif is_prefix:
                values.append(Surface(_APPLY, text, (right,), start, right.end))
            else:
                left = values.pop()
                application = Surface(_APPLY, text, (left, right), left.start, right.end, head_start=start)
                values.append(application)

    def _close(self, frames: list[_Frame]) -> None:
        """Close the innermost bracket and hand its value to the frame around it."""
        lexer = self._lexer
        frame = frames.pop()
        outer = frames[-1]
        if frame.values:
            self._reduce(frame, _BINDER_PRECEDENCE)
            frame.arguments.append(frame.values.pop())
        lexer.advance()
        end = lexer.previous_end
        arguments = tuple(frame.arguments)
        match frame.kind:
            case None:
                inner, at = arguments[0], arguments[0].head_start
                outer.values.append(Surface(inner.kind, inner.head, inner.operands, frame.start, end, head_start=at))
            case Kind.APPLY:
                self._check_arity(frame, len(arguments), end)
                outer.values.append(Surface(Kind.APPLY, frame.head, arguments, frame.start, end))
            case Kind.INDEX:
                target = outer.values.pop()
                outer.values.append(Surface(Kind.INDEX, "[]", (target, *arguments), target.start, end))
            case kind:
                outer.values.append(Surface(kind, frame.head, arguments, frame.start, end))

    def _check_arity(self, frame: _Frame, count: int, end: int) -> None:
        grammar, text = self._grammar, frame.head
        allowed = ([1] if text in grammar.prefix else []) + ([2] if text in grammar.binary else [])
        if count not in allowed:
            expected = " or ".join(map(str, allowed))
            raise self._lexer.error_at(
                f"operator {text!r} takes {expected} operand{'s' * (expected != '1')}, not {count}",
                frame.start, end, expected=f"{expected} operands",
            )  # fmt: skip


def parse_all(file: SourceFile, grammar: Grammar) -> Surface:
    """Parse a whole text as one expression."""
    lexer = Lexer(file, grammar)
    tree = ExpressionParser(lexer, grammar).parse()
    if lexer.kind != "end":
        raise lexer.error("expected an operator or the end", expected="an operator or the end")
    return tree
