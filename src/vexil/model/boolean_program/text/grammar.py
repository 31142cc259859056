"""The words and operators of Boolean programs, and how their names are written.

A variable may have any name: one that is no plain, free word is written in braces, ``{curr->val > v}``. Such a name is
on one line and has no ``;`` in it (or a backslash before it), which tells it from a block of statements.
"""

from __future__ import annotations

import re
import sys
from typing import Final

from vexil.core.lexer import Grammar
from vexil.model.boolean_program.expressions import passive_stem

KEYWORDS: Final = frozenset(
    {
        "assert", "assume", "begin", "bool", "constrain", "decl", "do", "else", "elsif", "end", "enforce", "fi", "goto",
        "if", "od", "return", "skip", "start_thread", "then", "void", "while",
    }
)  # fmt: skip

CONSTANTS: Final = {"T": True, "F": False, "1": True, "0": False, "true": True, "false": False}

FORMS: Final = frozenset({"any", "choose", "schoose", "unknown"})
"""Names that are applied to arguments and are no procedures."""

RESERVED: Final = (
    KEYWORDS | FORMS | CONSTANTS.keys() | {"_", "where", "must", "with", "select", "choice", "check", "exit"}
)
"""Words that are put in braces when they are names."""

PASSIVE: Final = "$"
"""What follows the name of a variable of another thread."""

GRAMMAR: Final = Grammar(
    binary={
        "=>": (1, True),
        "|": (2, False), "||": (2, False),
        "^": (3, False),
        "&": (4, False), "&&": (4, False),
        "=": (5, False), "==": (5, False), "!=": (5, False), "<>": (5, False),
    },
    prefix=frozenset({"!", "~", "'"}),
    punctuation=KEYWORDS | {":=", "{", "}", "<", ">"},
    name=r"[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*|\*|\{(?=[ \t]*[^\s}])(?:[^{};\\\n]|\\.)*\}\$?",
    index_lists=True,
)  # fmt: skip

_MARKS = re.compile(r"[{};\\]")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{1,6})\.|.)")
_PLAIN = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*", re.ASCII)


def written(name: str) -> str:
    """The name as it must be written so that it reads back."""
    stem = passive_stem(name)
    if stem is not None:
        return written(stem) + PASSIVE
    if _PLAIN.fullmatch(name) and name not in RESERVED:
        return name
    inner = _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):x}.", _MARKS.sub(r"\\\g<0>", name))
    return "{" + ("\\" if inner[:1].isspace() else "") + inner + "}"


def read_name(text: str) -> str:
    """The name that a token stands for."""
    if not text.startswith("{"):
        return text
    mark = PASSIVE if text.endswith(PASSIVE) else ""
    return _ESCAPE.sub(_unescaped, text.removesuffix(mark)[1:-1]) + mark


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is not None and int(match[1], 16) <= sys.maxunicode:
        return chr(int(match[1], 16))
    return str(match[0][1:])
