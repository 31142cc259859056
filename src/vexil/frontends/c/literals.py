"""String literals: from their escaped spelling to the bytes they stand for, and as arguments."""

from __future__ import annotations

import re

from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.kinds import Kind

_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, "'": 39, '"': 34, "?": 63}
_PART = re.compile(r'\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([^\\"]+)', re.DOTALL)
_ENCODINGS = {8: "utf-8", 16: "utf-16-le", 32: "utf-32-le"}


def string_bytes(spelling: str, width: int, length: int) -> bytes:
    """The little-endian elements of a string literal that libclang spells in canonical form.

    The literal is padded with zeros, or cut, to *length* elements of *width* bits. Where a hexadecimal escape would run
    into the next character the spelling is in several pieces, so quotes that are not escaped mean nothing.
    """
    body = spelling.partition('"')[2][:-1]
    size = width // 8
    encoding, errors = _ENCODINGS[width], "surrogateescape" if width == 8 else "surrogatepass"
    parts: list[bytes] = []
    for octal, hexadecimal, short, long_, simple, plain in _PART.findall(body):
        if plain:
            parts.append(plain.encode(encoding, errors))
        elif short or long_:
            parts.append(chr(int(short or long_, 16)).encode(encoding, "surrogatepass"))
        else:
            code = (
                int(octal, 8) if octal
                else int(hexadecimal, 16) if hexadecimal
                else _ESCAPES.get(simple, ord(simple))
            )  # fmt: skip
            parts.append((code & ((1 << width) - 1)).to_bytes(size, "little"))
    return b"".join(parts)[: length * size].ljust(length * size, b"\0")


def literal_bytes(fn: FunctionLowering, node: int) -> bytes | None:
    """What is in a string literal up to its first zero; nothing where an argument is none."""
    while fn.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST, Kind.CAST):
        node = fn.tree.children(node)[-1]
    if fn.tree.kinds[node] != Kind.STRING:
        return None
    spelling: str = fn.tree.extra[node]
    return string_bytes(spelling, 8, 4 * len(spelling)).partition(b"\0")[0]


def literal_text(fn: FunctionLowering, node: int) -> str:
    """The text of a string literal; empty where an argument is none."""
    return (literal_bytes(fn, node) or b"").decode("utf-8", "replace")
