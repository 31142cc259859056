"""Terms as text."""

from __future__ import annotations

from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.terms import Term


def print_term(term: Term, limit: int | None = None) -> str:
    """The term in SMT-LIB's notation, shared parts written out; cut after *limit* characters."""
    parts: list[str] = []
    length = 0
    stack: list[Term | str] = [term]
    while stack:
        current = stack.pop()
        text = current if isinstance(current, str) else _head(current)
        if isinstance(current, Term) and current.args:
            stack.append(")")
            for argument in reversed(current.args):
                stack.extend((argument, " "))
            text = "(" + text
        parts.append(text)
        length += len(text)
        if limit is not None and length > limit:
            return "".join(parts) + " …"
    return "".join(parts)


def _head(term: Term) -> str:
    if term.op == "symbol":
        return f"|{term.payload}|"
    if term.op != "const":
        return f"(_ {term.op} {' '.join(map(str, term.payload))})" if isinstance(term.payload, tuple) else term.op
    if term.sort is BOOL:
        return "true" if term.payload else "false"
    if term.sort is INT:
        return str(term.payload) if term.value >= 0 else f"(- {-term.value})"
    if isinstance(term.sort, BitsSort):
        return f"(_ bv{term.payload} {term.sort.width})"
    return f"((_ float {term.sort}) {term.payload})"
