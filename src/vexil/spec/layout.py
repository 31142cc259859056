"""Writing trees as text with as few parentheses as their operators allow, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slot(Generic[T]):
    """A place for an operand: parentheses are put around it when it binds less tightly than ``minimum``."""

    operand: T
    minimum: int


@dataclass(frozen=True, slots=True)
class Layout(Generic[T]):
    """How one node is written: how tightly it binds, and its pieces in order."""

    precedence: int
    pieces: Sequence[str | Slot[T]]


def write(root: T, layout: Callable[[T], Layout[T]]) -> str:
    """The text of a tree whose nodes are written as *layout* says."""
    written: list[str] = []
    pending: list[str | Slot[T]] = [Slot(root, 0)]
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        form = layout(piece.operand)
        if form.precedence < piece.minimum:
            pending.append(")")
        pending.extend(reversed(form.pieces))
        if form.precedence < piece.minimum:
            pending.append("(")
    return "".join(written)


def separated(operands: Sequence[T], separator: str, minimum: int) -> list[str | Slot[T]]:
    """Slots for all operands with a separator between them."""
    pieces: list[str | Slot[T]] = []
    for operand in operands:
        if pieces:
            pieces.append(separator)
        pieces.append(Slot(operand, minimum))
    return pieces
