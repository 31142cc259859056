"""What checks of library functions share: ranges of bytes that are accessed, and arguments that are literals."""

from __future__ import annotations

from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.literals import string_bytes
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.typing import apply


def check_range(fn: FunctionLowering, pointer: Expr, size: Expr, node: int) -> None:
    """Check that a number of bytes may be accessed; nothing is accessed when it is zero."""
    allowed: Expr = apply(Operator.ACCESSIBLE, pointer, size)
    if not isinstance(size, Const):
        allowed = apply(Operator.OR, apply(Operator.EQUAL, size, Const(0, size.type)), allowed)
    fn.check("memsafety", allowed, f"valid access: {fn.translation.text(node)}")


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
