"""The vocabulary of the text form: tokens, operators with their precedence, and words that are not free names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vexil.core.lexer import Grammar
from vexil.ir.expressions import Operator

VERSION = 1
"""The version in the first line; it changes when an older reader would misread the text."""

LEVELS: tuple[tuple[Operator, ...], ...] = (
    (Operator.OR,),
    (Operator.AND,),
    (Operator.BIT_OR,),
    (Operator.BIT_XOR,),
    (Operator.BIT_AND,),
    (Operator.EQUAL, Operator.DIFFERENT),
    (Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL),
    (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT),
    (Operator.ADD, Operator.SUBTRACT),
    (Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER),
)
"""The infix operators as C ranks them, loosest first; all associate to the left."""

PRECEDENCE: Mapping[Operator, int] = MappingProxyType(
    {operator: level for level, operators in enumerate(LEVELS, start=1) for operator in operators}
)
ATOM = len(LEVELS) + 1
"""The precedence of everything that never needs parentheses."""

GRAMMAR = Grammar(
    binary={operator.value: (level, False) for operator, level in PRECEDENCE.items()},
    prefix=frozenset({"!", "~", "-"}),
    punctuation=frozenset({":=", "->", "@", "..", "{", "}", "="}),
    number_suffix=r"[iu]\d+|f\d+",
)

SECTIONS = frozenset(
    {
        "vir", "program", "language", "layout", "entry", "file", "assumption", "caveat", "tokens", "struct", "union",
        "relation", "class", "interface", "constant", "global", "function", "declared", "spans",
    }
)  # fmt: skip
"""The words a part of a program starts with."""

BODY = frozenset({"local", "location", "locations"})
"""The words that start a line of a function which is no edge."""

STATEMENTS = frozenset(
    {
        "skip", "assume", "case", "restrict", "check", "call", "catch", "return", "throw", "release", "begin", "end",
        "copy", "fill", "lock", "unlock", "wait", "notify", "start", "join", "interrupt", "stop",
    }
)  # fmt: skip
"""The words an operation starts with when it does not start with a place."""

SOURCES = frozenset({"call", "choose", "new", "wait", "start", "join"})
"""The words that may follow ``:=`` and are no expression."""

RESERVED = SECTIONS | BODY | STATEMENTS | SOURCES | {"true", "false", "on", "timed", "all", "virtual", "pointer"}
"""The words that are quoted when they are names."""

DOMAINS = frozenset({"type", "range", "among", "when", "instance"})
"""The words that start a domain and so are quoted when they name a relation."""

FUNCTIONS = frozenset(
    {operator.value for operator in Operator if operator.value.isidentifier()}
    | {"deref", "bits", "field", "address", "code_of", "is", "null", "literal", "token", "nan", "inf"}
)
"""The words that build an expression when they are called."""
