"""Objects of symbolic memory: cells at byte offsets, or contents with too many places for a cell each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.engines.bounded.elements import Elements, Known
from vexil.logic import Term, Terms

if TYPE_CHECKING:
    from vexil.engines.bounded.list_nodes import FoldedNode

Cell = tuple[str, Term, Term]
"""Storage code, value, and the condition under which it was written."""
Needs = Callable[[str, Term], None]


class Unmodelled(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """Something the symbolic machine does not follow; the run is given up there."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Block:
    """One object; states share it until one that does not own it writes.

    One with ``elements`` has no cells: its contents are writes over what was there, or not known at all. One that is
    ``folded`` is a node of a list that nobody has looked at. A node ``exists`` under a condition only.
    """

    __slots__ = ("alive", "cells", "elements", "exists", "fill", "first", "folded", "origin", "owner", "site", "size")

    def __init__(
        self, size: Term, *, zeroed: bool, origin: str, alive: Term, owner: object = None, site: str = ""
    ) -> None:
        self.size = size
        self.cells: dict[int, Cell] = {}
        self.fill: int | None = 0 if zeroed else None
        self.origin = origin
        self.site = site
        self.alive = alive
        self.owner = owner
        self.elements: Elements | None = None
        self.folded: FoldedNode | None = None
        self.exists: Term | None = None
        self.first: int | None = None
        """The object whose first contents are here where nothing was written; nothing if that is not known."""

    def hold(self, elements: Elements) -> None:
        """Have other contents, which are no cells."""
        self.cells, self.fill, self.elements = {}, 0, elements

    def contents(self) -> Elements:
        """The contents; who asks for them leaves the cells as they are."""
        if self.elements is not None:
            return self.elements
        is_written = self.fill == 0 and all(cell[2].op == "true" for cell in self.cells.values())
        return Known(self, is_written)

    def kept(self) -> Elements:
        """The contents as they are now, whatever becomes of the cells."""
        contents = self.contents()
        return Known(self.copy(None), contents.is_written) if isinstance(contents, Known) else contents

    def copy(self, owner: object) -> Block:
        """The same contents for another owner."""
        block = Block(
            self.size, zeroed=self.fill == 0, origin=self.origin, alive=self.alive, owner=owner, site=self.site
        )
        block.cells = dict(self.cells)
        block.elements = self.elements
        block.folded = self.folded
        block.exists = self.exists
        block.first = self.first
        return block

    def is_partly_unwritten(self) -> bool:
        """Say whether some byte of a value may be unwritten, seen from its cells alone."""
        if self.fill == 0 or self.size.op != "const":
            return False
        covered = sum(storage_size(cell[0]) for cell in self.cells.values())
        return covered < self.size.value or any(cell[2].op != "true" for cell in self.cells.values())


def storage_size(storage: str) -> int:
    """How many bytes a storage code takes."""
    return int(storage[1:])


def under(needs: Needs, condition: Term, terms: Terms) -> Needs:
    """What is needed, where a condition holds."""
    return lambda kind, demanded: needs(kind, terms.implies(condition, demanded))
