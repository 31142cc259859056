"""C as a sequence of tokens: what of a function's text must have an occurrence, read without the front end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

TYPE_WORDS = frozenset(
    (
        "char", "const", "double", "enum", "extern", "float", "int", "long", "register", "short", "signed", "static",
        "struct", "typedef", "typeof", "union", "unsigned", "void", "volatile", "_Bool", "_Thread_local", "__typeof__",
    )
)  # fmt: skip
KEYWORDS = TYPE_WORDS | frozenset(
    (
        "asm", "auto", "break", "case", "continue", "default", "do", "else", "for", "goto", "if", "inline", "restrict",
        "return", "sizeof", "switch", "while", "_Alignof", "_Generic", "_Static_assert", "__asm__", "__attribute__",
        "__extension__", "__inline", "__volatile__",
    )
)  # fmt: skip
UNEVALUATED = frozenset(["offsetof", "__builtin_offsetof", "va_start", "va_end", "va_copy", "__assert_fail"])
"""What looks like a call and evaluates no argument."""
_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*)
    |(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
    |(?P<character>[uUL]?'(?:[^'\\\n]|\\.)*')
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<mark>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[][(){}<>.,;:?=!~&|^%/*+-])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34, "?": 63}


@dataclass(frozen=True)
class Token:
    """A token and its byte range."""

    kind: str
    text: str
    start: int
    end: int


def tokens_of(content: bytes) -> list[Token]:
    """The tokens of an ASCII file; comments and lines of the preprocessor are none."""
    text, position, found = content.decode("ascii"), 0, []
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None, text[position : position + 20]
        if match.lastgroup != "space":
            assert match.lastgroup is not None
            found.append(Token(match.lastgroup, match[0], match.start(), match.end()))
        position = match.end()
    return found


def number_value(text: str) -> int | float | None:
    """The value of a literal, with signs in front; nothing if the text is something else."""
    text = text.strip()
    if text.startswith(("-", "+", "~")):
        value = number_value(text[1:].strip("() "))
        if value is None or text[0] == "+":
            return value
        return -value if text[0] == "-" else ~int(value)
    if re.fullmatch(r"[uUL]?'(?:[^'\\]|\\.[0-9a-fA-F]*)'", text):
        return _character_value(text[text.index("'") + 1 : -1])
    integer = re.fullmatch(r"(?i)(0x[0-9a-f]+|0b[01]+|\d+)[ul]*", text)
    if integer:
        digits = integer[1].lower()
        return int(digits, 0) if digits[:2] in ("0x", "0b") else int(digits, 8 if digits.startswith("0") else 10)
    if re.fullmatch(r"(?i)0x[0-9a-f.]+p[+-]?\d+[fl]?", text):
        return float.fromhex(text.rstrip("fFlL"))
    decimal = re.fullmatch(r"(?i)((?:\d+\.\d*|\.\d+|\d+)(?:e[+-]?\d+)?)[fl]?", text)
    return float(decimal[1]) if decimal else None


def _character_value(body: str) -> int:
    if not body.startswith("\\"):
        value = ord(body)
    elif body[1] == "x":
        value = int(body[2:], 16)
    elif body[1] in "01234567":
        value = int(body[1:], 8)
    else:
        value = _ESCAPES[body[1]]
    return value - 256 if 128 <= value < 256 else value


@dataclass(frozen=True)
class Demand:
    """A token that must have an occurrence; ``role`` says how it is found."""

    role: str
    token: Token
    end: int = 0
    """Where the expression of the token ends, for subscripts and members."""
    gap: str = ""
    """Why nobody expects it to be found yet."""


class Reader:
    """Finds the demands in the body of one function."""

    def __init__(
        self, tokens: list[Token], types: set[str], functions: set[str], declared: set[tuple[int, int]]
    ) -> None:
        self.tokens = tokens
        self.types = TYPE_WORDS | types
        self.functions = functions
        self.declared = declared
        self.partner = partners(tokens)

    def demands(self, first: int, last: int) -> Iterator[Demand]:
        """What must be found of the tokens from *first* to *last*."""
        number = first
        while number < last:
            skipped = self._exempt(number)
            if skipped > number:
                number = skipped
                continue
            demand = self._demand(number)
            if demand is not None:
                yield replace(demand, gap=self._gap(number))
            number += 1

    def _gap(self, number: int) -> str:
        """The name of the gap in the front end that a token falls into."""
        before, text, after = (self._text(number + step) for step in (-1, 0, 1))
        kind = self.tokens[number].kind
        if kind == "word" and before == "*" and self._text(number - 2) == "(" and after == ")":
            return "no operation" if self._text(number + 2) in ("[", "(") else ""
        if before == "(" and text == "*" and self._text(number + 2) == ")":
            follower = self._text(number + 3)
            return "no operation" if follower in ("[", "(") else "inner selection" if follower == "." else ""
        if kind == "word" and before == "&" and after in ("[", "->"):
            return "no operation"
        return ""

    def _text(self, number: int) -> str:
        return self.tokens[number].text if 0 <= number < len(self.tokens) else ""

    def _exempt(self, number: int) -> int:
        """The token after a part that has no occurrences, or the same token."""
        text = self._text(number)
        if text in ("sizeof", "_Alignof"):  # not evaluated: the whole is one literal
            return self._after_operand(number + 1)
        if text in UNEVALUATED:
            return self.partner[number + 1] + 1
        if text in ("__attribute__", "asm", "__asm__", "_Static_assert"):
            return self._after_operand(number + 1 + (self._text(number + 1) in ("volatile", "__volatile__")))
        if text in ("static", "typedef", "extern"):  # initial values are no operations; types are none either
            return self._after_statement(number)
        if text == "case":  # the values are in the operation, without a place
            return next(at for at in range(number, len(self.tokens)) if self._text(at) == ":")
        if text == "goto":  # labels are names of locations
            return number + 2
        if text in ("struct", "union", "enum"):
            after = number + 1 + (self._text(number + 1) != "{")
            return self.partner[after] + 1 if self._text(after) == "{" else after
        if text == "(" and self._text(number + 1) in self.types and self._text(number - 1) not in ("for", "va_arg"):
            return self.partner[number] + 1  # a type: conversions that change nothing leave nothing
        if text == "[" and self._is_declarator(number):  # the length is part of a type
            return self.partner[number] + 1
        if text == "[" and self._text(number - 1) in ("{", ","):  # a designator
            return self.partner[number] + 1
        return number

    def _after_operand(self, number: int) -> int:
        while self._text(number) in ("*", "&", "-", "!", "~"):
            number += 1
        if self._text(number) == "(":
            number = self.partner[number] + 1
        else:
            number += 1
        while self._text(number) in ("[", "(", ".", "->"):
            number = self.partner[number] + 1 if self._text(number) in ("[", "(") else number + 2
        return number

    def _after_statement(self, number: int) -> int:
        while self._text(number) != ";":
            number = self.partner.get(number, number) + 1 if self._text(number) in "([{" else number + 1
        return number

    def _is_declarator(self, number: int) -> bool:
        before = number - 1 - (self._text(number - 1) == ")")
        while self._text(before) == "]":
            before = next(opening for opening, closing in self.partner.items() if closing == before) - 1
        return (self.tokens[before].start, self.tokens[before].end) in self.declared

    def _demand(self, number: int) -> Demand | None:
        token = self.tokens[number]
        match token.kind:
            case "number" | "character":
                return Demand("literal", token)
            case "string":
                return Demand("string", token)
            case "word":
                return self._name(number)
            case _:
                return self._operator(number)

    def _name(self, number: int) -> Demand | None:
        token = self.tokens[number]
        before, after = self._text(number - 1), self._text(number + 1)
        if token.text in KEYWORDS or token.text in self.types or before in (".", "->"):
            return None
        if after == ":" and before in (";", "{", "}", ":", ")"):  # a label
            return None
        if after in (";", ",") and before == ")" and self._text(number - 2) == "void":  # (void)x is not evaluated
            return None
        if after == "(" or token.text in self.functions:  # a callee is part of the operation
            return None
        return Demand("name", token)

    def _operator(self, number: int) -> Demand | None:
        token, text = self.tokens[number], self._text(number)
        if text in "(){};,:" or text == "...":
            return None
        if text in (".", "->"):
            is_designator = self._text(number - 1) in ("{", ",")
            return None if is_designator else Demand("member", token, self.tokens[number + 1].end)
        if text == "[":
            return Demand("subscript", token, self.tokens[self.partner[number]].end)
        if text == "]":
            return None
        if text in ("&", "*", "-", "+") and self._is_prefix(number):
            if text == "+" or (text == "*" and self._is_type_before(number)):
                return None
            return Demand({"&": "address", "*": "dereference", "-": "sign"}[text], token)
        return Demand("operator", token)

    def _is_prefix(self, number: int) -> bool:
        before = self.tokens[number - 1]
        if before.text == ")":
            opening = next(first for first, last in self.partner.items() if last == number - 1)
            if self._text(opening - 1) in ("if", "while", "for", "switch"):
                return True
            return self._text(opening + 1) in self.types and self._text(opening - 1) != "sizeof"
        if before.kind in ("number", "character", "string") or before.text == "]":
            return False
        return before.kind != "word" or before.text in KEYWORDS or before.text in self.types or self._is_tag(number - 1)

    def _is_tag(self, number: int) -> bool:
        return self._text(number - 1) in ("struct", "union", "enum")

    def _is_type_before(self, number: int) -> bool:
        """Whether a star belongs to a declarator."""
        before = number - 1
        while self._text(before) in ("*", "const", "restrict"):
            before -= 1
        if self._text(before) in self.types or self._is_tag(before):
            return True
        if self._text(before) == "(" and self._text(before - 1) in self.types:
            return True
        return self._text(before) == "," and self._follows_declared(number)

    def _follows_declared(self, number: int) -> bool:
        after = number
        while self._text(after) == "*":
            after += 1
        return (self.tokens[after].start, self.tokens[after].end) in self.declared


def partners(tokens: list[Token]) -> dict[int, int]:
    """For every opening bracket the number of the closing one."""
    open_, found = [], {}
    for number, token in enumerate(tokens):
        if token.text in ("(", "[", "{"):
            open_.append(number)
        elif token.text in (")", "]", "}"):
            found[open_.pop()] = number
    return found
