"""Symbolic memory of states that are one of two: blocks that are the one or the other."""

from __future__ import annotations

from vexil.engines.bounded.blocks import Block, Cell, Unmodelled, storage_size
from vexil.engines.bounded.elements import Elements
from vexil.engines.bounded.memory import Memory
from vexil.logic import Term


class MergingMemory(Memory):
    """Memory whose blocks can be merged."""

    def merged(self, condition: Term, first: Block, second: Block) -> Block:
        """The block that is the first when a condition holds, and else the second."""
        terms = self.terms
        if first.folded is not None or second.folded is not None:
            if first.folded is not second.folded:
                raise Unmodelled("a node of a list was looked at on one of two ways")
            block = first.copy(None)
            block.alive = terms.ite(condition, first.alive, second.alive)
            if first.exists is not None and second.exists is not None:
                block.exists = terms.ite(condition, first.exists, second.exists)
            return block
        elements: Elements | None = None
        if first.elements is not None or second.elements is not None:
            elements = self.elements.either(condition, first.kept(), second.kept())
            first, second = first.copy(None), second.copy(None)
            first.hold(elements)
            second.hold(elements)
        if first.fill != second.fill:
            first, second = self._filled(first), self._filled(second)
        if first.cells.keys() != second.cells.keys() or any(
            cell[0] != second.cells[at][0] for at, cell in first.cells.items() if cell is not second.cells[at]
        ):
            first, second = self._aligned(first, second)
        block = Block(
            terms.ite(condition, first.size, second.size),
            zeroed=first.fill == 0,
            origin=first.origin,
            alive=terms.ite(condition, first.alive, second.alive),
            site=first.site,
        )
        if first.exists is not None or second.exists is not None:
            block.exists = terms.ite(condition, first.exists or terms.true, second.exists or terms.true)
        block.elements = elements
        block.first = first.first if first.first == second.first else None
        cells = block.cells
        others = second.cells
        for at, cell in first.cells.items():
            other = others[at]
            if cell is other:
                cells[at] = cell
            else:
                value = terms.ite(condition, cell[1], other[1])
                cells[at] = (cell[0], value, terms.ite(condition, cell[2], other[2]))
        return block

    def _filled(self, block: Block) -> Block:
        """The block with every byte written out, so that nothing is said by what is not there."""
        if block.fill is None or block.size.op != "const":
            return block
        size = block.size.value
        if size > 1 << 12:
            raise Unmodelled(f"{block.site or 'an object'} is partly written on one of two ways")
        copy = block.copy(None)
        covered = {at + index for at, cell in copy.cells.items() for index in range(storage_size(cell[0]))}
        for at in range(size):
            if at not in covered:
                copy.cells[at] = ("u1", self.terms.bv(0, 8), self.terms.true)
        copy.fill = None
        return copy

    def _aligned(self, first: Block, second: Block) -> tuple[Block, Block]:
        """The blocks with cells at the same places; what does not fit is cut into bytes."""
        one, two = first.copy(None), second.copy(None)
        for mine, other in ((one, two), (two, one)):
            for at in [at for at, cell in mine.cells.items() if (c := other.cells.get(at)) is None or c[0] != cell[0]]:
                cell = mine.cells.get(at)
                if cell is None:
                    continue
                size = storage_size(cell[0])
                there = self._overlapping(other, at, size)
                if not there:
                    other.cells[at] = self._absent(other, at, cell[0])
                    continue
                if there == [at] and other.cells[at][0][1:] == cell[0][1:]:
                    self._same_storage(mine, other, at)
                    continue
                for position in there:
                    if storage_size(other.cells[position][0]) > 1:
                        self._cut_for_merge(other, position)
                if size > 1:
                    self._cut_for_merge(mine, at)
        for mine, other in ((one, two), (two, one)):
            for at, cell in mine.cells.items():
                if at not in other.cells:
                    other.cells[at] = self._absent(other, at, cell[0])
        two.cells = {at: two.cells[at] for at in one.cells}
        return one, two

    def _absent(self, block: Block, at: int, storage: str) -> Cell:
        """What is where a block has no cell; what its value needs has to hold for its first contents to count."""
        demanded: list[Term] = []
        value = self.unwritten(block, at, storage, lambda _, term: demanded.append(term))
        if demanded:
            block.first = None
        return storage, value, self.terms.boolean(block.fill == 0)

    def _same_storage(self, mine: Block, other: Block, at: int) -> None:
        """Bring two cells of one size to one storage; pointers win, because few of them are numbers."""
        common = max(mine.cells[at][0], other.cells[at][0], key=lambda code: "ufp".index(code[0]))
        for block in (mine, other):
            cell = block.cells[at]
            if cell[0] != common:
                demanded: list[Term] = []
                value = self._converted(cell, common, lambda _, term, kept=demanded: kept.append(term))  # type: ignore[misc]
                block.cells[at] = (common, value, self.terms.and_(cell[2], *demanded))

    def _cut_for_merge(self, block: Block, position: int) -> None:
        demanded: list[Term] = []
        cell = block.cells[position]
        self.cut(block, position, lambda _, term: demanded.append(term))
        if demanded:
            for at in range(position, position + storage_size(cell[0])):
                storage, value, written = block.cells[at]
                block.cells[at] = (storage, value, self.terms.and_(written, *demanded))
